// Five points on a grid of processes.
#include <stdio.h>
#include <stdlib.h>

#define MOST 302
static float u[MOST][MOST], v[MOST][MOST];
#pragma dist distribute[block][block] ::u, v

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 100;
	for (int t = 0; t < 3; t++) {
		for (int i = 1; i <= n; i++)
			for (int j = 1; j <= n; j++)
				v[i][j] = (u[i][j] + u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) / 5;
		for (int i = 1; i <= n; i++)
			for (int j = 1; j <= n; j++) u[i][j] = v[i][j];
		printf("step %d\n", t);
	}
	printf("%g\n", u[n / 2][n / 3]);
}
