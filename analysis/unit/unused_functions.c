// SPDX-License-Identifier: Apache-2.0
//
// From where a program begins, and what other units may name, to all that is named from there. Files bring functions
// along that a program never calls: of their loops nothing is to be said.
#include "unused_functions.h"

#include "../model/model.h"
#include "program_end.h"

typedef struct search {
	unsigned char *runs;
	bool changed;
} search;

static bool note_name(const prog_expr *e, void *user)
{
	search *s = user;
	if (e->kind == PROG_EXPR_VAR && e->symbol->function && !s->runs[e->symbol->id]) {
		s->runs[e->symbol->id] = 1;
		s->changed = true;
	}
	return false;
}

// A unit without `main` is run by others.
static bool is_begun(const prog_unit *u, const prog_function *f)
{
	return f->is_main || f->begins_program || f->ends_program || (!f->is_static && !(u->is_whole && u->main));
}

unsigned char *functions_that_run(prog_unit *u)
{
	search s = {.runs = prog_alloc(u, (size_t)u->n_symbols + 1), .changed = true};
	for (int k = 0; k < u->n_functions; k++) s.runs[u->functions[k]->symbol->id] = is_begun(u, u->functions[k]);
	for (int k = 0; k < u->n_values; k++) walk_any(u->values[k], note_name, &s);
	while (s.changed) {
		s.changed = false;
		for (int k = 0; k < u->n_functions; k++)
			if (s.runs[u->functions[k]->symbol->id]) walk_any_in(u->functions[k]->body, note_name, &s);
	}
	return s.runs;
}
