// SPDX-License-Identifier: Apache-2.0
//
// Builds the model of a nest: walks its loops and conditions, keeping the set of iterations that reach each statement.
#include "nest_build.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../unit/unit.h"
#include "access.h"
#include "access_maps.h"
#include "calls.h"
#include "confined_accesses.h"
#include "decided_effects.h"
#include "exits.h"
#include "local_pointers.h"
#include "loop_values.h"
#include "member_pointers.h"
#include "reduction.h"
#include "summaries.h"

#include <stdlib.h>
#include <string.h>

// ---- statements -------------------------------------------------------------------------------

// An assignment to a variable, in a function that is called, that no condition and no loop in the function may keep
// from being done.
static bool is_in_each_call(const builder *b, const prog_expr *e)
{
	bool sets = e && (e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC);
	if (!b->call || b->may || !sets || e->arg[0]->kind != PROG_EXPR_VAR) return false;
	unsigned inner = (unsigned)(b->depth - b->call_depth);
	isl_set *calls = isl_set_project_out(isl_set_copy(b->domain), isl_dim_set, (unsigned)b->call_depth, inner);
	bool each = isl_set_is_equal(calls, b->call_domain) == isl_bool_true;
	isl_set_free(calls);
	return each;
}

nest_stmt *nest_add_stmt(builder *b, prog_stmt *stmt, const prog_expr *e)
{
	nest *n = b->n;
	int room = b->room_stmts;
	n->stmts = prog_grow(b->n->unit, n->stmts, n->n_stmts, &room, sizeof *n->stmts);
	b->raw = prog_grow(b->n->unit, b->raw, n->n_stmts, &b->room_stmts, sizeof *b->raw);
	nest_stmt *s = &n->stmts[n->n_stmts];
	*s = (nest_stmt){.stmt = b->call ? b->call : stmt,
	        .inlined = b->call != NULL,
	        .each_call = is_in_each_call(b, e),
	        .expr = e,
	        .depth = b->depth,
	        .may = b->may,
	        .guard = b->guard,
	        .home = -1,
	        .reduction_object = -1};
	memcpy(s->loop, b->loop, sizeof s->loop);
	memcpy(s->time, b->time, sizeof s->time);
	b->time[b->depth]++;
	char name[16];
	snprintf(name, sizeof name, "S%d", n->n_stmts);
	s->domain = isl_set_set_tuple_name(isl_set_copy(b->domain), name);
	n->n_stmts++;
	return s;
}

// Enters a condition that the model does not know. Beyond the table all share the last one, which is nobody's ancestor.
void nest_open_guard(builder *b)
{
	nest *n = b->n;
	if (n->n_guards + 1 < NEST_MAX_GUARDS)
		n->guard_parent[++n->n_guards] = b->guard;
	else
		nest_fail(n, DIAG_large_nest, n->root->loc, "conditions");
	b->guard = n->n_guards;
	n->guard_depth[b->guard] = b->depth;
}

// What is set within the expression, x = (y = 3) + a[y], has no one value in it. What the whole of it sets has its old
// value there.
static void forget_within(builder *b, const prog_expr *e)
{
	if (!e) return;
	const bool sets = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC;
	if (!sets) values_forget_in(b, e);
	for (int k = 0; sets && k < e->n_args; k++) values_forget_in(b, e->arg[k]);
}

// The statement at the place of the walk that evaluates `e`. What the whole of that sets is still what it was.
static nest_stmt *evaluate_before(builder *b, prog_stmt *stmt, const prog_expr *e)
{
	forget_within(b, e);
	calls_walk(b, stmt, e);
	nest_stmt *s = nest_add_stmt(b, stmt, e);
	int index = (int)(s - b->n->stmts);
	access_collect(b, s, e);
	return &b->n->stmts[index];
}

static nest_stmt *evaluate(builder *b, prog_stmt *stmt, const prog_expr *e)
{
	nest_stmt *s = evaluate_before(b, stmt, e);
	if (e) values_forget_in(b, e);
	return s;
}

static void note_idle(builder *b, const nest_stmt *s)
{
	nest *n = b->n;
	n->idle = prog_grow(n->unit, n->idle, n->n_idle, &b->room_idle, sizeof *n->idle);
	nest_idle *i = &n->idle[n->n_idle++];
	*i = (nest_idle){.expr = s->expr, .before = n->n_stmts - 1, .depth = s->depth};
	memcpy(i->loop, s->loop, sizeof i->loop);
}

static void drop_if_empty(builder *b, const nest_stmt *s)
{
	bool call = s->expr && s->expr->kind == PROG_EXPR_CALL && calls_looked_into(b, s->expr);
	if ((!b->call && !call) || s->n_accesses || s != &b->n->stmts[b->n->n_stmts - 1]) return;
	if (s->expr) note_idle(b, s);
	isl_set_free(s->domain);
	b->n->n_stmts--;
}

// A return in the middle of a function that is looked into: the rest of it is left out.
static void leave_function(builder *b, prog_stmt *s)
{
	if (s->expr) drop_if_empty(b, evaluate(b, s, s->expr));
	bool in_loop = b->depth > 0 && b->n->loops[b->loop[b->depth - 1]].inlined;
	if (b->may || in_loop) {
		b->may = b->leaves_may = b->returned = true;
		nest_open_guard(b);
	} else {
		isl_set *none = isl_set_empty(isl_set_get_space(b->domain));
		isl_set_free(b->domain);
		b->domain = none;
	}
}

// x = e, row[k] = e; x = y = e: the inner one first, of which the outer one has the value.
static bool learn_set(builder *b, const prog_expr *e)
{
	const prog_expr *to = e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && !b->in_switch ? e->arg[0] : NULL;
	const prog_expr *value = to ? e->arg[1] : NULL;
	if (!to || (to->kind != PROG_EXPR_VAR && to->kind != PROG_EXPR_INDEX)) return false;
	if (expr_holds(to, EXPR_CHANGES)) return false;
	if (value->kind == PROG_EXPR_ASSIGN && learn_set(b, value)) value = value->arg[0];
	if (expr_holds(value, EXPR_CHANGES)) return false;
	if (to->kind == PROG_EXPR_VAR)
		values_learn(b, to->symbol, value);
	else
		tables_learn_entry(b, to, value);
	return true;
}

static void leaf(builder *b, prog_stmt *stmt, const prog_expr *e)
{
	if (counters_step(b, e)) return;
	if (prog_is_comma(e)) {
		leaf(b, stmt, e->arg[0]);
		leaf(b, stmt, e->arg[1]);
		return;
	}
	nest_stmt *s = evaluate_before(b, stmt, e);
	reduction_recognise(b, s);
	drop_if_empty(b, s);
	if (!learn_set(b, e) && !values_update(b, e)) values_forget_in(b, e);
}

// A pointer that is set to an address which stands for it.
static void pointer_is_set(builder *b, prog_stmt *stmt, prog_symbol *p, const prog_expr *value)
{
	calls_walk(b, stmt, value);
	nest_stmt *s = nest_add_stmt(b, stmt, value);
	access_address(b, s, value);
	access_define(b, s, p);
}

// The call that gives a block of its own, and what it reads.
static nest_stmt *allocation(builder *b, prog_stmt *stmt, const prog_expr *init)
{
	const prog_expr *call = own_block_allocation(init);
	for (int k = 1; k < call->n_args; k++) calls_walk(b, stmt, call->arg[k]);
	nest_stmt *s = nest_add_stmt(b, stmt, call->n_args > 1 ? call->arg[1] : call);
	if (!own_block_allocates(call))
		confined_accesses_of_giver(b, s, call);
	else
		for (int k = 1; k < call->n_args; k++) access_collect(b, s, call->arg[k]);
	return s;
}

// But for `except`, NULL: none. `pointers`: those of its variables that local_pointers replaced.
static void declaration(builder *b, prog_stmt *s, const prog_symbol *except, unsigned pointers)
{
	if (s->expr) drop_if_empty(b, evaluate(b, s, s->expr));
	for (int k = 0; k < s->n_symbols; k++) {
		prog_symbol *symbol = s->symbols[k];
		if (symbol == except) continue;
		if (k < LOCAL_POINTERS && (pointers >> k & 1)) {
			pointer_is_set(b, s, symbol, s->inits[k]);
			continue;
		}
		if (own_block_of_nest(b->n, symbol) && !b->call) {
			access_define(b, allocation(b, s, s->inits[k]), symbol);
			continue;
		}
		if (access_is_own_block(b, symbol)) {
			drop_if_empty(b, allocation(b, s, s->inits[k]));
			continue;
		}
		bool lent = facts_is_lent(b->facts, symbol);
		if (symbol->mapping || symbol->partly || lent || prog_type_holds_parts(symbol->type))
			nest_fail(b->n, DIAG_mapped_in_nest, s->loc, symbol->name), b->n->broken = true;
		if (symbol->is_static && !b->call) nest_fail(b->n, DIAG_static_in_nest, s->loc, symbol->name);
		values_forget(b, symbol);
		// Its life begins here: nothing that an earlier iteration left in it is read.
		nest_stmt *leaf_stmt = evaluate(b, s, s->inits[k]);
		// Of a struct that is used by its members only, these are the variables.
		bool parts = symbol->type->kind == PROG_TYPE_STRUCT && !access_is_whole(b, symbol);
		if (!b->call && parts)
			access_define_parts(b, leaf_stmt, symbol);
		else if (!b->call)
			access_define(b, leaf_stmt, symbol);
		drop_if_empty(b, leaf_stmt);
		if (!s->inits[k]) continue;
		if (symbol->type->kind == PROG_TYPE_POINTER && facts_symbol_may_be_mapped(b->facts, symbol))
			nest_fail(b->n, DIAG_row_escapes, s->loc, symbol->name);
		if (s->inits[k]->kind == PROG_EXPR_INIT && symbol->type->kind == PROG_TYPE_ARRAY)
			tables_learn_list(b, symbol, s->inits[k]);
		else if (s->inits[k]->kind != PROG_EXPR_INIT)
			values_learn(b, symbol, s->inits[k]);
	}
}

// ---- conditions -------------------------------------------------------------------------------

static void restrict_domain(builder *b, isl_set *set)
{
	b->domain = isl_set_coalesce(isl_set_intersect(b->domain, set));
}

// The iterations that `continue` leaves at this statement are gone from what follows in the body of its loop.
static void branch(builder *b, prog_stmt *body, isl_set *cond, values *at_end)
{
	if (!body) {
		isl_set_free(cond);
		return;
	}
	isl_set *before = isl_set_copy(b->domain);
	bool may = b->may, leaves = b->leaves_may;
	int guard = b->guard;
	b->leaves_may = false;
	if (cond) {
		restrict_domain(b, isl_set_copy(cond));
	} else {
		b->may = true;
		nest_open_guard(b);
	}
	if (!b->call || isl_set_is_empty(b->domain) != isl_bool_true) nest_walk(b, body);
	b->guard = guard;
	// What follows runs where nothing has left, here or before.
	if (b->leaves_may) nest_open_guard(b);
	b->leaves_may |= leaves;
	values_take(b, at_end);
	values_forget_assigned(b, body);
	// What did not come out of the branch (continue) does not go on.
	if (cond) {
		isl_set *gone = isl_set_subtract(isl_set_intersect(isl_set_copy(before), cond), b->domain);
		b->domain = isl_set_coalesce(isl_set_subtract(before, gone));
	} else {
		isl_set_free(b->domain);
		b->domain = before;
	}
	b->may = may || b->leaves_may;
}

// What does not leave the nest here: `rest` of the iterations, NULL: not known.
static void stay(builder *b, isl_set *rest)
{
	if (rest) {
		restrict_domain(b, rest);
	} else {
		b->may = b->leaves_may = true;
		nest_open_guard(b);
	}
}

static int add_variable(const builder *b, const prog_expr *e, prog_symbol **list, int n, int most)
{
	if (e->kind != PROG_EXPR_VAR || n == most || !calls_plain_value(e->symbol)) return n;
	prog_symbol *x = e->symbol;
	if (x->address_taken || x->file_scope || x->is_static || (b->inner && b->inner[x->id])) return n;
	for (int d = 0; d < b->depth; d++)
		if (b->n->loops[b->loop[d]].var == x) return n;
	for (int k = 0; k < n; k++)
		if (list[k] == x) return n;
	list[n] = x;
	return n + 1;
}

// The variables that the statement sets by assignment, those of a called function and of loops left out.
static int assigned_variables(const builder *b, const prog_stmt *s, prog_symbol **list, int n, int most)
{
	if (!s) return n;
	const prog_expr *e = s->kind == PROG_STMT_EXPR ? s->expr : NULL;
	for (; e && prog_is_comma(e); e = e->arg[1])
		if (e->arg[0]->kind == PROG_EXPR_ASSIGN) n = add_variable(b, e->arg[0]->arg[0], list, n, most);
	for (; e && e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE; e = e->arg[1])
		n = add_variable(b, e->arg[0], list, n, most);
	for (int k = 0; k < s->n_children; k++) n = assigned_variables(b, s->child[k], list, n, most);
	n = assigned_variables(b, s->body, list, n, most);
	return assigned_variables(b, s->otherwise, list, n, most);
}

// if (...) x = 1; else x = 2; sets x, whatever the condition.
static void define_in_branches(builder *b, prog_stmt *s)
{
	enum { MOST = 8 };
	prog_symbol *list[MOST];
	bool chained = s->parent && s->parent->kind == PROG_STMT_IF && s->parent->otherwise == s;
	if (!s->otherwise || chained) return;
	int n = assigned_variables(b, s->body, list, 0, MOST);
	for (int k = 0; k < n; k++)
		if (assignment_of_variable(s, list[k])) calls_set_before(b, nest_add_stmt(b, s, s->cond), list[k]);
}

// Notes the branches of the condition `at`, and takes its domain. `rest`: the guard of what follows where the first
// branch leaves; 0: it does not.
static void note_branches(builder *b, nest_stmt at, bool has_else, int first, int rest, int otherwise)
{
	nest *n = b->n;
	const int other = has_else ? otherwise : rest;
	const bool full = n->n_guards + 1 >= NEST_MAX_GUARDS; // then guards are shared
	if (full || (has_else && rest) || !first || !other || first > n->n_guards || other > n->n_guards) {
		isl_set_free(at.domain);
		return;
	}
	char name[16];
	snprintf(name, sizeof name, "B%d", first);
	at.domain = isl_set_set_tuple_name(at.domain, name);
	n->branches = prog_grow(n->unit, n->branches, n->n_branches, &b->room_branches, sizeof *n->branches);
	n->branches[n->n_branches++] = (nest_branches){first, other, at};
}

static void condition(builder *b, prog_stmt *s)
{
	values_forget_in(b, s->cond);
	calls_walk(b, s, s->cond);
	if (reduction_by_condition(b, s)) return;
	nest_stmt *leaf_stmt = nest_add_stmt(b, s, s->cond);
	access_collect(b, leaf_stmt, s->cond);
	int index = (int)(leaf_stmt - b->n->stmts);
	nest_stmt at = *leaf_stmt;
	drop_if_empty(b, leaf_stmt);
	isl_set *cond = affine_condition(b, s->cond);
	isl_set *otherwise = cond ? isl_set_complement(isl_set_copy(cond)) : NULL;
	if (!b->call && exits_by(b, s->body)) {
		exits_add(b, s->body, index);
		stay(b, otherwise);
		isl_set_free(cond);
		nest_walk(b, s->otherwise);
		return;
	}
	if (!b->call && s->otherwise && exits_by(b, s->otherwise)) {
		exits_add(b, s->otherwise, index);
		stay(b, cond);
		isl_set_free(otherwise);
		nest_walk(b, s->body);
		return;
	}
	if (effects_decided_before(b, s)) {
		isl_set_free(cond);
		isl_set_free(otherwise);
		nest_walk(b, s->otherwise);
		return;
	}
	if (!cond) define_in_branches(b, s);
	const int around = b->guard, first_guard = cond ? 0 : b->n->n_guards + 1;
	at.domain = isl_set_copy(b->domain);
	at.accesses = NULL, at.n_accesses = 0;
	const char *text = cond && !stmt_holds(s->body, STMT_JUMPS | STMT_KIND(LABEL)) &&
	                                   !stmt_holds(s->otherwise, STMT_JUMPS | STMT_KIND(LABEL))
	                           ? affine_condition_text(b, s->cond)
	                           : NULL;
	values before, yes = {0}, no = {0};
	isl_set *chosen = text ? isl_set_copy(cond) : NULL;
	values_take(b, &before);
	branch(b, s->body, cond, &yes);
	values_set(b, &before);
	const int rest = b->guard == around ? 0 : b->guard, else_guard = b->n->n_guards + 1;
	branch(b, s->otherwise, otherwise, &no);
	note_branches(b, at, s->otherwise != NULL, first_guard, rest, else_guard);
	if (!yes.list) values_take(b, &yes), values_forget_assigned(b, s->otherwise);
	values_join(b, s, &before, &yes, &no, chosen, text);
	free(before.list);
	free(yes.list);
	free(no.list);
}

// ---- loops ------------------------------------------------------------------------------------

// The rest of a loop's head that begins with more than its own variable.
static void other_starts(builder *b, const prog_stmt *loop, const prog_expr *e, const prog_symbol *var)
{
	prog_stmt *init = loop->init;
	if (init->kind == PROG_STMT_DECL) {
		declaration(b, init, var, 0);
	} else if (prog_is_comma(e)) {
		other_starts(b, loop, e->arg[0], var);
		other_starts(b, loop, e->arg[1], var);
	} else if (b->depth == 0 && b->n->n_hoisted < NEST_MAX_HOISTED && loops_may_hoist(b, loop, e, var)) {
		b->n->hoisted[b->n->n_hoisted++] = e;
		values_learn(b, e->arg[0]->symbol, e->arg[1]);
	} else if (!loops_set_to(e, var)) {
		leaf(b, init, e);
	}
}

static int add_loop(builder *b, prog_stmt *s)
{
	nest *n = b->n;
	n->loops = prog_grow(b->n->unit, n->loops, n->n_loops, &b->room_loops, sizeof *n->loops);
	b->scale = prog_grow(b->n->unit, b->scale, n->n_loops, &b->room_scale, sizeof *b->scale);
	b->scale[n->n_loops] = (poly_term){0};
	n->loops[n->n_loops] = (nest_loop){.stmt = s,
	        .inlined = b->call != NULL,
	        .depth = b->depth,
	        .parent = b->depth ? b->loop[b->depth - 1] : -1};
	return n->n_loops++;
}

static void enter_loop(builder *b, int loop)
{
	b->loop[b->depth++] = loop;
	b->time[b->depth] = 0;
	b->domain = isl_set_add_dims(b->domain, isl_dim_set, 1);
}

static void leave_loop(builder *b, isl_set *before)
{
	isl_set_free(b->domain);
	b->domain = before;
	b->depth--;
	b->time[b->depth]++;
}

// After a statement out of which a function may have returned.
static void go_on_after_return(builder *b)
{
	if (!b->returned) return;
	b->may = b->leaves_may = true;
	nest_open_guard(b);
}

// A loop whose iterations cannot be counted: its body may run any number of times.
static void uncounted_loop(builder *b, int index, prog_stmt *s)
{
	isl_set *before = isl_set_copy(b->domain);
	bool may = b->may, leaves = b->leaves_may, returned = b->returned;
	b->returned = false;
	int guard = b->guard;
	if (s->init) {
		if (s->init->kind == PROG_STMT_DECL)
			declaration(b, s->init, NULL, 0);
		else if (s->init->kind == PROG_STMT_EXPR)
			leaf(b, s->init, s->init->expr);
	}
	values_forget_assigned(b, s);
	enter_loop(b, index);
	b->may = true;
	nest_open_guard(b);
	const int inside = b->guard;
	if (s->cond && s->kind != PROG_STMT_DO) drop_if_empty(b, evaluate(b, s, s->cond));
	nest_walk(b, s->body);
	b->guard = inside; // `continue` leads to what follows
	if (s->cond && s->kind == PROG_STMT_DO) drop_if_empty(b, evaluate(b, s, s->cond));
	if (s->step) leaf(b, s, s->step);
	leave_loop(b, before);
	b->may = may;
	b->guard = guard;
	b->leaves_may = leaves;
	go_on_after_return(b);
	b->returned |= returned;
	values_forget_assigned(b, s);
}

// After a break nothing in the loop's body is certain to run, not even what stands before it.
static void left_early(builder *b, int loop, int first_stmt)
{
	if (loop == 0) nest_fail(b->n, DIAG_break_out, b->n->root->loc, "");
	for (int k = first_stmt; k < b->n->n_stmts; k++) {
		nest_stmt *s = &b->n->stmts[k];
		s->may = true;
		for (int j = 0; j < s->n_accesses; j++) s->accesses[j].must = s->accesses[j].always = false;
	}
}

static void loop(builder *b, prog_stmt *s)
{
	int index = add_loop(b, s);
	if (b->depth + 1 >= NEST_MAX_DEPTH) {
		nest_fail(b->n, DIAG_too_deep, s->loc, "");
		b->n->broken = true;
		return;
	}
	poly start, distance, trips;
	loop_counters counters;
	if (s->kind != PROG_STMT_FOR || !loops_count(b, index, s, &start)) {
		const prog_symbol *beside = index == 0 ? loops_stepped_beside(b, s) : NULL;
		if (beside) nest_fail(b->n, DIAG_head_steps, s->loc, beside->name);
		if (index == 0) nest_fail(b->n, DIAG_not_counted, s->loc, "");
		uncounted_loop(b, index, s);
		return;
	}
	nest_loop *l = &b->n->loops[index];
	isl_set *before = isl_set_copy(b->domain);
	bool may = b->may, leaves = b->leaves_may, returned = b->returned;
	int guard = b->guard;
	b->leaves_may = b->returned = false;
	// What bounds read belongs to the statements around the loop.
	const prog_expr *first = l->first_expr;
	drop_if_empty(b, evaluate(b, s, first));
	const int first_stmt = b->n->n_stmts;
	l = &b->n->loops[index];
	if (loops_several_starts(s->init)) {
		values_learn(b, l->var, first);
		other_starts(b, s, s->init->expr, l->var);
	}
	values_forget(b, l->var);
	counters.n = 0;
	if (!l->by) counters_of_loop(b, s, l->var, &counters);
	if (counters.n && l->scale) scales_refuse(b, index);
	values_forget_in(b, s->step);
	values_forget_assigned(b, s->body);
	enter_loop(b, index);
	restrict_domain(b, loops_stepped(b, l));
	counters_enter(b, index, &counters, &start);
	isl_set *inside = NULL;
	if (l->decrements)
		inside = loops_down_to(b, l);
	else if (counters_recede(b, index, s->cond, &counters))
		inside = loops_condition(b, l, s->cond);
	if (!inside) {
		scales_need_condition(b, s->cond);
		b->may = true;
		l->counted = false;
		nest_open_guard(b);
	}
	if (scales_leave_out(l)) {
		b->may = true;
		nest_open_guard(b);
	}
	if (inside) restrict_domain(b, isl_set_copy(inside));
	counters_confirm(b, index, &counters);
	b->n->loops[index].inside = inside;
	const prog_expr *asked = b->n->loops[index].decrements ? b->n->loops[index].least : s->cond;
	if (asked) drop_if_empty(b, evaluate(b, s, asked));
	nest_walk(b, s->body);
	leave_loop(b, before);
	b->may = may;
	b->guard = guard;
	b->leaves_may = leaves;
	const bool left = b->n->loops[index].leaves || b->returned;
	if (left) left_early(b, index, first_stmt);
	go_on_after_return(b);
	b->returned |= returned;
	values_forget_in(b, s->step);
	values_forget_assigned(b, s->body);
	l = &b->n->loops[index];
	values_forget(b, l->var);
	bool counted = inside && !left && !scales_leave_out(l) && loops_distance(b, l, &start, &distance) &&
	               counters_trips(b, &distance, l->step, &trips);
	counters_leave(b, index, &counters, counted ? &trips : NULL);
}

// ---- the walk ---------------------------------------------------------------------------------

static void leave_body(builder *b, prog_stmt *s)
{
	if (b->depth == 0) {
		nest_fail(b->n, DIAG_leaves_nest, s->loc, "");
		return;
	}
	if (s->kind == PROG_STMT_BREAK) {
		// What it leaves of a switch is certain of nothing, and its guard ends with the switch.
		if (b->switch_guard) return;
		b->n->loops[b->loop[b->depth - 1]].leaves = true;
		b->may = b->leaves_may = true;
		nest_open_guard(b);
		return;
	}
	if (b->may) {
		b->leaves_may = true;
		nest_open_guard(b);
	} else {
		restrict_domain(b, isl_set_empty(isl_set_get_space(b->domain)));
	}
}

static void leave_nest(builder *b, prog_stmt *s)
{
	const bool stays = s->kind == PROG_STMT_GOTO && s->label && stmt_has_label(b->n->root, s->label);
	nest_fail(b->n, stays ? DIAG_jump_within : DIAG_leaves_nest, s->loc, stays ? s->label : "");
	b->n->broken = true;
	if (s->kind == PROG_STMT_RETURN && s->expr) access_collect(b, nest_add_stmt(b, s, s->expr), s->expr);
	b->may = b->leaves_may = true;
	if (s->body) nest_walk(b, s->body);
}

// A break in it is its own, not that of a switch around it.
static void walk_loop(builder *b, prog_stmt *s)
{
	int outer = b->switch_guard;
	b->switch_guard = 0;
	loop(b, s);
	b->switch_guard = outer;
}

static void walk_switch(builder *b, prog_stmt *s)
{
	drop_if_empty(b, evaluate(b, s, s->cond));
	bool may = b->may, leaves = b->leaves_may;
	int guard = b->guard, outer = b->switch_guard;
	b->may = true;
	b->in_switch++;
	b->leaves_may = false;
	nest_open_guard(b);
	b->switch_guard = b->guard;
	nest_walk(b, s->body);
	b->in_switch--;
	b->switch_guard = outer;
	b->guard = guard;
	// By `continue`, or by a return.
	if (b->leaves_may) nest_open_guard(b);
	b->may = may || b->leaves_may;
	b->leaves_may |= leaves;
	go_on_after_return(b);
	values_forget_assigned(b, s->body);
}

// What stands before it may have been jumped over: it is guarded by nothing but the switch.
static void walk_case(builder *b, prog_stmt *s)
{
	const prog_stmt *up = s->parent;
	while (up && (up->kind == PROG_STMT_COMPOUND || up->kind == PROG_STMT_CASE)) up = up->parent;
	if (!up || up->kind != PROG_STMT_SWITCH || !b->switch_guard) {
		leave_nest(b, s);
		return;
	}
	b->guard = b->switch_guard;
	nest_open_guard(b);
	nest_walk(b, s->body);
}

static void walk_sequence(builder *b, prog_stmt *const *stmt, int n)
{
	for (int k = 0; k < n && !b->n->broken; k++) {
		unsigned pointers;
		prog_stmt *s = stmt[k], **rest = local_pointers(b, stmt + k, n - k, &pointers);
		if (!rest) {
			nest_walk(b, s);
			continue;
		}
		const prog_expr *value;
		prog_symbol *p = s->kind == PROG_STMT_DECL ? NULL : local_pointer_set(b, s, &value);
		if (p)
			pointer_is_set(b, s, p, value);
		else
			declaration(b, s, NULL, pointers);
		walk_sequence(b, rest, n - k - 1);
		return;
	}
}

void nest_walk(builder *b, prog_stmt *s)
{
	if (!s || b->n->broken) return;
	if (s->hint && s->hint->serial) {
		nest_fail(b->n, DIAG_impure_call, s->loc, "serial");
		b->n->broken = true;
		return;
	}
	switch (s->kind) {
	case PROG_STMT_COMPOUND: walk_sequence(b, s->child, s->n_children); break;
	case PROG_STMT_DECL: declaration(b, s, NULL, 0); break;
	case PROG_STMT_EXPR: leaf(b, s, s->expr); break;
	case PROG_STMT_IF: condition(b, s); break;
	case PROG_STMT_FOR:
	case PROG_STMT_WHILE:
	case PROG_STMT_DO: walk_loop(b, s); break;
	case PROG_STMT_SWITCH: walk_switch(b, s); break;
	case PROG_STMT_CASE: walk_case(b, s); break;
	case PROG_STMT_BREAK:
	case PROG_STMT_CONTINUE: leave_body(b, s); break;
	case PROG_STMT_NULL: break;
	case PROG_STMT_RETURN:
		if (b->call)
			leave_function(b, s);
		else
			leave_nest(b, s);
		break;
	case PROG_STMT_REMAP:
		nest_fail(b->n, DIAG_remaps, s->loc, s->n_remaps ? s->remaps[0]->symbol->name : "");
		b->n->broken = true;
		break;
	default: leave_nest(b, s);
	}
}

// `no_counter`: the variables that are not taken for counters; where one turns out to be none, *again.
static nest *build(unit_facts *facts, isl_ctx *ctx, prog_stmt *root, bool confined, unsigned char *no_counter,
        loop_scale *scales, bool *again, bool *rescaled)
{
	prog_unit *unit = facts_unit(facts);
	nest *n = prog_alloc(unit, sizeof *n);
	n->unit = unit;
	n->root = root;
	n->ctx = ctx;
	n->flows = facts_flows(facts);
	n->confined = confined;
	n->reason = DIAG_COUNT;
	n->reason_text = "";
	n->params = prog_alloc(unit, 64 * sizeof *n->params);
	builder b = {.n = n,
	        .facts = facts,
	        .written = prog_alloc(unit, (size_t)unit->n_symbols + 1),
	        .whole = prog_alloc(unit, (size_t)unit->n_symbols + 1),
	        .counter = prog_alloc(unit, (size_t)unit->n_symbols + 1),
	        .no_counter = no_counter,
	        .scales = scales};
	n->assume = isl_set_universe(isl_space_params_alloc(ctx, 0));
	effects_collect(&b, root);
	access_note_whole(&b, root);
	n->calls_unknown = b.unknown_effects;
	n->ends = facts_ends_in(facts, root);
	b.domain = affine_universe(&b, 0);
	counters_find(&b, root);
	member_pointers_find(&b);
	loop(&b, root);
	if (!n->broken) {
		counters_finish(&b);
		reduction_confirm(&b);
		access_resolve(&b);
		exits_finish(&b);
		loop_values_find(n);
	}
	for (int k = 0; k < n->n_stmts; k++) free(b.raw[k]);
	if (!n->broken) summaries_make(n);
	isl_set_free(b.domain);
	for (int k = 0; k < b.n_atoms; k++) isl_pw_aff_free(b.atom[k].aff);
	*again = b.refused || b.rescaled;
	*rescaled = b.rescaled;
	return n;
}

static nest *build_settled(unit_facts *facts, isl_ctx *ctx, prog_stmt *root, bool confined)
{
	enum { MOST = 8 };
	size_t n_symbols = (size_t)facts_unit(facts)->n_symbols;
	unsigned char *no_counter = prog_alloc(facts_unit(facts), n_symbols + 1),
	              *before = prog_alloc(facts_unit(facts), n_symbols + 1);
	loop_scale *scales = prog_alloc(facts_unit(facts), (n_symbols + 1) * sizeof *scales);
	for (int k = 0;; k++) {
		bool again, rescaled;
		memcpy(before, no_counter, n_symbols + 1);
		nest *n = build(facts, ctx, root, confined, no_counter, scales, &again, &rescaled);
		if (!again) return n;
		nest_free(n);
		// What is no counter may be one where loops' variables stand for something else.
		if (rescaled) memcpy(no_counter, before, n_symbols + 1);
		if (k < MOST) continue;
		memset(no_counter, 1, n_symbols);
		for (size_t s = 0; s <= n_symbols; s++) scales[s] = (loop_scale){.refused = true};
	}
}

nest *nest_build(unit_facts *facts, isl_ctx *ctx, prog_stmt *root) { return build_settled(facts, ctx, root, false); }

nest *nest_build_with_calls(unit_facts *facts, isl_ctx *ctx, prog_stmt *root)
{
	return build_settled(facts, ctx, root, true);
}
