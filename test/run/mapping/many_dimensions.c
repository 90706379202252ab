// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// Arrays of one, four, five and seven dimensions.
#include <stdio.h>

static int a[11], b[7][2][3][2], c[2][9][2][2][2], d[5][2][2][2][2][2][3];
#pragma dist distribute a[block]
#pragma dist distribute b[block][*][*][*]
#pragma dist distribute c[*][block][*][*][*]
#pragma dist distribute d[block][*][*][*][*][*][block]

int main(void)
{
	int i, j, k, l, m, n, o;
	for (i = 0; i < 11; i++) a[i] = i * i;
	for (i = 0; i < 7; i++)
		for (j = 0; j < 2; j++)
			for (k = 0; k < 3; k++)
				for (l = 0; l < 2; l++) b[i][j][k][l] = a[i + 4] + j - k * l;
	for (i = 0; i < 2; i++)
		for (j = 0; j < 9; j++)
			for (k = 0; k < 2; k++)
				for (l = 0; l < 2; l++)
					for (m = 0; m < 2; m++) c[i][j][k][l][m] = b[j < 7 ? j : 6][i][2][k] + l * m;
	for (i = 0; i < 5; i++)
		for (j = 0; j < 2; j++)
			for (k = 0; k < 2; k++)
				for (l = 0; l < 2; l++)
					for (m = 0; m < 2; m++)
						for (n = 0; n < 2; n++)
							for (o = 0; o < 3; o++)
								d[i][j][k][l][m][n][o] = i * 100 + j + 2 * k + 4 * l + 8 * m + 16 * n + 32 * o;
	for (i = 1; i < 5; i++)
		for (o = 1; o < 3; o++) d[i][0][1][0][1][0][o] += d[i - 1][1][0][0][0][1][o - 1];
	long sum = 0;
	for (i = 0; i < 5; i++)
		for (j = 0; j < 2; j++)
			for (k = 0; k < 2; k++)
				for (l = 0; l < 2; l++)
					for (m = 0; m < 2; m++)
						for (n = 0; n < 2; n++)
							for (o = 0; o < 3; o++) sum += d[i][j][k][l][m][n][o] * (i + o + 1);
	printf("%ld\n", sum);
	for (i = 0; i < 5; i++) printf("%d %d\n", d[i][0][1][0][1][0][2], d[i][1][1][1][1][1][0]);
	for (j = 0; j < 9; j++) printf("%d ", c[1][j][0][1][1]);
	for (i = 0; i < 7; i++) printf("%d ", b[i][1][2][1]);
	printf("\n");
	return 0;
}
