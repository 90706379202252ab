// SPDX-License-Identifier: Apache-2.0
//
// Loops whose sections go further than their array: what lies there is another array only in the same block of memory.
// Blocks lie elsewhere on each process, and all processes must come to the same.
#include "harness.h"

enum { N = 40, GAP = 400 };

static hpcc_array_info info_x = {.name = "x", .where = "beyond.c:1", .rank = 1, .element = sizeof(double)};
static hpcc_array_info info_y = {.name = "y", .where = "beyond.c:2", .rank = 1, .element = sizeof(double)};

// Larger than what the loop reads, as sections may be.
static void need_around(const long *par, const hpcc_range *own, hpcc_sink *sink)
{
	(void)own;
	hpcc_box(sink, &(hpcc_range){-3, par[0] + 2, 1});
}

static const hpcc_arg args[1] = {
        {.name = "x",
                .rank = 1,
                .element = sizeof(double),
                .flags = HPCC_READS,
                .may_split = 1,
                .like = -1,
                .need = need_around},
};
static const hpcc_axis axes[1] = {{0, 0}};
static hpcc_nest nest = {
        .file = "beyond.c", .line = 3, .n_args = 1, .args = args, .n_axes = 1, .axes = axes, .n_par = 1};

static int goes_beyond(double *x, double *y)
{
	hpcc_dist dist = {.format = HPCC_BLOCK};
	const long par[] = {N};
	hpcc_map_distribute(&info_x, x, par, &dist, NULL);
	hpcc_map_distribute(&info_y, y, par, &dist, NULL);
	int found = hpcc_beyond(&nest, par, (void *[]){x}, par, 0);
	hpcc_forget_memory((char *)x, (char *)(x + N));
	hpcc_forget_memory((char *)y, (char *)(y + N));
	return found;
}

static int run(int argc, char **argv, char **envp)
{
	(void)argc, (void)argv, (void)envp;
	static double memory[GAP + 2 * N];
	double *x = memory + 8, *near = x + N + 1, *far = memory + GAP;

	hpcc_rows_allocated(x, N * sizeof *x);
	hpcc_rows_allocated(near, N * sizeof *x);
	hpcc_rows_allocated(far, N * sizeof *x);
	int found = goes_beyond(x, hpcc_rank_ % 2 ? near : far);
	CHECK(!found, "the next block of memory counts as part of the array's");

	hpcc_rows_freed(memory, sizeof memory);
	hpcc_rows_allocated(memory, sizeof memory);
	found = goes_beyond(x, near);
	CHECK(hpcc_size_ == 1 || found, "the next array of the same block is not seen");
	return failed_anywhere() != 0;
}
TEST_MAIN(run)
