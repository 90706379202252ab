// SPDX-License-Identifier: Apache-2.0
//
// Inside of the analysis: variables that step beside a loop's own one, k += 2 or isw = 3 - isw in its head or once in
// its body. What they are in an iteration is known without those before it. The text of a split nest sets them to that
// where a loop does not run from its beginning (nest_counter), so they are no objects: nothing flows through them.
#ifndef HPCC_ANALYSIS_COUNTERS_H
#define HPCC_ANALYSIS_COUNTERS_H

#include "../model/model.h"
#include "../nest/nest.h"

// What a statement does to a variable: x becomes by + x, or by - x, or (by + x) % modulus, or what an expression is,
// jm1 = j.
typedef struct counter_change {
	bool turns;
	bool binary; // by - x only where x is 0 or 1: !x, (x + 1) % 2
	poly by;     // of parameters
	bool wraps;  // by is a constant, not 0; below 0 the result is not negative either
	poly modulus;
	const prog_expr *follows; // of the loop's variable, and of what is the same at its beginning; NULL: of itself
} counter_change;

// The counters of one loop, with what they are before it.
typedef struct loop_counters {
	int n;
	poly first; // value of the loop's variable
	struct {
		prog_symbol *symbol;
		counter_change change; // by one iteration
		poly before;
		bool known; // what it follows, in the loop
		poly followed;
	} of[COUNTERS_MOST];
} loop_counters;

// Which variables of the nest may be counters: b->counter[id]. Those of b->no_counter are not.
void counters_find(builder *b, const prog_stmt *root);
// The variable's value is used or lost where it is not known: the nest is built again, without it as a counter.
void counters_refuse(builder *b, const prog_symbol *symbol);
// Whether `e` does nothing but change counters, each by itself.
bool counters_changes_only(const builder *b, const prog_expr *e);
// A statement that may change counters: their values afterwards. False where it does something else besides.
bool counters_step(builder *b, const prog_expr *e);
// Before a loop is entered, whose own variable is `var`: which counters it has.
void counters_of_loop(builder *b, const prog_stmt *s, const prog_symbol *var, loop_counters *c);
// In the loop, whose first value is `first`: what they are at the beginning of an iteration.
void counters_enter(builder *b, int loop, loop_counters *c, const poly *first);
// There, where the iterations are known: what their values hold under.
void counters_confirm(builder *b, int loop, const loop_counters *c);
// Whether the condition, where it names counters, once it does not hold does not hold again. Among the loop's
// iterations.
bool counters_recede(builder *b, int loop, const prog_expr *cond, const loop_counters *c);
// How often a loop runs that steps by `step` (signed) over `distance`; false: not known.
bool counters_trips(builder *b, const poly *distance, long step, poly *trips);
// Behind the loop, which runs `trips` times (NULL: not known).
void counters_leave(builder *b, int loop, const loop_counters *c, const poly *trips);
// At the end of the nest: values that are needed after it must be known.
void counters_finish(builder *b);

#endif
