// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Members that get their memory through a table of pointers to them: what the table's entries lead to is not followed,
// so that the directives have no effect. All processes do everything, and the program says so.
// LOST: "no array of the program has got a mapping" the table is not followed
// BY-ALL: 100 the table is not followed
#include <stdio.h>
#include <stdlib.h>

struct particles {
	int n;
	double *x, *f;
#pragma dist array x[n], f[n]
#pragma dist distribute [block] :: x, f
};

int main(void)
{
	struct particles s = {.n = 1000};
	double **all[] = {&s.x, &s.f};
	for (int k = 0; k < 2; k++) *all[k] = calloc((size_t)s.n, sizeof(double));
	for (int t = 0; t < 100; t++) {
		for (int i = 1; i < s.n - 1; i++) s.f[i] = s.x[i - 1] + s.x[i + 1] + i;
		for (int i = 0; i < s.n; i++) s.x[i] = .25 * s.f[i];
	}
	printf("%g\n", s.x[s.n / 2]);
	free(s.x);
	free(s.f);
	return 0;
}
