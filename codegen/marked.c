// SPDX-License-Identifier: Apache-2.0
//
// Serial code, which process 0 runs for all, and calls of local functions, which each process runs on its own part.
#include "../analysis/graph/graph.h"
#include "combine.h"
#include "rewrite.h"

#include <string.h>

static void where_text(rewriter *w, prog_loc loc, text *out)
{
	text t = {0};
	const char *path = "";
	unsigned line = loc.file >= 0 ? prog_unit_line_name(w->unit, loc, &path) : loc.line;
	text_printf(&t, "%s:%u", path, line);
	text_add_string(out, text_get(&t));
	text_free(&t);
}

static void name_text(rewriter *w, const prog_symbol *s, text *out)
{
	if (rewrite_is_converted(s))
		text_printf(out, "*%s", rewrite_pointer_name(w, s));
	else
		text_add(out, s->name);
}

// ---- serial code ------------------------------------------------------------------------------

static void begin_row(const char *name, text *out)
{
	text_add(out, "{");
	text_add_string(out, name);
	text_add(out, ", (void *)(");
}

static void changed_row(const outside_change *c, text *out)
{
	begin_row(c->text, out);
	if (!c->is_pointer) {
		text_printf(out, "&(%s)), sizeof(%s), 1}, ", c->text, c->text);
		return;
	}
	text_printf(out, "%s), ", c->text);
	if (c->shape) {
		rewrite_size(c->shape->element, out);
		for (int d = 0; d < c->shape->rank; d++) text_printf(out, " * (%s)", c->shape->extent[d]->text);
	} else {
		text_add(out, "HPCC_UNKNOWN_SIZE");
	}
	text_add(out, ", 1}, ");
}

// What the code uses and changes: the number of rows.
static int rows(rewriter *w, const outside *o, text *out)
{
	for (int k = 0; k < o->n_changes; k++) changed_row(&o->changes[k], out);
	for (int k = 0; k < o->n_used; k++) {
		const prog_symbol *s = o->used[k];
		begin_row(s->name, out);
		name_text(w, s, out);
		text_printf(out, "), 0, %d}, ", o->stores && !s->type->is_const);
	}
	if (o->uses_all) text_printf(out, "{0, 0, 0, %d}, ", o->stores || o->uses_all);
	return o->n_changes + o->n_used + o->uses_all;
}

static void begin_text(rewriter *w, prog_loc loc, const char *result, const char *row, int n, text *out)
{
	text_add(out, "hpcc_serial_begin(&hpcc_s, ");
	where_text(w, loc, out);
	if (result)
		text_printf(out, ", &%s, sizeof %s, ", result, result);
	else
		text_add(out, ", 0, 0, ");
	if (n)
		text_printf(out, "%d, (const hpcc_memory[]){%s});", n, row);
	else
		text_add(out, "0, 0);");
}

void rewrite_serial_statement(rewriter *w, const prog_stmt *s)
{
	if (!rewrite_in_main(w, s->range)) {
		diag_report(DIAG_not_translated, s->loc, "a serial statement in a macro");
		return;
	}
	text row = {0}, begin = {0};
	int n = rows(w, outside_of(w->g->facts, OUTSIDE_SERIAL, NULL, s), &row);
	text_add(&begin, "{ hpcc_serial hpcc_s; ");
	begin_text(w, s->loc, NULL, text_get(&row), n, &begin);
	text_add(&begin, " if (hpcc_s.here) { ");
	rewrite_insert(w, s->range.begin, ORDER_TABLES, text_get(&begin));
	rewrite_insert(w, s->range.end, ORDER_AFTER, " } hpcc_serial_end(&hpcc_s); }");
	text_free(&begin);
	text_free(&row);
}

static bool has_result(const prog_function *f)
{
	const prog_type *t = f->symbol->type->element;
	return t && t->kind != PROG_TYPE_VOID;
}

// The function's own beginning: all others than process 0 leave here, with what that one has found.
void rewrite_serial_function(rewriter *w, const prog_function *f)
{
	if (!rewrite_in_main(w, f->body->range)) {
		diag_report(DIAG_not_translated, f->symbol->loc, f->symbol->name);
		return;
	}
	text row = {0}, t = {0};
	int n = rows(w, outside_of(w->g->facts, OUTSIDE_SERIAL, f, f->body), &row);
	if (has_result(f)) text_printf(&t, " %s hpcc_result;", f->symbol->type->element->text);
	text_add(&t, " hpcc_serial hpcc_s __attribute__((__cleanup__(hpcc_serial_end))); ");
	begin_text(w, f->symbol->loc, has_result(f) ? "hpcc_result" : NULL, text_get(&row), n, &t);
	text_printf(&t, " if (!hpcc_s.here) return%s; ", has_result(f) ? " hpcc_serial_end(&hpcc_s), hpcc_result" : "");
	rewrite_insert(w, f->body->range.begin + 1, ORDER_OPEN, text_get(&t));
	text_free(&row);
	text_free(&t);
}

// return e; -> return hpcc_result = (e);
void rewrite_serial_return(rewriter *w, const prog_stmt *s)
{
	static const char keyword[] = "return";
	if (!s->expr || !has_result(s->function)) return;
	unsigned at = s->range.begin, end = s->range.end;
	bool written = rewrite_in_main(w, s->range) && !strncmp(w->source + at, keyword, sizeof keyword - 1);
	while (written && end > at && w->source[end - 1] != ';') end--;
	if (!written || end == at) {
		diag_report(DIAG_in_macro, s->loc, keyword);
		return;
	}
	rewrite_insert(w, at + sizeof keyword - 1, ORDER_TABLES, " hpcc_result = (");
	rewrite_insert(w, end - 1, ORDER_MAP, ")");
}

// ---- calls ------------------------------------------------------------------------------------

static bool is_pointer(const prog_expr *e)
{
	e = prog_without_casts(e);
	if (e->kind == PROG_EXPR_STRING || (e->kind == PROG_EXPR_VAR && e->symbol->kind == PROG_SYMBOL_FUNCTION))
		return false;
	return e->type && (e->type->kind == PROG_TYPE_POINTER || e->type->kind == PROG_TYPE_ARRAY);
}

// A constant stays where it is: as a variable 0 would not be a null pointer.
static bool is_kept(const prog_expr *e) { return prog_without_casts(e)->kind == PROG_EXPR_INT; }

// The arguments are found by all processes together, before.
static void arguments_before(rewriter *w, const prog_expr *e, text *out)
{
	for (int k = 1; k < e->n_args; k++) {
		if (is_kept(e->arg[k])) continue;
		text_printf(out, "__auto_type hpcc_v%d = ", k);
		rewrite_render(w, e->arg[k], USE_READ, out);
		text_add(out, "; ");
	}
}

static void call_text(rewriter *w, const prog_expr *e, text *out)
{
	rewrite_render(w, e->arg[0], USE_READ, out);
	text_add(out, "(");
	for (int k = 1; k < e->n_args; k++) {
		text_add(out, k > 1 ? ", " : "");
		if (is_kept(e->arg[k]))
			rewrite_render(w, e->arg[k], USE_READ, out);
		else
			text_printf(out, "hpcc_v%d", k);
	}
	text_add(out, ")");
}

static bool is_local_function(const rewriter *w) { return w->inside && w->inside->symbol->is_local; }

// f(x) -> ({ <arguments>; hpcc_local_begin(); T v = f(v1); hpcc_local_end(...); v; })
bool rewrite_local_call(rewriter *w, const prog_expr *e, text *out)
{
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	if (!callee || !callee->is_local || is_local_function(w)) return false;
	bool reduced = w->local_op != PROG_OP_NONE;
	text_add(out, "({ ");
	arguments_before(w, e, out);
	text_add(out, "hpcc_local_begin(); ");
	if (reduced) text_printf(out, "%s hpcc_value = ", e->type->text);
	call_text(w, e, out);
	text_add(out, "; hpcc_local_end(");
	where_text(w, e->loc, out);
	if (reduced)
		text_printf(out, ", %s, %s, &hpcc_value", combine_op(w->local_op), combine_type(e->type));
	else
		text_add(out, ", HPCC_OP_SUM, HPCC_TYPE_INT, 0");
	text bases = {0};
	int n = 0;
	for (int k = 1; k < e->n_args; k++) {
		if (is_kept(e->arg[k]) || !is_pointer(e->arg[k])) continue;
		text_printf(&bases, "hpcc_v%d, ", k);
		n++;
	}
	const outside *o = callee->function
	                           ? outside_of(w->g->facts, OUTSIDE_LOCAL, callee->function, callee->function->body)
	                           : NULL;
	for (int k = 0; o && k < o->n_used; k++) {
		if (!o->used[k]->file_scope) continue;
		name_text(w, o->used[k], &bases);
		text_add(&bases, ", ");
		n++;
	}
	if (n)
		text_printf(out, ", %d, (const void *const[]){%s}); ", n, text_get(&bases));
	else
		text_add(out, ", 0, 0); ");
	text_add(out, reduced ? "hpcc_value; })" : "})");
	text_free(&bases);
	return true;
}

// What a function that nobody sees may change behind an argument.
static int argument_row(const prog_expr *a, int k, text *out)
{
	const prog_expr *e = prog_without_casts(a);
	if (!is_pointer(a) || is_kept(a)) return 0;
	const char *element = e->type->element ? e->type->element->text : "";
	bool opaque = strstr(element, "FILE") ||
	              (e->type->element && e->type->element->kind == PROG_TYPE_STRUCT && e->type->element->size == 0);
	if (opaque) return 0;
	begin_row(a->text, out);
	text_printf(out, "hpcc_v%d), ", k);
	const prog_mapping *m = e->kind == PROG_EXPR_VAR ? e->symbol->mapping : NULL;
	const prog_expr *object = e->kind == PROG_EXPR_ADDR ? e->arg[0] : e;
	if (e->type->is_const)
		text_add(out, "0, 0}, ");
	else if (m && m->how == PROG_MAP_NONE) {
		rewrite_size(m->element, out);
		for (int d = 0; d < m->rank; d++) text_printf(out, " * (%s)", m->extent[d]->text);
		text_add(out, ", 1}, ");
	} else if (object->type->kind == PROG_TYPE_ARRAY
	                   ? object->type->size > 0 &&
	                             !(object->kind == PROG_EXPR_VAR && object->symbol->kind == PROG_SYMBOL_PARAMETER)
	                   : e->kind == PROG_EXPR_ADDR && object->kind != PROG_EXPR_INDEX)
		text_printf(out, "%ld, 1}, ", object->type->size);
	else
		text_add(out, "HPCC_UNKNOWN_SIZE, 1}, ");
	return 1;
}

// A function that is marked serial, and defined elsewhere: in another translated file it sees to everything itself.
bool rewrite_serial_call(rewriter *w, const prog_expr *e, text *out)
{
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	if (!callee || !callee->is_serial || callee->function) return false;
	bool result = e->type && e->type->kind != PROG_TYPE_VOID;
	text row = {0};
	int n = 0;
	text_add(out, "({ ");
	arguments_before(w, e, out);
	for (int k = 1; k < e->n_args; k++) n += argument_row(e->arg[k], k, &row);
	text_printf(out, "extern const char hpcc_serial_%s __attribute__((__weak__)); ", callee->name);
	if (result) text_printf(out, "%s hpcc_value; ", e->type->text);
	text_printf(out, "if (&hpcc_serial_%s) %s", callee->name, result ? "hpcc_value = " : "");
	call_text(w, e, out);
	text_add(out, "; else { hpcc_serial hpcc_s; ");
	begin_text(w, e->loc, result ? "hpcc_value" : NULL, text_get(&row), n, out);
	text_printf(out, " if (hpcc_s.here) %s", result ? "hpcc_value = " : "");
	call_text(w, e, out);
	text_printf(out, "; hpcc_serial_end(&hpcc_s); } %s})", result ? "hpcc_value; " : "");
	text_free(&row);
	return true;
}
