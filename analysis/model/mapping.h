// SPDX-License-Identifier: Apache-2.0
//
// What mappings say of each other, and of the objects of a nest.
#ifndef HPCC_ANALYSIS_MAPPING_H
#define HPCC_ANALYSIS_MAPPING_H

#include "program.h"

#ifdef __cplusplus
extern "C" {
#endif

// Whether the mapping may split this dimension.
bool mapping_splits(const prog_mapping *m, int dim);
// Whether there may be a process that has no copy of some element.
bool mapping_spreads(const prog_mapping *m);

// Where a dimension stands on what its mapping is aligned with in the end, a mapping or a template: index i at sign * i
// + offset of dimension `dim` there; the offset may be one that only the run knows.
typedef struct mapping_position {
	const void *root;
	int dim, sign;
	long offset;
	bool offset_unknown;
} mapping_position;

// Whether both lie at the same indices of the dimensions in which they lie at one index only.
bool mapping_same_places(const prog_mapping *m, const prog_mapping *w);
// False where that is not so simple.
bool mapping_root(const prog_mapping *m, int dim, mapping_position *place);
// Whether the first extent is what the memory has room for: no directive says it, and no allocation shows it.
bool mapping_is_counted(const prog_mapping *m);
// Roots on which equal indices have equal owners, whatever the number of processes is.
bool mapping_same_root(const prog_unit *u, const void *a, const void *b);
// The same of one dimension of each: arrays of unlike rank, too.
bool mapping_same_split(const prog_unit *u, const void *a, int dim_a, const void *b, int dim_b);
// A mapping that the array has for a while instead of `of`, which it is at first.
prog_mapping *mapping_instead(prog_unit *u, const prog_mapping *of);
// The one of an array that is declared with one mapping and has been given another one by a directive: one for each
// pair.
const prog_mapping *mapping_as_given(prog_unit *u, const prog_mapping *declared, const prog_mapping *given);
// Whether arrays of one shape lie alike: each element of one where the same one of the other does, by their own mappings
// or by what both are aligned with in the end.
bool mapping_lie_alike(const prog_unit *u, const prog_mapping *m, const prog_mapping *w);
// Whether they are blocks of extents that differ, n and n + 1: on most numbers of processes equal indices have other
// owners. True: certainly; false: it is not seen.
bool mapping_differs_in_extent(const prog_unit *u, const void *a, int dim_a, const void *b, int dim_b);
// Whether their rows are seen to have different lengths: blocks of rows then end at other elements.
bool mapping_differs_in_rows(const prog_mapping *m, const prog_mapping *w);

#ifdef __cplusplus
}
#endif

#endif
