// SPDX-License-Identifier: Apache-2.0
#include "mapped_accesses.h"

#include "../model/model.h"
#include "facts.h"
#include "written_out.h"

static void touch_expr(unit_facts *f, const prog_expr *e, bool write, touches *r);

// `take`: what is read is used for something else than to set it.
static void touch_lvalue(unit_facts *f, const prog_expr *e, bool write, bool read, bool take, touches *r)
{
	element_ref ref;
	const prog_expr *whole = element_of(e);
	if (element_ref_of(whole, &ref) && ref.type->kind != PROG_TYPE_ARRAY && facts_ref_may_be_mapped(f, &ref)) {
		r->writes |= write;
		r->reads |= read;
		r->takes |= take;
		r->expected |= (write || read) && !facts_is_seen_plain(f, &ref);
	}
	for (int k = 0; k < e->n_args; k++) {
		const prog_expr *a = e->arg[k];
		bool chain = k == 0 &&
		             (a->kind == PROG_EXPR_INDEX || a->kind == PROG_EXPR_MEMBER || a->kind == PROG_EXPR_DEREF);
		if (chain && (a->type->kind == PROG_TYPE_ARRAY || e->kind == PROG_EXPR_MEMBER))
			touch_lvalue(f, a, false, false, false, r);
		else
			touch_expr(f, a, false, r);
	}
}

void touches_of_lvalue(unit_facts *f, const prog_expr *e, bool write, bool read, touches *r)
{
	touch_lvalue(f, e, write, read, read, r);
}

// A row that a function of the C library sets, or takes as it is.
static void touch_row(unit_facts *f, const prog_expr *row, bool write, touches *r)
{
	element_ref ref;
	row = prog_without_casts(row);
	if (row->kind == PROG_EXPR_ADDR) row = row->arg[0];
	if (row->kind != PROG_EXPR_INDEX || !element_ref_of(row, &ref) || !facts_ref_may_be_mapped(f, &ref)) return;
	*(write ? &r->writes : &r->reads) = true;
	r->takes |= !write;
	r->expected |= !facts_is_seen_plain(f, &ref);
}

// strlen(name[i])
static void touch_what_is_read(unit_facts *f, const prog_expr *call, touches *r)
{
	const prog_symbol *callee = prog_callee(call);
	if (!callee || callee->function || !facts_only_reads(f, call)) return;
	for (int k = 1; k < call->n_args; k++)
		if (prog_type_is_address(call->arg[k]->type)) touch_row(f, call->arg[k], false, r);
}

static void touch_copy(unit_facts *f, const prog_expr *call, touches *r)
{
	const library_copier *copier = library_copier_of(call);
	if (!copier) {
		touch_what_is_read(f, call, r);
		return;
	}
	touch_row(f, call->arg[copier->target], true, r);
	if (copier->source) touch_row(f, call->arg[copier->source], false, r);
}

static void touch_expr(unit_facts *f, const prog_expr *e, bool write, touches *r)
{
	if (!e) return;
	if (e->body) touches_of(f, e->body, r);
	if (e->kind == PROG_EXPR_CALL) touch_copy(f, e, r);
	const prog_expr *shown = e->kind == PROG_EXPR_CALL ? written_out(f, e) : NULL;
	if (shown) touches_of_lvalue(f, shown, false, true, r);
	switch (e->kind) {
	case PROG_EXPR_ASSIGN:
	case PROG_EXPR_INCDEC:
		touches_of_lvalue(f, e->arg[0], true, e->op != PROG_OP_NONE, r);
		if (e->n_args > 1) touch_expr(f, e->arg[1], false, r);
		return;
	case PROG_EXPR_INDEX:
	case PROG_EXPR_DEREF:
	case PROG_EXPR_MEMBER: touches_of_lvalue(f, e, write, true, r); return;
	case PROG_EXPR_ADDR: touches_of_lvalue(f, e->arg[0], false, false, r); return;
	default:
		for (int k = 0; k < e->n_args; k++) touch_expr(f, e->arg[k], false, r);
	}
}

// An expression whose value nobody uses.
static void touch_effect(unit_facts *f, const prog_expr *e, touches *r)
{
	const bool again = e && ((e->kind == PROG_EXPR_ASSIGN && e->op != PROG_OP_NONE) || e->kind == PROG_EXPR_INCDEC);
	if (e && e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_COMMA) {
		touch_effect(f, e->arg[0], r);
		touch_effect(f, e->arg[1], r);
	} else if (again && !e->body) {
		touch_lvalue(f, e->arg[0], true, true, false, r);
		if (e->n_args > 1) touch_expr(f, e->arg[1], false, r);
	} else {
		touch_expr(f, e, false, r);
	}
}

void touches_of(unit_facts *f, const prog_stmt *s, touches *r)
{
	if (!s) return;
	for (int k = 0; k < s->n_symbols; k++) touch_expr(f, s->inits[k], false, r);
	for (int k = 0; k < s->n_children; k++) touches_of(f, s->child[k], r);
	if (s->kind == PROG_STMT_EXPR)
		touch_effect(f, s->expr, r);
	else
		touch_expr(f, s->expr, false, r);
	touch_expr(f, s->cond, false, r);
	touch_expr(f, s->step, false, r);
	touches_of(f, s->init, r);
	touches_of(f, s->body, r);
	touches_of(f, s->otherwise, r);
}
