// SPDX-License-Identifier: Apache-2.0
//
// Ordered pairs of processes, along each dimension of their grid: a sender with coordinate p, a receiver with q.
//
// How two processes lie to each other is told twice. In terms of blocks: the receiver owns lo .. hi, the sender plo ..
// phi, both are at least B wide, and blocks cover 0 .. n - 1 without gaps (n is the extent). So everything is affine,
// whatever the sizes of blocks are; that of `block` would be B * p. And in terms of coordinates, 0 <= p, q < P: what
// maps are made of.
#ifndef HPCC_ANALYSIS_PAIR_SPACE_H
#define HPCC_ANALYSIS_PAIR_SPACE_H

#include "../model/model.h"

#include <isl/id.h>
#include <isl/map.h>
#include <isl/set.h>

#include <stdbool.h>

// How the receiver lies to the sender along a dimension.
typedef enum pair_relation {
	PAIR_SAME,          // q = p
	PAIR_UP,            // q = p + 1
	PAIR_DOWN,          // q = p - 1
	PAIR_LAST_TO_FIRST, // p = P - 1, q = 0, which are two
	PAIR_FIRST_TO_LAST, // ditto, p = 0, q = P - 1
	PAIR_ALONE,         // p = q = 0, P = 1
	PAIR_FAR_UP,        // q > p + 1
	PAIR_FAR_DOWN,      // q < p - 1
	PAIR_RELATIONS,
} pair_relation;

// Numbers of a dimension, parameters of sets. With one dimension they are named lo, hi, ...; with several lo0, lo1, ...
typedef enum pair_value {
	PAIR_LO,
	PAIR_HI, // what the receiver owns
	PAIR_PLO,
	PAIR_PHI,    // what the sender owns
	PAIR_WIDTH,  // B: the least that a process owns
	PAIR_EXTENT, // indices that are split
	PAIR_HOME_LO,
	PAIR_HOME_HI,    // what the receiver owns of an array that is split in another way, by which its work is placed
	PAIR_HOME_WIDTH, // the least that a process owns of that
	PAIR_VALUES,
} pair_value;

// Which process of all the sender, or the receiver, is along a dimension.
typedef enum pair_place {
	PAIR_ANYWHERE,
	PAIR_OWNER, // r, of a receiver s: of one index
	PAIR_FIRST,
	PAIR_LAST,
} pair_place;

// Of dimension k of n.
__isl_give isl_id *pair_id(isl_ctx *ctx, pair_value v, int k, int n);
// The same as a position among the parameters of a set; -1: it has none.
int pair_find(__isl_keep isl_set *set, pair_value v, int k, int n);
// A value as parameter of the set, added where it has none. Takes the set.
__isl_give isl_set *pair_with(__isl_take isl_set *set, pair_value v, int k, int n);
// What does not hang on the value. Takes the set.
__isl_give isl_set *pair_without(__isl_take isl_set *set, pair_value v, int k, int n);
// A name of the program that is none of those used here, as a parameter of sets and maps.
bool pair_name_is_free(const char *name);

// Blocks of two processes, and how they lie to each other. Sets of parameters.
__isl_give isl_set *pair_blocks(isl_ctx *ctx, int k, int n);
__isl_give isl_set *pair_related(isl_ctx *ctx, pair_relation r, int k, int n);
// What the receiver owns of the home that is split in another way; 0: the extent is not known.
__isl_give isl_set *pair_home(isl_ctx *ctx, long extent, int k, int n);
// Blocks are at least B wide: so what is before one is nothing, or as wide, and what is behind it, too.
__isl_give isl_set *pair_tiled(isl_ctx *ctx, int k, int n);
// Each process owns some of that.
__isl_give isl_set *pair_home_wide(isl_ctx *ctx, int k, int n);
// B is at least `width`.
__isl_give isl_set *pair_wide(isl_ctx *ctx, int width, int k, int n);

// All pairs of processes of a grid, over its extents P; and those that are so related along dimension k.
__isl_give isl_map *pair_all(isl_ctx *ctx, int n);
__isl_give isl_map *pair_map(
        __isl_take isl_map *map, pair_relation r, pair_place sender, pair_place receiver, int k, int n);
// Without pairs of a process with itself.
__isl_give isl_map *pair_others(__isl_take isl_map *map);

#endif
