// SPDX-License-Identifier: Apache-2.0
#include "graph_forms.h"
#include "json.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/ilp.h>
#include <isl/val.h>

#include <limits.h>
#include <stdio.h>
#include <string.h>

// What is being written: `ok` false: it cannot be.
typedef struct form {
	const graph_form *names;
	text *out;
	int n_grid; // of pairs: dimensions of the grid
	bool ok;
} form;

// ---- expressions ------------------------------------------------------------------------------

// Takes the value.
static bool integer_of(isl_val *v, long *to)
{
	bool fits = isl_val_is_int(v) == isl_bool_true && isl_val_cmp_si(v, LONG_MAX) <= 0 &&
	            isl_val_cmp_si(v, -LONG_MAX) >= 0;
	*to = fits ? isl_val_get_num_si(v) : 0;
	isl_val_free(v);
	return fits;
}

static bool is_loop_variable(isl_space *space, unsigned k)
{
	isl_id *id = isl_space_has_dim_id(space, isl_dim_param, k) == isl_bool_true
	                     ? isl_space_get_dim_id(space, isl_dim_param, k)
	                     : NULL;
	const bool is = id && point_loop_is(id);
	isl_id_free(id);
	return is;
}

static void name_of_parameter(const form *f, isl_space *space, unsigned k, char to[GRAPH_NAME_SIZE])
{
	const nest *n = f->names->n;
	const char *name = isl_space_get_dim_name(space, isl_dim_param, k);
	if (is_loop_variable(space, k)) {
		snprintf(to, GRAPH_NAME_SIZE, "i%s", name + strcspn(name, "0123456789"));
		return;
	}
	if (!f->names->of_map && !task_name_of_sender(name)) {
		graph_name_in_space(n, space, k, to);
		return;
	}
	int number, length = 0;
	snprintf(to, GRAPH_NAME_SIZE, "%s", name ? name : "?");
	if (name && sscanf(name, "par%d%n", &number, &length) == 1 && !name[length] && number >= 0 &&
	        number < n->n_params)
		graph_name_of_param(n, number, to);
}

// Of a set of pairs the dimensions are the coordinates of the sender, then those of the receiver.
static void write_name(const form *f, isl_space *space, enum isl_dim_type type, unsigned k)
{
	char name[GRAPH_NAME_SIZE];
	const char *letter = (int)k < f->n_grid ? "p" : "q";
	if (type == isl_dim_param)
		name_of_parameter(f, space, k, name);
	else if (f->n_grid == 1)
		snprintf(name, sizeof name, "%s", letter);
	else
		snprintf(name, sizeof name, "%s%d", letter, (int)k % f->n_grid);
	json_string(f->out, NULL, name);
}

static void write_aff(form *f, isl_aff *aff);

// Takes the integer division.
static void write_div(form *f, isl_aff *div)
{
	long denominator;
	f->ok = f->ok && integer_of(isl_aff_get_denominator_val(div), &denominator);
	if (!f->ok) {
		isl_aff_free(div);
		return;
	}
	div = isl_aff_scale_val(div, isl_val_int_from_si(isl_aff_get_ctx(div), denominator));
	json_open(f->out, NULL, '[');
	json_string(f->out, NULL, "floor");
	write_aff(f, div);
	json_number(f->out, NULL, denominator);
	json_close(f->out, ']');
	isl_aff_free(div);
}

// What has a factor stands in a product with it.
static void begin_product(form *f, long factor)
{
	if (factor == 1) return;
	json_open(f->out, NULL, '[');
	json_string(f->out, NULL, "*");
	json_number(f->out, NULL, factor);
}

static void end_product(form *f, long factor)
{
	if (factor != 1) json_close(f->out, ']');
}

static void write_aff_dim(form *f, isl_aff *aff, enum isl_dim_type type, unsigned k)
{
	long factor;
	f->ok = f->ok && integer_of(isl_aff_get_coefficient_val(aff, type, (int)k), &factor);
	if (!f->ok || !factor) return;
	isl_space *space = isl_aff_get_domain_space(aff);
	begin_product(f, factor);
	if (type == isl_dim_div)
		write_div(f, isl_aff_get_div(aff, (int)k));
	else
		write_name(f, space, type == isl_dim_in ? isl_dim_set : type, k);
	end_product(f, factor);
	isl_space_free(space);
}

static const enum isl_dim_type dims[] = {isl_dim_param, isl_dim_in, isl_dim_div};

static int n_terms(isl_aff *aff)
{
	int n = 0;
	for (size_t j = 0; j < sizeof dims / sizeof *dims; j++)
		for (int k = 0; k < isl_aff_dim(aff, dims[j]); k++) {
			isl_val *v = isl_aff_get_coefficient_val(aff, dims[j], k);
			n += isl_val_is_zero(v) == isl_bool_false;
			isl_val_free(v);
		}
	return n;
}

// With integer coefficients.
static void write_aff(form *f, isl_aff *aff)
{
	long constant;
	int n = n_terms(aff);
	f->ok = f->ok && integer_of(isl_aff_get_constant_val(aff), &constant);
	if (!f->ok) return;
	bool sum = n > 1 || (n == 1 && constant);
	if (sum) json_open(f->out, NULL, '['), json_string(f->out, NULL, "+");
	for (size_t j = 0; j < sizeof dims / sizeof *dims; j++)
		for (int k = 0; k < isl_aff_dim(aff, dims[j]); k++) write_aff_dim(f, aff, dims[j], (unsigned)k);
	if (!n || constant) json_number(f->out, NULL, constant);
	if (sum) json_close(f->out, ']');
}

// ---- polynomials ------------------------------------------------------------------------------

typedef struct polynomial {
	form *f;
	isl_space *space;
	long denominator; // of all of it
	int n;            // terms
} polynomial;

static isl_stat join_denominator(isl_term *term, void *user)
{
	polynomial *p = user;
	isl_val *v = isl_term_get_coefficient_val(term);
	long d, a, b;
	p->n++;
	p->f->ok = p->f->ok && integer_of(isl_val_get_den_val(v), &d);
	isl_val_free(v);
	isl_term_free(term);
	if (!p->f->ok) return isl_stat_error;
	for (a = p->denominator, b = d; b;) {
		long rest = a % b;
		a = b, b = rest;
	}
	p->f->ok = !__builtin_mul_overflow(p->denominator / a, d, &p->denominator);
	return p->f->ok ? isl_stat_ok : isl_stat_error;
}

// The same factor as often as its exponent says.
static void write_power(polynomial *p, isl_term *term, enum isl_dim_type type, unsigned k)
{
	int exponent = isl_term_get_exp(term, type, k);
	for (int j = 0; j < exponent && p->f->ok; j++) {
		if (type == isl_dim_div)
			write_div(p->f, isl_term_get_div(term, k));
		else
			write_name(p->f, p->space, type, k);
	}
}

static int degree_of(isl_term *term)
{
	int degree = 0;
	for (int k = 0; k < isl_term_dim(term, isl_dim_param); k++) degree += isl_term_get_exp(term, isl_dim_param, k);
	for (int k = 0; k < isl_term_dim(term, isl_dim_div); k++) degree += isl_term_get_exp(term, isl_dim_div, k);
	return degree;
}

static isl_stat write_term(isl_term *term, void *user)
{
	polynomial *p = user;
	form *f = p->f;
	long factor;
	isl_val *v = isl_term_get_coefficient_val(term);
	v = isl_val_mul(v, isl_val_int_from_si(isl_term_get_ctx(term), p->denominator));
	f->ok = f->ok && integer_of(v, &factor) && f->out->size <= f->names->most;
	const int degree = f->ok ? degree_of(term) : 0;
	const bool product = degree > 1 || (degree == 1 && factor != 1);
	if (f->ok && product) {
		json_open(f->out, NULL, '[');
		json_string(f->out, NULL, "*");
	}
	if (f->ok && (factor != 1 || !degree)) json_number(f->out, NULL, factor);
	for (int k = 0; f->ok && k < isl_term_dim(term, isl_dim_param); k++)
		write_power(p, term, isl_dim_param, (unsigned)k);
	for (int k = 0; f->ok && k < isl_term_dim(term, isl_dim_div); k++)
		write_power(p, term, isl_dim_div, (unsigned)k);
	if (f->ok && product) json_close(f->out, ']');
	isl_term_free(term);
	return f->ok ? isl_stat_ok : isl_stat_error;
}

// The fractions of a polynomial whose values are integers are put together, so that what is computed is exact.
static void write_polynomial(form *f, const char *key, isl_qpolynomial *value)
{
	polynomial p = {f, isl_qpolynomial_get_domain_space(value), 1, 0};
	if (isl_qpolynomial_foreach_term(value, join_denominator, &p) != isl_stat_ok) f->ok = false;
	if (p.n == 0) {
		json_number(f->out, key, 0);
		isl_space_free(p.space);
		return;
	}
	if (p.denominator != 1) {
		json_open(f->out, key, '[');
		json_string(f->out, NULL, "/");
		key = NULL;
	}
	if (p.n > 1) {
		json_open(f->out, key, '[');
		json_string(f->out, NULL, "+");
	} else if (key) {
		json_key(f->out, key);
	}
	if (f->ok && isl_qpolynomial_foreach_term(value, write_term, &p) != isl_stat_ok) f->ok = false;
	if (p.n > 1) json_close(f->out, ']');
	if (p.denominator != 1) {
		json_number(f->out, NULL, p.denominator);
		json_close(f->out, ']');
	}
	isl_space_free(p.space);
}

// ---- conditions -------------------------------------------------------------------------------

typedef struct conditions {
	form *f;
	bool equalities; // which of the two is written
	int n;
} conditions;

static isl_stat write_constraint(isl_constraint *c, void *user)
{
	conditions *k = user;
	bool is_equality = isl_constraint_is_equality(c) == isl_bool_true;
	if (k->f->ok && is_equality == k->equalities) {
		isl_aff *aff = isl_constraint_get_aff(c);
		if (k->n++ == 0) json_open(k->f->out, is_equality ? "eq" : "if", '[');
		write_aff(k->f, aff);
		isl_aff_free(aff);
		k->f->ok = k->f->ok && k->f->out->size <= k->f->names->most;
	}
	isl_constraint_free(c);
	return k->f->ok ? isl_stat_ok : isl_stat_error;
}

static void write_conditions(form *f, isl_basic_set *set)
{
	for (int equalities = 0; equalities < 2; equalities++) {
		conditions c = {f, equalities, 0};
		if (isl_basic_set_foreach_constraint(set, write_constraint, &c) != isl_stat_ok) f->ok = false;
		if (c.n) json_close(f->out, ']');
	}
}

// ---- functions --------------------------------------------------------------------------------

typedef struct piece {
	form *f;
	isl_qpolynomial *value; // NULL: of pairs, which have none
} piece;

static isl_stat write_piece(isl_basic_set *where, void *user)
{
	piece *p = user;
	json_open(p->f->out, NULL, '{');
	write_conditions(p->f, where);
	if (p->value) write_polynomial(p->f, "value", p->value);
	json_close(p->f->out, '}');
	isl_basic_set_free(where);
	return p->f->ok ? isl_stat_ok : isl_stat_error;
}

// Parts of a set that have the same value.
static isl_stat write_pieces(isl_set *where, isl_qpolynomial *value, void *user)
{
	piece p = {user, value};
	where = isl_set_remove_redundancies(isl_set_make_disjoint(isl_set_compute_divs(where)));
	if (isl_set_foreach_basic_set(where, write_piece, &p) != isl_stat_ok) p.f->ok = false;
	isl_set_free(where);
	isl_qpolynomial_free(value);
	return p.f->ok ? isl_stat_ok : isl_stat_error;
}

// Names that are written once.
static void write_new_variables(form *f, text *before, isl_pw_qpolynomial *function)
{
	function = isl_pw_qpolynomial_drop_unused_params(isl_pw_qpolynomial_copy(function));
	isl_space *space = isl_pw_qpolynomial_get_domain_space(function);
	for (int k = 0; k < isl_space_dim(space, isl_dim_param); k++) {
		char name[GRAPH_NAME_SIZE], line[GRAPH_NAME_SIZE + 2];
		if (is_loop_variable(space, (unsigned)k)) continue;
		name_of_parameter(f, space, (unsigned)k, name);
		snprintf(line, sizeof line, "\n%s\n", name);
		if (strstr(text_get(before), line)) continue;
		text_add(before, line);
		json_string(f->out, NULL, name);
	}
	isl_space_free(space);
	isl_pw_qpolynomial_free(function);
}

static void write_omitted(text *out, const char *key)
{
	json_open(out, key, '{');
	json_flag(out, "omitted", true);
	json_close(out, '}');
}

// Nothing is known of it.
static void write_unknown(text *out, const char *key, bool omits)
{
	if (omits)
		write_omitted(out, key);
	else
		json_null(out, key);
}

static void write_if_it_fits(const form *f, text *out, const char *key)
{
	if (f->ok && f->out->size <= f->names->most)
		json_text(out, key, text_get(f->out));
	else
		write_omitted(out, key);
}

static void write_cases(form *f, isl_pw_qpolynomial *function)
{
	json_open(f->out, "pieces", '[');
	if (isl_pw_qpolynomial_foreach_piece(function, write_pieces, f) != isl_stat_ok) f->ok = false;
	json_close(f->out, ']');
}

void graph_form_write(
        const graph_form *names, text *out, const char *key, isl_pw_qpolynomial *function, bool estimated, bool omits)
{
	text own = {0}, variables = {0};
	form f = {names, &own, 0, true};
	if (!function) {
		write_unknown(out, key, omits);
		return;
	}
	json_open(&own, NULL, '{');
	json_open(&own, "vars", '[');
	write_new_variables(&f, &variables, function);
	json_close(&own, ']');
	json_flag(&own, "estimated", estimated);
	write_cases(&f, function);
	json_close(&own, '}');
	write_if_it_fits(&f, out, key);
	text_free(&variables);
	text_free(&own);
}

static isl_stat write_only_piece(isl_set *where, isl_aff *aff, void *user)
{
	form *f = user;
	write_aff(f, aff);
	isl_set_free(where);
	isl_aff_free(aff);
	return f->ok ? isl_stat_ok : isl_stat_error;
}

void graph_form_expr(const graph_form *names, text *out, const char *key, isl_pw_aff *value)
{
	text own = {0};
	form f = {names, &own, 0, value && isl_pw_aff_n_piece(value) == 1};
	if (f.ok && isl_pw_aff_foreach_piece(value, write_only_piece, &f) != isl_stat_ok) f.ok = false;
	if (f.ok)
		json_text(out, key, text_get(&own));
	else
		json_null(out, key);
	text_free(&own);
}

// ---- sums in loops ----------------------------------------------------------------------------

typedef struct loop_writer {
	form *f;
	const point_factor *factor;
	int loop;
	// Of a piece of the loop's first bound and one of its last one; NULL: there are no others.
	isl_set *where;
	isl_aff *first;
} loop_writer;

static void write_factor(form *f, const point_factor *factor, int loop);

static void write_loop(loop_writer *w, isl_aff *last)
{
	char name[16];
	snprintf(name, sizeof name, "i%d", w->loop);
	json_open(w->f->out, NULL, '[');
	json_string(w->f->out, NULL, "sum");
	json_string(w->f->out, NULL, name);
	write_aff(w->f, w->first);
	write_aff(w->f, last);
	write_factor(w->f, w->factor, w->loop + 1);
	json_close(w->f->out, ']');
}

static isl_stat write_loop_where(isl_basic_set *where, isl_aff *last, loop_writer *w)
{
	json_open(w->f->out, NULL, '{');
	write_conditions(w->f, where);
	json_key(w->f->out, "value");
	write_loop(w, last);
	json_close(w->f->out, '}');
	return w->f->ok ? isl_stat_ok : isl_stat_error;
}

typedef struct last_bound {
	loop_writer *w;
	isl_aff *last;
} last_bound;

static isl_stat write_disjunct(isl_basic_set *where, void *user)
{
	const last_bound *b = user;
	const isl_stat stat = write_loop_where(where, b->last, b->w);
	isl_basic_set_free(where);
	return stat;
}

static isl_stat write_last(isl_set *where, isl_aff *last, void *user)
{
	loop_writer *w = user;
	if (w->where) {
		last_bound b = {w, last};
		where = isl_set_intersect(where, isl_set_copy(w->where));
		where = isl_set_remove_redundancies(isl_set_make_disjoint(isl_set_compute_divs(where)));
		if (isl_set_foreach_basic_set(where, write_disjunct, &b) != isl_stat_ok) w->f->ok = false;
	} else {
		write_loop(w, last);
	}
	isl_set_free(where);
	isl_aff_free(last);
	return w->f->ok ? isl_stat_ok : isl_stat_error;
}

static isl_stat write_first(isl_set *where, isl_aff *first, void *user)
{
	loop_writer *w = user;
	isl_pw_aff *last = w->factor->loop[w->loop].last;
	w->first = first;
	if (w->where) w->where = where;
	if (isl_pw_aff_foreach_piece(last, write_last, w) != isl_stat_ok) w->f->ok = false;
	isl_set_free(where);
	isl_aff_free(first);
	return w->f->ok ? isl_stat_ok : isl_stat_error;
}

// The loops from `loop` on, and what is summed up. Where bounds are told apart by cases nothing is outside of them.
static void write_factor(form *f, const point_factor *factor, int loop)
{
	if (loop == factor->n_loops) {
		json_open(f->out, NULL, '{');
		write_cases(f, factor->term);
		json_close(f->out, '}');
		return;
	}
	const point_loop *l = &factor->loop[loop];
	const bool cases = isl_pw_aff_n_piece(l->first) > 1 || isl_pw_aff_n_piece(l->last) > 1;
	loop_writer w = {.f = f, .factor = factor, .loop = loop};
	isl_set *everywhere = cases ? isl_set_universe(isl_pw_aff_get_domain_space(l->first)) : NULL;
	w.where = everywhere;
	if (cases) {
		json_open(f->out, NULL, '{');
		json_open(f->out, "pieces", '[');
	}
	if (isl_pw_aff_foreach_piece(l->first, write_first, &w) != isl_stat_ok) f->ok = false;
	if (cases) {
		json_close(f->out, ']');
		json_close(f->out, '}');
	}
	isl_set_free(everywhere);
}

static void write_product(form *f, const point_sum *sum)
{
	if (sum->n > 1) {
		json_open(f->out, NULL, '[');
		json_string(f->out, NULL, "*");
	}
	for (int k = 0; k < sum->n; k++) write_factor(f, &sum->factor[k], 0);
	if (sum->n > 1) json_close(f->out, ']');
}

static void write_size(form *f, const set_size *size)
{
	if (size->sum) {
		write_product(f, size->sum);
		return;
	}
	json_open(f->out, NULL, '{');
	write_cases(f, size->closed);
	json_close(f->out, '}');
}

static isl_pw_qpolynomial *polynomial_of(isl_pw_aff *bound)
{
	return isl_pw_qpolynomial_from_pw_aff(isl_pw_aff_copy(bound));
}

static void write_bound_variables(form *f, text *before, isl_pw_aff *bound)
{
	isl_pw_qpolynomial *function = polynomial_of(bound);
	write_new_variables(f, before, function);
	isl_pw_qpolynomial_free(function);
}

static void write_size_variables(form *f, text *before, const set_size *size)
{
	if (size->closed) write_new_variables(f, before, size->closed);
	for (int k = 0; size->sum && k < size->sum->n; k++) {
		const point_factor *factor = &size->sum->factor[k];
		for (int j = 0; j < factor->n_loops; j++) {
			write_bound_variables(f, before, factor->loop[j].first);
			write_bound_variables(f, before, factor->loop[j].last);
		}
		write_new_variables(f, before, factor->term);
	}
}

void graph_form_write_sizes(const graph_form *names, text *out, const char *key, int n, const set_size *const size[],
        bool estimated, bool omits)
{
	text own = {0}, variables = {0};
	form f = {names, &own, 0, true};
	if (n == 0) {
		write_unknown(out, key, omits);
		return;
	}
	json_open(&own, NULL, '{');
	json_open(&own, "vars", '[');
	for (int k = 0; k < n; k++) write_size_variables(&f, &variables, size[k]);
	json_close(&own, ']');
	json_flag(&own, "estimated", estimated);
	json_open(&own, "pieces", '[');
	json_open(&own, NULL, '{');
	json_key(&own, "value");
	if (n > 1) json_open(&own, NULL, '['), json_string(&own, NULL, "+");
	for (int k = 0; k < n && f.ok; k++) write_size(&f, size[k]);
	if (n > 1) json_close(&own, ']');
	json_close(&own, '}');
	json_close(&own, ']');
	json_close(&own, '}');
	write_if_it_fits(&f, out, key);
	text_free(&variables);
	text_free(&own);
}

// ---- maps of processes ------------------------------------------------------------------------

// Takes the set.
static void write_alternatives(form *f, text *out, const char *key, isl_set *set)
{
	json_open(f->out, NULL, '[');
	write_pieces(set, NULL, f);
	json_close(f->out, ']');
	if (f->ok && f->out->size <= f->names->most) json_text(out, key, text_get(f->out));
}

void graph_form_pairs(const graph_form *names, text *out, const char *key, isl_map *map)
{
	text own = {0};
	form f = {names, &own, (int)isl_map_dim(map, isl_dim_in), true};
	write_alternatives(&f, out, key, isl_set_flatten(isl_map_wrap(isl_map_copy(map))));
	text_free(&own);
}

void graph_form_conditions(const graph_form *names, text *out, const char *key, isl_set *set)
{
	text own = {0};
	form f = {names, &own, 0, true};
	write_alternatives(&f, out, key, isl_set_copy(set));
	text_free(&own);
}

void graph_form_distance(text *out, const char *key, isl_map *map)
{
	isl_set *deltas = isl_map_deltas(isl_map_copy(map));
	int n = (int)isl_set_dim(deltas, isl_dim_set);
	long distance[PROG_MAX_GRID];
	bool fixed = n > 0 && n <= PROG_MAX_GRID;
	for (int k = 0; k < n && fixed; k++) {
		isl_val *least = isl_set_dim_min_val(isl_set_copy(deltas), k);
		isl_val *most = isl_set_dim_max_val(isl_set_copy(deltas), k);
		fixed = least && most && isl_val_eq(least, most) == isl_bool_true;
		fixed = integer_of(least, &distance[k]) && fixed;
		isl_val_free(most);
	}
	if (fixed) {
		json_open(out, key, '[');
		for (int k = 0; k < n; k++) json_number(out, NULL, distance[k]);
		json_close(out, ']');
	}
	isl_set_free(deltas);
}
