// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// The real and imaginary parts of complex numbers as places that are set: each is a part of its variable.
// FLAGS: -lm
// ARGS: 20 6
// ARGS: 3 2
#include <stdio.h>
#include <stdlib.h>
#include <complex.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20, m = argc > 2 ? atoi(argv[2]) : 6;
	double _Complex (*a)[m] = malloc(sizeof *a * n), *y = calloc(m + 2, sizeof *y), *z = calloc(n, sizeof *z);
#pragma dist distribute a[block][*]
#pragma dist distribute z[block]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] = (i * 7 + j * 3) % 11 + I * (i % 3);
	for (int j = 0; j < m; j++) {
		double _Complex c = 1;
		for (int i = 0; i < n; i++) __real__ c += __real__ a[i][j];
		for (int i = 0; i < n; i++) __imag__ c -= cimag(a[i][j]);
		y[j] = c;
	}
	double s = 0, t = 0;
	for (int i = 0; i < n; i++) {
		double _Complex q = 0;
		for (int j = 0; j < m; j++) { __real__ q += creal(a[i][j]); __imag__ q = j; }
		z[i] = q;
		__imag__ z[i] *= 2;
	}
	for (int i = 0; i < n; i++) s += __real__ z[i], t += __imag__ z[i];
	for (int j = 0; j < m; j++) printf("%g %g ", creal(y[j]), __imag__ y[j]);
	printf("%g %g\n", s, t);
	return 0;
}
