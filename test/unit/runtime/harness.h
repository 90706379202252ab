// SPDX-License-Identifier: Apache-2.0
//
// Test programs of the runtime are what the compiler would generate, by hand: main is the runtime's, the test's own is
// registered. They know the runtime's insides where that makes a check sharper.
#ifndef HPCC_TEST_HARNESS_H
#define HPCC_TEST_HARNESS_H

#include "../../../runtime/nests/nests.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEST_MAIN(function)                                                                                            \
	static int function(int argc, char **argv, char **envp);                                                       \
	__attribute__((constructor)) static void set_main(void) { hpcc_set_main(function); }

static int failures;

// All processes see the failures of each when they ask.
#define CHECK(condition, ...)                                                                                          \
	do {                                                                                                           \
		if (!(condition)) {                                                                                    \
			dprintf(2, "%s:%d: process %d of %d: %s: ", __FILE__, __LINE__, hpcc_rank_, hpcc_size_,        \
			        #condition);                                                                           \
			dprintf(2, __VA_ARGS__);                                                                       \
			dprintf(2, "\n");                                                                              \
			failures++;                                                                                    \
		}                                                                                                      \
	} while (0)

static inline int failed_anywhere(void)
{
	int all = failures;
	if (hpcc_mpi_on) MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, hpcc_comm);
	return all;
}

// The same numbers on all processes.
static unsigned long random_state = 88172645463325252UL;

static inline unsigned long random_bits(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state >> 11;
}

static inline void seed_random(unsigned long seed)
{
	random_state = seed * 0x9E3779B97F4A7C15UL + 88172645463325252UL;
	for (int k = 0; k < 8; k++) random_bits();
}

static inline long random_in(long lo, long hi) { return lo + (long)(random_bits() % (unsigned long)(hi - lo + 1)); }

#endif
