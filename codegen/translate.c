// SPDX-License-Identifier: Apache-2.0
#include "callbacks.h"
#include "exits.h"
#include "graph_json.h"
#include "inner.h"
#include "objects.h"
#include "remarks.h"
#include "source_text.h"
#include "versions.h"

#include "../analysis/graph/graph.h"
#include "../analysis/model/model.h"

#include <ctype.h>
#include <isl/options.h>
#include <stdlib.h>
#include <string.h>

// Lines of the translation between two of the source: those behind keep their numbers.
static bool is_between_lines(const rewriter *w, unsigned at, const char *s)
{
	size_t n = strlen(s);
	return (at == 0 || w->source[at - 1] == '\n') && n > 0 && s[n - 1] == '\n';
}

// A statement begins right behind the end of another one: what is put behind that comes first.
static bool is_between_statements(const rewriter *w, unsigned at)
{
	return at > 0 && (w->source[at - 1] == ';' || w->source[at - 1] == '}');
}

void rewrite_insert(rewriter *w, unsigned at, int order, const char *s)
{
	text t = {0};
	bool opens = order == ORDER_PARTS || order == ORDER_OPEN || order == ORDER_GUARD;
	if (opens && is_between_statements(w, at)) order += ORDER_AFTER + 1;
	text_add(&t, s);
	if (is_between_lines(w, at, s)) rewrite_line(w, at, &t);
	edits_replace(&w->edits, at, at, text_get(&t), order);
	text_free(&t);
}

bool rewrite_in_main(const rewriter *w, prog_range r) { return r.file == w->file && r.begin < r.end; }

bool rewrite_is_arrow(const rewriter *w, const prog_expr *e)
{
	return e->kind == PROG_EXPR_DEREF && e->is_implicit && rewrite_in_main(w, e->range);
}

static bool is_replaced(const rewriter *w, const prog_name *name)
{
	return rewrite_in_main(w, name->range) && rewrite_is_converted(name->symbol);
}

static bool is_left_out(const rewriter *w, prog_range r)
{
	return w->only.end > w->only.begin && (r.begin < w->only.begin || r.end > w->only.end);
}

void rewrite_source(rewriter *w, prog_range r, text *out)
{
	if (r.file != w->file) return;
	for (int k = 0; k < w->unit->n_names; k++) {
		const prog_name *name = &w->unit->names[k];
		if (!is_replaced(w, name) || name->range.begin < r.begin || name->range.end > r.end) continue;
		text_add_n(out, w->source + r.begin, name->range.begin - r.begin);
		text_printf(out, "(*%s)", rewrite_pointer_name(w, name->symbol));
		r.begin = name->range.end;
	}
	text_add_n(out, w->source + r.begin, r.end - r.begin);
}

void rewrite_line(rewriter *w, unsigned at, text *out)
{
	if (!w->options->line_directives) return;
	prog_loc loc = prog_unit_place(w->unit, at);
	const char *path;
	text_printf(out, "#line %u ", prog_unit_line_name(w->unit, loc, &path));
	text_add_string(out, path);
	text_add(out, "\n");
}

// ---- statements -------------------------------------------------------------------------------

static const task *task_at(const rewriter *w, const prog_stmt *s)
{
	for (int k = 0; k < w->g->n_tasks && !w->inner && !w->as_source; k++)
		if (w->g->tasks[k]->nest->root == s) return w->g->tasks[k];
	return NULL;
}

void rewrite_stmt(rewriter *w, const prog_stmt *s)
{
	if (!s) return;
	if (s->hint && s->hint->serial) rewrite_serial_statement(w, s);
	const task *t = task_at(w, s);
	if (t && !rewrite_in_main(w, t->nest->root->range)) {
		diag_report(DIAG_not_translated, t->nest->root->loc, "a loop in a file that is included by a macro");
		return;
	}
	rewrite_cycle(w, s);
	rewrite_distributed(w, s);
	if (t) {
		rewrite_task(w, t);
		return;
	}
	if (s->kind == PROG_STMT_REMAP) {
		rewrite_remap(w, s);
		return;
	}
	for (int k = 0; k < s->n_symbols; k++)
		if (s->inits[k] && !rewrite_sets_late(w, s->symbols[k])) rewrite_expr(w, s->inits[k], USE_READ);
	for (int k = 0; k < s->n_children; k++) rewrite_stmt(w, s->child[k]);
	rewrite_close_block(w, s);
	if (s->kind == PROG_STMT_RETURN && !w->inner && w->inside && w->inside->symbol->is_serial)
		rewrite_serial_return(w, s);
	w->local_op = marks_local_call(s).op;
	rewrite_expr(w, s->expr, s->kind == PROG_STMT_EXPR && !s->gives_value ? USE_UPDATE : USE_READ);
	w->local_op = PROG_OP_NONE;
	rewrite_map_late(w, s);
	rewrite_expr(w, s->cond, USE_READ);
	rewrite_expr(w, s->step, USE_UPDATE);
	rewrite_stmt(w, s->init);
	exits_ending(w, s, s->body);
	rewrite_stmt(w, s->body);
	exits_ending(w, s, s->otherwise);
	rewrite_stmt(w, s->otherwise);
}

// ---- functions --------------------------------------------------------------------------------

// void main() is no C, but compilers take it.
static bool returns_nothing(const prog_function *f)
{
	return f->symbol->type->element && f->symbol->type->element->kind == PROG_TYPE_VOID;
}

// main keeps its name in the language (an implicit return 0, __func__), and gets another one for the linker. A
// definition in the old style has no prototype to repeat: it is renamed.
static void rename_main(rewriter *w, const prog_function *f)
{
	unsigned begin = f->name_range.end, end = f->body->range.begin;
	while (end > begin && strchr(" \t\r\n", w->source[end - 1])) end--;
	if (end == begin || w->source[end - 1] != ')') {
		edits_replace(&w->edits, f->name_range.begin, f->name_range.end, "hpcc_user_main", 0);
		if (!returns_nothing(f)) rewrite_insert(w, f->body->range.end - 1, ORDER_CLOSE, "return 0; ");
		return;
	}
	text_printf(&w->tables, "%s main%.*s __asm__(\"hpcc_user_main\");\n", returns_nothing(f) ? "void" : "int",
	        (int)(end - begin), w->source + begin);
	w->main_name = "main";
}

// What the C library would run before main, or after its own end, is run when there are processes and arrays.
static void defer(rewriter *w, const prog_function *f)
{
	if (!f->begins_program && !f->ends_program) return;
	if (!rewrite_in_main(w, f->body->range)) {
		diag_report(DIAG_not_translated, f->symbol->loc, f->symbol->name);
		return;
	}
	const char *back = returns_nothing(f) ? "return" : "return 0";
	text t = {0};
	if (f->begins_program)
		text_printf(&t, " if (hpcc_before_start((hpcc_constructor *)%s)) %s;", f->symbol->name, back);
	if (f->ends_program) text_printf(&t, " if (hpcc_behind_end()) %s;", back);
	rewrite_insert(w, f->body->range.begin + 1, ORDER_TABLES, text_get(&t));
	text_free(&t);
}

static bool gives_stack_memory(const prog_expr *e, void *unused)
{
	static const char *const names[] = {"alloca", "__builtin_alloca", "__builtin_alloca_with_align"};
	(void)unused;
	const prog_symbol *called = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	for (size_t k = 0; called && k < sizeof names / sizeof *names; k++)
		if (!strcmp(called->name, names[k])) return true;
	return false;
}

// A function with nests is too large to be expanded where it is called, and no file may have another definition.
static void keep_inline_here(rewriter *w, const prog_function *f)
{
	if (f->is_inline_only && rewrite_in_main(w, f->body->range))
		rewrite_insert(w, f->range.begin, ORDER_AFTER, "static ");
}

// What is mapped in memory of alloca's ends with the function. In another one's frame its own could not be told from
// that one's.
static void leave_stack(rewriter *w, const prog_function *f)
{
	if (!rewrite_in_main(w, f->body->range) || !walk_any_in(f->body, gives_stack_memory, NULL)) return;
	rewrite_insert(w, f->range.begin, ORDER_AFTER, "__attribute__((__noinline__)) ");
	rewrite_insert(w, f->body->range.begin + 1, ORDER_TABLES,
	        " const void *const hpcc_frame __attribute__((__cleanup__(hpcc_frame_leave))) = "
	        "__builtin_frame_address(0);");
}

static void register_destructors(const rewriter *w, text *out)
{
	for (int k = 0; k < w->unit->n_functions; k++) {
		const prog_function *f = w->unit->functions[k];
		if (f->ends_program && f->range.file == w->file)
			text_printf(out, "\thpcc_at_end((void (*)(void))%s, %d);\n", f->symbol->name, f->end_priority);
	}
}

static unsigned line_start(const rewriter *w, unsigned at)
{
	while (at > 0 && w->source[at - 1] != '\n') at--;
	return at;
}

// Where text before a function goes: above the comment that belongs to it.
static unsigned above(const rewriter *w, unsigned at)
{
	unsigned start = line_start(w, at);
	if (start != at) return at;
	while (start > 0) {
		unsigned line = line_start(w, start - 1);
		while (w->source[line] == ' ' || w->source[line] == '\t') line++;
		if (strncmp(w->source + line, "//", 2) != 0) break;
		start = line_start(w, start - 1);
	}
	return start;
}

static void rewrite_function(rewriter *w, const prog_function *f)
{
	w->function = f->symbol->name;
	text_free(&w->tables);
	w->inside = f;
	bool chosen = source_of_function(w, f);
	versions_of_function(w, f);
	if (chosen) source_choose(w, f);
	if (f->symbol->is_serial) rewrite_serial_function(w, f);
	rewrite_stmt(w, f->body);
	if (f->range.file != w->file) return;
	defer(w, f);
	keep_inline_here(w, f);
	leave_stack(w, f);
	inner_function(w, f);
	if (f->is_main) rename_main(w, f);
	if (!w->tables.size) return;
	text t = {0};
	text_add(&t, text_get(&w->tables));
	unsigned at = above(w, f->range.begin);
	rewrite_line(w, at, &t);
	rewrite_insert(w, at, ORDER_MAP, text_get(&t));
	text_free(&t);
}

// ---- the unit ---------------------------------------------------------------------------------

static void start_text(rewriter *w, bool callbacks, text *out)
{
	text start = {0};
	rewrite_start(w, &start);
	bool has_main = w->unit->main && w->unit->main->range.file == w->file;
	if (start.size) {
		text_add(out, "\nstatic int hpcc_start_unit(int phase)\n{\n");
		text_add_wrapped(out, text_get(&start), 120);
		text_add(out, "}\n");
	}
	if (has_main) {
		static const char *const arguments[] = {"", "argc", "argc, argv", "argc, argv, envp"};
		int n = w->unit->main->n_params;
		text_printf(out,
		        "\nstatic int hpcc_call_main(int argc, char **argv, char **envp)\n{\n\t(void)argc, (void)argv, "
		        "(void)envp;\n\t%s%s(%s)%s;\n}\n",
		        returns_nothing(w->unit->main) ? "return (" : "return ", w->main_name, arguments[n > 3 ? 3 : n],
		        returns_nothing(w->unit->main) ? ", 0)" : "");
	}
	text end = {0};
	register_destructors(w, &end);
	bool maps = w->unit->n_mappings || w->unit->n_remaps, asks = asked_output(w->unit);
	if (start.size || has_main || w->options->check || end.size || maps || asks || callbacks)
		text_printf(out,
		        "\n__attribute__((__constructor__)) static void hpcc_register_unit(void)\n{\n%s%s%s%s%s%s%s}\n",
		        w->options->check ? "\thpcc_check_begin();\n" : "",
		        start.size ? "\thpcc_at_start(hpcc_start_unit);\n" : "", maps ? "\thpcc_unit_maps();\n" : "",
		        asks ? "\thpcc_unit_asks_output();\n" : "",
		        callbacks ? "\thpcc_callbacks_register(&hpcc_callbacks_table);\n" : "",
		        has_main ? "\thpcc_set_main(hpcc_call_main);\n" : "", text_get(&end));
	text_free(&end);
	rewrite_libc_names(w->unit, out);
	rewrite_clock_names(w, out);
	text_free(&start);
}

// void *, char *: of what type is seen where it is cast.
static bool is_memory(const prog_type *t)
{
	return t->kind == PROG_TYPE_VOID || (t->kind == PROG_TYPE_INT && t->size == 1);
}

// What tells the link that this file's functions take mapped memory, and that those which it calls must.
static void marker_text(rewriter *w, text *out)
{
	text_add(out, text_get(&w->markers));
	bool any_objects = false;
	for (int k = 0; k < w->unit->n_symbols; k++) any_objects |= w->unit->symbols[k]->holds_parts;
	for (int k = 0; k < w->unit->n_functions; k++) {
		const prog_function *f = w->unit->functions[k];
		if (f->is_static || f->is_inline || f->is_main || f->range.file != w->file) continue;
		bool pointers = false, characters = false, objects = false;
		for (int p = 0; p < f->n_params; p++) {
			const prog_type *type = f->params[p]->type;
			if (type->kind != PROG_TYPE_POINTER && type->kind != PROG_TYPE_ARRAY) continue;
			pointers = true;
			while (type->kind == PROG_TYPE_POINTER || type->kind == PROG_TYPE_ARRAY) type = type->element;
			objects |= prog_type_holds_parts(type) || (any_objects && is_memory(type));
			characters |= (type->size == 1 || type->kind == PROG_TYPE_STRUCT) &&
			              facts_may_be_mapped(w->g->facts, type);
		}
		if (pointers) text_printf(out, "const char hpcc_translated_%s = 1;\n", f->symbol->name);
		if (f->symbol->is_serial) text_printf(out, "const char hpcc_serial_%s = 1;\n", f->symbol->name);
		if (objects) text_printf(out, "const char hpcc_takes_objects_%s = 1;\n", f->symbol->name);
		if (characters) text_printf(out, "const char hpcc_takes_characters_%s = 1;\n", f->symbol->name);
	}
}

static int by_place(const void *a, const void *b)
{
	const prog_name *x = a, *y = b;
	if (x->range.begin != y->range.begin) return x->range.begin < y->range.begin ? -1 : 1;
	return 0;
}

// The names that stand where nothing else changes.
void rewrite_names(rewriter *w)
{
	int changed = w->edits.n;
	for (int k = 0; k < w->unit->n_names; k++) {
		const prog_name *name = &w->unit->names[k];
		if (!is_replaced(w, name) || is_left_out(w, name->range)) continue;
		bool within = false;
		for (int j = 0; j < changed && !within; j++) {
			const edit *e = &w->edits.list[j];
			within = e->begin <= name->range.begin && name->range.end <= e->end;
		}
		if (within) continue;
		text t = {0};
		text_printf(&t, "(*%s)", rewrite_pointer_name(w, name->symbol));
		edits_replace(&w->edits, name->range.begin, name->range.end, text_get(&t), 0);
		text_free(&t);
	}
}

void rewrite_directives(rewriter *w)
{
	for (int k = 0; k < w->unit->n_directives; k++) {
		prog_range r = w->unit->directives[k].range;
		if (r.file != w->file || is_left_out(w, r)) continue;
		// The lines stay, so that those after them keep their numbers.
		text lines = {0};
		for (unsigned at = r.begin; at < r.end; at++)
			if (w->source[at] == '\n') text_add(&lines, "\n");
		bool kept = false;
		for (int j = 0; j < w->edits.n; j++)
			kept |= w->edits.list[j].begin == r.begin && w->edits.list[j].end == r.end;
		if (!kept) edits_replace(&w->edits, r.begin, r.end, text_get(&lines), 0);
		text_free(&lines);
	}
}

// ---- register ---------------------------------------------------------------------------------

// Addresses are taken here of variables whose address the source does not take. `register` forbids that, and tells the
// compilers of today nothing.

static bool is_within_edit(const rewriter *w, unsigned at)
{
	for (int k = 0; k < w->edits.n; k++)
		if (w->edits.list[k].begin <= at && at < w->edits.list[k].end) return true;
	return false;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

// Behind a comment that begins at `at`; `at` where there is none.
static unsigned skip_comment(const char *s, unsigned at, unsigned end)
{
	if (at + 1 >= end || s[at] != '/' || (s[at + 1] != '/' && s[at + 1] != '*')) return at;
	bool line = s[at + 1] == '/';
	for (at += 2; at < end; at++) {
		if (line && s[at] == '\n') return at;
		if (!line && s[at - 1] == '*' && s[at] == '/') return at + 1;
	}
	return end;
}

// In the text of declarations. A declaration that says nothing else declares an int.
static void drop_register(rewriter *w, unsigned begin, unsigned end)
{
	static const char word[] = "register";
	const unsigned length = sizeof word - 1;
	const char *s = w->source;
	for (unsigned at = begin; at + length < end; at++) {
		unsigned behind = skip_comment(s, at, end);
		if (behind > at) {
			at = behind - 1;
			continue;
		}
		bool found = !strncmp(s + at, word, length) && !is_word(s[at + length]) && !(at && is_word(s[at - 1]));
		if (!found || is_within_edit(w, at)) continue;
		unsigned next = at + length;
		while (next < end && isspace((unsigned char)s[next])) next++;
		unsigned last = next;
		while (last < end && is_word(s[last])) last++;
		while (last < end && isspace((unsigned char)s[last])) last++;
		bool alone = last >= end || strchr("=;,[)", s[last]) || s[next] == '*';
		edits_replace(&w->edits, at, at + length, alone ? "int" : "", 0);
	}
}

static bool drop_registers(const prog_stmt *s, void *user)
{
	rewriter *w = user;
	if (s->kind != PROG_STMT_DECL || !s->n_symbols || !rewrite_in_main(w, s->symbols[0]->decl)) return false;
	prog_range r = s->symbols[0]->decl;
	// A variable that is bound to a register of the machine stays there.
	const char *bound = strstr(w->source + r.begin, "asm");
	if (!bound || bound >= w->source + r.end) drop_register(w, r.begin, s->symbols[0]->name_range.end + 1);
	return false;
}

void rewrite_registers(rewriter *w)
{
	bool any = strstr(w->source, "register") != NULL;
	for (int k = 0; any && k < w->unit->n_functions; k++) {
		const prog_function *f = w->unit->functions[k];
		if (f->range.file != w->file || !rewrite_in_main(w, f->name_range) || is_left_out(w, f->body->range))
			continue;
		if (rewrite_in_main(w, f->body->range)) drop_register(w, f->name_range.end, f->body->range.begin);
		walk_any_stmt(f->body, drop_registers, w);
	}
}

// ---- tables ------------------------------------------------------------------------------------

// Whether the text names a member `name` of something.
static bool names_member(const char *text, const char *name)
{
	size_t length = strlen(name);
	for (const char *at = strstr(text, name); at; at = strstr(at + 1, name))
		if (at > text && (at[-1] == '.' || at[-1] == '>') && !is_word(at[length])) return true;
	return false;
}

// The program may have macros of the names that members have which the tables set: `#define rank 3`.
static void undefine_members(const rewriter *w, const char *tables, text *out)
{
	for (int k = 0; k < w->unit->n_macros; k++)
		if (names_member(tables, w->unit->macros[k])) text_printf(out, "#undef %s\n", w->unit->macros[k]);
}

// What stands at the end: the program's own text is before it.
static void tables_text(rewriter *w, const text *callbacks, text *out)
{
	text tables = {0};
	if (w->nests.size) {
		text_add(&tables,
		        "\n// The tables of arrays; and the tasks: what each one reads and writes of its arrays on a "
		        "process that owns\n// hpcc_own[], and how often statements run there.\n");
		text_add_wrapped(&tables, text_get(&w->nests), 120);
	}
	text_add(&tables, text_get(callbacks));
	undefine_members(w, text_get(&tables), out);
	text_add(out, text_get(&tables));
	text_free(&tables);
}

// What is declared in front of the program's own text.
static void heads_text(const rewriter *w, text *out)
{
	text names = {0};
	if (w->nests_named.size) text_printf(&names, "static hpcc_nest %s;\n", text_get(&w->nests_named) + 2);
	text_add_wrapped(out, text_get(&names), 120);
	text_add_wrapped(out, text_get(&w->heads), 120);
	text_free(&names);
}

// `out` NULL: the text is made, and not printed.
static void emit(rewriter *w, const control_flow *flow, FILE *out)
{
	text body = {0}, start = {0}, callbacks = {0};
	if (w->unit->n_names) qsort(w->unit->names, (size_t)w->unit->n_names, sizeof *w->unit->names, by_place);
	w->first_task = w->g->n_tasks + 1;
	source_find(w);
	rewrite_declarations(w);
	for (int k = 0; k < w->unit->n_functions; k++) rewrite_function(w, w->unit->functions[k]);
	bool calls_back = w->options->callbacks && callbacks_define(w, flow, &callbacks);
	if (calls_back) text_add(&start, "\nstatic const hpcc_callbacks hpcc_callbacks_table;\n");
	start_text(w, calls_back, &start);
	objects_define(w, &start);
	rewrite_define_named(w, &start);
	marker_text(w, &start);
	tables_text(w, &callbacks, &start);
	text_free(&callbacks);
	rewrite_pragmas(w);
	rewrite_directives(w);
	rewrite_names(w);
	rewrite_registers(w);
	if (!edits_apply(&w->edits, w->source, 0, w->size, &body))
		diag_report(DIAG_not_translated, (prog_loc){w->file, 1, 1}, "overlapping changes");
	if (diag_errors() == 0 && out) {
		for (int k = 0; k < w->options->n_macros; k++) {
			const char *name = w->options->macros[k];
			fprintf(out, "#pragma push_macro(\"%s\")\n#undef %s\n", name, name);
		}
		fputs(w->options->check ? "#include <hpcc/check.h>\n" : "#include <hpcc/runtime.h>\n", out);
		for (int k = 0; k < w->options->n_macros; k++)
			fprintf(out, "#pragma pop_macro(\"%s\")\n", w->options->macros[k]);
		text line = {0};
		heads_text(w, &line);
		fputs(text_get(&line), out);
		text_free(&line);
		objects_external_names(w, &line);
		rewrite_line(w, 0, &line);
		fputs(text_get(&line), out);
		text_free(&line);
		fputs(text_get(&body), out);
		fputs(text_get(&start), out);
	}
	text_free(&body);
	text_free(&start);
}

static int main_file(const prog_unit *u)
{
	for (int k = 0; k < u->n_files; k++)
		if (u->files[k].is_main) return k;
	return -1;
}

static void print_json(const rewriter *w, const control_flow *flow, FILE *out)
{
	text json = {0};
	graph_json(w->g, flow, w->versions, w->n_versions,
	        w->options->emit == TRANSLATE_EMIT_JSON || w->options->graph_full, &json);
	fputs(text_get(&json), out);
	text_free(&json);
}

int translate_unit(prog_unit *unit, const translate_options *options, FILE *out)
{
	int errors = diag_errors();
	if (options->emit == TRANSLATE_EMIT_MODEL) {
		prog_unit_print(unit, out);
		return 0;
	}
	isl_ctx *ctx = isl_ctx_alloc();
	isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
	graph *g = graph_build(unit, ctx);
	shadows_check(g);
	if (options->emit == TRANSLATE_EMIT_GRAPH) {
		graph_print(g, out);
	} else {
		bool json = options->emit == TRANSLATE_EMIT_JSON;
		control_flow *flow = control_flow_build(g);
		int file = main_file(unit);
		rewriter w = {.unit = unit,
		        .g = g,
		        .options = options,
		        .file = file,
		        .source = unit->files[file].text,
		        .size = (unsigned)unit->files[file].size,
		        .cycle = flow->cycle ? flow->cycle->stmt : NULL,
		        .main_name = "hpcc_user_main"};
		emit(&w, flow, json ? NULL : out);
		if (diag_errors() == errors) remarks_tell(&w);
		FILE *graph_out = json ? out : options->graph;
		if (diag_errors() == errors && graph_out) print_json(&w, flow, graph_out);
		for (int k = 0; k < w.n_versions; k++) graph_free(w.versions[k]);
		edits_free(&w.edits);
		text_free(&w.tables);
		text_free(&w.markers);
		text_free(&w.nests);
		text_free(&w.nests_named);
		text_free(&w.heads);
	}
	graph_free(g);
	isl_ctx_free(ctx);
	return diag_errors() > errors ? -1 : 0;
}
