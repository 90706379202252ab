// SPDX-License-Identifier: Apache-2.0
//
// A small world for directives: a few declarations of C, a tokenizer, and a scope walk over lines of text, of which all that was
// reported and mapped is printed into a string. For the unit test and the fuzzer.
//
//   {  }              open and close a block; `param{` and `struct{` a function's parameters and a struct definition
//   while: d          an executable directive before a while loop instead of a for loop; `none:` before the end
//   within: d         an executable directive that is a statement, in an independent loop
//   anything else     a directive, without `#pragma dist`
#ifndef HPCC_TEST_DIRECTIVE_ENV_H
#define HPCC_TEST_DIRECTIVE_ENV_H

#include "../../analysis/model/model.h"
#include "../../frontend/directives/directives.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef enum env_scope_kind { ENV_FILE, ENV_BLOCK, ENV_PARAM, ENV_STRUCT } env_scope_kind;

typedef struct env env;

typedef struct env_scope {
	env *world;
	env_scope_kind kind;
	directive_scope *scope;
	struct env_scope *parent;
} env_scope;

struct env {
	prog_unit *unit;
	FILE *out;
	env_scope *scope;
	prog_symbol *record;
	prog_function *pure_function;
	prog_stmt *loop;
	unsigned line;
};

enum { ENV_MAX_SYMBOLS = 64, ENV_MAX_TOKENS = 8192 };

// ---- declarations -----------------------------------------------------------------------------

static const prog_type *env_type(
        env *w, prog_type_kind kind, const char *text, long size, const prog_type *element, const prog_expr *extent)
{
	prog_type *t = prog_alloc(w->unit, sizeof *t);
	*t = (prog_type){
	        .kind = kind, .text = text, .size = size, .is_signed = true, .element = element, .extent = extent};
	return t;
}

static const prog_expr *env_int(env *w, long value)
{
	prog_expr *e = prog_alloc(w->unit, sizeof *e);
	e->kind = PROG_EXPR_INT;
	e->value = value;
	char text[32];
	snprintf(text, sizeof text, "%ld", value);
	e->text = prog_string(w->unit, text);
	return e;
}

static const prog_expr *env_var(env *w, prog_symbol *symbol)
{
	prog_expr *e = prog_alloc(w->unit, sizeof *e);
	e->kind = PROG_EXPR_VAR;
	e->symbol = symbol;
	e->type = symbol->type;
	e->text = symbol->name;
	return e;
}

// extents end with a 0; -1 stands for the variable m, -2 for none.
static const prog_type *env_array(env *w, const prog_type *element, prog_symbol *m, const long *extent)
{
	if (!*extent) return element;
	const prog_expr *e = *extent == -1 ? env_var(w, m) : *extent == -2 ? NULL : env_int(w, *extent);
	return env_type(w, PROG_TYPE_ARRAY, "T[]", 0, env_array(w, element, m, extent + 1), e);
}

static prog_symbol *env_symbol(env *w, prog_symbol_kind kind, const char *name, const prog_type *type)
{
	prog_unit *u = w->unit;
	prog_symbol *s = prog_alloc(u, sizeof *s);
	s->id = u->n_symbols;
	s->kind = kind;
	s->name = name;
	s->type = type;
	s->loc = (prog_loc){0, 100 + (unsigned)s->id, 1};
	s->file_scope = kind == PROG_SYMBOL_VARIABLE;
	s->record = kind == PROG_SYMBOL_FIELD ? w->record : NULL;
	u->symbols[u->n_symbols++] = s;
	return s;
}

#define ENV_EXTENTS(...) ((const long[]){__VA_ARGS__, 0})

static const prog_type *env_pointer(env *w, const prog_type *to, const char *text)
{
	return env_type(w, PROG_TYPE_POINTER, text, 8, to, NULL);
}

// int n, m, a block's int inner; and arrays, pointers, functions, a struct with members fn, fm, fv, fa.
static void env_declare(env *w)
{
	prog_unit *u = w->unit;
	u->symbols = prog_alloc(u, ENV_MAX_SYMBOLS * sizeof *u->symbols);
	const prog_type *i = env_type(w, PROG_TYPE_INT, "int", 4, NULL, NULL),
	                *d = env_type(w, PROG_TYPE_FLOAT, "double", 8, NULL, NULL);
	prog_type *v = (prog_type *)env_type(w, PROG_TYPE_FLOAT, "double", 8, NULL, NULL);
	v->is_volatile = true;
	w->record = env_symbol(w, PROG_SYMBOL_TAG, "record", NULL);
	prog_type *r = (prog_type *)env_type(w, PROG_TYPE_STRUCT, "struct record", 24, NULL, NULL);
	r->record = w->record;
	w->record->type = r;
	w->record->file_scope = true;
	prog_type *l = (prog_type *)env_type(w, PROG_TYPE_STRUCT, "struct link", 16, NULL, NULL);
	l->has_pointers = true;
	const prog_type *incomplete = env_type(w, PROG_TYPE_STRUCT, "struct unknown", 0, NULL, NULL);
	const prog_type *f = env_type(w, PROG_TYPE_FUNCTION, "double (double)", 0, d, NULL);
	const prog_type *pd = env_pointer(w, d, "double *");
	env_symbol(w, PROG_SYMBOL_VARIABLE, "n", i);
	prog_symbol *m = env_symbol(w, PROG_SYMBOL_VARIABLE, "m", i);
	const struct {
		const char *name;
		prog_symbol_kind kind;
		const prog_type *type;
	} rows[] = {
	        {"size", PROG_SYMBOL_VARIABLE, env_type(w, PROG_TYPE_INT, "long", 8, NULL, NULL)},
	        {"a", PROG_SYMBOL_VARIABLE, env_array(w, d, m, ENV_EXTENTS(100, 200))},
	        {"b", PROG_SYMBOL_VARIABLE, env_array(w, d, m, ENV_EXTENTS(100, 200))},
	        {"c", PROG_SYMBOL_VARIABLE, env_array(w, d, m, ENV_EXTENTS(100))},
	        {"e", PROG_SYMBOL_VARIABLE, env_array(w, d, m, ENV_EXTENTS(100))},
	        {"cube", PROG_SYMBOL_VARIABLE, env_array(w, d, m, ENV_EXTENTS(10, 20, 30, 40))},
	        {"vla", PROG_SYMBOL_VARIABLE, env_array(w, d, m, ENV_EXTENTS(-1, -1))},
	        {"empty", PROG_SYMBOL_VARIABLE, env_array(w, d, m, ENV_EXTENTS(-2, 5))},
	        {"seven", PROG_SYMBOL_VARIABLE, env_array(w, d, m, ENV_EXTENTS(2, 2, 2, 2, 2, 2, 2))},
	        {"eight", PROG_SYMBOL_VARIABLE, env_array(w, d, m, ENV_EXTENTS(2, 2, 2, 2, 2, 2, 2, 2))},
	        {"records", PROG_SYMBOL_VARIABLE, env_array(w, r, m, ENV_EXTENTS(10))},
	        {"sizes", PROG_SYMBOL_VARIABLE, env_array(w, i, m, ENV_EXTENTS(4))},
	        {"weights", PROG_SYMBOL_VARIABLE, env_array(w, d, m, ENV_EXTENTS(4))},
	        {"unstable", PROG_SYMBOL_VARIABLE, env_array(w, v, m, ENV_EXTENTS(10))},
	        {"lists", PROG_SYMBOL_VARIABLE, env_array(w, pd, m, ENV_EXTENTS(10))},
	        {"x", PROG_SYMBOL_VARIABLE, d},
	        {"z", PROG_SYMBOL_VARIABLE, env_type(w, PROG_TYPE_COMPLEX, "double _Complex", 16, NULL, NULL)},
	        {"p", PROG_SYMBOL_VARIABLE, pd},
	        {"q", PROG_SYMBOL_VARIABLE, env_pointer(w, env_array(w, d, m, ENV_EXTENTS(-1)), "double (*)[m]")},
	        {"whole", PROG_SYMBOL_VARIABLE,
	                env_pointer(w, env_array(w, d, m, ENV_EXTENTS(50, 60)), "double (*)[50][60]")},
	        {"rows", PROG_SYMBOL_VARIABLE, env_pointer(w, pd, "double **")},
	        {"raw", PROG_SYMBOL_VARIABLE,
	                env_pointer(w, env_type(w, PROG_TYPE_VOID, "void", 0, NULL, NULL), "void *")},
	        {"hidden", PROG_SYMBOL_VARIABLE, env_pointer(w, incomplete, "struct unknown *")},
	        {"count", PROG_SYMBOL_VARIABLE, env_pointer(w, i, "int *")},
	        {"s", PROG_SYMBOL_VARIABLE, r},
	        {"ps", PROG_SYMBOL_VARIABLE, env_pointer(w, r, "struct record *")},
	        {"f", PROG_SYMBOL_FUNCTION, f},
	        {"g", PROG_SYMBOL_FUNCTION, f},
	        {"index", PROG_SYMBOL_FUNCTION, f},
	        {"arg", PROG_SYMBOL_PARAMETER, pd},
	        {"open", PROG_SYMBOL_PARAMETER, env_array(w, d, m, ENV_EXTENTS(-2, -1))},
	        {"late", PROG_SYMBOL_VARIABLE, env_array(w, d, m, ENV_EXTENTS(100))},
	        {"fn", PROG_SYMBOL_FIELD, i},
	        {"fm", PROG_SYMBOL_FIELD, i},
	        {"fv", PROG_SYMBOL_FIELD, pd},
	        {"fa", PROG_SYMBOL_FIELD, env_array(w, d, m, ENV_EXTENTS(100))},
	        {"chain", PROG_SYMBOL_VARIABLE, env_array(w, l, m, ENV_EXTENTS(10))},
	        {"ra", PROG_SYMBOL_FIELD, pd}, // seen in objects only
	        {"rb", PROG_SYMBOL_FIELD, env_array(w, pd, m, ENV_EXTENTS(4))},
	};
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) env_symbol(w, rows[k].kind, rows[k].name, rows[k].type);
	env_symbol(w, PROG_SYMBOL_VARIABLE, "inner", i)->file_scope = false;
	w->pure_function = prog_alloc(u, sizeof *w->pure_function);
}

// `late` is declared when the file's scope ends; parameters and members are seen in their scopes only.
static prog_symbol *env_lookup(void *user, const char *name)
{
	env_scope *scope = user;
	env *w = scope->world;
	bool at_end = w->line == 0, in_struct = false, in_param = false;
	for (; scope; scope = scope->parent) {
		in_struct |= scope->kind == ENV_STRUCT;
		in_param |= scope->kind == ENV_PARAM;
	}
	for (int i = 0; i < w->unit->n_symbols; i++) {
		prog_symbol *s = w->unit->symbols[i];
		bool visible = s->kind == PROG_SYMBOL_FIELD       ? in_struct
		               : s->kind == PROG_SYMBOL_PARAMETER ? in_param
		                                                  : s->kind != PROG_SYMBOL_TAG;
		if (visible && !strcmp(s->name, name) && (at_end || strcmp(name, "late"))) return s;
	}
	return NULL;
}

// enum { MAX = 64 };
static bool env_constant(void *user, const char *name, long *value)
{
	(void)user;
	*value = 64;
	return !strcmp(name, "MAX");
}

// ---- tokens -----------------------------------------------------------------------------------

static size_t env_punctuator(const char *p)
{
	static const char *const two[] = {"::", "->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "<:", ":>", NULL};
	for (const char *const *t = two; *t; t++)
		if (!strncmp(p, *t, 2)) return 2;
	return 1;
}

static size_t env_token_length(const char *p, directive_token_kind *kind)
{
	size_t n = 1;
	if (isalpha((unsigned char)*p) || *p == '_') {
		*kind = DIRECTIVE_TOKEN_IDENTIFIER;
		while (isalnum((unsigned char)p[n]) || p[n] == '_') n++;
	} else if (isdigit((unsigned char)*p)) {
		*kind = DIRECTIVE_TOKEN_NUMBER;
		while (isalnum((unsigned char)p[n]) || (p[n] == '.' && p[n + 1] != '.') || p[n] == '\'') n++;
	} else if (*p == '"') {
		*kind = DIRECTIVE_TOKEN_OTHER;
		while (p[n] && p[n] != '"') n++;
		n += p[n] == '"';
	} else {
		*kind = DIRECTIVE_TOKEN_PUNCTUATOR;
		n = env_punctuator(p);
	}
	return n;
}

static int env_tokenize(env *w, const char *line, directive_token *token)
{
	int n = 0;
	for (const char *p = line; *p && n < ENV_MAX_TOKENS;) {
		if (isspace((unsigned char)*p)) {
			p++;
			continue;
		}
		size_t length = env_token_length(p, &token[n].kind);
		char *text = prog_alloc(w->unit, length + 1);
		memcpy(text, p, length);
		token[n].text = text;
		token[n++].loc = (prog_loc){0, w->line, (unsigned)(p - line) + 1};
		p += length;
	}
	return n;
}

// ---- printing ---------------------------------------------------------------------------------

static bool env_seen[DIAG_COUNT];

static void env_sink(void *user, diag_severity severity, prog_loc loc, const char *name, const char *text)
{
	static const char *const word[] = {"note", "remark", "warning", "error"};
	env *w = user;
	for (int id = 0; id < DIAG_COUNT; id++)
		if (!strcmp(diag_info(id)->name, name)) env_seen[id] = true;
	fprintf(w->out, "%u:%u: %s: %s\n", loc.line, loc.column, word[severity], text);
}

// The text, and the value where that does not show in it.
static void env_print_expr(env *w, const prog_expr *e)
{
	char value[32];
	snprintf(value, sizeof value, "%ld", e->value);
	fprintf(w->out, "%s", e->text);
	if (e->kind == PROG_EXPR_INT && strcmp(value, e->text)) fprintf(w->out, " = %s", value);
}

static void env_print_extents(env *w, int rank, const prog_expr *const *extent)
{
	for (int d = 0; d < rank; d++) {
		fprintf(w->out, "[");
		if (extent[d])
			env_print_expr(w, extent[d]);
		else
			fprintf(w->out, "*");
		fprintf(w->out, "]");
	}
}

static void env_print_dist(env *w, int rank, const prog_dist_dim *dist, const prog_grid *onto)
{
	static const char *const format[] = {"*", "block", "gen_block", "cyclic", "indirect", "auto"};
	for (int d = 0; d < rank; d++) {
		fprintf(w->out, "[%s", format[dist[d].format]);
		if (dist[d].arg) fprintf(w->out, "(%s)", dist[d].arg->text);
		fprintf(w->out, "]");
	}
	if (onto) fprintf(w->out, " onto %s", onto->name);
}

static void env_print_align(env *w, const prog_mapping *m)
{
	fprintf(w->out, " align %s",
	        m->with_path ? m->with_path->text
	        : m->with    ? m->with->name
	                     : m->with_template->name);
	for (int d = 0; d < m->with_rank; d++) {
		const prog_align_sub *s = &m->sub[d];
		fprintf(w->out, "[");
		if (s->star) fprintf(w->out, "*");
		if (s->dim >= 0) fprintf(w->out, "%ld*%d", s->coef, s->dim);
		if (s->dim >= 0 && s->offset) fprintf(w->out, " + ");
		if (s->offset) env_print_expr(w, s->offset);
		fprintf(w->out, "]");
	}
}

static void env_print_shadow(env *w, const prog_mapping *m)
{
	fprintf(w->out, " shadow ");
	for (int d = 0; d < m->rank; d++)
		fprintf(w->out, "[%s:%s]", m->shadow_lo[d] ? m->shadow_lo[d]->text : "0",
		        m->shadow_hi[d] ? m->shadow_hi[d]->text : "0");
}

static void env_print_mapping(env *w, const prog_mapping *m)
{
	fprintf(w->out, "%s%s", m->at_pointee ? "*" : "", m->path ? m->path->text : m->symbol->name);
	if (m->offset) fprintf(w->out, " + %s ", m->offset->text);
	if (m->index && !m->offset) fprintf(w->out, "[%s] ", m->index->name);
	env_print_extents(w, m->rank, m->extent);
	if (m->index) fprintf(w->out, " : %s = %s..%s", m->index->name, m->first->text, m->last->text);
	fprintf(w->out, " of %s", m->element->text);
	if (m->how == PROG_MAP_DISTRIBUTE) {
		fprintf(w->out, " distribute ");
		env_print_dist(w, m->rank, m->dist, m->onto);
	}
	if (m->how == PROG_MAP_ALIGN) env_print_align(w, m);
	if (m->has_shadow) env_print_shadow(w, m);
	if (m->n_ranges) fprintf(w->out, " ranges %d", m->n_ranges);
	fprintf(w->out, "%s%s%s\n", m->shape_given ? " shaped" : "", m->is_parameter ? " parameter" : "",
	        m->dynamic ? " dynamic"
	        : m->moves ? " moves"
	                   : "");
}

static void env_print_remap(env *w, const prog_mapping *m)
{
	fprintf(w->out, "remap %s%s", m->at_pointee ? "*" : "", m->symbol->name);
	if (m->how == PROG_MAP_DISTRIBUTE) {
		fprintf(w->out, " distribute ");
		env_print_dist(w, m->rank, m->dist, m->onto);
	}
	if (m->how == PROG_MAP_ALIGN) env_print_align(w, m);
	fprintf(w->out, "\n");
}

static void env_print_hint(env *w, const prog_hint *hint)
{
	static const char *const callbacks[] = {"comp_complexity", "comm_complexity", "numPDUs"};
	bool any = false;
	for (int i = 0; i < PROG_N_CALLBACKS; i++) any |= hint->callback[i] != NULL;
	const char *word = hint->independent ? "independent" : hint->cycle ? "cycle" : any ? "callback" : "resident";
	fprintf(w->out, "%s", word);
	for (int i = 0; i < PROG_N_CALLBACKS; i++)
		if (hint->callback[i]) fprintf(w->out, " %s: %s", callbacks[i], hint->callback[i]->name);
	for (int i = 0; i < hint->n_resident; i++) fprintf(w->out, " %s", hint->resident[i].symbol->name);
	for (int i = 0; i < hint->n_new; i++) fprintf(w->out, " new %s", hint->new_symbols[i]->name);
	for (int i = 0; i < hint->n_reductions; i++)
		fprintf(w->out, " %s: %s", hint->reductions[i].op, hint->reductions[i].symbol->name);
	fprintf(w->out, "\n");
}

static void env_print(env *w)
{
	prog_unit *u = w->unit;
	for (int i = 0; i < u->n_grids; i++) {
		fprintf(w->out, "grid %s", u->grids[i]->name);
		env_print_extents(w, u->grids[i]->rank, u->grids[i]->extent);
		fprintf(w->out, "%s\n", u->grids[i]->file_scope ? "" : " local");
	}
	for (int i = 0; i < u->n_templates; i++) {
		const prog_template *t = u->templates[i];
		fprintf(w->out, "template %s", t->name);
		env_print_extents(w, t->rank, t->extent);
		fprintf(w->out, " ");
		if (t->distributed) env_print_dist(w, t->rank, t->dist, t->onto);
		fprintf(w->out, "\n");
	}
	for (int i = 0; i < u->n_mappings; i++) env_print_mapping(w, u->mappings[i]);
	for (int i = 0; i < u->n_remaps; i++) env_print_remap(w, u->remaps[i]);
	for (int i = 0; i < u->n_symbols; i++)
	{
		if (u->symbols[i]->is_pure) fprintf(w->out, "pure %s\n", u->symbols[i]->name);
		if (u->symbols[i]->is_serial) fprintf(w->out, "serial %s\n", u->symbols[i]->name);
		if (u->symbols[i]->is_local) fprintf(w->out, "local %s\n", u->symbols[i]->name);
	}
}

// ---- the walk ---------------------------------------------------------------------------------

static void env_push(env *w, env_scope_kind kind)
{
	env_scope *s = prog_alloc(w->unit, sizeof *s);
	*s = (env_scope){.world = w, .kind = kind, .parent = w->scope};
	s->scope = directive_scope_new(w->unit, w->scope ? w->scope->scope : NULL, env_lookup, s);
	if (!w->scope) directive_scope_set_constants(s->scope, env_constant);
	w->scope = s;
}

static void env_pop(env *w)
{
	directive_scope_finish(w->scope->scope);
	w->scope = w->scope->parent;
}

static void env_bind_stmt(env *w, directive *d, prog_stmt_kind kind)
{
	prog_stmt *stmt = prog_alloc(w->unit, sizeof *stmt);
	stmt->kind = kind;
	int before = diag_errors();
	directive_bind_stmt(w->scope->scope, d, kind == PROG_STMT_NULL ? NULL : stmt);
	if (stmt->hint && diag_errors() == before) env_print_hint(w, stmt->hint);
}

static void env_bind_remap(env *w, directive *d, bool within)
{
	static prog_hint independent = {.independent = true};
	static prog_stmt loop = {.kind = PROG_STMT_FOR, .hint = &independent};
	prog_stmt *stmt = prog_alloc(w->unit, sizeof *stmt);
	stmt->kind = PROG_STMT_REMAP;
	stmt->parent = within ? &loop : NULL;
	directive_bind_remap(w->scope->scope, d, stmt);
}

static prog_symbol *env_next_function(env *w)
{
	prog_symbol *g = env_lookup(w->scope, "g");
	g->function = w->pure_function;
	return g;
}

static void env_directive(env *w, const char *line)
{
	static directive_token token[ENV_MAX_TOKENS];
	prog_stmt_kind next = PROG_STMT_FOR;
	bool is_none = !strncmp(line, "none:", 5), within = !strncmp(line, "within:", 7);
	if (!strncmp(line, "while:", 6)) next = PROG_STMT_WHILE, line += 6;
	if (is_none) line += 5;
	if (within) line += 7;
	int n = env_tokenize(w, line, token);
	directive *d = directive_parse(w->unit, token, n, (prog_loc){0, w->line, 0}, (prog_range){0, 0, 0});
	if (!d) return;
	directive_place place = directive_place_of(d);
	if (place == DIRECTIVE_MARK)
		directive_bind_mark(w->scope->scope, d, is_none ? NULL : env_next_function(w));
	else if (is_none)
		directive_dangling(d);
	else if (place == DIRECTIVE_EXECUTABLE)
		env_bind_stmt(w, d, next);
	else if (place == DIRECTIVE_STATEMENT)
		env_bind_remap(w, d, within);
	else
		directive_bind(w->scope->scope, d);
}

static void env_line(env *w, const char *line)
{
	static const struct {
		const char *text;
		env_scope_kind kind;
	} opens[] = {{"{", ENV_BLOCK}, {"param{", ENV_PARAM}, {"struct{", ENV_STRUCT}};
	for (size_t i = 0; i < sizeof opens / sizeof *opens; i++)
		if (!strcmp(line, opens[i].text)) {
			env_push(w, opens[i].kind);
			return;
		}
	if (strcmp(line, "}"))
		env_directive(w, line);
	else if (w->scope->parent)
		env_pop(w);
}

// Runs the lines of `text` (which is changed); what was reported and mapped, to be freed.
static char *env_run(char *text)
{
	char *result = NULL;
	size_t size = 0;
	env w = {.unit = prog_unit_new(), .out = open_memstream(&result, &size)};
	diag_set_sink(env_sink, &w);
	int before = diag_errors();
	env_declare(&w);
	env_push(&w, ENV_FILE);
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		w.line++;
		env_line(&w, line);
	}
	w.line = 0;
	while (w.scope) env_pop(&w);
	if (diag_errors() == before) env_print(&w);
	prog_unit_free(w.unit);
	diag_set_sink(NULL, NULL);
	fclose(w.out);
	return result;
}

#endif
