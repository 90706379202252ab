// SPDX-License-Identifier: Apache-2.0
//
// Counts of what the runtime did. HPCC_STATS=1 prints them at the end, a line for each process, on stderr.
#include "core.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

hpcc_counters hpcc_count;

enum { N_VALUES = 6 };

// Most memory that this process ever had resident, in kilobytes.
static long resident_kb(void)
{
	FILE *file = fopen("/proc/self/status", "r");
	char line[256];
	long kb = 0;
	while (file && fgets(line, sizeof line, file))
		if (sscanf(line, "VmHWM: %ld", &kb) == 1) break;
	if (file) fclose(file);
	return kb;
}

void hpcc_stats_print(void)
{
	const char *text = getenv("HPCC_STATS");
	int wanted = text && *text && strcmp(text, "0") != 0;
	if (hpcc_mpi_on) // launchers do not always hand the environment on
		HPCC_MPI(MPI_Bcast(&wanted, 1, MPI_INT, 0, hpcc_comm));
	if (!wanted) return;
	long mine[N_VALUES] = {hpcc_count.messages, hpcc_count.bytes, hpcc_count.collectives, hpcc_count.slow,
	        hpcc_count.reads, resident_kb()};
	long *all = hpcc_alloc(sizeof mine * (size_t)hpcc_size_);
	if (hpcc_mpi_on)
		HPCC_MPI(MPI_Gather(mine, N_VALUES, MPI_LONG, all, N_VALUES, MPI_LONG, 0, hpcc_comm));
	else
		memcpy(all, mine, sizeof mine);
	for (int p = 0; hpcc_rank_ == 0 && p < hpcc_size_; p++) {
		const long *v = all + p * N_VALUES;
		fprintf(stderr,
		        "hpcc-stats: rank %d messages %ld bytes %ld collectives %ld slow %ld reads %ld resident_kb "
		        "%ld\n",
		        p, v[0], v[1], v[2], v[3], v[4], v[5]);
	}
	free(all);
}
