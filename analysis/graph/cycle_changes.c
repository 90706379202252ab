// SPDX-License-Identifier: Apache-2.0
#include "cycle_changes.h"

#include <stdlib.h>
#include <string.h>

typedef struct search {
	const control_flow *flow;
	const char *name;
	size_t length;
	bool file_scope; // only variables there
	bool *entered;   // [function of the flow]
} search;

static bool sets(const prog_expr *e, const search *s)
{
	if (e->kind != PROG_EXPR_ASSIGN && e->kind != PROG_EXPR_INCDEC && e->kind != PROG_EXPR_ADDR) return false;
	const prog_expr *of = e->arg[0];
	while (of->kind == PROG_EXPR_CAST) of = of->arg[0];
	if (of->kind != PROG_EXPR_VAR || (s->file_scope && !of->symbol->file_scope)) return false;
	return !strncmp(of->symbol->name, s->name, s->length) && !of->symbol->name[s->length];
}

// In the function's own text, or at file scope in functions that it calls.
static bool sets_at_last(const prog_expr *e, void *user)
{
	const search *s = user;
	if (sets(e, s)) return true;
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	const flow_function *f = callee ? flow_function_of(s->flow, callee) : NULL;
	if (!f || s->entered[f - s->flow->functions]) return false;
	s->entered[f - s->flow->functions] = true;
	search inside = *s;
	inside.file_scope = true;
	return walk_any_in(f->function->body, sets_at_last, &inside);
}

bool statement_may_set(
        const control_flow *flow, const prog_stmt *stmt, const char *name, size_t length, bool only_file_scope)
{
	search s = {.flow = flow, .name = name, .length = length, .file_scope = only_file_scope};
	s.entered = calloc((size_t)flow->n_functions + 1, sizeof *s.entered);
	const bool set = walk_any_in(stmt, sets_at_last, &s);
	free(s.entered);
	return set;
}

bool cycle_may_set(const control_flow *flow, const prog_function *function, const char *name, size_t length)
{
	const flow_node *cycle = flow->cycle;
	if (!cycle || !function) return false;
	if (function == flow->cycle_function->function)
		return statement_may_set(flow, cycle->stmt, name, length, false);
	return statement_may_set(flow, function->body, name, length, false) ||
	       statement_may_set(flow, cycle->stmt, name, length, true);
}
