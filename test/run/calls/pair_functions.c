// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// As pair_reductions_members.c, with what programs put around the additions: pointers to the two bodies, a function for
// the pair, by pointers or by numbers, that returns early, a function for one addition, structs by value, a function
// that sets both.
// FLAGS: -lm
// ARGS: 157 3
// ARGS: 2 3
// PER-STEP: procs=2 from="190 10" to="190 20" collectives=2 messages=6,6
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 200 };
typedef struct {
	double x, y;
} vector;
typedef struct {
	double x[3], f[3];
	int near;
} body;
static body b[MOST];
static vector at[MOST], force[MOST];
static double px[MOST], py[MOST], fx[MOST], fy[MOST];
#pragma dist distribute [block] :: b, at, force, px, py, fx, fy

static int shared_energy;

static void with_pointers(int n)
{
	for (int i = 0; i < n; i++) {
		body *p = &b[i];
		for (int j = i + 1; j < n; j++) {
			body *q = b + j;
			double d = (int)(q->x[0] - p->x[1]) % 7;
			p->f[0] += d;
			q->f[0] -= d;
			p->near++;
			q->near += 2;
		}
	}
}

// A pointer that goes along, and elements beside what it leads to.
static void walking(int n)
{
	body *p = b;
	for (int i = 0; i < n; i++, p++) {
		body *q = p + 1;
		for (int j = i + 1; j < n; j++, ++q) {
			int g = (int)(p->x[0] - q->x[2]) % 3;
			p->f[1] += g;
			q->f[1] -= g;
		}
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++) {
			body *r = b + i, *q = &b[j];
			int g = (int)(r->x[1] - q->x[0]) % 5;
			r[0].f[2] += g;
			q[i - j].f[2] += 1;
			q[0].f[2] -= g;
		}
}

// The address of a member array is no access.
static void by_members(int n)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			double *f = b[j].f;
			f[0] += i % 3;
			b[i].near -= j % 2;
		}
}

static void add(double *f, int by, const int *d)
{
	for (int k = 0; k < 3; k++) f[k] += by * d[k];
}

static void interact(body *p, body *q, int *energy)
{
	int d[3], r2 = 0;
	for (int k = 0; k < 3; k++) {
		d[k] = (int)(q->x[k] - p->x[k]);
		r2 += d[k] * d[k];
	}
	if (r2 > 600) return;
	add(p->f, 1, d);
	add(q->f, -1, d);
	p->near++;
	*energy += r2;
}

static int by_functions(body *all, int n)
{
	int energy = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++) interact(all + i, &all[j], &energy);
	return energy;
}

static void add_to(vector *v, int s, vector by)
{
	v->x += s * by.x;
	v->y += s * by.y;
}

static vector difference(vector a, vector c)
{
	vector d = {a.x - c.x, a.y - c.y};
	return d;
}

static void by_values(int n)
{
	for (int i = 0; i < n; i++)
		for (int j = i + 1; j < n; j++) {
			vector d = difference(at[j], at[i]);
			if (d.x * d.x + d.y * d.y > 300) continue;
			add_to(&force[i], 1, d);
			add_to(&force[j], -2, d);
		}
}

static double pair(int i, int j, double far)
{
	double dx = px[j] - px[i], dy = py[j] - py[i], r2 = dx * dx + dy * dy;
	if (r2 > far) return 0;
	fx[i] += dx;
	fx[j] -= dx;
	if (dy > 8) return 1;
	fy[i] += dy;
	fy[j] -= dy;
	shared_energy++;
	return r2;
}

static void order(double *a, double *b)
{
	if (*a > *b) {
		double t = *a;
		*a = *b;
		*b = t;
	}
}

static void clear(body *p) { p->f[0] = p->f[1] = p->f[2] = 0; }

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), steps = atoi(argv[2]);
	long energy = 0;
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < 3; k++) b[i].x[k] = i * (5 + k) % 31;
		at[i].x = i * 7 % 23;
		at[i].y = i * 11 % 19;
		px[i] = i * 3 % 29;
		py[i] = i * 13 % 17;
	}
	by_members(n);
	for (int t = 0; t < steps; t++) {
		double found = 0;
		for (int i = 0; i < n; i++) {
			clear(&b[i]);
			fx[i] = fy[i] = force[i].x = force[i].y = 0;
		}
		with_pointers(n);
		walking(n);
		energy += by_functions(b, n);
		by_values(n);
		for (int i = 0; i < n; i++)
			for (int j = i + 1; j < n; j++) found += pair(i, j, 200);
		energy += (long)found;
		for (int i = 0; i < n; i++) {
			for (int k = 0; k < 3; k++) b[i].x[k] += (int)b[i].f[k] % 3;
			at[i].x += (int)force[i].x % 3;
			at[i].y += (int)force[i].y % 3;
			px[i] += (int)fx[i] % 3;
			py[i] += (int)fy[i] % 3;
		}
	}
	for (int phase = 0; phase < 5; phase++)
		for (int i = phase % 2; i < n - 1; i += 2) order(&px[i], &px[i + 1]);
	double s = 0, near = 0;
	for (int i = 0; i < n; i++) {
		s += (i % 5) * b[i].x[0] + b[i].x[2] + at[i].x * (i % 7) + at[i].y + px[i] + py[i] * (i % 3);
		near += b[i].near;
	}
	printf("%.12g %.12g %ld %d\n", s, near, energy, shared_energy);
	return 0;
}
