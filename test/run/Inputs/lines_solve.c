// SPDX-License-Identifier: Apache-2.0
#include "lines.h"

#define SHIFT 1
// Another one than that of lines_parts.c.
static double scale = 0.25;
static int calls;

static void back(int i)
{
	for (int j = N - 2; j >= 0; j--)
		for (int m = 0; m < LINES; m++) u[i][j][m] -= scale * u[i][j + SHIFT][m] / (j + 2);
}

void solve(void)
{
	calls++;
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < N; j++) {
			tmp = u[i][j][0] + calls;
			for (int m = 0; m < LINES; m++)
				for (int k = 0; k < LINES; k++)
					work[j][m][k] = m == k ? 4.0 + tmp * tmp : tmp / (m + k + 1);
		}
		for (int j = 0; j < N; j++) {
			factor(work[j], u[i][j]);
			if (j + 1 < N) times(work[j], u[i][j], u[i][j + 1]);
		}
		back(i);
	}
}
