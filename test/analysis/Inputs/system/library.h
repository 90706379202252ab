// SPDX-License-Identifier: Apache-2.0
double library_value(double x);
static inline double library_square(double x) { return x * x; }
