// SPDX-License-Identifier: Apache-2.0
//
// Outside of nests each element may be another process's, and entering a nest has a price. Neither is so where there is
// one process, or no unit of the program maps anything (hpcc_alone). There each function asks once, when it is entered,
// and runs the source's own text: its loops, its accesses, and calls of functions as they are there, too. So what is
// executed is what it would be without the translation.
#include "source_text.h"
#include "../analysis/model/model.h"
#include "inner.h"
#include "reached.h"
#include "versions.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- may there be another text? ------------------------------------------------------------------

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool holds_word(const rewriter *w, prog_range r, const char *word)
{
	size_t n = strlen(word);
	for (unsigned at = r.begin; at + n <= r.end; at++)
		if (!memcmp(w->source + at, word, n) && !is_word(w->source[at + n]) &&
		        !(at && is_word(w->source[at - 1])))
			return true;
	return false;
}

// The first character behind blanks.
static unsigned skip_blanks(const rewriter *w, unsigned at, unsigned end)
{
	while (at < end && (w->source[at] == ' ' || w->source[at] == '\t')) at++;
	return at;
}

// Lines for the preprocessor in the text may be read twice: pragmas, and conditions that begin and end there.
static bool may_be_read_twice(const rewriter *w, prog_range r)
{
	static const char *const words[] = {"pragma", "ifdef", "ifndef", "if", "elif", "else", "endif", "line"};
	int depth = 0;
	for (unsigned at = r.begin; at < r.end; at++) {
		if (w->source[at] != '#' || (at > r.begin && w->source[at - 1] == '#')) continue;
		unsigned before = at;
		while (before > 0 && (w->source[before - 1] == ' ' || w->source[before - 1] == '\t')) before--;
		if (before > 0 && w->source[before - 1] != '\n') continue;
		unsigned name = skip_blanks(w, at + 1, r.end), end = name;
		while (end < r.end && is_word(w->source[end])) end++;
		size_t k = 0, n = sizeof words / sizeof *words;
		while (k < n && (strlen(words[k]) != end - name || memcmp(w->source + name, words[k], end - name) != 0))
			k++;
		if (k == n || (depth == 0 && k >= 4 && k < 7)) return false;
		depth += k >= 1 && k <= 3 ? 1 : k == 6 ? -1 : 0;
	}
	return depth == 0;
}

static bool calls_stack_memory(const prog_expr *e, void *user)
{
	(void)user;
	const prog_symbol *called = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	return called && strstr(called->name, "alloca") && !called->function;
}

// The general text hands its parameters on, so that only one of the two texts is ever run.
static bool can_choose(const rewriter *w, const prog_function *f)
{
	for (unsigned at = f->name_range.end; at + 3 <= f->body->range.begin; at++)
		if (!memcmp(w->source + at, "...", 3)) return false;
	for (int k = 0; k < f->n_params; k++)
		if (!*f->params[k]->name) return false;
	return true;
}

// Statements that cannot stand in both texts as they are. Variables that stay are those of one text: only one of them
// is ever run.
static bool is_of_one_text(const prog_stmt *s, void *w)
{
	for (const prog_pragma *p = s->pragmas; p; p = p->next)
		if (p->kind != PROG_PRAGMA_LOOP) return true;
	if (s->hint && s->hint->serial) return true;
	for (int k = 0; k < s->n_symbols; k++) {
		const prog_symbol *v = s->symbols[k];
		if (v->is_static && (v->mapping || v->partly || rewrite_sets_late(w, v))) return true;
	}
	return false;
}

static bool may_have_source(rewriter *w, const prog_function *f)
{
	const prog_symbol *s = f->symbol;
	if (w->options->check || s->is_serial || s->is_local || f->begins_program || f->ends_program) return false;
	if (f->range.file != w->file || !rewrite_in_main(w, f->name_range) || !rewrite_in_main(w, f->body->range))
		return false;
	if (!inner_head_end(w, f) || !versions_have_plain_head(w, f) || !can_choose(w, f) || s->is_weak) return false;
	prog_range head = {f->range.file, f->range.begin, f->body->range.begin};
	if (holds_word(w, f->range, "asm") || holds_word(w, f->range, "__asm__") || holds_word(w, f->range, "__asm") ||
	        holds_word(w, f->range, "__COUNTER__"))
		return false;
	for (unsigned at = head.begin; at < head.end; at++)
		if (w->source[at] == '#') return false;
	return may_be_read_twice(w, f->body->range) && !walk_any_in(f->body, calls_stack_memory, NULL) &&
	       !walk_any_stmt(f->body, is_of_one_text, w);
}

// ---- which functions need one --------------------------------------------------------------------

static bool may_be_elsewhere(const prog_expr *e, void *w)
{
	return e->kind != PROG_EXPR_SIZEOF && rewrite_may_be_elsewhere(w, e);
}

static bool has_task(const rewriter *w, const prog_function *f)
{
	for (int k = 0; k < w->g->n_tasks; k++)
		if (w->g->tasks[k]->nest->root->function == f) return true;
	return false;
}

enum { MAY_HAVE = 1, HAS = 2 };

static bool calls_one(const prog_expr *e, void *user)
{
	const rewriter *w = user;
	return e->kind == PROG_EXPR_CALL && prog_callee(e) && (w->has_source[prog_callee(e)->id] & HAS);
}

// Functions that ask, and those that call them: in these, too, a call need not ask.
void source_find(rewriter *w)
{
	prog_unit *u = w->unit;
	w->has_source = prog_alloc(u, (size_t)u->n_symbols + 1);
	for (int k = 0; k < u->n_functions; k++) {
		const prog_function *f = u->functions[k];
		bool may = may_have_source(w, f),
		     has = has_task(w, f) || walk_any_evaluated_in(f->body, may_be_elsewhere, w);
		w->has_source[f->symbol->id] = may ? has ? MAY_HAVE | HAS : MAY_HAVE : 0;
	}
	for (bool more = true; more;) {
		more = false;
		for (int k = 0; k < u->n_functions; k++) {
			unsigned char *has = &w->has_source[u->functions[k]->symbol->id];
			if (*has != MAY_HAVE || !walk_any_in(u->functions[k]->body, calls_one, w)) continue;
			*has |= HAS;
			more = true;
		}
	}
}

bool source_may_be_chosen(const rewriter *w, const prog_symbol *s) { return (w->has_source[s->id] & MAY_HAVE) != 0; }

bool source_is_declared_before(const rewriter *w, const prog_function *f)
{
	const prog_range first = f->symbol->first;
	if (f->range.begin <= w->inside->range.begin) return true;
	return first.file >= 0 && (first.file != w->file || first.begin < w->inside->range.begin);
}

bool source_is_known(const rewriter *w, const prog_symbol *s)
{
	return s->function && w->inside && (w->has_source[s->id] & HAS) && source_is_declared_before(w, s->function);
}

// ---- text ----------------------------------------------------------------------------------------

typedef struct declared {
	rewriter *w;
	text *out;
} declared;

static bool declare_called(const prog_expr *e, void *user)
{
	const declared *d = user;
	const prog_symbol *s = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	char line[300];
	if (s && s->function != d->w->inside && source_is_known(d->w, s)) {
		snprintf(line, sizeof line, "static __typeof__(%s) hpcc_source_%s;\n", s->name, s->name);
		if (!strstr(text_get(d->out), line)) text_add(d->out, line);
	}
	return false;
}

static void copy_edits(const edits *from, prog_range r, edits *to)
{
	for (int k = 0; k < from->n; k++) {
		const edit *e = &from->list[k];
		if (e->begin > r.begin && e->end < r.end) edits_replace(to, e->begin, e->end, e->text, e->order);
	}
}

static bool returns_nothing(const prog_function *f)
{
	const prog_type *result = f->symbol->type ? f->symbol->type->element : NULL;
	return !result || result->kind == PROG_TYPE_VOID;
}

// The body with what was changed for its declarations, and the calls in it.
static bool body_text(rewriter *w, const prog_function *f, text *out)
{
	edits kept = w->edits;
	text markers = w->markers;
	w->edits = (edits){0};
	w->markers = (text){0};
	copy_edits(&kept, f->body->range, &w->edits);
	w->as_source = true;
	w->only = f->body->range;
	rewrite_stmt(w, f->body);
	rewrite_directives(w);
	rewrite_names(w);
	rewrite_registers(w);
	if (f->is_main && !returns_nothing(f)) rewrite_insert(w, f->body->range.end - 1, ORDER_AFTER, "return 0; ");
	bool applied = edits_apply(&w->edits, w->source, f->body->range.begin, f->body->range.end, out);
	edits_free(&w->edits);
	text_free(&w->markers);
	w->as_source = false;
	w->only = (prog_range){0};
	w->edits = kept;
	w->markers = markers;
	return applied;
}

// The first line of the function's own text.
void source_choose(rewriter *w, const prog_function *f)
{
	bool nothing = returns_nothing(f);
	unsigned long parameters;
	text t = {0};
	text_add(&t, " if (hpcc_alone");
	if (reached_by_parameters(w, f, &parameters)) {
		text_add(&t, " || (");
		for (int k = 0, n = 0; k < f->n_params; k++)
			if (parameters >> k & 1)
				text_printf(&t, "%shpcc_is_own(%s)", n++ ? " && " : "", f->params[k]->name);
		text_add(&t, ")");
	}
	text_printf(&t, ") %s hpcc_source_%s(", nothing ? "{" : "return", f->symbol->name);
	for (int k = 0; k < f->n_params; k++) text_printf(&t, "%s%s", k ? ", " : "", f->params[k]->name);
	text_add(&t, nothing ? "); return; }" : ");");
	rewrite_insert(w, f->body->range.begin + 1, ORDER_FIRST, text_get(&t));
	text_free(&t);
}

bool source_of_function(rewriter *w, const prog_function *f)
{
	const prog_symbol *s = f->symbol;
	text body = {0}, copy = {0}, head = {0};
	char name[256];
	if (!(w->has_source[s->id] & HAS) || !body_text(w, f, &body)) return text_free(&body), false;
	text_printf(&copy, "\n// %s where nothing is elsewhere: as the source has it.\n", s->name);
	walk_any_in(f->body, declare_called, &(declared){w, &copy});
	snprintf(name, sizeof name, "hpcc_source_%s", s->name);
	inner_head(w, f, inner_specifier(f), name, &head);
	inner_declaration(w, f, inner_specifier(f), name, &w->tables);
	inner_names_begin(f, "source_", &copy);
	text_printf(&copy, "%s\n", text_get(&head));
	rewrite_line(w, f->body->range.begin, &copy);
	text_printf(&copy, "%s\n", text_get(&body));
	inner_names_end(f, &copy);
	rewrite_line(w, f->range.end, &copy);
	rewrite_insert(w, f->range.end, ORDER_MAP, text_get(&copy));
	text_free(&head);
	text_free(&body);
	text_free(&copy);
	return true;
}
