// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %compare --check %s
// RUN: %hpcc -fdist -fsyntax-only -Werror=dist-slow-path -Werror=dist-one-after-the-other %s
// MAX-SLOW: 0
// Variables that are declared far from the loop, and set, by inner loops and by calls, and read under one condition.
#include <math.h>
#include <stdio.h>

#define N 29
#define Q 3
static double f[N][Q], out[N];
static char solid[N];
#pragma dist distribute f[block][*]
#pragma dist align [i] with f[i][0] :: solid, out

static void moments(const double *p, double *rho, double *u)
{
	*rho = *u = 0;
	for (int q = 0; q < Q; q++) {
		*rho += p[q];
		*u += *rho;
	}
	*u /= *rho;
}

int main(void)
{
	double rho, u, worst, t;
	int i, q, seen;
	for (i = 0; i < N; i++) {
		solid[i] = i % 4 == 1;
		for (q = 0; q < Q; q++) f[i][q] = 1 + q + 0.1 * i;
	}
	worst = 0;
	for (i = 0; i < N; i++)
		if (!solid[i]) {
			rho = 0;
			u = 0;
			for (q = 0; q < Q; q++) {
				rho += f[i][q];
				u += rho;
			}
			u /= rho;
			if (fabs(u) > worst) worst = fabs(u);
		}
	printf("%.15g\n", worst);
	seen = 0;
	for (i = 0; i < N; i++) {
		out[i] = -1;
		if (solid[i] || f[i][0] > 3.5) continue;
		t = f[i][0];
		for (q = 1; q < Q; q++) {
			t = 0.5 * t + f[i][q];
			if (t > 4) t -= f[i][0];
		}
		out[i] = t;
		seen++;
	}
	printf("%d\n", seen);
	worst = 0;
	for (i = 0; i < N; i++)
		if (!solid[i]) {
			moments(f[i], &rho, &u);
			if (hypot(rho, u) > worst) worst = hypot(rho, u);
		}
	printf("%.15g\n", worst);
	for (i = 0; i < N; i++) printf("%.12g%c", out[i], i % 8 == 7 ? '\n' : ' ');
	puts("");
	return 0;
}
