// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic of the functions that tell how much a nest has to do (hpcc_nest.work).
#include "nests.h"

long hpcc_sum(long *value, int known, long n)
{
	// Wider than any result: a product is formed before it is divided.
	__extension__ typedef __int128 wide;
	wide sum = 0, ways = n; // of choosing k + 1 of n
	for (int k = 0; k < known; k++) {
		sum += ways * value[0];
		for (int j = 0; j + 1 < known - k; j++) value[j] = value[j + 1] - value[j];
		ways = ways * (n - 1 - k) / (k + 2);
	}
	return (long)sum;
}
