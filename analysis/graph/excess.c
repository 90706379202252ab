// SPDX-License-Identifier: Apache-2.0
#include "excess.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "pattern.h"
#include "task_graph.h"

#include <isl/aff.h>
#include <isl/ilp.h>
#include <isl/val.h>

#include <string.h>

// ---- parameters as numbers --------------------------------------------------------------------

enum { MOST_PARAMETERS = 64 };

// Sizes are `size`, of which the process owns the second quarter.
typedef struct sample {
	int size, n;
	isl_id *param[MOST_PARAMETERS]; // as long as the set lives that they are of
	int value[MOST_PARAMETERS];
} sample;

static isl_set *fix(isl_set *set, const sample *s)
{
	for (int k = 0; k < s->n; k++) {
		int at = isl_set_find_dim_by_id(set, isl_dim_param, s->param[k]);
		if (at >= 0) set = isl_set_fix_si(set, isl_dim_param, (unsigned)at, s->value[k]);
	}
	return set;
}

static bool add(sample *s, isl_id *param, int value)
{
	if (s->n == MOST_PARAMETERS) return false;
	s->param[s->n] = param;
	s->value[s->n++] = value;
	return true;
}

// The first of some numbers with which the set is not empty; sizes first.
static bool choose(sample *s, isl_set *set, isl_id *param)
{
	const int tried[] = {s->size, s->size / 2, 0, 1, 2};
	for (size_t k = 0; k < sizeof tried / sizeof *tried; k++) {
		if (!add(s, param, tried[k])) return false;
		isl_set *fixed = fix(isl_set_copy(set), s);
		bool empty = isl_set_is_empty(fixed) != isl_bool_false;
		isl_set_free(fixed);
		if (!empty) return true;
		s->n--;
	}
	return false;
}

// Intervals first: the other parameters are what goes with them.
static bool take_sample(sample *s, isl_set *set)
{
	isl_space *space = isl_set_get_space(set);
	int n = isl_space_dim(space, isl_dim_param);
	bool ok = true;
	for (int own = 1; own >= 0; own--)
		for (int k = 0; k < n && ok; k++) {
			own_end end = OWN_LO;
			if (isl_space_has_dim_id(space, isl_dim_param, (unsigned)k) != isl_bool_true ||
			        own_bound_is(space, (unsigned)k, NULL, &end) != (own == 1))
				continue;
			isl_id *param = isl_space_get_dim_id(space, isl_dim_param, (unsigned)k);
			int bound = end == OWN_LO ? s->size / 4 : s->size / 2 - 1;
			ok = own ? add(s, param, bound) : choose(s, set, param);
			isl_id_free(param);
		}
	isl_space_free(space);
	return ok;
}

// ---- elements ---------------------------------------------------------------------------------

// The indices in one dimension, with the stride that all parts of the set have there.
static isl_set *indices_of(isl_set *part, unsigned d)
{
	isl_set *line = isl_set_universe(isl_set_get_space(part));
	line = isl_set_lower_bound_val(line, isl_dim_set, d, isl_set_dim_min_val(isl_set_copy(part), (int)d));
	line = isl_set_upper_bound_val(line, isl_dim_set, d, isl_set_dim_max_val(isl_set_copy(part), (int)d));
	return isl_set_intersect(line, boxes_on_stride(part, d));
}

// The strides of a part in all dimensions. Takes it.
static isl_set *strides_of(isl_set *part)
{
	isl_set *strides = isl_set_universe(isl_set_get_space(part));
	for (unsigned d = 0; d < (unsigned)isl_set_dim(part, isl_dim_set); d++)
		strides = isl_set_intersect(strides, boxes_on_stride(part, d));
	isl_set_free(part);
	return strides;
}

typedef struct boxer {
	const sample *s;
	isl_set *boxes;
	bool known;
} boxer;

static isl_stat add_box(isl_basic_set *basic, void *user)
{
	boxer *b = user;
	isl_set *part = isl_set_from_basic_set(basic);
	// The ends that are told when the program runs: quotients of what is owned are not among them.
	if (isl_set_involves_locals(part) == isl_bool_true) {
		isl_set *box = boxes_around(part), *strides = box ? strides_of(part) : isl_set_free(part);
		part = box && strides ? isl_set_intersect(box, strides) : isl_set_free(box);
	}
	part = part ? fix(part, b->s) : NULL;
	if (!part) return b->known = false, isl_stat_error;
	unsigned rank = (unsigned)isl_set_dim(part, isl_dim_set);
	if (isl_set_is_empty(part) == isl_bool_false) {
		isl_set *box = isl_set_universe(isl_set_get_space(part));
		b->known = b->known && isl_set_is_bounded(part) == isl_bool_true;
		for (unsigned d = 0; d < rank && b->known; d++) box = isl_set_intersect(box, indices_of(part, d));
		b->boxes = isl_set_union(b->boxes, box);
	}
	isl_set_free(part);
	return b->known ? isl_stat_ok : isl_stat_error;
}

// What is sent: the boxes around the parts of the needs. NULL: not known.
static isl_set *boxes_sent(const task_arg *a, const sample *s)
{
	boxer b = {s, isl_set_empty(isl_set_get_space(a->need[0])), true};
	for (int k = 0; k < a->n_need && b.known; k++) isl_set_foreach_basic_set(a->need[k], add_box, &b);
	return b.known ? b.boxes : isl_set_free(b.boxes);
}

// How many elements of the set others own; -1: not known. Takes it.
static long count_foreign(const task *t, const task_arg *a, isl_set *set, const sample *s)
{
	set = pattern_foreign(t, a, set);
	if (!set) return -1;
	set = isl_set_make_disjoint(fix(set, s));
	for (int k = (int)isl_set_dim(set, isl_dim_param) - 1; k >= 0; k--)
		set = isl_set_project_out(set, isl_dim_param, (unsigned)k, 1);
	isl_val *n = isl_set_is_bounded(set) == isl_bool_true ? isl_set_count_val(set) : NULL;
	long count = n && isl_val_is_int(n) == isl_bool_true ? isl_val_get_num_si(n) : -1;
	isl_val_free(n);
	isl_set_free(set);
	return count;
}

// All elements of it that a process reads; NULL: not known.
static isl_set *elements_read(const nest *n, const nest_object *o)
{
	isl_set *all = NULL;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->object != o->id || !a->read) continue;
			bool affine = a->exact;
			for (int d = 0; d < o->rank; d++) affine &= a->sub[d] != NULL;
			if (!affine) return isl_set_free(all);
			isl_set *image = isl_set_reset_tuple_id(
			        isl_set_apply(isl_set_copy(n->stmts[k].exec), isl_map_copy(a->map)));
			all = all ? isl_set_union(all, image) : image;
		}
	return all;
}

static bool is_more(const task *t, const task_arg *a, isl_set *read, int size)
{
	enum { FEW = 8 }; // elements are no loss, whatever they are compared with
	sample s = {.size = size};
	isl_set *sent = NULL;
	bool known = take_sample(&s, read) && (sent = boxes_sent(a, &s));
	if (!known) return false;
	long n_sent = count_foreign(t, a, sent, &s);
	long n_read = n_sent > FEW ? count_foreign(t, a, isl_set_copy(read), &s) : -1;
	return n_read > 0 && n_sent > 2 * n_read;
}

// ---- which read it is -------------------------------------------------------------------------

static const nest_access *read_across(const nest *n, int object)
{
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->object != object || !a->read || !a->expr || a->expr->loc.file < 0) continue;
			isl_set *image = isl_set_apply(isl_set_copy(n->stmts[k].exec), isl_map_copy(a->map));
			bool box = boxes_are_exact(image);
			isl_set_free(image);
			if (!box) return a;
		}
	return NULL;
}

static bool are_boxes(const task_arg *a)
{
	bool exact = true;
	for (int k = 0; k < a->n_need && exact; k++) exact = boxes_are_exact(a->need[k]);
	return exact;
}

static const nest_access *find(const task *t, const task_arg *a)
{
	const nest *n = t->nest;
	const nest_access *across = are_boxes(a) ? NULL : read_across(n, a->object);
	isl_set *read = across ? elements_read(n, &n->objects[a->object]) : NULL;
	bool more = read && is_more(t, a, read, 24) && is_more(t, a, read, 36);
	isl_set_free(read);
	return more ? across : NULL;
}

const nest_access *excess_of(const task *t, const task_arg *a)
{
	enum { MOST_OPERATIONS = 2000000 };
	const nest_object *o = &t->nest->objects[a->object];
	if (t->kind != TASK_SPLIT || a->n_need == 0 || a->resident || o->reduced || !object_is_distributed(o))
		return NULL;
	if (o->kind == NEST_MAPPED && !mapping_spreads(o->mapping)) return NULL;
	const quota q = quota_open(t->nest->ctx, MOST_OPERATIONS);
	const nest_access *found = find(t, a);
	return quota_close(q) ? found : NULL;
}
