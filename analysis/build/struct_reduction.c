// SPDX-License-Identifier: Apache-2.0
#include "struct_reduction.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "reduction.h"

#include <string.h>

// What a member has become of that of the struct which is combined.
typedef enum become { OTHER, SAME, COMBINED } become;

// A variable of the function of that struct's type.
typedef struct holder {
	const prog_symbol *variable;
	bool set; // has a value
	become become[NEST_MOST_MEMBERS];
	prog_op op[NEST_MOST_MEMBERS];
} holder;

typedef struct evaluation {
	prog_unit *unit;
	const prog_type *type;
	const prog_symbol *into; // the parameter that is combined
	int n_members;
	const prog_symbol *member[NEST_MOST_MEMBERS];
	int n_holders;
	holder holders[8];
} evaluation;

static holder *find(evaluation *v, const prog_symbol *variable)
{
	for (int k = 0; k < v->n_holders; k++)
		if (v->holders[k].variable == variable) return &v->holders[k];
	return NULL;
}

static holder *add(evaluation *v, const prog_symbol *variable)
{
	if (v->n_holders == (int)(sizeof v->holders / sizeof *v->holders)) return NULL;
	holder *h = &v->holders[v->n_holders++];
	*h = (holder){.variable = variable};
	return h;
}

static bool is_of_type(const prog_type *t, const prog_type *other)
{
	return t && other && t->kind == PROG_TYPE_STRUCT && t->record == other->record;
}

// Whether the expression names a holder otherwise than by this member of `only`; only NULL: at all.
static bool names_holder(evaluation *v, const prog_expr *e, const holder *only, const prog_symbol *member)
{
	if (!e) return false;
	bool part = e->kind == PROG_EXPR_MEMBER && e->n_args && e->arg[0]->kind == PROG_EXPR_VAR;
	if (part && only && e->arg[0]->symbol == only->variable) return e->symbol != member;
	if (e->kind == PROG_EXPR_VAR) return find(v, e->symbol) != NULL;
	if (e->kind == PROG_EXPR_OPAQUE || e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC) return true;
	for (int k = 0; k < e->n_args; k++)
		if (names_holder(v, e->arg[k], only, member)) return true;
	return false;
}

typedef struct member_search {
	evaluation *evaluation;
	holder **holder;
	const prog_expr *found;
} member_search;

static bool is_member(const prog_expr *e, void *user)
{
	member_search *q = user;
	bool of_variable = e->kind == PROG_EXPR_MEMBER && e->n_args && e->arg[0]->kind == PROG_EXPR_VAR;
	if (!of_variable || !(*q->holder = find(q->evaluation, e->arg[0]->symbol))) return false;
	q->found = e;
	return true;
}

// The member of a holder that the expression names; NULL: none.
static const prog_expr *named_member(evaluation *v, const prog_expr *e, holder **h)
{
	member_search q = {v, h, NULL};
	walk_any(e, is_member, &q);
	return q.found;
}

static int index_of(const evaluation *v, const prog_symbol *member)
{
	int k = 0;
	while (k < v->n_members && v->member[k] != member) k++;
	return k;
}

// x op what has been combined by `before`.
static bool combine(holder *h, int k, const holder *from, prog_op op)
{
	bool first = from->become[k] == SAME;
	if (!from->set || from->become[k] == OTHER || op == PROG_OP_NONE || (!first && from->op[k] != op)) return false;
	h->become[k] = COMBINED;
	h->op[k] = op;
	return true;
}

// Member k of h becomes the value of `e`.
static bool set_member(evaluation *v, holder *h, int k, const prog_expr *e)
{
	holder *from = NULL;
	const prog_expr *m = named_member(v, e, &from);
	if (!m) {
		h->become[k] = OTHER;
		return !names_holder(v, e, NULL, NULL);
	}
	if (m->symbol != v->member[k] || names_holder(v, e, from, m->symbol)) return false;
	const prog_expr *value = prog_without_casts(e);
	if (value->kind == PROG_EXPR_MEMBER && !strcmp(value->text, m->text)) {
		h->become[k] = from->become[k];
		h->op[k] = from->op[k];
		return from->set;
	}
	return combine(h, k, from, reduction_operator(e, m));
}

// The whole of h becomes the value of `e`: a list of members, or another holder.
static bool set_whole(evaluation *v, holder *h, const prog_expr *e)
{
	e = prog_without_casts(e);
	if (e->kind == PROG_EXPR_COMPOUND) e = e->arg[0];
	holder now = {.variable = h->variable, .set = true},
	       *from = e->kind == PROG_EXPR_VAR ? find(v, e->symbol) : NULL;
	if (from) {
		now = *from;
		now.variable = h->variable;
	} else if (e->kind != PROG_EXPR_INIT || e->has_gaps || e->n_args != v->n_members) {
		return false;
	}
	for (int k = 0; !from && k < v->n_members; k++)
		if (!set_member(v, &now, k, e->arg[k])) return false;
	*h = now;
	return now.set;
}

static bool declare(evaluation *v, const prog_stmt *s)
{
	for (int k = 0; k < s->n_symbols; k++) {
		if (s->symbols[k]->is_static || s->symbols[k]->address_taken) return false;
		if (!is_of_type(s->symbols[k]->type, v->type)) {
			if (s->inits[k] && names_holder(v, s->inits[k], NULL, NULL)) return false;
			continue;
		}
		holder *h = add(v, s->symbols[k]);
		// Members that nothing has been given to are none of what is combined.
		if (!h || (s->inits[k] && !set_whole(v, h, s->inits[k]))) return false;
		h->set = true;
	}
	return true;
}

static bool assign(evaluation *v, const prog_expr *e)
{
	if (e->kind != PROG_EXPR_ASSIGN) return false;
	const prog_expr *to = e->arg[0];
	bool part = to->kind == PROG_EXPR_MEMBER && to->n_args && to->arg[0]->kind == PROG_EXPR_VAR;
	holder *h = part ? find(v, to->arg[0]->symbol) : to->kind == PROG_EXPR_VAR ? find(v, to->symbol) : NULL;
	if (!h) return false;
	if (!part) return e->op == PROG_OP_NONE && set_whole(v, h, e->arg[1]);
	int k = index_of(v, to->symbol);
	if (k == v->n_members) return false;
	if (e->op == PROG_OP_NONE) return set_member(v, h, k, e->arg[1]);
	return !names_holder(v, e->arg[1], NULL, NULL) && combine(h, k, h, reduction_operator(e, to));
}

static bool run(evaluation *v, const prog_stmt *s, holder *result);

static bool run_all(evaluation *v, const prog_stmt *s, holder *result)
{
	for (int k = 0; k < s->n_children; k++)
		if (!run(v, s->child[k], result) || (result->set && k + 1 < s->n_children)) return false;
	return true;
}

// Statements one after the other, the last of which returns.
static bool run(evaluation *v, const prog_stmt *s, holder *result)
{
	switch (s->kind) {
	case PROG_STMT_NULL: return true;
	case PROG_STMT_COMPOUND: return run_all(v, s, result);
	case PROG_STMT_DECL: return declare(v, s);
	case PROG_STMT_EXPR: return assign(v, s->expr);
	case PROG_STMT_RETURN: return s->expr && set_whole(v, result, s->expr);
	default: return false;
	}
}

// The members in the order of their declaration; false: not all of them are numbers that are named somewhere.
static bool find_members(evaluation *v)
{
	const prog_symbol *tag = v->type->record;
	if (!tag || v->type->is_union || v->type->is_volatile || tag->n_members == 0 ||
	        tag->n_members > NEST_MOST_MEMBERS)
		return false;
	int found = 0;
	for (int k = 0; k < v->unit->n_symbols; k++) {
		const prog_symbol *s = v->unit->symbols[k];
		if (s->kind != PROG_SYMBOL_FIELD || s->record != tag) continue;
		if (s->index >= tag->n_members || !reduction_is_number(s->type) || s->is_bit_field) return false;
		v->member[s->index] = s;
		found++;
	}
	v->n_members = tag->n_members;
	return found == tag->n_members;
}

static const nest_members *result_of(evaluation *v, const prog_function *f)
{
	holder result = {0}, *into = add(v, v->into);
	if (v->into->address_taken) return NULL;
	into->set = true;
	for (int k = 0; k < v->n_members; k++) into->become[k] = SAME;
	if (!run(v, f->body, &result) || !result.set) return NULL;
	nest_members *m = prog_alloc(v->unit, sizeof *m);
	m->n = v->n_members;
	for (int k = 0; k < v->n_members; k++) {
		if (result.become[k] != COMBINED) return NULL;
		m->name[k] = v->member[k]->name;
		m->type[k] = v->member[k]->type;
		m->op[k] = result.op[k];
	}
	return m;
}

bool struct_reduction_same(const nest_members *a, const nest_members *b)
{
	if (!a || !b || a->n != b->n) return a == b;
	for (int k = 0; k < a->n; k++)
		if (a->op[k] != b->op[k] || strcmp(a->name[k], b->name[k]) != 0) return false;
	return true;
}

const nest_members *struct_reduction_of(prog_unit *unit, const prog_expr *value, const prog_expr *target)
{
	value = prog_without_casts(value);
	const prog_symbol *callee = value->kind == PROG_EXPR_CALL ? prog_callee(value) : NULL;
	const prog_function *f = callee && !callee->is_weak ? callee->function : NULL;
	if (!f || f->n_params != value->n_args - 1 || !is_of_type(value->type, target->type)) return NULL;
	int at = 0;
	for (int k = 1; k < value->n_args; k++) {
		if (!expr_spells(value->arg[k], target->text)) continue;
		if (at) return NULL;
		at = k;
	}
	if (!at || !is_of_type(f->params[at - 1]->type, target->type)) return NULL;
	evaluation v = {.unit = unit, .type = target->type, .into = f->params[at - 1]};
	const nest_members *m = find_members(&v) ? result_of(&v, f) : NULL;
	const prog_expr *through = prog_without_casts(value->arg[at]);
	// add(add(s, x), y)
	bool direct = through->kind == target->kind && !strcmp(through->text, target->text);
	return m && (direct || struct_reduction_same(struct_reduction_of(unit, through, target), m)) ? m : NULL;
}
