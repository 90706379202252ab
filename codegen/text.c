// SPDX-License-Identifier: Apache-2.0
#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_add_n(text *t, const char *s, size_t n)
{
	if (t->size + n + 1 > t->room) {
		t->room = 2 * (t->size + n + 1);
		char *larger = realloc(t->data, t->room);
		if (!larger) {
			fputs("hpcc: out of memory\n", stderr);
			exit(1);
		}
		t->data = larger;
	}
	memcpy(t->data + t->size, s, n);
	t->size += n;
	t->data[t->size] = 0;
}

void text_add(text *t, const char *s) { text_add_n(t, s, strlen(s)); }

void text_printf(text *t, const char *format, ...)
{
	va_list args, again;
	va_start(args, format);
	va_copy(again, args);
	int n = vsnprintf(NULL, 0, format, args);
	char *s = malloc((size_t)n + 1);
	if (!s) {
		fputs("hpcc: out of memory\n", stderr);
		exit(1);
	}
	vsnprintf(s, (size_t)n + 1, format, again);
	text_add_n(t, s, (size_t)n);
	free(s);
	va_end(again);
	va_end(args);
}

void text_add_string(text *t, const char *s)
{
	text_add(t, "\"");
	for (; *s; s++) {
		if (*s == '"' || *s == '\\') text_add(t, "\\");
		if (*s == '\n')
			text_add(t, "\\n");
		else
			text_add_n(t, s, 1);
	}
	text_add(t, "\"");
}

const char *text_get(const text *t) { return t->data ? t->data : ""; }

void text_cut(text *t, size_t size)
{
	if (size >= t->size) return;
	t->size = size;
	t->data[size] = '\0';
}

void text_free(text *t)
{
	free(t->data);
	*t = (text){0};
}

static bool is_behind(const char *line, size_t at)
{
	static const char *const behind[] = {", ", " && ", " || ", " | ", " / "};
	for (size_t b = 0; b < sizeof behind / sizeof *behind; b++) {
		size_t size = strlen(behind[b]);
		if (at >= size && !strncmp(line + at - size, behind[b], size)) return true;
	}
	return false;
}

// Where a line that is too long is continued: behind a comma or an operator, in as few braces as possible, and at
// the latest; in a comment, from `comment` on, behind any word. 0: nowhere, or it is short enough.
static size_t place_to_break(const char *line, size_t n, size_t comment, int columns)
{
	size_t best = 0;
	int column = 0, depth = 0, fewest = 0;
	bool quoted = false;
	for (size_t k = 0; k < n && (column <= columns || !best); k++) {
		if (line[k] == '"' && (k == 0 || line[k - 1] != '\\')) quoted = !quoted;
		if (!quoted) depth += (line[k] == '{' || line[k] == '(') - (line[k] == '}' || line[k] == ')');
		column += line[k] == '\t' ? 8 : 1;
		bool word = k > comment + 2 && line[k] == ' ';
		int rank = depth + (k > 0 && line[k - 1] == '/'); // rather between values than in one
		if (!word && (quoted || k > comment || !is_behind(line, k + 1) || (best && rank > fewest))) continue;
		best = k + 1;
		fewest = rank;
	}
	return column > columns ? best : 0;
}

// Where a comment begins that goes to the line's end; `n`: nowhere.
static size_t comment_in(const char *line, size_t n)
{
	bool quoted = false;
	for (size_t k = 0; k + 1 < n; k++) {
		if (line[k] == '"' && (k == 0 || line[k - 1] != '\\')) quoted = !quoted;
		if (!quoted && line[k] == '/' && line[k + 1] == '/') return k;
	}
	return n;
}

static void add_line(text *t, const char *line, size_t n, int columns)
{
	size_t indent = strspn(line, "\t"), at;
	size_t comment = comment_in(line, n);
	for (int first = 1; (at = place_to_break(line, n, comment, columns)); first = 0) {
		bool in_comment = comment < at;
		size_t shown = at;
		while (shown > 0 && line[shown - 1] == ' ') shown--;
		text_add_n(t, line, shown);
		text_add(t, "\n");
		for (size_t k = 0; k < indent; k++) text_add(t, "\t");
		text_add(t, in_comment ? "        // " : "        ");
		if (first) columns -= 8 * (int)indent + 8;
		line += at, n -= at;
		comment = in_comment ? 0 : comment - at;
	}
	text_add_n(t, line, n);
}

void text_add_wrapped(text *t, const char *s, int columns)
{
	while (*s) {
		size_t n = strcspn(s, "\n");
		if (*s == '#')
			text_add_n(t, s, n);
		else
			add_line(t, s, n, columns);
		s += n;
		if (*s) text_add_n(t, s++, 1);
	}
}

void text_add_function(text *t, const char *head, const char *body)
{
	enum { COLUMNS = 120 };
	text line = {0};
	for (const char *at = body; *at;) {
		at += strspn(at, "\t\n");
		size_t n = strcspn(at, "\n");
		if (n > 0) text_add(&line, " "), text_add_n(&line, at, n);
		at += n;
	}
	bool block = strchr(body, '{') && strstr(body, "{\n"), fits = strlen(head) + line.size + 5 <= COLUMNS;
	text_printf(t, !block && fits ? "%s {%s }\n" : "%s\n{\n%s}\n", head, !block && fits ? text_get(&line) : body);
	text_free(&line);
}
