// SPDX-License-Identifier: Apache-2.0
#include "set_once.h"

#include "../model/model.h"

#include <stddef.h>

enum { MOST_POINTERS = 16 };

typedef struct pointers {
	prog_unit *unit;
	const prog_stmt *body;
	int n;
	prog_symbol *pointer[MOST_POINTERS];
	const prog_stmt *set[MOST_POINTERS];
} pointers;

// ---- which they are -------------------------------------------------------------------------------

typedef struct mentions {
	const prog_symbol *pointer;
	int n;
} mentions;

static bool count(const prog_expr *e, void *user)
{
	mentions *m = user;
	// Statements in an expression are not looked into.
	if (e->body || e->kind == PROG_EXPR_OPAQUE) return true;
	m->n += e->kind == PROG_EXPR_VAR && e->symbol == m->pointer;
	return false;
}

// -1: not known.
static int mentions_of(const prog_symbol *pointer, const prog_stmt *s)
{
	mentions m = {.pointer = pointer};
	return walk_any_in(s, count, &m) ? -1 : m.n;
}

static bool sets(const prog_stmt *s, const prog_symbol *pointer)
{
	const prog_expr *e = s->kind == PROG_STMT_EXPR ? s->expr : NULL;
	return e && e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && e->arg[0]->kind == PROG_EXPR_VAR &&
	       e->arg[0]->symbol == pointer && mentions_of(pointer, s) == 1;
}

// The assignment in `block`, or below it, behind which in its own block all else is that names the pointer.
static const prog_stmt *setting_of(const prog_symbol *pointer, const prog_stmt *block, int n_mentions)
{
	if (!block) return NULL;
	for (int k = 0; k < block->n_children; k++) {
		const prog_stmt *s = block->child[k];
		int here = mentions_of(pointer, s);
		if (here == 0) continue;
		if (block->kind != PROG_STMT_COMPOUND) return NULL;
		if (!sets(s, pointer)) return here == n_mentions ? setting_of(pointer, s, n_mentions) : NULL;
		for (int j = k + 1; j < block->n_children; j++) here += mentions_of(pointer, block->child[j]);
		return here == n_mentions ? s : NULL;
	}
	const prog_stmt *const parts[] = {block->body, block->otherwise};
	for (int k = 0; k < 2; k++)
		if (parts[k] && mentions_of(pointer, parts[k]) == n_mentions)
			return setting_of(pointer, parts[k], n_mentions);
	return NULL;
}

static void find(pointers *p, const prog_stmt *s)
{
	if (!s) return;
	for (int k = 0; s->kind == PROG_STMT_DECL && k < s->n_symbols && p->n < MOST_POINTERS; k++) {
		prog_symbol *v = s->symbols[k];
		if (v->type->kind != PROG_TYPE_POINTER || s->inits[k] || v->kind != PROG_SYMBOL_VARIABLE) continue;
		if (v->address_taken || v->is_static || v->is_extern || v->mapping) continue;
		int n = mentions_of(v, p->body);
		const prog_stmt *set = n > 0 ? setting_of(v, p->body, n) : NULL;
		if (!set) continue;
		p->pointer[p->n] = v;
		p->set[p->n++] = set;
	}
	for (int k = 0; k < s->n_children; k++) find(p, s->child[k]);
	find(p, s->body);
	find(p, s->otherwise);
}

// ---- the copy -------------------------------------------------------------------------------------

static int number_set(const pointers *p, const prog_stmt *s)
{
	for (int k = 0; k < p->n; k++)
		if (p->set[k] == s) return k;
	return -1;
}

static bool is_moved(const pointers *p, const prog_symbol *v)
{
	for (int k = 0; k < p->n; k++)
		if (p->pointer[k] == v) return true;
	return false;
}

static void declare(const pointers *p, int number, const prog_stmt *s, prog_stmt *copy)
{
	copy->kind = PROG_STMT_DECL;
	copy->expr = NULL;
	copy->n_symbols = 1;
	copy->symbols = prog_alloc(p->unit, sizeof *copy->symbols);
	copy->inits = prog_alloc(p->unit, sizeof *copy->inits);
	copy->symbols[0] = p->pointer[number];
	copy->inits[0] = s->expr->arg[1];
}

static void leave_out_moved(const pointers *p, const prog_stmt *s, prog_stmt *copy)
{
	copy->symbols = prog_alloc(p->unit, sizeof *copy->symbols * (size_t)(s->n_symbols + 1));
	copy->inits = prog_alloc(p->unit, sizeof *copy->inits * (size_t)(s->n_symbols + 1));
	copy->n_symbols = 0;
	for (int k = 0; k < s->n_symbols; k++) {
		if (is_moved(p, s->symbols[k])) continue;
		copy->symbols[copy->n_symbols] = s->symbols[k];
		copy->inits[copy->n_symbols++] = s->inits[k];
	}
}

static prog_stmt *copied(const pointers *p, const prog_stmt *s, prog_stmt *parent)
{
	if (!s) return NULL;
	prog_stmt *copy = prog_alloc(p->unit, sizeof *copy);
	*copy = *s;
	copy->parent = parent;
	int number = number_set(p, s);
	if (number >= 0) {
		declare(p, number, s, copy);
		return copy;
	}
	if (s->n_symbols) leave_out_moved(p, s, copy);
	copy->init = copied(p, s->init, copy);
	copy->body = copied(p, s->body, copy);
	copy->otherwise = copied(p, s->otherwise, copy);
	copy->child = prog_alloc(p->unit, sizeof *copy->child * (size_t)(s->n_children + 1));
	for (int k = 0; k < s->n_children; k++) copy->child[k] = copied(p, s->child[k], copy);
	return copy;
}

prog_stmt *set_once_body(prog_unit *unit, const prog_function *f)
{
	if (f->set_once) return f->set_once;
	pointers p = {.unit = unit, .body = f->body};
	if (!stmt_holds(f->body, STMT_KIND(LABEL) | STMT_KIND(SWITCH) | STMT_KIND(OPAQUE))) find(&p, f->body);
	prog_stmt *body = p.n ? copied(&p, f->body, f->body->parent) : f->body;
	((prog_function *)f)->set_once = body;
	return body;
}
