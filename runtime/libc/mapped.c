// SPDX-License-Identifier: Apache-2.0
//
// Mapped memory behind the pointers that printf and scanf get, and as bytes (memset and its kin, qsort).
#define _GNU_SOURCE
#include "../nests/nests.h"
#include "libc.h"
#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

// ---- one conversion of a format ---------------------------------------------------------------

enum { NO_NUMBER = -1, STAR = -2 };

typedef enum length { AS_IS, CHAR, SHORT, LONG, LONG_LONG, INTMAX, SIZE, PTRDIFF, LONG_DOUBLE } length;

typedef struct conversion {
	int position;   // %2$d: 2; 0: the next one
	int suppressed; // scanf's %*d
	int allocates;  // scanf's %ms
	long width, precision;
	length size;
	char letter; // [ for a set
} conversion;

static long read_number(const char **at)
{
	if (!isdigit((unsigned char)**at)) return NO_NUMBER;
	char *end;
	long value = strtol(*at, &end, 10);
	*at = end;
	return value;
}

static length read_length(const char **at)
{
	char c = **at;
	if (!c || !strchr("hlLqjzZt", c)) return AS_IS;
	++*at;
	int twice = (c == 'h' || c == 'l') && **at == c;
	*at += twice;
	switch (c) {
	case 'h': return twice ? CHAR : SHORT;
	case 'l': return twice ? LONG_LONG : LONG;
	case 'j': return INTMAX;
	case 't': return PTRDIFF;
	case 'z':
	case 'Z': return SIZE;
	default: return LONG_DOUBLE;
	}
}

static void skip_set(const char **at)
{
	if (**at == '^') ++*at;
	if (**at == ']') ++*at;
	while (**at && **at != ']') ++*at;
	if (**at) ++*at;
}

// The next conversion (%% is none) at or after *format, which moves behind it; 0: there is no more.
static int next_conversion(const char **format, int is_scanf, conversion *c)
{
	const char *at = *format;
	for (;;) {
		at = strchr(at, '%');
		if (!at || !at[1]) return 0;
		if (at[1] != '%') break;
		at += 2;
	}
	at++;
	*c = (conversion){.width = NO_NUMBER, .precision = NO_NUMBER};
	const char *number = at;
	long position = read_number(&number);
	if (*number == '$') {
		c->position = (int)position;
		at = number + 1;
	}
	for (; *at && strchr(is_scanf ? "*'I" : "-+ #0'I", *at); at++) c->suppressed |= *at == '*';
	if (!is_scanf && *at == '*') {
		c->width = STAR;
		at++;
	} else {
		c->width = read_number(&at);
	}
	if (!is_scanf && *at == '.') {
		at++;
		if (*at == '*') {
			c->precision = STAR;
			at++;
		} else {
			c->precision = read_number(&at);
			if (c->precision < 0) c->precision = 0;
		}
	}
	if (is_scanf && *at == 'm') {
		c->allocates = 1;
		at++;
	}
	c->size = read_length(&at);
	c->letter = *at;
	if (*at) at++;
	if (is_scanf && c->letter == '[') skip_set(&at);
	*format = at;
	return c->letter != 0;
}

// ---- printf -----------------------------------------------------------------------------------

// How far text in memory without a mapping goes before mapped memory begins.
static size_t until_mapped(const char *text, size_t most)
{
	const desc_t *next = hpcc_find_next(text);
	return next && (size_t)(next->base - text) < most ? (size_t)(next->base - text) : most;
}

// What lies behind the text's end, or behind the end of the array that it stands in, is left alone: on each process
// that is other memory.
void hpcc_libc_gather_string(const char *text, size_t most)
{
	enum { PIECE = 256 };
	if (!HPCC_MAYBE_MAPPED(text)) return;
	for (size_t at = 0; at < most;) {
		const desc_t *desc = hpcc_find(text + at);
		size_t n = most - at;
		if (desc) {
			n = MIN_OF(MIN_OF(n, PIECE), (size_t)(desc->base + desc->bytes - (text + at)));
			hpcc_gather(text + at, n);
		} else {
			n = until_mapped(text + at, n);
		}
		if (strnlen(text + at, n) < n) return;
		at += n;
	}
}

// So that what one function took is gone for its caller, whatever va_list is.
typedef struct arguments {
	va_list list;
} arguments;

static void skip_integer(length size, arguments *args)
{
	if (size == LONG || size == LONG_LONG || size == LONG_DOUBLE || size == INTMAX || size == SIZE ||
	        size == PTRDIFF)
		(void)va_arg(args->list, long long);
	else
		(void)va_arg(args->list, int);
}

static void gather_argument(const conversion *c, long precision, arguments *args)
{
	switch (c->letter) {
	case 's':
		hpcc_libc_gather_string(
		        va_arg(args->list, const char *), precision < 0 ? (size_t)-1 : (size_t)precision);
		break;
	case 'S':
	case 'p':
	case 'n': (void)va_arg(args->list, void *); break;
	case 'a':
	case 'A':
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G':
		if (c->size == LONG_DOUBLE)
			(void)va_arg(args->list, long double);
		else
			(void)va_arg(args->list, double);
		break;
	case 'm': break;
	default: skip_integer(c->size, args);
	}
}

void hpcc_libc_gather_arguments(const char *format, va_list caller)
{
	hpcc_libc_gather_string(format, (size_t)-1);
	if (!strchr(format, 's')) return;
	arguments args;
	va_copy(args.list, caller);
	conversion c;
	while (next_conversion(&format, 0, &c)) {
		if (c.position) break;
		if (c.width == STAR) (void)va_arg(args.list, int);
		long precision = c.precision == STAR ? va_arg(args.list, int) : c.precision;
		gather_argument(&c, precision, &args);
	}
	va_end(args.list);
}

// ---- scanf ------------------------------------------------------------------------------------

static size_t integer_size(length size)
{
	switch (size) {
	case CHAR: return 1;
	case SHORT: return sizeof(short);
	case AS_IS: return sizeof(int);
	default: return sizeof(long long);
	}
}

static size_t stored_size(const conversion *c, const void *at)
{
	if (c->allocates) return sizeof(char *);
	int is_wide = c->size == LONG || c->letter == 'S' || c->letter == 'C';
	switch (c->letter) {
	case 'a':
	case 'A':
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G':
		return c->size == LONG_DOUBLE ? sizeof(long double) : c->size == LONG ? sizeof(double) : sizeof(float);
	case 's':
	case 'S':
	case '[': return is_wide ? (wcslen(at) + 1) * sizeof(wchar_t) : strlen(at) + 1;
	case 'c':
	case 'C': return (c->width < 0 ? 1 : (size_t)c->width) * (is_wide ? sizeof(wchar_t) : 1);
	case 'p': return sizeof(void *);
	default: return integer_size(c->size);
	}
}

void hpcc_libc_scatter_arguments(const char *format, va_list caller, int count)
{
	va_list args;
	va_copy(args, caller);
	conversion c;
	while (next_conversion(&format, 1, &c)) {
		if (c.suppressed) continue;
		if (c.letter != 'n' && count-- <= 0) break;
		void *at = va_arg(args, void *);
		if (HPCC_MAYBE_MAPPED(at)) hpcc_scatter(at, stored_size(&c, at));
	}
	va_end(args);
}

// ---- memory as bytes --------------------------------------------------------------------------

void *hpcc_memset(void *to, int value, size_t bytes)
{
	return HPCC_MAYBE_MAPPED(to) ? hpcc_mem_set(to, value, bytes) : memset(to, value, bytes);
}

void *hpcc_memcpy(void *to, const void *from, size_t bytes)
{
	return HPCC_MAYBE_MAPPED(to) || HPCC_MAYBE_MAPPED(from) ? hpcc_mem_copy(to, from, bytes)
	                                                        : memcpy(to, from, bytes);
}

void *hpcc_memmove(void *to, const void *from, size_t bytes)
{
	return HPCC_MAYBE_MAPPED(to) || HPCC_MAYBE_MAPPED(from) ? hpcc_mem_move(to, from, bytes)
	                                                        : memmove(to, from, bytes);
}

int hpcc_memcmp(const void *a, const void *b, size_t bytes)
{
	if (HPCC_MAYBE_MAPPED(a)) hpcc_gather(a, bytes);
	if (HPCC_MAYBE_MAPPED(b)) hpcc_gather(b, bytes);
	return memcmp(a, b, bytes);
}

// In a nest memory is as the nest has fetched it, and each process calls for itself.
static int is_as_it_is(const void *base) { return !HPCC_MAYBE_MAPPED(base) || hpcc_depth > 0; }

// Every process sorts, the owners keep their part. What the program's function compares is here.
void hpcc_libc_qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *))
{
	if (is_as_it_is(base)) {
		qsort(base, n, size, compare);
		return;
	}
	hpcc_gather(base, n * size);
	hpcc_span before = hpcc_take_as_here(base, n * size);
	qsort(base, n, size, compare);
	hpcc_here = before;
	hpcc_scatter(base, n * size);
}

void hpcc_qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *))
{
	hpcc_libc_qsort(base, n, size, compare);
}

void hpcc_libc_qsort_r(
        void *base, size_t n, size_t size, int (*compare)(const void *, const void *, void *), void *data)
{
	if (is_as_it_is(base)) {
		qsort_r(base, n, size, compare, data);
		return;
	}
	hpcc_gather(base, n * size);
	hpcc_span before = hpcc_take_as_here(base, n * size);
	qsort_r(base, n, size, compare, data);
	hpcc_here = before;
	hpcc_scatter(base, n * size);
}

void *hpcc_libc_bsearch(
        const void *key, const void *base, size_t n, size_t size, int (*compare)(const void *, const void *))
{
	if (is_as_it_is(base)) return bsearch(key, base, n, size, compare);
	hpcc_gather(base, n * size);
	hpcc_span before = hpcc_take_as_here(base, n * size);
	void *found = bsearch(key, base, n, size, compare);
	hpcc_here = before;
	return found;
}
