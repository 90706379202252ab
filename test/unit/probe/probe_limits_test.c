// SPDX-License-Identifier: Apache-2.0
//
// probe_limits_test FOLDER: what is available, from files as the kernel has them, in a folder.
#include "../../../runtime/tools/probe_limits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int failures;
static char root[4000];

static void expect(const char *what, double is, double should_be)
{
	if (fabs(is - should_be) <= 1e-9 * fmax(1, fabs(should_be))) return;
	printf("%s: %.9g, not %.9g\n", what, is, should_be);
	failures++;
}

static void put(const char *path, const char *text)
{
	char full[5000];
	snprintf(full, sizeof full, "%s%s", root, path);
	for (char *c = full + strlen(root) + 1; *c; c++) {
		if (*c != '/') continue;
		*c = 0;
		mkdir(full, 0777);
		*c = '/';
	}
	FILE *f = fopen(full, "w");
	if (!f || fputs(text, f) < 0 || fclose(f) != 0) exit(2);
}

static void another(const char *folder, const char *name)
{
	snprintf(root, sizeof root, "%s/%s", folder, name);
	mkdir(root, 0777);
	put("/proc/meminfo", "MemTotal:  4000 kB\nMemFree: 10 kB\nMemAvailable:   2000 kB\n");
}

static void version_2(void)
{
	put("/proc/self/cgroup", "0::/job/step\n");
	put("/proc/loadavg", "1.50 1.00 0.50 2/345 678\n");
	put("/proc/pressure/cpu", "some avg10=12.50 avg60=1.00 avg300=0.00 total=1\nfull avg10=0.00\n");
	put("/sys/fs/cgroup/job/step/cpu.max", "max 100000\n");
	put("/sys/fs/cgroup/job/cpu.max", "150000 100000\n");
	put("/sys/fs/cgroup/job/step/cpuset.cpus.effective", "0-2,5\n");
	put("/sys/fs/cgroup/cpuset.cpus.effective", "0-7\n");
	put("/sys/fs/cgroup/job/memory.max", "1000000\n");
	put("/sys/fs/cgroup/job/memory.current", "400000\n");
	const probe_limits l = probe_limits_read(root);
	expect("2: quota of the group above", l.quota_cores, 1.5);
	expect("2: cores", l.cores_allowed, 4);
	expect("2: memory", l.memory_bytes, 600000);
	expect("2: load", l.load, 1.5);
	expect("2: pressure", l.pressure_cpu, .125);
	expect("2: no pressure file", l.pressure_memory, -1);
}

static void version_1(void)
{
	put("/proc/self/cgroup", "5:cpu,cpuacct:/job\n4:cpuset:/job\n3:memory:/job\n2:freezer:/\n");
	put("/sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "20000\n");
	put("/sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "100000\n");
	put("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
	put("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
	put("/sys/fs/cgroup/cpuset/job/cpuset.cpus", "3\n");
	put("/sys/fs/cgroup/memory/job/memory.limit_in_bytes", "9223372036854771712\n");
	put("/sys/fs/cgroup/memory/job/memory.usage_in_bytes", "5\n");
	const probe_limits l = probe_limits_read(root);
	expect("1: quota", l.quota_cores, .2);
	expect("1: cores", l.cores_allowed, 1);
	expect("1: no limit of memory", l.memory_bytes, 2000. * 1024);
	expect("1: no load", l.load, -1);
}

// Damaged files and paths from outside of a container: as if there was nothing.
static void nothing_known(void)
{
	put("/proc/self/cgroup", "garbage\n0::/../../elsewhere\n:::\n");
	put("/sys/fs/cgroup/cpu.max", "\n");
	put("/sys/fs/cgroup/cpuset.cpus.effective", "x\n");
	put("/proc/stat", "cpu  10 0 20 60 10 0 0 0 0 0\ncpu0 1 2\nprocs_running 3\n");
	const probe_limits l = probe_limits_read(root);
	expect("nothing: quota", l.quota_cores, 0);
	expect("nothing: cores", l.cores_allowed, 0);
	const probe_activity a = probe_activity_read(root);
	expect("busy", a.busy, 30);
	expect("all", a.all, 100);
	expect("runnable", a.runnable, 3);
}

int main(int argc, char **argv)
{
	if (argc < 2) return 2;
	another(argv[1], "version_2");
	version_2();
	another(argv[1], "version_1");
	version_1();
	another(argv[1], "nothing");
	nothing_known();
	expect("all is ours", probe_available(4, 0, 0), 1);
	expect("others on as many cores", probe_available(2, 2, 0), .5);
	expect("a quota", probe_available(4, 0, 1), .25);
	expect("a quota that is no limit", probe_available(1, 1, 8), .5);
	return failures > 0;
}
