// SPDX-License-Identifier: Apache-2.0
#include "serial_effects.h"

#include "../model/model.h"
#include "facts.h"

#include <string.h>

// A function that the code calls: its parameters stand for the call's arguments.
typedef struct frame {
	const prog_function *function;
	const prog_expr *call;
	const struct frame *up; // NULL: the code itself
	int depth;
} frame;

typedef struct search {
	const unit_facts *facts;
	prog_unit *unit;
	outside_kind kind;
	const prog_function *function; // whose body the code is, or NULL
	const prog_stmt *code;
	outside *found;
	unsigned char *inside;    // [symbol id]: declared in the code or in what it calls
	unsigned char *following; // [symbol id]: whose values are being looked at
} search;

static void look_into(search *q, const prog_stmt *s, const frame *f);
static void store(search *q, const prog_expr *e, const frame *f);
static void store_through(search *q, const prog_expr *pointer, const prog_expr *lvalue, const frame *f);

static void *more(search *q, void *old, int n, size_t size)
{
	char *grown = prog_alloc(q->unit, size * (size_t)(n + 1));
	if (n) memcpy(grown, old, size * (size_t)n);
	return grown;
}

static void problem(search *q, diag_id id, prog_loc loc, const char *text)
{
	outside *o = q->found;
	for (int k = 0; k < o->n_problems; k++)
		if (o->problems[k].id == id && !strcmp(o->problems[k].text, text)) return;
	o->problems = more(q, o->problems, o->n_problems, sizeof *o->problems);
	o->problems[o->n_problems++] = (outside_problem){id, loc, text};
}

static bool holds_pointer(const prog_unit *unit, const prog_type *t, int depth)
{
	while (t && t->kind == PROG_TYPE_ARRAY) t = t->element;
	if (!t || t->kind == PROG_TYPE_POINTER || t->kind == PROG_TYPE_FUNCTION) return true;
	if (t->kind != PROG_TYPE_STRUCT) return false;
	if (!t->record || depth > 8) return true;
	for (int k = 0; k < unit->n_symbols; k++) {
		const prog_symbol *s = unit->symbols[k];
		if (s->kind == PROG_SYMBOL_FIELD && s->record == t->record && holds_pointer(unit, s->type, depth + 1))
			return true;
	}
	return false;
}

// ---- changes ----------------------------------------------------------------------------------

static bool declares_name(const prog_stmt *s, const char *name)
{
	for (int k = 0; s && k < s->n_symbols; k++)
		if (!strcmp(s->symbols[k]->name, name)) return true;
	return false;
}

// Whether the name of a variable of file scope means one of the function's own where the code begins.
static bool is_hidden(const search *q, const prog_symbol *s)
{
	const prog_function *f = q->function ? q->function : q->code->function;
	for (int k = 0; f && k < f->n_params; k++)
		if (!strcmp(f->params[k]->name, s->name)) return true;
	for (const prog_stmt *t = q->code->parent; t; t = t->parent) {
		if (declares_name(t->init, s->name)) return true;
		for (int k = 0; k < t->n_children; k++)
			if (declares_name(t->child[k], s->name)) return true;
	}
	return false;
}

static bool is_visible(const search *q, const prog_symbol *s)
{
	if (!s->file_scope) return true;
	if (is_hidden(q, s)) return false;
	if (!q->function) return true;
	return s->is_extern || s->decl.file < 0 || s->decl.file != q->function->range.file ||
	       s->decl.begin < q->function->range.begin;
}

static void use(search *q, const prog_symbol *s)
{
	outside *o = q->found;
	if (!facts_symbol_may_be_mapped(q->facts, s)) return;
	if (s->mapping && s->mapping->how != PROG_MAP_NONE) o->uses_known = true;
	if (!is_visible(q, s) || (s->is_static && !s->file_scope && q->function)) {
		o->uses_all = true;
		return;
	}
	for (int k = 0; k < o->n_used; k++)
		if (o->used[k] == s) return;
	o->used = more(q, o->used, o->n_used, sizeof(prog_symbol *));
	o->used[o->n_used++] = s;
}

static void change(search *q, outside_change c)
{
	outside *o = q->found;
	if (c.symbol && !is_visible(q, c.symbol)) {
		problem(q, DIAG_changes_unknown, c.loc, c.symbol->name);
		return;
	}
	for (int k = 0; k < o->n_changes; k++)
		if (!strcmp(o->changes[k].text, c.text) && o->changes[k].is_pointer == c.is_pointer) return;
	o->changes = more(q, o->changes, o->n_changes, sizeof *o->changes);
	o->changes[o->n_changes++] = c;
}

// A bit-field has no address: what holds it is told as a whole.
static const prog_expr *with_address(const prog_expr *e)
{
	while (e->kind == PROG_EXPR_MEMBER && e->symbol->is_bit_field && e->n_args) e = prog_without_casts(e->arg[0]);
	return e;
}

static bool is_mapped(const prog_symbol *s) { return s->mapping && s->mapping->how != PROG_MAP_NONE; }

static void store_variable(search *q, const prog_expr *whole, const prog_expr *var, bool subscripted, const frame *f)
{
	const prog_symbol *s = var->symbol;
	bool own_state = s->is_static && !s->file_scope && q->inside[s->id];
	if (own_state && (q->kind == OUTSIDE_LOCAL || f->up || !q->function))
		problem(q, q->kind == OUTSIDE_LOCAL ? DIAG_local_changes : DIAG_changes_unknown, whole->loc, s->name);
	if (q->inside[s->id]) return;
	if (s->type->kind == PROG_TYPE_ARRAY && facts_symbol_may_be_mapped(q->facts, s) && is_mapped(s)) {
		q->found->stores = true;
		use(q, s);
		return;
	}
	if (q->kind == OUTSIDE_LOCAL) {
		problem(q, DIAG_local_changes, whole->loc, s->name);
		return;
	}
	const prog_expr *e = subscripted ? var : with_address(whole);
	if (holds_pointer(q->unit, e->type, 0)) {
		problem(q, DIAG_changes_unknown, whole->loc, e->text);
		return;
	}
	change(q, (outside_change){.text = e->text, .symbol = s, .loc = whole->loc});
}

// The lvalue's path down to a variable, or to what a pointer leads to.
static void store(search *q, const prog_expr *e, const frame *f)
{
	const prog_expr *at = prog_without_casts(e);
	bool subscripted = false;
	while (true) {
		bool part = at->kind == PROG_EXPR_MEMBER && at->n_args;
		if (part && at->symbol->is_part) {
			// An array in an object, wherever that is.
			q->found->stores = q->found->uses_all = true;
			return;
		}
		bool row = at->kind == PROG_EXPR_INDEX && at->arg[0]->type->kind == PROG_TYPE_ARRAY;
		if (!part && !row) break;
		subscripted |= row;
		at = at->arg[0];
	}
	if (at->kind == PROG_EXPR_VAR) {
		store_variable(q, prog_without_casts(e), at, subscripted, f);
		return;
	}
	if (at->kind == PROG_EXPR_DEREF || at->kind == PROG_EXPR_INDEX) {
		bool one = at->kind == PROG_EXPR_DEREF && !subscripted &&
		           prog_without_casts(at->arg[0])->kind == PROG_EXPR_VAR;
		store_through(q, at->arg[0], one ? prog_without_casts(e) : NULL, f);
		return;
	}
	if (at->kind == PROG_EXPR_COND && at->n_args == 3) {
		store(q, at->arg[2], f);
		if (at->arg[1]) store(q, at->arg[1], f);
	}
}

static bool assigns_it(const prog_expr *e, void *symbol)
{
	if (e->kind != PROG_EXPR_ASSIGN && e->kind != PROG_EXPR_INCDEC && e->kind != PROG_EXPR_ADDR) return false;
	const prog_expr *to = prog_without_casts(e->arg[0]);
	return to->kind == PROG_EXPR_VAR && to->symbol == symbol;
}

static bool assigns(const prog_stmt *t, const prog_symbol *s) { return walk_any_in(t, assigns_it, (void *)s); }

static int parameter_number(const prog_function *function, const prog_symbol *s)
{
	for (int k = 0; k < function->n_params; k++)
		if (function->params[k] == s) return k;
	return -1;
}

static bool allocates(const prog_expr *e)
{
	e = prog_without_casts(e);
	if (e->kind == PROG_EXPR_INT || e->kind == PROG_EXPR_STRING) return true;
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	return callee && (library_allocates(callee->name) || !strcmp(callee->name, "dist_local"));
}

// The values that a pointer of the code's own gets in it.
typedef struct values_given {
	search *q;
	const prog_symbol *pointer;
	const frame *f;
} values_given;

static walk_next declared_value(const prog_stmt *t, void *user)
{
	const values_given *g = user;
	for (int k = 0; k < t->n_symbols; k++)
		if (t->symbols[k] == g->pointer && t->inits[k]) store_through(g->q, t->inits[k], NULL, g->f);
	return WALK_ON;
}

static bool is_named(const prog_expr *e, const prog_symbol *s) { return e->kind == PROG_EXPR_VAR && e->symbol == s; }

static walk_next assigned_value(const prog_expr *e, walk_use use, void *user)
{
	(void)use;
	const values_given *g = user;
	if (e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && is_named(prog_without_casts(e->arg[0]), g->pointer))
		store_through(g->q, e->arg[1], NULL, g->f);
	if (e->kind != PROG_EXPR_CALL) return WALK_ON;
	// fill(&p): what p gets is not followed.
	const prog_symbol *callee = prog_callee(e);
	bool known = callee && library_allocates(callee->name);
	for (int k = 1; k < e->n_args && !known; k++) {
		const prog_expr *a = prog_without_casts(e->arg[k]);
		if (a->kind == PROG_EXPR_ADDR && is_named(a->arg[0], g->pointer))
			problem(g->q, DIAG_changes_unknown, a->loc, g->pointer->name);
	}
	return WALK_ON;
}

static void each_value(search *q, const prog_stmt *t, const prog_symbol *s, const frame *f)
{
	static const walker values = {.expr = assigned_value, .stmt = declared_value};
	values_given g = {q, s, f};
	walk_stmt(t, &values, &g);
}

// Memory behind a pointer from outside.
static void store_outside(search *q, const prog_expr *p, const prog_expr *lvalue)
{
	const prog_symbol *s = p->symbol;
	bool maybe = facts_symbol_may_be_mapped(q->facts, s);
	if (maybe) {
		q->found->stores = true;
		use(q, s);
	}
	if (is_mapped(s)) return;
	if (q->kind == OUTSIDE_LOCAL && !maybe) {
		problem(q, DIAG_local_changes, p->loc, p->text);
		return;
	}
	outside_change c = {.text = p->text, .is_pointer = true, .symbol = s, .shape = s->mapping, .loc = p->loc};
	if (lvalue && !s->mapping) {
		bool one = lvalue == p;
		lvalue = with_address(lvalue);
		c.text = lvalue->text;
		const prog_type *t = one ? p->type->element : lvalue->type;
		if (one) {
			size_t size = strlen(p->text) + 4;
			char *text = prog_alloc(q->unit, size);
			snprintf(text, size, "*(%s)", p->text);
			c.text = text;
		}
		c.is_pointer = false;
		if (holds_pointer(q->unit, t, 0)) {
			problem(q, DIAG_changes_unknown, lvalue->loc, lvalue->text);
			return;
		}
	} else if (!s->mapping && !maybe) {
		problem(q, DIAG_serial_size, p->loc, p->text);
		return;
	} else if (s->mapping && holds_pointer(q->unit, s->mapping->element, 0)) {
		problem(q, DIAG_changes_unknown, p->loc, p->text);
		return;
	}
	change(q, c);
}

static void store_through_variable(search *q, const prog_expr *p, const prog_expr *lvalue, const frame *f)
{
	const prog_symbol *s = p->symbol;
	if (lvalue && assigns(f->up ? f->function->body : q->code, s)) lvalue = NULL;
	int k = f->up ? parameter_number(f->function, s) : -1;
	if (s->type->kind == PROG_TYPE_ARRAY && s->kind != PROG_SYMBOL_PARAMETER) {
		store_variable(q, p, p, true, f);
	} else if (k >= 0) {
		if (k + 1 >= f->call->n_args) return;
		const prog_expr *a = prog_without_casts(f->call->arg[k + 1]);
		store_through(q, a, lvalue ? a : NULL, f->up);
	} else if (q->inside[s->id] && s->kind != PROG_SYMBOL_PARAMETER) {
		if (q->following[s->id]) return;
		q->following[s->id] = 1;
		if (s->is_static) problem(q, DIAG_changes_unknown, p->loc, p->text);
		each_value(q, f->up ? f->function->body : q->code, s, f);
		q->following[s->id] = 0;
	} else {
		store_outside(q, p, lvalue);
	}
}

// A member that points to memory: g->v, where g is what it was before the code.
static void store_through_member(search *q, const prog_expr *p, const frame *f)
{
	const prog_expr *root = p;
	while (root->n_args && (root->kind == PROG_EXPR_MEMBER || root->kind == PROG_EXPR_DEREF))
		root = prog_without_casts(root->arg[0]);
	bool maybe = facts_symbol_may_be_mapped(q->facts, p->symbol);
	if (maybe) q->found->stores = q->found->uses_all = true;
	if (is_mapped(p->symbol)) return;
	bool from_outside = root->kind == PROG_EXPR_VAR && !f->up &&
	                    (!q->inside[root->symbol->id] || root->symbol->kind == PROG_SYMBOL_PARAMETER);
	if (q->kind == OUTSIDE_LOCAL ? !maybe : !maybe || !from_outside)
		problem(q, q->kind == OUTSIDE_LOCAL ? DIAG_local_changes : DIAG_serial_size, p->loc, p->text);
	else if (from_outside)
		change(q, (outside_change){.text = p->text, .is_pointer = true, .symbol = root->symbol, .loc = p->loc});
	else
		problem(q, DIAG_local_changes, p->loc, p->text);
}

// Something is stored behind a pointer. lvalue: the one object that it is (the pointer itself: all of that object),
// NULL: any number of them.
static void store_through(search *q, const prog_expr *pointer, const prog_expr *lvalue, const frame *f)
{
	const prog_expr *p = prog_without_casts(pointer);
	if (allocates(p)) return;
	switch (p->kind) {
	case PROG_EXPR_VAR: store_through_variable(q, p, lvalue, f); return;
	case PROG_EXPR_ADDR:
		if (p->arg[0]->kind == PROG_EXPR_INDEX && !lvalue)
			store_through(q, p->arg[0]->arg[0], NULL, f);
		else
			store(q, p->arg[0], f);
		return;
	case PROG_EXPR_BINARY:
		if (p->op == PROG_OP_COMMA || !prog_type_is_address(p->arg[0]->type))
			store_through(q, p->arg[1], NULL, f);
		else
			store_through(q, p->arg[0], NULL, f);
		return;
	case PROG_EXPR_COND:
		if (p->arg[1]) store_through(q, p->arg[1], NULL, f);
		store_through(q, p->arg[2], NULL, f);
		return;
	case PROG_EXPR_INCDEC:
	case PROG_EXPR_ASSIGN: store_through(q, p->arg[0], NULL, f); return;
	case PROG_EXPR_INDEX:
		if (p->type->kind == PROG_TYPE_ARRAY) {
			store_through(q, p->arg[0], NULL, f);
			return;
		}
		break;
	case PROG_EXPR_DEREF:
		if (p->type->kind == PROG_TYPE_ARRAY) {
			store_through(q, p->arg[0], NULL, f);
			return;
		}
		break;
	case PROG_EXPR_MEMBER:
		if (p->type->kind == PROG_TYPE_ARRAY)
			store(q, p, f);
		else
			store_through_member(q, p, f);
		return;
	default: break;
	}
	problem(q, DIAG_changes_unknown, p->loc, p->text);
}

// ---- calls ------------------------------------------------------------------------------------

static bool is_stream(const prog_type *t)
{
	return t && t->kind == PROG_TYPE_POINTER && t->element && strstr(t->element->text, "FILE");
}

// The function may store behind any pointer that it gets and that is not one to const.
static void store_arguments(search *q, const prog_expr *call, bool one, const frame *f)
{
	for (int k = 1; k < call->n_args; k++) {
		const prog_expr *a = prog_without_casts(call->arg[k]);
		if (!prog_type_is_address(a->type) || a->type->is_const || is_stream(a->type) ||
		        a->kind == PROG_EXPR_STRING)
			continue;
		if (a->kind == PROG_EXPR_VAR && a->symbol->kind == PROG_SYMBOL_FUNCTION) continue;
		store_through(q, a, one && a->type->kind == PROG_TYPE_POINTER ? a : NULL, f);
	}
}

static void library_call(search *q, const prog_expr *e, const char *name, const frame *f)
{
	bool local = q->kind == OUTSIDE_LOCAL;
	if (library_has_sequence(name) || (local && library_does_io(name))) problem(q, DIAG_not_alone, e->loc, name);
	if (library_only_reads(name) || facts_only_reads(q->facts, e)) return;
	store_arguments(q, e, strstr(name, "scanf") != NULL, f);
}

static bool is_being_called(const frame *f, const prog_function *function)
{
	for (; f; f = f->up)
		if (f->function == function) return true;
	return false;
}

static walk_next mark_declared(const prog_stmt *s, void *user)
{
	search *q = user;
	for (int k = 0; k < s->n_symbols; k++) q->inside[s->symbols[k]->id] = 1;
	return WALK_ON;
}

static void mark_inside(search *q, const prog_stmt *s)
{
	static const walker declarations = {.stmt = mark_declared};
	walk_stmt(s, &declarations, q);
}

static void own_call(search *q, const prog_expr *e, const prog_function *callee, const frame *f)
{
	enum { DEEPEST = 12 };
	if (is_being_called(f, callee)) return;
	if (f->depth == DEEPEST) {
		problem(q, DIAG_changes_unknown, e->loc, e->text);
		return;
	}
	for (int k = 0; k < callee->n_params; k++) q->inside[callee->params[k]->id] = 1;
	mark_inside(q, callee->body);
	frame inner = {.function = callee, .call = e, .up = f, .depth = f->depth + 1};
	look_into(q, callee->body, &inner);
}

static void look_into_call(search *q, const prog_expr *e, const frame *f)
{
	const prog_symbol *callee = prog_callee(e);
	if (!callee) {
		problem(q, DIAG_calls_unknown, e->loc, e->arg[0]->text);
		return;
	}
	const char *name = !strncmp(callee->name, "__builtin_", 10) ? callee->name + 10 : callee->name;
	bool by_local = q->kind == OUTSIDE_LOCAL && callee->is_local;
	bool by_serial = q->kind == OUTSIDE_SERIAL && callee->is_serial;
	bool wrong = callee->is_local ? !by_local : callee->is_serial ? !by_serial : false;
	if (library_inquiry(callee) != INQUIRY_NONE) {
		if (!strcmp(name, "dist_interval") || !strcmp(name, "dist_local") || !strcmp(name, "dist_mapping"))
			for (int k = 2; k < e->n_args; k++)
				if (prog_type_is_address(e->arg[k]->type) &&
				        prog_without_casts(e->arg[k])->kind != PROG_EXPR_INT)
					store_through(q, e->arg[k], NULL, f);
	} else if (wrong) {
		problem(q, DIAG_calls_unknown, e->loc, e->arg[0]->text);
	} else if (callee->is_pure) {
		return;
	} else if (callee->function) {
		own_call(q, e, callee->function, f);
	} else if (by_local || by_serial) {
		store_arguments(q, e, false, f);
		if (by_serial) q->found->uses_all = true;
	} else if (library_knows(name) || library_knows(callee->name)) {
		library_call(q, e, name, f);
	} else if (!callee->in_system_header || !callee->in_sight) {
		problem(q, DIAG_calls_unknown, e->loc, e->arg[0]->text);
	}
}

// ---- the walk ---------------------------------------------------------------------------------

typedef struct looking {
	search *q;
	const frame *f;
} looking;

static walk_next look_at_expr(const prog_expr *e, walk_use how, void *user)
{
	(void)how;
	search *q = ((looking *)user)->q;
	const frame *f = ((looking *)user)->f;
	const prog_symbol *s = e->symbol;
	if (e->kind == PROG_EXPR_VAR && s->kind != PROG_SYMBOL_FUNCTION) {
		bool bound = f->up && parameter_number(f->function, s) >= 0;
		bool own = q->inside[s->id] && s->kind == PROG_SYMBOL_VARIABLE;
		if (!own && !bound) use(q, s);
	}
	bool loaded = e->kind == PROG_EXPR_MEMBER || e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF;
	if (loaded && e->type && e->type->kind == PROG_TYPE_POINTER && facts_may_be_mapped(q->facts, e->type))
		q->found->uses_all = true;
	if (e->kind == PROG_EXPR_VAR && facts_is_lent(q->facts, s)) q->found->uses_all = true;
	if (prog_type_holds_parts(e->type) || facts_leads_to_object(e)) q->found->uses_all = true;
	if (e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC) store(q, e->arg[0], f);
	if (e->kind == PROG_EXPR_CALL) look_into_call(q, e, f);
	return WALK_ON;
}

static walk_next look_at_stmt(const prog_stmt *s, void *user)
{
	if (s->kind == PROG_STMT_OPAQUE) problem(((looking *)user)->q, DIAG_changes_unknown, s->loc, "asm");
	return WALK_ON;
}

static void look_into(search *q, const prog_stmt *s, const frame *f)
{
	static const walker all = {.expr = look_at_expr, .stmt = look_at_stmt};
	looking l = {q, f};
	walk_stmt(s, &all, &l);
}

outside *outside_of(const unit_facts *facts, outside_kind kind, const prog_function *f, const prog_stmt *code)
{
	prog_unit *unit = facts_unit(facts);
	size_t n = (size_t)unit->n_symbols + 1;
	search q = {.facts = facts,
	        .unit = unit,
	        .kind = kind,
	        .function = f,
	        .code = code,
	        .found = prog_alloc(unit, sizeof(outside)),
	        .inside = prog_alloc(unit, n),
	        .following = prog_alloc(unit, n)};
	for (int k = 0; f && k < f->n_params; k++) q.inside[f->params[k]->id] = 1;
	mark_inside(&q, code);
	const frame own = {.function = f};
	look_into(&q, code, &own);
	return q.found;
}
