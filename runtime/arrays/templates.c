// SPDX-License-Identifier: Apache-2.0
//
// Templates. One of a block is nothing but its layout: equal ones are one. One of file scope has a name, by which all
// files know it, and is made when something is aligned with it first.
#include "arrays.h"
#include <stdlib.h>
#include <string.h>

static hpcc_template *templates;

static hpcc_template *add(const char *name, const char *where, layout_t *layout)
{
	hpcc_template *t = hpcc_alloc(sizeof *t);
	*t = (hpcc_template){.name = name, .where = where, .layout = layout, .next = templates};
	return templates = t;
}

hpcc_template *hpcc_template_new(
        const char *name, const char *where, int rank, const long *extent, const hpcc_dist *dist, hpcc_grid *grid)
{
	layout_t *layout = hpcc_layout_distribute(name, where, rank, extent, dist, grid);
	for (hpcc_template *t = templates; t; t = t->next)
		if (!t->where && !t->own && hpcc_layout_equal(t->layout, layout)) {
			hpcc_layout_free(layout);
			return t;
		}
	return add(name, NULL, layout);
}

void hpcc_templates_do(void (*call)(hpcc_template *t))
{
	for (hpcc_template *t = templates; t; t = t->next) call(t);
}

// Some array that is aligned with the template; NULL: there is none.
static const hpcc_array_info *user_of(const hpcc_template *t)
{
	for (long k = 0; k < hpcc_n_mapped(); k++) {
		const desc_t *desc = hpcc_mapped(k);
		if (desc->aligned && desc->aligned->template == t) return desc->info;
	}
	return hpcc_rows_with_template(t);
}

static void check_extents(const hpcc_template *t, const long *extent, const hpcc_array_info *user)
{
	const long *before = t->layout->extent;
	for (int d = 0; user && d < t->layout->rank; d++)
		if (extent[d] != before[d])
			hpcc_die(t->where,
			        "extent %d of template `%s` is %ld now, and was %ld when `%s` (%s) was aligned with "
			        "it: "
			        "it must not change as long as arrays are aligned with the template",
			        d, t->name, extent[d], before[d], user->name, user->where);
}

hpcc_template *hpcc_template_named(
        const char *name, const char *where, int rank, const long *extent, const hpcc_dist *dist, hpcc_grid *grid)
{
	hpcc_template *t = templates;
	while (t && (!t->where || strcmp(t->name, name) != 0 || strcmp(t->where, where) != 0)) t = t->next;
	if (!t) return add(name, where, hpcc_layout_distribute(name, where, rank, extent, dist, grid));
	const hpcc_array_info *user = user_of(t);
	check_extents(t, extent, user);
	int same = memcmp(t->layout->extent, extent, (size_t)rank * sizeof *extent) == 0;
	if (!user && !(same && t->moved)) {
		hpcc_layout_free(t->layout);
		t->moved = 0;
		t->layout = hpcc_layout_distribute(name, where, rank, extent, dist, grid);
	}
	return t;
}

hpcc_template *hpcc_template_own(
        const char *name, const char *where, int rank, const long *extent, const hpcc_dist *dist, hpcc_grid *grid)
{
	hpcc_template *t = add(name, NULL, hpcc_layout_distribute(name, where, rank, extent, dist, grid));
	t->own = 1;
	return t;
}

void hpcc_template_leave(hpcc_template *const *template)
{
	hpcc_template *t = *template, **link = &templates;
	for (long k = 0; k < hpcc_n_mapped(); k++) {
		desc_t *desc = hpcc_mapped(k);
		if (desc->aligned && desc->aligned->template == t) hpcc_note_align(desc, NULL, NULL, NULL);
	}
	hpcc_rows_leave_template(t);
	while (*link != t) link = &(*link)->next;
	*link = t->next;
	hpcc_layout_free(t->layout);
	free(t);
}
