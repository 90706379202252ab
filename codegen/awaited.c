// SPDX-License-Identifier: Apache-2.0
//
// u = new_array(n) -> u = ({ hpcc_await_distribute(new_array, "", ..); v = new_array(n); hpcc_await_end(1, (..){v});
// v; }), behind which u's memory is mapped as ever: what is awaited is a hint that need not be heeded. In new_array,
// malloc(n) is hpcc_awaited(new_array, "", malloc(n)); the call of another such function is awaited by new_array. In
// the same way init(&u, n) is awaited to set *f, by the name of the parameter, and init(&g, n) to set g.u, by that
// of the member.
#include "awaited.h"

#include "filled.h"
#include "late_values.h"
#include "map_calls.h"

#include "../analysis/model/model.h"

#include <string.h>

// ---- which calls -------------------------------------------------------------------------------

typedef struct search {
	const prog_symbol *function;
	unsigned char *seen; // [symbol id]
} search;

static bool leads_to(const prog_expr *e, void *user)
{
	search *s = user;
	if (e->kind != PROG_EXPR_CALL) return false;
	const prog_symbol *f = prog_callee(e);
	if (!f || f == s->function) return true;
	if (!f->function) return !f->in_system_header && strncmp(f->name, "__builtin_", 10) != 0;
	if (s->seen[f->id]) return false;
	s->seen[f->id] = 1;
	return walk_any_in(f->function->body, leads_to, user);
}

// Whether the function may be called again before it returns: then what is awaited of the one call could be taken for
// what the other allocates.
static bool may_call_itself(const rewriter *w, const prog_symbol *f)
{
	search s = {f, prog_alloc(w->unit, (size_t)w->unit->n_symbols + 1)};
	return walk_any_in(f->function->body, leads_to, &s);
}

static bool is_awaitable(const rewriter *w, const prog_expr *e)
{
	const prog_symbol *f = prog_callee(e);
	if (!f || !f->function || may_call_itself(w, f)) return false;
	for (int k = 1; k < e->n_args; k++)
		if (expr_holds(e->arg[k], EXPR_KIND(CALL))) return false;
	return true;
}

// ---- which mapping -----------------------------------------------------------------------------

// What cannot be computed before the call just as behind it: something is called or divided, or pointers are followed
// that are not those to the object at hand.
static bool is_late_part(const prog_expr *e, void *unused)
{
	(void)unused;
	bool numbers = e->kind == PROG_EXPR_INT || e->kind == PROG_EXPR_CAST || e->kind == PROG_EXPR_VAR ||
	               e->kind == PROG_EXPR_MEMBER || e->kind == PROG_EXPR_UNARY || e->kind == PROG_EXPR_BINARY;
	return !numbers || (e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_DIV || e->op == PROG_OP_REM));
}

static bool is_ready(const prog_expr *e) { return !walk_any(e, is_late_part, NULL); }

static bool is_known_before(const prog_mapping *m)
{
	if (m->how == PROG_MAP_NONE || m->is_parameter || m->at_pointee || m->offset || m->index || m->has_shadow)
		return false;
	if (m->row_levels > 1 || (m->row_levels && m->how != PROG_MAP_DISTRIBUTE)) return false;
	for (int d = 0; d < m->rank; d++)
		if (!is_ready(m->extent[d]) || !is_ready(m->used[d]) || !is_ready(m->dist[d].arg)) return false;
	return true;
}

static bool is_declared_behind(const prog_symbol *s, const prog_expr *call)
{
	bool local = s->kind == PROG_SYMBOL_VARIABLE && !s->file_scope;
	return local && s->decl.file == call->range.file && s->decl.begin >= call->range.begin;
}

static bool names_one_behind(const prog_expr *e, void *call)
{
	return e->kind == PROG_EXPR_VAR && is_declared_behind(e->symbol, call);
}

// double *y = make(n), *x = make(n); #pragma dist align y[i] with x[i]
static bool needs_what_is_behind(const prog_mapping *m, const prog_expr *call)
{
	bool needs = m->with && is_declared_behind(m->with, call);
	for (int d = 0; d < m->rank && !needs; d++) {
		const prog_expr *const of[] = {m->extent[d], m->used[d], m->dist[d].arg};
		for (int k = 0; k < 3; k++) needs |= of[k] && walk_any(of[k], names_one_behind, (void *)call);
	}
	return needs;
}

// The variable is local, and the shape is known further down only.
static bool is_late(const rewriter *w, const prog_mapping *m, const prog_expr *e)
{
	const prog_symbol *s = m->symbol;
	bool local = s->kind == PROG_SYMBOL_VARIABLE && !s->file_scope && !m->path;
	return local && (needs_what_is_behind(m, e) || late_values_place(w, m, e->range.begin) > e->range.begin);
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

// What is awaited of one call.
typedef struct awaits {
	rewriter *w;
	const prog_expr *call;
	const prog_symbol *function;
	int n;
	text begin, memory; // the calls in front of it, and what has come, each where it stands behind it
} awaits;

// By what a function hands memory on: a parameter, a member, or "", the value that it returns.
static const char *way_name(const prog_symbol *out) { return out->kind == PROG_SYMBOL_FUNCTION ? "" : out->name; }

static void note(awaits *a, const char *memory) { text_printf(&a->memory, "%s%s", a->n++ ? ", " : "", memory); }

static void await_mapped(
        awaits *a, const prog_mapping *m, const char *object, const prog_symbol *out, const char *memory)
{
	map_await_call(a->w, m, a->function->name, way_name(out), object, &a->begin);
	text_add(&a->begin, "; ");
	note(a, memory);
}

// The function at hand hands it on in turn.
static void await_further(awaits *a, const prog_symbol *out, const prog_symbol *by, const char *memory)
{
	text_printf(&a->begin, "hpcc_await_of((const void *)%s, \"%s\", (const void *)%s, \"%s\"); ", a->function->name,
	        way_name(out), a->w->inside->symbol->name, way_name(by));
	note(a, memory);
}

static void await_value(awaits *a)
{
	const unit_facts *facts = a->w->g->facts;
	if (!facts_hands_on(facts, a->function)) return;
	const char *object;
	const prog_mapping *m = mapping_at(a->w, a->call, facts_receiver(facts, a->call), &object);
	const prog_symbol *by = m || !a->w->inside ? NULL : facts_awaits(facts, a->call);
	if (m)
		await_mapped(a, m, object, a->function, "hpcc_given");
	else if (by)
		await_further(a, a->function, by, "hpcc_given");
}

// init(&u, n), of a pointer that the caller hands on in turn: init(f, n), init(&p, n).
static void await_argument(awaits *a, const prog_symbol *parameter, const prog_expr *given)
{
	rewriter *w = a->w;
	given = prog_without_casts(given);
	if (!facts_hands_on(w->g->facts, parameter)) return;
	const prog_expr *pointer = given->kind == PROG_EXPR_ADDR ? given->arg[0] : NULL;
	text object = {0}, place = {0};
	const prog_mapping *m = pointer ? rewrite_receiving(w, pointer, &object) : NULL;
	const prog_expr *named = pointer ? pointer : given;
	bool handed = named->kind == PROG_EXPR_VAR || (pointer && named->kind == PROG_EXPR_MEMBER);
	const prog_symbol *by = !m && handed && w->inside ? facts_handed_on_by(w->g->facts, named->symbol) : NULL;
	if (m && is_known_before(m) && !is_late(w, m, a->call)) {
		rewrite_render(w, pointer, USE_ADDRESS, &place);
		await_mapped(a, m, text_get(&object), parameter, text_get(&place));
	} else if (by) {
		await_further(a, parameter, by, "0");
	}
	text_free(&object);
	text_free(&place);
}

// init(&g, n): members that it sets, of the object at hand.
static void await_members(awaits *a)
{
	const prog_unit *u = a->w->unit;
	for (int k = 0; k < u->n_mappings; k++) {
		const prog_mapping *m = u->mappings[k];
		const prog_expr *member = filled_member(a->w, m, a->call);
		if (!member || !is_known_before(m) || !facts_hands_on(a->w->g->facts, member->symbol)) continue;
		text place = {0};
		map_place(a->w, member, &place);
		await_mapped(a, m, "", member->symbol, text_get(&place));
		text_free(&place);
	}
	const prog_function *f = a->w->inside;
	for (int k = 0; f && !f->is_main && k < u->n_symbols; k++) {
		const prog_symbol *s = u->symbols[k];
		if (s->kind == PROG_SYMBOL_FIELD && facts_hands_on(a->w->g->facts, s) && filled_sets(a->function, s))
			await_further(a, s, s, "0");
	}
}

static void await_all(awaits *a)
{
	const prog_function *f = a->function->function;
	await_value(a);
	for (int k = 1; k < a->call->n_args && k <= f->n_params; k++)
		await_argument(a, f->params[k - 1], a->call->arg[k]);
	await_members(a);
}

static bool handed_on(rewriter *w, const prog_expr *e, text *out)
{
	if (!is_awaitable(w, e)) return false;
	awaits a = {.w = w, .call = e, .function = prog_callee(e)};
	await_all(&a);
	if (a.n) {
		bool has_value = e->type && e->type->kind != PROG_TYPE_VOID;
		text_printf(out, "({ %s%s", text_get(&a.begin), has_value ? "__auto_type hpcc_given = " : "");
		rewrite_render_parts(w, e, USE_READ, out);
		text_printf(out, "; hpcc_await_end(%d, (const void *const[]){%s}); %s})", a.n, text_get(&a.memory),
		        has_value ? "hpcc_given; " : "");
	}
	text_free(&a.begin);
	text_free(&a.memory);
	return a.n > 0;
}

bool awaited_call(rewriter *w, const prog_expr *e, text *out)
{
	if (e->kind != PROG_EXPR_CALL || w->task || w->inner || w->as_source || !rewrite_in_main(w, e->range))
		return false;
	const prog_symbol *f = prog_callee(e);
	if (f && f->function) return handed_on(w, e, out);
	const bool handed = w->inside && !w->inside->is_main && w->received != e;
	const prog_symbol *by = handed ? facts_awaits(w->g->facts, e) : NULL;
	if (!by) return false;
	text_printf(out, "hpcc_awaited((const void *)%s, \"%s\", ", w->inside->symbol->name, way_name(by));
	rewrite_render_parts(w, e, USE_READ, out);
	text_add(out, ")");
	return true;
}
