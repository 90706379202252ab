// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Elements of a struct that is defined behind the first function, or in a block.
#include <stdio.h>
#include <stdlib.h>

static inline int before(void) { return 1; }

typedef struct item_t {
	double x, y;
} item_t;

struct pair {
	int a;
	short b;
};
static struct pair table[13];
#pragma dist distribute table[block]

int main(void)
{
	int n = 20;
	double s = 0;
	item_t *p;
#pragma dist array p[n]
#pragma dist distribute p[block]
	p = malloc(n * sizeof *p);
	for (int i = 0; i < n; i++) p[i].x = i, p[i].y = 2 * i;
	for (int i = 0; i < n; i++) s += p[i].x * p[i].y;

	struct inner {
		char name[3];
		float value;
	} own[17];
#pragma dist distribute own[block]
	for (int i = 0; i < 17; i++) own[i].value = i * i;
	for (int i = 0; i < 17; i++) s += own[i].value;
	for (int i = 0; i < 13; i++) table[i].a = i, table[i].b = -i;
	for (int i = 0; i < 13; i++) s += table[i].a + 3 * table[i].b;
	printf("%g\n", s + before());
	free(p);
	return 0;
}
