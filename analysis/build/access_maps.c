// SPDX-License-Identifier: Apache-2.0
#include "access_maps.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../unit/unit.h"
#include "aliasing.h"

#include <limits.h>

// A subscript of which nothing is known is within the array, a plain one. Those of several dimensions are also
// subscripted beyond their rows.
static isl_map *within_declaration(builder *b, const nest_stmt *s, const nest_object *o)
{
	bool known = object_is_plain(o) && object_is_variable(o) && o->rank == 1;
	long extent = known ? object_declared_extent(o, 0) : 0;
	if (extent <= 0 || extent > INT_MAX) return NULL;
	isl_map *map = isl_map_universe(isl_space_alloc(b->n->ctx, 0, (unsigned)s->depth, 1));
	map = isl_map_lower_bound_si(map, isl_dim_out, 0, 0);
	return isl_map_upper_bound_si(map, isl_dim_out, 0, (int)extent - 1);
}

// Or within the shape that a directive gives to a parameter without a mapping.
static isl_map *within_shape(builder *b, const nest_stmt *s, nest_object *o, int dim)
{
	const prog_mapping *m = o->mapping;
	poly extent;
	bool is_mapped = o->kind == NEST_MAPPED || !m || m->how != PROG_MAP_NONE;
	if (is_mapped || !m->shape_given || m->rank != o->rank) return NULL;
	if (o->base->kind != PROG_EXPR_VAR || inline_hides(b->n->root->function, m->extent[dim])) return NULL;
	if (!facts_parameter_stays(b->facts, o->symbol) || !facts_made_of_parameters(b->facts, m->extent[dim]))
		return NULL;
	if (!affine_poly(b, m->extent[dim], &extent) || poly_has_atoms(&extent)) return NULL;
	isl_pw_aff *end = affine_of_poly(b, &extent, s->depth);
	if (!end) return NULL;
	isl_map *below = isl_map_lex_gt(isl_space_set_alloc(b->n->ctx, 0, 1));
	below = isl_map_apply_range(isl_map_from_pw_aff(end), below);
	o->bounded |= 1U << dim;
	return isl_map_lower_bound_si(below, isl_dim_out, 0, 0);
}

static bool same_subscripts(const nest_object *o, const raw_access *x, const raw_access *y)
{
	bool same = x->whole == y->whole;
	for (int d = 0; d < o->rank && same; d++)
		same = x->known[d] && y->known[d] && poly_equal(&x->sub[d], &y->sub[d]);
	return same;
}

// An access of the same element by an earlier access of the statement; NULL: there is none.
static const nest_access *same_before(const builder *b, const nest_stmt *s, const nest_access *a)
{
	const raw_access *raw = b->raw[s - b->n->stmts];
	const nest_object *o = &b->n->objects[a->object];
	for (const nest_access *e = s->accesses; e < a && !a->when; e++)
		if (e->object == a->object && !e->when &&
		        same_subscripts(o, &raw[e - s->accesses], &raw[a - s->accesses]))
			return e;
	return NULL;
}

// What was made of the same subscripts.
static isl_map *map_like(const nest_object *o, nest_access *a, const nest_access *like)
{
	for (int d = 0; d < o->rank; d++) {
		a->sub[d] = isl_pw_aff_copy(like->sub[d]);
		if (!a->sub[d]) a->exact = a->must = a->always = false;
	}
	return isl_map_copy(like->map);
}

static isl_map *access_map(builder *b, nest_stmt *s, nest_access *a, raw_access *raw)
{
	nest_object *o = &b->n->objects[a->object];
	const nest_access *like = same_before(b, s, a);
	if (like) return map_like(o, a, like);
	isl_space *space = isl_space_alloc(b->n->ctx, 0, (unsigned)s->depth, (unsigned)o->rank);
	isl_map *map = isl_map_universe(space);
	for (int d = 0; d < o->rank; d++) {
		a->sub[d] = raw->known[d] ? affine_of_poly(b, &raw->sub[d], s->depth) : NULL;
		if (!a->sub[d]) {
			if (raw->whole) continue;
			if (raw->known[d]) scales_need(b, &raw->sub[d]);
			a->exact = false;
			a->must = a->always = false;
		}
		isl_map *one = a->sub[d] ? isl_map_from_pw_aff(isl_pw_aff_copy(a->sub[d])) : NULL;
		if (!one && raw->known[d]) one = near_entries_values(b, &raw->sub[d], s->depth);
		if (!one) one = within_shape(b, s, o, d);
		if (!one) one = within_declaration(b, s, o);
		if (!one) continue;
		one = isl_map_insert_dims(one, isl_dim_out, 0, (unsigned)d);
		one = isl_map_add_dims(one, isl_dim_out, (unsigned)(o->rank - d - 1));
		map = isl_map_intersect(map, one);
	}
	char name[16];
	snprintf(name, sizeof name, "S%d", (int)(s - b->n->stmts));
	map = isl_map_set_tuple_name(map, isl_dim_in, name);
	snprintf(name, sizeof name, "A%d", o->id);
	map = isl_map_set_tuple_name(map, isl_dim_out, name);
	if (a->when) {
		isl_set *when = isl_set_set_tuple_id(isl_set_copy(a->when), isl_set_get_tuple_id(s->domain));
		map = isl_map_intersect_domain(map, when);
		a->must = a->always = false;
	}
	return isl_map_intersect_domain(map, isl_set_copy(s->domain));
}

// ---- arrays as a whole -------------------------------------------------------------------------

static isl_set *declared_elements(builder *b, const nest_object *o)
{
	if (!object_is_plain(o) || !object_is_variable(o) || o->rank < 2) return NULL;
	isl_set *box = isl_set_universe(isl_space_set_alloc(b->n->ctx, 0, (unsigned)o->rank));
	for (int d = 0; d < o->rank; d++) {
		long extent = object_declared_extent(o, d);
		if (extent <= 0 || extent > INT_MAX) return isl_set_free(box);
		box = isl_set_lower_bound_si(box, isl_dim_set, (unsigned)d, 0);
		box = isl_set_upper_bound_si(box, isl_dim_set, (unsigned)d, (int)extent - 1);
	}
	return box;
}

// Nothing is known of where in the array.
static bool is_of_all(const nest_object *o, const nest_access *a)
{
	for (int d = 0; d < o->rank; d++)
		if (a->sub[d]) return false;
	return true;
}

static bool stays_within(const builder *b, const nest_access *a, const isl_set *box)
{
	isl_set *touched = isl_map_range(isl_map_copy(a->map));
	touched = isl_set_reset_tuple_id(isl_set_intersect_params(touched, isl_set_copy(b->n->assume)));
	bool within = isl_set_is_subset(touched, (isl_set *)box) == isl_bool_true;
	isl_set_free(touched);
	return within;
}

// What a function may do to an array that it gets is within the array. That says something only where nobody goes
// beyond its rows.
static void bound_by_declaration(builder *b, const nest_object *o)
{
	isl_set *box = declared_elements(b, o);
	bool any = false, within = box != NULL;
	for (int k = 0; k < b->n->n_stmts && within; k++)
		for (int j = 0; j < b->n->stmts[k].n_accesses && within; j++) {
			const nest_access *a = &b->n->stmts[k].accesses[j];
			if (a->object != o->id || b->raw[k][j].whole) continue;
			bool all = is_of_all(o, a);
			any |= all;
			within = all || stays_within(b, a, box);
		}
	for (int k = 0; k < b->n->n_stmts && within && any; k++)
		for (int j = 0; j < b->n->stmts[k].n_accesses; j++) {
			nest_access *a = &b->n->stmts[k].accesses[j];
			if (a->object != o->id || b->raw[k][j].whole || !is_of_all(o, a)) continue;
			isl_set *elements =
			        isl_set_set_tuple_id(isl_set_copy(box), isl_map_get_tuple_id(a->map, isl_dim_out));
			a->map = isl_map_intersect_range(a->map, elements);
		}
	isl_set_free(box);
}

void access_resolve(builder *b)
{
	aliasing_check(b);
	for (int k = 0; k < b->n->n_objects; k++) {
		nest_object *o = &b->n->objects[k];
		// Of what all have only the parts that each process sets are of interest.
		bool flat = quotients_flatten(b, o);
		if (!flat && o->rank > 1)
			linearised_recover_rows(b, o);
		else if (!flat && o->rank == 1 && (!object_is_plain(o) || o->writes))
			linearised_recover(b, o);
		mapping_expect(b->facts, b->n->root, o);
	}
	for (int k = 0; k < b->n->n_stmts; k++)
		for (int j = 0; j < b->n->stmts[k].n_accesses; j++)
			b->n->stmts[k].accesses[j].map =
			        access_map(b, &b->n->stmts[k], &b->n->stmts[k].accesses[j], &b->raw[k][j]);
	for (int k = 0; k < b->n->n_objects; k++) bound_by_declaration(b, &b->n->objects[k]);
}
