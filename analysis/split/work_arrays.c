// SPDX-License-Identifier: Apache-2.0
#include "work_arrays.h"

#include "../build/build.h"
#include "../model/model.h"
#include "../nest/nest.h"
#include "../unit/unit.h"
#include "flow.h"
#include "groups.h"

#include <string.h>

typedef struct search {
	unit_facts *facts;
	nest *n;
	const prog_symbol *symbol;
	pieces pieces;         // the symbol, and pointers that have pieces of the same memory
	const prog_stmt *root; // of the nest
	isl_set *set;          // the elements that the nest may set; NULL: any
	bool ok;
	bool rows;                     // it leads to pointers, and what is meant is the memory that these lead to
	bool *comes_to_root;           // [symbol id]: functions that call the one that the nest stands in, and that one
	const prog_function *function; // that is looked into for the one that calls it
	const struct search *caller;
	// The parameter that gets it in calls: what becomes of it there is looked at for itself.
	const prog_symbol *given;
} search;

static bool is_symbol(const search *s, const prog_expr *e)
{
	while (e->kind == PROG_EXPR_CAST) e = e->arg[0];
	for (int k = 0; e->kind == PROG_EXPR_VAR && k < s->pieces.n; k++)
		if (e->symbol == s->pieces.list[k]) return true;
	return false;
}

// The array of an expanded scalar is given back by a builtin: it holds what one nest sets for another one.
static bool frees(const prog_expr *e)
{
	return library_call_frees(e) && strncmp(prog_callee(e)->name, "__builtin_", 10) != 0;
}

static bool uses(const prog_expr *e, void *user);

static bool calls_such(const prog_expr *e, void *user)
{
	const bool *comes = user;
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	return callee && comes[callee->id];
}

static void find_ways_to_root(search *s)
{
	const prog_unit *unit = facts_unit(s->facts);
	s->comes_to_root = prog_alloc(facts_unit(s->facts), sizeof *s->comes_to_root * (size_t)(unit->n_symbols + 1));
	s->comes_to_root[s->root->function->symbol->id] = true;
	for (bool more = s->symbol->file_scope || s->given || s->symbol->kind == PROG_SYMBOL_PARAMETER; more;) {
		more = false;
		for (int k = 0; k < unit->n_functions; k++) {
			bool *comes = &s->comes_to_root[unit->functions[k]->symbol->id];
			if (*comes || !walk_any_in(unit->functions[k]->body, calls_such, s->comes_to_root)) continue;
			more = *comes = true;
		}
	}
}

// What the function does is looked at where it is called, and only there.
static bool is_seen_at_calls(const search *s, const prog_function *f)
{
	return s->symbol->file_scope && !s->comes_to_root[f->symbol->id] && facts_is_only_called(s->facts, f->symbol);
}

// A function that uses it: so does who calls it, where it is not looked at for itself.
static bool called_uses(const search *s, const prog_expr *call)
{
	const prog_symbol *callee = prog_callee(call);
	const prog_function *f = callee ? callee->function : NULL;
	if (!f || !f->body || !is_seen_at_calls(s, f)) return false;
	for (const search *outer = s; outer; outer = outer->caller)
		if (outer->function == f) return false;
	search inner = *s;
	inner.function = f;
	inner.caller = s;
	return prog_any_expr(f->body, uses, &inner);
}

// What one of several pointers to the memory is set to: it may be a place in the memory.
static bool uses_to_set(const search *s, const prog_expr *e)
{
	while (e->kind == PROG_EXPR_CAST) e = e->arg[0];
	if (e->kind == PROG_EXPR_ADDR && e->arg[0]->kind == PROG_EXPR_INDEX) e = e->arg[0];
	bool offset = e->kind == PROG_EXPR_INDEX || (e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_ADD);
	if (is_symbol(s, e)) return false;
	if (offset && is_symbol(s, e->arg[0])) return uses(e->arg[1], (void *)s);
	return uses(e, (void *)s);
}

static bool is_parameter_at(const search *s, const prog_expr *call, int argument)
{
	const prog_symbol *callee = prog_callee(call);
	const prog_function *f = callee ? callee->function : NULL;
	return s->given && f && argument <= f->n_params && f->params[argument - 1] == s->given;
}

// Whether the call gives it to the parameter that is looked at for itself, and nothing else of it to anybody.
static bool gives_to_parameter(const search *s, const prog_expr *call)
{
	bool gives = false;
	for (int k = 1; k < call->n_args; k++) {
		bool to_it = is_symbol(s, call->arg[k]) && is_parameter_at(s, call, k);
		if (!to_it && uses(call->arg[k], (void *)s)) return false;
		gives |= to_it;
	}
	return gives;
}

// Whether the expression may read the memory, or let it be known elsewhere. Getting and freeing it, and asking whether
// there is any, do not.
static bool uses(const prog_expr *e, void *user)
{
	const search *s = user;
	if (!e || e->kind == PROG_EXPR_SIZEOF) return false;
	if (e->body) return true;
	bool pointer = s->symbol->type->kind == PROG_TYPE_POINTER;
	if (pointer && e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && is_symbol(s, e->arg[0]))
		return uses_to_set(s, e->arg[1]);
	if (s->rows && own_rows_come_or_go(s->facts, s->symbol, e))
		return e->kind == PROG_EXPR_ASSIGN && uses(e->arg[1], (void *)s);
	if (pointer && e->kind == PROG_EXPR_CALL && frees(e) && e->n_args == 2 && is_symbol(s, e->arg[1])) return false;
	if (pointer && e->kind == PROG_EXPR_UNARY && e->op == PROG_OP_LNOT && is_symbol(s, e->arg[0])) return false;
	if (pointer && e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_EQ || e->op == PROG_OP_NE) &&
	        is_symbol(s, e->arg[0]) && prog_is_zero(e->arg[1]))
		return false;
	if (e->kind == PROG_EXPR_VAR && is_symbol(s, e)) return true;
	if (e->kind == PROG_EXPR_CALL && gives_to_parameter(s, e)) return false;
	if (e->kind == PROG_EXPR_CALL && s->symbol->file_scope && called_uses(s, e)) return true;
	for (int k = 0; k < e->n_args; k++)
		if (uses(e->arg[k], (void *)s)) return true;
	return false;
}

// What enters a loop is found out once, for all variables.
static bool sets_what_it_reads(const search *s, prog_stmt *loop)
{
	unsigned char **known = facts_entering(s->facts, loop), *entering = *known;
	if (!entering) {
		prog_unit *unit = facts_unit(s->facts);
		entering = *known = prog_alloc(unit, (size_t)unit->n_symbols + 1);
		nest *n = nest_build(s->facts, s->n->ctx, loop);
		if (n->broken || n->calls_unknown)
			memset(entering, 1, (size_t)unit->n_symbols);
		else
			flow_values_enter(n, entering);
		nest_free(n);
	}
	bool enters = false;
	for (int k = 0; k < s->pieces.n; k++) enters |= entering[s->pieces.list[k]->id];
	return !enters;
}

// Whether what the nest of a loop reads of others are elements that `root` does not set.
static bool reads_others_in(const search *s, nest *n)
{
	bool known = !n->broken && !n->calls_unknown && n->reason == DIAG_COUNT;
	isl_set *read = known ? flow_elements_enter(n, s->symbol) : NULL;
	bool of_rank = read && isl_set_dim(read, isl_dim_set) == isl_set_dim(s->set, isl_dim_set);
	bool others = of_rank && isl_set_is_disjoint(read, s->set) == isl_bool_true;
	isl_set_free(read);
	return others;
}

static bool reads_others(const search *s, prog_stmt *loop)
{
	if (!s->set) return false;
	if (loop == s->root) return reads_others_in(s, s->n);
	nest *n = nest_build(s->facts, s->n->ctx, loop);
	bool others = reads_others_in(s, n);
	nest_free(n);
	return others;
}

// Itself, or in functions that it calls.
static bool contains_root(const search *s, const prog_stmt *stmt)
{
	const prog_stmt *r = s->root->parent;
	while (r && r != stmt) r = r->parent;
	return r || walk_any_in(stmt, calls_such, s->comes_to_root);
}

// The same of statements that stand one after the other in a block, as one nest.
static bool read_others_together(const search *s, prog_stmt *block, int from, int n)
{
	group made = groups_make(facts_unit(s->facts), block, from, n);
	bool others = reads_others(s, made.loop);
	groups_undo(&made);
	return others;
}

// A loop reads what statements in front of it have set, each time; or it is a call for which the same holds, or which
// sets it alone. What `root` sets in between would be read.
static bool is_set_in_front(const search *s, const prog_stmt *loop)
{
	enum { MOST_TRIES = 3 };
	prog_stmt *block = loop->parent;
	if (!s->set || !block || block->kind != PROG_STMT_COMPOUND || group_is(loop)) return false;
	int at = 0;
	while (at < block->n_children && block->child[at] != loop) at++;
	int tries = 0;
	for (int k = at; k >= 0 && at < block->n_children && tries < MOST_TRIES; k--) {
		const prog_stmt *before = block->child[k];
		bool other = k < at && (before == s->root || contains_root(s, before));
		if (other || group_is(before) || !groups_hold(before, loop)) return false;
		if ((k == at && loop->kind == PROG_STMT_FOR) || !prog_any_expr(before, uses, (void *)s)) continue;
		if (read_others_together(s, block, k, at - k + 1)) return true;
		tries++;
	}
	return false;
}

static bool initialiser_uses(const search *s, const prog_symbol *symbol, const prog_expr *init)
{
	for (int k = 0; init && k < s->pieces.n; k++)
		if (s->pieces.list[k] == symbol) return uses_to_set(s, init);
	return uses(init, (void *)s);
}

// A statement that is a call of a function which uses it by its name: the loops in that are looked at. NULL: it is no
// such call.
static const prog_function *called_beside(const search *s, const prog_stmt *stmt)
{
	const prog_expr *call = stmt->kind == PROG_STMT_EXPR ? stmt->expr : NULL;
	while (call && call->kind == PROG_EXPR_CAST) call = call->arg[0];
	if (!call || call->kind != PROG_EXPR_CALL || !called_uses(s, call)) return NULL;
	for (int k = 1; k < call->n_args; k++)
		if (uses(call->arg[k], (void *)s)) return NULL;
	return prog_callee(call)->function;
}

// Every use must lie in the nest, or in a loop beside it, and these must read only what they have set themselves.
static void look(search *s, prog_stmt *stmt)
{
	if (!stmt || !s->ok || !prog_any_expr(stmt, uses, s)) return;
	bool beside = groups_is_loop(stmt) && !contains_root(s, stmt);
	if (beside && stmt->kind == PROG_STMT_FOR && (sets_what_it_reads(s, stmt) || reads_others(s, stmt))) return;
	if (beside && is_set_in_front(s, stmt)) return;
	const prog_function *called = called_beside(s, stmt);
	if (called) {
		search inner = *s;
		inner.function = called;
		inner.caller = s;
		look(&inner, called->body);
		s->ok = inner.ok;
		return;
	}
	if (stmt == s->root) s->ok = false;
	for (int k = 0; k < stmt->n_symbols; k++) s->ok &= !initialiser_uses(s, stmt->symbols[k], stmt->inits[k]);
	bool asks = s->symbol->type->kind == PROG_TYPE_POINTER && stmt->cond && is_symbol(s, stmt->cond);
	s->ok &= !uses(stmt->expr, (void *)s) && (asks || !uses(stmt->cond, (void *)s)) && !uses(stmt->step, (void *)s);
	for (int k = 0; k < stmt->n_children; k++) look(s, stmt->child[k]);
	look(s, stmt->init);
	look(s, stmt->body);
	look(s, stmt->otherwise);
}

static bool is_used_well(search *s)
{
	const prog_unit *unit = facts_unit(s->facts);
	find_ways_to_root(s);
	for (int k = 0; k < unit->n_functions && s->ok; k++)
		if (!is_seen_at_calls(s, unit->functions[k])) look(s, unit->functions[k]->body);
	return s->ok;
}

// Whether all pointers to the memory of a variable are known. Where a local variable's address goes is seen in the
// statements that use it.
static bool is_own(const search *s, pieces *pieces)
{
	const prog_symbol *v = s->symbol;
	bool closed = !v->file_scope || v->is_static || facts_unit(s->facts)->is_whole;
	if (v->kind != PROG_SYMBOL_VARIABLE || !closed || v->is_extern || (v->address_taken && v->file_scope))
		return false;
	*pieces = (struct pieces){1, {v}};
	return v->type->kind != PROG_TYPE_POINTER || facts_pieces(s->facts, v, pieces);
}

// ---- parameters --------------------------------------------------------------------------------

typedef struct calls {
	search *s; // of the parameter
	int argument;
} calls;

static bool parameter_gets_work(search *s);

// Of what a call gives the parameter: whether it is a variable, or a parameter, of which the same holds where the call
// stands, and around that.
static bool is_given_badly(const prog_expr *e, void *user)
{
	const calls *c = user;
	const search *s = c->s;
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	if (!callee || !callee->function || !is_parameter_at(&(search){.given = s->symbol}, e, c->argument))
		return false;
	const prog_expr *given = prog_without_casts(e->arg[c->argument]);
	if (given->kind != PROG_EXPR_VAR) return true;
	search outer = {
	        .facts = s->facts, .n = s->n, .symbol = given->symbol, .root = s->root, .given = s->symbol, .ok = true};
	if (given->symbol->kind == PROG_SYMBOL_PARAMETER) return !parameter_gets_work(&outer);
	return !is_own(&outer, &outer.pieces) || !is_used_well(&outer);
}

static bool parameter_gets_work(search *s)
{
	const prog_unit *unit = facts_unit(s->facts);
	int number;
	const prog_function *f = prog_function_of(unit, s->symbol, &number);
	if (!f || !facts_is_only_called(s->facts, f->symbol) || facts_keeps_argument(s->facts, f, number)) return false;
	s->pieces = (struct pieces){1, {s->symbol}};
	if (!is_used_well(s)) return false;
	calls c = {s, number + 1};
	for (int k = 0; k < unit->n_functions; k++)
		if (walk_any_in(unit->functions[k]->body, is_given_badly, &c)) return false;
	return true;
}

bool work_array(unit_facts *facts, nest *n, const prog_symbol *symbol, bool rows)
{
	search s = {.facts = facts, .n = n, .symbol = symbol, .root = n->root, .ok = true, .rows = rows};
	work_array_note *note = facts_work_array(facts, symbol);
	if (note->root == n->root) return note->yes;
	if (rows && !own_rows(facts, symbol)) {
		return false;
	} else if (symbol->kind == PROG_SYMBOL_PARAMETER) {
		int number;
		bool here = prog_function_of(facts_unit(facts), symbol, &number) == n->root->function;
		s.ok = here && symbol->type->kind == PROG_TYPE_POINTER && parameter_gets_work(&s);
	} else if (is_own(&s, &s.pieces)) {
		s.set = symbol->type->kind == PROG_TYPE_ARRAY && !rows ? flow_elements_set(n, symbol) : NULL;
		is_used_well(&s);
		isl_set_free(s.set);
	} else {
		return false;
	}
	*note = (work_array_note){n->root, s.ok};
	return s.ok;
}
