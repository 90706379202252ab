// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 17 "for (int i = 0; i < N; i++) global = with_global(global, f[...": a value of 'global' that one
//              process sets is read by another one in the same nest
//            "for (int i = 0; i < N; i++) s = chained(s, v[i]);": a value of 's' that one process sets
//              is read by another one in the same nest
//            "for (int i = 0; i < N; i++) s = crossed(s, v[i]);": a value of 's' that one process sets
//              is read by another one in the same nest
//            "for (int i = 0; i < N; i++) s = difference(v[i], s);": a value of 's' that one process
//              sets is read by another one in the same nest
// MAX-SLOW: 4
//
// Structs that functions combine member by member, each with an operator of its own. What only looks so (the last four loops) runs on all
// processes.
#include <stdio.h>
#define N 40
typedef struct { double x, y, z; } vec;
typedef struct { double re, im; } complex_number;
typedef struct { double low, high; int count; long double sum; unsigned char any; } range;
typedef struct { vec total; range of_x; } summary;
vec v[N], f[N], global;
complex_number c[N];
double m[N];
#pragma dist distribute v[block]
#pragma dist align f[i] with v[i]
#pragma dist align c[i] with v[i]
#pragma dist align m[i] with v[i]

static vec by_members(vec a, vec b)
{
	vec r;
	r.x = a.x + b.x;
	r.y = a.y + b.y;
	r.z = a.z + b.z;
	return r;
}
static vec in_place(vec a, vec b)
{
	a.x += b.x;
	a.y += b.y;
	a.z = b.z + a.z;
	return a;
}
static vec declared(vec a, vec b)
{
	vec r = {a.x + b.x, a.y + b.y, a.z + b.z};
	return r;
}
static vec literal(const vec a, const vec b) { return (vec){a.x + b.x, a.y + b.y, a.z + b.z}; }
static vec copied(vec a, vec b)
{
	double twice = 2 * b.x;
	vec r = a;
	r.x += twice;
	r.y -= b.y;
	r.z = r.z + b.z;
	return r;
}
static vec scaled(vec a, double s) { return (vec){a.x * s, a.y * s, a.z * s}; }
static vec difference(vec a, vec b) { return (vec){a.x - b.x, a.y - b.y, a.z - b.z}; }
static vec crossed(vec a, vec b) { return (vec){a.y + b.x, a.x + b.y, a.z + b.z}; }
static vec chained(vec a, vec b)
{
	a.x += b.x;
	a.y += a.x;
	a.z += b.z;
	return a;
}
static vec with_global(vec a, vec b)
{
	a.x += b.x + global.y;
	a.y += b.y;
	a.z += b.z;
	return a;
}
static complex_number add(complex_number a, complex_number b)
{
	complex_number r = {a.re + b.re, a.im + b.im};
	return r;
}
static complex_number square(complex_number a) { return (complex_number){a.re * a.re - a.im * a.im, 2 * a.re * a.im}; }
static range of(double x) { return (range){x, x, 1, x, x > 30}; }
static range join(range a, range b)
{
	range r;
	r.low = a.low < b.low ? a.low : b.low;
	r.high = a.high > b.high ? a.high : b.high;
	r.count = a.count + b.count;
	r.sum = a.sum + b.sum;
	r.any = a.any | b.any;
	return r;
}
static void print(const char *what, vec s) { printf("%s %g %g %g\n", what, s.x, s.y, s.z); }

int main(void)
{
	for (int i = 0; i < N; i++) {
		v[i] = (vec){i, i + 1, i * 2};
		f[i].x = 1;
		f[i].y = 2;
		f[i].z = i;
		c[i].re = i;
		c[i].im = -i;
		m[i] = (i * 7) % N;
	}
	vec s = {1, 2, 3};
	for (int i = 0; i < N; i++) s = by_members(s, v[i]);
	print("members", s);
	for (int i = 0; i < N; i++) s = by_members(s, scaled(v[i], m[i]));
	print("scaled", s);
	for (int i = 0; i < N; i++) s = in_place(s, v[i]);
	print("in place", s);
	for (int i = 0; i < N; i++) s = declared(v[i], s);
	print("declared", s);
	for (int i = N - 1; i >= 0; i--)
		if (m[i] > 5) s = literal(literal(s, f[i]), v[i]);
	print("literal", s);
	for (int i = 0; i < N; i++) s = copied(s, v[i]);
	print("copied", s);
	for (int i = 0; i < N; i++) s = difference(s, v[i]);
	print("difference", s);
	for (int i = 0; i < N; i++) {
		vec w = scaled(f[i], 2);
		global = by_members(global, w);
		v[i] = by_members(v[i], w);
	}
	print("global", global);
	complex_number d = {0, 0};
	for (int i = 0; i < N; i++) d = add(d, square(c[i]));
	printf("complex %g %g\n", d.re, d.im);
	range r = {1e30, -1e30, 0, 0, 0};
	for (int i = 0; i < N; i++) r = join(r, of(m[i] - 3));
	printf("range %g %g %d %Lg %d\n", r.low, r.high, r.count, r.sum, r.any);
	summary all = {{0, 0, 0}, {1e30, -1e30, 0, 0, 0}}, *p = &all;
	for (int i = 0; i < N; i++) {
		p->total = by_members(p->total, v[i]);
		p->of_x = join(p->of_x, of(v[i].x));
	}
	print("total", all.total);
	printf("range %g %g %d %Lg %d\n", all.of_x.low, all.of_x.high, all.of_x.count, all.of_x.sum, all.of_x.any);
	for (int t = 0; t < 2; t++) {
		vec q = {0, 0, 0};
		for (int i = 0; i < N; i++) q = by_members(q, v[i]);
		for (int i = 0; i < N; i++) v[i].x -= q.x / N;
		print("mean", q);
	}
	for (int i = 0; i < N; i++) s = difference(v[i], s);
	print("alternating", s);
	s = (vec){0, 0, 0};
	for (int i = 0; i < N; i++) s = crossed(s, v[i]);
	print("crossed", s);
	for (int i = 0; i < N; i++) s = chained(s, v[i]);
	print("chained", s);
	global = (vec){0, 1, 0};
	for (int i = 0; i < N; i++) global = with_global(global, f[i]);
	print("with global", global);
	for (int i = 0; i < N; i++) printf("%g %g %g\n", v[i].x, v[i].y, v[i].z);
	return 0;
}
