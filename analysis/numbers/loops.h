// SPDX-License-Identifier: Apache-2.0
//
// Inside of the analysis: how the heads of loops count.
#ifndef HPCC_ANALYSIS_LOOPS_H
#define HPCC_ANALYSIS_LOOPS_H

#include "../model/model.h"
#include "../nest/nest.h"

// The variable beside its own one that the loop's head steps, and that is no counter; NULL: none, or the loop does not
// count.
const prog_symbol *loops_stepped_beside(builder *b, const prog_stmt *s);
// Whether the loop, b->n->loops[index], counts by one variable: then what it starts with, how far it steps.
// *start_value: its first value.
bool loops_count(builder *b, int index, prog_stmt *s, poly *start_value);
// What the operands of a comma set `var` to; NULL: nothing.
const prog_expr *loops_set_to(const prog_expr *e, const prog_symbol *var);
// Whether the head begins with more than the loop's own variable.
bool loops_several_starts(const prog_stmt *init);
// `e`, an operand of the comma in the loop's head that sets another variable than `var`, its own, may as well stand
// before the loop.
bool loops_may_hoist(const builder *b, const prog_stmt *loop, const prog_expr *e, const prog_symbol *var);

// Sets over the loops up to the one at hand, the innermost:
// what its condition `e` admits, where `!=` stands for the comparison that ends the loop; NULL: not affine
__isl_give isl_set *loops_condition(builder *b, nest_loop *l, const prog_expr *e);
// what its steps reach
__isl_give isl_set *loops_stepped(builder *b, const nest_loop *l);
// those that a loop which counts down in its condition, i-- > n, does not go beyond; NULL: not affine
__isl_give isl_set *loops_down_to(builder *b, const nest_loop *l);

// How far the loop goes from its start to the first value that its condition, `i < B`, does not admit. False: not
// known.
bool loops_distance(builder *b, const nest_loop *l, const poly *start, poly *distance);

#endif
