// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

void *get(size_t size) { return malloc(size); }
