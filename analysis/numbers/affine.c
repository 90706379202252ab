// SPDX-License-Identifier: Apache-2.0
//
// From C expressions to polynomials, and from these to isl's affine functions and sets.
#include "affine.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../unit/unit.h"
#include "affine_text.h"
#include "choices.h"
#include "near_entries.h"
#include "periods.h"
#include "poly.h"
#include "quotients.h"
#include "scales.h"
#include "tables.h"

#include <isl/ilp.h>
#include <isl/val.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>

isl_set *affine_universe(const builder *b, int depth)
{
	return isl_set_universe(isl_space_set_alloc(b->n->ctx, 0, (unsigned)depth));
}

static isl_pw_aff *constant_aff(const builder *b, int depth, long value)
{
	isl_local_space *ls = isl_local_space_from_space(isl_space_set_alloc(b->n->ctx, 0, (unsigned)depth));
	return isl_pw_aff_from_aff(isl_aff_val_on_domain(ls, isl_val_int_from_si(b->n->ctx, value)));
}

// ---- parameters -----------------------------------------------------------------------------

// Whether the condition of a loop's head reads what is spelled so, whatever else holds.
static bool is_asked(const prog_expr *e, const char *text)
{
	if (!e) return false;
	if (!strcmp(e->text, text)) return true;
	bool first_only = e->kind == PROG_EXPR_COND ||
	                  (e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_LAND || e->op == PROG_OP_LOR));
	if (e->kind == PROG_EXPR_SIZEOF) return false;
	for (int k = 0; k < (first_only ? 1 : e->n_args); k++)
		if (is_asked(e->arg[k], text)) return true;
	return false;
}

// An entry at a subscript that is not known, or behind a pointer, which the nest may not come to read: nothing beyond
// the table, or where there is none, is read for it.
static const char *entry_text(builder *b, const prog_expr *e)
{
	const prog_type *of = e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF
	                              ? prog_without_implicit_casts(e->arg[0])->type
	                              : NULL;
	bool plain = expr_is_invariant(b, e);
	if (of && of->kind == PROG_TYPE_POINTER && !(plain && is_asked(b->n->root->cond, e->text)))
		return affine_joined(b, "HPCC_VALUE(", e->text, ")");
	if (e->kind != PROG_EXPR_INDEX || e->arg[1]->kind == PROG_EXPR_INT) return e->text;
	const prog_type *t = e->arg[0]->type;
	if (!t || t->kind != PROG_TYPE_ARRAY || t->size <= 0 || t->element->size <= 0) return e->text;
	char last[48];
	snprintf(last, sizeof last, ") < %ldul ? ", t->size / t->element->size);
	return affine_joined(b, affine_joined(b, "((unsigned long)(", e->arg[1]->text, last), e->text, " : 0)");
}

static bool base_parameter(builder *b, const char *text, int *index)
{
	for (int k = 0; k < b->n_base; k++)
		if (!strcmp(b->base_text[k], text)) return *index = k, true;
	if (b->n_base == 64) return false;
	*index = b->n_base;
	b->base_text[b->n_base++] = text;
	return true;
}

isl_id *affine_product_parameter(builder *b, const poly_term *t)
{
	const char *text = "";
	for (int k = 0; k < t->n_par; k++) {
		const char *factor = b->base_text[t->par[k]];
		if (!b->base_computed[t->par[k]]) factor = affine_joined(b, k ? "(" : "(long)(", factor, ")");
		text = affine_joined(b, text, k ? " * " : "", factor);
	}
	nest *n = b->n;
	for (int k = 0; k < n->n_params; k++)
		if (!strcmp(n->params[k].text, text)) return isl_id_copy(n->params[k].id);
	if (n->n_params == 64) return NULL;
	char name[32];
	snprintf(name, sizeof name, "hpcc_par[%d]", n->n_params);
	nest_param *p = &n->params[n->n_params++];
	bool computed = t->n_par == 1 && b->base_computed[t->par[0]];
	*p = (nest_param){.text = text, .id = isl_id_alloc(n->ctx, name, NULL), .computed = computed};
	return isl_id_copy(p->id);
}

const char *affine_parameter_name(builder *b, const poly *p)
{
	bool product = p->n == 1 && p->term[0].n_par && p->term[0].atom < 0 && p->term[0].coef == 1;
	isl_id *id = product ? affine_product_parameter(b, &p->term[0]) : NULL;
	const char *name = id ? affine_joined(b, isl_id_get_name(id), "", "") : NULL;
	isl_id_free(id);
	return name;
}

// A parameter that chooses among values of other expressions, by remainders and equality.
static void may_be_colour(builder *b, const poly *p)
{
	for (int k = 0; k < p->n; k++) {
		if (p->term[k].n_par != 1 || p->term[k].atom >= 0) continue;
		poly_term t = p->term[k];
		isl_id_free(affine_product_parameter(b, &t));
		const char *text = affine_joined(b, "(long)(", b->base_text[t.par[0]], ")");
		for (int j = 0; j < b->n->n_params; j++) b->n->params[j].colour |= !strcmp(b->n->params[j].text, text);
	}
}

// ---- polynomials to affine functions ----------------------------------------------------------

static isl_pw_aff *atom_aff(builder *b, int index, int depth)
{
	const poly_atom *a = &b->atom[index];
	if (a->loop < 0) return isl_pw_aff_add_dims(isl_pw_aff_copy(a->aff), isl_dim_in, (unsigned)(depth - a->depth));
	isl_local_space *ls = isl_local_space_from_space(isl_space_set_alloc(b->n->ctx, 0, (unsigned)depth));
	return isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)b->n->loops[a->loop].depth));
}

static isl_pw_aff *term_aff(builder *b, const poly_term *t, int depth)
{
	if (!scales_fits(b, t)) return NULL;
	isl_pw_aff *value = NULL;
	if (t->n_par && t->atom < 0) {
		isl_id *id = affine_product_parameter(b, t);
		if (!id) return NULL;
		value = isl_pw_aff_param_on_domain_id(affine_universe(b, depth), id);
	} else if (t->atom >= 0) {
		const poly_atom *a = &b->atom[t->atom];
		if ((a->loop >= 0 ? b->n->loops[a->loop].depth >= depth : a->depth > depth)) return NULL;
		value = atom_aff(b, t->atom, depth);
	} else {
		return constant_aff(b, depth, t->coef);
	}
	return isl_pw_aff_scale_val(value, isl_val_int_from_si(b->n->ctx, t->coef));
}

// Whether all terms are products of parameters, loop variables and constants: then one function says it.
static bool is_plain(const builder *b, const poly *p)
{
	for (int k = 0; k < p->n; k++)
		if (p->term[k].atom >= 0 && b->atom[p->term[k].atom].loop < 0) return false;
	return true;
}

// A term's coefficient: of a parameter, of a loop, or the constant.
typedef struct plain_term {
	enum isl_dim_type type;
	int at;
	isl_id *id; // of the parameter
} plain_term;

static bool plain_term_of(builder *b, const poly_term *t, int depth, plain_term *to)
{
	if (!scales_fits(b, t)) return false;
	to->type = t->atom >= 0 ? isl_dim_in : t->n_par ? isl_dim_param : isl_dim_cst;
	if (to->type == isl_dim_in) to->at = b->n->loops[b->atom[t->atom].loop].depth;
	if (to->type == isl_dim_param) to->id = affine_product_parameter(b, t);
	return to->type == isl_dim_param ? to->id != NULL : to->type == isl_dim_cst || to->at < depth;
}

// Adds the term's parameter to those of the space. Takes the space and the term's identifier.
static isl_space *with_parameter(isl_space *space, plain_term *t)
{
	if (!t->id) return space;
	t->at = isl_space_find_dim_by_id(space, isl_dim_param, t->id);
	if (t->at >= 0) return isl_id_free(t->id), space;
	t->at = isl_space_dim(space, isl_dim_param);
	return isl_space_add_param_id(space, t->id);
}

// The same as the sum of the terms, without a function for each of them: nearly all polynomials are of this kind, and
// subscripts are looked at often. As in that sum the parameter that is added last is the first one: what isl makes of
// a set, and so the text, depends on their order.
static isl_pw_aff *plain_aff(builder *b, const poly *p, int depth)
{
	plain_term term[POLY_MAX_TERMS] = {0};
	isl_space *space = isl_space_set_alloc(b->n->ctx, 0, (unsigned)depth);
	bool known = true;
	for (int k = 0; k < p->n && known; k++) known = plain_term_of(b, &p->term[k], depth, &term[k]);
	for (int k = p->n - 1; k >= 0; k--) space = with_parameter(space, &term[k]);
	if (!known) return isl_space_free(space), NULL;
	isl_aff *sum = isl_aff_zero_on_domain(isl_local_space_from_space(space));
	for (int k = 0; k < p->n; k++) {
		isl_val *factor = isl_val_int_from_si(b->n->ctx, p->term[k].coef);
		sum = term[k].type == isl_dim_cst ? isl_aff_add_constant_val(sum, factor)
		                                  : isl_aff_add_coefficient_val(sum, term[k].type, term[k].at, factor);
	}
	return isl_pw_aff_from_aff(sum);
}

isl_pw_aff *affine_of_poly(builder *b, const poly *p, int depth)
{
	if (is_plain(b, p)) return plain_aff(b, p, depth);
	isl_pw_aff *sum = constant_aff(b, depth, 0);
	for (int k = 0; k < p->n; k++) {
		isl_pw_aff *t = term_aff(b, &p->term[k], depth);
		if (!t) return isl_pw_aff_free(sum);
		sum = isl_pw_aff_add(sum, t);
	}
	return isl_pw_aff_coalesce(sum);
}

isl_pw_aff *affine_sign_of(builder *b, const poly *p, int depth)
{
	poly factor = scales_factor(b, p), product;
	return poly_mul(&product, p, &factor) ? affine_of_poly(b, &product, depth) : NULL;
}

isl_pw_aff *affine_of(builder *b, const prog_expr *e)
{
	poly p;
	return affine_poly(b, e, &p) ? affine_of_poly(b, &p, b->depth) : NULL;
}

// ---- assumptions ------------------------------------------------------------------------------

void affine_assume_not(builder *b, isl_set *bad)
{
	bad = isl_set_intersect(bad, isl_set_copy(b->domain));
	isl_set *parameters = isl_set_params(bad);
	if (isl_set_is_empty(parameters) == isl_bool_true) {
		isl_set_free(parameters);
		return;
	}
	b->n->assume = isl_set_coalesce(isl_set_subtract(b->n->assume, parameters));
}

bool affine_assume_usual(builder *b, isl_set *bad)
{
	isl_set *before = isl_set_copy(b->n->assume);
	affine_assume_not(b, bad);
	bool never = isl_set_is_empty(b->n->assume) == isl_bool_true && isl_set_is_empty(before) == isl_bool_false;
	isl_set_free(never ? b->n->assume : before);
	if (never) b->n->assume = before;
	return !never;
}

// How many bits of values that are not negative the type has.
static int positive_bits(const prog_type *t) { return 8 * (int)t->size - (t->is_signed ? 1 : 0); }

// The same of an entry of a table of which the least and the most are known only.
static bool assume_near_fits(builder *b, const poly *p, const prog_type *t)
{
	isl_pw_aff *end = t->size < 8 ? constant_aff(b, b->depth, 1L << positive_bits(t)) : NULL;
	isl_set *bad = t->is_signed && t->size == 8 ? NULL : near_entries_outside(b, p, b->depth, end);
	bool known = bad != NULL;
	if (known) affine_assume_not(b, bad);
	isl_pw_aff_free(end);
	return known;
}

// That the polynomial is not above (side 1) the value, or below it (-1). False: it is, whatever the parameters are.
static bool assume_side(builder *b, const poly *p, long value, long side)
{
	poly beyond, end = poly_constant(value);
	if (!poly_add(&beyond, p, &end, -1)) return true;
	isl_pw_aff *sign = affine_sign_of(b, &beyond, b->depth), *zero = sign ? constant_aff(b, b->depth, 0) : NULL;
	if (!zero) return true;
	return affine_assume_usual(b, side > 0 ? isl_pw_aff_gt_set(sign, zero) : isl_pw_aff_lt_set(sign, zero));
}

// Values outside of the type wrap around; the model's do not. `from`: the type of what is converted, which limits it,
// too; NULL: none is. False: whether they are, of a type of a few bits, cannot be tested.
static bool assume_fits(builder *b, const poly *p, const prog_type *t, const prog_type *from)
{
	if (t->kind != PROG_TYPE_INT || t->size < 1) return true;
	isl_pw_aff *value = affine_sign_of(b, p, b->depth);
	if (!value) {
		bool fits = from && from->kind == PROG_TYPE_INT && positive_bits(from) <= positive_bits(t);
		return assume_near_fits(b, p, t) || fits || t->size >= (long)sizeof(int);
	}
	isl_pw_aff_free(value);
	bool fits = from && from->kind == PROG_TYPE_INT && positive_bits(from) <= positive_bits(t);
	bool never_less = from && (!from->is_signed || (t->is_signed && from->size <= t->size));
	if (!t->is_signed && !never_less && !assume_side(b, p, 0, -1)) return false;
	if (t->size == 8) return true;
	long top = (1L << positive_bits(t)) - 1;
	return (fits || assume_side(b, p, top, 1)) && (!t->is_signed || never_less || assume_side(b, p, -top - 1, -1));
}

// ---- expressions to polynomials ---------------------------------------------------------------

bool affine_new_atom(builder *b, poly_atom a, poly *result)
{
	if (b->n_atoms == 64) return a.aff = isl_pw_aff_free(a.aff), false;
	b->atom[b->n_atoms] = a;
	*result = (poly){.n = 1, .term = {{.coef = 1, .atom = b->n_atoms++}}};
	return true;
}

bool affine_loop_variable(builder *b, int loop, poly *result)
{
	for (int k = 0; k < b->n_atoms; k++)
		if (b->atom[k].loop == loop) {
			*result = (poly){.n = 1, .term = {{.coef = 1, .atom = k}}};
			return true;
		}
	return affine_new_atom(b, (poly_atom){.loop = loop, .text = b->n->loops[loop].var->name}, result);
}

bool affine_atom(builder *b, isl_pw_aff *value, const char *text, poly *result)
{
	if (!value) return false;
	if (!text || isl_pw_aff_involves_nan(value) != isl_bool_false) return isl_pw_aff_free(value), false;
	return affine_new_atom(b,
	        (poly_atom){.loop = -1, .aff = value, .depth = b->depth, .text = affine_joined(b, "(", text, ")")},
	        result);
}

// A member that has a name of its own in front of the nest is that: with two names for the length of a row, no row
// would be seen in i * ny + j and i * g->ny + j. That they are the same is tested at entry.
static bool parameter_by_name(builder *b, const prog_expr *e, int *index)
{
	const prog_symbol *name = named_value(b->facts, b->n->root, e);
	int of_member;
	if (!name || b->written[name->id] || !base_parameter(b, name->name, index)) return false;
	if (!base_parameter(b, entry_text(b, e), &of_member)) return false;
	const poly_term one = {.n_par = 1, .par = {*index}}, other = {.n_par = 1, .par = {of_member}};
	isl_id *x = affine_product_parameter(b, &one), *y = affine_product_parameter(b, &other);
	if (x && y) {
		isl_space *space = isl_space_params_alloc(b->n->ctx, 0);
		isl_set *all = isl_set_universe(isl_space_add_param_id(isl_space_add_param_id(space, x), y));
		b->n->assume = isl_set_intersect(b->n->assume, isl_set_equate(all, isl_dim_param, 0, isl_dim_param, 1));
		return true;
	}
	isl_id_free(x);
	isl_id_free(y);
	return false;
}

// The same member with more parentheses, out of a macro, say, is the same parameter. (Others may not outlive the call.)
static bool parameter_of_expr(builder *b, const prog_expr *e, int *index)
{
	const unsigned names =
	        EXPR_KIND(VAR) | EXPR_KIND(MEMBER) | EXPR_KIND(INDEX) | EXPR_KIND(DEREF) | EXPR_KIND(INT);
	bool path = e->kind == PROG_EXPR_MEMBER && expr_is_made_of(e, names);
	for (int k = 0; k < b->n_base && path; k++)
		if (b->base_expr[k] && prog_same_expr(b->base_expr[k], e)) return *index = k, true;
	if (!base_parameter(b, entry_text(b, e), index)) return false;
	if (path && !b->base_expr[*index]) b->base_expr[*index] = e;
	return true;
}

bool affine_parameter(builder *b, const prog_expr *e, poly *result)
{
	int index;
	if (!parameter_by_name(b, e, &index) && !parameter_of_expr(b, e, &index)) return false;
	*result = (poly){.n = 1, .term = {{.coef = 1, .n_par = 1, .par = {index}, .atom = -1}}};
	return true;
}

bool affine_computed_parameter(builder *b, const char *text, poly *result)
{
	return affine_known_parameter(b, text, true, result);
}

bool affine_known_parameter(builder *b, const char *text, bool computed, poly *result)
{
	int index;
	if (!base_parameter(b, text, &index)) return false;
	b->base_computed[index] = computed;
	*result = (poly){.n = 1, .term = {{.coef = 1, .n_par = 1, .par = {index}, .atom = -1}}};
	return true;
}

static bool is_local(const prog_expr *e, void *unused)
{
	(void)unused;
	return e->kind == PROG_EXPR_VAR && e->symbol->kind != PROG_SYMBOL_FUNCTION && !e->symbol->file_scope;
}

static bool is_declared_behind(const prog_expr *e, void *function)
{
	return e->kind == PROG_EXPR_VAR && prog_declared_behind(e->symbol, function);
}

// Inside of a function that is called: whether the nest can name what it names.
static bool is_in_reach(const builder *b, const prog_expr *e)
{
	prog_function *f = b->n->root->function;
	return !walk_any(e, is_local, NULL) && !inline_hides(f, e) && !walk_any(e, is_declared_behind, f);
}

static bool is_local_but_given(const prog_expr *e, void *user)
{
	const builder *b = user;
	if (!is_local(e, NULL)) return false;
	for (int k = 0; k < b->n_given; k++)
		if (b->given[k] == e->symbol) return false;
	return true;
}

static bool poly_of_parameter(builder *b, const prog_expr *e, poly *result);

// g->ny in a called function, which gets g.
static bool poly_of_given(builder *b, const prog_expr *e, poly *result)
{
	prog_function *f = b->n->root->function;
	if (!b->n_given || walk_any(e, is_local_but_given, b) || inline_hides(f, e) ||
	        walk_any(e, is_declared_behind, f))
		return false;
	const prog_expr *named = inline_given(b->n->unit, f, b->n_given, b->given, b->given_value, e);
	const int calls = b->calls;
	b->calls = 0;
	bool known = named && poly_of_parameter(b, named, result);
	b->calls = calls;
	return known;
}

static bool poly_of_parameter(builder *b, const prog_expr *e, poly *result)
{
	if (e->type->kind != PROG_TYPE_INT && e->type->kind != PROG_TYPE_BOOL) return false;
	if (b->calls && !is_in_reach(b, e)) return poly_of_given(b, e, result);
	return (expr_is_invariant(b, e) || expr_is_behind_pointer(b, e)) && affine_parameter(b, e, result);
}

static void note_factor(builder *b, const poly *p, bool row)
{
	long constant;
	multiplied *f = b->factors;
	if (poly_is_constant(p, &constant)) return;
	for (int k = 0; k < f->n; k++)
		if (poly_equal(&f->list[k], p)) {
			f->row[k] |= row;
			return;
		}
	if (f->n == POLY_MAX_MULTIPLIED) return;
	f->list[f->n] = *p;
	f->row[f->n++] = row;
}

static void note_spelled(builder *b, const poly *p)
{
	long constant;
	multiplied *f = b->factors;
	bool known = poly_is_constant(p, &constant) || f->n_spelled == POLY_MAX_MULTIPLIED;
	for (int k = 0; k < f->n_spelled && !known; k++) known = poly_equal(&f->spelled[k], p);
	if (!known) f->spelled[f->n_spelled++] = *p;
}

// Those of the expression that a variable was set to.
static void take_factors(builder *b, const multiplied *of)
{
	for (int k = 0; b->factors && of && k < of->n; k++) note_factor(b, &of->list[k], of->row[k]);
	for (int k = 0; b->factors && of && k < of->n_spelled; k++) note_spelled(b, &of->spelled[k]);
}

// A stride, say, that has a name: what is multiplied in it is told apart.
static bool poly_of_named_product(builder *b, const prog_symbol *s, poly *result)
{
	const prog_expr *product = b->written[s->id] ? NULL : facts_product(b->facts, s);
	multiplied *asked = b->factors;
	b->factors = NULL;
	bool known = product && affine_poly(b, product, result);
	b->factors = asked;
	return known;
}

static bool poly_of_variable(builder *b, const prog_expr *e, poly *result)
{
	for (int d = b->depth - 1; d >= 0; d--)
		if (b->n->loops[b->loop[d]].var == e->symbol) return affine_loop_variable(b, b->loop[d], result);
	for (int k = 0; k < b->n_values; k++) {
		if (b->value[k].symbol != e->symbol) continue;
		*result = b->value[k].value;
		take_factors(b, b->value[k].factors);
		// Steps, unlike conversions, have not been tested where they are taken.
		const prog_type *t = e->symbol->type;
		return (t->is_signed && t->size >= 4) || assume_fits(b, result, t, NULL);
	}
	long constant;
	if (facts_constant(b->facts, e->symbol, &constant)) return *result = poly_constant(constant), true;
	return poly_of_named_product(b, e->symbol, result) || poly_of_parameter(b, e, result);
}

static bool poly_of_kind(builder *b, const prog_expr *e, poly *result);
static void compares_colours(builder *b, const prog_expr *e);
static bool poly_of_fixed_value(builder *b, const prog_expr *e, poly *result);
static bool poly_of_condition(builder *b, const prog_expr *e, poly *result);
static bool poly_of_mask(builder *b, const prog_expr *e, poly *result);
static bool poly_of_toggle(builder *b, const prog_expr *e, poly *result);
static bool poly_of_shift(builder *b, const prog_expr *e, poly *result);

static bool poly_of_low_bits(builder *b, const prog_expr *e, const prog_expr *of, const poly *modulus, poly *result);

static bool poly_of_quotient(builder *b, const prog_expr *e, poly *result)
{
	poly by, value;
	long divisor = 0, constant;
	bool remainder = e->op == PROG_OP_REM;
	if (!affine_poly(b, e->arg[1], &by)) return false;
	bool fixed = poly_is_constant(&by, &divisor);
	if (fixed && divisor == 0) return false;
	if (fixed && affine_keeps_bits(e, divisor)) return poly_of_low_bits(b, e, e->arg[0], &by, result);
	if (!affine_poly(b, e->arg[0], &value)) return false;
	if (fixed && remainder) may_be_colour(b, &value);
	if (fixed && !remainder && poly_is_constant(&value, &constant))
		return *result = poly_constant(constant / divisor), true;
	isl_pw_aff *x = affine_of_poly(b, &value, b->depth);
	isl_pw_aff *m = x && !poly_has_atoms(&by) ? affine_of_poly(b, &by, b->depth) : NULL;
	isl_pw_aff *quotient = m ? affine_turns(b, x, m, false, !remainder) : NULL;
	if (!quotient && m && fixed)
		quotient = remainder ? isl_pw_aff_tdiv_r(isl_pw_aff_copy(x), isl_pw_aff_copy(m))
		                     : isl_pw_aff_tdiv_q(isl_pw_aff_copy(x), isl_pw_aff_copy(m));
	isl_pw_aff_free(x);
	isl_pw_aff_free(m);
	return quotient ? affine_atom(b, quotient, affine_value_text(b, e), result)
	                : affine_quotient(b, &value, &by, remainder, result);
}

// Unsigned sums and products are taken modulo 2^n, as the polynomial of the whole may be: only where the value is used
// must it be the polynomial's. (size_t)-1 is no value out of range in (y + (size_t)-1) * w.
static bool is_modular(const prog_expr *parent, const prog_expr *e)
{
	if (!e->type || e->type->kind != PROG_TYPE_INT || e->type->is_signed || e->type->size < 4) return false;
	if (parent->kind == PROG_EXPR_CAST) return parent->type->size <= e->type->size;
	return parent->type->kind == PROG_TYPE_INT && !parent->type->is_signed && parent->type->size == e->type->size;
}

static bool operand(builder *b, const prog_expr *parent, int k, poly *result)
{
	const prog_expr *e = parent->arg[k];
	if (!is_modular(parent, e)) return affine_poly(b, e, result);
	if (e->kind == PROG_EXPR_CAST && e->arg[0]->type->kind != PROG_TYPE_INT) return false;
	return poly_of_fixed_value(b, e, result) || poly_of_kind(b, e, result);
}

// What was noted in an operand is by as much larger in the product as the other one says.
static void scale_factors(poly *list, int first, int end, const poly *by)
{
	if (poly_has_atoms(by)) return;
	for (int k = first; k < end; k++) {
		poly scaled;
		if (poly_mul(&scaled, &list[k], by)) list[k] = scaled;
	}
}

// i * (m + 2): one loop variable, and parameters that it is multiplied with; not a multiple of 2, say.
static bool is_variable_alone(const poly *value)
{
	long common = 0;
	for (int k = 0; k < value->n; k++) {
		if (value->term[k].atom != value->term[0].atom) return false;
		for (long rest = labs(value->term[k].coef); rest;) {
			long next = common % rest;
			common = rest, rest = next;
		}
	}
	return common <= 1;
}

// 2 * i + 1, or 2 * i, which is written with what is multiplied with it as a row's number.
static bool is_row(const prog_expr *e, const poly *value)
{
	while (e->kind == PROG_EXPR_CAST) e = e->arg[0];
	bool adds = e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_ADD || e->op == PROG_OP_SUB);
	return adds || !is_variable_alone(value);
}

// Where the operand with the loop variable is a product itself, what that one is multiplied with has become as much
// larger.
static void note_strides(builder *b, const prog_expr *operand, bool noted, const poly *by)
{
	while (operand->kind == PROG_EXPR_CAST) operand = operand->arg[0];
	bool product = operand->kind == PROG_EXPR_BINARY && operand->op == PROG_OP_MUL;
	if (!product || !noted) note_spelled(b, by);
}

static void note_factors(builder *b, const prog_expr *e, const poly *x, const poly *y)
{
	bool of_x = poly_has_atoms(x), of_y = poly_has_atoms(y);
	if (!of_y && (!of_x || is_row(e->arg[0], x))) note_factor(b, y, of_x);
	if (!of_x && (!of_y || is_row(e->arg[1], y))) note_factor(b, x, of_y);
}

static bool poly_of_product(builder *b, const prog_expr *e, poly *result)
{
	poly x, y;
	multiplied *f = b->factors;
	int before = f ? f->n : 0, spelled_before = f ? f->n_spelled : 0;
	if (!operand(b, e, 0, &x)) return false;
	int between = f ? f->n : 0, spelled_between = f ? f->n_spelled : 0;
	if (!operand(b, e, 1, &y)) return false;
	if (f) {
		int behind = f->n, spelled_behind = f->n_spelled;
		scale_factors(f->list, before, between, &y);
		scale_factors(f->list, between, behind, &x);
		scale_factors(f->spelled, spelled_before, spelled_between, &y);
		scale_factors(f->spelled, spelled_between, spelled_behind, &x);
		note_factors(b, e, &x, &y);
		if (poly_has_atoms(&x) && !poly_has_atoms(&y))
			note_strides(b, e->arg[0], spelled_between > spelled_before, &y);
		if (poly_has_atoms(&y) && !poly_has_atoms(&x))
			note_strides(b, e->arg[1], spelled_behind > spelled_between, &x);
	}
	return poly_mul(result, &x, &y);
}

static bool is_address(const prog_expr *e)
{
	return e->type && (e->type->kind == PROG_TYPE_POINTER || e->type->kind == PROG_TYPE_ARRAY);
}

// An address as elements from a base on: a + 3, &a[i][3].
static const prog_expr *base_of(builder *b, const prog_expr *e, poly *offset)
{
	poly more;
	while (e->kind == PROG_EXPR_CAST && is_address(e->arg[0])) e = e->arg[0];
	*offset = poly_constant(0);
	bool adds = e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_ADD || e->op == PROG_OP_SUB);
	int k = adds && is_address(e->arg[0]) ? 0 : 1;
	const prog_expr *element = e->kind == PROG_EXPR_ADDR ? prog_without_implicit_casts(e->arg[0]) : NULL;
	const prog_expr *base = adds ? e->arg[k] : element && element->kind == PROG_EXPR_INDEX ? element->arg[0] : NULL;
	const prog_expr *index = adds ? e->arg[1 - k] : base ? element->arg[1] : NULL;
	if (!base || !affine_poly(b, index, &more)) return e;
	base = base_of(b, base, offset);
	return poly_add(offset, offset, &more, adds && e->op == PROG_OP_SUB ? -1 : 1) ? base : NULL;
}

// The difference of two addresses in one row.
bool affine_distance(builder *b, const prog_expr *e, poly *result)
{
	poly x, y;
	bool distance = e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_SUB && is_address(e->arg[0]);
	const prog_expr *p = distance ? base_of(b, e->arg[0], &x) : NULL, *q = p ? base_of(b, e->arg[1], &y) : NULL;
	return q && prog_same_expr(p, q) && poly_add(result, &x, &y, -1);
}

static bool poly_of_binary(builder *b, const prog_expr *e, poly *result)
{
	if (e->op == PROG_OP_SUB && is_address(e->arg[0])) return affine_distance(b, e, result);
	if (e->op == PROG_OP_DIV || e->op == PROG_OP_REM) return poly_of_quotient(b, e, result);
	if (e->op == PROG_OP_AND) return poly_of_mask(b, e, result);
	if (e->op == PROG_OP_XOR) return poly_of_toggle(b, e, result);
	if (e->op == PROG_OP_SHR) return poly_of_shift(b, e, result);
	if (e->op == PROG_OP_MUL) return poly_of_product(b, e, result);
	if ((e->op >= PROG_OP_LT && e->op <= PROG_OP_NE) || e->op == PROG_OP_LAND || e->op == PROG_OP_LOR)
		return poly_of_condition(b, e, result);
	poly x, y;
	long amount;
	if (e->op == PROG_OP_SHL ? !operand(b, e, 0, &x) || !affine_poly(b, e->arg[1], &y)
	                         : !operand(b, e, 0, &x) || !operand(b, e, 1, &y))
		return false;
	switch (e->op) {
	case PROG_OP_ADD: return poly_add(result, &x, &y, 1);
	case PROG_OP_SUB: return poly_add(result, &x, &y, -1);
	case PROG_OP_SHL:
		if (!poly_is_constant(&y, &amount) || amount < 0 || amount > 30) return false;
		y = poly_constant(1L << amount);
		return poly_mul(result, &x, &y);
	default: return false;
	}
}

static bool poly_of_unary(builder *b, const prog_expr *e, poly *result)
{
	if (e->op == PROG_OP_PLUS) return affine_poly(b, e->arg[0], result);
	if (e->op == PROG_OP_LNOT) return poly_of_condition(b, e, result);
	poly x, zero = {0};
	return e->op == PROG_OP_NEG && operand(b, e, 0, &x) && poly_add(result, &zero, &x, -1);
}

// 1 where the condition holds, else 0.
static bool poly_of_condition(builder *b, const prog_expr *e, poly *result)
{
	isl_set *cond = affine_condition(b, e);
	return cond &&
	       affine_atom(b, isl_pw_aff_coalesce(isl_set_indicator_function(cond)), affine_value_text(b, e), result);
}

// Of an integer's lowest bit an exclusive or is the same as a sum: (i ^ j) & 1.
static bool poly_of_parity(builder *b, const prog_expr *e, poly *result)
{
	poly x, y;
	if (e->kind != PROG_EXPR_BINARY || e->op != PROG_OP_XOR) return affine_low_bits(b, e, result);
	return poly_of_parity(b, e->arg[0], &x) && poly_of_parity(b, e->arg[1], &y) && poly_add(result, &x, &y, 1);
}

bool affine_low_bits(builder *b, const prog_expr *e, poly *result)
{
	for (const prog_type *t = e->type, *of; e->kind == PROG_EXPR_CAST && t->kind == PROG_TYPE_INT && t->size >= 4;
	        e = e->arg[0], t = of) {
		of = e->arg[0]->type;
		// What has wrapped around is another number in a longer type.
		if (of->kind != PROG_TYPE_INT || (of->size < t->size && !of->is_signed)) break;
	}
	if (e->type->kind != PROG_TYPE_INT || e->type->size < 4) return affine_poly(b, e, result);
	return poly_of_fixed_value(b, e, result) || poly_of_kind(b, e, result);
}

// n - 1 keeps what is below n, where that is a power of two: of what only the run knows `is_power` says so.
static bool find_modulus(builder *b, const poly *mask, poly *modulus, isl_pw_aff **is_power)
{
	long bits;
	poly one = poly_constant(1), holds;
	if (poly_is_constant(mask, &bits))
		return *modulus = poly_constant(bits + 1), bits >= 0 && bits < 1L << 30 && !(bits & (bits + 1));
	if (poly_has_atoms(mask) || !poly_add(modulus, mask, &one, 1) || modulus->n >= mask->n) return false;
	const char *n = affine_joined(b, "(", affine_poly_text(b, modulus), ")");
	const char *text = affine_joined(b, n, " > 0 && !(", affine_joined(b, n, " & ", ""));
	text = affine_joined(b, affine_joined(b, "(", text, "("), n, " - 1)))");
	*is_power = affine_computed_parameter(b, text, &holds) ? affine_of_poly(b, &holds, b->depth) : NULL;
	return *is_power;
}

static bool poly_of_low_bits(builder *b, const prog_expr *e, const prog_expr *of, const poly *modulus, poly *result)
{
	poly value;
	long n;
	bool fixed = poly_is_constant(modulus, &n);
	if (fixed && n == 1) return *result = poly_constant(0), true;
	if (!(fixed && n == 2 ? poly_of_parity : affine_low_bits)(b, of, &value)) return false;
	may_be_colour(b, &value);
	isl_pw_aff *x = affine_of_poly(b, &value, b->depth), *m = x ? affine_of_poly(b, modulus, b->depth) : NULL;
	isl_pw_aff *rest = m ? affine_turns(b, x, m, true, false) : NULL;
	if (!rest && m && fixed) rest = isl_pw_aff_mod_val(isl_pw_aff_copy(x), isl_val_int_from_si(b->n->ctx, n));
	isl_pw_aff_free(x);
	isl_pw_aff_free(m);
	return rest && affine_atom(b, rest, affine_value_text(b, e), result);
}

// x & (n - 1) is the remainder, of negative values too, where n is a power of two.
static bool poly_of_mask(builder *b, const prog_expr *e, poly *result)
{
	poly mask, modulus;
	isl_pw_aff *is_power = NULL;
	int k = 1;
	while (k >= 0 && !(affine_poly(b, e->arg[k], &mask) && find_modulus(b, &mask, &modulus, &is_power))) k--;
	bool known = k >= 0 && poly_of_low_bits(b, e, e->arg[1 - k], &modulus, result);
	if (known && is_power) affine_assume_not(b, isl_pw_aff_zero_set(isl_pw_aff_copy(is_power)));
	isl_pw_aff_free(is_power);
	return known;
}

// x >> k is x / 2^k, rounded down: of negative values, too.
static bool poly_of_shift(builder *b, const prog_expr *e, poly *result)
{
	poly by;
	long amount;
	if (!affine_poly(b, e->arg[1], &by) || !poly_is_constant(&by, &amount) || amount < 0 || amount > 30)
		return false;
	isl_pw_aff *x = affine_of(b, e->arg[0]), *by_power = x ? constant_aff(b, b->depth, 1L << amount) : NULL;
	if (!x) return false;
	isl_pw_aff *quotient = affine_turns(b, x, by_power, true, true);
	isl_pw_aff_free(by_power);
	if (quotient) {
		isl_pw_aff_free(x);
	} else {
		x = isl_pw_aff_scale_down_val(x, isl_val_int_from_si(b->n->ctx, 1L << amount));
		quotient = isl_pw_aff_coalesce(isl_pw_aff_floor(x));
	}
	return affine_atom(b, quotient, affine_value_text(b, e), result);
}

// A value of parameters alone (n / 2, the smaller of n and m) is a parameter itself: nothing is gained by taking it
// apart.
static bool is_parameter(const builder *b, const prog_expr *e)
{
	if (e->type->kind != PROG_TYPE_INT && e->type->kind != PROG_TYPE_BOOL) return false;
	switch (e->kind) {
	case PROG_EXPR_INT: return true;
	case PROG_EXPR_VAR:
		for (int d = 0; d < b->depth; d++)
			if (b->n->loops[b->loop[d]].var == e->symbol) return false;
		for (int k = 0; k < b->n_values; k++)
			if (b->value[k].symbol == e->symbol) return false;
		return expr_is_invariant(b, e);
	case PROG_EXPR_SIZEOF:
	case PROG_EXPR_INDEX:
	case PROG_EXPR_DEREF:
	case PROG_EXPR_MEMBER:
	case PROG_EXPR_CALL: return expr_is_invariant(b, e) || expr_is_behind_pointer(b, e);
	case PROG_EXPR_UNARY:
	case PROG_EXPR_BINARY:
	case PROG_EXPR_COND:
	case PROG_EXPR_CAST:
		for (int k = 0; k < e->n_args; k++)
			if (!e->arg[k] || !is_parameter(b, e->arg[k])) return false;
		return true;
	default: return false;
	}
}

static void compares_colours(builder *b, const prog_expr *e)
{
	poly p;
	for (int k = 0; k < 2; k++)
		if (is_parameter(b, e->arg[k]) && affine_poly(b, e->arg[k], &p)) may_be_colour(b, &p);
}

// Whether the value is 0 or 1 in all iterations; of parameters alone that is assumed.
static bool is_bit(builder *b, const prog_expr *e, isl_pw_aff *value)
{
	isl_set *bad = isl_pw_aff_lt_set(isl_pw_aff_copy(value), constant_aff(b, b->depth, 0));
	bad = isl_set_union(bad, isl_pw_aff_gt_set(isl_pw_aff_copy(value), constant_aff(b, b->depth, 1)));
	bad = isl_set_intersect(bad, isl_set_copy(b->domain));
	bool never = isl_set_is_empty(bad) == isl_bool_true;
	if (never || !is_parameter(b, e)) return isl_set_free(bad), never;
	affine_assume_not(b, bad);
	return true;
}

// x ^ y of two bits: colours of a chequered grid.
static bool poly_of_toggle(builder *b, const prog_expr *e, poly *result)
{
	compares_colours(b, e);
	isl_pw_aff *x = affine_of(b, e->arg[0]), *y = affine_of(b, e->arg[1]);
	if (!x || !y || !is_bit(b, e->arg[0], x) || !is_bit(b, e->arg[1], y)) {
		isl_pw_aff_free(x);
		isl_pw_aff_free(y);
		return false;
	}
	isl_pw_aff *other = isl_pw_aff_sub(constant_aff(b, b->depth, 1), isl_pw_aff_copy(x));
	isl_pw_aff *set = isl_set_indicator_function(isl_pw_aff_non_zero_set(y));
	return affine_atom(b, isl_pw_aff_coalesce(isl_pw_aff_cond(set, other, x)), affine_value_text(b, e), result);
}

// ---- values of functions --------------------------------------------------------------------------

static bool bind_value(builder *b, symbol_value value)
{
	enum { MOST = sizeof b->value / sizeof *b->value };
	for (int k = 0; k < b->n_values; k++)
		if (b->value[k].symbol == value.symbol) return b->value[k] = value, true;
	if (b->n_values == MOST) return false;
	b->value[b->n_values++] = value;
	return true;
}

static bool give_value(builder *b, prog_symbol *symbol, const prog_expr *value)
{
	poly p;
	if (!value || symbol->type->kind != PROG_TYPE_INT || symbol->is_static || symbol->file_scope ||
	        symbol->address_taken)
		return false;
	if (!affine_poly(b, value, &p)) return false;
	return bind_value(b, (symbol_value){symbol, p, NULL});
}

// Statements that are to be done one after the other: those from stmt[k] on, then `next`.
typedef struct rest {
	prog_stmt *const *stmt;
	int n;
	const struct rest *next;
} rest;

static bool value_of_rest(builder *b, const rest *r, poly *result);

static bool only_computes(const prog_expr *e) { return !expr_holds(e, EXPR_EFFECTS); }

// if (i < 0) return 0; a branch that ends the program (if (m == 0) exit(1);) leaves the value to the other one.
static bool value_of_branches(builder *b, prog_stmt *s, const rest *r, poly *result)
{
	poly value[2];
	isl_set *cond = affine_condition(b, s->cond);
	const char *text = cond ? affine_condition_text(b, s->cond) : NULL;
	const rest branch[] = {{&s->body, 1, r}, {&s->otherwise, s->otherwise != NULL, r}};
	symbol_value before[sizeof b->value / sizeof *b->value];
	int n = b->n_values;
	bool taken[2], known = text != NULL;
	if (known) affine_taken(b, cond, taken);
	for (int k = 0; k < 2 && known; k++)
		if (ends_program(k ? s->otherwise : s->body)) taken[k] = false, known = taken[1 - k];
	memcpy(before, b->value, sizeof *before * (size_t)n);
	for (int k = 0; k < 2 && known; k++) {
		if (!taken[k]) continue;
		isl_set *domain = affine_narrow(b, cond, k == 0);
		known = value_of_rest(b, &branch[k], &value[k]);
		affine_widen(b, domain);
		memcpy(b->value, before, sizeof *before * (size_t)n);
		b->n_values = n;
	}
	if (known) return affine_choose(b, cond, text, taken, value, result);
	isl_set_free(cond);
	return false;
}

static bool value_of_rest(builder *b, const rest *r, poly *result)
{
	while (r && r->n == 0) r = r->next;
	if (!r) return false;
	const rest after = {r->stmt + 1, r->n - 1, r->next};
	prog_stmt *s = *r->stmt;
	const prog_expr *e = s->expr;
	switch (s->kind) {
	case PROG_STMT_NULL: return value_of_rest(b, &after, result);
	case PROG_STMT_COMPOUND: return value_of_rest(b, &(rest){s->child, s->n_children, &after}, result);
	case PROG_STMT_RETURN: return e && affine_poly(b, e, result);
	case PROG_STMT_IF: return value_of_branches(b, s, &after, result);
	case PROG_STMT_DECL:
		for (int k = 0; k < s->n_symbols; k++)
			if (s->inits[k] && !give_value(b, s->symbols[k], s->inits[k])) return false;
		return value_of_rest(b, &after, result);
	case PROG_STMT_EXPR:
		// The value is that behind an assertion which holds.
		while (prog_is_comma(e) && only_computes(e->arg[0])) e = e->arg[1];
		if (e->asserts && only_computes(e->arg[0])) return value_of_rest(b, &after, result);
		if (e->kind != PROG_EXPR_ASSIGN || e->op != PROG_OP_NONE || e->arg[0]->kind != PROG_EXPR_VAR)
			return false;
		return give_value(b, e->arg[0]->symbol, e->arg[1]) && value_of_rest(b, &after, result);
	default: return false;
	}
}

static bool takes_numbers(const prog_expr *call)
{
	for (int k = 1; k < call->n_args; k++)
		if (call->arg[k]->type->kind != PROG_TYPE_INT) return false;
	return true;
}

// int idx(const grid *g, int i, int j) { return i * g->m + j; }
static bool poly_of_members(builder *b, const prog_expr *e, poly *result)
{
	const prog_expr *value = b->calls ? NULL : inline_number(b->n->unit, b->n->root->function, e);
	return value && affine_poly(b, value, result);
}

// A pointer that a function gets: what it leads to may say a number.
static bool give_pointer(builder *b, const prog_function *f, const prog_symbol *p, prog_expr *value)
{
	prog_function *caller = b->n->root->function;
	bool pointer = p->type->kind == PROG_TYPE_POINTER && !p->address_taken && !stmt_changes(f->body, p);
	if (!pointer || b->n_given == BUILDER_MAX_GIVEN) return false;
	if (b->calls) value = inline_given(b->n->unit, caller, b->n_given, b->given, b->given_value, value);
	if (!value) return false;
	b->given[b->n_given] = p;
	b->given_value[b->n_given++] = value;
	return true;
}

// The value of a function that declares, chooses and computes only: int idx(int i, int j, int m) { return i * m + j; }
static bool poly_of_call(builder *b, const prog_expr *e, poly *result)
{
	enum { MOST = sizeof b->value / sizeof *b->value, DEEPEST = 8 };
	const prog_symbol *callee = prog_callee(e);
	const prog_function *f = callee ? callee->function : NULL;
	if (!f || !f->body || f->n_params != e->n_args - 1 || b->calls == DEEPEST) return false;
	symbol_value before[MOST], given[MOST];
	const int n_before = b->n_values, pointers_before = b->n_given;
	int n = 0;
	bool known = n_before + f->n_params <= MOST;
	for (int k = 0; k < f->n_params && known; k++) {
		prog_symbol *p = f->params[k];
		if (e->arg[k + 1]->type->kind == PROG_TYPE_POINTER) {
			known = give_pointer(b, f, p, e->arg[k + 1]);
			continue;
		}
		given[n].symbol = p, given[n].factors = NULL;
		known = !p->address_taken && e->arg[k + 1]->type->kind == PROG_TYPE_INT &&
		        affine_poly(b, e->arg[k + 1], &given[n].value) &&
		        assume_fits(b, &given[n].value, p->type, NULL);
		n++;
	}
	memcpy(before, b->value, sizeof *before * (size_t)n_before);
	for (int k = 0; k < n && known; k++) bind_value(b, given[k]);
	b->calls++;
	known = known && value_of_rest(b, &(rest){.stmt = &f->body, .n = 1}, result);
	b->calls--;
	memcpy(b->value, before, sizeof *before * (size_t)n_before);
	b->n_values = n_before;
	b->n_given = pointers_before;
	return known;
}

static bool poly_of_block(builder *b, const prog_expr *e, poly *result)
{
	const prog_expr *value = block_value(b->n->unit, e);
	return value && affine_poly(b, value, result);
}

static bool poly_of_kind(builder *b, const prog_expr *e, poly *result)
{
	switch (e->kind) {
	case PROG_EXPR_INT: return *result = poly_constant(e->value), e->value > -(1L << 48) && e->value < 1L << 48;
	case PROG_EXPR_VAR: return poly_of_variable(b, e, result);
	case PROG_EXPR_INDEX:
		if (affine_table(b, e, result) || poly_of_parameter(b, e, result)) return true;
		return b->reads_element && near_entry_poly(b, e, result);
	case PROG_EXPR_SIZEOF:
	case PROG_EXPR_DEREF:
	case PROG_EXPR_MEMBER: return poly_of_parameter(b, e, result);
	case PROG_EXPR_UNARY: return poly_of_unary(b, e, result);
	case PROG_EXPR_BINARY: return poly_of_binary(b, e, result);
	case PROG_EXPR_COND: return affine_conditional(b, e, result);
	case PROG_EXPR_OPAQUE: return poly_of_block(b, e, result);
	case PROG_EXPR_CAST: return operand(b, e, 0, result);
	case PROG_EXPR_CALL:
		if (poly_of_parameter(b, e, result)) return true;
		if (affine_is_absolute(e)) return affine_absolute(b, e->arg[1], result);
		return (!takes_numbers(e) && poly_of_members(b, e, result)) || poly_of_call(b, e, result);
	default: return false;
	}
}

static bool may_wrap(const prog_expr *e)
{
	if (e->kind == PROG_EXPR_CAST) return true;
	if (e->kind != PROG_EXPR_BINARY && e->kind != PROG_EXPR_UNARY) return false;
	return !e->type->is_signed;
}

static bool is_taken_whole(const prog_expr *e)
{
	if (e->kind == PROG_EXPR_COND) return true;
	if (e->kind == PROG_EXPR_UNARY) return e->op == PROG_OP_LNOT || e->op == PROG_OP_NOT;
	return e->kind == PROG_EXPR_BINARY && e->op != PROG_OP_ADD && e->op != PROG_OP_SUB && e->op != PROG_OP_MUL &&
	       e->op != PROG_OP_SHL && e->op != PROG_OP_COMMA;
}

static bool poly_of_fixed_value(builder *b, const prog_expr *e, poly *result)
{
	long value;
	if (!is_taken_whole(e)) return false;
	if (facts_value(b->facts, e, &value)) return *result = poly_constant(value), true;
	if (!is_parameter(b, e) || (b->calls && !is_in_reach(b, e))) return false;
	return affine_parameter(b, e, result);
}

bool affine_poly(builder *b, const prog_expr *e, poly *result)
{
	if (!e->type || (e->type->kind != PROG_TYPE_INT && e->type->kind != PROG_TYPE_BOOL)) return false;
	if (affine_is_extremum(e)) return affine_extremum(b, e, result);
	if (e->kind == PROG_EXPR_CAST && e->arg[0]->type->kind != PROG_TYPE_INT) return false;
	if (!poly_of_fixed_value(b, e, result) && !poly_of_kind(b, e, result)) return false;
	if (!may_wrap(e)) return true;
	return assume_fits(b, result, e->type, e->kind == PROG_EXPR_CAST ? e->arg[0]->type : NULL);
}

// An address is a sum modulo 2^64, as the unsigned sum in a subscript is: a[n - 1] is the element before a[0] where n
// is 0.
bool affine_subscript(builder *b, const prog_expr *e, poly *result)
{
	bool address = e->kind == PROG_EXPR_BINARY && e->type && e->type->kind == PROG_TYPE_INT &&
	               !e->type->is_signed && e->type->size == 8 && !is_taken_whole(e) && e->op != PROG_OP_SHL;
	return address ? poly_of_kind(b, e, result) : affine_poly(b, e, result);
}

// ---- conditions -------------------------------------------------------------------------------

// Where the polynomial and 0 are so, seen by its sign. Integers that are less than others are so by 1.
static isl_set *compared_by_sign(builder *b, prog_op op, const poly *p)
{
	poly one = poly_constant(1), by_one;
	if (op == PROG_OP_NE) {
		isl_set *less = compared_by_sign(b, PROG_OP_LT, p), *more = compared_by_sign(b, PROG_OP_GT, p);
		if (less && more) return isl_set_union(less, more);
		isl_set_free(less);
		return isl_set_free(more);
	}
	bool strict = op == PROG_OP_LT || op == PROG_OP_GT;
	if (!poly_add(&by_one, p, &one, op == PROG_OP_LT ? 1 : -1)) return NULL;
	isl_pw_aff *sign = affine_sign_of(b, strict ? &by_one : p, b->depth);
	if (!sign) return scales_want(b, p), NULL;
	if (op == PROG_OP_EQ) return isl_pw_aff_zero_set(sign);
	if (op == PROG_OP_GT || op == PROG_OP_GE) return isl_pw_aff_nonneg_set(sign);
	return isl_pw_aff_nonneg_set(isl_pw_aff_neg(sign));
}

// The same of two, each of which has a sign: what is known of no sign may have wrapped around.
static isl_set *compared_by_difference(builder *b, prog_op op, const poly *p, const poly *q)
{
	poly difference;
	if (!poly_add(&difference, p, q, -1)) return NULL;
	isl_pw_aff *x = affine_sign_of(b, p, b->depth), *y = affine_sign_of(b, q, b->depth);
	bool known = x && y;
	isl_pw_aff_free(x);
	isl_pw_aff_free(y);
	if (!known) scales_want(b, &difference);
	return known ? compared_by_sign(b, op, &difference) : NULL;
}

static isl_set *comparison(builder *b, const prog_expr *e)
{
	poly p, q;
	if (!affine_poly(b, e->arg[0], &p) || !affine_poly(b, e->arg[1], &q)) return NULL;
	isl_pw_aff *x = affine_of_poly(b, &p, b->depth), *y = x ? affine_of_poly(b, &q, b->depth) : NULL;
	if (!y) {
		isl_pw_aff_free(x);
		return compared_by_difference(b, e->op, &p, &q);
	}
	if (e->op == PROG_OP_EQ || e->op == PROG_OP_NE) compares_colours(b, e);
	switch (e->op) {
	case PROG_OP_LT: return isl_pw_aff_lt_set(x, y);
	case PROG_OP_LE: return isl_pw_aff_le_set(x, y);
	case PROG_OP_GT: return isl_pw_aff_gt_set(x, y);
	case PROG_OP_GE: return isl_pw_aff_ge_set(x, y);
	case PROG_OP_EQ: return isl_pw_aff_eq_set(x, y);
	default: return isl_pw_aff_ne_set(x, y);
	}
}

static isl_set *both(builder *b, const prog_expr *e)
{
	isl_set *x = affine_condition(b, e->arg[0]);
	if (!x) return NULL;
	isl_set *y = affine_condition(b, e->arg[1]);
	if (!y) return isl_set_free(x);
	return e->op == PROG_OP_LAND ? isl_set_intersect(x, y) : isl_set_union(x, y);
}

isl_set *affine_condition(builder *b, const prog_expr *e)
{
	if (e->kind == PROG_EXPR_BINARY) {
		if (e->op >= PROG_OP_LT && e->op <= PROG_OP_NE) return comparison(b, e);
		if (e->op == PROG_OP_LAND || e->op == PROG_OP_LOR) return both(b, e);
	}
	if (e->kind == PROG_EXPR_UNARY && e->op == PROG_OP_LNOT) {
		isl_set *x = affine_condition(b, e->arg[0]);
		return x ? isl_set_complement(x) : NULL;
	}
	isl_pw_aff *value = affine_of(b, e);
	return value ? isl_pw_aff_ne_set(value, constant_aff(b, b->depth, 0)) : NULL;
}
