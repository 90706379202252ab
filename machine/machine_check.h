// SPDX-License-Identifier: Apache-2.0
//
// What a machine file says as a whole, when its keys have been read one by one.
#ifndef HPCC_MACHINE_CHECK_H
#define HPCC_MACHINE_CHECK_H

#include "machine_errors.h"
#include "machine_keys.h"

// Fills in what is not in the file: parents, numbers, types and defaults that depend on them. What refers to nothing
// gets the unknown type, or NULL. May be done again.
void hpcc_machine_index(machine *m);

// Complains of all that does not fit together in an indexed machine; names may be NULL, where that has been said
// already. `references`: also of names that are not there.
void hpcc_machine_check(const machine *m, bool references, machine_errors *e);

// How many hosts a name stands for: "node[01-03,7]" is node01, node02, node03, node7. 0: it is no name.
int hpcc_machine_count_names(const char *pattern);
// These, to be freed, each and the list. NULL: it is no name.
char **hpcc_machine_names(const char *pattern, int *n);

#endif
