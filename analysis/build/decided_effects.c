// SPDX-License-Identifier: Apache-2.0
#include "decided_effects.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../unit/unit.h"

// Output, input and random numbers, also in functions that are called: what has an order.
static bool has_ordered_effect(const prog_expr *e, void *user)
{
	enum { DEEPEST = 8 };
	int depth = *(const int *)user;
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	if (callee && !callee->function && (library_does_io(callee->name) || library_has_sequence(callee->name)))
		return true;
	int below = depth + 1;
	if (callee && callee->function && callee->function->body && depth < DEEPEST &&
	        walk_any_in(callee->function->body, has_ordered_effect, &below))
		return true;
	return false;
}

static bool is_other(const prog_expr *e, void *b)
{
	if (e->kind == PROG_EXPR_VAR) return !expr_is_invariant(b, e) || e->type->kind == PROG_TYPE_POINTER;
	bool plain = e->kind == PROG_EXPR_INT || e->kind == PROG_EXPR_FLOAT || e->kind == PROG_EXPR_CAST ||
	             e->kind == PROG_EXPR_UNARY || e->kind == PROG_EXPR_BINARY;
	return !plain || e->op == PROG_OP_DIV || e->op == PROG_OP_REM;
}

// Numbers that have the same value in front of the nest: comparing them there does no harm.
static bool is_of_invariants(const builder *b, const prog_expr *e) { return !walk_any(e, is_other, (void *)b); }

// Where a condition holds that is the same in all iterations; NULL: it is another one.
static isl_set *decided_where(builder *b, const prog_expr *e)
{
	poly value;
	isl_set *holds = affine_condition(b, e);
	bool number = e->type && (e->type->kind == PROG_TYPE_INT || e->type->kind == PROG_TYPE_BOOL);
	if (!holds && number && !b->call && is_of_invariants(b, e) && affine_parameter(b, e, &value))
		holds = isl_set_complement(isl_pw_aff_zero_set(affine_of_poly(b, &value, b->depth)));
	unsigned n = holds ? (unsigned)isl_set_dim(holds, isl_dim_set) : 0;
	if (n && isl_set_involves_dims(holds, isl_dim_set, 0, n) != isl_bool_false) return isl_set_free(holds);
	return holds;
}

// Assumes of one of the conditions that have to hold together that it does not.
static bool assume_it_fails(builder *b, const prog_expr *e)
{
	if (e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_LAND)
		return assume_it_fails(b, e->arg[0]) || assume_it_fails(b, e->arg[1]);
	isl_set *holds = decided_where(b, e);
	if (!holds) return false;
	isl_set *left = isl_set_subtract(isl_set_copy(b->n->assume), isl_set_params(isl_set_copy(holds)));
	bool possible = isl_set_is_empty(left) == isl_bool_false;
	isl_set_free(left);
	if (!possible) return isl_set_free(holds), false;
	affine_assume_not(b, holds);
	return true;
}

// ---- what the branch works on -------------------------------------------------------------------

// Where the condition holds all processes have what the rest of the nest reads, and nothing else that is mapped.
typedef struct branch_search {
	builder *b;
	const prog_stmt *branch;
	int depth; // of called functions
} branch_search;

static bool may_be_mapped(const builder *b, const prog_symbol *s)
{
	if (s->kind == PROG_SYMBOL_FUNCTION) return false;
	return s->mapping || s->partly || prog_type_holds_parts(s->type) ||
	       (s->type->kind == PROG_TYPE_POINTER && facts_symbol_may_be_mapped(b->facts, s));
}

// The variable that an element is of; NULL: it is no element.
static const prog_symbol *array_of(const prog_expr *e)
{
	if (e->kind != PROG_EXPR_INDEX && e->kind != PROG_EXPR_DEREF) return NULL;
	while (e->n_args && (e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF || e->kind == PROG_EXPR_CAST ||
	                            (e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_ADD)))
		e = e->arg[0];
	return e->kind == PROG_EXPR_VAR ? e->symbol : NULL;
}

// Whether the expression reads an element of the array; `sets`: and sets it.
static bool uses(const prog_expr *e, const prog_symbol *array, bool sets)
{
	if (!e) return false;
	bool sets_one = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC;
	bool target = sets_one && array_of(e->arg[0]) == array, again = e->op != PROG_OP_NONE;
	if (target && again) return true;
	if (!sets && !sets_one && array_of(e) == array && e->type->kind != PROG_TYPE_ARRAY) return true;
	for (int k = target; k < e->n_args; k++)
		if (uses(e->arg[k], array, sets)) return true;
	return false;
}

static bool uses_elsewhere(const prog_stmt *s, const prog_stmt *branch, const prog_symbol *array, bool sets)
{
	if (!s || s == branch) return false;
	if (uses(s->expr, array, sets) || uses(s->cond, array, sets)) return true;
	for (int k = 0; k < s->n_symbols; k++)
		if (uses(s->inits[k], array, sets)) return true;
	for (int k = 0; k < s->n_children; k++)
		if (uses_elsewhere(s->child[k], branch, array, sets)) return true;
	return uses_elsewhere(s->body, branch, array, sets) || uses_elsewhere(s->otherwise, branch, array, sets);
}

static bool names_mapped(const prog_expr *e, void *user)
{
	enum { DEEPEST = 8 };
	branch_search *q = user;
	if (e->kind == PROG_EXPR_OPAQUE || e->body) return true;
	bool names = e->kind == PROG_EXPR_VAR || e->kind == PROG_EXPR_MEMBER;
	if (names && e->symbol && may_be_mapped(q->b, e->symbol)) return true;
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	if (e->kind == PROG_EXPR_CALL && !callee) return true;
	if (callee && callee->function) {
		branch_search inner = {q->b, q->branch, q->depth + 1};
		if (!callee->function->body || inner.depth > DEEPEST) return true;
		if (walk_any_in(callee->function->body, names_mapped, &inner)) return true;
	}
	return false;
}

// Whether it names something mapped otherwise than by elements that the rest of the nest reads, or reads and sets.
static bool needs_more(const prog_expr *e, void *user)
{
	branch_search *q = user;
	if (!e) return false;
	bool sets = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC;
	const prog_expr *element = sets ? e->arg[0] : e;
	const prog_symbol *array = array_of(element);
	const prog_type *t = element->type;
	bool value = t && t->kind != PROG_TYPE_ARRAY && t->kind != PROG_TYPE_POINTER;
	if (array && value && may_be_mapped(q->b, array)) {
		if (!uses_elsewhere(q->b->n->root, q->branch, array, sets)) return true;
		for (; element->n_args; element = element->arg[0])
			for (int k = 1; k < element->n_args; k++)
				if (needs_more(element->arg[k], user)) return true;
		return sets && e->n_args > 1 && needs_more(e->arg[1], user);
	}
	bool names = e->kind == PROG_EXPR_VAR || e->kind == PROG_EXPR_MEMBER;
	if (names && e->symbol && may_be_mapped(q->b, e->symbol)) return true;
	if (e->kind == PROG_EXPR_OPAQUE || e->body) return true;
	if (e->kind == PROG_EXPR_CALL) {
		const prog_symbol *callee = prog_callee(e);
		branch_search inner = {q->b, q->branch, 1};
		if (!callee) return true;
		if (callee->function &&
		        (!callee->function->body || walk_any_in(callee->function->body, names_mapped, &inner)))
			return true;
	}
	for (int k = 0; k < e->n_args; k++)
		if (needs_more(e->arg[k], user)) return true;
	return false;
}

// ---- which loop it is an effect of ----------------------------------------------------------------

// Whether an element is set whose owner the loop's variable chooses.
static bool chooses_owner(const prog_expr *e, void *user)
{
	const prog_symbol *variable = user;
	element_ref ref;
	bool sets = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC;
	if (sets && element_ref_of(element_of(e->arg[0]), &ref)) {
		const prog_symbol *array = ref.base->kind == PROG_EXPR_VAR ? ref.base->symbol : NULL;
		const prog_mapping *m =
		        array && array->mapping && array->mapping->rank == ref.n_subs ? array->mapping : NULL;
		for (int d = 0; d < ref.n_subs; d++)
			if (ref.sub[d] && prog_names(ref.sub[d], variable) && (!m || mapping_splits(m, d))) return true;
	}
	return false;
}

// An effect in an iteration that one process runs; else it stands beside loops that are split without it: a time loop's
// output.
static bool is_within_split_loop(const builder *b)
{
	for (int d = 0; d < b->depth; d++) {
		const nest_loop *l = &b->n->loops[b->loop[d]];
		if (l->var && walk_any_in(l->stmt->body, chooses_owner, (void *)l->var)) return true;
	}
	return false;
}

// ---- all ----------------------------------------------------------------------------------------

bool effects_decided_before(builder *b, const prog_stmt *s)
{
	int depth = 0;
	branch_search q = {b, s->body, 0};
	if (b->call || !b->n->root || !walk_any_in(s->body, has_ordered_effect, &depth)) return false;
	return is_within_split_loop(b) && !prog_any_expr(s->body, needs_more, &q) && assume_it_fails(b, s->cond);
}
