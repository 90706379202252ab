// SPDX-License-Identifier: Apache-2.0
//
// Text that is written anew before it is analysed: macros and headers that hold what changes, loops in other words.
// The room's public header: what other rooms may use.
#ifndef HPCC_FRONTEND_REWRITES_ROOM_H
#define HPCC_FRONTEND_REWRITES_ROOM_H

#include "expand.h"

#endif
