// SPDX-License-Identifier: Apache-2.0
//
// Conway's Game of Life on a board with dead edges. Starts with a glider gun in the upper left corner and random
// cells in the lower half; prints how many live, and the gun's corner of the board at the end.
//
//     life [rows columns generations]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const gun[] = {
        "........................O...........",
        "......................O.O...........",
        "............OO......OO............OO",
        "...........O...O....OO............OO",
        "OO........O.....O...OO..............",
        "OO........O...O.OO....O.O...........",
        "..........O.....O.......O...........",
        "...........O...O....................",
        "............OO......................",
};
enum { GUN_ROWS = sizeof gun / sizeof *gun };

static void start(int n, int m, unsigned char cell[n][m])
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) cell[i][j] = 0;
	for (int i = 0; i < GUN_ROWS; i++)
		for (int j = 0; gun[i][j]; j++)
			if (i + 1 < n - 1 && j + 1 < m - 1) cell[i + 1][j + 1] = gun[i][j] == 'O';
	srand(1);
	for (int i = n / 2 + 10; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++) cell[i][j] = rand() / 7 % 3 == 0;
}

static void generation(int n, int m, unsigned char (*now)[m], unsigned char (*next)[m])
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++) {
			int around = now[i - 1][j - 1] + now[i - 1][j] + now[i - 1][j + 1] + now[i][j - 1] +
			             now[i][j + 1] + now[i + 1][j - 1] + now[i + 1][j] + now[i + 1][j + 1];
			next[i][j] = around == 3 || (around == 2 && now[i][j]);
		}
}

static long count(int n, int m, unsigned char cell[n][m])
{
	long alive = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) alive += cell[i][j];
	return alive;
}

static void show(int n, int m, unsigned char cell[n][m], int rows, int columns)
{
	for (int i = 0; i < rows && i < n; i++) {
		for (int j = 0; j < columns && j < m; j++) putchar(cell[i][j] ? 'O' : '.');
		putchar('\n');
	}
}

int main(int argc, char **argv)
{
	int n = argc > 2 ? atoi(argv[1]) : 120, m = argc > 2 ? atoi(argv[2]) : 160;
	int generations = argc > 3 ? atoi(argv[3]) : 300;
	if (n < 1 || m < 1) {
		fprintf(stderr, "usage: life [rows columns generations]\n");
		return 2;
	}
	unsigned char(*now)[m] = calloc(n, sizeof *now);
	unsigned char(*next)[m] = calloc(n, sizeof *next);
#pragma dist array now[n][m], next[n][m]
#pragma dist distribute[block][*] ::now, next
	if (!now || !next) {
		perror("life");
		return 1;
	}

	start(n, m, now);
	printf("generation %4d: %ld alive\n", 0, count(n, m, now));
	for (int g = 1; g <= generations; g++) {
		generation(n, m, now, next);
		unsigned char(*last)[m] = now;
		now = next;
		next = last;
		if (g % 50 == 0 || g == generations) printf("generation %4d: %ld alive\n", g, count(n, m, now));
	}
	show(n, m, now, 30, 76);
	free(now);
	free(next);
	return 0;
}
