// SPDX-License-Identifier: Apache-2.0
#include "unheeded.h"

#include "../model/model.h"

#include <string.h>

// ---- values that a variable gets ----------------------------------------------------------------

typedef struct given {
	const prog_symbol *variable;
	bool (*test)(const prog_expr *value); // of a value, which may be any where it is NULL
} given;

static walk_next declared_with(const prog_stmt *s, void *user)
{
	const given *g = user;
	for (int k = 0; k < s->n_symbols; k++)
		if (s->symbols[k] == g->variable && s->inits[k] && g->test(s->inits[k])) return WALK_STOP;
	return WALK_ON;
}

static walk_next set_to(const prog_expr *e, walk_use use, void *user)
{
	(void)use;
	const given *g = user;
	bool sets = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC || e->kind == PROG_EXPR_ADDR;
	if (!sets || e->arg[0]->kind != PROG_EXPR_VAR || e->arg[0]->symbol != g->variable) return WALK_ON;
	return g->test(e->kind == PROG_EXPR_ASSIGN ? e->arg[1] : NULL) ? WALK_STOP : WALK_ON;
}

// Whether the variable gets a value in the statement (NULL: none) for which the test holds.
static bool gets(const prog_stmt *s, const prog_symbol *variable, bool (*test)(const prog_expr *value))
{
	static const walker values = {.expr = set_to, .stmt = declared_with};
	given g = {variable, test};
	return walk_stmt(s, &values, &g);
}

// ---- pointers that never get memory -----------------------------------------------------------

static bool is_memory(const prog_expr *value) { return !value || !prog_is_zero(value); }

static bool may_get_memory(const prog_unit *u, const unsigned char *runs, const prog_symbol *s)
{
	bool found = s->address_taken || (s->has_init && s->value && is_memory(s->value));
	for (int k = 0; k < u->n_functions && !found; k++)
		found = runs[u->functions[k]->symbol->id] && gets(u->functions[k]->body, s, is_memory);
	return found;
}

// ---- memory that has another name ---------------------------------------------------------------

static bool has_name(const prog_expr *value)
{
	if (!value) return false;
	value = prog_without_casts(value);
	return value->kind != PROG_EXPR_CALL && !prog_is_zero(value);
}

// `double *now = levels[0];`: loops may use the memory by where the pointer got it from.
static bool gets_named_memory(const prog_unit *u, const prog_symbol *s)
{
	bool found = false;
	for (int k = 0; k < u->n_functions && !found && s->type->kind == PROG_TYPE_POINTER; k++)
		found = gets(u->functions[k]->body, s, has_name);
	return found;
}

// ---- arrays that no loop uses -----------------------------------------------------------------

typedef struct search {
	const prog_symbol *symbol;
	bool in_main;
} search;

static bool is_it(const prog_expr *e, const prog_symbol *s)
{
	e = prog_without_casts(e);
	return e->kind == PROG_EXPR_VAR && e->symbol == s;
}

// `u[i][j]`, down to what is no array.
static bool is_element(const prog_expr *e, const prog_symbol *s)
{
	if (e->kind != PROG_EXPR_INDEX || !e->type) return false;
	if (e->type->kind == PROG_TYPE_ARRAY || e->type->kind == PROG_TYPE_POINTER) return false;
	while (e->kind == PROG_EXPR_INDEX) e = e->arg[0];
	return is_it(e, s);
}

static bool is_released(const prog_expr *e, const prog_symbol *s)
{
	const prog_symbol *f = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	return f && f->in_system_header && library_frees(f->name) && e->n_args == 2 && is_it(e->arg[1], s);
}

static bool is_compared(const prog_expr *e, const prog_symbol *s)
{
	if (e->kind == PROG_EXPR_UNARY && e->op == PROG_OP_LNOT) return is_it(e->arg[0], s);
	if (e->kind != PROG_EXPR_BINARY || (e->op != PROG_OP_EQ && e->op != PROG_OP_NE)) return false;
	return (is_it(e->arg[0], s) && prog_is_zero(e->arg[1])) || (is_it(e->arg[1], s) && prog_is_zero(e->arg[0]));
}

// Whether an expression outside of loops may lead loops to the memory. Not: elements in `main`, what allocates and
// frees.
static bool leads_there(const prog_expr *e, void *user)
{
	const search *q = user;
	if (!e || is_released(e, q->symbol) || is_compared(e, q->symbol)) return false;
	if (e->kind == PROG_EXPR_VAR) return e->symbol == q->symbol;
	if (q->in_main && is_element(e, q->symbol)) {
		for (; e->kind == PROG_EXPR_INDEX; e = e->arg[0])
			if (leads_there(e->arg[1], user)) return true;
		return false;
	}
	bool set = e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && is_it(e->arg[0], q->symbol);
	for (int k = set; k < e->n_args; k++)
		if (leads_there(e->arg[k], user)) return true;
	return e->body && prog_any_expr(e->body, leads_there, user);
}

static bool names_it(const prog_expr *e, void *user)
{
	const search *q = user;
	return e->kind == PROG_EXPR_VAR && e->symbol == q->symbol;
}

static bool is_used_in(const prog_stmt *s, search *q)
{
	if (!s) return false;
	if (stmt_is_loop(s)) return walk_any_in(s, names_it, q);
	if (leads_there(s->expr, q) || leads_there(s->cond, q) || leads_there(s->step, q)) return true;
	for (int k = 0; k < s->n_symbols; k++)
		if (leads_there(s->inits[k], q)) return true;
	for (int k = 0; k < s->n_children; k++)
		if (is_used_in(s->child[k], q)) return true;
	return is_used_in(s->init, q) || is_used_in(s->body, q) || is_used_in(s->otherwise, q);
}

static bool may_be_used(const prog_unit *u, const unsigned char *runs, const prog_symbol *s)
{
	search q = {.symbol = s};
	bool used = s->is_measured || gets_named_memory(u, s);
	for (int k = 0; k < u->n_functions && !used; k++) {
		q.in_main = u->functions[k] == u->main;
		used = runs[u->functions[k]->symbol->id] && is_used_in(u->functions[k]->body, &q);
	}
	for (int k = 0; k < u->n_values && !used; k++) used = walk_any(u->values[k], names_it, &q);
	for (int k = 0; k < u->n_remaps && !used; k++) used = u->remaps[k]->symbol == s || u->remaps[k]->with == s;
	for (int k = 0; k < u->n_mappings && !used; k++) used = u->mappings[k]->with == s;
	return used;
}

// ---- reports ----------------------------------------------------------------------------------

// All that is done to what the mapping names is in sight, by its name.
static bool is_in_sight(const prog_unit *u, const prog_mapping *m)
{
	const prog_symbol *s = m->symbol;
	if (m->how == PROG_MAP_NONE || m->is_parameter || !s || s->mapping != m || prog_mapping_is_partial(m))
		return false;
	if (s->kind != PROG_SYMBOL_VARIABLE || s->is_extern || s->in_system_header) return false;
	return !s->file_scope || s->is_static || u->is_whole;
}

// A variable of a function that nothing runs: nothing that is said of it has an effect, and needs one.
static bool is_never_there(const prog_unit *u, const unsigned char *runs, const prog_symbol *s)
{
	bool never = false;
	for (int k = 0; k < u->n_functions && !s->file_scope && !never; k++)
		never = !runs[u->functions[k]->symbol->id] && prog_declares(u->functions[k]->body, s);
	return never;
}

static bool holds_opaque(const prog_unit *u)
{
	bool opaque = false;
	for (int k = 0; k < u->n_functions; k++)
		opaque |= u->functions[k]->body && prog_holds_opaque(u->functions[k]->body);
	return opaque;
}

void unheeded_report(const prog_unit *unit, const unsigned char *runs)
{
	if (unit->wrong_directives || holds_opaque(unit)) return;
	for (int k = 0; k < unit->n_mappings; k++) {
		const prog_mapping *m = unit->mappings[k];
		if (!is_in_sight(unit, m) || is_never_there(unit, runs, m->symbol)) continue;
		if (m->symbol->type->kind == PROG_TYPE_POINTER && !may_get_memory(unit, runs, m->symbol))
			diag_report(DIAG_mapping_without_memory, m->loc, m->symbol->name);
		else if (!may_be_used(unit, runs, m->symbol))
			diag_report(DIAG_mapping_unused, m->loc, m->symbol->name);
	}
}
