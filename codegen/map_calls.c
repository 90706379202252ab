// SPDX-License-Identifier: Apache-2.0
//
// The calls that map memory, and the tables that they refer to, as text.
#include "map_calls.h"

#include "../analysis/model/model.h"

#include <string.h>

// ---- pieces of calls ---------------------------------------------------------------------------

// Members of the struct that the directive stands in.
static bool is_own_member(const prog_expr *e, void *unused)
{
	(void)unused;
	return e->kind == PROG_EXPR_MEMBER && e->n_args == 0;
}

static bool has_own_members(const prog_expr *e) { return walk_any(e, is_own_member, NULL); }

// The directive may stand before the macro, and its text is given behind it.
static bool is_macro_member(const prog_expr *e, void *unused)
{
	(void)unused;
	return e->kind == PROG_EXPR_MEMBER && e->symbol->is_macro;
}

static void directive_expr(rewriter *w, const prog_expr *e, const char *object, text *out);

// An object whose member is meant: where it is, not its value.
static void object_place(rewriter *w, const prog_expr *e, const char *object, text *out)
{
	text_add(out, e->kind == PROG_EXPR_DEREF ? "(*" : "(");
	if (e->kind == PROG_EXPR_VAR)
		rewrite_by_place(w, e->symbol, out);
	else if (e->kind == PROG_EXPR_DEREF)
		map_operand(w, e->arg[0], object, out);
	else
		directive_expr(w, e, object, out);
	text_add(out, ")");
}

// An expression of a directive. Members of the struct that the directive stands in are those of `object`.
static void directive_expr(rewriter *w, const prog_expr *e, const char *object, text *out)
{
	if (!has_own_members(e) && !rewrite_names_hidden(w, e) && !walk_any(e, is_macro_member, NULL)) {
		rewrite_render(w, e, USE_READ, out);
		return;
	}
	switch (e->kind) {
	case PROG_EXPR_INT: rewrite_render(w, e, USE_READ, out); break;
	case PROG_EXPR_VAR: rewrite_by_place(w, e->symbol, out); break;
	case PROG_EXPR_MEMBER: {
		text whole = {0};
		if (e->n_args)
			object_place(w, e->arg[0], object, &whole);
		else
			text_printf(&whole, "(%s)", object);
		rewrite_member(text_get(&whole), e->symbol, out);
		text_free(&whole);
		break;
	}
	case PROG_EXPR_INDEX:
		map_operand(w, e->arg[0], object, out);
		text_add(out, "[");
		directive_expr(w, e->arg[1], object, out);
		text_add(out, "]");
		break;
	case PROG_EXPR_DEREF:
		text_add(out, "*");
		map_operand(w, e->arg[0], object, out);
		break;
	case PROG_EXPR_UNARY:
		text_add(out, prog_operator(e->op));
		map_operand(w, e->arg[0], object, out);
		break;
	case PROG_EXPR_CAST:
		text_printf(out, "(%s)", e->type->text);
		map_operand(w, e->arg[0], object, out);
		break;
	case PROG_EXPR_COND:
		map_operand(w, e->arg[0], object, out);
		text_add(out, " ? ");
		map_operand(w, e->arg[1], object, out);
		text_add(out, " : ");
		map_operand(w, e->arg[2], object, out);
		break;
	case PROG_EXPR_CALL:
		text_printf(out, "%s(", e->arg[0]->symbol->name);
		for (int k = 1; k < e->n_args; k++) {
			text_add(out, k > 1 ? ", " : "");
			directive_expr(w, e->arg[k], object, out);
		}
		text_add(out, ")");
		break;
	default: // BINARY
		map_operand(w, e->arg[0], object, out);
		text_printf(out, " %s ", prog_operator(e->op));
		map_operand(w, e->arg[1], object, out);
	}
}

void map_operand(rewriter *w, const prog_expr *e, const char *object, text *out)
{
	text_add(out, "(");
	directive_expr(w, e, object, out);
	text_add(out, ")");
}

void map_extents(rewriter *w, const prog_mapping *m, const char *object, text *out)
{
	text_add(out, "(const long[]){");
	for (int d = 0; d < m->rank; d++) {
		text_add(out, d ? ", " : "");
		if (d == 0 && mapping_is_counted(m))
			text_add(out, "HPCC_ROOM");
		else
			directive_expr(w, m->extent[d], object, out);
	}
	text_add(out, "}");
}

static const char *format_name(prog_format format)
{
	return format == PROG_FORMAT_GEN_BLOCK ? "HPCC_GEN_BLOCK"
	       : format == PROG_FORMAT_BLOCK   ? "HPCC_BLOCK"
	                                       : "HPCC_NONE";
}

// Initialisers stand among the program's text: members are set in their order, for it may have macros of their names.
enum {
	DIST_BLOCK = 1,
	DIST_FIXED,
	DIST_WEIGHTS,
	DIST_WEIGHT_SIZE,
	DIST_N_WEIGHTS,
	DIST_IS_PART,
	DIST_USED,
	DIST_MEMBERS
};

// `{HPCC_BLOCK, 3}`: up to the last member that is not 0.
static void dist_members(text member[DIST_MEMBERS], text *out)
{
	int n = DIST_MEMBERS;
	while (n > 1 && !member[n - 1].size) n--;
	for (int k = 0; k < n; k++) {
		text_printf(out, "%s%s", k ? ", " : "{", member[k].size ? text_get(&member[k]) : "0");
		text_free(&member[k]);
	}
	text_add(out, "}");
}

static void weights_members(rewriter *w, const prog_expr *weights, const char *object, text member[DIST_MEMBERS])
{
	text a = {0};
	directive_expr(w, weights, object, &a);
	text_add(&member[DIST_WEIGHTS], text_get(&a));
	text_printf(&member[DIST_WEIGHT_SIZE], "sizeof *(%s)", text_get(&a));
	if (weights->type && weights->type->kind == PROG_TYPE_ARRAY)
		text_printf(&member[DIST_N_WEIGHTS], "sizeof(%s) / sizeof *(%s)", text_get(&a), text_get(&a));
	text_free(&a);
}

// `used`: of prog_mapping; NULL: all of each dimension.
static void dist_list(
        rewriter *w, const prog_dist_dim *dist, const prog_expr *const *used, int rank, const char *object, text *out)
{
	text_add(out, "(const hpcc_dist[]){");
	for (int d = 0; d < rank; d++) {
		const prog_dist_dim *f = &dist[d];
		text member[DIST_MEMBERS] = {0};
		text_add(out, d ? ", " : "");
		text_add(&member[0], format_name(f->format));
		if (f->format == PROG_FORMAT_BLOCK && f->arg) directive_expr(w, f->arg, object, &member[DIST_BLOCK]);
		if (f->format == PROG_FORMAT_BLOCK && !f->arg && w->options->fixed) text_add(&member[DIST_FIXED], "1");
		if (f->format == PROG_FORMAT_GEN_BLOCK) weights_members(w, f->arg, object, member);
		// How much of a dimension there are indices for, where that is not its extent.
		if (used && used[d] && f->format != PROG_FORMAT_NONE) {
			text_add(&member[DIST_IS_PART], "1");
			directive_expr(w, used[d], object, &member[DIST_USED]);
		}
		dist_members(member, out);
	}
	text_add(out, "}");
}

// ---- grids and templates -----------------------------------------------------------------------

// The value depends on when it is computed.
static bool has_variables(const prog_expr *e) { return expr_holds(e, EXPR_KIND(VAR)); }

static bool have_variables(const prog_expr *const *extent, int rank)
{
	for (int d = 0; d < rank; d++)
		if (has_variables(extent[d])) return true;
	return false;
}

bool map_is_known_at_start(const prog_grid *g, const prog_template *t)
{
	if (g && have_variables(g->extent, g->rank)) return false;
	if (!t) return true;
	for (int d = 0; d < t->rank; d++)
		if (has_variables(t->extent[d]) || has_variables(t->dist[d].arg)) return false;
	return true;
}

// Those of file scope are made when something is first mapped with them (named.c), those of blocks and structs wherever
// they are named: equal ones are one. Where variables of the block say how large they are, they are made where they are
// declared.
bool map_grid_has_name(const prog_grid *g) { return g->file_scope || have_variables(g->extent, g->rank); }

bool map_template_has_name(const prog_template *t)
{
	bool named = t->file_scope || t->dynamic || have_variables(t->extent, t->rank) ||
	             (t->onto && map_grid_has_name(t->onto));
	for (int d = 0; d < t->rank; d++) named |= has_variables(t->dist[d].arg);
	return named;
}

// "file:line"
static void place_text(rewriter *w, prog_loc loc, text *out)
{
	text t = {0};
	const char *path;
	unsigned line = prog_unit_line_name(w->unit, loc, &path);
	text_printf(&t, "%s:%u", path, line);
	text_add_string(out, text_get(&t));
	text_free(&t);
}

static void grid_extent(rewriter *w, const prog_grid *g, const prog_expr *e, const char *object, text *out)
{
	if (has_variables(e)) {
		text_printf(out, "hpcc_grid_extent(\"%s\", ", g->name);
		place_text(w, g->loc, out);
		text_add(out, ", ");
	}
	directive_expr(w, e, object, out);
	if (has_variables(e)) text_add(out, ")");
}

void map_grid_value(rewriter *w, const prog_grid *g, const char *object, text *out)
{
	text_printf(out, "hpcc_grid_%s(\"%s\", ", g->file_scope ? "named" : "new", g->name);
	place_text(w, g->loc, out);
	text_printf(out, ", %d, (const long[]){", g->rank);
	for (int d = 0; d < g->rank; d++) {
		text_add(out, d ? ", " : "");
		if (!g->extent[d])
			text_add(out, "0");
		else
			grid_extent(w, g, g->extent[d], object, out);
	}
	text_add(out, "})");
}

void map_grid_name(rewriter *w, const prog_grid *g, const char *object, text *out)
{
	if (!g)
		text_add(out, "0");
	else if (map_grid_has_name(g))
		text_printf(out, "hpcc_grid_%s_%d%s", g->name, g->id, g->file_scope ? "()" : "");
	else
		map_grid_value(w, g, object, out);
}

void map_template_value(rewriter *w, const prog_template *t, const char *object, text *out)
{
	text_printf(out, "hpcc_template_%s(\"%s\", ", t->file_scope ? "named" : t->dynamic ? "own" : "new", t->name);
	place_text(w, t->loc, out);
	text_printf(out, ", %d, (const long[]){", t->rank);
	for (int d = 0; d < t->rank; d++) {
		text_add(out, d ? ", " : "");
		directive_expr(w, t->extent[d], object, out);
	}
	text_add(out, "}, ");
	dist_list(w, t->dist, NULL, t->rank, object, out);
	text_add(out, ", ");
	map_grid_name(w, t->onto, object, out);
	text_add(out, ")");
}

void map_template_name(rewriter *w, const prog_template *t, const char *object, text *out)
{
	if (map_template_has_name(t))
		text_printf(out, "hpcc_template_%s_%d%s", t->name, t->id, t->file_scope ? "()" : "");
	else
		map_template_value(w, t, object, out);
}

// ---- maps --------------------------------------------------------------------------------------

static void align_list(rewriter *w, const prog_mapping *m, const char *object, text *out)
{
	text_add(out, "(const hpcc_align[]){");
	for (int k = 0; k < m->with_rank; k++) {
		const prog_align_sub *s = &m->sub[k];
		const prog_expr *used = !s->star && s->dim >= 0 ? m->used[s->dim] : NULL;
		text_printf(out, "%s{%d, %ld, ", k ? ", " : "", s->star ? -1 : s->dim, s->coef);
		if (s->offset)
			directive_expr(w, s->offset, object, out);
		else
			text_add(out, "0");
		if (s->star || used) text_printf(out, ", %d", s->star);
		if (used) text_add(out, ", 1, "), directive_expr(w, used, object, out);
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
		rewrite_member_of(object, s, out);
	else {
		text_add(out, target && target->at_pointee ? "*" : "");
		rewrite_by_place(w, s, out);
	}
	if (target && target->offset) {
		text_add(out, " + ");
		map_operand(w, target->offset, object, out);
	}
	if (part) text_add(out, ")");
	if (several) text_printf(out, "%s; })", target->offset ? "" : "[hpcc_index]");
}

// The array is aligned with what a pointer leads to, whatever that holds now: it may get its memory later.
static bool waits_for_pointer(const prog_mapping *m)
{
	if (m->how != PROG_MAP_ALIGN || !m->with || rewrite_is_converted(m->with)) return false;
	const prog_mapping *target = m->with_mapping;
	const prog_type *type = m->with_path ? m->with_path->type : m->with->type;
	bool part = target && (target->index || target->offset);
	return !part && type->kind == PROG_TYPE_POINTER && m->with->kind != PROG_SYMBOL_PARAMETER;
}

// Where that pointer stands, and how many dimensions it leads to. A variable whose address the runtime has may be
// changed by any call for all that the back end knows, and is loaded again and again: it is given that of a copy, where
// the variable does not change any more. `later`: what stands there is asked for when the array comes.
static void place_of_target(rewriter *w, const prog_mapping *m, const char *object, bool later, text *out)
{
	const bool settled = !later && !m->with_path && settled_before(w->unit, m->with, m->symbol);
	text_add(out, settled ? "hpcc_kept_pointer(" : "(void *const *)(const void *)&(");
	if (m->with_path)
		directive_expr(w, m->with_path, object, out);
	else if (m->with->kind == PROG_SYMBOL_FIELD)
		rewrite_member_of(object, m->with, out);
	else
		rewrite_by_place(w, m->with, out);
	text_printf(out, "), %d, ", m->with_rank);
	align_list(w, m, object, out);
}

// What the functions of the runtime are called that are given a mapping of this kind.
const char *map_function(const prog_mapping *m)
{
	return m->how == PROG_MAP_DISTRIBUTE ? "distribute" : m->with_template ? "align" : "align_array";
}

void map_arguments(rewriter *w, const prog_mapping *m, const char *object, bool with_rank, text *out)
{
	if (m->how == PROG_MAP_DISTRIBUTE) {
		dist_list(w, m->dist, m->used, m->rank, object, out);
		text_add(out, ", ");
		map_grid_name(w, m->onto, object, out);
		return;
	}
	if (m->with_template)
		map_template_name(w, m->with_template, object, out);
	else
		memory_of_target(w, m, object, out);
	if (with_rank && !m->with_template) text_printf(out, ", %d", m->with_rank);
	text_add(out, ", ");
	align_list(w, m, object, out);
}

static bool is_computed(const prog_expr *e) { return e && e->kind != PROG_EXPR_INT; }

static bool has_computed_shadow(const prog_mapping *m)
{
	bool found = false;
	for (int d = 0; d < m->rank; d++) found |= is_computed(m->shadow_lo[d]) || is_computed(m->shadow_hi[d]);
	return found;
}

// `, `-separated: widths of the shadow that are no constants have their values when the mapping takes effect.
static void set_shadow(rewriter *w, const prog_mapping *m, const prog_expr *width, const char *side, int dim,
        const char *object, text *out)
{
	if (!is_computed(width)) return;
	text_printf(out, "*hpcc_%s(&hpcc_info_%d, %d) = hpcc_shadow_width(\"%s\", ", side, m->id, dim, m->symbol->name);
	place_text(w, m->loc, out);
	text_add(out, ", ");
	directive_expr(w, width, object, out);
	text_add(out, "), ");
}

static void set_shadows(rewriter *w, const prog_mapping *m, const char *object, text *out)
{
	for (int d = 0; d < m->rank; d++) {
		set_shadow(w, m, m->shadow_lo[d], "shadow_lo", d, object, out);
		set_shadow(w, m, m->shadow_hi[d], "shadow_hi", d, object, out);
	}
}

static void map_array(rewriter *w, const prog_mapping *m, const char *base, const char *object, text *out)
{
	const char *star = m->at_pointee ? "*" : "";
	bool waits = waits_for_pointer(m);
	bool sets = has_computed_shadow(m);
	if (sets) text_add(out, "(");
	set_shadows(w, m, object, out);
	text_printf(out, "hpcc_%s_%s(&hpcc_info_%d, %s(%s), ", m->row_levels ? "rows" : "map",
	        waits ? "align_pointer" : map_function(m), m->id, star, base);
	if (m->row_levels) text_printf(out, "%d, ", m->row_levels);
	map_extents(w, m, object, out);
	text_add(out, ", ");
	if (waits)
		place_of_target(w, m, object, false, out);
	else
		map_arguments(w, m, object, false, out);
	text_add(out, sets ? "))" : ")");
}

void map_await_call(
        rewriter *w, const prog_mapping *m, const char *function, const char *way, const char *object, text *out)
{
	bool waits = waits_for_pointer(m);
	const char *kind = m->row_levels ? "rows" : waits ? "align_pointer" : map_function(m);
	text_printf(out, "hpcc_await_%s((const void *)%s, \"%s\", &hpcc_info_%d, ", kind, function, way, m->id);
	if (m->row_levels) text_printf(out, "%d, ", m->row_levels);
	map_extents(w, m, object, out);
	text_add(out, ", ");
	if (waits)
		place_of_target(w, m, object, true, out);
	else
		map_arguments(w, m, object, false, out);
	text_add(out, ")");
}

// Only where that is memory of the program's which is not mapped yet and holds the shape.
static void map_free_memory(rewriter *w, const prog_mapping *m, const char *base, const char *object, text *out)
{
	text_printf(out, "({ if (hpcc_has_room(&hpcc_info_%d, %s(%s), ", m->id, m->at_pointee ? "*" : "", base);
	map_extents(w, m, object, out);
	text_add(out, ")");
	if (m->how == PROG_MAP_ALIGN && !m->with_template) {
		text_add(out, " && !hpcc_is_plain(");
		memory_of_target(w, m, object, out);
		text_add(out, ")");
	}
	text_add(out, ") ");
	map_array(w, m, base, object, out);
	text_add(out, "; })");
}

// The head of a loop over the arrays of a block, and the address where one of them begins in `hpcc_block`.
static void block_loop(rewriter *w, const prog_mapping *m, const char *object, text *out, text *at)
{
	text_add(at, "hpcc_block + ");
	map_operand(w, m->offset, object, at);
	if (!m->index) {
		text_add(out, "{ ");
		return;
	}
	text_add(out, "for (long hpcc_index = ");
	directive_expr(w, m->first, object, out);
	text_add(out, ", hpcc_last = ");
	directive_expr(w, m->last, object, out);
	text_printf(out, "; hpcc_index <= hpcc_last; hpcc_index++) { const long %s = hpcc_index; (void)%s; ",
	        m->index->name, m->index->name);
}

// The arrays that begin at offsets from `base`.
static void map_block(rewriter *w, const prog_mapping *m, const char *base, const char *object, text *out)
{
	text at = {0};
	text_printf(out, "({ __typeof__(&*(%s)) const hpcc_block = (%s); if (hpcc_block) ", base, base);
	block_loop(w, m, object, out, &at);
	map_array(w, m, text_get(&at), object, out);
	text_add(out, "; } (void)0; })");
	text_free(&at);
}

// Tells the runtime of one of them, as `block`, where it is.
static void find_array(
        rewriter *w, const prog_mapping *m, const char *block, const char *at, const char *object, text *out)
{
	text_printf(out, "hpcc_block_array(%s, %s, ", block, at);
	map_extents(w, m, object, out);
	text_add(out, ", ");
	if (m->how == PROG_MAP_ALIGN && !m->with_template)
		memory_of_target(w, m, object, out);
	else
		text_add(out, "0");
	text_add(out, ");");
}

typedef struct tables {
	rewriter *w;
	const char *object;
	text *out;
} tables;

static walk_next ask_for_table(const prog_expr *e, walk_use use, void *user)
{
	(void)use;
	const tables *t = user;
	bool element = e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF;
	if (!element || e->arg[0]->type->kind != PROG_TYPE_POINTER) return WALK_ON;
	text_add(t->out, "if (hpcc_found && !");
	map_operand(t->w, e->arg[0], t->object, t->out);
	text_add(t->out, ") { hpcc_block_array(hpcc_found, 0, (const long[HPCC_MAX_RANK]){0}, 0); return; } ");
	return WALK_ON;
}

// Where a table of offsets or extents is not there yet, neither are the arrays.
static void return_without_table(rewriter *w, const prog_expr *e, const char *object, text *out)
{
	static const walker inner_first = {.expr_end = ask_for_table};
	walk_expr(e, &inner_first, &(tables){w, object, out});
}

static void return_without_extent(rewriter *w, const prog_expr *used, const char *object, text *out)
{
	if (!used) return;
	text_add(out, "if (hpcc_found && ");
	map_operand(w, used, object, out);
	text_add(out, " <= 0) { hpcc_block_array(hpcc_found, 0, (const long[HPCC_MAX_RANK]){0}, 0); return; } ");
}

void map_arrays_prototype(const prog_mapping *m, const char *end, text *out)
{
	text_printf(out, "static void hpcc_arrays_in_%d(hpcc_block_arrays *hpcc_found, const void *hpcc_object)%s",
	        m->id, end);
}

void map_arrays_function(rewriter *w, const prog_mapping *m, text *out)
{
	text object = {0}, name = {0}, at = {0}, loop = {0};
	const char *type = prog_mapping_is_part_block(m) ? prog_record_text(w->unit, m->symbol->record) : NULL;
	if (type) text_printf(&object, "*(%s *)hpcc_object", type);
	if (type)
		rewrite_member_of(text_get(&object), m->symbol, &name);
	else
		text_add(&name, m->symbol->name);
	return_without_table(w, m->first, text_get(&object), &loop);
	return_without_table(w, m->last, text_get(&object), &loop);
	block_loop(w, m, text_get(&object), &loop, &at);
	return_without_table(w, m->offset, text_get(&object), &loop);
	for (int d = 0; d < m->rank; d++) {
		return_without_table(w, m->extent[d], text_get(&object), &loop);
		return_without_table(w, m->used[d], text_get(&object), &loop);
		return_without_extent(w, m->used[d], text_get(&object), &loop);
	}
	text_add(out, "\n");
	map_arrays_prototype(m, "\n{\n", out);
	text_printf(out, "\t__typeof__(&*%s) const hpcc_block = %s;\n\t(void)hpcc_object;\n\t%s\n\t\t", text_get(&name),
	        text_get(&name), text_get(&loop));
	text_add(out, "if (hpcc_found)\n\t\t\t");
	find_array(w, m, "hpcc_found", text_get(&at), text_get(&object), out);
	text_add(out, "\n\t\telse\n\t\t\t");
	map_array(w, m, text_get(&at), text_get(&object), out);
	text_add(out, ";\n\t}\n}\n");
	text_free(&object);
	text_free(&name);
	text_free(&at);
	text_free(&loop);
}

void map_arrays_in(rewriter *w, const prog_mapping *m, text *out)
{
	const char *name = m->symbol->name;
	text at = {0}, loop = {0};
	block_loop(w, m, "", &loop, &at);
	text_printf(out,
	        "{ __typeof__(&*%s) const hpcc_block = %s; hpcc_block_arrays *const hpcc_found = "
	        "hpcc_block_begin(&hpcc_info_%d, hpcc_block, sizeof %s); %s",
	        name, name, m->id, name, text_get(&loop));
	find_array(w, m, "hpcc_found", text_get(&at), "", out);
	text_printf(out, " } if (hpcc_block_changes(hpcc_found)) %s", text_get(&loop));
	map_array(w, m, text_get(&at), "", out);
	text_add(out, "; } }");
	text_free(&at);
	text_free(&loop);
}

void map_arguments_in(rewriter *w, const prog_mapping *m, const char *list, text *out)
{
	const char *name = m->symbol->name;
	text at = {0}, loop = {0};
	block_loop(w, m, "", &loop, &at);
	text_printf(out, "{ __typeof__(&*%s) const hpcc_block = %s; if (hpcc_block) %s", name, name, text_get(&loop));
	text_printf(out, "hpcc_arguments_add(&%s, hpcc_argument_%s(0, &hpcc_info_%d, %s, ", list, map_function(m),
	        m->id, text_get(&at));
	map_extents(w, m, "", out);
	text_add(out, ", ");
	map_arguments(w, m, "", true, out);
	text_add(out, ")); } }");
	text_free(&at);
	text_free(&loop);
}

typedef void map_text(rewriter *w, const prog_mapping *m, const char *base, const char *object, text *out);

// One of the arrays behind the pointers of a vector.
static void map_pointer(rewriter *w, const prog_mapping *m, const char *base, const char *object, const char *index,
        map_text *map, text *out)
{
	text_printf(out, "({ const long hpcc_index = (long)(%s), %s = hpcc_index; (void)%s; if (hpcc_index >= (", index,
	        m->index->name, m->index->name);
	directive_expr(w, m->first, object, out);
	text_add(out, ") && hpcc_index <= (");
	directive_expr(w, m->last, object, out);
	text_add(out, ")) ");
	map(w, m, base, object, out);
	text_add(out, "; (void)0; })");
}

bool rewrite_map_call(
        rewriter *w, const prog_mapping *m, const char *base, const char *object, const char *index, text *out)
{
	if (m->how == PROG_MAP_NONE) return false;
	if (m->offset)
		map_block(w, m, base, object, out);
	else if (m->index)
		map_pointer(w, m, base, object, index, map_array, out);
	else
		map_array(w, m, base, object, out);
	return true;
}

bool rewrite_map_part(
        rewriter *w, const prog_mapping *m, const char *base, const char *object, const char *index, text *out)
{
	if (m->how == PROG_MAP_NONE || m->offset || m->row_levels) return false;
	text_printf(out, "(%s) && hpcc_is_plain(%s%s) ? ", base, m->at_pointee ? "*" : "", base);
	if (m->index)
		map_pointer(w, m, base, object, index, map_free_memory, out);
	else
		map_free_memory(w, m, base, object, out);
	text_add(out, " : (void)0");
	return true;
}

// The pointers on the way to a member lead somewhere.
static void test_way(rewriter *w, const prog_expr *path, text *out)
{
	if (!path || path->kind == PROG_EXPR_VAR) return;
	const prog_expr *from = path->n_args ? path->arg[0] : NULL;
	if (!from) return;
	test_way(w, from, out);
	if ((path->kind != PROG_EXPR_DEREF && path->kind != PROG_EXPR_INDEX) || from->type->kind != PROG_TYPE_POINTER)
		return;
	map_operand(w, from, "", out);
	text_add(out, " && ");
}

void map_place(rewriter *w, const prog_expr *path, text *out)
{
	text way = {0};
	test_way(w, path->n_args ? path->arg[0] : NULL, &way);
	if (way.size) text_add(out, text_get(&way));
	map_operand(w, path, "", out);
	if (way.size) text_add(out, " ? ");
	if (way.size) map_operand(w, path, "", out);
	if (way.size) text_add(out, " : 0");
	text_free(&way);
}

// Where there is something behind `base` that is not mapped yet.
static void map_what_came(rewriter *w, const prog_mapping *m, const char *base, text *out)
{
	text_add(out, "if (");
	if (!m->index) test_way(w, m->path->arg[0], out);
	text_add(out, base);
	text_printf(out, " && hpcc_%s(&hpcc_info_%d, %s(%s), ", m->row_levels ? "rows_have_come" : "has_come", m->id,
	        m->at_pointee ? "*" : "", base);
	map_extents(w, m, "", out);
	text_add(out, ")");
	if (m->how == PROG_MAP_ALIGN && !m->with_template && !waits_for_pointer(m)) {
		text_add(out, " && !hpcc_is_plain(");
		memory_of_target(w, m, "", out);
		text_add(out, ")");
	}
	text_add(out, ") ");
	map_array(w, m, base, "", out);
	text_add(out, "; ");
}

void map_filled(rewriter *w, const prog_mapping *m, text *out)
{
	text path = {0};
	map_operand(w, m->path, "", &path);
	text_add(out, "{ ");
	if (m->index) {
		text_add(out, "if (");
		test_way(w, m->path->arg[0], out);
		text_printf(out, "%s) for (long hpcc_index = ", text_get(&path));
		directive_expr(w, m->first, "", out);
		text_add(out, ", hpcc_last = ");
		directive_expr(w, m->last, "", out);
		text_printf(out, "; hpcc_index <= hpcc_last; hpcc_index++) { const long %s = hpcc_index; (void)%s; ",
		        m->index->name, m->index->name);
		text_add(&path, "[hpcc_index]");
	}
	map_what_came(w, m, text_get(&path), out);
	text_add(out, m->index ? "} } " : "} ");
	text_free(&path);
}

// Arrays between this one and the one that it is aligned with in the end.
int map_chain_length(const prog_mapping *m)
{
	int n = 0;
	for (; m && m->how == PROG_MAP_ALIGN; m = m->with ? m->with_mapping : NULL) n++;
	return n;
}

// ---- tables ------------------------------------------------------------------------------------

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
		if (bounds[d] && !is_computed(bounds[d]))
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
void map_remap_table(rewriter *w, const prog_mapping *m)
{
	text_printf(&w->heads, "static const hpcc_array_info hpcc_remap_%d;\n", m->id);
	text row = {0};
	text_printf(&row, "static const hpcc_array_info hpcc_remap_%d = {.name = \"%s\", .where = ", m->id,
	        m->symbol->name);
	place_text(w, m->loc, &row);
	text_printf(&row, ", .rank = %d, .element = ", m->rank);
	if (m->element)
		rewrite_size(m->element, &row);
	else
		text_add(&row, "0");
	mapping_text(m, &row);
	text_add(&row, "};\n");
	text_add_wrapped(&w->nests, text_get(&row), 120);
	text_free(&row);
}

void map_info_table(rewriter *w, const prog_mapping *m)
{
	const char *constant = has_computed_shadow(m) ? "" : "const ";
	text row = {0};
	text_printf(&w->heads, "static %shpcc_array_info hpcc_info_%d;\n", constant, m->id);
	text_printf(&row, "static %shpcc_array_info hpcc_info_%d = {.name = \"%s\", .where = ", constant, m->id,
	        m->symbol->name);
	place_text(w, m->loc, &row);
	text_printf(&row, ", .rank = %d, .element = ", m->rank);
	rewrite_size(m->element, &row);
	if (m->element->holds) {
		text_add(&row, ", .holds = ");
		text_add_string(&row, m->element->holds);
	}
	if (whole_rows(m)) text_add(&row, ", .whole_rows = 1");
	if (m->dynamic) text_add(&row, ", .dynamic = 1");
	if (m->offset) text_add(&row, ", .at_offset = 1");
	if (m->how == PROG_MAP_ALIGN && m->with && !m->with_mapping && m->with->kind == PROG_SYMBOL_PARAMETER)
		text_add(&row, ", .with_argument = 1");
	ranges(m, &row);
	if (m->has_shadow) {
		text_add(&row, ", .shadow_given = 1, .shadow_lo = ");
		shadow_list(w, m->shadow_lo, m->rank, &row);
		text_add(&row, ", .shadow_hi = ");
		shadow_list(w, m->shadow_hi, m->rank, &row);
	}
	mapping_text(m, &row);
	text_add(&row, "};\n");
	text_add_wrapped(&w->nests, text_get(&row), 120);
	text_free(&row);
}
