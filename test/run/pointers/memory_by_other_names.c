// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Memory that is reached by other names than it seems: a parameter that the function sets to something else, an address
// in a number, members of a union, two pointers into one variable.
// MAX-SLOW: 4
// BY-ALL: 34 "q[index[i]] += 1; to[i] += p[i % 3];", where the two overlap; "b[i] += p[0]; plain[0] = i;", where p
//            is plain
#include <stdio.h>

enum { N = 40 };
static double b[N], mapped[N], *led;
#pragma dist distribute [block] :: b, mapped
typedef union {
	double x;
	long l;
	struct {
		int low, high;
	} p;
} number;
typedef struct {
	double v[6];
} six;

static double of_mapped(const double *x, int k)
{
	if (k) x = mapped;
	return x[k];
}
static double of_written(const double *x, int k)
{
	if (k) x = led;
	return x[0];
}
static const double *get(void) { return led; }
static double of_call(const double *x, int k)
{
	if (k) x = get();
	return x[k];
}
static double of_rows(double **rows, const double *x, int k)
{
	if (k) x = rows[1];
	return x[k];
}
static double of_number(long at, int k)
{
	const double *x = (const double *)at;
	return x[k];
}

// Another file may call it.
void cut(int n, double *to, const int *index, double *p, double *q)
{
	for (int i = 0; i < n; i++) {
		q[index[i]] += 1;
		to[i] += p[i % 3];
	}
}

static double plain[N];

// One of the two, of which the nest sets the one.
static void chosen(int n, int which)
{
	double *p = which ? mapped : plain;
	for (int i = 0; i < n; i++) {
		b[i] += p[0];
		plain[0] = i;
	}
}

static void show(const char *name)
{
	double s = 0;
	for (int i = 0; i < N; i++) s += (i % 7 + 1) * b[i];
	printf("%s %.12g\n", name, s);
}

int main(void)
{
	double three[3] = {1, 2, 3}, written[3] = {4, 5, 6}, v[24] = {0}, *rows[2] = {three, mapped};
	static struct {
		double v[24];
	} kept;
	int n = N, index[N];
	number s, t;
	for (int i = 0; i < n; i++) mapped[i] = i + 3, index[i] = 2 + i * 7 % 4;
	for (int i = 0; i < n; i++) b[i] = of_mapped(three, i % 3);
	show("mapped");
	led = written;
	for (int i = 0; i < n; i++) {
		b[i] += of_written(three, i % 3);
		written[0] = i;
	}
	show("written");
	led = mapped;
	for (int i = 0; i < n; i++) b[i] = of_call(three, i % 3);
	show("call");
	for (int i = 0; i < n; i++) b[i] = of_rows(rows, three, i % 3);
	show("rows");
	for (int i = 0; i < n; i++) b[i] = of_number((long)mapped, i % 3);
	show("number");
	cut(n, b, index, v + 1, v);
	show("stack");
	cut(n, b, index, kept.v + 1, kept.v);
	show("variable");
	chosen(n, 0);
	chosen(n, 1);
	show("chosen");
	for (int i = 0; i < n; i++) {
		s.x = i + 1;
		s.l += 1L << 52;
		b[i] = s.x;
	}
	show("union");
	t.l = 0;
	for (int i = 0; i < n; i++) {
		t.l++;
		b[i] = t.p.low;
	}
	show("union");
	printf("%ld %ld\n", s.l, t.l);
	for (int i = 0; i < n; i++) {
		six p;
		for (int j = 0; j < 6; j++) p.v[j] = i + j;
		b[i] = p.v[0] + p.v[5];
	}
	show("struct");
	return 0;
}
