// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 70 "return a[0] + 10 * a[1] + 100 * b[1] + 1000 * b[2] + b[3] +...": elements are read one by one
//            "grid g = {v[1], tab[5], m};": elements are read one by one
//            "int n = k + 1, a[4] = {n, k, n * k}, m = a[0] + a[2], b[] =...": elements are read one by one
//            "printf("%g %d %g\n", other.f[1], colour[4], loc[0].z);": elements are read one by one
// Initialisers of mapped arrays: of types without a name, of types by a typedef, beside variables that they name and that name them.
#include <stdio.h>
typedef double grid[4];
static grid v = {1, 2, 3};
#pragma dist distribute v[block]
double tab[] = {1, [4] = 5, 6};
#pragma dist distribute tab[block]
int k = 100;
static const int sq[10] = {0, 1, 4, 9, [7] = 49, 64, 81}, plain = 4, cube[] = {1, 8, 27};
#pragma dist distribute[block] ::sq, cube
static int f(int k)
{
	int n = k + 1, a[4] = {n, k, n * k}, m = a[0] + a[2], b[] = {a[1], m, v[2], tab[4]};
#pragma dist distribute[block] ::a, b
	grid g = {v[1], tab[5], m};
#pragma dist distribute g[block]
	static int calls[3] = {5}, more = 6;
#pragma dist distribute calls[block]
	calls[1] += more++;
	return a[0] + 10 * a[1] + 100 * b[1] + 1000 * b[2] + b[3] + g[0] + g[2];
}
static struct {
	int k;
	float f[2];
} cells[5] = {{1, {2, 3}}, [3] = {.f = {[1] = 7}}, {9}}, other;
#pragma dist distribute cells[block]
static enum { RED, BLUE } colour[6] = {BLUE, [4] = BLUE};
#pragma dist distribute colour[block]
typedef struct {
	int a;
} named;
static named t[3] = {{1}, {2}, {3}}, u[4] = {{4}};
#pragma dist distribute[block] ::t, u

static void without_names(void)
{
	static union {
		int i;
		float f;
	} w[4] = {{.f = 1}, {2}};
#pragma dist distribute w[block]
	struct {
		int k;
		double z;
	} loc[5] = {{1, 2}, [3] = {4}};
#pragma dist distribute loc[block]
	other = cells[3];
	for (int i = 0; i < 5; i++) cells[i].k += i + (i < 4 ? colour[i] + w[i].i : loc[i].k);
	for (int i = 0; i < 5; i++) printf("%d %g %d\n", cells[i].k, cells[i].f[1], i < 3 ? t[i].a + u[i].a : 0);
	printf("%g %d %g\n", other.f[1], colour[4], loc[0].z);
}

int main(void)
{
	int s = 0;
	without_names();
	for (int i = 0; i < 3; i++) s += cube[i] * sq[i + 1] * plain;
	printf("%d %d %d\n", f(3), f(7), s);
	for (int i = 0; i < 4; i++) v[i] += tab[i];
	for (int i = 0; i < 4; i++) printf("%g ", v[i]);
	return 0;
}
