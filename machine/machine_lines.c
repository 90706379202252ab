// SPDX-License-Identifier: Apache-2.0
//
// In which line of the file a value stands. Jansson does not keep that, so the text is walked again along the value's
// path when a message needs it. Jansson has accepted the text before: strings end, brackets fit. Where they do not,
// the walk ends at the text's end all the same.
#include "machine_errors.h"

#include <string.h>

typedef struct walk {
	const char *at, *end;
} walk;

static char next(const walk *w) { return w->at < w->end ? *w->at : '\0'; }

static void skip_space(walk *w)
{
	while (w->at < w->end && strchr(" \t\r\n", *w->at)) w->at++;
}

static bool take(walk *w, char c)
{
	skip_space(w);
	if (next(w) != c || w->at == w->end) return false;
	w->at++;
	return true;
}

static void skip_string(walk *w)
{
	for (w->at++; w->at < w->end && *w->at != '"'; w->at++)
		if (*w->at == '\\') w->at++;
	w->at = w->at < w->end ? w->at + 1 : w->end;
}

static void skip_value(walk *w)
{
	long depth = 0;
	skip_space(w);
	while (w->at < w->end) {
		const char c = *w->at;
		if (depth == 0 && strchr(",]}", c)) return;
		if (c == '"') {
			skip_string(w);
		} else {
			depth += strchr("[{", c) ? 1 : strchr("]}", c) ? -1 : 0;
			w->at++;
		}
		if (depth == 0 && (c == '"' || strchr("]}", c))) return;
	}
}

// Goes to the value of a key, of the last one of that name as Jansson does. Keys are compared as they are written: one
// with escapes is none that a message names.
static bool enter_key(walk *w, const char *key)
{
	const char *found = NULL;
	const size_t size = strlen(key);
	if (!take(w, '{')) return false;
	while (skip_space(w), next(w) == '"') {
		const char *name = w->at;
		skip_string(w);
		const bool same = (size_t)(w->at - name) == size + 2 && !memcmp(name + 1, key, size);
		if (!take(w, ':')) break;
		skip_space(w);
		if (same) found = w->at;
		skip_value(w);
		if (!take(w, ',')) break;
	}
	if (found) w->at = found;
	return found != NULL;
}

static bool enter_element(walk *w, int index)
{
	if (!take(w, '[')) return false;
	for (int k = 0; k < index; k++) {
		skip_value(w);
		if (!take(w, ',')) return false;
	}
	skip_space(w);
	return true;
}

// Leaves the walk at the innermost value that is there.
static bool enter(walk *w, const machine_path *path)
{
	if (!path) {
		skip_space(w);
		return true;
	}
	if (!enter(w, path->up)) return false;
	walk inner = *w;
	if (!(path->key ? enter_key(&inner, path->key) : enter_element(&inner, path->index))) return false;
	*w = inner;
	return true;
}

int hpcc_machine_line(const char *text, size_t size, const machine_path *path)
{
	walk w = {text, text + size};
	int line = 1;
	enter(&w, path);
	for (const char *c = text; c < w.at; c++) line += *c == '\n';
	return line;
}
