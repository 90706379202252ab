// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 50 2
// ARGS: 2 1
// An array is read element by element at both of its ends in turn: a part of each is read ahead, and stays while the
// other one is used.
// PER-STEP: procs=2 from="20000 2" to="20000 5" messages=0,0 bytes=0,0 collectives=18
#include <stdio.h>
#include <stdlib.h>

static long n_calls;
static void count(void) { n_calls++; }
void (*hook)(void) = count;

int main(int argc, char **argv)
{
	const int n = atoi(argv[1]), times = atoi(argv[2]);
	double *a = malloc(n * sizeof *a);
#pragma dist array a[n]
#pragma dist distribute a[block]
	for (int t = 0; t < times; t++) {
		for (int i = 0; i < n; i++) a[i] = (i * 7L + t) % 101;
		double sum = 0;
		for (int low = 0, high = n - 1; low < high;) {
			hook();
			sum += low % 3;
			if (a[low] < a[high])
				low++;
			else
				high--;
			if (low % 1000 == 0) printf("%d %d\n", low, high);
		}
		printf("%g %ld\n", sum, n_calls);
	}
	return 0;
}
