// The five-point stencil of seed papers: N x N points, each the average of itself and its neighbours, within an edge that
// stays.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 60, steps = argc > 2 ? atoi(argv[2]) : 4;
	float(*u)[n + 2] = calloc((size_t)n + 2, sizeof *u), (*v)[n + 2] = calloc((size_t)n + 2, sizeof *v);
#pragma dist array u[n + 2][n + 2], v[n + 2][n + 2]
#pragma dist distribute u[block][*], v[block][*]
	for (int i = 0; i < n + 2; i++)
		for (int j = 0; j < n + 2; j++) u[i][j] = (float)((i + j) % 7);
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i <= n; i++)
			for (int j = 1; j <= n; j++)
				v[i][j] = (u[i][j] + u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) / 5;
		for (int i = 1; i <= n; i++)
			for (int j = 1; j <= n; j++) u[i][j] = v[i][j];
	}
	printf("%g\n", u[n / 2][n / 2]);
}
