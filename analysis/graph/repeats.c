// SPDX-License-Identifier: Apache-2.0
#include "repeats.h"

#include "../model/model.h"

enum { MOST_CALLS = 8 }; // inside of each other

// ---- what changes -----------------------------------------------------------------------------

static bool is_inside(const prog_stmt *s, const prog_stmt *outer)
{
	while (s && s != outer) s = s->parent;
	return s != NULL;
}

// What an expression names: a variable, or a member of whichever object; NULL: nothing.
static const prog_symbol *variable_or_member(const prog_expr *e)
{
	const prog_symbol *variable = repeats_named_by(e);
	e = prog_without_casts(e);
	return variable ? variable : e->kind == PROG_EXPR_MEMBER ? e->symbol : NULL;
}

// What a pointer of the function is a name of for good: double *u = g->u; itself: of nothing else.
static const prog_symbol *origin_of(const prog_function *f, const prog_symbol *s)
{
	bool local = s && s->kind == PROG_SYMBOL_VARIABLE && !s->file_scope && !s->mapping && f && f->body;
	const prog_expr *value = local && !stmt_changes(f->body, s) ? stmt_initial_value(f->body, s) : NULL;
	const prog_symbol *from = value ? variable_or_member(value) : NULL;
	return from && from != s ? origin_of(f, from) : s;
}

static bool is_of(const task *t, int object, const prog_symbol *symbol)
{
	const prog_symbol *s = t->nest->objects[object].symbol;
	return s == symbol || (s && origin_of(t->nest->root->function, s) == symbol);
}

static bool writes(const task *t, const prog_symbol *symbol)
{
	for (int a = 0; a < t->n_args; a++)
		if (t->args[a].writes && is_of(t, t->args[a].object, symbol)) return true;
	// What has no mapping, and is set in parts.
	for (int k = 0; t->kind == TASK_SPLIT && k < t->nest->n_objects; k++)
		if (t->split->shared[k] && is_of(t, k, symbol)) return true;
	return false;
}

static bool has_one_name(const prog_symbol *s) { return s->file_scope || s->kind == PROG_SYMBOL_FIELD; }

static bool sets_member(const prog_expr *e, void *member)
{
	bool sets = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC;
	return sets && e->arg[0]->kind == PROG_EXPR_MEMBER && e->arg[0]->symbol == member;
}

typedef struct search {
	const graph *g;
	const prog_symbol *symbol;
	int depth;
} search;

static bool changes_in(const search *q, const prog_stmt *s);

const prog_symbol *repeats_named_by(const prog_expr *argument)
{
	argument = prog_without_casts(argument);
	while (argument->kind == PROG_EXPR_ADDR || argument->kind == PROG_EXPR_DEREF ||
	        (argument->kind == PROG_EXPR_INDEX && prog_is_zero(argument->arg[1])))
		argument = prog_without_casts(argument->arg[0]);
	return argument->kind == PROG_EXPR_VAR ? argument->symbol : NULL;
}

static bool changes_by_call(const search *q, const prog_expr *call)
{
	const prog_symbol *f = prog_callee(call);
	const prog_function *body = f ? f->function : NULL;
	if (!body || !body->body || q->depth == MOST_CALLS) return false;
	search inner = {q->g, q->symbol, q->depth + 1};
	if (has_one_name(q->symbol) && changes_in(&inner, body->body)) return true;
	for (int k = 0; k < body->n_params && k + 1 < call->n_args; k++) {
		inner.symbol = body->params[k];
		if (variable_or_member(call->arg[k + 1]) == q->symbol && changes_in(&inner, body->body)) return true;
	}
	return false;
}

static bool calls_change(const prog_expr *e, void *user)
{
	return e->kind == PROG_EXPR_CALL && changes_by_call(user, e);
}

static bool changes_in(const search *q, const prog_stmt *s)
{
	for (int k = 0; k < q->g->n_tasks; k++) {
		const task *t = q->g->tasks[k];
		if (!t->is_alternative && is_inside(t->nest->root, s) && writes(t, q->symbol)) return true;
	}
	return walk_any_in(s, calls_change, (void *)q);
}

bool repeats_changes(const graph *g, const prog_stmt *loop, const prog_symbol *symbol)
{
	const search q = {g, symbol, 0};
	if (symbol->kind == PROG_SYMBOL_FIELD && walk_any_in(loop, sets_member, (void *)symbol)) return true;
	return prog_sets(loop, symbol) || changes_in(&q, loop);
}

// ---- calls ------------------------------------------------------------------------------------

// The call of the function that is made each time the expression is evaluated; NULL: there is none.
static const prog_expr *call_in(const prog_expr *e, const prog_symbol *f)
{
	if (!e) return NULL;
	if (e->kind == PROG_EXPR_CALL && prog_callee(e) == f) return e;
	bool first_only = e->kind == PROG_EXPR_COND ||
	                  (e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_LAND || e->op == PROG_OP_LOR));
	const prog_expr *found = NULL;
	for (int k = 0; k < (first_only ? 1 : e->n_args) && !found; k++) found = call_in(e->arg[k], f);
	return found;
}

// The same of a statement (NULL: none).
static const prog_expr *call_made(const prog_stmt *s, const prog_symbol *f)
{
	if (!s) return NULL;
	const prog_expr *found = call_in(s->expr, f);
	if (!found) found = call_in(s->cond, f);
	if (s->kind == PROG_STMT_IF || s->kind == PROG_STMT_SWITCH) return found;
	if (!found) found = call_in(s->step, f);
	for (int k = 0; k < s->n_symbols && !found; k++) found = call_in(s->inits[k], f);
	for (int k = 0; k < s->n_children && !found; k++) found = call_made(s->child[k], f);
	return found ? found : call_made(s->body, f);
}

typedef struct caller {
	const graph *g;
	const prog_function *called;
	const prog_symbol *symbol; // of the called function
	int depth;
} caller;

static bool is_repeated(const caller *c, const prog_expr **call);

// What the name of the called function is where that is called; NULL: not known.
static const prog_symbol *symbol_at(const caller *c, const prog_expr *call)
{
	const prog_symbol *symbol = origin_of(c->called, c->symbol);
	if (has_one_name(symbol)) return symbol;
	for (int k = 0; k < c->called->n_params && k + 1 < call->n_args; k++)
		if (c->called->params[k] == symbol) return variable_or_member(call->arg[k + 1]);
	return NULL;
}

// The loops in the statement that make the call.
typedef struct repeat_search {
	const caller *caller;
	const prog_expr **call;
} repeat_search;

// A loop that makes the call.
static bool loop_repeats(const prog_stmt *s, void *user)
{
	const repeat_search *q = user;
	const caller *c = q->caller;
	const prog_expr *made = stmt_is_loop(s) ? call_made(s->body, c->called->symbol) : NULL;
	const prog_symbol *symbol = made ? symbol_at(c, made) : NULL;
	if (!symbol || !repeats_changes(c->g, s, symbol)) return false;
	*q->call = made;
	return true;
}

// A function that makes the call each time, and is called by loops itself.
static bool is_called_by_loops(const caller *c, const prog_function *f, const prog_expr **call)
{
	const prog_expr *made = f == c->called ? NULL : call_made(f->body, c->called->symbol);
	const caller outer = {c->g, f, made ? symbol_at(c, made) : NULL, c->depth + 1};
	return outer.symbol && is_repeated(&outer, call);
}

static bool is_repeated(const caller *c, const prog_expr **call)
{
	const prog_unit *u = c->g->unit;
	if (c->depth == MOST_CALLS) return false;
	repeat_search q = {c, call};
	for (int k = 0; k < u->n_functions; k++)
		if (u->functions[k] != c->called && walk_any_stmt(u->functions[k]->body, loop_repeats, &q)) return true;
	for (int k = 0; k < u->n_functions; k++)
		if (is_called_by_loops(c, u->functions[k], call)) return true;
	return false;
}

bool repeats_call(const graph *g, const prog_stmt *s, const prog_function *function, const prog_symbol *symbol,
        const prog_expr **call)
{
	const caller c = {g, function, symbol, 0};
	for (const prog_stmt *p = s->parent; p; p = p->parent)
		if (p->kind == PROG_STMT_IF || p->kind == PROG_STMT_SWITCH || stmt_is_loop(p)) return false;
	return function && is_repeated(&c, call);
}
