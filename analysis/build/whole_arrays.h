// SPDX-License-Identifier: Apache-2.0
//
// Parameters that point to whole arrays: `T (*a)[n][m]`, the array is *a.
#ifndef HPCC_ANALYSIS_WHOLE_ARRAYS_H
#define HPCC_ANALYSIS_WHOLE_ARRAYS_H

#include "../model/model.h"

// Whether the function, and those that it hands the parameter to, name no elements by it but those of *a: it may point
// to one array as well as into an array of them.
bool whole_arrays_only(const prog_function *f, const prog_symbol *parameter);

#endif
