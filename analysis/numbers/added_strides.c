// SPDX-License-Identifier: Apache-2.0
//
// Strides that are added: q[k + s] - q[k - s] with k = i * m + j, in a function that is called with s = m and with
// s = 1, once for each direction. Taken for subscripts of the last dimension they leave the row where s is m. So they
// are subscripts of every dimension: s is r rows and c elements, as few of these as there can be, which is so for any
// s. Which ones is found at entry, and so are the rows that are needed.
//
// Of what is only read: of an array that the nest sets, too, nothing would be known of how far values go.
#include "added_strides.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../unit/unit.h"
#include "affine.h"
#include "linearised.h"
#include "poly.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct added {
	const strides *st;
	bool plus[64], minus[64]; // [base parameter]: is added to a loop's variable in the last dimension, is taken off
} added;

static bool is_added(const poly_term *t) { return t->atom < 0 && t->n_par == 1; }

static void gather_added(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)a;
	added *all = user;
	poly sub[PROG_MAX_RANK];
	if (!raw->known[0] || raw->split) return;
	linearised_split(all->st, &raw->sub[0], sub);
	const poly *last = &sub[all->st->rank - 1];
	for (int k = 0; k < last->n && poly_has_atoms(last); k++) {
		const poly_term *t = &last->term[k];
		if (is_added(t) && !named_strides_bound(b, s, t->par[0]))
			(t->coef > 0 ? all->plus : all->minus)[t->par[0]] = true;
	}
}

// ---- what calls give ---------------------------------------------------------------------------------

typedef struct giving {
	builder *b;
	const strides *st;
	const prog_function *function;
	int parameter;
} giving;

static int parameter_of(const prog_function *f, const char *name)
{
	int k = f ? f->n_params - 1 : -1;
	while (k >= 0 && strcmp(f->params[k]->name, name) != 0) k--;
	return k;
}

// Whether the argument of a call is the stride of dimension d, which the function may know by a parameter, too.
static bool gives_stride(const giving *g, const prog_expr *call, const prog_expr *argument, int d)
{
	const poly *stride = &g->st->stride[d];
	long value, length;
	if (poly_is_constant(stride, &length)) return facts_value(g->b->facts, argument, &value) && value == length;
	const poly_term *t = &stride->term[0];
	if (stride->n != 1 || t->coef != 1 || t->n_par != 1) return false;
	const char *name = g->b->base_text[t->par[0]];
	int k = parameter_of(g->function, name);
	if (k + 1 < call->n_args && k >= 0) name = prog_without_casts(call->arg[k + 1])->text;
	return !strcmp(argument->text, name);
}

static bool gives_some_stride(const giving *g, const prog_expr *call, const prog_expr *argument)
{
	argument = prog_without_casts(argument);
	if (argument->kind == PROG_EXPR_COND && argument->arg[1])
		return gives_some_stride(g, call, argument->arg[1]) || gives_some_stride(g, call, argument->arg[2]);
	for (int d = 0; d + 1 < g->st->rank; d++)
		if (gives_stride(g, call, argument, d)) return true;
	return false;
}

static bool calls_with_stride(const prog_expr *e, void *user)
{
	const giving *g = user;
	if (e->kind != PROG_EXPR_CALL || prog_callee(e) != g->function->symbol) return false;
	return g->parameter + 1 < e->n_args && gives_some_stride(g, e, e->arg[g->parameter + 1]);
}

static bool is_given(builder *b, const strides *st, int par)
{
	giving g = {.b = b, .st = st, .function = b->n->root->function};
	const prog_unit *u = b->n->unit;
	g.parameter = parameter_of(g.function, b->base_text[par]);
	for (int k = 0; k < u->n_functions && g.parameter >= 0; k++)
		if (walk_any_in(u->functions[k]->body, calls_with_stride, &g)) return true;
	return false;
}

// ---- both ways ---------------------------------------------------------------------------------------

typedef struct opposite {
	const poly *one; // a subscript to which it is added; NULL: each of them is compared with all
	int par;
	bool found;
} opposite;

// Whether there are two elements in opposite directions of a third one: if these are in one row it is at most half of
// that away from them, and no number of rows is nearer than none.
static void find_opposite(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)s;
	opposite *q = user;
	long sign = 0;
	for (int k = 0; raw->known[0] && !raw->split && k < raw->sub[0].n; k++) {
		const poly_term *t = &raw->sub[0].term[k];
		if (is_added(t) && t->par[0] == q->par) sign = t->coef;
	}
	if (!q->one && sign > 0) {
		opposite other = {.one = &raw->sub[0], .par = q->par};
		linearised_each_access(b, a->object, find_opposite, &other);
		q->found |= other.found;
	} else if (q->one && sign < 0) {
		poly between;
		bool apart = poly_add(&between, q->one, &raw->sub[0], -1) && between.n == 1;
		q->found |= apart && is_added(&between.term[0]) && between.term[0].par[0] == q->par;
	}
}

// Whether it is added, or taken off, as a stride is.
static bool is_stride(builder *b, const nest_object *o, const added *all, int par)
{
	opposite q = {.par = par};
	if (all->plus[par] && all->minus[par]) linearised_each_access(b, o->id, find_opposite, &q);
	return q.found || ((all->plus[par] || all->minus[par]) && is_given(b, all->st, par));
}

// ---- the element that is so far away -----------------------------------------------------------------

typedef struct places {
	const strides *st;
	bool known[64]; // [base parameter]: what is added
	poly place[64][PROG_MAX_RANK];
} places;

// Whether the text may stand in front of the nest, where nothing is computed yet.
static bool is_at_entry(const builder *b, const poly *p)
{
	for (int k = 0; k < p->n; k++)
		for (int j = 0; j < p->term[k].n_par; j++)
			if (b->base_computed[p->term[k].par[j]]) return false;
	return true;
}

static const char *call_text(builder *b, const char *function, const char *number, const char *row)
{
	size_t size = strlen(function) + strlen(number) + strlen(row) + 8;
	char *text = prog_alloc(b->n->unit, size);
	snprintf(text, size, "%s(%s, %s)", function, number, row);
	return text;
}

static bool find_place(builder *b, const strides *st, int par, poly *place)
{
	poly it = {.n = 1, .term = {{.coef = 1, .n_par = 1, .par = {par}, .atom = -1}}};
	bool known = is_at_entry(b, &it);
	for (int d = 1; d < st->rank; d++) known &= is_at_entry(b, &st->extent[d]);
	if (!known) return false;
	const char *number = affine_poly_text(b, &it);
	for (int d = st->rank - 1; d > 0; d--) {
		const char *row = affine_poly_text(b, &st->extent[d]);
		if (!affine_computed_parameter(b, call_text(b, "hpcc_columns", number, row), &place[d])) return false;
		number = call_text(b, "hpcc_rows", number, row);
	}
	return affine_computed_parameter(b, number, &place[0]);
}

static void add_place(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)b, (void)s, (void)a;
	const places *p = user;
	const strides *st = p->st;
	poly sub[PROG_MAX_RANK], rest = {0};
	bool any = false, fits = true;
	if (!raw->known[0] || raw->split) return;
	linearised_split(st, &raw->sub[0], sub);
	const poly last = sub[st->rank - 1];
	sub[st->rank - 1] = rest;
	for (int k = 0; k < last.n; k++) {
		const poly_term *t = &last.term[k];
		poly term = {.n = 1, .term = {*t}};
		bool placed = is_added(t) && p->known[t->par[0]];
		for (int d = 0; d < st->rank && placed; d++)
			fits &= poly_add(&sub[d], &sub[d], &p->place[t->par[0]][d], t->coef);
		if (!placed) fits &= poly_add(&sub[st->rank - 1], &sub[st->rank - 1], &term, 1);
		any |= placed;
	}
	if (!any || !fits) return;
	memcpy(raw->sub, sub, sizeof *sub * (size_t)st->rank);
	raw->split = true;
}

void added_strides_place(builder *b, const nest_object *o, const strides *st)
{
	added all = {.st = st};
	places *p = NULL;
	if (o->writes || st->rank < 2 || st->displaced) return;
	linearised_each_access(b, o->id, gather_added, &all);
	for (int k = b->n_base - 1; k >= 0; k--) {
		if (!is_stride(b, o, &all, k)) continue;
		if (!p && !(p = calloc(1, sizeof *p))) abort();
		p->st = st;
		p->known[k] = find_place(b, st, k, p->place[k]);
	}
	if (p) linearised_each_access(b, o->id, add_place, p);
	free(p);
}
