// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 3
// BY-ALL: 21 "for (int i = 0; i < n; i++) for (int k = 0; k < 5; k++) hal...": nothing in it is split
//            "while (*x > 3) *x /= 2;": the number of iterations is not known at its start
//            "while (*x > 3) *x /= 2;": the number of iterations is not known at its start
//            "while (*x > 3) *x /= 2;": the number of iterations is not known at its start
// STDERR: compare
//
// Functions that are given addresses of variables by some calls, of elements by others, or by a pointer that is set; a row that is
// handed on by a function which gets variables only.
#include <stdio.h>

static int a[40], b[6][5];
#pragma dist distribute a[block]
#pragma dist distribute b[block][*]

static void halve(int *x)
{
	while (*x > 3) *x /= 2;
}

static void halve_variable(int *x)
{
	while (*x > 3) *x /= 2;
}

static void last_of(int *x, int n)
{
	if (n > 1) x = &a[n];
	while (*x > 3) *x /= 2;
}

static void all_of(int (*x)[5], int n)
{
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 5; k++) halve(&x[i][k]);
}

static void (*by_name)(int *) = halve_variable;

int main(void)
{
	int v = 100, w = 1000, t[2][5] = {{9, 8, 7, 6, 5}, {4, 30, 2, 1}};
	for (int i = 0; i < 40; i++) a[i] = i * i;
	for (int i = 0; i < 6; i++)
		for (int j = 0; j < 5; j++) b[i][j] = 10 * i + j;
	halve(&v);
	halve(&a[37]);
	halve_variable(&w);
	by_name(&a[20]);
	last_of(&v, 1);
	last_of(&v, 12);
	all_of(t, 2);
	all_of(b + 2, 3);
	for (int i = 0; i < 40; i++) printf("%d ", a[i]);
	for (int i = 0; i < 6; i++)
		for (int j = 0; j < 5; j++) printf("%d ", b[i][j]);
	for (int i = 0; i < 10; i++) printf("%d ", t[0][i]);
	printf("%d %d\n", v, w);
	return 0;
}
