// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %compare --check %s
// RUN: %hpcc -fdist -fsyntax-only -Werror=dist-slow-path -Werror=dist-one-after-the-other %s
// RUN: %hpcc -fdist -fsyntax-only -Rdist=halo %s 2>&1 | %FileCheck %s
// MAX-SLOW: 0
// ARGS: 11
// ARGS: 3
// Subscripts and bounds that are entries of small tables which keep what they begin with: directions, opposite ones, offsets.
#include <stdio.h>
#include <stdlib.h>

#define Q 9
#define M 7
#define F(a, x, y, q) a[((x) * (M + 2) + (y)) * Q + (q)]

static const int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static signed char opposite[] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const short offset[5][2] = {{0, 0}, {1, 0}, {-1, 0}, {[1] = 1}, {[1] = -1}};
enum { LEFT, RIGHT };
static const unsigned first[2] = {[LEFT] = 1, [RIGHT] = 2};
static int nx;
static double *f, *g;
#pragma dist array f[nx + 2][M + 2][Q], g[nx + 2][M + 2][Q]
#pragma dist distribute [block][*][*] :: f, g

static void push(void)
{
	for (int x = 1; x <= nx; x++)
		for (int y = 1; y <= M; y++)
			// CHECK: halo of 'f' along dimension 0: each process gets 1 plane from below and 1 plane from above
			for (int q = 0; q < Q; q++) F(g, x + cx[q], y + cy[q], q) = F(f, x, y, q);
}

static void pull(const char *solid)
{
	for (int x = 1; x <= nx; x++)
		for (int y = 1; y <= M; y++)
			for (int q = 0; q < Q; q++) {
				int xp = x - cx[q], yp = y - cy[q];
				// CHECK: halo of 'g' along dimension 0: each process gets 1 plane from below and 1 plane from above
				F(f, x, y, q) = solid[yp] ? F(g, x, y, opposite[q]) : F(g, xp, yp, q);
			}
}

static void bounce(void)
{
	for (int x = 1; x <= nx; x++)
		for (int y = 1; y <= M; y += 3) {
			double *c = &F(f, x, y, 0), t[Q];
			for (int q = 0; q < Q; q++) t[q] = c[opposite[q]];
			for (int q = 0; q < Q; q++) c[q] = t[q];
		}
}

static void exchange(void)
{
	for (int x = 1; x <= nx; x++)
		for (int y = 1; y <= M; y++)
			for (int k = 0; k < 5; k += 2) F(g, x, y, opposite[k]) -= 0.5 * F(g, x, y, k);
}

// A star of points, red ones and black ones.
static void star(int n, double (*u)[M], double (*v)[M])
{
	int weight[5] = {4, -1, -1, -1, -1};
	for (int colour = 0; colour < 2; colour++)
		for (int i = 1; i < n - 1; i++)
			for (int j = first[(i + colour) % 2]; j < M - 1; j += 2) {
				double s = 0;
				for (int k = 0; k < 5; k++)
					s += weight[k] * u[i + offset[k][0]][j + offset[k][1]];
				v[i][j] = s;
			}
}

// This table changes, and that one is known elsewhere.
static int moving[3] = {0, 1, 2}, lent[3] = {2, 1, 0};
static void turn(int *table) { table[0] = (table[0] + 1) % 3; }

static double otherwise(int n, double (*u)[3])
{
	double s = 0;
	for (int t = 0; t < 3; t++) {
		moving[t] = 2 - t;
		turn(lent);
		for (int i = 0; i < n; i++)
			for (int k = 0; k < 3; k++) u[i][moving[k]] += u[i][lent[k]] + k;
	}
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 3; k++) s += (k + 1) * u[i][k];
	return s;
}

int main(int argc, char **argv)
{
	char solid[M + 2] = {[0] = 1, [M + 1] = 1};
	nx = argc > 1 ? atoi(argv[1]) : 5;
	size_t size = sizeof(double) * (nx + 2) * (M + 2) * Q;
	f = malloc(size);
	g = malloc(size);
	for (int x = 0; x < nx + 2; x++)
		for (int y = 0; y < M + 2; y++)
			for (int q = 0; q < Q; q++) F(f, x, y, q) = x + 0.25 * y * q, F(g, x, y, q) = q;
	for (int t = 0; t < 3; t++) {
		push();
		exchange();
		pull(solid);
		bounce();
	}
	for (int x = 0; x < nx + 2; x++) {
		for (int q = 0; q < Q; q++) printf("%g %g ", F(f, x, 2, q), F(g, x, M, q));
		puts("");
	}
	double (*u)[M] = malloc(sizeof *u * (nx + 2)), (*v)[M] = calloc(nx + 2, sizeof *v), (*w)[3] = malloc(sizeof *w * nx);
#pragma dist distribute u[block][*]
#pragma dist distribute v[block][*]
#pragma dist distribute w[block][*]
	for (int i = 0; i < nx + 2; i++)
		for (int j = 0; j < M; j++) u[i][j] = (i * i + 3 * j) % 7;
	for (int i = 0; i < nx; i++)
		for (int j = 0; j < 3; j++) w[i][j] = i - j;
	star(nx + 2, u, v);
	for (int i = 0; i < nx + 2; i++)
		for (int j = 0; j < M; j++) printf("%g%c", v[i][j], j == M - 1 ? '\n' : ' ');
	printf("%g %g\n", otherwise(nx, w), w[nx - 1][1]);
	return 0;
}
