// SPDX-License-Identifier: Apache-2.0
//
// Walks: what is visited, in which order, and as what. A visit is written as the node's text and v for a value, p for a
// place, c for the function that is called, u for what is not evaluated; the second visit of a pair has a prime:
// "av a'v". Then the questions about expressions and statements that are asked by walks.
#include "../../analysis/model/model.h"

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
	snprintf(seen + n, sizeof seen - n, "%s%s%s%c", n ? " " : "", e->text, end ? "'" : "", "vpcu"[use]);
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
	// (*f)(g)
	prog_symbol function = {.kind = PROG_SYMBOL_FUNCTION};
	prog_expr *f = variable("f", &pointer), *g = variable("g", &pointer);
	f->symbol = g->symbol = &function;
	walk_expr(node("()", PROG_EXPR_CALL, &number, 2, node("*", PROG_EXPR_DEREF, &pointer, 1, f), g), &once, NULL);
	expect("()v *c fc gv");
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

static void check(bool holds, const char *what)
{
	if (!holds) failures++, puts(what);
}

static void of_evaluated(void)
{
	prog_expr *size = node("sizeof", PROG_EXPR_SIZEOF, &number, 1, variable("inner", &number));
	check(walk_any(size, is_named, "inner"), "not found in sizeof");
	check(!walk_any_evaluated(size, is_named, "inner"), "evaluated in sizeof");
	check(!walk_any_evaluated_in(evaluated(size), is_named, "inner"), "evaluated in sizeof in a statement");
	check(walk_any_evaluated_in(evaluated(size), is_named, "sizeof"), "sizeof not found");
}

static prog_expr *named(const char *text, const prog_symbol *symbol)
{
	prog_expr *e = variable(text, &number);
	e->symbol = (prog_symbol *)symbol;
	return e;
}

static prog_expr *joined(prog_op op, prog_expr *x, prog_expr *y)
{
	prog_expr *e = node("op", PROG_EXPR_BINARY, &number, 2, x, y);
	e->op = op;
	return e;
}

static prog_expr *with_block(prog_stmt *s)
{
	prog_expr *e = node("({})", PROG_EXPR_OPAQUE, &number, 0);
	e->body = s;
	return e;
}

static void of_kinds(void)
{
	prog_symbol x = {.kind = PROG_SYMBOL_VARIABLE}, y = {.kind = PROG_SYMBOL_VARIABLE};
	prog_expr *sum = joined(PROG_OP_ADD, named("x", &x), named("y", &y));
	check(expr_is_made_of(sum, EXPR_KIND(BINARY) | EXPR_KIND(VAR)), "a sum is not made of variables");
	check(!expr_is_made_of(sum, EXPR_KIND(VAR)), "a sum is made of variables only");
	check(expr_spells(with_block(evaluated(sum)), "y") && !expr_spells(sum, "z"), "what is spelled so");
	check(!expr_holds(sum, EXPR_EFFECTS) && !expr_holds(NULL, ~0U), "a sum has effects");
	prog_expr *set = node("=", PROG_EXPR_ASSIGN, &number, 2, named("x", &x), named("y", &y));
	// x ?: (x = y) in a statement expression
	prog_expr *chosen = node("?:", PROG_EXPR_COND, &number, 3, named("x", &x), NULL, set);
	prog_expr *within = with_block(block(1, evaluated(chosen)));
	check(expr_holds(within, EXPR_CHANGES), "a change in a statement expression is not found");
	check(expr_sets(within, &x) && !expr_sets(within, &y), "which variable is set");
	check(expr_is_change_of(set, &x) && !expr_is_change_of(chosen, &x), "which expression sets");
	check(stmt_changes(evaluated(within), &x) && !stmt_changes(evaluated(within), &y), "which is changed");
}

static void of_operands(void)
{
	prog_expr *a = variable("a", &number), *b = variable("b", &number), *c = variable("c", &number);
	prog_expr *list = joined(PROG_OP_COMMA, joined(PROG_OP_COMMA, a, b), c);
	check(expr_operand(list, PROG_OP_COMMA, 0) == a && expr_operand(list, PROG_OP_COMMA, 1) == b, "a, b");
	check(expr_operand(list, PROG_OP_COMMA, 2) == c && !expr_operand(list, PROG_OP_COMMA, 3), "c, and no more");
	check(expr_operand(list, PROG_OP_LAND, 0) == list && !expr_operand(list, PROG_OP_LAND, 1), "itself");
	check(!expr_operand(NULL, PROG_OP_COMMA, 0), "an operand of nothing");
	prog_expr *called = node("f()", PROG_EXPR_CALL, &number, 1, variable("f", &number));
	prog_expr *inner = node("f().x", PROG_EXPR_MEMBER, &number, 1, called);
	check(expr_value_of_part(node("f().x.y", PROG_EXPR_MEMBER, &number, 1, inner)) == called, "f().x.y");
	check(!expr_value_of_part(node("a.x", PROG_EXPR_MEMBER, &number, 1, a)), "a.x");
	check(!expr_value_of_part(called) && !expr_value_of_part(NULL), "a value itself, or nothing");
	prog_expr *differs = joined(PROG_OP_NE, a, b), *less = joined(PROG_OP_LT, a, b);
	check(expr_has_unequal(joined(PROG_OP_LAND, less, differs)), "a < b && a != b");
	check(!expr_has_unequal(joined(PROG_OP_LOR, less, differs)), "a < b || a != b");
}

static void of_declarations(void)
{
	prog_symbol x = {.kind = PROG_SYMBOL_VARIABLE}, y = {.kind = PROG_SYMBOL_VARIABLE};
	prog_expr *value = variable("value", &number);
	prog_stmt *s = declared(value, NULL);
	s->symbols[0] = &x, s->symbols[1] = &y;
	prog_stmt loop = {.kind = PROG_STMT_FOR, .init = s, .body = block(0)};
	prog_stmt *outer = block(2, evaluated(value), evaluated(with_block(&loop)));
	check(stmt_declaration(outer, &x) == s && stmt_declaration(outer, &y) == s, "declared in a loop's head");
	check(stmt_initial_value(outer, &x) == value && !stmt_initial_value(outer, &y), "what they begin with");
	check(!stmt_declaration(outer, &(prog_symbol){0}) && !stmt_initial_value(NULL, &x), "not declared");
}

static bool is_of(const prog_stmt *s, void *kind) { return s->kind == *(prog_stmt_kind *)kind; }

static bool leads_out(const prog_stmt *s, prog_stmt_kind kind) { return stmt_any_outward(s, is_of, &kind); }

static void of_jumps(void)
{
	prog_stmt leave = {.kind = PROG_STMT_BREAK}, next = {.kind = PROG_STMT_CONTINUE};
	prog_stmt end = {.kind = PROG_STMT_RETURN}, *all = block(3, &leave, &next, &end);
	prog_stmt loop = {.kind = PROG_STMT_WHILE, .body = all}, choice = {.kind = PROG_STMT_SWITCH, .body = all};
	check(leads_out(all, PROG_STMT_BREAK) && leads_out(all, PROG_STMT_CONTINUE), "out of a block");
	check(!leads_out(&loop, PROG_STMT_BREAK) && !leads_out(&loop, PROG_STMT_CONTINUE), "out of a loop of its own");
	check(leads_out(&loop, PROG_STMT_RETURN), "return from a loop");
	check(!leads_out(&choice, PROG_STMT_BREAK) && leads_out(&choice, PROG_STMT_CONTINUE), "out of a switch");
	check(leads_out(block(2, &loop, &leave), PROG_STMT_BREAK), "behind a loop");
	check(leads_out(evaluated(with_block(&end)), PROG_STMT_RETURN), "out of a statement expression");
}

int main(void)
{
	unit = prog_unit_new();
	of_expressions();
	of_statements();
	of_questions();
	of_evaluated();
	of_kinds();
	of_operands();
	of_declarations();
	of_jumps();
	prog_unit_free(unit);
	return failures > 0;
}
