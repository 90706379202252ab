// SPDX-License-Identifier: Apache-2.0
//
// What calls of fwrite put out: an element of mapped memory or a part of one, a row, a plane, a run of elements.
#ifndef HPCC_ANALYSIS_WRITTEN_OUT_H
#define HPCC_ANALYSIS_WRITTEN_OUT_H

#include "../model/model.h"
#include "facts.h"

// The argument `at`, from 1, without casts.
const prog_expr *written_argument(const prog_expr *call, int at);

// A part of an element, or all of it.
typedef struct element_part {
	const prog_expr *lvalue;
	bool all; // of the lvalue
} element_part;

// &p[i], p[i].v, &p[i].v[1], with so many bytes, that may be an element of mapped memory or a part of one.
bool written_part_of_element(unit_facts *facts, const prog_expr *address, long bytes, element_part *part);
// Of an array its first element, which stands for all: what is said of an element's part is said of the element.
const prog_expr *written_first_of(prog_unit *unit, const prog_expr *array);

// Whether it is a call of fwrite.
bool written_by(const prog_expr *call);
// fwrite(&a[i], sizeof *a, 1, file): the element, or the part of one, that is written.
bool written_element(unit_facts *facts, const prog_expr *call, element_part *part);
// fwrite(u[i], sizeof(double), m, file), or from &u[i][j] on: the first element, in a row of an array of several
// dimensions; NULL: it is none.
const prog_expr *written_row(unit_facts *facts, const prog_expr *call);
// fwrite(&u[i * m], sizeof *u, m, file), fwrite(u + i * m, ...), fwrite(row[i], ...): `n` elements of memory behind a
// pointer, of which base[index] is the first one.
typedef struct written_run {
	prog_expr *base, *index, *n;
} written_run;
bool written_run_of(unit_facts *facts, const prog_expr *call, written_run *run);
// fwrite(u[i], sizeof(double), m * l, file), fwrite(&u[i][0][0], ...): a plane of an array, or more of its dimensions,
// that is written as a whole; NULL: it is none.
prog_expr *written_plane(unit_facts *facts, const prog_expr *call);

// The element of mapped memory, or the part of one, whose bytes a call puts out; NULL: it does nothing of the kind.
const prog_expr *written_out(unit_facts *facts, const prog_expr *call);

// The names of the variables that count along the dimensions of what is written, the innermost one first. They are to
// be added to the unit before facts are made.
enum { WRITTEN_DIMENSIONS = 3 };
extern const char *const written_counter[WRITTEN_DIMENSIONS];

#endif
