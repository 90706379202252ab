// SPDX-License-Identifier: Apache-2.0
//
// The life of a program model (its arena), and its printed form.
#include "program.h"

#include "statements.h"
#include "walk.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// ---- arena ------------------------------------------------------------------------------------

enum { CHUNK_SIZE = 1 << 16, ALIGNMENT = 16 };

typedef struct chunk {
	struct chunk *next;
	size_t used, size;
	_Alignas(ALIGNMENT) char bytes[];
} chunk;

static void *allocate(size_t size)
{
	void *memory = calloc(1, size);
	if (!memory) {
		fputs("hpcc: out of memory\n", stderr);
		exit(1);
	}
	return memory;
}

static chunk *add_chunk(prog_unit *unit, size_t least)
{
	size_t size = least > CHUNK_SIZE ? least : CHUNK_SIZE;
	chunk *c = allocate(sizeof(chunk) + size);
	c->size = size;
	c->next = unit->arena;
	unit->arena = c;
	return c;
}

void *prog_alloc(prog_unit *unit, size_t size)
{
	size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	chunk *c = unit->arena;
	if (!c || c->size - c->used < size) c = add_chunk(unit, size);
	void *memory = c->bytes + c->used;
	c->used += size;
	return memory;
}

void *prog_grow(prog_unit *unit, void *old, int n, int *room, size_t size)
{
	if (n < *room) return old;
	int more = *room ? 2 * *room : 16;
	void *grown = prog_alloc(unit, (size_t)more * size);
	if (n) memcpy(grown, old, (size_t)n * size);
	*room = more;
	return grown;
}

const char *prog_string(prog_unit *unit, const char *text)
{
	size_t size = strlen(text) + 1;
	return memcpy(prog_alloc(unit, size), text, size);
}

prog_unit *prog_unit_new(void) { return allocate(sizeof(prog_unit)); }

static int main_file(const prog_unit *unit)
{
	for (int k = 0; k < unit->n_files; k++)
		if (unit->files[k].is_main) return k;
	return -1;
}

void prog_index_lines(prog_unit *unit, prog_file *file)
{
	unsigned *lines = NULL;
	int room = 0;
	file->n_lines = 0;
	for (size_t at = 0; at < file->size; at++) {
		if (at && file->text[at - 1] != '\n') continue;
		lines = prog_grow(unit, lines, file->n_lines, &room, sizeof *lines);
		lines[file->n_lines++] = (unsigned)at;
	}
	file->lines = lines;
}

// From 0.
static int line_of(const prog_file *file, unsigned offset)
{
	int low = 0, high = file->n_lines;
	while (high - low > 1) {
		const int middle = (low + high) / 2;
		if (file->lines[middle] <= offset)
			low = middle;
		else
			high = middle;
	}
	return low;
}

// NULL: the text is the main file's own there.
static const prog_text_part *part_at(const prog_unit *unit, unsigned offset)
{
	int low = -1, high = unit->n_parts;
	while (high - low > 1) {
		const int middle = (low + high) / 2;
		if (unit->parts[middle].begin <= offset)
			low = middle;
		else
			high = middle;
	}
	return low < 0 ? NULL : &unit->parts[low];
}

prog_loc prog_unit_place(const prog_unit *unit, unsigned offset)
{
	const int main = main_file(unit);
	if (main < 0 || !unit->files[main].text) return (prog_loc){main, 1, 1};
	const prog_file *file = &unit->files[main];
	const prog_text_part *part = part_at(unit, offset);
	const int line = line_of(file, offset);
	if (!part) return (prog_loc){main, (unsigned)line + 1, 1};
	return (prog_loc){part->file, part->line + (unsigned)(line - line_of(file, part->begin)), 1};
}

unsigned prog_unit_line_name(const prog_unit *unit, prog_loc loc, const char **path)
{
	const prog_line_name *last = NULL;
	for (int k = 0; k < unit->n_line_names; k++) {
		const prog_line_name *name = &unit->line_names[k];
		if (name->file == loc.file && name->line <= loc.line) last = name;
	}
	*path = last && last->as_path ? last->as_path : unit->files[loc.file].path;
	return last ? last->as_line + (loc.line - last->line) : loc.line;
}

void prog_unit_free(prog_unit *unit)
{
	if (!unit) return;
	for (chunk *c = unit->arena, *next; c; c = next) {
		next = c->next;
		free(c);
	}
	free(unit);
}

// ---- printing ---------------------------------------------------------------------------------

typedef struct printer {
	const prog_unit *unit;
	FILE *out;
	int depth;
} printer;

static const char *const op_text[] = {
        [PROG_OP_NONE] = "",
        [PROG_OP_ADD] = "+",
        [PROG_OP_SUB] = "-",
        [PROG_OP_MUL] = "*",
        [PROG_OP_DIV] = "/",
        [PROG_OP_REM] = "%",
        [PROG_OP_SHL] = "<<",
        [PROG_OP_SHR] = ">>",
        [PROG_OP_AND] = "&",
        [PROG_OP_OR] = "|",
        [PROG_OP_XOR] = "^",
        [PROG_OP_LT] = "<",
        [PROG_OP_LE] = "<=",
        [PROG_OP_GT] = ">",
        [PROG_OP_GE] = ">=",
        [PROG_OP_EQ] = "==",
        [PROG_OP_NE] = "!=",
        [PROG_OP_LAND] = "&&",
        [PROG_OP_LOR] = "||",
        [PROG_OP_NEG] = "-",
        [PROG_OP_PLUS] = "+",
        [PROG_OP_NOT] = "~",
        [PROG_OP_LNOT] = "!",
        [PROG_OP_COMMA] = ",",
};

const char *prog_operator(prog_op op) { return op_text[op]; }

static const char *const expr_text[] = {
        [PROG_EXPR_INT] = "int",
        [PROG_EXPR_FLOAT] = "float",
        [PROG_EXPR_STRING] = "string",
        [PROG_EXPR_VAR] = "var",
        [PROG_EXPR_MEMBER] = "member",
        [PROG_EXPR_INDEX] = "index",
        [PROG_EXPR_DEREF] = "deref",
        [PROG_EXPR_ADDR] = "addr",
        [PROG_EXPR_UNARY] = "unary",
        [PROG_EXPR_BINARY] = "binary",
        [PROG_EXPR_ASSIGN] = "assign",
        [PROG_EXPR_INCDEC] = "incdec",
        [PROG_EXPR_COND] = "cond",
        [PROG_EXPR_CALL] = "call",
        [PROG_EXPR_CAST] = "cast",
        [PROG_EXPR_INIT] = "init",
        [PROG_EXPR_COMPOUND] = "compound",
        [PROG_EXPR_SIZEOF] = "sizeof",
        [PROG_EXPR_OPAQUE] = "opaque",
};

static const char *const stmt_text[] = {
        [PROG_STMT_COMPOUND] = "compound",
        [PROG_STMT_DECL] = "decl",
        [PROG_STMT_EXPR] = "expr",
        [PROG_STMT_IF] = "if",
        [PROG_STMT_FOR] = "for",
        [PROG_STMT_WHILE] = "while",
        [PROG_STMT_DO] = "do",
        [PROG_STMT_SWITCH] = "switch",
        [PROG_STMT_CASE] = "case",
        [PROG_STMT_LABEL] = "label",
        [PROG_STMT_GOTO] = "goto",
        [PROG_STMT_BREAK] = "break",
        [PROG_STMT_CONTINUE] = "continue",
        [PROG_STMT_RETURN] = "return",
        [PROG_STMT_NULL] = "null",
        [PROG_STMT_OPAQUE] = "opaque",
        [PROG_STMT_REMAP] = "remap",
};

static const char *const symbol_text[] = {
        [PROG_SYMBOL_VARIABLE] = "variable",
        [PROG_SYMBOL_PARAMETER] = "parameter",
        [PROG_SYMBOL_FUNCTION] = "function",
        [PROG_SYMBOL_FIELD] = "field",
        [PROG_SYMBOL_TAG] = "tag",
};

static const char *const format_text[] = {
        [PROG_FORMAT_NONE] = "*",
        [PROG_FORMAT_BLOCK] = "block",
        [PROG_FORMAT_GEN_BLOCK] = "gen_block",
        [PROG_FORMAT_CYCLIC] = "cyclic",
        [PROG_FORMAT_INDIRECT] = "indirect",
        [PROG_FORMAT_AUTO] = "auto",
};

static void indent(printer *p)
{
	for (int i = 0; i < p->depth; i++) fputs("  ", p->out);
}

// Text in one line: line breaks and tabs with the blanks around them become one blank.
static void print_flat(printer *p, const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (text[i] != '\n' && text[i] != '\t' && text[i] != '\r') {
			fputc(text[i], p->out);
			continue;
		}
		while (i + 1 < size && strchr(" \n\t\r", text[i + 1])) i++;
		fputc(' ', p->out);
	}
}

static const char *source(const printer *p, prog_range r)
{
	if (r.file < 0 || r.file >= p->unit->n_files || !p->unit->files[r.file].text) return NULL;
	return p->unit->files[r.file].text + r.begin;
}

static void print_source(printer *p, const char *label, prog_range r)
{
	const char *text = source(p, r);
	if (!text) return;
	fprintf(p->out, " %s \"", label);
	print_flat(p, text, r.end - r.begin);
	fputc('"', p->out);
}

static void print_loc(printer *p, prog_loc loc)
{
	if (loc.file < 0) return;
	fprintf(p->out, " @");
	if (!p->unit->files[loc.file].is_main) fprintf(p->out, "%d:", loc.file);
	fprintf(p->out, "%u:%u", loc.line, loc.column);
}

static void print_type(printer *p, const prog_type *type)
{
	fprintf(p->out, " : %s", type->text);
	if (type->is_volatile) fputs(" volatile", p->out);
}

static bool same_range(prog_range a, prog_range b)
{
	return a.file == b.file && (a.file < 0 || (a.begin == b.begin && a.end == b.end));
}

static bool is_its_source(const printer *p, const prog_expr *e)
{
	const char *text = source(p, e->range);
	size_t size = e->range.end - e->range.begin;
	return text && strlen(e->text) == size && !memcmp(text, e->text, size);
}

// Where the expression's text comes from, if that is not simply the file.
static void print_origin(printer *p, const prog_expr *e)
{
	if (e->range.file < 0)
		fputs(" no-source", p->out);
	else if (!is_its_source(p, e))
		print_source(p, "source", e->range);
	if (!same_range(e->range, e->expansion)) {
		if (e->expansion.file < 0)
			fputs(" part-of-macro", p->out);
		else
			print_source(p, "within", e->expansion);
	}
}

static void print_stmt(printer *p, const char *role, const prog_stmt *s);
static void print_dist(printer *p, const prog_dist_dim *dist, int rank, const prog_grid *onto);
static void print_align(printer *p, const prog_mapping *m);

static void print_expr(printer *p, const char *role, const prog_expr *e)
{
	if (!e) return;
	indent(p);
	if (role) fprintf(p->out, "%s: ", role);
	fputs(expr_text[e->kind], p->out);
	if (e->op != PROG_OP_NONE) fprintf(p->out, " %s", op_text[e->op]);
	if (e->is_postfix) fputs(" postfix", p->out);
	if (e->is_implicit) fputs(" implicit", p->out);
	if (e->kind == PROG_EXPR_INT) fprintf(p->out, " %ld", e->value);
	if (e->symbol) fprintf(p->out, " %s", e->symbol->name);
	print_type(p, e->type);
	fputs(" '", p->out);
	print_flat(p, e->text, strlen(e->text));
	fputc('\'', p->out);
	print_origin(p, e);
	print_loc(p, e->loc);
	fputc('\n', p->out);
	p->depth++;
	for (int i = 0; i < e->n_args; i++) print_expr(p, NULL, e->arg[i]);
	if (e->body) print_stmt(p, "body", e->body);
	p->depth--;
}

static void print_hint(printer *p, const prog_hint *h)
{
	if (!h) return;
	if (h->independent) fputs(" independent", p->out);
	if (h->serial) fputs(" serial", p->out);
	if (h->cycle) fputs(" cycle", p->out);
	for (int i = 0; i < h->n_new; i++) fprintf(p->out, " new(%s)", h->new_symbols[i]->name);
	for (int i = 0; i < h->n_reductions; i++)
		fprintf(p->out, " reduction(%s: %s)", h->reductions[i].op, h->reductions[i].symbol->name);
	for (int i = 0; i < h->n_resident; i++)
		fprintf(p->out, " resident(%s)",
		        h->resident[i].path ? h->resident[i].path->text : h->resident[i].symbol->name);
}

static void print_children(printer *p, const prog_stmt *s)
{
	for (int i = 0; i < s->n_symbols; i++) print_expr(p, s->symbols[i]->name, s->inits[i]);
	if (s->init) print_stmt(p, "init", s->init);
	print_expr(p, "cond", s->cond);
	print_expr(p, "step", s->step);
	print_expr(p, NULL, s->expr);
	for (int i = 0; i < s->n_children; i++) print_stmt(p, NULL, s->child[i]);
	if (s->body) print_stmt(p, "body", s->body);
	if (s->otherwise) print_stmt(p, "else", s->otherwise);
}

static void print_stmt(printer *p, const char *role, const prog_stmt *s)
{
	indent(p);
	if (role) fprintf(p->out, "%s: ", role);
	fprintf(p->out, "%s", stmt_text[s->kind]);
	if (s->label) fprintf(p->out, " %s", s->label);
	for (int i = 0; i < s->n_symbols; i++) fprintf(p->out, " %s", s->symbols[i]->name);
	if (s->kind == PROG_STMT_FOR) {
		print_source(p, "from", s->for_init);
		print_source(p, "while", s->for_cond);
		print_source(p, "step", s->for_step);
	}
	if (s->range.file < 0) fputs(" no-source", p->out);
	for (int i = 0; i < s->n_remaps; i++) {
		fprintf(p->out, " %s", s->remaps[i]->symbol->name);
		if (s->remaps[i]->how == PROG_MAP_DISTRIBUTE)
			print_dist(p, s->remaps[i]->dist, s->remaps[i]->rank, s->remaps[i]->onto);
		else
			print_align(p, s->remaps[i]);
	}
	print_hint(p, s->hint);
	print_loc(p, s->loc);
	fputc('\n', p->out);
	p->depth++;
	print_children(p, s);
	p->depth--;
}

static void print_extents(printer *p, const prog_expr *const *extent, int rank)
{
	for (int d = 0; d < rank; d++) fprintf(p->out, "[%s]", extent[d] ? extent[d]->text : "*");
}

static void print_dist(printer *p, const prog_dist_dim *dist, int rank, const prog_grid *onto)
{
	fputs(" distribute ", p->out);
	for (int d = 0; d < rank; d++) {
		fprintf(p->out, "[%s", format_text[dist[d].format]);
		if (dist[d].arg) fprintf(p->out, "(%s)", dist[d].arg->text);
		fputc(']', p->out);
	}
	if (onto) fprintf(p->out, " onto %s", onto->name);
}

static void print_align_sub(printer *p, const prog_align_sub *s)
{
	fputc('[', p->out);
	if (s->star) fputc('*', p->out);
	if (s->dim >= 0) {
		if (s->coef != 1) fprintf(p->out, "%ld*", s->coef);
		fprintf(p->out, "i%d", s->dim);
		if (s->offset) fputs(" + ", p->out);
	}
	if (s->offset) fprintf(p->out, "%s", s->offset->text);
	fputc(']', p->out);
}

static void print_align(printer *p, const prog_mapping *m)
{
	fputs(" align ", p->out);
	for (int d = 0; d < m->rank; d++) fprintf(p->out, "[i%d]", d);
	fprintf(p->out, " with %s",
	        m->with_path       ? m->with_path->text
	        : m->with          ? m->with->name
	        : m->with_template ? m->with_template->name
	                           : "?");
	for (int d = 0; d < m->with_rank; d++) print_align_sub(p, &m->sub[d]);
}

static void print_shadow(printer *p, const prog_mapping *m)
{
	fputs(" shadow ", p->out);
	for (int d = 0; d < m->rank; d++)
		fprintf(p->out, "[%s:%s]", m->shadow_lo[d] ? m->shadow_lo[d]->text : "0",
		        m->shadow_hi[d] ? m->shadow_hi[d]->text : "0");
}

static void print_mapping(printer *p, const prog_mapping *m)
{
	indent(p);
	fprintf(p->out, "mapping %d: array ", m->id);
	if (m->at_pointee) fputc('*', p->out);
	print_extents(p, m->extent, m->rank);
	if (m->path) fprintf(p->out, " at %s", m->path->text);
	if (m->offset) fprintf(p->out, " + %s", m->offset->text);
	if (m->index) fprintf(p->out, " for %s = %s..%s", m->index->name, m->first->text, m->last->text);
	if (m->element) fprintf(p->out, " of %s", m->element->text);
	if (m->how == PROG_MAP_DISTRIBUTE) print_dist(p, m->dist, m->rank, m->onto);
	if (m->how == PROG_MAP_ALIGN) print_align(p, m);
	if (m->has_shadow) print_shadow(p, m);
	if (m->shape_given) fputs(" shape-given", p->out);
	if (m->is_parameter) fputs(" of-parameter", p->out);
	if (m->dynamic) fputs(" dynamic", p->out);
	if (m->moves) fputs(" moves", p->out);
	print_loc(p, m->loc);
	fputc('\n', p->out);
}

static void print_flags(printer *p, const prog_symbol *s)
{
	const struct {
		bool set;
		const char *text;
	} flags[] = {
	        {s->file_scope, "file-scope"},
	        {s->is_static, "static"},
	        {s->is_extern, "extern"},
	        {s->in_system_header, "system"},
	        {s->address_taken, "address-taken"},
	        {s->has_init, "initialised"},
	};
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		if (flags[i].set) fprintf(p->out, " %s", flags[i].text);
}

static void print_symbol(printer *p, const prog_symbol *s)
{
	indent(p);
	fprintf(p->out, "%s %d ", symbol_text[s->kind], s->id);
	if (s->record) fprintf(p->out, "%s.", s->record->name);
	fputs(s->name, p->out);
	print_type(p, s->type);
	print_flags(p, s);
	if (*s->specifiers) {
		fputs(" specifiers \"", p->out);
		print_flat(p, s->specifiers, strlen(s->specifiers));
		fputc('"', p->out);
	}
	print_source(p, "declarator", s->declarator);
	print_source(p, "init", s->init);
	print_loc(p, s->loc);
	fputc('\n', p->out);
	p->depth++;
	if (s->mapping) print_mapping(p, s->mapping);
	p->depth--;
}

static void print_function(printer *p, const prog_function *f)
{
	fprintf(p->out, "function %s(", f->symbol->name);
	for (int i = 0; i < f->n_params; i++) fprintf(p->out, "%s%s", i ? ", " : "", f->params[i]->name);
	fprintf(p->out, ")%s%s%s%s", f->is_main ? " main" : "", f->is_static ? " static" : "",
	        f->is_inline ? " inline" : "", f->is_pure ? " pure" : "");
	fprintf(p->out, "%s%s", f->symbol->is_serial ? " serial" : "", f->symbol->is_local ? " local" : "");
	print_loc(p, f->symbol->loc);
	fputc('\n', p->out);
	p->depth++;
	if (f->body) print_stmt(p, NULL, f->body);
	p->depth--;
}

static void print_grids(printer *p)
{
	for (int i = 0; i < p->unit->n_grids; i++) {
		const prog_grid *g = p->unit->grids[i];
		fprintf(p->out, "processors %s", g->name);
		print_extents(p, g->extent, g->rank);
		print_loc(p, g->loc);
		fputc('\n', p->out);
	}
	for (int i = 0; i < p->unit->n_templates; i++) {
		const prog_template *t = p->unit->templates[i];
		fprintf(p->out, "template %s", t->name);
		print_extents(p, t->extent, t->rank);
		if (t->distributed) print_dist(p, t->dist, t->rank, t->onto);
		print_loc(p, t->loc);
		fputc('\n', p->out);
	}
}

void prog_unit_print(const prog_unit *unit, FILE *out)
{
	printer p = {.unit = unit, .out = out};
	for (int i = 0; i < unit->n_files; i++)
		fprintf(out, "file %d \"%s\"%s%s\n", i, unit->files[i].path, unit->files[i].is_main ? " main" : "",
		        unit->files[i].is_system ? " system" : "");
	for (int i = 0; i < unit->n_directives; i++) {
		fputs("directive", out);
		print_source(&p, "text", unit->directives[i].range);
		print_loc(&p, unit->directives[i].loc);
		fputc('\n', out);
	}
	print_grids(&p);
	for (int i = 0; i < unit->n_symbols; i++) {
		print_symbol(&p, unit->symbols[i]);
		p.depth++;
		for (int k = 0; k < unit->n_mappings && unit->symbols[i]->partly; k++)
			if (unit->mappings[k]->symbol == unit->symbols[i]) print_mapping(&p, unit->mappings[k]);
		p.depth--;
	}
	for (int i = 0; i < unit->n_functions; i++) print_function(&p, unit->functions[i]);
}

bool prog_declared_behind(const prog_symbol *s, const prog_function *f)
{
	return s->file_scope && !s->is_redeclared && s->decl.file >= 0 && s->decl.file == f->range.file &&
	       s->decl.begin > f->range.begin;
}

bool prog_mapping_is_partial(const prog_mapping *m) { return m->path || m->index || m->offset; }

bool prog_mapping_of_pointers(const prog_mapping *m) { return m->index && !m->offset; }

bool prog_mapping_is_block(const prog_mapping *m)
{
	const prog_symbol *s = m->symbol;
	return m->offset && m->how != PROG_MAP_NONE && s->kind == PROG_SYMBOL_VARIABLE &&
	       s->type->kind == PROG_TYPE_ARRAY;
}

bool prog_mapping_is_part_block(const prog_mapping *m)
{
	return m->offset && m->how != PROG_MAP_NONE && !m->path && prog_mapping_is_part(m);
}

const char *prog_record_text(prog_unit *unit, const prog_symbol *record)
{
	if (record->name && *record->name) return record->file_scope ? record->type->text : NULL;
	for (int k = 0; k < unit->n_symbols; k++) {
		const prog_symbol *s = unit->symbols[k];
		if (s->kind != PROG_SYMBOL_VARIABLE || !s->file_scope) continue;
		int levels = 0;
		const prog_type *t = s->type;
		for (; t && t->kind == PROG_TYPE_ARRAY; t = t->element) levels++;
		if (!t || t->kind != PROG_TYPE_STRUCT || t->record != record) continue;
		static const char of[] = "__typeof__(";
		size_t size = strlen(s->name) + (size_t)levels + sizeof of + 1;
		char *text = prog_alloc(unit, size), *at = text + sizeof of - 1;
		memcpy(text, of, sizeof of);
		memset(at, '*', (size_t)levels);
		snprintf(at + levels, size - (size_t)(at + levels - text), "%s)", s->name);
		return text;
	}
	return NULL;
}

bool prog_mapping_is_part(const prog_mapping *m)
{
	const prog_symbol *s = m->symbol;
	return s->kind == PROG_SYMBOL_FIELD && s->type->kind == PROG_TYPE_ARRAY && !m->row_levels &&
	       !prog_mapping_of_pointers(m);
}

// Of a struct in a struct, too.
void prog_mark_holders(prog_unit *unit)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (int k = 0; k < unit->n_symbols; k++) {
			const prog_symbol *s = unit->symbols[k];
			if (s->kind != PROG_SYMBOL_FIELD || !s->record || s->record->holds_parts) continue;
			if (s->is_part || prog_type_holds_parts(s->type)) changed = s->record->holds_parts = true;
		}
	}
}

const prog_expr *prog_part_place(const prog_mapping *m)
{
	const prog_expr *e = m->path;
	while (e && (e->kind == PROG_EXPR_MEMBER || e->kind == PROG_EXPR_INDEX) && e->n_args &&
	        e->arg[0]->type->kind != PROG_TYPE_POINTER) {
		if (e->kind == PROG_EXPR_INDEX && e->arg[1]->kind != PROG_EXPR_INT) return NULL;
		e = e->arg[0];
	}
	if (!e || e->kind == PROG_EXPR_VAR) return e;
	return e->kind == PROG_EXPR_DEREF ? e->arg[0] : NULL;
}

bool prog_type_holds_parts(const prog_type *t)
{
	while (t && t->kind == PROG_TYPE_ARRAY) t = t->element;
	return t && t->kind == PROG_TYPE_STRUCT && t->record && t->record->holds_parts;
}

// p[i] and *(p + i) are one.
static const prog_expr *as_sum(const prog_expr *e, const prog_expr **index)
{
	*index = NULL;
	if (e->kind == PROG_EXPR_INDEX) return *index = e->arg[1], e->arg[0];
	if (e->kind != PROG_EXPR_DEREF) return NULL;
	const prog_expr *sum = e->arg[0];
	if (sum->kind != PROG_EXPR_BINARY || sum->op != PROG_OP_ADD) return sum;
	bool left = sum->arg[0]->type && sum->arg[0]->type->element;
	*index = sum->arg[left ? 1 : 0];
	return sum->arg[left ? 0 : 1];
}

static bool is_zero(const prog_expr *e) { return !e || (e->kind == PROG_EXPR_INT && e->value == 0); }

bool prog_same_expr(const prog_expr *a, const prog_expr *b)
{
	const prog_expr *i, *j;
	a = prog_without_implicit_casts(a), b = prog_without_implicit_casts(b);
	const prog_expr *p = as_sum(a, &i), *q = as_sum(b, &j);
	if (p && q) return prog_same_expr(p, q) && (i && j ? prog_same_expr(i, j) : is_zero(i) && is_zero(j));
	if (a->kind != b->kind || a->op != b->op || a->symbol != b->symbol || a->n_args != b->n_args) return false;
	if (a->kind == PROG_EXPR_INT && a->value != b->value) return false;
	if (a->kind == PROG_EXPR_CALL || a->kind == PROG_EXPR_OPAQUE || a->kind == PROG_EXPR_SIZEOF) return false;
	for (int k = 0; k < a->n_args; k++)
		if (!prog_same_expr(a->arg[k], b->arg[k])) return false;
	return true;
}

const prog_expr *prog_without_casts(const prog_expr *e)
{
	while (e->kind == PROG_EXPR_CAST) e = e->arg[0];
	return e;
}

const prog_expr *prog_without_implicit_casts(const prog_expr *e)
{
	while (e->kind == PROG_EXPR_CAST && e->is_implicit) e = e->arg[0];
	return e;
}

bool prog_is_zero(const prog_expr *e)
{
	e = prog_without_casts(e);
	return e->kind == PROG_EXPR_INT && e->value == 0;
}

bool prog_is_comma(const prog_expr *e) { return e && e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_COMMA; }

static bool is_its_name(const prog_expr *e, void *symbol) { return e->kind == PROG_EXPR_VAR && e->symbol == symbol; }

bool prog_names(const prog_expr *e, const prog_symbol *symbol) { return walk_any(e, is_its_name, (void *)symbol); }

bool prog_declares(const prog_stmt *s, const prog_symbol *variable) { return stmt_declaration(s, variable) != NULL; }

static bool declares_one_named(const prog_stmt *s, void *name)
{
	for (int k = 0; k < s->n_symbols; k++)
		if (!strcmp(s->symbols[k]->name, name)) return true;
	return false;
}

bool prog_declares_name(const prog_stmt *s, const char *name)
{
	return walk_any_stmt(s, declares_one_named, (void *)name);
}

bool prog_sets(const prog_stmt *s, const prog_symbol *variable)
{
	return prog_declares(s, variable) || stmt_changes(s, variable);
}

bool prog_holds_opaque(const prog_stmt *s) { return stmt_holds(s, STMT_KIND(OPAQUE)); }

const prog_symbol *prog_callee(const prog_expr *call)
{
	const prog_expr *c = call->arg[0];
	while (c->kind == PROG_EXPR_ADDR || c->kind == PROG_EXPR_DEREF || c->kind == PROG_EXPR_CAST) c = c->arg[0];
	return c->kind == PROG_EXPR_VAR && c->symbol->kind == PROG_SYMBOL_FUNCTION ? c->symbol : NULL;
}

const prog_function *prog_function_of(const prog_unit *unit, const prog_symbol *parameter, int *number)
{
	for (int k = 0; k < unit->n_functions; k++)
		for (*number = 0; *number < unit->functions[k]->n_params; ++*number)
			if (unit->functions[k]->params[*number] == parameter) return unit->functions[k];
	return NULL;
}

bool prog_any_expr(const prog_stmt *s, prog_expr_test *test, void *user)
{
	if (!s) return false;
	const prog_expr *const own[] = {s->expr, s->cond, s->step};
	for (int k = 0; k < s->n_symbols; k++)
		if (s->inits[k] && test(s->inits[k], user)) return true;
	for (int k = 0; k < 3; k++)
		if (own[k] && test(own[k], user)) return true;
	for (int k = 0; k < s->n_children; k++)
		if (prog_any_expr(s->child[k], test, user)) return true;
	return prog_any_expr(s->init, test, user) || prog_any_expr(s->body, test, user) ||
	       prog_any_expr(s->otherwise, test, user);
}
