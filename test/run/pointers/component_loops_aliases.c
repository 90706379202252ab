// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 4
// BY-ALL: 50 "for (int i = 1; i < NX - 1; i++)": `q[0]` and `r[1]` overlap
// LOST: overlap they are one array
// Components that become one array, and components of two fields that do: which of them is tested at entry.
#include <stdio.h>
#include <stdlib.h>
#define NX 40
#define NY 16
static double *q[3], *r[3];
#pragma dist array q[k][NX][NY] : k = 0..2
#pragma dist array r[k][NX][NY] : k = 0..2
#pragma dist distribute [block][*] :: q, r

static void step(void)
{
	for (int i = 1; i < NX - 1; i++)
		for (int j = 0; j < NY; j++)
			for (int k = 0; k < 3; k++)
				r[k][i * NY + j] = 0.5 * (q[k][(i - 1) * NY + j] + q[k][(i + 1) * NY + j]) + k;
}

static void both(void)
{
	for (int i = 1; i < NX - 1; i++)
		for (int j = 0; j < NY; j++)
			for (int k = 0; k < 3; k++) q[k][i * NY + j] += 0.1 * r[k][i * NY + j] + k * q[0][i * NY + j];
}

int main(void)
{
	for (int k = 0; k < 3; k++) q[k] = calloc(NX * NY, sizeof(double)), r[k] = calloc(NX * NY, sizeof(double));
	double *own = q[1], *rown = r[2];
	for (int c = 0; c < NX * NY; c++)
		for (int k = 0; k < 3; k++) q[k][c] = c % (k + 5);
	for (int t = 0; t < 8; t++) {
		if (t == 2) q[1] = q[0];
		if (t == 3) r[2] = r[0];
		if (t == 4) r[1] = q[1];
		if (t == 5) q[1] = own, r[2] = rown;
		if (t == 6) q[2] = r[0];
		step();
		both();
	}
	double s[3] = {0};
	for (int i = 0; i < NX; i++)
		for (int j = 0; j < NY; j++)
			for (int k = 0; k < 3; k++) s[k] += q[k][i * NY + j] * (i - j) + r[k][i * NY + j];
	printf("%.10g %.10g %.10g\n", s[0], s[1], s[2]);
	return 0;
}
