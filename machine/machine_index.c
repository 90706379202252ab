// SPDX-License-Identifier: Apache-2.0
//
// What is not in a machine's file: parents, numbers, types of hosts, defaults that depend on other keys.
#include "machine_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Types or clusters by their names: sorted, so that a file with many of both is read in no more than n log n.
typedef struct named {
	const char *name;
	const void *of;
} named;

typedef struct name_table {
	named *entry;
	size_t n;
} name_table;

static int compare(const void *a, const void *b) { return strcmp(((const named *)a)->name, ((const named *)b)->name); }

static void put(name_table *t, const char *name, const void *of)
{
	if (name) t->entry[t->n++] = (named){name, of};
}

static void sort(name_table *t)
{
	if (t->n > 0) qsort(t->entry, t->n, sizeof *t->entry, compare);
}

static const void *find(const name_table *t, const char *name)
{
	const named key = {name, NULL};
	const named *found = name && t->n > 0 ? bsearch(&key, t->entry, t->n, sizeof *t->entry, compare) : NULL;
	return found ? found->of : NULL;
}

static name_table types_of(const machine *m)
{
	name_table t = {.entry = hpcc_machine_memory(NULL, (size_t)m->n_types * sizeof *t.entry)};
	for (int k = 0; k < m->n_types; k++) put(&t, m->types[k].name, &m->types[k]);
	sort(&t);
	return t;
}

static name_table clusters_of(const machine *m)
{
	name_table t = {.entry = hpcc_machine_memory(NULL, (size_t)m->n_clusters * sizeof *t.entry)};
	for (int k = 0; k < m->n_clusters; k++) put(&t, m->cluster[k]->name, m->cluster[k]);
	sort(&t);
	return t;
}

// ---- types ------------------------------------------------------------------------------------

// Key `name` is given by the file.
#define GIVEN(x, name) hpcc_machine_given(&(x)->part, name)

// Operations that nobody has measured are as much slower or faster than usual ones as the measured ones are, on the
// (geometric) average.
static void complete_operations(machine_operations *o)
{
	double sum = 0;
	int n = 0;
	const machine_section *s = o->part.section;
	for (int k = 0; k < s->n_keys; k++) {
		if (!hpcc_machine_has(o, k) || o->ns[k] <= 0 || s->key[k].otherwise <= 0) continue;
		sum += log(o->ns[k] / s->key[k].otherwise);
		n++;
	}
	for (int k = 0; k < s->n_keys; k++)
		if (!hpcc_machine_has(o, k)) o->ns[k] = s->key[k].otherwise * (n > 0 ? exp(sum / n) : 1);
}

static void complete_type(machine_type *t)
{
	complete_operations(&t->operation_ns);
	if (!GIVEN(t, "cores") && t->n_core_speed > 0) t->cores = t->n_core_speed;
}

// The type of a host that does not say: that of its cluster or one around it; the only one of the machine.
static const machine_type *usual_type(const machine *m, const machine_type *around)
{
	return around ? around : m->n_types == 1 ? &m->types[0] : &m->unknown_type;
}

static void complete_host(machine_host *h, const machine_type *kind)
{
	h->kind = kind;
	if (!GIVEN(h, "cores")) h->cores = kind->cores;
	if (!GIVEN(h, "cores_available")) h->cores_available = h->cores;
	if (!GIVEN(h, "memory_bytes")) h->memory_bytes = kind->memory_bytes;
	if (!GIVEN(h, "memory_available_bytes")) h->memory_available_bytes = h->memory_bytes;
}

// ---- clusters ---------------------------------------------------------------------------------

typedef struct counts {
	int hosts, clusters;
} counts;

static counts count(const machine_cluster *c)
{
	counts all = {c->n_hosts, 1};
	for (int k = 0; k < c->n_clusters; k++) {
		const counts inner = count(&c->clusters[k]);
		all.hosts += inner.hosts;
		all.clusters += inner.clusters;
	}
	return all;
}

static void number_cluster(machine *m, machine_cluster *c, const name_table *types, const machine_type *around)
{
	const machine_type *own = find(types, c->type);
	if (own) around = own;
	c->depth = c->parent ? c->parent->depth + 1 : 0;
	c->number = m->n_clusters;
	c->first_host = m->n_hosts;
	m->cluster[m->n_clusters++] = c;
	for (int k = 0; k < c->n_hosts; k++) {
		machine_host *h = &c->hosts[k];
		const machine_type *kind = find(types, h->type);
		h->cluster = c;
		h->number = m->n_hosts;
		m->host[m->n_hosts++] = h;
		complete_host(h, kind ? kind : usual_type(m, around));
	}
	for (int k = 0; k < c->n_clusters; k++) {
		c->clusters[k].parent = c;
		number_cluster(m, &c->clusters[k], types, around);
	}
	c->all_hosts = m->n_hosts - c->first_host;
	c->all_clusters = m->n_clusters - c->number;
}

static void complete_links(machine *m)
{
	name_table clusters = clusters_of(m);
	for (int k = 0; k < m->n_links; k++) {
		machine_link *l = &m->links[k];
		l->from_cluster = find(&clusters, l->from);
		l->to_cluster = find(&clusters, l->to);
		if (!l->from_cluster || !l->to_cluster) continue;
		const machine_cluster *both = hpcc_machine_common_cluster(l->from_cluster, l->to_cluster);
		if (!GIVEN(l, "latency_us")) l->latency_us = both->latency_us;
		if (!GIVEN(l, "bandwidth_bytes_per_s")) l->bandwidth_bytes_per_s = both->bandwidth_bytes_per_s;
	}
	free(clusters.entry);
}

void hpcc_machine_index(machine *m)
{
	const counts all = count(&m->root);
	for (int k = 0; k < m->n_types; k++) complete_type(&m->types[k]);
	name_table types = types_of(m);
	m->host = hpcc_machine_memory(m->host, (size_t)all.hosts * sizeof *m->host);
	m->cluster = hpcc_machine_memory(m->cluster, (size_t)all.clusters * sizeof *m->cluster);
	m->n_hosts = m->n_clusters = 0;
	m->root.parent = NULL;
	number_cluster(m, &m->root, &types, NULL);
	free(types.entry);
	complete_links(m);
}

static machine_host *host_of(machine_cluster *c, int number)
{
	if (number < c->first_host + c->n_hosts) return &c->hosts[number - c->first_host];
	for (int k = 0; k < c->n_clusters; k++) {
		machine_cluster *inner = &c->clusters[k];
		if (number < inner->first_host + inner->all_hosts) return host_of(inner, number);
	}
	return NULL;
}

void hpcc_machine_set_available(machine *m, int host, double available)
{
	machine_host *h = host >= 0 && host < m->n_hosts ? host_of(&m->root, host) : NULL;
	if (h) h->available = available;
}

void hpcc_machine_set_speed(machine *m, int host, double speed)
{
	machine_host *h = host >= 0 && host < m->n_hosts ? host_of(&m->root, host) : NULL;
	if (h) h->speed = speed;
}
