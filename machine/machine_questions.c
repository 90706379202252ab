// SPDX-License-Identifier: Apache-2.0
//
// Questions about a machine.
#include "machine.h"

#include <math.h>
#include <string.h>

int hpcc_machine_slots(const machine_host *h) { return h->available > 0 ? h->cores_available : 0; }

static bool named(const char *name, const char *wanted) { return name && !strcmp(name, wanted); }

const machine_host *hpcc_machine_host(const machine *m, const char *name)
{
	for (int k = 0; k < m->n_hosts; k++)
		if (named(m->host[k]->name, name)) return m->host[k];
	return NULL;
}

const machine_cluster *hpcc_machine_cluster(const machine *m, const char *name)
{
	for (int k = 0; k < m->n_clusters; k++)
		if (named(m->cluster[k]->name, name)) return m->cluster[k];
	return NULL;
}

const machine_type *hpcc_machine_type(const machine *m, const char *name)
{
	for (int k = 0; k < m->n_types; k++)
		if (named(m->types[k].name, name)) return &m->types[k];
	return NULL;
}

// ---- the hierarchy ----------------------------------------------------------------------------

int hpcc_machine_path(const machine_host *h, const machine_cluster *path[MACHINE_MOST_DEPTH])
{
	const int n = h->cluster->depth + 1;
	const machine_cluster *c = h->cluster;
	for (int k = n; k-- > 0; c = c->parent) path[k] = c;
	return n;
}

const machine_cluster *hpcc_machine_common_cluster(const machine_cluster *a, const machine_cluster *b)
{
	while (a != b) {
		if (a->depth >= b->depth)
			a = a->parent;
		else
			b = b->parent;
	}
	return a;
}

const machine_cluster *hpcc_machine_common(const machine_host *a, const machine_host *b)
{
	return hpcc_machine_common_cluster(a->cluster, b->cluster);
}

// ---- between ----------------------------------------------------------------------------------

static bool contains(const machine_cluster *outer, const machine_cluster *c)
{
	return outer && c->number >= outer->number && c->number < outer->number + outer->all_clusters;
}

// How near a link is to two clusters, of those that lead from the one to the other; -1: it does not. One that goes the
// right way stands before one that goes back.
static int nearness(const machine_link *l, const machine_cluster *from, const machine_cluster *to)
{
	const int depth = l->from_cluster && l->to_cluster ? l->from_cluster->depth + l->to_cluster->depth : 0;
	if (contains(l->from_cluster, from) && contains(l->to_cluster, to)) return 2 * depth + 1;
	if (contains(l->from_cluster, to) && contains(l->to_cluster, from)) return 2 * depth;
	return -1;
}

const machine_link *hpcc_machine_link(const machine *m, const machine_cluster *from, const machine_cluster *to)
{
	const machine_link *best = NULL;
	int least = -1;
	for (int k = 0; k < m->n_links; k++) {
		const int near = nearness(&m->links[k], from, to);
		if (near <= least) continue;
		least = near;
		best = &m->links[k];
	}
	return best;
}

machine_between hpcc_machine_between(const machine *m, const machine_host *a, const machine_host *b)
{
	if (a == b)
		return (machine_between){
		        .latency_us = a->kind->latency_us, .bandwidth_bytes_per_s = a->kind->bandwidth_bytes_per_s};
	const machine_cluster *c = hpcc_machine_common(a, b);
	const machine_link *l = a->cluster == b->cluster ? NULL : hpcc_machine_link(m, a->cluster, b->cluster);
	if (!l)
		return (machine_between){
		        .latency_us = c->latency_us, .bandwidth_bytes_per_s = c->bandwidth_bytes_per_s, .common = c};
	return (machine_between){.latency_us = l->latency_us,
	        .bandwidth_bytes_per_s = l->bandwidth_bytes_per_s,
	        .r1_us = l->r1_us,
	        .r2_us_per_byte = l->r2_us_per_byte,
	        .e1_us_per_byte = l->e1_us_per_byte,
	        .common = c,
	        .link = l};
}

// ---- costs and speeds -------------------------------------------------------------------------

static double distance(const machine_cost *c, double bytes)
{
	return fmax(0, fmax(c->bytes_from - bytes, bytes - c->bytes_to));
}

// A size at which one piece ends and the next one begins is the next one's: from there on MPI sends in another way.
static bool is_nearer(const machine_cost *a, const machine_cost *b, double bytes)
{
	const double off_a = distance(a, bytes), off_b = distance(b, bytes);
	return off_a < off_b || (off_a == off_b && a->bytes_from > b->bytes_from);
}

static const machine_cost *nearest(int n, const machine_cost *cost, machine_topology topology, double bytes)
{
	const machine_cost *best = NULL;
	for (int k = 0; k < n; k++)
		if (cost[k].topology == (int)topology && (!best || is_nearer(&cost[k], best, bytes))) best = &cost[k];
	return best;
}

const machine_cost *hpcc_machine_cost(const machine_cluster *c, machine_topology topology, double bytes)
{
	return nearest(c->n_communication, c->communication, topology, bytes);
}

const machine_cost *hpcc_machine_cost_inside(const machine_type *t, machine_topology topology, double bytes)
{
	return nearest(t->n_communication, t->communication, topology, bytes);
}

bool hpcc_machine_is_short_name(const char *name, const char *all)
{
	return strlen(name) == strcspn(all, ".") && !strncmp(name, all, strlen(name));
}

double hpcc_machine_full_speed(const machine_host *h, int core)
{
	const double own = core < h->kind->n_core_speed ? h->kind->core_speed[core] : 1;
	return h->kind->speed * h->speed * own;
}

double hpcc_machine_core_speed(const machine_host *h, int core)
{
	return hpcc_machine_full_speed(h, core) * h->available;
}

double hpcc_machine_memory_bandwidth(const machine_type *t, int n)
{
	const int known = t->n_memory_bandwidth;
	return known == 0 || n < 1 ? 0 : t->memory_bandwidth_bytes_per_s[(n < known ? n : known) - 1];
}
