// SPDX-License-Identifier: Apache-2.0
//
// Reads what `hpcc-graph --matrix` prints: rows from,to,messages,bytes, then operation,root,bytes,count.
#include "mapping_parts.h"

#include <math.h>
#include <string.h>

typedef struct {
	int from, to;
	double messages, bytes;
} pair;

typedef struct {
	char operation[16];
	int root; // -1: none
	double bytes, count;
} collective;

typedef struct {
	int n_pairs, pair_room, n_collectives, collective_room, processes;
	pair *pair;
	collective *collective;
} matrix;

enum { MOST_PROCESSES = 1 << 20 };

static bool is_amount(double x) { return isfinite(x) && x >= 0; }

static bool is_rank(int p) { return p >= 0 && p < MOST_PROCESSES; }

static bool read_pair(matrix *m, const char *text)
{
	pair r;
	char rest;
	if (sscanf(text, "%d,%d,%lf,%lf %c", &r.from, &r.to, &r.messages, &r.bytes, &rest) != 4) return false;
	if (!is_rank(r.from) || !is_rank(r.to) || !is_amount(r.messages) || !is_amount(r.bytes)) return false;
	m->pair = mapping_grown(m->pair, m->n_pairs, &m->pair_room, sizeof(pair));
	m->pair[m->n_pairs++] = r;
	if (r.from >= m->processes) m->processes = r.from + 1;
	if (r.to >= m->processes) m->processes = r.to + 1;
	return true;
}

static bool read_collective(matrix *m, const char *text)
{
	collective c = {.root = -1};
	char rest;
	bool rootless = sscanf(text, "%15[a-z],all,%lf,%lf %c", c.operation, &c.bytes, &c.count, &rest) == 3;
	if (!rootless && sscanf(text, "%15[a-z],%d,%lf,%lf %c", c.operation, &c.root, &c.bytes, &c.count, &rest) != 4)
		return false;
	if (!is_amount(c.bytes) || !is_amount(c.count) || (!rootless && !is_rank(c.root))) return false;
	m->collective = mapping_grown(m->collective, m->n_collectives, &m->collective_room, sizeof(collective));
	m->collective[m->n_collectives++] = c;
	return true;
}

// Heads of columns, notes and empty lines say nothing.
static bool read_line(matrix *m, const char *text)
{
	if (*text == '#' || *text == '\n' || !strncmp(text, "from,", 5) || !strncmp(text, "operation,", 10))
		return true;
	return (*text >= '0' && *text <= '9' ? read_pair : read_collective)(m, text);
}

// Operations without a root that are none of these two give each process all pieces.
static void add_collective(mapping_graph *g, const collective *c)
{
	if (c->root >= 0)
		mapping_graph_broadcast(g, c->root, c->count, c->bytes);
	else if (!strcmp(c->operation, "alltoall"))
		mapping_graph_alltoall(g, c->count, c->bytes / g->n);
	else if (!strcmp(c->operation, "allreduce"))
		mapping_graph_allreduce(g, c->count, c->bytes);
	else
		mapping_graph_allgather(g, c->count, c->bytes);
}

static int by_amount(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

// The numbers of messages of pairs, each once, rising.
static int distinct_messages(const matrix *m, double *messages)
{
	int n = 0;
	for (int i = 0; i < m->n_pairs; i++) messages[i] = m->pair[i].messages;
	qsort(messages, (size_t)m->n_pairs, sizeof *messages, by_amount);
	for (int i = 0; i < m->n_pairs; i++)
		if (messages[i] > (n ? messages[n - 1] : 0)) messages[n++] = messages[i];
	return n;
}

// The messages of a pair behind the first `from` ones, up to the one with number `to`, in a phase that is run for each
// of these numbers. Where no pair has a message there are bytes alone.
static void add_layer(const matrix *m, mapping_graph *g, double from, double to)
{
	const int phase = mapping_graph_phase(g, to > from ? to - from : 1);
	for (int i = 0; i < m->n_pairs; i++) {
		const pair *r = &m->pair[i];
		const double messages = (r->messages < to ? r->messages : to) - from, runs = g->phase[phase].count;
		if (messages > 0)
			mapping_graph_message(
			        g, phase, r->from, r->to, messages / runs, r->bytes * messages / r->messages / runs);
		else if (from == 0)
			mapping_graph_message(g, phase, r->from, r->to, 0, r->bytes / runs);
	}
}

// All pairs send their first messages together, then their second ones, and so on: what is sent at once waits for one
// latency. A phase for each number of messages that a pair has; where there are many such numbers, for some of them.
static void add_pairs(const matrix *m, mapping_graph *g)
{
	enum { MOST_LAYERS = 4 };
	double *messages = mapping_alloc((size_t)m->n_pairs + 1, sizeof *messages);
	const int n = distinct_messages(m, messages), layers = n > MOST_LAYERS ? MOST_LAYERS : n;
	for (int k = 0; k < layers; k++)
		add_layer(m, g, k ? messages[(long)k * n / layers - 1] : 0, messages[(long)(k + 1) * n / layers - 1]);
	if (!n) add_layer(m, g, 0, 0);
	free(messages);
}

static mapping_graph *graph_of(const matrix *m)
{
	mapping_graph *g = mapping_graph_new(m->processes);
	add_pairs(m, g);
	for (int i = 0; i < m->n_collectives; i++) add_collective(g, &m->collective[i]);
	mapping_graph_finish(g);
	return g;
}

static bool roots_exist(const matrix *m)
{
	for (int i = 0; i < m->n_collectives; i++)
		if (m->collective[i].root >= m->processes) return false;
	return m->processes > 0;
}

mapping_graph *mapping_graph_read(FILE *in, int *line)
{
	matrix m = {0};
	char text[256];
	bool good = true;
	for (*line = 0; good && fgets(text, sizeof(text), in);) {
		++*line;
		good = read_line(&m, text);
	}
	if (good) *line = 0;
	mapping_graph *g = good && roots_exist(&m) ? graph_of(&m) : NULL;
	free(m.pair);
	free(m.collective);
	return g;
}
