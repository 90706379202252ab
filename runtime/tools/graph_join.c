// SPDX-License-Identifier: Apache-2.0
//
// The units of a program as one graph: calls lead from one to the other, so the phase cycle is looked for again, in the
// way in which the compiler does it within a unit (analysis/graph/control_flow.c).
#include "graph.h"

#include <stdlib.h>
#include <string.h>

typedef struct amount {
	size_t depth, tasks; // loops around the innermost statement, and how many tasks
} amount;

typedef struct search {
	const json_t *program;
	json_t *amounts;  // by function: its amount, once it is known
	json_t *searched; // functions that have been
	json_t *phases;   // of the cycle
	json_t *spans;    // by function: which of them are its
	amount most;
	const json_t *unit, *function, *cycle; // the best so far; NULL: none
} search;

// A key for a function of a unit.
static char *key_of(const json_t *unit, const json_t *function)
{
	return graph_format("%p %s", (const void *)unit, graph_string(function, "name"));
}

static bool is_of_kind(const json_t *node, const char *kind) { return !strcmp(graph_string(node, "kind"), kind); }

static const json_t *called_by(const search *s, const json_t *unit, const json_t *node, const json_t **its_unit)
{
	if (!is_of_kind(node, "call") || !*graph_string(node, "function")) return NULL;
	return graph_function(s->program, unit, graph_string(node, "function"), its_unit);
}

static amount amount_of(search *s, const json_t *unit, const json_t *list);

static amount amount_of_function(search *s, const json_t *unit, const json_t *function)
{
	char *key = key_of(unit, function);
	if (!json_object_get(s->amounts, key)) {
		json_object_set_new(s->amounts, key, json_pack("[ii]", 0, 0)); // what calls itself counts once
		amount a = amount_of(s, unit, json_object_get(function, "nodes"));
		json_object_set_new(s->amounts, key, json_pack("[II]", (json_int_t)a.depth, (json_int_t)a.tasks));
	}
	const json_t *known = json_object_get(s->amounts, key);
	free(key);
	return (amount){(size_t)json_integer_value(json_array_get(known, 0)),
	        (size_t)json_integer_value(json_array_get(known, 1))};
}

static amount amount_of_task(const json_t *unit, const json_t *node)
{
	size_t k;
	json_t *row;
	const json_t *task = graph_task(unit, graph_number(node, "task"));
	amount a = {0, 1};
	if (!task || is_of_kind(task, "by_all")) return (amount){0, 0};
	json_array_foreach(json_object_get(task, "work"), k, row)
	{
		size_t depth = json_array_size(json_object_get(row, "loops"));
		if (depth > a.depth) a.depth = depth;
	}
	return a;
}

static amount larger(amount a, amount b) { return (amount){a.depth > b.depth ? a.depth : b.depth, a.tasks + b.tasks}; }

static amount amount_of_node(search *s, const json_t *unit, const json_t *node)
{
	const json_t *its_unit, *called = called_by(s, unit, node, &its_unit);
	if (called) return amount_of_function(s, its_unit, called);
	if (is_of_kind(node, "task")) return amount_of_task(unit, node);
	amount a = larger(amount_of(s, unit, json_object_get(node, "body")),
	        amount_of(s, unit, json_object_get(node, "otherwise")));
	if (is_of_kind(node, "loop") && a.tasks) a.depth++;
	return a;
}

static amount amount_of(search *s, const json_t *unit, const json_t *list)
{
	size_t k;
	json_t *node;
	amount sum = {0, 0};
	json_array_foreach((json_t *)list, k, node) sum = larger(sum, amount_of_node(s, unit, node));
	return sum;
}

static bool is_new(json_t *seen, const json_t *unit, const json_t *function)
{
	char *key = key_of(unit, function);
	bool first = !json_object_get(seen, key);
	if (first) json_object_set_new(seen, key, json_true());
	free(key);
	return first;
}

// The first loop that is marked as the cycle, in the program's order.
static bool find_marked(search *s, const json_t *unit, const json_t *function, const json_t *list)
{
	size_t k;
	json_t *node;
	json_array_foreach((json_t *)list, k, node)
	{
		const json_t *its_unit, *called = called_by(s, unit, node, &its_unit);
		if (is_of_kind(node, "loop") && graph_is(node, "cycle")) {
			s->unit = unit, s->function = function, s->cycle = node;
			return true;
		}
		if (called && is_new(s->searched, its_unit, called) &&
		        find_marked(s, its_unit, called, json_object_get(called, "nodes")))
			return true;
		if (find_marked(s, unit, function, json_object_get(node, "body")) ||
		        find_marked(s, unit, function, json_object_get(node, "otherwise")))
			return true;
	}
	return false;
}

static void find_cycle(search *s, const json_t *unit, const json_t *function, const json_t *list)
{
	size_t k;
	json_t *node;
	json_array_foreach((json_t *)list, k, node)
	{
		const json_t *its_unit, *called = called_by(s, unit, node, &its_unit);
		if (called && is_new(s->searched, its_unit, called))
			find_cycle(s, its_unit, called, json_object_get(called, "nodes"));
		if (!is_of_kind(node, "loop")) {
			find_cycle(s, unit, function, json_object_get(node, "body"));
			find_cycle(s, unit, function, json_object_get(node, "otherwise"));
			continue;
		}
		amount here = amount_of_node(s, unit, node);
		bool more = here.depth > s->most.depth || (here.depth == s->most.depth && here.tasks >= s->most.tasks);
		if (here.tasks && more) s->most = here, s->unit = unit, s->function = function, s->cycle = node;
	}
}

static bool is_phase(const json_t *node)
{
	return is_of_kind(node, "task") || json_array_size(json_object_get(node, "events"));
}

static size_t unit_index(const json_t *program, const json_t *unit)
{
	size_t k;
	json_t *each;
	json_array_foreach(json_object_get(program, "units"), k, each) if (each == unit) return k;
	return 0;
}

// How a list of nodes is run in a step of the cycle.
typedef struct manner {
	bool may;   // only where a condition holds
	bool again; // perhaps more than once
} manner;

static void find_phases(search *s, const json_t *unit, const json_t *list, manner how);

static void add_phase(search *s, const json_t *unit, const json_t *node, manner how)
{
	json_t *phase = json_pack(
	        "{s:i, s:I}", "unit", (int)unit_index(s->program, unit), "node", (json_int_t)graph_number(node, "id"));
	if (how.may) json_object_set_new(phase, "may", json_true());
	if (how.again) json_object_set_new(phase, "again", json_true());
	json_array_append_new(s->phases, phase);
}

// Phases of a function stand where it is called first.
static void find_phases_of(search *s, const json_t *unit, const json_t *function, manner how)
{
	char *key = key_of(unit, function);
	const json_t *span = json_object_get(s->spans, key);
	const json_int_t first = span ? json_integer_value(json_array_get(span, 0)) : 0;
	const json_int_t end = span ? json_integer_value(json_array_get(span, 1)) : 0;
	for (json_int_t k = first; k < end; k++)
		json_object_set_new(json_array_get(s->phases, (size_t)k), "again", json_true());
	if (is_new(s->searched, unit, function)) {
		const json_int_t here = (json_int_t)json_array_size(s->phases);
		find_phases(s, unit, json_object_get(function, "nodes"), how);
		json_object_set_new(s->spans, key, json_pack("[II]", here, (json_int_t)json_array_size(s->phases)));
	}
	free(key);
}

// Whether a loop as it is stands in the list, for where its distribution does not hold: what is there instead is the
// rule.
static bool is_for_exceptions(const json_t *unit, const json_t *list)
{
	size_t k;
	json_t *node;
	json_array_foreach((json_t *)list, k,
	        node) if (graph_is(graph_task(unit, graph_number(node, "task")), "alternative")) return true;
	return false;
}

static void find_phases(search *s, const json_t *unit, const json_t *list, manner how)
{
	size_t k;
	json_t *node;
	json_array_foreach((json_t *)list, k, node)
	{
		const json_t *its_unit, *called = called_by(s, unit, node, &its_unit);
		const json_t *otherwise = json_object_get(node, "otherwise");
		const bool condition = is_of_kind(node, "branch"), rule = is_for_exceptions(unit, otherwise);
		manner inside = {how.may || (condition && !rule), how.again || is_of_kind(node, "loop")};
		if (is_phase(node)) add_phase(s, unit, node, how);
		if (called) find_phases_of(s, its_unit, called, how);
		find_phases(s, unit, json_object_get(node, "body"), inside);
		inside.may |= condition;
		find_phases(s, unit, otherwise, inside);
	}
}

static const json_t *find_main(const json_t *program, const json_t **unit)
{
	size_t k, j;
	json_t *each, *function;
	json_array_foreach(json_object_get(program, "units"), k, each)
	{
		*unit = each;
		json_array_foreach(json_object_get(each, "functions"), j,
		        function) if (graph_is(function, "main")) return function;
	}
	return NULL;
}

static json_t *cycle_of(const json_t *program)
{
	search s = {.program = program,
	        .amounts = json_object(),
	        .searched = json_object(),
	        .phases = json_array(),
	        .spans = json_object()};
	const json_t *start = find_main(program, &s.unit);
	json_t *cycle = NULL;
	if (start) {
		const json_t *nodes = json_object_get(start, "nodes");
		s.function = start;
		const json_t *unit = s.unit;
		bool marked = find_marked(&s, unit, start, nodes);
		json_object_clear(s.searched);
		if (!marked) find_cycle(&s, unit, start, nodes);
		json_object_clear(s.searched);
		find_phases(&s, s.unit, s.cycle ? json_object_get(s.cycle, "body") : nodes, (manner){0});
		cycle = json_object();
		json_object_set_new(cycle, "unit", json_integer((json_int_t)unit_index(program, s.unit)));
		json_object_set(cycle, "function", json_object_get(s.function, "name"));
		json_object_set_new(cycle, "node", s.cycle ? json_integer(graph_number(s.cycle, "id")) : json_null());
		json_object_set(cycle, "phases", s.phases);
	}
	json_decref(s.phases);
	json_decref(s.spans);
	json_decref(s.amounts);
	json_decref(s.searched);
	return cycle ? cycle : json_null();
}

// A path need not be UTF-8.
static json_t *path_string(const char *path)
{
	json_t *s = json_string(path);
	return s ? s : json_string("?");
}

json_t *graph_join(const char *path, json_t *units)
{
	json_t *program = json_object();
	json_object_set_new(program, "hpcc-graph", json_integer(GRAPH_VERSION));
	json_object_set_new(program, "program", path_string(path));
	json_object_set_new(program, "units", units);
	json_object_set_new(program, "cycle", cycle_of(program));
	return program;
}
