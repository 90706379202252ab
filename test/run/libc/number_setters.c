// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -Rdist=summary %s -o %t -lm 2>&1 | %FileCheck %s
//
// Functions of the C library that set numbers behind pointers, in loops that are split: variables of the iteration,
// elements of mapped arrays, and variables whose last value is read behind the loop.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#define N 1000
static double u[N], v[N], w[N];
static int e[N];
#pragma dist distribute [block] :: u, v, w, e
static void rotation(double angle, double *s, double *c) { sincos(angle, s, c); }

int main(void)
{
	// CHECK: [[# @LINE + 1]]:{{.*}}split along dimension 0 of 'u'; nothing is sent
	for (int i = 0; i < N; i++) {
		double s, c;
		sincos(i * .01, &s, &c);
		u[i] = s + 2 * c;
	}
	// CHECK: [[# @LINE + 1]]:{{.*}}split along dimension 0 of 'e'; nothing is sent
	for (int i = 0; i < N; i++) { v[i] = frexp(u[i] * 100, &e[i]); sincos(u[i], &w[i], &u[i]); }
	double whole, part, s, c;
	// A function that hands the pointers on.
	// CHECK: [[# @LINE + 1]]:{{.*}}split along dimension 0 of 'w'; nothing is sent
	for (int i = 0; i < N; i++) {
		double x, y;
		rotation(u[i], &x, &y);
		w[i] += x - y;
	}
	// CHECK: [[# @LINE + 1]]:{{.*}}split along dimension 0 of 'w'; sent each time: the last value of 'whole', the last
	for (int i = 0; i < N; i++) {
		part = modf(u[i] * 10, &whole);
		w[i] += part + whole * 3 + e[i];
	}
	s = c = 0;
	for (int i = 0; i < N; i++) s += u[i] + v[i] * 2 + w[i] * 3, c += v[i];
	printf("%.10g %g %g %g\n", s, c, whole, part);
}
