// SPDX-License-Identifier: Apache-2.0
#include "array_reductions.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../unit/unit.h"

#include <isl/aff.h>
#include <isl/ilp.h>
#include <isl/val.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- which ones ---------------------------------------------------------------------------------

static bool is_target(const nest_stmt *s, const nest_access *a)
{
	return s->into && a->expr->kind == s->into->kind && !strcmp(a->expr->text, s->into->text);
}

// What is not mapped is whole on each process: how much of it there is is known, or seen as it is touched.
static bool has_bounds(const nest_object *o, const nest_access *a)
{
	for (int d = 0; d < o->rank; d++)
		if (!a->sub[d] && !object_declared_extent(o, d) && !(o->bounded >> d & 1)) return false;
	return true;
}

// Whether the access stands in the source as it is, so that its text can be another one.
static bool stands_in_source(const nest *n, const prog_expr *e)
{
	return e->range.file >= 0 && n->unit->files[e->range.file].is_main && e->expansion.file == e->range.file &&
	       e->expansion.begin == e->range.begin && e->expansion.end == e->range.end;
}

// Rows that no mapping says the place of are combined row by row, as they are touched: a[k][j], k through the vector
// of pointers.
static bool rows_can_grow(const nest_object *o) { return o->row_levels == 1 && o->rank == 2 && o->plain_rows; }

static bool is_element_of_row(const prog_expr *e)
{
	return e->kind == PROG_EXPR_INDEX && e->arg[0]->kind == PROG_EXPR_INDEX;
}

// Whether the nest names others of the vectors that the same variable leads to: p[l] beside p[k].
static bool has_others_beside(const nest *n, const nest_object *o)
{
	const prog_symbol *holder = expr_subscripted(o->base);
	for (int k = 0; k < n->n_objects; k++)
		if (k != o->id && expr_subscripted(n->objects[k].base) == holder) return true;
	return false;
}

static bool is_possible(const nest *n, const nest_object *o)
{
	prog_op op = PROG_OP_NONE;
	bool unbounded = o->row_levels > 0, in_source = true;
	if (o->kind == NEST_SCALAR || o->moves || !o->writes || (o->row_levels && !rows_can_grow(o))) return false;
	if (o->row_levels && has_others_beside(n, o)) return false;
	// A called function adds to the array's own place, where elements of an array that is split have their owners.
	if (o->by_call && o->kind == NEST_MAPPED && o->mapping->how != PROG_MAP_NONE) return false;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_stmt *s = &n->stmts[k];
			const nest_access *a = &s->accesses[j];
			if (a->object != o->id || (!a->read && !a->write)) continue;
			if (!is_target(s, a) || s->reduction != NEST_NO_REDUCTION) return false;
			if (o->row_levels && !is_element_of_row(a->expr)) return false;
			unbounded |= object_is_plain(o) && !has_bounds(o, a);
			in_source &= stands_in_source(n, a->expr);
			if (op != PROG_OP_NONE && op != s->into_op) return false;
			op = s->into_op;
		}
	return op != PROG_OP_NONE && (!unbounded || (in_source && !o->by_call));
}

// The same element in all iterations.
static bool is_one_element(const nest_object *o, const nest_access *a, bool of_known_place)
{
	for (int d = 0; d < o->rank; d++) {
		if (!a->sub[d]) return false;
		unsigned loops = (unsigned)isl_pw_aff_dim(a->sub[d], isl_dim_in);
		bool fixed = of_known_place
		                     ? isl_pw_aff_is_cst(a->sub[d]) == isl_bool_true
		                     : isl_pw_aff_involves_dims(a->sub[d], isl_dim_in, 0, loops) == isl_bool_false;
		if (!fixed) return false;
	}
	return true;
}

isl_set *array_reductions_iterations(const nest_object *o, const nest_stmt *s, const nest_access *a)
{
	bool told_by_exec = !is_one_element(o, a, false) || is_one_element(o, a, true);
	if (!told_by_exec) {
		isl_set *image = isl_set_apply(isl_set_copy(s->exec), isl_map_copy(a->map));
		told_by_exec = a->exact && boxes_are_exact(image);
		isl_set_free(image);
	}
	return isl_set_copy(told_by_exec ? s->exec : s->domain);
}

bool array_reductions_stay_inside(const nest *n, const nest_object *o)
{
	bool declared = true;
	for (int d = 0; d < o->rank; d++) declared &= object_declared_extent(o, d) != 0;
	for (int k = 0; k < n->n_stmts && !declared; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			bool bounded = true;
			for (int d = 0; d < o->rank; d++) bounded &= !a->sub[d] && (o->bounded >> d & 1);
			if (a->object != o->id || !a->write || bounded || is_one_element(o, a, true)) continue;
			isl_set *image =
			        isl_set_apply(array_reductions_iterations(o, &n->stmts[k], a), isl_map_copy(a->map));
			bool exact = a->exact && boxes_are_exact(image);
			isl_set_free(image);
			if (!exact) return false;
		}
	return true;
}

// The element as the source names it: b[j], or the *q that leads there.
static const prog_expr *named_element(const nest_access *a) { return a->pointer ? a->pointer : a->expr; }

// Whether what is touched, of memory that all have or may have, is seen as it is touched only.
static bool grows(const nest *n, const nest_object *o)
{
	bool bounded = !o->row_levels;
	if (o->by_call || (o->kind == NEST_MAPPED && o->mapping->how != PROG_MAP_NONE)) return false;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->object != o->id || (!a->read && !a->write)) continue;
			if (!stands_in_source(n, named_element(a))) return false;
			bounded &= has_bounds(o, a);
		}
	return !bounded || (object_is_plain(o) && !array_reductions_stay_inside(n, o));
}

unsigned long array_reductions_possible(const nest *n)
{
	unsigned long found = 0;
	for (int k = 0; k < n->n_objects && k < NEST_MASKED; k++)
		if (is_possible(n, &n->objects[k])) found |= 1UL << k;
	return found;
}

// ---- whether it pays ----------------------------------------------------------------------------

// The loops that the element's place depends on.
static int variables(const nest_object *o, const nest_access *a)
{
	int used = 0;
	for (unsigned v = 0;; v++) {
		bool uses = false, any = false;
		for (int d = 0; d < o->rank; d++) {
			bool has = a->sub[d] && (unsigned)isl_pw_aff_dim(a->sub[d], isl_dim_in) > v;
			any |= has;
			uses |= has && isl_pw_aff_involves_dims(a->sub[d], isl_dim_in, v, 1) == isl_bool_true;
		}
		if (!any) return used;
		used += uses;
	}
}

// How far apart the values of an index of the statement are; -1: no number says that. Takes the index.
static long spread_of(const nest_stmt *s, isl_pw_aff *index)
{
	index = isl_pw_aff_intersect_domain(index, isl_set_reset_tuple_id(isl_set_copy(s->domain)));
	isl_val *low = isl_pw_aff_min_val(isl_pw_aff_copy(index)), *high = isl_pw_aff_max_val(index);
	isl_val *spread = isl_val_sub(high, low);
	long n = isl_val_is_int(spread) == isl_bool_true ? isl_val_get_num_si(spread) : -1;
	isl_val_free(spread);
	return n;
}

// Whether an index is that of the home, or in a small neighbourhood of it: a halo.
static bool is_near(const nest_stmt *s, const isl_pw_aff *index, const isl_pw_aff *home)
{
	enum { SMALL = 4 }; // so many neighbourhoods, and more, are side by side
	if (boxes_same_place(index, home)) return true;
	isl_size loops = isl_set_dim(s->domain, isl_dim_set);
	if (isl_pw_aff_dim((isl_pw_aff *)index, isl_dim_in) != loops ||
	        isl_pw_aff_dim((isl_pw_aff *)home, isl_dim_in) != loops)
		return false;
	isl_pw_aff *x = isl_pw_aff_copy((isl_pw_aff *)index), *y = isl_pw_aff_copy((isl_pw_aff *)home);
	long all = spread_of(s, isl_pw_aff_copy(y)), away = spread_of(s, isl_pw_aff_sub(x, y));
	return away >= 0 && (all < 0 || SMALL * away <= all);
}

// Whether the element is owned where the home is, or next to it, as far as the subscripts say. Of memory of which
// nothing is known, the rows are taken to be split.
static bool lies_at_home(
        const nest_stmt *s, const nest_object *o, const nest_access *a, const nest_object *h, const nest_access *home)
{
	for (int d = 0; d < o->rank; d++) {
		bool unknown = o->kind == NEST_POINTER && o->expected_split == ~0U;
		if (unknown ? d > 0 : !object_dim_may_be_split(o, d)) continue;
		bool met = false;
		for (int e = 0; e < h->rank && !met; e++)
			met = a->sub[d] && home->sub[e] && is_near(s, a->sub[d], home->sub[e]);
		if (!met) return false;
	}
	return true;
}

// A search from the target backward.
typedef struct search {
	const nest *n;
	const nest_access *target;
	int *looked_at; // [statement]: 1 + the fewest steps after which it has been looked at; 0: not yet
} search;

static bool pays_before(search *x, const nest_stmt *reader, int object, int steps);

// Whether what is combined comes from memory that others own: read by the statement, or by those that set the variables
// and work arrays which it reads.
static bool pays(search *x, const nest_stmt *s, int steps)
{
	enum { MOST_STEPS = 4 };
	const nest_object *h = &x->n->objects[x->target->object];
	int *before = &x->looked_at[s - x->n->stmts];
	if (*before && *before <= steps + 1) return false;
	*before = steps + 1;
	for (int j = 0; j < s->n_accesses; j++) {
		const nest_access *a = &s->accesses[j];
		const nest_object *o = &x->n->objects[a->object];
		if (!a->read || a->object == x->target->object) continue;
		bool local = o->kind == NEST_SCALAR || object_is_plain(o);
		if (local && steps < MOST_STEPS && pays_before(x, s, a->object, steps)) return true;
		if (o->kind != NEST_MAPPED && o->kind != NEST_POINTER) continue;
		if (variables(o, a) > variables(h, x->target) && !lies_at_home(s, o, a, h, x->target)) return true;
	}
	return false;
}

static bool sets(const nest_stmt *s, int object)
{
	for (int j = 0; j < s->n_accesses; j++)
		if (s->accesses[j].write && s->accesses[j].object == object) return true;
	return false;
}

// The same of the statements that set it, with what functions do that they call: x = norm(d).
static bool pays_before(search *x, const nest_stmt *reader, int object, int steps)
{
	const nest *n = x->n;
	for (int k = 0; k < n->n_stmts; k++) {
		if (&n->stmts[k] == reader || !sets(&n->stmts[k], object)) continue;
		for (int m = 0; m < n->n_stmts; m++)
			if (n->stmts[m].stmt == n->stmts[k].stmt && pays(x, &n->stmts[m], steps + 1)) return true;
	}
	return false;
}

static bool combines_others(const nest *n, const nest_stmt *s, const nest_access *target)
{
	search x = {n, target, calloc((size_t)n->n_stmts, sizeof *x.looked_at)};
	if (!x.looked_at) abort();
	const bool pay = pays(&x, s, 0);
	free(x.looked_at);
	return pay;
}

// ---- one value for two owners ---------------------------------------------------------------------

// The loops on whose variables a subscript depends, a bit for each.
static unsigned long loops_of(const nest_stmt *s, const isl_pw_aff *sub)
{
	unsigned long found = 0;
	for (int v = 0; sub && v < s->depth; v++)
		if (s->loop[v] < NEST_MASKED &&
		        isl_pw_aff_involves_dims((isl_pw_aff *)sub, isl_dim_in, (unsigned)v, 1) == isl_bool_true)
			found |= 1UL << s->loop[v];
	return found;
}

// Those on which it depends who owns the element.
static unsigned long placing_loops(const nest *n, const nest_stmt *s, const nest_access *a)
{
	const nest_object *o = &n->objects[a->object];
	unsigned long found = 0;
	for (int d = 0; d < o->rank; d++)
		if (object_dim_may_be_split(o, d)) found |= loops_of(s, a->sub[d]);
	return found;
}

static unsigned long all_loops(const nest *n, const nest_stmt *s, const nest_access *a)
{
	unsigned long found = 0;
	for (int d = 0; d < n->objects[a->object].rank; d++) found |= loops_of(s, a->sub[d]);
	return found;
}

static bool stands_in_loops(const nest_stmt *s, unsigned long loops)
{
	for (int v = 0; v < s->depth; v++)
		if (s->loop[v] < NEST_MASKED) loops &= ~(1UL << s->loop[v]);
	return loops == 0;
}

// Marks `s`, and the statements that set variables which it reads, and so on.
static void mark_sources(const nest *n, int s, bool *marked)
{
	if (marked[s]) return;
	marked[s] = true;
	for (int j = 0; j < n->stmts[s].n_accesses; j++) {
		const nest_access *a = &n->stmts[s].accesses[j];
		const nest_object *o = &n->objects[a->object];
		if (!a->read || (o->kind != NEST_SCALAR && !object_is_plain(o))) continue;
		for (int k = 0; k < n->n_stmts; k++)
			for (int i = 0; i < n->stmts[k].n_accesses; i++)
				if (n->stmts[k].accesses[i].write && n->stmts[k].accesses[i].object == a->object)
					mark_sources(n, k, marked);
	}
}

// Whether a statement within `loops`, and further ones if `deeper`, computes what both combine; or they stand in
// these loops side by side.
static bool share_work(const nest *n, int s, int r, unsigned long loops, bool deeper)
{
	bool of_s[NEST_MAX_STMTS] = {false}, of_r[NEST_MAX_STMTS] = {false};
	int least = deeper ? __builtin_popcountl(loops) + 1 : 0;
	if (!deeper && stands_in_loops(&n->stmts[s], loops) && stands_in_loops(&n->stmts[r], loops)) return true;
	mark_sources(n, s, of_s);
	mark_sources(n, r, of_r);
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *source = &n->stmts[k];
		if (of_s[k] && of_r[k] && source->depth >= least && stands_in_loops(source, loops)) return true;
	}
	return false;
}

// f[i] += g and f[j] -= g: owners of either would compute g, which is all of them in the loop over i. For c[i][j] +=
// g and c[j][i] += g each process has a second array, which is much where g is computed at once, and little where a
// loop does.
static bool has_two_owners(const nest *n, int s, const nest_access *a, int r, const nest_access *b)
{
	unsigned long of_a = placing_loops(n, &n->stmts[s], a), of_b = placing_loops(n, &n->stmts[r], b);
	unsigned long only_a = of_a & ~of_b, only_b = of_b & ~of_a;
	bool is_large = all_loops(n, &n->stmts[s], a) & only_b;
	return only_a && only_b && share_work(n, s, r, of_a | of_b, is_large);
}

static bool pays_beside(const nest *n, int s, const nest_access *target)
{
	for (int r = 0; r < n->n_stmts; r++)
		for (int j = 0; j < n->stmts[r].n_accesses; j++) {
			const nest_access *b = &n->stmts[r].accesses[j];
			bool same = b->object == target->object && b->member == target->member;
			if (b->write && same && has_two_owners(n, s, target, r, b)) return true;
		}
	return false;
}

unsigned long array_reductions_that_pay(const nest *n, unsigned long objects)
{
	unsigned long found = 0;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_stmt *s = &n->stmts[k];
			const nest_access *a = &s->accesses[j];
			if (a->write && (objects >> a->object & 1) && is_target(s, a) &&
			        (combines_others(n, s, a) || pays_beside(n, k, a)))
				found |= 1UL << a->object;
		}
	return found;
}

// ---- members of elements ------------------------------------------------------------------------------

// What is combined into, as a statement names it, and an access of the element that it is a member of.
typedef struct naming {
	const prog_expr *into, *element;
} naming;

static bool names_by(const prog_expr *e, void *user)
{
	const naming *n = user;
	if (e->kind != n->into->kind || strcmp(e->text, n->into->text) != 0) return false;
	const prog_expr *element = element_of(e);
	return element == n->element || element->copy_of == n->element;
}

// b[j].f[d] += e, b[j].f = b[j].f + e: what is combined is a member of the element, or a part of one.
static bool is_member_target(const nest_stmt *s, const nest_access *a)
{
	if (!s->into || !a->member || s->into == a->expr) return false;
	naming n = {s->into, a->expr};
	return names_by(s->into, &n) || (s->expr && walk_any(s->expr, names_by, &n));
}

// b[j], or *q of a pointer to an element.
static bool is_plain_element(const prog_expr *e)
{
	bool element = e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF;
	return element && prog_without_implicit_casts(e->arg[0])->kind == PROG_EXPR_VAR;
}

// A number, or an array of numbers, of this type and no other.
static bool holds_only(const prog_type *t, const prog_type *number)
{
	while (t && t->kind == PROG_TYPE_ARRAY) t = t->element;
	bool is_number =
	        number->kind == PROG_TYPE_INT || number->kind == PROG_TYPE_FLOAT || number->kind == PROG_TYPE_COMPLEX;
	return t && is_number && number->size > 0 && t->kind == number->kind && t->size == number->size;
}

// Whether all that the nest does with this member of the array's elements is to combine into it, by one operator.
static bool member_is_possible(const nest *n, const nest_object *o, const prog_symbol *member)
{
	prog_op op = PROG_OP_NONE;
	bool array = object_is_distributed(o) || object_is_plain(o);
	bool simple = array && object_is_variable(o) && o->rank == 1 && !o->linear;
	if (!simple || o->row_levels || o->moves || o->at_pointee || member->offset < 0) return false;
	if (member->type->size <= 0 || o->element->size <= 0) return false;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_stmt *s = &n->stmts[k];
			const nest_access *a = &s->accesses[j];
			if (a->object != o->id || (!a->read && !a->write)) continue;
			if (!a->member) return false;
			if (a->member != member) continue;
			// A called function adds to the array's own place.
			if (s->inlined) return false;
			const prog_expr *named = named_element(a);
			if (!is_member_target(s, a) || !is_plain_element(named)) return false;
			// How many elements there are is known where all have them, or seen as they are touched.
			if (object_is_plain(o) && !has_bounds(o, a) && !stands_in_source(n, named)) return false;
			if (s->reduction_object >= 0 || !stands_in_source(n, s->into)) return false;
			if (!s->into->type || !holds_only(member->type, s->into->type)) return false;
			if (op != PROG_OP_NONE && op != s->into_op) return false;
			// The buffer's elements are filled with such numbers.
			long size = s->into->type->size;
			if (member->offset % size || o->element->size % size) return false;
			op = s->into_op;
		}
	return op != PROG_OP_NONE;
}

static bool member_pays(const nest *n, const nest_object *o, const prog_symbol *member)
{
	// All have it: each process adds in its own iterations.
	if (!object_is_distributed(o)) return true;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->object == o->id && a->member == member && a->write && pays_beside(n, k, a)) return true;
		}
	return false;
}

static void move_accesses(nest *n, int from, int to, const prog_symbol *member)
{
	char name[16];
	snprintf(name, sizeof name, "A%d", to);
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			nest_access *a = &n->stmts[k].accesses[j];
			if (a->object != from || (member && a->member != member)) continue;
			a->object = to;
			a->map = isl_map_set_tuple_name(a->map, isl_dim_out, name);
		}
}

static void note_accesses(nest *n, int object)
{
	nest_object *o = &n->objects[object];
	o->reads = o->writes = false;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->object != object) continue;
			o->reads |= a->read;
			o->writes |= a->write;
		}
}

static const prog_type *type_of_member_target(const nest *n, int object)
{
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++)
			if (n->stmts[k].accesses[j].object == object) return n->stmts[k].into->type;
	return NULL;
}

// An object of its own for the member.
static void split_member(nest *n, int object, const prog_symbol *member)
{
	nest_object *grown = prog_alloc(n->unit, sizeof *grown * (size_t)(n->n_objects + 1));
	memcpy(grown, n->objects, sizeof *grown * (size_t)n->n_objects);
	nest_object *o = &grown[n->n_objects], *from = &grown[object];
	size_t length = strlen(from->key) + strlen(member->name) + 2;
	char *key = prog_alloc(n->unit, length);
	snprintf(key, length, "%s.%s", from->key, member->name);
	*o = *from;
	o->id = n->n_objects++;
	o->key = key;
	o->by_call = false;
	o->part = member;
	o->part_of = object;
	for (int d = 0; d < PROG_MAX_RANK; d++) o->extent_aff[d] = isl_pw_aff_copy(from->extent_aff[d]);
	o->names_hold = isl_set_copy(from->names_hold);
	n->objects = grown;
	move_accesses(n, object, o->id, member);
	note_accesses(n, object);
	note_accesses(n, o->id);
	o->combined = type_of_member_target(n, o->id);
}

unsigned long array_reductions_split_members(nest *n)
{
	unsigned long found = 0;
	int n_objects = n->n_objects;
	for (int k = 0; k < n_objects; k++) {
		const prog_type *element = n->objects[k].element;
		if (!element || element->kind != PROG_TYPE_STRUCT) continue;
		for (int m = 0; m < n->unit->n_symbols && n->n_objects < NEST_MASKED; m++) {
			const prog_symbol *member = n->unit->symbols[m];
			const nest_object *o = &n->objects[k];
			if (member->kind != PROG_SYMBOL_FIELD || member->record != element->record) continue;
			if (!member_is_possible(n, o, member) || !member_pays(n, o, member)) continue;
			found |= 1UL << n->n_objects;
			split_member(n, k, member);
		}
	}
	return found;
}

void array_reductions_join_members(nest *n)
{
	while (n->n_objects > 0 && n->objects[n->n_objects - 1].part) {
		nest_object *o = &n->objects[n->n_objects - 1];
		move_accesses(n, o->id, o->part_of, NULL);
		for (int d = 0; d < PROG_MAX_RANK; d++) o->extent_aff[d] = isl_pw_aff_free(o->extent_aff[d]);
		o->names_hold = isl_set_free(o->names_hold);
		n->n_objects--;
		note_accesses(n, o->part_of);
	}
}

// ---- making them so -----------------------------------------------------------------------------

static void each_target(nest *n, unsigned long objects, bool take)
{
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			nest_stmt *s = &n->stmts[k];
			nest_access *a = &s->accesses[j];
			bool takes = n->objects[a->object].part ? is_member_target(s, a) : is_target(s, a);
			if (!s->into || !(objects >> a->object & 1) || !takes) continue;
			a->reduction = take;
			s->reduction = take ? NEST_REDUCTION : NEST_NO_REDUCTION;
			s->reduction_op = s->into_op;
			s->reduction_object = take ? a->object : -1;
		}
}

void array_reductions_take(nest *n, unsigned long objects)
{
	each_target(n, objects, true);
	for (int k = 0; k < n->n_objects && k < NEST_MASKED; k++) {
		if (!(objects >> k & 1)) continue;
		nest_object *o = &n->objects[k];
		o->reduced = o->is_reduction = true;
		o->kind_before = o->kind;
		o->grows = grows(n, o);
		// An argument of the nest, which the runtime gives elements of its own.
		if (o->kind == NEST_PLAIN || o->row_levels) o->kind = NEST_EXPECTED_PLAIN;
	}
}

void array_reductions_leave(nest *n, unsigned long objects)
{
	each_target(n, objects, false);
	for (int k = 0; k < n->n_objects && k < NEST_MASKED; k++) {
		if (!(objects >> k & 1)) continue;
		nest_object *o = &n->objects[k];
		o->reduced = o->is_reduction = o->grows = false;
		o->kind = o->kind_before;
	}
}

isl_set *array_reductions_within(const nest_object *o, isl_set *elements)
{
	for (int d = 0; object_is_plain(o) && d < o->rank; d++) {
		long extent = object_declared_extent(o, d);
		if (!extent || isl_set_involves_dims(elements, isl_dim_set, (unsigned)d, 1) == isl_bool_true) continue;
		elements = isl_set_lower_bound_si(elements, isl_dim_set, (unsigned)d, 0);
		elements = isl_set_upper_bound_si(elements, isl_dim_set, (unsigned)d, (int)extent - 1);
	}
	return elements;
}
