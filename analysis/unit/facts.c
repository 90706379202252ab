// SPDX-License-Identifier: Apache-2.0
//
// What holds in the whole unit: which memory may be mapped, what an lvalue accesses, which calls are pure.
#include "facts.h"

#include "../model/model.h"
#include "addresses.h"
#include "flow_memory.h"
#include "own_blocks.h"
#include "points_to.h"
#include "purity.h"

#include <string.h>

typedef struct stride_note {
	const char *name;
	int rank, dimension;
} stride_note;

enum { MOST_STRIDES = 64 };

typedef struct stride_notes {
	int n;
	stride_note list[MOST_STRIDES];
} stride_notes;

struct unit_facts {
	stride_notes *strides;
	prog_unit *unit;
	element_types types;  // of memory that may be mapped
	element_types mapped; // of what the unit maps itself
	purity *purity;
	points_to *pointers;
	work_array_note *work_array; // [symbol id]
	left_note *left;             // [symbol id]
	unsigned char *table;        // [symbol id]
	bool looked_for_constants;
	unsigned char *changed;      // [symbol id]: a variable is set after its declaration
	const prog_expr **set_to;    // [symbol id]: the initialiser of a local variable
	unsigned char *address_kept; // [symbol id]: addresses_kept
	int n_entering;
	unsigned char **entering; // [statement id]
	flow_memory *flows;
	unsigned char *only_called;
	bool doubts_others;
};

// ---- taking lvalues apart ---------------------------------------------------------------------

static bool is_pointer_sum(const prog_expr *e)
{
	return e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_ADD && e->type && e->type->kind == PROG_TYPE_POINTER;
}

static bool is_pointer_like(const prog_expr *e)
{
	return e->type && (e->type->kind == PROG_TYPE_POINTER || e->type->kind == PROG_TYPE_ARRAY);
}

// p + k under a subscript or *: the base is p, and k is the subscript. False for p + k with a further subscript.
static const prog_expr *split_sum(const prog_expr *e, const prog_expr **sub)
{
	if (!is_pointer_sum(e)) return e;
	int pointer = is_pointer_like(e->arg[0]) ? 0 : 1;
	*sub = e->arg[1 - pointer];
	return e->arg[pointer];
}

static bool take_apart(const prog_expr *expr, bool through_rows, element_ref *ref)
{
	const prog_expr *reversed[PROG_MAX_RANK + 1];
	int n = 0, levels = 0;
	const prog_expr *e = expr;
	while (e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF) {
		if (n == PROG_MAX_RANK) return false;
		const prog_expr *inner = e->arg[0];
		const prog_expr *sub = NULL;
		if (e->kind == PROG_EXPR_INDEX)
			sub = e->arg[1];
		else
			inner = split_sum(inner, &sub);
		reversed[n++] = sub;
		e = inner;
		// Through a pointer that is itself an element the memory is another one.
		if (!e->type || e->type->kind == PROG_TYPE_ARRAY) continue;
		bool is_row = e->type->kind == PROG_TYPE_POINTER &&
		              (e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF);
		if (!through_rows || !is_row) break;
		levels++;
	}
	if (n == 0 || !e->type) return false;
	ref->base = e;
	ref->n_subs = n;
	ref->row_levels = levels;
	for (int k = 0; k < n; k++) ref->sub[k] = reversed[n - 1 - k];
	ref->type = expr->type;
	return true;
}

bool element_ref_of(const prog_expr *expr, element_ref *ref) { return take_apart(expr, false, ref); }

bool element_ref_of_rows(const prog_expr *expr, element_ref *ref)
{
	return take_apart(expr, true, ref) && ref->row_levels > 0;
}

const prog_expr *element_seen_as(const prog_expr *expr)
{
	const prog_expr *sub = NULL, *pointer = NULL;
	if (expr->kind == PROG_EXPR_INDEX)
		pointer = expr->arg[0], sub = expr->arg[1];
	else if (expr->kind == PROG_EXPR_DEREF)
		pointer = split_sum(expr->arg[0], &sub);
	if (!pointer || pointer->kind != PROG_EXPR_CAST || (sub && sub->kind != PROG_EXPR_INT)) return NULL;
	pointer = prog_without_casts(pointer);
	const prog_expr *x = pointer->kind == PROG_EXPR_ADDR ? pointer->arg[0] : NULL;
	long size = expr->type ? expr->type->size : 0, at = sub ? sub->value : 0;
	if (!x || !x->type || x->type->kind == PROG_TYPE_ARRAY || size <= 0 || at < 0) return NULL;
	return at < x->type->size / size ? x : NULL;
}

// An array of the object's that is mapped by itself: its elements are no parts of another array's.
static bool is_mapped_part(const prog_expr *e)
{
	return e->kind == PROG_EXPR_MEMBER && e->symbol && (e->symbol->mapping || e->symbol->is_part);
}

// The array in an object, of any rank, that subscripts lead into: x.c of x.c[i][j], *x.c, *(x.c + i); NULL: none.
static const prog_expr *array_of_object(const prog_expr *e)
{
	const prog_expr *array = e, *sub = NULL;
	for (;;) {
		const prog_expr *inner = array->kind == PROG_EXPR_INDEX   ? array->arg[0]
		                         : array->kind == PROG_EXPR_DEREF ? split_sum(array->arg[0], &sub)
		                                                          : NULL;
		if (!inner || !inner->type || inner->type->kind != PROG_TYPE_ARRAY) break;
		array = inner;
	}
	return array != e && array->kind == PROG_EXPR_MEMBER ? array : NULL;
}

const prog_expr *element_of(const prog_expr *expr)
{
	const prog_expr *found = expr, *seen, *array;
	for (const prog_expr *e = expr;;) {
		if ((seen = element_seen_as(e))) {
			e = found = seen;
		} else if (e->kind == PROG_EXPR_MEMBER) {
			e = e->arg[0];
			found = e;
		} else if ((array = array_of_object(e)) && !is_mapped_part(array)) {
			e = array->arg[0];
			found = e;
		} else {
			return found;
		}
	}
}

// ---- memory that may be mapped ----------------------------------------------------------------

static const prog_type *innermost(const prog_type *t)
{
	while (t && (t->kind == PROG_TYPE_ARRAY || t->kind == PROG_TYPE_POINTER)) t = t->element;
	return t;
}

// Memory that pointers to another type than its own lead to.
static void add_types_seen(unit_facts *f, const prog_unit *unit)
{
	const prog_mapping *to[POINTS_TO_MAPPINGS];
	for (int k = 0; k < unit->n_symbols; k++) {
		const prog_symbol *s = unit->symbols[k];
		bool pointer = s->type && s->kind != PROG_SYMBOL_FUNCTION && s->type->kind == PROG_TYPE_POINTER;
		const prog_type *t = pointer ? innermost(s->type) : NULL;
		// Of objects in which arrays stand only these are mapped.
		if (t && t->size > 0 && !prog_type_holds_parts(t) && points_to_mappings(f->pointers, s, to) > 0)
			element_types_add(&f->types, t);
	}
}

unit_facts *unit_facts_new(prog_unit *unit)
{
	unit_facts *f = prog_alloc(unit, sizeof *f);
	f->unit = unit;
	f->strides = prog_alloc(unit, sizeof *f->strides);
	f->flows = flow_memory_new();
	f->purity = purity_new(f, element_types_alone(unit));
	element_types_of(&f->types, unit);
	f->mapped = (element_types){.unit = unit};
	for (int k = 0; k < unit->n_mappings; k++) element_types_add(&f->mapped, innermost(unit->mappings[k]->element));
	f->pointers = points_to_new(unit);
	add_types_seen(f, unit);
	f->table = prog_alloc(unit, (size_t)unit->n_symbols + 1);
	f->work_array = prog_alloc(unit, sizeof *f->work_array * ((size_t)unit->n_symbols + 1));
	f->left = prog_alloc(unit, sizeof *f->left * ((size_t)unit->n_symbols + 1));
	own_blocks_mark(f, unit);
	return f;
}

prog_unit *facts_unit(const unit_facts *f) { return f->unit; }

purity *facts_purity(const unit_facts *f) { return f->purity; }

bool facts_may_be_mapped(const unit_facts *f, const prog_type *element)
{
	return element_types_have(&f->types, element);
}

bool facts_maps_type(const unit_facts *f, const prog_type *element)
{
	return prog_type_holds_parts(element) || element_types_have(&f->mapped, element);
}

static bool leads_to_unmapped(const unit_facts *f, const prog_symbol *s)
{
	return points_to_unmapped(f->pointers, s) || points_to_variables(f->pointers, s);
}

bool facts_is_alone(const unit_facts *f) { return element_types_alone(f->unit); }

bool facts_is_lent(const unit_facts *f, const prog_symbol *s) { return points_to_lent(f->pointers, s); }

const prog_symbol *facts_awaits(const unit_facts *f, const prog_expr *call)
{
	return points_to_awaited(f->pointers, call);
}

const prog_symbol *facts_handed_on_by(const unit_facts *f, const prog_symbol *s)
{
	return points_to_handed_on_by(f->pointers, s);
}

bool facts_hands_on(const unit_facts *f, const prog_symbol *s) { return points_to_hands_on(f->pointers, s); }

const prog_symbol *facts_receiver(const unit_facts *f, const prog_expr *call)
{
	return points_to_receiver(f->pointers, call);
}

bool facts_symbol_may_be_mapped(const unit_facts *f, const prog_symbol *s)
{
	if (s->mapping || s->partly || facts_is_lent(f, s)) return true;
	bool pointer = s->type && (s->type->kind == PROG_TYPE_POINTER ||
	                                  (s->kind == PROG_SYMBOL_PARAMETER && s->type->kind == PROG_TYPE_ARRAY));
	return pointer && facts_may_be_mapped(f, s->type) && !leads_to_unmapped(f, s);
}

bool facts_bytes_may_be_mapped(const unit_facts *f, const prog_symbol *s)
{
	return (f->types.n > 0 || !element_types_alone(f->unit)) && !(s && leads_to_unmapped(f, s));
}

bool facts_ref_may_be_mapped(const unit_facts *f, const element_ref *ref)
{
	const prog_expr *base = ref->base;
	// Pointers to rows are no elements.
	if (ref->type && ref->type->kind == PROG_TYPE_POINTER) return false;
	if ((base->kind == PROG_EXPR_VAR || base->kind == PROG_EXPR_MEMBER) && base->symbol) {
		if (base->symbol->mapping || base->symbol->is_part ||
		        (base->symbol->partly && base->type->kind == PROG_TYPE_POINTER))
			return true;
		if (base->symbol->kind == PROG_SYMBOL_FUNCTION) return false;
		if (facts_is_lent(f, base->symbol)) return true;
	}
	if (base->type->kind != PROG_TYPE_POINTER) {
		// An array inside of an element: the element decides.
		if (base->kind != PROG_EXPR_MEMBER) return false;
		element_ref outer;
		const prog_expr *whole = element_of(base);
		return whole != base && element_ref_of(whole, &outer) && facts_ref_may_be_mapped(f, &outer);
	}
	if (base->kind == PROG_EXPR_STRING) return false;
	bool named = base->kind == PROG_EXPR_VAR || base->kind == PROG_EXPR_MEMBER;
	if (named && leads_to_unmapped(f, base->symbol)) return false;
	return facts_may_be_mapped(f, ref->type) || (base->kind == PROG_EXPR_CAST && facts_leads_to_mapped(f, base));
}

bool facts_leads_to_object(const prog_expr *value)
{
	const prog_expr *e = prog_without_casts(value);
	if (e->kind == PROG_EXPR_ADDR) return prog_type_holds_parts(e->arg[0]->type);
	return is_pointer_like(e) && prog_type_holds_parts(e->type->element);
}

bool facts_leads_to_mapped(const unit_facts *f, const prog_expr *value)
{
	const prog_expr *e = prog_without_casts(value);
	element_ref ref;
	if (!e->type) return false;
	if (facts_leads_to_object(e)) return true;
	if (is_mapped_part(e)) return true;
	if (e->kind == PROG_EXPR_ADDR && e->arg[0]->type->kind == PROG_TYPE_ARRAY && is_mapped_part(e->arg[0]))
		return true;
	if (e->kind == PROG_EXPR_ADDR) {
		const prog_symbol *s = e->arg[0]->kind == PROG_EXPR_VAR ? e->arg[0]->symbol : NULL;
		if (s) return s->mapping || facts_is_lent(f, s);
		return element_ref_of(element_of(e->arg[0]), &ref) && facts_ref_may_be_mapped(f, &ref);
	}
	if (e->kind == PROG_EXPR_VAR && (e->symbol->mapping || facts_is_lent(f, e->symbol))) return true;
	if (e->type->kind == PROG_TYPE_ARRAY)
		return element_ref_of(element_of(e), &ref) && facts_ref_may_be_mapped(f, &ref);
	if (e->type->kind != PROG_TYPE_POINTER) return false;
	if (is_pointer_sum(e) && e != value)
		return facts_leads_to_mapped(f, e->arg[is_pointer_like(e->arg[0]) ? 0 : 1]);
	if (e->type->element->kind == PROG_TYPE_VOID) return false;
	if ((e->kind == PROG_EXPR_VAR || e->kind == PROG_EXPR_MEMBER) && e->symbol)
		return facts_symbol_may_be_mapped(f, e->symbol);
	return facts_may_be_mapped(f, e->type->element);
}

bool facts_expects_plain(const unit_facts *f, const element_ref *ref)
{
	const prog_expr *base = ref->base;
	bool named = base->kind == PROG_EXPR_VAR || base->kind == PROG_EXPR_MEMBER;
	return named && base->symbol && points_to_expected_unmapped(f->pointers, base->symbol) &&
	       !(f->doubts_others && points_to_elsewhere(f->pointers, base->symbol));
}

bool facts_symbol_is_seen_plain(const unit_facts *f, const prog_symbol *pointer)
{
	return points_to_expected_unmapped(f->pointers, pointer);
}

bool facts_expects_plain_rows(const unit_facts *f, const prog_symbol *pointer)
{
	return points_to_expected_rows(f->pointers, pointer);
}

bool facts_rows_may_meet(const unit_facts *f, const prog_symbol *rows, const prog_symbol *other)
{
	return points_to_rows_may_meet(f->pointers, rows, other);
}

bool facts_comes_from_others(const unit_facts *f, const prog_symbol *s) { return points_to_elsewhere(f->pointers, s); }

unit_facts *facts_in_doubt(const unit_facts *f)
{
	unit_facts *view = prog_alloc(f->unit, sizeof *view);
	*view = *f;
	view->doubts_others = true;
	return view;
}

bool facts_is_seen_plain(const unit_facts *f, const element_ref *ref)
{
	const prog_expr *base = ref->base;
	if (base->kind != PROG_EXPR_INDEX) return facts_expects_plain(f, ref);
	// The pointer is an element.
	const prog_symbol *holder = base->arg[0]->kind == PROG_EXPR_VAR || base->arg[0]->kind == PROG_EXPR_MEMBER
	                                    ? base->arg[0]->symbol
	                                    : NULL;
	if (!holder) return false;
	return points_to_expected_elements(f->pointers, holder) ||
	       (points_to_expected_rows(f->pointers, holder) &&
	               !(f->doubts_others && points_to_elsewhere(f->pointers, holder)));
}

bool facts_argument_is_plain(const unit_facts *f, const prog_expr *argument)
{
	const prog_expr *e = argument;
	element_ref ref;
	while (e->kind == PROG_EXPR_CAST || e->kind == PROG_EXPR_ADDR) e = e->arg[0];
	if (e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_ADD) e = e->arg[is_pointer_like(e->arg[0]) ? 0 : 1];
	if (e->kind != PROG_EXPR_VAR && element_ref_of(e, &ref)) e = ref.base;
	if ((e->kind != PROG_EXPR_VAR && e->kind != PROG_EXPR_MEMBER) || !e->symbol || e->symbol->mapping) return false;
	if (facts_is_lent(f, e->symbol)) return false;
	bool array = e->type && e->type->kind == PROG_TYPE_ARRAY && e->symbol->kind == PROG_SYMBOL_VARIABLE;
	return array || points_to_unmapped(f->pointers, e->symbol) ||
	       points_to_expected_unmapped(f->pointers, e->symbol);
}

unit_facts *facts_with_plain(const unit_facts *f, prog_symbol *const *parameters, int n)
{
	unit_facts *view = prog_alloc(f->unit, sizeof *view);
	*view = *f;
	view->pointers = points_to_with_unmapped(f->pointers, parameters, n);
	return view;
}

int facts_expected_mappings(const unit_facts *f, const prog_symbol *pointer, const prog_mapping **out)
{
	return points_to_mappings(f->pointers, pointer, out);
}

int facts_element_mappings(const unit_facts *f, const prog_symbol *pointers, const prog_mapping **out)
{
	return points_to_element_mappings(f->pointers, pointers, out);
}

bool facts_leads_inside(const unit_facts *f, const prog_symbol *pointer)
{
	return points_to_inside(f->pointers, pointer);
}

bool facts_leads_before(const unit_facts *f, const prog_symbol *pointer)
{
	return points_to_before(f->pointers, pointer);
}

bool facts_pieces(const unit_facts *f, const prog_symbol *pointer, pieces *found)
{
	return points_to_pieces(f->pointers, pointer, found);
}

bool facts_gives_fresh_rows(const unit_facts *f, const prog_symbol *function)
{
	return points_to_gives_fresh_rows(f->pointers, function);
}

bool facts_gives_fresh_memory(const unit_facts *f, const prog_symbol *function)
{
	return points_to_gives_fresh(f->pointers, function);
}

bool facts_keeps_argument(const unit_facts *f, const prog_function *function, int argument)
{
	return points_to_keeps_argument(f->pointers, function, argument);
}

unsigned char **facts_entering(unit_facts *f, const prog_stmt *loop)
{
	if (loop->id >= f->n_entering) {
		int n = 2 * loop->id + 16;
		unsigned char **grown = prog_alloc(f->unit, sizeof *grown * (size_t)n);
		if (f->n_entering) memcpy(grown, f->entering, sizeof *grown * (size_t)f->n_entering);
		f->entering = grown;
		f->n_entering = n;
	}
	return &f->entering[loop->id];
}

int facts_stride_dimension(const unit_facts *f, const char *name, int rank)
{
	for (int k = 0; k < f->strides->n; k++)
		if (f->strides->list[k].rank == rank && !strcmp(f->strides->list[k].name, name))
			return f->strides->list[k].dimension;
	return -1;
}

void facts_note_stride(unit_facts *f, const char *name, int rank, int dimension)
{
	if (f->strides->n < MOST_STRIDES && facts_stride_dimension(f, name, rank) < 0)
		f->strides->list[f->strides->n++] = (stride_note){name, rank, dimension};
}

flow_memory *facts_flows(const unit_facts *f) { return f->flows; }

void facts_free(unit_facts *f) { flow_memory_free(f->flows); }

static walk_next note_value(const prog_expr *e, walk_use use, void *only_called)
{
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	// (*f)(x) is not looked for among the calls.
	bool aside = callee && e->arg[0]->kind != PROG_EXPR_VAR;
	if (aside) ((unsigned char *)only_called)[callee->id] = 0;
	if (e->kind == PROG_EXPR_VAR && use != WALK_CALLED) ((unsigned char *)only_called)[e->symbol->id] = 0;
	return WALK_ON;
}

bool facts_is_only_called(unit_facts *f, const prog_symbol *function)
{
	static const walker values = {.expr = note_value};
	prog_unit *u = f->unit;
	if (!f->only_called) {
		f->only_called = prog_alloc(u, (size_t)u->n_symbols + 1);
		for (int k = 0; k < u->n_functions; k++)
			f->only_called[u->functions[k]->symbol->id] =
			        (u->functions[k]->is_static || u->is_whole) && !u->functions[k]->is_main;
		for (int k = 0; k < u->n_functions; k++) walk_stmt(u->functions[k]->body, &values, f->only_called);
		for (int k = 0; k < u->n_values; k++) walk_expr(u->values[k], &values, f->only_called);
	}
	return f->only_called[function->id];
}

// ---- variables that are constants ------------------------------------------------------------

static bool mark_changed(const prog_expr *e, void *user)
{
	if (e->kind == PROG_EXPR_VAR) ((unit_facts *)user)->changed[e->symbol->id] = 1;
	return false;
}

static walk_next note_change(const prog_expr *e, walk_use use, void *f)
{
	(void)use;
	if (e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC) mark_changed(prog_without_casts(e->arg[0]), f);
	for (int k = 0; e->kind == PROG_EXPR_OPAQUE && k < e->n_args; k++) walk_any(e->arg[k], mark_changed, f);
	return WALK_ON;
}

static walk_next note_setting(const prog_stmt *s, void *user)
{
	unit_facts *f = user;
	for (int k = 0; k < s->n_symbols; k++) f->set_to[s->symbols[k]->id] = s->inits[k];
	if (s->kind == PROG_STMT_OPAQUE) walk_any(s->expr, mark_changed, f);
	return WALK_ON;
}

static bool fits(const prog_type *t, long value)
{
	if (!t || t->kind != PROG_TYPE_INT || t->size > (long)sizeof value) return false;
	int bits = (int)(8 * t->size) - t->is_signed;
	if (!t->is_signed && value < 0) return false;
	return bits >= 63 || (value < 1L << bits && value >= -(1L << bits));
}

static bool constant_of(unit_facts *f, const prog_expr *e, int depth, long *value);

static bool binary_constant(unit_facts *f, const prog_expr *e, int depth, long *value)
{
	long x, y;
	if (!constant_of(f, e->arg[0], depth, &x) || !constant_of(f, e->arg[1], depth, &y)) return false;
	switch (e->op) {
	case PROG_OP_ADD: return !__builtin_add_overflow(x, y, value);
	case PROG_OP_SUB: return !__builtin_sub_overflow(x, y, value);
	case PROG_OP_MUL: return !__builtin_mul_overflow(x, y, value);
	case PROG_OP_DIV: return y > 0 && (*value = x / y, true);
	case PROG_OP_REM: return y > 0 && (*value = x % y, true);
	case PROG_OP_SHR: return x >= 0 && y >= 0 && y < 31 && (*value = x >> y, true);
	case PROG_OP_SHL: return x >= 0 && y >= 0 && y < 31 && !__builtin_mul_overflow(x, 1L << y, value);
	default: return false;
	}
}

static bool constant_of(unit_facts *f, const prog_expr *e, int depth, long *value)
{
	enum { DEEPEST = 16 };
	bool known = false;
	if (!e || !e->type || e->type->kind != PROG_TYPE_INT || depth > DEEPEST) return false;
	switch (e->kind) {
	case PROG_EXPR_INT: return *value = e->value, fits(e->type, *value);
	case PROG_EXPR_VAR: return facts_constant(f, e->symbol, value) && fits(e->type, *value);
	case PROG_EXPR_CAST: known = constant_of(f, e->arg[0], depth + 1, value); break;
	case PROG_EXPR_BINARY: known = binary_constant(f, e, depth + 1, value); break;
	default: break;
	}
	return known && fits(e->type, *value);
}

bool facts_value(unit_facts *f, const prog_expr *e, long *value) { return constant_of(f, e, 0, value); }

static void look_for_constants(unit_facts *f)
{
	size_t n = (size_t)f->unit->n_symbols + 1;
	if (f->looked_for_constants) return;
	static const walker changes = {.expr = note_change, .stmt = note_setting};
	f->looked_for_constants = true;
	f->changed = prog_alloc(f->unit, n);
	f->set_to = prog_alloc(f->unit, n * sizeof *f->set_to);
	for (int k = 0; k < f->unit->n_functions; k++) walk_stmt(f->unit->functions[k]->body, &changes, f);
}

bool facts_parameter_stays(unit_facts *f, const prog_symbol *s)
{
	look_for_constants(f);
	return s->kind == PROG_SYMBOL_PARAMETER && !s->address_taken && !f->changed[s->id];
}

static bool is_no_parameter(const prog_expr *e, void *f)
{
	if (e->kind == PROG_EXPR_VAR) return !facts_parameter_stays(f, e->symbol);
	return e->kind != PROG_EXPR_INT && e->kind != PROG_EXPR_BINARY && e->kind != PROG_EXPR_CAST;
}

bool facts_made_of_parameters(unit_facts *f, const prog_expr *e) { return !walk_any(e, is_no_parameter, f); }

bool facts_constant(unit_facts *f, const prog_symbol *s, long *value)
{
	if (s->kind != PROG_SYMBOL_VARIABLE || s->file_scope || s->is_static || s->address_taken || s->mapping)
		return false;
	if (!s->type || s->type->kind != PROG_TYPE_INT || s->type->is_volatile) return false;
	look_for_constants(f);
	// The initialiser comes before: what it names is another variable.
	const prog_expr *init = f->changed[s->id] ? NULL : f->set_to[s->id];
	f->set_to[s->id] = NULL;
	bool known = init && constant_of(f, init, 0, value) && fits(s->type, *value);
	f->set_to[s->id] = init;
	return known;
}

const prog_expr *facts_value_for_good(unit_facts *f, const prog_symbol *s)
{
	bool plain =
	        s->kind == PROG_SYMBOL_VARIABLE && !s->file_scope && !s->is_static && !s->address_taken && !s->mapping;
	if (!plain || !s->type || s->type->kind != PROG_TYPE_INT || s->type->is_volatile) return NULL;
	look_for_constants(f);
	return f->changed[s->id] ? NULL : f->set_to[s->id];
}

static bool is_product_for_good(unit_facts *f, const prog_expr *e, const prog_type *as)
{
	e = prog_without_casts(e);
	bool same = e->type && e->type->kind == PROG_TYPE_INT && e->type->is_signed && e->type->size == as->size;
	if (!same) return false;
	if (e->kind == PROG_EXPR_INT) return true;
	if (e->kind == PROG_EXPR_VAR) return facts_parameter_stays(f, e->symbol) || facts_value_for_good(f, e->symbol);
	return e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_MUL && is_product_for_good(f, e->arg[0], as) &&
	       is_product_for_good(f, e->arg[1], as);
}

const prog_expr *facts_product(unit_facts *f, const prog_symbol *s)
{
	const prog_expr *value = facts_value_for_good(f, s);
	bool wide = value && s->type->is_signed && s->type->size >= 4;
	const prog_expr *e = wide ? prog_without_casts(value) : NULL;
	return e && e->kind == PROG_EXPR_BINARY && is_product_for_good(f, e, s->type) ? e : NULL;
}

bool facts_changes_by_name_only(unit_facts *f, const prog_stmt *within, const prog_symbol *s)
{
	if (!s->address_taken) return true;
	if (s->file_scope || s->is_static) return false;
	if (!f->address_kept) f->address_kept = addresses_kept(f->unit, f->pointers);
	return !f->address_kept[s->id] && !addresses_are_taken_in(within, s);
}

unsigned char *facts_table(unit_facts *f, const prog_symbol *symbol) { return &f->table[symbol->id]; }

work_array_note *facts_work_array(unit_facts *f, const prog_symbol *symbol) { return &f->work_array[symbol->id]; }

left_note *facts_left(unit_facts *f, const prog_symbol *symbol) { return &f->left[symbol->id]; }

bool facts_shares_place(const unit_facts *f, const prog_symbol *a, const prog_symbol *b)
{
	return points_to_shares_place(f->pointers, a, b);
}

bool facts_may_reach_variables(const unit_facts *f, const prog_expr *pointer)
{
	return points_to_may_reach_variables(f->pointers, pointer);
}

bool facts_are_seen_apart(const unit_facts *f, const prog_symbol *a, const prog_symbol *b)
{
	return points_to_are_seen_apart(f->pointers, a, b);
}

bool facts_may_meet(const unit_facts *f, const prog_symbol *a, const prog_symbol *b)
{
	return points_to_may_meet(f->pointers, a, b);
}
