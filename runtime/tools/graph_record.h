// SPDX-License-Identifier: Apache-2.0
//
// Inside of the tool: what its files ask of runs as JSON (graph_run.h), which are checked by then.
#ifndef HPCC_TOOLS_GRAPH_RECORD_H
#define HPCC_TOOLS_GRAPH_RECORD_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

// Before the cycle, its first and second step, later ones, after it: as runtime/ledger.h has them.
enum { FIRST_STEP = 1, LATER_STEP = 3, N_WHEN = 5 };

// The k-th number of a row; "" and 0 where an event has no such text or number.
long record_at(const json_t *row, size_t k);
const char *record_text(const json_t *event, const char *key);
long record_number(const json_t *event, const char *key);
// What the runtime tells itself when the program begins, which is the launcher's environment: no event of the program.
bool record_is_start(const json_t *event);
// The program's own calls of a function of MPI, which are recorded, and never predicted.
bool record_is_own_mpi(const json_t *event);
// How often the nest was entered; of a function of MPI, called, by all processes.
long record_runs(const json_t *event);
// "heat.c:14 nest 2", "heat.c:19 element of u".
void record_print_place(const json_t *e, FILE *out);

// Sums by up to three numbers, sorted.
typedef struct cell {
	long key[3], n, bytes;
} cell;

typedef struct cells {
	size_t n, room;
	cell *cell;
} cells;

void cells_add(cells *t, cell c);
// Takes `from`.
void cells_add_all(cells *to, cells from);
// Sorts, and adds up those of the same key.
void cells_join(cells *t);
int cells_compare(const void *a, const void *b);

// Words for collective operations; the key of an operation that is none of these is RECORD_N_OPERATIONS.
enum { RECORD_N_OPERATIONS = 10 };
extern const char *const record_operations[RECORD_N_OPERATIONS];

// By (from, to); by (operation, root, bytes); by (process): split, by all. The caller frees `cell`.
cells cells_of_messages(const json_t *event);
cells cells_of_collectives(const json_t *event);
cells cells_of_iterations(const json_t *event);

#endif
