// SPDX-License-Identifier: Apache-2.0
#include "summation.h"

#include <isl/local_space.h>
#include <isl/space.h>
#include <isl/val.h>

#include <stdbool.h>

// Sums of more terms than these are no closed form that anybody reads.
enum { MOST_DEGREE = 24 };

static isl_qpolynomial *power(isl_qpolynomial *q, int exponent)
{
	return exponent == 1 ? q : isl_qpolynomial_pow(q, (unsigned)exponent);
}

// ---- substitution ----------------------------------------------------------------------------------

// The function without its integer divisions, and without the dimension; what these stand for is added by the caller.
static isl_aff *without_divs(isl_aff *a, unsigned dim)
{
	isl_aff *rest = isl_aff_set_coefficient_si(isl_aff_copy(a), isl_dim_in, dim, 0);
	for (int k = isl_aff_dim(a, isl_dim_div) - 1; k >= 0; k--)
		rest = isl_aff_set_coefficient_si(rest, isl_dim_div, k, 0);
	return rest;
}

// The function with `value` in place of the dimension. Integer divisions are made anew, from the inside out: they are
// brought into isl's normal form, in which what is a multiple of the divisor stands outside.
static isl_aff *in_place_of(isl_aff *a, unsigned dim, isl_aff *value)
{
	isl_aff *sum = without_divs(a, dim);
	isl_val *factor = isl_aff_get_coefficient_val(a, isl_dim_in, (int)dim);
	if (isl_val_is_zero(factor) == isl_bool_true)
		isl_val_free(factor);
	else
		sum = isl_aff_add(sum, isl_aff_scale_val(isl_aff_copy(value), factor));
	for (int k = isl_aff_dim(a, isl_dim_div) - 1; k >= 0; k--) {
		factor = isl_aff_get_coefficient_val(a, isl_dim_div, k);
		if (isl_val_is_zero(factor) == isl_bool_true) {
			isl_val_free(factor);
			continue;
		}
		isl_aff *quotient = isl_aff_floor(in_place_of(isl_aff_get_div(a, k), dim, value));
		sum = isl_aff_add(sum, isl_aff_scale_val(quotient, factor));
	}
	isl_aff_free(a);
	return sum;
}

typedef struct rebuilding {
	unsigned dim;
	isl_aff *value;       // in place of the dimension; NULL: it is left out, and its exponent told
	isl_qpolynomial *sum; // VALUE
	isl_qpolynomial *of_power[MOST_DEGREE + 1]; // no VALUE: what the powers of the dimension are multiplied with
	int degree;                                 // -1: too high
} rebuilding;

static isl_qpolynomial *times(isl_qpolynomial *product, isl_aff *factor, int exponent)
{
	return isl_qpolynomial_mul(product, power(isl_qpolynomial_from_aff(factor), exponent));
}

static isl_aff *variable(isl_space *domain, enum isl_dim_type type, unsigned k)
{
	return isl_aff_var_on_domain(isl_local_space_from_space(domain), type, k);
}

// The term, as a factor times powers of variables and integer divisions.
static isl_qpolynomial *of_term(isl_term *term, isl_space *domain, const rebuilding *r)
{
	isl_qpolynomial *product =
	        isl_qpolynomial_val_on_domain(isl_space_copy(domain), isl_term_get_coefficient_val(term));
	const enum isl_dim_type types[] = {isl_dim_param, isl_dim_set};
	for (int t = 0; t < 2; t++)
		for (int k = isl_term_dim(term, types[t]) - 1; k >= 0; k--) {
			int exponent = isl_term_get_exp(term, types[t], (unsigned)k);
			bool replaced = types[t] == isl_dim_set && (unsigned)k == r->dim;
			if (exponent <= 0 || (replaced && !r->value)) continue;
			isl_aff *factor = replaced ? isl_aff_copy(r->value)
			                           : variable(isl_space_copy(domain), types[t], (unsigned)k);
			product = times(product, factor, exponent);
		}
	for (int k = isl_term_dim(term, isl_dim_div) - 1; k >= 0; k--) {
		int exponent = isl_term_get_exp(term, isl_dim_div, (unsigned)k);
		if (exponent <= 0) continue;
		isl_aff *quotient = isl_term_get_div(term, (unsigned)k);
		if (r->value) quotient = in_place_of(quotient, r->dim, r->value);
		product = times(product, isl_aff_floor(quotient), exponent);
	}
	return product;
}

static isl_stat add_term(isl_term *term, void *user)
{
	rebuilding *r = user;
	int exponent = r->value ? 0 : isl_term_get_exp(term, isl_dim_set, r->dim);
	if (exponent < 0 || exponent > MOST_DEGREE) r->degree = -1;
	if (r->degree >= 0) {
		isl_qpolynomial **sum = r->value ? &r->sum : &r->of_power[exponent];
		isl_space *domain = isl_qpolynomial_get_domain_space(*sum);
		*sum = isl_qpolynomial_add(*sum, of_term(term, domain, r));
		isl_space_free(domain);
		if (exponent > r->degree) r->degree = exponent;
	}
	isl_term_free(term);
	return isl_stat_ok;
}

__isl_give isl_qpolynomial *qpolynomial_substitute(
        __isl_take isl_qpolynomial *q, unsigned dim, __isl_keep isl_aff *value)
{
	if (isl_qpolynomial_involves_dims(q, isl_dim_in, dim, 1) == isl_bool_false) return q;
	isl_qpolynomial *zero = isl_qpolynomial_zero_on_domain(isl_qpolynomial_get_domain_space(q));
	rebuilding r = {.dim = dim, .value = value, .sum = zero};
	bool done = isl_qpolynomial_foreach_term(q, add_term, &r) == isl_stat_ok;
	isl_qpolynomial_free(q);
	return done ? r.sum : isl_qpolynomial_free(r.sum);
}

// ---- how integer divisions go on -----------------------------------------------------------------------

typedef struct period {
	unsigned dim;
	long most, found; // 0: too long
} period;

static long common_multiple(long a, long b, long most)
{
	if (a <= 0 || b <= 0 || b > most) return 0;
	for (long k = a; k <= most; k += a)
		if (k % b == 0) return k;
	return 0;
}

// By how much the function grows with the dimension, integer divisions taken as if they did not round. Their
// denominators make the period.
static isl_val *slope(isl_aff *a, period *p)
{
	isl_val *sum = isl_aff_get_coefficient_val(a, isl_dim_in, (int)p->dim);
	for (int k = isl_aff_dim(a, isl_dim_div) - 1; k >= 0; k--) {
		isl_val *factor = isl_aff_get_coefficient_val(a, isl_dim_div, k);
		if (isl_val_is_zero(factor) == isl_bool_true) {
			isl_val_free(factor);
			continue;
		}
		isl_val *inner = slope(isl_aff_get_div(a, k), p);
		p->found = common_multiple(p->found, isl_val_get_den_si(inner), p->most);
		sum = isl_val_add(sum, isl_val_mul(factor, inner));
	}
	isl_aff_free(a);
	return sum;
}

static isl_stat look_at_divs(isl_term *term, void *user)
{
	period *p = user;
	for (int k = isl_term_dim(term, isl_dim_div) - 1; k >= 0; k--) {
		if (isl_term_get_exp(term, isl_dim_div, (unsigned)k) <= 0) continue;
		isl_val *inner = slope(isl_term_get_div(term, (unsigned)k), p);
		p->found = common_multiple(p->found, isl_val_get_den_si(inner), p->most);
		isl_val_free(inner);
	}
	isl_term_free(term);
	return isl_stat_ok;
}

long qpolynomial_period(__isl_keep isl_qpolynomial *q, unsigned dim, long most)
{
	period p = {dim, most, 1};
	return isl_qpolynomial_foreach_term(q, look_at_divs, &p) == isl_stat_ok ? p.found : 0;
}

// ---- Faulhaber's formula -------------------------------------------------------------------------------

// sum[k][j]: the factor of y^j in 0^k + 1^k + ... + y^k, with 0^0 = 1. By induction: (y + 1)^(k + 1) is the sum of
// (i + 1)^(k + 1) - i^(k + 1) for i from 0 to y, in which the sums of all lower powers stand.
static void power_sums(isl_ctx *ctx, int degree, isl_val *sum[][MOST_DEGREE + 2])
{
	long binomial[MOST_DEGREE + 3] = {1};
	for (int k = 0; k <= degree; k++) {
		for (int j = k + 1; j > 0; j--) binomial[j] += binomial[j - 1]; // of k + 1
		for (int j = 0; j <= k + 1; j++) {
			isl_val *v = isl_val_int_from_si(ctx, binomial[j]);
			for (int i = 0; i < k; i++)
				if (j <= i + 1)
					v = isl_val_sub(v, isl_val_mul(isl_val_copy(sum[i][j]),
					                           isl_val_int_from_si(ctx, binomial[i])));
			sum[k][j] = isl_val_div(v, isl_val_int_from_si(ctx, k + 1));
		}
	}
}

// y + y^2 * ... with what the sums of powers say, highest power first.
static isl_qpolynomial *sum_of_powers(isl_qpolynomial *const *of_power, int degree, isl_space *domain, unsigned dim)
{
	isl_ctx *ctx = isl_space_get_ctx(domain);
	isl_val *sum[MOST_DEGREE + 1][MOST_DEGREE + 2];
	power_sums(ctx, degree, sum);
	isl_qpolynomial *all = isl_qpolynomial_zero_on_domain(isl_space_copy(domain));
	for (int j = degree + 1; j >= 0; j--) {
		isl_qpolynomial *y = isl_qpolynomial_var_on_domain(isl_space_copy(domain), isl_dim_set, dim);
		all = isl_qpolynomial_mul(all, y);
		for (int k = j > 0 ? j - 1 : 0; k <= degree; k++)
			all = isl_qpolynomial_add(all,
			        isl_qpolynomial_scale_val(isl_qpolynomial_copy(of_power[k]), isl_val_copy(sum[k][j])));
	}
	for (int k = 0; k <= degree; k++)
		for (int j = 0; j <= k + 1; j++) isl_val_free(sum[k][j]);
	return all;
}

__isl_give isl_qpolynomial *qpolynomial_sum_up_to(__isl_take isl_qpolynomial *q, unsigned dim)
{
	rebuilding r = {.dim = dim};
	isl_space *domain = isl_qpolynomial_get_domain_space(q);
	for (int k = 0; k <= MOST_DEGREE; k++) r.of_power[k] = isl_qpolynomial_zero_on_domain(isl_space_copy(domain));
	bool done = isl_qpolynomial_foreach_term(q, add_term, &r) == isl_stat_ok && r.degree >= 0;
	isl_qpolynomial *sum = done ? sum_of_powers(r.of_power, r.degree, domain, dim) : NULL;
	for (int k = 0; k <= MOST_DEGREE; k++) isl_qpolynomial_free(r.of_power[k]);
	isl_space_free(domain);
	isl_qpolynomial_free(q);
	return sum;
}
