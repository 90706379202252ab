// SPDX-License-Identifier: Apache-2.0
#include "made.h"

#include "program.h"

#include <stdio.h>
#include <string.h>

static const prog_range nowhere = {.file = -1};

void made_variable_add(prog_unit *unit, const char *name, const char *type_text, long size)
{
	prog_type *type = prog_alloc(unit, sizeof *type);
	*type = (prog_type){.kind = PROG_TYPE_INT, .text = type_text, .size = size, .is_signed = true};
	prog_symbol *s = prog_alloc(unit, sizeof *s), **grown;
	*s = (prog_symbol){.id = unit->n_symbols,
	        .kind = PROG_SYMBOL_VARIABLE,
	        .name = name,
	        .type = type,
	        .has_init = true,
	        .decl = nowhere,
	        .declarator = nowhere,
	        .name_range = nowhere,
	        .init = nowhere,
	        .specifiers = type_text};
	grown = prog_alloc(unit, sizeof *grown * (size_t)(unit->n_symbols + 1));
	if (unit->n_symbols) memcpy(grown, unit->symbols, sizeof *grown * (size_t)unit->n_symbols);
	grown[unit->n_symbols++] = s;
	unit->symbols = grown;
}

prog_symbol *made_variable(const prog_unit *unit, const char *name)
{
	int k = unit->n_symbols - 1;
	while (unit->symbols[k]->name != name) k--;
	return unit->symbols[k];
}

static const char *joined(prog_unit *unit, const char *left, const char *between, const char *right, const char *end)
{
	size_t size = strlen(left) + strlen(between) + strlen(right) + strlen(end) + 1;
	char *text = prog_alloc(unit, size);
	snprintf(text, size, "%s%s%s%s", left, between, right, end);
	return text;
}

static prog_expr *expression(prog_unit *unit, prog_expr_kind kind, const prog_type *type, const char *text)
{
	prog_expr *e = prog_alloc(unit, sizeof *e);
	*e = (prog_expr){.kind = kind, .type = type, .range = nowhere, .expansion = nowhere, .text = text};
	return e;
}

prog_expr *made_number(prog_unit *unit, const prog_type *type, long value)
{
	enum { LONGEST = 24 };
	char *text = prog_alloc(unit, LONGEST);
	snprintf(text, LONGEST, "%ld", value);
	prog_expr *e = expression(unit, PROG_EXPR_INT, type, text);
	e->value = value;
	return e;
}

prog_expr *made_name(prog_unit *unit, prog_symbol *variable)
{
	prog_expr *e = expression(unit, PROG_EXPR_VAR, variable->type, variable->name);
	e->symbol = variable;
	return e;
}

prog_expr *made_operation(
        prog_unit *unit, prog_expr_kind kind, prog_op op, const char *text, prog_expr *left, prog_expr *right)
{
	prog_expr *e = expression(unit, kind, left->type, text);
	e->op = op;
	e->loc = left->loc;
	e->is_postfix = kind == PROG_EXPR_INCDEC;
	e->n_args = right ? 2 : 1;
	e->arg = prog_alloc(unit, sizeof *e->arg * 2);
	e->arg[0] = left;
	e->arg[1] = right;
	if (!e->text) e->text = joined(unit, left->text, " + (", right->text, ")");
	return e;
}

prog_expr *made_product(prog_unit *unit, prog_expr *left, prog_expr *right)
{
	const char *text = joined(unit, "(", left->text, ") * (", right->text);
	return made_operation(unit, PROG_EXPR_BINARY, PROG_OP_MUL, joined(unit, text, ")", "", ""), left, right);
}

prog_expr *made_choice(prog_unit *unit, prog_expr *cond, prog_expr *yes, prog_expr *no)
{
	const char *text = joined(unit, joined(unit, "(", cond->text, " ? ", ""), yes->text, " : ", no->text);
	prog_expr *e = expression(unit, PROG_EXPR_COND, yes->type, joined(unit, text, ")", "", ""));
	e->loc = yes->loc;
	e->arg = prog_alloc(unit, 3 * sizeof *e->arg);
	e->arg[0] = cond, e->arg[1] = yes, e->arg[2] = no;
	e->n_args = 3;
	return e;
}

prog_expr *made_member(prog_unit *unit, prog_expr *object, prog_symbol *field)
{
	prog_expr *e =
	        expression(unit, PROG_EXPR_MEMBER, field->type, joined(unit, object->text, ".", field->name, ""));
	e->symbol = field;
	e->loc = object->loc;
	e->arg = prog_alloc(unit, sizeof *e->arg);
	e->arg[e->n_args++] = object;
	return e;
}

prog_expr *made_element(prog_unit *unit, prog_expr *base, prog_expr *index)
{
	const char *text = joined(unit, base->text, "[", index->text, "]");
	prog_expr *e = made_operation(unit, PROG_EXPR_INDEX, PROG_OP_NONE, text, base, index);
	e->type = base->type->element;
	return e;
}

prog_expr *made_size(prog_unit *unit, const prog_type *type, prog_expr *e)
{
	prog_expr *size = expression(unit, PROG_EXPR_SIZEOF, type, joined(unit, "sizeof(", e->text, ")", ""));
	size->arg = prog_alloc(unit, sizeof *size->arg);
	size->arg[0] = e;
	size->n_args = 1;
	return size;
}

// An operand as it may stand beside any operator.
static const char *operand(prog_unit *unit, const prog_expr *e)
{
	const bool is_primary = (e->kind == PROG_EXPR_INT && *e->text != '-') || e->kind == PROG_EXPR_VAR ||
	                        e->kind == PROG_EXPR_MEMBER || e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_CALL;
	return is_primary ? e->text : joined(unit, "(", e->text, ")", "");
}

static const char *call_text(prog_unit *unit, const prog_expr *call)
{
	const char *text = joined(unit, operand(unit, call->arg[0]), "(", "", "");
	for (int k = 1; k < call->n_args; k++) text = joined(unit, text, k > 1 ? ", " : "", call->arg[k]->text, "");
	return joined(unit, text, ")", "", "");
}

void made_respell(prog_unit *unit, prog_expr *e)
{
	const char *first = operand(unit, e->arg[0]), *op = prog_operator(e->op);
	switch (e->kind) {
	case PROG_EXPR_MEMBER: e->text = joined(unit, first, *e->symbol->name ? "." : "", e->symbol->name, ""); break;
	case PROG_EXPR_INDEX: e->text = joined(unit, first, "[", e->arg[1]->text, "]"); break;
	case PROG_EXPR_DEREF: e->text = joined(unit, "*", first, "", ""); break;
	case PROG_EXPR_UNARY: e->text = joined(unit, op, first, "", ""); break;
	case PROG_EXPR_CAST: e->text = joined(unit, "(", e->type->text, ")", first); break;
	case PROG_EXPR_BINARY:
		e->text = joined(unit, first, joined(unit, " ", op, " ", ""), operand(unit, e->arg[1]), "");
		break;
	case PROG_EXPR_COND:
		if (!e->arg[1]) break;
		first = joined(unit, first, " ? ", operand(unit, e->arg[1]), " : ");
		e->text = joined(unit, first, operand(unit, e->arg[2]), "", "");
		break;
	case PROG_EXPR_CALL: e->text = call_text(unit, e); break;
	default: break;
	}
}

prog_stmt *made_statement(prog_unit *unit, const prog_stmt *like, prog_stmt_kind kind, prog_stmt *parent)
{
	prog_stmt *s = prog_alloc(unit, sizeof *s);
	*s = (prog_stmt){.kind = kind,
	        .id = unit->n_stmts++,
	        .loc = like->loc,
	        .parent = parent,
	        .function = like->function,
	        .range = nowhere,
	        .for_init = nowhere,
	        .for_cond = nowhere,
	        .for_step = nowhere};
	return s;
}

prog_stmt *made_loop(prog_unit *unit, const prog_stmt *like, prog_stmt *parent, prog_symbol *variable, prog_expr *end)
{
	prog_stmt *loop = made_statement(unit, like, PROG_STMT_FOR, parent);
	loop->cond = made_operation(unit, PROG_EXPR_BINARY, PROG_OP_LT,
	        joined(unit, variable->name, " < ", end->text, ""), made_name(unit, variable), end);
	loop->step = made_operation(unit, PROG_EXPR_INCDEC, PROG_OP_ADD, joined(unit, variable->name, "++", "", ""),
	        made_name(unit, variable), NULL);
	prog_stmt *init = loop->init = made_statement(unit, like, PROG_STMT_DECL, loop);
	init->n_symbols = 1;
	init->symbols = prog_alloc(unit, sizeof *init->symbols);
	init->symbols[0] = variable;
	init->inits = prog_alloc(unit, sizeof *init->inits);
	init->inits[0] = made_number(unit, variable->type, 0);
	return loop;
}
