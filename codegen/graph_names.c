// SPDX-License-Identifier: Apache-2.0
#include "graph_names.h"
#include "formula.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// What isl reads as something else.
static bool is_word_of_isl(const char *s)
{
	static const char *const words[] = {"and", "or", "not", "mod", "exists", "floor", "floord", "ceil", "ceild",
	        "min", "max", "true", "false", "rat", "implies", "infty", "nan", "lexlt"};
	for (size_t k = 0; k < sizeof words / sizeof *words; k++)
		if (!strcasecmp(s, words[k])) return true;
	return false;
}

static bool is_identifier(const char *s)
{
	if (!isalpha((unsigned char)*s) && *s != '_') return false;
	for (const char *at = s; *at; at++)
		if (!isalnum((unsigned char)*at) && *at != '_') return false;
	return true;
}

static bool begins_with_number(const char *s, const char *word)
{
	size_t n = strlen(word);
	return !strncmp(s, word, n) && s[n] && strspn(s + n, "0123456789") == strlen(s + n);
}

// Names that stand for something else: variables of sets, ends of intervals, parameters by their numbers.
static bool is_taken(const char *s)
{
	static const char *const words[] = {"lo", "hi", "par", "i", "p", "P"};
	for (size_t k = 0; k < sizeof words / sizeof *words; k++)
		if (begins_with_number(s, words[k])) return true;
	return !strcmp(s, "p") || !strcmp(s, "P");
}

static void words_of(const nest_param *p, text *out)
{
	char *told = spoken(p->text);
	text once = {0};
	formula_plain(told, &once);
	formula_plain(text_get(&once), out); // ((n)) is n
	text_free(&once);
	free(told);
}

// Two parameters may have one text where a variable is read in two places, between which it changes.
static bool is_said_before(const nest *n, int k, const char *words)
{
	bool found = false;
	for (int j = 0; j < k && !found; j++) {
		text other = {0};
		words_of(&n->params[j], &other);
		found = !strcmp(text_get(&other), words);
		text_free(&other);
	}
	return found;
}

void graph_name_of_param(const nest *n, int k, char to[GRAPH_NAME_SIZE])
{
	text words = {0};
	words_of(&n->params[k], &words);
	const char *s = text_get(&words);
	bool fits = is_identifier(s) && strlen(s) < GRAPH_NAME_SIZE && !is_word_of_isl(s) && !is_taken(s) &&
	            pair_name_is_free(s); // it is the same in maps of processes
	if (fits && !is_said_before(n, k, s))
		snprintf(to, GRAPH_NAME_SIZE, "%s", s);
	else
		snprintf(to, GRAPH_NAME_SIZE, "par%d", k);
	text_free(&words);
}

void graph_name_of_own(int axis, own_end end, char to[GRAPH_NAME_SIZE])
{
	snprintf(to, GRAPH_NAME_SIZE, "%s%d", end == OWN_LO ? "lo" : "hi", axis);
}

void graph_name_in_space(const nest *n, isl_space *space, unsigned param, char to[GRAPH_NAME_SIZE])
{
	int axis;
	own_end end;
	const nest_param *known = nest_param_of(n, space, param);
	if (own_bound_is(space, param, &axis, &end))
		graph_name_of_own(axis, end, to);
	else if (known)
		graph_name_of_param(n, (int)(known - n->params), to);
	else
		snprintf(to, GRAPH_NAME_SIZE, "unknown%u", param);
}

// The parameters in one order, so that equal sets are printed alike: those of the nest, then what is owned.
static isl_space *all_params(const nest *n)
{
	unsigned at = 0;
	isl_space *space = isl_space_params_alloc(n->ctx, (unsigned)(n->n_params + 2 * n->n_axes));
	for (int k = 0; k < n->n_params; k++)
		space = isl_space_set_dim_id(space, isl_dim_param, at++, isl_id_copy(n->params[k].id));
	for (int x = 0; x < n->n_axes; x++) {
		space = isl_space_set_dim_id(space, isl_dim_param, at++, own_bound_id(n->ctx, x, OWN_LO));
		space = isl_space_set_dim_id(space, isl_dim_param, at++, own_bound_id(n->ctx, x, OWN_HI));
	}
	return space;
}

isl_set *graph_names_set(const nest *n, isl_set *set)
{
	set = isl_set_drop_unused_params(isl_set_align_params(set, all_params(n)));
	isl_size count = isl_set_dim(set, isl_dim_param);
	isl_space *space = isl_set_get_space(set);
	for (int k = 0; k < count; k++) {
		char name[GRAPH_NAME_SIZE];
		graph_name_in_space(n, space, (unsigned)k, name);
		set = isl_set_set_dim_name(set, isl_dim_param, (unsigned)k, name);
	}
	isl_space_free(space);
	return isl_set_is_params(set) == isl_bool_true ? set : isl_set_reset_tuple_id(set);
}
