// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 21
// BY-ALL: 16 "for (int i = 0; i < n; i++) q[i].more = i;": a value of 'q' that one process sets is read by another
//              one in the same nest
//            "q[i].more++;": elements are set one by one
//            "now.tag = q[i].tag + 1;": elements are read one by one
//            "q[i].tag = i;": elements are set one by one
// ARGS: 20 24
// ARGS: 3 8
// memset and memcpy beyond an element, of sizes that only the run knows, into a neighbour, and from variables whose members a nest sets: right, if slow.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 30 };
typedef struct {
	double pos[3], vel[3];
	int tag, more;
} particle;
static particle p[N], q[N];
static double f[N][3];
#pragma dist distribute [block] :: p, q
#pragma dist distribute f[block][*]

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20;
	size_t bytes = argc > 2 ? (size_t)atoi(argv[2]) : 24;
	for (int i = 0; i < N; i++)
		for (int k = 0; k < 3; k++) p[i].pos[k] = i + k, p[i].vel[k] = i - k, q[i].pos[k] = f[i][k] = i * k;
	for (int i = 0; i < n; i++) {
		q[i].tag = i;
		memset(q[i].pos, 0, bytes);
	}
	for (int i = 0; i < n; i += 2) {
		q[i].tag += 2;
		memcpy(&q[i], &p[i], 2 * sizeof *p);
	}
	for (int i = 0; i < n; i++) {
		q[i].more = i;
		memcpy(q[i + 1].pos, q[i].pos, sizeof q[i].pos);
	}
	for (int i = 0; i < n; i++) {
		particle now = {{0}, {0}, 0, 0};
		for (int k = 0; k < 3; k++) now.pos[k] = p[i].vel[k];
		now.tag = q[i].tag + 1;
		memcpy(&q[i], &now, sizeof now);
	}
	for (int i = 0; i < n; i++) {
		q[i].more++;
		memcpy(f[i], p[i].pos, sizeof p[i].pos);
		memcpy(f[i + 1], p[i].vel, sizeof p[i].vel);
	}
	double s = 0;
	for (int i = 0; i < N; i++)
		for (int k = 0; k < 3; k++) s += (q[i].pos[k] + q[i].vel[k]) * (i + k) + q[i].tag + q[i].more + f[i][k] * k;
	printf("%.12g\n", s);
	return 0;
}
