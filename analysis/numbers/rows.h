// SPDX-License-Identifier: Apache-2.0
//
// Conjunctions of affine constraints as rows of integers, for what combines constraints: isl decides what is redundant.
#ifndef HPCC_ANALYSIS_ROWS_H
#define HPCC_ANALYSIS_ROWS_H

#include <isl/set.h>
#include <isl/space.h>

#include <stdbool.h>

enum { ROWS_MOST = 64, ROWS_MOST_COLUMNS = 40 };

// The first column is the constant, then there are the parameters and the dimensions of the space.
typedef struct row {
	long at[ROWS_MOST_COLUMNS];
} row;

typedef struct rows {
	int n_equal, n_least; // rows that are 0, and at least 0
	row equal[ROWS_MOST], least[ROWS_MOST];
} rows;

// sum = a * x + b * y over the first n columns; false: the numbers become too large.
bool row_combine(int n, long a, const row *x, long b, const row *y, row *sum);

// Adds what is at least 0, in lowest terms. False: there is no room.
bool rows_add_least(rows *r, int n_columns, const row *added);

// False: there are too many constraints, or too large numbers. Integer divisions are the last columns.
bool rows_read(rows *r, __isl_keep isl_basic_set *set);
__isl_give isl_basic_set *rows_set(const rows *r, __isl_keep isl_space *space);

// Constraints that others imply go, and inequalities that hold as equalities become these. False: no fraction fulfils
// the rows, or (`*failed` is set) it is not known.
bool rows_tidy(rows *r, __isl_keep isl_space *space, bool *failed);

#endif
