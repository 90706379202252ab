// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 4
// BY-ALL: 63 "for (int k = 0; k < n; k++) h = 31 * h + c[k];": a value of 'h' that one process sets is read by
//              another one in the same nest
//            "for (int i = 0; i < N; i++) s = 3 * s + p[2 * i + 1];": a value of 's' that one process
//              sets is read by another one in the same nest
//            "for (int k = 2; k < 2 * N; k += 2) ((unsigned *)b)[k] = k;": the elements of `(unsigned
//              int *)b` have 4 bytes, those of the mapped array `b` 8
//
// Mapped memory behind pointers to another type than that of its elements: in nests, and outside.
#include <stdio.h>

#define N 40
static double a[N], b[N];
#pragma dist distribute [block] :: a, b

static unsigned hash(const void *memory, int n)
{
	const unsigned char *c = memory;
	unsigned h = 0;
	for (int k = 0; k < n; k++) h = 31 * h + c[k];
	return h;
}

int main(void)
{
	for (int i = 0; i < N; i++) a[i] = i * 1.25;
	for (int i = 1; i < N; i++) b[i] = *(unsigned long *)(void *)&a[i - 1] >> 50;

	unsigned s = 0, *p = (unsigned *)&a[0];
	for (int i = 0; i < N; i++) s ^= *((unsigned *)&a[i] + 1);
	for (int i = 0; i < N; i++) s = 3 * s + p[2 * i + 1];
	printf("%u\n", s);

	p[31] = 5;
	printf("%u %g\n", p[31] + p[33], a[15]);
	unsigned *q = (unsigned *)&a[30];
	*q |= 4;
	*((unsigned char *)&a[35] + 7) ^= 0x80;
	printf("%.20g %u %g\n", a[30], *q, a[35]);
	for (int i = 0; i < N; i++) {
		unsigned *r = (unsigned *)&a[i];
		r[1] += 1 << 20;
	}
	for (int k = 2; k < 2 * N; k += 2) ((unsigned *)b)[k] = k;
	unsigned long *words = (void *)a;
	for (int i = 1; i < N; i++) words[i] ^= words[0] & 0xff;

	double sum = 0;
	for (int i = 0; i < N; i++) sum += a[i] + b[i];
	printf("%g %u %u\n", sum, hash(a, sizeof a), hash(&b[3], 8 * sizeof *b));
	return 0;
}
