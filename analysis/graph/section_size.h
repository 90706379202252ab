// SPDX-License-Identifier: Apache-2.0
//
// How many elements a section has, as a closed form.
#ifndef HPCC_ANALYSIS_SECTION_SIZE_H
#define HPCC_ANALYSIS_SECTION_SIZE_H

#include <isl/polynomial.h>
#include <isl/set.h>

// Over the parameters with which there are any. NULL: it is not made of boxes.
__isl_give isl_pw_qpolynomial *section_size(__isl_keep isl_set *section);

#endif
