// SPDX-License-Identifier: Apache-2.0
//
// Polynomials and expressions as C text: for assumptions that are tested at run time, and values that stand in for
// variables.
#include "affine_text.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "affine.h"
#include "poly.h"

#include <string.h>

const char *affine_joined(builder *b, const char *x, const char *y, const char *z)
{
	size_t size = strlen(x) + strlen(y) + strlen(z) + 1;
	char *s = prog_alloc(b->n->unit, size);
	snprintf(s, size, "%s%s%s", x, y, z);
	return s;
}

// ---- polynomials ---------------------------------------------------------------------------------

// What is computed is so once.
static const char *factor_text(builder *b, int par)
{
	poly_term alone = {.n_par = 1, .par = {par}};
	isl_id *id = b->base_computed[par] ? affine_product_parameter(b, &alone) : NULL;
	for (int k = 0; id && k < b->n->n_params; k++) {
		if (b->n->params[k].id != id) continue;
		char name[32];
		snprintf(name, sizeof name, "hpcc_k%d", k);
		isl_id_free(id);
		return affine_joined(b, name, "", "");
	}
	isl_id_free(id);
	return affine_joined(b, "(long)(", b->base_text[par], ")");
}

// Sums and products are those of `long`, whatever the type is of what they are made of.
static const char *long_text(builder *b, const poly_atom *a)
{
	const prog_type *t = a->loop >= 0 ? b->n->loops[a->loop].var->type : NULL;
	bool is_long = t && t->is_signed && t->size == (long)sizeof(long);
	return is_long ? a->text : affine_joined(b, "(long)", a->text, "");
}

static const char *term_text(builder *b, const poly_term *t, bool alone)
{
	char number[32];
	snprintf(number, sizeof number, "%ld", t->coef);
	bool plain = t->n_par == 0 && t->atom < 0;
	const char *text = plain || t->coef != 1 ? number : "";
	if (text == number) text = affine_joined(b, number, "", "");
	for (int k = 0; k < t->n_par; k++) text = affine_joined(b, text, *text ? " * " : "", factor_text(b, t->par[k]));
	if (t->atom < 0) return text;
	const poly_atom *a = &b->atom[t->atom];
	return affine_joined(b, text, *text ? " * " : "", alone && !*text ? a->text : long_text(b, a));
}

const char *affine_poly_text(builder *b, const poly *p)
{
	if (p->n == 0) return "0";
	const char *text = "";
	for (int k = 0; k < p->n; k++)
		text = affine_joined(b, text, k ? " + " : "", term_text(b, &p->term[k], p->n == 1));
	return text;
}

// ---- expressions ---------------------------------------------------------------------------------

bool affine_keeps_bits(const prog_expr *e, long divisor)
{
	return e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_REM && e->type->kind == PROG_TYPE_INT &&
	       !e->type->is_signed && divisor > 0 && divisor <= 1L << 30 && !(divisor & (divisor - 1));
}

const char *affine_value_text(builder *b, const prog_expr *e)
{
	static const char *const ops[] = {[PROG_OP_DIV] = " / ",
	        [PROG_OP_REM] = " % ",
	        [PROG_OP_AND] = " & ",
	        [PROG_OP_XOR] = " ^ ",
	        [PROG_OP_SHR] = " >> "};
	poly x, y;
	long divisor;
	if (!b->calls) return e->text;
	bool choice = e->kind == PROG_EXPR_COND, binary = e->kind == PROG_EXPR_BINARY;
	const char *op = choice ? " : " : binary && (size_t)e->op < sizeof ops / sizeof *ops ? ops[e->op] : NULL;
	if (!op) return affine_condition_text(b, e);
	bool fixed = affine_poly(b, e->arg[choice + 1], &y) && poly_is_constant(&y, &divisor);
	bool rest = fixed && affine_keeps_bits(e, divisor);
	bool of_bits = rest || (binary && e->op == PROG_OP_AND);
	for (int k = 0; k < 2; k++)
		if (!(of_bits ? affine_low_bits : affine_poly)(b, e->arg[choice + k], k ? &y : &x)) return NULL;
	const char *condition = choice ? affine_condition_text(b, e->arg[0]) : "";
	if (!condition) return NULL;
	const char *left = affine_joined(b, "(", affine_poly_text(b, &x), ")"),
	           *right = affine_joined(b, "(", affine_poly_text(b, &y), rest ? " - 1)" : ")");
	if (rest) op = ops[PROG_OP_AND];
	return affine_joined(b, affine_joined(b, condition, choice ? " ? " : "", left), op, right);
}

const char *affine_condition_text(builder *b, const prog_expr *e)
{
	static const char *const ops[] = {[PROG_OP_LT] = " < ",
	        [PROG_OP_LE] = " <= ",
	        [PROG_OP_GT] = " > ",
	        [PROG_OP_GE] = " >= ",
	        [PROG_OP_EQ] = " == ",
	        [PROG_OP_NE] = " != ",
	        [PROG_OP_LAND] = " && ",
	        [PROG_OP_LOR] = " || "};
	poly x, y;
	const char *l, *r;
	bool joins = e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_LAND || e->op == PROG_OP_LOR);
	bool compares = e->kind == PROG_EXPR_BINARY && e->op >= PROG_OP_LT && e->op <= PROG_OP_NE;
	if (e->kind == PROG_EXPR_UNARY && e->op == PROG_OP_LNOT) {
		l = affine_condition_text(b, e->arg[0]);
		return l ? affine_joined(b, "!", l, "") : NULL;
	}
	if (joins) {
		l = affine_condition_text(b, e->arg[0]);
		r = affine_condition_text(b, e->arg[1]);
		return l && r ? affine_joined(b, affine_joined(b, "(", l, ops[e->op]), r, ")") : NULL;
	}
	if (compares) {
		if (!affine_poly(b, e->arg[0], &x) || !affine_poly(b, e->arg[1], &y)) return NULL;
		return affine_joined(
		        b, affine_joined(b, "(", affine_poly_text(b, &x), ops[e->op]), affine_poly_text(b, &y), ")");
	}
	return affine_poly(b, e, &x) ? affine_joined(b, "(", affine_poly_text(b, &x), " != 0)") : NULL;
}
