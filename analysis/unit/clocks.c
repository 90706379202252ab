// SPDX-License-Identifier: Apache-2.0
//
// Backwards from what decides to what it is made of. Values stand for the symbols that hold them: variables, fields (of
// all objects), functions (their results). What a pointer leads to has the pointer's symbol, so that pointers that are
// given to one another decide alike.
#include "clocks.h"

#include "../model/model.h"
#include "facts.h"

#include <stdlib.h>
#include <string.h>

const char *const clocks_name[CLOCKS_N] = {
        "time", "clock", "clock_gettime", "timespec_get", "gettimeofday", "times", "getrusage", "omp_get_wtime"};

// Where a value goes: to a symbol (its id), into a decision, or nowhere.
enum { NOWHERE = -1, DECIDES = -2 };

typedef struct edge {
	int made, of; // what decides, if it does, then so does what it is made of
} edge;

typedef struct flow {
	const prog_unit *unit;
	const prog_function *function;
	bool *decides; // [symbol id]
	int n_edges, room;
	edge *edges;
	bool lost;  // values go where it is not seen
	bool alike; // the values at hand are pointers: what they lead to may be written through either
} flow;

// ---- edges ------------------------------------------------------------------------------------

static void add_edge(flow *f, int made, int of)
{
	if (f->n_edges == f->room) {
		f->room = f->room ? 2 * f->room : 256;
		f->edges = realloc(f->edges, (size_t)f->room * sizeof *f->edges);
		if (!f->edges) abort();
	}
	f->edges[f->n_edges++] = (edge){made, of};
}

static void goes(flow *f, const prog_symbol *s, int to)
{
	if (to == DECIDES) f->decides[s->id] = true;
	if (to < 0) return;
	add_edge(f, to, s->id);
	if (f->alike) add_edge(f, s->id, to);
}

static void spread(flow *f)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (int k = 0; k < f->n_edges; k++) {
			const edge *e = &f->edges[k];
			if (!f->decides[e->made] || f->decides[e->of]) continue;
			changed = f->decides[e->of] = true;
		}
	}
}

// ---- types ------------------------------------------------------------------------------------

// All fields of a record, and of records in it, go there.
static void fields_go(flow *f, const prog_type *t, int to, int depth)
{
	enum { DEEPEST = 8 };
	while (prog_type_is_address(t)) t = t->element;
	if (!t || t->kind != PROG_TYPE_STRUCT) return;
	f->lost |= !t->record || depth == DEEPEST;
	if (f->lost) return;
	for (int k = 0; k < f->unit->n_symbols; k++) {
		const prog_symbol *s = f->unit->symbols[k];
		if (s->kind != PROG_SYMBOL_FIELD || s->record != t->record) continue;
		goes(f, s, to);
		fields_go(f, s->type, to, depth + 1);
	}
}

// ---- expressions ------------------------------------------------------------------------------

static void expr_goes(flow *f, const prog_expr *e, int to);
static void walk(flow *f, const prog_stmt *s);

static bool is_heard(const prog_expr *e, void *unused)
{
	(void)unused;
	bool element = e->kind == PROG_EXPR_INDEX && (!e->arg[0]->type || e->arg[0]->type->kind != PROG_TYPE_ARRAY);
	return element || e->kind == PROG_EXPR_DEREF || (e->symbol && e->symbol->mapping);
}

// Some processes may leave it out: no effect, and no element that all of them would have to ask for.
static bool is_quiet(const prog_expr *e) { return !expr_holds(e, EXPR_EFFECTS) && !walk_any(e, is_heard, NULL); }

// The symbol whose memory the expression names or leads to, NULL: not one alone.
static const prog_symbol *root_of(const prog_expr *e)
{
	for (;;) {
		switch (e->kind) {
		case PROG_EXPR_VAR:
		case PROG_EXPR_MEMBER: return e->symbol;
		case PROG_EXPR_CAST:
		case PROG_EXPR_ADDR:
		case PROG_EXPR_DEREF:
		case PROG_EXPR_INDEX: e = e->arg[0]; break;
		default: return NULL;
		}
	}
}

// p[i]: who knows where that is. Elements of arrays that are variables are these.
static bool is_indexed_pointer(const prog_expr *e)
{
	for (; e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_MEMBER || e->kind == PROG_EXPR_CAST; e = e->arg[0])
		if (e->kind == PROG_EXPR_INDEX && (!e->arg[0]->type || e->arg[0]->type->kind != PROG_TYPE_ARRAY))
			return true;
	return false;
}

static int place_of(const prog_expr *target)
{
	const prog_symbol *root = root_of(target);
	return root && !root->mapping && !is_indexed_pointer(target) ? root->id : DECIDES;
}

static void pointers_go(flow *f, const prog_expr *e, int to, bool alike)
{
	bool was = f->alike;
	f->alike = alike;
	expr_goes(f, e, to);
	f->alike = was;
}

static void store(flow *f, const prog_type *type, const prog_expr *value, int to)
{
	if (value) pointers_go(f, value, to, prog_type_is_address(type) || prog_type_is_address(value->type));
}

static bool is_one_of(const char *name, const char *const *names, size_t n)
{
	for (size_t k = 0; k < n; k++)
		if (!strcmp(name, names[k])) return true;
	return false;
}
#define IS_ONE_OF(name, names) is_one_of(name, names, sizeof(names) / sizeof *(names))

static bool is_library(const prog_symbol *s) { return s->in_system_header && !s->function; }

// Prints what it is given, or where the output stands.
static bool prints(const prog_symbol *s)
{
	static const char *const names[] = {"printf", "fprintf", "dprintf", "vprintf", "vfprintf", "puts", "fputs",
	        "putchar", "putc", "fputc", "fwrite", "fflush", "perror"};
	return is_library(s) && IS_ONE_OF(s->name, names);
}

// Puts its other arguments into the memory that the first one leads to.
static bool prints_to_memory(const prog_symbol *s)
{
	static const char *const names[] = {
	        "sprintf", "snprintf", "strftime", "strcpy", "strcat", "strncpy", "strncat"};
	return is_library(s) && IS_ONE_OF(s->name, names);
}

// Its result is made of its arguments, and nothing else is.
static bool converts(const prog_symbol *s)
{
	static const char *const names[] = {"localtime", "gmtime", "localtime_r", "gmtime_r", "ctime", "ctime_r",
	        "asctime", "asctime_r", "mktime", "timegm", "difftime"};
	if (!is_library(s) && strncmp(s->name, "__builtin_", 10) != 0) return false;
	return IS_ONE_OF(s->name, names) || library_is_pure(s->name);
}

static bool is_clock(const prog_symbol *s) { return is_library(s) && is_one_of(s->name, clocks_name, CLOCKS_N); }

static void call_of_function(flow *f, const prog_expr *e, const prog_function *callee, int to)
{
	for (int k = 1; k < e->n_args; k++) {
		const prog_symbol *p = k <= callee->n_params ? callee->params[k - 1] : NULL;
		store(f, p ? p->type : NULL, e->arg[k], p ? p->id : DECIDES);
	}
	bool was = f->alike;
	f->alike = prog_type_is_address(e->type);
	goes(f, callee->symbol, to);
	f->alike = was;
}

static void call_of_clock(flow *f, const prog_expr *e, const prog_symbol *callee, int to)
{
	for (int k = 1; k < e->n_args; k++) {
		if (!prog_type_is_address(e->arg[k]->type)) continue;
		pointers_go(f, e->arg[k], callee->id, true);
		bool was = f->alike;
		f->alike = true;
		fields_go(f, e->arg[k]->type, callee->id, 0);
		f->alike = was;
	}
	goes(f, callee, to);
}

static void call_that_decides(flow *f, const prog_expr *e)
{
	for (int k = 0; k < e->n_args; k++) {
		if (k == 0 && prog_callee(e)) continue;
		expr_goes(f, e->arg[k], DECIDES);
		fields_go(f, e->arg[k]->type, DECIDES, 0);
	}
}

// %n tells how much was printed.
static bool is_counted(const prog_expr *e)
{
	return prog_type_is_address(e->type) && e->type->element->kind == PROG_TYPE_INT && e->type->element->size > 1;
}

static void call_goes(flow *f, const prog_expr *e, int to)
{
	const prog_symbol *callee = prog_callee(e);
	if (callee && callee->function) {
		call_of_function(f, e, callee->function, to);
	} else if (callee && is_clock(callee)) {
		call_of_clock(f, e, callee, to);
	} else if (callee && prints(callee)) {
		for (int k = 1; k < e->n_args; k++) expr_goes(f, e->arg[k], is_counted(e->arg[k]) ? DECIDES : to);
	} else if (callee && prints_to_memory(callee) && e->n_args > 1) {
		int memory = place_of(e->arg[1]);
		expr_goes(f, e->arg[1], to);
		for (int k = 2; k < e->n_args; k++) {
			expr_goes(f, e->arg[k], is_counted(e->arg[k]) ? DECIDES : memory);
			expr_goes(f, e->arg[k], to);
		}
	} else if (callee && converts(callee)) {
		const prog_symbol *first = e->n_args > 1 ? root_of(e->arg[1]) : NULL;
		for (int k = 1; k < e->n_args; k++) {
			pointers_go(f, e->arg[k], to, f->alike || prog_type_is_address(e->type));
			if (first && prog_type_is_address(e->arg[k]->type)) pointers_go(f, e->arg[k], first->id, true);
		}
	} else {
		call_that_decides(f, e);
	}
}

static void choice_goes(flow *f, const prog_expr *e, int to)
{
	bool quiet = is_quiet(e->arg[1]) && is_quiet(e->arg[2]);
	pointers_go(f, e->arg[0], quiet ? to : DECIDES, false);
	if (!e->arg[1]) expr_goes(f, e->arg[0], to);
	if (e->arg[1]) expr_goes(f, e->arg[1], to);
	expr_goes(f, e->arg[2], to);
}

static void binary_goes(flow *f, const prog_expr *e, int to)
{
	bool may_stop = (e->op == PROG_OP_LAND || e->op == PROG_OP_LOR) && !is_quiet(e->arg[1]);
	expr_goes(f, e->arg[0], e->op == PROG_OP_COMMA ? NOWHERE : may_stop ? DECIDES : to);
	expr_goes(f, e->arg[1], to);
}

// A member's value is in the object as well, which may be an element of mapped memory.
static void assignment_goes(flow *f, const prog_expr *e)
{
	const prog_expr *target = e->arg[0];
	store(f, target->type, e->arg[1], place_of(target));
	for (; target->n_args && target->kind != PROG_EXPR_CALL; target = target->arg[0])
		if (target->kind == PROG_EXPR_MEMBER) store(f, target->type, e->arg[1], place_of(target->arg[0]));
}

static void variable_goes(flow *f, const prog_symbol *s, int to)
{
	goes(f, s, to);
	if (s->kind != PROG_SYMBOL_FUNCTION) return;
	// Called through a pointer, with whatever arguments.
	f->decides[s->id] = true;
	for (int k = 0; s->function && k < s->function->n_params; k++)
		if (prog_type_is_address(s->function->params[k]->type)) f->decides[s->function->params[k]->id] = true;
}

static void expr_goes(flow *f, const prog_expr *e, int to)
{
	if (!e) return;
	switch (e->kind) {
	case PROG_EXPR_INT:
	case PROG_EXPR_FLOAT:
	case PROG_EXPR_STRING: break;
	case PROG_EXPR_VAR: variable_goes(f, e->symbol, to); break;
	case PROG_EXPR_MEMBER:
		goes(f, e->symbol, to);
		// An extent in the struct's definition is of no object.
		if (!e->n_args) break;
		// The members of a union are one another.
		f->lost |= e->arg[0]->type && e->arg[0]->type->is_union && !e->symbol->in_system_header;
		expr_goes(f, e->arg[0], to);
		break;
	case PROG_EXPR_INDEX:
		expr_goes(f, e->arg[0], to);
		pointers_go(f, e->arg[1], DECIDES, false);
		break;
	case PROG_EXPR_DEREF: expr_goes(f, e->arg[0], e->arg[0]->kind == PROG_EXPR_BINARY ? DECIDES : to); break;
	case PROG_EXPR_ADDR:
	case PROG_EXPR_UNARY:
	case PROG_EXPR_INCDEC:
	case PROG_EXPR_CAST: expr_goes(f, e->arg[0], to); break;
	case PROG_EXPR_BINARY: binary_goes(f, e, to); break;
	case PROG_EXPR_COND: choice_goes(f, e, to); break;
	case PROG_EXPR_ASSIGN:
		assignment_goes(f, e);
		expr_goes(f, e->arg[0], to);
		break;
	case PROG_EXPR_CALL: call_goes(f, e, to); break;
	case PROG_EXPR_INIT:
	case PROG_EXPR_COMPOUND:
	case PROG_EXPR_SIZEOF:
	case PROG_EXPR_OPAQUE:
		for (int k = 0; k < e->n_args; k++) pointers_go(f, e->arg[k], DECIDES, false);
		walk(f, e->body);
		break;
	}
}

// ---- statements -------------------------------------------------------------------------------

static bool is_no_assignment(const prog_stmt *s, void *unused)
{
	(void)unused;
	if (s->kind == PROG_STMT_NULL || s->kind == PROG_STMT_COMPOUND) return false;
	if (s->kind == PROG_STMT_IF) return !is_quiet(s->cond);
	if (s->kind != PROG_STMT_EXPR || !(EXPR_CHANGES >> s->expr->kind & 1)) return true;
	for (int k = 0; k < s->expr->n_args; k++)
		if (!is_quiet(s->expr->arg[k])) return true;
	return false;
}

// Nothing but assignments, which a condition may decide on: `if (t < best) best = t;`.
static bool only_assigns(const prog_stmt *s) { return !walk_any_stmt(s, is_no_assignment, NULL); }

typedef struct deciding {
	flow *flow;
	const prog_expr *cond;
} deciding;

static bool condition_goes(const prog_stmt *s, void *user)
{
	const deciding *d = user;
	if (s->kind == PROG_STMT_EXPR) pointers_go(d->flow, d->cond, place_of(s->expr->arg[0]), false);
	return false;
}

static void walk_if(flow *f, const prog_stmt *s)
{
	if (!is_quiet(s->cond) || !only_assigns(s->body) || !only_assigns(s->otherwise)) {
		expr_goes(f, s->cond, DECIDES);
		return;
	}
	deciding d = {f, s->cond};
	walk_any_stmt(s->body, condition_goes, &d);
	walk_any_stmt(s->otherwise, condition_goes, &d);
}

static void walk_return(flow *f, const prog_stmt *s)
{
	bool is_main = f->function->is_main;
	store(f, s->expr ? s->expr->type : NULL, s->expr, is_main ? DECIDES : f->function->symbol->id);
}

static void walk(flow *f, const prog_stmt *s)
{
	if (!s) return;
	for (int k = 0; k < s->n_symbols; k++)
		store(f, s->symbols[k]->type, s->inits[k], s->symbols[k]->mapping ? DECIDES : s->symbols[k]->id);
	for (int k = 0; k < s->n_children; k++) walk(f, s->child[k]);
	if (s->kind == PROG_STMT_IF)
		walk_if(f, s);
	else
		expr_goes(f, s->cond, DECIDES);
	if (s->kind == PROG_STMT_RETURN)
		walk_return(f, s);
	else
		expr_goes(f, s->expr, s->kind == PROG_STMT_EXPR ? NOWHERE : DECIDES);
	expr_goes(f, s->step, NOWHERE);
	walk(f, s->init);
	walk(f, s->body);
	walk(f, s->otherwise);
}

static bool named_decide(const prog_expr *e, void *user)
{
	flow *f = user;
	if (e->symbol) f->decides[e->symbol->id] = true;
	f->lost |= e->body != NULL;
	return false;
}

// Extents of what directives name.
static void directives_decide(flow *f)
{
	const prog_unit *u = f->unit;
	for (int k = 0; k < u->n_mappings; k++) {
		const prog_mapping *m = u->mappings[k];
		f->decides[m->symbol->id] = true;
		for (int d = 0; d < m->rank; d++) {
			expr_goes(f, m->extent[d], DECIDES);
			expr_goes(f, m->dist[d].arg, DECIDES);
		}
	}
	for (int k = 0; k < u->n_grids; k++)
		for (int d = 0; d < u->grids[k]->rank; d++) expr_goes(f, u->grids[k]->extent[d], DECIDES);
	for (int k = 0; k < u->n_templates; k++)
		for (int d = 0; d < u->templates[k]->rank; d++) expr_goes(f, u->templates[k]->extent[d], DECIDES);
}

void clocks_deciding(const prog_unit *unit, const prog_stmt *const *nests, int n_nests, bool *decides)
{
	flow f = {.unit = unit, .decides = calloc((size_t)unit->n_symbols + 1, sizeof *f.decides)};
	if (!f.decides) abort();
	directives_decide(&f);
	for (int k = 0; k < unit->n_functions; k++) {
		f.function = unit->functions[k];
		walk(&f, f.function->body);
	}
	for (int k = 0; k < unit->n_values; k++) expr_goes(&f, unit->values[k], DECIDES);
	for (int k = 0; k < n_nests; k++) walk_any_in(nests[k], named_decide, &f);
	spread(&f);
	for (int c = 0; c < CLOCKS_N; c++) decides[c] = f.lost;
	for (int k = 0; k < unit->n_symbols; k++)
		for (int c = 0; c < CLOCKS_N; c++)
			decides[c] |= f.decides[k] && !strcmp(unit->symbols[k]->name, clocks_name[c]) &&
			              unit->symbols[k]->kind == PROG_SYMBOL_FUNCTION;
	free(f.edges);
	free(f.decides);
}
