// Takes its sizes from standard input, and ends with another status than 0.
#include <stdio.h>
double a[1000], b[1000];
#pragma dist distribute a[block], b[block]
int main(void)
{
	int n, steps;
	if (scanf("%d %d", &n, &steps) != 2) {
		fprintf(stderr, "no sizes\n");
		return 3;
	}
	for (int i = 0; i < n; i++) a[i] = i % 7;
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < n - 1; i++) b[i] = (a[i - 1] + a[i + 1]) / 2;
		for (int i = 1; i < n - 1; i++) a[i] = b[i];
	}
	printf("%d %d %g\n", n, steps, a[n / 2]);
	return steps == 1 ? 0 : 7;
}
