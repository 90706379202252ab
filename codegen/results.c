// SPDX-License-Identifier: Apache-2.0
//
// What a nest leaves behind: reductions, last values, plain arrays made whole.
#include "results.h"
#include "../analysis/graph/graph.h"
#include "affine_text.h"
#include "bounds.h"
#include "combine.h"
#include "exits.h"
#include "sections.h"

#include <string.h>

// ---- reductions and last values ----------------------------------------------------------------

static bool has_role(const task *t, int object, scalar_role role)
{
	const nest_object *o = &t->nest->objects[object];
	return t->kind == TASK_SPLIT && o->writes && o->arg < 0 && o->kind == NEST_SCALAR &&
	       t->split->roles[object] == role;
}

static bool tells_last(const task *t, int object)
{
	return t->kind == TASK_SPLIT && partition_tells_last(t->split, object);
}

// What is combined of the object: its members, or all of it as one.
static int n_parts(const task *t, int object)
{
	const nest_members *m = nest_reduction_members(t->nest, object);
	return m ? m->n : 1;
}

// The operator, the type and the address of the copy, or of a member of it.
static void part(const task *t, int object, int k, text *out)
{
	const nest_members *m = nest_reduction_members(t->nest, object);
	prog_op op = m ? m->op[k] : nest_reduction_op(t->nest, object);
	const prog_type *type = m ? m->type[k] : t->nest->objects[object].element;
	text_printf(out, "%s, %s, &hpcc_t%d%s%s", combine_op(op), combine_type(type), object, m ? "." : "",
	        m ? m->name[k] : "");
}

// ---- who adds up -----------------------------------------------------------------------------------

// Operations whose result depends on the order: of what one process owns it is the source's.
static bool has_order(prog_op op, const prog_type *type)
{
	return (op == PROG_OP_ADD || op == PROG_OP_MUL) &&
	       (type->kind == PROG_TYPE_FLOAT || type->kind == PROG_TYPE_COMPLEX);
}

static bool any_has_order(const task *t, int object)
{
	const nest_members *m = nest_reduction_members(t->nest, object);
	if (!m) return has_order(nest_reduction_op(t->nest, object), t->nest->objects[object].element);
	for (int k = 0; k < m->n; k++)
		if (has_order(m->op[k], m->type[k])) return true;
	return false;
}

// The intervals with which a process adds to the object.
static isl_set *intervals_that_add(const nest *n, int object)
{
	enum { MANY = 8 };
	isl_set *all = NULL;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		bool adds = false;
		for (int j = 0; j < s->n_accesses; j++) adds |= s->accesses[j].object == object && s->accesses[j].write;
		if (!adds) continue;
		isl_set *those = isl_set_remove_divs(isl_set_params(isl_set_copy(s->exec)));
		all = all ? isl_set_union(all, those) : those;
	}
	all = isl_set_coalesce(all);
	return isl_set_n_basic_set(all) > MANY ? isl_set_from_basic_set(isl_set_simple_hull(all)) : all;
}

static bool tells_adders(const task *t, int object)
{
	return has_role(t, object, SCALAR_REDUCTION) && any_has_order(t, object);
}

void results_functions(rewriter *w, const task *t)
{
	for (int k = 0; k < t->nest->n_objects; k++) {
		if (!tells_adders(t, k)) continue;
		text condition = {0};
		bool known = affine_text_condition(&condition, intervals_that_add(t->nest, k));
		text_printf(&w->heads, "HPCC_ADDERS(hpcc_adds_%d_%d);\n", t->id, k);
		text_printf(&w->nests, "HPCC_ADDERS(hpcc_adds_%d_%d) { return %s; }\n", t->id, k,
		        known ? text_get(&condition) : "1");
		text_free(&condition);
	}
}

// ---- reductions ------------------------------------------------------------------------------------

// The variable is copied around the loops, so that its address does not keep it out of a register in them.
void results_begin(const task *t, text *out)
{
	const nest *n = t->nest;
	for (int k = 0; k < n->n_objects; k++) {
		if (!has_role(t, k, SCALAR_REDUCTION)) continue;
		const nest_object *o = &n->objects[k];
		text_printf(out, "\t%s hpcc_t%d = %s;\n", o->element->text, k, o->key);
		for (int p = 0; p < n_parts(t, k); p++) {
			text_add(out, "\thpcc_reduce_begin(hpcc_r, ");
			part(t, k, p, out);
			if (tells_adders(t, k))
				text_printf(out, ", hpcc_adds_%d_%d);\n", t->id, k);
			else
				text_add(out, ", NULL);\n");
		}
	}
}

// A called function adds to the variable that it names.
static bool is_named_by_call(const nest_object *o) { return o->by_call && o->symbol && o->symbol->file_scope; }

bool results_in_place(const task *t, const nest_object *o)
{
	bool seen = t->kind == TASK_SPLIT && t->split->end_is_seen && o->symbol && o->symbol->file_scope;
	return !object_is_variable(o) || is_named_by_call(o) || seen;
}

void results_open(const task *t, text *out)
{
	for (int k = 0; k < t->nest->n_objects; k++) {
		if (!has_role(t, k, SCALAR_REDUCTION)) continue;
		const nest_object *o = &t->nest->objects[k];
		if (!results_in_place(t, o))
			text_printf(out, "\t%s %s = hpcc_t%d;\n", o->element->text, o->key, k);
		else
			text_printf(out, "\t%s = hpcc_t%d;\n", o->key, k);
	}
}

void results_close(const task *t, text *out)
{
	for (int k = 0; k < t->nest->n_objects; k++)
		if (has_role(t, k, SCALAR_REDUCTION))
			text_printf(out, "\thpcc_t%d = %s;\n", k, t->nest->objects[k].key);
}

void results_end(const task *t, text *out)
{
	const nest *n = t->nest;
	int last = -1;
	for (int k = 0; k < n->n_objects; k++)
		if (has_role(t, k, SCALAR_REDUCTION)) last = k;
	for (int k = 0; k < n->n_objects; k++)
		for (int p = 0; has_role(t, k, SCALAR_REDUCTION) && p < n_parts(t, k); p++) {
			text_add(out, "\thpcc_reduce_end(hpcc_r, ");
			part(t, k, p, out);
			text_printf(out, ", %d);\n", k != last || p + 1 < n_parts(t, k));
		}
	for (int k = 0; k < n->n_objects; k++)
		if (has_role(t, k, SCALAR_REDUCTION)) text_printf(out, "\t%s = hpcc_t%d;\n", n->objects[k].key, k);
}

static int max_depth(const nest *n)
{
	int depth = 0;
	for (int k = 0; k < n->n_stmts; k++)
		if (n->stmts[k].depth > depth) depth = n->stmts[k].depth;
	return depth;
}

void results_declare_last(const task *t, text *out)
{
	for (int k = 0; k < t->nest->n_objects; k++)
		if (tells_last(t, k) || has_role(t, k, SCALAR_EXTREMUM))
			text_printf(out, "\tint hpcc_set%d = 0;\n\tlong hpcc_at%d[%d] = {0};\n", k, k,
			        2 * max_depth(t->nest) + 1);
}

// Notes that the iteration at hand set `object`; `mark`: what an assignment begins and ends with.
static void note_time(const nest *n, const nest_stmt *stmt, int object, const char *const mark[2], text *out)
{
	text_printf(out, "%shpcc_set%d = 1%s", mark[0], object, mark[1]);
	for (int d = 0; d <= stmt->depth; d++) {
		text_printf(out, "%shpcc_at%d[%d] = %d%s", mark[0], object, 2 * d, stmt->time[d], mark[1]);
		if (d == stmt->depth) break;
		const nest_loop *l = &n->loops[stmt->loop[d]];
		if (!l->var) continue;
		text_printf(out, "%shpcc_at%d[%d] = %s(long)", mark[0], object, 2 * d + 1, l->step < 0 ? "-" : "");
		bounds_variable(n, stmt->loop[d], out);
		text_add(out, mark[1]);
	}
}

// The loop in whose head the statement stands; NULL: none.
static const prog_stmt *loop_of_head(const nest *n, const prog_stmt *s)
{
	for (int k = 0; k < n->n_loops; k++)
		if (n->loops[k].stmt->init == s) return n->loops[k].stmt;
	return NULL;
}

// A called function sets an extremum: that it did is seen by the value.
static void track_call(rewriter *w, const task *t, const nest_stmt *stmt, int object)
{
	static const char *const statement[] = {" ", ";"};
	const nest_object *o = &t->nest->objects[object];
	nest_stmt call = *stmt;
	call.depth = 0;
	while (call.depth < stmt->depth && !t->nest->loops[stmt->loop[call.depth]].inlined) call.depth++;
	text before = {0}, after = {0};
	text_printf(&before, "{ const %s hpcc_was%d = %s; ", o->element->text, object, o->key);
	text_printf(&after, " if (%s != hpcc_was%d) {", o->key, object);
	note_time(t->nest, &call, object, statement, &after);
	text_add(&after, " } }");
	rewrite_insert(w, stmt->stmt->range.begin, ORDER_GUARD, text_get(&before));
	rewrite_insert(w, stmt->stmt->range.end, ORDER_NOTE, text_get(&after));
	text_free(&before);
	text_free(&after);
}

// A called function sets a variable whose last value counts, in each call.
static void track_last_call(rewriter *w, const task *t, const nest_stmt *stmt, int object)
{
	static const char *const statement[] = {" ", ";"};
	nest_stmt call = *stmt;
	call.depth = 0;
	while (call.depth < stmt->depth && !t->nest->loops[stmt->loop[call.depth]].inlined) call.depth++;
	bool declares = stmt->stmt->kind == PROG_STMT_DECL;
	text after = {0};
	note_time(t->nest, &call, object, statement, &after);
	if (!declares) {
		text_add(&after, " }");
		rewrite_insert(w, stmt->stmt->range.begin, ORDER_GUARD, "{ ");
	}
	rewrite_insert(w, stmt->stmt->range.end, ORDER_NOTE, text_get(&after));
	text_free(&after);
}

// Whether an earlier statement of the model is of the same call, and sets the object.
static bool is_tracked(const nest *n, int stmt, int object)
{
	for (int k = 0; k < stmt; k++)
		for (int j = 0; n->stmts[k].stmt == n->stmts[stmt].stmt && j < n->stmts[k].n_accesses; j++)
			if (n->stmts[k].accesses[j].object == object && n->stmts[k].accesses[j].write &&
			        !n->stmts[k].accesses[j].defines)
				return true;
	return false;
}

static void track(rewriter *w, const task *t, const nest_stmt *stmt, int object)
{
	static const char *const statement[] = {" ", ";"}, *const operand[] = {", ", ""};
	const prog_stmt *loop = loop_of_head(t->nest, stmt->stmt);
	text g = {0};
	note_time(t->nest, stmt, object, loop ? operand : statement, &g);
	prog_range at = has_role(t, object, SCALAR_EXTREMUM) ? stmt->stmt->body->range : stmt->stmt->range;
	if (loop) {
		at = loop->for_init;
	} else {
		text_add(&g, " }");
		rewrite_insert(w, at.begin, ORDER_GUARD, "{ ");
	}
	// Inside of the statement's guard.
	rewrite_insert(w, at.end, ORDER_NOTE, text_get(&g));
	text_free(&g);
}

// After each statement that sets a variable whose last value, or place, counts: when that was.
void results_track_last(rewriter *w, const task *t)
{
	const nest *n = t->nest;
	for (int s = 0; s < n->n_stmts; s++)
		for (int j = 0; j < n->stmts[s].n_accesses; j++) {
			int object = n->stmts[s].accesses[j].object;
			if (!n->stmts[s].accesses[j].write || n->stmts[s].accesses[j].defines) continue;
			const bool last = tells_last(t, object);
			if (!last && !has_role(t, object, SCALAR_EXTREMUM)) continue;
			if (n->objects[object].kind != NEST_SCALAR) continue;
			if (!n->stmts[s].inlined && !(last && is_tracked(n, s, object)))
				track(w, t, &n->stmts[s], object);
			else if (!is_tracked(n, s, object))
				(last ? track_last_call : track_call)(w, t, &n->stmts[s], object);
		}
	for (int k = 0; k < n->n_objects; k++)
		if (tells_last(t, k) && n->objects[k].kind != NEST_SCALAR)
			track(w, t, &n->stmts[t->split->last_setter[k]], k);
}

static const nest_stmt *place_stmt(const nest *n, int object)
{
	for (int k = 0; k < n->n_stmts; k++)
		if (n->stmts[k].reduction == NEST_REDUCTION_PLACE && n->stmts[k].reduction_object == object)
			return &n->stmts[k];
	return NULL;
}

void results_places(const task *t, text *out)
{
	const nest *n = t->nest;
	for (int k = 0; k < n->n_objects; k++) {
		const nest_stmt *s = has_role(t, k, SCALAR_EXTREMUM) ? place_stmt(n, k) : NULL;
		if (!s) continue;
		text where = {0}, size = {0};
		int count = 0;
		for (int j = 0; j < s->n_accesses; j++) {
			const nest_access *a = &s->accesses[j];
			if (!a->reduction || !a->write || a->object == k) continue;
			text_printf(&where, "%s&%s", count ? ", " : "", n->objects[a->object].key);
			text_printf(&size, "%ssizeof %s", count++ ? ", " : "", n->objects[a->object].key);
		}
		text_printf(out,
		        "\thpcc_reduce_place(hpcc_r, %s, %s, &%s, %d, hpcc_set%d, %d, hpcc_at%d, %d, (void "
		        "*const[]){%s}, (const size_t[]){%s});\n",
		        combine_op(s->reduction_op), combine_type(n->objects[k].element), n->objects[k].key,
		        s->reduction_last, k, 2 * max_depth(n) + 1, k, count, text_get(&where), text_get(&size));
		text_free(&where);
		text_free(&size);
	}
}

const char *results_last(const prog_type *type)
{
	return type && (type->kind == PROG_TYPE_POINTER || type->has_pointers) ? "hpcc_last_address"
	                                                                       : "hpcc_last_value";
}

void results_last_values(const task *t, text *out)
{
	for (int k = 0; k < t->nest->n_objects; k++)
		if (tells_last(t, k))
			text_printf(out, "\t%s(hpcc_r, &%s, sizeof %s, hpcc_set%d, %d, hpcc_at%d);\n",
			        results_last(t->nest->objects[k].type), t->nest->objects[k].key,
			        t->nest->objects[k].key, k, 2 * max_depth(t->nest) + 1, k);
}

// ---- replicated arrays -------------------------------------------------------------------------

static void share_function(rewriter *w, const task *t, int object)
{
	isl_set *sets[64];
	int count = task_elements_written(t, object, sets, 64);
	char name[64];
	snprintf(name, sizeof name, "hpcc_share_%d_%d", t->id, object);
	text_printf(&w->heads, "HPCC_SECTIONS(%s);\n", name);
	sections_function(name, count, sets, NULL, &w->nests);
	for (int k = 0; k < count; k++) isl_set_free(sets[k]);
}

// How much there is behind a pointer is not known.
static bool is_behind_pointer(const nest_object *o)
{
	bool open = o->type->kind == PROG_TYPE_ARRAY && !o->type->extent; // the last member of a struct
	return open || o->type->kind == PROG_TYPE_POINTER || o->symbol->kind == PROG_SYMBOL_PARAMETER;
}

void results_share(rewriter *w, const task *t, text *out)
{
	const nest *n = t->nest;
	for (int k = 0; t->kind == TASK_SPLIT && k < n->n_objects; k++) {
		if (!t->split->shared[k]) continue;
		const nest_object *o = &n->objects[k];
		share_function(w, t, k);
		text_printf(
		        out, "\thpcc_share(hpcc_r, hpcc_share_%d_%d, hpcc_par, %s, %d, ", t->id, k, o->key, o->rank);
		rewrite_size(o->element, out);
		text_add(out, ", (const long[]){");
		for (int d = 0; d < o->rank; d++) {
			if (d == 0 && (is_behind_pointer(o) || o->linear)) {
				text_add(out, "0");
				continue;
			}
			if (o->linear) {
				text_printf(out, ", %s", o->extent[d]);
				continue;
			}
			text_printf(out, "%ssizeof(%s", d ? ", " : "", o->key);
			for (int j = 0; j < d; j++) text_add(out, "[0]");
			text_printf(out, ") / sizeof(%s", o->key);
			for (int j = 0; j <= d; j++) text_add(out, "[0]");
			text_add(out, ")");
		}
		text_add(out, "});\n");
	}
}

// ---- turns ---------------------------------------------------------------------------------------

static bool is_carried(const task *t, int object)
{
	return t->kind == TASK_SPLIT && t->split->turn_way && t->split->roles[object] == SCALAR_CARRIED;
}

void results_carried_size(const task *t, text *out)
{
	bool any = false;
	for (int k = 0; k < t->nest->n_objects; k++) {
		if (!is_carried(t, k)) continue;
		const nest_object *o = &t->nest->objects[k];
		long size = nest_is_one_element(t->nest, o) ? o->element->size : o->type->size;
		text_printf(out, any ? " + %ld" : ".carried = %ld", size);
		any = true;
	}
	if (any) text_add(out, ", ");
}

void results_carry(rewriter *w, const task *t, text *out)
{
	text at = {0}, size = {0}, told = {0};
	int n = 0;
	for (int k = 0; k < t->nest->n_objects; k++) {
		if (!is_carried(t, k)) continue;
		const nest_object *o = &t->nest->objects[k];
		const char *comma = n++ ? ", " : "";
		text name = {0};
		if (object_is_variable(o))
			rewrite_by_place(w, o->symbol, &name);
		else
			text_add(&name, o->key);
		const char *behind = nest_is_one_element(t->nest, o) ? "*" : "";
		text_printf(&at, "%s(void *)&(%s%s)", comma, behind, text_get(&name));
		text_printf(&size, "%ssizeof(%s%s)", comma, behind, text_get(&name));
		text_free(&name);
		text_printf(&told, "%s%d", comma, t->split->told[k]);
	}
	if (n)
		text_printf(out,
		        "\tvoid *const hpcc_carried[] = {%s};\n\tconst size_t hpcc_carried_size[] = {%s};\n\tconst "
		        "unsigned "
		        "char hpcc_told[] = {%s};\n\thpcc_carry(hpcc_r, %d, hpcc_carried, hpcc_carried_size, "
		        "hpcc_told);\n",
		        text_get(&at), text_get(&size), text_get(&told), n);
	text_free(&at);
	text_free(&size);
	text_free(&told);
}

// ---- what is handed on in each run of an inner loop --------------------------------------------------

static bool is_handed(const task *t, int object)
{
	return t->kind == TASK_SPLIT && partition_hands_on(t->split, object);
}

void results_handed_size(const task *t, text *out)
{
	long size = 0;
	for (int k = 0; k < t->nest->n_objects; k++)
		if (is_handed(t, k)) size += t->nest->objects[k].type->size;
	if (size) text_printf(out, ".handed = %ld, ", size);
}

void results_hand_on(rewriter *w, const task *t)
{
	text before = {0}, after = {0};
	for (int k = 0; k < t->nest->n_objects; k++) {
		if (!is_handed(t, k)) continue;
		text name = {0};
		rewrite_by_place(w, t->nest->objects[k].symbol, &name);
		text_printf(&before, "%sHPCC_TAKE_HANDED(%s); ", before.size ? "" : "{ ", text_get(&name));
		text_printf(&after, " HPCC_HAND_ON(%s);", text_get(&name));
		text_free(&name);
	}
	if (before.size) {
		const prog_range loop = t->nest->loops[t->split->handed_loop].stmt->range;
		text_add(&after, " }");
		rewrite_insert(w, loop.begin, ORDER_PARTS, text_get(&before));
		rewrite_insert(w, loop.end, ORDER_BEHIND, text_get(&after));
	}
	text_free(&before);
	text_free(&after);
}
