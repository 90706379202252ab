// SPDX-License-Identifier: Apache-2.0
//
// What is done with a mapping: a rankfile, or the keys of a permuted communicator.
#include "mapping_parts.h"

bool mapping_rankfile(FILE *out, const mapping_graph *g, const mapping_tree *t, const int *slot)
{
	for (int p = 0; p < g->n; p++)
		if (!t->node[t->leaf[slot[p]]].host) return false;
	for (int p = 0; p < g->n; p++) {
		const mapping_node *x = &t->node[t->leaf[slot[p]]];
		fprintf(out, "rank %d=%s slot=%s\n", p, x->host, x->place ? x->place : "*");
	}
	return true;
}

bool mapping_permutation(const mapping_graph *g, const int *slot, int ranks, const int *started, int *key)
{
	int most = 0, found = 0;
	for (int p = 0; p < g->n; p++)
		if (slot[p] > most) most = slot[p];
	int *at = mapping_alloc((size_t)most + 1, sizeof(int));
	for (int p = 0; p < g->n; p++) at[slot[p]] = p + 1;
	for (int r = 0; r < ranks; r++) {
		key[r] = started[r] >= 0 && started[r] <= most ? at[started[r]] - 1 : -1;
		if (key[r] < 0) continue;
		at[started[r]] = 0;
		found++;
	}
	free(at);
	return found == g->n;
}
