// SPDX-License-Identifier: Apache-2.0
//
// Memory that arrays leave when they are distributed in another way again and again, for the next ones that are: new
// memory costs more time, in the system, than to copy what is sent. It is no more than was in use at one time before.
#include "arrays.h"
#include <stdlib.h>
#include <string.h>

// As many as work arrays that a program redistributes together.
enum { MOST_BLOCKS = 32, SMALL = 1 << 20 };

typedef struct spare_t {
	void *block;
	size_t bytes;
	int unused; // by so many others that came to be kept since then
} spare_t;

static spare_t spare[MOST_BLOCKS];
static int n_spare, keeps;

int hpcc_spare_keep(int on)
{
	const int before = keeps;
	keeps = on;
	return before;
}

static void leave(int k)
{
	free(spare[k].block);
	spare[k] = spare[--n_spare];
}

void *hpcc_spare_alloc(size_t bytes, int zeroed)
{
	int best = -1;
	for (int k = 0; k < n_spare; k++) {
		const int fits = spare[k].bytes >= bytes && spare[k].bytes - bytes <= bytes / 4;
		if (fits && (best < 0 || spare[k].bytes < spare[best].bytes)) best = k;
	}
	if (best < 0) return hpcc_alloc(bytes);
	void *block = spare[best].block;
	spare[best] = spare[--n_spare];
	return zeroed ? memset(block, 0, bytes) : block;
}

void hpcc_spare_free(void *block)
{
	const size_t bytes = block && keeps ? hpcc_libc_malloc_usable_size(block) : 0;
	if (bytes < SMALL) {
		free(block);
		return;
	}
	for (int k = n_spare - 1; k >= 0; k--)
		if (++spare[k].unused >= 2 * MOST_BLOCKS) leave(k);
	if (n_spare == MOST_BLOCKS) {
		int oldest = 0;
		for (int k = 1; k < n_spare; k++)
			if (spare[k].unused > spare[oldest].unused) oldest = k;
		leave(oldest);
	}
	spare[n_spare++] = (spare_t){.block = block, .bytes = bytes};
}
