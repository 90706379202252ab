// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
//
// Formats and grids.

int n, sizes[4], mine[4];
double weights[4], a[100][200], b[100][200], cube[10][10][10][10], c[100], d[100], e[100], f[100], g[100], h[100];

#pragma dist processors P[4], Q[8]
// CHECK-DAG: formats.c:[[@LINE+2]]:25: error: 2 dimension(s) of 'a' are split, but the grid 'P' has 1
// CHECK-DAG: formats.c:9:25: note: 'P' is declared here
#pragma dist distribute a[block][block] onto P
// CHECK-DAG: formats.c:[[@LINE+1]]:25: error: 4 dimensions of 'cube' are split; at most 3 can be
#pragma dist distribute cube[block][block][block][block]
// CHECK-DAG: formats.c:[[@LINE+1]]:33: error: the block size is 0; it must be positive
#pragma dist distribute b[block(0)][*]
// CHECK-DAG: formats.c:[[@LINE+1]]:33: error: blocks of 10 on 4 process(es) hold 40 of the 100 indices
#pragma dist distribute c[block(10)] onto P
// CHECK-DAG: formats.c:[[@LINE+1]]:37: error: gen_block needs an integer array of block sizes; 'weights' is none
#pragma dist distribute d[gen_block(weights)]
// CHECK-DAG: formats.c:[[@LINE+1]]:37: error: 'sizes' has 4 block size(s) for 8 processes
#pragma dist distribute e[gen_block(sizes)] onto Q
// CHECK-DAG: formats.c:[[@LINE+2]]:37: error: the block sizes 'mine' are mapped themselves; every process needs all of them
#pragma dist distribute mine[block]
#pragma dist distribute f[gen_block(mine)]
// CHECK-DAG: formats.c:[[@LINE+3]]:20: error: 'g' is mapped twice
// CHECK-DAG: formats.c:[[@LINE+1]]:25: note: the first is here
#pragma dist distribute g[block], h[block]
#pragma dist align g[i] with h[i]
// CHECK-DAG: formats.c:[[@LINE+1]]:23: error: a shadow is -1 wide; it cannot be negative
#pragma dist shadow h[-1]
