// SPDX-License-Identifier: Apache-2.0
//
// hpcc-probe: the table at the end.
#include "probe.h"

#include "machine.h"

#include <string.h>

void probe_group_name(char *text, size_t size, const probe_group *g, const probe_places *p)
{
	const char *which = g->kind == PROBE_INSIDE ? p->type[g->which].name : p->cluster[g->which].name;
	if (!which) which = "the machine";
	if (g->kind == PROBE_INSIDE)
		snprintf(text, size, "a host, %s", which);
	else if (g->kind == PROBE_AMONG)
		snprintf(text, size, "%s", which);
	else
		snprintf(text, size, "%s - %s", which,
		        p->cluster[g->other].name ? p->cluster[g->other].name : "the machine");
}

static void print_percent(FILE *out, double part, int width)
{
	if (part < 0)
		fprintf(out, "%*s", width, "?");
	else
		fprintf(out, "%*.0f %%", width - 2, 100 * part);
}

// "0-3,8"
static void print_ranks(FILE *out, const probe_host *h)
{
	for (int k = 0, last; k < h->n_ranks; k = last + 1) {
		for (last = k; last + 1 < h->n_ranks && h->rank[last + 1] == h->rank[last] + 1;) last++;
		fprintf(out, last > k ? "%s%d-%d" : "%s%d", k > 0 ? "," : "", h->rank[k], h->rank[last]);
	}
}

static void print_available(FILE *out, const probe_places *p)
{
	fprintf(out, "Available\n  %-24s %6s %6s %6s %7s %6s %9s %9s %9s  %s\n", "host", "cores", "ours", "quota",
	        "others", "load", "cpu wait", "mem wait", "available", "processes");
	for (int k = 0; k < p->n_hosts; k++) {
		const probe_here *h = &p->host[k].here;
		fprintf(out, "  %-24s %6d %6d ", h->host, h->cores, h->cores_allowed);
		if (h->limits.quota_cores > 0)
			fprintf(out, "%6.2f", h->limits.quota_cores);
		else
			fprintf(out, "%6s", "none");
		fprintf(out, " %7.2f ", h->others);
		if (h->limits.load >= 0)
			fprintf(out, "%6.2f ", h->limits.load);
		else
			fprintf(out, "%6s ", "?");
		print_percent(out, h->limits.pressure_cpu, 9);
		fputc(' ', out);
		print_percent(out, h->limits.pressure_memory, 9);
		fputc(' ', out);
		print_percent(out, p->host[k].available, 9);
		fputs("  ", out);
		print_ranks(out, &p->host[k]);
		fputc('\n', out);
	}
	bool crowded = false;
	for (int k = 0; k < p->n_hosts; k++) crowded = crowded || p->host[k].n_ranks > p->host[k].here.cores_allowed;
	if (crowded)
		fputs("  A host has more processes than cores: they wait for each other, and what is measured says "
		      "so.\n",
		        out);
	fputs("  ours: cores that control groups allow; quota: of their time; others: cores that other processes "
	      "used\n",
	        out);
	fputs("  or waited for; cpu wait, mem wait: part of the last 10 s in which something waited\n\n", out);
}

// How well EQ 1 describes what was measured, and how much the two halves of the runs differ.
static void print_fits(FILE *out, const probe_places *p, const probe_plan *plan, const probe_results *r)
{
	if (r->n == 0) return;
	fprintf(out, "\nFits\n  %-36s %-11s %-9s %6s %6s %7s %7s\n", "among", "topology", "f(p)", "pieces", "runs",
	        "error", "worst");
	for (int k = 0; k < r->n; k++) {
		const probe_result *x = &r->result[k];
		double error = 0, worst = 0;
		char name[300];
		for (int i = 0; i < x->n_pieces; i++) {
			if (x->piece[i].error > error) error = x->piece[i].error;
			if (x->piece[i].worst > worst) worst = x->piece[i].worst;
		}
		probe_group_name(name, sizeof name, &plan->group[x->group], p);
		fprintf(out, "  %-36.36s %-11s %-9s %6d %6d %5.1f %% %5.1f %%\n", name,
		        hpcc_machine_topology_word(x->topology), hpcc_machine_form_word(x->piece[0].form), x->n_pieces,
		        x->runs, 100 * error, 100 * worst);
	}
}

void probe_table(FILE *out, const probe_places *p, const machine *m, const probe_plan *plan, const probe_results *r)
{
	print_available(out, p);
	machine_show(m, "measured", out);
	print_fits(out, p, plan, r);
	fprintf(out,
	        "\nSums of operation_ns say what the loops took that they were made from within %.0f %% (root of the\n"
	        "mean square): loads, stores and arithmetic overlap, and sums do not know that.\n",
	        100 * r->loops_error);
}
