// SPDX-License-Identifier: Apache-2.0
//
// Parameters with mappings: what they are given is mapped so while the function runs.
#include "map_calls.h"

#include "../analysis/model/model.h"

#include <string.h>

static bool is_local(const prog_expr *e, void *unused)
{
	(void)unused;
	return e->kind == PROG_EXPR_VAR && e->symbol->kind == PROG_SYMBOL_VARIABLE && !e->symbol->file_scope;
}

static bool has_locals(const prog_expr *e) { return walk_any(e, is_local, NULL); }

// Variables of the function's blocks say how the parameter is mapped.
static bool depends_on_locals(const prog_mapping *m)
{
	for (int d = 0; d < m->rank; d++)
		if (has_locals(m->extent[d]) || (m->how == PROG_MAP_DISTRIBUTE && has_locals(m->dist[d].arg)))
			return true;
	for (int d = 0; d < m->with_rank; d++)
		if (has_locals(m->sub[d].offset)) return true;
	if (has_locals(m->offset) || has_locals(m->first) || has_locals(m->last)) return true;
	return m->with && has_locals(&(prog_expr){.kind = PROG_EXPR_VAR, .symbol = m->with});
}

// What a parameter is given has the parameter's mapping until the function is left, by whatever way. `before`: the
// mapping before it in the same function, NULL: none.
static void take_argument(rewriter *w, const prog_function *f, const prog_mapping *m, const prog_mapping *before)
{
	unsigned start = f->body->range.begin + 1;
	text t = {0};
	text_printf(&t,
	        " hpcc_argument hpcc_argument_%d __attribute__((__cleanup__(hpcc_argument_leave), __unused__)) = "
	        "hpcc_argument_%s(",
	        m->id, map_function(m));
	text_printf(&t, before ? "&hpcc_argument_%d" : "0", before ? before->id : 0);
	text_printf(&t, ", &hpcc_info_%d, %s(%s), ", m->id, m->at_pointee ? "*" : "", m->symbol->name);
	map_extents(w, m, "", &t);
	text_add(&t, ", ");
	map_arguments(w, m, "", true, &t);
	text_add(&t, ");");
	unsigned at = depends_on_locals(m) ? rewrite_directive_end(w, m, start) : start;
	rewrite_insert(w, rewrite_behind_names(w, m, at), ORDER_MAP, text_get(&t));
	text_free(&t);
}

// The same of a parameter that leads to several arrays, each of which is one that is given.
static void take_arguments_in(rewriter *w, const prog_function *f, const prog_mapping *m)
{
	unsigned start = f->body->range.begin + 1;
	text t = {0};
	char list[64];
	snprintf(list, sizeof list, "hpcc_arguments_%d", m->id);
	text_printf(
	        &t, " hpcc_arguments *%s __attribute__((__cleanup__(hpcc_arguments_leave), __unused__)) = 0; ", list);
	map_arguments_in(w, m, list, &t);
	unsigned at = depends_on_locals(m) ? rewrite_directive_end(w, m, start) : start;
	rewrite_insert(w, rewrite_behind_names(w, m, at), ORDER_MAP, text_get(&t));
	text_free(&t);
}

// A parameter without a mapping that the function gives others: undone when it is left.
void rewrite_keep_arguments(rewriter *w, const prog_function *f)
{
	for (int k = 0; k < f->n_params; k++) {
		const prog_symbol *s = f->params[k];
		const prog_mapping *given = NULL;
		for (int r = 0; r < w->unit->n_remaps && !given; r++)
			if (w->unit->remaps[r]->symbol == s) given = w->unit->remaps[r];
		if (!given || (s->mapping && s->mapping->how != PROG_MAP_NONE)) continue;
		text t = {0};
		text_printf(&t,
		        " hpcc_argument hpcc_kept_%d __attribute__((__cleanup__(hpcc_argument_leave), __unused__)) = "
		        "hpcc_argument_keep(0, %s%s);",
		        given->id, given->at_pointee ? "*" : "", s->name);
		rewrite_insert(w, f->body->range.begin + 1, ORDER_MAP, text_get(&t));
		text_free(&t);
	}
}

static bool is_taken(const prog_mapping *m, int chain)
{
	return m && m->how != PROG_MAP_NONE && !m->row_levels && map_chain_length(m) == chain;
}

static bool is_of_parameter(const prog_mapping *m, const prog_function *f, int chain)
{
	if (!m->is_parameter || !m->offset || !is_taken(m, chain)) return false;
	for (int k = 0; k < f->n_params; k++)
		if (f->params[k] == m->symbol) return true;
	return false;
}

static bool can_be_taken(const rewriter *w, const prog_function *f, const prog_symbol *s)
{
	if (!rewrite_in_main(w, f->body->range)) diag_report(DIAG_not_translated, s->loc, s->name);
	return rewrite_in_main(w, f->body->range);
}

void rewrite_take_arguments(rewriter *w, const prog_function *f)
{
	const prog_mapping *before = NULL;
	for (int chain = 0; chain <= w->unit->n_mappings; chain++) {
		for (int k = 0; k < f->n_params; k++) {
			const prog_symbol *s = f->params[k];
			if (!is_taken(s->mapping, chain)) continue;
			if (!can_be_taken(w, f, s)) return;
			take_argument(w, f, s->mapping, before);
			if (!depends_on_locals(s->mapping)) before = s->mapping;
		}
		for (int k = 0; k < w->unit->n_mappings; k++) {
			const prog_mapping *m = w->unit->mappings[k];
			if (!is_of_parameter(m, f, chain)) continue;
			if (!can_be_taken(w, f, m->symbol)) return;
			take_arguments_in(w, f, m);
		}
	}
}
