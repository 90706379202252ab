// SPDX-License-Identifier: Apache-2.0
#include "resident_check.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../split/split.h"
#include "pattern.h"
#include "task_graph.h"

static bool is_reported(const struct prog_hint_resident **reported, int n, const struct prog_hint_resident *r)
{
	while (n > 0 && reported[n - 1] != r) n--;
	return n > 0;
}

static void check_access(
        const task *t, const nest_stmt *s, const nest_access *a, const struct prog_hint_resident **reported, int *n)
{
	enum { MOST = 64 };
	const struct prog_hint_resident *r = resident_promise(t->nest, s, a);
	if (!r || *n == MOST || is_reported(reported, *n, r) || !pattern_leaves_process(t, s, a)) return;
	const char *name = t->nest->objects[a->object].key;
	reported[(*n)++] = r;
	diag_report(DIAG_not_resident, r->loc, name);
	diag_report(DIAG_accessed_elsewhere, a->expr->loc, a->expr->text, s->accesses[s->home].expr->text);
}

void resident_check(const graph *g)
{
	const struct prog_hint_resident *reported[64];
	int n_reported = 0;
	for (int k = 0; k < g->n_tasks; k++) {
		const task *t = g->tasks[k];
		const nest *n = t->nest;
		for (int s = 0; t->kind == TASK_SPLIT && s < n->n_stmts; s++)
			for (int j = 0; j < n->stmts[s].n_accesses; j++)
				check_access(t, &n->stmts[s], &n->stmts[s].accesses[j], reported, &n_reported);
	}
}
