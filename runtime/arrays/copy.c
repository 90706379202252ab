// SPDX-License-Identifier: Apache-2.0
//
// Copies of boxes of memory: into a dense buffer, out of it, and from one store to another.
#include "arrays.h"
#include <string.h>

void *hpcc_place_at(const place_t *place, int rank, const long *index)
{
	uintptr_t at = place->origin;
	for (int d = 0; d < rank; d++) at += (uintptr_t)(index[d] * place->stride[d]);
	return (void *)at;
}

// A copy of n[0] x n[1] x ... elements; strides in bytes on both sides.
typedef struct copy_t {
	int rank;
	size_t element;
	long n[HPCC_MAX_RANK], to[HPCC_MAX_RANK], from[HPCC_MAX_RANK];
} copy_t;

// Drops dimensions of one element and joins those that continue each other on both sides.
static void simplify(copy_t *c)
{
	int kept = 0;
	for (int d = 0; d < c->rank; d++) {
		if (c->n[d] == 1) continue;
		if (kept > 0 && c->to[kept - 1] == c->to[d] * c->n[d] && c->from[kept - 1] == c->from[d] * c->n[d])
			c->n[kept - 1] *= c->n[d];
		else
			c->n[kept++] = c->n[d];
		c->to[kept - 1] = c->to[d];
		c->from[kept - 1] = c->from[d];
	}
	c->rank = kept;
}

static inline __attribute__((always_inline)) void copy_elements(
        long n, size_t element, char *restrict to, long to_step, const char *restrict from, long from_step)
{
	long i = 0;
	for (; i + 4 <= n; i += 4) {
		memcpy(to + i * to_step, from + i * from_step, element);
		memcpy(to + (i + 1) * to_step, from + (i + 1) * from_step, element);
		memcpy(to + (i + 2) * to_step, from + (i + 2) * from_step, element);
		memcpy(to + (i + 3) * to_step, from + (i + 3) * from_step, element);
	}
	for (; i < n; i++) memcpy(to + i * to_step, from + i * from_step, element);
}

static void copy_line(long n, size_t element, char *to, long to_step, const char *from, long from_step)
{
	if (to_step == (long)element && from_step == (long)element)
		memcpy(to, from, (size_t)n * element);
	else if (element == 8)
		copy_elements(n, 8, to, to_step, from, from_step);
	else if (element == 4)
		copy_elements(n, 4, to, to_step, from, from_step);
	else
		copy_elements(n, element, to, to_step, from, from_step);
}

static void copy_from(const copy_t *c, int d, char *to, const char *from)
{
	if (d == c->rank)
		memcpy(to, from, c->element);
	else if (d == c->rank - 1)
		copy_line(c->n[d], c->element, to, c->to[d], from, c->from[d]);
	else
		for (long i = 0; i < c->n[d]; i++) copy_from(c, d + 1, to + i * c->to[d], from + i * c->from[d]);
}

// Counts of a box and, in `stride`, the distance between its elements at `place`; returns its first element's address.
static char *lay_out(int rank, const box_t *b, const place_t *place, long *n, long *stride)
{
	long first[HPCC_MAX_RANK] = {0};
	for (int d = 0; d < rank; d++) {
		n[d] = hpcc_range_count(&b->d[d]);
		stride[d] = place->stride[d] * b->d[d].step;
		first[d] = b->d[d].lo;
	}
	return hpcc_place_at(place, rank, first);
}

static void dense_strides(const copy_t *c, long *stride)
{
	long bytes = (long)c->element;
	for (int d = c->rank - 1; d >= 0; d--) {
		stride[d] = bytes;
		bytes *= c->n[d];
	}
}

void *hpcc_contiguous(const boxes_t *list, const place_t *place, size_t element)
{
	if (list->n != 1) return NULL;
	copy_t c = {.rank = list->rank, .element = element};
	char *first = lay_out(list->rank, &list->box[0], place, c.n, c.to);
	dense_strides(&c, c.from);
	for (int d = 0; d < c.rank; d++)
		if (c.n[d] > 1 && c.to[d] != c.from[d]) return NULL;
	return first;
}

void hpcc_pack(const boxes_t *list, const place_t *from, size_t element, char *to)
{
	for (int k = 0; k < list->n; k++) {
		copy_t c = {.rank = list->rank, .element = element};
		char *first = lay_out(list->rank, &list->box[k], from, c.n, c.from);
		dense_strides(&c, c.to);
		simplify(&c);
		copy_from(&c, 0, to, first);
		to += hpcc_box_count(list->rank, &list->box[k]) * (long)element;
	}
}

void hpcc_unpack(const boxes_t *list, const place_t *to, size_t element, const char *from)
{
	for (int k = 0; k < list->n; k++) {
		copy_t c = {.rank = list->rank, .element = element};
		char *first = lay_out(list->rank, &list->box[k], to, c.n, c.to);
		dense_strides(&c, c.from);
		simplify(&c);
		copy_from(&c, 0, first, from);
		from += hpcc_box_count(list->rank, &list->box[k]) * (long)element;
	}
}

void hpcc_copy_box(int rank, const box_t *b, size_t element, const place_t *to, const place_t *from)
{
	copy_t c = {.rank = rank, .element = element};
	char *target = lay_out(rank, b, to, c.n, c.to);
	const char *source = lay_out(rank, b, from, c.n, c.from);
	if (target == source || hpcc_box_count(rank, b) == 0) return;
	simplify(&c);
	copy_from(&c, 0, target, source);
}

static void set_from(const copy_t *c, int d, char *to, int value)
{
	if (d == c->rank)
		memset(to, value, c->element);
	else if (d == c->rank - 1 && c->to[d] == (long)c->element)
		memset(to, value, (size_t)c->n[d] * c->element);
	else
		for (long i = 0; i < c->n[d]; i++) set_from(c, d + 1, to + i * c->to[d], value);
}

void hpcc_set_box(int rank, const box_t *b, size_t element, const place_t *to, int value)
{
	copy_t c = {.rank = rank, .element = element};
	if (hpcc_box_count(rank, b) == 0) return;
	char *target = lay_out(rank, b, to, c.n, c.to);
	memcpy(c.from, c.to, sizeof c.from);
	simplify(&c);
	set_from(&c, 0, target, value);
}
