// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 22 "g[5].kind = g[4].level & 7;": elements are read one by one
//            "g[5].kind = g[4].level & 7;": elements are set one by one
//            "g[4].level += 3;": elements are set one by one
//            "g[4].level += 3;": elements are read one by one
//
// Bit-field members of mapped elements: they have no address.
#include <stdio.h>
typedef struct {
	unsigned kind : 3, level : 5;
	float v;
} cell;
static cell g[9];
#pragma dist distribute g[block]
int main(void)
{
	for (int i = 0; i < 9; i++) g[i].kind = i & 7, g[i].level = i;
	g[4].level += 3;
	g[5].kind = g[4].level & 7;
	for (int i = 0; i < 9; i++) printf("%u %u\n", g[i].kind, g[i].level);
	return 0;
}
