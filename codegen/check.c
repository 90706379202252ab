// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "exits.h"
#include "sections.h"

#include "../analysis/graph/graph.h"
#include "../analysis/model/model.h"

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
static bool is_repeatable(const prog_expr *e) { return !expr_holds(e, EXPR_EFFECTS); }

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

// By subscripts that are evaluated once:
// (*(T *)({ const long hpcc_i[] = {..}; hpcc_check_access(.., &base[hpcc_i[0]]..); }))
static bool by_subscripts(rewriter *w, const nest_object *o, const prog_expr *e, const char *what, text *out)
{
	element_ref ref;
	int skip = o->at_pointee;
	if (o->linear || !is_plain(e, &ref) || ref.n_subs - skip != o->rank) return false;
	// By a pointer that the nest has set to one of its elements.
	if (ref.base->symbol != o->symbol) return false;
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
	// Subscripts of strides that have names may be none: the address tells.
	bool known = o->linear && !o->names_hold;
	for (int d = 0; d < o->rank && known; d++) known = a->sub_text[d] != NULL;
	if (!known) {
		text_add(out, "NULL)");
		return;
	}
	text_add(out, "((const long[]){");
	for (int d = 0; d < o->rank; d++) text_printf(out, "%s(long)(%s)", d ? ", " : "", a->sub_text[d]);
	text_add(out, "}))");
}

// ---- marked loops -----------------------------------------------------------------------------

static bool is_marked(const nest_loop *l) { return l->stmt->hint && l->stmt->hint->independent; }

// A marked loop, or one around such a loop.
static bool is_ordered(const nest *n, int loop)
{
	for (int k = 0; k < n->n_loops; k++)
		for (int l = is_marked(&n->loops[k]) ? k : -1; l >= 0; l = n->loops[l].parent)
			if (l == loop) return true;
	return false;
}

// Whether the nest's iterations are told apart: it has marked loops, which stand in the file itself.
static bool has_order(const rewriter *w, const nest *n)
{
	bool any = false;
	for (int k = 0; k < n->n_loops; k++) {
		if (!is_ordered(n, k)) continue;
		if (!rewrite_in_main(w, n->loops[k].stmt->range) || !rewrite_in_main(w, n->loops[k].stmt->body->range))
			return false;
		any = true;
	}
	return any;
}

static void order_loop(rewriter *w, const nest *n, int loop)
{
	const nest_loop *l = &n->loops[loop];
	const prog_stmt *body = l->stmt->body;
	text begin = {0}, end = {0};
	bool braces = body->kind == PROG_STMT_COMPOUND;
	text_printf(&begin, "%shpcc_check_iteration(%d, %d, %d, ", braces ? " " : "{ ", l->depth, loop, is_marked(l));
	if (group_is(l->stmt))
		text_add(&begin, "0); ");
	else
		text_printf(&begin, l->var ? "(long)%s); " : "hpcc_check_count()); ", l->var ? l->var->name : "");
	text_printf(&end, " hpcc_check_loop_end(%d); }", l->depth);
	rewrite_insert(w, l->stmt->range.begin, ORDER_GUARD, "{ ");
	rewrite_insert(w, l->stmt->range.end, ORDER_CLOSE, text_get(&end));
	// Loops that the text does not have hold the statements that follow.
	bool braced = braces && !group_is(l->stmt);
	rewrite_insert(w, body->range.begin + braced, ORDER_GUARD, text_get(&begin));
	if (!braces) rewrite_insert(w, body->range.end, ORDER_CLOSE, " }");
	text_free(&begin);
	text_free(&end);
}

void check_after_entry(rewriter *w, const task *t, text *out)
{
	if (!w->options->check || !has_order(w, t->nest)) return;
	text_add(out, "\thpcc_check_order_begin(");
	place_text(w, t->nest->root->loc, out);
	text_add(out, ");\n");
	for (int k = 0; k < t->nest->n_loops; k++)
		if (is_ordered(t->nest, k)) order_loop(w, t->nest, k);
}

void check_before_leave(rewriter *w, const task *t, text *out)
{
	if (w->options->check && has_order(w, t->nest)) text_add(out, "\thpcc_check_order_end(hpcc_r);\n");
}

// Declarations that macros make have no place of their own.
static bool is_inside(const prog_symbol *s, const prog_stmt *root)
{
	bool within = s->decl.file == root->range.file && s->decl.begin >= root->range.begin &&
	              s->decl.end <= root->range.end;
	return !s->file_scope && (within || prog_declares(root, s));
}

static bool is_loop_variable(const nest *n, const prog_symbol *s)
{
	for (int k = 0; k < n->n_loops; k++)
		if (n->loops[k].var == s) return true;
	return false;
}

// Whether the text is that of the file, where it can be changed in its place.
static bool stands_here(const rewriter *w, const prog_expr *e)
{
	return rewrite_in_main(w, e->range) && e->expansion.file == e->range.file &&
	       e->expansion.begin == e->range.begin && e->expansion.end == e->range.end;
}

static const char *kind_name(const nest_access *a)
{
	return !a->write ? "HPCC_CHECK_READ" : !a->read ? "HPCC_CHECK_WRITE" : "HPCC_CHECK_READ | HPCC_CHECK_WRITE";
}

static bool is_resident(const nest *n, const nest_access *a)
{
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		if (s->n_accesses && a >= s->accesses && a < s->accesses + s->n_accesses)
			return resident_promise(n, s, a);
	}
	return false;
}

// Memory that is not mapped, in marked loops.
static bool plain_access(rewriter *w, const prog_expr *e, const nest_access *a, text *out)
{
	const nest *n = w->task->nest;
	const nest_object *o = &n->objects[a->object];
	bool array = o->kind == NEST_PLAIN && is_element(e);
	if (!array && (o->kind != NEST_SCALAR || e->kind != PROG_EXPR_VAR || e->type->kind == PROG_TYPE_ARRAY))
		return false;
	if (a->reduction || !o->writes || !o->symbol || is_inside(o->symbol, n->root) || !has_order(w, n)) return false;
	bool is_new = nest_is_new(n, o->symbol);
	// `new` of a pointer means the memory behind it.
	if (is_loop_variable(n, o->symbol) || !stands_here(w, e) || (is_new && e->type->kind == PROG_TYPE_POINTER))
		return false;
	text lvalue = {0};
	const prog_expr *around = w->unchecked;
	w->unchecked = e;
	rewrite_render(w, e, USE_ADDRESS, &lvalue);
	w->unchecked = around;
	text_printf(out, "HPCC_CHECKED_PLAIN((%s), %s%s, ", text_get(&lvalue), kind_name(a),
	        is_new ? " | HPCC_CHECK_NEW" : "");
	text_add_string(out, o->key);
	text_add(out, ", ");
	place_text(w, e->loc, out);
	text_add(out, ")");
	text_free(&lvalue);
	return true;
}

// ---- accesses ---------------------------------------------------------------------------------

// The access that the source makes by this expression: of an element that a pointer leads to, where it is followed.
static const nest_access *access_named(const nest *n, const prog_expr *e)
{
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->pointer == e && (a->read || a->write)) return a;
		}
	const nest_access *a = nest_access_of(n, e);
	return a && !a->pointer && !a->by_pointer ? a : NULL;
}

bool check_access(rewriter *w, const prog_expr *e, text *out)
{
	if (!w->options->check || w->unchecked == e) return false;
	// What stands in a file that is included in a loop, or in a macro that stays, is not checked.
	if (!rewrite_in_main(w, e->range)) return false;
	text object = {0};
	if (e->kind == PROG_EXPR_MEMBER && rewrite_is_arrow(w, e->arg[0]) && check_access(w, e->arg[0], &object)) {
		rewrite_member(text_get(&object), e->symbol, out);
		text_free(&object);
		return true;
	}
	const nest *n = w->task->nest;
	const nest_access *a = is_element(e) || e->kind == PROG_EXPR_VAR ? access_named(n, e) : NULL;
	// What is combined by itself is in elements of this process's own.
	if (!a || (a->reduction && n->objects[a->object].part)) return false;
	if (n->objects[a->object].arg < 0) return plain_access(w, e, a, out);
	if (!is_element(e)) return false;
	const nest_object *o = &n->objects[a->object];
	text what = {0};
	text_printf(&what, "%d, %s%s, ", o->arg, kind_name(a), is_resident(n, a) ? " | HPCC_CHECK_RESIDENT" : "");
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
	text_printf(out, ", sizeof(%s), __FILE__, __LINE__); }))", text_get(&element));
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

// ---- what must be the same everywhere ---------------------------------------------------------

static char value_format(const prog_type *t)
{
	switch (t->kind) {
	case PROG_TYPE_BOOL: return 'u';
	case PROG_TYPE_INT: return t->is_signed ? 'd' : 'u';
	case PROG_TYPE_FLOAT: return t->size <= 8 ? 'f' : 0; // beyond, some bytes are nobody's
	case PROG_TYPE_COMPLEX: return t->size <= 16 ? 'x' : 0;
	default: return 0;
	}
}

typedef struct seen_values {
	rewriter *w;
	const task *t;
	text *out;
	int n;
	const prog_symbol *symbol[64];
} seen_values;

static void value_of(seen_values *seen, const prog_expr *e)
{
	const prog_symbol *s = e->symbol;
	const nest *n = seen->t->nest;
	char format = e->type ? value_format(e->type) : 0;
	if ((s->kind != PROG_SYMBOL_VARIABLE && s->kind != PROG_SYMBOL_PARAMETER) || !format || seen->n == 64) return;
	if (e->type->is_volatile || is_inside(s, n->root) || is_loop_variable(n, s)) return;
	for (int k = 0; k < seen->n; k++)
		if (seen->symbol[k] == s) return;
	seen->symbol[seen->n++] = s;
	if (!task_value_enters(seen->t, s)) return;
	text_printf(seen->out, "\thpcc_check_value(\"%s\", '%c', (%s[]){%s}, sizeof(%s));\n", s->name, format,
	        e->type->text, s->name, e->type->text);
}

static bool note_value(const prog_expr *e, void *seen)
{
	if (e->kind == PROG_EXPR_VAR && e->symbol) value_of(seen, e);
	return false;
}

// Of an array of the source that is not mapped: what the nest reads of it, and does not set, where that is known.
static void check_array(rewriter *w, const task *t, int object, text *out)
{
	const nest *n = t->nest;
	const nest_object *o = &n->objects[object];
	isl_set *sets[64];
	bool known = o->kind == NEST_PLAIN && o->arg < 0 && o->reads && o->base->kind == PROG_EXPR_VAR && o->rank > 0 &&
	             !o->linear && o->symbol->kind == PROG_SYMBOL_VARIABLE && o->type->kind == PROG_TYPE_ARRAY &&
	             o->type->size > 0 && value_format(o->element) && !is_inside(o->symbol, n->root);
	int count = known ? task_elements_read(t, object, sets, 64) : 0;
	if (!count) return;
	char name[64];
	snprintf(name, sizeof name, "hpcc_same_%d_%d", t->id, object);
	text_printf(&w->heads, "HPCC_SECTIONS(%s);\n", name);
	sections_function(name, count, sets, NULL, &w->nests);
	for (int k = 0; k < count; k++) isl_set_free(sets[k]);
	// A called function may name what the source declares behind the nest.
	text row = {0};
	rewrite_by_place(w, o->symbol, &row);
	text_printf(out, "\thpcc_check_section(\"%s\", %s, hpcc_par, %s, %d, ", o->symbol->name, name, text_get(&row),
	        o->rank);
	rewrite_size(o->element, out);
	text_add(out, ", (const long[]){");
	for (int d = 0; d < o->rank; d++) {
		text_printf(out, "%ssizeof(%s) / sizeof(%s[0])", d ? ", " : "", text_get(&row), text_get(&row));
		text_add(&row, "[0]");
	}
	text_add(out, "});\n");
	text_free(&row);
}

void check_before_entry(rewriter *w, const task *t, text *out)
{
	if (!w->options->check) return;
	const nest *n = t->nest;
	seen_values seen = {w, t, out, 0, {0}};
	// Counters are what each process has left in them when it is run again.
	bool again = exits_run_again(t) || exits_go_back_to(t);
	if (again) text_printf(out, "\tif (!hpcc_%s) {\n", exits_go_back_to(t) ? "over" : "again");
	walk_any_evaluated_in(n->root, note_value, &seen);
	for (int k = 0; k < n->n_objects; k++) check_array(w, t, k, out);
	if (again) text_add(out, "\t}\n");
	text_add(out, "\thpcc_check_nest(");
	place_text(w, n->root->loc, out);
	text_printf(out, ", %d, hpcc_par, (const char *const[]){", n->n_params);
	for (int k = 0; k < n->n_params; k++) {
		text_add(out, k ? ", " : "");
		text_add_string(out, n->params[k].text);
	}
	text_add(out, n->n_params ? "});\n" : "\"\"});\n");
}

// ---- pure -------------------------------------------------------------------------------------

static bool is_number(const prog_type *t)
{
	return t && (t->kind == PROG_TYPE_BOOL || t->kind == PROG_TYPE_INT || t->kind == PROG_TYPE_FLOAT) &&
	       t->size <= 8;
}

static const prog_symbol *callee_of(const prog_expr *call)
{
	const prog_expr *c = call->arg[0];
	while (c->kind == PROG_EXPR_ADDR || c->kind == PROG_EXPR_DEREF || c->kind == PROG_EXPR_CAST) c = c->arg[0];
	return c->kind == PROG_EXPR_VAR && c->symbol->kind == PROG_SYMBOL_FUNCTION ? c->symbol : NULL;
}

static bool is_marked_pure(const prog_symbol *s)
{
	return s && !s->in_system_header && (s->is_pure || (s->function && s->function->is_pure));
}

// Calls that may be made twice: what the arguments name is only read.
static bool pure_call(rewriter *w, const prog_expr *e, text *out)
{
	const prog_symbol *callee = callee_of(e);
	if (!is_marked_pure(callee) || !is_number(e->type) || !stands_here(w, e)) return false;
	for (int k = 1; k < e->n_args; k++)
		if (!is_number(e->arg[k]->type) || !is_repeatable(e->arg[k])) return false;
	text call = {0};
	w->unchecked = e;
	rewrite_render(w, e, USE_READ, &call);
	text_printf(out, "HPCC_CHECKED_CALL((%s), ", text_get(&call));
	text_add_string(out, callee->name);
	text_add(out, ", ");
	place_text(w, e->loc, out);
	text_add(out, ")");
	text_free(&call);
	return true;
}

static const prog_symbol *root_of(const prog_expr *e)
{
	while (e->n_args && (e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_MEMBER || e->kind == PROG_EXPR_DEREF ||
	                            e->kind == PROG_EXPR_CAST || e->kind == PROG_EXPR_BINARY))
		e = e->arg[0];
	return e->kind == PROG_EXPR_VAR ? e->symbol : NULL;
}

static bool impure_store(rewriter *w, const prog_expr *e, text *out)
{
	if (!w->inside || !is_marked_pure(w->inside->symbol) || !stands_here(w, e)) return false;
	const prog_symbol *target = root_of(e->arg[0]);
	if (!target || target->kind != PROG_SYMBOL_VARIABLE || (!target->file_scope && !target->is_static))
		return false;
	text store = {0};
	w->unchecked = e;
	rewrite_render(w, e, USE_EXCHANGE, &store);
	text_printf(out, "(hpcc_check_impure(");
	text_add_string(out, w->inside->symbol->name);
	text_add(out, ", ");
	text_add_string(out, target->name);
	text_add(out, ", ");
	place_text(w, e->loc, out);
	text_printf(out, "), %s)", text_get(&store));
	text_free(&store);
	return true;
}

bool check_pure(rewriter *w, const prog_expr *e, text *out)
{
	if (!w->options->check || w->unchecked == e) return false;
	const prog_expr *around = w->unchecked;
	bool done = e->kind == PROG_EXPR_CALL                                    ? pure_call(w, e, out)
	            : e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC ? impure_store(w, e, out)
	                                                                         : false;
	w->unchecked = around;
	return done;
}
