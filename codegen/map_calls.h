// SPDX-License-Identifier: Apache-2.0
//
// Inside of code generation: the calls that map memory, and the tables that they refer to, as text. `object`: C text of
// the address of what holds the members that directives name, NULL or "" where there is none.
#ifndef HPCC_CODEGEN_MAP_CALLS_H
#define HPCC_CODEGEN_MAP_CALLS_H

#include "rewrite.h"

// A directive's expression as an operand; the mapping's extents, as a list of them.
void map_operand(rewriter *w, const prog_expr *e, const char *object, text *out);
void map_extents(rewriter *w, const prog_mapping *m, const char *object, text *out);

// Grids and templates: whether a variable stands for the one at hand, what that is set to, and what it is named by.
bool map_grid_has_name(const prog_grid *g);
bool map_template_has_name(const prog_template *t);
void map_grid_value(rewriter *w, const prog_grid *g, const char *object, text *out);
void map_template_value(rewriter *w, const prog_template *t, const char *object, text *out);
void map_grid_name(rewriter *w, const prog_grid *g, const char *object, text *out);
void map_template_name(rewriter *w, const prog_template *t, const char *object, text *out);
// Nothing that the program computes says how large the grid is, nor the template; NULL: not asked.
bool map_is_known_at_start(const prog_grid *g, const prog_template *t);

// What the runtime's functions are called that are given a mapping of this kind, and their last arguments.
const char *map_function(const prog_mapping *m);
void map_arguments(rewriter *w, const prog_mapping *m, const char *object, bool with_rank, text *out);
// The function that maps the arrays of a block which is declared at file scope (prog_mapping_is_block), or says where
// they would be.
void map_arrays_function(rewriter *w, const prog_mapping *m, text *out);
// Its head; `end`: what follows.
void map_arrays_prototype(const prog_mapping *m, const char *end, text *out);
// The statement that maps those of one which lives in a block, where they are now.
void map_arrays_in(rewriter *w, const prog_mapping *m, text *out);
// The statement that gives the arrays behind a parameter their mappings for a call, and notes in `list` what they had.
void map_arguments_in(rewriter *w, const prog_mapping *m, const char *list, text *out);
// The call that says, before memory comes of a function, how it will be mapped; `way`: by what the function hands it
// on.
void map_await_call(
        rewriter *w, const prog_mapping *m, const char *function, const char *way, const char *object, text *out);
// The value of the pointer that the path leads to, NULL where a pointer on the way is.
void map_place(rewriter *w, const prog_expr *path, text *out);
// The statement that maps the memory behind a member that `path` names, if it has come and has no mapping yet.
void map_filled(rewriter *w, const prog_mapping *m, text *out);
// Arrays between this one and the one that it is aligned with in the end.
int map_chain_length(const prog_mapping *m);

// What the runtime has to know of a mapped array; what a redistribute or realign gives.
void map_info_table(rewriter *w, const prog_mapping *m);
void map_remap_table(rewriter *w, const prog_mapping *m);

#endif
