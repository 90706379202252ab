// SPDX-License-Identifier: Apache-2.0
#include "spoken.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct made_name {
	char *name, *text;
	struct made_name *next;
} made_name;
static made_name *names;

void spoken_stands_for(const char *name, const char *text)
{
	made_name *made = malloc(sizeof *made);
	if (!made) abort();
	*made = (made_name){strdup(name), strdup(text), names};
	if (!made->name || !made->text) abort();
	names = made;
}

static size_t word_at(const char *s)
{
	size_t n = 0;
	while (isalnum((unsigned char)s[n]) || s[n] == '_') n++;
	return n;
}

static const char *text_of(const char *name, size_t n)
{
	for (const made_name *made = names; made; made = made->next)
		if (strlen(made->name) == n && !strncmp(made->name, name, n)) return made->text;
	return NULL;
}

// Where `pointer[` ends at `end`: its beginning, a name; NULL: something else.
static char *pointer_before(const char *begin, char *end, const char *name, size_t n)
{
	char *at = end - 1 - n;
	if (at < begin || end[-1] != '[' || strncmp(at, name, n)) return NULL;
	return at > begin && (isalnum((unsigned char)at[-1]) || at[-1] == '_') ? NULL : at;
}

// p[hpcc_at_p] is *p, p[hpcc_at_p + e] is p[e]; elsewhere the index is what the pointer is at. Gives what is read of `s`, and moves *out.
static size_t index_text(const char *s, size_t n, char *begin, char **out)
{
	const size_t prefix = sizeof SPOKEN_INDEX - 1;
	const char *name = s + prefix, *behind = s + n;
	size_t length = n - prefix;
	char *pointer = pointer_before(begin, *out, name, length);
	if (pointer && *behind == ']') {
		memmove(pointer + 1, pointer, length);
		*pointer = '*';
		*out = pointer + 1 + length;
		return n + 1;
	}
	if (pointer && !strncmp(behind, " + ", 3)) return n + 3;
	memcpy(*out, name, length);
	*out += length;
	return n;
}

char *spoken(const char *text)
{
	size_t room = strlen(text) + 1;
	for (const made_name *made = names; made; made = made->next)
		for (const char *at = text; (at = strstr(at, made->name)); at++) room += strlen(made->text) + 2;
	char *result = malloc(room), *out = result;
	if (!result) abort();
	while (*text) {
		size_t n = word_at(text);
		const char *stands = n ? text_of(text, n) : NULL;
		bool index = n > sizeof SPOKEN_INDEX - 1 && !strncmp(text, SPOKEN_INDEX, sizeof SPOKEN_INDEX - 1);
		if (stands) {
			out += sprintf(out, "(%s)", stands);
			text += n;
		} else if (*text == '\n') {
			while (out > result && isblank((unsigned char)out[-1])) out--;
			while (isspace((unsigned char)*text)) text++;
			*out++ = ' ';
		} else if (index) {
			text += index_text(text, n, result, &out);
		} else {
			size_t size = n ? n : 1;
			memcpy(out, text, size);
			out += size;
			text += size;
		}
	}
	*out = 0;
	return result;
}
