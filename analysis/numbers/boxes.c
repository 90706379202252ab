// SPDX-License-Identifier: Apache-2.0
#include "boxes.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/ilp.h>
#include <isl/local_space.h>
#include <isl/stride_info.h>
#include <isl/val.h>

isl_set *boxes_on_stride(isl_set *part, unsigned d)
{
	isl_stride_info *info = isl_set_get_stride_info(part, (int)d);
	isl_val *step = isl_stride_info_get_stride(info);
	isl_aff *offset = isl_stride_info_get_offset(info);
	unsigned rank = (unsigned)isl_set_dim(part, isl_dim_set);
	isl_set *set = isl_set_universe(isl_set_get_space(part));
	if (isl_val_gt_si(step, 1) == isl_bool_true &&
	        isl_aff_involves_dims(offset, isl_dim_in, 0, rank) == isl_bool_false) {
		isl_local_space *space = isl_local_space_from_space(isl_set_get_space(part));
		isl_pw_aff *x = isl_pw_aff_from_aff(isl_aff_var_on_domain(space, isl_dim_set, d));
		x = isl_pw_aff_sub(x, isl_pw_aff_from_aff(isl_aff_copy(offset)));
		set = isl_set_intersect(set, isl_pw_aff_zero_set(isl_pw_aff_mod_val(x, isl_val_copy(step))));
	}
	isl_aff_free(offset);
	isl_val_free(step);
	isl_stride_info_free(info);
	return set;
}

long boxes_width(isl_set *set, int dim)
{
	bool bounded = isl_set_dim_has_lower_bound(set, isl_dim_set, (unsigned)dim) == isl_bool_true &&
	               isl_set_dim_has_upper_bound(set, isl_dim_set, (unsigned)dim) == isl_bool_true;
	if (!bounded) {
		isl_set_free(set);
		return -1;
	}
	isl_pw_aff *low = isl_set_dim_min(isl_set_copy(set), dim), *high = isl_set_dim_max(set, dim);
	isl_val *most = isl_pw_aff_max_val(isl_pw_aff_sub(high, low));
	long width = most && isl_val_is_int(most) == isl_bool_true ? isl_val_get_num_si(most) + 1 : -1;
	isl_val_free(most);
	return width;
}

// The smallest interval around dimension d of a convex set. NULL: an operation quota was met.
static isl_set *interval_of(isl_set *part, unsigned d, unsigned rank)
{
	isl_set *one = isl_set_project_out(isl_set_copy(part), isl_dim_set, d + 1, rank - d - 1);
	if (one) one = isl_set_project_out(one, isl_dim_set, 0, d);
	if (one) one = isl_set_remove_divs(one);
	isl_basic_set *hull = one ? isl_set_simple_hull(one) : NULL;
	if (!hull) return NULL;
	one = isl_set_insert_dims(isl_set_from_basic_set(hull), isl_dim_set, 0, d);
	return one ? isl_set_add_dims(one, isl_dim_set, rank - d - 1) : NULL;
}

static isl_stat has_quotient(isl_set *domain, isl_aff *value, void *user)
{
	bool *found = user;
	*found |= isl_aff_dim(value, isl_dim_div) > 0;
	isl_set_free(domain);
	isl_aff_free(value);
	return isl_stat_ok;
}

// Bounds that are quotients of what a process owns cannot be told.
static bool bounds_are_simple(isl_set *interval, unsigned d)
{
	bool found = false;
	for (int low = 0; low < 2 && !found; low++) {
		isl_set *s = isl_set_copy(interval);
		isl_pw_aff *bound = low ? isl_set_dim_min(s, (int)d) : isl_set_dim_max(s, (int)d);
		found = !bound || isl_pw_aff_foreach_piece(bound, has_quotient, &found) != isl_stat_ok || found;
		isl_pw_aff_free(bound);
	}
	return !found;
}

// Whether the constraint is on one dimension at most, and has no other factor for that than 1 and -1.
static isl_stat is_on_one(isl_constraint *c, void *user)
{
	int *rank = user, n = 0;
	bool simple = true;
	for (int d = 0; d < *rank && simple; d++) {
		if (isl_constraint_involves_dims(c, isl_dim_set, (unsigned)d, 1) != isl_bool_true) continue;
		isl_val *factor = isl_constraint_get_coefficient_val(c, isl_dim_set, d);
		simple = ++n == 1 &&
		         (isl_val_is_one(factor) == isl_bool_true || isl_val_is_negone(factor) == isl_bool_true);
		isl_val_free(factor);
	}
	isl_constraint_free(c);
	return simple ? isl_stat_ok : isl_stat_error;
}

// Whether the set is seen to be its box by its constraints alone: what most sets are, and quick to ask.
static bool is_seen_as_box(isl_basic_set *basic)
{
	int rank = (int)isl_basic_set_dim(basic, isl_dim_set);
	return isl_basic_set_dim(basic, isl_dim_div) == 0 &&
	       isl_basic_set_foreach_constraint(basic, is_on_one, &rank) == isl_stat_ok;
}

typedef struct box_test {
	isl_set *set;
	unsigned rank;
	bool exact;
} box_test;

static isl_stat test_box(isl_basic_set *basic, void *user)
{
	box_test *t = user;
	if (is_seen_as_box(basic)) {
		// It may be what is around several parts of the set.
		isl_set *box = isl_set_from_basic_set(basic);
		t->exact = t->exact && isl_set_is_subset(box, t->set) == isl_bool_true;
		isl_set_free(box);
		return isl_stat_ok;
	}
	int n_divs = (int)isl_basic_set_dim(basic, isl_dim_div), n_strides = 0;
	isl_set *part = isl_set_from_basic_set(basic), *box = isl_set_universe(isl_set_get_space(part));
	for (unsigned d = 0; d < t->rank; d++) {
		isl_set *stride = boxes_on_stride(part, d);
		n_strides += isl_set_plain_is_universe(stride) != isl_bool_true;
		isl_set *interval = interval_of(part, d, t->rank);
		t->exact = t->exact && bounds_are_simple(interval, d);
		box = isl_set_intersect(box, isl_set_intersect(interval, stride));
	}
	t->exact = t->exact && n_divs <= n_strides && isl_set_is_subset(box, t->set) == isl_bool_true;
	isl_set_free(box);
	isl_set_free(part);
	return isl_stat_ok;
}

// ---- parts ------------------------------------------------------------------------------------

// What is read around an element of three dimensions, periodic in each of them, has 27 parts.
enum { MOST_PARTS = 32, MOST_LOOKED_AT = 64 };

typedef struct part_list {
	int n;
	isl_set *part[MOST_LOOKED_AT];
	bool strides, boxes; // some have strides; all are their boxes
} part_list;

isl_set *boxes_around(isl_set *part)
{
	if (!part) return NULL; // an operation quota was met
	unsigned rank = (unsigned)isl_set_dim(part, isl_dim_set);
	isl_set *box = isl_set_universe(isl_set_get_space(part));
	for (unsigned d = 0; d < rank && box; d++) {
		isl_set *interval = interval_of(part, d, rank);
		box = interval ? isl_set_intersect(box, interval) : isl_set_free(box);
	}
	return box;
}

static bool is_box(isl_set *part)
{
	isl_set *box = boxes_around(part);
	bool is = isl_set_is_subset(box, part) == isl_bool_true;
	isl_set_free(box);
	return is;
}

static isl_stat list_part(isl_basic_set *basic, void *user)
{
	part_list *l = user;
	l->strides |= isl_basic_set_dim(basic, isl_dim_div) != 0;
	bool seen = is_seen_as_box(basic);
	l->part[l->n++] = isl_set_from_basic_set(basic);
	if (!l->strides && l->boxes && !seen) l->boxes = is_box(l->part[l->n - 1]);
	return l->n < MOST_LOOKED_AT ? isl_stat_ok : isl_stat_error;
}

static void free_parts(part_list *l)
{
	for (int k = 0; k < l->n; k++) isl_set_free(l->part[k]);
	l->n = 0;
}

// Whether the parts are boxes, all of them. The list is to be freed.
static bool list_boxes(isl_set *set, part_list *l)
{
	*l = (part_list){.boxes = true};
	if (isl_set_n_basic_set(set) > MOST_LOOKED_AT) return false;
	return isl_set_foreach_basic_set(set, list_part, l) == isl_stat_ok && l->boxes && !l->strides;
}

// Two boxes as one; NULL: they make none.
static isl_set *join(isl_set *a, isl_set *b)
{
	isl_set *both = isl_set_coalesce(isl_set_union(isl_set_copy(a), isl_set_copy(b)));
	return isl_set_n_basic_set(both) == 1 && is_box(both) ? both : isl_set_free(both);
}

// Those before the one at hand cannot be joined with each other.
static void join_all(part_list *l)
{
	for (int i = 1; i < l->n;) {
		isl_set *both = NULL;
		int k = 0;
		while (k < i && !(both = join(l->part[k], l->part[i]))) k++;
		if (!both) {
			i++;
			continue;
		}
		isl_set_free(l->part[k]);
		isl_set_free(l->part[i]);
		l->part[i] = l->part[--l->n];
		l->part[k] = l->part[--i];
		l->part[i] = both;
		if (i == 0) i = 1;
	}
}

// Whether there are few indices in dimension d, whatever the parameters are, but more than one.
static bool has_few(isl_set *set, int d, long *first, long *last)
{
	enum { FEW = 16 };
	isl_val *low = isl_set_dim_min_val(isl_set_copy(set), d), *high = isl_set_dim_max_val(isl_set_copy(set), d);
	bool known = low && high && isl_val_is_int(low) == isl_bool_true && isl_val_is_int(high) == isl_bool_true;
	*first = known ? isl_val_get_num_si(low) : 0;
	*last = known ? isl_val_get_num_si(high) : 0;
	isl_val_free(low);
	isl_val_free(high);
	return *first < *last && *last - *first < FEW;
}

// The set in planes along a dimension in which it has few indices; NULL: there is none.
static isl_set *in_planes(isl_set *set)
{
	long first = 0, last = -1;
	int d = (int)isl_set_dim(set, isl_dim_set) - 1;
	while (d >= 0 && !has_few(set, d, &first, &last)) d--;
	if (d < 0) return NULL;
	isl_set *planes = isl_set_empty(isl_set_get_space(set));
	for (long k = first; k <= last; k++) {
		isl_set *plane = isl_set_fix_si(isl_set_copy(set), isl_dim_set, (unsigned)d, (int)k);
		planes = isl_set_union(planes, isl_set_coalesce(plane));
	}
	return planes;
}

static isl_set *as_union(const part_list *l, isl_space *space)
{
	isl_set *parts = isl_set_empty(space);
	for (int k = 0; k < l->n; k++) parts = isl_set_union(parts, isl_set_copy(l->part[k]));
	return parts;
}

// The set as a union of boxes; NULL: not possible, or too many.
static isl_set *try_boxes(isl_set *set)
{
	part_list l;
	isl_set *parts = NULL;
	if (list_boxes(set, &l)) {
		join_all(&l);
		if (l.n <= MOST_PARTS) parts = as_union(&l, isl_set_get_space(set));
	}
	free_parts(&l);
	return parts;
}

// The hull, but for indices below all that are in the set: where divisions say where that begins, the hull begins
// before.
static isl_set *from_where_it_begins(isl_set *hull, isl_set *set)
{
	for (int d = 0; d < (int)isl_set_dim(set, isl_dim_set); d++) {
		isl_val *low = isl_set_dim_min_val(isl_set_copy(set), d);
		if (isl_val_is_int(low) == isl_bool_true)
			hull = isl_set_lower_bound_val(hull, isl_dim_set, (unsigned)d, low);
		else
			isl_val_free(low);
	}
	isl_set_free(set);
	return hull;
}

// isl joins what is convex together: one row of an element's parts and the next one of others become a set whose box is
// more.
isl_set *boxes_parts(isl_set *set)
{
	set = isl_set_reset_tuple_id(set);
	isl_set *joined = isl_set_coalesce(isl_set_copy(set));
	part_list l;
	bool good = list_boxes(joined, &l), strides = l.strides;
	free_parts(&l);
	isl_set *parts = good || strides ? NULL : try_boxes(set);
	isl_set *planes = good || strides || parts ? NULL : in_planes(joined);
	if (planes) parts = try_boxes(planes);
	isl_set_free(planes);
	isl_set_free(set);
	if (parts) isl_set_free(joined);
	if (!parts) parts = joined;
	if (isl_set_n_basic_set(parts) <= MOST_PARTS) return parts;
	isl_set *hull = isl_set_from_basic_set(isl_set_simple_hull(isl_set_remove_divs(isl_set_copy(parts))));
	return from_where_it_begins(hull, parts);
}

bool boxes_are_exact(const isl_set *set)
{
	isl_set *s = isl_set_reset_tuple_id(isl_set_copy((isl_set *)set)), *parts = boxes_parts(isl_set_copy(s));
	box_test t = {s, (unsigned)isl_set_dim(s, isl_dim_set), true};
	bool good = isl_set_foreach_basic_set(parts, test_box, &t) == isl_stat_ok;
	isl_set_free(s);
	isl_set_free(parts);
	return good && t.exact;
}

bool boxes_same_place(const isl_pw_aff *a, const isl_pw_aff *b)
{
	// A function that is called has loops of its own.
	isl_size of_a = isl_pw_aff_dim((isl_pw_aff *)a, isl_dim_in), of_b = isl_pw_aff_dim((isl_pw_aff *)b, isl_dim_in);
	isl_size common = of_a < of_b ? of_a : of_b;
	isl_pw_aff *x = isl_pw_aff_copy((isl_pw_aff *)a), *y = isl_pw_aff_copy((isl_pw_aff *)b);
	bool same =
	        isl_pw_aff_involves_dims(x, isl_dim_in, (unsigned)common, (unsigned)(of_a - common)) ==
	                isl_bool_false &&
	        isl_pw_aff_involves_dims(y, isl_dim_in, (unsigned)common, (unsigned)(of_b - common)) == isl_bool_false;
	if (same) {
		x = isl_pw_aff_drop_dims(x, isl_dim_in, (unsigned)common, (unsigned)(of_a - common));
		y = isl_pw_aff_drop_dims(y, isl_dim_in, (unsigned)common, (unsigned)(of_b - common));
		same = isl_pw_aff_is_equal(x, y) == isl_bool_true;
	}
	isl_pw_aff_free(x);
	isl_pw_aff_free(y);
	return same;
}
