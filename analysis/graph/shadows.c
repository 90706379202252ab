// SPDX-License-Identifier: Apache-2.0
#include "shadows.h"

#include "../model/model.h"
#include "pattern.h"
#include "task_graph.h"

#include <stdio.h>

// What the loops need of one array's neighbours.
typedef struct widths {
	long below[PROG_MAX_RANK], above[PROG_MAX_RANK];
	const nest *exceeded_in; // the first that needs more than the shadow has; NULL: none
	int object;              // there
} widths;

// A width that only the run knows is wide enough here.
static bool exceeds(const prog_expr *shadow, long halo)
{
	if (!shadow) return halo > 0;
	return shadow->kind == PROG_EXPR_INT && halo > shadow->value;
}

static void note_halo(widths *w, const prog_mapping *m, const nest *n, int object, const pattern *p)
{
	int d = p->dim;
	if (p->below > w->below[d]) w->below[d] = p->below;
	if (p->above > w->above[d]) w->above[d] = p->above;
	if (w->exceeded_in || !(exceeds(m->shadow_lo[d], p->below) || exceeds(m->shadow_hi[d], p->above))) return;
	w->exceeded_in = n;
	w->object = object;
}

static void note_task(const task *t, widths *of_mapping)
{
	for (int k = 0; k < t->n_args; k++) {
		int object = t->args[k].object;
		const prog_mapping *m = t->nest->objects[object].mapping;
		if (!m || !m->has_shadow || m->moves || m->offset) continue;
		patterns all = patterns_of(t, &t->args[k]);
		for (int j = 0; j < all.n; j++)
			if (all.list[j].kind == PATTERN_HALO && all.list[j].like < 0)
				note_halo(&of_mapping[m->id], m, t->nest, object, &all.list[j]);
	}
}

static void report(const prog_mapping *m, const widths *w)
{
	char needed[PROG_MAX_RANK * 48] = "";
	size_t at = 0;
	for (int d = 0; d < m->rank; d++)
		at += (size_t)snprintf(needed + at, sizeof needed - at, "[%ld:%ld]", w->below[d], w->above[d]);
	diag_report(DIAG_shadow_too_small, m->shadow_loc, m->symbol->name, m->symbol->name, needed);
	diag_report(DIAG_read_beyond, pattern_place(w->exceeded_in, w->object), m->symbol->name);
}

void shadows_check(const graph *g)
{
	const prog_unit *unit = g->unit;
	bool any = false;
	for (int k = 0; k < unit->n_mappings; k++) any |= unit->mappings[k]->has_shadow;
	if (!any) return;
	widths *of_mapping = prog_alloc(g->unit, sizeof *of_mapping * (size_t)unit->n_mappings);
	for (int k = 0; k < g->n_tasks; k++)
		if (!g->tasks[k]->is_alternative && g->tasks[k]->kind == TASK_SPLIT) note_task(g->tasks[k], of_mapping);
	for (int k = 0; k < unit->n_mappings; k++)
		if (of_mapping[k].exceeded_in) report(unit->mappings[k], &of_mapping[k]);
}
