// SPDX-License-Identifier: Apache-2.0
//
// Who executes what of a nest, and whether that is right.
// The room's public header: what other rooms may use.
#ifndef HPCC_ANALYSIS_SPLIT_ROOM_H
#define HPCC_ANALYSIS_SPLIT_ROOM_H

#include "distribution.h"
#include "flow.h"
#include "groups.h"
#include "overwritten.h"
#include "partition.h"
#include "resident.h"
#include "slices.h"

#endif
