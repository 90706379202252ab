// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 2
// BY-ALL: 18 "for (int i = 1; i < N; i++) v[i].x = (int)(v[i - 1].i & 0xf...": a value of 'v' that one process
//              sets is read by another one in the same nest
//            "for (int i = 1; i < N; i++) v[i].y = v[i - 1].x;": a value of 'v' that one process sets
//              is read by another one in the same nest
//            "printf("%d %d\n", v[3].q[0], v[4].x);": elements are read one by one
//            "v[4].x += v[5].q[0] = 7;": elements are set one by one
// Structs and unions without a name within others: members of elements, and members that are mapped.
#include <stdio.h>
enum { N = 20 };
typedef struct {
	int k;
	union {
		double d;
		long i;
		struct {
			int x, y;
		};
	};
	union {
		float f;
		unsigned u;
	} n;
	struct {
		int p;
		struct {
			int q[2];
		};
	};
} var;
static var v[N];
static double a[N];
#pragma dist distribute[block] ::v, a
typedef struct {
	struct {
		int n;
		double *w;
	};
#pragma dist array w[n]
#pragma dist distribute w[block]
} holder;
int main(void)
{
	for (int i = 0; i < N; i++) {
		v[i].k = i;
		v[i].d = 0;
		v[i].x = i;
		v[i].y = -i;
		v[i].n.f = i;
		v[i].p = i;
		v[i].q[1] = 2 * i;
		v[i].q[0] = 1;
	}
	for (int i = 1; i < N - 1; i++) a[i] = v[i + 1].i + v[i - 1].n.u + v[i - 1].q[1];
	for (int i = 1; i < N; i++) v[i].y = v[i - 1].x;
	for (int i = 1; i < N; i++) v[i].x = (int)(v[i - 1].i & 0xffff) + v[i].q[1];
	for (int i = 0; i < N - 1; i++) v[i].n.f = v[i + 1].n.u & 0xff;
	for (int i = 0; i < N; i++)
		printf("%d %g %ld %d %d %g %u\n", v[i].k, a[i], v[i].i, v[i].y, v[i].q[1], v[i].n.f, v[i].n.u);
	holder h = {{10}};
	h.w = (double[10]){1, 2};
	holder *p = &h;
	double *mem = __builtin_malloc(80);
	p->w = mem;
	for (int i = 0; i < p->n; i++) p->w[i] = i;
	for (int i = 1; i < p->n; i++) p->w[i] += h.w[0] + i;
	printf("%g %g\n", h.w[4], p->w[9]);
	v[3].q[0]++;
	v[4].x += v[5].q[0] = 7;
	printf("%d %d\n", v[3].q[0], v[4].x);
	return 0;
}
