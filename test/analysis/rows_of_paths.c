// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fsyntax-only -Rdist=summary %s 2>&1 | %FileCheck %s
//
// Rows that a directive maps by the way to them, s.rho.v, are mapped in the functions that get the struct, too; and a
// loop that tests in each iteration what is its own is split along all that it tests.
#include <stdlib.h>
struct field {
	int nx, ny;
	double **v;
};
struct sim {
	struct field rho, u;
};

static double **rows(int n, int m)
{
	double **a = malloc(n * sizeof *a);
	a[0] = calloc((size_t)n * m, sizeof **a);
	// CHECK: [[@LINE+1]]:2: remark: run by all: nothing in it is mapped
	for (int i = 1; i < n; i++) a[i] = a[0] + (size_t)i * m;
	return a;
}

static void step(struct sim *s)
{
	int nx = s->rho.nx, ny = s->rho.ny;
	double **rho = s->rho.v, **u = s->u.v;
	// CHECK: [[@LINE+1]]:2: remark: split along dimension 0 of 'u'; sent each time: 1 row from above of 'rho', rho[0][0:ny - 1] [
	for (int i = 0; i < nx; i++)
		for (int j = 0; j < ny; j++) u[i][j] = rho[(i + 1) % nx][j];
}

static double f[32][32][5], g[32][32][5];
#pragma dist distribute [block][block][*] :: f, g
static const int ex[5] = {0, 1, -1, 0, 0}, ey[5] = {0, 0, 0, 1, -1};

static void push(void)
{
	// CHECK: [[@LINE+1]]:2: remark: split along dimension 0 of 'g' and dimension 1 of 'g'; sent each time: f
	for (int x = 0; x < 32; x++)
		for (int y = 0; y < 32; y++) {
			double sum = 0;
			for (int q = 0; q < 5; q++) sum += f[x][y][q];
			for (int q = 0; q < 5; q++)
				g[(x + ex[q] + 32) % 32][(y + ey[q] + 32) % 32][q] = f[x][y][q] - sum;
		}
}

int main(void)
{
	struct sim s = {{40, 30, NULL}, {40, 30, NULL}};
#pragma dist array s.rho.v[s.rho.nx][s.rho.ny], s.u.v[s.u.nx][s.u.ny]
#pragma dist distribute [block][*] :: s.rho.v, s.u.v
	s.rho.v = rows(40, 30);
	s.u.v = rows(40, 30);
	step(&s);
	push();
	return s.u.v[2][3] > g[1][2][3];
}
