// SPDX-License-Identifier: Apache-2.0
//
// Runs of translated programs as JSON: predicted ones (HPCC_PREDICT), recorded ones (HPCC_STATS=run.json), what of them
// is printed, and how they compare. The schema is described in docs/graph.md.
#ifndef HPCC_TOOLS_GRAPH_RUN_H
#define HPCC_TOOLS_GRAPH_RUN_H

#include <jansson.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

// What is to be predicted. Strings are the caller's.
typedef struct run_wish {
	const char *program;    // path of the executable
	int processes;          // at least 1
	char *const *arguments; // for the program, NULL behind the last
	const char *layout;     // as HPCC_LAYOUT has it; NULL: the program's own
	const char *speeds;     // as HPCC_SPEEDS has them; NULL: what the environment says
	long cycles;            // so many cycles are run and the rest is reckoned from them; 0: all are run
	const char *phases;     // where the program writes its phases (HPCC_PHASES), and ends then; NULL: nowhere
	double memory_bytes;    // that its arrays may have (HPCC_PHASES_MEMORY), where `phases` is wanted; 0: no limit
	bool no_input;          // the program's standard input is empty
	const char *messages;   // a file for its standard error; NULL: that of this process
} run_wish;

// The program that is being run now, for signal handlers; 0: none.
extern volatile sig_atomic_t run_child;
// Runs the program as one process that predicts. The caller owns the JSON. NULL: *error says why, in one line (malloc).
json_t *run_predict(const run_wish *wish, char **error);
// Reads a recorded run and looks whether it has all that the functions below use. NULL: *error says where it has not.
json_t *run_load(const char *path, char **error);

// Events as a table, by source line, for people.
void run_print(const json_t *run, FILE *out);
// "from,to,messages,bytes" of the whole run, then "operation,root,bytes,count".
void run_matrix(const json_t *run, FILE *out);
// What was recorded against what is predicted, event by event, in words; how many events differ.
int run_check(const json_t *recorded, const json_t *predicted, FILE *out);

#endif
