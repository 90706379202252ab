// SPDX-License-Identifier: Apache-2.0
//
// What directives of file scope name: grids and templates, which are made when something is first mapped with them, and
// variables, which a function may hide behind names of its own. Functions at the end of the file give all of them,
// where nothing is hidden.
#include "map_calls.h"

#include "../analysis/model/model.h"

#include <string.h>

unsigned rewrite_first_function(const rewriter *w)
{
	unsigned at = w->size;
	for (int k = 0; k < w->unit->n_functions; k++) {
		prog_range r = w->unit->functions[k]->range;
		if (r.file == w->file && r.begin < at) at = r.begin;
	}
	return at;
}

// ---- variables ----------------------------------------------------------------------------------

// What an index stands for is no symbol of the unit.
static bool is_of_file(const rewriter *w, const prog_symbol *s)
{
	return s->file_scope && s->id < w->unit->n_symbols && w->unit->symbols[s->id] == s;
}

// A struct without a tag or a typedef has no name by which a place could be said to hold it.
static bool has_spelling(const prog_type *t)
{
	while (t->kind == PROG_TYPE_ARRAY) t = t->element;
	return !strchr(t->text, '(');
}

static bool is_hidden(const rewriter *w, const prog_symbol *s)
{
	if (!is_of_file(w, s) || rewrite_is_converted(s) || !has_spelling(s->type)) return false;
	if (s->decl.file == w->file && s->decl.begin > rewrite_first_function(w)) return true;
	for (int k = 0; k < w->unit->n_symbols; k++) {
		const prog_symbol *other = w->unit->symbols[k];
		bool is_variable = other->kind == PROG_SYMBOL_VARIABLE || other->kind == PROG_SYMBOL_PARAMETER;
		if (is_variable && !other->file_scope && !strcmp(other->name, s->name)) return true;
	}
	return false;
}

static bool names_hidden(const prog_expr *e, void *w) { return e->kind == PROG_EXPR_VAR && is_hidden(w, e->symbol); }

bool rewrite_names_hidden(const rewriter *w, const prog_expr *e) { return walk_any(e, names_hidden, (void *)w); }

static void type_of_place(const prog_type *t, text *out)
{
	text extents = {0};
	for (; t->kind == PROG_TYPE_ARRAY; t = t->element)
		text_printf(&extents, "[%s]", t->extent ? t->extent->text : "");
	text_printf(out, extents.size ? "%s (*)%s" : "%s *", t->text, text_get(&extents));
	text_free(&extents);
}

void rewrite_by_place(rewriter *w, const prog_symbol *s, text *out)
{
	if (!is_hidden(w, s)) {
		text_add(out, s->name);
		return;
	}
	int k = 0;
	while (k < w->n_placed && w->placed[k] != s) k++;
	if (k == w->n_placed) {
		const prog_symbol **more = prog_alloc(w->unit, (size_t)(k + 1) * sizeof *more);
		if (k) memcpy(more, w->placed, (size_t)k * sizeof *more);
		more[k] = s;
		w->placed = more;
		w->n_placed++;
	}
	text_add(out, "(*(");
	type_of_place(s->type, out);
	text_printf(out, ")hpcc_place_of_%s())", s->name);
}

// ---- grids and templates ------------------------------------------------------------------------

static bool is_made_here(const prog_template *t) { return t->file_scope && t->distributed; }

void rewrite_declare_named(rewriter *w, text *out)
{
	static const char form[] = "static hpcc_%s *hpcc_%s_%s_%d(void) __attribute__((__unused__));\n";
	const prog_unit *u = w->unit;
	for (int k = 0; k < u->n_grids; k++)
		if (u->grids[k]->file_scope) text_printf(out, form, "grid", "grid", u->grids[k]->name, k);
	for (int k = 0; k < u->n_templates; k++)
		if (is_made_here(u->templates[k]))
			text_printf(out, form, "template", "template", u->templates[k]->name, k);
}

// Of what is known by then, the program is told at start whether it can be.
void rewrite_start_named(rewriter *w, text *out)
{
	const prog_unit *u = w->unit;
	for (int k = 0; k < u->n_grids; k++) {
		if (!u->grids[k]->file_scope || !map_is_known_at_start(u->grids[k], NULL)) continue;
		text_add(out, "\t\t");
		map_grid_name(w, u->grids[k], "", out);
		text_add(out, ";\n");
	}
	for (int k = 0; k < u->n_templates; k++) {
		const prog_template *t = u->templates[k];
		if (!is_made_here(t) || !map_is_known_at_start(t->onto, t)) continue;
		text_add(out, "\t\t");
		map_template_name(w, t, "", out);
		text_add(out, ";\n");
	}
}

static void define(const char *kind, const char *name, int id, const text *value, text *out)
{
	text_printf(out, "\nstatic hpcc_%s *hpcc_%s_%s_%d(void)\n{\n\treturn %s;\n}\n", kind, kind, name, id,
	        text_get(value));
}

void rewrite_define_named(rewriter *w, text *out)
{
	const prog_unit *u = w->unit;
	for (int k = 0; k < u->n_grids; k++) {
		if (!u->grids[k]->file_scope) continue;
		text value = {0};
		map_grid_value(w, u->grids[k], "", &value);
		define("grid", u->grids[k]->name, k, &value, out);
		text_free(&value);
	}
	for (int k = 0; k < u->n_templates; k++) {
		if (!is_made_here(u->templates[k])) continue;
		text value = {0};
		map_template_value(w, u->templates[k], "", &value);
		define("template", u->templates[k]->name, k, &value, out);
		text_free(&value);
	}
	text head = {0};
	for (int k = 0; k < w->n_placed; k++) {
		const char *name = w->placed[k]->name;
		text_printf(&head, "static void *hpcc_place_of_%s(void);\n", name);
		text_printf(out, "\nstatic void *hpcc_place_of_%s(void)\n{\n\treturn (void *)&%s;\n}\n", name, name);
	}
	if (head.size) rewrite_insert(w, rewrite_first_function(w), ORDER_TABLES, text_get(&head));
	text_free(&head);
}
