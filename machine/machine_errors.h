// SPDX-License-Identifier: Apache-2.0
//
// What is wrong with a machine file: a line for each thing, with its place.
#ifndef HPCC_MACHINE_ERRORS_H
#define HPCC_MACHINE_ERRORS_H

#include <stdbool.h>
#include <stdio.h>

// Further ones are counted only.
enum { MACHINE_MOST_ERRORS = 20 };

// A value's place: a chain from the innermost key or index to the outermost one, which lives on the stack of those who
// walk the file. NULL: the whole.
typedef struct machine_path {
	const struct machine_path *up;
	const char *key; // NULL: an element of a list
	int index;
} machine_path;

typedef struct machine_errors {
	const char *name; // of the file
	const char *text; // of it; NULL: there are no lines
	size_t size;
	int n;
	char *told;
	size_t told_size;
	FILE *out; // writes to `told`
} machine_errors;

void hpcc_machine_errors_begin(machine_errors *e, const char *name, const char *text, size_t size);
// NULL: there are none. Else their text, to be freed.
char *hpcc_machine_errors_end(machine_errors *e);

// "name:line: key: " and what is said; the line is that of the value. The second one knows the line (0: there is none).
void hpcc_machine_complain(machine_errors *e, const machine_path *path, const char *format, ...)
        __attribute__((format(printf, 3, 4)));
void hpcc_machine_complain_at(machine_errors *e, int line, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

// The line of a value in well-formed JSON, from 1; of the innermost object around it, if it is not there.
int hpcc_machine_line(const char *text, size_t size, const machine_path *path);

// Text of the file, in a message: without what terminals obey, and not longer than a line. In one of a few buffers that
// are used again.
const char *hpcc_machine_quoted(const char *text);

#endif
