// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 40
// ARGS: 3
// MAX-SLOW: 2
// BY-ALL: 100 "for (int i = 0; i < n; i++)": each iteration reads where the one before has put the place
// Where memcpy copies to, a variable that the iterations before have set.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 40, M = 4 };
static double u[N][M], w[N];
#pragma dist distribute u[block][*]
#pragma dist distribute w[block]

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N, at = 0;
	double buffer[6], rows[2][6];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i][j] = i + j;
	for (int i = 0; i < n; i++) {
		memset(buffer, 0, sizeof buffer);
		memcpy(&buffer[at], u[i], M * sizeof(double));
		w[i] = buffer[0] + 2 * buffer[5];
		if (u[i][0] > 10) at = 2;
	}
	at = 0;
	for (int i = 0; i < n; i++) {
		memset(rows, 0, sizeof rows);
		memcpy(&rows[at % 2][at], u[i], M * sizeof(double));
		w[i] += 3 * rows[1][5] + rows[0][2];
		if (u[i][0] > 20) at = u[i][0] > 30 ? 2 : 1;
	}
	for (int i = 0; i < N; i++) printf("%g\n", w[i]);
	return 0;
}
