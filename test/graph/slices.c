// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph-json %s -o - | %FileCheck %s
// RUN: %hpcc -fdist -Rdist=summary -c %s -o %t.o 2>&1 | %FileCheck --check-prefix=SUMMARY %s
// Arrays that are split along slices while a loop runs are redistributed before it and after it: of a parameter that
// has its mapping in the function, too.

void declared(int n, int m, double a[n][m])
{
#pragma dist array a[n][m]
#pragma dist distribute a[block][*]
	for (int j = 0; j < m; j++) {
		double before = 0;
		for (int i = 1; i < n; i++) a[i][j] += before, before = a[i][j];
		for (int i = n - 2; i >= 0; i--) a[i][j] -= a[i + 1][j] * before;
	}
}
// CHECK: "pattern": "remap", {{.*}}'a' to be split along the slices of the next loop{{.*}}"pattern": "transpose"
// CHECK: "pattern": "remap", {{.*}}'a' back to its own mapping{{.*}}"pattern": "transpose"

// Two components are no slices for many processes: those of a loop within are taken.
static double u[2][40][30];
#pragma dist distribute u[*][block][*]

void components(void)
{
	for (int k = 0; k < 2; k++)
		for (int j = 0; j < 30; j++) {
			double before = 0;
			for (int i = 1; i < 40; i++) u[k][i][j] += before, before = u[k][i][j];
			for (int i = 38; i >= 0; i--) u[k][i][j] -= u[k][i + 1][j] * before;
		}
}
// SUMMARY: split along dimension 1 of 'a'; sent each time: all of 'a' to be split along dimension 1, and back
// SUMMARY: split along dimension 2 of 'u'; sent each time: all of 'u' to be split along dimension 2, and back

// What each process goes on from is handed on in each column.
void handed(void)
{
	for (int j = 0; j < 30; j++) {
		double before = 0, last;
		for (int i = 1; i < 40; i++) last = u[0][i][j] + before, u[0][i][j] = before, before = last;
	}
}
// SUMMARY: pipeline in strips of 'j'; sent each time: 'before' to the next process after each loop of 'i'

// Where processes need to wait for planes only, the loop over components has a pipeline in each iteration.
void components_in_pipelines(void)
{
	for (int k = 0; k < 2; k++)
		for (int i = 1; i < 40; i++)
			for (int j = 0; j < 30; j++) u[k][i][j] += u[k][i - 1][j];
}
// SUMMARY: split along dimension 1 of 'u', as a pipeline in strips of 'j'; sent each time: 1 plane from below of 'u'

// A pipeline would need the columns of p and q, of which rows are split: to split v by columns moves one array, not
// two.
static double p[40][40], q[40][40], v[40][40];
#pragma dist distribute[block][*] ::p, q, v

void columns_by_rows(void)
{
	for (int i = 1; i < 39; i++)
		for (int j = 38; j > 0; j--) v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
}
// SUMMARY: split along dimension 1 of 'v'; sent each time: what is not set in 'v', to be split along dimension 1
