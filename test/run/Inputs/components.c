// SPDX-License-Identifier: Apache-2.0
// Nothing is known here of how the arrays are split.
void primitives(int nv, int n, int m, const double *u, double q[nv][n][m], double e[n][m])
{
	for (int s = 0; s < n; s++)
		for (int i = 0; i < m; i++) {
			int rho = i + m * (s + n * 0), momentum = i + m * (s + n * 1);
			q[0][s][i] = u[rho] > 1 ? u[rho] : 1;
			q[1][s][i] = u[momentum] / q[0][s][i];
			double t = q[0][s][i] * q[1][s][i];
			q[2][s][i] = t;
			e[s][i] = t;
		}
}

void upwind(int nv, int n, int m, double q[nv][n][m], double e[n][m], int sign[n][m])
{
	for (int s = 1; s < n - 1; s++)
		for (int i = 1; i < m - 1; i++) {
			double r;
			if (e[s][i] > 0.5) {
				sign[s][i] = 1;
				r = e[s - 1][i];
			} else {
				sign[s][i] = -1;
				r = -e[s][i + 1];
			}
			double p = 3 - sign[s][i] * r;
			q[3][s][i] = p;
		}
}
