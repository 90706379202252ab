// SPDX-License-Identifier: Apache-2.0
//
// Not translated: it calls MPI itself, in each of the ways that statistics take note of.
#include <mpi.h>
#include <stdio.h>

static int rank, size;

// A ring: to the right by each kind of send, `n` doubles; received from the left.
static void ring(MPI_Comm comm, int n)
{
	int me, all, done = 0;
	double out[16] = {1}, in[16];
	char room[4096];
	MPI_Request request[2];
	MPI_Comm_rank(comm, &me);
	MPI_Comm_size(comm, &all);
	const int right = (me + 1) % all, left = (me + all - 1) % all;
	MPI_Buffer_attach(room, sizeof room);
	MPI_Bsend(out, n, MPI_DOUBLE, right, 1, comm);
	MPI_Recv(in, n, MPI_DOUBLE, left, 1, comm, MPI_STATUS_IGNORE);
	MPI_Irecv(in, n, MPI_DOUBLE, left, 2, comm, &request[0]);
	MPI_Isend(out, n, MPI_DOUBLE, right, 2, comm, &request[1]);
	MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
	MPI_Irecv(in, n, MPI_DOUBLE, left, 3, comm, &request[0]);
	MPI_Ssend(out, n, MPI_DOUBLE, right, 3, comm);
	while (!done) MPI_Test(request, &done, MPI_STATUS_IGNORE);
	MPI_Irecv(in, n, MPI_DOUBLE, left, 4, comm, &request[0]);
	MPI_Barrier(comm);
	MPI_Rsend(out, n, MPI_DOUBLE, right, 4, comm);
	MPI_Wait(request, MPI_STATUS_IGNORE);
	MPI_Sendrecv(out, n, MPI_DOUBLE, right, 5, in, n, MPI_DOUBLE, left, 5, comm, MPI_STATUS_IGNORE);
	MPI_Sendrecv_replace(out, n, MPI_DOUBLE, right, 6, left, 6, comm, MPI_STATUS_IGNORE);
	MPI_Buffer_detach(room, &done);
}

// The same request three times, beside one that is made and freed, whose number may come again.
static void persistent(int n)
{
	double out[16] = {1}, in[16];
	MPI_Request request[2];
	MPI_Send_init(out, 1, MPI_DOUBLE, (rank + 1) % size, 7, MPI_COMM_WORLD, &request[0]);
	MPI_Request_free(&request[0]);
	MPI_Send_init(out, n, MPI_DOUBLE, (rank + 1) % size, 8, MPI_COMM_WORLD, &request[0]);
	MPI_Recv_init(in, n, MPI_DOUBLE, MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, &request[1]);
	for (int k = 0; k < 2; k++) {
		MPI_Startall(2, request);
		MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
	}
	MPI_Start(&request[1]);
	MPI_Start(&request[0]);
	MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
	MPI_Request_free(&request[0]);
	MPI_Request_free(&request[1]);
}

static void together(void)
{
	enum { MOST = 64 };
	double data[MOST] = {1}, all[MOST * 8];
	int counts[8], at[8], last = size - 1;
	MPI_Request request;
	for (int p = 0; p < size; p++) counts[p] = p + 1, at[p] = p * MOST / 8;
	MPI_Bcast(data, 5, MPI_DOUBLE, last, MPI_COMM_WORLD);
	MPI_Ibcast(data, 5, MPI_DOUBLE, last, MPI_COMM_WORLD, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Reduce(data, all, 3, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
	MPI_Allreduce(data, all, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	MPI_Scan(data, all, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	MPI_Gather(data, 2, MPI_DOUBLE, all, 2, MPI_DOUBLE, last, MPI_COMM_WORLD);
	// Only the root's counts and types mean anything.
	MPI_Gatherv(data, counts[rank], MPI_DOUBLE, rank == 0 ? all : NULL, rank == 0 ? counts : NULL,
	        rank == 0 ? at : NULL, rank == 0 ? MPI_DOUBLE : MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
	MPI_Scatterv(data, counts, at, MPI_DOUBLE, all, counts[rank], MPI_DOUBLE, 0, MPI_COMM_WORLD);
	MPI_Allgather(data, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, MPI_COMM_WORLD);
	MPI_Alltoall(data, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, MPI_COMM_WORLD);
	MPI_Reduce_scatter(data, all, counts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

void own_mpi(int begins, int step)
{
	int among[2] = {0, 0};
	MPI_Comm turned;
	if (begins) {
		int provided;
		MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
	}
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	ring(MPI_COMM_WORLD, 4);
	if (step == 0) {
		// The processes in the other order, and each half for itself: ranks are those of the whole program.
		MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &turned);
		ring(turned, 2);
		MPI_Comm_free(&turned);
		MPI_Comm_split(MPI_COMM_WORLD, rank == 0, 0, &turned);
		MPI_Allreduce(MPI_IN_PLACE, among, 2, MPI_INT, MPI_SUM, turned);
		MPI_Comm_free(&turned);
		persistent(3);
		together();
		if (rank == 0 && size > 1) MPI_Send(among, 2, MPI_INT, size - 1, 9, MPI_COMM_WORLD);
		if (rank == size - 1 && size > 1) MPI_Recv(among, 2, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		if (rank == 0) MPI_Send(among, 2, MPI_INT, MPI_PROC_NULL, 9, MPI_COMM_WORLD);
	}
	if (begins) MPI_Finalize();
}
