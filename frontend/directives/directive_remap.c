// SPDX-License-Identifier: Apache-2.0
//
// Mappings that change while the program runs: `dynamic` and `range` of arrays, and the executable directives
// `redistribute` and `realign`.
#include "directive_impl.h"

#include <string.h>

// ---- dynamic and range --------------------------------------------------------------------------

void directive_note_moving(directive_scope *scope, const directive *d, const directive_item *item, prog_symbol *symbol,
        const prog_expr *path, prog_template *of_template)
{
	directive_scope *file = directive_file_scope(scope);
	struct directive_moving *m = prog_alloc(scope->unit, sizeof *m);
	*m = (struct directive_moving){
	        .d = d, .item = item, .symbol = symbol, .path = path, .of_template = of_template};
	*file->moving_end = m;
	file->moving_end = &m->next;
}

static bool failed(directive_scope *file)
{
	file->unit->wrong_directives = true;
	return false;
}

static bool report_rank(directive_scope *file, const directive_item *item, const char *keyword, const char *name,
        int rank, prog_loc loc)
{
	diag_report(DIAG_rank_mismatch, item->name.loc, keyword, item->rank, name, rank);
	diag_report(DIAG_declared_here, loc, name);
	return failed(file);
}

// One more list of formats.
static void add_formats(directive_scope *file, const directive_item *item, struct prog_formats **ranges, int *n)
{
	struct prog_formats *more = prog_alloc(file->unit, (size_t)(*n + 1) * sizeof *more);
	if (*n) memcpy(more, *ranges, (size_t)*n * sizeof *more);
	for (int d = 0; d < item->rank; d++) more[*n].format[d] = item->dim[d].format;
	*ranges = more;
	(*n)++;
}

static void add_range(directive_scope *file, const struct directive_moving *moving, prog_mapping *m)
{
	const prog_symbol *s = m->symbol;
	if (moving->item->rank == m->rank)
		add_formats(file, moving->item, &m->ranges, &m->n_ranges);
	else
		report_rank(file, moving->item, moving->d->keyword, s->name, m->rank, s->loc);
}

static void take_template(directive_scope *file, const struct directive_moving *moving)
{
	prog_template *t = moving->of_template;
	if (moving->d->kind == DIRECTIVE_DYNAMIC)
		t->dynamic = true;
	else if (moving->item->rank == t->rank)
		add_formats(file, moving->item, &t->ranges, &t->n_ranges);
	else
		report_rank(file, moving->item, moving->d->keyword, t->name, t->rank, t->loc);
}

static bool is_mapped(const directive_facts *f) { return f && f->mapping->how != PROG_MAP_NONE; }

// A parameter without a mapping has its argument's.
static void take_moving(directive_scope *file, const struct directive_moving *moving)
{
	if (moving->of_template) {
		take_template(file, moving);
		return;
	}
	const directive_facts *f = directive_find_facts_of(file, moving->symbol, moving->path);
	if (f && f->bad) return;
	if (!is_mapped(f) && (moving->symbol->kind != PROG_SYMBOL_PARAMETER || moving->d->kind == DIRECTIVE_RANGE)) {
		diag_report(DIAG_nothing_to_remap, moving->item->name.loc, moving->item->name.text, moving->d->keyword);
		failed(file);
		return;
	}
	if (moving->d->kind == DIRECTIVE_RANGE)
		add_range(file, moving, f->mapping);
	else if (f)
		f->mapping->dynamic = f->mapping->moves = true;
}

// Whether indices that are declared, and not in the shape, lie elsewhere than the mapping says of those that are.
static bool has_unused_parts(directive_scope *file, const directive_facts *f)
{
	const prog_mapping *m = f->mapping, *with = NULL;
	bool has = false;
	if (f->bad) return false;
	if (m->how == PROG_MAP_ALIGN && m->with) {
		const directive_facts *target = directive_find_facts_at(file, m->with, m->with_path);
		with = target ? target->mapping : NULL;
	}
	for (int d = 0; m->how == PROG_MAP_DISTRIBUTE && d < m->rank; d++)
		has |= m->used[d] && m->dist[d].format != PROG_FORMAT_NONE;
	for (int k = 0; m->how == PROG_MAP_ALIGN && k < m->with_rank; k++) {
		bool whole = with && with->how == PROG_MAP_DISTRIBUTE && with->dist[k].format == PROG_FORMAT_NONE;
		has |= !m->sub[k].star && m->sub[k].dim >= 0 && m->used[m->sub[k].dim] && !whole;
	}
	return has;
}

static bool follows(directive_scope *file, const directive_facts *f)
{
	if (f->bad || f->mapping->moves || f->mapping->how != PROG_MAP_ALIGN) return false;
	if (f->mapping->with_template) return f->mapping->with_template->dynamic;
	if (!f->mapping->with) return false;
	const directive_facts *target = directive_find_facts_at(file, f->mapping->with, f->mapping->with_path);
	return target && target->mapping->moves;
}

void directive_complete_moving(directive_scope *file)
{
	for (const struct directive_moving *m = file->moving; m; m = m->next) take_moving(file, m);
	for (const struct directive_remap *r = file->remaps; r; r = r->next) {
		directive_facts *f = directive_find_facts_of(file, r->mapping->symbol, r->mapping->path);
		if (is_mapped(f)) f->mapping->moves = true;
	}
	for (directive_facts *f = file->facts; f; f = f->next)
		if (has_unused_parts(file, f)) f->mapping->moves = true;
	// What is aligned with what moves, moves with it.
	for (bool more = true; more;) {
		more = false;
		for (directive_facts *f = file->facts; f; f = f->next)
			if (follows(file, f)) more = f->mapping->moves = true;
	}
}

// ---- redistribute and realign -------------------------------------------------------------------

// Room for one more element in an arena's array.
static void *grown(prog_unit *unit, const void *old, int n, size_t size)
{
	void *more = prog_alloc(unit, (size_t)(n + 1) * size);
	if (n) memcpy(more, old, (size_t)n * size);
	return more;
}

static void add_value(prog_unit *unit, prog_stmt *stmt, const prog_expr *e)
{
	if (!e) return;
	prog_expr *all = stmt->expr;
	all->arg = grown(unit, all->arg, all->n_args, sizeof *all->arg);
	all->arg[all->n_args++] = (prog_expr *)e;
}

// All that the statement uses, for those who follow values.
static void note_values(prog_unit *unit, prog_stmt *stmt, const prog_mapping *m)
{
	for (int d = 0; d < m->rank; d++)
		if (m->how == PROG_MAP_DISTRIBUTE) add_value(unit, stmt, m->dist[d].arg);
	for (int d = 0; m->onto && d < m->onto->rank; d++) add_value(unit, stmt, m->onto->extent[d]);
	for (int d = 0; d < m->with_rank; d++) add_value(unit, stmt, m->sub[d].offset);
	if (m->path && m->path->n_args) add_value(unit, stmt, m->path->arg[0]);
}

static prog_expr *new_values(prog_unit *unit, const directive *d)
{
	static const prog_type none = {.kind = PROG_TYPE_VOID, .text = "void"};
	prog_expr *e = prog_alloc(unit, sizeof *e);
	*e = (prog_expr){.kind = PROG_EXPR_OPAQUE, .type = &none, .loc = d->loc, .text = d->keyword};
	e->range.file = e->expansion.file = -1;
	return e;
}

// What the statement is about: an array, a member of an object, or a template. False, and reported, where it is nothing
// of these.
static bool find_array(directive_scope *scope, const directive *d, const directive_item *item, prog_mapping *m)
{
	prog_unit *unit = scope->unit;
	directive_name name = {directive_root(item->path, item->name), item->name.loc};
	bool is_symbol = directive_find_symbol(scope, name.text);
	const struct directive_declared *declared = is_symbol ? NULL : directive_find_declared(scope, name.text);
	if (is_symbol) return (m->symbol = directive_resolve_path(scope, item->path, item->name, &m->path)) != NULL;
	if (!declared) {
		directive_report_unknown(scope, name);
	} else if (!declared->template) {
		diag_report(DIAG_not_mappable, item->name.loc, name.text, "a processor grid", d->keyword);
	} else if (d->kind == DIRECTIVE_REALIGN) {
		diag_report(DIAG_not_yet_supported, item->name.loc, "the alignment of a template");
	} else {
		static const prog_type none = {.kind = PROG_TYPE_VOID, .text = "void"};
		m->of_template = declared->template;
		m->symbol = prog_alloc(unit, sizeof *m->symbol);
		*m->symbol = (prog_symbol){.kind = PROG_SYMBOL_TAG,
		        .name = declared->template->name,
		        .type = &none,
		        .loc = declared->template->loc,
		        .specifiers = ""};
		return true;
	}
	return false;
}

static void bind_item(directive_scope *scope, directive *d, const directive_item *item, prog_stmt *stmt)
{
	directive_scope *file = directive_file_scope(scope);
	prog_unit *unit = scope->unit;
	struct directive_remap *r = prog_alloc(unit, sizeof *r);
	prog_mapping *m = prog_alloc(unit, sizeof *m);
	*m = (prog_mapping){.loc = d->loc, .rank = item->rank, .id = unit->n_remaps};
	if (!find_array(scope, d, item, m)) {
		failed(file);
		return;
	}
	bool ok = d->kind == DIRECTIVE_REDISTRIBUTE ? directive_note_distribution(scope, item, m)
	                                            : directive_note_alignment(scope, item, m);
	if (!ok) return;
	*r = (struct directive_remap){.d = d, .item = item, .mapping = m, .stmt = stmt};
	*file->remaps_end = r;
	file->remaps_end = &r->next;
	note_values(unit, stmt, m);
	unit->remaps = grown(unit, unit->remaps, unit->n_remaps, sizeof *unit->remaps);
	unit->remaps[unit->n_remaps++] = m;
	stmt->remaps = grown(unit, stmt->remaps, stmt->n_remaps, sizeof *stmt->remaps);
	stmt->remaps[stmt->n_remaps++] = m;
}

void directive_bind_remap(directive_scope *scope, directive *d, prog_stmt *stmt)
{
	stmt->expr = new_values(scope->unit, d);
	for (const directive_item *item = d->items; item; item = item->next) bind_item(scope, d, item, stmt);
}

// ---- what they may be about ---------------------------------------------------------------------

static bool check_loops(directive_scope *file, const struct directive_remap *r)
{
	for (const prog_stmt *up = r->stmt->parent; up; up = up->parent)
		if (up->hint && up->hint->independent) {
			diag_report(DIAG_remap_in_independent, r->d->loc, r->d->keyword);
			return failed(file);
		}
	return true;
}

static const char *formats_text(prog_unit *unit, const prog_mapping *m)
{
	static const char *const name[] = {"*", "block", "gen_block", "cyclic", "indirect", "auto"};
	const char *text = "";
	for (int d = 0; d < m->rank; d++) text = directive_format(unit, "%s[%s]", text, name[m->dist[d].format]);
	return text;
}

static bool check_range(
        directive_scope *file, const struct directive_remap *r, const struct prog_formats *ranges, int n_ranges)
{
	const prog_mapping *m = r->mapping;
	bool found = n_ranges == 0 || m->how != PROG_MAP_DISTRIBUTE;
	for (int k = 0; k < n_ranges && !found; k++) {
		found = true;
		for (int d = 0; d < m->rank; d++) found &= ranges[k].format[d] == m->dist[d].format;
	}
	if (found) return true;
	diag_report(DIAG_out_of_range, r->item->name.loc, r->item->name.text, formats_text(file->unit, m));
	return failed(file);
}

static bool check_array(directive_scope *file, const struct directive_remap *r, const prog_mapping *array)
{
	const directive_item *item = r->item;
	const prog_symbol *s = array->symbol;
	const char *name = item->name.text;
	const prog_mapping *m = r->mapping;
	if (item->rank != array->rank) return report_rank(file, item, r->d->keyword, s->name, array->rank, s->loc);
	if (!array->dynamic && !array->is_parameter) {
		const directive_facts *with =
		        array->with ? directive_find_facts_of(file, array->with, array->with_path) : NULL;
		if (array->how == PROG_MAP_ALIGN && m->how == PROG_MAP_DISTRIBUTE && with && with->mapping->moves) {
			diag_report(
			        DIAG_redistribute_aligned, item->name.loc, name, array->with->name, array->with->name);
			return failed(file);
		}
		diag_report(DIAG_not_dynamic, item->name.loc, name, name);
		diag_report(DIAG_mapped_here, array->loc, name);
		return failed(file);
	}
	if (array->how == PROG_MAP_ALIGN && m->how == PROG_MAP_DISTRIBUTE) {
		const char *with = array->with ? array->with->name : array->with_template->name;
		diag_report(DIAG_redistribute_aligned, item->name.loc, name, with, with);
		return failed(file);
	}
	if (m->how == PROG_MAP_DISTRIBUTE &&
	        !directive_check_dist(item->name, m->rank, m->dist, m->onto, array->extent))
		return failed(file);
	return check_range(file, r, array->ranges, array->n_ranges);
}

static bool check_template(directive_scope *file, const struct directive_remap *r)
{
	const directive_item *item = r->item;
	const prog_mapping *m = r->mapping;
	const prog_template *t = m->of_template;
	if (!t->distributed) {
		diag_report(DIAG_nothing_to_remap, item->name.loc, t->name, r->d->keyword);
		return failed(file);
	}
	if (item->rank != t->rank) return report_rank(file, item, r->d->keyword, t->name, t->rank, t->loc);
	if (!t->dynamic) {
		diag_report(DIAG_not_dynamic, item->name.loc, t->name, t->name);
		diag_report(DIAG_declared_here, t->loc, t->name);
		return failed(file);
	}
	if (!directive_check_dist(item->name, m->rank, m->dist, m->onto, t->extent)) return failed(file);
	return check_range(file, r, t->ranges, t->n_ranges);
}

// The memory of a parameter without a mapping: what its declaration tells of it.
static bool take_parameter(directive_scope *file, const struct directive_remap *r)
{
	prog_mapping *m = r->mapping;
	const prog_type *type = m->symbol->type;
	bool is_memory = type && (type->kind == PROG_TYPE_ARRAY || type->kind == PROG_TYPE_POINTER);
	if (m->symbol->kind != PROG_SYMBOL_PARAMETER || !is_memory) {
		diag_report(DIAG_nothing_to_remap, r->item->name.loc, r->item->name.text, r->d->keyword);
		return failed(file);
	}
	int rank = 1;
	for (type = type->element; type && type->kind == PROG_TYPE_ARRAY; type = type->element) rank++;
	m->at_pointee = m->symbol->type->kind == PROG_TYPE_POINTER && rank == m->rank + 1;
	m->element = type;
	return true;
}

static bool check_target(directive_scope *file, const struct directive_remap *r)
{
	prog_mapping *m = r->mapping;
	const directive_facts *target = m->with ? directive_find_facts_of(file, m->with, m->with_path) : NULL;
	if (target && !target->bad) m->with_mapping = target->mapping;
	bool mapped = m->with_template                                               ? m->with_template->distributed
	              : m->with && m->with->kind == PROG_SYMBOL_PARAMETER && !target ? true
	                                                                             : is_mapped(target);
	int rank = m->with_template ? m->with_template->rank : target ? target->mapping->rank : m->with_rank;
	const char *name = r->item->other.text;
	prog_loc loc = m->with_template ? m->with_template->loc : m->with->loc;
	bool itself = m->with == m->symbol && (m->path ? prog_same_expr(m->path, m->with_path) : !m->with_path);
	if (mapped && rank == m->with_rank && !itself) return true;
	if (mapped && itself)
		diag_report(DIAG_align_cycle, r->item->name.loc, r->item->name.text, "");
	else if (mapped)
		diag_report(DIAG_rank_mismatch, r->item->other.loc, r->d->keyword, m->with_rank, name, rank);
	else
		diag_report(DIAG_align_unmapped, r->item->other.loc, m->symbol->name, name, name);
	if (!itself) diag_report(DIAG_declared_here, loc, name);
	return failed(file);
}

void directive_complete_remaps(directive_scope *file)
{
	for (const struct directive_remap *r = file->remaps; r; r = r->next) {
		prog_mapping *m = r->mapping;
		const directive_facts *f = directive_find_facts_of(file, m->symbol, m->path);
		if (f && f->bad) continue;
		if (f) {
			m->element = f->mapping->element;
			m->at_pointee = f->mapping->at_pointee;
			m->row_levels = f->mapping->row_levels;
		}
		bool ok = m->of_template ? check_template(file, r)
		          : is_mapped(f) ? check_array(file, r, f->mapping)
		                         : take_parameter(file, r);
		ok = ok && check_loops(file, r);
		if (m->how == PROG_MAP_DISTRIBUTE)
			directive_check_sizes(file, m->rank, m->dist);
		else if (ok)
			check_target(file, r);
	}
}
