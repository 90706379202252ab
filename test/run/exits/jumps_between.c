// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// FLAGS: -lm
// ARGS: 3
// ARGS: 0
// MAX-SLOW: 0
//
// Variables of a function's head in nests between which jumps go: what is read behind a nest, on some way, has its value; what is not makes
// no nest slow.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 30
#define M 20

static double u[N][M], v[N][M];
static int mask[N][M], first[N];
#pragma dist distribute [block][*] :: u, v, mask
#pragma dist align first[i] with u[i][*]

static int solve(int kind, int tries)
{
	int i, j, k, n = 0, isw, status = 1, last = -1;
	double t, most = 0, change;

	if (tries < 0) goto failed;
	for (i = 0; i < N; i++)
		for (j = 0; j < M; j++) {
			mask[i][j] = (i * 7 + j * 3) % 4 != 0;
			u[i][j] = i + 0.1 * j;
			v[i][j] = 0;
		}
again:
	n++;
	switch (kind) {
	case 0:
		for (k = 0; k < 2; k++)
			for (i = 1; i < N - 1; i++)
				for (j = 1 + (i + k) % 2; j < M - 1; j += 2)
					if (mask[i][j]) u[i][j] += 0.2 * (u[i - 1][j] + u[i + 1][j] - 2 * u[i][j]);
		/* fall through */
	case 1:
		for (isw = 1, i = 0; i < N; i++, isw = 3 - isw)
			for (j = isw; j < M; j += 2) {
				t = u[i][j] * 2;
				v[i][j] = t + n;
				last = i * M + j;
			}
		if (n > 2) goto done;
		break;
	case 2:
		for (i = 0; i < N; i++) {
			for (j = 0; j < M; j++)
				if (u[i][j] > 2 * n) break;
			first[i] = j;
		}
		break;
	default:
		goto failed;
	}
	change = 0;
	for (i = 1; i < N - 1; i++)
		for (j = 1; j < M - 1; j++) {
			t = fabs(v[i][j] - u[i][j]);
			if (t > change) change = t;
			k = i - j;
			v[i][j] += k;
		}
	most = change > most ? change : most;
	if (n < tries) goto again;
	status = 0;
done:
	for (i = 0; i < N; i++)
		for (j = 0; j < M; j++) u[i][j] += first[i];
	printf("%d: %d %d %d %.12g %.12g %.12g %d\n", kind, n, status, last, most, u[3][4], v[N - 2][M - 2], first[5]);
	if (status) return i + j;
failed:
	return n - tries;
}

// Read behind a jump alone.
static int last_of(int again)
{
	int i, at = -1;
read:
	if (at >= 0) printf("at %d\n", at);
	if (!again--) return at;
	for (i = 0; i < N; i++) {
		u[i][0] += 1;
		at = i;
	}
	goto read;
}

int main(int argc, char **argv)
{
	int status = 0, tries = argc > 1 ? atoi(argv[1]) : 2;
	for (int kind = 0; kind < 4; kind++) status = status * 3 + solve(kind, tries);
	return (status + last_of(2)) & 127;
}
