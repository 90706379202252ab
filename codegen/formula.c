// SPDX-License-Identifier: Apache-2.0
#include "formula.h"

#include "../analysis/model/model.h"

#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/constraint.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 100 }; // of one formula; what is longer tells nobody anything

// ---- parameters -------------------------------------------------------------------------------

static bool is_name(const char *s, size_t n)
{
	for (size_t k = 0; k < n; k++) {
		const bool arrow = k > 0 && k + 2 < n && !strncmp(s + k, "->", 2);
		k += arrow;
		if (!arrow && !strchr("_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.", s[k]))
			return false;
	}
	return n > 0;
}

// Without casts to long, the prefixes of the runtime's functions, and parentheses around names.
void formula_plain(const char *s, text *out)
{
	static const char *const silent[] = {"(long)", "hpcc_"};
	while (*s) {
		size_t k = 0;
		while (k < sizeof silent / sizeof *silent && strncmp(s, silent[k], strlen(silent[k])) != 0) k++;
		if (k < sizeof silent / sizeof *silent) {
			s += strlen(silent[k]);
			continue;
		}
		const char *close = *s == '(' ? strchr(s, ')') : NULL;
		if (close && is_name(s + 1, (size_t)(close - s - 1))) {
			text_add_n(out, s + 1, (size_t)(close - s - 1));
			s = close + 1;
		} else {
			text_add_n(out, s++, 1);
		}
	}
}

// Whether an operator stands outside of parentheses and brackets that may bind less than those around it would.
static bool is_sum(const char *s)
{
	int depth = 0;
	for (; *s; s++) {
		depth += (*s == '(' || *s == '[') - (*s == ')' || *s == ']');
		const bool arrow = !strncmp(s, "->", 2);
		if (depth == 0 && !arrow &&
		        (strchr("/%?<=&|^!~", *s) || !strncmp(s, " + ", 3) || !strncmp(s, " - ", 3)))
			return true;
		s += arrow;
		if (depth == 0 && !arrow && *s == '>') return true;
	}
	return false;
}

// A parameter in formulas of others: in parentheses where it is more than a product.
static void param_words(const nest *n, __isl_keep isl_space *space, unsigned param, text *out)
{
	int axis;
	own_end end;
	const nest_param *known = nest_param_of(n, space, param);
	if (own_bound_is(space, param, &axis, &end)) {
		const nest_axis *a = &n->axes[axis];
		text_printf(out, "dist_%s(%s, %d)", end == OWN_LO ? "lo" : "hi", n->objects[a->object].key, a->dim);
		return;
	}
	if (!known) {
		text_add(out, isl_space_get_dim_name(space, isl_dim_param, param));
		return;
	}
	char *told = spoken(known->text);
	text once = {0}, plain = {0};
	formula_plain(told, &once);
	formula_plain(text_get(&once), &plain); // ((n)) is n
	const char *s = text_get(&plain);
	text_printf(out, s[0] != '(' && is_sum(s) ? "(%s)" : "%s", s);
	text_free(&once);
	text_free(&plain);
	free(told);
}

static isl_set *set_in_words(const nest *n, isl_set *set)
{
	int count = (int)isl_set_dim(set, isl_dim_param);
	isl_space *space = isl_set_get_space(set);
	for (int k = 0; k < count; k++) {
		text name = {0};
		param_words(n, space, (unsigned)k, &name);
		set = isl_set_set_dim_name(set, isl_dim_param, (unsigned)k, text_get(&name));
		text_free(&name);
	}
	isl_space_free(space);
	return set;
}

// ---- bounds -----------------------------------------------------------------------------------

// Consumes `v`, whose parameters are in words.
static bool add_value(isl_pw_aff *v, text *out)
{
	isl_ast_build *build =
	        isl_ast_build_from_context(isl_set_universe(isl_space_params(isl_pw_aff_get_domain_space(v))));
	isl_ast_expr *e = isl_ast_build_expr_from_pw_aff(build, v);
	char *s = e ? isl_ast_expr_to_C_str(e) : NULL;
	bool short_enough = s && strlen(s) <= LONGEST && !strchr(s, '?');
	if (short_enough) text_add(out, s);
	free(s);
	isl_ast_expr_free(e);
	isl_ast_build_free(build);
	return short_enough;
}

// The bounds of one kind on a dimension that a set's constraints give.
typedef struct bounds {
	bool low;
	int n;
	isl_aff *last; // where there is one, and without a division
	text all;
	bool told;
} bounds;

static isl_stat add_bound(isl_constraint *c, void *user)
{
	bounds *b = user;
	bool equality = isl_constraint_is_equality(c) == isl_bool_true;
	isl_val *v = isl_constraint_get_coefficient_val(c, isl_dim_set, 0);
	long factor = isl_val_get_num_si(v);
	isl_val_free(v);
	if (factor == 0 || (!equality && (factor > 0) != b->low)) {
		isl_constraint_free(c);
		return isl_stat_ok;
	}
	long size = factor < 0 ? -factor : factor;
	// factor * x + rest >= 0
	isl_aff *rest = isl_aff_set_coefficient_si(isl_constraint_get_aff(c), isl_dim_in, 0, 0);
	isl_constraint_free(c);
	if (factor > 0) rest = isl_aff_neg(rest);
	rest = isl_aff_drop_dims(rest, isl_dim_in, 0, 1);
	text one = {0};
	b->told &= add_value(isl_pw_aff_from_aff(isl_aff_copy(rest)), &one);
	if (b->n++) text_add(&b->all, ", ");
	if (size > 1)
		text_printf(&b->all, "%s((%s) / %ld)", b->low ? "ceil" : "floor", text_get(&one), size);
	else
		text_add(&b->all, text_get(&one));
	text_free(&one);
	isl_aff_free(b->last);
	b->last = size == 1 ? rest : NULL;
	if (size > 1) isl_aff_free(rest);
	return isl_stat_ok;
}

// One dimension of a set: its least and greatest index as text, and where they are simple as functions of the
// parameters.
typedef struct extent {
	bool told;
	text low, high;
	isl_pw_aff *low_value, *high_value; // NULL: not that simple
	long step;
} extent;

static void bound(isl_basic_set *hull, bool low, text *out, isl_pw_aff **value, bool *told)
{
	bounds b = {.low = low, .told = true};
	isl_basic_set_foreach_constraint(hull, add_bound, &b);
	*told &= b.told && b.n > 0 && b.all.size <= LONGEST;
	text_printf(out, b.n > 1 ? low ? "max(%s)" : "min(%s)" : "%s", text_get(&b.all));
	if (b.n == 1 && b.last)
		*value = isl_pw_aff_from_aff(b.last);
	else
		isl_aff_free(b.last);
	text_free(&b.all);
}

// Of many parts with quotients the box around them may take minutes to find.
static bool is_told(const isl_set *set)
{
	enum { MOST_PARTS = 4 };
	isl_set *s = (isl_set *)set;
	return isl_set_involves_locals(s) != isl_bool_true || isl_set_n_basic_set(s) <= MOST_PARTS;
}

// Of the box around the set. Consumes it.
static extent extent_of(isl_set *set, int dim)
{
	extent e = {.told = true, .step = 1};
	isl_stride_info *info = isl_set_get_stride_info(set, dim);
	isl_val *step = isl_stride_info_get_stride(info);
	if (step && isl_val_get_num_si(step) > 1) e.step = isl_val_get_num_si(step);
	isl_val_free(step);
	isl_stride_info_free(info);
	int rank = (int)isl_set_dim(set, isl_dim_set);
	// Conditions on the parameters alone are not bounds.
	set = isl_set_gist_params(set, isl_set_params(isl_set_copy(set)));
	set = isl_set_project_out(set, isl_dim_set, (unsigned)dim + 1, (unsigned)(rank - dim - 1));
	set = isl_set_remove_divs(isl_set_project_out(set, isl_dim_set, 0, (unsigned)dim));
	isl_basic_set *hull = isl_basic_set_remove_redundancies(isl_set_simple_hull(isl_set_coalesce(set)));
	bound(hull, true, &e.low, &e.low_value, &e.told);
	bound(hull, false, &e.high, &e.high_value, &e.told);
	isl_basic_set_free(hull);
	return e;
}

static void extent_free(extent *e)
{
	text_free(&e->low);
	text_free(&e->high);
	isl_pw_aff_free(e->low_value);
	isl_pw_aff_free(e->high_value);
}

void formula_section(const nest *n, const nest_object *o, isl_set *set, text *out)
{
	isl_set *words = set_in_words(n, isl_set_copy(set));
	text_add(out, o->key);
	for (int d = 0; d < o->rank; d++) {
		extent e = {0};
		if (is_told(words)) e = extent_of(isl_set_copy(words), d);
		if (!e.told)
			text_add(out, "[:]");
		else if (!strcmp(text_get(&e.low), text_get(&e.high)))
			text_printf(out, "[%s]", text_get(&e.low));
		else if (e.step > 1)
			text_printf(out, "[%s:%s:%ld]", text_get(&e.low), text_get(&e.high), e.step);
		else
			text_printf(out, "[%s:%s]", text_get(&e.low), text_get(&e.high));
		extent_free(&e);
	}
	isl_set_free(words);
}

// ---- sizes ------------------------------------------------------------------------------------

static bool is_number(const char *s) { return s[strspn(s, "0123456789")] == '\0'; }

static void add_factor(const char *factor, text *out, int *n_factors)
{
	bool simple = is_number(factor) || is_name(factor, strlen(factor));
	text_add(out, (*n_factors)++ ? " * " : "");
	text_printf(out, simple ? "%s" : "(%s)", factor);
}

// The number of indices: `n - 2`.
static bool count_of(const nest *n, const extent *e, text *out)
{
	if (!e->told) return false;
	if (!e->low_value || !e->high_value) {
		bool from_zero = !strcmp(text_get(&e->low), "0");
		text_printf(out,
		        from_zero     ? "%s"
		        : e->step > 1 ? "(%s - %s)"
		                      : "%s - %s",
		        text_get(&e->high), text_get(&e->low));
		text_printf(out, e->step > 1 ? " / %ld + 1" : " + 1", e->step);
		return out->size <= LONGEST;
	}
	isl_pw_aff *count = isl_pw_aff_sub(isl_pw_aff_copy(e->high_value), isl_pw_aff_copy(e->low_value));
	if (e->step > 1) count = isl_pw_aff_scale_down_val(count, isl_val_int_from_si(n->ctx, e->step));
	if (e->step > 1) count = isl_pw_aff_floor(count);
	isl_pw_aff *one =
	        isl_pw_aff_val_on_domain(isl_set_universe(isl_pw_aff_get_domain_space(count)), isl_val_one(n->ctx));
	return add_value(isl_pw_aff_add(count, one), out);
}

bool formula_count(const nest *n, isl_set *set, int skip, text *out)
{
	isl_set *words = set_in_words(n, isl_set_copy(set));
	text product = {0}, single = {0};
	long number = 1;
	int rank = (int)isl_set_dim(words, isl_dim_set), n_factors = 0;
	bool told = is_told(words);
	for (int d = 0; d < rank && told; d++) {
		if (d == skip) continue;
		extent e = extent_of(isl_set_copy(words), d);
		text factor = {0};
		told = count_of(n, &e, &factor);
		if (told && is_number(text_get(&factor))) {
			number *= atol(text_get(&factor));
		} else if (told) {
			add_factor(text_get(&factor), &product, &n_factors);
			text_free(&single);
			text_add(&single, text_get(&factor));
		}
		text_free(&factor);
		extent_free(&e);
	}
	if (told && n_factors == 0)
		text_printf(out, "%ld", number);
	else if (told && number > 1)
		text_printf(out, "%ld * %s", number, text_get(&product));
	else if (told)
		text_add(out, n_factors == 1 ? text_get(&single) : text_get(&product));
	text_free(&product);
	text_free(&single);
	isl_set_free(words);
	return told;
}

// ---- conditions -------------------------------------------------------------------------------

void formula_condition(const nest *n, isl_set *set, text *out)
{
	isl_set *words = set_in_words(n, isl_set_coalesce(isl_set_copy(set)));
	char *s = isl_set_to_str(words);
	// [n, m] -> { : n >= 2 }
	const char *begin = s ? strstr(s, "{") : NULL, *end = s ? strrchr(s, '}') : NULL;
	if (begin && end) {
		begin += strspn(begin, "{ :");
		while (end > begin && end[-1] == ' ') end--;
		text_add_n(out, begin, (size_t)(end - begin));
	}
	free(s);
	isl_set_free(words);
}

// How many blanks, ends of lines and their continuations stand at `s`.
static size_t blanks_at(const char *s, size_t left)
{
	size_t n = 0;
	while (n < left && (strchr(" \t\n\r", s[n]) || (s[n] == '\\' && n + 1 < left && s[n + 1] == '\n'))) n++;
	return n;
}

void formula_written(const prog_unit *unit, prog_range range, const char *otherwise, text *out)
{
	if (range.file < 0 || range.begin >= range.end || !unit->files[range.file].text) {
		text_add(out, otherwise ? otherwise : "");
		return;
	}
	const char *s = unit->files[range.file].text + range.begin;
	size_t left = range.end - range.begin;
	while (left > 0) {
		size_t blanks = blanks_at(s, left);
		text_add_n(out, blanks ? " " : s, 1);
		s += blanks ? blanks : 1;
		left -= blanks ? blanks : 1;
	}
}

bool formula_reason(diag_id reason, const char *about, text *out)
{
	if (reason == DIAG_COUNT) return false;
	const char *format = diag_info(reason)->text, *hole = strstr(format, "%s");
	if (!hole) {
		text_add(out, format);
		return true;
	}
	text_add_n(out, format, (size_t)(hole - format));
	text_add(out, about ? about : "");
	text_add(out, hole + 2);
	return true;
}
