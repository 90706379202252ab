// SPDX-License-Identifier: Apache-2.0
//
// Messages about a machine file.
#include "machine_errors.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void hpcc_machine_errors_begin(machine_errors *e, const char *name, const char *text, size_t size)
{
	*e = (machine_errors){.name = name, .text = text, .size = size};
	e->out = open_memstream(&e->told, &e->told_size);
	if (!e->out) abort(); // there is no memory
}

char *hpcc_machine_errors_end(machine_errors *e)
{
	if (e->n > MACHINE_MOST_ERRORS)
		fprintf(e->out, "%s: and %d more\n", hpcc_machine_quoted(e->name), e->n - MACHINE_MOST_ERRORS);
	fclose(e->out);
	if (e->n > 0) return e->told;
	free(e->told);
	return NULL;
}

// ---- text of the file -------------------------------------------------------------------------

static bool is_tame(const unsigned char *c)
{
	// Control characters of ASCII, and those of Unicode (C2 80 to C2 9F).
	return *c >= ' ' && *c != 127 && !(*c == 0xc2 && c[1] < 0xa0);
}

enum { MOST_QUOTED = 120, QUOTED_SIZE = MOST_QUOTED + 16 };

static const char *quote(char *quoted, const char *text)
{
	size_t n = 0;
	const unsigned char *c = (const unsigned char *)text;
	// Not within a character of several bytes.
	for (; *c && (n < MOST_QUOTED || (*c & 0xc0) == 0x80) && n < MOST_QUOTED + 4; c++)
		quoted[n++] = is_tame(c) ? (char)*c : '?';
	strcpy(quoted + n, *c ? "..." : "");
	return quoted;
}

const char *hpcc_machine_quoted(const char *text)
{
	enum { BUFFERS = 4 };
	static _Thread_local char buffer[BUFFERS][QUOTED_SIZE];
	static _Thread_local int next;
	next = (next + 1) % BUFFERS;
	return quote(buffer[next], text);
}

// What is printed beside may be in the buffers that are used again.
static void print_quoted(FILE *out, const char *text)
{
	char quoted[QUOTED_SIZE];
	fputs(quote(quoted, text), out);
}

static void print_path(FILE *out, const machine_path *path)
{
	if (!path) return;
	print_path(out, path->up);
	if (!path->key) {
		fprintf(out, "[%d]", path->index);
		return;
	}
	if (path->up) fputc('.', out);
	print_quoted(out, path->key);
}

// ---- messages ---------------------------------------------------------------------------------

static void begin_message(machine_errors *e, int line)
{
	print_quoted(e->out, e->name);
	if (line > 0) fprintf(e->out, ":%d", line);
	fputs(": ", e->out);
}

void hpcc_machine_complain(machine_errors *e, const machine_path *path, const char *format, ...)
{
	if (++e->n > MACHINE_MOST_ERRORS) return;
	begin_message(e, e->text ? hpcc_machine_line(e->text, e->size, path) : 0);
	print_path(e->out, path);
	if (path) fputs(": ", e->out);
	va_list list;
	va_start(list, format);
	vfprintf(e->out, format, list);
	va_end(list);
	fputc('\n', e->out);
}

void hpcc_machine_complain_at(machine_errors *e, int line, const char *format, ...)
{
	if (++e->n > MACHINE_MOST_ERRORS) return;
	begin_message(e, line);
	va_list list;
	va_start(list, format);
	vfprintf(e->out, format, list);
	va_end(list);
	fputc('\n', e->out);
}
