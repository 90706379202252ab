// SPDX-License-Identifier: Apache-2.0
#include "groups.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "attempt.h"
#include "partition.h"

#include <string.h>

// ---- which statements --------------------------------------------------------------------------

// The array, or the pointer to it, that an element belongs to; NULL: it is no element.
static const prog_symbol *array_of(const prog_expr *e)
{
	bool element = false;
	for (;; e = e->arg[0]) {
		bool inside = e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF;
		element |= inside;
		bool member = e->kind == PROG_EXPR_MEMBER && e->arg[0]->kind == PROG_EXPR_INDEX;
		if (inside || member) continue;
		return element && (e->kind == PROG_EXPR_VAR || e->kind == PROG_EXPR_MEMBER) ? e->symbol : NULL;
	}
}

static bool may_be_private(const prog_symbol *s) { return s && !s->mapping && !s->partly; }

// A function of the program that loops itself: its text is a part of the nest, and may set arrays that it is given.
static bool calls_loop(const prog_expr *e)
{
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	return callee && callee->function && callee->function->body && stmt_has_loop(callee->function->body);
}

// The array that such a function is given as a whole; NULL: none.
static const prog_symbol *array_given(const prog_expr *argument)
{
	while (argument->kind == PROG_EXPR_CAST) argument = argument->arg[0];
	bool array = argument->kind == PROG_EXPR_VAR && argument->type && argument->type->kind == PROG_TYPE_ARRAY;
	return array && may_be_private(argument->symbol) ? argument->symbol : NULL;
}

// Arrays without a mapping that statements set.
enum { MOST_SYMBOLS = 64 };
typedef struct sets {
	int n;
	const prog_symbol *list[MOST_SYMBOLS];
} sets;

static bool add_set(const prog_expr *e, void *user)
{
	sets *s = user;
	bool writes = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC;
	const prog_symbol *array = writes ? array_of(e->arg[0]) : NULL;
	if (may_be_private(array) && s->n < MOST_SYMBOLS) s->list[s->n++] = array;
	for (int k = 1; k < e->n_args && calls_loop(e); k++)
		if (array_given(e->arg[k]) && s->n < MOST_SYMBOLS) s->list[s->n++] = array_given(e->arg[k]);
	return false;
}

static bool reads_set(const prog_expr *e, void *user)
{
	const sets *s = user;
	if (!e) return false;
	if (e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && array_of(e->arg[0])) {
		for (const prog_expr *x = e->arg[0]; x->n_args; x = x->arg[0])
			if (x->kind == PROG_EXPR_INDEX && reads_set(x->arg[1], user)) return true;
		return reads_set(e->arg[1], user);
	}
	const prog_symbol *array = e->kind == PROG_EXPR_INDEX ? array_of(e) : NULL;
	for (int k = 0; array && k < s->n; k++)
		if (s->list[k] == array) return true;
	for (int k = 0; k < e->n_args; k++)
		if (reads_set(e->arg[k], user)) return true;
	return false;
}

static bool has_call(const prog_expr *e) { return expr_holds(e, EXPR_KIND(CALL) | EXPR_KIND(OPAQUE)); }

static bool is_call_of_loop(const prog_stmt *s)
{
	const prog_expr *call = s->kind == PROG_STMT_EXPR ? s->expr : NULL;
	if (!call || !calls_loop(call)) return false;
	for (int k = 1; k < call->n_args; k++)
		if (has_call(call->arg[k])) return false;
	return true;
}

static bool is_like_loop(const prog_stmt *s) { return s->kind == PROG_STMT_FOR || is_call_of_loop(s); }

// In its own text, and about nothing but loops, in functions that are called, too, and elements.
static bool is_groupable(const prog_stmt *s, const prog_stmt *first)
{
	if (s->range.file < 0 || s->range.file != first->range.file || s->hint || s->pragmas) return false;
	if (is_like_loop(s)) return true;
	return s->kind == PROG_STMT_EXPR && s->expr &&
	       (s->expr->kind == PROG_EXPR_ASSIGN || s->expr->kind == PROG_EXPR_INCDEC) && !has_call(s->expr);
}

bool groups_hold(const prog_stmt *s, const prog_stmt *with) { return is_groupable(s, with); }

bool groups_is_loop(const prog_stmt *s) { return is_like_loop(s); }

int groups_find(const prog_stmt *block, int from, int most)
{
	sets set = {0};
	int found = 0, loops = 0;
	const prog_stmt *first = block->child[from];
	for (int k = from; k < block->n_children && k - from < most; k++) {
		const prog_stmt *s = block->child[k];
		if (!is_groupable(s, first)) break;
		bool loop = s->kind == PROG_STMT_FOR;
		if (loop && loops > 0 && prog_any_expr(s, reads_set, &set)) found = k - from + 1;
		int before = set.n;
		walk_any_in(s, add_set, &set);
		if (k == from && set.n == before) return 0;
		loops += is_like_loop(s);
	}
	return found;
}

// ---- the loop around them ----------------------------------------------------------------------

static const char counter_name[] = "hpcc_once";

static bool is_counter(const prog_symbol *s) { return s->name == counter_name; }

bool group_is(const prog_stmt *s)
{
	const prog_stmt *init = s->kind == PROG_STMT_FOR ? s->init : NULL;
	return init && init->kind == PROG_STMT_DECL && init->n_symbols == 1 && is_counter(init->symbols[0]);
}

void groups_begin(prog_unit *unit) { made_variable_add(unit, counter_name, "int", sizeof(int)); }

group groups_make(prog_unit *unit, prog_stmt *block, int from, int n)
{
	group g = {.block = block, .from = from, .n = n, .children = block->child, .n_children = block->n_children};
	const prog_stmt *first = block->child[from], *last = block->child[from + n - 1];
	prog_symbol *once = made_variable(unit, counter_name);
	prog_stmt *loop = g.loop = made_loop(unit, first, block, once, made_number(unit, once->type, 1));
	loop->range = first->range;
	loop->range.end = last->range.end;
	prog_stmt *body = loop->body = made_statement(unit, first, PROG_STMT_COMPOUND, loop);
	body->range = loop->range;
	body->n_children = n;
	body->child = block->child + from;
	for (int k = 0; k < n; k++) body->child[k]->parent = body;
	prog_stmt **child = prog_alloc(unit, sizeof *child * (size_t)block->n_children);
	int count = 0;
	for (int k = 0; k < from; k++) child[count++] = block->child[k];
	child[count++] = loop;
	for (int k = from + n; k < block->n_children; k++) child[count++] = block->child[k];
	block->child = child;
	block->n_children = count;
	return g;
}

void groups_undo(const group *g)
{
	g->block->child = g->children;
	g->block->n_children = g->n_children;
	for (int k = 0; k < g->n; k++) g->children[g->from + k]->parent = g->block;
}

// ---- whether it pays ---------------------------------------------------------------------------

int group_part(const prog_stmt *loop, const prog_stmt *s)
{
	if (!group_is(loop)) return -1;
	while (s && s->parent != loop->body) s = s->parent;
	for (int k = 0; s && k < loop->body->n_children; k++)
		if (loop->body->child[k] == s) return k;
	return -1;
}

static int part_of(const group *g, const prog_stmt *s) { return group_part(g->loop, s); }

// An array is private that one loop sets and another one reads.
static bool has_private_array(const group *g, const nest *n, const partition *p)
{
	for (int o = 0; o < n->n_objects; o++) {
		const nest_object *object = &n->objects[o];
		if (!object_is_plain(object) || !object->writes || object->rank == 0) continue;
		if (p->shared[o]) return false;
		int set = -1;
		for (int k = 0; k < n->n_stmts; k++)
			for (int j = 0; j < n->stmts[k].n_accesses; j++) {
				const nest_access *a = &n->stmts[k].accesses[j];
				int part = part_of(g, n->stmts[k].stmt);
				if (a->object != o) continue;
				if (a->write && set < 0) set = part;
				if (a->read && set >= 0 && part != set && p->roles[o] == SCALAR_PRIVATE) return true;
			}
	}
	return false;
}

static int home_object(const nest *n, int stmt)
{
	const nest_stmt *s = &n->stmts[stmt];
	return s->home < 0 ? -1 : s->accesses[s->home].object;
}

// Whether all homes lie alike anyway: as their mappings say, or because a loop that has some of both would be split
// only then.
static bool homes_go_together(const group *g, const nest *n)
{
	int with[NEST_MAX_OBJECTS];
	for (int k = 0; k < n->n_objects; k++) with[k] = k;
	for (bool more = true; more;) {
		more = false;
		for (int a = 0; a < n->n_stmts; a++)
			for (int b = 0; b < a; b++) {
				int x = home_object(n, a), y = home_object(n, b);
				if (x < 0 || y < 0 || with[x] == with[y]) continue;
				const prog_mapping *m = mapping_of_object(&n->objects[x]),
				                   *w = mapping_of_object(&n->objects[y]);
				bool known = m && w && n->objects[x].kind == NEST_MAPPED &&
				             n->objects[y].kind == NEST_MAPPED && mapping_same_root(n->unit, m, w);
				if (!known && part_of(g, n->stmts[a].stmt) != part_of(g, n->stmts[b].stmt)) continue;
				int low = with[x] < with[y] ? with[x] : with[y];
				with[x] = with[y] = low;
				more = true;
			}
	}
	int first = -1;
	for (int k = 0; k < n->n_stmts; k++) {
		int x = home_object(n, k);
		if (x < 0) continue;
		if (first < 0) first = with[x];
		if (with[x] != first) return false;
	}
	return true;
}

bool groups_gain(const group *g, const nest *n, const partition *p)
{
	if (p->n_nest_limits || n->n_exits || n->n_hoisted || n->n_counters || n->ends.n_assertions) return false;
	for (int o = 0; o < n->n_objects; o++) {
		const nest_object *object = &n->objects[o];
		if (object_is_distributed(object) && object->meets) return false;
		if (object->writes && !object_is_distributed(object) &&
		        (p->roles[o] == SCALAR_LAST || p->roles[o] == SCALAR_EXTREMUM || p->roles[o] == SCALAR_PLACE))
			return false;
	}
	return has_private_array(g, n, p) && homes_go_together(g, n);
}
