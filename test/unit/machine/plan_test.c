// SPDX-License-Identifier: Apache-2.0
//
// The planner: blocks and times against values that were computed by hand, on machines of two speeds.
#include "../../../machine/plan.h"

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
	expect_near(what, is, should_be, 1e-9 * (1 + fabs(should_be)));
}

static machine *read_machine(const char *text)
{
	char *errors = NULL;
	machine *m = hpcc_machine_parse(text, strlen(text), "test", &errors);
	if (!m) printf("%s", errors), exit(1);
	return m;
}

// Two hosts of a core that adds in 1 ns, and two of one that takes 2 ns.
#define TYPES                                                                                                          \
	"\"types\": [{\"name\": \"fast\", \"operation_ns\": {\"fadd\": 1}, \"memory_bytes\": 1e6},"                    \
	" {\"name\": \"slow\", \"operation_ns\": {\"fadd\": 2}, \"memory_bytes\": 2e6}]"
static const char two_speeds[] = "{\"hpcc-machine\": 1, " TYPES ", \"latency_us\": 3, \"bandwidth_bytes_per_s\": 1e8,"
                                 " \"clusters\": [{\"name\": \"a\", \"type\": \"fast\", \"latency_us\": 1,"
                                 " \"bandwidth_bytes_per_s\": 1e9, \"hosts\": [{\"name\": \"f[1-2]\"}]},"
                                 " {\"name\": \"b\", \"type\": \"slow\", \"latency_us\": 2,"
                                 " \"bandwidth_bytes_per_s\": 1e9, \"hosts\": [{\"name\": \"s[1-2]\"}]}]}";

// 6,000 units of 1,000 additions each.
static plan_work linear_work(void)
{
	plan_work w = {.name = "w", .file = "f.c", .line = 1};
	w.split[HPCC_FADD] = 6000 * 1000.0;
	return w;
}

static plan *make(const plan_program *p, const machine *m, plan_wish wish)
{
	char *error = NULL;
	plan *made = plan_make(p, m, &wish, &error);
	if (!made) printf("no plan: %s", error), exit(1);
	return made;
}

static void expect_units(const char *what, const plan *p, int n, const long *units)
{
	expect(what, p->n, n);
	for (int q = 0; q < p->n && q < n; q++) expect(what, (double)p->process[q].units, (double)units[q]);
}

// ---- blocks -------------------------------------------------------------------------------------

static void test_two_to_one(const machine *m)
{
	const plan_work w = linear_work();
	const plan_program p = {.units = 6000, .steps = 10, .n_works = 1, .work = &w};
	const long units[] = {2000, 2000, 1000, 1000};
	plan *x = make(&p, m, (plan_wish){0});
	expect_units("two to one", x, 4, units);
	expect("two to one, a step", x->step_us, 2000);
	expect("two to one, a process", x->process[3].compute_us, 2000);
	long sizes[4];
	plan_sizes(x, 6000, sizes);
	expect("sizes", (double)sizes[1], 2000);
	plan_sizes(x, 6002, sizes);
	expect("with a border: the same ends", (double)sizes[2], 1000);
	expect("with a border", (double)sizes[3], 1002);
	plan_sizes(x, 5999, sizes);
	expect("one less: the same ends", (double)sizes[1], 2000);
	expect("one less", (double)sizes[3], 999);
	plan_sizes(x, 60, sizes);
	expect("other sizes", (double)sizes[0], 20);
	expect("other sizes", (double)sizes[3], 10);
	for (int k = 0; k < x->n_choices; k++)
		if (!strcmp(x->choice[k].what, "all processors, equal blocks"))
			expect("equal blocks", x->choice[k].step_us, 3000);
	plan_free(x);
}

// On a slow host (2 ns) 1,000 additions took 3 us: half as long again as the file says, on fast hosts, too.
static void test_measured(const machine *m)
{
	plan_work w[2] = {linear_work(), linear_work()};
	plan_measured on_slow = {hpcc_machine_host(m, "s1"), 2, 3, {[HPCC_FADD] = 1000}};
	w[0].n_measured = 1;
	w[0].measured = &on_slow;
	plan_program p = {.units = 6000, .n_works = 2, .work = w};
	const long units[] = {2000, 2000, 1000, 1000};
	expect("longer", plan_longer(&p, 0, NULL), 1.5);
	expect("longer, on a type that was not measured", plan_longer(&p, 0, hpcc_machine_host(m, "f1")->kind), 1.5);
	expect("not measured", plan_longer(&p, 1, NULL), 1);
	plan *x = make(&p, m, (plan_wish){0});
	expect_units("measured", x, 4, units);
	expect("measured, a step", x->step_us, 2000 * 1.5 + 2000);
	plan_free(x);
	on_slow.host = NULL;
	expect("measured elsewhere", plan_longer(&p, 0, NULL), 1);
}

// Each type of processor is as many times slower as it was itself.
static void test_measured_types(const machine *m)
{
	plan_work w = linear_work();
	const plan_measured both[] = {{hpcc_machine_host(m, "s1"), 2, 3, {[HPCC_FADD] = 1000}},
	        {hpcc_machine_host(m, "f1"), 2, 3, {[HPCC_FADD] = 1000}}};
	w.n_measured = 2;
	w.measured = both;
	const plan_program p = {.units = 6000, .n_works = 1, .work = &w};
	const long units[] = {1500, 1500, 1500, 1500};
	expect("the slow type", plan_longer(&p, 0, both[0].host->kind), 1.5);
	expect("the fast type", plan_longer(&p, 0, both[1].host->kind), 3);
	plan *x = make(&p, m, (plan_wish){0});
	expect_units("as fast as one another", x, 4, units);
	plan_free(x);
}

// A host that took longer than the other one of its type for as much, twice beside three times.
static void test_measured_hosts(const machine *m)
{
	plan_work w = linear_work();
	const plan_measured both[] = {{hpcc_machine_host(m, "s1"), 1, 4, {[HPCC_FADD] = 1000}},
	        {hpcc_machine_host(m, "s2"), 1, 6, {[HPCC_FADD] = 1000}}};
	w.n_measured = 2;
	w.measured = both;
	const plan_program p = {.units = 6000, .n_works = 1, .work = &w};
	expect("the fast one", plan_host_speed(&p, both[0].host), 5 / 4.);
	expect("the slow one", plan_host_speed(&p, both[1].host), 5 / 6.);
	expect("one that was not asked", plan_host_speed(&p, hpcc_machine_host(m, "f1")), 1);
}

// Of three processes with equal blocks a step takes 4,000 us by the plan; what it took more stays, whatever the blocks.
static void test_beside(const machine *m)
{
	const plan_work w = linear_work();
	plan_program p = {.units = 6000, .n_works = 1, .work = &w, .steps = 100};
	const machine_host *host[] = {
	        hpcc_machine_host(m, "f1"), hpcc_machine_host(m, "s1"), hpcc_machine_host(m, "s2")};
	plan_learn(&p, m, 3, host, NULL, 4500, 10);
	expect("more than the plan", p.beside_us, 500);
	plan *x = make(&p, m, (plan_wish){0});
	expect("is added", x->step_us, 2500);
	plan_free(x);
	x = make(&p, m, (plan_wish){.processes = 1});
	expect("not to one process", x->step_us, 6000);
	plan_free(x);
	plan_learn(&p, m, 3, host, NULL, 3000, 10);
	expect("less than the plan", p.beside_us, 0);
	const long units[] = {3000, 1500, 1500};
	plan_learn(&p, m, 3, host, units, 3300, 10);
	expect("more than the plan with other blocks", p.beside_us, 300);
	plan_learn(&p, m, 1, host, NULL, 9000, 10);
	expect("of one process", p.beside_us, 0);
}

// Two hosts of a cluster whose speeds differ: messages go from one to the other, not within each.
static void test_speeds_in_a_cluster(void)
{
	machine *m = read_machine("{\"hpcc-machine\": 1, \"latency_us\": 50, \"bandwidth_bytes_per_s\": 1e9,"
	                          " \"types\": [{\"name\": \"t\", \"operation_ns\": {\"fadd\": 1}}],"
	                          " \"hosts\": [{\"name\": \"a\"}, {\"name\": \"b\", \"speed\": 0.5}]}");
	const plan_work w = linear_work();
	const plan_exchange x = {
	        .name = "x", .file = "f.c", .topology = MACHINE_1D, .bytes = 1000, .times = 1, .overlap = -1};
	const plan_program p = {.units = 6000, .n_works = 1, .work = &w, .n_exchanges = 1, .exchange = &x};
	plan *made = make(&p, m, (plan_wish){.processes = 2});
	const long units[] = {4000, 2000};
	expect_units("speeds in a cluster", made, 2, units);
	expect("the message between them", made->exchange_us[0], 2 * (50 + 1));
	plan_free(made);
	hpcc_machine_free(m);
}

static double running(const plan_program *p, const machine *m, int n, const machine_host *const host[])
{
	char *error = NULL;
	plan *x = plan_running(p, m, n, host, &error);
	const double us = x->step_us;
	plan_free(x);
	return us;
}

// A message that overlaps with nothing by the machine file: the trial has seen a part of it.
static void test_hidden(const machine *m)
{
	const plan_work w = linear_work();
	const plan_exchange x = {.topology = MACHINE_1D, .bytes = 20000, .times = 1, .overlap = -1};
	plan_program p = {.units = 6000, .n_works = 1, .work = &w, .steps = 100, .n_exchanges = 1, .exchange = &x};
	const machine_host *host[] = {hpcc_machine_host(m, "s1"), hpcc_machine_host(m, "s2")};
	const double planned = running(&p, m, 2, host), work = 6000.0 * 1000 * 2 / 2 / 1000, sent = planned - work;
	expect("something is sent", sent > 1, 1);
	plan_learn(&p, m, 2, host, NULL, planned - sent / 4, 10);
	expect("a quarter is hidden", p.hidden, 0.25);
	expect("and nothing beside", p.beside_us, 0);
	expect("as in the trial", running(&p, m, 2, host), planned - sent / 4);
	plan_learn(&p, m, 2, host, NULL, planned - 2 * sent, 10);
	expect("all of it", p.hidden, 1);
}

// Steps that become less: of 100, the first ten are 95 of the first one's 100.
static void test_beside_first(const machine *m)
{
	plan_work w = linear_work();
	const double before[] = {0, 1.5, 0, 0.5};
	w.n_steps = 2;
	w.n_points = 1;
	w.before = before;
	plan_program p = {.units = 6000, .n_works = 1, .work = &w, .steps = 100};
	const machine_host *host[] = {hpcc_machine_host(m, "f1"), hpcc_machine_host(m, "f2")};
	plan_learn(&p, m, 2, host, NULL, 3000 * 1.9 + 7, 10);
	expect("beside the first steps", p.beside_us, 7);
}

// What a core did alone, it does more slowly beside others.
static void test_alone(void)
{
	machine *m = read_machine("{\"hpcc-machine\": 1, \"types\": [{\"name\": \"t\", \"operation_ns\": {\"fadd\": 1},"
	                          " \"speed_alone\": 1.25}], \"hosts\": [{\"name\": \"h\"}]}");
	plan_work w = linear_work();
	plan_measured measured = {m->host[0], 2, 0.8, {[HPCC_FADD] = 1000}};
	w.n_measured = 1;
	w.measured = &measured;
	plan_program p = {.units = 6000, .n_works = 1, .work = &w};
	expect("measured among others", plan_longer(&p, 0, NULL), 0.8);
	measured.at_work = 1;
	expect("measured alone", plan_longer(&p, 0, NULL), 1);
	hpcc_machine_free(m);
}

// Half of what is sent meanwhile takes its time all the same.
static void test_overlap(void)
{
	machine *m =
	        read_machine("{\"hpcc-machine\": 1, \"types\": [{\"name\": \"t\", \"operation_ns\": {\"fadd\": 1}}],"
	                     " \"latency_us\": 100, \"bandwidth_bytes_per_s\": 1e12, \"overlap\": 0.5,"
	                     " \"hosts\": [{\"name\": \"h[1-2]\"}]}");
	const plan_work w = linear_work();
	const plan_exchange x = {.name = "x", .file = "f.c", .topology = MACHINE_1D, .times = 10};
	const plan_program p = {.units = 6000, .n_works = 1, .work = &w, .n_exchanges = 1, .exchange = &x};
	plan *made = make(&p, m, (plan_wish){.processes = 2});
	expect("half overlaps", made->step_us, 3000 + 0.5 * 10 * 200);
	plan_free(made);
	hpcc_machine_free(m);
}

// Between clusters that of the one around them counts, and small messages go on by themselves.
static void test_overlap_of_small(void)
{
	machine *m =
	        read_machine("{\"hpcc-machine\": 1, \"types\": [{\"name\": \"t\", \"operation_ns\": {\"fadd\": 1}}],"
	                     " \"latency_us\": 100, \"overlap\": 0.5, \"eager_bytes\": 1000, \"clusters\": ["
	                     "{\"name\": \"a\", \"hosts\": [{\"name\": \"h1\"}]},"
	                     " {\"name\": \"b\", \"hosts\": [{\"name\": \"h2\"}]}]}");
	const plan_work w = linear_work();
	for (int large = 0; large < 2; large++) {
		const plan_exchange x = {
		        .name = "x", .file = "f.c", .topology = MACHINE_1D, .bytes = 1000 + large, .times = 5};
		const plan_program p = {.units = 6000, .n_works = 1, .work = &w, .n_exchanges = 1, .exchange = &x};
		plan *made = make(&p, m, (plan_wish){.processes = 2});
		expect(large ? "half of it overlaps" : "all of it overlaps", made->step_us,
		        3000 + (large ? made->exchange_us[0] / 2 : 0));
		plan_free(made);
	}
	hpcc_machine_free(m);
}

// What memory takes by the file, 12,000 us for all units, is too long where the work took 9,000 us.
static void test_memory_measured(void)
{
	machine *m = read_machine(
	        "{\"hpcc-machine\": 1, \"types\": [{\"name\": \"t\", \"operation_ns\": {\"fadd\": 1}, \"cores\": 2,"
	        " \"memory_bandwidth_bytes_per_s\": [1e9, 1e9], \"latency_us\": 0}], \"hosts\": [{\"name\": \"h\"}]}");
	plan_work w = linear_work();
	w.touched_bytes = 12e6;
	plan_program p = {.units = 6000, .n_works = 1, .work = &w};
	plan *made = make(&p, m, (plan_wish){.processes = 2});
	expect("by the file", made->step_us, 12000);
	plan_free(made);
	const plan_measured measured = {m->host[0], 1, 9, {[HPCC_FADD] = 6000}};
	w.n_measured = 1;
	w.measured = &measured;
	made = make(&p, m, (plan_wish){.processes = 2});
	expect("as measured", made->step_us, 9000);
	plan_free(made);
	hpcc_machine_free(m);
}

static void test_exactly(const machine *m)
{
	const plan_work w = linear_work();
	const plan_program p = {.units = 6000, .n_works = 1, .work = &w};
	const long units[] = {2400, 2400, 1200}, one[] = {6000};
	plan *x = make(&p, m, (plan_wish){.processes = 3});
	expect_units("three processes", x, 3, units);
	plan_free(x);
	x = make(&p, m, (plan_wish){.processes = 1});
	expect_units("one process", x, 1, one);
	expect("one process: the fast host", x->process[0].host == hpcc_machine_host(m, "f1"), 1);
	plan_free(x);
	x = make(&p, m, (plan_wish){.processes = 8, .oversubscribe = true});
	expect("two processes on each core", x->n, 8);
	expect("two processes on each core", x->step_us, 2000);
	plan_free(x);
	x = make(&p, m, (plan_wish){.why_equal = "a test"});
	expect("equal blocks", (double)x->process[0].units, 6000.0 / x->n);
	plan_free(x);
}

static void test_left_out(const machine *m)
{
	const plan_work w = linear_work();
	const plan_program p = {.units = 6000, .n_works = 1, .work = &w};
	const bool down[] = {false, true, false, true};
	const long units[] = {4000, 2000};
	plan *x = make(&p, m, (plan_wish){.leave_out = down});
	expect_units("two hosts are down", x, 2, units);
	plan_free(x);
}

// The k-th unit costs 2 k + 1: of two equal processes the first gets 1 / sqrt(2) of the units.
static void test_triangle(const machine *m)
{
	enum { POINTS = 1000 };
	static double before[POINTS + 1];
	const bool slow_are_down[] = {false, false, true, true};
	plan_work w = linear_work();
	for (int i = 0; i <= POINTS; i++) before[i] = (double)i * i / POINTS / POINTS;
	w.before = before;
	w.n_steps = 1;
	w.n_points = POINTS;
	const plan_program p = {.units = 6000, .n_works = 1, .work = &w};
	plan *x = make(&p, m, (plan_wish){.leave_out = slow_are_down});
	expect_near("triangle", (double)x->process[0].units, 6000 / sqrt(2), 2);
	expect_near("triangle, a step", x->step_us, 3000, 2);
	plan_free(x);
}

// In the first of two steps only the first half has work, in the second only the other half: each step takes as long as
// the slower process with it, and the blocks that are least bad cut each half in two, as far as two blocks can.
static void test_steps(const machine *m)
{
	const double before[] = {0, 1, 1, 0, 0, 1};
	const bool slow_are_down[] = {false, false, true, true};
	plan_work w = linear_work();
	w.before = before;
	w.n_steps = 2;
	w.n_points = 2;
	const plan_program p = {.units = 6000, .n_works = 1, .work = &w};
	plan *x = make(&p, m, (plan_wish){.processes = 2, .leave_out = slow_are_down});
	// With the first block of a in [0, 1/2] of the units, the steps take max(2a, 1 - 2a) and 1: 3/4 on the average.
	expect_near("two steps", x->step_us, 4500, 5);
	plan_free(x);
}

// ---- costs --------------------------------------------------------------------------------------

static void test_costs(const machine *m)
{
	const plan_work w = linear_work();
	const plan_exchange exchange[] = {
	        {.name = "e", .file = "f.c", .topology = MACHINE_1D, .bytes = 1000, .times = 2, .overlap = -1}};
	const plan_program p = {.units = 6000, .n_works = 1, .n_exchanges = 1, .work = &w, .exchange = exchange};
	plan *x = make(&p, m, (plan_wish){0});
	// Within b: 2 (2 + 1) us. Into it from a: 3 - 2 more, and for a byte 0.01 - 0.001 more.
	expect("a halo between clusters", x->exchange_us[0], 2 * (2 * (2 + 1) + 1 + 9));
	expect("a step with it", x->step_us, 2000 + x->exchange_us[0]);
	const plan_origin o = plan_cost_of(x, 0, x->process[0].group);
	expect("made of latency", o.from == NULL && !o.inside, 1);
	expect("made of latency", o.cost.c1, 2);
	expect("made of bandwidth", o.cost.c3, 0.002);
	plan_free(x);
}

// What is sent takes longer than what more processes would save.
static void test_one_is_best(const machine *m)
{
	plan_work w = linear_work();
	w.split[HPCC_FADD] = 6000; // 6 us on one process
	const plan_exchange exchange[] = {
	        {.name = "e", .file = "f.c", .topology = MACHINE_ALLREDUCE, .bytes = 8, .times = 10, .overlap = -1}};
	const plan_program p = {.units = 6000, .n_works = 1, .n_exchanges = 1, .work = &w, .exchange = exchange};
	plan *x = make(&p, m, (plan_wish){0});
	expect("one process is best", x->n, 1);
	expect("one process is best", x->step_us, 6);
	plan_free(x);
}

// ---- memory -------------------------------------------------------------------------------------

static void test_memory(const machine *m)
{
	const plan_work w = linear_work();
	plan_program p = {.units = 6000, .n_works = 1, .work = &w, .memory_per_unit = 625};
	const long units[] = {1600, 1600, 1400, 1400};
	char *error = NULL;
	plan *x = make(&p, m, (plan_wish){0}); // the fast ones hold 1600
	expect_units("memory", x, 4, units);
	plan_free(x);
	p.memory_per_unit = 1100; // 909, 909, 1818, 1818
	x = plan_make(&p, m, &(plan_wish){0}, &error);
	expect("too much", x == NULL, 1);
	if (error && !strstr(error, "number 0, on f1, would need 2.2 MB for its 2000 of 6000 units, and has 1 MB"))
		printf("%s", error), failures++;
	free(error);
	plan_free(x);
}

// All four cores of a host have too little memory each for what each process needs; two do.
static void test_memory_of_host(void)
{
	machine *m = read_machine("{\"hpcc-machine\": 1, \"types\": [{\"name\": \"t\", \"cores\": 4,"
	                          " \"memory_bytes\": 4e6}], \"hosts\": [{\"name\": \"h\"}]}");
	const plan_work w = linear_work();
	const plan_program p = {.units = 6000, .n_works = 1, .work = &w, .memory_bytes = 1.5e6};
	const long units[] = {3000, 3000};
	plan *x = make(&p, m, (plan_wish){0});
	expect_units("memory of a host", x, 2, units);
	plan_free(x);
	hpcc_machine_free(m);
}

// ---- placing ------------------------------------------------------------------------------------

// Pairs (0, 3) and (1, 2) that send much: each on one cluster.
static void test_place(const machine *m)
{
	const plan_work w = linear_work();
	const plan_program p = {.units = 6000, .n_works = 1, .work = &w};
	int order[4], slot[4], at[4];
	plan *x = make(&p, m, (plan_wish){.why_equal = "a test", .processes = 4});
	mapping_tree *t = plan_tree(x, order);
	mapping_graph *g = mapping_graph_new(4);
	const mapping_options options = MAPPING_OPTIONS;
	const int phase = mapping_graph_phase(g, 1);
	mapping_graph_message(g, phase, 0, 3, 1, 1e9);
	mapping_graph_message(g, phase, 1, 2, 1, 1e9);
	plan_add_work(x, g);
	mapping_graph_finish(g);
	if (mapping_tree_finish(t)) printf("the tree is wrong\n"), exit(1);
	mapping_default(g, t, &options, slot);
	for (int q = 0; q < 4; q++) at[q] = order[t->listed[slot[q]]];
	plan_place(x, at);
	expect("0 and 3 are together", x->process[0].host->cluster == x->process[3].host->cluster, 1);
	expect("1 and 2 are together", x->process[1].host->cluster == x->process[2].host->cluster, 1);
	expect("0 and 1 are not", x->process[0].host->cluster == x->process[1].host->cluster, 0);
	mapping_graph_free(g);
	mapping_tree_free(t);
	plan_free(x);
}

// Hosts of a fast and a slow core each: ranks go by speeds, the tree by hosts.
static void test_order(void)
{
	machine *m = read_machine("{\"hpcc-machine\": 1, \"types\": [{\"name\": \"t\", \"cores\": 2,"
	                          " \"core_speed\": [1, 0.5]}], \"hosts\": [{\"name\": \"h[1-2]\"}]}");
	const plan_work w = linear_work();
	const plan_program p = {.units = 6000, .n_works = 1, .work = &w};
	const long units[] = {2000, 2000, 1000, 1000};
	const int by_host[] = {0, 2, 1, 3}, swapped[] = {1, 0, 2, 3};
	int order[4];
	plan *x = make(&p, m, (plan_wish){0});
	mapping_tree *t = plan_tree(x, order);
	expect_units("by speeds", x, 4, units);
	for (int k = 0; k < 4; k++) expect("order", order[k], by_host[k]);
	expect("no error", mapping_tree_finish(t) == NULL, 1);
	plan_place(x, swapped);
	expect("0 and 2 are apart", x->process[0].host == x->process[2].host, 0);
	expect("on cores that are alike it takes as long", x->process[1].compute_us, x->process[0].compute_us);
	mapping_tree_free(t);
	plan_free(x);
	hpcc_machine_free(m);
}

int main(void)
{
	machine *m = read_machine(two_speeds);
	test_two_to_one(m);
	test_measured(m);
	test_measured_types(m);
	test_measured_hosts(m);
	test_beside(m);
	test_hidden(m);
	test_speeds_in_a_cluster();
	test_beside_first(m);
	test_alone();
	test_overlap();
	test_overlap_of_small();
	test_memory_measured();
	test_exactly(m);
	test_left_out(m);
	test_triangle(m);
	test_steps(m);
	test_costs(m);
	test_one_is_best(m);
	test_memory(m);
	test_memory_of_host();
	test_place(m);
	test_order();
	hpcc_machine_free(m);
	printf("%s\n", failures ? "plan_test failed" : "all as expected");
	return failures != 0;
}
