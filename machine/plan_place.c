// SPDX-License-Identifier: Apache-2.0
//
// The mapper's view of a plan: its cores as the leaves of the machine, what each process computes.
#include "plan_parts.h"

static double seconds(double us) { return us * 1e-6; }

// What one process of the group needs for all units, relative to the first group.
static double slowness(const plan_room *r, int group)
{
	double us = 0, of_first = 0;
	for (int k = 0; r->program && k < r->program->n_works; k++) {
		us += r->split_us[k * r->n_groups + group];
		of_first += r->split_us[k * r->n_groups];
	}
	if (us > 0 && of_first > 0) return us / of_first;
	return r->group[0].speed / r->group[group].speed;
}

static bool uses(const plan *p, int first_host, int n)
{
	for (int q = 0; q < p->n; q++) {
		const int h = p->process[q].host->number;
		if (h >= first_host && h < first_host + n) return true;
	}
	return false;
}

// A tree that is being made.
typedef struct draft {
	const plan *plan;
	mapping_tree *tree;
	int n, *order;
} draft;

static void add_cores(draft *d, int node, const machine_host *h)
{
	const plan *p = d->plan;
	for (int q = 0; q < p->n; q++) {
		if (p->process[q].host != h) continue;
		mapping_tree_slot(d->tree, node, 1 / slowness(p->room, p->process[q].group), 0, h->name, NULL);
		d->order[d->n++] = q;
	}
}

static void add_host(draft *d, int node, const machine_host *h)
{
	add_cores(d,
	        mapping_tree_node(d->tree, node, seconds(h->kind->latency_us), h->kind->bandwidth_bytes_per_s,
	                h->cluster->bandwidth_bytes_per_s),
	        h);
}

// A host's network is that of its cluster: all of its processes share it.
static void add_cluster(draft *d, int node, const machine_cluster *c)
{
	for (int k = 0; k < c->n_clusters; k++) {
		const machine_cluster *in = &c->clusters[k];
		if (!uses(d->plan, in->first_host, in->all_hosts)) continue;
		const int below = mapping_tree_node(
		        d->tree, node, seconds(in->latency_us), in->bandwidth_bytes_per_s, c->bandwidth_bytes_per_s);
		add_cluster(d, below, in);
	}
	for (int k = 0; k < c->n_hosts; k++)
		if (uses(d->plan, c->hosts[k].number, 1)) add_host(d, node, &c->hosts[k]);
}

mapping_tree *plan_tree(const plan *p, int *order)
{
	const machine_cluster *root = &p->machine->root;
	draft d = {.plan = p,
	        .tree = mapping_tree_new(seconds(root->latency_us), root->bandwidth_bytes_per_s),
	        .order = order};
	add_cluster(&d, 0, root);
	return d.tree;
}

void plan_add_work(const plan *p, mapping_graph *g)
{
	if (!p->program) return;
	const int phase = mapping_graph_phase(g, 1);
	for (int q = 0; q < p->n; q++)
		mapping_graph_work(
		        g, phase, q, seconds(p->process[q].compute_us) / slowness(p->room, p->process[q].group));
}

void plan_place(plan *p, const int *at)
{
	plan_process *now = plan_memory((size_t)p->n, sizeof *now);
	for (int q = 0; q < p->n; q++) {
		const plan_process *there = &p->process[at[q]];
		now[q] = p->process[q];
		now[q].host = there->host;
		now[q].core = there->core;
		now[q].group = there->group;
		now[q].has_bytes = there->has_bytes;
	}
	for (int q = 0; q < p->n; q++) p->process[q] = now[q];
	free(now);
	plan_evaluate(p);
}
