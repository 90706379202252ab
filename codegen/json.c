// SPDX-License-Identifier: Apache-2.0
#include "json.h"

#include <string.h>

static void add_character(text *out, unsigned c)
{
	if (c == '"' || c == '\\')
		text_printf(out, "\\%c", (int)c);
	else
		text_printf(out, "\\u%04x", c);
}

// The number of bytes of the character of UTF-8 at `s`; 0: it is none.
static size_t utf8_length(const unsigned char *s)
{
	if (s[0] < 0x80) return 1;
	size_t n = s[0] >= 0xc2 && s[0] < 0xe0   ? 2
	           : s[0] >= 0xe0 && s[0] < 0xf0 ? 3
	           : s[0] >= 0xf0 && s[0] < 0xf5 ? 4
	                                         : 0;
	for (size_t k = 1; k < n; k++)
		if ((s[k] & 0xc0) != 0x80) return 0;
	// Longer than it need be, a surrogate, beyond the last one.
	bool wrong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0) || (s[0] == 0xf0 && s[1] < 0x90) ||
	             (s[0] == 0xf4 && s[1] >= 0x90);
	return wrong ? 0 : n;
}

static void add_quoted(text *out, const char *value)
{
	text_add(out, "\"");
	for (const unsigned char *s = (const unsigned char *)value; *s;) {
		size_t n = utf8_length(s);
		if (n == 0 || (n == 1 && (*s < 0x20 || *s == '"' || *s == '\\' || *s == 0x7f)))
			add_character(out, *s), n = 1;
		else
			text_add_n(out, (const char *)s, n);
		s += n;
	}
	text_add(out, "\"");
}

static void begin(text *out, const char *key)
{
	size_t at = out->size;
	while (at > 0 && strchr("\n ", out->data[at - 1])) at--;
	bool first = at == 0 || strchr("[{", out->data[at - 1]);
	if (!first && at == out->size) text_add(out, ", ");
	if (!key) return;
	add_quoted(out, key);
	text_add(out, ": ");
}

void json_line(text *out)
{
	bool first = out->size == 0 || strchr("[{", out->data[out->size - 1]);
	text_add(out, first ? "\n" : ",\n");
}

void json_open(text *out, const char *key, char bracket)
{
	begin(out, key);
	text_printf(out, "%c", bracket);
}

void json_close(text *out, char bracket) { text_printf(out, "%c", bracket); }

void json_string(text *out, const char *key, const char *value)
{
	begin(out, key);
	add_quoted(out, value);
}

void json_string_if(text *out, const char *key, const char *value)
{
	if (value && *value) json_string(out, key, value);
}

void json_number(text *out, const char *key, long value)
{
	begin(out, key);
	text_printf(out, "%ld", value);
}

void json_null(text *out, const char *key)
{
	begin(out, key);
	text_add(out, "null");
}

void json_flag(text *out, const char *key, bool value)
{
	if (!value) return;
	begin(out, key);
	text_add(out, "true");
}

void json_key(text *out, const char *key) { begin(out, key); }

void json_text(text *out, const char *key, const char *json)
{
	begin(out, key);
	text_add(out, json);
}
