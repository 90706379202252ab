// SPDX-License-Identifier: Apache-2.0
//
// The mapper: costs against values worked out by hand, all mappings of small random instances, and Scotch at 64 to 184.
#include "../../../bench/mapping/graphs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void expect(bool holds, const char *what)
{
	if (holds) return;
	printf("%s\n", what);
	failures++;
}

static void expect_near(double x, double wanted, const char *what)
{
	if (fabs(x - wanted) <= 1e-9 * fabs(wanted)) return;
	printf("%s is %.12g, not %.12g\n", what, x, wanted);
	failures++;
}

// Two hosts of two cores: 10 us and 1e8 B/s between hosts, uplinks of 5e7 B/s; 1 us and 1e9 B/s within.
static mapping_tree *two_by_two(void)
{
	mapping_level level[] = {{2, 1e-5, 1e8, 5e7}, {2, 1e-6, 1e9, 0}};
	return mapping_tree_regular(level, 2);
}

static mapping_graph *finished(mapping_graph *g)
{
	mapping_graph_finish(g);
	return g;
}

// ---- costs, by hand -----------------------------------------------------------------------------

static void test_costs(void)
{
	mapping_tree *t = two_by_two();
	mapping_graph *g = mapping_graph_new(4);
	int near = mapping_graph_phase(g, 10), far = mapping_graph_phase(g, 2);
	mapping_graph_message(g, near, 0, 1, 2, 1000);
	mapping_graph_message(g, near, 0, 1, 1, 1000);
	mapping_graph_work(g, near, 1, 1e-6);
	mapping_graph_message(g, far, 0, 2, 1, 50000);
	mapping_graph_message(g, far, 1, 3, 1, 50000);
	mapping_graph_message(g, far, 3, 3, 1, 1e9);
	mapping_graph_finish(g);
	const int slot[] = {0, 1, 2, 3}, crossed[] = {0, 2, 1, 3};
	// Process 1 works for 1 us and receives 3 messages, 2000 bytes.
	expect_near(mapping_phase_time(g, near, t, slot).time, 1e-6 + 3e-6 + 2e-6, "a process' time");
	expect(mapping_phase_time(g, near, t, slot).process == 1, "process 1 is the slowest");
	// The link takes 10 us + 100000 B / 5e7 B/s, each process 10 us + 500 us.
	mapping_slowest link = mapping_phase_time(g, far, t, slot);
	expect_near(link.time, 1e-5 + 2e-3, "a link's time");
	expect(link.process == -1 && t->node[link.node].depth == 1, "a host's link is the slowest");
	expect_near(mapping_time(g, t, slot), 10 * 6e-6 + 2 * (1e-5 + 2e-3), "T");
	// 30 + 4 messages of 20000 + 200000 bytes.
	double mean = 220000.0 / 34, inside = 1e-6 / mean + 1e-9, across = 1e-5 / mean + 1e-8;
	expect_near(mapping_distance(g, t, slot), 20000 * inside + 200000 * across, "D");
	expect_near(mapping_distance(g, t, crossed), 20000 * across + 200000 * inside, "D of another mapping");
	mapping_graph_free(g);
	mapping_tree_free(t);
}

static void test_speeds(void)
{
	mapping_tree *t = mapping_tree_new(1e-6, 1e9);
	mapping_tree_slot(t, 0, 1, 0, NULL, NULL);
	mapping_tree_slot(t, 0, 4, 0, NULL, NULL);
	expect(!mapping_tree_finish(t), "a tree of two slots");
	mapping_graph *g = mapping_graph_new(1);
	mapping_graph_work(g, mapping_graph_phase(g, 1), 0, 1);
	mapping_graph_finish(g);
	int slot[1];
	mapping_options o = MAPPING_OPTIONS;
	mapping_default(g, t, &o, slot);
	expect(slot[0] == 1, "a process is on the faster of two slots");
	mapping_graph_free(g);
	mapping_tree_free(t);
}

// A chain over two sites, the larger one with two fast slots among slow ones: where the chain goes from one site to the
// other there is most to wait for, and a fast slot.
static void test_fast_where_far(void)
{
	enum { N = 12, NEAR = 2 };
	mapping_tree *t = mapping_tree_new(30e-3, 1e6);
	const int near = mapping_tree_node(t, 0, 1e-4, 1e7, 2e6), far = mapping_tree_node(t, 0, 1e-4, 1e7, 2e6);
	for (int s = 0; s < N; s++)
		mapping_tree_slot(t, s < NEAR ? near : far, s == 5 || s == 8 ? 1 : .5, 0, NULL, NULL);
	expect(!mapping_tree_finish(t), "a tree of two sites");
	mapping_graph *g = mapping_graph_new(N);
	const int halo = mapping_graph_phase(g, 10);
	for (int p = 0; p + 1 < N; p++) {
		mapping_graph_message(g, halo, p, p + 1, 1, 1000);
		mapping_graph_message(g, halo, p + 1, p, 1, 1000);
	}
	mapping_graph_finish(g);
	int slot[N], crossings = 0;
	mapping_options o = MAPPING_OPTIONS;
	mapping_default(g, t, &o, slot);
	for (int p = 0; p + 1 < N; p++) {
		if ((slot[p] < NEAR) == (slot[p + 1] < NEAR)) continue;
		const int beyond = slot[p] < NEAR ? slot[p + 1] : slot[p];
		crossings++;
		expect(beyond == 5 || beyond == 8, "a fast slot beside the other site");
	}
	expect(crossings == 1, "one message between sites in each direction");
	mapping_graph_free(g);
	mapping_tree_free(t);
}

// ---- trees --------------------------------------------------------------------------------------

static const char *wrong_tree(double latency, double bandwidth, double uplink, double speed)
{
	mapping_tree *t = mapping_tree_new(latency, bandwidth);
	mapping_tree_slot(t, 0, speed, uplink, "a", "0");
	const char *wrong = mapping_tree_finish(t);
	mapping_tree_free(t);
	return wrong;
}

static void test_trees(void)
{
	expect(!wrong_tree(0, 1, 0, 1), "a machine of one slot");
	expect(wrong_tree(-1, 1, 0, 1) && wrong_tree(NAN, 1, 0, 1), "latencies are checked");
	expect(wrong_tree(0, 0, 0, 1) && wrong_tree(0, INFINITY, 0, 1), "bandwidths are checked");
	expect(wrong_tree(0, 1, -1, 1) && wrong_tree(0, 1, 0, 0), "uplinks and speeds are checked");
	mapping_tree *empty = mapping_tree_new(0, 1);
	expect(mapping_tree_finish(empty) != NULL, "a machine without slots is none");
	mapping_tree_free(empty);
	// Slots are told alternately for two sites.
	mapping_tree *t = mapping_tree_new(1, 1);
	int site[] = {mapping_tree_node(t, 0, 0, 1, 0), mapping_tree_node(t, 0, 0, 1, 0)};
	for (int i = 0; i < 4; i++) mapping_tree_slot(t, site[i % 2], 1, 0, NULL, NULL);
	expect(!mapping_tree_finish(t), "a tree of two sites");
	expect(t->n_slots == 4 && t->listed[0] == 0 && t->listed[1] == 2 && t->listed[2] == 1,
	        "slots in the tree's order");
	expect(mapping_meet(t, 0, 1) == 1 && mapping_meet(t, 1, 2) == 0, "where slots meet");
	expect(t->node[1].shape == t->node[4].shape, "two sites of one shape");
	mapping_graph *g = finished(mapping_graph_new(4));
	int slot[4];
	mapping_site_aware(g, t, slot);
	expect(slot[0] == 0 && slot[1] == 1 && slot[2] == 2, "processes by site");
	mapping_graph_free(g);
	mapping_tree_free(t);
}

// ---- best fit -----------------------------------------------------------------------------------

static void test_best_fit(void)
{
	mapping_tree *t = two_by_two();
	mapping_graph *g = mapping_graph_new(4);
	int phase = mapping_graph_phase(g, 1);
	mapping_graph_message(g, phase, 0, 3, 1, 500);
	mapping_graph_message(g, phase, 3, 0, 1, 500);
	mapping_graph_message(g, phase, 1, 2, 1, 900);
	mapping_graph_message(g, phase, 0, 1, 1, 800);
	mapping_graph_finish(g);
	int slot[4];
	mapping_best_fit(g, t, 0.25, 0.75, slot);
	// 0 and 3 (1000 bytes), then 1 and 2 (900); 0 and 1 have slots by then.
	const int wanted[] = {0, 2, 3, 1};
	expect(!memcmp(slot, wanted, sizeof(wanted)), "the heaviest pairs on the best slots");
	mapping_graph_free(g);
	mapping_tree_free(t);
}

// M weighs latency against bandwidth: one site has the lower latency, the other the higher bandwidth.
static void test_metric(void)
{
	mapping_tree *t = mapping_tree_new(1e-3, 1e6);
	int quick = mapping_tree_node(t, 0, 1e-6, 1e7, 0), broad = mapping_tree_node(t, 0, 5e-4, 1e9, 0), slot[2];
	for (int i = 0; i < 4; i++) mapping_tree_slot(t, i < 2 ? quick : broad, 1, 0, NULL, NULL);
	expect(!mapping_tree_finish(t), "a tree of two unlike sites");
	mapping_graph *g = mapping_graph_new(2);
	mapping_graph_message(g, mapping_graph_phase(g, 1), 0, 1, 1, 1);
	mapping_graph_finish(g);
	mapping_best_fit(g, t, 0, 1, slot);
	expect(slot[0] == 0 && slot[1] == 1, "by latency");
	mapping_best_fit(g, t, 1, 0, slot);
	expect(slot[0] == 2 && slot[1] == 3, "by bandwidth");
	// 0.25 * 0.01 + 0.75 * 0.999 against 0.25 + 0.75 * 0.5.
	mapping_best_fit(g, t, 0.25, 0.75, slot);
	expect(slot[0] == 0, "by both, latency first");
	mapping_graph_free(g);
	mapping_tree_free(t);
}

// ---- all mappings of small instances ------------------------------------------------------------

static unsigned chance_state = 20;

static int below(int n) { return (int)(graphs_chance(&chance_state) * n); }

static mapping_tree *random_tree(int slots)
{
	mapping_tree *t = mapping_tree_new(1e-3 * (1 + below(9)), 1e6 * (1 + below(9)));
	int node[16] = {0}, n = 1, inner = 1 + below(4);
	for (; n <= inner; n++)
		node[n] = mapping_tree_node(t, node[below(n)], 1e-5 * (1 + below(50)), 1e7 * (1 + below(9)),
		        below(2) ? 1e6 * (1 + below(20)) : 0);
	bool alike = below(2);
	for (int s = 0; s < slots; s++)
		mapping_tree_slot(t, node[1 + below(n - 1)], alike ? 1 : 1 + below(3), 0, NULL, NULL);
	expect(!mapping_tree_finish(t), "a random tree");
	return t;
}

static mapping_graph *random_graph(int n)
{
	mapping_graph *g = mapping_graph_new(n);
	for (int k = 1 + below(3); k > 0; k--) {
		int phase = mapping_graph_phase(g, 1 + below(10)), arcs = below(3 * n);
		for (int p = 0; p < n && k == 1; p++) mapping_graph_work(g, phase, p, 1e-3 * below(5));
		for (int i = 0; i < arcs; i++)
			mapping_graph_message(g, phase, below(n), below(n), 1 + below(3), 100.0 * below(1000));
	}
	return finished(g);
}

// Every assignment of the processes from p on to free slots; nothing is left out.
static double least_of_all(const mapping_graph *g, const mapping_tree *t, int *slot, bool *taken, int p)
{
	if (p == g->n) return mapping_time(g, t, slot);
	double least = INFINITY;
	for (int s = 0; s < t->n_slots; s++) {
		if (taken[s]) continue;
		taken[s] = true;
		slot[p] = s;
		double time = least_of_all(g, t, slot, taken, p + 1);
		if (time < least) least = time;
		taken[s] = false;
	}
	return least;
}

// More processes are rarer, as all of their mappings take long.
static int random_size(int i) { return i % 40 == 0 ? 9 : i % 8 == 0 ? 8 : 2 + i % 6; }

static void test_small(void)
{
	enum { INSTANCES = 200 };
	int exact = 0, by_swaps = 0;
	for (int i = 0; i < INSTANCES; i++) {
		int n = random_size(i), slot[9], all[9];
		bool taken[16] = {false};
		mapping_tree *t = random_tree(n + (n < 7 ? below(3) : 0));
		mapping_graph *g = random_graph(n);
		double least = least_of_all(g, t, all, taken, 0) * (1 + 1e-12);
		mapping_options o = MAPPING_OPTIONS;
		o.effort = 1000000;
		mapping_default(g, t, &o, slot);
		exact += mapping_is_valid(g, t, slot) && mapping_time(g, t, slot) <= least;
		o.exact = 0;
		mapping_default(g, t, &o, slot);
		by_swaps += mapping_is_valid(g, t, slot) && mapping_time(g, t, slot) <= least;
		mapping_graph_free(g);
		mapping_tree_free(t);
	}
	printf("of %d small instances, optimal: %d; without branch and bound: %d\n", INSTANCES, exact, by_swaps);
	expect(exact == INSTANCES, "all small instances are mapped optimally");
	expect(by_swaps >= INSTANCES * 8 / 10, "swaps find four of five optima");
}

// ---- beside Scotch ------------------------------------------------------------------------------

typedef struct {
	int rows;
	double time;
} beside;

static void compare(const graph_kind *kind, const machine_kind *machine, beside *sum)
{
	mapping_tree *t = machine->make();
	mapping_graph *g = kind->make(machine->slots);
	int *ours = malloc(sizeof(int) * (size_t)g->n), *scotch = malloc(sizeof(int) * (size_t)g->n);
	mapping_options o = MAPPING_OPTIONS;
	o.start = mapping_scotch;
	if (mapping_scotch(g, t, scotch)) {
		mapping_default(g, t, &o, ours);
		double time = mapping_time(g, t, ours) / mapping_time(g, t, scotch);
		double distance = mapping_distance(g, t, ours) / mapping_distance(g, t, scotch);
		bool good = mapping_is_valid(g, t, ours) && mapping_is_valid(g, t, scotch) && time <= 1 + 1e-9 &&
		            distance <= 1 + 1e-9;
		if (!good) printf("%s on %s: T %.6f, D %.6f of Scotch's\n", kind->name, machine->name, time, distance);
		failures += !good;
		sum->rows++;
		sum->time += time;
	}
	free(ours);
	free(scotch);
	mapping_graph_free(g);
	mapping_tree_free(t);
}

static void test_beside_scotch(void)
{
	beside sum = {0};
	for (const machine_kind *m = machine_kinds; m->name; m++)
		for (const graph_kind *k = graph_kinds; k->name && m->slots <= 256; k++) compare(k, m, &sum);
	if (!sum.rows) return;
	printf("%d mappings beside Scotch's: T %.4f\n", sum.rows, sum.time / sum.rows);
	expect(sum.time / sum.rows <= 0.97, "3 % better than Scotch");
}

static void test_repeats(void)
{
	mapping_tree *t = machine_kinds[1].make();
	int first[64], again[64];
	for (const graph_kind *k = graph_kinds; k->name; k++) {
		mapping_graph *g = k->make(t->n_slots);
		mapping_options o = MAPPING_OPTIONS;
		o.start = mapping_scotch;
		mapping_default(g, t, &o, first);
		mapping_default(g, t, &o, again);
		expect(!memcmp(first, again, sizeof(first)), "the same mapping again");
		mapping_graph_free(g);
	}
	mapping_tree_free(t);
}

// ---- what comes in and goes out -----------------------------------------------------------------

static mapping_graph *read_text(const char *text, int *line)
{
	FILE *in = fmemopen((void *)text, strlen(text), "r");
	mapping_graph *g = mapping_graph_read(in, line);
	fclose(in);
	return g;
}

static void test_matrix(void)
{
	int line;
	mapping_graph *g = read_text("from,to,messages,bytes\n0,1,10,100\n1,0,10,300\n2,3,1,8\n"
	                             "operation,root,bytes,count\nbroadcast,1,8,2\nallgather,all,64,3\n",
	        &line);
	expect(g && g->n == 4 && g->n_phases == 6, "a matrix of four processes");
	if (!g || g->n_phases != 6) return;
	expect(g->phase[0].count == 1 && g->phase[0].to.arc[0].bytes == 10 && g->phase[0].to.first[4] == 3 &&
	                g->phase[1].count == 9 && g->phase[1].to.arc[1].bytes == 30 && g->phase[1].to.first[4] == 2,
	        "the first messages, then those of the pairs that have more");
	expect(g->phase[3].count == 2 && g->phase[4].count == 3, "rounds of collective operations as phases");
	// First its own piece, then two: to and fro, as there are 4 processes.
	const mapping_arc *a = &g->phase[4].to.arc[g->phase[4].to.first[3]],
	                  *b = &g->phase[5].to.arc[g->phase[5].to.first[3]];
	expect(a[0].peer == 2 && a[0].bytes == 16 && b[0].peer == 1 && b[0].bytes == 32, "what 3 hands on");
	mapping_graph_free(g);
	g = read_text("from,to,messages,bytes\n0,1,1,8\n2,3,1,8\noperation,root,bytes,count\nallgather,all,400000,3\n",
	        &line);
	const mapping_phase *ring = g && g->n_phases == 2 ? &g->phase[1] : NULL;
	expect(ring && ring->count == 9 && ring->to.arc[ring->to.first[3]].peer == 0 &&
	                ring->to.arc[ring->to.first[3]].bytes == 100000,
	        "much goes around in a ring");
	mapping_graph_free(g);
	expect(!read_text("from,to,messages,bytes\n0,1,10\n", &line) && line == 2, "a row that is cut off");
	expect(!read_text("0,-1,10,5\n", &line) && line == 1, "a process below 0");
	expect(!read_text("0,1,-10,5\n", &line) && !read_text("0,1,nan,5\n", &line), "amounts that are none");
	expect(!read_text("0,1,1,5\nbroadcast,7,8,1\n", &line) && !read_text("", &line) && line == 0,
	        "no such process");
}

// Six numbers of messages, in fewer phases: nothing is lost of what is sent.
static void test_layers(void)
{
	int line;
	mapping_graph *g = read_text("0,1,1,10\n0,2,2,20\n0,3,3,30\n0,4,4,40\n0,5,5,50\n0,6,6,60\n1,2,0,7\n", &line);
	double messages = 0, bytes = 0;
	expect(g && g->n_phases == 4, "four phases");
	for (int k = 0; g && k < g->n_phases; k++)
		for (int i = 0; i < g->phase[k].to.first[g->n]; i++) {
			messages += g->phase[k].count * g->phase[k].to.arc[i].messages;
			bytes += g->phase[k].count * g->phase[k].to.arc[i].bytes;
		}
	expect_near(messages, 21, "messages of all phases");
	expect_near(bytes, 217, "bytes of all phases");
	mapping_graph_free(g);
}

static void test_output(void)
{
	mapping_tree *t = mapping_tree_new(0, 1);
	mapping_tree_slot(t, 0, 1, 0, "north", "0:1");
	mapping_tree_slot(t, 0, 1, 0, "south", NULL);
	mapping_tree_slot(t, 0, 1, 0, NULL, NULL);
	expect(!mapping_tree_finish(t), "a tree of three slots");
	mapping_graph *g = finished(mapping_graph_new(2));
	const int slot[] = {1, 0}, nameless[] = {1, 2}, started[] = {0, 2, 1}, short_of[] = {0, 2, 2};
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	expect(mapping_rankfile(out, g, t, slot) && !mapping_rankfile(out, g, t, nameless), "slots have names or not");
	fclose(out);
	expect(!strcmp(text, "rank 0=south slot=*\nrank 1=north slot=0:1\n"), "a rankfile");
	free(text);
	int key[3];
	expect(mapping_permutation(g, slot, 3, started, key), "ranks on all slots of processes");
	expect(key[0] == 1 && key[1] == -1 && key[2] == 0, "their keys");
	expect(!mapping_permutation(g, slot, 3, short_of, key), "a slot without a rank");
	mapping_graph_free(g);
	mapping_tree_free(t);
}

int main(void)
{
	test_costs();
	test_speeds();
	test_fast_where_far();
	test_trees();
	test_best_fit();
	test_metric();
	test_small();
	test_beside_scotch();
	test_repeats();
	test_matrix();
	test_layers();
	test_output();
	return failures != 0;
}
