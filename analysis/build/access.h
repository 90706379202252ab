// SPDX-License-Identifier: Apache-2.0
//
// What statements access.
#ifndef HPCC_ANALYSIS_ACCESS_H
#define HPCC_ANALYSIS_ACCESS_H

#include "../model/model.h"
#include "../nest/nest.h"

// What the expression reads and sets.
void access_collect(builder *b, nest_stmt *s, const prog_expr *e);
// The lvalue is set or read.
void access_lvalue(builder *b, nest_stmt *s, const prog_expr *e, bool write, bool read);
// `e` is an address, or a row: what it is computed from is read, not what is there.
void access_address(builder *b, nest_stmt *s, const prog_expr *e);
// `symbol` gets its value from a declaration's initialiser.
void access_define(builder *b, nest_stmt *s, prog_symbol *symbol);
// The same of a struct that the nest uses by its members only: of each of these, which are variables of their own.
void access_define_parts(builder *b, nest_stmt *s, const prog_symbol *variable);
// `a` is an array, a row of one or the address of an element, handed to a function: any element of the array or row may
// be accessed. False where it is something else.
bool access_through(builder *b, nest_stmt *s, const prog_expr *a, bool write, bool read);
// A variable of a function that is looked into, or a part of one: it lives for one call, which one process makes.
bool access_of_call(const builder *b, const prog_expr *e);
// The same of a block that such a function allocates and frees.
bool access_is_own_block(const builder *b, const prog_symbol *p);
// Notes the variables that are structs and used as a whole in the statement.
void access_note_whole(builder *b, const prog_stmt *s);
// Whether the variable, a struct, is one place of the nest: not each of its members by itself.
bool access_is_whole(const builder *b, const prog_symbol *variable);

#endif
