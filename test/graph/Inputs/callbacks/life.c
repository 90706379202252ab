// The Game of Life on a torus; on a tube, which is open at two ends; and what is mirrored, which is no neighbour.
#include <stdio.h>
#include <stdlib.h>

#ifndef SHAPE
#define SHAPE [block][*]
#endif
#define MOST 400

static unsigned char now[MOST][MOST], next[MOST][MOST];
#pragma dist distribute SHAPE ::now, next

int main(int argc, char **argv)
{
	const int steps = argc > 1 ? atoi(argv[1]) : 3;
	for (int i = 0; i < MOST; i++)
		for (int j = 0; j < MOST; j++) now[i][j] = (i * 7 + j * j) % 3 == 0;
	for (int t = 0; t < steps; t++) {
#ifdef TUBE
		for (int i = 1; i < MOST - 1; i++)
			for (int j = 0; j < MOST; j++) {
				int left = (j + MOST - 1) % MOST, right = (j + 1) % MOST, up = i - 1, down = i + 1;
#elif defined MIRROR
		for (int i = 0; i < MOST; i++)
			for (int j = 0; j < MOST; j++) {
				int up = MOST - 1 - i, down = (i + 1) % MOST;
				int left = (j + MOST - 1) % MOST, right = (j + 1) % MOST;
#else
		for (int i = 0; i < MOST; i++)
			for (int j = 0; j < MOST; j++) {
				int up = (i + MOST - 1) % MOST, down = (i + 1) % MOST;
				int left = (j + MOST - 1) % MOST, right = (j + 1) % MOST;
#endif
				int around = now[up][left] + now[up][j] + now[up][right] + now[i][left] +
				             now[i][right] + now[down][left] + now[down][j] + now[down][right];
				next[i][j] = around == 3 || (around == 2 && now[i][j]);
			}
		for (int i = 0; i < MOST; i++)
			for (int j = 0; j < MOST; j++) now[i][j] = next[i][j];
	}
	printf("%d\n", now[3][2]);
}
