// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// redistribute where C has room for one statement, before loops and other directives; arrays that all processes have a copy of at times.
#include <stdio.h>

static double a[20][20], v[30];
#pragma dist distribute a[block][*], v[*]
#pragma dist dynamic a, v

int main(int argc, char **argv)
{
	for (int i = 0; i < 20; i++)
		for (int j = 0; j < 20; j++) a[i][j] = i ^ j;
	for (int i = 0; i < 30; i++) v[i] = i;
	if (argc > 0)
#pragma dist redistribute a[*][block]
		for (int i = 1; i < 20; i++)
			for (int j = 0; j < 20; j++) a[i][j] += a[i - 1][j];
	else
#pragma dist redistribute a[block][block]
		a[0][0] = 1;
	for (int k = 0; k < 2; k++)
#pragma dist redistribute v[block], a[block][*]
#pragma dist redistribute v[block(30)]
#pragma dist independent
		for (int i = 0; i < 30; i++) v[i] += 1;
	do
#pragma dist redistribute v[*]
		while (v[3] < 7)
			for (int i = 0; i < 30; i++) v[i] += 1;
	while (v[4] < 8);
#pragma dist redistribute v[block]
	{
		int k = 3;
#pragma dist redistribute v[block(40 - k)]
		v[k] *= 2;
#pragma dist redistribute v[block]
	}
	for (int i = 0; i < 30; i++) printf("%g ", v[i]);
	for (int i = 0; i < 20; i++)
		for (int j = 0; j < 20; j++) printf("%g%c", a[i][j], j == 19 ? '\n' : ' ');
	return 0;
#pragma dist redistribute v[*]
}
