// How often the first loop's statement is executed has no closed form that is worth it: a quasi-polynomial would tell
// the remainders of n by 103 * 107 apart.
#include <stdio.h>
#include <stdlib.h>

#define MOST 400
static double a[MOST], b[MOST];
#pragma dist distribute[block] ::a, b

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 100;
	for (int t = 0; t < 3; t++) {
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				for (int k = 0; k < n; k++)
					if (31 * i + 37 * j + 41 * k <= 30 * n) a[i] += 1.0;
		for (int i = 1; i < n; i++) b[i] = a[i - 1];
		printf("step %d\n", t);
	}
	printf("%g\n", a[n / 2] + b[n - 1]);
}
