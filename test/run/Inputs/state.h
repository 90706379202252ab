// SPDX-License-Identifier: Apache-2.0
#ifndef STATE_H
#define STATE_H
#include "steps.h"

static double u[N][M], v[N][M];
#pragma dist distribute [block][*] :: u, v
#endif