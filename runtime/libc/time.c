// SPDX-License-Identifier: Apache-2.0
//
// Clocks: process 0's, for all. hpcc_plain_f is this process's own, for times that only decide what is printed.
#define _GNU_SOURCE
#include "libc.h"
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <time.h>

time_t hpcc_libc_time(time_t *out)
{
	if (!hpcc_libc_shared) return time(out);
	time_t now = hpcc_libc_tell("time", time(NULL));
	if (out) *out = now;
	return now;
}

HPCC_LIBC_ONCE(clock_t, clock, (void), ())
HPCC_LIBC_FILLS(int, clock_gettime, (clockid_t id, struct timespec *out), (id, out), out)
HPCC_LIBC_FILLS(int, clock_getres, (clockid_t id, struct timespec *out), (id, out), out)
HPCC_LIBC_FILLS(int, timespec_get, (struct timespec * out, int base), (out, base), out)
HPCC_LIBC_FILLS(clock_t, times, (struct tms * out), (out), out)
HPCC_LIBC_FILLS(int, getrusage, (int who, struct rusage *out), (who, out), out)

int hpcc_libc_gettimeofday(struct timeval *out, void *zone)
{
	if (!hpcc_libc_shared) return gettimeofday(out, zone);
	struct timeval now;
	long result = gettimeofday(&now, zone);
	result = hpcc_libc_tell_data("gettimeofday", result, &now, sizeof now);
	if (out) *out = now;
	return (int)result;
}

// OpenMP's clock, as the one in its library: it need not be linked.
double hpcc_libc_omp_get_wtime(void)
{
	struct timespec now;
	hpcc_libc_clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

time_t hpcc_plain_time(time_t *out) { return time(out); }
clock_t hpcc_plain_clock(void) { return clock(); }
int hpcc_plain_clock_gettime(clockid_t id, struct timespec *out) { return clock_gettime(id, out); }
int hpcc_plain_timespec_get(struct timespec *out, int base) { return timespec_get(out, base); }
int hpcc_plain_gettimeofday(struct timeval *out, void *zone) { return gettimeofday(out, zone); }
clock_t hpcc_plain_times(struct tms *out) { return times(out); }
int hpcc_plain_getrusage(int who, struct rusage *out) { return getrusage(who, out); }
double hpcc_plain_omp_get_wtime(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
