// SPDX-License-Identifier: Apache-2.0
//
// Parameters with mappings of their own. An array has the parameter's mapping during the call; memory without a mapping
// gets it, and keeps it until it is given another one or other arrays are seen in it: what no directive but a
// parameter's says is implied.
#include "../nests/nests.h"
#include "arrays.h"
#include <stdlib.h>

// ---- memory without a mapping -------------------------------------------------------------------

static int any_implied; // there has been one

// The first array in the bytes whose mapping is implied; NULL: none.
static desc_t *implied_in(const char *low, const char *high)
{
	for (long k = 0; k < hpcc_n_mapped(); k++) {
		desc_t *desc = hpcc_mapped(k);
		if (desc->implied && desc->base < high && low < desc->base + desc->bytes) return desc;
	}
	return NULL;
}

void hpcc_drop_implied(const void *low, size_t bytes)
{
	if (!any_implied) return;
	for (desc_t *desc; (desc = implied_in(low, (const char *)low + bytes));) {
		hpcc_gather(desc->base, desc->bytes);
		hpcc_forget_range(desc->base, desc->base + 1);
	}
}

// Whether the parameter's shape can be mapped where it is: in memory that the program allocated or declared, and that
// nothing else is mapped in.
static int is_free(const hpcc_array_info *info, const void *base, const long *extent)
{
	if (!base || hpcc_depth > 0 || hpcc_apart_now) return 0;
	size_t bytes = info->element;
	hpcc_check_shape(info, extent);
	for (int d = 0; d < info->rank; d++)
		if (__builtin_mul_overflow(bytes, (size_t)extent[d], &bytes)) return 0;
	if (bytes == 0) return 0;
	hpcc_drop_implied(base, bytes);
	return hpcc_has_room(info, base, extent);
}

static void imply(const void *base)
{
	desc_t *desc = hpcc_find(base);
	if (desc) desc->implied = any_implied = 1;
}

// ---- arrays -------------------------------------------------------------------------------------

// Whether the parameter's shape is that of all of the array's memory, perhaps in rows of another length.
static int fits(const desc_t *desc, const void *base, const hpcc_array_info *info, const long *extent)
{
	size_t bytes = info->element;
	for (int d = 0; d < info->rank; d++) bytes *= (size_t)MAX_OF(extent[d], 0);
	return desc->element == info->element &&
	       (hpcc_has_shape(desc, info->rank, extent) || (bytes == desc->bytes && base == desc->base));
}

// The whole array that an argument is; NULL: none that has to be remapped.
static desc_t *find_argument(const hpcc_array_info *info, const void *base, const long *extent)
{
	desc_t *desc = hpcc_depth > 0 ? NULL : hpcc_array_at(base);
	return desc && hpcc_begins_at(desc, base) && fits(desc, base, info, extent) ? desc : NULL;
}

static void check_other_parameters(const hpcc_argument *argument, const hpcc_array_info *info, const desc_t *desc)
{
	for (const hpcc_argument *other = argument->others; other; other = other->others)
		if (other->id == desc->id && other->info)
			hpcc_die(info->where,
			        "`%s` and `%s` (%s) are the same array here, `%s` (%s), and their mappings differ",
			        info->name, other->info->name, other->info->where, desc->info->name, desc->info->where);
}

static hpcc_argument note_argument(const hpcc_argument *others, const hpcc_array_info *info, const desc_t *desc)
{
	return (hpcc_argument){.others = others,
	        .info = info,
	        .base = desc->base,
	        .id = desc->id,
	        .layout = hpcc_layout_keep((layout_t *)hpcc_given_layout(desc)),
	        .mapping = desc->mapping,
	        .whole_rows = desc->whole_rows};
}

static hpcc_argument take_argument(
        const hpcc_argument *others, const hpcc_array_info *info, desc_t *desc, layout_t *layout)
{
	hpcc_argument argument = note_argument(others, info, desc);
	desc->reshaped += !hpcc_has_shape(desc, layout->rank, layout->extent);
	if (!hpcc_layout_equal(hpcc_given_layout(desc), layout)) check_other_parameters(&argument, info, desc);
	hpcc_remap(desc, layout, info->whole_rows);
	desc->mapping = info->mapping;
	return argument;
}

hpcc_argument hpcc_argument_distribute(const hpcc_argument *others, const hpcc_array_info *info, const void *base,
        const long *extent, const hpcc_dist *dist, hpcc_grid *grid)
{
	desc_t *desc = find_argument(info, base, extent);
	if (!desc && is_free(info, base, extent)) {
		hpcc_map_distribute(info, (void *)base, extent, dist, grid);
		imply(base);
	}
	if (!desc) return (hpcc_argument){.others = others};
	return take_argument(
	        others, info, desc, hpcc_layout_distribute(info->name, info->where, info->rank, extent, dist, grid));
}

hpcc_argument hpcc_argument_align(const hpcc_argument *others, const hpcc_array_info *info, const void *base,
        const long *extent, hpcc_template *with, const hpcc_align *align)
{
	desc_t *desc = find_argument(info, base, extent);
	if (!desc && is_free(info, base, extent)) {
		hpcc_map_align(info, (void *)base, extent, with, align);
		imply(base);
	}
	if (!desc) return (hpcc_argument){.others = others};
	return take_argument(others, info, desc,
	        hpcc_layout_align(info->name, info->where, info->rank, extent, with->layout, align));
}

hpcc_argument hpcc_argument_align_array(const hpcc_argument *others, const hpcc_array_info *info, const void *base,
        const long *extent, const void *with_base, int with_rank, const hpcc_align *align)
{
	desc_t *desc = find_argument(info, base, extent), *with = hpcc_array_at(with_base);
	if (!desc && with && with->rank == with_rank && is_free(info, base, extent) && !hpcc_is_plain(with_base)) {
		hpcc_map_align_array(info, (void *)base, extent, with_base, align);
		imply(base);
	}
	if (!desc || !with || with->rank != with_rank) return (hpcc_argument){.others = others};
	return take_argument(others, info, desc,
	        hpcc_layout_align(info->name, info->where, info->rank, extent, hpcc_given_layout(with), align));
}

hpcc_argument hpcc_argument_keep(const hpcc_argument *others, const void *base)
{
	desc_t *desc = hpcc_depth > 0 ? NULL : hpcc_array_at(base);
	if (!desc || desc->info->dynamic) return (hpcc_argument){.others = others};
	return note_argument(others, NULL, desc);
}

void hpcc_argument_leave(hpcc_argument *argument)
{
	desc_t *desc = argument->id && hpcc_depth == 0 ? hpcc_array_at(argument->base) : NULL;
	if (desc && desc->id == argument->id) {
		desc->reshaped -= !hpcc_has_shape(desc, argument->layout->rank, argument->layout->extent);
		hpcc_remap(desc, argument->layout, argument->whole_rows);
		desc->mapping = argument->mapping;
	} else if (argument->id) {
		hpcc_layout_free(argument->layout);
	}
}

// ---- several behind one parameter ---------------------------------------------------------------

struct hpcc_arguments {
	hpcc_argument argument;
	hpcc_arguments *before;
};

void hpcc_arguments_add(hpcc_arguments **list, hpcc_argument argument)
{
	if (!argument.id) return;
	hpcc_arguments *last = hpcc_alloc(sizeof *last);
	*last = (hpcc_arguments){argument, *list};
	*list = last;
}

void hpcc_arguments_leave(hpcc_arguments **list)
{
	while (*list) {
		hpcc_arguments *last = *list;
		*list = last->before;
		hpcc_argument_leave(&last->argument);
		free(last);
	}
}
