// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 1
//
// All processes compute the seeds of all iterations, and their work array with them; what the owner of the last
// iteration sets beside is the array's last contents.
#include <stdio.h>
#include <stdlib.h>
#define W(x) ((long)(x) % 101)
struct c {
	int k, x;
};
static void run(int n, int m, int l, struct c a[n][m][l], struct c b[n][m][l]) {
	long work[6], seed = 0;
	for (int q = 0; q < 6; q++)
		work[q] = 0;
	for (int i = 0; i < n; i++) {
		for (int q = 0; q < 6; q++)
			work[q] = W(seed + i);
		seed = W(work[3] + 1);
		for (int q = 0; q < 3; q++) {
			work[q] = W(seed + i);
			if (i + q > 3)
				break;
		}
		for (int j = 0; j < m; j++)
			for (int k = 0; k < l; k++)
				b[i][j][k].x = W(work[k % 6] - work[5]);
		if (work[3] > 2) {
			seed = 7;
			seed = 6;
			work[3] = W(a[i][m - 1][0].x + 2);
			continue;
		}
		for (int j = 0; j < m; j++)
			for (int k = 0; k < l; k++)
				b[i][j][k].x = W(work[4]);
	}
	printf("work %ld %ld\n", work[0], seed);
}
int main(void) {
	int n = 3, m = 7, l = 8;
	struct c(*a)[m][l] = malloc(sizeof(struct c) * n * m * l), (*b)[m][l] = calloc(n * m * l, sizeof(struct c));
#pragma dist array a[n][m][l], b[n][m][l]
#pragma dist distribute[block][*][*] ::a, b
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int k = 0; k < l; k++)
				a[i][j][k].x = (i * 7 + j * 3) % 23;
	run(n, m, l, a, b);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			printf("%d ", b[i][j][2].x);
	return 0;
}
