// SPDX-License-Identifier: Apache-2.0
//
// The graph as text: the phases of the cycle, then what each function does, a line for each node.
#include "graph_eval.h"
#include "graph_symbolic.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 10 }; // of places

typedef struct printer {
	FILE *out;
	const json_t *program;
	const json_t *unit;
	bool condensed;
	const char *file; // whose lines are told by their numbers only
	long cycle;       // the node of the cycle, if it is in this unit; else 0
	graph_eval *eval; // NULL: nothing is evaluated
	bool failed;
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

// The file's name where it is another one than that of the lines around, and the lines.
static void put_place(const printer *p, const json_t *row)
{
	const json_t *node = json_array_get(row, 0);
	const char *file = graph_file(p->unit, node), *base = strrchr(file, '/');
	bool other = *file && strcmp(file, p->file) != 0;
	char *lines = graph_lines(row);
	char *place = graph_format("%s%s%s", !other ? "" : base ? base + 1 : file, other ? ":" : "", lines);
	fputs("  ", p->out);
	graph_put(p->out, place);
	fprintf(p->out, "%*s", strlen(place) < COLUMNS ? COLUMNS - (int)strlen(place) : 1, "");
	free(place);
	free(lines);
}

static void put_indented(const printer *p, int depth, const char *mark, const char *words)
{
	enum { DEEPEST = 30 };
	fprintf(p->out, "%*s", 2 * (depth < DEEPEST ? depth : DEEPEST), "");
	if (*mark) fprintf(p->out, "%-8s ", mark);
	graph_put(p->out, words);
}

// What one run of a task takes, by its closed forms.
static void put_cost(printer *p, const json_t *node)
{
	graph_cost cost;
	const json_t *task = graph_task(p->unit, graph_number(node, "task"));
	if (!p->eval || p->failed || !task || strcmp(graph_string(node, "kind"), "task") != 0) return;
	if (!graph_eval_task(p->eval, p->unit, task, &cost)) {
		p->failed = true;
		return;
	}
	if (!cost.known) {
		fputs("; iterations: only a run knows", p->out);
		return;
	}
	fprintf(p->out, "; %ld iterations", cost.iterations);
	if (cost.flops_known) fprintf(p->out, ", %ld flops", cost.flops);
	const double mean = (double)cost.iterations / graph_eval_processes(p->eval);
	if (cost.iterations > 0) fprintf(p->out, ", uneven %.2f", (double)cost.most / mean);
	if (cost.estimated) fputs(", estimated", p->out);
}

// The closed form of what a process in the middle executes, without values.
static void put_form(printer *p, const json_t *node)
{
	static const char *const floating[] = {"fadd", "fmul", "fdiv", "fsqrt", "flibm"};
	const json_t *task = graph_task(p->unit, graph_number(node, "task")), *row;
	if (p->eval || !task || strcmp(graph_string(node, "kind"), "task") != 0) return;
	graph_poly *times = graph_poly_of(task, NULL, json_object_get(task, "iterations")), *flops = NULL;
	bool known = true, estimated = graph_is(json_object_get(task, "iterations"), "estimated");
	size_t k;
	json_array_foreach(json_object_get(task, "work"), k, row)
	{
		const json_t *operations = json_object_get(row, "operations");
		long each = 0;
		for (size_t j = 0; j < sizeof floating / sizeof *floating; j++)
			each += graph_number(operations, floating[j]);
		graph_poly *of_row = each ? graph_poly_of(task, NULL, json_object_get(row, "times")) : NULL;
		known = known && (of_row || !each);
		if (of_row) flops = graph_poly_add(flops, of_row, each);
		estimated |= each && (graph_is(operations, "estimated") ||
		                             graph_is(json_object_get(row, "times"), "estimated"));
		graph_poly_free(of_row);
	}
	char *words = times ? graph_poly_words(times) : NULL, *more = NULL;
	const long ratio = words && known && flops ? graph_poly_ratio(flops, times) : 0;
	if (words) fprintf(p->out, "; %s iteration%s", words, strcmp(words, "1") ? "s" : "");
	if (ratio)
		fprintf(p->out, " of %ld flop%s", ratio, ratio == 1 ? "" : "s");
	else if (words && known && flops && (more = graph_poly_words(flops)))
		fprintf(p->out, ", %s flops", more);
	if (words && estimated) fputs(", estimated", p->out);
	free(words);
	free(more);
	graph_poly_free(times);
	graph_poly_free(flops);
}

// How large the messages of an event are that all go to neighbours.
static void put_sizes(printer *p, const json_t *node)
{
	const json_t *task = graph_task(p->unit, graph_number(node, "task")), *id, *map;
	const bool sends = !strcmp(graph_string(node, "kind"), "communication");
	char *before = NULL;
	size_t k, j;
	if (p->eval || !task || !sends) return;
	json_array_foreach(json_object_get(node, "events"), k, id)
	{
		const json_t *event = graph_event(p->unit, json_string_value(id));
		const json_t *array =
		        json_array_get(json_object_get(task, "arrays"), (size_t)graph_number(event, "arg"));
		json_array_foreach(json_object_get(event, "maps"), j, map)
		{
			graph_poly *n = graph_poly_of(task, array, json_object_get(map, "elements"));
			graph_poly *bytes = n ? graph_poly_add(NULL, n, graph_number(map, "element_bytes")) : NULL;
			char *words = bytes ? graph_poly_words(bytes) : NULL;
			if (words && (!before || strcmp(words, before) != 0)) {
				fprintf(p->out, "%s%s", before ? ", " : "; messages of ", words);
				free(before);
				before = words, words = NULL;
			}
			free(words);
			graph_poly_free(bytes);
			graph_poly_free(n);
		}
	}
	if (before) fputs(" bytes", p->out);
	free(before);
}

static void put_row(printer *p, const json_t *row, int depth)
{
	const json_t *node = json_array_get(row, 0);
	char *words = graph_words(p->unit, row), *title = graph_title(row);
	put_place(p, row);
	put_indented(p, depth, mark_of(title), words);
	for (size_t k = 0; k < json_array_size(row); k++) {
		put_cost(p, json_array_get(row, k));
		put_form(p, json_array_get(row, k));
		put_sizes(p, json_array_get(row, k));
	}
	fputs(p->cycle && graph_number(node, "id") == p->cycle ? "    <- the cycle\n" : "\n", p->out);
	free(title);
	free(words);
}

static void put_list(printer *p, const json_t *list, int depth)
{
	for (size_t k = 0; k < json_array_size(list); k++) {
		const json_t *node = json_array_get(list, k), *otherwise = json_object_get(node, "otherwise");
		json_t *row = graph_row(p->unit, list, k, p->condensed);
		put_row(p, row, depth);
		k += json_array_size(row) - 1;
		json_decref(row);
		put_list(p, json_object_get(node, "body"), depth + 1);
		if (json_array_size(otherwise)) {
			fprintf(p->out, "  %*s", COLUMNS, "");
			put_indented(p, depth, "", "else");
			fputc('\n', p->out);
		}
		put_list(p, otherwise, depth + 1);
	}
}

// ---- the cycle --------------------------------------------------------------------------------

static const json_t *unit_at(const json_t *program, long index)
{
	return json_array_get(json_object_get(program, "units"), (size_t)index);
}

// The phases from k on that are told as one, all of one unit.
static json_t *row_of_phases(printer *p, const json_t *phases, size_t k)
{
	json_t *row = json_array();
	const long unit = graph_number(json_array_get(phases, k), "unit");
	p->unit = unit_at(p->program, unit);
	for (const json_t *last = NULL; k < json_array_size(phases); k++) {
		const json_t *phase = json_array_get(phases, k);
		const json_t *node = graph_node(p->unit, graph_number(phase, "node"));
		bool more = !last || (p->condensed && graph_number(phase, "unit") == unit &&
		                             graph_condense(p->unit, last, node));
		if (!more) break;
		json_array_append(row, (json_t *)node);
		last = node;
	}
	return row;
}

static void put_phases(printer *p, const json_t *phases)
{
	for (size_t k = 0; k < json_array_size(phases);) {
		json_t *row = row_of_phases(p, phases, k);
		put_row(p, row, 0);
		k += json_array_size(row);
		json_decref(row);
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

// Without the tasks of versions, which are general ones once more.
static size_t count(const json_t *program, const char *what)
{
	size_t k, j, n = 0;
	json_t *unit, *each;
	json_array_foreach(json_object_get(program, "units"), k, unit)
	        json_array_foreach(json_object_get(unit, what), j, each) n += !graph_is(each, "version");
	return n;
}

static void put_count(FILE *out, size_t n, const char *what) { fprintf(out, "%zu %s%s", n, what, n == 1 ? "" : "s"); }

int graph_print_text(const graph_request *r, const json_t *const *program)
{
	printer p = {.out = r->out, .program = program[0], .condensed = r->condensed, .file = ""};
	size_t k, j;
	json_t *unit, *function;
	if (r->n_definitions && !(p.eval = graph_eval_new(r, program[0]))) return GRAPH_TROUBLE;
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
	if (p.eval) graph_eval_free(p.eval);
	return p.failed ? GRAPH_TROUBLE : GRAPH_FINE;
}
