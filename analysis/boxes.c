// SPDX-License-Identifier: Apache-2.0
#include "boxes.h"

#include <isl/aff.h>
#include <isl/local_space.h>
#include <isl/stride_info.h>
#include <isl/val.h>

// Indices at the distance of the stride that isl finds in dimension d, where the parameters alone say where it begins.
static isl_set *on_stride(isl_set *part, unsigned d)
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

// The smallest interval around dimension d of a convex set.
static isl_set *interval_of(isl_set *part, unsigned d, unsigned rank)
{
	isl_set *one = isl_set_project_out(isl_set_copy(part), isl_dim_set, d + 1, rank - d - 1);
	one = isl_set_project_out(one, isl_dim_set, 0, d);
	one = isl_set_from_basic_set(isl_set_simple_hull(isl_set_remove_divs(one)));
	one = isl_set_insert_dims(one, isl_dim_set, 0, d);
	return isl_set_add_dims(one, isl_dim_set, rank - d - 1);
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

typedef struct box_test {
	isl_set *set;
	unsigned rank;
	bool exact;
} box_test;

static isl_stat test_box(isl_basic_set *basic, void *user)
{
	box_test *t = user;
	int n_divs = (int)isl_basic_set_dim(basic, isl_dim_div), n_strides = 0;
	isl_set *part = isl_set_from_basic_set(basic), *box = isl_set_universe(isl_set_get_space(part));
	for (unsigned d = 0; d < t->rank; d++) {
		isl_set *stride = on_stride(part, d);
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

bool boxes_are_exact(const isl_set *set)
{
	enum { MOST = 8 }; // beyond, one box is made of all
	isl_set *s = isl_set_coalesce(isl_set_reset_tuple_id(isl_set_copy((isl_set *)set)));
	box_test t = {s, (unsigned)isl_set_dim(s, isl_dim_set), true};
	bool good = isl_set_n_basic_set(s) <= MOST && isl_set_foreach_basic_set(s, test_box, &t) == isl_stat_ok;
	isl_set_free(s);
	return good && t.exact;
}
