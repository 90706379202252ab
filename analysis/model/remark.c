// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE

#include "remark.h"

#include "program.h"
#include "spoken.h"

#include <stdlib.h>
#include <string.h>

static const remark_row rows[] = {
#define REMARK(name, type, kind, text) {#name, REMARK_##type, kind, text},
#include "remarks.def"
#undef REMARK
};

static remark_sink *current_sink;
static void *current_user;

const remark_row *remark_info(remark_id id) { return &rows[id]; }

void remark_set_sink(remark_sink *sink, void *user)
{
	current_sink = sink;
	current_user = user;
}

bool remarks_are_wanted(void) { return current_sink != NULL; }

// A remark being put together. The pieces of row.text are copies.
typedef struct builder {
	remark r;
	char *copy[3 * REMARK_MAX_ARGS];
	int n_copies;
	const prog_loc *reason;
} builder;

static const char *copy_of(builder *b, const char *s, size_t n)
{
	char *copy = strndup(s, n);
	if (!copy || b->n_copies == 3 * REMARK_MAX_ARGS) abort();
	return b->copy[b->n_copies++] = copy;
}

static const char *spoken_copy(builder *b, const char *s)
{
	if (b->n_copies == 3 * REMARK_MAX_ARGS) abort();
	return b->copy[b->n_copies++] = spoken(s);
}

static void add(builder *b, const char *key, const char *value, const prog_loc *loc)
{
	if (b->r.n_args == REMARK_MAX_ARGS) abort();
	b->r.arg[b->r.n_args++] = (remark_arg){key, value, loc ? *loc : (prog_loc){.file = -1}};
}

// The keys between `at` and `end`, and whether each has a value.
static bool has_values(const char *at, const char *end, const char *const *values)
{
	bool all = true;
	for (; at < end; at++)
		if (*at == '{') all &= *values++ != NULL;
	return all;
}

// One stretch of text without brackets; returns the values after those that it holds.
static const char *const *add_stretch(
        builder *b, const char *at, const char *end, const char *const *values, bool shown)
{
	while (at < end) {
		const char *stop = memchr(at, '{', (size_t)(end - at));
		if (!stop) stop = end;
		if (shown && stop > at) add(b, "String", copy_of(b, at, (size_t)(stop - at)), NULL);
		if (stop == end) break;
		const char *close = strchr(stop, '}');
		const char *key = shown ? copy_of(b, stop + 1, (size_t)(close - stop - 1)) : "";
		if (shown) add(b, key, spoken_copy(b, *values), strcmp(key, "Reason") ? NULL : b->reason);
		values++;
		at = close + 1;
	}
	return values;
}

static void fill(builder *b, remark_id id, const char *const *values)
{
	for (const char *at = rows[id].text; *at;) {
		const char *open = strchr(at, '[');
		if (!open) open = at + strlen(at);
		values = add_stretch(b, at, open, values, true);
		if (!*open) break;
		const char *close = strchr(open, ']');
		values = add_stretch(b, open + 1, close, values, has_values(open, close, values));
		at = close + 1;
	}
}

static void drop(builder *b)
{
	for (int k = 0; k < b->n_copies; k++) free(b->copy[k]);
}

void remark_emit(remark_id id, prog_loc loc, const char *function, const char *const *values, const prog_loc *reason)
{
	if (!current_sink) return;
	builder b = {.r = {.row = &rows[id], .loc = loc, .function = function}, .reason = reason};
	fill(&b, id, values);
	current_sink(current_user, &b.r);
	drop(&b);
}

char *remark_text(remark_id id, const char *const *values)
{
	builder b = {.r = {.row = &rows[id], .function = ""}};
	size_t size = 1;
	fill(&b, id, values);
	for (int k = 0; k < b.r.n_args; k++) size += strlen(b.r.arg[k].value);
	char *text = calloc(size, 1);
	if (!text) abort();
	for (int k = 0; k < b.r.n_args; k++) strcat(text, b.r.arg[k].value);
	drop(&b);
	return text;
}
