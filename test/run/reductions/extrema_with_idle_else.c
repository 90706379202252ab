// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -Werror -Wno-empty-body %s
// ARGS: 43 2
// ARGS: 3 1
// ARGS: 0 1
// MAX-SLOW: 0
// PER-STEP: procs=2 from="43 2" to="43 4" messages=0,0 collectives=2
// PER-STEP: procs=4 from="43 2" to="43 4" messages=0,0,0,0 collectives=2
// PER-STEP: procs=7 from="43 2" to="43 4" messages=0,0,0,0,0,0,0 collectives=2
// Minima and maxima, with and without their place, beside an else that does nothing.
#include <stdio.h>
#include <stdlib.h>
enum { N = 43 };
static double a[N], b[N];
#pragma dist distribute [block] :: a, b

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N, steps = argc > 2 ? atoi(argv[2]) : 1;
	for (int i = 0; i < N; i++) a[i] = i * 7 % 31, b[i] = i % 5;
	for (int t = 0; t < steps; t++) {
		double least = 1e30, most = -1e30, top = -1, mass = 0, x;
		int where = -1, none = 0;
		for (int i = 0; i < n; i++) {
			mass += a[i];
			if (b[i] > 3) none++;
			else {
				x = (a[i] - b[i]) * (a[i] - b[i]) / (a[i] * a[i] + 1);
				if (x < least) least = x;
				else
					;
				if (x > most) most = x; else { int null = 0; (void)null; }
			}
		}
		for (int i = 0; i < n; i++)
			if (i % 3 != t % 3)
				if (a[i] > top) top = a[i], where = i; else { { double same = top; (void)(same + 1); } }
			else a[i] += t;
		printf("%g %g %g %d %g %d\n", least, most, mass, none, top, where);
	}
	for (int i = 0; i < N; i++) printf("%g\n", a[i]);
	return 0;
}
