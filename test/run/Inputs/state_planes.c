// SPDX-License-Identifier: Apache-2.0
//
// Of run/flat/planes_by_constants.c: how the arrays are mapped is not seen here.
#include "state_planes.h"

// CHECK: remark: split along dimension 2 of 'u' and dimension 1 of 'u'; sent each time: 1 plane
void update(int nx, int ny, double *u, const double *flux)
{
	for (int i = 1; i < nx - 1; i++)
		for (int j = 0; j < ny; j++) {
			u[AT(i, j, ID)] += flux[AT(i, j, ID)] - flux[AT(i - 1, j, ID)];
			u[AT(i, j, IV)] += flux[AT(i, j, IV)] - flux[AT(i + 1, j, IV)];
			u[AT(i, j, IP)] += flux[AT(i, j, IP)] * 2;
		}
}

// CHECK: remark: split along dimension 1 of 'flux' and dimension 2 of 'flux'; sent
void fluxes(int nx, int ny, const double *u, double *flux)
{
	for (int j = 1; j < ny; j++)
		for (int i = 0; i < nx; i++) {
			flux[AT(i, j, ID)] = .5 * (u[AT(i, j, IU)] + u[AT(i, j - 1, IU)]);
			flux[AT(i, j, IV)] = .5 * (u[AT(i, j, IV)] - u[AT(i, j - 1, IP)]);
			flux[AT(i, j, IP)] = .25 * u[AT(i, j, IP)];
		}
}
