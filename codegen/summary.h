// SPDX-License-Identifier: Apache-2.0
//
// -Rdist=summary: a line for each loop nest of the source; the same in front of the tasks of text that is to be read.
#ifndef HPCC_CODEGEN_SUMMARY_H
#define HPCC_CODEGEN_SUMMARY_H

#include "rewrite.h"

// Hands the lines to remark.h's sink, in the order of the source.
void summary_tell(const rewriter *w);

// What the line of a task says, without its place: "split along dimension 0 of 'u'; sent each time: ...".
void summary_of_task(const graph *g, const task *t, text *out);

#endif
