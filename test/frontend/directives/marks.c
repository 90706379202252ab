// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
//
// What serial and local code cannot do.
#include <stdio.h>
#include <stdlib.h>

double a[100], x;
int count, *place;
#pragma dist distribute a[block]
double norm(double *v, int n);
int other(void);
#pragma dist local(norm)
#pragma dist local
double part(double *v);

#pragma dist local
double sum(double *v)
{
	// CHECK-DAG: marks.c:[[@LINE+1]]:2: error: a local function changes 'count', of which every process has a copy; return the value, for a reduction
	count++;
	// CHECK-DAG: marks.c:[[@LINE+1]]:2: error: 'printf' is done by all processes together; it cannot be called in local code
	printf("%d\n", count);
	// CHECK-DAG: marks.c:[[@LINE+1]]:9: error: nothing is known of 'other', which local code calls; mark it 'pure' or 'local', or define it in this file
	return other() + v[0];
}

// CHECK-DAG: marks.c:[[@LINE+2]]:6: error: the serial function 'where' returns a pointer, which means nothing to the other processes
#pragma dist serial
int *where(int n)
{
	// CHECK-DAG: marks.c:[[@LINE+1]]:2: error: what changes here, in 'place' or behind it, cannot be told to the other processes
	place = malloc(n * sizeof *place);
	// CHECK-DAG: marks.c:[[@LINE+1]]:2: error: 'srand' is done by all processes together; it cannot be called in serial code
	srand(1);
	return place;
}

#pragma dist serial
void fill(int n, int *v, char *text)
{
	for (int i = 0; i < n; i++) v[i] = i;
	// CHECK-DAG: marks.c:[[@LINE+1]]:2: error: serial code changes the memory behind 'text', whose size is not known; add '#pragma dist array text' with its extents
	text[n] = 0;
}

int hidden;
static void set_hidden(void)
{
	// CHECK-DAG: marks.c:[[@LINE+1]]:2: error: what changes here, in 'hidden' or behind it, cannot be told to the other processes
	hidden = 1;
}

int main(void)
{
	// CHECK-DAG: marks.c:[[@LINE+1]]:6: error: the result of the local function 'sum' is a part on each process; it may only feed a reduction, as in 's += sum(...)'
	x = sum(a);
	// CHECK-DAG: marks.c:[[@LINE+1]]:27: error: the result of the local function 'part' is
	for (int i = 0; i < 3 && part(a); i++) x += part(a);
	int n = 4;
	{
		int hidden = n;
#pragma dist serial
		set_hidden();
		n = hidden;
	}
	for (int i = 0; i < n; i++) {
#pragma dist serial
		{
			// CHECK-DAG: marks.c:[[@LINE+1]]:11: error: a serial statement cannot be left by 'continue'
			if (i) continue;
			while (i) break;
		}
	}
	return 0;
}
