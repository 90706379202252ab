// SPDX-License-Identifier: Apache-2.0
#include "filled.h"

#include "../analysis/model/model.h"
#include "map_calls.h"

#include <string.h>

// One of several objects, by a variable that says which one.
static bool is_selected(const prog_expr *path)
{
	for (const prog_expr *e = path; e->n_args; e = e->arg[0])
		if (e->kind == PROG_EXPR_CALL || (e->kind == PROG_EXPR_INDEX && e->arg[1]->kind != PROG_EXPR_INT))
			return true;
	return false;
}

// A member of one object, which holds a pointer (or, with an index, several).
static bool is_of_object(const prog_mapping *m)
{
	return m->path && m->path->kind == PROG_EXPR_MEMBER && m->path->n_args && !is_selected(m->path) &&
	       m->how != PROG_MAP_NONE && !m->offset && !m->is_parameter && !prog_mapping_is_part(m);
}

static const prog_symbol *root_of(const prog_expr *e)
{
	while (e->n_args && e->kind != PROG_EXPR_CALL) e = e->arg[0];
	return e->kind == PROG_EXPR_VAR ? e->symbol : NULL;
}

// Whether the member stands in the object, or in one that the pointer leads to.
static bool is_reached(const prog_expr *path, const prog_expr *object, bool handed)
{
	object = prog_without_casts(object);
	if (handed && object->kind == PROG_EXPR_ADDR) return is_reached(path, object->arg[0], false);
	for (const prog_expr *e = path->n_args ? path->arg[0] : NULL; e; e = e->n_args ? e->arg[0] : NULL) {
		bool leads = e->kind == PROG_EXPR_DEREF || e->kind == PROG_EXPR_INDEX;
		if (prog_same_expr(e, object) && (!handed || (object->type && object->type->kind != PROG_TYPE_STRUCT)))
			return true;
		if (handed && leads && prog_same_expr(e->arg[0], object)) return true;
	}
	return false;
}

// ---- names ----------------------------------------------------------------------------------------

typedef struct seen {
	const rewriter *w;
	unsigned at;
	bool all;
} seen;

static const prog_stmt *block_of(const prog_stmt *s, const prog_symbol *variable)
{
	const prog_stmt *at = stmt_declaration(s, variable);
	if (at) at = at->parent;
	while (at && (at->kind == PROG_STMT_LABEL || at->kind == PROG_STMT_CASE)) at = at->parent;
	return at;
}

static const prog_function *function_around(const prog_unit *u, int file, unsigned at)
{
	for (int k = 0; k < u->n_functions; k++) {
		prog_range r = u->functions[k]->range;
		if (r.file == file && r.begin <= at && at < r.end) return u->functions[k];
	}
	return NULL;
}

static bool note_name(const prog_expr *e, void *user)
{
	seen *q = user;
	const prog_symbol *s = e->kind == PROG_EXPR_VAR ? e->symbol : NULL;
	if (!s || s->kind == PROG_SYMBOL_FUNCTION || s->file_scope) return false;
	const prog_function *f = function_around(q->w->unit, q->w->file, q->at);
	bool parameter = false;
	for (int k = 0; f && k < f->n_params; k++) parameter |= f->params[k] == s;
	const prog_stmt *block = f && !parameter ? block_of(f->body, s) : NULL;
	bool inside = block && block->range.begin <= q->at && q->at <= block->range.end && s->decl.end <= q->at;
	q->all &= parameter || inside;
	return false;
}

static void look_at(seen *q, const prog_expr *e) { walk_any(e, note_name, q); }

// Whether all that the mapping names is in sight at that place of the text.
static bool is_seen_at(const rewriter *w, const prog_mapping *m, unsigned at)
{
	seen q = {.w = w, .at = at, .all = rewrite_behind_names(w, m, at) == at};
	look_at(&q, m->path);
	look_at(&q, m->first);
	look_at(&q, m->last);
	for (int d = 0; d < m->rank; d++) look_at(&q, m->extent[d]), look_at(&q, m->dist[d].arg);
	for (int d = 0; d < m->with_rank; d++) look_at(&q, m->sub[d].offset);
	look_at(&q, m->with_path);
	if (m->with && !m->with_path && !m->with->file_scope && m->with->kind == PROG_SYMBOL_VARIABLE) {
		const prog_expr with = {.kind = PROG_EXPR_VAR, .symbol = m->with};
		look_at(&q, &with);
	}
	return q.all;
}

// ---- behind calls and declarations ------------------------------------------------------------------

bool filled_brings(const prog_expr *value)
{
	value = prog_without_casts(value);
	const prog_symbol *called = value->kind == PROG_EXPR_CALL ? prog_callee(value) : NULL;
	return expr_holds(value, EXPR_KIND(CALL)) && !(called && called->in_system_header);
}

bool filled_object(rewriter *w, const prog_expr *object, bool handed, prog_range at, text *out)
{
	bool any = false;
	if (w->task || w->inner || at.file != w->file) return false;
	for (int chain = 0; chain <= w->unit->n_mappings; chain++)
		for (int k = 0; k < w->unit->n_mappings; k++) {
			const prog_mapping *m = w->unit->mappings[k];
			if (!is_of_object(m) || map_chain_length(m) != chain || !is_reached(m->path, object, handed) ||
			        !is_seen_at(w, m, at.begin))
				continue;
			map_filled(w, m, out);
			any = true;
		}
	return any;
}

// Whether one of the call's arguments leads to the member.
static bool is_handed(const prog_expr *path, const prog_expr *call)
{
	for (int k = 1; k < call->n_args; k++)
		if (is_reached(path, call->arg[k], true)) return true;
	return false;
}

typedef struct receipt {
	const prog_symbol *pointer;
	const prog_expr *call, *member;
} receipt;

static bool takes_member(receipt *r, const prog_symbol *pointer, const prog_expr *value)
{
	const prog_expr *e = value ? prog_without_casts(value) : NULL;
	bool member = pointer == r->pointer && e && e->kind == PROG_EXPR_MEMBER && e->n_args && !is_selected(e);
	if (member && is_handed(e, r->call)) r->member = e;
	return r->member != NULL;
}

static bool is_receipt(const prog_expr *e, void *user)
{
	bool sets = e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && e->arg[0]->kind == PROG_EXPR_VAR;
	return sets && takes_member(user, e->arg[0]->symbol, e->arg[1]);
}

const prog_expr *filled_member(const rewriter *w, const prog_mapping *m, const prog_expr *call)
{
	const prog_function *f = function_around(w->unit, w->file, call->range.begin);
	const prog_symbol *s = m->symbol;
	bool variable = !m->path && s->kind == PROG_SYMBOL_VARIABLE && s->type->kind == PROG_TYPE_POINTER;
	receipt r = {s, call, NULL};
	if (call->range.file != w->file || (!variable && !is_of_object(m)) || !is_seen_at(w, m, call->range.begin))
		return NULL;
	if (!variable) return is_handed(m->path, call) ? m->path : NULL;
	if (f && !takes_member(&r, s, stmt_initial_value(f->body, s))) walk_any_in(f->body, is_receipt, &r);
	return r.member;
}

typedef struct setter {
	const prog_symbol *field;
	int depth;
} setter;

static bool sets_field(const prog_expr *e, void *user)
{
	enum { DEEPEST = 8 }; // of functions that call functions
	setter *s = user;
	const prog_expr *to = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_ADDR ? e->arg[0] : NULL;
	if (to && to->kind == PROG_EXPR_MEMBER && to->symbol == s->field) return true;
	const prog_symbol *f = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	setter further = {s->field, s->depth + 1};
	bool looks = f && f->function && s->depth < DEEPEST;
	return looks && walk_any_in(f->function->body, sets_field, &further);
}

bool filled_sets(const prog_symbol *function, const prog_symbol *member)
{
	setter s = {member, 0};
	return walk_any_in(function->function->body, sets_field, &s);
}

// The first pointer on the way to the member, where that stands in the variable.
static const prog_expr *first_pointer(const prog_expr *e)
{
	const prog_expr *first = e;
	for (; e->kind != PROG_EXPR_VAR; e = e->arg[0])
		if (e->kind != PROG_EXPR_MEMBER && e->n_args && e->arg[0]->type->kind == PROG_TYPE_POINTER)
			first = e->arg[0];
	return first->kind == PROG_EXPR_MEMBER ? first : NULL;
}

static void clear_members(rewriter *w, const prog_stmt *declaration, const prog_symbol *s)
{
	for (int k = 0; k < w->unit->n_mappings; k++) {
		const prog_mapping *m = w->unit->mappings[k];
		const prog_expr *first = is_of_object(m) && root_of(m->path) == s ? first_pointer(m->path) : NULL;
		if (!first) continue;
		text t = {0};
		text_printf(&t, " __builtin_memset(&%s, 0, sizeof %s);", first->text, first->text);
		rewrite_insert(w, declaration->range.end, ORDER_MAP, text_get(&t));
		text_free(&t);
	}
}

void filled_declare(rewriter *w, const prog_stmt *declaration, const prog_symbol *s, const prog_expr *init)
{
	if (s->is_static || s->file_scope || declaration->range.file != w->file) return;
	const prog_expr name = {.kind = PROG_EXPR_VAR, .symbol = (prog_symbol *)s, .type = s->type, .text = s->name};
	bool object = s->type->kind == PROG_TYPE_STRUCT;
	if (!init) {
		if (object) clear_members(w, declaration, s);
		return;
	}
	text t = {0};
	prog_range end = declaration->range;
	end.begin = end.end;
	if (filled_brings(init) && filled_object(w, &name, !object, end, &t))
		rewrite_insert(w, end.end, ORDER_MAP, text_get(&t));
	text_free(&t);
}

// ---- before the directive -----------------------------------------------------------------------------

typedef struct search {
	const prog_mapping *m;
	unsigned before;
	bool found;
} search;

static bool fills(const prog_expr *e, void *user)
{
	search *q = user;
	if (e->range.begin >= q->before) return false;
	if (e->kind == PROG_EXPR_CALL)
		for (int k = 1; k < e->n_args; k++) q->found |= is_reached(q->m->path, e->arg[k], true);
	if (e->kind == PROG_EXPR_ASSIGN && filled_brings(e->arg[1]))
		q->found |= is_reached(q->m->path, e->arg[0], e->arg[0]->type->kind == PROG_TYPE_POINTER);
	return q->found;
}

static bool is_set_by(const prog_stmt *s, const prog_symbol *root)
{
	const prog_expr *value = stmt_initial_value(s, root);
	return value && filled_brings(value);
}

static void map_behind_directive(rewriter *w, const prog_function *f, const prog_mapping *m)
{
	unsigned begin = f->body->range.begin, end = rewrite_directive_end(w, m, begin);
	if (end <= begin || end >= f->body->range.end) return;
	end = rewrite_behind_names(w, m, end);
	search q = {.m = m, .before = end};
	const prog_symbol *root = root_of(m->path);
	walk_any_in(f->body, fills, &q);
	if (!q.found && !(root && is_set_by(f->body, root))) return;
	text t = {0};
	text_add(&t, " ");
	map_filled(w, m, &t);
	rewrite_insert(w, end, ORDER_MAP, text_get(&t));
	text_free(&t);
}

void filled_before_directives(rewriter *w)
{
	for (int chain = 0; chain <= w->unit->n_mappings; chain++)
		for (int k = 0; k < w->unit->n_mappings; k++)
			for (int j = 0; j < w->unit->n_functions; j++) {
				const prog_mapping *m = w->unit->mappings[k];
				if (is_of_object(m) && map_chain_length(m) == chain &&
				        w->unit->functions[j]->range.file == w->file)
					map_behind_directive(w, w->unit->functions[j], m);
			}
}
