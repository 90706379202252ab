// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 158
// BY-ALL: 56 "for (int i = 0; i < N; i++) for (int k = 0; k < 3; k++) min...": the array 'mine', which every
//              process has a copy of, is written in parts
//            "for (int i = 0; i < N; i++) for (int k = 0; k < 3; k++) tmp...": the array 'tmp', which
//              every process has a copy of, is written in parts
//            "v[i] = work[0];": elements are set one by one
//            "v[i] = work[0];": elements are set one by one
// What is done on the way out of a nest uses arrays and variables that the iteration has set for itself: by name, through a pointer, in functions.
#include <stdio.h>
#include <stdlib.h>
#define N 20
static double u[N], v[N];
#pragma dist distribute [block] :: u, v
static double t, work[3];
static void report(void) { printf("t %g w %g\n", t, work[1]); }
static void one(double lim)
{
	for (int i = 0; i < N; i++) {
		t = u[i] * 2;
		if (t > lim) {
			report();
			break;
		}
	}
}
static void two(double lim)
{
	for (int i = 0; i < N; i++) {
		for (int k = 0; k < 3; k++) work[k] = u[i] * k;
		if (work[2] > lim) {
			printf("two %g\n", work[1]);
			break;
		}
		v[i] = work[0];
	}
}
static void three(double lim, double *tmp)
{
	for (int i = 0; i < N; i++) {
		for (int k = 0; k < 3; k++) tmp[k] = u[i] * k;
		if (u[i] > lim) {
			printf("three %g\n", tmp[1]);
			break;
		}
		v[i] = tmp[0] + tmp[1];
	}
}
static void four(double lim)
{
	for (int i = 0; i < N; i++) {
		for (int k = 0; k < 3; k++) work[k] = u[i] * k;
		if (work[2] > lim) {
			report();
			break;
		}
		v[i] = work[0];
	}
}
static void show(const double *p) { printf("show %g\n", p[1]); }
static void five(double lim)
{
	double mine[3], one;
	for (int i = 0; i < N; i++) {
		for (int k = 0; k < 3; k++) mine[k] = u[i] * k;
		one = mine[1] + 1;
		if (mine[2] > lim) {
			printf("five %g %g\n", mine[1], one);
			break;
		}
		v[i] = mine[0];
	}
}
static void six(double lim)
{
	double mine[3], other[2], *p = other;
	for (int i = 0; i < N; i++) {
		for (int k = 0; k < 3; k++) mine[k] = u[i] * k;
		other[0] = u[i];
		other[1] = mine[2] + other[0];
		if (mine[2] > lim) {
			show(mine);
			printf("six %g\n", p[1]);
			return;
		}
		v[i] = mine[0] + other[1];
	}
}
int main(void)
{
	for (int i = 0; i < N; i++) u[i] = i;
	double *tmp = malloc(3 * sizeof *tmp);
	for (int k = 0; k < 5; k++) {
		one(k * 9);
		one(100);
		two(k * 9);
		four(k * 8);
		three(k * 4, tmp);
		five(k * 7);
		six(k * 6);
	}
}
