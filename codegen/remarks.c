// SPDX-License-Identifier: Apache-2.0
#include "remarks.h"
#include "formula.h"
#include "summary.h"

#include "../analysis/graph/graph.h"
#include "../analysis/model/model.h"

#include <stdlib.h>
#include <string.h>

// The values of a remark, in the order of its text.
#define VALUES(...) ((const char *const[]){__VA_ARGS__})

// Most remarks of a nest belong to one task, at one place.
typedef struct teller {
	const task *t;
	const nest *n;
	const char *function;
} teller;

static const char *function_of(const prog_stmt *s) { return s->function ? s->function->symbol->name : ""; }

static void number(char *to, long value) { snprintf(to, 24, "%ld", value); }

static void byte_count(char *to, long value) { snprintf(to, 24, "%ld byte%s", value, value == 1 ? "" : "s"); }

// An expression as it is written, in one line.
static const char *written(prog_unit *unit, const prog_expr *e)
{
	text t = {0};
	formula_written(unit, e->range, e->text, &t);
	const char *copy = prog_string(unit, text_get(&t));
	text_free(&t);
	return copy;
}

static bool elements_text(const nest *n, isl_set *section, int skip, text *out)
{
	if (!formula_count(n, section, skip, out)) return false;
	text_add(out, strcmp(text_get(out), "1") ? " elements" : " element");
	return true;
}

// ---- who computes -----------------------------------------------------------------------------

const char *remarks_home(const nest *n, int stmt)
{
	const nest_stmt *s = &n->stmts[stmt];
	return written(n->unit, s->accesses[s->home].expr);
}

static bool told_before(const nest *n, const nest_limit *limits, int k)
{
	for (int j = 0; j < k; j++)
		if (limits[j].axis == limits[k].axis &&
		        !strcmp(remarks_home(n, limits[j].stmt), remarks_home(n, limits[k].stmt)))
			return true;
	return false;
}

static void tell_limits(const teller *w, const nest_limit *limits, int n_limits, const nest_loop *loop)
{
	const nest *n = w->n;
	for (int k = 0; k < n_limits; k++) {
		if (limits[k].alone || limits[k].axis >= n->n_axes || told_before(n, limits, k)) continue;
		const nest_axis *axis = &n->axes[limits[k].axis];
		const nest_object *o = &n->objects[axis->object];
		char dim[24];
		number(dim, axis->dim);
		const char *home = remarks_home(n, limits[k].stmt);
		if (loop)
			remark_emit(o->kind == NEST_MAPPED ? REMARK_OwnerComputes : REMARK_OwnerComputesUnseen,
			        loop->stmt->loc, w->function, VALUES(loop->var->name, dim, o->key, home), NULL);
		else
			remark_emit(REMARK_OneOwner, n->root->loc, w->function, VALUES(home, dim, o->key), NULL);
	}
}

static void tell_partition(const teller *w)
{
	const nest *n = w->n;
	tell_limits(w, w->t->split->nest_limits, w->t->split->n_nest_limits, NULL);
	for (int k = 0; k < n->n_loops; k++)
		if (n->loops[k].var) tell_limits(w, n->loops[k].limits, n->loops[k].n_limits, &n->loops[k]);
	for (int k = 0; k < n->n_stmts; k++)
		if (w->t->split->guarded[k] && n->stmts[k].home >= 0)
			remark_emit(REMARK_Guarded, n->stmts[k].expr->loc, w->function,
			        VALUES(written(n->unit, n->stmts[k].expr), remarks_home(n, k)), NULL);
}

// ---- what is communicated ---------------------------------------------------------------------

// "1 row", "2 columns"; NULL for none.
const char *remarks_slabs(char *to, size_t size, long count, const nest_object *o, int dim)
{
	const char *word = o->rank == 1 ? "element" : o->rank > 2 ? "plane" : dim == 0 ? "row" : "column";
	if (count == 0) return NULL;
	snprintf(to, size, "%ld %s%s", count, word, count == 1 ? "" : "s");
	return to;
}

static void tell_halo(const teller *w, const task_arg *a, const pattern *p)
{
	const nest *n = w->n;
	const nest_object *o = &n->objects[a->object];
	char dim[24], corners[24], low[48], high[48];
	number(dim, p->dim);
	number(corners, p->corners_with);
	text elements = {0};
	bool counted = o->rank > 1 && elements_text(n, p->section, p->dim, &elements);
	const char *below = remarks_slabs(low, sizeof low, p->below, o, p->dim),
	           *above = remarks_slabs(high, sizeof high, p->above, o, p->dim);
	remark_emit(REMARK_Halo, pattern_place(n, a->object), w->function,
	        VALUES(o->key, dim, below, below && above ? " and " : NULL, above, counted ? text_get(&elements) : NULL,
	                p->corners_with >= 0 ? corners : NULL, p->like >= 0 ? o->key : NULL,
	                p->like >= 0 ? n->objects[p->like].key : NULL),
	        NULL);
	text_free(&elements);
}

static void tell_section(const teller *w, const task_arg *a, const pattern *p)
{
	static const remark_id row[] = {[PATTERN_SECTION] = REMARK_Section,
	        [PATTERN_BROADCAST] = REMARK_Broadcast,
	        [PATTERN_ALLGATHER] = REMARK_Allgather};
	const nest_object *o = &w->n->objects[a->object];
	text section = {0}, elements = {0};
	formula_section(w->n, o, p->section, &section);
	bool counted = elements_text(w->n, p->section, -1, &elements);
	remark_emit(row[p->kind], pattern_place(w->n, a->object), w->function,
	        VALUES(o->key, text_get(&section), counted ? text_get(&elements) : NULL), NULL);
	text_free(&section);
	text_free(&elements);
}

// Why messages of an array cannot be sent from where it is, as far as it is known before the program runs.
static const char *why_copied(const task_arg *a, const nest_object *o, const pattern *p, text *out)
{
	if (a->writes) {
		text_printf(out, "the nest writes '%s'", o->key);
		return text_get(out);
	}
	// Rows of one array follow each other; the elements of a column do not.
	if (p->kind != PATTERN_HALO || p->dim == 0 || o->kind != NEST_MAPPED) return NULL;
	text_printf(out, "along dimension %d its elements are apart in memory", p->dim);
	return text_get(out);
}

static void tell_arg(const teller *w, const task_arg *a, bool *messages)
{
	const nest_object *o = &w->n->objects[a->object];
	if (object_is_plain(o)) return;
	patterns all = patterns_of(w->t, a);
	for (int k = 0; k < all.n; k++) {
		const pattern *p = &all.list[k];
		text why = {0};
		if (p->kind == PATTERN_HALO)
			tell_halo(w, a, p);
		else
			tell_section(w, a, p);
		bool apart = p->kind == PATTERN_HALO || p->kind == PATTERN_SECTION;
		*messages |= apart;
		const char *reason = w->t->kind == TASK_SPLIT && apart ? why_copied(a, o, p, &why) : NULL;
		if (reason)
			remark_emit(REMARK_Copied, pattern_place(w->n, a->object), w->function, VALUES(o->key, reason),
			        NULL);
		text_free(&why);
	}
}

const char *remarks_operation(const nest *n, int object)
{
	static const char *const names[] = {[PROG_OP_ADD] = "sum",
	        [PROG_OP_MUL] = "product",
	        [PROG_OP_LT] = "minimum",
	        [PROG_OP_GT] = "maximum",
	        [PROG_OP_AND] = "bitwise and",
	        [PROG_OP_OR] = "bitwise or",
	        [PROG_OP_XOR] = "bitwise exclusive or",
	        [PROG_OP_LAND] = "logical and",
	        [PROG_OP_LOR] = "logical or"};
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		bool this = s->reduction != NEST_NO_REDUCTION && s->reduction_object == object;
		if (this && s->reduction_op < sizeof names / sizeof *names && names[s->reduction_op])
			return names[s->reduction_op];
	}
	return "reduction";
}

static prog_loc set_at(const nest *n, int object)
{
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->object == object && a->write && a->expr && a->expr->loc.file >= 0) return a->expr->loc;
		}
	return n->root->loc;
}

// What is joined after the nest.
static void tell_results(const teller *w)
{
	const nest *n = w->n;
	for (int k = 0; k < n->n_objects; k++) {
		const nest_object *o = &n->objects[k];
		char bytes[24];
		byte_count(bytes, o->element ? o->element->size : 0);
		if (w->t->split->shared[k]) remark_emit(REMARK_Share, set_at(n, k), w->function, VALUES(o->key), NULL);
		if (o->reduced) {
			char each[48];
			snprintf(each, sizeof each, "%s for each element", bytes);
			remark_emit(REMARK_Reduction, set_at(n, k), w->function,
			        VALUES(remarks_operation(n, k), o->key, each), NULL);
		}
		if (partition_tells_last(w->t->split, k)) {
			if (o->kind != NEST_SCALAR) byte_count(bytes, o->type->size);
			remark_emit(REMARK_LastValue, set_at(n, k), w->function, VALUES(o->key, bytes), NULL);
		}
		if (!o->writes || o->arg >= 0 || o->kind != NEST_SCALAR) continue;
		switch (w->t->split->roles[k]) {
		case SCALAR_REDUCTION:
			remark_emit(REMARK_Reduction, set_at(n, k), w->function,
			        VALUES(remarks_operation(n, k), o->key, bytes), NULL);
			break;
		case SCALAR_EXTREMUM:
			remark_emit(
			        REMARK_Place, set_at(n, k), w->function, VALUES(remarks_operation(n, k), o->key), NULL);
			break;
		default: break;
		}
	}
}

// ---- what is not done -------------------------------------------------------------------------

static void tell_overlap(const teller *w)
{
	static const char *const why[] = {[NEST_ANY_ORDER] = "the iterations need an order",
	        [NEST_LAST_VALUE] = "the last value of '%s' is needed after the nest",
	        [NEST_LEFT] = "the nest may be left before its end%s",
	        [NEST_LARGE] = "there are too many accesses to look at%s",
	        [NEST_JOINED] = "each process writes a part of '%s', which has no mapping",
	        [NEST_PLACE] = "where the extremum '%s' is found depends on the order of the iterations",
	        [NEST_ASSERTS] = "the first of several assertions that fails reports%s",
	        [NEST_REUSED] = "iterations use elements of '%s' that others set"};
	text reason = {0};
	const char *format = why[w->n->obstacle], *hole = strstr(format, "%s");
	text_add_n(&reason, format, hole ? (size_t)(hole - format) : strlen(format));
	if (hole) text_add(&reason, w->n->obstacle_about ? w->n->obstacle_about : "");
	if (hole) text_add(&reason, hole + 2);
	remark_emit(REMARK_NoOverlap, w->n->root->loc, w->function, VALUES(text_get(&reason)), NULL);
	text_free(&reason);
}

const char *remarks_strips(const task *t)
{
	const nest *n = t->nest;
	for (int k = 0; k < n->n_loops; k++)
		if (n->loops[k].n_limits && n->loops[k].limits[0].axis == t->split->strip_axis)
			return n->loops[k].var->name;
	return NULL;
}

static void tell_waiting(const teller *w)
{
	const nest_axis *axis = &w->n->axes[w->t->split->turn_axis];
	const char *array = w->n->objects[axis->object].key, *why;
	char dim[24];
	number(dim, axis->dim);
	text reason = {0};
	why = formula_reason(w->n->reason, w->n->reason_text, &reason) ? text_get(&reason) : NULL;
	if (task_is_pipeline(w->t))
		remark_emit(REMARK_Pipeline, w->n->root->loc, w->function,
		        VALUES(dim, array, remarks_strips(w->t), why), &w->n->reason_loc);
	else
		remark_emit(REMARK_InTurns, w->n->root->loc, w->function, VALUES(dim, array, why), &w->n->reason_loc);
	text_free(&reason);
}

static void tell_turns(const teller *w, const graph *g)
{
	if (w->t->split->turn_way) {
		tell_waiting(w);
		return;
	}
	const nest_axis *axis = &w->n->axes[w->t->split->nest_limits[0].axis];
	const graph_loop *around = graph_loop_of_turns(g, w->t);
	char dim[24];
	number(dim, axis->dim);
	text reason = {0};
	bool has = around && formula_reason(around->reason, around->reason_text, &reason);
	remark_emit(REMARK_OneAfterTheOther, w->n->root->loc, w->function,
	        VALUES(dim, w->n->objects[axis->object].key, has ? text_get(&reason) : NULL),
	        around ? &around->reason_loc : NULL);
	text_free(&reason);
}

static void tell_replicated(const teller *w)
{
	text reason = {0};
	bool has = formula_reason(w->n->reason, w->n->reason_text, &reason);
	remark_emit(w->t->slow ? REMARK_SlowPath : REMARK_InOrder, w->n->root->loc, w->function,
	        VALUES(has ? text_get(&reason) : NULL), &w->n->reason_loc);
	text_free(&reason);
}

// ---- what was found out -----------------------------------------------------------------------

static void tell_array(const teller *w, const nest_object *o)
{
	if (!object_is_plain(o) || o->rank == 0) return;
	remark_id id = !o->writes                                       ? REMARK_Replicated
	               : w->t->split->shared[o->id]                     ? REMARK_WrittenInParts
	               : w->t->split->roles[o->id] == SCALAR_REPLICATED ? REMARK_WrittenByAll
	                                                                : REMARK_Private;
	prog_loc loc = o->writes ? set_at(w->n, o->id) : pattern_place(w->n, o->id);
	if (!o->reduced) remark_emit(id, loc, w->function, VALUES(o->key), NULL);
	if (o->kind == NEST_EXPECTED_PLAIN)
		remark_emit(REMARK_AssumedUnmapped, w->n->root->loc, w->function, VALUES(o->key), NULL);
}

static bool is_behind_pointer(const nest_object *o)
{
	return o->kind == NEST_POINTER || o->kind == NEST_EXPECTED_PLAIN;
}

// As the runtime compares the arguments of a nest: those of which one is written.
static void tell_overlaps(const teller *w)
{
	const nest *n = w->n;
	for (int a = 0; a < n->n_objects; a++)
		for (int b = a + 1; b < n->n_objects; b++) {
			const nest_object *o = &n->objects[a], *q = &n->objects[b];
			if (o->arg < 0 || q->arg < 0 || (!o->writes && !q->writes)) continue;
			if (!is_behind_pointer(o) && !is_behind_pointer(q)) continue;
			remark_emit(REMARK_AssumedApart, n->root->loc, w->function, VALUES(o->key, q->key), NULL);
		}
}

static bool is_home(const nest *n, int object)
{
	for (int x = 0; x < n->n_axes; x++)
		if (n->axes[x].object == object) return true;
	return false;
}

static void tell_homes(const teller *w)
{
	const nest *n = w->n;
	for (int x = 0; x < n->n_axes; x++) {
		const nest_axis *a = &n->axes[x], *shared = &n->axes[a->shared];
		const nest_object *o = &n->objects[a->object], *q = &n->objects[shared->object];
		bool known = o->kind == NEST_MAPPED && q->kind == NEST_MAPPED && !a->shift;
		bool first = x == 0 || n->axes[x - 1].object != a->object;
		if (a->shared != x && !known && first)
			remark_emit(REMARK_AssumedAlike, n->root->loc, w->function, VALUES(o->key, q->key), NULL);
	}
	for (int k = 0; k < n->n_objects; k++) {
		const nest_object *o = &n->objects[k];
		if (o->kind != NEST_POINTER || !is_home(n, k)) continue;
		for (int d = 0; d < o->rank; d++) {
			char dim[24];
			number(dim, d);
			if (!(n->may_split[k] >> d & 1))
				remark_emit(REMARK_AssumedWhole, n->root->loc, w->function, VALUES(dim, o->key), NULL);
		}
	}
}

static void tell_assumptions(const teller *w)
{
	const nest *n = w->n;
	if (isl_set_plain_is_universe(n->assume) == isl_bool_false) {
		text condition = {0};
		formula_condition(n, n->assume, &condition);
		remark_emit(REMARK_Assumed, n->root->loc, w->function, VALUES(text_get(&condition)), NULL);
		text_free(&condition);
	}
	for (int k = 0; k < n->n_objects; k++) {
		const nest_object *o = &n->objects[k];
		if (!is_behind_pointer(o) || !o->linear || o->rank < 2 || !o->extent[o->rank - 1]) continue;
		text row = {0};
		formula_plain(o->extent[o->rank - 1], &row);
		remark_emit(REMARK_AssumedRows, n->root->loc, w->function, VALUES(o->key, text_get(&row)), NULL);
		text_free(&row);
	}
	tell_homes(w);
	tell_overlaps(w);
}

// ---- all of it, in the order of the source ----------------------------------------------------

static void tell_task(const graph *g, const task *t)
{
	teller w = {t, t->nest, function_of(t->nest->root)};
	bool messages = false;
	if (t->kind == TASK_SPLIT)
		tell_partition(&w);
	else
		tell_replicated(&w);
	if (t->serial || task_is_pipeline(t)) tell_turns(&w, g);
	for (int k = 0; k < t->n_args; k++) tell_arg(&w, &t->args[k], &messages);
	if (t->kind != TASK_SPLIT) return;
	tell_results(&w);
	if (messages && t->nest->overlap && !t->split->n_nest_limits)
		remark_emit(REMARK_Overlap, t->nest->root->loc, w.function, NULL, NULL);
	if (messages && !t->nest->overlap && !task_is_pipeline(t)) tell_overlap(&w);
	for (int k = 0; k < t->nest->n_objects; k++) tell_array(&w, &t->nest->objects[k]);
	tell_assumptions(&w);
}

static void tell_part(const distribution *d, int part)
{
	const nest_loop *l = &d->n->loops[0];
	remark_emit(REMARK_Distributed, d->part[part].first->loc, function_of(d->loop),
	        VALUES(l->var ? l->var->name : ""), &d->loop->loc);
}

static void tell_distributed(const distribution *d)
{
	const nest *n = d->n;
	const char *function = function_of(d->loop);
	if (isl_set_plain_is_universe(n->assume) == isl_bool_false) {
		text condition = {0};
		formula_condition(n, n->assume, &condition);
		remark_emit(REMARK_AssumedInOrder, d->loop->loc, function, VALUES(text_get(&condition)), NULL);
		text_free(&condition);
	}
	for (int k = 0; k < d->n_apart; k++)
		remark_emit(REMARK_AssumedOthers, d->loop->loc, function,
		        VALUES(n->objects[d->apart[k][0]].key, n->objects[d->apart[k][1]].key), NULL);
	for (const distribution *inner = d->inner; inner; inner = inner->next) tell_distributed(inner);
}

static void tell_loop(const graph_loop *l)
{
	text reason = {0};
	bool has = formula_reason(l->reason, l->reason_text, &reason);
	const char *const *why = VALUES(has ? text_get(&reason) : NULL);
	if (l->by_element)
		remark_emit(REMARK_ElementByElement, l->stmt->loc, function_of(l->stmt), why, &l->reason_loc);
	else if (l->sets_elements)
		remark_emit(REMARK_SetOneByOne, l->stmt->loc, function_of(l->stmt), why, &l->reason_loc);
	else if (has && l->n_split)
		remark_emit(REMARK_NotSplit, l->stmt->loc, function_of(l->stmt), why, &l->reason_loc);
	if (l->call)
		remark_emit(
		        REMARK_CallOnSection, l->call->loc, function_of(l->stmt), VALUES(l->call->arg[0]->text), NULL);
	text_free(&reason);
}

static void tell_element(prog_unit *unit, const element_note *e)
{
	char bytes[24];
	byte_count(bytes, e->expr->type->size);
	const char *element = written(unit, e->expr), *unseen = e->unseen ? e->unseen->name : NULL;
	if (e->mode == USE_READ && e->store)
		remark_emit(REMARK_ElementBrought, e->expr->loc, e->function,
		        VALUES(element, written(unit, e->store), bytes, unseen), NULL);
	else if (e->mode == USE_READ || e->mode == USE_EXCHANGE)
		remark_emit(REMARK_ElementRead, e->expr->loc, e->function, VALUES(element, bytes, unseen), NULL);
	if (e->mode != USE_READ)
		remark_emit(REMARK_ElementSet, e->expr->loc, e->function, VALUES(element, unseen), NULL);
}

// One thing to tell of.
typedef struct subject {
	prog_loc loc;
	int order; // where places are equal
	const task *t;
	const graph_loop *loop;
	const element_note *element;
	const distribution *distributed;
	int part; // of it, where it begins; 0: what it assumes
} subject;

static int by_place(const void *a, const void *b)
{
	const subject *x = a, *y = b;
	if (x->loc.file != y->loc.file) return x->loc.file < y->loc.file ? -1 : 1;
	if (x->loc.line != y->loc.line) return x->loc.line < y->loc.line ? -1 : 1;
	if (x->loc.column != y->loc.column) return x->loc.column < y->loc.column ? -1 : 1;
	return x->order - y->order;
}

void remarks_tell(const rewriter *w)
{
	const graph *g = w->g;
	if (!remarks_are_wanted()) return;
	int n = 0;
	int most = g->n_tasks + g->n_loops + w->n_elements + g->n_distributed * DISTRIBUTION_MOST_PARTS;
	subject *all = prog_alloc(w->unit, sizeof *all * (size_t)(most + 1));
	for (int k = 0; k < g->n_distributed; k++)
		for (int j = 0; j < g->distributed[k]->n_parts && !g->distributed[k]->is_alternative; j++, n++) {
			const distribution *d = g->distributed[k];
			prog_loc loc = j ? d->part[j].first->loc : d->loop->loc;
			all[n] = (subject){.loc = loc, .order = n, .distributed = d, .part = j};
		}
	for (int k = 0; k < g->n_loops; k++, n++)
		all[n] = (subject){.loc = g->loops[k].stmt->loc, .order = n, .loop = &g->loops[k]};
	for (int k = 0; k < g->n_tasks; k++)
		if (!g->tasks[k]->is_alternative) {
			all[n] = (subject){.loc = g->tasks[k]->nest->root->loc, .order = n, .t = g->tasks[k]};
			n++;
		}
	for (int k = 0; k < w->n_elements; k++, n++)
		all[n] = (subject){.loc = w->elements[k].expr->loc, .order = n, .element = &w->elements[k]};
	qsort(all, (size_t)n, sizeof *all, by_place);
	for (int k = 0; k < n; k++) {
		if (all[k].distributed && all[k].part) tell_part(all[k].distributed, all[k].part);
		if (all[k].distributed && !all[k].part) tell_distributed(all[k].distributed);
		if (all[k].t && graph_enters(g, all[k].t->nest->root->function)) tell_task(g, all[k].t);
		if (all[k].loop && graph_enters(g, all[k].loop->stmt->function)) tell_loop(all[k].loop);
		if (all[k].element) tell_element(w->unit, all[k].element);
	}
	summary_tell(w);
}
