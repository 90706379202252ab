// SPDX-License-Identifier: Apache-2.0
//
// Sections as few boxes, and how many elements they have.
#ifndef HPCC_ANALYSIS_SECTION_SHAPE_H
#define HPCC_ANALYSIS_SECTION_SHAPE_H

#include <isl/polynomial.h>
#include <isl/set.h>

// Fewer boxes that are the same for these parameters, where they are found. Takes the section.
__isl_give isl_set *section_joined(__isl_take isl_set *section, __isl_keep isl_set *params);

// How many elements there are: over the parameters with which there are any. NULL: it is not made of boxes.
__isl_give isl_pw_qpolynomial *section_size(__isl_keep isl_set *section);

#endif
