// SPDX-License-Identifier: Apache-2.0
//
// Text that is being built.
#ifndef HPCC_CODEGEN_TEXT_H
#define HPCC_CODEGEN_TEXT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct text {
	char *data; // NUL-terminated; NULL while empty
	size_t size, room;
} text;

void text_add(text *t, const char *s);
void text_add_n(text *t, const char *s, size_t n);
void text_printf(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
// As a string literal of C.
void text_add_string(text *t, const char *s);
// The text so far, never NULL; valid until the next change.
const char *text_get(const text *t);
// Adds `s` with its lines that are longer than `columns` (tabs count 8) continued behind commas and operators.
void text_add_wrapped(text *t, const char *s, int columns);
// Adds a function: its head and, in braces, its body, whose lines end with newlines; in one line where there is room.
void text_add_function(text *t, const char *head, const char *body);
// Takes back what was added since the text had that size.
void text_cut(text *t, size_t size);
void text_free(text *t);

#endif
