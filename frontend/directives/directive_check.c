// SPDX-License-Identifier: Apache-2.0
//
// At the end of the file: what the directives say of each array is brought together with its declaration, and the
// arrays are checked against those that they are aligned with.
#include "directive_impl.h"

#include <string.h>

// ---- extents and formats ----------------------------------------------------------------------

bool directive_check_extent(const char *name, const prog_expr *extent, prog_loc loc)
{
	long value;
	if (!directive_constant_of(extent, &value) || value > 0) return true;
	diag_report(DIAG_extent_not_positive, loc, name, value);
	return false;
}

int directive_count_split(int rank, const prog_dist_dim *dist)
{
	int n = 0;
	for (int d = 0; d < rank; d++) n += dist[d].format != PROG_FORMAT_NONE;
	return n;
}

static bool check_grid(directive_name name, int split, const prog_grid *onto)
{
	if (split > PROG_MAX_GRID) {
		diag_report(DIAG_too_many_split, name.loc, split, name.text, PROG_MAX_GRID);
		return false;
	}
	if (!onto || onto->rank == split) return true;
	diag_report(DIAG_grid_rank, name.loc, split, name.text, onto->name, onto->rank);
	diag_report(DIAG_declared_here, onto->loc, onto->name);
	return false;
}

static bool check_block(const prog_dist_dim *dist, const prog_expr *extent, long processes)
{
	long block, n, most;
	if (!directive_constant_of(dist->arg, &block) || !directive_constant_of(extent, &n)) return true;
	if (__builtin_mul_overflow(block, processes, &most) || most >= n) return true;
	diag_report(DIAG_block_too_small, dist->arg->loc, block, processes, most, n);
	return false;
}

static bool check_gen_block(const prog_dist_dim *dist, long processes)
{
	long n;
	const prog_type *type = dist->arg->type;
	if (type->kind != PROG_TYPE_ARRAY || !directive_constant_of(type->extent, &n) || n >= processes) return true;
	diag_report(DIAG_gen_block_short, dist->arg->loc, dist->arg->text, n, processes);
	return false;
}

bool directive_check_dist(
        directive_name name, int rank, const prog_dist_dim *dist, const prog_grid *onto, const prog_expr *const *extent)
{
	if (!check_grid(name, directive_count_split(rank, dist), onto)) return false;
	for (int d = 0, g = 0; d < rank; d++) {
		long processes;
		if (dist[d].format == PROG_FORMAT_NONE) continue;
		bool is_fixed = onto && directive_constant_of(onto->extent[g++], &processes);
		if (!is_fixed || !dist[d].arg) continue;
		bool ok = dist[d].format == PROG_FORMAT_BLOCK ? check_block(&dist[d], extent[d], processes)
		                                              : check_gen_block(&dist[d], processes);
		if (!ok) return false;
	}
	return true;
}

// ---- the declaration --------------------------------------------------------------------------

// What a declaration tells of the memory. For a pointer, `rank` and `extent` are those of what it points to.
typedef struct declared {
	bool is_pointer;
	bool is_open;     // an array whose first extent is not given
	bool is_volatile; // the elements are; it may be the type of the array that says so
	bool is_atomic;   // so because they are _Atomic
	int rank;
	int row_levels;          // T **p: pointers between the first pointer and the element; no arrays between them
	const prog_expr *vector; // T *p[n]: of how many pointers to rows; NULL: a pointer to these
	const prog_expr *extent[PROG_MAX_RANK + 1];
	const prog_type *element;
} declared;

static bool peel(const prog_type *type, declared *decl)
{
	for (; type && type->kind == PROG_TYPE_ARRAY; type = type->element) {
		if (decl->rank > PROG_MAX_RANK) return false;
		decl->is_volatile |= type->is_volatile;
		decl->is_atomic |= type->is_atomic;
		decl->extent[decl->rank++] = type->extent;
	}
	decl->element = type;
	decl->is_volatile |= type && type->is_volatile;
	decl->is_atomic |= type && type->is_atomic;
	return true;
}

// A parameter `T a[]` is a pointer, whatever its type is said to be.
static bool read_declaration(const prog_mapping *m, declared *decl)
{
	const prog_symbol *symbol = m->symbol;
	const prog_type *type = symbol->type;
	bool holds = type && (type->kind == PROG_TYPE_ARRAY || type->kind == PROG_TYPE_POINTER);
	if (prog_mapping_of_pointers(m) && holds) type = type->element;
	bool is_array = type && type->kind == PROG_TYPE_ARRAY;
	bool is_open = is_array && !type->extent;
	decl->is_pointer =
	        (type && type->kind == PROG_TYPE_POINTER) || (is_open && symbol->kind == PROG_SYMBOL_PARAMETER);
	decl->is_open = is_open && !decl->is_pointer;
	if (is_array && type->extent && type->element->kind == PROG_TYPE_POINTER) {
		decl->is_pointer = true;
		decl->vector = type->extent;
	}
	if (decl->is_pointer) type = type->element;
	for (; decl->is_pointer && type && type->kind == PROG_TYPE_POINTER; type = type->element) decl->row_levels++;
	return peel(type, decl);
}

static directive_name first_name(const directive_facts *f)
{
	return f->map ? f->map_name : f->array ? f->array_name : f->shadow_name;
}

static const char *first_keyword(const directive_facts *f)
{
	return (f->map ? f->map : f->array ? f->array : f->shadow)->keyword;
}

static void note_declaration(const prog_symbol *symbol) { diag_report(DIAG_declared_here, symbol->loc, symbol->name); }

// NULL, or why an element of this type cannot be in a mapped array.
static const char *refuse_element(const prog_type *type)
{
	if (!type) return "of unknown type";
	switch (type->kind) {
	case PROG_TYPE_VOID: return "memory of no type";
	case PROG_TYPE_FUNCTION: return "a function";
	case PROG_TYPE_OTHER: return "of a type that has no elements to map";
	case PROG_TYPE_STRUCT: return type->size ? NULL : "of incomplete type";
	default: return NULL;
	}
}

// Several arrays lie behind a pointer, in an array of elements that a variable is, or behind several pointers.
static bool check_part(const directive_facts *f, const declared *decl)
{
	const prog_mapping *m = f->mapping;
	const prog_symbol *symbol = m->symbol;
	if (!m->index && !m->offset) return true;
	bool holds = symbol->kind == PROG_SYMBOL_VARIABLE || symbol->kind == PROG_SYMBOL_PARAMETER ||
	             symbol->kind == PROG_SYMBOL_FIELD;
	bool block = m->offset && holds && symbol->type && symbol->type->kind == PROG_TYPE_ARRAY && decl->rank == 1 &&
	             !decl->is_pointer;
	bool rows = m->offset && decl->row_levels > 0;
	if (block || (decl->is_pointer && !rows)) return true;
	diag_report(DIAG_several_of_array, f->array_name.loc, f->array_name.text,
	        m->offset ? "a pointer to elements, or an array of them with one dimension"
	                  : "an array of pointers, or a pointer to pointers");
	note_declaration(symbol);
	return false;
}

// "p[...][...]": what to write.
static const char *shape_text(prog_unit *unit, const char *name, int rank)
{
	const char *text = name;
	for (int d = 0; d < rank; d++) text = directive_format(unit, "%s[...]", text);
	return text;
}

// The last member of a struct, which has what its object is allocated with beyond the others.
static bool is_flexible(const directive_facts *f)
{
	return f->mapping->symbol->kind == PROG_SYMBOL_FIELD && f->array && !f->mapping->path;
}

static bool check_kind(prog_unit *unit, const directive_facts *f, const declared *decl)
{
	const prog_symbol *symbol = f->mapping->symbol;
	directive_name name = first_name(f);
	bool is_memory = decl->is_pointer || (symbol->type && symbol->type->kind == PROG_TYPE_ARRAY);
	const char *why = is_memory ? refuse_element(decl->element)
	                            : directive_format(unit, "of type '%s'", symbol->type ? symbol->type->text : "?");
	if (why)
		diag_report(DIAG_not_mappable, name.loc, symbol->name, why, first_keyword(f));
	else if (decl->is_open && symbol->kind == PROG_SYMBOL_FIELD && !f->array)
		diag_report(DIAG_no_shape, name.loc, symbol->name, shape_text(unit, symbol->name, decl->rank));
	else if (decl->is_open && !is_flexible(f))
		diag_report(DIAG_incomplete_array, name.loc, symbol->name);
	else if (decl->element->kind == PROG_TYPE_POINTER)
		diag_report(DIAG_not_yet_supported, name.loc, "an array of pointers");
	else if (decl->element && decl->element->kind == PROG_TYPE_STRUCT && decl->element->has_pointers)
		diag_report(DIAG_pointers_in_elements, name.loc, symbol->name, decl->element->text);
	else if (decl->is_volatile)
		diag_report(DIAG_volatile_elements, name.loc, symbol->name, decl->is_atomic ? "_Atomic" : "volatile");
	else
		return true;
	note_declaration(symbol);
	return false;
}

// ---- the shape --------------------------------------------------------------------------------

static bool set_rank(prog_mapping *m, int rank, const prog_expr *const *extent)
{
	m->rank = rank;
	memcpy(m->extent, extent, (size_t)rank * sizeof *extent);
	return true;
}

// Rows are as long as they are declared; extents that the program computes say how much of them it uses
// (double a[MAX][MAX]; array a[n][m]).
static void take_declared_rows(directive_facts *f, int first, const prog_expr *const *declared_extent)
{
	long value;
	for (int d = first > 1 ? first : 1; d < f->array_rank; d++) {
		const prog_expr *declared = declared_extent[d - first];
		if (directive_constant_of(f->array_extent[d], &value) || !directive_constant_of(declared, &value))
			continue;
		f->mapping->used[d] = f->array_extent[d];
		f->array_extent[d] = declared;
	}
}

static bool check_inner(directive_facts *f, int first, const prog_expr *const *declared_extent)
{
	for (int d = first; d < f->array_rank; d++) {
		long given, have;
		if (!directive_constant_of(f->array_extent[d], &given) ||
		        !directive_constant_of(declared_extent[d - first], &have))
			continue;
		if (given == have) continue;
		diag_report(DIAG_shape_mismatch, f->array_extent[d]->loc, given, d, f->mapping->symbol->name, have);
		note_declaration(f->mapping->symbol);
		return false;
	}
	take_declared_rows(f, first, declared_extent);
	return true;
}

static bool count_elements(int rank, const prog_expr *const *extent, long *count)
{
	*count = 1;
	for (int d = 0; d < rank; d++) {
		long value;
		if (!extent[d] || !directive_constant_of(extent[d], &value)) return false;
		if (__builtin_mul_overflow(*count, value, count)) *count = __LONG_MAX__;
	}
	return true;
}

// Dimensions of the array type with a name of its own that the elements are of (typedef double real3[3]; real3 *p,
// a[9]): those that the declarator does not write.
static int own_rank(const directive_scope *file, const directive_facts *f, const declared *decl)
{
	const prog_symbol *s = f->mapping->symbol;
	const prog_range *r = &s->declarator;
	const char *source = r->file >= 0 && r->file < file->unit->n_files ? file->unit->files[r->file].text : NULL;
	int written = 0;
	if (!source || r->begin >= r->end) return 0;
	for (unsigned k = s->name_range.end; k < r->end && source[k] != '='; k++) written += source[k] == '[';
	int own = decl->rank - written;
	return decl->row_levels || own < 0 || (own == decl->rank && !decl->is_pointer) ? 0 : own;
}

// Whether the extents of the elements' type are given with the others.
static bool gives_own(const directive_facts *f, const declared *decl, int own)
{
	for (int k = 1; k <= own; k++) {
		long given, have;
		if (k > f->array_rank || !directive_constant_of(f->array_extent[f->array_rank - k], &given) ||
		        !directive_constant_of(decl->extent[decl->rank - k], &have) || given != have)
			return false;
	}
	return true;
}

// real3 *r: array r[n][64] has a third extent, which is that of the elements.
static void add_own_extents(const directive_scope *file, directive_facts *f, const declared *decl)
{
	int own = own_rank(file, f, decl);
	if (!f->array || !own || gives_own(f, decl, own) || f->array_rank + own > PROG_MAX_RANK) return;
	memcpy(f->array_extent + f->array_rank, decl->extent + decl->rank - own, (size_t)own * sizeof *decl->extent);
	f->array_rank += own;
}

// The memory of a declared array may be given another shape, as that of a pointer.
static bool shape_array(directive_facts *f, const declared *decl)
{
	long given, have;
	prog_mapping *m = f->mapping;
	if (!f->array) return set_rank(m, decl->rank, decl->extent);
	if (f->array_rank == decl->rank && !check_inner(f, 1, decl->extent + 1)) return false;
	if (count_elements(f->array_rank, f->array_extent, &given) && count_elements(decl->rank, decl->extent, &have) &&
	        given > have) {
		diag_report(DIAG_shape_too_large, f->array_name.loc, m->symbol->name, given, have);
		note_declaration(m->symbol);
		return false;
	}
	return set_rank(m, f->array_rank, f->array_extent);
}

static bool report_rank(const directive_facts *f, directive_name name, const directive *d, int named, int have)
{
	diag_report(DIAG_rank_mismatch, name.loc, d->keyword, named, f->mapping->symbol->name, have);
	note_declaration(f->mapping->symbol);
	return false;
}

// Pointers to rows that are declared: as many as there are rows, at least.
static bool check_vector(const directive_facts *f, const declared *decl)
{
	long given, have;
	const prog_symbol *s = f->mapping->symbol;
	if (!directive_constant_of(f->array_extent[0], &given) || !directive_constant_of(decl->vector, &have) ||
	        given <= have)
		return true;
	diag_report(DIAG_shape_too_large, f->array_name.loc, s->name, given, have);
	note_declaration(s);
	return false;
}

// T (*p)[size]: a block of elements with room for an array of that shape.
static bool is_block(const directive_facts *f, const declared *decl)
{
	long given, have;
	return count_elements(f->array_rank, f->array_extent, &given) &&
	       count_elements(decl->rank, decl->extent, &have) && given <= have;
}

static bool shape_given_pointer(const directive_scope *file, directive_facts *f, const declared *decl)
{
	prog_mapping *m = f->mapping;
	if (decl->row_levels > 0) {
		int rank = 1 + decl->row_levels + decl->rank;
		if (f->array_rank != rank) return report_rank(f, f->array_name, f->array, f->array_rank, rank);
		if (decl->rank > 0 && !check_inner(f, 1 + decl->row_levels, decl->extent)) return false;
		if (decl->vector && !check_vector(f, decl)) return false;
		m->row_levels = decl->row_levels;
		return set_rank(m, rank, f->array_extent);
	}
	m->at_pointee = decl->rank > 0 && f->array_rank == decl->rank;
	if (decl->rank == 1 && f->array_rank > 2 && is_block(f, decl)) {
		m->at_pointee = true;
		return set_rank(m, f->array_rank, f->array_extent);
	}
	int own = own_rank(file, f, decl);
	if (own == decl->rank && f->array_rank > own && gives_own(f, decl, own))
		return set_rank(m, f->array_rank, f->array_extent);
	if (decl->rank > 0 && !m->at_pointee && f->array_rank != decl->rank + 1)
		return report_rank(f, f->array_name, f->array, f->array_rank, decl->rank + 1);
	if (decl->rank > 0 && !check_inner(f, m->at_pointee ? 0 : 1, decl->extent)) return false;
	return set_rank(m, f->array_rank, f->array_extent);
}

// The first extent of what `T *p` or `T (*p)[m]` leads to: as its allocations say, or what the memory that p receives
// has room for.
static bool shape_seen(directive_scope *file, directive_facts *f, const declared *decl)
{
	prog_mapping *m = f->mapping;
	const prog_expr *extent[PROG_MAX_RANK + 1] = {directive_seen_extent(file, m->symbol)};
	if (decl->rank >= PROG_MAX_RANK) return false;
	if (!extent[0]) extent[0] = directive_new_room(file->unit, m->symbol->name, m->loc);
	memcpy(extent + 1, decl->extent, (size_t)decl->rank * sizeof *extent);
	return set_rank(m, decl->rank + 1, extent);
}

static bool shape_pointer(directive_scope *file, directive_facts *f, const declared *decl)
{
	prog_unit *unit = file->unit;
	prog_mapping *m = f->mapping;
	if (f->array) return shape_given_pointer(file, f, decl);
	int named = f->map ? f->map_rank : f->shadow_rank;
	if (decl->row_levels > 0) {
		if (!unit->wrong_directives)
			diag_report(DIAG_no_shape, first_name(f).loc, m->symbol->name,
			        shape_text(unit, m->symbol->name, 1 + decl->row_levels + decl->rank));
		return false;
	}
	if (decl->rank > 0 && named == decl->rank) {
		m->at_pointee = true;
		return set_rank(m, decl->rank, decl->extent);
	}
	if (decl->rank > 0 && named != decl->rank + 1)
		return report_rank(f, first_name(f), f->map ? f->map : f->shadow, named, decl->rank + 1);
	bool received = m->symbol->kind != PROG_SYMBOL_PARAMETER && named == decl->rank + 1;
	if (received && shape_seen(file, f, decl)) return true;
	if (unit->wrong_directives)
		diag_offer_nothing();
	else
		diag_report(
		        DIAG_no_shape, first_name(f).loc, m->symbol->name, shape_text(unit, m->symbol->name, named));
	return false;
}

// Dimensions of the elements' type need not be named: they are not split.
static void name_own_dimensions(const directive_scope *file, directive_facts *f, const declared *decl)
{
	int rank = f->mapping->rank, own = own_rank(file, f, decl);
	if (f->map && f->map_rank + own == rank) f->map_rank = rank;
	if (f->shadow && f->shadow_rank + own == rank) f->shadow_rank = rank;
}

static bool check_ranks(const directive_facts *f)
{
	int rank = f->mapping->rank;
	if (f->map && f->map_rank != rank) return report_rank(f, f->map_name, f->map, f->map_rank, rank);
	if (f->shadow && f->shadow_rank != rank) return report_rank(f, f->shadow_name, f->shadow, f->shadow_rank, rank);
	return true;
}

static bool check_extents(const directive_facts *f)
{
	for (int d = 0; d < f->mapping->rank; d++)
		if (!directive_check_extent(f->mapping->symbol->name, f->mapping->extent[d], first_name(f).loc) ||
		        (f->mapping->used[d] && !directive_check_extent(f->mapping->symbol->name, f->mapping->used[d],
		                                        first_name(f).loc)))
			return false;
	return true;
}

static bool has_constant_shape(const directive_facts *f)
{
	long value;
	for (int d = 0; d < f->array_rank; d++)
		if (!directive_constant_of(f->array_extent[d], &value)) return false;
	return true;
}

// An array of the file, or of a struct, of which the program computes the shape is at the begin of what is declared,
// which it need not fill.
static void shape_later(prog_unit *unit, const directive_facts *f, const declared *decl)
{
	prog_mapping *m = f->mapping;
	bool variable = (m->symbol->kind == PROG_SYMBOL_VARIABLE && m->symbol->file_scope) ||
	                (m->symbol->kind == PROG_SYMBOL_FIELD && !m->path);
	if (!variable || decl->is_pointer || !f->array || m->index || m->offset) return;
	if (!decl->is_open && has_constant_shape(f)) return;
	prog_expr *zero = prog_alloc(unit, sizeof *zero);
	*zero = (prog_expr){.kind = PROG_EXPR_INT, .text = "0", .type = m->extent[0]->type, .loc = f->array_name.loc};
	zero->range.file = zero->expansion.file = -1;
	m->offset = zero;
}

// An extent in a struct's members, of one object.
static const prog_expr *of_object(prog_unit *unit, const prog_expr *e, const prog_expr *object)
{
	prog_expr *own = prog_alloc(unit, sizeof *own);
	*own = *e;
	if (e->kind == PROG_EXPR_MEMBER && e->n_args == 0) {
		own->arg = prog_alloc(unit, sizeof *own->arg);
		own->arg[own->n_args++] = (prog_expr *)object;
		own->text = directive_format(unit, "(%s).%s", object->text, e->symbol->name);
		return own;
	}
	own->arg = prog_alloc(unit, (size_t)(e->n_args + 1) * sizeof *own->arg);
	for (int k = 0; k < e->n_args; k++) own->arg[k] = (prog_expr *)of_object(unit, e->arg[k], object);
	if (e->kind == PROG_EXPR_BINARY)
		own->text = directive_format(
		        unit, "(%s) %s (%s)", own->arg[0]->text, prog_operator(e->op), own->arg[1]->text);
	return own;
}

// The shape of a member stands in the struct, its mapping is that of one object.
static void take_shape_of_struct(directive_scope *file, directive_facts *f)
{
	const prog_expr *path = f->mapping->path;
	const directive_facts *all = path && path->n_args ? directive_find_facts(file, f->mapping->symbol) : NULL;
	if (f->array || !all || !all->array || all->mapping->index || all->mapping->offset) return;
	f->array = all->array;
	f->array_name = all->array_name;
	f->array_rank = all->array_rank;
	for (int d = 0; d < all->array_rank; d++)
		f->array_extent[d] = of_object(file->unit, all->array_extent[d], path->arg[0]);
}

static bool complete_shape(directive_scope *file, directive_facts *f)
{
	declared decl = {0};
	prog_mapping *m = f->mapping;
	take_shape_of_struct(file, f);
	bool fits = read_declaration(m, &decl);
	if (fits && (!check_part(f, &decl) || !check_kind(file->unit, f, &decl))) return false;
	if (!fits || decl.rank > PROG_MAX_RANK) {
		diag_report(DIAG_too_many_dimensions, first_name(f).loc, m->symbol->name, PROG_MAX_RANK);
		return false;
	}
	m->element = decl.element;
	m->shape_given = f->array != NULL;
	// A block whose type says its size alone has the shape that is given.
	if (!decl.is_pointer || !is_block(f, &decl)) add_own_extents(file, f, &decl);
	bool ok = decl.is_pointer ? shape_pointer(file, f, &decl) : shape_array(f, &decl);
	if (ok) name_own_dimensions(file, f, &decl);
	if (!ok || !check_ranks(f) || !check_extents(f)) return false;
	shape_later(file->unit, f, &decl);
	return true;
}

static bool complete_mapping(directive_scope *file, directive_facts *f)
{
	prog_mapping *m = f->mapping;
	m->loc = (f->map ? f->map : f->array ? f->array : f->shadow)->loc;
	if (!complete_shape(file, f)) return false;
	if (m->how != PROG_MAP_DISTRIBUTE) return true;
	f->replicated |= directive_count_split(m->rank, m->dist) == 0;
	return directive_check_dist(f->map_name, m->rank, m->dist, m->onto, m->extent);
}

// ---- parts of objects ---------------------------------------------------------------------------

static const prog_type *innermost(const prog_type *t)
{
	while (t && t->kind == PROG_TYPE_ARRAY) t = t->element;
	return t;
}

// Whether objects of the type are, or hold, such of the struct.
static bool holds_record(const prog_unit *unit, const prog_type *t, const prog_symbol *record)
{
	t = innermost(t);
	if (!t || t->kind != PROG_TYPE_STRUCT || !t->record) return false;
	if (t->record == record) return true;
	for (int k = 0; k < unit->n_symbols; k++) {
		const prog_symbol *s = unit->symbols[k];
		if (s->kind == PROG_SYMBOL_FIELD && s->record == t->record && holds_record(unit, s->type, record))
			return true;
	}
	return false;
}

// In a union the memory is another member's, too.
static bool is_in_union(const prog_unit *unit, const prog_symbol *record)
{
	if (record->type && record->type->is_union) return true;
	for (int k = 0; k < unit->n_symbols; k++) {
		const prog_symbol *s = unit->symbols[k];
		if (s->kind == PROG_SYMBOL_FIELD && s->record && s->record->type && s->record->type->is_union &&
		        holds_record(unit, s->type, record))
			return true;
	}
	return false;
}

static bool has_variable_extent(const prog_mapping *m)
{
	long value;
	for (int d = 0; d < m->rank; d++)
		if (!directive_constant_of(m->extent[d], &value)) return true;
	return false;
}

// Elements of an array that is split itself belong to one process, with all that is in them.
static bool is_in_elements(const directive_scope *file, const prog_symbol *record)
{
	for (const directive_facts *f = file->facts; f; f = f->next)
		if (!f->bad && f->mapping->how != PROG_MAP_NONE &&
		        holds_record(file->unit, f->mapping->element, record))
			return true;
	return false;
}

static void check_object(directive_scope *file, directive_facts *f)
{
	const prog_mapping *m = f->mapping;
	const prog_symbol *record = m->symbol->record;
	if (f->bad || m->how == PROG_MAP_NONE || !prog_mapping_is_part(m)) return;
	bool computed = m->offset || has_variable_extent(m);
	const char *why = m->path && !prog_part_place(m) ? "of an object that is not told by a name or pointer"
	                  : computed && !prog_mapping_is_part_block(m) ? "of a shape that is no constant"
	                  : computed && !prog_record_text(file->unit, record)
	                          ? "in a struct that has no name at file scope"
	                  : record && is_in_union(file->unit, record) ? "in a union"
	                  : record && is_in_elements(file, record) ? "in the elements of an array that is split itself"
	                                                           : NULL;
	if (!why) return;
	diag_report(DIAG_part_of_object, f->map_name.loc, f->map_name.text, why);
	f->replicated = true;
}

// ---- alignment --------------------------------------------------------------------------------

static bool report_unmapped(prog_unit *unit, const directive_facts *f)
{
	const prog_mapping *m = f->mapping;
	if (unit->wrong_directives || (!m->with && !m->with_template)) return false;
	const char *target = m->with ? m->with->name : m->with_template->name;
	diag_report(DIAG_align_unmapped, f->with_name.loc, m->symbol->name, target, target);
	diag_report(DIAG_declared_here, m->with ? m->with->loc : m->with_template->loc, target);
	return false;
}

// The indices of the target that one subscript reaches, where constants tell.
static bool reach(const prog_mapping *m, const prog_align_sub *sub, long *lo, long *hi)
{
	long offset = 0, extent = 1, span;
	if (sub->star || (sub->offset && !directive_constant_of(sub->offset, &offset))) return false;
	if (sub->dim >= 0 && (m->used[sub->dim] || !directive_constant_of(m->extent[sub->dim], &extent))) return false;
	if (__builtin_mul_overflow(sub->coef, extent - 1, &span)) return false;
	*lo = *hi = offset;
	return !__builtin_add_overflow(offset, span < 0 ? span : 0, lo) &&
	       !__builtin_add_overflow(offset, span > 0 ? span : 0, hi);
}

static bool check_reach(const directive_facts *f, int rank, const prog_expr *const *extent)
{
	const prog_mapping *m = f->mapping;
	for (int d = 0; d < rank; d++) {
		long lo, hi, n;
		if (!reach(m, &m->sub[d], &lo, &hi) || !directive_constant_of(extent[d], &n) || (lo >= 0 && hi < n))
			continue;
		diag_report(DIAG_align_outside, f->with_name.loc, d, f->with_name.text, n, m->symbol->name, lo, hi);
		return false;
	}
	return true;
}

static bool check_target(const directive_facts *f, int rank, const prog_expr *const *extent, prog_loc loc)
{
	const prog_mapping *m = f->mapping;
	if (m->with_rank == rank) return check_reach(f, rank, extent);
	diag_report(DIAG_rank_mismatch, f->with_name.loc, f->map->keyword, m->with_rank, f->with_name.text, rank);
	diag_report(DIAG_declared_here, loc, f->with_name.text);
	return false;
}

static const directive_facts *target_of(directive_scope *file, const directive_facts *f)
{
	const prog_mapping *m = f->mapping;
	return m->with ? directive_find_facts_of(file, m->with, m->with_path) : NULL;
}

// Of several arrays it must be clear which one is meant: the one with the same index.
static bool check_which(const directive_facts *f, const directive_facts *target)
{
	if (!target->mapping->index || f->mapping->index) return true;
	diag_report(DIAG_align_several, f->with_name.loc, f->mapping->symbol->name, f->with_name.text);
	diag_report(DIAG_mapped_here, target->map_name.loc, target->map_name.text);
	return false;
}

// A parameter without a mapping of its own has its argument's.
static bool is_inherited(const prog_mapping *m, const directive_facts *target)
{
	const prog_symbol *s = m->with;
	return s->kind == PROG_SYMBOL_PARAMETER && !m->with_path &&
	       (s->type->kind == PROG_TYPE_POINTER || s->type->kind == PROG_TYPE_ARRAY) &&
	       (!target || (!target->bad && target->mapping->how == PROG_MAP_NONE &&
	                           target->mapping->rank == m->with_rank));
}

static bool check_align(directive_scope *file, const directive_facts *f)
{
	const prog_mapping *m = f->mapping;
	if (m->with_template && !m->with_template->distributed) return report_unmapped(file->unit, f);
	if (m->with_template)
		return check_target(f, m->with_template->rank, m->with_template->extent, m->with_template->loc);
	const directive_facts *target = target_of(file, f);
	if (is_inherited(m, target)) return true;
	if (!target || (!target->bad && target->mapping->how == PROG_MAP_NONE)) return report_unmapped(file->unit, f);
	if (target->bad) return true;
	f->mapping->with_mapping = target->mapping;
	return check_which(f, target) && check_target(f, target->mapping->rank, target->mapping->extent, m->with->loc);
}

static bool is_in_cycle(directive_scope *file, const directive_facts *f)
{
	const directive_facts *slow = f, *fast = target_of(file, f);
	for (bool step = false; fast && fast != f && fast != slow; step = !step) {
		fast = target_of(file, fast);
		if (step) slow = target_of(file, slow);
	}
	return fast == f;
}

static void report_cycle(directive_scope *file, directive_facts *f)
{
	bool is_self = f->mapping->with == f->mapping->symbol;
	diag_report(DIAG_align_cycle, f->map_name.loc, f->map_name.text, is_self ? "" : ", through others");
	for (directive_facts *g = f; !g->bad;
	        g = directive_find_facts_at(file, g->mapping->with, g->mapping->with_path)) {
		if (!is_self) diag_report(DIAG_aligned_here, g->map_name.loc, g->map_name.text, g->with_name.text);
		g->bad = true;
	}
}

// Aligned, through any number of others, with what no dimension is split of: each process has a copy.
static bool is_replicated(directive_scope *file, const directive_facts *f)
{
	while (!f->replicated && f->mapping->how == PROG_MAP_ALIGN && f->mapping->with) {
		const directive_facts *target = target_of(file, f);
		if (is_inherited(f->mapping, target)) return false;
		f = target;
	}
	const prog_template *t = f->mapping->with_template;
	return f->replicated || (t && directive_count_split(t->rank, t->dist) == 0);
}

// ---- sizes of blocks --------------------------------------------------------------------------

static bool is_mapped(directive_scope *file, const prog_expr *sizes)
{
	const directive_facts *f = sizes->symbol ? directive_find_facts(file, sizes->symbol) : NULL;
	return f && f->mapping->how != PROG_MAP_NONE;
}

bool directive_check_sizes(directive_scope *file, int rank, const prog_dist_dim *dist)
{
	bool ok = true;
	for (int d = 0; d < rank; d++) {
		if (dist[d].format != PROG_FORMAT_GEN_BLOCK || !dist[d].arg || !is_mapped(file, dist[d].arg)) continue;
		diag_report(DIAG_gen_block_mapped, dist[d].arg->loc, dist[d].arg->text);
		ok = false;
	}
	return ok;
}

// ---- when the mapping takes effect --------------------------------------------------------------

// A variable of a block that the value depends on; NULL: none.
static const prog_expr *block_variable(const prog_expr *e)
{
	if (!e) return NULL;
	if (e->kind == PROG_EXPR_VAR && e->symbol->kind != PROG_SYMBOL_FUNCTION && !e->symbol->file_scope) return e;
	const prog_expr *found = NULL;
	for (int k = 0; k < e->n_args && !found; k++) found = block_variable(e->arg[k]);
	return found;
}

static const prog_expr *variable_of_dist(int rank, const prog_dist_dim *dist, const prog_grid *onto)
{
	const prog_expr *found = NULL;
	for (int d = 0; d < rank && !found; d++) found = block_variable(dist[d].arg);
	for (int d = 0; onto && d < onto->rank && !found; d++) found = block_variable(onto->extent[d]);
	return found;
}

static const prog_expr *variable_of(const prog_mapping *m)
{
	if (m->how == PROG_MAP_DISTRIBUTE) return variable_of_dist(m->rank, m->dist, m->onto);
	const prog_expr *found = NULL;
	for (int d = 0; d < m->with_rank && !found; d++) found = block_variable(m->sub[d].offset);
	const prog_template *t = m->with_template;
	for (int d = 0; t && d < t->rank && !found; d++) found = block_variable(t->extent[d]);
	return found || !t ? found : variable_of_dist(t->rank, t->dist, t->onto);
}

static bool check_start(const directive_facts *f)
{
	const prog_symbol *s = f->mapping->symbol;
	const prog_expr *object = prog_mapping_is_part(f->mapping) ? prog_part_place(f->mapping) : NULL;
	if (object && object->symbol && object->type->kind != PROG_TYPE_POINTER) s = object->symbol;
	if (s->kind != PROG_SYMBOL_VARIABLE || !s->file_scope || (s->type->kind != PROG_TYPE_ARRAY && !object))
		return true;
	const prog_expr *variable = variable_of(f->mapping);
	if (variable) diag_report(DIAG_mapped_at_start, f->map_name.loc, f->map_name.text, variable->symbol->name);
	if (!variable && f->in_block && s == f->mapping->symbol) {
		diag_report(DIAG_maps_whole_file, f->map_name.loc, f->map_name.text);
		note_declaration(s);
	}
	return !variable;
}

// ---- all --------------------------------------------------------------------------------------

static void check_mapping(directive_scope *file, directive_facts *f)
{
	if (f->bad) return;
	if (f->mapping->how == PROG_MAP_DISTRIBUTE && !directive_check_sizes(file, f->mapping->rank, f->mapping->dist))
		f->bad = true;
	if (f->mapping->how != PROG_MAP_NONE && !check_start(f)) f->bad = true;
	if (f->mapping->how != PROG_MAP_ALIGN || f->bad) return;
	if (is_in_cycle(file, f))
		report_cycle(file, f);
	else if (!check_align(file, f))
		f->bad = true;
}

static int count_good(const directive_facts *f)
{
	int n = 0;
	for (; f; f = f->next) n += !f->bad;
	return n;
}

// A member is mapped in all objects, or in those that are named.
static bool is_mapped_elsewhere(directive_scope *file, const directive_facts *f)
{
	const directive_facts *all = f->mapping->path ? directive_find_facts(file, f->mapping->symbol) : NULL;
	if (!all || all->bad || all->mapping->how == PROG_MAP_NONE) return false;
	diag_report(DIAG_mapped_twice, first_name(f).loc, first_name(f).text);
	diag_report(DIAG_first_is_here, first_name(all).loc);
	return true;
}

// A shape alone, where objects have mappings of their own: the memory may be mapped.
static bool is_shape_of_others(const directive_scope *file, const directive_facts *f)
{
	if (f->mapping->path || f->mapping->how != PROG_MAP_NONE || f->mapping->symbol->kind != PROG_SYMBOL_FIELD)
		return false;
	for (const directive_facts *g = file->facts; g; g = g->next)
		if (!g->bad && g->mapping->path && g->mapping->symbol == f->mapping->symbol &&
		        g->mapping->how != PROG_MAP_NONE)
			return true;
	return false;
}

static void hand_out(directive_scope *file, directive_facts *f)
{
	prog_unit *unit = file->unit;
	unit->mappings = prog_alloc(unit, (size_t)(count_good(f) + 1) * sizeof *unit->mappings);
	for (; f; f = f->next) {
		if (f->bad || is_mapped_elsewhere(file, f) || is_shape_of_others(file, f)) continue;
		if (prog_mapping_is_part(f->mapping) && f->mapping->how == PROG_MAP_NONE) continue;
		f->mapping->id = unit->n_mappings;
		f->mapping->symbol->is_part |= prog_mapping_is_part(f->mapping);
		if (prog_mapping_is_partial(f->mapping))
			f->mapping->symbol->partly = true;
		else
			f->mapping->symbol->mapping = f->mapping;
		unit->mappings[unit->n_mappings++] = f->mapping;
	}
	prog_mark_holders(unit);
}

// What a parameter is given may be split before the call, what is dynamic later.
static bool keeps_mapping(const prog_mapping *m) { return m->is_parameter || m->moves; }

// Only after errors are alignments not followed: they may end nowhere.
static void mark_replicated(directive_scope *file)
{
	for (directive_facts *f = file->facts; f; f = f->next)
		if (f->bad) return;
	for (directive_facts *f = file->facts; f; f = f->next) f->replicated = is_replicated(file, f);
	for (directive_facts *f = file->facts; f; f = f->next)
		if (f->replicated && !keeps_mapping(f->mapping)) f->mapping->how = PROG_MAP_NONE;
}

void directive_complete(directive_scope *file)
{
	prog_unit *unit = file->unit;
	for (directive_facts *f = file->facts; f; f = f->next)
		if (!f->bad && !complete_mapping(file, f)) f->bad = true;
	for (directive_facts *f = file->facts; f; f = f->next) check_object(file, f);
	for (int t = 0; t < unit->n_templates; t++)
		directive_check_sizes(file, unit->templates[t]->rank, unit->templates[t]->dist);
	for (directive_facts *f = file->facts; f; f = f->next) check_mapping(file, f);
	directive_complete_moving(file);
	mark_replicated(file);
	hand_out(file, file->facts);
	directive_complete_remaps(file);
}
