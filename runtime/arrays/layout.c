// SPDX-License-Identifier: Apache-2.0
//
// Layouts: for each dimension of the processor grid, what it does for an array, and the interval of indices that
// each coordinate owns. A distributed array and a template are alike here; alignment maps one layout to another.
#include "../trace/trace.h"
#include <stdlib.h>
#include <string.h>

// ---- making -----------------------------------------------------------------------------------

static layout_t *new_layout(const hpcc_grid *grid, int rank, const long *extent)
{
	layout_t *l = hpcc_alloc(sizeof *l);
	l->refs = 1;
	l->grid = grid;
	l->rank = rank;
	memcpy(l->extent, extent, (size_t)rank * sizeof *extent);
	for (int d = 0; d < HPCC_MAX_RANK; d++) l->grid_of[d] = -1;
	for (int g = 0; grid && g < grid->rank; g++) l->use[g] = GRID_ALL;
	return l;
}

static void add_split(layout_t *l, int g, int dim)
{
	size_t bytes = (size_t)l->grid->extent[g] * sizeof(long);
	l->use[g] = GRID_SPLIT;
	l->dim[g] = dim;
	l->grid_of[dim] = g;
	l->lo[g] = hpcc_alloc(bytes);
	l->hi[g] = hpcc_alloc(bytes);
}

// What follows from the parts. Call it last.
static layout_t *complete(layout_t *l)
{
	l->everywhere = !l->grid || l->grid->count == hpcc_size_;
	for (int g = 0; l->grid && g < l->grid->rank; g++) {
		if (l->grid->extent[g] == 1) continue;
		if (l->use[g] != GRID_ALL)
			l->everywhere = 0;
		else
			l->copies = 1;
		if (l->use[g] == GRID_SPLIT) l->split |= 1U << l->dim[g];
	}
	return l;
}

layout_t *hpcc_layout_keep(layout_t *l)
{
	l->refs++;
	return l;
}

void hpcc_layout_free(layout_t *l)
{
	if (!l || --l->refs > 0) return;
	for (int g = 0; g < HPCC_MAX_GRID; g++) {
		free(l->lo[g]);
		free(l->hi[g]);
	}
	free(l);
}

// ---- distribute -------------------------------------------------------------------------------

static long weight_at(const hpcc_dist *dist, int k)
{
	switch (dist->weight_size) {
	case 1: return ((const signed char *)dist->weights)[k];
	case 2: return ((const short *)dist->weights)[k];
	case 4: return ((const int *)dist->weights)[k];
	default: return ((const long *)dist->weights)[k];
	}
}

static long used_of(long extent, int is_part, long used)
{
	return !is_part ? extent : used < 0 ? 0 : MIN_OF(used, extent);
}

// The indices that are not used go with the last one that is.
static void add_unused(layout_t *l, int g, long used)
{
	const long n = l->extent[l->dim[g]];
	int at = l->grid->extent[g] - 1;
	if (used == n) return;
	for (int c = 0; c < l->grid->extent[g]; c++)
		if (l->lo[g][c] < used && l->hi[g][c] == used - 1) at = c;
	if (l->lo[g][at] > l->hi[g][at]) l->lo[g][at] = used;
	l->hi[g][at] = n - 1;
}

static void split_by_weights(layout_t *l, int g, const char *name, const char *where, const hpcc_dist *dist)
{
	long n = used_of(l->extent[l->dim[g]], dist->is_part, dist->used), at = 0;
	int parts = l->grid->extent[g];
	if (dist->n_weights > 0 && dist->n_weights < parts)
		hpcc_die(where,
		        "gen_block of `%s` has %ld sizes, but %d processes lie along dimension %d: give at least one "
		        "size for each",
		        name, dist->n_weights, parts, l->dim[g]);
	for (int c = 0; c < parts; c++) {
		long size = weight_at(dist, c);
		if (size < 0) hpcc_die(where, "size %d of gen_block of `%s` is negative (%ld)", c, name, size);
		l->lo[g][c] = at;
		at = size > n - at ? n : at + size;
		l->hi[g][c] = at - 1;
	}
	if (at < n)
		hpcc_die(where,
		        "the sizes of gen_block of `%s` add up to %ld over %d processes, but dimension %d has %ld "
		        "elements",
		        name, at, parts, l->dim[g], n);
}

static void split_in_blocks(layout_t *l, int g, const char *name, const char *where, long block, long n)
{
	long parts = l->grid->extent[g];
	if (block < 0) hpcc_die(where, "block(%ld) of `%s` must be positive", block, name);
	if (block == 0) block = MAX_OF((n + parts - 1) / parts, 1);
	long needed = (n + block - 1) / block;
	if (needed > parts)
		hpcc_die(where,
		        "block(%ld) of `%s` needs %ld processes for the %ld elements of dimension %d, but there %s %ld",
		        block, name, needed, n, l->dim[g], parts == 1 ? "is" : "are", parts);
	for (long c = 0; c < parts; c++) {
		l->lo[g][c] = MIN_OF(c * block, n);
		l->hi[g][c] = MIN_OF((c + 1) * block, n) - 1;
	}
}

// Where all processes are in a row along the dimension, and neither a size of blocks nor HPCC_LAYOUT says otherwise: by
// the plan, else by speeds.
static long *sizes_by_speed(const layout_t *l, int g, long n)
{
	if (l->grid->extent[g] != hpcc_size_) return NULL;
	long *planned = hpcc_planned_sizes(n);
	if (planned || !hpcc_speeds()) return planned;
	long *size = hpcc_alloc((size_t)hpcc_size_ * sizeof *size);
	hpcc_speeds_cut(n, size);
	return size;
}

static int count_split(int rank, const hpcc_dist *dist)
{
	int n = 0;
	for (int d = 0; d < rank; d++) n += dist[d].format != HPCC_NONE;
	return n;
}

layout_t *hpcc_layout_distribute(
        const char *name, const char *where, int rank, const long *extent, const hpcc_dist *dist, hpcc_grid *grid)
{
	const long any[HPCC_MAX_GRID] = {0};
	int n_split = count_split(rank, dist), g = 0;
	if (n_split > HPCC_MAX_GRID)
		hpcc_die(
		        where, "`%s` is split in %d dimensions; at most %d are possible", name, n_split, HPCC_MAX_GRID);
	if (!grid && n_split > 0) grid = hpcc_grid_new(name, where, n_split, any);
	if (grid && n_split > 0 && grid->rank != n_split)
		hpcc_die(where, "`%s` is split in %d dimensions, but processors `%s` has %d", name, n_split, grid->name,
		        grid->rank);
	layout_t *l = new_layout(n_split > 0 ? grid : NULL, rank, extent);
	for (int d = 0; d < rank; d++) {
		if (dist[d].format == HPCC_NONE) continue;
		add_split(l, g, d);
		const long used = used_of(extent[d], dist[d].is_part, dist[d].used);
		const int equal = dist[d].format == HPCC_BLOCK && dist[d].block == 0 && !dist[d].fixed;
		const long *chosen = hpcc_chosen_sizes(name, where, g, used, l->grid->extent[g], equal);
		long *by_speed = chosen || !equal ? NULL : sizes_by_speed(l, g, used);
		l->equal = equal && !chosen && l->grid->rank == 1 && l->grid->extent[g] == hpcc_size_;
		l->used = used;
		if (equal && hpcc_phases_on) hpcc_phases_block(name, l->grid->rank, l->grid->extent[g], used);
		hpcc_dist by_size = dist[d];
		if (by_speed) chosen = by_speed;
		if (chosen) {
			by_size.format = HPCC_GEN_BLOCK;
			by_size.weights = chosen;
			by_size.weight_size = sizeof *chosen;
			by_size.n_weights = l->grid->extent[g];
		}
		if (by_size.format == HPCC_GEN_BLOCK && !hpcc_trace_alone())
			split_by_weights(l, g, name, where, &by_size);
		else
			split_in_blocks(l, g, name, where, hpcc_trace_alone() ? 0 : dist[d].block, used);
		if (by_size.format == HPCC_GEN_BLOCK && hpcc_ledger_on)
			hpcc_note_blocks(name, g, l->grid->extent[g], l->lo[g], l->hi[g]);
		free(by_speed);
		add_unused(l, g, used);
		g++;
	}
	return complete(l);
}

layout_t *hpcc_layout_planned(const char *name, const char *where, const layout_t *l)
{
	hpcc_dist dist[HPCC_MAX_RANK] = {{.format = HPCC_NONE}};
	for (int d = 0; d < l->rank; d++) dist[d].format = HPCC_NONE;
	dist[l->dim[0]] =
	        (hpcc_dist){.format = HPCC_BLOCK, .is_part = l->used != l->extent[l->dim[0]], .used = l->used};
	return hpcc_layout_distribute(name, where, l->rank, l->extent, dist, (hpcc_grid *)l->grid);
}

// ---- align ------------------------------------------------------------------------------------

static void check_align(
        const char *name, const char *where, const long *extent, const layout_t *with, const hpcc_align *align, int k)
{
	long first = align->offset, last = first, n = with->extent[k];
	if (align->star) return;
	if (align->dim >= 0) {
		const long used = used_of(extent[align->dim], align->is_part, align->used);
		if (used == 0) return;
		last = align->coef * (used - 1) + align->offset;
	}
	long bad = first < 0 || first >= n ? first : last;
	if (bad < 0 || bad >= n)
		hpcc_die(where, "`%s` is aligned with index %ld of a dimension whose indices are 0 to %ld", name, bad,
		        n - 1);
}

// Indices i with lo <= coef * i + offset <= hi.
static hpcc_range preimage(long lo, long hi, long coef, long offset, long n)
{
	hpcc_range r = {0, -1, 1};
	if (hi < lo) return r;
	r.lo = coef > 0 ? hpcc_ceil_div(lo - offset, coef) : hpcc_ceil_div(hi - offset, coef);
	r.hi = coef > 0 ? hpcc_floor_div(hi - offset, coef) : hpcc_floor_div(lo - offset, coef);
	r.lo = MAX_OF(r.lo, 0);
	r.hi = MIN_OF(r.hi, n - 1);
	return r;
}

static void align_split(layout_t *l, int g, const layout_t *with, const hpcc_align *align)
{
	const long used = used_of(l->extent[align->dim], align->is_part, align->used);
	add_split(l, g, align->dim);
	for (int c = 0; c < l->grid->extent[g]; c++) {
		hpcc_range r = preimage(with->lo[g][c], with->hi[g][c], align->coef, align->offset, used);
		l->lo[g][c] = r.lo;
		l->hi[g][c] = MAX_OF(r.hi, r.lo - 1);
	}
	add_unused(l, g, used);
}

static void align_constant(layout_t *l, int g, const layout_t *with, long position)
{
	l->use[g] = GRID_ONE;
	for (int c = 0; c < l->grid->extent[g]; c++)
		if (with->lo[g][c] <= position && position <= with->hi[g][c]) l->one[g] = c;
}

layout_t *hpcc_layout_align(const char *name, const char *where, int rank, const long *extent, const layout_t *with,
        const hpcc_align *align)
{
	layout_t *l = new_layout(with->grid, rank, extent);
	for (int k = 0; k < with->rank; k++) check_align(name, where, extent, with, &align[k], k);
	for (int g = 0; with->grid && g < with->grid->rank; g++) {
		const hpcc_align *a = with->use[g] == GRID_SPLIT ? &align[with->dim[g]] : NULL;
		l->use[g] = with->use[g];
		l->one[g] = with->one[g];
		if (!a) continue;
		if (a->star)
			l->use[g] = GRID_ALL;
		else if (a->dim < 0 || a->coef == 0)
			align_constant(l, g, with, a->offset);
		else
			align_split(l, g, with, a);
	}
	return complete(l);
}

// ---- asking -----------------------------------------------------------------------------------

int hpcc_layout_own(const layout_t *l, int process, box_t *own) { return hpcc_layout_around(l, process, process, own); }

// The interval around those of the coordinates `low` to `high` along dimension g of the grid.
static hpcc_range interval_around(const layout_t *l, int g, int low, int high)
{
	hpcc_range r = hpcc_nothing;
	for (int c = low; c <= high; c++)
		if (l->lo[g][c] <= l->hi[g][c]) {
			r.lo = MIN_OF(r.lo, l->lo[g][c]);
			r.hi = MAX_OF(r.hi, l->hi[g][c]);
		}
	return r;
}

int hpcc_layout_around(const layout_t *l, int first, int last, box_t *own)
{
	int low[HPCC_MAX_GRID], high[HPCC_MAX_GRID];
	for (int d = 0; d < l->rank; d++) {
		own->d[d] = (hpcc_range){0, l->extent[d] - 1, 1};
		if (l->extent[d] <= 0) return 0;
	}
	if (!l->grid) return 1;
	if (!hpcc_grid_around(l->grid, first, last, low, high)) return 0;
	for (int g = 0; g < l->grid->rank; g++) {
		if (l->use[g] == GRID_ONE && (l->one[g] < low[g] || l->one[g] > high[g])) return 0;
		if (l->use[g] != GRID_SPLIT) continue;
		hpcc_range r = interval_around(l, g, low[g], high[g]);
		if (r.lo > r.hi) return 0;
		own->d[l->dim[g]] = r;
	}
	return 1;
}

// Whether two layouts say the same; where they do not, they may still mean the same.
static int same_parts(const layout_t *a, const layout_t *b)
{
	if (a->grid != b->grid) return 0;
	for (int g = 0; a->grid && g < a->grid->rank; g++) {
		size_t bytes = (size_t)a->grid->extent[g] * sizeof(long);
		if (a->use[g] != b->use[g]) return 0;
		if (a->use[g] == GRID_ONE && a->one[g] != b->one[g]) return 0;
		if (a->use[g] == GRID_SPLIT && (a->dim[g] != b->dim[g] || memcmp(a->lo[g], b->lo[g], bytes) != 0 ||
		                                       memcmp(a->hi[g], b->hi[g], bytes) != 0))
			return 0;
	}
	return 1;
}

static int same_extents(const layout_t *a, const layout_t *b)
{
	return a->rank == b->rank && memcmp(a->extent, b->extent, (size_t)a->rank * sizeof(long)) == 0;
}

int hpcc_layout_same(const layout_t *a, const layout_t *b)
{
	return a == b || (same_extents(a, b) && a->everywhere == b->everywhere && same_parts(a, b));
}

int hpcc_layout_equal(const layout_t *a, const layout_t *b)
{
	if (!same_extents(a, b)) return 0;
	if ((a->everywhere && b->everywhere) || same_parts(a, b)) return 1;
	for (int p = 0; p < hpcc_size_; p++) {
		box_t own_a, own_b;
		int owns = hpcc_layout_own(a, p, &own_a);
		if (owns != hpcc_layout_own(b, p, &own_b) ||
		        (owns && memcmp(&own_a, &own_b, (size_t)a->rank * sizeof(hpcc_range)) != 0))
			return 0;
	}
	return a->split == b->split;
}

// First and last coordinate along dimension g that may own elements of the box.
static void coord_range(const layout_t *l, int g, int requester_coord, const box_t *b, int *first, int *last)
{
	if (l->use[g] != GRID_SPLIT) {
		*first = *last = l->use[g] == GRID_ONE ? l->one[g] : requester_coord;
		return;
	}
	const hpcc_range *r = &b->d[l->dim[g]];
	*first = 0, *last = -1;
	for (int c = 0, seen = 0; c < l->grid->extent[g]; c++) {
		if (l->lo[g][c] > l->hi[g][c] || l->hi[g][c] < r->lo || l->lo[g][c] > r->hi) continue;
		if (!seen++) *first = c;
		*last = c;
	}
}

int hpcc_layout_owners(const layout_t *l, int requester, const box_t *b, int *owner)
{
	int coord[HPCC_MAX_GRID] = {0}, first[HPCC_MAX_GRID] = {0}, last[HPCC_MAX_GRID] = {0}, n = 0;
	if (!l->grid) {
		owner[0] = requester < 0 ? 0 : requester;
		return 1;
	}
	if (requester < 0 || !hpcc_grid_coords(l->grid, requester, coord)) memset(coord, 0, sizeof coord);
	for (int g = 0; g < l->grid->rank; g++) coord_range(l, g, coord[g], b, &first[g], &last[g]);
	for (coord[0] = first[0]; coord[0] <= last[0]; coord[0]++)
		for (coord[1] = first[1]; coord[1] <= last[1]; coord[1]++)
			for (coord[2] = first[2]; coord[2] <= last[2]; coord[2]++) {
				box_t own, common;
				int p = hpcc_grid_process(l->grid, coord);
				if (hpcc_layout_own(l, p, &own) && hpcc_box_and(l->rank, &own, b, &common))
					owner[n++] = p;
			}
	return n;
}

int hpcc_layout_serves(const layout_t *l, int owner, int requester)
{
	int coord[HPCC_MAX_GRID] = {0}, wanted[HPCC_MAX_GRID] = {0};
	if (!l->copies) return 1;
	if (!hpcc_grid_coords(l->grid, requester, wanted)) memset(wanted, 0, sizeof wanted);
	hpcc_grid_coords(l->grid, owner, coord);
	for (int g = 0; g < l->grid->rank; g++)
		if (l->use[g] == GRID_ALL && coord[g] != wanted[g]) return 0;
	return 1;
}

int hpcc_layout_first_copy(const layout_t *l, int process)
{
	int coord[HPCC_MAX_GRID];
	if (!l->grid) return process == 0;
	if (!hpcc_grid_coords(l->grid, process, coord)) return 0;
	for (int g = 0; g < l->grid->rank; g++)
		if (l->use[g] == GRID_ALL && coord[g] != 0) return 0;
	return 1;
}
