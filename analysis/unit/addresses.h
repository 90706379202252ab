// SPDX-License-Identifier: Apache-2.0
//
// Who knows the address of a variable or a member. What is only given to a call that forgets it is changed there, by
// its name, and by nothing else: scanf("%d", &n).
#ifndef HPCC_ANALYSIS_ADDRESSES_H
#define HPCC_ANALYSIS_ADDRESSES_H

#include "../model/model.h"
#include "points_to.h"

// [symbol id]: variables and members whose address, or that of a part, goes further than to such calls. The unit's.
unsigned char *addresses_kept(prog_unit *unit, points_to *pointers);
// Whether the statement takes the address of the variable or member, or of a part of it.
bool addresses_are_taken_in(const prog_stmt *statement, const prog_symbol *symbol);

#endif
