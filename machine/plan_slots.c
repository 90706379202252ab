// SPDX-License-Identifier: Apache-2.0
//
// The cores of a machine as groups that are alike: the partitioner's clusters.
#include "plan_parts.h"

#include <math.h>
#include <string.h>

// How many processes may share a core so that there are as many as are wanted.
static int share_of_core(const machine *m, const plan_wish *wish)
{
	long all = 0;
	for (int h = 0; h < m->n_hosts; h++)
		if (!wish->leave_out || !wish->leave_out[h]) all += hpcc_machine_slots(m->host[h]);
	if (!wish->oversubscribe || all == 0 || wish->processes <= all) return 1;
	return (int)((wish->processes + all - 1) / all);
}

static bool is_alike(const plan_group *a, const plan_group *b)
{
	return a->cluster == b->cluster && a->type == b->type && a->speed == b->speed && a->memory == b->memory;
}

static plan_group *group_of(plan_room *r, const plan_group *like)
{
	for (int k = 0; k < r->n_groups; k++)
		if (is_alike(&r->group[k], like)) return &r->group[k];
	r->group = realloc(r->group, (size_t)(r->n_groups + 1) * sizeof *r->group);
	if (!r->group) abort();
	r->group[r->n_groups] = *like;
	return &r->group[r->n_groups++];
}

// The memory of a host, shared by all that it may run.
static double memory_of(const machine_host *h, int slots)
{
	const double all = fmin(h->memory_bytes > 0 ? h->memory_bytes : INFINITY,
	        h->memory_available_bytes > 0 ? h->memory_available_bytes : INFINITY);
	return all < INFINITY ? all / slots : 0;
}

// Those of its cores that are taken are the fastest ones, of equally fast ones the first.
static bool is_taken(const machine_host *h, int core, int cores, int most)
{
	const double speed = hpcc_machine_core_speed(h, core);
	int before = 0;
	for (int k = 0; k < cores; k++) {
		const double other = hpcc_machine_core_speed(h, k);
		before += other > speed || (other == speed && k < core);
	}
	return before < most;
}

static void add_slot(plan_room *r, const machine_host *h, int core, int share, int taken, int rank)
{
	const plan_group like = {.cluster = h->cluster,
	        .type = h->kind,
	        .speed = hpcc_machine_core_speed(h, core) / share,
	        .memory = memory_of(h, taken)};
	if (!(like.speed > 0)) return;
	plan_group *g = group_of(r, &like);
	g->n++;
	r->slot = realloc(r->slot, (size_t)(r->n_slots + 1) * sizeof *r->slot);
	if (!r->slot) abort();
	r->slot[r->n_slots++] = (plan_slot){.host = h, .core = core, .group = (int)(g - r->group), .rank = rank};
}

static void add_host(plan_room *r, const machine_host *h, int share, int most)
{
	const int cores = hpcc_machine_slots(h), taken = cores < most ? cores : most;
	for (int k = 0; k < cores * share; k++)
		if (most >= cores || is_taken(h, k % cores, cores, most))
			add_slot(r, h, k % cores, share, taken * share, 0);
}

// Groups of a cluster stand together, in the order of the file: neighbours in ranks are near in the machine.
static int by_cluster(const void *a, const void *b)
{
	const plan_slot *x = a, *y = b;
	if (x->group != y->group) return x->group < y->group ? -1 : 1;
	if (x->host != y->host) return x->host->number < y->host->number ? -1 : 1;
	return x->core < y->core ? -1 : x->core > y->core;
}

static void sort_slots(plan_room *r)
{
	if (r->n_slots) qsort(r->slot, (size_t)r->n_slots, sizeof *r->slot, by_cluster);
	for (int k = 0, at = 0; k < r->n_groups; at += r->group[k++].n) {
		plan_group *g = &r->group[k];
		g->first = at;
		for (int s = at; s < at + g->n; s++) g->n_hosts += s == at || r->slot[s].host != r->slot[s - 1].host;
	}
}

plan_room *plan_room_new(const plan_program *program, const machine *m, const plan_wish *wish, int most)
{
	plan_room *r = plan_memory(1, sizeof *r);
	r->program = program;
	r->machine = m;
	const int share = share_of_core(m, wish);
	for (int h = 0; h < m->n_hosts; h++)
		if (!wish->leave_out || !wish->leave_out[h]) add_host(r, m->host[h], share, most);
	sort_slots(r);
	plan_set_links(r);
	if (program) plan_set_times(r);
	return r;
}

// Their launcher has put the processes of a host on its cores one by one, as far as is known; those that are more share
// cores.
plan_room *plan_room_running(const plan_program *program, const machine *m, int n, const machine_host *const host[])
{
	plan_room *r = plan_memory(1, sizeof *r);
	r->program = program;
	r->machine = m;
	for (int q = 0; q < n; q++) {
		int before = 0, all = 0;
		for (int k = 0; k < n; k++) {
			before += k < q && host[k] == host[q];
			all += host[k] == host[q];
		}
		const int cores = hpcc_machine_slots(host[q]) > 0 ? hpcc_machine_slots(host[q]) : 1;
		add_slot(r, host[q], before % cores, (all + cores - 1) / cores, all, q);
	}
	sort_slots(r);
	plan_set_links(r);
	plan_set_times(r);
	return r;
}

void plan_room_free(plan_room *r)
{
	if (!r) return;
	free(r->group);
	free(r->slot);
	free(r->fixed_us);
	free(r->split_us);
	free(r->link);
	free(r->common);
	free(r);
}
