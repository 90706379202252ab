// SPDX-License-Identifier: Apache-2.0
//
// How long it takes to evaluate all callbacks of a program for one partition into 64 parts: linked with a translated
// program, in place of whose main it runs (bench/README.md).
#include "../include/hpcc/callbacks.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PROCESSES = 64, TIMES = 20000, SIZE = 4096 };

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

__attribute__((constructor)) static void measure(void)
{
	const hpcc_callbacks *c = hpcc_callbacks_of(NULL);
	if (!c) exit(1);
	const size_t n = (size_t)PROCESSES * (size_t)c->n_phases;
	hpcc_range *own = calloc((size_t)PROCESSES * (size_t)(c->n_axes + 1), sizeof *own);
	double *operations = calloc(n, sizeof *operations), *bytes = calloc(n, sizeof *bytes);
	double memory[PROCESSES], best = 1e9, with_memory = 1e9;
	long *par = calloc((size_t)c->n_parameters + 1, sizeof *par);
	for (int k = 0; k < c->n_parameters; k++) par[k] = SIZE;
	for (int p = 0; p < PROCESSES; p++)
		for (int k = 0; k < c->n_axes; k++)
			own[p * c->n_axes + k] = (hpcc_range){p * SIZE / PROCESSES, (p + 1) * SIZE / PROCESSES - 1, 1};
	for (int k = 0; k < TIMES; k++) {
		double start = now();
		hpcc_callbacks_evaluate(c, par, PROCESSES, own, operations, bytes, NULL);
		double middle = now();
		hpcc_callbacks_evaluate(c, par, PROCESSES, own, operations, bytes, memory);
		double end = now();
		if (middle - start < best) best = middle - start;
		if (end - middle < with_memory) with_memory = end - middle;
	}
	printf("%d phases, %d processes: %.2f us, with memory %.2f us\n", c->n_phases, PROCESSES, 1e6 * best,
	        1e6 * with_memory);
	exit(0);
}
