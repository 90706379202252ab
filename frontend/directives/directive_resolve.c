// SPDX-License-Identifier: Apache-2.0
//
// From parsed expressions to those of the program model: names become symbols, constants are folded, types are those of
// C's usual conversions. A member that stands alone, in a struct's own directives, is a MEMBER without an object
// (n_args 0): that of the object whose mapping is made.
#include "directive_impl.h"

#include <limits.h>
#include <string.h>

static const prog_type int_type = {.kind = PROG_TYPE_INT, .text = "int", .size = 4, .is_signed = true};
static const prog_type unsigned_type = {.kind = PROG_TYPE_INT, .text = "unsigned int", .size = 4};
static const prog_type long_type = {.kind = PROG_TYPE_INT, .text = "long", .size = 8, .is_signed = true};
static const prog_type unsigned_long_type = {.kind = PROG_TYPE_INT, .text = "unsigned long", .size = 8};

static bool is_integer(const prog_type *type)
{
	return !type || type->kind == PROG_TYPE_INT || type->kind == PROG_TYPE_BOOL;
}

static const prog_type *promoted(const prog_type *type)
{
	if (!type) return &long_type;
	if (!is_integer(type)) return type;
	if (type->size < 4) return &int_type;
	if (type->size < 8) return type->is_signed ? &int_type : &unsigned_type;
	return type->is_signed ? &long_type : &unsigned_long_type;
}

// The usual arithmetic conversions of integers; anything else stays what it is, and is refused where an integer is
// needed.
static const prog_type *common(const prog_type *a, const prog_type *b)
{
	a = promoted(a);
	b = promoted(b);
	if (!is_integer(a)) return a;
	if (!is_integer(b)) return b;
	if (a->size != b->size) return a->size > b->size ? a : b;
	return a->is_signed ? b : a;
}

static prog_expr *new_expr(prog_unit *unit, prog_expr_kind kind, const prog_type *type, prog_loc loc, const char *text)
{
	prog_expr *e = prog_alloc(unit, sizeof *e);
	e->kind = kind;
	e->type = type;
	e->loc = loc;
	e->range.file = e->expansion.file = -1;
	e->text = text;
	e->arg = prog_alloc(unit, (DIRECTIVE_MOST_ARGS + 1) * sizeof *e->arg);
	return e;
}

static prog_expr *new_int(prog_unit *unit, long value, prog_loc loc, const char *text)
{
	bool is_int = value >= INT_MIN && value <= INT_MAX;
	prog_expr *e = new_expr(unit, PROG_EXPR_INT, is_int ? &int_type : &long_type, loc, text);
	e->value = value;
	return e;
}

const prog_expr *directive_new_int(prog_unit *unit, long value, prog_loc loc)
{
	return new_int(unit, value, loc, directive_format(unit, "%ld", value));
}

const prog_expr *directive_new_room(prog_unit *unit, const char *name, prog_loc loc)
{
	return new_expr(unit, PROG_EXPR_OPAQUE, &long_type, loc, directive_format(unit, "room of %s", name));
}

static void add_arg(prog_expr *e, const prog_expr *arg) { e->arg[e->n_args++] = (prog_expr *)arg; }

bool directive_constant_of(const prog_expr *e, long *value)
{
	if (!e || e->kind != PROG_EXPR_INT) return false;
	*value = e->value;
	return true;
}

// ---- folding ----------------------------------------------------------------------------------

// NULL, or why there is no value.
static const char *fold_division(prog_op op, long a, long b, long *value)
{
	if (b == 0) return "it divides by zero";
	if (b == -1 && a == LONG_MIN) return "it overflows";
	*value = op == PROG_OP_DIV ? a / b : a % b;
	return NULL;
}

static const char *fold_shift(prog_op op, long a, long b, long *value)
{
	if (b < 0 || b > 62 || a < 0 || (op == PROG_OP_SHL && a > LONG_MAX >> b)) return "it shifts too far";
	*value = op == PROG_OP_SHL ? a << b : a >> b;
	return NULL;
}

static const char *fold_binary(prog_op op, long a, long b, long *value)
{
	bool overflow = false;
	switch (op) {
	case PROG_OP_ADD: overflow = __builtin_add_overflow(a, b, value); break;
	case PROG_OP_SUB: overflow = __builtin_sub_overflow(a, b, value); break;
	case PROG_OP_MUL: overflow = __builtin_mul_overflow(a, b, value); break;
	case PROG_OP_DIV:
	case PROG_OP_REM: return fold_division(op, a, b, value);
	case PROG_OP_SHL:
	case PROG_OP_SHR: return fold_shift(op, a, b, value);
	case PROG_OP_AND: *value = a & b; break;
	case PROG_OP_OR: *value = a | b; break;
	case PROG_OP_XOR: *value = a ^ b; break;
	case PROG_OP_LT: *value = a < b; break;
	case PROG_OP_LE: *value = a <= b; break;
	case PROG_OP_GT: *value = a > b; break;
	case PROG_OP_GE: *value = a >= b; break;
	case PROG_OP_EQ: *value = a == b; break;
	case PROG_OP_NE: *value = a != b; break;
	case PROG_OP_LAND: *value = a && b; break;
	default: *value = a || b; break;
	}
	return overflow ? "it overflows" : NULL;
}

static const char *fold_unary(prog_op op, long a, long *value)
{
	if (op == PROG_OP_NEG && a == LONG_MIN) return "it overflows";
	*value = op == PROG_OP_NEG ? -a : op == PROG_OP_NOT ? ~a : op == PROG_OP_LNOT ? !a : a;
	return NULL;
}

static bool is_logical(prog_op op) { return op >= PROG_OP_LT && op <= PROG_OP_LOR; }

static const prog_type *binary_type(prog_op op, const prog_expr *a, const prog_expr *b)
{
	if (!is_integer(a->type)) return a->type;
	if (!is_integer(b->type)) return b->type;
	if (is_logical(op)) return &int_type;
	return op == PROG_OP_SHL || op == PROG_OP_SHR ? promoted(a->type) : common(a->type, b->type);
}

static const prog_expr *binary(
        prog_unit *unit, prog_op op, const prog_expr *a, const prog_expr *b, prog_loc loc, const char *text)
{
	long x, y, value;
	if (directive_constant_of(a, &x) && directive_constant_of(b, &y)) {
		const char *why = fold_binary(op, x, y, &value);
		if (!why) return new_int(unit, value, loc, text);
		diag_report(DIAG_bad_constant, loc, text, why);
		return NULL;
	}
	prog_expr *e = new_expr(unit, PROG_EXPR_BINARY, binary_type(op, a, b), loc, text);
	e->op = op;
	add_arg(e, a);
	add_arg(e, b);
	return e;
}

static const prog_expr *unary(prog_unit *unit, prog_op op, const prog_expr *a, prog_loc loc, const char *text)
{
	long x, value;
	if (directive_constant_of(a, &x)) {
		const char *why = fold_unary(op, x, &value);
		if (!why) return new_int(unit, value, loc, text);
		diag_report(DIAG_bad_constant, loc, text, why);
		return NULL;
	}
	const prog_type *type = op == PROG_OP_LNOT && is_integer(a->type) ? &int_type : promoted(a->type);
	prog_expr *e = new_expr(unit, PROG_EXPR_UNARY, type, loc, text);
	e->op = op;
	add_arg(e, a);
	return e;
}

// ---- names ------------------------------------------------------------------------------------

static const prog_expr *resolve_name(directive_scope *scope, const directive_expr *e)
{
	long value;
	bool is_index = scope->index && !strcmp(scope->index->name, e->name);
	prog_symbol *symbol = is_index ? scope->index : directive_find_symbol(scope, e->name);
	if (!symbol) {
		if (scope->constant && scope->constant(scope->user, e->name, &value))
			return new_int(scope->unit, value, e->loc, e->text);
		directive_report_unknown(scope, (directive_name){e->name, e->loc});
		return NULL;
	}
	prog_expr_kind kind = symbol->kind == PROG_SYMBOL_FIELD ? PROG_EXPR_MEMBER : PROG_EXPR_VAR;
	prog_expr *var = new_expr(scope->unit, kind, symbol->type, e->loc, e->text);
	var->symbol = symbol;
	return var;
}

// Without a record the member is unknown, too.
static prog_symbol *find_member(
        const prog_unit *unit, const prog_symbol *record, const char *name, directive_nearest *near)
{
	for (int i = 0; record && i < unit->n_symbols; i++) {
		prog_symbol *s = unit->symbols[i];
		if (s->kind != PROG_SYMBOL_FIELD || s->record != record) continue;
		if (!strcmp(s->name, name)) return s;
		directive_nearest_try(near, s->name);
	}
	return NULL;
}

static const prog_expr *dereference(directive_scope *scope, const prog_expr *a, prog_loc loc, const char *text)
{
	if (!a->type || !a->type->element || (a->type->kind != PROG_TYPE_POINTER && a->type->kind != PROG_TYPE_ARRAY)) {
		diag_report(DIAG_not_subscriptable, loc, a->text);
		return NULL;
	}
	prog_expr *e = new_expr(scope->unit, PROG_EXPR_DEREF, a->type->element, loc, text);
	add_arg(e, a);
	return e;
}

static const prog_expr *resolve_member(directive_scope *scope, const directive_expr *e)
{
	const prog_expr *object = directive_resolve(scope, e->arg[0]);
	if (object && e->arrow)
		object = dereference(scope, object, e->loc, directive_format(scope->unit, "*%s", object->text));
	if (!object) return NULL;
	const prog_type *type = object->type;
	directive_nearest near = {.word = e->name};
	prog_symbol *field =
	        find_member(scope->unit, type && type->kind == PROG_TYPE_STRUCT ? type->record : NULL, e->name, &near);
	if (!field) {
		diag_report(DIAG_no_member, e->loc, object->text, e->name,
		        directive_nearest_text(scope->unit, &near, e->loc));
		return NULL;
	}
	prog_expr *member = new_expr(scope->unit, PROG_EXPR_MEMBER, field->type, e->loc, e->text);
	member->symbol = field;
	add_arg(member, object);
	return member;
}

static const prog_expr *resolve_index(directive_scope *scope, const directive_expr *e)
{
	const prog_expr *array = directive_resolve(scope, e->arg[0]);
	const prog_expr *index = array ? directive_resolve_integer(scope, e->arg[1]) : NULL;
	if (!index) return NULL;
	const prog_expr *element = dereference(scope, array, e->loc, e->text);
	if (!element) return NULL;
	prog_expr *indexed = new_expr(scope->unit, PROG_EXPR_INDEX, element->type, e->loc, e->text);
	add_arg(indexed, array);
	add_arg(indexed, index);
	return indexed;
}

static const prog_expr *resolve_cond(directive_scope *scope, const directive_expr *e)
{
	long value;
	const prog_expr *cond = directive_resolve_integer(scope, e->arg[0]);
	if (!cond) return NULL;
	if (directive_constant_of(cond, &value)) return directive_resolve(scope, e->arg[value ? 1 : 2]);
	const prog_expr *yes = directive_resolve(scope, e->arg[1]),
	                *no = yes ? directive_resolve(scope, e->arg[2]) : NULL;
	if (!no) return NULL;
	prog_expr *choice = new_expr(scope->unit, PROG_EXPR_COND, common(yes->type, no->type), e->loc, e->text);
	add_arg(choice, cond);
	add_arg(choice, yes);
	add_arg(choice, no);
	return choice;
}

// The types that a cast may name differ in size and sign only.
static const prog_type *cast_type(const char *name)
{
	bool is_long = strstr(name, "long") || strstr(name, "64") || strstr(name, "ptr") || strstr(name, "size");
	bool is_unsigned = strstr(name, "unsigned") || name[0] == 'u' || !strcmp(name, "size_t");
	if (is_long) return is_unsigned ? &unsigned_long_type : &long_type;
	return is_unsigned ? &unsigned_type : &int_type;
}

static bool fits(long value, const prog_type *type)
{
	if (!type->is_signed) return value >= 0 && (type->size == 8 || value <= UINT_MAX);
	return type->size == 8 || (value >= INT_MIN && value <= INT_MAX);
}

static const prog_expr *resolve_cast(directive_scope *scope, const directive_expr *e)
{
	long value;
	const prog_expr *operand = directive_resolve_integer(scope, e->arg[0]);
	if (!operand) return NULL;
	const prog_type *type = cast_type(e->name);
	if (directive_constant_of(operand, &value)) {
		if (fits(value, type)) return new_int(scope->unit, value, e->loc, e->text);
		diag_report(DIAG_bad_constant, e->loc, e->text, "it does not fit");
		return NULL;
	}
	prog_expr *cast = new_expr(scope->unit, PROG_EXPR_CAST, type, e->loc, e->text);
	add_arg(cast, operand);
	return cast;
}

// Bytes of what C's own words, or a tag, name; 0: not known.
static long size_of_words(const prog_unit *unit, const char *name)
{
	static const struct {
		const char *word;
		long size;
	} sizes[] = {{"*", 8}, {"char", 1}, {"short", 2}, {"long double", 16}, {"double", 8}, {"float", 4}, {"ool", 1},
	        {NULL, 0}};
	bool is_complex = strstr(name, "omplex");
	const char *tag = strchr(name, ' ');
	if (!strchr(name, '*') && (!strncmp(name, "struct ", 7) || !strncmp(name, "union ", 6))) {
		for (int k = 0; k < unit->n_symbols; k++) {
			const prog_type *t = unit->symbols[k]->type;
			while (t && t->element) t = t->element;
			if (t && t->record && !strcmp(t->record->name, tag + 1)) return t->size;
		}
		return 0;
	}
	for (int k = 0; sizes[k].word; k++)
		if (strstr(name, sizes[k].word)) return sizes[k].size * (is_complex && sizes[k].word[0] != '*' ? 2 : 1);
	return is_complex ? 16 : cast_type(name)->size;
}

static const prog_expr *resolve_sizeof(directive_scope *scope, const directive_expr *e)
{
	const directive_expr *of = e->n_args ? e->arg[0] : NULL;
	long size = 0;
	if (!of) {
		size = size_of_words(scope->unit, e->name);
	} else if (of->kind != DIRECTIVE_EXPR_NAME || directive_find_symbol(scope, of->name) || !scope->size ||
	           !scope->size(scope->user, of->name, &size)) {
		const prog_expr *operand = directive_resolve(scope, of);
		if (!operand) return NULL;
		size = operand->type ? operand->type->size : 0;
	}
	if (size <= 0) {
		diag_report(DIAG_unknown_size, e->loc, e->text);
		return NULL;
	}
	prog_expr *value = new_int(scope->unit, size, e->loc, e->text);
	value->type = &unsigned_long_type;
	return value;
}

static const prog_expr *resolve_call(directive_scope *scope, const directive_expr *e)
{
	prog_symbol *function = directive_find_symbol(scope, e->name);
	if (!function || function->kind != PROG_SYMBOL_FUNCTION || !function->type || !function->type->element) {
		if (function)
			diag_report(DIAG_not_function, e->loc, e->name);
		else
			directive_report_unknown(scope, (directive_name){e->name, e->loc});
		return NULL;
	}
	prog_expr *callee = new_expr(scope->unit, PROG_EXPR_VAR, function->type, e->loc, e->name);
	prog_expr *call = new_expr(scope->unit, PROG_EXPR_CALL, function->type->element, e->loc, e->text);
	callee->symbol = function;
	add_arg(call, callee);
	for (int k = 0; k < e->n_args; k++) {
		const prog_expr *arg = directive_resolve(scope, e->arg[k]);
		if (!arg) return NULL;
		add_arg(call, arg);
	}
	return call;
}

const prog_expr *directive_resolve(directive_scope *scope, const directive_expr *e)
{
	const prog_expr *a, *b;
	switch (e->kind) {
	case DIRECTIVE_EXPR_INT: return new_int(scope->unit, e->value, e->loc, e->text);
	case DIRECTIVE_EXPR_NAME: return resolve_name(scope, e);
	case DIRECTIVE_EXPR_MEMBER: return resolve_member(scope, e);
	case DIRECTIVE_EXPR_INDEX: return resolve_index(scope, e);
	case DIRECTIVE_EXPR_COND: return resolve_cond(scope, e);
	case DIRECTIVE_EXPR_CAST: return resolve_cast(scope, e);
	case DIRECTIVE_EXPR_SIZEOF: return resolve_sizeof(scope, e);
	case DIRECTIVE_EXPR_CALL: return resolve_call(scope, e);
	case DIRECTIVE_EXPR_DEREF:
		a = directive_resolve(scope, e->arg[0]);
		return a ? dereference(scope, a, e->loc, e->text) : NULL;
	case DIRECTIVE_EXPR_UNARY:
		a = directive_resolve(scope, e->arg[0]);
		return a ? unary(scope->unit, e->op, a, e->loc, e->text) : NULL;
	case DIRECTIVE_EXPR_BINARY:
		a = directive_resolve(scope, e->arg[0]);
		b = a ? directive_resolve(scope, e->arg[1]) : NULL;
		return b ? binary(scope->unit, e->op, a, b, e->loc, e->text) : NULL;
	}
	return NULL;
}

const prog_expr *directive_resolve_integer(directive_scope *scope, const directive_expr *e)
{
	const prog_expr *value = directive_resolve(scope, e);
	if (!value || is_integer(value->type)) return value;
	diag_report(DIAG_not_integer, e->loc, e->text);
	return NULL;
}

// ---- subscripts of align ----------------------------------------------------------------------

// coef * dummy(dim) + offset; dim -1: no dummy; offset NULL: 0.
typedef struct linear {
	int dim;
	long coef;
	const prog_expr *offset;
} linear;

typedef enum outcome { AFFINE, NOT_AFFINE, REPORTED } outcome;

static int dummy_of(const directive_item *item, const char *name)
{
	for (int d = 0; d < item->rank; d++)
		if (item->dim[d].dummy.text && !strcmp(item->dim[d].dummy.text, name)) return d;
	return -1;
}

static bool has_dummy(const directive_item *item, const directive_expr *e)
{
	if (e->kind == DIRECTIVE_EXPR_NAME) return dummy_of(item, e->name) >= 0;
	for (int i = 0; i < e->n_args; i++)
		if (has_dummy(item, e->arg[i])) return true;
	return false;
}

static const char *operand_text(prog_unit *unit, const prog_expr *e)
{
	bool is_simple = e->kind == PROG_EXPR_INT ? strspn(e->text, "0123456789") == strlen(e->text)
	                                          : e->kind != PROG_EXPR_BINARY && e->kind != PROG_EXPR_COND &&
	                                                    e->kind != PROG_EXPR_UNARY && e->kind != PROG_EXPR_CAST;
	return is_simple ? e->text : directive_format(unit, "(%s)", e->text);
}

static outcome negate(prog_unit *unit, const prog_expr *a, prog_loc loc, const prog_expr **result)
{
	*result = unary(unit, PROG_OP_NEG, a, loc, directive_format(unit, "-%s", operand_text(unit, a)));
	return *result ? AFFINE : REPORTED;
}

static outcome combine(
        prog_unit *unit, prog_op op, const prog_expr *a, const prog_expr *b, prog_loc loc, const prog_expr **result)
{
	if (!b) return *result = a, AFFINE;
	if (!a && op == PROG_OP_ADD) return *result = b, AFFINE;
	if (!a) return negate(unit, b, loc, result);
	const char *sign = op == PROG_OP_ADD ? "+" : op == PROG_OP_SUB ? "-" : "*";
	const char *text = directive_format(unit, "%s %s %s", operand_text(unit, a), sign, operand_text(unit, b));
	*result = binary(unit, op, a, b, loc, text);
	return *result ? AFFINE : REPORTED;
}

static outcome linear_of(directive_scope *scope, const directive_item *item, const directive_expr *e, linear *result);

static outcome linear_sum(directive_scope *scope, const directive_item *item, const directive_expr *e, linear *result)
{
	linear a, b;
	outcome o = linear_of(scope, item, e->arg[0], &a);
	if (o == AFFINE) o = linear_of(scope, item, e->arg[1], &b);
	if (o != AFFINE) return o;
	if (a.dim >= 0 && b.dim >= 0 && a.dim != b.dim) return NOT_AFFINE;
	bool overflow = e->op == PROG_OP_ADD ? __builtin_add_overflow(a.coef, b.coef, &result->coef)
	                                     : __builtin_sub_overflow(a.coef, b.coef, &result->coef);
	result->dim = a.dim >= 0 ? a.dim : b.dim;
	return overflow ? NOT_AFFINE : combine(scope->unit, e->op, a.offset, b.offset, e->loc, &result->offset);
}

static outcome scale(directive_scope *scope, const linear *a, long factor, prog_loc loc, linear *result)
{
	result->dim = a->dim;
	if (__builtin_mul_overflow(a->coef, factor, &result->coef)) return NOT_AFFINE;
	result->offset = NULL;
	if (!a->offset || factor == 1) return result->offset = a->offset, AFFINE;
	if (factor == -1) return negate(scope->unit, a->offset, loc, &result->offset);
	const prog_expr *f = new_int(scope->unit, factor, loc, directive_format(scope->unit, "%ld", factor));
	return combine(scope->unit, PROG_OP_MUL, f, a->offset, loc, &result->offset);
}

static outcome linear_product(
        directive_scope *scope, const directive_item *item, const directive_expr *e, linear *result)
{
	bool left = has_dummy(item, e->arg[0]);
	if (left && has_dummy(item, e->arg[1])) return NOT_AFFINE;
	const prog_expr *factor = directive_resolve_integer(scope, e->arg[left ? 1 : 0]);
	if (!factor) return REPORTED;
	long value;
	linear a;
	if (!directive_constant_of(factor, &value)) return NOT_AFFINE;
	outcome o = linear_of(scope, item, e->arg[left ? 0 : 1], &a);
	return o == AFFINE ? scale(scope, &a, value, e->loc, result) : o;
}

static outcome linear_sign(directive_scope *scope, const directive_item *item, const directive_expr *e, linear *result)
{
	linear a;
	outcome o = linear_of(scope, item, e->arg[0], &a);
	return o == AFFINE ? scale(scope, &a, e->op == PROG_OP_NEG ? -1 : 1, e->loc, result) : o;
}

static outcome linear_of(directive_scope *scope, const directive_item *item, const directive_expr *e, linear *result)
{
	*result = (linear){.dim = -1};
	if (!has_dummy(item, e)) {
		result->offset = directive_resolve_integer(scope, e);
		return result->offset ? AFFINE : REPORTED;
	}
	if (e->kind == DIRECTIVE_EXPR_NAME) {
		*result = (linear){.dim = dummy_of(item, e->name), .coef = 1};
		return AFFINE;
	}
	if (e->kind == DIRECTIVE_EXPR_UNARY && (e->op == PROG_OP_NEG || e->op == PROG_OP_PLUS))
		return linear_sign(scope, item, e, result);
	if (e->kind != DIRECTIVE_EXPR_BINARY) return NOT_AFFINE;
	if (e->op == PROG_OP_ADD || e->op == PROG_OP_SUB) return linear_sum(scope, item, e, result);
	return e->op == PROG_OP_MUL ? linear_product(scope, item, e, result) : NOT_AFFINE;
}

bool directive_resolve_sub(
        directive_scope *scope, const directive_item *item, const directive_dim *dim, prog_align_sub *sub)
{
	*sub = (prog_align_sub){.star = dim->star, .dim = -1};
	if (dim->star) return true;
	linear l;
	outcome o = linear_of(scope, item, dim->expr, &l);
	if (o == NOT_AFFINE) diag_report(DIAG_align_not_affine, dim->loc, dim->expr->text);
	if (o != AFFINE) return false;
	long value;
	sub->coef = l.coef;
	sub->dim = l.coef ? l.dim : -1;
	sub->offset = directive_constant_of(l.offset, &value) && value == 0 && sub->dim >= 0 ? NULL : l.offset;
	return true;
}
