// SPDX-License-Identifier: Apache-2.0
#include "events.h"

#include "array_reductions.h"
#include "mapping.h"
#include "resident.h"

#include <string.h>

static void add_section(prog_unit *unit, isl_set ***sets, int *n, isl_set *set)
{
	set = isl_set_coalesce(isl_set_reset_tuple_id(set));
	if (!set) diag_report(DIAG_not_translated, (prog_loc){.file = -1}, "a section");
	bool skip = isl_set_is_empty(set) == isl_bool_true;
	for (int k = 0; k < *n && !skip; k++) skip = isl_set_plain_is_equal((*sets)[k], set) == isl_bool_true;
	if (skip || !set) {
		isl_set_free(set);
		return;
	}
	isl_set **grown = prog_alloc(unit, sizeof *grown * (size_t)(*n + 1));
	if (*n) memcpy(grown, *sets, sizeof *grown * (size_t)*n);
	grown[(*n)++] = set;
	*sets = grown;
}

static bool reads_home(const nest *n, const nest_stmt *s, const nest_access *a)
{
	if (s->home < 0) return false;
	const nest_access *h = &s->accesses[s->home];
	if (h->object != a->object) return false;
	for (int d = 0; d < n->objects[a->object].rank; d++)
		if (!h->sub[d] || !a->sub[d] || isl_pw_aff_is_equal(h->sub[d], a->sub[d]) != isl_bool_true)
			return false;
	return true;
}

// The indices in one dimension of what a map leads to, told by inequalities alone.
static isl_set *indices_in(isl_set *from, isl_map *map, int dim)
{
	isl_map *part = isl_map_intersect_domain(isl_map_copy(map), isl_set_copy(from));
	unsigned depth = (unsigned)isl_map_dim(part, isl_dim_in), rank = (unsigned)isl_map_dim(part, isl_dim_out);
	part = isl_map_remove_divs(part);
	part = isl_map_eliminate(part, isl_dim_in, 0, depth);
	part = isl_map_eliminate(part, isl_dim_out, (unsigned)dim + 1, rank - (unsigned)dim - 1);
	part = isl_map_eliminate(part, isl_dim_out, 0, (unsigned)dim);
	return isl_map_range(part);
}

// What iterations touch. Where only strides keep an index within its bounds (4 b + i + 1 with i < 4 and b < m ends at 4 m), these are said
// beside: seen without the strides, as boxes are, it would seem to go beyond the array.
static isl_set *touched(isl_set *from, isl_map *map)
{
	isl_set *image = isl_set_apply(isl_set_copy(from), isl_map_copy(map));
	if (isl_set_involves_locals(image) != isl_bool_true) return image;
	int rank = (int)isl_set_dim(image, isl_dim_set);
	for (int d = 0; d < rank; d++) image = isl_set_intersect(image, indices_in(from, map, d));
	return image;
}

static void add_access_sections(graph *g, task *t, const nest_stmt *s, const nest_access *a)
{
	nest *n = t->nest;
	if (n->objects[a->object].arg < 0) return;
	task_arg *arg = &t->args[n->objects[a->object].arg];
	bool split = t->kind == TASK_SPLIT;
	bool resident = split && resident_promise(n, s, a);
	arg->resident |= resident;
	if (a->read) {
		arg->reads = true;
		// Of rows behind pointers all that is read is told: that it is within the rows is tested at entry.
		if (!resident && (!split || n->objects[a->object].row_levels || !reads_home(n, s, a))) {
			isl_set *image = touched(split ? s->exec : s->domain, a->map);
			if (n->objects[a->object].reduced)
				image = array_reductions_within(&n->objects[a->object], image);
			add_section(g->unit, &arg->need, &arg->n_need, image);
		} else {
			isl_set *image = touched(s->domain, a->map);
			add_section(g->unit, &arg->at_home, &arg->n_at_home, image);
		}
	}
	if (a->write) {
		arg->writes = true;
		isl_set *image = touched(s->domain, a->map);
		if (n->objects[a->object].reduced) image = array_reductions_within(&n->objects[a->object], image);
		add_section(g->unit, &arg->wrote, &arg->n_wrote, image);
	}
	if (split && s->home >= 0 && &s->accesses[s->home] == a) arg->home = true;
}

// What many accesses need is told as one section around them: each costs time when the program is compiled, and when its messages are made.
static void join_needs(task_arg *a)
{
	enum { MANY = 64 };
	if (a->n_need <= MANY) return;
	isl_set *all = a->need[0];
	for (int k = 1; k < a->n_need; k++)
		all = isl_set_from_basic_set(isl_set_simple_hull(isl_set_union(all, a->need[k])));
	a->need[0] = all;
	a->n_need = 1;
}

static arg_access access_of(const nest_object *o)
{
	if (o->kind != NEST_MAPPED) return ARG_LOCAL;
	const prog_mapping *m = o->mapping;
	if (m->how == PROG_MAP_NONE) return ARG_AS_WRITTEN;
	for (int d = 1; d < m->rank; d++)
		if (mapping_splits(m, d)) return ARG_LOCAL;
	return ARG_AS_WRITTEN;
}

void events_make(graph *g, task *t)
{
	nest *n = t->nest;
	t->args = prog_alloc(g->unit, sizeof *t->args * (size_t)(n->n_objects + 1));
	for (int k = 0; k < n->n_objects; k++) {
		nest_object *o = &n->objects[k];
		o->arg = -1;
		if (o->kind == NEST_SCALAR || o->kind == NEST_PLAIN) continue;
		o->arg = t->n_args;
		t->args[t->n_args++] = (task_arg){.object = k,
		        .access = o->by_call   ? ARG_AS_WRITTEN
		                  : o->reduced ? ARG_LOCAL
		                               : access_of(o)};
	}
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++)
			add_access_sections(g, t, &n->stmts[k], &n->stmts[k].accesses[j]);
	for (int k = 0; k < t->n_args; k++) join_needs(&t->args[k]);
}

void events_free(task *t)
{
	for (int a = 0; a < t->n_args; a++) {
		for (int j = 0; j < t->args[a].n_need; j++) isl_set_free(t->args[a].need[j]);
		for (int j = 0; j < t->args[a].n_wrote; j++) isl_set_free(t->args[a].wrote[j]);
		for (int j = 0; j < t->args[a].n_at_home; j++) isl_set_free(t->args[a].at_home[j]);
	}
}
