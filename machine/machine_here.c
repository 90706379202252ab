// SPDX-License-Identifier: Apache-2.0
//
// This host as a machine, for those who have no file.
#include "machine_keys.h"

#include <ctype.h>
#include <hwloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The name as a hostfile may have it.
static void set_host_name(machine_host *h)
{
	char name[256] = "";
	bool good = gethostname(name, sizeof name - 1) == 0 && isalnum((unsigned char)name[0]);
	for (const char *c = name; *c; c++) good = good && (isalnum((unsigned char)*c) || strchr("._-", *c));
	hpcc_machine_set_text(&h->part, "name", good ? name : "localhost");
}

static bool is_plain(const char *text)
{
	if (!text || !*text || strlen(text) > 200) return false;
	for (; *text; text++)
		if (*text < ' ' || *text > '~') return false;
	return true;
}

static void set_type_name(machine_type *t, hwloc_topology_t topology)
{
	const hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
	const char *model = package ? hwloc_obj_get_info_by_name(package, "CPUModel") : NULL;
	hpcc_machine_set_text(&t->part, "name", is_plain(model) ? model : "this host");
	if (is_plain(model)) hpcc_machine_set_text(&t->part, "model", model);
}

static int count_of(hwloc_topology_t topology, hwloc_obj_type_t type)
{
	const int n = hwloc_get_nbobjs_by_type(topology, type);
	return n < 1 ? 1 : n > MACHINE_MOST_CORES ? MACHINE_MOST_CORES : n;
}

static void describe(machine *m, hwloc_topology_t topology)
{
	machine_type *t = hpcc_machine_add(&m->root.part, "types");
	machine_host *h = hpcc_machine_add(&m->root.part, "hosts");
	set_type_name(t, topology);
	set_host_name(h);
	hpcc_machine_set(&t->part, "cores", count_of(topology, HWLOC_OBJ_CORE));
	hpcc_machine_set(&t->part, "sockets", count_of(topology, HWLOC_OBJ_PACKAGE));
	hpcc_machine_set(&t->part, "numa_nodes", count_of(topology, HWLOC_OBJ_NUMANODE));
	const double memory = (double)hwloc_get_root_obj(topology)->total_memory;
	if (memory >= 1) hpcc_machine_set(&t->part, "memory_bytes", memory);
}

machine *hpcc_machine_here(void)
{
	hwloc_topology_t topology;
	char *errors = NULL;
	machine *m = hpcc_machine_new();
	// Cores that this process may not use are left out, as hwloc does if nothing else is said.
	if (hwloc_topology_init(&topology) != 0) abort(); // there is no memory
	if (hwloc_topology_load(topology) == 0) {
		describe(m, topology);
	} else {
		machine_host *h = hpcc_machine_add(&m->root.part, "hosts");
		const long cores = sysconf(_SC_NPROCESSORS_ONLN);
		set_host_name(h);
		hpcc_machine_set(&h->part, "cores",
		        cores < 1                    ? 1
		        : cores > MACHINE_MOST_CORES ? MACHINE_MOST_CORES
		                                     : (double)cores);
	}
	hwloc_topology_destroy(topology);
	hpcc_machine_set_text(&m->root.part, "note", "as hwloc sees this host; all cores are taken to be equal");
	if (!hpcc_machine_finish(m, "this host", &errors)) {
		fputs(errors, stderr);
		abort(); // what has been set above is what the tables allow
	}
	return m;
}
