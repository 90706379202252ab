// The five-point stencil, the loops of which are in another file.
#include "parts.h"

#include <stdio.h>
#include <stdlib.h>

float u[MOST][MOST], v[MOST][MOST];

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 60, steps = argc > 2 ? atoi(argv[2]) : 4;
	set(n + 2);
	for (int t = 0; t < steps; t++) {
		average(n);
		for (int k = 0; k < 2; k++) copy(n);
	}
	printf("%g\n", u[n / 2][n / 2]);
}
