// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
//
// Uses of mapped arrays that no translation makes right.
#include <pthread.h>

int MPI_Barrier(int communicator);
double a[100], plain[100];
#pragma dist distribute a[block]

static void *work(void *p) { return p; }

int f(double x)
{
	pthread_t t;
	__asm__ volatile("" : "+x"(x), "+m"(plain[1]));
	// CHECK: refused_uses.c:[[@LINE+1]]:2: error: 'asm' on an element that may be on another process; copy it to a variable before, and back after
	__asm__ volatile("" : "+m"(a[3]));
	// CHECK: refused_uses.c:[[@LINE+1]]:2: error: 'asm' on an element that may be on another process; copy it to a variable before, and back after
	__asm__ volatile("" : : "r"(a));
	// CHECK: refused_uses.c:[[@LINE+1]]:2: error: 'MPI_Barrier' is MPI's: what is translated is a sequential program, which gets its messages here; take it out, or leave the file out of -fdist
	MPI_Barrier(0);
	// CHECK: refused_uses.c:[[@LINE+1]]:16: error: 'MPI_Barrier' is MPI's
	double y = ({ MPI_Barrier(1); x + 1; });
	// CHECK: refused_uses.c:[[@LINE+1]]:9: error: 'MPI_Barrier' is MPI's
	y = ({ MPI_Barrier(2); a[7] + y; });
	// CHECK: refused_uses.c:[[@LINE+1]]:9: error: 'pthread_create' starts a thread, in which arrays that are mapped cannot be used; write a loop, which is split, with OpenMP's 'parallel for' if it is to run in threads
	return pthread_create(&t, 0, work, 0);
}
// CHECK: 6 errors generated.
