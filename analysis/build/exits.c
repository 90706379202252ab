// SPDX-License-Identifier: Apache-2.0
#include "exits.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../unit/unit.h"

#include <string.h>

// ---- which there are ----------------------------------------------------------------------------

static bool must_stay(const prog_stmt *s, void *leave)
{
	enum {
		FINE = STMT_KIND(COMPOUND) | STMT_KIND(EXPR) | STMT_KIND(IF) | STMT_KIND(NULL) | STMT_KIND(DECL) |
		       STMT_KIND(FOR) | STMT_KIND(WHILE) | STMT_KIND(DO)
	};
	const unsigned inner = STMT_KIND(BREAK) | STMT_KIND(CONTINUE);
	if (s == leave) return false;
	if (s->hint || s->pragmas || !((FINE | inner) >> s->kind & 1)) return true;
	for (int k = 0; k < s->n_symbols; k++)
		if (s->symbols[k]->mapping || s->symbols[k]->is_static) return true;
	return inner >> s->kind & 1;
}

// What can be copied to another place: no other ways out, no memory of its own.
static bool can_move(const prog_stmt *s, const prog_stmt *leave)
{
	return !stmt_any_outward(s, must_stay, (void *)leave);
}

static bool is_variable_of_loop(const builder *b, const prog_symbol *x)
{
	for (int d = 0; d < b->depth; d++)
		if (b->n->loops[b->loop[d]].var == x) return true;
	return false;
}

static bool is_value(const prog_type *t)
{
	return t->kind == PROG_TYPE_INT || t->kind == PROG_TYPE_BOOL || t->kind == PROG_TYPE_FLOAT ||
	       t->kind == PROG_TYPE_COMPLEX;
}

typedef struct capture {
	builder *b;
	const prog_stmt *branch;
	bool ok;
} capture;

static void capture_variable(capture *c, const prog_symbol *x)
{
	nest *n = c->b->n;
	bool known = false, one = !x->is_static || !prog_declares(n->root, x);
	for (int k = 0; k < n->n_captured; k++) known |= n->captured[k] == x;
	if (!is_value(x->type) || !one || (!known && n->n_captured == NEST_MAX_ENTERING))
		c->ok = false;
	else if (!known)
		n->captured[n->n_captured++] = x;
}

// Variables of the iteration that the branch names go along. An array is what it is where the nest ends, by then.
static bool capture_expr(const prog_expr *e, void *user)
{
	capture *c = user;
	const nest *n = c->b->n;
	if (e->body) c->ok = false;
	const prog_symbol *x = e->kind == PROG_EXPR_VAR ? e->symbol : NULL;
	bool variable = x && (x->kind == PROG_SYMBOL_VARIABLE || x->kind == PROG_SYMBOL_PARAMETER) &&
	                !is_variable_of_loop(c->b, x) && !prog_declares(c->branch, x);
	bool is_local = x && prog_declares(n->root, x), is_array = x && x->type->kind == PROG_TYPE_ARRAY;
	if (variable && (is_local || (c->b->written[x->id] && !is_array))) capture_variable(c, x);
	return !c->ok;
}

// Counters that are read behind the nest have the values of the iteration there.
static void capture_counters(capture *c, const prog_stmt *leave)
{
	const nest *n = c->b->n;
	bool goes_on = leave->kind != PROG_STMT_RETURN && !ends_program(leave);
	for (int k = 0; k < n->unit->n_symbols && goes_on; k++) {
		const prog_symbol *x = n->unit->symbols[k];
		bool counts = c->b->counter[k] && !c->b->no_counter[k] && !prog_declares(n->root, x);
		if (counts && liveness_after(c->b->facts, n->root, x)) capture_variable(c, x);
	}
}

bool exits_by(const builder *b, const prog_stmt *branch)
{
	enum { MOST = 16 };
	const prog_stmt *leave = ends_last(branch);
	if (!leave || b->call || branch->range.file < 0 || b->n->n_exits == MOST) return false;
	if (!ends_leave(b->n->root, leave) || !can_move(branch, leave) || leave->range.file < 0) return false;
	for (int d = 0; d < b->depth; d++)
		if (!b->n->loops[b->loop[d]].var) return false;
	int before = b->n->n_captured;
	capture c = {(builder *)b, branch, true};
	walk_any_in(branch, capture_expr, &c);
	capture_counters(&c, leave);
	if (!c.ok) b->n->n_captured = before;
	return c.ok;
}

void exits_add(builder *b, prog_stmt *branch, int stmt)
{
	nest *n = b->n;
	nest_exit *grown = prog_alloc(n->unit, sizeof *grown * (size_t)(n->n_exits + 1));
	if (n->n_exits) memcpy(grown, n->exits, sizeof *grown * (size_t)n->n_exits);
	grown[n->n_exits++] = (nest_exit){.branch = branch, .leave = ends_last(branch), .stmt = stmt};
	n->exits = grown;
	n->stmts[stmt].leaves = true;
}

typedef struct naming {
	const unit_facts *facts;
	const nest_object *object;
	int calls; // how deep in called functions
} naming;

static bool uses_memory(const prog_expr *e, void *user);

// A function's body is asked in the same way, as pointers are known by all values that they ever get.
static bool call_uses_memory(const prog_expr *call, const naming *by)
{
	enum { DEEPEST = 8 };
	const nest_object *o = by->object;
	const prog_symbol *callee = prog_callee(call);
	if (callee && callee->in_system_header) return false;
	bool can = o->type->kind == PROG_TYPE_POINTER || o->symbol->address_taken || o->symbol->file_scope;
	if (!can || !callee || !callee->function || by->calls == DEEPEST) return can;
	naming inside = {by->facts, o, by->calls + 1};
	return walk_any_in(callee->function->body, uses_memory, &inside);
}

// Whether the expression uses the object's memory, perhaps by another name or in a function.
static bool uses_memory(const prog_expr *e, void *user)
{
	const naming *by = user;
	const nest_object *o = by->object;
	if (e->kind == PROG_EXPR_CALL) return call_uses_memory(e, by);
	// A variable that the branch names is captured with its value in the iteration; a function reads what it is.
	if (e->kind == PROG_EXPR_VAR && e->symbol == o->symbol) return by->calls > 0 || o->kind != NEST_SCALAR;
	bool behind = o->type->kind == PROG_TYPE_POINTER || o->symbol->address_taken;
	if (!behind || !e->type || e->type->kind != PROG_TYPE_POINTER) return false;
	if (e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF) return true; // a pointer from memory
	return (e->kind == PROG_EXPR_VAR || e->kind == PROG_EXPR_MEMBER) &&
	       (o->type->kind != PROG_TYPE_POINTER || facts_may_meet(by->facts, e->symbol, o->symbol));
}

bool exits_statement_uses(const unit_facts *facts, const prog_stmt *s, const nest_object *o)
{
	naming by = {facts, o, 0};
	return walk_any_in(s, uses_memory, &by);
}

bool exits_use(const unit_facts *facts, const nest *n, const nest_object *o)
{
	if (!o->symbol || prog_declares(n->root, o->symbol)) return false;
	for (int k = 0; k < n->n_exits; k++)
		if (exits_statement_uses(facts, n->exits[k].branch, o)) return true;
	return false;
}

// Whether `x` is evaluated wherever `e` comes out as `truth`.
static bool evaluates(const prog_expr *e, const prog_expr *x, bool truth)
{
	if (!e) return false;
	if (e == x) return true;
	if (e->kind == PROG_EXPR_COND) return evaluates(e->arg[0], x, truth);
	if (e->kind == PROG_EXPR_UNARY && e->op == PROG_OP_LNOT) return evaluates(e->arg[0], x, !truth);
	bool both = e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_LAND || e->op == PROG_OP_LOR);
	if (both) {
		bool second = truth == (e->op == PROG_OP_LAND);
		return evaluates(e->arg[0], x, truth) || (second && evaluates(e->arg[1], x, truth));
	}
	// The truth of an operand of anything else is not known.
	for (int k = 0; k < e->n_args; k++)
		if (evaluates(e->arg[k], x, true) && evaluates(e->arg[k], x, false)) return true;
	return false;
}

// Whether `r` has run in each iteration that comes to `s`, at least once where it is in loops of its own.
static bool runs_before(const nest *n, const nest_stmt *r, const nest_stmt *s)
{
	const int depth = s->depth;
	if (r->depth < depth || memcmp(r->loop, s->loop, sizeof(int) * (size_t)depth)) return false;
	if (r->time[depth] >= s->time[depth]) return false;
	for (int d = depth; d < r->depth; d++)
		if (!n->loops[r->loop[d]].counted || n->loops[r->loop[d]].leaves) return false;
	int guard = s->guard;
	while (guard && guard != r->guard) guard = n->guard_parent[guard];
	if (guard != r->guard) return false;
	isl_set *all = isl_set_reset_tuple_id(isl_set_copy(r->domain)),
	        *these = isl_set_reset_tuple_id(isl_set_copy(s->domain));
	all = isl_set_project_out(all, isl_dim_set, (unsigned)depth, (unsigned)(r->depth - depth));
	bool runs = isl_set_is_subset(these, all) == isl_bool_true;
	isl_set_free(all);
	isl_set_free(these);
	return runs;
}

bool exits_need(const nest *n, const nest_stmt *s, const nest_stmt *r, const nest_access *a)
{
	if (r != s)
		return evaluates(r->expr, a->expr, true) && evaluates(r->expr, a->expr, false) && runs_before(n, r, s);
	for (int k = 0; k < n->n_exits; k++) {
		if (&n->stmts[n->exits[k].stmt] != s) continue;
		return evaluates(s->expr, a->expr, n->exits[k].branch == s->stmt->body);
	}
	return false;
}

// ---- what may be run beyond them ------------------------------------------------------------------

// Processes run beyond the first exit, where the program would not have come: nothing there may fail. What functions
// that the nest looks into access is among its own accesses.
typedef struct speculation {
	const nest *n;
	int calls;     // how deep
	bool unlooked; // in a function that is a call to the nest
} speculation;

// Loops of functions may depend on what has no sense there, and not end; those that the nest looks into are among its
// own.
static walk_next stmt_fails(const prog_stmt *s, void *user)
{
	enum {
		FINE = STMT_KIND(COMPOUND) | STMT_KIND(DECL) | STMT_KIND(EXPR) | STMT_KIND(IF) | STMT_KIND(RETURN) |
		       STMT_KIND(NULL)
	};
	if (stmt_is_loop(s)) return ((const speculation *)user)->unlooked ? WALK_STOP : WALK_ON;
	return FINE >> s->kind & 1 ? WALK_ON : WALK_STOP;
}

static walk_next expr_fails(const prog_expr *e, walk_use use, void *user);

static const walker fails = {.expr = expr_fails, .stmt = stmt_fails};

static bool call_may_fail(const prog_symbol *callee, const speculation *at)
{
	enum { DEEPEST = 8 };
	if (!callee) return true;
	if (callee->in_system_header) return false;
	if (!callee->function || at->calls == DEEPEST) return true;
	speculation inside = {at->n, at->calls + 1, true};
	for (int k = 0; k < at->n->n_callees; k++) inside.unlooked &= at->n->callees[k] != callee;
	return walk_stmt(callee->function->body, &fails, &inside);
}

static walk_next expr_fails(const prog_expr *e, walk_use use, void *user)
{
	(void)use;
	const speculation *at = user;
	if (e->body) return WALK_STOP;
	if (e->kind == PROG_EXPR_CALL && call_may_fail(prog_callee(e), at)) return WALK_STOP;
	if (at->unlooked && (e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF)) return WALK_STOP;
	bool divides = (e->op == PROG_OP_DIV || e->op == PROG_OP_REM) && e->n_args == 2 && e->type &&
	               e->type->kind == PROG_TYPE_INT;
	const prog_expr *by = divides ? prog_without_casts(e->arg[1]) : NULL;
	return by && (by->kind != PROG_EXPR_INT || by->value == 0 || by->value == -1) ? WALK_STOP : WALK_ON;
}

// An element whose subscripts the loops bound, or all of an array where it is declared.
static bool is_known(const nest *n, const nest_access *a)
{
	if (a->expr->kind == PROG_EXPR_VAR && prog_declares(n->root, a->expr->symbol)) return true;
	for (int d = 0; d < n->objects[a->object].rank; d++)
		if (!a->sub[d]) return false;
	return true;
}

static bool runs_safely(const nest *n)
{
	speculation at = {.n = n};
	if (n->ends.n_assertions) return false;
	for (int k = 0; k < n->n_loops; k++)
		if (!n->loops[k].counted) return false;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		if (walk_expr(s->expr, &fails, &at)) return false;
		for (int j = 0; j < s->n_accesses; j++)
			if (!is_known(n, &s->accesses[j])) return false;
	}
	return true;
}

void exits_finish(builder *b)
{
	nest *n = b->n;
	if (!n->n_exits) return;
	// What is read in the nest has been set by what comes before it: the read is beyond that, too.
	for (int k = 0; k < n->n_stmts; k++) n->stmts[k].may = true;
	if (runs_safely(n)) return;
	bool breaks = n->exits[0].leave->kind == PROG_STMT_BREAK;
	nest_fail(n, breaks ? DIAG_break_out : DIAG_leaves_nest, breaks ? n->root->loc : n->exits[0].leave->loc, "");
}
