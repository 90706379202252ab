// SPDX-License-Identifier: Apache-2.0
#include "liveness.h"

#include "../model/model.h"
#include "facts.h"

#include <stdlib.h>
#include <string.h>

typedef struct use {
	bool exposed; // read before it is certainly set
	bool defines; // certainly set
	bool spoils;  // another function may have set it since it was set here
	bool foreign; // reads what such a function has left
} use;

// What is asked of a variable. Those of file scope are also read and set by the functions that are called.
typedef struct question {
	const prog_symbol *symbol;
	const prog_expr *part; // asked of this part of it only; NULL: of all of it
	unsigned char *state;  // [symbol id] of a function; NULL: no function can name the variable
	bool at_end;           // its value is read where the function that is looked at ends
	bool at_exit;          // and where the program does, by handlers
	bool lent;             // calls get its address
	bool in_parts; // statements that need not follow one another: what one of them sets the next may not find set
} question;

enum { FN_LOOKED_AT = 1, FN_NAMES = 2, FN_EXPOSED = 4, FN_FOREIGN = 8, FN_BUSY = 16 };

static use then(use a, use b)
{
	return (use){
	        .exposed = a.exposed || (!a.defines && b.exposed),
	        .defines = b.defines || (a.defines && !b.spoils),
	        .spoils = b.spoils || (a.spoils && !b.defines),
	        .foreign = a.foreign || b.foreign || (a.spoils && b.exposed),
	};
}

// One or the other.
static use either(use a, use b)
{
	return (use){a.exposed || b.exposed, a.defines && b.defines, a.spoils || b.spoils, a.foreign || b.foreign};
}

static use perhaps(use a) { return either(a, (use){0}); }

static use use_of(const prog_stmt *s, question *q);
static use use_of_function(const prog_symbol *f, question *q);

static bool is_one_of(const prog_symbol *f, const char *const *names)
{
	while (f && *names && strcmp(f->name, *names) != 0) names++;
	return f && *names;
}

// What does not come back goes on elsewhere: behind a setjmp, or in handlers.
static bool leads_elsewhere(const prog_symbol *f, const question *q)
{
	static const char *const jumps[] = {"longjmp", "_longjmp", "siglongjmp", NULL}, *const exits[] = {"exit",
	                                                                                        "quick_exit", "err",
	                                                                                        "errx", "verr", "verrx",
	                                                                                        "error", NULL};
	return is_one_of(f, jumps) || (q->at_exit && is_one_of(f, exits));
}

// Functions of the system call none of the program's but those that they are given, and these are named in the call.
static use use_of_callee(const prog_expr *call, question *q)
{
	const prog_symbol *f = prog_callee(call);
	if (!q->state || (f && !f->function && (f->in_system_header || f->kind != PROG_SYMBOL_FUNCTION)))
		return (use){.exposed = q->state && leads_elsewhere(f, q)};
	if (f && f->function && f->function->body) return use_of_function(f, q);
	return (use){.exposed = true, .spoils = true, .foreign = true};
}

static use use_of_expr(const prog_expr *e, question *q);

static use use_of_args(const prog_expr *e, question *q, int from)
{
	use u = {0};
	for (int k = from; k < e->n_args; k++) u = then(u, use_of_expr(e->arg[k], q));
	return u;
}

static bool is_address_of(const prog_symbol *x, const prog_expr *e)
{
	while (e->kind == PROG_EXPR_CAST) e = e->arg[0];
	return e->kind == PROG_EXPR_ADDR && e->arg[0]->kind == PROG_EXPR_VAR && e->arg[0]->symbol == x;
}

// f(&x): the function may set it in any case, and not read it before.
static bool call_defines(const prog_expr *e, const question *q)
{
	const prog_symbol *callee = prog_callee(e);
	const prog_function *f = callee ? callee->function : NULL;
	int times = 0;
	bool defines = false;
	for (int k = 1; k < e->n_args; k++) {
		if (!prog_names(e->arg[k], q->symbol)) continue;
		times++;
		defines = f && k <= f->n_params && is_address_of(q->symbol, e->arg[k]) &&
		          assignment_of_parameter(f, f->params[k - 1]);
	}
	return times == 1 && defines;
}

static use use_of_call(const prog_expr *e, question *q)
{
	if (q->lent && call_defines(e, q)) {
		use others = {0};
		for (int k = 0; k < e->n_args; k++)
			if (!prog_names(e->arg[k], q->symbol)) others = then(others, use_of_expr(e->arg[k], q));
		return then(others, (use){.defines = !q->in_parts});
	}
	return then(use_of_args(e, q, 0), use_of_callee(e, q));
}

const prog_symbol *liveness_variable(const prog_expr *part)
{
	bool member = part->kind == PROG_EXPR_MEMBER;
	while (part->kind == PROG_EXPR_MEMBER && part->n_args) part = part->arg[0];
	return member && part->kind == PROG_EXPR_VAR ? part->symbol : NULL;
}

static int members_of(const prog_expr *e)
{
	int n = 0;
	for (; e->kind == PROG_EXPR_MEMBER; e = e->arg[0]) n++;
	return n;
}

// Of two parts of one variable, by as many members: whether they lie apart. In a union nothing does.
static bool are_apart(const prog_expr *a, const prog_expr *b)
{
	if (a->kind != PROG_EXPR_MEMBER) return false;
	const prog_expr *in = a->arg[0], *beside = b->arg[0];
	if (are_apart(in, beside)) return true;
	return prog_same_expr(in, beside) && a->symbol != b->symbol && !in->type->is_union;
}

// Of two parts of one variable: whether they have a part in common.
static bool meet(const prog_expr *a, const prog_expr *b)
{
	int n = members_of(a), m = members_of(b);
	for (; n > m; n--) a = a->arg[0];
	for (; m > n; m--) b = b->arg[0];
	return !are_apart(a, b);
}

// Whether the expression is another part of the variable than the one that is asked of.
static bool is_other_part(const prog_expr *e, const question *q)
{
	return q->part && liveness_variable(e) == q->symbol && !meet(e, q->part);
}

static use use_of_assign(const prog_expr *e, question *q)
{
	const prog_expr *target = e->arg[0];
	use u = use_of_expr(e->arg[1], q);
	if (is_other_part(target, q)) return u;
	if (q->part && e->op == PROG_OP_NONE && prog_same_expr(target, q->part))
		return then(u, (use){.defines = !q->in_parts});
	if (target->kind != PROG_EXPR_VAR || target->symbol != q->symbol) {
		// An element that is set is no read of the array, but does not set all of it.
		const prog_expr *t = target;
		while (t->kind == PROG_EXPR_INDEX) {
			u = then(u, use_of_expr(t->arg[1], q));
			t = t->arg[0];
		}
		if (t->kind == PROG_EXPR_VAR && t->symbol == q->symbol && e->op == PROG_OP_NONE &&
		        t->type->kind == PROG_TYPE_ARRAY)
			return u;
		return then(u, use_of_expr(t, q));
	}
	if (e->op != PROG_OP_NONE) u = then(u, (use){.exposed = true});
	return then(u, (use){.defines = !q->in_parts});
}

static use use_of_expr(const prog_expr *e, question *q)
{
	if (!e) return (use){0};
	if (e->body) {
		use u = then(use_of_args(e, q, 0), perhaps(use_of(e->body, q)));
		u.exposed |= stmt_holds(e->body, STMT_JUMPS | STMT_KIND(LABEL) | STMT_KIND(OPAQUE));
		return u;
	}
	if (is_other_part(e, q)) return (use){0};
	switch (e->kind) {
	case PROG_EXPR_VAR:
		if (q->state && e->symbol->function) return use_of_function(e->symbol, q);
		return (use){.exposed = e->symbol == q->symbol};
	case PROG_EXPR_ASSIGN: return use_of_assign(e, q);
	case PROG_EXPR_COND: {
		use c = use_of_expr(e->arg[0], q), y = use_of_expr(e->arg[1], q), n = use_of_expr(e->arg[2], q);
		return then(c, either(y, n));
	}
	case PROG_EXPR_CALL: return use_of_call(e, q);
	case PROG_EXPR_BINARY:
		if (e->op == PROG_OP_LAND || e->op == PROG_OP_LOR) {
			use a = use_of_expr(e->arg[0], q), b = use_of_expr(e->arg[1], q);
			return then(a, perhaps(b));
		}
		return use_of_args(e, q, 0);
	default: return use_of_args(e, q, 0);
	}
}

// Of a body that is entered or left in the middle.
static use use_of_parts(const prog_stmt *body, question *q)
{
	const bool in_parts = q->in_parts;
	q->in_parts = true;
	use u = use_of(body, q);
	q->in_parts = in_parts;
	return u;
}

static use loop_use(const prog_stmt *s, question *q)
{
	use body = use_of(s->body, q);
	if (stmt_holds(s->body, STMT_JUMPS | STMT_KIND(LABEL) | STMT_KIND(OPAQUE))) {
		body.defines = false;
		body.spoils |= use_of_parts(s->body, q).spoils;
	}
	if (s->kind == PROG_STMT_DO) {
		body = then(body, use_of_expr(s->cond, q));
		body.foreign |= body.spoils && body.exposed;
		return body;
	}
	use before = then(use_of(s->init, q), use_of_expr(s->cond, q));
	use round = then(body, use_of_expr(s->step, q));
	round.foreign |= round.spoils && round.exposed;
	return then(before, perhaps(round));
}

static use use_of(const prog_stmt *s, question *q)
{
	use u = {0};
	if (!s) return u;
	switch (s->kind) {
	case PROG_STMT_COMPOUND:
		for (int k = 0; k < s->n_children; k++) u = then(u, use_of(s->child[k], q));
		return u;
	case PROG_STMT_DECL:
		for (int k = 0; k < s->n_symbols; k++) {
			u = then(u, use_of_expr(s->inits[k], q));
			if (s->symbols[k] == q->symbol && s->inits[k]) u.defines = !q->in_parts;
		}
		return u;
	case PROG_STMT_IF: {
		use y = use_of(s->body, q), n = use_of(s->otherwise, q);
		return then(use_of_expr(s->cond, q), either(y, n));
	}
	case PROG_STMT_FOR:
	case PROG_STMT_WHILE:
	case PROG_STMT_DO: return loop_use(s, q);
	case PROG_STMT_SWITCH: return then(use_of_expr(s->cond, q), use_of_parts(s->body, q));
	case PROG_STMT_BREAK:
	case PROG_STMT_CONTINUE:
	case PROG_STMT_GOTO: return (use){0};
	case PROG_STMT_RETURN: return then(use_of_expr(s->expr, q), (use){.exposed = q->at_end});
	default: return then(use_of_expr(s->expr, q), use_of(s->body, q));
	}
}

// What calling the function does to the variable.
static use use_of_function(const prog_symbol *f, question *q)
{
	unsigned char *state = &q->state[f->id];
	const use unknown = {.exposed = true, .spoils = true, .foreign = true};
	if (*state & FN_BUSY) return unknown;
	if (!(*state & FN_LOOKED_AT)) {
		bool at_end = q->at_end, in_parts = q->in_parts;
		*state = FN_BUSY;
		q->at_end = q->in_parts = false;
		use u = use_of(f->function->body, q);
		if (stmt_holds(f->function->body, STMT_KIND(GOTO) | STMT_KIND(LABEL) | STMT_KIND(OPAQUE)) &&
		        (u.exposed || u.spoils || prog_sets(f->function->body, q->symbol)))
			u = unknown;
		bool names = u.exposed || u.spoils || prog_sets(f->function->body, q->symbol);
		*state = (unsigned char)(FN_LOOKED_AT | (names ? FN_NAMES : 0) | (u.exposed ? FN_EXPOSED : 0) |
		                         (u.foreign ? FN_FOREIGN : 0));
		q->at_end = at_end;
		q->in_parts = in_parts;
	}
	if (!(*state & FN_NAMES)) return (use){0};
	return (use){.exposed = *state & FN_EXPOSED, .spoils = true, .foreign = *state & FN_FOREIGN};
}

// Whether no function reads what another one has left in the variable of file scope.
static bool is_own_of_each_function(const prog_unit *unit, question *q)
{
	bool closed = q->symbol->is_static || unit->is_whole;
	if (!closed || q->symbol->is_extern || q->symbol->address_taken) return false;
	for (int k = 0; k < unit->n_functions; k++) {
		use u = use_of_function(unit->functions[k]->symbol, q);
		if (u.exposed || u.foreign) return false;
	}
	return true;
}

// ---- the ways from a statement on -----------------------------------------------------------------

enum { MOST_LABELS = 64 };

// Backwards over statements: is the variable read on some way from here, before it is set? Where jumps lead to is found
// by repetition: what holds of a label only ever becomes true.
typedef struct ways {
	const prog_stmt *asked; // the question is about its end
	question *q;
	bool met, inside;                    // `asked` was come by; this is inside of it
	bool read;                           // the answer
	bool at_break, at_continue, at_case; // read where these lead to; at_case: behind a label of the switch
	bool has_default, changed;
	int n_labels;
	struct {
		const char *name;
		bool read;
	} label[MOST_LABELS];
} ways;

static bool before(ways *f, const prog_stmt *s, bool after);

static bool before_expr(const ways *f, const prog_expr *e, bool after)
{
	use u = use_of_expr(e, f->q);
	return u.exposed || (after && !u.defines);
}

static int label_of(ways *f, const char *name)
{
	for (int k = 0; k < f->n_labels; k++)
		if (strcmp(f->label[k].name, name) == 0) return k;
	if (f->n_labels == MOST_LABELS) return -1;
	f->label[f->n_labels].name = name;
	f->label[f->n_labels].read = false;
	f->changed = true;
	return f->n_labels++;
}

static bool before_label(ways *f, const prog_stmt *s, bool after)
{
	bool read = before(f, s->body, after);
	int k = label_of(f, s->label);
	if (k >= 0 && read && !f->label[k].read) f->label[k].read = f->changed = true;
	return read;
}

static bool before_goto(ways *f, const prog_stmt *s)
{
	int k = s->label ? label_of(f, s->label) : -1;
	bool read = k < 0 || f->label[k].read;
	if (f->inside && (!s->label || !stmt_has_label(f->asked, s->label))) f->read |= read;
	return read;
}

static bool is_true(const prog_expr *e) { return !e || (e->kind == PROG_EXPR_INT && e->value != 0); }

static bool compares(prog_op op, long a, long b)
{
	switch (op) {
	case PROG_OP_LT: return a < b;
	case PROG_OP_LE: return a <= b;
	case PROG_OP_GT: return a > b;
	case PROG_OP_GE: return a >= b;
	case PROG_OP_NE: return a != b;
	default: return false;
	}
}

// for (i = 0; i < 10; ...): there is a first iteration.
static bool has_first(const prog_stmt *s)
{
	const prog_expr *c = s->cond, *from = NULL;
	const prog_symbol *x = NULL;
	if (s->kind != PROG_STMT_FOR || !s->init) return false;
	if (!c) return true;
	if (s->init->kind == PROG_STMT_DECL && s->init->n_symbols == 1) {
		x = s->init->symbols[0];
		from = s->init->inits[0];
	} else if (s->init->kind == PROG_STMT_EXPR && s->init->expr->kind == PROG_EXPR_ASSIGN &&
	           s->init->expr->op == PROG_OP_NONE && s->init->expr->arg[0]->kind == PROG_EXPR_VAR) {
		x = s->init->expr->arg[0]->symbol;
		from = s->init->expr->arg[1];
	}
	if (!x || !from || c->kind != PROG_EXPR_BINARY || x->type->kind != PROG_TYPE_INT || !x->type->is_signed)
		return false;
	const prog_expr *left = prog_without_implicit_casts(c->arg[0]), *to = prog_without_implicit_casts(c->arg[1]);
	from = prog_without_implicit_casts(from);
	return left->kind == PROG_EXPR_VAR && left->symbol == x && from->kind == PROG_EXPR_INT &&
	       to->kind == PROG_EXPR_INT && to->type->is_signed && compares(c->op, from->value, to->value);
}

static bool before_loop(ways *f, const prog_stmt *s, bool after)
{
	bool at_break = f->at_break, at_continue = f->at_continue;
	bool head = false, round = false, first = false; // before the condition; before the body; the answer is known
	const bool behind = is_true(s->cond) ? false : after;
	f->at_break = after;
	do {
		first = head;
		f->at_continue = s->kind == PROG_STMT_DO ? before_expr(f, s->cond, behind || round)
		                                         : before_expr(f, s->step, head);
		round = before(f, s->body, f->at_continue);
		head = s->kind == PROG_STMT_DO ? round : before_expr(f, s->cond, behind || round);
	} while (head != first);
	f->at_break = at_break;
	f->at_continue = at_continue;
	return before(f, s->init, has_first(s) ? round : head);
}

static bool before_switch(ways *f, const prog_stmt *s, bool after)
{
	bool at_break = f->at_break, at_case = f->at_case, has_default = f->has_default;
	f->at_break = after;
	f->at_case = f->has_default = false;
	before(f, s->body, after);
	bool read = f->at_case || (!f->has_default && after);
	f->at_break = at_break;
	f->at_case = at_case;
	f->has_default = has_default;
	return before_expr(f, s->cond, read);
}

static bool before_case(ways *f, const prog_stmt *s, bool after)
{
	bool read = before(f, s->body, after);
	f->at_case |= read;
	f->has_default |= !s->expr;
	return read;
}

static bool before_decl(ways *f, const prog_stmt *s, bool after)
{
	for (int k = s->n_symbols - 1; k >= 0; k--) {
		bool again = !s->symbols[k]->is_static; // what is static is initialised once, before the program begins
		if (s->symbols[k] == f->q->symbol && s->inits[k] && again) after = false;
		after = before_expr(f, s->inits[k], after);
	}
	return after;
}

static bool before_kind(ways *f, const prog_stmt *s, bool after)
{
	switch (s->kind) {
	case PROG_STMT_COMPOUND:
		for (int k = s->n_children - 1; k >= 0; k--) after = before(f, s->child[k], after);
		return after;
	case PROG_STMT_DECL: return before_decl(f, s, after);
	case PROG_STMT_IF: {
		bool yes = before(f, s->body, after), no = before(f, s->otherwise, after);
		return before_expr(f, s->cond, yes || no);
	}
	case PROG_STMT_FOR:
	case PROG_STMT_WHILE:
	case PROG_STMT_DO: return before_loop(f, s, after);
	case PROG_STMT_SWITCH: return before_switch(f, s, after);
	case PROG_STMT_CASE: return before_case(f, s, after);
	case PROG_STMT_LABEL: return before_label(f, s, after);
	case PROG_STMT_GOTO: return before_goto(f, s);
	case PROG_STMT_BREAK: return f->at_break;
	case PROG_STMT_CONTINUE: return f->at_continue;
	case PROG_STMT_RETURN:
		if (f->inside) f->read |= f->q->at_end;
		return before_expr(f, s->expr, f->q->at_end);
	case PROG_STMT_OPAQUE: return true;
	default: return before_expr(f, s->expr, before(f, s->body, after));
	}
}

static bool before(ways *f, const prog_stmt *s, bool after)
{
	if (!s) return after;
	bool is_asked = s == f->asked;
	if (is_asked) {
		f->met = true;
		f->read |= after;
		f->inside = true;
	}
	bool read = before_kind(f, s, after);
	if (is_asked) f->inside = false;
	return read;
}

// The statement beyond which the variable means nothing.
static const prog_stmt *scope_of(const prog_stmt *s, const prog_symbol *symbol)
{
	while (s->parent && (symbol->file_scope || symbol->is_static || !prog_declares(s, symbol))) s = s->parent;
	return s;
}

static bool is_read_after(const prog_stmt *stmt, question *q)
{
	ways f = {.asked = stmt, .q = q};
	const prog_stmt *scope = scope_of(stmt, q->symbol);
	do {
		f.changed = false;
		before(&f, scope, q->at_end);
	} while (f.changed && !f.read);
	return f.read || !f.met || f.n_labels == MOST_LABELS;
}

// ---- variables whose addresses are lent to calls -----------------------------------------------------

typedef struct lending {
	const unit_facts *facts;
	const prog_symbol *symbol;
} lending;

static bool gives_back(const lending *l, const prog_expr *call, int k)
{
	const prog_symbol *callee = prog_callee(call);
	if (!callee) return false;
	if (callee->function) return !facts_keeps_argument(l->facts, callee->function, k - 1);
	return library_knows(callee->name) && call->type && call->type->kind != PROG_TYPE_POINTER;
}

// Whether the expression lets the variable's address be known for longer than a call.
static bool gives_away(const prog_expr *e, void *user)
{
	const lending *l = user;
	if (!e || e->kind == PROG_EXPR_SIZEOF) return false;
	if (e->kind == PROG_EXPR_OPAQUE || is_address_of(l->symbol, e)) return true;
	for (int k = 0; k < e->n_args; k++) {
		bool lent = e->kind == PROG_EXPR_CALL && k > 0 && e->arg[k] && is_address_of(l->symbol, e->arg[k]);
		if (lent ? !gives_back(l, e, k) : gives_away(e->arg[k], user)) return true;
	}
	return e->body && prog_any_expr(e->body, gives_away, user);
}

// A number of a function's block of which nobody knows the address but functions while they are called with it.
static bool is_only_lent(const unit_facts *facts, const prog_stmt *stmt, const prog_symbol *symbol)
{
	const prog_type_kind kind = symbol->type->kind;
	bool number =
	        kind == PROG_TYPE_INT || kind == PROG_TYPE_FLOAT || kind == PROG_TYPE_BOOL || kind == PROG_TYPE_COMPLEX;
	if (!number || symbol->type->is_volatile || symbol->file_scope || symbol->is_static) return false;
	lending l = {facts, symbol};
	while (stmt->parent) stmt = stmt->parent;
	return !prog_holds_opaque(stmt) && !prog_any_expr(stmt, gives_away, &l);
}

// Whether a function may read what it has left in a static variable of its own when it is called again.
static bool is_read_by_next_call(const prog_stmt *stmt, question *q)
{
	ways f = {.q = q};
	const prog_stmt *body = scope_of(stmt, q->symbol);
	bool read;
	do {
		f.changed = false;
		read = before(&f, body, false);
	} while (f.changed && !read);
	return read || f.n_labels == MOST_LABELS;
}

static bool is_live_after(unit_facts *facts, const prog_stmt *stmt, const prog_symbol *symbol, const prog_expr *part)
{
	const prog_unit *unit = facts_unit(facts);
	question q = {.symbol = symbol, .part = part, .lent = symbol->address_taken};
	const prog_type *t = symbol->type;
	bool lasts = symbol->file_scope || symbol->is_static;
	if (symbol->kind == PROG_SYMBOL_FIELD || (q.lent && !is_only_lent(facts, stmt, symbol))) return true;
	if (lasts && (t->is_volatile || t->kind == PROG_TYPE_ARRAY || t->kind == PROG_TYPE_STRUCT)) return true;
	if (!symbol->file_scope) {
		q.at_end = lasts && is_read_by_next_call(stmt, &q);
		return is_read_after(stmt, &q);
	}
	q.state = calloc((size_t)unit->n_symbols + 1, 1);
	if (!q.state) abort();
	left_note *left = facts_left(facts, symbol);
	if (*left == LEFT_UNKNOWN) *left = is_own_of_each_function(unit, &q) ? LEFT_UNREAD : LEFT_READ;
	q.at_end = q.at_exit = *left == LEFT_READ;
	if (q.at_exit) memset(q.state, 0, (size_t)unit->n_symbols + 1);
	bool read = is_read_after(stmt, &q);
	free(q.state);
	return read;
}

bool liveness_after(unit_facts *facts, const prog_stmt *stmt, const prog_symbol *symbol)
{
	return is_live_after(facts, stmt, symbol, NULL);
}

bool liveness_after_part(unit_facts *facts, const prog_stmt *stmt, const prog_expr *part)
{
	return is_live_after(facts, stmt, liveness_variable(part), part);
}
