// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=model %s | %FileCheck %s
//
// Directives in every place, in any order, and what they map.

#define N 100
enum { M = 50 };

// CHECK: processors P[*]
#pragma dist processors P[*]
// CHECK: template T[100 + 1]{{.*}}[block]
#pragma dist template T[N + 1]
#pragma dist distribute T[block] onto P

// CHECK: field {{[0-9]+}} grid.v
// CHECK-NEXT: mapping {{[0-9]+}}: array [n][m] of double distribute [block][*]
struct grid {
	int n, m;
	double *v;
#pragma dist array v[n][m]
#pragma dist distribute v[block][*]
};

// CHECK: variable {{[0-9]+}} a :
// CHECK-NEXT: mapping {{[0-9]+}}: array [100][50] of double distribute [block][*] onto P
#pragma dist distribute [block][*] onto P :: a, b
double a[N][M], b[N][M];

// CHECK: variable {{[0-9]+}} c :
// CHECK-NEXT: mapping {{[0-9]+}}: array [100] of float align {{.*}}T[
float c[N];
#pragma dist align c[i] with T[i + 1]

// CHECK: parameter {{[0-9]+}} x :
// CHECK-NEXT: mapping {{[0-9]+}}: array [n + 1] of double distribute [block(M)]{{.*}}parameter
void scale(int n, double *x)
{
#pragma dist array x[n + 1]
#pragma dist distribute x[block(M)]
	double t = 0;
#pragma dist independent new(t)
	for (int i = 0; i < n; i++) t = x[i], x[i] = t * t;
}

int main(void)
{
	// CHECK: variable {{[0-9]+}} local :
	// CHECK-NEXT: mapping {{[0-9]+}}: array [50] of int align {{.*}}a
	int local[M];
#pragma dist align local[j] with a[*][j]
	local[0] = 0;
	return local[0];
}
