// SPDX-License-Identifier: Apache-2.0
#include "graph_layout.h"
#include "formula.h"
#include "json.h"

#include <string.h>

// ---- expressions ------------------------------------------------------------------------------

static const char *operator_of(const prog_expr *e)
{
	if (e->kind != PROG_EXPR_BINARY) return NULL;
	switch (e->op) {
	case PROG_OP_ADD: return "+";
	case PROG_OP_SUB: return "-";
	case PROG_OP_MUL: return "*";
	default: return NULL;
	}
}

// What is no sum, difference or product of others is a name: the source's words.
static void write_expr(const prog_unit *unit, const char *key, const prog_expr *e, text *out)
{
	while (e && e->kind == PROG_EXPR_CAST) e = e->arg[0];
	const char *operation = e ? operator_of(e) : NULL;
	text words = {0};
	if (!e) {
		json_number(out, key, 0);
	} else if (e->kind == PROG_EXPR_INT) {
		json_number(out, key, (long)e->value);
	} else if (operation) {
		json_open(out, key, '[');
		json_string(out, NULL, strcmp(operation, "-") == 0 ? "+" : operation);
		write_expr(unit, NULL, e->arg[0], out);
		if (strcmp(operation, "-") == 0) {
			json_open(out, NULL, '[');
			json_string(out, NULL, "*");
			json_number(out, NULL, -1);
			write_expr(unit, NULL, e->arg[1], out);
			json_close(out, ']');
		} else {
			write_expr(unit, NULL, e->arg[1], out);
		}
		json_close(out, ']');
	} else {
		formula_written(unit, e->range, e->text ? e->text : e->symbol ? e->symbol->name : NULL, &words);
		json_string(out, key, text_get(&words));
	}
	text_free(&words);
}

// ---- layouts ----------------------------------------------------------------------------------

// What is cut into blocks in the end, and the grid that it lies on.
typedef struct target {
	const char *name;
	int rank;
	const prog_expr *const *extent, *const *used; // used NULL: all of each dimension
	const prog_dist_dim *dist;
	const prog_grid *onto;
} target;

static bool target_of(const prog_mapping *m, target *to)
{
	if (m && m->how == PROG_MAP_DISTRIBUTE) {
		*to = (target){m->symbol->name, m->rank, m->extent, m->used, m->dist, m->onto};
		return true;
	}
	return false;
}

static bool target_of_template(const prog_template *t, target *to)
{
	if (!t || !t->distributed) return false;
	*to = (target){t->name, t->rank, t->extent, NULL, t->dist, t->onto};
	return true;
}

static bool is_in_blocks(const target *t)
{
	for (int d = 0; d < t->rank; d++)
		if (t->dist[d].format != PROG_FORMAT_NONE && t->dist[d].format != PROG_FORMAT_BLOCK &&
		        t->dist[d].format != PROG_FORMAT_GEN_BLOCK)
			return false;
	return true;
}

// Which index of the target dimension d lies with an index of the array.
static void write_sub(const prog_unit *unit, const prog_align_sub *sub, int d, text *out)
{
	if (!sub) {
		json_number(out, "dim", d);
		return;
	}
	if (!sub->star && sub->dim >= 0 && sub->coef != 0) {
		json_number(out, "dim", sub->dim);
		json_number(out, "coef", sub->coef);
	}
	if (sub->star)
		json_flag(out, "all", true);
	else
		write_expr(unit, "offset", sub->offset, out);
}

static void write_grid(const prog_unit *unit, const prog_grid *onto, text *out)
{
	if (!onto) return;
	json_open(out, "grid", '[');
	for (int d = 0; d < onto->rank; d++) write_expr(unit, NULL, onto->extent[d], out);
	json_close(out, ']');
}

// The source's words for the array of sizes, and the sizes where they are constants.
static void write_sizes(const prog_unit *unit, const prog_expr *sizes, text *out)
{
	while (sizes->kind == PROG_EXPR_CAST) sizes = sizes->arg[0];
	const prog_symbol *s = sizes->kind == PROG_EXPR_VAR ? sizes->symbol : NULL;
	write_expr(unit, "sizes", sizes, out);
	if (!s || !s->type->is_const || s->n_values == 0) return;
	json_open(out, "blocks", '[');
	for (int k = 0; k < s->n_values; k++) json_number(out, NULL, s->values[k]);
	json_close(out, ']');
}

static void write_dist(const prog_unit *unit, const prog_dist_dim *dist, text *out)
{
	if (!dist->arg) return;
	if (dist->format == PROG_FORMAT_GEN_BLOCK)
		write_sizes(unit, dist->arg, out);
	else
		write_expr(unit, "block", dist->arg, out);
}

// `sub` NULL: the array is the target itself.
static void write_layout(const prog_unit *unit, const target *t, const prog_align_sub *sub, text *out)
{
	json_open(out, "layout", '{');
	json_string(out, "of", t->name);
	write_grid(unit, t->onto, out);
	json_open(out, "split", '[');
	for (int d = 0; d < t->rank; d++) {
		if (t->dist[d].format == PROG_FORMAT_NONE) continue;
		json_open(out, NULL, '{');
		write_sub(unit, sub ? &sub[d] : NULL, d, out);
		write_expr(unit, "extent", t->used && t->used[d] ? t->used[d] : t->extent[d], out);
		write_dist(unit, &t->dist[d], out);
		json_close(out, '}');
	}
	json_close(out, ']');
	json_close(out, '}');
}

void graph_layout(const prog_unit *unit, const prog_mapping *m, text *out)
{
	target t;
	if (!m || m->moves) return;
	json_open(out, "extents", '[');
	for (int d = 0; d < m->rank; d++) write_expr(unit, NULL, m->extent[d], out);
	json_close(out, ']');
	const bool aligned = m->how == PROG_MAP_ALIGN;
	const bool known = !aligned           ? target_of(m, &t)
	                   : m->with_template ? target_of_template(m->with_template, &t)
	                                      : target_of(m->with_mapping, &t);
	if (known && is_in_blocks(&t)) write_layout(unit, &t, aligned ? m->sub : NULL, out);
}
