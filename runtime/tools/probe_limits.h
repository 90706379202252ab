// SPDX-License-Identifier: Apache-2.0
//
// hpcc-probe: what of this host is available, as the kernel says it: load, control groups (versions 1 and 2), pressure.
// Nothing of MPI.
#ifndef HPCC_TOOLS_PROBE_LIMITS_H
#define HPCC_TOOLS_PROBE_LIMITS_H

typedef struct probe_limits {
	double quota_cores;     // that the control groups allow; 0: no limit
	int cores_allowed;      // of the control groups' sets; 0: not known
	double memory_bytes;    // that are left: of the host, and of the control groups; 0: not known
	double load;            // of the last minute; -1: not known
	double pressure_cpu;    // part of the last 10 s in which something waited; -1: not known
	double pressure_memory; // the same
} probe_limits;

// `root`: "" for this host; a folder with proc and sys for tests.
probe_limits probe_limits_read(const char *root);

// Processors' time since start of the host, in ticks, and processes that run or would now.
typedef struct probe_activity {
	double busy, all;
	int runnable;
} probe_activity;
probe_activity probe_activity_read(const char *root);

// The part of each of `cores` cores that a program would get, that has a process on each, where others run `others` of
// them on the average, and a quota allows so many cores (0: all).
double probe_available(int cores, double others, double quota_cores);

#endif
