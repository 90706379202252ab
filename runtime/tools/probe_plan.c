// SPDX-License-Identifier: Apache-2.0
//
// hpcc-probe: which processes exchange what, and how long it takes. Runs are short and many: those of all cells take
// turns, so that what others do on the machine for a second disturbs a run of each cell, and not all runs of one.
#include "probe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MOST_BYTES = 32 << 20 }; // of a process in an exchange
enum { SHIFT = 4096 };          // bytes that buffers are moved by at most

static const int usual_sizes[] = {8, 64, 128, 256, 384, 512, 768, 1024, 1536, 2048, 2560, 3072, 3584, 4096, 6144, 8192,
        12288, 16384, 32768, 65536, 98304, 131072, 262144, 524288, 786432, 1048576, 2097152, -1};
static const int quick_sizes[] = {
        8, 64, 256, 512, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 16384, 32768, 65536, 131072, 262144, -1};
static const int all_topologies[] = {MACHINE_1D, MACHINE_RING, MACHINE_TREE, MACHINE_BROADCAST, MACHINE_ALLREDUCE,
        MACHINE_ALL_TO_ALL, MACHINE_PAIRWISE, -1};
static const int ping_pong[] = {MACHINE_RING, -1};

const int *probe_sizes(bool quick) { return quick ? quick_sizes : usual_sizes; }

// ---- groups -----------------------------------------------------------------------------------

static probe_group *add_group(probe_plan *plan, probe_group_kind kind, int which, int other)
{
	plan->group = probe_grow(plan->group, (size_t)plan->n_groups + 1, sizeof *plan->group);
	plan->group[plan->n_groups] = (probe_group){.kind = kind, .which = which, .other = other, .fewest = 2};
	return &plan->group[plan->n_groups++];
}

static void add_host(probe_group *g, const probe_host *h)
{
	g->rank = probe_grow(g->rank, (size_t)g->n_ranks + (size_t)h->n_ranks, sizeof *g->rank);
	memcpy(g->rank + g->n_ranks, h->rank, (size_t)h->n_ranks * sizeof *g->rank);
	g->n_ranks += h->n_ranks;
}

static void make_groups(probe_plan *plan, const probe_places *p)
{
	for (int t = 0; t < p->n_types; t++) {
		const probe_host *h = &p->host[p->type[t].host];
		if (h->n_ranks > 1) add_host(add_group(plan, PROBE_INSIDE, t, -1), h);
	}
	for (int c = 0; c < p->n_clusters; c++) {
		const probe_cluster *k = &p->cluster[c];
		if (k->n_hosts < 2) continue;
		probe_group *g = add_group(plan, PROBE_AMONG, c, -1);
		for (int h = 0; h < k->n_hosts; h++) add_host(g, &p->host[k->host[h]]);
		g->fewest = p->host[k->host[0]].n_ranks + 1;
		g->pair[0] = p->host[k->host[0]].rank[0];
		g->pair[1] = p->host[k->host[1]].rank[0];
	}
	for (int a = 0; a < p->n_clusters; a++)
		for (int b = a + 1; b < p->n_clusters; b++) {
			probe_group *g = add_group(plan, PROBE_BETWEEN, a, b);
			g->pair[0] = p->host[p->cluster[a].host[0]].rank[0];
			g->pair[1] = p->host[p->cluster[b].host[0]].rank[0];
		}
}

// ---- batches ----------------------------------------------------------------------------------

static bool holds(const int *rank, int n, int own)
{
	for (int k = 0; k < n; k++)
		if (rank[k] == own) return true;
	return false;
}

static void add_cells(probe_batch *b, const int *sizes, const int *topologies)
{
	int n_sizes = 0, n_topologies = 0;
	while (sizes[n_sizes] >= 0) n_sizes++;
	while (topologies[n_topologies] >= 0) n_topologies++;
	b->cell = probe_memory((size_t)n_sizes * (size_t)n_topologies, sizeof *b->cell);
	for (int t = 0; t < n_topologies; t++)
		for (int s = 0; s < n_sizes; s++) {
			const double needed =
			        (double)sizes[s] * (topologies[t] == MACHINE_ALL_TO_ALL ? b->processes : 2);
			if (needed > MOST_BYTES) continue;
			b->cell[b->n_cells++] = (probe_cell){.topology = topologies[t], .bytes = sizes[s]};
		}
}

// Collective. The order of `rank` is that of the communicator.
static void add_batch(
        probe_plan *plan, const probe_places *p, const int *rank, int n, const int *sizes, const int *topologies)
{
	plan->batch = probe_grow(plan->batch, (size_t)plan->n_batches + 1, sizeof *plan->batch);
	probe_batch *b = &plan->batch[plan->n_batches++];
	*b = (probe_batch){.group = plan->n_groups - 1, .processes = n};
	int place = 0;
	while (place < n && rank[place] != p->rank) place++;
	MPI_Comm_split(MPI_COMM_WORLD, holds(rank, n, p->rank) ? 1 : MPI_UNDEFINED, place, &b->comm);
	add_cells(b, sizes, topologies);
}

// 2, 3, 4, 6, 8, 12, 16, ... and all; 2, 4, 8, ... and all if it is to be quick.
static int next_count(int n, bool quick)
{
	if (quick) return 2 * n;
	return n == 2 ? 3 : n & (n - 1) ? n / 3 * 4 : n / 2 * 3;
}

static void add_batches(
        probe_plan *plan, const probe_places *p, int group, bool quick, const int *sizes, const int *topologies)
{
	const probe_group *g = &plan->group[group];
	const int first = plan->n_batches;
	if (g->kind == PROBE_BETWEEN)
		add_batch(plan, p, g->pair, 2, sizes, ping_pong);
	else if (g->kind == PROBE_AMONG && g->fewest > 2)
		add_batch(plan, p, g->pair, 2, sizes, topologies);
	if (g->kind != PROBE_BETWEEN) {
		for (int n = 2; n < g->n_ranks; n = next_count(n, quick))
			if (n >= g->fewest) add_batch(plan, p, g->rank, n, sizes, topologies);
		add_batch(plan, p, g->rank, g->n_ranks, sizes, topologies);
	}
	for (int k = first; k < plan->n_batches; k++) plan->batch[k].group = group;
}

void probe_plan_make(probe_plan *plan, const probe_places *p, bool quick, const int *sizes, const int *topologies)
{
	*plan = (probe_plan){0};
	make_groups(plan, p);
	for (int g = 0; g < plan->n_groups; g++)
		add_batches(plan, p, g, quick, sizes ? sizes : probe_sizes(quick),
		        topologies ? topologies : all_topologies);
}

void probe_plan_free(probe_plan *plan)
{
	for (int k = 0; k < plan->n_groups; k++) free(plan->group[k].rank);
	for (int k = 0; k < plan->n_batches; k++) {
		if (plan->batch[k].comm != MPI_COMM_NULL) MPI_Comm_free(&plan->batch[k].comm);
		free(plan->batch[k].cell);
	}
	free(plan->group);
	free(plan->batch);
	*plan = (probe_plan){0};
}

// ---- running ----------------------------------------------------------------------------------

// Microseconds for an exchange; the same at all. One exchange before those that are timed brings the buffers into the
// caches, as a program's loop has left what it sends.
static double run_cell(const probe_batch *b, const probe_cell *c, int times, probe_buffers *room)
{
	if (times > 1) probe_exchange(b->comm, (machine_topology)c->topology, c->bytes, times, room);
	MPI_Barrier(b->comm);
	const double from = probe_seconds();
	for (int k = 0; k < times; k++) probe_exchange(b->comm, (machine_topology)c->topology, c->bytes, k, room);
	double took = probe_seconds() - from;
	MPI_Allreduce(MPI_IN_PLACE, &took, 1, MPI_DOUBLE, MPI_MAX, b->comm);
	return 1e6 * took / times;
}

typedef struct pace {
	double run, slowest; // seconds of a run; of one exchange, beyond which larger messages are left out
	double budget;       // seconds
	double shortest;     // seconds that rounds are spread over: others do not do the same for as long
	int fewest, most;    // rounds
} pace;

static const pace thorough = {5e-4, .5, 60, 45, 8, PROBE_MOST_ROUNDS}, hasty = {3e-4, .05, 2.5, 0, 3, 24};

// Sets how many exchanges make a run, and leaves out what takes too long. Gives the seconds of a round.
static double calibrate(probe_batch *b, const pace *by, probe_buffers *room)
{
	double sum = 0;
	int too_slow = -1; // a topology
	for (int k = 0; k < b->n_cells; k++) {
		probe_cell *c = &b->cell[k];
		c->times = 0;
		if (c->topology == too_slow) continue;
		double us = run_cell(b, c, 1, room);
		for (int tries = 0; tries < 4 && us < 1e6 * by->run; tries++) {
			const double again = run_cell(b, c, us < 50 ? 20 : 2, room);
			if (again < us) us = again;
		}
		if (us > 1e6 * by->slowest) too_slow = c->topology;
		const double times = 1e6 * by->run / us;
		c->times = times < 2 ? 2 : times > 10000 ? 10000 : (int)times;
		if (us > 1e6 * by->run) c->times = 1;
		sum += 1e-6 * us * c->times;
	}
	return sum;
}

// The buffers elsewhere in their pages, in each round: how two buffers lie to each other would decide what a size
// costs for as long as a run of the probe lasts, and differently in the next one.
static probe_buffers shifted(const probe_buffers *room, int round)
{
	enum { STEP = 256, STEPS = SHIFT / STEP };
	return (probe_buffers){
	        .out = room->out + STEP * (11 * round % STEPS), .in = room->in + STEP * (5 * round % STEPS)};
}

// As the memory of large arrays, whatever the size of messages: whole huge pages, if the kernel gives any.
static void make_room(const probe_plan *plan, probe_buffers *room)
{
	const size_t page = 2 << 20;
	size_t size = 2 * page;
	for (int k = 0; k < plan->n_batches; k++)
		for (int c = 0; c < plan->batch[k].n_cells; c++) {
			const probe_cell *cell = &plan->batch[k].cell[c];
			const int blocks = cell->topology == MACHINE_ALL_TO_ALL ? plan->batch[k].processes : 2;
			if ((size_t)cell->bytes * (size_t)blocks > size) size = (size_t)cell->bytes * (size_t)blocks;
		}
	size += SHIFT;
	if (size <= room->size) return;
	free(room->out);
	free(room->in);
	size = (size + page - 1) / page * page;
	room->out = aligned_alloc(page, size);
	room->in = aligned_alloc(page, size);
	if (!room->out || !room->in) abort();
	// Where the kernel gives huge pages on request only, small ones would fall upon the sets of a cache at random,
	// in each process anew: messages of half a megabyte then take twice as long in one run as in another.
	madvise(room->out, size, MADV_HUGEPAGE);
	madvise(room->in, size, MADV_HUGEPAGE);
	memset(room->out, 0, size);
	memset(room->in, 0, size);
	room->size = size;
}

// The first process of the batch tells process 0, which has not been part of it.
static void bring(probe_batch *b, const probe_group *g, const probe_places *p)
{
	const bool is_pair = g->kind == PROBE_BETWEEN || (g->kind == PROBE_AMONG && b->processes == 2 && g->fewest > 2);
	const int first = is_pair ? g->pair[0] : g->rank[0];
	if (first == 0) return;
	const int bytes = b->n_cells * (int)sizeof *b->cell;
	if (p->rank == first) MPI_Send(b->cell, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
	if (p->rank == 0) MPI_Recv(b->cell, bytes, MPI_BYTE, first, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static int rounds_for(double seconds, const pace *by)
{
	const double n = seconds > 0 ? by->budget / seconds : by->most;
	return n < by->fewest ? by->fewest : n > by->most ? by->most : (int)n;
}

enum { ROUNDS_OF_BURST = 25 };

// Rounds come in bursts, with naps before them, so that they are spread over some time. Behind a nap a processor is
// slower for a while, where large messages are concerned for more than a tenth of a second.
static void begin_burst(double nap)
{
	static const double waking = .2;
	probe_nap(fmax(0, nap - waking));
	for (const double from = probe_seconds(); probe_seconds() - from < waking;) continue;
}

// A run of each cell, beginning with another one in each round: what the first ones meet is met by each in its turn.
static void run_batch(probe_batch *b, int round, probe_buffers *room)
{
	enum { STRIDE = 37 };
	for (int k = 0; k < b->n_cells && b->comm != MPI_COMM_NULL; k++) {
		probe_cell *c = &b->cell[(k + (long)round * STRIDE) % b->n_cells];
		if (c->times > 0) c->us[c->n++] = run_cell(b, c, c->times, room);
	}
}

void probe_plan_run(probe_plan *plan, const probe_places *p, bool quick, probe_buffers *room, const char *what)
{
	const pace *by = quick ? &hasty : &thorough;
	double own = 0, all = 0;
	make_room(plan, room);
	for (int k = 0; k < plan->n_batches; k++) {
		probe_batch *b = &plan->batch[k];
		probe_progress(what, k, plan->n_batches * by->fewest);
		if (b->comm != MPI_COMM_NULL) own += calibrate(b, by, room) / b->processes;
		probe_wait(MPI_COMM_WORLD);
	}
	MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	plan->n_rounds = rounds_for(all, by);
	const int burst = plan->n_rounds < ROUNDS_OF_BURST ? plan->n_rounds : ROUNDS_OF_BURST;
	const double pause = burst * (by->shortest / plan->n_rounds - all);
	for (int round = 0; round < plan->n_rounds; round++) {
		probe_buffers buffers = shifted(room, round);
		if (plan->n_batches > 0 && pause > 0 && round % burst == 0) begin_burst(pause);
		for (int k = 0; k < plan->n_batches; k++) {
			probe_batch *b = &plan->batch[k];
			probe_progress(what, round * plan->n_batches + k, plan->n_batches * plan->n_rounds);
			run_batch(b, round, &buffers);
			probe_wait(MPI_COMM_WORLD);
		}
	}
	for (int k = 0; k < plan->n_batches; k++) bring(&plan->batch[k], &plan->group[plan->batch[k].group], p);
}

// ---- as points --------------------------------------------------------------------------------

// The first runs, and the last ones: a machine that changes its speed, or is used by others for a while, is another one
// in each half.
static fit_point point_of(const probe_cell *c, int processes)
{
	fit_point p = {.bytes = c->bytes, .processes = processes};
	for (int half = 0; half < 2; half++) {
		double sample[PROBE_MOST_ROUNDS];
		int n = 0;
		for (int k = half * c->n / 2; k < (half + 1) * c->n / 2; k++) sample[n++] = c->us[k];
		p.again[half] = probe_undisturbed(sample, n);
	}
	double sample[PROBE_MOST_ROUNDS];
	memcpy(sample, c->us, sizeof sample);
	p.us = probe_undisturbed(sample, c->n);
	return p;
}

int probe_plan_points(const probe_plan *plan, int group, int topology, fit_point **point)
{
	int n = 0, most = 0;
	for (int k = 0; k < plan->n_batches; k++) most += plan->batch[k].n_cells;
	*point = probe_memory((size_t)most, sizeof **point);
	for (int k = 0; k < plan->n_batches; k++) {
		const probe_batch *b = &plan->batch[k];
		for (int c = 0; c < b->n_cells && b->group == group; c++)
			if (b->cell[c].topology == topology && b->cell[c].n > 1)
				(*point)[n++] = point_of(&b->cell[c], b->processes);
	}
	return n;
}
