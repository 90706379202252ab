// SPDX-License-Identifier: Apache-2.0
//
// Declarations of mapped arrays, and the calls that map memory.
#include "rewrite.h"

#include "../analysis/mapping.h"

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

// ---- pieces of calls --------------------------------------------------------------------------

// Members of the struct that the directive stands in.
static bool has_own_members(const prog_expr *e)
{
	if (e->kind == PROG_EXPR_MEMBER && e->n_args == 0) return true;
	for (int k = 0; k < e->n_args; k++)
		if (has_own_members(e->arg[k])) return true;
	return false;
}

static void directive_expr(rewriter *w, const prog_expr *e, const char *object, text *out);

static void operand(rewriter *w, const prog_expr *e, const char *object, text *out)
{
	text_add(out, "(");
	directive_expr(w, e, object, out);
	text_add(out, ")");
}

// An expression of a directive. Members of the struct that the directive stands in are those of `object`.
static void directive_expr(rewriter *w, const prog_expr *e, const char *object, text *out)
{
	if (!has_own_members(e)) {
		rewrite_render(w, e, USE_READ, out);
		return;
	}
	switch (e->kind) {
	case PROG_EXPR_MEMBER:
		if (e->n_args)
			operand(w, e->arg[0], object, out);
		else
			text_printf(out, "(%s)", object);
		text_printf(out, ".%s", e->symbol->name);
		break;
	case PROG_EXPR_INDEX:
		operand(w, e->arg[0], object, out);
		text_add(out, "[");
		directive_expr(w, e->arg[1], object, out);
		text_add(out, "]");
		break;
	case PROG_EXPR_DEREF:
		text_add(out, "*");
		operand(w, e->arg[0], object, out);
		break;
	case PROG_EXPR_UNARY:
		text_add(out, rewrite_operator(e->op));
		operand(w, e->arg[0], object, out);
		break;
	case PROG_EXPR_CAST:
		text_printf(out, "(%s)", e->type->text);
		operand(w, e->arg[0], object, out);
		break;
	case PROG_EXPR_COND:
		operand(w, e->arg[0], object, out);
		text_add(out, " ? ");
		operand(w, e->arg[1], object, out);
		text_add(out, " : ");
		operand(w, e->arg[2], object, out);
		break;
	default: // BINARY
		operand(w, e->arg[0], object, out);
		text_printf(out, " %s ", rewrite_operator(e->op));
		operand(w, e->arg[1], object, out);
	}
}

static void extents(rewriter *w, const prog_mapping *m, const char *object, text *out)
{
	text_add(out, "(const long[]){");
	for (int d = 0; d < m->rank; d++) {
		text_add(out, d ? ", " : "");
		directive_expr(w, m->extent[d], object, out);
	}
	text_add(out, "}");
}

static void dist_list(rewriter *w, const prog_dist_dim *dist, int rank, const char *object, text *out)
{
	text_add(out, "(const hpcc_dist[]){");
	for (int d = 0; d < rank; d++) {
		const prog_dist_dim *f = &dist[d];
		text_add(out, d ? ", {" : "{");
		if (f->format == PROG_FORMAT_NONE) text_add(out, "HPCC_NONE");
		if (f->format == PROG_FORMAT_BLOCK) {
			text_add(out, "HPCC_BLOCK");
			if (f->arg) {
				text_add(out, ", .block = ");
				directive_expr(w, f->arg, object, out);
			}
		}
		if (f->format == PROG_FORMAT_GEN_BLOCK) {
			text a = {0};
			directive_expr(w, f->arg, object, &a);
			bool array = f->arg->type && f->arg->type->kind == PROG_TYPE_ARRAY;
			text_printf(out, "HPCC_GEN_BLOCK, .weights = %s, .weight_size = sizeof *(%s)", text_get(&a),
			        text_get(&a));
			if (array)
				text_printf(
				        out, ", .n_weights = sizeof(%s) / sizeof *(%s)", text_get(&a), text_get(&a));
			text_free(&a);
		}
		text_add(out, "}");
	}
	text_add(out, "}");
}

// ---- grids and templates ------------------------------------------------------------------------

// The value depends on when it is computed.
static bool has_variables(const prog_expr *e)
{
	if (!e) return false;
	if (e->kind == PROG_EXPR_VAR) return true;
	for (int k = 0; k < e->n_args; k++)
		if (has_variables(e->arg[k])) return true;
	return false;
}

static bool have_variables(const prog_expr *const *extent, int rank)
{
	for (int d = 0; d < rank; d++)
		if (has_variables(extent[d])) return true;
	return false;
}

// Those of file scope are made when the program starts, those of blocks and structs wherever they are named: equal ones are one. Where
// variables of the block say how large they are, they are made where they are declared.
static bool grid_has_name(const prog_grid *g) { return g->file_scope || have_variables(g->extent, g->rank); }

static bool template_has_name(const prog_template *t)
{
	bool named = t->file_scope || have_variables(t->extent, t->rank) || (t->onto && grid_has_name(t->onto));
	for (int d = 0; d < t->rank; d++) named |= has_variables(t->dist[d].arg);
	return named;
}

// "file:line"
static void place_text(rewriter *w, prog_loc loc, text *out)
{
	text t = {0};
	text_printf(&t, "%s:%u", w->unit->files[loc.file].path, loc.line);
	text_add_string(out, text_get(&t));
	text_free(&t);
}

static void grid_value(rewriter *w, const prog_grid *g, const char *object, text *out)
{
	text_printf(out, "hpcc_grid_new(\"%s\", ", g->name);
	place_text(w, g->loc, out);
	text_printf(out, ", %d, (const long[]){", g->rank);
	for (int d = 0; d < g->rank; d++) {
		text_add(out, d ? ", " : "");
		if (g->extent[d])
			directive_expr(w, g->extent[d], object, out);
		else
			text_add(out, "0");
	}
	text_add(out, "})");
}

static void grid_name(rewriter *w, const prog_grid *g, const char *object, text *out)
{
	if (!g)
		text_add(out, "0");
	else if (grid_has_name(g))
		text_printf(out, "hpcc_grid_%s_%d", g->name, g->id);
	else
		grid_value(w, g, object, out);
}

static void template_value(rewriter *w, const prog_template *t, const char *object, text *out)
{
	text_printf(out, "hpcc_template_new(\"%s\", ", t->name);
	place_text(w, t->loc, out);
	text_printf(out, ", %d, (const long[]){", t->rank);
	for (int d = 0; d < t->rank; d++) {
		text_add(out, d ? ", " : "");
		directive_expr(w, t->extent[d], object, out);
	}
	text_add(out, "}, ");
	dist_list(w, t->dist, t->rank, object, out);
	text_add(out, ", ");
	grid_name(w, t->onto, object, out);
	text_add(out, ")");
}

static void template_name(rewriter *w, const prog_template *t, const char *object, text *out)
{
	if (template_has_name(t))
		text_printf(out, "hpcc_template_%s_%d", t->name, t->id);
	else
		template_value(w, t, object, out);
}

// ---- maps ---------------------------------------------------------------------------------------

static void align_list(rewriter *w, const prog_mapping *m, const char *object, text *out)
{
	text_add(out, "(const hpcc_align[]){");
	for (int k = 0; k < m->with_rank; k++) {
		const prog_align_sub *s = &m->sub[k];
		text_printf(out, "%s{.dim = %d, .coef = %ld, .star = %d, .offset = ", k ? ", " : "",
		        s->star ? -1 : s->dim, s->coef, s->star);
		if (s->offset)
			directive_expr(w, s->offset, object, out);
		else
			text_add(out, "0");
		text_add(out, "}");
	}
	text_add(out, "}");
}

// The address of the memory that the array is aligned with, as C: of several the one with the same index.
static void memory_of_target(rewriter *w, const prog_mapping *m, const char *object, text *out)
{
	const prog_symbol *s = m->with;
	const prog_mapping *target = m->with_mapping;
	bool several = target && target->index, part = several || (target && target->offset);
	if (several) text_printf(out, "({ const long %s = %s; (void *)", target->index->name, "hpcc_index");
	if (part) text_add(out, "(");
	if (rewrite_is_converted(s))
		text_printf(out, "*%s", rewrite_pointer_name(w, s));
	else if (m->with_path)
		directive_expr(w, m->with_path, object, out);
	else if (s->kind == PROG_SYMBOL_FIELD)
		text_printf(out, "(%s).%s", object, s->name);
	else
		text_printf(out, "%s%s", target && target->at_pointee ? "*" : "", s->name);
	if (target && target->offset) {
		text_add(out, " + ");
		operand(w, target->offset, object, out);
	}
	if (part) text_add(out, ")");
	if (several) text_printf(out, "%s; })", target->offset ? "" : "[hpcc_index]");
}

// What the functions of the runtime are called that are given a mapping of this kind.
static const char *map_function(const prog_mapping *m)
{
	return m->how == PROG_MAP_DISTRIBUTE ? "distribute" : m->with_template ? "align" : "align_array";
}

static void map_arguments(rewriter *w, const prog_mapping *m, const char *object, bool with_rank, text *out)
{
	if (m->how == PROG_MAP_DISTRIBUTE) {
		dist_list(w, m->dist, m->rank, object, out);
		text_add(out, ", ");
		grid_name(w, m->onto, object, out);
		return;
	}
	if (m->with_template)
		template_name(w, m->with_template, object, out);
	else
		memory_of_target(w, m, object, out);
	if (with_rank && !m->with_template) text_printf(out, ", %d", m->with_rank);
	text_add(out, ", ");
	align_list(w, m, object, out);
}

static void map_array(rewriter *w, const prog_mapping *m, const char *base, const char *object, text *out)
{
	const char *star = m->at_pointee ? "*" : "";
	text_printf(out, "hpcc_%s_%s(&hpcc_info_%d, %s(%s), ", m->row_levels ? "rows" : "map", map_function(m), m->id,
	        star, base);
	if (m->row_levels) text_printf(out, "%d, ", m->row_levels);
	extents(w, m, object, out);
	text_add(out, ", ");
	map_arguments(w, m, object, false, out);
	text_add(out, ")");
}

// The arrays that begin at offsets from `base`.
static void map_block(rewriter *w, const prog_mapping *m, const char *base, const char *object, text *out)
{
	text at = {0};
	text_printf(out, "({ __typeof__(&*(%s)) const hpcc_block = (%s); ", base, base);
	text_add(&at, "hpcc_block + ");
	operand(w, m->offset, object, &at);
	if (m->index) {
		text_add(out, "if (hpcc_block) for (long hpcc_index = ");
		directive_expr(w, m->first, object, out);
		text_add(out, ", hpcc_last = ");
		directive_expr(w, m->last, object, out);
		text_printf(out, "; hpcc_index <= hpcc_last; hpcc_index++) { const long %s = hpcc_index; (void)%s; ",
		        m->index->name, m->index->name);
	} else {
		text_add(out, "if (hpcc_block) { ");
	}
	map_array(w, m, text_get(&at), object, out);
	text_add(out, "; } (void)0; })");
	text_free(&at);
}

// One of the arrays behind the pointers of a vector.
static void map_pointer(
        rewriter *w, const prog_mapping *m, const char *base, const char *object, const char *index, text *out)
{
	text_printf(out, "({ const long hpcc_index = (long)(%s), %s = hpcc_index; (void)%s; if (hpcc_index >= (", index,
	        m->index->name, m->index->name);
	directive_expr(w, m->first, object, out);
	text_add(out, ") && hpcc_index <= (");
	directive_expr(w, m->last, object, out);
	text_add(out, ")) ");
	map_array(w, m, base, object, out);
	text_add(out, "; (void)0; })");
}

bool rewrite_map_call(
        rewriter *w, const prog_mapping *m, const char *base, const char *object, const char *index, text *out)
{
	if (m->how == PROG_MAP_NONE) return false;
	if (m->offset)
		map_block(w, m, base, object, out);
	else if (m->index)
		map_pointer(w, m, base, object, index, out);
	else
		map_array(w, m, base, object, out);
	return true;
}

// ---- tables -----------------------------------------------------------------------------------

static bool whole_rows(const prog_mapping *m)
{
	if (m->moves) return false;
	for (int d = 1; d < m->rank; d++)
		if (mapping_splits(m, d)) return false;
	return true;
}

static void shadow_list(rewriter *w, const prog_expr *const *bounds, int rank, text *out)
{
	text_add(out, "{");
	for (int d = 0; d < rank; d++) {
		text_add(out, d ? ", " : "");
		if (bounds[d])
			rewrite_render(w, bounds[d], USE_READ, out);
		else
			text_add(out, "0");
	}
	text_add(out, "}");
}

void rewrite_size(const prog_type *element, text *out)
{
	if (element->kind == PROG_TYPE_STRUCT && element->size > 0)
		text_printf(out, "%ld", element->size);
	else
		text_printf(out, "sizeof(%s)", element->text);
}

static const char *format_name(prog_format format)
{
	return format == PROG_FORMAT_GEN_BLOCK ? "HPCC_GEN_BLOCK"
	       : format == PROG_FORMAT_BLOCK   ? "HPCC_BLOCK"
	                                       : "HPCC_NONE";
}

static void ranges(const prog_mapping *m, text *out)
{
	if (!m->n_ranges) return;
	text_printf(out, ", .n_ranges = %d, .ranges = (const hpcc_format[]){", m->n_ranges);
	for (int k = 0; k < m->n_ranges; k++)
		for (int d = 0; d < m->rank; d++)
			text_printf(out, "%s%s", k + d ? ", " : "", format_name(m->ranges[k].format[d]));
	text_add(out, "}");
}

static void mapping_text(const prog_mapping *m, text *out)
{
	text directive = {0};
	rewrite_directive_text(m, &directive);
	text_add(out, ", .mapping = ");
	text_add_string(out, text_get(&directive));
	text_free(&directive);
}

// What a redistribute or realign gives.
static void remap_table(rewriter *w, const prog_mapping *m, text *out)
{
	text_printf(
	        out, "static const hpcc_array_info hpcc_remap_%d = {.name = \"%s\", .where = ", m->id, m->symbol->name);
	place_text(w, m->loc, out);
	text_printf(out, ", .rank = %d, .element = ", m->rank);
	rewrite_size(m->element, out);
	mapping_text(m, out);
	text_add(out, "};\n");
}

static void info_table(rewriter *w, const prog_mapping *m, text *out)
{
	text_printf(
	        out, "static const hpcc_array_info hpcc_info_%d = {.name = \"%s\", .where = ", m->id, m->symbol->name);
	place_text(w, m->loc, out);
	text_printf(out, ", .rank = %d, .element = ", m->rank);
	rewrite_size(m->element, out);
	text_add(out, ", .type = ");
	text_add_string(out, m->element->text);
	text_printf(out, ", .whole_rows = %d", whole_rows(m));
	if (m->dynamic) text_add(out, ", .dynamic = 1");
	ranges(m, out);
	if (m->has_shadow) {
		text_add(out, ", .shadow_given = 1, .shadow_lo = ");
		shadow_list(w, m->shadow_lo, m->rank, out);
		text_add(out, ", .shadow_hi = ");
		shadow_list(w, m->shadow_hi, m->rank, out);
	}
	mapping_text(m, out);
	text_add(out, "};\n");
}

// ---- declarations -----------------------------------------------------------------------------

// The initialiser goes into an image of the whole array, from which each process takes its part.
static void move_initialiser(rewriter *w, const prog_symbol *s)
{
	unsigned at = s->init.begin;
	while (at > s->name_range.end && w->source[at - 1] != '=') at--;
	unsigned equals = at - 1;
	text dims = {0}, value = {0}, image = {0};
	rewrite_source(w, (prog_range){w->file, s->name_range.end, equals}, &dims);
	rewrite_source(w, s->init, &value);
	bool is_static = s->file_scope || s->is_static;
	text_printf(&image, "%s%s hpcc_image_%d%s = %s; ", is_static ? "static " : "", s->mapping->element->text,
	        s->mapping->id, text_get(&dims), text_get(&value));
	rewrite_insert(w, s->decl.begin, ORDER_OPEN, text_get(&image));
	edits_replace(&w->edits, equals, s->init.end, "", 0);
	text_free(&image);
	text_free(&value);
	text_free(&dims);
}

static void array_map_call(rewriter *w, const prog_symbol *s, text *out)
{
	text base = {0};
	const char *name = rewrite_pointer_name(w, s);
	text_printf(&base, "*%s", name);
	rewrite_map_call(w, s->mapping, text_get(&base), "", "", out);
	text_add(out, ";");
	if (s->has_init && s->init.file >= 0)
		text_printf(out, " hpcc_set_initial(*%s, hpcc_image_%d, sizeof *%s);", name, s->mapping->id, name);
	text_free(&base);
}

static unsigned mapping_place(const rewriter *w, const prog_symbol *s);

static unsigned grid_end(const prog_grid *g, unsigned at)
{
	return g && !g->file_scope && grid_has_name(g) && g->range.end > at ? g->range.end : at;
}

// At `at`, or behind the directives that declare the grids and templates which a mapping names, and where the array is mapped that it
// is aligned with.
static unsigned behind_names(const rewriter *w, const prog_mapping *m, unsigned at)
{
	const prog_symbol *with = m->with;
	if (with && m->with_mapping && !with->file_scope && with->kind == PROG_SYMBOL_VARIABLE) {
		unsigned its = rewrite_is_converted(with) ? mapping_place(w, with)
		               : with->has_init           ? behind_names(w, m->with_mapping, with->decl.end)
		                                          : at;
		if (its > at) at = its;
	}
	const prog_template *t = m->with_template;
	at = grid_end(m->onto, at);
	if (!t || t->file_scope || !template_has_name(t)) return at;
	at = grid_end(t->onto, at);
	return t->range.end > at ? t->range.end : at;
}

// The end of the directive that maps, where it stands behind `declared`; else that.
static unsigned directive_end(const rewriter *w, const prog_mapping *m, unsigned declared)
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

// Where a local array can be mapped: behind its declaration, and behind the directive that says how and the grid it names.
static unsigned mapping_place(const rewriter *w, const prog_symbol *s)
{
	return behind_names(w, s->mapping, directive_end(w, s->mapping, s->decl.end));
}

// double a[] = {1, 2}: without its initialiser the declarator must give the extent.
static void give_extent(rewriter *w, const prog_symbol *s)
{
	unsigned at = s->name_range.end;
	while (at < w->size && (w->source[at] == ' ' || w->source[at] == '\t')) at++;
	if (at + 1 >= w->size || w->source[at] != '[' || w->source[at + 1] != ']' || !s->type->extent) return;
	rewrite_insert(w, at + 1, ORDER_OPEN, s->type->extent->text);
}

// An array that another unit or a later line defines: its declaration stays, unused, and the pointer is declared beside it.
static void declare_pointer(rewriter *w, const prog_symbol *s, text *out)
{
	text_printf(out, "%s %s (*%s)", s->is_static ? "static" : "extern", s->mapping->element->text,
	        rewrite_pointer_name(w, s));
	for (const prog_type *t = s->type; t && t->kind == PROG_TYPE_ARRAY; t = t->element)
		text_printf(out, "[%s]", t->extent ? t->extent->text : "");
	text_add(out, ";\n");
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
	edits_replace(&w->edits, s->name_range.begin, s->name_range.end, text_get(&pointer), 0);
	text_free(&pointer);
	bool local = !s->file_scope && !s->is_static && !s->is_extern;
	bool has_image = s->has_init && s->init.file >= 0;
	if (has_image) give_extent(w, s);
	text t = {0};
	if (local) {
		text_printf(&t,
		        " __attribute__((cleanup(hpcc_release_local))) = hpcc_reserve(&hpcc_info_%d, sizeof *%s)",
		        s->mapping->id, name);
		rewrite_insert(w, has_image ? s->init.end : s->declarator.end, ORDER_CLOSE, text_get(&t));
	}
	if (has_image) move_initialiser(w, s);
	text_free(&t);
	if (s->file_scope || s->is_extern) return;
	if (local) {
		text_add(&t, " ");
		array_map_call(w, s, &t);
	} else {
		text_printf(&t, " if (!%s) { %s = hpcc_reserve(&hpcc_info_%d, sizeof *%s); ", name, name,
		        s->mapping->id, name);
		array_map_call(w, s, &t);
		text_add(&t, " }");
	}
	rewrite_insert(w, mapping_place(w, s), ORDER_MAP, text_get(&t));
	text_free(&t);
}

static unsigned equals_before(const rewriter *w, const prog_symbol *s)
{
	unsigned at = s->init.begin;
	while (at > s->name_range.end && w->source[at - 1] != '=') at--;
	return at - 1;
}

// Rows are looked for when nests need them; until then it is only known where their pointers will be.
static void map_vector(rewriter *w, const prog_symbol *s)
{
	if (s->file_scope) return;
	if (!rewrite_in_main(w, s->decl) || !rewrite_in_main(w, s->name_range)) {
		diag_report(DIAG_not_translated, s->loc, s->name);
		return;
	}
	bool with_value = s->has_init && s->init.file >= 0;
	text t = {0};
	if (s->is_static)
		text_printf(&t, " static int hpcc_known_%d; if (!hpcc_known_%d) { hpcc_known_%d = 1; ", s->mapping->id,
		        s->mapping->id, s->mapping->id);
	else
		rewrite_insert(w, with_value ? equals_before(w, s) : s->declarator.end, ORDER_CLOSE,
		        " __attribute__((cleanup(hpcc_rows_forget))) ");
	rewrite_map_call(w, s->mapping, s->name, "", "", &t);
	text_add(&t, s->is_static ? "; }" : ";");
	rewrite_insert(w, mapping_place(w, s), ORDER_MAP, text_get(&t));
	text_free(&t);
}

// Arrays between this one and the one that it is aligned with in the end.
static int chain_length(const prog_mapping *m)
{
	int n = 0;
	for (; m && m->how == PROG_MAP_ALIGN; m = m->with ? m->with_mapping : NULL) n++;
	return n;
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
		if (is_of_member(m, t) && chain_length(m) > longest) longest = chain_length(m);
	}
	return longest;
}

bool rewrite_map_members(rewriter *w, const prog_type *t, const char *object, text *out)
{
	bool any = false;
	for (int chain = 0, longest = longest_chain(w, t); chain <= longest; chain++)
		for (int k = 0; k < w->unit->n_mappings; k++) {
			const prog_mapping *m = w->unit->mappings[k];
			if (!is_of_member(m, t) || chain_length(m) != chain) continue;
			text base = {0};
			text_printf(&base, "%s.%s", object, m->symbol->name);
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

static void receive_declaration(rewriter *w, const prog_stmt *s, int chain)
{
	for (int k = 0; k < s->n_symbols; k++) {
		const prog_symbol *symbol = s->symbols[k];
		const prog_expr *init = s->inits[k];
		if (init && init->kind == PROG_EXPR_INIT && rewrite_contains_call(init) &&
		        longest_chain(w, symbol->type) == chain)
			receive_object(w, s, symbol);
		if (!init || symbol->is_static || symbol->type->kind != PROG_TYPE_POINTER) continue;
		int at = 0;
		for (const prog_mapping *m; (m = next_of_pointer(w, symbol, &at));) {
			text t = {0};
			text_add(&t, " ");
			if (chain_length(m) == chain && rewrite_map_call(w, m, symbol->name, "", "", &t)) {
				text_add(&t, ";");
				rewrite_insert(w, behind_names(w, m, s->range.end), ORDER_MAP, text_get(&t));
			}
			text_free(&t);
		}
	}
}

static void receive_declarations(rewriter *w, const prog_stmt *s, int chain)
{
	if (!s) return;
	if (s->kind == PROG_STMT_DECL && s->range.file >= 0) receive_declaration(w, s, chain);
	for (int k = 0; k < s->n_children; k++) receive_declarations(w, s->child[k], chain);
	receive_declarations(w, s->body, chain);
	receive_declarations(w, s->otherwise, chain);
}

// ---- parameters ---------------------------------------------------------------------------------

static bool has_locals(const prog_expr *e)
{
	if (!e) return false;
	if (e->kind == PROG_EXPR_VAR && e->symbol->kind == PROG_SYMBOL_VARIABLE && !e->symbol->file_scope) return true;
	for (int k = 0; k < e->n_args; k++)
		if (has_locals(e->arg[k])) return true;
	return false;
}

// Variables of the function's blocks say how the parameter is mapped.
static bool depends_on_locals(const prog_mapping *m)
{
	for (int d = 0; d < m->rank; d++)
		if (has_locals(m->extent[d]) || (m->how == PROG_MAP_DISTRIBUTE && has_locals(m->dist[d].arg)))
			return true;
	for (int d = 0; d < m->with_rank; d++)
		if (has_locals(m->sub[d].offset)) return true;
	return m->with && has_locals(&(prog_expr){.kind = PROG_EXPR_VAR, .symbol = m->with});
}

// What a parameter is given has the parameter's mapping until the function is left, by whatever way. `before`: the mapping before it in
// the same function, NULL: none.
static void take_argument(rewriter *w, const prog_function *f, const prog_mapping *m, const prog_mapping *before)
{
	unsigned start = f->body->range.begin + 1;
	text t = {0};
	text_printf(&t,
	        " hpcc_argument hpcc_argument_%d __attribute__((cleanup(hpcc_argument_leave), unused)) = "
	        "hpcc_argument_%s(",
	        m->id, map_function(m));
	text_printf(&t, before ? "&hpcc_argument_%d" : "0", before ? before->id : 0);
	text_printf(&t, ", &hpcc_info_%d, %s(%s), ", m->id, m->at_pointee ? "*" : "", m->symbol->name);
	extents(w, m, "", &t);
	text_add(&t, ", ");
	map_arguments(w, m, "", true, &t);
	text_add(&t, ");");
	unsigned at = depends_on_locals(m) ? directive_end(w, m, start) : start;
	rewrite_insert(w, behind_names(w, m, at), ORDER_MAP, text_get(&t));
	text_free(&t);
}

// A parameter without a mapping that the function gives others: undone when it is left.
static void keep_arguments(rewriter *w, const prog_function *f)
{
	for (int k = 0; k < f->n_params; k++) {
		const prog_symbol *s = f->params[k];
		const prog_mapping *given = NULL;
		for (int r = 0; r < w->unit->n_remaps && !given; r++)
			if (w->unit->remaps[r]->symbol == s) given = w->unit->remaps[r];
		if (!given || (s->mapping && s->mapping->how != PROG_MAP_NONE)) continue;
		text t = {0};
		text_printf(&t,
		        " hpcc_argument hpcc_kept_%d __attribute__((cleanup(hpcc_argument_leave), unused)) = "
		        "hpcc_argument_keep(0, %s%s);",
		        given->id, given->at_pointee ? "*" : "", s->name);
		rewrite_insert(w, f->body->range.begin + 1, ORDER_MAP, text_get(&t));
		text_free(&t);
	}
}

static bool is_taken(const prog_symbol *s, int chain)
{
	const prog_mapping *m = s->mapping;
	return m && m->how != PROG_MAP_NONE && !m->row_levels && chain_length(m) == chain;
}

static void take_arguments(rewriter *w, const prog_function *f)
{
	const prog_mapping *before = NULL;
	for (int chain = 0; chain <= w->unit->n_mappings; chain++)
		for (int k = 0; k < f->n_params; k++) {
			const prog_symbol *s = f->params[k];
			if (!is_taken(s, chain)) continue;
			if (!rewrite_in_main(w, f->body->range)) {
				diag_report(DIAG_not_translated, s->loc, s->name);
				return;
			}
			take_argument(w, f, s->mapping, before);
			if (!depends_on_locals(s->mapping)) before = s->mapping;
		}
}

// ---- initialisers that name converted arrays ---------------------------------------------------

// static double *p = a; is no constant any more: the value is set when the array has its place.

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

static void late_initialiser(rewriter *w, const prog_symbol *s)
{
	text value = {0};
	bool names = names_arrays(w, s, &value);
	if (names) {
		if (is_constant(w, s)) diag_report(DIAG_constant_names_array, s->loc, s->name);
		if (s->type->kind == PROG_TYPE_ARRAY) give_extent(w, s);
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

static void start_value(rewriter *w, const prog_symbol *s, text *out)
{
	text value = {0};
	if (s->file_scope && names_arrays(w, s, &value)) {
		text_add(out, "\t\t");
		set_value(s, text_get(&value), out);
		text_add(out, "\n");
	}
	text_free(&value);
}

static bool is_defined_after(const prog_symbol *s, unsigned at)
{
	return rewrite_is_converted(s) && (s->is_extern || (s->file_scope && s->is_redeclared && s->decl.begin > at));
}

// Tables of file scope stand before the first function: the types that they name are known there.
static unsigned first_function(const rewriter *w)
{
	unsigned at = w->size;
	for (int k = 0; k < w->unit->n_functions; k++) {
		prog_range r = w->unit->functions[k]->range;
		if (r.file == w->file && r.begin < at) at = r.begin;
	}
	return at;
}

static void local_grids(rewriter *w)
{
	for (int k = 0; k < w->unit->n_grids; k++) {
		const prog_grid *g = w->unit->grids[k];
		if (g->file_scope || !grid_has_name(g)) continue;
		text t = {0};
		text_printf(&t, "hpcc_grid *const hpcc_grid_%s_%d = ", g->name, g->id);
		grid_value(w, g, "", &t);
		text_add(&t, ";");
		rewrite_insert(w, g->range.end, ORDER_MAP, text_get(&t));
		text_free(&t);
	}
	for (int k = 0; k < w->unit->n_templates; k++) {
		const prog_template *m = w->unit->templates[k];
		if (m->file_scope || !m->distributed || !template_has_name(m)) continue;
		text t = {0};
		text_printf(&t, "hpcc_template *const hpcc_template_%s_%d = ", m->name, m->id);
		template_value(w, m, "", &t);
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
	unsigned first = first_function(w);
	text t = {0};
	for (int k = 0; k < u->n_grids; k++)
		if (u->grids[k]->file_scope)
			text_printf(&t, "static hpcc_grid *hpcc_grid_%s_%d;\n", u->grids[k]->name, k);
	for (int k = 0; k < u->n_templates; k++)
		if (u->templates[k]->file_scope)
			text_printf(&t, "static hpcc_template *hpcc_template_%s_%d;\n", u->templates[k]->name, k);
	for (int k = 0; k < u->n_mappings; k++)
		if (u->mappings[k]->how != PROG_MAP_NONE) info_table(w, u->mappings[k], &t);
	for (int k = 0; k < u->n_remaps; k++) remap_table(w, u->remaps[k], &t);
	for (int k = 0; k < u->n_mappings; k++)
		if (is_defined_after(u->mappings[k]->symbol, first)) declare_pointer(w, u->mappings[k]->symbol, &t);
	if (t.size) rewrite_insert(w, first, ORDER_TABLES, text_get(&t));
	text_free(&t);
	// First, for what is mapped stands behind them, perhaps at the same place.
	local_grids(w);
	for (int chain = 0; chain <= u->n_mappings; chain++) {
		bool any = false;
		for (int k = 0; k < u->n_mappings; k++) {
			if (chain_length(u->mappings[k]) != chain) continue;
			any = true;
			if (rewrite_is_converted(u->mappings[k]->symbol)) convert_array(w, u->mappings[k]->symbol);
			if (is_vector(u->mappings[k]->symbol)) map_vector(w, u->mappings[k]->symbol);
		}
		for (int k = 0; any && k < u->n_functions; k++) receive_declarations(w, u->functions[k]->body, chain);
	}
	for (int k = 0; k < u->n_functions; k++) {
		take_arguments(w, u->functions[k]);
		keep_arguments(w, u->functions[k]);
	}
	for (int k = 0; k < u->n_symbols; k++) late_initialiser(w, u->symbols[k]);
}

// ---- redistribute and realign -------------------------------------------------------------------

static void remap_call(rewriter *w, const prog_mapping *m, text *out)
{
	const char *function = m->how == PROG_MAP_DISTRIBUTE ? "redistribute"
	                       : m->with_template            ? "realign"
	                                                     : "realign_array";
	text_printf(out, "hpcc_%s(&hpcc_remap_%d, ", function, m->id);
	if (rewrite_is_converted(m->symbol))
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
	text_printf(out, "\t\t%s = hpcc_reserve(&hpcc_info_%d, sizeof *%s);\n\t\t", name, m->id, name);
	array_map_call(w, s, out);
	text_add(out, "\n");
}

// An array that another unit defines has the mapping that is said of it here, or the program ends and names both directives.
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

static void start_names(rewriter *w, text *out)
{
	prog_unit *u = w->unit;
	for (int k = 0; k < u->n_grids; k++) {
		if (!u->grids[k]->file_scope) continue;
		text_add(out, "\t\t");
		grid_name(w, u->grids[k], "", out);
		text_add(out, " = ");
		grid_value(w, u->grids[k], "", out);
		text_add(out, ";\n");
	}
	for (int k = 0; k < u->n_templates; k++) {
		const prog_template *t = u->templates[k];
		if (!t->file_scope || !t->distributed) continue;
		text_printf(out, "\t\thpcc_template_%s_%d = ", t->name, t->id);
		template_value(w, t, "", out);
		text_add(out, ";\n");
	}
}

void rewrite_start(rewriter *w, text *out)
{
	const prog_unit *u = w->unit;
	int last = 0;
	for (int chain = 0; chain <= u->n_mappings; chain++) {
		text t = {0};
		char phase[16];
		snprintf(phase, sizeof phase, "%d", chain);
		if (chain == 0) start_names(w, &t);
		for (int k = 0; k < u->n_mappings; k++)
			if (u->mappings[k]->how != PROG_MAP_NONE && chain_length(u->mappings[k]) == chain)
				start_array(w, u->mappings[k], &t);
		if (t.size) last = chain;
		phase_text(out, phase, text_get(&t));
		text_free(&t);
	}
	text t = {0};
	for (int k = 0; k < u->n_symbols; k++) start_value(w, u->symbols[k], &t);
	for (int k = 0; k < u->n_mappings; k++)
		if (u->mappings[k]->how != PROG_MAP_NONE) check_array(w, u->mappings[k], &t);
	phase_text(out, "HPCC_ALL_MAPPED", text_get(&t));
	text_free(&t);
	if (out->size) text_printf(out, "\treturn %d;\n", last);
}
