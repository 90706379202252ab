// SPDX-License-Identifier: Apache-2.0
//
// Clocks whose values decide nothing but what is printed: only the process that prints has to know them, so that each
// may take its own.
#ifndef HPCC_ANALYSIS_CLOCKS_H
#define HPCC_ANALYSIS_CLOCKS_H

#include "../model/model.h"

// The library's clock functions that the runtime has a plain version of: [0, CLOCKS_N).
enum { CLOCKS_N = 8 };
extern const char *const clocks_name[CLOCKS_N];

// Sets decides[k] where a value of clocks_name[k] may get into a condition, a subscript, mapped memory, a library
// function that does not print, the exit status, one of the `nests`, where processes run iterations of their own, or
// somewhere unknown. `unit` must be the whole program: no other file names what is in it.
void clocks_deciding(const prog_unit *unit, const prog_stmt *const *nests, int n_nests, bool *decides);

#endif
