// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 9
// BY-ALL: 93 "for (int i = 0; i < n; i++) if (i % 2 && a[i] > top)": what it sets it reads
//            "for (int i = 0; i < n; i++) if (a[i] > top && a[i] < top +...": what it sets it reads
//            "for (int i = 0; i < n; i++) if (top < 25 && a[i] > top) top...": what it sets it reads
//            "for (int i = 0; i < n; i++) top = i % 3 && a[i] > top ? a[i...": what it sets it reads
// ARGS: 43
// ARGS: 5
// Conditions beside a comparison that name what the iterations before have set: no extrema.
#include <stdio.h>
#include <stdlib.h>
enum { N = 43 };
static double a[N];
#pragma dist distribute a[block]

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N;
	for (int i = 0; i < n; i++) a[i] = (i * 37) % 41;
	double top = -1;
	int found = 0, at = 0, seen = 0;
	for (int i = 0; i < n; i++)
		if (!found && a[i] > top) top = a[i], found = a[i] > 20;
	printf("%g %d\n", top, found);
	top = -1;
	for (int i = 0; i < n; i++)
		if (i > at + 3 && a[i] > top) top = a[i], at = i;
	printf("%g %d\n", top, at);
	top = -1;
	for (int i = 0; i < n; i++)
		if (top < 25 && a[i] > top) top = a[i];
	printf("%g\n", top);
	top = -1;
	for (int i = 0; i < n; i++)
		if (a[i] > top && a[i] < top + 10) top = a[i];
	printf("%g\n", top);
	top = -1;
	for (int i = 0; i < n; i++)
		if (seen++ % 3 == 0 && a[i] > top) top = a[i];
	printf("%g %d\n", top, seen);
	top = -1;
	double low = 1000;
	for (int i = 0; i < n; i++)
		if (i % 2 && a[i] > top)
			top = a[i];
		else if (a[i] < low)
			low = a[i];
	printf("%g %g\n", top, low);
	top = -1;
	for (int i = 0; i < n; i++) top = a[i] > top && top < 30 ? a[i] : top;
	printf("%g\n", top);
	top = -1;
	for (int i = 0; i < n; i++) top = i % 3 || a[i] > top ? a[i] : top;
	printf("%g\n", top);
	top = -1;
	for (int i = 0; i < n; i++) top = i % 3 && a[i] > top ? a[i] : top - 1;
	printf("%g\n", top);
	return 0;
}
