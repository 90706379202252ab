// SPDX-License-Identifier: Apache-2.0
#include "points_to.h"

#include "../model/model.h"
#include "named_places.h"

#include <stdint.h>
#include <string.h>

// What a pointer may lead to: a bit for each place that memory comes from. Beyond the last one all share it.
typedef uint64_t places;

enum { ELSEWHERE, MAPPED, FIRST_SITE, LAST_SITE = 63 };
#define BIT(place) ((places)1 << (place))

typedef struct edge {
	int from, to;
	bool expects; // mappings flow only: what both lead to may be one memory
} edge;

// Pointers that a node leads to, which is no copy of one that does: what they lead to, `from` has, or what `from` leads
// to.
typedef struct lead {
	int from, to;
	bool itself; // `from` is the pointer
} lead;

// A node that leads to an array variable.
typedef struct loan {
	prog_symbol *array;
	int to;
} loan;

// A call that gives fresh memory, of the C library or of the unit's function `from`, and who gets it.
typedef struct gift {
	const prog_expr *call;
	const prog_symbol *from; // NULL: of the C library
	int to;
} gift;

enum { WITHIN = 1, BEFORE = 2 };

struct points_to {
	prog_unit *unit;
	int n_nodes;
	places *node; // [symbol id]: what the symbol, or a function's result, leads to; then [n + id]: where *symbol leads; the sink; then
	        // [2n + 1 + id]: what *symbol, and that of its copies, is set to
	places *rows; // [symbol id]: where the pointers lead that the symbol leads to, and those that flow into it
	places *inside; // [as node]: WITHIN: it leads to a place within memory, not to its beginning; BEFORE: perhaps to one before that
	places *mappings; // [as node]: of the mappings, by number, those of memory that it is seen to lead to; the last bit: of more
	unsigned char *called_otherwise; // [symbol id]: a function of which not all calls are known
	unsigned char *fresh;            // [symbol id]: a function that returns memory of its own making
	unsigned char *fresh_rows; // [symbol id]: one of these, and where pointers in that memory lead is fresh, too
	unsigned char *closed;     // [symbol id]: enum closed
	unsigned char *taken;      // [symbol id]: the parameter is taken to lead to no mapped memory
	unsigned char *variables;  // [symbol id]: a parameter that gets variables' addresses only
	pieces *pieces;            // that are being looked for, or NULL
	int n_calls, room_calls;
	const prog_expr **calls; // of functions of this unit
	unsigned char *lent;     // [symbol id]: an array variable whose memory a pointer with a mapping may get
	int n_loans, room_loans;
	struct loan *loans;
	int n_gifts, room_gifts;
	struct gift *gifts;
	places *awaited; // [as node]: of what a function hands fresh memory on by, and its pointers to it: its mappings
	places mapped;   // where pointers with a mapping lead
	places escaped;  // where pointers lead that the analysis loses sight of
	int n_sites;
	int n_edges, room;
	edge *edges;
	int n_leads, room_leads;
	lead *leads;
};

// ---- nodes and edges ---------------------------------------------------------------------------

static int node_of(const prog_symbol *s) { return s->id; }
static int target_of(const points_to *p, const prog_symbol *s) { return p->unit->n_symbols + s->id; }
static int sink(const points_to *p) { return 2 * p->unit->n_symbols; }
static int set_of(const points_to *p, const prog_symbol *s) { return 2 * p->unit->n_symbols + 1 + s->id; }
static size_t count_nodes(const prog_unit *u) { return 3 * (size_t)u->n_symbols + 1; }

static void add(points_to *p, edge e)
{
	if (e.from == e.to) return;
	p->edges = prog_grow(p->unit, p->edges, p->n_edges, &p->room, sizeof *p->edges);
	p->edges[p->n_edges++] = e;
}

static void add_edge(points_to *p, int from, int to) { add(p, (edge){from, to, false}); }
static void add_expectation(points_to *p, int from, int to) { add(p, (edge){from, to, true}); }

static void add_lead(points_to *p, int from, int to, bool itself)
{
	if (to >= p->unit->n_symbols) return;
	p->leads = prog_grow(p->unit, p->leads, p->n_leads, &p->room_leads, sizeof *p->leads);
	p->leads[p->n_leads++] = (lead){from, to, itself};
}

static places new_site(points_to *p)
{
	int site = FIRST_SITE + p->n_sites;
	if (site < LAST_SITE) p->n_sites++;
	return BIT(site);
}

static bool is_array(const prog_type *t);

static void note_loan(points_to *p, prog_symbol *s, int to)
{
	bool holds = s->kind == PROG_SYMBOL_VARIABLE || s->kind == PROG_SYMBOL_FIELD;
	if (!holds || !is_array(s->type) || s->mapping || s->is_part) return;
	p->loans = prog_grow(p->unit, p->loans, p->n_loans, &p->room_loans, sizeof *p->loans);
	p->loans[p->n_loans++] = (loan){s, to};
}

static places mapping_bit(const prog_mapping *m) { return BIT(m->id < LAST_SITE ? m->id : LAST_SITE); }

// ---- values ------------------------------------------------------------------------------------

static bool is_pointer(const prog_type *t) { return t && t->kind == PROG_TYPE_POINTER; }
static bool is_array(const prog_type *t) { return t && t->kind == PROG_TYPE_ARRAY; }

static bool allocates(const prog_symbol *s) { return !s->function && library_allocator_of(s->name); }

static bool is_library(const prog_symbol *s)
{
	return !s->function && (s->in_system_header || !strncmp(s->name, "__builtin_", 10));
}

// By its first argument.
static bool gives_memory(const prog_symbol *f) { return f && is_library(f) && !strcmp(f->name, "posix_memalign"); }

// &p, where p is a pointer: its symbol.
static const prog_symbol *address_of_pointer(const prog_expr *e)
{
	e = prog_without_casts(e);
	if (e->kind != PROG_EXPR_ADDR || !is_pointer(e->arg[0]->type)) return NULL;
	const prog_expr *p = e->arg[0];
	return (p->kind == PROG_EXPR_VAR || p->kind == PROG_EXPR_MEMBER) ? p->symbol : NULL;
}

// q[k], *q: the symbol q.
static const prog_symbol *holder_of(const prog_expr *e)
{
	const prog_expr *q = e->arg[0];
	while (q->kind == PROG_EXPR_CAST || (q->kind == PROG_EXPR_BINARY && q->op == PROG_OP_ADD))
		q = q->arg[q->kind == PROG_EXPR_BINARY && !is_pointer(q->arg[0]->type) && !is_array(q->arg[0]->type)];
	return q->kind == PROG_EXPR_VAR || q->kind == PROG_EXPR_MEMBER ? q->symbol : NULL;
}

static places parts_of_field(const points_to *p, const prog_symbol *field)
{
	places found = 0;
	for (int k = 0; field->is_part && k < p->unit->n_mappings; k++)
		if (p->unit->mappings[k]->symbol == field) found |= mapping_bit(p->unit->mappings[k]);
	return found;
}

// The mappings of the arrays that stand in objects of the type.
static places parts_of(const points_to *p, const prog_type *t)
{
	places found = 0;
	while (t && t->kind == PROG_TYPE_ARRAY) t = t->element;
	for (int k = 0; t && prog_type_holds_parts(t) && k < p->unit->n_symbols; k++) {
		const prog_symbol *s = p->unit->symbols[k];
		if (s->kind != PROG_SYMBOL_FIELD || s->record != t->record) continue;
		found |= parts_of_field(p, s);
		if (prog_type_holds_parts(s->type)) found |= parts_of(p, s->type);
	}
	return found;
}

static void flow(points_to *p, const prog_expr *e, int to);

static bool holds_pointers(const prog_symbol *s) { return s && is_array(s->type) && is_pointer(s->type->element); }

// The memory that an lvalue stands in.
static void flow_through_memory(points_to *p, const prog_expr *e, int to)
{
	if (prog_type_holds_parts(e->type)) {
		p->node[to] |= BIT(MAPPED);
		p->mappings[to] |= parts_of(p, e->type);
	}
	while (true) {
		if ((e->kind == PROG_EXPR_VAR || e->kind == PROG_EXPR_MEMBER) && holds_pointers(e->symbol)) {
			add_lead(p, node_of(e->symbol), to, false);
			if (to < p->unit->n_symbols) add_edge(p, set_of(p, p->unit->symbols[to]), set_of(p, e->symbol));
		}
		if (e->kind == PROG_EXPR_VAR) {
			note_loan(p, e->symbol, to);
			bool mapped = e->symbol->mapping && e->symbol->mapping->how != PROG_MAP_NONE;
			p->node[to] |= mapped ? BIT(MAPPED) : BIT(LAST_SITE);
			if (mapped) p->mappings[to] |= mapping_bit(e->symbol->mapping);
			return;
		}
		if (e->kind == PROG_EXPR_MEMBER && e->n_args) {
			note_loan(p, e->symbol, to);
			if (e->symbol->mapping || e->symbol->is_part) {
				p->node[to] |= BIT(MAPPED);
				if (e->symbol->mapping) p->mappings[to] |= mapping_bit(e->symbol->mapping);
				p->mappings[to] |= parts_of_field(p, e->symbol);
			}
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

// A copy of q leads to what q does: what is set by one of the two is found by the other one. A copy of two pointers
// gives what the one leads to no other one.
static void flow_symbol(points_to *p, const prog_symbol *q, int to)
{
	add_edge(p, node_of(q), to);
	if (to >= p->unit->n_symbols) {
		p->node[set_of(p, q)] |= BIT(ELSEWHERE);
		return;
	}
	const prog_symbol *copy = p->unit->symbols[to];
	add_edge(p, target_of(p, q), target_of(p, copy));
	add_edge(p, set_of(p, copy), set_of(p, q));
	add_expectation(p, target_of(p, copy), target_of(p, q));
}

static void note_gift(points_to *p, const prog_expr *e, const prog_symbol *f, int to)
{
	p->gifts = prog_grow(p->unit, p->gifts, p->n_gifts, &p->room_gifts, sizeof *p->gifts);
	p->gifts[p->n_gifts++] = (gift){e, f->function ? f : NULL, to};
}

static void flow_call(points_to *p, const prog_expr *e, int to)
{
	const prog_symbol *f = prog_callee(e);
	bool fresh = f && (allocates(f) || p->fresh[f->id]);
	if (fresh) {
		p->node[to] |= new_site(p);
		note_gift(p, e, f, to);
	} else if (f && f->function)
		add_edge(p, node_of(f), to);
	else
		p->node[to] |= BIT(ELSEWHERE) | new_site(p); // a function of another unit may allocate
	bool held = f && f->function && to < p->unit->n_symbols;
	if (held && fresh && p->fresh_rows[f->id])
		p->node[p->unit->n_symbols + to] |= new_site(p);
	else if (held)
		add_edge(p, target_of(p, f), p->unit->n_symbols + to);
	// strchr and the like return what they are given.
	for (int k = 1; f && is_library(f) && !allocates(f) && k < e->n_args; k++)
		if (e->arg[k]->type && (is_pointer(e->arg[k]->type) || is_array(e->arg[k]->type)))
			flow(p, e->arg[k], to);
}

static bool is_zero(const prog_expr *e) { return e->kind == PROG_EXPR_INT && e->value == 0; }

// All that the value of `e` may lead to, `to` leads to.
static void flow(points_to *p, const prog_expr *e, int to)
{
	if (!e) return;
	e = prog_without_casts(e);
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
			flow_through_memory(p, e, to);
		return;
	case PROG_EXPR_MEMBER:
		if (is_array(e->type))
			flow_through_memory(p, e, to);
		else
			flow_symbol(p, e->symbol, to);
		return;
	case PROG_EXPR_INDEX:
	case PROG_EXPR_DEREF:
		if (is_array(e->type)) {
			flow_through_memory(p, e, to);
			return;
		}
		p->node[to] |= BIT(ELSEWHERE);
		if (holder_of(e)) add_edge(p, target_of(p, holder_of(e)), to);
		return;
	case PROG_EXPR_ADDR:
		if (e->arg[0]->kind == PROG_EXPR_INDEX && !is_zero(e->arg[0]->arg[1])) p->inside[to] |= WITHIN;
		flow_through_memory(p, e->arg[0], to);
		return;
	case PROG_EXPR_BINARY:
		if (e->op != PROG_OP_COMMA && is_pointer(e->type) && !is_zero(e->arg[1]))
			p->inside[to] |= e->op == PROG_OP_SUB ? WITHIN | BEFORE : WITHIN;
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
	const prog_expr *q = prog_without_casts(target->arg[0]);
	bool named = q->kind == PROG_EXPR_VAR || q->kind == PROG_EXPR_MEMBER;
	if (named) flow(p, value, set_of(p, q->symbol));
	if (!named || target->kind != PROG_EXPR_DEREF) flow(p, value, sink(p));
}

// p += n, p++
static void step(points_to *p, const prog_expr *target, prog_op op)
{
	bool named = target->kind == PROG_EXPR_VAR || target->kind == PROG_EXPR_MEMBER;
	if (named && is_pointer(target->type))
		p->inside[node_of(target->symbol)] |= op == PROG_OP_SUB ? WITHIN | BEFORE : WITHIN;
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
		add_edge(p, set_of(p, parameter), node_of(pointer));
		add_lead(p, node_of(pointer), node_of(parameter), true);
		return;
	}
	flow(p, a, node_of(parameter));
}

static void pass_away(points_to *p, const prog_symbol *f, const prog_expr *a)
{
	const prog_symbol *pointer = address_of_pointer(a);
	if (pointer)
		p->node[node_of(pointer)] |= gives_memory(f) ? new_site(p) : BIT(ELSEWHERE) | new_site(p);
	else if (!f || !is_library(f))
		flow(p, a, sink(p));
}

static void note_call(points_to *p, const prog_expr *e)
{
	p->calls = prog_grow(p->unit, p->calls, p->n_calls, &p->room_calls, sizeof *p->calls);
	p->calls[p->n_calls++] = e;
}

static void call(points_to *p, const prog_expr *e)
{
	const prog_symbol *f = prog_callee(e);
	if (f && f->function) note_call(p, e);
	for (int k = 1; k < e->n_args; k++) {
		const prog_expr *a = e->arg[k];
		if (!a->type || (!is_pointer(a->type) && !is_array(a->type))) continue;
		if (f && f->function && k <= f->function->n_params)
			pass(p, f->function->params[k - 1], a);
		else
			pass_away(p, f, a);
	}
}

static void follow_expr(points_to *p, const prog_expr *e, const prog_expr *parent);
static void follow_stmt(points_to *p, const prog_stmt *s);

static void note_name(points_to *p, const prog_expr *e, const prog_expr *parent)
{
	bool is_callee = parent && parent->kind == PROG_EXPR_CALL && parent->arg[0] == e;
	if (e->symbol->kind == PROG_SYMBOL_FUNCTION && !is_callee) p->called_otherwise[e->symbol->id] = 1;
}

static void follow_expr(points_to *p, const prog_expr *e, const prog_expr *parent)
{
	if (!e) return;
	if (e->body) follow_stmt(p, e->body);
	if (e->kind == PROG_EXPR_VAR) note_name(p, e, parent);
	if (e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && is_pointer(e->arg[0]->type))
		assign(p, e->arg[0], e->arg[1]);
	if (e->kind == PROG_EXPR_INCDEC || (e->kind == PROG_EXPR_ASSIGN && e->op != PROG_OP_NONE))
		step(p, e->arg[0], e->op);
	if (e->kind == PROG_EXPR_CALL) call(p, e);
	if (e->kind == PROG_EXPR_INIT) initialise(p, e->type, e);
	if (e->kind == PROG_EXPR_ADDR && (!parent || parent->kind != PROG_EXPR_CALL) && address_of_pointer(e))
		p->node[node_of(address_of_pointer(e))] |= BIT(ELSEWHERE);
	if (e->kind == PROG_EXPR_OPAQUE)
		for (int k = 0; k < e->n_args; k++)
			if (e->arg[k] && (is_pointer(e->arg[k]->type) || is_array(e->arg[k]->type)))
				flow(p, e->arg[k], sink(p));
	for (int k = 0; k < e->n_args; k++) follow_expr(p, e->arg[k], e->kind == PROG_EXPR_CAST && parent ? parent : e);
}

static void declare(points_to *p, const prog_symbol *s, const prog_expr *init)
{
	if (init && is_pointer(s->type)) flow(p, init, node_of(s));
	follow_expr(p, init, NULL);
}

static void follow_stmt(points_to *p, const prog_stmt *s)
{
	if (!s) return;
	for (int k = 0; k < s->n_symbols; k++) declare(p, s->symbols[k], s->inits[k]);
	for (int k = 0; k < s->n_children; k++) follow_stmt(p, s->child[k]);
	if (s->kind == PROG_STMT_RETURN && s->expr && is_pointer(s->function->symbol->type->element))
		flow(p, s->expr, node_of(s->function->symbol));
	if (s->kind == PROG_STMT_OPAQUE && s->expr && is_pointer(s->expr->type)) flow(p, s->expr, sink(p));
	follow_expr(p, s->expr, NULL);
	follow_expr(p, s->cond, NULL);
	follow_expr(p, s->step, NULL);
	follow_stmt(p, s->init);
	follow_stmt(p, s->body);
	follow_stmt(p, s->otherwise);
}

// ---- closed pointers -----------------------------------------------------------------------------

// A closed pointer gets nothing but fresh memory, and its value goes nowhere but to functions that do with their
// parameter what may be done with a closed pointer: nobody else knows the memory, whatever the rest of the program does
// with pointers.

static bool expr_keeps(points_to *p, const prog_symbol *s, const prog_expr *e, const prog_expr *parent);

static bool is_symbol(const prog_symbol *s, const prog_expr *e)
{
	e = prog_without_casts(e);
	return e->kind == PROG_EXPR_VAR && e->symbol == s;
}

// q + n, &q[n] or q itself of a pointer variable; NULL: something else. *place: n, or NULL.
static const prog_symbol *piece_of(const prog_expr *e, const prog_expr **place)
{
	e = prog_without_casts(e);
	*place = NULL;
	if (e->kind == PROG_EXPR_ADDR && e->arg[0]->kind == PROG_EXPR_INDEX) e = e->arg[0];
	bool offset = e->kind == PROG_EXPR_INDEX || (e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_ADD);
	if (offset) *place = e->arg[1], e = prog_without_casts(e->arg[0]);
	return e->kind == PROG_EXPR_VAR && is_pointer(e->symbol->type) ? e->symbol : NULL;
}

static bool is_pointer_element(const prog_expr *e)
{
	e = prog_without_casts(e);
	return e->kind == PROG_EXPR_INDEX && !is_array(e->type);
}

// q + n, &q[n], q[n] of a pointer to rows.
static bool is_address_within(const prog_symbol *s, const prog_expr *e, const prog_expr **place)
{
	bool address = prog_type_is_address(e->type) && !is_pointer_element(e);
	return address && piece_of(e, place) == s && *place;
}

static bool add_piece(points_to *p, const prog_symbol *s)
{
	if (!p->pieces) return false;
	for (int k = 0; k < p->pieces->n; k++)
		if (p->pieces->list[k] == s) return true;
	if (p->pieces->n == POINTS_TO_PIECES) return false;
	p->pieces->list[p->pieces->n++] = s;
	return true;
}

// `s` becomes another pointer into memory of its own, of which it has a piece then.
static bool is_piece(points_to *p, const prog_symbol *s, const prog_expr *value)
{
	const prog_expr *place;
	const prog_symbol *whole = piece_of(value, &place);
	return whole && whole != s && add_piece(p, whole);
}

static bool is_fresh_value(const points_to *p, const prog_expr *e)
{
	e = prog_without_casts(e);
	if (e->kind == PROG_EXPR_INT) return e->value == 0;
	const prog_symbol *f = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	if (!f) return false;
	return (allocates(f) && strcmp(f->name, "realloc") != 0 && strcmp(f->name, "alloca") != 0) || p->fresh[f->id];
}

// p[k], *p, *(p + k), p[k].x
static bool is_subscripted(const prog_symbol *s, const prog_expr *e)
{
	if (e->kind != PROG_EXPR_INDEX && e->kind != PROG_EXPR_DEREF) return false;
	const prog_expr *base = e->arg[0];
	if (base->kind == PROG_EXPR_BINARY && e->kind == PROG_EXPR_DEREF && base->op == PROG_OP_ADD)
		return is_symbol(s, base->arg[0]) && !is_array(e->type) && !is_pointer(e->type);
	return base->kind == PROG_EXPR_VAR && base->symbol == s;
}

static bool is_asked(const prog_expr *e)
{
	bool compares = e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_EQ || e->op == PROG_OP_NE);
	return compares || (e->kind == PROG_EXPR_UNARY && e->op == PROG_OP_LNOT);
}

static bool parameter_is_closed(points_to *p, const prog_symbol *s);
static bool stmt_keeps(points_to *p, const prog_symbol *s, const prog_stmt *stmt, bool may_return);

// ({ ...; }), as assert is written: its last expression is its value.
static bool body_keeps(points_to *p, const prog_symbol *s, const prog_expr *e)
{
	const prog_stmt *last = e->body;
	while (last->n_children) last = last->child[last->n_children - 1];
	if (last->kind == PROG_STMT_EXPR && last->expr && !expr_keeps(p, s, last->expr, e)) return false;
	return stmt_keeps(p, s, e->body, false);
}

// memcpy(q + n, ...), fread(&q[n], ...): when it is over nobody knows the address but by the result.
static bool forgets_address(const prog_expr *call)
{
	const prog_symbol *f = prog_callee(call);
	return f && is_library(f) && (library_copier_of(call) || library_does_io(f->name));
}

static bool call_keeps(points_to *p, const prog_symbol *s, const prog_expr *e, const prog_expr *parent)
{
	const prog_symbol *f = prog_callee(e);
	for (int k = 1; k < e->n_args; k++) {
		if (k == 1 && address_of_pointer(e->arg[k]) == s && gives_memory(f)) continue;
		const prog_expr *place;
		if (is_address_within(s, e->arg[k], &place) && forgets_address(e)) {
			if (!expr_keeps(p, s, place, e) || (is_pointer(e->type) && parent)) return false;
			continue;
		}
		if (!is_symbol(s, e->arg[k])) {
			if (!expr_keeps(p, s, e->arg[k], e)) return false;
			continue;
		}
		bool known = f && f->function && k <= f->function->n_params;
		if (known && parameter_is_closed(p, f->function->params[k - 1])) continue;
		// Library functions that return what they are given: their result must not be used.
		if (!f || !is_library(f) || (is_pointer(e->type) && parent)) return false;
	}
	return true;
}

static bool gets_own_memory(points_to *p, const prog_symbol *s, const prog_expr *value)
{
	return is_fresh_value(p, value) || is_piece(p, s, value);
}

// `other` gets a piece of the memory of `s`, and is looked at then.
static bool gives_piece(points_to *p, const prog_symbol *s, const prog_symbol *other, const prog_expr *value)
{
	const prog_expr *place;
	bool gives = p->pieces && other != s && piece_of(value, &place) == s;
	return gives && (!place || expr_keeps(p, s, place, value)) && add_piece(p, other);
}

// Whether the expression keeps the value of `s` to itself. `parent`: what uses its value, NULL: nothing does.
static bool expr_keeps(points_to *p, const prog_symbol *s, const prog_expr *e, const prog_expr *parent)
{
	if (!e || e->kind == PROG_EXPR_SIZEOF) return true;
	if (e->body) return body_keeps(p, s, e);
	if (e->kind == PROG_EXPR_OPAQUE) return false;
	if (e->kind == PROG_EXPR_VAR) return e->symbol != s;
	if (e->kind == PROG_EXPR_CALL) return call_keeps(p, s, e, parent);
	if (e->kind == PROG_EXPR_ASSIGN && e->arg[0]->kind == PROG_EXPR_VAR && e->arg[0]->symbol == s)
		return e->op == PROG_OP_NONE && !parent && gets_own_memory(p, s, e->arg[1]) &&
		       expr_keeps(p, s, e->arg[1], e);
	if (e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && !parent && e->arg[0]->kind == PROG_EXPR_VAR &&
	        gives_piece(p, s, e->arg[0]->symbol, e->arg[1]))
		return true;
	if (is_subscripted(s, e)) {
		// A row of it is its address again.
		bool row = is_array(e->type) && (!parent || parent->kind != PROG_EXPR_INDEX);
		if (row || (parent && parent->kind == PROG_EXPR_ADDR)) return false;
		if (e->kind == PROG_EXPR_INDEX) return expr_keeps(p, s, e->arg[1], e);
		return e->arg[0]->kind == PROG_EXPR_VAR || expr_keeps(p, s, e->arg[0]->arg[1], e);
	}
	// p[i][j]: the rows in between are not known elsewhere; &p[i][j] and p[i] are.
	if ((e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_MEMBER) &&
	        ((parent && parent->kind == PROG_EXPR_ADDR) || is_array(e->type)) &&
	        !(parent && parent->kind == PROG_EXPR_INDEX && is_array(e->type))) {
		const prog_expr *root = e;
		while ((root->kind == PROG_EXPR_INDEX || root->kind == PROG_EXPR_MEMBER ||
		               root->kind == PROG_EXPR_DEREF) &&
		        root->n_args)
			root = prog_without_casts(root->arg[0]);
		if (root->kind == PROG_EXPR_VAR && root->symbol == s) return false;
	}
	for (int k = 0; k < e->n_args; k++) {
		if (!e->arg[k]) continue;
		if (is_asked(e) && is_symbol(s, e->arg[k])) continue;
		if (!expr_keeps(p, s, e->arg[k], e)) return false;
	}
	return true;
}

static bool is_test(const prog_symbol *s, const prog_expr *e) { return e && is_symbol(s, e); }

static bool stmt_keeps(points_to *p, const prog_symbol *s, const prog_stmt *stmt, bool may_return)
{
	if (!stmt) return true;
	if (stmt->kind == PROG_STMT_OPAQUE) return false;
	for (int k = 0; k < stmt->n_symbols; k++) {
		const prog_expr *init = stmt->inits[k];
		if (!init) continue;
		if (stmt->symbols[k] == s && !gets_own_memory(p, s, init)) return false;
		if (gives_piece(p, s, stmt->symbols[k], init)) continue;
		if (!expr_keeps(p, s, init, init)) return false;
	}
	for (int k = 0; k < stmt->n_children; k++)
		if (!stmt_keeps(p, s, stmt->child[k], may_return)) return false;
	bool returned = stmt->kind == PROG_STMT_RETURN && stmt->expr && is_symbol(s, stmt->expr);
	if (returned ? !may_return : !expr_keeps(p, s, stmt->expr, stmt->kind == PROG_STMT_EXPR ? NULL : stmt->expr))
		return false;
	if (!is_test(s, stmt->cond) && !expr_keeps(p, s, stmt->cond, stmt->cond)) return false;
	return expr_keeps(p, s, stmt->step, NULL) && stmt_keeps(p, s, stmt->init, may_return) &&
	       stmt_keeps(p, s, stmt->body, may_return) && stmt_keeps(p, s, stmt->otherwise, may_return);
}

enum closed { CLOSED_UNKNOWN, CLOSED_YES, CLOSED_NO };

// Objects in which mapped arrays stand.
static bool leads_to_objects(const prog_symbol *s)
{
	return s->type && (is_pointer(s->type) || is_array(s->type)) && prog_type_holds_parts(s->type->element);
}

// What is done with a parameter, wherever its value comes from. One that is handed on in a recursion is not closed.
static bool parameter_is_closed(points_to *p, const prog_symbol *s)
{
	unsigned char *known = &p->closed[s->id];
	if (*known == CLOSED_UNKNOWN) {
		pieces *outer = p->pieces; // its own are not looked for
		p->pieces = NULL;
		int number;
		const prog_function *f = prog_function_of(p->unit, s, &number);
		*known = CLOSED_NO;
		bool mapped = s->partly || (s->mapping && s->mapping->how != PROG_MAP_NONE) || leads_to_objects(s);
		if (f && !mapped && !s->address_taken && stmt_keeps(p, s, f->body, false)) *known = CLOSED_YES;
		p->pieces = outer;
	}
	return *known == CLOSED_YES;
}

bool points_to_keeps_argument(points_to *p, const prog_function *f, int argument)
{
	return argument >= f->n_params || !parameter_is_closed(p, f->params[argument]);
}

static bool variable_keeps(points_to *p, const prog_symbol *s)
{
	if (leads_to_objects(s)) return false;
	if (s->kind != PROG_SYMBOL_VARIABLE || s->file_scope || s->is_static || s->address_taken || s->mapping ||
	        s->partly)
		return false;
	for (int k = 0; k < p->unit->n_functions; k++) {
		const prog_stmt *body = p->unit->functions[k]->body;
		if (prog_declares(body, s) && stmt_keeps(p, s, body, false)) return true;
	}
	return false;
}

static bool variable_is_closed(points_to *p, const prog_symbol *s)
{
	// Of a parameter, what is known there is the answer to another question.
	if (s->kind != PROG_SYMBOL_VARIABLE) return false;
	unsigned char *known = &p->closed[s->id];
	if (*known == CLOSED_UNKNOWN) {
		*known = CLOSED_NO;
		if (variable_keeps(p, s)) *known = CLOSED_YES;
	}
	return *known == CLOSED_YES;
}

bool points_to_pieces(points_to *p, const prog_symbol *s, pieces *found)
{
	*found = (pieces){1, {s}};
	if (!is_pointer(s->type)) return false;
	p->pieces = found;
	bool closed = true;
	for (int k = 0; k < found->n && closed; k++) closed = variable_keeps(p, found->list[k]);
	p->pieces = NULL;
	return closed;
}

// ---- parameters that get variables ----------------------------------------------------------------

// By itself, or arrays in it.
static bool is_mapped(const points_to *p, const prog_symbol *s)
{
	if (p->lent[s->id]) return true;
	return (s->mapping && s->mapping->how != PROG_MAP_NONE) || s->is_part || prog_type_holds_parts(s->type);
}

// Whether memory that the lvalue stands in is a variable's, or of what a pointer leads to that gets no other.
static bool in_variable(points_to *p, const prog_expr *e);

static bool is_variables(points_to *p, const prog_expr *e)
{
	e = prog_without_casts(e);
	if (e->kind == PROG_EXPR_INT) return e->value == 0;
	if (!e->type || (!is_pointer(e->type) && !is_array(e->type))) return false;
	switch (e->kind) {
	case PROG_EXPR_STRING:
	case PROG_EXPR_COMPOUND: return true;
	case PROG_EXPR_ADDR: return in_variable(p, e->arg[0]);
	case PROG_EXPR_VAR:
		if (is_pointer(e->type) || e->symbol->kind == PROG_SYMBOL_PARAMETER)
			return p->variables[e->symbol->id] || (is_pointer(e->type) && variable_is_closed(p, e->symbol));
		return in_variable(p, e);
	case PROG_EXPR_MEMBER:
	case PROG_EXPR_INDEX:
	case PROG_EXPR_DEREF: return is_array(e->type) && in_variable(p, e);
	case PROG_EXPR_BINARY:
		if (!is_pointer(e->type) || e->op == PROG_OP_COMMA) return false;
		return is_variables(p, e->arg[is_pointer(e->arg[0]->type) || is_array(e->arg[0]->type) ? 0 : 1]);
	default: return false;
	}
}

static bool in_variable(points_to *p, const prog_expr *e)
{
	while (e->kind != PROG_EXPR_VAR) {
		bool member = e->kind == PROG_EXPR_MEMBER && e->n_args && !is_mapped(p, e->symbol);
		bool element = e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF;
		if (!member && !element) return false;
		if (element && !is_array(e->arg[0]->type)) return is_variables(p, e->arg[0]);
		e = e->arg[0];
	}
	// An array that is a parameter is its caller's.
	if (is_array(e->type) && e->symbol->kind == PROG_SYMBOL_PARAMETER) return p->variables[e->symbol->id];
	return !is_mapped(p, e->symbol);
}

static bool sets_pointer(const prog_expr *e, void *s)
{
	return e->kind == PROG_EXPR_OPAQUE ||
	       (e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && is_symbol(s, e->arg[0]));
}

static bool stmt_sets_pointer(const prog_symbol *s, const prog_stmt *stmt)
{
	return prog_holds_opaque(stmt) || walk_any_in(stmt, sets_pointer, (void *)s);
}

static bool has_known_calls(const points_to *p, const prog_function *f)
{
	return f->is_static && !f->is_main && !p->called_otherwise[f->symbol->id];
}

// The largest set of parameters for which it holds: a recursion that hands one on takes nothing from it.
static void find_variables(points_to *p)
{
	for (int k = 0; k < p->unit->n_functions; k++) {
		const prog_function *f = p->unit->functions[k];
		for (int a = 0; a < f->n_params && has_known_calls(p, f); a++) {
			const prog_symbol *s = f->params[a];
			bool led = s->type && (is_pointer(s->type) || is_array(s->type));
			p->variables[s->id] = led && !s->mapping && !s->inherits && !s->address_taken &&
			                      !stmt_sets_pointer(s, f->body);
		}
	}
	for (bool changed = true; changed;) {
		changed = false;
		for (int k = 0; k < p->n_calls; k++) {
			const prog_expr *e = p->calls[k];
			const prog_function *f = prog_callee(e)->function;
			for (int a = 0; a < f->n_params; a++) {
				unsigned char *yes = &p->variables[f->params[a]->id];
				if (!*yes || (a + 1 < e->n_args && is_variables(p, e->arg[a + 1]))) continue;
				*yes = 0;
				changed = true;
			}
		}
	}
}

bool points_to_variables(const points_to *p, const prog_symbol *s) { return p->variables[s->id]; }

// ---- functions that return fresh memory ----------------------------------------------------------

typedef struct return_search {
	points_to *p;
	const prog_function *f;
} return_search;

static bool returns_other(const prog_stmt *s, void *user)
{
	const return_search *q = user;
	if (s->kind != PROG_STMT_RETURN || !s->expr || is_fresh_value(q->p, s->expr)) return false;
	const prog_expr *e = prog_without_casts(s->expr);
	if (e->kind != PROG_EXPR_VAR || e->symbol->kind != PROG_SYMBOL_VARIABLE || e->symbol->file_scope ||
	        e->symbol->is_static || e->symbol->mapping || e->symbol->partly)
		return true;
	return !stmt_keeps(q->p, e->symbol, q->f->body, true);
}

bool points_to_gives_fresh(const points_to *p, const prog_symbol *function) { return p->fresh[function->id]; }

bool points_to_gives_fresh_rows(const points_to *p, const prog_symbol *function) { return p->fresh_rows[function->id]; }

static bool is_pointer_variable(const prog_expr *e)
{
	return e->kind == PROG_EXPR_VAR && is_pointer(e->type) && is_pointer(e->type->element);
}

// Whether the value is fresh memory, or a place where pointers in that of `holder` lead already.
static bool is_fresh_row(const points_to *p, const prog_symbol *holder, const prog_expr *e)
{
	if (is_fresh_value(p, e)) return true;
	e = prog_without_casts(e);
	bool sum = e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_ADD || e->op == PROG_OP_SUB);
	if (sum) return is_fresh_row(p, holder, e->arg[0]);
	if (e->kind == PROG_EXPR_ADDR && e->arg[0]->kind == PROG_EXPR_INDEX)
		return is_fresh_row(p, holder, e->arg[0]->arg[0]);
	return (e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF) && holder_of(e) == holder;
}

// In a function that returns fresh memory: whether a pointer to something else may be put into some memory.
static bool gives_others_rows(const prog_expr *e, void *user)
{
	const points_to *p = user;
	if (e->body || e->kind == PROG_EXPR_OPAQUE) return true;
	const prog_symbol *f = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	bool frees = f && is_library(f) && library_frees(f->name);
	for (int k = 1; e->kind == PROG_EXPR_CALL && !frees && k < e->n_args; k++)
		if (is_pointer_variable(prog_without_casts(e->arg[k]))) return true;
	const prog_expr *to = e->kind == PROG_EXPR_ASSIGN ? e->arg[0] : NULL;
	if (to && is_pointer(to->type) && to->kind != PROG_EXPR_VAR) {
		bool element = to->kind == PROG_EXPR_INDEX || to->kind == PROG_EXPR_DEREF;
		const prog_symbol *holder = element ? holder_of(to) : NULL;
		if (!holder || holder->kind != PROG_SYMBOL_VARIABLE || !is_fresh_row(p, holder, e->arg[1])) return true;
	}
	return false;
}

static void find_fresh(points_to *p)
{
	enum { DEEPEST = 4 }; // of allocators that call allocators
	for (int round = 0; round < DEEPEST; round++) {
		memset(p->closed, CLOSED_UNKNOWN, (size_t)p->unit->n_symbols);
		for (int k = 0; k < p->unit->n_functions; k++) {
			const prog_function *f = p->unit->functions[k];
			if (is_pointer(f->symbol->type->element) &&
			        !walk_any_stmt(f->body, returns_other, &(return_search){p, f}))
				p->fresh[f->symbol->id] = 1;
		}
	}
	memset(p->closed, CLOSED_UNKNOWN, (size_t)p->unit->n_symbols);
	for (int k = 0; k < p->unit->n_functions; k++) {
		const prog_function *f = p->unit->functions[k];
		p->fresh_rows[f->symbol->id] = p->fresh[f->symbol->id] && !walk_any_in(f->body, gives_others_rows, p);
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

// Initialised with what is not seen.
static bool is_set_before(const prog_unit *u, const prog_symbol *s)
{
	bool seen = is_pointer(s->type) && s->value;
	return s->kind == PROG_SYMBOL_VARIABLE && s->file_scope && s->has_init && !seen && !is_nothing(u, s->init);
}

static void see_other_units(points_to *p)
{
	const prog_unit *u = p->unit;
	bool members = false;
	for (int k = 0; k < u->n_symbols; k++) {
		const prog_symbol *s = u->symbols[k];
		if (is_set_before(u, s))
			members |= innermost_array(s->type) && innermost_array(s->type)->kind == PROG_TYPE_STRUCT;
	}
	for (int k = 0; k < u->n_symbols; k++) {
		const prog_symbol *s = u->symbols[k];
		bool set = is_set_before(u, s);
		bool shared = s->kind == PROG_SYMBOL_VARIABLE && s->file_scope && (!s->is_static || set);
		// A struct of a header is other units', too.
		bool in_header = s->loc.file < 0 || !u->files[s->loc.file].is_main;
		bool member = s->kind == PROG_SYMBOL_FIELD && (members || in_header);
		if (is_pointer(s->type) && (shared || member))
			p->node[node_of(s)] |= BIT(ELSEWHERE) | (set ? BIT(LAST_SITE) : 0);
	}
	for (int k = 0; k < u->n_functions; k++) {
		const prog_function *f = u->functions[k];
		bool known = has_known_calls(p, f);
		for (int a = 0; a < f->n_params && !known; a++) p->node[node_of(f->params[a])] |= BIT(ELSEWHERE);
	}
}

// ---- the whole -----------------------------------------------------------------------------------

// Where the arrays lie that a mapping of a part of what its symbol stands for is about.
static int part_of(const points_to *p, const prog_mapping *m)
{
	return prog_mapping_of_pointers(m) ? target_of(p, m->symbol) : node_of(m->symbol);
}

static bool join(places *of, const edge *e)
{
	bool more = (of[e->from] & ~of[e->to]) != 0;
	of[e->to] |= of[e->from];
	return more;
}

static bool is_local_pointer(const prog_symbol *s)
{
	return s->kind == PROG_SYMBOL_VARIABLE && !s->file_scope && !s->is_static && !s->mapping && !s->partly;
}

// What pointers with a mapping get: backwards from these.
static void join_back(const points_to *p, places *into)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (int k = 0; k < p->n_edges; k++) {
			const edge back = {p->edges[k].to, p->edges[k].from, false};
			changed |= join(into, &back);
		}
	}
}

static bool is_out_parameter(const prog_symbol *s)
{
	return s->kind == PROG_SYMBOL_PARAMETER && is_pointer(s->type) && is_pointer(s->type->element);
}

// A function hands on what it sets *f to, of its parameter f, and members; `into`: as below.
static void find_ways_out(points_to *p, const places *into)
{
	const prog_unit *u = p->unit;
	for (int k = 0; k < u->n_symbols; k++) {
		const prog_symbol *s = u->symbols[k];
		if (is_out_parameter(s)) p->awaited[set_of(p, s)] = into[set_of(p, s)];
		if (s->kind == PROG_SYMBOL_FIELD && is_pointer(s->type) && !s->mapping) p->awaited[k] = into[k];
	}
}

// Of what is awaited, what an allocation in a function comes to.
static void keep_given(points_to *p)
{
	size_t n = count_nodes(p->unit);
	places *given = prog_alloc(p->unit, sizeof *given * n);
	for (bool changed = true; changed;) {
		changed = false;
		for (int k = 0; k < p->n_gifts; k++) {
			const gift *g = &p->gifts[k];
			places comes = g->from ? given[g->from->id] : BIT(MAPPED);
			changed |= p->awaited[g->to] && (comes & ~given[g->to]);
			if (p->awaited[g->to]) given[g->to] |= comes;
		}
		for (int k = 0; k < p->n_edges; k++)
			if (p->awaited[p->edges[k].to]) changed |= join(given, &p->edges[k]);
	}
	for (size_t k = 0; k < n; k++)
		if (!given[k]) p->awaited[k] = 0;
}

// Fresh memory that a function hands on has its mapping before that, where it is known who gets it: backwards from the
// calls to the pointers by which the function knows it. `into`: what flows into pointers with a mapping.
static void find_awaited(points_to *p, const places *into)
{
	int n = p->unit->n_symbols;
	find_ways_out(p, into);
	for (bool changed = true; changed;) {
		changed = false;
		for (int k = 0; k < p->n_gifts; k++) {
			const gift *g = &p->gifts[k];
			if (!g->from || g->to == sink(p)) continue;
			places gets = (g->to < n ? into[g->to] : 0) | p->awaited[g->to],
			       *has = &p->awaited[g->from->id];
			changed |= (gets & ~*has) != 0;
			*has |= gets;
		}
		for (int k = 0; k < p->n_edges; k++) {
			const edge back = {p->edges[k].to, p->edges[k].from, false};
			if (back.to < n && is_local_pointer(p->unit->symbols[back.to]))
				changed |= join(p->awaited, &back);
		}
	}
	keep_given(p);
	for (size_t k = 0; k < count_nodes(p->unit); k++) {
		if (!p->awaited[k]) continue;
		p->node[k] |= BIT(MAPPED);
		p->mappings[k] |= p->awaited[k];
	}
}

// What flows into pointers with a mapping: backwards from these.
static void find_lent(points_to *p)
{
	const prog_unit *u = p->unit;
	const size_t size = sizeof(places) * count_nodes(u);
	places *into = prog_alloc(p->unit, size), *whole = prog_alloc(p->unit, size); // without rows
	for (int k = 0; k < u->n_mappings; k++) {
		const prog_mapping *m = u->mappings[k];
		if (m->how == PROG_MAP_NONE) continue;
		if (is_pointer(m->symbol->type) || m->path || m->is_parameter) into[part_of(p, m)] |= mapping_bit(m);
		if (!prog_mapping_of_pointers(m)) whole[node_of(m->symbol)] |= into[node_of(m->symbol)];
		if (prog_mapping_is_block(m)) {
			p->lent[m->symbol->id] = 1;
			p->mappings[node_of(m->symbol)] |= mapping_bit(m);
		}
		if (m->row_levels || prog_mapping_of_pointers(m)) into[target_of(p, m->symbol)] |= mapping_bit(m);
	}
	join_back(p, into);
	join_back(p, whole);
	find_awaited(p, whole);
	for (int k = 0; k < u->n_symbols; k++) // double *now = p[1]; where `now` is what has the mapping
		if (holds_pointers(u->symbols[k]))
			p->mappings[target_of(p, u->symbols[k])] |= whole[target_of(p, u->symbols[k])];
	bool fields = false;
	for (int k = 0; k < p->n_loans; k++) {
		const loan *l = &p->loans[k];
		if (!into[l->to]) continue;
		p->lent[l->array->id] = 1;
		if (l->array->kind == PROG_SYMBOL_FIELD) fields = l->array->is_part = true;
		p->mappings[node_of(l->array)] |= into[l->to];
	}
	if (fields) prog_mark_holders(p->unit);
	for (int k = 0; k < p->n_loans; k++) {
		const loan *l = &p->loans[k];
		if (!p->lent[l->array->id]) continue;
		p->node[l->to] |= BIT(MAPPED);
		p->mappings[l->to] |= p->mappings[node_of(l->array)];
	}
}

// What is set through a pointer is seen by those that it was copied from (the edges); here, by those that it is copied
// to.
static void find_rows(points_to *p)
{
	int n = p->unit->n_symbols;
	for (int k = 0; k < n; k++) {
		const prog_symbol *s = p->unit->symbols[k];
		bool initialised = s->has_init && holds_pointers(s);
		p->rows[k] = p->node[n + k] | (p->node[k] & BIT(ELSEWHERE)) | (initialised ? p->node[sink(p)] : 0);
	}
	for (bool changed = true; changed;) {
		changed = false;
		for (int k = 0; k < p->n_edges; k++)
			if (p->edges[k].from < n && p->edges[k].to < n) changed |= join(p->rows, &p->edges[k]);
		for (int k = 0; k < p->n_leads; k++) {
			const lead *l = &p->leads[k];
			places more = l->itself ? p->node[l->from] : p->rows[l->from];
			changed |= (more & ~p->rows[l->to]) != 0;
			p->rows[l->to] |= more;
		}
	}
}

static void solve(points_to *p)
{
	for (int k = 0; k < p->unit->n_symbols; k++) {
		const prog_symbol *s = p->unit->symbols[k];
		if (s->mapping && s->mapping->how != PROG_MAP_NONE) p->mappings[k] |= mapping_bit(s->mapping);
		if (leads_to_objects(s) && is_pointer(s->type)) p->mappings[k] |= parts_of(p, s->type->element);
	}
	for (int k = 0; k < p->unit->n_mappings; k++) {
		const prog_mapping *m = p->unit->mappings[k];
		if (prog_mapping_is_partial(m) && m->how != PROG_MAP_NONE) p->mappings[part_of(p, m)] |= mapping_bit(m);
	}
	for (bool changed = true; changed;) {
		changed = false;
		for (int k = 0; k < p->n_edges; k++) {
			changed |= join(p->mappings, &p->edges[k]);
			if (p->edges[k].expects) continue;
			changed |= join(p->node, &p->edges[k]);
			changed |= join(p->inside, &p->edges[k]);
		}
	}
	find_rows(p);
	p->escaped = p->node[sink(p)];
	p->mapped = BIT(MAPPED);
	for (int k = 0; k < p->unit->n_symbols; k++) {
		const prog_symbol *s = p->unit->symbols[k];
		const prog_mapping *own = s->mapping && s->mapping->how != PROG_MAP_NONE ? s->mapping : NULL;
		if (own && s->type && is_pointer(s->type)) p->mapped |= p->node[k];
		if (own && own->row_levels) p->mapped |= p->node[target_of(p, s)];
		if (leads_to_objects(s)) p->mapped |= p->node[k];
		// Other units may map what they can reach by name, or what is handed to them.
		bool reachable =
		        (s->kind == PROG_SYMBOL_VARIABLE && s->file_scope && !s->is_static) ||
		        (s->kind == PROG_SYMBOL_FIELD && (s->loc.file < 0 || !p->unit->files[s->loc.file].is_main)) ||
		        (s->kind == PROG_SYMBOL_FUNCTION && s->function && !s->is_static);
		if (reachable && !p->unit->is_whole) p->escaped |= p->node[k];
	}
	for (int k = 0; k < p->unit->n_mappings; k++) {
		const prog_mapping *m = p->unit->mappings[k];
		if (!prog_mapping_is_partial(m) || m->how == PROG_MAP_NONE) continue;
		p->mapped |= p->node[part_of(p, m)];
		if (m->row_levels) p->mapped |= p->node[target_of(p, m->symbol)];
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
	        .node = prog_alloc(unit, sizeof(places) * count_nodes(unit)),
	        .mappings = prog_alloc(unit, sizeof(places) * count_nodes(unit)),
	        .rows = prog_alloc(unit, sizeof(places) * (n + 1)),
	        .inside = prog_alloc(unit, sizeof(places) * count_nodes(unit)),
	        .called_otherwise = prog_alloc(unit, n + 1),
	        .fresh = prog_alloc(unit, n + 1),
	        .fresh_rows = prog_alloc(unit, n + 1),
	        .closed = prog_alloc(unit, n + 1),
	        .taken = prog_alloc(unit, n + 1),
	        .variables = prog_alloc(unit, n + 1),
	        .awaited = prog_alloc(unit, sizeof(places) * count_nodes(unit)),
	        .lent = prog_alloc(unit, n + 1)};
	for (int k = 0; k < unit->n_symbols; k++)
		add_edge(p, set_of(p, unit->symbols[k]), target_of(p, unit->symbols[k]));
	find_fresh(p);
	for (int k = 0; k < unit->n_functions; k++) follow_stmt(p, unit->functions[k]->body);
	for (int k = 0; k < unit->n_values; k++) follow_expr(p, unit->values[k], NULL);
	for (int k = 0; k < unit->n_symbols; k++)
		if (unit->symbols[k]->value && is_pointer(unit->symbols[k]->type))
			flow(p, unit->symbols[k]->value, node_of(unit->symbols[k]));
	see_other_units(p);
	find_lent(p);
	find_variables(p);
	solve(p);
	return p;
}

static bool is_led(const points_to *p, const prog_symbol *s)
{
	bool shape_only = s->kind == PROG_SYMBOL_PARAMETER && s->mapping && s->mapping->how == PROG_MAP_NONE;
	return (!s->mapping || shape_only) && (is_pointer(s->type) || s->is_part || p->lent[s->id] ||
	                                              (s->kind == PROG_SYMBOL_PARAMETER && is_array(s->type)));
}

bool points_to_lent(const points_to *p, const prog_symbol *s) { return p->lent[s->id]; }

static const gift *gift_of(const points_to *p, const prog_expr *call)
{
	for (int k = 0; k < p->n_gifts; k++)
		if (p->gifts[k].call == call) return &p->gifts[k];
	return NULL;
}

// What the node stands for, if a function hands memory on by it: the function, *f of its parameter f, a member.
static const prog_symbol *way_out(const points_to *p, int node)
{
	const prog_unit *u = p->unit;
	if (!p->awaited[node]) return NULL;
	if (node > sink(p)) return u->symbols[node - sink(p) - 1];
	const prog_symbol *s = node < u->n_symbols ? u->symbols[node] : NULL;
	return s && (s->kind == PROG_SYMBOL_FUNCTION || s->kind == PROG_SYMBOL_FIELD) ? s : NULL;
}

// Forwards from one of the function's pointers.
static const prog_symbol *way_out_of(const points_to *p, int node, unsigned char *seen)
{
	if (node == sink(p) || seen[node]) return NULL;
	const prog_symbol *out = way_out(p, node);
	seen[node] = 1;
	bool local = node < p->unit->n_symbols && is_local_pointer(p->unit->symbols[node]);
	for (int k = 0; !out && local && p->awaited[node] && k < p->n_edges; k++)
		if (p->edges[k].from == node) out = way_out_of(p, p->edges[k].to, seen);
	return out;
}

const prog_symbol *points_to_handed_on_by(const points_to *p, const prog_symbol *s)
{
	const int node = s->kind == PROG_SYMBOL_PARAMETER ? set_of(p, s) : node_of(s);
	return way_out_of(p, node, prog_alloc(p->unit, count_nodes(p->unit)));
}

const prog_symbol *points_to_awaited(const points_to *p, const prog_expr *call)
{
	const gift *g = gift_of(p, call);
	if (!g || !p->awaited[g->to]) return NULL;
	return way_out_of(p, g->to, prog_alloc(p->unit, count_nodes(p->unit)));
}

bool points_to_hands_on(const points_to *p, const prog_symbol *s)
{
	return p->awaited[s->kind == PROG_SYMBOL_PARAMETER ? set_of(p, s) : node_of(s)] != 0;
}

const prog_symbol *points_to_receiver(const points_to *p, const prog_expr *call)
{
	const gift *g = gift_of(p, call);
	return g && g->from && p->awaited[g->from->id] && g->to < p->unit->n_symbols ? p->unit->symbols[g->to] : NULL;
}

bool points_to_inside(const points_to *p, const prog_symbol *s) { return is_led(p, s) && p->inside[node_of(s)]; }

bool points_to_before(const points_to *p, const prog_symbol *s)
{
	return is_led(p, s) && (p->inside[node_of(s)] & BEFORE);
}

bool points_to_unmapped(points_to *p, const prog_symbol *s) { return is_pointer(s->type) && variable_is_closed(p, s); }

points_to *points_to_with_unmapped(const points_to *p, prog_symbol *const *symbols, int n)
{
	points_to *view = prog_alloc(p->unit, sizeof *view);
	size_t n_symbols = (size_t)p->unit->n_symbols + 1;
	*view = *p;
	view->taken = prog_alloc(p->unit, n_symbols * sizeof *view->taken);
	memcpy(view->taken, p->taken, n_symbols * sizeof *view->taken);
	for (int k = 0; k < n; k++) view->taken[symbols[k]->id] = true;
	return view;
}

bool points_to_expected_unmapped(const points_to *p, const prog_symbol *s)
{
	if (p->taken[s->id]) return true;
	places to = is_led(p, s) ? p->node[node_of(s)] : 0;
	return (to & ~BIT(ELSEWHERE)) && !(to & p->mapped & ~BIT(ELSEWHERE));
}

bool points_to_elsewhere(const points_to *p, const prog_symbol *s)
{
	return !p->taken[s->id] && is_led(p, s) && (p->node[node_of(s)] & BIT(ELSEWHERE));
}

bool points_to_expected_elements(const points_to *p, const prog_symbol *s)
{
	bool holds_pointers = s->kind == PROG_SYMBOL_VARIABLE && is_array(s->type) && is_pointer(s->type->element);
	places to = holds_pointers && !s->mapping && !s->has_init ? p->node[target_of(p, s)] : 0;
	return (to & ~BIT(ELSEWHERE)) && !(to & p->mapped & ~BIT(ELSEWHERE));
}

bool points_to_expected_rows(const points_to *p, const prog_symbol *s)
{
	bool array = is_array(s->type) && s->kind == PROG_SYMBOL_VARIABLE;
	bool holds_pointers = (is_pointer(s->type) || array) && is_pointer(s->type->element) &&
	                      (!s->mapping || s->mapping->how == PROG_MAP_NONE);
	// Where the pointers are those of rows with a mapping, which come with it where a function hands them on.
	if (!array && (p->node[node_of(s)] & p->mapped & ~BIT(ELSEWHERE))) return false;
	places to = holds_pointers ? p->rows[s->id] : 0;
	return (to & ~BIT(ELSEWHERE)) && !(to & p->mapped & ~BIT(ELSEWHERE));
}

static int list_mappings(const points_to *p, places to, const prog_mapping **out)
{
	int n = 0;
	for (int k = 0; k < p->unit->n_mappings && k < LAST_SITE; k++)
		if (to & BIT(k)) out[n++] = p->unit->mappings[k];
	return to & BIT(LAST_SITE) ? 0 : n;
}

int points_to_mappings(const points_to *p, const prog_symbol *s, const prog_mapping **out)
{
	return list_mappings(p, is_led(p, s) ? p->mappings[node_of(s)] : 0, out);
}

int points_to_element_mappings(const points_to *p, const prog_symbol *s, const prog_mapping **out)
{
	return list_mappings(p, p->mappings[target_of(p, s)], out);
}

static places led_to(const points_to *p, const prog_symbol *s)
{
	if (!is_pointer(s->type) && s->kind != PROG_SYMBOL_PARAMETER) return BIT(LAST_SITE);
	return p->node[node_of(s)];
}

// What comes from elsewhere leads to memory that this unit has let escape, or to other units'.
static bool places_meet(const points_to *p, places x, places y)
{
	bool outside = ((x & BIT(ELSEWHERE)) && (y & (p->escaped | BIT(ELSEWHERE)))) ||
	               ((y & BIT(ELSEWHERE)) && (x & p->escaped));
	return outside || (x & y & ~BIT(ELSEWHERE));
}

bool points_to_rows_may_meet(points_to *p, const prog_symbol *rows, const prog_symbol *other)
{
	places x = p->rows[rows->id];
	return !x || (!points_to_unmapped(p, other) && places_meet(p, x, led_to(p, other)));
}

static bool is_array_variable(const prog_symbol *s) { return is_array(s->type) && s->kind != PROG_SYMBOL_PARAMETER; }

// Whether the pointer may lead into the array, which is mapped as it is declared.
static bool may_lead_into(const points_to *p, const prog_symbol *pointer, const prog_symbol *array)
{
	const prog_mapping *m = is_array_variable(array) ? array->mapping : NULL;
	if (!m || m->how == PROG_MAP_NONE || !(led_to(p, pointer) & BIT(MAPPED))) return false;
	const places into = p->mappings[node_of(pointer)];
	return !into || (into & (mapping_bit(m) | BIT(LAST_SITE)));
}

bool points_to_may_meet(points_to *p, const prog_symbol *a, const prog_symbol *b)
{
	// What a closed pointer leads to is known to it alone, and to the functions that it is handed to.
	if (points_to_unmapped(p, a) || points_to_unmapped(p, b)) return false;
	places x = led_to(p, a), y = led_to(p, b);
	if (is_array(a->type) && is_array(b->type) && a->kind != PROG_SYMBOL_PARAMETER &&
	        b->kind != PROG_SYMBOL_PARAMETER)
		return false;
	return places_meet(p, x, y) || may_lead_into(p, a, b) || may_lead_into(p, b, a);
}

// A pointer that is seen to lead to a variable has one bit for all that are mapped, and one for all others.
static places all_places(const points_to *p, const prog_symbol *s)
{
	return led_to(p, s) | (is_pointer(s->type) || !is_array_variable(s) ? 0 : BIT(MAPPED));
}

bool points_to_are_seen_apart(points_to *p, const prog_symbol *a, const prog_symbol *b)
{
	if (a == b) return false;
	if (points_to_unmapped(p, a) != points_to_unmapped(p, b)) return true;
	if (is_array_variable(a) && is_array_variable(b)) return true;
	places x = all_places(p, a), y = all_places(p, b);
	return x && y && !places_meet(p, x, y);
}

bool points_to_shares_place(points_to *p, const prog_symbol *a, const prog_symbol *b)
{
	if (named_places_are_apart(p->unit, a, b) || named_places_are_apart(p->unit, b, a)) return false;
	if (points_to_unmapped(p, a) || points_to_unmapped(p, b)) return false;
	return (led_to(p, a) & led_to(p, b) & ~BIT(ELSEWHERE)) != 0;
}

bool points_to_may_reach_variables(points_to *p, const prog_expr *pointer)
{
	const prog_expr *e = prog_without_casts(pointer);
	while (e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_ADD || e->op == PROG_OP_SUB))
		e = prog_without_casts(e->arg[is_pointer(e->arg[0]->type) || is_array(e->arg[0]->type) ? 0 : 1]);
	// q[k][i], (*q)[i]: what the pointers in q lead to.
	const prog_symbol *holder = e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF ? holder_of(e) : NULL;
	const prog_symbol *s = e->kind == PROG_EXPR_VAR || e->kind == PROG_EXPR_MEMBER ? e->symbol : holder;
	if (!s || (s == holder ? is_array(e->type) : !is_pointer(s->type))) return true;
	if (!holder && points_to_unmapped(p, s)) return false;
	places x = p->node[holder ? target_of(p, s) : node_of(s)];
	if (!x || (x & BIT(LAST_SITE))) return true;
	bool maps = s->mapping && s->mapping->how != PROG_MAP_NONE;
	return !maps && (x & BIT(ELSEWHERE)) && (p->escaped & BIT(LAST_SITE));
}
