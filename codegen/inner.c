// SPDX-License-Identifier: Apache-2.0
//
// Functions that nests call and that the analysis looks into, a second time: as the source has them. The nest around
// has brought what they access, so that their loops are no nests and their accesses need nobody's leave.
#include "inner.h"
#include "conditionals.h"
#include "source_text.h"

#include "../analysis/model/model.h"

#include <string.h>

static bool is_called_in_nests(const rewriter *w, const prog_symbol *s)
{
	for (int k = 0; k < w->g->n_tasks; k++) {
		const nest *n = w->g->tasks[k]->nest;
		for (int j = 0; j < n->n_callees; j++)
			if (n->callees[j] == s) return true;
	}
	return false;
}

static bool begins_line(const rewriter *w, unsigned at)
{
	while (at > 0 && strchr(" \t", w->source[at - 1])) at--;
	return at == 0 || w->source[at - 1] == '\n';
}

// The end of the comment that begins at `at`; `at`: none does.
static unsigned behind_comment(const rewriter *w, unsigned at, unsigned end)
{
	if (at + 1 >= end || w->source[at] != '/' || (w->source[at + 1] != '*' && w->source[at + 1] != '/')) return at;
	bool line = w->source[at + 1] == '/';
	for (at += 2; at < end; at++) {
		if (line && w->source[at] == '\n') return at;
		if (!line && w->source[at] == '/' && w->source[at - 1] == '*') return at + 1;
	}
	return end;
}

// Behind the last character before the body that is no blank and in no comment.
static unsigned behind_head(const rewriter *w, const prog_function *f)
{
	unsigned end = f->body->range.begin, last = f->name_range.end;
	for (unsigned at = f->name_range.end, next; at < end; at = next) {
		next = behind_comment(w, at, end);
		if (next > at) continue;
		next = at + 1;
		if (!strchr(" \t\r\n", w->source[at])) last = next;
	}
	return last;
}

unsigned inner_head_end(const rewriter *w, const prog_function *f)
{
	unsigned end = f->body->range.begin, behind = behind_head(w, f);
	if (w->source[behind - 1] == ')') return behind;
	const char *head = w->source + f->name_range.end;
	if (f->is_old_style) return memchr(head, '#', behind - f->name_range.end) ? 0 : behind;
	while (end > f->range.begin && strchr(" \t\r\n", w->source[end - 1])) end--;
	// Parameters may be declared in two ways, each with a `)`.
	unsigned list = f->name_range.end;
	while (list < end && (w->source[list] != '#' || !begins_line(w, list))) list++;
	while (list > f->name_range.end && strchr(" \t\r\n", w->source[list - 1])) list--;
	return list > f->name_range.end && w->source[list - 1] == ')' ? end : 0;
}

static bool is_extern(const rewriter *w, const prog_function *f)
{
	for (unsigned at = f->range.begin; at + 6 < f->name_range.begin; at++)
		if (!strncmp(w->source + at, "extern", 6)) return true;
	return false;
}

bool inner_exists(const rewriter *w, const prog_symbol *s)
{
	const prog_function *f = s->function;
	return f && !w->options->check && is_called_in_nests(w, s) && f->range.file == w->file &&
	       rewrite_in_main(w, f->name_range) && rewrite_in_main(w, f->body->range) && inner_head_end(w, f) &&
	       !is_extern(w, f);
}

void inner_head(rewriter *w, const prog_function *f, const char *specifier, const char *name, text *out)
{
	prog_range before = f->range, after = f->range;
	before.end = f->name_range.begin;
	after.begin = f->name_range.end;
	after.end = inner_head_end(w, f);
	text head = {0};
	text_add(&head, specifier);
	rewrite_source(w, before, &head);
	text_add(&head, name);
	rewrite_source(w, after, &head);
	conditionals_balance(&head);
	text_add(out, text_get(&head));
	// Behind an #endif.
	if (strchr(text_get(&head), '#')) text_add(out, "\n");
	text_free(&head);
}

void inner_declaration(rewriter *w, const prog_function *f, const char *specifier, const char *name, text *out)
{
	if (f->is_old_style) {
		prog_range before = f->range;
		before.end = f->name_range.begin;
		text_add(out, specifier);
		rewrite_source(w, before, out);
		text_printf(out, "%s()", name);
	} else {
		inner_head(w, f, specifier, name, out);
	}
	text_add(out, ";\n");
}

const char *inner_specifier(const prog_function *f)
{
	return f->is_static ? "__attribute__((__unused__)) " : "__attribute__((__unused__)) static ";
}

static void name_of(const prog_function *f, char name[256]) { snprintf(name, 256, "hpcc_inner_%s", f->symbol->name); }

// Its head may name types that are declared behind the function that calls it.
static bool has_later_head(const rewriter *w, const prog_function *f)
{
	return w->inside && f->range.file == w->inside->range.file && f->range.begin > w->inside->range.begin &&
	       source_is_declared_before(w, f);
}

void inner_prototype(rewriter *w, const prog_symbol *s, text *out)
{
	char name[256];
	if (!inner_exists(w, s)) return;
	name_of(s->function, name);
	if (has_later_head(w, s->function))
		text_printf(out, "__attribute__((__unused__)) static __typeof__(%s) %s;\n", s->name, name);
	else
		inner_declaration(w, s->function, inner_specifier(s->function), name, out);
}

typedef struct declared {
	rewriter *w;
	text *out;
} declared;

static bool declare_called(const prog_expr *e, void *user)
{
	const declared *d = user;
	if (e->kind == PROG_EXPR_VAR && e->symbol->kind == PROG_SYMBOL_FUNCTION)
		inner_prototype(d->w, e->symbol, d->out);
	return false;
}

void inner_names_begin(const prog_function *f, const char *copy, text *out)
{
	static const char *const names[] = {"__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"};
	if (!f->signature) return;
	text_printf(out, "__attribute__((__unused__)) static const char hpcc_%sfunc_%s[] = ", copy, f->symbol->name);
	text_add_string(out, f->symbol->name);
	text_printf(out, ", hpcc_%ssignature_%s[] = ", copy, f->symbol->name);
	text_add_string(out, f->signature);
	text_add(out, ";\n");
	for (int k = 0; k < 3; k++)
		text_printf(out, "#pragma push_macro(\"%s\")\n#undef %s\n#define %s hpcc_%s%s_%s\n", names[k], names[k],
		        names[k], copy, k < 2 ? "func" : "signature", f->symbol->name);
}

void inner_names_end(const prog_function *f, text *out)
{
	if (!f->signature) return;
	text_add(out, "#pragma pop_macro(\"__PRETTY_FUNCTION__\")\n#pragma pop_macro(\"__FUNCTION__\")\n"
	              "#pragma pop_macro(\"__func__\")\n");
}

void inner_function(rewriter *w, const prog_function *f)
{
	if (!inner_exists(w, f->symbol)) return;
	edits kept = w->edits;
	text markers = w->markers, copy = {0}, body = {0};
	char name[256];
	w->edits = (edits){0};
	w->markers = (text){0};
	w->inner = true;
	rewrite_stmt(w, f->body);
	rewrite_directives(w);
	rewrite_names(w);
	bool applied = edits_apply(&w->edits, w->source, f->body->range.begin, f->body->range.end, &body);
	edits_free(&w->edits);
	text_free(&w->markers);
	w->inner = false;
	w->edits = kept;
	w->markers = markers;
	if (!applied) {
		diag_report(DIAG_not_translated, f->symbol->loc, f->symbol->name);
		return;
	}
	conditionals_balance(&body);
	text_add(&copy, "\n");
	walk_any_in(f->body, declare_called, &(declared){w, &copy});
	inner_names_begin(f, "", &copy);
	name_of(f, name);
	inner_head(w, f, inner_specifier(f), name, &copy);
	text_add(&copy, "\n");
	rewrite_line(w, f->body->range.begin, &copy);
	text_add(&copy, text_get(&body));
	text_add(&copy, "\n");
	inner_names_end(f, &copy);
	rewrite_line(w, f->range.end, &copy);
	rewrite_insert(w, f->range.end, ORDER_MAP, text_get(&copy));
	text_free(&body);
	text_free(&copy);
}
