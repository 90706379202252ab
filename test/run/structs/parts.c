// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only %s 2>&1 | %count 0
// MAX-SLOW: 0
// PER-STEP: procs=4 from="2" to="6" messages=1,2,2,1 collectives=0
//
// Arrays that are declared in a struct are mapped in its objects: of file scope, static, of a block, in an array of objects, in one
// block of memory, in another struct. Objects are copied, set and written as a whole, handed on by value and by address.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 40, M = 30 };

struct grid {
	int n;
	double u[N][M];
	double v[N][M], line[N];
	char name[8];
#pragma dist distribute [block][*] :: u, v
#pragma dist align line[i] with u[i][*]
	double h;
};

typedef struct {
	struct grid fine, coarse[2];
	int steps;
} levels;

static struct grid of_file, unused;
static levels all;
struct grid seen = {N, {{1, 2, 3}, {4}}, .h = 0.75, .name = "seen"};

static void init(struct grid *g, double by)
{
	g->n = N;
	g->h = by;
	strcpy(g->name, "made");
	for (int i = 0; i < g->n; i++) {
		g->line[i] = i;
		for (int j = 0; j < M; j++) {
			g->u[i][j] = by * i + j;
			g->v[i][j] = 0;
		}
	}
}

static void smooth(struct grid *g)
{
	for (int i = 1; i < g->n - 1; i++)
		for (int j = 1; j < M - 1; j++)
			g->v[i][j] = 0.25 * (g->u[i - 1][j] + g->u[i + 1][j] + g->u[i][j - 1] + g->u[i][j + 1]);
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < M - 1; j++) g->u[i][j] = g->v[i][j] * g->h + g->line[i];
}

// Rows of a member, and all of it in flat order.
static void scale(int n, double u[][M], double by)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) u[i][j] *= by;
}

static double sum(const struct grid *g)
{
	double s = 0;
	const double *u = &g->u[0][0];
	for (int k = 0; k < N * M; k++) s += u[k] + g->h;
	for (int i = 0; i < N; i++) s += g->line[i];
	return s;
}

#define SWAP(a, b) { struct grid swapped = (a); (a) = (b); (b) = swapped; }

static struct grid made(double by)
{
	struct grid g;
	init(&g, by);
	smooth(&g);
	return g;
}

static double of_value(struct grid g)
{
	double s = 0;
	g.u[3][4] += 100;
	for (int i = 0; i < N; i++) s += g.u[i][4];
	return s;
}

static struct grid *create(double by)
{
	struct grid *g = malloc(sizeof *g);
	if (g) init(g, by);
	return g;
}

static int counted(void)
{
	static struct grid kept;
	kept.n++;
	for (int i = 0; i < N; i++) kept.line[i] += i;
	return (int)kept.line[N - 1] + kept.n;
}

static void tell(const char *what, const struct grid *g)
{
	printf("%s %.4f %d %g %s\n", what, sum(g), g->n, g->u[3][4], g->name);
}

static void outside(void)
{
	double *p = &of_file.u[7][5];
	*p = 17;
	p[1] = of_file.u[7][5] + 1;
	of_file.u[8][5] += p[1];
	of_file.line[2] = of_file.line[N - 3];
	printf("%g %g %g %g\n", of_file.u[7][5], of_file.u[7][6], of_file.u[8][5], of_file.line[2]);
	for (int i = 0; i < N; i += 13) printf("%g ", of_file.u[i][i % M]);
	printf("%d %d\n", (int)sizeof of_file, (int)(sizeof of_file.u / sizeof of_file.u[0]));
}

static void copies(void)
{
	struct grid here = of_file, there, list[2];
	smooth(&here);
	tell("here", &here);
	tell("file", &of_file);
	there = here;
	there.u[3][4] = -1;
	scale(N, there.u, 0.5);
	tell("there", &there);
	list[1] = there;
	list[0] = list[1];
	memcpy(&there, &of_file, sizeof there);
	tell("copied", &there);
	tell("list", &list[0]);
	tell("equal", memcmp(&list[0], &list[1], sizeof *list) ? &there : &list[1]);
	memset(&there, 0, sizeof there);
	tell("zero", &there);
	memcpy(there.u, list[0].u, sizeof there.u);
	memmove(&there.v, &list[0].v, sizeof there.v);
	smooth(&there);
	tell("members", &there);
	there = made(0.125);
	tell("made", &there);
	there = here.h > 1 ? list[0] : here;
	tell("chosen", &there);
	list[0] = list[1] = made(2);
	tell("chain", &list[0]);
	printf("%g %g\n", of_value(there), made(3).u[2][5]);
	tell("value", &there);
	levels copy = all;
	copy.coarse[1] = of_file;
	all = copy;
	tell("inner", &all.coarse[1]);
	all.fine = *(struct grid[]){made(0.75)};
	tell("literal", &all.fine);
	struct grid inner = ({
		struct grid block = all.fine;
		scale(N, block.u, 2);
		block;
	});
	there = inner;
	tell("block", &there);
	SWAP(there, here);
	tell("swapped", &there);
}

static void files(void)
{
	FILE *f = fopen("parts.bin", "wb");
	fwrite(&of_file, sizeof of_file, 1, f);
	fwrite(of_file.u, sizeof of_file.u, 1, f);
	fclose(f);
	struct grid *g = calloc(2, sizeof *g);
	f = fopen("parts.bin", "rb");
	if (fread(&g[1], sizeof *g, 1, f) != 1 || fread(g[0].v, sizeof g->v, 1, f) != 1) printf("short\n");
	fclose(f);
	tell("read", &g[1]);
	smooth(&g[1]);
	g[0] = g[1];
	tell("smoothed", &g[0]);
	g = realloc(g, 4 * sizeof *g);
	for (int k = 2; k < 4; k++) {
		init(&g[k], k);
		smooth(&g[k]);
		tell("grown", &g[k]);
	}
	tell("moved", &g[1]);
	free(g);
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 2;
	init(&of_file, 0.5);
	for (int t = 0; t < steps; t++) smooth(&of_file);
	if (argc > 1) return 0;
	strcpy(of_file.name, "file");
	tell("file", &of_file);
	tell("unused", &unused);
	tell("seen", &seen);
	outside();
	init(&all.fine, 1);
	for (int k = 0; k < 2; k++) {
		init(&all.coarse[k], 2 + k);
		smooth(&all.coarse[k]);
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) all.fine.u[i][j] += all.coarse[k].u[i][j];
	}
	tell("fine", &all.fine);
	copies();
	files();
	struct grid *a = create(1), *b = create(2);
	for (int t = 0; t < 3; t++) {
		smooth(a);
		struct grid *c = a;
		a = b;
		b = c;
	}
	tell("a", a);
	tell("b", b);
	*a = *b;
	free(b);
	smooth(a);
	tell("a", a);
	free(a);
	printf("%d", counted());
	printf(" %d\n", counted());
	return 0;
}
