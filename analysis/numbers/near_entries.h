// SPDX-License-Identifier: Apache-2.0
//
// Inside of the analysis: tables of integers that the program computes, whose entries are near their subscripts: the
// neighbours of rows, up[i] = i > 0 ? i - 1 : 0. What an entry is only the run knows; how near all of them are is asked
// when the nest is entered.
#ifndef HPCC_ANALYSIS_NEAR_ENTRIES_H
#define HPCC_ANALYSIS_NEAR_ENTRIES_H

#include "../model/model.h"
#include "../nest/nest.h"

// What is known of the entries of a table at subscripts from `lo` to `hi`, each a parameter of the nest:
//     least <= T[k] <= most,  k + below + turn <= T[k] <= k + above + turn,  where turn is 0, up or -down.
// `up` and `down` are the number of entries where a periodic table has such, else beyond all entries.
typedef struct near_entries {
	const char *table;   // the table, as the source names it
	const char *lo, *hi; // C
	poly at;             // the subscript
	poly least, most, below, above, up, down;
} near_entries;

// An entry T[at] of such a table: an atom that is not affine. False: it is none.
bool near_entry_poly(builder *b, const prog_expr *e, poly *result);

// The values that a polynomial with one such entry may have, over `depth` loops: { [i...] -> [x] }. NULL: it has none,
// or several.
__isl_give isl_map *near_entries_values(builder *b, const poly *p, int depth);
// Whether it has one.
bool near_entries_known(builder *b, const poly *p, int depth);
// The iterations in which the value may be below 0, or at or above `end` (NULL: none is). NULL: there is no such entry.
__isl_give isl_set *near_entries_outside(builder *b, const poly *p, int depth, __isl_keep isl_pw_aff *end);

#endif
