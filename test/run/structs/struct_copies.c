// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Elements that are copied to a struct of the iteration, whose members are used, and back; structs given to functions and returned.
#include <math.h>
#include <stdio.h>
typedef struct {
	double x, y, z;
} vec;
typedef struct {
	vec r, v;
	double w[3];
	int cell, alive;
} particle;
enum { N = 29, C = 7 };
static particle q[N];
static double e[C], sum[N];
#pragma dist distribute[block] ::q, sum
static particle push(particle p, double dt)
{
	p.r.x += dt * p.v.x;
	p.r.y += dt * p.v.y;
	return p;
}
static vec add(vec a, vec b)
{
	vec c = {a.x + b.x, a.y + b.y, a.z + b.z};
	return c;
}
int main(void)
{
	for (int c = 0; c < C; c++) e[c] = c;
	for (int i = 0; i < N; i++) {
		particle p = {0};
		p.r.x = i, p.v.x = 0.5 * i, p.alive = 1;
		for (int k = 0; k < 3; k++) p.w[k] = i + k;
		q[i] = p;
	}
	for (int t = 0; t < 3; t++)
		for (int i = 0; i < N; i++) {
			particle p = q[i];
			if (!p.alive) continue;
			p.cell = (int)p.r.x % C;
			p.v.x += e[p.cell];
			p.r.x += p.v.x * 0.1;
			for (int k = 0; k < 3; k++) p.w[k] += p.r.x * k;
			if (p.r.x > 40) p.alive = 0;
			q[i] = p;
		}
	particle last;
	double total = 0;
	for (int i = 0; i < N; i++) {
		last = q[i];
		last.v.y = last.r.x;
		total += last.v.y + last.w[1];
		sum[i] = last.v.y;
	}
	for (int i = 0; i < N; i++) q[i] = push(q[i], 0.5);
	for (int i = 1; i < N - 1; i++) {
		vec a = add(q[i - 1].r, q[i + 1].r);
		a.x *= 0.5;
		sum[i] += a.x + a.y;
	}
	vec c = {0, 0, 0};
	for (int i = 0; i < N; i++) c.x += q[i].r.x, c.y += q[i].r.y;
	printf("%.6f %.6f %.6f %d\n", total, c.x, last.r.x, last.alive);
	for (int i = 0; i < N; i++) printf("%g %g %d\n", sum[i], q[i].w[2], q[i].alive);
}
