// SPDX-License-Identifier: Apache-2.0
//
// What OpenMP's functions answer in a program whose pragmas are ignored. For bench/measure: programs that include
// <omp.h> are measured without OpenMP.
#ifndef HPCC_BENCH_SERIAL_OMP_H
#define HPCC_BENCH_SERIAL_OMP_H
#include <sys/time.h>

static inline void omp_set_num_threads(int n)
{
	(void)n;
}

static inline int omp_get_num_threads(void)
{
	return 1;
}

static inline int omp_get_max_threads(void)
{
	return 1;
}

static inline int omp_get_thread_num(void)
{
	return 0;
}

static inline double omp_get_wtime(void)
{
	struct timeval now;
	gettimeofday(&now, 0);
	return now.tv_sec + 1e-6 * now.tv_usec;
}

#endif
