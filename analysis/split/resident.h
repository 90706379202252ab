// SPDX-License-Identifier: Apache-2.0
//
// `resident`: accesses that the program says are made by the process which owns the element.
#ifndef HPCC_ANALYSIS_RESIDENT_H
#define HPCC_ANALYSIS_RESIDENT_H

#include "../nest/nest.h"

// The promise that the access is one; NULL: there is none.
const struct prog_hint_resident *resident_promise(const nest *n, const nest_stmt *s, const nest_access *a);

#endif
