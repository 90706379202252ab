// SPDX-License-Identifier: Apache-2.0
//
// The text of a loop that is distributed: its parts, one after the other, each made of the source's text without the
// statements of the others. What the loop is where that may not be stands behind them, as if it were not distributed.
#include "rewrite.h"

static const distribution *distribution_at(const rewriter *w, const prog_stmt *loop)
{
	for (int k = 0; k < w->g->n_distributed && !w->inner && !w->as_source; k++)
		if (w->g->distributed[k]->loop == loop) return w->g->distributed[k];
	return NULL;
}

// Insertions at its ends belong to the statements beside it.
static bool lies_in(const edit *e, prog_range r)
{
	if (e->begin == e->end) return e->begin > r.begin && e->end < r.end;
	return e->begin >= r.begin && e->end <= r.end;
}

// Without a statement, and what was to change in it.
static void leave_out(rewriter *w, const prog_stmt *s)
{
	for (int k = 0; k < w->edits.n; k++)
		if (lies_in(&w->edits.list[k], s->range)) edits_remove(&w->edits, k--);
	edits_replace(&w->edits, s->range.begin, s->range.end, ";", 0);
}

static bool part_text(rewriter *w, const distribution *d, int part, text *out)
{
	edits kept = w->edits;
	const distribution_part *p = &d->part[part];
	w->edits = (edits){0};
	rewrite_stmt(w, p->loop);
	rewrite_directives(w);
	rewrite_names(w);
	rewrite_registers(w);
	for (int k = 0; k < p->n_without; k++) leave_out(w, p->without[k]);
	bool applied = edits_apply(&w->edits, w->source, d->loop->range.begin, d->loop->range.end, out);
	edits_free(&w->edits);
	w->edits = kept;
	return applied;
}

static void condition_text(rewriter *w, const distribution *d, text *out)
{
	text_add(out, "({\n");
	rewrite_parameters(w, d->n, out);
	text_add(out, "\t(void)hpcc_par; (");
	rewrite_assumption(d->n, out);
	text_add(out, ")");
	for (int k = 0; k < d->n_apart; k++) {
		text_add(out, " && hpcc_is_apart(");
		rewrite_base(w, &d->n->objects[d->apart[k][0]], out);
		text_add(out, ", ");
		rewrite_base(w, &d->n->objects[d->apart[k][1]], out);
		text_add(out, ")");
	}
	text_add(out, "; })");
	for (const distribution *inner = d->inner; inner; inner = inner->next) {
		text_add(out, " && ");
		condition_text(w, inner, out);
	}
}

void rewrite_distributed(rewriter *w, const prog_stmt *loop)
{
	const distribution *d = distribution_at(w, loop);
	text whole = {0};
	bool good = d != NULL;
	if (!good) return;
	text_add(&whole, "if (");
	condition_text(w, d, &whole);
	text_add(&whole, ") {\n");
	for (int k = 0; k < d->n_parts && good; k++) {
		good = part_text(w, d, k, &whole);
		text_add(&whole, "\n");
	}
	text_add(&whole, "} else\n");
	rewrite_resume(w, loop->range.begin, &whole);
	if (good) rewrite_insert(w, loop->range.begin, ORDER_PARTS, text_get(&whole));
	text_free(&whole);
}
