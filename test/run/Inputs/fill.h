// SPDX-License-Identifier: Apache-2.0
// A function for each inclusion.
static void NAME(double a[N][M])
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			a[i][j] = VALUE;
}
#undef NAME
#undef VALUE
