// SPDX-License-Identifier: Apache-2.0
//
// A piece is a conjunction of inequalities over the parameters and the dimensions that are left, with a
// quasi-polynomial that is summed over these. Integer divisions in constraints become dimensions first, as each point
// has one value of them: so constraints have none, and a stride is an equality, as i = 2 q, which takes a dimension
// away.
#include "cardinality.h"

#include "quota.h"
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

// The values of a dimension that are summed over: modulus * z + offset, for integers z.
typedef struct lattice {
	long modulus;
	isl_aff *offset; // over the other dimensions
} lattice;

// The greatest z that `r` >= 0 leaves, where the dimension's factor there is negative; or the one below the least.
static isl_aff *bound(const counting *c, const row *r, int dim, const lattice *of)
{
	long factor = r->at[column_of(c, dim)];
	isl_aff *end = isl_aff_scale_down_ui(function_of(c, r, column_of(c, dim)), (unsigned)labs(factor));
	isl_aff *offset = isl_aff_copy(of->offset);
	end = factor < 0 ? isl_aff_sub(end, offset) : isl_aff_add(end, offset);
	end = isl_aff_floor(isl_aff_scale_down_ui(end, (unsigned)of->modulus));
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

// Adds up what is summed over a lattice up to each bound.
static void bounds_sum(const counting *c, const isl_qpolynomial *count, int dim, const lattice *of, bounds *b)
{
	isl_local_space *ls = isl_local_space_from_space(isl_space_copy(c->space));
	isl_aff *value = isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)dim);
	value = isl_aff_scale_val(value, isl_val_int_from_si(c->ctx, of->modulus));
	value = isl_aff_add(value, isl_aff_copy(of->offset));
	isl_qpolynomial *up_to = isl_qpolynomial_copy((isl_qpolynomial *)count);
	up_to = qpolynomial_sum_up_to(qpolynomial_substitute(up_to, (unsigned)dim, value), (unsigned)dim);
	isl_aff_free(value);
	for (int k = 0; k < b->n; k++) {
		isl_aff *end = bound(c, &b->at[k], dim, of);
		isl_qpolynomial *sum = qpolynomial_substitute(isl_qpolynomial_copy(up_to), (unsigned)dim, end);
		b->sum[k] = b->sum[k] ? isl_qpolynomial_add(b->sum[k], sum) : sum;
		isl_aff_free(end);
	}
	isl_qpolynomial_free(up_to);
}

// The same of a lattice whose points an integer division tells apart: residue by residue.
static void bounds_sum_all(const counting *c, const isl_qpolynomial *count, int dim, const lattice *of, long period,
        bounds *low, bounds *high)
{
	for (long r = 0; r < period; r++) {
		isl_aff *offset = isl_aff_add_constant_si(isl_aff_copy(of->offset), (int)(r * of->modulus));
		const lattice part = {of->modulus * period, offset};
		bounds_sum(c, count, dim, &part, low);
		bounds_sum(c, count, dim, &part, high);
		isl_aff_free(offset);
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

// Sums over a dimension, of which `period` residues differ. Takes the piece.
static void sum_over(counting *c, piece *p, int dim, const lattice *of, long period)
{
	bounds *low = calloc(1, sizeof *low), *high = calloc(1, sizeof *high);
	bounds_take(c, p, dim, 1, low);
	bounds_take(c, p, dim, -1, high);
	c->failed |= !low->n || !high->n;
	if (!c->failed) bounds_sum_all(c, p->count, dim, of, period, low, high);
	p->left[dim] = false;
	for (int l = 0; l < low->n && !c->failed; l++)
		for (int u = 0; u < high->n && !c->failed; u++) sum_between(c, p, dim, low, high, l, u);
	bounds_free(low);
	bounds_free(high);
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

// Takes the piece, in which equality `at` has dimensions that are left.
static void sum_equal(counting *c, piece *p, int at)
{
	int dim, n = count_dims(c, p, &p->where.equal[at], &dim);
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

// ---- congruences ---------------------------------------------------------------------------------------

// Whether the dimension is in this equality only: it says no more than that the rest is a multiple of its factor.
static bool is_quotient(const counting *c, const piece *p, int at, int dim)
{
	int column = column_of(c, dim);
	bool alone = isl_qpolynomial_involves_dims(p->count, isl_dim_in, (unsigned)dim, 1) == isl_bool_false;
	for (int k = 0; k < p->where.n_equal && alone; k++) alone = k == at || p->where.equal[k].at[column] == 0;
	for (int k = 0; k < p->where.n_least && alone; k++) alone = p->where.least[k].at[column] == 0;
	return alone;
}

// The dimension that makes an equality of others a congruence; -1: none does.
static int quotient_of(const counting *c, const piece *p, int at)
{
	enum { MOST_MODULUS = 1 << 16 };
	for (int d = 0; d < c->n_dims; d++) {
		long factor = labs(p->where.equal[at].at[column_of(c, d)]);
		if (p->left[d] && factor > 1 && factor <= MOST_MODULUS && is_quotient(c, p, at, d)) return d;
	}
	return -1;
}

// What `factor` has to be multiplied with for 1, modulo m; 0: there is no such number.
static long inverse(long factor, long m)
{
	factor = (factor % m + m) % m;
	for (long k = 1; k < m; k++)
		if (factor * k % m == 1) return k;
	return 0;
}

// A dimension that congruence `at` says modulo its number, given the others; -1: none.
static int said_by(const counting *c, const piece *p, int at, int quotient)
{
	for (int d = 0; d < c->n_dims; d++) {
		long factor = p->where.equal[at].at[column_of(c, d)];
		if (d == quotient || !p->left[d] || !factor) continue;
		if (inverse(factor, labs(p->where.equal[at].at[column_of(c, quotient)]))) return d;
	}
	return -1;
}

// Takes the dimension that one congruence says out of another one, whose modulus divides that of the first.
static void put_in_congruence(counting *c, piece *p, int from, int dim, int to)
{
	int quotient = quotient_of(c, p, to), column = column_of(c, dim);
	int from_quotient = quotient_of(c, p, from);
	row *x = &p->where.equal[from], *y = &p->where.equal[to];
	if (quotient < 0 || !y->at[column]) return;
	long m = labs(y->at[column_of(c, quotient)]), own = y->at[column_of(c, quotient)];
	long of = labs(x->at[column_of(c, from_quotient)]);
	if (of % m) return;
	long times = y->at[column] % m * inverse(x->at[column], m) % m;
	row changed;
	c->failed |= !row_combine(columns(c), 1, y, -times, x, &changed);
	for (int k = 0; k < columns(c); k++) changed.at[k] %= m;
	changed.at[column_of(c, quotient)] = own;
	*y = changed;
}

// So that dimensions stand in one congruence each, where that can be.
static void part_congruences(counting *c, piece *p)
{
	for (int k = 0; k < p->where.n_equal; k++) {
		int quotient = quotient_of(c, p, k), dim = quotient < 0 ? -1 : said_by(c, p, k, quotient);
		for (int j = 0; j < p->where.n_equal && dim >= 0; j++)
			if (j != k) put_in_congruence(c, p, k, dim, j);
	}
}

// The equality that the dimension is in, -1: none. False: it is in several, or in one that does not say what it is
// modulo a number.
static bool congruence_of(const counting *c, const piece *p, int dim, int *at)
{
	*at = -1;
	for (int k = 0; k < p->where.n_equal; k++) {
		long factor = p->where.equal[k].at[column_of(c, dim)];
		if (!factor) continue;
		int quotient = quotient_of(c, p, k);
		if (*at >= 0 || quotient < 0 || quotient == dim) return false;
		if (!inverse(factor, labs(p->where.equal[k].at[column_of(c, quotient)]))) return false;
		*at = k;
	}
	return true;
}

// The values of the dimension that a congruence leaves: which of them, the others say. Takes the congruence out of the
// piece.
static lattice take_congruence(const counting *c, piece *p, int at, int dim)
{
	row *equality = &p->where.equal[at];
	int quotient = quotient_of(c, p, at), column = column_of(c, dim);
	long modulus = labs(equality->at[column_of(c, quotient)]), by = inverse(equality->at[column], modulus);
	for (int k = 0; k < columns(c); k++) equality->at[k] = -(by * (equality->at[k] % modulus) % modulus);
	isl_aff *offset = isl_aff_mod_val(function_of(c, equality, column), isl_val_int_from_si(c->ctx, modulus));
	p->left[quotient] = false;
	*equality = p->where.equal[--p->where.n_equal];
	return (lattice){modulus, offset};
}

// How many residues of z have to be told apart.
static long period_in(const counting *c, const piece *p, int dim, const lattice *of)
{
	isl_local_space *ls = isl_local_space_from_space(isl_space_copy(c->space));
	isl_aff *value = isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)dim);
	value = isl_aff_scale_val(value, isl_val_int_from_si(c->ctx, of->modulus));
	value = isl_aff_add(value, isl_aff_copy(of->offset));
	isl_qpolynomial *count = qpolynomial_substitute(isl_qpolynomial_copy(p->count), (unsigned)dim, value);
	long period = qpolynomial_period(count, (unsigned)dim, MOST_RESIDUES);
	isl_qpolynomial_free(count);
	isl_aff_free(value);
	return period;
}

// Takes the piece.
static void sum_dimension(counting *c, piece *p, int dim)
{
	int at;
	row zero = {0};
	lattice of = {1, NULL};
	congruence_of(c, p, dim, &at);
	if (at >= 0)
		of = take_congruence(c, p, at, dim);
	else
		of.offset = function_of(c, &zero, -1);
	long period = period_in(c, p, dim, &of);
	if (period == 0) {
		c->failed = true;
		piece_free(p);
	} else {
		sum_over(c, p, dim, &of, period);
	}
	isl_aff_free(of.offset);
}

// ---- integer divisions in constraints ------------------------------------------------------------------

// A dimension that is a quotient by a small number: two inequalities say 0 <= e - m * w < m, and others have multiples
// of m * w. It is as if they had the remainder.
typedef struct quotient {
	int dim;
	int low, high; // of the inequalities
	long modulus;
} quotient;

static bool in_equalities(const counting *c, const piece *p, int dim)
{
	bool found = false;
	for (int k = 0; k < p->where.n_equal; k++) found |= p->where.equal[k].at[column_of(c, dim)] != 0;
	return found;
}

static bool are_opposite(const counting *c, const row *a, const row *b)
{
	bool opposite = true;
	for (int k = 1; k < columns(c); k++) opposite &= a->at[k] == -b->at[k];
	return opposite;
}

static bool only_multiples(const counting *c, const piece *p, const quotient *q)
{
	bool only = true;
	for (int k = 0; k < p->where.n_least; k++)
		only &= k == q->low || k == q->high || p->where.least[k].at[column_of(c, q->dim)] % q->modulus == 0;
	return only;
}

static bool is_small_quotient(const counting *c, const piece *p, quotient *q)
{
	enum { MOST_REMAINDERS = 4 };
	const row *least = p->where.least;
	for (q->low = 0; q->low < p->where.n_least; q->low++) {
		int dim;
		q->modulus = labs(least[q->low].at[column_of(c, q->dim)]);
		if (q->modulus < 2 || q->modulus > MOST_REMAINDERS) continue;
		if (count_dims(c, p, &least[q->low], &dim) < 2) continue;
		for (q->high = q->low + 1; q->high < p->where.n_least; q->high++) {
			long range = least[q->low].at[0] + least[q->high].at[0];
			if (!are_opposite(c, &least[q->low], &least[q->high]) || range >= q->modulus) continue;
			if (only_multiples(c, p, q)) return true;
		}
	}
	return false;
}

static bool find_quotient(const counting *c, const piece *p, quotient *q)
{
	for (q->dim = 0; q->dim < c->n_dims; q->dim++) {
		if (!p->left[q->dim] || in_equalities(c, p, q->dim)) continue;
		if (isl_qpolynomial_involves_dims(p->count, isl_dim_in, (unsigned)q->dim, 1) != isl_bool_false)
			continue;
		if (is_small_quotient(c, p, q)) return true;
	}
	return false;
}

// The remainder is this: takes the piece.
static void sum_remainder(counting *c, piece *p, const quotient *q, long remainder)
{
	int column = column_of(c, q->dim), kept = 0;
	row equality = p->where.least[q->low];
	equality.at[0] -= remainder;
	for (int k = 0; k < p->where.n_least; k++) {
		if (k == q->low || k == q->high) continue;
		row *r = &p->where.least[kept++];
		long times = p->where.least[k].at[column] / equality.at[column];
		c->failed |= !combine(c, 1, &p->where.least[k], -times, &equality, r);
	}
	p->where.n_least = kept;
	c->failed |= p->where.n_equal == ROWS_MOST;
	if (!c->failed) p->where.equal[p->where.n_equal++] = equality;
	if (!c->failed && tidy(c, p))
		sum_piece(c, p);
	else
		piece_free(p);
}

// Takes the piece.
static void sum_remainders(counting *c, piece *p, const quotient *q)
{
	long range = p->where.least[q->low].at[0] + p->where.least[q->high].at[0];
	for (long k = 0; k <= range && !c->failed; k++) sum_remainder(c, piece_copy(p), q, k);
	piece_free(p);
}

// ---- which dimension comes next -----------------------------------------------------------------------

// The one with the smallest factor, of those that are no congruences between dimensions; or, if there is no other
// way, of all.
static int first_equality(const counting *c, const piece *p, bool congruences)
{
	int found = -1;
	long least = 0;
	for (int k = 0; k < p->where.n_equal; k++) {
		int dim, dims = count_dims(c, p, &p->where.equal[k], &dim);
		if (!dims || (!congruences && dims > 1 && quotient_of(c, p, k) >= 0)) continue;
		long factor = labs(p->where.equal[k].at[column_of(c, dim)]);
		if (found >= 0 && factor >= least) continue;
		found = k;
		least = factor;
	}
	return found;
}

// How many pieces a dimension makes, and how much harder these become by integer divisions.
static double cost_of(const counting *c, const piece *p, int dim)
{
	long period = qpolynomial_period(p->count, (unsigned)dim, MOST_RESIDUES);
	if (period == 0) return 1e30;
	double low = 0, high = 0, harder = 1;
	for (int k = 0; k < p->where.n_least; k++) {
		int least, dims = count_dims(c, p, &p->where.least[k], &least);
		long factor = p->where.least[k].at[column_of(c, dim)];
		if (!factor) continue;
		*(factor > 0 ? &low : &high) += 1;
		if (labs(factor) > 1 && dims > 1) harder += 4.0 * (double)labs(factor);
	}
	return low * high * (double)period * harder;
}

// -1: there is none that can be summed over.
static int cheapest(const counting *c, const piece *p)
{
	int found = -1;
	double least = 0;
	for (int d = 0; d < c->n_dims; d++) {
		int at;
		if (!p->left[d] || !congruence_of(c, p, d, &at)) continue;
		double cost = cost_of(c, p, d);
		if (found >= 0 && cost >= least) continue;
		found = d;
		least = cost;
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
	int dim = -1, equality = -1;
	c->failed |= ++c->n_pieces > MOST_PIECES || !p->count || quota_is_used_up(c->ctx);
	quotient q = {.dim = -1};
	if (!c->failed) part_congruences(c, p);
	if (!c->failed) equality = first_equality(c, p, false);
	bool divided = !c->failed && equality < 0 && find_quotient(c, p, &q);
	if (!c->failed && equality < 0 && !divided) dim = cheapest(c, p);
	if (!c->failed && equality < 0 && dim < 0 && !divided) equality = first_equality(c, p, true);
	if (c->failed)
		piece_free(p);
	else if (equality >= 0)
		sum_equal(c, p, equality);
	else if (divided)
		sum_remainders(c, p, &q);
	else if (dim >= 0)
		sum_dimension(c, p, dim);
	else
		add_result(c, p);
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
	const quota q = quota_open_within(ctx, MOST_OPERATIONS);
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
	return quota_close(q) ? sum : isl_pw_qpolynomial_free(sum);
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
