// SPDX-License-Identifier: Apache-2.0
//
// Memory that a block allocates for itself: `double *row = malloc(m * sizeof *row); ... free(row);`. In a nest it is an
// iteration's own, as an array that is declared there.
#ifndef HPCC_ANALYSIS_OWN_BLOCKS_H
#define HPCC_ANALYSIS_OWN_BLOCKS_H

#include "../model/model.h"
#include "facts.h"

// Sets prog_symbol.owns_block of the unit's local pointers.
void own_blocks_mark(const unit_facts *facts, prog_unit *unit);

// Whether the expression is a call of malloc or calloc.
bool own_block_allocates(const prog_expr *e);
// Whether the function gives the variable nothing but what such calls return, and NULL, and nobody has its address: what
// it leads to is no other such variable's.
bool own_block_is_all(const prog_function *function, const prog_symbol *pointer);
// The call that allocates the memory of such a pointer, from its initial value: one of these, or of a function of the
// program that does so.
const prog_expr *own_block_allocation(const prog_expr *init);
// The pointer that the call frees; NULL: it is none of these.
const prog_symbol *own_block_freed(const prog_expr *call);

#endif
