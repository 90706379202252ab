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

const json_t *graph_task(const json_t *unit, long id)
{
	size_t k;
	json_t *task;
	json_array_foreach(json_object_get(unit, "tasks"), k, task) if (graph_number(task, "id") == id) return task;
	return NULL;
}

const json_t *graph_event(const json_t *unit, const char *id)
{
	size_t k;
	json_t *event;
	json_array_foreach(
	        json_object_get(unit, "events"), k, event) if (!strcmp(graph_string(event, "id"), id)) return event;
	return NULL;
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

bool graph_condense(const json_t *unit, const json_t *node, const json_t *next)
{
	if (!node || !next || strcmp(graph_string(node, "kind"), "task") != 0 ||
	        strcmp(graph_string(next, "kind"), "task") != 0)
		return false;
	const json_t *a = graph_task(unit, graph_number(node, "task")),
	             *b = graph_task(unit, graph_number(next, "task"));
	return a && b && !strcmp(graph_string(a, "kind"), graph_string(b, "kind")) &&
	       !strcmp(graph_string(a, "processes"), graph_string(b, "processes")) &&
	       strcmp(graph_string(a, "kind"), "turns") != 0;
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

char *graph_who(const json_t *unit, const json_t *task)
{
	const char *kind = graph_string(task, "kind");
	char *along = axes_words(task), *words;
	(void)unit;
	if (!strcmp(kind, "by_all"))
		words = graph_format("all of it by all processes");
	else if (!strcmp(kind, "turns"))
		words = graph_format("one process after the other, along %s", along);
	else
		words = graph_format("split along %s", *along ? along : "what is owned");
	free(along);
	if (*graph_string(task, "why")) words = append(words, ": %s", graph_string(task, "why"));
	if (*graph_string(task, "assumes")) words = append(words, ", if %s", graph_string(task, "assumes"));
	return words;
}

static char *arrays_words(const json_t *task, const char *use)
{
	size_t k;
	json_t *array;
	char *words = graph_format("%s", "");
	json_array_foreach(json_object_get(task, "arrays"), k, array) if (graph_is(array, use)) words =
	        append(words, *words ? ", %s" : "%s", graph_string(array, "name"));
	return words;
}

static char *task_words(const json_t *unit, const json_t *task)
{
	char *words = graph_who(unit, task), *reads = arrays_words(task, "reads"),
	     *writes = arrays_words(task, "writes");
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

char *graph_words(const json_t *unit, const json_t *node)
{
	const char *kind = graph_string(node, "kind");
	const json_t *task = !strcmp(kind, "task") ? graph_task(unit, graph_number(node, "task")) : NULL;
	if (task) return task_words(unit, task);
	if (json_array_size(json_object_get(node, "events"))) return events_words(unit, node);
	if (*graph_string(node, "text")) return graph_format("%s", graph_string(node, "text"));
	return graph_format("%s", graph_string(node, "function"));
}
