// SPDX-License-Identifier: Apache-2.0
//
// What the hand-written versions share: equal blocks, a process grid, and the line that run reads.
#ifndef BENCH_HAND_COMMON_H
#define BENCH_HAND_COMMON_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

// Global indices [first, last) of n that process p of `of` owns: blocks of ceiling(n / of).
typedef struct block {
	int first, last;
} block;

static inline block block_of(int n, int of, int p)
{
	int size = (n + of - 1) / of, first = p * size, last = first + size;
	return (block){first < n ? first : n, last < n ? last : n};
}

// A rows x columns grid of processes; columns is 1 where only the first dimension is split.
typedef struct process_grid {
	MPI_Comm comm;
	int rank, dims[2], at[2];
	int up, down, left, right; // MPI_PROC_NULL at the edge
} process_grid;

static inline process_grid make_grid(int split_second)
{
	process_grid g = {.dims = {0, split_second ? 0 : 1}};
	int size, periods[2] = {0, 0};
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Dims_create(size, 2, g.dims);
	MPI_Cart_create(MPI_COMM_WORLD, 2, g.dims, periods, 0, &g.comm);
	MPI_Comm_rank(g.comm, &g.rank);
	MPI_Cart_coords(g.comm, g.rank, 2, g.at);
	MPI_Cart_shift(g.comm, 0, 1, &g.up, &g.down);
	MPI_Cart_shift(g.comm, 1, 1, &g.left, &g.right);
	return g;
}

// Large memory in huge pages, where the system gives them on request.
static inline void *get(size_t bytes)
{
	enum { HUGE_PAGE = 2 << 20 };
	void *memory;
	if (posix_memalign(&memory, bytes < HUGE_PAGE ? 64 : HUGE_PAGE, bytes)) MPI_Abort(MPI_COMM_WORLD, 1);
	if (bytes >= HUGE_PAGE) madvise(memory, bytes, MADV_HUGEPAGE);
	return memory;
}

static inline double start_clock(void)
{
	MPI_Barrier(MPI_COMM_WORLD);
	return MPI_Wtime();
}

static inline void stop_clock(double begin)
{
	int rank;
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) fprintf(stderr, "bench: %.6f seconds\n", MPI_Wtime() - begin);
}

// `value` of the process that has it, at process 0.
static inline double from_owner(int mine, double value)
{
	double all, own = mine ? value : 0.0;
	MPI_Reduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
	return all;
}

#endif
