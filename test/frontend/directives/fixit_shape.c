// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fsyntax-only -fdiagnostics-parseable-fixits %s 2>&1 | %FileCheck --implicit-check-not fix-it %s
//
// Where the length of the memory is seen, the directive for it is offered.
#include <stdlib.h>

struct s {
	int n;
};

void f(int n, struct s *s, double *given)
{
	double *p = malloc(n * sizeof *p);
	// CHECK: fix-it:"{{.*}}fixit_shape.c":{[[@LINE+1]]:1-[[@LINE+1]]:1}:"#pragma dist array p[n]\n"
#pragma dist distribute p[block]
	{
		float *q = calloc(s->n, sizeof(float));
		// CHECK: fix-it:"{{.*}}fixit_shape.c":{[[@LINE+1]]:3-[[@LINE+1]]:3}:"#pragma dist array q[s->n]\n\t\t"
		#pragma dist distribute q[block]
		q[0] = 1;
	}
	// CHECK: error: the shape of the memory behind 'grid' is not known
	double *grid = malloc(n * n * sizeof *grid);
#pragma dist distribute grid[block][*]
	// CHECK: error: the shape of the memory behind 'other' is not known
	double *other = given;
#pragma dist distribute other[block]
	p[0] = grid[0] + other[0];
}
