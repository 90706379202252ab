// SPDX-License-Identifier: Apache-2.0
#include "conditionals.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef enum line_kind { LINE_TEXT, LINE_IF, LINE_ELSE, LINE_END, LINE_OTHER } line_kind;

typedef struct line {
	size_t begin, end; // with the newline; a directive with all lines that it continues on
	line_kind kind;
	bool drop;
} line;

typedef struct lines {
	line *list;
	int n, room;
} lines;

static line *add_line(lines *l, size_t begin)
{
	if (l->n == l->room) {
		l->room = l->room ? 2 * l->room : 64;
		l->list = realloc(l->list, (size_t)l->room * sizeof *l->list);
		if (!l->list) abort();
	}
	l->list[l->n] = (line){.begin = begin};
	return &l->list[l->n++];
}

static bool is_word(const char *s, const char *end, const char *word)
{
	size_t n = strlen(word);
	return (size_t)(end - s) >= n && !memcmp(s, word, n) && (s + n == end || !isalnum((unsigned char)s[n]));
}

static line_kind kind_of(const char *s, const char *end)
{
	while (s < end && (*s == ' ' || *s == '\t')) s++;
	if (s == end || *s != '#') return LINE_TEXT;
	for (s++; s < end && (*s == ' ' || *s == '\t'); s++) continue;
	if (is_word(s, end, "if") || is_word(s, end, "ifdef") || is_word(s, end, "ifndef")) return LINE_IF;
	if (!strncmp(s, "el", 2)) return LINE_ELSE;
	return is_word(s, end, "endif") ? LINE_END : LINE_OTHER;
}

// Behind a comment, a literal or the one character that stands at `s`.
static const char *behind_token(const char *s, const char *end)
{
	if (end - s > 1 && s[0] == '/' && s[1] == '*') {
		for (s += 2; s + 1 < end && (s[0] != '*' || s[1] != '/'); s++) continue;
		return s + 1 < end ? s + 2 : end;
	}
	if (end - s > 1 && s[0] == '/' && s[1] == '/') {
		while (s < end && *s != '\n') s += *s == '\\' && s + 1 < end ? 2 : 1;
		return s < end ? s : end;
	}
	if (*s != '"' && *s != '\'') return s + 1;
	char quote = *s;
	for (s++; s < end && *s != quote && *s != '\n'; s++)
		if (*s == '\\' && s + 1 < end) s++;
	return s < end ? s + 1 : end;
}

static lines lines_of(const char *source, size_t size)
{
	lines l = {0};
	const char *end = source + size;
	for (const char *s = source; s < end;) {
		line *now = add_line(&l, (size_t)(s - source));
		now->kind = kind_of(s, end);
		while (s < end && *s != '\n') {
			bool continues = *s == '\\' && s + 1 < end && s[1] == '\n';
			s = continues ? s + 2 : behind_token(s, end);
		}
		if (s < end) s++;
		now->end = (size_t)(s - source);
	}
	return l;
}

static void drop(lines *l, int first, int last)
{
	for (int k = first; k <= last; k++) l->list[k].drop = true;
}

static int end_of(const lines *l, int k)
{
	int depth = 0;
	for (k++; k < l->n; k++) {
		line_kind kind = l->list[k].kind;
		if (kind == LINE_END && depth == 0) return k;
		depth += (kind == LINE_IF) - (kind == LINE_END);
	}
	return l->n - 1;
}

// The one that begins at `k` ends behind the text, in its last branch here.
static void drop_open(lines *l, int k)
{
	int depth = 0, last = k;
	for (int j = k + 1; j < l->n; j++) {
		line_kind kind = l->list[j].kind;
		if (kind == LINE_ELSE && depth == 0) last = j;
		depth += (kind == LINE_IF) - (kind == LINE_END);
	}
	drop(l, k, last);
}

static bool ends(const lines *l, int k)
{
	int depth = 0;
	for (int j = k; j < l->n; j++) {
		depth += (l->list[j].kind == LINE_IF) - (l->list[j].kind == LINE_END);
		if (depth == 0) return true;
	}
	return false;
}

static bool drop_all(lines *l)
{
	bool any = false;
	for (int k = 0; k < l->n; k++) {
		line_kind kind = l->list[k].kind;
		if (l->list[k].drop || kind == LINE_TEXT || kind == LINE_OTHER) continue;
		if (kind == LINE_IF && ends(l, k)) {
			k = end_of(l, k);
			continue;
		}
		any = true;
		if (kind == LINE_IF)
			drop_open(l, k);
		else
			drop(l, k, kind == LINE_ELSE ? end_of(l, k) : k);
	}
	return any;
}

void conditionals_balance(text *t)
{
	lines l = lines_of(text_get(t), t->size);
	text kept = {0};
	bool any = drop_all(&l);
	for (int k = 0; k < l.n && any; k++)
		for (size_t at = l.list[k].begin; at < l.list[k].end; at++)
			if (!l.list[k].drop || t->data[at] == '\n') text_add_n(&kept, t->data + at, 1);
	if (any) {
		text_free(t);
		*t = kept;
	}
	free(l.list);
}

bool conditionals_only(const char *source, size_t size)
{
	bool only = true;
	lines l = lines_of(source, size);
	for (int k = 0; k < l.n; k++) only &= l.list[k].kind != LINE_OTHER;
	free(l.list);
	return only;
}
