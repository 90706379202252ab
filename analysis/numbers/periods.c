// SPDX-License-Identifier: Apache-2.0
//
// Quotients and remainders whose dividend makes a few turns around the divisor only, as (i + 1) % n or (i + d + n) % n
// do where i goes from 0 to n - 1: they are affine in a piece for each turn. So what is read at a periodic neighbour is
// known exactly, by inequalities alone.
#include "periods.h"

#include "../nest/nest.h"
#include "affine.h"

#include <isl/val.h>

// The turns that are looked for, by the quotient.
enum { FIRST_TURN = -2, LAST_TURN = 3 };

typedef struct dividing {
	builder *b;
	isl_pw_aff *x, *m;
	bool down; // quotients are rounded down, else toward 0
} dividing;

// x - k * m
static isl_pw_aff *less(const dividing *d, long k)
{
	isl_val *factor = isl_val_int_from_si(d->b->n->ctx, k);
	return isl_pw_aff_sub(isl_pw_aff_copy(d->x), isl_pw_aff_scale_val(isl_pw_aff_copy(d->m), factor));
}

static isl_pw_aff *constant(const dividing *d, long value)
{
	isl_set *all = isl_set_universe(isl_pw_aff_get_domain_space(d->x));
	return isl_pw_aff_val_on_domain(all, isl_val_int_from_si(d->b->n->ctx, value));
}

// Where the quotient is k or more. Toward 0 it is that from behind a multiple on where k is not positive.
static isl_set *from_turn(const dividing *d, long k)
{
	if (d->down || k > 0) return isl_pw_aff_ge_set(less(d, k), constant(d, 0));
	return isl_pw_aff_gt_set(less(d, k - 1), constant(d, 0));
}

static isl_set *turn(const dividing *d, long k) { return isl_set_subtract(from_turn(d, k), from_turn(d, k + 1)); }

// Whether there are iterations in the set, where the divisor is what it must be.
static bool happens(const dividing *d, isl_set *set)
{
	set = isl_set_intersect(set, isl_pw_aff_ge_set(isl_pw_aff_copy(d->m), constant(d, 1)));
	set = isl_set_intersect(set, isl_set_copy(d->b->domain));
	bool never = isl_set_is_empty(set) == isl_bool_true;
	isl_set_free(set);
	return !never;
}

// By how much the dividends of two iterations differ, with the same parameters.
static isl_set *differences(const dividing *d)
{
	isl_map *dividend = isl_map_reset_tuple_id(isl_map_from_pw_aff(isl_pw_aff_copy(d->x)), isl_dim_in);
	isl_set *from = isl_set_copy(d->b->domain);
	if (isl_set_has_tuple_id(from) == isl_bool_true) from = isl_set_reset_tuple_id(from);
	isl_set *values = isl_set_apply(from, dividend);
	return isl_map_deltas(isl_map_from_domain_and_range(isl_set_copy(values), values));
}

// Whether the dividends of all iterations lie within two turns, wherever these are: in (k + m) % n where k goes from
// 0 to n - 1, but not in k % n where k goes through n rows of n.
static bool lies_in_few_turns(const dividing *d)
{
	unsigned n_loops = (unsigned)isl_pw_aff_dim(d->m, isl_dim_in);
	if (isl_pw_aff_is_cst(d->m) != isl_bool_false ||
	        isl_pw_aff_involves_dims(d->m, isl_dim_in, 0, n_loops) != isl_bool_false)
		return false;
	isl_set *apart = differences(d);
	isl_local_space *space = isl_local_space_from_space(isl_set_get_space(apart));
	isl_pw_aff *difference = isl_pw_aff_var_on_domain(space, isl_dim_set, 0);
	isl_pw_aff *m = isl_pw_aff_project_domain_on_params(isl_pw_aff_copy(d->m));
	m = isl_pw_aff_insert_domain(m, isl_set_get_space(apart));
	apart = isl_set_intersect(apart, isl_pw_aff_pos_set(isl_pw_aff_copy(m)));
	m = isl_pw_aff_scale_val(m, isl_val_int_from_si(d->b->n->ctx, 2));
	apart = isl_set_intersect(apart, isl_pw_aff_ge_set(difference, m));
	bool few = isl_set_is_empty(apart) == isl_bool_true;
	isl_set_free(apart);
	return few;
}

// That the quotient is one of those that are looked for. False: there may be others.
static bool assume_turns(const dividing *d)
{
	isl_set *beyond = isl_set_union(isl_set_complement(from_turn(d, FIRST_TURN)), from_turn(d, LAST_TURN + 1));
	if (!happens(d, isl_set_copy(beyond))) return isl_set_free(beyond), true;
	if (!lies_in_few_turns(d)) return isl_set_free(beyond), false;
	beyond = isl_set_intersect(beyond, isl_pw_aff_ge_set(isl_pw_aff_copy(d->m), constant(d, 1)));
	return affine_assume_usual(d->b, beyond);
}

// The quotients that there are in some iteration; false: there may be others than those that are looked for.
static bool find_turns(const dividing *d, long *first, long *last)
{
	if (!assume_turns(d)) return false;
	*first = FIRST_TURN, *last = LAST_TURN;
	while (*first <= *last && !happens(d, turn(d, *first))) ++*first;
	while (*first <= *last && !happens(d, turn(d, *last))) --*last;
	return *first <= *last;
}

isl_pw_aff *affine_turns(builder *b, const isl_pw_aff *x, const isl_pw_aff *m, bool down, bool quotient)
{
	const dividing d = {b, (isl_pw_aff *)x, (isl_pw_aff *)m, down};
	long first, last;
	if (!find_turns(&d, &first, &last)) return NULL;
	affine_assume_not(b, isl_pw_aff_lt_set(isl_pw_aff_copy(d.m), constant(&d, 1)));
	// What is beyond the first and the last one does not occur.
	isl_pw_aff *value = quotient ? constant(&d, first) : less(&d, first);
	for (long k = first + 1; k <= last; k++)
		value = isl_pw_aff_cond(
		        isl_set_indicator_function(from_turn(&d, k)), quotient ? constant(&d, k) : less(&d, k), value);
	return isl_pw_aff_coalesce(value);
}
