// SPDX-License-Identifier: Apache-2.0
//
// Counts of what the runtime did. HPCC_STATS=1 prints them at the end on stderr: a line for each process, and one for each place in the
// source where nests took the slow path or elements were brought or set one by one. All processes do these alike, so process 0 notes them.
#include "core.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

hpcc_counters hpcc_count;

enum { N_VALUES = 6 };

static int is_wanted(void)
{
	const char *text = getenv("HPCC_STATS");
	return text && *text && strcmp(text, "0") != 0;
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

static int is_noted(void)
{
	static int noted = -1;
	if (noted < 0) noted = hpcc_rank_ == 0 && is_wanted();
	return noted;
}

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
	note(file, line, PLACE_READ, "");
}

void hpcc_stats_written(const char *file, int line) { note(file, line, PLACE_WRITTEN, ""); }

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

void hpcc_stats_print(void)
{
	int wanted = is_wanted();
	if (hpcc_mpi_on) // launchers do not always hand the environment on
		HPCC_MPI(MPI_Bcast(&wanted, 1, MPI_INT, 0, hpcc_comm));
	if (!wanted) return;
	long mine[N_VALUES] = {hpcc_count.messages, hpcc_count.bytes, hpcc_count.collectives, hpcc_count.slow,
	        hpcc_count.reads, resident_kb()};
	long *all = hpcc_alloc(sizeof mine * (size_t)hpcc_size_);
	if (hpcc_mpi_on)
		HPCC_MPI(MPI_Gather(mine, N_VALUES, MPI_LONG, all, N_VALUES, MPI_LONG, 0, hpcc_comm));
	else
		memcpy(all, mine, sizeof mine);
	for (int p = 0; hpcc_rank_ == 0 && p < hpcc_size_; p++) {
		const long *v = all + p * N_VALUES;
		fprintf(stderr,
		        "hpcc-stats: rank %d messages %ld bytes %ld collectives %ld slow %ld reads %ld resident_kb "
		        "%ld\n",
		        p, v[0], v[1], v[2], v[3], v[4], v[5]);
	}
	free(all);
	print_places();
}
