// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include <string.h>

// "file", line
static void place_text(rewriter *w, prog_loc loc, text *out)
{
	const char *path;
	unsigned line = prog_unit_line_name(w->unit, loc, &path);
	text_add_string(out, path);
	text_printf(out, ", %u", line);
}

// Whether it may be evaluated once more.
static bool is_repeatable(const prog_expr *e)
{
	if (!e) return true;
	switch (e->kind) {
	case PROG_EXPR_ASSIGN:
	case PROG_EXPR_INCDEC:
	case PROG_EXPR_CALL:
	case PROG_EXPR_OPAQUE: return false;
	default: break;
	}
	for (int k = 0; k < e->n_args; k++)
		if (!is_repeatable(e->arg[k])) return false;
	return true;
}

static const nest_access *access_with(const nest *n, const prog_expr *e)
{
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++)
			if (n->stmts[k].accesses[j].expr == e) return &n->stmts[k].accesses[j];
	return NULL;
}

static bool is_element(const prog_expr *e)
{
	return (e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF) && e->type &&
	       e->type->kind != PROG_TYPE_ARRAY && e->type->kind != PROG_TYPE_FUNCTION;
}

// Whether the element is `base[..][..]` of an array or pointer that can be named again.
static bool is_plain(const prog_expr *e, element_ref *ref)
{
	return element_ref_of(e, ref) && is_repeatable(ref->base) &&
	       (ref->base->kind == PROG_EXPR_VAR || ref->base->kind == PROG_EXPR_MEMBER);
}

static void list_subscripts(rewriter *w, const element_ref *ref, text *out)
{
	for (int k = 0; k < ref->n_subs; k++) {
		text_add(out, k ? ", (long)(" : "(long)(");
		if (ref->sub[k])
			rewrite_render(w, ref->sub[k], USE_READ, out);
		else
			text_add(out, "0");
		text_add(out, ")");
	}
}

// base[hpcc_i[0]][hpcc_i[1]], or base[0][0]
static void element_text(const char *base, int n, const char *index, text *out)
{
	text_printf(out, "(%s)", base);
	for (int k = 0; k < n; k++) {
		if (index)
			text_printf(out, "[%s[%d]]", index, k);
		else
			text_add(out, "[0]");
	}
}

static bool is_arrow(const rewriter *w, const prog_expr *e)
{
	return e->kind == PROG_EXPR_DEREF && rewrite_in_main(w, e->range) && w->source[e->range.begin] != '*';
}

// By subscripts that are evaluated once:
// (*(T *)({ const long hpcc_i[] = {..}; hpcc_check_access(.., &base[hpcc_i[0]]..); }))
static bool by_subscripts(rewriter *w, const nest_object *o, const prog_expr *e, const char *what, text *out)
{
	element_ref ref;
	int skip = o->mapping && o->mapping->at_pointee;
	if (o->linear || !is_plain(e, &ref) || ref.n_subs - skip != o->rank) return false;
	text base = {0};
	rewrite_render(w, ref.base, USE_ADDRESS, &base);
	text_add(out, "(*(__typeof__(");
	element_text(text_get(&base), ref.n_subs, NULL, out);
	text_add(out, ") *)({ const long hpcc_i[] = {");
	list_subscripts(w, &ref, out);
	text_printf(out, "}; hpcc_check_access(hpcc_r, %s, (const void *)&", what);
	element_text(text_get(&base), ref.n_subs, "hpcc_i", out);
	text_printf(out, ", hpcc_i + %d); }))", skip);
	text_free(&base);
	return true;
}

// By its own text, with the subscripts that the analysis has found of memory linearised by hand.
static void by_address(rewriter *w, const nest_object *o, const nest_access *a, const char *what, text *out)
{
	text lvalue = {0};
	const prog_expr *around = w->unchecked;
	w->unchecked = a->expr;
	rewrite_render(w, a->expr, USE_ADDRESS, &lvalue);
	w->unchecked = around;
	text_printf(out, "HPCC_CHECKED((%s), %s, ", text_get(&lvalue), what);
	text_free(&lvalue);
	bool known = o->linear;
	for (int d = 0; d < o->rank && known; d++) known = a->sub_text[d] != NULL;
	if (!known) {
		text_add(out, "NULL)");
		return;
	}
	text_add(out, "((const long[]){");
	for (int d = 0; d < o->rank; d++) text_printf(out, "%s(long)(%s)", d ? ", " : "", a->sub_text[d]);
	text_add(out, "}))");
}

bool check_access(rewriter *w, const prog_expr *e, text *out)
{
	if (!w->options->check || w->unchecked == e) return false;
	if (e->kind == PROG_EXPR_MEMBER && is_arrow(w, e->arg[0]) && check_access(w, e->arg[0], out)) {
		text_printf(out, ".%s", e->symbol->name);
		return true;
	}
	const nest *n = w->task->nest;
	const nest_access *a = is_element(e) ? access_with(n, e) : NULL;
	if (!a || n->objects[a->object].arg < 0) return false;
	const nest_object *o = &n->objects[a->object];
	text what = {0};
	text_printf(&what, "%d, %s, ", o->arg,
	        !a->write  ? "HPCC_CHECK_READ"
	        : !a->read ? "HPCC_CHECK_WRITE"
	                   : "HPCC_CHECK_READ | HPCC_CHECK_WRITE");
	place_text(w, e->loc, &what);
	if (!by_subscripts(w, o, e, text_get(&what), out)) by_address(w, o, a, text_get(&what), out);
	text_free(&what);
	return true;
}

// (*(T *)({ const long hpcc_i[] = {..}; hpcc_check_element(..); hpcc_maybe_read(&base[hpcc_i[0]].., sizeof(T)); }))
static bool element_by_subscripts(rewriter *w, const prog_expr *e, const char *how, text *out)
{
	element_ref ref;
	if (!is_plain(e, &ref)) return false;
	text base = {0}, element = {0};
	rewrite_render(w, ref.base, USE_ADDRESS, &base);
	element_text(text_get(&base), ref.n_subs, NULL, &element);
	text_printf(out, "(*(__typeof__(%s) *)({ const long hpcc_i[] = {", text_get(&element));
	list_subscripts(w, &ref, out);
	text_add(out, "}; hpcc_check_element(");
	place_text(w, e->loc, out);
	text_printf(out, ", (const void *)(%s), %d, hpcc_i, (const size_t[]){", text_get(&base), ref.n_subs);
	for (int k = 1; k <= ref.n_subs; k++) {
		text_add(out, k > 1 ? ", sizeof(" : "sizeof(");
		element_text(text_get(&base), k, NULL, out);
		text_add(out, ")");
	}
	text_printf(out, "}); hpcc_maybe_%s((void *)&", how);
	element_text(text_get(&base), ref.n_subs, "hpcc_i", out);
	text_printf(out, ", sizeof(%s)); }))", text_get(&element));
	text_free(&base);
	text_free(&element);
	return true;
}

bool check_element(rewriter *w, const prog_expr *e, use_mode mode, const char *lvalue, text *out)
{
	static const char *const how[] = {
	        [USE_READ] = "read", [USE_WRITE] = "write", [USE_UPDATE] = "update", [USE_EXCHANGE] = "exchange"};
	if (!w->options->check) return false;
	if (element_by_subscripts(w, e, how[mode], out)) return true;
	text_printf(out, "HPCC_CHECKED_ELEMENT(%s, hpcc_check_at(", how[mode]);
	place_text(w, e->loc, out);
	text_printf(out, "), (%s))", lvalue);
	return true;
}
