// SPDX-License-Identifier: Apache-2.0
//
// Expressions: elements that are accessed outside of nests, arrays that became pointers, calls that need their mapped
// arguments brought together, pointers that receive memory to be mapped.
#include "awaited.h"
#include "by_address.h"
#include "check.h"
#include "filled.h"
#include "inner.h"
#include "late_values.h"
#include "objects.h"
#include "row_places.h"
#include "source_text.h"

#include "../analysis/model/model.h"

#include <stdlib.h>
#include <string.h>

// ---- what changes -----------------------------------------------------------------------------

static const prog_expr *callee_of(const prog_expr *call)
{
	const prog_expr *c = call->arg[0];
	while (c->kind == PROG_EXPR_ADDR || c->kind == PROG_EXPR_DEREF || c->kind == PROG_EXPR_CAST) c = c->arg[0];
	return c;
}

// Memory that is told by its bytes, through void * or characters.
static bool leads_to_mapped_bytes(const rewriter *w, const prog_expr *e)
{
	e = prog_without_casts(e);
	const prog_type *t = e->type && e->type->kind == PROG_TYPE_POINTER ? e->type->element : NULL;
	if (!t || (t->kind != PROG_TYPE_VOID && !(t->kind == PROG_TYPE_INT && t->size == 1))) return false;
	if (e->kind == PROG_EXPR_VAR || e->kind == PROG_EXPR_MEMBER)
		return facts_bytes_may_be_mapped(w->g->facts, e->symbol);
	if (e->kind != PROG_EXPR_BINARY) return facts_bytes_may_be_mapped(w->g->facts, NULL);
	for (int k = 0; k < e->n_args; k++)
		if (facts_leads_to_mapped(w->g->facts, e->arg[k]) || leads_to_mapped_bytes(w, e->arg[k])) return true;
	return false;
}

// A call on elements that are here, in a nest.
static bool is_call_here(const rewriter *w, const prog_expr *call)
{
	const nest *n = w->task ? w->task->nest : NULL;
	for (int k = 0; n && k < n->n_stmts; k++)
		if (n->stmts[k].here && prog_without_casts(n->stmts[k].expr) == call) return true;
	return false;
}

// memset and the like compile to moves in place; on mapped memory they are the runtime's business.
static const char *memory_function(const rewriter *w, const prog_expr *call)
{
	static const char *const names[] = {"memset", "memcpy", "memmove", "memcmp", "qsort"};
	const prog_expr *callee = callee_of(call);
	if (callee->kind != PROG_EXPR_VAR || callee->symbol->function || w->as_source || is_call_here(w, call))
		return NULL;
	// In a function that a nest calls memory is as the nest has fetched it.
	if (w->inner) return NULL;
	const char *name = callee->symbol->name;
	if (!strncmp(name, "__builtin_", 10)) name += 10;
	if (!strncmp(name, "__", 2) && strstr(name, "_chk")) return NULL;
	for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
		if (strcmp(name, names[k])) continue;
		for (int a = 1; a < call->n_args; a++)
			if (facts_leads_to_mapped(w->g->facts, call->arg[a]) || leads_to_mapped_bytes(w, call->arg[a]))
				return names[k];
	}
	return NULL;
}

// The pointer argument may lead into mapped memory of which this process has a part only.
static bool may_lead_to_mapped(const rewriter *w, const prog_expr *a)
{
	const prog_expr *e = prog_without_casts(a);
	if (e->kind == PROG_EXPR_STRING || !e->type) return false;
	if (e->type->kind != PROG_TYPE_POINTER && e->type->kind != PROG_TYPE_ARRAY) return false;
	return facts_leads_to_mapped(w->g->facts, e);
}

// How much of mapped memory a function of the C library uses from where its pointers lead.
typedef enum library_use {
	USES_NONE,    // of mapped memory: another one, or one that the runtime stands in for
	USES_ELEMENT, // one element, or characters up to the end of a string
	USES_ARRAY,   // it may be all of the array
} library_use;

static library_use library_use_of(const rewriter *w, const prog_expr *call)
{
	static const char *const scanners[] = {"sscanf", "__isoc99_sscanf", "__isoc23_sscanf"};
	const prog_expr *callee = callee_of(call);
	if (callee->kind != PROG_EXPR_VAR || callee->symbol->kind != PROG_SYMBOL_FUNCTION || callee->symbol->function)
		return USES_NONE;
	const char *name = callee->symbol->name;
	// What is marked pure may come from a library, which knows nothing of mapped memory.
	bool foreign = callee->symbol->is_pure && !library_knows(name);
	if (w->task || w->as_source || (!foreign && !library_uses_pointers(name))) return USES_NONE;
	bool any = false;
	for (int k = 1; k < call->n_args; k++) any |= may_lead_to_mapped(w, call->arg[k]);
	if (!any) return USES_NONE;
	if (foreign) return USES_ARRAY;
	if (!strncmp(name, "__builtin_", 10)) return USES_ELEMENT;
	if (library_sets_numbers(name)) return USES_ELEMENT;
	for (size_t k = 0; k < sizeof scanners / sizeof *scanners; k++)
		if (!strcmp(name, scanners[k])) return USES_ELEMENT;
	return USES_ARRAY;
}

void rewrite_member(const char *object, const prog_symbol *field, text *out)
{
	if (!*field->name)
		text_add(out, object);
	else if (field->is_macro)
		text_printf(out, "(*(__typeof__(%s) *)((char *)&%s + %ld" SPOKEN_MEMBER "%s */))", field->type->text,
		        object, field->offset, field->name);
	else
		text_printf(out, "%s.%s", object, field->name);
}

void rewrite_member_of(const char *object, const prog_symbol *field, text *out)
{
	text whole = {0};
	text_printf(&whole, "(%s)", object);
	rewrite_member(*field->name ? text_get(&whole) : object, field, out);
	text_free(&whole);
}

// ---- pointers that receive memory ---------------------------------------------------------------

// A pointer, and what is said of the memory that it receives.
typedef struct receiver {
	const prog_mapping *mapping;
	const prog_expr *object; // whose members the mapping names; NULL: none
	const prog_expr *vector; // that holds several pointers; NULL: there is but one
	const prog_expr *index;  // which of these it is
} receiver;

// Whether the lvalue is the member that a directive names. Where that stands in a struct, any object of it is meant.
static bool is_member(const prog_expr *path, const prog_expr *e, const prog_expr **object)
{
	if (e->kind != PROG_EXPR_MEMBER || path->kind != PROG_EXPR_MEMBER || e->symbol != path->symbol) return false;
	if (path->n_args == 0) return *object = e->arg[0], true;
	if (path->arg[0]->kind == PROG_EXPR_MEMBER && is_member(path->arg[0], e->arg[0], object)) return true;
	return prog_same_expr(path, e);
}

static const prog_function *function_at(const prog_unit *u, prog_range r)
{
	for (int k = 0; k < u->n_functions && r.file >= 0; k++) {
		prog_range f = u->functions[k]->range;
		if (f.file == r.file && f.begin <= r.begin && r.end <= f.end) return u->functions[k];
	}
	return NULL;
}

// Whether the variables of blocks that the value is made of are those of the function around `place`.
typedef struct function_search {
	const prog_unit *unit;
	const prog_function *place;
} function_search;

static bool is_of_other(const prog_expr *e, void *user)
{
	const function_search *q = user;
	if (e->kind != PROG_EXPR_VAR || e->symbol->kind == PROG_SYMBOL_FUNCTION || e->symbol->file_scope) return false;
	const prog_function *f = function_at(q->unit, e->symbol->name_range);
	return f && f != q->place;
}

// Whether the variables of blocks that the value is made of are those of the function around `place`.
static bool is_known_in(const prog_unit *u, const prog_expr *e, const prog_function *place)
{
	return !place || !walk_any(e, is_of_other, &(function_search){u, place});
}

static bool is_in_force(const rewriter *w, const prog_mapping *m, const prog_expr *e)
{
	const prog_function *place = function_at(w->unit, e->range);
	bool known = is_known_in(w->unit, m->offset, place) && is_known_in(w->unit, m->first, place) &&
	             is_known_in(w->unit, m->last, place);
	for (int d = 0; d < m->rank; d++)
		known = known && is_known_in(w->unit, m->extent[d], place) &&
		        is_known_in(w->unit, m->dist[d].arg, place);
	return known;
}

// p[k] or *p: the pointer among several.
static const prog_expr *pointer_of_several(const prog_expr *e, const prog_expr **index)
{
	if (e->kind == PROG_EXPR_INDEX) return *index = e->arg[1], e->arg[0];
	const prog_expr *sum = e->kind == PROG_EXPR_DEREF ? e->arg[0] : NULL;
	if (!sum || sum->kind != PROG_EXPR_BINARY || sum->op != PROG_OP_ADD) return sum;
	bool left = sum->arg[0]->type && sum->arg[0]->type->element;
	return *index = sum->arg[left ? 1 : 0], sum->arg[left ? 0 : 1];
}

static bool is_named(const prog_mapping *m, const prog_expr *e, const prog_expr **object)
{
	if (m->path) return is_member(m->path, e, object);
	if ((e->kind != PROG_EXPR_VAR && e->kind != PROG_EXPR_MEMBER) || e->symbol != m->symbol) return false;
	if (e->kind == PROG_EXPR_MEMBER) *object = e->arg[0];
	return true;
}

static bool receives_by(const rewriter *w, const prog_mapping *m, const prog_expr *e, receiver *r)
{
	*r = (receiver){.mapping = m};
	bool several = prog_mapping_of_pointers(m);
	const prog_expr *pointer = several ? pointer_of_several(e, &r->index) : e;
	if (several) r->vector = pointer;
	return pointer && is_named(m, prog_without_casts(pointer), &r->object) && is_in_force(w, m, e);
}

// Whether memory that the pointer `e` receives is mapped.
static bool receiver_of(const rewriter *w, const prog_expr *e, receiver *r)
{
	bool named = e->kind == PROG_EXPR_VAR || e->kind == PROG_EXPR_MEMBER;
	if (!e->type || e->type->kind != PROG_TYPE_POINTER) return false;
	if (named && e->symbol && e->symbol->mapping) {
		*r = (receiver){
		        .mapping = e->symbol->mapping, .object = e->kind == PROG_EXPR_MEMBER ? e->arg[0] : NULL};
		return !r->mapping->is_parameter;
	}
	for (int k = 0; k < w->unit->n_mappings; k++) {
		const prog_mapping *m = w->unit->mappings[k];
		if (prog_mapping_is_partial(m) && receives_by(w, m, e, r)) return true;
	}
	return false;
}

static void object_text(rewriter *w, const prog_expr *object, text *out)
{
	if (!object) return;
	if (object->kind == PROG_EXPR_DEREF) {
		text_add(out, "*");
		object = object->arg[0];
	}
	rewrite_render(w, object, USE_ADDRESS, out);
}

static const prog_symbol *converted_symbol(const rewriter *w, const char *s, size_t n)
{
	for (int k = 0; k < w->unit->n_mappings; k++) {
		const prog_symbol *symbol = w->unit->mappings[k]->symbol;
		if (rewrite_is_converted(symbol) && strlen(symbol->name) == n && !memcmp(symbol->name, s, n))
			return symbol;
	}
	return NULL;
}

static bool is_word(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Text that is not evaluated, with the names of converted arrays replaced; false where there are none.
bool rewrite_converted_names(rewriter *w, const char *s, const char *end, text *out)
{
	bool changed = false;
	while (s < end) {
		size_t n = 0;
		while (s + n < end && is_word(s[n])) n++;
		const prog_symbol *symbol = n ? converted_symbol(w, s, n) : NULL;
		if (symbol) {
			text_printf(out, "(*%s)", rewrite_pointer_name(w, symbol));
			changed = true;
		} else {
			text_add_n(out, s, n ? n : 1);
		}
		s += n ? n : 1;
	}
	return changed;
}

void rewrite_expanded(rewriter *w, const char *s, text *out)
{
	if (strstr(s, "sizeof"))
		rewrite_converted_names(w, s, s + strlen(s), out);
	else
		text_add(out, s);
}

bool rewrite_is_simple(const prog_expr *e) { return !expr_holds(e, EXPR_EFFECTS); }

typedef bool map_text(
        rewriter *w, const prog_mapping *m, const char *base, const char *object, const char *index, text *out);

// The same where the arrays stand in the objects that the pointer leads to.
static bool objects_of(rewriter *w, const prog_expr *e, bool fresh, text *once, text *target, text *out)
{
	if (!e->type || e->type->kind != PROG_TYPE_POINTER || !prog_type_holds_parts(e->type->element)) return false;
	if (rewrite_is_simple(e)) {
		rewrite_render(w, e, USE_ADDRESS, target);
	} else {
		text_add(once, "__auto_type hpcc_object = &(");
		rewrite_render(w, e, USE_ADDRESS, once);
		text_add(once, "); ");
		text_add(target, "*hpcc_object");
	}
	return objects_receive(w, e, text_get(target), fresh, out);
}

// The call that maps what the pointer `e` has received. Where that is evaluated once only, `once` gets the declarations
// that hold what it consists of, and `target` the pointer in their words.
static bool map_of(rewriter *w, const prog_expr *e, map_text *map, text *once, text *target, text *out)
{
	receiver r;
	if (!receiver_of(w, e, &r)) return objects_of(w, e, map == rewrite_map_call, once, target, out);
	// Mapped where the shape is known, later (received_before_values).
	bool late = !r.mapping->row_levels && !r.mapping->path && e->kind == PROG_EXPR_VAR && !e->symbol->file_scope &&
	            e->range.file == w->file;
	if (late && late_values_place(w, r.mapping, e->range.begin) > e->range.begin) return false;
	if (late_members_place(w, r.mapping, e)) return false; // (rewrite_map_late)
	text object = {0}, index = {0};
	bool member = !r.vector && r.object && !rewrite_is_simple(r.object),
	     element = r.vector && r.index && !rewrite_is_simple(r.index);
	if (member) {
		text_add(once, "__auto_type hpcc_object = &(");
		rewrite_render(w, r.object, USE_ADDRESS, once);
		text_add(once, "); ");
		text_add(&object, "*hpcc_object");
		text_printf(target, "hpcc_object->%s", e->symbol->name);
	} else if (element) {
		text_add(once, "const long hpcc_at = ");
		rewrite_render(w, r.index, USE_READ, once);
		text_add(once, "; ");
		text_add(target, "(");
		rewrite_render(w, r.vector, USE_READ, target);
		text_add(target, ")[hpcc_at]");
	} else {
		rewrite_render(w, e, USE_ADDRESS, target);
	}
	if (!member) object_text(w, r.object, &object);
	if (element || !r.index)
		text_add(&index, element ? "hpcc_at" : "0");
	else
		rewrite_render(w, r.index, USE_READ, &index);
	bool made = map(w, r.mapping, text_get(target), text_get(&object), text_get(&index), out);
	text_free(&object);
	text_free(&index);
	return made;
}

void rewrite_map_late(rewriter *w, const prog_stmt *s)
{
	receiver r;
	const prog_expr *set = s->kind == PROG_STMT_EXPR ? s->expr : NULL;
	if (!set || set->kind != PROG_EXPR_ASSIGN || !receiver_of(w, set->arg[0], &r)) return;
	const unsigned place = late_members_place(w, r.mapping, set->arg[0]);
	if (!place) return;
	text t = {0}, target = {0}, object = {0};
	rewrite_render(w, set->arg[0], USE_ADDRESS, &target);
	object_text(w, r.object, &object);
	text_add(&t, " ");
	if (rewrite_map_part(w, r.mapping, text_get(&target), text_get(&object), "0", &t)) {
		text_add(&t, ";");
		rewrite_insert(w, place, ORDER_MAP, text_get(&t));
	}
	text_free(&t);
	text_free(&target);
	text_free(&object);
}

bool rewrite_map_received(rewriter *w, const prog_expr *e, text *once, text *target, text *out)
{
	return map_of(w, e, rewrite_map_call, once, target, out);
}

const prog_mapping *rewrite_receiving(rewriter *w, const prog_expr *e, text *object)
{
	receiver r;
	if (!receiver_of(w, e, &r) || r.vector || (r.object && !rewrite_is_simple(r.object))) return NULL;
	object_text(w, r.object, object);
	return r.mapping;
}

// What it leads to is mapped or nothing.
static bool is_settled(const prog_expr *e)
{
	e = prog_without_casts(e);
	bool named = e->kind == PROG_EXPR_VAR || e->kind == PROG_EXPR_MEMBER;
	return e->kind == PROG_EXPR_INT || (named && e->symbol && e->symbol->mapping);
}

// g = make(n) -> ({ g = make(n); <maps members of g, or of *g>; g; })
static bool receive_filled(rewriter *w, const prog_expr *e, text *out)
{
	const prog_type *t = e->arg[0]->type;
	bool pointer = t && t->kind == PROG_TYPE_POINTER, object = t && t->kind == PROG_TYPE_STRUCT;
	text maps = {0};
	bool any = filled_brings(e->arg[1]) && (pointer || object) && rewrite_is_simple(e->arg[0]) &&
	           filled_object(w, e->arg[0], pointer, e->range, &maps);
	if (any) {
		text target = {0};
		rewrite_render(w, e->arg[0], USE_ADDRESS, &target);
		text_printf(out, "({ %s = ", text_get(&target));
		rewrite_render(w, e->arg[1], USE_READ, out);
		text_printf(out, "; %s%s; })", text_get(&maps), text_get(&target));
		text_free(&target);
	}
	text_free(&maps);
	return any;
}

// The value that is assigned to a pointer with a mapping.
static void render_received(rewriter *w, const prog_expr *e, text *out)
{
	text object = {0};
	const prog_mapping *m = rewrite_receiving(w, e->arg[0], &object);
	if (m) {
		w->received = prog_without_casts(e->arg[1]);
		w->receiving = m;
		w->receiving_object = text_get(&object);
	}
	rewrite_render(w, e->arg[1], USE_READ, out);
	w->received = NULL;
	text_free(&object);
}

// p = malloc(n) -> (p = malloc(n), <map>, p); p = block + n likewise, where no mapping is known there yet.
static bool receive_by_assignment(rewriter *w, const prog_expr *e, text *out)
{
	if (e->kind != PROG_EXPR_ASSIGN || e->op != PROG_OP_NONE) return false;
	bool fresh = expr_holds(e->arg[1], EXPR_KIND(CALL));
	bool of_objects = objects_are_received(e->arg[0], e->arg[1]);
	if (!fresh && (w->task || w->inner || (is_settled(e->arg[1]) && !of_objects))) return false;
	if (prog_type_holds_parts(e->arg[0]->type ? e->arg[0]->type->element : NULL) && !of_objects) return false;
	if (receive_filled(w, e, out)) return true;
	text call = {0}, target = {0}, once = {0};
	bool made = map_of(w, e->arg[0], fresh ? rewrite_map_call : rewrite_map_part, &once, &target, &call);
	if (made) {
		text_printf(out, once.size ? "({ %s%s = " : "(%s%s = ", text_get(&once), text_get(&target));
		render_received(w, e, out);
		text_printf(out, once.size ? "; %s; %s; })" : ", %s, %s)", text_get(&call), text_get(&target));
	}
	text_free(&once);
	text_free(&target);
	text_free(&call);
	return made;
}

// (struct grid){n, malloc(n)} -> ({ __auto_type v = (struct grid){..}; <maps>; v; })
static bool receive_by_literal(rewriter *w, const prog_expr *e, use_mode mode, text *out)
{
	if (e->kind != PROG_EXPR_COMPOUND || mode != USE_READ || !expr_holds(e, EXPR_KIND(CALL))) return false;
	text maps = {0};
	bool any = rewrite_map_members(w, e->type, "hpcc_value", &maps);
	if (any) {
		text_add(out, "({ __auto_type hpcc_value = ");
		rewrite_render_parts(w, e, USE_READ, out);
		text_printf(out, "; %shpcc_value; })", text_get(&maps));
	}
	text_free(&maps);
	return any;
}

// An object's pointers to rows that are declared as an array: where they are is known when one of them is set.
// g->row[i]
static bool know_member_rows(rewriter *w, const prog_expr *row, text *out)
{
	while (row->kind == PROG_EXPR_INDEX || row->kind == PROG_EXPR_DEREF) row = row->arg[0];
	if (row->kind != PROG_EXPR_MEMBER || !row->n_args || row->type->kind != PROG_TYPE_ARRAY) return false;
	const prog_mapping *m = row->symbol->mapping;
	if (!m || !m->row_levels || m->path) return false;
	text base = {0}, object = {0}, call = {0};
	rewrite_render(w, row, USE_ADDRESS, &base);
	rewrite_render(w, row->arg[0], USE_ADDRESS, &object);
	bool made = rewrite_map_call(w, m, text_get(&base), text_get(&object), "", &call);
	if (made) text_printf(out, "%s; ", text_get(&call));
	text_free(&base);
	text_free(&object);
	text_free(&call);
	return made;
}

// The place of a pointer to a row, whose address is `place`, and what makes its vector known; false: it is none.
static bool place_of_row(rewriter *w, const prog_expr *row, text *known, text *place)
{
	if ((row->kind != PROG_EXPR_INDEX && row->kind != PROG_EXPR_DEREF) || !rewrite_is_simple(row)) return false;
	if (!row->type || row->type->kind != PROG_TYPE_POINTER || w->task) return false;
	receiver whole;
	if (receiver_of(w, row, &whole)) return false;
	// void **: the rows of any array.
	bool of_any = row->type->element->kind == PROG_TYPE_VOID && w->unit->n_mappings > 0;
	if (!of_any && !facts_may_be_mapped(w->g->facts, row->type->element)) return false;
	know_member_rows(w, row, known);
	rewrite_render(w, row, USE_ADDRESS, place);
	return true;
}

// a[i] = malloc(n) of a row -> ({ hpcc_row_begin(&a[i], ...); value = malloc(n); hpcc_row_end(); a[i] = value; })
static bool receive_row(rewriter *w, const prog_expr *e, text *out)
{
	if (e->kind != PROG_EXPR_ASSIGN || e->op != PROG_OP_NONE) return false;
	bool fresh = expr_holds(e->arg[1], EXPR_KIND(CALL));
	text place = {0}, known = {0}, maps = {0};
	bool made = place_of_row(w, e->arg[0], &known, &place) && (fresh || known.size);
	if (made && fresh) {
		text_printf(out,
		        "({ %shpcc_row_begin(&(%s), sizeof *(%s)); __typeof__(%s) hpcc_value = ", text_get(&known),
		        text_get(&place), text_get(&place), text_get(&place));
		rewrite_render(w, e->arg[1], USE_READ, out);
		text_printf(out, "; hpcc_row_end(); %s = hpcc_value; ", text_get(&place));
		if (by_address_map(w, e->arg[0], text_get(&place), &maps))
			text_printf(out, "%s%s; ", text_get(&maps), text_get(&place));
		text_add(out, "})");
	} else if (made) {
		text_printf(out, "({ %s%s = ", text_get(&known), text_get(&place));
		rewrite_render(w, e->arg[1], USE_READ, out);
		text_add(out, "; })");
	}
	text_free(&known);
	text_free(&place);
	text_free(&maps);
	return made;
}

// The a[i] that gets what the call allocates: make(&a[i], n), or by a variable.
static const prog_expr *row_of_call(rewriter *w, const prog_expr *e)
{
	for (int k = 1; k < e->n_args; k++) {
		const prog_expr *given = prog_without_casts(e->arg[k]);
		const prog_expr *row = given->kind == PROG_EXPR_ADDR ? given->arg[0] : NULL;
		if (row && row->type && row->type->kind == PROG_TYPE_POINTER && row->kind != PROG_EXPR_VAR) return row;
	}
	return row_place_of(w, e);
}

// row = malloc(n); a[i] = row; -> row = ({ hpcc_row_begin(&a[i], ...); value = malloc(n); hpcc_row_end(); value; }); ..
static bool receive_row_by_call(rewriter *w, const prog_expr *e, text *out)
{
	const prog_expr *row = e->kind == PROG_EXPR_CALL && !w->task ? row_of_call(w, e) : NULL;
	text place = {0}, known = {0};
	bool made = row && place_of_row(w, row, &known, &place);
	if (made) {
		bool has_value = e->type && e->type->kind != PROG_TYPE_VOID;
		text_printf(out, "({ %shpcc_row_begin(&(%s), sizeof *(%s)); %s", text_get(&known), text_get(&place),
		        text_get(&place), has_value ? "__auto_type hpcc_value = " : "");
		if (!awaited_call(w, e, out)) rewrite_render_parts(w, e, USE_READ, out);
		text_printf(out, "; hpcc_row_end(); %s})", has_value ? "hpcc_value; " : "");
	}
	text_free(&known);
	text_free(&place);
	return made;
}

// make(&p, n) -> ({ int v = make(&p, n); <map>; v; })
static bool receive_by_argument(rewriter *w, const prog_expr *e, text *out)
{
	if (e->kind != PROG_EXPR_CALL) return false;
	text maps = {0};
	for (int k = 1; k < e->n_args; k++) {
		const prog_expr *a = prog_without_casts(e->arg[k]);
		text call = {0}, once = {0}, target = {0};
		// A place with effects of its own cannot be named twice.
		if (a->kind == PROG_EXPR_ADDR && map_of(w, a->arg[0], rewrite_map_call, &once, &target, &call)) {
			text_printf(&maps, "%s; ", text_get(&call));
			if (once.size) diag_report(DIAG_not_translated, a->loc, a->text);
		} else {
			filled_object(w, a, true, e->range, &maps);
		}
		text_free(&once);
		text_free(&target);
		text_free(&call);
	}
	if (!maps.size) return false;
	bool has_value = e->type && e->type->kind != PROG_TYPE_VOID;
	text_add(out, has_value ? "({ __auto_type hpcc_value = " : "({ ");
	if (!awaited_call(w, e, out)) rewrite_render_parts(w, e, USE_READ, out);
	text_printf(out, "; %s%s})", text_get(&maps), has_value ? "hpcc_value; " : "");
	text_free(&maps);
	return true;
}

// strlen(p) -> ({ int m = hpcc_whole_begin(); __auto_type v = strlen(hpcc_whole(p, ...)); hpcc_whole_end(m); v; })
static bool library_call(rewriter *w, const prog_expr *e, text *out)
{
	library_use use = e->kind == PROG_EXPR_CALL ? library_use_of(w, e) : USES_NONE;
	if (use == USES_NONE) return false;
	bool has_value = e->type && e->type->kind != PROG_TYPE_VOID;
	const prog_symbol *callee = prog_callee(e);
	bool foreign = callee && callee->is_pure && !library_knows(callee->name);
	text_add(out, "({ ");
	if (foreign) text_printf(out, "extern const char hpcc_translated_%s __attribute__((__weak__)); ", callee->name);
	text_printf(out, "const int hpcc_mark = hpcc_whole_begin(); %s", has_value ? "__auto_type hpcc_value = " : "");
	rewrite_render(w, e->arg[0], USE_READ, out);
	text_add(out, "(");
	for (int k = 1; k < e->n_args; k++) {
		const prog_expr *a = e->arg[k];
		text_add(out, k > 1 ? ", " : "");
		if (!may_lead_to_mapped(w, a)) {
			rewrite_render(w, a, USE_READ, out);
			continue;
		}
		const prog_type *type = prog_without_casts(a)->type;
		bool objects = facts_leads_to_object(a);
		bool one = use == USES_ELEMENT && type->element && type->element->size != 1;
		if (foreign) text_printf(out, "&hpcc_translated_%s ? (void *)", callee->name);
		if (foreign) rewrite_render(w, a, USE_READ, out);
		text_add(out, foreign ? " : hpcc_whole(" : "hpcc_whole(");
		rewrite_render(w, a, USE_READ, out);
		if (objects)
			text_printf(out, ", %ld, %d)", type->element ? type->element->size : 0L, !type->is_const);
		else if (one)
			text_printf(out, ", %ld, %d)", type->element->size, !type->is_const);
		else
			text_printf(out, ", 0, %d)", !type->is_const);
	}
	text_printf(out, "); hpcc_whole_end(hpcc_mark); %s})", has_value ? "hpcc_value; " : "");
	return true;
}

bool rewrite_is_element(const rewriter *w, const prog_expr *e)
{
	if (e->kind != PROG_EXPR_INDEX && e->kind != PROG_EXPR_DEREF && e->kind != PROG_EXPR_MEMBER) return false;
	if (!e->type || e->type->kind == PROG_TYPE_ARRAY || e->type->kind == PROG_TYPE_FUNCTION) return false;
	element_ref ref;
	const prog_expr *whole = element_of(e);
	return element_ref_of(whole, &ref) && ref.type->kind != PROG_TYPE_ARRAY &&
	       facts_ref_may_be_mapped(w->g->facts, &ref);
}

bool rewrite_may_be_elsewhere(const rewriter *w, const prog_expr *e)
{
	if (rewrite_is_element(w, e)) return true;
	return e->kind == PROG_EXPR_CALL && (memory_function(w, e) || library_use_of(w, e) != USES_NONE);
}

static bool any_spreads(int n, const prog_mapping *const *list)
{
	for (int k = 0; k < n; k++)
		if (mapping_spreads(list[k])) return true;
	return false;
}

// Whether the element is of memory that is seen to be split: by the mapping of what it is named by, or, in `unseen`, by
// that of some memory which a pointer without one is seen to get.
static bool is_of_split_memory(const rewriter *w, const prog_expr *element, const prog_symbol **unseen)
{
	const prog_mapping *list[FACTS_MAPPINGS];
	element_ref ref, rows;
	*unseen = NULL;
	if (!element_ref_of(element, &ref)) return false;
	bool by_rows = element_ref_of_rows(element, &rows);
	const prog_symbol *s = by_rows ? rows.base->symbol : ref.base->symbol;
	if (!s) return false;
	if (s->mapping) return mapping_spreads(s->mapping);
	int n = by_rows ? facts_element_mappings(w->g->facts, s, list) : 0;
	if (n == 0) n = facts_expected_mappings(w->g->facts, s, list);
	*unseen = s;
	return any_spreads(n, list);
}

// Expressions are looked at more than once on their way.
static void note_element(rewriter *w, const prog_expr *e, use_mode mode)
{
	const prog_symbol *unseen;
	if (!remarks_are_wanted() || !is_of_split_memory(w, element_of(e), &unseen)) return;
	for (int k = w->n_elements; k-- > 0;)
		if (w->elements[k].expr == e) return;
	if (w->n_elements == w->room_elements) {
		w->room_elements = w->room_elements ? 2 * w->room_elements : 32;
		element_note *grown = prog_alloc(w->unit, sizeof *grown * (size_t)w->room_elements);
		if (w->n_elements) memcpy(grown, w->elements, sizeof *grown * (size_t)w->n_elements);
		w->elements = grown;
	}
	w->elements[w->n_elements++] = (element_note){e, mode, w->store, unseen, w->function ? w->function : ""};
}

static bool element_access(rewriter *w, const prog_expr *e, use_mode mode, text *out)
{
	static const char *const macro[] = {[USE_READ] = "HPCC_READ",
	        [USE_WRITE] = "HPCC_WRITE",
	        [USE_UPDATE] = "HPCC_UPDATE",
	        [USE_EXCHANGE] = "HPCC_EXCHANGE"};
	if (w->task || w->inner || w->as_source || mode == USE_ADDRESS || mode == USE_CALL || !rewrite_is_element(w, e))
		return false;
	note_element(w, e, mode);
	if (e->kind == PROG_EXPR_MEMBER && e->symbol->is_bit_field) {
		// It has no address: what holds it is taken as a whole.
		text_printf(out, "%s(", macro[mode == USE_READ ? USE_READ : USE_EXCHANGE]);
		rewrite_render(w, e->arg[0], USE_ADDRESS, out);
		text_printf(out, ").%s", e->symbol->name);
		return true;
	}
	text lvalue = {0};
	rewrite_render_parts(w, e, USE_ADDRESS, &lvalue);
	if (!check_element(w, e, mode, text_get(&lvalue), out))
		text_printf(out, "%s(%s)", macro[mode], text_get(&lvalue));
	text_free(&lvalue);
	return true;
}

static bool converted_name(const rewriter *w, const prog_expr *e, text *out)
{
	if (e->kind != PROG_EXPR_VAR || !rewrite_is_converted(e->symbol)) return false;
	if (w->as_source && rewrite_declared_name(w, e->symbol, out)) return true;
	if (w->task) {
		// The nest's own pointer to rows shadows the name.
		for (int k = 0; k < w->task->n_args; k++)
			if (w->task->nest->objects[w->task->args[k].object].symbol == e->symbol) return false;
	}
	text_printf(out, "(*%s)", rewrite_pointer_name((rewriter *)w, e->symbol));
	return true;
}

// dist_owner(a, i) in a nest: its own pointers do not lead to the array's descriptor.
static bool inquiry_call(rewriter *w, const prog_expr *e, text *out)
{
	if (!w->task || e->kind != PROG_EXPR_CALL || e->n_args < 2 || library_inquiry(prog_callee(e)) == INQUIRY_NONE)
		return false;
	const prog_expr *a = prog_without_casts(e->arg[1]);
	for (int k = 0; k < w->task->n_args; k++) {
		const nest_object *o = &w->task->nest->objects[w->task->args[k].object];
		if (a->kind != PROG_EXPR_VAR || o->base->kind != PROG_EXPR_VAR || o->symbol != a->symbol) continue;
		text_printf(out, "(%s)(hpcc_base[%d]", prog_callee(e)->name, k);
		for (int j = 2; j < e->n_args; j++) {
			text_add(out, ", ");
			rewrite_render(w, e->arg[j], USE_READ, out);
		}
		text_add(out, ")");
		return true;
	}
	return false;
}

// In nests, and in functions that they call, functions that are looked into have versions of their own.
static bool inner_name(rewriter *w, const prog_expr *e, text *out)
{
	if ((!w->inner && !w->task) || e->kind != PROG_EXPR_VAR || e->symbol->kind != PROG_SYMBOL_FUNCTION ||
	        !inner_exists(w, e->symbol))
		return false;
	text_printf(out, "hpcc_inner_%s", e->symbol->name);
	return true;
}

// Where nothing is elsewhere the functions that are called need not ask, either.
static bool source_name(rewriter *w, const prog_expr *e, use_mode mode, text *out)
{
	if (mode != USE_CALL || !w->as_source || !source_is_known(w, e->symbol)) return false;
	text_printf(out, "hpcc_source_%s", e->symbol->name);
	return true;
}

static bool may_run_nests(const prog_expr *e, void *user)
{
	const rewriter *w = user;
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	if (e->kind != PROG_EXPR_CALL) return false;
	return !callee || (callee->function && !facts_is_pure(w->g->facts, e));
}

// a[i] = f(), of structs: clang finds the place of the element before it calls the function, which may change the
// mapping. The value comes first.
static bool value_first(rewriter *w, const prog_expr *e, text *out)
{
	if (w->task || w->inner || w->as_source || e->kind != PROG_EXPR_ASSIGN || e->op != PROG_OP_NONE) return false;
	const prog_type *type = e->arg[0]->type;
	if (!type || type->kind != PROG_TYPE_STRUCT || !rewrite_is_element(w, e->arg[0])) return false;
	if (!walk_any(e->arg[1], may_run_nests, w)) return false;
	text_add(out, "({ const __auto_type hpcc_value = ");
	rewrite_render(w, e->arg[1], USE_READ, out);
	text_add(out, "; ");
	rewrite_render(w, e->arg[0], USE_WRITE, out);
	text_add(out, " = hpcc_value; })");
	return true;
}

// The whole replacement of `e`, if it is one that changes itself (not only its parts).
static bool replacement(rewriter *w, const prog_expr *e, use_mode mode, text *out)
{
	if (converted_name(w, e, out) || inner_name(w, e, out) || source_name(w, e, mode, out)) return true;
	if (objects_whole(w, e, mode, out)) return true;
	if (check_pure(w, e, out)) return true;
	if (w->task && rewrite_access(w, e, out)) return true;
	if (element_access(w, e, mode, out) || rewrite_store(w, e, mode, out)) return true;
	if (value_first(w, e, out)) return true;
	if (rewrite_volatile(w, e, mode, out)) return true;
	if (objects_landing(w, e, out)) return true;
	if (inquiry_call(w, e, out) || rewrite_serial_call(w, e, out) || rewrite_local_call(w, e, out)) return true;
	if (receive_row(w, e, out) || receive_by_literal(w, e, mode, out)) return true;
	if (receive_by_assignment(w, e, out) || receive_by_argument(w, e, out)) return true;
	if (receive_row_by_call(w, e, out) || awaited_call(w, e, out)) return true;
	if (library_call(w, e, out)) return true;
	const char *name = e->kind == PROG_EXPR_CALL ? memory_function(w, e) : NULL;
	if (!name) return false;
	text_printf(out, "hpcc_%s(", name);
	for (int k = 1; k < e->n_args; k++) {
		if (k > 1) text_add(out, ", ");
		rewrite_render(w, e->arg[k], USE_READ, out);
	}
	text_add(out, ")");
	return true;
}

// ---- walking ----------------------------------------------------------------------------------

// How the parts of an expression are used, given how it is used itself.
static use_mode part_mode(const prog_expr *e, int k, use_mode mode)
{
	if (e->kind == PROG_EXPR_ASSIGN && k == 0) {
		if (e->op == PROG_OP_NONE) return USE_WRITE;
		return mode == USE_UPDATE ? USE_UPDATE : USE_EXCHANGE;
	}
	if (e->kind == PROG_EXPR_INCDEC) return mode == USE_UPDATE ? USE_UPDATE : USE_EXCHANGE;
	if (e->kind == PROG_EXPR_ADDR) return USE_ADDRESS;
	if (e->kind == PROG_EXPR_CALL && k == 0 && e->arg[0]->kind == PROG_EXPR_VAR &&
	        e->arg[0]->symbol->kind == PROG_SYMBOL_FUNCTION)
		return USE_CALL;
	// The value of what stands before a comma is not used.
	bool sets = e->arg[k] && (e->arg[k]->kind == PROG_EXPR_ASSIGN || e->arg[k]->kind == PROG_EXPR_INCDEC ||
	                                 prog_is_comma(e->arg[k]));
	if (prog_is_comma(e) && sets && (k == 0 || mode == USE_UPDATE)) return USE_UPDATE;
	// a[i].x: the lvalue below is only named; a pointer that is an element itself is read.
	if (k == 0 && (e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_MEMBER))
		return e->arg[0] && e->arg[0]->type && e->arg[0]->type->kind == PROG_TYPE_POINTER ? USE_READ
		                                                                                  : USE_ADDRESS;
	return USE_READ;
}

static bool changes(rewriter *w, const prog_expr *e, use_mode mode);

static bool changes_in_stmt(rewriter *w, const prog_stmt *s)
{
	if (!s) return false;
	for (int k = 0; k < s->n_symbols; k++)
		if (changes(w, s->inits[k], USE_READ)) return true;
	for (int k = 0; k < s->n_children; k++)
		if (changes_in_stmt(w, s->child[k])) return true;
	return changes(w, s->expr, s->gives_value ? USE_READ : USE_UPDATE) || changes(w, s->cond, USE_READ) ||
	       changes(w, s->step, USE_UPDATE) || changes_in_stmt(w, s->init) || changes_in_stmt(w, s->body) ||
	       changes_in_stmt(w, s->otherwise);
}

static bool changes(rewriter *w, const prog_expr *e, use_mode mode)
{
	// What it measures is no part of the program.
	if (!e || e->kind == PROG_EXPR_SIZEOF) return false;
	if (e->body && changes_in_stmt(w, e->body)) return true;
	text t = {0};
	bool changed = replacement(w, e, mode, &t);
	text_free(&t);
	for (int k = 0; k < e->n_args && !changed; k++) changed = changes(w, e->arg[k], part_mode(e, k, mode));
	return changed;
}

// The text of a statement expression with what changes in it. A loop in it may become a nest, which has one text only.
static bool block_in_expression(rewriter *w, const prog_expr *e, text *out)
{
	if (!e->body || !rewrite_in_main(w, e->range) || stmt_has_loop(e->body)) return false;
	edits around = w->edits;
	w->edits = (edits){0};
	rewrite_stmt(w, e->body);
	bool applied = edits_apply(&w->edits, w->source, e->range.begin, e->range.end, out);
	edits_free(&w->edits);
	w->edits = around;
	return applied;
}

static void render_list(rewriter *w, const prog_expr *e, int from, text *out)
{
	for (int k = from; k < e->n_args; k++) {
		if (k > from) text_add(out, ", ");
		rewrite_render(w, e->arg[k], part_mode(e, k, USE_READ), out);
	}
}

static void part(rewriter *w, const prog_expr *e, int k, use_mode mode, text *out)
{
	text_add(out, "(");
	rewrite_render(w, e->arg[k], part_mode(e, k, mode), out);
	text_add(out, ")");
}

// The expression printed from its parts, because one of them changes.
void rewrite_render_parts(rewriter *w, const prog_expr *e, use_mode mode, text *out)
{
	bool changed = e->body && changes_in_stmt(w, e->body);
	for (int k = 0; k < e->n_args && e->kind != PROG_EXPR_SIZEOF; k++)
		changed |= changes(w, e->arg[k], part_mode(e, k, mode));
	// The * of x->f is not in the text.
	if (!changed && !rewrite_is_arrow(w, e)) {
		if (rewrite_in_main(w, e->range))
			rewrite_source(w, e->range, out);
		else
			rewrite_expanded(w, e->text, out);
		return;
	}
	switch (e->kind) {
	case PROG_EXPR_MEMBER: {
		text object = {0};
		part(w, e, 0, mode, &object);
		// A value has no address.
		if (e->symbol->is_macro && expr_value_of_part(e))
			text_printf(out, "%s.%s", text_get(&object), e->symbol->name);
		else
			rewrite_member(text_get(&object), e->symbol, out);
		text_free(&object);
		break;
	}
	case PROG_EXPR_INDEX:
		if (e->arg[0]->kind == PROG_EXPR_INDEX || e->arg[0]->kind == PROG_EXPR_VAR)
			rewrite_render(w, e->arg[0], part_mode(e, 0, mode), out);
		else
			part(w, e, 0, mode, out);
		text_add(out, "[");
		rewrite_render(w, e->arg[1], USE_READ, out);
		text_add(out, "]");
		break;
	case PROG_EXPR_DEREF:
		text_add(out, "*");
		part(w, e, 0, mode, out);
		break;
	case PROG_EXPR_ADDR:
		text_add(out, "&");
		part(w, e, 0, mode, out);
		break;
	case PROG_EXPR_UNARY:
		text_add(out, prog_operator(e->op));
		part(w, e, 0, mode, out);
		break;
	case PROG_EXPR_BINARY:
	case PROG_EXPR_ASSIGN:
		part(w, e, 0, mode, out);
		text_printf(out, " %s%s ", prog_operator(e->op), e->kind == PROG_EXPR_ASSIGN ? "=" : "");
		part(w, e, 1, mode, out);
		break;
	case PROG_EXPR_INCDEC: {
		const char *op = e->op == PROG_OP_ADD ? "++" : "--";
		if (!e->is_postfix) text_add(out, op);
		part(w, e, 0, mode, out);
		if (e->is_postfix) text_add(out, op);
		break;
	}
	case PROG_EXPR_COND:
		part(w, e, 0, mode, out);
		text_add(out, " ? ");
		if (e->arg[1]) part(w, e, 1, mode, out);
		text_add(out, " : ");
		part(w, e, 2, mode, out);
		break;
	case PROG_EXPR_CALL:
		part(w, e, 0, mode, out);
		text_add(out, "(");
		render_list(w, e, 1, out);
		text_add(out, ")");
		break;
	case PROG_EXPR_CAST:
		if (!e->is_implicit) text_printf(out, "(%s)", e->type->text);
		part(w, e, 0, mode, out);
		break;
	case PROG_EXPR_COMPOUND:
		text_printf(out, "(%s)", e->type->text);
		rewrite_render(w, e->arg[0], USE_READ, out);
		break;
	case PROG_EXPR_INIT:
		if (e->has_gaps) diag_report(DIAG_not_translated, e->loc, e->text);
		text_add(out, "{");
		render_list(w, e, 0, out);
		text_add(out, "}");
		break;
	default:
		if (block_in_expression(w, e, out)) break;
		diag_report(DIAG_not_translated, e->loc, e->text);
		text_add(out, e->text);
	}
}

void rewrite_render(rewriter *w, const prog_expr *e, use_mode mode, text *out)
{
	const bool comma = prog_is_comma(e); // it may stand among arguments now
	if (comma) text_add(out, "(");
	if (!replacement(w, e, mode, out)) rewrite_render_parts(w, e, mode, out);
	if (comma) text_add(out, ")");
}

// ---- applying ---------------------------------------------------------------------------------

// Whether all that changes below `e` can be replaced where it stands.
static bool in_place(rewriter *w, const prog_expr *e, use_mode mode)
{
	if (!e || !changes(w, e, mode)) return true;
	if (e->body) return rewrite_in_main(w, e->body->range);
	text t = {0};
	bool whole = replacement(w, e, mode, &t);
	text_free(&t);
	if (whole) return rewrite_in_main(w, e->range);
	for (int k = 0; k < e->n_args; k++)
		if (!in_place(w, e->arg[k], part_mode(e, k, mode))) return false;
	return true;
}

static void replace_whole(rewriter *w, const prog_expr *e, prog_range r, use_mode mode)
{
	text t = {0}, wrapped = {0};
	rewrite_render(w, e, mode, &t);
	bool bare = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_CALL || e->kind == PROG_EXPR_INDEX ||
	            e->kind == PROG_EXPR_VAR || e->kind == PROG_EXPR_INIT;
	// The -> behind p stays.
	text_printf(&wrapped, rewrite_is_arrow(w, e) ? "(&%s)" : bare ? "%s" : "(%s)", text_get(&t));
	edits_replace(&w->edits, r.begin, r.end, text_get(&wrapped), 0);
	text_free(&wrapped);
	text_free(&t);
}

static bool apply(rewriter *w, const prog_expr *e, use_mode mode)
{
	if (!e || !changes(w, e, mode)) return true;
	if (e->body) {
		// A statement expression: its statements change where they stand.
		if (!rewrite_in_main(w, e->body->range)) return false;
		rewrite_stmt(w, e->body);
		return true;
	}
	text t = {0};
	bool whole = replacement(w, e, mode, &t);
	text_free(&t);
	if (!whole && in_place(w, e, mode)) {
		for (int k = 0; k < e->n_args; k++) apply(w, e->arg[k], part_mode(e, k, mode));
		return true;
	}
	if (rewrite_in_main(w, e->range)) return replace_whole(w, e, e->range, mode), true;
	return false;
}

// ---- calls ------------------------------------------------------------------------------------

static bool names_mapped(const rewriter *w, const prog_expr *e)
{
	element_ref ref;
	e = prog_without_casts(e);
	if (e->kind == PROG_EXPR_ADDR) e = e->arg[0];
	const prog_expr *base = element_ref_of(element_of(e), &ref) ? ref.base : e;
	if ((base->symbol && base->symbol->partly) || facts_leads_to_object(e)) return true;
	if (base->symbol && facts_is_lent(w->g->facts, base->symbol)) return true;
	bool pointer = base->type && (base->type->kind == PROG_TYPE_POINTER || base->type->kind == PROG_TYPE_ARRAY);
	if (!pointer || (base->kind != PROG_EXPR_VAR && base->kind != PROG_EXPR_MEMBER) || !base->symbol ||
	        !base->symbol->mapping)
		return false;
	// An element handed over by value is no pointer to it.
	return base->symbol->mapping->how != PROG_MAP_NONE;
}

static bool hands_over_mapped(const rewriter *w, const prog_expr *a)
{
	const prog_expr *e = prog_without_casts(a);
	bool pointer = e->type && (e->type->kind == PROG_TYPE_POINTER || e->type->kind == PROG_TYPE_ARRAY);
	return pointer && names_mapped(w, e);
}

// Characters, and objects that may be single ones.
static bool is_characters(const prog_expr *a)
{
	const prog_type *type = prog_without_casts(a)->type;
	while (type->kind == PROG_TYPE_POINTER || type->kind == PROG_TYPE_ARRAY) type = type->element;
	return type->size == 1 || type->kind == PROG_TYPE_STRUCT;
}

// A reference that the link resolves only if the function's file was compiled as it has to be.
static void require_translated(rewriter *w, const char *function, const char *what)
{
	char marker[256];
	snprintf(marker, sizeof marker, "hpcc_use_%s_%s =", what, function);
	if (strstr(text_get(&w->markers), marker)) return;
	text_printf(&w->markers,
	        "extern const char hpcc_%s_%s;\nstatic const char *const hpcc_use_%s_%s = &hpcc_%s_%s;\n"
	        "__attribute__((__used__)) static const char *hpcc_using_%s_%s(void) { return hpcc_use_%s_%s; }\n",
	        what, function, what, function, what, function, what, function, what, function);
}

// Whoever gets mapped memory must know what that is: functions of files compiled with -fdist do, which the link checks,
// and those of the C library that the runtime stands in for. Characters may be mapped only in files that say so.
static void check_call(rewriter *w, const prog_expr *e)
{
	const prog_expr *callee = callee_of(e);
	if (callee->kind != PROG_EXPR_VAR || callee->symbol->kind != PROG_SYMBOL_FUNCTION || callee->symbol->function)
		return;
	const char *name = callee->symbol->name;
	const prog_symbol *s = callee->symbol;
	if (library_inquiry(s) != INQUIRY_NONE || s->is_serial || s->is_local || s->is_pure) return;
	for (int k = 1; k < e->n_args; k++) {
		if (!hands_over_mapped(w, e->arg[k])) continue;
		bool library = callee->symbol->in_system_header || !strncmp(name, "__builtin_", 10);
		const bool in_nest = w->task && (library_sets_numbers(name) || library_steps_state(name) ||
		                                        library_only_computes_or(name, false));
		if (library && !in_nest && !library_takes_mapped(name) && library_use_of(w, e) == USES_NONE)
			diag_report(DIAG_mapped_argument, e->loc, name);
		const char *what = facts_leads_to_object(e->arg[k]) ? "takes_objects"
		                   : is_characters(e->arg[k])       ? "takes_characters"
		                                                    : "translated";
		if (!library) require_translated(w, name, what);
		return;
	}
}

// What no translation makes right.
static bool refuse_call(const rewriter *w, const prog_expr *e)
{
	const prog_expr *callee = callee_of(e);
	if (callee->kind != PROG_EXPR_VAR || callee->symbol->kind != PROG_SYMBOL_FUNCTION || callee->symbol->function)
		return false;
	const char *name = callee->symbol->name;
	bool starts_thread = w->unit->n_mappings && (!strcmp(name, "pthread_create") || !strcmp(name, "thrd_create")),
	     is_mpi = !strncmp(name, "MPI_", 4);
	if (starts_thread) diag_report(DIAG_own_threads, e->loc, name);
	if (is_mpi) diag_report(DIAG_own_mpi, e->loc, name);
	return starts_thread || is_mpi;
}

static bool is_mapped(const prog_expr *e, void *user)
{
	const rewriter *w = user;
	element_ref ref;
	if (e->kind == PROG_EXPR_VAR && e->symbol->mapping && e->symbol->mapping->how != PROG_MAP_NONE) return true;
	return element_ref_of(e, &ref) && facts_ref_may_be_mapped(w->g->facts, &ref);
}

// The statements of a statement expression that changes are checked where they are written anew.
static walk_next check_calls(const prog_expr *e, walk_use use, void *user)
{
	(void)use;
	rewriter *w = user;
	if (e->kind == PROG_EXPR_CALL && !refuse_call(w, e)) check_call(w, e);
	if (e->kind == PROG_EXPR_OPAQUE && !strcmp(e->text, "asm") && walk_any(e, is_mapped, w))
		diag_report(DIAG_mapped_in_asm, e->loc);
	return e->body && changes_in_stmt(w, e->body) ? WALK_SKIP : WALK_ON;
}

void rewrite_expr(rewriter *w, const prog_expr *e, use_mode mode)
{
	static const walker calls = {.expr = check_calls};
	if (!w->as_source) walk_expr(e, &calls, w);
	if (!apply(w, e, mode)) diag_report(DIAG_in_macro, e->loc, e->text);
}
