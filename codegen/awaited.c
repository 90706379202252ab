// SPDX-License-Identifier: Apache-2.0
//
// u = new_array(n) -> u = ({ hpcc_await_distribute(new_array, ..); v = new_array(n); hpcc_await_end(v); v; }), behind which
// u's memory is mapped as ever: what is awaited is a hint that need not be heeded. In new_array, malloc(n) is
// hpcc_awaited(new_array, malloc(n)); the call of another such function is awaited by new_array.
#include "awaited.h"

#include "late_values.h"
#include "map_calls.h"

#include <string.h>

// ---- which calls -------------------------------------------------------------------------------

typedef struct search {
	const prog_symbol *function;
	unsigned char *seen; // [symbol id]
} search;

static bool leads_to(const prog_expr *e, void *user)
{
	search *s = user;
	if (!e) return false;
	const prog_symbol *f = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	if (e->kind == PROG_EXPR_CALL && !f) return true;
	if (f == s->function) return f != NULL;
	if (f && !f->function && !f->in_system_header && strncmp(f->name, "__builtin_", 10) != 0) return true;
	if (f && f->function && !s->seen[f->id]) {
		s->seen[f->id] = 1;
		if (prog_any_expr(f->function->body, leads_to, user)) return true;
	}
	for (int k = 0; k < e->n_args; k++)
		if (leads_to(e->arg[k], user)) return true;
	return e->body && prog_any_expr(e->body, leads_to, user);
}

// Whether the function may be called again before it returns: then what is awaited of the one call could be taken for what
// the other allocates.
static bool may_call_itself(const rewriter *w, const prog_symbol *f)
{
	search s = {f, prog_alloc(w->unit, (size_t)w->unit->n_symbols + 1)};
	return prog_any_expr(f->function->body, leads_to, &s);
}

static bool is_awaitable(const rewriter *w, const prog_expr *e)
{
	const prog_symbol *f = prog_callee(e);
	if (!f || !f->function || !facts_hands_on(w->g->facts, f) || may_call_itself(w, f)) return false;
	for (int k = 1; k < e->n_args; k++)
		if (rewrite_contains_call(e->arg[k])) return false;
	return true;
}

// ---- which mapping -----------------------------------------------------------------------------

// What can be computed before the call just as behind it: nothing is called or divided, and no pointers are followed but
// those to the object at hand.
static bool is_ready(const prog_expr *e)
{
	if (!e) return true;
	bool numbers = e->kind == PROG_EXPR_INT || e->kind == PROG_EXPR_CAST || e->kind == PROG_EXPR_VAR ||
	               e->kind == PROG_EXPR_MEMBER || e->kind == PROG_EXPR_UNARY || e->kind == PROG_EXPR_BINARY;
	if (!numbers || (e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_DIV || e->op == PROG_OP_REM))) return false;
	for (int k = 0; k < e->n_args; k++)
		if (!is_ready(e->arg[k])) return false;
	return true;
}

static bool is_known_before(const prog_mapping *m)
{
	if (m->how == PROG_MAP_NONE || m->is_parameter || m->at_pointee || m->offset || m->index || m->has_shadow)
		return false;
	if (m->row_levels > 1 || (m->row_levels && m->how != PROG_MAP_DISTRIBUTE)) return false;
	for (int d = 0; d < m->rank; d++)
		if (!is_ready(m->extent[d]) || !is_ready(m->used[d]) || !is_ready(m->dist[d].arg)) return false;
	return true;
}

// The variable is local, and the shape is known further down only.
static bool is_late(const rewriter *w, const prog_mapping *m, const prog_expr *e)
{
	const prog_symbol *s = m->symbol;
	bool local = s->kind == PROG_SYMBOL_VARIABLE && !s->file_scope && !m->path;
	return local && late_values_place(w, m, e->range.begin) > e->range.begin;
}

// The mapping of what the call gives to `s`, which may be NULL; `object`: whose members it names.
static const prog_mapping *mapping_at(const rewriter *w, const prog_expr *e, const prog_symbol *s, const char **object)
{
	*object = w->received == e ? w->receiving_object : "";
	const prog_mapping *m = s && s->kind == PROG_SYMBOL_VARIABLE ? s->mapping : NULL;
	if (w->received == e) m = w->receiving;
	return m && is_known_before(m) && !is_late(w, m, e) ? m : NULL;
}

// ---- the text ----------------------------------------------------------------------------------

static bool handed_on(rewriter *w, const prog_expr *e, text *out)
{
	if (!is_awaitable(w, e)) return false;
	const prog_symbol *s = facts_receiver(w->g->facts, e), *f = prog_callee(e);
	const char *object;
	const prog_mapping *m = mapping_at(w, e, s, &object);
	bool further = !m && s && w->inside && facts_hands_on(w->g->facts, s);
	if (!m && !further) return false;
	text_add(out, "({ ");
	if (m)
		map_await_call(w, m, f->name, object, out);
	else
		text_printf(out, "hpcc_await_of((const void *)%s, (const void *)%s)", f->name, w->inside->symbol->name);
	text_add(out, "; __auto_type hpcc_given = ");
	rewrite_render_parts(w, e, USE_READ, out);
	text_add(out, "; hpcc_await_end(hpcc_given); hpcc_given; })");
	return true;
}

bool awaited_call(rewriter *w, const prog_expr *e, text *out)
{
	if (e->kind != PROG_EXPR_CALL || w->task || w->inner || w->as_source || !rewrite_in_main(w, e->range))
		return false;
	if (!w->inside || !facts_awaits(w->g->facts, e)) return handed_on(w, e, out);
	text_printf(out, "hpcc_awaited((const void *)%s, ", w->inside->symbol->name);
	rewrite_render_parts(w, e, USE_READ, out);
	text_add(out, ")");
	return true;
}
