// SPDX-License-Identifier: Apache-2.0
//
// hpcc-probe's fits: constants that are known are found again, for each form, within the error that the fit states.
#include "../../../runtime/tools/probe_fit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int failures;

static void expect(bool good, const char *what, int which, double is, double should_be)
{
	if (good) return;
	printf("%s (%d): %.9g, not %.9g\n", what, which, is, should_be);
	failures++;
}

// Numbers that look random, the same in each run: -1 to 1.
static double roll(void)
{
	static unsigned state = 12345;
	state = state * 1664525u + 1013904223u;
	return (double)(state >> 8) / (1 << 23) - 1;
}

static const double sizes[] = {8, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576};
static const int processes[] = {2, 3, 4, 6, 8, 12, 16};
enum { N_SIZES = sizeof sizes / sizeof *sizes, N_PROCESSES = sizeof processes / sizeof *processes, MOST = 512 };

static double eq1(int form, const double c[4], double b, double p)
{
	const double f = probe_form_value(form, p);
	return c[0] + c[1] * f + b * (c[2] + c[3] * f);
}

static fit_point measured(double us, double b, double p, double noise)
{
	fit_point x = {.bytes = b, .processes = p, .us = us * (1 + noise * roll())};
	for (int h = 0; h < 2; h++) x.again[h] = us * (1 + noise * roll());
	return x;
}

static int all_points(fit_point *point, int form, const double c[4], double noise, int n_processes)
{
	int n = 0;
	for (int i = 0; i < n_processes; i++)
		for (int k = 0; k < N_SIZES; k++)
			point[n++] = measured(eq1(form, c, sizes[k], processes[i]), sizes[k], processes[i], noise);
	return n;
}

// ---- EQ 1 -------------------------------------------------------------------------------------

static const double constants[MACHINE_N_FORMS][4] = {
        [MACHINE_CONSTANT] = {20, 0, .002, 0},
        [MACHINE_LINEAR] = {20, 10, .002, .001},
        [MACHINE_LOG2] = {20, 15, .002, .003},
        [MACHINE_SQRT] = {20, 15, .002, .003},
        [MACHINE_P_LOG2] = {20, 5, .002, .001},
        [MACHINE_SQUARE] = {20, 5, .002, .001},
};

static void form_is_found(int form, double noise)
{
	fit_point point[MOST];
	fit_piece piece[FIT_MOST_PIECES];
	const double *c = constants[form];
	const int n = all_points(point, form, c, noise, N_PROCESSES);
	const int pieces = probe_fit(point, n, form == MACHINE_CONSTANT ? MACHINE_1D : MACHINE_TREE, piece);
	expect(pieces == 1, "pieces", form, pieces, 1);
	if (pieces < 1) return;
	expect(piece[0].form == form, "form", form, piece[0].form, form);
	expect(piece[0].n_points == n, "points", form, piece[0].n_points, n);
	expect(piece[0].error <= noise + 1e-9, "error", form, piece[0].error, noise);
	expect(piece[0].worst >= piece[0].error, "worst", form, piece[0].worst, piece[0].error);
	expect(piece[0].processes_from == 2 && piece[0].processes_to == 16, "processes", form, piece[0].processes_to,
	        16);
	expect(piece[0].bytes_from == 8 && piece[0].bytes_to == 1048576, "bytes", form, piece[0].bytes_to, 1048576);
	for (int k = 0; k < 4; k++) {
		expect(fabs(piece[0].c[k] - c[k]) <= piece[0].c_error[k] + 1e-9 * c[k], "constant", 10 * form + k,
		        piece[0].c[k], c[k]);
		// An error that allows anything states nothing.
		expect(piece[0].c_error[k] <= (noise > 0 ? .6 : .05) * c[k] + 1e-12, "its error", 10 * form + k,
		        piece[0].c_error[k], c[k]);
	}
}

// Messages of 4096 bytes and more are sent in another way.
static void pieces_are_found(void)
{
	static const double small[4] = {1, 0, .001, 0}, large[4] = {12, 0, .0001, 0};
	fit_point point[MOST];
	fit_piece piece[FIT_MOST_PIECES];
	int n = 0;
	for (int k = 0; k < N_SIZES; k++)
		point[n++] =
		        measured(eq1(MACHINE_CONSTANT, sizes[k] < 4096 ? small : large, sizes[k], 2), sizes[k], 2, .01);
	const int pieces = probe_fit(point, n, MACHINE_1D, piece);
	expect(pieces == 2, "two ways, pieces", 0, pieces, 2);
	if (pieces != 2) return;
	expect(piece[0].bytes_to == piece[1].bytes_from, "no gap", 0, piece[0].bytes_to, piece[1].bytes_from);
	expect(piece[0].bytes_to == 4096, "below the first large one", 0, piece[0].bytes_to, 4096);
	for (int k = 0; k < 4; k += 2) {
		expect(fabs(piece[0].c[k] - small[k]) <= piece[0].c_error[k], "small", k, piece[0].c[k], small[k]);
		expect(fabs(piece[1].c[k] - large[k]) <= piece[1].c_error[k], "large", k, piece[1].c[k], large[k]);
	}
}

// What is told of a constant that is 0: how large it might be. Two runs find it at its bound, or a little above.
static void bounds_have_errors(void)
{
	static const double proportional[4] = {0, 0, .001, 0};
	fit_point point[MOST];
	fit_piece piece[FIT_MOST_PIECES];
	for (int run = 0; run < 20; run++) {
		int n = 0;
		for (int k = 0; k < N_SIZES; k++)
			point[n++] = measured(eq1(MACHINE_CONSTANT, proportional, sizes[k], 2), sizes[k], 2, .02);
		if (probe_fit(point, n, MACHINE_1D, piece) < 1) continue;
		expect(piece[0].c_error[0] > 0 && piece[0].c[0] <= piece[0].c_error[0] + 1e-3, "no latency", run,
		        piece[0].c[0], piece[0].c_error[0]);
	}
}

// Times of messages in shared memory. From 256 to 512 bytes there is a step, and not a slope that goes on.
static void steps_are_no_slopes(void)
{
	static const double times[][2] = {{8, .81}, {64, .95}, {256, 1.02}, {512, 1.60}, {1024, 1.70}, {1536, 1.89},
	        {2048, 2.07}, {3072, 2.44}, {4096, 8.11}, {6144, 8.17}, {8192, 8.24}, {12288, 8.37}, {16384, 8.50},
	        {32768, 9.02}, {65536, 10.07}, {98304, 11.11}, {131072, 12.16}};
	enum { N = sizeof times / sizeof *times };
	fit_point point[N];
	fit_piece piece[FIT_MOST_PIECES];
	for (int k = 0; k < N; k++) point[k] = measured(times[k][1], times[k][0], 2, 0);
	const int pieces = probe_fit(point, N, MACHINE_1D, piece);
	int at = 0;
	while (at + 1 < pieces && piece[at].bytes_to <= 700) at++;
	const double us = pieces > 0 ? probe_fit_value(&piece[at], 700, 2) : 0;
	expect(us > 1 && us < 1.8, "behind a step", pieces, us, 1.65);
}

// Of two processes nothing is known of f: what the topology suggests goes through the origin.
static void one_number_of_processes(void)
{
	static const double c[4] = {10, 0, .01, 0};
	fit_point point[MOST];
	fit_piece piece[FIT_MOST_PIECES];
	int n = all_points(point, MACHINE_CONSTANT, c, 0, 1);
	expect(probe_fit(point, n, MACHINE_RING, piece) == 1, "two processes", 0, 0, 1);
	expect(piece[0].form == MACHINE_LINEAR, "form of a ring", 0, piece[0].form, MACHINE_LINEAR);
	expect(fabs(piece[0].c[1] - 5) < 1e-6 && piece[0].c[0] == 0, "c2 of a ring", 0, piece[0].c[1], 5);
	expect(probe_fit(point, n, MACHINE_1D, piece) == 1, "two processes", 1, 0, 1);
	expect(piece[0].form == MACHINE_CONSTANT && fabs(piece[0].c[0] - 10) < 1e-6, "c1 of a row", 0, piece[0].c[0],
	        10);
}

// Constants are at least 0, where times fall, too; small messages count as much as large ones.
static void never_negative(void)
{
	fit_point point[MOST];
	fit_piece piece[FIT_MOST_PIECES];
	int n = 0;
	for (int k = 0; k < 5; k++) point[n++] = measured(100 - k, 1000 * (k + 1), 2, 0);
	const int pieces = probe_fit(point, n, MACHINE_1D, piece);
	expect(pieces == 1, "falling", 0, pieces, 1);
	for (int k = 0; k < 4; k++) expect(piece[0].c[k] >= 0, "falling constant", k, piece[0].c[k], 0);
	expect(fabs(probe_fit_value(&piece[0], 3000, 2) - 98) < 2, "falling, its middle", 0, piece[0].c[0], 98);
}

static void nothing_to_fit(void)
{
	fit_piece piece[FIT_MOST_PIECES];
	fit_point zero = {.bytes = 8, .processes = 2};
	expect(probe_fit(NULL, 0, MACHINE_1D, piece) == 0, "no points", 0, 1, 0);
	expect(probe_fit(&zero, 1, MACHINE_1D, piece) == 0, "no time", 0, 1, 0);
	// As many constants as points: all is said, but nothing of how good it is.
	fit_point two[] = {measured(10, 1000, 2, 0), measured(30, 2000, 2, 0)};
	two[0].us = 12;
	expect(probe_fit(two, 2, MACHINE_1D, piece) == 1, "two points", 0, 0, 1);
	for (int k = 0; k < 4; k++) expect(piece[0].c_error[k] >= 0, "two points, error", k, piece[0].c_error[k], 0);
	fit_point four[] = {measured(15, 1000, 2, 0), measured(20, 2000, 2, 0), measured(200, 4000, 2, 0),
	        measured(300, 8000, 2, 0)};
	expect(probe_fit(four, 4, MACHINE_1D, piece) > 0, "four points", 0, 0, 1);
	for (int k = 0; k < 4; k++) expect(piece[0].c_error[k] >= 0, "four points, error", k, piece[0].c_error[k], 0);
	fit_point one = measured(3, 8, 2, 0);
	expect(probe_fit(&one, 1, MACHINE_1D, piece) == 1 && fabs(probe_fit_value(piece, 8, 2) - 3) < 1e-9, "one point",
	        0, piece[0].c[0], 3);
}

// ---- the rest ---------------------------------------------------------------------------------

static void operations(void)
{
	static const double ns[HPCC_N_OPERATIONS] = {
	        [HPCC_FADD] = .4, [HPCC_FMUL] = .6, [HPCC_FDIV] = 5, [HPCC_LOADS] = .2, [HPCC_STORES] = .3};
	fit_loop loop[12];
	double found[HPCC_N_OPERATIONS];
	memset(loop, 0, sizeof loop);
	for (int k = 0; k < 12; k++) {
		static const int kind[] = {HPCC_FADD, HPCC_FMUL, HPCC_FDIV, HPCC_LOADS, HPCC_STORES};
		for (int i = 0; i < 5; i++) loop[k].operations[kind[i]] = (k * (i + 3) + i * i) % 7;
		loop[k].operations[HPCC_STORES]++;
		for (int o = 0; o < HPCC_N_OPERATIONS; o++) loop[k].ns += loop[k].operations[o] * ns[o];
	}
	const double off = probe_fit_operations(loop, 12, found);
	expect(off < .02, "operations, error", 0, off, 0);
	for (int o = 0; o < HPCC_N_OPERATIONS; o++)
		expect(fabs(found[o] - ns[o]) <= .05 * ns[o], "operation", o, found[o], ns[o]);
	// Loads and stores that always stand together: none of them is free.
	for (int k = 0; k < 3; k++) {
		memset(&loop[k], 0, sizeof loop[k]);
		loop[k].operations[HPCC_LOADS] = loop[k].operations[HPCC_STORES] = k + 1;
		loop[k].ns = 2 * (k + 1);
	}
	probe_fit_operations(loop, 3, found);
	expect(fabs(found[HPCC_LOADS] - 1) < .1 && fabs(found[HPCC_STORES] - 1) < .1, "together", 0, found[HPCC_LOADS],
	        1);
}

static void samples(void)
{
	double x[] = {9, 1, 5, 3, 7, 100, 100, 100, 100, 100, 100};
	expect(probe_median(x, 3) == 5, "median", 3, x[1], 5);
	expect(probe_undisturbed(x, 11) == 3, "undisturbed", 11, probe_undisturbed(x, 11), 3);
	expect(probe_median(x, 0) == 0, "none", 0, 1, 0);
}

int main(void)
{
	for (int form = 0; form < MACHINE_N_FORMS; form++) {
		form_is_found(form, 0);
		form_is_found(form, .03);
	}
	pieces_are_found();
	bounds_have_errors();
	steps_are_no_slopes();
	one_number_of_processes();
	never_negative();
	nothing_to_fit();
	operations();
	samples();
	return failures > 0;
}
