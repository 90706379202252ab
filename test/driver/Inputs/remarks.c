#include <stdio.h>

#define N 100
static double u[N][N], v[N][N];
#pragma dist distribute [block][*] :: u, v

int main(int argc, char **argv)
{
	for (unsigned i = 1; i < argc + 7u; i++) for (int j = 0; j < N; j++) v[i][j] = u[i - 1][j];
	for (int i = 0; i < N; i++) printf("%s %g\n", argv[0], v[i][1]);
	return u[1][2] > 0;
}
