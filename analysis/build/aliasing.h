// SPDX-License-Identifier: Apache-2.0
//
// Objects that may be one place, or parts of one another.
#ifndef HPCC_ANALYSIS_ALIASING_H
#define HPCC_ANALYSIS_ALIASING_H

#include "../nest/nest.h"

// After all accesses were collected: which objects may meet. The nest fails where that is not to be tested.
void aliasing_check(builder *b);

#endif
