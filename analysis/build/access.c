// SPDX-License-Identifier: Apache-2.0
//
// What the statements of a nest access.
#include "access.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../unit/unit.h"
#include "access_objects.h"
#include "access_rows.h"
#include "array_reductions.h"
#include "block_arrays.h"
#include "calls.h"
#include "confined_accesses.h"
#include "library_calls.h"
#include "member_pointers.h"

#include <stdlib.h>
#include <string.h>

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
	nest_object *o = access_array_object(b, ref);
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
	prog_symbol *symbol = access_base_symbol(e);
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
	if (write || !expr_is_invariant(b, e)) add_access(b, s, access_scalar_object(b, e), e, write, read);
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

// ---- choices --------------------------------------------------------------------------------------

// Where the condition of a choice holds; NULL: it is not affine, or would have to be assumed.
static __isl_give isl_set *condition_of_choice(builder *b, const prog_expr *e)
{
	isl_set *assume = isl_set_copy(b->n->assume);
	isl_set *cond = affine_condition(b, e);
	// Not worth an assumption.
	if (cond && isl_set_is_equal(assume, b->n->assume) != isl_bool_true) cond = isl_set_free(cond);
	isl_set_free(b->n->assume);
	b->n->assume = assume;
	return cond;
}

typedef struct branch {
	isl_set *domain;
	bool within;
} branch;

// `cond`: NULL: it is not known where it holds.
static branch enter_branch(builder *b, __isl_keep isl_set *cond, bool otherwise)
{
	branch before = {isl_set_copy(b->domain), b->within};
	if (cond && otherwise)
		b->domain = isl_set_subtract(b->domain, isl_set_copy(cond));
	else if (cond)
		b->domain = isl_set_intersect(b->domain, isl_set_copy(cond));
	b->within |= cond != NULL;
	b->unsure += !cond;
	return before;
}

static void leave_branch(builder *b, __isl_keep isl_set *cond, branch before)
{
	b->unsure -= !cond;
	b->within = before.within;
	isl_set_free(b->domain);
	b->domain = before.domain;
}

// (c ? &a[i - 1] : &a[i])->x, also of a pointer that was set to one of them: one of two elements.
static bool through_choice(builder *b, nest_stmt *s, const prog_expr *e, bool write, bool read)
{
	const prog_expr *choice = inline_choice(e);
	if (!choice || expr_is_invariant(b, choice)) return false;
	const prog_expr *place[3];
	for (int k = 1; k <= 2; k++) {
		place[k] = inline_chosen(facts_unit(b->facts), b->n->root->function, e, choice, k);
		if (!place[k]) return false;
	}
	access_collect(b, s, choice->arg[0]);
	isl_set *cond = condition_of_choice(b, choice->arg[0]);
	prog_stmt *call = b->call; // the text has the source's addresses
	if (!call) b->call = s->stmt;
	for (int k = 1; k <= 2; k++) {
		branch before = enter_branch(b, cond, k == 2);
		lvalue_access(b, s, place[k], write, read);
		leave_branch(b, cond, before);
	}
	b->call = call;
	isl_set_free(cond);
	return true;
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
	if (through_choice(b, s, e, write, read) || through_address(b, s, e, write, read)) return;
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
	if (access_through_rows(b, whole, write && read && e == whole, &rows)) ref = rows;
	subscripts(b, s, whole, ref.base);
	if (access_of_call(b, whole)) return;
	block_arrays_split(b, &ref);
	array_access(b, s, whole, &ref, write, read, e == whole);
	nest_access *a = &s->accesses[s->n_accesses - 1];
	a->member = member_of(e, whole);
	a->all_of_member = a->member && e->kind == PROG_EXPR_MEMBER && e->arg[0] == whole;
}

void access_lvalue(builder *b, nest_stmt *s, const prog_expr *e, bool write, bool read)
{
	lvalue_access(b, s, e, write, read);
}

static void define(builder *b, nest_stmt *s, const prog_expr *e, const prog_type *element)
{
	if (!element) {
		add_access(b, s, access_scalar_object(b, e), e, true, false)->must = true;
		return;
	}
	element_ref ref = {.base = e, .type = element};
	while (ref.type && ref.type->kind == PROG_TYPE_ARRAY) ref.type = ref.type->element;
	add_access(b, s, access_array_object(b, &ref), e, true, false)->must = true;
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
		element_ref around;
		const prog_expr *whole = a->kind == PROG_EXPR_MEMBER && !a->symbol->is_part ? element_of(a) : a;
		if (whole != a && element_ref_of(whole, &around)) {
			// A part of an element of another array: what is not set of that stays.
			if (!access_of_call(b, whole)) lvalue_access(b, s, whole, write, true);
			return true;
		}
		bool named = a->kind == PROG_EXPR_VAR || a->kind == PROG_EXPR_MEMBER;
		if (!named && !element_ref_of(a, &ref)) return false;
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

// argv[1]: what the pointer leads to is read, memory that is never mapped.
static bool plain_row_access(builder *b, nest_stmt *s, const prog_expr *a)
{
	element_ref ref = {.base = a, .type = a->type->element};
	if (a->kind != PROG_EXPR_INDEX || a->type->kind != PROG_TYPE_POINTER) return false;
	if (facts_ref_may_be_mapped(b->facts, &ref)) return false;
	access_collect(b, s, a);
	array_access(b, s, a, &ref, false, true, false);
	return true;
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
	if (library_call_accesses(b, s, e) || library_setter_accesses(b, s, e)) return;
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
		} else if (!access_through(b, s, a, false, true) && !plain_row_access(b, s, a)) {
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
			access_address(b, s, a);
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
	isl_set *cond = e->n_args > 1 ? condition_of_choice(b, e->arg[0]) : NULL;
	for (int k = 1; k < e->n_args; k++) {
		bool otherwise = e->kind == PROG_EXPR_COND ? k == 2 : e->op == PROG_OP_LOR;
		branch before = enter_branch(b, cond, otherwise);
		access_collect(b, s, e->arg[k]);
		leave_branch(b, cond, before);
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
