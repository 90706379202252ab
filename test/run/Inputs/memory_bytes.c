// SPDX-License-Identifier: Apache-2.0
#include <string.h>

void clear(char *p, size_t n) { memset(p, 0, n); }

void swap_bytes(void *a, void *b, size_t n)
{
	char t[4096];
	memcpy(t, a, n);
	memmove(a, b, n);
	memcpy(b, t, n);
}

int differ(const void *a, const void *b, size_t n) { return memcmp(a, b, n) != 0; }
