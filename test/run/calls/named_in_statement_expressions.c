// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// What the statements of a GNU statement expression name and declare counts as what the rest of the expression does: a
// value that depends on the sum so far is no term of a sum, an extremum that is compared with what it has been is none,
// and a pointer that is declared there is mapped as the directive beside it says.
// MAX-SLOW: 3
// BY-ALL: 300 loops in statement expressions are no nests of their own
// FLAGS: -Wno-dist
#include <stdio.h>
#include <stdlib.h>

#define N 100

static double a[N];
#pragma dist distribute a[block]

static double total(int from)
{
	return ({
		double *q = malloc(N * sizeof *q);
#pragma dist array q[N]
#pragma dist distribute q[block]
		for (int i = from; i < N; i++) q[i] = i;
		double r = 0;
		for (int i = from; i < N; i++) r += q[i];
		free(q);
		r;
	});
}

int main(void)
{
	for (int i = 0; i < N; i++) a[i] = i;
	double s = 0;
	for (int i = 0; i < N; i++)
		s = s + ({
			double t = s > 100 ? 1.0 : a[i];
			t;
		});
	printf("sum %g\n", s);
	s = 0;
	for (int i = 0; i < N; i++)
		s += ({
			double t = s > 100 ? 1.0 : a[i];
			t;
		});
	printf("added %g\n", s);
	s = 1000;
	for (int i = 0; i < N; i++) {
		double t = ({
			double u = s > 100 ? 500.0 - a[i] : a[i];
			u;
		});
		s = s < t ? s : t;
	}
	printf("smallest %g\n", s);
	a[3] = total(2);
	s = 0;
	for (int i = 0; i < N; i++) s += a[i];
	printf("all %g %g\n", s, total(0));
	return 0;
}
