// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// A program's own functions that are named as system calls: the runtime's files and streams do without these.
#include <stdio.h>

static double y[1000];
#pragma dist distribute y[block]
static int n_opened;

void open(const char *name, int lines)
{
	n_opened += lines;
	printf("open %s\n", name);
}

void close(double *x)
{
	for (int i = 0; i < 1000; i++) x[i] /= 2;
}

double read(const double *x, int i) { return x[i]; }

void write(double *x)
{
	FILE *file = fopen("values", "w");
	open("values", 1000);
	for (int i = 0; i < 1000; i++) fprintf(file, "%g\n", x[i]);
	fclose(file);
	close(x);
}

int main(void)
{
	for (int i = 0; i < 1000; i++) y[i] = 2.0 * i;
	write(y);
	printf("%d %g\n", n_opened, read(y, 700));
	return 0;
}
