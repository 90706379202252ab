// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 68
// BY-ALL: 60 "fwrite(row": the rows of one buffer; "printf("%s": a text that the loop sets; "q[i + 1][j]": it is
//             shown before it is set; "lines": what is shown decides; "total": a sum of the source's order
// PER-STEP: procs=2 from=3 to=4 collectives=1
// PER-STEP: procs=7 from=3 to=4 collectives=1
//
// Loops that compute elements and put them out: one that is split, and one that shows what it has set, where that comes
// to the same.
#include <stdio.h>
#include <stdlib.h>
enum { N = 60, M = 33 };
static double p[N][M], q[N][M], row[M];
static char name[8] = "abcdefg";
#pragma dist distribute[block][*] ::p, q
struct both {
	double a, b;
};
static double total;
static void rows(int t)
{
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) q[i][j] = p[i][j] - 3 * t;
		for (int j = 0; j < M; j++) printf("%g ", q[i][j]);
		printf("\n");
	}
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 2;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) p[i][j] = i * j % 7, q[i][j] = i - j;
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) row[j] = p[i][j] * 2;
		for (int j = 0; j < M; j++) p[i][j] += 1;
		fwrite(row, sizeof *row, M, stdout);
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			p[i][j] = p[i][j] / 2 + 1;
			name[(i + j) % 7] = 'a' + j % 26;
			printf("%s %g\n", name, p[i][j]);
		}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			double x = p[i][j] / 2 + 1;
			q[i][j] = x;
			printf("%g ", x);
		}
	for (int i = 1; i < N; i++)
		for (int j = 0; j < M; j++) {
			q[i][j] = p[i][j] / 2 + 1;
			printf("%g %g\n", q[i][j], q[i - 1][j]);
		}
	for (int i = 1; i < N - 1; i++)
		for (int j = 0; j < M; j++) {
			q[i][j] = p[i][j] / 2 + 1;
			printf("%g %g\n", q[i][j], q[i + 1][j]);
		}
	for (int t = 0; t < steps; t++) rows(t);
	int lines = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			q[i][j] = q[i][j] * .5 + lines;
			lines += printf("%g\n", p[i][j]) > 3;
		}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			struct both b = {p[i][j], q[i][j]};
			total += b.a;
			p[i][j] = b.b * .5;
			printf("%g %g %g\n", b.a, b.b, total);
		}
	for (int i = 0; i < N; i++) {
		double *at = p[i];
		for (int j = 0; j < M; j++) at[j] *= 2;
		fwrite(at, sizeof *at, M, stdout);
		fprintf(stderr, "%g\n", at[3]);
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			p[i][j] = p[i][j] / 3;
			if (p[i][j] > 2) {
				printf("large %d %d\n", i, j);
				p[i][j] = 2;
			}
		}
	double s = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) s += p[i][j] * i + q[i][j] * j;
	printf("%.10g\n", s);
	return 0;
}
