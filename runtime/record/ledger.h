// SPDX-License-Identifier: Apache-2.0
//
// What ledger.c has noted, for those that write it (ledger_file.c, profile.c).
#ifndef HPCC_RUNTIME_LEDGER_H
#define HPCC_RUNTIME_LEDGER_H

#include "record.h"

#include <stdio.h>

// Counts by up to three numbers, and by when it was in the phase cycle.
enum { COUNT_KEYS = 4 };
typedef struct count_t {
	long key[COUNT_KEYS], n, bytes;
} count_t;

typedef struct counts_t {
	int n, n_slots; // a power of two, or 0
	int next;       // the one behind the last one that was added to
	count_t *count;
	int *slot; // 0, or an index of `count` + 1
} counts_t;

typedef struct entry_t {
	hpcc_event event;
	long runs[N_WHEN];
	long split[N_WHEN], by_all[N_WHEN]; // iterations of this process
	counts_t messages;                  // (from, to): how many, bytes
	counts_t collectives;               // (operation, root, bytes of each): how many
	counts_t iterations;                // (process): split, by all; predicted
	counts_t calls;                     // (process): how often; of the program's own calls of MPI
	long time, waiting;                 // nanoseconds of this process; waiting: for others
	sample_t sample;
	struct entry_t *next; // of the same bucket
	// Of a nest: values of its parameters when it was entered first, then when it was entered last.
	int n_parameters;
	long *parameters;
} entry_t;

// In the order in which they came, the same on all processes.
extern entry_t **hpcc_entries;
extern int hpcc_n_entries;

// Adds to what has these keys, at this time of the cycle.
void hpcc_count_add(counts_t *t, long a, long b, long c, long n, long bytes);
// Whether what is done now belongs to an event (hpcc_event_begin).
int hpcc_event_is_open(void);
// An event of a function of MPI becomes one of hpcc_entries; NULL: this process has nothing of it.
void hpcc_entry_add(entry_t *entry, const char *name);

// A note as numbers: the event, what it is, keys, two values as in count_t.
enum {
	NOTE_MESSAGE,
	NOTE_ITERATIONS,
	NOTE_TIME,
	NOTE_CALLS,
	NOTE_COLLECTIVE, // of the program's own calls of MPI: others are alike on all processes, and not gathered
	NOTE_KEYS = 2,
	NOTE_LONGS = NOTE_KEYS + COUNT_KEYS + 2
};

typedef struct notes_t {
	long n, room;
	long *at;
} notes_t;

// Those of all processes, on process 0 (elsewhere nothing); sorted. Collective; nothing is noted from then on. The
// caller frees `at`.
notes_t hpcc_gather_notes(void);
// The first of an event's notes of one kind; they stand together.
long hpcc_first_note(const notes_t *all, long event, long kind);
// Indices of hpcc_entries in the order of the source. The caller frees it.
int *hpcc_entries_in_order(void);
// Words for purposes and collective operations.
extern const char *const hpcc_purpose_word[HPCC_N_PURPOSES], *const hpcc_collective_word[HPCC_N_COLLECTIVES];

// Sizes of blocks that are not equal, as they were given last for a dimension of an array or template.
typedef struct noted_blocks_t {
	const char *name;
	int split; // the how-manyeth dimension that is split
	int n;
	long *size;
	struct noted_blocks_t *next;
} noted_blocks_t;
extern noted_blocks_t *hpcc_noted_blocks;

// What the program was given.
extern int hpcc_n_words;
extern char **hpcc_words;
// HPCC_STATS's file; NULL: there is none.
extern const char *hpcc_ledger_path;
void hpcc_ledger_write_file(const notes_t *all);
// Where the time went, on standard error (profile.c). Collective.
void hpcc_profile_print(const notes_t *all);

#endif
