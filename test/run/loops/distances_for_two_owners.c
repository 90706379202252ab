// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// A symmetric matrix of distances: each is computed in a work array, and set in a row of either point's owner. Who owns
// neither row leaves the pair out.
// ARGS: 60
// ARGS: 5
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 60;
	double(*point)[3] = malloc(n * sizeof *point), *distance = malloc(n * n * sizeof *distance), d[3], sum = 0;
#pragma dist array distance[n][n]
#pragma dist distribute distance[block][*]
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 3; k++) point[i][k] = (i * 5 + 3 * k) % 13;
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++) {
			for (int k = 0; k < 3; k++) d[k] = point[i][k] - point[j][k];
			double square = 0;
			for (int k = 0; k < 3; k++) square += d[k] * d[k];
			distance[i * n + j] = square;
			distance[j * n + i] = square;
		}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) sum += distance[i * n + j] * (i % 7 + j % 3);
	printf("%g\n", sum);
	free(distance);
	free(point);
	return 0;
}
