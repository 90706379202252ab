// SPDX-License-Identifier: Apache-2.0
#include "graph_sizes.h"
#include "graph.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct graph_sizes {
	char *name;
	int k;
	long n, *size, sum;
	graph_sizes *next; // an earlier one: what stands last counts
};

static const char *skip(const char *at)
{
	while (isspace((unsigned char)*at)) at++;
	return at;
}

// NULL: it has been said that something else is expected.
static const char *bad(const char *text, const char *at, const char *expected)
{
	graph_trouble("--layout %s: at \"%.20s\": %s is expected", text, at, expected);
	return NULL;
}

// From behind `gen_block(` to behind `)`.
static const char *read_list(const char *text, const char *at, graph_sizes *s)
{
	for (;;) {
		char *end;
		const long size = strtol(at, &end, 10);
		if (end == at || size < 0 || size > INT_MAX) return bad(text, at, "the size of a block, not negative");
		s->size = graph_memory(s->size, (size_t)(s->n + 1) * sizeof *s->size);
		s->size[s->n++] = size;
		s->sum += size;
		at = skip(end);
		if (*at == ')') return skip(at + 1);
		if (*at != ',') return bad(text, at, "',' or ')'");
		at = skip(at + 1);
	}
}

static const char *read_array(const char *text, const char *at, graph_sizes **all)
{
	static const char word[] = "gen_block(";
	const char *name = at;
	size_t length = strcspn(at, "=");
	if (at[length] != '=' || length == 0) return bad(text, at, "name=gen_block(...)");
	at = skip(at + length + 1);
	while (length > 0 && isspace((unsigned char)name[length - 1])) length--;
	for (int k = 0; at; k++) {
		if (strncmp(at, word, sizeof word - 1) != 0) return bad(text, at, "'gen_block('");
		graph_sizes *s = graph_memory(NULL, sizeof *s);
		*s = (graph_sizes){.name = graph_format("%.*s", (int)length, name), .k = k, .next = *all};
		*all = s;
		at = read_list(text, skip(at + sizeof word - 1), s);
		if (!at || *at != ',') return at;
		at = skip(at + 1);
	}
	return at;
}

bool graph_sizes_read(const char *text, graph_sizes **sizes)
{
	const char *at = text ? skip(text) : "";
	*sizes = NULL;
	while (at && *at) {
		at = read_array(text, at, sizes);
		if (at && *at && *at != ';') return bad(text, at, "';'"), false;
		if (at && *at) at = skip(at + 1);
	}
	return at != NULL;
}

void graph_sizes_free(graph_sizes *sizes)
{
	for (graph_sizes *next; sizes; sizes = next) {
		next = sizes->next;
		free(sizes->name);
		free(sizes->size);
		free(sizes);
	}
}

const long *graph_sizes_find(const graph_sizes *sizes, const char *name, int k, long n, long *n_sizes)
{
	for (const graph_sizes *s = sizes; s; s = s->next) {
		const bool any = !strcmp(s->name, "*") && s->sum == n;
		if (s->k != k || (strcmp(s->name, name) != 0 && !any)) continue;
		*n_sizes = s->n;
		return s->size;
	}
	return NULL;
}
