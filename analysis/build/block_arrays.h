// SPDX-License-Identifier: Apache-2.0
//
// Several arrays in one block of memory, which loops name by the block: u[start[l] + i * n + j].
#ifndef HPCC_ANALYSIS_BLOCK_ARRAYS_H
#define HPCC_ANALYSIS_BLOCK_ARRAYS_H

#include "../nest/nest.h"
#include "../unit/unit.h"

// Where directives say that arrays begin at offsets from the pointer that the element is found by, and its subscript
// names one: the array, u + start[l], becomes the base, and what is left the subscript. Whether the element is in that
// array is tested at entry, as of any pointer.
void block_arrays_split(builder *b, element_ref *ref);

#endif
