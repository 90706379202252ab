// SPDX-License-Identifier: Apache-2.0
//
// The keys of a machine file, as tables: reading, writing, merging, freeing and the tool's list of keys all walk these,
// so that a key is added in one place.
#ifndef HPCC_MACHINE_KEYS_H
#define HPCC_MACHINE_KEYS_H

#include "machine.h"

#include <stdio.h>

typedef enum machine_key_kind {
	KEY_NUMBER,
	KEY_COUNT,     // a whole number, an int
	KEY_TEXT,      // any
	KEY_NAME,      // of a type or a cluster: no control characters
	KEY_HOST_NAME, // what hostfiles may have
	KEY_WORD,      // one of `words`; an int, their index
	KEY_NUMBERS,
	KEY_OBJECT,
	KEY_LIST // of objects
} machine_key_kind;

typedef struct machine_section machine_section;

typedef struct machine_key {
	const char *name;
	machine_key_kind kind;
	bool required;
	size_t offset, count_offset; // in its struct; the second of numbers and lists
	double least, most;          // of numbers; `most` of lists: elements
	double otherwise;            // where the file leaves it out
	const char *otherwise_text;  // what that is, where no number says it
	const char *const *words;    // NULL at their end
	const machine_section *section;
	const char *expects; // "the memory of a host in bytes"
} machine_key;

struct machine_section {
	const char *name; // "a host": of an element of the list
	const machine_key *key;
	int n_keys; // at most 64: machine_part.given has a bit for each
	size_t size;
	// Of elements of a list, for merging: an order in which those that say something about the same thing are equal.
	// `replaces`: those of the second list take the place of all such of the first one, else their keys are merged.
	int (*compare)(const void *a, const void *b);
	bool replaces;
};

extern const machine_section hpcc_machine_sections_machine;

// All sections, once each, the machine's first; NULL: no more.
const machine_section *hpcc_machine_section(int number);

// The place of a key's value in its struct.
void *hpcc_machine_field(const void *part, const machine_key *k);
int *hpcc_machine_count(const void *part, const machine_key *k);
// Element of a KEY_LIST; number of a KEY_NUMBERS.
void *hpcc_machine_element(const void *part, const machine_key *k, int n);
double *hpcc_machine_numbers(const void *part, const machine_key *k);
// -1: there is none.
int hpcc_machine_find_key(const machine_section *s, const char *name);
bool hpcc_machine_has(const void *part, int key);

// Sets all to what holds where the file says nothing.
void hpcc_machine_init(void *part, const machine_section *s);
// Frees what is in it.
void hpcc_machine_clear(void *part);
// Another element at the end of a list: its address, for now.
void *hpcc_machine_append(void *part, int key);
// `to` becomes a copy of `from`, of the same section; what it was is not freed.
void hpcc_machine_copy(void *to, const void *from);

// Memory, or the end of the program.
void *hpcc_machine_memory(void *old, size_t bytes);
char *hpcc_machine_string(const char *text);
char *hpcc_machine_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
