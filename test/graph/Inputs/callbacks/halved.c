// The cycle halves a size, sets another one in a function that it calls, and leaves a third one alone.
#include <stdio.h>
#include <stdlib.h>

#define MOST 400
static double a[MOST], b[MOST], c[MOST];
#pragma dist distribute[block] ::a, b, c
static int k;

static void less(void) { k -= 3; }

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 300, m = n;
	k = n;
	for (int t = 0; t < 3; t++) {
		for (int i = 0; i < n; i++) a[i] += 1.0;
		for (int i = 0; i < m; i++) b[i] += 1.0;
		for (int i = 0; i < k; i++) c[i] += 1.0;
		n /= 2;
		less();
		printf("step %d\n", t);
	}
	printf("%g\n", a[m / 2] + b[m / 3] + c[3]);
}
