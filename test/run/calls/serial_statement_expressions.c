// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Serial functions in which a pointer is set to another array in a GNU statement expression: what is stored through it
// reaches all processes.
// MAX-SLOW: 100
// BY-ALL: 100 the calls of serial functions
// FLAGS: -Wno-dist
#include <stdio.h>

enum { N = 20 };

static double a[N], table[10], other[10], third[10];
#pragma dist distribute a[block]

#pragma dist serial
static double by_assignment(int i)
{
	double *p = table;
	(void)({
		p = other;
		1;
	});
	p[1] = 5 + i;
	return a[i];
}

#pragma dist serial
static double by_declaration(int i)
{
	return ({
		double *q = third;
		q[2] += i;
		q[2];
	}) + a[i];
}

int main(void)
{
	double sum = 0;
	for (int i = 0; i < N; i++) a[i] = i;
	for (int i = 0; i < N; i += 3) sum += by_assignment(i) + by_declaration(i);
	for (int i = 0; i < N; i++) sum += a[i] * other[1] + table[1] + third[2];
	printf("%g\n", sum);
	return 0;
}
