// SPDX-License-Identifier: Apache-2.0
//
// Machines as people want to see them.
#include "machine.h"

#include "../../machine/machine_errors.h"
#include "../../machine/machine_keys.h"

#include <stdlib.h>
#include <string.h>

// ---- numbers with units -----------------------------------------------------------------------

typedef struct scaled {
	char text[32];
} scaled;

// With a prefix, so that it is below `step`.
static scaled scale(double x, double step, const char *const *unit)
{
	scaled s;
	while (x >= step && unit[1]) {
		x /= step;
		unit++;
	}
	snprintf(s.text, sizeof s.text, "%.4g %s", x, *unit);
	return s;
}

static scaled bytes(double x)
{
	static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", NULL};
	return scale(x, 1024, units);
}

static scaled rate(double x)
{
	static const char *const units[] = {"B/s", "KB/s", "MB/s", "GB/s", "TB/s", NULL};
	return scale(x, 1000, units);
}

static scaled time_of(double us)
{
	static const char *const units[] = {"ns", "us", "ms", "s", NULL};
	return scale(us * 1000, 1000, units);
}

static bool is_known_memory(const machine_host *h)
{
	return hpcc_machine_given(&h->part, "memory_bytes") || hpcc_machine_given(&h->kind->part, "memory_bytes");
}

// ---- the tree ---------------------------------------------------------------------------------

enum { COLUMN = 46 };

static void print_head(FILE *out, const machine_cluster *c, const char *title, const char *indent, const char *branch)
{
	const int width = fprintf(out, "%s%s%s", indent, branch, c->name ? hpcc_machine_quoted(c->name) : title);
	const bool latency = hpcc_machine_given(&c->part, "latency_us");
	const bool bandwidth = hpcc_machine_given(&c->part, "bandwidth_bytes_per_s");
	fprintf(out, "%*s", width < COLUMN ? COLUMN - width : 1, "");
	if (c->interconnect) fprintf(out, " %s,", hpcc_machine_interconnect_word(c->interconnect));
	fprintf(out, " %s%s, %s%s", time_of(c->latency_us).text, latency ? "" : "?",
	        rate(c->bandwidth_bytes_per_s).text, bandwidth ? "" : "?");
	if (c->total_bandwidth_bytes_per_s > 0) fprintf(out, ", shared %s", rate(c->total_bandwidth_bytes_per_s).text);
	if (c->overlap < 1) fprintf(out, ", %.0f %% overlap", 100 * c->overlap);
	fputc('\n', out);
}

static void print_host(FILE *out, const machine_host *h, const char *indent, bool last)
{
	const int width = fprintf(out, "%s%s%s", indent, last ? "`- " : "|- ", h->name);
	fprintf(out, "%*s", width < COLUMN ? COLUMN - width : 1, "");
	const int slots = hpcc_machine_slots(h);
	if (slots < h->cores)
		fprintf(out, " %d of %d cores", slots, h->cores);
	else
		fprintf(out, " %d core%s", h->cores, h->cores > 1 ? "s" : "");
	if (h->available < 1) fprintf(out, " (%.3g %%)", 100 * h->available);
	if (is_known_memory(h)) fprintf(out, ", %s", bytes(h->memory_available_bytes).text);
	if (h->speed != 1) fprintf(out, ", speed %.3g", h->speed);
	if (h->kind->name) fprintf(out, ", %s", hpcc_machine_quoted(h->kind->name));
	fputc('\n', out);
}

static void print_cluster(FILE *out, const machine_cluster *c, const char *title, const char *indent,
        const char *branch, const char *inner)
{
	print_head(out, c, title, indent, branch);
	char *deeper = hpcc_machine_format("%s%s", indent, inner);
	for (int k = 0; k < c->n_hosts; k++) print_host(out, &c->hosts[k], deeper, k + 1 == c->n_hosts);
	for (int k = 0; k < c->n_clusters; k++) {
		const bool last = k + 1 == c->n_clusters;
		print_cluster(out, &c->clusters[k], "", deeper, last ? "`- " : "|- ", last ? "   " : "|  ");
	}
	free(deeper);
}

// ---- tables -----------------------------------------------------------------------------------

static void print_operations(FILE *out, const machine_type *t)
{
	const machine_operations *o = &t->operation_ns;
	fputs("    ns", out);
	for (int k = 0; k < o->part.section->n_keys; k++)
		fprintf(out, "%s %s %.4g%s", k ? "," : "", o->part.section->key[k].name, o->ns[k],
		        hpcc_machine_has(o, k) ? "" : "?");
	fputc('\n', out);
}

static void print_bandwidths(FILE *out, const machine_type *t)
{
	if (t->n_memory_bandwidth == 0) return;
	fputs("    memory of 1, 2, ... processes:", out);
	for (int k = 0; k < t->n_memory_bandwidth; k++)
		fprintf(out, "%s %s", k ? "," : "", rate(t->memory_bandwidth_bytes_per_s[k]).text);
	fputc('\n', out);
}

static void print_type(FILE *out, const machine_type *t)
{
	fprintf(out, "  %s: %d core%s", hpcc_machine_quoted(t->name), t->cores, t->cores > 1 ? "s" : "");
	if (t->sockets > 1) fprintf(out, " in %d sockets", t->sockets);
	if (hpcc_machine_given(&t->part, "memory_bytes")) fprintf(out, ", %s", bytes(t->memory_bytes).text);
	fprintf(out, ", speed %.3g; between processes %s, %s\n", t->speed, time_of(t->latency_us).text,
	        rate(t->bandwidth_bytes_per_s).text);
	if (t->n_core_speed > 0) {
		fputs("    speeds of cores:", out);
		for (int k = 0; k < t->n_core_speed; k++) fprintf(out, " %.3g", t->core_speed[k]);
		fputc('\n', out);
	}
	print_operations(out, t);
	print_bandwidths(out, t);
}

static void print_costs(FILE *out, const char *of, int n, const machine_cost *cost, int *n_printed)
{
	for (int k = 0; k < n; k++) {
		const machine_cost *c = &cost[k];
		if ((*n_printed)++ == 0)
			fprintf(out,
			        "\nCosts, in us: c1 + c2 f(p) + b (c3 + c4 f(p))\n  %-20s %-11s %-9s %10s %10s %10s "
			        "%10s"
			        "  %-16s %-10s %s\n",
			        "among", "topology", "f(p)", "c1", "c2", "c3", "c4", "bytes", "processes", "error");
		char *sizes = c->bytes_to < 1e15 ? hpcc_machine_format("%.12g-%.12g", c->bytes_from, c->bytes_to)
		                                 : hpcc_machine_format("%.12g-", c->bytes_from);
		char *processes = c->processes_to < 1 << 30
		                          ? hpcc_machine_format("%d-%d", c->processes_from, c->processes_to)
		                          : hpcc_machine_format("%d-", c->processes_from);
		fprintf(out, "  %-20s %-11s %-9s %10.4g %10.4g %10.4g %10.4g  %-16s %-10s ", of,
		        hpcc_machine_topology_word(c->topology), hpcc_machine_form_word(c->form), c->c[0], c->c[1],
		        c->c[2], c->c[3], sizes, processes);
		if (hpcc_machine_given(&c->part, "error"))
			fprintf(out, "%.2g %%\n", 100 * c->error);
		else
			fputs("?\n", out);
		free(sizes);
		free(processes);
	}
}

static void print_all_costs(FILE *out, const machine *m)
{
	int n = 0;
	for (int k = 0; k < m->n_clusters; k++) {
		const machine_cluster *c = m->cluster[k];
		const char *name = c->name ? hpcc_machine_quoted(c->name) : "the machine";
		print_costs(out, name, c->n_communication, c->communication, &n);
	}
	for (int k = 0; k < m->n_types; k++) {
		char *name = hpcc_machine_format("a host, %s", hpcc_machine_quoted(m->types[k].name));
		print_costs(out, name, m->types[k].n_communication, m->types[k].communication, &n);
		free(name);
	}
}

static void print_link(FILE *out, const machine_link *l)
{
	fprintf(out, "  %s - %s: %s, %s", hpcc_machine_quoted(l->from), hpcc_machine_quoted(l->to),
	        time_of(l->latency_us).text, rate(l->bandwidth_bytes_per_s).text);
	if (l->r1_us > 0 || l->r2_us_per_byte > 0)
		fprintf(out, "; router %.4g us + %.4g us/byte", l->r1_us, l->r2_us_per_byte);
	if (l->e1_us_per_byte > 0) fprintf(out, "; coercion %.4g us/byte", l->e1_us_per_byte);
	fputc('\n', out);
}

static long all_slots(const machine *m)
{
	long n = 0;
	for (int k = 0; k < m->n_hosts; k++) n += hpcc_machine_slots(m->host[k]);
	return n;
}

static void print_counts(const machine *m, const char *title, FILE *out)
{
	const int clusters = m->n_clusters - 1;
	const long slots = all_slots(m);
	fprintf(out, "%s: %d host%s, %ld core%s to use", hpcc_machine_quoted(title), m->n_hosts,
	        m->n_hosts == 1 ? "" : "s", slots, slots == 1 ? "" : "s");
	if (clusters > 0) fprintf(out, ", in %d cluster%s", clusters, clusters == 1 ? "" : "s");
	fputc('\n', out);
}

void machine_show(const machine *m, const char *title, FILE *out)
{
	print_counts(m, title, out);
	if (m->root.part.given && m->root.note) fprintf(out, "%s\n", hpcc_machine_quoted(m->root.note));
	fputc('\n', out);
	print_cluster(out, &m->root, "the machine", "", "", "");
	if (m->n_types > 0) fputs("\nTypes\n", out);
	for (int k = 0; k < m->n_types; k++) print_type(out, &m->types[k]);
	print_all_costs(out, m);
	if (m->n_links > 0) fputs("\nLinks\n", out);
	for (int k = 0; k < m->n_links; k++) print_link(out, &m->links[k]);
	fputs("\n?: the file does not say; this is assumed\n", out);
}

// ---- what is not known ------------------------------------------------------------------------

static void print_gap(FILE *out, const char *title, const char *kind, const char *name, const char *gap)
{
	fprintf(out, "%s: %s '%s': %s\n", hpcc_machine_quoted(title), kind, name ? hpcc_machine_quoted(name) : "", gap);
}

void machine_show_gaps(const machine *m, const char *title, FILE *out)
{
	print_counts(m, title, out);
	for (int k = 0; k < m->n_types; k++) {
		const machine_type *t = &m->types[k];
		if (t->operation_ns.part.given == 0)
			print_gap(out, title, "type", t->name, "no operation_ns: these are assumed");
		if (!hpcc_machine_given(&t->part, "memory_bytes"))
			print_gap(out, title, "type", t->name, "no memory_bytes: plans know no limit");
	}
	for (int k = 0; k < m->n_clusters; k++) {
		const machine_cluster *c = m->cluster[k];
		if (c->n_hosts + c->n_clusters < 2) continue;
		const char *kind = c->parent ? "cluster" : "the machine";
		if (!hpcc_machine_given(&c->part, "latency_us") ||
		        !hpcc_machine_given(&c->part, "bandwidth_bytes_per_s"))
			print_gap(out, title, kind, c->name, "no latency_us or bandwidth_bytes_per_s: it is assumed");
		if (c->n_hosts > 1 && c->n_communication == 0)
			print_gap(
			        out, title, kind, c->name, "no communication: costs are made of latency and bandwidth");
	}
}

// ---- the format -------------------------------------------------------------------------------

static const char *value_word(const machine_key *k)
{
	static const char *const words[] = {[KEY_NUMBER] = "number",
	        [KEY_COUNT] = "whole number",
	        [KEY_TEXT] = "text",
	        [KEY_NAME] = "name",
	        [KEY_HOST_NAME] = "name",
	        [KEY_WORD] = "word",
	        [KEY_NUMBERS] = "numbers",
	        [KEY_OBJECT] = "object",
	        [KEY_LIST] = "list"};
	return words[k->kind];
}

static char *default_of(const machine_key *k)
{
	if (k->required) return hpcc_machine_format("required");
	if (k->otherwise_text) return hpcc_machine_format("%s", k->otherwise_text);
	if (k->kind == KEY_WORD) return hpcc_machine_format("%s", k->words[0]);
	if ((k->kind == KEY_NUMBER || k->kind == KEY_COUNT) && k->otherwise == k->most)
		return hpcc_machine_format("no limit");
	if (k->kind == KEY_NUMBER || k->kind == KEY_COUNT) return hpcc_machine_format("%.15g", k->otherwise);
	return hpcc_machine_format("none");
}

void machine_show_keys(bool as_json, FILE *out)
{
	const machine_section *s;
	if (as_json) fputc('{', out);
	for (int n = 0; (s = hpcc_machine_section(n)); n++) {
		fprintf(out, as_json ? "%s\"%s\": [" : "%s%s:\n", n ? as_json ? ",\n " : "\n" : "", s->name);
		for (int k = 0; k < s->n_keys; k++) {
			const machine_key *key = &s->key[k];
			char *otherwise = default_of(key);
			fprintf(out,
			        as_json ? "%s{\"key\": \"%s\", \"value\": \"%s\", \"otherwise\": \"%s\", \"expects\": "
			                  "\"%s\"}"
			                : "%s  %-30s %-13s %-30s %s\n",
			        as_json && k ? ",\n  " : "", key->name, value_word(key), otherwise, key->expects);
			free(otherwise);
		}
		if (as_json) fputc(']', out);
	}
	if (as_json) fputs("}\n", out);
}
