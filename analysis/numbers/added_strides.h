// SPDX-License-Identifier: Apache-2.0
//
// Strides that are added to subscripts of linearised memory.
#ifndef HPCC_ANALYSIS_ADDED_STRIDES_H
#define HPCC_ANALYSIS_ADDED_STRIDES_H

#include "../nest/nest.h"
#include "linearised.h"

// q[i * m + j + s], which only reads, with a parameter s that is the stride of any dimension, or of one that is given
// by some call of the function: the access gets the subscripts of the element that is s away, by what s is at entry.
void added_strides_place(builder *b, const nest_object *o, const strides *st);

#endif
