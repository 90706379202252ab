// SPDX-License-Identifier: Apache-2.0
//
// Quotients by what only the run knows. They are not affine, but what becomes of them may be: of one loop in place of two, i = c / m and j = c % m,
// i * m + j is c again.
#include "builder.h"

#include <stdio.h>
#include <string.h>

static const char *text_of(builder *b, const poly *x, const poly *y)
{
	const char *dividend = affine_poly_text(b, x), *divisor = affine_poly_text(b, y);
	size_t size = strlen(dividend) + strlen(divisor) + 16;
	char *text = prog_alloc(b->n->unit, size);
	snprintf(text, size, "((%s) / (%s))", dividend, divisor);
	return text;
}

// The quotient's atom, if there is one; else where the next one is.
static int find_quotient(const builder *b, const poly *x, const poly *y)
{
	int k = 0;
	while (k < b->n_atoms && !(poly_equal(&b->atom[k].dividend, x) && poly_equal(&b->atom[k].divisor, y))) k++;
	return k;
}

bool affine_quotient(builder *b, const poly *x, const poly *y, bool remainder, poly *result)
{
	poly quotient, all = *y;
	if (y->n != 1 || poly_has_atoms(y) || !poly_has_atoms(x)) return false;
	// c / m / l is c / (m * l), in C too.
	const poly_atom *inner =
	        x->n == 1 && x->term[0].coef == 1 && !x->term[0].n_par ? &b->atom[x->term[0].atom] : NULL;
	bool again = inner && inner->divisor.n;
	if (again && !poly_mul(&all, y, &inner->divisor)) return false;
	const poly dividend = again ? inner->dividend : *x;
	int k = find_quotient(b, &dividend, &all);
	poly_atom made = {.loop = -1,
	        .depth = b->depth,
	        .text = text_of(b, &dividend, &all),
	        .dividend = dividend,
	        .divisor = all};
	if (k < b->n_atoms)
		quotient = (poly){.n = 1, .term = {{.coef = 1, .atom = k}}};
	else if (!affine_new_atom(b, made, &quotient))
		return false;
	if (!remainder) return *result = quotient, true;
	return poly_mul(&quotient, &quotient, y) && poly_add(result, x, &quotient, -1);
}
