// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -Wno-dist -fsyntax-only -fno-caret-diagnostics -Rdist -Rdist-missed -Rdist-analysis %s 2>&1 | %FileCheck --implicit-check-not remark: %s

#define N 100
static double u[N][N], v[N][N], g[N][N], h[N][N], x[N], y[N];
#pragma dist distribute [block][*] :: u, v
#pragma dist distribute [block][block] :: g, h
#pragma dist distribute [block] :: x, y
static double table[N], bins[N];

void rows(void)
{
	// CHECK: remarks.c:[[@LINE+3]]:2: remark: the iterations of 'i' are split along dimension 0 of 'v': each runs where 'v[i][j]' is owned [-Rdist=partition]
	// CHECK: remarks.c:[[@LINE+3]]:45: remark: halo of 'u' along dimension 0: each process gets 1 row from below and 2 rows from above, of 98 elements each [-Rdist=halo]
	// CHECK: remarks.c:[[@LINE+1]]:2: remark: what needs nothing from other processes is computed while messages are under way [-Rdist=overlap]
	for (int i = 1; i < N - 2; i++)
		for (int j = 1; j < N - 1; j++) v[i][j] = u[i - 1][j] + u[i + 2][j] + u[i][j + 1];
}

void grid(int n)
{
	// CHECK: remarks.c:[[@LINE+6]]:2: remark: the iterations of 'i' are split along dimension 0 of 'h': each runs where 'h[i][j]' is owned [-Rdist=partition]
	// CHECK: remarks.c:[[@LINE+6]]:3: remark: the iterations of 'j' are split along dimension 1 of 'h': each runs where 'h[i][j]' is owned [-Rdist=partition]
	// CHECK: remarks.c:[[@LINE+5]]:41: remark: halo of 'g' along dimension 0: each process gets 1 row from below, of min(dist_hi(h, 1) - 1, n - 2) - max(dist_lo(h, 1), 0) + 1 elements each, and the corners with dimension 1 [-Rdist=halo]
	// CHECK: remarks.c:[[@LINE+4]]:41: remark: halo of 'g' along dimension 1: each process gets 1 column from below, of min(dist_hi(h, 0) - 1, n - 2) - max(dist_lo(h, 0), 0) + 1 elements each [-Rdist=halo]
	// CHECK: remarks.c:[[@LINE+3]]:41: remark: what is sent of 'g' is copied first: along dimension 1 its elements are apart in memory [-Rdist-missed=in-place]
	// CHECK: remarks.c:[[@LINE+1]]:2: remark: what needs nothing from other processes is computed while messages are under way [-Rdist=overlap]
	for (int i = 1; i < n; i++)
		for (int j = 1; j < n; j++) h[i][j] = g[i - 1][j - 1];
}

double patterns(int k, int n)
{
	// CHECK: remarks.c:[[@LINE+16]]:2: remark: the iterations of 'i' are split along dimension 0 of 'y': each runs where 'y[i]' is owned [-Rdist=partition]
	// CHECK: remarks.c:[[@LINE+16]]:39: remark: allgather of 'x': every process gets x[0:n - 1], n elements [-Rdist=allgather]
	// CHECK: remarks.c:[[@LINE+17]]:2: remark: the iterations of 'i' are split along dimension 0 of 'y': each runs where 'y[i]' is owned [-Rdist=partition]
	// CHECK: remarks.c:[[@LINE+16]]:38: remark: broadcast of 'x': every process gets x[k] from its owner, 1 element [-Rdist=broadcast]
	// CHECK: remarks.c:[[@LINE+17]]:2: remark: the iterations of 'i' are split along dimension 0 of 'y': each runs where 'y[i]' is owned [-Rdist=partition]
	// CHECK: remarks.c:[[@LINE+16]]:41: remark: section of 'x': each process needs x[max(2 * dist_lo(y, 0), 0):min(98, 2 * dist_hi(y, 0)):2], (min(98, 2 * dist_hi(y, 0)) - max(2 * dist_lo(y, 0), 0)) / 2 + 1 elements, and gets what it does not own [-Rdist=section]
	// CHECK: remarks.c:[[@LINE+15]]:2: remark: what needs nothing from other processes is computed while messages are under way [-Rdist=overlap]
	// CHECK: remarks.c:[[@LINE+16]]:2: remark: the iterations of 'i' are split along dimension 0 of 'y': each runs where 'y[i]' is owned [-Rdist=partition]
	// CHECK: remarks.c:[[@LINE+16]]:3: remark: sum of 'sum' over all processes, 8 bytes [-Rdist=reduction]
	// CHECK: remarks.c:[[@LINE+16]]:20: remark: the place of the maximum of 'best' goes to every process [-Rdist=place]
	// CHECK: remarks.c:[[@LINE+16]]:3: remark: the last value of 'last' goes from the process that sets it to every process, 8 bytes [-Rdist=last-value]
	// CHECK: remarks.c:[[@LINE+16]]:11: remark: 'table' has no mapping: each process reads its own copy [-Rdist-analysis=array]
	// CHECK: remarks.c:[[@LINE+17]]:2: remark: 'y[k]' is set by its owner [-Rdist=element]
	// CHECK: remarks.c:[[@LINE+16]]:9: remark: 'y[where]' goes from its owner to that of 'y[k]', 8 bytes [-Rdist=element]
	double sum = 0, best = -1, last = 0;
	int where = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < n; j++) y[i] += x[j] * j;

	for (int i = 0; i < N; i++) y[i] += x[k];

	for (int i = 0; i < N / 2; i++) y[i] = x[2 * i];

	for (int i = 0; i < N; i++) {
		sum += y[i];
		if (y[i] > best) best = y[i], where = i;
		last = y[i];
		y[i] *= table[i];
	}
	y[k] = y[where];
	return sum + best + last;
}

double arrays(double *__restrict p)
{
	// CHECK: remarks.c:[[@LINE+7]]:2: remark: the iterations of 'i' are split along dimension 0 of 'x': each runs where 'x[i]' is owned [-Rdist=partition]
	// CHECK: remarks.c:[[@LINE+7]]:13: remark: halo of 'x' along dimension 0: each process gets 1 element from above [-Rdist=halo]
	// CHECK: remarks.c:[[@LINE+6]]:13: remark: what is sent of 'x' is copied first: the nest writes 'x' [-Rdist-missed=in-place]
	// CHECK: remarks.c:[[@LINE+5]]:3: remark: the parts of 'bins' that processes write go to every process [-Rdist=share]
	// CHECK: remarks.c:[[@LINE+3]]:2: remark: nothing is computed while messages are under way: each process writes a part of 'bins', which has no mapping [-Rdist-missed=overlap]
	// CHECK: remarks.c:[[@LINE+3]]:3: remark: 'bins' has no mapping: each process computes a part of it [-Rdist-analysis=array]
	double sum = 0;
	for (int i = 0; i < N - 1; i++) {
		bins[i] = x[i] + x[i + 1];
		x[i] = y[i];
	}
	return sum + bins[3];
}

// Into elements of memory that all have: how many there are is found out in the run.
static void grown(int *count, const int *of)
{
	// CHECK: remarks.c:[[@LINE+5]]:2: remark: the iterations of 'i' are split along dimension 0 of 'x': each runs where 'x[i]' is owned [-Rdist=partition]
	// CHECK: remarks.c:[[@LINE+6]]:3: remark: sum of 'count' over all processes, 4 bytes for each element [-Rdist=reduction]
	// CHECK: remarks.c:[[@LINE+4]]:10: remark: 'of' has no mapping: each process reads its own copy [-Rdist-analysis=array]
	// CHECK: remarks.c:[[@LINE+2]]:2: remark: tested at run time: the memory behind 'count' has no mapping; where it has every process runs all of this nest [-Rdist-analysis=assumption]
	// CHECK: remarks.c:[[@LINE+1]]:2: remark: tested at run time: 'x' and 'count' do not overlap; where they do every process runs all of this nest [-Rdist-analysis=assumption]
	for (int i = 0; i < N; i++) {
		x[i] = of[i];
		count[of[i]]++;
	}
}
static int *lent, *lent_too;

int main(void)
{
	rows();
	grid(N);
	grown(lent, lent_too);
	return patterns(1, 5) + arrays(table) > 0;
}
