// SPDX-License-Identifier: Apache-2.0
//
// hpcc-probe: all processes compute at the same time, as those of a program do; of memory 1, 2, 4, ... and all of a
// host.
#include "probe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The first process of each type computes by itself, one after the other.
static void alone(const probe_places *p, probe_loops *l, double ns)
{
	for (int t = 0; t < p->n_types; t++) {
		probe_wait(MPI_COMM_WORLD);
		if (p->host[p->type[t].host].rank[0] == p->rank) probe_loops_round(l, ns);
	}
	probe_wait(MPI_COMM_WORLD);
}

static double faster_alone(probe_loops *by_itself, const fit_loop *together, int n)
{
	fit_loop own[PROBE_MOST_LOOPS];
	double sum = 0;
	memset(own, 0, sizeof own);
	if (probe_loops_take(by_itself, own) != n) return 0;
	for (int k = 0; k < n; k++) {
		if (!(own[k].ns > 0)) return 0;
		sum += log(together[k].ns / own[k].ns);
	}
	return exp(sum / n);
}

static void measure_loops(probe_speed *s, const probe_places *p, bool quick)
{
	const int rounds = quick ? 7 : 40;
	probe_loops *l = probe_memory(1, sizeof *l), *by_itself = probe_memory(1, sizeof *by_itself);
	fit_loop own[PROBE_MOST_LOOPS];
	memset(own, 0, sizeof own);
	for (int k = 0; k < rounds; k++) {
		probe_progress("computation", k, rounds);
		MPI_Barrier(MPI_COMM_WORLD);
		probe_loops_round(l, quick ? 2e5 : 1e6);
		if (k % 2 == 0) alone(p, by_itself, quick ? 2e5 : 1e6);
	}
	s->n_loops = probe_loops_take(l, own);
	double times = 0;
	for (int t = 0; t < p->n_types; t++)
		if (p->host[p->type[t].host].rank[0] == p->rank) times = faster_alone(by_itself, own, s->n_loops);
	s->alone = probe_memory((size_t)p->size, sizeof *s->alone);
	MPI_Gather(&times, 1, MPI_DOUBLE, s->alone, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	free(by_itself);
	free(l);
	s->loop = probe_memory((size_t)p->size, sizeof *s->loop);
	// Names are addresses: those of another process say nothing here.
	MPI_Gather(own, (int)sizeof own, MPI_BYTE, s->loop, (int)sizeof own, MPI_BYTE, 0, MPI_COMM_WORLD);
	for (int r = 0; r < p->size; r++)
		for (int k = 0; k < s->n_loops; k++) s->loop[r][k].name = own[k].name;
}

// Of each array: larger than the caches of all, and of little memory.
static double array_bytes(const probe_host *h, bool quick)
{
	const double most = quick ? 16 << 20 : 64 << 20, left = h->here.limits.memory_bytes / (24. * h->n_ranks);
	double bytes = 2 * h->here.cache_bytes;
	if (bytes < (8 << 20)) bytes = 8 << 20;
	if (bytes > most) bytes = most;
	return left > 0 && left < bytes ? left : bytes;
}

// The sum of what `n` processes of this host get; the same at all of them.
static double together(const probe_places *p, probe_triad *t, int n, int rounds)
{
	int rank;
	MPI_Comm_rank(p->host_comm, &rank);
	MPI_Comm active;
	MPI_Comm_split(p->host_comm, rank < n ? 0 : MPI_UNDEFINED, rank, &active);
	double sample[PROBE_MOST_ROUNDS], own = 0, all = 0;
	for (int k = 0; k < rounds && active != MPI_COMM_NULL; k++) {
		MPI_Barrier(active);
		sample[k] = 1 / probe_triad_run(t);
	}
	if (active != MPI_COMM_NULL) {
		own = 1 / probe_undisturbed(sample, rounds);
		MPI_Comm_free(&active);
	}
	probe_wait(p->host_comm);
	MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, p->host_comm);
	return all;
}

// Between what was measured: straight lines.
static void fill_between(double *bandwidth, int from, int to)
{
	for (int k = from + 1; k < to; k++)
		bandwidth[k - 1] =
		        bandwidth[from - 1] + (bandwidth[to - 1] - bandwidth[from - 1]) * (k - from) / (to - from);
}

static void measure_memory(probe_speed *s, const probe_places *p, bool quick)
{
	const probe_host *own = &p->host[p->own];
	probe_triad triad;
	int good = probe_triad_new(&triad, array_bytes(own, quick));
	MPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, p->host_comm);
	double *bandwidth = probe_memory((size_t)own->n_ranks, sizeof *bandwidth);
	for (int n = 1, before = 0; good && before < own->n_ranks; n = 2 * n < own->n_ranks ? 2 * n : own->n_ranks) {
		probe_progress("memory", n - 1, own->n_ranks);
		bandwidth[n - 1] = together(p, &triad, n, quick ? 5 : 20);
		if (before > 0) fill_between(bandwidth, before, n);
		before = n;
		if (n == own->n_ranks) break;
	}
	probe_triad_free(&triad);
	probe_wait(MPI_COMM_WORLD);
	s->bandwidths = probe_memory((size_t)p->n_hosts, sizeof *s->bandwidths);
	s->bandwidth = probe_memory((size_t)p->n_hosts, sizeof *s->bandwidth);
	for (int h = 0; h < p->n_hosts; h++) {
		const int n = p->host[h].n_ranks, first = p->host[h].rank[0];
		s->bandwidth[h] = probe_memory((size_t)n, sizeof **s->bandwidth);
		if (first == p->rank) memcpy(s->bandwidth[h], bandwidth, (size_t)n * sizeof *bandwidth);
		MPI_Bcast(s->bandwidth[h], n, MPI_DOUBLE, first, MPI_COMM_WORLD);
		s->bandwidths[h] = s->bandwidth[h][n - 1] > 0 ? n : 0;
	}
	free(bandwidth);
}

void probe_speed_measure(probe_speed *s, const probe_places *p, bool quick)
{
	const int core = p->own_core;
	*s = (probe_speed){.core = probe_memory((size_t)p->size, sizeof *s->core)};
	MPI_Gather(&core, 1, MPI_INT, s->core, 1, MPI_INT, 0, MPI_COMM_WORLD);
	measure_loops(s, p, quick);
	measure_memory(s, p, quick);
}

void probe_speed_free(probe_speed *s, const probe_places *p)
{
	for (int h = 0; h < p->n_hosts; h++) free(s->bandwidth[h]);
	free(s->bandwidth);
	free(s->bandwidths);
	free(s->loop);
	free(s->alone);
	free(s->core);
}
