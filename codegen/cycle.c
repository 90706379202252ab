// SPDX-License-Identifier: Apache-2.0
//
// The phase cycle in the text: what is sent in its first steps and in later ones is told apart
// (runtime/record/ledger.c), and only some of them may be predicted.
#include "rewrite.h"

// What stands in a head whose loop counts, and has no effect: variables and numbers.
static bool is_plain(const prog_expr *e)
{
	return e && expr_is_made_of(e,
	                    EXPR_KIND(VAR) | EXPR_KIND(INT) | EXPR_KIND(BINARY) | EXPR_KIND(UNARY) | EXPR_KIND(CAST));
}

static const prog_expr *first_value(const prog_stmt *loop, const prog_symbol *var)
{
	const prog_stmt *init = loop->init;
	if (!init) return NULL;
	for (int k = 0; k < init->n_symbols; k++)
		if (init->symbols[k] == var && init->n_symbols == 1) return init->inits[k];
	const prog_expr *e = init->expr;
	bool sets = e && e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && e->arg[0]->symbol == var;
	return sets ? e->arg[1] : NULL;
}

static bool steps_by_one(const prog_expr *step, const prog_symbol *var)
{
	return step && step->kind == PROG_EXPR_INCDEC && step->op == PROG_OP_ADD && step->arg[0]->symbol == var;
}

static bool changes_in(const prog_expr *e, void *body)
{
	return e->kind == PROG_EXPR_VAR && stmt_changes(body, e->symbol);
}

// How often the loop runs, where its head says so and nothing leaves it before: as C, to be evaluated before it.
static bool add_count(rewriter *w, const prog_stmt *loop, text *out)
{
	const prog_expr *c = loop->cond;
	bool counts = loop->kind == PROG_STMT_FOR && c && c->kind == PROG_EXPR_BINARY &&
	              (c->op == PROG_OP_LT || c->op == PROG_OP_LE) && c->arg[0]->kind == PROG_EXPR_VAR;
	const prog_symbol *var = counts ? c->arg[0]->symbol : NULL;
	const prog_expr *first = counts ? first_value(loop, var) : NULL;
	if (!first || !is_plain(first) || !is_plain(c->arg[1]) || !steps_by_one(loop->step, var)) return false;
	const prog_stmt *body = loop->body;
	if (stmt_may_leave(body) || stmt_changes(body, var) || walk_any(c->arg[1], changes_in, (void *)body))
		return false;
	text_add(out, "hpcc_max(0, (long)(");
	rewrite_render(w, c->arg[1], USE_READ, out);
	text_add(out, ") - (long)(");
	rewrite_render(w, first, USE_READ, out);
	text_add(out, c->op == PROG_OP_LE ? ") + 1)" : "))");
	return true;
}

void rewrite_cycle(rewriter *w, const prog_stmt *loop)
{
	if (loop != w->cycle || w->as_source || w->inner) return;
	if (loop->pragmas) return; // they are about the statement behind them, which must stay the loop
	if (!rewrite_in_main(w, loop->range) || !rewrite_in_main(w, loop->body->range)) return;
	const char *path;
	unsigned line = prog_unit_line_name(w->unit, loop->loc, &path);
	text head = {0};
	text_add(&head, "HPCC_CYCLE(");
	text_add_string(&head, path);
	text_printf(&head, ", %u, ", line);
	if (!add_count(w, loop, &head)) text_add(&head, "-1");
	text_add(&head, ") ");
	rewrite_insert(w, loop->range.begin, ORDER_PARTS, text_get(&head));
	// do{ ... } while: no blank need stand there.
	rewrite_insert(w, loop->body->range.begin, ORDER_FIRST, " HPCC_CYCLE_STEP ");
	text_free(&head);
}
