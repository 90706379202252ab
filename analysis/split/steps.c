// SPDX-License-Identifier: Apache-2.0
#include "steps.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/id.h>
#include <isl/local_space.h>
#include <isl/set.h>

// The same in each iteration of the loops around.
static bool is_fixed(const isl_pw_aff *x)
{
	const isl_size n = isl_pw_aff_dim((isl_pw_aff *)x, isl_dim_in);
	return n >= 0 && isl_pw_aff_involves_dims((isl_pw_aff *)x, isl_dim_in, 0, (unsigned)n) == isl_bool_false;
}

// { S[i] -> T[j] : sign * (j_d - i_d) >= size }, `size` the last parameter
static isl_map *apart(isl_space *like, unsigned d, int sign, unsigned size)
{
	isl_constraint *c = isl_constraint_alloc_inequality(isl_local_space_from_space(isl_space_copy(like)));
	c = isl_constraint_set_coefficient_si(c, isl_dim_out, (int)d, sign);
	c = isl_constraint_set_coefficient_si(c, isl_dim_in, (int)d, -sign);
	c = isl_constraint_set_coefficient_si(c, isl_dim_param, (int)size, -1);
	return isl_map_add_constraint(isl_map_universe(isl_space_copy(like)), c);
}

// The parameters for which the parameter `id` is the size.
static isl_set *is_size(const isl_pw_aff *size, isl_id *id)
{
	isl_pw_aff *value = isl_pw_aff_copy((isl_pw_aff *)size);
	value = isl_pw_aff_drop_dims(value, isl_dim_in, 0, (unsigned)isl_pw_aff_dim(value, isl_dim_in));
	value = isl_pw_aff_reset_tuple_id(value, isl_dim_in);
	isl_set *domain = isl_set_universe(isl_pw_aff_get_domain_space(value));
	return isl_set_params(isl_pw_aff_eq_set(value, isl_pw_aff_param_on_domain_id(domain, id)));
}

// All values of the variable are its first one and so many steps from there, whatever the loops around are at.
static isl_map *without_between(isl_map *pairs, const nest_loop *l, unsigned d)
{
	isl_id *id = isl_id_alloc(isl_map_get_ctx(pairs), "hpcc_size", NULL);
	const unsigned at = (unsigned)isl_map_dim(pairs, isl_dim_param);
	pairs = isl_map_set_dim_id(isl_map_add_dims(pairs, isl_dim_param, 1), isl_dim_param, at, isl_id_copy(id));
	isl_space *space = isl_map_get_space(pairs);
	isl_map *possible =
	        isl_map_equate(isl_map_universe(isl_space_copy(space)), isl_dim_in, (int)d, isl_dim_out, (int)d);
	possible = isl_map_union(possible, apart(space, d, 1, at));
	possible = isl_map_union(possible, apart(space, d, -1, at));
	isl_space_free(space);
	pairs = isl_map_intersect_params(isl_map_intersect(pairs, possible), is_size(l->size, isl_id_copy(id)));
	const int where = isl_map_find_dim_by_id(pairs, isl_dim_param, id);
	isl_id_free(id);
	return isl_map_project_out(pairs, isl_dim_param, (unsigned)where, 1);
}

isl_map *steps_drop(const nest *n, const nest_stmt *w, const nest_stmt *r, isl_map *pairs)
{
	for (int d = 0; d < w->depth && d < r->depth && w->loop[d] == r->loop[d]; d++) {
		const nest_loop *l = &n->loops[w->loop[d]];
		if (l->by && l->size && l->first && is_fixed(l->size) && is_fixed(l->first))
			pairs = without_between(pairs, l, (unsigned)d);
	}
	return pairs;
}
