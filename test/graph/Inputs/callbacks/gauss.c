// Gaussian elimination with partial pivoting, by rows, as textbooks have it.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40;
	float(*a)[n] = calloc((size_t)n, sizeof *a), *b = calloc((size_t)n, sizeof *b);
#pragma dist distribute a[block][*]
#pragma dist distribute b[block]
	for (int i = 0; i < n; i++) {
		b[i] = (float)i;
		for (int j = 0; j < n; j++) a[i][j] = (float)((i * 17 + j * 31) % 23) - 11 + (i == j);
	}
	for (int k = 0; k < n - 1; k++) {
		int p = k;
		float most = fabsf(a[k][k]);
		for (int i = k + 1; i < n; i++)
			if (fabsf(a[i][k]) > most) {
				most = fabsf(a[i][k]);
				p = i;
			}
		if (p != k) {
			for (int j = k; j < n; j++) {
				float t = a[k][j];
				a[k][j] = a[p][j];
				a[p][j] = t;
			}
			float t = b[k];
			b[k] = b[p];
			b[p] = t;
		}
		for (int i = k + 1; i < n; i++) {
			float f = a[i][k] / a[k][k];
			for (int j = k + 1; j < n; j++) a[i][j] -= f * a[k][j];
			b[i] -= f * b[k];
		}
	}
	printf("%g\n", b[n - 1]);
}
