// SPDX-License-Identifier: Apache-2.0
//
// memset(count, 0, sizeof count); qsort(window, 9, sizeof *window, compare): library functions on arrays of which each
// process has its own, memset(p[i].v, 0, sizeof p[i].v) within an element, or on all of it, and memcpy(row, u[i], n) on
// rows of mapped arrays. What they do to mapped memory outside of nests is the runtime's.
#include "library_calls.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../unit/unit.h"
#include "access.h"

#include <string.h>

// Which argument, 0: none. A sort reads its target, and knows its length otherwise.
typedef struct library_function {
	int target, source, bytes, compares;
} library_function;

static bool function_of(const prog_expr *call, library_function *f)
{
	const library_copier *copier = library_copier_of(call);
	if (copier) *f = (library_function){copier->target, copier->source, copier->bytes, 0};
	if (!copier && library_sorts(call)) *f = (library_function){.target = 1, .compares = 4};
	return copier || library_sorts(call);
}

// An element of memory behind a pointer that stays, which is all there is to know of it: not of rows.
static bool is_flat_element(const builder *b, const prog_expr *a, const element_ref *ref)
{
	return ref->base->type->kind == PROG_TYPE_POINTER && ref->n_subs == 1 && a->kind == PROG_EXPR_INDEX &&
	       ref->type && ref->type->kind != PROG_TYPE_ARRAY && !ref->base->symbol->partly &&
	       expr_is_invariant(b, ref->base);
}

// An array, a row of one, or what follows an element: of memory that is never mapped.
static bool is_plain_array(const builder *b, const prog_expr *a)
{
	if (a->kind == PROG_EXPR_ADDR) a = a->arg[0];
	element_ref ref = {.base = a, .type = a->type};
	if (a->kind != PROG_EXPR_VAR && (!element_ref_of(a, &ref) || element_of(a) != a)) return false;
	if (ref.base->kind == PROG_EXPR_VAR && own_block_of_nest(b->n, ref.base->symbol)) return true;
	bool pointer = a->kind == PROG_EXPR_VAR && a->type->kind == PROG_TYPE_POINTER;
	if (pointer) ref.type = a->type->element;
	while (ref.type && ref.type->kind == PROG_TYPE_ARRAY) ref.type = ref.type->element;
	if (pointer)
		return !a->symbol->mapping && !a->symbol->partly && expr_is_invariant(b, a) &&
		       !facts_ref_may_be_mapped(b->facts, &ref);
	bool known = ref.base->kind == PROG_EXPR_VAR && ref.base->type && prog_type_is_address(ref.base->type);
	bool stays = known && (ref.base->type->kind == PROG_TYPE_ARRAY || is_flat_element(b, a, &ref));
	return stays && !ref.base->symbol->mapping && !facts_ref_may_be_mapped(b->facts, &ref);
}

// p + n, where nothing is known of how memory is divided into rows, as &p[n].
static const prog_expr *begin_of(const builder *b, const prog_expr *call, int at)
{
	const prog_expr *a = written_argument(call, at);
	bool sum = a->kind == PROG_EXPR_BINARY && a->op == PROG_OP_ADD && a->arg[0]->kind == PROG_EXPR_VAR;
	const prog_type *base = sum ? a->arg[0]->type : NULL;
	if (!prog_type_is_address(base) || !base->element || base->element->kind == PROG_TYPE_ARRAY) return a;
	prog_unit *unit = facts_unit(b->facts);
	prog_expr *first = made_element(unit, a->arg[0], a->arg[1]);
	prog_expr *address = made_operation(unit, PROG_EXPR_ADDR, PROG_OP_NONE, a->text, first, NULL);
	address->type = a->type;
	return address;
}

// Whether the expression does something else than looking at what the function's parameters lead to, and computing with
// that.
static bool looks_elsewhere(const prog_expr *e, void *facts)
{
	const prog_expr *target = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC ? e->arg[0] : NULL;
	bool variable = e->kind == PROG_EXPR_VAR && e->symbol->kind == PROG_SYMBOL_VARIABLE,
	     leads_on = (e->kind == PROG_EXPR_DEREF || e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_MEMBER) &&
	                e->type && (e->type->kind == PROG_TYPE_POINTER || e->type->has_pointers);
	if (e->kind == PROG_EXPR_OPAQUE || e->body || leads_on || (target && target->kind != PROG_EXPR_VAR))
		return true;
	if (variable && (e->symbol->file_scope || e->symbol->is_static || e->symbol->mapping)) return true;
	return e->kind == PROG_EXPR_CALL && !(prog_callee(e) && facts_only_reads(facts, e));
}

static bool only_compares(const builder *b, const prog_expr *f)
{
	const prog_function *function = f->kind == PROG_EXPR_VAR ? f->symbol->function : NULL;
	return function && function->body && !walk_any_in(function->body, looks_elsewhere, (void *)b->facts);
}

static bool sets_all(const builder *b, const prog_expr *target, const prog_expr *bytes)
{
	long size;
	return target->kind == PROG_EXPR_VAR && target->type->size > 0 && facts_value(b->facts, bytes, &size) &&
	       size == target->type->size;
}

// n * sizeof(double)
static bool product(builder *b, const prog_expr *e, poly *value)
{
	poly x, y;
	long constant;
	if (facts_value(b->facts, e, &constant)) return *value = poly_constant(constant), true;
	const prog_expr *inner = prog_without_implicit_casts(e);
	if (inner->kind != PROG_EXPR_BINARY || inner->op != PROG_OP_MUL) return affine_poly(b, e, value);
	return product(b, inner->arg[0], &x) && product(b, inner->arg[1], &y) && poly_mul(value, &x, &y);
}

static bool bytes_of(builder *b, const library_function *f, const prog_expr *call, poly *bytes)
{
	poly n, size;
	if (f->bytes) return product(b, call->arg[f->bytes], bytes);
	return product(b, call->arg[2], &n) && product(b, call->arg[3], &size) && poly_mul(bytes, &n, &size);
}

// The size of a row whose extent was a variable when the array was declared: sizeof u[0] of `double (*u)[m]`. NULL:
// none that can be named.
static prog_expr *size_of_row(const builder *b, const prog_expr *row)
{
	enum { DEEPEST = 8 };
	prog_unit *unit = facts_unit(b->facts);
	const prog_type *number = made_variable(unit, written_counter[0])->type;
	const prog_expr *base = row;
	int depth = 0;
	for (; base->kind == PROG_EXPR_INDEX; base = base->arg[0]) depth++;
	bool is_named = base->kind == PROG_EXPR_VAR && !b->call; // a called function has names of its own
	if (!is_named || depth > DEEPEST || row->type->element->size <= 0) return NULL;
	prog_expr *first = (prog_expr *)base;
	for (; depth > 0; depth--) first = made_element(unit, first, made_number(unit, number, 0));
	return made_size(unit, number, first);
}

static bool bytes_of_row(builder *b, const prog_expr *row, poly *size)
{
	if (row->type->kind != PROG_TYPE_ARRAY) return false;
	if (row->type->size > 0) return *size = poly_constant(row->type->size), true;
	const prog_expr *measured = size_of_row(b, row);
	return measured && affine_poly(b, measured, size);
}

// The row, or element of one, that the function begins with, where it ends in that row; else the whole array, of which
// it gets into the next rows.
static const prog_expr *row_or_all(builder *b, const library_function *f, const prog_expr *call, const prog_expr *a)
{
	const prog_expr *row = a->kind == PROG_EXPR_ADDR ? a->arg[0] : a, *at = NULL;
	element_ref ref;
	poly end, size, index;
	long constant;
	if (row->kind == PROG_EXPR_INDEX && row->type->kind != PROG_TYPE_ARRAY) {
		at = row->arg[1];
		row = row->arg[0];
	}
	if (row->kind == PROG_EXPR_VAR) return a;
	if (!element_ref_of(row, &ref)) return a;
	if (!bytes_of_row(b, row, &size) || !bytes_of(b, f, call, &end)) return ref.base;
	if (at) {
		poly element = poly_constant(row->type->element->size);
		if (!affine_poly(b, at, &index) || !poly_mul(&index, &index, &element) ||
		        !poly_add(&end, &end, &index, 1))
			return ref.base;
	}
	if (!poly_add(&end, &end, &size, -1)) return ref.base;
	if (poly_is_constant(&end, &constant)) return constant > 0 ? ref.base : a;
	isl_pw_aff *beyond = affine_of_poly(b, &end, b->depth);
	if (!beyond) return ref.base;
	affine_assume_not(b, isl_pw_aff_pos_set(beyond));
	return a;
}

// What the function does from there on; where that is to all of the array, the place is read all the same.
static bool run_accesses(builder *b, nest_stmt *s, const library_function *f, const prog_expr *call,
        const prog_expr *begin, bool write, bool read)
{
	const prog_expr *touched = row_or_all(b, f, call, begin);
	element_ref ref = {0};
	if (touched != begin && element_ref_of(begin->kind == PROG_EXPR_ADDR ? begin->arg[0] : begin, &ref))
		for (int d = 0; d < ref.n_subs; d++)
			if (ref.sub[d]) access_collect(b, s, ref.sub[d]);
	return access_through(b, s, touched, write, read);
}

// ---- elements ---------------------------------------------------------------------------------------

static const prog_expr *lvalue_of(builder *b, const element_part *part)
{
	return written_first_of(b->n->unit, part->lvalue);
}

// Whether the function sets an element, or a part of one, of what is an element, too, or an array that the iteration
// has to itself.
static bool element_accesses(builder *b, nest_stmt *s, const library_function *f, const prog_expr *call)
{
	element_part to, from;
	long bytes;
	const prog_expr *source = f->source ? written_argument(call, f->source) : NULL;
	if (!f->bytes || !facts_value(b->facts, call->arg[f->bytes], &bytes)) return false;
	if (!written_part_of_element(b->facts, written_argument(call, f->target), bytes, &to)) return false;
	bool copies = source && written_part_of_element(b->facts, source, bytes, &from);
	if (source && !copies && !is_plain_array(b, source)) return false;
	if (copies) access_lvalue(b, s, lvalue_of(b, &from), false, true);
	if (source && !copies) run_accesses(b, s, f, call, source, false, true);
	for (int k = 1; k < call->n_args; k++)
		if (k != f->target && k != f->source) access_collect(b, s, call->arg[k]);
	// What is not set of it stays.
	access_lvalue(b, s, lvalue_of(b, &to), true, !to.all);
	s->here = true;
	return true;
}

// ---- output -----------------------------------------------------------------------------------------

// `extent`: of its dimensions; NULL: as its type has them.
static prog_stmt *loops_of_plane(prog_unit *unit, prog_stmt *stmt, prog_expr *plane, const prog_expr *const *extent)
{
	prog_stmt *outermost = NULL, *around = stmt;
	for (int d = 0; plane->type->kind == PROG_TYPE_ARRAY; d++) {
		prog_symbol *counter = made_variable(unit, written_counter[d]);
		prog_expr *many =
		        extent ? (prog_expr *)extent[d]
		               : made_number(unit, counter->type, plane->type->size / plane->type->element->size);
		prog_stmt *loop = made_loop(unit, stmt, around, counter, many);
		if (outermost)
			around->body = loop;
		else
			outermost = loop;
		around = loop;
		plane = made_element(unit, plane, made_name(unit, counter));
	}
	around->body = made_statement(unit, stmt, PROG_STMT_EXPR, around);
	around->body->expr = plane;
	return outermost;
}

static bool is_part(const prog_expr *e, void *part) { return prog_same_expr(prog_without_casts(e), part); }

// The factors of a product, the first one first; 0: there are too many.
static int factors_of(prog_expr *e, prog_expr **factor, int n)
{
	e = (prog_expr *)prog_without_casts(e);
	if (e->kind != PROG_EXPR_BINARY || e->op != PROG_OP_MUL) {
		if (n == WRITTEN_DIMENSIONS) return 0;
		factor[n] = e;
		return n + 1;
	}
	n = factors_of(e->arg[0], factor, n);
	return n ? factors_of(e->arg[1], factor, n) : 0;
}

// Of m * l elements from a[(i * m + j) * l] on: rows of l, as the subscript has them; else all of them one after the
// other.
static prog_stmt *loops_of_run(prog_unit *unit, prog_stmt *stmt, const written_run *run)
{
	prog_expr *factor[WRITTEN_DIMENSIONS], *at = NULL;
	prog_stmt *outermost = NULL, *around = stmt;
	int n = factors_of(run->n, factor, 0);
	if (n < 2 || !walk_any(run->index, is_part, factor[n - 1])) n = 1, factor[0] = run->n;
	for (int k = 0; k < n; k++) {
		prog_symbol *counter = made_variable(unit, written_counter[k]);
		at = at ? made_product(unit, at, factor[k]) : NULL;
		at = at ? made_operation(unit, PROG_EXPR_BINARY, PROG_OP_ADD, NULL, at, made_name(unit, counter))
		        : made_name(unit, counter);
		prog_stmt *loop = made_loop(unit, stmt, around, counter, factor[k]);
		if (outermost)
			around->body = loop;
		else
			outermost = loop;
		around = loop;
	}
	const prog_type *type = at->type;
	at = made_operation(unit, PROG_EXPR_BINARY, PROG_OP_ADD, NULL, run->index, at);
	at->type = type;
	around->body = made_statement(unit, stmt, PROG_STMT_EXPR, around);
	around->body->expr = made_element(unit, run->base, at);
	return outermost;
}

static const library_function fwrite_of = {.target = 1};

// A row of an array of several dimensions: where what is written ends in it, which becomes an assumption.
static bool ends_in_row(builder *b, const prog_expr *call)
{
	const prog_expr *a = written_argument(call, 1);
	return !written_row(b->facts, call) || row_or_all(b, &fwrite_of, call, a) == a;
}

// fwrite(&u[i][0][0], sizeof(double), m * l, file) with `array u[n][m][l]`: a plane, or more dimensions, of an array
// whose directive gives its extents; NULL: it is none. *extent gets those of the plane's dimensions.
static prog_expr *plane_by_mapping(
        builder *b, const prog_expr *begin, const prog_expr *n, const prog_expr *const **extent)
{
	element_ref ref;
	poly written, size = poly_constant(1), length;
	long zero;
	const prog_expr *e = begin->kind == PROG_EXPR_ADDR ? begin->arg[0] : begin;
	const prog_expr *first = e->type ? written_first_of(facts_unit(b->facts), e) : NULL;
	if (!first || !element_ref_of(first, &ref) || element_of(first) != first) return NULL;
	const prog_mapping *m = ref.base->kind == PROG_EXPR_VAR ? ref.base->symbol->mapping : NULL;
	if (!m || m->rank != ref.n_subs || m->row_levels || !product(b, n, &written)) return NULL;
	e = first;
	for (int d = m->rank - 1; d > 0 && e->kind == PROG_EXPR_INDEX; d--, e = e->arg[0]) {
		if (!facts_value(b->facts, e->arg[1], &zero) || zero != 0) return NULL;
		if (!affine_poly(b, m->extent[d], &length) || !poly_mul(&size, &size, &length)) return NULL;
		const bool plane = m->rank - d > 1 && m->rank - d <= WRITTEN_DIMENSIONS && poly_equal(&size, &written);
		*extent = m->extent + d;
		if (plane) return e->arg[0];
	}
	return NULL;
}

prog_stmt *library_call_loop(builder *b, prog_stmt *stmt, const prog_expr *call)
{
	element_part part;
	written_run run = {0};
	prog_unit *unit = facts_unit(b->facts);
	if (!written_by(call) || written_element(b->facts, call, &part)) return NULL;
	prog_expr *plane = written_plane(b->facts, call);
	if (plane) return loops_of_plane(unit, stmt, plane, NULL);
	if (!written_run_of(b->facts, call, &run)) return NULL;
	const prog_expr *const *extent;
	plane = plane_by_mapping(b, written_argument(call, 1), run.n, &extent);
	if (plane) return loops_of_plane(unit, stmt, plane, extent);
	if (!ends_in_row(b, call)) return NULL;
	return loops_of_run(unit, stmt, &run);
}

// As what is printed, it is brought with all of the loop's.
static bool output_accesses(builder *b, nest_stmt *s, const prog_expr *call)
{
	element_part part;
	bool element = written_element(b->facts, call, &part);
	if (!element && !written_row(b->facts, call)) return false;
	nest_fail(b->n, DIAG_impure_call, call->loc, call->arg[0]->text);
	if (element) {
		access_lvalue(b, s, lvalue_of(b, &part), false, true);
		return true;
	}
	for (int k = 1; k < call->n_args; k++)
		if (k == 2 || k == 3) access_collect(b, s, call->arg[k]);
	return run_accesses(b, s, &fwrite_of, call, written_argument(call, 1), false, true);
}

// A row of an array that may be mapped, or a part of one that begins with an element: where the function ends in it.
static bool is_row(builder *b, const library_function *f, const prog_expr *call, const prog_expr *a)
{
	const prog_expr *row = a->kind == PROG_EXPR_ADDR ? a->arg[0] : a;
	element_ref ref;
	if (row != a && row->kind == PROG_EXPR_INDEX) row = row->arg[0];
	if (row->kind != PROG_EXPR_INDEX || row->type->kind != PROG_TYPE_ARRAY) return false;
	if (row->type->element->kind == PROG_TYPE_ARRAY || row->type->element->has_pointers) return false;
	return element_ref_of(row, &ref) && row_or_all(b, f, call, a) == a;
}

// ---- all --------------------------------------------------------------------------------------------

bool library_call_accesses(builder *b, nest_stmt *s, const prog_expr *call)
{
	library_function function = {0};
	const library_function *f = function_of(call, &function) ? &function : NULL;
	if (output_accesses(b, s, call)) return true;
	if (!f || prog_without_casts(s->expr) != call || s->stmt->kind != PROG_STMT_EXPR) return false;
	if (element_accesses(b, s, f, call)) return true;
	const prog_expr *target = begin_of(b, call, f->target),
	                *source = f->source ? begin_of(b, call, f->source) : NULL;
	bool into_row = !is_plain_array(b, target), from_row = source && !is_plain_array(b, source);
	if (into_row && !is_row(b, f, call, target)) return false;
	if (from_row && !is_row(b, f, call, source)) return false;
	if (f->compares && !only_compares(b, written_argument(call, f->compares))) return false;
	s->here |= into_row || from_row;
	if (source) run_accesses(b, s, f, call, source, false, true);
	for (int k = 1; k < call->n_args; k++)
		if (k != f->target && k != f->source && k != f->compares) access_collect(b, s, call->arg[k]);
	if (f->bytes && sets_all(b, target, call->arg[f->bytes]) && !access_of_call(b, target))
		access_define(b, s, target->symbol);
	else
		// What is not set of a row stays.
		run_accesses(b, s, f, call, target, true, f->compares || into_row);
	return true;
}

// The state that a generator of random numbers goes on with: a variable, or an array of three numbers.
static bool state_accesses(builder *b, nest_stmt *s, const prog_expr *state, int numbers)
{
	const prog_expr *a = prog_without_implicit_casts(state);
	if (numbers > 1) return access_through(b, s, a, true, true);
	if (a->kind != PROG_EXPR_ADDR && a->kind != PROG_EXPR_VAR) return false;
	const prog_expr *place = a->kind == PROG_EXPR_ADDR ? a->arg[0] : NULL;
	if (!place) {
		prog_expr *at =
		        made_operation(b->n->unit, PROG_EXPR_DEREF, PROG_OP_NONE, state->text, (prog_expr *)a, NULL);
		at->type = a->type->element;
		place = at;
	}
	access_lvalue(b, s, place, true, true);
	return true;
}

bool library_setter_accesses(builder *b, nest_stmt *s, const prog_expr *call)
{
	const prog_symbol *callee = prog_callee(call);
	const int state = callee && !callee->function && call->n_args == 2 ? library_steps_state(callee->name) : 0;
	if (state && prog_type_is_address(call->arg[1]->type) && state_accesses(b, s, call->arg[1], state)) return true;
	if (!callee || callee->function || !library_sets_numbers(callee->name)) return false;
	for (int k = 1; k < call->n_args; k++) {
		const prog_expr *a = prog_without_implicit_casts(call->arg[k]);
		if (prog_type_is_address(a->type) && a->kind != PROG_EXPR_ADDR) return false;
	}
	for (int k = 1; k < call->n_args; k++) {
		const prog_expr *a = prog_without_implicit_casts(call->arg[k]);
		if (a->kind == PROG_EXPR_ADDR)
			access_lvalue(b, s, a->arg[0], true, false);
		else
			access_collect(b, s, a);
	}
	return true;
}
