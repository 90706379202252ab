// SPDX-License-Identifier: Apache-2.0
#include "late_values.h"

#include "../analysis/model/model.h"

// ---- what gives values ----------------------------------------------------------------------------

static bool gives(const prog_expr *e, void *user)
{
	const prog_symbol *s = user;
	bool sets = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC || e->kind == PROG_EXPR_ADDR;
	return sets && e->arg[0]->kind == PROG_EXPR_VAR && e->arg[0]->symbol == s;
}

static bool may_set(const prog_stmt *st, const prog_symbol *s)
{
	return prog_holds_opaque(st) || walk_any_in(st, gives, (void *)s);
}

// Whether what begins between the two places may set the variable. What a loop does stands before all that is in it.
static bool set_between(const prog_stmt *st, const prog_symbol *s, unsigned from, unsigned to)
{
	if (!st || st->range.begin >= to || st->range.end <= from) return false;
	bool around = st->range.begin < from || st->range.end > to;
	if (st->range.file < 0 || !around || (stmt_is_loop(st) && st->range.end > to)) return may_set(st, s);
	bool set = false;
	for (int k = 0; k < st->n_children; k++) set |= set_between(st->child[k], s, from, to);
	return set || set_between(st->init, s, from, to) || set_between(st->body, s, from, to) ||
	       set_between(st->otherwise, s, from, to) || (st->cond && walk_any(st->cond, gives, (void *)s));
}

static const prog_function *function_around(const rewriter *w, unsigned at)
{
	for (int k = 0; k < w->unit->n_functions; k++) {
		const prog_function *f = w->unit->functions[k];
		if (f->body && f->range.file == w->file && f->range.begin <= at && at < f->range.end) return f;
	}
	return NULL;
}

bool late_is_set_between(const rewriter *w, const prog_symbol *s, unsigned from, unsigned to)
{
	const prog_function *f = function_around(w, from);
	return f && set_between(f->body, s, from, to);
}

unsigned late_declaration_end(const rewriter *w, const prog_symbol *s)
{
	const prog_function *f = function_around(w, s->decl.begin);
	const prog_stmt *declaration = f ? stmt_declaration(f->body, s) : NULL;
	return declaration ? declaration->range.end : s->decl.end;
}

// ---- places -----------------------------------------------------------------------------------------

typedef struct block_search {
	unsigned at;
	const prog_stmt *block;
} block_search;

static walk_next look_for_block(const prog_stmt *s, void *user)
{
	block_search *q = user;
	if (s->range.begin > q->at || s->range.end <= q->at) return WALK_SKIP;
	if (s->kind == PROG_STMT_COMPOUND) q->block = s;
	return WALK_ON;
}

// The innermost block around the place.
static const prog_stmt *block_in(const prog_stmt *s, unsigned at)
{
	static const walker around = {.stmt = look_for_block};
	block_search q = {at, NULL};
	walk_stmt(s, &around, &q);
	return q.block;
}

bool late_does_between(const rewriter *w, unsigned from, unsigned to)
{
	const prog_function *f = function_around(w, from);
	const prog_stmt *block = f ? block_in(f->body, from) : NULL;
	bool does = false;
	for (int k = 0; block && k < block->n_children; k++) {
		const prog_stmt *s = block->child[k];
		bool between = s->range.begin >= from && s->range.begin < to;
		for (int j = 0; between && j < s->n_symbols; j++) does |= s->inits[j] != NULL;
		does |= between && s->kind != PROG_STMT_DECL;
	}
	return does;
}

static unsigned behind_semicolon(const rewriter *w, unsigned at)
{
	unsigned end = at;
	while (end < w->size && (w->source[end] == ' ' || w->source[end] == '\t')) end++;
	return end < w->size && w->source[end] == ';' ? end + 1 : at;
}

static unsigned place_of(const rewriter *w, const prog_symbol *s, unsigned at)
{
	const prog_function *f = function_around(w, at);
	if (s->kind != PROG_SYMBOL_VARIABLE || s->file_scope || s->has_init || !f || s->decl.file != w->file) return at;
	if (set_between(f->body, s, f->body->range.begin, at)) return at;
	const prog_stmt *block = block_in(f->body, at);
	for (int k = 0; block && k < block->n_children; k++) {
		const prog_stmt *st = block->child[k];
		if (st->range.file == w->file && st->range.begin >= at && may_set(st, s))
			return behind_semicolon(w, st->range.end);
	}
	return at;
}

unsigned late_value_place(const rewriter *w, const prog_expr *e, unsigned at)
{
	// What an object holds may be set in other ways (filled.h).
	if (!e || e->kind == PROG_EXPR_MEMBER) return at;
	unsigned latest = e->kind == PROG_EXPR_VAR ? place_of(w, e->symbol, at) : at;
	for (int k = e->kind == PROG_EXPR_INDEX; k < e->n_args; k++) {
		unsigned place = late_value_place(w, e->arg[k], at);
		if (place > latest) latest = place;
	}
	return latest;
}

// Members of the object that the mapping names.
typedef struct named_members {
	const prog_mapping *mapping;
	const prog_expr *pointer;
} named_members;

static bool is_member(const prog_expr *e, void *member) { return e->kind == PROG_EXPR_MEMBER && e->symbol == member; }

static bool sets_named(const prog_expr *e, void *user)
{
	const named_members *q = user;
	const prog_expr *to = e->kind == PROG_EXPR_ASSIGN ? e->arg[0] : NULL;
	bool same = to && to->kind == PROG_EXPR_MEMBER && to->n_args && prog_same_expr(to->arg[0], q->pointer->arg[0]);
	bool named = false;
	for (int d = 0; d < q->mapping->rank && same; d++) {
		const prog_expr *const of[] = {q->mapping->extent[d], q->mapping->used[d], q->mapping->dist[d].arg};
		for (int k = 0; k < 3; k++) named |= of[k] && walk_any(of[k], is_member, to->symbol);
	}
	return named;
}

static bool calls_program(const prog_expr *e, void *unused)
{
	(void)unused;
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	return e->kind == PROG_EXPR_CALL && (!callee || !callee->in_system_header);
}

static bool sets_pointer(const prog_expr *e, void *pointer)
{
	return e->kind == PROG_EXPR_ASSIGN && prog_same_expr(e->arg[0], pointer);
}

// Whether nothing is done with the array's elements by then.
static bool goes_on(const prog_stmt *s, const prog_expr *pointer)
{
	enum { PLAIN = STMT_KIND(EXPR) | STMT_KIND(IF) | STMT_KIND(DECL) | STMT_KIND(NULL) };
	return (PLAIN >> s->kind & 1) && !stmt_has_loop(s) && !walk_any_in(s, calls_program, NULL) &&
	       !walk_any_in(s, sets_pointer, (void *)pointer);
}

unsigned late_members_place(const rewriter *w, const prog_mapping *m, const prog_expr *pointer)
{
	const unsigned at = pointer->range.begin;
	const prog_function *f = pointer->range.file == w->file ? function_around(w, at) : NULL;
	const prog_stmt *block = f ? block_in(f->body, at) : NULL;
	named_members named = {m, pointer};
	unsigned place = 0;
	bool behind = false;
	if (m->row_levels || pointer->kind != PROG_EXPR_MEMBER || !pointer->n_args) return 0;
	for (int k = 0; block && k < block->n_children; k++) {
		const prog_stmt *s = block->child[k];
		if (s->range.file != w->file) break;
		const bool here =
		        s->kind == PROG_STMT_EXPR && s->expr->kind == PROG_EXPR_ASSIGN && s->expr->arg[0] == pointer;
		if (behind && !goes_on(s, pointer)) break;
		if (behind && s->kind == PROG_STMT_EXPR && walk_any_in(s, sets_named, &named))
			place = behind_semicolon(w, s->range.end);
		behind |= here;
	}
	return place;
}

unsigned late_values_place(const rewriter *w, const prog_mapping *m, unsigned at)
{
	unsigned latest = at;
	for (int d = 0; d < m->rank; d++) {
		const prog_expr *const of[] = {m->extent[d], m->used[d], m->dist[d].arg};
		for (int k = 0; k < 3; k++) {
			unsigned place = late_value_place(w, of[k], at);
			if (place > latest) latest = place;
		}
	}
	return latest;
}
