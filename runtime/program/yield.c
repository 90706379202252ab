// SPDX-License-Identifier: Apache-2.0
//
// MPI's calls that wait. Where more processes run than there are cores, one that waits should give its core to the one
// that it waits for. Open MPI does that by itself; MPICH polls until the system takes the core away, some milliseconds
// for each message. Then the runtime waits instead, with calls that return at once.
#define _GNU_SOURCE
#include "../arrays/arrays.h"
#include <sched.h>
#include <stdlib.h>
#include <string.h>

int hpcc_yields;

MPI_Comm hpcc_processes_of_host(int *n)
{
	MPI_Comm host;
	HPCC_MPI(MPI_Comm_split_type(hpcc_comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host));
	HPCC_MPI(MPI_Comm_size(host, n));
	return host;
}

#ifdef MPICH_VERSION
// Whether this host has more processes of the program than cores for them. Launchers may bind each process to its core.
static int is_crowded(void)
{
	int processes;
	cpu_set_t cores;
	CPU_ZERO(&cores);
	const int known = sched_getaffinity(0, sizeof cores, &cores) == 0;
	MPI_Comm host = hpcc_processes_of_host(&processes);
	HPCC_MPI(MPI_Allreduce(MPI_IN_PLACE, &cores, sizeof cores, MPI_BYTE, MPI_BOR, host));
	HPCC_MPI(MPI_Comm_free(&host));
	return known && processes > CPU_COUNT(&cores);
}
#else
static int is_crowded(void) { return 0; }
#endif

void hpcc_yield_start(void)
{
	const char *asked = getenv("HPCC_YIELD");
	if (asked && *asked && strcmp(asked, "0") != 0 && strcmp(asked, "1") != 0)
		hpcc_die(NULL, "HPCC_YIELD=%s: 1 (a process that waits gives its core to others) or 0 is expected",
		        asked);
	hpcc_yields = asked && *asked ? *asked == '1' : is_crowded();
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Wstringop-overflow" // of MPICH's MPI_STATUSES_IGNORE
void hpcc_wait_for(int n, MPI_Request *request)
{
	int done = n == 0;
	long began = HPCC_NOTES_WAITS ? hpcc_note_waits() : 0;
	while (hpcc_yields && !done) {
		HPCC_MPI(MPI_Testall(n, request, &done, MPI_STATUSES_IGNORE));
		if (!done) sched_yield();
	}
	if (!done) HPCC_MPI(MPI_Waitall(n, request, MPI_STATUSES_IGNORE));
	if (HPCC_NOTES_WAITS) hpcc_note_waited(began);
}
#pragma GCC diagnostic pop
