// SPDX-License-Identifier: Apache-2.0
//
// Writing machine files: what was given, for people to read: a host or a cost function in a line, if it fits.
#include "machine_keys.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static json_t *object_of(const void *part);

// ---- structs as JSON --------------------------------------------------------------------------

static json_t *number_of(double x)
{
	const double most = 9007199254740992.0; // 2^53
	const bool whole = fabs(x) < most && x == floor(x) && !(x == 0 && signbit(x));
	return whole ? json_integer((json_int_t)x) : json_real(x);
}

static json_t *numbers_of(const void *part, const machine_key *k)
{
	json_t *list = json_array();
	for (int i = 0; i < *hpcc_machine_count(part, k); i++)
		if (json_array_append_new(list, number_of(hpcc_machine_numbers(part, k)[i])) != 0) {
			json_decref(list);
			return NULL;
		}
	return list;
}

static json_t *list_of(const void *part, const machine_key *k)
{
	json_t *list = json_array();
	for (int i = 0; i < *hpcc_machine_count(part, k); i++)
		if (json_array_append_new(list, object_of(hpcc_machine_element(part, k, i))) != 0) {
			json_decref(list);
			return NULL;
		}
	return list;
}

static json_t *word_of(const machine_key *k, int word) { return word < 0 ? NULL : json_string(k->words[word]); }

static json_t *value_of(const void *part, const machine_key *k)
{
	void *field = hpcc_machine_field(part, k);
	switch (k->kind) {
	case KEY_NUMBER: return number_of(*(double *)field);
	case KEY_COUNT: return json_integer(*(int *)field);
	case KEY_WORD: return word_of(k, *(int *)field);
	case KEY_NUMBERS: return numbers_of(part, k);
	case KEY_OBJECT: return object_of(field);
	case KEY_LIST: return list_of(part, k);
	default: return json_string(*(char **)field);
	}
}

// The version stands first; types stand before the hosts that refer to them.
static int rank_of(const machine_key *k)
{
	enum { VERSION, PLAIN, TYPES, LISTS };
	return !strcmp(k->name, "hpcc-machine") ? VERSION
	       : !strcmp(k->name, "types")      ? TYPES
	       : k->kind == KEY_LIST            ? LISTS
	                                        : PLAIN;
}

static json_t *object_of(const void *part)
{
	enum { RANKS = 4 };
	const machine_section *s = ((const machine_part *)part)->section;
	json_t *object = json_object();
	for (int rank = 0; rank < RANKS; rank++)
		for (int k = 0; k < s->n_keys; k++) {
			if (!hpcc_machine_has(part, k) || rank_of(&s->key[k]) != rank) continue;
			if (json_object_set_new(object, s->key[k].name, value_of(part, &s->key[k])) == 0) continue;
			json_decref(object);
			return NULL;
		}
	return object;
}

// ---- JSON as text -----------------------------------------------------------------------------

// With as many digits as are needed to read the same number again.
static char *scalar_text(const json_t *v)
{
	enum { FEWEST = 15, MOST = 17 };
	char *text = NULL;
	for (int digits = FEWEST; digits <= MOST; digits++) {
		free(text);
		text = json_dumps(v, JSON_ENCODE_ANY | JSON_REAL_PRECISION(digits));
		if (!json_is_real(v) || !text || strtod(text, NULL) == json_real_value(v)) break;
	}
	return text;
}

static void print_scalar(FILE *out, const json_t *v)
{
	char *text = scalar_text(v);
	fputs(text ? text : "null", out);
	free(text);
}

// How many values are in it, at most `most`.
static size_t values_in(const json_t *v, size_t most)
{
	size_t n = 1, i;
	const char *name;
	json_t *each;
	if (json_is_array(v)) {
		json_array_foreach((json_t *)v, i, each) if (n < most) n += values_in(each, most - n);
	} else if (json_is_object(v)) {
		json_object_foreach((json_t *)v, name, each) if (n < most) n += values_in(each, most - n);
	}
	return n;
}

// `indent` < 0: in one line.
static void print(FILE *out, const json_t *v, int indent);

static void print_flat_or_not(FILE *out, const json_t *v, int indent)
{
	enum { MOST_VALUES = 40, COLUMNS = 110 };
	char *flat = NULL;
	size_t size = COLUMNS + 1;
	if (values_in(v, MOST_VALUES) < MOST_VALUES) {
		FILE *line = open_memstream(&flat, &size);
		if (!line) abort(); // there is no memory
		print(line, v, -1);
		fclose(line);
	}
	if (flat && size + (size_t)indent <= COLUMNS)
		fputs(flat, out);
	else
		print(out, v, indent);
	free(flat);
}

static void new_line(FILE *out, int indent)
{
	if (indent >= 0) fprintf(out, "\n%*s", indent, "");
}

static void print_element(FILE *out, const char *name, const json_t *v, int indent, bool first)
{
	enum { STEP = 2 };
	if (!first) fputs(indent < 0 ? ", " : ",", out);
	new_line(out, indent < 0 ? indent : indent + STEP);
	if (name) fprintf(out, "\"%s\": ", name); // a key of the tables
	if (indent < 0)
		print(out, v, indent);
	else
		print_flat_or_not(out, v, indent + STEP);
}

static void print(FILE *out, const json_t *v, int indent)
{
	size_t n = 0, i;
	const char *name;
	json_t *each;
	if (json_is_array(v)) {
		fputc('[', out);
		json_array_foreach((json_t *)v, i, each) print_element(out, NULL, each, indent, n++ == 0);
		if (n > 0) new_line(out, indent);
		fputc(']', out);
	} else if (json_is_object(v)) {
		fputc('{', out);
		json_object_foreach((json_t *)v, name, each) print_element(out, name, each, indent, n++ == 0);
		if (n > 0) new_line(out, indent);
		fputc('}', out);
	} else {
		print_scalar(out, v);
	}
}

char *hpcc_machine_text(const machine *m)
{
	char *text = NULL;
	size_t size;
	json_t *v = object_of(m);
	FILE *out = v ? open_memstream(&text, &size) : NULL;
	if (!out) {
		json_decref(v);
		return NULL;
	}
	print(out, v, 0);
	fputc('\n', out);
	fclose(out);
	json_decref(v);
	return text;
}

// ---- files ------------------------------------------------------------------------------------

static bool write_whole(const char *path, const char *text)
{
	FILE *out = fopen(path, "w");
	if (!out) return false;
	const bool good = fputs(text, out) >= 0 && fflush(out) == 0;
	return (fclose(out) == 0) && good;
}

bool hpcc_machine_write(const machine *m, const char *path, char **error)
{
	char *text = hpcc_machine_text(m);
	if (!text)
		return *error = hpcc_machine_format("%s: a value is no number, or no word of its key\n", path), false;
	// Who reads it meanwhile sees the old file or the new one.
	char *beside = hpcc_machine_format("%s.%ld", path, (long)getpid());
	const bool good = write_whole(beside, text) && rename(beside, path) == 0;
	if (!good) {
		*error = hpcc_machine_format("%s: it cannot be written: %s\n", path, strerror(errno));
		remove(beside);
	}
	free(beside);
	free(text);
	return good;
}
