// SPDX-License-Identifier: Apache-2.0
#include "independent.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../unit/unit.h"

#include <isl/map.h>

static const prog_hint *hint_of(const nest *n, int loop)
{
	const prog_hint *hint = n->loops[loop].stmt->hint;
	return hint && hint->independent ? hint : NULL;
}

bool independent_is_new(const nest *n, const int *loops, int depth, const prog_symbol *symbol)
{
	if (own_block_of_nest(n, symbol)) return true;
	for (int d = 0; d < depth; d++)
		if (nest_loop_is_new(&n->loops[loops[d]], symbol)) return true;
	return false;
}

// { S[i] -> T[j] : i and j are equal in the dimensions before d, and differ there }
static isl_map *carried(isl_map *like, int d)
{
	isl_map *same = isl_map_universe(isl_map_get_space(like));
	for (int k = 0; k < d; k++) same = isl_map_equate(same, isl_dim_in, k, isl_dim_out, k);
	isl_map *here = isl_map_equate(isl_map_copy(same), isl_dim_in, d, isl_dim_out, d);
	return isl_map_subtract(same, here);
}

isl_map *independent_drop(const nest *n, const nest_stmt *w, const nest_stmt *r, isl_map *pairs)
{
	for (int d = 0; d < w->depth && d < r->depth && w->loop[d] == r->loop[d]; d++)
		if (hint_of(n, w->loop[d])) pairs = isl_map_subtract(pairs, carried(pairs, d));
	return pairs;
}
