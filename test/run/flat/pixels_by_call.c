// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 100 60
// ARGS: 7 5
// ARGS: 1 1
// PER-STEP: procs=2 from="100 60 1" to="100 60 3" messages=0,0 bytes=0,0 collectives=0
// PER-STEP: procs=7 from="101 61 1" to="101 61 3" messages=0,0,0,0,0,0,0 collectives=0
//
// A picture as one flat array, of which a function sets the few elements of one pixel, and gets the whole of it: by
// parameters, by a pointer to the pixel, by name, in an object, from a function that knows no mapping, with a loop, and
// with ways out. The elements of the last pixel of a block may have two owners.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct picture {
	int w, h, n;
	char *data;
#pragma dist array data[n]
#pragma dist distribute data[block]
};

static unsigned char named[3 * 101 * 61];
#pragma dist distribute named[block]
static int w, h;

static inline void render(char *out, int width, int height, int x, int y, int t)
{
	int at = (width * y + x) * 3, n = 0;
	float a = 0, b = 0, x0 = x * 3.25f / width - 2, y0 = y * 2.5f / height - 1.25f;
	while (a * a + b * b <= 4 && n < 100 + t) {
		float s = a * a - b * b + x0;
		b = 2 * a * b + y0;
		a = s;
		n++;
	}
	if (n == 100 + t) {
		out[at] = 0;
		out[at + 1] = 0;
		out[at + 2] = 0;
	} else {
		out[at] = n / 8;
		out[at + 1] = n / 4;
		out[at + 2] = n / 2;
	}
}

static void at_pointer(double *out, int x, int y)
{
	out[0] = x;
	out[1] = y;
	out[2] = x * y;
	out[3] = 1;
}

static void by_pointer(double *out, int x, int y, int t)
{
	double *p = out + 4 * (w * y + x);
	p[0] += x + t;
	p[1] += y;
	p[3] *= 0.5;
}

static void by_name(int x, int y)
{
	int at = 3 * (w * y + x);
	if (x == y) {
		named[at] = 1;
		return;
	}
	if (x == 2 * y) return;
	named[at] = x;
	named[at + 1] = y;
	named[at + 2] = x + y;
}

static void put(char *out, int at, int r, int g, int b)
{
	out[at] = r;
	out[at + 1] = g;
	out[at + 2] = b;
}

static int in_object(struct picture *p, int x, int y)
{
	int rounds = 0;
	for (double v = x + 1; v < 100; v *= 1.5) rounds++;
	put(p->data, 3 * (p->w * y + x), rounds, rounds / 2, x);
	return rounds;
}

static void channels(double *out, int width, int x, int y)
{
	for (int c = 0; c < 4; c++) out[4 * (width * y + x) + c] = (x * y + c) % 100;
}

static void all(double *out, int width, int height)
{
	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++) channels(out, width, x, y);
}

int main(int argc, char **argv)
{
	w = argc > 1 ? atoi(argv[1]) : 13, h = argc > 2 ? atoi(argv[2]) : 11;
	int steps = argc > 3 ? atoi(argv[3]) : 2;
	char *image = malloc(w * h * 3);
	double *u = malloc(w * h * 4 * sizeof *u), *v = malloc(w * h * 4 * sizeof *v);
#pragma dist distribute[block] ::image, u, v
	struct picture p = {w, h, 3 * w * h, NULL};
	p.data = malloc(p.n);
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++) at_pointer(u + 4 * (w * y + x), x, y);
	for (int t = 0; t < steps; t++) {
		for (int y = 0; y < h; y++)
			for (int x = 0; x < w; x++) render(image, w, h, x, y, t);
		for (int y = 0; y < h; y++)
			for (int x = 0; x < w; x++) by_pointer(u, x, y, t);
		for (int y = 0; y < h; y++)
			for (int x = 0; x < w; x++) by_name(x, y);
		all(v, w, h);
	}
	int n = 0;
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++) n += in_object(&p, x, y);
	long s = 0, r = 0, q = 0;
	for (int k = 0; k < w * h * 3; k++) s += image[k] * (k % 13);
	for (int k = 0; k < w * h * 3; k++) r += p.data[k] * (k % 13) + named[k] * (k % 7);
	for (int k = 0; k < w * h * 4; k++) q += (long)(2 * u[k] + v[k]) * (k % 13);
	printf("%d %ld %ld %ld\n", n, s, r, q);
	for (int k = 0; k < 3 * w; k++) printf("%d %d %d\n", image[k], p.data[k], named[k]);
	printf("%g %g\n", u[w * h * 4 - 1], v[w * h * 4 - 2]);
	return 0;
}
