// SPDX-License-Identifier: Apache-2.0
//
// The inquiry functions of <hpcc/dist.h>: how an array lies on the processes. Nothing is sent.
#include "../nests/nests.h"
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// The header declares these to programs, by other names and without our types.
static long last_index(const desc_t *desc, int dim)
{
	return desc->extent[dim] - 1 - (dim == desc->rank - 1 ? desc->padding : 0);
}

// The part that this process has by the program's mapping; 0: none.
static int owns(const desc_t *desc, box_t *own) { return hpcc_layout_own(hpcc_given_layout(desc), hpcc_rank_, own); }

int hpcc_dist_nprocs(void);
int hpcc_dist_rank(void);
int hpcc_dist_grid(const void *a, int dim);
int hpcc_dist_owner(const void *a, ...);
long hpcc_dist_lo(const void *a, int dim);
long hpcc_dist_hi(const void *a, int dim);
int hpcc_dist_intervals(const void *a, int dim);
void hpcc_dist_interval(const void *a, int dim, int k, long *lo, long *hi, long *step);
void *hpcc_dist_local(const void *a, long ld[]);
int hpcc_dist_mapping(const void *a, char *text, size_t size);

static desc_t *find(const char *inquiry, const void *a, int dim)
{
	desc_t *desc = hpcc_array_at(a);
	if (desc && (dim < 0 || dim >= desc->rank))
		hpcc_die(NULL, "%s: there is no dimension %d of `%s` (%s), which has %d, from 0", inquiry, dim,
		        desc->info->name, desc->info->where, desc->rank);
	return desc;
}

int hpcc_dist_nprocs(void) { return hpcc_size_; }

int hpcc_dist_rank(void) { return hpcc_rank_; }

int hpcc_dist_grid(const void *a, int dim)
{
	desc_t *desc = find("dist_grid", a, dim);
	int g = desc ? hpcc_given_layout(desc)->grid_of[dim] : -1;
	return g < 0 ? 1 : hpcc_given_layout(desc)->grid->extent[g];
}

int hpcc_dist_owner(const void *a, ...)
{
	desc_t *desc = find("dist_owner", a, 0);
	box_t element;
	int owner[1];
	va_list index;
	if (!desc) return 0;
	va_start(index, a);
	for (int d = 0; d < desc->rank; d++) {
		long i = va_arg(index, long);
		long last = last_index(desc, d);
		if (i < 0 || i > last)
			hpcc_die(NULL,
			        "dist_owner: index %ld of dimension %d is outside of `%s` (%s), whose last is %ld", i,
			        d, desc->info->name, desc->info->where, last);
		element.d[d] = (hpcc_range){i, i, 1};
	}
	va_end(index);
	return hpcc_layout_owners(hpcc_given_layout(desc), -1, &element, owner) == 1 ? owner[0] : 0;
}

long hpcc_dist_lo(const void *a, int dim)
{
	desc_t *desc = find("dist_lo", a, dim);
	box_t own;
	return desc && owns(desc, &own) ? own.d[dim].lo : 0;
}

long hpcc_dist_hi(const void *a, int dim)
{
	desc_t *desc = find("dist_hi", a, dim);
	box_t own;
	if (!desc) return LONG_MAX;
	return owns(desc, &own) ? MIN_OF(own.d[dim].hi, last_index(desc, dim)) : -1;
}

int hpcc_dist_intervals(const void *a, int dim)
{
	desc_t *desc = find("dist_intervals", a, dim);
	box_t own;
	return !desc || owns(desc, &own);
}

void hpcc_dist_interval(const void *a, int dim, int k, long *lo, long *hi, long *step)
{
	int n = hpcc_dist_intervals(a, dim);
	if (k < 0 || k >= n) hpcc_die(NULL, "dist_interval: there is no interval %d; this process owns %d", k, n);
	*lo = hpcc_dist_lo(a, dim);
	*hi = hpcc_dist_hi(a, dim);
	*step = 1;
}

void *hpcc_dist_local(const void *a, long ld[])
{
	// What is set there, is set by its owner alone.
	if (hpcc_depth == 0) {
		hpcc_replicate_end();
		hpcc_remap_all_now();
	}
	desc_t *desc = hpcc_array_at(a);
	long first[HPCC_MAX_RANK];
	if (!desc) {
		if (ld) ld[0] = 1;
		return (void *)a;
	}
	for (int d = 0; d < desc->rank; d++) {
		if (ld) ld[d] = desc->place.stride[d] / (long)desc->element;
		first[d] = desc->own.d[d].lo;
	}
	return desc->owns ? hpcc_place_at(&desc->place, desc->rank, first) : NULL;
}

int hpcc_dist_mapping(const void *a, char *text, size_t size)
{
	desc_t *desc = hpcc_array_at(a);
	return snprintf(text, size, "%s", desc && desc->mapping ? desc->mapping : "");
}

// Files that were not compiled with -fdist name these functions weakly, and find them only if they are there.
void *const hpcc_inquiries[] = {(void *)hpcc_dist_nprocs, (void *)hpcc_dist_rank, (void *)hpcc_dist_grid,
        (void *)hpcc_dist_owner, (void *)hpcc_dist_lo, (void *)hpcc_dist_hi, (void *)hpcc_dist_intervals,
        (void *)hpcc_dist_interval, (void *)hpcc_dist_local, (void *)hpcc_dist_mapping};
