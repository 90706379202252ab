// SPDX-License-Identifier: Apache-2.0
//
// The tables of keys. docs/machine.md has a row for each; a test compares the two.
#include "machine_keys.h"

#include <string.h>

static const char *const topologies[] = {
        [MACHINE_1D] = "1-D",
        [MACHINE_RING] = "ring",
        [MACHINE_TREE] = "tree",
        [MACHINE_BROADCAST] = "broadcast",
        [MACHINE_ALLREDUCE] = "allreduce",
        [MACHINE_ALL_TO_ALL] = "all-to-all",
        [MACHINE_PAIRWISE] = "pairwise",
        [MACHINE_N_TOPOLOGIES] = NULL,
};

static const char *const forms[] = {
        [MACHINE_CONSTANT] = "constant",
        [MACHINE_LINEAR] = "linear",
        [MACHINE_LOG2] = "log2",
        [MACHINE_SQRT] = "sqrt",
        [MACHINE_P_LOG2] = "p-log2",
        [MACHINE_SQUARE] = "square",
        [MACHINE_N_FORMS] = NULL,
};

static const char *const interconnects[] = {
        [MACHINE_UNKNOWN_INTERCONNECT] = "unknown",
        [MACHINE_BUS] = "bus",
        [MACHINE_NET_RING] = "ring",
        [MACHINE_MESH] = "mesh",
        [MACHINE_TORUS] = "torus",
        [MACHINE_HYPERCUBE] = "hypercube",
        [MACHINE_SWITCH] = "switch",
        [MACHINE_FAT_TREE] = "fat-tree",
        [MACHINE_N_INTERCONNECTS] = NULL,
};

const char *hpcc_machine_topology_word(int topology) { return topologies[topology]; }
const char *hpcc_machine_form_word(int form) { return forms[form]; }
const char *hpcc_machine_interconnect_word(int interconnect) { return interconnects[interconnect]; }

// Whole numbers beyond 2^53 have no double of their own; no machine has these.
#define MOST_MEMORY 9e15
#define MOST_BANDWIDTH 1e15
#define MOST_US 1e9
#define MOST_RATIO 1e6
#define MOST_CONSTANT 1e12

#define AT(type, field) .offset = offsetof(type, field)
#define MANY(type, field) .offset = offsetof(type, field), .count_offset = offsetof(type, n_##field)
#define NUMBER(type, field, from, to, or, text)                                                                        \
	{.name = #field,                                                                                               \
	        .kind = KEY_NUMBER,                                                                                    \
	        AT(type, field),                                                                                       \
	        .least = from,                                                                                         \
	        .most = to,                                                                                            \
	        .otherwise = or                                                                                        \
	        , .expects = text}
#define COUNT(type, field, from, to, or, text)                                                                         \
	{.name = #field,                                                                                               \
	        .kind = KEY_COUNT,                                                                                     \
	        AT(type, field),                                                                                       \
	        .least = from,                                                                                         \
	        .most = to,                                                                                            \
	        .otherwise = or                                                                                        \
	        , .expects = text}
#define TEXT(type, field, text) {.name = #field, .kind = KEY_TEXT, AT(type, field), .expects = text}
#define NAME(type, field, text) {.name = #field, .kind = KEY_NAME, AT(type, field), .expects = text}
#define WORD(type, field, list, text)                                                                                  \
	{.name = #field, .kind = KEY_WORD, AT(type, field), .words = list, .expects = text}
#define LIST(type, field, of, to, text)                                                                                \
	{.name = #field, .kind = KEY_LIST, MANY(type, field), .section = &(of), .most = to, .expects = text}
#define NOTE(type) TEXT(type, note, "a note for those who read the file")
#define N(keys) ((int)(sizeof(keys) / sizeof *(keys)))

// ---- cost functions ---------------------------------------------------------------------------

static int compare_costs(const void *a, const void *b)
{
	return ((const machine_cost *)a)->topology - ((const machine_cost *)b)->topology;
}

#define CONSTANT(key, field, text)                                                                                     \
	{.name = key, .kind = KEY_NUMBER, AT(machine_cost, field), .most = MOST_CONSTANT, .expects = text}

static const machine_key cost_keys[] = {
        {.name = "topology",
                .kind = KEY_WORD,
                .required = true,
                AT(machine_cost, topology),
                .words = topologies,
                .expects = "who exchanges with whom"},
        WORD(machine_cost, form, forms, "f(p) of EQ 1"),
        CONSTANT("c1_us", c[0], "c1 of EQ 1 in microseconds"),
        CONSTANT("c2_us", c[1], "c2 of EQ 1 in microseconds"),
        CONSTANT("c3_us_per_byte", c[2], "c3 of EQ 1 in microseconds per byte"),
        CONSTANT("c4_us_per_byte", c[3], "c4 of EQ 1 in microseconds per byte"),
        CONSTANT("c1_error_us", c_error[0], "by how much c1 may be off in microseconds"),
        CONSTANT("c2_error_us", c_error[1], "by how much c2 may be off in microseconds"),
        CONSTANT("c3_error_us_per_byte", c_error[2], "by how much c3 may be off in microseconds per byte"),
        CONSTANT("c4_error_us_per_byte", c_error[3], "by how much c4 may be off in microseconds per byte"),
        NUMBER(machine_cost, bytes_from, 0, MOST_MEMORY, 0,
                "the smallest message of the fit in bytes; where two pieces meet, it is of this one"),
        NUMBER(machine_cost, bytes_to, 0, MOST_MEMORY, MOST_MEMORY, "the largest message of the fit in bytes"),
        COUNT(machine_cost, processes_from, 1, 1 << 30, 2, "the fewest processes of the fit"),
        COUNT(machine_cost, processes_to, 1, 1 << 30, 1 << 30, "the most processes of the fit"),
        NUMBER(machine_cost, error, 0, MOST_RATIO, 0, "the error of the fit, relative, root of the mean square"),
        NUMBER(machine_cost, worst_error, 0, MOST_RATIO, 0, "the largest error of the fit, relative"),
        COUNT(machine_cost, samples, 0, 1 << 30, 0, "how many measurements were fitted"),
        NOTE(machine_cost),
};

static const machine_section cost_section = {.name = "a cost function",
        .key = cost_keys,
        .n_keys = N(cost_keys),
        .size = sizeof(machine_cost),
        .compare = compare_costs,
        .replaces = true};

// ---- types ------------------------------------------------------------------------------------

// Of what is not known, as on no processor in particular.
#define OPERATION(key, kind_of, or, text)                                                                              \
	{.name = key,                                                                                                  \
	        .kind = KEY_NUMBER,                                                                                    \
	        AT(machine_operations, ns[kind_of]),                                                                   \
	        .least = 0,                                                                                            \
	        .most = 1e9,                                                                                           \
	        .otherwise = or                                                                                        \
	        , .expects = text}

static const machine_key operation_keys[] = {
        OPERATION("fadd", HPCC_FADD, 0.5, "ns for a floating-point addition, subtraction, minimum or maximum"),
        OPERATION("fmul", HPCC_FMUL, 0.5, "ns for a floating-point multiplication"),
        OPERATION("fdiv", HPCC_FDIV, 2, "ns for a floating-point division"),
        OPERATION("fsqrt", HPCC_FSQRT, 3, "ns for a square root"),
        OPERATION("flibm", HPCC_FLIBM, 10, "ns for another function of <math.h>"),
        OPERATION("iops", HPCC_IOPS, 0.25, "ns for an operation on integers"),
        OPERATION("loads", HPCC_LOADS, 0.25, "ns for a load, beside its bytes"),
        OPERATION("load_bytes", HPCC_LOAD_BYTES, 0, "ns for each byte that is loaded"),
        OPERATION("stores", HPCC_STORES, 0.25, "ns for a store, beside its bytes"),
        OPERATION("store_bytes", HPCC_STORE_BYTES, 0, "ns for each byte that is stored"),
        OPERATION("calls", HPCC_CALLS, 5, "ns for a call of a function that is not looked into"),
};

static const machine_section operation_section = {.name = "the operation_ns of a type",
        .key = operation_keys,
        .n_keys = N(operation_keys),
        .size = sizeof(machine_operations)};

static int compare_types(const void *a, const void *b)
{
	return strcmp(((const machine_type *)a)->name, ((const machine_type *)b)->name);
}

static const machine_key type_keys[] = {
        {.name = "name", .kind = KEY_NAME, .required = true, AT(machine_type, name), .expects = "the type's name"},
        NOTE(machine_type),
        TEXT(machine_type, model, "what the processor calls itself"),
        COUNT(machine_type, cores, 1, MACHINE_MOST_CORES, 1, "the cores of a host"),
        COUNT(machine_type, sockets, 1, MACHINE_MOST_CORES, 1, "the sockets of a host"),
        COUNT(machine_type, numa_nodes, 1, MACHINE_MOST_CORES, 1, "the parts of a host's memory"),
        NUMBER(machine_type, speed, 1 / MOST_RATIO, MOST_RATIO, 1, "how many times faster than operation_ns"),
        {.name = "core_speed",
                .kind = KEY_NUMBERS,
                MANY(machine_type, core_speed),
                .least = 1 / MOST_RATIO,
                .most = MOST_RATIO,
                .otherwise_text = "1 for each",
                .expects = "the speed of each core, relative to speed"},
        NUMBER(machine_type, speed_alone, 1 / MOST_RATIO, MOST_RATIO, 1,
                "the speed of a core while no other one computes, relative to speed"),
        {.name = "operation_ns",
                .kind = KEY_OBJECT,
                AT(machine_type, operation_ns),
                .section = &operation_section,
                .expects = "what operations take"},
        NUMBER(machine_type, memory_bytes, 1, MOST_MEMORY, MOST_MEMORY, "the memory of a host in bytes"),
        {.name = "memory_bandwidth_bytes_per_s",
                .kind = KEY_NUMBERS,
                AT(machine_type, memory_bandwidth_bytes_per_s),
                .count_offset = offsetof(machine_type, n_memory_bandwidth),
                .least = 1,
                .most = MOST_BANDWIDTH,
                .otherwise_text = "not known",
                .expects = "what 1, 2, ... processes get of the memory together, in bytes per second"},
        NUMBER(machine_type, latency_us, 0, MOST_US, 0.5,
                "the latency between two processes of a host in microseconds"),
        NUMBER(machine_type, bandwidth_bytes_per_s, 1, MOST_BANDWIDTH, 5e9,
                "the bandwidth between two processes of a host in bytes per second"),
        NUMBER(machine_type, overlap, 0, 1, 1, "the part of messages that goes on while processes compute"),
        NUMBER(machine_type, eager_bytes, 0, MOST_MEMORY, 0, "up to how many bytes all of a message goes on meanwhile"),
        LIST(machine_type, communication, cost_section, MACHINE_MOST_COSTS, "cost functions among processes of a host"),
};

static const machine_section type_section = {.name = "a type",
        .key = type_keys,
        .n_keys = N(type_keys),
        .size = sizeof(machine_type),
        .compare = compare_types};

// ---- hosts ------------------------------------------------------------------------------------

static int compare_hosts(const void *a, const void *b)
{
	return strcmp(((const machine_host *)a)->name, ((const machine_host *)b)->name);
}

static const machine_key host_keys[] = {
        {.name = "name",
                .kind = KEY_HOST_NAME,
                .required = true,
                AT(machine_host, name),
                .expects = "the host's name, as in a hostfile"},
        NOTE(machine_host),
        {.name = "type",
                .kind = KEY_NAME,
                AT(machine_host, type),
                .otherwise_text = "its cluster's",
                .expects = "the name of a type"},
        {.name = "cores",
                .kind = KEY_COUNT,
                AT(machine_host, cores),
                .least = 1,
                .most = MACHINE_MOST_CORES,
                .otherwise_text = "its type's",
                .expects = "the cores of the host"},
        {.name = "cores_available",
                .kind = KEY_COUNT,
                AT(machine_host, cores_available),
                .least = 0,
                .most = MACHINE_MOST_CORES,
                .otherwise_text = "all",
                .expects = "the cores that may be used"},
        NUMBER(machine_host, available, 0, 1, 1, "the part of each core that is available"),
        {.name = "memory_bytes",
                .kind = KEY_NUMBER,
                AT(machine_host, memory_bytes),
                .least = 1,
                .most = MOST_MEMORY,
                .otherwise_text = "its type's",
                .expects = "the memory of the host in bytes"},
        {.name = "memory_available_bytes",
                .kind = KEY_NUMBER,
                AT(machine_host, memory_available_bytes),
                .least = 0,
                .most = MOST_MEMORY,
                .otherwise_text = "all",
                .expects = "the memory that may be used in bytes"},
        NUMBER(machine_host, speed, 1 / MOST_RATIO, MOST_RATIO, 1, "how many times faster than its type"),
};

static const machine_section host_section = {.name = "a host",
        .key = host_keys,
        .n_keys = N(host_keys),
        .size = sizeof(machine_host),
        .compare = compare_hosts};

// ---- clusters ---------------------------------------------------------------------------------

static int compare_clusters(const void *a, const void *b)
{
	return strcmp(((const machine_cluster *)a)->name, ((const machine_cluster *)b)->name);
}

static const machine_section cluster_section;

// What a cluster has, and the machine as well, which is one.
#define CLUSTER_KEYS(name_is_required, name_text)                                                                      \
	{.name = "name",                                                                                               \
	        .kind = KEY_NAME,                                                                                      \
	        .required = name_is_required,                                                                          \
	        AT(machine_cluster, name),                                                                             \
	        .otherwise_text = name_text,                                                                           \
	        .expects = "the cluster's name"},                                                                      \
	        NOTE(machine_cluster),                                                                                 \
	        {.name = "type",                                                                                       \
	                .kind = KEY_NAME,                                                                              \
	                AT(machine_cluster, type),                                                                     \
	                .otherwise_text = "that of the cluster around it",                                             \
	                .expects = "the name of a type"},                                                              \
	        WORD(machine_cluster, interconnect, interconnects, "how its hosts or clusters are connected"),         \
	        NUMBER(machine_cluster, latency_us, 0, MOST_US, 50,                                                    \
	                "the latency between two of its hosts or clusters in microseconds"),                           \
	        NUMBER(machine_cluster, bandwidth_bytes_per_s, 1, MOST_BANDWIDTH, 1.25e8,                              \
	                "the bandwidth between two of its hosts or clusters in bytes per second"),                     \
	        NUMBER(machine_cluster, overlap, 0, 1, 1,                                                              \
	                "the part of messages that goes on while processes compute"),                                  \
	        NUMBER(machine_cluster, eager_bytes, 0, MOST_MEMORY, 0,                                                \
	                "up to how many bytes all of a message goes on meanwhile"),                                    \
	        NUMBER(machine_cluster, total_bandwidth_bytes_per_s, 0, MOST_BANDWIDTH, 0,                             \
	                "the bandwidth that all in it share, in bytes per second; 0: no limit"),                       \
	        LIST(machine_cluster, communication, cost_section, MACHINE_MOST_COSTS,                                 \
	                "cost functions among its hosts"),                                                             \
	        LIST(machine_cluster, hosts, host_section, MACHINE_MOST_HOSTS, "the hosts of a processor cluster"),    \
	        LIST(machine_cluster, clusters, cluster_section, MACHINE_MOST_CLUSTERS,                                \
	                "the clusters of a network cluster")

static const machine_key cluster_keys[] = {CLUSTER_KEYS(true, NULL)};

static const machine_section cluster_section = {.name = "a cluster",
        .key = cluster_keys,
        .n_keys = N(cluster_keys),
        .size = sizeof(machine_cluster),
        .compare = compare_clusters};

static int compare_links(const void *a, const void *b)
{
	const machine_link *x = a, *y = b;
	const int from = strcmp(x->from, y->from);
	return from ? from : strcmp(x->to, y->to);
}

static const machine_key link_keys[] = {
        {.name = "from",
                .kind = KEY_NAME,
                .required = true,
                AT(machine_link, from),
                .expects = "the name of a cluster"},
        {.name = "to", .kind = KEY_NAME, .required = true, AT(machine_link, to), .expects = "the name of a cluster"},
        NOTE(machine_link),
        NUMBER(machine_link, r1_us, 0, MOST_US, 0, "r1 of EQ 2 in microseconds"),
        NUMBER(machine_link, r2_us_per_byte, 0, MOST_US, 0, "r2 of EQ 2 in microseconds per byte"),
        NUMBER(machine_link, e1_us_per_byte, 0, MOST_US, 0, "e1 of EQ 2, coercion, in microseconds per byte"),
        {.name = "latency_us",
                .kind = KEY_NUMBER,
                AT(machine_link, latency_us),
                .least = 0,
                .most = MOST_US,
                .otherwise_text = "that of the cluster that has both",
                .expects = "the latency in microseconds"},
        {.name = "bandwidth_bytes_per_s",
                .kind = KEY_NUMBER,
                AT(machine_link, bandwidth_bytes_per_s),
                .least = 1,
                .most = MOST_BANDWIDTH,
                .otherwise_text = "that of the cluster that has both",
                .expects = "the bandwidth in bytes per second"},
};

static const machine_section link_section = {.name = "a link",
        .key = link_keys,
        .n_keys = N(link_keys),
        .size = sizeof(machine_link),
        .compare = compare_links};

// ---- the machine ------------------------------------------------------------------------------

static const machine_key machine_keys[] = {
        CLUSTER_KEYS(false, "none"),
        {.name = "hpcc-machine",
                .kind = KEY_COUNT,
                .required = true,
                AT(machine, version),
                .least = HPCC_MACHINE_VERSION,
                .most = HPCC_MACHINE_VERSION,
                .expects = "the version of the format"},
        LIST(machine, types, type_section, MACHINE_MOST_TYPES, "the types of hosts"),
        LIST(machine, links, link_section, MACHINE_MOST_LINKS, "what lies between clusters"),
};

const machine_section hpcc_machine_sections_machine = {
        .name = "the machine", .key = machine_keys, .n_keys = N(machine_keys), .size = sizeof(machine)};

const machine_section *hpcc_machine_section(int number)
{
	static const machine_section *const all[] = {&hpcc_machine_sections_machine, &type_section, &operation_section,
	        &cluster_section, &host_section, &cost_section, &link_section};
	return number < N(all) ? all[number] : NULL;
}
