// SPDX-License-Identifier: Apache-2.0
//
// Counts what a program sends, by the profiling interface of MPI, independent of what the runtime says of itself.
// Preloaded: `mpirun -x LD_PRELOAD=libcount.so -x MPI_COUNT_DIR=dir`. Each process leaves dir/<rank> when it calls
// MPI_Finalize, one line: messages sent, their bytes, collective operations, and its peak resident memory in kB.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static long messages, bytes, collectives;

// Persistent sends, which count when they are started.
typedef struct persistent {
	MPI_Request request;
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

static void sent(int count, MPI_Datatype type, int destination)
{
	if (destination == MPI_PROC_NULL) return;
	messages++;
	bytes += size_of(count, type);
}

static void keep(MPI_Request request, long size)
{
	if (n_sends == room) {
		room = room ? 2 * room : 16;
		sends = realloc(sends, room * sizeof *sends);
		if (!sends) abort();
	}
	sends[n_sends++] = (persistent){request, size};
}

static void started(MPI_Request request)
{
	for (int k = 0; k < n_sends; k++)
		if (sends[k].request == request) {
			messages++;
			bytes += sends[k].bytes;
			return;
		}
}

static void report(void)
{
	const char *dir = getenv("MPI_COUNT_DIR");
	if (!dir) return;
	int rank = 0;
	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	char path[4096];
	snprintf(path, sizeof path, "%s/%d", dir, rank);
	FILE *file = fopen(path, "w");
	if (!file) return;
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	fprintf(file, "messages %ld bytes %ld collectives %ld rss_kb %ld\n", messages, bytes, collectives,
	        usage.ru_maxrss);
	fclose(file);
}

int MPI_Finalize(void)
{
	report();
	return PMPI_Finalize();
}

#define SEND(name)                                                                                                     \
	int MPI_##name(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)               \
	{                                                                                                              \
		sent(count, type, to);                                                                                 \
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
		sent(count, type, to);                                                                                 \
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
		if (to != MPI_PROC_NULL) keep(*request, size_of(count, type));                                         \
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
	sent(n_out, out_type, to);
	return PMPI_Sendrecv(out, n_out, out_type, to, out_tag, in, n_in, in_type, from, in_tag, comm, status);
}

int MPI_Put(const void *origin, int n, MPI_Datatype type, int target, MPI_Aint displacement, int n_target,
        MPI_Datatype target_type, MPI_Win window)
{
	sent(n, type, target);
	return PMPI_Put(origin, n, type, target, displacement, n_target, target_type, window);
}

// What all processes of a communicator call together.
#define COLLECTIVE(name, parameters, arguments)                                                                        \
	int MPI_##name parameters                                                                                      \
	{                                                                                                              \
		collectives++;                                                                                         \
		return PMPI_##name arguments;                                                                          \
	}
COLLECTIVE(Barrier, (MPI_Comm c), (c))
COLLECTIVE(Ibarrier, (MPI_Comm c, MPI_Request *r), (c, r))
COLLECTIVE(Bcast, (void *b, int n, MPI_Datatype t, int root, MPI_Comm c), (b, n, t, root, c))
COLLECTIVE(Ibcast, (void *b, int n, MPI_Datatype t, int root, MPI_Comm c, MPI_Request *r), (b, n, t, root, c, r))
COLLECTIVE(Reduce, (const void *s, void *b, int n, MPI_Datatype t, MPI_Op o, int root, MPI_Comm c),
        (s, b, n, t, o, root, c))
COLLECTIVE(Allreduce, (const void *s, void *b, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c), (s, b, n, t, o, c))
COLLECTIVE(Iallreduce, (const void *s, void *b, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c, MPI_Request *r),
        (s, b, n, t, o, c, r))
COLLECTIVE(Scan, (const void *s, void *b, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c), (s, b, n, t, o, c))
COLLECTIVE(Exscan, (const void *s, void *b, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c), (s, b, n, t, o, c))
COLLECTIVE(Allgather, (const void *s, int m, MPI_Datatype u, void *b, int n, MPI_Datatype t, MPI_Comm c),
        (s, m, u, b, n, t, c))
COLLECTIVE(Allgatherv,
        (const void *s, int m, MPI_Datatype u, void *b, const int *n, const int *d, MPI_Datatype t, MPI_Comm c),
        (s, m, u, b, n, d, t, c))
COLLECTIVE(Gather, (const void *s, int m, MPI_Datatype u, void *b, int n, MPI_Datatype t, int root, MPI_Comm c),
        (s, m, u, b, n, t, root, c))
COLLECTIVE(Gatherv,
        (const void *s, int m, MPI_Datatype u, void *b, const int *n, const int *d, MPI_Datatype t, int root,
                MPI_Comm c),
        (s, m, u, b, n, d, t, root, c))
COLLECTIVE(Scatter, (const void *s, int m, MPI_Datatype u, void *b, int n, MPI_Datatype t, int root, MPI_Comm c),
        (s, m, u, b, n, t, root, c))
COLLECTIVE(Scatterv,
        (const void *s, const int *m, const int *d, MPI_Datatype u, void *b, int n, MPI_Datatype t, int root,
                MPI_Comm c),
        (s, m, d, u, b, n, t, root, c))
COLLECTIVE(Alltoall, (const void *s, int m, MPI_Datatype u, void *b, int n, MPI_Datatype t, MPI_Comm c),
        (s, m, u, b, n, t, c))
COLLECTIVE(Alltoallv,
        (const void *s, const int *m, const int *d, MPI_Datatype u, void *b, const int *n, const int *e, MPI_Datatype t,
                MPI_Comm c),
        (s, m, d, u, b, n, e, t, c))
COLLECTIVE(Neighbor_alltoallv,
        (const void *s, const int *m, const int *d, MPI_Datatype u, void *b, const int *n, const int *e, MPI_Datatype t,
                MPI_Comm c),
        (s, m, d, u, b, n, e, t, c))
COLLECTIVE(Win_fence, (int assert, MPI_Win w), (assert, w))
