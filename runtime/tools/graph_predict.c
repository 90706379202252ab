// SPDX-License-Identifier: Apache-2.0
//
// hpcc-graph --procs, --matrix, --check: outputs that need a predicted run of the program.
#include "graph.h"
#include "graph_run.h"

#include <stdlib.h>
#include <string.h>

json_t *graph_predict(const graph_request *r)
{
	const run_wish wish = {.program = r->file[0],
	        .processes = r->processes,
	        .arguments = r->arguments,
	        .layout = r->layout,
	        .speeds = r->speeds,
	        .cycles = r->cycles};
	char *error = NULL;
	json_t *run = run_predict(&wish, &error);
	if (!run) graph_trouble("%s", error ? error : "out of memory");
	free(error);
	return run;
}

int graph_print_prediction(const graph_request *r, const json_t *const *program)
{
	(void)program;
	json_t *run = graph_predict(r);
	if (!run) return GRAPH_TROUBLE;
	if (r->as_json)
		json_dumpf(run, r->out, JSON_INDENT(1)), fputc('\n', r->out);
	else
		run_print(run, r->out);
	json_decref(run);
	return GRAPH_FINE;
}

int graph_print_matrix(const graph_request *r, const json_t *const *program)
{
	(void)program;
	json_t *run = graph_predict(r);
	if (!run) return GRAPH_TROUBLE;
	run_matrix(run, r->out);
	json_decref(run);
	return GRAPH_FINE;
}

// The program is given what it was given when the run was recorded.
static void as_recorded(const json_t *recorded, graph_request *r, char **argument, size_t room)
{
	const json_t *words = json_object_get(recorded, "arguments");
	size_t n = 0;
	for (; n < json_array_size(words) && n + 1 < room; n++)
		argument[n] = (char *)json_string_value(json_array_get(words, n));
	argument[n] = NULL;
	if (!r->arguments) r->arguments = argument;
	if (!r->layout) r->layout = json_string_value(json_object_get(recorded, "layout"));
	r->speeds = json_string_value(json_object_get(recorded, "speeds"));
	if (!r->speeds) r->speeds = "equal";
	r->processes = (int)json_integer_value(json_object_get(recorded, "processes"));
}

int graph_print_check(const graph_request *given, const json_t *const *program)
{
	(void)program;
	graph_request r = *given;
	char *error = NULL;
	json_t *recorded = run_load(r.record, &error);
	if (!recorded) {
		graph_trouble("%s", error ? error : "out of memory");
		free(error);
		return GRAPH_TROUBLE;
	}
	const size_t room = json_array_size(json_object_get(recorded, "arguments")) + 1;
	char **argument = graph_memory(NULL, room * sizeof *argument);
	as_recorded(recorded, &r, argument, room);
	json_t *predicted = graph_predict(&r);
	int differ = predicted ? run_check(recorded, predicted, r.out) : 0;
	free(argument);
	json_decref(recorded);
	json_decref(predicted);
	return !predicted ? GRAPH_TROUBLE : differ ? GRAPH_DIFFERS : GRAPH_FINE;
}
