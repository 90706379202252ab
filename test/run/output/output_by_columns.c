// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -Werror %s
// ARGS: 61 2
// ARGS: 2 1
// ARGS: 1 2
// MAX-SLOW: 0
// PER-STEP: procs=2 from="61 2" to="61 4" collectives=5 messages=0 received=45140
// PER-STEP: procs=4 from="61 2" to="61 4" collectives=5 messages=0 received=45140
// PER-STEP: procs=7 from="61 2" to="61 4" collectives=5 messages=0
// Elements that are output column by column, across the rows that are split, one at a time: by fwrite of a compound
// literal or of a local copy, in one branch, in helpers. Each such loop is one gathering, where what it puts out was
// set since.
#include <stdio.h>
#include <stdlib.h>
enum { N = 61, M = 37 };
static float p[N][M];
static int n;
#pragma dist distribute p[block][*]

static void change(void)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) p[i][j] += i + .5 * j;
}

static void literals(void)
{
	for (int j = 0; j < M; j++)
		for (int i = 0; i < n; i++) fwrite(&(float){p[i][j]}, sizeof(float), 1, stdout);
}

static void literals_in_branch(int text)
{
	for (int j = 0; j < M; j++)
		for (int i = 0; i < n; i++)
			if (text)
				printf("%g\n", p[i][j]);
			else
				fwrite(&(float){p[i][j]}, sizeof(float), 1, stdout);
}

static void copies_in_branch(int text)
{
	for (int j = 0; j < M; j++)
		for (int i = 0; i < n; i++) {
			if (text) {
				printf("%g\n", p[i][j]);
			} else {
				float x = p[i][j];
				fwrite(&x, sizeof x, 1, stdout);
			}
		}
}

static void put(const float *v, int k) { fwrite(v, sizeof *v, k, stdout); }

static void by_helper(void)
{
	for (int j = M - 1; j >= 0; j--)
		for (int i = 0; i < n; i++) {
			float pair[2] = {p[i][j], p[i][0]};
			put(pair, 2);
		}
}

static void column_buffer(void)
{
	float column[N];
	for (int j = 0; j < M; j++) {
		for (int i = 0; i < n; i++) column[i] = p[i][j];
		fwrite(column, sizeof *column, n, stdout);
	}
}

int main(int argc, char **argv)
{
	n = argc > 1 ? atoi(argv[1]) : N;
	int steps = argc > 2 ? atoi(argv[2]) : 1;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) p[i][j] = i + j;
	for (int t = 0; t < steps; t++) {
		change(), literals();
		change(), literals_in_branch(t % 2);
		change(), copies_in_branch(t % 2);
		change(), by_helper();
		change(), column_buffer();
	}
	return 0;
}
