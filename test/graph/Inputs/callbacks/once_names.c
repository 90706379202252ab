// Arrays that are known by their names alone.
#include <stdio.h>

#define N 200
#define M 40
static double stays[N][M], u[N][M], v[N][M];
#pragma dist distribute[block][*] ::stays, u, v

int main(int argc, char **argv)
{
	(void)argv;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) stays[i][j] = u[i][j] = i + j * argc;
	for (int t = 0; t < 6; t++) {
		for (int i = 1; i < N; i++)
			for (int j = 0; j < M; j++) v[i][j] = stays[i - 1][j] * u[i - 1][j];
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) u[i][j] = v[i][j] / 2;
	}
	printf("%g\n", v[N / 2][3]);
}
