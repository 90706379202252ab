// SPDX-License-Identifier: Apache-2.0
//
// Variables of loops that are read elsewhere in the nest: behind the loop, or in the next iteration of one around it.
#ifndef HPCC_ANALYSIS_LOOP_VALUES_H
#define HPCC_ANALYSIS_LOOP_VALUES_H

#include "../nest/nest.h"

// Notes the loops of which this is so (nest_loop.read_beside). The nest fails where such a value may come from another
// iteration, which another process may have executed.
void loop_values_find(nest *n);

#endif
