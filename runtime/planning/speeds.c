// SPDX-License-Identifier: Apache-2.0
//
// HPCC_SPEEDS: how fast processes are, one by the other: `2,1,1` by their numbers, again and again; `auto`: as the system
// says before anything is measured, which knows cores of one host that are built for other speeds, and what control
// groups leave of them; `equal`, or nothing: all are alike. Arrays that are split by `block` begin with blocks by these
// speeds then, as A_i ~ 1 / d2_i in EQ 6 of Weissman and Grimshaw's partitioner. Not by default: `block` promises where
// data is when the program begins.
#define _GNU_SOURCE
#include "../arrays/arrays.h"
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double *speed; // of each process; NULL: all are alike

const double *hpcc_speeds(void) { return speed; }

// ---- what the system says ----------------------------------------------------------------------

// Numbers at the begin of a file; gives how many. "max" ends them.
static int read_numbers(const char *path, double *number, int most)
{
	FILE *file = fopen(path, "re");
	int n = 0;
	while (file && n < most && fscanf(file, "%lf", &number[n]) == 1) n++;
	if (file) fclose(file);
	return n;
}

// How fast a core is built to be: the scheduler's figure, or else the highest frequency. 0: unknown.
static double built_for(int core)
{
	static const char *const names[] = {"cpu_capacity", "cpufreq/cpuinfo_max_freq"};
	double value = 0;
	for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
		char path[96];
		snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/%s", core, names[k]);
		if (read_numbers(path, &value, 1) == 1 && value > 0) return value;
	}
	return 0;
}

// The mean of the cores that the process may use. Of cores that no file tells anything about it is 0.
static double core_speed(const cpu_set_t *cores)
{
	double sum = 0;
	int n = 0;
	for (int core = 0; core < CPU_SETSIZE; core++) {
		if (!CPU_ISSET(core, cores)) continue;
		sum += built_for(core);
		n++;
	}
	return n ? sum / n : 0;
}

// Processors' time that the control group at `path` may use; 0: no limit. Of version 2, then of version 1.
static double quota_in(const char *root, const char *path)
{
	char name[PATH_MAX];
	double number[2], period;
	if (snprintf(name, sizeof name, "%s%s/cpu.max", root, path) >= (int)sizeof name) return 0;
	if (read_numbers(name, number, 2) == 2 && number[0] > 0 && number[1] > 0) return number[0] / number[1];
	if (snprintf(name, sizeof name, "%s/cpu%s/cpu.cfs_quota_us", root, path) >= (int)sizeof name) return 0;
	if (read_numbers(name, number, 1) != 1 || number[0] <= 0) return 0;
	if (snprintf(name, sizeof name, "%s/cpu%s/cpu.cfs_period_us", root, path) >= (int)sizeof name) return 0;
	return read_numbers(name, &period, 1) == 1 && period > 0 ? number[0] / period : 0;
}

// The same of the process, by all groups that it is in.
static double quota(void)
{
	char line[PATH_MAX];
	double least = 0;
	FILE *file = fopen("/proc/self/cgroup", "re");
	while (file && fgets(line, sizeof line, file)) {
		char *controllers = strchr(line, ':'), *path = controllers ? strchr(controllers + 1, ':') : NULL;
		if (!path) continue;
		*path++ = 0;
		path[strcspn(path, "\n")] = 0;
		const int v2 = controllers[1] == 0, has_cpu = v2 || strstr(controllers + 1, "cpu") != NULL;
		// A limit of a group holds for those in it.
		for (char *end = path + strlen(path); has_cpu && end; end = strrchr(path, '/')) {
			*end = 0;
			double here = quota_in("/sys/fs/cgroup", path);
			if (here > 0 && (least == 0 || here < least)) least = here;
		}
	}
	if (file) fclose(file);
	return least;
}

// ---- all processes ------------------------------------------------------------------------------

// A host's processes share what their groups may use, and cores that several may use.
static double own_speed(void)
{
	int processes;
	cpu_set_t cores;
	CPU_ZERO(&cores);
	const int known = sched_getaffinity(0, sizeof cores, &cores) == 0;
	MPI_Comm host = hpcc_processes_of_host(&processes);
	HPCC_MPI(MPI_Comm_free(&host));
	const double built = known ? core_speed(&cores) : 0, may = quota();
	const double share = may > 0 && may < processes ? may / processes : 1;
	return (built > 0 ? built : 1) * share;
}

double *hpcc_speeds_ask(void)
{
	double own = own_speed(), *all = hpcc_alloc((size_t)hpcc_size_ * sizeof *all);
	HPCC_MPI(MPI_Allgather(&own, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, hpcc_comm));
	return all;
}

static void read_speeds(const char *text)
{
	int n = 0;
	double *list = NULL;
	for (const char *at = text;; at++) {
		char *end;
		list = hpcc_grow(list, (size_t)(n + 1) * sizeof *list);
		list[n] = strtod(at, &end);
		if (end == at || !(list[n] > 0 && list[n] < 1e9) || (*end && *end != ','))
			hpcc_die(NULL,
			        "HPCC_SPEEDS=%s: `auto`, `equal`, or numbers above 0 with commas between them are "
			        "expected",
			        text);
		n++;
		at = end;
		if (!*at) break;
	}
	speed = hpcc_alloc((size_t)hpcc_size_ * sizeof *speed);
	for (int p = 0; p < hpcc_size_; p++) speed[p] = list[p % n];
	free(list);
}

void hpcc_speeds_start(void)
{
	const double unlike = 1.1; // what differs by less is not worth blocks of other sizes
	const char *text = getenv("HPCC_SPEEDS");
	double least, most;
	if (!text || !*text || strcmp(text, "equal") == 0) return;
	if (strcmp(text, "auto") != 0)
		read_speeds(text);
	else if (hpcc_mpi_on && hpcc_size_ > 1)
		speed = hpcc_speeds_ask();
	if (!speed) return;
	least = most = speed[0];
	for (int p = 1; p < hpcc_size_; p++) {
		least = speed[p] < least ? speed[p] : least;
		most = speed[p] > most ? speed[p] : most;
	}
	if (most < unlike * least) {
		free(speed);
		speed = NULL;
	}
}

void hpcc_speeds_cut(long n, long *size)
{
	double sum = 0;
	long left = n;
	for (int p = 0; p < hpcc_size_; p++) sum += speed[p];
	for (int p = 0; p < hpcc_size_; p++) {
		size[p] = (long)((double)n * speed[p] / sum);
		left -= size[p];
	}
	// One more for those that are ready with it first.
	for (; left > 0; left--) {
		int first = 0;
		for (int p = 1; p < hpcc_size_; p++)
			if ((double)(size[p] + 1) * speed[first] < (double)(size[first] + 1) * speed[p]) first = p;
		size[first]++;
	}
}
