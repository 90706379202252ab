// SPDX-License-Identifier: Apache-2.0
//
// Loops that stand one after the other as one nest: what some of them leave in arrays without a mapping for the others
// is private in it, and needs not be made whole in between.
#ifndef HPCC_ANALYSIS_GROUPS_H
#define HPCC_ANALYSIS_GROUPS_H

#include "../model/model.h"
#include "partition.h"

typedef struct group {
	prog_stmt *loop;  // around the statements
	prog_stmt *block; // in which they stood
	int from, n;      // which of its children
	prog_stmt **children;
	int n_children;
} group;

// Adds the variable that such loops count with to the unit; to be called before facts are made.
void groups_begin(prog_unit *unit);
// How many of the block's statements from `from` on, at most `most`, could be one nest; 0: none.
int groups_find(const prog_stmt *block, int from, int most);
// Whether the two could be in one such nest, where they stand in one block; whether the statement is a loop, or calls a
// function with loops for its effect.
bool groups_hold(const prog_stmt *s, const prog_stmt *with);
bool groups_is_loop(const prog_stmt *s);
// Puts a loop around them, and takes it away again.
group groups_make(prog_unit *unit, prog_stmt *block, int from, int n);
void groups_undo(const group *g);
// Whether the loop is one of these: it has no text of its own, and runs once.
bool group_is(const prog_stmt *s);
// Which of the statements in such a loop this one stands in; -1: in none, or the loop is another one.
int group_part(const prog_stmt *loop, const prog_stmt *s);
// Whether the loops are better off as one nest, of which nothing is assumed that would not be of one of them.
bool groups_gain(const group *g, const nest *n, const partition *p);

#endif
