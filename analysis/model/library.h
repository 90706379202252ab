// SPDX-License-Identifier: Apache-2.0
//
// What functions of C and POSIX do, by libc.def, and those of <hpcc/dist.h>.
#ifndef HPCC_ANALYSIS_LIBRARY_H
#define HPCC_ANALYSIS_LIBRARY_H

#include "program.h"

// Whether the C library's function of this name copes with mapped memory behind its arguments.
bool library_takes_mapped(const char *name);
// Whether the C library's function of this name uses memory behind its arguments, and nothing else of the program's.
bool library_uses_pointers(const char *name);
// Functions of C and POSIX: known at all, gives memory, has a sequence that all processes share, touches the world.
bool library_knows(const char *name);
// Whether it knows nothing of the memory behind its arguments when it is over. What it returns may lead there.
bool library_forgets_pointers(const char *name);
// Whether it is one that the C library or libm offers, in libc.def or not.
bool library_has(const char *name);
// What it does to memory behind its pointers has no order beyond that.
bool library_works_on_memory(const char *name);
bool library_allocates(const char *name);
// A function that returns memory: as many bytes as the product of these arguments, by their numbers from 1 (0: none;
// both 0: it says otherwise how many). NULL: it is none. With `__builtin_` in front it is the same.
typedef struct library_allocator {
	const char *name;
	int size, times;
} library_allocator;
const library_allocator *library_allocator_of(const char *name);
bool library_frees(const char *name);
// A call of the C library's function that does.
bool library_call_frees(const prog_expr *e);
bool library_has_sequence(const char *name);
// The result depends on the arguments' values only.
bool library_is_pure(const char *name);
// It has no effect: the result depends on the arguments' values, and on what they lead to. `otherwise` of functions of
// which nothing is known.
bool library_only_computes_or(const char *name, bool otherwise);
// frexp, sincos: it sets the numbers that its pointers lead to, one each, and the result depends on the other arguments'
// values only. With `f` or `l` behind it is the same.
bool library_sets_numbers(const char *name);
// rand_r, erand48: it goes on with the state that its pointer leads to, and depends on nothing else. The number of
// elements of that; 0: it is none of these.
int library_steps_state(const char *name);
bool library_does_io(const char *name);
// A function of the C library that stores nothing behind the pointers that it gets, but for streams and by %n.
bool library_only_reads(const char *name);

// A call of the C library's that sets as many bytes as an argument says where another one points, and takes them, if it
// copies, from where a third one does: arguments by their numbers from 1, source 0: from nowhere. NULL: none of these.
typedef struct library_copier {
	const char *name;
	int target, source, bytes;
} library_copier;
const library_copier *library_copier_of(const prog_expr *call);
// Whether the call is qsort: the first argument leads to what it sorts, the fourth one is what compares.
bool library_sorts(const prog_expr *call);

// What <hpcc/dist.h> offers: how arrays lie on the processes. They read descriptors only, nothing of the arrays.
typedef enum inquiry {
	INQUIRY_NONE,    // another function
	INQUIRY_SAME,    // the same answer on all processes
	INQUIRY_DIFFERS, // each process has its own
	INQUIRY_ALONE,   // for programs of one process: text that was preprocessed without -fdist
} inquiry;
inquiry library_inquiry(const prog_symbol *function);

#endif
