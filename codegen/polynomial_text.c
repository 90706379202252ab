// SPDX-License-Identifier: Apache-2.0
#include "polynomial_text.h"
#include "affine_text.h"

#include <isl/aff.h>
#include <isl/val.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct printer {
	const polynomial_names *names;
	isl_space *space; // of the polynomial's parameters
	text *out;
	long denominator; // common to all terms
	int n_terms;
	bool ok;
} printer;

static long greatest_common(long a, long b)
{
	while (b) {
		long rest = a % b;
		a = b, b = rest;
	}
	return a < 0 ? -a : a;
}

static isl_stat find_denominator(isl_term *term, void *user)
{
	printer *p = user;
	isl_val *c = isl_term_get_coefficient_val(term);
	long d = isl_val_get_den_si(c), product;
	p->n_terms++;
	if (__builtin_mul_overflow(p->denominator / greatest_common(p->denominator, d), d, &product))
		p->ok = false;
	else
		p->denominator = product;
	isl_val_free(c);
	isl_term_free(term);
	return isl_stat_ok;
}

static void add_param(const printer *p, unsigned param)
{
	isl_id *id = p->names->param(p->space, param, p->names->user);
	text_printf(p->out, "(double)%s", isl_id_get_name(id));
	isl_id_free(id);
}

static isl_aff *named(const printer *p, isl_aff *aff)
{
	isl_size n = isl_aff_dim(aff, isl_dim_param);
	isl_space *space = isl_aff_get_domain_space(aff);
	for (int k = 0; k < n; k++)
		aff = isl_aff_set_dim_id(
		        aff, isl_dim_param, (unsigned)k, p->names->param(space, (unsigned)k, p->names->user));
	isl_space_free(space);
	return aff;
}

static bool add_division(printer *p, isl_term *term, unsigned at)
{
	isl_aff *division = named(p, isl_aff_floor(isl_term_get_div(term, at)));
	isl_pw_aff *value = isl_pw_aff_project_domain_on_params(isl_pw_aff_from_aff(division));
	text_add(p->out, "(double)(");
	bool ok = affine_text_value(p->out, value, NULL);
	text_add(p->out, ")");
	return ok;
}

static void add_factors(printer *p, isl_term *term, enum isl_dim_type type, bool *first)
{
	isl_size n = isl_term_dim(term, type);
	for (int k = 0; k < n; k++)
		for (int e = isl_term_get_exp(term, type, (unsigned)k); e > 0; e--) {
			if (!*first) text_add(p->out, " * ");
			*first = false;
			if (type == isl_dim_param)
				add_param(p, (unsigned)k);
			else
				p->ok &= add_division(p, term, (unsigned)k);
		}
}

static isl_stat add_term(isl_term *term, void *user)
{
	printer *p = user;
	isl_val *c = isl_val_mul(
	        isl_term_get_coefficient_val(term), isl_val_int_from_si(isl_term_get_ctx(term), p->denominator));
	double value = isl_val_get_d(c);
	if (p->n_terms) text_add(p->out, value < 0 ? " - " : " + ");
	if (!p->n_terms && value < 0) text_add(p->out, "-");
	p->n_terms++;
	if (value < 0) value = -value;
	bool first = value == 1;
	if (!first) text_printf(p->out, value < 1e15 ? "%.1f" : "%.17g", value);
	bool alone = first;
	add_factors(p, term, isl_dim_param, &first);
	add_factors(p, term, isl_dim_div, &first);
	if (alone && first) text_add(p->out, "1.0");
	isl_val_free(c);
	isl_term_free(term);
	return isl_stat_ok;
}

bool polynomial_text_value(text *out, isl_qpolynomial *value, const polynomial_names *names)
{
	printer p = {.names = names,
	        .space = isl_qpolynomial_get_domain_space(value),
	        .out = out,
	        .denominator = 1,
	        .ok = true};
	p.ok &= isl_qpolynomial_foreach_term(value, find_denominator, &p) == isl_stat_ok;
	int n_terms = p.n_terms;
	bool divided = p.denominator != 1;
	p.n_terms = 0;
	if (n_terms > 1 || divided) text_add(out, "(");
	p.ok = p.ok && isl_qpolynomial_foreach_term(value, add_term, &p) == isl_stat_ok && p.ok;
	if (!n_terms) text_add(out, "0.0");
	if (n_terms > 1 || divided) text_add(out, ")");
	if (divided) text_printf(out, " / %ld.0", p.denominator);
	isl_space_free(p.space);
	return p.ok;
}

static isl_set *set_named(isl_set *set, const polynomial_names *names)
{
	isl_size n = isl_set_dim(set, isl_dim_param);
	isl_space *space = isl_set_get_space(set);
	for (int k = 0; k < n; k++)
		set = isl_set_set_dim_id(
		        set, isl_dim_param, (unsigned)k, names->param(space, (unsigned)k, names->user));
	isl_space_free(space);
	return set;
}

// Each part is a term of the condition, in brackets within those before it, and isl takes minutes for some.
// OPERATIONS of isl's: less than a second.
enum { MOST_PARTS = 64, MOST_OPERATIONS = 100000 };

bool polynomial_text_condition(text *out, isl_set *set, const polynomial_names *names)
{
	set = isl_set_coalesce(isl_set_params(isl_set_drop_unused_params(set)));
	if (isl_set_n_basic_set(set) > MOST_PARTS) {
		isl_set_free(set);
		return false;
	}
	if (isl_set_plain_is_universe(set) == isl_bool_true) {
		isl_set_free(set);
		return true;
	}
	const quota q = quota_open(isl_set_get_ctx(set), MOST_OPERATIONS);
	const bool written = affine_text_condition(out, set_named(set, names));
	quota_close(q);
	return written;
}

typedef struct piece_printer {
	text *out;
	const char *variable;
	const polynomial_names *names;
	bool any, ok;
} piece_printer;

static isl_stat add_piece(isl_set *where, isl_qpolynomial *value, void *user)
{
	piece_printer *p = user;
	text condition = {0};
	bool zero = isl_qpolynomial_is_zero(value) == isl_bool_true;
	p->ok = p->ok && polynomial_text_condition(&condition, isl_set_copy(where), p->names);
	if (p->ok && !zero) {
		if (condition.size) text_printf(p->out, "\t%sif (%s)\n\t", p->any ? "else " : "", text_get(&condition));
		text_printf(p->out, "\t%s = ", p->variable);
		p->ok = polynomial_text_value(p->out, value, p->names);
		text_add(p->out, ";\n");
		p->any = true;
	}
	text_free(&condition);
	isl_set_free(where);
	isl_qpolynomial_free(value);
	return isl_stat_ok;
}

bool polynomial_text_pieces(text *out, const char *variable, isl_pw_qpolynomial *value, const polynomial_names *names)
{
	piece_printer p = {.out = out, .variable = variable, .names = names, .ok = true};
	return isl_pw_qpolynomial_foreach_piece(value, add_piece, &p) == isl_stat_ok && p.ok;
}

// ---- sums in loops -----------------------------------------------------------------------------

static isl_pw_aff *bound_named(const isl_pw_aff *bound, const polynomial_names *names)
{
	isl_pw_aff *value = isl_pw_aff_copy((isl_pw_aff *)bound);
	isl_space *space = isl_pw_aff_get_domain_space(value);
	isl_size n = isl_pw_aff_dim(value, isl_dim_param);
	for (int k = 0; k < n; k++)
		value = isl_pw_aff_set_dim_id(
		        value, isl_dim_param, (unsigned)k, names->param(space, (unsigned)k, names->user));
	isl_space_free(space);
	return value;
}

// Bounds in pieces have a value in these only: nothing is to be added up elsewhere.
static bool add_domain(text *out, const point_loop *loop, const polynomial_names *names)
{
	text condition = {0};
	isl_set *where = isl_set_intersect(
	        isl_pw_aff_domain(isl_pw_aff_copy(loop->first)), isl_pw_aff_domain(isl_pw_aff_copy(loop->last)));
	bool ok = true;
	if (isl_pw_aff_n_piece(loop->first) > 1 || isl_pw_aff_n_piece(loop->last) > 1)
		ok = polynomial_text_condition(&condition, isl_set_copy(where), names);
	if (condition.size) text_printf(out, "if (%s) ", text_get(&condition));
	text_free(&condition);
	isl_set_free(where);
	return ok;
}

static bool add_head(text *out, const point_loop *loop, int k, const polynomial_names *names)
{
	bool ok = add_domain(out, loop, names);
	text_printf(out, "for (long hpcc_k%d = ", k);
	ok = ok && affine_text_value(out, bound_named(loop->first, names), NULL);
	text_printf(out, ", hpcc_last%d = ", k);
	ok = ok && affine_text_value(out, bound_named(loop->last, names), NULL);
	text_printf(out, "; hpcc_k%d <= hpcc_last%d; hpcc_k%d++) {\n", k, k, k);
	return ok;
}

static void add_tabs(text *out, int n)
{
	while (n-- > 0) text_add(out, "\t");
}

static void add_indented(text *out, const char *lines, int tabs)
{
	for (const char *end; *lines; lines = end) {
		end = strchr(lines, '\n');
		end = end ? end + 1 : lines + strlen(lines);
		add_tabs(out, tabs);
		text_add_n(out, lines, (size_t)(end - lines));
	}
}

static bool add_factor(text *out, const char *variable, const point_factor *factor, const polynomial_names *names)
{
	const int n = factor->n_loops;
	if (n == 0) return polynomial_text_pieces(out, variable, factor->term, names);
	bool ok = true;
	for (int k = 0; k < n && ok; k++) {
		add_tabs(out, k + 1);
		ok = add_head(out, &factor->loop[k], k, names);
	}
	text term = {0};
	text_add(&term, "\tdouble hpcc_term = 0;\n");
	ok = ok && polynomial_text_pieces(&term, "hpcc_term", factor->term, names);
	text_printf(&term, "\t%s += hpcc_term;\n", variable);
	add_indented(out, text_get(&term), n);
	text_free(&term);
	for (int k = n; k > 0; k--) {
		add_tabs(out, k);
		text_add(out, "}\n");
	}
	return ok;
}

bool polynomial_text_sum(text *out, const char *variable, const point_sum *sum, const polynomial_names *names)
{
	bool ok = add_factor(out, variable, &sum->factor[0], names);
	for (int k = 1; k < sum->n && ok; k++) {
		char name[64];
		snprintf(name, sizeof name, "%s_%d", variable, k);
		text_printf(out, "\tdouble %s = 0;\n", name);
		ok = add_factor(out, name, &sum->factor[k], names);
		text_printf(out, "\t%s *= %s;\n", variable, name);
	}
	return ok;
}
