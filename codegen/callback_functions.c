// SPDX-License-Identifier: Apache-2.0
//
// Each phase has functions of its own, with closed forms where there are any: operations, memory.
#include "callback_writer.h"
#include "graph_json.h"
#include "graph_names.h"
#include "graph_words.h"
#include "remarks.h"

#include <stdlib.h>
#include <string.h>

// Functions of which equal ones stand there once.
typedef struct known {
	const char *kind, *name, *body;
	struct known *next;
} known;

// ---- what is known already ---------------------------------------------------------------------

static bool is_same_place(const found *p, const found *q)
{
	const phase_place *x = &p->place, *y = &q->place;
	bool same = p->outer == q->outer && x->in_cycle == y->in_cycle && x->more == y->more && x->n == y->n;
	for (int k = 0; k < x->n && same; k++) same = x->loop[k]->loop == y->loop[k]->loop;
	return same;
}

const told *callback_told(const callback_writer *c, int n)
{
	const told *known = c->told[c->at->node->id];
	while (known && (known->n != n || !is_same_place(known->at, c->at))) known = known->next;
	return known;
}

told *callback_tell(callback_writer *c, const told *what)
{
	told **first = &c->told[c->at->node->id];
	told *known = prog_alloc(c->w->unit, sizeof *known);
	*known = *what;
	known->at = c->at;
	known->uses = c->uses;
	known->changes = c->changes;
	known->summed = c->summed;
	known->next = *first;
	return *first = known;
}

void callback_use(callback_writer *c, const told *what)
{
	c->uses = what->uses;
	c->changes = what->changes;
	c->summed = what->summed;
}

// ---- functions ---------------------------------------------------------------------------------

const char *callback_add_function(callback_writer *c, const char *kind, const char *name, const text *body)
{
	known *f = c->known;
	while (f && (strcmp(f->kind, kind) != 0 || strcmp(f->body, text_get(body)) != 0)) f = f->next;
	if (f) return f->name;
	char head[96];
	snprintf(head, sizeof head, "HPCC_%s(%s)", kind, name);
	text_add_function(&c->functions, head, text_get(body));
	f = prog_alloc(c->w->unit, sizeof *f);
	*f = (known){kind, prog_string(c->w->unit, name), prog_string(c->w->unit, text_get(body)), c->known};
	c->known = f;
	return f->name;
}

bool callback_add_sum(callback_writer *c, text *out, const char *variable, const point_sum *sum)
{
	c->summed |= point_sum_has_loops(sum);
	return polynomial_text_sum(out, variable, sum, &c->names);
}

const char *callback_number_function(callback_writer *c, const char *what, int number, const point_sum *value)
{
	if (!value) return "0";
	text body = {0};
	char name[64];
	snprintf(name, sizeof name, "hpcc_%s_%d", what, number);
	text_add(&body, "\tdouble hpcc_value = 0;\n");
	bool ok = callback_add_sum(c, &body, "hpcc_value", value);
	text_add(&body, "\treturn hpcc_value;\n");
	const char *made = ok ? callback_add_function(c, "NUMBER", name, &body) : "0";
	text_free(&body);
	return made;
}

static const char *const operation_name[] = {[OP_FADD] = "HPCC_FADD",
        [OP_FMUL] = "HPCC_FMUL",
        [OP_FDIV] = "HPCC_FDIV",
        [OP_FSQRT] = "HPCC_FSQRT",
        [OP_FLIBM] = "HPCC_FLIBM",
        [OP_IOPS] = "HPCC_IOPS",
        [OP_LOADS] = "HPCC_LOADS",
        [OP_LOAD_BYTES] = "HPCC_LOAD_BYTES",
        [OP_STORES] = "HPCC_STORES",
        [OP_STORE_BYTES] = "HPCC_STORE_BYTES",
        [OP_CALLS] = "HPCC_CALLS"};
enum { N_OPERATIONS = sizeof operation_name / sizeof *operation_name };

// What each execution of the term's statements adds: `n[HPCC_FADD] += 3 * times;`
static void add_operations(const phase_term *term, const char *array, const char *times, text *out)
{
	for (int kind = 0; kind < N_OPERATIONS; kind++) {
		long n = op_counts_of_kind(&term->each, (op_kind)kind);
		if (n == 1) text_printf(out, "\t%s[%s] += %s;\n", array, operation_name[kind], times);
		if (n > 1) text_printf(out, "\t%s[%s] += %ld * %s;\n", array, operation_name[kind], n, times);
	}
}

void callback_add_steps(callback_writer *c, const char *cycles, text *out)
{
	c->uses |= c->at->outer < 0 ? c->cycle_uses : c->outer.at[c->at->outer].parameters;
	text_printf(out, "\tHPCC_UNUSED const double hpcc_steps = %s(hpcc_par);\n", cycles);
}

static bool add_terms(callback_writer *c, const phase_work *work, bool all, bool split, text *out)
{
	bool ok = true;
	for (int k = 0; k < work->n; k++) {
		const phase_term *term = &work->term[k];
		bool each = all && !term->count.in_steps;
		point_sum *times = all && !each ? term->count.all : term->count.once;
		if (term->split != split || !times) continue;
		char name[32], in_all[64];
		snprintf(name, sizeof name, "hpcc_times%d", k);
		snprintf(in_all, sizeof in_all, each ? "%s * hpcc_steps" : "%s", name);
		text_printf(out, "\tdouble %s = 0;\n", name);
		ok &= callback_add_sum(c, out, name, times);
		add_operations(term, "hpcc_n", in_all, out);
	}
	return ok;
}

// The operations in a step, or in all steps.
static const char *operations_function(callback_writer *c, const phase_work *work, const char *cycles, bool all)
{
	text body = {0}, fixed = {0}, split = {0};
	char name[64];
	snprintf(name, sizeof name, "hpcc_%soperations_%d", all ? "all_" : "", c->at->first);
	bool ok = add_terms(c, work, all, false, &fixed) && add_terms(c, work, all, true, &split);
	if (all) callback_add_steps(c, cycles, &body);
	if (fixed.size)
		text_printf(&body, "\tif (!hpcc_own) {\n%s\t\treturn;\n\t}\n", text_get(&fixed));
	else if (split.size)
		text_add(&body, "\tif (!hpcc_own) return;\n");
	text_add(&body, text_get(&split));
	const char *made = ok ? callback_add_function(c, "OPERATIONS", name, &body) : "0";
	text_free(&fixed);
	text_free(&split);
	text_free(&body);
	return made;
}

static bool add_per_pdu(callback_writer *c, const phase_work *work, bool all, text *out)
{
	bool ok = true;
	for (int k = 0; k < work->n; k++) {
		const phase_term *term = &work->term[k];
		if (!term->per_pdu || term->count.in_steps != all) continue;
		text condition = {0};
		ok &= polynomial_text_condition(&condition, isl_set_copy(term->per_pdu_if), &c->names);
		text_printf(out, "\tdouble hpcc_times%d = 0;\n\t", k);
		if (condition.size) text_printf(out, "if (%s) ", text_get(&condition));
		text_printf(out, "hpcc_times%d = ", k);
		ok &= polynomial_text_value(out, term->per_pdu, &c->names);
		text_add(out, ";\n");
		char times[64];
		snprintf(times, sizeof times, all ? "hpcc_times%d / hpcc_steps" : "hpcc_times%d", k);
		add_operations(term, "hpcc_n", times, out);
		text_free(&condition);
	}
	return ok;
}

// Operations of one PDU, on the average of the steps.
static const char *linear_function(callback_writer *c, const phase_work *work, const char *cycles)
{
	if (!work->linear || work->unknown || (work->in_steps && !strcmp(cycles, "0"))) return "0";
	text body = {0};
	char name[64];
	snprintf(name, sizeof name, "hpcc_linear_%d", c->at->first);
	bool ok = true;
	if (work->in_steps) callback_add_steps(c, cycles, &body);
	ok &= add_per_pdu(c, work, false, &body) && add_per_pdu(c, work, true, &body);
	const char *made = ok ? callback_add_function(c, "LINEAR", name, &body) : "0";
	text_free(&body);
	return made;
}

// ---- memory ------------------------------------------------------------------------------------

static const char *memory_function(callback_writer *c, const task_arg *a, int k)
{
	const task *t = c->at->node->task;
	const nest_object *o = &t->nest->objects[a->object];
	bool known = o->rank > 0 && o->element && o->element->size > 0;
	callback_limit_operations(c);
	point_sum *elements = known ? phase_touched(&c->at->place, t, a) : NULL;
	callback_end_limit(c);
	c->too_difficult += known && callback_is_difficult(elements);
	if (!elements) return "0";
	text body = {0};
	char name[64];
	snprintf(name, sizeof name, "hpcc_memory_%d_%d", c->at->first, k);
	text_add(&body, "\tdouble hpcc_value = 0;\n");
	bool ok = callback_add_sum(c, &body, "hpcc_value", elements);
	text_printf(&body, "\treturn %ld * hpcc_value;\n", o->element->size);
	const char *made = ok ? callback_add_function(c, "MEMORY", name, &body) : "0";
	text_free(&body);
	point_sum_free(elements);
	return made;
}

static int array_number(callback_writer *c, const char *name, const prog_function *function)
{
	for (int k = 0; k < c->arrays.n; k++)
		if (c->arrays.at[k].function == function && !strcmp(c->arrays.at[k].name, name)) return k;
	GROW(c, &c->arrays);
	c->arrays.at[c->arrays.n] = (array){name, function};
	return c->arrays.n++;
}

// Mapped arrays, and others of which the task touches what the intervals say.
static int arrays_of(callback_writer *c, const task *t)
{
	text rows = {0};
	int n = 0;
	for (int k = 0; k < t->n_args; k++) {
		const nest_object *o = &t->nest->objects[t->args[k].object];
		if (o->rank == 0) continue;
		text_printf(&rows, "\t{");
		text_add_string(&rows, o->key);
		text_add(&rows, ", ");
		text_add_string(&rows, t->nest->root->function ? t->nest->root->function->symbol->name : "");
		text_printf(&rows, ", %d, %s},\n", array_number(c, o->key, t->nest->root->function),
		        memory_function(c, &t->args[k], k));
		n++;
	}
	if (n)
		text_printf(&c->array_rows, "static const hpcc_callback_array hpcc_phase_arrays_%d[] = {\n%s};\n",
		        c->at->first, text_get(&rows));
	text_free(&rows);
	return n;
}

// ---- computation -------------------------------------------------------------------------------

void callback_begin_row(callback_writer *c, const char *kind, const char *words)
{
	const char *path;
	unsigned line = prog_unit_line_name(c->w->unit, c->at->node->loc, &path);
	char *name = spoken(words);
	text_printf(&c->rows, "\t{.kind = %s, .name = ", kind);
	text_add_string(&c->rows, name);
	text_add(&c->rows, ", .file = ");
	text_add_string(&c->rows, path);
	text_printf(&c->rows, ", .line = %u", line);
	if (c->at->node->task) text_printf(&c->rows, ", .task = %d", c->at->node->task->id);
	free(name);
}

void callback_add_field(callback_writer *c, const char *field, const char *value)
{
	if (strcmp(value, "0") != 0) text_printf(&c->rows, ", .%s = %s", field, value);
}

void callback_add_flag_names(callback_writer *c, bool estimated, bool same, bool unknown, bool user, bool once)
{
	text flags = {0};
	text_printf(&flags, "%s%s%s%s%s%s", estimated || c->changes ? " | HPCC_ESTIMATED" : "",
	        same ? " | HPCC_SAME_FOR_ALL" : "", unknown ? " | HPCC_UNKNOWN" : "", user ? " | HPCC_BY_USER" : "",
	        c->summed ? " | HPCC_SUMMED" : "", once ? " | HPCC_ONCE" : "");
	if (flags.size) text_printf(&c->rows, ", .flags = %s", text_get(&flags) + strlen(" | "));
	const outer_loop *loop = c->at->outer < 0 ? NULL : &c->outer.at[c->at->outer];
	const unsigned long uses = user ? ~0UL : c->uses;
	if (uses) text_printf(&c->rows, ", .parameters = 0x%lx", uses);
	if (loop) text_printf(&c->rows, ", .loop = &hpcc_callback_loops[%d]", c->at->outer);
	c->summed = c->changes = false;
	c->uses = 0;
	text_free(&flags);
}

void callback_add_axes(callback_writer *c, const task *t, bool own)
{
	unsigned long axes = 0;
	if (!t || t->kind != TASK_SPLIT || !t->nest->n_axes) return;
	int first = callback_axis_index(c, t, 0);
	for (int x = 0; x < t->nest->n_axes && !own; x++)
		if (t->nest->axes[x].shared == x) axes |= 1UL << callback_axis_index(c, t, x);
	if (first) text_printf(&c->rows, ", .axis = %d", first);
	text_printf(&c->rows, ", .axes = 0x%lx", own ? 1UL << first : axes);
}

static const told *tell_computation(callback_writer *c, const char *cycles)
{
	const task *t = c->at->node->task;
	const char *own = callback_own_function(t, PROG_CALLBACK_COMPUTATION),
	           *pdus = callback_own_function(t, PROG_CALLBACK_PDUS);
	told what = {.same = true};
	callback_limit_operations(c);
	phase_work *work = phase_work_of(&c->at->place, t);
	if (!callback_end_limit(c)) work->unknown = true, work->linear = false;
	for (int k = 0; k < work->n; k++)
		if (!phase_term_is_nothing(&work->term[k])) callback_note_difficult(c, &work->term[k].count);
	text words = {0};
	for (int k = 0; k < work->n; k++) what.same &= !work->term[k].split;
	graph_words_of_head(c->w->unit, c->at->node->stmt, &words);
	what.words = prog_string(c->w->unit, text_get(&words));
	what.once = own ? own : operations_function(c, work, cycles, false);
	const bool sums = work->in_steps && !work->all_unknown && strcmp(cycles, "0") != 0;
	what.all = own || !sums ? "0" : operations_function(c, work, cycles, true);
	what.linear = own ? "0" : linear_function(c, work, cycles);
	what.pdus = pdus ? pdus : callback_number_function(c, "pdus", c->at->first, work->num_pdus);
	what.n_arrays = arrays_of(c, t);
	what.estimated = work->estimated || (work->in_steps && !sums);
	what.known = !work->unknown;
	text_free(&words);
	phase_work_free(work);
	return callback_tell(c, &what);
}

void callback_computation(callback_writer *c, const char *cycles)
{
	const task *t = c->at->node->task;
	const bool own = callback_own_function(t, PROG_CALLBACK_COMPUTATION) != NULL;
	const told *what = callback_told(c, 0);
	if (!what) what = tell_computation(c, cycles);
	callback_use(c, what);
	callback_begin_row(c, "HPCC_COMPUTATION", what->words);
	callback_add_flag_names(c, !own && (what->estimated || c->at->maybe || phase_place_unknown(&c->at->place)),
	        !own && what->same, !own && !what->known, own, false);
	callback_add_axes(c, t, own);
	callback_add_field(c, "num_pdus", what->pdus);
	callback_add_field(c, "operations", what->once);
	callback_add_field(c, "all_operations", what->all);
	callback_add_field(c, "linear", what->linear);
	if (what->n_arrays)
		text_printf(
		        &c->rows, ", .n_arrays = %d, .arrays = hpcc_phase_arrays_%d", what->n_arrays, what->at->first);
	text_add(&c->rows, ", .overlap = -1},\n");
}
