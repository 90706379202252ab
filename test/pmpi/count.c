// SPDX-License-Identifier: Apache-2.0
//
// Counts what a program sends, by the profiling interface of MPI, independent of what the runtime says of itself.
// Preloaded: `mpirun -x LD_PRELOAD=libcount.so -x MPI_COUNT_DIR=dir`. Each process leaves dir/<rank> when it calls
// MPI_Finalize, one line: messages sent, their bytes, collective operations, the bytes that these brought it, and its peak
// resident memory in kB; and dir/<rank>.to, a line for each process that it has sent to: its rank, messages, bytes. A program that looks up `mpi_count_mark` and calls it gets a line of what was counted so far in
// dir/<rank>.marks.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static long messages, bytes, collectives, received;

// Persistent sends, which count when they are started.
typedef struct persistent {
	MPI_Request request;
	int to; // in MPI_COMM_WORLD
	long bytes;
} persistent;
static persistent *sends;
static int n_sends, room;

static long size_of(int count, MPI_Datatype type)
{
	int size = 0;
	PMPI_Type_size(type, &size);
	return (long)count * size;
}

typedef struct peer {
	long messages, bytes;
} peer;
static peer *peers; // by rank in MPI_COMM_WORLD
static int n_peers;

static int in_world(int rank, MPI_Comm comm)
{
	MPI_Group world, group;
	int result = rank;
	PMPI_Comm_group(MPI_COMM_WORLD, &world);
	PMPI_Comm_group(comm, &group);
	PMPI_Group_translate_ranks(group, 1, &rank, world, &result);
	PMPI_Group_free(&group);
	PMPI_Group_free(&world);
	return result;
}

static void sent_to(int to, long size)
{
	messages++;
	bytes += size;
	if (to < 0) return;
	if (to >= n_peers) {
		peers = realloc(peers, (to + 1) * sizeof *peers);
		if (!peers) abort();
		for (; n_peers <= to; n_peers++) peers[n_peers] = (peer){0, 0};
	}
	peers[to].messages++;
	peers[to].bytes += size;
}

static void sent(int count, MPI_Datatype type, int destination, MPI_Comm comm)
{
	if (destination != MPI_PROC_NULL) sent_to(in_world(destination, comm), size_of(count, type));
}

static void keep(MPI_Request request, int to, long size)
{
	if (n_sends == room) {
		room = room ? 2 * room : 16;
		sends = realloc(sends, room * sizeof *sends);
		if (!sends) abort();
	}
	sends[n_sends++] = (persistent){request, to, size};
}

static void started(MPI_Request request)
{
	for (int k = 0; k < n_sends; k++)
		if (sends[k].request == request) {
			sent_to(sends[k].to, sends[k].bytes);
			return;
		}
}

static void print(const char *suffix, const char *mode)
{
	const char *dir = getenv("MPI_COUNT_DIR");
	if (!dir) return;
	int rank = 0;
	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	char path[4096];
	snprintf(path, sizeof path, "%s/%d%s", dir, rank, suffix);
	FILE *file = fopen(path, mode);
	if (!file) return;
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	fprintf(file, "messages %ld bytes %ld collectives %ld received %ld rss_kb %ld\n", messages, bytes, collectives,
	        received, usage.ru_maxrss);
	fclose(file);
}

static void print_peers(void)
{
	const char *dir = getenv("MPI_COUNT_DIR");
	if (!dir) return;
	int rank = 0;
	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	char path[4096];
	snprintf(path, sizeof path, "%s/%d.to", dir, rank);
	FILE *file = fopen(path, "w");
	if (!file) return;
	for (int k = 0; k < n_peers; k++)
		if (peers[k].messages) fprintf(file, "%d %ld %ld\n", k, peers[k].messages, peers[k].bytes);
	fclose(file);
}

static void report(void)
{
	print("", "w");
	print_peers();
}

void mpi_count_mark(void) { print(".marks", "a"); }

int MPI_Finalize(void)
{
	report();
	return PMPI_Finalize();
}

#define SEND(name)                                                                                                     \
	int MPI_##name(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)               \
	{                                                                                                              \
		sent(count, type, to, comm);                                                                                 \
		return PMPI_##name(buffer, count, type, to, tag, comm);                                                \
	}
SEND(Send)
SEND(Ssend)
SEND(Bsend)
SEND(Rsend)

#define ISEND(name)                                                                                                    \
	int MPI_##name(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,               \
	        MPI_Request *request)                                                                                  \
	{                                                                                                              \
		sent(count, type, to, comm);                                                                                 \
		return PMPI_##name(buffer, count, type, to, tag, comm, request);                                       \
	}
ISEND(Isend)
ISEND(Issend)
ISEND(Ibsend)
ISEND(Irsend)

#define SEND_INIT(name)                                                                                                \
	int MPI_##name(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,               \
	        MPI_Request *request)                                                                                  \
	{                                                                                                              \
		int status = PMPI_##name(buffer, count, type, to, tag, comm, request);                                 \
		if (to != MPI_PROC_NULL) keep(*request, in_world(to, comm), size_of(count, type));                                         \
		return status;                                                                                         \
	}
SEND_INIT(Send_init)
SEND_INIT(Ssend_init)
SEND_INIT(Rsend_init)

int MPI_Start(MPI_Request *request)
{
	started(*request);
	return PMPI_Start(request);
}

int MPI_Startall(int n, MPI_Request *request)
{
	for (int k = 0; k < n; k++) started(request[k]);
	return PMPI_Startall(n, request);
}

int MPI_Request_free(MPI_Request *request)
{
	for (int k = 0; k < n_sends; k++)
		if (sends[k].request == *request) sends[k--] = sends[--n_sends];
	return PMPI_Request_free(request);
}

int MPI_Sendrecv(const void *out, int n_out, MPI_Datatype out_type, int to, int out_tag, void *in, int n_in,
        MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm, MPI_Status *status)
{
	sent(n_out, out_type, to, comm);
	return PMPI_Sendrecv(out, n_out, out_type, to, out_tag, in, n_in, in_type, from, in_tag, comm, status);
}

int MPI_Sendrecv_replace(void *data, int n, MPI_Datatype type, int to, int out_tag, int from, int in_tag, MPI_Comm comm,
        MPI_Status *status)
{
	sent(n, type, to, comm);
	return PMPI_Sendrecv_replace(data, n, type, to, out_tag, from, in_tag, comm, status);
}

int MPI_Put(const void *origin, int n, MPI_Datatype type, int target, MPI_Aint displacement, int n_target,
        MPI_Datatype target_type, MPI_Win window)
{
	if (target != MPI_PROC_NULL) sent_to(-1, size_of(n, type));
	return PMPI_Put(origin, n, type, target, displacement, n_target, target_type, window);
}

static long sum(const int *counts, MPI_Comm comm)
{
	int size = 0, inter = 0;
	long total = 0;
	PMPI_Comm_test_inter(comm, &inter);
	if (!inter) PMPI_Comm_size(comm, &size);
	for (int k = 0; k < size; k++) total += counts[k];
	return total;
}

static long all(long count, MPI_Comm comm)
{
	int size = 0;
	PMPI_Comm_size(comm, &size);
	return count * size;
}

static int is_root(int root, MPI_Comm comm)
{
	int rank = 0;
	PMPI_Comm_rank(comm, &rank);
	return rank == root;
}

// What all processes of a communicator call together; `elements` of type `type` come to this one.
#define COLLECTIVE(name, parameters, arguments, elements, type)                                                        \
	int MPI_##name parameters                                                                                      \
	{                                                                                                              \
		int element = 0;                                                                                       \
		PMPI_Type_size(type, &element);                                                                        \
		collectives++;                                                                                         \
		received += (elements)*element;                                                                        \
		return PMPI_##name arguments;                                                                          \
	}
COLLECTIVE(Barrier, (MPI_Comm c), (c), 0L, MPI_BYTE)
COLLECTIVE(Ibarrier, (MPI_Comm c, MPI_Request *r), (c, r), 0L, MPI_BYTE)
COLLECTIVE(Bcast, (void *b, int n, MPI_Datatype t, int root, MPI_Comm c), (b, n, t, root, c), (long)n, t)
COLLECTIVE(Ibcast, (void *b, int n, MPI_Datatype t, int root, MPI_Comm c, MPI_Request *r), (b, n, t, root, c, r),
        (long)n, t)
COLLECTIVE(Reduce, (const void *s, void *b, int n, MPI_Datatype t, MPI_Op o, int root, MPI_Comm c),
        (s, b, n, t, o, root, c), is_root(root, c) ? (long)n : 0L, t)
COLLECTIVE(Allreduce, (const void *s, void *b, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c), (s, b, n, t, o, c),
        (long)n, t)
COLLECTIVE(Iallreduce, (const void *s, void *b, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c, MPI_Request *r),
        (s, b, n, t, o, c, r), (long)n, t)
COLLECTIVE(Scan, (const void *s, void *b, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c), (s, b, n, t, o, c), (long)n, t)
COLLECTIVE(Exscan, (const void *s, void *b, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c), (s, b, n, t, o, c), (long)n,
        t)
COLLECTIVE(Allgather, (const void *s, int m, MPI_Datatype u, void *b, int n, MPI_Datatype t, MPI_Comm c),
        (s, m, u, b, n, t, c), all(n, c), t)
COLLECTIVE(Allgatherv,
        (const void *s, int m, MPI_Datatype u, void *b, const int *n, const int *d, MPI_Datatype t, MPI_Comm c),
        (s, m, u, b, n, d, t, c), sum(n, c), t)
COLLECTIVE(Iallgather,
        (const void *s, int m, MPI_Datatype u, void *b, int n, MPI_Datatype t, MPI_Comm c, MPI_Request *r),
        (s, m, u, b, n, t, c, r), all(n, c), t)
COLLECTIVE(Iallgatherv,
        (const void *s, int m, MPI_Datatype u, void *b, const int *n, const int *d, MPI_Datatype t, MPI_Comm c,
                MPI_Request *r),
        (s, m, u, b, n, d, t, c, r), sum(n, c), t)
// Counts of a gathering, and the type, are the root's.
COLLECTIVE(Gather, (const void *s, int m, MPI_Datatype u, void *b, int n, MPI_Datatype t, int root, MPI_Comm c),
        (s, m, u, b, n, t, root, c), is_root(root, c) ? all(n, c) : 0L, is_root(root, c) ? t : MPI_BYTE)
COLLECTIVE(Igather,
        (const void *s, int m, MPI_Datatype u, void *b, int n, MPI_Datatype t, int root, MPI_Comm c, MPI_Request *r),
        (s, m, u, b, n, t, root, c, r), is_root(root, c) ? all(n, c) : 0L, is_root(root, c) ? t : MPI_BYTE)
COLLECTIVE(Gatherv,
        (const void *s, int m, MPI_Datatype u, void *b, const int *n, const int *d, MPI_Datatype t, int root,
                MPI_Comm c),
        (s, m, u, b, n, d, t, root, c), is_root(root, c) ? sum(n, c) : 0L, is_root(root, c) ? t : MPI_BYTE)
COLLECTIVE(Scatter, (const void *s, int m, MPI_Datatype u, void *b, int n, MPI_Datatype t, int root, MPI_Comm c),
        (s, m, u, b, n, t, root, c), (long)n, t)
COLLECTIVE(Scatterv,
        (const void *s, const int *m, const int *d, MPI_Datatype u, void *b, int n, MPI_Datatype t, int root,
                MPI_Comm c),
        (s, m, d, u, b, n, t, root, c), (long)n, t)
COLLECTIVE(Alltoall, (const void *s, int m, MPI_Datatype u, void *b, int n, MPI_Datatype t, MPI_Comm c),
        (s, m, u, b, n, t, c), all(n, c), t)
COLLECTIVE(Alltoallv,
        (const void *s, const int *m, const int *d, MPI_Datatype u, void *b, const int *n, const int *e, MPI_Datatype t,
                MPI_Comm c),
        (s, m, d, u, b, n, e, t, c), sum(n, c), t)
COLLECTIVE(Neighbor_alltoallv,
        (const void *s, const int *m, const int *d, MPI_Datatype u, void *b, const int *n, const int *e, MPI_Datatype t,
                MPI_Comm c),
        (s, m, d, u, b, n, e, t, c), 0L, t)
COLLECTIVE(Win_fence, (int assert, MPI_Win w), (assert, w), 0L, MPI_BYTE)
