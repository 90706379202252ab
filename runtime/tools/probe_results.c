// SPDX-License-Identifier: Apache-2.0
//
// hpcc-probe: what was measured as a machine.
#include "probe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- fits -------------------------------------------------------------------------------------

static int runs_of(const probe_plan *plan, int group, int topology)
{
	int n = 0;
	for (int k = 0; k < plan->n_batches; k++)
		for (int c = 0; c < plan->batch[k].n_cells && plan->batch[k].group == group; c++)
			if (plan->batch[k].cell[c].topology == topology) n += plan->batch[k].cell[c].n;
	return n;
}

void probe_results_make(probe_results *r, const probe_plan *plan)
{
	*r = (probe_results){0};
	r->result = probe_memory((size_t)plan->n_groups * MACHINE_N_TOPOLOGIES, sizeof *r->result);
	for (int g = 0; g < plan->n_groups; g++)
		for (int t = 0; t < MACHINE_N_TOPOLOGIES; t++) {
			probe_result *x = &r->result[r->n];
			*x = (probe_result){.group = g, .topology = t, .runs = runs_of(plan, g, t)};
			x->n_points = probe_plan_points(plan, g, t, &x->point);
			x->n_pieces = probe_fit(x->point, x->n_points, (machine_topology)t, x->piece);
			if (x->n_pieces > 0)
				r->n++;
			else
				free(x->point);
		}
}

void probe_results_free(probe_results *r)
{
	for (int k = 0; k < r->n; k++) free(r->result[k].point);
	free(r->result);
}

const probe_result *probe_results_find(const probe_results *r, int group, int topology)
{
	for (int k = 0; k < r->n; k++)
		if (r->result[k].group == group && r->result[k].topology == topology) return &r->result[k];
	return NULL;
}

// Half of a ping-pong: of the smallest message all is latency, of the largest the rest is bandwidth.
static bool one_way(const probe_result *x, double *latency_us, double *bytes_per_s)
{
	double least = INFINITY, most = 0, small = 0, large = 0;
	for (int k = 0; x && k < x->n_points; k++) {
		const fit_point *p = &x->point[k];
		if (p->processes != 2) continue;
		if (p->bytes < least) {
			least = p->bytes;
			small = p->us / 2;
		}
		if (p->bytes > most) {
			most = p->bytes;
			large = p->us / 2;
		}
	}
	if (!(most > least) || !(large > small)) return false;
	*latency_us = small;
	*bytes_per_s = 1e6 * (most - least) / (large - small);
	return true;
}

// ---- the machine's parts ----------------------------------------------------------------------

static void set_overlap(machine_part *to, double overlap, double eager_bytes)
{
	hpcc_machine_set(to, "overlap", round(100 * overlap) / 100);
	hpcc_machine_set(to, "eager_bytes", eager_bytes);
}

static void set_costs(machine_part *to, const probe_results *r, int group)
{
	static const char *const constant[4] = {"c1_us", "c2_us", "c3_us_per_byte", "c4_us_per_byte"};
	static const char *const error[4] = {
	        "c1_error_us", "c2_error_us", "c3_error_us_per_byte", "c4_error_us_per_byte"};
	for (int k = 0; k < r->n; k++) {
		const probe_result *x = &r->result[k];
		for (int i = 0; x->group == group && i < x->n_pieces; i++) {
			const fit_piece *f = &x->piece[i];
			machine_cost *c = hpcc_machine_add(to, "communication");
			hpcc_machine_set_text(&c->part, "topology", hpcc_machine_topology_word(x->topology));
			hpcc_machine_set_text(&c->part, "form", hpcc_machine_form_word(f->form));
			for (int j = 0; j < 4; j++) {
				if (f->c[j] == 0 && f->c_error[j] == 0) continue;
				hpcc_machine_set(&c->part, constant[j], f->c[j]);
				hpcc_machine_set(&c->part, error[j], f->c_error[j]);
			}
			hpcc_machine_set(&c->part, "bytes_from", f->bytes_from);
			hpcc_machine_set(&c->part, "bytes_to", f->bytes_to);
			hpcc_machine_set(&c->part, "processes_from", f->processes_from);
			hpcc_machine_set(&c->part, "processes_to", f->processes_to);
			hpcc_machine_set(&c->part, "error", f->error);
			hpcc_machine_set(&c->part, "worst_error", f->worst);
			hpcc_machine_set(&c->part, "samples", round((double)x->runs * f->n_points / x->n_points));
		}
	}
}

static void set_way(machine_part *to, const probe_results *r, int group)
{
	double latency, bandwidth;
	if (!one_way(probe_results_find(r, group, MACHINE_RING), &latency, &bandwidth)) return;
	hpcc_machine_set(to, "latency_us", latency);
	hpcc_machine_set(to, "bandwidth_bytes_per_s", bandwidth);
}

static int find_group(const probe_plan *plan, probe_group_kind kind, int which)
{
	for (int k = 0; k < plan->n_groups; k++)
		if (plan->group[k].kind == kind && plan->group[k].which == which) return k;
	return -1;
}

// ---- speeds -----------------------------------------------------------------------------------

// Of a loop, the median of the host's processes. `part` 0: of all runs, 1 and 2: of their halves.
static double host_ns(const probe_speed *s, const probe_host *h, int loop, int part)
{
	double *sample = probe_memory((size_t)h->n_ranks, sizeof *sample);
	for (int k = 0; k < h->n_ranks; k++) {
		const fit_loop *l = &s->loop[h->rank[k]][loop];
		sample[k] = part == 0 ? l->ns : l->again[part - 1];
	}
	const double ns = probe_median(sample, h->n_ranks);
	free(sample);
	return ns;
}

static double type_ns(const probe_speed *s, const probe_places *p, int type, int loop)
{
	double *sample = probe_memory((size_t)p->n_hosts, sizeof *sample);
	int n = 0;
	for (int h = 0; h < p->n_hosts; h++)
		if (p->host[h].type == type) sample[n++] = host_ns(s, &p->host[h], loop, 0);
	const double ns = probe_median(sample, n);
	free(sample);
	return ns;
}

// How many times faster, on the geometric average of all loops.
static double faster(int n, const double *usual, const double *own)
{
	double sum = 0;
	for (int k = 0; k < n; k++) sum += log(usual[k] / own[k]) / n;
	return exp(sum);
}

static void set_operations(machine_part *type, const probe_speed *s, const double *ns, double *error)
{
	static const char *const key[HPCC_N_OPERATIONS] = {[HPCC_FADD] = "fadd",
	        [HPCC_FMUL] = "fmul",
	        [HPCC_FDIV] = "fdiv",
	        [HPCC_FSQRT] = "fsqrt",
	        [HPCC_FLIBM] = "flibm",
	        [HPCC_IOPS] = "iops",
	        [HPCC_LOADS] = "loads",
	        [HPCC_STORES] = "stores",
	        [HPCC_CALLS] = "calls"};
	fit_loop loop[PROBE_MOST_LOOPS];
	double operation[HPCC_N_OPERATIONS];
	for (int k = 0; k < s->n_loops; k++) {
		loop[k] = s->loop[0][k];
		loop[k].ns = ns[k];
	}
	const double off = probe_fit_operations(loop, s->n_loops, operation);
	if (off > *error) *error = off;
	machine_part *to = hpcc_machine_set_inner(type, "operation_ns");
	for (int k = 0; k < HPCC_N_OPERATIONS; k++)
		if (key[k] && operation[k] > 0) hpcc_machine_set(to, key[k], operation[k]);
}

// Cores are faster or slower by design only if they are so by much, and in both halves of the runs.
static bool cores_differ(const probe_speed *s, const probe_host *h, const double *ns)
{
	for (int half = 0; half < 2; half++) {
		double least = INFINITY, most = 0;
		for (int k = 0; k < h->n_ranks; k++) {
			double own[PROBE_MOST_LOOPS];
			for (int l = 0; l < s->n_loops; l++) own[l] = s->loop[h->rank[k]][l].again[half];
			const double speed = faster(s->n_loops, ns, own);
			least = fmin(least, speed);
			most = fmax(most, speed);
		}
		if (most < 1.25 * least) return false;
	}
	return true;
}

// Only where each core has a process that stays on it, and nobody else uses the host.
static void set_core_speeds(machine_part *type, const probe_speed *s, const probe_places *p, int t, const double *ns)
{
	const probe_host *h = &p->host[p->type[t].host];
	double speed[MACHINE_MOST_CORES];
	bool seen[MACHINE_MOST_CORES] = {false};
	if (h->n_ranks != h->here.cores || h->here.others > .2 || !cores_differ(s, h, ns)) return;
	for (int k = 0; k < h->n_ranks; k++) {
		const int core = s->core[h->rank[k]];
		double own[PROBE_MOST_LOOPS];
		if (core < 0 || core >= h->n_ranks || seen[core]) return;
		seen[core] = true;
		for (int l = 0; l < s->n_loops; l++) own[l] = s->loop[h->rank[k]][l].ns;
		speed[core] = faster(s->n_loops, ns, own);
	}
	hpcc_machine_set_numbers(type, "core_speed", h->n_ranks, speed);
}

// What more processes got in another run stays.
static void set_bandwidths(machine_part *type, const probe_speed *s, int host, int cores, const machine_type *before)
{
	// Those that share cores say nothing.
	const int n = s->bandwidths[host] < cores ? s->bandwidths[host] : cores;
	const int known = before && before->n_memory_bandwidth <= cores ? before->n_memory_bandwidth : 0;
	const int all = n > known ? n : known;
	if (n == 0) return;
	double *b = probe_memory((size_t)all, sizeof *b);
	for (int k = 0; k < all; k++) b[k] = k < n ? s->bandwidth[host][k] : before->memory_bandwidth_bytes_per_s[k];
	hpcc_machine_set_numbers(type, "memory_bandwidth_bytes_per_s", all, b);
	free(b);
}

static void set_type(machine *m, const probe_places *p, const probe_speed *s, const probe_plan *plan, probe_results *r,
        int t, const machine *known)
{
	const probe_here *here = &p->host[p->type[t].host].here;
	const machine_type *before = known ? hpcc_machine_type(known, p->type[t].name) : NULL;
	machine_type *type = hpcc_machine_add(&m->root.part, "types");
	machine_part *part = &type->part;
	double ns[PROBE_MOST_LOOPS];
	hpcc_machine_set_text(part, "name", p->type[t].name);
	hpcc_machine_set_text(part, "model", here->model);
	hpcc_machine_set(part, "cores", here->cores);
	hpcc_machine_set(part, "sockets", here->sockets);
	hpcc_machine_set(part, "numa_nodes", here->numa_nodes);
	if (here->memory_bytes >= 1) hpcc_machine_set(part, "memory_bytes", here->memory_bytes);
	for (int k = 0; k < s->n_loops; k++) ns[k] = type_ns(s, p, t, k);
	set_operations(part, s, ns, &r->loops_error);
	if (before && before->speed != 1) hpcc_machine_set(part, "speed", 1);
	set_core_speeds(part, s, p, t, ns);
	const double alone = s->alone[p->host[p->type[t].host].rank[0]];
	if (alone > 0) hpcc_machine_set(part, "speed_alone", fmax(1, round(1000 * alone) / 1000));
	set_bandwidths(part, s, p->type[t].host, here->cores, before);
	const int group = find_group(plan, PROBE_INSIDE, t);
	if (group < 0) return;
	set_way(part, r, group);
	set_overlap(part, plan->group[group].overlap, plan->group[group].eager_bytes);
	set_costs(part, r, group);
}

// ---- hosts and clusters -----------------------------------------------------------------------

// Relative to its type; 1 where the halves of the runs do not agree that it differs by a tenth.
static double host_speed(const probe_speed *s, const probe_places *p, const probe_host *h)
{
	double usual[PROBE_MOST_LOOPS], own[3][PROBE_MOST_LOOPS];
	for (int k = 0; k < s->n_loops; k++) {
		usual[k] = type_ns(s, p, h->type, k);
		for (int part = 0; part < 3; part++) own[part][k] = host_ns(s, h, k, part);
	}
	const double all = faster(s->n_loops, usual, own[0]), first = faster(s->n_loops, usual, own[1]),
	             last = faster(s->n_loops, usual, own[2]);
	return fmin(first, last) > 1.1 || fmax(first, last) < 1 / 1.1 ? all : 1;
}

static void set_host(
        machine_part *cluster, const probe_places *p, const probe_speed *s, int number, const machine *known)
{
	const probe_host *h = &p->host[number];
	const probe_here *type = &p->host[p->type[h->type].host].here;
	const machine_host *before = known ? hpcc_machine_host(known, h->here.host) : NULL;
	machine_part *to = &((machine_host *)hpcc_machine_add(cluster, "hosts"))->part;
	hpcc_machine_set_text(to, "name", h->here.host);
	hpcc_machine_set_text(to, "type", p->type[h->type].name);
	if (h->here.cores != type->cores) hpcc_machine_set(to, "cores", h->here.cores);
	if (h->here.cores_allowed != h->here.cores || (before && before->cores_available != h->here.cores))
		hpcc_machine_set(to, "cores_available", h->here.cores_allowed);
	const double available = round(1000 * h->available) / 1000;
	hpcc_machine_set(to, "available", available > .01 ? available : .01);
	if (h->here.memory_bytes >= 1 && h->here.memory_bytes != type->memory_bytes)
		hpcc_machine_set(to, "memory_bytes", h->here.memory_bytes);
	double left = h->here.limits.memory_bytes;
	if (h->here.memory_bytes >= 1) left = fmin(left, h->here.memory_bytes);
	if (left >= 1) hpcc_machine_set(to, "memory_available_bytes", left);
	const double speed = host_speed(s, p, h);
	if (speed != 1 || (before && before->speed != 1)) hpcc_machine_set(to, "speed", speed);
}

static machine_cluster *child(machine_cluster *c, const char *name)
{
	for (int k = 0; k < c->n_clusters; k++)
		if (!strcmp(c->clusters[k].name, name)) return &c->clusters[k];
	machine_cluster *new = hpcc_machine_add(&c->part, "clusters");
	hpcc_machine_set_text(&new->part, "name", name);
	return new;
}

// A new cluster is in the root; a known one where it is known to be. Others may move when one is added.
static machine_cluster *cluster_of(machine *m, const char *name, const machine *known)
{
	const machine_cluster *there = name && known ? hpcc_machine_cluster(known, name) : NULL;
	const machine_cluster *path[MACHINE_MOST_DEPTH];
	machine_cluster *c = &m->root;
	int n = 0;
	if (!name) return c;
	if (!there) return child(c, name);
	for (; there && there->parent; there = there->parent) path[n++] = there;
	while (n > 0) c = child(c, path[--n]->name);
	return c;
}

// EQ 2: what a message between clusters costs more than one within them.
static void set_router(machine_part *to, const probe_results *r, const probe_plan *plan, int group)
{
	const probe_result *x = probe_results_find(r, group, MACHINE_RING);
	const probe_result *within[2];
	for (int k = 0; k < 2; k++) {
		const int other = k == 0 ? plan->group[group].which : plan->group[group].other;
		within[k] = probe_results_find(r, find_group(plan, PROBE_AMONG, other), MACHINE_RING);
	}
	double rows[2 * FIT_MOST_SIZES], y[FIT_MOST_SIZES], router[2];
	int n = 0;
	for (int i = 0; i < x->n_points && n < FIT_MOST_SIZES; i++) {
		const fit_point *p = &x->point[i];
		double inside = 0, known = 0;
		for (int k = 0; k < 2; k++)
			for (int j = 0; within[k] && j < within[k]->n_points; j++) {
				const fit_point *q = &within[k]->point[j];
				if (q->processes != 2 || q->bytes != p->bytes) continue;
				inside += q->us / 2;
				known++;
			}
		const double us = p->us / 2;
		rows[2 * n] = 1 / us;
		rows[2 * n + 1] = p->bytes / us;
		y[n++] = fmax(0, us - (known > 0 ? inside / known : 0)) / us;
	}
	if (!probe_least_squares(n, 2, rows, y, router)) return;
	hpcc_machine_set(to, "r1_us", router[0]);
	hpcc_machine_set(to, "r2_us_per_byte", router[1]);
}

static void set_link(machine *m, const probe_places *p, const probe_plan *plan, const probe_results *r, int group)
{
	const probe_group *g = &plan->group[group];
	const char *from = p->cluster[g->which].name, *to = p->cluster[g->other].name;
	if (!from || !to || !probe_results_find(r, group, MACHINE_RING)) return;
	machine_part *link = &((machine_link *)hpcc_machine_add(&m->root.part, "links"))->part;
	hpcc_machine_set_text(link, "from", from);
	hpcc_machine_set_text(link, "to", to);
	set_router(link, r, plan, group);
	set_way(link, r, group);
}

static bool in_root(const machine *m, const char *name)
{
	for (int k = 0; name && k < m->root.n_clusters; k++)
		if (!strcmp(m->root.clusters[k].name, name)) return true;
	return false;
}

// Between clusters of the root: the slowest of the links, for those that are not measured, and the least overlap.
static void set_root_way(machine *m, const probe_places *p, const probe_plan *plan, const probe_results *r)
{
	double slowest = 0, least = INFINITY, overlap = 1, eager_bytes = INFINITY;
	for (int g = 0; g < plan->n_groups; g++) {
		const probe_group *x = &plan->group[g];
		double latency, bandwidth;
		if (x->kind != PROBE_BETWEEN || !in_root(m, p->cluster[x->which].name)) continue;
		if (!in_root(m, p->cluster[x->other].name)) continue;
		if (!one_way(probe_results_find(r, g, MACHINE_RING), &latency, &bandwidth)) continue;
		slowest = fmax(slowest, latency);
		overlap = fmin(overlap, x->overlap);
		eager_bytes = fmin(eager_bytes, x->eager_bytes);
		least = fmin(least, bandwidth);
	}
	if (!(slowest > 0)) return;
	hpcc_machine_set(&m->root.part, "latency_us", slowest);
	hpcc_machine_set(&m->root.part, "bandwidth_bytes_per_s", least);
	set_overlap(&m->root.part, overlap, eager_bytes);
}

machine *probe_machine(const probe_places *p, const probe_speed *s, const probe_plan *plan, probe_results *r,
        const machine *known, char **errors)
{
	machine *m = hpcc_machine_new();
	for (int t = 0; t < p->n_types; t++) set_type(m, p, s, plan, r, t, known);
	for (int c = 0; c < p->n_clusters; c++) {
		const probe_cluster *k = &p->cluster[c];
		machine_part *to = &cluster_of(m, k->name, known)->part;
		for (int h = 0; h < k->n_hosts; h++) set_host(to, p, s, k->host[h], known);
		const int group = find_group(plan, PROBE_AMONG, c);
		if (group < 0) continue;
		set_way(to, r, group);
		set_overlap(to, plan->group[group].overlap, plan->group[group].eager_bytes);
		set_costs(to, r, group);
	}
	for (int g = 0; g < plan->n_groups; g++)
		if (plan->group[g].kind == PROBE_BETWEEN) set_link(m, p, plan, r, g);
	set_root_way(m, p, plan, r);
	if (hpcc_machine_finish(m, "hpcc-probe", errors)) return m;
	hpcc_machine_free(m);
	return NULL;
}
