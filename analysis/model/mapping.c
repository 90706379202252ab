// SPDX-License-Identifier: Apache-2.0
#include "mapping.h"

#include "program.h"

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

// Two arrays of one shape that are distributed in the same way own the same indices, whatever the number of processes
// is.
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

// A directive's mapping, or one for as long as a nest runs: not a template, a parameter, or what an array is given on
// the way.
static bool is_mapping(const prog_unit *u, const void *root)
{
	for (int k = 0; k < u->n_mappings; k++)
		if (u->mappings[k] == root) return true;
	for (int k = 0; k < u->n_passing; k++)
		if (u->passing[k] == root) return true;
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

static bool same_dimension(const prog_unit *u, const prog_mapping *m, const prog_mapping *w, int d)
{
	mapping_position a, c;
	if (!same_expr(m->extent[d], w->extent[d]) || mapping_splits(m, d) != mapping_splits(w, d)) return false;
	if (!mapping_splits(m, d)) return true;
	if (!mapping_root(m, d, &a) || !mapping_root(w, d, &c) || a.offset_unknown || c.offset_unknown) return false;
	return a.sign == c.sign && a.offset == c.offset && mapping_same_split(u, a.root, a.dim, c.root, c.dim);
}

bool mapping_lie_alike(const prog_unit *u, const prog_mapping *m, const prog_mapping *w)
{
	if (mapping_same_root(u, m, w)) return true;
	bool alike = m->rank == w->rank && mapping_same_places(m, w);
	for (int d = 0; d < m->rank && alike; d++) alike = same_dimension(u, m, w, d);
	return alike;
}

static void add_passing(prog_unit *u, prog_mapping *m)
{
	u->passing = prog_grow(u, u->passing, u->n_passing, &u->room_passing, sizeof *u->passing);
	u->passing[u->n_passing++] = m;
}

prog_mapping *mapping_instead(prog_unit *u, const prog_mapping *of)
{
	prog_mapping *m = prog_alloc(u, sizeof *m);
	*m = *of;
	m->before = of;
	m->moves = m->dynamic = false;
	m->n_ranges = 0;
	add_passing(u, m);
	return m;
}

const prog_mapping *mapping_as_given(prog_unit *u, const prog_mapping *declared, const prog_mapping *given)
{
	for (int k = 0; k < u->n_passing; k++)
		if (u->passing[k]->before == declared && u->passing[k]->given == given) return u->passing[k];
	prog_mapping *m = mapping_instead(u, declared);
	m->given = given;
	m->how = given->how;
	m->onto = given->onto;
	m->with = given->with;
	m->with_path = given->with_path;
	m->with_mapping = given->with_mapping;
	m->with_template = given->with_template;
	m->with_rank = given->with_rank;
	memcpy(m->dist, given->dist, sizeof m->dist);
	memcpy(m->sub, given->sub, sizeof m->sub);
	return m;
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

// n and n + 1.
static bool are_seen_to_differ(const prog_expr *x, const prog_expr *y)
{
	long of_x, of_y;
	const prog_expr *e = without_number(x, &of_x), *f = without_number(y, &of_y);
	bool variables = e && f && e->kind == PROG_EXPR_VAR && f->kind == PROG_EXPR_VAR;
	return of_x != of_y && (variables ? e->symbol == f->symbol : same_expr(e, f));
}

bool mapping_differs_in_rows(const prog_mapping *m, const prog_mapping *w)
{
	for (int d = 1; d < m->rank && d < w->rank; d++)
		if (are_seen_to_differ(m->extent[d], w->extent[d])) return true;
	return false;
}

bool mapping_differs_in_extent(const prog_unit *u, const void *a, int dim_a, const void *b, int dim_b)
{
	if (a == b || !is_mapping(u, a) || !is_mapping(u, b)) return false;
	const prog_mapping *m = a, *w = b;
	if (m->how != PROG_MAP_DISTRIBUTE || w->how != PROG_MAP_DISTRIBUTE) return false;
	const prog_dist_dim *x = &m->dist[dim_a], *y = &w->dist[dim_b];
	if (x->format != PROG_FORMAT_BLOCK || y->format != PROG_FORMAT_BLOCK || x->arg || y->arg) return false;
	return are_seen_to_differ(m->extent[dim_a], w->extent[dim_b]);
}

// ---- objects ----------------------------------------------------------------------------------
