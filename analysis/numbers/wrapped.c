// SPDX-License-Identifier: Apache-2.0
#include "wrapped.h"

#include "../nest/nest.h"

#include <isl/aff.h>
#include <isl/val.h>

enum { MOST_QUOTIENTS = 2 };

// floor((i + 1) / n), over the statement's loops
typedef struct quotient {
	isl_aff *floor, *index; // index: i, where it is one variable; else NULL
	long length;            // n
	long first, last;       // what the quotient usually is
} quotient;

typedef struct quotients {
	int n;
	bool counts; // a quotient is an index itself, as in a[c / n][c % n]: turns are rows, and many are usual
	quotient list[MOST_QUOTIENTS];
} quotients;

// The variable in a sum of one and a constant; NULL: it is another sum.
static isl_aff *variable_alone(const isl_aff *sum)
{
	isl_aff *index = isl_aff_set_constant_si(isl_aff_copy((isl_aff *)sum), 0), *found = NULL;
	for (int d = 0; d < (int)isl_aff_dim(index, isl_dim_in) && !found; d++) {
		isl_local_space *space = isl_aff_get_domain_local_space(index);
		found = isl_aff_var_on_domain(space, isl_dim_set, (unsigned)d);
		if (isl_aff_plain_is_equal(found, index) != isl_bool_true) found = isl_aff_free(found);
	}
	isl_aff_free(index);
	return found;
}

static long floor_of(long a, long b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

// Of x - n * floor(x / n): that quotient.
static isl_stat find_quotients(isl_set *domain, isl_aff *value, void *user)
{
	quotients *all = user;
	for (int k = 0; k < (int)isl_aff_dim(value, isl_dim_div) && all->n < MOST_QUOTIENTS; k++) {
		isl_aff *turns = isl_aff_get_div(value, k);
		isl_val *times = isl_aff_get_coefficient_val(value, isl_dim_div, k);
		isl_val *length = isl_aff_get_denominator_val(turns);
		quotient q = {.length = isl_val_get_num_si(length), .first = -1, .last = 1};
		isl_aff *sum = isl_aff_scale_val(isl_aff_copy(turns), isl_val_copy(length));
		isl_val *constant = isl_aff_get_constant_val(sum);
		q.floor = isl_aff_floor(turns);
		q.index = variable_alone(sum);
		if (q.index) q.first = floor_of(isl_val_get_num_si(constant), q.length);
		if (q.index) q.last = floor_of(isl_val_get_num_si(constant) + q.length - 1, q.length);
		bool rest = isl_val_is_divisible_by(times, length) == isl_bool_true && isl_val_is_neg(times);
		all->counts |= !rest && isl_val_is_zero(times) != isl_bool_true;
		for (int j = 0; j < all->n && rest; j++)
			rest = isl_aff_plain_is_equal(all->list[j].floor, q.floor) != isl_bool_true;
		isl_aff_free(sum);
		isl_val_free(constant);
		isl_val_free(times);
		isl_val_free(length);
		if (rest) {
			all->list[all->n++] = q;
		} else {
			isl_aff_free(q.floor);
			isl_aff_free(q.index);
		}
	}
	isl_set_free(domain);
	isl_aff_free(value);
	return isl_stat_ok;
}

static isl_set *also(isl_set *from, isl_basic_set *condition)
{
	isl_set *in = isl_set_from_basic_set(condition);
	if (isl_set_has_tuple_id(from) == isl_bool_true) in = isl_set_set_tuple_id(in, isl_set_get_tuple_id(from));
	return isl_set_intersect(from, in);
}

static isl_aff *less(const isl_aff *value, long by)
{
	return isl_aff_add_constant_si(isl_aff_copy((isl_aff *)value), (int)-by);
}

static isl_basic_set *above(const isl_aff *value, long low)
{
	return isl_aff_neg_basic_set(isl_aff_neg(less(value, low)));
}

// value < low, or value > high.
static isl_set *beyond(const isl_set *from, const isl_aff *value, long low, long high)
{
	isl_set *all = isl_set_copy((isl_set *)from);
	isl_set *below = also(isl_set_copy(all), isl_aff_neg_basic_set(less(value, low)));
	return isl_set_union(below, also(all, above(value, high)));
}

static isl_set *unusual_iterations(const isl_set *from, const quotient *q)
{
	return q->index ? beyond(from, q->index, 0, q->length - 1) : beyond(from, q->floor, q->first, q->last);
}

static isl_set *iterations_of_turn(const isl_set *from, const quotient *q, long turn)
{
	isl_set *in = also(isl_set_copy((isl_set *)from), isl_aff_zero_basic_set(less(q->floor, turn)));
	if (q->index) in = also(in, above(q->index, -1));
	if (q->index) in = also(in, isl_aff_neg_basic_set(less(q->index, q->length)));
	return isl_set_detect_equalities(in);
}

typedef struct turns {
	quotients q;
	isl_map *map;
	wrapped_needs *needs;
	bool simple; // the usual ones are told without quotients
} turns;

// Takes `from`.
static void add_turns(turns *t, isl_set *from, int k)
{
	if (k == t->q.n) {
		isl_map *map = isl_map_intersect_domain(isl_map_copy(t->map), from);
		isl_set *image = isl_set_reset_tuple_id(isl_map_range(isl_map_detect_equalities(map)));
		t->simple = t->simple && isl_set_involves_locals(image) == isl_bool_false;
		t->needs->usual[t->needs->n++] = image;
		return;
	}
	const quotient *q = &t->q.list[k];
	isl_set *image = isl_set_apply(unusual_iterations(from, q), isl_map_copy(t->map));
	t->needs->unusual = isl_set_union(t->needs->unusual, isl_set_reset_tuple_id(image));
	for (long turn = q->first; turn <= q->last; turn++) add_turns(t, iterations_of_turn(from, q, turn), k + 1);
	isl_set_free(from);
}

static void free_quotients(quotients *q)
{
	for (int k = 0; k < q->n; k++) {
		isl_aff_free(q->list[k].floor);
		isl_aff_free(q->list[k].index);
	}
}

bool wrapped_touch(const isl_set *from, const nest *n, const nest_access *a, wrapped_needs *needs)
{
	turns t = {.map = a->map, .needs = needs, .simple = true};
	int rank = n->objects[a->object].rank;
	for (int d = 0; d < rank; d++) {
		isl_pw_aff *sub = a->sub[d] ? isl_pw_aff_reset_tuple_id(isl_pw_aff_copy(a->sub[d]), isl_dim_in) : NULL;
		if (sub) isl_pw_aff_foreach_piece(sub, find_quotients, &t.q);
		isl_pw_aff_free(sub);
	}
	if (t.q.counts || t.q.n == 0) {
		free_quotients(&t.q);
		return false;
	}
	*needs = (wrapped_needs){.unusual = isl_set_empty(isl_space_set_alloc(n->ctx, 0, (unsigned)rank))};
	add_turns(&t, isl_set_copy((isl_set *)from), 0);
	free_quotients(&t.q);
	if (t.simple) return true;
	for (int k = 0; k < needs->n; k++) isl_set_free(needs->usual[k]);
	isl_set_free(needs->unusual);
	return false;
}
