// SPDX-License-Identifier: Apache-2.0
//
// The end waits for a thread that still has something to do.
#define _GNU_SOURCE
#include "harness.h"
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

TEST_MAIN(mpi_threads)

static atomic_int busy = 1;

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *works_then_sleeps(void *unused)
{
	(void)unused;
	for (double end = now() + .2; now() < end;) continue;
	busy = 0;
	for (;;) pause();
	return NULL;
}

static int mpi_threads(int argc, char **argv, char **envp)
{
	(void)argc, (void)argv, (void)envp;
	pthread_t thread;
	CHECK(pthread_create(&thread, NULL, works_then_sleeps, NULL) == 0, "the test's thread");
	hpcc_note_mpi_threads();
	hpcc_wait_for_mpi_threads();
	CHECK(!busy, "the thread was still at work");
	return failed_anywhere() != 0;
}
