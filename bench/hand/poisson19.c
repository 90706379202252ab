// SPDX-License-Identifier: Apache-2.0
//
// The 19-point iteration by hand. The sum is combined while p is copied; p's border is copied first, and its
// messages are under way while the rest is copied. In a grid (-DGRID) the exchange has two phases, so that edges
// need no messages of their own.
#include "common.h"
#include <string.h>

#ifndef NI
#define NI 128
#endif
#ifndef NJ
#define NJ 128
#endif
#ifndef NK
#define NK 256
#endif

#ifdef GRID
enum { SPLIT_SECOND = 1, SIDE = 1 };
#define ROWS (n_rows + 2)
#else
enum { SPLIT_SECOND = 0, SIDE = 0 };
#define ROWS NJ
#endif

static process_grid grid;
static block planes, rows;
static int n_planes, n_rows;
static int i0, i1, j0, j1; // what is updated here

// p with its halo; the others without.
static float *p, *next, *f, *mask, *a[4], *b[3], *c[3];
static float *out_left, *out_right, *in_left, *in_right;
static MPI_Request first_phase[4], second_phase[4];
static int n_first, n_second;

#define P(i, j) (p + ((long)(i) * ROWS + (j)) * NK)
#ifdef GRID
#define AT(x, i, j) ((x) + ((long)(i) * n_rows + (j)) * NK)
#else
#define AT(x, i, j) ((x) + ((long)(i) * NJ + (j)) * NK)
#endif

static void add(MPI_Request *list, int *n, int send, float *data, int count, int peer, int tag)
{
	if (peer == MPI_PROC_NULL) return;
	if (send)
		MPI_Send_init(data, count, MPI_FLOAT, peer, tag, grid.comm, &list[(*n)++]);
	else
		MPI_Recv_init(data, count, MPI_FLOAT, peer, tag, grid.comm, &list[(*n)++]);
}

// First the faces of the second dimension, packed; then planes, with the halo that the first phase has filled.
static void make_messages(void)
{
	int side = n_planes * NK, face = (n_rows + 2 * SIDE) * NK;
	if (SPLIT_SECOND) {
		out_left = get(sizeof(float) * side * 4);
		out_right = out_left + side;
		in_left = out_right + side;
		in_right = in_left + side;
		add(first_phase, &n_first, 0, in_left, side, grid.left, 3);
		add(first_phase, &n_first, 0, in_right, side, grid.right, 4);
		add(first_phase, &n_first, 1, out_left, side, grid.left, 4);
		add(first_phase, &n_first, 1, out_right, side, grid.right, 3);
	}
	add(second_phase, &n_second, 0, P(-1, -SIDE), face, grid.up, 1);
	add(second_phase, &n_second, 0, P(n_planes, -SIDE), face, grid.down, 2);
	add(second_phase, &n_second, 1, P(0, -SIDE), face, grid.up, 2);
	add(second_phase, &n_second, 1, P(n_planes - 1, -SIDE), face, grid.down, 1);
}

static void begin_exchange(void)
{
	for (int i = 0; i < n_planes; i++) {
		if (grid.left != MPI_PROC_NULL) memcpy(out_left + (long)i * NK, P(i, 0), NK * sizeof(float));
		if (grid.right != MPI_PROC_NULL) memcpy(out_right + (long)i * NK, P(i, n_rows - 1), NK * sizeof(float));
	}
	if (n_first)
		MPI_Startall(n_first, first_phase);
	else
		MPI_Startall(n_second, second_phase);
}

static void end_exchange(void)
{
	if (n_first) {
		MPI_Waitall(n_first, first_phase, MPI_STATUSES_IGNORE);
		for (int i = 0; i < n_planes; i++) {
			if (grid.left != MPI_PROC_NULL) memcpy(P(i, -1), in_left + (long)i * NK, NK * sizeof(float));
			if (grid.right != MPI_PROC_NULL)
				memcpy(P(i, n_rows), in_right + (long)i * NK, NK * sizeof(float));
		}
		MPI_Startall(n_second, second_phase);
	}
	MPI_Waitall(n_second, second_phase, MPI_STATUSES_IGNORE);
}

static double jacobi(void)
{
	double sum = 0.0;
	for (int i = i0; i < i1; i++)
		for (int j = j0; j < j1; j++) {
			const float *restrict q = P(i, j);
			const float *restrict a0 = AT(a[0], i, j), *restrict a1 = AT(a[1], i, j),
			                      *restrict a2 = AT(a[2], i, j);
			const float *restrict a3 = AT(a[3], i, j), *restrict b0 = AT(b[0], i, j),
			                      *restrict b1 = AT(b[1], i, j);
			const float *restrict b2 = AT(b[2], i, j), *restrict c0 = AT(c[0], i, j),
			                      *restrict c1 = AT(c[1], i, j);
			const float *restrict c2 = AT(c[2], i, j), *restrict ff = AT(f, i, j),
			                      *restrict mm = AT(mask, i, j);
			float *restrict to = AT(next, i, j);
			const long I = (long)ROWS * NK, J = NK;
			for (int k = 1; k < NK - 1; k++) {
				float s0 = a0[k] * q[k + I] + a1[k] * q[k + J] + a2[k] * q[k + 1] +
				           b0[k] * (q[k + I + J] - q[k + I - J] - q[k - I + J] + q[k - I - J]) +
				           b1[k] * (q[k + J + 1] - q[k - J + 1] - q[k + J - 1] + q[k - J - 1]) +
				           b2[k] * (q[k + I + 1] - q[k - I + 1] - q[k + I - 1] + q[k - I - 1]) +
				           c0[k] * q[k - I] + c1[k] * q[k - J] + c2[k] * q[k - 1] + ff[k];
				float correction = (s0 * a3[k] - q[k]) * mm[k];
				sum += correction * correction;
				to[k] = q[k] + 0.8f * correction;
			}
		}
	return sum;
}

static void copy(int from_i, int to_i, int from_j, int to_j)
{
	for (int i = from_i; i < to_i; i++)
		for (int j = from_j; j < to_j; j++) memcpy(P(i, j) + 1, AT(next, i, j) + 1, (NK - 2) * sizeof(float));
}

static int max(int x, int y) { return x > y ? x : y; }
static int min(int x, int y) { return x < y ? x : y; }

static double iterate(void)
{
	double mine = jacobi(), sum;
	MPI_Request reduction;
	MPI_Iallreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, grid.comm, &reduction);
	int top = max(i0, 1), bottom = max(top, min(i1, n_planes - 1));
	int left = max(j0, SPLIT_SECOND), right = max(left, min(j1, n_rows - SPLIT_SECOND));
	copy(i0, top, j0, j1);
	copy(bottom, i1, j0, j1);
	if (SPLIT_SECOND) {
		copy(top, bottom, j0, left);
		copy(top, bottom, right, j1);
	}
	begin_exchange();
	copy(top, bottom, left, right);
	end_exchange();
	MPI_Wait(&reduction, MPI_STATUS_IGNORE);
	return sum;
}

// Each begins at another offset within a page, so that the same element of all does not fall into the same cache set.
static float *field(void)
{
	static int n;
	size_t offset = (size_t)(++n) * 17 * 16;
	return (float *)get(sizeof(float) * ((size_t)n_planes * n_rows * NK + offset)) + offset;
}

static void start(void)
{
	size_t halo = sizeof(float) * (n_planes + 2) * (n_rows + 2 * SIDE) * NK;
	p = get(halo);
	memset(p, 0, halo);
	p += ((long)ROWS + SIDE) * NK;
	next = field();
	f = field();
	mask = field();
	for (int m = 0; m < 4; m++) a[m] = field();
	for (int m = 0; m < 3; m++) b[m] = field();
	for (int m = 0; m < 3; m++) c[m] = field();
	for (int i = 0; i < n_planes; i++)
		for (int j = 0; j < n_rows; j++)
			for (int k = 0; k < NK; k++) {
				long at = ((long)i * n_rows + j) * NK + k;
				int gi = planes.first + i;
				a[0][at] = a[1][at] = a[2][at] = 1.0f;
				a[3][at] = 1.0f / 6.0f;
				b[0][at] = b[1][at] = b[2][at] = 0.0625f;
				c[0][at] = c[1][at] = c[2][at] = 1.0f;
				f[at] = 0.0f;
				mask[at] = 1.0f;
				P(i, j)[k] = next[at] = (float)(gi * gi) / (float)((NI - 1) * (NI - 1));
			}
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	int iterations = argc > 1 ? atoi(argv[1]) : 40;
	grid = make_grid(SPLIT_SECOND);
	planes = block_of(NI, grid.dims[0], grid.at[0]);
	rows = block_of(NJ, grid.dims[1], grid.at[1]);
	n_planes = planes.last - planes.first;
	n_rows = rows.last - rows.first;
	i0 = max(1 - planes.first, 0), i1 = min(NI - 1 - planes.first, n_planes);
	j0 = max(1 - rows.first, 0), j1 = min(NJ - 1 - rows.first, n_rows);
	start();
	make_messages();

	double sum = 0.0, begin = start_clock();
	begin_exchange();
	end_exchange();
	for (int t = 0; t < iterations; t++) sum = iterate();
	stop_clock(begin);

	int i = NI / 2 - planes.first, j = NJ / 2 - rows.first;
	int mine = i >= 0 && i < n_planes && j >= 0 && j < n_rows;
	double middle = from_owner(mine, mine ? P(i, j)[NK / 2] : 0.0);
	if (grid.rank == 0) printf("%.9g %.10e\n", middle, sum);
	MPI_Finalize();
	return 0;
}
