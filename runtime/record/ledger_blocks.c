// SPDX-License-Identifier: Apache-2.0
//
// Sizes of blocks for HPCC_STATS's file: gen_block takes them from memory that the program computes, so that only a run
// knows them. All processes are given the same ones.
#include "../nests/nests.h"
#include "ledger.h"
#include <stdlib.h>
#include <string.h>

noted_blocks_t *hpcc_noted_blocks;

static noted_blocks_t *noted(const char *name, int split)
{
	for (noted_blocks_t *b = hpcc_noted_blocks; b; b = b->next)
		if (b->split == split && strcmp(b->name, name) == 0) return b;
	noted_blocks_t *b = hpcc_alloc(sizeof *b);
	*b = (noted_blocks_t){.name = name, .split = split, .next = hpcc_noted_blocks};
	return hpcc_noted_blocks = b;
}

void hpcc_note_blocks(const char *name, int split, int n, const long *lo, const long *hi)
{
	noted_blocks_t *b = noted(name, split);
	b->size = hpcc_grow(b->size, (size_t)n * sizeof *b->size);
	b->n = n;
	for (int c = 0; c < n; c++) b->size[c] = hi[c] - lo[c] + 1;
}
