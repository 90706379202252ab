// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 0
// ARGS: 1
// ARGS: 2
// ARGS: 4
// ARGS: 6
// ARGS: 7
// ARGS: 8
// ARGS: 9
// All ways out: exit from a loop, break by goto, an early return, _exit, quick_exit; what atexit has registered, and a file that is open.
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#define N 23
static double a[N][5], b[N];
#pragma dist distribute a[block][*]
#pragma dist distribute b[block]

static int find(double x)
{
	for (int i = 0; i < N; i++)
		if (b[i] == x) return i;
	return -1;
}
static int check(int mode)
{
	for (int i = 0; i < N; i++) {
		if (mode == 1 && b[i] > 15) exit(7);
		b[i] += 1;
	}
	if (mode == 2) {
		printf("two\n");
		return 2;
	}
	for (int i = 0; i < N; i++) assert(mode != 3 || b[i] < 20);
	do {
		for (int i = 0; i < N; i++) {
			for (int j = 0; j < 5; j++) {
				if (mode == 4 && i == 11 && j == 3) goto fail;
				a[i][j] = b[i] * j;
			}
		}
	} while (++mode == 7);
	return 0;
fail:
	fprintf(stderr, "fail %g\n", a[11][2]);
	return 44;
}
static void bye(void) { printf("bye %g %d\n", b[N - 1], find(5)); }
int main(int argc, char **argv)
{
	int mode = atoi(argv[1]);
	FILE *f = fopen("out.txt", "w");
	atexit(bye);
	for (int i = 0; i < N; i++) b[i] = i;
	fprintf(f, "start %d\n", mode);
	int r = check(mode);
	fprintf(f, "checked %d\n", r);
	if (mode == 5) abort();
	if (mode == 8) _exit(9);
	if (mode == 9) {
		fflush(stdout);
		quick_exit(3);
	}
	double s = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < 5; j++) s += a[i][j];
	fprintf(f, "%g\n", s);
	fclose(f);
	printf("%d %g\n", r, s);
	return r;
}
