// SPDX-License-Identifier: Apache-2.0
//
// Initialisers that name converted arrays: `static double *p = a;` is no constant any more: the value is set when the
// array has its place.
#include "rewrite.h"

#include <string.h>

// What the initialiser names without its value or address.
static bool is_measured_at(const rewriter *w, unsigned at)
{
	for (int k = 0; k < w->unit->n_names; k++)
		if (w->unit->names[k].range.file == w->file && w->unit->names[k].range.begin == at) return true;
	return false;
}

// The initialiser with such names spoiled.
static void without_measured(const rewriter *w, prog_range r, text *out)
{
	for (unsigned at = r.begin; at < r.end; at++) {
		if (is_measured_at(w, at)) text_add(out, "0");
		text_add_n(out, w->source + at, 1);
	}
}

// Whether the initialiser names arrays other than to measure them; `out`: it with the names replaced.
static bool names_arrays(rewriter *w, const prog_symbol *s, text *out)
{
	if (s->kind != PROG_SYMBOL_VARIABLE || !s->has_init || s->is_extern || rewrite_is_converted(s)) return false;
	if ((!s->file_scope && !s->is_static) || !rewrite_in_main(w, s->init) || !rewrite_in_main(w, s->name_range))
		return false;
	const char *begin = w->source + s->init.begin, *end = w->source + s->init.end;
	if (!rewrite_converted_names(w, begin, end, out)) return false;
	text rest = {0}, unused = {0};
	without_measured(w, s->init, &rest);
	const char *left = text_get(&rest);
	bool addresses = rewrite_converted_names(w, left, left + rest.size, &unused);
	text_free(&unused);
	text_free(&rest);
	return addresses;
}

bool rewrite_sets_late(rewriter *w, const prog_symbol *s)
{
	text value = {0};
	bool late = s->is_static && names_arrays(w, s, &value);
	text_free(&value);
	return late;
}

// The object itself is constant: double *const p, const struct grid g.
static bool is_constant(rewriter *w, const prog_symbol *s)
{
	text t = {0};
	text_add_n(&t, w->source + s->decl.begin, s->name_range.begin - s->decl.begin);
	const char *star = strrchr(text_get(&t), '*');
	const prog_type *type = s->type;
	while (type->kind == PROG_TYPE_ARRAY) type = type->element;
	bool constant = strstr(star ? star : text_get(&t), "const") && (star || type->kind != PROG_TYPE_POINTER);
	text_free(&t);
	return constant;
}

static void set_value(const prog_symbol *s, const char *value, text *out)
{
	bool list = value[0] == '{';
	text_printf(out, "__builtin_memcpy(&%s, &(__typeof__(%s))%s%s%s, sizeof %s);", s->name, s->name,
	        list ? "" : "{", value, list ? "" : "}", s->name);
}

void rewrite_late_initialiser(rewriter *w, const prog_symbol *s)
{
	text value = {0};
	bool names = names_arrays(w, s, &value);
	if (names) {
		if (is_constant(w, s)) diag_report(DIAG_constant_names_array, s->loc, s->name);
		if (s->type->kind == PROG_TYPE_ARRAY) rewrite_give_extent(w, s);
		unsigned at = s->init.begin;
		while (at > s->name_range.end && w->source[at - 1] != '=') at--;
		edits_replace(&w->edits, at - 1, s->init.end, "", 0);
	}
	if (names && !s->file_scope) {
		text t = {0};
		text_printf(&t, " static int hpcc_set_%s; if (!hpcc_set_%s) { hpcc_set_%s = 1; ", s->name, s->name,
		        s->name);
		set_value(s, text_get(&value), &t);
		text_add(&t, " }");
		rewrite_insert(w, s->decl.end, ORDER_MAP, text_get(&t));
		text_free(&t);
	}
	text_free(&value);
}

void rewrite_start_value(rewriter *w, const prog_symbol *s, text *out)
{
	text value = {0};
	if (s->file_scope && names_arrays(w, s, &value)) {
		text_add(out, "\t\t");
		set_value(s, text_get(&value), out);
		text_add(out, "\n");
	}
	text_free(&value);
}
