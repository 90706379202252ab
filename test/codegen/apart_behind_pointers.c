// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=c %s -o - | %FileCheck %s
// Arrays of flat memory behind pointers of a function are known to lie apart, as in the source; and a pointer that
// others are aligned with has its address taken only where it may still change.
#include <stdlib.h>

void other(float **);

// CHECK-LABEL: void {{settled}}(
// CHECK: hpcc{{_}}kept_pointer(u)
// CHECK: HPCC{{_}}DISTINCT(u, v)
void settled(int n, int m, const int *at)
{
	float *u, *v;
#pragma dist array u[n][m], v[n][m]
#pragma dist distribute u[block][*]
#pragma dist align v[i][j] with u[i][j]
	u = malloc(sizeof(float) * n * m);
	v = malloc(sizeof(float) * n * m);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			int k = i * m + j;
			v[k] = u[k] + u[i * m + at[j]];
		}
	free(u), free(v);
}

// CHECK-LABEL: void {{later}}(
// CHECK: const{{ }}void *)&(u)
// CHECK-NOT: hpcc{{_}}kept_pointer
void later(int n, int m)
{
	float *u, *v;
#pragma dist array u[n][m], v[n][m]
#pragma dist distribute u[block][*]
#pragma dist align v[i][j] with u[i][j]
	v = malloc(sizeof(float) * n * m);
	u = malloc(sizeof(float) * n * m);
	for (int k = 0; k < n * m; k++) v[k] = u[k];
	free(u), free(v);
}

// CHECK-LABEL: void {{again}}(
// CHECK: const{{ }}void *)&(u)
// CHECK-NOT: hpcc{{_}}kept_pointer
void again(int n, int m)
{
	float *u, *v;
#pragma dist array u[n][m], v[n][m]
#pragma dist distribute u[block][*]
#pragma dist align v[i][j] with u[i][j]
	for (int t = 0; t < 2; t++) {
		u = malloc(sizeof(float) * n * m);
		v = malloc(sizeof(float) * n * m);
		for (int k = 0; k < n * m; k++) v[k] = u[k];
		free(u), free(v);
	}
}

// CHECK-LABEL: void {{given}}(
// CHECK: const{{ }}void *)&(u)
// CHECK-NOT: hpcc{{_}}kept_pointer
void given(int n, int m)
{
	float *u, *v;
#pragma dist array u[n][m], v[n][m]
#pragma dist distribute u[block][*]
#pragma dist align v[i][j] with u[i][j]
	u = malloc(sizeof(float) * n * m);
	other(&u);
	v = malloc(sizeof(float) * n * m);
	for (int k = 0; k < n * m; k++) v[k] = u[k];
	free(u), free(v);
}

// What flat memory a pointer leads to that is no result of malloc is not known for sure.
// CHECK-LABEL: void {{number}}(
// CHECK-NOT: HPCC{{_}}DISTINCT
void number(int n, int m)
{
	double *u, *v;
#pragma dist array u[n][m], v[n][m]
#pragma dist distribute[block][*] ::u, v
	u = malloc(sizeof *u * n * m);
	long a = (long)u;
	v = (double *)a;
	for (int i = 0; i < n; i++)
		for (int j = 1; j < m; j++) v[i * m + j] = u[i * m + j - 1] + 1;
	free(u);
}

static void make(float **p, long n) { *p = malloc(sizeof **p * n); }

// Where a function gives the array its memory the pointer is asked when that comes.
// CHECK-LABEL: void {{awaited}}(
// CHECK: hpcc_await{{_}}align_pointer({{.*}}const void *)&(u)
void awaited(int n, int m)
{
	float *u, *v;
#pragma dist array u[n][m], v[n][m]
#pragma dist distribute u[block][*]
#pragma dist align v[i][j] with u[i][j]
	u = malloc(sizeof(float) * n * m);
	make(&v, (long)n * m);
	for (int k = 0; k < n * m; k++) v[k] = u[k];
	free(u), free(v);
}
