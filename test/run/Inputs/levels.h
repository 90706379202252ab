// SPDX-License-Identifier: Apache-2.0
#define LEVELS 4
extern double u[4000];
extern int off[LEVELS], n[LEVELS];
#pragma dist array u + off[k] [n[k]][n[k]] : k = 0..LEVELS-1
#pragma dist distribute u[block][*]
void smooth(int k);
double total(int k);
