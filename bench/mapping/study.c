// SPDX-License-Identifier: Apache-2.0
//
// mapping_study: what the mappings of machine/ cost, for every graph on every machine of graphs.c, or for a program's
// graph: see bench/README.md.
#include "graphs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SITE_AWARE, BEST_FIT, SCOTCH, ALONE, FREE, OURS, METHODS };
static const char *const names[METHODS] = {"site-aware", "best-fit", "Scotch", "no Scotch", "T only", "ours"};

typedef struct {
	double time, distance, seconds;
	bool there;
} outcome;

// Sums over all rows, each relative to Scotch; `worse`: rows in which ours is worse in T, in D.
typedef struct {
	int rows, worse_time, worse_distance;
	double log_time, log_distance, mean_time, mean_distance, slowest;
} summary;

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool map(int method, const mapping_graph *g, const mapping_tree *t, int *slot)
{
	mapping_options o = MAPPING_OPTIONS;
	switch (method) {
	case SITE_AWARE: mapping_site_aware(g, t, slot); return true;
	case BEST_FIT: mapping_best_fit(g, t, 0.25, 0.75, slot); return true;
	case SCOTCH: return mapping_scotch(g, t, slot);
	case FREE: o.bound = false; // fall through
	case OURS: o.start = mapping_scotch;
	}
	mapping_default(g, t, &o, slot);
	return true;
}

static outcome measured(int method, const mapping_graph *g, const mapping_tree *t)
{
	outcome o = {0};
	int *slot = malloc(sizeof(int) * (size_t)g->n);
	double from = now();
	o.there = map(method, g, t, slot);
	o.seconds = now() - from;
	if (o.there && !mapping_is_valid(g, t, slot)) {
		fprintf(stderr, "mapping_study: %s gives two processes one slot\n", names[method]);
		exit(1);
	}
	if (o.there) o.time = mapping_time(g, t, slot), o.distance = mapping_distance(g, t, slot);
	free(slot);
	return o;
}

static void add_row(summary *s, const outcome *o)
{
	double time = o[OURS].time / o[SCOTCH].time, distance = o[OURS].distance / o[SCOTCH].distance;
	s->rows++;
	s->worse_time += time > 1 + 1e-9;
	s->worse_distance += distance > 1 + 1e-9;
	s->log_time += log(time);
	s->log_distance += log(distance);
	s->mean_time += time;
	s->mean_distance += distance;
	if (o[OURS].seconds > s->slowest) s->slowest = o[OURS].seconds;
}

static void head(void)
{
	printf("%-10s %-14s %5s |", "graph", "machine", "n");
	for (int m = 0; m < METHODS; m++) printf(" %10s", names[m]);
	printf(" |");
	for (int m = 0; m < METHODS; m++) printf(" %10s", names[m]);
	printf(" |   Scotch     ours\n");
	printf("%31s | %-54s | %-54s | %s\n", "", "T, relative to Scotch (Scotch: in ms)",
	        "D, relative to Scotch (Scotch: in ms)", "seconds");
}

static void print_side(const outcome *o, bool of_time)
{
	const outcome *unit = &o[SCOTCH];
	for (int m = 0; m < METHODS; m++) {
		double x = of_time ? o[m].time : o[m].distance, by = of_time ? unit->time : unit->distance;
		if (!o[m].there)
			printf(" %10s", "-");
		else if (m == SCOTCH || !unit->there)
			printf(" %10.4g", 1e3 * x);
		else
			printf(" %10.4f", x / by);
	}
	printf(" |");
}

static void row(const char *graph, const char *machine, const mapping_graph *g, const mapping_tree *t, summary *s)
{
	outcome o[METHODS];
	for (int m = 0; m < METHODS; m++) o[m] = measured(m, g, t);
	printf("%-10s %-14s %5d |", graph, machine, g->n);
	print_side(o, true);
	print_side(o, false);
	printf(" %8.3f %8.3f\n", o[SCOTCH].seconds, o[OURS].seconds);
	fflush(stdout);
	if (o[SCOTCH].there) add_row(s, o);
}

static void print_summary(const summary *s)
{
	if (!s->rows) return;
	printf("\n%d rows. Ours by Scotch: T %.4f (geometric mean %.4f), worse in %d rows; D %.4f (%.4f), worse in %d "
	       "rows; "
	       "at most %.3f seconds\n",
	        s->rows, s->mean_time / s->rows, exp(s->log_time / s->rows), s->worse_time, s->mean_distance / s->rows,
	        exp(s->log_distance / s->rows), s->worse_distance, s->slowest);
}

// ---- tomcatv on 16 processes over three sites, as in "Mapping HPF onto the Grid" (Mandal, 2002) -------------------

// The testbed of table 5.1: sites of 5, 5 and 12 hosts, the last of two clusters; speeds are the processors' clocks.
// Latencies and bandwidths are not told there: these are of Ethernet of 100 Mbit/s, and of the Internet of that time.
// Nested: the second site is twice as far away from the other two as these are from one another.
static mapping_tree *three_sites(bool nested)
{
	static const struct {
		int hosts;
		double clock;
	} cluster[] = {{5, 450}, {5, 550}, {4, 450}, {8, 266}};
	const double lan = 100e-6, wan = 30e-3;
	mapping_tree *t = mapping_tree_new(nested ? 2 * wan : wan, nested ? 0.5e6 : 1e6);
	int near = nested ? mapping_tree_node(t, 0, wan, 1e6, 0) : 0, uiuc = 0;
	for (int i = 0; i < 4; i++) {
		int site = i == 3 ? uiuc : mapping_tree_node(t, i == 1 ? 0 : near, i < 2 ? lan : 2 * lan, 11e6, 2e6);
		if (i >= 2) uiuc = site;
		int below = i < 2 ? site : mapping_tree_node(t, site, lan, 11e6, 11e6);
		for (int h = 0; h < cluster[i].hosts; h++)
			mapping_tree_slot(t, below, cluster[i].clock / 450, 11e6, NULL, NULL);
	}
	return mapping_tree_finish(t) ? NULL : t;
}

static mapping_graph *read_graph(const char *name)
{
	int line = 0;
	FILE *in = fopen(name, "r");
	mapping_graph *g = in ? mapping_graph_read(in, &line) : NULL;
	if (in) fclose(in);
	if (!g) fprintf(stderr, "mapping_study: %s:%d: no communication matrix\n", name, line);
	return g;
}

// The slot of each process on three sites, by each mapping: hosts are numbered site by site.
static bool slots_of(const char *name)
{
	mapping_graph *g = read_graph(name);
	mapping_tree *t = three_sites(false);
	bool good = g && g->n <= t->n_slots;
	int *slot = malloc(sizeof(int) * (size_t)(good ? g->n : 1));
	for (int m = 0; m < METHODS && good; m++) {
		if (!map(m, g, t, slot)) continue;
		printf("%s:", names[m]);
		for (int p = 0; p < g->n; p++) printf(" %d", slot[p]);
		printf("\n");
	}
	free(slot);
	mapping_tree_free(t);
	mapping_graph_free(g);
	return good;
}

// ---- command line -------------------------------------------------------------------------------

static void all(const char *only, summary *s)
{
	for (const machine_kind *m = machine_kinds; m->name; m++)
		for (const graph_kind *k = graph_kinds; k->name; k++) {
			if (only && !strstr(m->name, only) && strcmp(k->name, only)) continue;
			mapping_tree *t = m->make();
			mapping_graph *g = k->make(m->slots);
			row(k->name, m->name, g, t, s);
			mapping_graph_free(g);
			mapping_tree_free(t);
		}
}

static bool from_file(const char *name, summary *s)
{
	mapping_graph *g = read_graph(name);
	const char *base = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
	if (!g) return false;
	for (const machine_kind *m = machine_kinds; m->name; m++) {
		if (m->slots < g->n || m->slots > 2 * g->n) continue;
		mapping_tree *t = m->make();
		row(base, m->name, g, t, s);
		mapping_tree_free(t);
	}
	mapping_tree *flat = three_sites(false), *nested = three_sites(true);
	if (g->n <= flat->n_slots) {
		row(base, "three sites", g, flat, s);
		row(base, "one far away", g, nested, s);
	}
	mapping_tree_free(flat);
	mapping_tree_free(nested);
	mapping_graph_free(g);
	return true;
}

int main(int argc, char **argv)
{
	summary s = {0};
	if (argc == 3 && !strcmp(argv[1], "--slots")) return !slots_of(argv[2]);
	head();
	if (argc > 1 && strstr(argv[argc - 1], ".csv")) {
		for (int i = 1; i < argc; i++)
			if (!from_file(argv[i], &s)) return 1;
	} else {
		all(argc > 1 ? argv[1] : NULL, &s);
	}
	print_summary(&s);
	return 0;
}
