// SPDX-License-Identifier: Apache-2.0
//
// Directives that are seen to have no effect. What only the run shows is told then (runtime/arrays/unheeded.c).
#ifndef HPCC_ANALYSIS_UNHEEDED_H
#define HPCC_ANALYSIS_UNHEEDED_H

#include "../model/model.h"

// A warning for each. runs: what functions_that_run gives.
void unheeded_report(const prog_unit *unit, const unsigned char *runs);

#endif
