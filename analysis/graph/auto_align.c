// SPDX-License-Identifier: Apache-2.0
#include "auto_align.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../split/split.h"
#include "task_graph.h"

#include <isl/options.h>

#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };

// What is known of one array so far: where its elements are used, they are where those of `with` are.
typedef struct candidate {
	const prog_symbol *symbol;
	int rank;
	long extent[PROG_MAX_RANK];
	const prog_symbol *with; // NULL: not used yet
	int dim[PROG_MAX_RANK];  // of this array, for each dimension of `with` that is split; -1: not split
	long offset[PROG_MAX_RANK];
	bool sure;          // a mapped array is written beside it: the offset is not a guess
	const char *reason; // why it cannot be aligned; NULL: it can
	bool ignored;       // there is nothing to be said of it
} candidate;

typedef struct finder {
	const graph *g;
	int n;
	candidate list[MOST];
} finder;

// ---- arrays -----------------------------------------------------------------------------------

static int constant_extents(const prog_symbol *s, long *extent)
{
	int rank = 0;
	if (s->mapping) {
		for (; rank < s->mapping->rank; rank++) {
			if (s->mapping->extent[rank]->kind != PROG_EXPR_INT) return 0;
			extent[rank] = s->mapping->extent[rank]->value;
		}
		return rank;
	}
	for (const prog_type *t = s->type; t->kind == PROG_TYPE_ARRAY; t = t->element) {
		if (rank == PROG_MAX_RANK || !t->extent || t->extent->kind != PROG_EXPR_INT) return 0;
		extent[rank++] = t->extent->value;
	}
	return rank;
}

static bool in_main_file(const finder *f, prog_range r) { return r.file >= 0 && f->g->unit->files[r.file].is_main; }

static const char *why_never(const finder *f, const candidate *c)
{
	const prog_symbol *s = c->symbol;
	if (c->rank == 0) return "its extents are not constants";
	if (s->is_extern || (s->file_scope && !s->is_static))
		return "other files may use it; 'static' says that they do not";
	if (s->is_redeclared) return "it is declared more than once";
	if (!in_main_file(f, s->decl)) return "it is declared in a header or a macro";
	return NULL;
}

// An array, or memory with a shape, that no directive maps; NULL: it is something else.
static candidate *candidate_of(finder *f, const nest_object *o)
{
	const prog_symbol *s = o->symbol;
	if (o->rank == 0 || o->base->kind != PROG_EXPR_VAR || s->kind != PROG_SYMBOL_VARIABLE) return NULL;
	bool shaped = s->mapping && s->mapping->how == PROG_MAP_NONE && s->mapping->shape_given;
	if (!shaped && (s->mapping || s->type->kind != PROG_TYPE_ARRAY)) return NULL;
	for (int k = 0; k < f->n; k++)
		if (f->list[k].symbol == s) return &f->list[k];
	if (f->n == MOST) return NULL;
	candidate *c = &f->list[f->n++];
	*c = (candidate){.symbol = s};
	c->rank = constant_extents(s, c->extent);
	c->reason = why_never(f, c);
	return c;
}

static bool declared_in(const nest *n, const prog_symbol *s)
{
	return n->root->range.file == s->decl.file && n->root->range.begin <= s->decl.begin &&
	       s->decl.end <= n->root->range.end;
}

// ---- uses -------------------------------------------------------------------------------------

// a - b where that is the same in all iterations.
static bool distance(const isl_pw_aff *a, const isl_pw_aff *b, long *value)
{
	if (!a || !b) return false;
	isl_pw_aff *d = isl_pw_aff_sub(isl_pw_aff_copy((isl_pw_aff *)a), isl_pw_aff_copy((isl_pw_aff *)b));
	d = isl_pw_aff_coalesce(d);
	bool constant = isl_pw_aff_is_cst(d) == isl_bool_true && isl_pw_aff_isa_aff(d) == isl_bool_true;
	isl_aff *aff = constant ? isl_pw_aff_as_aff(d) : NULL;
	if (!constant) isl_pw_aff_free(d);
	isl_val *v = aff ? isl_aff_get_constant_val(aff) : NULL;
	isl_aff_free(aff);
	constant = v && isl_val_is_int(v) == isl_bool_true;
	if (constant) *value = isl_val_get_num_si(v);
	isl_val_free(v);
	return constant;
}

// Whether the array fits into what it would be aligned with.
static bool fits(const candidate *c, const prog_mapping *m)
{
	for (int d = 0; d < m->rank; d++) {
		if (c->dim[d] < 0) continue;
		const prog_expr *extent = m->extent[d];
		if (extent->kind != PROG_EXPR_INT || c->offset[d] > 0) return false;
		if (c->extent[c->dim[d]] - c->offset[d] > extent->value) return false;
	}
	return true;
}

static const char *why_not_here(candidate *c, const nest *n, const nest_stmt *s, const nest_access *a)
{
	if (s->home < 0) return "its elements are used where those of no mapped array are";
	const nest_access *h = &s->accesses[s->home];
	const nest_object *home = &n->objects[h->object];
	const prog_mapping *m = home->kind == NEST_MAPPED ? home->mapping : NULL;
	// Such a home says nothing; a trial will show.
	if (!m || m->how == PROG_MAP_NONE || home->rank != m->rank || home->base->kind != PROG_EXPR_VAR) return NULL;
	candidate now = *c;
	now.sure = h->write;
	bool used[PROG_MAX_RANK] = {0};
	for (int d = 0; d < m->rank; d++) {
		now.dim[d] = -1;
		now.offset[d] = 0;
		if (!mapping_splits(m, d)) continue;
		for (int k = 0; k < c->rank && now.dim[d] < 0; k++)
			if (!used[k] && distance(a->sub[k], h->sub[d], &now.offset[d])) now.dim[d] = k;
		if (now.dim[d] < 0) return "it is used at other indices than the mapped arrays beside it";
		used[now.dim[d]] = true;
	}
	// Where nothing mapped is written, the statement is wherever something that it reads is; the array could say so
	// itself.
	for (int d = 0; d < m->rank && !now.sure; d++) now.offset[d] = c->sure ? c->offset[d] : 0;
	if (!fits(&now, m)) return "it does not fit into the mapped array beside it";
	now.with = c->with ? c->with : m->symbol;
	if (!c->with) *c = now;
	bool same = c->with == m->symbol || mapping_same_root(n->unit, c->with->mapping, m);
	for (int d = 0; d < m->rank && same; d++)
		same = c->dim[d] == now.dim[d] && (!c->sure || c->offset[d] == now.offset[d]);
	if (same && now.sure) *c = now;
	return same ? NULL : "it is used with arrays that lie at different places";
}

static void look_at_task(finder *f, const task *t)
{
	const nest *n = t->nest;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			const nest_object *o = &n->objects[a->object];
			if (!a->read && !a->write) continue;
			candidate *c = candidate_of(f, o);
			if (!c) continue;
			// Work arrays are each process's own.
			bool is_private = object_is_plain(o) && o->writes && t->split->roles[o->id] == SCALAR_PRIVATE &&
			                  !t->split->shared[o->id];
			c->ignored |= is_private || declared_in(n, c->symbol);
			if (!c->reason) c->reason = why_not_here(c, n, &n->stmts[k], a);
		}
}

// ---- proposals --------------------------------------------------------------------------------

static const char *directive_text(const finder *f, const candidate *c)
{
	static const char *const dummy[PROG_MAX_RANK] = {"i", "j", "k", "l", "m", "n", "o"};
	char text[512];
	const prog_mapping *m = c->with->mapping;
	bool used[PROG_MAX_RANK] = {0};
	for (int d = 0; d < m->rank; d++)
		if (c->dim[d] >= 0) used[c->dim[d]] = true;
	int dim[PROG_MAX_RANK];
	for (int d = 0; d < m->rank; d++) {
		// Dimensions that are not split correspond where they can.
		bool like = c->dim[d] < 0 && d < c->rank && !used[d] && m->extent[d]->kind == PROG_EXPR_INT &&
		            c->extent[d] <= m->extent[d]->value;
		dim[d] = like ? d : c->dim[d];
		if (like) used[d] = true;
	}
	int at = snprintf(text, sizeof text, "align %.100s", c->symbol->name);
	for (int k = 0; k < c->rank; k++)
		at += snprintf(text + at, sizeof text - (size_t)at, "[%s]", used[k] ? dummy[k] : "*");
	at += snprintf(text + at, sizeof text - (size_t)at, " with %.100s", c->with->name);
	for (int d = 0; d < m->rank; d++) {
		if (dim[d] < 0)
			at += snprintf(text + at, sizeof text - (size_t)at, "[0]");
		else if (c->dim[d] >= 0 && c->offset[d])
			at += snprintf(
			        text + at, sizeof text - (size_t)at, "[%s + %ld]", dummy[c->dim[d]], -c->offset[d]);
		else
			at += snprintf(text + at, sizeof text - (size_t)at, "[%s]", dummy[dim[d]]);
	}
	return prog_string(f->g->unit, text);
}

static int propose(const graph *g, auto_proposal **out)
{
	finder *f = prog_alloc(g->unit, sizeof *f);
	f->g = g;
	for (int k = 0; k < g->n_tasks; k++)
		if (g->tasks[k]->kind == TASK_SPLIT) look_at_task(f, g->tasks[k]);
	int n = 0;
	*out = prog_alloc(g->unit, sizeof **out * (size_t)(f->n + 1));
	for (int k = 0; k < f->n; k++) {
		candidate *c = &f->list[k];
		if (c->ignored) continue;
		auto_proposal *p = &(*out)[n++];
		*p = (auto_proposal){.symbol = c->symbol, .reason = c->reason};
		if (!c->reason && !c->with) p->reason = "it is not used beside a mapped array";
		if (p->reason) continue;
		prog_range with = c->with->decl;
		if (!in_main_file(f, with) && !c->with->file_scope) {
			p->reason = "what it is used with is declared in a macro";
			continue;
		}
		p->directive = directive_text(f, c);
		p->at = c->symbol->decl.end;
		if (in_main_file(f, with) && with.end > p->at) p->at = with.end;
	}
	return n;
}

int auto_align_propose(prog_unit *unit, auto_proposal **out)
{
	isl_ctx *ctx = isl_ctx_alloc();
	isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
	graph *g = graph_build(unit, ctx);
	int n = propose(g, out);
	graph_free(g);
	isl_ctx_free(ctx);
	return n;
}
