#include "parts_solver.h"

static double sum;

void solve(int n, double (*a)[n + 1])
{
#pragma dist array a[n][n + 1]
#pragma dist distribute a[block][*]
	for (int k = 0; k < n - 1; k++) {
		for (int i = k + 1; i < n; i++) {
			double f = a[i][k] / a[k][k];
			for (int j = k; j <= n; j++) a[i][j] -= f * a[k][j];
		}
		for (int times = 0; times < k; times++) scale(n, 0, a);
		sum += largest(n + 1, a);
	}
}
