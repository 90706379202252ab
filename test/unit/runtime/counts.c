// SPDX-License-Identifier: Apache-2.0
//
// How many messages the steady state of stencils takes, and that nothing is sent that is still valid.
#include "harness.h"
#include <time.h>

static hpcc_array_info info = {.name = "a", .where = "counts.c:1", .rank = 2, .element = sizeof(double)};

// Interior of an n x n array, by rows and columns; par: n, reach along both at once (9 points) or not (5 points).
static hpcc_range inner(const long *par, hpcc_range own)
{
	return (hpcc_range){MAX_OF(1, own.lo), MIN_OF(par[0] - 2, own.hi), 1};
}

static long needs_asked; // how often what some process needs was worked out

static void need_points(const long *par, const hpcc_range *own, hpcc_sink *sink)
{
	needs_asked++;
	for (long i = -1; i <= 1; i++)
		for (long j = -1; j <= 1; j++) {
			hpcc_range box[2] = {inner(par, own[0]), inner(par, own[1])};
			if (i && j && !par[1]) continue;
			box[0].lo += i, box[0].hi += i, box[1].lo += j, box[1].hi += j;
			hpcc_box(sink, box);
		}
}

static void wrote_inner(const long *par, const hpcc_range *own, hpcc_sink *sink)
{
	hpcc_range box[2] = {inner(par, own[0]), inner(par, own[1])};
	hpcc_box(sink, box);
}

static const hpcc_arg args[2] = {
        {.name = "a",
                .rank = 2,
                .element = sizeof(double),
                .flags = HPCC_WRITES | HPCC_HOME,
                .may_split = 3,
                .like = -1,
                .wrote = wrote_inner},
        {.name = "b",
                .rank = 2,
                .element = sizeof(double),
                .flags = HPCC_READS,
                .may_split = 3,
                .like = -1,
                .need = need_points},
};
static const hpcc_axis axes[2] = {{0, 0}, {0, 1}};
static hpcc_nest nest = {.file = "counts.c",
        .line = 2,
        .flags = HPCC_OVERLAP,
        .n_args = 2,
        .args = args,
        .n_axes = 2,
        .axes = axes,
        .n_par = 2};

static double *new_array(long n, int split_columns, hpcc_grid *grid)
{
	hpcc_dist dist[2] = {{.format = HPCC_BLOCK}, {.format = split_columns ? HPCC_BLOCK : HPCC_NONE}};
	double *a = hpcc_reserve(&info, (size_t)(n * n) * sizeof *a);
	hpcc_map_distribute(&info, a, (const long[]){n, n}, dist, grid);
	return a;
}

static void step(long n, int nine, double *a, double *b, double value)
{
	const long par[] = {n, nine}, row[] = {n, n};
	void *base[] = {a, b};
	hpcc_run *r = hpcc_enter(&nest, par, base, row, 1);
	while (hpcc_next(r))
		for (long i = MAX_OF(1, r->lo[0]); i <= MIN_OF(n - 2, r->hi[0]); i++)
			for (long j = MAX_OF(1, r->lo[1]); j <= MIN_OF(n - 2, r->hi[1]); j++)
				((double *)r->origin[0])[i * hpcc_stride(r, 0, 0) + j] = value;
	hpcc_leave(r);
}

static void swapped_steps(long n, int nine, double *a, double *b, int n_steps)
{
	for (int k = 0; k < n_steps; k++) {
		step(n, nine, a, b, k);
		double *t = a;
		a = b, b = t;
	}
}

// Neighbours of this process's block that own something, in the four directions and the corners.
static void count_neighbours(const desc_t *desc, int *sides, int *corners)
{
	int coord[HPCC_MAX_GRID] = {0}, other[HPCC_MAX_GRID];
	*sides = *corners = 0;
	hpcc_grid_coords(desc->layout->grid, hpcc_rank_, coord);
	for (int p = 0; p < hpcc_size_; p++) {
		box_t own;
		other[1] = 0;
		if (!desc->owns || !hpcc_layout_own(desc->layout, p, &own)) continue;
		hpcc_grid_coords(desc->layout->grid, p, other);
		int i = abs(coord[0] - other[0]), j = abs(coord[1] - other[1]);
		*sides += i + j == 1;
		*corners += i == 1 && j == 1;
	}
}

static void check_steps(long n, int nine, int split_columns)
{
	enum { STEPS = 10 };
	double *a = new_array(n, split_columns, NULL), *b = new_array(n, split_columns, NULL);
	int sides, corners;
	count_neighbours(hpcc_find(a), &sides, &corners);
	needs_asked = 0;
	step(n, nine, a, b, 0);
	long once = needs_asked;
	swapped_steps(n, nine, b, a, 3);
	// The plan for swapped arrays, and the first one again after b's store has got room for a halo, take its schedule: each asks
	// which array is meant.
	CHECK(needs_asked - once <= 4, "needs are asked for %ld times, then %ld times", once, needs_asked - once);
	hpcc_counters before = hpcc_count;
	swapped_steps(n, nine, a, b, STEPS);
	long messages = hpcc_count.messages - before.messages, bytes = hpcc_count.bytes - before.bytes;
	long wanted = STEPS * (sides + (nine ? corners : 0));
	CHECK(messages == wanted, "%ld messages, not %ld: %d points, columns %d", messages, wanted, nine ? 9 : 5,
	        split_columns);
	if (!split_columns)
		CHECK(bytes == wanted * (nine ? n : n - 2) * 8, "%ld bytes for %ld messages", bytes, messages);
	CHECK(hpcc_count.collectives == before.collectives, "collectives in a stencil");
	CHECK(hpcc_count.slow == before.slow, "slow path in a stencil");
	// b is not written in between: it is sent once.
	step(n, nine, a, b, 1);
	before = hpcc_count;
	for (int k = 0; k < STEPS; k++) step(n, nine, a, b, k);
	CHECK(hpcc_count.messages == before.messages, "what is valid is sent again");
	hpcc_release(a);
	hpcc_release(b);
}

static double seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// With BENCH=1 in the environment: what entering and leaving costs.
static void show_costs(void)
{
	enum { TIMES = 20000 };
	double *a = new_array(64, 1, NULL), *b = new_array(64, 1, NULL), start = seconds();
	for (int k = 0; k < TIMES; k++) {
		const long par[] = {64, 0}, row[] = {64, 64};
		void *base[] = {a, b};
		hpcc_run *r = hpcc_enter(&nest, par, base, row, 1);
		while (hpcc_next(r)) continue;
		hpcc_leave(r);
	}
	double without = (seconds() - start) / TIMES;
	start = seconds();
	swapped_steps(64, 0, a, b, TIMES);
	if (hpcc_rank_ == 0)
		dprintf(1, "without messages %.0f ns, a step of 64 x 64 with messages %.0f ns\n", 1e9 * without,
		        1e9 * (seconds() - start) / TIMES);
	hpcc_release(a);
	hpcc_release(b);
}

// Memory that is touched stays what is owned and received.
static void check_resident(void)
{
	const long n = 4000;
	double *a = new_array(n, 0, NULL), *b = new_array(n, 0, NULL);
	swapped_steps(n, 0, a, b, 4);
	FILE *file = fopen("/proc/self/statm", "r");
	long pages = 0, total;
	if (!file || fscanf(file, "%ld %ld", &total, &pages) != 2) pages = 0;
	if (file) fclose(file);
	long share = 2 * ((n + hpcc_size_ - 1) / hpcc_size_) * n * 8, resident = pages * 4096;
	CHECK(resident < share + (40L << 20), "%ld MB resident, the share is %ld MB", resident >> 20, share >> 20);
	hpcc_release(a);
	hpcc_release(b);
}

TEST_MAIN(counts)

static int counts(int argc, char **argv, char **envp)
{
	(void)argc, (void)argv, (void)envp;
	for (long n = 30; n <= 130; n += 25)
		for (int k = 0; k < 4; k++) check_steps(n, k & 1, k >> 1);
	check_resident();
	if (getenv("BENCH")) show_costs();
	return failed_anywhere() != 0;
}
