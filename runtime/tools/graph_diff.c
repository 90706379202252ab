// SPDX-License-Identifier: Apache-2.0
//
// What differs between two graphs. A task is known by its function and the text of its loop, so that lines that have
// moved are no difference; what is communicated outside of tasks by its function and its own text.
#include "graph.h"

#include <stdlib.h>
#include <string.h>

// What is compared of one graph: {key: {"place": ..., "facts": [...]}}, in the order of the source.
typedef struct listing {
	json_t *items;
	const json_t *unit;
	const char *function;
} listing;

static json_t *text(char *s)
{
	json_t *value = json_string(s);
	free(s);
	return value ? value : json_string("?");
}

// A new item by that key, or that key with a number behind it.
static json_t *add_item(listing *l, const json_t *node, const char *words)
{
	char *key = graph_format("%s: %s", l->function, words);
	for (int k = 2; json_object_get(l->items, key); k++) {
		free(key);
		key = graph_format("%s: %s (%d)", l->function, words, k);
	}
	json_t *facts = json_array(), *item = json_object();
	json_object_set_new(
	        item, "place", text(graph_format("%s:%ld", graph_file(l->unit, node), graph_number(node, "line"))));
	json_object_set_new(item, "facts", facts);
	json_object_set_new(l->items, key, item);
	free(key);
	return facts;
}

static void add_events(const listing *l, const json_t *node, json_t *facts)
{
	size_t k;
	json_t *id;
	json_array_foreach(json_object_get(node, "events"), k, id)
	{
		const json_t *event = json_is_string(id) ? graph_event(l->unit, json_string_value(id)) : NULL;
		if (!event) continue;
		json_array_append_new(facts, text(graph_format("sent: %s", graph_string(event, "text"))));
		if (*graph_string(event, "section"))
			json_array_append_new(
			        facts, text(graph_format("section of '%s': %s", graph_string(event, "array"),
			                       graph_string(event, "section"))));
	}
}

static void add_task(const json_t *task, json_t *facts)
{
	size_t k;
	json_t *array, *row;
	char *who = graph_who(task);
	json_array_append_new(facts, text(graph_format("who: %s", who)));
	free(who);
	json_array_foreach(json_object_get(task, "arrays"), k, array) json_array_append_new(
	        facts, text(graph_format("%s%s%s '%s'", graph_is(array, "reads") ? "reads" : "",
	                       graph_is(array, "reads") && graph_is(array, "writes") ? " and " : "",
	                       graph_is(array, "writes") ? "writes" : "", graph_string(array, "name"))));
	json_array_foreach(json_object_get(task, "work"), k, row)
	        json_array_append_new(facts, text(graph_format("iterations: %s", graph_string(row, "set"))));
}

static bool belongs_to(const json_t *node, const json_t *task_node)
{
	return json_object_get(node, "task") && graph_number(node, "task") == graph_number(task_node, "task") &&
	       node != task_node;
}

static void list_nodes(listing *l, const json_t *list)
{
	size_t k, j;
	json_t *node, *beside;
	json_array_foreach((json_t *)list, k, node)
	{
		const json_t *task = graph_task(l->unit, graph_number(node, "task"));
		bool is_task = !strcmp(graph_string(node, "kind"), "task");
		if (is_task && task) {
			json_t *facts = add_item(l, node, graph_string(node, "text"));
			add_task(task, facts);
			json_array_foreach((json_t *)list, j, beside) if (belongs_to(beside, node))
			        add_events(l, beside, facts);
		} else if (!json_object_get(node, "task") && json_array_size(json_object_get(node, "events"))) {
			add_events(l, node, add_item(l, node, graph_string(node, "text")));
		}
		list_nodes(l, json_object_get(node, "body"));
		list_nodes(l, json_object_get(node, "otherwise"));
	}
}

static json_t *list_program(const json_t *program)
{
	listing l = {.items = json_object()};
	size_t k, j;
	json_t *unit, *function;
	json_array_foreach(json_object_get(program, "units"), k, unit)
	        json_array_foreach(json_object_get(unit, "functions"), j, function)
	{
		l.unit = unit;
		l.function = graph_string(function, "name");
		list_nodes(&l, json_object_get(function, "nodes"));
	}
	return l.items;
}

// ---- comparing --------------------------------------------------------------------------------

static bool has(const json_t *facts, const json_t *fact)
{
	size_t k;
	json_t *other;
	json_array_foreach((json_t *)facts, k, other) if (json_equal(other, fact)) return true;
	return false;
}

static void put_head(FILE *out, const char *sign, const json_t *item, const char *key)
{
	fprintf(out, "%s ", sign);
	graph_put(out, graph_string(item, "place"));
	fputs("  ", out);
	graph_put(out, key);
	fputc('\n', out);
}

// The facts of `a` that `b` does not have; how many.
static size_t put_facts(FILE *out, const char *sign, const json_t *a, const json_t *b)
{
	size_t k, n = 0;
	json_t *fact;
	json_array_foreach((json_t *)a, k, fact)
	{
		if (has(b, fact)) continue;
		n++;
		if (!out) continue;
		fprintf(out, "    %s ", sign);
		graph_put(out, json_string_value(fact));
		fputc('\n', out);
	}
	return n;
}

static bool put_difference(FILE *out, const char *key, const json_t *old, const json_t *new)
{
	const json_t *before = json_object_get(old, "facts"), *now = json_object_get(new, "facts");
	if (!put_facts(NULL, "", before, now) && !put_facts(NULL, "", now, before)) return false;
	put_head(out, " ", new, key);
	put_facts(out, "-", before, now);
	put_facts(out, "+", now, before);
	return true;
}

int graph_print_diff(const graph_request *r, const json_t *const *program)
{
	json_t *old = list_program(program[0]), *new = list_program(program[1]), *item;
	const char *key;
	bool differs = false;
	json_object_foreach(old, key, item)
	{
		if (json_object_get(new, key)) continue;
		put_head(r->out, "-", item, key);
		differs = true;
	}
	json_object_foreach(new, key, item)
	{
		const json_t *before = json_object_get(old, key);
		if (before) {
			differs |= put_difference(r->out, key, before, item);
			continue;
		}
		put_head(r->out, "+", item, key);
		put_facts(r->out, "+", json_object_get(item, "facts"), NULL);
		differs = true;
	}
	json_decref(old);
	json_decref(new);
	return differs ? GRAPH_DIFFERS : GRAPH_FINE;
}
