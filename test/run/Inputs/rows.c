// SPDX-License-Identifier: Apache-2.0
// Functions that set the components of one element, whose array is behind a pointer of which nothing is known here.
typedef double real3[3];
static void zero3(real3 a)
{
	a[0] = 0;
	a[1] = 0;
	a[2] = 0;
}
static void scale(double *row, int n, double by)
{
	for (int k = 0; k < n; k++) row[k] *= by;
}
typedef struct {
	real3 *r, *f;
	double *U;
	int n;
} atoms;
void zero(atoms *s)
{
	for (int ii = 0; ii < s->n; ii++) {
		zero3(s->f[ii]);
		s->U[ii] = 0;
	}
}
void grow(atoms *s)
{
	for (int ii = 0; ii < s->n; ii++) {
		scale(s->r[ii], 3, 1.5);
		s->U[ii] = s->r[ii][1];
	}
}
