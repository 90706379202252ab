// SPDX-License-Identifier: Apache-2.0
#include "scales.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "affine.h"
#include "affine_text.h"
#include "poly.h"

#include <string.h>

static const nest_loop *loop_of(const builder *b, const poly_term *t)
{
	int loop = t->atom >= 0 ? b->atom[t->atom].loop : -1;
	return loop >= 0 ? &b->n->loops[loop] : NULL;
}

static const poly_term *scale_of(const builder *b, const poly_term *t) { return &b->scale[b->atom[t->atom].loop]; }

bool scales_fits(const builder *b, const poly_term *t)
{
	if (!loop_of(b, t)) return t->n_par == 0 || t->atom < 0;
	const poly_term *s = scale_of(b, t);
	return s->n_par == t->n_par && !memcmp(s->par, t->par, sizeof *s->par * (size_t)s->n_par);
}

poly scales_factor(const builder *b, const poly *p)
{
	for (int k = 0; k < p->n; k++) {
		const poly_term *t = &p->term[k];
		if (t->n_par || !loop_of(b, t) || !scale_of(b, t)->n_par) continue;
		poly factor = {.n = 1, .term = {*scale_of(b, t)}};
		return factor;
	}
	return poly_constant(1);
}

void scales_begin(builder *b, int loop)
{
	nest_loop *l = &b->n->loops[loop];
	loop_scale *s = &b->scales[l->var->id];
	poly_term *t = &b->scale[loop];
	poly size = poly_constant(1), least = poly_constant(1);
	for (int k = 0; k < s->n; k++) {
		poly factor;
		if (!affine_known_parameter(b, s->factor[k], s->computed[k], &factor) ||
		        !poly_mul(&size, &size, &factor)) {
			scales_refuse(b, loop);
			return;
		}
	}
	if (!s->n) return;
	isl_pw_aff *value = affine_of_poly(b, &size, b->depth);
	l->scale = value ? affine_parameter_name(b, &size) : NULL;
	if (!l->scale) {
		isl_pw_aff_free(value);
		scales_refuse(b, loop);
		return;
	}
	*t = size.term[0];
	l->size = isl_pw_aff_copy(value);
	isl_set *positive = isl_pw_aff_ge_set(value, affine_of_poly(b, &least, b->depth));
	affine_assume_not(b, isl_set_complement(isl_set_copy(positive)));
	b->domain = isl_set_intersect(b->domain, positive);
}

void scales_refuse(builder *b, int loop)
{
	loop_scale *s = &b->scales[b->n->loops[loop].var->id];
	if (s->n) b->rescaled = true;
	s->refused = true;
	s->n = 0;
}

static bool may_count_blocks(const nest_loop *l)
{
	return l->counted && l->stmt->kind == PROG_STMT_FOR && !l->by && !l->decrements;
}

static void want(builder *b, const nest_loop *l, const poly_term *t)
{
	loop_scale *s = &b->scales[l->var->id];
	if (s->n) return;
	s->n = t->n_par;
	for (int k = 0; k < t->n_par; k++) {
		s->factor[k] = b->base_text[t->par[k]];
		s->computed[k] = b->base_computed[t->par[k]];
	}
	b->rescaled = true;
}

static void ask(builder *b, const poly *p, bool needed)
{
	for (int k = 0; k < p->n; k++) {
		const poly_term *t = &p->term[k];
		const nest_loop *l = loop_of(b, t);
		if (!l || scales_fits(b, t) || b->scales[l->var->id].refused) continue;
		if (!l->scale && may_count_blocks(l))
			want(b, l, t);
		else if (needed)
			scales_refuse(b, (int)(l - b->n->loops));
	}
}

void scales_want(builder *b, const poly *p) { ask(b, p, false); }
void scales_need(builder *b, const poly *p) { ask(b, p, true); }

void scales_need_condition(builder *b, const prog_expr *e)
{
	poly x, y;
	bool joins = e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_LAND || e->op == PROG_OP_LOR);
	bool compares = e->kind == PROG_EXPR_BINARY && e->op >= PROG_OP_LT && e->op <= PROG_OP_NE;
	for (int k = 0; k < 2 && joins; k++) scales_need_condition(b, e->arg[k]);
	if (!compares || !affine_poly(b, e->arg[0], &x) || !affine_poly(b, e->arg[1], &y)) return;
	if (poly_add(&x, &x, &y, -1)) scales_need(b, &x);
}
