// SPDX-License-Identifier: Apache-2.0
//
// Objects that called functions fill: the memory of members that a directive names, of this object alone, is mapped
// when it has come.
#ifndef HPCC_CODEGEN_FILLED_H
#define HPCC_CODEGEN_FILLED_H

#include "rewrite.h"

// Whether the value may be an object that is filled: what a library function allocates is empty.
bool filled_brings(const prog_expr *value);
// What maps the members of the object that the expression is, or with `handed` leads to, behind a call; `at`: where it
// stands.
bool filled_object(rewriter *w, const prog_expr *object, bool handed, prog_range at, text *out);
// The member, of an object that the call is given, whose memory gets the mapping: the one that a directive names, or
// one that its pointer is set to in the function at hand. NULL: there is none.
const prog_expr *filled_member(const rewriter *w, const prog_mapping *m, const prog_expr *call);
// Whether the function may set the member of some object.
bool filled_sets(const prog_symbol *function, const prog_symbol *member);
// Behind the declaration: the same for its value; where it has none its members lead nowhere yet.
void filled_declare(rewriter *w, const prog_stmt *declaration, const prog_symbol *s, const prog_expr *init);
// Objects that are filled before the directive, or what it names, is there.
void filled_before_directives(rewriter *w);

#endif
