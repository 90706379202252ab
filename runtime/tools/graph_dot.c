// SPDX-License-Identifier: Apache-2.0
//
// The graph in Graphviz's language, and as a picture that its program `dot` draws.
#include "graph.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct drawing {
	FILE *out;
	const json_t *program, *unit;
	size_t unit_number;
	bool condensed;
} drawing;

typedef struct look {
	const char *kind, *shape, *fill;
} look;

static const look looks[] = {
        {"task", "box", "#cfe3f7"},
        {"communication", "ellipse", "#fbdcb4"},
        {"reduction", "ellipse", "#fbdcb4"},
        {"remap", "ellipse", "#fbdcb4"},
        {"element", "ellipse", "#fbeccf"},
        {"loop", "hexagon", "#e6e6e6"},
        {"branch", "diamond", "#e6e6e6"},
        {"call", "cds", "#dff0d8"},
        {"io", "note", "#f5f5dc"},
};

static look look_of(const char *kind)
{
	for (size_t k = 0; k < sizeof looks / sizeof *looks; k++)
		if (!strcmp(looks[k].kind, kind)) return looks[k];
	return (look){kind, "box", "#ffffff"};
}

// In quotes, and broken into lines at blanks.
static void put_quoted(FILE *out, const char *text)
{
	enum { LINE = 40 };
	int column = 0;
	for (const unsigned char *s = (const unsigned char *)text; *s; s++, column++) {
		if (*s == '\\' || *s == '"')
			fprintf(out, "\\%c", *s);
		else if (*s == ' ' && column > LINE)
			fputs("\\n", out), column = 0;
		else
			putc(*s < 0x20 || *s == 0x7f ? '?' : *s, out);
	}
}

static void put_name(const drawing *d, const json_t *node, const char *part)
{
	fprintf(d->out, "u%zu_%ld%s", d->unit_number, graph_number(node, "id"), part);
}

static void put_node(const drawing *d, const json_t *row)
{
	const json_t *node = json_array_get(row, 0);
	look l = look_of(graph_string(node, "kind"));
	char *title = graph_title(row), *lines = graph_lines(row), *words = graph_words(d->unit, row);
	char *head = graph_format("%s%s%s", title, *lines ? ", line " : "", lines);
	fputs("    ", d->out);
	put_name(d, node, "");
	fprintf(d->out, " [shape=%s, fillcolor=\"%s\", label=\"", l.shape, l.fill);
	put_quoted(d->out, head);
	fputs("\\n", d->out);
	put_quoted(d->out, words);
	fputs("\"];\n", d->out);
	free(head);
	free(words);
	free(lines);
	free(title);
}

static void put_edge(const drawing *d, const json_t *from, const json_t *to, const char *how)
{
	if (!from || !to) return;
	fputs("    ", d->out);
	put_name(d, from, "");
	fputs(" -> ", d->out);
	put_name(d, to, "");
	fprintf(d->out, "%s;\n", how);
}

// The nodes of a list, one after the other behind `from`; the last one, or `from`.
static const json_t *put_list(const drawing *d, const json_t *list, const json_t *from, const char *how)
{
	for (size_t k = 0; k < json_array_size(list); k++) {
		const json_t *node = json_array_get(list, k), *body = json_object_get(node, "body");
		json_t *row = graph_row(d->unit, list, k, d->condensed);
		put_node(d, row);
		put_edge(d, from, node, how);
		bool loop = !strcmp(graph_string(node, "kind"), "loop");
		const json_t *last = put_list(d, body, node, loop ? " [label=\"each\"]" : " [label=\"if\"]");
		if (loop && last != node) put_edge(d, last, node, " [constraint=false]");
		put_list(d, json_object_get(node, "otherwise"), node, " [label=\"else\"]");
		from = node;
		how = "";
		k += json_array_size(row) - 1;
		json_decref(row);
	}
	return from;
}

static void put_function(const drawing *d, const json_t *function, size_t number)
{
	const json_t *nodes = json_object_get(function, "nodes");
	if (!json_array_size(nodes)) return;
	fprintf(d->out, "  subgraph cluster_%zu_%zu {\n    label=\"", d->unit_number, number);
	put_quoted(d->out, graph_string(function, "name"));
	fputs("\\n", d->out);
	put_quoted(d->out, graph_file(d->unit, function));
	fputs("\";\n", d->out);
	put_list(d, nodes, NULL, "");
	fputs("  }\n", d->out);
}

// From calls to the first nodes of what is called.
static void put_calls(const drawing *d, const json_t *list)
{
	size_t k;
	json_t *node;
	json_array_foreach((json_t *)list, k, node)
	{
		const json_t *unit;
		bool call = !strcmp(graph_string(node, "kind"), "call");
		const json_t *function =
		        call ? graph_function(d->program, d->unit, graph_string(node, "function"), &unit) : NULL;
		const json_t *first = function ? json_array_get(json_object_get(function, "nodes"), 0) : NULL;
		if (first) {
			drawing other = *d;
			size_t j;
			json_t *each;
			json_array_foreach(json_object_get(d->program, "units"), j, each) if (each == unit)
			        other.unit_number = j;
			fputs("  ", d->out);
			put_name(d, node, "");
			fputs(" -> ", d->out);
			put_name(&other, first, "");
			fputs(" [style=dashed, constraint=false];\n", d->out);
		}
		put_calls(d, json_object_get(node, "body"));
		put_calls(d, json_object_get(node, "otherwise"));
	}
}

int graph_print_dot(const graph_request *r, const json_t *const *program)
{
	drawing d = {.out = r->out, .program = program[0], .condensed = r->condensed};
	size_t k;
	json_t *unit, *function;
	fputs("digraph \"", r->out);
	put_quoted(r->out, graph_string(d.program, "program"));
	fputs("\" {\n  node [style=filled, fontname=\"sans-serif\", fontsize=10];\n  edge [fontname=\"sans-serif\", "
	      "fontsize=9];\n  graph [fontname=\"sans-serif\"];\n",
	        r->out);
	json_array_foreach(json_object_get(d.program, "units"), d.unit_number, unit)
	{
		d.unit = unit;
		json_array_foreach(json_object_get(unit, "functions"), k, function) put_function(&d, function, k);
	}
	json_array_foreach(json_object_get(d.program, "units"), d.unit_number, unit)
	{
		d.unit = unit;
		json_array_foreach(json_object_get(unit, "functions"), k, function)
		        put_calls(&d, json_object_get(function, "nodes"));
	}
	fputs("}\n", r->out);
	return GRAPH_FINE;
}

// ---- the picture ------------------------------------------------------------------------------

// What `dot` has ended with; -1: it is not installed.
int graph_run_dot(const char *format, FILE *in, FILE *out)
{
	char *const command[] = {"dot", (char *)format, NULL};
	posix_spawn_file_actions_t actions;
	pid_t child;
	int status = 0;
	fflush(out);
	if (fflush(in) != 0 || lseek(fileno(in), 0, SEEK_SET) != 0)
		return graph_trouble("cannot write a temporary file: %s", strerror(errno));
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, fileno(in), 0);
	posix_spawn_file_actions_adddup2(&actions, fileno(out), 1);
	int error = posix_spawnp(&child, "dot", &actions, NULL, command, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (error == ENOENT) return -1;
	if (error) return graph_trouble("cannot run 'dot': %s", strerror(error));
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR) return graph_trouble("%s", strerror(errno));
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127) return graph_trouble("cannot run 'dot' of Graphviz");
	return status ? graph_trouble("'dot' of Graphviz has failed") : GRAPH_FINE;
}

int graph_print_svg(const graph_request *r, const json_t *const *program)
{
	graph_request to = *r;
	to.out = tmpfile();
	if (!to.out) return graph_trouble("cannot make a temporary file: %s", strerror(errno));
	int status = graph_print_dot(&to, program);
	if (status == GRAPH_FINE) status = graph_run_dot("-Tsvg", to.out, r->out);
	fclose(to.out);
	return status >= 0 ? status
	                   : graph_trouble("--svg needs the program 'dot' of Graphviz, which is not installed");
}
