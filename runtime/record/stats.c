// SPDX-License-Identifier: Apache-2.0
//
// Counts of what the runtime did. HPCC_STATS=1 prints them at the end on stderr: a line for each process, and one for
// each place in the source where nests took the slow path or elements were brought or set one by one. All processes do
// these alike, so process 0 notes them. HPCC_STATS=2 prints what each process has executed of each loop, too.
#include "../nests/nests.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

hpcc_counters hpcc_count;
int hpcc_stats_level;

void hpcc_stats_start(void)
{
	const char *text = getenv("HPCC_STATS");
	if (!text || !*text || strcmp(text, "0") == 0) return;
	if (strspn(text, "0123456789") < strlen(text)) {
		hpcc_ledger_start(text);
		return;
	}
	int level = atoi(text);
	hpcc_stats_level = level > 1 ? level : 1;
	if (hpcc_size_ > 1) hpcc_ledger_start(NULL);
}

// ---- places -----------------------------------------------------------------------------------

typedef enum place_kind { PLACE_SLOW, PLACE_READ, PLACE_WRITTEN } place_kind;

typedef struct place {
	const char *file;
	int line;
	place_kind kind;
	char *why; // SLOW; "" where it is not known
	long count;
	struct place *next; // of the same bucket
} place;

enum { BUCKETS = 256 };
static place *bucket[BUCKETS];
static int n_places;

static int is_noted(void) { return hpcc_rank_ == 0 && hpcc_stats_level > 0; }

static void note(const char *file, int line, place_kind kind, const char *why)
{
	if (!is_noted()) return;
	if (!file) file = "?";
	place **first = &bucket[(unsigned)line % BUCKETS], *p = *first;
	while (p && (p->line != line || p->kind != kind || (p->file != file && strcmp(p->file, file) != 0) ||
	                    strcmp(p->why, why) != 0))
		p = p->next;
	if (!p) {
		p = hpcc_alloc(sizeof *p);
		size_t size = strlen(why) + 1;
		*p = (place){.file = file, .line = line, .kind = kind, .why = hpcc_alloc(size), .next = *first};
		memcpy(p->why, why, size);
		*first = p;
		n_places++;
	}
	p->count++;
}

void hpcc_stats_slow(const hpcc_nest *nest, const char *why)
{
	hpcc_count.slow++;
	note(nest->file, nest->line, PLACE_SLOW, why ? why : "");
}

void hpcc_stats_read(const char *file, int line)
{
	hpcc_count.reads++;
	hpcc_count.by_all++;
	note(file, line, PLACE_READ, "");
}

void hpcc_stats_written(const char *file, int line)
{
	hpcc_count.by_all++;
	note(file, line, PLACE_WRITTEN, "");
}

static int by_place(const void *a, const void *b)
{
	const place *x = *(place *const *)a, *y = *(place *const *)b;
	int files = strcmp(x->file, y->file);
	if (files) return files;
	if (x->line != y->line) return x->line < y->line ? -1 : 1;
	if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
	return strcmp(x->why, y->why);
}

static void print_places(void)
{
	static const char *const word[] = {[PLACE_SLOW] = "slow", [PLACE_READ] = "reads", [PLACE_WRITTEN] = "writes"};
	place **all = hpcc_alloc((size_t)n_places * sizeof(place *) + 1);
	int n = 0;
	for (int k = 0; k < BUCKETS; k++)
		for (place *p = bucket[k]; p; p = p->next) all[n++] = p;
	qsort(all, (size_t)n, sizeof(place *), by_place);
	for (int k = 0; k < n; k++)
		fprintf(stderr, "hpcc-stats-at: %s:%d: %s %ld%s%s\n", all[k]->file, all[k]->line, word[all[k]->kind],
		        all[k]->count, *all[k]->why ? ": " : "", all[k]->why);
	free(all);
}

// ---- loops ------------------------------------------------------------------------------------

enum { LOOP_RUNS, LOOP_SPLIT, LOOP_BY_ALL, LOOP_OUTPUT, N_LOOP_VALUES };

// What this process has executed of a nest. All processes enter nests alike, so their lists are.
typedef struct loop_count {
	const hpcc_nest *nest;
	long value[N_LOOP_VALUES];
	const char *why; // BY_ALL: the first reason that was met, "" if a line of its own has it, or there is none
	struct loop_count *next;
} loop_count;

static loop_count *first_loop, **next_loop = &first_loop;
static int n_loops;

static loop_count *counts_of(hpcc_nest *nest)
{
	if (nest->counts) return nest->counts;
	loop_count *c = hpcc_alloc(sizeof *c);
	c->nest = nest;
	c->why = "";
	*next_loop = c;
	next_loop = &c->next;
	n_loops++;
	return nest->counts = c;
}

void hpcc_stats_entered(hpcc_nest *nest, long times) { counts_of(nest)->value[LOOP_RUNS] += times; }

// What of a run is split, and what this process executes of that which is not.
static void executed_of(const plan_t *plan, const hpcc_range *own, long *split, long *by_all)
{
	long n[2] = {0};
	int own_part = hpcc_size_ == 1 || plan->mode == RUN_PARTITIONED;
	plan->nest->work(plan->par_now, own, n);
	*split = own_part ? n[0] : 0;
	*by_all = n[0] + n[1] - *split;
}

static void add_executed(plan_t *plan, long times)
{
	hpcc_nest *nest = plan->nest;
	if (hpcc_ledger_on) hpcc_note_executed(plan, times);
	if (!hpcc_stats_level) return;
	int own_part = hpcc_size_ == 1 || plan->mode == RUN_PARTITIONED;
	int only_shows = (nest->flags & HPCC_REPLICATED) && !(nest->flags & HPCC_SLOW);
	long split = times * (plan->split + (hpcc_size_ == 1 ? plan->by_all : 0));
	long rest = hpcc_size_ == 1 ? 0 : times * plan->by_all;
	loop_count *c = counts_of(nest);
	if (rest > 0 && !only_shows && !plan->slow && !*c->why)
		c->why = own_part ? "some of its statements belong to no owner" : "nothing in it is split";
	c->value[LOOP_SPLIT] += split;
	c->value[only_shows ? LOOP_OUTPUT : LOOP_BY_ALL] += rest;
	hpcc_count.split += split;
	*(only_shows ? &hpcc_count.output : &hpcc_count.by_all) += rest;
}

void hpcc_stats_executed(plan_t *plan, const hpcc_range *own)
{
	hpcc_nest *nest = plan->nest;
	if (plan->mode == RUN_INNER || !nest->work || hpcc_predicting) return;
	// The same in each run of a plan, unless nothing is spread (then parameters may differ), or it is of a piece.
	if (!plan->work_known || own != plan->own) {
		executed_of(plan, own, &plan->split, &plan->by_all);
		plan->work_known = own == plan->own && plan->mode != RUN_LOCAL;
	}
	add_executed(plan, 1);
}

void hpcc_stats_alike(plan_t *plan, long times)
{
	if (hpcc_stats_level) hpcc_stats_entered(plan->nest, times);
	if (plan->nest->work) add_executed(plan, times);
}

// ---- processes --------------------------------------------------------------------------------

// Most memory that this process ever had resident, in kilobytes.
static long resident_kb(void)
{
	FILE *file = fopen("/proc/self/status", "r");
	char line[256];
	long kb = 0;
	while (file && fgets(line, sizeof line, file))
		if (sscanf(line, "VmHWM: %ld", &kb) == 1) break;
	if (file) fclose(file);
	return kb;
}

// For each process in turn its values; on process 0, which frees it.
static long *values_of_all(const long *mine, int n)
{
	long *all = hpcc_alloc(sizeof *mine * (size_t)n * (size_t)hpcc_size_ + 1);
	if (hpcc_mpi_on)
		HPCC_COLLECTIVE(MPI_Gather, MPI_Igather, mine, n, MPI_LONG, all, n, MPI_LONG, 0, hpcc_comm);
	else
		memcpy(all, mine, sizeof *mine * (size_t)n);
	return all;
}

static int by_loop(const void *a, const void *b)
{
	const loop_count *x = *(loop_count *const *)a, *y = *(loop_count *const *)b;
	int files = strcmp(x->nest->file, y->nest->file);
	if (files) return files;
	return x->nest->line != y->nest->line ? (x->nest->line < y->nest->line ? -1 : 1) : 0;
}

// A loop that is there several times, in versions of its function for one, is one in the source.
static int join_loops(loop_count **loop)
{
	int n = 0;
	for (loop_count *c = first_loop; c; c = c->next) loop[n++] = c;
	qsort(loop, (size_t)n, sizeof *loop, by_loop);
	int kept = 0;
	for (int k = 0; k < n; k++) {
		if (kept > 0 && by_loop(&loop[kept - 1], &loop[k]) == 0)
			for (int v = 0; v < N_LOOP_VALUES; v++) loop[kept - 1]->value[v] += loop[k]->value[v];
		else
			loop[kept++] = loop[k];
	}
	return kept;
}

static void print_loops(void)
{
	loop_count **loop = hpcc_alloc((size_t)n_loops * sizeof *loop + 1);
	int n = join_loops(loop);
	long *mine = hpcc_alloc((size_t)n * N_LOOP_VALUES * sizeof *mine + 1);
	for (int k = 0; k < n; k++) memcpy(mine + k * N_LOOP_VALUES, loop[k]->value, sizeof loop[k]->value);
	long *all = values_of_all(mine, n * N_LOOP_VALUES);
	for (int k = 0; hpcc_rank_ == 0 && k < n; k++)
		for (int p = 0; p < hpcc_size_; p++) {
			const long *v = all + ((long)p * n + k) * N_LOOP_VALUES;
			fprintf(stderr,
			        "hpcc-stats-loop: %s:%d: rank %d runs %ld split %ld by_all %ld output %ld%s%s\n",
			        loop[k]->nest->file, loop[k]->nest->line, p, v[LOOP_RUNS], v[LOOP_SPLIT],
			        v[LOOP_BY_ALL], v[LOOP_OUTPUT], *loop[k]->why ? ": " : "", loop[k]->why);
		}
	free(all);
	free(mine);
	free(loop);
}

void hpcc_stats_print(void)
{
	static const char *const word[] = {"messages", "bytes", "collectives", "slow", "reads", "resident_kb",
	        "collective_bytes", "split", "by_all", "output"};
	enum { N = sizeof word / sizeof *word };
	if (!hpcc_stats_level) return;
	hpcc_runs_settle();
	long mine[N] = {hpcc_count.messages, hpcc_count.bytes, hpcc_count.collectives, hpcc_count.slow,
	        hpcc_count.reads, resident_kb(), hpcc_count.collective_bytes, hpcc_count.split, hpcc_count.by_all,
	        hpcc_count.output};
	long *all = values_of_all(mine, N);
	for (int p = 0; hpcc_rank_ == 0 && p < hpcc_size_; p++) {
		fprintf(stderr, "hpcc-stats: rank %d", p);
		for (int k = 0; k < N; k++) fprintf(stderr, " %s %ld", word[k], all[p * N + k]);
		fprintf(stderr, "\n");
	}
	free(all);
	if (hpcc_stats_level > 1) print_loops();
	print_places();
	hpcc_replicate_print();
}
