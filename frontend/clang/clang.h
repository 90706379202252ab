// SPDX-License-Identifier: Apache-2.0
//
// Clang's tree to the program model.
// The room's public header: what other rooms may use.
#ifndef HPCC_FRONTEND_CLANG_ROOM_H
#define HPCC_FRONTEND_CLANG_ROOM_H

#include "convert.h"
#include "inclusions.h"
#include "messages.h"
#include "pragma.h"

#endif
