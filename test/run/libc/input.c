// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Standard input, read once and known to all.
// STDIN: 12 -7 0x1f 3.5 1e3 word  [set]rest\nline two\n\n  5,6,7\n255 4294967295 99 100 -3 -4 77 65 2.5 1.25\nabcdefgh\nq\nlast line without end
#define _GNU_SOURCE
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int through_va(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int r = vscanf(format, args);
	va_end(args);
	return r;
}

int main(void)
{
	int a, b, c, n;
	double x;
	float y;
	char word[20], set[20], *made;
	printf("%d", scanf("%d%i%i%n", &a, &b, &c, &n));
	printf(" %d %d %d %d\n", a, b, c, n);
	printf("%d", scanf("%lf %f %s", &x, &y, word));
	printf(" %g %g %s\n", x, y, word);
	printf("%d", scanf(" [%[a-z]]%ms", set, &made));
	printf(" %s %s\n", set, made);
	free(made);
	printf("%d", getchar());
	char line[100];
	printf(" %s", fgets(line, sizeof line, stdin));
	printf("%d", scanf("%d,%*d,%d", &a, &b));
	printf(" %d %d\n", a, b);
	signed char hh;
	unsigned u;
	short h;
	long l;
	long long ll;
	intmax_t j;
	size_t z;
	ptrdiff_t t;
	printf("%d", through_va("%hhi%u%hd%ld%lld%jd%zu%td%f%lf", &hh, &u, &h, &l, &ll, &j, &z, &t, &y, &x));
	printf(" %d %u %d %ld %lld %jd %zu %td %g %g\n", hh, u, h, l, ll, j, z, t, y, x);
	char letters[4] = "";
	printf("%d", scanf(" %3c", letters));
	printf(" %s\n", letters);
	printf("%d\n", ungetc('Z', stdin));
	while ((c = getc(stdin)) != '\n') putchar(toupper(c));
	putchar('\n');
	printf("%d %d\n", scanf("%d", &a), a);
	printf("fileno %d\n", fileno(stdin));
	char *at = NULL;
	size_t size = 0;
	for (long k; (k = getline(&at, &size, stdin)) >= 0;) printf("%ld: %s|\n", k, at);
	printf("eof %d error %d, %d\n", feof(stdin), ferror(stdin), getchar());
	free(at);
	clearerr(stdin);
	printf("eof %d\n", feof(stdin));
	FILE *file = fopen("in", "w");
	for (int i = 0; i < 5000; i++) fprintf(file, "%d ", i);
	fclose(file);
	printf("same %d\n", freopen("in", "r", stdin) == stdin);
	long sum = 0;
	while (scanf("%d", &a) == 1) sum += a;
	printf("%ld %d\n", sum, feof(stdin));
	return 0;
}
