// SPDX-License-Identifier: Apache-2.0
//
// hpcc-probe: loops of known operations. This file is compiled as programs are that want to be fast: -O3, and no option
// that changes results. What is loaded and stored is in the first cache: what comes from memory is measured by the
// triad.
#include "probe_loops.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds_of(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double probe_seconds(void) { return seconds_of(CLOCK_MONOTONIC); }

// How fast a processor is has nothing to do with how much of it others leave, which is measured by itself.
static double processor_seconds(void) { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }

// ---- the loops --------------------------------------------------------------------------------

enum { ROW = 30, ROWS = 32, WIDTH = ROW + 2, N = ROWS * WIDTH };

static double a[N], b[N], c[N];
static double d[4][N / 4];
static int i1[N], i2[N], i3[N];

static double (*volatile called)(double);
static double nothing(double x) { return x; }

// Elements that a loop runs through.
static const int inner = ROW * (ROWS - 2);

#define LOOP(name, statement)                                                                                          \
	static void name(double s)                                                                                     \
	{                                                                                                              \
		(void)s;                                                                                               \
		for (int i = 0; i < inner; i++) statement;                                                             \
	}

LOOP(fill, a[i] = s)
LOOP(copy, a[i] = b[i])
LOOP(scale, a[i] = s * b[i])
LOOP(add, a[i] = b[i] + c[i])
LOOP(triad, a[i] = b[i] + s * c[i])
LOOP(sums, a[i] = b[i] + c[i] + s + b[i] + c[i] + s + b[i] + c[i] + s)
LOOP(products, a[i] = b[i] * c[i] * s * b[i] * c[i] * s * b[i] * c[i] * s)
LOOP(polynomial, a[i] = (((((b[i] + s) * b[i] + s) * b[i] + s) * b[i] + s) * b[i] + s) * b[i] + s)
LOOP(quotient, a[i] = b[i] / c[i])
LOOP(quotients, a[i] = b[i] / c[i] + c[i] / (b[i] + s))
LOOP(root, a[i] = sqrt(b[i]))
LOOP(length, a[i] = sqrt(b[i] * b[i] + c[i] * c[i]))
LOOP(exponential, a[i] = exp(b[i]))
LOOP(sine, a[i] = sin(b[i]) + c[i])
LOOP(whole, i1[i] = i2[i] + i3[i])
LOOP(hash, i1[i] = ((i2[i] * 5 + i3[i]) ^ i2[i]) - (i3[i] & 255))
LOOP(call, a[i] = called(b[i]))

static void many_loads(double s)
{
	for (int i = 0; i < N / 4; i++) a[i] = d[0][i] + d[1][i] + d[2][i] + d[3][i] + s;
}

static void five_points(double s)
{
	for (int y = 1; y < ROWS - 1; y++)
		for (int x = 1; x <= ROW; x++)
			a[y * WIDTH + x] = s * (b[y * WIDTH + x] + b[(y - 1) * WIDTH + x] + b[(y + 1) * WIDTH + x] +
			                               b[y * WIDTH + x - 1] + b[y * WIDTH + x + 1]);
}

typedef struct loop {
	const char *name;
	void (*run)(double s);
	int elements;
	double operations[HPCC_N_OPERATIONS]; // for an element; loads and stores of elements, not of s
} loop;

#define COUNTS(adds, muls, divs, roots, libm, ints, reads, writes, calls)                                              \
	{[HPCC_FADD] = adds,                                                                                           \
	        [HPCC_FMUL] = muls,                                                                                    \
	        [HPCC_FDIV] = divs,                                                                                    \
	        [HPCC_FSQRT] = roots,                                                                                  \
	        [HPCC_FLIBM] = libm,                                                                                   \
	        [HPCC_IOPS] = ints,                                                                                    \
	        [HPCC_LOADS] = reads,                                                                                  \
	        [HPCC_STORES] = writes,                                                                                \
	        [HPCC_CALLS] = calls}

static const loop loops[] = {
        {"fill", fill, inner, COUNTS(0, 0, 0, 0, 0, 0, 0, 1, 0)},
        {"copy", copy, inner, COUNTS(0, 0, 0, 0, 0, 0, 1, 1, 0)},
        {"scale", scale, inner, COUNTS(0, 1, 0, 0, 0, 0, 1, 1, 0)},
        {"add", add, inner, COUNTS(1, 0, 0, 0, 0, 0, 2, 1, 0)},
        {"triad", triad, inner, COUNTS(1, 1, 0, 0, 0, 0, 2, 1, 0)},
        {"sums", sums, inner, COUNTS(8, 0, 0, 0, 0, 0, 6, 1, 0)},
        {"products", products, inner, COUNTS(0, 8, 0, 0, 0, 0, 6, 1, 0)},
        {"polynomial", polynomial, inner, COUNTS(6, 5, 0, 0, 0, 0, 6, 1, 0)},
        {"quotient", quotient, inner, COUNTS(0, 0, 1, 0, 0, 0, 2, 1, 0)},
        {"quotients", quotients, inner, COUNTS(2, 0, 2, 0, 0, 0, 4, 1, 0)},
        {"square root", root, inner, COUNTS(0, 0, 0, 1, 0, 0, 1, 1, 0)},
        {"length", length, inner, COUNTS(1, 2, 0, 1, 0, 0, 4, 1, 0)},
        {"exp", exponential, inner, COUNTS(0, 0, 0, 0, 1, 0, 1, 1, 0)},
        {"sin", sine, inner, COUNTS(1, 0, 0, 0, 1, 0, 2, 1, 0)},
        {"integers", whole, inner, COUNTS(0, 0, 0, 0, 0, 1, 2, 1, 0)},
        {"hash", hash, inner, COUNTS(0, 0, 0, 0, 0, 5, 4, 1, 0)},
        {"calls", call, inner, COUNTS(0, 0, 0, 0, 0, 0, 1, 1, 1)},
        {"four arrays", many_loads, N / 4, COUNTS(4, 0, 0, 0, 0, 0, 4, 1, 0)},
        {"five points", five_points, inner, COUNTS(4, 1, 0, 0, 0, 0, 5, 1, 0)},
};
enum { N_LOOPS = sizeof loops / sizeof *loops };
_Static_assert(sizeof loops / sizeof *loops <= PROBE_MOST_LOOPS, "room for all loops");

static void prepare(void)
{
	called = nothing;
	for (int i = 0; i < N; i++) {
		b[i] = .5 + i % 17 / 32.;
		c[i] = .75 + i % 13 / 64.;
		i2[i] = i;
		i3[i] = 7 * i;
	}
	for (int k = 0; k < 4; k++)
		for (int i = 0; i < N / 4; i++) d[k][i] = i % 11;
}

// ---- their times ------------------------------------------------------------------------------

static double timed(const loop *l, int times)
{
	// What nobody could read need not be written: the arrays are shown to somebody.
	__asm__ volatile("" ::"r"(a), "r"(b), "r"(c), "r"(d), "r"(i1), "r"(i2), "r"(i3) : "memory");
	const double from = processor_seconds();
	for (int k = 0; k < times; k++) {
		l->run(1.0000001);
		// Memory is looked at after each run: no run is left out.
		__asm__ volatile("" ::: "memory");
	}
	return 1e9 * (processor_seconds() - from);
}

// Twice as often until it takes long enough for the clock; then as often as fits.
static double loop_ns(const loop *l, double ns)
{
	int times = 1;
	double took = timed(l, times);
	while (took < ns / 8 && times < 1 << 24) took = timed(l, times *= 2);
	times = took < ns ? (int)(times * ns / took) : times;
	return timed(l, times) / times / l->elements;
}

void probe_loops_round(probe_loops *l, double ns)
{
	if (l->n_rounds == PROBE_MOST_ROUNDS) return;
	if (l->n_rounds == 0) prepare();
	for (int k = 0; k < N_LOOPS; k++) l->sample[k][l->n_rounds] = loop_ns(&loops[k], ns > 0 ? ns : 1e6);
	l->n_rounds++;
}

int probe_loops_take(probe_loops *l, fit_loop loop[PROBE_MOST_LOOPS])
{
	const int half = l->n_rounds / 2;
	for (int k = 0; k < N_LOOPS; k++) {
		double first[PROBE_MOST_ROUNDS], last[PROBE_MOST_ROUNDS];
		memcpy(first, l->sample[k], sizeof first);
		memcpy(last, l->sample[k] + half, (size_t)(l->n_rounds - half) * sizeof *last);
		loop[k] = (fit_loop){.name = loops[k].name, .ns = probe_undisturbed(l->sample[k], l->n_rounds)};
		loop[k].again[0] = probe_undisturbed(first, half);
		loop[k].again[1] = probe_undisturbed(last, l->n_rounds - half);
		for (int o = 0; o < HPCC_N_OPERATIONS; o++) loop[k].operations[o] = loops[k].operations[o];
	}
	return N_LOOPS;
}

// ---- memory -----------------------------------------------------------------------------------

bool probe_triad_new(probe_triad *t, double bytes)
{
	t->n = (long)(bytes / sizeof(double));
	const size_t size = (size_t)t->n * sizeof(double);
	*t = (probe_triad){t->n, malloc(size), malloc(size), malloc(size)};
	if (!t->a || !t->b || !t->c) {
		probe_triad_free(t);
		return false;
	}
	for (long i = 0; i < t->n; i++) {
		t->a[i] = 0;
		t->b[i] = 1;
		t->c[i] = 2;
	}
	return true;
}

static void triad_large(long n, double *restrict x, const double *restrict y, const double *restrict z, double s)
{
	for (long i = 0; i < n; i++) x[i] = y[i] + s * z[i];
}

double probe_triad_run(probe_triad *t)
{
	const double from = probe_seconds();
	triad_large(t->n, t->a, t->b, t->c, 3);
	__asm__ volatile("" ::: "memory");
	return 3. * sizeof(double) * (double)t->n / (probe_seconds() - from);
}

void probe_triad_free(probe_triad *t)
{
	free(t->a);
	free(t->b);
	free(t->c);
	*t = (probe_triad){0};
}
