// SPDX-License-Identifier: Apache-2.0
#include "edit.h"

#include <stdlib.h>
#include <string.h>

void edits_replace(edits *e, unsigned begin, unsigned end, const char *s, int order)
{
	for (int k = 0; k < e->n && begin != end; k++)
		if (e->list[k].begin == begin && e->list[k].end == end && !strcmp(e->list[k].text, s)) return;
	if (e->n == e->room) {
		e->room = e->room ? 2 * e->room : 64;
		edit *larger = realloc(e->list, sizeof *larger * (size_t)e->room);
		if (!larger) abort();
		e->list = larger;
	}
	char *copy = strdup(s);
	if (!copy) abort();
	e->list[e->n] = (edit){begin, end, order, e->n, copy};
	e->n++;
}

// By place; insertions come before a replacement that begins where they stand.
static int compare(const void *a, const void *b)
{
	const edit *x = a, *y = b;
	if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
	if ((x->begin == x->end) != (y->begin == y->end)) return x->begin == x->end ? -1 : 1;
	if (x->order != y->order) return x->order < y->order ? -1 : 1;
	if (x->end != y->end) return x->end < y->end ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

bool edits_apply(edits *e, const char *source, unsigned begin, unsigned end, text *out)
{
	if (e->n > 1) qsort(e->list, (size_t)e->n, sizeof *e->list, compare);
	unsigned at = begin;
	for (int k = 0; k < e->n; k++) {
		const edit *d = &e->list[k];
		if (d->begin < begin || d->end > end) continue;
		if (d->begin < at) return false;
		text_add_n(out, source + at, d->begin - at);
		text_add(out, d->text);
		at = d->end;
	}
	text_add_n(out, source + at, end - at);
	return true;
}

void edits_remove(edits *e, int at)
{
	free(e->list[at].text);
	e->n--;
	memmove(&e->list[at], &e->list[at + 1], sizeof *e->list * (size_t)(e->n - at));
}

void edits_free(edits *e)
{
	for (int k = 0; k < e->n; k++) free(e->list[k].text);
	free(e->list);
	*e = (edits){0};
}
