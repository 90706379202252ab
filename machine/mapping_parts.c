// SPDX-License-Identifier: Apache-2.0
//
// Small things that the mapper's files share: memory, chance, mappings that fill the machine.
#include "mapping_parts.h"

#include <string.h>

void *mapping_alloc(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size);
	if (p) return p;
	fprintf(stderr, "hpcc: no memory for the mapping\n");
	exit(1);
}

void *mapping_grown(void *old, int n, int *room, size_t size)
{
	if (n < *room) return old;
	int more = *room ? 2 * *room : 16;
	void *p = realloc(old, (size_t)more * size);
	if (!p) {
		fprintf(stderr, "hpcc: no memory for the mapping\n");
		exit(1);
	}
	*room = more;
	return p;
}

// xorshift64*, of which the upper bits are taken.
int mapping_roll(mapping_dice *d, int n)
{
	d->state ^= d->state >> 12;
	d->state ^= d->state << 25;
	d->state ^= d->state >> 27;
	return (int)((d->state * 0x2545f4914f6cdd1dULL >> 32) * (uint64_t)n >> 32);
}

bool mapping_is_valid(const mapping_graph *g, const mapping_tree *t, const int *slot)
{
	bool *taken = mapping_alloc((size_t)t->n_slots, sizeof(*taken)), good = true;
	for (int p = 0; p < g->n && good; p++) {
		good = slot[p] >= 0 && slot[p] < t->n_slots && !taken[slot[p]];
		if (good) taken[slot[p]] = true;
	}
	free(taken);
	return good;
}

// Gives the processes from..to - 1 that have no slot those slots that are free, in order.
static void fill(int *slot, int from, int to, int n_slots)
{
	bool *taken = mapping_alloc((size_t)n_slots, sizeof(*taken));
	for (int p = 0; p < to; p++)
		if (p < from || slot[p] >= 0) taken[slot[p]] = true;
	int next = 0;
	for (int p = from; p < to; p++) {
		if (slot[p] >= 0) continue;
		while (taken[next]) next++;
		slot[p] = next++;
	}
	free(taken);
}

void mapping_fill(const mapping_graph *g, const mapping_tree *t, int *slot) { fill(slot, 0, g->n, t->n_slots); }

mapping_full mapping_full_of(const mapping_graph *g, const mapping_tree *t, const int *slot)
{
	mapping_full f = {.n = t->n_slots};
	f.slot = mapping_alloc((size_t)f.n, sizeof(int));
	f.at = mapping_alloc((size_t)f.n, sizeof(int));
	for (int p = 0; p < f.n; p++) f.slot[p] = p < g->n ? slot[p] : -1;
	fill(f.slot, g->n, f.n, f.n);
	for (int p = 0; p < f.n; p++) f.at[f.slot[p]] = p;
	return f;
}

void mapping_full_free(mapping_full *f)
{
	free(f->slot);
	free(f->at);
}

void mapping_full_swap(mapping_full *f, int p, int q)
{
	int s = f->slot[p];
	f->slot[p] = f->slot[q];
	f->slot[q] = s;
	f->at[f->slot[p]] = p;
	f->at[f->slot[q]] = q;
}
