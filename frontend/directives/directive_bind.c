// SPDX-License-Identifier: Apache-2.0
//
// From directives to what they say of grids, templates, arrays and statements. Names are looked up where the directive
// stands; those that are not declared there are tried again when the scope ends, so that directives may come in any
// order.
#include "directive_impl.h"

#include <string.h>

// ---- scopes -----------------------------------------------------------------------------------

directive_scope *directive_scope_new(prog_unit *unit, directive_scope *parent, directive_lookup *lookup, void *user)
{
	directive_scope *scope = prog_alloc(unit, sizeof *scope);
	scope->unit = unit;
	scope->parent = parent;
	scope->lookup = lookup;
	scope->user = user;
	scope->constant = parent ? parent->constant : NULL;
	scope->size = parent ? parent->size : NULL;
	scope->pending_end = &scope->pending;
	scope->facts_end = &scope->facts;
	scope->moving_end = &scope->moving;
	scope->remaps_end = &scope->remaps;
	return scope;
}

void directive_scope_set_constants(directive_scope *scope, directive_constant *constant) { scope->constant = constant; }

void directive_scope_set_sizes(directive_scope *scope, directive_constant *size) { scope->size = size; }

directive_scope *directive_file_scope(directive_scope *scope)
{
	while (scope->parent) scope = scope->parent;
	return scope;
}

prog_symbol *directive_find_symbol(directive_scope *scope, const char *name)
{
	return scope->lookup(scope->user, name);
}

static const char *declared_name(const struct directive_declared *d)
{
	return d->grid ? d->grid->name : d->template->name;
}
static prog_loc declared_loc(const struct directive_declared *d) { return d->grid ? d->grid->loc : d->template->loc; }

static struct directive_declared *find_in_scope(const directive_scope *scope, const char *name)
{
	struct directive_declared *d = scope->declared;
	while (d && strcmp(declared_name(d), name)) d = d->next;
	return d;
}

struct directive_declared *directive_find_declared(directive_scope *scope, const char *name)
{
	for (; scope; scope = scope->parent) {
		struct directive_declared *d = find_in_scope(scope, name);
		if (d) return d;
	}
	return NULL;
}

static void near_declared(const directive_scope *scope, directive_nearest *near, bool grids)
{
	for (; scope; scope = scope->parent)
		for (const struct directive_declared *d = scope->declared; d; d = d->next)
			if (!!d->grid == grids) directive_nearest_try(near, declared_name(d));
}

static void near_symbol(directive_scope *scope, directive_nearest *near)
{
	for (int i = 0; i < scope->unit->n_symbols; i++) {
		prog_symbol *s = scope->unit->symbols[i];
		directive_nearest trial = *near;
		directive_nearest_try(&trial, s->name);
		if (trial.best != near->best && directive_find_symbol(scope, s->name) == s) *near = trial;
	}
}

const char *directive_near_name(directive_scope *scope, directive_name name)
{
	directive_nearest near = {.word = name.text};
	near_declared(scope, &near, false);
	near_symbol(scope, &near);
	return directive_nearest_text(scope->unit, &near, name.loc);
}

void directive_report_unknown(directive_scope *scope, directive_name name)
{
	diag_report(DIAG_unknown_name, name.loc, name.text, directive_near_name(scope, name));
}

static bool failed(directive_scope *scope)
{
	scope->unit->wrong_directives = true;
	return false;
}

// ---- grids and templates ----------------------------------------------------------------------

// Room for one more element in an arena's array, which doubles where its length is a power of two.
static void *grow(prog_unit *unit, void *old, int n, size_t size)
{
	if (n & (n - 1)) return old;
	void *bigger = prog_alloc(unit, (n ? 2 * (size_t)n : 1) * size);
	if (n) memcpy(bigger, old, (size_t)n * size);
	return bigger;
}

static bool check_new_name(directive_scope *scope, directive_name name)
{
	const struct directive_declared *d = find_in_scope(scope, name.text);
	const prog_symbol *s = directive_find_symbol(scope, name.text);
	if (!d && (!s || s->in_system_header)) return true;
	diag_report(DIAG_redeclared, name.loc, name.text);
	diag_report(DIAG_declared_here, d ? declared_loc(d) : s->loc, name.text);
	return failed(scope);
}

static bool resolve_extents(directive_scope *scope, const directive_item *item, const prog_expr **extent)
{
	for (int i = 0; i < item->rank; i++) {
		if (item->dim[i].star) continue;
		extent[i] = directive_resolve_integer(scope, item->dim[i].expr);
		if (!extent[i] || !directive_check_extent(item->name.text, extent[i], item->dim[i].loc))
			return failed(scope);
	}
	return true;
}

static struct directive_declared *declare(directive_scope *scope)
{
	struct directive_declared *d = prog_alloc(scope->unit, sizeof *d);
	d->next = scope->declared;
	return scope->declared = d;
}

static void declare_grid(directive_scope *scope, const directive *d, const directive_item *item)
{
	prog_unit *unit = scope->unit;
	prog_grid *grid = prog_alloc(unit, sizeof *grid);
	if (!check_new_name(scope, item->name) || !resolve_extents(scope, item, grid->extent)) return;
	grid->name = item->name.text;
	grid->loc = item->name.loc;
	grid->range = d->range;
	grid->rank = item->rank;
	grid->file_scope = !scope->parent;
	grid->id = unit->n_grids;
	declare(scope)->grid = grid;
	unit->grids = grow(unit, unit->grids, unit->n_grids, sizeof *unit->grids);
	unit->grids[unit->n_grids++] = grid;
}

static void declare_template(directive_scope *scope, const directive *d, const directive_item *item)
{
	prog_unit *unit = scope->unit;
	prog_template *template = prog_alloc(unit, sizeof *template);
	if (!check_new_name(scope, item->name) || !resolve_extents(scope, item, template->extent)) return;
	template->name = item->name.text;
	template->loc = item->name.loc;
	template->range = d->range;
	template->rank = item->rank;
	template->file_scope = !scope->parent;
	template->id = unit->n_templates;
	declare(scope)->template = template;
	unit->templates = grow(unit, unit->templates, unit->n_templates, sizeof *unit->templates);
	unit->templates[unit->n_templates++] = template;
}

// ---- facts ------------------------------------------------------------------------------------

directive_facts *directive_find_facts(directive_scope *file, const prog_symbol *symbol)
{
	return directive_find_facts_at(file, symbol, NULL);
}

directive_facts *directive_find_facts_at(directive_scope *file, const prog_symbol *symbol, const prog_expr *path)
{
	for (directive_facts *f = file->facts; f; f = f->next) {
		const prog_expr *its = f->mapping->path;
		if (f->mapping->symbol == symbol && (path && its ? prog_same_expr(path, its) : path == its)) return f;
	}
	return NULL;
}

directive_facts *directive_find_facts_of(directive_scope *file, const prog_symbol *symbol, const prog_expr *path)
{
	directive_facts *f = directive_find_facts_at(file, symbol, path);
	return f || !path ? f : directive_find_facts(file, symbol);
}

prog_symbol *directive_resolve_path(
        directive_scope *scope, const directive_expr *path, directive_name name, const prog_expr **resolved)
{
	*resolved = NULL;
	if (!path) return directive_find_symbol(scope, name.text);
	*resolved = directive_resolve(scope, path);
	return *resolved ? (*resolved)->symbol : NULL;
}

static directive_facts *facts_of(directive_scope *scope, prog_symbol *symbol, const prog_expr *path)
{
	directive_scope *file = directive_file_scope(scope);
	directive_facts *f = directive_find_facts_at(file, symbol, path);
	if (f) return f;
	f = prog_alloc(scope->unit, sizeof *f);
	f->mapping = prog_alloc(scope->unit, sizeof *f->mapping);
	f->mapping->symbol = symbol;
	f->mapping->path = path;
	f->mapping->is_parameter = symbol->kind == PROG_SYMBOL_PARAMETER;
	*file->facts_end = f;
	file->facts_end = &f->next;
	return f;
}

static bool note_index(directive_scope *scope, const directive_item *item, prog_mapping *m)
{
	m->first = directive_resolve_integer(scope, item->first);
	m->last = m->first ? directive_resolve_integer(scope, item->last) : NULL;
	if (!m->last) return failed(scope);
	m->index = prog_alloc(scope->unit, sizeof *m->index);
	*m->index = (prog_symbol){.kind = PROG_SYMBOL_VARIABLE,
	        .name = item->index.text,
	        .type = m->first->type,
	        .loc = item->index.loc,
	        .file_scope = true,
	        .specifiers = ""};
	scope->index = m->index;
	return true;
}

static bool note_shape(directive_scope *scope, const directive_item *item, directive_facts *f)
{
	directive_item split = *item;
	if (item->offset) {
		const directive_expr *offset =
		        directive_split_offset(scope, item->offset, PROG_MAX_RANK, &split.rank, split.dim);
		if (!offset || !(f->mapping->offset = directive_resolve_integer(scope, offset))) return failed(scope);
		if (split.rank == 0) {
			diag_report(DIAG_expected, item->offset->loc, "extents",
			        directive_format(scope->unit, " behind '%s'", offset->text));
			return failed(scope);
		}
	}
	f->array_rank = split.rank;
	return resolve_extents(scope, &split, f->array_extent);
}

static bool note_array(directive_scope *scope, const directive_item *item, directive_facts *f)
{
	if (item->has_index && !note_index(scope, item, f->mapping)) return false;
	bool ok = note_shape(scope, item, f);
	scope->index = NULL;
	return ok;
}

static bool resolve_width(directive_scope *scope, const directive_expr *e, const prog_expr **width)
{
	long value;
	if (!(*width = directive_resolve_integer(scope, e))) return failed(scope);
	if (!directive_constant_of(*width, &value)) return true;
	if (value < 0) {
		diag_report(DIAG_negative_shadow, e->loc, value);
		return failed(scope);
	}
	if (value == 0) *width = NULL;
	return true;
}

static bool note_shadow(directive_scope *scope, const directive_item *item, directive_facts *f)
{
	prog_mapping *m = f->mapping;
	f->shadow_rank = item->rank;
	m->has_shadow = true;
	m->shadow_loc = item->name.loc;
	for (int i = 0; i < item->rank; i++)
		if (!resolve_width(scope, item->dim[i].expr, &m->shadow_lo[i]) ||
		        !resolve_width(scope, item->dim[i].high, &m->shadow_hi[i]))
			return false;
	return true;
}

static bool check_format_arg(prog_format format, const prog_expr *arg, prog_loc loc)
{
	long value;
	if (format == PROG_FORMAT_GEN_BLOCK) {
		bool is_array = arg->type &&
		                (arg->type->kind == PROG_TYPE_ARRAY || arg->type->kind == PROG_TYPE_POINTER) &&
		                arg->type->element;
		bool ok = is_array && arg->type->element->kind == PROG_TYPE_INT;
		if (!ok) diag_report(DIAG_gen_block_sizes, loc, arg->text);
		return ok;
	}
	if (arg->type && arg->type->kind != PROG_TYPE_INT && arg->type->kind != PROG_TYPE_BOOL) {
		diag_report(DIAG_not_integer, loc, arg->text);
		return false;
	}
	if (!directive_constant_of(arg, &value) || value > 0) return true;
	diag_report(DIAG_block_not_positive, loc, value);
	return false;
}

static bool resolve_dist(directive_scope *scope, const directive_item *item, prog_dist_dim *dist)
{
	for (int i = 0; i < item->rank; i++) {
		const directive_dim *dim = &item->dim[i];
		dist[i].format = dim->format;
		if (!dim->expr) continue;
		dist[i].arg = directive_resolve(scope, dim->expr);
		if (!dist[i].arg || !check_format_arg(dim->format, dist[i].arg, dim->expr->loc)) return failed(scope);
	}
	return true;
}

// The grid after `onto`; NULL where it is left out.
static bool find_grid(directive_scope *scope, directive_name name, const prog_grid **grid)
{
	const struct directive_declared *d = name.text ? directive_find_declared(scope, name.text) : NULL;
	if (d) *grid = d->grid;
	if (!name.text || (d && d->grid)) return true;
	directive_nearest near = {.word = name.text};
	near_declared(scope, &near, true);
	diag_report(DIAG_unknown_grid, name.loc, name.text, directive_nearest_text(scope->unit, &near, name.loc));
	return failed(scope);
}

bool directive_note_distribution(directive_scope *scope, const directive_item *item, prog_mapping *m)
{
	m->how = PROG_MAP_DISTRIBUTE;
	return resolve_dist(scope, item, m->dist) && find_grid(scope, item->other, &m->onto);
}

static bool check_dummies(const directive_item *item)
{
	for (int i = 0; i < item->rank; i++)
		for (int j = 0; j < i && item->dim[i].dummy.text; j++)
			if (item->dim[j].dummy.text && !strcmp(item->dim[i].dummy.text, item->dim[j].dummy.text)) {
				diag_report(DIAG_align_dummy_twice, item->dim[i].loc, item->dim[i].dummy.text);
				return false;
			}
	return true;
}

static bool check_subs(const directive_item *item, const prog_align_sub *sub)
{
	for (int i = 0; i < item->other_rank; i++)
		for (int j = 0; j < i; j++)
			if (sub[i].dim >= 0 && sub[i].dim == sub[j].dim) {
				diag_report(DIAG_align_dummy_twice, item->other_dim[i].loc,
				        item->dim[sub[i].dim].dummy.text);
				return false;
			}
	return true;
}

static bool find_target(directive_scope *scope, const directive_item *item, prog_mapping *m)
{
	directive_name name = item->other;
	if (item->other_path) {
		m->with = directive_resolve_path(scope, item->other_path, name, &m->with_path);
		return m->with || failed(scope);
	}
	const struct directive_declared *d = directive_find_declared(scope, name.text);
	if (d && d->template) {
		m->with_template = d->template;
		return true;
	}
	if (!d && (m->with = directive_find_symbol(scope, name.text))) return true;
	if (d)
		diag_report(DIAG_not_mappable, name.loc, name.text, "a processor grid", "align");
	else
		directive_report_unknown(scope, name);
	return failed(scope);
}

bool directive_note_alignment(directive_scope *scope, const directive_item *item, prog_mapping *m)
{
	m->how = PROG_MAP_ALIGN;
	m->with_rank = item->other_rank;
	if (!find_target(scope, item, m) || !check_dummies(item)) return failed(scope);
	for (int i = 0; i < item->other_rank; i++)
		if (!directive_resolve_sub(scope, item, &item->other_dim[i], &m->sub[i])) return failed(scope);
	return check_subs(item, m->sub) || failed(scope);
}

// ---- arrays -----------------------------------------------------------------------------------

static bool report_twice(
        directive_scope *scope, const directive *d, const directive_item *item, prog_loc first, bool maps)
{
	if (maps)
		diag_report(DIAG_mapped_twice, item->name.loc, item->name.text);
	else
		diag_report(DIAG_directive_twice, item->name.loc, d->keyword, item->name.text);
	diag_report(DIAG_first_is_here, first);
	return failed(scope);
}

// Takes the place for this kind of directive in the facts; false if it is taken.
static bool claim(directive_scope *scope, const directive *d, const directive_item *item, directive_facts *f)
{
	bool maps = d->kind == DIRECTIVE_DISTRIBUTE || d->kind == DIRECTIVE_ALIGN;
	const directive **by = maps ? &f->map : d->kind == DIRECTIVE_ARRAY ? &f->array : &f->shadow;
	directive_name *name = maps ? &f->map_name : d->kind == DIRECTIVE_ARRAY ? &f->array_name : &f->shadow_name;
	if (*by) return report_twice(scope, d, item, name->loc, maps);
	*by = d;
	*name = item->name;
	if (maps) f->map_rank = item->rank, f->in_block = scope->parent != NULL;
	return true;
}

static bool note(directive_scope *scope, const directive *d, const directive_item *item, directive_facts *f)
{
	switch (d->kind) {
	case DIRECTIVE_DISTRIBUTE: return directive_note_distribution(scope, item, f->mapping);
	case DIRECTIVE_ALIGN: f->with_name = item->other; return directive_note_alignment(scope, item, f->mapping);
	case DIRECTIVE_SHADOW: return note_shadow(scope, item, f);
	default: return note_array(scope, item, f);
	}
}

static const char *what_is(const prog_symbol *symbol)
{
	return symbol->kind == PROG_SYMBOL_FUNCTION ? "a function" : symbol->kind == PROG_SYMBOL_TAG ? "a type" : NULL;
}

static bool is_memory(const prog_type *type)
{
	return type && (type->kind == PROG_TYPE_ARRAY || type->kind == PROG_TYPE_POINTER);
}

// Every parameter without a mapping takes its argument's: there is nothing to note, but that it must not have one.
static void bind_inherit(directive_scope *scope, const directive_item *item, prog_symbol *symbol)
{
	bool is_parameter = symbol->kind == PROG_SYMBOL_PARAMETER;
	if (!is_parameter || !is_memory(symbol->type)) {
		diag_report(DIAG_not_parameter, item->name.loc, item->name.text,
		        is_parameter ? "is neither an array nor a pointer" : "is no parameter");
		failed(scope);
		return;
	}
	directive_scope *file = directive_file_scope(scope);
	symbol->inherits = true;
	struct directive_inherited *i = prog_alloc(scope->unit, sizeof *i);
	*i = (struct directive_inherited){.symbol = symbol, .name = item->name, .next = file->inherited};
	file->inherited = i;
}

static void check_inherited(directive_scope *file)
{
	for (const struct directive_inherited *i = file->inherited; i; i = i->next) {
		const directive_facts *f = directive_find_facts(file, i->symbol);
		if (!f || !f->map) continue;
		diag_report(DIAG_inherits_and_mapped, i->name.loc, i->name.text);
		diag_report(DIAG_mapped_here, f->map_name.loc, f->map_name.text);
		failed(file);
	}
}

static bool names_members(directive_kind kind) { return kind != DIRECTIVE_INHERIT; }

static void bind_symbol(directive_scope *scope, const directive *d, const directive_item *item, prog_symbol *symbol)
{
	const prog_expr *path = NULL;
	if (item->path && !names_members(d->kind)) {
		diag_report(DIAG_not_yet_supported, item->name.loc,
		        directive_format(scope->unit, "'%s' of a member of an object", d->keyword));
		failed(scope);
		return;
	}
	if (item->path && !(symbol = directive_resolve_path(scope, item->path, item->name, &path))) {
		failed(scope);
		return;
	}
	if (d->kind == DIRECTIVE_INHERIT) {
		bind_inherit(scope, item, symbol);
		return;
	}
	if (!what_is(symbol) && (d->kind == DIRECTIVE_DYNAMIC || d->kind == DIRECTIVE_RANGE)) {
		directive_note_moving(scope, d, item, symbol, path, NULL);
		return;
	}
	if (what_is(symbol)) {
		diag_report(DIAG_not_mappable, item->name.loc, item->name.text, what_is(symbol), d->keyword);
		scope->unit->wrong_directives = true;
		return;
	}
	directive_facts *f = facts_of(scope, symbol, path);
	if (!claim(scope, d, item, f) || !note(scope, d, item, f)) f->bad = true;
}

static bool check_rank(
        const directive_scope *scope, const directive *d, const directive_item *item, const prog_template *t)
{
	if (item->rank == t->rank) return true;
	diag_report(DIAG_rank_mismatch, item->name.loc, d->keyword, item->rank, t->name, t->rank);
	diag_report(DIAG_declared_here, t->loc, t->name);
	scope->unit->wrong_directives = true;
	return false;
}

static void distribute_template(
        directive_scope *scope, const directive *d, const directive_item *item, struct directive_declared *declared)
{
	prog_template *t = declared->template;
	if (declared->distributed.text) {
		report_twice(scope, d, item, declared->distributed.loc, true);
		return;
	}
	declared->distributed = item->name;
	t->distributed = true;
	if (!check_rank(scope, d, item, t) || !resolve_dist(scope, item, t->dist) ||
	        !find_grid(scope, item->other, &t->onto))
		return;
	if (!directive_check_dist(item->name, t->rank, t->dist, t->onto, t->extent))
		scope->unit->wrong_directives = true;
}

static void bind_declared(
        directive_scope *scope, const directive *d, const directive_item *item, struct directive_declared *declared)
{
	if (declared->template && d->kind == DIRECTIVE_DISTRIBUTE) {
		distribute_template(scope, d, item, declared);
		return;
	}
	if (declared->template && (d->kind == DIRECTIVE_DYNAMIC || d->kind == DIRECTIVE_RANGE)) {
		directive_note_moving(scope, d, item, NULL, NULL, declared->template);
		return;
	}
	scope->unit->wrong_directives = true;
	if (declared->template && d->kind == DIRECTIVE_ALIGN)
		diag_report(DIAG_not_yet_supported, item->name.loc, "the alignment of a template");
	else
		diag_report(DIAG_not_mappable, item->name.loc, item->name.text,
		        declared->grid ? "a processor grid" : "a template", d->keyword);
}

// Are the other names declared that the item needs?
static bool is_complete(directive_scope *scope, const directive *d, const directive_item *item)
{
	if (!item->other.text || directive_find_declared(scope, item->other.text)) return true;
	return d->kind == DIRECTIVE_ALIGN &&
	       directive_find_symbol(scope, directive_root(item->other_path, item->other));
}

static void bind_item(directive_scope *scope, const directive *d, const directive_item *item, prog_symbol *symbol)
{
	const char *name = directive_root(item->path, item->name);
	struct directive_declared *declared = symbol ? NULL : directive_find_declared(scope, name);
	if (!symbol) symbol = directive_find_symbol(scope, name);
	if (declared)
		bind_declared(scope, d, item, declared);
	else if (symbol)
		bind_symbol(scope, d, item, symbol);
	else {
		directive_report_unknown(scope, (directive_name){name, item->name.loc});
		scope->unit->wrong_directives = true;
	}
}

static void postpone(directive_scope *scope, const directive *d, const directive_item *item, prog_symbol *symbol)
{
	directive_pending *p = prog_alloc(scope->unit, sizeof *p);
	*p = (directive_pending){.d = d, .item = item, .symbol = symbol};
	*scope->pending_end = p;
	scope->pending_end = &p->next;
}

static void bind_or_postpone(directive_scope *scope, const directive *d, const directive_item *item)
{
	const char *name = directive_root(item->path, item->name);
	bool declared = directive_find_declared(scope, name);
	prog_symbol *symbol = declared ? NULL : directive_find_symbol(scope, name);
	if ((declared || symbol) && is_complete(scope, d, item))
		bind_item(scope, d, item, symbol);
	else
		postpone(scope, d, item, symbol);
}

void directive_bind(directive_scope *scope, directive *d)
{
	for (const directive_item *item = d->items; item; item = item->next) {
		if (d->kind == DIRECTIVE_PROCESSORS)
			declare_grid(scope, d, item);
		else if (d->kind == DIRECTIVE_TEMPLATE)
			declare_template(scope, d, item);
		else
			bind_or_postpone(scope, d, item);
	}
}

void directive_scope_finish(directive_scope *scope)
{
	for (directive_pending *p = scope->pending; p; p = p->next) bind_item(scope, p->d, p->item, p->symbol);
	scope->pending = NULL;
	scope->pending_end = &scope->pending;
	if (scope->parent) return;
	directive_complete(scope);
	check_inherited(scope);
	for (struct directive_pure *p = scope->pure; p; p = p->next)
		if (p->symbol->function) p->symbol->function->is_pure = true;
}

// ---- statements -------------------------------------------------------------------------------

static const struct reducible {
	const char *op;
	bool integers_only, complex_too;
} reducible[] = {{"+", false, true}, {"*", false, true}, {"min", false, false}, {"max", false, false},
        {"&", true, false}, {"|", true, false}, {"^", true, false}, {"&&", false, true}, {"||", false, true},
        {NULL, false, false}};

static bool can_reduce(const prog_type *type, const char *op)
{
	const struct reducible *r = reducible;
	while (strcmp(r->op, op)) r++;
	while (type && type->element && (type->kind == PROG_TYPE_ARRAY || type->kind == PROG_TYPE_POINTER))
		type = type->element;
	if (!type || type->kind == PROG_TYPE_INT || type->kind == PROG_TYPE_BOOL) return true;
	if (type->kind == PROG_TYPE_FLOAT) return !r->integers_only;
	return type->kind == PROG_TYPE_COMPLEX && r->complex_too;
}

static bool is_in_clauses(const prog_hint *hint, const prog_symbol *symbol)
{
	for (int i = 0; i < hint->n_new; i++)
		if (hint->new_symbols[i] == symbol) return true;
	for (int i = 0; i < hint->n_reductions; i++)
		if (hint->reductions[i].symbol == symbol) return true;
	return false;
}

static bool check_clause(const directive_item *item, const prog_symbol *symbol, const prog_hint *hint)
{
	bool is_variable = symbol->kind == PROG_SYMBOL_VARIABLE || symbol->kind == PROG_SYMBOL_PARAMETER;
	if (!is_variable)
		diag_report(DIAG_clause_variable, item->name.loc, item->name.text,
		        symbol->kind == PROG_SYMBOL_FUNCTION ? "a function" : "no variable",
		        item->op ? "reduction" : "new");
	else if (is_in_clauses(hint, symbol))
		diag_report(DIAG_clause_twice, item->name.loc, item->name.text);
	else if (item->op && !can_reduce(symbol->type, item->op))
		diag_report(DIAG_reduction_type, item->name.loc, item->name.text, symbol->type->text, item->op);
	else
		return true;
	return false;
}

static void add_clause(directive_scope *scope, const directive_item *item, prog_hint *hint)
{
	prog_unit *unit = scope->unit;
	struct directive_declared *declared = directive_find_declared(scope, item->name.text);
	prog_symbol *symbol = directive_find_symbol(scope, item->name.text);
	if (!symbol) {
		if (declared)
			diag_report(DIAG_clause_variable, item->name.loc, item->name.text, "no variable",
			        item->op ? "reduction" : "new");
		else
			directive_report_unknown(scope, item->name);
		return;
	}
	if (!check_clause(item, symbol, hint)) return;
	if (!item->op) {
		hint->new_symbols = grow(unit, hint->new_symbols, hint->n_new, sizeof *hint->new_symbols);
		hint->new_symbols[hint->n_new++] = symbol;
		return;
	}
	hint->reductions = grow(unit, hint->reductions, hint->n_reductions, sizeof *hint->reductions);
	hint->reductions[hint->n_reductions].op = item->op;
	hint->reductions[hint->n_reductions++].symbol = symbol;
}

static bool is_loop(const prog_stmt *stmt, bool only_for)
{
	return stmt && (stmt->kind == PROG_STMT_FOR ||
	                       (!only_for && (stmt->kind == PROG_STMT_WHILE || stmt->kind == PROG_STMT_DO)));
}

static prog_hint *hint_of(directive_scope *scope, const directive *d, prog_stmt *stmt)
{
	if (stmt->hint) return stmt->hint;
	stmt->hint = prog_alloc(scope->unit, sizeof *stmt->hint);
	stmt->hint->loc = d->loc;
	stmt->hint->range = d->range;
	return stmt->hint;
}

static void add_resident(directive_scope *scope, const directive_item *item, prog_hint *hint)
{
	const char *root = directive_root(item->path, item->name);
	const prog_expr *path = NULL;
	if (!directive_find_symbol(scope, root)) {
		if (directive_find_declared(scope, root))
			diag_report(DIAG_clause_variable, item->name.loc, item->name.text, "no array", "resident");
		else
			directive_report_unknown(scope, (directive_name){root, item->name.loc});
		return;
	}
	prog_symbol *symbol = directive_resolve_path(scope, item->path, item->name, &path);
	if (!symbol) return;
	if (!is_memory(symbol->type)) {
		diag_report(DIAG_clause_variable, item->name.loc, item->name.text,
		        symbol->kind == PROG_SYMBOL_FUNCTION ? "a function" : "no array", "resident");
		return;
	}
	hint->resident = grow(scope->unit, hint->resident, hint->n_resident, sizeof *hint->resident);
	hint->resident[hint->n_resident++] = (struct prog_hint_resident){symbol, path, item->name.loc};
}

static const struct callback {
	const char *word, *type; // the latter as <hpcc/callbacks.h> has it
	int n_params;
	prog_type_kind result;
} callbacks[PROG_N_CALLBACKS] = {
        [PROG_CALLBACK_COMPUTATION] = {"comp_complexity", "hpcc_operations_function", 3, PROG_TYPE_VOID},
        [PROG_CALLBACK_COMMUNICATION] = {"comm_complexity", "hpcc_received_function", 3, PROG_TYPE_VOID},
        [PROG_CALLBACK_PDUS] = {"numPDUs", "hpcc_number_function", 1, PROG_TYPE_FLOAT},
};

// The types of parameters are for the compiler to check.
static bool has_type(const prog_symbol *f, const struct callback *c)
{
	const prog_type *result = f->type ? f->type->element : NULL;
	bool fits =
	        result && result->kind == c->result && (c->result == PROG_TYPE_VOID || result->size == sizeof(double));
	return fits && (!f->function || f->function->n_params == c->n_params);
}

static void add_callback(directive_scope *scope, const directive_item *item, prog_hint *hint)
{
	prog_symbol *symbol = directive_find_symbol(scope, item->name.text);
	int kind = 0;
	while (strcmp(callbacks[kind].word, item->op)) kind++;
	if (!symbol && !directive_find_declared(scope, item->name.text))
		directive_report_unknown(scope, item->name);
	else if (!symbol || symbol->kind != PROG_SYMBOL_FUNCTION)
		diag_report(DIAG_not_function, item->name.loc, item->name.text);
	else if (hint->callback[kind])
		diag_report(DIAG_callback_twice, item->name.loc, item->op);
	else if (!has_type(symbol, &callbacks[kind]))
		diag_report(DIAG_callback_type, item->name.loc, item->name.text, item->op, callbacks[kind].type);
	else
		hint->callback[kind] = symbol;
}

void directive_bind_stmt(directive_scope *scope, directive *d, prog_stmt *stmt)
{
	bool only_for = d->kind == DIRECTIVE_INDEPENDENT;
	if (d->kind == DIRECTIVE_SERIAL && stmt) {
		if (stmt->kind == PROG_STMT_DECL)
			diag_report(DIAG_serial_statement, d->loc);
		else
			hint_of(scope, d, stmt)->serial = true;
		return;
	}
	while (stmt && stmt->kind == PROG_STMT_LABEL) stmt = stmt->body;
	if (d->kind == DIRECTIVE_RESIDENT && stmt) {
		for (const directive_item *item = d->items; item; item = item->next)
			add_resident(scope, item, hint_of(scope, d, stmt));
		return;
	}
	if (!is_loop(stmt, only_for)) {
		diag_report(DIAG_no_loop, d->loc, d->keyword,
		        only_for && is_loop(stmt, false) ? " that counts ('for')" : "");
		return;
	}
	if (d->kind == DIRECTIVE_CYCLE) {
		hint_of(scope, d, stmt)->cycle = true;
		return;
	}
	for (const directive_item *item = d->items; item && d->kind == DIRECTIVE_CALLBACK; item = item->next)
		add_callback(scope, item, hint_of(scope, d, stmt));
	if (d->kind != DIRECTIVE_INDEPENDENT) return;
	hint_of(scope, d, stmt)->independent = true;
	for (const directive_item *item = d->items; item; item = item->next) add_clause(scope, item, stmt->hint);
}

// ---- marks ------------------------------------------------------------------------------------

static bool leads_to_function(const prog_symbol *s)
{
	const prog_type *t = s->type;
	if (t && t->kind == PROG_TYPE_POINTER) t = t->element;
	return s->kind != PROG_SYMBOL_FUNCTION && t && t->kind == PROG_TYPE_FUNCTION;
}

static void mark(directive_scope *scope, const directive *d, prog_symbol *symbol, directive_name name)
{
	if (d->kind == DIRECTIVE_PURE && leads_to_function(symbol)) {
		symbol->is_pure = true;
		return;
	}
	if (symbol->kind != PROG_SYMBOL_FUNCTION) {
		diag_report(DIAG_not_function, name.loc, name.text);
		return;
	}
	if (d->kind != DIRECTIVE_PURE) {
		bool serial = d->kind == DIRECTIVE_SERIAL;
		if (serial ? symbol->is_local : symbol->is_serial)
			diag_report(DIAG_marks_conflict, name.loc, name.text);
		else
			*(serial ? &symbol->is_serial : &symbol->is_local) = true;
		return;
	}
	directive_scope *file = directive_file_scope(scope);
	struct directive_pure *p = prog_alloc(scope->unit, sizeof *p);
	p->symbol = symbol;
	p->next = file->pure;
	file->pure = p;
	symbol->is_pure = true;
	if (symbol->function) symbol->function->is_pure = true;
}

void directive_bind_mark(directive_scope *scope, directive *d, prog_symbol *next)
{
	for (const directive_item *item = d->items; item; item = item->next) {
		prog_symbol *symbol = directive_find_symbol(scope, item->name.text);
		if (symbol)
			mark(scope, d, symbol, item->name);
		else
			directive_report_unknown(scope, item->name);
	}
	if (d->items) return;
	if (next)
		mark(scope, d, next, (directive_name){next->name, d->loc});
	else
		directive_dangling(d);
}
