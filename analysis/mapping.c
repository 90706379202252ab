// SPDX-License-Identifier: Apache-2.0
#include "mapping.h"
#include "block_arrays.h"

#include <string.h>

bool mapping_splits(const prog_mapping *m, int dim)
{
	if (m->how == PROG_MAP_DISTRIBUTE) return m->dist[dim].format != PROG_FORMAT_NONE;
	if (m->how != PROG_MAP_ALIGN) return false;
	for (int k = 0; k < m->with_rank; k++) {
		if (m->sub[k].star || m->sub[k].dim != dim) continue;
		if (m->with_template)
			return !m->with_template->distributed || m->with_template->dist[k].format != PROG_FORMAT_NONE;
		return !m->with_mapping || mapping_splits(m->with_mapping, k);
	}
	return false;
}

bool prog_mapping_splits_from(const prog_mapping *m, int dim)
{
	for (int d = dim; d < m->rank; d++)
		if (mapping_splits(m, d)) return true;
	return false;
}

// Whether the array lies at one index of a dimension that is split.
static bool lies_at_one_place(const prog_mapping *m)
{
	for (int k = 0; m->how == PROG_MAP_ALIGN && k < m->with_rank; k++) {
		if (m->sub[k].star || m->sub[k].dim >= 0) continue;
		const prog_template *t = m->with_template;
		if (t ? !t->distributed || t->dist[k].format != PROG_FORMAT_NONE
		      : !m->with_mapping || mapping_splits(m->with_mapping, k))
			return true;
	}
	return m->how == PROG_MAP_ALIGN && m->with && m->with_mapping && lies_at_one_place(m->with_mapping);
}

bool mapping_is_counted(const prog_mapping *m) { return m->extent[0]->kind == PROG_EXPR_OPAQUE; }

bool mapping_spreads(const prog_mapping *m)
{
	for (int d = 0; d < m->rank; d++)
		if (mapping_splits(m, d)) return true;
	return lies_at_one_place(m);
}

bool mapping_root(const prog_mapping *m, int dim, mapping_position *p)
{
	*p = (mapping_position){.root = m, .dim = dim, .sign = 1};
	while (m && m->how == PROG_MAP_ALIGN) {
		int k = 0;
		while (k < m->with_rank && (m->sub[k].star || m->sub[k].dim != p->dim)) k++;
		if (k == m->with_rank || (m->sub[k].coef != 1 && m->sub[k].coef != -1)) return false;
		const prog_expr *offset = m->sub[k].offset;
		p->offset_unknown |= offset && offset->kind != PROG_EXPR_INT;
		p->offset = m->sub[k].coef * p->offset + (offset && offset->kind == PROG_EXPR_INT ? offset->value : 0);
		p->sign *= (int)m->sub[k].coef;
		p->dim = k;
		// Of a parameter it is not known how it is mapped.
		p->root = m->with_template  ? (const void *)m->with_template
		          : m->with_mapping ? (const void *)m->with_mapping
		                            : (const void *)m->with;
		m = m->with_template ? NULL : m->with_mapping;
	}
	return true;
}

static bool same_expr(const prog_expr *a, const prog_expr *b)
{
	if (!a || !b) return a == b;
	if (a->kind == PROG_EXPR_INT && b->kind == PROG_EXPR_INT) return a->value == b->value;
	return !strcmp(a->text, b->text);
}

// Two arrays of one shape that are distributed in the same way own the same indices, whatever the number of processes is.
static bool same_distribution(const prog_mapping *a, const prog_mapping *b)
{
	if (a->how != PROG_MAP_DISTRIBUTE || b->how != PROG_MAP_DISTRIBUTE || a->rank != b->rank || a->onto != b->onto)
		return false;
	for (int d = 0; d < a->rank; d++) {
		if (a->dist[d].format != b->dist[d].format || !same_expr(a->dist[d].arg, b->dist[d].arg)) return false;
		if (!same_expr(a->extent[d], b->extent[d])) return false;
	}
	return true;
}

bool mapping_same_places(const prog_mapping *m, const prog_mapping *w)
{
	bool one = lies_at_one_place(m);
	if (one != lies_at_one_place(w)) return false;
	if (!one) return true;
	if (m->with_template != w->with_template || m->with_mapping != w->with_mapping ||
	        m->with_rank != w->with_rank || (!m->with_template && !m->with_mapping && m->with != w->with))
		return false;
	for (int k = 0; k < m->with_rank; k++) {
		bool at_one = !m->sub[k].star && m->sub[k].dim < 0, other = !w->sub[k].star && w->sub[k].dim < 0;
		if (at_one != other || (at_one && !same_expr(m->sub[k].offset, w->sub[k].offset))) return false;
	}
	return true;
}

static bool is_mapping(const prog_unit *u, const void *root)
{
	for (int k = 0; k < u->n_mappings; k++)
		if (u->mappings[k] == root) return true;
	return false;
}

bool mapping_same_root(const prog_unit *u, const void *a, const void *b)
{
	return a == b || (is_mapping(u, a) && is_mapping(u, b) && same_distribution(a, b));
}

static int n_split(const prog_mapping *m, int dims)
{
	int n = 0;
	for (int d = 0; d < dims; d++) n += mapping_splits(m, d);
	return n;
}

bool mapping_same_split(const prog_unit *u, const void *a, int dim_a, const void *b, int dim_b)
{
	if (a == b) return dim_a == dim_b;
	if (!is_mapping(u, a) || !is_mapping(u, b)) return false;
	const prog_mapping *m = a, *w = b;
	if (m->how != PROG_MAP_DISTRIBUTE || w->how != PROG_MAP_DISTRIBUTE || m->onto != w->onto) return false;
	// The same dimension of a grid of the same shape.
	if (n_split(m, m->rank) != n_split(w, w->rank) || n_split(m, dim_a) != n_split(w, dim_b)) return false;
	return m->dist[dim_a].format == w->dist[dim_b].format && same_expr(m->dist[dim_a].arg, w->dist[dim_b].arg) &&
	       same_expr(m->extent[dim_a], w->extent[dim_b]);
}

// An extent as what only the run knows (NULL: nothing) and a number that is added to it.
static const prog_expr *without_number(const prog_expr *e, long *number)
{
	*number = 0;
	for (;;) {
		bool sum = e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_ADD || e->op == PROG_OP_SUB);
		if (e->kind == PROG_EXPR_INT) return *number += e->value, NULL;
		if (sum && e->arg[1]->kind == PROG_EXPR_INT) {
			*number += e->op == PROG_OP_ADD ? e->arg[1]->value : -e->arg[1]->value;
			e = e->arg[0];
		} else if (sum && e->op == PROG_OP_ADD && e->arg[0]->kind == PROG_EXPR_INT) {
			*number += e->arg[0]->value;
			e = e->arg[1];
		} else if (e->kind == PROG_EXPR_CAST && e->is_implicit) {
			e = e->arg[0];
		} else {
			return e;
		}
	}
}

bool mapping_differs_in_extent(const prog_unit *u, const void *a, int dim_a, const void *b, int dim_b)
{
	if (a == b || !is_mapping(u, a) || !is_mapping(u, b)) return false;
	const prog_mapping *m = a, *w = b;
	if (m->how != PROG_MAP_DISTRIBUTE || w->how != PROG_MAP_DISTRIBUTE) return false;
	const prog_dist_dim *x = &m->dist[dim_a], *y = &w->dist[dim_b];
	if (x->format != PROG_FORMAT_BLOCK || y->format != PROG_FORMAT_BLOCK || x->arg || y->arg) return false;
	long of_a, of_b;
	const prog_expr *e = without_number(m->extent[dim_a], &of_a), *f = without_number(w->extent[dim_b], &of_b);
	bool variables = e && f && e->kind == PROG_EXPR_VAR && f->kind == PROG_EXPR_VAR;
	return of_a != of_b && (variables ? e->symbol == f->symbol : same_expr(e, f));
}

// ---- objects ----------------------------------------------------------------------------------

bool object_dim_may_be_split(const nest_object *o, int dim)
{
	if (o->kind == NEST_POINTER) return o->expected_split >> dim & 1;
	if (o->kind != NEST_MAPPED) return false;
	if (o->rank == o->mapping->rank) return mapping_splits(o->mapping, dim);
	for (int d = 0; d < o->mapping->rank; d++)
		if (mapping_splits(o->mapping, d)) return true;
	return false;
}

const prog_mapping *mapping_of_object(const nest_object *o)
{
	const prog_mapping *m = o->kind == NEST_MAPPED ? o->mapping : o->kind == NEST_POINTER ? o->expected : NULL;
	return m && m->rank == o->rank ? m : NULL;
}

// The dimensions of a view with `rank` subscripts: a row, or a plane, has the array's last ones. In one flat dimension there is all.
static unsigned splits_of_view(const prog_mapping *m, int rank)
{
	unsigned splits = 0;
	if (m->how == PROG_MAP_NONE) return 0;
	if (rank > m->rank) return ~0u;
	for (int d = 0; d < m->rank; d++)
		if (mapping_splits(m, d)) splits |= 1u << (d < m->rank - rank ? 0 : d - (m->rank - rank));
	return splits;
}

// A function may remap what its parameter is given, for as long as it runs.
static bool is_given_to(const unit_facts *facts, const prog_mapping *m, const prog_symbol *parameter)
{
	const prog_mapping *list[FACTS_MAPPINGS];
	int n = parameter && parameter->kind == PROG_SYMBOL_PARAMETER ? facts_expected_mappings(facts, parameter, list)
	                                                              : 0;
	while (n > 0 && list[n - 1] != m) n--;
	return n > 0;
}

// What moves is expected to be split as it is declared, or as something of its rank is in this unit later.
static unsigned expected_splits(const unit_facts *facts, const prog_mapping *m, int rank)
{
	const prog_unit *u = facts_unit(facts);
	unsigned splits = splits_of_view(m, rank), all = (1u << rank) - 1;
	for (int k = 0; k < u->n_remaps; k++) {
		const prog_mapping *later = u->remaps[k];
		if (!m->moves && !is_given_to(facts, m, later->symbol)) continue;
		if (m->how == PROG_MAP_ALIGN || later->how == PROG_MAP_ALIGN)
			splits |= all;
		else if (later->rank == m->rank)
			splits |= splits_of_view(later, rank);
	}
	return splits;
}

static bool is_realigned(const prog_unit *u, const prog_mapping *m)
{
	for (int k = 0; k < u->n_remaps; k++)
		if (u->remaps[k]->how == PROG_MAP_ALIGN && u->remaps[k]->symbol == m->symbol) return true;
	return false;
}

// u[k], of which it is said what the pointers in u lead to.
static int mappings_of_pointers(const unit_facts *facts, const prog_expr *base, const prog_mapping **list)
{
	const prog_unit *u = facts_unit(facts);
	const prog_expr *q = base->kind == PROG_EXPR_INDEX || base->kind == PROG_EXPR_DEREF ? base->arg[0] : NULL;
	int n = 0;
	if (!q || !q->symbol) return 0;
	if (!q->symbol->partly) return facts_element_mappings(facts, q->symbol, list);
	for (int k = 0; k < u->n_mappings && n < FACTS_MAPPINGS; k++)
		if (u->mappings[k]->symbol == q->symbol && prog_mapping_of_pointers(u->mappings[k]))
			list[n++] = u->mappings[k];
	return n;
}

// t % 2 ? u : v, by the mappings of both; 0 where one is not seen.
static int mappings_of_choice(const unit_facts *facts, const prog_expr *choice, const prog_mapping **list)
{
	int n = 0;
	for (int k = 1; k < 3; k++) {
		const prog_expr *e = choice->arg[k] ? prog_without_casts(choice->arg[k]) : choice;
		const prog_mapping *of_one[FACTS_MAPPINGS];
		int found = 0;
		bool named = e->kind == PROG_EXPR_VAR || e->kind == PROG_EXPR_MEMBER;
		if (e->kind == PROG_EXPR_COND && e != choice)
			found = mappings_of_choice(facts, e, of_one);
		else if (named && e->symbol->mapping && e->symbol->mapping->how != PROG_MAP_NONE)
			of_one[found++] = e->symbol->mapping;
		else if (named)
			found = facts_expected_mappings(facts, e->symbol, of_one);
		if (!found || n + found > FACTS_MAPPINGS) return 0;
		for (int m = 0; m < found; m++) list[n++] = of_one[m];
	}
	return n;
}

int mapping_of_memory(const unit_facts *facts, const nest_object *o, const prog_mapping **list)
{
	bool named = o->base->kind == PROG_EXPR_VAR || o->base->kind == PROG_EXPR_MEMBER;
	bool shape_only = o->mapping && o->mapping->how == PROG_MAP_NONE;
	list[0] = o->mapping;
	if (o->kind != NEST_POINTER || (o->mapping && !shape_only)) return o->kind == NEST_POINTER;
	if (o->base->kind == PROG_EXPR_COND) return mappings_of_choice(facts, o->base, list);
	if (!named) {
		int n = block_arrays_mappings(facts, o->base, list);
		return n ? n : mappings_of_pointers(facts, o->base, list);
	}
	return o->symbol ? facts_expected_mappings(facts, o->symbol, list) : 0;
}

void mapping_expect(const unit_facts *facts, nest_object *o)
{
	const prog_mapping *list[FACTS_MAPPINGS];
	const prog_unit *u = facts_unit(facts);
	int n = mapping_of_memory(facts, o, list);
	o->expected_split = n ? 0 : ~0u;
	o->split_by_all = n ? ~0u : 0;
	o->expected = n ? list[0] : NULL;
	for (int k = 0; k < n; k++) {
		o->expected_split |= expected_splits(facts, list[k], o->rank);
		unsigned declared = list[k]->rank < o->rank ? 0 : splits_of_view(list[k], o->rank);
		o->split_by_all &=
		        expected_splits(facts, list[k], o->rank) == declared && !list[k]->moves ? declared : 0;
		if (is_realigned(u, list[k]) || !mapping_same_root(u, list[0], list[k])) o->expected = NULL;
	}
	// Nothing is split: what is seen is not all there is.
	if (!o->expected_split) o->expected_split = ~0u;
}
