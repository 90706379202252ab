// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -c %s -o %t.o
//
// Variables by the names of functions whose header is not there: gcc takes them, too.
int index = 4, rindex[2] = {1, 2};
static double a[40];
#pragma dist distribute a[block]

void set(int n)
{
	for (int i = 0; i < n; i++) a[i] = index + rindex[1];
}
