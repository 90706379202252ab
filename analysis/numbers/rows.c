// SPDX-License-Identifier: Apache-2.0
#include "rows.h"

#include <isl/mat.h>
#include <isl/val.h>

#include <stdlib.h>

enum { MOST_FACTOR = 1 << 20 };

static long common_divisor(long a, long b)
{
	for (a = labs(a), b = labs(b); b;) {
		long rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

static long floor_div(long a, long b) { return a / b - (a % b != 0 && (a % b < 0) != (b < 0)); }

bool row_combine(int n, long a, const row *x, long b, const row *y, row *sum)
{
	bool fits = labs(a) <= MOST_FACTOR && labs(b) <= MOST_FACTOR;
	for (int k = 0; k < n; k++) {
		long p, q;
		fits = fits && !__builtin_mul_overflow(a, x->at[k], &p) && !__builtin_mul_overflow(b, y->at[k], &q) &&
		       !__builtin_add_overflow(p, q, &sum->at[k]);
	}
	return fits;
}

bool rows_add_least(rows *r, int n_columns, const row *added)
{
	if (r->n_least == ROWS_MOST) return false;
	row *to = &r->least[r->n_least++];
	*to = *added;
	long divisor = 0;
	for (int k = 1; k < n_columns; k++) divisor = common_divisor(divisor, to->at[k]);
	for (int k = 1; k < n_columns && divisor > 1; k++) to->at[k] /= divisor;
	if (divisor > 1) to->at[0] = floor_div(to->at[0], divisor);
	return true;
}

static isl_mat *matrix_of(isl_ctx *ctx, const row *all, int n, int n_columns)
{
	isl_mat *m = isl_mat_alloc(ctx, (unsigned)n, (unsigned)n_columns);
	for (int k = 0; k < n; k++)
		for (int j = 0; j < n_columns; j++)
			m = isl_mat_set_element_val(m, k, j, isl_val_int_from_si(ctx, all[k].at[j]));
	return m;
}

static bool read_matrix(isl_mat *m, int *n, row *all)
{
	int n_columns = isl_mat_cols(m);
	*n = isl_mat_rows(m);
	bool fits = *n >= 0 && *n <= ROWS_MOST && n_columns >= 0 && n_columns <= ROWS_MOST_COLUMNS;
	for (int k = 0; fits && k < *n; k++)
		for (int j = 0; j < n_columns; j++) {
			isl_val *v = isl_mat_get_element_val(m, k, j);
			fits = fits && isl_val_cmp_si(v, MOST_FACTOR) < 0 && isl_val_cmp_si(v, -MOST_FACTOR) > 0;
			all[k].at[j] = fits ? isl_val_get_num_si(v) : 0;
			isl_val_free(v);
		}
	isl_mat_free(m);
	return fits;
}

bool rows_read(rows *r, __isl_keep isl_basic_set *set)
{
	isl_mat *equal = isl_basic_set_equalities_matrix(set, isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div);
	isl_mat *least = isl_basic_set_inequalities_matrix(set, isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div);
	bool fits = read_matrix(equal, &r->n_equal, r->equal);
	return read_matrix(least, &r->n_least, r->least) && fits;
}

__isl_give isl_basic_set *rows_set(const rows *r, __isl_keep isl_space *space)
{
	isl_ctx *ctx = isl_space_get_ctx(space);
	int dims = isl_space_is_params(space) == isl_bool_true ? 0 : isl_space_dim(space, isl_dim_set);
	int n = 1 + isl_space_dim(space, isl_dim_param) + dims;
	return isl_basic_set_from_constraint_matrices(isl_space_copy(space), matrix_of(ctx, r->equal, r->n_equal, n),
	        matrix_of(ctx, r->least, r->n_least, n), isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div);
}

bool rows_tidy(rows *r, __isl_keep isl_space *space, bool *failed)
{
	isl_basic_set *set = isl_basic_set_remove_redundancies(rows_set(r, space));
	isl_bool empty = isl_basic_set_plain_is_empty(set);
	bool fits = empty == isl_bool_true || (set && rows_read(r, set));
	isl_basic_set_free(set);
	*failed |= !fits;
	return fits && empty == isl_bool_false;
}
