// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist %s -o %t && %mpirun -n 4 %t | %FileCheck %s
// RUN: %hpcc %s -o %t.alone && %t.alone | %FileCheck --check-prefix ALONE %s
//
// Mappings as directives, and what differs from the answers of a program of one process.
#include <hpcc/dist.h>
#include <stdio.h>

#define N 12
#pragma dist processors P[2][*]
static double a[N][7][N], b[N], c[N], plain[3][4];
#pragma dist distribute a[block(6)][*][block] onto P
#pragma dist align b[i] with a[i][*][0]
static const int sizes[] = {3, 3, 6, 0};
#pragma dist distribute c[gen_block(sizes)]

int main(void)
{
	char text[100], few[9];
	// CHECK: distribute a[block(6)][*][block] onto P
	// ALONE: {{^$}}
	dist_mapping(a, text, sizeof text);
	puts(text);
	// CHECK: align b[i0] with a[i0][*][0]
	// ALONE: {{^$}}
	dist_mapping(b, text, sizeof text);
	puts(text);
	// CHECK: distribu 30
	// ALONE: {{^}} 0{{$}}
	int length = dist_mapping(&c[3], few, sizeof few);
	printf("%s %d\n", few, length);
	// CHECK: 4 processes, grid 2 1 2 2 4, owners 3 2 2 0
	// ALONE: 1 processes, grid 1 1 1 1 1, owners 0 0 0 0
	printf("%d processes, grid %d %d %d %d %d, owners %d %d %d %d\n", dist_nprocs(), dist_grid(a, 0), dist_grid(a, 1),
	        dist_grid(a, 2), dist_grid(b, 0), dist_grid(c, 0), dist_owner(a, 6, 0, 6), dist_owner(b, 6), dist_owner(c, 6L),
	        dist_owner(plain, 1, 1));
	return 0;
}
