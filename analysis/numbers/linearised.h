// SPDX-License-Identifier: Apache-2.0
//
// Between the parts of the recovery of subscripts from memory that is linearised by hand.
#ifndef HPCC_ANALYSIS_LINEARISED_H
#define HPCC_ANALYSIS_LINEARISED_H

#include "../model/model.h"
#include "../nest/nest.h"

typedef struct strides {
	int rank;                   // 1: none
	poly stride[PROG_MAX_RANK]; // of dimension d, in elements; the last is 1
	poly extent[PROG_MAX_RANK]; // of dimensions 1..
	const char *extent_text[PROG_MAX_RANK];
	const prog_expr *rows; // of a shape that a directive gives: its first extent
	bool displaced;        // the pointer leads into a row
	// Where they are variables of the program's own: C of that which is the stride of the dimension, NULL: none.
	// `unit`: that of the last one, which should be 1; 0 (no terms): none.
	const char *name_text[PROG_MAX_RANK];
	poly unit;
} strides;

typedef void access_visitor(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user);

// linearised.c
void linearised_each_access(builder *b, int object, access_visitor *visit, void *user);
// Subscripts by division.
void linearised_split(const strides *st, const poly *flat, poly *sub);

// named_strides.c

// What a nest's subscripts and assumptions were before names were replaced.
typedef struct named_strides {
	int n_saved;
	poly *saved; // in the order of the accesses
	isl_set *assume;
	isl_set *
	        holds; // of the parameters: the names are these strides. The caller's, where they were replaced for good
} named_strides;

// Where loop variables are multiplied with integers of the program's own, i * Ni + j * Nj + k * Nk + N0: gives all of
// the object's accesses the subscripts that these names are the strides of, N0 being the element that it leads to. That
// the names have such values is an assumption. `st` has the shape that is known of the memory; with rank 0 there is
// none: then it gets extents that are quotients of the names, of `rank` dimensions (0: as many as there are names).
// `least`: so many names at least. False: nothing of the kind, and nothing was changed.
bool named_strides_replace(builder *b, const nest_object *o, int rank, int least, strides *st, named_strides *was);
// Whether iterations of the statement depend on the parameter: it bounds a loop, which no stride does.
bool named_strides_bound(builder *b, const nest_stmt *s, int par);
// Takes that back, or (`keep`) for good.
void named_strides_settle(builder *b, const nest_object *o, named_strides *was, bool keep);

// Where all accesses to the object, which has one dimension, are by sums of strides times subscripts: gives it those
// dimensions.
void linearised_recover(builder *b, nest_object *o);
// The same where its type has several dimensions, fewer than the shape that its memory is given: double f[9][n * m] of
// the shape [9][n][m].
void linearised_recover_rows(builder *b, nest_object *o);

#endif
