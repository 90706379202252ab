// SPDX-License-Identifier: Apache-2.0
//
// What may be called where: inquiry functions whose answers differ, functions that nothing is known of.
#ifndef HPCC_ANALYSIS_MARKS_H
#define HPCC_ANALYSIS_MARKS_H

#include "nest.h"

// Reports what is called where it cannot be.
void marks_check(const unit_facts *facts);

#endif
