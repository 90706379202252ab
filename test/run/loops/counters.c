// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13
// ARGS: 40
// ARGS: 1
// MAX-SLOW: 0
// Variables that step with a loop, in its head or in its body: what they are in an iteration is known, so that the nests run in parallel.
#include <stdio.h>
#include <stdlib.h>
#define N 41
static double a[N][N], b[N], c[2 * N];
#pragma dist distribute a[block][*]
#pragma dist distribute c[block]
#pragma dist align b[i] with a[i][0]
static double table[N * N];

static double total(int n, const double *flat)
{
	double s = 0;
	for (int i = 0; i < n; i++) s += b[i] * (i + 1) + c[2 * i] + 3 * c[2 * i + 1];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) s += a[i][j] * (i + 2 * j);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) s += flat[i * n + j] * ((i * n + j) % 19);
	return s;
}

int main(int argc, char **argv)
{
	int n = 0, i, j, k, m;
	double *flat;
#pragma dist array flat[n][n]
#pragma dist distribute flat[block][*]
	sscanf(argc > 1 ? argv[1] : "7", "%d", &n);
	flat = malloc(sizeof *flat * n * n);
	for (i = 0; i < N; i++) b[i] = i % 7;
	for (i = 0; i < 2 * N; i++) c[i] = i % 5;
	for (i = 0; i < N; i++)
		for (j = 0; j < N; j++) a[i][j] = (i * j) % 11;
	for (i = 0; i < N * N; i++) table[i] = i % 13;
	for (i = 0; i < n; i++)
		for (j = 0; j < n; j++) flat[i * n + j] = (i + j) % 7;
	// In the head.
	for (i = 0, k = 0; i < n; i++, k += 2) b[i] += c[k] + c[k + 1];
	printf("%d %d %.15g\n", i, k, total(n, flat));
	for (int x = 0, y = n - 1; x < n; x++, y--) b[x] += 2 * c[y];
	for (int x = 0, y = 2 * n - 1; x < y; ++x, --y) c[x] = c[x] + y;
	for (i = n - 1, k = 3; i >= 0; i--, k = k + 3) b[i] += k;
	printf("%d %d %.15g\n", i, k, total(n, flat));
	for (i = 1, k = 7; i < n; i += 3, k--) b[i] += k * i;
	printf("%d %d %.15g\n", i, k, total(n, flat));
	for (k = 0; k < n; k++)
		for (i = 0, j = k; i < n; ++i, j += 1) a[k][i] += j;
	// In the body; the value is used before and after.
	k = 5;
	for (i = 0; i < n; i++) {
		b[i] += k;
		k++;
		b[i] -= 2 * k;
	}
	printf("%d %.15g\n", k, total(n, flat));
	for (i = 0; i < n; i++) {
		k += n;
		b[i] += k;
		k -= 2;
	}
	printf("%d %.15g\n", k, total(n, flat));
	// Over several loops, from a value that only the run knows.
	k = m = 0;
	for (i = 0; i < n; i++)
		for (j = 0; j < n; j++) {
			a[i][j] += table[k];
			k++;
		}
	printf("%d %.15g\n", k, total(n, flat));
	for (i = 0; i < n; i++) {
		for (j = 0; j < n; j++) {
			flat[m] += a[i][j];
			m++;
		}
	}
	for (i = 0, m = 3; i < n; i++) {
		for (j = 0; j < n; j++) m++;
		b[i] += m;
	}
	printf("%d %.15g\n", m, total(n, flat));
	for (i = 0; i < n; i++) {
		m = 2 * i;
		for (j = 1; j < n; j++, m++) a[i][j] += m;
		b[i] += m;
	}
	// No iteration at all.
	for (i = n, k = 3; i < n; i++, k++) b[i] = k;
	printf("%d %d\n", i, k);
	// A variable that a loop sets beside others: what it is behind the loop.
	for (i = 0; i < n; i++) {
		j = 5;
		for (j = 0; j < 3; j++) a[i][j] += 1;
		a[i][j] += 2;
	}
	// Conditional steps are none of these.
	for (i = 0, k = 0; i < n; i++) {
		if (table[i] > 6) k++;
	}
	printf("%d %.15g\n", k, total(n, flat));
	// Loops that end at one place.
	k = n;
	for (i = 0; i < n; i++)
		for (j = 0; j < n; j++)
			for (m = 0; m < 3; m++) a[i][j] += k, k -= 2;
	printf("%d %.15g\n", k, total(n, flat));
	// One that the head of an inner loop declares, and that ends with it.
	for (i = 0; i < n; i++)
		for (int q = i, p = 0; p < n; p++, q++) c[q] -= q;
	printf("%.15g\n", total(n, flat));
	free(flat);
	return 0;
}
