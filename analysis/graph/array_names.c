// SPDX-License-Identifier: Apache-2.0
#include "array_names.h"

#include "../model/model.h"
#include "repeats.h"

bool array_names_have(const array_names *names, const prog_symbol *s)
{
	for (int k = 0; k < names->n; k++)
		if (names->list[k] == s) return true;
	return false;
}

// ---- who gets the address -----------------------------------------------------------------------

// The array, or the pointer, whose memory the value leads into; NULL: none that is seen.
static const prog_symbol *led_into(const prog_expr *e)
{
	bool place = false; // E says where something is
	for (e = prog_without_casts(e); e; e = prog_without_casts(e)) {
		bool of_array = e->type && e->type->kind == PROG_TYPE_ARRAY;
		bool part = e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF || e->kind == PROG_EXPR_MEMBER;
		if (e->kind == PROG_EXPR_VAR) return e->symbol;
		if (e->kind == PROG_EXPR_ADDR || (part && (place || of_array))) {
			place = true;
			e = e->n_args ? e->arg[0] : NULL;
		} else if (e->kind == PROG_EXPR_BINARY && prog_type_is_address(e->type)) {
			e = e->arg[prog_type_is_address(e->arg[0]->type) ? 0 : 1];
		} else {
			return NULL;
		}
	}
	return NULL;
}

// Whether the value is memory that nobody else knows.
static bool is_fresh(const array_names *names, const prog_expr *e)
{
	e = prog_without_casts(e);
	const prog_symbol *f = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	if (!f) return prog_is_zero(e);
	return f->function ? facts_gives_fresh_memory(names->g->facts, f)
	                   : library_allocator_of(f->name) && !library_frees(f->name);
}

static bool could_be_known(const prog_unit *u, const prog_symbol *s)
{
	const prog_type *t = s->type;
	bool local = !s->file_scope || s->is_static || u->is_whole;
	bool holds = s->kind == PROG_SYMBOL_VARIABLE || s->kind == PROG_SYMBOL_PARAMETER;
	if (!holds || s->mapping || s->partly || s->address_taken || !local || !prog_type_is_address(t)) return false;
	while (t->kind == PROG_TYPE_ARRAY) t = t->element;
	if (t->kind == PROG_TYPE_POINTER) t = t->element;
	while (t->kind == PROG_TYPE_ARRAY) t = t->element;
	return t->kind == PROG_TYPE_INT || t->kind == PROG_TYPE_FLOAT || t->kind == PROG_TYPE_COMPLEX ||
	       t->kind == PROG_TYPE_BOOL || (t->kind == PROG_TYPE_STRUCT && !t->has_pointers);
}

static bool add_name(array_names *names, const prog_symbol *s)
{
	if (!s || !could_be_known(names->g->unit, s)) return false;
	if (array_names_have(names, s)) return true;
	if (names->n == ARRAY_NAMES) return false;
	return names->list[names->n++] = s, true;
}

// The parameter that gets the call's k-th argument, an address; NULL: of a function that is not in sight.
static const prog_symbol *parameter_of(const prog_expr *call, int k)
{
	const prog_symbol *f = prog_callee(call);
	const prog_function *body = f ? f->function : NULL;
	if (!body || !body->body || k > body->n_params) return NULL;
	return prog_type_is_address(body->params[k - 1]->type) ? body->params[k - 1] : NULL;
}

// memset(a, 0, size): a call that sets the array, or gives it back.
static bool only_sets(const prog_expr *call, int k)
{
	const library_copier *c = library_copier_of(call);
	bool frees = library_call_frees(call) && !library_allocator_of(prog_callee(call)->name);
	return frees || (c && c->source == 0 && c->target == k);
}

// A call whose k-th argument is one of the array's names, or whose parameter is.
static bool call_is_followed(array_names *names, const prog_expr *call, int k)
{
	const prog_symbol *p = parameter_of(call, k), *given = repeats_named_by(call->arg[k]);
	bool leads = array_names_have(names, led_into(call->arg[k]));
	if (p && array_names_have(names, p)) return add_name(names, given);
	if (!leads || only_sets(call, k)) return true;
	return given && p && add_name(names, p);
}

// Whether an expression makes an element or another address of addresses, or forgets them.
static bool keeps_track(const prog_expr *e)
{
	bool compares = (e->op >= PROG_OP_LT && e->op <= PROG_OP_LOR) || e->op == PROG_OP_SUB;
	switch (e->kind) {
	case PROG_EXPR_INDEX:
	case PROG_EXPR_DEREF:
	case PROG_EXPR_MEMBER:
	case PROG_EXPR_SIZEOF: return true;
	case PROG_EXPR_UNARY: return e->op == PROG_OP_LNOT;
	case PROG_EXPR_BINARY: return compares || led_into(e);
	default: return led_into(e) != NULL;
	}
}

// Whether what is done with the addresses of the array's parts is seen: `e` is the expression around them.
static bool is_followed(array_names *names, const prog_expr *e)
{
	if (e->kind == PROG_EXPR_CALL) {
		for (int k = 1; k < e->n_args; k++)
			if (!call_is_followed(names, e, k)) return false;
		return true;
	}
	bool changes = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC;
	if (changes && e->arg[0]->kind == PROG_EXPR_VAR && array_names_have(names, e->arg[0]->symbol))
		return e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && is_fresh(names, e->arg[1]);
	for (int k = changes ? 1 : 0; k < e->n_args && !keeps_track(e); k++)
		if (e->arg[k] && array_names_have(names, led_into(e->arg[k]))) return false;
	return true;
}

static walk_next find_unfollowed(const prog_expr *e, walk_use use, void *user)
{
	(void)use;
	return is_followed(user, e) ? WALK_ON : WALK_STOP;
}

// Declarations and returns.
static walk_next find_other_way(const prog_stmt *s, void *user)
{
	array_names *names = user;
	for (int k = 0; s->kind == PROG_STMT_DECL && k < s->n_symbols; k++) {
		const prog_expr *e = s->inits[k];
		if (!e) continue;
		bool named = array_names_have(names, s->symbols[k]);
		if (named && s->symbols[k]->type->kind == PROG_TYPE_POINTER && !is_fresh(names, e)) return WALK_STOP;
		if (array_names_have(names, led_into(e))) return WALK_STOP;
	}
	bool gives = s->kind == PROG_STMT_RETURN || s->gives_value;
	return gives && s->expr && array_names_have(names, led_into(s->expr)) ? WALK_STOP : WALK_ON;
}

// Initialisers of file scope hold addresses of what is named in them.
static bool is_in_initialiser(const array_names *names)
{
	const prog_unit *u = names->g->unit;
	for (int k = 0; k < names->n; k++) {
		const prog_symbol *s = names->list[k];
		if (s->value && s->type->kind == PROG_TYPE_POINTER && !prog_is_zero(s->value)) return true;
		for (int i = 0; i < u->n_values; i++)
			if (prog_names(u->values[i], s)) return true;
	}
	return false;
}

static bool calls_are_known(const array_names *names)
{
	int number;
	for (int k = 0; k < names->n; k++) {
		const prog_symbol *s = names->list[k];
		if (s->kind != PROG_SYMBOL_PARAMETER) continue;
		const prog_function *f = prog_function_of(names->g->unit, s, &number);
		if (!f || !facts_is_only_called(names->g->facts, f->symbol)) return false;
	}
	return true;
}

bool array_names_of(const graph *g, const prog_symbol *name, array_names *names)
{
	static const walker ways = {.expr = find_unfollowed, .stmt = find_other_way};
	*names = (array_names){.g = g};
	if (!add_name(names, name)) return false;
	for (int before = 0; before < names->n;) {
		before = names->n;
		for (int k = 0; k < g->unit->n_functions; k++)
			if (walk_stmt(g->unit->functions[k]->body, &ways, names)) return false;
	}
	return calls_are_known(names) && !is_in_initialiser(names);
}

// ---- who reads it ---------------------------------------------------------------------------------

static bool is_split_root(const graph *g, const prog_stmt *s)
{
	for (int k = 0; k < g->n_tasks; k++)
		if (g->tasks[k]->nest->root == s && g->tasks[k]->kind == TASK_SPLIT) return true;
	return false;
}

static walk_next leave_out_split(const prog_stmt *s, void *user)
{
	const array_names *names = user;
	return is_split_root(names->g, s) ? WALK_SKIP : WALK_ON;
}

static walk_next find_read(const prog_expr *e, walk_use use, void *user);

static bool is_read_in(const prog_expr *e, const array_names *names)
{
	static const walker reads = {.expr = find_read, .stmt = leave_out_split};
	return walk_expr(e, &reads, (void *)names);
}

static bool is_place(const prog_expr *place, const array_names *names)
{
	while (place->kind != PROG_EXPR_VAR && place->n_args) place = place->arg[0];
	return place->kind == PROG_EXPR_VAR && array_names_have(names, place->symbol);
}

// Where an element is set its subscripts are read.
static bool is_read_by_place(const prog_expr *place, const array_names *names)
{
	bool read = false;
	for (; place->kind != PROG_EXPR_VAR && !read; place = place->arg[0])
		for (int k = 1; k < place->n_args; k++) read |= is_read_in(place->arg[k], names);
	return read;
}

static walk_next find_read(const prog_expr *e, walk_use use, void *user)
{
	const array_names *names = user;
	bool sets = e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE;
	bool element = (e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF) &&
	               (!e->type || e->type->kind != PROG_TYPE_ARRAY);
	if (use == WALK_UNEVALUATED) return WALK_SKIP;
	if ((sets || e->kind == PROG_EXPR_ADDR) && is_place(e->arg[0], names)) {
		bool read = is_read_by_place(e->arg[0], names) || (sets && is_read_in(e->arg[1], names));
		return read ? WALK_STOP : WALK_SKIP;
	}
	return element && array_names_have(names, led_into(e->arg[0])) ? WALK_STOP : WALK_ON;
}

bool array_names_read_outside(const array_names *names)
{
	static const walker reads = {.expr = find_read, .stmt = leave_out_split};
	const graph *g = names->g;
	for (int k = 0; k < g->unit->n_functions; k++) {
		const prog_function *f = g->unit->functions[k];
		if (graph_enters(g, f) && walk_stmt(f->body, &reads, (void *)names)) return true;
	}
	return false;
}
