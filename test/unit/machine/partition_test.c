// SPDX-License-Identifier: Apache-2.0
//
// The partitioner: partition maps and times against values that were computed by hand, the sample run of figure 13, and
// processor selection on random problems: the oracle against all configurations, everything else against the oracle.
#include "../../../machine/partition.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void expect_near(const char *what, double is, double should_be, double tolerance)
{
	if (is == should_be || fabs(is - should_be) <= tolerance) return;
	printf("%s: %.12g, not %.12g\n", what, is, should_be);
	failures++;
}

static void expect(const char *what, double is, double should_be)
{
	expect_near(what, is, should_be, 1e-9 * (1 + should_be));
}

static void expect_processes(const char *what, int n, const int *is, const int *should_be)
{
	if (!memcmp(is, should_be, n * sizeof *is)) return;
	printf("%s:", what);
	for (int i = 0; i < n; i++) printf(" %d", is[i]);
	printf(", not");
	for (int i = 0; i < n; i++) printf(" %d", should_be[i]);
	printf("\n");
	failures++;
}

// ---- partition maps -----------------------------------------------------------------------------

// Clusters of two that compute a unit in d2[i] and anything in d1[i] microseconds.
typedef struct two_t {
	partition_cluster cluster[2];
	partition_computation computation;
	partition_problem problem;
} two_t;

static void make_two(two_t *t, long pdus, int of_0, int of_1, const double *d1, const double *d2)
{
	*t = (two_t){.cluster = {{of_0, 0}, {of_1, 0}}};
	t->computation = (partition_computation){.d1 = d1, .d2 = d2};
	t->problem = (partition_problem){.pdus = pdus,
	        .n_clusters = 2,
	        .cluster = t->cluster,
	        .n_computations = 1,
	        .computation = &t->computation};
}

static void expect_shares(const char *what, two_t *t, int of_0, int of_1, double share_0, double share_1)
{
	double share[2];
	int processes[] = {of_0, of_1};
	partition *p = partition_open(&t->problem);
	bool fits = partition_shares(p, processes, share);
	expect(what, fits, 1);
	expect_near(what, share[0], share_0, 1e-6 * (1 + share_0));
	expect_near(what, share[1], share_1, 1e-6 * (1 + share_1));
	partition_close(p);
}

static double square(double x, const void *user)
{
	(void)user;
	return x * x;
}

static double by_tens(double x, const void *user) { return ceil(x / 10) * *(const double *)user; }

static void shares(void)
{
	two_t t;
	static const double even[] = {0, 0}, speeds[] = {.3, .6};
	// Section 3.1: a Sparc2 gets twice as much as an IPC. 300 / (6 / 0.3 + 6 / 0.6) = 10 us.
	make_two(&t, 300, 6, 6, even, speeds);
	expect_shares("EQ 6", &t, 6, 6, 10 / .3, 10 / .6);
	expect_shares("EQ 6, of one cluster", &t, 6, 0, 50, 0);
	make_two(&t, 300, 6, 6, NULL, speeds);
	expect_shares("EQ 6 without d1", &t, 6, 6, 10 / .3, 10 / .6);
	// (100 + 10 / 2) / (1 / 1 + 1 / 2) = 70 us.
	make_two(&t, 100, 1, 1, (double[]){0, 10}, (double[]){1, 2});
	expect_shares("EQ 5", &t, 1, 1, 70, 30);
	make_two(&t, 100, 1, 1, (double[]){0, 1000}, (double[]){1, 2});
	expect_shares("fixed costs above all that there is to do", &t, 1, 1, 100, 0);
	// A_0^2 = 4 A_1^2
	make_two(&t, 90, 1, 1, even, (double[]){1, 4});
	t.computation.g = square;
	expect_shares("a square", &t, 1, 1, 60, 30);
	// In steps of ten: 8 us, a fourth step of the first, of which half is left.
	static const double step = 2;
	make_two(&t, 55, 1, 1, even, (double[]){1, 1.5});
	t.computation.g = by_tens, t.computation.user = &step;
	expect_shares("steps", &t, 1, 1, 35, 20);
	make_two(&t, 200, 2, 1, (double[]){400, 0}, (double[]){1, 1});
	t.computation.g = square;
	double x = (800 - sqrt(800. * 800 - 4 * 3 * (40000 - 400))) / 6;
	expect_shares("a square and fixed costs", &t, 2, 1, x, 200 - 2 * x);
}

// Phases with different relations between the clusters: their sum is balanced.
static void several_phases(void)
{
	static const double first[] = {1, 3}, second[] = {2, 1}, fixed[] = {5, 0};
	partition_cluster cluster[] = {{1, 0}, {1, 0}};
	partition_computation computation[] = {{fixed, first, NULL, NULL}, {NULL, second, NULL, NULL}};
	cost_function within[] = {{MACHINE_LINEAR, 1, 2, .5, .25}, {MACHINE_CONSTANT, 7, 9, 1, 9}};
	partition_communication communication[] = {
	        {MACHINE_1D, within, 40, 0, 1, 0, 0}, {MACHINE_RING, within, 0, 2, 3, -1, 0}};
	partition_problem problem = {70, 2, cluster, NULL, 2, 2, computation, communication, 0, 0, true};
	partition *p = partition_open(&problem);
	int both[] = {1, 1};
	double us[4], share[2];
	// D1 = 5, 0; D2 = 3, 4: T = (70 + 5 / 3) / (1 / 3 + 1 / 4)
	double time = (70 + 5. / 3) / (7. / 12), a = (time - 5) / 3, b = time / 4;
	partition_shares(p, both, share);
	expect("share of several phases", share[0], a);
	expect("share of several phases", share[1], b);
	double cost = partition_cost_phases(p, both, us);
	expect("first computation", us[0], fmax(5 + a, 3 * b));
	expect("second computation", us[1], fmax(2 * a, b));
	expect("1-D", us[2], 47);
	expect("ring", us[3], 3 * (1 + 2 + 2 * a * .75 + 7 + 2 * b));
	expect("overlapped", cost, fmax(us[0], 47) + us[1] + us[3]);
	communication[0].times = 10;
	partition_close(p);
	p = partition_open(&problem);
	expect("overlapped by more", partition_cost(p, both), 470 + us[1] + us[3]);
	partition_close(p);

	partition_room room;
	partition_problem dominant = partition_dominant(&problem, &room);
	expect("phases that dominate", dominant.n_computations * 10 + dominant.n_communications, 11);
	expect("the dominant computation", room.computation.d2 == first, 1);
	expect("the dominant communication", room.communication.bytes, 40);
	expect("its overlap", room.communication.overlap, 0);
	communication[1].bytes_per_pdu = 20;
	partition_dominant(&problem, &room);
	expect("the other communication", room.communication.topology, MACHINE_RING);
	expect("its overlap", room.communication.overlap, PARTITION_NO_OVERLAP);
}

// ---- whole units --------------------------------------------------------------------------------

static void map_of_two(void)
{
	two_t t;
	long map[7];
	make_two(&t, 20, 3, 4, NULL, (double[]){1, 2});
	partition *p = partition_open(&t.problem);
	partition_map(p, (int[]){2, 1}, map);
	// 8, 8 and 4; nothing for those that are not chosen.
	static const long should_be[] = {8, 8, 0, 4, 0, 0, 0};
	for (int k = 0; k < 7; k++) expect("map", map[k], should_be[k]);
	partition_map(p, (int[]){0, 3}, map);
	expect("the first of equal ones", map[3] * 100 + map[4] * 10 + map[5], 776);
	expect("T_c of whole units", partition_cost(p, (int[]){0, 3}), 14);
	partition_close(p);
	t.problem.fractional = true;
	p = partition_open(&t.problem);
	expect("T_c of fractions", partition_cost(p, (int[]){0, 3}), 40. / 3);
	partition_close(p);
}

static unsigned long long state = 88172645463325252u;

static unsigned random_bits(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state >> 16;
}

static int between(int low, int high) { return low + (int)((random_bits() & 0xffffff) * (high - low + 1L) >> 24); }
static double real_between(double low, double high) { return low + (high - low) * random_bits() / 4294967295.; }

enum { MOST = 4, PHASES = 3 };

typedef struct case_t {
	partition_cluster cluster[MOST];
	double d1[PHASES][MOST], d2[PHASES][MOST], step;
	partition_computation computation[PHASES];
	cost_function within[PHASES][MOST];
	partition_communication communication[PHASES];
	cost_link links[MOST * MOST];
	partition_problem problem;
} case_t;

enum { FIXED = 1, CURVED = 2, LIMITED = 4, SIZED = 8, SEVERAL = 16, OVERLAP = 32, CROSSING = 64, ALL_KINDS = 127 };

static void random_phases(case_t *c, int kinds)
{
	int n = c->problem.n_clusters, count = kinds & SEVERAL ? PHASES : 1;
	for (int k = 0; k < count; k++) {
		for (int i = 0; i < n; i++) {
			c->d1[k][i] = kinds & FIXED ? real_between(0, 300) : 0;
			c->d2[k][i] = real_between(1, 100);
			c->within[k][i] = (cost_function){between(0, MACHINE_N_FORMS - 1), real_between(0, 100),
			        real_between(0, 100), real_between(.1, 2), real_between(.1, 2)};
		}
		c->computation[k] = (partition_computation){c->d1[k], c->d2[k], NULL, NULL};
		if (kinds & CURVED && between(0, 1)) c->computation[k].g = square;
		if (kinds & CURVED && !between(0, 3)) c->computation[k].g = by_tens, c->computation[k].user = &c->step;
		c->communication[k] = (partition_communication){between(0, MACHINE_N_TOPOLOGIES - 1), c->within[k],
		        between(1, 200), kinds & SIZED ? between(0, 20) : 0, between(1, 3),
		        kinds & OVERLAP && between(0, 1) ? between(0, count - 1) : PARTITION_NO_OVERLAP,
		        (double)between(0, 4) / 4};
	}
	c->problem.n_computations = c->problem.n_communications = count;
}

static void random_case(case_t *c, int kinds)
{
	memset(c, 0, sizeof *c);
	int n = between(1, MOST);
	c->step = 10;
	c->problem = (partition_problem){.pdus = between(1, 3) == 1 ? between(1, 12) : between(1, 400),
	        .n_clusters = n,
	        .cluster = c->cluster,
	        .computation = c->computation,
	        .communication = c->communication,
	        .fractional = between(0, 1)};
	for (int i = 0; i < n; i++) c->cluster[i].available = between(0, 5);
	c->cluster[between(0, n - 1)].available = between(1, 5);
	if (kinds & LIMITED) {
		c->problem.memory = 1000, c->problem.memory_per_pdu = 10;
		for (int i = 0; i < n; i++) c->cluster[i].memory = between(0, 3) * real_between(300, 2000);
	}
	if (kinds & CROSSING) {
		for (int k = 0; k < n * n; k++)
			c->links[k] = (cost_link){real_between(0, 300), real_between(0, 2), real_between(0, 2)};
		c->problem.links = c->links;
	}
	random_phases(c, kinds);
}

static double time_of(const case_t *c, int i, double units)
{
	double sum = 0;
	for (int k = 0; k < c->problem.n_computations; k++) {
		const partition_computation *f = &c->computation[k];
		sum += f->d1[i] + f->d2[i] * (f->g ? f->g(units, f->user) : units);
	}
	return sum;
}

static double room_of(const case_t *c, int i)
{
	if (!c->cluster[i].memory || !(c->problem.memory_per_pdu > 0)) return INFINITY;
	return floor((c->cluster[i].memory - c->problem.memory) / c->problem.memory_per_pdu);
}

// How many whole units the processes finish in less than this time.
static long units_in_less(const case_t *c, const int *processes, double time)
{
	long sum = 0;
	for (int i = 0; i < c->problem.n_clusters; i++) {
		long units = 0;
		while (units < c->problem.pdus && units + 1 <= room_of(c, i) && time_of(c, i, units + 1) < time)
			units++;
		sum += processes[i] * units;
	}
	return sum;
}

// A map of random processes: all units, each within its memory, and no distribution ends earlier.
static void random_maps(void)
{
	for (int round = 0; round < 4000; round++) {
		case_t c;
		int processes[MOST], any = 0;
		long map[MOST * 5], sum = 0, *next = map;
		double slowest = 0, room = 0;
		random_case(&c, random_bits() & ALL_KINDS);
		partition *p = partition_open(&c.problem);
		for (int i = 0; i < c.problem.n_clusters; i++) {
			processes[i] = room_of(&c, i) < 1 ? 0 : between(0, c.cluster[i].available);
			any += processes[i];
			if (processes[i]) room += processes[i] * fmin(room_of(&c, i), c.problem.pdus);
		}
		bool fits = partition_map(p, processes, map);
		if (any) expect("it fits", fits, room >= c.problem.pdus);
		for (int i = 0; i < c.problem.n_clusters; i++)
			for (int k = 0; k < c.cluster[i].available; k++, next++) {
				sum += *next;
				if (*next < 0 || (k >= processes[i] && *next) || *next > room_of(&c, i))
					expect("units of a process", *next, 0);
				if (*next) slowest = fmax(slowest, time_of(&c, i, *next));
			}
		expect("all units", sum, fits ? c.problem.pdus : 0);
		if (fits && units_in_less(&c, processes, slowest * (1 - 1e-12)) >= c.problem.pdus)
			expect("the slowest process could end earlier", slowest, 0);
		partition_close(p);
	}
}

// ---- memory -------------------------------------------------------------------------------------

static void memory(void)
{
	two_t t;
	make_two(&t, 300, 6, 6, NULL, (double[]){.3, .6});
	t.problem.memory = 1000, t.problem.memory_per_pdu = 100;
	t.cluster[0].memory = 3050; // 20 units, of 33 that it would get
	expect_shares("clipped", &t, 6, 6, 20, 30);
	partition *p = partition_open(&t.problem);
	int processes[] = {6, 6}, chosen[2];
	expect("nothing lacks", partition_lacks(p, processes).cluster, -1);
	expect("T_c of the clipped map", partition_cost(p, processes), 18);
	partition_close(p);

	t.cluster[1].memory = 3999; // 29
	p = partition_open(&t.problem);
	partition_lack lack = partition_lacks(p, processes);
	expect("T_c of what does not fit", partition_cost(p, processes), INFINITY);
	expect("who lacks memory", lack.cluster, 0);
	expect("how much it needs", lack.needs, 1000 + 34 * 100); // 33.3 units
	expect("how much it has", lack.has, 3050);
	expect("units that are left", lack.left, 300 - 6 * 20 - 6 * 29);
	for (int k = 0; k < 4; k++) {
		double cost = k == 0   ? partition_h1(p, chosen)
		              : k == 1 ? partition_h2(p, true, chosen)
		              : k == 2 ? partition_exhaustive(p, chosen)
		                       : partition_sweep(p, chosen);
		expect("selection of what does not fit", cost, INFINITY);
		expect_processes("all that there are", 2, chosen, processes);
	}
	partition_close(p);

	t.cluster[1].memory = 1050; // not one unit
	t.problem.pdus = 120;
	p = partition_open(&t.problem);
	expect("a cluster without room", partition_sweep(p, chosen) < INFINITY, 1);
	expect_processes("a cluster without room", 2, chosen, (int[]){6, 0});
	partition_close(p);
}

// ---- figure 13 ----------------------------------------------------------------------------------

// The figure says neither the complexity nor whether routers cost anything. Both follow from its two times: what a unit
// takes at 1 mflops, w, and what a crossing takes, R (so that it is a run of table 2 b):
//
//     T_c[H2]      = 100 w / (5 * 45 + 5 * 55) + 5 * 91 + 100 (.58 + 5 * 1.07) + R = 3347.8
//     T_c[optimal] = 100 w / (6 * 45 + 6 * 55) + 6 * 91 + 100 (.58 + 6 * 1.07) + R = 3228.4
//
// What remains to be seen is that these two configurations are those that are found.
static void figure_13(void)
{
	double w = 30 * (3347.8 - 3228.4 + 91 + 107), r = 3347.8 - w / 5 - 455 - 593;
	double d2[] = {w / 45, w / 16, w / 75, w / 55};
	partition_cluster cluster[] = {{6, 0}, {4, 0}, {2, 0}, {10, 0}};
	cost_function within[] = {{MACHINE_LINEAR, 0, 88, .56, 1.04}, {MACHINE_LINEAR, 0, 577, 3.7, 6.88},
	        {MACHINE_LINEAR, 0, 411, 2.7, 4.85}, {MACHINE_LINEAR, 0, 91, .58, 1.07}};
	cost_link links[16];
	for (int k = 0; k < 16; k++) links[k] = (cost_link){r, 0, 0};
	partition_computation computation = {.d2 = d2};
	partition_communication communication = {MACHINE_1D, within, 100, 0, 1, PARTITION_NO_OVERLAP, 0};
	partition_problem problem = {100, 4, cluster, links, 1, 1, &computation, &communication, 0, 0, true};
	int best[] = {6, 0, 0, 6}, of_h2[] = {5, 0, 0, 5}, chosen[4];
	double share[4];

	partition *p = partition_open(&problem);
	expect_near("T_c[H2] of figure 13", partition_cost(p, of_h2), 3347.8, .05);
	expect_near("T_c[optimal] of figure 13", partition_exhaustive(p, chosen), 3228.4, .05);
	expect_processes("the optimum of figure 13", 4, chosen, best);
	partition_shares(p, chosen, share);
	expect_near("A_3", share[3], 9.2, .05);
	expect_near("A_0", share[0], 7.5, .05);
	expect_near("the sweep for figure 13", partition_sweep(p, chosen), 3228.4, .05);

	// The paper's H2 must have begun with all ten processors of C_3: from there its phases lead where the figure
	// says. With these costs nine are better by 0.15 %, so that H2 begins with nine, and ends in a better
	// configuration.
	for (int k = 1; k <= 6; k++) {
		double add = partition_cost(p, (int[]){k, 0, 0, 10}),
		       trade = partition_cost(p, (int[]){k, 0, 0, 10 - k});
		expect("phase 1 of H2 from ten", add > 3347.9, 1);
		expect("phase 2 of H2 from ten", trade > 3347.9, k != 5);
	}
	expect("H2 for figure 13", partition_h2(p, true, chosen) <= 3347.8, 1);
	long map[22];
	partition_map(p, of_h2, map);
	expect("H2's A_3", map[12], 11);
	expect("H2's A_0", map[0], 9);
	partition_close(p);
}

// ---- processor selection ------------------------------------------------------------------------

static double least_of_all(partition *p, const case_t *c, int i, int *processes)
{
	if (i == c->problem.n_clusters) {
		int any = 0;
		for (int k = 0; k < i; k++) any += processes[k];
		return any ? partition_cost(p, processes) : INFINITY;
	}
	double least = INFINITY;
	int most = room_of(c, i) < 1 ? 0 : c->cluster[i].available;
	for (processes[i] = 0; processes[i] <= most; processes[i]++)
		least = fmin(least, least_of_all(p, c, i + 1, processes));
	return least;
}

static int some(const case_t *c, const int *processes)
{
	int sum = 0;
	for (int i = 0; i < c->problem.n_clusters; i++) {
		sum += processes[i];
		if (processes[i] < 0 || processes[i] > c->cluster[i].available) return 0;
	}
	return sum;
}

// Gives by how much, relatively, the default is above the optimum.
static double compare(const case_t *c)
{
	int processes[MOST];
	partition *p = partition_open(&c->problem);
	double all = least_of_all(p, c, 0, processes);
	expect("the oracle", partition_exhaustive(p, processes), all);
	double cost[] = {partition_h1(p, processes), partition_h2(p, true, processes),
	        partition_h2(p, false, processes), partition_sweep(p, processes)};
	for (int k = 0; k < 4; k++)
		if (!(cost[k] >= all * (1 - 1e-12))) expect("better than the optimum", cost[k], all);
	if (!(cost[3] < INFINITY) && all < INFINITY) expect("the default finds something", cost[3], all);
	if (all < INFINITY) {
		expect("what is chosen costs what is said", partition_cost(p, processes), cost[3]);
		expect("processes are chosen", some(c, processes) > 0, 1);
	}
	partition_close(p);
	return all == INFINITY ? 0 : cost[3] / all - 1;
}

// `rounds` problems of these kinds, or of any of them: the default is above the optimum by more than 5 % in no more than
// one of two hundred, and at all in no more than one of a hundred.
static void compare_random(const char *what, int kinds, bool any, int rounds)
{
	int missed = 0, not_best = 0;
	for (int round = 0; round < rounds; round++) {
		case_t c;
		random_case(&c, any ? (int)(random_bits() & kinds) : kinds);
		double above = compare(&c);
		missed += above > .05;
		not_best += above > 1e-9;
	}
	if (getenv("VERBOSE")) printf("%s: %d and %d of %d\n", what, missed, not_best, rounds);
	if (missed <= rounds / 200 && not_best <= rounds / 100) return;
	printf("%s: the default is not optimal in %d of %d, and above the optimum by more than 5 %% in %d\n", what,
	        not_best, rounds, missed);
	failures++;
}

static void selection(void)
{
	compare_random("one phase", 0, false, 2000);
	compare_random("crossings", CROSSING, false, 2000);
	compare_random("fixed costs", FIXED | CROSSING, false, 1000);
	compare_random("memory", LIMITED | CROSSING, false, 1000);
	compare_random("sizes that grow", SIZED | CROSSING, false, 1000);
	compare_random("overlap", OVERLAP | CROSSING, false, 1000);
	compare_random("several phases", SEVERAL | CROSSING, false, 1000);
	compare_random("all linear", ALL_KINDS & ~CURVED, true, 2000);
	compare_random("all", ALL_KINDS, true, 300);
}

// More clusters than there are sets for: what is chosen is no worse than what the heuristics choose.
static void many_clusters(void)
{
	enum { N = 40 };
	partition_cluster cluster[N];
	cost_function within[N];
	cost_link links[N * N];
	double d2[N];
	int processes[N];
	for (int t = 0; t < MACHINE_N_TOPOLOGIES; t++) {
		for (int i = 0; i < N; i++) {
			cluster[i] = (partition_cluster){between(1, 20), 0};
			within[i] = (cost_function){between(0, 2), real_between(0, 100), real_between(0, 10), .1, .1};
			d2[i] = real_between(10, 100);
		}
		for (int k = 0; k < N * N; k++) links[k] = (cost_link){real_between(0, 100), .1, .1};
		partition_computation computation = {.d2 = d2};
		partition_communication communication = {t, within, 100, 0, 1, PARTITION_NO_OVERLAP, 0};
		partition_problem problem = {5000, N, cluster, links, 1, 1, &computation, &communication, 0, 0, false};
		partition *p = partition_open(&problem);
		double h1 = partition_h1(p, processes), h2 = partition_h2(p, true, processes);
		double sweep = partition_sweep(p, processes);
		if (sweep > fmin(h1, h2) * 1.0001) expect("many clusters", sweep, fmin(h1, h2));
		if (getenv("VERBOSE")) printf("%d: h1 %g h2 %g sweep %g\n", t, h1, h2, sweep);
		partition_close(p);
	}
}

int main(void)
{
	shares();
	several_phases();
	map_of_two();
	random_maps();
	memory();
	figure_13();
	selection();
	many_clusters();
	return failures > 0;
}
