// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
//
// Elements within arguments that are pointers: the text that they choose, the place where it begins, the file that it
// goes to. In loops that are run by all, in called functions, and outside of loops.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 8
int a[N];
#pragma dist distribute a[block]
static void show(const char *text, int k) { printf("%s %d\n", text, k); }
static int other(const char *text) { return (int)strlen(text) * 3; }
static const char *pick(int k) { return k & 1 ? "odd" : "even"; }
static const char *const table[] = {"zero", "one", "two", "three", "four", "five", "six", "seven"};
int main(void) {
	const char *names[2] = {"even", "odd"};
	char line[100] = "", text[4][20];
	int sum = 0;
	for (int i = 0; i < N; i++)
		a[i] = i;
	for (int i = 0; i < N; i++)
		printf("%s\n", a[i] & 1 ? "odd" : "even");
	for (int i = 0; i < N; i++)
		strcat(line, a[i] & 1 ? "o" : "e");
	puts(line);
	for (int i = 0; i < N; i++)
		fputs(names[a[i] & 1], stdout);
	for (int i = 0; i < N; i++)
		fputs(table[a[i]], stdout);
	for (int i = 0; i < N; i++)
		puts(&table[a[i]][a[i] & 1]);
	for (int i = 0; i < N; i++)
		puts(table[a[i]] + (a[i] & 1));
	for (int i = 0; i < N; i++)
		printf("%s %d\n", pick(a[i]), i);
	for (int i = 0; i < N; i++)
		show(a[i] & 1 ? "odd" : "even", i);
	for (int i = 0; i < N; i++)
		show(table[a[i]], i);
	for (int i = 0; i < N; i++)
		sum += other(table[a[i]]);
	for (int i = 0; i < N; i++)
		sum += strcmp(table[a[i]], "one");
	for (int i = 0; i < N; i++)
		sprintf(text[a[i] & 3], "%d ", i);
	for (int i = 0; i < N; i++)
		sprintf(&text[a[i] & 3][a[i] & 1], "%d ", i);
	for (int i = 0; i < N; i++)
		strcpy(a[i] & 1 ? text[1] : text[2], table[i]);
	for (int i = 0; i < N; i++)
		sum += atoi(text[a[i] % 4]);
	for (int i = 0; i < N; i++)
		fwrite(table[a[i]], 1, 2, a[i] & 1 ? stdout : stderr);
	for (int i = 0; i < N; i++)
		fprintf(a[i] & 1 ? stdout : stderr, "%d\n", i);
	for (int i = 0; i < N; i++)
		sum += (int)strtol(a[i] & 1 ? "12" : "34", NULL, a[i] & 2 ? 10 : 16);
	for (int i = 0; i < N; i++) {
		const char *p = a[i] > 3 ? "big" : "small";
		puts(p);
	}
	for (int i = 0; i < N; i++)
		printf("%s\n", a[i] & 1 ? a[i] & 2 ? "11" : "01" : "x0");
	for (int i = 0; i < N; i++)
		printf("%.*s\n", a[i], "abcdefghijk");
	for (int i = 0; i < N; i++)
		printf("%s\n", (a[i] & 1 ? "odd" : "even") + (a[i] > 4));
	for (int i = 0; i < N; i++)
		puts((const char *[]){"p", "q"}[a[i] & 1]);
	for (int k = 0; k < 4; k++)
		puts(text[k]);
	printf("%s %d\n", a[7] & 1 ? "odd" : "even", sum);
	puts(a[6] & 1 ? "odd" : "even");
	puts(names[a[7] & 1]);
	puts(table[a[7]]);
	show(a[7] & 1 ? "odd" : "even", 0);
	show(table[a[7]], 0);
	strcpy(text[a[7] & 3], a[6] ? "yes" : "no");
	puts(text[3]);
	if (!strcmp(a[7] & 1 ? "odd" : "even", "odd"))
		puts("right");
	return 0;
}
