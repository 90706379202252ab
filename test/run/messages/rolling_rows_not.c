// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// MAX-SLOW: 100000
// BY-ALL: 100 what is left in the buffers is asked for: all run some of it
//
// Buffers for a row that hold more than the mapped array tells, or that somebody reads afterwards: nothing of that may
// be computed anew for the row before a process's first one, or be left as each process has it.
#include <stdio.h>
#include <stdlib.h>

enum { M = 60 };

static double phi[M][M], out[M][M];
#pragma dist distribute [block][*] :: phi, out

static void difference(int i, double *d)
{
	for (int j = 1; j < M - 1; j++) d[j] = phi[i][j] - phi[i - 1][j];
}

static double kept[M], sent[M];

// The last row's is read behind the loop.
static double last_is_read(void)
{
	double sum = 0;
	difference(1, kept);
	for (int i = 1; i < M - 1; i++) {
		difference(i + 1, sent);
		for (int j = 1; j < M - 1; j++) out[i][j] = sent[j] - kept[j];
		for (int j = 0; j < M; j++) kept[j] = sent[j];
	}
	for (int j = 0; j < M; j++) sum += kept[j] * j;
	return sum;
}

static double some[M], more[M];

// An element that is set is read in the next step, before it is set there.
static void one_is_read(void)
{
	for (int i = 1; i < M - 1; i++) {
		for (int j = 2; j < M - 1; j++) more[j] = phi[i + 1][j] - phi[i][j];
		for (int j = 1; j < M - 2; j++) out[i][j] += more[j + 1] - some[j];
		for (int j = 1; j < M - 2; j++) some[j] = more[j + 1];
	}
}

static double total[M];

// All rows before it are in it.
static void adds_up(void)
{
	for (int j = 0; j < M; j++) total[j] = 0;
	for (int i = 1; i < M - 1; i++) {
		for (int j = 1; j < M - 1; j++) total[j] = 0.5 * total[j] + phi[i + 1][j];
		for (int j = 1; j < M - 1; j++) out[i][j] += 0.125 * total[j];
	}
}

static double old[M], new[M];

// What it is made of has been set by the loop itself.
static void of_new_values(void)
{
	difference(1, old);
	for (int i = 1; i < M - 1; i++) {
		difference(i + 1, new);
		for (int j = 1; j < M - 1; j++) phi[i + 1][j] = 0.5 * phi[i + 1][j] + new[j] - 0.25 * old[j];
		for (int j = 0; j < M; j++) old[j] = new[j];
	}
}

static double first[M], second[M];

// It has been set by the loop, but behind its last use: what was there before is taken.
static void of_old_values(void)
{
	difference(1, first);
	for (int i = 1; i < M - 1; i++) {
		difference(i + 1, second);
		for (int j = 1; j < M - 1; j++) phi[i][j] += 0.0625 * (second[j] - first[j]);
		for (int j = 0; j < M; j++) first[j] = second[j];
	}
}

static double even[M], odd[M];

// Not in each row.
static void sometimes(void)
{
	difference(1, even);
	for (int i = 1; i < M - 1; i++) {
		if (i % 3) difference(i + 1, odd);
		for (int j = 1; j < M - 1; j++) out[i][j] += odd[j] - even[j];
		for (int j = 1; j < M - 1; j++) even[j] = odd[j];
	}
}

static double none[M], one[M], two[M];

// The row two before a process's first one would be computed anew, but where does that end? It is the copy of a copy.
static void three(void)
{
	for (int j = 0; j < M; j++) two[j] = phi[0][j];
	for (int j = 0; j < M; j++) one[j] = phi[1][j];
	for (int i = 1; i < M - 1; i++) {
		for (int j = 1; j < M - 1; j++) none[j] = phi[i + 1][j] + 0.25 * phi[i + 1][j - 1];
		for (int j = 1; j < M - 1; j++) out[i][j] += two[j] - 2 * one[j] + none[j];
		for (int j = 0; j < M; j++) two[j] = one[j];
		for (int j = 0; j < M; j++) one[j] = none[j];
	}
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 1;
	double sum = 0;
	for (int j = 0; j < M; j++) sent[j] = j % 3;
	for (int i = 0; i < M; i++)
		for (int j = 0; j < M; j++) phi[i][j] = i * j % 7;
	for (int t = 0; t < steps; t++) {
		printf("%.9g\n", last_is_read());
		one_is_read();
		adds_up();
		of_new_values();
		of_old_values();
		sometimes();
		three();
		for (int i = 1; i < M - 1; i++)
			for (int j = 1; j < M - 1; j++) phi[i][j] += 0.01 * out[i][j];
	}
	for (int i = 0; i < M; i++)
		for (int j = 0; j < M; j++) sum += phi[i][j] * (i + 2 * j);
	printf("%.8e %.9g %.9g\n", sum, phi[30][7], phi[50][9]);
	return 0;
}
