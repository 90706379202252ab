// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 29 "at->im += weight.im * x;": elements are set one by one
//            "at->re += weight.re * x;": elements are set one by one
// SOURCES: ../Inputs/amplitudes.c
// ARGS: 13
// ARGS: 2
// A header's function gets elements of structs that another file maps: its text is expanded in place, though no directive is seen here.
#include "../Inputs/accumulate.h"

#include <stdio.h>
#include <stdlib.h>

void transform(struct amplitude *out, const struct amplitude *weights, const double *x, int n, int k);
struct amplitude *amplitudes(int n);

extern double *field;
extern int n_field;
#pragma dist array field[n_field]
#pragma dist distribute field[block]

int main(int argc, char **argv)
{
	(void)argc;
	n_field = atoi(argv[1]);
	field = malloc(sizeof *field * n_field);
	struct amplitude *a = amplitudes(n_field), w[3] = {{1, 2}, {0.5, -1}, {3, 0.25}};
	for (int i = 0; i < n_field; i++) field[i] = i * i % 7;
	for (int k = 0; k < 3; k++) transform(a, w, field, n_field, k);
	accumulate(&a[n_field / 2], w[0], 5);
	for (int i = 0; i < n_field; i++) printf("%g %g\n", a[i].re, a[i].im);
	return 0;
}
