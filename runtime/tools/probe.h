// SPDX-License-Identifier: Apache-2.0
//
// hpcc-probe: what its MPI files share. All processes hold the same places and plan; only process 0 reads and writes
// files, and knows the results.
#ifndef HPCC_TOOLS_PROBE_H
#define HPCC_TOOLS_PROBE_H

#include "probe_limits.h"
#include "probe_loops.h"

#include <mpi.h>
#include <stdio.h>

typedef struct probe_options {
	bool quick, verify, compare, help, version;
	const char *out, *machine, *plot;
	const char **cluster; // NAME=host1,host2,...
	int n_clusters;
	const char *file[2]; // of --verify and --compare
	int progress;        // 1: yes, 0: no, -1: where stderr is a terminal
} probe_options;

// ---- who is where -----------------------------------------------------------------------------

// What a process says of itself and of its host. Sent as bytes: hosts of one job have the same ABI.
typedef struct probe_here {
	char host[256], model[208];
	int cores, cores_allowed, sockets, numa_nodes;
	int core; // the only one that the process may run on; -1: there are several
	double memory_bytes, cache_bytes;
	probe_limits limits;
	double others; // cores that others used when this program did nothing, on the average
} probe_here;

typedef struct probe_host {
	probe_here here; // of its first process
	int *rank;       // in MPI_COMM_WORLD, in order
	int n_ranks;
	int type, cluster;
	double available;
} probe_host;

typedef struct probe_type {
	char name[256];
	int host; // the one with the most processes
	int n_hosts;
} probe_type;

typedef struct probe_cluster {
	char *name; // NULL: the root
	int *host;  // in order
	int n_hosts;
} probe_cluster;

typedef struct probe_places {
	int rank, size;
	probe_host *host; // in the order of their first processes
	int n_hosts, own; // `own`: that of this process
	probe_type *type;
	int n_types;
	probe_cluster *cluster;
	int n_clusters;
	int own_core; // see probe_here
	MPI_Comm host_comm;
} probe_places;

void probe_here_fill(probe_here *here);
// `known`: where the machine file puts hosts; at process 0 only, and may be NULL. Collective. False: *error says why,
// at process 0, to be freed.
bool probe_places_find(probe_places *p, const probe_options *o, const machine *known, char **error);
void probe_places_free(probe_places *p);

// A barrier in which those who wait sleep: they take no core from those who measure.
void probe_wait(MPI_Comm comm);
void probe_nap(double seconds);
// Fills in what others use while all sleep, and what of their cores processes get.
void probe_watch(probe_places *p, double seconds);

// ---- exchanges --------------------------------------------------------------------------------

typedef struct probe_buffers {
	char *out, *in;
	size_t size;
} probe_buffers;

// One exchange of the topology among all of comm, of messages of `bytes`; number: how many there were before.
void probe_exchange(MPI_Comm comm, machine_topology topology, int bytes, int number, probe_buffers *room);

// ---- what is measured -------------------------------------------------------------------------

typedef struct probe_cell {
	int topology, bytes, times; // exchanges in a run
	int n;
	double us[PROBE_MOST_ROUNDS];
} probe_cell;

// Processes that exchange messages: `comm` is MPI_COMM_NULL at others.
typedef struct probe_batch {
	int group, processes;
	MPI_Comm comm;
	probe_cell *cell;
	int n_cells;
} probe_batch;

// Inside a host of a type, among hosts of a cluster, or between two clusters (ping-pong only).
typedef enum probe_group_kind { PROBE_INSIDE, PROBE_AMONG, PROBE_BETWEEN } probe_group_kind;
typedef struct probe_group {
	probe_group_kind kind;
	int which, other; // a type; a cluster; two clusters
	int *rank;        // as the mapper places: by hosts, in the order of ranks
	int n_ranks;
	int pair[2];        // a process of one host or cluster, and one of another
	int fewest;         // processes that are on more than one host
	double overlap;     // of large messages with computation
	double eager_bytes; // all of messages up to so many bytes overlaps
} probe_group;

typedef struct probe_plan {
	probe_group *group;
	int n_groups;
	probe_batch *batch;
	int n_batches;
	int n_rounds;
} probe_plan;

// The sizes of messages that are measured, in bytes; they end with -1.
const int *probe_sizes(bool quick);

// `sizes` and `topologies` end with -1; NULL: the usual ones.
void probe_plan_make(probe_plan *plan, const probe_places *p, bool quick, const int *sizes, const int *topologies);
void probe_plan_run(probe_plan *plan, const probe_places *p, bool quick, probe_buffers *room, const char *what);
// Sets `overlap` and `eager_bytes` of the groups. The room is that of probe_plan_run. Collective.
void probe_overlap(probe_plan *plan, probe_buffers *room);
void probe_plan_free(probe_plan *plan);
// The cells of a group and topology as points to be fitted. Gives how many; to be freed.
int probe_plan_points(const probe_plan *plan, int group, int topology, fit_point **point);

// What each process's loops take, and what processes of a host get of its memory; process 0 has them all.
typedef struct probe_speed {
	int n_loops;
	fit_loop (*loop)[PROBE_MOST_LOOPS]; // of each process
	int *core;                          // of each process, if it stays on one; -1
	double *alone;                      // of each process: how many times faster it is alone; 0: not measured
	int *bandwidths;                    // of each host: up to how many processes
	double **bandwidth;                 // of each host: of 1, 2, ... processes together
} probe_speed;
void probe_speed_measure(probe_speed *s, const probe_places *p, bool quick);
void probe_speed_free(probe_speed *s, const probe_places *p);

// ---- progress ---------------------------------------------------------------------------------

// At process 0: where we are.
void probe_progress(const char *what, int done, int of);
void probe_progress_start(const probe_options *o, int rank);
void probe_progress_end(void);

// ---- results: process 0 only ------------------------------------------------------------------

typedef struct probe_result {
	int group, topology;
	fit_point *point;
	int n_points, runs;
	fit_piece piece[FIT_MOST_PIECES];
	int n_pieces;
} probe_result;

typedef struct probe_results {
	probe_result *result;
	int n;
	double loops_error; // of operations, the worst type's
} probe_results;

void probe_results_make(probe_results *r, const probe_plan *plan);
void probe_results_free(probe_results *r);
const probe_result *probe_results_find(const probe_results *r, int group, int topology);

// The machine as it was measured; `known` gives clusters their places. NULL: *errors.
machine *probe_machine(const probe_places *p, const probe_speed *s, const probe_plan *plan, probe_results *r,
        const machine *known, char **errors);

void probe_table(FILE *out, const probe_places *p, const machine *m, const probe_plan *plan, const probe_results *r);
void probe_group_name(char *text, size_t size, const probe_group *g, const probe_places *p);

// A picture of measured and fitted costs. False: *error says why, to be freed.
bool probe_plot(const char *path, const probe_places *p, const probe_plan *plan, const probe_results *r, char **error);

// Collective: measures a ping-pong and a halo exchange at sizes of its own, and compares with the file's functions.
// Gives, at process 0, whether each is predicted within 10 % on the average.
bool probe_verify(const machine *m, const probe_places *p, bool quick);

// Whether two files say the same of costs, within the errors that they state.
bool probe_compare(const machine *a, const machine *b, FILE *out);

char *probe_message(const char *format, ...) __attribute__((format(printf, 1, 2)));
void *probe_memory(size_t n, size_t size) __attribute__((returns_nonnull));
void *probe_grow(void *p, size_t n, size_t size) __attribute__((returns_nonnull));

#endif
