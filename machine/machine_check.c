// SPDX-License-Identifier: Apache-2.0
//
// Does it fit together what a machine file says?
#include "machine_check.h"

#include <stdlib.h>
#include <string.h>

typedef struct checker {
	const machine *m;
	bool references;
	machine_errors *e;
} checker;

// ---- paths ------------------------------------------------------------------------------------

// From the machine to a value of a host of the innermost cluster: two steps for each cluster and for the host, a key.
typedef struct route {
	machine_path step[2 * MACHINE_MOST_DEPTH + 8];
	int n;
} route;

static const machine_path *end_of(const route *r) { return r->n > 0 ? &r->step[r->n - 1] : NULL; }

static void go_key(route *r, const char *key)
{
	r->step[r->n] = (machine_path){end_of(r), key, 0};
	r->n++;
}

static void go_element(route *r, const char *list, int at)
{
	go_key(r, list);
	r->step[r->n] = (machine_path){end_of(r), NULL, at};
	r->n++;
}

static void go_cluster(route *r, const machine_cluster *c)
{
	if (!c->parent) return;
	go_cluster(r, c->parent);
	go_element(r, "clusters", c->part.at);
}

static void go_host(route *r, const machine_host *h)
{
	go_cluster(r, h->cluster);
	go_element(r, "hosts", h->part.at);
}

// Complains of a key of what the route leads to.
#define COMPLAIN(c, route, key_name, ...)                                                                              \
	(go_key(route, key_name), hpcc_machine_complain((c)->e, end_of(route), __VA_ARGS__), (void)(route)->n--)

// ---- names ------------------------------------------------------------------------------------

// The kinds of things that have names of their own.
typedef struct thing {
	const char *name;
	const void *of;
	size_t order; // in the file
} thing;

static int by_name(const void *a, const void *b)
{
	const thing *x = a, *y = b;
	const int names = strcmp(x->name, y->name);
	return names ? names : x->order < y->order ? -1 : x->order > y->order;
}

static int by_order(const void *a, const void *b)
{
	const thing *x = a, *y = b;
	return x->order < y->order ? -1 : x->order > y->order;
}

// Calls `complain` for each whose name another one before it has, in the order of the file.
static void each_again(const checker *c, size_t n, thing *list, void (*complain)(const checker *c, const thing *t))
{
	size_t again = 0;
	if (n > 0) qsort(list, n, sizeof *list, by_name);
	thing *found = hpcc_machine_memory(NULL, n * sizeof *found);
	for (size_t k = 1; k < n; k++)
		if (!strcmp(list[k].name, list[k - 1].name)) found[again++] = list[k];
	if (again > 0) qsort(found, again, sizeof *found, by_order);
	for (size_t k = 0; k < again; k++) complain(c, &found[k]);
	free(found);
	free(list);
}

static void type_again(const checker *c, const thing *t)
{
	route r = {.n = 0};
	go_element(&r, "types", ((const machine_type *)t->of)->part.at);
	COMPLAIN(c, &r, "name", "'%s' is the name of another type, too; expected: different names",
	        hpcc_machine_quoted(t->name));
}

static void cluster_again(const checker *c, const thing *t)
{
	route r = {.n = 0};
	go_cluster(&r, t->of);
	COMPLAIN(c, &r, "name", "'%s' is the name of another cluster, too; expected: different names",
	        hpcc_machine_quoted(t->name));
}

static void host_again(const checker *c, const thing *t)
{
	route r = {.n = 0};
	go_host(&r, t->of);
	COMPLAIN(c, &r, "name", "'%s' is the name of another host, too; expected: different names",
	        hpcc_machine_quoted(t->name));
}

static thing *things(int n) { return hpcc_machine_memory(NULL, (size_t)n * sizeof(thing)); }

static void put(thing *list, size_t *n, const char *name, const void *of)
{
	if (!name) return;
	list[*n] = (thing){name, of, *n};
	++*n;
}

static void check_names(const checker *c)
{
	const machine *m = c->m;
	size_t n = 0;
	thing *list = things(m->n_types);
	for (int k = 0; k < m->n_types; k++) put(list, &n, m->types[k].name, &m->types[k]);
	each_again(c, n, list, type_again);
	n = 0;
	list = things(m->n_clusters);
	for (int k = 0; k < m->n_clusters; k++) put(list, &n, m->cluster[k]->name, m->cluster[k]);
	each_again(c, n, list, cluster_again);
	n = 0;
	list = things(m->n_hosts);
	for (int k = 0; k < m->n_hosts; k++) put(list, &n, m->host[k]->name, m->host[k]);
	each_again(c, n, list, host_again);
}

// ---- cost functions ---------------------------------------------------------------------------

static bool overlap(const machine_cost *a, const machine_cost *b)
{
	return a->topology == b->topology && a->bytes_from < b->bytes_to && b->bytes_from < a->bytes_to;
}

// `r` leads to what has them.
static void check_costs(const checker *c, route *r, int n, const machine_cost *cost)
{
	for (int k = 0; k < n; k++) {
		const machine_cost *x = &cost[k];
		const int before = r->n;
		go_element(r, "communication", k);
		if (x->bytes_to < x->bytes_from)
			COMPLAIN(c, r, "bytes_to", "it is %.15g; expected: at least those of bytes_from, %.15g",
			        x->bytes_to, x->bytes_from);
		if (x->processes_to < x->processes_from)
			COMPLAIN(c, r, "processes_to", "it is %d; expected: at least those of processes_from, %d",
			        x->processes_to, x->processes_from);
		if (x->form == MACHINE_CONSTANT && (x->c[1] != 0 || x->c[3] != 0))
			COMPLAIN(c, r, "form",
			        "f(p) is constant, so that c2_us and c4_us_per_byte mean nothing; expected: another "
			        "form, "
			        "or neither of them");
		for (int i = 0; i < k; i++)
			if (hpcc_machine_given(&x->part, "topology") && hpcc_machine_given(&cost[i].part, "topology") &&
			        overlap(&cost[i], x)) {
				COMPLAIN(c, r, "topology",
				        "communication[%d] is for '%s' and messages of these sizes, too; expected: "
				        "ranges from bytes_from to bytes_to that do not overlap",
				        i, hpcc_machine_topology_word(x->topology));
				break;
			}
		r->n = before;
	}
}

// ---- types and hosts --------------------------------------------------------------------------

static void check_type(const checker *c, const machine_type *t)
{
	route r = {.n = 0};
	go_element(&r, "types", t->part.at);
	if (t->n_core_speed > 0 && t->n_core_speed != t->cores)
		COMPLAIN(c, &r, "core_speed", "it has %d numbers; expected: one for each of %d cores", t->n_core_speed,
		        t->cores);
	if (t->n_memory_bandwidth > t->cores)
		COMPLAIN(c, &r, "memory_bandwidth_bytes_per_s",
		        "it has %d numbers; expected: at most one for each of %d cores", t->n_memory_bandwidth,
		        t->cores);
	check_costs(c, &r, t->n_communication, t->communication);
}

static void check_reference(const checker *c, route *r, const char *key, const char *name, bool found, const char *of)
{
	if (name && !found && c->references)
		COMPLAIN(c, r, key, "there is no %s '%s'; expected: the name of one that is in the file", of,
		        hpcc_machine_quoted(name));
}

static bool is_type(const machine_type *t, const char *name) { return t->name && !strcmp(t->name, name); }

static void check_host(const checker *c, const machine_host *h)
{
	route r = {.n = 0};
	go_host(&r, h);
	check_reference(c, &r, "type", h->type, h->type && is_type(h->kind, h->type), "type");
	if (h->kind == &c->m->unknown_type && c->m->n_types > 1 && !h->type && c->references)
		COMPLAIN(c, &r, "type",
		        "neither the host nor a cluster around it has a type; expected: one of the %d types",
		        c->m->n_types);
	if (h->kind->n_core_speed > 0 && h->kind->n_core_speed != h->cores)
		COMPLAIN(c, &r, "cores", "it is %d; expected: the %d of its type, which says how fast each is",
		        h->cores, h->kind->cores);
	if (h->cores_available > h->cores)
		COMPLAIN(c, &r, "cores_available", "it is %d; expected: at most the host's %d", h->cores_available,
		        h->cores);
	if (h->memory_available_bytes > h->memory_bytes)
		COMPLAIN(c, &r, "memory_available_bytes", "it is %.15g; expected: at most the host's %.15g",
		        h->memory_available_bytes, h->memory_bytes);
}

// ---- clusters and links -----------------------------------------------------------------------

static void check_cluster(const checker *c, const machine_cluster *x)
{
	route r = {.n = 0};
	go_cluster(&r, x);
	check_reference(c, &r, "type", x->type, x->type && hpcc_machine_type(c->m, x->type), "type");
	if (x->n_hosts > 0 && x->n_clusters > 0)
		COMPLAIN(c, &r, "hosts", "there are clusters beside; expected: either hosts or clusters");
	// A machine that has only types is a collection of these.
	if (x->n_hosts == 0 && x->n_clusters == 0 && x->parent && c->references)
		COMPLAIN(c, &r, "hosts", "there are none, nor clusters; expected: at least one host or cluster");
	check_costs(c, &r, x->n_communication, x->communication);
}

static int by_ends(const void *a, const void *b)
{
	const machine_link *x = *(const machine_link *const *)a, *y = *(const machine_link *const *)b;
	const int from = strcmp(x->from, y->from), to = from ? from : strcmp(x->to, y->to);
	return to ? to : x->part.at - y->part.at;
}

static void check_link(const checker *c, const machine_link *l)
{
	route r = {.n = 0};
	go_element(&r, "links", l->part.at);
	check_reference(c, &r, "from", l->from, l->from_cluster != NULL, "cluster");
	check_reference(c, &r, "to", l->to, l->to_cluster != NULL, "cluster");
	if (!l->from_cluster || !l->to_cluster) return;
	const machine_cluster *both = hpcc_machine_common_cluster(l->from_cluster, l->to_cluster);
	if (both == l->from_cluster || both == l->to_cluster)
		COMPLAIN(c, &r, "to", "'%s' is in '%s', or that in it; expected: two clusters apart",
		        hpcc_machine_quoted(l->to), hpcc_machine_quoted(l->from));
}

static void check_links(const checker *c)
{
	const machine *m = c->m;
	const machine_link **sorted = hpcc_machine_memory(NULL, (size_t)m->n_links * sizeof *sorted);
	size_t n = 0;
	for (int k = 0; k < m->n_links; k++) {
		check_link(c, &m->links[k]);
		if (m->links[k].from && m->links[k].to) sorted[n++] = &m->links[k];
	}
	if (n > 0) qsort(sorted, n, sizeof *sorted, by_ends);
	for (size_t k = 1; k < n; k++) {
		if (strcmp(sorted[k]->from, sorted[k - 1]->from) || strcmp(sorted[k]->to, sorted[k - 1]->to)) continue;
		route r = {.n = 0};
		go_element(&r, "links", sorted[k]->part.at);
		COMPLAIN(c, &r, "to", "links[%d] is from '%s' to '%s', too; expected: one for each direction",
		        sorted[k - 1]->part.at, hpcc_machine_quoted(sorted[k]->from),
		        hpcc_machine_quoted(sorted[k]->to));
	}
	free(sorted);
}

void hpcc_machine_check(const machine *m, bool references, machine_errors *e)
{
	const checker c = {m, references, e};
	check_names(&c);
	for (int k = 0; k < m->n_types; k++) check_type(&c, &m->types[k]);
	for (int k = 0; k < m->n_clusters; k++) check_cluster(&c, m->cluster[k]);
	for (int k = 0; k < m->n_hosts; k++) {
		// Hosts of one element of the list are alike.
		const machine_host *h = m->host[k];
		if (k == 0 || m->host[k - 1]->cluster != h->cluster || m->host[k - 1]->part.at != h->part.at)
			check_host(&c, h);
	}
	check_links(&c);
}
