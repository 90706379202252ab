// SPDX-License-Identifier: Apache-2.0
//
// `h[0] = h[n - 2];` outside of nests: only the owner of the element that is set needs the value, and computes it. What
// it reads goes there, and not to every process.
#include "rewrite.h"

enum { MOST_READS = 16 };

typedef struct value {
	rewriter *w;
	int n;
	const prog_expr *read[MOST_READS];
} value;

// An element that can be named before the statement: naming it has no effect and reads no other one.
static bool can_be_named(const rewriter *w, const prog_expr *e)
{
	if (!rewrite_is_simple(e)) return false;
	for (int k = 0; k < e->n_args; k++) {
		if (!e->arg[k]) return false; // of x ?: y
		const prog_type *t = e->arg[k]->type;
		bool around = k == 0 && (e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_MEMBER) && t &&
		              t->kind != PROG_TYPE_POINTER;
		if (!around && rewrite_is_element(w, e->arg[k])) return false;
		if (!can_be_named(w, e->arg[k])) return false;
	}
	return true;
}

static bool is_bit_field(const prog_expr *e) { return e->kind == PROG_EXPR_MEMBER && e->symbol->is_bit_field; }

static bool collect(value *v, const prog_expr *e);

static bool collect_parts(value *v, const prog_expr *e, int from)
{
	for (int k = from; k < e->n_args; k++)
		if (e->arg[k] && !collect(v, e->arg[k])) return false;
	return true;
}

// What may not be evaluated at all reads nothing: the element may not be there.
static bool reads_nothing(value *v, const prog_expr *e, int from)
{
	int n = v->n;
	return collect_parts(v, e, from) && v->n == n;
}

// The elements that the value is made of; false: something else than computing is done with them.
static bool collect(value *v, const prog_expr *e)
{
	if (e->type && e->type->is_volatile) return false;
	if (rewrite_is_element(v->w, e)) {
		if (v->n == MOST_READS || is_bit_field(e) || !can_be_named(v->w, e)) return false;
		v->read[v->n++] = e;
		return true;
	}
	switch (e->kind) {
	case PROG_EXPR_INT:
	case PROG_EXPR_FLOAT:
	case PROG_EXPR_VAR: return true;
	case PROG_EXPR_BINARY:
		if (prog_is_comma(e)) return false;
		if (e->op == PROG_OP_LAND || e->op == PROG_OP_LOR)
			return collect(v, e->arg[0]) && reads_nothing(v, e, 1);
		return collect_parts(v, e, 0);
	case PROG_EXPR_COND: return e->arg[1] && collect(v, e->arg[0]) && reads_nothing(v, e, 1);
	case PROG_EXPR_CALL: return facts_is_pure(v->w->g->facts, e) && collect_parts(v, e, 1);
	case PROG_EXPR_UNARY:
	case PROG_EXPR_CAST:
	case PROG_EXPR_MEMBER:
	case PROG_EXPR_INDEX:
	case PROG_EXPR_DEREF: return collect_parts(v, e, 0);
	default: return false;
	}
}

static void element_text(rewriter *w, const prog_expr *e, text *out)
{
	text name = {0};
	rewrite_render(w, e, USE_ADDRESS, &name);
	text_printf(out, "{&(%s), sizeof(%s)}", text_get(&name), text_get(&name));
	text_free(&name);
}

bool rewrite_store(rewriter *w, const prog_expr *e, use_mode mode, text *out)
{
	// With -fdist-check every process says what it reads.
	if (e->kind != PROG_EXPR_ASSIGN || mode != USE_UPDATE || w->task || w->inner || w->as_source ||
	        w->options->check)
		return false;
	const prog_expr *to = e->arg[0];
	value v = {.w = w};
	if (!rewrite_in_main(w, e->range) || !rewrite_is_element(w, to) || is_bit_field(to) || !can_be_named(w, to))
		return false;
	if (!collect(&v, e->arg[1]) || v.n == 0) return false;
	text_printf(out, "(hpcc_maybe_store(%d, (const hpcc_element[]){", v.n + 1);
	element_text(w, to, out);
	for (int k = 0; k < v.n; k++) {
		text_add(out, ", ");
		element_text(w, v.read[k], out);
	}
	text_add(out, "}) ? (void)(");
	w->store = to;
	rewrite_render_parts(w, e, mode, out);
	w->store = NULL;
	text_add(out, ") : (void)0, hpcc_store_end())");
	return true;
}
