// SPDX-License-Identifier: Apache-2.0
//
// A type that is an array, and functions that are given it.
typedef double real_t;
typedef real_t real3[3];

static void zero3(real3 a)
{
	a[0] = 0.0;
	a[1] = 0.0;
	a[2] = 0.0;
}

static void add3(real3 a, const real3 b)
{
	for (int k = 0; k < 3; k++) a[k] += b[k];
}
