// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// Static and automatic arrays with initialisers.
#include <stdio.h>

static double a[7][3] = {{1, 2, 3}, {4, 5}, [4] = {9, 9, 9}, [6][1] = 0.5};
static const int weights[5] = {1, 4, 6, 4, 1};
static int v[] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5};
static char text[12] = "distributed";
#pragma dist distribute a[block][*]
#pragma dist distribute [block] :: v, text, weights

int main(void)
{
	double b[6] = {6, 5, 4}, c[2][2] = {{1, 2}, {3, 4}};
#pragma dist distribute b[block]
#pragma dist distribute c[block][*]
	for (int i = 0; i < 7; i++)
		for (int j = 0; j < 3; j++) a[i][j] += 100;
	for (int i = 2; i < 9; i++) {
		int s = 0;
		for (int k = -2; k <= 2; k++) s += weights[k + 2] * v[i + k];
		printf("%d ", s);
	}
	for (int i = 0; i < 11; i++) text[i] = text[i] == 'i' ? 'I' : text[i];
	printf("\n%s\n", text);
	for (int i = 0; i < 6; i++) b[i] = b[i] * 2 + c[1][i % 2];
	for (int i = 0; i < 6; i++) printf("%g ", b[i]);
	for (int i = 0; i < 7; i++) printf("%g %g %g\n", a[i][0], a[i][1], a[i][2]);
	printf("%zu %zu\n", sizeof a, sizeof v / sizeof *v);
	return 0;
}
