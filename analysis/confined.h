// SPDX-License-Identifier: Apache-2.0
//
// Inside of the analysis: calls of functions that work on what they are given, and are not taken in place of the call: they call themselves, get
// their memory as void *, or go through it in ways that no subscript says. On arrays that an iteration has to itself they may do what they like.
#ifndef HPCC_ANALYSIS_CONFINED_H
#define HPCC_ANALYSIS_CONFINED_H

#include "builder.h"

// Whether the call's function does nothing but work on what it is given.
bool confined_call(unit_facts *facts, const prog_expr *call);
// The same, but it may read and write files: whether it stores only through what it is given.
bool confined_call_stores(unit_facts *facts, const prog_expr *call);
// Whether it allocates memory for numbers, works on that, and returns it: the call gets nothing but numbers.
bool confined_call_gives(unit_facts *facts, const prog_expr *call);
// Notes what such a call accesses but for the memory, in front of which it stands.
void confined_call_gives_accesses(builder *b, nest_stmt *s, const prog_expr *call);
// Functions that could be taken in place of their calls are not, from now on, where the call can be one of these. More is known of a call otherwise, but
// not always what is needed.
void confined_prefer(bool on);
// Whether a call that could be one of these has been seen since then.
bool confined_is_possible(void);
// Whether the call, which makes up the statement, is to be one of these.
bool confined_is_preferred(const builder *b, const prog_stmt *stmt, const prog_expr *call);
// Notes what the call accesses: all of the arrays that it gets. False, and nothing is noted, where its function does something else, or memory may
// be mapped.
bool confined_call_accesses(builder *b, nest_stmt *s, const prog_expr *call);

#endif
