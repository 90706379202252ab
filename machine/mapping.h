// SPDX-License-Identifier: Apache-2.0
//
// The mapper: which process of a program runs on which slot of a hierarchical machine.
//
// A communication graph says what processes send one another, phase by phase. A machine tree has sites, clusters,
// hosts, sockets as inner nodes, as deep as one likes, and slots as leaves: each takes one process. A mapping is an
// array `slot`: process p runs on slot[p]; no two processes share a slot.
//
// Everything here is deterministic: the searches count their steps and read no clock, so that processes which map the
// same graph onto the same machine agree. Whoever makes a graph or a tree frees it. Out of memory ends the program.
//
// The cost of a mapping is the time that the phases take, one after the other:
//
//   T = sum over phases k of  count_k * max( max over processes p of t_kp, max over nodes v of l_kv )
//
//   t_kp = work_kp / speed(slot[p]) + max( sum over what p sends    of  messages * latency(a) + bytes / bandwidth(a),
//                                          sum over what p receives of  messages * latency(a) + bytes / bandwidth(a) )
//   l_kv = latency(parent of v) + max( bytes that leave the slots below v, bytes that enter them ) / uplink(v)
//
// where a is the lowest common ancestor of the two slots of a message; l_kv is 0 where no byte crosses the link above
// v. So a phase ends with its slowest process, which sends one message after the other and receives meanwhile, or with
// its most loaded link, which its processes share: with the last byte that crosses that one, when it has arrived.
//
// The distance that Scotch and others minimise has no phases, no processes and no links:
//
//   D = sum over pairs of  bytes * d(a),   d(a) = latency(a) / (bytes of the mean message) + 1 / bandwidth(a)
//
// d is what a byte takes in seconds, in a message of mean size. Where no message has a byte, messages count as bytes.
#ifndef HPCC_MACHINE_MAPPING_H
#define HPCC_MACHINE_MAPPING_H

#include <stdbool.h>
#include <stdio.h>

// ---- the communication graph --------------------------------------------------------------------

// What one process sends another in a phase, or gets from it.
typedef struct {
	int peer;
	double messages, bytes;
} mapping_arc;

// The arcs of process p are arc[first[p]] to arc[first[p + 1] - 1], by rising peer, each peer once.
typedef struct {
	int *first;
	mapping_arc *arc;
} mapping_arcs;

typedef struct {
	double count;          // how often the phase is run
	double *work;          // seconds that each process computes at speed 1; NULL: none
	mapping_arcs to, from; // by sender, by receiver
} mapping_phase;

// `sum` has for each process what it sends and receives in all phases together, times their counts.
typedef struct {
	int n, n_phases;
	mapping_phase *phase;
	mapping_arcs sum;
	struct mapping_draft *draft;
} mapping_graph;

mapping_graph *mapping_graph_new(int n);
// A new phase; gives its number.
int mapping_graph_phase(mapping_graph *g, double count);
void mapping_graph_work(mapping_graph *g, int phase, int process, double seconds);
// What is told of the same pair more than once is added up. Messages to itself are left out.
void mapping_graph_message(mapping_graph *g, int phase, int from, int to, double messages, double bytes);
// Collective operations as MPI's usual algorithms send them, done so many times: along a binomial tree, by recursive
// doubling, around ever larger steps or, if it is much, in a ring, each to each. Their rounds are phases of their own:
// who sends in a round has waited for what came in the one before. `bytes` is what each process gets of one operation, for
// alltoall from each other one.
void mapping_graph_broadcast(mapping_graph *g, int root, double times, double bytes);
void mapping_graph_allreduce(mapping_graph *g, double times, double bytes);
void mapping_graph_allgather(mapping_graph *g, double times, double bytes);
void mapping_graph_alltoall(mapping_graph *g, double times, double bytes);
// To be called once, behind the last message; the functions below want it.
void mapping_graph_finish(mapping_graph *g);
void mapping_graph_free(mapping_graph *g);

// What `hpcc-graph --procs N --matrix` prints, finished: pairs send their messages side by side, the first ones in one
// phase and so on; each round of a collective operation is a phase, too. NULL: `*line` is the line that is not
// understood (0: there is no message in it).
mapping_graph *mapping_graph_read(FILE *in, int *line);

// ---- the machine --------------------------------------------------------------------------------

// Below a node are the slots first to end - 1. A message between slots of different children has its latency (seconds)
// and bandwidth (bytes per second); the uplink (bytes per second; 0: no limit) is what all slots below share to reach
// others. Nodes of the same shape are alike in all that is below them.
typedef struct {
	int parent, depth, first, end, shape;
	double latency, bandwidth, uplink;
	double speed;       // of a slot: work of one second at speed 1 takes 1 / speed
	char *host, *place; // of a slot, as a rankfile names it
} mapping_node;

// Nodes and slots are numbered depth first; the root is node 0.
typedef struct {
	int n_nodes, n_slots;
	mapping_node *node;
	int *leaf;   // the node that is a slot
	int *listed; // the how manieth slot this one was when the tree was made
	int levels;
	int *path; // path[slot * levels + d] is the slot's ancestor at depth d; below its leaf, -1 - slot
	struct mapping_tree_draft *draft;
} mapping_tree;

mapping_tree *mapping_tree_new(double latency, double bandwidth);
// An inner node below another one (0: the root), gives its handle, which is meant for these two functions only.
int mapping_tree_node(mapping_tree *t, int parent, double latency, double bandwidth, double uplink);
// A slot; host and place may be NULL.
void mapping_tree_slot(mapping_tree *t, int parent, double speed, double uplink, const char *host, const char *place);
// NULL, or what is wrong with the tree: it can only be freed then. Nodes without slots are left out.
const char *mapping_tree_finish(mapping_tree *t);
void mapping_tree_free(mapping_tree *t);

// A level of a regular machine: each node has `children` of these, with the values of the inner nodes above them.
typedef struct {
	int children;
	double latency, bandwidth; // between the children
	double uplink;             // of each child
} mapping_level;
mapping_tree *mapping_tree_regular(const mapping_level *level, int n_levels);

// The lowest node above both slots.
int mapping_meet(const mapping_tree *t, int a, int b);

// ---- what a mapping costs -----------------------------------------------------------------------

bool mapping_is_valid(const mapping_graph *g, const mapping_tree *t, const int *slot);
double mapping_time(const mapping_graph *g, const mapping_tree *t, const int *slot);
double mapping_distance(const mapping_graph *g, const mapping_tree *t, const int *slot);

// The time of one run of a phase, and what it waits for: a process (or -1), or the link above a node (or -1).
typedef struct {
	double time;
	int process, node;
} mapping_slowest;
mapping_slowest mapping_phase_time(const mapping_graph *g, int phase, const mapping_tree *t, const int *slot);

// ---- mappings -----------------------------------------------------------------------------------

// All set slot[0] to slot[n - 1]; the machine has at least n slots.

// Processes in their order on the slots in the order of sites, which are the root's children; within a site as listed.
void mapping_site_aware(const mapping_graph *g, const mapping_tree *t, int *slot);

// The best-fit heuristic: pairs of processes by falling volume, pairs of slots by falling M = a * NB + b * (1 - NL),
// where NB and NL are bandwidth and latency by the largest on the machine. Where one of a pair has a slot, the other
// gets the best one to that.
void mapping_best_fit(const mapping_graph *g, const mapping_tree *t, double a, double b, int *slot);

// Groups grown process by process along the heaviest edges, from the largest node of the machine to the smallest.
void mapping_grow(const mapping_graph *g, const mapping_tree *t, int *slot);

// Boxes of a lattice of the processes' numbers: the lattice and the boxes of least D. Gives false, and sets nothing,
// where the machine is not regular, has other than n slots, or nothing divides it so.
bool mapping_tile(const mapping_graph *g, const mapping_tree *t, int *slot);

// Scotch's. Gives false, and sets nothing, where this was built without it.
bool mapping_scotch(const mapping_graph *g, const mapping_tree *t, int *slot);

// The mapping of least T, and of these one of least D. Gives false where `steps` partial mappings do not suffice; what
// is in `slot` then is no worse than what was there. It must be a mapping when this is called.
bool mapping_exact(const mapping_graph *g, const mapping_tree *t, long steps, int *slot);

typedef struct {
	long effort; // how hard it tries: evaluated arcs, some nanoseconds each, in each of its searches for 1,024 slots
	int exact;   // the best mapping for up to so many processes (mapping_exact); 0: branch and bound is not tried
	// Another mapping to begin with, such as mapping_scotch; NULL: none. The result is no worse in T.
	bool (*start)(const mapping_graph *g, const mapping_tree *t, int *slot);
	bool bound; // with more than 24 processes, the result is no worse than the start in D either
} mapping_options;
#define MAPPING_OPTIONS ((mapping_options){.effort = 3000000, .exact = 9, .bound = true})

// Our own: from the best of the above, by swaps of processes and of groups on the cost of each phase. Of mappings of
// more than `exact` and at most 32 processes that cost nearly the same (T within a thousandth, D within a hundredth, T
// no more than the start's) it is one with fast slots where most is sent: what slow ones send later others wait for.
void mapping_default(const mapping_graph *g, const mapping_tree *t, const mapping_options *o, int *slot);

// ---- what is done with a mapping ----------------------------------------------------------------

// As a rankfile of Open MPI. Slots without a host are refused (false).
bool mapping_rankfile(FILE *out, const mapping_graph *g, const mapping_tree *t, const int *slot);

// For a communicator that is split with these keys: rank r of `ranks`, which runs on slot started[r], becomes key[r];
// -1 where no process is mapped onto its slot. False where a process' slot has no rank.
bool mapping_permutation(const mapping_graph *g, const int *slot, int ranks, const int *started, int *key);

#endif
