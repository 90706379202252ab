// SPDX-License-Identifier: Apache-2.0
//
// The mappings that a nest's objects have, or that the memory which they are is expected to have.
#ifndef HPCC_ANALYSIS_OBJECT_MAPPINGS_H
#define HPCC_ANALYSIS_OBJECT_MAPPINGS_H

#include "../model/model.h"
#include "../unit/unit.h"
#include "loop_nest.h"

// Whether some mapping of the object's memory is expected to split this dimension.
bool object_dim_may_be_split(const nest_object *o, int dim);
// The mapping of an object that is accessed with all its subscripts, known or expected; NULL: none, or not the one.
const prog_mapping *mapping_of_object(const nest_object *o);
// The mapping of an array that may be split along its first dimension only, and is accessed as one flat dimension,
// whole rows after each other; NULL: it is another one.
const prog_mapping *mapping_of_flat(const nest_object *o);
// The mappings that the object's memory has, or is seen to have, at most FACTS_MAPPINGS; 0: nothing is seen.
int mapping_of_memory(const unit_facts *facts, const nest_object *o, const prog_mapping **list);
// Sets what is expected of memory behind a pointer, in a nest.
void mapping_expect(const unit_facts *facts, const prog_stmt *root, nest_object *o);
// The mappings of arrays that lie in the block of memory which the variable or member names, at offsets from its
// beginning. At most FACTS_MAPPINGS; 0: there are none.
int mappings_of_block(const unit_facts *facts, const prog_expr *block, const prog_mapping **list);
// The mappings of arrays in a block of memory that the base `block + offset` names, at most FACTS_MAPPINGS; 0: it is
// none.
int mappings_in_block(const unit_facts *facts, const prog_expr *base, const prog_mapping **list);

#endif
