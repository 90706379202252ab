// SPDX-License-Identifier: Apache-2.0
#include "access_rows.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../unit/unit.h"
#include "access_objects.h"

#include <string.h>

// A directive names a member of some object that leads to pointers to rows.
static bool is_mapped_by_rows(const builder *b, const prog_symbol *s)
{
	const prog_unit *u = facts_unit(b->facts);
	for (int k = 0; k < u->n_mappings; k++)
		if (u->mappings[k]->symbol == s && u->mappings[k]->row_levels) return true;
	return false;
}

// p[l][i * m + j]: what the pointers lead to are arrays of their own, linearised by hand, no rows of one; *p is one
// array.
static bool leads_to_arrays(builder *b, const element_ref *ref)
{
	poly flat;
	const prog_symbol *symbol = access_base_symbol(ref->base);
	if (symbol && symbol->partly && !is_mapped_by_rows(b, symbol)) return true;
	const prog_mapping *list[FACTS_MAPPINGS];
	int n = symbol ? facts_element_mappings(b->facts, symbol, list) : 0;
	bool one = ref->n_subs == 2 && ref->sub[0] && expr_is_invariant(b, ref->sub[0]);
	for (int k = 0; k < n && one; k++) // double *now = p[1]; array now[n][m]
		if (!list[k]->row_levels && list[k]->rank > 1) return true;
	const prog_expr *last = ref->sub[ref->n_subs - 1];
	// (*out)[k], of a function that allocates.
	if (last && ref->n_subs == 2 && !ref->sub[0] && symbol && !symbol->mapping) return true;
	if (!last || !affine_poly(b, last, &flat)) return false;
	for (int k = 0; k < flat.n; k++)
		if (flat.term[k].atom >= 0 && flat.term[k].n_par > 0) return true;
	return false;
}

// u[k][i][j], where u leads to pointers to the rows of several arrays: the array is u[k]. (*u)[i][j]: it is *u.
static void begin_at_array(builder *b, const prog_expr *e, element_ref *ref)
{
	const prog_mapping *list[FACTS_MAPPINGS];
	if (ref->base->symbol->mapping || facts_expected_mappings(b->facts, ref->base->symbol, list) > 0) return;
	int n = facts_element_mappings(b->facts, ref->base->symbol, list);
	if (n == 0) return;
	for (int k = 0; k < n; k++)
		if (list[k]->rank != ref->n_subs - 1) return;
	for (int k = 1; k < ref->n_subs && e->kind == PROG_EXPR_INDEX; k++) e = e->arg[0];
	if ((e->kind != PROG_EXPR_INDEX && e->kind != PROG_EXPR_DEREF) || e->arg[0] != ref->base) return;
	ref->base = e;
	ref->row_levels--;
	ref->n_subs--;
	memmove(ref->sub, ref->sub + 1, (size_t)ref->n_subs * sizeof *ref->sub);
}

// p[l][k][j], where the nest does not change l, and no memory with a mapping is expected: rows of p[l], which are
// combined one by one (array_reductions).
static void begin_at_rows(builder *b, const prog_expr *e, element_ref *ref)
{
	const int levels = ref->row_levels - 1;
	if (levels < 1 || ref->n_subs != ref->row_levels + 1) return;
	if (ref->base->kind != PROG_EXPR_VAR || ref->base->symbol->mapping) return;
	if (facts_may_be_mapped(b->facts, ref->type) && !facts_expects_plain_rows(b->facts, ref->base->symbol)) return;
	for (int k = 0; k < levels; k++)
		if (!ref->sub[k] || !expr_is_invariant(b, ref->sub[k])) return;
	for (int k = levels; k < ref->n_subs; k++) {
		if (e->kind != PROG_EXPR_INDEX) return;
		e = e->arg[0];
	}
	if (e->kind != PROG_EXPR_INDEX) return;
	ref->base = e;
	ref->row_levels = 1;
	ref->n_subs = 2;
	memmove(ref->sub, ref->sub + levels, 2 * sizeof *ref->sub);
}

// h[k][j] += x, where k changes in the nest: rows which are combined one by one, whatever they hold.
static bool are_combined_rows(builder *b, const element_ref *ref)
{
	const prog_expr *row = ref->sub[ref->n_subs - 2];
	return ref->base->kind == PROG_EXPR_VAR && row && !expr_is_invariant(b, row);
}

bool access_through_rows(builder *b, const prog_expr *e, bool combined, element_ref *ref)
{
	if (!element_ref_of_rows(e, ref)) return false;
	if (!facts_may_be_mapped(b->facts, ref->type) && !(combined && are_combined_rows(b, ref))) return false;
	bool named = ref->base->kind == PROG_EXPR_VAR || ref->base->kind == PROG_EXPR_MEMBER;
	if (!named || !ref->base->symbol || ref->n_subs != access_rank_through_rows(ref->base->type)) return false;
	begin_at_array(b, e, ref);
	begin_at_rows(b, e, ref);
	return ref->row_levels > 0 && !leads_to_arrays(b, ref);
}
