// SPDX-License-Identifier: Apache-2.0
#include "graph_symbolic.h"
#include "graph.h"
#include "graph_form.h"

#include <stdlib.h>
#include <string.h>

// What is longer than that no one reads.
enum { MOST_TERMS = 32, MOST_DEGREE = 8, MOST_NAMES = 32, MOST_WORDS = 120, MOST_DIMS = 8 };

// A product of names, in order.
typedef struct term {
	long factor;
	int degree;
	int name[MOST_DEGREE];
} term;

struct graph_poly {
	const char *name[MOST_NAMES]; // widths are first
	char *own[MOST_NAMES];        // those that are to be freed
	int n_names;
	long divisor;
	int n;
	term term[MOST_TERMS];
	bool ok;
};

void graph_poly_free(graph_poly *p)
{
	for (int k = 0; p && k < p->n_names; k++) free(p->own[k]);
	free(p);
}

// ---- arithmetic -------------------------------------------------------------------------------

static bool same_names(const term *a, const term *b)
{
	return a->degree == b->degree && !memcmp(a->name, b->name, (size_t)a->degree * sizeof *a->name);
}

static void add_term(graph_poly *p, const term *t)
{
	for (int k = 0; k < p->n; k++) {
		if (!same_names(&p->term[k], t)) continue;
		p->ok = p->ok && !__builtin_add_overflow(p->term[k].factor, t->factor, &p->term[k].factor);
		if (p->term[k].factor == 0) p->term[k] = p->term[--p->n];
		return;
	}
	p->ok = p->ok && p->n < MOST_TERMS;
	if (p->ok && t->factor) p->term[p->n++] = *t;
}

static term product(graph_poly *p, const term *a, const term *b)
{
	term t = {.degree = a->degree + b->degree};
	p->ok = p->ok && t.degree <= MOST_DEGREE && !__builtin_mul_overflow(a->factor, b->factor, &t.factor);
	if (!p->ok) return (term){0};
	for (int k = 0, i = 0, j = 0; k < t.degree; k++)
		t.name[k] = j == b->degree || (i < a->degree && a->name[i] <= b->name[j]) ? a->name[i++] : b->name[j++];
	return t;
}

// A list of terms that is one factor of a product.
typedef struct terms {
	int n;
	term term[MOST_TERMS];
} terms;

static void multiply(graph_poly *p, terms *into, const terms *by)
{
	graph_poly result = {.ok = p->ok};
	for (int k = 0; k < into->n; k++)
		for (int j = 0; j < by->n; j++) {
			const term t = product(&result, &into->term[k], &by->term[j]);
			add_term(&result, &t);
		}
	p->ok = result.ok;
	into->n = result.n;
	memcpy(into->term, result.term, sizeof result.term);
}

// ---- from expressions -------------------------------------------------------------------------

// Whose intervals lo<k> .. hi<k> are: those of the task's axes, or, of maps, those of the array along the grid of its
// processes.
typedef struct context {
	const json_t *task, *array; // array NULL: of the task
} context;

static int name_of(graph_poly *p, const char *name)
{
	for (int k = 0; k < p->n_names; k++)
		if (!strcmp(p->name[k], name)) return k;
	p->ok = p->ok && p->n_names < MOST_NAMES;
	if (!p->ok) return 0;
	p->own[p->n_names] = graph_format("%s", name);
	p->name[p->n_names] = p->own[p->n_names];
	return p->n_names++;
}

static terms of_name(graph_poly *p, const char *name) { return (terms){1, {{1, 1, {name_of(p, name)}}}}; }

// The axis whose interval that of axis k is.
static int axis_like(const context *c, int k)
{
	const json_t *axis = json_array_get(json_object_get(c->task, "axes"), (size_t)k), *like;
	like = c->array ? NULL : json_object_get(axis, "like");
	return like && json_integer_value(like) < k ? axis_like(c, (int)json_integer_value(like)) : k;
}

// "hi0", "phi0", "hi" (of axis 0): the last index of an interval.
static bool ends_interval(const char *name, int *axis, int *length)
{
	const char *s = name + (*name == 'p');
	if (strncmp(s, "hi", 2) != 0) return false;
	char *end;
	*axis = (int)strtol(s + 2, &end, 10);
	*length = (int)(s - name);
	return !*end;
}

static bool begins_interval(const char *name)
{
	const char *s = name + (*name == 'p');
	char *end;
	if (strncmp(s, "lo", 2) != 0) return false;
	strtol(s + 2, &end, 10);
	return !*end;
}

// How the indices of a dimension are called.
static const char *word_of(const json_t *array, long dim)
{
	static const char *const words[][3] = {{"elements"}, {"rows", "columns"}, {"planes", "rows", "columns"}};
	const long rank = graph_number(array, "rank");
	return rank >= 1 && rank <= 3 && dim >= 0 && dim < rank ? words[rank - 1][dim] : NULL;
}

static const char *width_word(const context *c, int axis)
{
	const json_t *a = json_array_get(json_object_get(c->task, "axes"), (size_t)axis), *array;
	const json_t *split = json_object_get(json_object_get(c->array, "layout"), "split");
	const json_t *dim = json_object_get(json_array_get(split, (size_t)axis), "dim");
	size_t k;
	if (c->array) return dim ? word_of(c->array, (long)json_integer_value(dim)) : NULL;
	json_array_foreach(json_object_get(c->task, "arrays"), k, array)
	{
		if (!strcmp(graph_string(array, "name"), graph_string(a, "array")))
			return word_of(array, graph_number(a, "dim"));
	}
	return NULL;
}

// What the source calls a parameter that has no name of its own, where that is short: in parentheses, if it is more
// than a name with subscripts. To be freed; NULL: the name is its own.
static char *spoken_parameter(const context *c, const char *name)
{
	enum { SHORT = 24 };
	const json_t *parameter;
	size_t k;
	json_array_foreach(json_object_get(c->task, "parameters"), k, parameter)
	{
		const char *text = graph_string(parameter, "text");
		size_t n = strlen(text);
		if (strcmp(graph_string(parameter, "name"), name) != 0 || !strcmp(text, name)) continue;
		if (n > 2 && text[0] == '(' && strcspn(text + 1, "()") == n - 2) text++, n -= 2;
		const bool plain =
		        strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_[].>-") >= n;
		if (n == 0 || n > SHORT) return NULL;
		return graph_format(plain ? "%.*s" : "(%.*s)", (int)n, text);
	}
	return NULL;
}

// The width of the interval that ends with this name, and the name of its first index.
static terms end_of_interval(graph_poly *p, const context *c, const char *name, int axis, int prefix)
{
	char *first = graph_format("%.*slo%s", prefix, name, name + prefix + 2);
	const char *word = width_word(c, axis_like(c, axis));
	char *numbered = word ? NULL : graph_format("indices%d", axis_like(c, axis));
	terms t = {3, {{1, 1, {name_of(p, first)}}, {1, 1, {name_of(p, word ? word : numbered)}}, {-1, 0, {0}}}};
	free(first);
	free(numbered);
	return t;
}

static terms terms_of(graph_poly *p, const context *c, const json_t *e);

static terms combined(graph_poly *p, const context *c, const json_t *e, bool sum)
{
	terms all = terms_of(p, c, json_array_get(e, 1));
	for (size_t k = 2; k < json_array_size(e) && p->ok; k++) {
		const terms next = terms_of(p, c, json_array_get(e, k));
		if (!sum) {
			multiply(p, &all, &next);
			continue;
		}
		graph_poly result = {.ok = p->ok};
		for (int j = 0; j < all.n; j++) add_term(&result, &all.term[j]);
		for (int j = 0; j < next.n; j++) add_term(&result, &next.term[j]);
		p->ok = result.ok;
		all.n = result.n;
		memcpy(all.term, result.term, sizeof result.term);
	}
	return all;
}

// Nothing for rounded quotients, cases and sums.
static terms terms_of(graph_poly *p, const context *c, const json_t *e)
{
	int axis, prefix;
	if (!p->ok) return (terms){0};
	if (json_is_integer(e)) {
		const long value = (long)json_integer_value(e);
		return (terms){value != 0, {{value, 0, {0}}}};
	}
	const char *name = json_string_value(e);
	if (name) {
		if (ends_interval(name, &axis, &prefix)) return end_of_interval(p, c, name, axis, prefix);
		char *spoken = spoken_parameter(c, name);
		const terms t = of_name(p, spoken ? spoken : name);
		free(spoken);
		return t;
	}
	const char *word = json_string_value(json_array_get(e, 0));
	if (word && (*word == '+' || *word == '*')) return combined(p, c, e, *word == '+');
	p->ok = false;
	return (terms){0};
}

// ---- the piece in the middle ------------------------------------------------------------------

// Sizes that differ, in ascending or descending order, and intervals that begin at `first`: far from the ends of arrays
// whose sizes are parameters.
static void give_values(graph_values *names, bool ascending, long first)
{
	enum { SIZE = 100000000, APART = 1000003 };
	const long width = first / 2;
	for (size_t k = 0; k < names->n; k++) {
		const char *name = names->at[k].name;
		int axis, prefix;
		const long order = ascending ? (long)k : (long)(names->n - k), before = *name == 'p' ? width : 0;
		if (ends_interval(name, &axis, &prefix))
			graph_define(names, name, first - before + width - 1);
		else if (begins_interval(name))
			graph_define(names, name, first - before);
		else
			graph_define(names, name, SIZE + APART * order);
	}
}

static bool holds(const json_t *piece, graph_values *names)
{
	const json_t *e;
	size_t k;
	long value;
	json_array_foreach(json_object_get(piece, "if"), k, e)
	{
		if (!graph_expression_value(e, names, &value) || value < 0) return false;
	}
	json_array_foreach(json_object_get(piece, "eq"), k, e)
	{
		if (!graph_expression_value(e, names, &value) || value != 0) return false;
	}
	return true;
}

static const json_t *piece_at(const json_t *form, bool ascending, long first)
{
	graph_values names = {0};
	const json_t *piece, *found = NULL, *name;
	size_t k;
	json_array_foreach(json_object_get(form, "vars"), k, name) graph_slot(&names, json_string_value(name));
	give_values(&names, ascending, first);
	json_array_foreach(json_object_get(form, "pieces"), k, piece)
	{
		if (!found && holds(piece, &names)) found = piece;
	}
	graph_values_free(&names);
	return found;
}

// Whether some name is still where an interval begins: then what is done depends on where it lies.
static bool depends_on_place(const graph_poly *p)
{
	bool depends = false;
	for (int k = 0; k < p->n; k++)
		for (int j = 0; j < p->term[k].degree; j++) depends |= begins_interval(p->name[p->term[k].name[j]]);
	return depends;
}

// Of processes whose intervals begin at `first`.
static graph_poly *poly_at(const context *c, const json_t *form, long first)
{
	const json_t *one = piece_at(form, true, first), *other = piece_at(form, false, first);
	const json_t *value = json_object_get(one, "value"), *least = json_object_get(other, "value");
	if (!value || !least || !json_equal(value, least)) return NULL;
	graph_poly *p = graph_memory(NULL, sizeof *p);
	*p = (graph_poly){.divisor = 1, .ok = true};
	const size_t n_axes = c->array ? MOST_DIMS : json_array_size(json_object_get(c->task, "axes"));
	for (int k = 0; k < (int)n_axes; k++) {
		const char *word = width_word(c, axis_like(c, k));
		if (word) name_of(p, word);
	}
	if (json_is_array(value) && *json_string_value(json_array_get(value, 0)) == '/') {
		p->divisor = (long)json_integer_value(json_array_get(value, 2));
		value = json_array_get(value, 1);
	}
	const terms t = terms_of(p, c, value);
	p->n = t.n;
	memcpy(p->term, t.term, sizeof t.term);
	if (p->ok && !depends_on_place(p)) return p;
	graph_poly_free(p);
	return NULL;
}

// Where sizes are constants the middle is nearer to the ends.
graph_poly *graph_poly_of(const json_t *task, const json_t *array, const json_t *form)
{
	enum { FIRST = 10000, NEARER = 10, LAST = 10 };
	graph_poly *p = NULL;
	for (long first = FIRST; first >= LAST && !p; first /= NEARER)
		p = poly_at(&(context){task, array}, form, first);
	return p;
}

// ---- sums -------------------------------------------------------------------------------------

graph_poly *graph_poly_add(graph_poly *sum, const graph_poly *p, long factor)
{
	if (!sum) {
		sum = graph_memory(NULL, sizeof *sum);
		*sum = (graph_poly){.divisor = p->divisor, .ok = true};
		for (int k = 0; k < p->n_names; k++) name_of(sum, p->name[k]);
	}
	sum->ok = sum->ok && p->ok && sum->divisor == p->divisor;
	for (int k = 0; k < p->n && sum->ok; k++) {
		term t = {factor, 0, {0}};
		for (int j = 0; j < p->term[k].degree; j++) {
			const term one = {1, 1, {name_of(sum, p->name[p->term[k].name[j]])}};
			t = product(sum, &t, &one);
		}
		sum->ok = sum->ok && !__builtin_mul_overflow(t.factor, p->term[k].factor, &t.factor);
		add_term(sum, &t);
	}
	return sum;
}

long graph_poly_ratio(const graph_poly *p, const graph_poly *q)
{
	if (!p->ok || !q->ok || p->n != q->n || q->n == 0 || p->divisor != q->divisor) return 0;
	const long ratio = p->term[0].factor / q->term[0].factor;
	graph_poly *rest = graph_poly_add(NULL, p, 1);
	rest = graph_poly_add(rest, q, -ratio);
	const bool multiple = rest->ok && rest->n == 0;
	graph_poly_free(rest);
	return multiple ? ratio : 0;
}

// ---- words ------------------------------------------------------------------------------------

static int power_of(const term *t, int name)
{
	int power = 0;
	for (int k = 0; k < t->degree; k++) power += t->name[k] == name;
	return power;
}

static term without(const term *t, int name)
{
	term rest = {t->factor, 0, {0}};
	for (int k = 0; k < t->degree; k++)
		if (t->name[k] != name) rest.name[rest.degree++] = t->name[k];
	return rest;
}

// all = (name + more) * rest, if that is so.
static bool split_off(const terms *all, int name, terms *rest, long *more)
{
	graph_poly with = {.ok = true}, beside = {.ok = true};
	for (int k = 0; k < all->n; k++) {
		if (power_of(&all->term[k], name) > 1) return false;
		const term t = without(&all->term[k], name);
		add_term(t.degree < all->term[k].degree ? &with : &beside, &t);
	}
	if (with.n == 0 || !with.ok || !beside.ok || (beside.n && beside.n != with.n)) return false;
	*more = 0;
	for (int k = 0; k < with.n && beside.n; k++) {
		int j = 0;
		while (j < beside.n && !same_names(&beside.term[j], &with.term[k])) j++;
		if (j == beside.n || beside.term[j].factor % with.term[k].factor) return false;
		const long ratio = beside.term[j].factor / with.term[k].factor;
		if (k && ratio != *more) return false;
		*more = ratio;
	}
	rest->n = with.n;
	memcpy(rest->term, with.term, sizeof with.term);
	return true;
}

typedef struct words {
	char text[MOST_WORDS];
	bool fits, any;
} words;

static void put(words *w, const char *text)
{
	const size_t n = strlen(w->text);
	w->fits = w->fits && n + strlen(text) < sizeof w->text;
	if (w->fits) strcpy(w->text + n, text);
}

static void put_number(words *w, long value)
{
	char text[24];
	snprintf(text, sizeof text, "%ld", value);
	put(w, text);
}

static void put_term(const graph_poly *p, words *w, const term *t, bool first)
{
	const long size = t->factor < 0 ? -t->factor : t->factor;
	put(w, t->factor < 0 ? first ? "-" : " - " : first ? "" : " + ");
	if (size != 1 || !t->degree) put_number(w, size);
	for (int k = 0; k < t->degree; k++) {
		if (k || size != 1) put(w, " * ");
		put(w, p->name[t->name[k]]);
	}
}

static int by_degree(const void *a, const void *b)
{
	const term *s = a, *t = b;
	if (s->degree != t->degree) return t->degree - s->degree;
	return memcmp(s->name, t->name, (size_t)s->degree * sizeof *s->name);
}

static void put_terms(const graph_poly *p, words *w, terms all)
{
	qsort(all.term, (size_t)all.n, sizeof *all.term, by_degree);
	const bool constant = all.n == 1 && all.term[0].degree == 0;
	if (constant && all.term[0].factor == 1 && w->any) return;
	if (w->any) put(w, " * ");
	if (all.n > 1 && w->any) put(w, "(");
	for (int k = 0; k < all.n; k++) put_term(p, w, &all.term[k], k == 0);
	if (all.n > 1 && w->any) put(w, ")");
	w->any = true;
}

// Divides all terms by what they have in common; 1 where the rest has no names.
static long common_factor(terms *all)
{
	long factor = 0;
	bool names = false;
	for (int k = 0; k < all->n; k++) {
		long a = labs(all->term[k].factor), b = factor;
		while (b) {
			const long rest = a % b;
			a = b, b = rest;
		}
		factor = a;
		names |= all->term[k].degree > 0;
	}
	if (!names || factor <= 1) return 1;
	for (int k = 0; k < all->n; k++) all->term[k].factor /= factor;
	return factor;
}

char *graph_poly_words(const graph_poly *p)
{
	words w = {.fits = p->ok};
	terms all = {.n = p->n}, rest;
	long more;
	memcpy(all.term, p->term, sizeof p->term);
	if (!all.n) put(&w, "0");
	const long constant = common_factor(&all);
	if (constant != 1) put_number(&w, constant), w.any = true;
	for (int name = 0; name < p->n_names && all.n; name++)
		while (split_off(&all, name, &rest, &more)) {
			if (w.any) put(&w, " * ");
			if (more) put(&w, "(");
			put(&w, p->name[name]);
			if (more)
				put(&w, more < 0 ? " - " : " + "), put_number(&w, more < 0 ? -more : more),
				        put(&w, ")");
			w.any = true;
			all = rest;
		}
	if (all.n) put_terms(p, &w, all);
	if (p->divisor != 1) put(&w, " / "), put_number(&w, p->divisor);
	return w.fits ? graph_format("%s", w.text) : NULL;
}
