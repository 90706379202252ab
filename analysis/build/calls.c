// SPDX-License-Identifier: Apache-2.0
//
// Calls of functions that are in sight: their statements are taken as if they stood before that of the call.
#include "calls.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../unit/unit.h"
#include "access.h"
#include "confined_accesses.h"
#include "library_calls.h"
#include "nest_build.h"

bool calls_looked_into(const builder *b, const prog_expr *call)
{
	for (int k = 0; k < b->n_looked; k++)
		if (b->looked[k] == call) return true;
	return false;
}

static void note_looked_into(builder *b, const prog_expr *call)
{
	b->looked = prog_grow(b->n->unit, b->looked, b->n_looked, &b->room_looked, sizeof *b->looked);
	b->looked[b->n_looked++] = call;
}

static bool takes_pointers(const prog_expr *call)
{
	for (int k = 1; k < call->n_args; k++) {
		const prog_type *t = call->arg[k]->type;
		if (t && (t->kind == PROG_TYPE_POINTER || t->kind == PROG_TYPE_ARRAY || t->has_pointers)) return true;
	}
	return false;
}

// The function's statements, where it is worth it to take them in place of the call; NULL: it stays a call.
static prog_stmt *body_of(builder *b, const prog_expr *call)
{
	enum { MOST_STMTS = 2000 };
	const prog_symbol *callee = prog_callee(call);
	if (!callee || !callee->function || b->n_called == NEST_MAX_CALLS) return NULL;
	bool reads = facts_only_reads(b->facts, call);
	if (reads && !takes_pointers(call) && !facts_reads_one_of(b->facts, call, b->written)) return NULL;
	for (int k = 0; k < b->n_called; k++)
		if (b->called[k] == callee) return NULL;
	prog_stmt *body = inline_call(b->n->unit, b->n->root->function, call);
	if (body && b->n->n_stmts > MOST_STMTS) {
		b->n->calls_unknown |= !reads;
		return NULL;
	}
	return body;
}

// Variables of the function live for one call: what happens to them concerns nobody else.
static bool note_inner(const prog_stmt *s, void *user)
{
	builder *b = user;
	for (int k = 0; k < s->n_symbols; k++) b->inner[s->symbols[k]->id] = 1;
	return false;
}

static void give_parameters(builder *b, const prog_function *f, const prog_expr *call)
{
	if (!b->inner) b->inner = prog_alloc(b->n->unit, (size_t)b->n->unit->n_symbols + 1);
	walk_any_stmt(f->body, note_inner, b);
	for (int k = 0; k < f->n_params; k++) {
		b->inner[f->params[k]->id] = 1;
		values_learn(b, f->params[k], call->arg[k + 1]);
	}
}

bool calls_plain_value(const prog_symbol *x)
{
	const prog_type_kind kind = x->type->kind;
	return (kind == PROG_TYPE_INT || kind == PROG_TYPE_FLOAT || kind == PROG_TYPE_BOOL ||
	               kind == PROG_TYPE_COMPLEX) &&
	       !x->mapping && !x->type->is_volatile;
}

// What follows sets the variable in any case.
void calls_set_before(builder *b, nest_stmt *s, prog_symbol *x)
{
	access_define(b, s, x);
	s->accesses[0].must = !b->may;
	s->accesses[0].defines = true;
}

// A variable that the function gets the address of, and sets on all of its ways: it has no value from before.
static void define_results(builder *b, prog_stmt *stmt, const prog_function *f, const prog_expr *call)
{
	for (int k = 0; k < f->n_params; k++) {
		const prog_expr *a = call->arg[k + 1];
		while (a->kind == PROG_EXPR_CAST) a = a->arg[0];
		if (a->kind != PROG_EXPR_ADDR || a->arg[0]->kind != PROG_EXPR_VAR) continue;
		prog_symbol *x = a->arg[0]->symbol;
		if (!calls_plain_value(x) || (b->inner && b->inner[x->id]) || !assignment_of_parameter(f, f->params[k]))
			continue;
		nest_stmt *s = nest_add_stmt(b, stmt, call);
		calls_set_before(b, s, x);
	}
}

void calls_add_callee(nest *n, const prog_symbol *callee)
{
	for (int k = 0; k < n->n_callees; k++)
		if (n->callees[k] == callee) return;
	if (n->n_callees < NEST_MAX_CALLEES) n->callees[n->n_callees++] = callee;
}

static void look_into(builder *b, prog_stmt *stmt, const prog_expr *call)
{
	prog_stmt *body = body_of(b, call);
	prog_stmt *outer = b->call;
	if (!body || (!outer && confined_is_preferred(b, stmt, call))) return;
	const prog_symbol *callee = prog_callee(call);
	isl_set *before = isl_set_copy(b->domain);
	bool may = b->may, leaves = b->leaves_may, returned = b->returned;
	int in_switch = b->switch_guard;
	int guard = b->guard;
	give_parameters(b, callee->function, call);
	if (!outer) {
		b->call = stmt;
		b->call_domain = before;
		b->call_depth = b->depth;
	}
	define_results(b, stmt, callee->function, call);
	b->leaves_may = b->returned = false;
	b->switch_guard = 0;
	b->called[b->n_called++] = callee;
	b->n->looks_into_calls = true;
	calls_add_callee(b->n, callee);
	note_looked_into(b, call);
	counters_find(b, body);
	nest_walk(b, body);
	b->n_called--;
	b->call = outer;
	isl_set_free(b->domain);
	b->domain = before;
	b->may = may;
	b->leaves_may = leaves;
	b->returned = returned;
	b->switch_guard = in_switch;
	b->guard = guard;
	values_forget_assigned(b, body);
	for (int k = 0; k < callee->function->n_params; k++) values_forget(b, callee->function->params[k]);
}

// A row that is put out is read as by a loop in a function that is called.
static bool look_into_output(builder *b, prog_stmt *stmt, const prog_expr *call)
{
	prog_stmt *loop = library_call_loop(b, stmt, call), *outer = b->call;
	if (!loop) return false;
	if (!b->inner) b->inner = prog_alloc(b->n->unit, (size_t)b->n->unit->n_symbols + 1);
	walk_any_stmt(loop, note_inner, b);
	isl_set *before = isl_set_copy(b->domain);
	if (!outer) {
		b->call = stmt;
		b->call_domain = before;
		b->call_depth = b->depth;
	}
	nest_fail(b->n, DIAG_impure_call, call->loc, call->arg[0]->text);
	note_looked_into(b, call);
	nest_walk(b, loop);
	b->call = outer;
	isl_set_free(before);
	values_forget_assigned(b, loop);
	return true;
}

static bool is_looked_into(const prog_expr *e, void *facts)
{
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	return callee && (callee->function || written_out(facts, e));
}

static bool has_calls(unit_facts *facts, const prog_expr *e) { return walk_any_evaluated(e, is_looked_into, facts); }

// The calls in an expression that are made before it has its value, those in their arguments first.
void calls_walk(builder *b, prog_stmt *stmt, const prog_expr *e)
{
	if (!has_calls(b->facts, e)) return;
	bool chooses = e->kind == PROG_EXPR_COND ||
	               (e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_LAND || e->op == PROG_OP_LOR));
	for (int k = 0; k < e->n_args; k++) {
		bool may = b->may, perhaps = chooses && k > 0 && has_calls(b->facts, e->arg[k]);
		int guard = b->guard;
		if (perhaps) {
			b->may = true;
			nest_open_guard(b);
		}
		calls_walk(b, stmt, e->arg[k]);
		b->may = may;
		b->guard = guard;
	}
	if (e->kind == PROG_EXPR_CALL && !look_into_output(b, stmt, e)) look_into(b, stmt, e);
}
