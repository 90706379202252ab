// SPDX-License-Identifier: Apache-2.0
//
// One step of the phase cycle, once what stays valid is there: who sends how much to whom, by closed forms.
#include "graph_cycle.h"
#include "graph_eval.h"

#include <stdlib.h>
#include <string.h>

typedef struct pair {
	int from, to;
	size_t task; // what is sent in front of a task is one message
	long bytes;
} pair;

typedef struct step {
	const graph_request *r;
	graph_eval *eval;
	pair *pairs;
	size_t n, room;
	const json_t *task; // of the last event
	size_t n_tasks;
	json_t *unknown, *collective, *estimated, *at_most, *pointed, *again;
} step;

// ---- events -----------------------------------------------------------------------------------

static void add_pair(void *user, int from, int to, long bytes)
{
	step *s = user;
	if (s->n == s->room) {
		s->room = s->room ? 2 * s->room : 1024;
		s->pairs = graph_memory(s->pairs, s->room * sizeof *s->pairs);
	}
	s->pairs[s->n++] = (pair){from, to, s->n_tasks, bytes};
}

static bool is_collective(const json_t *event)
{
	static const char *const names[] = {"reduction", "element", "last_value", "join", "allgather", "broadcast"};
	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		if (!strcmp(graph_string(event, "pattern"), names[k])) return true;
	return false;
}

static void note(json_t *list, const json_t *unit, const json_t *event)
{
	char *words = graph_format(
	        "%s:%ld %s", graph_file(unit, event), graph_number(event, "line"), graph_string(event, "text"));
	json_array_append_new(list, json_string(words));
	free(words);
}

static bool add_event(void *user, const graph_sent *sent)
{
	step *s = user;
	const json_t *unit = sent->unit, *event = sent->event;
	if (is_collective(event)) return note(s->collective, unit, event), true;
	const json_t *task = graph_task(unit, graph_number(event, "task"));
	s->n_tasks += !task || task != s->task;
	s->task = task;
	const size_t before = s->n;
	const graph_known known = graph_eval_event(s->eval, unit, event, add_pair, s);
	if (known != GRAPH_KNOWN) s->n = before;
	if (known == GRAPH_NOT_KNOWN) note(s->unknown, unit, event);
	if (known != GRAPH_KNOWN) return known != GRAPH_WRONG;
	if (graph_is(json_object_get(event, "gets"), "estimated")) note(s->estimated, unit, event);
	if (sent->may) note(s->at_most, unit, event);
	if (sent->pointed) note(s->pointed, unit, event);
	if (sent->again) note(s->again, unit, event);
	return true;
}

// ---- the matrix -------------------------------------------------------------------------------

static int by_pair(const void *a, const void *b)
{
	const pair *x = a, *y = b;
	return x->from != y->from ? x->from - y->from : x->to - y->to;
}

static int by_pair_and_task(const void *a, const void *b)
{
	const pair *x = a, *y = b;
	const int order = by_pair(a, b);
	return order ? order : (x->task > y->task) - (x->task < y->task);
}

static void print_pairs(step *s)
{
	if (s->n) qsort(s->pairs, s->n, sizeof *s->pairs, by_pair_and_task);
	for (size_t k = 0; k < s->n;) {
		long messages = 0, bytes = 0;
		const size_t first = k;
		for (; k < s->n && by_pair(&s->pairs[first], &s->pairs[k]) == 0; k++) {
			messages += k == first || s->pairs[k].task != s->pairs[k - 1].task;
			bytes += s->pairs[k].bytes;
		}
		fprintf(s->r->out, "%d,%d,%ld,%ld\n", s->pairs[first].from, s->pairs[first].to, messages, bytes);
	}
}

static void print_notes(FILE *out, const json_t *list, const char *what)
{
	size_t k;
	json_t *words;
	json_array_foreach((json_t *)list, k, words)
	{
		fprintf(out, "# %s ", what);
		graph_put(out, json_string_value(words) ? json_string_value(words) : "");
		fputc('\n', out);
	}
}

int graph_print_steady_matrix(const graph_request *r, const json_t *const *program)
{
	step s = {.r = r, .eval = graph_eval_new(r, program[0])};
	if (!s.eval) return GRAPH_TROUBLE;
	s.unknown = json_array();
	s.collective = json_array();
	s.estimated = json_array();
	s.at_most = json_array();
	s.pointed = json_array();
	s.again = json_array();
	const bool fine = graph_cycle_walk(program[0], add_event, &s);
	if (fine) {
		fputs("from,to,messages,bytes\n", r->out);
		print_pairs(&s);
		print_notes(r->out, s.collective, "to or from all:");
		print_notes(r->out, s.estimated, "at least, or another mapping:");
		print_notes(r->out, s.at_most, "at most, under a condition:");
		print_notes(r->out, s.pointed, "at most, nothing if pointers stay where they lead:");
		print_notes(r->out, s.again, "once, and may be sent more often in a step:");
		print_notes(r->out, s.unknown, "all to all, or only a run knows:");
	}
	json_decref(s.unknown);
	json_decref(s.collective);
	json_decref(s.estimated);
	json_decref(s.at_most);
	json_decref(s.pointed);
	json_decref(s.again);
	free(s.pairs);
	graph_eval_free(s.eval);
	return fine ? GRAPH_FINE : GRAPH_TROUBLE;
}

// ---- all of it, for programs ------------------------------------------------------------------

static void append_pair(void *user, int from, int to, long bytes)
{
	json_array_append_new(user, json_pack("[iiI]", from, to, (json_int_t)bytes));
}

static bool append_task(graph_eval *e, const json_t *unit, const json_t *task, json_t *list)
{
	json_t *iterations = json_array(), *flops = json_array();
	graph_cost cost = {0};
	bool fine = true;
	for (int p = 0; p < graph_eval_processes(e) && fine; p++) {
		fine = graph_eval_process(e, unit, task, p, &cost);
		json_array_append_new(iterations, cost.known ? json_integer(cost.iterations) : json_null());
		json_array_append_new(flops, cost.flops_known ? json_integer(cost.flops) : json_null());
	}
	json_array_append_new(
	        list, json_pack("{sssisisoso}", "unit", graph_string(unit, "unit"), "id", (int)graph_number(task, "id"),
	                      "line", (int)graph_number(task, "line"), "iterations", iterations, "flops", flops));
	return fine;
}

static bool append_event(graph_eval *e, const json_t *unit, const json_t *event, json_t *list)
{
	json_t *pairs = json_array();
	const graph_known known = graph_eval_event(e, unit, event, append_pair, pairs);
	json_array_append_new(
	        list, json_pack("{ssssso}", "unit", graph_string(unit, "unit"), "id", graph_string(event, "id"),
	                      "pairs", known == GRAPH_KNOWN ? pairs : json_null()));
	if (known != GRAPH_KNOWN) json_decref(pairs);
	return known != GRAPH_WRONG;
}

int graph_print_evaluated(const graph_request *r, const json_t *const *program)
{
	graph_eval *e = graph_eval_new(r, program[0]);
	if (!e) return GRAPH_TROUBLE;
	json_t *tasks = json_array(), *events = json_array(), *unit, *each;
	size_t k, j;
	bool fine = true;
	json_array_foreach(json_object_get(program[0], "units"), k, unit)
	{
		json_array_foreach(json_object_get(unit, "tasks"), j, each) fine =
		        fine && (graph_is(each, "version") || append_task(e, unit, each, tasks));
		json_array_foreach(json_object_get(unit, "events"), j, each) fine =
		        fine && append_event(e, unit, each, events);
	}
	json_t *all = json_pack("{sisisoso}", "hpcc-graph-evaluated", 1, "processes", graph_eval_processes(e), "tasks",
	        tasks, "events", events);
	if (fine) fine = json_dumpf(all, r->out, JSON_COMPACT) == 0 && fputc('\n', r->out) != EOF;
	json_decref(all);
	graph_eval_free(e);
	return fine ? GRAPH_FINE : GRAPH_TROUBLE;
}
