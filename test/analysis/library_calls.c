// Library functions on arrays that each iteration has to itself leave a nest what it is; where they do not, it is said that elements come one by one.
// RUN: %hpcc -fdist -fsyntax-only -fno-caret-diagnostics -Rdist %s 2>&1 | %FileCheck --implicit-check-not warning: --implicit-check-not "is set by" %s
#include <stdlib.h>
#include <string.h>
double v[100], w[100];
#pragma dist distribute [block] :: v, w
double total;
static int by_size(const void *p, const void *q)
{
	double x = *(const double *)p, y = *(const double *)q;
	return (x > y) - (x < y);
}
static int by_total(const void *p, const void *q)
{
	total += *(const double *)p;
	return by_size(p, q);
}

void cleared(void)
{
	double part[3];
	// CHECK-DAG: library_calls.c:[[@LINE+1]]:2: remark: the iterations of 'i' are split along dimension 0 of 'w'
	for (int i = 1; i < 99; i++) {
		memset(part, 0, sizeof part);
		part[i % 3] = v[i];
		w[i] = part[0] - part[1];
	}
}

void sorted(void)
{
	// CHECK-DAG: library_calls.c:[[@LINE+1]]:2: remark: the iterations of 'i' are split along dimension 0 of 'w'
	for (int i = 1; i < 99; i++) {
		double part[3] = {v[i - 1], v[i], v[i + 1]};
		qsort(part, 3, sizeof part[0], by_size);
		w[i] = part[1];
	}
}

void counted(void)
{
	// CHECK-DAG: library_calls.c:[[@LINE+1]]:2: warning: this loop sets elements one by one
	for (int i = 1; i < 99; i++) {
		double part[3] = {i, 7, 50};
		// CHECK-DAG: library_calls.c:[[@LINE+1]]:3: note: 'qsort' may have effects beyond its result
		qsort(part, 3, sizeof part[0], by_total);
		w[i] = part[1];
		// CHECK-DAG: library_calls.c:[[@LINE-1]]:3: remark: 'w[i]' is set by its owner
	}
}
