// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Blocks of memory, small and large.
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned random_state = 1;
static size_t below(size_t n) { return (random_state = random_state * 1664525u + 1013904223u) / 65536 % n; }

static void fill(unsigned char *p, size_t n)
{
	for (size_t i = 0; i < n; i += 509) p[i] = (unsigned char)(i / 7 + n);
}

static int good(const unsigned char *p, size_t n, size_t made)
{
	for (size_t i = 0; i < n; i += 509)
		if (p[i] != (unsigned char)(i / 7 + made)) return 0;
	return 1;
}

static void check_many(void)
{
	enum { N = 300 };
	static unsigned char *p[N];
	static size_t size[N];
	int bad = 0;
	for (int step = 0; step < 20000; step++) {
		size_t k = below(N);
		bad += !good(p[k], size[k], size[k]);
		size_t n = 1 + (below(3) ? below(3000) : below(3) ? below(200000) : below(65000) * 20);
		if (below(4) == 0 && p[k]) {
			p[k] = realloc(p[k], n);
			bad += !good(p[k], n < size[k] ? n : size[k], size[k]);
		} else {
			free(p[k]);
			p[k] = below(2) ? malloc(n) : below(2) ? aligned_alloc(64, (n + 63) / 64 * 64) : calloc(1, n);
		}
		bad += malloc_usable_size(p[k]) < n;
		size[k] = n;
		fill(p[k], n);
	}
	printf("bad %d\n", bad);
	for (int k = 0; k < N; k++) free(p[k]);
	unsigned char *zero = calloc(1000, 1000);
	int sum = 0;
	for (int i = 0; i < 1000000; i++) sum |= zero[i];
	printf("zero %d\n", sum);
	free(zero);
}

int main(void)
{
	check_many();
	char *huge = malloc((size_t)1 << 40);
	printf("a terabyte %d\n", !huge || (huge[(size_t)1 << 39] = 1));
	free(huge);
	volatile size_t all = SIZE_MAX;
	errno = 0;
	void *none = malloc(all);
	printf("%d %d\n", none == NULL, errno);
	errno = 0;
	none = calloc(all / 2, 3);
	printf("%d %d\n", none == NULL, errno);
	char *text = strdup("kept");
	none = realloc(text, all);
	printf("%d %s\n", none == NULL, text);
	none = reallocarray(text, all, 2);
	printf("%d %s\n", none == NULL, text);
	text = realloc(text, 200000);
	printf("%s\n", text);
	none = realloc(text, all);
	printf("%d %s\n", none == NULL, text);
	text = realloc(text, 10);
	printf("%s\n", text);
	free(text);
	void *at = &at;
	printf("%d %d\n", posix_memalign(&at, 24, 100000), at == &at);
	printf("%d", posix_memalign(&at, 1 << 20, 100000));
	printf(" %d\n", (int)((uintptr_t)at % (1 << 20)));
	free(at);
	at = aligned_alloc(4096, 8192);
	printf("%d\n", (int)((uintptr_t)at % 4096));
	free(at);
	at = memalign(256, 1000000);
	printf("%d\n", (int)((uintptr_t)at % 256));
	free(at);
	free(NULL);
	char *made;
	printf("%d %s\n", asprintf(&made, "%d", 42), "made");
	free(made);
	return 0;
}
