// SPDX-License-Identifier: Apache-2.0
#include "inline.h"

#include <ctype.h>
#include <string.h>

enum { MOST_PARAMETERS = 32 };

typedef struct copier {
	prog_unit *unit;
	const prog_function *f;
	int n;
	const prog_symbol *from[MOST_PARAMETERS];
	prog_expr *to[MOST_PARAMETERS];
	bool in_place; // copies stand where their originals do; what mentions no pointer is none
} copier;

// ---- may it be? -----------------------------------------------------------------------------------

static const prog_expr *without_casts(const prog_expr *e)
{
	while (e->kind == PROG_EXPR_CAST) e = e->arg[0];
	return e;
}

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

// A pointer that is only followed: p[i], *p, p->x, p[i][j], (p + k)[i], or handed on.
static bool follows(const prog_function *f, const prog_expr *e, bool followed)
{
	if (!e) return true;
	if (e->body) return false;
	if (e->kind == PROG_EXPR_VAR) return followed || !is_parameter(f, e->symbol) || !is_pointer(e->symbol);
	if ((e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC) && e->arg[0]->type &&
	        e->arg[0]->type->kind == PROG_TYPE_POINTER)
		return false;
	bool follow = e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF || e->kind == PROG_EXPR_CALL;
	bool moves = e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_ADD && followed;
	for (int k = 0; k < e->n_args; k++)
		if (!follows(f, e->arg[k], follow || moves)) return false;
	return true;
}

static bool calls(const prog_expr *e, const prog_symbol *s)
{
	if (!e) return false;
	if (e->kind == PROG_EXPR_VAR && e->symbol == s) return true;
	for (int k = 0; k < e->n_args; k++)
		if (calls(e->arg[k], s)) return true;
	return false;
}

static bool is_last(const prog_stmt *s)
{
	const prog_stmt *body = s->parent;
	return body && !body->parent && body->n_children && body->child[body->n_children - 1] == s;
}

static bool fits(const prog_function *f, const prog_stmt *s)
{
	if (!s) return true;
	switch (s->kind) {
	case PROG_STMT_LABEL:
	case PROG_STMT_GOTO:
	case PROG_STMT_OPAQUE: return false;
	case PROG_STMT_RETURN:
		if (!is_last(s)) return false;
		break;
	default: break;
	}
	for (int k = 0; k < s->n_symbols; k++) {
		if (s->symbols[k]->is_static || s->symbols[k]->is_extern || s->symbols[k]->mapping ||
		        s->symbols[k]->partly)
			return false;
		for (int p = 0; p < f->n_params; p++)
			if (!strcmp(f->params[p]->name, s->symbols[k]->name)) return false;
		if (s->symbols[k]->type->kind == PROG_TYPE_POINTER) return false;
		if (!follows(f, s->inits[k], false) || calls(s->inits[k], f->symbol)) return false;
	}
	const prog_expr *const parts[] = {s->expr, s->cond, s->step};
	for (int k = 0; k < 3; k++)
		if (!follows(f, parts[k], false) || calls(parts[k], f->symbol)) return false;
	for (int k = 0; k < s->n_children; k++)
		if (!fits(f, s->child[k])) return false;
	return fits(f, s->init) && fits(f, s->body) && fits(f, s->otherwise);
}

// Names of file scope mean the same in both functions.
static bool hides(const prog_function *caller, const prog_stmt *s, const char *name)
{
	if (!s) return false;
	for (int k = 0; k < s->n_symbols; k++)
		if (!strcmp(s->symbols[k]->name, name)) return true;
	for (int k = 0; k < s->n_children; k++)
		if (hides(caller, s->child[k], name)) return true;
	return hides(caller, s->init, name) || hides(caller, s->body, name) || hides(caller, s->otherwise, name);
}

static bool hides_one_of(const prog_expr *e, void *user)
{
	const prog_function *caller = user;
	if (!e) return false;
	if (e->kind == PROG_EXPR_VAR && e->symbol->file_scope && e->symbol->kind == PROG_SYMBOL_VARIABLE) {
		for (int k = 0; k < caller->n_params; k++)
			if (!strcmp(caller->params[k]->name, e->symbol->name)) return true;
		if (hides(caller, caller->body, e->symbol->name)) return true;
	}
	for (int k = 0; k < e->n_args; k++)
		if (hides_one_of(e->arg[k], user)) return true;
	return false;
}

// An argument names memory in a way that does not change: a variable, a member, an element or row, its address.
static bool is_simple(const prog_expr *e)
{
	switch (e->kind) {
	case PROG_EXPR_ASSIGN:
	case PROG_EXPR_INCDEC:
	case PROG_EXPR_CALL:
	case PROG_EXPR_OPAQUE:
	case PROG_EXPR_COMPOUND:
	case PROG_EXPR_COND:
	case PROG_EXPR_CAST:
	case PROG_EXPR_STRING: return false;
	default: break;
	}
	// An index that the function could change.
	if (e->kind == PROG_EXPR_VAR && e->symbol->file_scope && e->type->kind == PROG_TYPE_INT) return false;
	for (int k = 0; k < e->n_args; k++)
		if (!is_simple(without_casts(e->arg[k]))) return false;
	return true;
}

static const prog_type *led_to(const prog_type *t)
{
	return t && (t->kind == PROG_TYPE_POINTER || t->kind == PROG_TYPE_ARRAY) ? t->element : NULL;
}

static const char *unqualified(const char *text) { return strncmp(text, "const ", 6) ? text : text + 6; }

static bool same_type(const prog_type *a, const prog_type *b)
{
	if (!a || !b || a->kind != b->kind) return false;
	if (a->kind == PROG_TYPE_STRUCT && a->record) return a->record == b->record;
	if (a->kind == PROG_TYPE_FLOAT || a->kind == PROG_TYPE_INT || a->kind == PROG_TYPE_COMPLEX)
		return a->size == b->size && a->is_signed == b->is_signed;
	if (a->kind != PROG_TYPE_ARRAY) return !strcmp(unqualified(a->text), unqualified(b->text));
	const prog_expr *x = a->extent, *y = b->extent;
	bool same = x && y && x->kind == PROG_EXPR_INT && y->kind == PROG_EXPR_INT && x->value == y->value;
	return same && same_type(a->element, b->element);
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
	case PROG_EXPR_INDEX: e->text = joined(c->unit, e->arg[0]->text, "[", e->arg[1]->text, "]"); break;
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

static bool mentions(const copier *c, const prog_expr *e)
{
	for (int k = 0; e && e->kind == PROG_EXPR_VAR && k < c->n; k++)
		if (c->from[k] == e->symbol) return true;
	for (int k = 0; e && k < e->n_args; k++)
		if (mentions(c, e->arg[k])) return true;
	return false;
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
	copy = simplified(c, copy);
	if (changed) render(c, copy);
	return copy;
}

static prog_stmt *copy_stmt(copier *c, const prog_stmt *s, prog_stmt *parent)
{
	if (!s) return NULL;
	prog_stmt *copy = prog_alloc(c->unit, sizeof *copy);
	*copy = *s;
	if (!c->in_place) {
		copy->range.file = copy->for_init.file = copy->for_cond.file = copy->for_step.file = -1;
		copy->hint = NULL;
	}
	copy->parent = parent;
	copy->expr = copy_expr(c, s->expr);
	copy->cond = copy_expr(c, s->cond);
	copy->step = copy_expr(c, s->step);
	copy->init = copy_stmt(c, s->init, copy);
	copy->body = copy_stmt(c, s->body, copy);
	copy->otherwise = copy_stmt(c, s->otherwise, copy);
	copy->child = prog_alloc(c->unit, sizeof *copy->child * (size_t)(s->n_children + 1));
	for (int k = 0; k < s->n_children; k++) copy->child[k] = copy_stmt(c, s->child[k], copy);
	copy->inits = prog_alloc(c->unit, sizeof *copy->inits * (size_t)(s->n_symbols + 1));
	for (int k = 0; k < s->n_symbols; k++) copy->inits[k] = copy_expr(c, s->inits[k]);
	if (copy->kind == PROG_STMT_RETURN && !c->in_place) copy->kind = copy->expr ? PROG_STMT_EXPR : PROG_STMT_NULL;
	return copy;
}

// p = argument;
static prog_stmt *set_parameter(prog_unit *unit, prog_symbol *p, prog_expr *value, const prog_expr *call)
{
	prog_expr *name = prog_alloc(unit, sizeof *name), *set = prog_alloc(unit, sizeof *set);
	*name = (prog_expr){.kind = PROG_EXPR_VAR, .symbol = p, .type = p->type, .loc = call->loc, .text = p->name};
	name->range.file = name->expansion.file = -1;
	*set = *name;
	set->kind = PROG_EXPR_ASSIGN;
	set->op = PROG_OP_NONE;
	set->symbol = NULL;
	set->n_args = 2;
	set->arg = prog_alloc(unit, 2 * sizeof *set->arg);
	set->arg[0] = name, set->arg[1] = value;
	set->text = joined(unit, p->name, " = ", value->text, "");
	prog_stmt *s = prog_alloc(unit, sizeof *s);
	*s = (prog_stmt){.kind = PROG_STMT_EXPR, .loc = call->loc, .expr = set};
	s->range.file = -1;
	return s;
}

prog_expr *inline_pointer_value(const prog_symbol *p, const prog_expr *value)
{
	const prog_expr *a = without_casts(value);
	const prog_type *element = a->kind == PROG_EXPR_ADDR ? a->arg[0]->type : led_to(a->type);
	return is_simple(a) && same_type(led_to(p->type), element) ? (prog_expr *)a : NULL;
}

prog_stmt **inline_pointers(prog_unit *unit, int n_pointers, const prog_symbol *const *p, prog_expr *const *value,
        prog_stmt *const *stmt, int n)
{
	copier c = {.unit = unit, .in_place = true};
	for (int k = 0; k < n_pointers && k < MOST_PARAMETERS; k++) {
		c.to[k] = copy_expr(&c, value[k]); // it may name those before it
		c.from[c.n++] = p[k];
	}
	prog_stmt **copies = prog_alloc(unit, sizeof *copies * (size_t)(n + 1));
	for (int k = 0; k < n; k++) copies[k] = copy_stmt(&c, stmt[k], stmt[k]->parent);
	return copies;
}

prog_stmt *inline_call(prog_unit *unit, const prog_function *caller, const prog_expr *call)
{
	const prog_symbol *callee = prog_callee(call);
	const prog_function *f = callee ? callee->function : NULL;
	if (!f || !f->body || f == caller || f->n_params != call->n_args - 1 || f->n_params > MOST_PARAMETERS)
		return NULL;
	if (!fits(f, f->body) || prog_any_expr(f->body, hides_one_of, (void *)caller)) return NULL;
	copier c = {.unit = unit, .f = f};
	prog_stmt *whole = prog_alloc(unit, sizeof *whole);
	*whole = (prog_stmt){.kind = PROG_STMT_COMPOUND, .loc = call->loc};
	whole->range.file = -1;
	whole->child = prog_alloc(unit, sizeof *whole->child * (size_t)(f->n_params + 2));
	for (int k = 0; k < f->n_params; k++) {
		prog_symbol *p = f->params[k];
		prog_expr *a = call->arg[k + 1];
		if (p->mapping || p->partly || p->address_taken) return NULL;
		if (!is_pointer(p)) {
			whole->child[whole->n_children++] = set_parameter(unit, p, a, call);
			continue;
		}
		a = inline_pointer_value(p, a);
		if (!a) return NULL;
		c.from[c.n] = p;
		c.to[c.n++] = a;
	}
	prog_stmt *body = copy_stmt(&c, f->body, whole);
	whole->child[whole->n_children++] = body;
	return whole;
}
