// SPDX-License-Identifier: Apache-2.0
#include "distribution.h"

#include "../build/build.h"
#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../unit/unit.h"
#include "flow.h"

#include <stdlib.h>
#include <string.h>

// OPERATIONS of isl's: less than a second.
enum { MOST_LEVELS = NEST_MAX_DEPTH, MOST_ACCESSES = 4000, MOST_OPERATIONS = 2000000 };

// A loop around the statements, and what stands beside the next one in its body: private values, which all parts
// compute.
typedef struct level {
	prog_stmt *loop;
	prog_stmt *block; // its body, where that is a block; NULL: the next loop itself
	int n_common;
	prog_stmt *common[DISTRIBUTION_MOST_STATEMENTS];
} level;

typedef struct distribution_levels {
	int n;
	level list[MOST_LEVELS];
	prog_unit *unit;
	prog_stmt *place; // the block that stands for the loop while parts are looked at
	prog_stmt **slot; // where the loop stands
	int next_id;
} distribution_levels;

// ---- what the statements are ------------------------------------------------------------------

static bool is_special(const prog_stmt *s, void *unused)
{
	enum {
		PLAIN = STMT_KIND(COMPOUND) | STMT_KIND(DECL) | STMT_KIND(EXPR) | STMT_KIND(IF) | STMT_KIND(FOR) |
		        STMT_KIND(NULL)
	};
	(void)unused;
	if (!(PLAIN >> s->kind & 1) || s->hint || s->pragmas) return true;
	for (int k = 0; k < s->n_symbols; k++)
		if (s->symbols[k]->is_static || s->symbols[k]->is_extern || s->symbols[k]->mapping ||
		        s->symbols[k]->kind != PROG_SYMBOL_VARIABLE)
			return true;
	return false;
}

static walk_next leave_out_counted(const prog_stmt *s, void *v)
{
	if (s->kind != PROG_STMT_FOR || !s->init) return WALK_ON;
	const prog_expr *first = s->init->kind == PROG_STMT_EXPR ? s->init->expr : NULL;
	if (first && first->kind == PROG_EXPR_ASSIGN && first->op == PROG_OP_NONE && expr_is_change_of(first, v))
		return prog_names(first->arg[1], v) ? WALK_STOP : WALK_SKIP;
	for (int k = 0; k < s->init->n_symbols; k++)
		if (s->init->symbols[k] == v) return WALK_SKIP;
	return WALK_ON;
}

static walk_next stop_at_name(const prog_expr *e, walk_use use, void *v)
{
	(void)use;
	return e->kind == PROG_EXPR_VAR && e->symbol == v ? WALK_STOP : WALK_ON;
}

// Whether a loop that counts with the variable is around all places in the statement where it is named.
static bool only_counts(const prog_stmt *s, const prog_symbol *v)
{
	static const walker others = {.expr = stop_at_name, .stmt = leave_out_counted};
	return !walk_stmt(s, &others, (void *)v);
}

// ---- private values that all parts compute ----------------------------------------------------

typedef struct common_search {
	const nest *n;
	const prog_stmt *loop;
	prog_stmt *const *child; // of one block
	int n_children, at;      // the one that is looked at
	int n_declared;          // of a declaration: the variables before
	const bool *common;      // [child]
} common_search;

// Set by a statement before, which all parts have, and by no other one.
static bool set_before(const common_search *c, const prog_symbol *v)
{
	bool found = false;
	for (int k = 0; k < c->n_declared; k++)
		if (c->child[c->at]->symbols[k] == v) return true;
	for (int k = 0; k < c->n_children; k++) {
		if (!prog_sets(c->child[k], v)) continue;
		if (!c->common[k] || k >= c->at) return false;
		found = true;
	}
	return found;
}

static bool is_loop_variable(const nest *n, const prog_symbol *v)
{
	for (int k = 0; k < n->n_loops; k++)
		if (n->loops[k].var == v) return true;
	return false;
}

// Has no effect, and gives the same value when it is evaluated after the other statements.
static bool stays(const common_search *c, const prog_expr *e)
{
	if (!e) return true;
	switch (e->kind) {
	case PROG_EXPR_INT:
	case PROG_EXPR_FLOAT: return true;
	case PROG_EXPR_VAR:
		if (e->type->kind == PROG_TYPE_ARRAY || is_loop_variable(c->n, e->symbol)) return true;
		if (e->symbol->address_taken || e->symbol->type->is_volatile) return false;
		if (!prog_sets(c->loop, e->symbol)) {
			for (int k = 0; k < c->n->n_objects; k++)
				if (c->n->objects[k].symbol == e->symbol && c->n->objects[k].kind == NEST_SCALAR &&
				        c->n->objects[k].writes)
					return false;
			return true;
		}
		return set_before(c, e->symbol);
	case PROG_EXPR_INDEX:
	case PROG_EXPR_DEREF:
	case PROG_EXPR_MEMBER: {
		const nest_access *a = nest_access_of(c->n, e);
		bool address = e->type->kind == PROG_TYPE_ARRAY;
		if (!address && (!a || c->n->objects[a->object].writes || c->n->objects[a->object].meets)) return false;
		break;
	}
	case PROG_EXPR_ADDR:
	case PROG_EXPR_UNARY:
	case PROG_EXPR_BINARY:
	case PROG_EXPR_COND:
	case PROG_EXPR_CAST: break;
	default: return false;
	}
	for (int k = 0; k < e->n_args; k++)
		if (!stays(c, e->arg[k])) return false;
	return true;
}

static bool names(const prog_expr *e, void *v) { return e->kind == PROG_EXPR_VAR && e->symbol == v; }

// Whether what stands before reads what the iteration before has left in it.
static bool is_read_before(const common_search *c, const prog_symbol *v)
{
	for (int k = 0; k < c->at; k++) {
		if (c->common[k] && prog_sets(c->child[k], v)) return false;
		if (walk_any_in(c->child[k], names, (void *)v)) return true;
	}
	return false;
}

static bool is_private(const common_search *c, const prog_symbol *v)
{
	bool scalar = v->type->kind != PROG_TYPE_ARRAY && v->type->kind != PROG_TYPE_STRUCT && !v->type->is_volatile;
	if (v->kind != PROG_SYMBOL_VARIABLE || v->file_scope || v->is_static || v->address_taken || !scalar)
		return false;
	for (int k = 0; k < c->n_children; k++)
		if (k != c->at && !c->common[k] && prog_sets(c->child[k], v)) return false;
	if (is_read_before(c, v)) return false;
	// A loop around may not count with it.
	return !is_loop_variable(c->n, v);
}

static bool is_common(common_search *c)
{
	const prog_stmt *s = c->child[c->at];
	if (s->kind == PROG_STMT_NULL) return true;
	if (s->kind == PROG_STMT_EXPR) {
		const prog_expr *e = s->expr;
		return e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && e->arg[0]->kind == PROG_EXPR_VAR &&
		       is_private(c, e->arg[0]->symbol) && stays(c, e->arg[1]);
	}
	if (s->kind != PROG_STMT_DECL || s->expr) return false;
	for (int k = 0; k < s->n_symbols; k++) {
		c->n_declared = k;
		if (!is_private(c, s->symbols[k]) || !stays(c, s->inits[k])) return false;
	}
	return true;
}

// Which statements of a block all parts can have: fewer and fewer, until it holds of all that are left.
static void find_common(const nest *n, const prog_stmt *loop, prog_stmt *block, bool *common)
{
	memset(common, 1, (size_t)block->n_children);
	for (bool again = true; again;) {
		again = false;
		for (int k = 0; k < block->n_children; k++) {
			common_search c = {n, loop, block->child, block->n_children, k, 0, common};
			if (common[k] && !is_common(&c)) common[k] = false, again = true;
		}
	}
}

// ---- the levels -------------------------------------------------------------------------------

static bool is_counted(const nest *n, const prog_stmt *loop)
{
	for (int k = 0; k < n->n_loops; k++)
		if (n->loops[k].stmt == loop) return n->loops[k].counted && !n->loops[k].leaves && !n->loops[k].inlined;
	return false;
}

// From the loop inward, to the block that has several statements.
static bool find_levels(distribution *d)
{
	distribution_levels *all = d->levels;
	bool common[DISTRIBUTION_MOST_STATEMENTS];
	for (prog_stmt *loop = d->loop; loop;) {
		if (all->n == MOST_LEVELS || loop->kind != PROG_STMT_FOR || !is_counted(d->n, loop)) return false;
		level *l = &all->list[all->n++];
		*l = (level){.loop = loop};
		if (loop->body->kind == PROG_STMT_FOR) {
			loop = loop->body;
			continue;
		}
		l->block = loop->body;
		if (l->block->kind != PROG_STMT_COMPOUND || l->block->n_children > DISTRIBUTION_MOST_STATEMENTS)
			return false;
		find_common(d->n, d->loop, l->block, common);
		d->n_statements = 0;
		for (int k = 0; k < l->block->n_children; k++) {
			prog_range at = l->block->child[k]->range, all_of_it = d->loop->range;
			if (at.file != all_of_it.file || at.begin < all_of_it.begin || at.end > all_of_it.end)
				return false;
			if (common[k])
				l->common[l->n_common++] = l->block->child[k];
			else
				d->statement[d->n_statements++] = l->block->child[k];
		}
		if (d->n_statements != 1) return d->n_statements > 1;
		loop = d->statement[0];
	}
	return false;
}

// ---- dependences ------------------------------------------------------------------------------

// Which of the statements holds this one of the nest; -1: none, one that all parts have or a head.
static int statement_of(const distribution *d, const prog_stmt *s)
{
	for (; s; s = s->parent)
		for (int k = 0; k < d->n_statements; k++)
			if (d->statement[k] == s) return k;
	return -1;
}

static bool is_declared_array(const nest_object *o)
{
	return object_is_variable(o) && o->symbol->kind == PROG_SYMBOL_VARIABLE && o->type->kind == PROG_TYPE_ARRAY;
}

typedef enum relation { APART, SAME, UNKNOWN, TO_BE_TESTED } relation;

static relation relation_of(const distribution *d, unit_facts *facts, int x, int y)
{
	const nest_object *o = &d->n->objects[x], *q = &d->n->objects[y];
	if (x == y) return SAME;
	if ((!o->writes && !q->writes) || o->kind == NEST_SCALAR || q->kind == NEST_SCALAR) return APART;
	bool replicated = !object_is_distributed(o) || !object_is_distributed(q);
	if (replicated && !(o->meets && q->meets)) return APART;
	if (is_declared_array(o) && is_declared_array(q)) return o->symbol == q->symbol ? UNKNOWN : APART;
	bool variables = object_is_variable(o) && object_is_variable(q);
	if (variables && o->symbol != q->symbol && !facts_may_meet(facts, o->symbol, q->symbol)) return APART;
	return o->row_levels || q->row_levels || o->moves || q->moves ? UNKNOWN : TO_BE_TESTED;
}

// Cuts that would let `later` come after `earlier`, which stands before it in an iteration, are none.
static void forbid(distribution *d, int earlier, int later)
{
	for (int k = earlier + 1; k <= later; k++) d->legal[k] = false;
}

static bool is_forbidden(const distribution *d, int earlier, int later)
{
	for (int k = earlier + 1; k <= later; k++)
		if (d->legal[k]) return false;
	return true;
}

typedef struct crossing {
	distribution *d;
	bool *crosses; // [object]: a value goes from one statement to another
} crossing;

static isl_stat note_flow(isl_map *map, void *user)
{
	crossing *c = user;
	const nest *n = c->d->n;
	const nest_stmt *w = &n->stmts[flow_stmt(map, isl_dim_in)], *r = &n->stmts[flow_stmt(map, isl_dim_out)];
	if (statement_of(c->d, w->stmt) != statement_of(c->d, r->stmt))
		for (int i = 0; i < w->n_accesses; i++)
			for (int j = 0; w->accesses[i].write && j < r->n_accesses; j++)
				if (r->accesses[j].read && r->accesses[j].object == w->accesses[i].object)
					c->crosses[w->accesses[i].object] = true;
	isl_map_free(map);
	return isl_stat_ok;
}

static isl_stat note_entering(isl_map *map, void *user)
{
	crossing *c = user;
	c->crosses[atoi(isl_map_get_tuple_name(map, isl_dim_out) + 1)] = true;
	isl_map_free(map);
	return isl_stat_ok;
}

// Variables that each statement sets for itself before it reads them, and nobody reads afterwards: they may as well be
// several. NULL where there are too many cases.
static bool *find_private(distribution *d, unit_facts *facts)
{
	nest *n = d->n;
	bool *private = prog_alloc(n->unit, sizeof *private * (size_t)(n->n_objects + 1));
	crossing c = {d, prog_alloc(n->unit, sizeof(bool) * (size_t)(n->n_objects + 1))};
	isl_union_map *entering = NULL, *flow = flow_of(n, &entering);
	bool known = flow && entering;
	if (known) {
		isl_union_map_foreach_map(flow, note_flow, &c);
		isl_union_map_foreach_map(entering, note_entering, &c);
		for (int k = 0; k < n->n_objects; k++) {
			const nest_object *o = &n->objects[k];
			private[k] = o->kind == NEST_SCALAR && object_is_variable(o) && !o->is_reduction &&
			             !c.crosses[k] && !liveness_after(facts, d->loop, o->symbol);
		}
	}
	isl_union_map_free(flow);
	isl_union_map_free(entering);
	return known ? private : NULL;
}

static bool test_pair(distribution *d, int x, int y)
{
	for (int k = 0; k < d->n_apart; k++)
		if (d->apart[k][0] == x && d->apart[k][1] == y) return true;
	if (d->n_apart == DISTRIBUTION_MOST_STATEMENTS) return false;
	if (!d->apart) d->apart = prog_alloc(d->n->unit, sizeof *d->apart * DISTRIBUTION_MOST_STATEMENTS);
	d->apart[d->n_apart][0] = x, d->apart[d->n_apart][1] = y;
	d->n_apart++;
	return true;
}

// Which elements one of the statements accesses in an iteration of the loops around all of them:
// { iteration -> element }.
typedef struct part_access {
	int statement, object;
	const prog_symbol *member;
	bool write;
	isl_map *map;
} part_access;

typedef struct part_accesses {
	int n, room;
	part_access *list;
} part_accesses;

// The dimensions in which loops choose the element. In the others the subscripts are numbers: of what a loop's body
// writes out for each of them the statements then access the same. Those behind the set's width count as chosen.
enum { DIMS_OF_SET = 32 };

static unsigned chosen_dims(const nest *n, int object)
{
	unsigned dims = 0;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			for (int d = 0; a->object == object && d < n->objects[object].rank && d < DIMS_OF_SET; d++)
				if (!a->sub[d] || isl_pw_aff_is_cst(a->sub[d]) != isl_bool_true) dims |= 1u << d;
		}
	return dims;
}

static isl_map *elements_in(const distribution *d, const nest_stmt *s, const nest_access *a, unsigned dims)
{
	unsigned around = (unsigned)d->levels->n;
	isl_map *map = isl_map_intersect_domain(isl_map_copy(a->map), isl_set_copy(s->domain));
	map = isl_map_project_out(map, isl_dim_in, around, (unsigned)s->depth - around);
	for (int k = d->n->objects[a->object].rank - 1; k >= 0; k--)
		if (k < DIMS_OF_SET && !(dims >> k & 1)) map = isl_map_project_out(map, isl_dim_out, (unsigned)k, 1);
	return isl_map_reset_tuple_id(isl_map_reset_tuple_id(map, isl_dim_in), isl_dim_out);
}

static void add_access(const distribution *d, part_accesses *all, part_access a)
{
	for (int k = 0; k < all->n; k++) {
		part_access *b = &all->list[k];
		if (b->statement != a.statement || b->object != a.object || b->member != a.member ||
		        isl_map_plain_is_equal(a.map, b->map) != isl_bool_true)
			continue;
		b->write |= a.write;
		isl_map_free(a.map);
		return;
	}
	all->list = prog_grow(d->n->unit, all->list, all->n, &all->room, sizeof *all->list);
	all->list[all->n++] = a;
}

static part_accesses find_accesses(const distribution *d, const bool *private)
{
	const nest *n = d->n;
	part_accesses all = {0};
	for (int o = 0; o < n->n_objects; o++) {
		unsigned dims = private[o] ? 0 : chosen_dims(n, o);
		for (int k = 0; k < n->n_stmts && !private[o]; k++) {
			const nest_stmt *s = &n->stmts[k];
			int statement = statement_of(d, s->stmt);
			for (int j = 0; statement >= 0 && j < s->n_accesses; j++) {
				const nest_access *a = &s->accesses[j];
				if (a->object != o) continue;
				isl_map *map = elements_in(d, s, a, dims);
				add_access(d, &all, (part_access){statement, o, a->member, a->write, map});
			}
		}
	}
	return all;
}

// From each iteration of the loops around the statements to those that come after it.
static isl_map *order_of(const distribution *d)
{
	const nest *n = d->n;
	unsigned around = (unsigned)d->levels->n;
	const nest_stmt *s = n->stmts;
	while (statement_of(d, s->stmt) < 0) s++;
	isl_map *times = isl_map_reset_tuple_id(flow_schedule(n, s, flow_depth(n)), isl_dim_in);
	unsigned n_times = (unsigned)isl_map_dim(times, isl_dim_out);
	times = isl_map_project_out(times, isl_dim_out, 2 * around, n_times - 2 * around);
	times = isl_map_project_out(times, isl_dim_in, around, (unsigned)s->depth - around);
	isl_map *order = isl_map_lex_lt(isl_space_set_alloc(n->ctx, 0, 2 * around));
	order = isl_map_apply_range(isl_map_copy(times), order);
	return isl_map_apply_range(order, isl_map_reverse(times));
}

// Whether `later`, in an iteration, comes to an element before `earlier` does in a later one, though it stands behind
// it: no cut may be between them.
static bool comes_before(
        const distribution *d, const isl_map *order, const part_access *later, const part_access *earlier)
{
	isl_map *pairs = isl_map_apply_range(isl_map_copy(later->map), isl_map_reverse(isl_map_copy(earlier->map)));
	pairs = isl_map_intersect(pairs, isl_map_copy((isl_map *)order));
	pairs = isl_map_intersect_params(pairs, isl_set_copy(d->n->assume));
	bool any = isl_map_is_empty(pairs) != isl_bool_true;
	isl_map_free(pairs);
	return any;
}

static void find_order(distribution *d, const part_accesses *all)
{
	isl_map *order = order_of(d);
	for (int x = 0; x < all->n; x++)
		for (int y = 0; y < all->n; y++) {
			const part_access *later = &all->list[x], *earlier = &all->list[y];
			bool others = later->member && earlier->member && later->member != earlier->member;
			if (later->statement <= earlier->statement || later->object != earlier->object || others ||
			        (!later->write && !earlier->write) ||
			        is_forbidden(d, earlier->statement, later->statement))
				continue;
			if (comes_before(d, order, later, earlier)) forbid(d, earlier->statement, later->statement);
		}
	isl_map_free(order);
}

// False where nothing is known of what statements do to one another.
static bool find_dependences(distribution *d, unit_facts *facts)
{
	const nest *n = d->n;
	int n_accesses = 0;
	for (int k = 0; k < n->n_stmts; k++) n_accesses += n->stmts[k].n_accesses;
	if (n_accesses > MOST_ACCESSES) return false;
	for (int x = 0; x < n->n_objects; x++)
		for (int y = 0; y < x; y++) {
			relation r = relation_of(d, facts, x, y);
			if (r == UNKNOWN || (r == TO_BE_TESTED && !test_pair(d, y, x))) return false;
		}
	const bool *private = find_private(d, facts);
	if (!private) return false;
	const quota q = quota_open(n->ctx, MOST_OPERATIONS);
	part_accesses all = find_accesses(d, private);
	find_order(d, &all);
	for (int k = 0; k < all.n; k++) isl_map_free(all.list[k].map);
	quota_close(q);
	return true;
}

// Integers of an iteration are known by their values: no access tells of them.
static void find_names(distribution *d)
{
	const prog_unit *unit = d->n->unit;
	for (int v = 0; v < unit->n_symbols; v++) {
		const prog_symbol *symbol = unit->symbols[v];
		if (symbol->kind != PROG_SYMBOL_VARIABLE && symbol->kind != PROG_SYMBOL_PARAMETER) continue;
		if (!stmt_names(d->loop, symbol) && !prog_declares(d->loop, symbol)) continue;
		for (int x = 0; x < d->n_statements; x++) {
			if (!prog_sets(d->statement[x], symbol)) continue;
			bool declares = prog_declares(d->statement[x], symbol);
			bool known = symbol->type->kind == PROG_TYPE_INT || symbol->type->kind == PROG_TYPE_BOOL ||
			             symbol->type->kind == PROG_TYPE_POINTER;
			for (int y = 0; y < d->n_statements && (declares || known); y++) {
				if (y == x || !stmt_names(d->statement[y], symbol)) continue;
				if (!declares && only_counts(d->statement[x], symbol) &&
				        only_counts(d->statement[y], symbol))
					continue;
				forbid(d, x < y ? x : y, x < y ? y : x);
			}
		}
	}
}

// A variable that one statement sets for another one, which does not set it.
static void find_scalars(distribution *d)
{
	const nest *n = d->n;
	for (int o = 0; o < n->n_objects; o++) {
		bool reads[DISTRIBUTION_MOST_STATEMENTS] = {0}, writes[DISTRIBUTION_MOST_STATEMENTS] = {0};
		if (n->objects[o].kind != NEST_SCALAR) continue;
		for (int k = 0; k < n->n_stmts; k++) {
			int x = statement_of(d, n->stmts[k].stmt);
			for (int j = 0; x >= 0 && j < n->stmts[k].n_accesses; j++) {
				const nest_access *a = &n->stmts[k].accesses[j];
				if (a->object != o) continue;
				reads[x] |= a->read;
				writes[x] |= a->write;
			}
		}
		for (int x = 0; x < d->n_statements; x++)
			for (int y = 0; y < d->n_statements && writes[x]; y++)
				if (y != x && reads[y] && !writes[y]) forbid(d, x < y ? x : y, x < y ? y : x);
	}
}

// ---- output -------------------------------------------------------------------------------------

typedef struct effects {
	unit_facts *facts;
	const prog_stmt *loop;
	bool any, others; // others: than output of values by the C library
} effects;

// Whether an argument is a value, or a text or stream that nothing in the loop sets: what is behind other pointers is
// not among the accesses.
static bool is_value(const prog_stmt *loop, const prog_expr *e)
{
	const prog_type *type = e->type;
	e = prog_without_casts(e);
	if (e->kind == PROG_EXPR_STRING) return true;
	if (!type || type->kind == PROG_TYPE_ARRAY) return false;
	if (type->kind != PROG_TYPE_POINTER) return true;
	return e->kind == PROG_EXPR_VAR && type->element && type->element->kind == PROG_TYPE_STRUCT &&
	       !prog_sets(loop, e->symbol);
}

static bool only_shows_values(const prog_stmt *loop, const prog_expr *call)
{
	const prog_symbol *callee = prog_callee(call);
	if (!callee || callee->function || !library_does_io(callee->name)) return false;
	bool shows = library_only_reads(callee->name);
	for (int k = 1; k < call->n_args && shows; k++) shows = is_value(loop, call->arg[k]);
	return shows;
}

static bool has_effect(const prog_expr *e, void *user)
{
	effects *x = user;
	if (e->kind != PROG_EXPR_CALL || facts_only_reads(x->facts, e)) return false;
	x->any = true;
	x->others |= !only_shows_values(x->loop, e);
	return false;
}

// What is put out keeps its order: statements that do so stay in one part. False: there are other effects.
static bool keep_output_together(distribution *d, unit_facts *facts)
{
	int first = -1;
	for (int k = 0; k < d->n_statements; k++) {
		effects x = {facts, d->loop, false, false};
		walk_any_in(d->statement[k], has_effect, &x);
		if (x.others) return false;
		if (x.any && first >= 0) forbid(d, first, k);
		if (x.any && first < 0) first = k;
	}
	return first >= 0;
}

static bool is_copy_in(const prog_stmt *s, const prog_stmt *block)
{
	while (s && s->parent != block) s = s->parent;
	for (int k = 0; s && k < block->n_children; k++)
		if (block->child[k] == s) return false;
	return s != NULL;
}

// Whether some of the nest's statements are not those of the source: behind a pointer that an iteration declares for a
// row they are copies in which the row stands for it (local_pointers), and nothing says what part of the loop they are
// in.
static bool has_copies(const distribution *d)
{
	for (int l = 0; l < d->levels->n; l++)
		for (int k = 0; d->levels->list[l].block && k < d->n->n_stmts; k++)
			if (is_copy_in(d->n->stmts[k].stmt, d->levels->list[l].block)) return true;
	return false;
}

static bool is_divisible(const distribution *d)
{
	for (int k = 1; k < d->n_statements; k++)
		if (d->legal[k]) return true;
	return false;
}

distribution *distribution_of(unit_facts *facts, isl_ctx *ctx, prog_stmt *loop)
{
	prog_unit *unit = facts_unit(facts);
	if (loop->kind != PROG_STMT_FOR || !loop->parent || walk_any_stmt(loop, is_special, NULL)) return NULL;
	nest *n = nest_build(facts, ctx, loop);
	distribution *d = prog_alloc(unit, sizeof *d);
	d->loop = loop;
	d->n = n;
	d->levels = prog_alloc(unit, sizeof *d->levels);
	d->levels->unit = unit;
	const bool shows = n->reason == DIAG_impure_call && !n->calls_unknown;
	bool known = !n->broken && (shows || n->reason == DIAG_COUNT) && n->n_counters == 0 && n->n_exits == 0 &&
	             n->n_hoisted == 0 && !n->looks_into_calls && find_levels(d) && !has_copies(d);
	for (int k = 1; k < d->n_statements; k++) d->legal[k] = true;
	known = known && (!shows || keep_output_together(d, facts));
	if (known) find_names(d);
	if (known) find_scalars(d);
	known = known && is_divisible(d) && find_dependences(d, facts);
	if (known && is_divisible(d)) return d;
	nest_free(n);
	return NULL;
}

void distribution_free(distribution *d)
{
	for (; d->inner; d->inner = d->inner->next) distribution_free(d->inner);
	nest_free(d->n);
}

// ---- the parts --------------------------------------------------------------------------------

static prog_stmt *copy_of(distribution *d, const prog_stmt *s, prog_stmt *parent)
{
	distribution_levels *all = d->levels;
	prog_stmt *copy = prog_alloc(all->unit, sizeof *copy);
	*copy = *s;
	copy->id = all->unit->n_stmts++;
	copy->parent = parent;
	return copy;
}

static prog_stmt *copy_within(distribution *d, const prog_stmt *s, prog_stmt *parent)
{
	if (!s) return NULL;
	prog_stmt *copy = copy_of(d, s, parent);
	copy->init = copy_within(d, s->init, copy);
	return copy;
}

static bool is_in(prog_stmt *const *list, int n, const prog_stmt *s)
{
	for (int k = 0; k < n; k++)
		if (list[k] == s) return true;
	return false;
}

// A loop like the source's with statements [from, to), and those that all parts have.
static distribution_part make_part(distribution *d, int from, int to)
{
	distribution_levels *all = d->levels;
	distribution_part part = {.first = d->statement[from]};
	prog_stmt *around = NULL;
	for (int l = 0; l < all->n; l++) {
		const level *from_level = &all->list[l];
		prog_stmt *loop = copy_within(d, from_level->loop, around);
		if (!around)
			part.loop = loop;
		else if (around->kind == PROG_STMT_FOR)
			around->body = loop;
		else
			for (int k = 0; k < around->n_children; k++)
				if (around->child[k] == from_level->loop) around->child[k] = loop;
		around = loop;
		if (!from_level->block) continue;
		prog_stmt *block = copy_of(d, from_level->block, loop);
		loop->body = block;
		block->child = prog_alloc(all->unit, sizeof *block->child * (size_t)(block->n_children + 1));
		block->n_children = 0;
		for (int k = 0; k < from_level->block->n_children; k++) {
			prog_stmt *s = from_level->block->child[k];
			bool last = l + 1 == all->n, taken = !last;
			if (is_in(from_level->common, from_level->n_common, s)) {
				block->child[block->n_children++] = copy_of(d, s, block);
				continue;
			}
			for (int j = from; last && j < to; j++) taken |= d->statement[j] == s;
			if (!taken) {
				part.without[part.n_without++] = s;
				continue;
			}
			if (last) s->parent = block;
			block->child[block->n_children++] = s;
		}
		around = block;
	}
	return part;
}

static prog_stmt **slot_of(prog_stmt *s)
{
	prog_stmt *up = s->parent;
	for (int k = 0; k < up->n_children; k++)
		if (up->child[k] == s) return &up->child[k];
	return up->body == s ? &up->body : up->otherwise == s ? &up->otherwise : NULL;
}

// The parts, and what is left, where the loop stands.
static void install(distribution *d, int left_from)
{
	distribution_levels *all = d->levels;
	if (!all->place) {
		all->slot = slot_of(d->loop);
		all->place = copy_of(d, d->loop, d->loop->parent);
		prog_stmt *place = all->place;
		place->kind = PROG_STMT_COMPOUND;
		place->cond = place->step = NULL;
		place->init = place->body = NULL;
		place->child = prog_alloc(all->unit, sizeof *place->child * (DISTRIBUTION_MOST_PARTS + 2));
		*all->slot = place;
	}
	prog_stmt *place = all->place;
	place->n_children = 0;
	distribution_part left = {0};
	if (left_from < d->n_statements) left = make_part(d, left_from, d->n_statements);
	for (int k = 0; k <= d->n_parts; k++) {
		prog_stmt *loop = k < d->n_parts ? d->part[k].loop : left.loop;
		if (!loop) continue;
		loop->parent = place;
		place->child[place->n_children++] = loop;
	}
}

void distribution_take(distribution *d, int from, int to)
{
	d->part[d->n_parts++] = make_part(d, from, to);
	install(d, to);
}

void distribution_drop(distribution *d) { d->n_parts--; }

bool distribution_take_parts(distribution *d, distribution *inner, int to)
{
	const distribution_part whole = d->part[d->n_parts - 1];
	if (d->n_parts - 1 + inner->n_parts > DISTRIBUTION_MOST_PARTS) return false;
	for (int k = 0; k < inner->n_parts; k++)
		if (whole.n_without + inner->part[k].n_without > 2 * DISTRIBUTION_MOST_STATEMENTS) return false;
	d->n_parts--;
	for (int k = 0; k < inner->n_parts; k++) {
		distribution_part *part = &d->part[d->n_parts++];
		*part = inner->part[k];
		for (int j = 0; j < whole.n_without; j++) part->without[part->n_without++] = whole.without[j];
	}
	inner->next = d->inner;
	d->inner = inner;
	install(d, to);
	return true;
}

static void restore_parents(distribution *d)
{
	for (distribution *inner = d->inner; inner; inner = inner->next) restore_parents(inner);
	const distribution_levels *all = d->levels;
	prog_stmt *block = all->list[all->n - 1].block;
	for (int k = 0; k < d->n_statements; k++) d->statement[k]->parent = block;
}

void distribution_restore(distribution *d)
{
	if (d->levels->slot) *d->levels->slot = d->loop;
	restore_parents(d);
}
