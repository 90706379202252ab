// SPDX-License-Identifier: Apache-2.0
//
// The text of a task: the user's loops with their bounds changed, between entering and leaving the nest.
#include "bounds.h"
#include "check.h"
#include "exits.h"
#include "inner.h"
#include "objects.h"
#include "results.h"
#include "sections.h"
#include "summary.h"
#include "vectorise.h"

#include "../analysis/graph/graph.h"

#include <string.h>

// ---- names in the text ------------------------------------------------------------------------

// Whether the nest declares a pointer of its own for the argument, and whether under the source's name.
static bool has_pointer(const task *t, const task_arg *a)
{
	const nest_object *o = &t->nest->objects[a->object];
	if (object_is_variable(o) && rewrite_is_converted(o->symbol)) return true;
	return t->kind == TASK_SPLIT && a->access == ARG_LOCAL;
}

// A pointer, or an array that became one.
static bool is_pointer_by_name(const nest_object *o)
{
	bool array = o->type->kind == PROG_TYPE_ARRAY && o->symbol && o->symbol->kind == PROG_SYMBOL_VARIABLE;
	return object_is_variable(o) && !o->part && (!array || rewrite_is_converted(o->symbol) || o->row_levels);
}

// An array of the source that is one there still keeps its name, and its size.
static bool has_own_name(const nest_object *o) { return is_pointer_by_name(o) && !o->linear; }

static void pointer_name(const task_arg *a, const nest_object *o, text *out)
{
	if (has_own_name(o))
		text_add(out, o->symbol->name);
	else
		text_printf(out, "hpcc_a%d", a->object);
}

static bool is_assumed(const task *t)
{
	const nest *n = t->nest;
	return t->kind == TASK_SPLIT && (isl_set_plain_is_universe(n->assume) != isl_bool_true || n->counters_valid);
}

// A subscript of which the analysis knows nothing is taken apart when the program runs. Where the assumption does not
// hold all of the array lies as the source has it, and the extents may be anything.
static bool flat_access(rewriter *w, const nest_object *o, const prog_expr *e, text *out)
{
	element_ref ref;
	text flat = {0};
	if (!element_ref_of(e, &ref)) return false;
	if (ref.sub[0])
		rewrite_render(w, ref.sub[0], USE_READ, &flat);
	else
		text_add(&flat, "0");
	if (o->base->kind == PROG_EXPR_BINARY) text_printf(&flat, " - (long)(%s)", o->base->arg[1]->text);
	text_printf(out, "(*({ long hpcc_flat = (long)(%s); ", text_get(&flat));
	if (is_assumed(w->task)) text_printf(out, "!hpcc_assumed ? &hpcc_a%d[hpcc_flat] : ", o->id);
	text_printf(out, "&hpcc_a%d[", o->id);
	text_free(&flat);
	for (int d = 0; d < o->rank; d++) {
		text_add(out, "(hpcc_flat");
		for (int k = d + 1; k < o->rank; k++) text_printf(out, " / (%s)", o->extent[k]);
		if (d > 0) text_printf(out, " %% (%s)", o->extent[d]);
		if (d + 1 < o->rank)
			text_printf(out, ") * hpcc_s%d_%d + ", o->id, d);
		else
			text_add(out, ")]; }))");
	}
	return true;
}

// The subscripts as the source has them, in rows of their type: true whatever wraps around.
static void source_access(rewriter *w, const nest_object *o, const element_ref *ref, text *out)
{
	if (ref->n_subs > 1) {
		const task *t = w->task;
		text_add(out, "((__typeof__(&(");
		w->task = NULL;
		rewrite_render(w, o->base, USE_ADDRESS, out);
		w->task = t;
		text_printf(out, ")[0]))hpcc_a%d)", o->id);
	} else {
		text_printf(out, "hpcc_a%d", o->id);
	}
	for (int k = 0; k < ref->n_subs; k++) {
		text_add(out, "[");
		if (ref->sub[k])
			rewrite_render(w, ref->sub[k], USE_READ, out);
		else
			text_add(out, "0");
		if (o->base->kind == PROG_EXPR_BINARY && k == 0)
			text_printf(out, " - (long)(%s)", o->base->arg[1]->text);
		text_add(out, "]");
	}
}

static void subscripts_access(const task_arg *a, const nest_object *o, const nest_access *access, text *out)
{
	text_printf(out, "hpcc_a%d[", a->object);
	for (int d = 0; d < o->rank; d++) {
		if (d + 1 < o->rank)
			text_printf(out, "(%s) * hpcc_s%d_%d + ", access->sub_text[d], a->object, d);
		else
			text_printf(out, "%s]", access->sub_text[d]);
	}
}

// Whether accesses ask if it holds.
static bool names_assumption(const task *t)
{
	bool linear = false;
	for (int k = 0; k < t->nest->n_objects; k++)
		linear |= t->nest->objects[k].linear || t->nest->objects[k].passes_rows;
	return linear && is_assumed(t);
}

// The subscripts that the analysis found hold where what it assumes does: where numbers wrap around they are others.
static bool linear_access(rewriter *w, const task_arg *a, const nest_access *access, text *out)
{
	const nest_object *o = &w->task->nest->objects[a->object];
	if (!access->sub_text[0]) return flat_access(w, o, access->expr, out);
	element_ref ref;
	bool known = element_ref_of(access->expr, &ref);
	// Rows that lie apart by other numbers than their lengths are not found by these.
	for (int d = 0; d < o->rank && a->access != ARG_AS_WRITTEN; d++) known &= !o->stride_text[d];
	if (!is_assumed(w->task) || !known) return subscripts_access(a, o, access, out), true;
	if (a->access == ARG_AS_WRITTEN) return source_access(w, o, &ref, out), true;
	// Where it does not hold all of the array lies as the source has it.
	text_add(out, "(*(hpcc_assumed ? &");
	subscripts_access(a, o, access, out);
	text_add(out, " : &");
	source_access(w, o, &ref, out);
	text_add(out, "))");
	return true;
}

// u[i - 1][j] for (&u[0][0])[(i - 1) * m + j]: where a process has a part of each row, rows lie apart by other numbers.
static void row_access(
        rewriter *w, const task_arg *a, const nest_object *o, const nest_access *access, const prog_expr *e, text *out)
{
	bool assumed = is_assumed(w->task);
	if (assumed) text_add(out, "(*(hpcc_assumed ? &");
	pointer_name(a, o, out);
	for (int d = 0; d < o->rank; d++) text_printf(out, "[%s]", access->sub_text[d]);
	if (!assumed) return;
	text_add(out, e->kind == PROG_EXPR_INDEX ? " : &(" : " : (");
	rewrite_render(w, e->arg[0], USE_READ, out);
	text_add(out, ")");
	if (e->kind == PROG_EXPR_INDEX) {
		text_add(out, "[");
		rewrite_render(w, e->arg[1], USE_READ, out);
		text_add(out, "]");
	}
	text_add(out, "))");
}

// An array of the source whose pointer in the nest has its name, its type and its strides, whatever shape a directive
// gives it.
static bool keeps_its_text(const task *t, const task_arg *a)
{
	const nest_object *o = &t->nest->objects[a->object];
	return object_is_variable(o) && rewrite_is_converted(o->symbol) &&
	       (t->kind == TASK_SECTION || a->access == ARG_AS_WRITTEN);
}

// The element of the process's own for one that is touched at an address of the source.
static void grown_element(rewriter *w, const nest_object *o, const prog_expr *e, text *out)
{
	text lvalue = {0};
	const prog_expr *around = w->growing;
	w->growing = e;
	rewrite_render(w, e, USE_ADDRESS, &lvalue);
	w->growing = around;
	text_printf(out, "(*(%s *)hpcc_grown(hpcc_r, %d, &(%s)))", o->element->text, o->arg, text_get(&lvalue));
	text_free(&lvalue);
}

// Of a reduction that grows: (*(T *)hpcc_grown(hpcc_r, 1, &h[v[i]])), and of one row by row:
// (*(T *)hpcc_grown_row(hpcc_r, 1, &s[k], &s[k][j])).
static bool grown_access(rewriter *w, const prog_expr *e, text *out)
{
	const nest *n = w->task->nest;
	bool element = e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF;
	const nest_access *a = element && w->growing != e ? nest_access_of(n, e) : NULL;
	const nest_object *o = a ? &n->objects[a->object] : NULL;
	if (!a || !o->grows || !a->reduction || w->task->kind != TASK_SPLIT) return false;
	if (!o->row_levels) return grown_element(w, o, e, out), true;
	text lvalue = {0}, row = {0};
	const prog_expr *around = w->growing;
	w->growing = e;
	rewrite_render(w, e, USE_ADDRESS, &lvalue);
	rewrite_render(w, e->arg[0], USE_ADDRESS, &row);
	w->growing = around;
	text_printf(out, "(*(%s *)hpcc_grown_row(hpcc_r, %d, &(%s), &(%s)))", o->element->text, o->arg, text_get(&row),
	        text_get(&lvalue));
	text_free(&lvalue);
	text_free(&row);
	return true;
}

// The access of a member that is combined by itself, by the element that the source names: b[j] of b[j].f, *q of q->f.
static const nest_access *part_of_element(const nest *n, const prog_expr *e)
{
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			const prog_expr *named = a->pointer ? a->pointer : a->expr;
			if (named == e && a->reduction && n->objects[a->object].part) return a;
		}
	return NULL;
}

// hpcc_a7[j] for the b[j] of b[j].f, hpcc_a7[q - b] for the *q of q->f, hpcc_a7[q + k - b] for q[k].f.
static bool part_access(rewriter *w, const prog_expr *e, text *out)
{
	const nest *n = w->task->nest;
	bool element = e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF;
	bool combines = element && w->growing != e && w->task->kind == TASK_SPLIT;
	const nest_access *a = combines ? part_of_element(n, e) : NULL;
	if (!a) return false;
	if (n->objects[a->object].grows) return grown_element(w, &n->objects[a->object], e, out), true;
	const nest_object *whole = &n->objects[n->objects[a->object].part_of];
	const prog_expr *base = prog_without_casts(e->arg[0]);
	text_printf(out, "hpcc_a%d[", a->object);
	if (e->kind == PROG_EXPR_INDEX && base->kind == PROG_EXPR_VAR && base->symbol == whole->symbol) {
		rewrite_render(w, e->arg[1], USE_READ, out);
	} else {
		// How far it is from the first one, whatever the pointer is.
		text_add(out, "(");
		rewrite_render(w, e->arg[0], USE_READ, out);
		text_add(out, ")");
		if (e->kind == PROG_EXPR_INDEX) {
			text_add(out, " + (");
			rewrite_render(w, e->arg[1], USE_READ, out);
			text_add(out, ")");
		}
		text_add(out, " - ");
		rewrite_render(w, whole->base, USE_READ, out);
	}
	text_add(out, "]");
	return true;
}

bool rewrite_access(rewriter *w, const prog_expr *e, text *out)
{
	const task *t = w->task;
	if (part_access(w, e, out)) return true;
	if (grown_access(w, e, out)) return true;
	if (check_access(w, e, out)) return true;
	bool element = e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF;
	for (int k = 0; k < t->n_args; k++) {
		const task_arg *a = &t->args[k];
		const nest_object *o = &t->nest->objects[a->object];
		if (!has_pointer(t, a) || keeps_its_text(t, a)) continue;
		bool other = !has_own_name(o);
		if (other && !o->linear && e->kind == o->base->kind && e->symbol == o->symbol &&
		        !strcmp(e->text, o->key)) {
			text_printf(out, "hpcc_a%d", a->object);
			return true;
		}
		if (!element || !(o->passes_rows || (other && o->linear))) continue;
		const nest_access *access = nest_access_of(t->nest, e);
		if (!access || access->object != a->object) continue;
		if (other && o->linear) return linear_access(w, a, access, out);
		if (!access->in_rows || a->access == ARG_AS_WRITTEN) continue;
		row_access(w, a, o, access, e, out);
		return true;
	}
	return false;
}

// ---- entering ---------------------------------------------------------------------------------

void rewrite_base(rewriter *w, const nest_object *o, text *out)
{
	const char *star = o->at_pointee || (object_is_variable(o) && rewrite_is_converted(o->symbol)) ? "*" : "";
	text_printf(out, "(void *)%s(", star);
	const task *t = w->task;
	w->task = NULL;
	if (object_is_variable(o))
		text_add(out, rewrite_is_converted(o->symbol) ? rewrite_pointer_name(w, o->symbol) : o->symbol->name);
	else
		rewrite_render(w, o->base, USE_ADDRESS, out);
	w->task = t;
	text_add(out, ")");
}

static void extent_text(rewriter *w, const nest_object *o, int d, text *out)
{
	if (o->linear) {
		text_add(out, o->extent[d]);
		return;
	}
	if (o->row_levels) {
		text_add(out, "0");
		return;
	}
	// Row lengths as the type has them.
	text row = {0};
	text_add(&row, "(");
	const task *t = w->task;
	w->task = NULL;
	if (o->at_pointee) text_add(&row, "*");
	rewrite_render(w, o->base, USE_ADDRESS, &row);
	w->task = t;
	text_add(&row, ")");
	for (int k = 0; k < d; k++) text_add(&row, "[0]");
	text_printf(out, "sizeof(%s) / sizeof(%s[0])", text_get(&row), text_get(&row));
	text_free(&row);
}

// `ext`: gets the row lengths.
static void arrays_of_entry(rewriter *w, const task *t, text *ext, text *out)
{
	const nest *n = t->nest;
	text_add(out, "\tvoid *const hpcc_base[] = {");
	for (int k = 0; k < t->n_args; k++) {
		const nest_object *o = &n->objects[t->args[k].object];
		text_add(out, k ? ", " : "");
		rewrite_base(w, o, out);
		for (int d = 1; d < o->rank; d++) {
			text_add(ext, ext->size ? ", " : "");
			extent_text(w, o, d, ext);
		}
	}
	text_add(out, "};\n");
}

void rewrite_parameters(rewriter *w, const nest *n, text *out)
{
	text_add(out, "\tconst long hpcc_par[] = {");
	for (int k = 0; k < n->n_params; k++) {
		text_add(out, k ? ", " : "");
		rewrite_expanded(w, n->params[k].text, out);
	}
	text_add(out, n->n_params ? "};\n" : "0};\n");
	for (int k = 0; k < n->n_params; k++)
		if (n->params[k].computed)
			text_printf(out, "\tconst long hpcc_k%d = hpcc_par[%d];\n\t(void)hpcc_k%d;\n", k, k, k);
}

void rewrite_assumption(const nest *n, text *out)
{
	text assumed = {0};
	// What cannot be tested does not hold.
	if (isl_set_plain_is_universe(n->assume) == isl_bool_true)
		text_add(out, "1");
	else
		text_add(out, affine_text_condition(&assumed, isl_set_copy(n->assume)) ? text_get(&assumed) : "0");
	text_free(&assumed);
}

// Whether the text of the task names hpcc_par.
static bool names_parameters(const rewriter *w, const task *t)
{
	bool shares = false;
	for (int k = 0; k < t->nest->n_objects && t->kind == TASK_SPLIT; k++) shares |= t->split->shared[k];
	return t->nest->n_params || shares || w->options->check;
}

static void enter(rewriter *w, const task *t, text *out)
{
	const nest *n = t->nest;
	text ext = {0};
	bounds_declare_counters(w, n, out);
	exits_open(t, out);
	bool has_par = names_parameters(w, t);
	if (has_par) rewrite_parameters(w, n, out);
	arrays_of_entry(w, t, &ext, out);
	check_before_entry(w, t, out);
	text assumed = {0};
	rewrite_assumption(n, &assumed);
	bool named = names_assumption(t);
	if (named) text_printf(out, "\tconst int hpcc_assumed = %s;\n\t(void)hpcc_assumed;\n", text_get(&assumed));
	text_printf(out,
	        "\thpcc_run *const hpcc_r = hpcc_enter(&hpcc_nest_%d, %s, hpcc_base, (const long[]){%s}, %s%s%s);\n",
	        t->id, has_par ? "hpcc_par" : "(const long[]){0}", ext.size ? text_get(&ext) : "0",
	        exits_go_back_to(t) ? "!hpcc_over && (" : "", named ? "hpcc_assumed" : text_get(&assumed),
	        exits_go_back_to(t) ? ")" : "");
	text_free(&assumed);
	text_free(&ext);
}

// ---- pointers ---------------------------------------------------------------------------------

// The pointers to rows of this process: the source's own, or those to rows of the compact store.
static void declare_rows(rewriter *w, const task_arg *a, const nest_object *o, text *out)
{
	text name = {0}, own = {0};
	pointer_name(a, o, &name);
	const task *t = w->task;
	w->task = NULL;
	rewrite_render(w, o->base, USE_ADDRESS, &own);
	w->task = t;
	text_printf(
	        out, "\t__typeof__(&(%s)[0]) %s = hpcc_origin(hpcc_r, %d);\n", text_get(&own), text_get(&name), o->arg);
	text_free(&own);
	text_free(&name);
}

static void declare_pointer(rewriter *w, const task *t, const task_arg *a, text *out)
{
	const nest_object *o = &t->nest->objects[a->object];
	int arg = o->arg;
	if (keeps_its_text(t, a)) {
		text_printf(out, "\t__typeof__(**%s) *%s = hpcc_origin(hpcc_r, %d);\n",
		        rewrite_pointer_name(w, o->symbol), o->symbol->name, arg);
		return;
	}
	if (o->row_levels) {
		declare_rows(w, a, o, out);
		return;
	}
	for (int d = 0; d + 1 < o->rank; d++) {
		text_printf(out, "\tconst long hpcc_s%d_%d = ", a->object, d);
		// Those of the source, where they are not what the shape has.
		if (o->stride_text[d]) text_printf(out, "!hpcc_is_partitioned(hpcc_r) ? %s : ", o->stride_text[d]);
		text_printf(out, "hpcc_stride(hpcc_r, %d, %d);\n", arg, d);
	}
	text name = {0};
	pointer_name(a, o, &name);
	// A struct without a name is that of the array.
	if (o->part && strstr(o->element->text, "(unnamed)"))
		text_printf(out, "\t__typeof__((%s)[0]) ", o->symbol->name);
	else
		text_printf(out, "\t%s ", o->element->text);
	bool pointee = o->at_pointee;
	if (o->linear || (o->rank == 1 && !pointee)) {
		text_printf(out, "*%s", text_get(&name));
	} else {
		text_printf(out, "(*%s)%s", text_get(&name), pointee ? "[1]" : "");
		for (int d = 1; d < o->rank; d++) {
			if (d + 1 == o->rank)
				text_printf(out, "[hpcc_s%d_%d]", a->object, d - 1);
			else
				text_printf(out, "[hpcc_s%d_%d / hpcc_s%d_%d]", a->object, d - 1, a->object, d);
		}
	}
	text_printf(out, " = hpcc_origin(hpcc_r, %d);\n", arg);
	text_free(&name);
}

// A pointer of the function, and an array or another pointer that leads nowhere where it leads: for a call of malloc
// in the source the optimiser would know that, for a pointer that the runtime gives it would have to take the
// contrary.
static bool leads_to_memory_of_its_own(const rewriter *w, const nest_object *o, const nest_object *q)
{
	const prog_symbol *s = o->symbol;
	if (o->type->kind != PROG_TYPE_POINTER || s->kind != PROG_SYMBOL_VARIABLE || s->file_scope || s->is_static)
		return false;
	if (o->row_levels || q->row_levels || o->moves || q->moves || q->kind == NEST_SCALAR) return false;
	return s != q->symbol && !facts_may_meet(w->g->facts, s, q->symbol);
}

// What a function that the nest calls declares has no name in front of it, nor what is declared in it.
static bool is_named_before(const nest *n, const prog_symbol *s)
{
	const prog_function *f = n->root->function;
	if (s->file_scope) return true;
	for (int k = 0; f && k < f->n_params; k++)
		if (f->params[k] == s) return true;
	return f && prog_declares(f->body, s) && !prog_declares(n->root, s);
}

// Flat memory may be seen as anything: it is apart from other memory where both are the results of malloc.
static bool is_allocated(const nest *n, const nest_object *o)
{
	return o->kind != NEST_SCALAR && o->type->kind == PROG_TYPE_POINTER && !o->row_levels && !o->moves &&
	       n->root->function && own_block_is_all(n->root->function, o->symbol);
}

static bool is_known_distinct(const rewriter *w, const nest *n, const nest_object *o, const nest_object *q)
{
	bool named_here = q->arg >= 0 ? is_pointer_by_name(q) : is_named_before(n, q->symbol);
	if (o->linear || q->linear)
		return is_pointer_by_name(o) && named_here && is_allocated(n, o) && is_allocated(n, q);
	if (leads_to_memory_of_its_own(w, o, q) || leads_to_memory_of_its_own(w, q, o))
		return is_pointer_by_name(o) && named_here;
	if (!rewrite_is_converted(o->symbol)) return false;
	if (q->arg >= 0) return rewrite_is_converted(q->symbol);
	return q->kind == NEST_PLAIN && q->type->kind == PROG_TYPE_ARRAY && q->symbol->file_scope;
}

// What leads to the object's memory in the text of the nest.
static void name_in_nest(const task *t, const nest_object *o, text *out)
{
	int k = 0;
	while (k < t->n_args && t->args[k].object != o->id) k++;
	if (k < t->n_args && has_pointer(t, &t->args[k]) && !keeps_its_text(t, &t->args[k]))
		pointer_name(&t->args[k], o, out);
	else
		text_add(out, o->symbol->name);
}

// Arrays that the source declares do not overlap; as pointers they would have to be taken to.
static void declare_distinct(const rewriter *w, const task *t, text *out)
{
	const nest *n = t->nest;
	if (vectorise_better_unknown(n)) return;
	for (int x = 0; x < n->n_objects; x++) {
		const nest_object *o = &n->objects[x];
		if (o->arg < 0 || o->part || !object_is_variable(o)) continue;
		for (int y = 0; y < n->n_objects; y++) {
			const nest_object *q = &n->objects[y];
			if (y == x || q->part || !object_is_variable(q)) continue;
			if ((q->arg >= 0 && y < x) || (!o->writes && !q->writes)) continue;
			if (prog_declared_behind(q->symbol, n->root->function)) continue;
			if (!is_known_distinct(w, n, o, q)) continue;
			text_add(out, "\tHPCC_DISTINCT(");
			name_in_nest(t, o, out);
			text_add(out, ", ");
			name_in_nest(t, q, out);
			text_add(out, ");\n");
		}
	}
}

static void declare_pointers(rewriter *w, const task *t, text *out)
{
	for (int k = 0; k < t->n_args; k++)
		if (has_pointer(t, &t->args[k])) declare_pointer(w, t, &t->args[k], out);
	declare_distinct(w, t, out);
}

// ---- the whole --------------------------------------------------------------------------------

static void rewrite_body(rewriter *w, const prog_stmt *s)
{
	if (!s || exits_branch(w, s)) return;
	for (int k = 0; k < s->n_symbols; k++)
		if (s->inits[k]) rewrite_expr(w, s->inits[k], USE_READ);
	for (int k = 0; k < s->n_children; k++) rewrite_body(w, s->child[k]);
	const nest_loop *limited = NULL;
	bool in_strips = false;
	for (int k = 0; k < w->task->nest->n_loops; k++) {
		if (w->task->nest->loops[k].stmt != s) continue;
		if (w->task->nest->loops[k].n_limits) limited = &w->task->nest->loops[k];
		in_strips = strips_wanted(w, k);
		if (in_strips) strips_apply(w, k);
	}
	if (s->expr && !strips_statement(w, s)) rewrite_expr(w, s->expr, s->gives_value ? USE_READ : USE_UPDATE);
	if (s->cond && !limited) rewrite_expr(w, s->cond, USE_READ);
	if (s->step && !in_strips) rewrite_expr(w, s->step, USE_UPDATE);
	bool head_is_new =
	        limited || (s == w->task->nest->root && w->task->kind == TASK_SPLIT && w->task->nest->n_hoisted);
	if (!head_is_new) rewrite_body(w, s->init);
	rewrite_body(w, s->body);
	rewrite_body(w, s->otherwise);
}

// Each iteration of a loop of portions asks for what it reads.
static void open_portions(rewriter *w, const task *t)
{
	for (int k = 0; k < t->n_portions; k++) {
		const nest_loop *l = &t->nest->loops[t->portion_loop[k]];
		text call = {0};
		text_printf(
		        &call, "if (hpcc_portion(hpcc_r, %d, %s, %d)) continue; else ", k, l->var->name, l->step > 0);
		rewrite_insert(w, l->stmt->body->range.begin, ORDER_TABLES, text_get(&call));
		text_free(&call);
	}
}

void rewrite_resume(rewriter *w, unsigned at, text *out)
{
	rewrite_line(w, at, out);
	unsigned begin = at;
	while (begin > 0 && w->source[begin - 1] != '\n') begin--;
	for (; begin < at; begin++) text_add(out, w->source[begin] == '\t' ? "\t" : " ");
}

static void axis_bounds(const rewriter *w, const nest *n, text *out)
{
	// Bounds are compared in the type of the loop's variable: an empty interval is one that fits.
	for (int x = 0; x < n->n_axes + task_is_pipeline(w->task); x++)
		text_printf(out, w->canonical ? "%sHPCC_OWNED_FITTING(%d);" : "%sHPCC_OWNED(%d);", x ? " " : "\t", x);
	text_add(out, n->n_axes ? "\n" : "");
}

static void nest_condition(const task *t, text *out)
{
	if (t->kind != TASK_SPLIT || !t->split->n_nest_limits) return;
	text_add(out, "\t\tif (");
	for (int k = 0; k < t->split->n_nest_limits; k++) {
		const nest_limit *l = &t->split->nest_limits[k];
		text v = {0};
		bounds_value(t->nest, l->rest, -1, &v);
		text_printf(out, "%shpcc_lo%d <= %s && %s <= hpcc_hi%d", k ? " && " : "", l->axis, text_get(&v),
		        text_get(&v), l->axis);
		text_free(&v);
	}
	text_add(out, ")\n");
}

static void loop_header(rewriter *w, const nest_loop *l, bool step, text *out)
{
	const prog_stmt *s = l->stmt;
	text_add(out, "for (");
	if (s->init && s->init->kind == PROG_STMT_EXPR && prog_is_comma(s->init->expr))
		bounds_counting_head(w, l, out);
	else
		rewrite_source(w, s->for_init, out);
	text_add(out, "; ");
	rewrite_source(w, s->for_cond, out);
	text_add(out, "; ");
	if (step) rewrite_source(w, s->for_step, out);
	text_add(out, ")");
}

// The loop variable as the source's own loop leaves it: for an inner loop that of its first run, if it is run at all.
static void final_value(rewriter *w, const nest *n, int loop, text *out)
{
	int chain[NEST_MAX_DEPTH], depth = 0;
	for (int l = loop; l >= 0 && !group_is(n->loops[l].stmt); l = n->loops[l].parent) chain[depth++] = l;
	text_add(out, "\t");
	for (int k = depth - 1; k > 0; k--) {
		loop_header(w, &n->loops[chain[k]], false, out);
		text_add(out, " { ");
	}
	loop_header(w, &n->loops[loop], true, out);
	text_add(out, " continue;");
	for (int k = depth - 1; k > 0; k--) text_add(out, " break; }");
	text_add(out, "\n");
}

// Those of the loops in `loop` (-1: in none). Inner ones first: their outer loops' variables are set on the way. Of
// loops one after the other the last one's comes last: they may count by the same variable.
static void final_values_in(rewriter *w, const task *t, int loop, text *out)
{
	for (int k = 0; k < t->nest->n_loops; k++) {
		if (t->nest->loops[k].parent != loop) continue;
		final_values_in(w, t, k, out);
		if (t->split->final_value[k]) final_value(w, t->nest, k, out);
	}
}

static void final_values(rewriter *w, const task *t, text *out)
{
	// The head counts again, from what its variables were.
	for (int k = 0; t->kind == TASK_SPLIT && t->split->final_value[0] && k < t->nest->n_entering; k++)
		text_printf(out, "\t%s = hpcc_was_%s;\n", t->nest->entering[k]->name, t->nest->entering[k]->name);
	if (t->kind == TASK_SPLIT) final_values_in(w, t, -1, out);
}

// What stands in front of the place in its line counts for the first line.
static void insert_wrapped(rewriter *w, unsigned at, int order, const text *t)
{
	text whole = {0}, lines = {0};
	unsigned begin = at;
	while (begin > 0 && w->source[begin - 1] == '\t') begin--;
	text_add_n(&whole, w->source + begin, at - begin);
	text_add(&whole, text_get(t));
	text_add_wrapped(&lines, text_get(&whole), 120);
	rewrite_insert(w, at, order, text_get(&lines) + (at - begin));
	text_free(&whole);
	text_free(&lines);
}

// In text that is to be read: who runs the task, and what is sent for it.
static void open_task(const rewriter *w, const task *t, text *out)
{
	text line = {0};
	text_printf(&line, "{ // task %d", t->id);
	if (!w->options->line_directives) text_add(&line, ": "), summary_of_task(w->g, t, &line);
	text_printf(out, "%s\n", text_get(&line));
	text_free(&line);
}

static void task_text(rewriter *w, const task *t)
{
	const prog_stmt *root = t->nest->root;
	w->task = t;
	w->canonical = rewrite_task_is_canonical(w);
	sections_task(w, t, &w->nests);
	results_functions(w, t);
	for (int k = 0; k < t->nest->n_callees; k++) inner_prototype(w, t->nest->callees[k], &w->tables);
	text before = {0}, after = {0};
	open_task(w, t, &before);
	if (objects_hold_arrays(w)) text_add(&before, "\thpcc_block_find();\n");
	bounds_hoist(w, t, &before);
	enter(w, t, &before);
	exits_keep(t, &before);
	check_after_entry(w, t, &before);
	results_begin(t, &before);
	results_declare_last(t, &before);
	results_carry(w, t, &before);
	// Variables that are combined have copies here.
	text copies = {0};
	results_open(t, &copies);
	if (copies.size) text_printf(&before, "\t{\n%s", text_get(&copies));
	text_printf(
	        &before, "\t%swhile (hpcc_next(hpcc_r)) {\n", exits_go_back_to(t) ? "if (HPCC_GOES_ON(hpcc_r)) " : "");
	declare_pointers(w, t, &before);
	if (t->kind == TASK_SPLIT) axis_bounds(w, t->nest, &before);
	nest_condition(t, &before);
	rewrite_task_pragmas(w, &before);
	rewrite_resume(w, root->range.begin, &before);
	text_add(&after, "\n\t}\n");
	exits_label(t, &after);
	results_close(t, &after);
	if (copies.size) text_add(&after, "\t}\n");
	text_free(&copies);
	check_before_leave(w, t, &after);
	text_add(&after, "\thpcc_leave(hpcc_r);\n");
	exits_find(t, &after);
	results_end(t, &after);
	results_last_values(t, &after);
	results_places(t, &after);
	results_share(w, t, &after);
	if (t->nest->remaps_after) text_add(&after, "\thpcc_slices_end();\n");
	bounds_keep_counters(t, &after);
	final_values(w, t, &after);
	bounds_final_counters(t, &after);
	exits_take(w, t, &after);
	text_add(&after, "}\n");
	rewrite_line(w, root->range.end, &after);
	insert_wrapped(w, root->range.begin, ORDER_OPEN, &before);
	insert_wrapped(w, root->range.end, ORDER_MAP, &after);
	open_portions(w, t);
	bounds_change(w, t);
	results_track_last(w, t);
	results_hand_on(w, t);
	rewrite_body(w, root);
	w->task = NULL;
	text_free(&before);
	text_free(&after);
}

static bool has_tables(const rewriter *w, const task *t)
{
	for (int k = 0; k < w->n_with_tables; k++)
		if (w->with_tables[k] == t) return true;
	return false;
}

// A task in a loop that is distributed has several texts, one in each part and one in the loop as the source has it.
// They share its tables.
void rewrite_task(rewriter *w, const task *t)
{
	const size_t nests = w->nests.size, named = w->nests_named.size, heads = w->heads.size;
	task_text(w, t);
	if (has_tables(w, t)) {
		text_cut(&w->nests, nests);
		text_cut(&w->nests_named, named);
		text_cut(&w->heads, heads);
		return;
	}
	w->with_tables =
	        prog_grow(w->unit, w->with_tables, w->n_with_tables, &w->room_with_tables, sizeof(const task *));
	w->with_tables[w->n_with_tables++] = t;
}
