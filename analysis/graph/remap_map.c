// SPDX-License-Identifier: Apache-2.0
#include "remap_map.h"

#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "pair_space.h"

#include <isl/constraint.h>
#include <isl/local_space.h>

// The one dimension that the mapping splits; -1: several, none, or it is not said here.
static int split_dim(const prog_mapping *m)
{
	int found = -1, n = 0;
	if (m->how != PROG_MAP_DISTRIBUTE || m->of_template || m->onto) return -1;
	for (int d = 0; d < m->rank; d++) {
		if (m->dist[d].format == PROG_FORMAT_NONE) continue;
		found = d;
		n++;
	}
	return n == 1 ? found : -1;
}

// Along which dimension the array may have been split before, if not along the new one: by how it is declared, and by
// what any directive of the unit gives it. -1: none, or there are several.
static int dim_before(const prog_unit *unit, const prog_mapping *to)
{
	const prog_mapping *declared = to->before ? to->before : to->symbol->mapping;
	const int now = split_dim(to);
	int before = declared ? split_dim(declared) : -1;
	if (to->before) return before == now ? -1 : before;
	for (int k = 0; k < unit->n_remaps; k++) {
		const prog_mapping *m = unit->remaps[k];
		if (m == to || m->symbol != to->symbol) continue;
		const int dim = split_dim(m);
		if (before == now) before = dim;
		if (dim < 0 || (dim != now && dim != before)) return -1;
	}
	return before == now ? -1 : before;
}

// 0 <= index < extent; NULL: the extent has no name. Takes the set.
static isl_set *within_extent(isl_set *set, int d, const prog_expr *extent)
{
	set = isl_set_lower_bound_si(set, isl_dim_set, (unsigned)d, 0);
	if (extent && extent->kind == PROG_EXPR_INT)
		return isl_set_upper_bound_si(set, isl_dim_set, (unsigned)d, (int)extent->value - 1);
	if (!extent || extent->kind != PROG_EXPR_VAR || !pair_name_is_free(extent->symbol->name))
		return isl_set_free(set);
	isl_id *id = isl_id_alloc(isl_set_get_ctx(set), extent->symbol->name, NULL);
	set = isl_set_align_params(set, isl_space_add_param_id(isl_set_get_space(set), isl_id_copy(id)));
	const int at = isl_set_find_dim_by_id(set, isl_dim_param, id);
	isl_id_free(id);
	isl_constraint *c = isl_constraint_alloc_inequality(isl_local_space_from_space(isl_set_get_space(set)));
	c = isl_constraint_set_coefficient_si(c, isl_dim_param, at, 1);
	c = isl_constraint_set_coefficient_si(c, isl_dim_set, d, -1);
	return isl_set_add_constraint(set, isl_constraint_set_constant_si(c, -1));
}

// Indices of dimension d that lie at the bound or on its side. Takes the set.
static isl_set *bounded(isl_set *set, int d, pair_value bound, int side)
{
	set = pair_with(set, bound, 0, 1);
	isl_constraint *c = isl_constraint_alloc_inequality(isl_local_space_from_space(isl_set_get_space(set)));
	c = isl_constraint_set_coefficient_si(c, isl_dim_set, d, side);
	c = isl_constraint_set_coefficient_si(c, isl_dim_param, pair_find(set, bound, 0, 1), -side);
	return isl_set_add_constraint(set, c);
}

static isl_set *section_of(isl_ctx *ctx, const prog_mapping *to, int before)
{
	const prog_mapping *shape = to->before ? to : to->symbol->mapping;
	const int now = split_dim(to);
	isl_set *set = isl_set_universe(isl_space_set_alloc(ctx, 0, (unsigned)to->rank));
	for (int d = 0; d < to->rank && set; d++) {
		if (d == before)
			set = bounded(bounded(set, d, PAIR_PLO, 1), d, PAIR_PHI, -1);
		else if (d == now)
			set = bounded(bounded(set, d, PAIR_LO, 1), d, PAIR_HI, -1);
		else
			set = within_extent(set, d, shape->used[d] ? shape->used[d] : shape->extent[d]);
	}
	return set;
}

remap_map remap_map_of(isl_ctx *ctx, const prog_unit *unit, const prog_mapping *to)
{
	const int before = split_dim(to) < 0 ? -1 : dim_before(unit, to);
	remap_map m = {.transposes = before >= 0, .map = pair_others(pair_all(ctx, 1))};
	if (!m.transposes) return m;
	m.section = section_of(ctx, to, before);
	if (m.section) m.elements = cardinality(isl_set_copy(m.section));
	return m;
}

void remap_map_free(remap_map *m)
{
	isl_map_free(m->map);
	isl_set_free(m->section);
	isl_pw_qpolynomial_free(m->elements);
}

bool remap_contents_may_be_dead(const graph *g, const prog_mapping *to)
{
	if (to->before) return to->overwritten;
	for (int k = 0; k < g->n_tasks; k++)
		for (int a = 0; a < g->tasks[k]->n_args; a++) {
			const task_arg *arg = &g->tasks[k]->args[a];
			const nest_object *o = &g->tasks[k]->nest->objects[arg->object];
			const prog_mapping *m = mapping_of_object(o);
			if (arg->overwritten && !o->sliced && (!m || m->symbol == to->symbol)) return true;
		}
	return false;
}
