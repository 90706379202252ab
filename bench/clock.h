// SPDX-License-Identifier: Apache-2.0
//
// Time in seconds, and the line that run reads.
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <stdio.h>
#include <time.h>

static inline double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline void print_seconds(double taken) { fprintf(stderr, "bench: %.6f seconds\n", taken); }

#endif
