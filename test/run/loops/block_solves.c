// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 12 9
// ARGS: 3 4
// MAX-SLOW: 0
//
// Block tridiagonal systems along the lines of a grid, in work arrays of file scope: nests with hundreds of statements, most of them in functions
// without loops that they call on blocks. Each call counts as one statement.
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 16 };
static double (*u)[MOST][3];
static double (*r)[MOST][3];
static double (*w)[MOST][3];
static int n, m;
#pragma dist array u[n][MOST][3], r[n][MOST][3], w[n][MOST][3]
#pragma dist distribute u[block][*][*]
#pragma dist align[i][j][k] with u[i][j][k] ::r, w

double lhs[MOST][3][3][3], jac[MOST][3][3];
double scale;

static void clear_ends(double b[][3][3][3], int last)
{
	for (int k = 0; k < 3; k++) {
		for (int l = 0; l < 3; l++) {
			b[0][0][k][l] = b[0][1][k][l] = b[0][2][k][l] = 0;
			b[last][0][k][l] = b[last][1][k][l] = b[last][2][k][l] = 0;
		}
		b[0][1][k][k] = 1;
		b[last][1][k][k] = 1;
	}
}

static void subtract_product(double a[3][3], double x[3], double y[3])
{
	y[0] = y[0] - a[0][0] * x[0] - a[1][0] * x[1] - a[2][0] * x[2];
	y[1] = y[1] - a[0][1] * x[0] - a[1][1] * x[1] - a[2][1] * x[2];
	y[2] = y[2] - a[0][2] * x[0] - a[1][2] * x[1] - a[2][2] * x[2];
}

#define CELL(k, l) c[k][l] = c[k][l] - a[0][l] * b[k][0] - a[1][l] * b[k][1] - a[2][l] * b[k][2]
static void subtract_matrix(double a[3][3], double b[3][3], double c[3][3])
{
	CELL(0, 0);
	CELL(0, 1);
	CELL(0, 2);
	CELL(1, 0);
	CELL(1, 1);
	CELL(1, 2);
	CELL(2, 0);
	CELL(2, 1);
	CELL(2, 2);
}

#define ROW(k)                                                                                                         \
	pivot = 1.0 / b[k][k];                                                                                         \
	b[0][k] = b[0][k] * pivot;                                                                                     \
	b[1][k] = b[1][k] * pivot;                                                                                     \
	b[2][k] = b[2][k] * pivot;                                                                                     \
	c[0][k] = c[0][k] * pivot;                                                                                     \
	c[1][k] = c[1][k] * pivot;                                                                                     \
	c[2][k] = c[2][k] * pivot;                                                                                     \
	x[k] = x[k] * pivot
#define OTHER(k, l)                                                                                                    \
	coeff = b[k][l];                                                                                               \
	b[0][l] = b[0][l] - coeff * b[0][k];                                                                           \
	b[1][l] = b[1][l] - coeff * b[1][k];                                                                           \
	b[2][l] = b[2][l] - coeff * b[2][k];                                                                           \
	c[0][l] = c[0][l] - coeff * c[0][k];                                                                           \
	c[1][l] = c[1][l] - coeff * c[1][k];                                                                           \
	c[2][l] = c[2][l] - coeff * c[2][k];                                                                           \
	x[l] = x[l] - coeff * x[k]
static void eliminate(double b[3][3], double c[3][3], double x[3])
{
	double pivot, coeff;
	ROW(0);
	OTHER(0, 1);
	OTHER(0, 2);
	ROW(1);
	OTHER(1, 0);
	OTHER(1, 2);
	ROW(2);
	OTHER(2, 0);
	OTHER(2, 1);
}

// The function's own results are read in it: nothing of them comes from before.
static double checksum(double x[3], double out[3])
{
	double sum = 0;
	for (int k = 0; k < 3; k++) out[k] = x[k] * scale;
	for (int k = 0; k < 3; k++) sum += out[k];
	out[0] = out[0] + sum;
	out[1] = out[1] - sum;
	out[2] = out[2] + 2 * sum;
	sum = sum + out[0] * out[1];
	sum = sum - out[2];
	sum = sum * 0.5;
	sum = sum + 1;
	return sum;
}

// Rows of others, where there are such.
static double neighbours(double (*v)[MOST][3], int i)
{
	double above = i == 0 ? v[i][0][0] : v[i - 1][0][0] + v[i][0][1];
	double below = i == n - 1 ? v[i][1][0] : v[i + 1][1][0] - v[i][1][1];
	double sum = v[i][0][2];
	sum = sum * (above + below);
	sum = sum + v[i][2][0];
	above = above - v[i][1][2];
	below = below + v[i][2][1];
	above = above * v[i][2][2];
	sum = sum - v[i][0][0];
	sum = sum + above * below * v[i][1][0];
	return sum;
}

static void solve(double (*res)[MOST][3])
{
	double note[3];
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++) {
			jac[j][0][0] = 1 + u[i][j][0];
			jac[j][0][1] = 0.5 * u[i][j][1];
			jac[j][0][2] = 0.25;
			jac[j][1][0] = u[i][j][2] - 0.125;
			jac[j][1][1] = 2 + u[i][j][1] * u[i][j][1];
			jac[j][1][2] = 0;
			jac[j][2][0] = scale;
			jac[j][2][1] = u[i][j][0];
			jac[j][2][2] = 3 - u[i][j][2];
		}
		clear_ends(lhs, m - 1);
		for (int j = 1; j < m - 1; j++)
			for (int k = 0; k < 3; k++)
				for (int l = 0; l < 3; l++) {
					lhs[j][0][k][l] = -0.1 * jac[j - 1][k][l];
					lhs[j][1][k][l] = (k == l) + 0.2 * jac[j][k][l];
					lhs[j][2][k][l] = 0.1 * jac[j + 1][k][l];
				}
		eliminate(lhs[0][1], lhs[0][2], res[i][0]);
		for (int j = 1; j < m - 1; j++) {
			subtract_product(lhs[j][0], res[i][j - 1], res[i][j]);
			subtract_matrix(lhs[j][0], lhs[j - 1][2], lhs[j][1]);
			eliminate(lhs[j][1], lhs[j][2], res[i][j]);
		}
		subtract_product(lhs[m - 1][0], res[i][m - 2], res[i][m - 1]);
		subtract_matrix(lhs[m - 1][0], lhs[m - 2][2], lhs[m - 1][1]);
		eliminate(lhs[m - 1][1], lhs[m - 1][2], res[i][m - 1]);
		for (int j = m - 2; j >= 0; j--)
			for (int k = 0; k < 3; k++)
				for (int l = 0; l < 3; l++) res[i][j][k] -= lhs[j][2][l][k] * res[i][j + 1][l];
		res[i][0][0] += 0.01 * neighbours(w, i);
		u[i][0][0] += 0.001 * checksum(res[i][0], note);
		u[i][1][1] -= 0.001 * note[2];
	}
}

// The other one that works with them: what it reads, it has set.
static void first_guess(void)
{
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++) jac[j][0][0] = i - 0.5 * j;
		for (int j = 0; j < m; j++)
			for (int k = 0; k < 3; k++) r[i][j][k] = jac[j][0][0] + 0.1 * k;
	}
}

int main(int argc, char **argv)
{
	n = argc > 1 ? atoi(argv[1]) : 6;
	m = argc > 2 ? atoi(argv[2]) : 5;
	scale = 0.75;
	u = malloc(sizeof *u * n);
	r = malloc(sizeof *r * n);
	w = malloc(sizeof *w * n);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int k = 0; k < 3; k++) u[i][j][k] = w[i][j][k] = 0.01 * i + 0.02 * j - 0.03 * k;
	for (int step = 0; step < 3; step++) {
		first_guess();
		solve(r);
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			printf("%.12g %.12g %.12g %.12g\n", u[i][j][0], r[i][j][0], r[i][j][1], r[i][j][2]);
	free(u);
	free(r);
	free(w);
	return 0;
}
