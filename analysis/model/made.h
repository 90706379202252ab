// SPDX-License-Identifier: Apache-2.0
//
// Inside of the analysis: loops that the source does not have, and what they are made of. None of it has a text.
#ifndef HPCC_ANALYSIS_MADE_H
#define HPCC_ANALYSIS_MADE_H

#include "program.h"

// Adds an integer variable to the unit, before facts are made of it, and finds it: by the name's address.
void made_variable_add(prog_unit *unit, const char *name, const char *type, long size);
prog_symbol *made_variable(const prog_unit *unit, const char *name);

prog_expr *made_number(prog_unit *unit, const prog_type *type, long value);
prog_expr *made_name(prog_unit *unit, prog_symbol *variable);
// With one operand or two (`right` not NULL). Without a text it is a sum.
prog_expr *made_operation(
        prog_unit *unit, prog_expr_kind kind, prog_op op, const char *text, prog_expr *left, prog_expr *right);
// left * right, of the left one's type.
prog_expr *made_product(prog_unit *unit, prog_expr *left, prog_expr *right);
// cond ? yes : no, of the first one's type.
prog_expr *made_choice(prog_unit *unit, prog_expr *cond, prog_expr *yes, prog_expr *no);
// object.field
prog_expr *made_member(prog_unit *unit, prog_expr *object, prog_symbol *field);
// base[index]
prog_expr *made_element(prog_unit *unit, prog_expr *base, prog_expr *index);
// sizeof e, a number of this type.
prog_expr *made_size(prog_unit *unit, const prog_type *type, prog_expr *e);
// Gives an expression whose operands were replaced a text of theirs. Kinds that no directive has keep their own.
void made_respell(prog_unit *unit, prog_expr *e);
// Where the other one stands.
prog_stmt *made_statement(prog_unit *unit, const prog_stmt *like, prog_stmt_kind kind, prog_stmt *parent);
// for (variable = 0; variable < end; variable++), still without a body.
prog_stmt *made_loop(prog_unit *unit, const prog_stmt *like, prog_stmt *parent, prog_symbol *variable, prog_expr *end);

#endif
