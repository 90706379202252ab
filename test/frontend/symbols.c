// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=model -w %s | %FileCheck %s
//
// Symbols: where their declarations stand, and whether their addresses leave.
#include <stdio.h>
#include <string.h>

#define REAL double
#define INIT = {0}
#define DECLARE(type, name) type name[10];

// CHECK: variable {{.*}} a : double[10][20] file-scope static specifiers "static REAL" declarator "a[10][20]" @[[@LINE+1]]:13
static REAL a[10][20];
// CHECK: variable {{.*}} first : double file-scope initialised specifiers "double" declarator "first = 1.5" init "1.5"
// CHECK: variable {{.*}} rows : double (*)[4] file-scope specifiers "double" declarator "(*rows)[4]"
// CHECK: variable {{.*}} table : double[2] file-scope initialised specifiers "double" declarator "table[2] __attribute__((aligned(64))) = {1, 2}" init "{1, 2}"
double first = 1.5, (*rows)[4], table[2] __attribute__((aligned(64))) = {1,
	2};
// CHECK: variable {{.*}} hidden : double[10] file-scope @
DECLARE(double, hidden)
// CHECK: variable {{.*}} zeroed : int[3] file-scope initialised specifiers "int" declarator "zeroed[3] INIT" @
int zeroed[3] INIT;
// CHECK: variable {{.*}} elsewhere : double[] file-scope extern
extern double elsewhere[];
// CHECK: variable {{.*}} later : double[5] file-scope specifiers "double" declarator "later[5]" @[[@LINE+2]]:8
extern double later[];
double later[5];
// CHECK: field {{.*}} grid.n : int specifiers "int" declarator "n"
// CHECK: field {{.*}} grid.v : double * specifiers "double" declarator "*v"
typedef struct { int n; double *v; } grid;
// CHECK: variable {{.*}} g : grid file-scope specifiers "grid" declarator "g"
grid g;
// CHECK: function {{.*}} vla : void (int, {{.*}} file-scope specifiers "void"
// CHECK: parameter {{.*}} u : double[n][m] specifiers "double" declarator "u[n][m]"
// CHECK: parameter {{.*}} w : double (*)[m + 1] specifiers "double" declarator "(*w)[m + 1]"
void vla(int n, int m, double u[n][m], double (*w)[m + 1])
{
	// CHECK: variable {{.*}} t : double[n][m] specifiers "row" declarator "t[n]"
	typedef double row[m];
	row t[n];
	t[0][0] = u[0][0] + w[0][0];
}

// CHECK: function {{.*}} main : int (void) file-scope specifiers "int"
int main(void)
{
	// CHECK: variable {{.*}} taken : double[4] address-taken
	// CHECK: variable {{.*}} passed : double[4] specifiers
	// CHECK: variable {{.*}} p : double *
	double taken[4], passed[4], *p = taken;
	// CHECK: variable {{.*}} n : int address-taken
	// CHECK: variable {{.*}} k : int specifiers
	int n, k;
	memcpy(passed, p, sizeof passed);
	memset(&passed[1], 0, 8);
	k = *passed + sizeof *&passed;
	scanf("%d", &n);
	// CHECK: function {{.*}} memcpy {{.*}} extern system
	// CHECK: variable {{.*}} counter : int static
	static int counter;
	return counter + k;
}
