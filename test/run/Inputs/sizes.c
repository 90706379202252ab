// SPDX-License-Identifier: Apache-2.0
void shift(const int *n, int level, const int *m, double *restrict to, const double *restrict from)
{
	for (int i = 1; i < n[level] - 1; i++)
		for (int j = 0; j < *m; j++) to[i * *m + j] = from[(i - 1) * *m + j] + from[(i + 1) * *m + j];
}
