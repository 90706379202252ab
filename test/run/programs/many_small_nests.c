// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// More loops in a function than a nest may have: faces, edges and corners of a box, each with a nest of its own.
// FLAGS: -Wno-dist
// MAX-SLOW: 27
// BY-ALL: 100 "r[nn] = ...": arrays of several lengths, one after the other
#include <stdio.h>
#include <stdlib.h>
typedef struct { int nx, ny, nz; } size;
#define LO(v, n) v = 1; v <= 1; v++
#define MI(v, n) v = 2; v <= n - 1; v++
#define HI(v, n) v = n; v <= n; v++
#define NEST(I, J, K, c)                                                                              \
  for (I(i, g.nx)) for (J(j, g.ny)) for (K(k, g.nz)) {                                                \
    nn = i + (j - 1) * g.nx + (k - 1) * g.nx * g.ny;                                                  \
    A[nn][1] = c; A[nn][2] = 1; A[nn][3] = 3;                                                         \
    r[nn] = x[nn - 1] + A[nn][3] * x[nn] + x[nn + 1] + x[nn + g.nx] + x[nn + g.nx * g.ny];            \
  }
static void gen(size g, double *x, double *r, double **A)
{
  int i, j, k, nn;
  NEST(LO, LO, LO, 0) NEST(MI, LO, LO, 1) NEST(HI, LO, LO, 2)
  NEST(LO, MI, LO, 3) NEST(MI, MI, LO, 4) NEST(HI, MI, LO, 5)
  NEST(LO, HI, LO, 6) NEST(MI, HI, LO, 7) NEST(HI, HI, LO, 8)
  NEST(LO, LO, MI, 9) NEST(MI, LO, MI, 10) NEST(HI, LO, MI, 11)
  NEST(LO, MI, MI, 12) NEST(MI, MI, MI, 13) NEST(HI, MI, MI, 14)
  NEST(LO, HI, MI, 15) NEST(MI, HI, MI, 16) NEST(HI, HI, MI, 17)
#ifndef FEW
  NEST(LO, LO, HI, 18) NEST(MI, LO, HI, 19) NEST(HI, LO, HI, 20)
  NEST(LO, MI, HI, 21) NEST(MI, MI, HI, 22) NEST(HI, MI, HI, 23)
  NEST(LO, HI, HI, 24) NEST(MI, HI, HI, 25) NEST(HI, HI, HI, 26)
#endif
}
int main(void)
{
  size g = { 6, 6, 6 };
  int nt = 216;
  double **A = calloc(nt + 50, sizeof *A), *x = calloc(nt + 100, sizeof *x), *r = calloc(nt + 100, sizeof *r);
  for (int i = 0; i < nt + 50; i++) A[i] = calloc(5, sizeof **A);
#pragma dist array A[nt + 50][5]
#pragma dist distribute A[block][*]
#pragma dist distribute [block] :: x, r
  gen(g, x, r, A);
  printf("%g\n", r[5]);
  return 0;
}
