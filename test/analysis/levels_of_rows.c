// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fsyntax-only -Rdist=summary %s 2>&1 | %FileCheck %s
//
// Which arrays the pointers lead to that a parameter leads to is known, also where it got them from another one: only the
// dimension that is split there is taken into account.
#include <stdlib.h>
static int n[3];
static void twice(double ***p, int n)
{
	// CHECK: [[@LINE+1]]:2: remark: split along dimension 0 of 'p'; nothing is sent
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++) p[i][j][k] *= 2;
}

static void all(double ****u) { twice(u[1], n[1]); }

int main(void)
{
	double ****u;
#pragma dist array u[l][n[l]][n[l]][n[l]] : l = 1..2
#pragma dist distribute [block][*][*] :: u
	u = malloc(3 * sizeof *u);
	for (int l = 1; l <= 2; l++) {
		n[l] = 4;
		u[l] = malloc(n[l] * sizeof(double **));
		for (int i = 0; i < n[l]; i++) {
			u[l][i] = malloc(n[l] * sizeof(double *));
			for (int j = 0; j < n[l]; j++) u[l][i][j] = malloc(n[l] * sizeof(double));
		}
	}
	all(u);
}
