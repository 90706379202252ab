// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 20
// LOST: "`q` does not lie as `p` does" one is split along both dimensions, the other one along the first
// BY-ALL: 100 "for (int i = 0; i < N; i++) put(&(struct point){p[i][j], p[...": elements are read one by one
//            "for (int i = 0; i < N; i++) printf("%g ", sum((float[]){p[i...": elements are read one by one
// Elements that are written out by way of compound literals: what these are made of is brought.
#include <stdio.h>
enum { N = 23, M = 19 };
static float p[N][M];
static double q[N][M];
#pragma dist distribute p[block][*]
#pragma dist distribute q[block][block]
struct point {
	float x, y;
};
static void put(const struct point *at) { fwrite(at, sizeof *at, 1, stdout); }
static float sum(const float *v) { return v[0] + v[1]; }

static void change(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			p[i][j] += i + .5 * j;
			q[i][j] = p[i][j] * j;
		}
}

int main(void)
{
	for (int t = 0; t < 4; t++) {
		change();
		for (int j = 0; j < M; j++)
			for (int i = 0; i < N; i++) {
				if (t % 2)
					fwrite(&(float){p[i][j]}, sizeof(float), 1, stdout);
				else
					putchar((int)p[i][j] & 255);
			}
		change();
		for (int j = 0; j < M; j++)
			for (int i = 0; i < N; i++) fwrite((double[]){q[i][j], q[0][j]}, sizeof(double), 2, stdout);
		change();
		for (int j = 0; j < M; j++)
			for (int i = 0; i < N; i++) put(&(struct point){p[i][j], p[i][0]});
		change();
		for (int i = 0; i < N; i++) printf("%g ", sum((float[]){p[i][2], q[i][0]}));
		change();
		fwrite(&(float){p[N - 1][2]}, sizeof(float), 1, stdout);
	}
	return 0;
}
