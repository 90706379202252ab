// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// RUN: %hpcc -fdist -Rdist=summary %s -o %t 2>&1 | %FileCheck %s
//
// A pointer into a table of structs, beside a variable of the iteration that functions get the address of: it leads to
// the table alone.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
	double x, y;
} point;
typedef struct {
	double r;
	point at;
} sphere;

static const sphere spheres[3] = {{4, {1, 2}}, {5, {30, 4}}, {6, {9, 40}}};

static point difference(const point *a, const point *b)
{
	point v = {a->x - b->x, a->y - b->y};
	return v;
}

static int is_hit(const sphere *s, point *r)
{
	point q = difference(&s->at, r);
	if (q.x + q.y < s->r) return 0;
	return 1;
}

static int intersect(point *r, int *id)
{
	int hit = 0;
	for (int i = 0; i < 3; i++)
		if (is_hit(&spheres[i], r)) {
			hit = 1;
			*id = i;
		}
	return hit;
}

static point radiance(point *r)
{
	point light = {0, 0};
	while (1) {
		int id;
		if (!intersect(r, &id)) return light;
		const sphere *s = &spheres[id];
		point n = difference(r, &s->at);
		light = difference(&light, &n);
		r->x += 1 + id;
	}
}

int main(void)
{
	int w = 61, h = 47;
	point *image = calloc(w * h, sizeof *image);
#pragma dist array image[h][w]
#pragma dist distribute image[block][*]
	// CHECK: :[[@LINE+1]]:2: remark: split along dimension 0 of 'image'; nothing is sent
	for (int y = 0; y < h; ++y)
		for (int x = 0; x < w; ++x) {
			point r = {x, y};
			image[y * w + x] = radiance(&r);
		}
	// CHECK: :[[@LINE+1]]:2: remark: split along dimension 0 of 'image'; nothing is sent
	for (int y = 0; y < h; ++y)
		for (int x = 0; x < w; ++x) {
			point r = {x, y}, q = {y, x}, *p = x % 3 ? &r : &q;
			p->x += 3;
			image[y * w + x].y += difference(&r, &q).x;
		}
	for (int i = 0; i < w * h; i += 97) printf("%g %g\n", image[i].x, image[i].y);
	free(image);
	return 0;
}
