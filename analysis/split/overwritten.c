// SPDX-License-Identifier: Apache-2.0
#include "overwritten.h"

#include "../numbers/numbers.h"
#include "flow.h"

// Whether a value has all the bytes of its type; a store of a long double does not.
static bool fills(const prog_type *type)
{
	enum { LARGEST = 8 };
	switch (type->kind) {
	case PROG_TYPE_BOOL:
	case PROG_TYPE_INT:
	case PROG_TYPE_POINTER: return true;
	case PROG_TYPE_FLOAT: return type->size <= LARGEST;
	case PROG_TYPE_COMPLEX: return type->size <= 2 * LARGEST;
	default: return false;
	}
}

// Whether what the access sets of an element is the element, or a number in it.
static bool sets_in_full(const nest *n, const nest_access *a)
{
	const prog_type *type = a->member ? a->member->type : n->objects[a->object].element;
	const bool whole = type && (fills(type) || (!a->member && type->kind == PROG_TYPE_STRUCT));
	return !a->reduction && !a->defines && whole;
}

static bool sets_surely(const nest_stmt *s, const nest_access *a)
{
	const bool part = a->all_of_member && !a->unsure && !s->may && !a->when;
	return (a->must || part) && a->exact;
}

static __isl_give isl_set *united(__isl_take isl_set *all, __isl_take isl_set *more)
{
	return all && more ? isl_set_union(all, more) : all ? all : more;
}

// What is set of one member, or with all elements (NULL: of no member), over the parameters: surely, whatever the data
// are. NULL: something else may be set, too, or nothing is.
static __isl_give isl_set *surely_set(const nest *n, int object, const prog_symbol *member)
{
	isl_set *surely = member ? NULL : flow_set_in_branches(n, object), *perhaps = NULL;
	bool known = true;
	for (int k = 0; k < n->n_stmts && known; k++)
		for (int j = 0; j < n->stmts[k].n_accesses && known; j++) {
			const nest_stmt *s = &n->stmts[k];
			const nest_access *a = &s->accesses[j];
			if (a->object != object || !a->write) continue;
			known = sets_in_full(n, a);
			if (!known || (a->member && a->member != member)) continue;
			isl_set *image = isl_set_apply(isl_set_copy(s->domain), isl_map_copy(a->map));
			if (sets_surely(s, a))
				surely = united(surely, image);
			else
				perhaps = united(perhaps, image);
		}
	if (perhaps && surely) known &= isl_set_is_subset(perhaps, surely) == isl_bool_true;
	isl_set_free(perhaps);
	return known ? isl_set_coalesce(surely) : isl_set_free(surely);
}

// Whether it is one interval in each dimension, whatever the parameters are.
static bool is_box(__isl_keep isl_set *set)
{
	isl_set *all = isl_set_reset_tuple_id(isl_set_copy(set)), *box = isl_set_universe(isl_set_get_space(all));
	bool intervals = isl_set_involves_locals(all) == isl_bool_false;
	const unsigned rank = (unsigned)isl_set_dim(all, isl_dim_set);
	for (unsigned d = 0; d < rank && intervals; d++) {
		isl_set *one = isl_set_project_out(isl_set_copy(all), isl_dim_set, d + 1, rank - d - 1);
		one = isl_set_coalesce(isl_set_project_out(one, isl_dim_set, 0, d));
		intervals = isl_set_n_basic_set(one) == 1 && isl_set_involves_locals(one) == isl_bool_false;
		one = isl_set_insert_dims(one, isl_dim_set, 0, d);
		box = isl_set_intersect(box, isl_set_insert_dims(one, isl_dim_set, d + 1, rank - d - 1));
	}
	intervals = intervals && isl_set_is_subset(box, all) == isl_bool_true;
	isl_set_free(all);
	isl_set_free(box);
	return intervals;
}

// Whether the nest sets all members of the elements in the set, which has no bytes between them, each by itself; or, of
// no member (`first` NULL), whole elements only.
static bool sets_all_members(const nest *n, int object, const prog_symbol *first, __isl_keep isl_set *set)
{
	enum { MOST = 16 };
	const prog_symbol *seen[MOST];
	const prog_type *type = n->objects[object].element;
	int n_seen = 0;
	long bytes = 0;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->object != object || !a->write) continue;
			if (!a->member != !first) return false;
			if (!first) continue;
			int m = 0;
			while (m < n_seen && seen[m] != a->member) m++;
			if (m < n_seen) continue;
			isl_set *of_member = surely_set(n, object, a->member);
			const bool all = of_member && isl_set_is_equal(of_member, set) == isl_bool_true;
			isl_set_free(of_member);
			if (!all || n_seen == MOST) return false;
			seen[n_seen++] = a->member;
			bytes += a->member->type->size;
		}
	return !first || (!type->is_union && bytes == type->size);
}

static const prog_symbol *first_member_set(const nest *n, int object)
{
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->object == object && a->write) return a->member;
		}
	return NULL;
}

static bool is_set_before_read(nest *n, int object)
{
	const bool reads = n->objects[object].reads;
	const prog_symbol *first = first_member_set(n, object);
	isl_set *set = surely_set(n, object, first);
	bool overwritten = set && is_box(set) && sets_all_members(n, object, first, set);
	isl_set *enter = overwritten && reads ? flow_mapped_elements_enter(n, object) : NULL;
	if (reads) overwritten = enter && isl_set_is_disjoint(enter, set) == isl_bool_true;
	isl_set_free(set);
	isl_set_free(enter);
	return overwritten;
}

bool overwritten_by_nest(nest *n, int object)
{
	enum { MOST_OPERATIONS = 100000 };
	const nest_object *o = &n->objects[object];
	if (!o->writes || o->moves || nest_calls_access(n, object) ||
	        (o->reads && o->element->kind == PROG_TYPE_STRUCT))
		return false;
	const quota q = quota_open_within(n->ctx, MOST_OPERATIONS);
	const bool overwritten = is_set_before_read(n, object), known = !quota_is_used_up(n->ctx);
	quota_close(q);
	return overwritten && known;
}
