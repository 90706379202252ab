// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line %s | grep -v '^[[:space:]]*//' | %FileCheck %s
//
// Pointers with a mapping: where they receive memory from a call it is mapped, in whatever form it comes.
#include <stdlib.h>
struct matrix {
	int n, m;
	float *v;
#pragma dist array v[n][m]
#pragma dist distribute v[block][*]
};
#pragma dist processors P[2][*]

static double *p;
static int make(double **q, int n) { return !(*q = malloc(n * sizeof **q)); }
static double *fresh(int n) { return malloc(n * sizeof(double)); }

// CHECK-LABEL: int main(int argc, char **argv)
int main(int argc, char **argv)
{
	int n = argc, m = 2 * argc;
#pragma dist array p[n]
#pragma dist distribute p[block]
	// CHECK: double (*q)[m] = malloc(n * sizeof *q); hpcc_map_distribute(&hpcc_info_{{.}}, (q), (const long[]){n, m}, (const hpcc_dist[]){{{[{]}}HPCC_BLOCK}, {HPCC_BLOCK, 7}}, hpcc_grid_P_0());
	double (*q)[m] = malloc(n * sizeof *q);
#pragma dist array q[n][m]
#pragma dist distribute q[block][block(7)] onto P
	struct matrix x = {n, m, 0}, *y = &x;
	// CHECK: (p = malloc(n * sizeof *p), hpcc_map_distribute(&hpcc_info_[[P:.]], (p), (const long[]){n}, (const hpcc_dist[]){{{[{]}}HPCC_BLOCK}}, 0), p);
	p = malloc(n * sizeof *p);
	// CHECK-NEXT: (p = ({ hpcc_await_distribute((const void *)fresh, "", &hpcc_info_[[P]], (const long[]){n}, {{.*}}, 0);
	// CHECK-SAME: __auto_type hpcc_given = fresh(n); hpcc_await_end(1, (const void *const[]){hpcc_given}); hpcc_given; }),
	// CHECK-SAME: hpcc_map_distribute(&hpcc_info_[[P]], (p),
	p = fresh(n);
	// CHECK-NEXT: if (({ __auto_type hpcc_value = ({ hpcc_await_distribute((const void *)make, "q", &hpcc_info_[[P]], (const long[]){n}, {{[^;]*}};
	// CHECK-SAME: hpcc_given = make(&p, n); hpcc_await_end(1, (const void *const[]){p}); hpcc_given; }); hpcc_map_distribute(&hpcc_info_[[P]], (p), {{.*}}, 0); hpcc_value; })) return 1;
	if (make(&p, n)) return 1;
	// The members' extents are those of the object.
	// CHECK-NEXT: (y->v = malloc(n * m * sizeof(float)), hpcc_map_distribute(&hpcc_info_0, (y->v), (const long[]){(*y).n, (*y).m}, {{.*}}, 0), y->v);
	y->v = malloc(n * m * sizeof(float));
	// What has a mapping needs none, what is nothing neither.
	// CHECK-NEXT: double *t = p, *base = malloc(2 * n * sizeof *p);
	double *t = p, *base = malloc(2 * n * sizeof *p);
	// CHECK-NEXT: y->v = x.v, p = NULL;
	y->v = x.v, p = NULL;
	// Of another place it is asked.
	// CHECK-NEXT: (p = t, (p) && hpcc_is_plain(p) ? ({ if (hpcc_has_room(&hpcc_info_[[P]], (p), (const long[]){n})) hpcc_map_distribute(&hpcc_info_[[P]], (p), {{.*}}, 0); }) : (void)0, p);
	p = t;
	// CHECK-NEXT: (p = base + n, (p) && hpcc_is_plain(p) ?
	p = base + n;
	// CHECK-NEXT: struct matrix z = {n, m, malloc(n * m * sizeof(float))}; hpcc_map_distribute(&hpcc_info_0, (z.v), (const long[]){(z).n, (z).m}, {{.*}}, 0);
	struct matrix z = {n, m, malloc(n * m * sizeof(float))};
	// CHECK: *y = (({ __auto_type hpcc_value = (struct matrix){.v = calloc(n, m)}; hpcc_map_distribute(&hpcc_info_0, (hpcc_value.v), (const long[]){(hpcc_value).n, (hpcc_value).m}, {{.*}}, 0); hpcc_value; }));
	*y = (struct matrix){.v = calloc(n, m)};
	return argv[0] == 0 || q == 0;
}

// CHECK-LABEL: static int hpcc_start_unit(int phase)
// CHECK: hpcc_grid_P_0();
// CHECK-LABEL: static hpcc_grid *hpcc_grid_P_0(void)
// CHECK: return hpcc_grid_named("P", "{{.*}}receive.c:12", 2, (const long[]){2, 0});
