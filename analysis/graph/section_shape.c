// SPDX-License-Identifier: Apache-2.0
#include "section_shape.h"

#include "../numbers/numbers.h"

#include <isl/aff.h>
#include <isl/stride_info.h>
#include <isl/val.h>

#include <stdbool.h>

// How many indices a box has in one dimension: (last - first) / stride + 1.
static isl_pw_qpolynomial *indices(isl_set *box, unsigned d)
{
	isl_stride_info *info = isl_set_get_stride_info(box, (int)d);
	isl_val *step = isl_stride_info_get_stride(info);
	isl_stride_info_free(info);
	isl_pw_aff *low = isl_set_dim_min(isl_set_copy(box), (int)d),
	           *high = isl_set_dim_max(isl_set_copy(box), (int)d);
	isl_pw_aff *width = isl_pw_aff_scale_down_val(isl_pw_aff_sub(high, low), step);
	isl_set *where = isl_pw_aff_domain(isl_pw_aff_copy(width));
	isl_pw_aff *one = isl_pw_aff_val_on_domain(where, isl_val_one(isl_set_get_ctx(box)));
	return isl_pw_qpolynomial_from_pw_aff(isl_pw_aff_coalesce(isl_pw_aff_add(width, one)));
}

typedef struct counting {
	isl_pw_qpolynomial *sum;
	bool known;
} counting;

static isl_stat add_box(isl_basic_set *basic, void *user)
{
	counting *c = user;
	isl_set *box = isl_set_from_basic_set(basic);
	c->known = c->known && isl_set_is_bounded(box) == isl_bool_true && boxes_are_exact(box);
	isl_pw_qpolynomial *n = NULL;
	for (unsigned d = 0; d < (unsigned)isl_set_dim(box, isl_dim_set) && c->known; d++) {
		isl_pw_qpolynomial *of_one = indices(box, d);
		n = n ? isl_pw_qpolynomial_mul(n, of_one) : of_one;
	}
	isl_set_free(box);
	if (!n) return isl_stat_error;
	c->sum = c->sum ? isl_pw_qpolynomial_add(c->sum, n) : n;
	return isl_stat_ok;
}

isl_pw_qpolynomial *section_size(isl_set *section)
{
	isl_set *parts = boxes_are_exact(section) ? isl_set_copy(section) : boxes_parts(isl_set_copy(section));
	if (isl_set_n_basic_set(parts) > 1) parts = isl_set_make_disjoint(parts);
	counting c = {.known = true};
	bool ok = parts && isl_set_foreach_basic_set(parts, add_box, &c) == isl_stat_ok;
	isl_set_free(parts);
	if (!ok || !c.known) return isl_pw_qpolynomial_free(c.sum);
	return isl_pw_qpolynomial_drop_unused_params(isl_pw_qpolynomial_coalesce(c.sum));
}

// ---- joining ----------------------------------------------------------------------------------

enum { MOST_BOXES = 64 };

typedef struct box_list {
	int n;
	isl_set *box[MOST_BOXES];
} box_list;

static isl_stat list_box(isl_basic_set *basic, void *user)
{
	box_list *l = user;
	l->box[l->n++] = isl_set_from_basic_set(basic);
	return isl_stat_ok;
}

// The box around both, if it has nothing else than the section; NULL: it has.
static isl_set *joined(isl_set *a, isl_set *b, isl_set *section, isl_set *params)
{
	isl_set *both = isl_set_union(isl_set_copy(a), isl_set_copy(b));
	isl_set *hull = isl_set_from_basic_set(isl_set_simple_hull(both));
	isl_set *told = isl_set_intersect_params(isl_set_copy(hull), isl_set_copy(params));
	bool same = boxes_are_exact(hull) && isl_set_is_subset(told, section) == isl_bool_true;
	isl_set_free(told);
	return same ? hull : isl_set_free(hull);
}

// Joins one pair; false: there is none.
static bool join_two(box_list *l, isl_set *section, isl_set *params)
{
	for (int k = 0; k < l->n; k++)
		for (int j = k + 1; j < l->n; j++) {
			isl_set *both = joined(l->box[k], l->box[j], section, params);
			if (!both) continue;
			isl_set_free(l->box[k]);
			isl_set_free(l->box[j]);
			l->box[k] = both;
			l->box[j] = l->box[--l->n];
			return true;
		}
	return false;
}

isl_set *section_joined(isl_set *section, isl_set *params)
{
	box_list l = {0};
	int n = isl_set_n_basic_set(section);
	if (n <= 1 || n > MOST_BOXES || isl_set_foreach_basic_set(section, list_box, &l) != isl_stat_ok) return section;
	while (join_two(&l, section, params)) continue;
	isl_set_free(section);
	section = l.box[0];
	for (int k = 1; k < l.n; k++) section = isl_set_union(section, l.box[k]);
	return section;
}
