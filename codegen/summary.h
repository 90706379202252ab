// SPDX-License-Identifier: Apache-2.0
//
// -Rdist=summary: a line for each loop nest of the source.
#ifndef HPCC_CODEGEN_SUMMARY_H
#define HPCC_CODEGEN_SUMMARY_H

#include "rewrite.h"

// Hands the lines to remark.h's sink, in the order of the source.
void summary_tell(const rewriter *w);

#endif
