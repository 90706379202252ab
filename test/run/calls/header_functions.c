// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// Functions and arrays of headers: included in other headers, twice with a guard, several times on purpose, within a function.
#include "../Inputs/state.h" // and what it includes
#include "../Inputs/state.h"
#include "../Inputs/steps.h"
#include <stdio.h>
#include <string.h>

#define NAME fill
#define VALUE i * M + j
#include "../Inputs/fill.h"
#define NAME fill_down
#define VALUE 3 - i
#include "../Inputs/fill.h"

int main(void)
{
	fill(u);
	fill_down(v);
	step(u, v);
#include "../Inputs/more.inc"
	printf("%g %g %d %s\n", total(u), total(v), __LINE__, strrchr(__FILE__, '/') ? strrchr(__FILE__, '/') + 1 : __FILE__);
	return 0;
}
