// SPDX-License-Identifier: Apache-2.0
//
// From tokens to directives. Each directive is a row of a table, with a small handler whose grammar stands above it:
//   name       an identifier
//   {x}        x, any number of times; [x] with blanks inside: x or nothing
//   "["        a token
#include "directive_impl.h"

#include <string.h>

// ---- reading tokens ---------------------------------------------------------------------------

// The digraphs that may stand in a directive.
static const char *canonical(const char *text)
{
	if (!strcmp(text, "<:")) return "[";
	return !strcmp(text, ":>") ? "]" : text;
}

const char *directive_peek(const directive_reader *r) { return r->at < r->n ? canonical(r->token[r->at].text) : ""; }

bool directive_at(const directive_reader *r, const char *text)
{
	return r->at < r->n && r->token[r->at].kind != DIRECTIVE_TOKEN_OTHER && !strcmp(directive_peek(r), text);
}

bool directive_at_word(const directive_reader *r)
{
	return r->at < r->n && r->token[r->at].kind == DIRECTIVE_TOKEN_IDENTIFIER;
}

prog_loc directive_here(const directive_reader *r)
{
	if (r->at < r->n) return r->token[r->at].loc;
	return r->n > 0 ? r->token[r->n - 1].loc : r->loc;
}

bool directive_accept(directive_reader *r, const char *text)
{
	if (!directive_at(r, text)) return false;
	r->at++;
	return true;
}

void *directive_expected(directive_reader *r, const char *what)
{
	const char *where = r->at < r->n ? directive_format(r->unit, " before '%s'", directive_peek(r))
	                                 : " at the end of the directive";
	DIRECTIVE_FAIL(r, expected, directive_here(r), what, where);
	return NULL;
}

// The token at hand, or the last one: where `text` could be put in.
static void offer_token(const directive_reader *r, const char *text)
{
	bool ends = r->at >= r->n;
	if (r->n > 0)
		diag_offer((diag_fixit){ends ? DIAG_INSERT_AFTER : DIAG_INSERT_BEFORE, directive_here(r),
		        r->token[ends ? r->n - 1 : r->at].text, text});
}

bool directive_expect(directive_reader *r, const char *text)
{
	if (directive_accept(r, text)) return true;
	if (!strcmp(text, "]") || !strcmp(text, ")")) offer_token(r, text);
	directive_expected(r, directive_format(r->unit, "'%s'", text));
	return false;
}

static bool at_double_colon(const directive_reader *r)
{
	return directive_at(r, "::") ||
	       (directive_at(r, ":") && r->at + 1 < r->n && !strcmp(r->token[r->at + 1].text, ":"));
}

// `::`, which is two tokens before C23.
static bool accept_double_colon(directive_reader *r)
{
	if (!at_double_colon(r)) return false;
	r->at += directive_at(r, "::") ? 1 : 2;
	return true;
}

static bool parse_name(directive_reader *r, directive_name *name, const char *what)
{
	if (!directive_at_word(r)) return directive_expected(r, what), false;
	name->text = prog_string(r->unit, directive_peek(r));
	name->loc = directive_here(r);
	r->at++;
	return true;
}

static void not_yet(directive_reader *r, prog_loc loc, const char *what)
{
	DIRECTIVE_FAIL(r, not_yet_supported, loc, what);
}

// ---- what stands in brackets ------------------------------------------------------------------

typedef bool dim_parser(directive_reader *r, directive_dim *dim);

// What is written as in other languages, a(i, j) or a[i, j], from the token at hand up to the bracket that closes it:
// as a[i][j].
static void offer_brackets(directive_reader *r)
{
	bool opens = directive_at(r, "(");
	int depth = opens ? 0 : 1;
	for (int k = r->at; k < r->n; k++) {
		const char *s = canonical(r->token[k].text), *now = NULL;
		bool begins = !strcmp(s, "(") || !strcmp(s, "["), ends = !strcmp(s, ")") || !strcmp(s, "]");
		if (begins && depth++ == 0) now = "[";
		if (!strcmp(s, ",") && depth == 1) now = "][";
		if (ends && --depth == 0 && opens) now = "]";
		bool blank = *s == ',' && k + 1 < r->n && r->token[k + 1].loc.line == r->token[k].loc.line &&
		             r->token[k + 1].loc.column == r->token[k].loc.column + 2;
		if (now) diag_offer((diag_fixit){DIAG_REPLACE, r->token[k].loc, blank ? ", " : r->token[k].text, now});
		if (ends && depth == 0) return;
	}
	diag_offer_nothing();
}

// Whether the bracket that was opened holds a list.
static bool skip_to_comma(directive_reader *r)
{
	int depth = 1;
	for (int k = r->at; k < r->n && depth > 0; k++) {
		const char *s = canonical(r->token[k].text);
		depth += !strcmp(s, "(") || !strcmp(s, "[");
		depth -= !strcmp(s, ")") || !strcmp(s, "]");
		if (depth != 1 || strcmp(s, ",")) continue;
		r->at = k;
		return true;
	}
	return false;
}

// { "[" dim "]" }, at least one
static bool parse_dims(
        directive_reader *r, const char *name, int most, int *rank, directive_dim *dims, dim_parser *parse)
{
	if (directive_at(r, "(")) offer_brackets(r);
	if (!directive_at(r, "[")) return directive_expect(r, "[");
	for (; directive_accept(r, "["); ++*rank) {
		if (*rank == most) {
			DIRECTIVE_FAIL(r, too_many_dimensions, directive_here(r), name, most);
			return false;
		}
		dims[*rank].loc = directive_here(r);
		if (skip_to_comma(r)) return offer_brackets(r), directive_expected(r, "']'"), false;
		if (!parse(r, &dims[*rank]) || !directive_expect(r, "]")) return false;
	}
	return true;
}

// `*` alone, not `*p`.
static bool accept_star(directive_reader *r, directive_dim *dim)
{
	if (!directive_at(r, "*") || r->at + 1 >= r->n || strcmp(canonical(r->token[r->at + 1].text), "]"))
		return false;
	r->at++;
	return dim->star = true;
}

// expression | "*"
static bool parse_extent(directive_reader *r, directive_dim *dim)
{
	return accept_star(r, dim) || (dim->expr = directive_parse_expr(r));
}

static const struct format {
	const char *name;
	prog_format format;
	enum { NEVER, MAYBE, ALWAYS } arg;
	bool supported;
} formats[] = {
        {"block", PROG_FORMAT_BLOCK, MAYBE, true},
        {"gen_block", PROG_FORMAT_GEN_BLOCK, ALWAYS, true},
        {"cyclic", PROG_FORMAT_CYCLIC, MAYBE, false},
        {"indirect", PROG_FORMAT_INDIRECT, ALWAYS, false},
        {"auto", PROG_FORMAT_AUTO, NEVER, false},
        {NULL, PROG_FORMAT_NONE, NEVER, false},
};

static const struct format *find_format(directive_reader *r)
{
	const char *word = directive_peek(r);
	directive_nearest near = {.word = word};
	for (const struct format *f = formats; f->name; f++) {
		if (!strcmp(f->name, word)) return f;
		directive_nearest_try(&near, f->name);
	}
	DIRECTIVE_FAIL(
	        r, unknown_format, directive_here(r), word, directive_nearest_text(r->unit, &near, directive_here(r)));
	return NULL;
}

// "*" | "block" [ "(" m ")" ] | "gen_block" "(" w ")" | ...
static bool parse_format(directive_reader *r, directive_dim *dim)
{
	if (directive_accept(r, "*")) return dim->star = true;
	if (!directive_at_word(r)) return directive_expected(r, "a format (block, block(m), gen_block(w) or *)"), false;
	const struct format *f = find_format(r);
	if (!f) return false;
	if (!f->supported)
		return not_yet(r, directive_here(r), directive_format(r->unit, "the format '%s'", f->name)), false;
	r->at++;
	dim->format = f->format;
	if (f->arg != ALWAYS && !directive_at(r, "(")) return true;
	return directive_expect(r, "(") && (dim->expr = directive_parse_expr(r)) && directive_expect(r, ")");
}

static bool refuse_segments(directive_reader *r)
{
	if (directive_at(r, ":")) not_yet(r, directive_here(r), "the alignment of segments ('from:to')");
	return !r->failed;
}

// dummy | "*"
static bool parse_dummy(directive_reader *r, directive_dim *dim)
{
	if (accept_star(r, dim)) return true;
	bool is_dummy = directive_at_word(r) && r->at + 1 < r->n && !strcmp(canonical(r->token[r->at + 1].text), "]");
	if (is_dummy) return parse_name(r, &dim->dummy, "");
	int begin = r->at;
	if (!directive_parse_expr(r) || !refuse_segments(r)) return false;
	r->at = begin;
	return directive_expected(r, "a dummy's name or '*'"), false;
}

// affine expression | "*"
static bool parse_subscript(directive_reader *r, directive_dim *dim)
{
	return accept_star(r, dim) || ((dim->expr = directive_parse_expr(r)) && refuse_segments(r));
}

// width | below ":" above
static bool parse_shadow(directive_reader *r, directive_dim *dim)
{
	if (!(dim->expr = directive_parse_expr(r))) return false;
	dim->high = directive_accept(r, ":") ? directive_parse_expr(r) : dim->expr;
	return dim->high != NULL;
}

// ---- lists ------------------------------------------------------------------------------------

static directive_item *new_item(directive_reader *r, directive_item ***end)
{
	directive_item *item = prog_alloc(r->unit, sizeof *item);
	**end = item;
	*end = &item->next;
	return item;
}

// Reports a word as a misspelled clause, if it is near one.
static bool is_near_clause(directive_reader *r, const char *const *clauses)
{
	directive_nearest near = {.word = directive_peek(r)};
	if (!directive_at_word(r)) return false;
	for (; *clauses; clauses++) directive_nearest_try(&near, *clauses);
	if (near.best)
		DIRECTIVE_FAIL(r, unknown_clause, directive_here(r), near.word, r->keyword,
		        directive_nearest_text(r->unit, &near, directive_here(r)));
	return near.best != NULL;
}

// Nothing may follow. A word is taken for a clause that the directive does not have.
static bool parse_end(directive_reader *r, const char *const *clauses)
{
	if (r->at == r->n) return true;
	if (is_near_clause(r, clauses)) return false;
	if (directive_at_word(r))
		DIRECTIVE_FAIL(r, unknown_clause, directive_here(r), directive_peek(r), r->keyword, "");
	else
		directive_expected(r, "the end of the directive");
	return false;
}

static const char *const no_clauses[] = {NULL};

static void *expected_names(directive_reader *r)
{
	if (directive_at_word(r)) offer_token(r, ":: ");
	return directive_expected(r, "'::' and the names");
}

static bool parse_target(directive_reader *r, directive_item *item, const char *what)
{
	return directive_parse_target(r, &item->name, &item->path, what);
}

// The names after `::` in a list form: all get what stands before.
static directive_item *parse_names(directive_reader *r, const directive_item *form, const char *const *clauses)
{
	directive_item *items = NULL, **end = &items;
	do {
		directive_item *item = new_item(r, &end);
		*item = *form;
		item->next = NULL;
		if (!parse_target(r, item, "a name")) return NULL;
	} while (directive_accept(r, ","));
	return parse_end(r, clauses) ? items : NULL;
}

// name { "[" dim "]" } { "," ... }   or   { "[" dim "]" } "::" name { "," name }
static directive_item *parse_shapes(directive_reader *r, int most, dim_parser *parse)
{
	directive_item *items = NULL, **end = &items;
	if (directive_at(r, "[")) {
		directive_item form = {0};
		if (!parse_dims(r, r->keyword, most, &form.rank, form.dim, parse)) return NULL;
		if (!accept_double_colon(r)) return expected_names(r);
		return parse_names(r, &form, no_clauses);
	}
	do {
		directive_item *item = new_item(r, &end);
		if (!parse_target(r, item, "a name or '['")) return NULL;
		if (!parse_dims(r, item->name.text, most, &item->rank, item->dim, parse)) return NULL;
	} while (directive_accept(r, ","));
	return parse_end(r, no_clauses) ? items : NULL;
}

// ---- directives -------------------------------------------------------------------------------

// processors name { "[" extent | "*" "]" } { "," ... }
static directive_item *parse_processors(directive_reader *r) { return parse_shapes(r, PROG_MAX_GRID, parse_extent); }

static bool refuse_stars(directive_reader *r, const directive_item *items)
{
	for (; items; items = items->next)
		for (int d = 0; d < items->rank; d++)
			if (items->dim[d].star) DIRECTIVE_FAIL(r, star_extent, items->dim[d].loc, items->name.text);
	return !r->failed;
}

// template name { "[" extent "]" } { "," ... }
static directive_item *parse_template(directive_reader *r)
{
	directive_item *items = parse_shapes(r, PROG_MAX_RANK, parse_extent);
	return refuse_stars(r, items) ? items : NULL;
}

// first ".." last; `0..n` is one token of C, which the frontend has divided
static bool parse_index_range(directive_reader *r, directive_item *item)
{
	return (item->first = directive_parse_sum(r)) && directive_expect(r, ".") && directive_expect(r, ".") &&
	       (item->last = directive_parse_sum(r));
}

static bool mentions(const directive_expr *e, const char *name)
{
	if (!e) return false;
	if (e->kind == DIRECTIVE_EXPR_NAME && !strcmp(e->name, name)) return true;
	for (int k = 0; k < e->n_args; k++)
		if (mentions(e->arg[k], name)) return true;
	return false;
}

static bool item_mentions(const directive_item *item, const char *name)
{
	bool found = mentions(item->offset, name);
	for (int d = 0; d < item->rank; d++) found |= mentions(item->dim[d].expr, name);
	return found;
}

// Several arrays: [ ":" k "=" first ".." last ], for all before it that use k and have none of their own
static bool parse_index(directive_reader *r, directive_item *items, const directive_item *last)
{
	directive_item clause = {0};
	if (at_double_colon(r) || !directive_accept(r, ":")) return true;
	if (!parse_name(r, &clause.index, "the name of an index") || !directive_expect(r, "=") ||
	        !parse_index_range(r, &clause))
		return false;
	for (; items; items = items == last ? NULL : items->next) {
		if (items->has_index || (items != last && !item_mentions(items, clause.index.text))) continue;
		items->has_index = true;
		items->index = clause.index;
		items->first = clause.first;
		items->last = clause.last;
	}
	return true;
}

// Without an offset the leading subscript of what has an index says which pointer it is.
static bool take_pointers(directive_reader *r, directive_item *items)
{
	for (; items; items = items->next) {
		if (!items->has_index || items->offset) continue;
		const directive_expr *k = items->dim[0].expr;
		if (items->rank < 2 || !k || k->kind != DIRECTIVE_EXPR_NAME ||
		        strcmp(k->name, items->index.text) != 0) {
			DIRECTIVE_FAIL(r, index_unused, items->name.loc, items->name.text, items->index.text,
			        items->name.text, items->index.text);
			return false;
		}
		memmove(items->dim, items->dim + 1, sizeof *items->dim * (size_t)--items->rank);
	}
	return true;
}

// Extents behind an offset cannot be told from its own subscripts here.
static bool parse_offset(directive_reader *r, directive_item *item)
{
	return !directive_accept(r, "+") || (item->offset = directive_parse_sum(r));
}

// { "[" extent "]" } "::" name [ "[" k "]" | "+" offset ] { "," ... } [ ":" k "=" first ".." last ]
static directive_item *parse_array_form(directive_reader *r)
{
	directive_item form = {0}, *items = NULL, **end = &items;
	if (!parse_dims(r, r->keyword, PROG_MAX_RANK, &form.rank, form.dim, parse_extent)) return NULL;
	if (!accept_double_colon(r)) return expected_names(r);
	do {
		directive_item *item = new_item(r, &end), pointers = {0};
		if (!parse_target(r, item, "a name") || !parse_offset(r, item)) return NULL;
		if (!item->offset && directive_at(r, "[") &&
		        !parse_dims(r, item->name.text, 1, &pointers.rank, pointers.dim, parse_extent))
			return NULL;
		int room = PROG_MAX_RANK - pointers.rank;
		memcpy(item->dim, pointers.dim, sizeof *item->dim * (size_t)pointers.rank);
		memcpy(item->dim + pointers.rank, form.dim,
		        sizeof *item->dim * (size_t)(form.rank < room ? form.rank : room));
		item->rank = pointers.rank + (form.rank < room ? form.rank : room);
		if (!parse_index(r, items, item)) return NULL;
		if (pointers.rank && !item->has_index && !directive_at(r, ",")) return directive_expected(r, "':'");
	} while (directive_accept(r, ","));
	return parse_end(r, no_clauses) ? items : NULL;
}

// array name [ "+" offset ] { "[" extent "]" } [ ":" k "=" first ".." last ] { "," ... }
static directive_item *parse_array_list(directive_reader *r)
{
	directive_item *items = NULL, **end = &items;
	do {
		directive_item *item = new_item(r, &end);
		if (!parse_target(r, item, "a name or '['") || !parse_offset(r, item)) return NULL;
		if (!item->offset &&
		        !parse_dims(r, item->name.text, PROG_MAX_RANK, &item->rank, item->dim, parse_extent))
			return NULL;
		if (!parse_index(r, items, item)) return NULL;
	} while (directive_accept(r, ","));
	return parse_end(r, no_clauses) ? items : NULL;
}

static directive_item *parse_array(directive_reader *r)
{
	directive_item *items = directive_at(r, "[") ? parse_array_form(r) : parse_array_list(r);
	return items && refuse_stars(r, items) && take_pointers(r, items) ? items : NULL;
}

// shadow name { "[" width | below ":" above "]" } { "," ... }
static directive_item *parse_shadow_list(directive_reader *r) { return parse_shapes(r, PROG_MAX_RANK, parse_shadow); }

// name { "," name }   or   "::" name { "," name }
static directive_item *parse_name_list(directive_reader *r)
{
	const directive_item form = {0};
	accept_double_colon(r);
	return parse_names(r, &form, no_clauses);
}

// "*" | "block" | "gen_block" | ..., without arguments
static bool parse_range_format(directive_reader *r, directive_dim *dim)
{
	if (directive_accept(r, "*")) return dim->star = true;
	if (!directive_at_word(r)) return directive_expected(r, "a format (block, gen_block or *)"), false;
	const struct format *f = find_format(r);
	if (!f) return false;
	if (!f->supported)
		return not_yet(r, directive_here(r), directive_format(r->unit, "the format '%s'", f->name)), false;
	r->at++;
	dim->format = f->format;
	return true;
}

// Each of the names gets all of the forms.
static directive_item *all_with_each(directive_reader *r, const directive_item *forms, const directive_item *names)
{
	directive_item *items = NULL, **end = &items;
	for (; names; names = names->next)
		for (const directive_item *f = forms; f; f = f->next) {
			directive_item *item = new_item(r, &end);
			*item = *f;
			item->name = names->name;
			item->path = names->path;
			item->next = NULL;
		}
	return items;
}

// range name forms   or   range forms "::" name { "," name }, with forms: { "[" format "]" } { "," { "[" format "]" } }
static directive_item *parse_range(directive_reader *r)
{
	directive_item *forms = NULL, **end = &forms, name = {0};
	bool names_follow = directive_at(r, "[");
	if (!names_follow && !parse_target(r, &name, "a name or '['")) return NULL;
	do {
		directive_item *item = new_item(r, &end);
		if (!parse_dims(r, r->keyword, PROG_MAX_RANK, &item->rank, item->dim, parse_range_format)) return NULL;
	} while (directive_accept(r, ","));
	if (!names_follow) return parse_end(r, no_clauses) ? all_with_each(r, forms, &name) : NULL;
	if (!accept_double_colon(r)) return directive_expected(r, "'::' and the names");
	const directive_item none = {0};
	return all_with_each(r, forms, parse_names(r, &none, no_clauses));
}

static const char *const distribute_clauses[] = {"onto", NULL};

// [ "onto" name ]
static bool parse_onto(directive_reader *r, directive_name *onto)
{
	return !directive_accept(r, "onto") || parse_name(r, onto, "a processor grid's name");
}

// distribute { "[" format "]" } [ "onto" name ] "::" name { "," name }
static directive_item *parse_distribute_form(directive_reader *r)
{
	directive_item form = {0};
	if (!parse_dims(r, r->keyword, PROG_MAX_RANK, &form.rank, form.dim, parse_format)) return NULL;
	if (!parse_onto(r, &form.other)) return NULL;
	if (accept_double_colon(r)) return parse_names(r, &form, distribute_clauses);
	return is_near_clause(r, distribute_clauses) ? NULL : expected_names(r);
}

// distribute name { "[" format "]" } { "," ... } [ "onto" name ]: the grid is for all before it that have none of their
// own
static directive_item *parse_distribute(directive_reader *r)
{
	directive_item *items = NULL, **end = &items;
	if (directive_at(r, "[")) return parse_distribute_form(r);
	directive_item *without = NULL;
	do {
		directive_item *item = new_item(r, &end);
		if (!parse_target(r, item, "a name or '['")) return NULL;
		if (!parse_dims(r, item->name.text, PROG_MAX_RANK, &item->rank, item->dim, parse_format)) return NULL;
		if (!parse_onto(r, &item->other)) return NULL;
		if (!without) without = item;
		if (!item->other.text) continue;
		for (; without; without = without->next)
			if (!without->other.text) without->other = item->other;
	} while (directive_accept(r, ","));
	return parse_end(r, distribute_clauses) ? items : NULL;
}

static const char *const align_clauses[] = {"with", NULL};

// "with" name { "[" subscript "]" }
static bool parse_with(directive_reader *r, directive_item *item)
{
	if (!directive_at(r, "with") && is_near_clause(r, align_clauses)) return false;
	return directive_expect(r, "with") &&
	       directive_parse_target(r, &item->other, &item->other_path, "the name of an array or template") &&
	       parse_dims(r, item->other.text, PROG_MAX_RANK, &item->other_rank, item->other_dim, parse_subscript);
}

// align name { "[" dummy "]" } with ... { "," ... }   or   { "[" dummy "]" } with ... "::" name { "," name }
static directive_item *parse_align(directive_reader *r)
{
	directive_item *items = NULL, **end = &items, form = {0};
	if (directive_at(r, "[")) {
		if (!parse_dims(r, r->keyword, PROG_MAX_RANK, &form.rank, form.dim, parse_dummy) ||
		        !parse_with(r, &form))
			return NULL;
		if (!accept_double_colon(r)) return expected_names(r);
		return parse_names(r, &form, align_clauses);
	}
	do {
		directive_item *item = new_item(r, &end);
		if (!parse_target(r, item, "a name or '['")) return NULL;
		if (!parse_dims(r, item->name.text, PROG_MAX_RANK, &item->rank, item->dim, parse_dummy)) return NULL;
		if (!parse_with(r, item)) return NULL;
	} while (directive_accept(r, ","));
	return parse_end(r, align_clauses) ? items : NULL;
}

// name { "," name } ")"
static bool parse_variables(directive_reader *r, directive_item ***end, const char *op)
{
	do {
		directive_item *item = new_item(r, end);
		item->op = op;
		if (!parse_name(r, &item->name, "a variable's name")) return false;
	} while (directive_accept(r, ","));
	return directive_expect(r, ")");
}

static const char *const reductions[] = {"+", "*", "min", "max", "&", "|", "^", "&&", "||", NULL};

// "(" op ":" name { "," name } ")"
static bool parse_reduction(directive_reader *r, directive_item ***end)
{
	if (!directive_expect(r, "(")) return false;
	for (const char *const *op = reductions; *op; op++) {
		if (!directive_accept(r, *op)) continue;
		return directive_expect(r, ":") && parse_variables(r, end, *op);
	}
	DIRECTIVE_FAIL(r, unknown_reduction, directive_here(r), directive_peek(r));
	return false;
}

static const char *const independent_clauses[] = {"new", "reduction", NULL};

// independent { "new" "(" name { "," name } ")" | "reduction" "(" op ":" name { "," name } ")" }
static directive_item *parse_independent(directive_reader *r)
{
	directive_item *items = NULL, **end = &items;
	while (r->at < r->n && !r->failed) {
		if (directive_accept(r, "new")) {
			if (!directive_expect(r, "(") || !parse_variables(r, &end, NULL)) return NULL;
		} else if (directive_accept(r, "reduction")) {
			if (!parse_reduction(r, &end)) return NULL;
		} else if (!parse_end(r, independent_clauses)) {
			return NULL;
		}
	}
	return items;
}

// resident "(" name { "," name } ")"
static directive_item *parse_resident(directive_reader *r)
{
	directive_item *items = NULL, **end = &items;
	if (!directive_expect(r, "(")) return NULL;
	do {
		directive_item *item = new_item(r, &end);
		if (!parse_target(r, item, "the name of an array")) return NULL;
	} while (directive_accept(r, ","));
	return directive_expect(r, ")") && parse_end(r, no_clauses) ? items : NULL;
}

static const char *const callback_kinds[] = {[PROG_CALLBACK_COMPUTATION] = "comp_complexity",
        [PROG_CALLBACK_COMMUNICATION] = "comm_complexity",
        [PROG_CALLBACK_PDUS] = "numPDUs",
        [PROG_N_CALLBACKS] = NULL};

// kind ":" name
static bool parse_one_callback(directive_reader *r, directive_item ***end)
{
	directive_nearest near = {.word = directive_peek(r)};
	for (const char *const *kind = callback_kinds; *kind; kind++) {
		directive_nearest_try(&near, *kind);
		if (!directive_accept(r, *kind)) continue;
		directive_item *item = new_item(r, end);
		item->op = *kind;
		return directive_expect(r, ":") && parse_name(r, &item->name, "a function's name");
	}
	if (!directive_at_word(r))
		return directive_expected(r, "a callback (comp_complexity, comm_complexity or numPDUs)"), false;
	DIRECTIVE_FAIL(r, unknown_callback, directive_here(r), directive_peek(r),
	        directive_nearest_text(r->unit, &near, directive_here(r)));
	return false;
}

// callback "(" kind ":" name { "," ... } ")"
static directive_item *parse_callback(directive_reader *r)
{
	directive_item *items = NULL, **end = &items;
	if (!directive_expect(r, "(")) return NULL;
	do {
		if (!parse_one_callback(r, &end)) return NULL;
	} while (directive_accept(r, ","));
	return directive_expect(r, ")") && parse_end(r, no_clauses) ? items : NULL;
}

static directive_item *parse_nothing(directive_reader *r) { return parse_end(r, no_clauses), NULL; }

// pure | serial | local [ "(" name { "," name } ")" ]
static directive_item *parse_pure(directive_reader *r)
{
	directive_item *items = NULL, **end = &items;
	if (directive_accept(r, "(") && !parse_variables(r, &end, NULL)) return NULL;
	return parse_end(r, no_clauses) ? items : NULL;
}

typedef directive_item *item_parser(directive_reader *r);

static const struct row {
	const char *keyword;
	directive_kind kind;
	directive_place place;
	item_parser *parse; // NULL: not yet supported
} directives[] = {
        {"processors", DIRECTIVE_PROCESSORS, DIRECTIVE_DECLARATIVE, parse_processors},
        {"template", DIRECTIVE_TEMPLATE, DIRECTIVE_DECLARATIVE, parse_template},
        {"distribute", DIRECTIVE_DISTRIBUTE, DIRECTIVE_DECLARATIVE, parse_distribute},
        {"align", DIRECTIVE_ALIGN, DIRECTIVE_DECLARATIVE, parse_align},
        {"shadow", DIRECTIVE_SHADOW, DIRECTIVE_DECLARATIVE, parse_shadow_list},
        {"array", DIRECTIVE_ARRAY, DIRECTIVE_DECLARATIVE, parse_array},
        {"dynamic", DIRECTIVE_DYNAMIC, DIRECTIVE_DECLARATIVE, parse_name_list},
        {"inherit", DIRECTIVE_INHERIT, DIRECTIVE_DECLARATIVE, parse_name_list},
        {"out_of_core", DIRECTIVE_UNSUPPORTED, DIRECTIVE_DECLARATIVE, NULL},
        {"range", DIRECTIVE_RANGE, DIRECTIVE_DECLARATIVE, parse_range},
        {"redistribute", DIRECTIVE_REDISTRIBUTE, DIRECTIVE_STATEMENT, parse_distribute},
        {"realign", DIRECTIVE_REALIGN, DIRECTIVE_STATEMENT, parse_align},
        {"independent", DIRECTIVE_INDEPENDENT, DIRECTIVE_EXECUTABLE, parse_independent},
        {"on", DIRECTIVE_UNSUPPORTED, DIRECTIVE_EXECUTABLE, NULL},
        {"resident", DIRECTIVE_RESIDENT, DIRECTIVE_EXECUTABLE, parse_resident},
        {"cycle", DIRECTIVE_CYCLE, DIRECTIVE_EXECUTABLE, parse_nothing},
        {"callback", DIRECTIVE_CALLBACK, DIRECTIVE_EXECUTABLE, parse_callback},
        {"pure", DIRECTIVE_PURE, DIRECTIVE_MARK, parse_pure},
        {"serial", DIRECTIVE_SERIAL, DIRECTIVE_MARK, parse_pure},
        {"local", DIRECTIVE_LOCAL, DIRECTIVE_MARK, parse_pure},
        {"task_region", DIRECTIVE_UNSUPPORTED, DIRECTIVE_EXECUTABLE, NULL},
        {"task", DIRECTIVE_UNSUPPORTED, DIRECTIVE_EXECUTABLE, NULL},
        {NULL, DIRECTIVE_UNSUPPORTED, DIRECTIVE_DECLARATIVE, NULL},
};

// ---- the language's words ---------------------------------------------------------------------

static bool is_one_of(const char *const *words, const char *word)
{
	for (; *words; words++)
		if (!strcmp(*words, word)) return true;
	return false;
}

static bool is_format(const char *word)
{
	const struct format *f = formats;
	while (f->name && strcmp(f->name, word)) f++;
	return f->name != NULL;
}

static const struct row *row_of(const char *keyword)
{
	for (const struct row *row = directives; row->keyword; row++)
		if (!strcmp(row->keyword, keyword)) return row;
	return NULL;
}

// A clause begins behind a name, or what ends one or another clause.
static bool may_begin_clause(const struct row *row, const directive_token *before, int n)
{
	int depth = 0;
	for (int k = 0; k < n; k++) {
		const char *s = canonical(before[k].text);
		depth += (*s == '(' || *s == '[') - (*s == ')' || *s == ']');
	}
	const char *last = canonical(before[n - 1].text);
	if (depth > 0) return false;
	if (n == 1) return row->parse == parse_independent;
	return before[n - 1].kind == DIRECTIVE_TOKEN_IDENTIFIER || *last == ']' || *last == ')';
}

bool directive_is_word(const directive_token *before, int n, const char *word)
{
	const struct row *row = row_of(n ? before[0].text : word);
	if (!row || n == 0) return row != NULL;
	const char *last = canonical(before[n - 1].text);
	bool formatted = row->parse == parse_distribute || row->parse == parse_range;
	if (formatted && !strcmp(last, "[")) return is_format(word);
	if (n > 2 && !strcmp(last, "(") && !strcmp(before[n - 2].text, "reduction")) return is_one_of(reductions, word);
	if (row->parse == parse_callback && (!strcmp(last, "(") || !strcmp(last, ",")))
		return is_one_of(callback_kinds, word);
	const char *const *clauses = row->parse == parse_distribute    ? distribute_clauses
	                             : row->parse == parse_align       ? align_clauses
	                             : row->parse == parse_independent ? independent_clauses
	                                                               : no_clauses;
	return is_one_of(clauses, word) && !is_one_of(clauses, last) && may_begin_clause(row, before, n);
}

// ---- directives -------------------------------------------------------------------------------

static const struct row *find_directive(directive_reader *r)
{
	if (!directive_at_word(r)) {
		DIRECTIVE_FAIL(r, missing_directive, directive_here(r));
		return NULL;
	}
	directive_nearest near = {.word = directive_peek(r)};
	for (const struct row *row = directives; row->keyword; row++) {
		if (directive_at(r, row->keyword)) return row;
		directive_nearest_try(&near, row->keyword);
	}
	DIRECTIVE_FAIL(r, unknown_directive, directive_here(r), directive_peek(r),
	        directive_nearest_text(r->unit, &near, directive_here(r)));
	return NULL;
}

static directive *parse_row(directive_reader *r, const struct row *row)
{
	if (!row->parse) return not_yet(r, directive_here(r), directive_format(r->unit, "'%s'", row->keyword)), NULL;
	r->at++;
	r->keyword = row->keyword;
	directive *d = prog_alloc(r->unit, sizeof *d);
	d->kind = row->kind;
	d->place = row->place;
	d->keyword = row->keyword;
	d->items = row->parse(r);
	return r->failed ? NULL : d;
}

directive *directive_parse(prog_unit *unit, const directive_token *tokens, int n_tokens, prog_loc loc, prog_range range)
{
	directive_reader r = {.unit = unit, .token = tokens, .n = n_tokens, .loc = loc};
	const struct row *row = find_directive(&r);
	directive *d = row ? parse_row(&r, row) : NULL;
	if (!d) {
		unit->wrong_directives = true;
		return NULL;
	}
	d->unit = unit;
	d->loc = loc;
	d->range = range;
	return d;
}

directive_place directive_place_of(const directive *d) { return d->place; }

prog_loc directive_loc(const directive *d) { return d->loc; }

prog_range directive_range(const directive *d) { return d->range; }

bool directive_may_mark_statement(const directive *d) { return d->kind == DIRECTIVE_SERIAL && !d->items; }

void directive_dangling(const directive *d) { diag_report(DIAG_dangling_directive, d->loc, d->keyword); }
