// SPDX-License-Identifier: Apache-2.0
enum { ID, IU, IV, IP, NVAR };
#define AT(i, j, v) ((i) + nx * ((j) + ny * (v)))

void update(int nx, int ny, double *u, const double *flux);
void fluxes(int nx, int ny, const double *u, double *flux);
