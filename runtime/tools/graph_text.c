// SPDX-License-Identifier: Apache-2.0
//
// The graph as text: the phases of the cycle, then what each function does, a line for each node.
#include "graph.h"

#include <stdlib.h>
#include <string.h>

typedef struct printer {
	FILE *out;
	const json_t *program;
	const json_t *unit;
	bool condensed;
	const char *file; // whose lines are told by their numbers only
	long cycle;       // the node of the cycle, if it is in this unit; else 0
} printer;

// What stands in front of the words, by the kind of the node.
static const char *mark_of(const char *kind)
{
	static const struct {
		const char *kind, *mark;
	} marks[] = {
	        {"communication", "send"},
	        {"reduction", "send"},
	        {"remap", "send"},
	        {"loop", ""},
	        {"branch", ""},
	        {"code", ""},
	};
	for (size_t k = 0; k < sizeof marks / sizeof *marks; k++)
		if (!strcmp(kind, marks[k].kind)) return marks[k].mark;
	return kind;
}

static void put_line(const printer *p, const json_t *node, long last, int depth, const char *mark, const char *words)
{
	const char *file = graph_file(p->unit, node), *base = strrchr(file, '/');
	bool other = *file && strcmp(file, p->file) != 0;
	long line = graph_number(node, "line");
	char *lines = last > line ? graph_format("%ld-%ld", line, last) : graph_format("%ld", line);
	char *place = graph_format("%s%s%s", other ? base ? base + 1 : file : "", other ? ":" : "", line ? lines : "");
	fputs("  ", p->out);
	graph_put(p->out, place);
	fprintf(p->out, "%*s", strlen(place) < 9 ? 9 - (int)strlen(place) : 1, "");
	fprintf(p->out, " %*s", 2 * (depth < 30 ? depth : 30), "");
	if (*mark) fprintf(p->out, "%-8s ", mark);
	graph_put(p->out, words);
	fputc('\n', p->out);
	free(place);
	free(lines);
}

// The last of the nodes from k on that are told as one.
static size_t last_of_row(const printer *p, const json_t *list, size_t k)
{
	while (p->condensed && graph_condense(p->unit, json_array_get(list, k), json_array_get(list, k + 1))) k++;
	return k;
}

static char *task_mark(const json_t *first, const json_t *last)
{
	long from = graph_number(first, "task"), to = graph_number(last, "task");
	return from == to ? graph_format("task %ld", from) : graph_format("tasks %ld-%ld", from, to);
}

static void put_node(const printer *p, const json_t *node, const json_t *last, int depth)
{
	const char *kind = graph_string(node, "kind");
	bool is_task = !strcmp(kind, "task");
	char *words = graph_words(p->unit, node),
	     *mark = is_task ? task_mark(node, last) : graph_format("%s", mark_of(kind));
	bool is_cycle = p->cycle && graph_number(node, "id") == p->cycle;
	char *all = graph_format("%s%s", words, is_cycle ? "    <- the cycle" : "");
	long end = graph_number(last, "last_line");
	bool tells_end = is_task || !strcmp(kind, "loop") || !strcmp(kind, "code");
	put_line(p, node, tells_end ? end : 0, depth, mark, all);
	free(all);
	free(mark);
	free(words);
}

static void put_list(const printer *p, const json_t *list, int depth)
{
	for (size_t k = 0; k < json_array_size(list); k++) {
		const json_t *node = json_array_get(list, k);
		size_t last = last_of_row(p, list, k);
		put_node(p, node, json_array_get(list, last), depth);
		put_list(p, json_object_get(node, "body"), depth + 1);
		const json_t *otherwise = json_object_get(node, "otherwise");
		if (json_array_size(otherwise)) put_line(p, json_object_get(node, "nothing"), 0, depth, "", "else");
		put_list(p, otherwise, depth + 1);
		k = last;
	}
}

// ---- the cycle --------------------------------------------------------------------------------

static const json_t *unit_at(const json_t *program, long index)
{
	return json_array_get(json_object_get(program, "units"), (size_t)index);
}

static void put_phases(printer *p, const json_t *phases)
{
	for (size_t k = 0; k < json_array_size(phases); k++) {
		const json_t *phase = json_array_get(phases, k), *first;
		p->unit = unit_at(p->program, graph_number(phase, "unit"));
		const json_t *node = first = graph_node(p->unit, graph_number(phase, "node"));
		while (p->condensed) {
			const json_t *next = json_array_get(phases, k + 1);
			const json_t *after = graph_number(next, "unit") == graph_number(phase, "unit") && next
			                              ? graph_node(p->unit, graph_number(next, "node"))
			                              : NULL;
			if (!graph_condense(p->unit, node, after)) break;
			node = after;
			k++;
		}
		if (first) put_node(p, first, node, 0);
	}
}

static void put_cycle(printer *p)
{
	const json_t *cycle = json_object_get(p->program, "cycle");
	if (!json_is_object(cycle)) return;
	const json_t *unit = unit_at(p->program, graph_number(cycle, "unit"));
	const json_t *node = graph_node(unit, graph_number(cycle, "node"));
	const json_t *phases = json_object_get(cycle, "phases");
	p->file = node ? graph_file(unit, node) : "";
	fputs("\nphases of ", p->out);
	if (node) {
		graph_put(p->out, graph_string(node, "text"));
		fputs(", ", p->out);
		graph_put(p->out, p->file);
		fprintf(p->out, ":%ld in ", graph_number(node, "line"));
	}
	graph_put(p->out, graph_string(cycle, "function"));
	fputs(json_array_size(phases) ? "\n" : ": none\n", p->out);
	put_phases(p, phases);
}

// ---- functions --------------------------------------------------------------------------------

static void put_function(printer *p, const json_t *function)
{
	p->file = graph_file(p->unit, function);
	fputc('\n', p->out);
	graph_put(p->out, graph_string(function, "name"));
	fputs("  ", p->out);
	graph_put(p->out, p->file);
	fprintf(p->out, ":%ld", graph_number(function, "line"));
	if (graph_is(function, "in_nests")) fputs(", a part of the tasks that call it", p->out);
	if (graph_is(function, "serial")) fputs(", run by one process alone", p->out);
	if (graph_is(function, "local")) fputs(", run by each process on its part", p->out);
	fputc('\n', p->out);
	put_list(p, json_object_get(function, "nodes"), 0);
}

static size_t count(const json_t *program, const char *what)
{
	size_t k, n = 0;
	json_t *unit;
	json_array_foreach(json_object_get(program, "units"), k, unit) n +=
	        json_array_size(json_object_get(unit, what));
	return n;
}

static void put_count(FILE *out, size_t n, const char *what) { fprintf(out, "%zu %s%s", n, what, n == 1 ? "" : "s"); }

int graph_print_text(const graph_request *r, const json_t *const *program)
{
	printer p = {.out = r->out, .program = program[0], .condensed = r->condensed, .file = ""};
	size_t k, j;
	json_t *unit, *function;
	graph_put(r->out, graph_string(p.program, "program"));
	fputs(": ", r->out);
	put_count(r->out, count(p.program, "tasks"), "task");
	fputs(", ", r->out);
	put_count(r->out, count(p.program, "events"), "event");
	fputs(" in ", r->out);
	put_count(r->out, json_array_size(json_object_get(p.program, "units")), "unit");
	fputc('\n', r->out);
	put_cycle(&p);
	const json_t *cycle = json_object_get(p.program, "cycle");
	json_array_foreach(json_object_get(p.program, "units"), k, unit)
	{
		p.unit = unit;
		p.cycle = json_is_object(cycle) && (size_t)graph_number(cycle, "unit") == k
		                  ? graph_number(cycle, "node")
		                  : 0;
		json_array_foreach(json_object_get(unit, "functions"), j, function) put_function(&p, function);
	}
	return GRAPH_FINE;
}
