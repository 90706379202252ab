// SPDX-License-Identifier: Apache-2.0
//
// double **fields[] = {&rho, &u}; *fields[k] = malloc(n): the place is compared, at run time, with the addresses that
// the program takes of pointers with a mapping, where these can be named.
#include "by_address.h"

#include "../analysis/model/model.h"

#include <string.h>

typedef struct search {
	rewriter *w;
	const prog_expr *place;
	const char *at;      // C text of it
	const char **listed; // the pointers that have been compared, as C text
	int n;
	text *out;
} search;

// ---- what can be named ---------------------------------------------------------------------------

// The v of `v`, `v.member` or `v->member`; NULL: it takes more to get there. The place of a member is known without
// following v.
static const prog_symbol *variable_of(const prog_expr *e)
{
	while (e->kind == PROG_EXPR_MEMBER && e->n_args) e = e->arg[0];
	if (e->kind == PROG_EXPR_DEREF) e = e->arg[0];
	return e->kind == PROG_EXPR_VAR ? e->symbol : NULL;
}

static bool is_in(prog_range inner, prog_range outer)
{
	return inner.file == outer.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

typedef struct block_search {
	const prog_symbol *variable;
	prog_range place;
} block_search;

// A block around the place that declares the variable in front of it.
static bool is_block_of(const prog_stmt *s, void *user)
{
	const block_search *q = user;
	if (s->kind != PROG_STMT_COMPOUND || !is_in(q->place, s->range)) return false;
	for (int k = 0; k < s->n_children; k++) {
		const prog_stmt *d = s->child[k];
		for (int j = 0; d && d->kind == PROG_STMT_DECL && j < d->n_symbols; j++)
			if (d->symbols[j] == q->variable) return d->range.end <= q->place.begin;
	}
	return false;
}

// Whether the function has another variable of that name, which may be the one that is meant at the place.
static bool has_namesake(const prog_unit *u, const prog_function *f, const prog_symbol *v)
{
	for (int k = 0; k < u->n_symbols; k++) {
		const prog_symbol *s = u->symbols[k];
		bool variable = s->kind == PROG_SYMBOL_VARIABLE || s->kind == PROG_SYMBOL_PARAMETER;
		if (variable && s != v && !s->file_scope && !strcmp(s->name, v->name) && is_in(s->name_range, f->range))
			return true;
	}
	return false;
}

static bool is_named_at(const rewriter *w, const prog_expr *pointer, const prog_expr *place)
{
	const prog_symbol *v = variable_of(pointer);
	const prog_function *f = NULL;
	for (int k = 0; k < w->unit->n_functions && !f; k++)
		if (is_in(place->range, w->unit->functions[k]->range)) f = w->unit->functions[k];
	if (!v || !f || has_namesake(w->unit, f, v)) return false;
	for (int k = 0; k < f->n_params; k++)
		if (f->params[k] == v) return true;
	if (v->file_scope) return v->decl.file != place->range.file || v->decl.end <= place->range.begin;
	return walk_any_stmt(f->body, is_block_of, &(block_search){v, place->range});
}

// ---- addresses that are kept -----------------------------------------------------------------------

static bool is_listed(search *q, const char *pointer)
{
	for (int k = 0; k < q->n; k++)
		if (!strcmp(q->listed[k], pointer)) return true;
	const char **more = prog_alloc(q->w->unit, sizeof *more * (size_t)(q->n + 1));
	if (q->n) memcpy(more, q->listed, sizeof *more * (size_t)q->n);
	more[q->n++] = prog_string(q->w->unit, pointer);
	q->listed = more;
	return false;
}

static void compare(search *q, const prog_expr *pointer)
{
	text target = {0}, call = {0}, once = {0};
	if (is_named_at(q->w, pointer, q->place) && rewrite_map_received(q->w, pointer, &once, &target, &call) &&
	        !once.size && !is_listed(q, text_get(&target)))
		text_printf(q->out, "if ((const void *)&(%s) == (const void *)&(%s)) { %s; } ", q->at,
		        text_get(&target), text_get(&call));
	text_free(&target);
	text_free(&call);
	text_free(&once);
}

static walk_next visit(const prog_expr *e, walk_use use, void *user)
{
	search *q = user;
	(void)use;
	const prog_type *t = e->kind == PROG_EXPR_ADDR ? e->arg[0]->type : NULL;
	if (t && t->kind == PROG_TYPE_POINTER && t->element == q->place->type->element) compare(q, e->arg[0]);
	return WALK_ON;
}

// *f, f[k] of a parameter f: what the caller gave the address of is mapped behind the call.
static bool is_of_caller(const prog_expr *place)
{
	while (place->kind == PROG_EXPR_DEREF || place->kind == PROG_EXPR_INDEX)
		place = prog_without_casts(place->arg[0]);
	return place->kind == PROG_EXPR_VAR && place->symbol->kind == PROG_SYMBOL_PARAMETER;
}

bool by_address_map(rewriter *w, const prog_expr *place, const char *at, text *out)
{
	static const walker addresses = {.expr = visit};
	search q = {.w = w, .place = place, .at = at, .out = out};
	const size_t before = out->size;
	if (is_of_caller(place)) return false;
	for (int k = 0; k < w->unit->n_functions; k++) walk_stmt(w->unit->functions[k]->body, &addresses, &q);
	for (int k = 0; k < w->unit->n_values; k++) walk_expr(w->unit->values[k], &addresses, &q);
	return out->size > before;
}
