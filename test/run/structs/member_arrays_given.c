// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 1
// BY-ALL: 95 "printf("%s %d %g %g %g %g\n", at[i].name, at[i].z, at[i].ma...": elements are read one by one
//            "r[n - 1] += n;": elements are set one by one
//            "for (int i = 0; i < N; i++) at[i].mass += 0.5;": 'snprintf' may have effects beyond its result
//            "*k *= 2;": elements are set one by one
// Arrays in the elements of mapped arrays, names and positions, are given to functions: the C library's, and such as are not looked into.
#include <stdio.h>
#include <string.h>

enum { N = 11 };
typedef struct {
	double mass, pos[3];
	char name[12];
	int z;
} atom;
static atom at[N];
static double y[N];
#pragma dist distribute[block] ::at, y

static int shift(double *r, int n)
{
	if (n == 0) return 0;
	r[n - 1] += n;
	return 1 + shift(r, n - 1);
}

static int twice(int *k, int times)
{
	*k *= 2;
	return times > 1 ? twice(k, times - 1) : *k;
}

int main(void)
{
	const char *names[] = {"h", "he", "li", "carbon-c", "oo"};
	for (int i = 0; i < N; i++) {
		at[i].z = i + 1;
		strcpy(at[i].name, names[i % 5]);
		sscanf("1.5 2.5 -3", "%lf %lf %lf", &at[i].pos[0], &at[i].pos[1], at[i].pos + 2);
	}
	for (int i = 0; i < N; i++) at[i].mass = 2.0 * at[i].z;
	for (int i = 0; i < N; i++) {
		at[i].mass += 0.5;
		snprintf(at[i].name + 1, sizeof at[i].name - 1, "-%d", i);
	}
	strncat(at[2].name, "xyz", 2);
	for (int i = 0; i < N; i++) {
		y[i] = i;
		shift(at[i].pos, 3);
	}
	for (int i = 0; i < N; i++) y[i] += strlen(at[i].name) + shift(at[i].pos + 1, 2) + twice(&at[i].z, 2);
	for (int i = 0; i < N; i++)
		printf("%s %d %g %g %g %g\n", at[i].name, at[i].z, at[i].mass, at[i].pos[0], at[i].pos[2], y[i]);
	return strcmp(at[0].name, at[5].name) < 0 ? 3 : 4;
}
