// SPDX-License-Identifier: Apache-2.0
#include "own_bounds.h"

#include "loop_nest.h"

#include <stdio.h>

// isl compares what an identifier leads to: its place in this table says which bound it is.
static const char bounds[NEST_MAX_AXES][2];

__isl_give isl_id *own_bound_id(isl_ctx *ctx, int axis, own_end end)
{
	char name[40];
	snprintf(name, sizeof name, "hpcc_own[%d].%s", axis, end == OWN_LO ? "lo" : "hi");
	return isl_id_alloc(ctx, name, (void *)&bounds[axis][end]);
}

int own_bound_find(__isl_keep isl_set *set, int axis, own_end end)
{
	isl_id *id = own_bound_id(isl_set_get_ctx(set), axis, end);
	int at = isl_set_find_dim_by_id(set, isl_dim_param, id);
	isl_id_free(id);
	return at;
}

bool own_bound_is(__isl_keep isl_space *space, unsigned param, int *axis, own_end *end)
{
	if (isl_space_has_dim_id(space, isl_dim_param, param) != isl_bool_true) return false;
	isl_id *id = isl_space_get_dim_id(space, isl_dim_param, param);
	const char *at = isl_id_get_user(id), *first = &bounds[0][0];
	isl_id_free(id);
	if (!at || at < first || at >= first + sizeof bounds) return false;
	if (axis) *axis = (int)(at - first) / 2;
	if (end) *end = (at - first) % 2 ? OWN_HI : OWN_LO;
	return true;
}

bool own_bounds_decide(__isl_keep isl_set *set)
{
	isl_space *space = isl_set_get_space(set);
	bool found = false;
	for (int k = isl_space_dim(space, isl_dim_param) - 1; k >= 0 && !found; k--)
		found = own_bound_is(space, (unsigned)k, NULL, NULL) &&
		        isl_set_involves_dims(set, isl_dim_param, (unsigned)k, 1) != isl_bool_false;
	isl_space_free(space);
	return found;
}

__isl_give isl_set *own_bounds_project_out(__isl_take isl_set *set)
{
	isl_space *space = isl_set_get_space(set);
	for (int k = isl_space_dim(space, isl_dim_param) - 1; k >= 0; k--)
		if (own_bound_is(space, (unsigned)k, NULL, NULL))
			set = isl_set_project_out(set, isl_dim_param, (unsigned)k, 1);
	isl_space_free(space);
	return set;
}
