// SPDX-License-Identifier: Apache-2.0
//
// Where the variables of blocks have got the values that directives name: int n; ... array a[n] ... scanf("%d", &n).
#ifndef HPCC_CODEGEN_LATE_VALUES_H
#define HPCC_CODEGEN_LATE_VALUES_H

#include "rewrite.h"

// `at`, or the end of the first statement behind it, in the same block, that gives a value to a variable in the
// expression (NULL: none) which has none before; `at`, too, where there is no such statement.
unsigned late_value_place(const rewriter *w, const prog_expr *e, unsigned at);
// The same for all that says how much of an array there is, and how it is split.
unsigned late_values_place(const rewriter *w, const prog_mapping *m, unsigned at);
// Where members that say how much of the array there is have got their values behind the statement that sets
// `pointer`, a member of the same object: a->data = malloc(n); a->rows = r; a->columns = n / r; The end of the last
// such statement, before any loop and any call of the program's functions. 0: there are none.
unsigned late_members_place(const rewriter *w, const prog_mapping *m, const prog_expr *pointer);
// The end of the declaration of a variable of a block.
unsigned late_declaration_end(const rewriter *w, const prog_symbol *s);
// Whether a statement that begins between the two places may set the variable.
bool late_is_set_between(const rewriter *w, const prog_symbol *s, unsigned from, unsigned to);
// Whether anything is done between the two places of a block.
bool late_does_between(const rewriter *w, unsigned from, unsigned to);

#endif
