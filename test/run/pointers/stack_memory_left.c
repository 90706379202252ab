// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// Functions that a jump leaves: what is mapped in their memory is so no more when others stand there.
#include <alloca.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

typedef struct {
	int n, m;
	double u[300];
#pragma dist array u[n][m]
#pragma dist distribute u[block][*]
} grid;

static jmp_buf home;

static double fill(int n, int m, double *v)
{
	double s = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) v[i * m + j] = i - j;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) s += v[i * m + j] * i;
	return s;
}

static double given(int n, int m, int jumps)
{
	double *v = alloca(n * m * sizeof *v);
#pragma dist array v[n][m]
#pragma dist distribute v[block][*]
	double s = fill(n, m, v);
	if (jumps) longjmp(home, n);
	return s;
}

static double of_object(int n, int jumps)
{
	grid g;
	g.n = n, g.m = n + 1;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < g.m; j++) g.u[i * g.m + j] = i * j;
	double s = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < g.m; j++) s += g.u[i * g.m + j];
	if (jumps) longjmp(home, (int)s);
	return s;
}

static double reversed(int n)
{
	double w[n], s = 0;
	memset(w, 0, sizeof w);
	for (int k = 0; k < n; k++) w[n - 1 - k] += k;
	for (int k = 0; k < n; k++) s = s / 2 + w[k];
	return s;
}

#define TRY if (!setjmp(home)) {
#define CATCH } else {
#define END }

static double deep(int n, int depth)
{
	grid g[2];
	double s = depth ? deep(n - 1, depth - 1) : 0;
	for (int k = 0; k < 2; k++) {
		g[k].n = n - k, g[k].m = n;
		for (int i = 0; i < n - k; i++)
			for (int j = 0; j < n; j++) g[k].u[i * n + j] = i - j * depth;
	}
	for (int k = 0; k < 2; k++)
		for (int i = 1; i < g[k].n; i++)
			for (int j = 0; j < n; j++) s += g[k].u[i * n + j] * i - g[k].u[(i - 1) * n + j];
	if (n == 9) longjmp(home, 3);
	return s;
}

int main(void)
{
	for (int k = 10; k < 14; k++) {
		TRY printf("%g\n", deep(k, 2));
		CATCH printf("caught\n");
		END
	}
	for (volatile int n = 3; n < 12; n += 4) {
		int back = setjmp(home);
		if (back == 0) given(n, 5, 1);
		printf("%d %g %g\n", back, reversed(20 * n), given(n + 1, 3, 0));
		switch (setjmp(home)) {
		case 0: of_object(n, 1); break;
		default: printf("%g %g\n", of_object(n + 2, 0), reversed(200)); break;
		}
	}
	return 0;
}
