// SPDX-License-Identifier: Apache-2.0
#include "graph_form.h"
#include "graph.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// ---- numbers by name --------------------------------------------------------------------------

size_t graph_slot(graph_values *v, const char *name)
{
	for (size_t k = 0; k < v->n; k++)
		if (!strcmp(v->at[k].name, name)) return k;
	if (v->n == v->room) {
		v->room = v->room ? 2 * v->room : 32;
		v->at = graph_memory(v->at, v->room * sizeof *v->at);
	}
	v->at[v->n] = (graph_value){.name = graph_format("%s", name)};
	return v->n++;
}

void graph_values_free(graph_values *v)
{
	for (size_t k = 0; k < v->n; k++) free(v->at[k].name);
	free(v->at);
}

void graph_define(graph_values *v, const char *name, long value)
{
	const size_t slot = graph_slot(v, name); // may move them
	graph_value *at = &v->at[slot];
	at->value = value;
	at->known = true;
}

void graph_undefine(graph_values *v, const char *name)
{
	const size_t slot = graph_slot(v, name);
	v->at[slot].known = false;
}

const long *graph_defined(graph_values *v, const char *name)
{
	const size_t slot = graph_slot(v, name);
	const graph_value *at = &v->at[slot];
	return at->known ? &at->value : NULL;
}

bool graph_lacks(graph_values *v)
{
	if (v->missing)
		graph_trouble("'%s' has no value: -D%s=...", v->missing, v->missing);
	else if (v->turns > GRAPH_FORM_TURNS)
		graph_trouble("a sum has too many terms");
	else
		graph_trouble("numbers become too large");
	v->missing = NULL;
	return false;
}

// ---- expressions ------------------------------------------------------------------------------

// In postfix order.
typedef enum op_kind { NUMBER, NAME, SUM, PRODUCT, FLOOR, QUOTIENT, LOOP, CASES } op_kind;

typedef struct op {
	op_kind kind;
	long value; // NUMBER; NAME: its slot; SUM, PRODUCT: of so many; FLOOR, QUOTIENT: by this; LOOP: the variable's slot
	struct code *body;       // LOOP: what is added up
	struct graph_form *form; // CASES
} op;

typedef struct code {
	size_t n, room;
	op *op;
} code;

static op *add_op(code *c, op_kind kind, long value)
{
	if (c->n == c->room) {
		c->room = c->room ? 2 * c->room : 8;
		c->op = graph_memory(c->op, c->room * sizeof *c->op);
	}
	c->op[c->n] = (op){kind, value, NULL, NULL};
	return &c->op[c->n++];
}

static void free_code(code *c)
{
	for (size_t k = 0; k < c->n; k++) {
		if (c->op[k].body) free_code(c->op[k].body);
		free(c->op[k].body);
		graph_form_free(c->op[k].form);
	}
	free(c->op);
}

static void add_expression(code *c, const json_t *e, graph_values *names);

// ["sum", name, first, last, e]
static void add_loop(code *c, const json_t *e, graph_values *names)
{
	const long slot = (long)graph_slot(names, json_string_value(json_array_get(e, 1)));
	add_expression(c, json_array_get(e, 2), names);
	add_expression(c, json_array_get(e, 3), names);
	code *body = graph_memory(NULL, sizeof *body);
	*body = (code){0};
	add_expression(body, json_array_get(e, 4), names);
	add_op(c, LOOP, slot)->body = body;
}

static void add_operation(code *c, const json_t *e, graph_values *names)
{
	const char *word = json_string_value(json_array_get(e, 0));
	const bool of_two = *word == 'f' || *word == '/';
	const size_t n = json_array_size(e) - 1;
	if (*word == 's') {
		add_loop(c, e, names);
		return;
	}
	for (size_t k = 1; k <= (of_two ? 1 : n); k++) add_expression(c, json_array_get(e, k), names);
	if (of_two)
		add_op(c, *word == 'f' ? FLOOR : QUOTIENT, (long)json_integer_value(json_array_get(e, 2)));
	else
		add_op(c, *word == '+' ? SUM : PRODUCT, (long)n);
}

// The check has looked how deep they are.
static void add_expression(code *c, const json_t *e, graph_values *names)
{
	if (json_is_integer(e))
		add_op(c, NUMBER, (long)json_integer_value(e));
	else if (json_is_string(e))
		add_op(c, NAME, (long)graph_slot(names, json_string_value(e)));
	else if (json_is_object(e))
		add_op(c, CASES, 0)->form = graph_form_new(e, names);
	else
		add_operation(c, e, names);
}

static bool divide(long *value, long by, bool exactly)
{
	const long rest = *value % by;
	if (exactly && rest) return false;
	*value = *value / by - (rest < 0);
	return true;
}

// The first of n numbers becomes the sum of all, or their product.
static bool combine(long *stack, long n, bool sum)
{
	bool fits = true;
	for (long k = 1; k < n && fits; k++)
		fits = sum ? !__builtin_add_overflow(*stack, stack[k], stack)
		           : !__builtin_mul_overflow(*stack, stack[k], stack);
	return fits;
}

// A sum of many has them all on the stack at once.
enum { STACK = GRAPH_FORM_DEPTH * GRAPH_FORM_TERMS };

static bool form_value(const graph_form *form, graph_values *names, long *value, long *stack, size_t room);

static bool run_code(const code *c, graph_values *names, long *value, long *stack, size_t room);

static bool add_up(const op *o, graph_values *names, const long bounds[2], long *sum, long *stack, size_t room)
{
	graph_value *variable = &names->at[o->value];
	const long last = bounds[1];
	*sum = 0;
	for (long i = bounds[0], term; i <= last; i++) {
		if (names->turns++ > GRAPH_FORM_TURNS) return false;
		variable->value = i;
		variable->known = true;
		if (!run_code(o->body, names, &term, stack, room) || __builtin_add_overflow(*sum, term, sum))
			return false;
		if (i == LONG_MAX) break;
	}
	return true;
}

// From bounds[0] to bounds[1], into bounds[0]. Outside of the loop the name is what it was.
static bool run_loop(const op *o, graph_values *names, long bounds[2], long *stack, size_t room)
{
	const graph_value before = names->at[o->value];
	long sum;
	const bool known = add_up(o, names, bounds, &sum, stack, room);
	names->at[o->value] = before;
	bounds[0] = sum;
	return known;
}

static bool name_value(graph_values *names, long slot, long *value)
{
	const graph_value *named = &names->at[slot];
	if (!named->known) names->missing = named->name;
	*value = named->value;
	return named->known;
}

static bool run_code(const code *c, graph_values *names, long *value, long *stack, size_t room)
{
	size_t top = 0;
	for (size_t k = 0; k < c->n; k++) {
		const op *o = &c->op[k];
		bool fits = top < room;
		if (!fits) return false;
		switch (o->kind) {
		case NUMBER: stack[top++] = o->value; break;
		case NAME: fits = name_value(names, o->value, &stack[top++]); break;
		case SUM:
		case PRODUCT:
			top -= (size_t)o->value;
			fits = combine(&stack[top], o->value, o->kind == SUM);
			top++;
			break;
		case FLOOR:
		case QUOTIENT: fits = divide(&stack[top - 1], o->value, o->kind == QUOTIENT); break;
		case LOOP:
			fits = run_loop(o, names, &stack[top - 2], stack + top, room - top);
			top--;
			break;
		case CASES:
			fits = form_value(o->form, names, &stack[top], stack + top + 1, room - top - 1);
			top++;
			break;
		}
		if (!fits) return false;
	}
	*value = stack[0];
	return true;
}

static long whole_stack[STACK];

bool graph_expression_value(const json_t *checked, graph_values *names, long *value)
{
	code c = {0};
	names->turns = 0;
	add_expression(&c, checked, names);
	const bool known = run_code(&c, names, value, whole_stack, STACK);
	free_code(&c);
	return known;
}

// ---- forms ------------------------------------------------------------------------------------

typedef struct piece {
	size_t n_least, n_equal;
	code *least, *equal, value;
} piece;

struct graph_form {
	size_t n;
	piece *piece;
};

static code *read_conditions(const json_t *list, graph_values *names, size_t *n)
{
	*n = json_array_size(list);
	code *all = graph_memory(NULL, *n * sizeof *all);
	for (size_t k = 0; k < *n; k++) {
		all[k] = (code){0};
		add_expression(&all[k], json_array_get(list, k), names);
	}
	return all;
}

graph_form *graph_form_new(const json_t *checked, graph_values *names)
{
	const json_t *pieces = json_object_get(checked, "pieces");
	if (!pieces) return NULL;
	graph_form *form = graph_memory(NULL, sizeof *form);
	form->n = json_array_size(pieces);
	form->piece = graph_memory(NULL, form->n * sizeof *form->piece);
	for (size_t k = 0; k < form->n; k++) {
		const json_t *from = json_array_get(pieces, k);
		piece *p = &form->piece[k];
		*p = (piece){0};
		p->least = read_conditions(json_object_get(from, "if"), names, &p->n_least);
		p->equal = read_conditions(json_object_get(from, "eq"), names, &p->n_equal);
		add_expression(&p->value, json_object_get(from, "value"), names);
	}
	return form;
}

static void free_codes(code *all, size_t n)
{
	for (size_t k = 0; k < n; k++) free_code(&all[k]);
	free(all);
}

void graph_form_free(graph_form *form)
{
	for (size_t k = 0; form && k < form->n; k++) {
		free_codes(form->piece[k].least, form->piece[k].n_least);
		free_codes(form->piece[k].equal, form->piece[k].n_equal);
		free_code(&form->piece[k].value);
	}
	if (form) free(form->piece);
	free(form);
}

// False: it is not known whether they hold.
static bool conditions_hold(const piece *p, graph_values *names, bool *hold, long *stack, size_t room)
{
	long value;
	*hold = true;
	for (size_t k = 0; k < p->n_least && *hold; k++) {
		if (!run_code(&p->least[k], names, &value, stack, room)) return false;
		*hold = value >= 0;
	}
	for (size_t k = 0; k < p->n_equal && *hold; k++) {
		if (!run_code(&p->equal[k], names, &value, stack, room)) return false;
		*hold = value == 0;
	}
	return true;
}

static bool form_value(const graph_form *form, graph_values *names, long *value, long *stack, size_t room)
{
	*value = 0;
	for (size_t k = 0; k < form->n; k++) {
		bool holds;
		if (!conditions_hold(&form->piece[k], names, &holds, stack, room)) return false;
		if (holds) return run_code(&form->piece[k].value, names, value, stack, room);
	}
	return true;
}

bool graph_form_value(const graph_form *form, graph_values *names, long *value)
{
	names->turns = 0;
	return form_value(form, names, value, whole_stack, STACK);
}
