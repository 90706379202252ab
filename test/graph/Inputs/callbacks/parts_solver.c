// Elimination and a residual, with the cycle in a function of another file, whose helpers are here.
#include "parts_solver.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int size = argc > 1 ? atoi(argv[1]) : 40;
	double(*a)[size + 1] = malloc((size_t)size * sizeof *a);
#pragma dist array a[size][size + 1]
#pragma dist distribute a[block][*]
	for (int i = 0; i < size; i++)
		for (int j = 0; j <= size; j++) a[i][j] = i == j ? size : 1 + (i + 2 * j) % 3;
	solve(size, a);
	printf("%.10g\n", a[size - 1][size]);
}

void scale(int n, int from, double (*a)[n + 1])
{
#pragma dist array a[n][n + 1]
#pragma dist distribute a[block][*]
	for (int i = from; i < n; i++)
		for (int j = 0; j <= n; j++) a[i][j] *= 0.5;
}

double largest(int m, double (*a)[m])
{
#pragma dist array a[m - 1][m]
#pragma dist distribute a[block][*]
	double most = 0;
	for (int i = 0; i < m - 1; i++)
		for (int j = 0; j < m; j++)
			if (a[i][j] > most) most = a[i][j];
	return most;
}
