// SPDX-License-Identifier: Apache-2.0
//
// What phases cost on a machine: operations, EQ 1 and EQ 2 of the file or of latencies and bandwidths, and a step of
// the cycle with given blocks.
//
// Where the file has no function for a topology, a message takes m = L + b / B, latency and bandwidth being those of
// the cluster, or of a host for processes of one host, and an exchange of p processes
//
//     1-D          2 m           two messages one after the other, those of others at the same time
//     ring         p m
//     tree         2 log2(p) m
//     broadcast    log2(p) m
//     allreduce    log2(p) m
//     all-to-all   p m
//     pairwise     m
//
// Where all in the cluster share a bandwidth B_all, 1-D and pairwise exchanges take (1-D: twice) b p / B_all more; of the
// others, whose messages are counted already, B is no better than B_all.
//
// Beside that, a message between clusters costs EQ 2 of a link, and what latency and bandwidth between the two are
// worse by than those within the cluster that receives.
#include "plan_parts.h"

#include <math.h>
#include <string.h>

// ---- operations ---------------------------------------------------------------------------------

static double us_of(const machine_type *type, double speed, const double *operations)
{
	double ns = 0;
	for (int k = 0; k < HPCC_N_OPERATIONS; k++) ns += operations[k] * type->operation_ns.ns[k];
	return ns / 1000 / speed;
}

// Of a host's core, on the average: on which one a process ran is not known. While others that share a processor with
// it rest it may be faster.
static double speed_at_work(const machine_host *h, int at_work)
{
	enum { CORES = 1 << 12 };
	double speed = 0;
	const int cores = h->cores < CORES ? h->cores : CORES;
	for (int k = 0; k < cores; k++) speed += hpcc_machine_full_speed(h, k) / cores;
	return at_work == 1 ? speed * h->kind->speed_alone : speed;
}

// What was measured is the time of a processor, so it does not matter how much of that is available.
static double longer_on(const plan_work *w, const machine_type *type)
{
	double taken = 0, expected = 0;
	for (int k = 0; k < w->n_measured; k++) {
		const plan_measured *m = &w->measured[k];
		if (!m->host || m->us <= 0 || (type && m->host->kind != type)) continue;
		const double us = us_of(m->host->kind, speed_at_work(m->host, m->at_work), m->operations);
		if (us <= 0) continue;
		taken += m->us;
		expected += us;
	}
	return expected > 0 ? taken / expected : 0;
}

double plan_longer(const plan_program *p, int work, const machine_type *type)
{
	double longer = longer_on(&p->work[work], type);
	if (longer <= 0 && type) longer = longer_on(&p->work[work], NULL);
	return longer > 0 ? longer : 1;
}

double plan_host_speed(const plan_program *p, const machine_host *h)
{
	double taken = 0, expected = 0;
	for (int k = 0; k < p->n_works; k++) {
		const plan_work *w = &p->work[k];
		for (int i = 0; i < w->n_measured; i++) {
			const plan_measured *m = &w->measured[i];
			if (m->host != h || m->us <= 0) continue;
			const double us = us_of(h->kind, speed_at_work(h, m->at_work), m->operations);
			if (us <= 0) continue;
			taken += m->us;
			expected += plan_longer(p, k, h->kind) * us;
		}
	}
	return taken > 0 && expected > 0 ? expected / taken : 1;
}

// With so many processes of a host at work.
static double touched_us(const machine_type *type, int processes, double bytes)
{
	const double all = hpcc_machine_memory_bandwidth(type, processes);
	return all > 0 ? bytes * processes / all * 1e6 : 0;
}

// Where work was measured: on a host of the type, if it was on any. NULL: it was not measured.
static const plan_measured *measured_on(const plan_work *w, const machine_type *type)
{
	const plan_measured *any = NULL;
	for (int k = 0; k < w->n_measured; k++) {
		const plan_measured *m = &w->measured[k];
		if (!m->host || m->us <= 0) continue;
		if (m->host->kind == type) return m;
		if (!any) any = m;
	}
	return any;
}

// What the file says that memory takes, and what work took in which processes had it: it cannot take less.
static double memory_is_faster(const plan_work *w, const machine_type *of, double longer)
{
	const plan_measured *m = measured_on(w, of);
	if (!m) return 1;
	const machine_type *type = m->host->kind;
	const double speed = hpcc_machine_core_speed(m->host, 0),
	             memory = touched_us(type, m->at_work, w->touched_bytes);
	const double us = longer * (us_of(type, speed, w->split) + us_of(type, speed, w->fixed));
	return memory > us && us > 0 ? memory / us : 1;
}

static void set_times_of(plan_room *r, int work)
{
	const plan_work *w = &r->program->work[work];
	for (int k = 0; k < r->n_groups; k++) {
		const plan_group *g = &r->group[k];
		const double longer = plan_longer(r->program, work, g->type),
		             faster = memory_is_faster(w, g->type, longer);
		const int all = g->type->cores > 0 ? g->type->cores : 1,
		          used = hpcc_machine_slots(r->slot[g->first].host);
		const double split = longer * us_of(g->type, g->speed, w->split),
		             memory = touched_us(g->type, used > 0 && used < all ? used : all, w->touched_bytes);
		r->fixed_us[work * r->n_groups + k] = longer * us_of(g->type, g->speed, w->fixed);
		r->split_us[work * r->n_groups + k] = fmax(split, memory / faster);
	}
}

void plan_set_times(plan_room *r)
{
	const plan_program *p = r->program;
	r->fixed_us = plan_memory((size_t)p->n_works * (size_t)r->n_groups, sizeof(double));
	r->split_us = plan_memory((size_t)p->n_works * (size_t)r->n_groups, sizeof(double));
	for (int k = 0; k < p->n_works; k++) set_times_of(r, k);
}

// ---- communication ------------------------------------------------------------------------------

static cost_function derived(machine_topology topology, double latency, double bandwidth, double all)
{
	const double byte = bandwidth > 0 ? 1e6 / bandwidth : 0, shared = all > 0 ? 1e6 / all : 0;
	switch (topology) {
	case MACHINE_1D:
		return (cost_function){
		        shared > 0 ? MACHINE_LINEAR : MACHINE_CONSTANT, 2 * latency, 0, 2 * byte, 2 * shared};
	case MACHINE_RING: return (cost_function){MACHINE_LINEAR, 0, latency, 0, fmax(byte, shared)};
	case MACHINE_TREE: return (cost_function){MACHINE_LOG2, 0, 2 * latency, 0, 2 * fmax(byte, shared)};
	case MACHINE_BROADCAST:
	case MACHINE_ALLREDUCE: return (cost_function){MACHINE_LOG2, 0, latency, 0, fmax(byte, shared)};
	case MACHINE_ALL_TO_ALL: return (cost_function){MACHINE_LINEAR, 0, latency, 0, fmax(byte, shared)};
	default: return (cost_function){shared > 0 ? MACHINE_LINEAR : MACHINE_CONSTANT, latency, 0, byte, shared};
	}
}

static double overlap_of(double overlap, double eager_bytes, double bytes)
{
	return eager_bytes > 0 && bytes <= eager_bytes ? 1 : overlap;
}

plan_origin plan_origin_of(const plan_room *r, int exchange, int group, bool inside)
{
	const plan_group *g = &r->group[group];
	const plan_exchange *x = &r->program->exchange[exchange];
	const double bytes = x->bytes + x->bytes_per_unit * (double)r->program->units / r->n_slots;
	plan_origin o = {.inside = inside,
	        .latency_us = inside ? g->type->latency_us : g->cluster->latency_us,
	        .bandwidth_bytes_per_s = inside ? g->type->bandwidth_bytes_per_s : g->cluster->bandwidth_bytes_per_s,
	        .overlap = inside ? overlap_of(g->type->overlap, g->type->eager_bytes, bytes)
	                          : overlap_of(g->cluster->overlap, g->cluster->eager_bytes, bytes)};
	o.from = inside ? hpcc_machine_cost_inside(g->type, x->topology, bytes)
	                : hpcc_machine_cost(g->cluster, x->topology, bytes);
	if (o.from)
		o.cost = (cost_function){
		        (machine_form)o.from->form, o.from->c[0], o.from->c[1], o.from->c[2], o.from->c[3]};
	else
		o.cost = derived(x->topology, o.latency_us, o.bandwidth_bytes_per_s,
		        inside ? 0 : g->cluster->total_bandwidth_bytes_per_s);
	return o;
}

static double us_per_byte(double bandwidth) { return bandwidth > 0 ? 1e6 / bandwidth : 0; }

static cost_link link_between(const plan_room *r, int from, int to)
{
	const plan_group *a = &r->group[from], *b = &r->group[to];
	if (a->cluster == b->cluster) return (cost_link){0, 0, 0};
	const machine_between x = hpcc_machine_between(r->machine, r->slot[a->first].host, r->slot[b->first].host);
	const double more =
	        fmax(0, us_per_byte(x.bandwidth_bytes_per_s) - us_per_byte(b->cluster->bandwidth_bytes_per_s));
	return (cost_link){.r1 = x.r1_us + fmax(0, x.latency_us - b->cluster->latency_us),
	        .r2 = x.r2_us_per_byte + more,
	        .e1 = x.e1_us_per_byte};
}

double plan_overlap_between(const plan_room *r, int from, int to, double bytes)
{
	const machine_cluster *c = r->common[from * r->n_groups + to];
	return c ? overlap_of(c->overlap, c->eager_bytes, bytes) : 1;
}

void plan_set_links(plan_room *r)
{
	r->common = plan_memory((size_t)r->n_groups * (size_t)r->n_groups, sizeof *r->common);
	for (int i = 0; i < r->n_groups; i++)
		for (int j = 0; j < r->n_groups; j++)
			if (r->group[i].cluster != r->group[j].cluster)
				r->common[i * r->n_groups + j] = hpcc_machine_common(
				        r->slot[r->group[i].first].host, r->slot[r->group[j].first].host);
	r->link = plan_memory((size_t)r->n_groups * (size_t)r->n_groups, sizeof *r->link);
	for (int i = 0; i < r->n_groups; i++)
		for (int j = 0; j < r->n_groups; j++)
			if (i != j) r->link[i * r->n_groups + j] = link_between(r, i, j);
}

// ---- a step -------------------------------------------------------------------------------------

// The part of a step's work that lies before a unit.
static double before(const plan_program *p, const plan_work *w, int step, long unit)
{
	if (!w->before) return (double)unit / (double)p->units;
	const double *at = w->before + (size_t)step * (size_t)(w->n_points + 1);
	const double x = (double)unit * w->n_points / (double)p->units;
	int i = (int)x;
	if (i >= w->n_points) return at[w->n_points];
	return at[i] + (x - i) * (at[i + 1] - at[i]);
}

static double time_of_work(const plan_room *r, int k, int n, const int *slot, const long *first, double *compute_us)
{
	const plan_work *w = &r->program->work[k];
	const int steps = w->before ? w->n_steps : 1;
	double sum = 0;
	for (int s = 0; s < steps; s++) {
		double most = 0, at = before(r->program, w, s, first[0]);
		for (int q = 0; q < n; q++) {
			const int g = k * r->n_groups + r->slot[slot[q]].group;
			const double end = before(r->program, w, s, first[q + 1]);
			const double us = r->fixed_us[g] + r->split_us[g] * (end - at);
			if (compute_us) compute_us[q] += us / steps;
			most = fmax(most, us);
			at = end;
		}
		sum += most;
	}
	return sum / steps;
}

// The processes of each cluster, at the first of its groups that are used: how many, the most units, and whether they
// are all on one host. Those of its other groups are none.
typedef struct cluster_use {
	int n;
	long units;
	const machine_host *host; // NULL: several
} cluster_use;

static int first_group_of(const plan_room *r, const cluster_use *use, int group)
{
	for (int g = 0; g < r->n_groups; g++)
		if (use[g].n > 0 && r->group[g].cluster == r->group[group].cluster) return g;
	return group;
}

static void use_clusters(const plan_room *r, int n, const int *slot, const long *first, cluster_use *use)
{
	for (int q = 0, group = -1, at = -1; q < n; q++) {
		const plan_slot *s = &r->slot[slot[q]];
		if (s->group != group) group = s->group, at = first_group_of(r, use, group);
		cluster_use *u = &use[at];
		const long units = first[q + 1] - first[q];
		u->host = u->n++ == 0 || u->host == s->host ? s->host : NULL;
		if (units > u->units) u->units = units;
	}
}

// *apart: the part of it that overlaps with nothing, even if the program lets it.
static double time_of_exchange(const plan_room *r, int k, int n, const cluster_use *use, double *apart)
{
	const plan_exchange *x = &r->program->exchange[k];
	*apart = x->overlap < 0;
	if (n < 2) return 0;
	cost_part *part = plan_memory((size_t)r->n_groups, sizeof *part);
	int parts = 0;
	for (int g = 0; g < r->n_groups; g++) {
		if (use[g].n == 0) continue;
		const plan_origin o = plan_origin_of(r, k, g, use[g].host != NULL);
		const double bytes = x->bytes + x->bytes_per_unit * (double)use[g].units;
		*apart = fmax(*apart, 1 - o.overlap);
		for (int j = 0; j < parts; j++)
			*apart = fmax(*apart, 1 - plan_overlap_between(r, g, part[j].cluster, bytes));
		part[parts++] = (cost_part){g, use[g].n, bytes, cost_within(&o.cost, bytes, use[g].n)};
	}
	const double us = cost_together(x->topology, parts, part, r->n_groups, r->link);
	free(part);
	return us * x->times;
}

double plan_time(plan_room *r, int n, const int *slot, const long *first, double *work_us, double *exchange_us,
        double *compute_us)
{
	const plan_program *p = r->program;
	double *work = plan_memory((size_t)p->n_works, sizeof *work),
	       *meanwhile = plan_memory((size_t)p->n_works, sizeof *work);
	cluster_use *use = plan_memory((size_t)r->n_groups, sizeof *use);
	double sum = n > 1 ? p->beside_us : 0;
	r->evaluations++;
	if (compute_us) memset(compute_us, 0, (size_t)n * sizeof *compute_us);
	for (int k = 0; k < p->n_works; k++) work[k] = time_of_work(r, k, n, slot, first, compute_us);
	use_clusters(r, n, slot, first, use);
	for (int k = 0; k < p->n_exchanges; k++) {
		double apart;
		const double us = time_of_exchange(r, k, n, use, &apart);
		apart *= 1 - p->hidden;
		const int overlap = p->exchange[k].overlap;
		if (exchange_us) exchange_us[k] = us;
		sum += apart * us;
		if (overlap >= 0) meanwhile[overlap] += (1 - apart) * us;
	}
	for (int k = 0; k < p->n_works; k++) {
		if (work_us) work_us[k] = work[k];
		sum += fmax(work[k], meanwhile[k]);
	}
	free(work);
	free(meanwhile);
	free(use);
	return sum;
}
