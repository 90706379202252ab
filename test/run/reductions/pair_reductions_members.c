// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// As pair_reductions.c, with bodies that are structs: some members are read, and others only added to. Each process
// adds to elements of its own, and the parts for others' are combined afterwards. Where the array has no mapping
// nothing changes.
// FLAGS: -lm
// ARGS: 157 3
// ARGS: 2 3
// PER-STEP: procs=2 from="64 10" to="64 20" collectives=1
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 200, DIMS = 3 };
typedef struct {
	double x[DIMS], v[DIMS];
	int near;
	double f[DIMS];
} body;
static body b[MOST], plain[MOST];
#pragma dist distribute b[block]

struct particle {
	float q;
	short kind;
	double x, y, fx, fy;
	unsigned hits;
};

static int energy;

// The force on the body of the outer loop is summed in an array.
static void summed(int n)
{
	energy = 0;
	for (int i = 0; i < n; i++) {
		double sum[DIMS] = {0, 0, 0};
		for (int j = i + 1; j < n; j++) {
			double r[DIMS], r2 = 0;
			for (int d = 0; d < DIMS; d++) {
				r[d] = b[i].x[d] - b[j].x[d];
				r2 += r[d] * r[d];
			}
			if (r2 > 900) continue;
			for (int d = 0; d < DIMS; d++) {
				sum[d] += r[d];
				b[j].f[d] -= r[d];
			}
			b[i].near++;
			b[j].near++;
			energy += (int)r2;
		}
		for (int d = 0; d < DIMS; d++) b[i].f[d] += sum[d];
	}
}

// Through a pointer, to bodies with a mapping and without one.
static void pairs(int n, body *q)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++) {
			double r = q[i].x[0] - q[j].x[1];
			q[i].f[0] += r;
			q[j].f[1] -= r * 2;
		}
}

static void scalars(int n, struct particle *p)
{
	for (int i = 0; i < n; i++)
		for (int j = i + 1; j < n; j++) {
			double dx = p[i].x - p[j].x, dy = p[i].y - p[j].y;
			if (dx * dx + dy * dy > 200 || p[i].kind == p[j].kind) continue;
			p[i].fx += dx * p[j].q;
			p[i].fy += dy * p[j].q;
			p[j].fx -= dx * p[i].q;
			p[j].fy -= dy * p[i].q;
			p[i].hits++;
			p[j].hits += 2;
		}
}

// Only `sum` is a member of numbers of one type: what stands beside `part.q` is another one, and has bits that are
// no number.
struct mixed {
	double x;
	struct {
		int bits;
		float q;
	} part;
	double sum;
};
static struct mixed g[MOST];
#pragma dist distribute g[block]

static double mixed(int n)
{
	double s = 0;
	for (int i = 0; i < n; i++) g[i] = (struct mixed){.x = i % 17, .part.bits = i % 2 ? -1 : 0x7fa00001};
	for (int i = 0; i < n; i++)
		for (int j = i + 1; j < n; j++) {
			double d = g[i].x - g[j].x;
			g[i].part.q += d;
			g[j].part.q -= d;
			g[i].sum += d;
			g[j].sum -= d;
		}
	for (int i = 0; i < n; i++) s += (i % 7) * (g[i].part.q + g[i].sum) + g[i].part.bits;
	return s;
}

static double move(int n, body *q)
{
	double s = 0;
	for (int i = 0; i < n; i++)
		for (int d = 0; d < DIMS; d++) {
			q[i].x[d] += (int)q[i].f[d] % 3;
			s += (i % 7 + d) * q[i].x[d];
		}
	return s;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), steps = atoi(argv[2]);
	struct particle *p = malloc(n * sizeof *p);
#pragma dist distribute p[block]
	for (int i = 0; i < n; i++) {
		for (int d = 0; d < DIMS; d++) {
			b[i].x[d] = i * (5 + d) % 31;
			plain[i].x[d] = i * (3 + d) % 17;
		}
	}
	for (int i = 0; i < n; i++) {
		p[i].q = i % 4 + 1;
		p[i].kind = i % 3;
		p[i].x = i * 13 % 41;
		p[i].y = i * 7 % 19;
		p[i].fx = p[i].fy = p[i].hits = 0;
	}
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < n; i++) {
			for (int d = 0; d < DIMS; d++) b[i].f[d] = 0;
		}
		for (int i = 0; i < n; i++) p[i].fx = p[i].fy = 0;
		summed(n);
		pairs(n, b);
		scalars(n, p);
		for (int i = 0; i < n; i++) {
			for (int d = 0; d < DIMS; d++) b[i].x[d] += (int)b[i].f[d] % 3;
		}
		for (int i = 0; i < n; i++) {
			p[i].x += (int)p[i].fx % 3;
			p[i].y += (int)p[i].fy % 3;
		}
	}
	pairs(n < 40 ? n : 40, plain);
	printf("%g %g %d\n", move(n, b), move(n, plain), energy);
	double s = 0, near = 0;
	for (int i = 0; i < n; i++) s += (i % 5) * p[i].x + p[i].y + p[i].hits;
	for (int i = 0; i < n; i++) near += b[i].near;
	printf("%.10g %.10g %.12g\n", s, near, mixed(n < 40 ? n : 40));
	return 0;
}
