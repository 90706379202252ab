// A cycle of more phases than any table is made for at first: 160 loops, every second of which gets neighbours' elements.
#include <stdio.h>
#include <stdlib.h>

#define N 100
static double a[N], b[N];
#pragma dist distribute[block] ::a, b
#define TWO                                                                                                            \
	for (int i = 1; i < n; i++) a[i] = 0.5 * b[i - 1];                                                             \
	for (int i = 0; i < n; i++) b[i] = a[i] + 1;
#define EIGHT TWO TWO TWO TWO
#define FORTY EIGHT EIGHT EIGHT EIGHT EIGHT

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N;
	for (int t = 0; t < 3; t++) {
		FORTY FORTY FORTY FORTY printf("step %d\n", t);
	}
	printf("%g\n", b[n / 2]);
}
