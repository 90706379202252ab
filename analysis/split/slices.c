// SPDX-License-Identifier: Apache-2.0
#include "slices.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "overwritten.h"

#include <string.h>

// The subscript where it is one of the variable of the loop at this depth alone, which no two iterations of that loop
// have in common; else NULL.
static isl_pw_aff *slice_of(const nest_access *a, int dim, const nest_stmt *s, int depth)
{
	const isl_pw_aff *sub = a->sub[dim];
	if (!sub || s->depth <= depth || isl_pw_aff_isa_aff((isl_pw_aff *)sub) != isl_bool_true) return NULL;
	isl_pw_aff *of = isl_pw_aff_copy((isl_pw_aff *)sub);
	const unsigned before = (unsigned)depth, behind = (unsigned)(s->depth - depth - 1);
	bool alone = isl_pw_aff_involves_dims(of, isl_dim_in, before, 1) == isl_bool_true &&
	             isl_pw_aff_involves_dims(of, isl_dim_in, before + 1, behind) == isl_bool_false &&
	             isl_pw_aff_involves_dims(of, isl_dim_in, 0, before) == isl_bool_false;
	of = isl_pw_aff_drop_dims(of, isl_dim_in, before + 1, behind);
	of = isl_pw_aff_drop_dims(of, isl_dim_in, 0, before);
	isl_aff *aff = alone ? isl_pw_aff_as_aff(isl_pw_aff_copy(of)) : NULL;
	alone = aff && isl_aff_dim(aff, isl_dim_div) == 0;
	isl_aff_free(aff);
	if (alone) return of;
	isl_pw_aff_free(of);
	return NULL;
}

// Whether each iteration of the loops at this depth has a slice of its own of the array, in this dimension.
static bool is_cut_in_slices(const nest *n, int object, int dim, int depth)
{
	isl_pw_aff *first = NULL;
	bool same = true;
	for (int k = 0; k < n->n_stmts && same; k++)
		for (int j = 0; j < n->stmts[k].n_accesses && same; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->object != object) continue;
			isl_pw_aff *slice = slice_of(a, dim, &n->stmts[k], depth);
			same = slice && (!first || isl_pw_aff_is_equal(first, slice) == isl_bool_true);
			if (!first)
				first = slice;
			else
				isl_pw_aff_free(slice);
		}
	isl_pw_aff_free(first);
	return same;
}

bool slices_are_set(const nest *n)
{
	bool slices = n->n_stmts > 0;
	for (int o = 0; o < n->n_objects && slices; o++) {
		const nest_object *object = &n->objects[o];
		if (!object->writes || !object_is_distributed(object)) continue;
		bool cut = false;
		for (int d = 0; d < object->rank && !cut; d++)
			cut = !object_dim_may_be_split(object, d) && is_cut_in_slices(n, o, d, 0);
		slices = cut;
	}
	return slices;
}

// ---- arrays that are split along slices while the nest runs ---------------------------------------

// The mapping of all of the array, which may be split in another way: one that the run-time library has as it is.
static const prog_mapping *mapping_to_change(const nest_object *o)
{
	const prog_mapping *m = o->row_levels || o->moves || o->by_call ? NULL : mapping_of_object(o);
	if (!m || m->how == PROG_MAP_NONE || m->row_levels || m->index) return NULL;
	for (int d = 0; d < m->rank; d++)
		if (m->used[d]) return NULL;
	return m;
}

// Whether the nest goes along all dimensions of the array: one plane of it would not be worth moving all.
static bool is_gone_through(const nest *n, int object)
{
	unsigned along = 0, all = (1u << n->objects[object].rank) - 1;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			for (int d = 0; a->object == object && d < n->objects[object].rank; d++)
				if (a->sub[d] && isl_pw_aff_involves_dims(a->sub[d], isl_dim_in, 0,
				                         (unsigned)n->stmts[k].depth) == isl_bool_true)
					along |= 1u << d;
		}
	return along == all;
}

// The dimension to split the array along; AS_MAPPED: each iteration's slice is one owner's already.
enum { AS_MAPPED = -1, NO_SLICES = -2 };

static int dim_of_slices(const nest *n, int object, int depth)
{
	const nest_object *o = &n->objects[object];
	int slices = NO_SLICES;
	bool across = false;
	for (int d = 0; d < o->rank; d++) {
		const bool cut = is_cut_in_slices(n, object, d, depth);
		if (cut && slices < 0) slices = d;
		across |= object_dim_may_be_split(o, d) && !cut;
	}
	if (slices >= 0 && !across) return AS_MAPPED;
	return o->rank > 1 && mapping_to_change(o) && is_gone_through(n, object) ? slices : NO_SLICES;
}

// The same for each object that the nest sets, with slices of the loops at this depth. False: some have none, or all
// are as they are mapped.
static bool find_dims(const nest *n, int depth, int *dims)
{
	bool any = false;
	for (int o = 0; o < n->n_objects; o++) {
		const bool set = n->objects[o].writes && object_is_distributed(&n->objects[o]);
		dims[o] = set ? dim_of_slices(n, o, depth) : AS_MAPPED;
		if (dims[o] == NO_SLICES) return false;
		any |= dims[o] >= 0;
	}
	return any;
}

// Whether there are seen to be only a few slices: components, of which most processes would have none.
static bool are_few(const nest *n, const int *dims)
{
	enum { FEW = 16 };
	for (int o = 0; o < n->n_objects; o++) {
		const prog_expr *extent = dims[o] >= 0 ? mapping_of_object(&n->objects[o])->extent[dims[o]] : NULL;
		if (extent && extent->kind == PROG_EXPR_INT && extent->value < FEW) return true;
	}
	return false;
}

// By the outermost loops of which there are slices, if these are not few. False: there are none.
static bool choose_dims(const nest *n, int *dims)
{
	int first = -1;
	for (int depth = 0; depth < NEST_MAX_DEPTH; depth++) {
		if (!find_dims(n, depth, dims)) continue;
		if (!are_few(n, dims)) return true;
		if (first < 0) first = depth;
	}
	return first >= 0 && find_dims(n, first, dims);
}

// ---- mappings meanwhile -------------------------------------------------------------------------

static prog_mapping *mapping_along(const nest *n, const prog_mapping *of, int dim)
{
	prog_mapping *m = mapping_instead(n->unit, of);
	m->how = PROG_MAP_DISTRIBUTE;
	m->onto = NULL;
	m->with = NULL;
	m->with_mapping = NULL;
	m->with_template = NULL;
	memset(m->dist, 0, sizeof m->dist);
	for (int d = 0; d < m->rank; d++) m->dist[d].format = d == dim ? PROG_FORMAT_BLOCK : PROG_FORMAT_NONE;
	return m;
}

static prog_mapping *mapping_again(const nest *n, const prog_mapping *of, const prog_mapping *after)
{
	prog_mapping *m = prog_alloc(n->unit, sizeof *m);
	*m = *of;
	m->before = after;
	return m;
}

// A statement of its own beside the nest's.
static prog_stmt *new_remaps(const nest *n)
{
	prog_stmt *s = prog_alloc(n->unit, sizeof *s);
	*s = (prog_stmt){.kind = PROG_STMT_REMAP,
	        .id = n->root->id,
	        .loc = n->root->loc,
	        .function = n->root->function,
	        .parent = n->root->parent,
	        .remaps = prog_alloc(n->unit, sizeof *s->remaps * (size_t)n->n_objects)};
	return s;
}

static void split_along(nest *n, int object, int dim, prog_stmt *before, prog_stmt *after)
{
	nest_object *o = &n->objects[object];
	const prog_mapping *was = mapping_of_object(o);
	prog_mapping *m = mapping_along(n, was, dim);
	before->remaps[before->n_remaps++] = m;
	after->remaps[after->n_remaps++] = mapping_again(n, was, m);
	o->sliced = dim + 1;
	o->overwritten = m->overwritten = overwritten_by_nest(n, object);
	if (o->kind == NEST_MAPPED)
		o->mapping = m;
	else
		o->expected = m, o->expected_split = o->split_by_all = 1u << dim;
}

void slices_bring_all(nest *n)
{
	for (int o = 0; o < n->n_objects; o++) n->objects[o].overwritten = false;
	for (int k = 0; k < n->remaps_before->n_remaps; k++) n->remaps_before->remaps[k]->overwritten = false;
}

bool slices_choose(nest *n)
{
	// A loop that is left early may be run again up to there: the processes would agree on that in each run.
	if (n->n_exits) return false;
	int *dims = prog_alloc(n->unit, sizeof *dims * ((size_t)n->n_objects + 1));
	if (!choose_dims(n, dims)) return false;
	prog_stmt *before = new_remaps(n), *after = new_remaps(n);
	for (int o = 0; o < n->n_objects; o++)
		if (dims[o] >= 0) split_along(n, o, dims[o], before, after);
	n->remaps_before = before;
	n->remaps_after = after;
	return true;
}
