// SPDX-License-Identifier: Apache-2.0
//
// Inside of code generation: objects of the program in which mapped arrays stand, as members that are declared as
// arrays.
#ifndef HPCC_CODEGEN_OBJECTS_H
#define HPCC_CODEGEN_OBJECTS_H

#include "rewrite.h"

// A variable in which arrays are mapped when its life begins.
bool objects_is_mapped(rewriter *w, const prog_symbol *s);
// The calls that do that, of the arrays with so many others between them and the one that they are aligned with in the
// end (map_chain_length); `object`: C text of the object. False: there are none.
bool objects_map(rewriter *w, const prog_type *t, const char *object, int chain, text *out);
// A variable of a block, behind its declaration: first that it is there, then its arrays.
void objects_enter(rewriter *w, const prog_stmt *declaration, const prog_symbol *s);
void objects_declare(rewriter *w, const prog_stmt *declaration, const prog_symbol *s, int chain);
// Arrays in variables of file scope of which a block's variables say where they are: behind the directives that stand
// there.
void objects_tell_in_blocks(rewriter *w, int chain);
// What is done at start for those of file scope.
void objects_start(rewriter *w, int chain, text *out);
// Variables that hold several arrays, which begin at offsets (prog_mapping_is_block): whether there are any, the
// functions that map what is in those of file scope, and the pragmas by which a file that has no such directive for one
// does not find it when it is linked.
bool objects_hold_arrays(const rewriter *w);
void objects_prototypes(rewriter *w, text *out);
void objects_define(rewriter *w, text *out);
void objects_external_names(const rewriter *w, text *out);
// The text that maps what the pointer `e`, to such objects, has received; `pointer`: C text of it. `fresh`: a call has
// given it. False: there is nothing to map.
bool objects_receive(rewriter *w, const prog_expr *e, const char *pointer, bool fresh, text *out);
// Whether the pointer, of which the source says that it receives `value`, may be the first to lead to objects there.
bool objects_are_received(const prog_expr *pointer, const prog_expr *value);
// setjmp(env), where a jump may have left functions in whose memory arrays are mapped.
bool objects_landing(rewriter *w, const prog_expr *e, text *out);
// An object that is assigned or whose value is taken, as a whole.
bool objects_whole(rewriter *w, const prog_expr *e, use_mode mode, text *out);

#endif
