// SPDX-License-Identifier: Apache-2.0
//
// Plans that a nest keeps: few where no parameter comes again, and all of those that come again in a loop, even if they
// are many.
#include "harness.h"

enum { N = 400, FEW = 32, MANY = 70, ROUNDS = 4 };

static const hpcc_array_info info = {.name = "a", .where = "plans.c:1", .rank = 1, .element = sizeof(long)};

static void first_elements(const long *par, const hpcc_range *own, hpcc_sink *sink)
{
	hpcc_box(sink, &(hpcc_range){MAX_OF(0, own[0].lo), MIN_OF(par[0], own[0].hi), 1});
}

// Adds 1 to a[0..last].
static void run(hpcc_nest *nest, long *a, long last)
{
	void *base[1] = {a};
	hpcc_run *r = hpcc_enter(nest, &last, base, NULL, 1);
	while (hpcc_next(r))
		for (long i = MAX_OF(0, r->lo[0]); i <= MIN_OF(last, r->hi[0]); i++)
			((long *)r->origin[0])[i * hpcc_stride(r, 0, 0)]++;
	hpcc_leave(r);
}

static int n_plans;
static void count_plan(plan_t *plan)
{
	(void)plan;
	n_plans++;
}

static int plans_kept(void)
{
	n_plans = 0;
	hpcc_plans_each(count_plan);
	return n_plans;
}

static int test(int argc, char **argv, char **envp)
{
	(void)argc, (void)argv, (void)envp;
	static const hpcc_arg arg = {.name = "a",
	        .rank = 1,
	        .element = sizeof(long),
	        .flags = HPCC_READS | HPCC_WRITES | HPCC_HOME,
	        .wrote = first_elements,
	        .may_split = ~0U,
	        .like = -1};
	static const hpcc_axis axis = {0, 0};
	static hpcc_nest nest = {
	        .file = "plans.c", .line = 1, .n_args = 1, .args = &arg, .n_axes = 1, .axes = &axis, .n_par = 1};
	long *a = hpcc_reserve(&info, N * sizeof *a), sum = 0, expected = 0;
	hpcc_map_distribute(&info, a, (long[]){N}, (hpcc_dist[]){{.format = HPCC_BLOCK}}, NULL);
	for (long last = MANY; last < N; last++) run(&nest, a, last), expected += last + 1;
	CHECK(plans_kept() == FEW, "%d plans are kept of parameters that never come again", n_plans);
	for (int round = 0; round < ROUNDS; round++)
		for (long last = 0; last < MANY; last++) run(&nest, a, last), expected += last + 1;
	CHECK(plans_kept() >= MANY && n_plans <= 2 * MANY, "%d plans are kept of %d that come again", n_plans, MANY);
	hpcc_gather(a, N * sizeof *a);
	for (int i = 0; i < N; i++) sum += a[i];
	CHECK(sum == expected, "the sum is %ld, not %ld", sum, expected);
	hpcc_release(a);
	return failed_anywhere() != 0;
}

TEST_MAIN(test)
