// SPDX-License-Identifier: Apache-2.0
//
// What is noted of a run: events, messages, iterations, time; and predicted. Nothing of MPI.
#ifndef HPCC_RUNTIME_RECORD_H
#define HPCC_RUNTIME_RECORD_H

#include "../planning/planning.h"
#include <stdio.h>

// ---- predict.c: what P processes would send, on one --------------------------------------------

// This process is the only one, has all of every array and runs all iterations; hpcc_size_ is the number of processes
// that it predicts. The runtime decides as each of these would. Where they would send messages, or meet in collective
// operations, these are noted for all of them (ledger.c), and nothing is sent.
extern int hpcc_predicting;
// Reads HPCC_PREDICT, the number of processes; not under a launcher.
void hpcc_predict_start(void);

// ---- ledger.c: who sends what to whom, and for what ---------------------------------------------

// What messages and iterations belong to. The same on all processes.
typedef enum hpcc_purpose {
	HPCC_FOR_NEST,    // a task, by its id
	HPCC_FOR_ELEMENT, // elements outside of nests
	HPCC_FOR_MAPPING, // an array gets another mapping
	HPCC_FOR_SERIAL,  // process 0 alone, or each process on its part
	HPCC_FOR_BYTES,   // memory that the C library uses: memcpy, fwrite
	HPCC_FOR_LIBRARY, // answers of the C library
	HPCC_FOR_MPI,     // the program's own calls of MPI, by the function's name
	HPCC_N_PURPOSES
} hpcc_purpose;
typedef struct hpcc_event {
	hpcc_purpose purpose;
	const char *file; // that of the source, or "file:line" with line 0; NULL: not known
	const char *name; // of the array, or of the library's function; NULL: there is none
	int line, id;     // id: of the task
} hpcc_event;
// Whether anything is noted.
extern int hpcc_ledger_on;
// What follows, until hpcc_event_end with what this gives, belongs to the event; within another one to that.
struct plan_t;
int hpcc_event_open(const hpcc_event *event);
int hpcc_event_open_nest(hpcc_nest *nest, struct plan_t *plan);
void hpcc_event_close(void);
static inline int hpcc_event_begin(hpcc_event event) { return hpcc_ledger_on && hpcc_event_open(&event); }
// plan: NULL where it is not known yet.
static inline int hpcc_event_begin_nest(hpcc_nest *nest, struct plan_t *plan)
{
	return hpcc_ledger_on && hpcc_event_open_nest(nest, plan);
}
static inline void hpcc_event_end(int is_open)
{
	if (is_open) hpcc_event_close();
}

typedef enum hpcc_collective {
	HPCC_BARRIER,
	HPCC_BCAST,
	HPCC_ALLGATHER,
	HPCC_ALLREDUCE,
	// Of the program's own calls, and a plan's:
	HPCC_OWN_REDUCE,
	HPCC_OWN_GATHER,
	HPCC_OWN_SCATTER,
	HPCC_OWN_ALLTOALL,
	HPCC_OWN_REDUCE_SCATTER,
	HPCC_OWN_SCAN,
	HPCC_N_COLLECTIVES
} hpcc_collective;
// A message of `from` to `to`; from is this process, unless it predicts. Processes are noted by senders only.
void hpcc_note_message(int from, int to, size_t bytes);
// How many messages a process has sent to those of lower ranks, or (up) of higher ones; of another process where all
// are predicted.
long hpcc_messages_sent(int process, int up);
// A collective operation, of which each process gets so many bytes. root: of a broadcast; -1: there is none.
void hpcc_note_collective(hpcc_collective operation, int root, size_t bytes);
// The nest of the plan is entered; predicted, what each process executes of it is noted. Else this one says, statement
// executions of those that are split and of those that all execute. So many times alike.
void hpcc_note_entered(struct plan_t *plan, long times);
void hpcc_note_executed(const struct plan_t *plan, long times);
// What its parameters are in this run.
void hpcc_note_parameters(const struct plan_t *plan, const long *par);
// Executions that were not timed get the time that others of the plan took.
void hpcc_note_untimed(struct plan_t *plan);
// Of an array or template that is distributed: sizes of the blocks along a dimension that is split, where they are
// given. `name` is kept.
void hpcc_note_blocks(const char *name, int split, int n, const long *lo, const long *hi);
// Around what waits for others: time, where this execution of an event is timed, or phases are measured.
extern int hpcc_timed;
typedef struct spent_t {
	long processor, clock; // nanoseconds that the process had of processors, and of the wall clock
} spent_t;
extern spent_t hpcc_waited; // in all waits that were noted while phases are
// Reading the clock may take longer than what is timed. Then not each execution is: those that are stand for others.
typedef struct sample_t {
	long skip, skipped; // executions to leave out before the next one that is timed; left out since the last one
	long end, time, waited; // of the last one
} sample_t;
#define HPCC_NOTES_WAITS (hpcc_timed | hpcc_phases_on)
long hpcc_note_waits(void);
void hpcc_note_waited(long began);

// Writes HPCC_STATS's file, or prints where the time went. Collective.
void hpcc_ledger_write(void);
// path NULL: to be printed.
void hpcc_ledger_start(const char *path);
// Nanoseconds since then.
long hpcc_since_start(void);
// The program's arguments, which stay where they are.
void hpcc_ledger_arguments(int n, char **argument);

// ---- the phase cycle (ledger.c) ----------------------------------------------------------------

// Before the cycle, in its first step, in its second one, in later ones (which are all alike in most programs), after it.
typedef enum when_t { BEFORE_CYCLE, FIRST_STEP, SECOND_STEP, LATER_STEP, AFTER_CYCLE, N_WHEN } when_t;

// The phase cycle as far as it was run.
typedef struct cycle_t {
	const char *file; // NULL: the program came to none
	int line;
	long steps, of; // of: those that there are, where it was stopped early; -1: not known
	when_t when;
	// When the loop, or its second step, was begun, and how long first and later steps took in loops that ended.
	long began, first_time, later_time;
} cycle_t;
extern cycle_t hpcc_the_cycle;
// How many steps of the cycle are run, if the program is only asked; 0: all, or as many as suffice.
long hpcc_cycles_wanted(void);

// A text as a string of JSON.
void hpcc_ledger_text(FILE *out, const char *text);
// Nanoseconds since some moment.
long hpcc_nanoseconds(void);

// ---- stats.c ----------------------------------------------------------------------------------

typedef struct hpcc_counters {
	long messages, bytes, collectives, collective_bytes, slow, reads;
	long split, by_all,
	        output; // statements executed: a part of all, as all processes do, in loops that only write out
} hpcc_counters;
extern hpcc_counters hpcc_count;

// HPCC_STATS: 0, 1, or more for a table of loops. The same on all processes, from hpcc_stats_start on.
extern int hpcc_stats_level;
void hpcc_stats_start(void);

// A nest takes the slow path, for the reason `why`; an element is brought to all, or set by its owner. Counts that, and
// where it was.
void hpcc_stats_slow(const hpcc_nest *nest, const char *why);
void hpcc_stats_read(const char *file, int line);
void hpcc_stats_written(const char *file, int line);
// A nest is run; what it executes of its iterations, given what it owns.
void hpcc_stats_entered(hpcc_nest *nest, long times);
void hpcc_stats_executed(struct plan_t *plan, const hpcc_range *own);
// So many runs more like the last one of the plan.
void hpcc_stats_alike(struct plan_t *plan, long times);
// Prints the table of HPCC_STATS=1, from process 0. Collective.
void hpcc_stats_print(void);

#endif
