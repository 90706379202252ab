// SPDX-License-Identifier: Apache-2.0
//
// The heat equation in three dimensions by hand: persistent requests for both buffers, faces of the second
// dimension packed, the interior while messages are under way. Split by planes, or with -DGRID in two dimensions.
#include "common.h"
#include <string.h>

#ifndef N
#define N 256
#endif

#ifdef GRID
enum { SPLIT_SECOND = 1, SIDE = 1 };
#define PLANE plane
#else
enum { SPLIT_SECOND = 0, SIDE = 0 };
#define PLANE ((long)N * N)
#endif

typedef struct buffer {
	double *at; // of local element (0, 0, 0)
	double *out_left, *out_right, *in_left, *in_right;
	MPI_Request request[8];
	int n_requests;
} buffer;

static process_grid grid;
static block planes, rows;
static int n_planes, n_rows;
static long plane;

static void add_send(buffer *b, double *data, int n, int to, int tag)
{
	if (to == MPI_PROC_NULL) return;
	MPI_Send_init(data, n, MPI_DOUBLE, to, tag, grid.comm, &b->request[b->n_requests++]);
}

static void add_receive(buffer *b, double *data, int n, int from, int tag)
{
	if (from == MPI_PROC_NULL) return;
	MPI_Recv_init(data, n, MPI_DOUBLE, from, tag, grid.comm, &b->request[b->n_requests++]);
}

static void make_buffer(buffer *b)
{
	double *memory = get(sizeof(double) * (n_planes + 2) * plane);
	b->at = memory + plane + SIDE * N;
	b->n_requests = 0;
	int face = n_rows * N, side = n_planes * N;
	add_receive(b, b->at - plane, face, grid.up, 1);
	add_receive(b, b->at + n_planes * plane, face, grid.down, 2);
	add_send(b, b->at, face, grid.up, 2);
	add_send(b, b->at + (n_planes - 1) * plane, face, grid.down, 1);
	if (!SPLIT_SECOND) return;
	b->out_left = get(sizeof(double) * side * 4);
	b->out_right = b->out_left + side;
	b->in_left = b->out_right + side;
	b->in_right = b->in_left + side;
	add_receive(b, b->in_left, side, grid.left, 3);
	add_receive(b, b->in_right, side, grid.right, 4);
	add_send(b, b->out_left, side, grid.left, 4);
	add_send(b, b->out_right, side, grid.right, 3);
}

static void begin_exchange(buffer *b)
{
	for (int i = 0; i < n_planes; i++) {
		double *row = b->at + i * plane;
		if (grid.left != MPI_PROC_NULL) memcpy(b->out_left + (long)i * N, row, N * sizeof *row);
		if (grid.right != MPI_PROC_NULL)
			memcpy(b->out_right + (long)i * N, row + (n_rows - 1) * N, N * sizeof *row);
	}
	MPI_Startall(b->n_requests, b->request);
}

static void end_exchange(buffer *b)
{
	MPI_Waitall(b->n_requests, b->request, MPI_STATUSES_IGNORE);
	for (int i = 0; i < n_planes; i++) {
		double *row = b->at + i * plane;
		if (grid.left != MPI_PROC_NULL) memcpy(row - N, b->in_left + (long)i * N, N * sizeof *row);
		if (grid.right != MPI_PROC_NULL) memcpy(row + n_rows * N, b->in_right + (long)i * N, N * sizeof *row);
	}
}

static void sweep(const double *restrict u, double *restrict v, int i0, int i1, int j0, int j1)
{
	for (int i = i0; i < i1; i++)
		for (int j = j0; j < j1; j++) {
			const double *restrict c = u + i * PLANE + (long)j * N;
			double *restrict to = v + i * PLANE + (long)j * N;
			for (int k = 1; k < N - 1; k++)
				to[k] = c[k] + 0.15 * (c[k - PLANE] + c[k + PLANE] + c[k - N] + c[k + N] + c[k - 1] +
				                              c[k + 1] - 6.0 * c[k]);
		}
}

static int max(int a, int b) { return a > b ? a : b; }
static int min(int a, int b) { return a < b ? a : b; }

static void step(buffer *u, buffer *v)
{
	int i0 = max(1 - planes.first, 0), i1 = min(N - 1 - planes.first, n_planes);
	int j0 = max(1 - rows.first, 0), j1 = min(N - 1 - rows.first, n_rows);
	int top = max(i0, grid.up != MPI_PROC_NULL), bottom = min(i1, n_planes - (grid.down != MPI_PROC_NULL));
	int left = max(j0, grid.left != MPI_PROC_NULL), right = min(j1, n_rows - (grid.right != MPI_PROC_NULL));
	begin_exchange(u);
	sweep(u->at, v->at, top, bottom, left, right);
	end_exchange(u);
	sweep(u->at, v->at, i0, top, j0, j1);
	sweep(u->at, v->at, bottom, i1, j0, j1);
	sweep(u->at, v->at, top, bottom, j0, left);
	sweep(u->at, v->at, top, bottom, right, j1);
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	int steps = argc > 1 ? atoi(argv[1]) : 40;
	grid = make_grid(SPLIT_SECOND);
	planes = block_of(N, grid.dims[0], grid.at[0]);
	rows = block_of(N, grid.dims[1], grid.at[1]);
	n_planes = planes.last - planes.first;
	n_rows = rows.last - rows.first;
	plane = (long)(n_rows + 2 * SIDE) * N;
	buffer buffers[2], *u = &buffers[0], *v = &buffers[1];
	make_buffer(u);
	make_buffer(v);
	for (int i = 0; i < n_planes; i++)
		for (int j = 0; j < n_rows; j++)
			for (int k = 0; k < N; k++)
				u->at[i * plane + j * N + k] = v->at[i * plane + j * N + k] =
				        ((planes.first + i) * 7 + (rows.first + j) * 13 + k * 5) % 101;

	double begin = start_clock();
	for (int t = 0; t < steps; t++) {
		step(u, v);
		buffer *old = u;
		u = v;
		v = old;
	}
	stop_clock(begin);

	double highest = 0.0, all;
	for (int i = max(1 - planes.first, 0); i < min(N - 1 - planes.first, n_planes); i++)
		for (int j = max(1 - rows.first, 0); j < min(N - 1 - rows.first, n_rows); j++)
			for (int k = 1; k < N - 1; k++)
				if (u->at[i * plane + j * N + k] > highest) highest = u->at[i * plane + j * N + k];
	MPI_Reduce(&highest, &all, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
	int i = N / 2 - planes.first, j = N / 2 - rows.first;
	int mine = i >= 0 && i < n_planes && j >= 0 && j < n_rows;
	double middle = from_owner(mine, mine ? u->at[i * plane + j * N + N / 2] : 0.0);
	if (grid.rank == 0) printf("%.17g %.17g\n", middle, all);
	MPI_Finalize();
	return 0;
}
