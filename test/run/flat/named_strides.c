// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13 11 7 4
// ARGS: 2 3 5 3
// ARGS: 1 1 1 2
// MAX-SLOW: 0
// PER-STEP: procs=4 from="20 5 3 10" to="20 5 3 20" messages=1,2,2,1 collectives=0
// Strides that are variables of the program's own, computed where nothing is seen of the nests, with an offset to the first cell inside of the
// boundary: compared with the shape at run time, so that halos are planes. Components of a field on faces, edges and in corners.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int Nx, Ny, Nz;
int64_t Ni, Nj, Nk, N0, NN;
float *Ex, *Ey, *Hz;
#pragma dist array Ex[Nx + 3][Ny + 3][Nz + 3], Ey[Nx + 3][Ny + 3][Nz + 3], Hz[Nx + 3][Ny + 3][Nz + 3]
#pragma dist distribute [block][*][*] :: Ex, Ey, Hz

#define NA(i, j, k) ((i) * Ni + (j) * Nj + (k) * Nk + N0)
#define EX(i, j, k) Ex[NA(i, j, k)]

static void layout(void)
{
	Nk = 1;
	Nj = Nz + 3;
	Ni = (Ny + 3) * Nj;
	N0 = -(-1 * Ni - 1 * Nj - 1 * Nk);
	NN = (Nx + 3) * Ni;
}

static void update_e(float dt)
{
	for (int i = 0; i < Nx; i++)
		for (int j = 0; j <= Ny; j++)
			for (int k = 0; k <= Nz; k++) {
				int64_t n = NA(i, j, k);
				Ex[n] += dt * (Hz[n] - Hz[n - Nj]);
				Ey[n] -= dt * (Hz[n] - Hz[n - Ni]) + Ey[n - Nk];
			}
}

static void update_h(float dt)
{
	int i, j, k;
	for (i = 0; i <= Nx; i++)
		for (j = 0; j < Ny; j++) {
			int64_t n = NA(i, j, 0);
			for (k = 0; k <= Nz; k++) {
				Hz[n] += dt * (EX(i, j + 1, k) - EX(i, j, k) - Ey[NA(i + 1, j, k)] + Ey[n]);
				n += Nk;
			}
		}
}

static void walls(void)
{
	for (int i = 0; i < Nx; i++)
		for (int k = 0; k <= Nz; k++) {
			EX(i, -1, k) = EX(i, Ny - 1, k);
			EX(i, Ny, k) = 2 * EX(i, 0, k);
		}
	for (int j = 0; j < Ny; j++)
		for (int k = 0; k < Nz; k++) {
			Ey[NA(-1, j, k)] = 0;
			Ey[NA(Nx, j, k)] = (float)k;
		}
	for (int j = 0; j < Ny; j++)
		for (int i = 0; i < Nx; i++) Hz[NA(i, j, Nz)] *= 0.5f;
	for (int k = 0; k < Nz; k++) EX(Nx / 2, Ny / 2, k) += 1;
}

int main(int argc, char **argv)
{
	Nx = atoi(argv[1]), Ny = atoi(argv[2]), Nz = atoi(argv[3]);
	int steps = atoi(argv[4]);
	layout();
	Ex = malloc(sizeof *Ex * NN), Ey = malloc(NN * sizeof *Ey), Hz = calloc(NN, sizeof *Hz);
	for (int64_t n = 0; n < NN; n++) Ex[n] = Ey[n] = 0;
	for (int i = 0; i < Nx; i++)
		for (int j = 0; j < Ny; j++)
			for (int k = 0; k < Nz; k++) Hz[NA(i, j, k)] = (i * 3 + j * 5 + k) % 11;
	for (int t = 0; t < steps; t++) {
		walls();
		update_e(0.125f);
		update_h(0.25f);
	}
	for (int i = -1; i <= Nx; i++)
		for (int j = -1; j <= Ny; j++)
			for (int k = -1; k <= Nz; k++)
				printf("%g %g %g\n", EX(i, j, k), Ey[NA(i, j, k)], Hz[NA(i, j, k)]);
	return 0;
}
