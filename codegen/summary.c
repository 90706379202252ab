// SPDX-License-Identifier: Apache-2.0
//
// The walk goes over all functions, and not over the graph alone: a loop in which nothing is mapped is told of, too.
#include "summary.h"
#include "formula.h"
#include "remarks.h"

#include "../analysis/graph/graph.h"
#include "../analysis/model/model.h"

#include <stdlib.h>
#include <string.h>

#define VALUES(...) ((const char *const[]){__VA_ARGS__})

typedef struct lister {
	const rewriter *w;
	const graph *g;
	unsigned char *leads; // [symbol id] functions in which, or in whose callees, loops on mapped memory stand
} lister;

static void tell(remark_id id, prog_loc loc, const prog_stmt *s, const char *const *values, const prog_loc *reason)
{
	remark_emit(id, loc, s->function ? s->function->symbol->name : "", values, reason);
}

// ---- what is sent -----------------------------------------------------------------------------

static bool is_part(const graph *g, const prog_stmt *loop)
{
	for (int k = 0; k < g->n_distributed; k++)
		for (int j = 0; j < g->distributed[k]->n_parts; j++)
			if (g->distributed[k]->part[j].loop == loop) return true;
	return false;
}

// Two loops for one of the source: for a direction each, or the rows of blocks and what is left of them.
static bool is_of_same_loop(const graph *g, const task *a, const task *b)
{
	const prog_stmt *p = a->nest->root, *q = b->nest->root;
	return a->kind == TASK_SPLIT && b->kind == TASK_SPLIT && !a->is_alternative && !b->is_alternative &&
	       a->serial == b->serial && p->function == q->function && p->loc.file == q->loc.file &&
	       p->loc.line == q->loc.line && p->loc.column == q->loc.column && !is_part(g, p) && !is_part(g, q);
}

// Each is told once. Takes the text.
static void add_item(text *item, text *list)
{
	if (!strstr(text_get(list), text_get(item))) text_printf(list, "%s%s", list->size ? ", " : "", text_get(item));
	text_free(item);
}

void summary_of_pattern(const task *t, const task_arg *a, const pattern *p, text *out)
{
	const nest_object *o = &t->nest->objects[a->object];
	char low[48], high[48];
	if (p->kind == PATTERN_HALO) {
		const char *below = remarks_slabs(low, sizeof low, p->below, o, p->dim),
		           *above = remarks_slabs(high, sizeof high, p->above, o, p->dim);
		if (below) text_printf(out, "%s from below", below);
		if (above) text_printf(out, "%s%s from above", below ? " and " : "", above);
		text_printf(out, " of '%s'", o->key);
		return;
	}
	text section = {0};
	formula_section(t->nest, o, p->section, &section);
	text_add(out, text_get(&section));
	if (p->kind != PATTERN_SECTION) text_add(out, " to all");
	text_free(&section);
}

static void add_results(const task *t, text *out)
{
	const nest *n = t->nest;
	for (int k = 0; k < n->n_objects; k++) {
		const nest_object *o = &n->objects[k];
		scalar_role role = t->split->roles[k];
		bool scalar = o->kind == NEST_SCALAR && o->writes && o->arg < 0;
		bool reduced = o->reduced || (scalar && (role == SCALAR_REDUCTION || role == SCALAR_EXTREMUM));
		text item = {0};
		if (t->split->shared[k]) text_printf(&item, "the parts of '%s' to all", o->key), add_item(&item, out);
		if (reduced)
			text_printf(&item, "the %s of '%s'", remarks_operation(n, k), o->key), add_item(&item, out);
		if (partition_tells_last(t->split, k))
			text_printf(&item, "the last value of '%s'", o->key), add_item(&item, out);
		if (scalar && role == SCALAR_CARRIED)
			text_printf(&item, "the value of '%s' to the next process", o->key), add_item(&item, out);
	}
}

static void add_handed(const task *t, text *out)
{
	text names = {0}, item = {0};
	for (int k = 0; k < t->nest->n_objects; k++)
		if (partition_hands_on(t->split, k))
			text_printf(&names, "%s'%s'", names.size ? ", " : "", t->nest->objects[k].key);
	if (names.size) {
		text_printf(&item, "%s to the next process after each loop of '%s'", text_get(&names),
		        t->nest->loops[t->split->handed_loop].var->name);
		add_item(&item, out);
	}
	text_free(&names);
}

static void add_items(const task *t, text *list)
{
	for (int k = 0; k < t->n_args; k++) {
		const nest_object *o = &t->nest->objects[t->args[k].object];
		if (o->sliced) {
			text moved = {0};
			const char *form =
			        o->overwritten
			                ? "what is not set in '%s', to be split along dimension %d, and all of it back"
			                : "all of '%s' to be split along dimension %d, and back";
			text_printf(&moved, form, o->key, o->sliced - 1);
			add_item(&moved, list);
		}
		if (object_is_plain(o) || o->plain_rows) continue;
		patterns all = patterns_of(t, &t->args[k]);
		for (int j = 0; j < all.n; j++) {
			text item = {0};
			summary_of_pattern(t, &t->args[k], &all.list[j], &item);
			add_item(&item, list);
		}
	}
	if (t->kind == TASK_SPLIT) add_results(t, list), add_handed(t, list);
}

// Of the task, and of others that the frontend has made of the same loop of the source.
static void add_sent(const graph *g, const task *t, text *out)
{
	text list = {0};
	add_items(t, &list);
	for (int k = 0; k < g->n_tasks; k++)
		if (g->tasks[k] != t && is_of_same_loop(g, g->tasks[k], t)) add_items(g->tasks[k], &list);
	if (list.size)
		text_printf(out, "sent each time: %s", text_get(&list));
	else
		text_add(out, "nothing is sent");
	text_free(&list);
}

// ---- tasks ------------------------------------------------------------------------------------

static void add_axis(const nest *n, int axis, text *out)
{
	text one = {0};
	const nest_axis *a = &n->axes[axis];
	text_printf(&one, "dimension %d of '%s'", a->dim, n->objects[a->object].key);
	if (!strstr(text_get(out), text_get(&one))) {
		text_add(out, out->size ? " and " : "");
		text_add(out, text_get(&one));
	}
	text_free(&one);
}

// Along what the nest is split: by bounds of loops, or by tests in each iteration.
static void add_along(const task *t, text *out)
{
	const nest *n = t->nest;
	for (int k = 0; k < n->n_loops; k++)
		for (int j = 0; j < n->loops[k].n_limits; j++)
			if (n->loops[k].limits[j].axis < n->n_axes) add_axis(n, n->loops[k].limits[j].axis, out);
	for (int k = 0; k < t->split->n_nest_limits; k++) add_axis(n, t->split->nest_limits[k].axis, out);
	const bool limited = out->size > 0;
	for (int x = 0; x < n->n_axes && !limited; x++)
		if (n->axes[x].shared == x) add_axis(n, x, out);
	if (task_is_pipeline(t)) text_printf(out, ", as a pipeline in strips of '%s'", remarks_strips(t));
}

static const graph_loop *loop_at(const graph *g, const prog_stmt *s)
{
	for (int k = 0; k < g->n_loops; k++)
		if (g->loops[k].stmt == s) return &g->loops[k];
	return NULL;
}

static bool is_one_owners(const task *t)
{
	bool limited = false;
	for (int k = 0; k < t->nest->n_loops; k++) limited |= t->nest->loops[k].n_limits > 0;
	return t->split->n_nest_limits && !limited;
}

// A part of a loop that is distributed may use nothing that is split.
static bool uses_mapped(const task *t)
{
	bool found = false;
	for (int k = 0; k < t->n_args; k++) {
		const nest_object *o = &t->nest->objects[t->args[k].object];
		found |= object_is_distributed(o) && !o->plain_rows;
	}
	return found;
}

// What is said of a task, until freed.
typedef struct told {
	remark_id id;
	text along, reason, sent;
	const char *value[3];
	const prog_loc *where; // of the reason; NULL: it has no place
} told;

bool summary_reason(const graph *g, const task *t, text *out, const prog_loc **where)
{
	const nest *n = t->nest;
	bool is_nests = t->kind == TASK_SECTION || t->split->turn_way;
	const graph_loop *around = !is_nests && t->serial ? graph_loop_of_turns(g, t) : NULL;
	*where = is_nests ? &n->reason_loc : around ? &around->reason_loc : NULL;
	return is_nests ? formula_reason(n->reason, n->reason_text, out)
	                : around && formula_reason(around->reason, around->reason_text, out);
}

const char *summary_owner(const task *t)
{
	bool owner = t->kind == TASK_SPLIT && !t->serial && is_one_owners(t);
	return owner ? remarks_home(t->nest, t->split->nest_limits[0].stmt) : NULL;
}

static void say_split(const graph *g, const task *t, told *said)
{
	bool why = summary_reason(g, t, &said->reason, &said->where);
	add_along(t, &said->along);
	const char *reason = why ? text_get(&said->reason) : NULL, *sent = text_get(&said->sent);
	if (t->serial) {
		said->id = REMARK_SummaryTurns;
		said->value[0] = text_get(&said->along), said->value[1] = reason, said->value[2] = sent;
		return;
	}
	const char *owner = summary_owner(t);
	said->id = owner ? REMARK_SummaryOwner : REMARK_SummarySplit;
	said->value[0] = owner ? owner : text_get(&said->along);
	said->value[1] = sent;
	said->where = NULL;
}

// `plain`: what is told of it where nothing in it is mapped.
static void say_task(const graph *g, const task *t, remark_id plain, told *said)
{
	*said = (told){.id = plain};
	add_sent(g, t, &said->sent);
	if (!uses_mapped(t)) return;
	if (t->kind == TASK_SPLIT) {
		say_split(g, t, said);
		return;
	}
	bool why = summary_reason(g, t, &said->reason, &said->where);
	said->id = t->slow ? REMARK_SummarySlow : REMARK_SummaryInOrder;
	said->value[0] = why ? text_get(&said->reason) : NULL, said->value[1] = text_get(&said->sent);
}

static void free_told(told *said)
{
	text_free(&said->along);
	text_free(&said->reason);
	text_free(&said->sent);
}

static void tell_task(const lister *l, const task *t, prog_loc loc, remark_id plain)
{
	told said;
	say_task(l->g, t, plain, &said);
	tell(said.id, loc, t->nest->root, said.value, said.where);
	free_told(&said);
}

void summary_of_task(const graph *g, const task *t, text *out)
{
	told said;
	say_task(g, t, REMARK_SummaryPlain, &said);
	char *line = remark_text(said.id, said.value);
	text_add(out, line);
	free(line);
	free_told(&said);
}

static const task *task_at(const graph *g, const prog_stmt *s)
{
	for (int k = 0; k < g->n_tasks; k++)
		if (g->tasks[k]->nest->root == s && !g->tasks[k]->is_alternative) return g->tasks[k];
	return NULL;
}

static const distribution *distribution_at(const graph *g, const prog_stmt *s)
{
	for (int k = 0; k < g->n_distributed; k++)
		if (g->distributed[k]->loop == s && !g->distributed[k]->is_alternative) return g->distributed[k];
	return NULL;
}

// ---- loops that all run -----------------------------------------------------------------------

static bool is_known(const prog_stmt *s, void *graph_)
{
	const graph *g = graph_;
	return stmt_is_loop(s) && (task_at(g, s) || distribution_at(g, s) || loop_at(g, s));
}

// Whether the statement is, or holds, one that the graph knows.
static bool holds_nests(const graph *g, const prog_stmt *s) { return walk_any_stmt(s, is_known, (void *)g); }

static void tell_parts(const lister *l, const distribution *d)
{
	for (int k = 0; k < d->n_parts; k++) {
		const task *t = task_at(l->g, d->part[k].loop);
		const prog_loc loc = k ? d->part[k].first->loc : d->loop->loc;
		if (t)
			tell_task(l, t, loc, REMARK_SummaryPlainPart);
		else if (!holds_nests(l->g, d->part[k].loop))
			tell(REMARK_SummaryPlainPart, loc, d->loop, NULL, NULL);
	}
}

typedef struct call_search {
	const lister *l;
	const prog_symbol *found;
} call_search;

static bool calls_nests(const prog_expr *e, void *user)
{
	call_search *s = user;
	const prog_symbol *f = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	if (f && s->l->leads[f->id]) {
		s->found = f;
		return true;
	}
	return false;
}

static void find_leads(lister *l)
{
	const prog_unit *u = l->w->unit;
	l->leads = prog_alloc(l->w->unit, (size_t)u->n_symbols + 1);
	for (int k = 0; k < u->n_functions; k++)
		l->leads[u->functions[k]->symbol->id] = holds_nests(l->g, u->functions[k]->body);
	for (bool changed = true; changed;) {
		changed = false;
		for (int k = 0; k < u->n_functions; k++) {
			const prog_function *f = u->functions[k];
			call_search s = {.l = l};
			if (!f->body || l->leads[f->symbol->id] || !walk_any_in(f->body, calls_nests, &s)) continue;
			l->leads[f->symbol->id] = 1;
			changed = true;
		}
	}
}

static void tell_known_loop(const lister *l, const graph_loop *loop)
{
	call_search calls = {.l = l};
	text reason = {0};
	bool has = formula_reason(loop->reason, loop->reason_text, &reason);
	const char *why = has ? text_get(&reason) : NULL;
	const prog_stmt *s = loop->stmt;
	if (loop->by_element || loop->sets_elements)
		tell(REMARK_SummaryElements, s->loc, s, VALUES(loop->by_element ? "brought" : "set", why),
		        &loop->reason_loc);
	else if (loop->call)
		tell(REMARK_SummaryCallsInTurns, s->loc, s, VALUES(loop->call->arg[0]->text, why), &loop->reason_loc);
	else if (!loop->n_split && walk_any_in(s, calls_nests, &calls))
		tell(REMARK_SummaryCalls, s->loc, s, VALUES(calls.found->name), NULL);
	else
		tell(loop->n_split ? REMARK_SummaryAround : REMARK_SummaryAll, s->loc, s, VALUES(why),
		        &loop->reason_loc);
	text_free(&reason);
}

static bool is_mapped_memory(const prog_expr *e, void *user)
{
	(void)user;
	return (e->kind == PROG_EXPR_VAR || e->kind == PROG_EXPR_MEMBER) && e->symbol && e->symbol->mapping &&
	       mapping_spreads(e->symbol->mapping);
}

// A function of the C library that gets a place in mapped memory: fread(&u[i][j], ...).
static bool takes_mapped(const prog_expr *e, void *user)
{
	const prog_symbol *f = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	const prog_symbol **found = user;
	if (!f || f->function || !library_takes_mapped(f->name)) return false;
	for (int k = 1; k < e->n_args && !*found; k++)
		if (prog_type_is_address(e->arg[k]->type) && walk_any(e->arg[k], is_mapped_memory, NULL)) *found = f;
	return *found;
}

// False: what is in it is told of with it.
static bool tell_other_loop(const lister *l, const prog_stmt *s)
{
	if (holds_nests(l->g, s->body)) {
		tell(REMARK_SummaryAround, s->loc, s, VALUES(NULL), NULL);
		return true;
	}
	call_search calls = {.l = l};
	if (walk_any_in(s, calls_nests, &calls)) {
		tell(REMARK_SummaryCalls, s->loc, s, VALUES(calls.found->name), NULL);
		return true;
	}
	touches here = {0};
	touches_of(l->g->facts, s, &here);
	const prog_symbol *toucher = called_work_touching(l->g, s);
	if (!toucher) walk_any_in(s, takes_mapped, &toucher);
	if (toucher)
		tell(REMARK_SummaryTouched, s->loc, s, VALUES(toucher->name), NULL);
	else if (here.expected && (here.reads || here.writes))
		tell(REMARK_SummaryAll, s->loc, s, VALUES(NULL), NULL);
	else
		tell(REMARK_SummaryPlain, s->loc, s, NULL, NULL);
	return false;
}

// With the first of those that are made of the same loop.
static bool is_told(const graph *g, const task *t)
{
	for (int k = 0; k < g->n_tasks && g->tasks[k] != t; k++)
		if (is_of_same_loop(g, g->tasks[k], t)) return true;
	return false;
}

static bool tell_loop(const lister *l, const prog_stmt *s)
{
	const graph_loop *known = loop_at(l->g, s);
	const distribution *d = distribution_at(l->g, s);
	const task *t = task_at(l->g, s);
	if (d)
		tell_parts(l, d);
	else if (t && !is_told(l->g, t))
		tell_task(l, t, s->loc, REMARK_SummaryPlain);
	else if (t)
		return false;
	else if (known)
		tell_known_loop(l, known);
	else
		return tell_other_loop(l, s);
	return !d && !t;
}

static walk_next list(const prog_stmt *s, void *l) { return stmt_is_loop(s) && !tell_loop(l, s) ? WALK_SKIP : WALK_ON; }

// Functions whose loops are not entered as nests.
static const char *instead(const lister *l, const prog_symbol *f)
{
	if (f->is_local) return "by each process, on its part";
	if (f->is_serial) return "by one process alone";
	return l->g->within && l->g->within[f->id] ? "as a part of the nests that call it" : NULL;
}

static walk_next list_instead(const prog_stmt *s, void *how)
{
	if (!stmt_is_loop(s)) return WALK_ON;
	tell(REMARK_SummaryWithin, s->loc, s, VALUES(s->function->symbol->name, how), NULL);
	return WALK_SKIP;
}

void summary_tell(const rewriter *w)
{
	static const walker all = {.stmt = list}, outer = {.stmt = list_instead};
	lister l = {.w = w, .g = w->g};
	if (!remarks_are_wanted()) return;
	find_leads(&l);
	for (int k = 0; k < w->unit->n_functions; k++) {
		const prog_function *f = w->unit->functions[k];
		if (!f->body || f->symbol->in_system_header || !w->g->runs[f->symbol->id]) continue;
		const char *how = instead(&l, f->symbol);
		if (how)
			walk_stmt(f->body, &outer, (void *)how);
		else
			walk_stmt(f->body, &all, &l);
	}
}
