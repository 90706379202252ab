// SPDX-License-Identifier: Apache-2.0
//
// The static task graph: what the analysis hands to code generation, and all that code generation walks.
//
// Each task is a loop nest with the set of processes that run it and, for each array, the communication event before
// it: which sections a process needs from elsewhere, given the intervals that it owns. What is not in a task is control
// flow that every process runs alike, and accesses to single elements.
#ifndef HPCC_ANALYSIS_GRAPH_H
#define HPCC_ANALYSIS_GRAPH_H

#include "../model/model.h"
#include "../split/split.h"
#include "../unit/unit.h"

typedef enum task_kind {
	TASK_SPLIT,   // iterations are split by ownership
	TASK_SECTION, // every process runs all of it; the sections that it reads are brought to all
} task_kind;

enum { GRAPH_MAX_PORTIONS = 3 };

// How generated code addresses an argument.
typedef enum arg_access {
	ARG_AS_WRITTEN, // the source's own addresses: only the outermost dimension is split
	ARG_LOCAL,      // through an origin and strides of the process
} arg_access;

// One array of a task.
typedef struct task_arg {
	int object; // of the nest
	arg_access access;
	bool reads, writes;
	bool read_all; // some subscript is not known: all of it is needed
	bool home;
	bool overwritten; // what is set is set before it is read, and all of it, whatever the data are (split/overwritten.h)
	bool resident; // some accesses are promised to be made by the owners: nothing is brought for them
	// SECTION: the elements that may be read before the nest sets them, over the parameters; NULL: all.
	isl_set *before;
	int n_need; // sections that a process needs, each over the parameters and hpcc_own[]
	isl_set **need;
	int n_unusual; // needed beside where indices go around an array more than once: with usual bounds nothing
	isl_set **unusual;
	// SECTION in portions: the same for a portion, over hpcc_own[k] as the values of the loop's variable at level
	// k. SPLIT in strips: the same for a strip, over hpcc_own[split->strip_axis], too.
	int n_portion;
	isl_set **portion;
	int n_wrote; // sections that may be written by all processes together, over the parameters
	isl_set **wrote;
	int n_at_home; // sections that are read where they are owned, by all processes together, over the parameters
	isl_set **at_home;
} task_arg;

typedef struct task {
	int id; // from 1 in the unit
	task_kind kind;
	bool slow;           // all run all of a loop that computes
	bool serial;         // one process after the other
	bool is_alternative; // of a loop that is distributed: run where what that assumes does not hold
	bool doubted;        // split only because memory of other units may turn out to be mapped
	bool quiet; // nothing is to be said of it: one process alone runs it (serial code), or no mapped memory is seen to get there
	bool told;           // a warning says that all processes run it, or that they do so one after the other
	bool windows;        // SECTION: what could be split in it are sums over a few rows for each iteration
	bool works_in_parts; // SECTION: nests in it, or in functions that it calls, could be split by themselves
	nest *nest;
	partition *split; // SPLIT
	// SECTION: what is read is brought in pieces, for some iterations of these loops at a time, each in the one
	// before it. 0: all at once.
	int n_portions, portion_loop[GRAPH_MAX_PORTIONS];
	int n_args;
	task_arg *args;
	struct found_patterns *found; // [argument]: what is known of them so far (pattern.h)
} task;

// Run in strips that processes hand on to one another (split/pipeline.c).
static inline bool task_is_pipeline(const task *t) { return t->kind == TASK_SPLIT && t->split->strip_axis >= 0; }

// A loop on mapped memory that is no task. What is in it may be.
typedef struct graph_loop {
	const prog_stmt *stmt;
	const prog_symbol *var; // its variable; NULL: it is not known
	diag_id reason;         // why it is not split, as in nest; DIAG_COUNT: for no reason that is known
	prog_loc reason_loc;
	const char *reason_text;
	int n_split;           // tasks in it that are split
	bool by_element;       // the elements that it reads are brought one by one
	bool sets_elements;    // it reads none; all processes run it, and owners store what it sets
	const prog_expr *call; // runs where the part of an array is that it gets; NULL: there is none
} graph_loop;

typedef struct graph {
	prog_unit *unit;
	unit_facts *facts;
	bool is_version; // of a function (graph_of_version): the facts are a view of the unit's
	isl_ctx *ctx;
	int n_tasks;
	task **tasks;
	int n_loops;
	graph_loop *loops;
	int n_distributed; // loops whose parts are tasks
	distribution **distributed;
	const unsigned char *
	        within; // [symbol id]: the function is called in tasks only, which look into it; its own tasks are not entered
	const unsigned char *runs; // [symbol id]: the function may run
	int *split_depth;          // [symbol id]: of functions, how much of their work is split (called_work.h)
} graph;

// Whether anybody comes to the function's own tasks: it runs, and not in tasks of others only.
static inline bool graph_enters(const graph *g, const prog_function *f)
{
	return !f || !g->within || (g->runs[f->symbol->id] && !g->within[f->symbol->id]);
}

// The task that the loop is; NULL: none.
task *graph_task_at(const graph *g, const prog_stmt *loop);
// Whether the function's loops run, one at a time, on the owner of what the parameter chooses, and other processes wait
// for what they set. The function has been planned.
bool graph_waits_for_row(const graph *g, const prog_function *f, const prog_symbol *parameter);
// Loops around the innermost statement of the task, up to `outer`; 0: the task is elsewhere.
int graph_depth_within(const task *t, const prog_stmt *outer);

// The loop whose iterations decide which process runs a task that they take in turns; NULL: nothing is known of it.
const graph_loop *graph_loop_of_turns(const graph *g, const task *t);

// Builds the graph of a unit; reports slow paths and what is refused. Never NULL.
graph *graph_build(prog_unit *unit, isl_ctx *ctx);
void graph_free(graph *g);

// The tasks of one function, whose parameters `plain` are taken to lead to memory without a mapping; the facts are
// those of `general`. Reports nothing. Tasks are numbered from `first` on.
graph *graph_of_version(
        const graph *general, const prog_function *function, prog_symbol *const *plain, int n_plain, int first);

// `-fdist-emit=graph`.
void graph_print(const graph *g, FILE *out);

#endif
