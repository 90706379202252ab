// SPDX-License-Identifier: Apache-2.0
//
// A program on a machine as the partitioner's problem. Its units cost the same wherever they lie: plan_blocks.c
// corrects that.
#include "plan_parts.h"

#include <math.h>

static void set_computations(plan_problem *p, const plan_room *r)
{
	const int n = r->n_groups, works = r->program->n_works;
	p->d = plan_memory(2 * (size_t)works * (size_t)n, sizeof *p->d);
	p->computation = plan_memory((size_t)works, sizeof *p->computation);
	for (int k = 0; k < works; k++) {
		double *d1 = p->d + 2 * (size_t)k * (size_t)n, *d2 = d1 + n;
		for (int g = 0; g < n; g++) {
			d1[g] = r->fixed_us[k * n + g];
			d2[g] = r->split_us[k * n + g] / (double)r->program->units;
		}
		p->computation[k] = (partition_computation){.d1 = d1, .d2 = d2};
	}
}

// Whether all slots of a group's cluster are on one host.
static bool is_on_one_host(const plan_room *r, int group)
{
	const machine_host *host = r->slot[r->group[group].first].host;
	for (int g = 0; g < r->n_groups; g++)
		if (r->group[g].cluster == r->group[group].cluster &&
		        (r->group[g].n_hosts > 1 || r->slot[r->group[g].first].host != host))
			return false;
	return true;
}

static void set_communications(plan_problem *p, const plan_room *r, bool inside)
{
	const int n = r->n_groups, exchanges = r->program->n_exchanges;
	p->within = plan_memory((size_t)exchanges * (size_t)n, sizeof *p->within);
	p->communication = plan_memory((size_t)exchanges, sizeof *p->communication);
	for (int k = 0; k < exchanges; k++) {
		const plan_exchange *x = &r->program->exchange[k];
		cost_function *within = p->within + (size_t)k * (size_t)n;
		const double bytes = x->bytes + x->bytes_per_unit * (double)r->program->units / r->n_slots;
		double apart = 0;
		for (int g = 0; g < n; g++) {
			const plan_origin o = plan_origin_of(r, k, g, inside || is_on_one_host(r, g));
			within[g] = o.cost;
			apart = fmax(apart, 1 - o.overlap);
			for (int other = 0; other < g; other++)
				apart = fmax(apart, 1 - plan_overlap_between(r, g, other, bytes));
		}
		p->communication[k] = (partition_communication){.topology = x->topology,
		        .within = within,
		        .bytes = x->bytes,
		        .bytes_per_pdu = x->bytes_per_unit,
		        .times = x->times,
		        .apart = apart * (1 - r->program->hidden),
		        .overlap = x->overlap >= 0 ? x->overlap : PARTITION_NO_OVERLAP};
	}
}

plan_problem plan_problem_new(const plan_room *r, const int *available, bool inside)
{
	plan_problem p = {.cluster = plan_memory((size_t)r->n_groups, sizeof *p.cluster)};
	for (int g = 0; g < r->n_groups; g++)
		p.cluster[g] = (partition_cluster){available ? available[g] : r->group[g].n, r->group[g].memory};
	set_computations(&p, r);
	set_communications(&p, r, inside);
	p.problem = (partition_problem){.pdus = r->program->units,
	        .n_clusters = r->n_groups,
	        .cluster = p.cluster,
	        .links = r->link,
	        .n_computations = r->program->n_works,
	        .n_communications = r->program->n_exchanges,
	        .computation = p.computation,
	        .communication = p.communication,
	        .memory = r->program->memory_bytes,
	        .memory_per_pdu = r->program->memory_per_unit};
	return p;
}

void plan_problem_free(plan_problem *p)
{
	free(p->cluster);
	free(p->computation);
	free(p->communication);
	free(p->within);
	free(p->d);
}
