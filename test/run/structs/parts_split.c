// SPDX-License-Identifier: Apache-2.0
// RUN: %compare --flags=-I%hpcc_source/include %s
// RUN: %hpcc -fdist -fsyntax-only %s 2>&1 | %count 0
// MAX-SLOW: 0
//
// Arrays in objects whose inner dimensions are split (each process keeps its part elsewhere than in the object), on grids, aligned with one
// another, with templates and arrays, redistributed; elements that are structs; structs in structs, without names, in blocks.
#include <hpcc/dist.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 24, M = 20, K = 5 };
#pragma dist processors P[*][*]
#pragma dist template T[N + 2][M + 2]
#pragma dist distribute T[block][block] onto P
static double weight[M];
#pragma dist distribute weight[block]

struct cell {
	double value;
	int count;
};

struct field {
	char tag[3];
	double u[N][M];
#pragma dist align u[i][j] with T[i + 1][j + 1]
	double v[N][M], columns[M];
#pragma dist distribute v[*][block]
#pragma dist dynamic v
#pragma dist align columns[j] with weight[j]
	struct {
		struct cell cells[K][N][M];
#pragma dist distribute cells[*][block][block] onto P
		int used;
	};
	float flat[N * M];
#pragma dist array flat[N][M]
#pragma dist align flat[i][j] with u[i][j]
};

struct model {
	struct field now, next;
	struct {
		struct field *list;
		int n;
	} history;
};

static struct model m;

static void fill(struct field *f, int seed)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			f->u[i][j] = (seed + i * 7 + j * 3) % 11;
			f->flat[i * M + j] = i - j;
		}
	for (int j = 0; j < M; j++) f->columns[j] = weight[j] + seed;
	for (int k = 0; k < K; k++)
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) {
				f->cells[k][i][j].value = k + i * j;
				f->cells[k][i][j].count = seed;
			}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) f->v[i][j] = i + 2 * j;
	f->used = seed;
	memcpy(f->tag, "ab", 3);
}

static void step(const struct field *from, struct field *to)
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < M - 1; j++) {
			to->u[i][j] = 0.2 * (from->u[i][j] + from->u[i - 1][j] + from->u[i + 1][j] + from->u[i][j - 1] +
			                            from->u[i][j + 1]);
			to->flat[i * M + j] = from->flat[(i - 1) * M + j] + from->flat[i * M + j + 1];
		}
	for (int k = 0; k < K; k++)
		for (int i = 0; i < N; i++)
			for (int j = 1; j < M; j++) {
				to->cells[k][i][j].value += from->cells[k][i][j - 1].value;
				to->cells[k][i][j].count++;
			}
	for (int j = 0; j < M; j++)
		for (int i = 1; i < N; i++) to->v[i][j] += 0.5 * to->v[i - 1][j];
	for (int j = 0; j < M; j++) to->columns[j] += weight[j] * from->columns[j];
}

static void tell(const char *what, const struct field *f)
{
	double s = 0, t = 0, c = 0;
	int n = f->used;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			s += f->u[i][j] + f->flat[i * M + j];
			t += f->v[i][j];
		}
	for (int k = 0; k < K; k++)
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) {
				c += f->cells[k][i][j].value;
				n += f->cells[k][i][j].count;
			}
	for (int j = 0; j < M; j++) c += f->columns[j];
	printf("%s %.6f %.6f %.6f %d %s %g %g\n", what, s, t, c, n, f->tag, f->u[5][6], f->cells[2][3][4].value);
}

static int depth(int n)
{
	struct field f = m.now;
	if (n == 0) return (int)f.u[1][1];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) f.u[i][j] += n;
	if (n == 2) return depth(n - 1) + (int)f.u[2][2];
	return (int)f.u[3][3] + depth(n - 1);
}

int main(void)
{
	for (int j = 0; j < M; j++) weight[j] = 0.1 * j;
	fill(&m.now, 1);
	m.next = m.now;
	step(&m.now, &m.next);
	tell("next", &m.next);
	m.history.list = malloc(3 * sizeof *m.history.list);
	for (m.history.n = 0; m.history.n < 3; m.history.n++) {
		m.history.list[m.history.n] = m.next;
		step(&m.history.list[m.history.n], &m.next);
		tell("list", &m.history.list[m.history.n]);
	}
#pragma dist redistribute m.next.v[block][*]
	for (int i = 0; i < N; i++)
		for (int j = 1; j < M; j++) m.next.v[i][j] += 0.25 * m.next.v[i][j - 1];
	tell("rows", &m.next);
	m.now = m.next;
	tell("copy", &m.now);
	printf("%d\n", depth(3));
	struct model other = m;
	memset(&m, 0, sizeof m);
	tell("clear", &m.next);
	tell("other", &other.next);
	struct local {
		int n;
		struct field f[2];
	} block[2];
	for (int k = 0; k < 2; k++) {
		block[k].f[1] = other.next;
		step(&other.history.list[k], &block[k].f[1]);
		block[k].f[0] = block[k].f[1];
		tell("block", &block[k].f[0]);
	}
	for (int again = 0;; again++) {
		struct field f;
		fill(&f, again);
		if (again == 1) continue;
		step(&m.now, &f);
		tell("again", &f);
		if (again == 2) break;
	}
	printf("%d %d\n", dist_grid(other.now.u, 0) * dist_grid(other.now.u, 1) <= dist_nprocs(),
	        dist_owner(other.next.cells, 1L, 0L, 0L));
	free(other.history.list);
	return 0;
}
