// SPDX-License-Identifier: Apache-2.0
//
// The trees are built with a node for each statement and each call; then calls of functions that do nothing but compute
// for themselves become code, and code that stands in a row one node.
#include "control_flow.h"

#include "../unit/unit.h"

#include <stdlib.h>
#include <string.h>

// An expression that is set, or has its address taken, where it stands.
typedef struct mark {
	const prog_expr *expr;
	bool sets, reads;
} mark;

typedef struct flow_builder {
	control_flow *flow;
	prog_unit *unit;
	unsigned char *matters; // [symbol id]: a call of the function is more than code
	flow_list *to;          // where nodes of the expression at hand go
	const prog_stmt *stmt;  // in which it stands
	int n_marks, room_marks;
	mark *marks;
} flow_builder;

// ---- places -----------------------------------------------------------------------------------

static unsigned last_line(const flow_builder *b, prog_loc loc, prog_range range)
{
	if (range.file < 0 || range.end <= range.begin || !b->unit->files[range.file].is_main) return loc.line;
	prog_loc last = prog_unit_place(b->unit, range.end - 1);
	return last.file == loc.file && last.line > loc.line ? last.line : loc.line;
}

// ---- nodes ------------------------------------------------------------------------------------

static void append(flow_builder *b, flow_list *list, flow_node *node)
{
	list->node = prog_grow(b->unit, list->node, list->n, &list->room, sizeof(flow_node *));
	list->node[list->n++] = node;
}

static flow_node *add(flow_builder *b, flow_list *to, flow_kind kind, const prog_stmt *s)
{
	flow_node *node = prog_alloc(b->unit, sizeof *node);
	*node = (flow_node){.kind = kind, .stmt = s, .loc = s->loc, .last_line = last_line(b, s->loc, s->range)};
	append(b, to, node);
	return node;
}

static flow_node *add_expr(flow_builder *b, flow_kind kind, const prog_expr *e)
{
	flow_node *node = add(b, b->to, kind, b->stmt);
	node->expr = e;
	if (e->loc.file >= 0) node->loc = e->loc, node->last_line = last_line(b, e->loc, e->range);
	return node;
}

// What stands in front of a task or behind it.
static flow_node *add_beside(flow_builder *b, const task *t, flow_kind kind, flow_list *to)
{
	flow_node *node = add(b, to, kind, t->nest->root);
	node->last_line = node->loc.line;
	node->task = t;
	return node;
}

// ---- tasks ------------------------------------------------------------------------------------

static void add_needs(flow_builder *b, const task *t, flow_list *to)
{
	for (int k = 0; k < t->n_args; k++) {
		const nest_object *o = &t->nest->objects[t->args[k].object];
		if (object_is_plain(o) || o->plain_rows) continue;
		patterns sent = patterns_of(t, &t->args[k]);
		if (!sent.n) continue;
		flow_node *node = add_beside(b, t, FLOW_COMMUNICATION, to);
		node->arg = &t->args[k];
		node->sent = sent;
	}
}

static void add_results(flow_builder *b, const task *t, flow_list *to)
{
	const nest *n = t->nest;
	for (int k = 0; k < n->n_objects; k++) {
		const nest_object *o = &n->objects[k];
		scalar_role role = t->split->roles[k];
		bool scalar = o->kind == NEST_SCALAR && o->writes && o->arg < 0;
		bool combined = role == SCALAR_REDUCTION || role == SCALAR_EXTREMUM || role == SCALAR_PLACE;
		if (o->reduced || (scalar && combined)) add_beside(b, t, FLOW_REDUCTION, to)->object = k;
		if (partition_tells_last(t->split, k)) add_beside(b, t, FLOW_LAST_VALUE, to)->object = k;
		if (t->split->shared[k]) add_beside(b, t, FLOW_JOIN, to)->object = k;
	}
}

static void add_task(flow_builder *b, const task *t, flow_list *to)
{
	if (t->nest->remaps_before) add(b, to, FLOW_REMAP, t->nest->remaps_before);
	add_needs(b, t, to);
	bool split = t->kind == TASK_SPLIT;
	if (split && t->split->turn_way) add_beside(b, t, FLOW_TURNS, to);
	add(b, to, FLOW_TASK, t->nest->root)->task = t;
	if (split) add_results(b, t, to);
	if (t->nest->remaps_after) add(b, to, FLOW_REMAP, t->nest->remaps_after);
}

// ---- expressions ------------------------------------------------------------------------------

static void note(flow_builder *b, const prog_expr *e, bool sets, bool reads)
{
	b->marks = prog_grow(b->unit, b->marks, b->n_marks, &b->room_marks, sizeof *b->marks);
	b->marks[b->n_marks++] = (mark){e, sets, reads};
}

// What is done to the lvalues in the expression, but for being read.
static void note_uses(flow_builder *b, const prog_expr *e)
{
	if (e->kind == PROG_EXPR_ADDR) note(b, element_of(e->arg[0]), false, false);
	if (e->kind == PROG_EXPR_INCDEC || (e->kind == PROG_EXPR_ASSIGN && e->op != PROG_OP_NONE))
		note(b, element_of(e->arg[0]), true, true);
	else if (e->kind == PROG_EXPR_ASSIGN)
		note(b, element_of(e->arg[0]), true, false);
}

static mark use_of(const flow_builder *b, const prog_expr *e)
{
	for (int k = 0; k < b->n_marks; k++)
		if (b->marks[k].expr == e) return b->marks[k];
	return (mark){e, false, true};
}

static walk_next enter_expr(const prog_expr *e, walk_use use, void *builder)
{
	flow_builder *b = builder;
	bool element = e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF;
	if (use == WALK_UNEVALUATED || e->kind == PROG_EXPR_SIZEOF) return WALK_SKIP;
	note_uses(b, e);
	if (!element || !e->type || e->type->kind == PROG_TYPE_ARRAY || e->type->kind == PROG_TYPE_FUNCTION)
		return WALK_ON;
	mark here = use_of(b, e);
	element_ref ref;
	unit_facts *facts = b->flow->g->facts;
	bool own = element_ref_of(e, &ref) && facts_ref_may_be_mapped(facts, &ref) && !facts_is_seen_plain(facts, &ref);
	if (own && (here.sets || here.reads)) {
		flow_node *node = add_expr(b, FLOW_ELEMENT, e);
		node->reads = here.reads;
		node->writes = here.sets;
	}
	return WALK_ON;
}

// What calls there are of: nothing but code, FLOW_N_KINDS.
static flow_kind kind_of_call(const prog_symbol *f)
{
	if (!f) return FLOW_CALL;
	if (f->is_serial) return FLOW_SERIAL;
	if (f->is_local) return FLOW_LOCAL;
	if (f->function && !f->in_system_header) return FLOW_CALL;
	if (library_does_io(f->name)) return FLOW_IO;
	bool known = library_has(f->name) || library_knows(f->name) || library_inquiry(f) != INQUIRY_NONE;
	return known || f->in_system_header || f->in_sight || f->is_pure ? FLOW_N_KINDS : FLOW_CALL;
}

static walk_next leave_expr(const prog_expr *e, walk_use use, void *builder)
{
	(void)use;
	if (e->kind != PROG_EXPR_CALL) return WALK_ON;
	flow_builder *b = builder;
	const prog_symbol *f = prog_callee(e);
	const prog_expr *shown = written_out(b->flow->g->facts, e);
	if (shown) add_expr(b, FLOW_ELEMENT, shown)->reads = true;
	flow_kind kind = kind_of_call(f);
	if (kind != FLOW_N_KINDS) add_expr(b, kind, e)->callee = f;
	return WALK_ON;
}

static void add_expression(flow_builder *b, const prog_expr *e, const prog_stmt *s, flow_list *to)
{
	static const walker parts = {.expr = enter_expr, .expr_end = leave_expr};
	if (!e) return;
	b->to = to;
	b->stmt = s;
	b->n_marks = 0;
	walk_expr(e, &parts, b);
}

// ---- statements -------------------------------------------------------------------------------

static void add_statement(flow_builder *b, const prog_stmt *s, flow_list *to);

static const distribution *distribution_at(const graph *g, const prog_stmt *s)
{
	for (int k = 0; k < g->n_distributed; k++)
		if (g->distributed[k]->loop == s) return g->distributed[k];
	return NULL;
}

static void add_loop(flow_builder *b, const prog_stmt *s, flow_list *to)
{
	const int before = to->n;
	add_statement(b, s->init, to);
	while (to->n > before && to->node[to->n - 1]->kind == FLOW_CODE) to->n--; // the head says it
	flow_node *node = add(b, to, FLOW_LOOP, s);
	if (s->kind != PROG_STMT_DO) add_expression(b, s->cond, s, &node->body);
	add_statement(b, s->body, &node->body);
	add_expression(b, s->step, s, &node->body);
	if (s->kind == PROG_STMT_DO) add_expression(b, s->cond, s, &node->body);
}

static void add_branch(flow_builder *b, const prog_stmt *s, flow_list *to)
{
	add_expression(b, s->cond, s, to);
	flow_node *node = add(b, to, FLOW_BRANCH, s);
	add_statement(b, s->body, &node->body);
	add_statement(b, s->otherwise, &node->otherwise);
}

static void add_parts(flow_builder *b, const distribution *d, flow_list *to)
{
	flow_node *node = add(b, to, FLOW_BRANCH, d->loop);
	node->parts = d;
	for (int k = 0; k < d->n_parts; k++) add_statement(b, d->part[k].loop, &node->body);
	add_loop(b, d->loop, &node->otherwise);
}

static void add_plain(flow_builder *b, const prog_stmt *s, flow_list *to)
{
	int before = to->n;
	for (int k = 0; k < s->n_symbols; k++) add_expression(b, s->inits[k], s, to);
	add_expression(b, s->expr, s, to);
	if (to->n == before && s->kind != PROG_STMT_NULL) add(b, to, FLOW_CODE, s);
}

static void add_by_kind(flow_builder *b, const prog_stmt *s, flow_list *to)
{
	switch (s->kind) {
	case PROG_STMT_COMPOUND:
		for (int k = 0; k < s->n_children; k++) add_statement(b, s->child[k], to);
		return;
	case PROG_STMT_FOR:
	case PROG_STMT_WHILE:
	case PROG_STMT_DO: add_loop(b, s, to); return;
	case PROG_STMT_IF:
	case PROG_STMT_SWITCH: add_branch(b, s, to); return;
	case PROG_STMT_CASE:
	case PROG_STMT_LABEL: add_statement(b, s->body, to); return;
	case PROG_STMT_REMAP: add(b, to, FLOW_REMAP, s); return;
	default: add_plain(b, s, to); return;
	}
}

static void add_statement(flow_builder *b, const prog_stmt *s, flow_list *to)
{
	if (!s) return;
	if (s->hint && s->hint->serial) to = &add(b, to, FLOW_SERIAL, s)->body;
	const task *t = stmt_is_loop(s) ? graph_task_at(b->flow->g, s) : NULL;
	const distribution *d = stmt_is_loop(s) ? distribution_at(b->flow->g, s) : NULL;
	if (d && !t)
		add_parts(b, d, to);
	else if (t)
		add_task(b, t, to);
	else
		add_by_kind(b, s, to);
}

// ---- what is only code ------------------------------------------------------------------------

static bool is_idle_call(const flow_builder *b, const flow_node *node)
{
	return node->kind == FLOW_CALL && node->callee && node->callee->function && !b->matters[node->callee->id];
}

static bool list_matters(const flow_builder *b, const flow_list *list);

static bool node_matters(const flow_builder *b, const flow_node *node)
{
	if (node->kind == FLOW_LOOP || node->kind == FLOW_BRANCH)
		return list_matters(b, &node->body) || list_matters(b, &node->otherwise);
	return node->kind != FLOW_CODE && !is_idle_call(b, node);
}

static bool list_matters(const flow_builder *b, const flow_list *list)
{
	for (int k = 0; k < list->n; k++)
		if (node_matters(b, list->node[k])) return true;
	return false;
}

// Functions that are looked into by nests alone are called by these; where else they are named nothing is known of them.
static void find_what_matters(flow_builder *b)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (int k = 0; k < b->flow->n_functions; k++) {
			const flow_function *f = &b->flow->functions[k];
			unsigned char *matters = &b->matters[f->function->symbol->id];
			if (*matters || !list_matters(b, &f->nodes)) continue;
			*matters = 1;
			changed = true;
		}
	}
}

// Adds the code to the node before it, if that is code, too, in front of it in the same file.
static bool joins(flow_node *before, const flow_node *node)
{
	if (before->kind != FLOW_CODE || before->loc.file != node->loc.file || node->loc.line < before->loc.line)
		return false;
	if (node->last_line > before->last_line) before->last_line = node->last_line;
	return true;
}

static void tidy(const flow_builder *b, flow_list *list)
{
	int n = 0;
	for (int k = 0; k < list->n; k++) {
		flow_node *node = list->node[k];
		if (!node_matters(b, node)) node->kind = FLOW_CODE, node->body.n = node->otherwise.n = 0;
		if (node->kind == FLOW_CODE && n && joins(list->node[n - 1], node)) continue;
		tidy(b, &node->body);
		tidy(b, &node->otherwise);
		list->node[n++] = node;
	}
	list->n = n;
}

static void number(flow_list *list, int *n)
{
	for (int k = 0; k < list->n; k++) {
		list->node[k]->id = ++*n;
		number(&list->node[k]->body, n);
		number(&list->node[k]->otherwise, n);
	}
}

// ---- the phase cycle --------------------------------------------------------------------------

// How much split work there is: loops around the innermost statement, and tasks.
typedef struct amount {
	int depth, tasks;
} amount;

typedef struct cycle_search {
	control_flow *flow;
	unsigned char *known, *searched; // [symbol id] of functions
	amount *amounts;                 // [symbol id]
	amount most;
} cycle_search;

static amount larger(amount a, amount b) { return (amount){a.depth > b.depth ? a.depth : b.depth, a.tasks + b.tasks}; }

static int depth_of_nest(const nest *n)
{
	int most = 0;
	for (int k = 0; k < n->n_loops; k++)
		if (n->loops[k].depth >= most) most = n->loops[k].depth + 1;
	return most;
}

int flow_split_depth(const flow_node *node)
{
	return node->kind == FLOW_TASK && node->task->kind == TASK_SPLIT ? depth_of_nest(node->task->nest) : 0;
}

static amount amount_of(cycle_search *s, const flow_list *list);

static const flow_function *called_by(const control_flow *flow, const flow_node *node)
{
	return node->kind == FLOW_CALL && node->callee ? flow_function_of(flow, node->callee) : NULL;
}

static amount amount_of_call(cycle_search *s, const flow_function *f)
{
	int id = f->function->symbol->id;
	if (!s->known[id]) {
		s->known[id] = 1; // what calls itself is counted once
		s->amounts[id] = amount_of(s, &f->nodes);
	}
	return s->amounts[id];
}

static amount amount_of_node(cycle_search *s, const flow_node *node)
{
	if (node->kind == FLOW_TASK) return (amount){flow_split_depth(node), flow_split_depth(node) > 0};
	const flow_function *f = called_by(s->flow, node);
	if (f) return amount_of_call(s, f);
	amount a = larger(amount_of(s, &node->body), amount_of(s, &node->otherwise));
	if (node->kind == FLOW_LOOP && a.tasks) a.depth++;
	return a;
}

static amount amount_of(cycle_search *s, const flow_list *list)
{
	amount sum = {0};
	for (int k = 0; k < list->n; k++) sum = larger(sum, amount_of_node(s, list->node[k]));
	return sum;
}

// `#pragma dist cycle`: the first such loop that the program comes to, whatever is in it.
static bool find_marked(control_flow *flow, unsigned char *searched, const flow_function *f, const flow_list *list)
{
	for (int k = 0; k < list->n; k++) {
		const flow_node *node = list->node[k];
		const flow_function *called = called_by(flow, node);
		if (node->kind == FLOW_LOOP && node->stmt->hint && node->stmt->hint->cycle) {
			flow->cycle = node;
			flow->cycle_function = f;
			return true;
		}
		if (called && !searched[node->callee->id]) {
			searched[node->callee->id] = 1;
			if (find_marked(flow, searched, called, &called->nodes)) return true;
		}
		if (find_marked(flow, searched, f, &node->body) || find_marked(flow, searched, f, &node->otherwise))
			return true;
	}
	return false;
}

// The outermost loops around split tasks: that with the most work, the last one of equal ones.
static void find_cycle(cycle_search *s, const flow_function *f, const flow_list *list)
{
	for (int k = 0; k < list->n; k++) {
		const flow_node *node = list->node[k];
		const flow_function *called = called_by(s->flow, node);
		if (called && !s->searched[node->callee->id]) {
			s->searched[node->callee->id] = 1;
			find_cycle(s, called, &called->nodes);
		}
		if (node->kind != FLOW_LOOP) {
			find_cycle(s, f, &node->body);
			find_cycle(s, f, &node->otherwise);
			continue;
		}
		amount here = amount_of_node(s, node);
		bool more = here.depth > s->most.depth || (here.depth == s->most.depth && here.tasks >= s->most.tasks);
		if (here.tasks && more) s->most = here, s->flow->cycle = node, s->flow->cycle_function = f;
	}
}

static void find_phases(flow_builder *b, unsigned char *seen, const flow_list *list)
{
	for (int k = 0; k < list->n; k++) {
		flow_node *node = list->node[k];
		bool phase = node->kind == FLOW_TASK || flow_is_communication(node);
		if (phase) append(b, &b->flow->phases, node);
		const flow_function *f = called_by(b->flow, node);
		if (f && !seen[node->callee->id]) {
			seen[node->callee->id] = 1;
			find_phases(b, seen, &f->nodes);
		}
		find_phases(b, seen, &node->body);
		find_phases(b, seen, &node->otherwise);
	}
}

static void find_cycle_and_phases(flow_builder *b)
{
	control_flow *flow = b->flow;
	const flow_function *start = b->unit->main ? flow_function_of(flow, b->unit->main->symbol) : NULL;
	if (!start) return;
	const size_t n = (size_t)b->unit->n_symbols + 1;
	cycle_search s = {.flow = flow,
	        .known = prog_alloc(b->unit, n),
	        .searched = prog_alloc(b->unit, n),
	        .amounts = prog_alloc(b->unit, n * sizeof *s.amounts)};
	s.searched[start->function->symbol->id] = 1;
	flow->cycle_function = start;
	if (!find_marked(flow, prog_alloc(b->unit, n), start, &start->nodes)) find_cycle(&s, start, &start->nodes);
	find_phases(b, prog_alloc(b->unit, n), flow->cycle ? &flow->cycle->body : &start->nodes);
}

// ---- all of it --------------------------------------------------------------------------------

bool flow_is_communication(const flow_node *node)
{
	switch (node->kind) {
	case FLOW_COMMUNICATION:
	case FLOW_TURNS:
	case FLOW_REDUCTION:
	case FLOW_LAST_VALUE:
	case FLOW_JOIN:
	case FLOW_REMAP: return true;
	case FLOW_ELEMENT: return node->reads;
	default: return false;
	}
}

const flow_function *flow_function_of(const control_flow *flow, const prog_symbol *function)
{
	for (int k = 0; k < flow->n_functions; k++)
		if (flow->functions[k].function->symbol == function) return &flow->functions[k];
	return NULL;
}

static void add_function(flow_builder *b, const prog_function *f)
{
	if (!f->body || f->symbol->in_system_header || !b->flow->g->runs[f->symbol->id]) return;
	flow_function *added = &b->flow->functions[b->flow->n_functions++];
	added->function = f;
	added->entered = graph_enters(b->flow->g, f);
	if (added->entered) add_statement(b, f->body, &added->nodes);
}

control_flow *control_flow_build(const graph *g)
{
	prog_unit *u = g->unit;
	control_flow *flow = prog_alloc(u, sizeof *flow);
	flow_builder b = {.flow = flow, .unit = u, .matters = prog_alloc(u, (size_t)u->n_symbols + 1)};
	flow->g = g;
	flow->functions = prog_alloc(u, sizeof *flow->functions * (size_t)(u->n_functions + 1));
	for (int k = 0; k < u->n_functions; k++) add_function(&b, u->functions[k]);
	find_what_matters(&b);
	for (int k = 0; k < flow->n_functions; k++) {
		tidy(&b, &flow->functions[k].nodes);
		number(&flow->functions[k].nodes, &flow->n_nodes);
	}
	find_cycle_and_phases(&b);
	return flow;
}
