// SPDX-License-Identifier: Apache-2.0
//
// Clocks that decide nothing but what is printed are each process's own; all others are one process's, told to all.
//
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line %s | grep '^__asm__' | %FileCheck %s
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line %s -lm | grep '^__asm__' | %FileCheck %s
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line -DCONDITION %s | not grep '^__asm__.*hpcc_plain_clock_gettime'
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line -DLOOP %s | not grep '^__asm__.*hpcc_plain_clock_gettime'
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line -DSUBSCRIPT %s | not grep '^__asm__.*hpcc_plain_clock_gettime'
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line -DMAPPED %s | not grep '^__asm__.*hpcc_plain_clock_gettime'
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line -DELEMENT %s | not grep '^__asm__.*hpcc_plain_clock_gettime'
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line -DMEMBER %s | not grep '^__asm__.*hpcc_plain_clock_gettime'
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line -DPOINTER %s | not grep '^__asm__.*hpcc_plain_clock_gettime'
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line -DSTATUS %s | not grep '^__asm__.*hpcc_plain_clock_gettime'
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line -DSEED %s | not grep '^__asm__.*hpcc_plain_clock_gettime'
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line -DARGUMENT %s | not grep '^__asm__.*hpcc_plain_clock_gettime'
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line -DFIELD %s | not grep '^__asm__.*hpcc_plain_clock_gettime'
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line -DALIAS %s | not grep '^__asm__.*hpcc_plain_clock_gettime'
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line -DUNION %s | not grep '^__asm__.*hpcc_plain_clock_gettime'
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line -DCALLED %s | not grep '^__asm__.*hpcc_plain_clock_gettime'
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line -DNEST %s | not grep '^__asm__.*hpcc_plain_clock_gettime'
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line -DEXTENT %s | not grep '^__asm__.*hpcc_plain_clock_gettime'
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line -DCOUNT %s | not grep '^__asm__.*hpcc_plain_clock_gettime'
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line -DBRANCH %s | not grep '^__asm__.*hpcc_plain_clock_gettime'
// What other files may name, -fdist-check compares, or a library may use:
// RUN: %hpcc -fdist -c %s -o %t.o
// RUN: not grep hpcc_plain_clock_gettime %t.o
// RUN: %hpcc -fdist -c -fwhole-program %s -o %t.o
// RUN: grep hpcc_plain_clock_gettime %t.o
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line -fdist-check %s | not grep '^__asm__.*hpcc_plain'
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line -lother %s | not grep '^__asm__.*hpcc_plain'
//
// CHECK-DAG: __asm__(".set clock_gettime, hpcc_plain_clock_gettime");
// CHECK-DAG: __asm__(".set gettimeofday, hpcc_plain_gettimeofday");
// CHECK-DAG: __asm__(".set time, hpcc_plain_time");
// CHECK-NOT: hpcc_plain_clock"
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static double u[100];
#pragma dist distribute u[block]

static struct cell {
	double x, stamp;
} cells[50];
#pragma dist distribute cells[block]

struct timer {
	double total, started;
	int n;
} timers[3];
double best = 1e30;

double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void stamp(double *t)
{
	static long first = -1;
	struct timeval tv;
	gettimeofday(&tv, NULL);
	if (first < 0) first = tv.tv_sec;
	*t = (double)(tv.tv_sec - first) + 1e-6 * (double)tv.tv_usec;
}

static void begin(struct timer *t) { t->started = seconds(); }
static void end(struct timer *t)
{
	t->total += seconds() - t->started;
	t->n++;
}

static double larger(double a, double b) { return a > b ? a : b; }

#ifdef CALLED
static double slower(double t)
{
	for (; t > 0; t -= 1) u[3] += 1;
	return t;
}
#endif

int main(int argc, char **argv)
{
	char text[80], when[40];
	double a, b, t = seconds();
	time_t now = time(NULL);
	for (int k = 0; k < 3; k++) {
		begin(&timers[k]);
		for (int i = 0; i < 100; i++) u[i] += i;
		end(&timers[k]);
		if (timers[k].total < best) best = timers[k].total;
	}
	stamp(&a);
	stamp(&b);
	strftime(when, sizeof when, "%H:%M", localtime(&now));
	snprintf(text, sizeof text, "%g s at %s", larger(b - a, best), when);
	printf("%s, %s: %g\n", text, ctime(&now), best > 0 ? 1 / best : 0.0);
	// A program that decides by another clock.
	if (clock() == (clock_t)-1) return 1;
#ifdef CONDITION
	if (t > 5) printf("late\n");
#elif defined LOOP
	while (seconds() - t < 1e-3) u[1] += 1;
#elif defined SUBSCRIPT
	int counts[10] = {0};
	counts[(int)t % 10]++;
	printf("%d\n", counts[argc]);
#elif defined MAPPED
	u[2] = t;
#elif defined ELEMENT
	cells[argc].stamp = t;
#elif defined MEMBER
	struct cell *p = &cells[argc];
	p->stamp = t;
#elif defined POINTER
	double *p = argc > 1 ? &u[5] : &b;
	*p = t;
#elif defined STATUS
	return (int)t & 1;
#elif defined SEED
	srand((unsigned)t);
#elif defined ARGUMENT
	FILE *f = fopen(argv[(int)(t - t)], "r");
	return f != NULL;
#elif defined FIELD
	struct timespec copy;
	clock_gettime(CLOCK_REALTIME, &copy);
	struct timespec *q = &copy;
	if (q->tv_nsec & 1) return 3;
#elif defined ALIAS
	double *p = &t, **pp = &p;
	**pp = seconds();
	if (*p > 3) return 3;
#elif defined UNION
	union {
		double d;
		long l;
	} pun;
	pun.d = t;
	if (pun.l & 1) return 4;
#elif defined CALLED
	double (*f)(double) = slower;
	printf("%g\n", f(t));
#elif defined NEST
	double sum = 0;
	for (int i = 0; i < 100; i++) sum += u[i] * t;
	printf("%g\n", sum);
#elif defined EXTENT
	double v[(int)t % 5 + 1];
#pragma dist distribute v[block]
	v[0] = 1;
	printf("%g\n", v[0]);
#elif defined COUNT
	return printf("%g\n", t) > 4;
#elif defined BRANCH
	if (t > 2) best = u[7];
#endif
	return 0;
}
