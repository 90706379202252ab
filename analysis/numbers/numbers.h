// SPDX-License-Identifier: Apache-2.0
//
// Integers of a nest: expressions as polynomials and affine functions, counters, subscripts of linearised memory.
// The room's public header: what other rooms may use.
#ifndef HPCC_ANALYSIS_NUMBERS_ROOM_H
#define HPCC_ANALYSIS_NUMBERS_ROOM_H

#include "affine.h"
#include "boxes.h"
#include "cardinality.h"
#include "counters.h"
#include "known_values.h"
#include "linearised.h"
#include "loops.h"
#include "near_entries.h"
#include "point_sum.h"
#include "poly.h"
#include "quota.h"
#include "quotients.h"
#include "scales.h"
#include "tables.h"
#include "wrapped.h"

#endif
