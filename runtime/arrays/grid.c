// SPDX-License-Identifier: Apache-2.0
//
// Processor grids: the first processes of the job, numbered row-major. Equal grids are one object.
#include "../trace/trace.h"
#include <limits.h>
#include <string.h>

static hpcc_grid *grids;

// Splits `total` into `n` factors, as equal as they get, largest first.
static void balance(int total, int n, int *factor)
{
	if (n <= 1) {
		if (n == 1) factor[0] = total;
		return;
	}
	int best = INT_MAX, rest[HPCC_MAX_GRID];
	for (int f = 1; f <= total; f++) {
		if (total % f != 0) continue;
		balance(total / f, n - 1, rest);
		int sum = f;
		for (int k = 0; k < n - 1; k++) sum += rest[k];
		if (f < rest[0] || sum >= best) continue;
		best = sum;
		factor[0] = f;
		memcpy(factor + 1, rest, (size_t)(n - 1) * sizeof *rest);
	}
}

// Fills the extents that are 0 (`*`) with what the fixed ones leave of all processes.
static void choose_extents(hpcc_grid *grid, const long *extent)
{
	int free_dim[HPCC_MAX_GRID] = {0}, factor[HPCC_MAX_GRID] = {0}, n_free = 0, left = hpcc_size_;
	for (int d = 0; d < grid->rank; d++) {
		grid->extent[d] = (int)extent[d];
		if (extent[d] == 0)
			free_dim[n_free++] = d;
		else
			left /= (int)extent[d];
	}
	balance(left, n_free, factor);
	for (int k = 0; k < n_free; k++) grid->extent[free_dim[k]] = factor[k];
	grid->count = 1;
	for (int d = 0; d < grid->rank; d++) grid->count *= grid->extent[d];
}

static void check_extents(const char *name, const char *where, int rank, const long *extent)
{
	long needed = 1;
	if (rank < 1 || rank > HPCC_MAX_GRID)
		hpcc_die(where, "processors `%s` has %d dimensions; 1 to %d are possible", name, rank, HPCC_MAX_GRID);
	for (int d = 0; d < rank; d++) {
		if (extent[d] < 0) hpcc_die(where, "extent %ld of processors `%s` must be positive", extent[d], name);
		if (__builtin_mul_overflow(needed, extent[d] ? extent[d] : 1, &needed)) needed = LONG_MAX;
	}
	if (needed > hpcc_size_)
		hpcc_die(where,
		        "processors `%s` needs %ld processes, but there %s %d: start the program with at least %ld",
		        name, needed, hpcc_size_ == 1 ? "is" : "are", hpcc_size_, needed);
}

hpcc_grid *hpcc_grid_new(const char *name, const char *where, int rank, const long *extent)
{
	const long any[HPCC_MAX_GRID] = {0};
	hpcc_grid wanted = {.name = name, .rank = rank};
	if (hpcc_trace_alone() && rank <= HPCC_MAX_GRID) extent = any;
	check_extents(name, where, rank, extent);
	choose_extents(&wanted, extent);
	for (hpcc_grid *g = grids; g; g = g->next)
		if (g->rank == rank && memcmp(g->extent, wanted.extent, sizeof wanted.extent) == 0) return g;
	hpcc_grid *grid = hpcc_alloc(sizeof *grid);
	*grid = wanted;
	grid->next = grids;
	return grids = grid;
}

// ---- by name ----------------------------------------------------------------------------------

typedef struct named_grid {
	const char *name, *where;
	long extent[HPCC_MAX_GRID];
	hpcc_grid *grid;
	struct named_grid *next;
} named_grid;

static named_grid *named_grids;

hpcc_grid *hpcc_grid_named(const char *name, const char *where, int rank, const long *extent)
{
	named_grid *n = named_grids;
	while (n && (strcmp(n->name, name) != 0 || strcmp(n->where, where) != 0)) n = n->next;
	if (n) {
		for (int d = 0; d < rank; d++)
			if (extent[d] != n->extent[d])
				hpcc_die(where,
				        "extent %d of processors `%s` is %ld now, and was %ld when something was "
				        "mapped onto it first: it must not change",
				        d, name, extent[d], n->extent[d]);
		return n->grid;
	}
	n = hpcc_alloc(sizeof *n);
	*n = (named_grid){.name = name, .where = where, .next = named_grids};
	n->grid = hpcc_grid_new(name, where, rank, extent);
	memcpy(n->extent, extent, (size_t)rank * sizeof *extent);
	named_grids = n;
	return n->grid;
}

long hpcc_grid_extent(const char *name, const char *where, long value)
{
	if (value <= 0) hpcc_die(where, "extent %ld of processors `%s` must be positive", value, name);
	return value;
}

// ---- asking -----------------------------------------------------------------------------------

int hpcc_grid_coords(const hpcc_grid *grid, int process, int *coord)
{
	if (process >= grid->count) return 0;
	for (int d = grid->rank - 1; d >= 0; d--) {
		coord[d] = process % grid->extent[d];
		process /= grid->extent[d];
	}
	return 1;
}

int hpcc_grid_around(const hpcc_grid *grid, int first, int last, int *low, int *high)
{
	if (!hpcc_grid_coords(grid, first, low)) return 0;
	hpcc_grid_coords(grid, MIN_OF(last, grid->count - 1), high);
	for (int d = 0, same = 1; d < grid->rank; d++) {
		if (!same) {
			low[d] = 0;
			high[d] = grid->extent[d] - 1;
		}
		same = same && low[d] == high[d];
	}
	return 1;
}

int hpcc_grid_process(const hpcc_grid *grid, const int *coord)
{
	int process = 0;
	for (int d = 0; d < grid->rank; d++) process = process * grid->extent[d] + coord[d];
	return process;
}
