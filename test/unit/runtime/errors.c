// SPDX-License-Identifier: Apache-2.0
//
// How the runtime gives up, and how programs end: `errors <case>`; what must be seen is in CMakeLists.txt.
#include "harness.h"

static hpcc_array_info info = {.name = "a", .where = "user.c:7", .rank = 1, .element = sizeof(long)};

static void map(void *base, long n, hpcc_dist dist, hpcc_grid *grid)
{
	hpcc_map_distribute(&info, base, &n, &dist, grid);
}

static long *reserve(long n) { return hpcc_reserve(&info, (size_t)n * sizeof(long)); }

static void small_grid(void) { hpcc_grid_new("P", "user.c:3", 2, (const long[]){50, 2}); }

static void small_blocks(void) { map(reserve(1000), 1000, (hpcc_dist){.format = HPCC_BLOCK, .block = 3}, NULL); }

static void short_weights(void)
{
	static const int weights[64] = {1, 1};
	map(reserve(10), 10, (hpcc_dist){.format = HPCC_GEN_BLOCK, .weights = weights, .weight_size = 4}, NULL);
}

static void mapped_twice(void)
{
	long *a = reserve(10);
	map(a, 10, (hpcc_dist){.format = HPCC_BLOCK}, NULL);
	map(a, 10, (hpcc_dist){.format = HPCC_BLOCK}, NULL);
	map(a, 12, (hpcc_dist){.format = HPCC_BLOCK}, NULL);
}

static void mapped_over(void)
{
	long *a = reserve(10);
	map(a, 10, (hpcc_dist){.format = HPCC_BLOCK}, NULL);
	map(a + 5, 5, (hpcc_dist){.format = HPCC_BLOCK}, NULL);
}

static void align_outside(void)
{
	const long n = 10;
	hpcc_template *t = hpcc_template_new("T", "user.c:4", 1, &n, &(hpcc_dist){.format = HPCC_BLOCK}, NULL);
	hpcc_map_align(&info, reserve(10), &n, t, &(hpcc_align){.dim = 0, .coef = 1, .offset = 2});
}

static void align_with_nothing(void)
{
	const long n = 10;
	long plain[10] = {0};
	hpcc_map_align_array(&info, reserve(10), &n, plain, &(hpcc_align){.dim = 0, .coef = 1});
}

static void need_right(const long *par, const hpcc_range *own, hpcc_sink *sink)
{
	(void)par;
	hpcc_box(sink, &(hpcc_range){own[0].lo, own[0].hi + 2, 1});
}

static hpcc_arg args[1] = {{.name = "a",
        .rank = 1,
        .element = sizeof(long),
        .flags = HPCC_READS | HPCC_HOME,
        .may_split = 1,
        .like = -1,
        .need = need_right}};
static hpcc_axis axes[1] = {{0, 0}};
static hpcc_nest nest = {.file = "user.c", .line = 9, .n_args = 1, .args = args, .n_axes = 1, .axes = axes};

static hpcc_run *enter(long *a) { return hpcc_enter(&nest, NULL, (void *const[]){a}, NULL, 1); }

static void small_shadow(void)
{
	long *a = reserve(100);
	info.shadow_given = 1;
	info.shadow_hi[0] = 1;
	map(a, 100, (hpcc_dist){.format = HPCC_BLOCK}, NULL);
	enter(a);
}

static void exit_in_nest(void)
{
	long *a = reserve(100);
	map(a, 100, (hpcc_dist){.format = HPCC_BLOCK}, NULL);
	hpcc_run *r = enter(a);
	while (hpcc_next(r))
		if (r->lo[0] > 0) exit(5);
	hpcc_leave(r);
}

// f(a, a) with void f(long x[30], long y[30]), x in blocks, y on one process each by other sizes.
static void two_mappings(void)
{
	static const hpcc_array_info x = {.name = "x", .where = "user.c:11", .rank = 1, .element = sizeof(long)},
	                             y = {.name = "y", .where = "user.c:12", .rank = 1, .element = sizeof(long)};
	const long n = 30;
	long *a = reserve(n);
	map(a, n, (hpcc_dist){.format = HPCC_BLOCK}, NULL);
	hpcc_argument first = hpcc_argument_distribute(NULL, &x, a, &n, &(hpcc_dist){.format = HPCC_BLOCK}, NULL);
	hpcc_argument_distribute(&first, &y, a, &n, &(hpcc_dist){.format = HPCC_BLOCK, .block = 20}, NULL);
}

static void remapped_part(void)
{
	long *a = reserve(30);
	map(a, 30, (hpcc_dist){.format = HPCC_BLOCK}, NULL);
	hpcc_redistribute(&info, a + 1, &(hpcc_dist){.format = HPCC_BLOCK, .block = 20}, NULL);
}

static void out_of_range(void)
{
	static const hpcc_format blocks[] = {HPCC_BLOCK};
	const hpcc_dist rest = {.format = HPCC_NONE};
	info.n_ranges = 1;
	info.ranges = blocks;
	long *a = reserve(30);
	map(a, 30, (hpcc_dist){.format = HPCC_BLOCK}, NULL);
	hpcc_redistribute(&info, a, &rest, NULL);
}

// b with a, a with b
static void aligned_in_circle(void)
{
	const hpcc_align same = {.dim = 0, .coef = 1};
	const long n = 30;
	long *a = reserve(n), *b = reserve(n);
	map(a, n, (hpcc_dist){.format = HPCC_BLOCK}, NULL);
	hpcc_map_align_array(&info, b, &n, a, &same);
	hpcc_realign_array(&info, a, b, 1, &same);
}

static void no_memory(void) { hpcc_reserve(&info, (size_t)1 << 62); }

static void at_end(void)
{
	if (hpcc_rank_ == 0) puts("handler");
}

static void plain_exit(void)
{
	atexit(at_end);
	if (hpcc_rank_ == 0) printf("last words, ");
	exit(3);
}

static const struct {
	const char *name;
	void (*run)(void);
} cases[] = {{"small_grid", small_grid}, {"small_blocks", small_blocks}, {"short_weights", short_weights},
        {"mapped_twice", mapped_twice}, {"mapped_over", mapped_over}, {"align_outside", align_outside},
        {"align_with_nothing", align_with_nothing}, {"small_shadow", small_shadow}, {"exit_in_nest", exit_in_nest},
        {"two_mappings", two_mappings}, {"remapped_part", remapped_part}, {"out_of_range", out_of_range},
        {"aligned_in_circle", aligned_in_circle}, {"no_memory", no_memory}, {"plain_exit", plain_exit}};

TEST_MAIN(errors)

static int errors(int argc, char **argv, char **envp)
{
	(void)envp;
	for (size_t k = 0; argc > 1 && k < sizeof cases / sizeof *cases; k++)
		if (strcmp(cases[k].name, argv[1]) == 0) cases[k].run();
	return failures;
}
