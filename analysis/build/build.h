// SPDX-License-Identifier: Apache-2.0
//
// Building the model of a nest: what it accesses, combines, and how it may be left.
// The room's public header: what other rooms may use.
#ifndef HPCC_ANALYSIS_BUILD_ROOM_H
#define HPCC_ANALYSIS_BUILD_ROOM_H

#include "array_reductions.h"
#include "exits.h"
#include "independent.h"
#include "nest_build.h"

#endif
