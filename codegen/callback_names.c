// SPDX-License-Identifier: Apache-2.0
//
// What a set says of a task's parameters and intervals is said of those of the whole table here: one list of
// parameters, and one of axes, for all phases.
#include "callback_writer.h"
#include "graph_json.h"
#include "graph_names.h"
#include "graph_words.h"
#include "remarks.h"

#include <stdlib.h>
#include <string.h>

// Of isl's, for each number of a phase: every program is translated with its callbacks, which must not be felt. Where
// some numbers have taken more, the others get fewer.
enum { NUMBER_OPERATIONS = 150000, FEW_OPERATIONS = 20000, MOST_DIFFICULT = 6 };

void callback_limit_operations(callback_writer *c)
{
	c->limit = quota_open(c->ctx, c->too_difficult < MOST_DIFFICULT ? NUMBER_OPERATIONS : FEW_OPERATIONS);
}

bool callback_end_limit(callback_writer *c)
{
	const bool within = quota_close(c->limit);
	c->too_difficult += !within;
	return within;
}

bool callback_is_difficult(const point_sum *number) { return !number || point_sum_has_loops(number); }

void callback_note_difficult(callback_writer *c, const phase_count *n)
{
	c->too_difficult += callback_is_difficult(n->once) + (n->in_steps && callback_is_difficult(n->all));
}

// ---- names -------------------------------------------------------------------------------------

// Whether it is the counter of a loop that is known: then it is summed over, or the cycle's parameter.
static bool is_counter(const callback_writer *c, const char *name, size_t length, const prog_function *function)
{
	bool is = false;
	for (int k = 0; k < c->loops.n; k++) {
		const phase_loop *l = c->loops.at[k];
		is |= l->var && l->loop->function == function && !strncmp(l->var->name, name, length) &&
		      !l->var->name[length];
	}
	return is;
}

// Whether any loop that may be the cycle sets the variable, or the function that it is in.
static bool any_may_set(const callback_writer *c, const prog_function *function, const char *name, size_t length)
{
	bool loops = !function || function->is_main;
	for (int k = 0; k < c->outer.n; k++) {
		const outer_loop *l = &c->outer.at[k];
		const bool here = l->function == function;
		if (statement_may_set(c->flow, l->loop, name, length, !here)) return true;
		loops |= here;
	}
	return !loops && statement_may_set(c->flow, function->body, name, length, false);
}

static bool is_set(const callback_writer *c, const prog_function *function, const char *name, size_t length)
{
	return c->by_functions ? any_may_set(c, function, name, length)
	                       : cycle_may_set(c->flow, function, name, length);
}

bool callback_may_change(const callback_writer *c, const char *text, const prog_function *function)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
	for (const char *s = text + strcspn(text, letters); *s; s += strcspn(s, letters)) {
		const size_t n = strspn(s, letters);
		if (!is_counter(c, s, n, function) && is_set(c, function, s, n)) return true;
		s += n;
	}
	return false;
}

static void note_use(callback_writer *c, int parameter)
{
	c->uses |= 1UL << (parameter < LAST_BIT ? parameter : LAST_BIT);
	c->changes |= c->parameters.at[parameter].changes;
}

static int parameter_index(callback_writer *c, const char *name, const prog_function *function, int task, int number)
{
	for (int k = 0; k < c->parameters.n; k++) {
		parameter *p = &c->parameters.at[k];
		if (p->function != function || strcmp(p->name, name) != 0) continue;
		if (!p->task) p->task = task, p->number = number;
		note_use(c, k);
		return k;
	}
	GROW(c, &c->parameters);
	const bool changes = callback_may_change(c, name, function);
	c->parameters.at[c->parameters.n] = (parameter){prog_string(c->w->unit, name), function, task, number, changes};
	note_use(c, c->parameters.n);
	return c->parameters.n++;
}

// A parameter whose name is only a number is the task's own.
static int nest_parameter(callback_writer *c, const task *t, int number)
{
	char name[GRAPH_NAME_SIZE], plain[GRAPH_NAME_SIZE];
	graph_name_of_param(t->nest, number, name);
	snprintf(plain, sizeof plain, "par%d", number);
	if (strcmp(name, plain) != 0) return parameter_index(c, name, t->nest->root->function, t->id, number);
	text words = {0}, all = {0};
	formula_plain(t->nest->params[number].text, &words);
	text_printf(&all, "%s (task %d)", text_get(&words), t->id);
	int index = parameter_index(c, text_get(&all), t->nest->root->function, t->id, number);
	text_free(&words);
	text_free(&all);
	return index;
}

int callback_axis_index(callback_writer *c, const task *t, int x)
{
	const nest_axis *a = &t->nest->axes[x];
	const char *array = t->nest->objects[a->object].key;
	for (int k = 0; k < c->n_axes; k++) {
		const axis *known = &c->axes[k];
		if (known->function == t->nest->root->function && known->dim == a->dim && !strcmp(known->array, array))
			return k;
	}
	bool like = a->shared != x && a->sign == 1 && !a->shift && !a->if_alike;
	int other = like ? callback_axis_index(c, t, a->shared) : -1;
	if (c->n_axes == MOST_AXES) return c->too_many = true, 0;
	c->axes[c->n_axes] = (axis){prog_string(c->w->unit, array), t->nest->root->function, a->dim, other, a->offset};
	return c->n_axes++;
}

// The function whose variable bounds a loop around the phase.
static const prog_function *function_of(const callback_writer *c, isl_id *variable)
{
	if (!c->at) return c->bound->loop->function;
	for (int k = 0; k < c->at->place.n; k++) {
		const phase_loop *l = c->at->place.loop[k];
		if (l->steps && isl_set_find_dim_by_id(l->steps, isl_dim_param, variable) >= 0)
			return l->loop->function;
	}
	return NULL;
}

__isl_give isl_id *callback_name_of(__isl_keep isl_space *space, unsigned param, void *user)
{
	callback_writer *c = user;
	const task *t = c->at ? c->at->node->task : NULL;
	isl_id *id = isl_space_get_dim_id(space, isl_dim_param, param);
	const nest_param *known = t ? nest_param_of(t->nest, space, param) : NULL;
	const prog_symbol *variable = phase_variable_of(id);
	char name[64] = "0";
	int x;
	own_end end;
	if (variable)
		snprintf(name, sizeof name, "hpcc_par[%d]",
		        parameter_index(c, variable->name, function_of(c, id), 0, 0));
	else if (known)
		snprintf(name, sizeof name, "hpcc_par[%d]", nest_parameter(c, t, (int)(known - t->nest->params)));
	else if (point_loop_is(id))
		snprintf(name, sizeof name, "%s", isl_id_get_name(id));
	else if (t && own_bound_is(space, param, &x, &end))
		snprintf(name, sizeof name, "hpcc_own[%d].%s", callback_axis_index(c, t, x),
		        end == OWN_LO ? "lo" : "hi");
	isl_id_free(id);
	return isl_id_alloc(c->ctx, name, c);
}

const char *callback_own_function(const task *t, prog_callback_kind kind)
{
	const prog_hint *hint = t && t->nest->root ? t->nest->root->hint : NULL;
	const prog_symbol *f = hint ? hint->callback[kind] : NULL;
	return f ? f->name : NULL;
}
