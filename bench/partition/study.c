// SPDX-License-Identifier: Apache-2.0
//
// The simulation study of Weissman and Grimshaw, "A Framework for Partitioning Parallel Computations in Heterogeneous
// Environments", section 3.2: random machines and problems by the ranges of figure 12; T_c of the configuration that
// each processor selection chooses, relative to the least one of all. Writes JSON (README.md of this folder).
//
//     study [--experiments N] [--seed S] [--threads N] [--whole] [--scaled] [--decisions N] [--machines N]
#include "../../machine/partition.h"

#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_CLUSTERS = 5, MOST_PROCESSORS = 10, BINS = 400 };
enum { H1, H2, H2_UNORDERED, SWEEP, METHODS };
static const char *const METHOD[METHODS] = {"h1", "h2", "h2_unordered", "sweep"};

static struct options {
	long experiments, machines, decisions;
	uint64_t seed;
	int threads;
	bool whole, scaled;
} options = {45000, 50, 2000, 1, 2, false, false};

// ---- random numbers -----------------------------------------------------------------------------

// splitmix64: each cell and machine has a stream of its own, so that threads do not matter.
typedef struct stream_t {
	uint64_t state;
} stream_t;

static uint64_t next_bits(stream_t *s)
{
	uint64_t x = s->state += 0x9e3779b97f4a7c15u;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

static double uniform(stream_t *s, double low, double high)
{
	return low + (high - low) * (double)(next_bits(s) >> 11) * 0x1p-53;
}

static int whole_number(stream_t *s, int low, int high) { return low + (int)(next_bits(s) % (high - low + 1)); }

// ---- figure 12 ----------------------------------------------------------------------------------

typedef struct cell_t {
	bool multicomputers, crossings; // tables 2 and 3; (a) and (b)
	machine_topology topology;
} cell_t;

typedef struct machine_t {
	int n;
	partition_cluster cluster[MOST_CLUSTERS];
	double rate[MOST_CLUSTERS]; // mflops
	cost_function within[MOST_CLUSTERS];
	cost_link links[MOST_CLUSTERS * MOST_CLUSTERS];
} machine_t;

// Latency and bandwidth constants of a cluster, each by itself in its range; or, as the clusters of figure 13 have
// them, one cost function with a factor for each cluster (c2 = 85 c4, c3 = 0.54 c4).
static cost_function random_costs(stream_t *s)
{
	if (options.scaled) {
		double c4 = uniform(s, .1, 10);
		return (cost_function){MACHINE_LINEAR, 0, 85 * c4, .54 * c4, c4};
	}
	double c1 = uniform(s, 0, 1000), c2 = uniform(s, 0, 1000), c3 = uniform(s, .1, 10), c4 = uniform(s, .1, 10);
	return (cost_function){MACHINE_LINEAR, c1, c2, c3, c4};
}

// A mesh: f is log p for a tree, linear for a ring, and 1-D hardly depends on p. The paper's footnote reaches that by
// small c3 and c4; as c3 has no p in it, and c2 has, c2 and c4 are meant here.
static void make_mesh(cost_function *f, machine_topology topology)
{
	if (topology == MACHINE_TREE) f->form = MACHINE_LOG2;
	if (topology == MACHINE_1D) f->c2 *= .01, f->c4 *= .01;
}

static cost_link random_link(stream_t *s)
{
	double r1 = uniform(s, 0, 1000), r2 = uniform(s, .1, 10);
	return (cost_link){r1, r2, uniform(s, .1, 10)};
}

static machine_t random_machine(stream_t *s, const cell_t *cell, int clusters, int processors)
{
	machine_t m = {.n = clusters ? clusters : whole_number(s, 1, MOST_CLUSTERS)};
	for (int i = 0; i < m.n; i++) {
		m.cluster[i].available = processors ? processors : whole_number(s, 1, MOST_PROCESSORS);
		m.rate[i] = uniform(s, 1, 100);
		m.within[i] = random_costs(s);
		if (cell->multicomputers && whole_number(s, 0, 1)) make_mesh(&m.within[i], cell->topology);
	}
	for (int i = 0; cell->crossings && i < m.n; i++)
		for (int j = 0; j < i; j++) m.links[i * m.n + j] = m.links[j * m.n + i] = random_link(s);
	return m;
}

// arch_cost is "inversely proportional to the peak processor rate". Which rate has the number that is drawn the paper
// does not say: here it is the mean one. (So figure 13's machine has a complexity within the range of figure 12.)
static const double MEAN_RATE = 50.5;

typedef struct job_t {
	double d2[MOST_CLUSTERS];
	partition_computation computation;
	partition_communication communication;
	partition_problem problem;
} job_t;

// numPDUs and what is computed; the size of messages varies more often (change_messages).
static void random_job(stream_t *s, const machine_t *m, const cell_t *cell, long number, job_t *job)
{
	static const long pdus[] = {1, 100, 500, 1000, 5000, 10000};
	double instructions = uniform(s, 1, 10000), arch_cost = uniform(s, .1, 1);
	for (int i = 0; i < m->n; i++) job->d2[i] = instructions * arch_cost * MEAN_RATE / m->rate[i];
	job->computation = (partition_computation){.d2 = job->d2};
	job->communication = (partition_communication){
	        .topology = cell->topology, .within = m->within, .times = 1, .overlap = PARTITION_NO_OVERLAP};
	job->problem = (partition_problem){.pdus = pdus[number % 6],
	        .n_clusters = m->n,
	        .cluster = m->cluster,
	        .links = cell->crossings ? m->links : NULL,
	        .n_computations = 1,
	        .n_communications = 1,
	        .computation = &job->computation,
	        .communication = &job->communication,
	        .fractional = !options.whole};
}

static void change_messages(stream_t *s, job_t *job)
{
	job->communication.bytes = whole_number(s, 1, (int)job->problem.pdus);
}

// ---- experiments --------------------------------------------------------------------------------

typedef struct tally_t {
	long within_5, within_10, optimal;
	double sum, worst;
	long bin[BINS]; // of T_c / optimal - 1, in steps of 0.25 %; the last one has all above
} tally_t;

typedef struct result_t {
	long experiments, oracle_evaluations, sweep_evaluations;
	tally_t tally[METHODS];
} result_t;

static void count(tally_t *t, double ratio)
{
	t->within_5 += ratio <= 1.05;
	t->within_10 += ratio <= 1.10;
	t->optimal += ratio <= 1 + 1e-9;
	t->sum += ratio;
	t->worst = fmax(t->worst, ratio);
	int bin = ratio - 1 < BINS * .0025 ? (int)((ratio - 1) / .0025) : BINS - 1;
	t->bin[bin < BINS ? (bin < 0 ? 0 : bin) : BINS - 1]++;
}

static double choose(partition *p, int method, int *processes)
{
	switch (method) {
	case H1: return partition_h1(p, processes);
	case H2: return partition_h2(p, true, processes);
	case H2_UNORDERED: return partition_h2(p, false, processes);
	default: return partition_sweep(p, processes);
	}
}

static void experiment(const job_t *job, result_t *r)
{
	int processes[MOST_CLUSTERS];
	double cost[METHODS];
	partition *p = partition_open(&job->problem);
	for (int k = 0; k < METHODS; k++) cost[k] = choose(p, k, processes);
	long before = partition_evaluations(p);
	double least = partition_exhaustive(p, processes);
	r->oracle_evaluations += partition_evaluations(p) - before;
	for (int k = 0; k < METHODS; k++) count(&r->tally[k], cost[k] / least);
	r->experiments++;
	partition_close(p);
}

enum { MESSAGES_PER_JOB = 10 };

static void run_machine(const cell_t *cell, int number, int machine, result_t *r)
{
	stream_t s = {options.seed * 1000003 + number * 100003 + machine};
	next_bits(&s);
	machine_t m = random_machine(&s, cell, 0, 0);
	job_t job;
	for (long k = 0; k < options.experiments / options.machines; k++) {
		if (k % MESSAGES_PER_JOB == 0) random_job(&s, &m, cell, machine + k / MESSAGES_PER_JOB, &job);
		change_messages(&s, &job);
		experiment(&job, r);
	}
}

static void add(result_t *to, const result_t *from)
{
	to->experiments += from->experiments;
	to->oracle_evaluations += from->oracle_evaluations;
	for (int k = 0; k < METHODS; k++) {
		tally_t *t = &to->tally[k];
		const tally_t *f = &from->tally[k];
		t->within_5 += f->within_5, t->within_10 += f->within_10, t->optimal += f->optimal;
		t->sum += f->sum;
		t->worst = fmax(t->worst, f->worst);
		for (int b = 0; b < BINS; b++) t->bin[b] += f->bin[b];
	}
}

typedef struct work_t {
	const cell_t *cell;
	int number, machine;
	pthread_mutex_t lock;
	result_t result;
} work_t;

static void *work(void *of)
{
	work_t *w = of;
	for (;;) {
		pthread_mutex_lock(&w->lock);
		int machine = w->machine++;
		pthread_mutex_unlock(&w->lock);
		if (machine >= options.machines) return NULL;
		result_t r = {0};
		run_machine(w->cell, w->number, machine, &r);
		pthread_mutex_lock(&w->lock);
		add(&w->result, &r);
		pthread_mutex_unlock(&w->lock);
	}
}

static result_t run_cell(const cell_t *cell, int number)
{
	work_t w = {.cell = cell, .number = number, .lock = PTHREAD_MUTEX_INITIALIZER};
	pthread_t thread[options.threads];
	for (int k = 0; k < options.threads; k++) pthread_create(&thread[k], NULL, work, &w);
	for (int k = 0; k < options.threads; k++) pthread_join(thread[k], NULL);
	return w.result;
}

// ---- how long a decision takes ------------------------------------------------------------------

static double microseconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

static int ascending(const void *x, const void *y)
{
	double a = *(const double *)x, b = *(const double *)y;
	return (a > b) - (a < b);
}

// Five clusters of ten processors, with tables of costs made anew for each decision.
static void time_decisions(const cell_t *cell, int number, int method)
{
	stream_t s = {options.seed * 7919 + number};
	long n = options.decisions, evaluations = 0;
	double *us = calloc(n, sizeof *us);
	for (long k = 0; k < n; k++) {
		int processes[MOST_CLUSTERS];
		job_t job;
		machine_t m = random_machine(&s, cell, MOST_CLUSTERS, MOST_PROCESSORS);
		random_job(&s, &m, cell, k, &job);
		change_messages(&s, &job);
		double begin = microseconds();
		partition *p = partition_open(&job.problem);
		choose(p, method, processes);
		evaluations += partition_evaluations(p);
		partition_close(p);
		us[k] = microseconds() - begin;
	}
	qsort(us, n, sizeof *us, ascending);
	double sum = 0;
	for (long k = 0; k < n; k++) sum += us[k];
	printf("\"us\": {\"mean\": %.2f, \"median\": %.2f, \"p99\": %.2f, \"worst\": %.2f}, \"evaluations\": %.1f",
	        sum / n, us[n / 2], us[n * 99 / 100], us[n - 1], (double)evaluations / n);
	free(us);
}

// ---- output -------------------------------------------------------------------------------------

static void print_tally(const tally_t *t, long n)
{
	printf("\"within_5\": %.3f, \"within_10\": %.3f, \"optimal\": %.3f, \"mean\": %.6f, \"worst\": %.4f, \"bins\": "
	       "[",
	        100. * t->within_5 / n, 100. * t->within_10 / n, 100. * t->optimal / n, t->sum / n, t->worst);
	for (int b = 0; b < BINS; b++) printf("%s%ld", b ? "," : "", t->bin[b]);
	printf("], ");
}

static void print_cell(const cell_t *cell, int number)
{
	static const char *const topology[] = {"1-D", "ring", "tree"};
	result_t r = run_cell(cell, number);
	printf("%s  {\"table\": %d, \"crossings\": %s, \"topology\": \"%s\", \"experiments\": %ld,\n",
	        number ? ",\n" : "", cell->multicomputers ? 3 : 2, cell->crossings ? "true" : "false",
	        topology[cell->topology], r.experiments);
	printf("   \"oracle_evaluations\": %.1f", (double)r.oracle_evaluations / r.experiments);
	for (int k = 0; k < METHODS; k++) {
		printf(",\n   \"%s\": {", METHOD[k]);
		print_tally(&r.tally[k], r.experiments);
		time_decisions(cell, number, k);
		printf("}");
	}
	printf("}");
	fflush(stdout);
}

static void usage(void)
{
	fprintf(stderr, "usage: study [--experiments N] [--machines N] [--seed S] [--threads N] [--decisions N] "
	                "[--whole] [--scaled]\n");
	exit(2);
}

static long number_of(const char *text)
{
	char *end;
	long n = text ? strtol(text, &end, 10) : 0;
	if (!text || *end || n < 1) usage();
	return n;
}

static void read_options(int argc, char **argv)
{
	for (int k = 1; k < argc; k++) {
		if (!strcmp(argv[k], "--whole"))
			options.whole = true;
		else if (!strcmp(argv[k], "--scaled"))
			options.scaled = true;
		else if (!strcmp(argv[k], "--experiments"))
			options.experiments = number_of(argv[++k]);
		else if (!strcmp(argv[k], "--machines"))
			options.machines = number_of(argv[++k]);
		else if (!strcmp(argv[k], "--seed"))
			options.seed = number_of(argv[++k]);
		else if (!strcmp(argv[k], "--threads"))
			options.threads = (int)number_of(argv[++k]);
		else if (!strcmp(argv[k], "--decisions"))
			options.decisions = number_of(argv[++k]);
		else
			usage();
	}
	if (options.experiments < options.machines) options.machines = options.experiments;
}

int main(int argc, char **argv)
{
	static const machine_topology topology[] = {MACHINE_RING, MACHINE_1D, MACHINE_TREE};
	read_options(argc, argv);
	printf("{\"seed\": %ld, \"machines\": %ld, \"whole\": %s, \"scaled\": %s, \"cells\": [\n", (long)options.seed,
	        options.machines, options.whole ? "true" : "false", options.scaled ? "true" : "false");
	for (int number = 0; number < 12; number++) {
		cell_t cell = {number >= 6, number / 3 % 2, topology[number % 3]};
		print_cell(&cell, number);
	}
	printf("]}\n");
	return 0;
}
