// SPDX-License-Identifier: Apache-2.0
//
// Of which types the elements of mapped memory may be that a unit gets to see.
#ifndef HPCC_ANALYSIS_ELEMENT_TYPES_H
#define HPCC_ANALYSIS_ELEMENT_TYPES_H

#include "program.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct element_types {
	prog_unit *unit; // which has the memory of the list
	int n, room;
	const prog_type **list;
} element_types;

// Those of the unit's own mappings, and of memory that it gets from other units, which may have mapped it.
void element_types_of(element_types *types, prog_unit *unit);
void element_types_add(element_types *types, const prog_type *type);
// Of an element, or of arrays of and pointers to such ones.
bool element_types_have(const element_types *types, const prog_type *type);
// The unit is the whole program, as far as can be seen: other units have nothing to hand over.
bool element_types_alone(const prog_unit *unit);

#ifdef __cplusplus
}
#endif

#endif
