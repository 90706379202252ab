// SPDX-License-Identifier: Apache-2.0
#include "program_end.h"

#include "../model/model.h"

#include <string.h>

bool ends_call(const prog_expr *e)
{
	static const char *const names[] = {"exit", "_exit", "_Exit", "quick_exit", "abort"};
	const prog_symbol *callee = e && e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	for (size_t k = 0; callee && callee->in_system_header && k < sizeof names / sizeof *names; k++)
		if (!strcmp(callee->name, names[k])) return true;
	return false;
}

static bool leaves(const prog_stmt *s, void *unused)
{
	(void)unused;
	return (STMT_JUMPS | STMT_KIND(OPAQUE)) >> s->kind & 1;
}

// Whether control may get out of the statement, to somewhere in the program.
static bool comes_back(const prog_stmt *s) { return stmt_any_outward(s, leaves, NULL); }

const prog_stmt *ends_last(const prog_stmt *s)
{
	while (s) {
		if (s->kind == PROG_STMT_COMPOUND)
			s = s->n_children ? s->child[s->n_children - 1] : NULL;
		else if (s->kind == PROG_STMT_DO && prog_is_zero(s->cond))
			s = s->body;
		else
			return s;
	}
	return NULL;
}

static bool always_ends(const prog_stmt *s, int deep)
{
	enum { DEEPEST = 4 };
	const prog_stmt *last = ends_last(s);
	const prog_expr *call = last && last->kind == PROG_STMT_EXPR ? last->expr : NULL;
	while (call && call->kind == PROG_EXPR_CAST) call = call->arg[0];
	const prog_symbol *callee = call && call->kind == PROG_EXPR_CALL ? prog_callee(call) : NULL;
	if (!callee || comes_back(s)) return false;
	return ends_call(call) || (callee->function && deep < DEEPEST && always_ends(callee->function->body, deep + 1));
}

bool ends_program(const prog_stmt *branch) { return always_ends(branch, 0); }

typedef struct reader {
	const prog_stmt *choice;
	int deep;
	bool sets;
} reader;

static bool is_text(const prog_type *t) { return t && t->kind == PROG_TYPE_INT && t->size == 1; }

// g->size[0], and tables.
static bool is_plain_array(const prog_expr *e)
{
	while (e->kind == PROG_EXPR_INDEX) e = e->arg[0];
	if (!e->type || e->type->kind != PROG_TYPE_ARRAY) return false;
	if (e->kind == PROG_EXPR_VAR) return e->type->is_const && !e->symbol->mapping;
	return e->kind == PROG_EXPR_MEMBER && e->n_args && !e->symbol->mapping && !e->symbol->partly;
}

// What the array is a member of; itself.
static const prog_expr *object_of(const prog_expr *e)
{
	while (e->kind == PROG_EXPR_INDEX) e = e->arg[0];
	return e;
}

// Whether it may be an element of a mapped array: characters are taken for text, and structs with pointers are never
// mapped.
static bool is_element(const prog_expr *e)
{
	if (e->kind == PROG_EXPR_INDEX && is_plain_array(e)) return is_element(object_of(e));
	if (e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF)
		return e->type && e->type->kind != PROG_TYPE_FUNCTION && !is_text(e->type);
	if (e->kind != PROG_EXPR_MEMBER || !e->n_args) return false;
	const prog_type *t = e->arg[0]->type;
	if (t && t->kind == PROG_TYPE_POINTER) t = t->element;
	return t && !t->has_pointers;
}

static bool reads_elements(const prog_expr *e, void *user)
{
	enum { DEEPEST = 4 };
	reader *r = user;
	if (!e) return false;
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	r->sets |= e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC;
	if (e->kind == PROG_EXPR_CALL && (!callee || !callee->in_system_header)) {
		reader inner = {NULL, r->deep + 1, false};
		if (!callee || !callee->function || inner.deep == DEEPEST) return true;
		if (prog_any_expr(callee->function->body, reads_elements, &inner)) return true;
	}
	if (e->kind == PROG_EXPR_INDEX && is_plain_array(e) && !is_element(object_of(e))) {
		for (; e->kind == PROG_EXPR_INDEX; e = e->arg[0])
			if (reads_elements(e->arg[1], user)) return true;
		return false;
	}
	if (is_element(e)) return !r->choice || r->sets || !expr_spells(r->choice->cond, e->text);
	// Text is given by its address, and so could an array be.
	const prog_type *t = e->kind == PROG_EXPR_VAR ? e->type : NULL;
	if (t && t->kind == PROG_TYPE_ARRAY && !is_text(t->element) && !t->element->has_pointers) return true;
	for (int k = 0; k < e->n_args; k++)
		if (reads_elements(e->arg[k], user)) return true;
	return e->body && prog_any_expr(e->body, reads_elements, user);
}

static bool is_in_text(const prog_unit *unit, const prog_stmt *s)
{
	return s && s->range.file >= 0 && unit->files[s->range.file].is_main;
}

bool ends_as_assertion(const prog_unit *unit, const prog_stmt *choice, const prog_stmt *branch)
{
	reader r = {choice, 0, false};
	return is_in_text(unit, branch) && ends_program(branch) &&
	       !stmt_holds(branch, STMT_KIND(LABEL) | STMT_KIND(CASE)) && !prog_any_expr(branch, reads_elements, &r);
}

const prog_stmt *ends_behind_labels(const prog_stmt *label)
{
	while (label && label->kind == PROG_STMT_CASE) label = label->body;
	return label;
}

int ends_section(const prog_unit *unit, const prog_stmt *block, int from)
{
	const prog_stmt *label = block->child[from], *first = ends_behind_labels(label);
	bool in_switch = block->kind == PROG_STMT_COMPOUND && block->parent && block->parent->kind == PROG_STMT_SWITCH;
	if (!in_switch || label->kind != PROG_STMT_CASE || !is_in_text(unit, first)) return 0;
	for (int k = from; k < block->n_children; k++) {
		const prog_stmt *s = k == from ? first : block->child[k];
		reader r = {NULL, 0, false};
		if (stmt_holds(s, STMT_KIND(LABEL) | STMT_KIND(CASE)) || comes_back(s) || s->kind == PROG_STMT_DECL ||
		        prog_any_expr(s, reads_elements, &r))
			return 0;
		if (ends_program(s)) return k + 1;
	}
	return 0;
}

bool ends_leave(const prog_stmt *root, const prog_stmt *leave)
{
	const prog_stmt *up = leave->parent;
	switch (leave->kind) {
	case PROG_STMT_RETURN: return true;
	case PROG_STMT_GOTO: return leave->label && !stmt_has_label(root, leave->label);
	case PROG_STMT_BREAK:
		while (up && !stmt_is_loop(up) && up->kind != PROG_STMT_SWITCH) up = up->parent;
		return up == root;
	default: return ends_program(leave);
	}
}
