// SPDX-License-Identifier: Apache-2.0
#include "losses.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../split/split.h"
#include "array_names.h"
#include "excess.h"
#include "gathering.h"
#include "pattern.h"
#include "repeats.h"
#include "task_graph.h"

#include <isl/aff.h>
#include <isl/ilp.h>
#include <isl/val.h>

#include <string.h>

static void note_reason(diag_id reason, prog_loc loc, const char *about)
{
	if (reason != DIAG_COUNT) diag_report(reason, loc, about);
}

// ---- loops that all run -----------------------------------------------------------------------

// Whether there is something to say.
static bool report_run_by_all(const task *t)
{
	const nest *n = t->nest;
	if (t->slow)
		diag_report(DIAG_slow_path, n->root->loc);
	else if (t->works_in_parts)
		diag_report(DIAG_nests_run_by_all, n->root->loc);
	else
		return false;
	note_reason(n->reason, n->reason_loc, n->reason_text);
	if (t->slow && t->works_in_parts) diag_report(DIAG_nests_in_it, n->root->loc);
	return true;
}

static void report_turns(const graph *g, const task *t)
{
	const nest *n = t->nest;
	const graph_loop *around = graph_loop_of_turns(g, t);
	if (t->split->turn_way) {
		diag_report(DIAG_in_turns, n->root->loc);
		note_reason(n->reason, n->reason_loc, n->reason_text);
		return;
	}
	diag_report(DIAG_one_after_the_other, n->root->loc, n->objects[n->axes[0].object].key);
	if (around) note_reason(around->reason, around->reason_loc, around->reason_text);
}

static void report_unlike(const task *t, const nest_axis *a)
{
	const nest *n = t->nest;
	diag_report(DIAG_unlike_extents, n->root->loc, n->objects[n->axes[a->shared].object].key,
	        n->objects[a->object].key);
	if (!t->serial) note_reason(n->reason, n->reason_loc, n->reason_text);
}

// ---- arrays that are gathered again and again -------------------------------------------------

// The loop in each of whose iterations the statement is executed; NULL: there is none in the function.
static const prog_stmt *loop_around(const prog_stmt *s)
{
	for (s = s->parent; s && s->kind != PROG_STMT_IF && s->kind != PROG_STMT_SWITCH; s = s->parent)
		if (stmt_is_loop(s)) return s;
	return NULL;
}

static bool is_affine(const nest_access *a, int rank)
{
	bool affine = true;
	for (int d = 0; d < rank; d++) affine &= a->sub[d] != NULL;
	return affine;
}

// Whether iterations of the nest choose along a dimension that may be split: a[k][i] in a loop over k, not a[i][i].
static bool goes_along_split(const nest_object *o, const nest_stmt *s, const nest_access *a)
{
	bool goes = false;
	for (int d = 0; d < o->rank; d++)
		goes |= object_dim_may_be_split(o, d) && a->sub[d] &&
		        isl_pw_aff_involves_dims(a->sub[d], isl_dim_in, 0, (unsigned)s->depth) == isl_bool_true;
	return goes;
}

// Whether an element of the same array that lies so is where some statement is at home: what is read there is its own.
static bool lies_at_home(const nest *n, const nest_access *a)
{
	const nest_object *o = &n->objects[a->object];
	bool found = false;
	for (int k = 0; k < n->n_stmts && !found; k++) {
		const nest_stmt *s = &n->stmts[k];
		const nest_access *h = s->home < 0 ? NULL : &s->accesses[s->home];
		found = h && h->object == a->object;
		for (int d = 0; d < o->rank && found; d++)
			found = !object_dim_may_be_split(o, d) ||
			        (h->sub[d] && a->sub[d] && boxes_same_place(a->sub[d], h->sub[d]));
	}
	return found;
}

// How well a read says why: not affine; that of others' elements; of elements of many.
static int weight_of(const task *t, const nest_stmt *s, const nest_access *a)
{
	const nest_object *o = &t->nest->objects[a->object];
	if (!is_affine(a, o->rank)) return 4;
	if (!goes_along_split(o, s, a) || lies_at_home(t->nest, a)) return 1;
	return pattern_leaves_process(t, s, a) ? 3 : 2;
}

static const nest_access *read_of(const task *t, int object)
{
	const nest *n = t->nest;
	const nest_access *found = NULL;
	int best = 0;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			bool reads = a->object == object && a->read && a->expr && a->expr->loc.file >= 0;
			int weight = reads ? weight_of(t, &n->stmts[k], a) : 0;
			if (weight > best) found = a, best = weight;
		}
	return found;
}

// Gives whether there is such an array.
static bool report_gathered(const graph *g, const task *t)
{
	const prog_stmt *root = t->nest->root;
	bool any = false;
	if (t->kind != TASK_SPLIT || t->is_alternative) return false;
	for (int k = 0; k < t->n_args; k++) {
		const nest_object *o = &t->nest->objects[t->args[k].object];
		if (!object_is_distributed(o) || o->plain_rows || !o->symbol || !gathering_is_of_all(t, &t->args[k]))
			continue;
		const prog_expr *call = NULL;
		const prog_stmt *loop = loop_around(root);
		// All of the unit is looked through for that.
		bool changes = loop ? repeats_changes(g, loop, o->symbol)
		                    : repeats_call(g, root, root->function, o->symbol, &call);
		const nest_access *a = changes ? read_of(t, o->id) : NULL;
		if (!a) continue;
		diag_report(DIAG_gathered_in_loop, a->expr->loc, o->key);
		diag_report(
		        is_affine(a, o->rank) ? DIAG_read_by_all : DIAG_read_not_affine, a->expr->loc, a->expr->text);
		if (call) diag_report(DIAG_called_in_loop, call->loc, prog_callee(call)->name);
		any = true;
	}
	return any;
}

// ---- work that no process is spared ---------------------------------------------------------------

// Whether the loop around the statement's others has a few iterations always, as those over components or neighbours.
static bool is_short(const nest_stmt *s, int dim)
{
	enum { FEW = 16 };
	isl_val *first = isl_set_dim_min_val(isl_set_copy(s->domain), dim);
	isl_val *last = isl_set_dim_max_val(isl_set_copy(s->domain), dim);
	isl_val *size = isl_val_sub(last, first);
	bool few = isl_val_is_int(size) == isl_bool_true && isl_val_cmp_si(size, FEW) < 0;
	isl_val_free(size);
	return few;
}

static int long_loops(const nest_stmt *s)
{
	int n = 0;
	for (int d = 0; d < s->depth; d++) n += !is_short(s, d);
	return n;
}

// The statement in the most loops that each process executes in full, where these are several, and no fewer than what
// is split has; NULL: there is none.
static const nest_stmt *done_by_all(const task *t, int *loops_of)
{
	const nest *n = t->nest;
	const nest_stmt *found = NULL;
	int most = 1, split = 0;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		bool own = partition_depends_on_own(s);
		if (s->depth <= (own ? split : most)) continue;
		const int loops = long_loops(s);
		if (own && loops > split) split = loops;
		bool shown = !own && s->expr && s->expr->kind == PROG_EXPR_ASSIGN && s->expr->loc.file >= 0;
		if (shown && loops > most && isl_set_is_empty(s->exec) != isl_bool_true) most = loops, found = s;
	}
	*loops_of = most;
	return found && most >= split ? found : NULL;
}

bool losses_are_of_work(const task *t)
{
	int loops;
	return t->kind == TASK_SPLIT && !t->split->turn_way && done_by_all(t, &loops);
}

// An array of which each process sets its part.
static const prog_symbol *set_in_parts(const nest *n)
{
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		if (s->home >= 0 && s->accesses[s->home].write && n->objects[s->accesses[s->home].object].symbol)
			return n->objects[s->accesses[s->home].object].symbol;
	}
	return NULL;
}

static void report_done_by_all(const graph *g, const task *t)
{
	const prog_stmt *root = t->nest->root;
	const prog_expr *call = NULL;
	if (t->kind != TASK_SPLIT || t->is_alternative || t->serial || t->split->turn_way) return;
	enum { MANY = 3 }; // loops whose work is told of though it is done once
	int loops;
	const nest_stmt *s = done_by_all(t, &loops);
	const prog_symbol *set = s ? set_in_parts(t->nest) : NULL;
	if (!set) return;
	if (loops < MANY && !loop_around(root) && !repeats_call(g, root, root->function, set, &call)) return;
	diag_report(DIAG_computed_by_all, root->loc);
	diag_report(DIAG_needed_by_all, s->expr->loc, s->expr->arg[0]->text);
	if (call) diag_report(DIAG_called_in_loop, call->loc, prog_callee(call)->name);
}

// ---- arrays without a mapping that processes set in parts ------------------------------------

// Where subscripts of an array without a mapping are those of the statement's home: dimension k of it lies as `at[k]`
// says, if `along` has its bit.
typedef struct placement {
	int rank;
	const char *extent[PROG_MAX_RANK];
	unsigned along;
	mapping_position at[PROG_MAX_RANK];
	const prog_mapping *home;
} placement;

static mapping_position position_of(const nest_object *home, int dim)
{
	const prog_mapping *m = mapping_of_object(home);
	mapping_position p;
	if (m && mapping_root(m, dim, &p)) return p;
	// Arrays in flat order, and those of which only the run knows how they lie: like themselves.
	m = mapping_of_flat(home);
	return (mapping_position){.root = m ? (const void *)m : home->symbol, .dim = m ? -1 : dim, .sign = 1};
}

// Whether the element lies where the statement's home does, along all dimensions that choose a process.
static bool is_at_home(const nest *n, const nest_stmt *s, const nest_access *a, placement *p)
{
	const nest_access *h = s->home < 0 ? NULL : &s->accesses[s->home];
	const nest_object *home = h ? &n->objects[h->object] : NULL, *o = &n->objects[a->object];
	*p = (placement){.rank = o->rank, .home = home ? mapping_of_object(home) : NULL};
	for (int k = 0; k < o->rank; k++) p->extent[k] = o->extent[k];
	for (int d = 0; h && d < home->rank; d++) {
		int found = -1;
		if (!object_dim_may_be_split(home, d)) continue;
		for (int k = 0; k < o->rank && found < 0; k++)
			if (a->sub[k] && h->sub[d] && boxes_same_place(a->sub[k], h->sub[d])) found = k;
		if (found < 0) return false;
		p->along |= 1u << found;
		p->at[found] = position_of(home, d);
	}
	return h != NULL;
}

static bool is_same_position(const prog_unit *u, const mapping_position *p, const mapping_position *q)
{
	bool same = p->root == q->root ? p->dim == q->dim : mapping_same_split(u, p->root, p->dim, q->root, q->dim);
	return p->root && same && p->sign == q->sign && p->offset == q->offset &&
	       (p->root == q->root || (!p->offset_unknown && !q->offset_unknown));
}

// Whether an element that lies as the one says has the same process as one that lies as the other does.
static bool is_same_placement(const prog_unit *u, const placement *p, const placement *q)
{
	if (p->rank != q->rank || p->along != q->along) return false;
	if (p->home && q->home && !mapping_same_places(p->home, q->home)) return false;
	for (int k = 0; k < p->rank; k++) {
		if ((p->along & 1u << k) && !is_same_position(u, &p->at[k], &q->at[k])) return false;
		bool same = p->extent[k] && q->extent[k] ? !strcmp(p->extent[k], q->extent[k]) : k == 0;
		if (k > 0 && !same) return false;
	}
	return true;
}

// Whether all reads of the array's elements are in loops that are split, where they are set.
static bool is_used_at_home(const graph *g, const prog_symbol *array)
{
	array_names names;
	placement first, p;
	bool any = false;
	if (!array_names_of(g, array, &names) || array_names_read_outside(&names)) return false;
	for (int k = 0; k < g->n_tasks; k++) {
		const task *t = g->tasks[k];
		const nest *n = t->nest;
		if (t->kind != TASK_SPLIT || !graph_enters(g, n->root->function)) continue;
		for (int x = 0; x < n->n_stmts; x++)
			for (int j = 0; j < n->stmts[x].n_accesses; j++) {
				const nest_access *a = &n->stmts[x].accesses[j];
				const prog_symbol *s = n->objects[a->object].symbol;
				if (!s || !array_names_have(&names, s) || (!a->read && !a->write)) continue;
				if (!is_at_home(n, &n->stmts[x], a, any ? &p : &first)) return false;
				if (any && !is_same_placement(g->unit, &first, &p)) return false;
				any = true;
			}
	}
	return any;
}

static const nest_access *write_of(const nest *n, int object, const nest_stmt **writer)
{
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++)
			if (n->stmts[k].accesses[j].object == object && n->stmts[k].accesses[j].write)
				return *writer = &n->stmts[k], &n->stmts[k].accesses[j];
	return NULL;
}

static void report_shared(const graph *g, const task *t)
{
	const nest *n = t->nest;
	if (t->kind != TASK_SPLIT || t->is_alternative) return;
	for (int k = 0; k < n->n_objects; k++) {
		const nest_object *o = &n->objects[k];
		const nest_stmt *writer = NULL;
		const nest_access *a = t->split->shared[k] && o->symbol ? write_of(n, k, &writer) : NULL;
		const prog_expr *call = NULL;
		if (!a) continue;
		if (!loop_around(n->root) && !repeats_call(g, n->root, n->root->function, o->symbol, &call)) continue;
		if (!is_used_at_home(g, o->symbol)) continue;
		diag_report(DIAG_shared_in_loop, a->expr->loc, o->key);
		diag_report(DIAG_could_be_aligned, a->expr->loc, n->objects[writer->accesses[writer->home].object].key);
		if (call) diag_report(DIAG_called_in_loop, call->loc, prog_callee(call)->name);
	}
}

// ---- what nobody reads ------------------------------------------------------------------------

static void report_excess(const task *t)
{
	if (t->is_alternative) return;
	for (int k = 0; k < t->n_args; k++) {
		const nest_access *a = excess_of(t, &t->args[k]);
		if (!a) continue;
		diag_report(DIAG_more_than_read, t->nest->root->loc, t->nest->objects[a->object].key);
		diag_report(DIAG_read_across, a->expr->loc, a->expr->text);
	}
}

// ---- loops whose iterations wait for all processes ----------------------------------------------

// Whether the nest only combines what all processes find in their parts.
static bool combines_only(const task *t)
{
	const nest *n = t->nest;
	bool combines = false;
	if (t->kind != TASK_SPLIT || t->split->turn_way) return false;
	for (int k = 0; k < n->n_objects; k++) {
		const nest_object *o = &n->objects[k];
		if (o->writes && object_is_distributed(o) && !o->reduced) return false;
		combines |= o->reduced || (o->writes && (t->split->roles[k] == SCALAR_REDUCTION ||
		                                                t->split->roles[k] == SCALAR_EXTREMUM));
	}
	return combines;
}

// Whether several processes have a part of it: where a statement belongs depends on the nest's own loops.
static bool shares_work(const nest *n)
{
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		const nest_access *home = s->home < 0 ? NULL : &s->accesses[s->home];
		for (int d = 0; home && d < n->objects[home->object].rank; d++)
			if (object_dim_may_be_split(&n->objects[home->object], d) &&
			        (!home->sub[d] || isl_pw_aff_involves_dims(home->sub[d], isl_dim_in, 0,
			                                  (unsigned)s->depth) != isl_bool_false))
				return true;
	}
	return false;
}

// Whether one process has all of the nest's work, and all processes are sent something of an array before.
static bool sends_to_all(const task *t)
{
	bool sends = false;
	if (t->kind != TASK_SPLIT || t->split->turn_way || shares_work(t->nest)) return false;
	for (int k = 0; k < t->n_args && !sends; k++) {
		const patterns sent = patterns_of(t, &t->args[k]);
		for (int i = 0; i < sent.n; i++)
			sends |= sent.list[i].kind == PATTERN_BROADCAST || sent.list[i].kind == PATTERN_ALLGATHER;
	}
	return sends;
}

// An array of which the nest reads what lies at the variable along a dimension that may be split; NULL: there is none.
static const char *array_along(const nest *n, const prog_symbol *variable)
{
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			const nest_object *o = &n->objects[a->object];
			const prog_expr *e = a->expr;
			for (int d = o->rank - 1; d >= 0 && e && e->kind == PROG_EXPR_INDEX; d--, e = e->arg[0])
				if (object_is_distributed(o) && object_dim_may_be_split(o, d) &&
				        prog_names(e->arg[1], variable))
					return o->key;
		}
	return NULL;
}

// ---- copies of the C library ----------------------------------------------------------------------

typedef struct copies {
	const graph *g;
	const graph_loop *loop;
} copies;

// memcpy(row, f + i * m, n) of a mapped array, in a loop over i.
static walk_next find_copy(const prog_expr *e, walk_use use, void *user)
{
	(void)use;
	const copies *c = user;
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	if (!callee || callee->function || !library_works_on_memory(callee->name)) return WALK_ON;
	for (int k = 1; k < e->n_args; k++)
		if (prog_names(e->arg[k], c->loop->var) && facts_leads_to_mapped(c->g->facts, e->arg[k]))
			return WALK_STOP;
	return WALK_ON;
}

// Whether the loop is not split for such a call, and nothing else says that its iterations wait for one another.
static bool copies_together(const graph *g, const graph_loop *l)
{
	static const walker calls = {.expr = find_copy};
	copies c = {g, l};
	if (l->reason != DIAG_impure_call || !library_works_on_memory(l->reason_text)) return false;
	for (int k = 0; k < g->n_tasks; k++)
		if (g->tasks[k]->told && graph_depth_within(g->tasks[k], l->stmt) > 0) return false;
	return walk_stmt(l->stmt->body, &calls, &c);
}

// Whether processes wait for one another in the loop's iterations: for what each of them sets of an array that all
// have, for a value that they combine, or for what is sent to all. Iterations that their owners run by themselves do
// not.
static bool waits_in_iterations(const graph *g, const graph_loop *l)
{
	for (int k = 0; k < g->n_tasks; k++) {
		const task *t = g->tasks[k];
		if (t->kind != TASK_SPLIT || t->is_alternative || graph_depth_within(t, l->stmt) == 0) continue;
		bool shares = combines_only(t) || sends_to_all(t);
		for (int j = 0; j < t->nest->n_objects; j++) shares |= t->split->shared[j];
		if (shares) return true;
	}
	return false;
}

void losses_report_loop(const graph *g, const graph_loop *l)
{
	const char *array = NULL;
	if (l->reason == DIAG_COUNT || l->by_element || l->sets_elements || l->call) return;
	if (l->stmt->hint && l->stmt->hint->independent && waits_in_iterations(g, l)) {
		diag_report(DIAG_independent_unused, l->stmt->loc);
		note_reason(l->reason, l->reason_loc, l->reason_text);
		return;
	}
	if (!l->var) return;
	if (copies_together(g, l)) {
		diag_report(DIAG_copied_together, l->stmt->loc, l->reason_text);
		return;
	}
	for (int k = 0; k < g->n_tasks; k++) {
		const task *t = g->tasks[k];
		if (t->is_alternative || graph_depth_within(t, l->stmt) == 0) continue;
		if (t->quiet || t->serial || (!combines_only(t) && !sends_to_all(t))) return;
		if (!array) array = array_along(t->nest, l->var);
	}
	if (!array) return;
	diag_report(DIAG_waits_for_all, l->stmt->loc, array);
	note_reason(l->reason, l->reason_loc, l->reason_text);
}

// ---- loops of which the source has one -----------------------------------------------------------

static bool is_split_copy(const task *t, const prog_stmt *loop)
{
	const prog_stmt *root = t->nest->root;
	return t->kind == TASK_SPLIT && !t->serial && !t->is_alternative && root != loop &&
	       root->function == loop->function && root->loc.file == loop->loc.file &&
	       root->loc.line == loop->loc.line && root->loc.column == loop->loc.column;
}

static bool is_part_of(const distribution *d, const prog_stmt *loop)
{
	for (int k = 0; k < d->n_parts; k++)
		if (d->part[k].loop == loop) return true;
	return false;
}

// Whether both are made of one loop of the source, and what runs in turns of it is no less than what is split.
static bool are_equal_parts(const graph *g, const prog_stmt *a, const prog_stmt *b)
{
	for (int k = 0; k < g->n_distributed; k++) {
		const distribution *d = g->distributed[k];
		if (d->long_turns && is_part_of(d, a) && is_part_of(d, b)) return true;
	}
	return false;
}

// The frontend makes two loops of some, for the two directions, or for what is left of blocks. Which of these runs is
// seen then: where it is another one than what is split, the run tells of it.
static bool is_for_rest(const graph *g, const task *t)
{
	bool found = false;
	for (const prog_stmt *s = t->nest->root; s && !found; s = s->parent)
		for (int k = 0; stmt_is_loop(s) && k < g->n_tasks && !found; k++)
			found = is_split_copy(g->tasks[k], s) && !are_equal_parts(g, g->tasks[k]->nest->root, s);
	return found;
}

bool losses_report(const graph *g, const task *t)
{
	if (t->quiet || is_for_rest(g, t)) return false;
	const nest_axis *unlike = t->kind == TASK_SPLIT ? partition_unlike(t->nest) : NULL;
	bool told = t->serial || unlike || (t->kind == TASK_SECTION && report_run_by_all(t));
	if (t->serial) report_turns(g, t);
	if (unlike) report_unlike(t, unlike);
	if (!report_gathered(g, t)) report_done_by_all(g, t);
	report_shared(g, t);
	report_excess(t);
	return told;
}
