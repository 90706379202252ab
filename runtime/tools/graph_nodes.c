// SPDX-License-Identifier: Apache-2.0
#include "graph.h"

#include <stdlib.h>
#include <string.h>

const char *graph_string(const json_t *object, const char *key)
{
	const char *s = json_string_value(json_object_get(object, key));
	return s ? s : "";
}

long graph_number(const json_t *object, const char *key)
{
	return (long)json_integer_value(json_object_get(object, key));
}

bool graph_is(const json_t *object, const char *key) { return json_is_true(json_object_get(object, key)); }

const char *graph_file(const json_t *unit, const json_t *placed)
{
	const json_t *file = json_object_get(placed, "file");
	const char *name = NULL;
	if (file)
		name = json_string_value(
		        json_array_get(json_object_get(unit, "files"), (size_t)json_integer_value(file)));
	return name ? name : "";
}

// The object of a list that the test finds. It is looked for behind the last one that was found first: who goes through
// a graph asks in its order.
static const json_t *find_in(
        const json_t *list, size_t *last, bool (*is_it)(const json_t *object, const void *id), const void *id)
{
	const size_t n = json_array_size(list);
	for (size_t k = 0; k < n; k++) {
		const size_t at = (*last + k) % n;
		const json_t *object = json_array_get(list, at);
		if (is_it(object, id)) return *last = at, object;
	}
	return NULL;
}

static bool has_number(const json_t *object, const void *id) { return graph_number(object, "id") == *(const long *)id; }

static bool has_name(const json_t *object, const void *id) { return !strcmp(graph_string(object, "id"), id); }

const json_t *graph_task(const json_t *unit, long id)
{
	static size_t last;
	return find_in(json_object_get(unit, "tasks"), &last, has_number, &id);
}

const json_t *graph_event(const json_t *unit, const char *id)
{
	static size_t last;
	return find_in(json_object_get(unit, "events"), &last, has_name, id);
}

static const json_t *node_in(const json_t *list, long id)
{
	size_t k;
	json_t *node;
	json_array_foreach((json_t *)list, k, node)
	{
		if (graph_number(node, "id") == id) return node;
		const json_t *found = node_in(json_object_get(node, "body"), id);
		if (!found) found = node_in(json_object_get(node, "otherwise"), id);
		if (found) return found;
	}
	return NULL;
}

const json_t *graph_node(const json_t *unit, long id)
{
	size_t k;
	json_t *function;
	const json_t *found = NULL;
	json_array_foreach(json_object_get(unit, "functions"), k, function) if (!found) found =
	        node_in(json_object_get(function, "nodes"), id);
	return found;
}

static const json_t *function_in(const json_t *unit, const char *name, bool others)
{
	size_t k;
	json_t *function;
	json_array_foreach(json_object_get(unit, "functions"), k,
	        function) if (!strcmp(graph_string(function, "name"), name) &&
	                      !(others && graph_is(function, "static"))) return function;
	return NULL;
}

const json_t *graph_function(const json_t *program, const json_t *unit, const char *name, const json_t **its_unit)
{
	size_t k;
	json_t *other;
	const json_t *found = function_in(unit, name, false);
	*its_unit = unit;
	json_array_foreach(json_object_get(program, "units"), k, other)
	{
		if (found || other == unit) continue;
		found = function_in(other, name, true);
		if (found) *its_unit = other;
	}
	return found;
}

static bool is_task(const json_t *node) { return !strcmp(graph_string(node, "kind"), "task"); }

bool graph_condense(const json_t *unit, const json_t *node, const json_t *next)
{
	if (!is_task(node) || !is_task(next)) return false;
	const json_t *a = graph_task(unit, graph_number(node, "task")),
	             *b = graph_task(unit, graph_number(next, "task"));
	const char *kind = graph_string(a, "kind");
	return a && b && !strcmp(kind, graph_string(b, "kind")) && strcmp(kind, "turns") != 0 &&
	       !strcmp(graph_string(a, "processes"), graph_string(b, "processes")) &&
	       !strcmp(graph_string(a, "owner"), graph_string(b, "owner"));
}

json_t *graph_row(const json_t *unit, const json_t *list, size_t k, bool condensed)
{
	json_t *row = json_array();
	do json_array_append(row, json_array_get(list, k++));
	while (condensed && graph_condense(unit, json_array_get(list, k - 1), json_array_get(list, k)));
	return row;
}

// ---- words ------------------------------------------------------------------------------------

// Takes `text`.
static char *append(char *text, const char *format, const char *value)
{
	char *more = graph_format(format, value), *all = graph_format("%s%s", text, more);
	free(text);
	free(more);
	return all;
}

// "dimension 0 of 'u' and dimension 1 of 'u'": axes that lie as others do are not told.
static char *axes_words(const json_t *task)
{
	size_t k;
	json_t *axis;
	char *words = graph_format("%s", "");
	json_array_foreach(json_object_get(task, "axes"), k, axis)
	{
		if (json_object_get(axis, "like")) continue;
		char *one =
		        graph_format("dimension %ld of '%s'", graph_number(axis, "dim"), graph_string(axis, "array"));
		if (!strstr(words, one)) words = append(words, *words ? " and %s" : "%s", one);
		free(one);
	}
	return words;
}

char *graph_who(const json_t *task)
{
	const char *kind = graph_string(task, "kind");
	char *along = axes_words(task), *words;
	if (!strcmp(kind, "by_all"))
		words = graph_format("all of it by all processes");
	else if (!strcmp(kind, "turns"))
		words = graph_format("one process after the other, along %s", along);
	else if (*graph_string(task, "owner"))
		words = graph_format("by the owner of '%s'", graph_string(task, "owner"));
	else
		words = graph_format("split along %s", *along ? along : "what is owned");
	free(along);
	if (*graph_string(task, "why")) words = append(words, ": %s", graph_string(task, "why"));
	if (*graph_string(task, "assumes")) words = append(words, ", if %s", graph_string(task, "assumes"));
	return words;
}

// The arrays that the tasks of a row use so, each once.
static char *arrays_words(const json_t *unit, const json_t *row, const char *use)
{
	size_t k, j;
	json_t *node, *array, *seen = json_object();
	char *words = graph_format("%s", "");
	json_array_foreach((json_t *)row, k, node)
	{
		const json_t *task = graph_task(unit, graph_number(node, "task"));
		json_array_foreach(json_object_get(task, "arrays"), j, array)
		{
			const char *name = graph_string(array, "name");
			if (!graph_is(array, use) || json_object_get(seen, name)) continue;
			json_object_set_new(seen, name, json_true());
			words = append(words, *words ? ", %s" : "%s", name);
		}
	}
	json_decref(seen);
	return words;
}

static char *tasks_words(const json_t *unit, const json_t *row, const json_t *task)
{
	char *words = graph_who(task), *reads = arrays_words(unit, row, "reads"),
	     *writes = arrays_words(unit, row, "writes");
	if (*reads) words = append(words, "; reads %s", reads);
	if (*writes) words = append(words, "; writes %s", writes);
	free(reads);
	free(writes);
	return words;
}

static char *events_words(const json_t *unit, const json_t *node)
{
	size_t k;
	json_t *id;
	char *words = graph_format("%s", "");
	json_array_foreach(json_object_get(node, "events"), k, id)
	{
		const json_t *event = json_is_string(id) ? graph_event(unit, json_string_value(id)) : NULL;
		if (event) words = append(words, *words ? ", %s" : "%s", graph_string(event, "text"));
	}
	return words;
}

char *graph_words(const json_t *unit, const json_t *row)
{
	const json_t *node = json_array_get(row, 0);
	const json_t *task = is_task(node) ? graph_task(unit, graph_number(node, "task")) : NULL;
	if (task) return tasks_words(unit, row, task);
	if (json_array_size(json_object_get(node, "events"))) return events_words(unit, node);
	if (*graph_string(node, "text")) return graph_format("%s", graph_string(node, "text"));
	return graph_format("%s", graph_string(node, "function"));
}

static const json_t *last_of(const json_t *row) { return json_array_get(row, json_array_size(row) - 1); }

char *graph_title(const json_t *row)
{
	const json_t *first = json_array_get(row, 0), *last = last_of(row);
	long from = graph_number(first, "task"), to = graph_number(last, "task");
	if (!is_task(first)) return graph_format("%s", graph_string(first, "kind"));
	return from == to ? graph_format("task %ld", from) : graph_format("tasks %ld-%ld", from, to);
}

char *graph_lines(const json_t *row)
{
	long from = graph_number(json_array_get(row, 0), "line"), to = graph_number(last_of(row), "last_line");
	if (!from) return graph_format("%s", "");
	return to > from ? graph_format("%ld-%ld", from, to) : graph_format("%ld", from);
}
