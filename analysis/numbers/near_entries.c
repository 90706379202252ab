// SPDX-License-Identifier: Apache-2.0
#include "near_entries.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../unit/unit.h"
#include "affine.h"
#include "affine_text.h"
#include "poly.h"

#include <isl/printer.h>

#include <stdlib.h>
#include <string.h>

// ---- which entries --------------------------------------------------------------------------------

// The table: an array of integers that every process has, and that the nest does not set.
static const prog_expr *table_of(const builder *b, const prog_expr *e)
{
	element_ref ref;
	if (e->kind != PROG_EXPR_INDEX || !e->type || e->type->kind != PROG_TYPE_INT || e->type->is_volatile)
		return NULL;
	if (!element_ref_of(e, &ref) || ref.n_subs != 1 || !ref.sub[0] || ref.row_levels) return NULL;
	const prog_expr *base = ref.base;
	bool named = (base->kind == PROG_EXPR_VAR || base->kind == PROG_EXPR_MEMBER) && base->symbol;
	if (!named || base->symbol->mapping || !expr_is_invariant(b, base)) return NULL;
	if (facts_ref_may_be_mapped(b->facts, &ref) && !facts_expects_plain(b->facts, &ref)) return NULL;
	return expr_integers_stay(b, base) ? base : NULL;
}

static bool comes_to_end(const prog_expr *e, void *user)
{
	(void)user;
	return e->asserts || ends_call(e);
}

// Whether iterations may not come, whose entries need not be there then.
static bool may_end_early(const prog_stmt *root)
{
	return stmt_may_leave(root) || walk_any_in(root, comes_to_end, NULL);
}

// Where the nest is entered the same name must mean the table, and all entries that are asked for must be there.
static bool can_be_asked(const builder *b, const prog_expr *table)
{
	if (b->calls || b->call || b->may || b->unsure || may_end_early(b->n->root)) return false;
	if (inline_hides(b->n->root->function, table)) return false;
	return table->kind != PROG_EXPR_VAR || !prog_declares(b->n->root, table->symbol);
}

// Asking costs a look at each entry: less than the nest, whose iterations are more.
static bool is_cheap(const builder *b, const poly *at)
{
	int loops = 0;
	for (int k = 0; k < at->n; k++) {
		if (at->term[k].atom < 0) continue;
		if (b->atom[at->term[k].atom].loop < 0) return false;
		loops++;
	}
	return loops == 1 && b->depth > 1;
}

// ---- bounds of subscripts, as C -------------------------------------------------------------------

// What isl prints has the nest's parameters, hpcc_par[k]: the source's text in their place. NULL: not known there.
static const char *in_words_of_source(builder *b, const char *text)
{
	static const char name[] = "hpcc_par[";
	const char *out = "", *from = text;
	for (const char *at = strstr(text, name); at; at = strstr(from, name)) {
		char *end;
		long k = strtol(at + strlen(name), &end, 10);
		if (*end != ']' || k >= b->n->n_params || b->n->params[k].computed) return NULL;
		char *part = prog_alloc(b->n->unit, (size_t)(at - from) + 1);
		memcpy(part, from, (size_t)(at - from));
		out = affine_joined(b, affine_joined(b, out, part, "("), b->n->params[k].text, ")");
		from = end + 1;
	}
	return affine_joined(b, out, from, "");
}

static const char *text_of_value(builder *b, __isl_take isl_pw_aff *value)
{
	enum { MOST_PIECES = 4 };
	isl_printer *p = isl_printer_set_output_format(isl_printer_to_str(b->n->ctx), ISL_FORMAT_C);
	bool simple = isl_pw_aff_n_piece(value) <= MOST_PIECES && isl_pw_aff_involves_nan(value) == isl_bool_false;
	if (simple) p = isl_printer_print_pw_aff(p, value);
	char *text = simple ? isl_printer_get_str(p) : NULL;
	isl_printer_free(p);
	isl_pw_aff_free(value);
	const char *known = text && !strstr(text, "floord") && !strchr(text, '%') ? in_words_of_source(b, text) : NULL;
	free(text);
	return known;
}

// The first and the last subscript with which the entry is read. False: there are no such bounds.
static bool ends_of(builder *b, const poly *at, const char **lo, const char **hi)
{
	isl_pw_aff *value = affine_of_poly(b, at, b->depth);
	if (!value) return false;
	isl_map *map = isl_map_intersect_domain(isl_map_from_pw_aff(value), isl_set_copy(b->domain));
	isl_set *all = isl_set_remove_divs(isl_map_range(map));
	bool bounded = isl_set_dim_has_lower_bound(all, isl_dim_set, 0) == isl_bool_true &&
	               isl_set_dim_has_upper_bound(all, isl_dim_set, 0) == isl_bool_true;
	*lo = bounded ? text_of_value(b, isl_set_dim_min(isl_set_copy(all), 0)) : NULL;
	*hi = *lo ? text_of_value(b, isl_set_dim_max(isl_set_copy(all), 0)) : NULL;
	isl_set_free(all);
	return *hi != NULL;
}

// ---- the atom ---------------------------------------------------------------------------------------

// The atom of the entry; -1: there is none yet.
static int find_entry(const builder *b, const near_entries *n)
{
	for (int k = 0; k < b->n_atoms; k++) {
		const near_entries *e = b->atom[k].near;
		bool same = e && b->atom[k].depth <= b->depth && poly_equal(&e->at, &n->at);
		if (same && !strcmp(e->table, n->table) && !strcmp(e->lo, n->lo) && !strcmp(e->hi, n->hi)) return k;
	}
	return -1;
}

static bool ask(builder *b, const near_entries *e, const char *what, poly *result)
{
	const char *call = affine_joined(b, "HPCC_NEAR(", e->table, ", ");
	call = affine_joined(b, affine_joined(b, call, e->lo, ", "), affine_joined(b, e->hi, ", ", what), ")");
	return affine_computed_parameter(b, call, result);
}

bool near_entry_poly(builder *b, const prog_expr *e, poly *result)
{
	near_entries *n = prog_alloc(b->n->unit, sizeof *n);
	const prog_expr *table = table_of(b, e);
	if (!table || !can_be_asked(b, table) || !affine_poly(b, e->arg[1], &n->at) || !is_cheap(b, &n->at))
		return false;
	n->table = table->text;
	if (!ends_of(b, &n->at, &n->lo, &n->hi)) return false;
	int known = find_entry(b, n);
	*result = (poly){.n = 1, .term = {{.coef = 1, .atom = known}}};
	if (known >= 0) return true;
	return ask(b, n, "HPCC_LEAST", &n->least) && ask(b, n, "HPCC_MOST", &n->most) &&
	       ask(b, n, "HPCC_BELOW", &n->below) && ask(b, n, "HPCC_ABOVE", &n->above) &&
	       ask(b, n, "HPCC_UP", &n->up) && ask(b, n, "HPCC_DOWN", &n->down) &&
	       affine_new_atom(b, (poly_atom){.loop = -1, .depth = b->depth, .text = e->text, .near = n}, result);
}

// ---- values -----------------------------------------------------------------------------------------

// { [i...] -> [x] : x >= bound }, or x <= bound. The bound is times * (p + q) + rest.
static isl_map *limited(builder *b, const poly *p, const poly *q, long times, const poly *rest, int depth, bool from)
{
	poly bound = *rest;
	if (!poly_add(&bound, &bound, p, times) || (q && !poly_add(&bound, &bound, q, times))) return NULL;
	isl_pw_aff *value = affine_of_poly(b, &bound, depth);
	if (!value) return NULL;
	isl_space *line = isl_space_set_alloc(b->n->ctx, 0, 1);
	bool least = from == (times > 0);
	return isl_map_apply_range(isl_map_from_pw_aff(value), least ? isl_map_lex_le(line) : isl_map_lex_ge(line));
}

// times * T[at] + rest.
typedef struct near_value {
	const near_entries *entry;
	long times;
	poly rest;
} near_value;

static bool find_value(const builder *b, const poly *p, int depth, near_value *v)
{
	*v = (near_value){0};
	for (int k = 0; k < p->n; k++) {
		const poly_term *t = &p->term[k];
		const near_entries *near = t->atom >= 0 ? b->atom[t->atom].near : NULL;
		if (!near) {
			v->rest.term[v->rest.n++] = *t;
			continue;
		}
		if (v->entry || t->n_par || labs(t->coef) != 1 || b->atom[t->atom].depth > depth) return false;
		v->entry = near;
		v->times = t->coef;
	}
	return v->entry != NULL;
}

static isl_map *range_of(builder *b, const near_value *v, int depth)
{
	return isl_map_intersect(limited(b, &v->entry->least, NULL, v->times, &v->rest, depth, true),
	        limited(b, &v->entry->most, NULL, v->times, &v->rest, depth, false));
}

// Those of entries that are near at + sign * turn.
static isl_map *near_turn(builder *b, const near_value *v, const poly *turn, long sign, int depth)
{
	poly at = v->entry->at;
	if (!poly_add(&at, &at, turn, sign)) return NULL;
	isl_map *map = limited(b, &at, &v->entry->below, v->times, &v->rest, depth, true);
	map = isl_map_intersect(map, limited(b, &at, &v->entry->above, v->times, &v->rest, depth, false));
	return isl_map_intersect(map, range_of(b, v, depth));
}

isl_map *near_entries_values(builder *b, const poly *p, int depth)
{
	near_value v;
	const poly none = {0};
	if (!find_value(b, p, depth, &v)) return NULL;
	isl_map *map = near_turn(b, &v, &none, 0, depth);
	map = isl_map_union(map, near_turn(b, &v, &v.entry->up, 1, depth));
	return isl_map_union(map, near_turn(b, &v, &v.entry->down, -1, depth));
}

// times * bound + rest, where bound is the least value of the entry, or the most.
static isl_pw_aff *end_of(builder *b, const near_value *v, bool least, int depth)
{
	poly sum = v->rest;
	const poly *bound = least == (v->times > 0) ? &v->entry->least : &v->entry->most;
	return poly_add(&sum, &sum, bound, v->times) ? affine_of_poly(b, &sum, depth) : NULL;
}

isl_set *near_entries_outside(builder *b, const poly *p, int depth, isl_pw_aff *end)
{
	near_value v;
	const poly none = {0};
	if (!find_value(b, p, depth, &v)) return NULL;
	isl_set *bad = isl_pw_aff_lt_set(end_of(b, &v, true, depth), affine_of_poly(b, &none, depth));
	if (!end) return bad;
	return isl_set_union(bad, isl_pw_aff_ge_set(end_of(b, &v, false, depth), isl_pw_aff_copy(end)));
}

bool near_entries_known(builder *b, const poly *p, int depth)
{
	near_value v;
	return find_value(b, p, depth, &v);
}
