// SPDX-License-Identifier: Apache-2.0
#include "written_out.h"

#include "../model/model.h"
#include "facts.h"

#include <limits.h>
#include <string.h>

const prog_expr *written_argument(const prog_expr *call, int at) { return prog_without_casts(call->arg[at]); }

// ---- elements and parts of them ---------------------------------------------------------------------

static bool is_within(const prog_expr *part, const prog_expr *whole)
{
	while (part != whole && part->n_args > 0 && (part->kind == PROG_EXPR_MEMBER || part->kind == PROG_EXPR_INDEX))
		part = part->arg[0];
	return part == whole;
}

// &p[i], p[i].v, &p[i].v[1], with so many bytes, that may be an element of mapped memory or a part of one.
bool written_part_of_element(unit_facts *facts, const prog_expr *a, long bytes, element_part *part)
{
	const prog_expr *e = a->kind == PROG_EXPR_ADDR ? a->arg[0] : a;
	long begin = 0, index;
	element_ref ref;
	if (a->kind != PROG_EXPR_ADDR && (!a->type || a->type->kind != PROG_TYPE_ARRAY)) return false;
	while (e->type && begin + bytes > e->type->size && e->kind == PROG_EXPR_INDEX &&
	        e->arg[0]->type->kind == PROG_TYPE_ARRAY && facts_value(facts, e->arg[1], &index) && index >= 0) {
		begin += index * e->type->size;
		e = e->arg[0];
	}
	const prog_expr *whole = element_of(e);
	if (!e->type || bytes <= 0 || begin + bytes > e->type->size || !is_within(e, whole)) return false;
	if (!element_ref_of(whole, &ref) || !ref.type || ref.type->kind == PROG_TYPE_ARRAY || whole->type != ref.type)
		return false;
	*part = (element_part){e, bytes == e->type->size};
	return facts_ref_may_be_mapped(facts, &ref);
}

// Of an array its first element stands for all: what is said of an element's part is said of the element.
const prog_expr *written_first_of(prog_unit *unit, const prog_expr *e)
{
	while (e->type->kind == PROG_TYPE_ARRAY) {
		prog_expr *zero = prog_alloc(unit, sizeof *zero), *first = prog_alloc(unit, sizeof *first);
		*zero = (prog_expr){.kind = PROG_EXPR_INT, .text = "0", .loc = e->loc};
		*first = *e;
		first->kind = PROG_EXPR_INDEX;
		first->type = e->type->element;
		first->n_args = 2;
		first->arg = prog_alloc(unit, 2 * sizeof *first->arg);
		first->arg[0] = (prog_expr *)e;
		first->arg[1] = zero;
		e = first;
	}
	return e;
}

// ---- calls ------------------------------------------------------------------------------------------

const char *const written_counter[WRITTEN_DIMENSIONS] = {"hpcc_shown", "hpcc_shown_row", "hpcc_shown_plane"};

// fwrite(&a[i], sizeof *a, 1, file): the element, or the part of one, that is written.
bool written_by(const prog_expr *call)
{
	const prog_symbol *callee = prog_callee(call);
	if (!callee || callee->function || call->n_args != 5) return false;
	return !strcmp(callee->name, "fwrite") || !strcmp(callee->name, "fwrite_unlocked");
}

bool written_element(unit_facts *facts, const prog_expr *call, element_part *part)
{
	long size, n;
	if (!written_by(call)) return false;
	if (!facts_value(facts, call->arg[2], &size) || !facts_value(facts, call->arg[3], &n) || n <= 0) return false;
	return size > 0 && size <= LONG_MAX / n &&
	       written_part_of_element(facts, written_argument(call, 1), size * n, part);
}

// fwrite(u[i], sizeof(double), m, file), or from &u[i][j] on: the first element, in a row of an array of several
// dimensions; NULL: it is none.
const prog_expr *written_row(unit_facts *facts, const prog_expr *call)
{
	element_ref ref;
	if (!written_by(call)) return NULL;
	const prog_expr *a = written_argument(call, 1), *first = a->kind == PROG_EXPR_ADDR ? a->arg[0] : NULL;
	const prog_expr *row = first && first->kind == PROG_EXPR_INDEX ? first->arg[0] : first ? NULL : a;
	if (!row || row->kind != PROG_EXPR_INDEX || !row->type || row->type->kind != PROG_TYPE_ARRAY) return NULL;
	if (row->type->element->kind == PROG_TYPE_ARRAY) return NULL;
	if (!first) first = written_first_of(facts_unit(facts), row);
	bool element = element_ref_of(first, &ref) && element_of(first) == first && ref.n_subs > 1;
	return element && facts_ref_may_be_mapped(facts, &ref) ? first : NULL;
}

// How many elements of this size are written; NULL: it is not so simple.
static prog_expr *elements_written(unit_facts *facts, const prog_expr *call, long size)
{
	long bytes;
	const prog_expr *n = prog_without_implicit_casts(call->arg[3]);
	if (!facts_value(facts, call->arg[2], &bytes)) return NULL;
	if (bytes == size) return (prog_expr *)n;
	if (bytes != 1 || n->kind != PROG_EXPR_BINARY || n->op != PROG_OP_MUL) return NULL;
	for (int k = 0; k < 2; k++)
		if (facts_value(facts, n->arg[k], &bytes) && bytes == size)
			return (prog_expr *)prog_without_implicit_casts(n->arg[1 - k]);
	return NULL;
}

static bool run_begins(prog_unit *unit, const prog_expr *a, written_run *run)
{
	const prog_expr *first = a->kind == PROG_EXPR_ADDR ? a->arg[0] : NULL;
	bool sum = a->kind == PROG_EXPR_BINARY && a->op == PROG_OP_ADD;
	if (first && first->kind == PROG_EXPR_INDEX) {
		*run = (written_run){.base = first->arg[0], .index = first->arg[1]};
	} else if (sum && a->arg[0]->type && a->arg[0]->type->kind == PROG_TYPE_POINTER) {
		*run = (written_run){.base = a->arg[0], .index = a->arg[1]};
	} else if (a->kind == PROG_EXPR_INDEX && a->type &&
	           (a->type->kind == PROG_TYPE_POINTER || a->type->kind == PROG_TYPE_ARRAY)) {
		*run = (written_run){.base = (prog_expr *)a};
		run->index = made_number(unit, made_variable(unit, written_counter[0])->type, 0);
	}
	return run->base && run->base->type && run->base->type->element && run->index->type &&
	       run->index->type->kind == PROG_TYPE_INT;
}

bool written_run_of(unit_facts *facts, const prog_expr *call, written_run *run)
{
	element_ref ref;
	if (!written_by(call) || !run_begins(facts_unit(facts), written_argument(call, 1), run)) return false;
	const prog_type *type = run->base->type->element;
	if (type->kind == PROG_TYPE_ARRAY || type->size <= 0) return false;
	run->n = elements_written(facts, call, type->size);
	const prog_expr *first = made_element(facts_unit(facts), run->base, run->index);
	bool element = run->n && element_ref_of(first, &ref) && element_of(first) == first;
	return element && facts_ref_may_be_mapped(facts, &ref);
}

// fwrite(u[i], sizeof(double), m * l, file), fwrite(&u[i][0][0], ...): a plane of an array, or more of its dimensions,
// that is written as a whole; NULL: it is none.
prog_expr *written_plane(unit_facts *facts, const prog_expr *call)
{
	long size, n;
	element_ref ref;
	if (!written_by(call)) return NULL;
	if (!facts_value(facts, call->arg[2], &size) || !facts_value(facts, call->arg[3], &n)) return NULL;
	if (size <= 0 || n <= 0 || size > LONG_MAX / n) return NULL;
	const prog_expr *e = written_argument(call, 1);
	if (e->kind == PROG_EXPR_ADDR) e = e->arg[0];
	for (long zero; e->kind == PROG_EXPR_INDEX && e->type && e->type->size < size * n; e = e->arg[0])
		if (!facts_value(facts, e->arg[1], &zero) || zero != 0) return NULL;
	bool plane = e->kind == PROG_EXPR_INDEX && e->type && e->type->kind == PROG_TYPE_ARRAY;
	if (!plane || e->type->size != size * n || e->type->element->kind != PROG_TYPE_ARRAY) return NULL;
	int rank = 0;
	for (const prog_type *type = e->type; type->kind == PROG_TYPE_ARRAY; type = type->element) rank++;
	const prog_expr *first = written_first_of(facts_unit(facts), e);
	bool element = element_ref_of(first, &ref) && element_of(first) == first && rank <= WRITTEN_DIMENSIONS;
	return element && facts_ref_may_be_mapped(facts, &ref) ? (prog_expr *)e : NULL;
}

const prog_expr *written_out(unit_facts *facts, const prog_expr *call)
{
	element_part part;
	written_run run = {0};
	if (!written_by(call)) return NULL;
	if (written_element(facts, call, &part)) return part.lvalue;
	const prog_expr *plane = written_plane(facts, call), *row = written_row(facts, call);
	if (plane) return written_first_of(facts_unit(facts), plane);
	if (row || !written_run_of(facts, call, &run)) return row;
	return made_element(facts_unit(facts), run.base, run.index);
}
