// SPDX-License-Identifier: Apache-2.0
//
// hpcc-probe: processes, their hosts, types of hosts and clusters.
#include "probe.h"

#include <ctype.h>
#include <hwloc.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

char *probe_message(const char *format, ...)
{
	char *text = NULL;
	va_list list;
	va_start(list, format);
	if (vasprintf(&text, format, list) < 0) abort();
	va_end(list);
	return text;
}

void *probe_memory(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size);
	if (!p) abort();
	return p;
}

void *probe_grow(void *p, size_t n, size_t size)
{
	void *grown = realloc(p, n * size);
	if (!grown) abort();
	return grown;
}

// ---- this process -----------------------------------------------------------------------------

static int count_of(hwloc_topology_t t, hwloc_obj_type_t type)
{
	const int n = hwloc_get_nbobjs_by_type(t, type);
	return n < 1 ? 1 : n > MACHINE_MOST_CORES ? MACHINE_MOST_CORES : n;
}

// Cores of which at least one part is in the set; `only`: the one, if there is one only.
static int cores_in(hwloc_topology_t t, hwloc_const_cpuset_t set, int *only)
{
	int n = 0;
	*only = -1;
	for (hwloc_obj_t c = NULL; (c = hwloc_get_next_obj_by_type(t, HWLOC_OBJ_CORE, c));) {
		if (!hwloc_bitmap_intersects(c->cpuset, set)) continue;
		*only = n++ == 0 ? (int)c->logical_index : -1;
	}
	return n;
}

static void copy_plain(char *to, size_t size, const char *text, const char *otherwise)
{
	bool good = text && *text && strlen(text) < size;
	for (const char *c = text; good && *c; c++) good = *c >= ' ' && *c <= '~';
	snprintf(to, size, "%s", good ? text : otherwise);
}

static void describe(probe_here *here, hwloc_topology_t t)
{
	int ignored;
	const hwloc_obj_t package = hwloc_get_obj_by_type(t, HWLOC_OBJ_PACKAGE, 0);
	copy_plain(here->model, sizeof here->model, package ? hwloc_obj_get_info_by_name(package, "CPUModel") : NULL,
	        "a processor without a name");
	// The kernel's names of models are padded.
	for (size_t n = strlen(here->model); n > 0 && here->model[n - 1] == ' ';) here->model[--n] = 0;
	here->cores = count_of(t, HWLOC_OBJ_CORE);
	here->sockets = count_of(t, HWLOC_OBJ_PACKAGE);
	here->numa_nodes = count_of(t, HWLOC_OBJ_NUMANODE);
	here->memory_bytes = (double)hwloc_get_root_obj(t)->total_memory;
	here->cores_allowed = cores_in(t, hwloc_topology_get_allowed_cpuset(t), &ignored);
	const hwloc_obj_t cache = hwloc_get_obj_by_type(t, HWLOC_OBJ_L3CACHE, 0);
	if (cache) here->cache_bytes = (double)cache->attr->cache.size;
	hwloc_bitmap_t bound = hwloc_bitmap_alloc();
	if (bound && hwloc_get_cpubind(t, bound, HWLOC_CPUBIND_PROCESS) == 0) cores_in(t, bound, &here->core);
	hwloc_bitmap_free(bound);
}

void probe_here_fill(probe_here *here)
{
	hwloc_topology_t t;
	memset(here, 0, sizeof *here);
	here->core = -1;
	char name[256] = "";
	bool good = gethostname(name, sizeof name - 1) == 0 && isalnum((unsigned char)name[0]);
	for (const char *c = name; *c; c++) good = good && (isalnum((unsigned char)*c) || strchr("._-", *c));
	snprintf(here->host, sizeof here->host, "%s", good ? name : "localhost");
	snprintf(here->model, sizeof here->model, "a processor without a name");
	here->cores = here->sockets = here->numa_nodes = 1;
	if (hwloc_topology_init(&t) != 0) abort(); // there is no memory
	// All cores, those that control groups take away, too: what the host is, and what of it is ours.
	hwloc_topology_set_flags(t, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
	if (hwloc_topology_load(t) == 0) describe(here, t);
	hwloc_topology_destroy(t);
	here->limits = probe_limits_read("");
	if (here->cores_allowed < 1) here->cores_allowed = here->cores;
}

// ---- hosts and types --------------------------------------------------------------------------

static int find_host(const probe_places *p, const char *name)
{
	for (int k = 0; k < p->n_hosts; k++)
		if (!strcmp(p->host[k].here.host, name)) return k;
	return -1;
}

static void find_hosts(probe_places *p, const probe_here *of)
{
	p->host = probe_memory((size_t)p->size, sizeof *p->host);
	for (int r = 0; r < p->size; r++) {
		int k = find_host(p, of[r].host);
		if (k < 0) {
			k = p->n_hosts++;
			p->host[k] = (probe_host){.here = of[r], .available = 1};
			p->host[k].rank = probe_memory((size_t)p->size, sizeof *p->host[k].rank);
		}
		probe_host *h = &p->host[k];
		if (h->rank) h->rank[h->n_ranks++] = r;
		if (r == p->rank) p->own = k;
	}
}

// What the file calls the host's type; else its processor and how many of them: the same in each run.
static void find_types(probe_places *p, char (*name)[256])
{
	p->type = probe_memory((size_t)p->n_hosts, sizeof *p->type);
	for (int h = 0; h < p->n_hosts; h++) {
		const probe_here *here = &p->host[h].here;
		if (!name[h][0])
			snprintf(name[h], sizeof name[h], "%s, %d core%s", here->model, here->cores,
			        here->cores == 1 ? "" : "s");
		int t = 0;
		while (t < p->n_types && strcmp(p->type[t].name, name[h]) != 0) t++;
		if (t == p->n_types) {
			snprintf(p->type[t].name, sizeof p->type[t].name, "%s", name[h]);
			p->type[p->n_types++].host = h;
		}
		p->host[h].type = t;
		p->type[t].n_hosts++;
		if (p->host[h].n_ranks > p->host[p->type[t].host].n_ranks) p->type[t].host = h;
	}
}

// ---- clusters ---------------------------------------------------------------------------------

static int cluster_named(probe_places *p, const char *name)
{
	for (int k = 0; k < p->n_clusters; k++)
		if (!name ? !p->cluster[k].name : p->cluster[k].name && !strcmp(p->cluster[k].name, name)) return k;
	p->cluster = probe_grow(p->cluster, (size_t)p->n_clusters + 1, sizeof *p->cluster);
	p->cluster[p->n_clusters] = (probe_cluster){.name = name ? strdup(name) : NULL};
	p->cluster[p->n_clusters].host = probe_memory((size_t)p->n_hosts, sizeof(int));
	return p->n_clusters++;
}

static void put(probe_places *p, int host, const char *cluster)
{
	const int k = cluster_named(p, cluster);
	p->host[host].cluster = k;
	p->cluster[k].host[p->cluster[k].n_hosts++] = host;
}

// "NAME=host1,host2,...": names[h] for each host of it.
static char *take_cluster(probe_places *p, const char *option, char (*names)[256])
{
	char *copy = strdup(option), *list = strchr(copy, '='), *error = NULL;
	if (!list || list == copy || list - copy > 255 || !list[1]) {
		free(copy);
		return probe_message("--cluster %s: expected: NAME=host1,host2,...", option);
	}
	*list++ = 0;
	for (char *host = strtok(list, ","); host && !error; host = strtok(NULL, ",")) {
		const int h = find_host(p, host);
		if (h < 0)
			error = probe_message("--cluster %s: no process runs on a host '%s'", option, host);
		else if (names[h][0] && strcmp(names[h], copy) != 0)
			error = probe_message("--cluster %s: '%s' is in '%s' already", option, host, names[h]);
		else
			snprintf(names[h], sizeof names[h], "%s", copy);
	}
	free(copy);
	return error;
}

// At process 0: where each host is. "": in the root.
static char *name_clusters(probe_places *p, const probe_options *o, const machine *known, char (*names)[256])
{
	char *error = NULL;
	for (int k = 0; k < o->n_clusters && !error; k++) error = take_cluster(p, o->cluster[k], names);
	for (int h = 0; h < p->n_hosts && !error; h++) {
		const char *host = p->host[h].here.host;
		const machine_host *there = known ? hpcc_machine_host(known, host) : NULL;
		const char *said = there && there->cluster ? there->cluster->name : NULL;
		const bool in_root = there && there->cluster == &known->root;
		if (names[h][0] && there && (in_root || !said || strcmp(said, names[h]) != 0))
			error = probe_message("--cluster says that '%s' is in '%s'; the machine file has it elsewhere",
			        host, names[h]);
		else if (!names[h][0] && said && !in_root)
			snprintf(names[h], sizeof names[h], "%s", said);
		else if (!names[h][0] && (o->n_clusters > 0 || (known && known->root.n_clusters > 0)))
			error = probe_message(
			        "'%s' is in no cluster; expected: --cluster NAME=%s, or a host of that name in the "
			        "machine file",
			        host, host);
	}
	return error;
}

static void name_types(const probe_places *p, const machine *known, char (*names)[256])
{
	for (int h = 0; h < p->n_hosts && known; h++) {
		const machine_host *there = hpcc_machine_host(known, p->host[h].here.host);
		if (there && there->kind && there->kind->name)
			snprintf(names[h], sizeof names[h], "%s", there->kind->name);
	}
}

bool probe_places_find(probe_places *p, const probe_options *o, const machine *known, char **error)
{
	probe_here here;
	*p = (probe_places){0};
	MPI_Comm_rank(MPI_COMM_WORLD, &p->rank);
	MPI_Comm_size(MPI_COMM_WORLD, &p->size);
	probe_here_fill(&here);
	p->own_core = here.core;
	probe_here *all = probe_memory((size_t)p->size, sizeof *all);
	MPI_Allgather(&here, (int)sizeof here, MPI_BYTE, all, (int)sizeof here, MPI_BYTE, MPI_COMM_WORLD);
	find_hosts(p, all);
	free(all);
	char(*clusters)[256] = probe_memory((size_t)p->n_hosts, sizeof *clusters);
	char(*types)[256] = probe_memory((size_t)p->n_hosts, sizeof *types);
	if (p->rank == 0) {
		*error = name_clusters(p, o, known, clusters);
		name_types(p, known, types);
	}
	int good = p->rank == 0 ? !*error : 0;
	MPI_Bcast(&good, 1, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Bcast(clusters, p->n_hosts * (int)sizeof *clusters, MPI_BYTE, 0, MPI_COMM_WORLD);
	MPI_Bcast(types, p->n_hosts * (int)sizeof *types, MPI_BYTE, 0, MPI_COMM_WORLD);
	find_types(p, types);
	for (int h = 0; h < p->n_hosts; h++) put(p, h, clusters[h][0] ? clusters[h] : NULL);
	free(clusters);
	free(types);
	MPI_Comm_split(MPI_COMM_WORLD, p->own, p->rank, &p->host_comm);
	return good;
}

void probe_places_free(probe_places *p)
{
	for (int k = 0; k < p->n_hosts; k++) free(p->host[k].rank);
	for (int k = 0; k < p->n_clusters; k++) {
		free(p->cluster[k].name);
		free(p->cluster[k].host);
	}
	free(p->host);
	free(p->type);
	free(p->cluster);
	MPI_Comm_free(&p->host_comm);
}

// ---- waiting and watching ---------------------------------------------------------------------

void probe_nap(double seconds)
{
	struct timespec t = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
	nanosleep(&t, NULL);
}

void probe_wait(MPI_Comm comm)
{
	MPI_Request request;
	int done = 0;
	MPI_Ibarrier(comm, &request);
	for (double pause = 2e-5; MPI_Test(&request, &done, MPI_STATUS_IGNORE), !done;) {
		probe_nap(pause);
		if (pause < 1e-3) pause *= 2;
	}
}

// Runnable processes are counted several times, and processors' time beside: a process that uses half a core is seldom
// found running.
static double others_use(double seconds)
{
	enum { LOOKS = 20 };
	const probe_activity from = probe_activity_read("");
	double waiting = 0;
	for (int k = 0; k < LOOKS; k++) {
		probe_nap(seconds / LOOKS);
		const int runnable = probe_activity_read("").runnable - 1; // this one reads
		waiting += runnable > 0 ? (double)runnable / LOOKS : 0;
	}
	const probe_activity to = probe_activity_read("");
	const double cores = (double)sysconf(_SC_NPROCESSORS_ONLN);
	const double busy = to.all > from.all ? cores * (to.busy - from.busy) / (to.all - from.all) : 0;
	// More than all cores run nothing: the rest waits.
	return busy > .95 * cores && waiting > busy ? waiting : busy;
}

// The number of the process among those of its host.
static int place_on_host(const probe_places *p)
{
	int k = 0;
	while (p->host[p->own].rank[k] != p->rank) k++;
	return k;
}

static double seconds_of(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare_numbers(const void *a, const void *b)
{
	const double *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

// The part of a processor's time that a process gets while a process computes on each core that may be used; 0: this one
// does not compute.
static double share(const probe_places *p, double seconds)
{
	probe_wait(MPI_COMM_WORLD);
	enum { TIMES = 9 };
	double part[TIMES];
	if (place_on_host(p) >= p->host[p->own].here.cores_allowed) return 0;
	for (int k = 0; k < TIMES; k++) {
		const double begin = seconds_of(CLOCK_MONOTONIC), own = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
		double now = begin;
		while (now - begin < seconds / TIMES) now = seconds_of(CLOCK_MONOTONIC);
		part[k] = (seconds_of(CLOCK_PROCESS_CPUTIME_ID) - own) / (now - begin);
	}
	// Who starts or ends something takes more for a moment.
	qsort(part, TIMES, sizeof *part, compare_numbers);
	return part[TIMES / 2];
}

// What others use of cores that are not ours says nothing of ours; and of a quota a part is lost at the ends of its
// periods.
static void measure_shares(probe_places *p, double seconds)
{
	double own = share(p, seconds), *all = probe_memory((size_t)p->size, sizeof *all);
	probe_wait(MPI_COMM_WORLD);
	MPI_Allgather(&own, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, MPI_COMM_WORLD);
	for (int h = 0; h < p->n_hosts; h++) {
		probe_host *host = &p->host[h];
		double sum = 0;
		int n = 0;
		for (int k = 0; k < host->n_ranks; k++)
			if (all[host->rank[k]] > 0) sum += all[host->rank[k]], n++;
		if (n == host->here.cores_allowed)
			host->available = sum / n;
		else if (host->here.limits.quota_cores > 0 && n > 0)
			host->available = fmin(host->available, sum / n);
	}
	free(all);
}

void probe_watch(probe_places *p, double seconds)
{
	double own = 0;
	double *all = probe_memory((size_t)p->size, sizeof *all);
	probe_wait(MPI_COMM_WORLD);
	if (p->host[p->own].rank[0] == p->rank) own = others_use(seconds);
	probe_wait(MPI_COMM_WORLD);
	MPI_Allgather(&own, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, MPI_COMM_WORLD);
	for (int h = 0; h < p->n_hosts; h++) {
		probe_here *here = &p->host[h].here;
		here->others = all[p->host[h].rank[0]];
		if (here->limits.cores_allowed > 0 && here->limits.cores_allowed < here->cores_allowed)
			here->cores_allowed = here->limits.cores_allowed;
		// A process that stays on one core, and no other one beside it: that is the core to use.
		if (p->host[h].n_ranks == 1 && here->core >= 0) here->cores_allowed = 1;
		// More processes than a quota is enough for would wait for one another and use it up with that.
		const double enough = ceil(here->limits.quota_cores - .01);
		if (enough >= 1 && enough < here->cores_allowed) here->cores_allowed = (int)enough;
		p->host[h].available = probe_available(here->cores_allowed, here->others, here->limits.quota_cores);
	}
	free(all);
	measure_shares(p, 2 * seconds);
}
