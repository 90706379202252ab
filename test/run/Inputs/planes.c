// SPDX-License-Identifier: Apache-2.0
#define A(i, j, k) a[((i) * ny + (j)) * nz + (k)]

void far_faces(double *a, int nx, int ny, int nz, double by)
{
	int j = ny - 1;
	for (int i = 0; i < nx; i++)
		for (int k = 0; k < nz; k++) A(i, j, k) += by * A(i, j - 1, k);
	j = 0;
	for (int i = 1; i < nx; i++)
		for (int k = 0; k < nz; k++) A(i, j, k) += by * A(i - 1, j + 1, k);
}
