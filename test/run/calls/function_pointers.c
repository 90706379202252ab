// Functions that are called by pointers get mapped memory: from tables and members that initialisers fill, by name, as arguments.
// RUN: %compare %s
#include <stdio.h>
#include <string.h>

#define N 37

typedef void step_function(int n, double (*x)[N], double (*y)[N]);

static double a[N][N], b[N][N];
#pragma dist distribute [block][*] :: a, b

static void along(int n, double (*x)[N], double (*y)[N])
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 0; j < N; j++) y[i][j] = 0.5 * (x[i - 1][j] + x[i + 1][j]);
}

static void across(int n, double (*x)[N], double (*y)[N])
{
	for (int i = 0; i < n; i++)
		for (int j = 1; j < N - 1; j++) y[i][j] = 0.5 * (x[i][j - 1] + x[i][j + 1]);
}

static void mixed(int n, double (*x)[N], double (*y)[N])
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < N - 1; j++) y[i][j] = 0.25 * (x[i - 1][j] + x[i + 1][j] + x[i][j - 1] + x[i][j + 1]);
}

static void last(int n, double (*x)[N], double (*y)[N])
{
	for (int i = 0; i < n - 1; i++)
		for (int j = 0; j < N; j++) y[i][j] = x[i + 1][j] - x[i][j];
}

// Named in initialisers only.
static step_function *const table[] = {along, across};

struct method {
	const char *name;
	step_function *step;
};
static const struct method methods[] = {{"mixed", mixed}, {"none", NULL}};

static const struct method *find(const char *name)
{
	for (int k = 0; methods[k].step; k++)
		if (!strcmp(methods[k].name, name)) return &methods[k];
	return NULL;
}

static void twice(step_function *f, double (*x)[N], double (*y)[N])
{
	f(N, x, y);
	f(N, y, x);
}

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) a[i][j] = i * j % 7, b[i][j] = 0;
	int step = 0;
again:
	table[step % 2](N, a, b);
	find("mixed")->step(N, b, a);
	if (++step < 5) goto again;
	twice(step > 3 ? last : along, a, b);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j += 3) printf("%.17g ", a[i][j]);
	printf("\n");
	return 0;
}
