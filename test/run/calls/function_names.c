// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 1
// BY-ALL: 41 "for (int i = 0; i < N; i++) a[i] = rating(&a[i]);": what was assumed when it was compiled does not hold
//            "static void note(double *p, int i) { const char *s = __func...": elements are set one by one
// STDERR: compare
// __func__ and its like in functions that nests call.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 50
static double a[N];
#pragma dist distribute a[block]
static const char *where;
static void note(double *p, int i) { const char *s = __func__; *p = i + s[0] + (double)sizeof __func__ + strlen(__FUNCTION__); if (p == NULL) where = s; }
static double rating(const double *x) { static const char name[] = "r"; if (*x < 0) { fprintf(stderr, "%s %s\n", __PRETTY_FUNCTION__, name); exit(3); } return *x + __func__[1]; }
int main(void)
{
	double s = 0;
	for (int i = 0; i < N; i++) note(&a[i], i);
	for (int i = 0; i < N; i++) s += rating(&a[i]);
	printf("%g %s\n", s, __func__);
	a[40] = -1;
	for (int i = 0; i < N; i++) a[i] = rating(&a[i]);
	return 0;
}
