// SPDX-License-Identifier: Apache-2.0
#include "loop_nest.h"

#include "../model/model.h"

#include <isl/ilp.h>

void nest_fail(nest *n, diag_id reason, prog_loc loc, const char *text)
{
	if (n->reason != DIAG_COUNT) return;
	n->reason = reason;
	n->reason_loc = loc;
	n->reason_text = text;
}

static void free_access(nest_access *a)
{
	isl_map_free(a->map);
	isl_set_free(a->when);
	for (int d = 0; d < PROG_MAX_RANK; d++) isl_pw_aff_free(a->sub[d]);
}

void nest_drop_axes(nest *n)
{
	for (int k = 0; k < n->n_axes; k++) isl_pw_aff_free(n->axes[k].shift);
	n->n_axes = 0;
}

void nest_free(nest *n)
{
	if (!n) return;
	for (int k = 0; k < n->n_params; k++) isl_id_free(n->params[k].id);
	for (int k = 0; k < n->n_loops; k++) {
		isl_pw_aff_free(n->loops[k].first);
		isl_pw_aff_free(n->loops[k].size);
		isl_set_free(n->loops[k].inside);
	}
	for (int k = 0; k < n->n_objects; k++) {
		for (int d = 0; d < PROG_MAX_RANK; d++) isl_pw_aff_free(n->objects[k].extent_aff[d]);
		isl_set_free(n->objects[k].names_hold);
	}
	for (int k = 0; k < n->n_stmts; k++) {
		isl_set_free(n->stmts[k].domain);
		isl_set_free(n->stmts[k].exec);
		for (int j = 0; j < n->stmts[k].n_accesses; j++) free_access(&n->stmts[k].accesses[j]);
	}
	for (int k = 0; k < n->n_branches; k++) isl_set_free(n->branches[k].at.domain);
	isl_set_free(n->assume);
	nest_drop_axes(n);
}

const nest_access *nest_access_of(const nest *n, const prog_expr *e)
{
	const nest_access *home = NULL;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->expr != e) continue;
			if (a->read || a->write) return a;
			// Of a statement that runs where another one's element is.
			if (!home) home = a;
		}
	return home;
}

bool nest_guard_within(const nest *n, int inner, int outer)
{
	while (inner && inner != outer) inner = n->guard_parent[inner];
	return inner == outer;
}

bool nest_is_one_element(const nest *n, const nest_object *o)
{
	bool one =
	        object_is_plain(o) && o->rank == 1 && !o->row_levels && o->type && o->type->kind == PROG_TYPE_POINTER;
	for (int k = 0; k < n->n_stmts && one; k++)
		for (int j = 0; j < n->stmts[k].n_accesses && one; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->object != o->id) continue;
			isl_set *elements = isl_set_apply(isl_set_copy(n->stmts[k].exec), isl_map_copy(a->map));
			isl_set *first =
			        isl_set_fix_si(isl_set_universe(isl_set_get_space(elements)), isl_dim_set, 0, 0);
			one = isl_set_is_subset(elements, first) == isl_bool_true;
			isl_set_free(elements);
			isl_set_free(first);
		}
	return one;
}

const nest_members *nest_reduction_members(const nest *n, int object)
{
	for (int k = 0; k < n->n_stmts; k++)
		if (n->stmts[k].reduction_object == object) return n->stmts[k].reduction_members;
	return NULL;
}

prog_op nest_reduction_op(const nest *n, int object)
{
	for (int k = 0; k < n->n_stmts; k++)
		if (n->stmts[k].reduction_object == object) return n->stmts[k].reduction_op;
	return PROG_OP_ADD;
}

long object_declared_extent(const nest_object *o, int dim)
{
	const prog_type *t = o->type;
	if (o->linear || t->kind != PROG_TYPE_ARRAY) return 0;
	for (int d = 0; t && d < dim; d++) t = t->element;
	return t && t->extent && t->extent->kind == PROG_EXPR_INT ? t->extent->value : 0;
}

bool nest_loop_is_new(const nest_loop *loop, const prog_symbol *symbol)
{
	const prog_hint *hint = loop->stmt->hint;
	for (int k = 0; hint && hint->independent && k < hint->n_new; k++)
		if (hint->new_symbols[k] == symbol) return true;
	return false;
}

bool nest_has_few_iterations(const nest_stmt *s, int depth)
{
	enum { FEW = 16 };
	if (depth >= s->depth) return false;
	isl_val *last = isl_set_dim_max_val(isl_set_copy(s->domain), depth);
	isl_val *first = isl_set_dim_min_val(isl_set_copy(s->domain), depth);
	const bool few = last && first && isl_val_is_int(last) == isl_bool_true &&
	                 isl_val_is_int(first) == isl_bool_true &&
	                 isl_val_get_num_si(last) - isl_val_get_num_si(first) < FEW;
	isl_val_free(last);
	isl_val_free(first);
	return few;
}

bool nest_is_new(const nest *n, const prog_symbol *symbol)
{
	if (own_block_of_nest(n, symbol)) return true;
	for (int k = 0; k < n->n_loops; k++)
		if (nest_loop_is_new(&n->loops[k], symbol)) return true;
	return false;
}

const nest_param *nest_param_of(const nest *n, __isl_keep isl_space *space, unsigned param)
{
	if (isl_space_has_dim_id(space, isl_dim_param, param) != isl_bool_true) return NULL;
	isl_id *id = isl_space_get_dim_id(space, isl_dim_param, param);
	const nest_param *found = NULL;
	for (int k = 0; k < n->n_params && !found; k++)
		if (n->params[k].id == id) found = &n->params[k];
	isl_id_free(id);
	return found;
}

bool nest_calls_access(const nest *n, int object)
{
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++)
			if (n->stmts[k].accesses[j].object == object && (n->stmts[k].inlined || n->stmts[k].here))
				return true;
	return false;
}
