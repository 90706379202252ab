// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -Rdist -c %s -o %t.o 2>&1 | %FileCheck --implicit-check-not=hpcc_ %s
// What the user is told of pointers that walk is in the words of the source.
#define N 40
static double a[N], b[N];
static int map[N];
#pragma dist distribute [block] :: a, b

void f(void)
{
	double *p = &a[0], *q = 0;
	int *r = map;
	for (int i = 0; i < N; i++) *p++ = i;
	for (q = b + N; q-- > b;)
		if (*q > 3) b[*r++] = *q;
	for (p = a, q = b; q < b + N; q++, p += 2) p[(int)*q % N] = *q;
}
// CHECK-DAG: where '*p' is owned
// CHECK-DAG: the subscripts of 'b[*r]' on the left are not affine
// CHECK-DAG: the subscripts of 'p[((int)*q % 40)]' on the left are not affine
// CHECK-DAG: every process gets q[((b - q)):39]
