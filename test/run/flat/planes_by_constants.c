// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -Rdist=summary -c %S/../Inputs/state_planes.c -o %t.o 2>&1 | %FileCheck %S/../Inputs/state_planes.c
// SOURCES: ../Inputs/state_planes.c
// ARGS: 12 9
// ARGS: 31 40
// ARGS: 3 2
// MAX-SLOW: 0
//
// A state of four variables in flat memory, each a plane, of which loops in another file name some by constants: rows
// of each plane are split, and a process goes through its own rows once, not once for each plane.
#include "../Inputs/state_planes.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	const int nx = argc > 1 ? atoi(argv[1]) : 8, ny = argc > 2 ? atoi(argv[2]) : 5;
#pragma dist array u[NVAR][ny][nx], flux[NVAR][ny][nx]
#pragma dist distribute [*][block][*] :: u, flux
	double *u = malloc(sizeof(double) * NVAR * nx * ny), *flux = malloc(sizeof(double) * NVAR * nx * ny);
	for (int v = 0; v < NVAR; v++)
		for (int j = 0; j < ny; j++)
			for (int i = 0; i < nx; i++) u[AT(i, j, v)] = (i * 3 + j * 5 + v) % 7, flux[AT(i, j, v)] = v;
	for (int t = 0; t < 4; t++) {
		fluxes(nx, ny, u, flux);
		update(nx, ny, u, flux);
	}
	for (int k = 0; k < NVAR * ny * nx; k++) printf("%.10g%c", u[k], k % nx < nx - 1 ? ' ' : '\n');
	free(flux);
	free(u);
	return 0;
}
