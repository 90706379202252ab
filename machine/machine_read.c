// SPDX-License-Identifier: Apache-2.0
//
// Reading machine files: Jansson reads the JSON, the tables of keys say what it must hold. Nothing in the file is taken
// to be what it should be.
#include "machine_check.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct reader {
	machine_errors errors;
	int depth, n_hosts, n_clusters;
} reader;

static void read_object(reader *r, const json_t *v, const machine_path *path, void *part);

// ---- values -----------------------------------------------------------------------------------

static const char *kind_of(const json_t *v)
{
	switch (json_typeof(v)) {
	case JSON_OBJECT: return "an object";
	case JSON_ARRAY: return "a list";
	case JSON_STRING: return "a text";
	case JSON_INTEGER:
	case JSON_REAL: return "a number";
	case JSON_TRUE:
	case JSON_FALSE: return "a truth value";
	default: return "null";
	}
}

typedef struct length {
	char text[32];
} length;

// " of 5" for a list of five.
static length length_of(const json_t *v)
{
	length l = {""};
	if (json_is_array(v)) snprintf(l.text, sizeof l.text, " of %zu", json_array_size(v));
	return l;
}

static bool fits(const machine_key *k, double x)
{
	return x >= k->least && x <= k->most && (k->kind != KEY_COUNT || x == floor(x));
}

// "the cores of a host, a whole number from 1 to 4096"; to be freed.
static char *wanted(const machine_key *k)
{
	const char *whole = k->kind == KEY_COUNT ? "whole number" : "number";
	if (k->least == k->most) return hpcc_machine_format("%s, %.15g", k->expects, k->least);
	return hpcc_machine_format("%s, a %s from %.15g to %.15g", k->expects, whole, k->least, k->most);
}

static void complain_of_number(reader *r, const json_t *v, const machine_path *path, const machine_key *k)
{
	char *expected = wanted(k);
	if (json_is_number(v))
		hpcc_machine_complain(&r->errors, path, "it is %.15g; expected: %s", json_number_value(v), expected);
	else
		hpcc_machine_complain(&r->errors, path, "it is %s; expected: %s", kind_of(v), expected);
	free(expected);
}

static void read_number(reader *r, const json_t *v, const machine_path *path, void *part, const machine_key *k)
{
	const double x = json_number_value(v);
	if (!json_is_number(v) || !fits(k, x))
		complain_of_number(r, v, path, k);
	else if (k->kind == KEY_COUNT)
		*(int *)hpcc_machine_field(part, k) = (int)x;
	else
		*(double *)hpcc_machine_field(part, k) = x;
}

static void read_numbers(reader *r, const json_t *v, const machine_path *path, void *part, const machine_key *k)
{
	const size_t n = json_array_size(v);
	const machine_key each = {.kind = KEY_NUMBER, .least = k->least, .most = k->most, .expects = k->expects};
	if (!json_is_array(v) || n == 0 || n > MACHINE_MOST_CORES) {
		hpcc_machine_complain(&r->errors, path, "it is %s%s; expected: %s, a list of 1 to %d numbers",
		        kind_of(v), length_of(v).text, k->expects, MACHINE_MOST_CORES);
		return;
	}
	double *x = hpcc_machine_memory(NULL, n * sizeof *x);
	memcpy(hpcc_machine_field(part, k), &x, sizeof x);
	*hpcc_machine_count(part, k) = (int)n;
	for (size_t i = 0; i < n; i++) {
		x[i] = k->least;
		read_number(r, json_array_get(v, i), &(machine_path){path, NULL, (int)i}, &x[i], &each);
	}
}

static bool is_name(const char *text)
{
	enum { MOST_NAME = 255 };
	if (!*text || strlen(text) > MOST_NAME) return false;
	for (const unsigned char *c = (const unsigned char *)text; *c; c++)
		if (*c < ' ' || *c == 127 || (*c == 0xc2 && c[1] < 0xa0)) return false;
	return true;
}

static void read_text(reader *r, const json_t *v, const machine_path *path, void *part, const machine_key *k)
{
	static const char *const what[] = {[KEY_TEXT] = "a text",
	        [KEY_NAME] = "a text of 1 to 255 bytes without control characters",
	        [KEY_HOST_NAME] = "letters, digits, '.', '-' and '_', or a pattern of such as node[01-16]"};
	const char *text = json_string_value(v);
	if (!text)
		hpcc_machine_complain(
		        &r->errors, path, "it is %s; expected: %s, %s", kind_of(v), k->expects, what[k->kind]);
	else if ((k->kind == KEY_NAME && !is_name(text)) ||
	         (k->kind == KEY_HOST_NAME && hpcc_machine_count_names(text) == 0))
		hpcc_machine_complain(&r->errors, path, "it is '%s'; expected: %s, %s", hpcc_machine_quoted(text),
		        k->expects, what[k->kind]);
	else
		memcpy(hpcc_machine_field(part, k), &(char *){hpcc_machine_string(text)}, sizeof(char *));
}

// "a, b or c"; to be freed.
static char *listed(const char *const *words)
{
	char *text = hpcc_machine_string(words[0]);
	for (int k = 1; words[k]; k++) {
		char *longer = hpcc_machine_format("%s%s%s", text, words[k + 1] ? ", " : " or ", words[k]);
		free(text);
		text = longer;
	}
	return text;
}

static void read_word(reader *r, const json_t *v, const machine_path *path, void *part, const machine_key *k)
{
	const char *text = json_string_value(v);
	for (int word = 0; text && k->words[word]; word++)
		if (!strcmp(k->words[word], text)) {
			*(int *)hpcc_machine_field(part, k) = word;
			return;
		}
	char *words = listed(k->words);
	hpcc_machine_complain(&r->errors, path, "it is %s%s%s; expected: %s, %s", text ? "'" : "",
	        text ? hpcc_machine_quoted(text) : kind_of(v), text ? "'" : "", k->expects, words);
	free(words);
}

// ---- lists ------------------------------------------------------------------------------------

// The host that was read last stands for all that its name names. False: there are too many.
static bool expand_host(reader *r, const machine_path *path, machine_part *cluster, int key)
{
	const machine_key *k = &cluster->section->key[key];
	const int at = *hpcc_machine_count(cluster, k) - 1;
	machine_host *host = hpcc_machine_element(cluster, k, at);
	int n = host->name ? hpcc_machine_count_names(host->name) : 1;
	if ((r->n_hosts += n) > MACHINE_MOST_HOSTS) {
		hpcc_machine_complain(&r->errors, path, "it makes too many hosts; expected: at most %d in a machine",
		        MACHINE_MOST_HOSTS);
		return false;
	}
	char **names = host->name ? hpcc_machine_names(host->name, &n) : NULL;
	for (int i = 0; names && i < n; i++) {
		if (i > 0) {
			host = hpcc_machine_append(cluster, key);
			hpcc_machine_copy(host, hpcc_machine_element(cluster, k, at)); // the list may have moved
			host->part.at = ((machine_part *)hpcc_machine_element(cluster, k, at))->at;
		}
		free(host->name);
		host->name = names[i];
	}
	free(names);
	return true;
}

// False: it has been said that there are too many.
static bool counts_cluster(reader *r, const machine_path *path)
{
	if (++r->n_clusters < MACHINE_MOST_CLUSTERS) return true;
	if (r->n_clusters == MACHINE_MOST_CLUSTERS)
		hpcc_machine_complain(&r->errors, path,
		        "there are too many clusters; expected: at most %d in a machine", MACHINE_MOST_CLUSTERS - 1);
	return false;
}

static void read_list(reader *r, const json_t *v, const machine_path *path, machine_part *part, int key)
{
	const machine_key *k = &part->section->key[key];
	const size_t n = json_array_size(v);
	if (!json_is_array(v) || n > (size_t)k->most) {
		hpcc_machine_complain(&r->errors, path, "it is %s%s; expected: %s, a list of at most %.15g", kind_of(v),
		        length_of(v).text, k->expects, k->most);
		return;
	}
	const bool of_hosts = !strcmp(k->name, "hosts"), of_clusters = !strcmp(k->name, "clusters");
	if (of_clusters && r->depth + 1 >= MACHINE_MOST_DEPTH && n > 0) {
		hpcc_machine_complain(&r->errors, path, "clusters are nested too deeply; expected: at most %d levels",
		        MACHINE_MOST_DEPTH - 1);
		return;
	}
	r->depth += of_clusters;
	for (size_t i = 0; i < n; i++) {
		const machine_path here = {path, NULL, (int)i};
		if (of_clusters && !counts_cluster(r, &here)) break;
		if (of_hosts && r->n_hosts > MACHINE_MOST_HOSTS) break;
		machine_part *element = hpcc_machine_append(part, key);
		element->at = (int)i;
		read_object(r, json_array_get(v, i), &here, element);
		if (of_hosts && !expand_host(r, &here, part, key)) break;
	}
	r->depth -= of_clusters;
}

// ---- objects ----------------------------------------------------------------------------------

static void read_value(reader *r, const json_t *v, const machine_path *path, machine_part *part, int key)
{
	const machine_key *k = &part->section->key[key];
	part->given |= UINT64_C(1) << key;
	switch (k->kind) {
	case KEY_NUMBER:
	case KEY_COUNT: read_number(r, v, path, part, k); break;
	case KEY_WORD: read_word(r, v, path, part, k); break;
	case KEY_NUMBERS: read_numbers(r, v, path, part, k); break;
	case KEY_OBJECT: read_object(r, v, path, hpcc_machine_field(part, k)); break;
	case KEY_LIST: read_list(r, v, path, part, key); break;
	default: read_text(r, v, path, part, k);
	}
}

static void unknown_key(reader *r, const machine_path *path, const machine_section *s)
{
	if (r->errors.n > MACHINE_MOST_ERRORS) { // it is only counted
		r->errors.n++;
		return;
	}
	const char **name = hpcc_machine_memory(NULL, ((size_t)s->n_keys + 1) * sizeof *name);
	for (int k = 0; k < s->n_keys; k++) name[k] = s->key[k].name;
	name[s->n_keys] = NULL;
	char *names = listed(name);
	hpcc_machine_complain(&r->errors, path, "it is no key of %s; expected: %s", s->name, names);
	free(names);
	free(name);
}

static void read_object(reader *r, const json_t *v, const machine_path *path, void *part)
{
	const machine_section *s = ((machine_part *)part)->section;
	const char *name;
	json_t *value;
	if (!json_is_object(v)) {
		hpcc_machine_complain(&r->errors, path, "it is %s; expected: %s, an object", kind_of(v), s->name);
		return;
	}
	json_object_foreach((json_t *)v, name, value)
	{
		const int key = hpcc_machine_find_key(s, name);
		const machine_path here = {path, name, 0};
		if (key < 0)
			unknown_key(r, &here, s);
		else
			read_value(r, value, &here, part, key);
	}
	for (int k = 0; k < s->n_keys; k++)
		if (s->key[k].required && !hpcc_machine_has(part, k))
			hpcc_machine_complain(&r->errors, &(machine_path){path, s->key[k].name, 0},
			        "it is missing; expected: %s", s->key[k].expects);
}

// ---- files ------------------------------------------------------------------------------------

static int line_of(const json_error_t *e) { return e->line > 0 ? e->line : 1; }

// The JSON, if it is such. A key that stands there twice is an error, but no reason to look at nothing else.
static json_t *parse_json(reader *r, const char *text, size_t size)
{
	json_error_t e;
	const size_t flags = JSON_DECODE_INT_AS_REAL;
	json_t *v = json_loadb(text, size, flags | JSON_REJECT_DUPLICATES, &e);
	if (v) return v;
	hpcc_machine_complain_at(&r->errors, line_of(&e), "%s; expected: JSON%s", hpcc_machine_quoted(e.text),
	        json_error_code(&e) == json_error_duplicate_key ? " that has each key of an object once" : "");
	return json_error_code(&e) == json_error_duplicate_key ? json_loadb(text, size, flags, &e) : NULL;
}

// Without lines in messages, if there are none.
static machine *parse(const char *text, size_t size, const char *name, bool lines, char **errors)
{
	reader r = {0};
	hpcc_machine_errors_begin(&r.errors, name, lines ? text : NULL, size);
	machine *m = hpcc_machine_new();
	m->root.part.given = 0;
	json_t *v = parse_json(&r, text, size);
	if (v) {
		read_object(&r, v, NULL, m);
		hpcc_machine_index(m);
		hpcc_machine_check(m, r.errors.n == 0, &r.errors);
		json_decref(v);
	}
	*errors = hpcc_machine_errors_end(&r.errors);
	if (!*errors) return m;
	hpcc_machine_free(m);
	return NULL;
}

machine *hpcc_machine_parse(const char *text, size_t size, const char *name, char **errors)
{
	return parse(text, size, name, true, errors);
}

bool hpcc_machine_finish(machine *m, const char *name, char **errors)
{
	char *text = hpcc_machine_text(m);
	if (!text)
		return *errors = hpcc_machine_format("%s: a value is no number, or no word of its key\n", name), false;
	machine *again = parse(text, strlen(text), name, false, errors);
	free(text);
	hpcc_machine_free(again);
	if (again) hpcc_machine_index(m);
	return again != NULL;
}

// All of a file, at most so many bytes and one more. NULL: `errno` says why.
static char *contents(const char *path, size_t *size)
{
	const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (file < 0) return NULL;
	char *text = hpcc_machine_memory(NULL, MACHINE_MOST_BYTES + 1);
	ssize_t n = 0;
	for (*size = 0; *size <= MACHINE_MOST_BYTES; *size += (size_t)n) {
		n = read(file, text + *size, MACHINE_MOST_BYTES + 1 - *size);
		if (n < 0 && errno == EINTR)
			n = 0;
		else if (n <= 0)
			break;
	}
	const int why = errno;
	close(file);
	errno = why;
	if (n >= 0) return text;
	free(text);
	return NULL;
}

machine *hpcc_machine_read(const char *path, char **errors)
{
	size_t size;
	machine *m = NULL;
	char *text = contents(path, &size);
	if (!text)
		*errors =
		        hpcc_machine_format("%s: it cannot be read: %s\n", hpcc_machine_quoted(path), strerror(errno));
	else if (size > MACHINE_MOST_BYTES)
		*errors = hpcc_machine_format("%s: it is too long; expected: at most %d bytes\n",
		        hpcc_machine_quoted(path), MACHINE_MOST_BYTES);
	else
		m = hpcc_machine_parse(text, size, path, errors);
	free(text);
	return m;
}

machine *hpcc_machine_read_or_tell(const char *path)
{
	char *errors = NULL;
	machine *m = hpcc_machine_read(path, &errors);
	if (!m) fputs(errors, stderr);
	free(errors);
	return m;
}
