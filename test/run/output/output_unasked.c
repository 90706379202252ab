// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// Files that are written all along, and nobody looks at what fprintf and fwrite return: nothing is told between
// processes for them. A disk that is full is found when the file is asked, flushed or closed.
// ARGS: 3
// PER-STEP: procs=4 from="2" to="4" messages=1,2,2,1 collectives=0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 64

static double u[N][N], v[N][N];
#pragma dist distribute u[block][*]
#pragma dist align v[i][j] with u[i][j]

static void full_disk(void)
{
	FILE *f = fopen("/dev/full", "w");
	if (!f) return;
	printf("before %d", ferror(f) != 0);
	for (int k = 0; k < 900; k++) fprintf(f, "line %d\n", k);
	printf(", written %d", ferror(f) != 0);
	printf(", still %d", ferror(f) != 0);
	errno = 0;
	int result = fflush(f);
	printf(", flushed %d %s", result, strerror(errno));
	clearerr(f);
	printf(", cleared %d", ferror(f) != 0);
	fputs("more\n", f);
	errno = 0;
	result = fclose(f);
	printf(", closed %d %s\n", result, strerror(errno));
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3;
	char text[300];
	FILE *log = fopen("log.txt", "w"), *data = fopen("data.bin", "wb");
	if (!log || !data) return 1;
	memset(text, 'x', sizeof text);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) u[i][j] = (i * 7 + j) % 13;
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < N - 1; i++)
			for (int j = 0; j < N; j++) v[i][j] = 0.5 * (u[i - 1][j] + u[i + 1][j]);
		for (int i = 1; i < N - 1; i++)
			for (int j = 0; j < N; j++) u[i][j] = v[i][j];
		for (int k = 0; k < 1000; k++) fprintf(log, "step %d: line %d, nothing new\n", t, k);
		for (int k = 0; k < 50; k++) (void)fwrite(text, 1, sizeof text, data);
		fputc('\n', data);
	}
	fclose(log);
	fclose(data);
	double sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) sum += u[i][j];
	printf("%.9g\n", sum);
	full_disk();
	return 0;
}
