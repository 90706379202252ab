// SPDX-License-Identifier: Apache-2.0
#include "graph_lies.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// ---- the grid ---------------------------------------------------------------------------------

// Factors of `total`, as equal as they get, the largest first: as the runtime chooses them (runtime/grid.c).
static void balance(long total, int n, long *factor)
{
	if (n == 1) factor[0] = total;
	if (n <= 1) return;
	long best = LONG_MAX, rest[GRAPH_MOST_DIMS];
	for (long f = 1; f <= total; f++) {
		if (total % f) continue;
		balance(total / f, n - 1, rest);
		long sum = f;
		for (int k = 0; k < n - 1; k++) sum += rest[k];
		if (f < rest[0] || sum >= best) continue;
		best = sum;
		factor[0] = f;
		memcpy(factor + 1, rest, (size_t)(n - 1) * sizeof *rest);
	}
}

static bool value_or(graph_owners *o, const json_t *expression, long otherwise, long *value)
{
	*value = otherwise;
	return !expression || graph_expression_value(expression, o->values, value) || graph_lacks(o->values);
}

static bool make_grid(graph_owners *o, graph_lies *l)
{
	long factor[GRAPH_MOST_DIMS], left = o->processes;
	int free_dim[GRAPH_MOST_DIMS], n_free = 0;
	const json_t *grid = json_object_get(l->layout, "grid");
	l->count = 1;
	for (int k = 0; k < l->n; k++) {
		if (!value_or(o, json_array_get(grid, (size_t)k), 0, &l->extent[k])) return false;
		if (l->extent[k] < 0 || l->extent[k] > o->processes)
			return graph_trouble("the grid of processes has more than %ld", o->processes), false;
		if (l->extent[k])
			left /= l->extent[k];
		else
			free_dim[n_free++] = k;
	}
	balance(left ? left : 1, n_free, factor);
	for (int k = 0; k < n_free; k++) l->extent[free_dim[k]] = factor[k];
	for (int k = 0; k < l->n; k++) l->count *= l->extent[k];
	if (l->count <= o->processes) return true;
	return graph_trouble("the grid of processes has %ld, which are more than %ld", l->count, o->processes), false;
}

long graph_coordinate(const graph_lies *l, long process, int k)
{
	if (process >= l->count) return -1;
	for (int j = l->n - 1; j > k; j--) process /= l->extent[j];
	return process % l->extent[k];
}

long graph_process_at(const graph_lies *l, const long *coordinate)
{
	long process = 0;
	for (int k = 0; k < l->n; k++) process = process * l->extent[k] + coordinate[k];
	return process;
}

// ---- what is cut into blocks --------------------------------------------------------------------

// A dimension of the grid, and what is cut along it, as the layout's `split` says.
typedef struct cut {
	const json_t *split;
	long parts;
	long n, block; // indices; block 0: as many as makes a block for each
	long *lo, *hi;
} cut;

static bool cut_evenly(const cut *c)
{
	long block = c->block ? c->block : (c->n + c->parts - 1) / c->parts;
	if (block == 0) block = 1;
	if (block * c->parts < c->n)
		return graph_trouble("%ld blocks of %ld are too few for %ld indices", c->parts, block, c->n), false;
	for (long k = 0; k < c->parts; k++) {
		c->lo[k] = k * block < c->n ? k * block : c->n;
		c->hi[k] = ((k + 1) * block < c->n ? (k + 1) * block : c->n) - 1;
	}
	return true;
}

// As gen_block does: there may be more sizes than processes, and more indices in the last block than there are.
static bool cut_by_sizes(const cut *c, const char *name, const long *size, long n_sizes)
{
	long at = 0;
	if (n_sizes < c->parts)
		return graph_trouble(
		               "'%s' has %ld sizes of blocks, and %ld processes lie along it", name, n_sizes, c->parts),
		       false;
	for (long k = 0; k < c->parts; k++) {
		c->lo[k] = at;
		at = size[k] > c->n - at ? c->n : at + size[k];
		c->hi[k] = at - 1;
	}
	if (at == c->n) return true;
	return graph_trouble(
	               "the sizes of the blocks of '%s' add up to %ld over %ld processes, and there are %ld indices",
	               name, at, c->parts, c->n),
	       false;
}

static bool cut_by_constants(const cut *c, const char *name, const json_t *blocks)
{
	const size_t n = json_array_size(blocks);
	long *size = graph_memory(NULL, n * sizeof *size);
	for (size_t k = 0; k < n; k++) size[k] = (long)json_integer_value(json_array_get(blocks, k));
	const bool fine = cut_by_sizes(c, name, size, (long)n);
	free(size);
	return fine;
}

// What is asked for must fit, as the runtime wants it.
static bool cut_as_asked(const cut *c, const char *name, const long *size, long n_sizes)
{
	long sum = 0;
	for (long k = 0; k < n_sizes; k++) sum += size[k]; // each fits into an int
	if (n_sizes == c->parts && sum == c->n) return cut_by_sizes(c, name, size, n_sizes);
	return graph_trouble(
	               "--layout gives '%s' %ld sizes that add up to %ld; %ld processes lie along its %ld indices",
	               name, n_sizes, sum, c->parts, c->n),
	       false;
}

// Sizes that were asked for, then the program's.
static bool cut_target(graph_owners *o, const graph_lies *l, int k, const cut *c)
{
	const char *name = graph_string(l->layout, "of");
	const json_t *blocks = json_object_get(c->split, "blocks");
	long n_sizes;
	const long *size = graph_sizes_find(o->sizes, name, k, c->n, &n_sizes);
	if (size) return cut_as_asked(c, name, size, n_sizes);
	if (blocks) return cut_by_constants(c, name, blocks);
	if (!json_object_get(c->split, "sizes")) return cut_evenly(c);
	return graph_trouble("the program computes the sizes of the blocks of '%s': --layout '%s=gen_block(...)'", name,
	               name),
	       false;
}

// ---- what of the array lies there ---------------------------------------------------------------

static long floor_of(long a, long b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

// Those of the array's `n` indices that lie at lo .. hi of what is cut into blocks.
static void aligned(long coef, long offset, long n, long *lo, long *hi)
{
	const long a = *lo - offset, b = *hi - offset;
	if (*hi >= *lo) {
		*lo = coef > 0 ? -floor_of(-a, coef) : -floor_of(b, -coef);
		*hi = coef > 0 ? floor_of(b, coef) : floor_of(-a, -coef);
	}
	if (*lo < 0) *lo = 0;
	if (*hi > n - 1) *hi = n - 1;
}

static void place_empty(graph_lies *l, int k, bool falls)
{
	long *lo = l->lo[k], *hi = l->hi[k];
	for (long c = 1; c < l->extent[k]; c++) {
		if (lo[c] <= hi[c]) continue;
		const long at = falls ? lo[c - 1] : hi[c - 1] + 1;
		lo[c] = at;
		hi[c] = at - 1;
	}
	for (long c = l->extent[k] - 2; c >= 0; c--) {
		if (lo[c] <= hi[c]) continue;
		const long at = falls ? hi[c + 1] + 1 : lo[c + 1];
		lo[c] = at;
		hi[c] = at - 1;
	}
}

static bool is_size(long n) { return n >= 0 && n <= INT_MAX; }

// The indices of the array's dimension that lies along dimension k of the grid.
static bool place_array(graph_owners *o, graph_lies *l, int k, const json_t *array, const cut *c)
{
	const json_t *coef = json_object_get(c->split, "coef");
	const json_t *extent = json_array_get(json_object_get(array, "extents"), (size_t)l->dim[k]);
	const long factor = coef ? (long)json_integer_value(coef) : 1;
	long offset, n;
	if (!value_or(o, json_object_get(c->split, "offset"), 0, &offset)) return false;
	if (!value_or(o, json_is_null(extent) ? NULL : extent, INT_MAX, &n)) return false;
	if (factor == 0 || labs(factor) > INT_MAX) return graph_trouble("an array is aligned by %ld", factor), false;
	if (labs(offset) > INT_MAX) return graph_trouble("an array is aligned at %ld", offset), false;
	if (!is_size(n)) return graph_trouble("an array has an extent of %ld", n), false;
	for (long p = 0; p < c->parts; p++) aligned(factor, offset, n, &c->lo[p], &c->hi[p]);
	place_empty(l, k, factor < 0);
	return true;
}

static bool make_blocks(graph_owners *o, graph_lies *l, int k, const json_t *array)
{
	const json_t *split = json_array_get(json_object_get(l->layout, "split"), (size_t)k);
	const json_t *dim = json_object_get(split, "dim");
	cut c = {.split = split, .parts = l->extent[k]};
	c.lo = l->lo[k] = graph_memory(NULL, (size_t)c.parts * sizeof *c.lo);
	c.hi = l->hi[k] = graph_memory(NULL, (size_t)c.parts * sizeof *c.hi);
	l->dim[k] = dim ? (int)json_integer_value(dim) : -1;
	if (!value_or(o, json_object_get(split, "extent"), 0, &c.n) ||
	        !value_or(o, json_object_get(split, "block"), 0, &c.block))
		return false;
	if (!is_size(c.n)) return graph_trouble("an array has an extent of %ld", c.n), false;
	if (!is_size(c.block)) return graph_trouble("an array has blocks of %ld", c.block), false;
	return cut_target(o, l, k, &c) && (l->dim[k] < 0 || place_array(o, l, k, array, &c));
}

const graph_lies *graph_lies_of(graph_owners *o, const json_t *array)
{
	const json_t *layout = json_object_get(array, "layout");
	for (const graph_lies *l = o->first; l; l = l->next)
		if (l->layout == layout) return l;
	const size_t n = json_array_size(json_object_get(layout, "split"));
	if (n == 0 || n > GRAPH_MOST_DIMS) return graph_trouble("a layout has %zu dimensions", n), NULL;
	graph_lies *l = graph_memory(NULL, sizeof *l);
	*l = (graph_lies){.layout = layout, .n = (int)n, .next = o->first};
	o->first = l;
	if (!make_grid(o, l)) return NULL;
	for (int k = 0; k < l->n; k++)
		if (!make_blocks(o, l, k, array)) return NULL;
	return l;
}

void graph_owners_free(graph_owners *o)
{
	for (graph_lies *l = o->first, *next; l; l = next) {
		next = l->next;
		for (int k = 0; k < l->n; k++) free(l->lo[k]), free(l->hi[k]);
		free(l);
	}
	graph_sizes_free(o->sizes);
}
