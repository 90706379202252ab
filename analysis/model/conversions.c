// SPDX-License-Identifier: Apache-2.0
//
// `if (u > s) s = u;` with an unsigned u and an int s compares as unsigned: -1 is the largest of all numbers then, and
// what comes out is not the maximum that processes would find in parts.
#include "conversions.h"

#include "program.h"

#include <string.h>

// Bits of a number's magnitude that are all kept.
static int bits(const prog_type *t)
{
	if (t->kind == PROG_TYPE_BOOL) return 1;
	if (t->kind == PROG_TYPE_INT) return (int)(8 * t->size) - t->is_signed;
	return t->size == 2 ? 8 : t->size == 4 ? 24 : t->size == 8 ? 53 : 64;
}

static bool is_whole(const prog_type *t) { return t && (t->kind == PROG_TYPE_INT || t->kind == PROG_TYPE_BOOL); }

static bool is_number(const prog_type *t) { return t && (is_whole(t) || t->kind == PROG_TYPE_FLOAT); }

static bool holds(const prog_type *t, const prog_type *of)
{
	if (!is_number(t) || !is_number(of)) return false;
	if (is_whole(of) && is_whole(t))
		return bits(t) >= bits(of) &&
		       (t->kind == PROG_TYPE_INT && t->is_signed) >= (of->kind == PROG_TYPE_INT && of->is_signed);
	if (is_whole(of)) return bits(t) >= bits(of);
	return t->kind == of->kind && (t->size > of->size || !strcmp(t->text, of->text));
}

// A number's way through types.
enum { MOST_LOSSES = 8 };
typedef struct path {
	const prog_type *now;               // it is one of these
	const prog_type *lost[MOST_LOSSES]; // where it may have become another one
	int n;
	bool rises; // the larger of two numbers stays the larger one, or they become one
} path;

static void convert(path *p, const prog_type *t)
{
	if (holds(t, p->now)) return;
	bool cuts =
	        !is_number(t) || !is_number(p->now) || t->kind == PROG_TYPE_BOOL || (is_whole(t) && is_whole(p->now));
	p->rises &= !cuts && p->n < MOST_LOSSES;
	if (p->n < MOST_LOSSES) p->lost[p->n++] = t;
	p->now = t;
}

static void through_casts(path *p, const prog_expr *e)
{
	if (e->kind != PROG_EXPR_CAST) return;
	through_casts(p, e->arg[0]);
	convert(p, e->type);
}

static path path_of(const prog_expr *e)
{
	path p = {.now = prog_without_casts(e)->type, .rises = true};
	through_casts(&p, e);
	return p;
}

// What is chosen has the choice's type, then those of the casts around.
static void go_on(path *p, const conversion_choice *c)
{
	for (const conversion_way *w = c->then; w; w = w->then) {
		convert(p, prog_without_casts(w->casts)->type);
		through_casts(p, w->casts);
	}
	convert(p, c->to);
}

static bool same_losses(const path *p, const path *q)
{
	if (p->n != q->n || p->n == MOST_LOSSES) return false;
	for (int k = 0; k < p->n; k++)
		if (!holds(p->lost[k], q->lost[k]) || !holds(q->lost[k], p->lost[k])) return false;
	return true;
}

// s is what it was in all types that it passes.
static bool keeps(const prog_expr *s) { return !s || path_of(s).n == 0; }

static bool all_hold(const conversion_way *w, const prog_type *s)
{
	for (; w; w = w->then) {
		const prog_expr *e = w->casts;
		for (; e->kind == PROG_EXPR_CAST; e = e->arg[0])
			if (!holds(e->type, s)) return false;
		if (!holds(e->type, s)) return false;
	}
	return true;
}

bool conversion_chooses(const conversion_choice *c)
{
	if (!keeps(c->s_compared) || !keeps(c->s_chosen) || !all_hold(c->then, c->to)) return false;
	path compared = path_of(c->e_compared), chosen = path_of(c->e_chosen);
	// What becomes a floating-point number in the comparison has no cast that says so.
	const prog_type *s = c->s_compared->type, *e = c->e_compared->type;
	if (!is_whole(e) && is_whole(s) && !holds(e, s)) return false;
	if (is_whole(e) && !is_whole(s)) convert(&compared, s);
	compared.rises = true;
	go_on(&compared, c);
	go_on(&chosen, c);
	return compared.rises && same_losses(&compared, &chosen);
}
