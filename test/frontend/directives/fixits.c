// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fsyntax-only -fdiagnostics-parseable-fixits %s 2>&1 | %FileCheck %s
// RUN: python3 %S/Inputs/apply_fixits.py %hpcc %s %t.c
// RUN: %FileCheck --check-prefix NOW --input-file %t.c %s
//
// What is offered is applied, and then the file is right.
#include <stdlib.h>

#define N 100
#define MISSPELLED blok
struct pair {
	int rows, columns;
};
static struct pair size;
static double a[N][N], b[N][N], c[N], d[N][N], e[N], f[N][N], g[N], h[N], k[N][N], l[N];

// CHECK: fix-it:"{{.*}}fixits.c":{[[@LINE+2]]:14-[[@LINE+2]]:23}:"distribute"
// NOW: #pragma dist distribute a[block][*]
#pragma dist distrbute a[block][*]

// CHECK: fix-it:"{{.*}}fixits.c":{[[@LINE+2]]:26-[[@LINE+2]]:27}:"["
// NOW: #pragma dist distribute b[block][block]
#pragma dist distribute b(block, block)

// CHECK: fix-it:"{{.*}}fixits.c":{[[@LINE+2]]:26-[[@LINE+2]]:31}:"block"
// NOW: #pragma dist distribute [block] :: c
#pragma dist distribute [blcok] :: c

// CHECK: fix-it:"{{.*}}fixits.c":{[[@LINE+2]]:32-[[@LINE+2]]:34}:"]["
// NOW: #pragma dist distribute d[block][*]
#pragma dist distribute d[block, *]

// CHECK: fix-it:"{{.*}}fixits.c":{[[@LINE+2]]:32-[[@LINE+2]]:32}:"]"
// NOW: #pragma dist distribute e[block]
#pragma dist distribute e[block

// CHECK: fix-it:"{{.*}}fixits.c":{[[@LINE+3]]:41-[[@LINE+3]]:45}:"onto"
// NOW: #pragma dist distribute f[block][block] onto P
#pragma dist processors P[*][*]
#pragma dist distribute f[block][block] ontp P

// CHECK: fix-it:"{{.*}}fixits.c":{[[@LINE+2]]:33-[[@LINE+2]]:33}:":: "
// NOW: #pragma dist distribute [block] :: g, h
#pragma dist distribute [block] g, h

// CHECK: fix-it:"{{.*}}fixits.c":{[[@LINE+2]]:21-[[@LINE+2]]:22}:"["
// NOW: #pragma dist align k[i][j] with a[i][j]
#pragma dist align k(i, j) with a[i][j]

// CHECK: fix-it:"{{.*}}fixits.c":{[[@LINE+3]]:27-[[@LINE+3]]:35}:"gen_block"
// NOW: #pragma dist distribute l[gen_block
static const int weights[] = {50, 50, 0, 0, 0, 0, 0, 0};
#pragma dist distribute l[genblock(weights)]

void f1(int n)
{
	double *p = malloc(n * sizeof *p);
	// NOW: #pragma dist array p[n]
	// NOW-NEXT: #pragma dist distribute p[block]
#pragma dist distribute p[block]
	double *q = calloc(size.rows, sizeof(double));
	// CHECK: fix-it:"{{.*}}fixits.c":{[[@LINE+2]]:27-[[@LINE+2]]:30}:"rows"
	// NOW: #pragma dist array q[size.rows]
#pragma dist array q[size.row]
#pragma dist distribute q[block]
	for (int i = 0; i < n; i++) p[i] = q[i];
}
