// SPDX-License-Identifier: Apache-2.0
//
// Arrays whose contents are dead in front of a nest: where they are redistributed for it, nothing of these is sent.
#ifndef HPCC_ANALYSIS_OVERWRITTEN_H
#define HPCC_ANALYSIS_OVERWRITTEN_H

#include "../nest/nest.h"

// Whether the nest sets all elements of a box of the array, whatever its data are, and no others, and reads none of
// these before it has set it. False: not known.
bool overwritten_by_nest(nest *n, int object);

#endif
