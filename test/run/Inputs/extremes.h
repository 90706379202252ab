// SPDX-License-Identifier: Apache-2.0
enum { ROWS = 32, COLUMNS = 20, BINS = 7 };
void extremes(const double (*v)[COLUMNS], double *m, long *bins);
