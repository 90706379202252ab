// SPDX-License-Identifier: Apache-2.0
#include "torus.h"

#include "../numbers/numbers.h"

#include <isl/aff.h>
#include <isl/ilp.h>

// Wider ones are no exchanges with a neighbour, but with all that are as far away.
enum { MOST_WIDTH = 16 };

typedef struct search {
	const owned *w;
	int dim;
	own_end end;      // beyond which the elements are
	isl_pw_aff *turn; // how many indices there are along the dimension
	torus_ring *ring;
	bool ok;
} search;

// How many indices the sections have along a dimension, from the first to the last one, whatever processes own.
static isl_pw_aff *turn_of(const patterns *sent, const owned *w, int dim)
{
	isl_set *all = NULL;
	for (int k = 0; k < sent->n; k++) {
		isl_set *s = owned_with_bounds(isl_set_reset_tuple_id(isl_set_copy(sent->list[k].section)), w);
		all = all ? isl_set_union(all, s) : s;
	}
	all = own_bounds_project_out(all);
	isl_pw_aff *first = isl_set_dim_min(isl_set_copy(all), dim), *last = isl_set_dim_max(all, dim);
	isl_val *one = isl_val_one(isl_pw_aff_get_ctx(last));
	return isl_pw_aff_add_constant_val(isl_pw_aff_sub(last, first), one);
}

static own_end other(own_end end) { return end == OWN_LO ? OWN_HI : OWN_LO; }

// Whether the elements, which are beyond one end of what is owned, are near the other end if indices go around. Takes
// the set.
static bool is_near_around(const search *s, isl_set *part)
{
	isl_pw_aff *turn = isl_pw_aff_insert_domain(isl_pw_aff_copy(s->turn), isl_set_get_space(part));
	isl_pw_aff *way = isl_pw_aff_from_aff(owned_distance(part, s->w, s->dim, other(s->end)));
	isl_pw_aff *rest = isl_pw_aff_copy(turn);
	way = isl_pw_aff_intersect_domain(isl_pw_aff_add(way, turn), isl_set_copy(part));
	isl_val *most = isl_pw_aff_max_val(way);
	isl_val *turns = isl_pw_aff_max_val(isl_pw_aff_intersect_domain(rest, part));
	const bool is = isl_val_is_int(most) == isl_bool_true && isl_val_cmp_si(most, MOST_WIDTH) <= 0;
	// Of an array that is only a few times as wide anything is near.
	const bool narrow =
	        isl_val_is_int(turns) == isl_bool_true && is && isl_val_cmp_si(turns, 8 * isl_val_get_num_si(most)) < 0;
	isl_val_free(most);
	isl_val_free(turns);
	return is && !narrow;
}

static isl_set *joined(isl_set *all, isl_set *more) { return all ? isl_set_union(all, more) : more; }

// Elements that are beyond what is owned along another dimension, too, come from diagonal neighbours.
static isl_set *without_diagonals(const search *s, isl_set *part)
{
	for (int d = 0; d < s->w->rank; d++)
		if (d != s->dim && s->w->split[d]) part = owned_within(part, s->w, d);
	return part;
}

static isl_stat add_part(isl_basic_set *part, void *user)
{
	search *s = user;
	isl_set *set = isl_set_from_basic_set(part);
	const int side = s->end == OWN_LO ? 0 : 1;
	const long width = pattern_width(set, s->w, s->dim, s->end);
	const bool near = width >= 0 && width <= MOST_WIDTH, around = !near && is_near_around(s, isl_set_copy(set));
	isl_set **to = &s->ring->side[near ? side : 1 - side];
	s->ok &= near || around;
	s->ring->wraps |= around;
	*to = joined(*to, without_diagonals(s, set));
	return s->ok ? isl_stat_ok : isl_stat_error;
}

static bool find_ring(search *s, const patterns *sent)
{
	s->turn = turn_of(sent, s->w, s->dim);
	s->ok = s->turn != NULL;
	for (int k = 0; k < sent->n && s->ok; k++)
		for (int end = OWN_LO; end <= OWN_HI && s->ok; end++) {
			isl_set *all = isl_set_reset_tuple_id(isl_set_copy(sent->list[k].section));
			all = owned_beyond(owned_with_bounds(all, s->w), s->w, s->dim, s->end = (own_end)end, true);
			all = isl_set_make_disjoint(isl_set_coalesce(all));
			if (isl_set_foreach_basic_set(all, add_part, s) != isl_stat_ok) s->ok = false;
			isl_set_free(all);
		}
	isl_pw_aff_free(s->turn);
	for (int side = 0; side < 2; side++)
		if (s->ring->side[side]) s->ring->side[side] = isl_set_coalesce(s->ring->side[side]);
	return s->ok;
}

static bool is_something(const torus_ring *r)
{
	bool any = false;
	for (int side = 0; side < 2; side++) any |= r->side[side] && isl_set_is_empty(r->side[side]) != isl_bool_true;
	return any;
}

static bool may_be_rings(const patterns *sent, const owned *w)
{
	bool sections = false;
	for (int k = 0; k < sent->n; k++) {
		const pattern_kind kind = sent->list[k].kind;
		if (kind != PATTERN_SECTION && kind != PATTERN_HALO) return false;
		sections |= kind == PATTERN_SECTION;
	}
	return sections && w->known;
}

int torus_rings(const task *t, const task_arg *a, const patterns *sent, torus_ring ring[PROG_MAX_RANK])
{
	const owned w = owned_of(t, a->object);
	bool ok = may_be_rings(sent, &w), wraps = false;
	int n = 0;
	for (int d = 0; d < w.rank && ok; d++) {
		if (!w.split[d]) continue;
		ring[n] = (torus_ring){.dim = d};
		search s = {.w = &w, .dim = d, .ring = &ring[n]};
		ok = find_ring(&s, sent);
		wraps |= ring[n].wraps;
		if (ok && !is_something(&ring[n]))
			torus_rings_free(&ring[n], 1);
		else
			n++;
	}
	if (ok && wraps) return n;
	torus_rings_free(ring, n);
	return 0;
}

void torus_rings_free(torus_ring *ring, int n)
{
	for (int k = 0; k < n; k++)
		for (int side = 0; side < 2; side++) ring[k].side[side] = isl_set_free(ring[k].side[side]);
}
