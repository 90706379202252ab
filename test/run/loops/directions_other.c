// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 5
// BY-ALL: 86 "for (unsigned i = from < 0 ? 0u : (unsigned)from; i < N &&...": this does not hold: (from < 0 ? 0U :
//              (unsigned int)from) <= 59
//            "for (int i = from; i < N && 0 <= i; i--) a[i] *= 1.5, n++;": this does not hold: from <= 59
//            "for (int j = 0; j < 5; j++) for (int i = j - 2; i >= 0 && i...": this does not hold: false
//            "a[i] -= 1;": elements are set one by one
// ARGS: 1 0
// ARGS: -1 3
// ARGS: 2 -2
// ARGS: -3 70
// Directions that change on the way, begin outside, or are of loops that cannot be written twice: right, if perhaps slow.
#include <stdio.h>
#include <stdlib.h>
#define N 60
static double a[N];
#pragma dist distribute a[block]

static int turns(int step, int from)
{
	static int calls;
	int s = step > 0 ? 0 : N - 1, e = step > 0 ? N : -1, n = 0, k = step;
	for (int i = s; k > 0 ? i < e : i >= 0; i += k) {
		a[i] += i;
		if (++n == 7) k = 1; /* turns round, or goes on in smaller steps */
		if (n > 3 * N) break;
	}
	for (int i = s; step > 0 ? i < e : i > e; i += step) {
		static int seen;
		if (i % 2) goto next;
		a[i] += seen++;
	next:
		a[i] -= 1;
	}
	for (int i = from; i >= 0 && i < N; i++) a[i] += 2, n++;
	for (int i = from; i < N && 0 <= i; i--) a[i] *= 1.5, n++;
	for (int j = 0; j < 5; j++)
		for (int i = j - 2; i >= 0 && i < N; i += 7) a[i] += j, n++;
	int dir = step;
	if (step == 2 || step == -3) dir = step > 0 ? 1 : -1;
	for (int i = s; i != e; i += dir) a[i] += 0.25;
	for (unsigned i = from < 0 ? 0u : (unsigned)from; i < N && i >= 0; i--) a[i] += 1, n++;
	return n + ++calls;
}

int main(int argc, char **argv)
{
	for (int i = 0; i < N; i++) a[i] = i % 13;
	printf("%d\n", turns(argc > 1 ? atoi(argv[1]) : 1, argc > 2 ? atoi(argv[2]) : 0));
	for (int i = 0; i < N; i++) printf("%g\n", a[i]);
	return 0;
}
