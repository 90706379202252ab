// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Functions by pointer, by macro and by their own declaration; checked variants.
// FLAGS: -D_FORTIFY_SOURCE=2
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SAY(...) printf("say: " __VA_ARGS__)

static int print(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int n = vprintf(format, args);
	va_end(args);
	return n;
}

static int print_to(FILE *file, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int n = vfprintf(file, format, args);
	va_end(args);
	return n;
}

typedef struct operations {
	int (*print)(const char *, ...);
	FILE *(*open)(const char *, const char *);
	int (*close)(FILE *);
	void *(*get)(size_t);
	void (*give)(void *);
} operations;

static const operations all = {printf, fopen, fclose, malloc, free};

int main(void)
{
	SAY("%d\n", 3);
	printf("constant\n");
	printf("%s\n", "string");
	printf("%c", 'c');
	putchar_unlocked('\n');
	putc('p', stdout);
	(putc)('q', stdout);
	fputc('\n', stdout);
	fputs("fputs\n", stdout);
	fwrite("fwrite\n", 1, 7, stdout);
	printf("%d\n", print("%s %d %g %ld %c\n", "va", 1, 2.5, 3L, 'x'));
	print_to(stdout, "%5.2f|%-5d|%05d|%+d|%x|%p|%%|%zu|%.*s\n", 1.5, 1, 2, 3, 255, NULL, sizeof(int), 2, "abc");
	FILE *file = all.open("by pointer", "w+");
	fprintf(file, "%d %d", 1, 2);
	rewind(file);
	int a, b;
	all.print("%d\n", fscanf(file, "%d%d", &a, &b));
	all.print("%d %d\n", a, b);
	rewind(file);
	char buffer[16];
	printf("%zu\n", fread(buffer, 1, sizeof buffer, file));
	rewind(file);
	printf("%s\n", fgets(buffer, sizeof buffer, file));
	all.close(file);
	int fd = open("by pointer", O_RDONLY);
	printf("%zd\n", read(fd, buffer, sizeof buffer));
	close(fd);
	double *v = all.get(100000 * sizeof *v);
	memset(v, 0, 100000 * sizeof *v);
	printf("%g\n", v[99999]);
	all.give(v);
	char text[40];
	snprintf(text, sizeof text, "%d and %s", 5, "text");
	puts(text);
	return 0;
}
