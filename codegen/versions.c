// SPDX-License-Identifier: Apache-2.0
//
// One text of a function serves all mappings of its arguments: what it assumes is tested when a nest is entered. What
// it cannot do is to run at the home of another array, because the one whose home it took has no mapping in this call:
// dot(x, y) of an x that all processes have. For such calls there is the function once more, with these parameters
// taken to be plain, and the general one begins with the choice.
#include "versions.h"
#include "conditionals.h"
#include "inner.h"

#include "../analysis/model/model.h"

#include <ctype.h>
#include <string.h>

enum { MOST_PARAMETERS = 8, MOST_VERSIONS = 3 };

// Parameters that decide where iterations run, or that are written there; and which of them calls give no mapping.
typedef struct choices {
	const prog_function *f;
	const unit_facts *facts;
	int n_deciding;
	prog_symbol *deciding[MOST_PARAMETERS];
	int n_masks;
	unsigned mask[MOST_VERSIONS]; // by the numbers of `deciding`
	int n_calls;
} choices;

// ---- which versions -----------------------------------------------------------------------------

static void add_deciding(choices *c, const nest_object *o)
{
	prog_symbol *s = o->symbol;
	if (o->kind != NEST_POINTER || o->base->kind != PROG_EXPR_VAR || s->kind != PROG_SYMBOL_PARAMETER) return;
	bool own = false;
	for (int k = 0; k < c->f->n_params; k++) own |= c->f->params[k] == s;
	for (int k = 0; k < c->n_deciding; k++) own &= c->deciding[k] != s;
	if (own && c->n_deciding < MOST_PARAMETERS) c->deciding[c->n_deciding++] = s;
}

static void find_deciding(const rewriter *w, choices *c)
{
	for (int k = 0; k < w->g->n_tasks; k++) {
		const task *t = w->g->tasks[k];
		if (t->kind != TASK_SPLIT || t->nest->root->function != c->f) continue;
		for (int a = 0; a < t->n_args; a++)
			if (t->args[a].home || t->args[a].writes) add_deciding(c, &t->nest->objects[t->args[a].object]);
	}
}

static void add_mask(choices *c, unsigned mask)
{
	for (int k = 0; k < c->n_masks; k++)
		if (c->mask[k] == mask) return;
	if (mask && c->n_masks < MOST_VERSIONS) c->mask[c->n_masks++] = mask;
}

static void look_at_call(choices *c, const prog_expr *e)
{
	unsigned mask = 0;
	c->n_calls++;
	for (int k = 1; k < e->n_args && k <= c->f->n_params; k++)
		for (int d = 0; d < c->n_deciding; d++)
			if (c->f->params[k - 1] == c->deciding[d] && facts_argument_is_plain(c->facts, e->arg[k]))
				mask |= 1u << d;
	add_mask(c, mask);
}

static bool note_call(const prog_expr *e, void *user)
{
	choices *c = user;
	if (e->kind == PROG_EXPR_CALL && prog_callee(e) == c->f->symbol) look_at_call(c, e);
	return false;
}

// Those that ask for more come first.
static void sort_masks(choices *c)
{
	for (int k = 1; k < c->n_masks; k++)
		for (int j = k; j > 0; j--) {
			unsigned kept = c->mask[j];
			if (__builtin_popcount(kept) <= __builtin_popcount(c->mask[j - 1])) break;
			c->mask[j] = c->mask[j - 1];
			c->mask[j - 1] = kept;
		}
}

static void find_masks(const rewriter *w, choices *c)
{
	for (int k = 0; k < w->unit->n_functions; k++) walk_any_in(w->unit->functions[k]->body, note_call, c);
	// Called from other units only: one of the parameters may be without a mapping.
	for (int d = 0; d < c->n_deciding && !c->n_calls; d++) add_mask(c, 1u << d);
	sort_masks(c);
}

// ---- may there be another text? ------------------------------------------------------------------

static bool belongs_to_text(const prog_stmt *s, void *unused)
{
	(void)unused;
	if (s->pragmas || s->hint || s->kind == PROG_STMT_OPAQUE || s->kind == PROG_STMT_REMAP) return true;
	for (int k = 0; k < s->n_symbols; k++)
		if (s->symbols[k]->is_static || s->symbols[k]->is_extern || s->symbols[k]->kind != PROG_SYMBOL_VARIABLE)
			return true;
	return false;
}

static bool holds_word(const rewriter *w, prog_range r, const char *word)
{
	size_t n = strlen(word);
	for (unsigned at = r.begin; at + n <= r.end; at++)
		if (!memcmp(w->source + at, word, n)) return true;
	return false;
}

static bool is_edited(const rewriter *w, prog_range r)
{
	for (int k = 0; k < w->edits.n; k++)
		if (w->edits.list[k].begin > r.begin && w->edits.list[k].end < r.end) return true;
	return false;
}

// What stands before the name may say more than the result's type: attributes, linkage, perhaps by a macro.
bool versions_have_plain_head(const rewriter *w, const prog_function *f)
{
	prog_range head = {f->range.file, f->range.begin, f->body->range.begin}, before = head;
	before.end = f->name_range.begin;
	if (holds_word(w, head, "__attribute") || holds_word(w, head, "[[") || holds_word(w, before, "extern"))
		return false;
	for (unsigned at = before.begin, end; at < before.end && !f->is_static; at = end) {
		bool lower = false, word = false;
		for (end = at; end < before.end && (isalnum((unsigned char)w->source[end]) || w->source[end] == '_');
		        end++) {
			lower |= islower((unsigned char)w->source[end]) != 0;
			word = true;
		}
		if (word && !lower) return false;
		end += !word;
	}
	return true;
}

static bool may_have_versions(const rewriter *w, const prog_function *f)
{
	static const char *const words[] = {
	        "__func__", "__FUNCTION__", "__PRETTY_FUNCTION__", "assert", "_Pragma", "asm"};
	const prog_symbol *s = f->symbol;
	if (w->options->check || f->is_main || s->is_serial || s->is_local || f->range.file != w->file) return false;
	if (!rewrite_in_main(w, f->name_range) || !rewrite_in_main(w, f->body->range) || !inner_head_end(w, f) ||
	        f->is_old_style || !versions_have_plain_head(w, f))
		return false;
	for (size_t k = 0; k < sizeof words / sizeof *words; k++)
		if (holds_word(w, f->range, words[k])) return false;
	if (!conditionals_only(w->source + f->range.begin, f->range.end - f->range.begin)) return false;
	for (int k = 0; k < f->n_params; k++)
		if (!*f->params[k]->name || (f->params[k]->mapping && f->params[k]->mapping->how != PROG_MAP_NONE))
			return false;
	return !walk_any_stmt(f->body, belongs_to_text, NULL) && !is_edited(w, f->range);
}

// ---- text ----------------------------------------------------------------------------------------

static bool splits(const graph *g, const prog_stmt *loop)
{
	for (int k = 0; k < g->n_tasks; k++)
		if (g->tasks[k]->kind == TASK_SPLIT && !g->tasks[k]->serial && g->tasks[k]->nest->root == loop)
			return true;
	return false;
}

// Whether the version splits what the general text splits, and nothing less: a loop within one of these would be
// entered once for each of its iterations.
static bool splits_as(const graph *g, const graph *general, const prog_function *f)
{
	int n = 0;
	for (int k = 0; k < g->n_tasks; k++) {
		const task *t = g->tasks[k];
		if (t->kind != TASK_SPLIT || t->serial || t->nest->n_callees || !splits(general, t->nest->root))
			return false;
	}
	for (int k = 0; k < general->n_tasks; k++) {
		const task *t = general->tasks[k];
		if (t->kind != TASK_SPLIT || t->nest->root->function != f) continue;
		if (!splits(g, t->nest->root)) return false;
		n++;
	}
	return n > 0;
}

static bool returns_nothing(const prog_function *f)
{
	const prog_type *result = f->symbol->type ? f->symbol->type->element : NULL;
	return !result || result->kind == PROG_TYPE_VOID;
}

static void call_text(const choices *c, int version, text *out)
{
	bool nothing = returns_nothing(c->f);
	text_add(out, " if (");
	for (int d = 0, n = 0; d < c->n_deciding; d++)
		if (c->mask[version] >> d & 1)
			text_printf(out, "%shpcc_is_plain(%s)", n++ ? " && " : "", c->deciding[d]->name);
	text_printf(out, ") %s hpcc_plain%d_%s(", nothing ? "{" : "return", version, c->f->symbol->name);
	for (int k = 0; k < c->f->n_params; k++) text_printf(out, "%s%s", k ? ", " : "", c->f->params[k]->name);
	text_add(out, nothing ? "); return; }" : ");");
}

// The body with the version's tasks; false where that cannot be put into text.
static bool body_text(rewriter *w, const prog_function *f, graph *g, text *out)
{
	edits kept = w->edits;
	graph *general = w->g;
	w->edits = (edits){0};
	w->g = g;
	rewrite_stmt(w, f->body);
	rewrite_directives(w);
	rewrite_names(w);
	bool applied = edits_apply(&w->edits, w->source, f->body->range.begin, f->body->range.end, out);
	edits_free(&w->edits);
	w->g = general;
	w->edits = kept;
	return applied;
}

static void add_version(rewriter *w, const choices *c, int version, text *call)
{
	const prog_function *f = c->f;
	prog_symbol *plain[MOST_PARAMETERS];
	int n = 0;
	char name[256];
	for (int d = 0; d < c->n_deciding; d++)
		if (c->mask[version] >> d & 1) plain[n++] = c->deciding[d];
	graph *g = graph_of_version(w->g, f, plain, n, w->first_task);
	text body = {0};
	if (splits_as(g, w->g, f) && body_text(w, f, g, &body)) {
		w->first_task += g->n_tasks;
		if (!call->size) inner_head(w, f, "", f->symbol->name, &w->tables), text_add(&w->tables, ";\n");
		snprintf(name, sizeof name, "hpcc_plain%d_%s", version, f->symbol->name);
		inner_head(w, f, f->is_static ? "" : "static ", name, &w->tables);
		conditionals_balance(&body);
		text_add(&w->tables, "\n");
		rewrite_line(w, f->body->range.begin, &w->tables);
		text_add(&w->tables, text_get(&body));
		text_add(&w->tables, "\n");
		call_text(c, version, call);
		w->versions = prog_grow(w->unit, w->versions, w->n_versions, &w->room_versions, sizeof *w->versions);
		w->versions[w->n_versions++] = g;
		g = NULL;
	}
	text_free(&body);
	if (g) graph_free(g);
}

void versions_of_function(rewriter *w, const prog_function *f)
{
	choices c = {.f = f, .facts = w->g->facts};
	if (!may_have_versions(w, f)) return;
	find_deciding(w, &c);
	if (!c.n_deciding) return;
	find_masks(w, &c);
	text call = {0};
	for (int k = 0; k < c.n_masks; k++) add_version(w, &c, k, &call);
	if (call.size) rewrite_insert(w, f->body->range.begin + 1, ORDER_TABLES, text_get(&call));
	text_free(&call);
}
