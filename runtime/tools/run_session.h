// SPDX-License-Identifier: Apache-2.0
//
// A session of hpcc-run: what is known so far of program and machine.
#ifndef HPCC_TOOLS_RUN_SESSION_H
#define HPCC_TOOLS_RUN_SESSION_H

#include "run.h"

// All but the request and what `asked` points to is its own.
typedef struct session {
	const run_request *request;
	machine *machine;
	bool *down;
	run_phases phases;
	int trial;                  // processes that were asked by trials; 0: there was none
	const machine_host **asked; // their hosts
	long *tried;                // their units in the last trial; NULL: equal blocks
	int heeded;                 // trials that have said how fast hosts are
	plan_wish wish;
	plan *plan;
	char *layout, *why, *down_note;
	run_shown shown; // its notes, too
} session;

// ---- run.c --------------------------------------------------------------------------------------

// A text, to be freed.
__attribute__((format(printf, 1, 2))) char *run_words(const char *format, ...);
// One that is shown with the plan, and is the session's from now on.
void run_note(session *s, char *text);
// HPCC_LAYOUT for a plan's blocks, to be freed.
char *run_layout_of(const session *s, const plan *p);

// ---- run_trial.c --------------------------------------------------------------------------------

// Asks the program by its processes on all hosts, in equal blocks: none has the memory of all, and each host's own time
// is measured. Gives their number; 0: they cannot be there.
int run_ask_everywhere(session *s);
// Whether that is wanted, or is needed for what no file says.
bool run_wants_trial(session *s);
// Where there was a trial: one more, with the blocks that the plan has for several processes, if these are others.
// Whether something was learned, so that there may be another plan now.
bool run_try_plan(session *s);

#endif
