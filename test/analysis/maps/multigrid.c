// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s | %check_maps %s
//
// A step of multigrid in one dimension. Coarse points lie on every second fine one, and their blocks are half as wide:
// with as many coarse points as fit that holds for blocks of equal size.
#define N 64
static double fine[2 * N], r[2 * N], coarse[N];
#pragma dist distribute[block] ::fine, r, coarse

// EVENT fine shift [P] -> { [p] -> [p + 1] : 0 <= p < P - 1 }
// SECTION [lo] -> { [lo - 1] }
// SIZE { 1 }
// BYTES 8
// IF [B] -> { : B >= 2 }
// EVENT fine shift [P] -> { [p] -> [p - 1] : 0 < p < P }
// SECTION [hi] -> { [hi + 1] }
// SIZE { 1 }
// BYTES 8
// IF [B] -> { : B >= 2 }
// TRY 1 fine dims 0 axes 0 extents 128
void residual(void)
{
	for (int i = 1; i < 2 * N - 1; i++) r[i] = 2 * fine[i] - fine[i - 1] - fine[i + 1];
}

// The first coarse point of a process lies on its first fine one, and reads the one before that. Its last one reads the
// point behind, which is its own: nothing goes down.
//
// EVENT r shift [P] -> { [p] -> [p + 1] : 0 <= p < P - 1 }
// SECTION [lo] -> { [lo - 1] }
// SIZE { 1 }
// BYTES 8
// IF [B] -> { : B >= 1 }
// TRY 2 r dims 0 axes 0 extents 128 home 64 times 2
void restriction(void)
{
	for (int i = 1; i < N; i++) coarse[i] = 0.25 * (r[2 * i - 1] + 2 * r[2 * i] + r[2 * i + 1]);
}

// The last fine point of a process is an odd one, between its own last coarse point and the first one of the process
// behind it.
//
// EVENT coarse shift [P] -> { [p] -> [p - 1] : 0 < p < P }
// SECTION [hi] -> { [hi + 1] }
// SIZE { 1 }
// BYTES 8
// IF [B] -> { : B >= 1 }
// TRY 3 coarse dims 0 axes 0 extents 64 home 128 times -2
void prolongation(void)
{
	for (int i = 0; i < N - 1; i++) {
		fine[2 * i] += coarse[i];
		fine[2 * i + 1] += 0.5 * (coarse[i] + coarse[i + 1]);
	}
}
