// SPDX-License-Identifier: Apache-2.0
//
// Communication events with their maps: who sends to whom, symbolic in the extents P of the grid of processes and in
// the problem's sizes, and what goes from one to the other. For who reads the graph: nothing of it is made when a
// program is only translated.
#ifndef HPCC_ANALYSIS_PROCESS_MAP_H
#define HPCC_ANALYSIS_PROCESS_MAP_H

#include "../model/model.h"
#include "pair_space.h"
#include "task_graph.h"

#include <isl/map.h>
#include <isl/polynomial.h>
#include <isl/set.h>

typedef enum event_pattern {
	EVENT_SHIFT,     // neighbours in the grid, those around its ends among them
	EVENT_BROADCAST, // one gives the same to others
	EVENT_GATHER,    // each gets all that others own of the section
	EVENT_TRANSPOSE, // each gets another part from every other
	EVENT_REDUCTION, // all combine values, and have the result
	EVENT_SECTION,   // regular, and none of these
	EVENT_IRREGULAR, // the map is what is possible at most; there is no section
} event_pattern;

// Names in sets and maps. `[P] -> { [p] -> [q] }`: sender and receiver; on a grid `[P0, P1] -> { [p0, p1] -> [q0, q1]
// }`. Of the array's indices along dimension k of the grid the receiver owns lo<k> .. hi<k>, the sender plo<k> ..
// phi<k>; each process owns B<k> at least; r<k> is the coordinate of the owner of index `root[k]`, s<k> of that of
// `target[k]`; an extent that is not seen is extent<k>. With one dimension there are no numbers. Where work is placed by
// an array that is split in another way, hlo<k> .. hhi<k> is what the receiver owns of that, hB<k> at least. Parameters
// of the task have their own names, or, where these are none, par<k> for hpcc_par[k].
typedef struct event_map {
	const task *task;
	const task_arg *arg; // NULL: of a REDUCTION into what has no owners
	int object;          // of the nest
	event_pattern pattern;
	int n_grid_dims;
	int grid_dim[PROG_MAX_GRID]; // the array's dimension that is split along it
	isl_map *map;                // sender -> receiver, never to itself
	bool exact;       // in exactly these pairs something goes, unless it is there already; else in no others
	isl_set *section; // what goes from one to the other, global indices; NULL: not known
	isl_pw_qpolynomial *elements;      // how many these are; NULL: no closed form
	long element_bytes;                // 0: not known
	isl_set *assumes;                  // B and parameters with which all of that holds
	isl_pw_aff *root[PROG_MAX_GRID];   // over the parameters; NULL: none
	isl_pw_aff *target[PROG_MAX_GRID]; // the same of receivers that are one process
	int home;                          // the object whose blocks are hlo .. hhi; -1: they are not in the section
	int blocks_like; // the array's blocks are taken to be blocks_times those of this object; -1: known
	int blocks_times, blocks_parts; // blocks_times / blocks_parts
	int like;                       // of memory whose mapping is not seen: it lies as this object does; -1: known
	prog_op op;                     // REDUCTION
	bool left_out;                  // isl had too few operations for it: nothing of the map is known
	bool only_usual; // what is needed where indices go around the array more than once is left out (task_arg.unusual)
} event_map;

typedef struct event_maps {
	int n;
	event_map *list;
} event_maps;

// Of all that is communicated before a task and in it, with so many operations of isl's for each argument (0: as many as
// it takes, within reason; beyond these a map is IRREGULAR). To be freed.
event_maps event_maps_of(const task *t, unsigned long operations);
void event_maps_free(event_maps m);

const char *event_pattern_name(event_pattern p);

#endif
