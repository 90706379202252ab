// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 23 5
// MAX-SLOW: 0
// Macros of the program with the names that members of the runtime's structs have, which the generated text names among
// the program's own text and in its tables, or with those of attributes.
#include <stdio.h>
#include <stdlib.h>
#define rank 3
#define name "x"
#define origin 1
#define stride 2
#define partitioned 4
#define lo 0
#define hi 12
#define flags 7
#define line 80
#define file "f"
#define element 5
#define work 6
#define args 8
#define n_args 9
#define id 10
#define where 11
#define axis 13
#define axes 14
#define n_axes 15
#define kind 16
#define dims 17
#define step 18
#define mapping 19
#define holds 20
#define need 21
#define wrote 22
#define set 24
#define like 25
#define shadow_lo 26
#define shadow_hi 27
#define may_split 28
#define at_home 29
#define way_back 30
#define last 31
#define unit 32
#define phases 33
#define cycles 34
#define parameters 35
#define loop 36
#define dim 45
#define coef 46
#define star 47
#define offset 48
#define block_size 3
#define fixed 49
#define arrays 37
#define unused 38
#define cold 39
#define noinline 40
#define cleanup 41
#define used 42
#define weak 43
#define constructor 44

static double a[hi][rank], table[element];
#pragma dist distribute a[block][*]

static void smooth(int n, int m, double (*u)[m], double (*v)[m])
{
	for (int i = origin; i < n - origin; i++)
		for (int j = lo; j < m; j++) v[i][j] = (u[i - 1][j] + u[i + 1][j]) / stride;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]), wide = argc > rank ? stride : origin;
	double(*u)[m] = malloc(n * sizeof *u), (*v)[m] = malloc(n * sizeof *v);
#pragma dist distribute [block][*] :: u, v
#pragma dist shadow u[wide:wide][0]
	for (int i = lo; i < n; i++)
		for (int j = lo; j < m; j++) u[i][j] = v[i][j] = (i * flags + j * rank) % 11;
	for (int t = lo; t < 4; t++) smooth(n, m, u, v), smooth(n, m, v, u);
	double sum = lo, most = -1;
	int at = -1;
	for (int i = lo; i < n; i++)
		for (int j = lo; j < m; j++) {
			sum += u[i][j];
			table[j % element] += v[i][j];
			if (u[i][j] > most) most = u[i][j], at = i;
		}
	for (int i = lo; i < hi; i++)
		for (int j = lo; j < rank; j++) a[i][j] = i * work + j * line;
	printf("%s %s %.10g %.10g %d\n", name, file, sum, most, at);
	printf("%.10g %.10g\n", a[hi - 1][rank - 1], table[1] + table[2]);
	enum { parts = 7 };
	double *p = calloc(n, sizeof *p), *q = calloc(n + offset, sizeof *q);
#pragma dist distribute q[block]
#pragma dist align p[i] with q[i + offset]
	double(*r)[n] = malloc(n * sizeof *r);
#pragma dist distribute r[*][block(n)]
	for (int i = lo; i < n; i++) p[i] = q[i + offset] + i;
	for (int i = lo; i < n; i++)
		for (int j = lo; j < n; j++) r[j][i] = p[i] * j;
	printf("%g %g\n", p[n - 1], r[n - 1][n - 2]);
	if (u[n / 2][0] > args) u[n / 2][1] = id;
	printf("%g\n", u[n / 2][1]);
	free(u);
	free(v);
	return 0;
}
