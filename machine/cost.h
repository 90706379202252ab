// SPDX-License-Identifier: Apache-2.0
//
// What communication costs on a machine of several clusters: EQ 1 to 3 of Weissman and Grimshaw ("A Framework for
// Partitioning Parallel Computations in Heterogeneous Environments"), and the same for four topologies beyond theirs.
// Microseconds and bytes.
//
// A process of cluster i exchanges messages of b_i bytes with p_i - 1 others of its cluster (EQ 1):
//
//     T_i = c1 + c2 f(p_i) + b_i (c3 + c4 f(p_i))
//
// A message from cluster j to cluster i costs, beside (EQ 2):
//
//     R_ji = r1 + r2 b_j + e1 b_j
//
// The paper adds k (T_router + T_coerce) to the cost of C_i, k being the number of messages that cross between C_i and
// C_j, and leaves k open. Here the cluster that receives a message pays for it, as it is the one that waits: so that a
// message counts once in a sum over clusters. All clusters that take part, n of them, then cost together (EQ 3):
//
//     1-D          max_i (T_i + sum of R_ji over the one or two clusters j beside i)
//     ring         sum_i (T_i + R_ji), j the cluster before i, that before the first being the last one
//     tree         min over the root r of  T_r + sum_{j != r} R_jr + max_{i != r} (T_i + R_ri)
//     broadcast    min over the root r of  T_r + max_{i != r} (T_i + R_ri)
//     allreduce    max_i T_i + ceil(log2 n) max_ij R_ji
//     all-to-all   max_i (T_i + p_i sum_{j != i} p_j R_ji)
//     pairwise     max_i (T_i + p_i sum_{j != i} p_j / (P - 1) R_ji)
//
// 1-D and ring: clusters stand in the order of their numbers, as blocks are given to processes in the order of ranks;
// there is no order with fewer crossings. Tree: the root receives from all other clusters in the fan-in, one after the
// other, and each leaf receives once in the fan-out; the placement takes the root that makes it cheapest. A broadcast
// has only the fan-out. Allreduce: clusters work at the same time, then exchange results by recursive doubling.
// All-to-all: each process has a message for each other one, and a cluster's router takes them one by one. Pairwise:
// each process has one partner, any of the P - 1 others; a mapping that keeps partners in a cluster makes it less.
//
// One process in all communicates with nobody: its cost is 0, whatever EQ 1 says for p = 1. (A process that is alone
// in its cluster, but not in all, pays EQ 1: its messages use the cluster's network up to the router.)
#ifndef HPCC_MACHINE_COST_H
#define HPCC_MACHINE_COST_H

#include "topology.h"

// EQ 1, of one cluster and one topology. Constants are at least 0: more processes and larger messages cost no less.
typedef struct cost_function {
	machine_form form;
	double c1, c2, c3, c4; // us, us, us/byte, us/byte
} cost_function;

// EQ 2, from one cluster to another.
typedef struct cost_link {
	double r1, r2, e1; // us, us/byte, us/byte
} cost_link;

// What takes part of a cluster: at least one process.
typedef struct cost_part {
	int cluster;      // its row and column of `links`
	double processes; // p_i
	double bytes;     // b_i
	double within;    // T_i
} cost_part;

double cost_form_value(machine_form form, double processes);
double cost_within(const cost_function *f, double bytes, double processes);
double cost_crossing(const cost_link *link, double bytes);

// EQ 3. `links`: n_clusters * n_clusters, from row to column; NULL: crossings cost nothing. The parts are in the order
// of their clusters.
double cost_together(machine_topology topology, int n, const cost_part *part, int n_clusters, const cost_link *links);

// No more than cost_together with these parts and any others beside them, whatever the links: the maximum of T_i, or
// their sum for a ring.
double cost_at_least(machine_topology topology, int n, const cost_part *part);

#endif
