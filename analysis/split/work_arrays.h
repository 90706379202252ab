// SPDX-License-Identifier: Apache-2.0
//
// Work arrays of a nest: arrays, or memory behind a pointer, of which neither the nest nor any loop beside it reads a
// value that it has not set before, but for elements that the nest never sets (the ends of a row). What the nest leaves
// in them is nobody's business.
#ifndef HPCC_ANALYSIS_WORK_ARRAYS_H
#define HPCC_ANALYSIS_WORK_ARRAYS_H

#include "../model/model.h"
#include "../nest/nest.h"
#include "../unit/unit.h"

// `symbol` is an array or a pointer without a mapping. Of a parameter of the function that the nest stands in it must
// hold of all that calls give it, in the functions that these stand in: of variables, and of parameters in turn.
// `rows`: what is meant is the memory that its pointers lead to, double *f[2] or double **f.
bool work_array(unit_facts *facts, nest *n, const prog_symbol *symbol, bool rows);

#endif
