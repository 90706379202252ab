// SPDX-License-Identifier: Apache-2.0
#include "operations.h"

#include "../model/model.h"

#include <string.h>

op_counts operations_sum(op_counts a, op_counts b)
{
	return (op_counts){.fadd = a.fadd + b.fadd,
	        .fmul = a.fmul + b.fmul,
	        .fdiv = a.fdiv + b.fdiv,
	        .fsqrt = a.fsqrt + b.fsqrt,
	        .flibm = a.flibm + b.flibm,
	        .iops = a.iops + b.iops,
	        .loads = a.loads + b.loads,
	        .load_bytes = a.load_bytes + b.load_bytes,
	        .stores = a.stores + b.stores,
	        .store_bytes = a.store_bytes + b.store_bytes,
	        .calls = a.calls + b.calls,
	        .estimated = a.estimated || b.estimated,
	        .loops = a.loops || b.loops};
}

// ---- calls -----------------------------------------------------------------------------------------

// What functions of libm are that are an instruction or two.
typedef struct known_call {
	const char *name;
	op_counts is;
} known_call;

static const known_call known_calls[] = {
        {"sqrt", {.fsqrt = 1}},
        {"fma", {.fadd = 1, .fmul = 1}},
        {"fmin", {.fadd = 1}},
        {"fmax", {.fadd = 1}},
        {"fdim", {.fadd = 2}},
        {"fabs", {0}},
        {"copysign", {0}},
        {"creal", {0}},
        {"cimag", {0}},
        {"conj", {0}},
        {"abs", {.iops = 1}},
        {"labs", {.iops = 1}},
        {"llabs", {.iops = 1}},
};

// sqrt, sqrtf and sqrtl, each as a builtin, too.
static bool is_of_name(const char *name, const char *known)
{
	if (!strncmp(name, "__builtin_", 10)) name += 10;
	size_t length = strlen(known);
	if (strncmp(name, known, length) != 0) return false;
	const char *rest = name + length;
	return !*rest || !strcmp(rest, "f") || !strcmp(rest, "l");
}

static bool is_number(const prog_type *t) { return t && (t->kind == PROG_TYPE_FLOAT || t->kind == PROG_TYPE_COMPLEX); }

static bool is_libm(const prog_symbol *function, const prog_expr *call)
{
	return library_is_pure(function->name) && is_number(call->type);
}

static op_counts of_call(const prog_expr *call)
{
	const prog_symbol *function = prog_callee(call);
	if (!function) return (op_counts){.calls = 1};
	for (size_t k = 0; k < sizeof known_calls / sizeof *known_calls; k++)
		if (!function->function && is_of_name(function->name, known_calls[k].name)) return known_calls[k].is;
	if (is_libm(function, call)) return (op_counts){.flibm = 1};
	return library_is_pure(function->name) ? (op_counts){.iops = 1} : (op_counts){.calls = 1};
}

// ---- operators -------------------------------------------------------------------------------------

static op_counts of_complex(prog_op op)
{
	switch (op) {
	case PROG_OP_ADD:
	case PROG_OP_SUB: return (op_counts){.fadd = 2};
	case PROG_OP_MUL: return (op_counts){.fmul = 4, .fadd = 2};
	case PROG_OP_DIV: return (op_counts){.fmul = 6, .fadd = 3, .fdiv = 2};
	default: return (op_counts){.iops = 2};
	}
}

static op_counts of_floats(prog_op op)
{
	switch (op) {
	case PROG_OP_ADD:
	case PROG_OP_SUB: return (op_counts){.fadd = 1};
	case PROG_OP_MUL: return (op_counts){.fmul = 1};
	case PROG_OP_DIV: return (op_counts){.fdiv = 1};
	default: return (op_counts){.iops = 1}; // comparisons
	}
}

static bool is_kind(const prog_expr *e, prog_type_kind kind) { return e->type && e->type->kind == kind; }

// `a op b` or `a op= b`.
static op_counts of_binary(const prog_expr *e, bool address)
{
	const prog_expr *a = e->arg[0], *b = e->arg[1];
	if (e->op == PROG_OP_NONE || e->op == PROG_OP_COMMA || e->op == PROG_OP_LAND || e->op == PROG_OP_LOR)
		return (op_counts){0};
	if (is_kind(a, PROG_TYPE_COMPLEX) || is_kind(b, PROG_TYPE_COMPLEX)) return of_complex(e->op);
	if (is_kind(a, PROG_TYPE_FLOAT) || is_kind(b, PROG_TYPE_FLOAT)) return of_floats(e->op);
	bool pointers = prog_type_is_address(a->type) || prog_type_is_address(b->type);
	return (op_counts){.iops = !address && !pointers};
}

static op_counts of_step(const prog_expr *e, bool address)
{
	if (is_number(e->type)) return (op_counts){.fadd = 1};
	return (op_counts){.iops = !address && !prog_type_is_address(e->type)};
}

static bool is_negation_of_integer(const prog_expr *e)
{
	return (e->op == PROG_OP_NEG || e->op == PROG_OP_NOT) && !is_number(e->type);
}

// ---- expressions -----------------------------------------------------------------------------------

typedef struct counting {
	const nest *n;
	int depth; // of functions in functions
	op_counts sum;
	int addresses; // the expression that is looked at is in that many subscripts
	int choices;   // and in so many operands that are evaluated in some cases only
	bool estimated;
} counting;

static bool is_choice(const prog_expr *e)
{
	bool either = e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_LAND || e->op == PROG_OP_LOR);
	return e->kind == PROG_EXPR_COND || either;
}

static bool is_address(const prog_expr *e) { return e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF; }

// What the compiler computes: no operation of the program's.
static bool is_constant(const prog_expr *e)
{
	const unsigned of = EXPR_KIND(INT) | EXPR_KIND(FLOAT) | EXPR_KIND(BINARY) | EXPR_KIND(UNARY) | EXPR_KIND(CAST);
	return expr_is_made_of(e, of);
}

static op_counts of_node(const counting *c, const prog_expr *e)
{
	if (is_constant(e)) return (op_counts){0};
	switch (e->kind) {
	case PROG_EXPR_CALL: return of_call(e);
	case PROG_EXPR_ASSIGN:
	case PROG_EXPR_BINARY: return of_binary(e, c->addresses > 0);
	case PROG_EXPR_INCDEC: return of_step(e, c->addresses > 0);
	case PROG_EXPR_UNARY: return (op_counts){.iops = c->addresses == 0 && is_negation_of_integer(e)};
	default: return (op_counts){0};
	}
}

static long work(op_counts o) { return o.fadd + o.fmul + o.fdiv + o.fsqrt + o.flibm + o.calls; }

static bool is_looked_into(const nest *n, const prog_symbol *function)
{
	bool found = false;
	for (int k = 0; k < n->n_callees && !found; k++) found = n->callees[k] == function;
	return found;
}

static bool of_function(const counting *c, const prog_expr *call, op_counts *its);

static walk_next enter(const prog_expr *e, walk_use use, void *user)
{
	counting *c = user;
	if (use == WALK_UNEVALUATED) return WALK_SKIP;
	op_counts its;
	if (e->kind != PROG_EXPR_CALL || !of_function(c, e, &its)) its = of_node(c, e);
	if (c->choices > 0 && work(its) > 0) c->estimated = true;
	c->sum = operations_sum(c->sum, its);
	c->addresses += is_address(e);
	c->choices += is_choice(e);
	return WALK_ON;
}

static walk_next leave(const prog_expr *e, walk_use use, void *user)
{
	(void)use;
	counting *c = user;
	c->addresses -= is_address(e);
	c->choices -= is_choice(e);
	return WALK_ON;
}

static walk_next enter_stmt(const prog_stmt *s, void *user)
{
	counting *c = user;
	bool depends = s->kind == PROG_STMT_IF || s->kind == PROG_STMT_SWITCH || stmt_is_loop(s);
	c->estimated |= depends;
	c->sum.loops |= stmt_is_loop(s);
	return WALK_ON;
}

static const walker counter = {.expr = enter, .expr_end = leave, .stmt = enter_stmt};

// A function whose body is at hand counts by it, each statement once. False: it is not.
static bool of_function(const counting *c, const prog_expr *call, op_counts *its)
{
	enum { MOST_DEPTH = 8 };
	const prog_symbol *function = prog_callee(call);
	*its = (op_counts){0};
	if (function && is_looked_into(c->n, function)) return true;
	if (!function || !function->function || c->depth == MOST_DEPTH) return false;
	counting inner = {.n = c->n, .depth = c->depth + 1};
	walk_stmt(function->function->body, &counter, &inner);
	inner.sum.estimated |= inner.estimated;
	*its = inner.sum;
	return true;
}

// ---- memory ----------------------------------------------------------------------------------------

static bool in_memory(const nest *n, const nest_access *a)
{
	const nest_object *o = &n->objects[a->object];
	return !a->defines && !a->by_pointer && (o->kind != NEST_SCALAR || o->rank > 0);
}

static long bytes_of(const nest *n, const nest_access *a)
{
	const prog_type *t = a->member ? a->member->type : a->expr ? a->expr->type : NULL;
	if (!t || t->size <= 0) t = n->objects[a->object].element;
	return t && t->size > 0 ? t->size : 0;
}

// Whether an access before it is to the same element, of which the value is at hand then.
static bool is_repeated(const nest_stmt *s, int access, bool write)
{
	const nest_access *a = &s->accesses[access];
	for (int k = 0; k < access; k++) {
		const nest_access *b = &s->accesses[k];
		bool alike = write ? b->write : b->read;
		if (alike && b->object == a->object && a->expr && b->expr && prog_same_expr(a->expr, b->expr))
			return true;
	}
	return false;
}

static op_counts of_memory(const nest *n, const nest_stmt *s)
{
	op_counts sum = {0};
	for (int k = 0; k < s->n_accesses; k++) {
		const nest_access *a = &s->accesses[k];
		if (!in_memory(n, a)) continue;
		if (a->read && !is_repeated(s, k, false)) {
			sum.loads++;
			sum.load_bytes += bytes_of(n, a);
		}
		if (a->write && !is_repeated(s, k, true)) {
			sum.stores++;
			sum.store_bytes += bytes_of(n, a);
		}
		sum.estimated |= a->when || (!a->exact && n->objects[a->object].by_call);
	}
	return sum;
}

static bool in_same_loops(const nest_idle *i, const nest_stmt *s)
{
	return i->depth == s->depth && !memcmp(i->loop, s->loop, sizeof *s->loop * (size_t)s->depth);
}

// The statement that what is computed beside counts with: the next one in the same loops, or the last one; -1: none.
static int counts_with(const nest *n, const nest_idle *i)
{
	int found = -1;
	for (int k = 0; k < n->n_stmts; k++)
		if ((found < 0 || k <= i->before || found < i->before) && in_same_loops(i, &n->stmts[k])) found = k;
	return found;
}

static op_counts of_expr(const nest *n, const prog_expr *e)
{
	counting c = {.n = n};
	walk_expr(e, &counter, &c);
	c.sum.estimated |= c.estimated;
	return c.sum;
}

op_counts operations_of_statement(const nest *n, const nest_stmt *s)
{
	op_counts sum = operations_sum(of_expr(n, s->expr), of_memory(n, s));
	for (int k = 0; k < n->n_idle; k++) {
		if (counts_with(n, &n->idle[k]) != s - n->stmts) continue;
		op_counts beside = of_expr(n, n->idle[k].expr);
		beside.iops = 0; // heads of loops are among them
		sum = operations_sum(sum, beside);
	}
	return sum;
}

// ---- names of libm ---------------------------------------------------------------------------------

typedef struct visiting {
	bool (*visit)(const prog_symbol *function, void *user);
	void *user;
} visiting;

static bool visit_libm(const prog_expr *e, void *user)
{
	visiting *v = user;
	return e->kind == PROG_EXPR_CALL && of_call(e).flibm > 0 && !v->visit(prog_callee(e), v->user);
}

void operations_each_libm(const prog_expr *e, bool (*visit)(const prog_symbol *function, void *user), void *user)
{
	walk_any_evaluated(e, visit_libm, &(visiting){visit, user});
}
