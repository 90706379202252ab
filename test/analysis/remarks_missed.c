// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -Wno-dist -fsyntax-only -fno-caret-diagnostics -Rdist -Rdist-missed -Rdist-analysis %s 2>&1 | %FileCheck --implicit-check-not remark: %s
//
// What is not as good as it could be, and what is only found out when the program runs.
#include <stdio.h>

#define N 100
static double u[N][N], v[N][N], x[N], y[N + 2], line[N];
#pragma dist distribute [block][*] :: u, v
#pragma dist distribute [block] :: x, y
static int order[N];

void slow(void)
{
	// CHECK: remarks_missed.c:[[@LINE+2]]:2: remark: every process runs all of this loop, on all the data that it reads: the subscripts of 'x[order[i]]' on the left are not affine [-Rdist-missed=slow-path]
	// CHECK: remarks_missed.c:[[@LINE+1]]:45: remark: allgather of 'x': every process gets x[:] [-Rdist=allgather]
	for (int i = 0; i < N; i++) x[order[i]] += x[i];
}

void in_order(void)
{
	// CHECK: remarks_missed.c:[[@LINE+2]]:2: remark: every process runs all of this loop, in its order: 'printf' may have effects beyond its result [-Rdist-missed=slow-path]
	// CHECK: remarks_missed.c:[[@LINE+1]]:45: remark: allgather of 'x': every process gets x[0:99], 100 elements [-Rdist=allgather]
	for (int i = 0; i < N; i++) printf("%g\n", x[i]);
}

void turns(void)
{
	// CHECK: remarks_missed.c:[[@LINE+5]]:2: remark: this loop is run by every process, and the nests in it are split: 'getchar' may have effects beyond its result [-Rdist-analysis=flow]
	// CHECK: remarks_missed.c:[[@LINE+6]]:3: remark: no loop of this nest is split: all of it runs where 'u[i][j]' is owned along dimension 0 of 'u' [-Rdist=partition]
	// CHECK: remarks_missed.c:[[@LINE+5]]:3: remark: this nest runs on one process after the other: the loop around it goes along the split dimension 0 of 'u', and is not split: 'getchar' may have effects beyond its result [-Rdist-missed=turns]
	// CHECK: remarks_missed.c:[[@LINE+4]]:42: remark: section of 'u': each process needs u[i - 1][0:99], 100 elements, and gets what it does not own [-Rdist=section]
	// CHECK: remarks_missed.c:[[@LINE+3]]:42: remark: what is sent of 'u' is copied first: the nest writes 'u' [-Rdist-missed=in-place]
	for (int i = 1; i < N; i++) {
		int c = getchar();
		for (int j = 0; j < N; j++) u[i][j] += u[i - 1][j] * c;
	}
	// CHECK: remarks_missed.c:[[@LINE+5]]:2: remark: the iterations of 'i' are split along dimension 0 of 'u'
	// CHECK: remarks_missed.c:[[@LINE+4]]:2: remark: the processes run this nest in turns, along dimension 0 of 'u': each waits for what those before it set: a value of 'u' that one process sets is read by another one in the same nest [-Rdist-missed=turns]
	// CHECK: remarks_missed.c:[[@LINE+3]]:41: remark: halo of 'u' along dimension 0: each process gets 1 row from below, of 1 element each [-Rdist=halo]
	// CHECK: remarks_missed.c:[[@LINE+2]]:41: remark: what is sent of 'u' is copied first: the nest writes 'u' [-Rdist-missed=in-place]
	// CHECK: remarks_missed.c:[[@LINE+1]]:2: remark: nothing is computed while messages are under way: iterations use elements of 'u' that others set [-Rdist-missed=overlap]
	for (int i = 1; i < N; i++) u[i][0] += u[i - 1][0];
}

void set_one_by_one(void)
{
	// CHECK: remarks_missed.c:[[@LINE+2]]:2: remark: every process runs all of this loop, and owners store what it sets: the subscripts of 'x[order[i]]' on the left are not affine [-Rdist-missed=element]
	// CHECK: remarks_missed.c:[[@LINE+1]]:30: remark: 'x[order[i]]' is set by its owner [-Rdist=element]
	for (int i = 0; i < N; i++) x[order[i]] = i;
}

double *last_row;
void one_by_one(int n)
{
	// CHECK: remarks_missed.c:[[@LINE+1]]:2: remark: this loop gets the elements that it reads one by one, each from its owner to all: 'u[i]' is used other than by subscripts [-Rdist-missed=element]
	for (int i = 0; i < n; i++) {
		double *row = u[i];
		// CHECK: remarks_missed.c:[[@LINE+2]]:24: remark: 'row[0]' is set by its owner, where the memory behind 'row' is split [-Rdist=element]
		// CHECK: remarks_missed.c:[[@LINE+1]]:34: remark: 'row[1]' goes from its owner to that of 'row[0]', 8 bytes, where the memory behind 'row' is split [-Rdist=element]
		if (row != last_row) row[0] += row[1];
	}
}

void smooth(double *row);
void calls(void)
{
	// CHECK: remarks_missed.c:[[@LINE+1]]:30: remark: the calls of 'smooth' in this loop run one after the other, each where the part of the array is that it gets [-Rdist-missed=turns]
	for (int i = 0; i < N; i++) smooth(u[i]);
}

void steps(void)
{
	// CHECK: remarks_missed.c:[[@LINE+5]]:2: remark: this loop is run by every process, and the nests in it are split: a value of 'u' that one process sets is read by another one in the same nest [-Rdist-analysis=flow]
	// CHECK: remarks_missed.c:[[@LINE+5]]:3: remark: the iterations of 'i' are split along dimension 0 of 'v': each runs where 'v[i][j]' is owned [-Rdist=partition]
	// CHECK: remarks_missed.c:[[@LINE+5]]:42: remark: halo of 'u' along dimension 0: each process gets 1 row from above, of 100 elements each [-Rdist=halo]
	// CHECK: remarks_missed.c:[[@LINE+3]]:3: remark: what needs nothing from other processes is computed while messages are under way [-Rdist=overlap]
	// CHECK: remarks_missed.c:[[@LINE+4]]:3: remark: the iterations of 'i' are split along dimension 0 of 'u': each runs where 'u[i][0]' is owned [-Rdist=partition]
	for (int t = 0; t < 10; t++) {
		for (int i = 1; i < N - 1; i++)
			for (int j = 0; j < N; j++) v[i][j] = u[i + 1][j];
		for (int i = 0; i < N; i++) u[i][0] = v[i][1];
	}
}

void parameters(int n, int m, double *a, double *b, double (*c)[m])
{
	// CHECK: remarks_missed.c:[[@LINE+7]]:2: remark: the iterations of 'i' are split along dimension 0 of 'a' where the memory that it gets is split there: each runs where 'a[i * m + j]' is owned [-Rdist=partition]
	// CHECK: remarks_missed.c:[[@LINE+7]]:3: remark: the iterations of 'j' are split along dimension 1 of 'a' where the memory that it gets is split there: each runs where 'a[i * m + j]' is owned [-Rdist=partition]
	// CHECK: remarks_missed.c:[[@LINE+5]]:2: remark: tested at run time: the rows of 'b' are m elements long; where they are not every process runs all of this nest [-Rdist-analysis=assumption]
	// CHECK: remarks_missed.c:[[@LINE+4]]:2: remark: tested at run time: the rows of 'a' are m elements long; where they are not every process runs all of this nest [-Rdist-analysis=assumption]
	// CHECK: remarks_missed.c:[[@LINE+3]]:2: remark: tested at run time: 'b' and 'a' do not overlap; where they do every process runs all of this nest [-Rdist-analysis=assumption]
	// CHECK: remarks_missed.c:[[@LINE+4]]:2: remark: the iterations of 'i' are split along dimension 0 of 'c' where the memory that it gets is split there: each runs where 'c[i][j]' is owned [-Rdist=partition]
	// CHECK: remarks_missed.c:[[@LINE+3]]:2: remark: tested at run time: dimension 1 of 'c' is not split; where it is every process runs all of this nest [-Rdist-analysis=assumption]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i * m + j] = b[i * m + j];
	for (int i = 0; i < n; i++)
		for (int j = 1; j < m; j++) c[i][j] = c[i][j - 1];
}

void lines(unsigned n)
{
	// CHECK: remarks_missed.c:[[@LINE+13]]:2: remark: the iterations of 'i' are split along dimension 0 of 'u': each runs where 'u[i][j]' is owned [-Rdist=partition]
	// CHECK: remarks_missed.c:[[@LINE+13]]:31: remark: the parts of 'line' that processes write go to every process [-Rdist=share]
	// CHECK: remarks_missed.c:[[@LINE+12]]:31: remark: 'line' has no mapping: each process computes a part of it [-Rdist-analysis=array]
	// CHECK: remarks_missed.c:[[@LINE+14]]:2: remark: the iterations of 'i' are split along dimension 0 of 'x': each runs where 'x[i]' is owned [-Rdist=partition]
	// CHECK: remarks_missed.c:[[@LINE+15]]:10: remark: section of 'y': each process needs y[max(dist_lo(x, 0), 0):min(99, dist_hi(x, 0))], min(99, dist_hi(x, 0)) - max(dist_lo(x, 0), 0) + 1 elements, and gets what it does not own [-Rdist=section]
	// CHECK: remarks_missed.c:[[@LINE+13]]:3: remark: the parts of 'order' that processes write go to every process [-Rdist=share]
	// CHECK: remarks_missed.c:[[@LINE+11]]:2: remark: nothing is computed while messages are under way: each process writes a part of 'order', which has no mapping [-Rdist-missed=overlap]
	// CHECK: remarks_missed.c:[[@LINE+11]]:3: remark: 'order' has no mapping: each process computes a part of it [-Rdist-analysis=array]
	// CHECK: remarks_missed.c:[[@LINE+13]]:2: remark: no loop of this nest is split: all of it runs where 'u[3][j]' is owned along dimension 0 of 'u' [-Rdist=partition]
	// CHECK: remarks_missed.c:[[@LINE+13]]:2: remark: the iterations of 'i' are split along dimension 0 of 'x': each runs where 'x[i]' is owned [-Rdist=partition]
	// CHECK: remarks_missed.c:[[@LINE+12]]:2: remark: the iterations of 'i' are split along dimension 0 of 'x': each runs where 'x[i + 1]' is owned [-Rdist=partition]
	// CHECK: remarks_missed.c:[[@LINE+12]]:8: remark: 'x[i] = 1' runs where 'x[i]' is owned; each iteration tests that [-Rdist=partition]
	// CHECK: remarks_missed.c:[[@LINE+12]]:12: remark: 'x[i + 1] += 1' runs where 'x[i + 1]' is owned; each iteration tests that [-Rdist=partition]
	for (unsigned i = 1; i < n; i++) {
		for (int j = 0; j < N; j++) line[j] = u[i][j];
		for (int j = 1; j < N; j++) v[i][j] = line[j - 1];
	}
	for (int i = 0; i < N; i++) {
		order[i] = i;
		x[i] = y[i];
	}
	for (int j = 0; j < N; j++) u[3][j] = 1;
	for (int i = 0; i < N - 1; i++) {
		x[i] = 1;
		x[i + 1] += 1;
	}
	printf("%d %g\n", order[5], line[5]);
}
