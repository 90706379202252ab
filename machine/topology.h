// SPDX-License-Identifier: Apache-2.0
//
// Who communicates with whom, and how that grows with the number of processes: what the machine's file and the
// partitioner both speak of.
#ifndef HPCC_MACHINE_TOPOLOGY_H
#define HPCC_MACHINE_TOPOLOGY_H

// The first three are those of Weissman and Grimshaw.
typedef enum machine_topology {
	MACHINE_1D,   // neighbours in a row, both ways at the same time
	MACHINE_RING, // from each process to the next one, one after the other
	MACHINE_TREE, // fan-in to a root and fan-out from it
	MACHINE_BROADCAST,
	MACHINE_ALLREDUCE,
	MACHINE_ALL_TO_ALL,
	MACHINE_PAIRWISE, // each process with one other, all at the same time
	MACHINE_N_TOPOLOGIES
} machine_topology;

// f(p) of EQ 1.
typedef enum machine_form {
	MACHINE_CONSTANT, // 0: the number of processes does not matter
	MACHINE_LINEAR,   // p
	MACHINE_LOG2,     // log2 p
	MACHINE_SQRT,     // sqrt p
	MACHINE_P_LOG2,   // p log2 p
	MACHINE_SQUARE,   // p^2
	MACHINE_N_FORMS
} machine_form;

#endif
