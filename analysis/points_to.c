// SPDX-License-Identifier: Apache-2.0
#include "points_to.h"

#include <stdint.h>
#include <string.h>

// What a pointer may lead to: a bit for each place that memory comes from. Beyond the last one all share it.
typedef uint64_t places;

enum { ELSEWHERE, MAPPED, FIRST_SITE, LAST_SITE = 63 };
#define BIT(place) ((places)1 << (place))

typedef struct edge {
	int from, to;
} edge;

struct points_to {
	prog_unit *unit;
	int n_nodes;
	places *node; // [symbol id]: what the symbol, or a function's result, leads to; then [n + id]: what *symbol is set to; the sink
	unsigned char *called_otherwise; // [symbol id]: a function of which not all calls are known
	unsigned char *fresh;            // [symbol id]: a function that returns memory of its own making
	places mapped;                   // where pointers with a mapping lead
	places escaped;                  // where pointers lead that the analysis loses sight of
	int n_sites;
	int n_edges, room;
	edge *edges;
};

// ---- nodes and edges ---------------------------------------------------------------------------

static int node_of(const prog_symbol *s) { return s->id; }
static int target_of(const points_to *p, const prog_symbol *s) { return p->unit->n_symbols + s->id; }
static int sink(const points_to *p) { return 2 * p->unit->n_symbols; }

static void add_edge(points_to *p, int from, int to)
{
	if (from == to) return;
	if (p->n_edges == p->room) {
		p->room = p->room ? 2 * p->room : 256;
		edge *grown = prog_alloc(p->unit, sizeof *grown * (size_t)p->room);
		if (p->n_edges) memcpy(grown, p->edges, sizeof *grown * (size_t)p->n_edges);
		p->edges = grown;
	}
	p->edges[p->n_edges++] = (edge){from, to};
}

static places new_site(points_to *p)
{
	int site = FIRST_SITE + p->n_sites;
	if (site < LAST_SITE) p->n_sites++;
	return BIT(site);
}

// ---- values ------------------------------------------------------------------------------------

static bool is_pointer(const prog_type *t) { return t && t->kind == PROG_TYPE_POINTER; }
static bool is_array(const prog_type *t) { return t && t->kind == PROG_TYPE_ARRAY; }
static bool leads_to_pointer(const prog_type *t) { return is_pointer(t) && is_pointer(t->element); }

static const prog_expr *plain(const prog_expr *e)
{
	while (e->kind == PROG_EXPR_CAST) e = e->arg[0];
	return e;
}

static const prog_symbol *callee(const prog_expr *call)
{
	const prog_expr *e = call->arg[0];
	while (e->kind == PROG_EXPR_CAST || e->kind == PROG_EXPR_ADDR || e->kind == PROG_EXPR_DEREF) e = e->arg[0];
	return e->kind == PROG_EXPR_VAR && e->symbol->kind == PROG_SYMBOL_FUNCTION ? e->symbol : NULL;
}

static bool allocates(const prog_symbol *s)
{
	static const char *const names[] = {
	        "malloc", "calloc", "realloc", "aligned_alloc", "memalign", "valloc", "strdup", "alloca"};
	const char *name = s->name;
	if (s->function) return false;
	if (!strncmp(name, "__builtin_", 10)) name += 10;
	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		if (!strcmp(name, names[k])) return true;
	return false;
}

static bool is_library(const prog_symbol *s)
{
	return !s->function && (s->in_system_header || !strncmp(s->name, "__builtin_", 10));
}

// &p, where p is a pointer: its symbol.
static const prog_symbol *address_of_pointer(const prog_expr *e)
{
	e = plain(e);
	if (e->kind != PROG_EXPR_ADDR || !is_pointer(e->arg[0]->type)) return NULL;
	const prog_expr *p = e->arg[0];
	return (p->kind == PROG_EXPR_VAR || p->kind == PROG_EXPR_MEMBER) ? p->symbol : NULL;
}

static void flow(points_to *p, const prog_expr *e, int to);

// The memory that an lvalue stands in.
static void flow_memory(points_to *p, const prog_expr *e, int to)
{
	while (true) {
		if (e->kind == PROG_EXPR_VAR) {
			bool mapped = e->symbol->mapping && e->symbol->mapping->how != PROG_MAP_NONE;
			p->node[to] |= mapped ? BIT(MAPPED) : BIT(LAST_SITE);
			return;
		}
		if (e->kind == PROG_EXPR_MEMBER && e->n_args) {
			if (e->symbol->mapping) p->node[to] |= BIT(MAPPED);
			e = e->arg[0];
		} else if (e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF) {
			if (is_pointer(e->arg[0]->type)) {
				flow(p, e->arg[0], to);
				return;
			}
			e = e->arg[0];
		} else {
			p->node[to] |= BIT(ELSEWHERE);
			return;
		}
	}
}

// A copy of q sets what q leads to.
static void flow_symbol(points_to *p, const prog_symbol *q, int to)
{
	add_edge(p, node_of(q), to);
	if (to < p->unit->n_symbols)
		add_edge(p, p->unit->n_symbols + to, target_of(p, q));
	else
		p->node[target_of(p, q)] |= BIT(ELSEWHERE);
}

static void flow_call(points_to *p, const prog_expr *e, int to)
{
	const prog_symbol *f = callee(e);
	if (f && (allocates(f) || p->fresh[f->id]))
		p->node[to] |= new_site(p);
	else if (f && f->function)
		add_edge(p, node_of(f), to);
	else
		p->node[to] |= BIT(ELSEWHERE) | new_site(p); // a function of another unit may allocate
	// strchr and the like return what they are given.
	for (int k = 1; f && is_library(f) && !allocates(f) && k < e->n_args; k++)
		if (e->arg[k]->type && (is_pointer(e->arg[k]->type) || is_array(e->arg[k]->type)))
			flow(p, e->arg[k], to);
}

// All that the value of `e` may lead to, `to` leads to.
static void flow(points_to *p, const prog_expr *e, int to)
{
	if (!e) return;
	e = plain(e);
	bool integer = e->type && e->type->kind != PROG_TYPE_POINTER && e->type->kind != PROG_TYPE_ARRAY &&
	               e->type->kind != PROG_TYPE_FUNCTION;
	if (integer && e->kind != PROG_EXPR_INT) {
		p->node[to] |= BIT(ELSEWHERE);
		return;
	}
	switch (e->kind) {
	case PROG_EXPR_INT:
		if (e->value) p->node[to] |= BIT(ELSEWHERE);
		return;
	case PROG_EXPR_STRING: p->node[to] |= BIT(LAST_SITE); return;
	case PROG_EXPR_VAR:
		if (e->symbol->kind == PROG_SYMBOL_FUNCTION) return;
		if (is_pointer(e->type) || e->symbol->kind == PROG_SYMBOL_PARAMETER)
			flow_symbol(p, e->symbol, to);
		else
			flow_memory(p, e, to);
		return;
	case PROG_EXPR_MEMBER:
		if (is_array(e->type))
			flow_memory(p, e, to);
		else
			flow_symbol(p, e->symbol, to);
		return;
	case PROG_EXPR_INDEX:
	case PROG_EXPR_DEREF:
		if (is_array(e->type))
			flow_memory(p, e, to);
		else
			p->node[to] |= BIT(ELSEWHERE);
		return;
	case PROG_EXPR_ADDR: flow_memory(p, e->arg[0], to); return;
	case PROG_EXPR_BINARY:
		for (int k = 0; k < 2; k++)
			if (e->op == PROG_OP_COMMA ? k == 1 : is_pointer(e->arg[k]->type) || is_array(e->arg[k]->type))
				flow(p, e->arg[k], to);
		if (!is_pointer(e->type)) p->node[to] |= BIT(ELSEWHERE);
		return;
	case PROG_EXPR_COND:
		flow(p, e->arg[1] ? e->arg[1] : e->arg[0], to);
		flow(p, e->arg[2], to);
		return;
	case PROG_EXPR_ASSIGN:
	case PROG_EXPR_INCDEC: flow(p, e->arg[0], to); return;
	case PROG_EXPR_CALL: flow_call(p, e, to); return;
	case PROG_EXPR_COMPOUND: p->node[to] |= BIT(LAST_SITE); return;
	default: p->node[to] |= BIT(ELSEWHERE);
	}
}

// ---- what changes pointers ----------------------------------------------------------------------

static void assign(points_to *p, const prog_expr *target, const prog_expr *value)
{
	if (target->kind == PROG_EXPR_VAR || target->kind == PROG_EXPR_MEMBER) {
		flow(p, value, node_of(target->symbol));
		return;
	}
	const prog_expr *q = plain(target->arg[0]);
	bool named = q->kind == PROG_EXPR_VAR || q->kind == PROG_EXPR_MEMBER;
	if (named) flow(p, value, target_of(p, q->symbol));
	if (!named || target->kind != PROG_EXPR_DEREF) flow(p, value, sink(p));
}

// The members of a record, which an initialiser sets in an order that the model does not have.
static void initialise_record(points_to *p, const prog_symbol *record, const prog_expr *value)
{
	for (int k = 0; k < p->unit->n_symbols; k++) {
		const prog_symbol *s = p->unit->symbols[k];
		if (s->kind == PROG_SYMBOL_FIELD && s->record == record && is_pointer(s->type))
			flow(p, value, node_of(s));
	}
}

static void initialise(points_to *p, const prog_type *type, const prog_expr *list)
{
	for (int k = 0; k < list->n_args; k++) {
		const prog_expr *e = list->arg[k];
		if (!e->type || (!is_pointer(e->type) && !is_array(e->type))) continue;
		if (e->kind == PROG_EXPR_INIT || e->kind == PROG_EXPR_STRING) continue;
		if (type && type->kind == PROG_TYPE_STRUCT && type->record) initialise_record(p, type->record, e);
		flow(p, e, sink(p));
	}
}

static void pass(points_to *p, const prog_symbol *parameter, const prog_expr *a)
{
	const prog_symbol *pointer = address_of_pointer(a);
	if (pointer) {
		add_edge(p, target_of(p, parameter), node_of(pointer));
		return;
	}
	const prog_expr *e = plain(a);
	if (leads_to_pointer(parameter->type) && e->kind == PROG_EXPR_VAR) {
		add_edge(p, target_of(p, parameter), target_of(p, e->symbol));
		return;
	}
	flow(p, a, node_of(parameter));
}

static void pass_away(points_to *p, const prog_symbol *f, const prog_expr *a)
{
	const prog_symbol *pointer = address_of_pointer(a);
	if (pointer)
		p->node[node_of(pointer)] |=
		        f && !strcmp(f->name, "posix_memalign") ? new_site(p) : BIT(ELSEWHERE) | new_site(p);
	else if (!f || !is_library(f))
		flow(p, a, sink(p));
}

static void call(points_to *p, const prog_expr *e)
{
	const prog_symbol *f = callee(e);
	for (int k = 1; k < e->n_args; k++) {
		const prog_expr *a = e->arg[k];
		if (!a->type || (!is_pointer(a->type) && !is_array(a->type))) continue;
		if (f && f->function && k <= f->function->n_params)
			pass(p, f->function->params[k - 1], a);
		else
			pass_away(p, f, a);
	}
}

static void walk_expr(points_to *p, const prog_expr *e, const prog_expr *parent);
static void walk_stmt(points_to *p, const prog_stmt *s);

static void note_name(points_to *p, const prog_expr *e, const prog_expr *parent)
{
	bool is_callee = parent && parent->kind == PROG_EXPR_CALL && parent->arg[0] == e;
	if (e->symbol->kind == PROG_SYMBOL_FUNCTION && !is_callee) p->called_otherwise[e->symbol->id] = 1;
}

static void walk_expr(points_to *p, const prog_expr *e, const prog_expr *parent)
{
	if (!e) return;
	if (e->body) walk_stmt(p, e->body);
	if (e->kind == PROG_EXPR_VAR) note_name(p, e, parent);
	if (e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && is_pointer(e->arg[0]->type))
		assign(p, e->arg[0], e->arg[1]);
	if (e->kind == PROG_EXPR_CALL) call(p, e);
	if (e->kind == PROG_EXPR_INIT) initialise(p, e->type, e);
	if (e->kind == PROG_EXPR_ADDR && (!parent || parent->kind != PROG_EXPR_CALL) && address_of_pointer(e))
		p->node[node_of(address_of_pointer(e))] |= BIT(ELSEWHERE);
	if (e->kind == PROG_EXPR_OPAQUE)
		for (int k = 0; k < e->n_args; k++)
			if (e->arg[k] && (is_pointer(e->arg[k]->type) || is_array(e->arg[k]->type)))
				flow(p, e->arg[k], sink(p));
	for (int k = 0; k < e->n_args; k++) walk_expr(p, e->arg[k], e->kind == PROG_EXPR_CAST && parent ? parent : e);
}

static void declare(points_to *p, const prog_symbol *s, const prog_expr *init)
{
	if (init && is_pointer(s->type)) flow(p, init, node_of(s));
	walk_expr(p, init, NULL);
}

static void walk_stmt(points_to *p, const prog_stmt *s)
{
	if (!s) return;
	for (int k = 0; k < s->n_symbols; k++) declare(p, s->symbols[k], s->inits[k]);
	for (int k = 0; k < s->n_children; k++) walk_stmt(p, s->child[k]);
	if (s->kind == PROG_STMT_RETURN && s->expr && is_pointer(s->function->symbol->type->element))
		flow(p, s->expr, node_of(s->function->symbol));
	if (s->kind == PROG_STMT_OPAQUE && s->expr && is_pointer(s->expr->type)) flow(p, s->expr, sink(p));
	walk_expr(p, s->expr, NULL);
	walk_expr(p, s->cond, NULL);
	walk_expr(p, s->step, NULL);
	walk_stmt(p, s->init);
	walk_stmt(p, s->body);
	walk_stmt(p, s->otherwise);
}

// ---- functions that return fresh memory ----------------------------------------------------------

// Whether the local variable gets nothing but what allocators return, and its value goes nowhere but to the result.
typedef struct local_use {
	points_to *p;
	const prog_symbol *symbol;
	bool fresh; // so far
} local_use;

static bool is_fresh_value(const points_to *p, const prog_expr *e)
{
	e = plain(e);
	if (e->kind == PROG_EXPR_INT) return e->value == 0;
	const prog_symbol *f = e->kind == PROG_EXPR_CALL ? callee(e) : NULL;
	return f && (allocates(f) || p->fresh[f->id]);
}

static void see_expr(local_use *u, const prog_expr *e)
{
	if (!e || !u->fresh) return;
	if (e->body) u->fresh = false;
	const prog_expr *lhs = e->kind == PROG_EXPR_ASSIGN ? e->arg[0] : NULL;
	if (lhs && lhs->kind == PROG_EXPR_VAR && lhs->symbol == u->symbol) {
		if (e->op != PROG_OP_NONE || !is_fresh_value(u->p, e->arg[1])) u->fresh = false;
		see_expr(u, e->arg[1]);
		return;
	}
	const prog_expr *rhs = lhs ? plain(e->arg[1]) : NULL;
	if (rhs && rhs->kind == PROG_EXPR_VAR && rhs->symbol == u->symbol) u->fresh = false;
	if (e->kind == PROG_EXPR_ADDR && e->arg[0]->kind == PROG_EXPR_VAR && e->arg[0]->symbol == u->symbol)
		u->fresh = false;
	if (e->kind == PROG_EXPR_INCDEC || e->kind == PROG_EXPR_OPAQUE || e->kind == PROG_EXPR_INIT)
		for (int k = 0; k < e->n_args; k++)
			if (e->arg[k] && plain(e->arg[k])->kind == PROG_EXPR_VAR &&
			        plain(e->arg[k])->symbol == u->symbol)
				u->fresh = false;
	if (e->kind == PROG_EXPR_CALL) {
		const prog_symbol *f = callee(e);
		for (int k = 1; k < e->n_args; k++) {
			const prog_expr *a = plain(e->arg[k]);
			if (a->kind == PROG_EXPR_VAR && a->symbol == u->symbol && (!f || !is_library(f)))
				u->fresh = false;
		}
	}
	for (int k = 0; k < e->n_args; k++) see_expr(u, e->arg[k]);
}

static void see_stmt(local_use *u, const prog_stmt *s)
{
	if (!s || !u->fresh) return;
	for (int k = 0; k < s->n_symbols; k++) {
		const prog_expr *init = s->inits[k];
		const prog_expr *value = init ? plain(init) : NULL;
		if (s->symbols[k] == u->symbol && init && !is_fresh_value(u->p, init)) u->fresh = false;
		if (value && value->kind == PROG_EXPR_VAR && value->symbol == u->symbol) u->fresh = false;
		see_expr(u, init);
	}
	for (int k = 0; k < s->n_children; k++) see_stmt(u, s->child[k]);
	see_expr(u, s->expr);
	see_expr(u, s->cond);
	see_expr(u, s->step);
	see_stmt(u, s->init);
	see_stmt(u, s->body);
	see_stmt(u, s->otherwise);
}

static bool returns_fresh(points_to *p, const prog_function *f, const prog_stmt *s)
{
	if (!s) return true;
	if (s->kind == PROG_STMT_RETURN && s->expr && !is_fresh_value(p, s->expr)) {
		const prog_expr *e = plain(s->expr);
		if (e->kind != PROG_EXPR_VAR || e->symbol->kind != PROG_SYMBOL_VARIABLE || e->symbol->file_scope ||
		        e->symbol->is_static || e->symbol->mapping)
			return false;
		local_use u = {p, e->symbol, true};
		see_stmt(&u, f->body);
		if (!u.fresh) return false;
	}
	for (int k = 0; k < s->n_children; k++)
		if (!returns_fresh(p, f, s->child[k])) return false;
	return returns_fresh(p, f, s->body) && returns_fresh(p, f, s->otherwise);
}

static void find_fresh(points_to *p)
{
	enum { DEEPEST = 4 }; // of allocators that call allocators
	for (int round = 0; round < DEEPEST; round++)
		for (int k = 0; k < p->unit->n_functions; k++) {
			const prog_function *f = p->unit->functions[k];
			if (is_pointer(f->symbol->type->element) && returns_fresh(p, f, f->body))
				p->fresh[f->symbol->id] = 1;
		}
}

// ---- other units ---------------------------------------------------------------------------------

static bool is_nothing(const prog_unit *unit, prog_range init)
{
	static const char *const nothing[] = {"0", "NULL", "((void *)0)", "(void *)0", "{0}", "{ 0 }", "{NULL}"};
	if (init.file < 0 || !unit->files[init.file].text) return false;
	const char *text = unit->files[init.file].text + init.begin;
	size_t size = init.end - init.begin;
	for (size_t k = 0; k < sizeof nothing / sizeof *nothing; k++)
		if (strlen(nothing[k]) == size && !memcmp(text, nothing[k], size)) return true;
	return false;
}

static const prog_type *innermost_array(const prog_type *t)
{
	while (is_array(t)) t = t->element;
	return t;
}

static void see_other_units(points_to *p)
{
	const prog_unit *u = p->unit;
	bool members = false;
	for (int k = 0; k < u->n_symbols; k++) {
		const prog_symbol *s = u->symbols[k];
		if (s->kind == PROG_SYMBOL_VARIABLE && s->file_scope && s->has_init && !is_nothing(u, s->init))
			members |= innermost_array(s->type) && innermost_array(s->type)->kind == PROG_TYPE_STRUCT;
	}
	for (int k = 0; k < u->n_symbols; k++) {
		const prog_symbol *s = u->symbols[k];
		bool shared = s->kind == PROG_SYMBOL_VARIABLE && s->file_scope &&
		              (!s->is_static || (s->has_init && !is_nothing(u, s->init)));
		// A struct of a header is other units', too.
		bool in_header = s->loc.file < 0 || !u->files[s->loc.file].is_main;
		bool member = s->kind == PROG_SYMBOL_FIELD && (members || in_header);
		if (is_pointer(s->type) && (shared || member)) p->node[node_of(s)] |= BIT(ELSEWHERE);
	}
	for (int k = 0; k < u->n_functions; k++) {
		const prog_function *f = u->functions[k];
		bool known = f->is_static && !f->is_main && !p->called_otherwise[f->symbol->id];
		for (int a = 0; a < f->n_params && !known; a++) p->node[node_of(f->params[a])] |= BIT(ELSEWHERE);
	}
}

// ---- the whole -----------------------------------------------------------------------------------

static void solve(points_to *p)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (int k = 0; k < p->n_edges; k++) {
			places from = p->node[p->edges[k].from], *to = &p->node[p->edges[k].to];
			changed |= (from & ~*to) != 0;
			*to |= from;
		}
	}
	p->escaped = p->node[sink(p)];
	p->mapped = BIT(MAPPED);
	for (int k = 0; k < p->unit->n_symbols; k++) {
		const prog_symbol *s = p->unit->symbols[k];
		if (s->mapping && s->mapping->how != PROG_MAP_NONE && s->type && is_pointer(s->type))
			p->mapped |= p->node[k];
		// Other units may map what they can reach by name, or what is handed to them.
		bool reachable =
		        (s->kind == PROG_SYMBOL_VARIABLE && s->file_scope && !s->is_static) ||
		        (s->kind == PROG_SYMBOL_FIELD && (s->loc.file < 0 || !p->unit->files[s->loc.file].is_main)) ||
		        (s->kind == PROG_SYMBOL_FUNCTION && s->function && !s->is_static);
		if (reachable) p->escaped |= p->node[k];
	}
	for (int k = 0; k < p->unit->n_symbols; k++) {
		const prog_symbol *s = p->unit->symbols[k];
		if (s->kind == PROG_SYMBOL_PARAMETER && s->mapping && s->mapping->how != PROG_MAP_NONE)
			p->mapped |= p->node[k];
	}
}

points_to *points_to_new(prog_unit *unit)
{
	points_to *p = prog_alloc(unit, sizeof *p);
	size_t n = (size_t)unit->n_symbols;
	*p = (points_to){.unit = unit,
	        .node = prog_alloc(unit, sizeof(places) * (2 * n + 1)),
	        .called_otherwise = prog_alloc(unit, n + 1),
	        .fresh = prog_alloc(unit, n + 1)};
	find_fresh(p);
	for (int k = 0; k < unit->n_functions; k++) walk_stmt(p, unit->functions[k]->body);
	see_other_units(p);
	solve(p);
	return p;
}

static bool is_led(const prog_symbol *s)
{
	return !s->mapping && (is_pointer(s->type) || (s->kind == PROG_SYMBOL_PARAMETER && is_array(s->type)));
}

bool points_to_unmapped(const points_to *p, const prog_symbol *s)
{
	places to = is_led(s) ? p->node[node_of(s)] : 0;
	return to && !(to & (BIT(ELSEWHERE) | p->mapped | p->escaped));
}

bool points_to_expected_unmapped(const points_to *p, const prog_symbol *s)
{
	places to = is_led(s) ? p->node[node_of(s)] : 0;
	return (to & ~BIT(ELSEWHERE)) && !(to & p->mapped & ~BIT(ELSEWHERE));
}

static places led_to(const points_to *p, const prog_symbol *s)
{
	if (is_array(s->type) && s->kind != PROG_SYMBOL_PARAMETER) return BIT(LAST_SITE);
	return p->node[node_of(s)];
}

bool points_to_may_meet(const points_to *p, const prog_symbol *a, const prog_symbol *b)
{
	places x = led_to(p, a), y = led_to(p, b);
	if (is_array(a->type) && is_array(b->type) && a->kind != PROG_SYMBOL_PARAMETER &&
	        b->kind != PROG_SYMBOL_PARAMETER)
		return false;
	// What comes from elsewhere leads to memory that this unit has let escape, or to other units'.
	bool outside = ((x & BIT(ELSEWHERE)) && (y & (p->escaped | BIT(ELSEWHERE)))) ||
	               ((y & BIT(ELSEWHERE)) && (x & p->escaped));
	return outside || (x & y & ~BIT(ELSEWHERE));
}
