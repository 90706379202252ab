// SPDX-License-Identifier: Apache-2.0
#include "object_mappings.h"

#include "../model/model.h"
#include "../unit/unit.h"
#include "loop_nest.h"

bool object_dim_may_be_split(const nest_object *o, int dim)
{
	if (o->kind == NEST_POINTER) return o->expected_split >> dim & 1;
	if (o->kind != NEST_MAPPED) return false;
	if (o->rank == o->mapping->rank) return mapping_splits(o->mapping, dim);
	for (int d = 0; d < o->mapping->rank; d++)
		if (mapping_splits(o->mapping, d)) return true;
	return false;
}

static const prog_mapping *said_mapping(const nest_object *o)
{
	return o->kind == NEST_MAPPED ? o->mapping : o->kind == NEST_POINTER ? o->expected : NULL;
}

const prog_mapping *mapping_of_object(const nest_object *o)
{
	const prog_mapping *m = said_mapping(o);
	return m && m->rank == o->rank ? m : NULL;
}

const prog_mapping *mapping_of_flat(const nest_object *o)
{
	const prog_mapping *m = said_mapping(o);
	if (!m || o->rank != 1 || m->rank < 2 || m->how != PROG_MAP_DISTRIBUTE) return NULL;
	for (int d = 1; d < m->rank; d++)
		if (mapping_splits(m, d)) return NULL;
	return m;
}

// The dimensions of a view with `rank` subscripts: a row, or a plane, has the array's last ones. In one flat dimension
// there is all.
static unsigned splits_of_view(const prog_mapping *m, int rank)
{
	unsigned splits = 0;
	if (m->how == PROG_MAP_NONE) return 0;
	if (rank > m->rank) return ~0u;
	for (int d = 0; d < m->rank; d++)
		if (mapping_splits(m, d)) splits |= 1u << (d < m->rank - rank ? 0 : d - (m->rank - rank));
	return splits;
}

// A function may remap what its parameter is given, for as long as it runs.
static bool is_given_to(const unit_facts *facts, const prog_mapping *m, const prog_symbol *parameter)
{
	const prog_mapping *list[FACTS_MAPPINGS];
	int n = parameter && parameter->kind == PROG_SYMBOL_PARAMETER ? facts_expected_mappings(facts, parameter, list)
	                                                              : 0;
	while (n > 0 && list[n - 1] != m) n--;
	return n > 0;
}

// What moves is expected to be split as it is declared, or as something of its rank is in this unit later.
static unsigned expected_splits(const unit_facts *facts, const prog_mapping *m, int rank)
{
	const prog_unit *u = facts_unit(facts);
	unsigned splits = splits_of_view(m, rank), all = (1u << rank) - 1;
	for (int k = 0; k < u->n_remaps; k++) {
		const prog_mapping *later = u->remaps[k];
		if (!m->moves && !is_given_to(facts, m, later->symbol)) continue;
		if (m->how == PROG_MAP_ALIGN || later->how == PROG_MAP_ALIGN)
			splits |= all;
		else if (later->rank == m->rank)
			splits |= splits_of_view(later, rank);
	}
	return splits;
}

static bool gives_to(const prog_mapping *m, const prog_symbol *symbol)
{
	return m->symbol == symbol && !m->path && m->how != PROG_MAP_NONE;
}

// What the statement gives the variable, where it is one of a directive; NULL: nothing.
static const prog_mapping *given_by(const prog_stmt *s, const prog_symbol *symbol)
{
	for (int k = s->kind == PROG_STMT_REMAP ? s->n_remaps : 0; k > 0; k--)
		if (gives_to(s->remaps[k - 1], symbol)) return s->remaps[k - 1];
	return NULL;
}

static bool gives(const prog_stmt *s, void *symbol) { return given_by(s, symbol); }

// Whether some directive in the statement gives the variable a mapping. *last: the last one, where that is known; a
// loop is taken to be run.
static bool gives_last(const prog_stmt *s, const prog_symbol *symbol, const prog_mapping **last)
{
	*last = given_by(s, symbol);
	if (*last) return true;
	if (stmt_is_loop(s) && s->body) return gives_last(s->body, symbol, last);
	if (s->kind != PROG_STMT_COMPOUND) return walk_any_stmt(s, gives, (void *)symbol);
	for (int k = s->n_children; k > 0; k--)
		if (gives_last(s->child[k - 1], symbol, last)) return true;
	return false;
}

// What the last directive in front of the statement has given the variable, where the function comes by it on every way
// to the statement; NULL: not known. A function that is called in between is taken to leave it so: what is expected
// here is tested when the program runs.
static const prog_mapping *given_before(const prog_stmt *s, const prog_symbol *symbol)
{
	for (const prog_stmt *outer = s->parent; outer; s = outer, outer = outer->parent) {
		int k = outer->kind == PROG_STMT_COMPOUND ? outer->n_children : 0;
		while (k > 0 && outer->child[k - 1] != s) k--;
		for (k -= 2; k >= 0; k--) {
			const prog_mapping *m;
			if (gives_last(outer->child[k], symbol, &m)) return m;
		}
		if (stmt_is_loop(outer) && walk_any_stmt(outer, gives, (void *)symbol)) return NULL;
	}
	return NULL;
}

static bool is_realigned(const prog_unit *u, const prog_mapping *m)
{
	for (int k = 0; k < u->n_remaps; k++)
		if (u->remaps[k]->how == PROG_MAP_ALIGN && u->remaps[k]->symbol == m->symbol) return true;
	return false;
}

// u[k], of which it is said what the pointers in u lead to.
static int mappings_of_pointers(const unit_facts *facts, const prog_expr *base, const prog_mapping **list)
{
	const prog_unit *u = facts_unit(facts);
	const prog_expr *q = base->kind == PROG_EXPR_INDEX || base->kind == PROG_EXPR_DEREF ? base->arg[0] : NULL;
	int n = 0;
	if (!q || !q->symbol) return 0;
	if (!q->symbol->partly) return facts_element_mappings(facts, q->symbol, list);
	for (int k = 0; k < u->n_mappings && n < FACTS_MAPPINGS; k++)
		if (u->mappings[k]->symbol == q->symbol && prog_mapping_of_pointers(u->mappings[k]))
			list[n++] = u->mappings[k];
	return n;
}

// t % 2 ? u : v, by the mappings of both; 0 where one is not seen.
static int mappings_of_choice(const unit_facts *facts, const prog_expr *choice, const prog_mapping **list)
{
	int n = 0;
	for (int k = 1; k < 3; k++) {
		const prog_expr *e = choice->arg[k] ? prog_without_casts(choice->arg[k]) : choice;
		const prog_mapping *of_one[FACTS_MAPPINGS];
		int found = 0;
		bool named = e->kind == PROG_EXPR_VAR || e->kind == PROG_EXPR_MEMBER;
		if (e->kind == PROG_EXPR_COND && e != choice)
			found = mappings_of_choice(facts, e, of_one);
		else if (named && e->symbol->mapping && e->symbol->mapping->how != PROG_MAP_NONE)
			of_one[found++] = e->symbol->mapping;
		else if (named)
			found = facts_expected_mappings(facts, e->symbol, of_one);
		if (!found || n + found > FACTS_MAPPINGS) return 0;
		for (int m = 0; m < found; m++) list[n++] = of_one[m];
	}
	return n;
}

static bool is_named(const prog_expr *e)
{
	if ((e->kind != PROG_EXPR_VAR && e->kind != PROG_EXPR_MEMBER) || !e->symbol || !e->type) return false;
	return e->type->kind == PROG_TYPE_POINTER || (e->type->kind == PROG_TYPE_ARRAY && e->symbol->partly);
}

int mappings_of_block(const unit_facts *facts, const prog_expr *block, const prog_mapping **list)
{
	if (!is_named(block)) return 0;
	const prog_symbol *pointer = block->symbol;
	const prog_mapping *all[FACTS_MAPPINGS];
	const prog_unit *u = facts_unit(facts);
	int n = 0, n_all = pointer->partly ? 0 : facts_expected_mappings(facts, pointer, all);
	for (int k = 0; pointer->partly && k < u->n_mappings && n_all < FACTS_MAPPINGS; k++)
		if (u->mappings[k]->symbol == pointer) all[n_all++] = u->mappings[k];
	for (int k = 0; k < n_all; k++) {
		const prog_expr *offset = all[k]->offset;
		// What begins where the block does needs no other name.
		bool none = !offset || (offset->kind == PROG_EXPR_INT && offset->value == 0);
		if (!none) list[n++] = all[k];
	}
	return n;
}

int mappings_in_block(const unit_facts *facts, const prog_expr *base, const prog_mapping **list)
{
	bool sum = base->kind == PROG_EXPR_BINARY && base->op == PROG_OP_ADD;
	return sum ? mappings_of_block(facts, base->arg[0], list) : 0;
}

int mapping_of_memory(const unit_facts *facts, const nest_object *o, const prog_mapping **list)
{
	bool named = o->base->kind == PROG_EXPR_VAR || o->base->kind == PROG_EXPR_MEMBER;
	bool shape_only = o->mapping && o->mapping->how == PROG_MAP_NONE;
	list[0] = o->mapping;
	if (o->kind != NEST_POINTER || (o->mapping && !shape_only)) return o->kind == NEST_POINTER;
	if (o->base->kind == PROG_EXPR_COND) return mappings_of_choice(facts, o->base, list);
	if (!named) {
		int n = mappings_in_block(facts, o->base, list);
		return n ? n : mappings_of_pointers(facts, o->base, list);
	}
	return o->symbol ? facts_expected_mappings(facts, o->symbol, list) : 0;
}

// By the directive in front of the nest, where it is known which one that is.
static bool expect_as_given(
        const unit_facts *facts, const prog_stmt *root, const prog_mapping *declared, nest_object *o)
{
	prog_unit *u = facts_unit(facts);
	const bool moves = o->kind == NEST_POINTER && o->base->kind == PROG_EXPR_VAR && u->n_remaps;
	const prog_mapping *given = moves ? given_before(root, o->base->symbol) : NULL;
	if (!given || given->rank != o->rank || declared->rank != o->rank) return false;
	o->expected = mapping_as_given(u, declared, given);
	o->expected_split = splits_of_view(o->expected, o->rank);
	o->split_by_all = 0;
	return o->expected_split != 0;
}

void mapping_expect(const unit_facts *facts, const prog_stmt *root, nest_object *o)
{
	const prog_mapping *list[FACTS_MAPPINGS];
	const prog_unit *u = facts_unit(facts);
	int n = mapping_of_memory(facts, o, list);
	if (n && expect_as_given(facts, root, list[0], o)) return;
	o->expected_split = n ? 0 : ~0u;
	o->split_by_all = n ? ~0u : 0;
	o->expected = n ? list[0] : NULL;
	for (int k = 0; k < n; k++) {
		o->expected_split |= expected_splits(facts, list[k], o->rank);
		unsigned declared = list[k]->rank < o->rank ? 0 : splits_of_view(list[k], o->rank);
		o->split_by_all &=
		        expected_splits(facts, list[k], o->rank) == declared && !list[k]->moves ? declared : 0;
		if (is_realigned(u, list[k]) || !mapping_lie_alike(u, list[0], list[k])) o->expected = NULL;
	}
	// Nothing is split: what is seen is not all there is.
	if (!o->expected_split) o->expected_split = ~0u;
}
