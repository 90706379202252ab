// SPDX-License-Identifier: Apache-2.0
//
// Heat in a plate: explicit steps of u_t = div grad u on an N x M grid. The edge of the plate is kept at fixed
// temperatures, two hot plates lie in it at the start. Writes a picture before and after.
//
//     heat [steps]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 400 // rows
#endif
#ifndef M
#define M 400 // columns
#endif

enum { REPORT_EVERY = 100 };

static double u[N][M], next[N][M];
#pragma dist distribute[block][*] ::u, next

static int in_plate(int i, int j, double y, double x)
{
	double di = (double)i / N - y, dj = (double)j / M - x;
	return di * di + dj * dj < 0.02;
}

static void start(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			u[i][j] = in_plate(i, j, 0.3, 0.35) || in_plate(i, j, 0.65, 0.6) ? 100.0 : 0.0;
			if (i == 0) u[i][j] = 50.0;
			next[i][j] = u[i][j];
		}
}

// One step of length 0.2 (in units of the squared mesh width; 0.25 is the limit of stability).
static void step(void)
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < M - 1; j++)
			next[i][j] =
			        u[i][j] + 0.2 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4.0 * u[i][j]);
}

// Takes the new temperatures over; the largest change of one.
static double accept_step(void)
{
	double change = 0.0;
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < M - 1; j++) {
			change = fmax(change, fabs(next[i][j] - u[i][j]));
			u[i][j] = next[i][j];
		}
	return change;
}

static void write_picture(const char *name)
{
	FILE *file = fopen(name, "wb");
	if (!file) {
		perror(name);
		exit(1);
	}
	fprintf(file, "P5\n%d %d\n255\n", M, N);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) fputc((int)(u[i][j] * 2.55), file);
	fclose(file);
}

static void report(int steps, double change)
{
	double sum = 0.0, highest = 0.0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			sum += u[i][j];
			if (u[i][j] > highest) highest = u[i][j];
		}
	printf("%6d steps: mean %.6f, highest %.6f, change %.3e\n", steps, sum / ((double)N * M), highest, change);
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 1000;
	start();
	write_picture("before.pgm");
	report(0, 0.0);
	for (int t = 1; t <= steps; t++) {
		step();
		double change = accept_step();
		if (t % REPORT_EVERY == 0 || t == steps) report(t, change);
		if (change < 1e-6) break;
	}
	write_picture("after.pgm");
	printf("middle of the plate: %.9f\n", u[N / 2][M / 2]);
	return 0;
}
