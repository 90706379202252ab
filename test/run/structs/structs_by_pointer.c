// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// Structs whose members bound loops are set as a whole through pointers, in the loops around: by assignment, by library functions, as a part of
// another struct, as the variable that the pointer leads to.
#include <stdio.h>
#include <string.h>

enum { N = 30 };
typedef struct box {
	int lo, hi;
} box;
typedef struct room {
	box b;
	int k;
} room;
static double v[N], w[N];
#pragma dist distribute [block] :: v, w
static box g = {2, 20}, *G = &g;
static room R = {{3, 9}, 4}, *Q = &R;
static box *H = &R.b;

static void assigned(box *p)
{
	for (int i = 0; i < 4; i++) {
		*p = (box){i, i + 9};
		for (int j = p->lo; j < p->hi; j++) w[j] += v[N - 1 - j];
	}
}
static void copied(box *p)
{
	for (int i = 0; i < 4; i++) {
		memcpy(p, &(box){i, i + 9}, sizeof *p);
		for (int j = p->lo; j < p->hi; j++) w[j] += v[j + 3];
	}
}
static void variable(const box *p)
{
	for (int i = 0; i < 4; i++) {
		g = (box){i, i + 9};
		for (int j = p->lo; j < p->hi; j++) w[j] += v[j + 4];
	}
}
static void part(room *p)
{
	for (int i = 0; i < 4; i++) {
		*p = (room){{i, i + 9}, 3};
		for (int j = H->lo; j < H->hi; j++) w[j] += v[j + 5];
	}
}
static void whole(box *p)
{
	for (int i = 0; i < 4; i++) {
		*p = (box){i, i + 9};
		for (int j = Q->b.lo; j < R.b.hi; j++) w[j] += v[j + 6];
	}
}
static void kept(box *p)
{
	for (int i = 0; i < 4; i++) {
		box t = *p;
		t.hi--;
		for (int j = t.lo; j < t.hi; j++) w[j] += v[j + 7];
		*p = t;
	}
}
static void cleared(box *p)
{
	for (int i = 0; i < 4; i++) {
		memset(p, 0, sizeof *p);
		p->hi += i + 5;
		for (int j = p->lo; j < p->hi; j++) w[j] += v[N - 1 - j];
	}
}

int main(void)
{
	for (int i = 0; i < N; i++) v[i] = i * i, w[i] = 0;
	for (int t = 0; t < 3; t++) {
		assigned(&g);
		copied(&g);
		variable(G);
		part(Q);
		whole(H);
		kept(G);
		cleared(H);
		double s = 0;
		for (int i = 0; i < N; i++) s += w[i] * (i + 1);
		printf("%g %d %d\n", s, g.lo, g.hi);
		for (int i = 0; i < N; i++) v[i] += t;
	}
	return 0;
}
