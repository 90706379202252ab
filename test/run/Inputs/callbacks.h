// SPDX-License-Identifier: Apache-2.0
#define N 41
typedef double source_function(double x, double y);
struct problem {
	double size;
	source_function *source;
#pragma dist pure(source)
};
extern double u[N][N];
#pragma dist distribute u[block][*]
void fill(source_function *source);
void add(const struct problem *p);
