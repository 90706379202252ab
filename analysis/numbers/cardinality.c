// SPDX-License-Identifier: Apache-2.0
//
// A piece is a conjunction of inequalities over the parameters and the dimensions that are left, with a
// quasi-polynomial that is summed over these. Integer divisions in constraints become dimensions first, as each point
// has one value of them: so constraints have none, and a stride is an equality, as i = 2 q, which takes a dimension
// away.
#include "cardinality.h"

#include "refinement.h"
#include "rows.h"
#include "summation.h"

#include <isl/aff.h>
#include <isl/val.h>

#include <stdlib.h>

enum {
	MOST_PIECES = 2000,       // that are looked at
	MOST_RESULTS = 400,       // of which the result is added up
	MOST_RESIDUES = 64,       // that a dimension is split by
	MOST_OPERATIONS = 500000, // of isl's
};

typedef struct counting {
	isl_ctx *ctx;
	isl_space *space; // of all pieces: parameters and dimensions
	int n_params, n_dims;
	int n_pieces;
	bool failed;
	int n;
	summand all[MOST_RESULTS];
} counting;

typedef struct piece {
	rows where;
	bool left[ROWS_MOST_COLUMNS]; // [dimension]: not summed over yet
	isl_set *remains;             // conditions on remainders of the parameters; NULL: none
	isl_qpolynomial *count;
} piece;

static int columns(const counting *c) { return 1 + c->n_params + c->n_dims; }
static int column_of(const counting *c, int dim) { return 1 + c->n_params + dim; }

// ---- pieces ----------------------------------------------------------------------------------------

static piece *piece_copy(const piece *p)
{
	piece *copy = malloc(sizeof *copy);
	*copy = *p;
	copy->remains = isl_set_copy(p->remains);
	copy->count = isl_qpolynomial_copy(p->count);
	return copy;
}

static void piece_free(piece *p)
{
	isl_set_free(p->remains);
	isl_qpolynomial_free(p->count);
	free(p);
}

static bool combine(const counting *c, long a, const row *x, long b, const row *y, row *sum)
{
	return row_combine(columns(c), a, x, b, y, sum);
}

static bool add_least(const counting *c, piece *p, const row *r) { return rows_add_least(&p->where, columns(c), r); }

static bool tidy(counting *c, piece *p) { return rows_tidy(&p->where, c->space, &c->failed); }

// ---- sums over one dimension -----------------------------------------------------------------------------

// The row, its column `without` left out (-1: none), as a function.
static isl_aff *function_of(const counting *c, const row *r, int without)
{
	isl_local_space *ls = isl_local_space_from_space(isl_space_copy(c->space));
	isl_aff *a = isl_aff_zero_on_domain(ls);
	a = isl_aff_set_constant_val(a, isl_val_int_from_si(c->ctx, r->at[0]));
	for (int k = 1; k < columns(c); k++) {
		if (k == without || r->at[k] == 0) continue;
		bool param = k <= c->n_params;
		a = isl_aff_set_coefficient_val(a, param ? isl_dim_param : isl_dim_in,
		        param ? k - 1 : k - 1 - c->n_params, isl_val_int_from_si(c->ctx, r->at[k]));
	}
	return a;
}

// The greatest value that `r` >= 0 leaves the dimension, whose factor there is negative; or the one below the least.
static isl_aff *bound(const counting *c, const row *r, int dim)
{
	long factor = r->at[column_of(c, dim)];
	isl_aff *rest = function_of(c, r, column_of(c, dim));
	isl_aff *end = isl_aff_floor(isl_aff_scale_down_ui(rest, (unsigned)labs(factor)));
	return factor < 0 ? end : isl_aff_add_constant_si(isl_aff_neg(end), -1);
}

// Whether bound `k` binds and bound `j` does not, or the other way round, as a condition: bound j's distance to the
// dimension is not less than that of k. Where they are equal the one with the lower number binds.
static bool add_binding(const counting *c, piece *p, const row *bounds, int k, int j, int column)
{
	row r;
	if (!combine(c, labs(bounds[k].at[column]), &bounds[j], -labs(bounds[j].at[column]), &bounds[k], &r))
		return false;
	r.at[0] -= j < k;
	return add_least(c, p, &r);
}

typedef struct bounds {
	int n;
	row at[ROWS_MOST];
	isl_qpolynomial *sum[ROWS_MOST]; // up to that bound
} bounds;

// Takes the bounds of the dimension on one side out of the piece.
static void bounds_take(const counting *c, piece *p, int dim, int side, bounds *b)
{
	int kept = 0, column = column_of(c, dim);
	b->n = 0;
	for (int k = 0; k < p->where.n_least; k++) {
		long factor = p->where.least[k].at[column];
		if (factor != 0 && (factor > 0) == (side > 0))
			b->at[b->n++] = p->where.least[k];
		else
			p->where.least[kept++] = p->where.least[k];
	}
	p->where.n_least = kept;
}

static void bounds_sum(const counting *c, isl_qpolynomial *up_to, int dim, bounds *b)
{
	for (int k = 0; k < b->n; k++) {
		isl_aff *end = bound(c, &b->at[k], dim);
		b->sum[k] = qpolynomial_substitute(isl_qpolynomial_copy(up_to), (unsigned)dim, end);
		isl_aff_free(end);
	}
}

static void bounds_free(bounds *b)
{
	for (int k = 0; k < b->n; k++) isl_qpolynomial_free(b->sum[k]);
	free(b);
}

static void sum_piece(counting *c, piece *p);

// Bounds l below and u above bind. Where the one is above the other by less than 1 there is no integer in between, and
// the sum is 0: so it does not matter that only fractions are compared.
static void sum_between(counting *c, const piece *p, int dim, const bounds *low, const bounds *high, int l, int u)
{
	int column = column_of(c, dim);
	piece *part = piece_copy(p);
	bool fits = true;
	row r;
	for (int j = 0; j < low->n; j++) fits = fits && (j == l || add_binding(c, part, low->at, l, j, column));
	for (int j = 0; j < high->n; j++) fits = fits && (j == u || add_binding(c, part, high->at, u, j, column));
	fits = fits && combine(c, low->at[l].at[column], &high->at[u], -high->at[u].at[column], &low->at[l], &r);
	fits = fits && add_least(c, part, &r);
	c->failed |= !fits;
	if (!c->failed && tidy(c, part)) {
		isl_qpolynomial_free(part->count);
		part->count =
		        isl_qpolynomial_sub(isl_qpolynomial_copy(high->sum[u]), isl_qpolynomial_copy(low->sum[l]));
		sum_piece(c, part);
	} else {
		piece_free(part);
	}
}

// Takes the piece.
static void sum_over(counting *c, piece *p, int dim)
{
	bounds *low = calloc(1, sizeof *low), *high = calloc(1, sizeof *high);
	bounds_take(c, p, dim, 1, low);
	bounds_take(c, p, dim, -1, high);
	c->failed |= !low->n || !high->n;
	if (!c->failed) {
		isl_qpolynomial *up_to = qpolynomial_sum_up_to(isl_qpolynomial_copy(p->count), (unsigned)dim);
		bounds_sum(c, up_to, dim, low);
		bounds_sum(c, up_to, dim, high);
		c->failed |= !up_to;
		isl_qpolynomial_free(up_to);
	}
	p->left[dim] = false;
	for (int l = 0; l < low->n && !c->failed; l++)
		for (int u = 0; u < high->n && !c->failed; u++) sum_between(c, p, dim, low, high, l, u);
	bounds_free(low);
	bounds_free(high);
	piece_free(p);
}

// ---- residues ------------------------------------------------------------------------------------------

// m * y + r in place of y: takes the piece.
static void sum_residues(counting *c, piece *p, int dim, long m)
{
	int column = column_of(c, dim);
	for (long r = 0; r < m && !c->failed; r++) {
		piece *part = piece_copy(p);
		for (int k = 0; k < p->where.n_equal + p->where.n_least; k++) {
			row *changed =
			        k < p->where.n_equal ? &part->where.equal[k] : &part->where.least[k - p->where.n_equal];
			changed->at[0] += r * changed->at[column];
			changed->at[column] *= m;
		}
		row value = {.at[0] = r};
		value.at[column] = m;
		isl_aff *by = function_of(c, &value, -1);
		part->count = qpolynomial_substitute(part->count, (unsigned)dim, by);
		isl_aff_free(by);
		c->failed |= !part->count;
		if (!c->failed && tidy(c, part))
			sum_piece(c, part);
		else
			piece_free(part);
	}
	piece_free(p);
}

// ---- equalities ----------------------------------------------------------------------------------------

static int count_dims(const counting *c, const piece *p, const row *r, int *least)
{
	int n = 0;
	*least = -1;
	for (int d = 0; d < c->n_dims; d++) {
		long factor = labs(r->at[column_of(c, d)]);
		if (!p->left[d] || !factor) continue;
		if (*least < 0 || factor < labs(r->at[column_of(c, *least)])) *least = d;
		n++;
	}
	return n;
}

// x := x - q * y, which is a bijection of integers, makes factors of the equality smaller.
static bool reduce_factors(const counting *c, piece *p, const row *equality, int dim)
{
	row shift = {0};
	shift.at[column_of(c, dim)] = 1;
	long by = equality->at[column_of(c, dim)];
	for (int d = 0; d < c->n_dims; d++)
		if (d != dim && p->left[d]) shift.at[column_of(c, d)] = -(equality->at[column_of(c, d)] / by);
	const int column = column_of(c, dim);
	for (int k = 0; k < p->where.n_equal + p->where.n_least; k++) {
		row *r = k < p->where.n_equal ? &p->where.equal[k] : &p->where.least[k - p->where.n_equal];
		long factor = r->at[column];
		r->at[column] = 0;
		if (!combine(c, factor, &shift, 1, r, r)) return false;
	}
	isl_aff *value = function_of(c, &shift, -1);
	p->count = qpolynomial_substitute(p->count, (unsigned)dim, value);
	isl_aff_free(value);
	return p->count != NULL;
}

// Where the parameters leave no remainder: rest mod factor = 0.
static void add_divisible(const counting *c, piece *p, const row *equality, int dim)
{
	long factor = labs(equality->at[column_of(c, dim)]);
	isl_aff *rest = function_of(c, equality, column_of(c, dim));
	isl_aff *remainder = isl_aff_mod_val(rest, isl_val_int_from_si(c->ctx, factor));
	isl_set *where = isl_set_from_basic_set(isl_aff_zero_basic_set(remainder));
	where = isl_set_params(where);
	p->remains = p->remains ? isl_set_intersect(p->remains, where) : where;
}

// The dimension is what the equality says: its factor is 1 or -1, or the other factors are those of parameters alone.
static bool put_in(const counting *c, piece *p, const row *equality, int dim)
{
	int column = column_of(c, dim);
	long factor = equality->at[column];
	for (int k = 0; k < p->where.n_equal + p->where.n_least; k++) {
		row *r = k < p->where.n_equal ? &p->where.equal[k] : &p->where.least[k - p->where.n_equal];
		long times = factor > 0 ? -r->at[column] : r->at[column];
		if (times && !combine(c, labs(factor), r, times, equality, r)) return false;
	}
	isl_aff *value = isl_aff_scale_down_ui(function_of(c, equality, column), (unsigned)labs(factor));
	if (factor > 0) value = isl_aff_neg(value);
	p->count = qpolynomial_substitute(p->count, (unsigned)dim, value);
	isl_aff_free(value);
	p->left[dim] = false;
	return p->count != NULL;
}

// Whether the dimension is in this equality only: it says no more than that the rest is a multiple of its factor.
static bool is_quotient(const counting *c, const piece *p, int at, int dim)
{
	int column = column_of(c, dim);
	bool alone = isl_qpolynomial_involves_dims(p->count, isl_dim_in, (unsigned)dim, 1) == isl_bool_false;
	for (int k = 0; k < p->where.n_equal && alone; k++) alone = k == at || p->where.equal[k].at[column] == 0;
	for (int k = 0; k < p->where.n_least && alone; k++) alone = p->where.least[k].at[column] == 0;
	return alone;
}

// The dimension that makes an equality a congruence with a small modulus; -1: none does.
static int quotient_of(const counting *c, const piece *p, int at)
{
	enum { MOST_COLOURS = 4 };
	for (int d = 0; d < c->n_dims; d++) {
		long factor = labs(p->where.equal[at].at[column_of(c, d)]);
		if (p->left[d] && factor > 1 && factor <= MOST_COLOURS && is_quotient(c, p, at, d)) return d;
	}
	return -1;
}

// Of a congruence between several dimensions, as of the points of one colour of a chequered board, one is split by its
// residues: then they are bounded as they were before. The dimension; -1: none.
static int first_of_congruence(const counting *c, piece *p, int at, long *modulus)
{
	int quotient = quotient_of(c, p, at), first = -1, n = 0;
	if (quotient < 0) return -1;
	row *equality = &p->where.equal[at];
	*modulus = labs(equality->at[column_of(c, quotient)]);
	for (int k = 0; k < columns(c); k++)
		if (k != column_of(c, quotient)) equality->at[k] %= *modulus;
	for (int d = 0; d < c->n_dims; d++) {
		if (d == quotient || !equality->at[column_of(c, d)]) continue;
		if (n++ == 0) first = d;
	}
	return n > 1 ? first : -1;
}

// Takes the piece, in which equality `at` has dimensions that are left.
static void sum_equal(counting *c, piece *p, int at)
{
	long modulus;
	int dim, split = first_of_congruence(c, p, at, &modulus);
	if (split >= 0) {
		sum_residues(c, p, split, modulus);
		return;
	}
	int n = count_dims(c, p, &p->where.equal[at], &dim);
	long factor = labs(p->where.equal[at].at[column_of(c, dim)]);
	row equality = p->where.equal[at];
	if (factor > 1 && n > 1) {
		c->failed |= !reduce_factors(c, p, &equality, dim);
	} else {
		if (factor > 1) add_divisible(c, p, &equality, dim);
		c->failed |= !put_in(c, p, &equality, dim);
	}
	if (!c->failed && tidy(c, p))
		sum_piece(c, p);
	else
		piece_free(p);
}

// ---- which dimension comes next -----------------------------------------------------------------------

// The one with the smallest factor.
static int first_equality(const counting *c, const piece *p)
{
	int found = -1;
	long least = 0;
	for (int k = 0; k < p->where.n_equal; k++) {
		int dim;
		if (!count_dims(c, p, &p->where.equal[k], &dim)) continue;
		long factor = labs(p->where.equal[k].at[column_of(c, dim)]);
		if (found >= 0 && factor >= least) continue;
		found = k;
		least = factor;
	}
	return found;
}

// How many pieces a dimension makes, and how much harder these become by integer divisions; `*period`: as
// qpolynomial_period.
static double cost_of(const counting *c, const piece *p, int dim, long *period)
{
	*period = qpolynomial_period(p->count, (unsigned)dim, MOST_RESIDUES);
	if (*period == 0) return 1e30;
	double low = 0, high = 0, harder = 1;
	for (int k = 0; k < p->where.n_least; k++) {
		int least, dims = count_dims(c, p, &p->where.least[k], &least);
		long factor = p->where.least[k].at[column_of(c, dim)];
		if (!factor) continue;
		*(factor > 0 ? &low : &high) += 1;
		if (labs(factor) > 1 && dims > 1) harder += 4.0 * (double)labs(factor);
	}
	return low * high * (double)*period * harder;
}

static int cheapest(const counting *c, const piece *p, long *period)
{
	int found = -1;
	double least = 0;
	for (int d = 0; d < c->n_dims; d++) {
		long its;
		if (!p->left[d]) continue;
		double cost = cost_of(c, p, d, &its);
		if (found >= 0 && cost >= least) continue;
		found = d;
		least = cost;
		*period = its;
	}
	return found;
}

// ---- results -------------------------------------------------------------------------------------------

static void summand_free(summand *s)
{
	free(s->where);
	isl_set_free(s->remains);
	isl_qpolynomial_free(s->count);
}

static bool same_rows(const counting *c, const row *a, const row *b, int n)
{
	bool same = true;
	for (int k = 0; k < n; k++)
		for (int j = 0; j < columns(c); j++) same = same && a[k].at[j] == b[k].at[j];
	return same;
}

static bool same_place(const counting *c, const summand *a, const summand *b)
{
	const rows *x = a->where, *y = b->where;
	bool remains = !a->remains && !b->remains;
	return remains && x->n_equal == y->n_equal && x->n_least == y->n_least &&
	       same_rows(c, x->equal, y->equal, x->n_equal) && same_rows(c, x->least, y->least, x->n_least);
}

// Takes the piece, of which no dimension is left.
static void add_result(counting *c, piece *p)
{
	isl_qpolynomial *count = isl_qpolynomial_project_domain_on_params(isl_qpolynomial_copy(p->count));
	summand s = {malloc(sizeof *s.where), isl_set_copy(p->remains), count};
	*s.where = p->where;
	piece_free(p);
	isl_bool zero = isl_qpolynomial_is_zero(count);
	int same = -1;
	for (int k = 0; k < c->n && same < 0; k++)
		if (same_place(c, &s, &c->all[k])) same = k;
	if (zero == isl_bool_false && same >= 0) {
		c->all[same].count = isl_qpolynomial_add(c->all[same].count, isl_qpolynomial_copy(count));
	} else if (zero == isl_bool_false && c->n < MOST_RESULTS) {
		c->all[c->n++] = s;
		return;
	}
	c->failed |= zero == isl_bool_error || (zero == isl_bool_false && same < 0);
	summand_free(&s);
}

// Takes the piece.
static void sum_piece(counting *c, piece *p)
{
	long period = 1;
	int dim = -1, equality = first_equality(c, p);
	c->failed |= ++c->n_pieces > MOST_PIECES || !p->count || isl_ctx_last_error(c->ctx) == isl_error_quota;
	if (equality < 0 && !c->failed) dim = cheapest(c, p, &period);
	if (c->failed || period == 0) {
		c->failed = true;
		piece_free(p);
	} else if (equality >= 0) {
		sum_equal(c, p, equality);
	} else if (dim < 0) {
		add_result(c, p);
	} else if (period > 1) {
		sum_residues(c, p, dim, period);
	} else {
		sum_over(c, p, dim);
	}
}

static isl_pw_qpolynomial *result_of(counting *c, isl_space *params)
{
	isl_pw_qpolynomial *sum = c->failed ? NULL : refinement_sum(c->all, c->n, params);
	for (int k = 0; k < c->n; k++) summand_free(&c->all[k]);
	isl_space_free(params);
	return sum;
}

// ---- sets ----------------------------------------------------------------------------------------------

// The disjunct with its integer divisions as dimensions.
static isl_basic_set *lifted(isl_basic_set *part)
{
	isl_mat *equal = isl_basic_set_equalities_matrix(part, isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div);
	isl_mat *least = isl_basic_set_inequalities_matrix(part, isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div);
	isl_space *space = isl_space_reset_tuple_id(isl_basic_set_get_space(part), isl_dim_set);
	space = isl_space_add_dims(space, isl_dim_set, (unsigned)isl_basic_set_dim(part, isl_dim_div));
	isl_basic_set_free(part);
	return isl_basic_set_from_constraint_matrices(
	        space, equal, least, isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div);
}

static void count_lifted(counting *c, isl_basic_set *set)
{
	piece *p = calloc(1, sizeof *p);
	isl_space_free(c->space);
	c->space = isl_basic_set_get_space(set);
	c->n_dims = isl_basic_set_dim(set, isl_dim_set);
	c->failed |= c->n_dims < 0 || columns(c) > ROWS_MOST_COLUMNS || !rows_read(&p->where, set);
	if (!c->failed) {
		p->count = isl_qpolynomial_one_on_domain(isl_space_copy(c->space));
		for (int d = 0; d < c->n_dims; d++) p->left[d] = true;
	}
	if (!c->failed && tidy(c, p))
		sum_piece(c, p);
	else
		piece_free(p);
	isl_basic_set_free(set);
}

static isl_stat count_disjunct(isl_basic_set *part, void *user)
{
	counting *c = user;
	count_lifted(c, lifted(part));
	return c->failed ? isl_stat_error : isl_stat_ok;
}

static isl_set *disjoint(isl_set *set)
{
	set = isl_set_coalesce(isl_set_detect_equalities(isl_set_remove_redundancies(set)));
	return isl_set_compute_divs(isl_set_make_disjoint(isl_set_compute_divs(set)));
}

__isl_give isl_pw_qpolynomial *cardinality(__isl_take isl_set *set)
{
	if (!set) return NULL;
	isl_ctx *ctx = isl_set_get_ctx(set);
	isl_ctx_reset_operations(ctx);
	isl_ctx_set_max_operations(ctx, MOST_OPERATIONS);
	isl_space *params = isl_space_params(isl_set_get_space(set));
	counting *c = calloc(1, sizeof *c);
	c->ctx = ctx;
	c->n_params = isl_set_dim(set, isl_dim_param);
	set = disjoint(set);
	if (isl_set_foreach_basic_set(set, count_disjunct, c) != isl_stat_ok) c->failed = true;
	isl_set_free(set);
	isl_pw_qpolynomial *sum = result_of(c, params);
	isl_space_free(c->space);
	free(c);
	if (isl_ctx_last_error(ctx) == isl_error_quota) sum = isl_pw_qpolynomial_free(sum);
	isl_ctx_set_max_operations(ctx, 0);
	isl_ctx_reset_error(ctx);
	return sum;
}

__isl_give isl_pw_qpolynomial *cardinality_of_images(__isl_take isl_map *map)
{
	if (!map) return NULL;
	isl_space *domain = isl_space_domain(isl_map_get_space(map));
	unsigned n_params = (unsigned)isl_map_dim(map, isl_dim_param), n_in = (unsigned)isl_map_dim(map, isl_dim_in);
	map = isl_map_move_dims(map, isl_dim_param, n_params, isl_dim_in, 0, n_in);
	isl_pw_qpolynomial *sum = cardinality(isl_map_range(map));
	sum = isl_pw_qpolynomial_from_range(sum);
	sum = isl_pw_qpolynomial_move_dims(sum, isl_dim_in, 0, isl_dim_param, n_params, n_in);
	return isl_pw_qpolynomial_reset_domain_space(sum, domain);
}
