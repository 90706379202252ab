// SPDX-License-Identifier: Apache-2.0
double half(double x) { return 0.5 * x; }
