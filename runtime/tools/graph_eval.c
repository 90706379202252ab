// SPDX-License-Identifier: Apache-2.0
#include "graph_eval.h"
#include "graph_lies.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct graph_eval {
	const json_t *program;
	long processes;
	graph_values values;
	graph_owners owners;
};

// The interval of an axis of a task, by processes: a dimension of a grid, and its names in forms.
typedef struct axis {
	const graph_lies *lies;
	int k;
	size_t lo, hi;
	size_t plo, phi;
	char *plo_name, *phi_name;
} axis;

typedef struct axes {
	int n;
	axis at[GRAPH_MOST_DIMS * 4];
} axes;

// ---- what is given ----------------------------------------------------------------------------

// NAME=VALUE
static bool define(graph_eval *e, char *words)
{
	char *equal = strrchr(words, '='), *end;
	errno = 0;
	const long value = equal ? strtol(equal + 1, &end, 10) : 0;
	if (!equal || equal == words || !equal[1] || *end || errno)
		return graph_trouble("-D%s: a name, '=' and a number are expected, as -Dn=4096", words), false;
	*equal = 0;
	if (strcmp(words, "P") != 0) return graph_define(&e->values, words, value), true;
	if (value < 1 || value > GRAPH_MOST_PROCESSES)
		return graph_trouble("-DP=%ld: a number from 1 to 1048576 is expected", value), false;
	e->processes = value;
	return true;
}

graph_eval *graph_eval_new(const graph_request *r, const json_t *program)
{
	graph_eval *e = graph_memory(NULL, sizeof *e);
	*e = (graph_eval){.program = program, .processes = r->processes};
	for (int k = 0; k < r->n_definitions; k++)
		if (!define(e, r->definition[k])) return graph_eval_free(e), NULL;
	if (!e->processes) {
		graph_trouble("the number of processes is missing: -DP=64, or --procs 64");
		graph_eval_free(e);
		return NULL;
	}
	graph_define(&e->values, "P", e->processes);
	e->owners = (graph_owners){.values = &e->values, .processes = e->processes};
	if (graph_sizes_read(r->layout, &e->owners.sizes)) return e;
	graph_eval_free(e);
	return NULL;
}

void graph_eval_free(graph_eval *e)
{
	graph_owners_free(&e->owners);
	graph_values_free(&e->values);
	free(e);
}

int graph_eval_processes(const graph_eval *e) { return (int)e->processes; }

// ---- who owns what ----------------------------------------------------------------------------

// The array's row with a layout in the task, or else in another one.
static const json_t *row_in(const json_t *task, const char *name)
{
	size_t k;
	json_t *row;
	json_array_foreach(json_object_get(task, "arrays"), k,
	        row) if (json_object_get(row, "layout") && !strcmp(graph_string(row, "name"), name)) return row;
	return NULL;
}

static const json_t *row_of(const graph_eval *e, const json_t *unit, const json_t *task, const char *name)
{
	size_t j, k;
	json_t *other, *each;
	const json_t *found = row_in(task, name);
	json_array_foreach(json_object_get(unit, "tasks"), k, each) if (!found) found = row_in(each, name);
	json_array_foreach(json_object_get(e->program, "units"), j, other)
	        json_array_foreach(json_object_get(other, "tasks"), k, each) if (!found) found = row_in(each, name);
	return found;
}

static void free_axes(axes *a)
{
	for (int k = 0; k < a->n; k++) free(a->at[k].plo_name), free(a->at[k].phi_name);
}

static graph_known find_axis(graph_eval *e, const json_t *unit, const json_t *task, const json_t *from, axis *to)
{
	const json_t *array = row_of(e, unit, task, graph_string(from, "array"));
	if (!array) return GRAPH_NOT_KNOWN;
	to->lies = graph_lies_of(&e->owners, array);
	if (!to->lies) return GRAPH_WRONG;
	to->k = -1;
	for (int k = 0; k < to->lies->n; k++)
		if (to->lies->dim[k] == graph_number(from, "dim")) to->k = k;
	if (to->k < 0) return GRAPH_NOT_KNOWN;
	to->lo = graph_slot(&e->values, graph_string(from, "lo"));
	to->hi = graph_slot(&e->values, graph_string(from, "hi"));
	return GRAPH_KNOWN;
}

static graph_known find_axes(graph_eval *e, const json_t *unit, const json_t *task, axes *a)
{
	size_t k;
	json_t *from;
	a->n = 0;
	json_array_foreach(json_object_get(task, "axes"), k, from)
	{
		if (a->n == GRAPH_MOST_DIMS * 4) return GRAPH_NOT_KNOWN;
		axis *to = &a->at[a->n++];
		*to = (axis){.plo_name = graph_format("plo%zu", k), .phi_name = graph_format("phi%zu", k)};
		const graph_known known = find_axis(e, unit, task, from, to);
		if (known != GRAPH_KNOWN) return known;
		to->plo = graph_slot(&e->values, to->plo_name);
		to->phi = graph_slot(&e->values, to->phi_name);
	}
	return GRAPH_KNOWN;
}

static void put(graph_values *v, size_t slot, long value) { v->at[slot].value = value, v->at[slot].known = true; }

static void own(graph_eval *e, const axes *a, long process)
{
	for (int k = 0; k < a->n; k++) {
		const axis *x = &a->at[k];
		const long c = graph_coordinate(x->lies, process, x->k);
		put(&e->values, x->lo, c < 0 ? 0 : x->lies->lo[x->k][c]);
		put(&e->values, x->hi, c < 0 ? -1 : x->lies->hi[x->k][c]);
	}
}

// Names of an axis belong to a task only.
static void disown(graph_eval *e, const axes *a)
{
	for (int k = 0; k < a->n; k++) {
		if (!a->at[k].lies || !a->at[k].plo_name) continue;
		graph_undefine(&e->values, a->at[k].plo_name);
		graph_undefine(&e->values, a->at[k].phi_name);
	}
}

// A parameter whose name stands for other words has the value of these.
static void name_parameters(graph_eval *e, const json_t *task)
{
	size_t k;
	json_t *parameter;
	json_array_foreach(json_object_get(task, "parameters"), k, parameter)
	{
		const char *name = graph_string(parameter, "name"), *words = graph_string(parameter, "text");
		if (!*words || !strcmp(name, words)) continue;
		const long *value = graph_defined(&e->values, words);
		if (value)
			graph_define(&e->values, name, *value);
		else
			graph_undefine(&e->values, name);
	}
}

// A parameter that has no value is asked for by its words.
static bool lacks_of(graph_eval *e, const json_t *task)
{
	size_t k;
	json_t *parameter;
	json_array_foreach(json_object_get(task, "parameters"), k,
	        parameter) if (e->values.missing && !strcmp(graph_string(parameter, "name"), e->values.missing) &&
	                       *graph_string(parameter, "text")) e->values.missing = graph_string(parameter, "text");
	return graph_lacks(&e->values);
}

// ---- tasks ------------------------------------------------------------------------------------

// The forms of a task, read once.
typedef struct work {
	graph_form *iterations;
	size_t n;
	graph_form **times;
	long *flops;
	bool estimated;
} work;

static bool is_estimated(const json_t *form) { return graph_is(form, "estimated"); }

static work read_work(graph_eval *e, const json_t *task)
{
	static const char *const kinds[] = {"fadd", "fmul", "fdiv", "fsqrt", "flibm"};
	const json_t *rows = json_object_get(task, "work"), *iterations = json_object_get(task, "iterations");
	work w = {.iterations = graph_form_new(iterations, &e->values), .n = json_array_size(rows)};
	w.estimated = is_estimated(iterations);
	w.times = graph_memory(NULL, w.n * sizeof *w.times);
	w.flops = graph_memory(NULL, w.n * sizeof *w.flops);
	for (size_t k = 0; k < w.n; k++) {
		const json_t *row = json_array_get(rows, k), *operations = json_object_get(row, "operations");
		w.times[k] = graph_form_new(json_object_get(row, "times"), &e->values);
		w.flops[k] = 0;
		for (size_t j = 0; j < sizeof kinds / sizeof *kinds; j++)
			w.flops[k] += graph_number(operations, kinds[j]);
		w.estimated |= w.flops[k] && (is_estimated(json_object_get(row, "times")) || is_estimated(operations));
	}
	return w;
}

static void free_work(work *w)
{
	graph_form_free(w->iterations);
	for (size_t k = 0; k < w->n; k++) graph_form_free(w->times[k]);
	free(w->times);
	free(w->flops);
}

static bool add(long *sum, long value) { return !__builtin_add_overflow(*sum, value, sum); }

static bool add_process(graph_eval *e, const work *w, graph_cost *cost)
{
	long value;
	if (w->iterations) {
		if (!graph_form_value(w->iterations, &e->values, &value)) return false;
		if (!add(&cost->iterations, value)) return false;
		if (value > cost->most) cost->most = value;
	}
	for (size_t k = 0; k < w->n; k++) {
		if (!w->flops[k]) continue;
		if (!w->times[k]) {
			cost->flops_known = false;
			continue;
		}
		if (!graph_form_value(w->times[k], &e->values, &value)) return false;
		if (__builtin_mul_overflow(value, w->flops[k], &value) || !add(&cost->flops, value)) return false;
	}
	return true;
}

static bool cost_of(graph_eval *e, const json_t *unit, const json_t *task, long first, long last, graph_cost *cost)
{
	axes a;
	name_parameters(e, task);
	*cost = (graph_cost){0};
	const graph_known known = find_axes(e, unit, task, &a);
	bool fine = known != GRAPH_WRONG;
	if (known == GRAPH_KNOWN) {
		work w = read_work(e, task);
		*cost = (graph_cost){.known = w.iterations != NULL, .flops_known = true, .estimated = w.estimated};
		for (long p = first; p <= last && fine; p++) {
			own(e, &a, p);
			fine = add_process(e, &w, cost) || lacks_of(e, task);
		}
		free_work(&w);
	}
	disown(e, &a);
	free_axes(&a);
	return fine;
}

bool graph_eval_task(graph_eval *e, const json_t *unit, const json_t *task, graph_cost *cost)
{
	return cost_of(e, unit, task, 0, e->processes - 1, cost);
}

bool graph_eval_process(graph_eval *e, const json_t *unit, const json_t *task, int process, graph_cost *cost)
{
	return cost_of(e, unit, task, process, process, cost);
}

// ---- events -----------------------------------------------------------------------------------

// Senders are looked for in boxes of coordinates: where a box has nothing, nobody in it is asked.
typedef struct asking {
	graph_eval *e;
	const axes *axes;
	const graph_lies *grid;
	const graph_form *gets;
	long element_bytes, to;
	long *left; // questions that may still be asked
	graph_pair *visit;
	void *user;
} asking;

// What those in the box own: from the first that owns something to the last.
static void put_box(const asking *a, const long *first, const long *last)
{
	for (int k = 0; k < a->axes->n; k++) {
		const axis *x = &a->axes->at[k];
		const long *lo = x->lies->lo[x->k], *hi = x->lies->hi[x->k];
		const long from = first[x->k], to = last[x->k];
		put(&a->e->values, x->plo, lo[from] < lo[to] ? lo[from] : lo[to]);
		put(&a->e->values, x->phi, hi[from] > hi[to] ? hi[from] : hi[to]);
	}
}

static int widest(const asking *a, const long *first, const long *last)
{
	int widest = 0;
	for (int k = 1; k < a->grid->n; k++)
		if (last[k] - first[k] > last[widest] - first[widest]) widest = k;
	return widest;
}

// False: something has no value. Each level halves the box, so that there are few.
static bool ask(const asking *a, const long *first, const long *last)
{
	long elements, bytes, middle[GRAPH_MOST_DIMS], behind[GRAPH_MOST_DIMS];
	if (--*a->left < 0) return true;
	put_box(a, first, last);
	if (!graph_form_value(a->gets, &a->e->values, &elements)) return false;
	if (elements <= 0) return true;
	const int k = widest(a, first, last);
	if (first[k] == last[k]) {
		const long from = graph_process_at(a->grid, first);
		if (__builtin_mul_overflow(elements, a->element_bytes, &bytes)) return false;
		if (from != a->to) a->visit(a->user, (int)from, (int)a->to, bytes);
		return true;
	}
	memcpy(middle, last, sizeof middle);
	memcpy(behind, first, sizeof behind);
	middle[k] = first[k] + (last[k] - first[k]) / 2;
	behind[k] = middle[k] + 1;
	return ask(a, first, middle) && ask(a, behind, last);
}

// All axes must lie on one grid.
static const graph_lies *grid_of(const axes *a)
{
	const graph_lies *grid = a->n ? a->at[0].lies : NULL;
	for (int k = 1; k < a->n && grid; k++) {
		const graph_lies *other = a->at[k].lies;
		if (other->n != grid->n || memcmp(other->extent, grid->extent, sizeof grid->extent) != 0) return NULL;
	}
	return grid;
}

// Where all send to all, there is no end of questions.
static graph_known ask_all(asking *a, const json_t *task)
{
	enum { FOR_EACH = 200, AT_LEAST = 200000 };
	long left = FOR_EACH * a->grid->count + AT_LEAST;
	a->left = &left;
	long first[GRAPH_MOST_DIMS] = {0}, last[GRAPH_MOST_DIMS] = {0};
	for (int k = 0; k < a->grid->n; k++) last[k] = a->grid->extent[k] - 1;
	for (a->to = 0; a->to < a->grid->count; a->to++) {
		own(a->e, a->axes, a->to);
		if (!ask(a, first, last)) return lacks_of(a->e, task), GRAPH_WRONG;
	}
	return left < 0 ? GRAPH_NOT_KNOWN : GRAPH_KNOWN;
}

graph_known graph_eval_event(graph_eval *e, const json_t *unit, const json_t *event, graph_pair *visit, void *user)
{
	axes a;
	const json_t *task = graph_task(unit, graph_number(event, "task"));
	graph_form *gets = graph_form_new(json_object_get(event, "gets"), &e->values);
	if (!gets || !task) {
		graph_form_free(gets);
		return GRAPH_NOT_KNOWN;
	}
	name_parameters(e, task);
	graph_known known = find_axes(e, unit, task, &a);
	asking all = {.e = e, .axes = &a, .gets = gets, .visit = visit, .user = user};
	all.element_bytes = graph_number(event, "element_bytes");
	all.grid = known == GRAPH_KNOWN ? grid_of(&a) : NULL;
	if (known == GRAPH_KNOWN) known = all.grid ? ask_all(&all, task) : GRAPH_NOT_KNOWN;
	disown(e, &a);
	free_axes(&a);
	graph_form_free(gets);
	return known;
}
