// SPDX-License-Identifier: Apache-2.0
//
// The space of the parameters is a list of cells, at first one. With each summand a cell falls apart into what is in
// its conditions and, condition by condition, what is not. Cells of the same summands are one piece again in the end.
#include "refinement.h"

#include <stdlib.h>
#include <string.h>

enum {
	MOST_CELLS = 1000,
	MOST_SUMMANDS = 512,
	MOST_CUTS = 12000, // of cells by conditions
};

typedef struct cell {
	unsigned long of[MOST_SUMMANDS / 64]; // [summand]: a bit
	rows where;
} cell;

typedef struct cells {
	isl_space *params;
	int n_columns, n_cuts;
	bool failed;
	int n;
	cell *all[MOST_CELLS];
} cells;

static void add_cell(cells *c, cell *added)
{
	c->failed |= c->n == MOST_CELLS;
	if (c->failed)
		free(added);
	else
		c->all[c->n++] = added;
}

static cell *cell_copy(const cell *from)
{
	cell *copy = malloc(sizeof *copy);
	*copy = *from;
	return copy;
}

// What one condition of a cell says of another condition: most that meet differ in the constant alone.
typedef enum verdict { OPEN, HOLDS, NEVER } verdict;

static verdict says(const cells *c, const row *known, const row *condition)
{
	bool same = true, opposite = true;
	for (int k = 1; k < c->n_columns; k++) {
		same &= known->at[k] == condition->at[k];
		opposite &= known->at[k] == -condition->at[k];
	}
	if (same && known->at[0] <= condition->at[0]) return HOLDS;
	return opposite && known->at[0] + condition->at[0] < 0 ? NEVER : OPEN;
}

static verdict cell_says(const cells *c, const cell *of, const row *condition)
{
	for (int k = 0; k < of->where.n_least; k++) {
		verdict v = says(c, &of->where.least[k], condition);
		if (v != OPEN) return v;
	}
	for (int k = 0; k < of->where.n_equal; k++) {
		row other;
		for (int j = 0; j < c->n_columns; j++) other.at[j] = -of->where.equal[k].at[j];
		verdict v = says(c, &of->where.equal[k], condition);
		if (v == OPEN) v = says(c, &other, condition);
		if (v != OPEN) return v;
	}
	return OPEN;
}

// Makes the cell what is in it of the condition. False: nothing is.
static bool cut(cells *c, cell *of, const row *condition)
{
	verdict v = cell_says(c, of, condition);
	if (v != OPEN) return v == HOLDS;
	c->failed |= ++c->n_cuts > MOST_CUTS || !rows_add_least(&of->where, c->n_columns, condition);
	return !c->failed && rows_tidy(&of->where, c->params, &c->failed);
}

// Takes the part of the cell in which the condition does not hold out of it. False: it does not hold anywhere in the
// cell, which stays as it is.
static bool split(cells *c, cell *of, const row *condition)
{
	row opposite;
	verdict v = cell_says(c, of, condition);
	if (v != OPEN) return v == HOLDS;
	for (int k = 0; k < c->n_columns; k++) opposite.at[k] = -condition->at[k];
	opposite.at[0]--;
	cell *rest = cell_copy(of);
	if (!cut(c, rest, &opposite)) {
		free(rest);
		return !c->failed;
	}
	cell *inside = cell_copy(of);
	bool any = !c->failed && cut(c, inside, condition);
	if (any) {
		*of = *inside;
		add_cell(c, rest);
	} else {
		free(rest);
	}
	free(inside);
	return any;
}

// Where the summand's conditions hold in the cell it counts there. Takes the cell.
static void add_to_cell(cells *c, cell *of, const rows *where, int summand)
{
	bool inside = true;
	for (int k = 0; k < where->n_least && inside; k++) inside = split(c, of, &where->least[k]);
	for (int k = 0; k < where->n_equal && inside; k++) {
		row less;
		inside = split(c, of, &where->equal[k]);
		for (int j = 0; j < c->n_columns; j++) less.at[j] = -where->equal[k].at[j];
		inside = inside && split(c, of, &less);
	}
	if (inside) of->of[summand / 64] |= 1UL << summand % 64;
	add_cell(c, of);
}

// Whether the summand and the cell have nothing in common.
static bool is_apart(cells *c, const cell *of, const rows *where)
{
	for (int k = 0; k < where->n_least; k++)
		if (cell_says(c, of, &where->least[k]) == NEVER) return true;
	cell *common = cell_copy(of);
	bool together = true;
	for (int k = 0; k < where->n_least && together; k++)
		together = rows_add_least(&common->where, c->n_columns, &where->least[k]);
	for (int k = 0; k < where->n_equal && together; k++) {
		together = common->where.n_equal < ROWS_MOST;
		if (together) common->where.equal[common->where.n_equal++] = where->equal[k];
	}
	c->n_cuts++;
	bool apart = together && !rows_tidy(&common->where, c->params, &c->failed);
	free(common);
	return apart && !c->failed;
}

static void add_to_all(cells *c, const rows *where, int summand)
{
	cell *before[MOST_CELLS];
	int n = c->n;
	memcpy(before, c->all, sizeof *before * (size_t)n);
	c->n = 0;
	for (int k = 0; k < n; k++) {
		if (c->failed)
			free(before[k]);
		else if (is_apart(c, before[k], where))
			add_cell(c, before[k]);
		else
			add_to_cell(c, before[k], where, summand);
	}
}

static isl_qpolynomial *count_in(const cell *of, const summand *all, int n)
{
	isl_qpolynomial *sum = NULL;
	for (int k = 0; k < n; k++) {
		if (!(of->of[k / 64] >> k % 64 & 1)) continue;
		isl_qpolynomial *count = isl_qpolynomial_copy(all[k].count);
		sum = sum ? isl_qpolynomial_add(sum, count) : count;
	}
	return sum;
}

// The cells from `first` on of the same summands, which are marked as done.
static isl_set *cells_as(cells *c, int first)
{
	isl_set *where = isl_set_empty(isl_space_copy(c->params));
	const cell as = *c->all[first];
	for (int k = first; k < c->n; k++) {
		if (memcmp(c->all[k]->of, as.of, sizeof as.of) != 0) continue;
		isl_set *part = isl_set_from_basic_set(rows_set(&c->all[k]->where, c->params));
		where = isl_set_union(where, part);
		memset(c->all[k]->of, 0, sizeof as.of);
	}
	return isl_set_coalesce(where);
}

static isl_pw_qpolynomial *pieces(cells *c, const summand *all, int n)
{
	isl_space *space = isl_space_copy(c->params);
	isl_pw_qpolynomial *sum = isl_pw_qpolynomial_from_qpolynomial(isl_qpolynomial_zero_on_domain(space));
	sum = isl_pw_qpolynomial_intersect_domain(sum, isl_set_empty(isl_space_copy(c->params)));
	for (int k = 0; k < c->n; k++) {
		isl_qpolynomial *count = count_in(c->all[k], all, n);
		if (!count) continue;
		isl_pw_qpolynomial *piece = isl_pw_qpolynomial_alloc(cells_as(c, k), count);
		sum = isl_pw_qpolynomial_add_disjoint(sum, piece);
	}
	return sum;
}

// The sum of those with the same conditions on remainders.
static isl_pw_qpolynomial *sum_alike(const summand *all, int n, isl_space *params)
{
	cells *c = calloc(1, sizeof *c);
	c->params = params;
	c->n_columns = 1 + isl_space_dim(params, isl_dim_param);
	add_cell(c, calloc(1, sizeof(cell)));
	for (int k = 0; k < n && !c->failed; k++) add_to_all(c, all[k].where, k);
	isl_pw_qpolynomial *sum = c->failed ? NULL : pieces(c, all, n);
	for (int k = 0; k < c->n; k++) free(c->all[k]);
	free(c);
	return all->remains ? isl_pw_qpolynomial_intersect_domain(sum, isl_set_copy(all->remains)) : sum;
}

static bool remains_alike(const summand *a, const summand *b)
{
	if (!a->remains || !b->remains) return a->remains == b->remains;
	return isl_set_plain_is_equal(a->remains, b->remains) == isl_bool_true;
}

__isl_give isl_pw_qpolynomial *refinement_sum(const summand *all, int n, __isl_keep isl_space *params)
{
	if (n > MOST_SUMMANDS) return NULL;
	bool done[MOST_SUMMANDS] = {false};
	isl_space *space = isl_space_copy(params);
	isl_pw_qpolynomial *sum = isl_pw_qpolynomial_from_qpolynomial(isl_qpolynomial_zero_on_domain(space));
	bool nothing = true;
	for (int k = 0; k < n; k++) {
		summand alike[MOST_SUMMANDS];
		int n_alike = 0;
		for (int j = k; j < n; j++) {
			if (done[j] || !remains_alike(&all[k], &all[j])) continue;
			done[j] = true;
			alike[n_alike++] = all[j];
		}
		if (!n_alike) continue;
		isl_pw_qpolynomial *part = sum_alike(alike, n_alike, params);
		if (nothing) isl_pw_qpolynomial_free(sum);
		sum = nothing ? part : isl_pw_qpolynomial_add(sum, part);
		nothing = false;
	}
	return sum;
}
