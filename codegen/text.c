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
