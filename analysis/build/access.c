// SPDX-License-Identifier: Apache-2.0
//
// What the statements of a nest access: objects, and maps from iterations to their elements.
#include "access.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../unit/unit.h"
#include "aliasing.h"
#include "array_reductions.h"
#include "block_arrays.h"
#include "calls.h"
#include "confined_accesses.h"
#include "independent.h"
#include "library_calls.h"
#include "member_pointers.h"
#include "whole_arrays.h"

#include <limits.h>
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
	n->objects = prog_grow(b->n->unit, n->objects, n->n_objects, &b->room_objects, sizeof *n->objects);
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
	if (t->kind == PROG_TYPE_POINTER) d = o->at_pointee ? 0 : 1, t = t->element;
	// Extents are values at the declaration: those that changed since are not known.
	for (; t && t->kind == PROG_TYPE_ARRAY && d < o->rank; t = t->element, d++) {
		o->extent[d] = t->extent ? t->extent->text : NULL;
		if (t->extent && expr_is_invariant(b, t->extent)) o->extent_aff[d] = NULL;
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
	if (symbol && symbol->mapping && symbol->mapping->rank == o->rank) o->mapping = symbol->mapping;
	o->kind = o->mapping && !o->mapping->moves ? NEST_MAPPED : NEST_POINTER;
	const prog_symbol *holder = expr_subscripted(ref->base);
	o->plain_rows = holder && !o->mapping &&
	                (facts_expects_plain_rows(b->facts, holder) || !facts_may_be_mapped(b->facts, ref->type));
	return o;
}

// A parameter of which only the shape is said has its argument's mapping.
static bool is_shape_only(const prog_symbol *s)
{
	return s->kind == PROG_SYMBOL_PARAMETER && s->mapping && s->mapping->how == PROG_MAP_NONE;
}

// Memory that some other function maps, by a pointer to the whole array.
static bool is_whole_array(const builder *b, const nest_object *o)
{
	const prog_function *f = b->n->root->function;
	return o->kind == NEST_POINTER && o->base->kind == PROG_EXPR_VAR && f && whole_arrays_only(f, o->symbol);
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
	o->at_pointee = o->mapping ? o->mapping->at_pointee : is_whole_array(b, o);
	if (o->at_pointee) o->rank--;
	typed_extents(b, o);
	return o;
}

// ---- collecting -------------------------------------------------------------------------------

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

static nest_access *add_access(builder *b, nest_stmt *s, nest_object *o, const prog_expr *e, bool write, bool read)
{
	int index = (int)(s - b->n->stmts);
	enum { BATCH = 8 };
	if (s->n_accesses % BATCH == 0) {
		nest_access *grown = prog_alloc(b->n->unit, ((size_t)s->n_accesses + BATCH) * sizeof *grown);
		if (s->n_accesses) memcpy(grown, s->accesses, sizeof *grown * (size_t)s->n_accesses);
		s->accesses = grown;
	}
	// Polynomials are large, and needed until the nest is built only.
	raw_access *raw = realloc(b->raw[index], ((size_t)s->n_accesses + 1) * sizeof *raw);
	if (!raw) abort();
	memset(&raw[s->n_accesses], 0, sizeof *raw);
	b->raw[index] = raw;
	nest_access *a = &s->accesses[s->n_accesses++];
	*a = (nest_access){.object = o->id,
	        .read = read,
	        .write = write,
	        .must = write && !s->may && !b->unsure,
	        .always = write && !b->unsure,
	        .unsure = b->unsure > 0,
	        .exact = true,
	        .expr = e->copy_of ? e->copy_of : e,
	        .pointer = e->pointer,
	        .by_pointer = is_named_by_pointer(b, e)};
	if (b->within) a->when = isl_set_copy(b->domain);
	o->reads |= read;
	o->writes |= write;
	o->by_call |= b->call != NULL;
	return a;
}

// ---- rows of what a called function gets ---------------------------------------------------------
//
// Of a function that gets &a[0][0], or a[0], and uses it as flat memory, v[i * m + j], the subscripts are those of a's
// first row: in the model rows are apart, so the rows that are passed are added to the subscript in front.

static isl_set *outside_of_row(builder *b, const poly *sub, const poly *length)
{
	poly none = poly_constant(0);
	isl_pw_aff *x = affine_of_poly(b, sub, b->depth), *e = affine_of_poly(b, length, b->depth);
	if (x && e) {
		isl_set *below = isl_pw_aff_lt_set(isl_pw_aff_copy(x), affine_of_poly(b, &none, b->depth));
		return isl_set_union(below, isl_pw_aff_ge_set(x, e));
	}
	isl_pw_aff_free(x);
	isl_pw_aff_free(e);
	return NULL;
}

// Whether there is an iteration in which the subscript is within the row: in all of them, 2; in some, 1; in none, or it
// is not known, 0.
static int stays_in_row(builder *b, const poly *sub, const poly *length)
{
	long index, size;
	if (poly_is_constant(sub, &index) && poly_is_constant(length, &size)) return index >= 0 && index < size ? 2 : 0;
	isl_set *bad = outside_of_row(b, sub, length);
	if (!bad) return 0;
	isl_set *domain = isl_set_intersect_params(isl_set_copy(b->domain), isl_set_copy(b->n->assume));
	int stays = isl_set_is_subset(domain, bad) != isl_bool_false ? 0 : 1;
	bad = isl_set_intersect(bad, domain);
	if (stays && isl_set_is_empty(bad) == isl_bool_true) stays = 2;
	isl_set_free(bad);
	return stays;
}

// Which rows are passed, of those in which the rest of the subscript may lie.
static bool pass_rows(builder *b, const poly *sub, const poly *length, poly *rows, poly *rest)
{
	poly q, r;
	poly_divide(sub, length, &q, &r);
	int best = -1;
	for (long more = -1; more <= 1; more++) {
		poly shifted, one = poly_constant(more), passed;
		if (!poly_add(&shifted, &r, length, -more) || !poly_add(&passed, &q, &one, 1)) return false;
		int stays = stays_in_row(b, &shifted, length);
		if (stays < best || (stays == best && more != 0)) continue;
		best = stays;
		*rows = passed;
		*rest = shifted;
	}
	return best > 0;
}

// Whether the subscript goes through several rows, u[0][i * m + j], or into another one, u[i][j - m]. What is taken off
// in (j + k) % m, turns around the row, is none.
static bool goes_through_rows(const builder *b, const poly *sub, const poly *length)
{
	poly rows, rest;
	long constant;
	poly_divide(sub, length, &rows, &rest);
	bool any = poly_is_constant(&rows, &constant) && constant != 0;
	for (int k = 0; k < rows.n; k++) {
		const poly_term *t = &rows.term[k];
		any |= t->atom >= 0 && (t->coef > 0 || b->atom[t->atom].loop >= 0);
	}
	return any;
}

// A subscript in dimension `d`. `made`: of one in a called function, which may know nothing of rows; else it leaves its
// row in all iterations, or is taken to stay. True: the one in front of it has changed.
static bool keep_in_row(builder *b, const prog_expr *index, nest_object *o, raw_access *raw, int d, bool made)
{
	const prog_type *row = index->arg[0]->type;
	poly length, rows, rest;
	bool known = raw->known[d] && row->extent && affine_poly(b, row->extent, &length);
	bool through = known && d > 0 && raw->known[d - 1] && goes_through_rows(b, &raw->sub[d], &length);
	if (!made && !through) return false;
	int stays = known ? stays_in_row(b, &raw->sub[d], &length) : 0;
	long constant;
	bool passes = through && stays < 2 && pass_rows(b, &raw->sub[d], &length, &rows, &rest);
	if (passes && !made && stays > 0 && poly_is_constant(&rows, &constant)) passes = false;
	passes = passes && poly_add(&rows, &raw->sub[d - 1], &rows, 1);
	if (passes) {
		raw->sub[d - 1] = rows;
		raw->sub[d] = rest;
		o->passes_rows = true;
	}
	if (!made && !passes) return false;
	if (!passes && stays == 2) return false; // nothing is to be assumed
	isl_set *bad = passes || stays > 0 ? outside_of_row(b, &raw->sub[d], &length) : NULL;
	if (bad) affine_assume_not(b, bad);
	if (!bad || isl_set_is_empty(b->n->assume) == isl_bool_true)
		nest_fail(b->n, DIAG_leaves_row, index->loc, index->arg[index->n_args - 1]->text);
	return passes;
}

// In the text such an access has the subscripts that were found; in a function that is called it has the source's
// address.
static void name_rows(builder *b, nest_access *a, nest_object *o, const raw_access *raw)
{
	bool named = !b->call && !o->at_pointee && !o->row_levels;
	for (int d = 0; d < o->rank && named; d++) {
		a->sub_text[d] = raw->known[d] ? affine_poly_text(b, &raw->sub[d]) : NULL;
		named = a->sub_text[d] != NULL;
	}
	a->in_rows = named;
	o->by_call |= !named;
}

static void keep_in_rows(
        builder *b, const prog_expr *e, const element_ref *ref, nest_object *o, nest_access *a, raw_access *raw)
{
	int d = ref->n_subs - 1 - (o->at_pointee ? 1 : 0);
	bool passed = false, any = false;
	const prog_expr *x = e;
	for (; d >= 0 && (x->kind == PROG_EXPR_INDEX || x->kind == PROG_EXPR_DEREF) && !contains(ref->base, x->arg[0]);
	        x = x->arg[0], d--) {
		bool row = x->arg[0]->type->kind == PROG_TYPE_ARRAY;
		passed = row && keep_in_row(b, x, o, raw, d, (passed && d > 0) || inline_made(x));
		any |= passed;
	}
	if (any) name_rows(b, a, o, raw);
	if (passed && d > 0) nest_fail(b->n, DIAG_leaves_row, e->loc, e->text);
}

static void array_access(
        builder *b, nest_stmt *s, const prog_expr *e, const element_ref *ref, bool write, bool read, bool whole)
{
	const prog_expr *member = member_pointers_value(b, ref->base);
	element_ref named = *ref;
	if (member) named.base = member, ref = &named;
	nest_object *o = array_object(b, ref);
	o->by_call |= member || is_named_by_pointer(b, ref->base);
	bool own = ref->base->kind == PROG_EXPR_VAR && own_block_of_nest(b->n, ref->base->symbol);
	if (!own && !expr_is_invariant(b, ref->base)) {
		o->moves = true;
		if (o->kind != NEST_PLAIN)
			nest_fail(b->n, DIAG_base_changes, e->loc, ref->base->text), b->n->broken = true;
	}
	nest_access *a = add_access(b, s, o, e, write, read);
	if (!whole) a->must = a->always = false;
	raw_access *raw = &b->raw[s - b->n->stmts][s->n_accesses - 1];
	int skip = o->at_pointee ? 1 : 0;
	for (int d = skip; d < ref->n_subs; d++) { // the rest, of a row as a whole, stays unknown
		const prog_expr *sub = ref->sub[d];
		raw->sub[d - skip] = poly_constant(0);
		b->factors = ref->n_subs == 1 ? &raw->factors : NULL;
		b->reads_element = read && !write;
		raw->known[d - skip] = !sub || affine_subscript(b, sub, &raw->sub[d - skip]);
		b->reads_element = false;
		b->factors = NULL;
	}
	keep_in_rows(b, e, ref, o, a, raw);
}

// A counter whose value is known is no place through which values go.
static bool counter_access(builder *b, const prog_symbol *symbol, bool write, bool read)
{
	bool known = write && !read;
	for (int k = 0; k < b->n_values && !known; k++) known = !write && b->value[k].symbol == symbol;
	if (!known) counters_refuse(b, symbol);
	return known;
}

bool access_is_own_block(const builder *b, const prog_symbol *p)
{
	return p && p->owns_block && b->inner && b->inner[p->id];
}

bool access_of_call(const builder *b, const prog_expr *e)
{
	bool led = e->n_args && (e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF) &&
	           e->arg[0]->kind == PROG_EXPR_VAR;
	if (led && access_is_own_block(b, e->arg[0]->symbol)) return true;
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
	if (e->type && e->type->is_volatile)
		nest_fail(b->n, e->type->is_atomic ? DIAG_atomic_access : DIAG_volatile_access, e->loc, e->text);
	for (int d = 0; d < b->depth; d++)
		if (b->n->loops[b->loop[d]].var == symbol) {
			if (write) nest_fail(b->n, DIAG_not_counted, e->loc, "");
			return;
		}
	if (e->kind == PROG_EXPR_VAR && b->counter[symbol->id] && counter_access(b, symbol, write, read)) return;
	if (access_of_call(b, e)) return;
	if (write || !expr_is_invariant(b, e)) add_access(b, s, scalar_object(b, e), e, write, read);
}

static void lvalue_access(builder *b, nest_stmt *s, const prog_expr *e, bool write, bool read);

static void subscripts(builder *b, nest_stmt *s, const prog_expr *e, const prog_expr *base)
{
	// The expressions between an element and its base.
	if (e == base) {
		// A pointer that stays is read before the nest: nothing of the object around it is.
		if (e->kind == PROG_EXPR_MEMBER && e->arg[0]->kind != PROG_EXPR_VAR && !expr_is_invariant(b, e))
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
	if (!access_of_call(b, element)) array_access(b, s, element, &ref, write, read, e == element);
	return true;
}

// A directive names a member of some object that leads to pointers to rows.
static bool is_mapped_by_rows(const builder *b, const prog_symbol *s)
{
	const prog_unit *u = facts_unit(b->facts);
	for (int k = 0; k < u->n_mappings; k++)
		if (u->mappings[k]->symbol == s && u->mappings[k]->row_levels) return true;
	return false;
}

// p[l][i * m + j]: what the pointers lead to are arrays of their own, linearised by hand, no rows of one; *p is one
// array.
static bool leads_to_arrays(builder *b, const element_ref *ref)
{
	poly flat;
	const prog_symbol *symbol = base_symbol(ref->base);
	if (symbol && symbol->partly && !is_mapped_by_rows(b, symbol)) return true;
	const prog_mapping *list[FACTS_MAPPINGS];
	int n = symbol ? facts_element_mappings(b->facts, symbol, list) : 0;
	bool one = ref->n_subs == 2 && ref->sub[0] && expr_is_invariant(b, ref->sub[0]);
	for (int k = 0; k < n && one; k++) // double *now = p[1]; array now[n][m]
		if (!list[k]->row_levels && list[k]->rank > 1) return true;
	const prog_expr *last = ref->sub[ref->n_subs - 1];
	// (*out)[k], of a function that allocates.
	if (last && ref->n_subs == 2 && !ref->sub[0] && symbol && !symbol->mapping) return true;
	if (!last || !affine_poly(b, last, &flat)) return false;
	for (int k = 0; k < flat.n; k++)
		if (flat.term[k].atom >= 0 && flat.term[k].n_par > 0) return true;
	return false;
}

// u[k][i][j], where u leads to pointers to the rows of several arrays: the array is u[k]. (*u)[i][j]: it is *u.
static void begin_at_array(builder *b, const prog_expr *e, element_ref *ref)
{
	const prog_mapping *list[FACTS_MAPPINGS];
	if (ref->base->symbol->mapping || facts_expected_mappings(b->facts, ref->base->symbol, list) > 0) return;
	int n = facts_element_mappings(b->facts, ref->base->symbol, list);
	if (n == 0) return;
	for (int k = 0; k < n; k++)
		if (list[k]->rank != ref->n_subs - 1) return;
	for (int k = 1; k < ref->n_subs && e->kind == PROG_EXPR_INDEX; k++) e = e->arg[0];
	if ((e->kind != PROG_EXPR_INDEX && e->kind != PROG_EXPR_DEREF) || e->arg[0] != ref->base) return;
	ref->base = e;
	ref->row_levels--;
	ref->n_subs--;
	memmove(ref->sub, ref->sub + 1, (size_t)ref->n_subs * sizeof *ref->sub);
}

// p[l][k][j], where the nest does not change l, and no memory with a mapping is expected: rows of p[l], which are
// combined one by one (array_reductions).
static void begin_at_rows(builder *b, const prog_expr *e, element_ref *ref)
{
	const int levels = ref->row_levels - 1;
	if (levels < 1 || ref->n_subs != ref->row_levels + 1) return;
	if (ref->base->kind != PROG_EXPR_VAR || ref->base->symbol->mapping) return;
	if (facts_may_be_mapped(b->facts, ref->type) && !facts_expects_plain_rows(b->facts, ref->base->symbol)) return;
	for (int k = 0; k < levels; k++)
		if (!ref->sub[k] || !expr_is_invariant(b, ref->sub[k])) return;
	for (int k = levels; k < ref->n_subs; k++) {
		if (e->kind != PROG_EXPR_INDEX) return;
		e = e->arg[0];
	}
	if (e->kind != PROG_EXPR_INDEX) return;
	ref->base = e;
	ref->row_levels = 1;
	ref->n_subs = 2;
	memmove(ref->sub, ref->sub + levels, 2 * sizeof *ref->sub);
}

// h[k][j] += x, where k changes in the nest: rows which are combined one by one, whatever they hold.
static bool are_combined_rows(builder *b, const element_ref *ref)
{
	const prog_expr *row = ref->sub[ref->n_subs - 2];
	return ref->base->kind == PROG_EXPR_VAR && row && !expr_is_invariant(b, row);
}

// An element of memory that may be mapped, or is combined into, behind pointers to rows which a variable or member
// names.
static bool through_rows(builder *b, const prog_expr *e, bool combined, element_ref *ref)
{
	if (!element_ref_of_rows(e, ref)) return false;
	if (!facts_may_be_mapped(b->facts, ref->type) && !(combined && are_combined_rows(b, ref))) return false;
	bool named = ref->base->kind == PROG_EXPR_VAR || ref->base->kind == PROG_EXPR_MEMBER;
	if (!named || !ref->base->symbol || ref->n_subs != rank_through_rows(ref->base->type)) return false;
	begin_at_array(b, e, ref);
	begin_at_rows(b, e, ref);
	return ref->row_levels > 0 && !leads_to_arrays(b, ref);
}

// The member of the element `whole` that `e` is, or a part of.
static const prog_symbol *member_of(const prog_expr *e, const prog_expr *whole)
{
	const prog_expr *part = NULL;
	for (; e != whole; e = e->arg[0]) part = e;
	if (!part || part->kind != PROG_EXPR_MEMBER || !whole->type || whole->type->is_union) return NULL;
	return whole->type->kind == PROG_TYPE_STRUCT ? part->symbol : NULL;
}

static const prog_expr *access_place(const builder *b, const prog_expr *e)
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

// Whether members of it, or of a part of it, are one place.
static bool has_union(const prog_unit *unit, const prog_type *t)
{
	while (t && t->kind == PROG_TYPE_ARRAY) t = t->element;
	if (!t || t->kind != PROG_TYPE_STRUCT) return false;
	if (t->is_union || !t->record) return true;
	for (int k = 0; k < unit->n_symbols; k++) {
		const prog_symbol *s = unit->symbols[k];
		if (s->kind == PROG_SYMBOL_FIELD && s->record == t->record && has_union(unit, s->type)) return true;
	}
	return false;
}

bool access_is_whole(const builder *b, const prog_symbol *variable)
{
	return b->whole[variable->id] || has_union(b->n->unit, variable->type);
}

// The variable of which `e` is a member, or a part of one, where the nest reads or sets it as a whole, too, or members
// are one place; NULL: it is none.
static const prog_expr *whole_of_part(const builder *b, const prog_expr *e)
{
	bool part = false;
	while ((e->kind == PROG_EXPR_MEMBER && e->n_args) ||
	        (e->kind == PROG_EXPR_INDEX && e->arg[0]->type && e->arg[0]->type->kind == PROG_TYPE_ARRAY)) {
		part |= e->kind == PROG_EXPR_MEMBER;
		e = e->arg[0];
	}
	bool is_struct = e->kind == PROG_EXPR_VAR && e->type && e->type->kind == PROG_TYPE_STRUCT;
	if (!part || !is_struct || e->symbol->mapping || prog_type_holds_parts(e->type)) return NULL;
	return access_is_whole(b, e->symbol) ? e : NULL;
}

// A member of a union that is as large as it: nothing of what was there before is left when it is set.
static bool covers(const prog_expr *e, const prog_expr *whole)
{
	return whole->type->is_union && e->kind == PROG_EXPR_MEMBER && e->arg[0] == whole && !e->symbol->is_bit_field &&
	       e->type && e->type->size == whole->type->size;
}

// What is not set of the variable stays.
static void part_access(builder *b, nest_stmt *s, const prog_expr *e, const prog_expr *whole, bool write, bool read)
{
	read |= write && !covers(e, whole);
	for (; e != whole; e = e->arg[0])
		if (e->kind == PROG_EXPR_INDEX) access_collect(b, s, e->arg[1]);
	scalar_access(b, s, whole, write, read);
}

// The members of a variable that is a struct of numbers, of which the statement `x = variable` reads each; 0: it is
// something else.
static int members_read(const builder *b, const prog_expr *assign, prog_symbol **list)
{
	const prog_expr *e = assign->kind == PROG_EXPR_ASSIGN && assign->op == PROG_OP_NONE ? assign->arg[1] : NULL;
	const prog_type *t = e && e->kind == PROG_EXPR_VAR ? e->type : NULL;
	if (!t || t->kind != PROG_TYPE_STRUCT || t->is_union || t->is_volatile || !t->record) return 0;
	int n = 0;
	for (int k = 0; k < b->n->unit->n_symbols; k++) {
		prog_symbol *s = b->n->unit->symbols[k];
		if (s->kind != PROG_SYMBOL_FIELD || s->record != t->record) continue;
		bool number = s->type->kind == PROG_TYPE_INT || s->type->kind == PROG_TYPE_FLOAT;
		if (!number || n == NEST_MOST_MEMBERS) return 0;
		list[n++] = s;
	}
	return n == t->record->n_members ? n : 0;
}

static void note_whole(builder *b, const prog_expr *e)
{
	if (!e) return;
	bool is_struct = e->type && e->type->kind == PROG_TYPE_STRUCT;
	if (e->kind == PROG_EXPR_VAR && is_struct && e->symbol->kind != PROG_SYMBOL_FUNCTION)
		b->whole[e->symbol->id] = 1;
	// Of &s, which functions are given, they use members, or all.
	bool selects = (e->kind == PROG_EXPR_MEMBER && e->n_args) || e->kind == PROG_EXPR_ADDR;
	prog_symbol *list[NEST_MOST_MEMBERS];
	bool by_members = members_read(b, e, list) > 0;
	for (int k = 0; k < e->n_args; k++) {
		bool skip = e->arg[k] && e->arg[k]->kind == PROG_EXPR_VAR && (selects || (by_members && k == 1));
		if (!skip) note_whole(b, e->arg[k]);
	}
	if (e->body) access_note_whole(b, e->body);
}

void access_note_whole(builder *b, const prog_stmt *s)
{
	if (!s) return;
	for (int k = 0; k < s->n_symbols; k++) {
		const prog_type *t = s->symbols[k]->type;
		// Members of a union are one place: of one that lives in the nest they are all the variable itself.
		if (t && t->kind == PROG_TYPE_STRUCT && (s->inits[k] || t->is_union)) b->whole[s->symbols[k]->id] = 1;
		note_whole(b, s->inits[k]);
	}
	note_whole(b, s->expr);
	note_whole(b, s->cond);
	note_whole(b, s->step);
	access_note_whole(b, s->init);
	access_note_whole(b, s->body);
	access_note_whole(b, s->otherwise);
	for (int k = 0; k < s->n_children; k++) access_note_whole(b, s->child[k]);
}

// An object in which mapped arrays stand is copied outside of nests only.
static void whole_object(builder *b, const prog_expr *e)
{
	nest_fail(b->n, DIAG_row_escapes, e->loc, e->text);
	b->n->broken = true;
}

// What leads to an element and does more: *(c ? p++ : (p = q)), (int[]){k++, m}[i], *next(l).
static void base_accesses(builder *b, nest_stmt *s, const prog_expr *base)
{
	if (base->kind == PROG_EXPR_COMPOUND)
		access_collect(b, s, base);
	else if (expr_holds(base, EXPR_EFFECTS))
		access_address(b, s, base);
}

static void lvalue_access(builder *b, nest_stmt *s, const prog_expr *e, bool write, bool read)
{
	const prog_expr *value = expr_value_of_part(e);
	if (value) {
		access_collect(b, s, value);
		return;
	}
	if (e->type && e->type->kind == PROG_TYPE_STRUCT && prog_type_holds_parts(e->type)) {
		whole_object(b, e);
		return;
	}
	if (e->kind == PROG_EXPR_OPAQUE) {
		nest_fail(b->n, DIAG_opaque_expression, e->loc, e->text);
		b->n->broken = true;
		return;
	}
	if (through_address(b, s, e, write, read)) return;
	const prog_expr *of = e->type && e->type->kind != PROG_TYPE_ARRAY ? whole_of_part(b, e) : NULL;
	if (of) {
		part_access(b, s, e, of, write, read);
		return;
	}
	const prog_expr *whole = element_of(e), *seen = element_seen_as(e);
	element_ref ref;
	if (seen && !element_ref_of(whole, &ref)) {
		// A variable: what is not set of it stays.
		lvalue_access(b, s, seen, write, read || (write && e->type && e->type->size < seen->type->size));
		return;
	}
	if (e->type && e->type->kind == PROG_TYPE_ARRAY && !write) {
		nest_fail(b->n, DIAG_row_escapes, e->loc, e->text);
		b->n->broken = true;
		return;
	}
	if (!element_ref_of(whole, &ref)) {
		if (!member_access(b, s, e, write, read)) scalar_access(b, s, e, write, read);
		return;
	}
	base_accesses(b, s, ref.base);
	if (ref.type->kind == PROG_TYPE_STRUCT && e != whole && ref.n_subs == 1 && !ref.sub[0] &&
	        whole->kind == PROG_EXPR_DEREF && !facts_ref_may_be_mapped(b->facts, &ref)) {
		// p->x of an object that is never mapped: a variable of its own.
		if (!member_access(b, s, e, write, read)) scalar_access(b, s, e, write, read);
		return;
	}
	// *NULL in a function that is not called so.
	if (ref.base->kind == PROG_EXPR_INT && b->call) return;
	element_ref rows;
	if (through_rows(b, whole, write && read && e == whole, &rows)) ref = rows;
	subscripts(b, s, whole, ref.base);
	if (access_of_call(b, whole)) return;
	block_arrays_split(b, &ref);
	array_access(b, s, whole, &ref, write, read, e == whole);
	s->accesses[s->n_accesses - 1].member = member_of(e, whole);
}

void access_lvalue(builder *b, nest_stmt *s, const prog_expr *e, bool write, bool read)
{
	lvalue_access(b, s, e, write, read);
}

static void define(builder *b, nest_stmt *s, const prog_expr *e, const prog_type *element)
{
	if (!element) {
		add_access(b, s, scalar_object(b, e), e, true, false)->must = true;
		return;
	}
	element_ref ref = {.base = e, .type = element};
	while (ref.type && ref.type->kind == PROG_TYPE_ARRAY) ref.type = ref.type->element;
	add_access(b, s, array_object(b, &ref), e, true, false)->must = true;
	b->raw[s - b->n->stmts][s->n_accesses - 1].whole = true;
}

void access_define(builder *b, nest_stmt *s, prog_symbol *symbol)
{
	prog_expr *e = prog_alloc(b->n->unit, sizeof *e);
	*e = (prog_expr){.kind = PROG_EXPR_VAR,
	        .symbol = symbol,
	        .type = symbol->type,
	        .text = symbol->name,
	        .loc = symbol->loc};
	bool array = symbol->type->kind == PROG_TYPE_ARRAY;
	define(b, s, e, own_block_of_nest(b->n, symbol) ? symbol->type->element : array ? symbol->type : NULL);
}

typedef struct parts_search {
	builder *b;
	nest_stmt *s;
	const prog_symbol *variable;
} parts_search;

static bool is_defined(const nest_stmt *s, const prog_expr *e)
{
	bool any = false;
	for (int k = 0; k < s->n_accesses && !any; k++)
		any = s->accesses[k].must && prog_same_expr(s->accesses[k].expr, e);
	return any;
}

// v.member, v.member.member, down to what is no struct.
static walk_next define_part(const prog_expr *e, walk_use use, void *user)
{
	const parts_search *q = user;
	const prog_expr *of = e;
	(void)use;
	while (of->kind == PROG_EXPR_MEMBER && of->n_args) of = of->arg[0];
	if (of == e || of->kind != PROG_EXPR_VAR || of->symbol != q->variable) return WALK_ON;
	bool array = e->type->kind == PROG_TYPE_ARRAY;
	if (e->type->kind != PROG_TYPE_STRUCT && !is_defined(q->s, e)) define(q->b, q->s, e, array ? e->type : NULL);
	return WALK_SKIP;
}

void access_define_parts(builder *b, nest_stmt *s, const prog_symbol *variable)
{
	static const walker parts = {.expr = define_part};
	parts_search q = {b, s, variable};
	walk_stmt(b->n->root, &parts, &q);
}

static void call_accesses_unknown(builder *b, nest_stmt *s, const prog_expr *e);

bool access_through(builder *b, nest_stmt *s, const prog_expr *a, bool write, bool read)
{
	element_ref ref = {.base = a, .type = a->type};
	if (facts_leads_to_object(a)) return false;
	if (a->kind == PROG_EXPR_ADDR) {
		// &a[i][j]: from there on in its row, and before.
		a = a->arg[0];
		if (!element_ref_of(a, &ref) || element_of(a) != a) return false;
		if (ref.n_subs > 0 && ref.type->kind != PROG_TYPE_ARRAY) {
			ref.n_subs--;
			access_collect(b, s, ref.sub[ref.n_subs]);
		}
	} else if (a->type->kind == PROG_TYPE_ARRAY) {
		bool member = a->kind == PROG_EXPR_MEMBER && a->symbol->is_part;
		if (a->kind != PROG_EXPR_VAR && !member && !element_ref_of(a, &ref)) return false;
	} else if (a->kind != PROG_EXPR_VAR && a->kind != PROG_EXPR_MEMBER) {
		return false;
	}
	while (ref.type &&
	        (ref.type->kind == PROG_TYPE_ARRAY || (ref.type->kind == PROG_TYPE_POINTER && ref.n_subs == 0)))
		ref.type = ref.type->element;
	for (int d = 0; d < ref.n_subs; d++)
		if (ref.sub[d]) access_collect(b, s, ref.sub[d]);
	if (!access_of_call(b, a)) array_access(b, s, a, &ref, write, read, false);
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
		} else if (!array && (a->kind != PROG_EXPR_VAR || !expr_is_invariant(b, a))) {
			nest_fail(b->n, DIAG_row_escapes, a->loc, a->text);
			b->n->broken = true;
		}
	}
}

// An argument of a function that is looked into. What pointers lead to is accessed there, objects that hold pointers
// too.
static void argument(builder *b, nest_stmt *s, const prog_expr *a)
{
	const prog_type *t = prog_without_implicit_casts(a)->type;
	if (t && t->kind == PROG_TYPE_STRUCT && prog_type_holds_parts(t)) {
		whole_object(b, a);
		return;
	}
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
	if (library_inquiry(callee) == INQUIRY_SAME && facts_only_reads(b->facts, e)) {
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
	if (own_block_of_nest(b->n, own_block_freed(e)) || access_is_own_block(b, own_block_freed(e))) return;
	if (library_call_accesses(b, s, e)) return;
	bool reads = facts_only_reads(b->facts, e);
	if (!reads && confined_accesses(b, s, e)) return;
	const prog_symbol *global = reads ? facts_reads_one_of(b->facts, e, b->written) : NULL;
	if (global) nest_fail(b->n, DIAG_reads_global, e->loc, global->name);
	if (!reads) nest_fail(b->n, DIAG_impure_call, e->loc, e->arg[0]->text);
	if (!callee) access_collect(b, s, e->arg[0]);
	for (int k = 1; k < e->n_args && reads; k++) {
		const prog_expr *a = prog_without_implicit_casts(e->arg[k]);
		bool pointer = a->type && (a->type->kind == PROG_TYPE_POINTER || a->type->kind == PROG_TYPE_ARRAY);
		if (a->kind == PROG_EXPR_STRING) continue;
		if (!pointer) {
			access_collect(b, s, a);
		} else if (!access_through(b, s, a, false, true)) {
			nest_fail(b->n, DIAG_row_escapes, a->loc, a->text);
			b->n->broken = true;
		}
	}
	if (reads) return;
	call_accesses_unknown(b, s, e);
}

// fwrite(row, ...): the library uses all of a row that is seen to have no mapping, and nothing else.
static bool used_by_library(builder *b, nest_stmt *s, const prog_expr *call, const prog_expr *argument)
{
	const prog_symbol *callee = prog_callee(call);
	const prog_expr *a = prog_without_casts(argument);
	const prog_type *t = a->type;
	while (t && t->kind == PROG_TYPE_ARRAY) t = t->element;
	if (t && t == a->type) t = t->kind == PROG_TYPE_POINTER ? t->element : NULL;
	if (!t || !facts_may_be_mapped(b->facts, t) || !callee || callee->function || !library_does_io(callee->name))
		return false;
	return facts_argument_is_plain(b->facts, a) && access_through(b, s, a, true, true);
}

static void call_accesses_unknown(builder *b, nest_stmt *s, const prog_expr *e)
{
	for (int k = 1; k < e->n_args; k++) {
		const prog_expr *a = prog_without_implicit_casts(e->arg[k]);
		if (a->kind == PROG_EXPR_STRING || used_by_library(b, s, e, a)) continue;
		// &(float){a[i]}, (float[]){a[i], b[i]}: the function gets a copy.
		const prog_expr *copy = prog_without_casts(a->kind == PROG_EXPR_ADDR ? a->arg[0] : a);
		if (copy->kind == PROG_EXPR_COMPOUND) {
			access_collect(b, s, copy);
			continue;
		}
		if (a->kind == PROG_EXPR_ADDR) {
			lvalue_access(b, s, a->arg[0], true, true);
			nest_fail(b->n, DIAG_address_taken, a->loc, a->text);
			element_ref ref;
			if (element_ref_of(element_of(a->arg[0]), &ref) && facts_ref_may_be_mapped(b->facts, &ref))
				b->n->broken = true;
		} else if (a->type && (a->type->kind == PROG_TYPE_POINTER || a->type->kind == PROG_TYPE_ARRAY)) {
			// Memory that the callee may touch.
			const prog_type *t = a->type->element;
			if (facts_may_be_mapped(b->facts, t) || facts_leads_to_mapped(b->facts, a)) b->n->broken = true;
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
		b->unsure += !cond;
		access_collect(b, s, e->arg[k]);
		b->unsure -= !cond;
		b->within = within;
		isl_set_free(b->domain);
		b->domain = before;
	}
	isl_set_free(cond);
}

// What the variables of a statement expression are set to.
static void block_accesses(builder *b, nest_stmt *s, const prog_stmt *block)
{
	for (int k = 0; k < block->n_children; k++)
		for (int j = 0; j < block->child[k]->n_symbols; j++) access_collect(b, s, block->child[k]->inits[j]);
}

// Iterations that do not hold to it may belong to no process: they are looked for at entry.
static void assume_asserted(builder *b, const prog_expr *e)
{
	isl_set *holds = b->may ? NULL : affine_condition(b, e->arg[0]);
	if (holds) affine_assume_not(b, isl_set_subtract(isl_set_copy(b->domain), holds));
}

static bool is_distance(const prog_expr *e)
{
	const prog_type *t = e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_SUB ? e->arg[1]->type : NULL;
	return t && (t->kind == PROG_TYPE_POINTER || t->kind == PROG_TYPE_ARRAY);
}

// p - q: in the text of the nest both may lead elsewhere, and rows be of another length. Within a row that is the same.
static void distance(builder *b, nest_stmt *s, const prog_expr *e)
{
	poly known;
	bool mapped = facts_leads_to_mapped(b->facts, e->arg[0]) || facts_leads_to_mapped(b->facts, e->arg[1]);
	access_address(b, s, e);
	if (!mapped || affine_distance(b, e, &known)) return;
	nest_fail(b->n, DIAG_row_escapes, e->loc, e->text);
	b->n->broken = true;
}

// p[i] = c, where each iteration sets c.x and c.y before: what is read of c are these.
static bool read_by_members(builder *b, nest_stmt *s, const prog_expr *assign)
{
	prog_symbol *list[NEST_MOST_MEMBERS];
	int n = members_read(b, assign, list);
	prog_expr *of = n ? assign->arg[1] : NULL;
	if (!n || access_is_whole(b, of->symbol)) return false;
	for (int k = 0; k < n; k++) access_collect(b, s, made_member(b->n->unit, of, list[k]));
	return true;
}

void access_collect(builder *b, nest_stmt *s, const prog_expr *e)
{
	if (!e) return;
	switch (e->kind) {
	case PROG_EXPR_ASSIGN:
		if (!read_by_members(b, s, e)) access_collect(b, s, e->arg[1]);
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
		if (block_value(b->n->unit, e)) {
			block_accesses(b, s, e->body);
			break;
		}
		nest_fail(b->n, DIAG_opaque_expression, e->loc, e->text);
		b->n->broken = true;
		break;
	case PROG_EXPR_COND: chosen(b, s, e); break;
	default:
		if (e->asserts) assume_asserted(b, e);
		if (e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_LAND || e->op == PROG_OP_LOR))
			chosen(b, s, e);
		else if (is_distance(e))
			distance(b, s, e);
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
	case PROG_EXPR_COND:
		if (e->arg[1] && pointer) {
			access_collect(b, s, e->arg[0]);
			access_address(b, s, e->arg[1]);
			access_address(b, s, e->arg[2]);
			return;
		}
		// fallthrough
	default: access_collect(b, s, e);
	}
}

// ---- maps -------------------------------------------------------------------------------------

// A subscript of which nothing is known is within the array, a plain one. Those of several dimensions are also
// subscripted beyond their rows.
static isl_map *within_declaration(builder *b, const nest_stmt *s, const nest_object *o)
{
	bool known = object_is_plain(o) && object_is_variable(o) && o->rank == 1;
	long extent = known ? object_declared_extent(o, 0) : 0;
	if (extent <= 0 || extent > INT_MAX) return NULL;
	isl_map *map = isl_map_universe(isl_space_alloc(b->n->ctx, 0, (unsigned)s->depth, 1));
	map = isl_map_lower_bound_si(map, isl_dim_out, 0, 0);
	return isl_map_upper_bound_si(map, isl_dim_out, 0, (int)extent - 1);
}

// Or within the shape that a directive gives to a parameter without a mapping.
static isl_map *within_shape(builder *b, const nest_stmt *s, nest_object *o, int dim)
{
	const prog_mapping *m = o->mapping;
	poly extent;
	bool is_mapped = o->kind == NEST_MAPPED || !m || m->how != PROG_MAP_NONE;
	if (is_mapped || !m->shape_given || m->rank != o->rank) return NULL;
	if (o->base->kind != PROG_EXPR_VAR || inline_hides(b->n->root->function, m->extent[dim])) return NULL;
	if (!facts_parameter_stays(b->facts, o->symbol) || !facts_made_of_parameters(b->facts, m->extent[dim]))
		return NULL;
	if (!affine_poly(b, m->extent[dim], &extent) || poly_has_atoms(&extent)) return NULL;
	isl_pw_aff *end = affine_of_poly(b, &extent, s->depth);
	if (!end) return NULL;
	isl_map *below = isl_map_lex_gt(isl_space_set_alloc(b->n->ctx, 0, 1));
	below = isl_map_apply_range(isl_map_from_pw_aff(end), below);
	o->bounded |= 1U << dim;
	return isl_map_lower_bound_si(below, isl_dim_out, 0, 0);
}

static bool same_subscripts(const nest_object *o, const raw_access *x, const raw_access *y)
{
	bool same = x->whole == y->whole;
	for (int d = 0; d < o->rank && same; d++)
		same = x->known[d] && y->known[d] && poly_equal(&x->sub[d], &y->sub[d]);
	return same;
}

// An access of the same element by an earlier access of the statement; NULL: there is none.
static const nest_access *same_before(const builder *b, const nest_stmt *s, const nest_access *a)
{
	const raw_access *raw = b->raw[s - b->n->stmts];
	const nest_object *o = &b->n->objects[a->object];
	for (const nest_access *e = s->accesses; e < a && !a->when; e++)
		if (e->object == a->object && !e->when &&
		        same_subscripts(o, &raw[e - s->accesses], &raw[a - s->accesses]))
			return e;
	return NULL;
}

// What was made of the same subscripts.
static isl_map *map_like(const nest_object *o, nest_access *a, const nest_access *like)
{
	for (int d = 0; d < o->rank; d++) {
		a->sub[d] = isl_pw_aff_copy(like->sub[d]);
		if (!a->sub[d]) a->exact = a->must = a->always = false;
	}
	return isl_map_copy(like->map);
}

static isl_map *access_map(builder *b, nest_stmt *s, nest_access *a, raw_access *raw)
{
	nest_object *o = &b->n->objects[a->object];
	const nest_access *like = same_before(b, s, a);
	if (like) return map_like(o, a, like);
	isl_space *space = isl_space_alloc(b->n->ctx, 0, (unsigned)s->depth, (unsigned)o->rank);
	isl_map *map = isl_map_universe(space);
	for (int d = 0; d < o->rank; d++) {
		a->sub[d] = raw->known[d] ? affine_of_poly(b, &raw->sub[d], s->depth) : NULL;
		if (!a->sub[d]) {
			if (raw->whole) continue;
			if (raw->known[d]) scales_need(b, &raw->sub[d]);
			a->exact = false;
			a->must = a->always = false;
		}
		isl_map *one = a->sub[d] ? isl_map_from_pw_aff(isl_pw_aff_copy(a->sub[d])) : NULL;
		if (!one && raw->known[d]) one = near_entries_values(b, &raw->sub[d], s->depth);
		if (!one) one = within_shape(b, s, o, d);
		if (!one) one = within_declaration(b, s, o);
		if (!one) continue;
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
		a->must = a->always = false;
	}
	return isl_map_intersect_domain(map, isl_set_copy(s->domain));
}

// ---- arrays as a whole -------------------------------------------------------------------------

static isl_set *declared_elements(builder *b, const nest_object *o)
{
	if (!object_is_plain(o) || !object_is_variable(o) || o->rank < 2) return NULL;
	isl_set *box = isl_set_universe(isl_space_set_alloc(b->n->ctx, 0, (unsigned)o->rank));
	for (int d = 0; d < o->rank; d++) {
		long extent = object_declared_extent(o, d);
		if (extent <= 0 || extent > INT_MAX) return isl_set_free(box);
		box = isl_set_lower_bound_si(box, isl_dim_set, (unsigned)d, 0);
		box = isl_set_upper_bound_si(box, isl_dim_set, (unsigned)d, (int)extent - 1);
	}
	return box;
}

// Nothing is known of where in the array.
static bool is_of_all(const nest_object *o, const nest_access *a)
{
	for (int d = 0; d < o->rank; d++)
		if (a->sub[d]) return false;
	return true;
}

static bool stays_within(const builder *b, const nest_access *a, const isl_set *box)
{
	isl_set *touched = isl_map_range(isl_map_copy(a->map));
	touched = isl_set_reset_tuple_id(isl_set_intersect_params(touched, isl_set_copy(b->n->assume)));
	bool within = isl_set_is_subset(touched, (isl_set *)box) == isl_bool_true;
	isl_set_free(touched);
	return within;
}

// What a function may do to an array that it gets is within the array. That says something only where nobody goes
// beyond its rows.
static void bound_by_declaration(builder *b, const nest_object *o)
{
	isl_set *box = declared_elements(b, o);
	bool any = false, within = box != NULL;
	for (int k = 0; k < b->n->n_stmts && within; k++)
		for (int j = 0; j < b->n->stmts[k].n_accesses && within; j++) {
			const nest_access *a = &b->n->stmts[k].accesses[j];
			if (a->object != o->id || b->raw[k][j].whole) continue;
			bool all = is_of_all(o, a);
			any |= all;
			within = all || stays_within(b, a, box);
		}
	for (int k = 0; k < b->n->n_stmts && within && any; k++)
		for (int j = 0; j < b->n->stmts[k].n_accesses; j++) {
			nest_access *a = &b->n->stmts[k].accesses[j];
			if (a->object != o->id || b->raw[k][j].whole || !is_of_all(o, a)) continue;
			isl_set *elements =
			        isl_set_set_tuple_id(isl_set_copy(box), isl_map_get_tuple_id(a->map, isl_dim_out));
			a->map = isl_map_intersect_range(a->map, elements);
		}
	isl_set_free(box);
}

void access_resolve(builder *b)
{
	aliasing_check(b);
	for (int k = 0; k < b->n->n_objects; k++) {
		nest_object *o = &b->n->objects[k];
		// Of what all have only the parts that each process sets are of interest.
		bool flat = quotients_flatten(b, o);
		if (!flat && o->rank > 1)
			linearised_recover_rows(b, o);
		else if (!flat && o->rank == 1 && (!object_is_plain(o) || o->writes))
			linearised_recover(b, o);
		mapping_expect(b->facts, o);
	}
	for (int k = 0; k < b->n->n_stmts; k++)
		for (int j = 0; j < b->n->stmts[k].n_accesses; j++)
			b->n->stmts[k].accesses[j].map =
			        access_map(b, &b->n->stmts[k], &b->n->stmts[k].accesses[j], &b->raw[k][j]);
	for (int k = 0; k < b->n->n_objects; k++) bound_by_declaration(b, &b->n->objects[k]);
}
