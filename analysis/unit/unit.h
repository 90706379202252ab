// SPDX-License-Identifier: Apache-2.0
//
// What the whole unit knows: where pointers lead, what functions do, what is read later, what a program asks.
// The room's public header: what other rooms may use.
#ifndef HPCC_ANALYSIS_UNIT_ROOM_H
#define HPCC_ANALYSIS_UNIT_ROOM_H

#include "asked_output.h"
#include "block_value.h"
#include "call_rules.h"
#include "clocks.h"
#include "confined.h"
#include "facts.h"
#include "flow_memory.h"
#include "inline.h"
#include "liveness.h"
#include "mapped_accesses.h"
#include "named_values.h"
#include "own_blocks.h"
#include "own_rows.h"
#include "program_end.h"
#include "serial_effects.h"
#include "settled.h"
#include "unheeded.h"
#include "unused_functions.h"
#include "written_out.h"

#endif
