// SPDX-License-Identifier: Apache-2.0
#include "poly.h"

#include "../nest/nest.h"

#include <string.h>

poly poly_constant(long value)
{
	poly p = {0};
	if (value) p.term[p.n++] = (poly_term){.coef = value, .atom = -1};
	return p;
}

static bool same_monomial(const poly_term *a, const poly_term *b)
{
	return a->atom == b->atom && a->n_par == b->n_par && !memcmp(a->par, b->par, sizeof(int) * (size_t)a->n_par);
}

static bool add_term(poly *p, const poly_term *t)
{
	for (int k = 0; k < p->n; k++) {
		if (!same_monomial(&p->term[k], t)) continue;
		p->term[k].coef += t->coef;
		if (p->term[k].coef == 0) p->term[k] = p->term[--p->n];
		return true;
	}
	if (t->coef == 0) return true;
	if (p->n == POLY_MAX_TERMS) return false;
	p->term[p->n++] = *t;
	return true;
}

bool poly_add(poly *sum, const poly *a, const poly *b, long factor)
{
	poly s = *a;
	for (int k = 0; k < b->n; k++) {
		poly_term t = b->term[k];
		t.coef *= factor;
		if (!add_term(&s, &t)) return false;
	}
	*sum = s;
	return true;
}

static bool multiply_terms(poly_term *product, const poly_term *a, const poly_term *b)
{
	if (a->atom >= 0 && b->atom >= 0) return false;
	if (a->n_par + b->n_par > POLY_MAX_FACTORS) return false;
	poly_term t = {.coef = a->coef * b->coef, .atom = a->atom >= 0 ? a->atom : b->atom};
	for (int i = 0, j = 0; i < a->n_par || j < b->n_par;) {
		bool first = j == b->n_par || (i < a->n_par && a->par[i] <= b->par[j]);
		t.par[t.n_par++] = first ? a->par[i++] : b->par[j++];
	}
	*product = t;
	return true;
}

bool poly_mul(poly *product, const poly *a, const poly *b)
{
	poly p = {0};
	for (int i = 0; i < a->n; i++)
		for (int j = 0; j < b->n; j++) {
			poly_term t;
			if (!multiply_terms(&t, &a->term[i], &b->term[j]) || !add_term(&p, &t)) return false;
		}
	*product = p;
	return true;
}

bool poly_is_constant(const poly *p, long *value)
{
	*value = 0;
	if (p->n == 0) return true;
	if (p->n > 1 || p->term[0].n_par || p->term[0].atom >= 0) return false;
	*value = p->term[0].coef;
	return true;
}

bool poly_equal(const poly *a, const poly *b)
{
	poly d;
	return poly_add(&d, a, b, -1) && d.n == 0;
}

bool poly_has_atoms(const poly *p)
{
	for (int k = 0; k < p->n; k++)
		if (p->term[k].atom >= 0) return true;
	return false;
}

// ---- division ---------------------------------------------------------------------------------

// The term of highest degree, which decides what the polynomial divides.
static const poly_term *leading(const poly *p)
{
	const poly_term *best = NULL;
	for (int k = 0; k < p->n; k++)
		if (!best || p->term[k].n_par > best->n_par) best = &p->term[k];
	return best;
}

static long round_to_nearest(long a, long b)
{
	long q = a / b;
	long r = a - q * b;
	if (2 * r > b) q++;
	if (2 * r < -b) q--;
	return q;
}

// The parameters of `by` taken out of those of `t`; false where they are not all there.
static bool divide_parameters(const poly_term *t, const poly_term *by, poly_term *quotient)
{
	*quotient = (poly_term){.coef = t->coef, .atom = t->atom};
	int j = 0;
	for (int i = 0; i < t->n_par; i++) {
		if (j < by->n_par && t->par[i] == by->par[j])
			j++;
		else
			quotient->par[quotient->n_par++] = t->par[i];
	}
	return j == by->n_par;
}

static bool divide_term(const poly_term *t, const poly_term *by, poly_term *quotient)
{
	if (!divide_parameters(t, by, quotient)) return false;
	long b = by->coef < 0 ? -by->coef : by->coef;
	long q = by->n_par == 0 && t->atom < 0 ? round_to_nearest(t->coef, b) : t->coef / b;
	quotient->coef = by->coef < 0 ? -q : q;
	return quotient->coef != 0;
}

void poly_divide(const poly *p, const poly *by, poly *quotient, poly *remainder)
{
	const poly_term *lead = leading(by);
	poly rest = *p, q = {0};
	for (int guard = 0; lead && guard < 2 * POLY_MAX_TERMS; guard++) {
		poly_term t;
		int k = 0;
		while (k < rest.n && !divide_term(&rest.term[k], lead, &t)) k++;
		if (k == rest.n) break;
		poly factor = {.n = 1, .term = {t}}, product;
		if (!poly_mul(&product, &factor, by) || !poly_add(&rest, &rest, &product, -1) || !add_term(&q, &t))
			break;
	}
	*quotient = q;
	*remainder = rest;
}
