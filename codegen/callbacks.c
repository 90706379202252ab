// SPDX-License-Identifier: Apache-2.0
//
// Each phase has functions of its own, with closed forms where there are any. What a set says of a task's parameters
// and intervals is said of those of the whole table here: one list of parameters, and one of axes, for all phases.
//
// Where the unit has main and calls no other one, its phases are those of its cycle. Else the program's cycle is not
// known here: the phases of all functions are told, each in a step of the outermost loop of its function, and what calls
// what, which the runtime makes one table from.
#include "callbacks.h"
#include "callback_arguments.h"
#include "formula.h"
#include "graph_json.h"
#include "graph_names.h"
#include "graph_words.h"
#include "polynomial_text.h"
#include "remarks.h"

#include <stdlib.h>
#include <string.h>

// Axes are bits of a number in each phase (callbacks.h).
enum { MOST_AXES = 64, LAST_BIT = 63 };

typedef struct parameter {
	const char *name;
	const prog_function *function;
	int task, number;
	bool changes; // in the cycle
} parameter;

typedef struct axis {
	const char *array;
	const prog_function *function;
	int dim, like;
	long offset;
} axis;

typedef struct array {
	const char *name;
	const prog_function *function;
} array;

// A node of the task graph where it stands in the cycle, perhaps by way of calls; or in its function, where that is told
// by itself, and there a call as well.
typedef struct found {
	const flow_node *node;
	phase_place place;
	bool maybe; // in a branch
	int first;  // COMPUTATION: index of its phase; communication: of the first of its phases
	int event;  // how many events its task has before it
	const prog_function *function;
	int outer;               // the outermost loop that it stands in; -1: none
	int levels;              // loops of the function around it
	const cycle_call *calls; // by which it is come to; NULL: it stands in the function of the cycle
	// Where all that is sent is between neighbours on a torus: each has a phase then, in place of the patterns'.
	int n_rings;
	torus_ring ring[PROG_MAX_RANK];
} found;

// A loop that may be the program's cycle.
typedef struct outer_loop {
	const prog_stmt *loop;
	const prog_function *function;
	phase_loop *counts;
	bool marked, maybe;
	int levels; // loops around it
	const char *cycles;
	unsigned long parameters;
	cycle_writes *writes; // NULL: nobody has asked
} outer_loop;

typedef struct writer {
	rewriter *w;
	const control_flow *flow;
	isl_ctx *ctx;
	int n_axes, n_phases;
	axis axes[MOST_AXES];
	bool too_many; // axes
	struct {
		int n, room;
		parameter *at;
	} parameters;
	struct {
		int n, room;
		array *at;
	} arrays;
	struct {
		int n, room;
		found *at;
	} found;
	struct {
		int n, room;
		phase_loop **at;
	} loops;
	bool by_functions; // else the unit has the cycle
	struct {
		int n, room;
		outer_loop *at;
	} outer;
	const prog_function *function; // where the walk is
	int in_outer, levels;
	const cycle_call *calls;
	cycle_writes *writes; // of the cycle; NULL: nobody has asked
	phase_place place;
	unsigned char *entered;  // [symbol id]: functions that the walk is in
	const found *at;         // the phase that is being written
	const phase_loop *bound; // the loop whose bounds are being written, outside of phases
	polynomial_names names;
	text functions, array_rows, rows;
	struct known *known;
	unsigned long uses;       // parameters on which a number of the phase depends
	bool changes;             // one of them changes in the cycle
	unsigned long cycle_uses; // how many steps there are depends on these parameters
	bool summed;              // some number of the phase is summed up in loops
	int too_difficult;        // numbers that took too many operations
} writer;

// Makes room for one more in a list of the unit's.
#define GROW(c, list) ((list)->at = prog_grow((c)->w->unit, (list)->at, (list)->n, &(list)->room, sizeof *(list)->at))

// Of isl's, for each number of a phase: every program is translated with its callbacks, which must not be felt. Where
// some numbers have taken more, the others get fewer.
enum { NUMBER_OPERATIONS = 150000, FEW_OPERATIONS = 20000, MOST_DIFFICULT = 6 };

static void limit_operations(const writer *c)
{
	isl_ctx_reset_operations(c->ctx);
	isl_ctx_set_max_operations(c->ctx, c->too_difficult < MOST_DIFFICULT ? NUMBER_OPERATIONS : FEW_OPERATIONS);
}

// False: what was computed since is not all there.
static bool end_limit(writer *c)
{
	const bool within = isl_ctx_last_error(c->ctx) != isl_error_quota;
	isl_ctx_set_max_operations(c->ctx, 0);
	isl_ctx_reset_error(c->ctx);
	c->too_difficult += !within;
	return within;
}

// Whether all operations were used up before there was a closed form.
static bool is_difficult(const point_sum *number) { return !number || point_sum_has_loops(number); }

static void note_difficult(writer *c, const phase_count *n)
{
	c->too_difficult += is_difficult(n->once) + (n->in_steps && is_difficult(n->all));
}

// Functions of which equal ones stand there once.
typedef struct known {
	const char *kind, *name, *body;
	struct known *next;
} known;

// ---- names -------------------------------------------------------------------------------------

// Whether it is the counter of a loop that is known: then it is summed over, or the cycle's parameter.
static bool is_counter(const writer *c, const char *name, size_t length, const prog_function *function)
{
	bool is = false;
	for (int k = 0; k < c->loops.n; k++) {
		const phase_loop *l = c->loops.at[k];
		is |= l->var && l->loop->function == function && !strncmp(l->var->name, name, length) &&
		      !l->var->name[length];
	}
	return is;
}

// Whether any loop that may be the cycle sets the variable, or the function that it is in.
static bool any_may_set(const writer *c, const prog_function *function, const char *name, size_t length)
{
	bool loops = !function || function->is_main;
	for (int k = 0; k < c->outer.n; k++) {
		const outer_loop *l = &c->outer.at[k];
		const bool here = l->function == function;
		if (statement_may_set(c->flow, l->loop, name, length, !here)) return true;
		loops |= here;
	}
	return !loops && statement_may_set(c->flow, function->body, name, length, false);
}

static bool is_set(const writer *c, const prog_function *function, const char *name, size_t length)
{
	return c->by_functions ? any_may_set(c, function, name, length)
	                       : cycle_may_set(c->flow, function, name, length);
}

// Whether the cycle may set a variable that the parameter's text names.
static bool may_change(const writer *c, const char *text, const prog_function *function)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
	for (const char *s = text + strcspn(text, letters); *s; s += strcspn(s, letters)) {
		const size_t n = strspn(s, letters);
		if (!is_counter(c, s, n, function) && is_set(c, function, s, n)) return true;
		s += n;
	}
	return false;
}

static void note_use(writer *c, int parameter)
{
	c->uses |= 1UL << (parameter < LAST_BIT ? parameter : LAST_BIT);
	c->changes |= c->parameters.at[parameter].changes;
}

static int parameter_index(writer *c, const char *name, const prog_function *function, int task, int number)
{
	for (int k = 0; k < c->parameters.n; k++) {
		parameter *p = &c->parameters.at[k];
		if (p->function != function || strcmp(p->name, name) != 0) continue;
		if (!p->task) p->task = task, p->number = number;
		note_use(c, k);
		return k;
	}
	GROW(c, &c->parameters);
	const bool changes = may_change(c, name, function);
	c->parameters.at[c->parameters.n] = (parameter){prog_string(c->w->unit, name), function, task, number, changes};
	note_use(c, c->parameters.n);
	return c->parameters.n++;
}

// A parameter whose name is only a number is the task's own.
static int nest_parameter(writer *c, const task *t, int number)
{
	char name[GRAPH_NAME_SIZE], plain[GRAPH_NAME_SIZE];
	graph_name_of_param(t->nest, number, name);
	snprintf(plain, sizeof plain, "par%d", number);
	if (strcmp(name, plain) != 0) return parameter_index(c, name, t->nest->root->function, t->id, number);
	text words = {0}, all = {0};
	formula_plain(t->nest->params[number].text, &words);
	text_printf(&all, "%s (task %d)", text_get(&words), t->id);
	int index = parameter_index(c, text_get(&all), t->nest->root->function, t->id, number);
	text_free(&words);
	text_free(&all);
	return index;
}

static int axis_index(writer *c, const task *t, int x)
{
	const nest_axis *a = &t->nest->axes[x];
	const char *array = t->nest->objects[a->object].key;
	for (int k = 0; k < c->n_axes; k++) {
		const axis *known = &c->axes[k];
		if (known->function == t->nest->root->function && known->dim == a->dim && !strcmp(known->array, array))
			return k;
	}
	bool like = a->shared != x && a->sign == 1 && !a->shift && !a->if_alike;
	int other = like ? axis_index(c, t, a->shared) : -1;
	if (c->n_axes == MOST_AXES) return c->too_many = true, 0;
	c->axes[c->n_axes] = (axis){prog_string(c->w->unit, array), t->nest->root->function, a->dim, other, a->offset};
	return c->n_axes++;
}

// The function whose variable bounds a loop around the phase.
static const prog_function *function_of(const writer *c, isl_id *variable)
{
	if (!c->at) return c->bound->loop->function;
	for (int k = 0; k < c->at->place.n; k++) {
		const phase_loop *l = c->at->place.loop[k];
		if (l->steps && isl_set_find_dim_by_id(l->steps, isl_dim_param, variable) >= 0)
			return l->loop->function;
	}
	return NULL;
}

static isl_id *name_of(isl_space *space, unsigned param, void *user)
{
	writer *c = user;
	const task *t = c->at ? c->at->node->task : NULL;
	isl_id *id = isl_space_get_dim_id(space, isl_dim_param, param);
	const nest_param *known = t ? nest_param_of(t->nest, space, param) : NULL;
	const prog_symbol *variable = phase_variable_of(id);
	char name[64] = "0";
	int x;
	own_end end;
	if (variable)
		snprintf(name, sizeof name, "hpcc_par[%d]",
		        parameter_index(c, variable->name, function_of(c, id), 0, 0));
	else if (known)
		snprintf(name, sizeof name, "hpcc_par[%d]", nest_parameter(c, t, (int)(known - t->nest->params)));
	else if (point_loop_is(id))
		snprintf(name, sizeof name, "%s", isl_id_get_name(id));
	else if (t && own_bound_is(space, param, &x, &end))
		snprintf(name, sizeof name, "hpcc_own[%d].%s", axis_index(c, t, x), end == OWN_LO ? "lo" : "hi");
	isl_id_free(id);
	return isl_id_alloc(c->ctx, name, c);
}

// The program's own function for a task; NULL: the derived one.
static const char *own_function(const task *t, prog_callback_kind kind)
{
	const prog_hint *hint = t && t->nest->root ? t->nest->root->hint : NULL;
	const prog_symbol *f = hint ? hint->callback[kind] : NULL;
	return f ? f->name : NULL;
}

// ---- the walk ----------------------------------------------------------------------------------

static void find_in(writer *c, const flow_list *list, bool maybe);

static void add_loop(writer *c, const flow_node *node)
{
	if (c->place.n == PHASE_MOST_LOOPS) {
		c->place.more = true;
		return;
	}
	phase_loop *l = prog_alloc(c->w->unit, sizeof *l);
	*l = phase_loop_of(c->ctx, node->stmt);
	GROW(c, &c->loops);
	c->loops.at[c->loops.n++] = l;
	c->place.loop[c->place.n++] = l;
}

static bool is_marked(const flow_node *loop) { return loop->stmt->hint && loop->stmt->hint->cycle; }

// What stands in a loop that may be the cycle is told for a step of it.
static void begin_outer(writer *c, const flow_node *node, bool maybe)
{
	c->place = (phase_place){.in_cycle = true};
	add_loop(c, node);
	GROW(c, &c->outer);
	c->outer.at[c->outer.n] = (outer_loop){.loop = node->stmt,
	        .function = c->function,
	        .counts = c->loops.at[c->loops.n - 1],
	        .marked = is_marked(node),
	        .maybe = maybe || c->levels,
	        .levels = c->levels};
	c->in_outer = c->outer.n++;
}

static void find_in_loop(writer *c, const flow_node *node, bool maybe)
{
	const phase_place before = c->place;
	const int outer = c->in_outer;
	const bool begins = c->by_functions && (outer < 0 || is_marked(node));
	if (begins)
		begin_outer(c, node, maybe);
	else
		add_loop(c, node);
	c->levels++;
	find_in(c, &node->body, maybe && !begins);
	c->levels--;
	c->place = before;
	c->in_outer = outer;
}

static void enter_call(writer *c, const flow_node *call, bool maybe)
{
	const prog_symbol *callee = call->callee;
	const flow_function *f = flow_function_of(c->flow, callee);
	if (!f || c->entered[callee->id]) return;
	cycle_call *into = prog_alloc(c->w->unit, sizeof *into);
	*into = (cycle_call){call->expr, f->function, c->calls};
	c->calls = into;
	c->entered[callee->id] = 1;
	find_in(c, &f->nodes, maybe);
	c->entered[callee->id] = 0;
	c->calls = into->outer;
}

static void find_node(writer *c, const flow_node *node, bool maybe)
{
	const bool call = node->kind == FLOW_CALL && node->callee;
	bool phase = node->kind == FLOW_TASK ? !node->task->is_alternative : flow_is_communication(node);
	if (phase || (call && c->by_functions)) {
		GROW(c, &c->found);
		c->found.at[c->found.n++] = (found){.node = node,
		        .place = c->place,
		        .maybe = maybe,
		        .function = c->function,
		        .outer = c->in_outer,
		        .levels = c->levels,
		        .calls = c->calls};
	}
	if (call && !c->by_functions) enter_call(c, node, maybe);
	if (node->kind == FLOW_LOOP) {
		find_in_loop(c, node, maybe);
		return;
	}
	bool chooses = node->kind == FLOW_BRANCH && !node->parts;
	find_in(c, &node->body, maybe || chooses);
	if (!node->parts) find_in(c, &node->otherwise, maybe || chooses);
}

static void find_in(writer *c, const flow_list *list, bool maybe)
{
	for (int k = 0; k < list->n; k++) find_node(c, list->node[k], maybe);
}

// Whether other units may call the unit's functions, or have some that it calls.
static bool is_part_of_program(const flow_list *list)
{
	bool part = false;
	for (int k = 0; k < list->n && !part; k++) {
		const flow_node *node = list->node[k];
		part = (node->kind == FLOW_CALL && node->callee && !node->callee->function) ||
		       is_part_of_program(&node->body) || is_part_of_program(&node->otherwise);
	}
	return part;
}

static void find_by_functions(writer *c)
{
	for (int k = 0; k < c->flow->n_functions; k++) {
		c->function = c->flow->functions[k].function;
		find_in(c, &c->flow->functions[k].nodes, false);
	}
}

static void find_in_cycle(writer *c)
{
	const flow_node *cycle = c->flow->cycle;
	c->place.in_cycle = cycle != NULL;
	if (cycle)
		find_in_loop(c, cycle, false);
	else
		find_in(c, &c->flow->cycle_function->nodes, false);
}

static bool is_phase(const found *p) { return p->node->kind != FLOW_CALL; }

static void find_rings(writer *c, found *p)
{
	if (p->node->kind != FLOW_COMMUNICATION || own_function(p->node->task, PROG_CALLBACK_COMMUNICATION)) return;
	limit_operations(c);
	p->n_rings = torus_rings(p->node->task, p->node->arg, &p->node->sent, p->ring);
	if (end_limit(c)) return;
	torus_rings_free(p->ring, p->n_rings);
	p->n_rings = 0;
}

static int phases_of(const found *p)
{
	if (!is_phase(p)) return 0;
	if (p->node->kind == FLOW_TASK) return 1;
	return p->n_rings ? p->n_rings : graph_events_of(p->node);
}

static void number_phases(writer *c)
{
	for (int k = 0; k < c->found.n; k++) {
		found *p = &c->found.at[k];
		if (!is_phase(p)) continue;
		for (int j = 0; j < k && p->node->task; j++)
			if (c->found.at[j].node->task == p->node->task && c->found.at[j].node->id < p->node->id &&
			        c->found.at[j].node->kind != FLOW_TASK)
				p->event = c->found.at[j].event + graph_events_of(c->found.at[j].node);
		find_rings(c, p);
		p->first = c->n_phases;
		c->n_phases += phases_of(p);
	}
}

static void find_phases(writer *c)
{
	const control_flow *flow = c->flow;
	c->by_functions = !flow->cycle_function;
	for (int k = 0; k < flow->n_functions; k++) c->by_functions |= is_part_of_program(&flow->functions[k].nodes);
	c->in_outer = -1;
	if (c->by_functions)
		find_by_functions(c);
	else
		find_in_cycle(c);
	number_phases(c);
}

// ---- functions ---------------------------------------------------------------------------------

// Gives its name, or that of another one which says the same.
static const char *add_function(writer *c, const char *kind, const char *name, const text *body)
{
	known *f = c->known;
	while (f && (strcmp(f->kind, kind) != 0 || strcmp(f->body, text_get(body)) != 0)) f = f->next;
	if (f) return f->name;
	char head[96];
	snprintf(head, sizeof head, "HPCC_%s(%s)", kind, name);
	text_add_function(&c->functions, head, text_get(body));
	f = prog_alloc(c->w->unit, sizeof *f);
	*f = (known){kind, prog_string(c->w->unit, name), prog_string(c->w->unit, text_get(body)), c->known};
	c->known = f;
	return f->name;
}

static bool add_sum(writer *c, text *out, const char *variable, const point_sum *sum)
{
	c->summed |= point_sum_has_loops(sum);
	return polynomial_text_sum(out, variable, sum, &c->names);
}

// A function of the parameters; "0": none. The name is the unit's.
static const char *number_function(writer *c, const char *what, int number, const point_sum *value)
{
	if (!value) return "0";
	text body = {0};
	char name[64];
	snprintf(name, sizeof name, "hpcc_%s_%d", what, number);
	text_add(&body, "\tdouble hpcc_value = 0;\n");
	bool ok = add_sum(c, &body, "hpcc_value", value);
	text_add(&body, "\treturn hpcc_value;\n");
	const char *made = ok ? add_function(c, "NUMBER", name, &body) : "0";
	text_free(&body);
	return made;
}

static const char *const operation_name[] = {[OP_FADD] = "HPCC_FADD",
        [OP_FMUL] = "HPCC_FMUL",
        [OP_FDIV] = "HPCC_FDIV",
        [OP_FSQRT] = "HPCC_FSQRT",
        [OP_FLIBM] = "HPCC_FLIBM",
        [OP_IOPS] = "HPCC_IOPS",
        [OP_LOADS] = "HPCC_LOADS",
        [OP_LOAD_BYTES] = "HPCC_LOAD_BYTES",
        [OP_STORES] = "HPCC_STORES",
        [OP_STORE_BYTES] = "HPCC_STORE_BYTES",
        [OP_CALLS] = "HPCC_CALLS"};
enum { N_OPERATIONS = sizeof operation_name / sizeof *operation_name };

// What each execution of the term's statements adds: `n[HPCC_FADD] += 3 * times;`
static void add_operations(const phase_term *term, const char *array, const char *times, text *out)
{
	for (int kind = 0; kind < N_OPERATIONS; kind++) {
		long n = op_counts_of_kind(&term->each, (op_kind)kind);
		if (n == 1) text_printf(out, "\t%s[%s] += %s;\n", array, operation_name[kind], times);
		if (n > 1) text_printf(out, "\t%s[%s] += %ld * %s;\n", array, operation_name[kind], n, times);
	}
}

static void add_steps(writer *c, const char *cycles, text *out)
{
	c->uses |= c->at->outer < 0 ? c->cycle_uses : c->outer.at[c->at->outer].parameters;
	text_printf(out, "\tHPCC_UNUSED const double hpcc_steps = %s(hpcc_par);\n", cycles);
}

static bool add_terms(writer *c, const phase_work *work, bool all, bool split, text *out)
{
	bool ok = true;
	for (int k = 0; k < work->n; k++) {
		const phase_term *term = &work->term[k];
		bool each = all && !term->count.in_steps;
		point_sum *times = all && !each ? term->count.all : term->count.once;
		if (term->split != split || !times) continue;
		char name[32], in_all[64];
		snprintf(name, sizeof name, "hpcc_times%d", k);
		snprintf(in_all, sizeof in_all, each ? "%s * hpcc_steps" : "%s", name);
		text_printf(out, "\tdouble %s = 0;\n", name);
		ok &= add_sum(c, out, name, times);
		add_operations(term, "hpcc_n", in_all, out);
	}
	return ok;
}

// The operations in a step, or in all steps.
static const char *operations_function(writer *c, const phase_work *work, const char *cycles, bool all)
{
	text body = {0}, fixed = {0}, split = {0};
	char name[64];
	snprintf(name, sizeof name, "hpcc_%soperations_%d", all ? "all_" : "", c->at->first);
	bool ok = add_terms(c, work, all, false, &fixed) && add_terms(c, work, all, true, &split);
	if (all) add_steps(c, cycles, &body);
	if (fixed.size)
		text_printf(&body, "\tif (!hpcc_own) {\n%s\t\treturn;\n\t}\n", text_get(&fixed));
	else if (split.size)
		text_add(&body, "\tif (!hpcc_own) return;\n");
	text_add(&body, text_get(&split));
	const char *made = ok ? add_function(c, "OPERATIONS", name, &body) : "0";
	text_free(&fixed);
	text_free(&split);
	text_free(&body);
	return made;
}

static bool add_per_pdu(writer *c, const phase_work *work, bool all, text *out)
{
	bool ok = true;
	for (int k = 0; k < work->n; k++) {
		const phase_term *term = &work->term[k];
		if (!term->per_pdu || term->count.in_steps != all) continue;
		text condition = {0};
		ok &= polynomial_text_condition(&condition, isl_set_copy(term->per_pdu_if), &c->names);
		text_printf(out, "\tdouble hpcc_times%d = 0;\n\t", k);
		if (condition.size) text_printf(out, "if (%s) ", text_get(&condition));
		text_printf(out, "hpcc_times%d = ", k);
		ok &= polynomial_text_value(out, term->per_pdu, &c->names);
		text_add(out, ";\n");
		char times[64];
		snprintf(times, sizeof times, all ? "hpcc_times%d / hpcc_steps" : "hpcc_times%d", k);
		add_operations(term, "hpcc_n", times, out);
		text_free(&condition);
	}
	return ok;
}

// Operations of one PDU, on the average of the steps.
static const char *linear_function(writer *c, const phase_work *work, const char *cycles)
{
	if (!work->linear || work->unknown || (work->in_steps && !strcmp(cycles, "0"))) return "0";
	text body = {0};
	char name[64];
	snprintf(name, sizeof name, "hpcc_linear_%d", c->at->first);
	bool ok = true;
	if (work->in_steps) add_steps(c, cycles, &body);
	ok &= add_per_pdu(c, work, false, &body) && add_per_pdu(c, work, true, &body);
	const char *made = ok ? add_function(c, "LINEAR", name, &body) : "0";
	text_free(&body);
	return made;
}

// ---- memory ------------------------------------------------------------------------------------

static const char *memory_function(writer *c, const task_arg *a, int k)
{
	const task *t = c->at->node->task;
	const nest_object *o = &t->nest->objects[a->object];
	bool known = o->rank > 0 && o->element && o->element->size > 0;
	limit_operations(c);
	point_sum *elements = known ? phase_touched(&c->at->place, t, a) : NULL;
	end_limit(c);
	c->too_difficult += known && is_difficult(elements);
	if (!elements) return "0";
	text body = {0};
	char name[64];
	snprintf(name, sizeof name, "hpcc_memory_%d_%d", c->at->first, k);
	text_add(&body, "\tdouble hpcc_value = 0;\n");
	bool ok = add_sum(c, &body, "hpcc_value", elements);
	text_printf(&body, "\treturn %ld * hpcc_value;\n", o->element->size);
	const char *made = ok ? add_function(c, "MEMORY", name, &body) : "0";
	text_free(&body);
	point_sum_free(elements);
	return made;
}

static int array_number(writer *c, const char *name, const prog_function *function)
{
	for (int k = 0; k < c->arrays.n; k++)
		if (c->arrays.at[k].function == function && !strcmp(c->arrays.at[k].name, name)) return k;
	GROW(c, &c->arrays);
	c->arrays.at[c->arrays.n] = (array){name, function};
	return c->arrays.n++;
}

// Mapped arrays, and others of which the task touches what the intervals say.
static int arrays_of(writer *c, const task *t)
{
	text rows = {0};
	int n = 0;
	for (int k = 0; k < t->n_args; k++) {
		const nest_object *o = &t->nest->objects[t->args[k].object];
		if (o->rank == 0) continue;
		text_printf(&rows, "\t{");
		text_add_string(&rows, o->key);
		text_add(&rows, ", ");
		text_add_string(&rows, t->nest->root->function ? t->nest->root->function->symbol->name : "");
		text_printf(&rows, ", %d, %s},\n", array_number(c, o->key, t->nest->root->function),
		        memory_function(c, &t->args[k], k));
		n++;
	}
	if (n)
		text_printf(&c->array_rows, "static const hpcc_callback_array hpcc_phase_arrays_%d[] = {\n%s};\n",
		        c->at->first, text_get(&rows));
	text_free(&rows);
	return n;
}

// ---- computation -------------------------------------------------------------------------------

static void begin_row(writer *c, const char *kind, const text *words)
{
	const char *path;
	unsigned line = prog_unit_line_name(c->w->unit, c->at->node->loc, &path);
	char *told = spoken(text_get(words));
	text_printf(&c->rows, "\t{.kind = %s, .name = ", kind);
	text_add_string(&c->rows, told);
	text_add(&c->rows, ", .file = ");
	text_add_string(&c->rows, path);
	text_printf(&c->rows, ", .line = %u", line);
	if (c->at->node->task) text_printf(&c->rows, ", .task = %d", c->at->node->task->id);
	free(told);
}

static void add_field(writer *c, const char *field, const char *value)
{
	if (strcmp(value, "0") != 0) text_printf(&c->rows, ", .%s = %s", field, value);
}

static void add_flag_names(writer *c, bool estimated, bool same, bool unknown, bool user, bool once)
{
	text flags = {0};
	text_printf(&flags, "%s%s%s%s%s%s", estimated || c->changes ? " | HPCC_ESTIMATED" : "",
	        same ? " | HPCC_SAME_FOR_ALL" : "", unknown ? " | HPCC_UNKNOWN" : "", user ? " | HPCC_BY_USER" : "",
	        c->summed ? " | HPCC_SUMMED" : "", once ? " | HPCC_ONCE" : "");
	if (flags.size) text_printf(&c->rows, ", .flags = %s", text_get(&flags) + strlen(" | "));
	const outer_loop *loop = c->at->outer < 0 ? NULL : &c->outer.at[c->at->outer];
	const unsigned long uses = user ? ~0UL : c->uses;
	if (uses) text_printf(&c->rows, ", .parameters = 0x%lx", uses);
	if (loop) text_printf(&c->rows, ", .loop = &hpcc_callback_loops[%d]", c->at->outer);
	c->summed = c->changes = false;
	c->uses = 0;
	text_free(&flags);
}

// The first axis, and all on which what the phase costs depends: of those that are alike the one that they are like, and
// of a function of the program's own the first one.
static void add_axes(writer *c, const task *t, bool own)
{
	unsigned long axes = 0;
	if (!t || t->kind != TASK_SPLIT || !t->nest->n_axes) return;
	int first = axis_index(c, t, 0);
	for (int x = 0; x < t->nest->n_axes && !own; x++)
		if (t->nest->axes[x].shared == x) axes |= 1UL << axis_index(c, t, x);
	if (first) text_printf(&c->rows, ", .axis = %d", first);
	text_printf(&c->rows, ", .axes = 0x%lx", own ? 1UL << first : axes);
}

static void computation(writer *c, const char *cycles)
{
	const task *t = c->at->node->task;
	const char *own = own_function(t, PROG_CALLBACK_COMPUTATION), *pdus = own_function(t, PROG_CALLBACK_PDUS);
	limit_operations(c);
	phase_work *work = phase_work_of(&c->at->place, t);
	if (!end_limit(c)) work->unknown = true, work->linear = false;
	for (int k = 0; k < work->n; k++)
		if (!phase_term_is_nothing(&work->term[k])) note_difficult(c, &work->term[k].count);
	text words = {0};
	bool split = false;
	for (int k = 0; k < work->n; k++) split |= work->term[k].split;
	graph_words_of_head(c->w->unit, c->at->node->stmt, &words);
	const char *operations = own ? own : operations_function(c, work, cycles, false);
	bool sums = work->in_steps && !work->all_unknown && strcmp(cycles, "0") != 0;
	const char *all = own || !sums ? "0" : operations_function(c, work, cycles, true);
	const char *linear = own ? "0" : linear_function(c, work, cycles);
	if (!pdus) pdus = number_function(c, "pdus", c->at->first, work->num_pdus);
	int n_arrays = arrays_of(c, t);
	begin_row(c, "HPCC_COMPUTATION", &words);
	add_flag_names(c,
	        !own && (work->estimated || (work->in_steps && !sums) || c->at->maybe ||
	                        phase_place_unknown(&c->at->place)),
	        !own && !split, !own && work->unknown, own != NULL, false);
	add_axes(c, t, own != NULL);
	add_field(c, "num_pdus", pdus);
	add_field(c, "operations", operations);
	add_field(c, "all_operations", all);
	add_field(c, "linear", linear);
	if (n_arrays) text_printf(&c->rows, ", .n_arrays = %d, .arrays = hpcc_phase_arrays_%d", n_arrays, c->at->first);
	text_add(&c->rows, ", .overlap = -1},\n");
	text_free(&words);
	phase_work_free(work);
}

// ---- communication -----------------------------------------------------------------------------

static bool add_sides(writer *c, const phase_count count[2], bool all, long bytes, text *out)
{
	bool ok = true;
	for (int k = 0; k < 2; k++) {
		bool each = all && !count[k].in_steps;
		point_sum *elements = all && !each ? count[k].all : count[k].once;
		char name[32];
		if (!elements) continue;
		snprintf(name, sizeof name, "hpcc_elements%d", k);
		text_printf(out, "\tdouble %s = 0;\n", name);
		ok &= add_sum(c, out, name, elements);
		text_printf(out, "\thpcc_bytes[%d] += %ld * %s%s;\n", k, bytes, name, each ? " * hpcc_steps" : "");
	}
	return ok;
}

// `cycles` NULL: in a step.
static const char *received_function(writer *c, const phase_count count[2], const char *cycles, int phase, long bytes)
{
	text body = {0};
	char name[64];
	snprintf(name, sizeof name, "hpcc_%sreceived_%d", cycles ? "all_" : "", phase);
	if (cycles) add_steps(c, cycles, &body);
	bool ok = add_sides(c, count, cycles != NULL, bytes, &body);
	const char *made = ok ? add_function(c, "RECEIVED", name, &body) : "0";
	text_free(&body);
	return made;
}

// The computation phase of the same task in the same place, while which messages are under way; -1: none.
static int overlaps_with(const writer *c)
{
	const task *t = c->at->node->task;
	if (c->at->node->kind != FLOW_COMMUNICATION || t->kind != TASK_SPLIT || !t->nest->overlap) return -1;
	for (const found *p = c->at; p < c->found.at + c->found.n; p++)
		if (p->node->task == t && p->node->kind == FLOW_TASK) return p->first;
	return -1;
}

static void end_row(writer *c, int n, const char *topology, const char *pattern)
{
	char id[32];
	graph_event_id(c->at->node, c->at->event, n, id);
	text_printf(&c->rows, ", .event = \"%s\", .topology = %s, .pattern = %s, .overlap = %d", id, topology, pattern,
	        overlaps_with(c));
	const task_arg *a = c->at->node->arg;
	if (a && c->at->node->kind == FLOW_COMMUNICATION)
		text_printf(&c->rows, ", .nest = &hpcc_nest_%d, .arg = %d", c->at->node->task->id,
		        (int)(a - c->at->node->task->args));
	text_add(&c->rows, "},\n");
}

static bool is_same_for_all(const pattern *p) { return p->kind == PATTERN_BROADCAST || p->kind == PATTERN_ALLGATHER; }

// How many elements come from each side. False: not all of that is known.
static bool count_sides(writer *c, isl_set *const side[2], phase_count count[2])
{
	for (int k = 0; k < 2; k++)
		if (side[k]) {
			count[k] = phase_count_of(&c->at->place, c->at->node->task, isl_set_copy(side[k]));
			note_difficult(c, &count[k]);
		}
	return (!side[0] || count[0].once) && (!side[1] || count[1].once);
}

// What is sent between processes, number `phase` of all.
typedef struct exchange {
	int phase;
	const char *topology, *pattern;
	int dims, dim;
	bool wraps, same;
	const text *words;
	isl_set *const *side; // what comes from each of two sides
} exchange;

// ---- what is sent once -------------------------------------------------------------------------

// Whether the parameter has one value in the whole cycle: made of variables alone, none of which it sets.
static bool stays(const writer *c, const task *t, int param)
{
	const char *text = t->nest->params[param].text;
	const prog_function *f = t->nest->root->function;
	if (strpbrk(text, "[]*.>&") || strchr(text, '?') || may_change(c, text, f)) return false;
	for (int k = 0; k < c->at->place.n; k++) {
		const phase_loop *l = c->at->place.loop[k];
		if (!l->var || (l->loop->function == f && phase_param_is(t, param, l->var, f))) return false;
	}
	return true;
}

static bool is_same_in_all_steps(const writer *c, isl_set *section)
{
	const task *t = c->at->node->task;
	isl_space *space = isl_set_get_space(section);
	isl_size n = isl_space_dim(space, isl_dim_param);
	bool same = true;
	for (int k = 0; k < n && same; k++) {
		int x;
		own_end end;
		if (isl_set_involves_dims(section, isl_dim_param, (unsigned)k, 1) != isl_bool_true) continue;
		const nest_param *p = nest_param_of(t->nest, space, (unsigned)k);
		same = p ? stays(c, t, (int)(p - t->nest->params)) : own_bound_is(space, (unsigned)k, &x, &end);
	}
	isl_space_free(space);
	return same;
}

static cycle_writes *writes_around(writer *c)
{
	cycle_writes **w = c->at->outer < 0 ? &c->writes : &c->outer.at[c->at->outer].writes;
	const prog_stmt *loop = c->at->outer < 0 ? c->flow->cycle->stmt : c->outer.at[c->at->outer].loop;
	if (!*w) *w = cycle_writes_of(c->flow, loop);
	return *w;
}

// Certainly: what a process has got in the first step of the cycle is valid in all others.
static bool is_sent_once(writer *c, const exchange *e)
{
	const task *t = c->at->node->task;
	const nest_object *o = &t->nest->objects[c->at->node->arg->object];
	if (!c->at->place.in_cycle || c->at->maybe || c->at->place.more || t->kind != TASK_SPLIT) return false;
	if ((o->kind != NEST_MAPPED && o->kind != NEST_POINTER) || !object_is_variable(o)) return false;
	if (o->row_levels || o->at_pointee || o->writes || o->moves || o->meets) return false;
	for (int k = 0; k < 2; k++)
		if (e->side[k] && !is_same_in_all_steps(c, e->side[k])) return false;
	return cycle_leaves_alone(writes_around(c), o->symbol, c->at->calls);
}

// ---- sections ----------------------------------------------------------------------------------

static void add_exchange(writer *c, const char *cycles, const exchange *e, const phase_count count[2], bool known)
{
	const flow_node *node = c->at->node;
	const long bytes = node->task->nest->objects[node->arg->object].element->size;
	const char *own = own_function(node->task, PROG_CALLBACK_COMMUNICATION);
	const bool in_steps = count[0].in_steps || count[1].in_steps;
	bool sums = in_steps && strcmp(cycles, "0") != 0;
	for (int k = 0; k < 2; k++) sums &= !count[k].in_steps || count[k].all;
	const char *once = own ? own : known ? received_function(c, count, NULL, e->phase, bytes) : "0";
	const char *all = known && sums ? received_function(c, count, cycles, e->phase, bytes) : "0";
	begin_row(c, "HPCC_COMMUNICATION", e->words);
	add_flag_names(c, !own && ((in_steps && !sums) || c->at->maybe || phase_place_unknown(&c->at->place)),
	        !own && e->same, !own && !known, own != NULL, !own && is_sent_once(c, e));
	add_axes(c, node->task, own != NULL);
	add_field(c, "received", once);
	add_field(c, "all_received", all);
	if (e->dims) text_printf(&c->rows, ", .dims = %d", e->dims);
	if (e->dim) text_printf(&c->rows, ", .dim = %d", e->dim);
	if (e->wraps) text_add(&c->rows, ", .wraps = 1");
	end_row(c, c->at->n_rings ? 0 : e->phase - c->at->first, e->topology, e->pattern);
}

static void section(writer *c, const char *cycles, int n)
{
	static const char *const topology[] = {[PATTERN_HALO] = "HPCC_1D",
	        [PATTERN_SECTION] = "HPCC_PAIRWISE",
	        [PATTERN_BROADCAST] = "HPCC_TREE",
	        [PATTERN_ALLGATHER] = "HPCC_ALL_TO_ALL"};
	static const char *const event[] = {[PATTERN_HALO] = "HPCC_SHIFT",
	        [PATTERN_SECTION] = "HPCC_SECTION",
	        [PATTERN_BROADCAST] = "HPCC_BROADCAST",
	        [PATTERN_ALLGATHER] = "HPCC_GATHER"};
	const flow_node *node = c->at->node;
	const pattern *p = &node->sent.list[n];
	isl_set *side[2] = {NULL, NULL};
	phase_count count[2] = {{0}, {0}};
	text words = {0};
	limit_operations(c);
	phase_sides(node->task, node->arg, p, side);
	const bool same = is_same_for_all(p) && side[0] && !own_bounds_decide(side[0]);
	bool known = own_function(node->task, PROG_CALLBACK_COMMUNICATION) || count_sides(c, side, count);
	known &= end_limit(c) && side[0];
	graph_words_of_pattern(node, p, GRAPH_JSON_OPERATIONS, &words);
	const int dims = phase_grid_dims(node->task, node->arg);
	const bool halo = p->kind == PATTERN_HALO;
	const exchange e = {.phase = c->at->first + n,
	        .topology = halo && dims > 1 ? "HPCC_GRID" : topology[p->kind],
	        .pattern = event[p->kind],
	        .dims = dims,
	        .dim = halo ? p->dim : 0,
	        .same = same,
	        .words = &words,
	        .side = side};
	add_exchange(c, cycles, &e, count, known);
	for (int k = 0; k < 2; k++) {
		isl_set_free(side[k]);
		phase_count_free(&count[k]);
	}
	text_free(&words);
}

static void ring(writer *c, const char *cycles, int n)
{
	const flow_node *node = c->at->node;
	const torus_ring *r = &c->at->ring[n];
	phase_count count[2] = {{0}, {0}};
	text words = {0};
	limit_operations(c);
	bool known = count_sides(c, r->side, count);
	known &= end_limit(c);
	text_printf(&words, "'%s' from both neighbours along dimension %d%s",
	        node->task->nest->objects[node->arg->object].key, r->dim, r->wraps ? ", around the ends, too" : "");
	const int dims = phase_grid_dims(node->task, node->arg);
	const exchange e = {.phase = c->at->first + n,
	        .topology = dims > 1 ? "HPCC_GRID" : "HPCC_1D",
	        .pattern = "HPCC_SHIFT",
	        .dims = dims,
	        .dim = r->dim,
	        .wraps = r->wraps,
	        .words = &words,
	        .side = r->side};
	add_exchange(c, cycles, &e, count, known);
	for (int k = 0; k < 2; k++) phase_count_free(&count[k]);
	text_free(&words);
}

// How many bytes a result has; 0: not known.
static long result_bytes(const flow_node *node)
{
	if (node->kind == FLOW_ELEMENT) return node->expr->type ? node->expr->type->size : 0;
	if (node->kind != FLOW_REDUCTION && node->kind != FLOW_LAST_VALUE) return 0;
	const nest_object *o = &node->task->nest->objects[node->object];
	long bytes = o->element->size;
	for (int d = 0; d < o->rank; d++) bytes *= object_declared_extent(o, d);
	return bytes;
}

static void fixed_size(writer *c, const text *words, const char *topology, const char *pattern)
{
	const task *t = c->at->node->task;
	long bytes = result_bytes(c->at->node);
	phase_count count[2] = {{0}, {0}};
	const char *once = "0";
	if (bytes && t) {
		count[0] = phase_count_of(&c->at->place, t, isl_set_universe(isl_space_params_alloc(c->ctx, 0)));
		if (count[0].once) once = received_function(c, count, NULL, c->at->first, bytes);
	} else if (bytes) {
		text body = {0};
		char name[64];
		snprintf(name, sizeof name, "hpcc_received_%d", c->at->first);
		text_printf(&body, "\thpcc_bytes[0] += %ld;\n", bytes);
		once = add_function(c, "RECEIVED", name, &body);
		text_free(&body);
	}
	begin_row(c, "HPCC_COMMUNICATION", words);
	bool inner = !t && c->at->place.n > (c->at->place.in_cycle ? 1 : 0);
	add_flag_names(
	        c, c->at->maybe || inner || phase_place_unknown(&c->at->place), true, !strcmp(once, "0"), false, false);
	add_field(c, "received", once);
	end_row(c, 0, topology, pattern);
	phase_count_free(&count[0]);
}

static void communication(writer *c, const char *cycles)
{
	const flow_node *node = c->at->node;
	text words = {0};
	switch (node->kind) {
	case FLOW_COMMUNICATION:
		for (int n = 0; n < c->at->n_rings; n++) ring(c, cycles, n);
		for (int n = 0; n < node->sent.n && !c->at->n_rings; n++) section(c, cycles, n);
		return;
	case FLOW_TURNS:
		graph_words_of_turns(node->task, &words);
		fixed_size(c, &words, "HPCC_RING", "HPCC_TURNS");
		break;
	case FLOW_ELEMENT:
		graph_words_of_element(c->w->unit, node, &words);
		fixed_size(c, &words, "HPCC_TREE", "HPCC_BROADCAST");
		break;
	case FLOW_REMAP:
		graph_words_of_remap(node->stmt, &words);
		fixed_size(c, &words, "HPCC_ALL_TO_ALL", "HPCC_REMAP");
		break;
	default:
		graph_words_of_result(node, &words);
		fixed_size(c, &words, node->kind == FLOW_JOIN ? "HPCC_ALL_TO_ALL" : "HPCC_TREE",
		        node->kind == FLOW_REDUCTION ? "HPCC_REDUCTION"
		        : node->kind == FLOW_JOIN    ? "HPCC_GATHER"
		                                     : "HPCC_BROADCAST");
	}
	text_free(&words);
}

// ---- the table ---------------------------------------------------------------------------------

static void add_function_name(text *out, const prog_function *f)
{
	text_add(out, ", ");
	text_add_string(out, f ? f->symbol->name : "");
}

static void parameter_rows(const writer *c, text *out)
{
	if (!c->parameters.n) return;
	text_add(out, "static const hpcc_parameter hpcc_callback_parameters[] = {\n");
	for (int k = 0; k < c->parameters.n; k++) {
		const parameter *p = &c->parameters.at[k];
		text_add(out, "\t{");
		text_add_string(out, p->name);
		add_function_name(out, p->function);
		text_printf(out, ", %d, %d, %d, 0},\n", p->task, p->number, p->changes);
	}
	text_add(out, "};\n");
}

static void axis_rows(const writer *c, text *out)
{
	if (!c->n_axes) return;
	text_add(out, "static const hpcc_callback_axis hpcc_callback_axes[] = {\n");
	for (int k = 0; k < c->n_axes; k++) {
		const axis *a = &c->axes[k];
		text_add(out, "\t{");
		text_add_string(out, a->array);
		add_function_name(out, a->function);
		text_printf(out, ", %d, %d, %ld},\n", a->dim, a->like, a->offset);
	}
	text_add(out, "};\n");
}

// The parameter that is a loop's variable; -1: nothing depends on it.
static int counter_parameter(const writer *c, const phase_loop *loop)
{
	for (int k = 0; k < c->parameters.n && loop && loop->var; k++)
		if (c->parameters.at[k].function == loop->loop->function &&
		        !strcmp(c->parameters.at[k].name, loop->var->name))
			return k;
	return -1;
}

static void cycle_fields(const writer *c, const char *cycles, text *out)
{
	const flow_node *cycle = c->by_functions ? NULL : c->flow->cycle;
	const char *path;
	if (cycle) {
		unsigned line = prog_unit_line_name(c->w->unit, cycle->loc, &path);
		text_add(out, ", .cycle_file = ");
		text_add_string(out, path);
		text_printf(out, ", .cycle_line = %u", line);
	}
	text_printf(out, ", .cycle_parameter = %d", cycle ? counter_parameter(c, c->loops.at[0]) : -1);
	if (strcmp(cycles, "0") != 0) text_printf(out, ", .cycles = %s", cycles);
}

static void table(const writer *c, const char *cycles, int n_functions, text *out)
{
	const char *path;
	const flow_function *first = c->flow->cycle_function ? c->flow->cycle_function : &c->flow->functions[0];
	prog_unit_line_name(c->w->unit, first->function->symbol->loc, &path);
	text_add(out, "static const hpcc_callbacks hpcc_callbacks_table = {.unit = ");
	text_add_string(out, path);
	cycle_fields(c, cycles, out);
	if (c->parameters.n)
		text_printf(out, ", .n_parameters = %d, .parameters = hpcc_callback_parameters", c->parameters.n);
	if (c->n_axes) text_printf(out, ", .n_axes = %d, .axes = hpcc_callback_axes", c->n_axes);
	if (c->n_phases)
		text_printf(out, ", .n_arrays = %d, .n_phases = %d, .phases = hpcc_phases", c->arrays.n, c->n_phases);
	if (n_functions) text_printf(out, ", .n_functions = %d, .functions = hpcc_callback_functions", n_functions);
	text_add(out, "};\n");
}

static const char *steps_function(writer *c, const phase_loop *loop, int number, unsigned long *uses)
{
	c->bound = loop;
	c->at = NULL;
	c->uses = 0;
	point_sum *count = phase_loop_count(loop);
	const char *name = number_function(c, "cycles", number, count);
	point_sum_free(count);
	*uses = c->uses;
	c->uses = 0;
	c->changes = c->summed = false;
	return name;
}

// ---- functions of a part of the program --------------------------------------------------------

static void loop_rows(writer *c, text *out)
{
	if (!c->outer.n) return;
	text_add(out, "static const hpcc_callback_loop hpcc_callback_loops[] = {\n");
	for (int k = 0; k < c->outer.n; k++) {
		const outer_loop *l = &c->outer.at[k];
		const char *path;
		unsigned line = prog_unit_line_name(c->w->unit, l->loop->loc, &path);
		text_add(out, "\t{.file = ");
		text_add_string(out, path);
		text_printf(out, ", .line = %u, .marked = %d, .maybe = %d, .depth = %d, .cycle_parameter = %d", line,
		        l->marked, l->maybe, l->levels, counter_parameter(c, l->counts));
		if (strcmp(l->cycles, "0") != 0)
			text_printf(out, ", .cycles = %s, .parameters = 0x%lx", l->cycles, l->parameters);
		text_add(out, "},\n");
	}
	text_add(out, "};\n");
}

static void item_place(const found *p, text *out)
{
	if (p->outer >= 0) text_printf(out, ", .loop = &hpcc_callback_loops[%d]", p->outer);
	text_printf(out, ", .levels = %d", p->levels);
}

static void phase_items(const found *p, text *out)
{
	for (int k = 0; k < phases_of(p); k++) {
		text_printf(out, "\t{.phase = %d", p->first + k);
		item_place(p, out);
		text_printf(out, ", .depth = %d},\n", flow_split_depth(p->node));
	}
}

// How often a call is come to, if loops are around it.
static void call_times(writer *c, const phase_count *times, text *out)
{
	const int number = (int)(c->at - c->found.at);
	const char *once = number_function(c, "calls", number, times->once);
	const char *all = times->in_steps ? number_function(c, "all_calls", number, times->all) : "0";
	if (strcmp(once, "0") != 0) text_printf(out, ", .times = %s", once);
	if (strcmp(all, "0") != 0) text_printf(out, ", .all_times = %s", all);
	if (c->uses) text_printf(out, ", .parameters = 0x%lx", c->uses);
	c->uses = 0;
	c->changes = c->summed = false;
}

static void call_item(writer *c, const found *p, text *arguments, text *out)
{
	const prog_stmt *loop = p->outer < 0 ? NULL : c->outer.at[p->outer].loop;
	const int number = (int)(p - c->found.at);
	text rows = {0};
	phase_count times = {0};
	c->at = p;
	const bool inner = p->place.n > (p->place.in_cycle ? 1 : 0);
	limit_operations(c);
	if (inner) times = phase_place_count(c->ctx, &p->place);
	end_limit(c);
	const int n = callback_arguments(c->flow, p->function, loop, p->node->expr, &rows);
	if (n)
		text_printf(arguments, "static const hpcc_callback_argument hpcc_callback_arguments_%d[] = {\n%s};\n",
		        number, text_get(&rows));
	text_add(out, "\t{.phase = -1, .callee = ");
	text_add_string(out, p->node->callee->name);
	if (n) text_printf(out, ", .n_arguments = %d, .arguments = hpcc_callback_arguments_%d", n, number);
	call_times(c, &times, out);
	item_place(p, out);
	const bool known = !inner || (times.once && (!times.in_steps || times.all));
	text_printf(out, ", .estimated = %d},\n", p->maybe || !known || phase_place_unknown(&p->place));
	phase_count_free(&times);
	text_free(&rows);
}

static int items_of(writer *c, const prog_function *f, text *arguments, text *out)
{
	text rows = {0};
	int n = 0;
	for (int k = 0; k < c->found.n; k++) {
		const found *p = &c->found.at[k];
		if (p->function != f) continue;
		if (is_phase(p))
			phase_items(p, &rows);
		else
			call_item(c, p, arguments, &rows);
		n += is_phase(p) ? phases_of(p) : 1;
	}
	if (n)
		text_printf(out, "static const hpcc_callback_item hpcc_callback_items_%d[] = {\n%s};\n", f->symbol->id,
		        text_get(&rows));
	text_free(&rows);
	return n;
}

static void formals_of(const prog_function *f, text *out)
{
	if (!f->n_params) return;
	text_printf(out, "static const char *const hpcc_callback_formals_%d[] = {", f->symbol->id);
	for (int k = 0; k < f->n_params; k++) {
		if (k) text_add(out, ", ");
		text_add_string(out, f->params[k]->name ? f->params[k]->name : "");
	}
	text_add(out, "};\n");
}

// How many there are.
static int function_rows(writer *c, text *out)
{
	text rows = {0}, arguments = {0}, items = {0};
	int n = 0;
	for (int k = 0; k < c->flow->n_functions && c->by_functions; k++) {
		const prog_function *f = c->flow->functions[k].function;
		const int n_items = items_of(c, f, &arguments, &items);
		if (!n_items) continue;
		formals_of(f, &items);
		text_add(&rows, "\t{.name = ");
		text_add_string(&rows, f->symbol->name);
		text_printf(&rows, ", .is_static = %d, .n_formals = %d", f->is_static, f->n_params);
		if (f->n_params) text_printf(&rows, ", .formals = hpcc_callback_formals_%d", f->symbol->id);
		text_printf(&rows, ", .n_items = %d, .items = hpcc_callback_items_%d},\n", n_items, f->symbol->id);
		n++;
	}
	text_add(out, text_get(&arguments));
	text_add(out, text_get(&items));
	if (n)
		text_printf(out, "static const hpcc_callback_function hpcc_callback_functions[] = {\n%s};\n",
		        text_get(&rows));
	text_free(&rows);
	text_free(&arguments);
	text_free(&items);
	return n;
}

// ---- all of it ---------------------------------------------------------------------------------

static const char *cycles_of(const writer *c, const found *p, const char *cycles)
{
	if (!c->by_functions) return cycles;
	return p->outer < 0 ? "0" : c->outer.at[p->outer].cycles;
}

static const char *write_phases(writer *c)
{
	const bool cycle = c->n_phases && !c->by_functions && c->flow->cycle;
	const char *cycles = cycle ? steps_function(c, c->loops.at[0], 0, &c->cycle_uses) : "0";
	for (int k = 0; k < c->outer.n; k++) {
		outer_loop *l = &c->outer.at[k];
		l->cycles = steps_function(c, l->counts, k, &l->parameters);
	}
	for (int k = 0; k < c->found.n; k++) {
		c->at = &c->found.at[k];
		if (c->at->node->kind == FLOW_TASK)
			computation(c, cycles_of(c, c->at, cycles));
		else if (is_phase(c->at))
			communication(c, cycles_of(c, c->at, cycles));
	}
	return cycles;
}

// Whether anybody asks for the table: of a part of the program it may be that it only calls.
static bool has_table(const writer *c) { return (c->n_phases || (c->by_functions && c->found.n)) && !c->too_many; }

bool callbacks_define(rewriter *w, const control_flow *flow, text *out)
{
	writer *c = prog_alloc(w->unit, sizeof *c);
	*c = (writer){.w = w, .flow = flow, .ctx = w->g->ctx};
	c->names = (polynomial_names){name_of, c};
	c->entered = prog_alloc(w->unit, (size_t)w->unit->n_symbols + 1);
	find_phases(c);
	const char *cycles = write_phases(c);
	const bool any = has_table(c);
	if (any) {
		text all = {0}, functions = {0}, loops = {0};
		const int n_functions = function_rows(c, &functions);
		loop_rows(c, &loops);
		text_printf(&all, "\n// The callbacks: what the phases of the cycle cost.\n%s%s%s",
		        text_get(&c->functions), text_get(&c->array_rows), text_get(&loops));
		if (c->n_phases)
			text_printf(&all, "static const hpcc_phase hpcc_phases[] = {\n%s};\n", text_get(&c->rows));
		text_add(&all, text_get(&functions));
		parameter_rows(c, &all);
		axis_rows(c, &all);
		table(c, cycles, n_functions, &all);
		text_add_wrapped(out, text_get(&all), 120);
		text_free(&all);
		text_free(&functions);
		text_free(&loops);
	}
	for (int k = 0; k < c->found.n; k++) torus_rings_free(c->found.at[k].ring, c->found.at[k].n_rings);
	for (int k = 0; k < c->loops.n; k++) phase_loop_free(c->loops.at[k]);
	text_free(&c->functions);
	text_free(&c->array_rows);
	text_free(&c->rows);
	return any;
}
