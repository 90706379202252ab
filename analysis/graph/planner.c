// SPDX-License-Identifier: Apache-2.0
#include "planner.h"

#include "../build/build.h"
#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../split/split.h"
#include "../unit/unit.h"
#include "called_in_nests.h"
#include "called_work.h"
#include "events.h"
#include "gathering.h"
#include "losses.h"
#include "resident_check.h"
#include "single_elements.h"

#include <string.h>

void plan_free_task(task *t)
{
	events_free(t);
	partition_free(t->split);
	nest_free(t->nest);
}

bool plan_is_expected_mapped(const graph *g, const prog_stmt *s)
{
	touches touched = {0};
	touches_of(g->facts, s, &touched);
	return touched.expected;
}

// The same of all that the nest gets to, also in functions that it calls.
bool plan_is_nest_expected_mapped(const graph *g, const nest *n)
{
	bool expected = plan_is_expected_mapped(g, n->root);
	for (int k = 0; k < n->n_objects && !expected; k++) {
		const nest_object *o = &n->objects[k];
		bool plain = o->plain_rows || (o->symbol && facts_symbol_is_seen_plain(g->facts, o->symbol));
		expected = object_is_distributed(o) && (o->kind == NEST_MAPPED || !plain);
	}
	return expected;
}

// ---- planning ---------------------------------------------------------------------------------

static task *add_task(planner *p, nest *n, task_kind kind)
{
	graph *g = p->g;
	if (g->n_tasks == p->room) {
		p->room = p->room ? 2 * p->room : 32;
		task **grown = prog_alloc(g->unit, sizeof *grown * (size_t)p->room);
		if (g->n_tasks) memcpy(grown, g->tasks, sizeof *grown * (size_t)g->n_tasks);
		g->tasks = grown;
	}
	task *t = prog_alloc(g->unit, sizeof *t);
	t->kind = kind;
	t->nest = n;
	t->quiet = p->quiet || !plan_is_nest_expected_mapped(p->g, n);
	g->tasks[g->n_tasks++] = t;
	return t;
}

// The reason is the nest's, which may be NULL.
static void add_loop(planner *p, graph_loop loop, const nest *n)
{
	graph *g = p->g;
	if (g->n_loops == p->room_loops) {
		p->room_loops = p->room_loops ? 2 * p->room_loops : 32;
		graph_loop *grown = prog_alloc(g->unit, sizeof *grown * (size_t)p->room_loops);
		if (g->n_loops) memcpy(grown, g->loops, sizeof *grown * (size_t)g->n_loops);
		g->loops = grown;
	}
	loop.reason = n ? n->reason : DIAG_COUNT;
	if (n) loop.reason_loc = n->reason_loc, loop.reason_text = n->reason_text;
	if (n && n->n_loops) loop.var = n->loops[0].var;
	g->loops[g->n_loops++] = loop;
}

static bool mentions_name(const char *text, const char *name)
{
	char wrapped[128];
	snprintf(wrapped, sizeof wrapped, "(%s)", name);
	return strstr(text, wrapped) != NULL;
}

bool plan_mentions(const prog_stmt *outer, const char *text)
{
	const prog_expr *init = outer->init && outer->init->kind == PROG_STMT_EXPR ? outer->init->expr : NULL;
	const char *name = NULL;
	if (init && init->kind == PROG_EXPR_ASSIGN && init->arg[0]->kind == PROG_EXPR_VAR)
		name = init->arg[0]->symbol->name;
	if (outer->init && outer->init->kind == PROG_STMT_DECL && outer->init->n_symbols)
		name = outer->init->symbols[0]->name;
	return name && mentions_name(text, name);
}

static bool limits_depend_on(const partition *p, const nest_param *param)
{
	for (int k = 0; k < p->n_nest_limits; k++) {
		isl_space *space = isl_pw_aff_get_space(p->nest_limits[k].rest);
		int at = isl_space_find_dim_by_id(space, isl_dim_param, param->id);
		isl_space_free(space);
		if (at >= 0 && isl_pw_aff_involves_dims(p->nest_limits[k].rest, isl_dim_param, (unsigned)at, 1) !=
		                       isl_bool_false)
			return true;
	}
	return false;
}

// Whether something is brought before the nest, or told to all after it: else nobody waits for the one that runs it.
static bool communicates(const task *t)
{
	for (int a = 0; a < t->n_args; a++)
		if (t->args[a].n_need || t->args[a].read_all || (t->args[a].reads && !t->args[a].n_at_home))
			return true;
	for (int k = 0; k < t->nest->n_objects; k++) {
		scalar_role role = t->split->roles[k];
		bool told = t->nest->objects[k].kind == NEST_SCALAR && t->nest->objects[k].writes &&
		            role != SCALAR_PRIVATE && role != SCALAR_REPLICATED;
		if (told || t->split->shared[k] || t->nest->objects[k].reduced) return true;
	}
	return false;
}

// The loop around a nest whose iteration decides which process alone runs it, the one that owns the row; NULL: there is
// none.
const prog_stmt *plan_loop_of_turns(const task *t)
{
	const nest *n = t->nest;
	for (const prog_stmt *s = t->split->n_nest_limits ? n->root->parent : NULL; s; s = s->parent)
		for (int k = 0; s->kind == PROG_STMT_FOR && k < n->n_params; k++)
			if (limits_depend_on(t->split, &n->params[k]) && plan_mentions(s, n->params[k].text)) return s;
	return NULL;
}

bool graph_waits_for_row(const graph *g, const prog_function *f, const prog_symbol *parameter)
{
	for (int k = 0; k < g->n_tasks; k++) {
		const task *t = g->tasks[k];
		const nest *n = t->nest;
		bool alone = t->kind == TASK_SPLIT && !t->is_alternative && n->root->function == f;
		if (!alone || !t->split->n_nest_limits || !communicates(t)) continue;
		for (int j = 0; j < n->n_params; j++)
			if (limits_depend_on(t->split, &n->params[j]) &&
			        mentions_name(n->params[j].text, parameter->name))
				return true;
	}
	return false;
}

// Of a pipeline all work at the same time, but for its first and last strips.
static bool takes_turns(const task *t)
{
	if (t->split->turn_way) return !task_is_pipeline(t);
	return communicates(t) && plan_loop_of_turns(t);
}

static plan_result plan(planner *p, prog_stmt *s);

static bool plan_group(planner *p, prog_stmt *s, int from, int n);

// Loops that stand one after the other, as one nest where that is better.
static void plan_groups(planner *p, prog_stmt *s)
{
	enum { MOST_TRIES = 4 };
	for (int from = 0; from < s->n_children; from++) {
		int n = s->n_children - from;
		for (int k = 0; k < MOST_TRIES && n > 1; k++) {
			n = groups_find(s, from, n);
			if (n == 0 || plan_group(p, s, from, n)) break;
			n--;
		}
	}
}

static plan_result plan_parts(planner *p, prog_stmt *s)
{
	plan_result r = {0};
	if (s->kind == PROG_STMT_COMPOUND) plan_groups(p, s);
	prog_stmt *parts[] = {s->init, s->body, s->otherwise};
	for (int k = 0; k < 3; k++) {
		if (!parts[k]) continue;
		plan_result q = plan(p, parts[k]);
		r.split += q.split;
		r.warned |= q.warned;
	}
	for (int k = 0; k < s->n_children; k++) {
		plan_result q = plan(p, s->child[k]);
		r.split += q.split;
		r.warned |= q.warned;
	}
	return r;
}

bool plan_is_rewritable(const prog_stmt *s) { return s->range.file >= 0; }

static bool has_extent(const nest *n)
{
	// Sections of an array are boxes of its own dimensions.
	for (int k = 0; k < n->n_objects; k++)
		if (n->objects[k].kind == NEST_MAPPED && n->objects[k].rank > n->objects[k].mapping->rank) return false;
	return true;
}

task *graph_task_at(const graph *g, const prog_stmt *loop)
{
	for (int k = 0; k < g->n_tasks; k++)
		if (g->tasks[k]->nest->root == loop) return g->tasks[k];
	return NULL;
}

// An effect that has an order is why all processes run the loop: nobody could do it otherwise.
static bool keeps_an_order(unit_facts *f, const nest *n)
{
	const prog_unit *unit = facts_unit(f);
	if (n->reason != DIAG_impure_call) return false;
	for (int k = 0; k < unit->n_symbols; k++) {
		const prog_symbol *s = unit->symbols[k];
		if (s->kind == PROG_SYMBOL_FUNCTION && !strcmp(s->name, n->reason_text))
			return (s->in_system_header && !library_works_on_memory(s->name)) || s->function;
	}
	return false;
}

static const prog_symbol *variable_of(const prog_stmt *s, const nest *n)
{
	if (n && n->n_loops) return n->loops[0].var;
	const prog_stmt *init = s->init;
	if (init && init->kind == PROG_STMT_DECL && init->n_symbols) return init->symbols[0];
	if (init && init->kind == PROG_STMT_EXPR && init->expr->kind == PROG_EXPR_ASSIGN &&
	        init->expr->arg[0]->kind == PROG_EXPR_VAR)
		return init->expr->arg[0]->symbol;
	return NULL;
}

static void warn(planner *p, diag_id id, prog_loc loc, const char *text)
{
	p->warnings = prog_grow(p->g->unit, p->warnings, p->n_warnings, &p->room_warnings, sizeof *p->warnings);
	p->warnings[p->n_warnings++] = (warning){id, loc, text, p->function};
}

static void warn_with_reason(planner *p, diag_id id, prog_loc loc, const nest *n)
{
	warn(p, id, loc, "");
	warn(p, n->reason, n->reason_loc, n->reason_text);
}

static const prog_expr *warn_of_calls(planner *p, const prog_stmt *s, const nest *n, plan_result *r)
{
	const prog_symbol *var = variable_of(s, n);
	bool asked = var && !r->warned && !p->quiet;
	const prog_expr *call = asked ? called_work_on_part(p->g, s, var) : NULL;
	if (asked && !call) call = called_work_for_row(p->g, s, var);
	if (!call) return NULL;
	warn(p, DIAG_call_on_section, call->loc, call->arg[0]->text);
	if (n && n->looks_into_calls && n->reason != DIAG_COUNT) warn(p, n->reason, n->reason_loc, n->reason_text);
	r->warned = true;
	return call;
}

void plan_add_split(planner *p, nest *n, partition *split, bool doubted)
{
	task *t = add_task(p, n, TASK_SPLIT);
	t->split = split;
	t->doubted = doubted;
	events_make(p->g, t);
	t->serial = takes_turns(t);
}

static int depth_of(const task *t)
{
	int depth = 0;
	for (int k = 0; k < t->nest->n_stmts; k++)
		if (t->nest->stmts[k].depth > depth) depth = t->nest->stmts[k].depth;
	return depth;
}

int graph_depth_within(const task *t, const prog_stmt *outer)
{
	int depth = depth_of(t);
	const prog_stmt *s = t->nest->root->parent;
	for (; s && s != outer; s = s->parent) depth += stmt_is_loop(s);
	return s ? depth : 0;
}

// A pivot's column, made ready by its owner for the nest beside it that all run: what they wait for is less by a
// dimension.
static bool prepares_more(const graph *g, const task *t)
{
	const prog_stmt *outer = plan_loop_of_turns(t);
	for (int k = 0; k < g->n_tasks; k++) {
		const task *u = g->tasks[k];
		bool shared = u->kind == TASK_SPLIT && plan_loop_of_turns(u) != outer;
		if (shared && graph_depth_within(u, outer) > graph_depth_within(t, outer)) return true;
	}
	return false;
}

// Tasks that run on one process after the other do so beside others that do more: a pivot's column, the other half of
// what is symmetric.
bool plan_turns_are_small(const graph *g, int tasks_before)
{
	int split = 0, in_turns = 0;
	for (int k = tasks_before; k < g->n_tasks; k++) {
		const task *t = g->tasks[k];
		if (t->is_alternative) continue;
		int *depth = t->serial ? &in_turns : &split, own = depth_of(t);
		if (own > *depth) *depth = own;
	}
	return !in_turns || in_turns < split;
}

// Whether the processes that run it exchange messages for it.
bool plan_exchanges(const task *t)
{
	bool any = false;
	for (int k = 0; k < t->n_args; k++)
		any |= t->args[k].n_need > 0 && object_is_distributed(&t->nest->objects[t->args[k].object]);
	return any;
}

bool plan_adds_up(const task *t)
{
	for (int k = 0; k < t->nest->n_objects; k++)
		if (t->nest->objects[k].is_reduction) return true;
	return false;
}

bool plan_puts_together(const task *t)
{
	bool any = false;
	for (int k = 0; k < t->nest->n_objects; k++) any |= t->split->shared[k];
	return any;
}

// Elements that each iteration of a loop reads by themselves, a pivot and what the rows are divided by, are few beside
// what tasks in it do that have more loops around their statements, and in the steps of an outermost loop beside
// messages that are sent as often, or calls that split as much. `reads`: of `sweeps`; `called`: of called_work_depth.
static bool outweighs_reads(const graph *g, const prog_stmt *s, int reads, int called, int tasks_before)
{
	bool outermost = true;
	for (const prog_stmt *around = s->parent; around; around = around->parent) outermost &= !stmt_is_loop(around);
	bool outweighs = called > reads || (outermost && called == reads);
	int slow = 0, split = called;
	for (int k = tasks_before; k < g->n_tasks; k++) {
		const task *t = g->tasks[k];
		if (t->is_alternative) continue;
		int within = graph_depth_within(t, s), run_within = within - depth_of(t);
		if (t->slow && within > slow) slow = within;
		if (t->slow || t->kind != TASK_SPLIT || t->serial) continue;
		if (within > split) split = within;
		outweighs |= within > reads || (outermost && within && run_within >= reads - 1 && plan_exchanges(t));
	}
	return outweighs && slow < split && plan_turns_are_small(g, tasks_before);
}

static void settle_turns(graph *g)
{
	for (int k = 0; k < g->n_tasks; k++)
		if (g->tasks[k]->serial) g->tasks[k]->serial = !prepares_more(g, g->tasks[k]);
}

typedef struct called {
	unit_facts *facts;
	int n;
	const prog_function *seen[64];
} called;

// qsort of a row of an array that may be mapped, or from an element of one on: of flat memory nothing is seen here.
static bool sorts_row(const unit_facts *f, const prog_expr *call)
{
	element_ref ref;
	const prog_expr *row = library_sorts(call) ? prog_without_casts(call->arg[1]) : NULL;
	if (row && row->kind == PROG_EXPR_ADDR) row = row->arg[0];
	if (row && row->kind == PROG_EXPR_INDEX && row->type->kind != PROG_TYPE_ARRAY) row = row->arg[0];
	return row && row->kind == PROG_EXPR_INDEX && row->type->kind == PROG_TYPE_ARRAY && element_ref_of(row, &ref) &&
	       facts_ref_may_be_mapped(f, &ref);
}

// Whether functions are called with memory that may be mapped, or that name such memory: what they do with it is not
// seen here.
static bool hands_on(const prog_expr *e, void *user)
{
	called *c = user;
	unit_facts *f = c->facts;
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	if (callee && sorts_row(f, e)) return true;
	bool seen = !callee || !callee->function || c->n == 64;
	for (int k = 0; k < c->n && !seen; k++) seen = c->seen[k] == callee->function;
	if (!seen) {
		touches inside = {0};
		c->seen[c->n++] = callee->function;
		touches_of(f, callee->function->body, &inside);
		if (inside.reads || inside.writes || walk_any_in(callee->function->body, hands_on, c)) return true;
	}
	for (int k = 1; callee && callee->function && k < e->n_args; k++) {
		const prog_type *t = e->arg[k]->type;
		bool pointer = t && (t->kind == PROG_TYPE_POINTER || t->kind == PROG_TYPE_ARRAY);
		while (t && (t->kind == PROG_TYPE_POINTER || t->kind == PROG_TYPE_ARRAY)) t = t->element;
		if (pointer && facts_may_be_mapped(f, t)) return true;
	}
	return false;
}

// Calls a function with loops, which may be split by themselves.
static bool calls_loops(const prog_expr *e, void *user)
{
	(void)user;
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	return callee && callee->function && stmt_has_loop(callee->function->body);
}

// for (k = ...) axpy(n, by, x + k * n, y + k * n), planes that are split themselves: that each call stays in one row
// would be a bold assumption.
static bool better_called(const nest *n, const prog_stmt *s)
{
	bool inner = false;
	for (int k = 0; k < n->n_objects; k++) {
		const prog_mapping *m = n->objects[k].mapping;
		inner |= n->objects[k].by_call && !n->objects[k].passes_rows && m && m->how == PROG_MAP_DISTRIBUTE &&
		         m->dist[0].format == PROG_FORMAT_NONE;
	}
	return inner && isl_set_plain_is_universe(n->assume) != isl_bool_true &&
	       walk_any_in(s->body, calls_loops, NULL);
}

// By itself or in functions that it calls; `user`: how deep these calls are.
static bool does_io(const prog_expr *e, void *user)
{
	enum { DEEPEST = 4 };
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	if (callee && !callee->function && library_does_io(callee->name)) return true;
	int depth = *(const int *)user + 1;
	if (callee && callee->function && depth <= DEEPEST && walk_any_in(callee->function->body, does_io, &depth))
		return true;
	return false;
}

static bool nest_does_io(const nest *n)
{
	int depth = 0;
	return walk_any_in(n->root->body, does_io, &depth);
}

// A loop that shows what it reads, each iteration something else, and changes nothing mapped: what is brought for it is
// of the size of what it does, and comes for many iterations at once. Not where a sum over more than a row is all that
// each of them shows.
static bool shows_in_order(const nest *n)
{
	if (n->broken || n->calls_unknown || !has_extent(n) || !nest_does_io(n)) return false;
	for (int k = 0; k < n->n_stmts; k++)
		if (n->stmts[k].reduction != NEST_NO_REDUCTION && n->stmts[k].depth > 2) return false;
	return events_come_in_portions(n);
}

static plan_result add_section(planner *p, prog_stmt *s, nest *n, bool slow)
{
	if (n->reason == DIAG_COUNT)
		nest_fail(n, DIAG_no_home, s->loc, n->n_loops && n->loops[0].var ? n->loops[0].var->name : "loop");
	task *t = add_task(p, n, TASK_SECTION);
	events_make(p->g, t);
	t->slow = slow;
	return (plan_result){0};
}

plan_progress plan_progress_of(const planner *p)
{
	const graph *g = p->g;
	return (plan_progress){g->n_tasks, g->n_loops, g->n_distributed, p->n_warnings};
}

void plan_take_back(planner *p, plan_progress to)
{
	graph *g = p->g;
	while (g->n_tasks > to.tasks) plan_free_task(g->tasks[--g->n_tasks]);
	while (g->n_distributed > to.distributed) distribution_free(g->distributed[--g->n_distributed]);
	g->n_loops = to.loops;
	p->n_warnings = to.warnings;
}

// Nothing in the nest is expected to be mapped, but some of it is what other units give.
static bool others_decide(const graph *g, const nest *n)
{
	bool others = false;
	for (int k = 0; k < n->n_objects; k++) {
		const nest_object *o = &n->objects[k];
		if (object_is_distributed(o)) return false;
		others |= o->kind == NEST_EXPECTED_PLAIN && o->symbol && facts_comes_from_others(g->facts, o->symbol);
	}
	return others && !n->broken && n->reason == DIAG_COUNT;
}

// Calls as they stand, where nothing comes of looking into them.
static partition *split_by_calls(planner *p, prog_stmt *s, nest **n)
{
	graph *g = p->g;
	nest *other = nest_build_with_calls(g->facts, g->ctx, s);
	partition *split = partition_nest(g->facts, other);
	nest_free(split ? *n : other);
	if (split) *n = other;
	return split;
}

// Memory of other units may turn out to be mapped: then the nest is split, and else it costs nothing to have been
// asked.
static nest *build_nest(planner *p, prog_stmt *s, partition **split, bool *doubted)
{
	graph *g = p->g;
	nest *n = nest_build(g->facts, g->ctx, s);
	*split = s->kind == PROG_STMT_FOR ? partition_nest(g->facts, n) : NULL;
	*doubted = false;
	if (!*split && s->kind == PROG_STMT_FOR && n->may_be_confined) *split = split_by_calls(p, s, &n);
	if (*split || s->kind != PROG_STMT_FOR || !others_decide(g, n)) return n;
	nest *again = nest_build(p->in_doubt, g->ctx, s);
	*split = partition_nest(p->in_doubt, again);
	*doubted = *split || (!again->broken && !again->calls_unknown && again->reason != DIAG_COUNT);
	nest_free(*doubted ? n : again);
	return *doubted ? again : n;
}

static bool plan_group(planner *p, prog_stmt *s, int from, int n)
{
	graph *g = p->g;
	touches touched = {0};
	for (int k = from; k < from + n; k++) touches_of(g->facts, s->child[k], &touched);
	if (!touched.writes || !touched.expected) return false;
	group made = groups_make(g->unit, s, from, n);
	nest *built = nest_build(g->facts, g->ctx, made.loop);
	partition *split = partition_nest(g->facts, built);
	if (split && groups_gain(&made, built, split)) {
		plan_add_split(p, built, split, false);
		return true;
	}
	partition_free(split);
	nest_free(built);
	groups_undo(&made);
	return false;
}

// Of the array itself where that is seen: flat memory has one.
static int dimensions(const nest_object *o)
{
	const prog_mapping *m = o->kind == NEST_MAPPED ? o->mapping : NULL;
	return m && m->rank > o->rank ? m->rank : o->rank;
}

// memcpy(row, u[i], n): all of a row, of which it is known which one.
static bool is_known_row(const nest_stmt *s, const nest_access *a, int rank)
{
	bool known = s->here && rank > 1 && !a->sub[rank - 1];
	for (int d = 0; d < rank - 1; d++) known &= a->sub[d] != NULL;
	return known;
}

// Whether fewer loops go through what is set (or read) than it has dimensions, and only the run says where that is:
// points of a plane, or of a row.
static bool are_points(const nest *n, bool set)
{
	bool any = false;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			const nest_object *o = &n->objects[a->object];
			if (!(set ? a->write : a->read) || !object_is_distributed(o)) continue;
			if (n->stmts[k].depth >= dimensions(o) || is_known_row(&n->stmts[k], a, o->rank)) return false;
			for (int d = 0; d < o->rank; d++) any |= !a->sub[d];
		}
	return any;
}

// Whether a number says that the statement is executed at most so often.
static bool is_executed_at_most(const nest_stmt *s, long most)
{
	long times = 1;
	for (int d = 0; d < s->depth && times <= most; d++) {
		const long width = boxes_width(isl_set_copy(s->domain), d);
		if (width < 0 || width > most) return false;
		times *= width;
	}
	return times <= most;
}

// Whether a small number of elements is read that only the run finds: each comes from its owner sooner than all of the
// array does.
static bool are_few(const nest *n)
{
	enum { FEW = 16 };
	bool any = false;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			const nest_object *o = &n->objects[a->object];
			bool found_by_run = false;
			if (!a->read || !object_is_distributed(o)) continue;
			for (int d = 0; d < o->rank; d++) found_by_run |= !a->sub[d];
			if (!found_by_run || !is_executed_at_most(&n->stmts[k], FEW)) return false;
			any = true;
		}
	return any;
}

// Whether the iterations of the nest's outermost loop are divided among the processes.
static bool is_divided_outermost(const nest *n)
{
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_access *home = n->stmts[k].home < 0 ? NULL : &n->stmts[k].accesses[n->stmts[k].home];
		const nest_object *o = home ? &n->objects[home->object] : NULL;
		for (int d = 0; home && d < o->rank; d++) {
			if (!object_dim_may_be_split(o, d)) continue;
			if (!home->sub[d] || isl_pw_aff_involves_dims(home->sub[d], isl_dim_in, 0, 1) == isl_bool_true)
				return true;
		}
	}
	return false;
}

// Whether what was planned of the loop since then is all divided among the processes. A single loop is not worth a
// message in each iteration.
static bool is_all_divided(const planner *p, const prog_stmt *s, plan_progress since)
{
	const graph *g = p->g;
	int poor;
	bool divided = p->n_warnings == since.warnings && plan_depth_in_parallel(g, s, since.tasks, &poor) > poor;
	for (int k = since.tasks; k < g->n_tasks && divided; k++) {
		const task *t = g->tasks[k];
		if (t->is_alternative) continue;
		divided = t->kind == TASK_SPLIT && !t->serial && !t->split->turn_way && !losses_are_of_work(t);
		const bool meets = divided && (plan_exchanges(t) || plan_adds_up(t) || plan_puts_together(t));
		divided &= depth_of(t) > 1 || !meets;
	}
	return divided;
}

// A loop in which all compute the same, as it was taken for one nest with another one: steps in which the one reads by
// rows and the other one by columns. By itself each of them is divided among the processes.
static bool plan_in_parts_of_work(planner *p, prog_stmt *s, plan_progress before, plan_result *r)
{
	graph *g = p->g;
	task *t = g->tasks[g->n_tasks - 1];
	if (!losses_are_of_work(t) || is_divided_outermost(t->nest)) return false;
	g->n_tasks--;
	*r = plan_parts(p, s);
	if (is_all_divided(p, s, before)) {
		add_loop(p, (graph_loop){.stmt = s, .n_split = r->split}, NULL);
		plan_free_task(t);
		return true;
	}
	plan_take_back(p, before);
	g->tasks[g->n_tasks++] = t;
	return false;
}

plan_result plan_whole_loop(planner *p, prog_stmt *s)
{
	graph *g = p->g;
	touches touched = {0};
	touches_of(g->facts, s, &touched);
	called functions = {.facts = g->facts};
	bool by_calls = !touched.reads && !touched.writes && plan_is_rewritable(s) && s->kind == PROG_STMT_FOR &&
	                walk_any_in(s->body, hands_on, &functions);
	if (by_calls) {
		nest *n = nest_build(g->facts, g->ctx, s);
		partition *split = partition_nest(g->facts, n);
		if (split && better_called(n, s)) {
			partition_free(split);
			split = NULL;
		}
		if (split) {
			plan_add_split(p, n, split, false);
			return (plan_result){.split = 1};
		}
		if (shows_in_order(n)) return add_section(p, s, n, false);
		plan_progress before = plan_progress_of(p);
		plan_result r = plan_parts(p, s);
		if (plan_in_turns(p, s, n, before)) {
			nest_free(n);
			return (plan_result){.split = 1, .crosses = true};
		}
		const prog_expr *call = warn_of_calls(p, s, n, &r);
		if (call) add_loop(p, (graph_loop){.stmt = s, .n_split = r.split, .call = call}, n);
		nest_free(n);
		return r;
	}
	if ((!touched.reads && !touched.writes) || !plan_is_rewritable(s)) {
		plan_result r = plan_parts(p, s);
		const prog_expr *call = warn_of_calls(p, s, NULL, &r);
		if (call) add_loop(p, (graph_loop){.stmt = s, .call = call}, NULL);
		return r;
	}
	partition *split;
	bool doubted;
	plan_progress before = plan_progress_of(p);
	nest *n = build_nest(p, s, &split, &doubted);
	if (split) {
		plan_result parts;
		plan_add_split(p, n, split, doubted);
		if (!doubted && plan_in_parts_of_work(p, s, before, &parts)) return parts;
		if (!doubted) plan_in_slices_of_work(p, s, before);
		return (plan_result){.split = 1};
	}
	plan_result inner = plan_parts(p, s);
	// What several processes do together in each iteration has no owner there.
	inner.crosses = n->reason == DIAG_crossing_dependence || n->reason == DIAG_no_home;
	inner.differs = inner.crosses && n->differs_in_extent;
	inner.reason = n->reason, inner.reason_loc = n->reason_loc, inner.reason_text = n->reason_text;
	if (plan_in_turns(p, s, n, before)) {
		plan_in_slices_instead(p, s, before);
		nest_free(n);
		inner.split = 1;
		inner.warned = false;
		return inner;
	}
	bool computes = touched.writes && touched.reads;
	const prog_symbol *var = n->n_loops ? n->loops[0].var : NULL;
	// Functions split their loops by themselves: what else stands around the calls is no reason to run these by
	// all.
	int called = called_work_depth(g, s->body, var);
	bool windows = plan_combines_windows(g, before.tasks);
	bool works = (inner.split > 0 && !windows && !plan_waits_for_slices(g, s, n, before.tasks)) || called > 0;
	bool wanted = !works && touched.reads && (computes || windows || g->n_tasks == before.tasks);
	// Elements one by one in each iteration cost more than the whole of them at once.
	int reads = works && var ? elements_read_depth(g, g->facts, s->body, var) : 0;
	if (reads) wanted = !outweighs_reads(g, s, reads, called, before.tasks);
	// Elements that only the run finds are added to, few of an array: each owner does that, and nothing is brought.
	const bool only_sets =
	        !touched.reads || (!touched.takes && n->reason == DIAG_write_not_affine && are_points(n, true));
	if (touched.reads && only_sets) wanted = false;
	// What also computes, nest by nest, is around these.
	bool shows = shows_in_order(n) && !(works && is_all_divided(p, s, before));
	wanted |= shows;
	// Few elements are brought one by one, too; those that many lie around are read ahead with them.
	const bool alone = wanted && !works && !touched.writes && g->n_tasks == before.tasks;
	const bool few = alone && are_few(n), points = few || (alone && are_points(n, false));
	// A function that sets what several processes own splits its loops by itself.
	bool splits_itself = n->reason == DIAG_call_of_owners && walk_any_in(s->body, calls_loops, NULL);
	bool may_be_slow = touched.expected || doubted;
	bool section = wanted && !points && !n->broken && !n->calls_unknown && !splits_itself && has_extent(n);
	if (!section) {
		graph_loop left = {.stmt = s, .n_split = inner.split, .call = warn_of_calls(p, s, n, &inner)};
		unit_facts *facts = doubted ? p->in_doubt : g->facts;
		// Each element is brought by itself: nothing in between knows them.
		if (wanted && may_be_slow && !inner.warned && !p->quiet && g->n_tasks == before.tasks && !few &&
		        !(points && nest_does_io(n)) && n->reason != DIAG_COUNT && elements_any_read(facts, s)) {
			if (touched.expected) warn_with_reason(p, DIAG_element_by_element, s->loc, n);
			inner.warned = left.by_element = true;
		}
		bool sets = !wanted && only_sets && may_be_slow && !works && g->n_tasks == before.tasks;
		if (sets && !inner.warned && !p->quiet && n->reason != DIAG_COUNT && !keeps_an_order(facts, n) &&
		        elements_any_set(facts, s)) {
			if (touched.expected) warn_with_reason(p, DIAG_set_one_by_one, s->loc, n);
			inner.warned = left.sets_elements = true;
		}
		// Around nests, too, where it is an element for each of many iterations of several loops.
		bool around = works && touched.expected && var && !inner.warned && !p->quiet && n->reason != DIAG_COUNT;
		if (around && reads > 1) {
			warn_with_reason(p, DIAG_element_by_element, s->loc, n);
			inner.warned = left.by_element = true;
		} else if (around && elements_set_depth(g, facts, s->body, var) > 1) {
			warn_with_reason(p, DIAG_set_one_by_one, s->loc, n);
			inner.warned = left.sets_elements = true;
		}
		add_loop(p, left, n);
		nest_free(n);
		return inner;
	}
	if (computes && !windows && !doubted && plan_crosses(n) && plan_in_slices(p, s, before)) {
		nest_free(n);
		return (plan_result){.split = 1};
	}
	before.warnings = p->n_warnings;
	plan_take_back(p, before);
	// A loop that only shows what it reads brings it to all; one that computes should have been split.
	add_section(p, s, n, computes || n->reason != DIAG_impure_call);
	task *t = g->tasks[g->n_tasks - 1];
	// What is done for one line of output is no loss.
	t->works_in_parts = works && (called > 0 || !shows);
	t->windows = windows;
	inner.split = 0;
	inner.warned = false;
	return inner;
}

static plan_result plan(planner *p, prog_stmt *s)
{
	bool quiet = p->quiet;
	if (group_is(s)) return (plan_result){.split = 1};
	p->quiet |= s->hint && s->hint->serial;
	plan_result r = stmt_is_loop(s) ? plan_loop(p, s) : plan_parts(p, s);
	p->quiet = quiet;
	return r;
}

// ---- functions --------------------------------------------------------------------------------

static void plan_function(planner *p, const prog_function *f);

static bool plan_callee(const prog_expr *e, void *user)
{
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	if (callee && callee->function) plan_function(user, callee->function);
	return false;
}

// Functions that it calls come first: what a loop is worth that calls them depends on what is split in them.
static void plan_function(planner *p, const prog_function *f)
{
	function_part *part = &p->part[f->symbol->id];
	// In a local function each process goes its own way.
	if (part->planned || !f->body || f->symbol->is_local) return;
	part->planned = true;
	walk_any_in(f->body, plan_callee, p);
	p->quiet = f->symbol->is_serial;
	p->function = f;
	part->from = plan_progress_of(p);
	plan(p, f->body);
	part->to = plan_progress_of(p);
	if (!p->quiet) called_work_note(p->g, f, part->from.tasks);
}

// Copies what stands from `from` to `to` of one array behind the first `*n` of another one.
#define TAKE(target, n, source, from, to)                                                                              \
	do {                                                                                                           \
		for (int at = (from); (source) && at < (to); at++) (target)[(n)++] = (source)[at];                     \
	} while (0)

// What was planned, in the order of the functions in the source.
static void in_source_order(planner *p)
{
	graph *g = p->g;
	plan_progress n = {0};
	task **tasks = prog_alloc(g->unit, sizeof *tasks * ((size_t)g->n_tasks + 1));
	graph_loop *loops = prog_alloc(g->unit, sizeof *loops * ((size_t)g->n_loops + 1));
	distribution **distributed = prog_alloc(g->unit, sizeof *distributed * ((size_t)g->n_distributed + 1));
	warning *warnings = prog_alloc(g->unit, sizeof *warnings * ((size_t)p->n_warnings + 1));
	for (int k = 0; k < g->unit->n_functions; k++) {
		function_part *part = &p->part[g->unit->functions[k]->symbol->id];
		TAKE(tasks, n.tasks, g->tasks, part->from.tasks, part->to.tasks);
		TAKE(loops, n.loops, g->loops, part->from.loops, part->to.loops);
		TAKE(distributed, n.distributed, g->distributed, part->from.distributed, part->to.distributed);
		TAKE(warnings, n.warnings, p->warnings, part->from.warnings, part->to.warnings);
		*part = (function_part){.planned = true};
	}
	g->tasks = tasks;
	g->loops = loops;
	g->distributed = distributed;
	p->warnings = warnings;
}

// ---- reports ----------------------------------------------------------------------------------

const graph_loop *graph_loop_of_turns(const graph *g, const task *t)
{
	const prog_stmt *s = plan_loop_of_turns(t);
	for (; s; s = s->parent)
		for (int k = 0; k < g->n_loops; k++)
			if (g->loops[k].stmt == s) return &g->loops[k];
	return NULL;
}

graph *graph_build(prog_unit *unit, isl_ctx *ctx)
{
	graph *g = prog_alloc(unit, sizeof *g);
	groups_begin(unit);
	for (int d = 0; d < WRITTEN_DIMENSIONS; d++) made_variable_add(unit, written_counter[d], "long", sizeof(long));
	*g = (graph){.unit = unit, .ctx = ctx, .facts = unit_facts_new(unit)};
	planner p = {.g = g, .in_doubt = facts_in_doubt(g->facts)};
	marks_check(g->facts);
	g->split_depth = prog_alloc(unit, sizeof *g->split_depth * ((size_t)unit->n_symbols + 1));
	p.part = prog_alloc(unit, sizeof *p.part * ((size_t)unit->n_symbols + 1));
	for (int k = 0; k < unit->n_functions; k++) plan_function(&p, unit->functions[k]);
	in_source_order(&p);
	settle_turns(g);
	g->within = within_nests(g);
	g->runs = functions_that_run(unit);
	for (int k = 0; k < p.n_warnings; k++)
		if (graph_enters(g, p.warnings[k].function))
			diag_report(p.warnings[k].id, p.warnings[k].loc, p.warnings[k].text);
	for (int k = 0; k < g->n_tasks; k++) {
		task *t = g->tasks[k];
		t->id = k + 1;
		t->told = graph_enters(g, t->nest->root->function) && losses_report(g, t);
	}
	for (int k = 0; k < g->n_loops; k++)
		if (graph_enters(g, g->loops[k].stmt->function)) losses_report_loop(g, &g->loops[k]);
	resident_check(g);
	unheeded_report(unit, g->runs);
	return g;
}

// A loop is told of once, whatever version of its function it stands in.
static bool is_told(const graph *g, const prog_stmt *loop)
{
	bool told = false;
	for (int k = 0; k < g->n_tasks; k++) told |= g->tasks[k]->told && g->tasks[k]->nest->root == loop;
	return told;
}

graph *graph_of_version(
        const graph *general, const prog_function *function, prog_symbol *const *plain, int n_plain, int first)
{
	graph *g = prog_alloc(general->unit, sizeof *g);
	*g = (graph){.unit = general->unit,
	        .ctx = general->ctx,
	        .facts = facts_with_plain(general->facts, plain, n_plain),
	        .is_version = true,
	        .split_depth = general->split_depth};
	planner p = {.g = g, .in_doubt = facts_in_doubt(g->facts), .quiet = true};
	plan(&p, function->body);
	settle_turns(g);
	for (int k = 0; k < g->n_tasks; k++) {
		g->tasks[k]->id = first + k;
		g->tasks[k]->told = is_told(general, g->tasks[k]->nest->root);
	}
	return g;
}

void graph_free(graph *g)
{
	for (int k = 0; k < g->n_tasks; k++) plan_free_task(g->tasks[k]);
	for (int k = 0; k < g->n_distributed; k++) distribution_free(g->distributed[k]);
	if (!g->is_version) facts_free(g->facts);
}
