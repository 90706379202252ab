// SPDX-License-Identifier: Apache-2.0
//
// Calls in nests: the body of a function in sight as if it stood at the call. Pointers are replaced by what they are
// given, other parameters are variables of the function. The text stays the call: its statements have one place.
// Pointers that a nest sets to an element or row: statements as if they named that themselves.
#ifndef HPCC_ANALYSIS_INLINE_H
#define HPCC_ANALYSIS_INLINE_H

#include "../model/model.h"

// A copy of the body of the function that `call` calls, in the unit's arena, its returns included; NULL where that
// cannot be: the body is not in sight, it calls itself, has static variables that change or mappings, jumps, names
// something that `caller` calls otherwise, changes or keeps its pointers. Asked again, it gives the same copy.
prog_stmt *inline_call(prog_unit *unit, const prog_function *caller, const prog_expr *call);

// Copies of `n` statements in which `value` stands for the pointers `p`, each in its place: `p = value` stands before
// them, they do not set p, nor what the value names. What does not mention p is not copied. NULL where `value` does not
// name memory in a way that can be followed.
prog_stmt **inline_pointers(prog_unit *unit, int n_pointers, const prog_symbol *const *p, prog_expr *const *value,
        prog_stmt *const *stmt, int n);

// What a pointer is set to, where it names memory as above, without casts and functions that return an address; else
// NULL.
prog_expr *inline_pointer_value(
        prog_unit *unit, const prog_function *caller, const prog_symbol *p, const prog_expr *value);

// The lvalue without what it goes through: functions that return an address. `e` itself where there are none, or where
// one of them cannot be seen through.
const prog_expr *inline_place(prog_unit *unit, const prog_function *caller, const prog_expr *e);

// The choice between two addresses that the lvalue goes through, (c ? &a[i] : &b[i])->x; NULL: there is none.
const prog_expr *inline_choice(const prog_expr *e);

// The lvalue where the first (`which` 1) or the second (2) of the choice's addresses is taken; NULL: it cannot be
// followed.
const prog_expr *inline_chosen(
        prog_unit *unit, const prog_function *caller, const prog_expr *e, const prog_expr *choice, int which);

// The number that a call gives, in terms of its arguments; NULL: the function does more than to compute it, or in more
// than one way.
const prog_expr *inline_number(prog_unit *unit, const prog_function *caller, const prog_expr *call);

// A copy of the expression in which `value` stands for the pointers `p`; NULL where one of these does not name memory
// in a way that can be followed.
prog_expr *inline_given(prog_unit *unit, const prog_function *caller, int n, const prog_symbol *const *p,
        prog_expr *const *value, const prog_expr *e);

// Whether the function has names of its own for variables of file scope that the expression names.
bool inline_hides(const prog_function *f, const prog_expr *e);

// An array whose elements, of as many dimensions as there are, are const.
bool inline_is_table(const prog_type *t);

// Whether the subscript was made of one of a called function: it may lead out of the row that the call names.
static inline bool inline_made(const prog_expr *e) { return e->kind == PROG_EXPR_INDEX && e->value; }

#endif
