// SPDX-License-Identifier: Apache-2.0
#include "slices.h"

#include "../nest/nest.h"

// The subscript where it is one of the outermost loop's variable alone, which no two iterations have in common; else
// NULL.
static isl_pw_aff *slice_of(const nest_access *a, int dim, const nest_stmt *s)
{
	const isl_pw_aff *sub = a->sub[dim];
	if (!sub || s->depth == 0 || isl_pw_aff_isa_aff((isl_pw_aff *)sub) != isl_bool_true) return NULL;
	isl_pw_aff *of = isl_pw_aff_copy((isl_pw_aff *)sub);
	bool alone = isl_pw_aff_involves_dims(of, isl_dim_in, 0, 1) == isl_bool_true &&
	             isl_pw_aff_involves_dims(of, isl_dim_in, 1, (unsigned)s->depth - 1) == isl_bool_false;
	of = isl_pw_aff_drop_dims(of, isl_dim_in, 1, (unsigned)s->depth - 1);
	isl_aff *aff = alone ? isl_pw_aff_as_aff(isl_pw_aff_copy(of)) : NULL;
	alone = aff && isl_aff_dim(aff, isl_dim_div) == 0;
	isl_aff_free(aff);
	if (alone) return of;
	isl_pw_aff_free(of);
	return NULL;
}

// Whether each iteration of the outermost loop has a slice of its own of the array, in a dimension that is not split.
static bool is_cut_in_slices(const nest *n, int object, int dim)
{
	isl_pw_aff *first = NULL;
	bool same = true;
	for (int k = 0; k < n->n_stmts && same; k++)
		for (int j = 0; j < n->stmts[k].n_accesses && same; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->object != object) continue;
			isl_pw_aff *slice = slice_of(a, dim, &n->stmts[k]);
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
			cut = !object_dim_may_be_split(object, d) && is_cut_in_slices(n, o, d);
		slices = cut;
	}
	return slices;
}
