// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Arrays of pointers that loops use by hand-made subscripts, buffers[1][i * n + j], and whose mapping is given by
// pointers of other names: in the loops along ghost rows, too, where nothing says how long a row is. Rows go to the neighbours.
// FLAGS: -Werror=dist-mapping-unused
// ARGS: 61 37 3
// ARGS: 5 3 4
// PER-STEP: procs=2 from="61 37 10" to="61 37 20" messages=1 bytes=296 collectives=0
// PER-STEP: procs=4 from="61 37 10" to="61 37 20" messages=1,2,2,1 bytes=296,592,592,296 collectives=0
// PER-STEP: procs=7 from="61 37 10" to="61 37 20" messages=1,2,2,2,2,2,1 bytes=296,592,592,592,592,592,296 collectives=0
#include <stdio.h>
#include <stdlib.h>

static long n, m;
static double *buffers[3];
#define BEFORE(i, j) buffers[0][((i) + 1) * (n + 2) + (j) + 1]
#define NOW(i, j) buffers[1][((i) + 1) * (n + 2) + (j) + 1]
#define NEXT(i, j) buffers[2][((i) + 1) * (n + 2) + (j) + 1]

static void allocate(void)
{
	for (int k = 0; k < 3; k++) buffers[k] = malloc((m + 2) * (n + 2) * sizeof(double));
	double *b0 = buffers[0], *b1 = buffers[1], *b2 = buffers[2];
#pragma dist array b0[m + 2][n + 2], b1[m + 2][n + 2], b2[m + 2][n + 2]
#pragma dist distribute [block][*] :: b0, b1, b2
}

static void ghosts(void)
{
	for (long i = 0; i < m; i++) NOW(i, -1) = NOW(i, 1), NOW(i, n) = NOW(i, n - 2);
	for (long j = 0; j < n; j++) {
		NOW(-1, j) = NOW(1, j);
		NOW(m, j) = NOW(m - 2, j);
	}
}

static void step(void)
{
	for (long i = 0; i < m; i++)
		for (long j = 0; j < n; j++)
			NEXT(i, j) = -BEFORE(i, j) + 2 * NOW(i, j) +
			             .25 * (NOW(i - 1, j) + NOW(i + 1, j) + NOW(i, j - 1) + NOW(i, j + 1)) - NOW(i, j);
}

static void turn(void)
{
	double *first = buffers[0];
	buffers[0] = buffers[1], buffers[1] = buffers[2], buffers[2] = first;
}

int main(int argc, char **argv)
{
	int steps = argc > 3 ? atoi(argv[3]) : 3;
	m = argc > 1 ? atoi(argv[1]) : 61;
	n = argc > 2 ? atoi(argv[2]) : 37;
	allocate();
	for (long i = 0; i < m; i++)
		for (long j = 0; j < n; j++) BEFORE(i, j) = NOW(i, j) = (i * 3 + j) % 7;
	for (int t = 0; t < steps; t++) {
		ghosts();
		step();
		turn();
	}
	double sum = 0;
	for (long i = 0; i < m; i++)
		for (long j = 0; j < n; j++) sum += NOW(i, j) * (i + 2 * j);
	printf("%.9g\n", sum);
	for (int k = 0; k < 3; k++) free(buffers[k]);
	return 0;
}
