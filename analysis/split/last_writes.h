// SPDX-License-Identifier: Apache-2.0
//
// The last writes before what a statement reads of one object: isl's dependence analysis, asked in the iterations of
// the statements themselves.
#ifndef HPCC_ANALYSIS_LAST_WRITES_H
#define HPCC_ANALYSIS_LAST_WRITES_H

#include "../model/model.h"
#include "../nest/nest.h"

// An access as one end of the flow.
typedef struct flow_end {
	const nest_stmt *stmt;
	const nest_access *access;
	isl_set *elements;
	// What both branches set, as a write at their condition; NULL: a write.
	const nest_branches *branches;
	bool must;      // of a write: whoever reads the element later does not see what was there before
	unsigned fixed; // bits of the subscripts that are numbers:
	long sub[PROG_MAX_RANK];
} flow_end;

// Whether `a` stands in front of `b`, in the same iteration of the loops around both.
bool last_writes_stands_before(const nest_stmt *a, const nest_stmt *b);

// Whether the statement may write in an earlier iteration of a loop that it shares with the one that reads, or in front
// of that one.
bool last_writes_may_be_before(const nest_stmt *w, const nest_stmt *r);

// Reads of one object by one statement, in the order of the nest's text; and the writes that may reach them, those of
// one statement together.
typedef struct last_writes_question {
	const nest *n;
	int n_reads, n_writes;
	const flow_end **reads, **writes;
} last_writes_question;

// The pairs of a write's iteration and a read's, and the reads that may see what was there before the nest. False:
// there are too many cases. Under a limit of isl's operations; `*fresh`: nothing of it has been used up yet.
bool last_writes_find(const last_writes_question *q, bool *fresh, __isl_give isl_union_map **flow,
        __isl_give isl_union_map **entering);

#endif
