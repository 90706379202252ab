// SPDX-License-Identifier: Apache-2.0
//
// What conversions of numbers lose: which extrema are found in any order.
#ifndef HPCC_ANALYSIS_CONVERSIONS_H
#define HPCC_ANALYSIS_CONVERSIONS_H

#include "program.h"

// The way of what is chosen to where it is stored: the casts of an expression, then those of the ones around it.
typedef struct conversion_way {
	const prog_expr *casts;
	const struct conversion_way *then;
} conversion_way;

// A choice: s is compared with e, each through casts, and stays, or e takes its place.
typedef struct conversion_choice {
	const prog_expr *s_compared, *e_compared;
	const prog_expr *s_chosen, *e_chosen; // s_chosen: NULL where s just stays
	const conversion_way *then;
	const prog_type *to; // where the result is stored
} conversion_choice;

// Whether `to` becomes the larger (or smaller) of what it is and of e, as one number of its type: then the order of
// several e is all the same.
bool conversion_chooses(const conversion_choice *c);

#endif
