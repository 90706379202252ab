// SPDX-License-Identifier: Apache-2.0
#include "member_pointers.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../unit/unit.h"

#include <stdlib.h>
#include <string.h>

static bool is_member(const prog_expr *e, void *member)
{
	return prog_same_expr(e, member) && !strcmp(e->text, ((const prog_expr *)member)->text);
}

static bool is_variable(const prog_expr *e, void *variable)
{
	return e->kind == PROG_EXPR_VAR && e->symbol == variable;
}

// Whether the pointer has the member's value from its declaration to the end of the block that the nest is in:
// neither of them changes in the `n` statements behind it, and nothing jumps in among these.
static bool keeps_value(
        const builder *b, const prog_symbol *p, const prog_expr *member, prog_stmt *const *behind, int n)
{
	if (p->file_scope || p->is_static || p->address_taken || p->mapping ||
	        !facts_changes_by_name_only(b->facts, b->n->root, member->symbol))
		return false;
	builder effects = {.n = b->n,
	        .facts = b->facts,
	        .written = calloc((size_t)b->n->unit->n_symbols + 1, 1),
	        .whole = b->whole};
	if (!effects.written) abort();
	bool keeps = true;
	for (int k = 0; k < n; k++) {
		effects_collect(&effects, behind[k]);
		keeps &= !stmt_holds(behind[k], STMT_KIND(LABEL) | STMT_KIND(OPAQUE)) &&
		         behind[k]->kind != PROG_STMT_CASE &&
		         facts_changes_by_name_only(b->facts, behind[k], member->symbol);
	}
	keeps = keeps && !effects.written[p->id] && expr_is_invariant(&effects, member);
	free(effects.written);
	return keeps;
}

static void look_at(builder *b, const prog_stmt *declaration, int k, prog_stmt *const *behind, int n)
{
	const prog_symbol *p = declaration->symbols[k];
	const prog_expr *member = declaration->inits[k] ? prog_without_casts(declaration->inits[k]) : NULL;
	if (!member || member->kind != PROG_EXPR_MEMBER || p->type->kind != PROG_TYPE_POINTER) return;
	if (!member->type || member->type->kind != PROG_TYPE_POINTER || member->type->element != p->type->element)
		return;
	if (b->n_member_pointers == LOCAL_POINTERS || !walk_any_in(b->n->root, is_variable, (void *)p)) return;
	if (!walk_any_in(b->n->root, is_member, (void *)member) || !keeps_value(b, p, member, behind, n)) return;
	b->member_pointer[b->n_member_pointers] = p;
	b->member_value[b->n_member_pointers++] = member;
}

void member_pointers_find(builder *b)
{
	for (const prog_stmt *s = b->n->root; s->parent; s = s->parent) {
		const prog_stmt *in = s->parent;
		if (in->kind != PROG_STMT_COMPOUND) continue;
		for (int at = 0; at < in->n_children && in->child[at] != s; at++) {
			const prog_stmt *d = in->child[at];
			for (int k = 0; d->kind == PROG_STMT_DECL && k < d->n_symbols; k++)
				look_at(b, d, k, in->child + at + 1, in->n_children - at - 1);
		}
	}
}

const prog_expr *member_pointers_value(const builder *b, const prog_expr *base)
{
	for (int k = 0; k < b->n_member_pointers; k++)
		if (base->kind == PROG_EXPR_VAR && base->symbol == b->member_pointer[k]) return b->member_value[k];
	return NULL;
}
