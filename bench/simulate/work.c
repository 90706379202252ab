// SPDX-License-Identifier: Apache-2.0
//
// Simulated computing time, of counted work: linked into programs that run on SMPI. The compiler calls us at each store and
// in each block of instructions (-fsanitize-coverage=trace-pc,trace-stores). Before a process turns to MPI, or to the clock,
// what was counted since the last time is computing that it did, at the speed of the simulated host. So a program takes the
// same simulated time on any machine, in every run. Loads do not count: how many of them are redundant depends on what
// the compiler sees of aliases, not on what the program does.
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NOT_COUNTED __attribute__((no_sanitize("coverage")))

static long work, all_work, messages, bytes, collectives;

// ---- counting ---------------------------------------------------------------------------------

// A value that is stored stands for what it was computed from, too. With this, at 3e9 a second, the sequential programs take
// the time that they take on the machine whose measurements bench/README.md names.
enum { OF_A_STORE = 3 };

NOT_COUNTED void __sanitizer_cov_trace_pc(void) { work++; }

#define STORE(size)                                                                                                    \
	NOT_COUNTED void __sanitizer_cov_store##size(void *address)                                                    \
	{                                                                                                              \
		(void)address;                                                                                         \
		work += OF_A_STORE;                                                                                    \
	}
STORE(1)
STORE(2)
STORE(4)
STORE(8)
STORE(16)

// Copies as if word by word.
void *__real_memcpy(void *to, const void *from, size_t n);
NOT_COUNTED void *__wrap_memcpy(void *to, const void *from, size_t n)
{
	work += (long)(n / sizeof(double));
	return __real_memcpy(to, from, n);
}

void *__real_memset(void *to, int value, size_t n);
NOT_COUNTED void *__wrap_memset(void *to, int value, size_t n)
{
	work += (long)(n / sizeof(double));
	return __real_memset(to, value, n);
}

NOT_COUNTED static void compute(void)
{
	if (work == 0) return;
	smpi_execute_flops((double)work);
	all_work += work;
	work = 0;
}

int __real_smpi_clock_gettime(clockid_t id, struct timespec *now);
NOT_COUNTED int __wrap_smpi_clock_gettime(clockid_t id, struct timespec *now)
{
	compute();
	return __real_smpi_clock_gettime(id, now);
}

NOT_COUNTED double MPI_Wtime(void)
{
	compute();
	return PMPI_Wtime();
}

// ---- messages ---------------------------------------------------------------------------------

NOT_COUNTED static void sent(long n)
{
	messages++;
	bytes += n;
}

NOT_COUNTED static long size_of(int count, MPI_Datatype type)
{
	int size = 0;
	PMPI_Type_size(type, &size);
	return (long)count * size;
}

NOT_COUNTED int MPI_Isend(
        const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request)
{
	compute();
	sent(size_of(count, type));
	return PMPI_Isend(data, count, type, to, tag, comm, request);
}

NOT_COUNTED int MPI_Irecv(
        void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request)
{
	compute();
	return PMPI_Irecv(data, count, type, from, tag, comm, request);
}

// Persistent sends count when they are started.
static struct persistent {
	MPI_Request request;
	long bytes;
} *sends;
static int n_sends;

NOT_COUNTED int MPI_Send_init(
        const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request)
{
	int result = PMPI_Send_init(data, count, type, to, tag, comm, request);
	sends = realloc(sends, (size_t)(n_sends + 1) * sizeof *sends);
	if (!sends) abort();
	sends[n_sends++] = (struct persistent){*request, size_of(count, type)};
	return result;
}

NOT_COUNTED static void started(MPI_Request request)
{
	for (int k = 0; k < n_sends; k++)
		if (sends[k].request == request) sent(sends[k].bytes);
}

NOT_COUNTED int MPI_Request_free(MPI_Request *request)
{
	for (int k = n_sends - 1; k >= 0; k--)
		if (sends[k].request == *request) sends[k] = sends[--n_sends];
	return PMPI_Request_free(request);
}

NOT_COUNTED int MPI_Start(MPI_Request *request)
{
	compute();
	started(*request);
	return PMPI_Start(request);
}

NOT_COUNTED int MPI_Startall(int n, MPI_Request *request)
{
	compute();
	for (int k = 0; k < n; k++) started(request[k]);
	return PMPI_Startall(n, request);
}

NOT_COUNTED int MPI_Waitall(int n, MPI_Request *request, MPI_Status *status)
{
	compute();
	return PMPI_Waitall(n, request, status);
}

// ---- collectives ------------------------------------------------------------------------------

#define COLLECTIVE(name, parameters, arguments)                                                                        \
	NOT_COUNTED int MPI_##name parameters                                                                          \
	{                                                                                                              \
		compute();                                                                                             \
		collectives++;                                                                                         \
		return PMPI_##name arguments;                                                                          \
	}

COLLECTIVE(Barrier, (MPI_Comm comm), (comm))
COLLECTIVE(Bcast, (void *data, int count, MPI_Datatype type, int root, MPI_Comm comm), (data, count, type, root, comm))
COLLECTIVE(Reduce, (const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm),
        (from, to, count, type, op, root, comm))
COLLECTIVE(Allreduce, (const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
        (from, to, count, type, op, comm))
COLLECTIVE(Allgather,
        (const void *from, int count, MPI_Datatype type, void *to, int each, MPI_Datatype to_type, MPI_Comm comm),
        (from, count, type, to, each, to_type, comm))
COLLECTIVE(Allgatherv,
        (const void *from, int count, MPI_Datatype type, void *to, const int *each, const int *offset,
                MPI_Datatype to_type, MPI_Comm comm),
        (from, count, type, to, each, offset, to_type, comm))

// SMPI's own sends a message from each to each, which no MPI does. An MPI without a thread of its own goes through the
// rounds when it is waited for; that is what this one does.
static struct pending {
	int is_there, count;
	const void *from;
	void *to;
	MPI_Datatype type;
	MPI_Op op;
	MPI_Comm comm;
} pending;

NOT_COUNTED int MPI_Iallreduce(
        const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
	if (pending.is_there) abort();
	pending = (struct pending){1, count, from, to, type, op, comm};
	*request = MPI_REQUEST_NULL;
	return MPI_SUCCESS;
}

NOT_COUNTED int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
	compute();
	if (*request != MPI_REQUEST_NULL || !pending.is_there) return PMPI_Wait(request, status);
	pending.is_there = 0;
	return MPI_Allreduce(pending.from, pending.to, pending.count, pending.type, pending.op, pending.comm);
}

// ---- the end ----------------------------------------------------------------------------------

NOT_COUNTED static void report(void)
{
	long mine[] = {messages, bytes, collectives, all_work}, most[4];
	int rank;
	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	PMPI_Reduce(mine, most, 4, MPI_LONG, MPI_MAX, 0, MPI_COMM_WORLD);
	if (rank == 0)
		fprintf(stderr, "simulate: messages %ld bytes %ld collectives %ld work %ld\n", most[0], most[1],
		        most[2], most[3]);
}

NOT_COUNTED int MPI_Finalize(void)
{
	compute();
	report();
	return PMPI_Finalize();
}
