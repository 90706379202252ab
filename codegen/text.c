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

void text_free(text *t)
{
	free(t->data);
	*t = (text){0};
}

// Where the line can be continued at the latest: behind ", ", " && ", " || " or " | ", not in a string. 0: nowhere.
static size_t place_to_break(const char *line, size_t n, int columns)
{
	static const char *const behind[] = {", ", " && ", " || ", " | "};
	size_t best = 0;
	int column = 0;
	bool quoted = false;
	for (size_t k = 0; k < n; k++) {
		if (line[k] == '"' && (k == 0 || line[k - 1] != '\\')) quoted = !quoted;
		column += line[k] == '\t' ? 8 : 1;
		if (column > columns && best) break;
		for (size_t b = 0; b < sizeof behind / sizeof *behind && !quoted; b++) {
			size_t size = strlen(behind[b]);
			if (k + 1 >= size && !strncmp(line + k + 1 - size, behind[b], size)) best = k + 1;
		}
	}
	return column > columns ? best : 0;
}

static void add_line(text *t, const char *line, size_t n, int columns)
{
	size_t indent = strspn(line, "\t"), at;
	for (int first = 1; (at = place_to_break(line, n, columns)); first = 0) {
		size_t shown = at;
		while (shown > 0 && line[shown - 1] == ' ') shown--;
		text_add_n(t, line, shown);
		text_add(t, "\n");
		for (size_t k = 0; k < indent; k++) text_add(t, "\t");
		text_add(t, "        ");
		if (first) columns -= 8 * (int)indent + 8;
		line += at, n -= at;
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
