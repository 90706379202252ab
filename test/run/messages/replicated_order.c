// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 12
// Through sockets, where processes go on before others have got what they sent:
// RUN: env OMPI_MCA_btl=self,tcp %compare --counts 2,3,7 %s
// Replicated arrays that several iterations write: the last one in program order counts.
#include <stdio.h>

#define N 12
#define M 5

static double a[N][M], b[N][M], x[M], y[M], z[M], column[N];
#pragma dist distribute [block][*] :: a, b

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = i * 10 + j, b[i][j] = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) x[j] = a[i][j];
	for (int i = N - 1; i >= 0; i--)
		for (int j = 0; j < M; j++) y[j] = a[i][j];
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) z[j] = a[i][j] + 1;
		for (int j = 0; j < M; j++) b[i][j] = z[M - 1 - j];
	}
	for (int i = 0; i < N; i++) column[N - 1 - i] = a[i][2];
	for (int j = 0; j < M; j++) printf("%g %g %g\n", x[j], y[j], z[j]);
	for (int i = 0; i < N; i++) printf("%g %g\n", column[i], b[i][0]);
	return 0;
}
