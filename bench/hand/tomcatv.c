// SPDX-License-Identifier: Apache-2.0
//
// tomcatv by hand: columns split, the border columns of x and y packed into one message for each side, sent as soon as they are
// corrected; both maxima in one reduction, under way during the solves.
#include "common.h"
#include <math.h>

#ifndef N
#define N 1025
#endif

static const double relaxation = 2.0 / 0.98;

static process_grid grid;
static block columns;
static int n_columns, line;
static int i0, i1; // local columns that are updated
static double *x, *y, *rx, *ry, *aa, *dd, *d;
static double *out[2], *in[2];
static MPI_Request request[4];
static int n_requests;

#define AT(v, j, i) (v)[(long)(j) * line + (i)]

static double *field(void) { return (double *)get(sizeof(double) * N * line) + 1; }

static void start(void)
{
	for (int j = 0; j < N; j++)
		for (int i = -1; i <= n_columns; i++) {
			double s = (double)(columns.first + i) / (N - 1), t = (double)j / (N - 1);
			double b = s - 0.5;
			double bottom = 0.25 / (1.0 + 40.0 * b * b) - 0.25 / 11.0, top = 1.0 + s * (1.0 - s);
			AT(x, j, i) = s + 0.1 * t * (1.0 - t) * (1.0 - s) * s;
			AT(y, j, i) = bottom + (top - bottom) * t * t;
		}
}

static void make_messages(void)
{
	int peer[2] = {grid.up, grid.down};
	for (int side = 0; side < 2; side++) {
		out[side] = get(sizeof(double) * 2 * N);
		in[side] = get(sizeof(double) * 2 * N);
		if (peer[side] == MPI_PROC_NULL) continue;
		MPI_Recv_init(in[side], 2 * N, MPI_DOUBLE, peer[side], 1 - side, grid.comm, &request[n_requests++]);
		MPI_Send_init(out[side], 2 * N, MPI_DOUBLE, peer[side], side, grid.comm, &request[n_requests++]);
	}
}

static void begin_exchange(void)
{
	for (int side = 0; side < 2; side++) {
		if ((side ? grid.down : grid.up) == MPI_PROC_NULL) continue;
		int i = side ? n_columns - 1 : 0;
		for (int j = 0; j < N; j++) {
			out[side][j] = AT(x, j, i);
			out[side][N + j] = AT(y, j, i);
		}
	}
	MPI_Startall(n_requests, request);
}

static void end_exchange(void)
{
	MPI_Waitall(n_requests, request, MPI_STATUSES_IGNORE);
	for (int side = 0; side < 2; side++) {
		if ((side ? grid.down : grid.up) == MPI_PROC_NULL) continue;
		int i = side ? n_columns : -1;
		for (int j = 0; j < N; j++) {
			AT(x, j, i) = in[side][j];
			AT(y, j, i) = in[side][N + j];
		}
	}
}

static void residuals(int from, int to)
{
	for (int j = 1; j < N - 1; j++) {
		const double *restrict x0 = &AT(x, j - 1, 0), *restrict x1 = &AT(x, j, 0),
		                       *restrict x2 = &AT(x, j + 1, 0);
		const double *restrict y0 = &AT(y, j - 1, 0), *restrict y1 = &AT(y, j, 0),
		                       *restrict y2 = &AT(y, j + 1, 0);
		double *restrict a_ = &AT(aa, j, 0), *restrict d_ = &AT(dd, j, 0);
		double *restrict p_ = &AT(rx, j, 0), *restrict q_ = &AT(ry, j, 0);
		for (int i = from; i < to; i++) {
			double xx = x1[i + 1] - x1[i - 1], yx = y1[i + 1] - y1[i - 1];
			double xy = x2[i] - x0[i], yy = y2[i] - y0[i];
			double a = 0.25 * (xy * xy + yy * yy);
			double b = 0.25 * (xx * xx + yx * yx);
			double c = 0.125 * (xx * xy + yx * yy);
			a_[i] = -b;
			d_[i] = b + b + a * relaxation;
			double pxx = x1[i + 1] - 2.0 * x1[i] + x1[i - 1];
			double qxx = y1[i + 1] - 2.0 * y1[i] + y1[i - 1];
			double pyy = x2[i] - 2.0 * x1[i] + x0[i];
			double qyy = y2[i] - 2.0 * y1[i] + y0[i];
			double pxy = x2[i + 1] - x0[i + 1] - x2[i - 1] + x0[i - 1];
			double qxy = y2[i + 1] - y0[i + 1] - y2[i - 1] + y0[i - 1];
			p_[i] = a * pxx + b * pyy - c * pxy;
			q_[i] = a * qxx + b * qyy - c * qxy;
		}
	}
}

static void largest(double *max)
{
	double mx = 0.0, my = 0.0;
	for (int j = 1; j < N - 1; j++)
		for (int i = i0; i < i1; i++) {
			mx = fmax(mx, fabs(AT(rx, j, i)));
			my = fmax(my, fabs(AT(ry, j, i)));
		}
	max[0] = mx;
	max[1] = my;
}

static void solve(void)
{
	for (int i = i0; i < i1; i++) AT(d, 1, i) = 1.0 / AT(dd, 1, i);
	for (int j = 2; j < N - 1; j++) {
		const double *restrict a0 = &AT(aa, j - 1, 0), *restrict a1 = &AT(aa, j, 0),
		                       *restrict dd1 = &AT(dd, j, 0);
		const double *restrict d0 = &AT(d, j - 1, 0), *restrict p0 = &AT(rx, j - 1, 0),
		                       *restrict q0 = &AT(ry, j - 1, 0);
		double *restrict d1 = &AT(d, j, 0), *restrict p1 = &AT(rx, j, 0), *restrict q1 = &AT(ry, j, 0);
		for (int i = i0; i < i1; i++) {
			double r = a1[i] * d0[i];
			d1[i] = 1.0 / (dd1[i] - a0[i] * r);
			p1[i] -= p0[i] * r;
			q1[i] -= q0[i] * r;
		}
	}
	for (int i = i0; i < i1; i++) {
		AT(rx, N - 2, i) *= AT(d, N - 2, i);
		AT(ry, N - 2, i) *= AT(d, N - 2, i);
	}
	for (int j = N - 3; j >= 1; j--) {
		const double *restrict a1 = &AT(aa, j, 0), *restrict d1 = &AT(d, j, 0);
		const double *restrict p2 = &AT(rx, j + 1, 0), *restrict q2 = &AT(ry, j + 1, 0);
		double *restrict p1 = &AT(rx, j, 0), *restrict q1 = &AT(ry, j, 0);
		for (int i = i0; i < i1; i++) {
			p1[i] = (p1[i] - a1[i] * p2[i]) * d1[i];
			q1[i] = (q1[i] - a1[i] * q2[i]) * d1[i];
		}
	}
}

static void correct(void)
{
	for (int j = 1; j < N - 1; j++) {
		double *restrict x1 = &AT(x, j, 0), *restrict y1 = &AT(y, j, 0);
		const double *restrict p1 = &AT(rx, j, 0), *restrict q1 = &AT(ry, j, 0);
		for (int i = i0; i < i1; i++) {
			x1[i] += p1[i];
			y1[i] += q1[i];
		}
	}
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	int iterations = argc > 1 ? atoi(argv[1]) : 40;
	grid = make_grid(0);
	columns = block_of(N, grid.dims[0], grid.at[0]);
	n_columns = columns.last - columns.first;
	line = n_columns + 2;
	i0 = columns.first == 0 ? 1 : 0;
	i1 = columns.last == N ? n_columns - 1 : n_columns;
	x = field(), y = field(), rx = field(), ry = field(), aa = field(), dd = field(), d = field();
	start();
	make_messages();

	double mine[2], max[2] = {0.0, 0.0}, begin = 0.0;
	for (int t = 0; t <= iterations; t++) {
		MPI_Request reduction;
		if (t == 1) begin = start_clock();
		residuals(i0, i1);
		largest(mine);
		MPI_Iallreduce(mine, max, 2, MPI_DOUBLE, MPI_MAX, grid.comm, &reduction);
		solve();
		correct();
		begin_exchange();
		MPI_Wait(&reduction, MPI_STATUS_IGNORE);
		end_exchange();
		if (max[0] < 1e-20 && max[1] < 1e-20) break;
	}
	stop_clock(begin);

	int i = N / 2 - columns.first, here = i >= 0 && i < n_columns;
	double middle_x = from_owner(here, here ? AT(x, N / 2, i) : 0.0);
	double middle_y = from_owner(here, here ? AT(y, N / 2, i) : 0.0);
	if (grid.rank == 0) printf("%.17g %.17g %.17g %.17g\n", max[0], max[1], middle_x, middle_y);
	MPI_Finalize();
	return 0;
}
