// SPDX-License-Identifier: Apache-2.0
//
// The callbacks of the program: tables that its units and its author have registered, and questions to them.
#include "hpcc/callbacks.h"

#include "../arrays/arrays.h"
#include "callbacks_join.h"

#include <stdlib.h>
#include <string.h>

// ---- tables -----------------------------------------------------------------------------------

typedef struct table_t {
	const hpcc_callbacks *callbacks;
	int by_user;
	struct table_t *next;
} table_t;
static table_t *tables; // the last one first

static void add(const hpcc_callbacks *c, int by_user)
{
	table_t *t = hpcc_grow(NULL, sizeof *t);
	*t = (table_t){c, by_user, tables};
	tables = t;
}

void hpcc_callbacks_register(const hpcc_callbacks *c) { add(c, 0); }
void hpcc_callbacks_replace(const hpcc_callbacks *c) { add(c, 1); }

static int is_for(const hpcc_callbacks *c, const char *unit) { return !c->unit || strcmp(c->unit, unit) == 0; }

// Those of functions as one, made when somebody asks, and again if there are more then.
static const hpcc_callbacks *joined(void)
{
	static const hpcc_callbacks *all;
	static const table_t *made_of;
	int n = 0;
	if (made_of == tables) return all;
	for (const table_t *t = tables; t; t = t->next) n++;
	const hpcc_callbacks **list = hpcc_grow(NULL, (size_t)n * sizeof *list);
	n = 0;
	for (const table_t *t = tables; t; t = t->next) list[n++] = t->callbacks;
	all = callbacks_join(list, n);
	made_of = tables;
	free(list);
	return all;
}

static const hpcc_callbacks *program_table(void)
{
	for (const table_t *t = tables; t; t = t->next)
		if (t->by_user) return t->callbacks;
	for (const table_t *t = tables; t; t = t->next)
		if (!t->callbacks->n_functions) return t->callbacks;
	return joined();
}

const hpcc_callbacks *hpcc_callbacks_of(const char *unit)
{
	if (!unit) return program_table();
	for (const table_t *t = tables; t; t = t->next)
		if (t->by_user && is_for(t->callbacks, unit)) return t->callbacks;
	for (const table_t *t = tables; t; t = t->next)
		if (is_for(t->callbacks, unit)) return t->callbacks;
	return NULL;
}

// ---- arch_cost --------------------------------------------------------------------------------

typedef struct cost_t {
	const hpcc_phase *phase;
	char *processor;
	double usec[HPCC_N_OPERATIONS];
	struct cost_t *next;
} cost_t;
static cost_t *costs;

static cost_t *find_cost(const hpcc_phase *phase, const char *processor)
{
	cost_t *c = costs;
	while (c && (c->phase != phase || strcmp(c->processor, processor) != 0)) c = c->next;
	return c;
}

void hpcc_set_arch_cost(const hpcc_phase *phase, const char *processor, const double usec[HPCC_N_OPERATIONS])
{
	cost_t *c = find_cost(phase, processor);
	if (!c) {
		size_t n = strlen(processor) + 1;
		c = hpcc_grow(NULL, sizeof *c);
		*c = (cost_t){.phase = phase, .processor = hpcc_grow(NULL, n), .next = costs};
		memcpy(c->processor, processor, n);
		costs = c;
	}
	memcpy(c->usec, usec, sizeof c->usec);
}

int hpcc_arch_cost(const hpcc_phase *phase, const char *processor, double usec[HPCC_N_OPERATIONS])
{
	const cost_t *c = find_cost(phase, processor);
	if (c) memcpy(usec, c->usec, sizeof c->usec);
	return c != NULL;
}

// ---- what a phase costs in a step -------------------------------------------------------------

// What adds to `n` numbers, and by what they are multiplied then.
typedef struct cost_of_t {
	void (*function)(const long *par, const hpcc_range *own, double *to); // NULL: it is not known
	const long *par;                                                      // of the table that has the function
	int n, same;
	int first; // the axis that comes first in what the function is given: one of the program's own knows of no other
	double factor;
} cost_of_t;

// Room for the parameters of a file.
typedef struct bound_t {
	long par[CALLBACKS_MOST_PARAMETERS];
} bound_t;

static const long *bound_of(const hpcc_phase *phase, const long *par, bound_t *room)
{
	return phase->joined ? callbacks_bound(phase->joined, par, room->par) : par;
}

static int first_axis_of(const hpcc_phase *phase) { return phase->joined ? callbacks_first_axis(phase->joined) : 0; }

// Of the loop in which the phase is told, with the parameters of its file.
static double steps_of(const hpcc_callbacks *c, const hpcc_phase *phase, const long *par)
{
	hpcc_number_function *const cycles = phase->loop ? phase->loop->cycles : phase->joined ? NULL : c->cycles;
	return cycles ? cycles(par) : 1;
}

static double at_least_one(double n) { return n < 1 ? 1 : n; }

// Whether steps are those of the cycle; else what the phase does in all of them is done in one step of the cycle.
static int is_told_by_steps(const hpcc_phase *phase) { return !phase->joined || callbacks_in_cycle(phase->joined); }

static double calls_of(const hpcc_phase *phase, const long *par)
{
	return phase->joined ? callbacks_calls(phase->joined, par) : 1;
}

static cost_of_t cost_of(const hpcc_callbacks *c, const hpcc_phase *phase, const long *par, bound_t *room)
{
	int computes = phase->kind == HPCC_COMPUTATION;
	cost_of_t f = {.n = computes ? HPCC_N_OPERATIONS : HPCC_N_SIDES,
	        .par = bound_of(phase, par, room),
	        .same = phase->flags & HPCC_SAME_FOR_ALL,
	        .first = phase->flags & HPCC_BY_USER ? phase->axis : first_axis_of(phase),
	        .factor = calls_of(phase, par)};
	f.function = computes ? phase->all_operations : phase->all_received;
	if (f.function) {
		if (is_told_by_steps(phase)) f.factor /= at_least_one(steps_of(c, phase, f.par));
	} else {
		f.function = computes ? phase->operations : phase->received;
		if (!is_told_by_steps(phase)) f.factor *= steps_of(c, phase, f.par);
	}
	return f;
}

// What does not depend on what a process owns.
static void add_fixed(const cost_of_t *f, double *to)
{
	if (f->function && (f->same || f->n == HPCC_N_OPERATIONS)) f->function(f->par, NULL, to);
}

static void add_owned(const cost_of_t *f, const hpcc_range *own, double *to)
{
	if (f->function && !f->same) f->function(f->par, own + f->first, to);
}

static void scale(const cost_of_t *f, double *to)
{
	for (int k = 0; k < f->n && f->factor != 1; k++) to[k] *= f->factor;
}

double hpcc_fp_operations(const double n[HPCC_N_OPERATIONS])
{
	return n[HPCC_FADD] + n[HPCC_FMUL] + n[HPCC_FDIV] + n[HPCC_FSQRT] + n[HPCC_FLIBM];
}

// ---- sums over intervals ----------------------------------------------------------------------

enum { MOST_AXES = 64 }; // one bit for each in hpcc_phase.axes

// Goes through all that a process owns along all axes at once, one interval of each. Of an axis that is like another one
// the interval has the same number. Indices of an interval with a step are taken one by one.
typedef struct walk_t {
	const hpcc_callbacks *c;
	const hpcc_intervals *own;
	const cost_of_t *cost;       // adds to `to`; NULL:
	hpcc_memory_function *bytes; // is added to it
	const long *par;             // what that is given
	int first;
	double *to;
	unsigned long axes;    // along which what is owned matters
	int number[MOST_AXES]; // of the interval of each axis
	hpcc_range now[MOST_AXES];
} walk_t;

static void walk(walk_t *w, int axis);

static void walk_range(walk_t *w, int axis, hpcc_range r)
{
	if (r.step <= 1) {
		w->now[axis] = r;
		walk(w, axis + 1);
		return;
	}
	for (long at = r.lo; at <= r.hi; at += r.step) {
		w->now[axis] = (hpcc_range){at, at, 1};
		walk(w, axis + 1);
	}
}

static void walk(walk_t *w, int axis)
{
	if (axis == w->c->n_axes) {
		if (w->cost)
			add_owned(w->cost, w->now, w->to);
		else
			*w->to += w->bytes(w->par, w->now + w->first);
		return;
	}
	if (!(w->axes >> axis & 1)) {
		w->now[axis] = (hpcc_range){0, -1, 1};
		walk(w, axis + 1);
		return;
	}
	const hpcc_intervals *of = &w->own[axis];
	int like = w->c->axes[axis].like;
	int together = like >= 0 && (w->axes >> like & 1) && w->own[like].n == of->n;
	int first = together ? w->number[like] : 0, end = together ? first + 1 : of->n;
	for (int k = first; k < end; k++) {
		w->number[axis] = k;
		walk_range(w, axis, of->range[k]);
	}
}

static void check_axes(const hpcc_callbacks *c)
{
	if (c->n_axes > MOST_AXES) hpcc_die(NULL, "a table of callbacks has more than %d axes", MOST_AXES);
}

static void add_all(
        const hpcc_callbacks *c, const hpcc_phase *phase, const long *par, const hpcc_intervals *own, double *to)
{
	bound_t room;
	const cost_of_t f = cost_of(c, phase, par, &room);
	walk_t w = {.c = c, .own = own, .cost = &f, .to = to, .axes = phase->axes};
	check_axes(c);
	memset(to, 0, (size_t)f.n * sizeof *to);
	add_fixed(&f, to);
	if (f.function && !f.same) walk(&w, 0);
	scale(&f, to);
}

void hpcc_phase_operations(const hpcc_callbacks *c, const hpcc_phase *phase, const long *par, const hpcc_intervals *own,
        double operations[HPCC_N_OPERATIONS])
{
	memset(operations, 0, HPCC_N_OPERATIONS * sizeof *operations);
	if (phase->kind == HPCC_COMPUTATION) add_all(c, phase, par, own, operations);
}

void hpcc_phase_received_first(const hpcc_callbacks *c, const hpcc_phase *phase, const long *par,
        const hpcc_intervals *own, double bytes[HPCC_N_SIDES])
{
	memset(bytes, 0, HPCC_N_SIDES * sizeof *bytes);
	if (phase->kind == HPCC_COMMUNICATION) add_all(c, phase, par, own, bytes);
}

static int is_sent_each_time(const hpcc_phase *phase) { return !(phase->flags & HPCC_ONCE); }

void hpcc_phase_received(const hpcc_callbacks *c, const hpcc_phase *phase, const long *par, const hpcc_intervals *own,
        double bytes[HPCC_N_SIDES])
{
	memset(bytes, 0, HPCC_N_SIDES * sizeof *bytes);
	if (is_sent_each_time(phase)) hpcc_phase_received_first(c, phase, par, own, bytes);
}

// ---- complexities -----------------------------------------------------------------------------

double hpcc_phase_num_pdus(const hpcc_phase *phase, const long *par)
{
	bound_t room;
	return phase->num_pdus ? phase->num_pdus(bound_of(phase, par, &room)) : 0;
}

// What a process gets that owns the same along all axes.
static void with_range(const hpcc_callbacks *c, const cost_of_t *f, hpcc_range r, double *to)
{
	hpcc_range own[MOST_AXES];
	check_axes(c);
	for (int k = 0; k < c->n_axes; k++) own[k] = r;
	add_owned(f, own, to);
}

hpcc_comp_complexity hpcc_phase_comp_complexity(const hpcc_callbacks *c, const hpcc_phase *phase, const long *par)
{
	const hpcc_range everything = {-0x1000000000000L, 0x1000000000000L, 1}; // HPCC_INF of runtime.h
	bound_t room;
	const cost_of_t f = cost_of(c, phase, par, &room);
	double fixed[HPCC_N_OPERATIONS] = {0}, split[HPCC_N_OPERATIONS] = {0}, pdus = hpcc_phase_num_pdus(phase, par);
	hpcc_comp_complexity r = {0, 0, phase->linear != NULL};
	if (phase->kind != HPCC_COMPUTATION) return r;
	add_fixed(&f, fixed);
	r.non_pdu = hpcc_fp_operations(fixed) * f.factor;
	if (phase->linear) {
		phase->linear(f.par, split);
		r.pdu = hpcc_fp_operations(split) * calls_of(phase, par);
		if (!is_told_by_steps(phase)) r.pdu *= steps_of(c, phase, f.par);
	} else if (pdus > 0) {
		const hpcc_range own = phase->flags & HPCC_BY_USER ? (hpcc_range){0, (long)pdus - 1, 1} : everything;
		with_range(c, &f, own, split);
		r.pdu = hpcc_fp_operations(split) * f.factor / pdus;
	}
	return r;
}

static double largest_message(const hpcc_callbacks *c, const hpcc_phase *phase, const long *par, hpcc_range r)
{
	bound_t room;
	const cost_of_t f = cost_of(c, phase, par, &room);
	double bytes[HPCC_N_SIDES] = {0};
	add_fixed(&f, bytes);
	with_range(c, &f, r, bytes);
	return (bytes[0] > bytes[1] ? bytes[0] : bytes[1]) * f.factor;
}

// Of the task that the phase belongs to.
static double pdus_of_task(const hpcc_callbacks *c, const hpcc_phase *phase, const long *par)
{
	double most = 0;
	for (int k = 0; k < c->n_phases; k++) {
		const hpcc_phase *p = &c->phases[k];
		const int its = p->task == phase->task && callbacks_same_file(p->joined, phase->joined);
		double n = its ? hpcc_phase_num_pdus(p, par) : 0;
		if (n > most) most = n;
	}
	return most;
}

// In the middle of the domain, with one index and with two: what is sent is affine in how many there are. What does not
// depend on them comes to the last process, too: of other phases it is what that one gets which owns the rest.
hpcc_comm_complexity hpcc_phase_comm_complexity(const hpcc_callbacks *c, const hpcc_phase *phase, const long *par)
{
	const long last = (long)pdus_of_task(c, phase, par), middle = last / 2;
	if (phase->kind != HPCC_COMMUNICATION || !is_sent_each_time(phase)) return (hpcc_comm_complexity){0, 0};
	if (phase->pattern != HPCC_SHIFT && phase->pattern != HPCC_SECTION)
		return (hpcc_comm_complexity){0, largest_message(c, phase, par, (hpcc_range){0, last, 1})};
	double one = largest_message(c, phase, par, (hpcc_range){middle, middle, 1});
	double two = largest_message(c, phase, par, (hpcc_range){middle, middle + 1, 1});
	return (hpcc_comm_complexity){two - one, 2 * one - two};
}

// ---- dominant phases --------------------------------------------------------------------------

// Of a process that has an equal part.
static double weight_of(const hpcc_callbacks *c, const hpcc_phase *phase, const long *par, int n_processes)
{
	double pdus = pdus_of_task(c, phase, par) / n_processes;
	if (phase->kind == HPCC_COMPUTATION) {
		hpcc_comp_complexity r = hpcc_phase_comp_complexity(c, phase, par);
		return r.non_pdu + r.pdu * pdus;
	}
	hpcc_comm_complexity r = hpcc_phase_comm_complexity(c, phase, par);
	return r.non_pdu + r.pdu * pdus;
}

static int largest(const hpcc_callbacks *c, const long *par, int n_processes, hpcc_phase_kind kind)
{
	int found = -1;
	double most = 0;
	for (int k = 0; k < c->n_phases; k++) {
		if (c->phases[k].kind != kind) continue;
		double weight = weight_of(c, &c->phases[k], par, n_processes);
		if (found < 0 || weight > most) found = k, most = weight;
	}
	return found;
}

int hpcc_dominant_comp(const hpcc_callbacks *c, const long *par, int n_processes)
{
	return c->dominant_comp ? c->dominant_comp(c, par, n_processes)
	                        : largest(c, par, n_processes, HPCC_COMPUTATION);
}

int hpcc_dominant_comm(const hpcc_callbacks *c, const long *par, int n_processes)
{
	return c->dominant_comm ? c->dominant_comm(c, par, n_processes)
	                        : largest(c, par, n_processes, HPCC_COMMUNICATION);
}

// ---- memory -----------------------------------------------------------------------------------

static double bytes_of(const hpcc_callbacks *c, const hpcc_phase *phase, const hpcc_callback_array *a, const long *par,
        const hpcc_intervals *own)
{
	double bytes = 0;
	walk_t w = {.c = c,
	        .own = own,
	        .bytes = a->bytes,
	        .par = par,
	        .first = first_axis_of(phase),
	        .to = &bytes,
	        .axes = phase->axes};
	walk(&w, 0);
	return bytes;
}

// ranges: one interval of each axis; NULL: `own`.
static double all_bytes(const hpcc_callbacks *c, const long *par, const hpcc_intervals *own, const hpcc_range *ranges)
{
	enum { FEW = 64 };
	const int n = c->n_arrays;
	double few[FEW], *const most = n > FEW ? hpcc_grow(NULL, (size_t)n * sizeof *most) : few, sum = 0;
	for (int k = 0; k < n; k++) most[k] = 0;
	for (int k = 0; k < c->n_phases; k++) {
		const hpcc_phase *phase = &c->phases[k];
		if (!phase->n_arrays) continue;
		bound_t room;
		const long *its = bound_of(phase, par, &room);
		for (int j = 0; j < phase->n_arrays; j++) {
			const hpcc_callback_array *a = &phase->arrays[j];
			if (!a->bytes || a->number < 0 || a->number >= n) continue;
			double bytes =
			        ranges ? a->bytes(its, ranges + first_axis_of(phase)) : bytes_of(c, phase, a, its, own);
			if (bytes > most[a->number]) most[a->number] = bytes;
		}
	}
	for (int k = 0; k < n; k++) sum += most[k];
	if (most != few) free(most);
	return sum;
}

double hpcc_callbacks_memory(const hpcc_callbacks *c, const long *par, const hpcc_intervals *own)
{
	check_axes(c);
	return all_bytes(c, par, own, NULL);
}

// ---- partitions -------------------------------------------------------------------------------

// Of one phase, for all processes.
static void evaluate_phase(const hpcc_callbacks *c, const hpcc_phase *phase, const long *par, int n_processes,
        const hpcc_range *own, double *to)
{
	bound_t room;
	const cost_of_t f = cost_of(c, phase, par, &room);
	double fixed[HPCC_N_OPERATIONS] = {0};
	add_fixed(&f, fixed);
	for (int p = 0; p < n_processes; p++, own += c->n_axes, to += c->n_phases) {
		double n[HPCC_N_OPERATIONS];
		memcpy(n, fixed, sizeof n);
		add_owned(&f, own, n);
		*to = (phase->kind == HPCC_COMPUTATION ? hpcc_fp_operations(n) : n[0] + n[1]) * f.factor;
	}
}

void hpcc_callbacks_evaluate(const hpcc_callbacks *c, const long *par, int n_processes, const hpcc_range *own,
        double *operations, double *bytes, double *memory)
{
	const size_t n = (size_t)n_processes * (size_t)c->n_phases;
	if (operations) memset(operations, 0, n * sizeof *operations);
	if (bytes) memset(bytes, 0, n * sizeof *bytes);
	for (int k = 0; k < c->n_phases; k++) {
		double *to = c->phases[k].kind == HPCC_COMPUTATION ? operations : bytes;
		if (to && is_sent_each_time(&c->phases[k]))
			evaluate_phase(c, &c->phases[k], par, n_processes, own, to + k);
	}
	for (int p = 0; p < n_processes && memory; p++)
		memory[p] = all_bytes(c, par, NULL, own + (size_t)p * (size_t)c->n_axes);
}
