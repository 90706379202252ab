// SPDX-License-Identifier: Apache-2.0
enum { FIELD_ROWS = 13, FIELD_COLUMNS = 5 };

extern double field[FIELD_ROWS][FIELD_COLUMNS];
#pragma dist distribute field[block][*]

void smooth(double (*to)[FIELD_COLUMNS]);
double total(int n, int m, double a[n][m]);
void show(void);
