// SPDX-License-Identifier: Apache-2.0
#include "graph_record.h"
#include "graph_run.h"
#include <stdlib.h>

// ---- for people -------------------------------------------------------------------------------

typedef struct sums {
	long messages[N_WHEN], bytes[N_WHEN], collectives[N_WHEN], collective_bytes[N_WHEN];
	long split, by_all, most; // iterations: of all processes; most: of one
} sums;

static size_t when_of(const json_t *row, size_t k)
{
	long when = record_at(row, k);
	return when < 0 || when >= N_WHEN ? 0 : (size_t)when;
}

static long total(const long *of)
{
	long n = 0;
	for (int k = 0; k < N_WHEN; k++) n += of[k];
	return n;
}

static sums sums_of(const json_t *event, long processes)
{
	sums s = {0};
	size_t k;
	json_t *row;
	long *done = calloc((size_t)processes, sizeof *done);
	if (!done) abort();
	json_array_foreach(json_object_get(event, "messages"), k, row)
	{
		s.messages[when_of(row, 4)] += record_at(row, 2);
		s.bytes[when_of(row, 4)] += record_at(row, 3);
	}
	json_array_foreach(json_object_get(event, "collectives"), k, row)
	{
		s.collectives[when_of(row, 4)] += record_at(row, 3);
		s.collective_bytes[when_of(row, 4)] += record_at(row, 2) * record_at(row, 3);
	}
	json_array_foreach(json_object_get(event, "iterations"), k, row)
	{
		s.split += record_at(row, 1);
		s.by_all += record_at(row, 2);
		done[record_at(row, 0)] += record_at(row, 1) + record_at(row, 2);
	}
	for (long p = 0; p < processes; p++) s.most = done[p] > s.most ? done[p] : s.most;
	free(done);
	return s;
}

static double imbalance(const sums *s, long processes)
{
	double mean = (double)(s->split + s->by_all) / (double)processes;
	return mean > 0 ? (double)s->most / mean : 1;
}

// In each of the later steps, which need not be alike.
static void print_each(FILE *out, const long *of, long steps)
{
	if (steps <= 2)
		fprintf(out, " %11s", "");
	else if (of[LATER_STEP] % (steps - 2) == 0)
		fprintf(out, " %11ld", of[LATER_STEP] / (steps - 2));
	else
		fprintf(out, " %11.1f", (double)of[LATER_STEP] / (double)(steps - 2));
}

static void print_sums(FILE *out, const sums *s, long steps)
{
	fprintf(out, " %10ld %13ld", total(s->messages), total(s->bytes));
	if (steps) {
		fprintf(out, " %11ld", s->bytes[FIRST_STEP]);
		print_each(out, s->bytes, steps);
	}
	fprintf(out, " %11ld %12ld", total(s->collectives), total(s->collective_bytes));
}

static void add_sums(sums *to, const sums *s)
{
	for (int k = 0; k < N_WHEN; k++) {
		to->messages[k] += s->messages[k];
		to->bytes[k] += s->bytes[k];
		to->collectives[k] += s->collectives[k];
		to->collective_bytes[k] += s->collective_bytes[k];
	}
}

static void print_head(const json_t *run, long steps, FILE *out)
{
	const json_t *cycle = json_object_get(run, "cycle");
	fprintf(out, "%s on %ld processes, %s", record_text(run, "program"), record_number(run, "processes"),
	        json_is_true(json_object_get(run, "predicted")) ? "predicted" : "recorded");
	if (steps)
		fprintf(out, "; %ld steps of the cycle at %s:%ld", steps, record_text(cycle, "file"),
		        record_number(cycle, "line"));
	if (record_number(cycle, "reckoned")) fprintf(out, ", %ld of them reckoned", record_number(cycle, "reckoned"));
	fprintf(out, "\n\n%9s %10s %13s", "runs", "messages", "bytes");
	if (steps) fprintf(out, " %11s %11s", "first step", "later, each");
	fprintf(out, " %11s %12s %7s  %s\n", "collectives", "bytes each", "uneven", "where");
}

void run_print(const json_t *run, FILE *out)
{
	const long processes = record_number(run, "processes");
	const long steps = record_number(json_object_get(run, "cycle"), "steps");
	sums all = {0};
	size_t k;
	json_t *e;
	print_head(run, steps, out);
	json_array_foreach(json_object_get(run, "events"), k, e)
	{
		if (record_is_start(e)) continue;
		sums s = sums_of(e, processes);
		long runs = record_runs(e);
		fprintf(out, "%9ld", runs ? runs : total(s.collectives));
		print_sums(out, &s, steps);
		if (s.most)
			fprintf(out, " %7.2f  ", imbalance(&s, processes));
		else
			fprintf(out, " %7s  ", "");
		record_print_place(e, out);
		if (record_is_own_mpi(e) && json_is_true(json_object_get(run, "predicted")))
			fprintf(out, "  (own calls: not predicted)");
		if (s.by_all > s.split / 50) fprintf(out, "  (%s by all)", s.split ? "in part" : "run");
		fputc('\n', out);
		add_sums(&all, &s);
	}
	fprintf(out, "%9s", "");
	print_sums(out, &all, steps);
	fprintf(out, " %7s  in all\n", "");
}

void run_matrix(const json_t *run, FILE *out)
{
	cells messages = {0}, collectives = {0};
	bool leaves_out = false;
	size_t k;
	json_t *e;
	json_array_foreach(json_object_get(run, "events"), k, e)
	{
		if (record_is_start(e)) continue;
		leaves_out |= record_is_own_mpi(e) && json_is_true(json_object_get(run, "predicted"));
		cells_add_all(&messages, cells_of_messages(e));
		cells_add_all(&collectives, cells_of_collectives(e));
	}
	cells_join(&messages);
	cells_join(&collectives);
	if (leaves_out)
		fprintf(stderr,
		        "hpcc-graph: warning: the program calls MPI itself: what it sends so is not predicted\n");
	fprintf(out, "from,to,messages,bytes\n");
	for (k = 0; k < messages.n; k++) {
		const cell *c = &messages.cell[k];
		fprintf(out, "%ld,%ld,%ld,%ld\n", c->key[0], c->key[1], c->n, c->bytes);
	}
	fprintf(out, "operation,root,bytes,count\n");
	for (k = 0; k < collectives.n; k++) {
		const cell *c = &collectives.cell[k];
		const char *word = c->key[0] < RECORD_N_OPERATIONS ? record_operations[c->key[0]] : "other";
		if (c->key[1] < 0)
			fprintf(out, "%s,all,%ld,%ld\n", word, c->key[2], c->n);
		else
			fprintf(out, "%s,%ld,%ld,%ld\n", word, c->key[1], c->key[2], c->n);
	}
	free(messages.cell);
	free(collectives.cell);
}
