// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -Rdist=summary %s -o %t 2>&1 | %FileCheck %s
//
// Functions of the C library that only read strings, in loops over mapped arrays: of a parameter, of members of
// structs, of rows and elements of mapped arrays, and of an array that the iteration sets.
#include <stdio.h>
#include <string.h>

#define N 101

typedef struct option {
	char name[16];
	int n;
} option;

typedef struct atom {
	char kind[4];
	double mass;
} atom;

static double u[N];
static char keys[N][16];
static atom atoms[N];
static option global = {"quadratic", 2};
#pragma dist distribute u[block]
#pragma dist distribute keys[block][*]
#pragma dist distribute atoms[block]

static double value(const char *kind, int i)
{
	if (!strcmp(kind, "linear")) return i;
	if (!strncmp(kind, "quad", 4)) return i * i;
	return (double)strlen(kind);
}

int main(int argc, char **argv)
{
	option local = {"linear", 1}, *o = &local;
	char text[16] = "constant";
	const char *kind = argc > 1 ? argv[1] : "none";
	int n = 0;
	// CHECK-DAG: [[# @LINE + 1]]:{{.*}}split along dimension 0 of 'keys'; nothing is sent
	for (int i = 0; i < N; i++)
		for (int j = 0; j < i % 9; j++) keys[i][j] = "densities"[j];
	// CHECK-DAG: [[# @LINE + 1]]:{{.*}}split along dimension 0 of 'atoms'; nothing is sent
	for (int i = 0; i < N; i++) atoms[i] = (atom){{i % 3 ? 'H' : 'O', i % 5 ? '2' : 0}, 1 + i % 7};
	// CHECK-DAG: [[# @LINE + 1]]:{{.*}}split along dimension 0 of 'u'; nothing is sent
	for (int i = 0; i < N; i++) u[i] = value(kind, i) + value(text, i);
	// CHECK-DAG: [[# @LINE + 1]]:{{.*}}split along dimension 0 of 'u'; nothing is sent
	for (int i = 0; i < N; i++) u[i] += value(local.name, i) + o->n * value(o->name, i) + value(global.name, i);
	// CHECK-DAG: [[# @LINE + 1]]:{{.*}}split along dimension 0 of 'keys'; sent each time: the sum of 'n'
	for (int i = 0; i < N; i++)
		if (strcmp(keys[i], "dens") == 0) n++;
	// CHECK-DAG: [[# @LINE + 1]]:{{.*}}split along dimension 0 of 'u'; nothing is sent
	for (int i = 0; i < N; i++) u[i] += (double)strlen(keys[i]) + (strcmp(atoms[i].kind, "H2") ? 1 : 5);
	// CHECK-DAG: [[# @LINE + 1]]:{{.*}}split along dimension 0 of 'u'; nothing is sent
	for (int i = 0; i < N; i++) {
		char own[8] = "";
		for (int j = 0; j < i % 7; j++) own[j] = 'a';
		u[i] += (double)strlen(own);
	}
	// The row behind the process's last one: a halo.
	// CHECK-DAG: [[# @LINE + 1]]:{{.*}}split along dimension 0 of 'u'; sent each time: {{.*}}keys
	for (int i = 0; i < N - 1; i++) u[i] += (double)strlen(keys[i + 1]);
	double sum = 0;
	for (int i = 0; i < N; i++) sum += (i % 11) * u[i];
	printf("%d %.10g %s\n", n, sum, kind);
	return 0;
}
