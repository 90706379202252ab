// SPDX-License-Identifier: Apache-2.0
#include "called_work.h"

#include "../model/model.h"
#include "../unit/unit.h"
#include "task_graph.h"

// ---- calls that get another part in each iteration --------------------------------------------

// Whether `var` chooses among what different processes own. Along dimensions that are not split all have a part of
// each.
static bool chooses_owner(const element_ref *ref, const prog_symbol *var)
{
	const prog_mapping *m = ref->base->symbol->mapping;
	for (int d = 0; d < ref->n_subs; d++) {
		bool split = m->how != PROG_MAP_DISTRIBUTE || m->moves || m->rank <= d ||
		             m->dist[d].format != PROG_FORMAT_NONE;
		if (split && ref->sub[d] && prog_names(ref->sub[d], var)) return true;
	}
	return false;
}

// Whether the pointer leads into memory that may be mapped, to another part for each value of `var`.
static bool leads_to_part(unit_facts *f, const prog_expr *a, const prog_symbol *var)
{
	while (a->kind == PROG_EXPR_CAST) a = a->arg[0];
	if (!prog_names(a, var) || !a->type) return false;
	bool given = a->type->kind == PROG_TYPE_POINTER && a->kind == PROG_EXPR_CALL;
	if (given) return facts_may_be_mapped(f, a->type->element);
	bool address = a->kind == PROG_EXPR_ADDR;
	if (address) a = a->arg[0];
	element_ref ref;
	bool part = (address || a->type->kind == PROG_TYPE_ARRAY) && a->kind == PROG_EXPR_INDEX;
	return part && element_ref_of(a, &ref) && ref.base->symbol && ref.base->symbol->mapping &&
	       chooses_owner(&ref, var);
}

// A call whose arguments say which elements the function touches: those that are named by a parameter for which `var`
// is handed over, or by a variable of the function's own.
typedef struct chosen {
	unit_facts *facts;
	const prog_expr *call;
	const prog_symbol *var;
	const struct chosen *outer; // of a call in the function that another call is of; then it has no `var`
	int depth;
} chosen;

static bool names_choice(const prog_expr *e, const chosen *c);

static bool is_handed_over(const prog_expr *given, const chosen *c)
{
	return c->outer ? names_choice(given, c->outer) : prog_names(given, c->var);
}

static bool is_choice(const prog_expr *e, void *user)
{
	const chosen *c = user;
	if (e->kind != PROG_EXPR_VAR) return false;
	const prog_function *fn = prog_callee(c->call)->function;
	// What the function has for itself is the same memory in each call, or nobody else's.
	bool own = e->symbol->kind == PROG_SYMBOL_VARIABLE && !e->symbol->file_scope && !e->symbol->mapping &&
	           e->symbol->type->kind != PROG_TYPE_ARRAY;
	for (int k = 0; k < fn->n_params && k + 1 < c->call->n_args; k++)
		own |= fn->params[k] == e->symbol && is_handed_over(c->call->arg[k + 1], c);
	return own;
}

static bool names_choice(const prog_expr *e, const chosen *c) { return walk_any(e, is_choice, (void *)c); }

// Another object's array is another one, whose elements all processes have some of.
static bool chooses_element(const prog_expr *e, const chosen *c)
{
	element_ref ref;
	bool chooses = false;
	if (!element_ref_of(element_of(e), &ref) || ref.base->kind != PROG_EXPR_MEMBER || !ref.base->symbol->is_part)
		return names_choice(e, c);
	for (int d = 0; d < ref.n_subs && !chooses; d++) chooses = ref.sub[d] && names_choice(ref.sub[d], c);
	return chooses;
}

static bool touches_element(const chosen *c);

static bool touches_choice(const prog_expr *e, void *user)
{
	const chosen *c = user;
	touches here = {0};
	if (e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF)
		touches_of_lvalue(c->facts, e, false, true, &here);
	// Objects of any type may be elements of what other files map: most are not.
	if (here.reads && facts_maps_type(c->facts, e->type) && chooses_element(e, c)) return true;
	return e->kind == PROG_EXPR_CALL && touches_element(&(chosen){c->facts, e, NULL, c, c->depth + 1});
}

static walk_next touches_in_expr(const prog_expr *e, walk_use use, void *c)
{
	(void)use;
	return touches_choice(e, c) ? WALK_STOP : WALK_ON;
}

// Loops of the function's own are their business: they may be split.
static walk_next leave_out_loop(const prog_stmt *s, void *unused)
{
	(void)unused;
	return stmt_is_loop(s) ? WALK_SKIP : WALK_ON;
}

// A function for one element: it names mapped memory.
static bool touches_element(const chosen *c)
{
	enum { DEEPEST = 4 };
	const prog_symbol *callee = prog_callee(c->call);
	const prog_function *fn = callee ? callee->function : NULL;
	bool each = false;
	if (!fn || !fn->body || c->depth > DEEPEST) return false;
	for (int k = 1; k < c->call->n_args; k++) each |= is_handed_over(c->call->arg[k], c);
	static const walker beside_loops = {.expr = touches_in_expr, .stmt = leave_out_loop};
	return each && walk_stmt(fn->body, &beside_loops, (void *)c);
}

// Whether the call gets another part of mapped memory for each value of `var`.
static bool is_on_part(const graph *g, const prog_expr *e, const prog_symbol *var)
{
	// Library functions do to a section what they would do to it in any case.
	bool own =
	        e->kind == PROG_EXPR_CALL && e->arg[0]->kind == PROG_EXPR_VAR && !e->arg[0]->symbol->in_system_header;
	for (int k = 1; own && k < e->n_args; k++)
		if (leads_to_part(g->facts, e->arg[k], var)) return true;
	// An element beside loops that are split is no more than an element.
	const prog_symbol *callee = own ? prog_callee(e) : NULL;
	const bool splits = callee && callee->function && g->split_depth[callee->id] > 0;
	return own && !splits && touches_element(&(chosen){g->facts, e, var, NULL, 0});
}

// A call for a row: the function's loops run on the owner of what an argument chooses, another one for each value of
// `var`, while other processes wait for what they set.
static bool is_for_row(const graph *g, const prog_expr *call, const prog_symbol *var)
{
	const prog_symbol *callee = call->kind == PROG_EXPR_CALL ? prog_callee(call) : NULL;
	const prog_function *f = callee ? callee->function : NULL;
	for (int k = 0; f && k < f->n_params && k + 1 < call->n_args; k++)
		if (prog_names(call->arg[k + 1], var) && graph_waits_for_row(g, f, f->params[k])) return true;
	return false;
}

// Whether the function that is called has loops, or calls one that has. One that is not in sight may.
static bool has_loops(const prog_expr *call, int depth);

static walk_next stop_at_loop(const prog_stmt *s, void *unused)
{
	(void)unused;
	return stmt_is_loop(s) ? WALK_STOP : WALK_ON;
}

static walk_next stop_at_loops_called(const prog_expr *e, walk_use use, void *depth)
{
	(void)use;
	bool own = e->kind == PROG_EXPR_CALL && !(prog_callee(e) && prog_callee(e)->in_system_header);
	return own && has_loops(e, *(const int *)depth + 1) ? WALK_STOP : WALK_ON;
}

static bool has_loops(const prog_expr *call, int depth)
{
	enum { DEEPEST = 4 };
	const prog_symbol *callee = prog_callee(call);
	if (!callee || !callee->function || !callee->function->body || depth > DEEPEST) return true;
	static const walker loops = {.expr = stop_at_loops_called, .stmt = stop_at_loop};
	return walk_stmt(callee->function->body, &loops, &depth);
}

typedef struct call_search {
	const graph *g;
	const prog_symbol *var;
	bool (*is_wanted)(const graph *g, const prog_expr *e, const prog_symbol *var);
	bool with_loops; // calls of functions without loops are not wanted
	const prog_expr *found;
} call_search;

static walk_next find_in_expr(const prog_expr *e, walk_use use, void *user)
{
	(void)use;
	call_search *q = user;
	if (!q->is_wanted(q->g, e, q->var) || (q->with_loops && !has_loops(e, 0))) return WALK_ON;
	q->found = e;
	return WALK_STOP;
}

static walk_next leave_out_task(const prog_stmt *s, void *user)
{
	return graph_task_at(((const call_search *)user)->g, s) ? WALK_SKIP : WALK_ON;
}

static const walker outside_of_tasks = {.expr = find_in_expr, .stmt = leave_out_task};

// ---- calls that touch mapped memory -------------------------------------------------------------

typedef struct toucher {
	unit_facts *facts;
	unsigned char *seen; // [symbol id]
	const prog_symbol *found;
} toucher;

static bool calls_toucher(const prog_expr *e, void *user)
{
	toucher *t = user;
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	if (callee && callee->function && !t->seen[callee->id]) {
		touches inside = {0};
		t->seen[callee->id] = 1;
		touches_of(t->facts, callee->function->body, &inside);
		bool here = inside.expected && (inside.reads || inside.writes);
		if (here || walk_any_in(callee->function->body, calls_toucher, t)) {
			t->found = callee;
			return true;
		}
	}
	return false;
}

const prog_symbol *called_work_touching(const graph *g, const prog_stmt *s)
{
	toucher t = {.facts = g->facts, .seen = prog_alloc(g->unit, (size_t)g->unit->n_symbols + 1)};
	walk_any_in(s, calls_toucher, &t);
	return t.found;
}

// ---- work that is split -----------------------------------------------------------------------

static int larger(int a, int b) { return a > b ? a : b; }

static bool holds_part_call(const graph *g, const prog_expr *e, const prog_symbol *var)
{
	call_search q = {g, var, is_on_part, false, NULL};
	return walk_expr(e, &outside_of_tasks, &q);
}

static int depth_in_expr(const graph *g, const prog_expr *e, const prog_symbol *var)
{
	if (!e) return 0;
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	bool counts = callee && callee->function && !(var && holds_part_call(g, e, var));
	int depth = counts ? g->split_depth[callee->id] : 0;
	for (int k = 0; k < e->n_args; k++) depth = larger(depth, depth_in_expr(g, e->arg[k], var));
	return larger(depth, called_work_depth(g, e->body, var));
}

int called_work_depth(const graph *g, const prog_stmt *s, const prog_symbol *var)
{
	if (!s || graph_task_at(g, s)) return 0;
	int depth = larger(depth_in_expr(g, s->expr, var), depth_in_expr(g, s->cond, var));
	for (int k = 0; k < s->n_symbols; k++) depth = larger(depth, depth_in_expr(g, s->inits[k], var));
	for (int k = 0; k < s->n_children; k++) depth = larger(depth, called_work_depth(g, s->child[k], var));
	int body = called_work_depth(g, s->body, var);
	if (body && stmt_is_loop(s)) body++;
	depth = larger(depth, larger(body, called_work_depth(g, s->init, var)));
	return larger(depth, called_work_depth(g, s->otherwise, var));
}

// A task that several processes share in each execution: not one whose home is in one place, for which the owner works
// alone.
static bool is_shared_work(const task *t)
{
	return t->kind == TASK_SPLIT && !t->serial && !t->is_alternative && !t->doubted && !t->split->n_nest_limits;
}

// The number of loops around what several processes share in each iteration of the loop.
static int shared_depth(const graph *g, const prog_stmt *loop, const prog_symbol *var)
{
	int depth = called_work_depth(g, loop->body, var);
	for (int k = 0; k < g->n_tasks; k++)
		if (is_shared_work(g->tasks[k])) depth = larger(depth, graph_depth_within(g->tasks[k], loop));
	return depth;
}

const prog_expr *called_work_on_part(const graph *g, const prog_stmt *loop, const prog_symbol *var)
{
	call_search q = {g, var, is_on_part, shared_depth(g, loop, var) > 0, NULL};
	walk_stmt(loop->body, &outside_of_tasks, &q);
	return q.found;
}

const prog_expr *called_work_for_row(const graph *g, const prog_stmt *loop, const prog_symbol *var)
{
	call_search q = {g, var, is_for_row, false, NULL};
	walk_stmt(loop->body, &outside_of_tasks, &q);
	const prog_expr *call = q.found;
	if (!call) return NULL;
	int row = 0;
	for (int k = 0; k < g->n_tasks; k++) {
		const task *t = g->tasks[k];
		if (t->nest->root->function == prog_callee(call)->function)
			row = larger(row, graph_depth_within(t, t->nest->root->function->body));
	}
	return shared_depth(g, loop, var) > row ? NULL : call;
}

void called_work_note(graph *g, const prog_function *f, int first_task)
{
	int depth = called_work_depth(g, f->body, NULL);
	for (int k = first_task; k < g->n_tasks; k++)
		if (is_shared_work(g->tasks[k])) depth = larger(depth, graph_depth_within(g->tasks[k], f->body));
	g->split_depth[f->symbol->id] = depth;
}
