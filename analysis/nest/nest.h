// SPDX-License-Identifier: Apache-2.0
//
// The data of one loop nest, and what building it shares.
// The room's public header: what other rooms may use.
#ifndef HPCC_ANALYSIS_NEST_ROOM_H
#define HPCC_ANALYSIS_NEST_ROOM_H

#include "builder.h"
#include "effects.h"
#include "invariants.h"
#include "loop_nest.h"
#include "object_mappings.h"
#include "own_bounds.h"

#endif
