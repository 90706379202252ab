// SPDX-License-Identifier: Apache-2.0
//
// The first extent of what `T (*p)[m]` points to, where it can be seen: all memory that p gets in this file is
// allocated for the same number of rows, as in `p = malloc(n * sizeof *p)` or `calloc(n * m, sizeof(T))`.
#include "directive_impl.h"

#include <string.h>

enum { MOST_FACTORS = 16 };

// constant * factor[0] * ... * factor[n - 1]
typedef struct product {
	bool known;
	long constant;
	int n;
	const prog_expr *factor[MOST_FACTORS];
} product;

// A walk over all that one pointer gets.
typedef struct search {
	directive_scope *file;
	const prog_symbol *symbol;
	void (*value)(struct search *s, const prog_expr *value);
	const prog_type *row;
	const prog_expr *extent; // NULL: none seen yet
	bool failed;
} search;

static const prog_expr *strip_casts(const prog_expr *e)
{
	while (e->kind == PROG_EXPR_CAST) e = e->arg[0];
	return e;
}

static bool same_expr(const prog_expr *a, const prog_expr *b)
{
	a = strip_casts(a);
	b = strip_casts(b);
	if (a->kind != b->kind || a->op != b->op || a->symbol != b->symbol || a->n_args != b->n_args) return false;
	if (a->kind == PROG_EXPR_INT && a->value != b->value) return false;
	for (int i = 0; i < a->n_args; i++)
		if (!same_expr(a->arg[i], b->arg[i])) return false;
	return true;
}

// ---- products ---------------------------------------------------------------------------------

static void multiply(product *p, const prog_expr *e, const prog_type *element);

static void multiply_constant(product *p, long value)
{
	if (value <= 0 || __builtin_mul_overflow(p->constant, value, &p->constant)) p->known = false;
}

static void multiply_type(product *p, const prog_type *type, const prog_type *element)
{
	for (; type->kind == PROG_TYPE_ARRAY && type->extent; type = type->element) multiply(p, type->extent, element);
	multiply_constant(p, type->size);
}

// sizeof of a type with variable extents: they are the arguments, and the text tells of what.
static void multiply_sizeof_type(product *p, const prog_expr *e, const prog_type *element)
{
	size_t length = strlen(element->text);
	const char *text = strchr(e->text, '(');
	bool is_element = text && !strncmp(text + 1, element->text, length) &&
	                  text[1 + length + strspn(text + 1 + length, " ")] == '[';
	if (!is_element) p->known = false;
	for (int i = 0; i < e->n_args; i++) multiply(p, e->arg[i], element);
	multiply_constant(p, element->size);
}

static void multiply(product *p, const prog_expr *e, const prog_type *element)
{
	e = strip_casts(e);
	if (e->kind == PROG_EXPR_INT) {
		multiply_constant(p, e->value);
	} else if (e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_MUL) {
		multiply(p, e->arg[0], element);
		multiply(p, e->arg[1], element);
	} else if (e->kind == PROG_EXPR_SIZEOF) {
		if (e->n_args == 1 && e->arg[0]->type && e->arg[0]->type->kind == PROG_TYPE_ARRAY)
			multiply_type(p, e->arg[0]->type, element);
		else
			multiply_sizeof_type(p, e, element);
	} else if (p->n < MOST_FACTORS) {
		p->factor[p->n++] = e;
	} else {
		p->known = false;
	}
}

static bool divide(product *p, const product *by)
{
	if (!p->known || !by->known || p->constant % by->constant) return false;
	p->constant /= by->constant;
	for (int i = 0; i < by->n; i++) {
		int k = 0;
		while (k < p->n && !same_expr(p->factor[k], by->factor[i])) k++;
		if (k == p->n) return false;
		p->factor[k] = p->factor[--p->n];
	}
	return true;
}

// ---- what is assigned -------------------------------------------------------------------------

static bool is_before(prog_loc a, prog_loc b)
{
	return a.file == b.file && (a.line < b.line || (a.line == b.line && a.column < b.column));
}

// May the expression be evaluated wherever `symbol` gets memory, as often as one likes?
static bool is_visible(const prog_expr *e, const prog_symbol *symbol)
{
	const prog_symbol *s = e->symbol;
	switch (e->kind) {
	case PROG_EXPR_INT: return true;
	case PROG_EXPR_VAR: return s->file_scope || (!symbol->file_scope && is_before(s->loc, symbol->loc));
	case PROG_EXPR_MEMBER:
	case PROG_EXPR_DEREF:
	case PROG_EXPR_INDEX:
	case PROG_EXPR_UNARY:
	case PROG_EXPR_BINARY:
	case PROG_EXPR_CAST: break;
	default: return false;
	}
	for (int i = 0; i < e->n_args; i++)
		if (!is_visible(e->arg[i], symbol)) return false;
	return e->n_args > 0;
}

static const prog_expr *rows_of(const search *s, const prog_expr *call, const library_allocator *a)
{
	product bytes = {.known = true, .constant = 1}, row = {.known = true, .constant = 1};
	const prog_type *element = s->row;
	while (element->kind == PROG_TYPE_ARRAY) element = element->element;
	if (!a->size || call->n_args <= a->size || call->n_args <= a->times) return NULL;
	multiply(&bytes, call->arg[a->size], element);
	if (a->times) multiply(&bytes, call->arg[a->times], element);
	multiply_type(&row, s->row, element);
	if (!divide(&bytes, &row)) return NULL;
	if (bytes.n == 0) return directive_new_int(s->file->unit, bytes.constant, call->loc);
	return bytes.n == 1 && bytes.constant == 1 && is_visible(bytes.factor[0], s->symbol) ? bytes.factor[0] : NULL;
}

static const library_allocator *allocator_of(const prog_expr *e)
{
	if (e->kind != PROG_EXPR_CALL || e->arg[0]->kind != PROG_EXPR_VAR || e->arg[0]->symbol->function) return NULL;
	return library_allocator_of(e->arg[0]->symbol->name);
}

static bool look(search *s);

static bool is_mapped_or_null(const search *s, const prog_expr *e)
{
	if (e->kind == PROG_EXPR_INT && e->value == 0) return true;
	return e->kind == PROG_EXPR_VAR && (e->symbol == s->symbol || directive_find_facts(s->file, e->symbol));
}

static void look_at_copy(search *s, const prog_expr *e) { s->failed |= !is_mapped_or_null(s, strip_casts(e)); }

// A variable that helps to swap pointers to mapped memory.
static bool is_helper(const search *s, const prog_expr *e)
{
	search copies = {.file = s->file, .symbol = e->symbol, .value = look_at_copy};
	return e->kind == PROG_EXPR_VAR && e->type && e->type->kind == PROG_TYPE_POINTER && look(&copies);
}

static void look_at_value(search *s, const prog_expr *e)
{
	e = strip_casts(e);
	const library_allocator *a = allocator_of(e);
	if (!a) {
		s->failed |= !is_mapped_or_null(s, e) && !is_helper(s, e);
		return;
	}
	const prog_expr *rows = rows_of(s, e, a);
	if (!rows || (s->extent && !same_expr(s->extent, rows))) s->failed = true;
	s->extent = rows;
}

// ---- the walk ---------------------------------------------------------------------------------

static void look_in_stmt(search *s, const prog_stmt *stmt);

static bool uses(const prog_expr *e, const prog_symbol *symbol)
{
	if (e->symbol == symbol) return true;
	for (int i = 0; i < e->n_args; i++)
		if (uses(e->arg[i], symbol)) return true;
	return false;
}

// Is the variable in the type of a row? That holds the value which it had at the declaration.
static bool is_in_row(const search *s, const prog_symbol *variable)
{
	for (const prog_type *t = s->row; t && t->kind == PROG_TYPE_ARRAY; t = t->element)
		if (t->extent && uses(t->extent, variable)) return true;
	return false;
}

static void look_for_change(search *s, const prog_expr *e)
{
	bool may_change = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC || e->kind == PROG_EXPR_ADDR;
	if (!may_change || e->arg[0]->kind != PROG_EXPR_VAR || is_before(e->loc, s->symbol->loc)) return;
	s->failed |= is_in_row(s, e->arg[0]->symbol);
}

static void look_in_expr(search *s, const prog_expr *e)
{
	if (!e) return;
	look_for_change(s, e);
	bool is_target =
	        e->kind == PROG_EXPR_ASSIGN && e->arg[0]->kind == PROG_EXPR_VAR && e->arg[0]->symbol == s->symbol;
	if (is_target && e->op == PROG_OP_NONE) s->value(s, e->arg[1]);
	for (int i = 0; i < e->n_args; i++) look_in_expr(s, e->arg[i]);
	look_in_stmt(s, e->body);
}

static void look_in_stmt(search *s, const prog_stmt *stmt)
{
	if (!stmt) return;
	for (int i = 0; i < stmt->n_symbols; i++) {
		if (stmt->inits[i] && stmt->symbols[i] == s->symbol) s->value(s, stmt->inits[i]);
		look_in_expr(s, stmt->inits[i]);
	}
	look_in_expr(s, stmt->expr);
	look_in_expr(s, stmt->cond);
	look_in_expr(s, stmt->step);
	look_in_stmt(s, stmt->init);
	look_in_stmt(s, stmt->body);
	look_in_stmt(s, stmt->otherwise);
	for (int i = 0; i < stmt->n_children; i++) look_in_stmt(s, stmt->child[i]);
}

// False where the pointer may get more than is in sight, or what it gets is not as it should be.
static bool look(search *s)
{
	const prog_symbol *symbol = s->symbol;
	bool is_ours = symbol->kind == PROG_SYMBOL_VARIABLE && !symbol->is_extern && !symbol->address_taken;
	if (!is_ours || (symbol->file_scope && !symbol->is_static)) return false;
	for (int i = 0; i < s->file->unit->n_functions; i++) look_in_stmt(s, s->file->unit->functions[i]->body);
	return !s->failed;
}

const prog_expr *directive_seen_extent(directive_scope *file, const prog_symbol *symbol)
{
	search s = {.file = file, .symbol = symbol, .value = look_at_value, .row = symbol->type->element};
	return look(&s) ? s.extent : NULL;
}
