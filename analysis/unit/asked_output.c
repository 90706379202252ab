// SPDX-License-Identifier: Apache-2.0
#include "asked_output.h"

#include "../model/model.h"

#include <string.h>

static bool is_output(const prog_symbol *s)
{
	static const char *const names[] = {"fprintf", "vfprintf", "fputs", "fputc", "putc", "fwrite", "putw",
	        "__fprintf_chk", "__vfprintf_chk", "_IO_putc", "fputs_unlocked", "fputc_unlocked", "putc_unlocked",
	        "fwrite_unlocked"};
	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		if (s->kind == PROG_SYMBOL_FUNCTION && !s->function && !strcmp(s->name, names[k])) return true;
	return false;
}

static bool asks_in(const prog_stmt *s);

// `used`: something is done with the expression's value.
static bool asks(const prog_expr *e, bool used)
{
	if (!e) return false;
	if (e->kind == PROG_EXPR_VAR) return is_output(e->symbol);
	if (e->body && asks_in(e->body)) return true;
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	if (callee && is_output(callee) && used) return true;
	bool comma = prog_is_comma(e), choice = e->kind == PROG_EXPR_COND;
	bool dropped = e->kind == PROG_EXPR_CAST && e->type && e->type->kind == PROG_TYPE_VOID;
	for (int k = callee ? 1 : 0; k < e->n_args; k++) {
		bool passes_on = (comma && k == 1) || (choice && k > 0);
		if (asks(e->arg[k], passes_on ? used : !dropped && !(comma && k == 0))) return true;
	}
	return false;
}

static bool asks_in(const prog_stmt *s)
{
	if (!s) return false;
	for (int k = 0; k < s->n_symbols; k++)
		if (asks(s->inits[k], true)) return true;
	for (int k = 0; k < s->n_children; k++)
		if (asks_in(s->child[k])) return true;
	return asks(s->expr, s->kind != PROG_STMT_EXPR) || asks(s->cond, true) || asks(s->step, false) ||
	       asks_in(s->init) || asks_in(s->body) || asks_in(s->otherwise);
}

bool asked_output(const prog_unit *unit)
{
	for (int k = 0; k < unit->n_values; k++)
		if (asks(unit->values[k], true)) return true;
	for (int k = 0; k < unit->n_functions; k++)
		if (asks_in(unit->functions[k]->body)) return true;
	return false;
}
