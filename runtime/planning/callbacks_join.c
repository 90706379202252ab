// SPDX-License-Identifier: Apache-2.0
#include "callbacks_join.h"

#include "../internal.h"

#include <stdlib.h>
#include <string.h>

// Programs in which functions call each other in ever more ways.
enum { MOST_PHASES = 4096, MOST_AXES = 64, LAST_BIT = 63 };

// What a parameter of a file is in the program: one of the table's and a number, or the number alone (-1).
typedef struct binding_t {
	int parameter;
	long add;
} binding_t;

// A function as it is called in one way.
typedef struct frame_t {
	const hpcc_callbacks *unit;
	const hpcc_callback_function *function;
	const struct frame_t *caller; // NULL: that of the cycle, or main
	const hpcc_callback_item *call;
	int in_cycle;    // the call stands in the cycle itself
	int estimated;   // it is not known how often it is called
	binding_t *bind; // of each parameter of the file
} frame_t;

struct hpcc_joined {
	const frame_t *frame;
	int in_cycle, first_axis;
};

typedef struct place_t {
	const hpcc_callbacks *unit;
	const hpcc_callback_function *function; // NULL: none
} place_t;

// How much split work there is: loops around the innermost statement, and tasks.
typedef struct amount_t {
	int depth, tasks;
} amount_t;

typedef struct known_t {
	const hpcc_callback_function *function;
	amount_t amount;
	int searched;
} known_t;

typedef struct unit_t {
	int used, first_axis, first_array;
} unit_t;

typedef struct join_t {
	const hpcc_callbacks *const *tables;
	int n;
	unit_t *units;
	known_t *known;
	int n_known;
	place_t at; // of the cycle
	const hpcc_callback_loop *cycle;
	amount_t most;
	hpcc_callbacks *table;
	hpcc_parameter *parameters;
	hpcc_callback_axis *axes;
	hpcc_phase *phases;
} join_t;

// ---- the cycle --------------------------------------------------------------------------------

static int is_call(const hpcc_callback_item *item) { return item->phase < 0; }

static const hpcc_callback_function *function_in(const hpcc_callbacks *unit, const char *name, int from_outside)
{
	for (int k = 0; k < unit->n_functions; k++) {
		const hpcc_callback_function *f = &unit->functions[k];
		if (!(from_outside && f->is_static) && strcmp(f->name, name) == 0) return f;
	}
	return NULL;
}

static place_t find_function(const join_t *j, const hpcc_callbacks *from, const char *name)
{
	place_t p = {from, from ? function_in(from, name, 0) : NULL};
	for (int k = 0; k < j->n && !p.function; k++) p = (place_t){j->tables[k], function_in(j->tables[k], name, 1)};
	return p;
}

static place_t called_by(const join_t *j, const hpcc_callbacks *unit, const hpcc_callback_item *item)
{
	return is_call(item) ? find_function(j, unit, item->callee) : (place_t){NULL, NULL};
}

static known_t *known_of(join_t *j, const hpcc_callback_function *f)
{
	for (int k = 0; k < j->n_known; k++)
		if (j->known[k].function == f) return &j->known[k];
	return NULL;
}

static known_t *add_known(join_t *j, const hpcc_callback_function *f)
{
	j->known = hpcc_grow(j->known, (size_t)(j->n_known + 1) * sizeof *j->known);
	j->known[j->n_known] = (known_t){f, {0, 0}, 0};
	return &j->known[j->n_known++];
}

static int is_first_search(join_t *j, const hpcc_callback_function *f)
{
	known_t *k = known_of(j, f);
	if (!k) k = add_known(j, f);
	return !k->searched++;
}

static void forget(join_t *j)
{
	free(j->known);
	j->known = NULL;
	j->n_known = 0;
}

static amount_t amount_of_function(join_t *j, place_t p);

// Of a function's items that stand in a loop; NULL: of all of them.
static amount_t amount_of(join_t *j, place_t p, const hpcc_callback_loop *loop)
{
	amount_t sum = {0, 0};
	for (int k = 0; k < p.function->n_items; k++) {
		const hpcc_callback_item *item = &p.function->items[k];
		if (loop && item->loop != loop) continue;
		const place_t called = called_by(j, p.unit, item);
		const amount_t a =
		        called.function ? amount_of_function(j, called) : (amount_t){item->depth, item->depth > 0};
		const int depth = a.depth + item->levels - (loop ? loop->depth : 0);
		if (a.tasks && depth > sum.depth) sum.depth = depth;
		sum.tasks += a.tasks;
	}
	return sum;
}

static amount_t amount_of_function(join_t *j, place_t p)
{
	const known_t *known = known_of(j, p.function);
	if (known) return known->amount;
	add_known(j, p.function); // what calls itself counts once
	const amount_t a = amount_of(j, p, NULL);
	known_of(j, p.function)->amount = a;
	return a;
}

static int find_marked(join_t *j, place_t p)
{
	for (int k = 0; k < p.function->n_items; k++) {
		const hpcc_callback_item *item = &p.function->items[k];
		if (item->loop && item->loop->marked) {
			j->at = p, j->cycle = item->loop;
			return 1;
		}
		const place_t called = called_by(j, p.unit, item);
		if (called.function && is_first_search(j, called.function) && find_marked(j, called)) return 1;
	}
	return 0;
}

// The outermost loops around split tasks: that with the most work, the last one of equal ones.
static void find_cycle(join_t *j, join_t *amounts, place_t p)
{
	for (int k = 0; k < p.function->n_items; k++) {
		const hpcc_callback_item *item = &p.function->items[k];
		const place_t called = called_by(j, p.unit, item);
		if (!item->loop) {
			if (called.function && is_first_search(j, called.function)) find_cycle(j, amounts, called);
			continue;
		}
		if (k && p.function->items[k - 1].loop == item->loop) continue;
		const amount_t a = amount_of(amounts, p, item->loop);
		const int more = a.depth > j->most.depth || (a.depth == j->most.depth && a.tasks >= j->most.tasks);
		if (a.tasks && more) j->most = a, j->at = p, j->cycle = item->loop;
	}
}

static void find(join_t *j, place_t start)
{
	join_t amounts = *j;
	j->at = start;
	if (!find_marked(j, start)) {
		forget(j);
		find_cycle(j, &amounts, start);
	}
	forget(j);
	forget(&amounts);
}

// ---- parameters -------------------------------------------------------------------------------

static int parameter_index(join_t *j, const frame_t *f, const char *name, const hpcc_parameter *row)
{
	hpcc_callbacks *t = j->table;
	for (int k = 0; k < t->n_parameters; k++) {
		const hpcc_parameter *p = &j->parameters[k];
		if (strcmp(p->name, name) != 0 || strcmp(p->function, f->function->name) != 0 ||
		        p->unit != f->unit->unit)
			continue;
		if (row && !p->task) j->parameters[k].task = row->task, j->parameters[k].number = row->number;
		return k;
	}
	j->parameters = hpcc_grow(j->parameters, (size_t)(t->n_parameters + 1) * sizeof *j->parameters);
	hpcc_parameter p = {.name = name, .function = f->function->name, .unit = f->unit->unit};
	if (row) p.task = row->task, p.number = row->number, p.changes = row->changes;
	j->parameters[t->n_parameters] = p;
	return t->n_parameters++;
}

static const hpcc_callback_argument *argument_for(const frame_t *f, const char *name)
{
	for (int k = 0; f->caller && k < f->function->n_formals && k < f->call->n_arguments; k++)
		if (strcmp(f->function->formals[k], name) == 0) return &f->call->arguments[k];
	return NULL;
}

// A variable of the function is what its callers say, or a parameter of the program.
static binding_t value_of(join_t *j, const frame_t *f, const char *name, const hpcc_parameter *row)
{
	const hpcc_callback_argument *a = argument_for(f, name);
	if (a && !a->changes && a->kind == HPCC_ARGUMENT_NUMBER) return (binding_t){-1, a->add};
	if (a && !a->changes && a->kind == HPCC_ARGUMENT_VARIABLE) {
		binding_t b = value_of(j, f->caller, a->variable, NULL);
		b.add += a->add;
		return b;
	}
	const int k = parameter_index(j, f, name, row);
	j->parameters[k].changes |= a && a->changes;
	return (binding_t){k, 0};
}

static unsigned long bit_of(int k) { return 1UL << (k < LAST_BIT ? k : LAST_BIT); }

// Of what stands in the cycle, or in a function that is called in it.
static int is_in(const join_t *j, const frame_t *f, const hpcc_callback_loop *loop)
{
	return f->caller || !j->cycle || loop == j->cycle;
}

static unsigned long parameters_of(const join_t *j, const frame_t *f)
{
	unsigned long all = !f->caller && j->cycle ? j->cycle->parameters : 0;
	for (int k = 0; k < f->function->n_items; k++) {
		const hpcc_callback_item *item = &f->function->items[k];
		if (!is_in(j, f, item->loop)) continue;
		all |= item->parameters | (is_call(item) ? 0 : f->unit->phases[item->phase].parameters);
		all |= item->loop ? item->loop->parameters : 0;
	}
	return all;
}

static void bind(join_t *j, frame_t *f)
{
	const unsigned long used = parameters_of(j, f);
	const int n = f->unit->n_parameters;
	f->bind = hpcc_grow(NULL, (size_t)(n + 1) * sizeof *f->bind);
	for (int k = 0; k < n; k++) {
		const hpcc_parameter *row = &f->unit->parameters[k];
		const int its = (used & bit_of(k)) && strcmp(row->function, f->function->name) == 0;
		f->bind[k] = its ? value_of(j, f, row->name, row) : (binding_t){-1, 0};
	}
}

const long *callbacks_bound(const struct hpcc_joined *j, const long *par, long bound[CALLBACKS_MOST_PARAMETERS])
{
	const binding_t *b = j->frame->bind;
	const int n = j->frame->unit->n_parameters;
	for (int k = 0; k < n; k++) bound[k] = b[k].add + (b[k].parameter < 0 ? 0 : par[b[k].parameter]);
	return bound;
}

// ---- phases -----------------------------------------------------------------------------------

static unit_t *unit_of(join_t *j, const hpcc_callbacks *unit)
{
	int k = 0;
	while (j->tables[k] != unit) k++;
	return &j->units[k];
}

// Where the axes and arrays of a file are in the program's table.
static const unit_t *use_unit(join_t *j, const hpcc_callbacks *unit)
{
	unit_t *u = unit_of(j, unit);
	hpcc_callbacks *t = j->table;
	if (u->used) return u;
	*u = (unit_t){1, t->n_axes, t->n_arrays};
	t->n_arrays += unit->n_arrays;
	if (u->first_axis + unit->n_axes > MOST_AXES || unit->n_parameters > CALLBACKS_MOST_PARAMETERS) {
		u->first_axis = -1;
		return u;
	}
	j->axes = hpcc_grow(j->axes, (size_t)(t->n_axes + unit->n_axes + 1) * sizeof *j->axes);
	for (int k = 0; k < unit->n_axes; k++) {
		j->axes[t->n_axes] = unit->axes[k];
		if (unit->axes[k].like >= 0) j->axes[t->n_axes].like += u->first_axis;
		t->n_axes++;
	}
	return u;
}

static const hpcc_callback_array *arrays_of(const hpcc_phase *p, const unit_t *u)
{
	hpcc_callback_array *a = hpcc_grow(NULL, (size_t)(p->n_arrays + 1) * sizeof *a);
	for (int k = 0; k < p->n_arrays; k++) {
		a[k] = p->arrays[k];
		a[k].number += u->first_array;
	}
	return a;
}

// Whether a parameter of the phase has another value each time that the function is called.
static int changes(const join_t *j, const frame_t *f, unsigned long parameters)
{
	for (int k = 0; k < f->unit->n_parameters; k++)
		if ((parameters & bit_of(k)) && f->bind[k].parameter >= 0 &&
		        j->parameters[f->bind[k].parameter].changes)
			return 1;
	return 0;
}

static int how_often_is_known(const join_t *j, const frame_t *f, const hpcc_callback_loop *loop)
{
	return !loop || (!f->caller && loop == j->cycle) || (loop->cycles && !loop->maybe);
}

// Parameters of the file as those of the program.
static unsigned long bound_bits(const frame_t *f, unsigned long parameters)
{
	unsigned long bits = 0;
	for (int k = 0; k < f->unit->n_parameters; k++)
		if ((parameters & bit_of(k)) && f->bind[k].parameter >= 0) bits |= bit_of(f->bind[k].parameter);
	return bits;
}

// Too many axes, or too many parameters: nothing is known of it.
static void make_unknown(hpcc_phase *p)
{
	p->flags |= HPCC_UNKNOWN;
	p->axis = 0, p->axes = p->parameters = 0;
	p->num_pdus = NULL, p->operations = p->all_operations = NULL, p->linear = NULL;
	p->received = p->all_received = NULL;
	p->n_arrays = 0;
	p->loop = NULL, p->joined = NULL;
}

static hpcc_phase joined_phase(join_t *j, const frame_t *f, const hpcc_phase *of)
{
	const unit_t *u = use_unit(j, f->unit);
	struct hpcc_joined *joined = hpcc_grow(NULL, sizeof *joined);
	const int in_cycle = !f->caller && j->cycle && of->loop == j->cycle;
	*joined = (struct hpcc_joined){f, in_cycle, u->first_axis < 0 ? 0 : u->first_axis};
	hpcc_phase p = *of;
	p.joined = joined;
	if (!in_cycle) p.flags &= ~HPCC_ONCE; // between two calls others may write
	if (f->estimated || changes(j, f, of->parameters) || !how_often_is_known(j, f, of->loop))
		p.flags |= HPCC_ESTIMATED;
	if (u->first_axis < 0) {
		make_unknown(&p);
		return p;
	}
	p.axis += u->first_axis;
	p.axes <<= u->first_axis;
	p.parameters = bound_bits(f, of->parameters | (of->loop && !in_cycle ? of->loop->parameters : 0));
	for (const frame_t *at = f; at->caller; at = at->caller)
		p.parameters |= bound_bits(at->caller,
		        at->call->parameters |
		                (at->call->loop && (!at->in_cycle || at->call->all_times) ? at->call->loop->parameters
		                                                                          : 0));
	p.arrays = arrays_of(of, u);
	return p;
}

static void add_phase(join_t *j, const frame_t *f, const hpcc_phase *of)
{
	const hpcc_phase p = joined_phase(j, f, of);
	j->phases = hpcc_grow(j->phases, (size_t)(j->table->n_phases + 1) * sizeof *j->phases);
	j->phases[j->table->n_phases++] = p;
}

static int is_within(const frame_t *f, const hpcc_callback_function *function)
{
	for (; f; f = f->caller)
		if (f->function == function) return 1;
	return 0;
}

static void add_phases(join_t *j, const frame_t *f);

static void add_call(join_t *j, const frame_t *f, const hpcc_callback_item *call)
{
	const place_t p = called_by(j, f->unit, call);
	if (!p.function || is_within(f, p.function) || f->unit->n_parameters > CALLBACKS_MOST_PARAMETERS) return;
	frame_t *called = hpcc_grow(NULL, sizeof *called);
	*called = (frame_t){.unit = p.unit, .function = p.function, .caller = f, .call = call};
	called->in_cycle = !f->caller && j->cycle && call->loop == j->cycle;
	called->estimated = f->estimated || call->estimated || changes(j, f, call->parameters) ||
	                    !how_often_is_known(j, f, call->loop);
	bind(j, called);
	add_phases(j, called);
}

static void add_phases(join_t *j, const frame_t *f)
{
	int *number = hpcc_grow(NULL, (size_t)(f->unit->n_phases + 1) * sizeof *number);
	for (int k = 0; k < f->unit->n_phases; k++) number[k] = -1;
	for (int k = 0; k < f->function->n_items && j->table->n_phases < MOST_PHASES; k++) {
		const hpcc_callback_item *item = &f->function->items[k];
		if (!is_in(j, f, item->loop)) continue;
		if (is_call(item)) {
			add_call(j, f, item);
			continue;
		}
		number[item->phase] = j->table->n_phases;
		add_phase(j, f, &f->unit->phases[item->phase]);
	}
	for (int k = 0; k < f->unit->n_phases; k++) {
		const int overlap = f->unit->phases[k].overlap;
		if (number[k] >= 0) j->phases[number[k]].overlap = overlap < 0 ? -1 : number[overlap];
	}
	free(number);
}

// ---- how often --------------------------------------------------------------------------------

static double at_least_one(double n) { return n < 1 ? 1 : n; }

int callbacks_first_axis(const struct hpcc_joined *j) { return j->first_axis; }
int callbacks_same_file(const struct hpcc_joined *a, const struct hpcc_joined *b)
{
	return a == b || (a && b && a->frame->unit == b->frame->unit);
}

int callbacks_in_cycle(const struct hpcc_joined *j) { return j->in_cycle; }

// How often a function calls another one, on the average of the cycle's steps if that stands in the cycle.
static double times_of(const frame_t *called, const long *par)
{
	long bound[CALLBACKS_MOST_PARAMETERS];
	const hpcc_callback_item *call = called->call;
	const hpcc_callback_loop *loop = call->loop;
	const struct hpcc_joined caller = {.frame = called->caller};
	const long *its = callbacks_bound(&caller, par, bound);
	const double steps = loop && loop->cycles ? loop->cycles(its) : 1;
	if (call->all_times) return call->all_times(its) / (called->in_cycle ? at_least_one(steps) : 1);
	return (call->times ? call->times(its) : 1) * (called->in_cycle ? 1 : steps);
}

double callbacks_calls(const struct hpcc_joined *j, const long *par)
{
	double n = 1;
	for (const frame_t *f = j->frame; f->caller; f = f->caller)
		if (f->call->loop || f->call->times) n *= times_of(f, par);
	return n;
}

// ---- the table --------------------------------------------------------------------------------

// The cycle of the program, of which there is one.
static const frame_t *cycle_frame;
static const hpcc_callback_loop *cycle_loop;

static double cycles(const long *par)
{
	long bound[CALLBACKS_MOST_PARAMETERS];
	const struct hpcc_joined at = {.frame = cycle_frame};
	return cycle_loop->cycles(callbacks_bound(&at, par, bound));
}

static void describe_cycle(const join_t *j, const frame_t *f)
{
	hpcc_callbacks *t = j->table;
	const hpcc_callback_loop *loop = j->cycle;
	t->unit = f->unit->unit;
	t->cycle_parameter = -1;
	if (!loop) return;
	t->cycle_file = loop->file;
	t->cycle_line = loop->line;
	if (loop->cycle_parameter >= 0) t->cycle_parameter = f->bind[loop->cycle_parameter].parameter;
	cycle_frame = f, cycle_loop = loop;
	if (loop->cycles) t->cycles = cycles;
}

const hpcc_callbacks *callbacks_join(const hpcc_callbacks *const *tables, int n)
{
	join_t j = {.tables = tables, .n = n};
	const place_t start = find_function(&j, NULL, "main");
	if (!start.function) return NULL;
	j.units = hpcc_grow(NULL, (size_t)n * sizeof *j.units);
	memset(j.units, 0, (size_t)n * sizeof *j.units);
	j.table = hpcc_grow(NULL, sizeof *j.table);
	*j.table = (hpcc_callbacks){0};
	find(&j, start);
	frame_t *f = hpcc_grow(NULL, sizeof *f);
	*f = (frame_t){.unit = j.at.unit, .function = j.at.function};
	if (f->unit->n_parameters <= CALLBACKS_MOST_PARAMETERS) {
		bind(&j, f);
		add_phases(&j, f);
		describe_cycle(&j, f);
	}
	j.table->parameters = j.parameters, j.table->axes = j.axes, j.table->phases = j.phases;
	free(j.units);
	return j.table->n_phases ? j.table : NULL;
}
