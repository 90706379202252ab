// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=model %s | %FileCheck %s
//
// The first extent of `T (*p)[m]` is seen where the memory is allocated.
#include <stdlib.h>

#define M 20

static double (*outer)[M];
#pragma dist distribute outer[block][*]

// CHECK: variable {{[0-9]+}} outer :
// CHECK-NEXT: mapping {{[0-9]+}}: array [30][20] of double distribute [block][*]
int main(int argc, char **argv)
{
	int n = argc + 4, m = 2 * n;
	(void)argv;
	outer = malloc(30 * M * sizeof(double));
	// CHECK: variable {{[0-9]+}} a :
	// CHECK-NEXT: mapping {{[0-9]+}}: array [n][m] of double distribute [block][*]
	double (*a)[m] = malloc(n * sizeof *a);
#pragma dist distribute a[block][*]
	// CHECK: variable {{[0-9]+}} b :
	// CHECK-NEXT: mapping {{[0-9]+}}: array [n + 2][m] of double distribute [block][*]
	double (*b)[m] = NULL;
#pragma dist distribute b[block][*]
	b = (double (*)[m])calloc((size_t)(n + 2) * m, sizeof(double));
	// CHECK: variable {{[0-9]+}} c :
	// CHECK-NEXT: mapping {{[0-9]+}}: array [n][m] of double distribute [block][*]
	double (*c)[m] = malloc(sizeof(double[n][m]));
#pragma dist distribute c[block][*]
	// CHECK: variable {{[0-9]+}} d :
	// CHECK-NEXT: mapping {{[0-9]+}}: array [n][20] of float distribute [block][*]
	float (*d)[M] = calloc(n, sizeof *d);
#pragma dist distribute d[block][*]
	double (*t)[m] = a;
	a = c, c = t;
	free(a), free(b), free(c), free(d);
	return 0;
}
