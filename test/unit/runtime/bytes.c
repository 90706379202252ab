// SPDX-License-Identifier: Apache-2.0
//
// A program that reads a large array element by element: memory is given back once for many elements, not for each.
#include "harness.h"
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static const hpcc_array_info info = {.name = "a", .where = "bytes.c:1", .rank = 2, .element = sizeof(float)};

enum { N = 600 };
static float a[N * N];
static long n_given_back;

// In the place of the C library's.
int madvise(void *address, size_t length, int advice)
{
	n_given_back += advice == MADV_DONTNEED;
	return (int)syscall(SYS_madvise, address, length, advice);
}

static int test(int argc, char **argv, char **envp)
{
	(void)argc, (void)argv, (void)envp;
	hpcc_map_distribute(&info, a, (const long[]){N, N},
	        (const hpcc_dist[]){{.format = HPCC_BLOCK}, {.format = HPCC_NONE}}, NULL);
	const long before = n_given_back;
	for (long k = 0; k < N * N; k++) {
		a[k] = (float)k;
		hpcc_scatter(&a[k], sizeof a[k]);
	}
	CHECK(n_given_back - before <= 16, "%ld times", n_given_back - before);
	for (long k = 0; k < N * N; k += 997) {
		const float *at = hpcc_read(&a[k], sizeof a[k], "bytes.c", 1);
		CHECK(*at == (float)k, "element %ld", k);
	}
	return failed_anywhere() != 0;
}

TEST_MAIN(test)
