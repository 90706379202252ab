// SPDX-License-Identifier: Apache-2.0
//
// The machine: hosts in clusters, clusters in clusters (Weissman and Grimshaw, "A Framework for Partitioning Parallel
// Computations in Heterogeneous Environments", figures 2 and 3), how fast their processors are, and what communication
// costs (EQ 1 and EQ 2). It is read from a file of JSON that a person or hpcc-probe has written, and stands in
// docs/machine.md with all its keys.
//
// Units are in the names, and the same here as in the file. Every value that the file leaves out has its default, and
// hpcc_machine_given tells the two apart. All memory of a machine is the machine's own: hpcc_machine_free.
//
// A processor cluster is a cluster that has hosts; a network cluster has other clusters. The whole machine is a cluster
// too (`root`), so that a file of one cluster needs no level of its own.
#ifndef HPCC_MACHINE_H
#define HPCC_MACHINE_H

#include "../include/hpcc/callbacks.h"
#include "topology.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HPCC_MACHINE_VERSION = 1 };

// More is an error of the file.
enum {
	MACHINE_MOST_BYTES = 8 << 20, // of the file
	MACHINE_MOST_DEPTH = 32,      // clusters in clusters, with the root
	MACHINE_MOST_CLUSTERS = 4096,
	MACHINE_MOST_TYPES = 4096,
	MACHINE_MOST_HOSTS = 1 << 16,
	MACHINE_MOST_LINKS = 1 << 16,
	MACHINE_MOST_CORES = 4096, // of a host
	MACHINE_MOST_COSTS = 256   // cost functions of a cluster
};

// The words of this are in machine_keys.c, in this order, as are those of topology.h.
typedef enum machine_interconnect {
	MACHINE_UNKNOWN_INTERCONNECT,
	MACHINE_BUS,
	MACHINE_NET_RING,
	MACHINE_MESH,
	MACHINE_TORUS,
	MACHINE_HYPERCUBE,
	MACHINE_SWITCH,
	MACHINE_FAT_TREE,
	MACHINE_N_INTERCONNECTS
} machine_interconnect;

struct machine_section; // the keys of an object of the file

// What every object of the file begins with.
typedef struct machine_part {
	const struct machine_section *section;
	uint64_t given; // bit k: its k-th key stands in the file
	int at;         // its index in the list of the file that it stands in
} machine_part;

// arch_cost: nanoseconds for an operation of each kind, on a core of speed 1.
typedef struct machine_operations {
	machine_part part;
	double ns[HPCC_N_OPERATIONS];
} machine_operations;

// EQ 1: T(b, p) = c1 + c2 f(p) + b (c3 + c4 f(p)), in microseconds, for messages of b bytes and p processes, within the
// range in which it was fitted.
typedef struct machine_cost {
	machine_part part;
	char *note;
	int topology;      // machine_topology
	int form;          // machine_form
	double c[4];       // us, us, us/byte, us/byte
	double c_error[4]; // by how much each may be off: two standard errors; 0 if not given
	double bytes_from, bytes_to;
	int processes_from, processes_to;
	double error; // of the fit, relative, root of the mean square; 0 if not given
	double worst_error;
	int samples;
} machine_cost;

// A kind of host: all that does not depend on which of them it is.
typedef struct machine_type {
	machine_part part;
	char *name, *note, *model;
	int cores, sockets, numa_nodes;
	double speed;       // divides operation_ns
	double speed_alone; // of a core while no other one computes, relative to `speed`
	double *core_speed; // of each core, relative to `speed`; NULL: all are alike
	int n_core_speed;
	machine_operations operation_ns;
	double memory_bytes;
	double *memory_bandwidth_bytes_per_s; // of 1, 2, ... processes together; NULL: not known
	int n_memory_bandwidth;
	double latency_us, bandwidth_bytes_per_s; // between two processes of a host
	double overlap;                           // the part of their messages that goes on while they compute;
	double eager_bytes;                       // of messages up to so many bytes all of it does
	machine_cost *communication;              // among processes of one host
	int n_communication;
} machine_type;

typedef struct machine_host {
	machine_part part;
	char *name; // as in mpirun's hostfiles
	char *note;
	char *type; // NULL: its cluster's
	int cores;  // its type's where the file says nothing, as is memory_bytes
	int cores_available;
	double available; // the part of each core that is ours: 0 to 1; 0: the host is not to be used
	double memory_bytes, memory_available_bytes;
	double speed; // relative to its type
	// Not in the file:
	const struct machine_type *kind;
	const struct machine_cluster *cluster;
	int number; // in all of the machine
} machine_host;

typedef struct machine_cluster {
	machine_part part;
	char *name, *note;
	char *type;       // of its hosts, and of those of the clusters in it; NULL: that of the cluster around it
	int interconnect; // machine_interconnect
	double latency_us, bandwidth_bytes_per_s; // between two of its hosts, or of its clusters
	double overlap;                           // the part of messages between them that goes on while they compute;
	double eager_bytes;                       // of messages up to so many bytes all of it does
	double total_bandwidth_bytes_per_s;       // that all of them share; 0: no such limit
	machine_cost *communication;
	int n_communication;
	machine_host *hosts;
	int n_hosts;
	struct machine_cluster *clusters;
	int n_clusters;
	// Not in the file:
	const struct machine_cluster *parent;
	int depth;  // 0: the root
	int number; // in all of the machine, a cluster before those in it; 0: the root
	// Those in it, at any depth: hosts of the machine from number first_host, clusters from its own number, itself too.
	int first_host, all_hosts, all_clusters;
} machine_cluster;

// EQ 2: what a message between two clusters costs beside: r1 + r2 b for routers, e1 b for coercion.
typedef struct machine_link {
	machine_part part;
	char *note;
	char *from, *to; // clusters: from the one to the other, and back if no other link says so
	double r1_us, r2_us_per_byte, e1_us_per_byte;
	double latency_us, bandwidth_bytes_per_s; // where not given: those of the cluster that has both
	// Not in the file:
	const machine_cluster *from_cluster, *to_cluster;
} machine_link;

typedef struct machine {
	machine_cluster root; // stands first: the file's outermost object is a cluster with more keys
	int version;
	machine_type *types;
	int n_types;
	machine_link *links;
	int n_links;
	// Not in the file:
	machine_type unknown_type; // of hosts that have none
	const machine_host **host; // all hosts, in the order of the file
	int n_hosts;
	const machine_cluster **cluster; // all clusters, the root first
	int n_clusters;
} machine;

// ---- files ------------------------------------------------------------------------------------

// NULL: *errors has a line for each thing that is wrong ("file:line: key: what is wrong, and what is expected"), to be
// freed.
machine *hpcc_machine_read(const char *path, char **errors);
// The same; NULL: the errors have been printed on standard error.
machine *hpcc_machine_read_or_tell(const char *path);
machine *hpcc_machine_parse(const char *text, size_t size, const char *name, char **errors);
void hpcc_machine_free(machine *m);

// The machine as a file: what was given, and nothing else. Reading it gives the same machine, bit by bit. NULL: a value
// is none that a file may have (NaN). To be freed.
char *hpcc_machine_text(const machine *m);
// Writes beside the file and renames; false: *error says why, to be freed.
bool hpcc_machine_write(const machine *m, const char *path, char **error);

// Adds what `from` says: types, clusters, hosts by their names, links by their clusters, cost functions by topology.
// Where both say something the value of `from` stays. False: *errors says why, and `into` is as it was.
bool hpcc_machine_merge(machine **into, const machine *from, const char *name, char **errors);

// ---- made by a program ------------------------------------------------------------------------

// An empty machine. What follows fills it in by the file's keys; then hpcc_machine_finish.
machine *hpcc_machine_new(void);
// A new element of a list ("hosts" of a cluster, "types" of a machine's root, ...). It stays at its address until the
// next is added.
void *hpcc_machine_add(machine_part *to, const char *list);
void hpcc_machine_set(machine_part *of, const char *key, double number);
// An object of its own ("operation_ns"): it is given from now on.
machine_part *hpcc_machine_set_inner(machine_part *of, const char *key);
void hpcc_machine_set_text(machine_part *of, const char *key, const char *text); // names and words
void hpcc_machine_set_numbers(machine_part *of, const char *key, int n, const double *numbers);
bool hpcc_machine_given(const machine_part *of, const char *key);
// What of each core of a host is available, and how fast its cores are relative to its type, as it was found since the
// file was written. For questions: the file stays.
void hpcc_machine_set_available(machine *m, int host, double available);
void hpcc_machine_set_speed(machine *m, int host, double speed);
// Checks all as a reader does, and fills in what is not in the file. False: *errors, lines of "name: key: ...".
bool hpcc_machine_finish(machine *m, const char *name, char **errors);

// This host, as hwloc sees it: cores, sockets, memory; speeds are not known, so all are equal. Never NULL.
machine *hpcc_machine_here(void);

// ---- questions --------------------------------------------------------------------------------

// A hostfile's slots: cores that may be used, 0 where the host may not.
int hpcc_machine_slots(const machine_host *h);
// NULL: there is none of that name.
const machine_host *hpcc_machine_host(const machine *m, const char *name);
// Whether `name` is that of the host `all` without its domain.
bool hpcc_machine_is_short_name(const char *name, const char *all);
const machine_cluster *hpcc_machine_cluster(const machine *m, const char *name);
const machine_type *hpcc_machine_type(const machine *m, const char *name);

// The clusters above a host, the root first; gives how many there are.
int hpcc_machine_path(const machine_host *h, const machine_cluster *path[MACHINE_MOST_DEPTH]);
// The smallest cluster that has both.
const machine_cluster *hpcc_machine_common(const machine_host *a, const machine_host *b);
const machine_cluster *hpcc_machine_common_cluster(const machine_cluster *a, const machine_cluster *b);

// What lies between two processes, on two hosts or on one.
typedef struct machine_between {
	double latency_us, bandwidth_bytes_per_s;
	double r1_us, r2_us_per_byte, e1_us_per_byte; // 0 within a cluster, and where no link says so
	const machine_cluster *common;                // NULL: both are on one host
	const machine_link *link;                     // NULL: there is none
} machine_between;
// Looks at all links: who asks for many pairs asks once for each pair of clusters.
machine_between hpcc_machine_between(const machine *m, const machine_host *a, const machine_host *b);
// EQ 2's link between two clusters or those that they stand in: the one nearest to both. NULL: there is none.
const machine_link *hpcc_machine_link(const machine *m, const machine_cluster *from, const machine_cluster *to);

// EQ 1 among hosts of a cluster, or processes of a host: the function whose range has the size, else the nearest one.
// NULL: the file has none for the topology.
const machine_cost *hpcc_machine_cost(const machine_cluster *c, machine_topology topology, double bytes);
const machine_cost *hpcc_machine_cost_inside(const machine_type *t, machine_topology topology, double bytes);

// How fast a core of the host is, relative to operation_ns of its type: its own speed, with what of it is available.
double hpcc_machine_core_speed(const machine_host *h, int core);
// The same if all of the core were available.
double hpcc_machine_full_speed(const machine_host *h, int core);
// What the host's processes get of its memory together, if there are n of them; 0: not known.
double hpcc_machine_memory_bandwidth(const machine_type *t, int n);

const char *hpcc_machine_topology_word(int topology);
const char *hpcc_machine_form_word(int form);
const char *hpcc_machine_interconnect_word(int interconnect);

#endif
