// SPDX-License-Identifier: Apache-2.0
//
// What streams need besides being opened (stream.c): buffers and strings in mapped memory are brought before they
// are read and taken by their owners after they were stored; and for stdout and stderr, which only process 0 really
// has, all get the same result. A write error there shows in fflush, fclose and ferror, which ask process 0, not in
// printf, which does not. That holds of files, too, where no unit looks at what the output functions return.
#define _GNU_SOURCE
#include "libc.h"
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

// ---- state of streams -------------------------------------------------------------------------

int hpcc_libc_fflush(FILE *file)
{
	if (!hpcc_libc_shared || (file && !hpcc_libc_is_output(file) && !hpcc_libc_is_written(file)))
		return fflush(file);
	if (!hpcc_libc_is_written(file)) return (int)hpcc_libc_tell("fflush", fflush(file));
	hpcc_libc_write_begin(0);
	int result = fflush(file);
	hpcc_libc_write_end();
	return hpcc_libc_lost("fflush", file, result);
}

int hpcc_libc_ferror(FILE *file)
{
	if (hpcc_libc_is_written(file) && !hpcc_libc_asks_output)
		return ferror(file) || hpcc_libc_lost("ferror", file, 0) != 0;
	return hpcc_libc_is_output(file) ? (int)hpcc_libc_tell("ferror", ferror(file)) : ferror(file);
}

void hpcc_libc_clearerr(FILE *file)
{
	clearerr(file);
	hpcc_libc_forget_lost(file);
}

// Where stdout was redirected into a file, process 0 knows the place.
int hpcc_libc_fseek(FILE *file, long offset, int whence)
{
	if (!hpcc_libc_is_output(file)) return fseek(file, offset, whence);
	return (int)hpcc_libc_tell("fseek", hpcc_rank_ == 0 ? fseek(file, offset, whence) : 0);
}

long hpcc_libc_ftell(FILE *file)
{
	return hpcc_libc_is_output(file) ? hpcc_libc_tell("ftell", hpcc_rank_ == 0 ? ftell(file) : 0) : ftell(file);
}

void hpcc_libc_rewind(FILE *file)
{
	if (!hpcc_libc_is_output(file) || hpcc_rank_ == 0)
		rewind(file); // NOLINT(bugprone-unsafe-functions): it is the one called
	hpcc_libc_forget_lost(file);
}

int hpcc_libc_fgetpos(FILE *file, fpos_t *place)
{
	if (!hpcc_libc_is_output(file)) return fgetpos(file, place);
	long result = hpcc_rank_ == 0 ? fgetpos(file, place) : 0;
	return (int)hpcc_libc_tell_data("fgetpos", result, place, sizeof *place);
}

int hpcc_libc_fsetpos(FILE *file, const fpos_t *place)
{
	if (!hpcc_libc_is_output(file)) return fsetpos(file, place);
	return (int)hpcc_libc_tell("fsetpos", hpcc_rank_ == 0 ? fsetpos(file, place) : 0);
}

// ---- output -----------------------------------------------------------------------------------

// Defined by the C library where _FORTIFY_SOURCE asks for it; declared only then.
int __vfprintf_chk(FILE *file, int flag, const char *format, va_list args);
_Noreturn void __chk_fail(void);

enum { NOT_CHECKED = -1 };

static int print(FILE *file, int flag, const char *format, va_list args)
{
	if (HPCC_ANY_MAPPED) hpcc_libc_gather_arguments(format, args);
	va_list again;
	va_copy(again, args);
	hpcc_libc_write_begin(hpcc_libc_asks_output);
	int count = flag == NOT_CHECKED ? vfprintf(file, format, args) : __vfprintf_chk(file, flag, format, args);
	hpcc_libc_write_end();
	if (count < 0 && hpcc_libc_is_output(file)) {
		// Others do not know of the error yet.
		int error = errno;
		count = vsnprintf(NULL, 0, format, again);
		errno = error;
	}
	va_end(again);
	return count;
}

#define HPCC_PRINTS(name, parameters, last, file, flag)                                                                \
	int hpcc_libc_##name parameters                                                                                \
	{                                                                                                              \
		va_list args;                                                                                          \
		va_start(args, last);                                                                                  \
		int count = print(file, flag, last, args);                                                             \
		va_end(args);                                                                                          \
		return count;                                                                                          \
	}

HPCC_PRINTS(printf, (const char *format, ...), format, stdout, NOT_CHECKED)
HPCC_PRINTS(fprintf, (FILE * file, const char *format, ...), format, file, NOT_CHECKED)
HPCC_PRINTS(printf_chk, (int flag, const char *format, ...), format, stdout, flag)
HPCC_PRINTS(fprintf_chk, (FILE * file, int flag, const char *format, ...), format, file, flag)

int hpcc_libc_vprintf(const char *format, va_list args) { return print(stdout, NOT_CHECKED, format, args); }
int hpcc_libc_vfprintf(FILE *file, const char *format, va_list args) { return print(file, NOT_CHECKED, format, args); }
int hpcc_libc_vprintf_chk(int flag, const char *format, va_list args) { return print(stdout, flag, format, args); }
int hpcc_libc_vfprintf_chk(FILE *file, int flag, const char *format, va_list args)
{
	return print(file, flag, format, args);
}

int hpcc_libc_fputs(const char *text, FILE *file)
{
	hpcc_libc_gather_string(text, (size_t)-1);
	hpcc_libc_write_begin(hpcc_libc_asks_output);
	int result = fputs(text, file);
	hpcc_libc_write_end();
	return result < 0 && hpcc_libc_is_output(file) ? 1 : result;
}

int hpcc_libc_puts(const char *text)
{
	hpcc_libc_gather_string(text, (size_t)-1);
	int result = puts(text);
	return result < 0 && hpcc_libc_shared ? (int)strlen(text) + 1 : result;
}

int hpcc_libc_putc(int c, FILE *file)
{
	hpcc_libc_write_begin(hpcc_libc_asks_output);
	int result = putc(c, file);
	hpcc_libc_write_end();
	return result == EOF && hpcc_libc_is_output(file) ? (unsigned char)c : result;
}

int hpcc_libc_putchar(int c) { return hpcc_libc_putc(c, stdout); }

// Mapped memory, of which no process has to hold more than a portion beside its own. What is written of the program's
// own output one process knows alone: all go on then.
static size_t write_portions(const char *from, size_t bytes, FILE *file)
{
	size_t done = 0;
	int failed = 0;
	for (size_t at = 0, n; at < bytes && (!failed || hpcc_libc_is_output(file)); at += n) {
		n = hpcc_gather_shown(from + at, bytes - at);
		size_t written = failed ? 0 : fwrite(from + at, 1, n, file);
		if (n < bytes) hpcc_let_go(from + at, n);
		failed |= written < n;
		done += written;
	}
	return done;
}

size_t hpcc_libc_fwrite(const void *from, size_t size, size_t n, FILE *file)
{
	hpcc_libc_write_begin(hpcc_libc_asks_output);
	size_t count = HPCC_MAYBE_MAPPED(from) && size && n ? write_portions(from, size * n, file) / size
	                                                    : fwrite(from, size, n, file);
	hpcc_libc_write_end();
	return hpcc_libc_is_output(file) ? n * (size != 0) : count;
}

// ---- input ------------------------------------------------------------------------------------

size_t hpcc_libc_fread(void *to, size_t size, size_t n, FILE *file)
{
	if (!HPCC_MAYBE_MAPPED(to) || size == 0) return fread(to, size, n, file);
	// As bytes: fread stores a part of the last element, too.
	size_t bytes = fread(to, 1, size * n, file);
	hpcc_scatter(to, bytes);
	return bytes / size;
}

size_t hpcc_libc_fread_chk(void *to, size_t room, size_t size, size_t n, FILE *file)
{
	size_t bytes;
	if (__builtin_mul_overflow(size, n, &bytes) || bytes > room) __chk_fail();
	return hpcc_libc_fread(to, size, n, file);
}

char *hpcc_libc_fgets(char *to, int size, FILE *file)
{
	char *result = fgets(to, size, file);
	if (result && HPCC_MAYBE_MAPPED(to)) hpcc_scatter(to, strlen(to) + 1);
	return result;
}

char *hpcc_libc_fgets_chk(char *to, size_t room, int size, FILE *file)
{
	if (size > 0 && (size_t)size > room) __chk_fail();
	return hpcc_libc_fgets(to, size, file);
}

// ---- wide characters --------------------------------------------------------------------------

// Only stdout and stderr can have them; on stdin and files the C library would refuse in a way that is hard to see.
int hpcc_libc_fwide(FILE *file, int mode)
{
	if (hpcc_libc_shared && mode > 0 && !hpcc_libc_is_output(file))
		hpcc_die(NULL, "wide characters (fwide) do not work on files and stdin with several processes");
	return fwide(file, mode);
}

static FILE *wide(const char *name, FILE *file)
{
	if (hpcc_libc_shared && !hpcc_libc_is_output(file))
		hpcc_die(
		        NULL, "%s does not work on files and stdin with several processes: read and write bytes", name);
	return file;
}

wint_t hpcc_libc_fgetwc(FILE *file) { return fgetwc(wide("fgetwc", file)); }
wint_t hpcc_libc_getwchar(void) { return fgetwc(wide("getwchar", stdin)); }
wchar_t *hpcc_libc_fgetws(wchar_t *to, int size, FILE *file) { return fgetws(to, size, wide("fgetws", file)); }
wint_t hpcc_libc_ungetwc(wint_t c, FILE *file) { return ungetwc(c, wide("ungetwc", file)); }
wint_t hpcc_libc_fputwc(wchar_t c, FILE *file) { return fputwc(c, wide("fputwc", file)); }
int hpcc_libc_fputws(const wchar_t *text, FILE *file) { return fputws(text, wide("fputws", file)); }
int hpcc_libc_vfwprintf(FILE *file, const wchar_t *format, va_list args)
{
	return vfwprintf(wide("fwprintf", file), format, args);
}
int hpcc_libc_vfwscanf(FILE *file, const wchar_t *format, va_list args)
{
	return vfwscanf(wide("fwscanf", file), format, args);
}
int hpcc_libc_vwscanf(const wchar_t *format, va_list args) { return vfwscanf(wide("wscanf", stdin), format, args); }

#define HPCC_WIDE(name, parameters, last, call)                                                                        \
	int hpcc_libc_##name parameters                                                                                \
	{                                                                                                              \
		va_list args;                                                                                          \
		va_start(args, last);                                                                                  \
		int count = call;                                                                                      \
		va_end(args);                                                                                          \
		return count;                                                                                          \
	}

HPCC_WIDE(fwprintf, (FILE * file, const wchar_t *format, ...), format, hpcc_libc_vfwprintf(file, format, args))
HPCC_WIDE(fwscanf, (FILE * file, const wchar_t *format, ...), format, hpcc_libc_vfwscanf(file, format, args))
HPCC_WIDE(wscanf, (const wchar_t *format, ...), format, hpcc_libc_vwscanf(format, args))
