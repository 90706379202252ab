// SPDX-License-Identifier: Apache-2.0
//
// Walks over expressions and statements: everything that is in them, the initialisers of declarations and the
// statements of GNU statement expressions included, in the order in which C evaluates it where it says one (operands
// of an assignment: the value first).
#ifndef HPCC_ANALYSIS_MODEL_WALK_H
#define HPCC_ANALYSIS_MODEL_WALK_H

#include "program.h"

// What is done behind the visit of a node.
typedef enum walk_next {
	WALK_ON,
	WALK_SKIP, // what is in the node is left out
	WALK_STOP, // the walk ends
} walk_next;

// How an expression is used where it stands.
typedef enum walk_use {
	WALK_VALUE,  // it is evaluated, and its value taken
	WALK_PLACE,  // it says where something is: what is set, or has its address taken, or a part of which is used
	WALK_CALLED, // it names the function that a call is of
	WALK_UNEVALUATED, // in sizeof
} walk_use;

// Each function may be NULL. The second one of a pair is called behind what is in the node, and not where the first one
// has left that out; what it returns counts but for WALK_SKIP.
typedef struct walker {
	walk_next (*expr)(const prog_expr *e, walk_use use, void *user);
	walk_next (*expr_end)(const prog_expr *e, walk_use use, void *user);
	walk_next (*stmt)(const prog_stmt *s, void *user);
	walk_next (*stmt_end)(const prog_stmt *s, void *user);
} walker;

// Walk through the expression or statement (NULL: nothing). Give whether the walk was stopped.
bool walk_expr(const prog_expr *e, const walker *w, void *user);
bool walk_stmt(const prog_stmt *s, const walker *w, void *user);

// Whether `test` holds for a node of the expression, or of the expressions in the statement: it looks at the one node
// that it gets, and is not asked again once it has held. One that never holds visits all of them.
typedef bool walk_test(const prog_expr *e, void *user);
bool walk_any(const prog_expr *e, walk_test *test, void *user);
bool walk_any_in(const prog_stmt *s, walk_test *test, void *user);
// The same without what is in sizeof, which is not evaluated.
bool walk_any_evaluated(const prog_expr *e, walk_test *test, void *user);
bool walk_any_evaluated_in(const prog_stmt *s, walk_test *test, void *user);

// Whether `test` holds for the statement or one in it. It is asked as the tests of expressions are.
typedef bool walk_stmt_test(const prog_stmt *s, void *user);
bool walk_any_stmt(const prog_stmt *s, walk_stmt_test *test, void *user);

#endif
