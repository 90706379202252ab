// SPDX-License-Identifier: Apache-2.0
//
// JSON that is being written. Commas are put where they belong; bytes that are no UTF-8 are written as the characters
// of Latin-1, so that a source in any encoding gives valid JSON.
#ifndef HPCC_CODEGEN_JSON_H
#define HPCC_CODEGEN_JSON_H

#include "text.h"

// `key` NULL: an element of an array, or the whole.
void json_open(text *out, const char *key, char bracket); // '{' or '['
void json_close(text *out, char bracket);                 // '}' or ']'
void json_string(text *out, const char *key, const char *value);
// Nothing where it is NULL or empty.
void json_string_if(text *out, const char *key, const char *value);
void json_number(text *out, const char *key, long value);
void json_null(text *out, const char *key);
// Nothing where it is false.
void json_flag(text *out, const char *key, bool value);
// What follows is the key's value.
void json_key(text *out, const char *key);
// A value that is JSON already.
void json_text(text *out, const char *key, const char *json);
// What follows begins a line.
void json_line(text *out);

#endif
