// SPDX-License-Identifier: Apache-2.0
//
// A pointer that is made of a parameter, in whatever way, leads into the object that the parameter leads into when the
// function is entered. So where all memory that may be mapped is reached in this way, one test for each of these
// parameters says for the whole call that nothing is mapped. Values are followed backwards, without regard to order.
#include "reached.h"
#include "source_text.h"

#include "../analysis/model/model.h"

#include <string.h>

typedef struct reached_note {
	enum { UNKNOWN, UNDER_WAY, PARAMETERS, ANYTHING } state;
	unsigned long parameters;
} reached_note;

enum { MOST_VARIABLES = 32 };

typedef struct walk {
	rewriter *w;
	const prog_function *f;
	reached_note *note; // [symbol id]
	unsigned long parameters;
	int n_seen;
	const prog_symbol *seen[MOST_VARIABLES]; // pointers whose values have been followed
} walk;

static bool value_is_known(walk *q, const prog_expr *e);

// ---- where values come from -----------------------------------------------------------------------

typedef struct assigned {
	walk *q;
	const prog_symbol *s;
} assigned;

// True where a value is given to the variable that is not known.
static bool is_given_unknown(const prog_expr *e, void *user)
{
	const assigned *a = user;
	return expr_is_change_of(e, a->s) && e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE &&
	       !value_is_known(a->q, e->arg[1]);
}

static int parameter_number(const walk *q, const prog_symbol *s)
{
	for (int k = 0; k < q->f->n_params; k++)
		if (q->f->params[k] == s) return k;
	return -1;
}

// A pointer: what it holds is made of parameters, or leads to memory that is never mapped.
static bool variable_is_known(walk *q, const prog_symbol *s)
{
	const unit_facts *facts = q->w->g->facts;
	int number = parameter_number(q, s);
	if (s->kind == PROG_SYMBOL_FUNCTION || s->mapping || s->partly) return false;
	if (!facts_bytes_may_be_mapped(facts, s)) return true;
	if (s->file_scope || s->is_static || s->address_taken || facts_leads_before(facts, s)) return false;
	if (s->kind == PROG_SYMBOL_PARAMETER && (number < 0 || number >= 64)) return false;
	if (number >= 0) q->parameters |= 1ul << number;
	for (int k = 0; k < q->n_seen; k++)
		if (q->seen[k] == s) return true;
	if (q->n_seen == MOST_VARIABLES) return false;
	q->seen[q->n_seen++] = s;
	assigned a = {q, s};
	const prog_expr *value = stmt_initial_value(q->f->body, s);
	return (!value || value_is_known(q, value)) && !walk_any_in(q->f->body, is_given_unknown, &a);
}

static bool is_pointer(const prog_expr *e)
{
	return e->type && (e->type->kind == PROG_TYPE_POINTER || e->type->kind == PROG_TYPE_ARRAY);
}

static bool place_is_known(walk *q, const prog_expr *e)
{
	switch (e->kind) {
	case PROG_EXPR_VAR:
		return !e->symbol->mapping && !e->symbol->partly && !facts_is_lent(q->w->g->facts, e->symbol) &&
		       !prog_type_holds_parts(e->type);
	case PROG_EXPR_MEMBER:
		return e->n_args && !e->symbol->mapping && !e->symbol->is_part && place_is_known(q, e->arg[0]);
	case PROG_EXPR_INDEX:
		return e->arg[0]->type && e->arg[0]->type->kind == PROG_TYPE_ARRAY ? place_is_known(q, e->arg[0])
		                                                                   : value_is_known(q, e->arg[0]);
	case PROG_EXPR_DEREF: return value_is_known(q, e->arg[0]);
	case PROG_EXPR_COMPOUND: return true;
	default: return false;
	}
}

static bool value_is_known(walk *q, const prog_expr *e)
{
	e = prog_without_casts(e);
	if (e->kind == PROG_EXPR_INT || e->kind == PROG_EXPR_STRING) return true;
	if (!is_pointer(e)) return false;
	if (prog_is_comma(e)) return value_is_known(q, e->arg[1]);
	switch (e->kind) {
	case PROG_EXPR_ADDR: return place_is_known(q, e->arg[0]);
	case PROG_EXPR_VAR:
		return e->type->kind == PROG_TYPE_ARRAY && e->symbol->kind == PROG_SYMBOL_VARIABLE
		               ? place_is_known(q, e)
		               : variable_is_known(q, e->symbol);
	case PROG_EXPR_BINARY:
		if (e->op != PROG_OP_ADD && e->op != PROG_OP_SUB) return false;
		return value_is_known(q, e->arg[is_pointer(e->arg[0]) ? 0 : 1]);
	case PROG_EXPR_COND:
		return value_is_known(q, e->arg[1] ? e->arg[1] : e->arg[0]) && value_is_known(q, e->arg[2]);
	case PROG_EXPR_ASSIGN: return value_is_known(q, e->arg[e->op == PROG_OP_NONE ? 1 : 0]);
	case PROG_EXPR_INCDEC: return value_is_known(q, e->arg[0]);
	case PROG_EXPR_INDEX:
	case PROG_EXPR_MEMBER:
	case PROG_EXPR_DEREF: return e->type && e->type->kind == PROG_TYPE_ARRAY && place_is_known(q, e);
	default: return false;
	}
}

// ---- what the function does -----------------------------------------------------------------------

static bool calls_back(const prog_expr *call)
{
	for (int k = 1; k < call->n_args; k++) {
		const prog_expr *a = prog_without_casts(call->arg[k]);
		const prog_type *t = a->type;
		if (t && t->kind == PROG_TYPE_POINTER) t = t->element;
		if (t && t->kind == PROG_TYPE_FUNCTION) return true;
	}
	return false;
}

static bool arguments_are_known(walk *q, const prog_expr *call, unsigned long which)
{
	for (int k = 1; k < call->n_args; k++)
		if (k <= 64 && which >> (k - 1) & 1 && !value_is_known(q, call->arg[k])) return false;
	return true;
}

static bool find(rewriter *w, reached_note *notes, const prog_function *f);

static bool call_is_known(walk *q, const prog_expr *call)
{
	const prog_symbol *s = prog_callee(call);
	if (!s) return false;
	if (s->function) {
		if (!find(q->w, q->note, s->function)) return false;
		return arguments_are_known(q, call, q->note[s->id].parameters);
	}
	if (library_inquiry(s) != INQUIRY_NONE) return true;
	if (!s->in_system_header || !library_knows(s->name) || calls_back(call)) return false;
	if (!rewrite_may_be_elsewhere(q->w, call)) return true;
	for (int k = 1; k < call->n_args; k++)
		if (is_pointer(call->arg[k]) && !value_is_known(q, call->arg[k])) return false;
	return true;
}

// True where the expression gets to memory by something else.
static bool goes_elsewhere(const prog_expr *e, void *user)
{
	walk *q = user;
	const prog_symbol *s = e->kind == PROG_EXPR_VAR || e->kind == PROG_EXPR_MEMBER ? e->symbol : NULL;
	if (e->kind == PROG_EXPR_SIZEOF || (s && s->kind == PROG_SYMBOL_FUNCTION)) return false;
	if (s && (s->mapping || s->partly || s->is_part)) return true;
	if (e->type && (prog_type_holds_parts(e->type) || facts_leads_to_object(e))) return true;
	if (rewrite_is_element(q->w, e) && !place_is_known(q, e)) return true;
	return e->kind == PROG_EXPR_CALL && !call_is_known(q, e);
}

// The two texts of the function may both be run: variables that stay would be two.
static bool keeps_state(const prog_stmt *s, void *unused)
{
	(void)unused;
	if (s->kind == PROG_STMT_REMAP || s->kind == PROG_STMT_OPAQUE) return true;
	for (int k = 0; k < s->n_symbols; k++) {
		const prog_symbol *v = s->symbols[k];
		if (v->mapping || v->partly || (v->is_static && !(v->type && v->type->is_const))) return true;
	}
	return false;
}

static bool find(rewriter *w, reached_note *notes, const prog_function *f)
{
	reached_note *n = &notes[f->symbol->id];
	if (n->state != UNKNOWN) return n->state == PARAMETERS;
	n->state = UNDER_WAY;
	walk q = {.w = w, .f = f, .note = notes};
	// Where there is no second text there may be variables that stay, and parameters without names.
	bool only = !f->is_main && source_may_be_chosen(w, f->symbol);
	for (int k = 0; k < f->n_params && only; k++) {
		const prog_symbol *p = f->params[k];
		only = !p->mapping && !p->partly && *p->name;
	}
	for (int k = 0; k < w->unit->n_remaps && only; k++) only = parameter_number(&q, w->unit->remaps[k]->symbol) < 0;
	only = only && !walk_any_stmt(f->body, keeps_state, NULL) &&
	       !walk_any_evaluated_in(f->body, goes_elsewhere, &q);
	*n = (reached_note){only ? PARAMETERS : ANYTHING, q.parameters};
	return only;
}

bool reached_by_parameters(rewriter *w, const prog_function *f, unsigned long *parameters)
{
	if (!w->reached) w->reached = prog_alloc(w->unit, sizeof(reached_note) * ((size_t)w->unit->n_symbols + 1));
	bool only = find(w, w->reached, f);
	*parameters = only ? ((reached_note *)w->reached)[f->symbol->id].parameters : 0;
	return only && *parameters;
}
