// SPDX-License-Identifier: Apache-2.0
//
// A sum of polynomials each of which counts where its conditions on the parameters hold, as one function piece by
// piece. isl's own addition looks for integer points of pieces, whose polynomials have many integer divisions; here
// pieces are convex, and compared as fractions.
#ifndef HPCC_ANALYSIS_REFINEMENT_H
#define HPCC_ANALYSIS_REFINEMENT_H

#include "rows.h"

#include <isl/polynomial.h>

typedef struct summand {
	rows *where;      // the summand's own
	isl_set *remains; // conditions on remainders beside, NULL: none
	isl_qpolynomial *count;
} summand;

// The sum over the space of parameters. NULL: it has too many pieces.
__isl_give isl_pw_qpolynomial *refinement_sum(const summand *all, int n, __isl_keep isl_space *params);

#endif
