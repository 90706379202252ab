// SPDX-License-Identifier: Apache-2.0
//
// hpcc-probe: how much of an exchange goes on while processes compute. MPI moves large messages only while it is called,
// where nobody else does it: then what could overlap takes its time all the same.
#include "probe.h"

#include <math.h>
#include <stdlib.h>

enum { LARGE = 1 << 18, ROUNDS = 31, TAG = 2 };
// Smaller messages that MPI may send at once, with room for what it adds to them.
static const int eager[] = {65536 - 256, 32768, 8192, 2048};

// Values that a compiler does not know, so that it neither computes what follows from them nor does it once for all
// rounds.
static volatile double source = 0.5, sink;

static void work(long n)
{
	double x = source;
	const double y = source;
	for (long k = 0; k < n; k++) x = x * y + 1;
	sink = x;
}

typedef enum what { EXCHANGE, WORK, BOTH, N_WHAT } what;

// Seconds of the slowest process; the same at all.
static double run(MPI_Comm comm, what what, int bytes, long n, probe_buffers *room)
{
	int rank, size;
	MPI_Request request[4];
	MPI_Status status[4];
	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	const int before = rank > 0 ? rank - 1 : MPI_PROC_NULL, behind = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
	MPI_Barrier(comm);
	const double from = probe_seconds();
	if (what != WORK) {
		MPI_Irecv(room->in, bytes, MPI_BYTE, before, TAG, comm, &request[0]);
		MPI_Irecv(room->in + LARGE, bytes, MPI_BYTE, behind, TAG, comm, &request[1]);
		MPI_Isend(room->out, bytes, MPI_BYTE, before, TAG, comm, &request[2]);
		MPI_Isend(room->out + LARGE, bytes, MPI_BYTE, behind, TAG, comm, &request[3]);
	}
	if (what != EXCHANGE) work(n);
	if (what != WORK) MPI_Waitall(4, request, status);
	double took = probe_seconds() - from;
	MPI_Allreduce(MPI_IN_PLACE, &took, 1, MPI_DOUBLE, MPI_MAX, comm);
	return took;
}

static int compare(const void *a, const void *b)
{
	const double *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

static double median(double *x, int n)
{
	qsort(x, (size_t)n, sizeof *x, compare);
	return n % 2 ? x[n / 2] : (x[n / 2 - 1] + x[n / 2]) / 2;
}

// Work that takes about as long as an exchange; the same at all.
static long as_long_as(MPI_Comm comm, double seconds, probe_buffers *room)
{
	enum { FIRST = 100000 };
	double least = run(comm, WORK, 0, FIRST, room);
	for (int k = 0; k < 4; k++) least = fmin(least, run(comm, WORK, 0, FIRST, room));
	return least > 0 ? (long)(FIRST * seconds / least) + 1 : FIRST;
}

static double overlap_among(MPI_Comm comm, int bytes, probe_buffers *room)
{
	double took[N_WHAT][ROUNDS];
	for (int k = 0; k < 5; k++) took[EXCHANGE][k] = run(comm, EXCHANGE, bytes, 0, room);
	const long n = as_long_as(comm, median(took[EXCHANGE], 5), room);
	for (int k = 0; k < ROUNDS; k++)
		for (int w = 0; w < N_WHAT; w++) took[w][k] = run(comm, (what)w, bytes, n, room);
	const double exchange = median(took[EXCHANGE], ROUNDS), alone = median(took[WORK], ROUNDS),
	             both = median(took[BOTH], ROUNDS), shorter = fmin(exchange, alone);
	return shorter > 0 ? fmin(1, fmax(0, (exchange + alone - both) / shorter)) : 1;
}

// The part of large messages; the size of those that go by themselves.
static void among(MPI_Comm comm, double own[2], probe_buffers *room)
{
	own[0] = overlap_among(comm, LARGE, room);
	for (size_t k = 0; k < sizeof eager / sizeof *eager && own[1] == 0; k++)
		if (overlap_among(comm, eager[k], room) >= 0.5) own[1] = eager[k];
}

void probe_overlap(probe_plan *plan, probe_buffers *room)
{
	for (int g = 0; g < plan->n_groups; g++) {
		double own[2] = {0, 0};
		const probe_batch *most = NULL;
		for (int k = 0; k < plan->n_batches; k++)
			if (plan->batch[k].group == g) most = &plan->batch[k];
		if (most && most->comm != MPI_COMM_NULL) among(most->comm, own, room);
		probe_wait(MPI_COMM_WORLD); // who has no part in it sleeps
		MPI_Allreduce(MPI_IN_PLACE, own, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
		plan->group[g].overlap = most ? own[0] : 1;
		plan->group[g].eager_bytes = own[1];
	}
}
