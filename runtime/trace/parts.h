// SPDX-License-Identifier: Apache-2.0
//
// What an element of an array holds, as text that the compiler makes and traces hand on: a word for each part, as in
//
//     f8@0.x f4*3@8.v i4@20.n
//
// kind, bytes, how many of them side by side, offset, and what is written behind the element to name it. What is
// between parts is padding, and means nothing. Read by the runtime and by hpcc-compare.
#ifndef HPCC_RUNTIME_PARTS_H
#define HPCC_RUNTIME_PARTS_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HPCC_MOST_PARTS = 128 };

// 'f': float or double, 'x': the long double of ten bytes, 'i', 'u': integers, 'b': bytes.
typedef struct hpcc_part {
	char kind;
	size_t size, count, offset;
	char name[64];
} hpcc_part;

static inline const char *hpcc_part_read(const char *text, hpcc_part *p)
{
	char *at;
	p->kind = *text++;
	p->size = strtoul(text, &at, 10);
	p->count = *at == '*' ? strtoul(at + 1, &at, 10) : 1;
	p->offset = *at == '@' ? strtoul(at + 1, &at, 10) : 0;
	size_t length = strcspn(at, " ");
	snprintf(p->name, sizeof p->name, "%.*s", (int)length, at);
	at += length;
	return at + strspn(at, " ");
}

// How many parts there are; where the text (NULL: unknown) says none that are within the element, one of bytes.
static inline int hpcc_parts_read(const char *text, size_t element, hpcc_part *list)
{
	int n = 0, right = text && *text;
	for (const char *at = text ? text : ""; *at && right; n++) {
		if (n == HPCC_MOST_PARTS) return 0;
		at = hpcc_part_read(at, &list[n]);
		right = list[n].size > 0 && list[n].count > 0 && list[n].offset <= element &&
		        list[n].count <= (element - list[n].offset) / list[n].size;
	}
	if (right) return n;
	list[0] = (hpcc_part){.kind = 'b', .size = element, .count = 1};
	return 1;
}

// The value of a part that is a floating-point number.
static inline int hpcc_part_number(const hpcc_part *p, const char *at, long double *value)
{
	float f;
	double d;
	if (p->kind == 'f' && p->size == sizeof f) {
		memcpy(&f, at, sizeof f);
		*value = f;
	} else if (p->kind == 'f' && p->size == sizeof d) {
		memcpy(&d, at, sizeof d);
		*value = d;
	} else if (p->kind == 'x' && p->size == sizeof *value) {
		memcpy(value, at, sizeof *value);
	} else {
		return 0;
	}
	return 1;
}

// How many of its bytes mean something.
static inline size_t hpcc_part_bytes(const hpcc_part *p) { return p->kind == 'x' ? 10 : p->size; }

// Bytes behind a line of <file>.elements (trace.h): <step> <name> <holds> <bytes> <rank> <extents...>. 0: it is none.
static inline size_t hpcc_trace_bytes(const char *line)
{
	for (int k = 0; k < 3 && line; k++) line = (line = strchr(line, '\t')) ? line + 1 : NULL;
	if (!line) return 0;
	char *at;
	size_t bytes = strtoul(line, &at, 10);
	for (unsigned long rank = strtoul(at, &at, 10); rank > 0; rank--)
		if (__builtin_mul_overflow(bytes, strtoul(at, &at, 10), &bytes)) return 0;
	return bytes;
}

enum { HPCC_TRACE_LINE = 1 << 14 };

#endif
