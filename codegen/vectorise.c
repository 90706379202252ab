// SPDX-License-Identifier: Apache-2.0
//
// What lets the back end vectorise inner loops.
#include "vectorise.h"

#include <string.h>

// ---- subscripts -----------------------------------------------------------------------------------

// Whether two subscripts differ by a constant; `equal`: by none.
static bool differ_by(const nest_stmt *s, const isl_pw_aff *a, const isl_pw_aff *b, bool *equal)
{
	if (!a || !b) return false;
	isl_pw_aff *x = isl_pw_aff_copy((isl_pw_aff *)a), *y = isl_pw_aff_copy((isl_pw_aff *)b);
	x = isl_pw_aff_set_tuple_id(x, isl_dim_in, isl_set_get_tuple_id(s->domain));
	y = isl_pw_aff_set_tuple_id(y, isl_dim_in, isl_set_get_tuple_id(s->domain));
	isl_pw_aff *d = isl_pw_aff_sub(x, y);
	bool constant = isl_pw_aff_is_cst(d) == isl_bool_true && isl_pw_aff_n_piece(d) == 1;
	isl_set *zero = isl_pw_aff_zero_set(isl_pw_aff_copy(d));
	*equal = isl_set_is_empty(zero) == isl_bool_false;
	isl_set_free(zero);
	isl_pw_aff_free(d);
	return constant;
}

static bool are_neighbours(const nest_object *o, const nest_stmt *s, const nest_access *a, const nest_access *b)
{
	bool equal = true;
	for (int d = 0; d < o->rank; d++)
		if (!differ_by(s, a->sub[d], b->sub[d], &equal) || equal != (d + 1 < o->rank)) return false;
	return o->rank > 0;
}

static bool same_element(const nest_object *o, const nest_stmt *s, const nest_access *a, const nest_access *b)
{
	bool equal = true;
	for (int d = 0; d < o->rank; d++)
		if (!differ_by(s, a->sub[d], b->sub[d], &equal) || !equal) return false;
	return true;
}

static bool is_in(const nest_stmt *s, int loop) { return s->depth > 0 && s->loop[s->depth - 1] == loop; }

// ---- arrays that are known to be apart ------------------------------------------------------------

// Whether the run decides which elements the inner loop reads or sets: then no test at run time can tell arrays apart.
static bool has_unknown_elements(const nest *n, int loop)
{
	for (int x = 0; x < n->n_stmts; x++)
		for (int j = 0; is_in(&n->stmts[x], loop) && j < n->stmts[x].n_accesses; j++) {
			const nest_access *a = &n->stmts[x].accesses[j];
			for (int d = 0; d < n->objects[a->object].rank; d++)
				if (!a->sub[d]) return true;
		}
	return false;
}

// The inner loop reads elements again that it has read one or two iterations before. Where nothing is stored between,
// LLVM keeps them in registers, and cannot vectorise the loop any more, which costs far more than the loads.
bool vectorise_better_unknown(const nest *n)
{
	for (int x = 0; x < n->n_stmts; x++) {
		const nest_stmt *s = &n->stmts[x];
		// Reductions in floating point keep their order: these loops are not vectorised anyway.
		if (s->reduction != NEST_NO_REDUCTION) return false;
	}
	for (int x = 0; x < n->n_stmts; x++)
		for (int y = x; y < n->n_stmts; y++) {
			const nest_stmt *s = &n->stmts[x], *r = &n->stmts[y];
			if (s->depth == 0 || s->depth != r->depth || s->loop[s->depth - 1] != r->loop[r->depth - 1])
				continue;
			if (has_unknown_elements(n, s->loop[s->depth - 1])) continue;
			for (int i = 0; i < s->n_accesses; i++)
				for (int j = 0; j < r->n_accesses; j++) {
					const nest_access *a = &s->accesses[i], *b = &r->accesses[j];
					if (a == b || a->object != b->object || !a->read || !b->read || !a->expr)
						continue;
					if (are_neighbours(&n->objects[a->object], s, a, b)) return true;
				}
		}
	return false;
}

// ---- strips: may the loop be run so? ---------------------------------------------------------------

// Reductions in floating point keep their order, which keeps the compiler from vectorising the loop that they are in,
// however much else it does. Such a loop is run in strips: in a first loop, which can be vectorised, the iterations of
// a strip put what they would add aside; a second one adds it, in the order of the iterations. For a product its
// factors are put aside, so that a fused multiply-add stays one, and the bits are the same.

enum { FEWEST_ACCESSES = 6 }; // below it the detour costs more than it gains

static bool is_innermost(const nest *n, int loop)
{
	for (int k = 0; k < n->n_loops; k++)
		if (n->loops[k].parent == loop) return false;
	return true;
}

// for (...; k < E; k++) with a bound that has a text.
static bool is_simple(const rewriter *w, const nest_loop *l)
{
	const prog_stmt *s = l->stmt;
	const nest *n = w->task->nest;
	for (int k = 0; k < n->n_counters; k++)
		if (&n->loops[n->counters[k].loop] == l) return false;
	if (s->kind != PROG_STMT_FOR || !l->counted || l->leaves || l->step != 1 || l->by || l->scale || !l->var ||
	        l->n_limits)
		return false;
	const prog_expr *c = s->cond;
	if (!c || c->kind != PROG_EXPR_BINARY || (c->op != PROG_OP_LT && c->op != PROG_OP_LE)) return false;
	const prog_expr *x = prog_without_casts(c->arg[0]);
	if (x->kind != PROG_EXPR_VAR || x->symbol != l->var || l->var->type->kind != PROG_TYPE_INT) return false;
	return rewrite_in_main(w, s->for_step) && s->body && rewrite_in_main(w, s->body->range);
}

static bool is_plain_statement(const prog_stmt *s)
{
	if (s->hint) return false;
	if (s->kind == PROG_STMT_EXPR) return s->range.file >= 0;
	if (s->kind != PROG_STMT_DECL) return false;
	for (int k = 0; k < s->n_symbols; k++)
		if (s->symbols[k]->is_static || s->symbols[k]->type->kind == PROG_TYPE_ARRAY) return false;
	return true;
}

static bool is_straight(const prog_stmt *body)
{
	if (body->kind != PROG_STMT_COMPOUND) return is_plain_statement(body);
	for (int k = 0; k < body->n_children; k++)
		if (!is_plain_statement(body->child[k])) return false;
	return true;
}

// acc += E, acc = acc + E, acc = E + acc: E; NULL: another form.
static const prog_expr *summand(const nest *n, const nest_stmt *s)
{
	const prog_expr *e = s->stmt->kind == PROG_STMT_EXPR ? s->stmt->expr : NULL;
	if (s->reduction != NEST_REDUCTION || (s->reduction_op != PROG_OP_ADD && s->reduction_op != PROG_OP_MUL))
		return NULL;
	if (!e || e->kind != PROG_EXPR_ASSIGN || e->arg[0]->kind != PROG_EXPR_VAR) return NULL;
	if (e->arg[0]->type->kind != PROG_TYPE_FLOAT || !n->objects[s->reduction_object].is_reduction) return NULL;
	const prog_symbol *target = e->arg[0]->symbol;
	if (e->op == PROG_OP_ADD || e->op == PROG_OP_MUL || e->op == PROG_OP_SUB) return e->arg[1];
	const prog_expr *sum = e->arg[1];
	if (e->op != PROG_OP_NONE || sum->kind != PROG_EXPR_BINARY || sum->op != s->reduction_op) return NULL;
	for (int k = 0; k < 2; k++)
		if (sum->arg[k]->kind == PROG_EXPR_VAR && sum->arg[k]->symbol == target) return sum->arg[1 - k];
	return NULL;
}

static bool is_number(const prog_expr *e)
{
	// An enumeration may have no name.
	bool named = e->type && !strstr(e->type->text, "enum");
	return named && (e->type->kind == PROG_TYPE_FLOAT || e->type->kind == PROG_TYPE_INT);
}

static isl_stat coefficient_of_piece(isl_set *domain, isl_aff *value, void *user)
{
	long *result = user;
	unsigned last = (unsigned)isl_aff_dim(value, isl_dim_in) - 1;
	isl_val *v = isl_aff_get_coefficient_val(value, isl_dim_in, (int)last);
	bool one = isl_val_is_one(v) == isl_bool_true, zero = isl_val_is_zero(v) == isl_bool_true;
	long c = one ? 1 : zero ? 0 : 2;
	if (*result < 0) *result = c;
	if (*result != c || isl_aff_dim(value, isl_dim_div) > 0) *result = 2;
	isl_val_free(v);
	isl_aff_free(value);
	isl_set_free(domain);
	return isl_stat_ok;
}

// How far the element moves in an iteration, by the subscript: 0, 1, or 2 for anything else.
static long moves_by(const isl_pw_aff *sub)
{
	long c = -1;
	if (!sub) return 2;
	isl_pw_aff_foreach_piece((isl_pw_aff *)sub, coefficient_of_piece, &c);
	return c < 0 ? 2 : c;
}

// Elements side by side, or always the same one.
static bool is_in_a_row(const nest_object *o, const nest_access *a)
{
	for (int d = 0; d + 1 < o->rank; d++)
		if (moves_by(a->sub[d]) != 0) return false;
	return o->rank == 0 || moves_by(a->sub[o->rank - 1]) < 2;
}

// Nothing that one iteration writes is another's, reductions and variables of an iteration excepted.
static bool is_independent(const nest *n, int loop, const nest_stmt *s, const nest_access *a)
{
	const nest_object *o = &n->objects[a->object];
	if (!a->write || o->kind == NEST_SCALAR) return true;
	if (o->rank == 0 || moves_by(a->sub[o->rank - 1]) != 1) return false;
	for (int x = 0; x < n->n_stmts; x++)
		for (int j = 0; is_in(&n->stmts[x], loop) && j < n->stmts[x].n_accesses; j++) {
			const nest_access *b = &n->stmts[x].accesses[j];
			if (b->object == a->object && !same_element(o, s, a, b)) return false;
		}
	return true;
}

static bool reads_before_it_writes(const nest *n, int loop, int object)
{
	for (int x = 0; x < n->n_stmts; x++) {
		const nest_stmt *s = &n->stmts[x];
		bool writes = false, reads = false;
		for (int j = 0; is_in(s, loop) && j < s->n_accesses; j++) {
			writes |= s->accesses[j].object == object && s->accesses[j].write && s->accesses[j].must;
			reads |= s->accesses[j].object == object && s->accesses[j].read;
		}
		if (reads) return true;
		if (writes) return false;
	}
	return false;
}

bool strips_wanted(const rewriter *w, int loop)
{
	const task *t = w->task;
	const nest *n = t->nest;
	const nest_loop *l = &n->loops[loop];
	bool stops = t->kind == TASK_SPLIT && t->nest->n_exits && t->split->exits_inside;
	if (stops || w->options->check || l->stmt->pragmas || t->kind != TASK_SPLIT || !is_innermost(n, loop) ||
	        !is_simple(w, l) || !is_straight(l->stmt->body))
		return false;
	int sums = 0, accesses = 0;
	for (int x = 0; x < n->n_stmts; x++) {
		const nest_stmt *s = &n->stmts[x];
		if (!is_in(s, loop)) continue;
		if (s->may || t->split->guarded[x]) return false;
		const prog_expr *e = summand(n, s);
		if (s->reduction != NEST_NO_REDUCTION && (!e || !is_number(e))) return false;
		sums += e != NULL;
		for (int j = 0; j < s->n_accesses; j++) {
			const nest_access *a = &s->accesses[j];
			const nest_object *o = &n->objects[a->object];
			accesses += o->kind != NEST_SCALAR;
			if (o->kind != NEST_SCALAR && (!is_in_a_row(o, a) || !is_independent(n, loop, s, a)))
				return false;
			if (o->kind == NEST_SCALAR && a->write && !a->reduction &&
			        reads_before_it_writes(n, loop, a->object))
				return false;
		}
	}
	return sums > 0 && accesses >= FEWEST_ACCESSES;
}

// ---- the text ------------------------------------------------------------------------------------

static int stmt_number(const nest *n, const prog_stmt *s)
{
	for (int x = 0; x < n->n_stmts; x++)
		if (n->stmts[x].stmt == s && n->stmts[x].reduction != NEST_NO_REDUCTION) return x;
	return -1;
}

static const prog_expr *without_idle_casts(const prog_expr *e)
{
	while (e->kind == PROG_EXPR_CAST && e->arg[0]->type == e->type) e = e->arg[0];
	return e;
}

static bool is_square(const prog_expr *e)
{
	const prog_expr *x = without_idle_casts(e->arg[0]), *y = without_idle_casts(e->arg[1]);
	return x->kind == PROG_EXPR_VAR && y->kind == PROG_EXPR_VAR && x->symbol == y->symbol;
}

// What is put aside: the factors of a product that is added, one of a square, or the summand.
typedef struct aside {
	int n;
	const prog_expr *part[2];
	int factor; // the part by which the first is multiplied, -1: none
} aside;

static aside aside_of(const nest_stmt *s, const prog_expr *e)
{
	const prog_type *type = s->stmt->expr->arg[0]->type;
	bool product = s->reduction_op == PROG_OP_ADD && e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_MUL &&
	               e->type == type && e->arg[0]->type == type && e->arg[1]->type == type;
	if (!product) return (aside){1, {e}, -1};
	if (is_square(e)) return (aside){1, {e->arg[0]}, 0};
	return (aside){2, {e->arg[0], e->arg[1]}, 1};
}

bool strips_statement(rewriter *w, const prog_stmt *s)
{
	const nest *n = w->task->nest;
	int x = stmt_number(n, s);
	if (x < 0 || !s->expr || n->stmts[x].depth == 0) return false;
	if (!strips_wanted(w, n->stmts[x].loop[n->stmts[x].depth - 1])) return false;
	aside put = aside_of(&n->stmts[x], summand(n, &n->stmts[x]));
	text t = {0};
	for (int k = 0; k < put.n; k++) {
		bool list = put.part[k]->kind == PROG_EXPR_BINARY && put.part[k]->op == PROG_OP_COMMA;
		text_printf(&t, "%shpcc_put%d_%d[hpcc_m] = %s", k ? ", " : "", x, k, list ? "(" : "");
		rewrite_render(w, put.part[k], USE_READ, &t);
		text_add(&t, list ? ")" : "");
	}
	edits_replace(&w->edits, s->expr->range.begin, s->expr->range.end, text_get(&t), 0);
	text_free(&t);
	return true;
}

static void begin(rewriter *w, int loop)
{
	const nest *n = w->task->nest;
	const nest_loop *l = &n->loops[loop];
	text t = {0};
	text_printf(&t, "{ const long hpcc_n = hpcc_strip((long)(");
	rewrite_render(w, l->stmt->cond->arg[1], USE_READ, &t);
	text_printf(&t, ")%s - (long)%s);", l->stmt->cond->op == PROG_OP_LE ? " + 1" : "", l->var->name);
	for (int x = 0; x < n->n_stmts; x++) {
		const prog_expr *e = is_in(&n->stmts[x], loop) ? summand(n, &n->stmts[x]) : NULL;
		aside put = e ? aside_of(&n->stmts[x], e) : (aside){0};
		for (int k = 0; k < put.n; k++)
			text_printf(&t, " %s hpcc_put%d_%d[HPCC_STRIP];", put.part[k]->type->text, x, k);
	}
	text_printf(&t, " HPCC_VECTORISE for (long hpcc_m = 0; hpcc_m < hpcc_n; hpcc_m++, %s++) ", l->var->name);
	rewrite_insert(w, l->stmt->body->range.begin, ORDER_OPEN, text_get(&t));
	text_free(&t);
}

static void end(rewriter *w, int loop)
{
	const nest *n = w->task->nest;
	text t = {0};
	text_add(&t, " HPCC_VECTORISED for (long hpcc_m = 0; hpcc_m < hpcc_n; hpcc_m++) {");
	for (int x = 0; x < n->n_stmts; x++) {
		const nest_stmt *s = &n->stmts[x];
		const prog_expr *e = is_in(s, loop) ? summand(n, s) : NULL;
		if (!e) continue;
		aside put = aside_of(s, e);
		const char *op = s->stmt->expr->op == PROG_OP_SUB ? "-" : s->reduction_op == PROG_OP_MUL ? "*" : "+";
		text_printf(&t, " %s %s= hpcc_put%d_0[hpcc_m]", s->stmt->expr->arg[0]->symbol->name, op, x);
		if (put.factor >= 0) text_printf(&t, " * hpcc_put%d_%d[hpcc_m]", x, put.factor);
		text_add(&t, ";");
	}
	text_add(&t, " } }");
	rewrite_insert(w, n->loops[loop].stmt->body->range.end, ORDER_CLOSE, text_get(&t));
	text_free(&t);
}

void strips_apply(rewriter *w, int loop)
{
	const prog_stmt *s = w->task->nest->loops[loop].stmt;
	edits_replace(&w->edits, s->for_step.begin, s->for_step.end, "", 0);
	begin(w, loop);
	end(w, loop);
}
