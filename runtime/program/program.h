// SPDX-License-Identifier: Apache-2.0
//
// The program's begin and end, and how it calls MPI.
#ifndef HPCC_RUNTIME_PROGRAM_H
#define HPCC_RUNTIME_PROGRAM_H

#include "../record/record.h"
#include <mpi.h>

// ---- start.c ----------------------------------------------------------------------------------

extern MPI_Comm hpcc_comm;

// The program is one that is checked: see check.h.
extern int hpcc_checking;

// Ends the job where `code` is an error; `what` names the call.
void hpcc_mpi_check(int code, const char *what);
#define HPCC_MPI(call) hpcc_mpi_check(HPCC_UNNOTED(call), #call)

// own_mpi.c: what the program's own code calls of MPI is noted. More than 0 while MPI is called by the runtime, whose
// calls are noted by what they are for, or by what it calls itself.
extern int hpcc_mpi_calls;
static inline int hpcc_mpi_returns(int code)
{
	hpcc_mpi_calls--;
	return code;
}
#define HPCC_UNNOTED(call) (hpcc_mpi_calls++, hpcc_mpi_returns(call))
// Events of all that any process has called. Collective; not while anything is noted.
void hpcc_own_mpi_events(void);
// Ends MPI where the program's own code has started it, without a launcher.
void hpcc_own_mpi_end(void);

// ---- mpi_threads.c ----------------------------------------------------------------------------

// The threads that there are beside the calling one, after MPI_Init.
void hpcc_note_mpi_threads(void);
// Returns when all of them sleep, before MPI_Finalize; after a second in any case.
void hpcc_wait_for_mpi_threads(void);

// ---- yield.c ----------------------------------------------------------------------------------

// Whether a process that waits for others calls sched_yield meanwhile: as HPCC_YIELD says, else where MPI does not do
// so itself and the host has more processes than cores.
extern int hpcc_yields;
// Collective.
void hpcc_yield_start(void);
// The program's processes on this host, and how many they are. All call it; the communicator is to be freed.
MPI_Comm hpcc_processes_of_host(int *n);

void hpcc_wait_for(int n, MPI_Request *request);

// A collective operation: HPCC_COLLECTIVE(MPI_Bcast, MPI_Ibcast, buffer, count, type, root, comm). A process that
// predicts has everything, and calls nothing.
#define HPCC_COLLECTIVE(call, call_that_returns, ...)                                                                  \
	do {                                                                                                           \
		MPI_Request hpcc_under_way;                                                                            \
		if (hpcc_predicting) break;                                                                            \
		if (!hpcc_yields) {                                                                                    \
			long hpcc_began = HPCC_NOTES_WAITS ? hpcc_note_waits() : 0;                                    \
			HPCC_MPI(call(__VA_ARGS__));                                                                   \
			if (HPCC_NOTES_WAITS) hpcc_note_waited(hpcc_began);                                            \
		} else {                                                                                               \
			HPCC_MPI(call_that_returns(__VA_ARGS__, &hpcc_under_way));                                     \
			hpcc_wait_for(1, &hpcc_under_way);                                                             \
		}                                                                                                      \
	} while (0)

#endif
