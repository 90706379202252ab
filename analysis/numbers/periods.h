// SPDX-License-Identifier: Apache-2.0
//
// Quotients and remainders whose dividend makes a few turns around the divisor.
#ifndef HPCC_ANALYSIS_PERIODS_H
#define HPCC_ANALYSIS_PERIODS_H

#include "affine.h"

// x / m or x % m (`down`: as of a shift or a mask), affine piece by piece, where x makes a few turns around m only in
// all iterations of the domain; else NULL. That m is positive is assumed.
__isl_give isl_pw_aff *affine_turns(
        builder *b, __isl_keep const isl_pw_aff *x, __isl_keep const isl_pw_aff *m, bool down, bool quotient);

#endif
