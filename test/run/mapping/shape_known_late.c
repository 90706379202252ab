// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 25 "local[i][j] = i * j;": set before the directives that map it
// ARGS: 40 25
// ARGS: 5 3
// STDIN: 31 17
//
// Directives that stand before what they name has a value take effect when it has.
#include <stdio.h>
#include <stdlib.h>

static double pool[4000], other[4000];

// Of file scope, where variables of the block say how large it is.
static double shaped_in_block(char **argv)
{
	int n, m;
#pragma dist array pool[n][m]
#pragma dist distribute pool[block][*]
	if (scanf("%d %d", &n, &m) != 2) return 0;
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) pool[i * m + j] = i + j;
	for (int i = 1; i < n; i++)
		for (int j = 0; j < m; j++) sum += pool[i * m + j] * pool[(i - 1) * m + j];
	n = argv[1] ? atoi(argv[1]) : 2;
#pragma dist array other[n]
#pragma dist distribute other[block]
	for (int i = 0; i < n; i++) other[i] = i;
	for (int i = 1; i < n; i++) sum += other[i] * other[i - 1];
	return sum + other[n - 1];
}

static double values_behind(char **argv)
{
	int n, m;
	static double kept[4000];
	double local[4000], *memory, *given = malloc(4000 * sizeof *given), sum = 0;
	memory = malloc(4000 * sizeof *memory);
#pragma dist array kept[n][m], local[n][m], memory[n][m], given[n][m]
#pragma dist distribute kept[block][*], local[block][*], memory[*][block], given[block][block]
	n = argv[1] ? atoi(argv[1]) : 50;
	m = argv[1] ? atoi(argv[2]) : 20;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			kept[i * m + j] = i + j;
			local[i * m + j] = i * j % 7;
			memory[i * m + j] = i - j;
			given[i * m + j] = i * j % 5;
		}
	for (int i = 1; i < n; i++)
		for (int j = 1; j < m; j++) {
			sum += kept[i * m + j] * kept[(i - 1) * m + j];
			sum += local[i * m + j] * local[(i - 1) * m + j];
			sum += memory[i * m + j] * memory[i * m + j - 1];
			sum += given[i * m + j] * given[(i - 1) * m + j - 1];
		}
	free(memory);
	free(given);
	return sum;
}

// What is set before the directive is kept.
static double used_before(int n)
{
	static double before[40][40], initial[5][4] = {{1, 2}, {3}};
	double local[40][40], sum = 0;
	for (int i = 0; i < 40; i++)
		for (int j = 0; j < 40; j++) before[i][j] = i + 3 * j;
	for (int i = 0; i < 40; i++)
		for (int j = 0; j < 40; j++) local[i][j] = i * j;
	initial[2][2] += 5;
#pragma dist distribute before[*][block], local[block][block], initial[*][block]
	for (int k = 0; k < 9; k++)
		for (int i = 1; i < n; i++)
			for (int j = 0; j < n; j++) sum += before[i][j] * local[i - 1][j];
	for (int i = 0; i < 5; i++)
		for (int j = 0; j < 4; j++) sum += initial[i][j];
	return sum;
}

int main(int argc, char **argv)
{
	printf("%g %g\n", shaped_in_block(argv), values_behind(argv));
	printf("%g ", used_before(40));
	printf("%g\n", used_before(30));
	return argc > 9;
}
