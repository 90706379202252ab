// SPDX-License-Identifier: Apache-2.0
//
// What the statements of a nest access: objects, and maps from iterations to their elements.
#include "calls.h"
#include "counters.h"
#include "independent.h"
#include "inline.h"
#include "mapping.h"

#include <stdlib.h>
#include <string.h>

// ---- objects ----------------------------------------------------------------------------------

static prog_symbol *base_symbol(const prog_expr *base)
{
	return base->kind == PROG_EXPR_VAR || base->kind == PROG_EXPR_MEMBER ? base->symbol : NULL;
}

static int typed_rank(const prog_type *t)
{
	int rank = 0;
	if (t->kind == PROG_TYPE_POINTER) rank++, t = t->element;
	for (; t && t->kind == PROG_TYPE_ARRAY; t = t->element) rank++;
	return rank;
}

// The subscripts from pointers to rows down to an element.
static int rank_through_rows(const prog_type *t)
{
	int rank = 0;
	for (; t && (t->kind == PROG_TYPE_POINTER || t->kind == PROG_TYPE_ARRAY); t = t->element) rank++;
	return rank;
}

static nest_object *find_object(builder *b, const char *key, const prog_symbol *symbol, int row_levels)
{
	for (int k = 0; k < b->n->n_objects; k++) {
		nest_object *o = &b->n->objects[k];
		if (o->symbol == symbol && o->row_levels == row_levels && !strcmp(o->key, key)) return o;
	}
	return NULL;
}

static nest_object *new_object(builder *b, const prog_expr *base, prog_symbol *symbol)
{
	nest *n = b->n;
	n->objects = builder_grow(b, n->objects, n->n_objects, &b->room_objects, sizeof *n->objects);
	nest_object *o = &n->objects[n->n_objects];
	memset(o, 0, sizeof *o);
	o->id = n->n_objects++;
	o->key = base->text;
	o->base = base;
	o->symbol = symbol;
	o->type = base->type;
	o->arg = -1;
	return o;
}

static nest_object *scalar_object(builder *b, const prog_expr *e)
{
	prog_symbol *symbol = base_symbol(e);
	nest_object *o = find_object(b, e->text, symbol, 0);
	if (o) return o;
	o = new_object(b, e, symbol);
	o->kind = NEST_SCALAR;
	o->element = e->type;
	return o;
}

static void typed_extents(builder *b, nest_object *o)
{
	const prog_type *t = o->type;
	int d = 0;
	if (t->kind == PROG_TYPE_POINTER) d = 1, t = t->element;
	// Extents are values at the declaration: those that changed since are not known.
	for (; t && t->kind == PROG_TYPE_ARRAY && d < o->rank; t = t->element, d++) {
		o->extent[d] = t->extent ? t->extent->text : NULL;
		if (t->extent && affine_is_invariant(b, t->extent)) o->extent_aff[d] = NULL;
	}
}

// An array behind pointers to its rows. Whether these lie where its shape says is tested at entry.
static nest_object *rows_object(builder *b, const element_ref *ref)
{
	prog_symbol *symbol = base_symbol(ref->base);
	nest_object *o = new_object(b, ref->base, symbol);
	o->row_levels = ref->row_levels;
	o->element = ref->type;
	o->rank = rank_through_rows(o->type);
	if (symbol->mapping && symbol->mapping->rank == o->rank) o->mapping = symbol->mapping;
	o->kind = o->mapping ? NEST_MAPPED : NEST_POINTER;
	return o;
}

// A parameter of which only the shape is said has its argument's mapping.
static bool is_shape_only(const prog_symbol *s)
{
	return s->kind == PROG_SYMBOL_PARAMETER && s->mapping && s->mapping->how == PROG_MAP_NONE;
}

static nest_object *array_object(builder *b, const element_ref *ref)
{
	prog_symbol *symbol = base_symbol(ref->base);
	nest_object *o = find_object(b, ref->base->text, symbol, ref->row_levels);
	if (o) return o;
	if (ref->row_levels) return rows_object(b, ref);
	bool mapped = facts_ref_may_be_mapped(b->facts, ref) && !independent_is_new(b->n, b->loop, b->depth, symbol);
	o = new_object(b, ref->base, symbol);
	o->mapping = symbol && !(symbol->mapping && symbol->mapping->row_levels) ? symbol->mapping : NULL;
	bool named = o->mapping && !is_shape_only(symbol);
	bool expected = mapped && !named && facts_expects_plain(b->facts, ref);
	o->kind = expected ? NEST_EXPECTED_PLAIN : mapped ? NEST_POINTER : NEST_PLAIN;
	if (named) o->kind = o->mapping->moves ? NEST_POINTER : NEST_MAPPED;
	o->element = ref->type;
	o->rank = typed_rank(o->type);
	if (o->mapping && o->mapping->at_pointee) o->rank--;
	typed_extents(b, o);
	return o;
}

// ---- collecting -------------------------------------------------------------------------------

static nest_access *add_access(builder *b, nest_stmt *s, nest_object *o, const prog_expr *e, bool write, bool read)
{
	int index = (int)(s - b->n->stmts);
	enum { BATCH = 8 };
	if (s->n_accesses % BATCH == 0) {
		size_t n = (size_t)s->n_accesses + BATCH;
		nest_access *grown = prog_alloc(b->n->unit, n * sizeof *grown);
		raw_access *raw = prog_alloc(b->n->unit, n * sizeof *raw);
		if (s->n_accesses) {
			memcpy(grown, s->accesses, sizeof *grown * (size_t)s->n_accesses);
			memcpy(raw, b->raw[index], sizeof *raw * (size_t)s->n_accesses);
		}
		s->accesses = grown;
		b->raw[index] = raw;
	}
	nest_access *a = &s->accesses[s->n_accesses++];
	*a = (nest_access){.object = o->id,
	        .read = read,
	        .write = write,
	        .must = write && !s->may,
	        .exact = true,
	        .expr = e->copy_of ? e->copy_of : e};
	if (b->within) a->when = isl_set_copy(b->domain);
	o->reads |= read;
	o->writes |= write;
	o->by_call |= b->call != NULL;
	return a;
}

// The subscript that a called function adds to a row must stay within it: in the model rows are apart.
static void assume_in_row(builder *b, const prog_expr *index)
{
	const prog_type *row = index->arg[0]->type;
	isl_pw_aff *x = affine_of(b, index->arg[1]), *e = row->extent ? affine_of(b, row->extent) : NULL;
	if (x && e) {
		poly none = poly_constant(0);
		isl_set *below = isl_pw_aff_lt_set(isl_pw_aff_copy(x), affine_of_poly(b, &none, b->depth));
		affine_assume_not(b, isl_set_union(below, isl_pw_aff_ge_set(x, e)));
		return;
	}
	isl_pw_aff_free(x);
	isl_pw_aff_free(e);
	nest_fail(b->n, DIAG_row_escapes, index->loc, index->arg[0]->text);
}

static bool contains(const prog_expr *e, const prog_expr *part)
{
	if (!e || e == part) return e != NULL;
	for (int k = 0; k < e->n_args; k++)
		if (contains(e->arg[k], part)) return true;
	return false;
}

// Whether the source has a pointer of its own in place of the name.
static bool is_named_by_pointer(const builder *b, const prog_expr *base)
{
	for (int k = 0; k < b->n_pointers; k++)
		if (contains(b->pointer_value[k], base)) return true;
	return false;
}

static void array_access(
        builder *b, nest_stmt *s, const prog_expr *e, const element_ref *ref, bool write, bool read, bool whole)
{
	nest_object *o = array_object(b, ref);
	o->by_call |= is_named_by_pointer(b, ref->base);
	if (!affine_is_invariant(b, ref->base)) {
		o->moves = true;
		if (o->kind != NEST_PLAIN)
			nest_fail(b->n, DIAG_base_changes, e->loc, ref->base->text), b->n->broken = true;
	}
	for (const prog_expr *x = e; x->kind == PROG_EXPR_INDEX && x->arg[0] != ref->base; x = x->arg[0])
		if (inline_made(x) && x->arg[0]->type->kind == PROG_TYPE_ARRAY) assume_in_row(b, x);
	nest_access *a = add_access(b, s, o, e, write, read);
	if (!whole) a->must = false;
	raw_access *raw = &b->raw[s - b->n->stmts][s->n_accesses - 1];
	int skip = o->mapping && o->mapping->at_pointee ? 1 : 0;
	for (int d = skip; d < ref->n_subs; d++) { // the rest, of a row as a whole, stays unknown
		const prog_expr *sub = ref->sub[d];
		raw->sub[d - skip] = poly_constant(0);
		raw->known[d - skip] = !sub || affine_poly(b, sub, &raw->sub[d - skip]);
	}
}

// A counter whose value is known is no place through which values go.
static bool counter_access(builder *b, const prog_symbol *symbol, bool write, bool read)
{
	bool known = write && !read;
	for (int k = 0; k < b->n_values && !known; k++) known = !write && b->value[k].symbol == symbol;
	if (!known) counters_refuse(b, symbol);
	return known;
}

// A variable of a function that is looked into, or a part of one: it lives for one call, which one process makes.
static bool belongs_to_call(const builder *b, const prog_expr *e)
{
	while ((e->kind == PROG_EXPR_MEMBER && e->n_args) ||
	        (e->kind == PROG_EXPR_INDEX && e->arg[0]->type->kind == PROG_TYPE_ARRAY))
		e = e->arg[0];
	return b->inner && e->kind == PROG_EXPR_VAR && b->inner[e->symbol->id];
}

static void scalar_access(builder *b, nest_stmt *s, const prog_expr *e, bool write, bool read)
{
	prog_symbol *symbol = base_symbol(e);
	bool is_variable = symbol && (symbol->kind == PROG_SYMBOL_VARIABLE || symbol->kind == PROG_SYMBOL_PARAMETER ||
	                                     symbol->kind == PROG_SYMBOL_FIELD);
	if (!is_variable) return;
	if (e->type && e->type->is_volatile) nest_fail(b->n, DIAG_volatile_access, e->loc, e->text);
	for (int d = 0; d < b->depth; d++)
		if (b->n->loops[b->loop[d]].var == symbol) {
			if (write) nest_fail(b->n, DIAG_not_counted, e->loc, "");
			return;
		}
	if (e->kind == PROG_EXPR_VAR && b->counter[symbol->id] && counter_access(b, symbol, write, read)) return;
	if (belongs_to_call(b, e)) return;
	if (write || !affine_is_invariant(b, e)) add_access(b, s, scalar_object(b, e), e, write, read);
}

static void lvalue_access(builder *b, nest_stmt *s, const prog_expr *e, bool write, bool read);

static void subscripts(builder *b, nest_stmt *s, const prog_expr *e, const prog_expr *base)
{
	// The expressions between an element and its base.
	if (e == base) {
		// A pointer that stays is read before the nest: nothing of the object around it is.
		if (e->kind == PROG_EXPR_MEMBER && e->arg[0]->kind != PROG_EXPR_VAR && !affine_is_invariant(b, e))
			access_collect(b, s, e->arg[0]);
		return;
	}
	if (e->kind == PROG_EXPR_INDEX) access_collect(b, s, e->arg[1]);
	if (e->kind == PROG_EXPR_BINARY) {
		for (int k = 0; k < 2; k++)
			if (e->arg[k] != base) access_collect(b, s, e->arg[k]);
		return;
	}
	subscripts(b, s, e->arg[0], base);
}

// s.v[i], p->v[i], also with members of the element: the array v of an object that is never mapped.
static bool member_access(builder *b, nest_stmt *s, const prog_expr *e, bool write, bool read)
{
	const prog_expr *element = e;
	while (element->kind == PROG_EXPR_MEMBER && element->n_args) element = element->arg[0];
	element_ref ref;
	if (!element_ref_of(element, &ref) || ref.base->kind != PROG_EXPR_MEMBER) return false;
	if (ref.base->type->kind != PROG_TYPE_ARRAY) return false;
	subscripts(b, s, element, ref.base);
	array_access(b, s, element, &ref, write, read, e == element);
	return true;
}

// p[l][i * m + j]: what the pointers lead to are arrays of their own, linearised by hand, no rows of one.
static bool leads_to_arrays(builder *b, const element_ref *ref)
{
	poly flat;
	if (ref->base->symbol->partly) return true;
	const prog_expr *last = ref->sub[ref->n_subs - 1];
	if (!last || !affine_poly(b, last, &flat)) return false;
	for (int k = 0; k < flat.n; k++)
		if (flat.term[k].atom >= 0 && flat.term[k].n_par > 0) return true;
	return false;
}

// An element of memory that may be mapped, behind pointers to rows which a variable or member names.
static bool through_rows(builder *b, const prog_expr *e, element_ref *ref)
{
	if (!element_ref_of_rows(e, ref) || !facts_may_be_mapped(b->facts, ref->type)) return false;
	bool named = ref->base->kind == PROG_EXPR_VAR || ref->base->kind == PROG_EXPR_MEMBER;
	if (!named || !ref->base->symbol || ref->n_subs != rank_through_rows(ref->base->type)) return false;
	return !leads_to_arrays(b, ref);
}

// The member of the element `whole` that `e` is, or a part of.
static const prog_symbol *member_of(const prog_expr *e, const prog_expr *whole)
{
	const prog_expr *part = NULL;
	for (; e != whole; e = e->arg[0]) part = e;
	if (!part || part->kind != PROG_EXPR_MEMBER || !whole->type || whole->type->is_union) return NULL;
	return whole->type->kind == PROG_TYPE_STRUCT ? part->symbol : NULL;
}

const prog_expr *access_place(const builder *b, const prog_expr *e)
{
	return inline_place(facts_unit(b->facts), b->n->root->function, e);
}

// Behind functions that return an address, and pointers of the nest's own: the text has the source's addresses.
static bool through_address(builder *b, nest_stmt *s, const prog_expr *e, bool write, bool read)
{
	const prog_expr *place = access_place(b, e);
	if (place == e) return false;
	access_address(b, s, e);
	int before = s->n_accesses;
	prog_stmt *call = b->call;
	if (!call) b->call = s->stmt;
	lvalue_access(b, s, place, write, read);
	b->call = call;
	if (element_of(e) == e)
		for (int k = before; k < s->n_accesses; k++)
			if (s->accesses[k].expr == place) s->accesses[k].expr = e->copy_of ? e->copy_of : e;
	return true;
}

static void lvalue_access(builder *b, nest_stmt *s, const prog_expr *e, bool write, bool read)
{
	if (through_address(b, s, e, write, read)) return;
	const prog_expr *whole = element_of(e);
	element_ref ref;
	if (e->type && e->type->kind == PROG_TYPE_ARRAY && !write) {
		nest_fail(b->n, DIAG_row_escapes, e->loc, e->text);
		b->n->broken = true;
		return;
	}
	if (!element_ref_of(whole, &ref)) {
		if (!member_access(b, s, e, write, read)) scalar_access(b, s, e, write, read);
		return;
	}
	if (ref.type->kind == PROG_TYPE_STRUCT && e != whole && ref.n_subs == 1 && !ref.sub[0] &&
	        whole->kind == PROG_EXPR_DEREF && !facts_ref_may_be_mapped(b->facts, &ref)) {
		// p->x of an object that is never mapped: a variable of its own.
		if (!member_access(b, s, e, write, read)) scalar_access(b, s, e, write, read);
		return;
	}
	// *NULL in a function that is not called so.
	if (ref.base->kind == PROG_EXPR_INT && b->call) return;
	element_ref rows;
	if (through_rows(b, whole, &rows)) ref = rows;
	subscripts(b, s, whole, ref.base);
	if (belongs_to_call(b, whole)) return;
	array_access(b, s, whole, &ref, write, read, e == whole);
	s->accesses[s->n_accesses - 1].member = member_of(e, whole);
}

void access_define(builder *b, nest_stmt *s, prog_symbol *symbol)
{
	prog_expr *e = prog_alloc(b->n->unit, sizeof *e);
	*e = (prog_expr){.kind = PROG_EXPR_VAR,
	        .symbol = symbol,
	        .type = symbol->type,
	        .text = symbol->name,
	        .loc = symbol->loc};
	if (symbol->type->kind != PROG_TYPE_ARRAY) {
		add_access(b, s, scalar_object(b, e), e, true, false)->must = true;
		return;
	}
	element_ref ref = {.base = e, .type = symbol->type};
	while (ref.type && ref.type->kind == PROG_TYPE_ARRAY) ref.type = ref.type->element;
	add_access(b, s, array_object(b, &ref), e, true, false)->must = true;
	b->raw[s - b->n->stmts][s->n_accesses - 1].whole = true;
}

static void call_accesses_unknown(builder *b, nest_stmt *s, const prog_expr *e);

// An array or a row of one that is handed to a function which only reads: any of its elements may be read.
static bool read_through(builder *b, nest_stmt *s, const prog_expr *a)
{
	element_ref ref = {.base = a, .type = a->type};
	if (a->kind == PROG_EXPR_ADDR) {
		// &a[i][j]: from there on in its row, and before.
		a = a->arg[0];
		if (!element_ref_of(a, &ref) || element_of(a) != a) return false;
		if (ref.n_subs > 0 && ref.type->kind != PROG_TYPE_ARRAY) ref.n_subs--;
	} else if (a->type->kind == PROG_TYPE_ARRAY) {
		if (a->kind != PROG_EXPR_VAR && !element_ref_of(a, &ref)) return false;
	} else if (a->kind != PROG_EXPR_VAR && a->kind != PROG_EXPR_MEMBER) {
		return false;
	}
	while (ref.type &&
	        (ref.type->kind == PROG_TYPE_ARRAY || (ref.type->kind == PROG_TYPE_POINTER && ref.n_subs == 0)))
		ref.type = ref.type->element;
	for (int d = 0; d < ref.n_subs; d++)
		if (ref.sub[d]) access_collect(b, s, ref.sub[d]);
	if (!belongs_to_call(b, a)) array_access(b, s, a, &ref, false, true, false);
	return true;
}

// dist_owner(a, i): the descriptor of the array is asked, none of its elements.
static void inquiry_accesses(builder *b, nest_stmt *s, const prog_expr *e)
{
	for (int k = 1; k < e->n_args; k++) {
		const prog_expr *a = prog_without_implicit_casts(e->arg[k]);
		bool array = a->kind == PROG_EXPR_VAR && a->type && a->type->kind == PROG_TYPE_ARRAY;
		bool pointer = a->type && (a->type->kind == PROG_TYPE_POINTER || a->type->kind == PROG_TYPE_ARRAY);
		if (!pointer) {
			access_collect(b, s, a);
		} else if (!array && (a->kind != PROG_EXPR_VAR || !affine_is_invariant(b, a))) {
			nest_fail(b->n, DIAG_row_escapes, a->loc, a->text);
			b->n->broken = true;
		}
	}
}

// An argument of a function that is looked into. What pointers lead to is accessed there, objects that hold pointers too.
static void argument(builder *b, nest_stmt *s, const prog_expr *a)
{
	const prog_type *t = prog_without_implicit_casts(a)->type;
	bool leads = t && (t->kind == PROG_TYPE_POINTER || t->kind == PROG_TYPE_ARRAY ||
	                          (t->kind == PROG_TYPE_STRUCT && t->has_pointers));
	if (leads)
		access_address(b, s, a);
	else
		access_collect(b, s, a);
}

static void call_accesses(builder *b, nest_stmt *s, const prog_expr *e)
{
	const prog_symbol *callee = prog_callee(e);
	if (facts_inquiry(callee) == INQUIRY_SAME && facts_only_reads(b->facts, e)) {
		inquiry_accesses(b, s, e);
		return;
	}
	if (callee && (callee->is_serial || callee->is_local)) {
		nest_fail(b->n, DIAG_impure_call, e->loc, e->arg[0]->text);
		b->n->broken = true;
		return;
	}
	if (calls_looked_into(b, e)) {
		for (int k = 1; k < e->n_args; k++) argument(b, s, e->arg[k]);
		return;
	}
	bool reads = facts_only_reads(b->facts, e);
	const prog_symbol *global = reads ? facts_reads_one_of(b->facts, e, b->written) : NULL;
	if (global) nest_fail(b->n, DIAG_reads_global, e->loc, global->name);
	if (!reads) nest_fail(b->n, DIAG_impure_call, e->loc, e->arg[0]->text);
	for (int k = 1; k < e->n_args && reads; k++) {
		const prog_expr *a = prog_without_implicit_casts(e->arg[k]);
		bool pointer = a->type && (a->type->kind == PROG_TYPE_POINTER || a->type->kind == PROG_TYPE_ARRAY);
		if (a->kind == PROG_EXPR_STRING) continue;
		if (!pointer) {
			access_collect(b, s, a);
		} else if (!read_through(b, s, a)) {
			nest_fail(b->n, DIAG_row_escapes, a->loc, a->text);
			b->n->broken = true;
		}
	}
	if (reads) return;
	call_accesses_unknown(b, s, e);
}

static void call_accesses_unknown(builder *b, nest_stmt *s, const prog_expr *e)
{
	for (int k = 1; k < e->n_args; k++) {
		const prog_expr *a = prog_without_implicit_casts(e->arg[k]);
		if (a->kind == PROG_EXPR_STRING) continue;
		if (a->kind == PROG_EXPR_ADDR) {
			lvalue_access(b, s, a->arg[0], true, true);
			nest_fail(b->n, DIAG_address_taken, a->loc, a->text);
			element_ref ref;
			if (element_ref_of(element_of(a->arg[0]), &ref) && facts_ref_may_be_mapped(b->facts, &ref))
				b->n->broken = true;
		} else if (a->type && (a->type->kind == PROG_TYPE_POINTER || a->type->kind == PROG_TYPE_ARRAY)) {
			// Memory that the callee may touch.
			const prog_type *t = a->type->element;
			if (facts_may_be_mapped(b->facts, t)) b->n->broken = true;
			nest_fail(b->n, DIAG_row_escapes, a->loc, a->text);
		} else {
			access_collect(b, s, a);
		}
	}
}

// c ? a : b, c && a, c || a: where the condition is affine, a operand is evaluated in its iterations only.
static void chosen(builder *b, nest_stmt *s, const prog_expr *e)
{
	access_collect(b, s, e->arg[0]);
	isl_set *assume = isl_set_copy(b->n->assume);
	isl_set *cond = e->n_args > 1 ? affine_condition(b, e->arg[0]) : NULL;
	// Not worth an assumption.
	if (cond && isl_set_is_equal(assume, b->n->assume) != isl_bool_true) cond = isl_set_free(cond);
	isl_set_free(b->n->assume);
	b->n->assume = assume;
	for (int k = 1; k < e->n_args; k++) {
		isl_set *before = isl_set_copy(b->domain);
		bool within = b->within, otherwise = e->kind == PROG_EXPR_COND ? k == 2 : e->op == PROG_OP_LOR;
		if (cond && otherwise)
			b->domain = isl_set_subtract(b->domain, isl_set_copy(cond));
		else if (cond)
			b->domain = isl_set_intersect(b->domain, isl_set_copy(cond));
		b->within |= cond != NULL;
		access_collect(b, s, e->arg[k]);
		b->within = within;
		isl_set_free(b->domain);
		b->domain = before;
	}
	isl_set_free(cond);
}

// The iterations of an access, without the statement's name.
static isl_set *iterations_of(const nest_stmt *s, const nest_access *a)
{
	return a->when ? isl_set_copy(a->when) : isl_set_reset_tuple_id(isl_set_copy(s->domain));
}

void access_collect(builder *b, nest_stmt *s, const prog_expr *e)
{
	if (!e) return;
	switch (e->kind) {
	case PROG_EXPR_ASSIGN:
		access_collect(b, s, e->arg[1]);
		lvalue_access(b, s, e->arg[0], true, e->op != PROG_OP_NONE);
		break;
	case PROG_EXPR_INCDEC: lvalue_access(b, s, e->arg[0], true, true); break;
	case PROG_EXPR_VAR:
		if (e->symbol->kind != PROG_SYMBOL_FUNCTION) lvalue_access(b, s, e, false, true);
		break;
	case PROG_EXPR_MEMBER:
	case PROG_EXPR_INDEX:
	case PROG_EXPR_DEREF: lvalue_access(b, s, e, false, true); break;
	case PROG_EXPR_CALL: call_accesses(b, s, e); break;
	case PROG_EXPR_SIZEOF: break;
	case PROG_EXPR_ADDR:
		// It is compared, or returned: where else it goes inline.c has seen.
		if (b->call) {
			access_address(b, s, e->arg[0]);
			break;
		}
		nest_fail(b->n, DIAG_address_taken, e->loc, e->text);
		b->n->broken = true;
		break;
	case PROG_EXPR_OPAQUE:
		nest_fail(b->n, DIAG_opaque_expression, e->loc, e->text);
		b->n->broken = true;
		break;
	case PROG_EXPR_COND: chosen(b, s, e); break;
	default:
		if (e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_LAND || e->op == PROG_OP_LOR))
			chosen(b, s, e);
		else
			for (int k = 0; k < e->n_args; k++) access_collect(b, s, e->arg[k]);
	}
}

void access_address(builder *b, nest_stmt *s, const prog_expr *e)
{
	bool pointer = e->type && e->type->kind == PROG_TYPE_POINTER;
	switch (e->kind) {
	case PROG_EXPR_VAR:
		if (pointer) access_collect(b, s, e);
		return;
	case PROG_EXPR_MEMBER:
		if (pointer)
			access_collect(b, s, e);
		else if (e->n_args)
			access_address(b, s, e->arg[0]);
		return;
	case PROG_EXPR_INDEX: access_collect(b, s, e->arg[1]); // fallthrough
	case PROG_EXPR_ADDR:
	case PROG_EXPR_CAST:
	case PROG_EXPR_DEREF: access_address(b, s, e->arg[0]); return;
	case PROG_EXPR_BINARY:
		for (int k = 0; k < 2; k++) {
			const prog_type *t = e->arg[k]->type;
			bool led = t && (t->kind == PROG_TYPE_POINTER || t->kind == PROG_TYPE_ARRAY);
			if (led)
				access_address(b, s, e->arg[k]);
			else
				access_collect(b, s, e->arg[k]);
		}
		return;
	default: access_collect(b, s, e);
	}
}

// ---- subscripts of memory that is linearised by hand --------------------------------------------

typedef struct strides {
	int rank;                   // 1: none
	poly stride[PROG_MAX_RANK]; // of dimension d, in elements; the last is 1
	poly extent[PROG_MAX_RANK]; // of dimensions 1..
	const char *extent_text[PROG_MAX_RANK];
} strides;

typedef void access_visitor(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user);

static void each_access(builder *b, int object, access_visitor *visit, void *user)
{
	for (int k = 0; k < b->n->n_stmts; k++) {
		nest_stmt *s = &b->n->stmts[k];
		for (int j = 0; j < s->n_accesses; j++)
			if (s->accesses[j].object == object) visit(b, s, &s->accesses[j], &b->raw[k][j], user);
	}
}

// An extent that names members of the struct which the array is a member of, as members of this object: g->v[n] has n = g->n.
static const prog_expr *bound_extent(builder *b, const prog_expr *base, const prog_expr *e)
{
	if (base->kind != PROG_EXPR_MEMBER) return e;
	prog_expr *c = prog_alloc(b->n->unit, sizeof *c);
	*c = *e;
	if (e->kind == PROG_EXPR_MEMBER && e->n_args == 0) {
		size_t prefix = strlen(base->text) - strlen(base->symbol->name),
		       size = prefix + strlen(e->symbol->name) + 1;
		char *s = prog_alloc(b->n->unit, size);
		memcpy(s, base->text, prefix);
		strcpy(s + prefix, e->symbol->name);
		c->text = s;
		c->n_args = 1;
		c->arg = base->arg;
		return c;
	}
	c->arg = prog_alloc(b->n->unit, sizeof *c->arg * (size_t)(e->n_args + 1));
	for (int k = 0; k < e->n_args; k++) c->arg[k] = (prog_expr *)bound_extent(b, base, e->arg[k]);
	if (e->kind == PROG_EXPR_MEMBER || e->kind == PROG_EXPR_INDEX) {
		const char *of = c->arg[0]->text, *sub = e->kind == PROG_EXPR_INDEX ? c->arg[1]->text : e->symbol->name;
		size_t size = strlen(of) + strlen(sub) + 3;
		char *s = prog_alloc(b->n->unit, size);
		snprintf(s, size, e->kind == PROG_EXPR_INDEX ? "%s[%s]" : "%s.%s", of, sub);
		c->text = s;
	}
	return c;
}

// Strides from the shape that a directive gives.
static bool strides_of_mapping(builder *b, const nest_object *o, strides *st)
{
	const prog_mapping *m = o->mapping;
	st->rank = m->rank;
	poly stride = poly_constant(1);
	for (int d = m->rank - 1; d >= 0; d--) {
		st->stride[d] = stride;
		if (d == 0) break;
		if (!affine_poly(b, bound_extent(b, o->base, m->extent[d]), &st->extent[d]) ||
		        poly_has_atoms(&st->extent[d]))
			return false;
		st->extent_text[d] = affine_poly_text(b, &st->extent[d]);
		if (!poly_mul(&stride, &stride, &st->extent[d])) return false;
	}
	return true;
}

// What loop variables are multiplied with: products and sums of parameters.
typedef struct factors {
	bool products; // single products: m and 2 of i * (m + 2) + j
	int n;
	poly list[PROG_MAX_RANK];
} factors;

static int degree(const poly *p)
{
	int most = 0;
	for (int k = 0; k < p->n; k++)
		if (p->term[k].n_par > most) most = p->term[k].n_par;
	return most;
}

// Without a common factor, the term of highest degree positive.
static void make_primitive(poly *p)
{
	long common = 0, sign = 1;
	int most = degree(p);
	for (int k = 0; k < p->n; k++) {
		long a = p->term[k].coef < 0 ? -p->term[k].coef : p->term[k].coef;
		while (a) {
			long rest = common % a;
			common = a, a = rest;
		}
	}
	for (int k = p->n - 1; k >= 0; k--)
		if (p->term[k].n_par == most) sign = p->term[k].coef < 0 ? -1 : 1;
	for (int k = 0; k < p->n && common; k++) p->term[k].coef /= common * sign;
}

static void add_factor(factors *f, poly p)
{
	if (degree(&p) == 0) return;
	make_primitive(&p);
	for (int k = 0; k < f->n; k++)
		if (poly_equal(&f->list[k], &p)) return;
	if (f->n < PROG_MAX_RANK) f->list[f->n] = p;
	f->n++; // beyond the list: too many
}

static void gather_factors(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)b, (void)s, (void)a;
	factors *f = user;
	if (f->n > PROG_MAX_RANK || !raw->known[0]) return;
	const poly *flat = &raw->sub[0];
	for (int k = 0; k < flat->n; k++) {
		if (flat->term[k].atom < 0) continue;
		poly p = {0};
		for (int j = 0; j < flat->n; j++) {
			bool same = f->products ? j == k : flat->term[j].atom == flat->term[k].atom;
			if (same) p.term[p.n] = flat->term[j], p.term[p.n++].atom = -1;
		}
		add_factor(f, p);
		if (f->n > PROG_MAX_RANK) return;
	}
}

static int by_degree(const void *x, const void *y) { return degree(y) - degree(x); }

static bool strides_of_factors(builder *b, int object, bool products, strides *st)
{
	factors f = {.products = products};
	each_access(b, object, gather_factors, &f);
	if (f.n == 0 || f.n >= PROG_MAX_RANK) return false;
	qsort(f.list, (size_t)f.n, sizeof *f.list, by_degree);
	st->rank = f.n + 1;
	st->stride[f.n] = poly_constant(1);
	for (int d = 0; d < f.n; d++) st->stride[d] = f.list[d];
	for (int d = 1; d <= f.n; d++) {
		poly rest;
		poly_divide(&st->stride[d - 1], &st->stride[d], &st->extent[d], &rest);
		if (rest.n || degree(&st->extent[d]) == 0) return false;
		st->extent_text[d] = affine_poly_text(b, &st->extent[d]);
	}
	return true;
}

// Strides guessed from how the nest subscripts the memory, i * n * m + j * m + k or i * (m + 2) + j. Compared with the array's at
// run time.
static bool strides_of_use(builder *b, int object, strides *st)
{
	return strides_of_factors(b, object, false, st) || strides_of_factors(b, object, true, st);
}

typedef struct linear_use {
	const strides *st;
	bool fits;   // every access divides into subscripts
	bool outer;  // some access uses an outer subscript
	bool inside; // every remainder is shown to be within its row
} linear_use;

static void split_subscript(const strides *st, const poly *flat, poly *sub)
{
	poly rest = *flat;
	for (int d = 0; d + 1 < st->rank; d++) {
		poly next;
		poly_divide(&rest, &st->stride[d], &sub[d], &next);
		rest = next;
	}
	sub[st->rank - 1] = rest;
}

// The iterations in which subscript d is outside of its row; NULL: none can be told.
static isl_set *outside_row(builder *b, nest_stmt *s, const nest_access *a, const poly *sub, const poly *extent)
{
	isl_pw_aff *x = affine_of_poly(b, sub, s->depth), *e = affine_of_poly(b, extent, s->depth);
	if (!x || !e) {
		isl_pw_aff_free(x);
		isl_pw_aff_free(e);
		return NULL;
	}
	poly none = {0};
	isl_pw_aff *zero = affine_of_poly(b, &none, s->depth);
	isl_set *below = isl_pw_aff_lt_set(isl_pw_aff_copy(x), zero);
	isl_set *bad = isl_set_union(below, isl_pw_aff_ge_set(x, e));
	return isl_set_intersect(bad, iterations_of(s, a));
}

// i * w + (w - h + k): of the row's length, which the division has made a row of, nothing but what is taken from it is left.
static bool lacks_row(const poly *row, const poly *column)
{
	bool taken = false, given = false, counted = false;
	for (int k = 0; k < column->n; k++) {
		if (column->term[k].atom >= 0 || column->term[k].n_par == 0) continue;
		taken |= column->term[k].coef < 0;
		given |= column->term[k].coef > 0;
	}
	for (int k = 0; k < row->n; k++)
		counted |= row->term[k].atom < 0 && row->term[k].n_par == 0 && row->term[k].coef > 0;
	return taken && !given && counted;
}

// A subscript that is outside of its row in all iterations is one of the next row, or the one before: the row length may stand in the
// subscript itself (w - 1 - x).
static bool move_row(builder *b, nest_stmt *s, const nest_access *a, const strides *st, poly *sub, int d)
{
	isl_pw_aff *x = affine_of_poly(b, &sub[d], s->depth), *e = affine_of_poly(b, &st->extent[d], s->depth);
	poly none = {0}, one = poly_constant(1);
	long by = 0;
	if (x && e) {
		isl_set *domain = iterations_of(s, a);
		isl_set *below = isl_pw_aff_lt_set(isl_pw_aff_copy(x), affine_of_poly(b, &none, s->depth));
		isl_set *above = isl_pw_aff_ge_set(isl_pw_aff_copy(x), isl_pw_aff_copy(e));
		if (isl_set_is_empty(domain) == isl_bool_false)
			by = isl_set_is_subset(domain, below) == isl_bool_true   ? -1
			     : isl_set_is_subset(domain, above) == isl_bool_true ? 1
			                                                         : 0;
		if (!by && isl_set_is_disjoint(domain, below) != isl_bool_true && lacks_row(&sub[d - 1], &sub[d]))
			by = -1;
		isl_set_free(domain);
		isl_set_free(below);
		isl_set_free(above);
	}
	isl_pw_aff_free(x);
	isl_pw_aff_free(e);
	return !by || (poly_add(&sub[d - 1], &sub[d - 1], &one, by) && poly_add(&sub[d], &sub[d], &st->extent[d], -by));
}

static bool subscripts_of(
        builder *b, nest_stmt *s, const nest_access *a, const strides *st, const poly *flat, poly *sub)
{
	split_subscript(st, flat, sub);
	for (int d = st->rank - 1; d > 0; d--)
		if (!move_row(b, s, a, st, sub, d)) return false;
	return true;
}

static void judge_use(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	linear_use *u = user;
	poly sub[PROG_MAX_RANK];
	if (!raw->known[0]) return;
	if (!subscripts_of(b, s, a, u->st, &raw->sub[0], sub)) u->fits = false;
	for (int d = 0; d < u->st->rank; d++) {
		isl_pw_aff *x = affine_of_poly(b, &sub[d], s->depth);
		if (!x) u->fits = false;
		isl_pw_aff_free(x);
		if (d + 1 < u->st->rank && sub[d].n) u->outer = true;
		if (d == 0 || !u->fits) continue;
		isl_set *bad = outside_row(b, s, a, &sub[d], &u->st->extent[d]);
		if (!bad || isl_set_is_empty(bad) != isl_bool_true) u->inside = false;
		isl_set_free(bad);
	}
}

static void apply_strides(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	const strides *st = user;
	poly sub[PROG_MAX_RANK];
	if (!raw->known[0]) {
		for (int d = 0; d < st->rank; d++) raw->known[d] = false;
		return;
	}
	subscripts_of(b, s, a, st, &raw->sub[0], sub);
	for (int d = 0; d < st->rank; d++) {
		raw->known[d] = true;
		raw->sub[d] = sub[d];
		a->sub_text[d] = affine_poly_text(b, &sub[d]);
		if (d == 0) continue;
		isl_set *bad = outside_row(b, s, a, &sub[d], &st->extent[d]);
		if (!bad) continue;
		isl_set *parameters = isl_set_params(bad);
		if (isl_set_is_empty(parameters) != isl_bool_true)
			b->n->assume = isl_set_coalesce(isl_set_subtract(b->n->assume, isl_set_copy(parameters)));
		isl_set_free(parameters);
	}
}

static void recover_subscripts(builder *b, nest_object *o)
{
	strides st = {0};
	bool shaped = o->mapping && o->mapping->rank > o->rank;
	if (shaped ? !strides_of_mapping(b, o, &st) : !strides_of_use(b, o->id, &st)) return;
	linear_use use = {.st = &st, .fits = true, .inside = true};
	each_access(b, o->id, judge_use, &use);
	// A flat loop over the whole memory has no rows.
	if (!use.fits || (!use.outer && !use.inside)) return;
	o->linear = true;
	o->rank = st.rank;
	for (int d = 1; d < st.rank; d++) {
		o->extent[d] = st.extent_text[d];
		o->extent_aff[d] = affine_of_poly(b, &st.extent[d], 0);
	}
	each_access(b, o->id, apply_strides, &st);
}

// ---- maps -------------------------------------------------------------------------------------

static isl_map *access_map(builder *b, nest_stmt *s, nest_access *a, raw_access *raw)
{
	nest_object *o = &b->n->objects[a->object];
	isl_space *space = isl_space_alloc(b->n->ctx, 0, (unsigned)s->depth, (unsigned)o->rank);
	isl_map *map = isl_map_universe(space);
	for (int d = 0; d < o->rank; d++) {
		a->sub[d] = raw->known[d] ? affine_of_poly(b, &raw->sub[d], s->depth) : NULL;
		if (!a->sub[d]) {
			if (raw->whole) continue;
			a->exact = false;
			a->must = false;
			continue;
		}
		isl_map *one = isl_map_from_pw_aff(isl_pw_aff_copy(a->sub[d]));
		one = isl_map_insert_dims(one, isl_dim_out, 0, (unsigned)d);
		one = isl_map_add_dims(one, isl_dim_out, (unsigned)(o->rank - d - 1));
		map = isl_map_intersect(map, one);
	}
	char name[16];
	snprintf(name, sizeof name, "S%d", (int)(s - b->n->stmts));
	map = isl_map_set_tuple_name(map, isl_dim_in, name);
	snprintf(name, sizeof name, "A%d", o->id);
	map = isl_map_set_tuple_name(map, isl_dim_out, name);
	if (a->when) {
		isl_set *when = isl_set_set_tuple_id(isl_set_copy(a->when), isl_set_get_tuple_id(s->domain));
		map = isl_map_intersect_domain(map, when);
		a->must = false;
	}
	return isl_map_intersect_domain(map, isl_set_copy(s->domain));
}

static const prog_symbol *root_symbol(const prog_expr *e)
{
	while (e->kind == PROG_EXPR_MEMBER && e->n_args == 1) e = e->arg[0];
	return e->kind == PROG_EXPR_VAR ? e->symbol : NULL;
}

// A struct that is set as a whole and read by member, or the other way round, is two objects to the data flow.
static void check_structs(builder *b)
{
	nest *n = b->n;
	for (int x = 0; x < n->n_objects; x++) {
		const nest_object *o = &n->objects[x];
		if (o->kind != NEST_SCALAR || !o->element || o->element->kind != PROG_TYPE_STRUCT) continue;
		for (int y = 0; y < n->n_objects; y++) {
			const nest_object *q = &n->objects[y];
			bool part = y != x && root_symbol(q->base) && root_symbol(q->base) == root_symbol(o->base) &&
			            (o->writes || q->writes);
			if (part) nest_fail(n, DIAG_whole_and_member, q->base->loc, o->key);
		}
	}
}

// The variable at the root of an lvalue; `through`: it is a pointer, and the lvalue is what it leads to.
static const prog_symbol *root_of(const prog_expr *e, bool *through)
{
	*through = false;
	while (true) {
		if (e->kind == PROG_EXPR_CAST) {
			e = e->arg[0];
		} else if ((e->kind == PROG_EXPR_MEMBER || e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF) &&
		           e->n_args) {
			*through |= e->kind == PROG_EXPR_DEREF ||
			            (e->kind == PROG_EXPR_INDEX && e->arg[0]->type->kind == PROG_TYPE_POINTER);
			e = e->arg[0];
		} else {
			return e->kind == PROG_EXPR_VAR ? e->symbol : NULL;
		}
	}
}

// Whose memory the object is: the pointer's that leads to it, or the variable's that holds it; NULL: not known.
static const prog_symbol *holder_of(const nest_object *o)
{
	bool through;
	if (o->row_levels) return NULL;
	if (!o->type || o->type->kind == PROG_TYPE_POINTER || o->base->kind == PROG_EXPR_VAR) return o->symbol;
	return root_of(o->base, &through);
}

static bool is_led_to(const nest_object *o)
{
	bool parameter = o->symbol && o->symbol->kind == PROG_SYMBOL_PARAMETER;
	return o->kind != NEST_SCALAR && o->type && (o->type->kind == PROG_TYPE_POINTER || parameter);
}

// Arrays without a mapping are taken to be apart. Where pointers may lead into one another's memory, that is tested at entry.
static void check_apart(builder *b)
{
	nest *n = b->n;
	for (int x = 0; x < n->n_objects; x++) {
		nest_object *o = &n->objects[x];
		if (!is_led_to(o) || !object_is_plain(o)) continue;
		if (o->moves && o->writes && !independent_is_new_somewhere(n, o->symbol))
			nest_fail(n, DIAG_base_changes, o->base->loc, o->key), n->broken = true;
		for (int y = 0; y < n->n_objects; y++) {
			nest_object *q = &n->objects[y];
			if (y == x || q->kind == NEST_SCALAR || (!o->writes && !q->writes)) continue;
			const prog_symbol *mine = holder_of(o), *its = holder_of(q);
			if (mine && its && mine != its && !facts_may_meet(b->facts, mine, its)) continue;
			// A nest is split only where the other one is mapped, and this memory never is.
			if (o->moves && o->kind == NEST_PLAIN && !object_is_plain(q)) continue;
			o->meets = q->meets = true;
			if (o->kind == NEST_PLAIN) o->kind = NEST_EXPECTED_PLAIN;
			if (q->kind == NEST_PLAIN) q->kind = NEST_EXPECTED_PLAIN;
			if ((o->moves && object_is_plain(q)) || q->moves)
				nest_fail(n, DIAG_base_changes, o->base->loc, o->key), n->broken = true;
		}
	}
}

static bool same_arithmetic(const prog_type *x, const prog_type *y)
{
	bool whole = x && y && (x->kind == PROG_TYPE_STRUCT || y->kind == PROG_TYPE_STRUCT);
	return whole || (x && y && x->kind == y->kind && x->size == y->size);
}

// Scalars that a pointer leads to, too.
static void check_scalars(builder *b)
{
	nest *n = b->n;
	for (int x = 0; x < n->n_objects; x++) {
		const nest_object *o = &n->objects[x];
		bool o_through, q_through;
		const prog_symbol *p = root_of(o->base, &o_through);
		if (!p || o->mapping || p->mapping || (!o_through && !is_led_to(o))) continue;
		if (p->type->kind != PROG_TYPE_POINTER && p->kind != PROG_SYMBOL_PARAMETER) continue;
		for (int y = 0; y < n->n_objects; y++) {
			const nest_object *q = &n->objects[y];
			const prog_symbol *s = q->kind == NEST_SCALAR ? root_of(q->base, &q_through) : NULL;
			if (!s || s == p || (!o->writes && !q->writes) || !same_arithmetic(o->element, q->element))
				continue;
			if (o->kind == NEST_SCALAR && q_through) continue;
			bool variable =
			        !q_through && s->type->kind != PROG_TYPE_STRUCT && s->type->kind != PROG_TYPE_ARRAY;
			if (variable && !s->address_taken) continue;
			if (!facts_shares_place(b->facts, p, s)) continue;
			nest_fail(n, DIAG_reached_by_pointer, o->base->loc, q->key);
			n->broken = true;
		}
	}
}

// Rows are where they were at entry: nothing in the nest sets a pointer to one.
static void check_rows(builder *b)
{
	nest *n = b->n;
	const nest_object *rows = NULL;
	for (int x = 0; x < n->n_objects && !rows; x++) rows = n->objects[x].row_levels ? &n->objects[x] : NULL;
	if (!rows) return;
	bool set = b->unknown_effects;
	for (int x = 0; x < n->n_objects; x++) {
		const nest_object *o = &n->objects[x];
		set |= o->kind != NEST_SCALAR && o->writes && o->element && o->element->kind == PROG_TYPE_POINTER;
	}
	if (!set) return;
	nest_fail(n, DIAG_base_changes, rows->base->loc, rows->key);
	n->broken = true;
}

void access_resolve(builder *b)
{
	check_structs(b);
	check_rows(b);
	check_apart(b);
	check_scalars(b);
	for (int k = 0; k < b->n->n_objects; k++) {
		nest_object *o = &b->n->objects[k];
		if (o->rank == 1 && !object_is_plain(o)) recover_subscripts(b, o);
		mapping_expect(b->facts, o);
	}
	for (int k = 0; k < b->n->n_stmts; k++)
		for (int j = 0; j < b->n->stmts[k].n_accesses; j++)
			b->n->stmts[k].accesses[j].map =
			        access_map(b, &b->n->stmts[k], &b->n->stmts[k].accesses[j], &b->raw[k][j]);
}
