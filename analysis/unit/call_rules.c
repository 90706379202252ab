// SPDX-License-Identifier: Apache-2.0
#include "call_rules.h"

#include "../model/model.h"
#include "facts.h"
#include "serial_effects.h"

#include <string.h>

// ---- calls of local functions -----------------------------------------------------------------

static bool calls_local(const prog_expr *e)
{
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	return callee && callee->is_local;
}

static bool same_text(const prog_expr *a, const prog_expr *b)
{
	return !strcmp(prog_without_casts(a)->text, prog_without_casts(b)->text);
}

static prog_op extremum_of(const prog_symbol *callee)
{
	if (!callee) return PROG_OP_NONE;
	if (!strncmp(callee->name, "fmin", 4)) return PROG_OP_LT;
	return !strncmp(callee->name, "fmax", 4) ? PROG_OP_GT : PROG_OP_NONE;
}

static bool may_reduce(prog_op op)
{
	return op == PROG_OP_ADD || op == PROG_OP_MUL || op == PROG_OP_AND || op == PROG_OP_OR || op == PROG_OP_XOR ||
	       op == PROG_OP_LAND || op == PROG_OP_LOR;
}

// s = s op f(...), s = f(...) op s, s = fmax(s, f(...))
static local_call reduced_operand(const prog_expr *s, const prog_expr *value)
{
	const prog_expr *x = NULL, *y = NULL;
	prog_op op = PROG_OP_NONE;
	value = prog_without_casts(value);
	if (value->kind == PROG_EXPR_BINARY) {
		op = value->op == PROG_OP_SUB && same_text(value->arg[0], s) ? PROG_OP_ADD : value->op;
		x = value->arg[0], y = value->arg[1];
	} else if (value->kind == PROG_EXPR_CALL && value->n_args == 3) {
		op = extremum_of(prog_callee(value));
		x = value->arg[1], y = value->arg[2];
	}
	if (!may_reduce(op) && op != PROG_OP_LT && op != PROG_OP_GT) return (local_call){0};
	if (value->kind == PROG_EXPR_BINARY && !may_reduce(op)) return (local_call){0};
	if (same_text(x, s) && calls_local(prog_without_casts(y))) return (local_call){prog_without_casts(y), op};
	// What && does not come to is not called.
	bool first = same_text(y, s) && calls_local(prog_without_casts(x));
	return first ? (local_call){prog_without_casts(x), op} : (local_call){0};
}

static bool is_number(const prog_type *t)
{
	return t && (t->kind == PROG_TYPE_BOOL || t->kind == PROG_TYPE_INT || t->kind == PROG_TYPE_FLOAT ||
	                    t->kind == PROG_TYPE_COMPLEX);
}

local_call marks_local_call(const prog_stmt *s)
{
	local_call none = {0}, found = none;
	if (s->kind != PROG_STMT_EXPR || !s->expr) return none;
	const prog_expr *e = prog_without_casts(s->expr);
	if (calls_local(e)) return (local_call){e, PROG_OP_NONE};
	if (e->kind != PROG_EXPR_ASSIGN) return none;
	const prog_expr *value = prog_without_casts(e->arg[1]);
	prog_op op = e->op == PROG_OP_SUB ? PROG_OP_ADD : e->op;
	if (e->op == PROG_OP_NONE)
		found = reduced_operand(e->arg[0], value);
	else if (calls_local(value) && may_reduce(op))
		found = (local_call){value, op};
	return found.call && is_number(found.call->type) ? found : none;
}

// ---- the walk ---------------------------------------------------------------------------------

// Everything that a function, or an initialiser of file scope (NULL), evaluates.
typedef struct checked {
	const unit_facts *facts;
	const prog_function *function;
	const prog_expr *reduced; // the call of a local function that stands where it may
} checked;

static bool in_local(const checked *w) { return w->function && w->function->symbol->is_local; }

// Of a header that the system has, and nobody knows what it does. Functions of the program's other files the link sees
// to; names with an underscore are the compiler's and the C library's own, and OpenMP's functions belong to its
// pragmas.
static bool is_unknown(const prog_symbol *s)
{
	if (!s->in_system_header || s->function || s->in_sight || s->is_pure || s->is_serial || s->is_local)
		return false;
	return s->name[0] != '_' && strncmp(s->name, "omp_", 4) != 0 && strncmp(s->name, "MPI_", 4) != 0 &&
	       !library_knows(s->name) && !library_has(s->name) && library_inquiry(s) == INQUIRY_NONE;
}

// Where a line for the whole file can stand: before the function.
static prog_loc before(const checked *w, const prog_expr *e)
{
	prog_loc at = e->loc;
	if (w->function) at = w->function->symbol->loc;
	prog_range range = w->function ? w->function->range : (prog_range){.file = -1};
	if (range.file >= 0 && facts_unit(w->facts)->files[range.file].is_main)
		at = prog_unit_place(facts_unit(w->facts), range.begin);
	at.column = 1;
	return at;
}

static void report_unknown(const checked *w, const prog_expr *e)
{
	static const struct {
		const char *where, *mark;
	} choices[] = {{"if it has no effect but its result and what its pointer arguments name", "pure"},
	        {"if it is to run once, on one process, on whole arrays", "serial"},
	        {"if it is to run on every process, each on its own part", "local"}};
	const char *name = e->symbol->name;
	diag_report(DIAG_unknown_function, e->loc, name);
	for (size_t k = 0; k < sizeof choices / sizeof *choices; k++) {
		char line[300];
		snprintf(line, sizeof line, "#pragma dist %s(%s)\n", choices[k].mark, name);
		diag_offer((diag_fixit){DIAG_INSERT_BEFORE, before(w, e), "", line});
		diag_report(DIAG_mark_as, e->loc, choices[k].where, choices[k].mark, name);
	}
}

static void check_name(const checked *w, const prog_expr *e)
{
	inquiry kind = library_inquiry(e->symbol);
	if (kind == INQUIRY_DIFFERS && !in_local(w)) diag_report(DIAG_inquiry_differs, e->loc, e->symbol->name);
	if (kind == INQUIRY_ALONE) diag_report(DIAG_inquiry_alone, e->loc);
	if (is_unknown(e->symbol)) report_unknown(w, e);
	bool reduced = w->reduced && prog_without_casts(w->reduced->arg[0]) == e;
	if (e->symbol->is_local && !in_local(w) && !reduced)
		diag_report(DIAG_local_result, e->loc, e->symbol->name, e->symbol->name);
}

static walk_next check_expr(const prog_expr *e, walk_use use, void *w)
{
	(void)use;
	if (e->kind == PROG_EXPR_VAR && e->symbol->kind == PROG_SYMBOL_FUNCTION) check_name(w, e);
	return WALK_ON;
}

static void report_problems(const outside *o, const char *kind)
{
	for (int k = 0; k < o->n_problems; k++) {
		const outside_problem *p = &o->problems[k];
		if (p->id == DIAG_calls_unknown)
			diag_report(p->id, p->loc, p->text, kind, kind);
		else if (p->id == DIAG_serial_size)
			diag_report(p->id, p->loc, p->text, p->text);
		else if (p->id == DIAG_not_alone)
			diag_report(p->id, p->loc, p->text, kind);
		else
			diag_report(p->id, p->loc, p->text);
	}
}

// What would leave the statement.
static bool check_jump(const prog_stmt *s, void *unused)
{
	(void)unused;
	const char *jump = s->kind == PROG_STMT_RETURN     ? "return"
	                   : s->kind == PROG_STMT_GOTO     ? "goto"
	                   : s->kind == PROG_STMT_BREAK    ? "break"
	                   : s->kind == PROG_STMT_CONTINUE ? "continue"
	                                                   : NULL;
	if (jump) diag_report(DIAG_serial_jump, s->loc, jump);
	return false;
}

static walk_next check_stmt(const prog_stmt *s, void *user)
{
	checked *c = user;
	if (s->hint && s->hint->serial) {
		stmt_any_outward(s, check_jump, NULL);
		report_problems(outside_of(c->facts, OUTSIDE_SERIAL, NULL, s), "serial");
	}
	c->reduced = marks_local_call(s).call;
	return WALK_ON;
}

static void check_function(checked *w)
{
	const prog_function *f = w->function;
	const prog_type *result = f->symbol->type->element;
	if (f->symbol->is_serial && result && result->kind == PROG_TYPE_POINTER)
		diag_report(DIAG_serial_result, f->symbol->loc, f->symbol->name);
	if (f->symbol->is_serial) report_problems(outside_of(w->facts, OUTSIDE_SERIAL, f, f->body), "serial");
	if (f->symbol->is_local) report_problems(outside_of(w->facts, OUTSIDE_LOCAL, f, f->body), "local");
}

// ---- calls in directives ------------------------------------------------------------------------

// How often it is evaluated nobody knows.
static bool check_call(const prog_expr *e, void *user)
{
	const unit_facts *facts = user;
	if (e->kind == PROG_EXPR_CALL && !facts_is_pure(facts, e) && !facts_only_reads(facts, e))
		diag_report(DIAG_directive_calls, e->loc, e->arg[0]->text);
	return false;
}

static void check_value(const unit_facts *facts, const prog_expr *e) { walk_any(e, check_call, (void *)facts); }

static void check_dist(const unit_facts *facts, int rank, const prog_expr *const *extent, const prog_dist_dim *dist)
{
	for (int d = 0; d < rank; d++) {
		check_value(facts, extent[d]);
		check_value(facts, dist[d].arg);
	}
}

static void check_mapping(const unit_facts *facts, const prog_mapping *m)
{
	check_dist(facts, m->rank, m->extent, m->dist);
	check_value(facts, m->offset);
	check_value(facts, m->first);
	check_value(facts, m->last);
	for (int k = 0; k < m->with_rank; k++) check_value(facts, m->sub[k].offset);
	for (int d = 0; d < m->rank; d++) {
		check_value(facts, m->shadow_lo[d]);
		check_value(facts, m->shadow_hi[d]);
	}
}

static void check_directives(const unit_facts *facts)
{
	const prog_unit *u = facts_unit(facts);
	for (int k = 0; k < u->n_grids; k++)
		for (int d = 0; d < u->grids[k]->rank; d++) check_value(facts, u->grids[k]->extent[d]);
	for (int k = 0; k < u->n_templates; k++)
		check_dist(facts, u->templates[k]->rank, u->templates[k]->extent, u->templates[k]->dist);
	for (int k = 0; k < u->n_mappings; k++) check_mapping(facts, u->mappings[k]);
	for (int k = 0; k < u->n_remaps; k++) check_mapping(facts, u->remaps[k]);
}

// ---- all ----------------------------------------------------------------------------------------

void marks_check(const unit_facts *facts)
{
	const prog_unit *unit = facts_unit(facts);
	static const walker all = {.expr = check_expr, .stmt = check_stmt};
	checked w = {.facts = facts};
	check_directives(facts);
	for (int k = 0; k < unit->n_values; k++) walk_expr(unit->values[k], &all, &w);
	for (int k = 0; k < unit->n_functions; k++) {
		w.function = unit->functions[k];
		check_function(&w);
		walk_stmt(w.function->body, &all, &w);
	}
}
