// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only %s 2>&1 | %count 0
// FLAGS: -lm
// TOLERANCE: 1e-10
// MAX-SLOW: 0
//
// A nest that sets some members of all structs and reads others: of bodies everywhere, of neighbours. A union's members are one.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 100 };
typedef struct {
	double x, y, vx, vy, fx, fy, m;
} body;
static body b[N];
#pragma dist distribute b[block]

typedef struct {
	float now, then;
	struct {
		int a, b;
	} pair;
	union {
		int i;
		float f;
	} either;
} cell;
static cell c[N];
#pragma dist distribute c[block]

static void step(void)
{
	for (int i = 0; i < N; i++) {
		b[i].fx = b[i].fy = 0;
		for (int j = 0; j < N; j++) {
			if (j == i) continue;
			double dx = b[j].x - b[i].x, dy = b[j].y - b[i].y, d = sqrt(dx * dx + dy * dy + 0.01);
			b[i].fx += b[i].m * b[j].m * dx / (d * d * d);
			b[i].fy += b[i].m * b[j].m * dy / (d * d * d);
		}
	}
	for (int i = 0; i < N; i++) {
		body *p = &b[i];
		p->vx += p->fx / p->m * 0.01;
		p->vy += p->fy / p->m * 0.01;
		p->x += p->vx * 0.01;
		p->y += p->vy * 0.01;
	}
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 5;
	for (int i = 0; i < N; i++) {
		b[i] = (body){.x = i % 10, .y = i / 10, .m = 1 + i % 3};
		c[i].now = i, c[i].then = 0, c[i].pair.a = i, c[i].pair.b = -i, c[i].either.i = i;
	}
	for (int t = 0; t < steps; t++) step();
	for (int i = 1; i < N - 1; i++) {
		c[i].then = c[i - 1].now + c[i + 1].now;
		c[i].pair.b = c[i - 1].either.i;
	}
	for (int i = 1; i < N; i++) c[i].now = c[i].then * 2;
	for (int i = 0; i < N; i++)
		printf("%.12g %.12g %g %g %d %d\n", b[i].x, b[i].vy, c[i].now, c[i].then, c[i].pair.b, c[i].either.i);
	return 0;
}
