// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 3
// BY-ALL: 100 "for (int i = 0; i < l; i++) for (int j = 0; j < m; j++) for...": this does not hold: sn = 1 and sm
//              = 4 and sl = 20 and (n <= 0 or (n > 0 and m <= 0) or (n > 0 and m > 0 and l <= 0) or (n > 0 and m >
//              0 and l > 0 and 0 <= left(left(at, coordinate(at, 0, sl), sl), coordinate(at, sl, sm), sm) <= 4 - n
//              and 0 <= coordinate(at, sl, sm) <= 5 - m))
//            "for (int i = 0; i < l; i++) for (int j = 0; j < m; j++) s +...": this does not hold: sm =
//              4 and sl = 20 and (m <= 0 or (m > 0 and l <= 0) or (m > 0 and l > 0 and 0 <= left(left(at,
//              coordinate(at, 0, sl), sl), coordinate(at, sl, sm), sm) <= 3 and 0 <= coordinate(at, sl, sm) <= 5 -
//              m))
// ARGS: 1
// ARGS: 2
// ARGS: 3
// ARGS: 4
// Strides that turn out to be those of another layout, negative, not multiples of one another, or none: what the nest takes them for is tested.
#include <stdio.h>
#include <stdlib.h>

enum { L = 6, M = 5, N = 4 };

static void set(int *v, int l, int m, int n, int sl, int sm, int sn, int at)
{
	for (int i = 0; i < l; i++)
		for (int j = 0; j < m; j++)
			for (int k = 0; k < n; k++) v[i * sl + j * sm + k * sn + at] += 100 * i + 10 * j + k + 1;
}

static int sum(const int *v, int l, int m, int sl, int sm, int at)
{
	int s = 0;
	for (int i = 0; i < l; i++)
		for (int j = 0; j < m; j++) s += v[i * sl + j * sm + at] * (i + 7 * j);
	return s;
}

int main(int argc, char **argv)
{
	int *v = calloc(L * M * N, sizeof *v);
#pragma dist array v[L][M][N]
#pragma dist distribute v[block][*][*]
	(void)argc;
	switch (argv[1][0]) {
	case '1': set(v, N, M, L, 1, N, M * N, 0); break;          // transposed
	case '2': set(v, L, M, N, -M * N, N, 1, (L - 1) * M * N); break; // from the end
	case '3': set(v, 3, 3, 2, 17, 5, 2, 3); break;             // as it comes
	case '4': set(v, L, M, 1, M * N, N, 0, 2); break;
	}
	printf("%d %d\n", sum(v, L, N, M * N, 1, N), sum(v, 4, 5, 0, 3, 0));
	for (int i = 0; i < L * M * N; i++) printf("%d\n", v[i]);
	return 0;
}
