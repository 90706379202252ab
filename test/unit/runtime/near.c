// SPDX-License-Identifier: Apache-2.0
//
// Whether a pointer may lead into a mapped array is answered alike by all processes, wherever the heap of
// each of them begins: the system draws that at random, up to 1 GB above the variables.
#include "harness.h"
#include <stdint.h>
#include <unistd.h>

static const hpcc_array_info info = {.name = "a", .where = "near.c:1", .rank = 1, .element = sizeof(double)};

enum { N = 100 };
static double variable[N];

void hpcc_libc_gather_string(const char *text, size_t most);

// Text whose end some processes have mapped memory behind, and others have not: nothing of that is brought. (If it were,
// not all processes would take part.)
static void check_text(void)
{
	static const hpcc_array_info before = {.name = "b", .where = "near.c:2", .rank = 1, .element = sizeof(double)};
	static const hpcc_array_info behind = {.name = "c", .where = "near.c:3", .rank = 1, .element = sizeof(double)};
	static double area[4 * N];
	char *text = (char *)&area[N];
	double *c = area + (hpcc_rank_ % 2 ? 3 * N : N + 2);
	hpcc_map_distribute(&before, area, (const long[]){N}, (const hpcc_dist[]){{.format = HPCC_BLOCK}}, NULL);
	hpcc_map_distribute(&behind, c, (const long[]){N}, (const hpcc_dist[]){{.format = HPCC_BLOCK}}, NULL);
	snprintf(text, 2 * sizeof *area, "made");
	hpcc_libc_gather_string(text, SIZE_MAX);
	CHECK(!strcmp(text, "made"), "%s", text);
}

static int test(int argc, char **argv, char **envp)
{
	(void)argc, (void)argv, (void)envp;
	const double on_stack[N] = {0};
	// On every other process as far away as it gets: the addresses between are only reserved.
	if (hpcc_rank_ % 2 == 1 || hpcc_size_ == 1) CHECK(sbrk(1L << 30) != (void *)-1, "addresses");
	double *a = sbrk(N * sizeof *a);
	hpcc_block_enter(a, N * sizeof *a);
	hpcc_map_distribute(&info, a, (const long[]){N}, (const hpcc_dist[]){{.format = HPCC_BLOCK}}, NULL);
	CHECK(!hpcc_is_own(variable), "it may be the array's, with something taken off");
	CHECK(!hpcc_is_own(a) && !hpcc_is_own(a - 1) && !hpcc_is_own(a + N), "the array's own");
	CHECK(hpcc_is_own(on_stack), "of no array");
	check_text();
	return failed_anywhere() != 0;
}

TEST_MAIN(test)
