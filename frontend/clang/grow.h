// SPDX-License-Identifier: Apache-2.0
//
// Appends to an array of the model. Arrays in the arena cannot be resized: they are copied at each power of two.
#ifndef HPCC_FRONTEND_GROW_H
#define HPCC_FRONTEND_GROW_H

#include "../../analysis/model/model.h"

#include <algorithm>

template <typename T> void grow(prog_unit *unit, T *&array, int &n, const T &item)
{
	if ((n & (n - 1)) == 0) {
		T *larger = static_cast<T *>(prog_alloc(unit, sizeof(*array) * (n ? 2 * n : 1)));
		std::copy(array, array + n, larger);
		array = larger;
	}
	array[n++] = item;
}

#endif
