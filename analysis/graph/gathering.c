// SPDX-License-Identifier: Apache-2.0
#include "gathering.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "pattern.h"
#include "task_graph.h"

#include <isl/aff.h>
#include <isl/ilp.h>
#include <isl/val.h>

// How many indices there are of the elements whose owners run the nest, as boxes_width has it.
static long width_of_homes(const nest *n)
{
	long most = 0;
	for (int x = 0; x < n->n_axes && most >= 0; x++)
		for (int k = 0; k < n->n_stmts && most >= 0; k++) {
			const nest_stmt *s = &n->stmts[k];
			if (s->home < 0 || s->accesses[s->home].object != n->axes[x].object) continue;
			isl_map *map = isl_map_copy(s->accesses[s->home].map);
			long width = boxes_width(isl_set_apply(isl_set_copy(s->domain), map), n->axes[x].dim);
			most = width < 0 || width > most ? width : most;
		}
	return most;
}

// How much there is of the array along a dimension; -1: no number says that.
static long extent_of(const nest *n, const nest_object *o, int dim)
{
	const prog_mapping *m = o->kind == NEST_MAPPED ? o->mapping : NULL;
	if (!m) return width_of_homes(n);
	return m->extent[dim]->kind == PROG_EXPR_INT ? m->extent[dim]->value : -1;
}

typedef struct section_test {
	const nest *n;
	const nest_object *o;
	bool much;
} section_test;

static isl_stat is_much(isl_basic_set *part, void *user)
{
	section_test *q = user;
	bool much = true;
	for (int d = 0; d < q->o->rank; d++) {
		if (!object_dim_may_be_split(q->o, d)) continue;
		long width = boxes_width(isl_set_from_basic_set(isl_basic_set_copy(part)), d);
		long extent = extent_of(q->n, q->o, d);
		much &= width < 0 || (extent >= 0 && 2 * width >= extent);
	}
	q->much |= much;
	isl_basic_set_free(part);
	return isl_stat_ok;
}

// Whether all processes get the same of it, from all: a few rows are what one or two of them own.
bool gathering_is_of_all(const task *t, const task_arg *a)
{
	patterns all = patterns_of(t, a);
	section_test q = {t->nest, &t->nest->objects[a->object], false};
	for (int k = 0; k < all.n; k++)
		if (all.list[k].kind == PATTERN_ALLGATHER) isl_set_foreach_basic_set(all.list[k].section, is_much, &q);
	return q.much;
}

bool gathering_is_done(const task *t)
{
	if (t->kind != TASK_SPLIT) return false;
	for (int k = 0; k < t->n_args; k++) {
		const nest_object *o = &t->nest->objects[t->args[k].object];
		if (object_is_distributed(o) && !o->plain_rows && gathering_is_of_all(t, &t->args[k])) return true;
	}
	return false;
}

bool gathering_is_window(const task *t)
{
	enum { FEW = 8 };
	const nest *n = t->nest;
	bool combines = false;
	if (t->kind != TASK_SPLIT) return false;
	for (int k = 0; k < n->n_stmts; k++) combines |= n->stmts[k].reduction != NEST_NO_REDUCTION;
	for (int k = 0; k < n->n_objects; k++)
		if (n->objects[k].writes && object_is_distributed(&n->objects[k])) return false;
	long width = combines ? width_of_homes(n) : 0;
	return width > 1 && width <= FEW; // one index is one owner's
}
