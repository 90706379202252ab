// SPDX-License-Identifier: Apache-2.0
//
// Pointers that a nest sets to an element or a row, and follows: `cell *c = &cells[i]; c->x += c->v;` is taken for what
// it does to cells[i].
#include "local_pointers.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../unit/unit.h"
#include "independent.h"

#include <stdlib.h>
#include <string.h>

// ---- what is done with the pointer ---------------------------------------------------------------

static bool only_followed(const prog_symbol *p, const prog_expr *e, bool followed)
{
	if (!e || e->kind == PROG_EXPR_SIZEOF) return true;
	if (e->body || e->kind == PROG_EXPR_OPAQUE) return false;
	if (e->kind == PROG_EXPR_VAR) return followed || e->symbol != p;
	bool sets = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC;
	if (sets && e->arg[0]->kind == PROG_EXPR_VAR && e->arg[0]->symbol == p) return false;
	bool call = e->kind == PROG_EXPR_CALL;
	bool sum = e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_ADD && followed;
	for (int k = 0; k < e->n_args; k++) {
		bool base = (e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF) && k == 0;
		bool same = (e->kind == PROG_EXPR_CAST && followed) || sum;
		if (!only_followed(p, e->arg[k], base || call || same)) return false;
	}
	return true;
}

// The statements in which a pointer means something.
typedef struct scope {
	prog_stmt *const *stmt;
	int n, depth;
} scope;

static bool scope_only_follows(const prog_symbol *p, scope in);

static bool stmt_only_follows(const prog_symbol *p, const prog_stmt *s, scope in)
{
	if (!s) return true;
	if (s->kind == PROG_STMT_OPAQUE || s->kind == PROG_STMT_LABEL || s->kind == PROG_STMT_GOTO) return false;
	for (int k = 0; k < s->n_symbols; k++) {
		if (only_followed(p, s->inits[k], false)) continue;
		// Another one that is set by this one.
		const prog_symbol *q = s->symbols[k];
		if (q->type->kind != PROG_TYPE_POINTER || q->is_static || q->address_taken || q->mapping) return false;
		if (!only_followed(p, s->inits[k], true) || !scope_only_follows(q, in)) return false;
	}
	if (!only_followed(p, s->expr, false) || !only_followed(p, s->cond, false) || !only_followed(p, s->step, false))
		return false;
	for (int k = 0; k < s->n_children; k++)
		if (!stmt_only_follows(p, s->child[k], in)) return false;
	return stmt_only_follows(p, s->init, in) && stmt_only_follows(p, s->body, in) &&
	       stmt_only_follows(p, s->otherwise, in);
}

static bool scope_only_follows(const prog_symbol *p, scope in)
{
	enum { DEEPEST = 4 };
	if (in.depth++ == DEEPEST) return false;
	for (int k = 0; k < in.n; k++)
		if (!stmt_only_follows(p, in.stmt[k], in)) return false;
	return true;
}

// ---- does its value stay? ------------------------------------------------------------------------

static bool sets_pointer_in_memory(const prog_expr *e, void *user)
{
	(void)user;
	bool sets = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC;
	return sets && e->arg[0]->kind != PROG_EXPR_VAR && e->type && e->type->kind == PROG_TYPE_POINTER;
}

typedef struct after {
	builder effects; // of the statements that follow
	bool sets_pointers;
} after;

static void after_of(builder *b, prog_stmt *const *stmt, int n, after *a)
{
	*a = (after){
	        .effects = {.n = b->n, .facts = b->facts, .written = calloc((size_t)b->n->unit->n_symbols + 1, 1)}};
	for (int k = 0; k < n; k++) {
		effects_collect(&a->effects, stmt[k]);
		a->sets_pointers |= walk_any_in(stmt[k], sets_pointer_in_memory, NULL);
	}
}

static bool symbol_stays(const after *a, const prog_symbol *s)
{
	const builder *effects = &a->effects;
	if (effects->written[s->id]) return false;
	bool led_to = !facts_changes_by_name_only(effects->facts, effects->n->root, s);
	bool reachable = led_to || s->file_scope || s->kind == PROG_SYMBOL_FIELD;
	if (reachable && effects->unknown_effects) return false;
	return !led_to || (!effects->stores_integers && !a->sets_pointers);
}

// `e` names memory, or is a subscript in it: what it reads is not changed by what follows.
static bool stays(const after *a, const prog_expr *e, bool is_address, prog_stmt *const *stmt, int n)
{
	bool array = e->type && e->type->kind == PROG_TYPE_ARRAY;
	bool pointer = e->type && e->type->kind == PROG_TYPE_POINTER;
	switch (e->kind) {
	case PROG_EXPR_VAR:
		for (int k = 0; k < n; k++)
			if (prog_declares_name(stmt[k], e->symbol->name)) return false;
		return array || symbol_stays(a, e->symbol);
	case PROG_EXPR_MEMBER:
		if (!array && !is_address && !symbol_stays(a, e->symbol)) return false;
		if (!array && pointer && a->sets_pointers) return false;
		break;
	case PROG_EXPR_INDEX:
	case PROG_EXPR_DEREF:
		// A value that is read from memory.
		if (!is_address && !array && (a->effects.unknown_effects || a->effects.stores_integers)) return false;
		if (!is_address && pointer && a->sets_pointers) return false;
		break;
	default: break;
	}
	for (int k = 0; k < e->n_args; k++) {
		bool part = e->kind == PROG_EXPR_MEMBER ||
		            ((e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF) && k == 0 && e->arg[0]->type &&
		                    e->arg[0]->type->kind == PROG_TYPE_ARRAY);
		if (!stays(a, e->arg[k], e->kind == PROG_EXPR_ADDR || part, stmt, n)) return false;
	}
	return true;
}

// ---- the pointers that a statement sets ----------------------------------------------------------

// Whether the pointer leads to mapped memory, or into an element of it.
static bool may_be_mapped(const builder *b, const prog_symbol *p, const prog_expr *value)
{
	element_ref ref;
	while (value->kind == PROG_EXPR_CAST || value->kind == PROG_EXPR_ADDR) value = value->arg[0];
	return facts_symbol_may_be_mapped(b->facts, p) ||
	       (element_ref_of(element_of(value), &ref) && facts_ref_may_be_mapped(b->facts, &ref));
}

static bool qualifies(
        builder *b, const prog_symbol *p, const prog_expr *value, const after *a, prog_stmt *const *stmt, int n)
{
	if (!value || p->kind != PROG_SYMBOL_VARIABLE || p->type->kind != PROG_TYPE_POINTER) return false;
	if (p->file_scope || p->is_static || p->address_taken || p->mapping) return false;
	if (!may_be_mapped(b, p, value) || independent_is_new(b->n, b->loop, b->depth, p)) return false;
	if (!scope_only_follows(p, (scope){stmt, n, 0})) return false;
	const prog_expr *address = inline_pointer_value(b->n->unit, b->n->root->function, p, value);
	return address && stays(a, address, false, stmt, n) && stays(a, value, false, stmt, n);
}

// The branch of an `if`, where it is one statement.
static const prog_stmt *only_statement(const prog_stmt *s)
{
	while (s && s->kind == PROG_STMT_COMPOUND && s->n_children == 1) s = s->child[0];
	return s;
}

prog_symbol *local_pointer_set(builder *b, const prog_stmt *s, const prog_expr **value)
{
	s = only_statement(s);
	if (!s) return NULL;
	const prog_expr *e = s->kind == PROG_STMT_EXPR ? s->expr : NULL, *no;
	if (e && e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && e->arg[0]->kind == PROG_EXPR_VAR)
		return *value = e->arg[1], e->arg[0]->symbol;
	if (s->kind != PROG_STMT_IF || !s->otherwise) return NULL;
	prog_symbol *p = local_pointer_set(b, s->body, value);
	if (!p || p->type->kind != PROG_TYPE_POINTER || local_pointer_set(b, s->otherwise, &no) != p) return NULL;
	*value = made_choice(facts_unit(b->facts), s->cond, (prog_expr *)*value, (prog_expr *)no);
	return p;
}

static int pointers_set(builder *b, const prog_stmt *s, const prog_symbol **p, const prog_expr **value)
{
	int n = 0;
	for (int k = 0; s->kind == PROG_STMT_DECL && k < s->n_symbols && n < LOCAL_POINTERS; k++, n++)
		p[n] = s->symbols[k], value[n] = s->inits[k];
	if (s->kind == PROG_STMT_DECL) return n;
	p[0] = local_pointer_set(b, s, value);
	return p[0] ? 1 : 0;
}

// Whether a switch around the statements may begin among them: then what stands before was not done.
static walk_next look_for_case(const prog_stmt *s, void *unused)
{
	(void)unused;
	return s->kind == PROG_STMT_SWITCH ? WALK_SKIP : s->kind == PROG_STMT_CASE ? WALK_STOP : WALK_ON;
}

prog_stmt **local_pointers(builder *b, prog_stmt *const *stmt, int n, unsigned *which)
{
	const prog_symbol *p[LOCAL_POINTERS], *from[LOCAL_POINTERS];
	const prog_expr *value[LOCAL_POINTERS];
	prog_expr *to[LOCAL_POINTERS];
	int n_set = pointers_set(b, stmt[0], p, value), n_from = 0;
	bool any = false;
	for (int k = 0; k < n_set; k++) any |= p[k]->type && p[k]->type->kind == PROG_TYPE_POINTER;
	*which = 0;
	if (!any || b->n_pointers + n_set > NEST_MAX_POINTERS) return NULL;
	static const walker cases = {.stmt = look_for_case};
	for (int k = 1; k < n; k++)
		if (walk_stmt(stmt[k], &cases, NULL)) return NULL;
	after a;
	after_of(b, stmt + 1, n - 1, &a);
	for (int k = 0; k < n_set; k++) {
		if (!qualifies(b, p[k], value[k], &a, stmt + 1, n - 1)) continue;
		// One that is set by an assignment must mean nothing behind the nest.
		if (stmt[0]->kind != PROG_STMT_DECL && liveness_after(b->facts, b->n->root, p[k])) continue;
		*which |= 1u << k;
		from[n_from] = p[k];
		to[n_from++] = inline_pointer_value(b->n->unit, b->n->root->function, p[k], value[k]);
	}
	free(a.effects.written);
	if (!n_from) return NULL;
	for (int k = 0; k < n_from; k++) b->pointer_value[b->n_pointers++] = to[k];
	return inline_pointers(b->n->unit, n_from, from, to, stmt + 1, n - 1);
}
