// SPDX-License-Identifier: Apache-2.0
//
// hpcc-graph: what its files share. A program's graph is one JSON object (docs/graph.md):
//   {"hpcc-graph": 1, "program": PATH, "units": [each unit's graph], "cycle": {...} or null}
#ifndef HPCC_TOOLS_GRAPH_H
#define HPCC_TOOLS_GRAPH_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

enum { GRAPH_VERSION = 1 };

enum { GRAPH_MOST_PROCESSES = 1 << 20 };

// How the tool ends.
enum { GRAPH_FINE = 0, GRAPH_DIFFERS = 1, GRAPH_TROUBLE = 2 };

// What is asked for.
typedef struct graph_request {
	int n_files;
	const char *file[2];
	bool condensed;     // consecutive tasks of the same processes as one
	const char *output; // a file; NULL: standard output
	// Of predicted runs: for so many processes, with these arguments (NULL: none), in this layout (NULL: the program's
	// own), of so many cycles (0: all).
	int processes;
	char *const *arguments;
	const char *layout;
	const char *speeds; // of processes, as HPCC_SPEEDS has them; NULL: what the environment says
	long cycles;
	bool as_json;       // the prediction as JSON
	bool matrix;        // of it who sends how much to whom
	const char *record; // of a run that is to be checked
	bool html;          // a page
	const char *run;    // a recorded run for it; NULL: none
	FILE *out;          // that, open
	// Closed forms are evaluated with these: NAME=VALUE, which are changed.
	int n_definitions;
	char **definition;
} graph_request;

// ---- graph_load.c, graph_check.c, graph_join.c --------------------------------------------------

// The graph of a program, an object file, or a file of JSON (a program's, or a unit's as -fdist-emit=graph-json prints
// it), checked: what the other functions are given holds what the schema says. False: `*error` says where and why, to
// be freed.
bool graph_load(const char *path, json_t **out, char **error);

// Whether the unit's graph is what the schema says; `*error` names the place in it. `what` is put in front.
bool graph_check_unit(const json_t *unit, const char *what, char **error);

// The program of these units: takes them.
json_t *graph_join(const char *path, json_t *units);

// ---- graph_nodes.c: questions about checked graphs ----------------------------------------------

// "" and 0 where there is none.
const char *graph_string(const json_t *object, const char *key);
long graph_number(const json_t *object, const char *key);
bool graph_is(const json_t *object, const char *key);
// The name of the file that a node, task or event of the unit is in; "" where it says none.
const char *graph_file(const json_t *unit, const json_t *placed);
// By ids; NULL: there is none.
const json_t *graph_task(const json_t *unit, long id);
const json_t *graph_event(const json_t *unit, const char *id);
const json_t *graph_node(const json_t *unit, long id);
// The function that the unit calls by this name: its own, or another unit's. NULL: the program has no graph of it.
const json_t *graph_function(const json_t *program, const json_t *unit, const char *name, const json_t **its_unit);
// The nodes of a list from k on that are told as one: an array of the node, and, if condensed, of the tasks behind it
// that the same processes run, with nothing sent in between. To be given back by json_decref.
json_t *graph_row(const json_t *unit, const json_t *list, size_t k, bool condensed);
// Whether two tasks in a row are told as one then.
bool graph_condense(const json_t *unit, const json_t *node, const json_t *next);

// Who runs the task, and why not each a part of it where that is so; to be freed.
char *graph_who(const json_t *task);
// One line for the nodes of a row, without its place; to be freed.
char *graph_words(const json_t *unit, const json_t *row);
// "task 3", "tasks 3-5", and of other rows the node's kind; to be freed.
char *graph_title(const json_t *row);
// "12", "12-15"; to be freed.
char *graph_lines(const json_t *row);

// ---- outputs: status ----------------------------------------------------------------------------

int graph_print_text(const graph_request *r, const json_t *const *program);
int graph_print_json(const graph_request *r, const json_t *const *program);
int graph_print_dot(const graph_request *r, const json_t *const *program);
int graph_print_svg(const graph_request *r, const json_t *const *program);
int graph_print_diff(const graph_request *r, const json_t *const *program);
// What Graphviz's program `dot` makes of a graph, in a format (as "-Tsvg"); -1: it is not installed.
int graph_run_dot(const char *format, FILE *in, FILE *out);
// graph_html.c, graph_place.c: the page; where the nodes of its functions are drawn, added to them as "at", and to the
// functions as "drawn". Nothing is added where there is no Graphviz, or where it would take too long.
int graph_print_html(const graph_request *r, const json_t *const *program);
int graph_place(json_t *program);
// graph_predict.c: of a predicted run. NULL: it has been said why.
json_t *graph_predict(const graph_request *r);
int graph_print_prediction(const graph_request *r, const json_t *const *program);
int graph_print_matrix(const graph_request *r, const json_t *const *program);
// graph_steady.c: by closed forms.
int graph_print_steady_matrix(const graph_request *r, const json_t *const *program);
int graph_print_evaluated(const graph_request *r, const json_t *const *program);
int graph_print_check(const graph_request *r, const json_t *const *program);

// ---- graph_words.c ------------------------------------------------------------------------------

// printf into memory that is to be freed; ends the tool where there is none.
char *graph_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
void *graph_memory(void *old, size_t bytes);
// Puts the text out without what would move a terminal's cursor.
void graph_put(FILE *out, const char *text);
// "hpcc-graph: ...", on standard error. Gives GRAPH_TROUBLE.
int graph_trouble(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
