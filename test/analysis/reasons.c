// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
//
// Why a nest is not split, and what is said of it: each reason at its place, in a function of its name.
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
int puts(const char *);

double u[100], v[100], w[100], *p, *q, kernel(double);
float narrow[100];
int to[100];
#pragma dist array p[100], q[100]
#pragma dist distribute[block] ::u, v, w, p, q, narrow

double base_changes(int n)
{
	double sum = 0;
	// CHECK-DAG: reasons.c:[[@LINE+1]]:2: warning: this loop gets the elements that it reads one by one, each from its owner to all [-Wdist-element-by-element]
	for (int i = 0; i < n; i++) {
		// CHECK-DAG: reasons.c:[[@LINE+1]]:10: note: the array 'p' changes in the nest
		sum += p[i];
		if (i == 50) p = q;
	}
	return sum;
}

volatile double factor;
void volatile_access(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+2]]:2: warning: this loop takes the slow path: every process runs all of it, on all the data it reads [-Wdist-slow-path]
	// CHECK-DAG: reasons.c:[[@LINE+1]]:38: note: 'factor' is volatile
	for (int i = 0; i < n; i++) v[i] *= factor;
}

_Atomic double shared;
void atomic_access(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+1]]:38: note: 'shared' is _Atomic
	for (int i = 0; i < n; i++) v[i] *= shared;
}

void of_several_lines(int n, const int *last)
{
	// CHECK-DAG: reasons.c:[[@LINE+2]]:23: note: '({ int k = last[i]; if (k > 3) k = 3; k; })' cannot be analysed
	for (int i = 0; i < n; i++)
		for (int j = 0; j < ({
			     int k = last[i];
			     if (k > 3) k = 3;
			     k;
		     });
			j++)
			v[i] += j;
}

double a[100][200];
#pragma dist distribute a[block][*]
double *last_row;
void row_escapes(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+1]]:2: warning: this loop gets the elements that it reads one by one, each from its owner to all [-Wdist-element-by-element]
	for (int i = 0; i < n; i++) {
		// CHECK-DAG: reasons.c:[[@LINE+1]]:17: note: 'a[i]' is used other than by subscripts
		double *row = a[i];
		if (row != last_row) row[0] += row[1];
	}
}

static void mark(double *row, int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+1]]:30: note: whether 'to[j]' stays within the row that the function gets is not known
	for (int j = 0; j < n; j++) row[to[j]] += 1;
}
void leaves_row(void)
{
	// CHECK-DAG: reasons.c:[[@LINE+1]]:32: warning: the calls of 'mark' in this loop run one after the other, each where the part of the array is that it gets [-Wdist-call-on-section]
	for (int i = 0; i < 100; i++) mark(a[i], 200);
}

void impure_call(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+2]]:2: warning: this loop gets the elements that it reads one by one, each from its owner to all [-Wdist-element-by-element]
	// CHECK-DAG: reasons.c:[[@LINE+1]]:37: note: 'kernel' may have effects beyond its result
	for (int i = 0; i < n; i++) v[i] = kernel(w[i]);
}

static double scale;
static double scaled(double x) { return x > 1 ? scaled(x / 2) : scale * x; }
void reads_global(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+1]]:2: warning: this loop takes the slow path: every process runs all of it, on all the data it reads [-Wdist-slow-path]
	for (int i = 0; i < n; i++) {
		scale = v[i];
		// CHECK-DAG: reasons.c:[[@LINE+1]]:10: note: a called function reads 'scale', which the nest sets
		w[i] = scaled(v[i]);
	}
}

struct pair {
	double x, y;
} pairs[100];
#pragma dist distribute pairs[block]
static void get(struct pair *to, const struct pair *from) { *to = *from; }
void whole_and_member(int n)
{
	for (int i = 0; i < n; i++) {
		struct pair t;
		// CHECK-DAG: reasons.c:[[@LINE+1]]:3: warning: the calls of 'get' in this loop run one after the other, each where the part of the array is that it gets [-Wdist-call-on-section]
		get(&t, &pairs[i]);
		// CHECK-DAG: reasons.c:[[@LINE+1]]:12: note: 't' is used as a whole and by its members
		w[i] = t.x;
	}
}

double total, *to_total = &total;
void reached_by_pointer(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+1]]:2: warning: this loop gets the elements that it reads one by one, each from its owner to all [-Wdist-element-by-element]
	for (int i = 0; i < n; i++) {
		total += u[i];
		// CHECK-DAG: reasons.c:[[@LINE+1]]:11: note: a pointer that the loop uses may lead to 'total'
		w[i] = *to_total;
	}
}

void address_taken(int n, double *skip)
{
	// CHECK-DAG: reasons.c:[[@LINE+1]]:2: warning: this loop gets the elements that it reads one by one, each from its owner to all [-Wdist-element-by-element]
	for (int i = 0; i < n; i++)
		// CHECK-DAG: reasons.c:[[@LINE+1]]:7: note: the address '&v[i]' is taken
		if (&v[i] != skip) v[i] += 1;
}

void opaque_expression(int n, va_list more)
{
	// CHECK-DAG: reasons.c:[[@LINE+2]]:2: warning: this loop gets the elements that it reads one by one, each from its owner to all [-Wdist-element-by-element]
	// CHECK-DAG: reasons.c:[[@LINE+1]]:38: note: '__builtin_va_arg(more, double)' cannot be analysed
	for (int i = 0; i < n; i++) v[i] *= va_arg(more, double);
}

void mapped_in_nest(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+1]]:2: warning: this loop gets the elements that it reads one by one, each from its owner to all [-Wdist-element-by-element]
	for (int k = 0; k < n; k++) {
		// CHECK-DAG: reasons.c:[[@LINE+1]]:3: note: the mapped array 't' is declared in the nest
		double t[100];
#pragma dist align t[i] with v[i]
		t[k] = v[k];
		w[k] = t[k] + v[k];
	}
}

void static_in_nest(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+1]]:2: warning: this loop takes the slow path: every process runs all of it, on all the data it reads [-Wdist-slow-path]
	for (int i = 0; i < n; i++) {
		// CHECK-DAG: reasons.c:[[@LINE+1]]:3: note: the static variable 't' is declared in the nest
		static double t;
		t = v[i] * v[i];
		v[i] = t + 1;
	}
}

#define EIGHT(x) x x x x x x x x
void too_deep(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+2]]:36: warning: this loop runs on one process after the other: the loop around it goes along the split dimension of 'v', and is not split itself [-Wdist-one-after-the-other]
	// CHECK-DAG: reasons.c:[[@LINE+2]]:9: note: the nest is too deep
	for (int i = 0; i < n; i++) EIGHT(for (int k = 0; k < 2; k++)) EIGHT(for (int k = 0; k < 2; k++))
		EIGHT(for (int k = 0; k < 2; k++)) v[i] += w[i];
}

void not_counted(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+2]]:2: warning: this loop takes the slow path: every process runs all of it, on all the data it reads [-Wdist-slow-path]
	// CHECK-DAG: reasons.c:[[@LINE+1]]:2: note: the number of iterations is not known at its start
	for (int i = 1; i < n; i *= 2) v[i] += 1;
}

void head_steps(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+2]]:2: warning: this loop sets elements one by one: every process runs all of it, and owners store them [-Wdist-set-one-by-one]
	// CHECK-DAG: reasons.c:[[@LINE+1]]:2: note: what 'k', which the head steps too, is in an iteration is not known
	for (int i = 0, k = 0; i < n; i++, k++) {
		if (k >= 16) k = k - 16;
		v[i] = k;
	}
}

int leaves_nest(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+1]]:2: warning: this loop takes the slow path: every process runs all of it, on all the data it reads [-Wdist-slow-path]
	for (int i = 0; i < n; i++) {
		// CHECK-DAG: reasons.c:[[@LINE+1]]:17: note: the body leaves the nest
		if (v[i] < 0) return 1;
		v[i] += 100 / n;
	}
	return 0;
}

void jump_within(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+1]]:2: warning: this loop gets the elements that it reads one by one, each from its owner to all [-Wdist-element-by-element]
	for (int i = 0; i < n; i++) {
		// CHECK-DAG: reasons.c:[[@LINE+1]]:17: note: jumps to 'next', in the body, are not followed: write them with 'if' and 'else'
		if (v[i] < 0) goto next;
		v[i] += i;
	next:;
	}
}

double break_out(int n)
{
	double sum = 0;
	// CHECK-DAG: reasons.c:[[@LINE+2]]:2: warning: this loop takes the slow path: every process runs all of it, on all the data it reads [-Wdist-slow-path]
	// CHECK-DAG: reasons.c:[[@LINE+1]]:2: note: the loop may end by a break
	for (int i = 0; i < n; i++) {
		if (v[i] < 0) break;
		sum += v[i];
		v[i] = 100 / n;
	}
	return sum;
}

double no_home(int n)
{
	double last = 0;
	// CHECK-DAG: reasons.c:[[@LINE+2]]:2: warning: this loop takes the slow path: every process runs all of it, on all the data it reads [-Wdist-slow-path]
	// CHECK-DAG: reasons.c:[[@LINE+1]]:2: note: no mapped array says where the iterations of 'i' belong
	for (int i = 0; i < n; i++)
		if (v[to[i]] > 1) last = i;
	return last;
}

void write_not_affine(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+2]]:2: warning: this loop takes the slow path: every process runs all of it, on all the data it reads [-Wdist-slow-path]
	// CHECK-DAG: reasons.c:[[@LINE+1]]:30: note: the subscripts of 'v[to[i]]' on the left are not affine
	for (int i = 0; i < n; i++) v[to[i]] = w[i];
}

void two_homes(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+2]]:2: warning: this loop takes the slow path: every process runs all of it, on all the data it reads [-Wdist-slow-path]
	// CHECK-DAG: reasons.c:[[@LINE+1]]:30: note: one statement writes elements of two owners: 'v[i]'
	for (int i = 1; i < n; i++) v[i] = narrow[i - 1] = u[i];
}

static void set_pair(double *at)
{
	at[0] = 1;
	at[1] = sizeof *at;
}
void call_of_owners(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+1]]:2: warning: this loop takes the slow path: every process runs all of it, on all the data it reads [-Wdist-slow-path]
	for (int i = 1; i < n; i++) {
		// CHECK-DAG: reasons.c:[[@LINE+1]]:3: note: what 'set_pair(&v[i])' sets does not belong to one process
		set_pair(&v[i]);
		w[i] = u[i];
	}
}

void crossing_dependence(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+1]]:2: warning: this loop takes the slow path: every process runs all of it, on all the data it reads [-Wdist-slow-path]
	for (int i = 1; i < n; i++) {
		v[i] = w[i - 1];
		// CHECK-DAG: reasons.c:[[@LINE+1]]:14: note: a value of 'v' that one process sets is read by another one in the same nest
		w[n - i] = v[i - 1];
	}
}

struct {
	double last;
} state;
void scalar_after(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+1]]:2: warning: the processes run this loop in turns: each waits for what those before it set [-Wdist-in-turns]
	for (int i = 0; i < n; i++) {
		// CHECK-DAG: reasons.c:[[@LINE+1]]:9: note: the value of 'state.last' after the nest is needed
		state.last = v[i] * 2;
		w[i] = state.last + v[i];
	}
}

double copied[100];
void replicated_after(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+1]]:2: warning: the processes run this loop in turns: each waits for what those before it set [-Wdist-in-turns]
	for (int i = 0; i < n; i++)
		// CHECK-DAG: reasons.c:[[@LINE+1]]:17: note: the array 'copied', which every process has a copy of, is written in parts
		if (v[i] > 0) copied[i / 2] = v[i];
}

#define EACH_BOX(X) X(a) X(b) X(c) X(d) X(e) X(f) X(g) X(h) X(i) X(j) X(k) X(l) X(m) X(n) X(o) X(p) X(q) X(r) X(s) X(t) X(u) X(v)
#define DECLARE_BOX(x) static double box_##x[20][20][20];
EACH_BOX(DECLARE_BOX)
#pragma dist distribute [block][block][block] :: box_a, box_b, box_c, box_d, box_e, box_f, box_g, box_h, box_i, box_j, box_k
#pragma dist distribute [block][block][block] :: box_l, box_m, box_n, box_o, box_p, box_q, box_r, box_s, box_t, box_u, box_v
double columns[100][100];
#pragma dist distribute columns[*][block]
void many_cases(int n, int m, int rs, int cs)
{
	// CHECK-DAG: reasons.c:[[@LINE+3]]:2: warning: this loop takes the slow path: every process runs all of it, on all the data it reads [-Wdist-slow-path]
	// CHECK-DAG: reasons.c:[[@LINE+2]]:2: note: there are too many cases to tell which value is read where
	double d;
	for (int r = rs; r < rs + 16; r++) {
		d += columns[r][0];
		for (int c = cs; c < cs + 16; c++) {
			if (r == 0 && c == 0)
				d = 1;
			else if (r == 0 && c == m - 1)
				d = 2;
			else if (r == n - 1 && c == m - 1)
				d = 3;
			else if (r == n - 1 && c == 0)
				d = 4;
			else if (r == 0)
				d = 5;
			else if (c == m - 1)
				d = 6;
			else if (r == n - 1)
				d = 7;
			else if (c == 0)
				d = 8;
			columns[r][c] += d;
		}
	}
}

#define TEN(x) x x x x x x x x x x
void large_nest(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+2]]:2: warning: this loop takes the slow path: every process runs all of it, on all the data it reads [-Wdist-slow-path]
	// CHECK-DAG: reasons.c:[[@LINE+1]]:2: note: there are too many statements in it
	for (int i = 0; i < n; i++) {
		TEN(TEN(v[i] += w[i]; v[i] *= v[i]; w[i] -= 1; w[i] *= 2; v[i] -= w[i]; v[i] /= 2;))
	}
}

void too_many_axes(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+2]]:2: warning: this loop takes the slow path: every process runs all of it, on all the data it reads [-Wdist-slow-path]
	// CHECK-DAG: reasons.c:[[@LINE+1]]:2: note: too many arrays are written
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++) {
#define SET_BOX(x) box_##x[i][j][k] = box_a[k][j][i];
				EACH_BOX(SET_BOX)
			}
}

static void relax(double *row)
{
	static int calls;
	calls++;
	for (int j = 1; j < 200; j += 2) row[j] += row[j - 1];
}
void call_on_section(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+1]]:30: warning: the calls of 'relax' in this loop run one after the other, each where the part of the array is that it gets [-Wdist-call-on-section]
	for (int i = 0; i < n; i++) relax(a[i]);
}

void one_after_the_other(int n)
{
	for (int k = 1; k < 100; k++) {
		puts("");
		// CHECK-DAG: reasons.c:[[@LINE+1]]:3: warning: this loop runs on one process after the other: the loop around it goes along the split dimension of 'a', and is not split itself [-Wdist-one-after-the-other]
		for (int j = 0; j < n; j++) a[k][j] += a[k - 1][j];
	}
}

static double found[4], score;
static int group[100];
static double low[100][200], high[100][200];
static char flag[100][200];
#pragma dist distribute group[block], flag[block][*], low[block][*], high[block][*]
void waits_for_all(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+2]]:2: warning: each iteration of this loop waits for all processes: it goes along the split dimension of 'a', and is not split itself [-Wdist-waits-for-all]
	// CHECK-DAG: reasons.c:[[@LINE+2]]:31: note: a value of 'found' that one process sets is read by another one in the same nest
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n; j++) found[group[j]] += a[i][0] * a[j][0];
		for (int k = 0; k < 4; k++) score += found[k] * found[k], found[k] = 0;
	}
	// CHECK-DAG: reasons.c:[[@LINE+2]]:2: warning: the processes run this loop in turns: each waits for what those before it set [-Wdist-in-turns]
	// CHECK-DAG: reasons.c:[[@LINE+4]]:18: note: a value of 'high' that one process sets is read by another one in the same nest
	for (int i = 1; i < n; i++)
		if (flag[i][0]) {
			low[i - 1][0] = 0;
			high[i][0] = -high[i - 1][0];
		}
	// A sum for each step, and for each column, is none.
	for (int t = 0; t < n; t++) {
		double sum = 0;
		for (int i = 0; i < n; i++) sum += a[i][t];
		if (sum > 1e9) puts("large");
	}
}

void in_turns(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+3]]:2: warning: the processes run this loop in turns: each waits for what those before it set [-Wdist-in-turns]
	// CHECK-DAG: reasons.c:[[@LINE+2]]:43: note: a value of 'a' that one process sets is read by another one in the same nest
	double sum = 0;
	for (int k = 1; k < 100; k++) a[k][0] += a[k - 1][0];
	// CHECK-DAG: reasons.c:[[@LINE+2]]:2: warning: the processes run this loop in turns: each waits for what those before it set [-Wdist-in-turns]
	// CHECK-DAG: reasons.c:[[@LINE+2]]:3: note: a value of 'sum' that one process sets is read by another one in the same nest
	for (int i = 0; i < n; i++) {
		sum += v[i];
		w[i] = sum;
	}
}

double element_by_element(int n)
{
	double sum = 0;
	while (n--) {
		// CHECK-DAG: reasons.c:[[@LINE+2]]:3: warning: this loop gets the elements that it reads one by one, each from its owner to all [-Wdist-element-by-element]
		// CHECK-DAG: reasons.c:[[@LINE+1]]:49: note: 'kernel' may have effects beyond its result
		for (int i = 0; i < n; i++) sum += v[to[i]] * kernel(v[i]);
	}
	return sum;
}
void set_one_by_one(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+2]]:2: warning: this loop sets elements one by one: every process runs all of it, and owners store them [-Wdist-set-one-by-one]
	// CHECK-DAG: reasons.c:[[@LINE+1]]:30: note: the subscripts of 'v[to[i]]' on the left are not affine
	for (int i = 0; i < n; i++) v[to[i]] = i;
	// CHECK-DAG: reasons.c:[[@LINE+2]]:2: warning: this loop sets elements one by one: every process runs all of it, and owners store them [-Wdist-set-one-by-one]
	// CHECK-DAG: reasons.c:[[@LINE+1]]:30: note: one statement writes elements of two owners: 'v[i]'
	for (int i = 1; i < n; i++) v[i] = narrow[i - 1] = i;
	// Nothing to be said: an effect that has an order, and one element.
	for (int i = 0; i < n; i++) v[i] = rand();
	for (int i = 0; i < n; i++) v[0] = kernel(i);
}

// Memory that nothing mapped gets to.
static void plain_memory(int n, double *x, const double *y)
{
	for (int i = 0; i < n; i++) x[to[i]] = y[i] * kernel(x[i]);
	for (int i = 0; i < n; i++) x[to[i]] += y[i];
	for (int i = 0; i < n; i++) x[to[i]] = i;
}
double plain_rows(int n)
{
	double *in[4], some[10] = {0}, sum = 0;
	for (int k = 0; k < 4; k++) in[k] = malloc(10 * sizeof(double));
	for (int k = 0; k < 4; k++)
		for (int i = 0; i < n; i++) sum += in[k][to[i]] * kernel(in[k][i]);
	plain_memory(n, some, in[0]);
	plain_memory(n, malloc(100), some);
	return sum;
}
#pragma dist dynamic u
double remaps(int n)
{
	double sum = 0;
	// CHECK-DAG: reasons.c:[[@LINE+1]]:2: warning: this loop gets the elements that it reads one by one, each from its owner to all [-Wdist-element-by-element]
	for (int i = 0; i < n; i++) {
		sum += u[i];
		// CHECK-DAG: reasons.c:[[@LINE+1]]:9: note: the mapping of 'u' changes in it
#pragma dist redistribute u[block(100)]
	}
	return sum;
}

// Elements that are the same in each iteration are no sweep: nothing to say.
static double shore[100];
#pragma dist distribute shore[block]

static void boundary(int n, double time)
{
	shore[0] = shore[n - 2] + time;
	shore[n - 1] = shore[1];
}

void steps(int n)
{
	for (int t = 0; t < n; t++) boundary(100, 0.5 * t);
}
// A function for a row, which all wait for.
static double rows[100][100], sums[101][100], buffer[100];
#pragma dist distribute [block][*] :: rows, sums

static void copy_row(int i, double *to)
{
	int j;
	for (j = 0; j < 99; j++) to[j] = rows[i][j];
	to[j] = 1;
}

void rows_of_calls(int n)
{
	for (int i = 1; i < n; i++) {
		// CHECK-DAG: reasons.c:[[@LINE+1]]:3: warning: the calls of 'copy_row' in this loop run one after the other, each where the part of the array is that it gets [-Wdist-call-on-section]
		copy_row(i, buffer);
		// CHECK-DAG: reasons.c:[[@LINE+1]]:46: note: a value of 'buffer' that one process sets is read by another one in the same nest
		for (int j = 0; j < 100; j++) sums[i][j] = buffer[j];
	}
}

// A pivot's row that is made ready so: more is split beside it.
void eliminates(int n)
{
	for (int k = 0; k < n; k++) {
		copy_row(k, buffer);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < 100; j++) sums[i][j] -= buffer[j] * sums[i][k];
	}
}
static double flat[6400];
#pragma dist array flat[100][64]
#pragma dist distribute flat[block][*]
void copied_together(int n)
{
	// CHECK-DAG: reasons.c:[[@LINE+1]]:2: warning: each call of 'memcpy' in this loop is done by all processes, which get what it copies from the owners; copy the elements in a loop [-Wdist-copied-together]
	for (int i = 0; i < n; i++) {
		double row[64];
		memcpy(row, flat + i * 64, sizeof row);
		for (int j = 1; j < 63; j++) flat[i * 64 + j] = row[j - 1] + row[j + 1];
	}
	// A row of an array of several dimensions is none.
	for (int i = 0; i < n; i++) {
		double row[100];
		memcpy(row, a[i], sizeof row);
		for (int j = 1; j < 99; j++) a[i][j] = row[j - 1] + row[j + 1];
	}
}
static double by_rows[100][64];
#pragma dist distribute by_rows[block][*]
static void solve(double *y, int n)
{
	for (int i = 1; i < n; i++) y[i] += .5 * y[i - 1];
	if (y[n - 1] > 1e9) puts("grows");
}
void independent_unused(void)
{
	double y[100];
	// CHECK-DAG: reasons.c:[[@LINE+2]]:2: warning: 'independent' has no effect: this loop is not split, and all processes run each of its iterations together [-Wdist-independent-unused]
#pragma dist independent new(y)
	for (int j = 0; j < 64; j++) {
		for (int i = 0; i < 100; i++) y[i] = by_rows[i][j];
		solve(y, 100);
		for (int i = 0; i < 100; i++) by_rows[i][j] = y[i];
	}
}
// A function that sets an element beside loops that are split is none for a part.
static double marked[100], ranked[100];
#pragma dist distribute [block] :: marked, ranked
static void rank_all(int round)
{
	marked[round] = round;
	for (int i = 0; i < 100; i++) ranked[i] = marked[i] + 1;
}
void ranks(void)
{
	for (int round = 0; round < 10; round++) rank_all(round);
}
// Lines across the rows that are split: what is computed of a line each process needs for its rows, and no line is one
// process's, as each adds to all totals.
static double across[100][64], result[100][64], totals[100];
#pragma dist distribute [block][*] :: across, result
#pragma dist distribute totals[block]
void computed_by_all(int steps)
{
	// CHECK-DAG: reasons.c:[[@LINE+2]]:2: warning: every process does all of the work in this loop, and keeps its part of what comes out [-Wdist-computed-by-all]
	// CHECK-DAG: reasons.c:[[@LINE+5]]:39: note: what any process owns depends on all values of 'd[i]'; another distribution of the arrays, by 'redistribute' in front of the loop, may give each process a part of them
	for (int t = 0; t < steps; t++)
		for (int j = 0; j < 64; j++) {
			double d[100];
			d[0] = across[0][j];
			for (int i = 1; i < 100; i++) d[i] = across[i][j] - .5 * d[i - 1];
			for (int i = 0; i < 100; i++) result[i][j] = d[i], totals[i] += d[i];
		}
	// What is never executed is no work.
	for (int t = 0; t < steps; t++)
		for (int i = 0; i < 100; i++)
			for (int j = 0; j < 64; j++) {
				if (sizeof(int) == 3) {
					double x = i + .5, z = j + .5, w;
					if (x < z)
						w = x * z;
					else
						w = 0;
					across[i][j] += w;
				}
				result[i][j] += across[i][j] / 2;
			}
	// A few components of each line are no such work.
	for (int t = 0; t < steps; t++)
		for (int i = 0; i < 100; i++) {
			double d[4];
			for (int k = 0; k < 4; k++) d[k] = k + t;
			for (int j = 0; j < 64; j++) result[i][j] = across[i][j] + d[j % 4];
		}
}
// CHECK: {{^}}45 warnings generated.
