// SPDX-License-Identifier: Apache-2.0
//
// Functions that nothing runs.
#ifndef HPCC_ANALYSIS_RUNS_H
#define HPCC_ANALYSIS_RUNS_H

#include "../model/model.h"

// [symbol id] of functions: 1: it may run, as far as the unit shows. Lives as long as the unit.
unsigned char *functions_that_run(prog_unit *unit);

#endif
