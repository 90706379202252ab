// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// MAX-SLOW: 0
// PER-STEP: procs=2 from="4" to="8" messages=17 bytes=3536 collectives=0
// PER-STEP: procs=4 from="4" to="8" messages=34 bytes=3536 collectives=0
// PER-STEP: procs=7 from="4" to="8" messages=34 bytes=3536 collectives=0
// Periodic neighbours in arrays of constant extents, in all spellings: one row from each side, at the ends the one from the other end.
#include <stdio.h>
#include <stdlib.h>

#define N 61
#define P 64
#define M 13
static long a[N][M], b[N][M], c[P][M], d[P][M];
#pragma dist distribute [block][*] :: a, b, c, d

static int prev(int i, int n) { return i == 0 ? n - 1 : i - 1; }

static int next(int i, int n) { return (i + 1) % n; }

static int wrap(int i, int n)
{
	if (i < 0) return i + n;
	if (i >= n) return i - n;
	return i;
}

#define MOD(i, n) ((((i) % (n)) + (n)) % (n))
#define WRAP(i, n) ((i) < 0 ? (i) + (n) : (i) >= (n) ? (i) - (n) : (i))

static const int dx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, dy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};

#define STEP(name, type, u, v, n, up, left, down)                                                                      \
	static void name(void)                                                                                         \
	{                                                                                                              \
		for (type y = 0; y < n; y++)                                                                           \
			for (type x = 0; x < M; x++)                                                                   \
				v[y][x] = (u[up][x] + 2 * u[y][left] + 3 * u[down][x]) % 1009;                         \
		for (type y = 0; y < n; y++)                                                                           \
			for (type x = 0; x < M; x++) u[y][x] = v[y][x];                                                \
	}

#define AROUND(name, u, v, n, neighbour)                                                                               \
	static void name(void)                                                                                         \
	{                                                                                                              \
		for (int y = 0; y < n; y++)                                                                            \
			for (int x = 0; x < M; x++) {                                                                  \
				long s = 0;                                                                            \
				for (int j = -1; j <= 1; j++)                                                          \
					for (int i = -1; i <= 1; i++)                                                  \
						if (i || j) s += (3 * j + i + 5) * u neighbour;                        \
				v[y][x] = s % 1009;                                                                    \
			}                                                                                              \
		for (int y = 0; y < n; y++)                                                                            \
			for (int x = 0; x < M; x++) u[y][x] = v[y][x];                                                 \
	}

STEP(constant, int, a, b, N, (y - 1 + N) % N, (x + M - 1) % M, (y + 1) % N)
STEP(power_of_two, int, c, d, P, (y + P - 1) % P, (x + 1) % M, (y + 1) % P)
STEP(masks, int, c, d, P, (y - 1) & (P - 1), (x + 1) % M, (P - 1) & (y + 1))
STEP(unsigned_masks, unsigned, c, d, P, (y - 1) & (P - 1), (x + 1) % M, (y + 1) & (P - 1))
STEP(unsigned_rests, unsigned, c, d, P, (y - 1) % P, (x + 1) % M, (y + 1) % P)
STEP(sizes, size_t, a, b, N, (y + N - 1) % N, (x + 1) % M, (y + 1) % N)
STEP(longs, long, a, b, N, (N + y - 1L) % N, (x + 1) % M, (y + 1) % N)
STEP(choices, int, a, b, N, y == 0 ? N - 1 : y - 1, x == 0 ? M - 1 : x - 1, y == N - 1 ? 0 : y + 1)
STEP(functions, int, a, b, N, prev(y, N), prev(x, M), next(y, N))
STEP(branches, int, a, b, N, wrap(y - 1, N), wrap(x - 1, M), wrap(y + 1, N))
STEP(rests_of_rests, int, a, b, N, MOD(y - 1, N), MOD(x + 1, M), MOD(y + 1, N))
STEP(macros, int, a, b, N, WRAP(y - 1, N), WRAP(x - 1, M), WRAP(y + 1, N))
AROUND(short_loops, a, b, N, [(y + j + N) % N][(x + i + M) % M])
AROUND(short_loops_of_masks, c, d, P, [(y + j) & (P - 1)][(x + i + M) % M])
AROUND(short_loops_of_functions, a, b, N, [wrap(y + j, N)][wrap(x + i, M)])

static void directions(void)
{
	for (int y = 0; y < N; y++)
		for (int x = 0; x < M; x++) {
			long s = 0;
			for (int k = 0; k < 9; k++) s += (k + 1) * a[(y + dy[k] + N) % N][(x + dx[k] + M) % M];
			b[y][x] = s % 1009;
		}
	for (int y = 0; y < N; y++)
		for (int x = 0; x < M; x++) a[y][x] = b[y][x];
}

static void variables(void)
{
	for (int y = 0; y < N; y++)
		for (int x = 0; x < M; x++) {
			int up = y - 1, down = y + 1;
			if (up < 0) up = N - 1;
			if (down >= N) down -= N;
			b[y][x] = (2 * a[up][x] + 3 * a[down][x]) % 1009;
		}
	for (int y = 0; y < N; y++)
		for (int x = 0; x < M; x++) a[y][x] = b[y][x];
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3;
	long s = 0;
	for (int y = 0; y < N; y++)
		for (int x = 0; x < M; x++) a[y][x] = (7 * y + 3 * x) % 23, b[y][x] = 0;
	for (int y = 0; y < P; y++)
		for (int x = 0; x < M; x++) c[y][x] = (5 * y + 2 * x) % 29, d[y][x] = 0;
	for (int t = 0; t < steps; t++) {
		constant(), power_of_two(), masks(), unsigned_masks(), unsigned_rests(), sizes(), longs(), choices();
		functions(), branches(), rests_of_rests(), macros();
		short_loops(), short_loops_of_masks(), short_loops_of_functions(), directions(), variables();
	}
	for (int y = 0; y < N; y++)
		for (int x = 0; x < M; x++) s += a[y][x] * (y % 13 + 1) * (x + 1);
	for (int y = 0; y < P; y++)
		for (int x = 0; x < M; x++) s += c[y][x] * (y % 17 + 1) * (x + 1);
	printf("%ld\n", s);
	return 0;
}
