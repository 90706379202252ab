// What is sent in the first step only, and what looks like it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 200
#define M 40
typedef double field[N][M];
static field stays, called, cleared, aliased, by_row, sometimes, u, v;
#pragma dist distribute[block][*] ::stays, called, cleared, aliased, by_row, sometimes, u, v

#ifdef OTHER
void other(void);
#endif

static void add(int n, double (*a)[M], double (*to)[M])
{
	for (int i = 1; i < n; i++)
		for (int j = 0; j < M; j++) to[i][j] += a[i - 1][j];
}

static void change(int t) { called[t % N][3] = t; }

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 6, n = argc > 2 ? atoi(argv[2]) : N;
	double(*p)[M] = calloc(N, sizeof *p), (*q)[M] = calloc(N, sizeof *q), (*fixed)[M] = calloc(N, sizeof *fixed);
	double(*by_pointer)[M] = calloc(N, sizeof *by_pointer);
#pragma dist array p[N][M], q[N][M], fixed[N][M], by_pointer[N][M]
#pragma dist distribute p[block][*], q[block][*], fixed[block][*], by_pointer[block][*]
	double(*given)[M] = calloc(N, sizeof *given);
#pragma dist array given[N][M]
#pragma dist distribute given[block][*]
#ifdef ALIAS
	double *other_name = &aliased[0][0];
#endif
	double *pointer = &by_pointer[0][0];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			stays[i][j] = aliased[i][j] = u[i][j] = sometimes[i][j] = p[i][j] = fixed[i][j] = by_row[i][j] =
			        i + j;
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < n; i++)
			for (int j = 0; j < M; j++) v[i][j] = stays[i - 1][j] + fixed[i - 1][j];
		add(n, given, v);
		for (int i = 1; i < n; i++)
			for (int j = 0; j < M; j++) v[i][j] += u[i - 1][j] + called[i - 1][j] + cleared[i - 1][j];
		for (int i = 1; i < n; i++)
			for (int j = 0; j < M; j++) v[i][j] += by_pointer[i - 1][j] + aliased[i - 1][j] + p[i - 1][j];
		for (int i = 0; i < n; i++)
			for (int j = 0; j < M; j++) v[i][j] += by_row[t][j];
		if (t % 2)
			for (int i = 1; i < n; i++)
				for (int j = 0; j < M; j++) v[i][j] += sometimes[i - 1][j];
		for (int i = 0; i < n; i++)
			for (int j = 0; j < M; j++) u[i][j] = v[i][j] / 2;
		change(t);
		memset(cleared[t], 0, sizeof cleared[t]);
		pointer[t] = t;
#ifdef ALIAS
		other_name[t] = t;
#endif
		double(*swap)[M] = p;
		p = q, q = swap;
#ifdef OTHER
		other();
#endif
	}
	printf("%g\n", v[n / 2][3]);
}
