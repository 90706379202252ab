// SPDX-License-Identifier: Apache-2.0
#include "own_strides.h"
static extents here;
int N;
void start(int nx, int ny) { here.nx = nx, here.ny = ny, N = nx; }
extents get(void) { return here; }
int at(int i, int j) { return i * here.ny + j; }
