// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %compare --check %s
// ARGS: 9 2
// ARGS: 2 1
// MAX-SLOW: 12
// BY-ALL: 70 "q[k] -= 0.5 * q[k - stride];" and the like: strides of elements that are set, halves of rows
// LOST: columns a stride of half a row
// Strides that are added where that is no step from row to row, or to the next element: columns, of which there are as
// many at most as rows are long, bounds of loops, and arrays that are set.
#include <stdio.h>
#include <stdlib.h>
#define NX 18
#define NY 10

static double q[NX][NY], f[NX][NY];
#pragma dist distribute [block][*] :: q, f

// Each of them in its row, whichever it is.
static void column(const double *q, double *f, int c)
{
	for (int i = 0; i < NX; i++) f[i * NY + c] += q[i * NY + c] + q[i * NY + NY - 1 - c];
}

static void window(const double *q, double *f, int at, int width)
{
	for (int i = 0; i < NX; i++)
		for (int j = 0; j < width; j++) f[i * NY + j] += q[i * NY + at + j] - q[i * NY + width - 1 - j];
}

// Added and taken off, but not of one index.
static void ends(const double *q, double *f, int at)
{
	for (int i = 0; i < NX; i++)
		for (int j = 0; j < 2; j++) f[i * NY + j] += q[i * NY + at + j] - q[i * NY + NY - 1 - at + j];
}

static void in_place(double *q, int stride)
{
	for (int i = 1; i < NX - 1; i++)
		for (int j = 1; j < NY - 1; j++) {
			int k = i * NY + j;
			q[k] -= 0.5 * q[k - stride];
		}
}

// With any number that is one place away from another one.
static void apart(const double *q, double *f, int stride)
{
	for (int i = 2; i < NX - 2; i++)
		for (int j = 2; j < NY - 2; j++) f[i * NY + j] += q[i * NY + j + stride] - q[i * NY + j - stride] / 3;
}

static void unsigned_sum(const double *q, double *f, unsigned stride)
{
	for (unsigned i = 1; i < NX - 1; i++)
		for (unsigned j = 1; j < NY - 1; j++) f[i * NY + j] += q[i * NY + j + stride] / 5;
}

int main(int argc, char **argv)
{
	int c = atoi(argv[1]), steps = atoi(argv[2]);
	double sum = 0;
	for (int i = 0; i < NX; i++)
		for (int j = 0; j < NY; j++) q[i][j] = i * j % 5, f[i][j] = j;
	for (int t = 0; t < steps; t++) {
		column(q[0], f[0], c), column(q[0], f[0], 0);
		window(q[0], f[0], 8, 2), window(q[0], f[0], 1, 9), window(q[0], f[0], 0, NY), ends(q[0], f[0], NY - 2);
		in_place(q[0], NY), in_place(q[0], 1);
		for (int s = -NY - 2; s <= NY + 2; s++)
			if (abs(s) <= 2 || abs(s) >= NY - 2) apart(q[0], f[0], s);
		apart(q[0], f[0], 2 * NY), apart(q[0], f[0], NY / 2), apart(q[0], q[0], NY), apart(f[0], f[0], 1);
		unsigned_sum(q[0], f[0], NY), unsigned_sum(q[0], f[0], -NY), unsigned_sum(q[0], f[0], -1);
	}
	for (int i = 0; i < NX; i++)
		for (int j = 0; j < NY; j++) sum += q[i][j] * (j % 4) + f[i][j] * (i % 7);
	printf("%.6g\n", sum);
	return 0;
}
