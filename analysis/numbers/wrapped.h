// SPDX-License-Identifier: Apache-2.0
//
// Indices that go around the end of an array, a[(i + 1) % n], where the bounds of i are variables: how often i has gone
// around is not known, and one interval around all that may be read is the whole array. What is usual, 0 <= i < n, is
// told turn by turn, as intervals; all else together is empty where the bounds are what is usual, and around all of the
// array where they are not.
#ifndef HPCC_ANALYSIS_WRAPPED_H
#define HPCC_ANALYSIS_WRAPPED_H

#include "../nest/nest.h"

enum { WRAPPED_MOST_TURNS = 9 }; // three in each of two dimensions

typedef struct wrapped_needs {
	int n;
	isl_set *usual[WRAPPED_MOST_TURNS]; // elements, without quotients; owned by the caller
	isl_set *unusual;
} wrapped_needs;

// What an access touches in the iterations `from`, turn by turn. False: no index goes around an array, or it is told as
// well without that.
bool wrapped_touch(__isl_keep const isl_set *from, const nest *n, const nest_access *a, wrapped_needs *needs);

#endif
