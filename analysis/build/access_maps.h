// SPDX-License-Identifier: Apache-2.0
//
// Maps from iterations to the elements that they access.
#ifndef HPCC_ANALYSIS_ACCESS_MAPS_H
#define HPCC_ANALYSIS_ACCESS_MAPS_H

#include "../nest/nest.h"

// After all accesses were collected: gives each its map.
void access_resolve(builder *b);

#endif
