// SPDX-License-Identifier: Apache-2.0
//
// Where the page draws the nodes of each function: Graphviz lays them out, as a flow of control from top to bottom with
// what is in a loop or branch in a frame of its own. How large a node is follows from its words.
#include "graph.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
	MOST_NODES = 400,   // of a function, and of all that are laid out: dot takes seconds for some thousands
	MOST_IN_ALL = 2000, //
	CHARACTERS = 44,    // of a node's words that are drawn
	POINTS = 72,        // in an inch
};

typedef struct placing {
	FILE *dot;
	json_t *unit, *by_name; // of the function that is read: "n12" to its node
} placing;

// ---- writing ----------------------------------------------------------------------------------

static size_t characters(const char *s)
{
	size_t n = 0;
	for (; *s; s++) n += ((unsigned char)*s & 0xc0) != 0x80;
	return n;
}

static double width_of(const json_t *node)
{
	size_t title = characters(graph_string(node, "title")) + (graph_number(node, "line") ? 8 : 0);
	size_t words = characters(graph_string(node, "words"));
	if (words > CHARACTERS) words = CHARACTERS;
	return 26 + 5.7 * (double)(title > words ? title : words);
}

static void put_node(const placing *p, const json_t *node)
{
	const bool two_lines = *graph_string(node, "words") != 0;
	fprintf(p->dot, "n%ld [width=%.3f, height=%.3f];\n", graph_number(node, "id"), width_of(node) / POINTS,
	        (two_lines ? 34.0 : 22.0) / POINTS);
}

static const json_t *body_of(const json_t *node, const char *which)
{
	const json_t *body = json_object_get(node, which);
	return json_array_size(body) ? body : NULL;
}

static void put_nodes(const placing *p, const json_t *list)
{
	static const char *const bodies[] = {"body", "otherwise"};
	size_t k;
	json_t *node;
	json_array_foreach((json_t *)list, k, node)
	{
		put_node(p, node);
		for (size_t b = 0; b < 2; b++) {
			if (!body_of(node, bodies[b])) continue;
			fprintf(p->dot, "subgraph cluster_%ld_%zu {\n", graph_number(node, "id"), b);
			put_nodes(p, body_of(node, bodies[b]));
			fputs("}\n", p->dot);
		}
	}
}

static void put_edge(const placing *p, const json_t *from, const json_t *to, const char *how)
{
	if (from && to) fprintf(p->dot, "n%ld -> n%ld%s;\n", graph_number(from, "id"), graph_number(to, "id"), how);
}

static const json_t *first_of(const json_t *list) { return json_array_get(list, 0); }

// From what a node ends with to what follows: itself, or the last node of each of its parts.
static void put_ends(const placing *p, const json_t *node, const json_t *next, const char *how)
{
	const json_t *body = body_of(node, "body"), *other = body_of(node, "otherwise");
	const bool loop = !strcmp(graph_string(node, "kind"), "loop");
	if (!body || loop || !other) put_edge(p, node, next, how);
	if (loop) return;
	if (body) put_ends(p, json_array_get(body, json_array_size(body) - 1), next, how);
	if (other) put_ends(p, json_array_get(other, json_array_size(other) - 1), next, how);
}

// What follows a loop stands below its body: an edge that is not drawn.
static void put_below(const placing *p, const json_t *node, const json_t *next)
{
	const json_t *body = body_of(node, "body");
	if (!body || !next || strcmp(graph_string(node, "kind"), "loop") != 0) return;
	put_edge(p, json_array_get(body, json_array_size(body) - 1), next, " [style=invis]");
}

static void put_flow(const placing *p, const json_t *list)
{
	for (size_t k = 0; k < json_array_size(list); k++) {
		const json_t *node = json_array_get(list, k), *next = json_array_get(list, k + 1);
		const json_t *body = body_of(node, "body"), *other = body_of(node, "otherwise");
		if (body) put_edge(p, node, first_of(body), "");
		if (other) put_edge(p, node, first_of(other), "");
		if (body && !strcmp(graph_string(node, "kind"), "loop"))
			put_ends(p, json_array_get(body, json_array_size(body) - 1), node, " [constraint=false]");
		put_below(p, node, next);
		if (next) put_ends(p, node, next, "");
		if (body) put_flow(p, body);
		if (other) put_flow(p, other);
	}
}

static void put_function(const placing *p, const json_t *function)
{
	fputs("digraph {\ngraph [ranksep=0.22, nodesep=0.16];\nnode [shape=box, fixedsize=true, label=\"\"];\n",
	        p->dot);
	put_nodes(p, json_object_get(function, "nodes"));
	put_flow(p, json_object_get(function, "nodes"));
	fputs("}\n", p->dot);
}

// ---- reading ----------------------------------------------------------------------------------

static void name_nodes(json_t *by_name, const json_t *list)
{
	size_t k;
	json_t *node;
	json_array_foreach((json_t *)list, k, node)
	{
		char *name = graph_format("n%ld", graph_number(node, "id"));
		json_object_set(by_name, name, node);
		free(name);
		name_nodes(by_name, json_object_get(node, "body"));
		name_nodes(by_name, json_object_get(node, "otherwise"));
	}
}

static json_t *points(double inches) { return json_real((double)(long)(inches * POINTS * 10 + 0.5) / 10); }

// "node n1 x y width height ..."
static void read_node(const placing *p, char *line, double height)
{
	char name[32];
	double x, y, w, h;
	if (sscanf(line, "node %31s %lf %lf %lf %lf", name, &x, &y, &w, &h) != 5) return;
	json_t *node = json_object_get(p->by_name, name), *at = json_array();
	json_array_append_new(at, points(x));
	json_array_append_new(at, points(height - y));
	json_array_append_new(at, points(w));
	json_array_append_new(at, points(h));
	if (node)
		json_object_set_new(node, "at", at);
	else
		json_decref(at);
}

// "edge n1 n2 4 x1 y1 ... x4 y4 solid black"
static void read_edge(json_t *edges, char *line, double height)
{
	int from, to, n, used;
	if (sscanf(line, "edge n%d n%d %d%n", &from, &to, &n, &used) != 3 || strstr(line, " invis ")) return;
	json_t *row = json_pack("[ii[]]", from, to), *along = json_array_get(row, 2);
	char *rest = line + used;
	for (int k = 0; k < 2 * n; k++) {
		double value = strtod(rest, &rest);
		json_array_append_new(along, points(k % 2 ? height - value : value));
	}
	json_array_append_new(edges, row);
}

// What dot has printed of one function, until "stop".
static bool read_function(const placing *p, json_t *function, FILE *plain)
{
	char *line = NULL;
	size_t room = 0;
	double width = 0, height = 0;
	bool whole = false;
	json_t *edges = json_array();
	while (!whole && getline(&line, &room, plain) > 0) {
		if (!strncmp(line, "graph ", 6)) sscanf(line, "graph %*f %lf %lf", &width, &height);
		if (!strncmp(line, "node ", 5)) read_node(p, line, height);
		if (!strncmp(line, "edge ", 5)) read_edge(edges, line, height);
		whole = !strncmp(line, "stop", 4);
	}
	free(line);
	if (whole)
		json_object_set_new(function, "drawn",
		        json_pack("{sososo}", "width", points(width), "height", points(height), "edges", edges));
	else
		json_decref(edges);
	return whole;
}

// ---- all functions ----------------------------------------------------------------------------

static size_t n_nodes(const json_t *list)
{
	size_t k, n = 0;
	json_t *node;
	json_array_foreach((json_t *)list, k, node) n +=
	        1 + n_nodes(json_object_get(node, "body")) + n_nodes(json_object_get(node, "otherwise"));
	return n;
}

// Each function that is to be laid out, in their order. False: the visitor has had enough.
static bool each_function(json_t *program, bool (*visit)(placing *p, json_t *function, void *user), void *user)
{
	size_t u, k, all = 0;
	json_t *unit, *function;
	placing p = {0};
	json_array_foreach(json_object_get(program, "units"), u, unit)
	{
		p.unit = unit;
		json_array_foreach(json_object_get(unit, "functions"), k, function)
		{
			size_t n = n_nodes(json_object_get(function, "nodes"));
			if (n == 0 || n > MOST_NODES || all + n > MOST_IN_ALL) continue;
			all += n;
			if (!visit(&p, function, user)) return false;
		}
	}
	return true;
}

static bool visit_to_write(placing *p, json_t *function, void *user)
{
	p->dot = user;
	put_function(p, function);
	return true;
}

static bool visit_to_read(placing *p, json_t *function, void *user)
{
	p->by_name = json_object();
	name_nodes(p->by_name, json_object_get(function, "nodes"));
	bool read = read_function(p, function, user);
	json_decref(p->by_name);
	return read;
}

int graph_place(json_t *program)
{
	FILE *dot = tmpfile(), *plain = tmpfile();
	int status = dot && plain ? GRAPH_FINE : graph_trouble("cannot make a temporary file: %s", strerror(errno));
	if (status == GRAPH_FINE) {
		each_function(program, visit_to_write, dot);
		status = graph_run_dot("-Tplain", dot, plain);
	}
	if (status == GRAPH_FINE) {
		rewind(plain);
		each_function(program, visit_to_read, plain);
	}
	if (dot) fclose(dot);
	if (plain) fclose(plain);
	return status > 0 ? status : GRAPH_FINE;
}
