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
#include "callback_writer.h"
#include "formula.h"
#include "graph_json.h"
#include "graph_names.h"
#include "graph_words.h"
#include "polynomial_text.h"
#include "remarks.h"

#include <stdlib.h>
#include <string.h>

// ---- the table ---------------------------------------------------------------------------------

static void add_function_name(text *out, const prog_function *f)
{
	text_add(out, ", ");
	text_add_string(out, f ? f->symbol->name : "");
}

static void parameter_rows(const callback_writer *c, text *out)
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

static void axis_rows(const callback_writer *c, text *out)
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
static int counter_parameter(const callback_writer *c, const phase_loop *loop)
{
	for (int k = 0; k < c->parameters.n && loop && loop->var; k++)
		if (c->parameters.at[k].function == loop->loop->function &&
		        !strcmp(c->parameters.at[k].name, loop->var->name))
			return k;
	return -1;
}

static void cycle_fields(const callback_writer *c, const char *cycles, text *out)
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

static void table(const callback_writer *c, const char *cycles, int n_functions, text *out)
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

static const char *steps_function(callback_writer *c, const phase_loop *loop, int number, unsigned long *uses)
{
	c->bound = loop;
	c->at = NULL;
	c->uses = 0;
	point_sum *count = phase_loop_count(loop);
	const char *name = callback_number_function(c, "cycles", number, count);
	point_sum_free(count);
	*uses = c->uses;
	c->uses = 0;
	c->changes = c->summed = false;
	return name;
}

// ---- functions of a part of the program --------------------------------------------------------

static void loop_rows(callback_writer *c, text *out)
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
	for (int k = 0; k < callback_phases_of(p); k++) {
		text_printf(out, "\t{.phase = %d", p->first + k);
		item_place(p, out);
		text_printf(out, ", .depth = %d},\n", flow_split_depth(p->node));
	}
}

// How often a call is come to, if loops are around it.
static void call_times(callback_writer *c, const phase_count *times, text *out)
{
	const int number = (int)(c->at - c->found.at);
	const char *once = callback_number_function(c, "calls", number, times->once);
	const char *all = times->in_steps ? callback_number_function(c, "all_calls", number, times->all) : "0";
	if (strcmp(once, "0") != 0) text_printf(out, ", .times = %s", once);
	if (strcmp(all, "0") != 0) text_printf(out, ", .all_times = %s", all);
	if (c->uses) text_printf(out, ", .parameters = 0x%lx", c->uses);
	c->uses = 0;
	c->changes = c->summed = false;
}

static void call_item(callback_writer *c, const found *p, text *arguments, text *out)
{
	const prog_stmt *loop = p->outer < 0 ? NULL : c->outer.at[p->outer].loop;
	const int number = (int)(p - c->found.at);
	text rows = {0};
	phase_count times = {0};
	c->at = p;
	const bool inner = p->place.n > (p->place.in_cycle ? 1 : 0);
	callback_limit_operations(c);
	if (inner) times = phase_place_count(c->ctx, &p->place);
	callback_end_limit(c);
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

static int items_of(callback_writer *c, const prog_function *f, text *arguments, text *out)
{
	text rows = {0};
	int n = 0;
	for (int k = 0; k < c->found.n; k++) {
		const found *p = &c->found.at[k];
		if (p->function != f) continue;
		if (callback_is_phase(p))
			phase_items(p, &rows);
		else
			call_item(c, p, arguments, &rows);
		n += callback_is_phase(p) ? callback_phases_of(p) : 1;
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
static int function_rows(callback_writer *c, text *out)
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

static const char *cycles_of(const callback_writer *c, const found *p, const char *cycles)
{
	if (!c->by_functions) return cycles;
	return p->outer < 0 ? "0" : c->outer.at[p->outer].cycles;
}

static const char *write_phases(callback_writer *c)
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
			callback_computation(c, cycles_of(c, c->at, cycles));
		else if (callback_is_phase(c->at))
			callback_communication(c, cycles_of(c, c->at, cycles));
	}
	return cycles;
}

// Whether anybody asks for the table: of a part of the program it may be that it only calls.
static bool has_table(const callback_writer *c)
{
	return (c->n_phases || (c->by_functions && c->found.n)) && !c->too_many;
}

bool callbacks_define(rewriter *w, const control_flow *flow, text *out)
{
	callback_writer *c = prog_alloc(w->unit, sizeof *c);
	*c = (callback_writer){.w = w, .flow = flow, .ctx = w->g->ctx};
	c->names = (polynomial_names){callback_name_of, c};
	c->entered = prog_alloc(w->unit, (size_t)w->unit->n_symbols + 1);
	c->told = prog_alloc(w->unit, sizeof *c->told * (size_t)(flow->n_nodes + 1));
	c->told_rings = prog_alloc(w->unit, sizeof *c->told_rings * (size_t)(flow->n_nodes + 1));
	callback_find_phases(c);
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
