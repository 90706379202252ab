// SPDX-License-Identifier: Apache-2.0
#include "inline.h"

#include "../model/model.h"
#include "program_end.h"
#include "set_once.h"

#include <ctype.h>
#include <string.h>

enum { MOST_BOUND = 64 };

typedef struct copier {
	prog_unit *unit;
	const prog_function *caller;
	int n;
	const prog_symbol *from[MOST_BOUND];
	prog_expr *to[MOST_BOUND];
	const prog_stmt *within;     // the body that is copied
	const prog_function *callee; // whose parameters `call` gives values
	const prog_expr *call;
	bool in_place;           // copies stand where their originals do; what mentions no pointer is none
	const prog_expr *choice; // between addresses, NULL: none
	int which;               // of its arguments stands for it
} copier;

// ---- may it be? -----------------------------------------------------------------------------------

static bool is_pointer(const prog_symbol *s)
{
	return s->type->kind == PROG_TYPE_POINTER || s->type->kind == PROG_TYPE_ARRAY;
}

static bool is_parameter(const prog_function *f, const prog_symbol *s)
{
	for (int k = 0; k < f->n_params; k++)
		if (f->params[k] == s) return true;
	return false;
}

static bool compares(const prog_expr *e)
{
	if (e->kind == PROG_EXPR_UNARY) return e->op == PROG_OP_LNOT;
	return e->kind == PROG_EXPR_BINARY && e->op >= PROG_OP_LT && e->op <= PROG_OP_LOR;
}

// A pointer that is only followed: p[i], *p, p->x, p[i][j], (p + k)[i], handed on, compared, or not used: (void)p.
static bool follows(const prog_function *f, const prog_expr *e, bool followed)
{
	if (!e) return true;
	if (e->body) return false;
	if (e->kind == PROG_EXPR_VAR) return followed || !is_parameter(f, e->symbol) || !is_pointer(e->symbol);
	if ((e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC) && e->arg[0]->type &&
	        e->arg[0]->type->kind == PROG_TYPE_POINTER)
		return false;
	bool discards = e->kind == PROG_EXPR_CAST && e->type->kind == PROG_TYPE_VOID;
	bool follow = e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF || e->kind == PROG_EXPR_CALL ||
	              compares(e) || discards;
	bool moves = e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_ADD && followed;
	for (int k = 0; k < e->n_args; k++)
		if (!follows(f, e->arg[k], follow || moves || (e->kind == PROG_EXPR_COND && k == 0))) return false;
	return true;
}

// ---- what stays as it is ------------------------------------------------------------------------------

// Whether the variable keeps its value in the statement.
static bool keeps_value(const prog_stmt *s, const prog_symbol *v) { return !stmt_changes(s, v); }

// Whether it does from a declaration on to the end of its block, which is as long as what is declared there lasts; or
// in a whole body.
static bool keeps_value_from(const prog_stmt *declaration, const prog_symbol *v)
{
	const prog_stmt *block = declaration->parent;
	if (!block || block->kind != PROG_STMT_COMPOUND) return keeps_value(block ? block : declaration, v);
	int k = 0;
	while (k < block->n_children && block->child[k] != declaration) k++;
	if (k == block->n_children) return keeps_value(block, v);
	while (k < block->n_children && keeps_value(block->child[k], v)) k++;
	return k == block->n_children;
}

// An address whose parts keep their values from a declaration on, or in a function's body: names, members, elements of
// arrays, sums.
static bool is_steady(const prog_stmt *from, const prog_expr *e)
{
	switch (e->kind) {
	case PROG_EXPR_INT:
	case PROG_EXPR_SIZEOF: return true;
	case PROG_EXPR_VAR:
		if (e->type->kind == PROG_TYPE_ARRAY || e->symbol->kind == PROG_SYMBOL_FUNCTION) return true;
		if (e->symbol->address_taken || e->type->is_volatile) return false;
		if (e->symbol->file_scope && e->type->kind != PROG_TYPE_POINTER) return false;
		return keeps_value_from(from, e->symbol);
	case PROG_EXPR_CAST:
	case PROG_EXPR_MEMBER:
	case PROG_EXPR_INDEX:
	case PROG_EXPR_DEREF:
	case PROG_EXPR_ADDR:
	case PROG_EXPR_UNARY:
	case PROG_EXPR_BINARY:
		if (e->op == PROG_OP_LAND || e->op == PROG_OP_LOR || e->op == PROG_OP_COMMA) return false;
		for (int k = 0; k < e->n_args; k++)
			if (!is_steady(from, e->arg[k])) return false;
		return true;
	default: return false;
	}
}

static bool pointer_stays(const prog_stmt *within, const prog_symbol *s, const prog_expr *init)
{
	return s->type->kind == PROG_TYPE_POINTER && init && !s->address_taken && !s->is_static && !s->mapping &&
	       keeps_value(within, s);
}

bool inline_is_table(const prog_type *t)
{
	while (t->kind == PROG_TYPE_ARRAY && !t->is_const) t = t->element;
	return t->kind == PROG_TYPE_ARRAY;
}

// A static variable, or table, that has its first value for good.
static bool is_constant(const prog_function *f, const prog_symbol *s)
{
	const prog_type *t = s->type;
	if (t->kind == PROG_TYPE_ARRAY) return inline_is_table(t) && !t->has_pointers;
	return t->kind != PROG_TYPE_POINTER && !t->has_pointers && !s->address_taken && keeps_value(f->body, s);
}

static bool fits(const prog_unit *unit, const prog_function *f, const prog_stmt *s)
{
	if (!s) return true;
	if (s->kind == PROG_STMT_LABEL || s->kind == PROG_STMT_GOTO || s->kind == PROG_STMT_OPAQUE ||
	        s->kind == PROG_STMT_REMAP)
		return false;
	for (int k = 0; k < s->n_symbols; k++) {
		if ((s->symbols[k]->is_static && !is_constant(f, s->symbols[k])) || s->symbols[k]->is_extern ||
		        s->symbols[k]->mapping || s->symbols[k]->partly)
			return false;
		for (int p = 0; p < f->n_params; p++)
			if (!strcmp(f->params[p]->name, s->symbols[k]->name)) return false;
		bool pointer = s->symbols[k]->type->kind == PROG_TYPE_POINTER;
		if (pointer && !pointer_stays(set_once_body((prog_unit *)unit, f), s->symbols[k], s->inits[k]))
			return false;
		if (!follows(f, s->inits[k], pointer) || prog_names(s->inits[k], f->symbol)) return false;
	}
	const prog_expr *const parts[] = {s->expr, s->cond, s->step};
	for (int k = 0; k < 3; k++)
		if (!follows(f, parts[k], k == 1 || s->kind == PROG_STMT_RETURN) || prog_names(parts[k], f->symbol))
			return false;
	for (int k = 0; k < s->n_children; k++) {
		int end = ends_section(unit, s, k);
		if (end)
			k = end - 1;
		else if (!fits(unit, f, s->child[k]))
			return false;
	}
	const prog_stmt *const branch[] = {s->body, s->otherwise};
	for (int k = 0; k < 2; k++)
		if (!(s->kind == PROG_STMT_IF && ends_as_assertion(unit, s, branch[k])) && !fits(unit, f, branch[k]))
			return false;
	return fits(unit, f, s->init);
}

// Names of file scope mean the same in both functions.
static bool hides_one_of(const prog_expr *e, void *user)
{
	const prog_function *caller = user;
	if (e->kind == PROG_EXPR_VAR && e->symbol->file_scope && e->symbol->kind == PROG_SYMBOL_VARIABLE) {
		for (int k = 0; k < caller->n_params; k++)
			if (!strcmp(caller->params[k]->name, e->symbol->name)) return true;
		if (prog_declares_name(caller->body, e->symbol->name)) return true;
		// A nest would have to name what is mapped.
		bool mapped = e->symbol->mapping || e->symbol->partly;
		if (mapped && prog_declared_behind(e->symbol, caller)) return true;
	}
	return false;
}

bool inline_hides(const prog_function *f, const prog_expr *e) { return walk_any(e, hides_one_of, (void *)f); }

// Whether it sets the object, or a part of it.
static bool changes_part(const prog_expr *e, void *user)
{
	if (e->kind != PROG_EXPR_ASSIGN && e->kind != PROG_EXPR_INCDEC && e->kind != PROG_EXPR_ADDR) return false;
	const prog_expr *t = e->arg[0];
	while ((t->kind == PROG_EXPR_MEMBER && t->n_args) ||
	        (t->kind == PROG_EXPR_INDEX && t->arg[0]->type->kind == PROG_TYPE_ARRAY))
		t = t->arg[0];
	return t->kind == PROG_EXPR_VAR && t->symbol == user;
}

static bool has_no_effect_at(const prog_expr *e, int depth);

// int idx(int i, int j, int m) { return i * m + j; }; `of_numbers`: it gets nothing but such. `depth`: of calls in
// such functions.
static bool is_formula(const prog_expr *call, bool of_numbers, int depth)
{
	enum { DEEPEST = 8 };
	const prog_symbol *callee = prog_callee(call);
	const prog_stmt *s = callee && callee->function ? callee->function->body : NULL;
	while (s && s->kind == PROG_STMT_COMPOUND && s->n_children == 1) s = s->child[0];
	bool returns = s && s->kind == PROG_STMT_RETURN && s->expr && s->expr->type->kind == PROG_TYPE_INT;
	if (!returns || depth == DEEPEST || !has_no_effect_at(s->expr, depth + 1)) return false;
	for (int k = 1; k < call->n_args; k++)
		if ((of_numbers && call->arg[k]->type->kind != PROG_TYPE_INT) || !has_no_effect_at(call->arg[k], depth))
			return false;
	return true;
}

static bool has_effect(const prog_expr *e, void *depth)
{
	return e->kind == PROG_EXPR_CALL ? !is_formula(e, false, *(int *)depth) : EXPR_EFFECTS >> e->kind & 1;
}

static bool has_no_effect_at(const prog_expr *e, int depth) { return !walk_any(e, has_effect, &depth); }

static bool has_no_effect(const prog_expr *e) { return has_no_effect_at(e, 0); }

static const prog_type *led_to(const prog_type *t)
{
	return t && (t->kind == PROG_TYPE_POINTER || t->kind == PROG_TYPE_ARRAY) ? t->element : NULL;
}

// An argument names memory in a way that does not change: a variable, a member, an element or row, its address.
static bool is_simple(const prog_expr *e)
{
	switch (e->kind) {
	case PROG_EXPR_CALL: return is_formula(e, true, 0);
	case PROG_EXPR_ASSIGN:
	case PROG_EXPR_INCDEC:
	case PROG_EXPR_OPAQUE:
	case PROG_EXPR_COMPOUND:
	case PROG_EXPR_CAST:
	case PROG_EXPR_STRING: return false;
	case PROG_EXPR_COND: // which of two arrays, or of two subscripts
		if (!e->arg[1] || (!led_to(e->type) && e->type->kind != PROG_TYPE_INT)) return false;
		break;
	default: break;
	}
	for (int k = 0; k < e->n_args; k++)
		if (!is_simple(prog_without_casts(e->arg[k]))) return false;
	return true;
}

static const char *unqualified(const char *text) { return strncmp(text, "const ", 6) ? text : text + 6; }

// A value that is the same anywhere in the function: constants, its variables that never change.
static bool is_settled(const prog_function *f, const prog_expr *e)
{
	e = prog_without_implicit_casts(e);
	if (e->kind == PROG_EXPR_INT) return true;
	if (e->kind == PROG_EXPR_BINARY && e->op >= PROG_OP_ADD && e->op <= PROG_OP_REM)
		return is_settled(f, e->arg[0]) && is_settled(f, e->arg[1]);
	const prog_symbol *s = e->kind == PROG_EXPR_VAR ? e->symbol : NULL;
	return s && !s->file_scope && !s->is_static && !s->address_taken && s->type->kind == PROG_TYPE_INT &&
	       !s->type->is_volatile && keeps_value(f->body, s);
}

static int parameter_number(const prog_function *f, const prog_symbol *s)
{
	for (int k = 0; k < f->n_params; k++)
		if (f->params[k] == s) return k;
	return -1;
}

// What the variable is declared with, if that is a constant.
static const prog_expr *initial_constant(const prog_stmt *s, const prog_symbol *v)
{
	const prog_expr *value = stmt_initial_value(s, v);
	if (value) value = prog_without_casts(value);
	return value && value->kind == PROG_EXPR_INT ? value : NULL;
}

// Whether the extent `x` that a parameter of the called function is declared with is that of its argument, `y`.
static bool same_extent(const copier *c, const prog_expr *x, const prog_expr *y)
{
	if (!x || !y) return false;
	x = prog_without_casts(x), y = prog_without_casts(y);
	if (x->kind == PROG_EXPR_INT && y->kind == PROG_EXPR_INT) return x->value == y->value;
	if (!c || !c->call || !c->caller) return false;
	if (x->kind == PROG_EXPR_BINARY && y->kind == PROG_EXPR_BINARY && x->op == y->op)
		return same_extent(c, x->arg[0], y->arg[0]) && same_extent(c, x->arg[1], y->arg[1]);
	int k = x->kind == PROG_EXPR_VAR ? parameter_number(c->callee, x->symbol) : -1;
	if (k < 0) return false;
	const prog_expr *given = prog_without_implicit_casts(c->call->arg[k + 1]);
	if (given->type->size > x->symbol->type->size || !is_settled(c->caller, given) || !is_settled(c->caller, y))
		return false;
	if (given->kind == PROG_EXPR_VAR && y->kind == PROG_EXPR_INT)
		given = initial_constant(c->caller->body, given->symbol);
	return given && prog_same_expr(given, y);
}

static bool same_type(const copier *c, const prog_type *a, const prog_type *b)
{
	if (!a || !b || a->kind != b->kind) return false;
	if (a->kind == PROG_TYPE_STRUCT && a->record) return a->record == b->record;
	if (a->kind == PROG_TYPE_FLOAT || a->kind == PROG_TYPE_INT || a->kind == PROG_TYPE_COMPLEX)
		return a->size == b->size && a->is_signed == b->is_signed;
	if (a->kind != PROG_TYPE_ARRAY) return !strcmp(unqualified(a->text), unqualified(b->text));
	return same_extent(c, a->extent, b->extent) && same_type(c, a->element, b->element);
}

// ---- copies ---------------------------------------------------------------------------------------

static const char *joined(prog_unit *unit, const char *a, const char *b, const char *c, const char *d)
{
	size_t n = strlen(a) + strlen(b) + strlen(c) + strlen(d) + 1;
	char *s = prog_alloc(unit, n);
	snprintf(s, n, "%s%s%s%s", a, b, c, d);
	return s;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

// The text with one name replaced, where it is not a member's.
static const char *replaced(prog_unit *unit, const char *text, const char *name, const char *by)
{
	size_t length = strlen(name);
	for (const char *at = text; (at = strstr(at, name)); at += length) {
		const char *before = at;
		while (before > text && before[-1] == ' ') before--;
		bool member = before > text &&
		              (before[-1] == '.' || (before[-1] == '>' && before > text + 1 && before[-2] == '-'));
		if (member || (at > text && is_word(at[-1])) || is_word(at[length])) continue;
		char *head = prog_alloc(unit, (size_t)(at - text) + 1);
		memcpy(head, text, (size_t)(at - text));
		const char *rest = replaced(unit, at + length, name, by);
		return joined(unit, head, by, rest, "");
	}
	return text;
}

static const char *text_of(copier *c, const prog_expr *e)
{
	const char *text = e->text;
	for (int k = 0; k < c->n; k++) {
		const char *by = c->to[k]->text;
		if (c->to[k]->kind != PROG_EXPR_VAR) by = joined(c->unit, "(", by, ")", "");
		text = replaced(c->unit, text, c->from[k]->name, by);
	}
	return text;
}

static prog_expr *sum(copier *c, prog_expr *a, prog_expr *b)
{
	if (a->kind == PROG_EXPR_INT && a->value == 0) return b;
	if (b->kind == PROG_EXPR_INT && b->value == 0) return a;
	prog_expr *e = prog_alloc(c->unit, sizeof *e);
	*e = *a;
	e->kind = PROG_EXPR_BINARY;
	e->op = PROG_OP_ADD;
	e->symbol = NULL;
	e->n_args = 2;
	e->arg = prog_alloc(c->unit, 2 * sizeof *e->arg);
	e->arg[0] = a, e->arg[1] = b;
	e->text = joined(c->unit, a->text, " + (", b->text, ")");
	e->range.file = e->expansion.file = -1;
	e->copy_of = NULL;
	return e;
}

static bool is_led(const prog_expr *e)
{
	return e->type && (e->type->kind == PROG_TYPE_POINTER || e->type->kind == PROG_TYPE_ARRAY);
}

static prog_expr *constant(copier *c, const prog_expr *like, long value)
{
	static const prog_type int_type = {.kind = PROG_TYPE_INT, .text = "int", .size = 4, .is_signed = true};
	prog_expr *e = prog_alloc(c->unit, sizeof *e);
	*e = (prog_expr){
	        .kind = PROG_EXPR_INT, .value = value, .type = &int_type, .loc = like->loc, .text = value ? "1" : "0"};
	e->range.file = e->expansion.file = -1;
	return e;
}

// An address is never null.
static prog_expr *truth(copier *c, prog_expr *e)
{
	return e && prog_without_casts(e)->kind == PROG_EXPR_ADDR ? constant(c, e, 1) : e;
}

static prog_expr *compared(copier *c, prog_expr *e)
{
	bool logical = e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_LAND || e->op == PROG_OP_LOR);
	bool negated = e->kind == PROG_EXPR_UNARY && e->op == PROG_OP_LNOT;
	for (int k = 0; k < e->n_args && (logical || negated); k++) e->arg[k] = truth(c, e->arg[k]);
	if (e->kind == PROG_EXPR_COND) e->arg[0] = truth(c, e->arg[0]);
	if (e->kind != PROG_EXPR_BINARY || (e->op != PROG_OP_EQ && e->op != PROG_OP_NE)) return e;
	for (int k = 0; k < 2; k++)
		if (prog_without_casts(e->arg[k])->kind == PROG_EXPR_ADDR && prog_is_zero(e->arg[1 - k]))
			return constant(c, e, e->op == PROG_OP_NE);
	return e;
}

static bool is_pointer_sum(const prog_expr *e)
{
	return e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_ADD && is_led(e);
}

// &a[k] + m is &a[k + m], (p + k) + m is p + (k + m).
static prog_expr *simplified_sum(copier *c, prog_expr *e)
{
	int pointer = is_led(e->arg[0]) ? 0 : 1;
	prog_expr *base = e->arg[pointer], *by = e->arg[1 - pointer];
	if (base->kind == PROG_EXPR_ADDR && base->arg[0]->kind == PROG_EXPR_INDEX) {
		prog_expr *address = prog_alloc(c->unit, sizeof *address),
		          *element = prog_alloc(c->unit, sizeof *element);
		*address = *base, *element = *base->arg[0];
		address->arg = prog_alloc(c->unit, sizeof *address->arg);
		element->arg = prog_alloc(c->unit, 2 * sizeof *element->arg);
		element->arg[0] = base->arg[0]->arg[0];
		element->arg[1] = sum(c, base->arg[0]->arg[1], by);
		element->value = 1;
		element->text = joined(c->unit, element->arg[0]->text, "[", element->arg[1]->text, "]");
		element->range.file = element->expansion.file = address->range.file = address->expansion.file = -1;
		address->arg[0] = element;
		address->text = joined(c->unit, "&", element->text, "", "");
		return address;
	}
	if (!is_pointer_sum(base)) return e;
	int inner = is_led(base->arg[0]) ? 0 : 1;
	e->arg[0] = base->arg[inner];
	e->arg[1] = sum(c, base->arg[1 - inner], by);
	return e;
}

// (&a[k])[m] is a[k + m], (p + k)[m] and *(p + k + m) are p[k + m], *&x is x.
static prog_expr *simplified(copier *c, prog_expr *e)
{
	if (e->kind == PROG_EXPR_DEREF && e->arg[0]->kind == PROG_EXPR_ADDR) return e->arg[0]->arg[0];
	if (e->kind == PROG_EXPR_ADDR && e->arg[0]->kind == PROG_EXPR_DEREF) return e->arg[0]->arg[0];
	if (is_pointer_sum(e)) return simplified_sum(c, e);
	if (e->kind == PROG_EXPR_DEREF && is_pointer_sum(e->arg[0])) {
		const prog_expr *p = e->arg[0];
		int pointer = is_led(p->arg[0]) ? 0 : 1;
		e->kind = PROG_EXPR_INDEX;
		e->value = 1;
		e->n_args = 2;
		e->arg = prog_alloc(c->unit, 2 * sizeof *e->arg);
		e->arg[0] = p->arg[pointer], e->arg[1] = p->arg[1 - pointer];
	}
	while (e->kind == PROG_EXPR_INDEX) {
		prog_expr *base = e->arg[0];
		if (base->kind == PROG_EXPR_ADDR && base->arg[0]->kind == PROG_EXPR_INDEX) {
			e->arg[1] = sum(c, base->arg[0]->arg[1], e->arg[1]);
			e->arg[0] = base->arg[0]->arg[0];
		} else if (base->kind == PROG_EXPR_ADDR && e->arg[1]->kind == PROG_EXPR_INT && e->arg[1]->value == 0) {
			return base->arg[0];
		} else if (is_pointer_sum(base)) {
			int pointer = !is_led(base->arg[0]);
			e->arg[1] = sum(c, base->arg[1 - pointer], e->arg[1]);
			e->arg[0] = base->arg[pointer];
		} else {
			break;
		}
	}
	return e;
}

static void render(copier *c, prog_expr *e)
{
	switch (e->kind) {
	case PROG_EXPR_INDEX:
		e->text = e->arg[0]->kind == PROG_EXPR_COND
		                  ? joined(c->unit, "(", e->arg[0]->text, ")[",
		                            joined(c->unit, e->arg[1]->text, "]", "", ""))
		                  : joined(c->unit, e->arg[0]->text, "[", e->arg[1]->text, "]");
		break;
	case PROG_EXPR_MEMBER:
		if (e->n_args == 0)
			break;
		else if (e->arg[0]->kind == PROG_EXPR_DEREF)
			e->text = joined(c->unit, e->arg[0]->arg[0]->text, "->", e->symbol->name, "");
		else
			e->text = joined(c->unit, e->arg[0]->text, ".", e->symbol->name, "");
		break;
	case PROG_EXPR_BINARY:
		if (is_pointer_sum(e)) e->text = joined(c->unit, e->arg[0]->text, " + (", e->arg[1]->text, ")");
		break;
	case PROG_EXPR_DEREF: e->text = joined(c->unit, "*", e->arg[0]->text, "", ""); break;
	case PROG_EXPR_ADDR: e->text = joined(c->unit, "&", e->arg[0]->text, "", ""); break;
	default: break;
	}
}

static prog_stmt *copy_stmt(copier *c, const prog_stmt *s, prog_stmt *parent);
static prog_expr *returned_address(copier *c, const prog_expr *call);

static bool is_replaced(const prog_expr *e, void *user)
{
	const copier *c = user;
	for (int k = 0; e->kind == PROG_EXPR_VAR && k < c->n; k++)
		if (c->from[k] == e->symbol) return true;
	return false;
}

static bool mentions(const copier *c, const prog_expr *e) { return walk_any(e, is_replaced, (void *)c); }

// The element that the pointer of `e` leads to, where `e` stands.
static prog_expr *led_to_by(copier *c, const prog_expr *element, const prog_expr *e)
{
	prog_expr *here = prog_alloc(c->unit, sizeof *here);
	*here = *element;
	here->copy_of = element->copy_of ? element->copy_of : element;
	here->pointer = e->copy_of ? e->copy_of : e;
	return here;
}

static prog_expr *copy_expr(copier *c, const prog_expr *e)
{
	if (!e) return NULL;
	for (int k = 0; e->kind == PROG_EXPR_VAR && k < c->n; k++)
		if (c->from[k] == e->symbol) return c->to[k];
	if (c->in_place && !mentions(c, e)) return (prog_expr *)e;
	bool in_base = e->kind == PROG_EXPR_INDEX && mentions(c, e->arg[0]);
	prog_expr *copy = prog_alloc(c->unit, sizeof *copy);
	*copy = *e;
	if (c->in_place)
		copy->copy_of = e->copy_of ? e->copy_of : e;
	else
		copy->range.file = copy->expansion.file = -1;
	copy->text = text_of(c, e);
	copy->arg = prog_alloc(c->unit, sizeof *copy->arg * (size_t)(e->n_args + 1));
	bool changed = copy->text != e->text;
	for (int k = 0; k < e->n_args; k++) copy->arg[k] = copy_expr(c, e->arg[k]);
	// A subscript of what is given: only the source's own are known to stay within their rows.
	if (e->kind == PROG_EXPR_INDEX && (c->in_place ? in_base : changed)) copy->value = 1;
	copy = compared(c, simplified(c, copy));
	if (c->in_place && e->kind == PROG_EXPR_DEREF && copy->kind == PROG_EXPR_INDEX) copy = led_to_by(c, copy, e);
	if (changed) render(c, copy);
	return copy;
}

static bool bind(copier *c, const prog_symbol *s, prog_expr *value)
{
	if (c->n == MOST_BOUND) return false;
	c->from[c->n] = s;
	c->to[c->n++] = value;
	return true;
}

// `unsigned *p = (void *)&x`: what p leads to is a part of x.
static prog_expr *seen_as(copier *c, const prog_type *pointer, prog_expr *address)
{
	const prog_type *t = pointer->element, *of = address->arg[0]->type;
	if (t->size <= 0 || of->kind == PROG_TYPE_ARRAY || t->size > of->size || t->has_pointers) return NULL;
	prog_expr *cast = prog_alloc(c->unit, sizeof *cast);
	*cast = *address;
	cast->kind = PROG_EXPR_CAST;
	cast->type = pointer;
	cast->arg = prog_alloc(c->unit, sizeof *cast->arg);
	cast->arg[0] = address;
	cast->text = joined(c->unit, "(", pointer->text, ")", address->text);
	cast->range.file = cast->expansion.file = -1;
	return cast;
}

// What a pointer is given: an address without casts and calls, in the same type or in one that sees a part; NULL: it is
// not that simple.
static prog_expr *address_given(copier *c, const prog_symbol *p, const prog_expr *value)
{
	const prog_expr *a = prog_without_casts(value);
	if (a->kind == PROG_EXPR_CALL) a = returned_address(c, a);
	if (!a || prog_is_zero(a)) return (prog_expr *)a;
	a = inline_place(c->unit, c->caller, a);
	if (!is_simple(a)) return NULL;
	const prog_type *to = a->kind == PROG_EXPR_ADDR ? a->arg[0]->type : led_to(a->type);
	if (same_type(c, led_to(p->type), to)) return (prog_expr *)a;
	bool one = a->kind == PROG_EXPR_ADDR && p->type->kind == PROG_TYPE_POINTER;
	return one ? seen_as(c, p->type, (prog_expr *)a) : NULL;
}

static bool has_effects(const prog_function *f, int depth);

// Whether it does more than to set variables of its function.
static bool reaches_out(const prog_expr *e, void *user)
{
	const int *depth = user;
	if (e->kind == PROG_EXPR_OPAQUE || e->body) return true;
	if (e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC) {
		const prog_expr *to = e->arg[0];
		return to->kind != PROG_EXPR_VAR || to->symbol->file_scope || to->symbol->is_static;
	}
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	return e->kind == PROG_EXPR_CALL && (!callee || has_effects(callee->function, *depth + 1));
}

static bool has_effects(const prog_function *f, int depth)
{
	enum { DEEPEST = 4 };
	if (!f || depth > DEEPEST) return true;
	return !f->is_pure && (!f->body || walk_any_evaluated_in(f->body, reaches_out, &depth));
}

// What a pointer is set to by a call that does more than to return an address.
static bool is_more_than_address(const prog_expr *value)
{
	const prog_expr *call = prog_without_casts(value);
	if (call->kind != PROG_EXPR_CALL) return false;
	const prog_symbol *callee = prog_callee(call);
	return !callee || has_effects(callee->function, 0);
}

static prog_stmt *call_alone(copier *c, const prog_stmt *like, prog_expr *call, prog_stmt *parent)
{
	prog_stmt *s = prog_alloc(c->unit, sizeof *s);
	*s = (prog_stmt){.kind = PROG_STMT_EXPR, .parent = parent, .loc = like->loc, .expr = call};
	s->range.file = s->for_init.file = s->for_cond.file = s->for_step.file = -1;
	return s;
}

// Pointers that are set where they are declared stand for their address; they are no variables of the copy. What else
// the calls do that they are set by is done by statements beside the declaration.
static void copy_declaration(copier *c, const prog_stmt *s, prog_stmt *copy)
{
	prog_stmt *block = copy->parent && copy->parent->kind == PROG_STMT_COMPOUND ? copy->parent : NULL;
	copy->inits = prog_alloc(c->unit, sizeof *copy->inits * (size_t)(s->n_symbols + 1));
	copy->symbols = prog_alloc(c->unit, sizeof *copy->symbols * (size_t)(s->n_symbols + 1));
	copy->n_symbols = 0;
	for (int k = 0; k < s->n_symbols; k++) {
		prog_expr *init = copy_expr(c, s->inits[k]);
		if (s->symbols[k]->type->kind == PROG_TYPE_POINTER && !c->in_place) {
			prog_expr *address =
			        is_steady(s, s->inits[k]) || prog_without_casts(s->inits[k])->kind == PROG_EXPR_CALL
			                ? address_given(c, s->symbols[k], init)
			                : NULL;
			bool more = address && is_more_than_address(s->inits[k]);
			if (address && (block || !more) && bind(c, s->symbols[k], address)) {
				if (more) block->child[block->n_children++] = call_alone(c, s, init, block);
				continue;
			}
		}
		copy->symbols[copy->n_symbols] = s->symbols[k];
		copy->inits[copy->n_symbols++] = init;
	}
}

// assert(condition), or assert(!condition), in the place of `like`.
static prog_stmt *assertion(copier *c, const prog_stmt *like, bool holds, prog_stmt *parent)
{
	prog_expr *asked = truth(c, copy_expr(c, like->cond)), *e = prog_alloc(c->unit, sizeof *e), *not = e;
	prog_stmt *copy = prog_alloc(c->unit, sizeof *copy);
	*e = *constant(c, asked, 0);
	if (!holds) {
		e->kind = PROG_EXPR_UNARY;
		e->op = PROG_OP_LNOT;
		e->n_args = 1;
		e->arg = prog_alloc(c->unit, sizeof *e->arg);
		e->arg[0] = asked;
		e->text = joined(c->unit, "!(", asked->text, ")", "");
		e = prog_alloc(c->unit, sizeof *e);
		*e = *not;
	}
	e->kind = PROG_EXPR_CAST;
	e->op = PROG_OP_NONE;
	e->asserts = true;
	e->n_args = 1;
	e->arg = prog_alloc(c->unit, sizeof *e->arg);
	e->arg[0] = holds ? asked : not;
	e->text = joined(c->unit, "(void)(", e->arg[0]->text, ")", "");
	*copy = (prog_stmt){.kind = PROG_STMT_EXPR, .parent = parent, .expr = e, .loc = like->loc};
	copy->range.file = copy->for_init.file = copy->for_cond.file = copy->for_step.file = -1;
	return copy;
}

// `if (c) { ...; exit(1); }`: NULL: no branch ends the program.
static prog_stmt *copy_ending(copier *c, const prog_stmt *s, prog_stmt *parent)
{
	if (c->in_place || s->kind != PROG_STMT_IF) return NULL;
	bool first = ends_as_assertion(c->unit, s, s->body), second = ends_as_assertion(c->unit, s, s->otherwise);
	if (first == second) return NULL;
	prog_stmt *copy = prog_alloc(c->unit, sizeof *copy);
	*copy = (prog_stmt){.kind = PROG_STMT_COMPOUND, .parent = parent, .loc = s->loc};
	copy->range.file = copy->for_init.file = copy->for_cond.file = copy->for_step.file = -1;
	copy->child = prog_alloc(c->unit, 2 * sizeof *copy->child);
	copy->child[copy->n_children++] = assertion(c, s, second, copy);
	const prog_stmt *rest = first ? s->otherwise : s->body;
	if (rest) copy->child[copy->n_children++] = copy_stmt(c, rest, copy);
	return copy;
}

// Labels of a switch with nothing behind them.
static prog_stmt *copy_labels(copier *c, const prog_stmt *s, prog_stmt *parent)
{
	prog_stmt *copy = prog_alloc(c->unit, sizeof *copy);
	*copy = (prog_stmt){.kind = PROG_STMT_NULL, .parent = parent, .loc = s->loc};
	copy->range.file = copy->for_init.file = copy->for_cond.file = copy->for_step.file = -1;
	if (s->kind != PROG_STMT_CASE) return copy;
	copy->kind = PROG_STMT_CASE;
	copy->expr = copy_expr(c, s->expr);
	copy->body = copy_labels(c, s->body, copy);
	return copy;
}

// Declarations may become several statements.
static size_t room_for_children(const prog_stmt *s)
{
	size_t n = (size_t)s->n_children + 1;
	for (int k = 0; k < s->n_children; k++) n += (size_t)s->child[k]->n_symbols;
	return n;
}

static prog_stmt *copy_stmt(copier *c, const prog_stmt *s, prog_stmt *parent)
{
	if (!s) return NULL;
	prog_stmt *copy = copy_ending(c, s, parent);
	if (copy) return copy;
	copy = prog_alloc(c->unit, sizeof *copy);
	*copy = *s;
	if (!c->in_place) {
		copy->range.file = copy->for_init.file = copy->for_cond.file = copy->for_step.file = -1;
		copy->hint = NULL;
	}
	copy->parent = parent;
	copy->expr = copy_expr(c, s->expr);
	copy->init = copy_stmt(c, s->init, copy);
	copy->cond = truth(c, copy_expr(c, s->cond));
	copy->step = copy_expr(c, s->step);
	copy->body = copy_stmt(c, s->body, copy);
	copy->otherwise = copy_stmt(c, s->otherwise, copy);
	copy->child = prog_alloc(c->unit, sizeof *copy->child * room_for_children(s));
	copy->n_children = 0;
	for (int k = 0; k < s->n_children; k++) {
		int end = c->in_place ? 0 : ends_section(c->unit, s, k);
		prog_stmt *child = end ? copy_labels(c, s->child[k], copy) : copy_stmt(c, s->child[k], copy);
		copy->child[copy->n_children++] = child;
		if (end) k = end - 1;
	}
	copy_declaration(c, s, copy);
	return copy;
}

// ---- functions that return an address ---------------------------------------------------------------

// The one statement that the function returns by; NULL: there are others, or parts of it are set elsewhere.
static const prog_stmt *only_return(const prog_stmt *body)
{
	for (int k = 0; k + 1 < body->n_children; k++)
		if (stmt_holds(body->child[k], STMT_KIND(RETURN))) return NULL;
	const prog_stmt *last = body->n_children ? body->child[body->n_children - 1] : NULL;
	return last && last->kind == PROG_STMT_RETURN && last->expr ? last : NULL;
}

// Variables that are set where they are declared, and nowhere else.
static bool bind_locals(copier *c, const prog_stmt *body)
{
	for (int k = 0; k < body->n_children; k++) {
		const prog_stmt *s = body->child[k];
		for (int j = 0; j < s->n_symbols; j++) {
			const prog_symbol *v = s->symbols[j];
			if (!s->inits[j] || v->address_taken || v->is_static || v->type->kind == PROG_TYPE_ARRAY ||
			        !keeps_value(body, v) || !has_no_effect(s->inits[j]))
				continue;
			if (!bind(c, v, copy_expr(c, s->inits[j]))) return false;
		}
	}
	return true;
}

static bool is_left(const prog_expr *e, void *c)
{
	return e->kind == PROG_EXPR_VAR && !e->symbol->file_scope && e->symbol->kind != PROG_SYMBOL_FUNCTION &&
	       !is_replaced(e, c);
}

static bool may_name(const prog_function *caller, const prog_function *f);

static const prog_function *called(const prog_expr *call)
{
	const prog_symbol *callee = prog_callee(call);
	const prog_function *f = callee ? callee->function : NULL;
	return f && f->body && f->n_params == call->n_args - 1 ? f : NULL;
}

static copier copier_of_call(
        prog_unit *unit, const prog_function *caller, const prog_expr *call, const prog_function *f)
{
	return (copier){.unit = unit, .caller = caller, .within = set_once_body(unit, f), .callee = f, .call = call};
}

// What the function returns by its only statement that does, with the arguments in place of parameters; NULL: not seen.
static const prog_expr *bind_call(copier *c)
{
	const prog_function *f = c->callee;
	const prog_stmt *body = c->within, *last = only_return(body);
	if (!last || !fits(c->unit, f, body) || !may_name(c->caller, f)) return NULL;
	for (int k = 0; k < f->n_params; k++) {
		const prog_symbol *p = f->params[k];
		prog_expr *a = c->call->arg[k + 1];
		if (p->mapping || p->address_taken || !keeps_value(f->body, p)) return NULL;
		if (p->type->kind == PROG_TYPE_STRUCT && walk_any_in(f->body, changes_part, (void *)p)) return NULL;
		if (is_pointer(p)) a = address_given(c, p, a);
		if (!a || !has_no_effect(a) || !bind(c, p, a)) return NULL;
	}
	return bind_locals(c, body) && !walk_any(last->expr, is_left, c) ? last->expr : NULL;
}

// The address that the call gives, in terms of its arguments.
static prog_expr *returned_address(copier *outer, const prog_expr *call)
{
	const prog_function *f = called(call);
	if (!f || call->type->kind != PROG_TYPE_POINTER) return NULL;
	copier c = copier_of_call(outer->unit, outer->caller, call, f);
	const prog_expr *value = bind_call(&c), *address = value ? prog_without_casts(value) : NULL;
	if (!address || !same_type(NULL, led_to(call->type),
	                        address->kind == PROG_EXPR_ADDR ? address->arg[0]->type : led_to(address->type)))
		return NULL;
	if (address->kind == PROG_EXPR_CALL) {
		prog_expr *inner = copy_expr(&c, address);
		return returned_address(outer, inner);
	}
	return copy_expr(&c, address);
}

const prog_expr *inline_number(prog_unit *unit, const prog_function *caller, const prog_expr *call)
{
	const prog_function *f = called(call);
	if (!f || call->type->kind != PROG_TYPE_INT) return NULL;
	copier c = copier_of_call(unit, caller, call, f);
	const prog_expr *value = bind_call(&c);
	return value && has_no_effect(value) ? copy_expr(&c, value) : NULL;
}

static bool goes_through(const prog_expr *e)
{
	return e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF || e->kind == PROG_EXPR_ADDR ||
	       (e->kind == PROG_EXPR_MEMBER && e->n_args);
}

// What the lvalue goes through, down to its base.
static prog_expr *place_of(copier *c, const prog_expr *e)
{
	if (e == c->choice) return (prog_expr *)prog_without_casts(e->arg[c->which]);
	if (e->kind == PROG_EXPR_CALL && e->type->kind == PROG_TYPE_POINTER) return returned_address(c, e);
	for (int k = 0; e->kind == PROG_EXPR_VAR && k < c->n; k++)
		if (c->from[k] == e->symbol) return c->to[k];
	bool sum = is_pointer_sum(e);
	if (!sum && !goes_through(e)) return NULL;
	int at = sum && !is_led(e->arg[0]) ? 1 : 0;
	prog_expr *base = place_of(c, e->arg[at]);
	if (!base) return NULL;
	prog_expr *copy = prog_alloc(c->unit, sizeof *copy);
	*copy = *e;
	copy->range.file = copy->expansion.file = -1;
	copy->arg = prog_alloc(c->unit, sizeof *copy->arg * (size_t)(e->n_args + 1));
	for (int k = 0; k < e->n_args; k++) copy->arg[k] = e->arg[k];
	copy->arg[at] = base;
	if (e->kind == PROG_EXPR_INDEX) copy->value = 1;
	copy = simplified(c, copy);
	render(c, copy);
	return copy;
}

const prog_expr *inline_place(prog_unit *unit, const prog_function *caller, const prog_expr *e)
{
	copier c = {.unit = unit, .caller = caller};
	const prog_expr *place = place_of(&c, e);
	return place ? place : e;
}

const prog_expr *inline_choice(const prog_expr *e)
{
	while (goes_through(e) || is_pointer_sum(e)) e = e->arg[is_pointer_sum(e) && !is_led(e->arg[0]) ? 1 : 0];
	return e->kind == PROG_EXPR_COND && e->arg[1] && is_led(e) ? e : NULL;
}

const prog_expr *inline_chosen(
        prog_unit *unit, const prog_function *caller, const prog_expr *e, const prog_expr *choice, int which)
{
	copier c = {.unit = unit, .caller = caller, .choice = choice, .which = which};
	const prog_expr *taken = prog_without_casts(choice->arg[which]);
	const prog_type *to = taken->kind == PROG_EXPR_ADDR ? taken->arg[0]->type : led_to(taken->type);
	// Elements of another type are not those of the array.
	return same_type(&c, led_to(choice->type), to) || prog_is_zero(taken) ? place_of(&c, e) : NULL;
}

prog_expr *inline_pointer_value(
        prog_unit *unit, const prog_function *caller, const prog_symbol *p, const prog_expr *value)
{
	copier c = {.unit = unit, .caller = caller};
	prog_expr *address = address_given(&c, p, value);
	return address && !prog_is_zero(address) ? address : NULL;
}

prog_stmt **inline_pointers(prog_unit *unit, int n_pointers, const prog_symbol *const *p, prog_expr *const *value,
        prog_stmt *const *stmt, int n)
{
	copier c = {.unit = unit, .in_place = true};
	for (int k = 0; k < n_pointers && k < MOST_BOUND; k++) {
		c.to[k] = copy_expr(&c, value[k]); // it may name those before it
		c.from[c.n++] = p[k];
	}
	prog_stmt **copies = prog_alloc(unit, sizeof *copies * (size_t)(n + 1));
	for (int k = 0; k < n; k++) copies[k] = copy_stmt(&c, stmt[k], stmt[k]->parent);
	return copies;
}

prog_expr *inline_given(prog_unit *unit, const prog_function *caller, int n, const prog_symbol *const *p,
        prog_expr *const *value, const prog_expr *e)
{
	copier c = {.unit = unit, .caller = caller};
	for (int k = 0; k < n; k++) {
		prog_expr *address = address_given(&c, p[k], value[k]);
		if (!address || !bind(&c, p[k], address)) return NULL;
	}
	return copy_expr(&c, e);
}

// ---- calls ---------------------------------------------------------------------------------------------

static bool may_name(const prog_function *caller, const prog_function *f)
{
	return f != caller && !walk_any_in(f->body, hides_one_of, (void *)caller);
}

static bool is_variable_or_member(const prog_expr *e)
{
	while ((e->kind == PROG_EXPR_MEMBER && e->n_args) || e->kind == PROG_EXPR_DEREF)
		e = prog_without_casts(e->arg[0]);
	return e->kind == PROG_EXPR_VAR;
}

// Whether it may set what is other than a number with a fraction, and no variable: in functions, too, `user` says how
// deep these calls are.
static bool may_change_member(const prog_expr *e, void *user)
{
	enum { DEEPEST = 6 };
	int depth = *(const int *)user + 1;
	if (e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC) {
		const prog_expr *t = prog_without_casts(e->arg[0]);
		bool variable =
		        t->kind == PROG_EXPR_VAR && !(t->symbol->file_scope && t->type->kind == PROG_TYPE_STRUCT);
		return !variable && t->type->kind != PROG_TYPE_FLOAT;
	}
	if (e->kind != PROG_EXPR_CALL) return false;
	const prog_symbol *callee = prog_callee(e);
	const prog_function *f = callee ? callee->function : NULL;
	if (!callee) return true;
	if (f && f->body) return depth > DEEPEST || walk_any_in(f->body, may_change_member, &depth);
	bool given = false;
	for (int k = 1; k < e->n_args; k++) given |= is_led(e->arg[k]) && e->arg[k]->kind != PROG_EXPR_STRING;
	return given;
}

// An object that is handed over by value and not changed: what its pointers lead to is what those of the argument lead
// to.
static bool is_object(const prog_function *f, const prog_symbol *p, const prog_expr *a)
{
	const prog_type *t = p->type;
	if (t->kind != PROG_TYPE_STRUCT || p->address_taken || !is_simple(a) || !is_steady(f->body, a)) return false;
	if (walk_any_in(f->body, changes_part, (void *)p)) return false;
	// Extents and the like, which stay what they are in the object that they have been copied from.
	bool sizes = t->has_integers && !t->has_arrays && !t->is_union && is_variable_or_member(a);
	return t->has_pointers || (sizes && !walk_any_in(f->body, may_change_member, &(int){0}));
}

// Whether a parameter is declared with an extent that the parameter is part of.
static bool is_in_extent(const prog_function *f, const prog_symbol *p)
{
	for (int k = 0; k < f->n_params; k++)
		for (const prog_type *t = f->params[k]->type; t; t = t->element)
			if (t->kind == PROG_TYPE_ARRAY && t->extent && prog_names(t->extent, p)) return true;
	return false;
}

// The length of rows, say: in the copy it is the argument, so that functions which are called there in turn are seen to
// get what the caller has.
static bool is_extent_given(
        const prog_function *caller, const prog_function *f, const prog_symbol *p, const prog_expr *a)
{
	return p->type->kind == PROG_TYPE_INT && !p->address_taken && is_in_extent(f, p) && keeps_value(f->body, p) &&
	       a->type->kind == PROG_TYPE_INT && a->type->size == p->type->size &&
	       a->type->is_signed == p->type->is_signed && (a->kind == PROG_EXPR_VAR || a->kind == PROG_EXPR_INT) &&
	       is_settled(caller, a);
}

static prog_stmt *copy_body(prog_unit *unit, const prog_function *caller, const prog_expr *call)
{
	const prog_symbol *callee = prog_callee(call);
	const prog_function *f = callee ? callee->function : NULL;
	if (!f || !f->body || f->n_params != call->n_args - 1) return NULL;
	const prog_stmt *body = set_once_body(unit, f);
	if (callee->is_serial || callee->is_local || !fits(unit, f, body) || !may_name(caller, f)) return NULL;
	copier c = {.unit = unit, .caller = caller, .within = body, .callee = f, .call = call};
	for (int k = 0; k < f->n_params; k++) {
		prog_symbol *p = f->params[k];
		prog_expr *a = call->arg[k + 1];
		if (p->mapping || p->partly) return NULL;
		if (is_extent_given(caller, f, p, a) && bind(&c, p, a)) continue;
		if (is_object(f, p, a) && bind(&c, p, a)) continue;
		if (!is_pointer(p)) continue;
		a = p->address_taken || !keeps_value(f->body, p) ? NULL : address_given(&c, p, a);
		if (!a || !bind(&c, p, a)) return NULL;
	}
	return copy_stmt(&c, body, NULL);
}

// What has been made of a call is kept with the function that it calls.
typedef struct answer {
	const prog_expr *call;
	prog_stmt *body;
	struct answer *next;
} answer;

prog_stmt *inline_call(prog_unit *unit, const prog_function *caller, const prog_expr *call)
{
	const prog_symbol *callee = prog_callee(call);
	if (!callee || !callee->function) return NULL;
	for (const answer *known = callee->user; known; known = known->next)
		if (known->call == call) return known->body;
	answer *made = prog_alloc(unit, sizeof *made);
	*made = (answer){call, copy_body(unit, caller, call), callee->user};
	((prog_symbol *)callee)->user = made;
	return made->body;
}
