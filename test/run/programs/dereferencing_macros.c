// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %compare --check %s
// BY-ALL: 33 "printf("%d %d %d %d\n", HERE, a[4], NOW, HERE == 6 ? NOW +...": elements are read one by one
//            "printf("%d %d %d\n", FIRST.n, (&FIRST)->m, a[5]);": elements are read one by one
//            "NOW = 7;": elements are set one by one
//            "a[4] = HERE;": elements are set one by one
// Macros whose text is a pointer followed, errno the first of them, where the type is also that of a mapped array's elements.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define N 17
#define HERE (*here())
#define NOW *now
#define FIRST (*shape)
static int a[N];
#pragma dist distribute a[block]
static int place;

static int *here(void) { return &place; }

struct shape { int n, m; };

int main(void)
{
	struct shape box = {3, 4}, *shape = &box;
	int *now = &a[5];
	for (int i = 0; i < N; i++) a[i] = i * i;
	int missing = fopen("absent", "r") == NULL && errno == ENOENT;
	printf("%d %d %d\n", missing, errno, errno == ENOENT ? errno : 0);
	errno = 0;
	a[3] = errno + 4;
	HERE = a[3];
	a[4] = HERE;
	HERE += 2;
	printf("%d %d %d %d\n", HERE, a[4], NOW, HERE == 6 ? NOW + HERE : 0);
	NOW = 7;
	printf("%d %d %d\n", FIRST.n, (&FIRST)->m, a[5]);
	return HERE;
}
