// SPDX-License-Identifier: Apache-2.0
//
// hpcc-run: what its files share.
#ifndef HPCC_TOOLS_RUN_H
#define HPCC_TOOLS_RUN_H

#include "../../machine/plan.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

// How the tool ends where no program of the user's did.
enum { RUN_FINE = 0, RUN_TROUBLE = 2 };

// What is asked for. Strings are the command line's.
typedef struct run_request {
	const char *machine, *svg, *launcher;
	int processes; // 0: as many as is best
	bool automatic, plan_only, explain, as_json, quiet, oversubscribe, trial;
	const char *program;
	char *const *arguments; // for the program, NULL behind the last
	char *const *launcher_argument;
	int n_launcher_arguments;
} run_request;

int run_trouble(const char *format, ...) __attribute__((format(printf, 1, 2)));
void *run_memory(size_t n, size_t size);

// ---- run_phases.c: what the program says of itself ----------------------------------------------

typedef struct run_block {
	const char *of;
	long elements;
	int processes, grid_rank;
} run_block;

typedef struct run_phases {
	json_t *json;       // has all the texts; NULL: the program has told nothing
	char *said;         // what it has said instead
	const char *reason; // why there are none; NULL: there are
	const char *mpi;
	double too_large; // bytes of the arrays that one process cannot have here; 0: it can, or did not say
	plan_program program;
	plan_measured *measured;
	double step_us, steps_run; // what a step took, of so many, where all processes were asked; 0: not known
	double *available;         // what each of these got of its core; NULL: not known
	const char **topology;     // of each exchange, in the program's words
	bool *is_rough;            // of each work, then of each exchange: estimated, or not known
	int n_blocks;
	run_block *block; // arrays in equal blocks
} run_phases;

// Of what a program has written (HPCC_PHASES), run as n processes, q on host[q] (NULL: none of the machine's). Where it
// has written nothing, `messages` is a file that may say why, and `error`, if it is not NULL.
void run_phases_load(run_phases *p, const char *path, int n, const machine_host *const host[], const char *messages,
        const char *error);
void run_phases_free(run_phases *p);

// ---- run_ask.c: running it for that -------------------------------------------------------------

// Runs the program as one process on this host, which is `here` of the machine (NULL: none), up to the end of `cycles`
// steps of its cycle (0: of some). `run` NULL, or what it would send (graph_run.h), NULL if that is not known.
void run_ask(const run_request *r, const machine_host *here, int processes, const char *layout, long cycles,
        run_phases *phases, json_t **run);
// Runs it as the processes of a plan, where the plan has them, through the first steps of its cycle; with its arrays'
// blocks as HPCC_LAYOUT says, or (NULL) in equal blocks.
void run_try(const run_request *r, const plan *p, const char *layout, run_phases *phases);

// ---- run_place.c ----------------------------------------------------------------------------------

// Maps processes onto the cores of the plan, by what they send one another in a step. Gives what it did, in words.
const char *run_place(plan *p, const json_t *run);

// ---- run_hosts.c ----------------------------------------------------------------------------------

// Whether the name is that of this host.
bool run_is_here(const char *name);
// Sets down[k] of each host that does not answer, and says how many these are.
int run_find_down(const machine *m, bool *down);

// ---- run_show.c, run_svg.c --------------------------------------------------------------------------

// All that is to be shown of a plan.
enum { RUN_MOST_NOTES = 16 };
typedef struct run_shown {
	const run_request *request;
	const plan *plan;
	const run_phases *phases; // as they were asked last
	const char *machine;      // its name
	const char *layout;       // NULL: blocks are equal
	const char *placed;       // NULL: processes are on their hosts in order
	char *const *command;
	int n_notes;
	char *note[RUN_MOST_NOTES];
} run_shown;

void run_show(const run_shown *s, FILE *out);
void run_show_json(const run_shown *s, FILE *out);
void run_show_svg(const run_shown *s, FILE *out);

// ---- run_launch.c -----------------------------------------------------------------------------------

typedef struct run_launch {
	char **word; // the command; NULL behind the last
	int n_words;
	char folder[4096];
	const char *output, *messages; // files for standard output and standard error; NULL: those of this process
	bool no_input;                 // standard input is empty
} run_launch;

// The command, and the files that it names in a folder of their own, which run_launch_free removes. False: *error.
bool run_prepare(const run_request *r, const plan *p, const char *mpi, const char *layout, run_launch *l, char **error);
// Signals that other programs send are handed on to what is running, from now on.
void run_watch_signals(void);
// The last one that came; 0: none.
int run_was_told(void);
// The status of the program, as a shell has it.
int run_start(const run_launch *l, const char *layout);
void run_launch_free(run_launch *l);

#endif
