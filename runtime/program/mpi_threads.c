// SPDX-License-Identifier: Apache-2.0
//
// MPI's own threads, which must have nothing left to do when MPI ends. MPI_Init gives Open MPI's event thread an event
// to handle; on a busy machine the thread may get no core before a short program ends. MPI_Finalize does not wait for
// it, and the thread then handles the event with what has been freed: a process of some thousands ended by a signal, or
// never.
#define _GNU_SOURCE
#include "program.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SWEEPS_ASLEEP = 2, SWEEP_US = 100, MAX_SWEEPS = 10000 }; // a second: some MPIs have threads that never sleep

static struct {
	pid_t *id;
	int n;
} noted;

void hpcc_note_mpi_threads(void)
{
	noted.n = 0;
	DIR *folder = opendir("/proc/self/task");
	if (!folder) return;
	for (struct dirent *entry; (entry = readdir(folder));) {
		pid_t id = (pid_t)atol(entry->d_name);
		if (id <= 0 || id == gettid()) continue;
		noted.id = hpcc_grow(noted.id, (size_t)(noted.n + 1) * sizeof *noted.id);
		noted.id[noted.n++] = id;
	}
	closedir(folder);
}

// It waits for something, or has ended.
static int is_asleep(pid_t thread)
{
	char name[64], line[256];
	snprintf(name, sizeof name, "/proc/self/task/%ld/stat", (long)thread);
	FILE *file = fopen(name, "re");
	if (!file) return 1;
	// The state follows the command's name, which may hold anything.
	int got = fgets(line, sizeof line, file) != NULL;
	fclose(file);
	char *behind = got ? strrchr(line, ')') : NULL;
	return !behind || (strncmp(behind, ") R", 3) != 0 && strncmp(behind, ") D", 3) != 0); // running, or at a disk
}

static int all_asleep(void)
{
	for (int k = 0; k < noted.n; k++)
		if (!is_asleep(noted.id[k])) return 0;
	return 1;
}

// One thread may wait for another that is seen later and sleeps by then: all are seen asleep more than once.
void hpcc_wait_for_mpi_threads(void)
{
	for (int sweep = 0, asleep = 0; noted.n > 0 && asleep < SWEEPS_ASLEEP && sweep < MAX_SWEEPS; sweep++) {
		asleep = all_asleep() ? asleep + 1 : 0;
		if (asleep == 0) usleep(SWEEP_US);
	}
}
