// SPDX-License-Identifier: Apache-2.0
//
// hpcc-probe: one exchange of each topology, by the MPI calls that translated programs make for it.
#include "probe.h"

enum { TAG = 1 };

// Both neighbours at the same time; those at the ends have one.
static void row(MPI_Comm comm, int rank, int size, int bytes, probe_buffers *room)
{
	const int before = rank > 0 ? rank - 1 : MPI_PROC_NULL, behind = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
	MPI_Request request[4];
	MPI_Status status[4];
	MPI_Irecv(room->in, bytes, MPI_BYTE, before, TAG, comm, &request[0]);
	MPI_Irecv(room->in + bytes, bytes, MPI_BYTE, behind, TAG, comm, &request[1]);
	MPI_Isend(room->out, bytes, MPI_BYTE, before, TAG, comm, &request[2]);
	MPI_Isend(room->out + bytes, bytes, MPI_BYTE, behind, TAG, comm, &request[3]);
	MPI_Waitall(4, request, status);
}

// A message that goes around once: of two processes a ping-pong.
static void ring(MPI_Comm comm, int rank, int size, int bytes, probe_buffers *room)
{
	if (rank > 0) MPI_Recv(room->in, bytes, MPI_BYTE, rank - 1, TAG, comm, MPI_STATUS_IGNORE);
	MPI_Send(room->out, bytes, MPI_BYTE, (rank + 1) % size, TAG, comm);
	if (rank == 0) MPI_Recv(room->in, bytes, MPI_BYTE, size - 1, TAG, comm, MPI_STATUS_IGNORE);
}

// A binomial tree: from the leaves to process 0, and back.
static void tree(MPI_Comm comm, int rank, int size, int bytes, probe_buffers *room)
{
	int bit = 1;
	for (; bit < size && !(rank & bit); bit <<= 1)
		if (rank + bit < size) MPI_Recv(room->in, bytes, MPI_BYTE, rank + bit, TAG, comm, MPI_STATUS_IGNORE);
	if (rank != 0) {
		MPI_Send(room->out, bytes, MPI_BYTE, rank - bit, TAG, comm);
		MPI_Recv(room->in, bytes, MPI_BYTE, rank - bit, TAG, comm, MPI_STATUS_IGNORE);
	}
	for (bit >>= 1; bit > 0; bit >>= 1)
		if (rank + bit < size) MPI_Send(room->out, bytes, MPI_BYTE, rank + bit, TAG, comm);
}

// Each with the one that is half of all away: in the order of ranks these are on other hosts as far as can be. Of an
// odd number the last one has no partner.
static void pairwise(MPI_Comm comm, int rank, int size, int bytes, probe_buffers *room)
{
	MPI_Request request[2];
	MPI_Status status[2];
	const int half = size / 2;
	if (rank >= 2 * half) return;
	const int peer = rank < half ? rank + half : rank - half;
	MPI_Irecv(room->in, bytes, MPI_BYTE, peer, TAG, comm, &request[0]);
	MPI_Isend(room->out, bytes, MPI_BYTE, peer, TAG, comm, &request[1]);
	MPI_Waitall(2, request, status);
}

void probe_exchange(MPI_Comm comm, machine_topology topology, int bytes, int number, probe_buffers *room)
{
	int rank, size;
	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	switch (topology) {
	case MACHINE_1D: row(comm, rank, size, bytes, room); break;
	case MACHINE_RING: ring(comm, rank, size, bytes, room); break;
	case MACHINE_TREE: tree(comm, rank, size, bytes, room); break;
	case MACHINE_BROADCAST:
		// The root changes, or it would send the next one before the others have this one.
		MPI_Bcast(room->in, bytes, MPI_BYTE, number % size, comm);
		break;
	case MACHINE_ALLREDUCE:
		MPI_Allreduce(room->out, room->in, bytes / (int)sizeof(double), MPI_DOUBLE, MPI_SUM, comm);
		break;
	case MACHINE_ALL_TO_ALL: MPI_Alltoall(room->out, bytes, MPI_BYTE, room->in, bytes, MPI_BYTE, comm); break;
	default: pairwise(comm, rank, size, bytes, room);
	}
}
