// SPDX-License-Identifier: Apache-2.0
//
// The control flow of each function: loops and branches, calls, tasks with what is sent in front of them and behind,
// output, elements, redistribution, code of one process, code that all run in a row.
// RUN: %hpcc -fdist -w -fdist-emit=graph-json %s -o %t.json && %hpcc-graph %t.json | %FileCheck %s
// RUN: %hpcc-graph --json %t.json > %t.all && %python %S/Inputs/cycle.py %t.json %t.all && %python %S/Inputs/graph.py %t.json
// RUN: %hpcc-graph --condensed %t.json | %FileCheck --check-prefix CONDENSED %s
// RUN: %hpcc -fdist -w %s -o %t && %hpcc-graph %t | %FileCheck %s
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 100
static double u[N][N], w[N][N], z[N][N];
#pragma dist distribute u[block][*], w[block][*], z[block][*]
#pragma dist dynamic z
static double table[N];
static int hits;

// CHECK: 6 tasks, 4 events in 1 unit
// CHECK: phases of for (int t = 0; t < steps && change > 1e-9; t++), {{.*}}flow.c:[[#]] in main
// CHECK-NEXT: send 1 row from below and 1 row from above of 'u'
// CHECK-NEXT: task 1 split along dimension 0 of 'w'; reads u; writes w
// CHECK-NEXT: task 2 split along dimension 0 of 'u'; reads w; writes u
// CHECK-NEXT: task 3 split along dimension 0 of 'u'; reads u, w
// CHECK-NEXT: send the maximum of 'm'
// CHECK-NEXT: element 'u[N / 2][t % N]' from its owner to all
// CONDENSED: tasks 2-3 split along dimension 0 of 'u'; reads w, u; writes u

// A function without anything of the kind is code where it is called.
// CHECK: twice {{.*}}flow.c:[[#@LINE+2]]
// CHECK-NEXT: [[#@LINE+1]] return 2 * x;
static double twice(double x) { return 2 * x; }

// CHECK: step {{.*}}flow.c:[[#@LINE+1]]
static double step(int smooth)
{
	double m = 0;
	// CHECK-NEXT: [[#@LINE-1]] double m = 0;
	// CHECK-NEXT: [[#@LINE+6]]-[[#@LINE+12]] if (smooth)
	// CHECK-NEXT: [[#@LINE+6]] send 1 row from below and 1 row from above of 'u'
	// CHECK-NEXT: [[#@LINE+5]]-[[#@LINE+6]] task 1 split along dimension 0 of 'w'
	// CHECK-NEXT: else
	// CHECK-NEXT: [[#@LINE+6]]-[[#@LINE+7]] hits++;
	// CHECK-NEXT: [[#@LINE+8]]-[[#@LINE+9]] task 2
	if (smooth) {
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) w[i][j] = 0.5 * (u[i - 1][j] + u[i + 1][j]);
	} else {
		hits++;
		hits += 2;
	}
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++) u[i][j] = w[i][j];
	// CHECK: [[#@LINE+3]]-[[#@LINE+4]] task 3
	// CHECK-NEXT: [[#@LINE+2]] send the maximum of 'm'
	// CHECK-NEXT: [[#@LINE+3]] return m;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) m = fmax(m, fabs(u[i][j] - w[i][j]));
	return m;
}

// A loop without anything of the kind is code, too; one around split loops with less in them is not the cycle.
// CHECK: start {{.*}}flow.c:[[#@LINE+1]]
static void start(int more)
{
	// CHECK-NEXT: [[#@LINE+2]]-[[#@LINE+4]] hits = more;
	// CHECK-NEXT: [[#@LINE+4]]-[[#@LINE+7]] for (int k = 0; k < 2; k++)
	hits = more;
	for (int k = 0; k < 3; k++)
		if (k > more) hits += k;
	for (int k = 0; k < 2; k++) {
		puts("start");
		for (int i = 0; i < N; i++) z[i][0] = k + i;
	}
}

int main(int argc, char **argv)
{
	start(argc);
	// CHECK: main {{.*}}flow.c
	// CHECK-NEXT: [[#@LINE-2]] call start(argc)
	// CHECK-NEXT: [[#@LINE+6]]-[[#@LINE+7]] int steps = argc > 1 ? atoi(argv[1]) : 10;
	// CHECK-NEXT: [[#@LINE+7]]-[[#@LINE+9]] task 5 split along dimension 0 of 'w'; writes w, u
	// CHECK-NEXT: [[#@LINE+9]]-[[#@LINE+12]] for (int t = 0; t < steps && change > 1e-9; t++) <- the cycle
	// CHECK-NEXT: [[#@LINE+9]] call step(t % 2)
	// CHECK-NEXT: [[#@LINE+9]] element 'u[N / 2][t % N]' from its owner to all
	// CHECK-NEXT: [[#@LINE+8]] io printf("%g %g\n", change, u[N / 2][t % N])
	int steps = argc > 1 ? atoi(argv[1]) : 10;
	double change = 1;
	for (int k = 0; k < N; k++) table[k] = twice(k);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) u[i][j] = w[i][j] = table[i];
	for (int t = 0; t < steps && change > 1e-9; t++) {
		change = step(t % 2);
		printf("%g %g\n", change, u[N / 2][t % N]);
	}
	// CHECK-NEXT: [[#@LINE+3]] send 'z' to where it is mapped from here on
	// CHECK-NEXT: [[#@LINE+3]]-[[#@LINE+5]] if (hits > 3)
	// CHECK-NEXT: [[#@LINE+3]]-[[#@LINE+4]] task 6 split along
#pragma dist redistribute z[*][block]
	if (hits > 3)
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++) z[i][j] += 1;
	// CHECK: serial
	// CHECK-NEXT: io fprintf(stderr, "%d\n", hits)
#pragma dist serial
	{
		fprintf(stderr, "%d\n", hits);
	}
	return 0;
}
