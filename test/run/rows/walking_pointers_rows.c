// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Pointers that walk along rows and elements of structures, in called functions too: they are indices.
#include <stdio.h>
#include <stdlib.h>
#define N 37
typedef struct {
	double x, y;
	int k;
} cell;
static double u[N][N], v[N][N];
static cell c[N];
static float img[N][3 * N];
#pragma dist distribute u[block][*]
#pragma dist distribute v[block][block]
#pragma dist distribute c[block]
#pragma dist distribute img[block][*]
static double sum(void)
{
	double s = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) s += u[i][j] * ((i * N + j) % 13 + 1) + v[i][j] * ((i + 2 * j) % 7);
	for (int i = 0; i < N; i++) s += c[i].x * (i % 11) + c[i].y * (i % 3 + 1) + c[i].k;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < 3 * N; j++) s += img[i][j] * (j % 4);
	return s;
}
static void fill(double *p, int n, double x)
{
	for (int k = 0; k < n; k++) *p++ = x;
}
static void fill2(double *p, int n, double x)
{
	while (n-- > 0) *p++ = x;
}
static double dot(const double *a, const double *b, int n)
{
	double s = 0;
	while (n--) s += *a++ * *b++;
	return s;
}
static void row_of(double *restrict a, const double *restrict b, int n, int stride)
{
	for (int k = 0; k < n; k++, a += stride, b += stride) *a = *b + 1;
}
int main(void)
{
	int i, j;
	for (i = 0; i < N; i++) fill(u[i], N, i);
	printf("A %g\n", sum());
	for (i = 0; i < N; i++)
		for (j = 0; j < N; j++) v[i][j] = u[i][j] + j;
	for (cell *p = c; p < c + N; p++) p->x = 1, p->y = 2;
	printf("B %g\n", sum());
	cell *q = c;
	for (i = 0; i < N; i++, q++) q->x += q->y * i;
	printf("C %g\n", sum());
	for (i = 0; i < N; i++) {
		float *p = img[i];
		for (j = 0; j < N; j++) {
			*p++ = i;
			*p++ = j;
			*p++ = i + j;
		}
	}
	printf("D %g\n", sum());
	for (i = 0; i < N; i++) {
		const float *p = &img[i][0];
		for (j = 0; j < N; j++, p += 3) u[i][j] = p[0] + 2 * p[1] - p[2];
	}
	printf("E %g\n", sum());
	double(*row)[N] = u;
	for (i = 0; i < N; i++, row++)
		for (j = 0; j < N; j++) (*row)[j] += j;
	printf("F %g\n", sum());
	for (i = 1; i < N - 1; i++) {
		double *up = u[i] + 1, *e = u[i] + N - 1;
		while (up != e) {
			*up = 0.5 * *up + 1;
			++up;
		}
	}
	printf("G %g\n", sum());
	for (i = 0; i < N; i++) {
		double *p = v[i];
		for (j = 0; j < N; j++) *p++ *= 2;
	}
	printf("H %g\n", sum());
	for (i = 0; i < N; i++) fill2(u[i], N - i, 3);
	printf("I %g\n", sum());
	for (i = 0; i < N; i++) c[i].x = dot(u[i], u[i], N);
	printf("J %g\n", sum());
	for (i = 0; i < N; i++) row_of(u[i], v[i], N / 2, 2);
	printf("K %g\n", sum());
	double *p = u[0] + N * N;
	while (p-- != u[0]) *p += 1;
	printf("M %g\n", sum());
	for (p = u[0] + N * N - 1; p >= u[0]; p--) *p -= 2;
	printf("N %g\n", sum());
	double *w = u[0], s = 0;
	for (i = 0; i < N * N; i++) s += *w++;
	printf("O %g %g %ld\n", sum(), s, (long)(w - u[0]));
	double m = -1;
	for (w = u[0]; w < u[0] + N * N; ++w)
		if (*w > m) m = *w;
	printf("P %g %g\n", sum(), m);
	return 0;
}
