// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ENV: HPCC_REPLICATE=0
//
// Sizes that sscanf sets, and a function of the program's own: both have their addresses for the time of the call only.
// What the nests store, integers and characters too, changes none of them, nor a member that is set in this way. Of all
// shortest paths the pivot's row goes to all, each time, and the picture sends a row to each neighbour.
// ARGS: 30 1
// ARGS: 5 2
// PER-STEP: procs=2 from="64 2" to="64 8" messages=33,33 collectives=0
// PER-STEP: procs=4 from="64 2" to="64 8" messages=49,50,50,49 collectives=0
// PER-STEP: procs=7 from="64 2" to="64 8" messages=61,62,62,62,62,62,25 collectives=0
#include <stdio.h>
#include <stdlib.h>

typedef struct {
	int width, height;
	unsigned char *pixel;
#pragma dist array pixel[height][width]
#pragma dist distribute pixel[block][*]
} picture;

static void read_sizes(const char *text, int *width, int *height)
{
	if (sscanf(text, "%d", width) != 1) *width = 1;
	*height = *width + 3;
}

static void smooth(const picture *from, picture *to)
{
	for (int y = 1; y < from->height - 1; y++)
		for (int x = 0; x < from->width; x++) {
			const unsigned char *p = &from->pixel[y * from->width + x];
			to->pixel[y * from->width + x] = (p[-from->width] + 2 * p[0] + p[from->width]) / 4;
		}
}

int main(int argc, char **argv)
{
	int n = 30, steps = 1;
	picture a, b;
	if (argc > 2) sscanf(argv[1], "%d", &n), sscanf(argv[2], "%d", &steps);
	read_sizes(argc > 1 ? argv[1] : "7", &a.width, &a.height);
	b.width = a.width;
	b.height = a.height;
	a.pixel = malloc((size_t)a.width * a.height);
	b.pixel = malloc((size_t)b.width * b.height);
	int(*d)[n] = malloc(sizeof(int[n][n]));
#pragma dist array d[n][n]
#pragma dist distribute d[block][*]
	for (int y = 0; y < a.height; y++)
		for (int x = 0; x < a.width; x++)
			a.pixel[y * a.width + x] = b.pixel[y * a.width + x] = (y * 31 + x * 17) % 251;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) d[i][j] = i == j ? 0 : 1 + (i * 13 + j * 7) % 50;
	for (int t = 0; t < steps; t++) {
		for (int k = 0; k < n; k++)
			for (int i = 0; i < n; i++)
				for (int j = 0; j < n; j++)
					if (d[i][k] + d[k][j] < d[i][j]) d[i][j] = d[i][k] + d[k][j];
		smooth(&a, &b);
		for (int y = 1; y < a.height - 1; y++)
			for (int x = 0; x < a.width; x++) a.pixel[y * a.width + x] = b.pixel[y * a.width + x];
	}
	long paths = 0, light = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) paths += d[i][j];
	for (int y = 0; y < a.height; y++)
		for (int x = 0; x < a.width; x++) light += a.pixel[y * a.width + x] * (y + 1L);
	printf("%d %ld %ld\n", n, paths, light);
	return 0;
}
