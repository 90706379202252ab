// SPDX-License-Identifier: Apache-2.0
#include "task_elements.h"

#include "../numbers/numbers.h"
#include "../split/split.h"

static isl_set *elements_of(const nest_stmt *s, const nest_access *a)
{
	isl_set *elements = isl_set_apply(isl_set_copy(s->domain), isl_map_copy(a->map));
	return isl_set_coalesce(isl_set_reset_tuple_id(elements));
}

int task_elements_written(const task *t, int object, isl_set **sets, int most)
{
	const nest *n = t->nest;
	int count = 0;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses && count < most; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			// In parts, as boxes_are_exact has seen it.
			if (a->object == object && a->write)
				sets[count++] = boxes_parts(
				        isl_set_apply(isl_set_copy(n->stmts[k].exec), isl_map_copy(a->map)));
		}
	return count;
}

// Elements that the nest sets are what each process has left in them. NULL: it sets none.
static isl_set *elements_set(const nest *n, int object)
{
	isl_set *all = NULL;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->object != object || !a->write) continue;
			isl_set *some = elements_of(&n->stmts[k], a);
			all = all ? isl_set_union(all, some) : some;
		}
	return all;
}

static bool reads_are_known(const nest *n, int object)
{
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->object == object && a->read && (!a->exact || n->stmts[k].may)) return false;
		}
	return true;
}

int task_elements_read(const task *t, int object, isl_set **sets, int most)
{
	nest *n = t->nest;
	int count = 0;
	if (!reads_are_known(n, object) || !flow_value_enters(n, n->objects[object].symbol)) return 0;
	isl_set *own = elements_set(n, object);
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses && count < most; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->object != object || !a->read) continue;
			isl_set *read = elements_of(&n->stmts[k], a);
			sets[count++] = boxes_parts(own ? isl_set_subtract(read, isl_set_copy(own)) : read);
		}
	isl_set_free(own);
	return count;
}

static bool is_object(const nest *n, const prog_symbol *s)
{
	for (int k = 0; k < n->n_objects; k++)
		if (n->objects[k].symbol == s && n->objects[k].base->kind == PROG_EXPR_VAR) return true;
	return false;
}

bool task_value_enters(const task *t, const prog_symbol *s)
{
	nest *n = t->nest;
	if (!assignment_value_enters(n->root, s) || !assignment_is_made_before(n->root, s)) return false;
	if (is_object(n, s)) return flow_value_enters(n, s);
	bool counter = false, used = false;
	for (int k = 0; k < n->n_counters; k++) counter |= n->counters[k].symbol == s;
	for (int k = 0; k < n->n_entering; k++) used |= n->entering[k] == s;
	return !counter || used;
}
