// SPDX-License-Identifier: Apache-2.0
//
// Questions about expressions that need nothing but the expression. It may be NULL: none. What stands in GNU statement
// expressions in it, and in sizeof, counts, too.
#ifndef HPCC_ANALYSIS_MODEL_EXPRESSIONS_H
#define HPCC_ANALYSIS_MODEL_EXPRESSIONS_H

#include "program.h"

// Whether the expression, or one in it, is of one of these kinds: EXPR_KIND(CALL) | EXPR_KIND(ASSIGN).
#define EXPR_KIND(kind) (1U << PROG_EXPR_##kind)
#define EXPR_CHANGES (EXPR_KIND(ASSIGN) | EXPR_KIND(INCDEC))
// What may do more than to compute a value, or may have another one when it is evaluated again.
#define EXPR_EFFECTS (EXPR_CHANGES | EXPR_KIND(CALL) | EXPR_KIND(OPAQUE))
bool expr_holds(const prog_expr *e, unsigned kinds);
// Whether it, and all that is in it, is of one of these kinds.
bool expr_is_made_of(const prog_expr *e, unsigned kinds);

// Whether it, or an expression in it, is spelled so.
bool expr_spells(const prog_expr *e, const char *text);
// Whether it assigns to the variable by its name.
bool expr_sets(const prog_expr *e, const prog_symbol *variable);
// The same of this one expression, without what is in it; not NULL.
bool expr_is_change_of(const prog_expr *e, const prog_symbol *variable);

// The variable before all subscripts: p of p[l][k]; NULL: it is none.
prog_symbol *expr_subscripted(const prog_expr *e);
// Of made(i).x, the member of a value, which is nowhere in memory: that value. NULL: it is none.
const prog_expr *expr_value_of_part(const prog_expr *e);

// The k-th operand, from 0, of `x && y && z` or `x, y, z`, which `op` joins; of any other expression that itself.
// NULL: there are not so many.
const prog_expr *expr_operand(const prog_expr *e, prog_op op, int k);
// Whether one of the comparisons that `&&` joins is `!=`.
bool expr_has_unequal(const prog_expr *e);

#endif
