// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// NO-PREDICTION: commands that it starts would be counted, too, and have no MPI
//
// Streams on files: every result is printed, so that a process that sees another one shows, or hangs.
// STDERR: compare
// FLAGS: -D_GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static void check_write(void)
{
	FILE *file = fopen("numbers", "w");
	int total = 0;
	for (int i = 0; i < 3000; i++) total += fprintf(file, "%d %g\n", i, i * 0.25);
	printf("wrote %d, at %ld\n", total, ftell(file));
	int stored = 0;
	printf("n %d\n", fprintf(file, "abc%n", &stored));
	printf("stored %d\n", stored);
	printf("error %d, close %d\n", ferror(file), fclose(file));
}

static void check_read(void)
{
	FILE *file = fopen("numbers", "r");
	int i, lines = 0;
	double x, sum = 0;
	while (fscanf(file, "%d %lf", &i, &x) == 2) {
		sum += x;
		lines++;
	}
	printf("read %d lines, sum %g, eof %d\n", lines, sum, feof(file));
	rewind(file);
	char line[40], word[10];
	printf("%s", fgets(line, sizeof line, file));
	printf("%d", fgetc(file));
	printf(" %d", ungetc('7', file));
	printf(" %d", fscanf(file, "%1[0-9]%9s", line, word));
	printf(" %s %s\n", line, word);
	printf("seek %d\n", fseek(file, -5, SEEK_END));
	size_t n = fread(line, 1, sizeof line, file);
	printf("%zu bytes: %.*s, eof %d\n", n, (int)n, line, feof(file));
	clearerr(file);
	fpos_t place;
	fseek(file, 100, SEEK_SET);
	printf("get %d\n", fgetpos(file, &place));
	printf("%c", getc(file));
	printf("%d", fsetpos(file, &place));
	printf("%c at %ld\n", getc(file), ftell(file));
	errno = 0;
	printf("put on a reader: %d", fputc('x', file));
	printf(" error %d errno %d\n", ferror(file), errno);
	printf("close %d\n", fclose(file));
}

static void check_update(void)
{
	FILE *file = fopen("update", "w+");
	for (int i = 0; i < 20000; i++) fputc('a' + i % 26, file);
	fseek(file, 5000, SEEK_SET);
	printf("%c", getc(file));
	fseek(file, 0, SEEK_CUR);
	fputs("HERE", file);
	fseek(file, -6, SEEK_CUR);
	char line[12];
	printf("%s at %ld\n", fgets(line, sizeof line, file), ftell(file));
	fclose(file);
	file = fopen("update", "a+");
	printf("append starts at %ld", ftell(file));
	fputs("end", file);
	printf(" goes on at %ld\n", ftell(file));
	fseek(file, 3, SEEK_SET);
	printf("%c\n", getc(file));
	fclose(file);
	file = fopen("update", "a");
	printf("append starts at %ld\n", ftell(file));
	fwrite("1234", 2, 2, file);
	fclose(file);
	file = fopen("update", "r+b");
	fputs("begin", file);
	fclose(file);
}

static void check_failures(void)
{
	errno = 0;
	FILE *file = fopen("nowhere/file", "w");
	printf("%d %s\n", file == NULL, strerror(errno));
	file = fopen("absent", "r");
	printf("%d %s\n", file == NULL, strerror(errno));
	perror("absent");
	file = fopen("update", "wx");
	printf("%d %s\n", file == NULL, strerror(errno));
	file = fopen("update", "q");
	printf("%d %s\n", file == NULL, strerror(errno));
	file = fopen("/dev/full", "w");
	int r = 0;
	for (int i = 0; i < 3000; i++) r += fprintf(file, "%d\n", i) < 0;
	printf("full: %d failed, error %d\n", r, ferror(file));
	errno = 0;
	r = fflush(file);
	printf("flush %d errno %d\n", r, errno);
	fputs("more", file);
	r = fclose(file);
	printf("close %d errno %d\n", r, errno);
	file = fopen(".", "r");
	r = getc(file);
	printf("folder: %d errno %d error %d\n", r, errno, ferror(file));
	fclose(file);
}

static void check_lines(void)
{
	char *line = malloc(100000);
	size_t size = 100000;
	FILE *file = fopen("lines", "w");
	for (int i = 0; i < 200000; i++) fputc('x', file);
	fputs("\nshort\nno end", file);
	fclose(file);
	file = fopen("lines", "r");
	for (ssize_t n; (n = getline(&line, &size, file)) >= 0;) printf("%zd %d %.8s\n", n, size > (size_t)n, line);
	free(line);
	line = NULL;
	size = 0;
	rewind(file);
	printf("%zd\n", getdelim(&line, &size, 'h', file));
	free(line);
	fclose(file);
}

static void check_others(void)
{
	FILE *file = tmpfile();
	fputs("temporary 12", file);
	rewind(file);
	char word[20];
	int n, r = fscanf(file, "%s%d", word, &n);
	printf("%d %s %d\n", r, word, n);
	fclose(file);
	file = popen("echo a command; exit 3", "r");
	while (fgets(word, sizeof word, file)) printf("%s", word);
	printf("status %d\n", WEXITSTATUS(pclose(file)));
	fflush(stdout);
	file = popen("cat", "w");
	for (int i = 0; i < 3; i++) fprintf(file, "to cat %d\n", i);
	printf("status %d\n", pclose(file));
	file = fopen("numbers", "r");
	printf("fd is one: %d\n", fileno(file) > 2);
	FILE *second = fdopen(dup(fileno(file)), "r");
	printf("%d\n", getc(second));
	fclose(second);
	fclose(file);
	errno = 0;
	second = fdopen(77, "r");
	printf("%d %d\n", second == NULL, errno);
	file = fopen("unbuffered", "w");
	setvbuf(file, NULL, _IONBF, 0);
	fputs("at once", file);
	second = fopen("unbuffered", "r");
	printf("%s\n", fgets(word, sizeof word, second));
	fclose(second);
	fclose(file);
	file = fopen("numbers", "r");
	setvbuf(file, NULL, _IOFBF, 3);
	printf("%s", fgets(word, sizeof word, file));
	file = freopen("update", "r", file);
	printf("%s", fgets(word, 6, file));
	file = freopen("reopened", "w", file);
	fputs("written", file);
	file = freopen("reopened", "a+", file);
	fputs(" and more", file);
	rewind(file);
	printf(" %s\n", fgets(word, sizeof word, file));
	fclose(file);
	printf("rename %d\n", rename("reopened", "renamed"));
	printf("remove %d", remove("lines"));
	printf(" %d %d\n", remove("lines"), errno);
}

static void check_memory_streams(void)
{
	char *text;
	size_t size;
	FILE *file = open_memstream(&text, &size);
	fprintf(file, "in memory %d", 5);
	fclose(file);
	printf("%s %zu\n", text, size);
	file = fmemopen(text, size, "r");
	char word[10];
	printf("%d", fscanf(file, "%9s", word));
	printf(" %s\n", word);
	fclose(file);
	free(text);
}

int main(void)
{
	check_write();
	check_read();
	check_update();
	check_failures();
	check_lines();
	check_others();
	check_memory_streams();
	fprintf(stderr, "to standard error %d\n", 1);
	puts("redirected from here");
	FILE *out = freopen("stdout", "w", stdout);
	printf("same %d, at %ld\n", out == stdout, ftell(stdout));
	putchar('x');
	puts("");
	fwrite("raw\n", 1, 4, stdout);
	printf("%d %d\n", ferror(stdout), fflush(stdout));
	FILE *left = fopen("left open", "w");
	fputs("flushed at the end", left);
	return 0;
}
