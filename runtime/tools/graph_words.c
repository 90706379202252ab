// SPDX-License-Identifier: Apache-2.0
#include "graph.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void *graph_memory(void *old, size_t bytes)
{
	void *memory = realloc(old, bytes ? bytes : 1);
	if (memory) return memory;
	fputs("hpcc-graph: out of memory\n", stderr);
	exit(GRAPH_TROUBLE);
}

char *graph_format(const char *format, ...)
{
	va_list args;
	char *text = NULL;
	va_start(args, format);
	if (vasprintf(&text, format, args) < 0) text = graph_memory(NULL, 1), *text = 0;
	va_end(args);
	return text;
}

void graph_put(FILE *out, const char *text)
{
	for (const unsigned char *s = (const unsigned char *)text; *s; s++) {
		bool control = *s < 0x20 || *s == 0x7f || (*s == 0xc2 && s[1] >= 0x80 && s[1] < 0xa0);
		if (control && *s == 0xc2) s++;
		putc(control ? '?' : *s, out);
	}
}

int graph_trouble(const char *format, ...)
{
	va_list args;
	char *text = NULL;
	va_start(args, format);
	if (vasprintf(&text, format, args) < 0) text = NULL;
	va_end(args);
	fputs("hpcc-graph: ", stderr);
	graph_put(stderr, text ? text : "out of memory");
	fputc('\n', stderr);
	free(text);
	return GRAPH_TROUBLE;
}
