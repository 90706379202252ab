// SPDX-License-Identifier: Apache-2.0
#include "own_blocks.h"

#include "../model/model.h"
#include "confined.h"
#include "facts.h"

#include <string.h>

static bool calls(const prog_expr *e, const char *name)
{
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	if (!callee || callee->function) return false;
	bool builtin = !strncmp(callee->name, "__builtin_", 10);
	return (builtin || callee->in_system_header) && !strcmp(callee->name + (builtin ? 10 : 0), name);
}

bool own_block_allocates(const prog_expr *e)
{
	return (calls(e, "malloc") && e->n_args == 2) || (calls(e, "calloc") && e->n_args == 3);
}

typedef struct values {
	const prog_symbol *pointer;
	bool others; // found: it gets another value, or may get one
} values;

static void note_value(values *v, const prog_expr *value)
{
	const prog_expr *e = prog_without_casts(value);
	v->others |= !own_block_allocates(e) && !(e->kind == PROG_EXPR_INT && e->value == 0);
}

static bool names(const prog_expr *e, const prog_symbol *s) { return e->kind == PROG_EXPR_VAR && e->symbol == s; }

static walk_next look_at_value(const prog_expr *e, walk_use use, void *user)
{
	values *v = user;
	(void)use;
	if (e->kind == PROG_EXPR_ASSIGN && names(prog_without_casts(e->arg[0]), v->pointer)) note_value(v, e->arg[1]);
	const bool changes = e->kind == PROG_EXPR_INCDEC || e->kind == PROG_EXPR_ADDR;
	v->others |= changes && names(prog_without_casts(e->arg[0]), v->pointer);
	v->others |= e->kind == PROG_EXPR_OPAQUE;
	return v->others ? WALK_STOP : WALK_ON;
}

static walk_next look_at_initial_value(const prog_stmt *s, void *user)
{
	values *v = user;
	for (int k = 0; k < s->n_symbols; k++)
		if (s->symbols[k] == v->pointer && s->inits[k]) note_value(v, s->inits[k]);
	v->others |= s->kind == PROG_STMT_OPAQUE;
	return v->others ? WALK_STOP : WALK_ON;
}

bool own_block_is_all(const prog_function *function, const prog_symbol *pointer)
{
	static const walker look = {.expr = look_at_value, .stmt = look_at_initial_value};
	values v = {.pointer = pointer};
	return pointer->kind == PROG_SYMBOL_VARIABLE && !pointer->file_scope && !pointer->is_static &&
	       !walk_stmt(function->body, &look, &v);
}

const prog_expr *own_block_allocation(const prog_expr *init)
{
	const prog_expr *e = init ? prog_without_casts(init) : NULL;
	return e && e->kind == PROG_EXPR_CALL ? e : NULL;
}

static bool gets_block(const unit_facts *facts, const prog_expr *init)
{
	const prog_expr *call = own_block_allocation(init);
	return call && (own_block_allocates(call) || confined_call_gives((unit_facts *)facts, call));
}

static const prog_symbol *freed(const prog_expr *e)
{
	const prog_expr *p = calls(e, "free") && e->n_args == 2 ? prog_without_casts(e->arg[1]) : NULL;
	return p && p->kind == PROG_EXPR_VAR ? p->symbol : NULL;
}

const prog_symbol *own_block_freed(const prog_expr *call)
{
	const prog_symbol *p = freed(call);
	return p && p->owns_block ? p : NULL;
}

// ---- what is done with it ----------------------------------------------------------------------

typedef struct uses {
	const unit_facts *facts;
	const prog_symbol *pointer;
	bool escapes; // found: the address is kept, or is another one afterwards
} uses;

static bool gets_address(const uses *u, const prog_expr *argument);

static bool is_kept(const uses *u, const prog_expr *call, const prog_function *f)
{
	if (f->n_params != call->n_args - 1) return true;
	for (int k = 1; k < call->n_args; k++)
		if (gets_address(u, call->arg[k]) && facts_keeps_argument(u->facts, f, k - 1)) return true;
	return false;
}

// A function that works on what it gets, and does not keep it.
static bool only_works(const uses *u, const prog_expr *call)
{
	const prog_symbol *callee = prog_callee(call);
	if (!callee) return false;
	bool library = !callee->function && callee->in_system_header;
	if (library && library_works_on_memory(callee->name)) return true;
	if (callee->function && callee->function->body && !is_kept(u, call, callee->function)) return true;
	return facts_only_reads(u->facts, call) || confined_call_stores((unit_facts *)u->facts, call);
}

// Of an argument that is a number only elements of the memory can be in it.
static bool gets_address(const uses *u, const prog_expr *argument)
{
	return argument->type && argument->type->kind == PROG_TYPE_POINTER && prog_names(argument, u->pointer);
}

static bool gives_address(const uses *u, const prog_expr *call)
{
	for (int k = 1; k < call->n_args; k++)
		if (gets_address(u, call->arg[k])) return true;
	return false;
}

static bool escapes_in(const uses *u, const prog_expr *e, bool followed)
{
	if (!e || e->kind == PROG_EXPR_SIZEOF) return false;
	if (e->kind == PROG_EXPR_OPAQUE || e->body) return true;
	if (e->kind == PROG_EXPR_VAR) return e->symbol == u->pointer && !followed;
	bool sets = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC;
	if (sets && e->arg[0]->kind == PROG_EXPR_VAR && e->arg[0]->symbol == u->pointer) return true;
	if (e->kind == PROG_EXPR_CALL && gives_address(u, e) && freed(e) != u->pointer && !only_works(u, e))
		return true;
	// Whether it was to be had.
	bool compares = e->asserts || (e->kind == PROG_EXPR_UNARY && e->op == PROG_OP_LNOT) ||
	                (e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_EQ || e->op == PROG_OP_NE ||
	                                                        e->op == PROG_OP_LAND || e->op == PROG_OP_LOR));
	bool same = e->kind == PROG_EXPR_CAST || (e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_ADD);
	for (int k = 0; k < e->n_args; k++) {
		bool base = (e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF) && k == 0;
		bool given = e->kind == PROG_EXPR_CALL && gets_address(u, e->arg[k]);
		bool part = given || base || compares || (same && followed) || (e->kind == PROG_EXPR_ADDR && followed);
		// &p[i] is an address, where no function gets it.
		if (e->kind == PROG_EXPR_ADDR && !followed && prog_names(e, u->pointer)) return true;
		if (escapes_in(u, e->arg[k], part)) return true;
	}
	return false;
}

static bool escapes(const prog_expr *e, void *user)
{
	uses *u = user;
	return u->escapes |= e && escapes_in(u, e, false);
}

// ---- blocks ------------------------------------------------------------------------------------

static bool frees(const prog_expr *all, const prog_symbol *p)
{
	const prog_expr *e;
	for (int k = 0; (e = expr_operand(all, PROG_OP_COMMA, k)); k++)
		if (freed(prog_without_casts(e)) == p) return true;
	return false;
}

static bool is_freed_in(const prog_stmt *block, int from, const prog_symbol *p)
{
	for (int k = from; k < block->n_children; k++) {
		const prog_expr *e = block->child[k]->kind == PROG_STMT_EXPR ? block->child[k]->expr : NULL;
		if (e && frees(e, p)) return true;
	}
	return false;
}

static void mark_declared(const unit_facts *facts, const prog_stmt *block, int at)
{
	const prog_stmt *s = block->child[at];
	for (int k = 0; s->kind == PROG_STMT_DECL && k < s->n_symbols; k++) {
		prog_symbol *p = s->symbols[k];
		bool local = p->kind == PROG_SYMBOL_VARIABLE && !p->is_static && !p->is_extern;
		local &= !p->mapping && !p->partly;
		bool numbers = p->type->kind == PROG_TYPE_POINTER && p->type->element->kind != PROG_TYPE_POINTER &&
		               p->type->element->kind != PROG_TYPE_FUNCTION && !p->type->element->has_pointers &&
		               p->type->element->size > 0;
		if (!local || !numbers || p->address_taken || !gets_block(facts, s->inits[k])) continue;
		uses u = {facts, p, false};
		for (int j = at; j < block->n_children && !u.escapes; j++) prog_any_expr(block->child[j], escapes, &u);
		p->owns_block = !u.escapes && is_freed_in(block, at + 1, p);
	}
}

static bool mark_block(const prog_stmt *s, void *facts)
{
	for (int k = 0; s->kind == PROG_STMT_COMPOUND && k < s->n_children; k++) mark_declared(facts, s, k);
	return false;
}

void own_blocks_mark(const unit_facts *facts, prog_unit *unit)
{
	for (int k = 0; k < unit->n_functions; k++) walk_any_stmt(unit->functions[k]->body, mark_block, (void *)facts);
}
