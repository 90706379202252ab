// SPDX-License-Identifier: Apache-2.0
//
// hpcc-probe: what of this host is available.
#include "probe_limits.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 4096 };

static FILE *open_file(const char *root, const char *folder, const char *name)
{
	char path[3 * LONGEST];
	snprintf(path, sizeof path, "%s%s/%s", root, folder, name);
	return fopen(path, "r");
}

// The first line of a file without its end. False: there is none.
static bool first_line(const char *root, const char *folder, const char *name, char line[LONGEST])
{
	FILE *f = open_file(root, folder, name);
	if (!f) return false;
	const bool good = fgets(line, LONGEST, f) != NULL;
	fclose(f);
	if (good) line[strcspn(line, "\n")] = 0;
	return good;
}

// -1: there is no such number ("max" is none).
static double number_of(const char *root, const char *folder, const char *name)
{
	char line[LONGEST], *end;
	if (!first_line(root, folder, name, line)) return -1;
	const double number = strtod(line, &end);
	return end == line ? -1 : number;
}

// "0-3,8": 5
static int count_of_list(const char *list)
{
	int n = 0;
	while (*list) {
		char *end;
		const long from = strtol(list, &end, 10);
		if (end == list) break;
		long to = from;
		if (*end == '-') to = strtol(end + 1, &end, 10);
		if (to >= from && to < 1 << 20) n += (int)(to - from) + 1;
		list = *end == ',' ? end + 1 : end;
	}
	return n;
}

// ---- control groups ---------------------------------------------------------------------------

static void take_least(double *least, double limit)
{
	if (limit > 0 && (*least <= 0 || limit < *least)) *least = limit;
}

static void take_quota(const char *root, const char *folder, probe_limits *l)
{
	char line[LONGEST];
	double quota = 0, period = 0;
	if (first_line(root, folder, "cpu.max", line)) {
		if (sscanf(line, "%lf %lf", &quota, &period) != 2) return;
	} else {
		quota = number_of(root, folder, "cpu.cfs_quota_us");
		period = number_of(root, folder, "cpu.cfs_period_us");
	}
	if (quota > 0 && period > 0) take_least(&l->quota_cores, quota / period);
}

static void take_set(const char *root, const char *folder, probe_limits *l)
{
	static const char *const names[] = {"cpuset.cpus.effective", "cpuset.effective_cpus", "cpuset.cpus"};
	char line[LONGEST];
	for (int k = 0; k < 3; k++) {
		const int n = first_line(root, folder, names[k], line) ? count_of_list(line) : 0;
		if (n == 0) continue;
		if (l->cores_allowed == 0 || n < l->cores_allowed) l->cores_allowed = n;
		return;
	}
}

static void take_memory(const char *root, const char *folder, probe_limits *l)
{
	double limit = number_of(root, folder, "memory.max"), used = number_of(root, folder, "memory.current");
	if (limit < 0) {
		limit = number_of(root, folder, "memory.limit_in_bytes");
		used = number_of(root, folder, "memory.usage_in_bytes");
	}
	// Version 1 says "no limit" by a number as large as addresses.
	if (limit <= 0 || limit > 1e18) return;
	const double left = limit - (used > 0 ? used : 0);
	take_least(&l->memory_bytes, left > 1 ? left : 1);
}

// A group is limited by those that it is in, too. In a container its path is the host's: then the groups are at the
// top.
static void walk_up(const char *root, const char *mount, const char *group, probe_limits *l)
{
	char path[LONGEST];
	snprintf(path, sizeof path, "%s", group);
	for (;;) {
		char folder[2 * LONGEST];
		while (*path && path[strlen(path) - 1] == '/') path[strlen(path) - 1] = 0;
		snprintf(folder, sizeof folder, "%s%s", mount, path);
		take_quota(root, folder, l);
		take_set(root, folder, l);
		take_memory(root, folder, l);
		char *up = strrchr(path, '/');
		if (!up) return;
		*up = 0;
	}
}

// Lines "4:cpu,cpuacct:/group" of version 1, "0::/group" of version 2.
static void read_groups(const char *root, probe_limits *l)
{
	char line[LONGEST];
	FILE *f = open_file(root, "/proc/self", "cgroup");
	if (!f) return;
	while (fgets(line, sizeof line, f)) {
		line[strcspn(line, "\n")] = 0;
		char *names = strchr(line, ':'), *group = names ? strchr(names + 1, ':') : NULL;
		if (!group) continue;
		*group++ = 0;
		names++;
		if (!*names) {
			walk_up(root, "/sys/fs/cgroup", group, l);
			walk_up(root, "/sys/fs/cgroup/unified", group, l);
		}
		for (char *name = strtok(names, ","); name; name = strtok(NULL, ",")) {
			char mount[LONGEST];
			if (strcmp(name, "cpu") != 0 && strcmp(name, "cpuset") != 0 && strcmp(name, "memory") != 0)
				continue;
			snprintf(mount, sizeof mount, "/sys/fs/cgroup/%.200s", name);
			walk_up(root, mount, group, l);
		}
	}
	fclose(f);
}

// ---- the host ---------------------------------------------------------------------------------

static double memory_left(const char *root)
{
	char line[LONGEST];
	double kilobytes = 0;
	FILE *f = open_file(root, "/proc", "meminfo");
	if (!f) return 0;
	while (fgets(line, sizeof line, f))
		if (sscanf(line, "MemAvailable: %lf", &kilobytes) == 1) break;
	fclose(f);
	return kilobytes * 1024;
}

// "some avg10=1.25 ...", in per cent.
static double pressure(const char *root, const char *name)
{
	char line[LONGEST];
	double percent;
	if (!first_line(root, "/proc/pressure", name, line) || sscanf(line, "some avg10=%lf", &percent) != 1) return -1;
	return percent / 100;
}

probe_limits probe_limits_read(const char *root)
{
	probe_limits l = {.memory_bytes = memory_left(root), .load = number_of(root, "/proc", "loadavg")};
	l.pressure_cpu = pressure(root, "cpu");
	l.pressure_memory = pressure(root, "memory");
	read_groups(root, &l);
	return l;
}

probe_activity probe_activity_read(const char *root)
{
	probe_activity a = {0};
	char line[LONGEST];
	FILE *f = open_file(root, "/proc", "stat");
	if (!f) return a;
	double t[8] = {0}; // user nice system idle iowait irq softirq steal
	while (fgets(line, sizeof line, f)) {
		sscanf(line, "procs_running %d", &a.runnable);
		if (strncmp(line, "cpu ", 4) != 0) continue;
		sscanf(line + 4, "%lf %lf %lf %lf %lf %lf %lf %lf", t, t + 1, t + 2, t + 3, t + 4, t + 5, t + 6, t + 7);
	}
	fclose(f);
	for (int k = 0; k < 8; k++) a.all += t[k];
	a.busy = a.all - t[3] - t[4];
	return a;
}

double probe_available(int cores, double others, double quota_cores)
{
	if (cores < 1) return 1;
	double part = others > 0 ? cores / (cores + others) : 1;
	if (quota_cores > 0 && quota_cores < part * cores) part = quota_cores / cores;
	return part;
}
