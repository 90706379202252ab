// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// A time loop around nests and a call that gets the object in which the mapped arrays stand: the call changes these.
// FLAGS: -Wno-dist
// MAX-SLOW: 3
// ARGS: 13
#include <stdio.h>
#include <stdlib.h>

struct data {
	int n;
	int a[13];
	int b[13];
#pragma dist distribute [block] :: a, b
};

static void sweep(int n, struct data *d, int *w)
{
	for (int i = 1; i < n - 2; i++) {
		d->a[i] = (d->b[i] + w[i - 1]) % 101;
		d->b[i] = (d->a[i + 2] + 3 * d->a[i - 1]) % 101;
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 13;
	struct data *d = malloc(sizeof *d);
	int w[13];
	d->n = n;
	for (int i = 0; i < n; i++) d->b[i] = (i * 7 + 1) % 23, d->a[i] = 0;
	for (int i = 0; i < n; i++) w[i] = (i * 3 + 2) % 23;
	for (int t = 0; t < 3; t++) {
		for (int i = 3; i < n; i += 3) d->a[i] = (d->b[i - 1] + d->b[i - 3] + d->b[i]) % 101;
		for (int i = n - 2; i >= 0; i--) d->a[i] = (d->b[i] + 3 * d->b[i + 1] + i) % 101;
		sweep(n, d, w);
	}
	for (int i = 0; i < n; i++) printf("%d %d\n", d->a[i], d->b[i]);
	free(d);
	return 0;
}
