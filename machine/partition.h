// SPDX-License-Identifier: Apache-2.0
//
// The partitioner: how many processes of each cluster work on a problem (processor selection), and how many units of
// the data each of them gets (the partition map). After Weissman and Grimshaw, "A Framework for Partitioning Parallel
// Computations in Heterogeneous Environments", section 2.4; the equations and figures named here are theirs.
//
// A problem has `pdus` units, clusters with V_i processors each, and the phases of a cycle. A process of cluster i that
// has A_i units computes in phase k for (EQ 4)
//
//     T_k,i = d1_k,i + d2_k,i g_k(A_i)                  microseconds; its message has b_i = bytes + bytes_per_pdu A_i
//
// The partition map gives all chosen processes the same time, the sum of T_k,i over the phases (EQ 5, EQ 6; the paper
// takes the dominant phase alone: partition_dominant). With g linear, D1_i = sum_k d1_k,i and D2_i = sum_k d2_k,i:
//
//     T = (pdus + sum_i P_i D1_i / D2_i) / sum_i (P_i / D2_i),      A_i = (T - D1_i) / D2_i
//
// A process whose D1_i is above T gets nothing, one whose memory holds less than A_i gets what it holds, and the others
// take the rest. With another g, T is found by parametric search: sum_i P_i A_i(T) grows with T. A_i is rounded to
// whole units so that the slowest process ends as early as possible; their sum is `pdus`.
//
// A cycle then takes (EQ 9)
//
//     T_c = sum_k max(T_k, what is sent meanwhile) + sum of communication that overlaps with nothing
//
// where of each message a part `apart` overlaps with nothing: who computes does not always see to messages, too.
// with T_k = max_i T_k,i and communication by EQ 3 (cost.h). All functions are deterministic: processes that ask with
// the same problem agree. Nothing but the problem is read, no clock and no random number.
#ifndef HPCC_MACHINE_PARTITION_H
#define HPCC_MACHINE_PARTITION_H

#include "cost.h"

#include <stdbool.h>

typedef struct partition_cluster {
	int available; // V_i
	double memory; // bytes that a process may use; 0: no limit
} partition_cluster;

// g of EQ 4: it grows with `pdus`, and need not be smooth.
typedef double partition_growth(double pdus, const void *user);

typedef struct partition_computation {
	const double *d1, *d2; // us, of each cluster, at least 0; d1 NULL: 0
	partition_growth *g;   // NULL: linear
	const void *user;      // g's
} partition_computation;

enum { PARTITION_NO_OVERLAP = -1 };

typedef struct partition_communication {
	machine_topology topology;
	const cost_function *within; // EQ 1, of each cluster
	double bytes, bytes_per_pdu; // of a message
	double times;                // in a cycle
	int overlap;                 // the computation that goes on meanwhile
	double apart;                // the part of it that does not go on meanwhile all the same, 0 to 1
} partition_communication;

// Everything that it points to is the caller's, and stays while a partition is open.
typedef struct partition_problem {
	long pdus; // at least 1
	int n_clusters;
	const partition_cluster *cluster;
	const cost_link *links; // n_clusters * n_clusters, from row to column; NULL: crossings cost nothing
	int n_computations, n_communications;
	const partition_computation *computation;
	const partition_communication *communication;
	double memory, memory_per_pdu; // bytes that a process needs: memory + memory_per_pdu A_i
	bool fractional; // T_c is that of the A_i before they are rounded, as the paper's simulation has it
} partition_problem;

// A problem that is being worked on: tables of its costs. Out of memory ends the program.
typedef struct partition partition;
partition *partition_open(const partition_problem *problem);
void partition_close(partition *p);

// The problem with its dominant phases only: that computation and that communication which are the largest if all
// processors take part. It points to `room`.
typedef struct partition_room {
	partition_computation computation;
	partition_communication communication;
} partition_room;
partition_problem partition_dominant(const partition_problem *problem, partition_room *room);

// ---- a configuration --------------------------------------------------------------------------

// A configuration is P_i of each cluster, 0 <= P_i <= V_i, at least one of them above 0.

// T_c in microseconds (EQ 9); INFINITY: the units do not fit into the memory of the processes.
double partition_cost(partition *p, const int *processes);

// The same by phases: us[k] of each computation, then of each communication; an overlapped one in full.
double partition_cost_phases(partition *p, const int *processes, double *us);

// A_i of a process of each cluster, before rounding; 0 where P_i is 0. False: they do not fit.
bool partition_shares(partition *p, const int *processes, double *pdus);

// The partition map: one entry for each processor, those of cluster 0 first. The first P_i of a cluster are its chosen
// ones; the others get 0. False: they do not fit.
bool partition_map(partition *p, const int *processes, long *pdus);

// What does not fit in a configuration: with the units balanced as if there were no limit, a process of `cluster` would
// need `needs` bytes and has `has`. `left` units are on no process if each takes what it can hold. cluster -1: all fit.
// Of several clusters it is the one where most is lacking.
typedef struct partition_lack {
	int cluster;
	double needs, has;
	long left;
} partition_lack;
partition_lack partition_lacks(partition *p, const int *processes);

// ---- processor selection ----------------------------------------------------------------------

// Each sets `processes` and gives its T_c; INFINITY: no configuration fits, and `processes` are all that there are.

// Figure 7: clusters by their aggregate power.
double partition_h1(partition *p, int *processes);
// Figure 8: clusters by the T_c that each has by itself, or as they stand.
double partition_h2(partition *p, bool ordered, int *processes);
// The least T_c of all configurations.
double partition_exhaustive(partition *p, int *processes);
// The default: see partition_sweep.c.
double partition_sweep(partition *p, int *processes);

// How many configurations were evaluated since partition_open.
long partition_evaluations(const partition *p);

#endif
