// SPDX-License-Identifier: Apache-2.0
//
// Which pointers lead to memory that is never mapped. Two answers: a proof, for variables that get fresh memory and let
// nobody else know it (closed pointers); and an expectation, by flow-insensitive inclusion (after L. Andersen), one set
// for all objects' member of a name, which whoever uses it has to test.
#ifndef HPCC_ANALYSIS_POINTS_TO_H
#define HPCC_ANALYSIS_POINTS_TO_H

#include "../model/model.h"

typedef struct points_to points_to;

// Lives as long as `unit`, in its arena.
points_to *points_to_new(prog_unit *unit);

// `s` is a variable or member that is an array without a mapping. Whether a pointer with one is seen to get its memory,
// which is mapped then.
bool points_to_lent(const points_to *p, const prog_symbol *s);

// A call of malloc or the like, or of a function that hands memory on, in a function that hands it on in turn, to a
// pointer with a mapping in some call. What it does that by: the function itself where it returns it, a parameter f
// where it sets *f, a member. NULL: it does not.
const prog_symbol *points_to_awaited(const points_to *p, const prog_expr *call);
// The same of one of the function's pointers.
const prog_symbol *points_to_handed_on_by(const points_to *p, const prog_symbol *s);
// Whether memory is handed on by it: a function, a parameter or a member.
bool points_to_hands_on(const points_to *p, const prog_symbol *s);
// Who gets the memory that such a function hands on in this call; NULL: it is no such call.
const prog_symbol *points_to_receiver(const points_to *p, const prog_expr *call);

// `s` is a variable, parameter or member that is a pointer.
// Proved: the memory that it leads to is not mapped while it does.
bool points_to_unmapped(points_to *p, const prog_symbol *s);
// Proved: the memory is known to these pointers alone, `s` the first of them, each of which has all of it or a piece.
enum { POINTS_TO_PIECES = 16 };
typedef struct pieces {
	int n;
	const prog_symbol *list[POINTS_TO_PIECES];
} pieces;
bool points_to_pieces(points_to *p, const prog_symbol *s, pieces *found);
// Proved as well: a parameter to which all calls, which are known, give the addresses of variables, or of what such a
// pointer leads to. Others may know that memory.
bool points_to_variables(const points_to *p, const prog_symbol *s);
// All that the analysis sees it lead to is not mapped. False where it sees nothing.
bool points_to_expected_unmapped(const points_to *p, const prog_symbol *s);
// Whether some of what the pointer may get comes from other units.
bool points_to_elsewhere(const points_to *p, const prog_symbol *s);
// The same of what the pointers of an array variable lead to (double *p[4]).
bool points_to_expected_elements(const points_to *p, const prog_symbol *s);
// The same of the rows that a pointer to pointers leads to (double **p), or such an array.
bool points_to_expected_rows(const points_to *p, const prog_symbol *s);
// Whether such rows and what another pointer leads to may be the same memory.
bool points_to_rows_may_meet(points_to *p, const prog_symbol *rows, const prog_symbol *other);

// A view in which that is taken to be so of `n` parameters. In the unit's arena.
points_to *points_to_with_unmapped(const points_to *p, prog_symbol *const *symbols, int n);

// The mappings of memory that it is seen to lead to, at most POINTS_TO_MAPPINGS; 0: none is seen, or there are more. An
// expectation.
enum { POINTS_TO_MAPPINGS = 63 };
int points_to_mappings(const points_to *p, const prog_symbol *s, const prog_mapping **out);
// The same of the pointers that are found where `s` leads: of s[k].
int points_to_element_mappings(const points_to *p, const prog_symbol *s, const prog_mapping **out);

// Whether it is seen to be set to a place within memory (p = block + offset), or to step. An expectation.
bool points_to_inside(const points_to *p, const prog_symbol *s);
// Whether it is seen to go back (p = block - offset): subscripts count from 1, perhaps.
bool points_to_before(const points_to *p, const prog_symbol *s);

// Whether the function returns memory of its own making, which nobody else knows.
bool points_to_gives_fresh(const points_to *p, const prog_symbol *function);
// The same, and where pointers in that memory lead is fresh, too.
bool points_to_gives_fresh_rows(const points_to *p, const prog_symbol *function);
// Whether the function may let the pointer that it is given be known elsewhere: kept, or returned.
bool points_to_keeps_argument(points_to *p, const prog_function *f, int argument);

// Whether two different pointers, or a pointer and an array, may lead to the same memory.
bool points_to_may_meet(points_to *p, const prog_symbol *a, const prog_symbol *b);
// Whether all that is seen to get into two different ones is apart, and something is: false where it sees nothing.
bool points_to_are_seen_apart(points_to *p, const prog_symbol *a, const prog_symbol *b);
// Whether a pointer, an expression, may lead to memory of variables: false where it is seen to lead to other memory
// only.
bool points_to_may_reach_variables(points_to *p, const prog_expr *pointer);
// Whether the analysis sees a pointer and another pointer, or a variable, lead to the same memory.
bool points_to_shares_place(points_to *p, const prog_symbol *a, const prog_symbol *b);

#endif
