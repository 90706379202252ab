// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Helpers that clamp their index, and then keep an element's address: what is read lies at most a row away. Where the
// index changes behind the declaration the pointer stays where it was set.
// PER-STEP: procs=2 from="0 10" to="0 20" messages=1 bytes=120 collectives=0
// PER-STEP: procs=4 from="0 10" to="0 20" messages=1,2,2,1 bytes=120,240,240,120 collectives=0
// PER-STEP: procs=7 from="0 10" to="0 20" messages=1,2,2,2,2,2,1 bytes=120,240,240,240,240,240,120 collectives=0
// BY-ALL: 10 the pointers whose index goes on are not looked through: elements are brought one by one
// ARGS: 0 3
// ARGS: 1 3
#include <stdio.h>
#include <stdlib.h>

enum { N = 60, M = 40 };

typedef struct pixel {
	unsigned char red, green, blue;
} pixel;

static pixel data[N][M];
static double edges[N][M];
#pragma dist distribute [block][*] :: data, edges

static int by_switch(int i, int j, int colour)
{
	if (i < 0) i = 0;
	if (i >= N) i = N - 1;
	pixel *p = &data[i][j];
	switch (colour) {
	case 0: return p->red;
	case 1: return p->green;
	default: return p->blue;
	}
}

static int by_condition(int i, int j, int colour)
{
	i = i < 0 ? 0 : i >= N ? N - 1 : i;
	const pixel *p = &data[i][j];
	return colour == 0 ? p->red : colour == 1 ? p->green : p->blue;
}

// The index goes on when the pointer is set.
static int goes_on(int i, int j)
{
	pixel *p = &data[i][j];
	i = i + 2 < N ? i + 2 : i;
	return p->red + data[i][j].blue;
}

static int goes_on_in_loop(int i, int j)
{
	int sum = 0;
	for (pixel *p = &data[i][j]; j < M; j += 7) sum += p->green + data[i][j].red;
	return sum;
}

static int set_in_loop(int i, int j)
{
	int sum = 0;
	for (int k = 0; k < 3; k++) {
		i = i > 0 ? i - 1 : 0;
		pixel *p = &data[i][j];
		sum += p->green + k;
	}
	return sum;
}

int main(int argc, char **argv)
{
	int all = argc > 1 ? atoi(argv[1]) : 1, steps = argc > 2 ? atoi(argv[2]) : 3;
	double sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) data[i][j] = (pixel){i * 7 + j, i + j, i * j};
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) {
				double s = 0;
				for (int c = 0; c < 3; c++) s += by_switch(i + 1, j, c) - by_condition(i - 1, j, c);
				edges[i][j] = s;
			}
		if (all) {
			for (int i = 0; i < N; i++)
				for (int j = 0; j < M; j++) edges[i][j] += goes_on(i, j);
			for (int i = 0; i < N; i++)
				for (int j = 0; j < M; j++) edges[i][j] += goes_on_in_loop(i, j);
			for (int i = 0; i < N; i++)
				for (int j = 0; j < M; j++) edges[i][j] += set_in_loop(i, j);
		}
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) data[i][j].red = (int)edges[i][j] & 127;
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) sum += edges[i][j] * (i + j % 5);
	printf("%.0f\n", sum);
	return 0;
}
