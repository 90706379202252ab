// SPDX-License-Identifier: Apache-2.0
#ifndef FIELD_H
#define FIELD_H
#define SIZE 40
extern double field[SIZE][5];
#pragma dist distribute field[block][*]
void fill(double by);
double total(int n, double (*a)[5]);
#endif
