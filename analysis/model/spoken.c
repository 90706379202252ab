// SPDX-License-Identifier: Apache-2.0
#include "spoken.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct spoken_name {
	char *name, *text;
	struct spoken_name *next;
} spoken_name;
static spoken_name *names;

void spoken_stands_for(const char *name, const char *text)
{
	spoken_name *made = malloc(sizeof *made);
	if (!made) abort();
	*made = (spoken_name){strdup(name), strdup(text), names};
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
	for (const spoken_name *made = names; made; made = made->next)
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

// p[hpcc_at_p] is *p, p[hpcc_at_p + e] is p[e]; elsewhere the index is what the pointer is at. Gives what is read of
// `s`, and moves *out.
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

// ---- what the runtime is asked -----------------------------------------------------------------

// The end of an argument of a call: its `,` or `)`; NULL: there is none.
static const char *argument_end(const char *s)
{
	int depth = 0;
	for (; *s; s++) {
		if (depth == 0 && (*s == ',' || *s == ')')) return s;
		depth += *s == '(' || *s == '[';
		depth -= *s == ')' || *s == ']';
	}
	return NULL;
}

enum { MOST_ARGUMENTS = 4 };
typedef struct argument {
	const char *text;
	int length;
} argument;

// The arguments of a call, `s` behind its parenthesis; where it ends, NULL: it has another number of them.
static const char *arguments(const char *s, argument *to, int n)
{
	for (int k = 0; k < n; k++) {
		const char *end = argument_end(s);
		if (!end || (*end == ')') != (k + 1 == n)) return NULL;
		to[k] = (argument){s, (int)(end - s)};
		for (s = end + 1; *s == ' ' && k + 1 < n;) s++;
	}
	return s;
}

// A question to the runtime, with its arguments; and what a programmer would write for it.
typedef struct question {
	const char *call;
	int n;
	const char *last; // its last argument; NULL: any
	const char *words;
	int order[MOST_ARGUMENTS]; // of the arguments in it
} question;

static const question questions[] = {
        {"HPCC_VALUE(", 1, NULL, "%.*s", {0}},
        {"HPCC_NEAR(", 4, "HPCC_LEAST", "min(%.*s[%.*s:%.*s])", {0, 1, 2}},
        {"HPCC_NEAR(", 4, "HPCC_MOST", "max(%.*s[%.*s:%.*s])", {0, 1, 2}},
        {"HPCC_NEAR(", 4, "HPCC_BELOW", "min(%.*s[k] - k)", {0}},
        {"HPCC_NEAR(", 4, "HPCC_ABOVE", "max(%.*s[k] - k)", {0}},
        {"HPCC_NEAR(", 4, "HPCC_UP", "upturn(%.*s)", {0}},
        {"HPCC_NEAR(", 4, "HPCC_DOWN", "downturn(%.*s)", {0}},
};

static bool is_asked(const question *q, const argument *a)
{
	const argument *last = &a[q->n - 1];
	return !q->last || ((int)strlen(q->last) == last->length && !strncmp(last->text, q->last, strlen(q->last)));
}

// The text with the call at `at` in words, which are shorter; NULL: it is none. To be freed.
static char *in_words(const char *text, const char *at)
{
	for (size_t k = 0; k < sizeof questions / sizeof *questions; k++) {
		const question *q = &questions[k];
		argument a[MOST_ARGUMENTS] = {0};
		const char *behind =
		        strncmp(at, q->call, strlen(q->call)) ? NULL : arguments(at + strlen(q->call), a, q->n);
		if (!behind || !is_asked(q, a)) continue;
		size_t room = strlen(text) + strlen(q->words) + 1;
		char *result = malloc(room), *out = result;
		if (!result) abort();
		const argument *first = &a[q->order[0]], *second = &a[q->order[1]], *third = &a[q->order[2]];
		out += sprintf(out, "%.*s", (int)(at - text), text);
		out += sprintf(out, q->words, first->length, first->text, second->length, second->text, third->length,
		        third->text);
		sprintf(out, "%s", behind);
		return result;
	}
	return NULL;
}

// What the runtime is asked in the words of a programmer. To be freed.
static char *without_questions(const char *text)
{
	char *now = strdup(text);
	if (!now) abort();
	for (char *at = now; (at = strstr(at, "HPCC_"));) {
		char *next = in_words(now, at);
		if (!next) {
			at++;
			continue;
		}
		free(now);
		at = now = next;
	}
	return now;
}

static char *in_source(const char *text);

// ---- members by their places --------------------------------------------------------------------

// The last place before `end` where `what` begins; NULL: none.
static const char *last_before(const char *text, const char *end, const char *what)
{
	const char *last = NULL;
	for (const char *at = text; (at = strstr(at, what)) && at < end; at++) last = at;
	return last;
}

// The innermost member that is written by its place, (*(__typeof__(type) *)((char *)&(object) + offset SPOKEN_MEMBER
// name */)), or (char *)(pointer), becomes object.name or pointer->name, which is shorter. False: there is none.
static bool name_member(char *text)
{
	static const char type[] = "(*(__typeof__(", place[] = " *)((char *)", offset[] = " + ", close[] = " */))";
	const char *mark = strstr(text, SPOKEN_MEMBER);
	if (!mark) return false;
	const char *name = mark + sizeof SPOKEN_MEMBER - 1, *behind = strstr(name, close),
	           *begin = last_before(text, mark, type), *object = begin ? strstr(begin, place) : NULL,
	           *end = object ? last_before(object, mark, offset) : NULL;
	if (!behind || !end) return false;
	object += sizeof place - 1;
	const char *dot = *object == '&' ? "." : "->";
	object += *object == '&';
	if (*object == '(' && end[-1] == ')') object++, end--;
	if (*object == '*' && word_at(object + 1) == (size_t)(end - object - 1)) object++, dot = "->";
	char *result = malloc(strlen(text) + 1);
	if (!result) abort();
	sprintf(result, "%.*s%.*s%s%.*s%s", (int)(begin - text), text, (int)(end - object), object, dot,
	        (int)(behind - name), name, behind + sizeof close - 1);
	strcpy(text, result);
	free(result);
	return true;
}

char *spoken(const char *text)
{
	char *plain = without_questions(text), *result = in_source(plain);
	while (name_member(result)) continue;
	free(plain);
	return result;
}

static char *in_source(const char *text)
{
	size_t room = strlen(text) + 1;
	for (const spoken_name *made = names; made; made = made->next)
		for (const char *at = text; (at = strstr(at, made->name)); at++) room += strlen(made->text) + 2;
	char *result = malloc(room), *out = result;
	if (!result) abort();
	while (*text) {
		size_t n = word_at(text);
		const char *stands = n ? text_of(text, n) : NULL;
		bool index = n > sizeof SPOKEN_INDEX - 1 && !strncmp(text, SPOKEN_INDEX, sizeof SPOKEN_INDEX - 1);
		if (stands) {
			out += sprintf(out, word_at(stands) == strlen(stands) ? "%s" : "(%s)", stands);
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
