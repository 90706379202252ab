// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// PER-STEP: procs=2 from="1" to="3" messages=2,1 bytes=656,328 collectives=0
// RUN: %hpcc -fdist -Rdist=summary %s -o %t 2>&1 | %FileCheck %s
//
// Work rows behind pointers, double *f[2] and double **f, that each iteration sets and reads: each process works on its
// own.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int nx, nv;
static double **q, **qn;
#pragma dist array q[nx][nv], qn[nx][nv]
#pragma dist distribute [block][*] :: q, qn

static double **rows(int n, int m)
{
	double **p = malloc(n * sizeof *p);
	for (int i = 0; i < n; i++) {
		p[i] = malloc(m * sizeof **p);
		for (int j = 0; j < m; j++) p[i][j] = 0;
	}
	return p;
}

static void free_rows(double **p, int n)
{
	for (int i = 0; i < n; i++) free(p[i]);
	free(p);
}

static void flux(double **f, double **q, int i)
{
	for (int j = 0; j < nv; j++) f[0][j] = .5 * (q[i][j] + q[i + 1][j]);
	for (int j = 0; j < nv; j++) f[1][j] = .5 * (q[i][j] + q[i - 1][j]);
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 4;
	nx = 37, nv = 41;
	q = rows(nx, nv);
	qn = rows(nx, nv);
	double **f = rows(2, nv), *g[3], **h = malloc(2 * sizeof *h);
	for (int k = 0; k < 3; k++) g[k] = malloc(nv * sizeof **g);
	h[0] = calloc(nv, sizeof **h);
	h[1] = calloc(nv, sizeof **h);
	for (int i = 0; i < nx; i++)
		for (int j = 0; j < nv; j++) q[i][j] = sin(i * .1 + j);
	for (int t = 0; t < steps; t++) {
		// CHECK: :[[@LINE+1]]:3: remark: split along dimension 0 of 'qn'; sent each time: 1 row from below and 1 row from above of 'q'
		for (int i = 1; i < nx - 1; i++) {
			flux(f, q, i);
			for (int j = 0; j < nv; j++) qn[i][j] = q[i][j] - .1 * (f[0][j] - f[1][j]);
		}
		// CHECK: :[[@LINE+1]]:3: remark: split along dimension 0 of 'q'; sent each time: 1 row from below of 'qn'
		for (int i = 1; i < nx; i++) {
			for (int k = 0; k < 3; k++)
				for (int j = 0; j < nv; j++) g[k][j] = qn[i - 1][j] * k;
			for (int j = 0; j < nv; j++) q[i][j] += .01 * (g[0][j] + g[2][nv - 1 - j]);
		}
		// CHECK: :[[@LINE+1]]:3: remark: split along dimension 0 of 'qn'; sent each time: 1 row from above of 'q'
		for (int i = 0; i < nx - 1; i++) {
			for (int j = 0; j < nv; j++) h[0][j] = q[i][j], h[1][j] = q[i + 1][j];
			for (int j = 0; j < nv; j++) qn[i][j] = h[1][nv - 1 - j] - h[0][j];
		}
	}
	double s = 0;
	for (int i = 0; i < nx; i++)
		for (int j = 0; j < nv; j++) s += (q[i][j] + qn[i][j]) * (i + j);
	printf("%.10g\n", s);
	free_rows(f, 2);
	for (int k = 0; k < 3; k++) free(g[k]);
	free(h[0]), free(h[1]), free(h);
	free_rows(q, nx);
	free_rows(qn, nx);
	return 0;
}
