// SPDX-License-Identifier: Apache-2.0
//
// Arrays that change their mapping: random layouts of random arrays, with what is sent counted element by element.
#include "harness.h"
#include <sys/resource.h>

static const hpcc_array_info rows_info = {.name = "a", .where = "remap.c:1", .rank = 2, .element = sizeof(double)};

enum { MOST = 12 };

// ---- random layouts ---------------------------------------------------------------------------

// A grid of the given rank with at most as many processes as there are; often fewer.
static hpcc_grid *random_grid(int rank)
{
	long extent[HPCC_MAX_GRID], left = hpcc_size_;
	if (rank == 0 || random_in(0, 2) == 0) return NULL;
	for (int d = 0; d < rank; d++) {
		extent[d] = random_in(1, left);
		left /= extent[d];
	}
	return hpcc_grid_new("P", "remap.c:2", rank, extent);
}

static layout_t *random_distribution(int rank, const long *extent)
{
	static long weights[HPCC_MAX_RANK][64];
	hpcc_dist dist[HPCC_MAX_RANK] = {{.format = HPCC_NONE}};
	int split = 0;
	for (int d = 0; d < rank; d++) {
		if (split == HPCC_MAX_GRID || random_in(0, 1)) continue;
		split++;
		dist[d].format = random_in(0, 1) ? HPCC_BLOCK : HPCC_GEN_BLOCK;
		long left = extent[d];
		for (int k = 0; k < 64; k++) left -= weights[d][k] = k == hpcc_size_ - 1 ? left : random_in(0, left);
		weights[d][0] += left;
		dist[d].weights = weights[d];
		dist[d].weight_size = sizeof(long);
		dist[d].n_weights = 64;
	}
	hpcc_grid *grid = random_grid(split);
	// The sizes must add up for the processes along the dimension, whose number is not known here.
	for (int d = 0; d < rank; d++)
		if (grid || split > 1)
			if (dist[d].format == HPCC_GEN_BLOCK) dist[d] = (hpcc_dist){.format = HPCC_BLOCK};
	return hpcc_layout_distribute("a", "remap.c:3", rank, extent, dist, grid);
}

// Aligned with something of more dimensions: copies, or on some processes only.
static layout_t *random_alignment(int rank, const long *extent)
{
	long with_extent[HPCC_MAX_RANK];
	hpcc_align align[HPCC_MAX_RANK] = {{.dim = -1}};
	memcpy(with_extent, extent, sizeof with_extent);
	for (int d = 0; d < rank; d++) align[d] = (hpcc_align){.dim = d, .coef = 1};
	with_extent[rank] = 4;
	align[rank] = random_in(0, 1) ? (hpcc_align){.dim = -1, .star = 1}
	                              : (hpcc_align){.dim = -1, .offset = random_in(0, 3)};
	layout_t *with = random_distribution(rank + 1, with_extent);
	layout_t *layout = hpcc_layout_align("a", "remap.c:4", rank, extent, with, align);
	hpcc_layout_free(with);
	return layout;
}

static layout_t *random_layout(int rank, const long *extent)
{
	return random_in(0, 2) ? random_distribution(rank, extent) : random_alignment(rank, extent);
}

// ---- elements ---------------------------------------------------------------------------------

typedef void visitor(long flat, const long *index, void *user);

static void each_element(int rank, const long *extent, visitor *visit, void *user)
{
	long n = 1, index[HPCC_MAX_RANK];
	for (int d = 0; d < rank; d++) n *= extent[d];
	for (long flat = 0; flat < n; flat++) {
		long rest = flat;
		for (int d = rank - 1; d >= 0; d--) {
			index[d] = rest % extent[d];
			rest /= extent[d];
		}
		visit(flat, index, user);
	}
}

static int owns(const layout_t *layout, int process, const long *index)
{
	box_t own;
	int is_in = hpcc_layout_own(layout, process, &own);
	for (int d = 0; d < layout->rank && is_in; d++) is_in = own.d[d].lo <= index[d] && index[d] <= own.d[d].hi;
	return is_in;
}

static void fill(long flat, const long *index, void *user)
{
	desc_t *desc = user;
	if (owns(desc->layout, hpcc_rank_, index))
		*(double *)hpcc_place_at(&desc->place, desc->rank, index) = (double)flat + 0.5;
}

static void check(long flat, const long *index, void *user)
{
	desc_t *desc = user;
	if (!owns(desc->layout, hpcc_rank_, index)) return;
	double value = *(double *)hpcc_place_at(&desc->place, desc->rank, index);
	CHECK(value == (double)flat + 0.5, "element %ld is %g", flat, value);
}

typedef struct expected_t {
	const layout_t *from, *to;
	long moved;       // elements that come to a process, all together
	char sent_to[64]; // by this process
} expected_t;

static void expect(long flat, const long *index, void *user)
{
	expected_t *e = user;
	(void)flat;
	for (int p = 0; p < hpcc_size_; p++) {
		if (!owns(e->to, p, index) || owns(e->from, p, index)) continue;
		e->moved++;
		if (owns(e->from, hpcc_rank_, index)) e->sent_to[p] = 1;
	}
}

// ---- remapping --------------------------------------------------------------------------------

static void check_remap(desc_t *desc, layout_t *layout, int whole_rows)
{
	expected_t e = {.from = hpcc_layout_keep(desc->layout), .to = hpcc_layout_keep(layout)};
	each_element(desc->rank, desc->extent, expect, &e);
	hpcc_counters before = hpcc_count;
	hpcc_remap(desc, layout, whole_rows);
	long bytes = hpcc_count.bytes - before.bytes, all = bytes, peers = 0;
	if (hpcc_mpi_on) MPI_Allreduce(&bytes, &all, 1, MPI_LONG, MPI_SUM, hpcc_comm);
	CHECK(all == e.moved * 8, "%ld bytes for %ld elements", all, e.moved);
	for (int p = 0; p < hpcc_size_; p++) peers += e.sent_to[p];
	long messages = hpcc_count.messages - before.messages;
	CHECK(e.from->copies ? messages <= peers : messages == peers, "%ld messages to %ld processes", messages, peers);
	CHECK(hpcc_count.collectives == before.collectives, "collectives");
	each_element(desc->rank, desc->extent, check, desc);
	hpcc_layout_free((layout_t *)e.from);
	hpcc_layout_free((layout_t *)e.to);
}

static void check_random(void)
{
	int rank = (int)random_in(1, 3);
	long extent[HPCC_MAX_RANK] = {1, 1, 1, 1}, n = 1;
	hpcc_dist none[HPCC_MAX_RANK] = {{.format = HPCC_NONE}};
	static hpcc_array_info info; // facts of a directive live as long as the program
	info = rows_info;
	info.rank = rank;
	for (int d = 0; d < rank; d++) n *= extent[d] = random_in(1, random_in(1, MOST));
	double *a = hpcc_reserve(&info, (size_t)n * sizeof *a);
	hpcc_map_distribute(&info, a, extent, none, NULL);
	desc_t *desc = hpcc_find(a);
	each_element(rank, extent, fill, desc);
	for (int k = 0; k < 4; k++) check_remap(desc, random_layout(rank, extent), random_in(0, 3) == 0);
	// All of it, by the way that the rest of the program sees it.
	for (long k = 0; k < n; k++) {
		double value = *(double *)hpcc_read(a + k, sizeof *a, __FILE__, __LINE__);
		CHECK(value == (double)k + 0.5, "element %ld is %g at last", k, value);
	}
	hpcc_release(a);
}

// ---- nests ------------------------------------------------------------------------------------

// a[i][j] = k where it is; the plan of another layout must not be used.
static void wrote_all(const long *par, const hpcc_range *own, hpcc_sink *sink)
{
	hpcc_range box[2] = {{MAX_OF(0, own[0].lo), MIN_OF(par[0] - 1, own[0].hi), 1},
	        {MAX_OF(0, own[1].lo), MIN_OF(par[0] - 1, own[1].hi), 1}};
	hpcc_box(sink, box);
}

static const hpcc_arg args[1] = {{.name = "a",
        .rank = 2,
        .element = sizeof(double),
        .flags = HPCC_WRITES | HPCC_HOME,
        .may_split = 3,
        .like = -1,
        .wrote = wrote_all}};
static const hpcc_axis axes[2] = {{0, 0}, {0, 1}};
static hpcc_nest nest = {
        .file = "remap.c", .line = 5, .n_args = 1, .args = args, .n_axes = 2, .axes = axes, .n_par = 1};

// The same of all but the first and the last column, which is said to be set in full.
static void wrote_inner(const long *par, const hpcc_range *own, hpcc_sink *sink)
{
	hpcc_range box[2] = {{MAX_OF(0, own[0].lo), MIN_OF(par[0] - 1, own[0].hi), 1},
	        {MAX_OF(1, own[1].lo), MIN_OF(par[0] - 2, own[1].hi), 1}};
	hpcc_box(sink, box);
}

static const hpcc_arg inner_args[1] = {{.name = "a",
        .rank = 2,
        .element = sizeof(double),
        .flags = HPCC_WRITES | HPCC_HOME | HPCC_OVERWRITTEN,
        .may_split = 3,
        .like = -1,
        .wrote = wrote_inner}};
static hpcc_nest inner_nest = {
        .file = "remap.c", .line = 8, .n_args = 1, .args = inner_args, .n_axes = 2, .axes = axes, .n_par = 1};

// Columns from `first` on, and as many less at the end.
static void set_columns(hpcc_nest *in, double *a, long n, long first, double value)
{
	void *base[] = {a};
	hpcc_run *r = hpcc_enter(in, (const long[]){n}, base, (const long[]){n}, 1);
	while (hpcc_next(r))
		for (long i = MAX_OF(0, r->lo[0]); i <= MIN_OF(n - 1, r->hi[0]); i++)
			for (long j = MAX_OF(first, r->lo[1]); j <= MIN_OF(n - 1 - first, r->hi[1]); j++)
				((double *)r->origin[0])[i * hpcc_stride(r, 0, 0) + j] = value + (double)(i * n + j);
	hpcc_leave(r);
}

static void set_all(double *a, long n, double value) { set_columns(&nest, a, n, 0, value); }

static const hpcc_dist by_rows[2] = {{.format = HPCC_BLOCK}, {.format = HPCC_NONE}};
static const hpcc_dist by_columns[2] = {{.format = HPCC_NONE}, {.format = HPCC_BLOCK}};

static void check_nests(long n)
{
	double *a = hpcc_reserve(&rows_info, (size_t)(n * n) * sizeof *a);
	hpcc_map_distribute(&rows_info, a, (const long[]){n, n}, by_rows, NULL);
	desc_t *desc = hpcc_find(a);
	long slow = hpcc_count.slow;
	for (int k = 0; k < 6; k++) {
		set_all(a, n, k);
		hpcc_redistribute(&rows_info, a, k % 2 ? by_rows : by_columns, NULL);
		if (k == 2) set_all(a, n, k);
		for (long i = 0; i < n; i++)
			for (long j = 0; j < n; j++) {
				if (!owns(desc->layout, hpcc_rank_, (const long[]){i, j})) continue;
				double value = *(double *)hpcc_place_at(&desc->place, 2, (const long[]){i, j});
				CHECK(value == k + (double)(i * n + j), "step %d: a[%ld][%ld] is %g", k, i, j, value);
			}
	}
	CHECK(hpcc_count.slow == slow, "slow path");
	hpcc_release(a);
}

// Contents follow with the next nest, but for what that sets first; there and back without one nothing is sent.
static void check_deferred(long n)
{
	double *a = hpcc_reserve(&rows_info, (size_t)(n * n) * sizeof *a);
	hpcc_map_distribute(&rows_info, a, (const long[]){n, n}, by_rows, NULL);
	desc_t *desc = hpcc_find(a);
	const layout_t *before = hpcc_layout_keep(desc->layout);
	set_all(a, n, 1);
	const long messages = hpcc_count.messages, bytes = hpcc_count.bytes;
	hpcc_redistribute(&rows_info, a, by_columns, NULL);
	CHECK(hpcc_size_ == 1 || hpcc_layout_equal(desc->layout, before), "moved by the directive");
	CHECK(n == 1 || hpcc_size_ == 1 || !hpcc_layout_equal(hpcc_given_layout(desc), before), "not given");
	hpcc_redistribute(&rows_info, a, by_rows, NULL);
	hpcc_remap_all_now();
	CHECK(hpcc_count.messages == messages, "%ld messages", hpcc_count.messages - messages);
	hpcc_redistribute(&rows_info, a, by_columns, NULL);
	set_columns(&inner_nest, a, n, 1, 2);
	CHECK(hpcc_count.messages <= messages + hpcc_size_ - 1, "%ld messages", hpcc_count.messages - messages);
	CHECK(hpcc_count.bytes - bytes <= 2 * n * (long)sizeof *a, "%ld bytes", hpcc_count.bytes - bytes);
	for (long i = 0; i < n; i++)
		for (long j = 0; j < n; j++) {
			if (!owns(desc->layout, hpcc_rank_, (const long[]){i, j})) continue;
			const double value = *(double *)hpcc_place_at(&desc->place, 2, (const long[]){i, j});
			const double wanted = (j > 0 && j < n - 1 ? 2 : 1) + (double)(i * n + j);
			CHECK(value == wanted, "a[%ld][%ld] is %g, not %g", i, j, value, wanted);
		}
	hpcc_layout_free((layout_t *)before);
	hpcc_release(a);
}

// ---- memory --------------------------------------------------------------------------------------

static long faults(void)
{
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_minflt;
}

// Rows, columns, rows, ...: after some times new pages come no more, or hardly: fewer in ten there-and-backs than the
// array has.
static void check_pages(long n, int whole_rows)
{
	enum { FIRST = 3, OFTEN = 10 };
	const long extent[] = {n, n}, pages = n * n * (long)sizeof(double) / HPCC_PAGE;
	double *a = hpcc_reserve(&rows_info, (size_t)(n * n) * sizeof *a);
	hpcc_map_distribute(&rows_info, a, extent, by_rows, NULL);
	desc_t *desc = hpcc_find(a);
	each_element(2, extent, fill, desc);
	long before = 0;
	for (int k = 0; k < 2 * (FIRST + OFTEN); k++) {
		if (k == 2 * FIRST) before = faults();
		const hpcc_dist *dist = k % 2 ? by_rows : by_columns;
		hpcc_remap(desc, hpcc_layout_distribute("a", "remap.c:7", 2, extent, dist, NULL), whole_rows);
	}
	const long more = faults() - before;
	CHECK(more < pages, "%ld pages of %ld came anew", more, pages);
	each_element(2, extent, check, desc);
	hpcc_release(a);
}

// A store of columns has room for a halo of a few of them from the beginning: it does not move when one is asked for.
static void check_rim(long n, long halo)
{
	const long extent[] = {8, n};
	double *a = hpcc_reserve(&rows_info, (size_t)(8 * n) * sizeof *a);
	hpcc_map_distribute(&rows_info, a, extent, by_columns, NULL);
	desc_t *desc = hpcc_find(a);
	const long before = desc->generation;
	boxes_t *need = hpcc_boxes_new(2);
	box_t all = desc->own;
	all.d[1].lo = MAX_OF(all.d[1].lo - halo, 0);
	all.d[1].hi = MIN_OF(all.d[1].hi + halo, n - 1);
	hpcc_boxes_push(need, &all);
	hpcc_store_room(desc, need);
	CHECK(desc->generation == before, "the store has moved for a halo of %ld columns", halo);
	hpcc_boxes_drop(need);
	hpcc_release(a);
}

// ---- what follows, and what is undone ------------------------------------------------------------

static const hpcc_array_info line_info = {.name = "v", .where = "remap.c:6", .rank = 1, .element = sizeof(double)};

// v[j] with a[0][j], w[i] with v[i]
static void check_aligned(long n)
{
	const hpcc_align with_row[2] = {{.dim = -1}, {.dim = 0, .coef = 1}}, same[1] = {{.dim = 0, .coef = 1}};
	double *a = hpcc_reserve(&rows_info, (size_t)(n * n) * sizeof *a), *v = hpcc_reserve(&line_info, (size_t)n * 8),
	       *w = hpcc_reserve(&line_info, (size_t)n * 8);
	hpcc_map_distribute(&rows_info, a, (const long[]){n, n}, by_rows, NULL);
	hpcc_map_align_array(&line_info, v, &n, a, with_row);
	hpcc_map_align_array(&line_info, w, &n, v, same);
	each_element(1, &n, fill, hpcc_find(v));
	each_element(1, &n, fill, hpcc_find(w));
	hpcc_redistribute(&rows_info, a, by_columns, NULL);
	hpcc_remap_all_now();
	const desc_t *da = hpcc_find(a), *dv = hpcc_find(v), *dw = hpcc_find(w);
	for (long j = 0; j < n; j++) {
		CHECK(owns(dv->layout, hpcc_rank_, &j) == owns(da->layout, hpcc_rank_, (const long[]){0, j}), "v[%ld]",
		        j);
		CHECK(owns(dw->layout, hpcc_rank_, &j) == owns(da->layout, hpcc_rank_, (const long[]){0, j}), "w[%ld]",
		        j);
	}
	each_element(1, &n, check, hpcc_find(v));
	each_element(1, &n, check, hpcc_find(w));
	hpcc_release(w);
	hpcc_release(v);
	hpcc_release(a);
}

static void check_arguments(long n)
{
	const long extent[] = {n, n};
	double *a = hpcc_reserve(&rows_info, (size_t)(n * n) * sizeof *a);
	hpcc_map_distribute(&rows_info, a, extent, by_rows, NULL);
	desc_t *desc = hpcc_find(a);
	each_element(2, extent, fill, desc);
	layout_t *before = hpcc_layout_keep(desc->layout);
	hpcc_argument x = hpcc_argument_distribute(NULL, &rows_info, a, extent, by_columns, NULL);
	CHECK(hpcc_size_ == 1 || !hpcc_layout_equal(before, desc->layout), "not remapped");
	hpcc_argument y = hpcc_argument_distribute(&x, &rows_info, a, extent, by_columns, NULL);
	hpcc_redistribute(&rows_info, a, by_rows, NULL);
	hpcc_argument_leave(&y);
	CHECK(hpcc_size_ == 1 || !hpcc_layout_equal(before, desc->layout), "undone too early");
	hpcc_argument_leave(&x);
	CHECK(hpcc_layout_equal(before, desc->layout), "not undone");
	x = hpcc_argument_keep(NULL, a);
	hpcc_redistribute(&rows_info, a, by_columns, NULL);
	hpcc_argument_leave(&x);
	CHECK(hpcc_layout_equal(before, desc->layout), "redistribution not undone");
	// Another shape, a part, and memory without a mapping stay as they are.
	double b[4] = {1, 2, 3, 4};
	hpcc_argument z[3] = {
	        hpcc_argument_distribute(NULL, &rows_info, a, (const long[]){n / 2, 2 * n}, by_columns, NULL),
	        hpcc_argument_distribute(NULL, &rows_info, a + n, (const long[]){n - 1, n}, by_columns, NULL),
	        hpcc_argument_distribute(NULL, &rows_info, b, (const long[]){2, 2}, by_columns, NULL)};
	for (int k = 0; k < 3; k++) hpcc_argument_leave(&z[k]);
	CHECK(hpcc_layout_equal(before, desc->layout), "changed");
	each_element(2, extent, check, desc);
	hpcc_layout_free(before);
	hpcc_release(a);
}

// Large enough for pages to be given back: each process holds its share.
static void check_memory(void)
{
	const long n = 2048;
	double *a = hpcc_reserve(&rows_info, (size_t)(n * n) * sizeof *a);
	hpcc_map_distribute(&rows_info, a, (const long[]){n, n}, by_rows, NULL);
	desc_t *desc = hpcc_find(a);
	each_element(2, desc->extent, fill, desc);
	for (int k = 0; k < 2; k++) {
		hpcc_redistribute(&rows_info, a, k ? by_rows : by_columns, NULL);
		hpcc_remap_all_now();
		each_element(2, desc->extent, check, desc);
		FILE *file = fopen("/proc/self/statm", "r");
		long pages = 0, total;
		if (!file || fscanf(file, "%ld %ld", &total, &pages) != 2) pages = 0;
		if (file) fclose(file);
		long share = (n + hpcc_size_ - 1) / hpcc_size_ * n * 8, resident = pages * 4096;
		// Back again: the columns' memory and that of messages are kept for the next time.
		CHECK(resident < (k ? 3 : 1) * share + (40L << 20), "%ld MB resident, the share is %ld MB",
		        resident >> 20, share >> 20);
	}
	hpcc_release(a);
}

void *hpcc_libc_malloc(size_t size);

// What is allocated and mapped takes no memory where nobody has set it, and keeps what was set.
static void check_allocated(void)
{
	const long n = 1024, set = 700;
	double *a = hpcc_libc_malloc((size_t)(n * n) * sizeof *a);
	for (long k = 0; k < n; k++) a[set * n + k] = (double)k;
	hpcc_map_distribute(&rows_info, a, (const long[]){n, n}, by_columns, NULL);
	const desc_t *desc = hpcc_find(a);
	const hpcc_range *own = &desc->own.d[1];
	CHECK(hpcc_pages_are_clear((char *)a, (char *)(a + 512 * n)), "rows that nobody set have been read");
	for (long k = own->lo; desc->owns && k <= own->hi; k++) {
		const double *there = hpcc_place_at(&desc->place, 2, (const long[]){set, k});
		CHECK(*there == (double)k, "element %ld is %g", k, *there);
	}
	hpcc_libc_free(a);
}

TEST_MAIN(remap)

static int remap(int argc, char **argv, char **envp)
{
	int cases = argc > 1 ? atoi(argv[1]) : 300;
	(void)envp;
	for (int k = 0; k < cases; k++) {
		seed_random((unsigned long)k);
		check_random();
	}
	for (long n = 1; n < 20; n += 3) {
		check_nests(n);
		check_deferred(n);
		check_aligned(n);
		check_arguments(n);
	}
	check_memory();
	check_allocated();
	for (int whole_rows = 0; whole_rows < 2; whole_rows++) check_pages(1500, whole_rows);
	check_rim(16L * hpcc_size_, 1);
	check_rim(1000L * hpcc_size_, 15);
	return failed_anywhere() != 0;
}
