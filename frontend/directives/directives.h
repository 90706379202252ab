// SPDX-License-Identifier: Apache-2.0
//
// Directives: tokens to rows, names to symbols, what they say together. C, without Clang.
// The room's public header: what other rooms may use.
#ifndef HPCC_FRONTEND_DIRECTIVES_ROOM_H
#define HPCC_FRONTEND_DIRECTIVES_ROOM_H

#include "directive.h"

#endif
