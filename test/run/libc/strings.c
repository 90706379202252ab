// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Functions of the C library that read and write mapped memory behind their arguments: strings, numbers in strings, parts of
// numbers; by name, by pointers that have no directive, and in helpers.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 57

char text[N], other[2 * N];
#pragma dist distribute [block] :: text, other
double value[N], whole[N];
int power[N];
#pragma dist distribute [block] :: value, whole, power

static size_t length(const char *s) { return strlen(s); }

static char *last_word(char *s)
{
	char *space = strrchr(s, ' ');
	return space ? space + 1 : s;
}

int main(void)
{
	for (int i = 0; i < N; i++) text[i] = i == N - 1 ? 0 : i % 7 == 6 ? ' ' : 'a' + i % 26;
	char *p = text;
	printf("%zu %zu %zu %d\n", strlen(text), length(p), strlen(p + 20), strcmp(last_word(text), "stuv") < 0);
	strcpy(other, text);
	strcat(other, "+");
	strncat(other, text + N - 5, 3);
	printf("%zu %s\n", strlen(other), other);
	printf("%s\n", strstr(other, "ij") ? "found" : "not found");
	for (int i = 0; i < N; i++) value[i] = i * 1.375 - 20;
	for (int i = 0; i < N; i += 5) {
		double fraction = modf(value[i], &whole[i]), mantissa = frexp(value[i], &power[i]);
		printf("%d %g %g %g %d\n", i, fraction, whole[i], mantissa, power[i]);
	}
	double sum = 0;
	for (int i = 0; i < N; i++) sum += whole[i] + power[i];
	printf("%g\n", sum);
	int used = 0;
	sprintf(other, "%d,%g;%s", 17, value[N - 1], "end");
	sscanf(other, "%d,%lf;%n", &power[N / 2], &value[0], &used);
	printf("%s %d %g %d %ld\n", other, power[N / 2], value[0], used, strtol(other, &p, 10));
	printf("%s\n", p);
	int ends = 0;
	for (int i = 0; i < N; i++) ends += text[i] == 0;
	return printf("%d\n", ends) < 0;
}
