// SPDX-License-Identifier: Apache-2.0
//
// A variable holds the row until its vector gets it,
//
//     if (posix_memalign((void **)&row, 64, n)) return NULL;
//     u[i] = row;
//
// It is looked for in the block in which the row is allocated. A row that is put beside those of another vector does no
// harm: where pointers lead to is seen when the program runs. But the place u[i] is computed before the row is
// allocated, so what it is computed from must be there by then.
#include "row_places.h"

#include "../analysis/model/model.h"

typedef struct row_note {
	const prog_expr *call, *place;
} row_note;

typedef struct row_notes {
	prog_unit *unit;
	row_note *note;
	int n, room;
} row_notes;

// A statement that allocates, and those behind it in its block.
typedef struct search {
	row_notes *notes;
	prog_stmt *const *rest; // rest[0] allocates
	int n_rest;
	const prog_symbol *row;
} search;

// ---- the place ---------------------------------------------------------------------------------

static bool is_array(const prog_expr *e) { return e->type && e->type->kind == PROG_TYPE_ARRAY; }

static int followed_for_value(const prog_expr *e);

// Pointers that are followed to compute an lvalue's address.
static int followed_for_address(const prog_expr *e)
{
	if (e->kind == PROG_EXPR_MEMBER && e->n_args) return followed_for_address(e->arg[0]);
	if (e->kind == PROG_EXPR_DEREF) return followed_for_value(e->arg[0]);
	return e->kind == PROG_EXPR_INDEX ? followed_for_value(e->arg[0]) + followed_for_value(e->arg[1]) : 0;
}

static bool is_in_variable(const prog_expr *e)
{
	while (e->kind == PROG_EXPR_MEMBER && e->n_args) e = e->arg[0];
	return e->kind == PROG_EXPR_VAR;
}

static int followed_for_value(const prog_expr *e)
{
	if (e->kind == PROG_EXPR_ADDR || is_array(e)) return followed_for_address(is_array(e) ? e : e->arg[0]);
	if (e->kind == PROG_EXPR_MEMBER || e->kind == PROG_EXPR_DEREF || e->kind == PROG_EXPR_INDEX)
		return followed_for_address(e) + !is_in_variable(e);
	int n = 0;
	for (int k = 0; k < e->n_args; k++) n += followed_for_value(e->arg[k]);
	return n;
}

// What is asked of a statement and each variable that is named in a place.
typedef struct question {
	const prog_stmt *stmt;
	bool (*how)(const prog_stmt *, const prog_symbol *);
} question;

static bool holds_for(const prog_expr *e, void *user)
{
	const question *q = user;
	return e->kind == PROG_EXPR_VAR && q->how(q->stmt, e->symbol);
}

static bool mentions_any(
        const prog_stmt *s, const prog_expr *place, bool (*how)(const prog_stmt *, const prog_symbol *))
{
	return walk_any(place, holds_for, &(question){s, how});
}

static bool is_known_elsewhere(const prog_expr *e, void *unused)
{
	(void)unused;
	return e->kind == PROG_EXPR_VAR && (e->symbol->file_scope || e->symbol->is_static || e->symbol->address_taken);
}

// Whether the address is there in front of rest[0], as it is in rest[n]. `within`: the assignment is deeper in that.
static bool is_there(const search *s, const prog_expr *place, int n, bool within)
{
	for (int k = 0; k <= n; k++)
		if (mentions_any(s->rest[k], place, prog_sets)) return false;
	int followed = followed_for_address(place);
	if (followed == 0) return true;
	// What leads to it may be looked at in between, or made: if (!g) return; g->u[i] = row
	for (int k = 0; k < n; k++)
		if (mentions_any(s->rest[k], place, stmt_names)) return false;
	return followed == 1 && !within && n > 0 && !walk_any(place, is_known_elsewhere, NULL);
}

static bool is_place(const prog_expr *e)
{
	return (e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF) && e->type &&
	       e->type->kind == PROG_TYPE_POINTER && rewrite_is_simple(e);
}

// u[i] = row
static const prog_expr *place_in(const prog_stmt *st, const prog_symbol *row)
{
	const prog_expr *e = st->kind == PROG_STMT_EXPR ? st->expr : NULL;
	if (!e || e->kind != PROG_EXPR_ASSIGN || e->op != PROG_OP_NONE || !is_place(e->arg[0])) return NULL;
	const prog_expr *value = prog_without_casts(e->arg[1]);
	return value->kind == PROG_EXPR_VAR && value->symbol == row ? e->arg[0] : NULL;
}

typedef struct place_search {
	const prog_symbol *row;
	const prog_expr *place;
} place_search;

static bool has_place(const prog_stmt *st, void *user)
{
	place_search *q = user;
	return (q->place = place_in(st, q->row)) != NULL;
}

static const prog_expr *place_below(const prog_stmt *st, const prog_symbol *row)
{
	place_search q = {row, NULL};
	walk_any_stmt(st, has_place, &q);
	return q.place;
}

static const prog_expr *find_place(const search *s)
{
	for (int k = 0; k < s->n_rest; k++) {
		const prog_stmt *st = s->rest[k];
		const prog_expr *place = place_below(st, s->row);
		if (place) return is_there(s, place, k, !place_in(st, s->row)) ? place : NULL;
		if (k > 0 && prog_sets(st, s->row)) return NULL;
	}
	return NULL;
}

// ---- the call ----------------------------------------------------------------------------------

static void note(search *s, const prog_expr *call, const prog_symbol *row)
{
	bool variable = row->kind == PROG_SYMBOL_VARIABLE && !row->file_scope && !row->is_static && !row->mapping;
	if (!variable || row->type->kind != PROG_TYPE_POINTER) return;
	s->row = row;
	const prog_expr *place = find_place(s);
	if (!place) return;
	row_notes *n = s->notes;
	n->note = prog_grow(n->unit, n->note, n->n, &n->room, sizeof *n->note);
	n->note[n->n++] = (row_note){call, place};
}

// row = malloc(n), make(&row, n)
static bool look_into(const prog_expr *e, void *user)
{
	search *s = user;
	const prog_expr *value =
	        e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE ? prog_without_casts(e->arg[1]) : e;
	if (value != e && e->arg[0]->kind == PROG_EXPR_VAR && value->kind == PROG_EXPR_CALL)
		note(s, value, e->arg[0]->symbol);
	for (int k = 1; e->kind == PROG_EXPR_CALL && k < e->n_args; k++) {
		const prog_expr *given = prog_without_casts(e->arg[k]);
		if (given->kind == PROG_EXPR_ADDR && given->arg[0]->kind == PROG_EXPR_VAR)
			note(s, e, given->arg[0]->symbol);
	}
	return false;
}

static bool find_in(const prog_stmt *st, void *notes)
{
	for (int k = 0; k < st->n_children; k++) {
		const prog_stmt *c = st->child[k];
		search s = {.notes = notes, .rest = st->child + k, .n_rest = st->n_children - k};
		bool once = c->kind == PROG_STMT_EXPR || c->kind == PROG_STMT_IF;
		if (once) walk_any(c->kind == PROG_STMT_IF ? c->cond : c->expr, look_into, &s);
		for (int j = 0; c->kind == PROG_STMT_DECL && j < c->n_symbols; j++) {
			const prog_expr *value = c->inits[j] ? prog_without_casts(c->inits[j]) : NULL;
			if (value && value->kind == PROG_EXPR_CALL) note(&s, value, c->symbols[j]);
			walk_any(c->inits[j], look_into, &s);
		}
	}
	return false;
}

const prog_expr *row_place_of(rewriter *w, const prog_expr *call)
{
	row_notes *notes = w->row_places;
	if (!notes) {
		w->row_places = notes = prog_alloc(w->unit, sizeof *notes);
		notes->unit = w->unit;
		for (int k = 0; k < w->unit->n_symbols; k++)
			if (w->unit->symbols[k]->function)
				walk_any_stmt(w->unit->symbols[k]->function->body, find_in, notes);
	}
	for (int k = 0; k < notes->n; k++)
		if (notes->note[k].call == call) return notes->note[k].place;
	return NULL;
}
