// SPDX-License-Identifier: Apache-2.0
#include "graph_cycle.h"

#include <stdlib.h>
#include <string.h>

typedef struct walk {
	json_t *valid;   // by array: texts of what has been sent since it was written
	json_t *pointed; // the same, and nothing was written through another pointer
	graph_sent_visit *visit;
	void *user;
} walk;

// ---- what is there ----------------------------------------------------------------------------

static char *need_of(const json_t *event)
{
	char *gets = json_dumps(json_object_get(event, "gets"), JSON_COMPACT | JSON_ENCODE_ANY);
	char *all = graph_format("%s %s", graph_string(event, "section"), gets ? gets : "");
	free(gets);
	return all;
}

static bool is_pointer(const json_t *unit, const json_t *event)
{
	size_t k;
	json_t *array;
	const json_t *task = graph_task(unit, graph_number(event, "task"));
	bool pointer = !task;
	json_array_foreach(json_object_get(task, "arrays"), k, array) pointer |=
	        graph_number(array, "arg") == graph_number(event, "arg") && graph_is(array, "pointer");
	return pointer;
}

// Whether a table has the event's need; from now on it has, unless that depends on a condition.
static bool is_in(json_t *table, const json_t *event, const char *need, bool may)
{
	const char *array = graph_string(event, "array");
	json_t *known = json_object_get(table, array);
	if (!known) json_object_set_new(table, array, known = json_object());
	const bool there = json_object_get(known, need) != NULL;
	if (!may) json_object_set_new(known, need, json_true());
	return there;
}

// Whether the same has been sent since the array was written. Where it is the name of a pointer, it may have been
// written by another name: then `pointed` is set.
static bool is_there(walk *w, graph_sent *sent)
{
	char *need = need_of(sent->event);
	const bool by_name = is_in(w->valid, sent->event, need, sent->may);
	const bool by_pointer = is_in(w->pointed, sent->event, need, sent->may);
	const bool is_name = is_pointer(sent->unit, sent->event);
	free(need);
	sent->pointed = is_name && by_name && !by_pointer;
	return is_name ? by_pointer : by_name;
}

// Pointers may be swapped: what is written through one may be read through another.
static void written_through(walk *w, const json_t *task)
{
	size_t k;
	json_t *array;
	bool any = false;
	json_array_foreach(json_object_get(task, "arrays"), k, array) any |=
	        graph_is(array, "writes") && graph_is(array, "pointer");
	if (any) json_object_clear(w->pointed);
}

static void written(walk *w, const json_t *task)
{
	size_t k;
	json_t *array;
	json_array_foreach(json_object_get(task, "arrays"), k, array) if (graph_is(array, "writes"))
	        json_object_del(w->valid, graph_string(array, "name"));
}

// ---- the phases ---------------------------------------------------------------------------------

static bool visit_event(walk *w, graph_sent sent)
{
	const bool sections = json_object_get(sent.event, "section") != NULL;
	if (sections && is_there(w, &sent)) return true;
	return !w->visit || w->visit(w->user, &sent);
}

static bool visit_phase(walk *w, const json_t *node, graph_sent sent)
{
	size_t k;
	json_t *id;
	bool fine = true;
	json_array_foreach(json_object_get(node, "events"), k, id)
	{
		sent.event = graph_event(sent.unit, json_string_value(id) ? json_string_value(id) : "");
		fine = fine && (!sent.event || visit_event(w, sent));
	}
	if (!strcmp(graph_string(node, "kind"), "task")) {
		const json_t *task = graph_task(sent.unit, graph_number(node, "task"));
		if (task) written(w, task);
		if (task) written_through(w, task);
	}
	return fine;
}

static bool visit_phases(walk *w, const json_t *program)
{
	const json_t *units = json_object_get(program, "units");
	size_t k;
	json_t *phase;
	bool fine = true;
	json_array_foreach(json_object_get(json_object_get(program, "cycle"), "phases"), k, phase)
	{
		const json_t *unit = json_array_get(units, (size_t)graph_number(phase, "unit"));
		const json_t *node = graph_node(unit, graph_number(phase, "node"));
		const graph_sent sent = {
		        .unit = unit, .phase = k, .may = graph_is(phase, "may"), .again = graph_is(phase, "again")};
		fine = fine && (!node || visit_phase(w, node, sent));
	}
	return fine;
}

// Twice around, where there is a loop: what is sent the second time is sent each time.
bool graph_cycle_walk(const json_t *program, graph_sent_visit *visit, void *user)
{
	walk w = {.valid = json_object(), .pointed = json_object(), .user = user};
	if (json_is_integer(json_object_get(json_object_get(program, "cycle"), "node"))) visit_phases(&w, program);
	w.visit = visit;
	const bool fine = visit_phases(&w, program);
	json_decref(w.valid);
	json_decref(w.pointed);
	return fine;
}
