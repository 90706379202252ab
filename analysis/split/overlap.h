// SPDX-License-Identifier: Apache-2.0
//
// Whether a nest's iterations may be taken region by region, so that those which need no message run first.
#ifndef HPCC_ANALYSIS_OVERLAP_H
#define HPCC_ANALYSIS_OVERLAP_H

#include "partition.h"

// After the nest was partitioned; `flow` as flow_of has it. Where not, the nest's obstacle says why.
bool overlap_is_possible(nest *n, const partition *p, __isl_keep isl_union_map *flow);

// The direction of the nest, whose outermost loop is limited by dimension 0 of the homes alone.
int overlap_direction(const nest *n);

// Which pointers may lead to one and the same array (may_be_one): what the one sets the other touches at the same home
// index only.
void overlap_find_one(nest *n, const partition *p);

#endif
