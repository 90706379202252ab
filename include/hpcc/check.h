// SPDX-License-Identifier: Apache-2.0
//
// What programs call beside runtime.h that are compiled with -fdist-check: each access to an element says what it is, and the
// runtime compares that with what this process has.
#ifndef HPCC_CHECK_H
#define HPCC_CHECK_H

#include "runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

// Status with which a job ends when a check fails (a message says which).
#define HPCC_CHECK_STATUS 114

enum { HPCC_CHECK_READ = 1, HPCC_CHECK_WRITE = 2 };

// The program is to be checked; before anything else, by a constructor.
void hpcc_check_begin(void);

// An access in a nest to an element of argument `arg` at `address`. index: the subscripts that the source names (arg's rank of
// them), or NULL where only the address is known. Gives the address; ends the job with a message where the element is outside of the
// array, is read but neither owned nor received, or is written but not owned.
void *hpcc_check_access(
        hpcc_run *run, int arg, int kind, const char *file, int line, const void *address, const long *index);
#define HPCC_CHECKED(e, arg, kind, file, line, index)                                                                  \
	(*(__typeof__(e) *)hpcc_check_access(hpcc_r, arg, kind, file, line, (const void *)&(e), index))

// What follows is at this place of the source.
void hpcc_check_at(const char *file, int line);

// An access outside of nests by `n` subscripts of the array or pointer `base`: one step of subscript k is size[k] bytes.
void hpcc_check_element(const char *file, int line, const void *base, int n, const long *index, const size_t *size);

// HPCC_READ and the like behind a check. `how`: read, write, update, exchange.
#define HPCC_CHECKED_ELEMENT(how, check, e) (*(__typeof__(e) *)(check, hpcc_maybe_##how((void *)&(e), sizeof(e))))

#ifdef __cplusplus
}
#endif

#endif
