// SPDX-License-Identifier: Apache-2.0
//
// scanf and lines of any length. All processes read the same bytes (stream.c), so each converts for itself.
#define _GNU_SOURCE
#include "libc.h"
#include <stdlib.h>
#include <string.h>

static int scanned(const char *format, va_list args, int count)
{
	if (HPCC_ANY_MAPPED && count >= 0) hpcc_libc_scatter_arguments(format, args, count);
	return count;
}

int hpcc_libc_vfscanf(FILE *file, const char *format, va_list args)
{
	va_list stored;
	va_copy(stored, args);
	hpcc_libc_gather_string(format, (size_t)-1);
	int count = scanned(format, stored, vfscanf(file, format, args));
	va_end(stored);
	return count;
}

int hpcc_libc_vscanf(const char *format, va_list args) { return hpcc_libc_vfscanf(stdin, format, args); }

int hpcc_libc_vsscanf(const char *text, const char *format, va_list args)
{
	va_list stored;
	va_copy(stored, args);
	hpcc_libc_gather_string(text, (size_t)-1);
	hpcc_libc_gather_string(format, (size_t)-1);
	int count = scanned(format, stored, vsscanf(text, format, args));
	va_end(stored);
	return count;
}

#define HPCC_SCANS(name, parameters, call)                                                                             \
	int hpcc_libc_##name parameters                                                                                \
	{                                                                                                              \
		va_list args;                                                                                          \
		va_start(args, format);                                                                                \
		int count = call;                                                                                      \
		va_end(args);                                                                                          \
		return count;                                                                                          \
	}

HPCC_SCANS(scanf, (const char *format, ...), hpcc_libc_vfscanf(stdin, format, args))
HPCC_SCANS(fscanf, (FILE * file, const char *format, ...), hpcc_libc_vfscanf(file, format, args))
HPCC_SCANS(sscanf, (const char *text, const char *format, ...), hpcc_libc_vsscanf(text, format, args))

// The C library makes the line's memory larger itself: it must be of its own.
ssize_t hpcc_libc_getdelim(char **line, size_t *size, int delimiter, FILE *file)
{
	*line = hpcc_libc_plain_block(*line);
	return getdelim(line, size, delimiter, file);
}

ssize_t hpcc_libc_getline(char **line, size_t *size, FILE *file) { return hpcc_libc_getdelim(line, size, '\n', file); }
