// SPDX-License-Identifier: Apache-2.0
//
// Volatile variables: a handler of a signal sets them, on each process when the signal comes there. What the program
// reads of them outside of nests is what process 0 does, so that all go the same way.
#include "rewrite.h"

#include "../analysis/model/model.h"

#include <stdlib.h>

typedef struct reached {
	const prog_unit *unit;
	unsigned char *yes; // [symbol id]: a function that may run at any time
	bool all;           // what is called counts, too
	bool more;
} reached;

static walk_next note_named(const prog_expr *e, walk_use use, void *user)
{
	reached *r = user;
	if (use == WALK_UNEVALUATED || (use == WALK_CALLED && !r->all)) return WALK_SKIP;
	if (e->kind == PROG_EXPR_VAR && e->symbol && e->symbol->function && !r->yes[e->symbol->id])
		r->yes[e->symbol->id] = r->more = true;
	return WALK_ON;
}

// Whether the function may be a handler, or one that a handler calls: no messages are sent there. Handlers are named
// without being called.
static bool may_handle_signals(const prog_unit *u, const prog_symbol *function)
{
	reached r = {.unit = u, .yes = calloc((size_t)u->n_symbols + 1, 1)};
	static const walker names = {.expr = note_named};
	if (!r.yes) abort();
	for (int k = 0; k < u->n_values; k++) walk_expr(u->values[k], &names, &r);
	for (int k = 0; k < u->n_functions; k++) walk_stmt(u->functions[k]->body, &names, &r);
	r.all = true;
	do {
		r.more = false;
		for (int k = 0; k < u->n_functions; k++)
			if (r.yes[u->functions[k]->symbol->id]) walk_stmt(u->functions[k]->body, &names, &r);
	} while (r.more);
	bool yes = r.yes[function->id];
	free(r.yes);
	return yes;
}

bool rewrite_volatile(rewriter *w, const prog_expr *e, use_mode mode, text *out)
{
	if (w->task || w->inner || mode != USE_READ || e->kind != PROG_EXPR_VAR || !w->inside) return false;
	const prog_symbol *s = e->symbol;
	if (s->kind != PROG_SYMBOL_VARIABLE || !(s->file_scope || s->is_static) || !s->type->is_volatile ||
	        s->type->kind != PROG_TYPE_INT || may_handle_signals(w->unit, w->inside->symbol))
		return false;
	text_printf(out, "HPCC_TOLD(%s)", s->name);
	return true;
}
