// SPDX-License-Identifier: Apache-2.0
//
// Builds the model of a nest: walks its loops and conditions, keeping the set of iterations that reach each statement.
#include "builder.h"
#include "counters.h"
#include "exits.h"
#include "inline.h"
#include "reduction.h"

#include <stdlib.h>
#include <string.h>

static void walk(builder *b, prog_stmt *s);

void *builder_grow(builder *b, void *old, int n, int *room, size_t size)
{
	if (n < *room) return old;
	int more = *room ? 2 * *room : 16;
	void *grown = prog_alloc(b->n->unit, (size_t)more * size);
	if (n) memcpy(grown, old, (size_t)n * size);
	*room = more;
	return grown;
}

void nest_fail(nest *n, diag_id reason, prog_loc loc, const char *text)
{
	if (n->reason != DIAG_COUNT) return;
	n->reason = reason;
	n->reason_loc = loc;
	n->reason_text = text;
}

// ---- statements -------------------------------------------------------------------------------

nest_stmt *nest_add_stmt(builder *b, prog_stmt *stmt, const prog_expr *e)
{
	nest *n = b->n;
	int room = b->room_stmts;
	n->stmts = builder_grow(b, n->stmts, n->n_stmts, &room, sizeof *n->stmts);
	b->raw = builder_grow(b, b->raw, n->n_stmts, &b->room_stmts, sizeof *b->raw);
	nest_stmt *s = &n->stmts[n->n_stmts];
	*s = (nest_stmt){.stmt = b->call ? b->call : stmt,
	        .inlined = b->call != NULL,
	        .expr = e,
	        .depth = b->depth,
	        .may = b->may,
	        .guard = b->guard,
	        .home = -1,
	        .reduction_object = -1};
	memcpy(s->loop, b->loop, sizeof s->loop);
	memcpy(s->time, b->time, sizeof s->time);
	b->time[b->depth]++;
	char name[16];
	snprintf(name, sizeof name, "S%d", n->n_stmts);
	s->domain = isl_set_set_tuple_name(isl_set_copy(b->domain), name);
	n->n_stmts++;
	return s;
}

// Enters a condition that the model does not know. Beyond the table all share the last one, which is nobody's ancestor.
static void open_guard(builder *b)
{
	nest *n = b->n;
	if (n->n_guards + 1 < 128)
		n->guard_parent[++n->n_guards] = b->guard;
	else
		nest_fail(n, DIAG_too_deep, n->root->loc, "");
	b->guard = n->n_guards;
}

void builder_forget(builder *b, const prog_symbol *symbol)
{
	for (int k = 0; k < b->n_values; k++)
		if (b->value[k].symbol == symbol) b->value[k--] = b->value[--b->n_values];
}

static void forget_assigned(builder *b, const prog_stmt *s);

static void forget_in_expr(builder *b, const prog_expr *e)
{
	if (!e) return;
	if ((e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC) && e->arg[0]->kind == PROG_EXPR_VAR)
		builder_forget(b, e->arg[0]->symbol);
	for (int k = 0; k < e->n_args; k++) forget_in_expr(b, e->arg[k]);
	if (e->body) forget_assigned(b, e->body);
}

static void forget_assigned(builder *b, const prog_stmt *s)
{
	if (!s) return;
	for (int k = 0; k < s->n_symbols; k++) builder_forget(b, s->symbols[k]);
	forget_in_expr(b, s->expr);
	forget_in_expr(b, s->cond);
	forget_in_expr(b, s->step);
	forget_assigned(b, s->init);
	forget_assigned(b, s->body);
	forget_assigned(b, s->otherwise);
	for (int k = 0; k < s->n_children; k++) forget_assigned(b, s->child[k]);
}

// An integer variable that is set to a polynomial stands for it until it is set again.
static void learn_value(builder *b, prog_symbol *symbol, const prog_expr *value)
{
	poly p;
	builder_forget(b, symbol);
	if (symbol->type->kind != PROG_TYPE_INT || symbol->address_taken || symbol->file_scope || symbol->is_static)
		return;
	enum { MOST = sizeof b->value / sizeof *b->value };
	if (b->n_values == MOST || !affine_poly(b, value, &p)) return;
	b->value[b->n_values++] = (symbol_value){symbol, p};
}

// x += e, x -= e, x++ of a variable whose value is known.
static bool update_value(builder *b, const prog_expr *e)
{
	bool steps = e->kind == PROG_EXPR_INCDEC ||
	             (e->kind == PROG_EXPR_ASSIGN && (e->op == PROG_OP_ADD || e->op == PROG_OP_SUB));
	if (!steps || b->may || e->arg[0]->kind != PROG_EXPR_VAR) return false;
	poly by = poly_constant(1), value;
	for (int k = 0; k < b->n_values; k++) {
		if (b->value[k].symbol != e->arg[0]->symbol) continue;
		if (e->n_args > 1 && !affine_poly(b, e->arg[1], &by)) return false;
		if (!poly_add(&value, &b->value[k].value, &by, e->op == PROG_OP_SUB ? -1 : 1)) return false;
		b->value[k].value = value;
		return true;
	}
	return false;
}

static void add_callee(nest *n, const prog_symbol *callee)
{
	for (int k = 0; k < n->n_callees; k++)
		if (n->callees[k] == callee) return;
	if (n->n_callees < NEST_MAX_CALLEES) n->callees[n->n_callees++] = callee;
}

// ---- calls --------------------------------------------------------------------------------------

bool nest_looked_into(const builder *b, const prog_expr *call)
{
	for (int k = 0; k < b->n_looked; k++)
		if (b->looked[k] == call) return true;
	return false;
}

static void note_looked_into(builder *b, const prog_expr *call)
{
	b->looked = builder_grow(b, b->looked, b->n_looked, &b->room_looked, sizeof *b->looked);
	b->looked[b->n_looked++] = call;
}

static bool takes_pointers(const prog_expr *call)
{
	for (int k = 1; k < call->n_args; k++) {
		const prog_type *t = call->arg[k]->type;
		if (t && (t->kind == PROG_TYPE_POINTER || t->kind == PROG_TYPE_ARRAY || t->has_pointers)) return true;
	}
	return false;
}

// The function's statements, where it is worth it to take them in place of the call; NULL: it stays a call.
static prog_stmt *body_of(builder *b, const prog_expr *call)
{
	enum { MOST_STMTS = 200 };
	const prog_symbol *callee = prog_callee(call);
	if (!callee || !callee->function || b->n_called == NEST_MAX_CALLS) return NULL;
	bool reads = facts_only_reads(b->facts, call);
	if (reads && !takes_pointers(call) && !facts_reads_one_of(b->facts, call, b->written)) return NULL;
	for (int k = 0; k < b->n_called; k++)
		if (b->called[k] == callee) return NULL;
	prog_stmt *body = inline_call(b->n->unit, b->n->root->function, call);
	if (body && b->n->n_stmts > MOST_STMTS) {
		b->n->calls_unknown |= !reads;
		return NULL;
	}
	return body;
}

// Variables of the function live for one call: what happens to them concerns nobody else.
static void note_inner(builder *b, const prog_stmt *s)
{
	if (!s) return;
	for (int k = 0; k < s->n_symbols; k++) b->inner[s->symbols[k]->id] = 1;
	for (int k = 0; k < s->n_children; k++) note_inner(b, s->child[k]);
	note_inner(b, s->init);
	note_inner(b, s->body);
	note_inner(b, s->otherwise);
}

static void give_parameters(builder *b, const prog_function *f, const prog_expr *call)
{
	if (!b->inner) b->inner = prog_alloc(b->n->unit, (size_t)b->n->unit->n_symbols + 1);
	note_inner(b, f->body);
	for (int k = 0; k < f->n_params; k++) {
		b->inner[f->params[k]->id] = 1;
		learn_value(b, f->params[k], call->arg[k + 1]);
	}
}

static bool is_plain_value(const prog_symbol *x)
{
	const prog_type_kind kind = x->type->kind;
	return (kind == PROG_TYPE_INT || kind == PROG_TYPE_FLOAT || kind == PROG_TYPE_BOOL ||
	               kind == PROG_TYPE_COMPLEX) &&
	       !x->mapping && !x->type->is_volatile;
}

// What follows sets the variable in any case.
static void set_before(builder *b, nest_stmt *s, prog_symbol *x)
{
	access_define(b, s, x);
	s->accesses[0].must = !b->may;
	s->accesses[0].defines = true;
}

// A variable that the function gets the address of, and sets on all of its ways: it has no value from before.
static void define_results(builder *b, prog_stmt *stmt, const prog_function *f, const prog_expr *call)
{
	for (int k = 0; k < f->n_params; k++) {
		const prog_expr *a = call->arg[k + 1];
		while (a->kind == PROG_EXPR_CAST) a = a->arg[0];
		if (a->kind != PROG_EXPR_ADDR || a->arg[0]->kind != PROG_EXPR_VAR) continue;
		prog_symbol *x = a->arg[0]->symbol;
		if (!is_plain_value(x) || (b->inner && b->inner[x->id]) || !inline_sets(f, f->params[k])) continue;
		nest_stmt *s = nest_add_stmt(b, stmt, call);
		set_before(b, s, x);
	}
}

static void look_into(builder *b, prog_stmt *stmt, const prog_expr *call)
{
	prog_stmt *body = body_of(b, call);
	if (!body) return;
	const prog_symbol *callee = prog_callee(call);
	prog_stmt *outer = b->call;
	isl_set *before = isl_set_copy(b->domain);
	bool may = b->may, leaves = b->leaves_may, returned = b->returned;
	int guard = b->guard;
	give_parameters(b, callee->function, call);
	if (!outer) b->call = stmt;
	define_results(b, stmt, callee->function, call);
	b->leaves_may = b->returned = false;
	b->called[b->n_called++] = callee;
	b->n->looks_into_calls = true;
	add_callee(b->n, callee);
	note_looked_into(b, call);
	walk(b, body);
	b->n_called--;
	b->call = outer;
	isl_set_free(b->domain);
	b->domain = before;
	b->may = may;
	b->leaves_may = leaves;
	b->returned = returned;
	b->guard = guard;
	forget_assigned(b, body);
	for (int k = 0; k < callee->function->n_params; k++) builder_forget(b, callee->function->params[k]);
}

static bool has_calls(const prog_expr *e)
{
	if (!e || e->kind == PROG_EXPR_SIZEOF) return false;
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	if (callee && callee->function) return true;
	for (int k = 0; k < e->n_args; k++)
		if (has_calls(e->arg[k])) return true;
	return false;
}

// The calls in an expression that are made before it has its value, those in their arguments first.
static void walk_calls(builder *b, prog_stmt *stmt, const prog_expr *e)
{
	if (!has_calls(e)) return;
	bool chooses = e->kind == PROG_EXPR_COND ||
	               (e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_LAND || e->op == PROG_OP_LOR));
	for (int k = 0; k < e->n_args; k++) {
		bool may = b->may, perhaps = chooses && k > 0 && has_calls(e->arg[k]);
		int guard = b->guard;
		if (perhaps) {
			b->may = true;
			open_guard(b);
		}
		walk_calls(b, stmt, e->arg[k]);
		b->may = may;
		b->guard = guard;
	}
	if (e->kind == PROG_EXPR_CALL) look_into(b, stmt, e);
}

// The statement at the place of the walk that evaluates `e`; without it where it touches nothing but what belongs to a call.
static nest_stmt *evaluate(builder *b, prog_stmt *stmt, const prog_expr *e)
{
	walk_calls(b, stmt, e);
	nest_stmt *s = nest_add_stmt(b, stmt, e);
	int index = (int)(s - b->n->stmts);
	access_collect(b, s, e);
	return &b->n->stmts[index];
}

static void drop_if_empty(builder *b, const nest_stmt *s)
{
	bool call = s->expr && s->expr->kind == PROG_EXPR_CALL && nest_looked_into(b, s->expr);
	if ((!b->call && !call) || s->n_accesses || s != &b->n->stmts[b->n->n_stmts - 1]) return;
	isl_set_free(s->domain);
	b->n->n_stmts--;
}

// A return in the middle of a function that is looked into: the rest of it is left out.
static void leave_function(builder *b, prog_stmt *s)
{
	if (s->expr) drop_if_empty(b, evaluate(b, s, s->expr));
	bool in_loop = b->depth > 0 && b->n->loops[b->loop[b->depth - 1]].inlined;
	if (b->may || in_loop) {
		b->may = b->leaves_may = b->returned = true;
		open_guard(b);
	} else {
		isl_set *none = isl_set_empty(isl_set_get_space(b->domain));
		isl_set_free(b->domain);
		b->domain = none;
	}
}

static void leaf(builder *b, prog_stmt *stmt, const prog_expr *e)
{
	if (counters_step(b, e)) return;
	if (e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_COMMA) {
		leaf(b, stmt, e->arg[0]);
		leaf(b, stmt, e->arg[1]);
		return;
	}
	nest_stmt *s = evaluate(b, stmt, e);
	reduction_recognise(b, s);
	drop_if_empty(b, s);
	if (e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && e->arg[0]->kind == PROG_EXPR_VAR && !b->may)
		learn_value(b, e->arg[0]->symbol, e->arg[1]);
	else if (!update_value(b, e))
		forget_in_expr(b, e);
}

// A pointer that is set to an address which stands for it.
static void pointer_is_set(builder *b, prog_stmt *stmt, prog_symbol *p, const prog_expr *value)
{
	walk_calls(b, stmt, value);
	nest_stmt *s = nest_add_stmt(b, stmt, value);
	access_address(b, s, value);
	access_define(b, s, p);
}

// But for `except`, NULL: none. `pointers`: those of its variables that local_pointers replaced.
static void declaration(builder *b, prog_stmt *s, const prog_symbol *except, unsigned pointers)
{
	for (int k = 0; k < s->n_symbols; k++) {
		prog_symbol *symbol = s->symbols[k];
		if (symbol == except) continue;
		if (k < LOCAL_POINTERS && (pointers >> k & 1)) {
			pointer_is_set(b, s, symbol, s->inits[k]);
			continue;
		}
		if (symbol->mapping || symbol->partly)
			nest_fail(b->n, DIAG_mapped_in_nest, s->loc, symbol->name), b->n->broken = true;
		if (symbol->is_static) nest_fail(b->n, DIAG_static_in_nest, s->loc, symbol->name);
		builder_forget(b, symbol);
		// Its life begins here: nothing that an earlier iteration left in it is read.
		nest_stmt *leaf_stmt = evaluate(b, s, s->inits[k]);
		if (!b->call) access_define(b, leaf_stmt, symbol);
		drop_if_empty(b, leaf_stmt);
		if (!s->inits[k]) continue;
		if (symbol->type->kind == PROG_TYPE_POINTER && facts_symbol_may_be_mapped(b->facts, symbol))
			nest_fail(b->n, DIAG_row_escapes, s->loc, symbol->name);
		if (s->inits[k]->kind != PROG_EXPR_INIT) learn_value(b, symbol, s->inits[k]);
	}
}

// ---- conditions -------------------------------------------------------------------------------

static void restrict_domain(builder *b, isl_set *set)
{
	b->domain = isl_set_coalesce(isl_set_intersect(b->domain, set));
}

// What is known of variables at some place.
typedef struct values {
	int n;
	symbol_value *list;
} values;

static void take_values(const builder *b, values *v)
{
	v->n = b->n_values;
	v->list = malloc(sizeof *v->list * (size_t)(v->n + 1));
	if (!v->list) abort();
	memcpy(v->list, b->value, sizeof *v->list * (size_t)v->n);
}

static void set_values(builder *b, const values *v)
{
	memcpy(b->value, v->list, sizeof *v->list * (size_t)v->n);
	b->n_values = v->n;
}

static const poly *value_in(const values *v, const prog_symbol *symbol)
{
	for (int k = 0; k < v->n; k++)
		if (v->list[k].symbol == symbol) return &v->list[k].value;
	return NULL;
}

static bool leaves_somewhere(const prog_stmt *s)
{
	if (!s) return false;
	if (s->kind == PROG_STMT_BREAK || s->kind == PROG_STMT_CONTINUE || s->kind == PROG_STMT_RETURN ||
	        s->kind == PROG_STMT_GOTO || s->kind == PROG_STMT_LABEL)
		return true;
	for (int k = 0; k < s->n_children; k++)
		if (leaves_somewhere(s->child[k])) return true;
	return leaves_somewhere(s->body) || leaves_somewhere(s->otherwise);
}

// Behind a condition, which is taken: where the branches leave a variable with values that are known, it has one of them.
static void join_values(builder *b, const prog_stmt *s, const values *before, const values *yes, const values *no,
        isl_set *cond, const char *text)
{
	values v = {.list = malloc(sizeof *v.list * 32)};
	if (!v.list) abort();
	for (int k = 0; k < yes->n && v.n < 32; k++) {
		prog_symbol *symbol = yes->list[k].symbol;
		const poly *x = &yes->list[k].value, *y = value_in(s->otherwise ? no : before, symbol);
		poly value = *x;
		if (!y) continue;
		if (!poly_equal(x, y) && (!text || !affine_choice(b, isl_set_copy(cond), text, x, y, &value))) continue;
		v.list[v.n++] = (symbol_value){symbol, value};
	}
	set_values(b, &v);
	free(v.list);
	isl_set_free(cond);
}

// The iterations that `continue` leaves at this statement are gone from what follows in the body of its loop.
static void branch(builder *b, prog_stmt *body, isl_set *cond, values *at_end)
{
	if (!body) {
		isl_set_free(cond);
		return;
	}
	isl_set *before = isl_set_copy(b->domain);
	bool may = b->may;
	int guard = b->guard;
	if (cond) {
		restrict_domain(b, isl_set_copy(cond));
	} else {
		b->may = true;
		open_guard(b);
	}
	if (!b->call || isl_set_is_empty(b->domain) != isl_bool_true) walk(b, body);
	b->guard = guard;
	if (b->leaves_may && (!may || b->returned)) open_guard(b);
	take_values(b, at_end);
	forget_assigned(b, body);
	// What did not come out of the branch (continue) does not go on.
	if (cond) {
		isl_set *gone = isl_set_subtract(isl_set_intersect(isl_set_copy(before), cond), b->domain);
		b->domain = isl_set_coalesce(isl_set_subtract(before, gone));
	} else {
		isl_set_free(b->domain);
		b->domain = before;
	}
	b->may = may || b->leaves_may;
}

// What does not leave the nest here: `rest` of the iterations, NULL: not known.
static void stay(builder *b, isl_set *rest)
{
	if (rest) {
		restrict_domain(b, rest);
	} else {
		b->may = b->leaves_may = true;
		open_guard(b);
	}
}

static int add_variable(const builder *b, const prog_expr *e, prog_symbol **list, int n, int most)
{
	if (e->kind != PROG_EXPR_VAR || n == most || !is_plain_value(e->symbol)) return n;
	prog_symbol *x = e->symbol;
	if (x->address_taken || x->file_scope || x->is_static || (b->inner && b->inner[x->id])) return n;
	for (int d = 0; d < b->depth; d++)
		if (b->n->loops[b->loop[d]].var == x) return n;
	for (int k = 0; k < n; k++)
		if (list[k] == x) return n;
	list[n] = x;
	return n + 1;
}

// The variables that the statement sets by assignment, those of a called function and of loops left out.
static int assigned_variables(const builder *b, const prog_stmt *s, prog_symbol **list, int n, int most)
{
	if (!s) return n;
	const prog_expr *e = s->kind == PROG_STMT_EXPR ? s->expr : NULL;
	for (; e && e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_COMMA; e = e->arg[1])
		if (e->arg[0]->kind == PROG_EXPR_ASSIGN) n = add_variable(b, e->arg[0]->arg[0], list, n, most);
	for (; e && e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE; e = e->arg[1])
		n = add_variable(b, e->arg[0], list, n, most);
	for (int k = 0; k < s->n_children; k++) n = assigned_variables(b, s->child[k], list, n, most);
	n = assigned_variables(b, s->body, list, n, most);
	return assigned_variables(b, s->otherwise, list, n, most);
}

// if (...) x = 1; else x = 2; sets x, whatever the condition.
static void define_in_branches(builder *b, prog_stmt *s)
{
	enum { MOST = 8 };
	prog_symbol *list[MOST];
	bool chained = s->parent && s->parent->kind == PROG_STMT_IF && s->parent->otherwise == s;
	if (!s->otherwise || chained) return;
	int n = assigned_variables(b, s->body, list, 0, MOST);
	for (int k = 0; k < n; k++)
		if (inline_sets_variable(s, list[k])) set_before(b, nest_add_stmt(b, s, s->cond), list[k]);
}

static void condition(builder *b, prog_stmt *s)
{
	walk_calls(b, s, s->cond);
	if (reduction_by_condition(b, s)) return;
	nest_stmt *leaf_stmt = nest_add_stmt(b, s, s->cond);
	access_collect(b, leaf_stmt, s->cond);
	int index = (int)(leaf_stmt - b->n->stmts);
	drop_if_empty(b, leaf_stmt);
	isl_set *cond = affine_condition(b, s->cond);
	isl_set *otherwise = cond ? isl_set_complement(isl_set_copy(cond)) : NULL;
	if (!b->call && exits_by(b, s->body)) {
		exits_add(b, s->body, index);
		stay(b, otherwise);
		isl_set_free(cond);
		walk(b, s->otherwise);
		return;
	}
	if (!b->call && s->otherwise && exits_by(b, s->otherwise)) {
		exits_add(b, s->otherwise, index);
		stay(b, cond);
		isl_set_free(otherwise);
		walk(b, s->body);
		return;
	}
	if (!cond) define_in_branches(b, s);
	const char *text = cond && !leaves_somewhere(s->body) && !leaves_somewhere(s->otherwise)
	                           ? affine_condition_text(b, s->cond)
	                           : NULL;
	values before, yes = {0}, no = {0};
	isl_set *chosen = text ? isl_set_copy(cond) : NULL;
	take_values(b, &before);
	branch(b, s->body, cond, &yes);
	set_values(b, &before);
	branch(b, s->otherwise, otherwise, &no);
	if (!yes.list) take_values(b, &yes), forget_assigned(b, s->otherwise);
	join_values(b, s, &before, &yes, &no, chosen, text);
	free(before.list);
	free(yes.list);
	free(no.list);
}

// ---- loops ------------------------------------------------------------------------------------

// What the operands of a comma set `var` to; NULL: nothing.
static const prog_expr *set_to(const prog_expr *e, const prog_symbol *var)
{
	if (e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_COMMA) {
		const prog_expr *x = set_to(e->arg[0], var);
		return x ? x : set_to(e->arg[1], var);
	}
	bool sets = e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && e->arg[0]->kind == PROG_EXPR_VAR &&
	            e->arg[0]->symbol == var;
	return sets ? e->arg[1] : NULL;
}

static const prog_expr *loop_start(const prog_stmt *init, const prog_symbol *var)
{
	if (!init) return NULL;
	if (init->kind == PROG_STMT_EXPR) return set_to(init->expr, var);
	for (int k = 0; init->kind == PROG_STMT_DECL && k < init->n_symbols; k++)
		if (init->symbols[k] == var) return init->inits[k];
	return NULL;
}

static bool is_comma(const prog_expr *e) { return e && e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_COMMA; }

// The rest of a loop's head that begins with more than its own variable.
static void other_starts(builder *b, prog_stmt *init, const prog_expr *e, const prog_symbol *var)
{
	if (init->kind == PROG_STMT_DECL) {
		declaration(b, init, var, 0);
	} else if (is_comma(e)) {
		other_starts(b, init, e->arg[0], var);
		other_starts(b, init, e->arg[1], var);
	} else if (!set_to(e, var)) {
		leaf(b, init, e);
	}
}

// 1 or -1 where the size is a variable, *by.
static long loop_step(builder *b, const prog_expr *step, const prog_symbol *var, const prog_expr **by)
{
	*by = NULL;
	if (!step) return 0;
	if ((step->kind != PROG_EXPR_INCDEC && step->kind != PROG_EXPR_ASSIGN) || step->arg[0]->kind != PROG_EXPR_VAR ||
	        step->arg[0]->symbol != var)
		return 0;
	if (step->kind == PROG_EXPR_INCDEC) return step->op == PROG_OP_ADD ? 1 : -1;
	const prog_expr *amount = prog_without_implicit_casts(step->arg[1]);
	long sign = step->op == PROG_OP_SUB ? -1 : 1;
	if (step->op == PROG_OP_NONE) {
		if (amount->kind != PROG_EXPR_BINARY || (amount->op != PROG_OP_ADD && amount->op != PROG_OP_SUB))
			return 0;
		const prog_expr *x = prog_without_implicit_casts(amount->arg[0]),
		                *y = prog_without_implicit_casts(amount->arg[1]);
		sign = amount->op == PROG_OP_SUB ? -1 : 1;
		if (x->kind == PROG_EXPR_VAR && x->symbol == var)
			amount = y;
		else if (sign == 1 && y->kind == PROG_EXPR_VAR && y->symbol == var)
			amount = x;
		else
			return 0;
	} else if (step->op != PROG_OP_ADD && step->op != PROG_OP_SUB) {
		return 0;
	}
	poly p;
	long value;
	if (!affine_poly(b, amount, &p)) return 0;
	if (poly_is_constant(&p, &value)) return sign * value;
	if (poly_has_atoms(&p) || !affine_is_invariant(b, prog_without_implicit_casts(amount))) return 0;
	*by = amount;
	return sign;
}

// `var < bound` and the like, which an upward (downward) loop leaves once and for all.
static bool is_monotone(const prog_expr *e, const prog_symbol *var, long step)
{
	if (e->kind != PROG_EXPR_BINARY) return false;
	if (e->op == PROG_OP_LAND) return is_monotone(e->arg[0], var, step) && is_monotone(e->arg[1], var, step);
	bool left = prog_names(e->arg[0], var), right = prog_names(e->arg[1], var);
	if (left == right) return !left && e->op >= PROG_OP_LT && e->op <= PROG_OP_NE;
	if (e->op == PROG_OP_NE) return step == 1 || step == -1;
	bool less = e->op == PROG_OP_LT || e->op == PROG_OP_LE, greater = e->op == PROG_OP_GT || e->op == PROG_OP_GE;
	const prog_expr *side = prog_without_implicit_casts(e->arg[left ? 0 : 1]);
	// Only the variable itself, or with a constant added, goes the same way as the variable.
	if (side->kind == PROG_EXPR_BINARY && side->op == PROG_OP_ADD) {
		const prog_expr *x = prog_without_implicit_casts(side->arg[0]),
		                *y = prog_without_implicit_casts(side->arg[1]);
		side = prog_names(x, var) ? x : y;
	} else if (side->kind == PROG_EXPR_BINARY && side->op == PROG_OP_SUB && prog_names(side->arg[0], var)) {
		side = prog_without_implicit_casts(side->arg[0]);
	}
	if (side->kind != PROG_EXPR_VAR) return false;
	if (!left) return step > 0 ? greater : less;
	return step > 0 ? less : greater;
}

// The set that a condition of a loop admits: != stands for the comparison that ends the loop.
static isl_set *loop_condition(builder *b, const prog_expr *e, const prog_symbol *var, long step)
{
	if (e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_LAND) {
		isl_set *x = loop_condition(b, e->arg[0], var, step),
		        *y = x ? loop_condition(b, e->arg[1], var, step) : NULL;
		if (!y) return isl_set_free(x);
		return isl_set_intersect(x, y);
	}
	if (e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_NE &&
	        (prog_names(e->arg[0], var) || prog_names(e->arg[1], var))) {
		prog_expr less = *e;
		less.op = prog_names(e->arg[0], var) == (step > 0) ? PROG_OP_LT : PROG_OP_GT;
		return affine_condition(b, &less);
	}
	return affine_condition(b, e);
}

static int add_loop(builder *b, prog_stmt *s)
{
	nest *n = b->n;
	n->loops = builder_grow(b, n->loops, n->n_loops, &b->room_loops, sizeof *n->loops);
	n->loops[n->n_loops] = (nest_loop){.stmt = s,
	        .inlined = b->call != NULL,
	        .depth = b->depth,
	        .parent = b->depth ? b->loop[b->depth - 1] : -1};
	return n->n_loops++;
}

static void enter_loop(builder *b, int loop)
{
	b->loop[b->depth++] = loop;
	b->time[b->depth] = 0;
	b->domain = isl_set_add_dims(b->domain, isl_dim_set, 1);
}

static void leave_loop(builder *b, isl_set *before)
{
	isl_set_free(b->domain);
	b->domain = before;
	b->depth--;
	b->time[b->depth]++;
}

static isl_set *stepped(builder *b, const nest_loop *l)
{
	unsigned d = (unsigned)l->depth;
	isl_pw_aff *first = isl_pw_aff_add_dims(isl_pw_aff_copy(l->first), isl_dim_in, 1);
	isl_local_space *ls = isl_local_space_from_space(isl_space_set_alloc(b->n->ctx, 0, d + 1));
	isl_pw_aff *i = isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, d));
	isl_set *set = l->step > 0 ? isl_pw_aff_ge_set(isl_pw_aff_copy(i), isl_pw_aff_copy(first))
	                           : isl_pw_aff_le_set(isl_pw_aff_copy(i), isl_pw_aff_copy(first));
	long size = l->step > 0 ? l->step : -l->step;
	isl_pw_aff *distance = isl_pw_aff_sub(i, first);
	if (size == 1) {
		isl_pw_aff_free(distance);
		return set;
	}
	distance = isl_pw_aff_mod_val(distance, isl_val_int_from_si(b->n->ctx, size));
	return isl_set_intersect(set, isl_pw_aff_zero_set(distance));
}

// i-- > 0, and for unsigned variables i-- and i-- != 0
static bool decrements(const prog_expr *cond, const prog_symbol *var)
{
	const prog_expr *e = prog_without_implicit_casts(cond);
	bool greater = e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_GT;
	bool differs = e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_NE;
	if (greater || differs) {
		const prog_expr *zero = prog_without_implicit_casts(e->arg[1]);
		if (zero->kind != PROG_EXPR_INT || zero->value != 0) return false;
		e = prog_without_implicit_casts(e->arg[0]);
	}
	bool steps = e->kind == PROG_EXPR_INCDEC && e->op == PROG_OP_SUB && e->is_postfix &&
	             e->arg[0]->kind == PROG_EXPR_VAR && e->arg[0]->symbol == var;
	return steps && (greater || !var->type->is_signed);
}

// The values from 0 on of the variable of the innermost loop of `depth` + 1.
static isl_set *from_zero(isl_ctx *ctx, int depth)
{
	isl_local_space *ls = isl_local_space_from_space(isl_space_set_alloc(ctx, 0, (unsigned)depth + 1));
	isl_aff *i = isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)depth);
	return isl_pw_aff_nonneg_set(isl_pw_aff_from_aff(i));
}

static bool has_several_starts(const prog_stmt *init)
{
	return init->kind == PROG_STMT_DECL ? init->n_symbols > 1 : is_comma(init->expr);
}

// What the head's other operands set is not named in the start of its own variable.
static bool starts_alone(const prog_stmt *init, const prog_expr *first)
{
	for (int k = 0; k < init->n_symbols; k++)
		if (prog_names(first, init->symbols[k])) return false;
	const prog_expr *e = init->expr;
	for (; is_comma(e); e = e->arg[0])
		if (e->arg[1]->kind == PROG_EXPR_ASSIGN && e->arg[1]->arg[0]->kind == PROG_EXPR_VAR &&
		        prog_names(first, e->arg[1]->arg[0]->symbol))
			return false;
	return !e || e->kind != PROG_EXPR_ASSIGN || e->arg[0]->kind != PROG_EXPR_VAR ||
	       !prog_names(first, e->arg[0]->symbol);
}

static bool has_unequal(const prog_expr *e)
{
	if (e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_LAND)
		return has_unequal(e->arg[0]) || has_unequal(e->arg[1]);
	return e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_NE;
}

// The operand of the step by which `s` is counted, and with it the loop's variable; NULL: none. `rest`: something else does more than change counters.
static const prog_expr *own_step(builder *b, const prog_stmt *s, const prog_expr *e, bool *rest)
{
	if (is_comma(e)) {
		const prog_expr *x = own_step(b, s, e->arg[0], rest), *y = own_step(b, s, e->arg[1], rest);
		const prog_expr *other = x ? e->arg[1] : e->arg[0];
		if (x && y && !counters_changes_only(b, other)) *rest = true;
		return x ? x : y;
	}
	bool steps = (e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC) && e->arg[0]->kind == PROG_EXPR_VAR;
	const prog_symbol *var = steps ? e->arg[0]->symbol : NULL;
	const prog_expr *size = NULL;
	long by = steps && loop_start(s->init, var) ? loop_step(b, e, var, &size) : 0;
	if (by && size && has_unequal(s->cond)) by = 0;
	if (by && is_monotone(s->cond, var, by)) return e;
	if (by && size && is_monotone(s->cond, var, -by)) return e;
	if (!counters_changes_only(b, e)) *rest = true;
	return NULL;
}

// `i-- > 0` in the condition, or a step.
static prog_symbol *loop_variable(builder *b, const prog_stmt *s, long *step, const prog_expr **by, bool *down)
{
	*down = false;
	*by = NULL;
	if (!s->init || !s->cond) return NULL;
	const prog_expr *c = prog_without_implicit_casts(s->cond);
	while (c->kind == PROG_EXPR_BINARY) c = prog_without_implicit_casts(c->arg[0]);
	if (c->kind == PROG_EXPR_INCDEC && c->arg[0]->kind == PROG_EXPR_VAR && decrements(s->cond, c->arg[0]->symbol)) {
		*step = -1;
		*down = true;
		return !s->step || counters_changes_only(b, s->step) ? c->arg[0]->symbol : NULL;
	}
	bool rest = false;
	const prog_expr *own = s->step ? own_step(b, s, s->step, &rest) : NULL;
	if (!own || rest) return NULL;
	*step = loop_step(b, own, own->arg[0]->symbol, by);
	return own->arg[0]->symbol;
}

static void assume_step(builder *b, const nest_loop *l)
{
	poly size, zero = poly_constant(0), one = poly_constant(1);
	if (!affine_poly(b, l->by, &size) || !poly_add(&size, &zero, &size, l->by_negated ? -1 : 1)) return;
	isl_pw_aff *value = affine_of_poly(b, &size, b->depth), *least = affine_of_poly(b, &one, b->depth);
	affine_assume_not(b, isl_pw_aff_lt_set(value, least));
}

// `start`: its first value.
static bool count_loop(builder *b, int index, prog_stmt *s, poly *start_value)
{
	long step = 0;
	bool down;
	const prog_expr *by;
	prog_symbol *var = loop_variable(b, s, &step, &by, &down);
	const prog_expr *first = var ? loop_start(s->init, var) : NULL;
	if (!first || var->type->kind != PROG_TYPE_INT || var->address_taken || var->file_scope) return false;
	if (has_several_starts(s->init) && (!starts_alone(s->init, first) || first->range.file < 0)) return false;
	builder body = {.n = b->n, .facts = b->facts, .written = calloc((size_t)b->n->unit->n_symbols + 1, 1)};
	effects_collect(&body, s->body);
	bool changes = body.written[var->id];
	free(body.written);
	if (changes) return false;
	poly one = poly_constant(1);
	if (!affine_poly(b, first, start_value) || (down && !poly_add(start_value, start_value, &one, -1)))
		return false;
	isl_pw_aff *start = affine_of_poly(b, start_value, b->depth);
	if (!start) return false;
	nest_loop *l = &b->n->loops[index];
	if (by) {
		// The condition tells the direction.
		l->by = by;
		l->by_negated = !is_monotone(s->cond, var, step);
		if (l->by_negated) step = -step;
		assume_step(b, l);
	}
	l->var = var;
	l->step = step;
	l->first = start;
	l->first_expr = first;
	l->counted = true;
	l->decrements = down;
	return true;
}

// After a statement out of which a function may have returned.
static void go_on_after_return(builder *b)
{
	if (!b->returned) return;
	b->may = b->leaves_may = true;
	open_guard(b);
}

// A loop whose iterations cannot be counted: its body may run any number of times.
static void uncounted_loop(builder *b, int index, prog_stmt *s)
{
	isl_set *before = isl_set_copy(b->domain);
	bool may = b->may, leaves = b->leaves_may;
	int guard = b->guard;
	if (s->init) {
		if (s->init->kind == PROG_STMT_DECL)
			declaration(b, s->init, NULL, 0);
		else if (s->init->kind == PROG_STMT_EXPR)
			leaf(b, s->init, s->init->expr);
	}
	forget_assigned(b, s);
	enter_loop(b, index);
	b->may = true;
	open_guard(b);
	if (s->cond && s->kind != PROG_STMT_DO) drop_if_empty(b, evaluate(b, s, s->cond));
	walk(b, s->body);
	if (s->cond && s->kind == PROG_STMT_DO) drop_if_empty(b, evaluate(b, s, s->cond));
	if (s->step) leaf(b, s, s->step);
	leave_loop(b, before);
	b->may = may;
	b->guard = guard;
	b->leaves_may = leaves;
	go_on_after_return(b);
	forget_assigned(b, s);
}

// After a break nothing in the loop's body is certain to run, not even what stands before it.
static void left_early(builder *b, int loop, int first_stmt)
{
	if (loop == 0) nest_fail(b->n, DIAG_break_out, b->n->root->loc, "");
	for (int k = first_stmt; k < b->n->n_stmts; k++) {
		nest_stmt *s = &b->n->stmts[k];
		s->may = true;
		for (int j = 0; j < s->n_accesses; j++) s->accesses[j].must = false;
	}
}

// How far a loop goes from its start to the first value that its condition does not admit, `i < B`.
static bool loop_distance(builder *b, const nest_loop *l, const poly *start, poly *distance)
{
	poly bound, one = poly_constant(1);
	const prog_expr *c = l->stmt->cond;
	if (l->decrements) return poly_add(distance, start, &one, 1);
	if (c->kind != PROG_EXPR_BINARY || c->op < PROG_OP_LT || c->op > PROG_OP_NE || c->op == PROG_OP_EQ)
		return false;
	const prog_expr *x = prog_without_implicit_casts(c->arg[0]);
	if (x->kind != PROG_EXPR_VAR || x->symbol != l->var || prog_names(c->arg[1], l->var)) return false;
	if (!affine_poly(b, c->arg[1], &bound)) return false;
	bool equal = c->op == PROG_OP_LE || c->op == PROG_OP_GE;
	if (l->step > 0 ? !poly_add(distance, &bound, start, -1) : !poly_add(distance, start, &bound, -1)) return false;
	return !equal || poly_add(distance, distance, &one, 1);
}

static void loop(builder *b, prog_stmt *s)
{
	int index = add_loop(b, s);
	if (b->depth + 1 >= NEST_MAX_DEPTH) {
		nest_fail(b->n, DIAG_too_deep, s->loc, "");
		b->n->broken = true;
		return;
	}
	poly start, distance, trips;
	loop_counters counters;
	if (s->kind != PROG_STMT_FOR || !count_loop(b, index, s, &start)) {
		if (index == 0) nest_fail(b->n, DIAG_not_counted, s->loc, "");
		uncounted_loop(b, index, s);
		return;
	}
	nest_loop *l = &b->n->loops[index];
	isl_set *before = isl_set_copy(b->domain);
	bool may = b->may, leaves = b->leaves_may;
	int guard = b->guard;
	b->leaves_may = false;
	int first_stmt = b->n->n_stmts + 1;
	// What bounds read belongs to the statements around the loop.
	const prog_expr *first = l->first_expr;
	drop_if_empty(b, evaluate(b, s, first));
	l = &b->n->loops[index];
	if (has_several_starts(s->init)) {
		learn_value(b, l->var, first);
		other_starts(b, s->init, s->init->expr, l->var);
	}
	builder_forget(b, l->var);
	counters.n = 0;
	if (!l->by) counters_of_loop(b, s, l->var, &counters);
	forget_in_expr(b, s->step);
	forget_assigned(b, s->body);
	enter_loop(b, index);
	restrict_domain(b, stepped(b, l));
	counters_enter(b, index, &counters, &start);
	isl_set *inside = NULL;
	if (l->decrements)
		inside = from_zero(b->n->ctx, l->depth);
	else if (counters_recede(b, index, s->cond, &counters))
		inside = loop_condition(b, s->cond, l->var, l->step);
	if (!inside) {
		b->may = true;
		l->counted = false;
		open_guard(b);
	}
	if (l->by) {
		b->may = true;
		open_guard(b);
	}
	if (inside) restrict_domain(b, isl_set_copy(inside));
	b->n->loops[index].inside = inside;
	if (!b->n->loops[index].decrements) drop_if_empty(b, evaluate(b, s, s->cond));
	walk(b, s->body);
	leave_loop(b, before);
	b->may = may;
	b->guard = guard;
	b->leaves_may = leaves;
	if (b->n->loops[index].leaves || b->returned) left_early(b, index, first_stmt);
	go_on_after_return(b);
	forget_in_expr(b, s->step);
	forget_assigned(b, s->body);
	l = &b->n->loops[index];
	builder_forget(b, l->var);
	bool counted = inside && !l->leaves && !l->by && !b->returned && loop_distance(b, l, &start, &distance) &&
	               counters_trips(b, &distance, l->step, &trips);
	counters_leave(b, index, &counters, counted ? &trips : NULL);
}

// ---- the walk ---------------------------------------------------------------------------------

static void leave_body(builder *b, prog_stmt *s)
{
	if (b->depth == 0) {
		nest_fail(b->n, DIAG_leaves_nest, s->loc, "");
		return;
	}
	if (s->kind == PROG_STMT_BREAK) {
		b->n->loops[b->loop[b->depth - 1]].leaves = true;
		b->may = b->leaves_may = true;
		open_guard(b);
		return;
	}
	if (b->may) {
		b->leaves_may = true;
		open_guard(b);
	} else {
		restrict_domain(b, isl_set_empty(isl_set_get_space(b->domain)));
	}
}

static void walk_switch(builder *b, prog_stmt *s)
{
	drop_if_empty(b, evaluate(b, s, s->cond));
	bool may = b->may;
	int guard = b->guard;
	b->may = true;
	open_guard(b);
	walk(b, s->body);
	b->guard = guard;
	b->may = may;
	go_on_after_return(b);
	forget_assigned(b, s->body);
}

static void walk_sequence(builder *b, prog_stmt *const *stmt, int n)
{
	for (int k = 0; k < n && !b->n->broken; k++) {
		unsigned pointers;
		prog_stmt *s = stmt[k], **rest = local_pointers(b, stmt + k, n - k, &pointers);
		if (!rest) {
			walk(b, s);
			continue;
		}
		if (s->kind == PROG_STMT_DECL)
			declaration(b, s, NULL, pointers);
		else
			pointer_is_set(b, s, s->expr->arg[0]->symbol, s->expr->arg[1]);
		walk_sequence(b, rest, n - k - 1);
		return;
	}
}

static void leave_nest(builder *b, prog_stmt *s)
{
	nest_fail(b->n, DIAG_leaves_nest, s->loc, "");
	b->n->broken = true;
	if (s->kind == PROG_STMT_RETURN && s->expr) access_collect(b, nest_add_stmt(b, s, s->expr), s->expr);
	b->may = b->leaves_may = true;
	if (s->body) walk(b, s->body);
}

static void walk(builder *b, prog_stmt *s)
{
	if (!s || b->n->broken) return;
	if (s->hint && s->hint->serial) {
		nest_fail(b->n, DIAG_impure_call, s->loc, "serial");
		b->n->broken = true;
		return;
	}
	switch (s->kind) {
	case PROG_STMT_COMPOUND: walk_sequence(b, s->child, s->n_children); break;
	case PROG_STMT_DECL: declaration(b, s, NULL, 0); break;
	case PROG_STMT_EXPR: leaf(b, s, s->expr); break;
	case PROG_STMT_IF: condition(b, s); break;
	case PROG_STMT_FOR:
	case PROG_STMT_WHILE:
	case PROG_STMT_DO: loop(b, s); break;
	case PROG_STMT_SWITCH: walk_switch(b, s); break;
	case PROG_STMT_CASE:
		// What stands before it may have been jumped over.
		open_guard(b);
		walk(b, s->body);
		break;
	case PROG_STMT_BREAK:
	case PROG_STMT_CONTINUE: leave_body(b, s); break;
	case PROG_STMT_NULL: break;
	case PROG_STMT_RETURN:
		if (b->call)
			leave_function(b, s);
		else
			leave_nest(b, s);
		break;
	case PROG_STMT_REMAP:
		nest_fail(b->n, DIAG_remaps, s->loc, s->n_remaps ? s->remaps[0]->symbol->name : "");
		b->n->broken = true;
		break;
	default: leave_nest(b, s);
	}
}

// `no_counter`: the variables that are not taken for counters; where one turns out to be none, *again.
static nest *build(unit_facts *facts, isl_ctx *ctx, prog_stmt *root, unsigned char *no_counter, bool *again)
{
	prog_unit *unit = facts_unit(facts);
	nest *n = prog_alloc(unit, sizeof *n);
	n->unit = unit;
	n->root = root;
	n->ctx = ctx;
	n->reason = DIAG_COUNT;
	n->reason_text = "";
	n->params = prog_alloc(unit, 64 * sizeof *n->params);
	builder b = {.n = n,
	        .facts = facts,
	        .written = prog_alloc(unit, (size_t)unit->n_symbols + 1),
	        .counter = prog_alloc(unit, (size_t)unit->n_symbols + 1),
	        .no_counter = no_counter};
	n->assume = isl_set_universe(isl_space_params_alloc(ctx, 0));
	effects_collect(&b, root);
	n->calls_unknown = b.unknown_effects;
	b.domain = affine_universe(&b, 0);
	counters_find(&b, root);
	loop(&b, root);
	if (!n->broken) {
		counters_finish(&b);
		reduction_confirm(&b);
		access_resolve(&b);
		exits_finish(&b);
	}
	isl_set_free(b.domain);
	for (int k = 0; k < b.n_atoms; k++) isl_pw_aff_free(b.atom[k].aff);
	*again = b.refused;
	return n;
}

nest *nest_build(unit_facts *facts, isl_ctx *ctx, prog_stmt *root)
{
	enum { MOST = 4 };
	size_t n_symbols = (size_t)facts_unit(facts)->n_symbols;
	unsigned char *no_counter = prog_alloc(facts_unit(facts), n_symbols + 1);
	for (int k = 0;; k++) {
		bool again;
		nest *n = build(facts, ctx, root, no_counter, &again);
		if (!again) return n;
		nest_free(n);
		if (k == MOST) memset(no_counter, 1, n_symbols);
	}
}

static void free_access(nest_access *a)
{
	isl_map_free(a->map);
	isl_set_free(a->when);
	for (int d = 0; d < PROG_MAX_RANK; d++) isl_pw_aff_free(a->sub[d]);
}

void nest_free(nest *n)
{
	if (!n) return;
	for (int k = 0; k < n->n_params; k++) isl_id_free(n->params[k].id);
	for (int k = 0; k < n->n_loops; k++) {
		isl_pw_aff_free(n->loops[k].first);
		isl_set_free(n->loops[k].inside);
	}
	for (int k = 0; k < n->n_objects; k++)
		for (int d = 0; d < PROG_MAX_RANK; d++) isl_pw_aff_free(n->objects[k].extent_aff[d]);
	for (int k = 0; k < n->n_stmts; k++) {
		isl_set_free(n->stmts[k].domain);
		isl_set_free(n->stmts[k].exec);
		for (int j = 0; j < n->stmts[k].n_accesses; j++) free_access(&n->stmts[k].accesses[j]);
	}
	isl_set_free(n->assume);
}

const nest_access *nest_access_of(const nest *n, const prog_expr *e)
{
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++)
			if (n->stmts[k].accesses[j].expr == e) return &n->stmts[k].accesses[j];
	return NULL;
}

prog_op nest_reduction_op(const nest *n, int object)
{
	for (int k = 0; k < n->n_stmts; k++)
		if (n->stmts[k].reduction_object == object) return n->stmts[k].reduction_op;
	return PROG_OP_ADD;
}
