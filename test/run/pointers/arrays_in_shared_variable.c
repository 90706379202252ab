// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// SOURCES: ../Inputs/levels.c
// FLAGS: -fno-whole-program
// MAX-SLOW: 0
// Arrays in a variable that another file uses by its name.
#include "../Inputs/levels.h"
#include <stdio.h>
double u[4000];
int off[LEVELS], n[LEVELS];
int main(void)
{
	for (int k = 0, t = 0; k < LEVELS; k++) n[k] = 5 << k, off[k] = t, t += n[k] * n[k];
	for (int k = 0; k < LEVELS; k++)
		for (int i = 0; i < n[k]; i++)
			for (int j = 0; j < n[k]; j++) u[off[k] + i * n[k] + j] = i * j % 5;
	for (int t = 0; t < 5; t++)
		for (int k = 0; k < LEVELS; k++) smooth(k);
	for (int k = 0; k < LEVELS; k++) printf("%.12g\n", total(k));
	return 0;
}
