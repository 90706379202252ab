// SPDX-License-Identifier: Apache-2.0
#include "objects.h"

#include "late_values.h"
#include "map_calls.h"

#include "../analysis/model/model.h"

#include <string.h>

// ---- the arrays of an object --------------------------------------------------------------------

typedef struct walk {
	rewriter *w;
	int chain; // -1: of all lengths
	bool any;
	bool clears;         // only clears what says where arrays are in a member
	const char *cleared; // the object whose member it is
	text *out;
} walk;

static void map_object(walk *q, const prog_type *t, const char *object, int depth);

static bool clear_member(const prog_expr *e, void *user)
{
	walk *q = user;
	if (e->kind != PROG_EXPR_MEMBER || e->n_args > 0) return false;
	text member = {0};
	rewrite_member_of(q->cleared, e->symbol, &member);
	text_printf(q->out, "__builtin_memset(&%s, 0, sizeof %s); ", text_get(&member), text_get(&member));
	text_free(&member);
	q->any = true;
	return false;
}

// A member in which arrays begin at offsets. Only where it is can be told now.
static void tell_of_block(walk *q, const prog_mapping *m, const char *place, const char *object)
{
	if (q->clears) {
		q->cleared = object;
		for (int d = 0; d < m->rank; d++) walk_any(m->extent[d], clear_member, q);
		walk_any(m->offset, clear_member, q);
		walk_any(m->first, clear_member, q);
		walk_any(m->last, clear_member, q);
	} else if (q->chain <= 0) {
		text_printf(q->out, "hpcc_block_wait(&hpcc_info_%d, %s, ", m->id, place);
		text_printf(q->out, m->symbol->type->extent ? "sizeof %s" : "hpcc_block_room(%s)", place);
		text_printf(q->out, ", hpcc_arrays_in_%d, &(%s)); ", m->id, object);
		q->any = true;
	}
}

static void map_field(walk *q, const prog_symbol *field, const char *object, int depth)
{
	const prog_mapping *m = field->mapping;
	bool part = m && m->how != PROG_MAP_NONE && prog_mapping_is_part(m);
	text place = {0};
	// Members of one without a name are the object's own.
	rewrite_member_of(object, field, &place);
	for (int k = 0; k < q->w->unit->n_mappings && field->partly; k++) {
		const prog_mapping *block = q->w->unit->mappings[k];
		if (block->symbol == field && prog_mapping_is_part_block(block))
			tell_of_block(q, block, text_get(&place), object);
	}
	if (part && !q->clears && map_chain_length(m) == q->chain) {
		q->any |= rewrite_map_call(q->w, m, text_get(&place), object, "", q->out);
		text_add(q->out, "; ");
	} else if (!part && prog_type_holds_parts(field->type)) {
		map_object(q, field->type, text_get(&place), depth);
	}
	text_free(&place);
}

static void map_elements(walk *q, const prog_type *t, const char *array, int depth)
{
	text element = {0};
	text_printf(&element, "(%s)[hpcc_k%d]", array, depth);
	text_printf(q->out, "for (unsigned long hpcc_k%d = 0; hpcc_k%d < sizeof(%s) / sizeof((%s)[0]); hpcc_k%d++) { ",
	        depth, depth, array, array, depth);
	map_object(q, t->element, text_get(&element), depth + 1);
	text_add(q->out, "} ");
	text_free(&element);
}

static void map_object(walk *q, const prog_type *t, const char *object, int depth)
{
	if (t->kind == PROG_TYPE_ARRAY) {
		map_elements(q, t, object, depth);
		return;
	}
	for (int k = 0; k < q->w->unit->n_symbols; k++) {
		const prog_symbol *s = q->w->unit->symbols[k];
		if (s->kind == PROG_SYMBOL_FIELD && s->record == t->record) map_field(q, s, object, depth);
	}
}

bool objects_map(rewriter *w, const prog_type *t, const char *object, int chain, text *out)
{
	if (!prog_type_holds_parts(t)) return false;
	text calls = {0};
	walk q = {.w = w, .chain = chain, .out = &calls};
	map_object(&q, t, object, 0);
	if (q.any) text_add(out, text_get(&calls));
	text_free(&calls);
	return q.any;
}

// What says where arrays are in the object is there when the program has computed it, and not before.
static bool clear_object(rewriter *w, const prog_symbol *s, text *out)
{
	if (!prog_type_holds_parts(s->type)) return false;
	walk q = {.w = w, .clears = true, .out = out};
	map_object(&q, s->type, s->name, 0);
	return q.any;
}

// Whether the directive names the array of one object, `place`: the variable, or the pointer that leads there.
static bool is_named_by(const prog_mapping *m, const prog_expr *place, int chain)
{
	if (!m->path || !prog_mapping_is_part(m) || map_chain_length(m) != chain) return false;
	return prog_same_expr(prog_part_place(m), place);
}

// g.u[block][*], g->u[block][*]: of this object alone.
static bool map_named(rewriter *w, const prog_expr *place, int chain, text *out)
{
	bool any = false;
	for (int k = 0; k < w->unit->n_mappings; k++) {
		const prog_mapping *m = w->unit->mappings[k];
		if (!is_named_by(m, place, chain)) continue;
		text array = {0};
		map_operand(w, m->path, "", &array);
		if (rewrite_map_call(w, m, text_get(&array), "", "", out)) text_add(out, "; "), any = true;
		text_free(&array);
	}
	return any;
}

static bool map_variable(rewriter *w, const prog_symbol *s, int chain, text *out)
{
	const prog_expr name = {.kind = PROG_EXPR_VAR, .symbol = (prog_symbol *)s, .type = s->type, .text = s->name};
	bool any = objects_map(w, s->type, s->name, chain, out);
	return map_named(w, &name, chain, out) || any;
}

// ---- variables ------------------------------------------------------------------------------------

// What is constant stands where nothing can be received.
static bool is_constant(const rewriter *w, const prog_symbol *s)
{
	text t = {0};
	text_add_n(&t, w->source + s->decl.begin, s->name_range.begin - s->decl.begin);
	bool constant = strstr(text_get(&t), "const") != NULL;
	text_free(&t);
	return constant;
}

// Whether arrays are mapped that begin at offsets in the variable.
static bool holds_arrays(const rewriter *w, const prog_symbol *s)
{
	for (int k = 0; k < w->unit->n_mappings && s->partly; k++)
		if (w->unit->mappings[k]->symbol == s && prog_mapping_is_block(w->unit->mappings[k])) return true;
	return false;
}

// An array of which pointers get the memory, and no other file knows it by its name.
static bool objects_is_lent(rewriter *w, const prog_symbol *s)
{
	if (holds_arrays(w, s)) return true;
	bool own = !s->file_scope || s->is_static || facts_is_alone(w->g->facts);
	return own && facts_is_lent(w->g->facts, s);
}

bool objects_is_mapped(rewriter *w, const prog_symbol *s)
{
	bool lent = objects_is_lent(w, s);
	if (s->kind != PROG_SYMBOL_VARIABLE || s->is_extern || (!lent && !prog_type_holds_parts(s->type))) return false;
	if (rewrite_in_main(w, s->decl) && rewrite_in_main(w, s->name_range)) return !is_constant(w, s);
	if (!lent) diag_report(DIAG_not_translated, s->loc, s->name);
	return false;
}

// What tells the runtime that it is there.
static const char *enter_name(rewriter *w, const prog_symbol *s)
{
	return objects_is_lent(w, s) ? "hpcc_block_enter" : "hpcc_object_enter";
}

void objects_enter(rewriter *w, const prog_stmt *declaration, const prog_symbol *s)
{
	if (!objects_is_mapped(w, s)) return;
	text call = {0}, t = {0};
	text_printf(&call, "%s(&%s, sizeof %s);", enter_name(w, s), s->name, s->name);
	if (s->is_static)
		text_printf(&t, " static int hpcc_known_%s; if (!hpcc_known_%s) { hpcc_known_%s = 1; %s }", s->name,
		        s->name, s->name, text_get(&call));
	else
		text_printf(&t, " hpcc_object hpcc_object_%s __attribute__((__cleanup__(hpcc_object_leave))) = %s ",
		        s->name, text_get(&call));
	if (!s->is_static && !s->has_init) clear_object(w, s, &t);
	rewrite_insert(w, declaration->range.end, ORDER_MAP, text_get(&t));
	text_free(&call);
	text_free(&t);
}

// Behind the directives that declare the grids and templates which are named.
static unsigned behind_names(rewriter *w, const prog_type *t, const prog_expr *place, int chain, unsigned at)
{
	while (t->kind == PROG_TYPE_ARRAY) t = t->element;
	for (int k = 0; k < w->unit->n_mappings; k++) {
		const prog_mapping *m = w->unit->mappings[k];
		bool in_type = !m->path && prog_mapping_is_part(m) && map_chain_length(m) == chain;
		if (!in_type && !is_named_by(m, place, chain)) continue;
		if (m->path || m->symbol->record == t->record) at = rewrite_behind_names(w, m, at);
	}
	for (int k = 0; k < w->unit->n_symbols; k++) {
		const prog_symbol *s = w->unit->symbols[k];
		if (s->kind == PROG_SYMBOL_FIELD && s->record == t->record && prog_type_holds_parts(s->type))
			at = behind_names(w, s->type, place, chain, at);
	}
	return at;
}

static bool is_block_variable(const prog_expr *e, void *index)
{
	return e->kind == PROG_EXPR_VAR && e->symbol->kind != PROG_SYMBOL_FUNCTION && !e->symbol->file_scope &&
	       e->symbol != index;
}

static bool names_block_variable(const prog_expr *e, const prog_mapping *m)
{
	return walk_any(e, is_block_variable, m->index);
}

// Whether a variable of a block says where arrays are in one of file scope: only there they can be told of.
static bool is_told_in_block(const prog_mapping *m)
{
	bool told = names_block_variable(m->offset, m) || names_block_variable(m->first, m) ||
	            names_block_variable(m->last, m);
	for (int d = 0; d < m->rank && !told; d++)
		told = names_block_variable(m->extent[d], m) || names_block_variable(m->used[d], m) ||
		       names_block_variable(m->dist[d].arg, m);
	return told && m->symbol->file_scope && prog_mapping_is_block(m);
}

// Behind all directives about it.
static void tell_in_block(rewriter *w, const prog_mapping *m)
{
	unsigned at = 0;
	for (int k = 0; k < w->unit->n_directives; k++) {
		const prog_directive_text *d = &w->unit->directives[k];
		bool own = d->loc.line == m->loc.line;
		for (int j = 0; j < m->rank; j++) own |= d->loc.line == m->extent[j]->loc.line;
		if (own && d->loc.file == m->loc.file && d->range.file == w->file && d->range.end > at)
			at = d->range.end;
	}
	if (!at || !objects_is_mapped(w, m->symbol)) return;
	text t = {0};
	text_add(&t, " ");
	map_arrays_in(w, m, &t);
	rewrite_insert(w, rewrite_behind_names(w, m, at), ORDER_MAP, text_get(&t));
	text_free(&t);
}

void objects_tell_in_blocks(rewriter *w, int chain)
{
	for (int k = 0; k < w->unit->n_mappings; k++)
		if (is_told_in_block(w->unit->mappings[k]) && map_chain_length(w->unit->mappings[k]) == chain)
			tell_in_block(w, w->unit->mappings[k]);
}

// The arrays in a variable of a block, behind the directive: what says where they are has its values there.
static void declare_arrays_in(rewriter *w, const prog_stmt *declaration, const prog_symbol *s, int chain)
{
	for (int k = 0; k < w->unit->n_mappings && s->partly; k++) {
		const prog_mapping *m = w->unit->mappings[k];
		if (m->symbol != s || !prog_mapping_is_block(m) || map_chain_length(m) != chain) continue;
		text t = {0};
		text_add(&t, " ");
		map_arrays_in(w, m, &t);
		unsigned at = rewrite_directive_end(w, m, declaration->range.end);
		rewrite_insert(w, rewrite_behind_names(w, m, at), ORDER_MAP, text_get(&t));
		text_free(&t);
	}
}

void objects_declare(rewriter *w, const prog_stmt *declaration, const prog_symbol *s, int chain)
{
	if (!objects_is_mapped(w, s)) return;
	declare_arrays_in(w, declaration, s, chain);
	text calls = {0}, t = {0};
	if (!map_variable(w, s, chain, &calls)) {
		text_free(&calls);
		return;
	}
	if (s->is_static)
		text_printf(&t, " static int hpcc_known_%s_%d; if (!hpcc_known_%s_%d) { hpcc_known_%s_%d = 1; %s}",
		        s->name, chain, s->name, chain, s->name, chain, text_get(&calls));
	else
		text_printf(&t, " %s", text_get(&calls));
	const prog_expr name = {.kind = PROG_EXPR_VAR, .symbol = (prog_symbol *)s, .type = s->type, .text = s->name};
	rewrite_insert(w, behind_names(w, s->type, &name, chain, declaration->range.end), ORDER_MAP, text_get(&t));
	text_free(&calls);
	text_free(&t);
}

// The arrays in a variable of file scope: the program may compute later where they are.
static void start_arrays_in(const rewriter *w, const prog_symbol *s, text *out)
{
	for (int k = 0; k < w->unit->n_mappings && s->partly; k++) {
		const prog_mapping *m = w->unit->mappings[k];
		if (m->symbol == s && prog_mapping_is_block(m) && !is_told_in_block(m))
			text_printf(out, "\t\thpcc_block_wait(&hpcc_info_%d, %s, sizeof %s, hpcc_arrays_in_%d, 0);\n",
			        m->id, s->name, s->name, m->id);
	}
}

static bool has_function(rewriter *w, const prog_mapping *m)
{
	if (prog_mapping_is_part_block(m)) return prog_record_text(w->unit, m->symbol->record) != NULL;
	return prog_mapping_is_block(m) && m->symbol->file_scope && objects_is_mapped(w, m->symbol) &&
	       !is_told_in_block(m);
}

void objects_prototypes(rewriter *w, text *out)
{
	for (int k = 0; k < w->unit->n_mappings; k++)
		if (has_function(w, w->unit->mappings[k])) map_arrays_prototype(w->unit->mappings[k], ";\n", out);
}

void objects_define(rewriter *w, text *out)
{
	for (int k = 0; k < w->unit->n_mappings; k++)
		if (has_function(w, w->unit->mappings[k])) map_arrays_function(w, w->unit->mappings[k], out);
}

bool objects_hold_arrays(const rewriter *w)
{
	for (int k = 0; k < w->unit->n_mappings; k++)
		if (prog_mapping_is_block(w->unit->mappings[k]) || prog_mapping_is_part_block(w->unit->mappings[k]))
			return true;
	return false;
}

void objects_external_names(const rewriter *w, text *out)
{
	for (int k = 0; k < w->unit->n_symbols; k++) {
		const prog_symbol *s = w->unit->symbols[k];
		if (s->file_scope && !s->is_static && holds_arrays(w, s))
			text_printf(out, "#pragma redefine_extname %s hpcc_p_%s\n", s->name, s->name);
	}
}

void objects_start(rewriter *w, int chain, text *out)
{
	for (int k = 0; k < w->unit->n_mappings && chain == 0; k++)
		if (prog_mapping_is_part_block(w->unit->mappings[k])) {
			text_add(out, "\t\thpcc_block_clear_memory();\n");
			break;
		}
	for (int k = 0; k < w->unit->n_symbols; k++) {
		const prog_symbol *s = w->unit->symbols[k];
		if (s->kind != PROG_SYMBOL_VARIABLE || !s->file_scope || !objects_is_mapped(w, s)) continue;
		if (chain == 0) text_printf(out, "\t\t%s(&%s, sizeof %s);\n", enter_name(w, s), s->name, s->name);
		if (chain == 0) start_arrays_in(w, s, out);
		text calls = {0};
		if (map_variable(w, s, chain, &calls)) text_printf(out, "\t\t%s\n", text_get(&calls));
		text_free(&calls);
	}
}

// ---- memory for objects ----------------------------------------------------------------------------

// A struct whose last member is an array without an extent: there is one object in its memory.
static bool is_open(const rewriter *w, const prog_type *t)
{
	for (int k = 0; k < w->unit->n_symbols && t->record; k++) {
		const prog_symbol *s = w->unit->symbols[k];
		if (s->kind == PROG_SYMBOL_FIELD && s->record == t->record && s->type->kind == PROG_TYPE_ARRAY &&
		        !s->type->extent)
			return true;
	}
	return false;
}

bool objects_receive(rewriter *w, const prog_expr *e, const char *pointer, bool fresh, text *out)
{
	const prog_type *t = e->type->element;
	text all = {0}, first = {0};
	for (int chain = 0; chain <= w->unit->n_mappings; chain++) {
		objects_map(w, t, "*hpcc_at", chain, &all);
		map_named(w, e, chain, &first);
	}
	bool any = all.size || first.size;
	if (any)
		text_printf(out,
		        "({ __typeof__(&*(%s)) hpcc_at = (%s); long hpcc_n = hpcc_objects_at(hpcc_at, sizeof *hpcc_at, "
		        "%d); if (hpcc_n > 0) { %s} for (; hpcc_n > 0; hpcc_n--, hpcc_at++) { %s} })",
		        pointer, pointer, fresh && !is_open(w, t), text_get(&first), text_get(&all));
	text_free(&first);
	text_free(&all);
	return any;
}

static bool leads_to_objects(const prog_type *t)
{
	return t && (t->kind == PROG_TYPE_POINTER || t->kind == PROG_TYPE_ARRAY) && prog_type_holds_parts(t->element);
}

bool objects_are_received(const prog_expr *pointer, const prog_expr *value)
{
	if (!pointer->type || pointer->type->kind != PROG_TYPE_POINTER || !leads_to_objects(pointer->type))
		return false;
	value = prog_without_casts(value);
	bool led = value->type && (value->type->kind == PROG_TYPE_POINTER || value->type->kind == PROG_TYPE_ARRAY);
	return expr_holds(value, EXPR_KIND(CALL)) || (led && !leads_to_objects(value->type));
}

// ---- jumps -------------------------------------------------------------------------------------------

// setjmp(env) -> hpcc_landed(setjmp(env)): what is mapped in the memory of functions that the jump has left is so no
// more.
bool objects_landing(rewriter *w, const prog_expr *e, text *out)
{
	static const char *const names[] = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"};
	const prog_symbol *called = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	bool lands = false;
	for (size_t k = 0; called && k < sizeof names / sizeof *names; k++) lands |= !strcmp(called->name, names[k]);
	if (!lands || w->task || w->inner || !rewrite_in_main(w, e->range)) return false;
	text_add(out, "hpcc_landed(");
	rewrite_render_parts(w, e, USE_READ, out);
	text_add(out, ")");
	return true;
}

// ---- values -----------------------------------------------------------------------------------------

static bool is_lvalue(const prog_expr *e)
{
	switch (e->kind) {
	case PROG_EXPR_VAR:
	case PROG_EXPR_DEREF:
	case PROG_EXPR_INDEX:
	case PROG_EXPR_COMPOUND: return true;
	case PROG_EXPR_MEMBER: return e->n_args && is_lvalue(e->arg[0]);
	default: return false;
	}
}

// a = b -> (*(T *)hpcc_memcpy(&a, &b, sizeof a)), and of a value: hpcc_memcpy(&a, (T[1]){f()}, sizeof a)
static void assign(rewriter *w, const prog_expr *e, text *out)
{
	const prog_expr *from = prog_without_implicit_casts(e->arg[1]);
	text target = {0};
	rewrite_render(w, e->arg[0], USE_ADDRESS, &target);
	text_printf(out, "(*(__typeof__(%s) *)hpcc_memcpy(&(%s), ", text_get(&target), text_get(&target));
	if (is_lvalue(from) || from->kind == PROG_EXPR_ASSIGN)
		text_add(out, "&(");
	else
		text_printf(out, "(__typeof__(%s)[1]){", text_get(&target));
	rewrite_render(w, from, is_lvalue(from) ? USE_ADDRESS : USE_READ, out);
	text_printf(out, "%s, sizeof(%s)))", is_lvalue(from) || from->kind == PROG_EXPR_ASSIGN ? ")" : "}",
	        text_get(&target));
	text_free(&target);
}

bool objects_whole(rewriter *w, const prog_expr *e, use_mode mode, text *out)
{
	if (w->inner || w->as_source || !e->type || e->type->kind != PROG_TYPE_STRUCT ||
	        !prog_type_holds_parts(e->type))
		return false;
	if (e->kind == PROG_EXPR_ASSIGN) {
		assign(w, e, out);
		return true;
	}
	// The last statement of a statement expression is used as well.
	if ((mode != USE_READ && mode != USE_UPDATE) || !is_lvalue(e) || e->kind == PROG_EXPR_COMPOUND) return false;
	text object = {0};
	rewrite_render(w, e, USE_ADDRESS, &object);
	text_printf(out,
	        "({ __typeof__(%s) *const hpcc_o = &(%s), hpcc_value = *(__typeof__(%s) *)hpcc_object_value(hpcc_o, "
	        "sizeof *hpcc_o); hpcc_object_end(hpcc_o, sizeof *hpcc_o); hpcc_value; })",
	        text_get(&object), text_get(&object), text_get(&object));
	text_free(&object);
	return true;
}
