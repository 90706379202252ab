// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s | %check_maps %s
//
// Conjugate gradients. With a sparse matrix each process gets all of the vector: which elements its rows have only the
// run knows. Of five points it gets what its neighbours have beside it. Sums over all points are combined.
#define N 1000
static double x[N], p[N], q[N], r[N], val[8 * N];
static int first[N + 1], col[8 * N];
#pragma dist distribute[block] ::x, p, q, r

// EVENT p gather [P] -> { [p] -> [q] : 0 <= p < P and 0 <= q < P and p != q }
// SECTION [plo, phi] -> { [i] : plo <= i <= phi }
// SIZE [plo, phi] -> { phi - plo + 1 : plo <= phi }
// BYTES 8
// IF [B] -> { : B >= 1 }
// EVENT pq reduction [P] -> { [p] -> [q] : 0 <= p < P and 0 <= q < P and p != q }
// BYTES 8
// EVENT rr reduction [P] -> { [p] -> [q] : 0 <= p < P and 0 <= q < P and p != q }
// BYTES 8
// TRY 1 p dims 0 axes 0 extents 1000
double step(double rho)
{
	double pq = 0, rr = 0;
	for (int i = 0; i < N; i++) {
		double s = 0;
		for (int k = first[i]; k < first[i + 1]; k++) s += val[k] * p[col[k]];
		q[i] = s;
	}
	for (int i = 0; i < N; i++) pq += p[i] * q[i];
	double alpha = rho / pq;
	for (int i = 0; i < N; i++) {
		x[i] += alpha * p[i];
		r[i] -= alpha * q[i];
	}
	for (int i = 0; i < N; i++) rr += r[i] * r[i];
	for (int i = 0; i < N; i++) p[i] = r[i] + rr / rho * p[i];
	return rr;
}

enum { M = 50 };
static double u[M][M], w[M][M];
#pragma dist distribute[block][*] ::u, w

// EVENT u shift [P] -> { [p] -> [p + 1] : 0 <= p < P - 1 }
// SECTION [lo] -> { [lo - 1, j] : 1 <= j <= 48 }
// SIZE { 48 }
// BYTES 8
// IF [B] -> { : B >= 2 }
// EVENT u shift [P] -> { [p] -> [p - 1] : 1 <= p < P }
// SECTION [hi] -> { [hi + 1, j] : 1 <= j <= 48 }
// SIZE { 48 }
// BYTES 8
// IF [B] -> { : B >= 2 }
// EVENT sum reduction [P] -> { [p] -> [q] : 0 <= p < P and 0 <= q < P and p != q }
// BYTES 8
// TRY 6 u dims 0 axes 0 extents 50
double laplacian(void)
{
	double sum = 0;
	for (int i = 1; i < M - 1; i++)
		for (int j = 1; j < M - 1; j++) {
			w[i][j] = 4 * u[i][j] - u[i - 1][j] - u[i + 1][j] - u[i][j - 1] - u[i][j + 1];
			sum += u[i][j] * w[i][j];
		}
	return sum;
}
