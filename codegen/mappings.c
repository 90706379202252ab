// SPDX-License-Identifier: Apache-2.0
//
// Declarations of mapped arrays, and the calls that map memory.
#include "filled.h"
#include "late_values.h"
#include "map_calls.h"
#include "objects.h"

#include "../analysis/model/model.h"

#include <string.h>

bool rewrite_is_converted(const prog_symbol *s)
{
	return s->mapping && s->mapping->how != PROG_MAP_NONE && s->kind == PROG_SYMBOL_VARIABLE &&
	       s->type->kind == PROG_TYPE_ARRAY && !s->mapping->row_levels;
}

// Pointers to rows that are declared as an array: the pointers stay where they are.
static bool is_vector(const prog_symbol *s)
{
	return s->mapping && s->mapping->row_levels && s->mapping->how != PROG_MAP_NONE &&
	       s->kind == PROG_SYMBOL_VARIABLE && s->type->kind == PROG_TYPE_ARRAY && !s->is_extern;
}

const char *rewrite_pointer_name(rewriter *w, const prog_symbol *s)
{
	// In a nest the array's name is its own: sizes need another one.
	bool own = !s->file_scope || (s->is_static && !s->is_extern);
	if (own && !s->is_measured && !s->is_redeclared) return s->name;
	size_t size = strlen(s->name) + sizeof "hpcc_p_";
	char *name = prog_alloc(w->unit, size);
	snprintf(name, size, "hpcc_p_%s", s->name);
	return name;
}

// ---- declarations -----------------------------------------------------------------------------

static bool has_image(const prog_symbol *s) { return s->has_init && s->init.file >= 0; }

static unsigned equals_before(const rewriter *w, const prog_symbol *s)
{
	unsigned at = s->init.begin;
	while (at > s->name_range.end && w->source[at - 1] != '=') at--;
	return at - 1;
}

// An array of the same declaration, which holds all values: its type need not be named, and what the source declares
// before it is in sight.
static void image_name(const prog_symbol *s, text *out)
{
	if (!s->file_scope || s->is_static)
		text_printf(out, "hpcc_image_%d", s->mapping->id);
	else
		text_printf(out, "hpcc_image_of_%s", s->name);
}

// The initialiser becomes that of the image, from which each process takes its part.
static void move_initialiser(rewriter *w, const prog_symbol *s, const char *pointer, const char *reserve)
{
	text image = {0}, dims = {0}, t = {0};
	image_name(s, &image);
	edits_replace(&w->edits, s->name_range.begin, s->name_range.end, text_get(&image), 0);
	// double a[] = {1, 2}: as a pointer's the declarator must give the extent.
	unsigned at = s->name_range.end, equals = has_image(s) ? equals_before(w, s) : s->declarator.end;
	while (at < equals && (w->source[at] == ' ' || w->source[at] == '\t')) at++;
	bool open = at + 1 < equals && w->source[at] == '[' && w->source[at + 1] == ']' && s->type->extent;
	if (open) text_printf(&dims, "[%s]", s->type->extent->text);
	rewrite_source(w, (prog_range){w->file, open ? at + 2 : at, equals}, &dims);
	text_printf(&t, ", %s%s", pointer, text_get(&dims));
	if (reserve) text_printf(&t, "%s, %s)", reserve, text_get(&image));
	rewrite_insert(w, has_image(s) ? s->init.end : s->declarator.end, ORDER_CLOSE, text_get(&t));
	text_free(&t);
	text_free(&dims);
	text_free(&image);
}

// On one process an array of file scope is what the source declares, so that the compiler knows as much of it: where it
// is, and that nothing else is there. It is the image, which holds no values where the source gives none. Arrays that a
// program of the usual kind may be too large for are not declared so.
bool rewrite_stays_declared(const rewriter *w, const prog_symbol *s)
{
	enum { MOST_BYTES = 1 << 30 };
	long bytes = 0;
	if (!rewrite_is_converted(s) || !s->file_scope || s->is_extern || !rewrite_in_main(w, s->decl)) return false;
	if (!s->type->extent || w->options->check) return false;
	for (int k = 0; k < w->unit->n_mappings; k++) {
		const prog_symbol *a = w->unit->mappings[k]->symbol;
		if (a && rewrite_is_converted(a) && a->file_scope && bytes <= MOST_BYTES) bytes += a->type->size;
	}
	return s->type->size > 0 && bytes <= MOST_BYTES;
}

bool rewrite_declared_name(const rewriter *w, const prog_symbol *s, text *out)
{
	if (!w->inside || !rewrite_stays_declared(w, s) || s->decl.begin > w->inside->range.begin) return false;
	image_name(s, out);
	return true;
}

static void map_array_call(rewriter *w, const prog_symbol *s, text *out)
{
	text base = {0};
	text_printf(&base, "*%s", rewrite_pointer_name(w, s));
	rewrite_map_call(w, s->mapping, text_get(&base), "", "", out);
	text_add(out, ";");
	text_free(&base);
}

static void set_initial(rewriter *w, const prog_symbol *s, text *out)
{
	const char *name = rewrite_pointer_name(w, s);
	text image = {0};
	if (!has_image(s) || (!s->file_scope && !s->is_static)) return;
	image_name(s, &image);
	text_printf(out, " hpcc_set_initial(*%s, %s, sizeof *%s);", name, text_get(&image), name);
	text_free(&image);
}

static void array_map_call(rewriter *w, const prog_symbol *s, text *out)
{
	map_array_call(w, s, out);
	set_initial(w, s, out);
}

static unsigned mapping_place(const rewriter *w, const prog_symbol *s);

static unsigned grid_end(const prog_grid *g, unsigned at)
{
	return g && !g->file_scope && map_grid_has_name(g) && g->range.end > at ? g->range.end : at;
}

// Variables of the block that are declared with a value behind the pointer.
typedef struct behind {
	const rewriter *w;
	unsigned at;
} behind;

static bool is_behind(const prog_expr *e, void *user)
{
	behind *b = user;
	const prog_symbol *s = e->kind == PROG_EXPR_VAR ? e->symbol : NULL;
	if (s && s->kind == PROG_SYMBOL_VARIABLE && !s->file_scope && s->has_init && s->decl.file == b->w->file &&
	        s->decl.end > b->at)
		b->at = s->decl.end;
	return false;
}

// At `at`, or behind the directives that declare the grids and templates which a mapping names, and where the array is
// mapped that it is aligned with, and behind the variables in its shape, where they have values.
unsigned rewrite_behind_names(const rewriter *w, const prog_mapping *m, unsigned at)
{
	const prog_symbol *with = m->with;
	behind b = {w, at};
	for (int d = 0; d < m->rank; d++) {
		walk_any(m->extent[d], is_behind, &b);
		walk_any(m->dist[d].arg, is_behind, &b);
	}
	at = late_values_place(w, m, b.at);
	if (with && m->with_mapping && !with->file_scope && with->kind == PROG_SYMBOL_VARIABLE) {
		unsigned its = rewrite_is_converted(with) ? mapping_place(w, with)
		               : with->has_init           ? rewrite_behind_names(w, m->with_mapping, with->decl.end)
		                                          : at;
		if (its > at) at = its;
	}
	const prog_template *t = m->with_template;
	at = grid_end(m->onto, at);
	if (!t || t->file_scope || !map_template_has_name(t)) return at;
	at = grid_end(t->onto, at);
	return t->range.end > at ? t->range.end : at;
}

// The end of the directive that maps, where it stands behind `declared`; else that.
unsigned rewrite_directive_end(const rewriter *w, const prog_mapping *m, unsigned declared)
{
	unsigned at = declared;
	for (int k = 0; k < w->unit->n_directives; k++) {
		const prog_directive_text *d = &w->unit->directives[k];
		bool own = d->loc.file == m->loc.file && d->loc.line == m->loc.line && d->range.file == w->file;
		// A file that is included twice holds it twice: the first one behind the declaration counts.
		if (own && d->range.end > declared && (at == declared || d->range.end < at)) at = d->range.end;
	}
	return at;
}

// Where a local array can be mapped: behind its declaration, and behind the directive that says how and the grid it
// names.
static unsigned mapping_place(const rewriter *w, const prog_symbol *s)
{
	return rewrite_behind_names(w, s->mapping, rewrite_directive_end(w, s->mapping, s->decl.end));
}

// double a[] = {1, 2}: without its initialiser the declarator must give the extent.
void rewrite_give_extent(rewriter *w, const prog_symbol *s)
{
	unsigned at = s->name_range.end;
	while (at < w->size && (w->source[at] == ' ' || w->source[at] == '\t')) at++;
	if (at + 1 >= w->size || w->source[at] != '[' || w->source[at + 1] != ']' || !s->type->extent) return;
	rewrite_insert(w, at + 1, ORDER_OPEN, s->type->extent->text);
}

// An array that another unit or a later line defines: its declaration stays, unused, and the pointer is declared beside
// it.
static void declare_pointer(rewriter *w, const prog_symbol *s, text *out)
{
	text_printf(out, "%s %s (*%s)", s->is_static ? "static" : "extern", s->mapping->element->text,
	        rewrite_pointer_name(w, s));
	for (const prog_type *t = s->type; t && t->kind == PROG_TYPE_ARRAY; t = t->element)
		text_printf(out, "[%s]", t->extent ? t->extent->text : "");
	text_add(out, ";\n");
}

// A static variable of a block, in the first call: where it is declared, if it is used before the place where it is
// mapped (`used`).
static void reserve_static(rewriter *w, const prog_symbol *s, bool used, text *map)
{
	const char *name = rewrite_pointer_name(w, s);
	text t = {0}, *reserve = used ? &t : map;
	text_printf(reserve, " if (!%s) { %s = hpcc_reserve(&hpcc_info_%d, sizeof *%s); ", name, name, s->mapping->id,
	        name);
	if (used) {
		text_printf(&t, "hpcc_store_used(*%s); ", name);
		set_initial(w, s, &t);
		text_add(&t, "}");
		rewrite_insert(w, late_declaration_end(w, s), ORDER_MAP, text_get(&t));
		text_printf(map, " static int hpcc_known_%d; if (!hpcc_known_%d) { hpcc_known_%d = 1; ", s->mapping->id,
		        s->mapping->id, s->mapping->id);
		map_array_call(w, s, map);
	} else {
		array_map_call(w, s, map);
	}
	text_add(map, " }");
	text_free(&t);
}

static void convert_array(rewriter *w, const prog_symbol *s)
{
	if (s->is_extern) return;
	if (!rewrite_in_main(w, s->decl) || !rewrite_in_main(w, s->name_range)) {
		diag_report(DIAG_not_translated, s->loc, s->name);
		return;
	}
	text pointer = {0};
	const char *name = rewrite_pointer_name(w, s);
	text_printf(&pointer, "(*%s)", name);
	bool local = !s->file_scope && !s->is_static && !s->is_extern;
	text t = {0};
	if (local)
		text_printf(&t, " __attribute__((__cleanup__(hpcc_release_local))) = %s(&hpcc_info_%d, sizeof *%s",
		        has_image(s) ? "hpcc_reserve_filled" : "hpcc_reserve", s->mapping->id, name);
	if (has_image(s) || rewrite_stays_declared(w, s)) {
		move_initialiser(w, s, text_get(&pointer), local ? text_get(&t) : NULL);
	} else {
		edits_replace(&w->edits, s->name_range.begin, s->name_range.end, text_get(&pointer), 0);
		if (local) {
			text_add(&t, ")");
			rewrite_insert(w, s->declarator.end, ORDER_CLOSE, text_get(&t));
		}
	}
	text_free(&pointer);
	text_free(&t);
	if (s->file_scope || s->is_extern) return;
	unsigned place = mapping_place(w, s);
	bool used = late_does_between(w, late_declaration_end(w, s), place);
	if (local) {
		if (used) text_printf(&t, " hpcc_store_used(*%s);", name);
		text_add(&t, " ");
		array_map_call(w, s, &t);
	} else {
		reserve_static(w, s, used, &t);
	}
	rewrite_insert(w, place, ORDER_MAP, text_get(&t));
	text_free(&t);
}

// Rows are looked for when nests need them; until then it is only known where their pointers will be.
static void map_vector(rewriter *w, const prog_symbol *s)
{
	if (s->file_scope) return;
	if (!rewrite_in_main(w, s->decl) || !rewrite_in_main(w, s->name_range)) {
		diag_report(DIAG_not_translated, s->loc, s->name);
		return;
	}
	text t = {0};
	// Where it ends with its block, a variable beside it tells: no cleanup function takes the address of a vector of
	// restrict pointers.
	if (s->is_static)
		text_printf(&t, " static int hpcc_known_%d; if (!hpcc_known_%d) { hpcc_known_%d = 1; ", s->mapping->id,
		        s->mapping->id, s->mapping->id);
	else
		text_printf(&t,
		        " const volatile void *hpcc_rows_%d __attribute__((__cleanup__(hpcc_rows_forget_at))) = %s; ",
		        s->mapping->id, s->name);
	rewrite_map_call(w, s->mapping, s->name, "", "", &t);
	text_add(&t, s->is_static ? "; }" : ";");
	rewrite_insert(w, mapping_place(w, s), ORDER_MAP, text_get(&t));
	text_free(&t);
}

// The mapping is of all the memory behind a member of objects of the type, whichever they are.
static bool is_of_member(const prog_mapping *m, const prog_type *t)
{
	const prog_symbol *s = m->symbol;
	return s->kind == PROG_SYMBOL_FIELD && !m->path && !prog_mapping_of_pointers(m) &&
	       s->type->kind == PROG_TYPE_POINTER && t->kind == PROG_TYPE_STRUCT && t->record && s->record == t->record;
}

static int longest_chain(const rewriter *w, const prog_type *t)
{
	int longest = -1;
	for (int k = 0; k < w->unit->n_mappings; k++) {
		const prog_mapping *m = w->unit->mappings[k];
		if (is_of_member(m, t) && map_chain_length(m) > longest) longest = map_chain_length(m);
	}
	return longest;
}

bool rewrite_map_members(rewriter *w, const prog_type *t, const char *object, text *out)
{
	bool any = false;
	for (int chain = 0, longest = longest_chain(w, t); chain <= longest; chain++)
		for (int k = 0; k < w->unit->n_mappings; k++) {
			const prog_mapping *m = w->unit->mappings[k];
			if (!is_of_member(m, t) || map_chain_length(m) != chain) continue;
			text base = {0};
			rewrite_member(object, m->symbol, &base);
			bool made = rewrite_map_call(w, m, text_get(&base), object, "", out);
			if (made) text_add(out, "; ");
			any |= made;
			text_free(&base);
		}
	return any;
}

// struct grid g = {n, malloc(n)};
static void receive_object(rewriter *w, const prog_stmt *s, const prog_symbol *symbol)
{
	text t = {0};
	text_add(&t, " ");
	if (rewrite_map_members(w, symbol->type, symbol->name, &t))
		rewrite_insert(w, s->range.end, ORDER_MAP, text_get(&t));
	text_free(&t);
}

// The next mapping, from *k on, of all the memory behind a pointer; NULL: none.
static const prog_mapping *next_of_pointer(const rewriter *w, const prog_symbol *s, int *k)
{
	while (*k < w->unit->n_mappings) {
		const prog_mapping *m = w->unit->mappings[(*k)++];
		if (m->symbol == s && !m->path && !prog_mapping_of_pointers(m)) return m;
	}
	return NULL;
}

// Memory that the pointer receives before its shape is known is mapped when that is.
static void received_before_values(rewriter *w, const prog_stmt *s, const prog_symbol *symbol, int chain)
{
	const prog_mapping *m = symbol->mapping;
	if (!m || m->row_levels || m->is_parameter || map_chain_length(m) != chain) return;
	unsigned place = late_values_place(w, m, s->range.end);
	if (!late_is_set_between(w, symbol, s->range.end, place)) return;
	text t = {0};
	text_add(&t, " ");
	if (rewrite_map_part(w, m, symbol->name, "", "", &t)) {
		text_add(&t, ";");
		rewrite_insert(w, rewrite_behind_names(w, m, place), ORDER_MAP, text_get(&t));
	}
	text_free(&t);
}

static void receive_declaration(rewriter *w, const prog_stmt *s, int chain)
{
	for (int k = 0; k < s->n_symbols; k++) {
		const prog_symbol *symbol = s->symbols[k];
		const prog_expr *init = s->inits[k];
		if (init && init->kind == PROG_EXPR_INIT && expr_holds(init, EXPR_KIND(CALL)) &&
		        longest_chain(w, symbol->type) == chain)
			receive_object(w, s, symbol);
		if (symbol->type->kind == PROG_TYPE_POINTER) received_before_values(w, s, symbol, chain);
		if (!init || symbol->is_static || symbol->type->kind != PROG_TYPE_POINTER) continue;
		// A null pointer: the extents may be declared later.
		if (prog_is_zero(prog_without_casts(init))) continue;
		int at = 0;
		for (const prog_mapping *m; (m = next_of_pointer(w, symbol, &at));) {
			text t = {0};
			text_add(&t, " ");
			bool place = !expr_holds(init, EXPR_KIND(CALL)) && !m->offset && !m->row_levels;
			if (map_chain_length(m) == chain &&
			        (place ? rewrite_map_part : rewrite_map_call)(w, m, symbol->name, "", "", &t)) {
				text_add(&t, ";");
				rewrite_insert(w, rewrite_behind_names(w, m, s->range.end), ORDER_MAP, text_get(&t));
			}
			text_free(&t);
		}
	}
}

// struct grid *p = malloc(sizeof *p);
static void receive_objects(rewriter *w, const prog_stmt *s)
{
	for (int k = 0; k < s->n_symbols; k++) {
		const prog_symbol *symbol = s->symbols[k];
		objects_enter(w, s, symbol);
		filled_declare(w, s, symbol, s->inits[k]);
		if (!s->inits[k] || symbol->is_static || symbol->type->kind != PROG_TYPE_POINTER) continue;
		text t = {0}, call = {0};
		const prog_expr pointer = {.kind = PROG_EXPR_VAR,
		        .symbol = (prog_symbol *)symbol,
		        .type = symbol->type,
		        .text = symbol->name};
		bool fresh = expr_holds(s->inits[k], EXPR_KIND(CALL));
		if (objects_are_received(&pointer, s->inits[k]) &&
		        objects_receive(w, &pointer, symbol->name, fresh, &call)) {
			text_printf(&t, " %s;", text_get(&call));
			rewrite_insert(w, s->range.end, ORDER_MAP, text_get(&t));
		}
		text_free(&call);
		text_free(&t);
	}
}

// What is declared in the head of a loop has no statement behind it.
static bool is_declaration(const prog_stmt *s)
{
	bool in_head = s->parent && s->parent->init == s;
	return s->kind == PROG_STMT_DECL && s->range.file >= 0 && !in_head;
}

static bool receive_all_objects(const prog_stmt *s, void *w)
{
	if (is_declaration(s)) receive_objects(w, s);
	return false;
}

typedef struct receiving {
	rewriter *w;
	int chain;
} receiving;

static bool receive_declarations(const prog_stmt *s, void *user)
{
	const receiving *r = user;
	if (!is_declaration(s)) return false;
	receive_declaration(r->w, s, r->chain);
	for (int k = 0; k < s->n_symbols; k++) objects_declare(r->w, s, s->symbols[k], r->chain);
	return false;
}

static bool is_defined_after(const prog_symbol *s, unsigned at)
{
	return rewrite_is_converted(s) && (s->is_extern || (s->file_scope && s->is_redeclared && s->decl.begin > at));
}

static void local_grids(rewriter *w)
{
	for (int k = 0; k < w->unit->n_grids; k++) {
		const prog_grid *g = w->unit->grids[k];
		if (g->file_scope || !map_grid_has_name(g)) continue;
		text t = {0};
		text_printf(&t, "hpcc_grid *const hpcc_grid_%s_%d = ", g->name, g->id);
		map_grid_value(w, g, "", &t);
		text_add(&t, ";");
		rewrite_insert(w, g->range.end, ORDER_MAP, text_get(&t));
		text_free(&t);
	}
	for (int k = 0; k < w->unit->n_templates; k++) {
		const prog_template *m = w->unit->templates[k];
		if (m->file_scope || !m->distributed || !map_template_has_name(m)) continue;
		text t = {0};
		text_printf(&t, "hpcc_template *const hpcc_template_%s_%d%s = ", m->name, m->id,
		        m->dynamic ? " __attribute__((__cleanup__(hpcc_template_leave)))" : "");
		map_template_value(w, m, "", &t);
		text_add(&t, ";");
		// Its distribution may name a grid that is declared after the template.
		unsigned at = grid_end(m->onto, m->range.end);
		rewrite_insert(w, at, ORDER_MAP, text_get(&t));
		text_free(&t);
	}
}

void rewrite_declarations(rewriter *w)
{
	prog_unit *u = w->unit;
	unsigned first = rewrite_first_function(w);
	text t = {0};
	rewrite_declare_named(w, &t);
	for (int k = 0; k < u->n_mappings; k++)
		if (u->mappings[k]->how != PROG_MAP_NONE) map_info_table(w, u->mappings[k]);
	for (int k = 0; k < u->n_remaps; k++) map_remap_table(w, u->remaps[k]);
	objects_prototypes(w, &t);
	for (int k = 0; k < u->n_mappings; k++)
		if (is_defined_after(u->mappings[k]->symbol, first)) declare_pointer(w, u->mappings[k]->symbol, &t);
	if (t.size) rewrite_insert(w, first, ORDER_TABLES, text_get(&t));
	text_free(&t);
	// First, for what is mapped stands behind them, perhaps at the same place.
	local_grids(w);
	for (int k = 0; k < u->n_functions; k++) walk_any_stmt(u->functions[k]->body, receive_all_objects, w);
	for (int chain = 0; chain <= u->n_mappings; chain++) {
		bool any = false;
		for (int k = 0; k < u->n_mappings; k++) {
			if (map_chain_length(u->mappings[k]) != chain) continue;
			any = true;
			if (rewrite_is_converted(u->mappings[k]->symbol)) convert_array(w, u->mappings[k]->symbol);
			if (is_vector(u->mappings[k]->symbol)) map_vector(w, u->mappings[k]->symbol);
		}
		for (int k = 0; any && k < u->n_functions; k++)
			walk_any_stmt(u->functions[k]->body, receive_declarations, &(receiving){w, chain});
		objects_tell_in_blocks(w, chain);
	}
	filled_before_directives(w);
	for (int k = 0; k < u->n_functions; k++) {
		rewrite_take_arguments(w, u->functions[k]);
		rewrite_keep_arguments(w, u->functions[k]);
	}
	for (int k = 0; k < u->n_symbols; k++) rewrite_late_initialiser(w, u->symbols[k]);
}

// ---- redistribute and realign -------------------------------------------------------------------

static void remap_call(rewriter *w, const prog_mapping *m, text *out)
{
	const char *function = m->of_template                  ? "redistribute_template"
	                       : m->how == PROG_MAP_DISTRIBUTE ? "redistribute"
	                       : m->with_template              ? "realign"
	                                                       : "realign_array";
	text_printf(out, "hpcc_%s(&hpcc_remap_%d, ", function, m->id);
	if (m->of_template)
		map_template_name(w, m->of_template, "", out);
	else if (m->path)
		map_operand(w, m->path, "", out);
	else if (rewrite_is_converted(m->symbol))
		text_printf(out, "*%s", rewrite_pointer_name(w, m->symbol));
	else
		text_printf(out, "%s%s", m->at_pointee ? "*" : "", m->symbol->name);
	text_add(out, ", ");
	map_arguments(w, m, "", true, out);
	text_add(out, ");");
}

void rewrite_remap(rewriter *w, const prog_stmt *s)
{
	if (!rewrite_in_main(w, s->range)) {
		diag_report(DIAG_not_translated, s->loc, s->expr->text);
		return;
	}
	text t = {0};
	if (s->opens_block) text_add(&t, "{ ");
	for (int k = 0; k < s->n_remaps; k++) remap_call(w, s->remaps[k], &t);
	// The lines stay.
	for (unsigned at = s->range.begin; at < s->range.end; at++)
		if (w->source[at] == '\n') text_add(&t, "\n");
	edits_replace(&w->edits, s->range.begin, s->range.end, text_get(&t), 0);
	text_free(&t);
}

void rewrite_close_block(rewriter *w, const prog_stmt *block)
{
	const prog_stmt *first = block->n_children ? block->child[0] : NULL;
	if (!first || !first->opens_block) return;
	const prog_stmt *last = block->child[block->n_children - 1];
	if (rewrite_in_main(w, last->range))
		rewrite_insert(w, last->range.end, ORDER_MAP, " }");
	else
		diag_report(DIAG_not_translated, first->loc, first->expr->text);
}

// ---- start ------------------------------------------------------------------------------------

static void start_array(rewriter *w, const prog_mapping *m, text *out)
{
	const prog_symbol *s = m->symbol;
	if (is_vector(s) && s->file_scope) {
		text_add(out, "\t\t");
		rewrite_map_call(w, m, s->name, "", "", out);
		text_add(out, ";\n");
	}
	if (!rewrite_is_converted(s) || !s->file_scope || s->is_extern) return;
	const char *name = rewrite_pointer_name(w, s);
	text_printf(out, "\t\t%s = ", name);
	if (rewrite_stays_declared(w, s)) {
		text_printf(out, "hpcc_declared(&hpcc_info_%d, sizeof *%s, (void *)", m->id, name);
		image_name(s, out);
		text_add(out, ");\n\t\t");
	} else {
		text_printf(out, "hpcc_reserve(&hpcc_info_%d, sizeof *%s);\n\t\t", m->id, name);
	}
	array_map_call(w, s, out);
	text_add(out, "\n");
}

// An array that another unit defines has the mapping that is said of it here, or the program ends and names both
// directives.
static void check_array(rewriter *w, const prog_mapping *m, text *out)
{
	const prog_symbol *s = m->symbol;
	if (!rewrite_is_converted(s) || !s->is_extern) return;
	text base = {0};
	text_printf(&base, "*%s", rewrite_pointer_name(w, s));
	text_add(out, "\t\t");
	rewrite_map_call(w, m, text_get(&base), "", "", out);
	text_add(out, ";\n");
	text_free(&base);
}

static void phase_text(text *out, const char *phase, const char *body)
{
	if (*body) text_printf(out, "\tif (phase == %s) {\n%s\t}\n", phase, body);
}

void rewrite_start(rewriter *w, text *out)
{
	const prog_unit *u = w->unit;
	int last = 0;
	for (int chain = 0; chain <= u->n_mappings; chain++) {
		text t = {0};
		char phase[16];
		snprintf(phase, sizeof phase, "%d", chain);
		if (chain == 0) rewrite_start_named(w, &t);
		for (int k = 0; k < u->n_mappings; k++)
			if (u->mappings[k]->how != PROG_MAP_NONE && map_chain_length(u->mappings[k]) == chain)
				start_array(w, u->mappings[k], &t);
		objects_start(w, chain, &t);
		if (t.size) last = chain;
		phase_text(out, phase, text_get(&t));
		text_free(&t);
	}
	text t = {0};
	for (int k = 0; k < u->n_symbols; k++) rewrite_start_value(w, u->symbols[k], &t);
	for (int k = 0; k < u->n_mappings; k++)
		if (u->mappings[k]->how != PROG_MAP_NONE) check_array(w, u->mappings[k], &t);
	phase_text(out, "HPCC_ALL_MAPPED", text_get(&t));
	text_free(&t);
	if (out->size) text_printf(out, "\treturn %d;\n", last);
}
