// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 7 "for (int i = 0; i < n; i++) s += get()[i];": elements are read one by one
//            "printf("%g %g %g\n", follower[0], follower[19], base[7]);": elements are read one by one
//            "double sum_shared(void) { return shared.v[0] + shared.v[sha...": elements are read one by one
//            "*into_base = 4;": elements are set one by one
// SOURCES: ../Inputs/foreign.c
// Mapped memory reaches functions of a file without directives in all ways: parameters of any type, members, results, by name.
#include <stdio.h>
#include <stdlib.h>
#include "../Inputs/foreign.h"

#define N 13

static double a[N];
static struct cell c[N];
static unsigned char s[N];
static float *h;
static enum colour e[N];
static _Bool b[N];
static double _Complex z[N];
#pragma dist distribute [block] :: a, c, s, e, b, z
#pragma dist array h[N]
#pragma dist distribute h[block]

double follower[20], *into_base = &base[7];

double *get_values(void) { return a; }
struct cell *get_cells(void) { return c; }

int main(void)
{
	h = malloc(N * sizeof *h);
	for (int i = 0; i < N; i++) {
		a[i] = i, c[i].x = i, c[i].k = -i, s[i] = i, h[i] = 3 * i, e[i] = i % 3, b[i] = i % 2, z[i] = i;
	}
	struct holder member = {N, a, a};
	add_to_result(N);
	printf("%g %g\n", sum_void(a, N), sum_called(get_values, N));
	printf("%g %g\n", sum_cells(c, N), sum_cells_of_result(N));
	printf("%d %d %d\n", count_bytes(s, N), sum_colours(e, N), flip(b, N));
	printf("%g %g\n", turn(z, N), halve(&h, N));
	printf("%g %g\n", sum_members(&member), sum_copy(member));
	shared = member;
	printf("%g\n", sum_shared());
	for (int i = 0; i < 20; i++) follower[i] = base[i] + i;
	*into_base = 4;
	printf("%g %g %g\n", follower[0], follower[19], base[7]);
	for (int i = 0; i < N; i++) printf("%g %g %d %d %g %g\n", a[i], c[i].x, s[i], b[i], h[i], cimag(z[i]));
	free(h);
	return 0;
}
