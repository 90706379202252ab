// SPDX-License-Identifier: Apache-2.0
//
// Questions and answers are kept without names (flow_memory), and with loops that go down turned round: so the same
// code in another nest, or in the same nest as it is tried in another way, is the same question.
#include "last_writes.h"

#include "../numbers/numbers.h"
#include "../unit/unit.h"
#include "flow.h"

#include <isl/flow.h>
#include <isl/union_set.h>

#include <string.h>

enum { MOST_BY_LOOPS = 4000000 };

typedef enum role { READ, MUST, MAY } role;

// What one statement writes of the object.
typedef struct source {
	const nest_stmt *stmt;
	isl_map *flow; // NULL: none
} source;

typedef struct search {
	const last_writes_question *q;
	const nest_stmt *sink;
	int n_sources;
	source *sources;
	flow_question key; // the reads, and the writes of each source
} search;

static int loops_shared(const nest_stmt *a, const nest_stmt *b)
{
	int d = 0;
	while (d < a->depth && d < b->depth && a->loop[d] == b->loop[d]) d++;
	return d;
}

// As isl wants it: twice the number of loops that both stand in, and one more where the first stands in front.
static int level_before(const nest_stmt *a, const nest_stmt *b)
{
	int shared = loops_shared(a, b);
	return 2 * shared + (a->time[shared] < b->time[shared]);
}

bool last_writes_stands_before(const nest_stmt *a, const nest_stmt *b) { return level_before(a, b) % 2; }

static int source_level(void *first, void *second)
{
	const source *a = first, *b = second;
	return level_before(a->stmt, b->stmt);
}

// Loops around groups run once.
bool last_writes_may_be_before(const nest_stmt *w, const nest_stmt *r)
{
	int level = level_before(w, r);
	bool before = level % 2;
	for (int d = 0; d < level / 2 && !before; d++) {
		isl_val *only = isl_set_plain_get_val_if_fixed(r->domain, isl_dim_set, (unsigned)d);
		before = isl_val_is_int(only) != isl_bool_true;
		isl_val_free(only);
	}
	return before;
}

// ---- without names ------------------------------------------------------------------------------

// From the statement's iterations, or back to them, to iterations that follow each other upwards. NULL: they do.
static isl_map *turned_upward(const nest *n, const nest_stmt *s)
{
	bool down = false;
	for (int d = 0; d < s->depth; d++) down |= n->loops[s->loop[d]].step < 0;
	if (!down) return NULL;
	isl_map *map = isl_map_universe(isl_space_alloc(n->ctx, 0, (unsigned)s->depth, (unsigned)s->depth));
	for (int d = 0; d < s->depth; d++)
		map = n->loops[s->loop[d]].step < 0 ? isl_map_oppose(map, isl_dim_in, d, isl_dim_out, d)
		                                    : isl_map_equate(map, isl_dim_in, d, isl_dim_out, d);
	return map;
}

static isl_map *domain_turned(const nest *n, const nest_stmt *s, isl_map *map)
{
	isl_map *turn = turned_upward(n, s);
	return turn ? isl_map_apply_domain(map, turn) : map;
}

static isl_map *range_turned(const nest *n, const nest_stmt *s, isl_map *map)
{
	isl_map *turn = turned_upward(n, s);
	return turn ? isl_map_apply_range(map, turn) : map;
}

static isl_map *without_names(isl_map *map)
{
	return isl_map_reset_tuple_id(isl_map_reset_tuple_id(map, isl_dim_in), isl_dim_out);
}

static isl_map *united(isl_map *all, isl_map *more) { return all ? isl_map_union(all, more) : more; }

static isl_map *accessed(const nest *n, const flow_end *end)
{
	return domain_turned(n, end->stmt, without_names(isl_map_copy(end->access->map)));
}

static void add_source(search *s, const nest_stmt *stmt, isl_map *writes, role role)
{
	if (!writes) return;
	flow_question_add(&s->key, writes, role);
	flow_question_order(&s->key, level_before(stmt, s->sink));
	if (s->n_sources) flow_question_order(&s->key, level_before(s->sources[s->n_sources - 1].stmt, stmt));
	s->sources[s->n_sources++].stmt = stmt;
}

static void align_parameters(flow_question *key)
{
	isl_space *all = isl_map_get_space(key->maps[0]);
	for (int k = 1; k < key->n; k++) all = isl_space_align_params(all, isl_map_get_space(key->maps[k]));
	for (int k = 0; k < key->n; k++) key->maps[k] = isl_map_align_params(key->maps[k], isl_space_copy(all));
	isl_space_free(all);
}

static search search_for(const last_writes_question *q)
{
	search s = {.q = q, .sink = q->reads[0]->stmt};
	s.sources = prog_alloc(q->n->unit, sizeof *s.sources * (size_t)(2 * q->n_writes + 1));
	isl_map *reads = NULL;
	for (int k = 0; k < q->n_reads; k++) reads = united(reads, accessed(q->n, q->reads[k]));
	flow_question_add(&s.key, reads, READ);
	for (int k = 0, end; k < q->n_writes; k = end) {
		const nest_stmt *stmt = q->writes[k]->stmt;
		isl_map *must = NULL, *may = NULL;
		for (end = k; end < q->n_writes && q->writes[end]->stmt == stmt; end++) {
			isl_map **all = q->writes[end]->must ? &must : &may;
			*all = united(*all, accessed(q->n, q->writes[end]));
		}
		add_source(&s, stmt, must, MUST);
		add_source(&s, stmt, may, MAY);
	}
	align_parameters(&s.key);
	return s;
}

// ---- too many cases -----------------------------------------------------------------------------

static isl_union_map *all_of(const nest *n, const flow_end **ends, int count)
{
	isl_union_map *all = isl_union_map_empty(isl_space_params_alloc(n->ctx, 0));
	for (int k = 0; k < count; k++) all = isl_union_map_add_map(all, isl_map_copy(ends[k]->access->map));
	return all;
}

static isl_union_map *writes_for_certain(const last_writes_question *q)
{
	isl_union_map *all = isl_union_map_empty(isl_space_params_alloc(q->n->ctx, 0));
	for (int k = 0; k < q->n_writes; k++)
		if (q->writes[k]->must) all = isl_union_map_add_map(all, isl_map_copy(q->writes[k]->access->map));
	return all;
}

static isl_union_map *add_times(isl_union_map *all, const nest *n, const nest_stmt *s)
{
	isl_map *times = isl_map_intersect_domain(flow_schedule(n, s, flow_depth(n)), isl_set_copy(s->domain));
	return isl_union_map_add_map(all, times);
}

static isl_union_map *all_times(const last_writes_question *q)
{
	isl_union_map *all = isl_union_map_empty(isl_space_params_alloc(q->n->ctx, 0));
	all = add_times(all, q->n, q->reads[0]->stmt);
	for (int k = 0; k < q->n_writes; k++)
		if (!k || q->writes[k]->stmt != q->writes[k - 1]->stmt) all = add_times(all, q->n, q->writes[k]->stmt);
	return all;
}

// Pairs of iterations whose times the relation holds of. Takes the relation.
static isl_union_map *at_times(const isl_union_map *when, isl_map *relation)
{
	isl_union_map *times = isl_union_map_copy((isl_union_map *)when);
	isl_union_map *pairs = isl_union_map_apply_range(times, isl_union_map_from_map(relation));
	return isl_union_map_apply_range(pairs, isl_union_map_reverse(isl_union_map_copy((isl_union_map *)when)));
}

// Takes both.
static isl_union_map *of_one_element(isl_union_map *writes, const isl_map *read)
{
	return isl_union_map_apply_range(
	        writes, isl_union_map_from_map(isl_map_reverse(isl_map_copy((isl_map *)read))));
}

// Times in the same iteration of so many loops; `before`: the first of them before the other.
static isl_map *in_loops(const nest *n, int loops, bool before)
{
	isl_space *times = isl_space_set_alloc(n->ctx, 0, (unsigned)(2 * flow_depth(n) + 1));
	isl_map *order = before ? isl_map_lex_lt(isl_space_copy(times))
	                        : isl_map_universe(isl_space_map_from_set(isl_space_copy(times)));
	isl_space_free(times);
	for (int d = 0; d < 2 * loops; d++) order = isl_map_equate(order, isl_dim_in, d, isl_dim_out, d);
	return order;
}

static bool shares_loops(const nest_stmt *a, const nest_stmt *b, int loops)
{
	return a->depth >= loops && b->depth >= loops && !memcmp(a->loop, b->loop, sizeof *a->loop * (size_t)loops);
}

// The iterations of so many loops, the outermost ones, in which the access happens.
static isl_set *iterations_of(const flow_end *end, int loops)
{
	isl_set *all =
	        isl_set_intersect(isl_map_domain(isl_map_copy(end->access->map)), isl_set_copy(end->stmt->domain));
	all = isl_set_reset_tuple_id(all);
	return isl_set_project_out(all, isl_dim_set, (unsigned)loops, (unsigned)(end->stmt->depth - loops));
}

// set_in_loops for a variable: it is enough to look at iterations, and not at pairs of them.
static bool variable_set_in_loops(const last_writes_question *q, const flow_end *read, int loops)
{
	isl_set *left = iterations_of(read, loops);
	for (int k = 0; k < q->n_writes; k++) {
		const flow_end *w = q->writes[k];
		if (!w->must || !shares_loops(w->stmt, read->stmt, loops)) continue;
		if (!last_writes_stands_before(w->stmt, read->stmt)) continue;
		left = isl_set_subtract(left, iterations_of(w, loops));
	}
	const bool all = isl_set_is_empty(left) == isl_bool_true;
	isl_set_free(left);
	return all;
}

// Whether whatever is read was set before in the same iteration of so many loops, for certain.
static bool set_in_loops(const last_writes_question *q, const isl_map *read, const isl_union_map *when, int loops)
{
	isl_union_map *pairs = isl_union_map_intersect(
	        of_one_element(writes_for_certain(q), read), at_times(when, in_loops(q->n, loops, true)));
	isl_union_set *iterations = isl_union_set_from_set(isl_map_domain(isl_map_copy((isl_map *)read)));
	iterations = isl_union_set_subtract(iterations, isl_union_map_range(pairs));
	bool all = isl_union_set_is_empty(iterations) == isl_bool_true;
	isl_union_set_free(iterations);
	return all;
}

// More than the flow to one access: of all writes in the same iteration of the loops in which something is set before
// it. NULL: there are none such.
static isl_union_map *more_than_flow(const last_writes_question *q, const flow_end *end, const isl_union_map *when)
{
	const isl_map *read = end->access->map;
	const bool is_variable = isl_map_dim((isl_map *)read, isl_dim_out) == 0;
	int loops = (int)isl_map_dim((isl_map *)read, isl_dim_in);
	while (loops > 0 && !(is_variable ? variable_set_in_loops(q, end, loops) : set_in_loops(q, read, when, loops)))
		loops--;
	if (!loops) return NULL;
	isl_union_map *writes = all_of(q->n, q->writes, q->n_writes);
	return isl_union_map_intersect(of_one_element(writes, read), at_times(when, in_loops(q->n, loops, false)));
}

// Where the last write before each read is not to be found: the loops in whose iterations the element is set and read
// tell enough. NULL: they do not.
static isl_union_map *flow_by_loops(const last_writes_question *q)
{
	isl_union_map *flow = isl_union_map_empty(isl_space_params_alloc(q->n->ctx, 0)), *when = all_times(q);
	for (int k = 0; k < q->n_reads && flow; k++) {
		isl_union_map *more = more_than_flow(q, q->reads[k], when);
		flow = more ? isl_union_map_union(flow, more) : isl_union_map_free(flow);
	}
	isl_union_map_free(when);
	return flow;
}

// The flow from each source, out of that from all, which is taken. False: there are too many cases.
static bool part_flow(search *s, isl_union_map *all)
{
	const nest *n = s->q->n;
	bool known = true;
	for (int k = 0; k < s->n_sources; k++) {
		if (k && s->sources[k].stmt == s->sources[k - 1].stmt) continue;
		const nest_stmt *from = s->sources[k].stmt;
		isl_space *space = isl_space_alloc(n->ctx, 0, (unsigned)from->depth, (unsigned)s->sink->depth);
		space = isl_space_set_tuple_id(space, isl_dim_in, isl_set_get_tuple_id(from->domain));
		space = isl_space_set_tuple_id(space, isl_dim_out, isl_set_get_tuple_id(s->sink->domain));
		isl_map *flow = without_names(isl_union_map_extract_map(all, space));
		s->sources[k].flow = range_turned(n, s->sink, domain_turned(n, from, flow));
		known = known && s->sources[k].flow;
	}
	isl_union_map_free(all);
	for (int k = 0; k < s->n_sources && !known; k++) s->sources[k].flow = isl_map_free(s->sources[k].flow);
	return known;
}

// ---- answers ------------------------------------------------------------------------------------

static isl_stat add_flow(isl_map *flow, int must, void *from, void *user)
{
	source *s = from;
	(void)must;
	(void)user;
	s->flow = united(s->flow, flow);
	return isl_stat_ok;
}

// False: too many cases.
static bool find_last_writes(search *s, isl_map **before)
{
	isl_access_info *info = isl_access_info_alloc(
	        isl_map_copy(s->key.maps[0]), &(source){.stmt = s->sink}, source_level, s->n_sources);
	for (int k = 0; k < s->n_sources; k++)
		info = isl_access_info_add_source(
		        info, isl_map_copy(s->key.maps[k + 1]), s->key.roles[k + 1] == MUST, &s->sources[k]);
	isl_flow *flow = isl_access_info_compute_flow(info);
	if (!flow) return false;
	isl_flow_foreach(flow, add_flow, NULL);
	*before = isl_map_union(isl_flow_get_no_source(flow, 1), isl_flow_get_no_source(flow, 0));
	isl_flow_free(flow);
	return true;
}

static const flow_answer *keep_answer(search *s, isl_map *before)
{
	flow_answer a = {.before = before};
	for (int k = 0; k < s->n_sources; k++) flow_answer_add(&a, s->sources[k].flow);
	return flow_memory_keep(s->q->n->flows, s->key, a);
}

// NULL: too many cases.
static const flow_answer *compute_answer(search *s, bool had_all)
{
	isl_map *before = NULL;
	if (find_last_writes(s, &before)) return keep_answer(s, before);
	const quota q = quota_open(s->q->n->ctx, MOST_BY_LOOPS);
	isl_union_map *flow = flow_by_loops(s->q);
	const bool known = flow && part_flow(s, flow);
	quota_close(q);
	if (known) return keep_answer(s, isl_map_empty(isl_map_get_space(s->key.maps[0])));
	// Where even all of the limit is too little, the same question need not come again.
	if (had_all)
		flow_memory_keep(s->q->n->flows, s->key, (flow_answer){0});
	else
		flow_question_free(&s->key);
	return NULL;
}

static isl_map *flow_from(const search *s, const nest_stmt *from, const isl_map *flow)
{
	isl_map *map = range_turned(s->q->n, s->sink, domain_turned(s->q->n, from, isl_map_copy((isl_map *)flow)));
	map = isl_map_set_tuple_id(map, isl_dim_in, isl_set_get_tuple_id(from->domain));
	return isl_map_set_tuple_id(map, isl_dim_out, isl_set_get_tuple_id(s->sink->domain));
}

static isl_map *reads_from_before(const search *s, const isl_map *before)
{
	isl_map *map = domain_turned(s->q->n, s->sink, isl_map_copy((isl_map *)before));
	map = isl_map_set_tuple_id(map, isl_dim_in, isl_set_get_tuple_id(s->sink->domain));
	return isl_map_set_tuple_id(map, isl_dim_out, isl_map_get_tuple_id(s->q->reads[0]->access->map, isl_dim_out));
}

bool last_writes_find(const last_writes_question *q, bool *fresh, isl_union_map **flow, isl_union_map **entering)
{
	search s = search_for(q);
	const flow_answer *a = flow_memory_find(q->n->flows, &s.key);
	if (a) {
		flow_question_free(&s.key);
	} else {
		a = compute_answer(&s, *fresh);
		*fresh = false;
	}
	if (!a || !a->before) return false;
	*flow = isl_union_map_empty(isl_space_params_alloc(q->n->ctx, 0));
	for (int k = 0; k < a->n; k++)
		if (a->flow[k]) *flow = isl_union_map_add_map(*flow, flow_from(&s, s.sources[k].stmt, a->flow[k]));
	*entering = isl_union_map_from_map(reads_from_before(&s, a->before));
	return true;
}
