// SPDX-License-Identifier: Apache-2.0
//
// u = new_array(n) -> u = ({ hpcc_await_distribute(..); v = new_array(n); hpcc_await_end(v); v; }), in front of which, or
// behind, u's memory is mapped as ever: what it awaits is a hint that need not be heeded. In new_array, malloc(n) is
// hpcc_awaited(malloc(n)).
#include "awaited.h"

#include "late_values.h"
#include "map_calls.h"

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
	if (m->how == PROG_MAP_NONE || m->is_parameter || m->row_levels || m->at_pointee || m->offset || m->index ||
	        m->has_shadow)
		return false;
	for (int d = 0; d < m->rank; d++)
		if (!is_ready(m->extent[d]) || !is_ready(m->used[d]) || !is_ready(m->dist[d].arg)) return false;
	return true;
}

// The variable is local, and the shape is known further down only.
static bool is_late(const rewriter *w, const prog_mapping *m, const prog_expr *e)
{
	const prog_symbol *s = m->symbol;
	bool local = s->kind == PROG_SYMBOL_VARIABLE && !s->file_scope && !m->path;
	return local && (e->range.file != w->file || late_values_place(w, m, e->range.begin) > e->range.begin);
}

// The mapping of what the call gives to `s`, which may be NULL; `object`: whose members it names.
static const prog_mapping *mapping_at(const rewriter *w, const prog_expr *e, const prog_symbol *s, const char **object)
{
	*object = w->received == e ? w->receiving_object : "";
	if (w->received == e) return w->receiving;
	return s && s->kind == PROG_SYMBOL_VARIABLE ? s->mapping : NULL;
}

static bool handed_on(rewriter *w, const prog_expr *e, text *out)
{
	const prog_symbol *s = facts_receiver(w->g->facts, e), *f = prog_callee(e);
	const char *object = "";
	const prog_mapping *m = mapping_at(w, e, s, &object);
	text call = {0};
	if (!f || !facts_hands_on(w->g->facts, f) || (s && !m && facts_hands_on(w->g->facts, s))) return false;
	if (m && is_known_before(m) && !is_late(w, m, e))
		map_await_call(w, m, object, &call);
	else
		text_add(&call, "hpcc_await_nothing()");
	text_printf(out, "({ %s; __auto_type hpcc_given = ", text_get(&call));
	rewrite_render_parts(w, e, USE_READ, out);
	text_add(out, "; hpcc_await_end(hpcc_given); hpcc_given; })");
	text_free(&call);
	return true;
}

bool awaited_call(rewriter *w, const prog_expr *e, text *out)
{
	if (e->kind != PROG_EXPR_CALL || w->task || w->inner || w->as_source) return false;
	if (!facts_awaits(w->g->facts, e)) return handed_on(w, e, out);
	text_add(out, "hpcc_awaited(");
	rewrite_render_parts(w, e, USE_READ, out);
	text_add(out, ")");
	return true;
}
