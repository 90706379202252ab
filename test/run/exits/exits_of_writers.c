// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Nests that set arrays and are left early: what comes before the exit in the program's order is set, what comes after it keeps its value. The
// exit is in each place once: first, last, not at all. Rows, columns and blocks; loops that go down; sums, last values and extrema with their
// places; elements that are read and set; conditions that call functions, or read arrays without a mapping.
#include <math.h>
#include <stdio.h>

enum { N = 23, M = 11 };
static double u[N][M], v[N][M], w[N][M], t[N][M], b[N], c[N];
static int flag[N];
#pragma dist processors P[*][*]
#pragma dist distribute [block][block] onto P :: u, v, w
#pragma dist distribute t[*][block]
#pragma dist distribute [block] :: b, c
static int fi, fj;
static double worst, total;

static int rows(double limit)
{
	int i, j;
	for (i = 0; i < N; i++) {
		for (j = 0; j < M; j++) v[i][j] = v[i][j] * 0.5 + i * 2.0 + j;
		if (v[i][0] > limit) break;
	}
	return i;
}

static int is_bad(double x, int i)
{
	double y = x - i;
	if (i == 0) return 0;
	return y > 7;
}

static int line(double by)
{
	int fail = -1;
	double last = -3;
	for (int i = 0; i < N; i++) {
		b[i] = b[i] / 2 + by * i / 8;
		last = b[i];
		if (is_bad(b[i], i)) {
			fail = i;
			for (int k = 0; k < 3; k++) last += b[k];
			goto out;
		}
		c[i] = b[i] + 1;
	}
	last = -1;
out:
	printf("last %g\n", last);
	return fail;
}

// Halves of an iteration of the outermost loop are different processes'.
static int inside(double limit)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			u[i][j] += 1;
			if (u[i][j] * i + j > limit) {
				fi = i;
				fj = j;
				return 1;
			}
			v[i][j] = u[i][j] * 2;
			w[i][j] -= v[i][j];
		}
	return 0;
}

static int downward(double limit)
{
	int i, j;
	double x = 0;
	for (i = N - 1; i >= 0; i--) {
		for (j = 1; j < M; j++) {
			u[i][j - 1] = w[i][j] + i;
			total += u[i][j - 1];
			x = w[i][j] * 3;
			if (v[i][j] > limit + j) goto out;
			v[i][j] += 1;
		}
		for (int k = 0; k < M; k++) w[i][k] += i + k;
		u[i][0] += 1;
	}
	return printf("whole %g\n", x);
out:
	printf("%d %d\n", i, j);
	return printf("part %g\n", x);
}

static int columns(double limit)
{
	worst = -1e300;
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) {
			t[i][j] = t[i][j] * 0.5 + i * j;
			if (t[i][j] > worst) {
				worst = t[i][j];
				fi = i;
				fj = j;
			}
		}
		if (t[i][3] > limit) break;
		for (int j = 0; j < M; j++) {
			if (t[i][j] > 2 * limit + 1) goto done;
			t[i][j] += 1;
		}
		t[i][M - 1] += 3;
	}
	return 0;
done:
	return 1;
}

static int plain(int n)
{
	for (int i = 0; i < n; i++) {
		if (flag[i] == 3) return i;
		b[i] = flag[i] + b[i];
		for (int j = 0; j < M; j++) w[i][j] = -flag[i] + w[i][j];
	}
	return -1;
}

static int sums(double limit)
{
	double tmp[M];
	int i = 5;
	for (i = N - 1; i >= 0; i--) {
		double s = 0;
		for (int j = 0; j < M; j++) tmp[j] = sqrt(fabs(b[i]) + j * (i + 1));
		for (int j = 0; j < M; j++) s += tmp[j];
		if (s < limit) {
			printf("sum %g\n", s);
			break;
		}
		b[i] -= tmp[2];
		c[i] = s;
	}
	return i;
}

// Neighbours are those of before the nest.
static double neighbours(double limit)
{
	double s = 0;
	for (int i = 1; i < N - 1; i++) {
		s += c[i];
		c[i] += b[i - 1] + b[i + 1];
		if (c[i] > limit) return s;
	}
	return -s;
}

// Of one iteration each of two processes may find an exit.
static int two_ways(double limit)
{
	for (int i = 0; i < N; i++) b[i] = i;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i][j] = i;
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) u[i][j] = j * 0.5 + u[i][j];
		if (u[i][M - 1] > limit) return i;
		if (b[i] > limit - 5) return -i;
	}
	return N;
}

static void show(const char *what, double r)
{
	double s = 0;
	for (int i = 0; i < N; i++) {
		s += b[i] * (i + 1) + c[i] * (i + 7);
		for (int j = 0; j < M; j++)
			s += (u[i][j] + 3 * v[i][j] + 7 * w[i][j] + 11 * t[i][j]) * (j + 1) * (i + 3);
	}
	printf("%s %g %.9g %d %d %g %g\n", what, r, s, fi, fj, worst, total);
}

int main(void)
{
	for (int i = 0; i < N; i++) {
		b[i] = c[i] = i % 3;
		flag[i] = i % 3;
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i][j] = w[i][j] = 1, v[i][j] = i * j;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) t[i][j] = i - j;
	for (int k = 0; k < 14; k++) {
		show("rows", rows(k * 7 - 1));
		show("line", line(k * 3));
		show("inside", inside(k * 17));
		show("downward", downward(k * 26 - 30));
		show("columns", columns(k * 31));
		flag[2 * k % N] = 3;
		show("plain", plain(N));
		flag[2 * k % N] = 1;
		show("sums", sums(120 - k * 9));
		show("two ways", two_ways(k * 6));
		show("neighbours", neighbours(k * 20 - 10));
	}
	return 0;
}
