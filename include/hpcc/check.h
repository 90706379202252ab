// SPDX-License-Identifier: Apache-2.0
//
// What programs call beside runtime.h that are compiled with -fdist-check: each access to an element says what it is,
// and the runtime compares that with what this process has.
#ifndef HPCC_CHECK_H
#define HPCC_CHECK_H

#include "runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

// Status with which a job ends when a check fails (a message says which).
#define HPCC_CHECK_STATUS 114

// RESIDENT: the program says that the process owns the element; NEW: that each iteration sets it before it is read.
enum { HPCC_CHECK_READ = 1, HPCC_CHECK_WRITE = 2, HPCC_CHECK_RESIDENT = 4, HPCC_CHECK_NEW = 8 };

// The program is to be checked; before anything else, by a constructor.
void hpcc_check_begin(void);

// An access in a nest to an element of argument `arg` at `address`. index: the subscripts that the source names (arg's
// rank of them), or NULL where only the address is known. Gives the address; ends the job with a message where the
// element is outside of the array, is read but neither owned nor received, or is written but not owned.
void *hpcc_check_access(
        hpcc_run *run, int arg, int kind, const char *file, int line, const void *address, const long *index);
#define HPCC_CHECKED(e, arg, kind, file, line, index)                                                                  \
	(*(__typeof__(e) *)hpcc_check_access(hpcc_r, arg, kind, file, line, (const void *)&(e), index))

// What follows is at this place of the source.
void hpcc_check_at(const char *file, int line);

// An access outside of nests by `n` subscripts of the array or pointer `base`: one step of subscript k is size[k]
// bytes.
void hpcc_check_element(const char *file, int line, const void *base, int n, const long *index, const size_t *size);

// Before a nest is entered: values that must be the same on all processes, by name, one after the other; then, at the
// nest, all are compared. `format`: of a value's text, 'd' for signed, 'u' for unsigned integers, 'f' for real numbers,
// 'x': bytes.
void hpcc_check_value(const char *name, char format, const void *value, size_t size);
// The boxes of the array at `base`, which is not mapped, that the nest reads: as hpcc_share.
void hpcc_check_section(const char *name, hpcc_section *section, const long *par, const void *base, int rank,
        size_t element, const long *extent);
void hpcc_check_nest(const char *file, int line, int n_par, const long *par, const char *const *name);

// In a nest with loops that are marked `independent`: between hpcc_check_order_begin and hpcc_check_order_end accesses
// belong to iterations. An iteration of the loop numbered `loop` at `level` (0: the outermost) begins, where its
// variable is `value`; it is `marked` or not. A loop ends.
void hpcc_check_order_begin(const char *file, int line);
void hpcc_check_iteration(int level, int loop, int marked, long value);
void hpcc_check_loop_end(int level);
void hpcc_check_order_end(hpcc_run *run);
// A number that no iteration has had.
long hpcc_check_count(void);
// An access to memory that is not mapped.
void *hpcc_check_plain(int kind, const char *name, const char *file, int line, const void *address);
#define HPCC_CHECKED_PLAIN(e, kind, name, file, line)                                                                  \
	(*(__typeof__(e) *)hpcc_check_plain(kind, name, file, line, (const void *)&(e)))

// A call of a function that is marked `pure`, `value`, was made again, and gave `again`.
void hpcc_check_pure(const char *name, const char *file, int line, const void *value, const void *again, size_t size);
#define HPCC_CHECKED_CALL(call, name, file, line)                                                                      \
	({                                                                                                             \
		__typeof__(call) hpcc_v1 = (call), hpcc_v2 = (call);                                                   \
		hpcc_check_pure(name, file, line, &hpcc_v1, &hpcc_v2, sizeof hpcc_v1);                                 \
		hpcc_v1;                                                                                               \
	})
// A function that is marked `pure` stores to a variable that is not its own.
void hpcc_check_impure(const char *function, const char *variable, const char *file, int line);

// HPCC_READ and the like behind a check. `how`: read, write, update, exchange.
#define HPCC_CHECKED_ELEMENT(how, check, e)                                                                            \
	(*(__typeof__(e) *)(check, hpcc_maybe_##how((void *)&(e), sizeof(e), __FILE__, __LINE__)))

#ifdef __cplusplus
}
#endif

#endif
