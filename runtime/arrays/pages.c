// SPDX-License-Identifier: Apache-2.0
//
// What the system knows of pages.
#include "arrays.h"
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

// Of each page a word (Linux: Documentation/admin-guide/mm/pagemap.rst).
static const uint64_t has_memory = 1ULL << 63 | 1ULL << 62; // present, swapped

static int has_none(int pagemap, uintptr_t first, uintptr_t end)
{
	enum { AT_A_TIME = 512 };
	uint64_t word[AT_A_TIME];
	for (; first < end; first += AT_A_TIME) {
		size_t n = end - first < AT_A_TIME ? end - first : AT_A_TIME;
		ssize_t got = pread(pagemap, word, n * sizeof *word, (off_t)(first * sizeof *word));
		if (got != (ssize_t)(n * sizeof *word)) return 0;
		for (size_t k = 0; k < n; k++)
			if (word[k] & has_memory) return 0;
	}
	return 1;
}

// Opened each time: the program may have forked, and knows the numbers of its files.
int hpcc_pages_are_clear(const char *low, const char *high)
{
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	int pagemap = hpcc_own_open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	if (pagemap < 0) return 0;
	int clear = has_none(pagemap, (uintptr_t)low / page, ((uintptr_t)high + page - 1) / page);
	hpcc_own_close(pagemap);
	return clear;
}
