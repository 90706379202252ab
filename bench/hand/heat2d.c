// SPDX-License-Identifier: Apache-2.0
//
// The heat equation by hand: persistent requests for both buffers, columns packed, the interior while messages
// are under way. -DPOINTS=5 or 9; split by rows, or with -DGRID both ways.
#include "common.h"

#ifndef N
#define N 4000
#endif

static double first(int i, int j) { return (i * 7 + j * 13) % 101; }

// Local rows with one of halo above and below; by rows a line is whole, in a grid it has a halo at both ends.
#ifdef GRID
enum { SPLIT_COLUMNS = 1, SIDE = 1 };
#define LINE line
#else
enum { SPLIT_COLUMNS = 0, SIDE = 0 };
#define LINE N
#endif

// One of the two buffers with its messages. The address `at` is where element (0, 0) of the local part would be.
typedef struct buffer {
	double *memory, *at;
	double *out_left, *out_right, *in_left, *in_right;
	MPI_Request request[16];
	int n_requests;
} buffer;

static process_grid grid;
static block rows, columns;
static int n_rows, n_columns, line;

static void add_send(buffer *b, void *data, int n, MPI_Datatype type, int to, int tag)
{
	if (to == MPI_PROC_NULL) return;
	MPI_Send_init(data, n, type, to, tag, grid.comm, &b->request[b->n_requests++]);
}

static void add_receive(buffer *b, void *data, int n, MPI_Datatype type, int from, int tag)
{
	if (from == MPI_PROC_NULL) return;
	MPI_Recv_init(data, n, type, from, tag, grid.comm, &b->request[b->n_requests++]);
}

static void add_corner(buffer *b, int di, int dj)
{
	int to[2] = {grid.at[0] + di, grid.at[1] + dj}, other;
	if (to[0] < 0 || to[0] >= grid.dims[0] || to[1] < 0 || to[1] >= grid.dims[1]) return;
	MPI_Cart_rank(grid.comm, to, &other);
	int i = di < 0 ? 0 : n_rows - 1, j = dj < 0 ? 0 : n_columns - 1;
	add_receive(b, b->at + (long)(i + di) * line + j + dj, 1, MPI_DOUBLE, other, 10 - (3 * di + dj));
	add_send(b, b->at + (long)i * line + j, 1, MPI_DOUBLE, other, 10 + 3 * di + dj);
}

static void make_buffer(buffer *b)
{
	b->memory = get(sizeof(double) * (n_rows + 2) * line);
	b->at = b->memory + line + SIDE;
	b->n_requests = 0;
	add_receive(b, b->at - line, n_columns, MPI_DOUBLE, grid.up, 1);
	add_receive(b, b->at + (long)n_rows * line, n_columns, MPI_DOUBLE, grid.down, 2);
	add_send(b, b->at, n_columns, MPI_DOUBLE, grid.up, 2);
	add_send(b, b->at + (long)(n_rows - 1) * line, n_columns, MPI_DOUBLE, grid.down, 1);
	if (!SPLIT_COLUMNS) return;
	b->out_left = get(sizeof(double) * n_rows * 4);
	b->out_right = b->out_left + n_rows;
	b->in_left = b->out_right + n_rows;
	b->in_right = b->in_left + n_rows;
	add_receive(b, b->in_left, n_rows, MPI_DOUBLE, grid.left, 3);
	add_receive(b, b->in_right, n_rows, MPI_DOUBLE, grid.right, 4);
	add_send(b, b->out_left, n_rows, MPI_DOUBLE, grid.left, 4);
	add_send(b, b->out_right, n_rows, MPI_DOUBLE, grid.right, 3);
	if (POINTS != 9) return;
	add_corner(b, -1, -1);
	add_corner(b, -1, 1);
	add_corner(b, 1, -1);
	add_corner(b, 1, 1);
}

static void begin_exchange(buffer *b)
{
	if (grid.left != MPI_PROC_NULL)
		for (int i = 0; i < n_rows; i++) b->out_left[i] = b->at[(long)i * line];
	if (grid.right != MPI_PROC_NULL)
		for (int i = 0; i < n_rows; i++) b->out_right[i] = b->at[(long)i * line + n_columns - 1];
	MPI_Startall(b->n_requests, b->request);
}

static void end_exchange(buffer *b)
{
	MPI_Waitall(b->n_requests, b->request, MPI_STATUSES_IGNORE);
	if (grid.left != MPI_PROC_NULL)
		for (int i = 0; i < n_rows; i++) b->at[(long)i * line - 1] = b->in_left[i];
	if (grid.right != MPI_PROC_NULL)
		for (int i = 0; i < n_rows; i++) b->at[(long)i * line + n_columns] = b->in_right[i];
}

static void sweep(const double *restrict u, double *restrict v, int i0, int i1, int j0, int j1)
{
	for (int i = i0; i < i1; i++) {
		const double *restrict c = u + (long)i * LINE, *restrict a = c - LINE, *restrict b = c + LINE;
		double *restrict to = v + (long)i * LINE;
		for (int j = j0; j < j1; j++)
#if POINTS == 9
			to[j] = 0.4 * c[j] + 0.1 * (a[j] + b[j] + c[j - 1] + c[j + 1]) +
			        0.05 * (a[j - 1] + a[j + 1] + b[j - 1] + b[j + 1]);
#else
			to[j] = c[j] + 0.2 * (a[j] + b[j] + c[j - 1] + c[j + 1] - 4.0 * c[j]);
#endif
	}
}

static int max(int a, int b) { return a > b ? a : b; }
static int min(int a, int b) { return a < b ? a : b; }

static void step(buffer *u, buffer *v)
{
	// What this process updates, and the part of it that needs no message.
	int i0 = max(1 - rows.first, 0), i1 = min(N - 1 - rows.first, n_rows);
	int j0 = max(1 - columns.first, 0), j1 = min(N - 1 - columns.first, n_columns);
	int top = max(i0, grid.up != MPI_PROC_NULL), bottom = min(i1, n_rows - (grid.down != MPI_PROC_NULL));
	int left = max(j0, grid.left != MPI_PROC_NULL), right = min(j1, n_columns - (grid.right != MPI_PROC_NULL));
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
	grid = make_grid(SPLIT_COLUMNS);
	rows = block_of(N, grid.dims[0], grid.at[0]);
	columns = block_of(N, grid.dims[1], grid.at[1]);
	n_rows = rows.last - rows.first;
	n_columns = columns.last - columns.first;
	line = n_columns + 2 * SIDE;
	buffer buffers[2], *u = &buffers[0], *v = &buffers[1];
	make_buffer(u);
	make_buffer(v);
	for (int i = 0; i < n_rows; i++)
		for (int j = 0; j < n_columns; j++)
			u->at[(long)i * line + j] = v->at[(long)i * line + j] =
			        first(rows.first + i, columns.first + j);

	double begin = start_clock();
	for (int t = 0; t < steps; t++) {
		step(u, v);
		buffer *old = u;
		u = v;
		v = old;
	}
	stop_clock(begin);

	double highest = 0.0, all;
	for (int i = max(1 - rows.first, 0); i < min(N - 1 - rows.first, n_rows); i++)
		for (int j = max(1 - columns.first, 0); j < min(N - 1 - columns.first, n_columns); j++)
			if (u->at[(long)i * line + j] > highest) highest = u->at[(long)i * line + j];
	MPI_Reduce(&highest, &all, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
	int i = N / 2 - rows.first, j = N / 2 - columns.first;
	int mine = i >= 0 && i < n_rows && j >= 0 && j < n_columns;
	double middle = from_owner(mine, mine ? u->at[(long)i * line + j] : 0.0);
	if (grid.rank == 0) printf("%.17g %.17g\n", middle, all);
	MPI_Finalize();
	return 0;
}
