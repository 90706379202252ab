// SPDX-License-Identifier: Apache-2.0
#include "reduction.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../unit/unit.h"
#include "access.h"
#include "nest_build.h"
#include "struct_reduction.h"

#include <string.h>

static bool same_text(const prog_expr *a, const prog_expr *b)
{
	return a->kind == b->kind && !strcmp(a->text, b->text);
}

static bool is_target(const prog_expr *e, void *target) { return same_text(e, target); }

static bool mentions(const prog_expr *e, const prog_expr *target) { return walk_any(e, is_target, (void *)target); }

bool reduction_is_number(const prog_type *t)
{
	prog_type_kind k = t->kind;
	// The runtime does not know the others' arithmetic.
	static const char *const known[] = {"float", "double", "long double"};
	bool combines = (k == PROG_TYPE_INT && t->size <= 8) || k == PROG_TYPE_BOOL ||
	                (k == PROG_TYPE_COMPLEX && t->size <= 16);
	for (size_t f = 0; f < sizeof known / sizeof *known; f++) combines |= !strcmp(t->text, known[f]);
	return combines;
}

static bool is_arithmetic(const prog_expr *e) { return reduction_is_number(e->type); }

static bool is_scalar(const prog_expr *e)
{
	return (e->kind == PROG_EXPR_VAR || e->kind == PROG_EXPR_MEMBER) && is_arithmetic(e);
}

static bool is_element(const prog_expr *e)
{
	return (e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF) && is_arithmetic(e);
}

static bool is_reduction_op(prog_op op)
{
	switch (op) {
	case PROG_OP_ADD:
	case PROG_OP_SUB:
	case PROG_OP_MUL:
	case PROG_OP_AND:
	case PROG_OP_OR:
	case PROG_OP_XOR:
	case PROG_OP_LAND:
	case PROG_OP_LOR: return true;
	default: return false;
	}
}

// Whether what is combined with s may be so in any order when the result has this type on its way back to s: nothing is
// cut off in between, as int s; s = s + 0.5; or s = (unsigned char)(s + x); do.
static bool keeps(const prog_type *t, const prog_type *of, prog_op op)
{
	if (!t || !of) return false;
	if (op == PROG_OP_LAND || op == PROG_OP_LOR) return true;
	if (of->kind == PROG_TYPE_BOOL && op == PROG_OP_ADD) return false;
	bool whole = of->kind == PROG_TYPE_INT || of->kind == PROG_TYPE_BOOL;
	return (whole ? t->kind == PROG_TYPE_INT || t->kind == PROG_TYPE_BOOL : t->kind == of->kind) &&
	       t->size >= of->size;
}

// s op e, where only the left (or, if it commutes, either) operand of a chain of the same operator is s.
static bool is_chain(const prog_expr *e, prog_op op, const prog_expr *s)
{
	for (; e->kind == PROG_EXPR_CAST; e = e->arg[0])
		if (!keeps(e->type, s->type, op)) return false;
	if (same_text(e, s)) return true;
	if (e->kind != PROG_EXPR_BINARY || !keeps(e->type, s->type, op)) return false;
	bool sum = op == PROG_OP_ADD && (e->op == PROG_OP_ADD || e->op == PROG_OP_SUB);
	if (e->op != op && !sum) return false;
	if (is_chain(e->arg[0], op, s) && !mentions(e->arg[1], s)) return true;
	return e->op != PROG_OP_SUB && is_chain(e->arg[1], op, s) && !mentions(e->arg[0], s);
}

static bool is_comparison(const prog_expr *e)
{
	return e->kind == PROG_EXPR_BINARY &&
	       (e->op == PROG_OP_LT || e->op == PROG_OP_LE || e->op == PROG_OP_GT || e->op == PROG_OP_GE);
}

static bool is_bit_field(const prog_expr *e) { return e->kind == PROG_EXPR_MEMBER && e->symbol->is_bit_field; }

// A bit-field holds less than its type says.
static bool chooses(const prog_expr *s, const conversion_choice *c)
{
	return !is_bit_field(s) && conversion_chooses(c);
}

// `a OP b` where one side is what `set` sets, the other what it is set to: GT where the value replaces it when it is
// larger, LT when it is smaller.
static prog_op extremum_of(const prog_expr *cond, const prog_expr *set, bool *equal_too)
{
	if (!is_comparison(cond)) return PROG_OP_NONE;
	const prog_expr *s = set->arg[0], *value = prog_without_casts(set->arg[1]);
	bool greater = cond->op == PROG_OP_GT || cond->op == PROG_OP_GE;
	*equal_too = cond->op == PROG_OP_GE || cond->op == PROG_OP_LE;
	for (int k = 0; k < 2; k++) {
		const prog_expr *e = prog_without_casts(cond->arg[k]);
		if (!same_text(prog_without_casts(cond->arg[1 - k]), s) || mentions(e, s) || !same_text(value, e))
			continue;
		const conversion_choice c = {.s_compared = cond->arg[1 - k],
		        .e_compared = cond->arg[k],
		        .e_chosen = set->arg[1],
		        .to = s->type};
		return !chooses(s, &c) ? PROG_OP_NONE : greater == (k == 0) ? PROG_OP_GT : PROG_OP_LT;
	}
	return PROG_OP_NONE;
}

// x > y ? x : y, where one of the two is s, or such a choice itself.
static prog_op extremum_choice(const prog_expr *e, const prog_expr *s, const conversion_way *then)
{
	if (!e->arg[1] || !is_comparison(e->arg[0])) return PROG_OP_NONE;
	const prog_expr *side[] = {e->arg[0]->arg[0], e->arg[0]->arg[1]};
	const prog_expr *x = prog_without_casts(side[0]), *y = prog_without_casts(side[1]);
	const prog_expr *yes = prog_without_casts(e->arg[1]), *no = prog_without_casts(e->arg[2]);
	bool first = mentions(x, s), greater = e->arg[0]->op == PROG_OP_GT || e->arg[0]->op == PROG_OP_GE;
	bool takes = same_text(yes, x) && same_text(no, y);
	if (first == mentions(y, s) || (!takes && (!same_text(yes, y) || !same_text(no, x)))) return PROG_OP_NONE;
	prog_op op = greater == takes ? PROG_OP_GT : PROG_OP_LT;
	const prog_expr *through = first ? x : y, *s_chosen = e->arg[first == takes ? 1 : 2];
	const conversion_choice c = {.s_compared = side[first ? 0 : 1],
	        .e_compared = side[first ? 1 : 0],
	        .s_chosen = s_chosen,
	        .e_chosen = e->arg[first == takes ? 2 : 1],
	        .then = then,
	        .to = s->type};
	if (!chooses(s, &c)) return PROG_OP_NONE;
	if (same_text(through, s)) return op;
	const conversion_way further = {.casts = s_chosen, .then = then};
	return through->kind == PROG_EXPR_COND && extremum_choice(through, s, &further) == op ? op : PROG_OP_NONE;
}

static prog_op extremum_call(const prog_expr *e, const prog_expr *s, const conversion_way *then)
{
	static const struct {
		const char *name;
		prog_op op;
	} table[] = {{"fmax", PROG_OP_GT}, {"fmaxf", PROG_OP_GT}, {"fmaxl", PROG_OP_GT}, {"fmin", PROG_OP_LT},
	        {"fminf", PROG_OP_LT}, {"fminl", PROG_OP_LT}};
	const prog_expr *callee = prog_without_casts(e->arg[0]);
	if (e->n_args != 3 || callee->kind != PROG_EXPR_VAR) return PROG_OP_NONE;
	prog_op op = PROG_OP_NONE;
	for (size_t k = 0; k < sizeof table / sizeof *table; k++)
		if (!strcmp(callee->symbol->name, table[k].name)) op = table[k].op;
	bool first = mentions(e->arg[1], s), second = mentions(e->arg[2], s);
	if (op == PROG_OP_NONE || first == second) return PROG_OP_NONE;
	const prog_expr *held = e->arg[first ? 1 : 2], *other = e->arg[first ? 2 : 1],
	                *through = prog_without_casts(held);
	const conversion_choice c = {
	        .s_compared = held, .e_compared = other, .e_chosen = other, .then = then, .to = s->type};
	if (!chooses(s, &c)) return PROG_OP_NONE;
	if (same_text(through, s)) return op;
	// fmax(fmax(s, x), y)
	const conversion_way further = {.casts = held, .then = then};
	return through->kind == PROG_EXPR_CALL && extremum_call(through, s, &further) == op ? op : PROG_OP_NONE;
}

static prog_op assigned_op(const prog_expr *e, const prog_expr *s);

// ---- what a function is worth, as an expression -------------------------------------------------

// Choices that are made of its branches.
enum { MAX_CHOICES = 4 };
typedef struct choices {
	int n;
	prog_expr made[MAX_CHOICES], conds[MAX_CHOICES], *arg[MAX_CHOICES][3], *operand[MAX_CHOICES][2];
} choices;

static const prog_expr *choice(choices *c, const prog_expr *cond, const prog_expr *yes, const prog_expr *no)
{
	static const char *const names[MAX_CHOICES] = {"#0", "#1", "#2", "#3"};
	if (!yes || !no || c->n == MAX_CHOICES) return NULL;
	const char *name = names[c->n];
	prog_expr **arg = c->arg[c->n], *e = &c->made[c->n++];
	arg[0] = (prog_expr *)cond, arg[1] = (prog_expr *)yes, arg[2] = (prog_expr *)no;
	*e = (prog_expr){.kind = PROG_EXPR_COND, .type = yes->type, .text = name, .n_args = 3, .arg = arg};
	return e;
}

// The comparison with what the variable is in place of it; NULL: it names the variable otherwise.
static const prog_expr *with_value(choices *c, const prog_expr *cond, const prog_symbol *v, const prog_expr *value)
{
	if (!prog_names(cond, v)) return cond;
	if (!value || !is_comparison(cond) || c->n == MAX_CHOICES) return NULL;
	prog_expr **operand = c->operand[c->n], *e = &c->conds[c->n];
	for (int k = 0; k < 2; k++) {
		const prog_expr *x = prog_without_casts(cond->arg[k]);
		bool is_it = x->kind == PROG_EXPR_VAR && x->symbol == v;
		if (!is_it && prog_names(x, v)) return NULL;
		operand[k] = (prog_expr *)(is_it ? value : cond->arg[k]);
	}
	*e = *cond;
	e->arg = operand;
	return e;
}

// What a variable of the function is after a statement, in *value, where it was *value before; NULL: that is not known.
// False where anything else is set.
static bool after(const prog_stmt *s, const prog_symbol *v, const prog_expr **value, choices *c)
{
	const prog_expr *e = s->expr, *yes = *value, *no = *value, *cond;
	switch (s->kind) {
	case PROG_STMT_NULL: return true;
	case PROG_STMT_COMPOUND:
		for (int k = 0; k < s->n_children; k++)
			if (!after(s->child[k], v, value, c)) return false;
		return true;
	case PROG_STMT_DECL:
		for (int k = 0; k < s->n_symbols; k++) {
			if (s->symbols[k] != v && s->inits[k]) return false;
			if (s->symbols[k] == v) *value = s->inits[k];
		}
		return true;
	case PROG_STMT_EXPR:
		if (e->kind != PROG_EXPR_ASSIGN || e->op != PROG_OP_NONE || e->arg[0]->kind != PROG_EXPR_VAR ||
		        e->arg[0]->symbol != v || prog_names(e->arg[1], v))
			return false;
		*value = e->arg[1];
		return true;
	case PROG_STMT_IF:
		cond = with_value(c, s->cond, v, *value);
		if (!cond || !after(s->body, v, &yes, c) || (s->otherwise && !after(s->otherwise, v, &no, c)))
			return false;
		*value = choice(c, cond, yes, no);
		return *value;
	default: return false;
	}
}

// `value = x; if (y > x) value = y; return value;`
static const prog_expr *returned_variable(const prog_stmt *body, choices *c)
{
	const prog_stmt *last = body->child[body->n_children - 1];
	const prog_expr *e = last->kind == PROG_STMT_RETURN ? last->expr : NULL, *value = NULL;
	const prog_symbol *v = e && e->kind == PROG_EXPR_VAR ? e->symbol : NULL;
	if (!v || v->is_static || v->address_taken || !v->type || v->type->is_volatile) return NULL;
	bool declared = false;
	for (int k = 0; k + 1 < body->n_children; k++) {
		const prog_stmt *s = body->child[k];
		if (!s) return NULL;
		for (int j = 0; s->kind == PROG_STMT_DECL && j < s->n_symbols; j++) declared |= s->symbols[j] == v;
		if (!after(s, v, &value, c)) return NULL;
	}
	bool same = declared && value && value->type && !strcmp(value->type->text, v->type->text);
	return same ? value : NULL;
}

// `return x + y;`, `if (x > y) return x; return y;`
static const prog_expr *returned(const prog_stmt *s, choices *c)
{
	while (s && s->kind == PROG_STMT_COMPOUND && s->n_children == 1) s = s->child[0];
	if (s && s->kind == PROG_STMT_RETURN) return s->expr;
	bool two = s && s->kind == PROG_STMT_COMPOUND && s->n_children == 2;
	const prog_stmt *first = two ? s->child[0] : s, *second = two ? s->child[1] : s ? s->otherwise : NULL;
	if (first && first->kind == PROG_STMT_IF && second && !(two && first->otherwise))
		return choice(c, first->cond, returned(first->body, c), returned(second, c));
	return s && s->kind == PROG_STMT_COMPOUND && s->n_children ? returned_variable(s, c) : NULL;
}

// add(s, e), where the function combines this parameter with the others.
static prog_op function_call(const prog_expr *e, const prog_expr *s)
{
	const prog_symbol *callee = prog_callee(e);
	const prog_function *f = callee && !callee->is_weak ? callee->function : NULL;
	int at = 0;
	for (int k = 1; k < e->n_args; k++) {
		if (!mentions(e->arg[k], s)) continue;
		if (at) return PROG_OP_NONE;
		at = k;
	}
	if (!at || !f || f->n_params != e->n_args - 1) return PROG_OP_NONE;
	const prog_symbol *p = f->params[at - 1];
	bool typed = p->type && s->type && e->type;
	bool same = typed && !strcmp(p->type->text, s->type->text) && !strcmp(e->type->text, s->type->text);
	choices made = {0};
	const prog_expr *value = same ? returned(f->body, &made) : NULL;
	// A function that calls itself is no operation.
	if (!value || (value->kind == PROG_EXPR_CALL && prog_callee(value) == callee)) return PROG_OP_NONE;
	const prog_expr parameter = {
	        .kind = PROG_EXPR_VAR, .symbol = (prog_symbol *)p, .type = p->type, .text = p->name};
	prog_op op = assigned_op(value, &parameter);
	const prog_expr *through = prog_without_casts(e->arg[at]);
	return same_text(through, s) || assigned_op(through, s) == op ? op : PROG_OP_NONE;
}

static prog_op call_op(const prog_expr *e, const prog_expr *s, const conversion_way *then)
{
	prog_op op = extremum_call(e, s, then);
	return op == PROG_OP_NONE ? function_call(e, s) : op;
}

// c ? s op x : s, and c ? s op x : s op y. Nothing is cut off on the way back to s: keeps().
static prog_op choice_op(const prog_expr *e, const prog_expr *s)
{
	const prog_expr *choice = prog_without_casts(e);
	if (!choice->arg[1] || mentions(choice->arg[0], s)) return PROG_OP_NONE;
	bool stays = same_text(prog_without_casts(choice->arg[2]), s);
	prog_op op = assigned_op(choice->arg[stays ? 1 : 2], s);
	bool other_stays = stays || same_text(prog_without_casts(choice->arg[1]), s);
	if (!other_stays && assigned_op(choice->arg[1], s) != op) return PROG_OP_NONE;
	for (const prog_expr *x = e; x != choice; x = x->arg[0])
		if (!keeps(x->type, s->type, op)) return PROG_OP_NONE;
	return keeps(choice->type, s->type, op) ? op : PROG_OP_NONE;
}

// The operands of a && b && ..., or of a || b || ...; 0: there are too many. An expression that is neither is its only
// one.
enum { MAX_OPERANDS = 16 };
static int operands(const prog_expr *e, prog_op op, const prog_expr **list, int n)
{
	const prog_expr *inner = prog_without_casts(e);
	if (inner->kind == PROG_EXPR_BINARY && inner->op == op) {
		n = operands(inner->arg[0], op, list, n);
		return n ? operands(inner->arg[1], op, list, n) : 0;
	}
	if (n == MAX_OPERANDS) return 0;
	list[n] = inner;
	return n + 1;
}

// i != j && x > s ? x : s, and i == j || x <= s ? s : x: conditions beside the comparison say which values there are.
static prog_op guarded_choice(const prog_expr *e, const prog_expr *s, const conversion_way *then)
{
	const prog_expr *cond = prog_without_casts(e->arg[0]), *list[MAX_OPERANDS];
	if (!e->arg[1] || cond->kind != PROG_EXPR_BINARY) return PROG_OP_NONE;
	if (cond->op != PROG_OP_LAND && cond->op != PROG_OP_LOR) return PROG_OP_NONE;
	if (!same_text(prog_without_casts(e->arg[cond->op == PROG_OP_LAND ? 2 : 1]), s)) return PROG_OP_NONE;
	int n = operands(cond, cond->op, list, 0), compares = -1;
	for (int k = 0; k < n; k++)
		if (mentions(list[k], s)) {
			if (compares >= 0) return PROG_OP_NONE;
			compares = k;
		}
	if (compares < 0) return PROG_OP_NONE;
	prog_expr *arg[] = {(prog_expr *)list[compares], e->arg[1], e->arg[2]}, alone = *e;
	alone.arg = arg;
	return extremum_choice(&alone, s, then);
}

static prog_op assigned_op(const prog_expr *e, const prog_expr *s)
{
	static const prog_op ops[] = {
	        PROG_OP_ADD, PROG_OP_MUL, PROG_OP_AND, PROG_OP_OR, PROG_OP_XOR, PROG_OP_LAND, PROG_OP_LOR};
	const prog_expr *inner = prog_without_casts(e);
	const conversion_way then = {.casts = e};
	if (inner->kind == PROG_EXPR_COND) {
		prog_op op = extremum_choice(inner, s, &then);
		if (op == PROG_OP_NONE) op = guarded_choice(inner, s, &then);
		return op == PROG_OP_NONE ? choice_op(e, s) : op;
	}
	if (inner->kind == PROG_EXPR_CALL) return call_op(inner, s, &then);
	if (same_text(inner, s)) return PROG_OP_NONE;
	for (size_t k = 0; k < sizeof ops / sizeof *ops; k++)
		if (is_chain(e, ops[k], s)) return ops[k];
	return PROG_OP_NONE;
}

static void mark(builder *b, nest_stmt *s, const prog_expr *target, prog_op op)
{
	s->reduction = NEST_REDUCTION;
	s->reduction_op = op;
	for (int k = 0; k < s->n_accesses; k++) {
		nest_access *a = &s->accesses[k];
		if (!same_text(a->expr, target)) continue;
		a->reduction = true;
		s->reduction_object = a->object;
		b->n->objects[a->object].is_reduction = true;
	}
}

// s += e
static prog_op compound_op(const prog_expr *e)
{
	prog_op op = e->op == PROG_OP_SUB ? PROG_OP_ADD : e->op;
	const prog_type *s = e->arg[0]->type, *t = e->arg[1]->type;
	if (!s || !t) return PROG_OP_NONE;
	bool whole = s->kind == PROG_TYPE_INT || s->kind == PROG_TYPE_BOOL,
	     cut_off = t->kind == PROG_TYPE_COMPLEX ? s->kind != t->kind : whole && t->kind == PROG_TYPE_FLOAT;
	// true + true - 1, true ^ 2
	if (s->kind == PROG_TYPE_BOOL && op == PROG_OP_XOR) {
		const prog_expr *x = prog_without_casts(e->arg[1]);
		cut_off |= x->type->kind != PROG_TYPE_BOOL && !is_comparison(x);
	}
	cut_off |= s->kind == PROG_TYPE_BOOL && op == PROG_OP_ADD;
	return is_reduction_op(op) && !cut_off ? op : PROG_OP_NONE;
}

// The operator with which an assignment combines its target with something else; NONE: it is no reduction.
static prog_op combines(prog_unit *unit, const prog_expr *e, const prog_expr *target)
{
	if (e->kind == PROG_EXPR_INCDEC) return PROG_OP_ADD;
	if (e->op == PROG_OP_NONE) {
		const prog_expr *value = block_value(unit, prog_without_casts(e->arg[1]));
		return assigned_op(value ? value : e->arg[1], target);
	}
	return mentions(e->arg[1], target) ? PROG_OP_NONE : compound_op(e);
}

prog_op reduction_operator(const prog_expr *e, const prog_expr *target)
{
	if (e->kind != PROG_EXPR_ASSIGN) return assigned_op(e, target);
	return compound_op(e);
}

static void recognise_struct(builder *b, nest_stmt *s, const prog_expr *target)
{
	bool whole = target->kind == PROG_EXPR_VAR || target->kind == PROG_EXPR_MEMBER;
	if (!whole || s->expr->kind != PROG_EXPR_ASSIGN || s->expr->op != PROG_OP_NONE) return;
	s->reduction_members = struct_reduction_of(b->n->unit, s->expr->arg[1], target);
	if (s->reduction_members) mark(b, s, target, PROG_OP_COMMA);
}

void reduction_recognise(builder *b, nest_stmt *s)
{
	const prog_expr *e = s->expr;
	if (e->kind != PROG_EXPR_INCDEC && e->kind != PROG_EXPR_ASSIGN) return;
	const prog_expr *target = e->arg[0];
	if (target->type && target->type->kind == PROG_TYPE_STRUCT) {
		recognise_struct(b, s, target);
		return;
	}
	prog_op op = is_scalar(target) || is_element(target) ? combines(b->n->unit, e, target) : PROG_OP_NONE;
	if (op == PROG_OP_NONE) return;
	if (is_scalar(target)) {
		mark(b, s, target, op);
		// A member of an element.
		if (s->reduction_object < 0 && element_of(target) != target) s->into = target, s->into_op = op;
	} else if (op != PROG_OP_LAND && op != PROG_OP_LOR) {
		s->into = target;
		s->into_op = op;
	}
}

// ---- if (e > s) s = e --------------------------------------------------------------------------

enum { MAX_PLACES = 8 };

static bool add_assignments(const prog_expr *all, const prog_expr **list, int *n)
{
	const prog_expr *e;
	for (int k = 0; (e = expr_operand(all, PROG_OP_COMMA, k)); k++) {
		if (*n == MAX_PLACES || e->kind != PROG_EXPR_ASSIGN || e->op != PROG_OP_NONE) return false;
		if (!is_scalar(e->arg[0]) && !is_element(e->arg[0])) return false;
		list[(*n)++] = e;
	}
	return true;
}

// Gathers the body as a list of assignments; false where it is something else.
static bool assignments(const prog_stmt *s, const prog_expr **list, int *n)
{
	if (s->kind == PROG_STMT_EXPR) return add_assignments(s->expr, list, n);
	if (s->kind != PROG_STMT_COMPOUND) return false;
	for (int k = 0; k < s->n_children; k++)
		if (!assignments(s->child[k], list, n)) return false;
	return true;
}

static void mark_places(builder *b, nest_stmt *s, const prog_expr *const *list, int n, int extremum)
{
	for (int k = 0; k < n; k++) {
		if (k == extremum) continue;
		for (int j = 0; j < s->n_accesses; j++) {
			nest_access *a = &s->accesses[j];
			if (!a->write || !same_text(a->expr, list[k]->arg[0])) continue;
			a->reduction = true;
			b->n->objects[a->object].is_reduction = true;
			s->reduction = NEST_REDUCTION_PLACE;
		}
	}
}

// The extremum among assignments under a condition, and its operator.
typedef struct found_extremum {
	int at;
	prog_op op;
	bool equal_too;
	int n_guards; // conditions beside the comparison, in any order, which do not name what is set
	const prog_expr *guard[MAX_OPERANDS];
} found_extremum;

static bool find_extremum(const prog_expr *cond, const prog_expr *const *list, int n, found_extremum *found)
{
	const prog_expr *part[MAX_OPERANDS];
	int n_parts = operands(cond, PROG_OP_LAND, part, 0);
	for (int k = 0; k < n; k++)
		for (int c = 0; c < n_parts; c++) {
			found->op = extremum_of(part[c], list[k], &found->equal_too);
			if (found->op == PROG_OP_NONE) continue;
			found->at = k;
			found->n_guards = 0;
			for (int g = 0; g < n_parts; g++) {
				if (g == c) continue;
				if (mentions(part[g], list[k]->arg[0])) return false;
				found->guard[found->n_guards++] = part[g];
			}
			return true;
		}
	return false;
}

// What is done in the iterations that the guards leave, as far as these are known without an assumption.
static void collect_guarded(
        builder *b, nest_stmt *leaf, const found_extremum *found, const prog_expr *const *list, int n)
{
	isl_set *before = isl_set_copy(b->domain);
	bool within = b->within;
	for (int k = 0; k < found->n_guards; k++) {
		isl_set *assume = isl_set_copy(b->n->assume), *cond = affine_condition(b, found->guard[k]);
		bool known = cond && isl_set_is_equal(assume, b->n->assume) == isl_bool_true;
		isl_set_free(b->n->assume);
		b->n->assume = assume;
		b->within |= known;
		if (known)
			b->domain = isl_set_intersect(b->domain, cond);
		else
			isl_set_free(cond);
	}
	for (int k = 0; k < n; k++) access_collect(b, leaf, list[k]);
	b->within = within;
	isl_set_free(b->domain);
	b->domain = before;
}

bool reduction_by_condition(builder *b, prog_stmt *s)
{
	const prog_expr *list[MAX_PLACES];
	int n = 0;
	found_extremum found;
	if (!stmt_is_idle(s->otherwise) || !assignments(s->body, list, &n) || !find_extremum(s->cond, list, n, &found))
		return false;
	const int extremum = found.at;
	const prog_op op = found.op;
	// With a place the text of the body is extended by a note of the iteration.
	if (n > 1 && !b->call && s->body->range.file < 0) return false;
	const prog_expr *target = list[extremum]->arg[0];
	for (int k = 0; k < n && n > 1; k++)
		if (!is_scalar(list[k]->arg[0])) return false;
	for (int k = 0; k < n; k++)
		if (k != extremum && (mentions(list[k]->arg[1], target) || is_bit_field(list[k]->arg[0]))) return false;
	// The place is noted by addresses.
	if (n > 1 && is_bit_field(target)) return false;
	// A value of each iteration is combined with nobody's: what is set beside it is no place of all's extremum.
	if (n > 1 && target->kind == PROG_EXPR_VAR && prog_declares(b->n->root, target->symbol)) return false;
	int index = b->n->n_stmts;
	nest_stmt *leaf = nest_add_stmt(b, s, list[extremum]);
	access_collect(b, leaf, s->cond);
	collect_guarded(b, leaf, &found, list, n);
	nest_stmt *made = &b->n->stmts[index];
	if (is_scalar(target)) {
		mark(b, made, target, op);
		mark_places(b, made, list, n, extremum);
		made->reduction_last = found.equal_too;
	} else {
		made->into = target;
		made->into_op = op;
	}
	return true;
}

// ---- is it used as a reduction only? -------------------------------------------------------------

static bool consistent(const nest *n, int object)
{
	prog_op op = PROG_OP_NONE;
	const nest_members *members = NULL;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		for (int j = 0; j < s->n_accesses; j++) {
			if (s->accesses[j].object != object) continue;
			if (!s->accesses[j].reduction || (op != PROG_OP_NONE && op != s->reduction_op)) return false;
			if (op != PROG_OP_NONE && !struct_reduction_same(s->reduction_members, members)) return false;
			op = s->reduction_op;
			members = s->reduction_members;
		}
	}
	return true;
}

static bool combines_into(const nest_stmt *s, int object)
{
	for (int j = 0; j < s->n_accesses; j++)
		if (s->accesses[j].reduction && s->accesses[j].object == object) return true;
	return false;
}

static bool combines_the_same(const nest_stmt *a, const nest_stmt *b)
{
	for (int j = 0; j < a->n_accesses; j++)
		if (a->accesses[j].reduction && !combines_into(b, a->accesses[j].object)) return false;
	return true;
}

// Whether all statements that find the extremum set the same places beside it, and take the same of several: what only
// some of them set is no place of it, but of the last one that these found.
static bool has_its_places(const nest *n, int object)
{
	const nest_stmt *first = NULL;
	bool places = false, same = true;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		if (!combines_into(s, object)) continue;
		if (!first) first = s;
		places |= s->reduction == NEST_REDUCTION_PLACE;
		same &= combines_the_same(s, first) && combines_the_same(first, s) &&
		        s->reduction_last == first->reduction_last;
	}
	return same || !places;
}

// What a function adds up in a variable of its own is no object of the nest.
static bool all_confirmed(const nest *n, const nest_stmt *s)
{
	if (s->reduction_object < 0) return false;
	for (int j = 0; j < s->n_accesses; j++)
		if (s->accesses[j].reduction && !n->objects[s->accesses[j].object].is_reduction) return false;
	return n->objects[s->reduction_object].is_reduction;
}

void reduction_confirm(builder *b)
{
	nest *n = b->n;
	for (int k = 0; k < n->n_objects; k++)
		if (n->objects[k].is_reduction) n->objects[k].is_reduction = consistent(n, k) && has_its_places(n, k);
	// A place that is used otherwise takes its extremum with it, and the other way round.
	for (int round = 0; round < 2; round++)
		for (int k = 0; k < n->n_stmts; k++)
			if (n->stmts[k].reduction != NEST_NO_REDUCTION && !all_confirmed(n, &n->stmts[k]))
				for (int j = 0; j < n->stmts[k].n_accesses; j++)
					if (n->stmts[k].accesses[j].reduction)
						n->objects[n->stmts[k].accesses[j].object].is_reduction = false;
	for (int k = 0; k < n->n_stmts; k++) {
		nest_stmt *s = &n->stmts[k];
		if (s->reduction == NEST_NO_REDUCTION || all_confirmed(n, s)) continue;
		s->reduction = NEST_NO_REDUCTION;
		s->reduction_object = -1;
		for (int j = 0; j < s->n_accesses; j++) {
			nest_access *a = &s->accesses[j];
			// The place of an extremum is set under its condition only.
			if (a->reduction && a->write && !a->read) a->must = a->always = false;
			a->reduction = false;
		}
	}
}
