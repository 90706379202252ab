// SPDX-License-Identifier: Apache-2.0
//
// Functions without an effect but their result, and those that calls by pointers may lead to.
#include "purity.h"

#include "../model/model.h"
#include "block_value.h"
#include "facts.h"
#include "inline.h"
#include "program_end.h"

#include <stdlib.h>
#include <string.h>

typedef enum answer { UNKNOWN, ASKED, YES, NO } answer;

struct purity {
	unit_facts *facts;
	prog_unit *unit;
	unsigned char *function;     // [symbol id]: enum answer
	int asking;                  // how many functions are being looked at
	const prog_function *within; // that one of them which is looked at now
	bool guessed;                // an answer rests on one that is not known yet
	bool alone;                  // nothing comes from other units
	bool pointers_come;          // from library functions
	bool looked;
	int n_values, room;
	const prog_symbol **values; // functions that are named other than by calls
	int n_endings, room_endings;
	const prog_stmt **endings; // branches that end the program, in functions that nests call
};

purity *purity_new(unit_facts *facts, bool alone)
{
	prog_unit *unit = facts_unit(facts);
	purity *p = prog_alloc(unit, sizeof *p);
	*p = (purity){.facts = facts,
	        .unit = unit,
	        .function = prog_alloc(unit, (size_t)unit->n_symbols + 1),
	        .alone = alone};
	return p;
}

// ---- calls by pointers --------------------------------------------------------------------------

static void add_value(purity *p, const prog_symbol *s)
{
	for (int k = 0; k < p->n_values; k++)
		if (p->values[k] == s) return;
	p->values = prog_grow(p->unit, p->values, p->n_values, &p->room, sizeof *p->values);
	p->values[p->n_values++] = s;
}

static bool leads_to_function(const prog_type *t)
{
	return t && t->kind == PROG_TYPE_POINTER && t->element && t->element->kind == PROG_TYPE_FUNCTION;
}

static walk_next note_value(const prog_expr *e, walk_use use, void *user)
{
	purity *p = user;
	if (use == WALK_CALLED) return WALK_SKIP;
	if (e->kind == PROG_EXPR_VAR && e->symbol->kind == PROG_SYMBOL_FUNCTION) add_value(p, e->symbol);
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	bool hands = callee && !callee->function && (leads_to_function(e->type) || !strcmp(callee->name, "dlsym"));
	p->pointers_come |= hands || e->kind == PROG_EXPR_OPAQUE;
	return WALK_ON;
}

static void look_for_values(purity *p)
{
	if (p->looked) return;
	p->looked = true;
	static const walker values = {.expr = note_value};
	for (int k = 0; k < p->unit->n_functions; k++) walk_stmt(p->unit->functions[k]->body, &values, p);
	for (int k = 0; k < p->unit->n_values; k++) walk_expr(p->unit->values[k], &values, p);
}

static const prog_expr *pointer_of(const prog_expr *call)
{
	const prog_expr *e = prog_without_casts(call->arg[0]);
	while (e->kind == PROG_EXPR_DEREF || e->kind == PROG_EXPR_ADDR) e = prog_without_casts(e->arg[0]);
	return e;
}

// Where functions are called by a pointer: those that it may lead to, in list[0..n-1]; -1: others, too. A function is
// not called as if it returned another type than it does.
enum { MOST_CALLEES = 32 };
static int callees(purity *p, const prog_expr *call, const prog_symbol **list)
{
	const prog_symbol *named = prog_callee(call);
	if (named) return list[0] = named, 1;
	look_for_values(p);
	const prog_expr *pointer = pointer_of(call);
	bool systems = pointer->kind == PROG_EXPR_MEMBER && pointer->symbol->in_system_header;
	if (!p->alone || p->pointers_come || systems || pointer->kind == PROG_EXPR_CALL) return -1;
	int n = 0;
	for (int k = 0; k < p->n_values; k++) {
		const prog_type *t = p->values[k]->type;
		if (!t || t->kind != PROG_TYPE_FUNCTION || t->element != call->type) continue;
		if (n == MOST_CALLEES) return -1;
		list[n++] = p->values[k];
	}
	return n;
}

// ---- what a function does -----------------------------------------------------------------------

static bool call_is_pure(purity *p, const prog_expr *call);

// The function gets memory that is not const.
static bool may_set_arguments(const prog_expr *call)
{
	const prog_type *t = call->arg[0]->type;
	while (t && t->kind == PROG_TYPE_POINTER) t = t->element;
	bool pointers = false;
	for (int k = 1; k < call->n_args; k++)
		pointers |= prog_type_is_address(call->arg[k]->type) && call->arg[k]->kind != PROG_EXPR_STRING;
	return pointers && !(t && t->kind == PROG_TYPE_FUNCTION && t->is_const);
}

// A local variable of the function, or a parameter: writing to it is nobody else's business.
static bool is_own(const prog_symbol *s)
{
	return s->kind == PROG_SYMBOL_PARAMETER || (s->kind == PROG_SYMBOL_VARIABLE && !s->file_scope && !s->is_static);
}

static bool expr_is_pure(purity *p, const prog_expr *e);

static bool target_is_own(const prog_expr *e)
{
	e = element_of(e);
	if (e->kind == PROG_EXPR_VAR) return is_own(e->symbol);
	element_ref ref;
	if (!element_ref_of(e, &ref)) return false;
	return ref.base->kind == PROG_EXPR_VAR && ref.base->type->kind == PROG_TYPE_ARRAY && is_own(ref.base->symbol);
}

// What a local pointer may be set to in a function.
typedef struct pointees {
	const prog_function *function;
	const prog_symbol *pointer;
	int depth; // pointers that are set to this one
} pointees;

static bool points_to_others(const prog_function *f, const prog_symbol *pointer, int depth);

static bool is_others_address(const prog_expr *e, const pointees *to)
{
	element_ref ref;
	e = prog_without_casts(e);
	if (prog_is_zero(e)) return false;
	if (e->kind == PROG_EXPR_COND)
		return is_others_address(e->arg[1] ? e->arg[1] : e->arg[0], to) || is_others_address(e->arg[2], to);
	bool sum = e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_ADD || e->op == PROG_OP_SUB);
	if (sum) {
		const prog_type *t = e->arg[0]->type;
		bool first = t && (t->kind == PROG_TYPE_POINTER || t->kind == PROG_TYPE_ARRAY);
		return is_others_address(e->arg[!first], to);
	}
	const prog_expr *base = e;
	if (e->kind == PROG_EXPR_ADDR) {
		if (!element_ref_of(element_of(e->arg[0]), &ref)) return true;
		base = ref.base;
	}
	if (base->kind != PROG_EXPR_VAR || base->symbol->mapping) return true;
	bool given = base->symbol->kind == PROG_SYMBOL_PARAMETER;
	if (base->type->kind != PROG_TYPE_POINTER && base->type->kind != PROG_TYPE_ARRAY) return true;
	if (base->type->kind == PROG_TYPE_ARRAY && !given) return !is_own(base->symbol) && !base->type->is_const;
	return base->symbol != to->pointer && points_to_others(to->function, base->symbol, to->depth + 1);
}

// An address of something else than what arguments point to, or the function's own arrays.
static bool sets_to_others(const prog_expr *e, void *user)
{
	const pointees *to = user;
	if (e->body) return true;
	return e->op == PROG_OP_NONE && e->kind == PROG_EXPR_ASSIGN && expr_is_change_of(e, to->pointer) &&
	       is_others_address(e->arg[1], to);
}

// Whether a pointer of the function may lead elsewhere than into what its arguments point to.
static bool points_to_others(const prog_function *f, const prog_symbol *pointer, int depth)
{
	enum { DEEPEST = 4 };
	if (!f || !is_own(pointer) || pointer->address_taken || depth == DEEPEST) return true;
	pointees to = {.function = f, .pointer = pointer, .depth = depth};
	const prog_expr *value = stmt_initial_value(f->body, pointer);
	return (value && is_others_address(value, &to)) || walk_any_in(f->body, sets_to_others, &to);
}

// Memory that the result depends on is the function's own, or what its arguments point to.
static bool reads_own_memory(const purity *p, const prog_expr *e)
{
	element_ref ref;
	if (e->kind != PROG_EXPR_INDEX && e->kind != PROG_EXPR_DEREF) return true;
	if (!element_ref_of(e, &ref)) return false;
	if (ref.base->kind != PROG_EXPR_VAR || ref.base->symbol->mapping) return false;
	bool pointer = ref.base->type->kind == PROG_TYPE_POINTER || ref.base->symbol->kind == PROG_SYMBOL_PARAMETER;
	if (pointer) return !points_to_others(p->within, ref.base->symbol, 0);
	return is_own(ref.base->symbol) || ref.base->type->is_const;
}

static bool stmt_is_pure(purity *p, const prog_stmt *s);

static bool expr_is_pure(purity *p, const prog_expr *e)
{
	if (!e) return true;
	if (e->kind == PROG_EXPR_OPAQUE || e->body) return block_value(p->unit, e) && stmt_is_pure(p, e->body);
	if (e->kind == PROG_EXPR_VAR && e->symbol->kind == PROG_SYMBOL_VARIABLE && e->symbol->is_static &&
	        !e->symbol->file_scope && !inline_is_table(e->symbol->type))
		return false;
	if ((e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC) && !target_is_own(e->arg[0])) return false;
	if (!reads_own_memory(p, e)) return false;
	if (e->kind == PROG_EXPR_CALL && !call_is_pure(p, e)) return false;
	for (int k = 0; k < e->n_args; k++)
		if (!expr_is_pure(p, e->arg[k])) return false;
	return true;
}

static bool stmt_is_pure(purity *p, const prog_stmt *s)
{
	if (!s) return true;
	if (s->kind == PROG_STMT_OPAQUE) return false;
	for (int k = 0; k < s->n_symbols; k++)
		if ((s->symbols[k]->is_static && !inline_is_table(s->symbols[k]->type)) ||
		        !expr_is_pure(p, s->inits[k]))
			return false;
	for (int k = 0; k < s->n_children; k++) {
		int end = ends_section(p->unit, s, k);
		if (end)
			k = end - 1;
		else if (!stmt_is_pure(p, s->child[k]))
			return false;
	}
	const prog_stmt *const branch[] = {s->body, s->otherwise};
	for (int k = 0; k < 2; k++)
		if (!(s->kind == PROG_STMT_IF && ends_as_assertion(p->unit, s, branch[k])) &&
		        !stmt_is_pure(p, branch[k]))
			return false;
	return expr_is_pure(p, s->expr) && expr_is_pure(p, s->cond) && expr_is_pure(p, s->step) &&
	       stmt_is_pure(p, s->init);
}

// Whether an expression of a function may set memory that pointers lead to, by itself or in a call.
static bool sets_by_pointer(const prog_expr *e, void *user)
{
	purity *p = user;
	if (e->kind == PROG_EXPR_OPAQUE) return true;
	if (e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC) {
		element_ref ref;
		const prog_expr *target = element_of(e->arg[0]);
		bool element = target->kind != PROG_EXPR_VAR;
		bool named = element && element_ref_of(target, &ref) && ref.base->kind == PROG_EXPR_VAR;
		if (element && (!named || ref.base->type->kind == PROG_TYPE_POINTER ||
		                       ref.base->symbol->kind == PROG_SYMBOL_PARAMETER))
			return true;
	}
	return e->kind == PROG_EXPR_CALL && may_set_arguments(e) && !call_is_pure(p, e);
}

// A mark promises no effect but the result and what the pointer arguments name: that may be set, where the function
// does so.
static bool mark_says_pure(purity *p, const prog_function *f)
{
	if (!f->is_pure) return false;
	unsigned char *known = &p->function[f->symbol->id];
	if (*known == UNKNOWN) {
		*known = YES; // of a call of itself
		if (walk_any_in(f->body, sets_by_pointer, p)) *known = UNKNOWN;
	}
	return *known == YES;
}

// A recursion is pure unless something else says otherwise: then what rested on it is asked again.
static bool function_is_pure(purity *p, const prog_symbol *s)
{
	if (!s->function) return library_only_computes_or(s->name, s->is_pure);
	if (mark_says_pure(p, s->function)) return true;
	unsigned char *known = &p->function[s->id];
	if (*known == ASKED) return p->guessed = true;
	if (*known == UNKNOWN) {
		*known = ASKED;
		p->asking++;
		const prog_function *around = p->within;
		p->within = s->function;
		*known = stmt_is_pure(p, s->function->body) ? YES : NO;
		p->within = around;
		for (int k = 0; *known == NO && p->guessed && k < p->unit->n_symbols; k++)
			if (p->function[k] == YES) p->function[k] = UNKNOWN;
		if (--p->asking == 0) p->guessed = false;
	}
	return *known == YES;
}

static bool symbol_is_pure(purity *p, const prog_symbol *callee)
{
	const char *name = callee->name;
	if (library_inquiry(callee) == INQUIRY_SAME) return strcmp(name, "dist_mapping") != 0;
	if (!strncmp(name, "__builtin_", 10)) name += 10;
	if (!callee->function && name != callee->name)
		return library_only_computes_or(name, false) || library_only_computes_or(callee->name, false);
	return function_is_pure(p, callee);
}

// A function that is not in sight: its mark lets it set what its pointers name.
static bool marked_to_set(const prog_symbol *callee, const prog_expr *call)
{
	return !callee->function && callee->is_pure && !library_knows(callee->name) && may_set_arguments(call);
}

static bool call_is_pure(purity *p, const prog_expr *call)
{
	const prog_symbol *list[MOST_CALLEES], *pointer = prog_callee(call) ? NULL : pointer_of(call)->symbol;
	if (pointer && pointer->is_pure && !may_set_arguments(call)) return true;
	int n = callees(p, call, list);
	bool pure = n > 0;
	for (int k = 0; k < n && pure; k++) pure = symbol_is_pure(p, list[k]) && !marked_to_set(list[k], call);
	return pure;
}

bool facts_only_reads(const unit_facts *facts, const prog_expr *call)
{
	return call_is_pure(facts_purity(facts), call);
}

bool facts_is_pure(const unit_facts *facts, const prog_expr *call)
{
	for (int k = 1; k < call->n_args; k++) {
		const prog_type *t = call->arg[k]->type;
		if (t && (t->kind == PROG_TYPE_POINTER || t->kind == PROG_TYPE_ARRAY)) return false;
	}
	return facts_only_reads(facts, call);
}

// ---- what pure functions read -----------------------------------------------------------------

typedef struct global_search {
	purity *purity;
	const unsigned char *marked; // NULL: only ways to the program's end are looked for
	program_ends *ends;          // takes them
	int calls;                   // how deep
	const prog_symbol *found;
	unsigned char *seen; // [symbol id]: functions
} global_search;

static bool search_expr(const prog_expr *e, void *user);

static void note_ending(global_search *g, const prog_stmt *branch)
{
	program_ends *ends = g->ends;
	purity *p = g->purity;
	if (!ends || g->calls == 0) return;
	int room = ends->n_endings;
	ends->endings = prog_grow(p->unit, ends->endings, ends->n_endings, &room, sizeof *ends->endings);
	ends->endings[ends->n_endings++] = branch;
	ends->n_ends++;
	ends->n_assertions++;
	for (int k = 0; k < p->n_endings; k++)
		if (p->endings[k] == branch) return;
	p->endings = prog_grow(p->unit, p->endings, p->n_endings, &p->room_endings, sizeof *p->endings);
	p->endings[p->n_endings++] = branch;
}

// What happens on the way to the program's end concerns nobody.
static void search_stmt(global_search *g, const prog_stmt *s)
{
	if (!s) return;
	const prog_expr *const own[] = {s->expr, s->cond, s->step};
	const prog_stmt *const under[] = {s->init, s->body, s->otherwise};
	for (int k = 0; k < s->n_symbols; k++) search_expr(s->inits[k], g);
	for (int k = 0; k < 3; k++) search_expr(own[k], g);
	for (int k = 0; k < s->n_children; k++) {
		int end = g->calls > 0 ? ends_section(g->purity->unit, s, k) : 0;
		if (end)
			note_ending(g, ends_behind_labels(s->child[k])), k = end - 1;
		else
			search_stmt(g, s->child[k]);
	}
	for (int k = 0; k < 3; k++) {
		bool ends = k > 0 && s->kind == PROG_STMT_IF && ends_as_assertion(g->purity->unit, s, under[k]);
		if (ends)
			note_ending(g, under[k]);
		else
			search_stmt(g, under[k]);
	}
}

static void search_function(global_search *g, const prog_symbol *s)
{
	if (!s->function || g->seen[s->id]) return;
	g->seen[s->id] = 1;
	g->calls++;
	search_stmt(g, s->function->body);
	g->calls--;
}

static bool search_expr(const prog_expr *e, void *user)
{
	global_search *g = user;
	if (!e || g->found) return g->found;
	const prog_symbol *s = e->symbol;
	bool ends = g->calls > 0 && ends_call(e);
	if (g->ends) g->ends->n_assertions += e->asserts || ends, g->ends->n_ends += ends;
	if (g->marked && e->kind == PROG_EXPR_VAR && s->kind == PROG_SYMBOL_VARIABLE &&
	        (s->file_scope || s->is_static) && g->marked[s->id])
		g->found = s;
	if (e->kind == PROG_EXPR_VAR && s->kind == PROG_SYMBOL_FUNCTION) search_function(g, s);
	if (e->kind == PROG_EXPR_CALL && !prog_callee(e)) {
		const prog_symbol *list[MOST_CALLEES];
		int n = callees(g->purity, e, list);
		for (int k = 0; k < n; k++) search_function(g, list[k]);
	}
	for (int k = 0; k < e->n_args; k++) search_expr(e->arg[k], g);
	search_stmt(g, e->body);
	return g->found;
}

program_ends facts_ends_in(const unit_facts *facts, const prog_stmt *root)
{
	purity *p = facts_purity(facts);
	program_ends found = {0};
	global_search g = {.purity = p, .ends = &found, .seen = calloc((size_t)p->unit->n_symbols + 1, 1)};
	if (!g.seen) abort();
	search_stmt(&g, root);
	free(g.seen);
	return found;
}

bool facts_ends_nest(const unit_facts *facts, const prog_stmt *branch)
{
	const purity *p = facts_purity(facts);
	for (int k = 0; branch && k < p->n_endings; k++)
		if (p->endings[k] == branch) return true;
	return false;
}

const prog_symbol *facts_reads_one_of(const unit_facts *facts, const prog_expr *call, const unsigned char *marked)
{
	purity *p = facts_purity(facts);
	global_search g = {.purity = p, .marked = marked, .seen = calloc((size_t)p->unit->n_symbols + 1, 1)};
	if (!g.seen) abort();
	const prog_symbol *list[MOST_CALLEES];
	int n = callees(p, call, list);
	for (int k = 0; k < n; k++) search_function(&g, list[k]);
	free(g.seen);
	return g.found;
}
