// SPDX-License-Identifier: Apache-2.0
#include "block_arrays.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../unit/unit.h"

#include <stdio.h>
#include <string.h>

// ---- offsets in subscripts --------------------------------------------------------------------------

enum { MOST = 16 };

static int addends(const prog_expr *e, const prog_expr **list, int n)
{
	const prog_expr *x = prog_without_casts(e);
	bool sum = x->kind == PROG_EXPR_BINARY && (x->op == PROG_OP_ADD || x->op == PROG_OP_SUB);
	if (!sum) {
		if (n < MOST) list[n] = x;
		return n < MOST ? n + 1 : n;
	}
	n = addends(x->arg[0], list, n);
	return x->op == PROG_OP_ADD ? addends(x->arg[1], list, n) : n;
}

// Whether `e` is the directive's offset with some value of its index, which is the same wherever it stands.
static bool is_offset(
        const prog_mapping *m, const prog_expr *base, const prog_expr *offset, const prog_expr *e, const char **index)
{
	offset = prog_without_casts(offset), e = prog_without_casts(e);
	if (offset->kind == PROG_EXPR_VAR && offset->symbol == m->index) {
		bool same = !*index || !strcmp(*index, e->text);
		*index = e->text;
		return same;
	}
	bool member = offset->kind == PROG_EXPR_MEMBER && offset->n_args == 0; // of the object that holds the pointer
	if (member && (base->kind != PROG_EXPR_MEMBER || e->kind != PROG_EXPR_MEMBER || base->n_args != e->n_args ||
	                      strcmp(base->arg[0]->text, e->arg[0]->text)))
		return false;
	if (offset->kind != e->kind || offset->op != e->op || offset->symbol != e->symbol) return false;
	if (member) return true;
	if (offset->n_args != e->n_args || (offset->kind == PROG_EXPR_INT && offset->value != e->value)) return false;
	for (int k = 0; k < e->n_args; k++)
		if (!offset->arg[k] || !e->arg[k] || !is_offset(m, base, offset->arg[k], e->arg[k], index))
			return false;
	return true;
}

// What is spelled as a directive has it; else the one variable or entry of a table that does not change in the nest.
static const prog_expr *offset_in(builder *b, const element_ref *ref, const prog_mapping *const *list, int n_mappings)
{
	const prog_expr *parts[MOST], *only = NULL;
	int n = addends(ref->sub[0], parts, 0), n_fixed = 0;
	for (int k = 0; k < n; k++)
		for (int j = 0; j < n_mappings; j++) {
			const char *index = NULL;
			if (is_offset(list[j], ref->base, list[j]->offset, parts[k], &index)) return parts[k];
		}
	for (int k = 0; k < n; k++) {
		bool place = parts[k]->kind == PROG_EXPR_VAR || parts[k]->kind == PROG_EXPR_MEMBER ||
		             parts[k]->kind == PROG_EXPR_INDEX;
		if (place && expr_is_invariant(b, parts[k])) only = parts[k], n_fixed++;
	}
	return n_fixed == 1 ? only : NULL;
}

// An array in a sum is a pointer to its elements.
static const prog_type *decayed(prog_unit *unit, const prog_type *t)
{
	if (t->kind != PROG_TYPE_ARRAY) return t;
	prog_type *pointer = prog_alloc(unit, sizeof *pointer);
	size_t size = strlen(t->element->text) + sizeof " *";
	char *text = prog_alloc(unit, size);
	snprintf(text, size, "%s *", t->element->text);
	*pointer = (prog_type){.kind = PROG_TYPE_POINTER,
	        .text = text,
	        .size = sizeof(void *),
	        .is_const = t->is_const,
	        .element = t->element};
	return pointer;
}

static prog_expr *combined(builder *b, prog_op op, const prog_expr *x, const prog_expr *y)
{
	prog_unit *unit = b->n->unit;
	prog_expr *e = prog_alloc(unit, sizeof *e);
	*e = (prog_expr){
	        .kind = PROG_EXPR_BINARY, .op = op, .type = decayed(unit, x->type), .loc = x->loc, .n_args = 2};
	e->range.file = e->expansion.file = -1;
	e->arg = prog_alloc(unit, 2 * sizeof *e->arg);
	e->arg[0] = (prog_expr *)x, e->arg[1] = (prog_expr *)y;
	size_t size = strlen(x->text) + strlen(y->text) + 12;
	char *text = prog_alloc(unit, size);
	snprintf(text, size, op == PROG_OP_ADD ? "%s + (%s)" : "(%s) - (%s)", x->text, y->text);
	e->text = text;
	return e;
}

void block_arrays_split(builder *b, element_ref *ref)
{
	const prog_mapping *list[FACTS_MAPPINGS];
	if (ref->n_subs != 1 || !ref->sub[0] || ref->row_levels) return;
	int n = mappings_of_block(b->facts, ref->base, list);
	const prog_expr *offset = n ? offset_in(b, ref, list, n) : NULL;
	if (!offset) return;
	ref->base = combined(b, PROG_OP_ADD, ref->base, offset);
	ref->sub[0] = combined(b, PROG_OP_SUB, ref->sub[0], offset);
}
