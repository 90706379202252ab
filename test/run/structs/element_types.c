// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// Elements of every arithmetic type.
#include <complex.h>
#include <stdbool.h>
#include <stdio.h>

#define N 17

typedef unsigned short half;

static char c[N][3], c2[N][3];
static signed char sc[N][3], sc2[N][3];
static unsigned char uc[N][3], uc2[N][3];
static short s[N][3], s2[N][3];
static half us[N][3], us2[N][3];
static int i[N][3], i2[N][3];
static unsigned u[N][3], u2[N][3];
static long l[N][3], l2[N][3];
static unsigned long ul[N][3], ul2[N][3];
static long long ll[N][3], ll2[N][3];
static unsigned long long ull[N][3], ull2[N][3];
static float f[N][3], f2[N][3];
static double d[N][3], d2[N][3];
static long double ld[N][3], ld2[N][3];
static float complex fc[N][3], fc2[N][3];
static double complex dc[N][3], dc2[N][3];
static bool b[N][3], b2[N][3];
#pragma dist distribute [block][*] :: c, c2, sc, sc2, uc, uc2, s, s2, us, us2, i, i2, u, u2, l, l2, ul, ul2
#pragma dist distribute [block][*] :: ll, ll2, ull, ull2, f, f2, d, d2, ld, ld2, fc, fc2, dc, dc2, b, b2

#define FILL(a) for (int p = 0; p < N; p++) for (int q = 0; q < 3; q++) a[p][q] = p * 3 + q
#define STEP(a, b) for (int p = 1; p < N - 1; p++) for (int q = 0; q < 3; q++) b[p][q] = a[p - 1][q] + a[p + 1][2 - q]
#define SHOW(a, format) for (int p = 0; p < N; p++) for (int q = 0; q < 3; q++) printf(format " ", a[p][q])

int main(void)
{
	FILL(c); FILL(sc); FILL(uc); FILL(s); FILL(us); FILL(i); FILL(u); FILL(l); FILL(ul); FILL(ll); FILL(ull);
	FILL(f); FILL(d); FILL(ld); FILL(b);
	for (int p = 0; p < N; p++)
		for (int q = 0; q < 3; q++) {
			fc[p][q] = p + 2 * q * I;
			dc[p][q] = p - q * I;
		}
	STEP(c, c2); STEP(sc, sc2); STEP(uc, uc2); STEP(s, s2); STEP(us, us2); STEP(i, i2); STEP(u, u2); STEP(l, l2);
	STEP(ul, ul2); STEP(ll, ll2); STEP(ull, ull2); STEP(f, f2); STEP(d, d2); STEP(ld, ld2); STEP(fc, fc2); STEP(dc, dc2);
	STEP(b, b2);
	SHOW(c2, "%d"); SHOW(sc2, "%d"); SHOW(uc2, "%d"); SHOW(s2, "%d"); SHOW(us2, "%d"); SHOW(i2, "%d"); SHOW(u2, "%u");
	SHOW(l2, "%ld"); SHOW(ul2, "%lu"); SHOW(ll2, "%lld"); SHOW(ull2, "%llu"); SHOW(f2, "%g"); SHOW(d2, "%g");
	SHOW(ld2, "%Lg"); SHOW(b2, "%d");
	for (int p = 0; p < N; p++)
		printf("%g %g %g %g\n", crealf(fc2[p][0]), cimagf(fc2[p][1]), creal(dc2[p][2]), cimag(dc2[p][0]));
	long long sum = 0;
	double complex csum = 0;
	long double lsum = 0;
	for (int p = 0; p < N; p++)
		for (int q = 0; q < 3; q++) {
			sum += ull2[p][q] + uc2[p][q];
			csum += dc2[p][q];
			lsum += ld2[p][q];
		}
	printf("%lld %g %g %Lg\n", sum, creal(csum), cimag(csum), lsum);
	return 0;
}
