// SPDX-License-Identifier: Apache-2.0
//
// Walks: what is visited, in which order, and as what. A visit is written as the node's text and v for a value, p for a
// place, u for what is not evaluated; the second visit of a pair has a prime: "av a'v".
#include "../../analysis/model/walk.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int failures;
static prog_unit *unit;

// ---- what is walked -----------------------------------------------------------------------------

static prog_type number = {.kind = PROG_TYPE_INT}, array = {.kind = PROG_TYPE_ARRAY},
                 pointer = {.kind = PROG_TYPE_POINTER};

static prog_expr *node(const char *text, prog_expr_kind kind, const prog_type *type, int n, ...)
{
	prog_expr *e = prog_alloc(unit, sizeof *e);
	*e = (prog_expr){.kind = kind, .text = text, .type = type};
	e->arg = prog_alloc(unit, sizeof *e->arg * (size_t)(n + 1));
	va_list args;
	va_start(args, n);
	while (e->n_args < n) e->arg[e->n_args++] = va_arg(args, prog_expr *);
	va_end(args);
	return e;
}

static prog_expr *variable(const char *name, const prog_type *type) { return node(name, PROG_EXPR_VAR, type, 0); }

static prog_stmt *evaluated(prog_expr *e)
{
	prog_stmt *s = prog_alloc(unit, sizeof *s);
	*s = (prog_stmt){.kind = PROG_STMT_EXPR, .expr = e};
	return s;
}

static prog_stmt *block(int n, ...)
{
	prog_stmt *s = prog_alloc(unit, sizeof *s);
	s->child = prog_alloc(unit, sizeof *s->child * (size_t)(n + 1));
	va_list args;
	va_start(args, n);
	while (s->n_children < n) s->child[s->n_children++] = va_arg(args, prog_stmt *);
	va_end(args);
	return s;
}

static prog_stmt *declared(prog_expr *first, prog_expr *second)
{
	prog_stmt *s = prog_alloc(unit, sizeof *s);
	*s = (prog_stmt){.kind = PROG_STMT_DECL, .n_symbols = 2};
	s->symbols = prog_alloc(unit, sizeof *s->symbols * 2);
	s->inits = prog_alloc(unit, sizeof *s->inits * 2);
	s->inits[0] = first, s->inits[1] = second;
	return s;
}

// ---- what is seen ---------------------------------------------------------------------------------

static char seen[1000];
static const char *left_out, *stop_at;

static walk_next note(const prog_expr *e, walk_use use, bool end)
{
	size_t n = strlen(seen);
	snprintf(seen + n, sizeof seen - n, "%s%s%s%c", n ? " " : "", e->text, end ? "'" : "", "vpu"[use]);
	if (stop_at && !strcmp(stop_at, e->text)) return WALK_STOP;
	return left_out && !strcmp(left_out, e->text) ? WALK_SKIP : WALK_ON;
}

static walk_next begins(const prog_expr *e, walk_use use, void *user)
{
	(void)user;
	return note(e, use, false);
}

static walk_next ends(const prog_expr *e, walk_use use, void *user)
{
	(void)user;
	return note(e, use, true);
}

static void expect(const char *wanted)
{
	if (strcmp(seen, wanted) != 0) {
		printf("seen:   %s\nwanted: %s\n", seen, wanted);
		failures++;
	}
	seen[0] = 0;
}

static const walker once = {.expr = begins}, twice = {.expr = begins, .expr_end = ends};

static void of_expressions(void)
{
	prog_expr *a = variable("a", &array), *q = variable("q", &pointer), *i = variable("i", &number);
	prog_expr *b = variable("b", &number), *x = variable("x", &number);
	prog_expr *step = node("i++", PROG_EXPR_INCDEC, &number, 1, i);
	// a[i++] = q[b]: the value first
	walk_expr(node("=", PROG_EXPR_ASSIGN, &number, 2, node("a[]", PROG_EXPR_INDEX, &number, 2, a, step),
	                  node("q[]", PROG_EXPR_INDEX, &number, 2, q, b)),
	        &once, NULL);
	expect("=v q[]v qv bv a[]p ap i++v ip");
	// x.m, &x, (b, x), b ? x : i
	walk_expr(node(".m", PROG_EXPR_MEMBER, &number, 1, x), &once, NULL);
	expect(".mv xp");
	walk_expr(node("&", PROG_EXPR_ADDR, &pointer, 1, x), &twice, NULL);
	expect("&v xp x'p &'v");
	prog_expr *comma = node(",", PROG_EXPR_BINARY, &number, 2, b, x);
	comma->op = PROG_OP_COMMA;
	walk_expr(node("&", PROG_EXPR_ADDR, &pointer, 1, comma), &once, NULL);
	expect("&v ,p bv xp");
	walk_expr(node("?:", PROG_EXPR_COND, &number, 3, b, x, NULL), &once, NULL);
	expect("?:v bv xv");
	// sizeof a[i++]
	walk_expr(node("sizeof", PROG_EXPR_SIZEOF, &number, 1, node("a[]", PROG_EXPR_INDEX, &number, 2, a, step)),
	        &once, NULL);
	expect("sizeofv a[]u au i++u iu");
}

static void of_statements(void)
{
	prog_expr *a = variable("a", &number), *b = variable("b", &number), *c = variable("c", &number);
	prog_expr *d = variable("d", &number);
	// ({ int _ = b, _; c; })
	prog_expr *made = node("({})", PROG_EXPR_OPAQUE, &number, 0);
	made->body = block(2, declared(b, NULL), evaluated(c));
	prog_stmt loop = {.kind = PROG_STMT_FOR, .cond = b, .step = c, .body = evaluated(d), .init = evaluated(a)};
	prog_stmt until = {.kind = PROG_STMT_DO, .cond = a, .body = evaluated(made)};
	prog_stmt choice = {.kind = PROG_STMT_IF, .cond = a, .body = evaluated(b), .otherwise = evaluated(c)};
	walk_stmt(&loop, &once, NULL);
	expect("av bv dv cv");
	walk_stmt(&until, &twice, NULL);
	expect("({})v bv b'v cv c'v ({})'v av a'v");
	walk_stmt(&choice, &once, NULL);
	expect("av bv cv");
	left_out = "({})";
	walk_stmt(&until, &twice, NULL);
	expect("({})v av a'v");
	left_out = NULL, stop_at = "b";
	if (!walk_stmt(block(3, evaluated(made), evaluated(d), NULL), &once, NULL)) failures++, puts("not stopped");
	expect("({})v bv");
	stop_at = NULL;
	if (walk_stmt(NULL, &once, NULL) || walk_expr(NULL, &once, NULL)) failures++, puts("stopped at nothing");
}

static bool is_named(const prog_expr *e, void *name) { return !strcmp(e->text, name); }

static void of_questions(void)
{
	prog_expr *made = node("({})", PROG_EXPR_OPAQUE, &number, 0);
	made->body = evaluated(variable("inner", &number));
	if (!walk_any(node("-", PROG_EXPR_UNARY, &number, 1, made), is_named, "inner"))
		failures++, puts("inner not found");
	if (walk_any(made, is_named, "other")) failures++, puts("other found");
	if (!walk_any_in(block(1, evaluated(made)), is_named, "inner")) failures++, puts("inner not found in a block");
}

int main(void)
{
	unit = prog_unit_new();
	of_expressions();
	of_statements();
	of_questions();
	prog_unit_free(unit);
	return failures > 0;
}
