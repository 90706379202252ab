// SPDX-License-Identifier: Apache-2.0
//
// The generic site-aware mapping: it knows sites, and neither what processes send nor what is in a site.
#include "mapping_parts.h"

// Slots are sorted by site, then as listed: both in one number.
typedef struct {
	int site, listed, slot;
} place;

static int in_order(const void *a, const void *b)
{
	const place *x = a, *y = b;
	return x->site != y->site ? (x->site > y->site) - (x->site < y->site)
	                          : (x->listed > y->listed) - (x->listed < y->listed);
}

void mapping_site_aware(const mapping_graph *g, const mapping_tree *t, int *slot)
{
	place *all = mapping_alloc((size_t)t->n_slots, sizeof(*all));
	for (int s = 0; s < t->n_slots; s++) all[s] = (place){t->path[s * t->levels + 1], t->listed[s], s};
	qsort(all, (size_t)t->n_slots, sizeof(*all), in_order);
	for (int p = 0; p < g->n; p++) slot[p] = all[p].slot;
	free(all);
}
