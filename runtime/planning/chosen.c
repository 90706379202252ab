// SPDX-License-Identifier: Apache-2.0
//
// HPCC_LAYOUT: sizes of the blocks of arrays and templates, given when the program starts, instead of those that its
// directives say: `u=gen_block(10,20,30);v=gen_block(5,7),gen_block(8,4)`. `*` is every array
// in equal blocks whose dimension has as many elements as the sizes add up to, and as many processes along it as there
// are sizes: what does not fit stays as it is (for hpcc-run, which does not know all arrays).
#include "../arrays/arrays.h"
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct chosen_t {
	char *name;
	int dim; // of those that are split, in order
	int n;
	long *size, sum;
	struct chosen_t *next;
} chosen_t;

static chosen_t *first;
static int is_read;

static _Noreturn void bad(const char *text, const char *at, const char *expected)
{
	hpcc_die(NULL, "HPCC_LAYOUT=%s: at \"%.20s\": %s is expected", text, at, expected);
}

static const char *skip(const char *at)
{
	while (isspace((unsigned char)*at)) at++;
	return at;
}

// The sizes of one dimension, from behind `gen_block(` to behind `)`.
static const char *read_sizes(const char *text, const char *at, chosen_t *c)
{
	for (;;) {
		char *end;
		long size = strtol(at, &end, 10);
		if (end == at || size < 0 || size > HPCC_INF || c->n == INT_MAX / (int)sizeof(long))
			bad(text, at, "the size of a block, not negative");
		c->size = hpcc_grow(c->size, (size_t)(c->n + 1) * sizeof *c->size);
		c->size[c->n++] = size;
		c->sum += size;
		at = skip(end);
		if (*at == ')') return skip(at + 1);
		if (*at != ',') bad(text, at, "`,` or `)`");
		at = skip(at + 1);
	}
}

static const char *read_array(const char *text, const char *at)
{
	static const char word[] = "gen_block(";
	size_t length = strcspn(at, "=");
	const char *name = at;
	if (at[length] != '=' || length == 0) bad(text, at, "`name=gen_block(...)`");
	at = skip(at + length + 1);
	while (length > 0 && isspace((unsigned char)name[length - 1])) length--;
	for (int dim = 0;; dim++) {
		if (strncmp(at, word, sizeof word - 1) != 0) bad(text, at, "`gen_block(`");
		chosen_t *c = hpcc_alloc(sizeof *c);
		*c = (chosen_t){.name = hpcc_alloc(length + 1), .dim = dim, .next = first};
		memcpy(c->name, name, length);
		at = read_sizes(text, skip(at + sizeof word - 1), c);
		first = c;
		if (*at != ',') return at;
		at = skip(at + 1);
	}
}

static void read_all(void)
{
	const char *text = getenv("HPCC_LAYOUT"), *at = text ? skip(text) : "";
	while (*at) {
		at = read_array(text, at);
		if (*at && *at != ';') bad(text, at, "`;`");
		if (*at) at = skip(at + 1);
	}
}

static int is_meant(const chosen_t *c, const char *name, long n, int parts, int equal)
{
	if (strcmp(c->name, "*") == 0) return equal && c->sum == n && c->n == parts;
	return strcmp(c->name, name) == 0;
}

const long *hpcc_chosen_sizes(const char *name, const char *where, int dim, long n, int parts, int equal)
{
	if (!is_read) read_all();
	is_read = 1;
	const chosen_t *c = first;
	while (c && (c->dim != dim || !is_meant(c, name, n, parts, equal))) c = c->next;
	if (!c) return NULL;
	if (c->n != parts)
		hpcc_die(where, "HPCC_LAYOUT gives `%s` %d sizes, and %d processes lie along its dimension", name, c->n,
		        parts);
	if (c->sum != n)
		hpcc_die(where,
		        "the sizes that HPCC_LAYOUT gives `%s` add up to %ld, and its dimension has %ld elements", name,
		        c->sum, n);
	return c->size;
}
