// SPDX-License-Identifier: Apache-2.0
#ifndef STEPS_SIZE_H
#define STEPS_SIZE_H
enum { N = 13, M = 5 };
#endif
