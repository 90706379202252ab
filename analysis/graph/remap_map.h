// SPDX-License-Identifier: Apache-2.0
//
// Who sends to whom where a directive redistributes an array: by what the unit says of where it was before.
#ifndef HPCC_ANALYSIS_REMAP_MAP_H
#define HPCC_ANALYSIS_REMAP_MAP_H

#include "task_graph.h"

#include <isl/map.h>
#include <isl/polynomial.h>
#include <isl/set.h>

// An array that was split along one dimension and is now split along another one is transposed: each process owns a part
// of what each other one had. Everything else is irregular: which blocks meet depends on their sizes.
typedef struct remap_map {
	bool transposes;
	isl_map *map; // `[P] -> { [p] -> [q] }`, by numbers of processes
	bool exact;   // something goes between all of these pairs that own something; else at most
	isl_set *
	        section; // global indices; of the dimension before the sender owned plo .. phi, of the one now the receiver
	                 // owns lo .. hi; NULL: not known
	isl_pw_qpolynomial *elements; // NULL: not known
} remap_map;

// `to`: one of what a REMAP gives. To be freed.
remap_map remap_map_of(isl_ctx *ctx, const prog_unit *unit, const prog_mapping *to);
void remap_map_free(remap_map *m);
// Whether some nest may come that sets all or a part of the array before it reads it: then that is not sent.
bool remap_contents_may_be_dead(const graph *g, const prog_mapping *to);

#endif
