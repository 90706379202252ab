// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 23
// BY-ALL: 75 "for (int i = 0; i < N; i++, again = !again) if (again >= 0...": this does not hold: 0 <=
//              hpcc_was_again <= 1
//            "g[i] = d;": elements are set one by one
//            "h[i] = c;": elements are set one by one
//            "g[2 * i + (e & 1)] = e;": elements are set one by one
// Loops that begin beyond the value that ends them, negative values that are compared as unsigned ones, counters of types in
// which they wrap around, and toggles that begin with neither 0 nor 1.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 26 };
static int g[N], h[N];
#pragma dist distribute[block] ::g, h

static void show(const int *a)
{
	for (int k = 0; k < N; k++) printf("%d ", a[k]);
	printf("\n");
}

static void beyond(void)
{
	for (uint8_t u = 250; u != 10; u++) g[(uint8_t)(u + 6)] += u;
	show(g);
	for (unsigned u = -3; u != 10; u++) g[u + 3] += 1;
	show(g);
	for (signed char c = 120; c != -120; c++) g[(c + 256) % N]++;
	show(g);
	for (uint16_t i = 65530; i != 4; i++) h[(uint16_t)(i + 6)] = i;
	for (uint16_t i = 65530, j = 0; i != 4; i++, j++) h[j] += i;
	show(h);
}

static void compared(int from, unsigned n, size_t m)
{
	for (int i = from; i < n; i++) g[(i + 260) % N]++;
	show(g);
	for (int i = from; i < m; i++) g[(i + 260) % N]++;
	show(g);
	for (int i = from; i <= n; i++)
		if (g[(i + 260) % N] > 2) break;
	for (long i = from; n > i; i++) g[i + 2]++;
	show(g);
}

static int find(int from, int stop, int x)
{
	for (int i = from; i != stop; i++)
		if (g[i] >= x) return i;
	return -1;
}

static void down(unsigned stop, int from)
{
	for (unsigned i = from - 1; i != stop; i--) g[(i + N) % N] += 3;
	show(g);
	for (unsigned char i = from; i != 240; i--) g[i % N] += 3;
	show(g);
	for (unsigned char i = from; i > 5; i -= 2) g[i % N] += 3;
	show(g);
}

static void counters(int n)
{
	unsigned char c = 250;
	for (int i = 0; i < n; i++, c++) h[i] = c;
	unsigned short k = 65530;
	for (int i = 0; i < n; i++) {
		h[k % N] = i;
		k++;
	}
	unsigned down = 2;
	for (int i = 0; i < n; i++, down--) g[down % N] += i;
	show(h);
	show(g);
	printf("%d %d %u\n", c, k, down);
}

static void toggles(int c, int d, int e)
{
	int again = c;
	for (int i = 0; i < N; i++) {
		h[i] = c;
		c = !c;
	}
	for (int i = 0; i < N; i++) {
		g[i] = d;
		d = (d + 1) % 2;
	}
	for (int i = 0; i < N / 2; i++) {
		g[2 * i + (e & 1)] = e;
		e ^= 1;
	}
	show(h);
	show(g);
	for (int i = 0; i < N; i++, again = !again)
		if (again >= 0 && again < N) h[again] += i;
	show(h);
	printf("%d %d %d\n", c, d, e);
}

int main(void)
{
	beyond();
	compared(-2, 10, 10);
	compared(3, 10, 10);
	printf("%d %d %d\n", find(0, -1, 9), find(5, 3, 200), find(3, N, 9999));
	down(-2, 3);
	down(0, 5);
	counters(9);
	toggles(0, 1, 0);
	toggles(5, 7, 4);
	toggles(-3, -4, -6);
	return 0;
}
