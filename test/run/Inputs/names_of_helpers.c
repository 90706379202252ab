// SPDX-License-Identifier: Apache-2.0
static double at(int n, int m, double w[n][m], int x, int y)
{
	return w[x < 0 ? 0 : x >= n ? n - 1 : x][y < 0 ? 0 : y >= m ? m - 1 : y];
}

double cell(int n, int m, double a[n][m], int i, int j)
{
	return 0.25 * (at(n, m, a, i - 1, j) + at(n, m, a, i + 1, j) + at(n, m, a, i, j - 1) + at(n, m, a, i, j + 1));
}
