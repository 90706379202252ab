// SPDX-License-Identifier: Apache-2.0
//
// Several subscripts as one, in flat order.
#ifndef HPCC_ANALYSIS_FLAT_ORDER_H
#define HPCC_ANALYSIS_FLAT_ORDER_H

#include "../nest/nest.h"

// The subscript in flat order of one in rows of these extents. False: one of them is not known.
bool flat_order_subscript(int rank, const poly *extent, const raw_access *raw, poly *flat);
// How many elements the type says there are in dimension d > 0, whatever its variables are now. False: it does not.
bool flat_order_extent(builder *b, const nest_object *o, int d, poly *extent);
// The same as the type spells it, in words in which the shape may be told, too.
bool flat_order_spelled(builder *b, const nest_object *o, int d, poly *extent);
// Where x and y, of the parameters and `depth` loops, are not the same; NULL: not known.
__isl_give isl_set *flat_order_differs(builder *b, const poly *x, const poly *y, int depth);

// What an object was before its subscripts became one.
typedef struct flat_order {
	int rank;
	poly *saved; // the first subscripts, in the order of the accesses
	isl_set *assume;
} flat_order;

// Gives an object one subscript, in flat order. That rows have as many elements as their type spells is an
// assumption. False: some subscript is not known, and nothing was changed.
bool flat_order_join(builder *b, nest_object *o, flat_order *was);
// Takes that back, or (`keep`) for good.
void flat_order_settle(builder *b, nest_object *o, flat_order *was, bool keep);

#endif
