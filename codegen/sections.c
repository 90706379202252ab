// SPDX-License-Identifier: Apache-2.0
#include "sections.h"
#include "../analysis/graph/graph.h"
#include "../analysis/model/model.h"
#include "bounds.h"
#include "combine.h"
#include "counts.h"
#include "formula.h"
#include "results.h"

#include <isl/constraint.h>
#include <isl/ilp.h>

#include <stdlib.h>
#include <string.h>

// ---- boxes ------------------------------------------------------------------------------------

// The stride of a dimension, and as C text an index that is in it; 1 where there is none that the parameters fix.
static long stride_of(isl_set *set, int dim, text *anchor)
{
	isl_stride_info *info = isl_set_get_stride_info(set, dim);
	isl_val *v = isl_stride_info_get_stride(info);
	isl_aff *offset = isl_stride_info_get_offset(info);
	long stride = v ? isl_val_get_num_si(v) : 1;
	int rank = (int)isl_set_dim(set, isl_dim_set);
	if (isl_aff_involves_dims(offset, isl_dim_in, 0, (unsigned)rank) != isl_bool_false) stride = 1;
	if (stride > 1) {
		offset = isl_aff_drop_dims(offset, isl_dim_in, 0, (unsigned)rank);
		if (!affine_text_value(anchor, isl_pw_aff_from_aff(offset), NULL)) stride = 1;
	} else {
		isl_aff_free(offset);
	}
	isl_val_free(v);
	isl_stride_info_free(info);
	return stride > 1 ? stride : 1;
}

// The text of what many sections of a function have in common: making it takes long.
typedef struct known_range {
	isl_set *of; // the indices in one dimension
	char *text;
	struct known_range *next;
} known_range;

typedef struct printer {
	text *out;
	known_range *ranges;
	text condition; // under which the boxes are that are being added; empty: none
	text boxes;     // these
	int n_boxes;
} printer;

// One side of an inequality in the index of a line, rounded to where indices are; NULL: it bounds the other side.
// Takes the constraint.
static isl_pw_aff *side_of(isl_constraint *c, bool low)
{
	isl_bool is_bound = low ? isl_constraint_is_lower_bound(c, isl_dim_set, 0)
	                        : isl_constraint_is_upper_bound(c, isl_dim_set, 0);
	isl_aff *side = is_bound == isl_bool_true ? isl_constraint_get_bound(c, isl_dim_set, 0) : NULL;
	isl_constraint_free(c);
	if (!side) return NULL;
	side = low ? isl_aff_ceil(side) : isl_aff_floor(side);
	return isl_pw_aff_from_aff(isl_aff_drop_dims(side, isl_dim_in, 0, 1));
}

// The least or greatest index by each inequality alone. So it is told where there is no index, too: there the least
// one is above the greatest. Takes nothing; NULL: not known.
static isl_pw_aff *side_everywhere(isl_set *line, bool low)
{
	isl_basic_set *hull = isl_basic_set_remove_redundancies(isl_set_simple_hull(isl_set_copy(line)));
	bool divides = isl_basic_set_dim(hull, isl_dim_div) != 0;
	isl_constraint_list *list = isl_basic_set_get_constraint_list(hull);
	isl_pw_aff *all = NULL;
	for (int k = 0; k < (int)isl_constraint_list_n_constraint(list) && !divides; k++) {
		isl_pw_aff *one = side_of(isl_constraint_list_get_constraint(list, k), low);
		if (one && all)
			all = low ? isl_pw_aff_max(all, one) : isl_pw_aff_min(all, one);
		else if (one)
			all = one;
	}
	isl_constraint_list_free(list);
	isl_basic_set_free(hull);
	return all;
}

static bool has_divisions(isl_set *line)
{
	isl_set *parameters = isl_set_coalesce(isl_set_params(isl_set_copy(line)));
	bool divides = isl_set_involves_locals(parameters) != isl_bool_false;
	isl_set_free(parameters);
	return divides;
}

// The least or greatest index; false where there is none, or none that can be told.
static bool bound(isl_set *line, bool low, text *out)
{
	// Which parameters leave an index takes a division: then the bounds say it.
	isl_pw_aff *side = has_divisions(line) ? side_everywhere(line, low) : NULL;
	if (side) {
		text value = {0};
		bool ok = affine_text_value(&value, isl_pw_aff_coalesce(side), NULL);
		if (ok) text_add(out, text_get(&value));
		text_free(&value);
		if (ok) return true;
	}
	isl_bool bounded = low ? isl_set_dim_has_lower_bound(line, isl_dim_set, 0)
	                       : isl_set_dim_has_upper_bound(line, isl_dim_set, 0);
	text value = {0};
	bool ok = bounded == isl_bool_true;
	if (ok) {
		isl_pw_aff *v = low ? isl_set_dim_min(isl_set_copy(line), 0) : isl_set_dim_max(isl_set_copy(line), 0);
		ok = v && isl_pw_aff_involves_nan(v) == isl_bool_false;
		if (ok)
			ok = affine_text_value(&value, isl_pw_aff_coalesce(v), NULL);
		else
			isl_pw_aff_free(v);
	}
	text_add(out, ok ? text_get(&value) : low ? "-HPCC_INF" : "HPCC_INF");
	text_free(&value);
	return ok;
}

// Bounds that are numbers, whatever the parameters are. Of indices like i + 61 * j strides are all there is: without
// these they would seem to go beyond the array by one.
static isl_set *within_numbers(isl_set *line, isl_set *set, int dim)
{
	isl_val *low = isl_set_dim_min_val(isl_set_copy(set), dim), *high = isl_set_dim_max_val(isl_set_copy(set), dim);
	if (low && isl_val_is_int(low) == isl_bool_true)
		line = isl_set_lower_bound_val(line, isl_dim_set, 0, isl_val_copy(low));
	if (high && isl_val_is_int(high) == isl_bool_true)
		line = isl_set_upper_bound_val(line, isl_dim_set, 0, isl_val_copy(high));
	isl_val_free(low);
	isl_val_free(high);
	return line;
}

// The indices in one dimension. Strides are told apart: without them, and without asking whether the other dimensions
// have an index between their bounds, the bounds of this one are simple.
isl_set *sections_line(isl_set *set, int dim)
{
	int rank = (int)isl_set_dim(set, isl_dim_set);
	isl_set *line = isl_set_remove_divs(isl_set_copy(set));
	line = isl_set_project_out(line, isl_dim_set, (unsigned)dim + 1, (unsigned)(rank - dim - 1));
	line = isl_set_project_out(line, isl_dim_set, 0, (unsigned)dim);
	line = isl_set_remove_divs(line);
	if (isl_set_involves_locals(set) == isl_bool_true) line = within_numbers(line, set, dim);
	return isl_set_remove_redundancies(line);
}

static void new_range(isl_set *set, int dim, isl_set *line, text *out)
{
	text anchor = {0}, low = {0}, high = {0};
	long stride = stride_of(set, dim, &anchor);
	bool least = bound(line, true, &low), most = bound(line, false, &high);
	if (stride > 1 && least && most)
		text_printf(out, "{hpcc_align_up(%s, %s, %ld), %s, %ld}", text_get(&low), text_get(&anchor), stride,
		        text_get(&high), stride);
	else
		text_printf(out, "{%s, %s, 1}", text_get(&low), text_get(&high));
	text_free(&anchor);
	text_free(&low);
	text_free(&high);
}

void sections_range(isl_set *set, int dim, text *out)
{
	isl_set *line = sections_line(set, dim);
	new_range(set, dim, line, out);
	isl_set_free(line);
}

static void range(printer *p, isl_set *set, int dim)
{
	// What has strides is looked at as it is: they may come of other dimensions.
	bool simple = isl_set_involves_locals(set) == isl_bool_false;
	isl_set *line = sections_line(set, dim);
	for (const known_range *k = p->ranges; k && simple; k = k->next)
		if (isl_set_plain_is_equal(k->of, line) == isl_bool_true) {
			text_add(p->out, k->text);
			isl_set_free(line);
			return;
		}
	text made = {0};
	new_range(set, dim, line, &made);
	text_add(p->out, text_get(&made));
	if (simple) {
		known_range *k = malloc(sizeof *k);
		*k = (known_range){line, strdup(text_get(&made)), p->ranges};
		p->ranges = k;
	} else {
		isl_set_free(line);
	}
	text_free(&made);
}

static void add_boxes(printer *p)
{
	const char *condition = text_get(&p->condition);
	if (*condition) text_printf(p->out, p->n_boxes > 1 ? "\tif (%s) {\n" : "\tif (%s)\n", condition);
	text_add(p->out, text_get(&p->boxes));
	if (*condition && p->n_boxes > 1) text_add(p->out, "\t}\n");
	text_free(&p->boxes);
	p->n_boxes = 0;
}

// Where the box is empty the bounds mean nothing: the condition says so. It is asked once for boxes that follow one
// another.
static void box(printer *p, isl_set *set)
{
	int rank = (int)isl_set_dim(set, isl_dim_set);
	isl_set *parameters = isl_set_coalesce(isl_set_params(isl_set_copy(set)));
	// Division by coefficients leaves existentials that no expression can state; bounds are then tested by the box
	// being empty.
	parameters = isl_set_remove_divs(parameters);
	text condition = {0}, ranges = {0}, *out = p->out;
	if (isl_set_plain_is_universe(parameters) == isl_bool_true)
		isl_set_free(parameters);
	else if (!affine_text_condition(&condition, parameters))
		text_free(&condition);
	p->out = &ranges;
	for (int d = 0; d < rank; d++) {
		text_add(&ranges, d ? ", " : "");
		range(p, set, d);
	}
	p->out = out;
	if (strcmp(text_get(&condition), text_get(&p->condition)) != 0) {
		add_boxes(p);
		text_free(&p->condition);
		text_add(&p->condition, text_get(&condition));
	}
	text line = {0};
	text_printf(&line, "%s\tHPCC_BOX(%s);\n", condition.size ? "\t" : "", text_get(&ranges));
	if (!strstr(text_get(&p->boxes), text_get(&line))) text_add(&p->boxes, text_get(&line)), p->n_boxes++;
	text_free(&line);
	text_free(&ranges);
	text_free(&condition);
}

static isl_stat basic_box(isl_basic_set *part, void *user)
{
	isl_set *set = isl_set_from_basic_set(part);
	box(user, set);
	isl_set_free(set);
	return isl_stat_ok;
}

static void forget_ranges(printer *p)
{
	for (known_range *next, *k = p->ranges; k; k = next) {
		next = k->next;
		isl_set_free(k->of);
		free(k->text);
		free(k);
	}
}

// Whether another one of the sets holds all of set k; of equal ones the first is kept. Asked where that is quick to
// see.
static bool is_held(int n, isl_set *const *sets, int k)
{
	enum { FEW = 8 };
	if (n > FEW || isl_set_involves_locals(sets[k]) != isl_bool_false) return false;
	for (int j = 0; j < n; j++) {
		if (j == k || isl_set_involves_locals(sets[j]) != isl_bool_false) continue;
		if (isl_set_is_subset(sets[k], sets[j]) != isl_bool_true) continue;
		if (j < k || isl_set_is_subset(sets[j], sets[k]) != isl_bool_true) return true;
	}
	return false;
}

static void sections_body(int n, isl_set *const *sets, isl_set *only, text *out)
{
	text condition = {0};
	if (only && affine_text_condition(&condition, isl_set_copy(only)))
		text_printf(out, "\tif (!(%s)) return;\n", text_get(&condition));
	text_free(&condition);
	printer p = {.out = out};
	// A union is as many boxes as it has parts: bounds of all of it at once would be long chains of conditions.
	for (int k = 0; k < n; k++)
		if (!is_held(n, sets, k)) isl_set_foreach_basic_set(sets[k], basic_box, &p);
	add_boxes(&p);
	text_free(&p.condition);
	forget_ranges(&p);
}

static void add_function(const char *name, const text *body, text *out)
{
	char head[96];
	snprintf(head, sizeof head, "HPCC_SECTIONS(%s)", name);
	text_add_function(out, head, text_get(body));
}

void sections_function(const char *name, int n, isl_set *const *sets, isl_set *only, text *out)
{
	text body = {0};
	sections_body(n, sets, only, &body);
	add_function(name, &body, out);
	text_free(&body);
}

// ---- tables -----------------------------------------------------------------------------------

// What is read at home need not be brought; of a pointer it says whether the nest stays within the part that it leads
// to.
static bool tells_home_reads(const task *t, const task_arg *a)
{
	const nest_object *o = &t->nest->objects[a->object];
	// So may an array that the source declares hold several, where it is none itself.
	bool of_others = o->kind == NEST_POINTER && o->type->kind == PROG_TYPE_ARRAY && object_is_variable(o);
	return a->n_at_home && (o->row_levels || o->type->kind == PROG_TYPE_POINTER || of_others);
}

typedef struct likeness {
	int arg;
	long offset[PROG_MAX_RANK];
	bool reversed[PROG_MAX_RANK], shifted;
	int dim[PROG_MAX_RANK]; // as hpcc_arg has it
} likeness;

static likeness like_of(const task *t, int k)
{
	const nest *n = t->nest;
	likeness l = {.arg = -1};
	for (int d = 0; d < PROG_MAX_RANK; d++) l.dim[d] = -1;
	for (int x = 0; x < n->n_axes; x++) {
		const nest_axis *a = &n->axes[x], *shared = &n->axes[a->shared];
		int arg = n->objects[shared->object].arg;
		if (a->object != t->args[k].object || a->shared == x || (l.arg >= 0 && l.arg != arg)) continue;
		l.arg = arg;
		l.offset[a->dim] = -a->sign * a->offset;
		l.reversed[a->dim] = a->sign < 0;
		l.shifted |= a->shift != NULL;
		l.dim[a->dim] = shared->dim == a->dim ? 0 : shared->dim + 1;
	}
	if (l.arg < 0) memset(l.dim, 0, sizeof l.dim);
	// What a statement writes beside its home must live with it, or the program says that it does.
	for (int s = 0; l.arg < 0 && s < n->n_stmts; s++) {
		const nest_stmt *stmt = &n->stmts[s];
		const nest_object *o = &n->objects[t->args[k].object];
		if (object_is_plain(o) || o->reduced) break;
		for (int j = 0; stmt->home >= 0 && j < stmt->n_accesses; j++) {
			int home = stmt->accesses[stmt->home].object;
			if (stmt->accesses[j].write && stmt->accesses[j].object == t->args[k].object &&
			        home != t->args[k].object && !resident_promise(n, stmt, &stmt->accesses[j]))
				l.arg = n->objects[home].arg;
		}
	}
	return l;
}

// The part of how an argument lies along another one that only the run knows.
static void like_function(const task *t, int k, text *out)
{
	const nest *n = t->nest;
	likeness like = like_of(t, k);
	if (!like.shifted) return;
	text_printf(out,
	        "static void hpcc_like_by_%d_%d(const long *hpcc_par, long *hpcc_offset)\n{\n\t(void)hpcc_par;\n",
	        t->id, k);
	for (int x = 0; x < n->n_axes; x++) {
		const nest_axis *a = &n->axes[x];
		if (a->object != t->args[k].object || !a->shift) continue;
		text shift = {0};
		bounds_value(n, a->shift, -1, &shift);
		text_printf(out, "\thpcc_offset[%d] %s %s;\n", a->dim, a->sign > 0 ? "-=" : "+=", text_get(&shift));
		text_free(&shift);
	}
	text_add(out, "}\n");
}

// Functions of the tables, by what they do.
struct shared_function {
	const char *name, *body;
	struct shared_function *next;
};

// The sections as a function; `name` becomes that of an equal one, where there is one already.
static const char *shared_sections(rewriter *w, const char *name, int n, isl_set *const *sets, isl_set *only, text *out)
{
	text body = {0};
	sections_body(n, sets, only, &body);
	struct shared_function *f = w->shared;
	while (f && strcmp(f->body, text_get(&body)) != 0) f = f->next;
	if (!f) {
		f = prog_alloc(w->unit, sizeof *f);
		*f = (struct shared_function){
		        prog_string(w->unit, name), prog_string(w->unit, text_get(&body)), w->shared};
		w->shared = f;
		add_function(name, &body, out);
	}
	text_free(&body);
	return f->name;
}

// The names of an argument's functions; NULL: none.
typedef struct arg_names {
	const char *need, *wrote, *at_home;
} arg_names;

static arg_names arg_functions(rewriter *w, const task *t, int k, text *out)
{
	const task_arg *a = &t->args[k];
	// With other strides sections tell nothing, not even which array is meant.
	isl_set *only = t->nest->objects[a->object].names_hold;
	char name[64];
	arg_names names = {0};
	if (t->kind == TASK_SPLIT) like_function(t, k, out);
	// Without this function all of the argument is needed.
	if (a->n_need || a->before) {
		snprintf(name, sizeof name, "hpcc_need_%d_%d", t->id, k);
		int n = a->n_need + a->n_unusual;
		isl_set **all = prog_alloc(t->nest->unit, sizeof *all * (size_t)n);
		for (int j = 0; j < n; j++) all[j] = j < a->n_need ? a->need[j] : a->unusual[j - a->n_need];
		names.need = shared_sections(
		        w, name, a->n_portion ? a->n_portion : n, a->n_portion ? a->portion : all, only, out);
	}
	if (a->writes) {
		snprintf(name, sizeof name, "hpcc_wrote_%d_%d", t->id, k);
		names.wrote = shared_sections(w, name, a->n_wrote, a->wrote, only, out);
	}
	if (tells_home_reads(t, a)) {
		snprintf(name, sizeof name, "hpcc_at_home_%d_%d", t->id, k);
		names.at_home = shared_sections(w, name, a->n_at_home, a->at_home, only, out);
	}
	return names;
}

static bool written_by_all(const task *t, int k)
{
	const nest *n = t->nest;
	for (int s = 0; s < n->n_stmts; s++)
		for (int j = 0; j < n->stmts[s].n_accesses; j++) {
			const nest_access *a = &n->stmts[s].accesses[j];
			if (a->write && a->object == t->args[k].object && partition_depends_on_own(&n->stmts[s]))
				return false;
		}
	return true;
}

// Whether a subscript moves where those before it do not, in a[0][k].
static bool moves_in_one_row(const nest_access *a, int rank, unsigned depth)
{
	for (int d = 1; d < rank && a->sub[d - 1]; d++) {
		if (isl_pw_aff_involves_dims(a->sub[d - 1], isl_dim_in, 0, depth) == isl_bool_true) return false;
		if (a->sub[d] && isl_pw_aff_involves_dims(a->sub[d], isl_dim_in, 0, depth) == isl_bool_true)
			return true;
	}
	return false;
}

static bool names_one_row(const nest *n, int object)
{
	const nest_object *o = &n->objects[object];
	for (int s = 0; s < n->n_stmts && !o->linear; s++)
		for (int j = 0; j < n->stmts[s].n_accesses; j++) {
			const nest_access *a = &n->stmts[s].accesses[j];
			if (a->object == object && moves_in_one_row(a, o->rank, (unsigned)n->stmts[s].depth))
				return true;
		}
	return false;
}

// Of memory without a mapping: the bytes of the array that the source declares; 0: not known.
static long declared_size(const nest_object *o)
{
	bool variable = object_is_variable(o) && o->symbol && o->symbol->kind == PROG_SYMBOL_VARIABLE;
	return object_is_plain(o) && variable && o->type && o->type->kind == PROG_TYPE_ARRAY ? o->type->size : 0;
}

// The arguments that the objects of the set are.
static void add_arguments(const char *name, const nest *n, unsigned long objects, text *out)
{
	unsigned long arguments = 0;
	for (int k = 0; k < n->n_objects && k < NEST_MASKED; k++)
		if ((objects >> k & 1) && n->objects[k].arg >= 0 && n->objects[k].arg < NEST_MASKED)
			arguments |= 1UL << n->objects[k].arg;
	if (arguments) text_printf(out, ", .%s = 0x%lx", name, arguments);
}

// Where all are 0 that need not be said.
static void add_numbers(const char *field, const long *value, int n, text *out)
{
	bool any = false;
	for (int k = 0; k < n; k++) any |= value[k] != 0;
	if (!any) return;
	text_printf(out, ", .%s = {", field);
	for (int k = 0; k < n; k++) text_printf(out, "%s%ld", k ? ", " : "", value[k]);
	text_add(out, "}");
}

// `flags`: " | A | B"; taken.
static void add_flags(text *flags, text *out)
{
	if (flags->size) text_printf(out, ", .flags = %s", text_get(flags) + strlen(" | "));
	text_free(flags);
}

static void arg_row(const task *t, int k, arg_names names, text *out)
{
	const nest *n = t->nest;
	const task_arg *a = &t->args[k];
	const nest_object *o = &n->objects[a->object];
	bool split = t->kind == TASK_SPLIT;
	likeness like = split ? like_of(t, k) : (likeness){.arg = -1};
	text_printf(out, "\t{.name = \"%s\", .rank = %d, .element = ", o->key, o->rank);
	rewrite_size(o->element, out);
	if (split && o->meets && declared_size(o)) text_printf(out, ", .size = %ld", declared_size(o));
	text flags = {0};
	text_printf(&flags, "%s%s%s%s%s%s%s%s%s%s%s", a->reads ? " | HPCC_READS" : "",
	        a->writes ? " | HPCC_WRITES" : "", a->home ? " | HPCC_HOME" : "",
	        !split || a->access != ARG_AS_WRITTEN ? ""
	        : o->by_call                          ? " | HPCC_IN_RANGE"
	                                              : " | HPCC_WHOLE_ROWS",
	        split && a->writes && written_by_all(t, k) ? " | HPCC_BY_ALL" : "",
	        !split                ? ""
	        : !object_is_plain(o) ? o->meets ? " | HPCC_MAY_MEET" : ""
	        : o->meets            ? " | HPCC_UNMAPPED | HPCC_MAY_MEET"
	                              : " | HPCC_UNMAPPED",
	        !o->reduced  ? ""
	        : o->grows   ? " | HPCC_REDUCED | HPCC_GROWS"
	        : o->by_call ? " | HPCC_REDUCED | HPCC_IN_PLACE"
	                     : " | HPCC_REDUCED",
	        a->resident ? " | HPCC_RESIDENT" : "", names_one_row(n, a->object) ? " | HPCC_ONE_ROW" : "",
	        o->displaced ? " | HPCC_DISPLACED" : "", a->overwritten ? " | HPCC_OVERWRITTEN" : "");
	add_flags(&flags, out);
	text_printf(out, ", .may_split = 0x%x, .like = %d", (split ? n->may_split[a->object] : ~0u) & 0xffu, like.arg);
	if (like.arg >= 0) {
		long reversed[PROG_MAX_RANK], dim[PROG_MAX_RANK];
		for (int d = 0; d < o->rank; d++) reversed[d] = like.reversed[d], dim[d] = like.dim[d];
		add_numbers("like_offset", like.offset, o->rank, out);
		add_numbers("like_reversed", reversed, o->rank, out);
		add_numbers("like_dim", dim, o->rank, out);
	}
	if (like.shifted) text_printf(out, ", .like_by = hpcc_like_by_%d_%d", t->id, k);
	if (o->reduced) {
		text_printf(out, ", .op = %s, .type = %s, .extent = {", combine_op(nest_reduction_op(n, a->object)),
		        combine_type(o->combined ? o->combined : o->element));
		for (int d = 0; d < o->rank; d++)
			text_printf(out, "%s%ld", d ? ", " : "", object_declared_extent(o, d));
		text_add(out, "}");
		if (o->part)
			text_printf(out, ", .part = {%ld, %ld, %d}", o->part->offset, o->part->type->size,
			        n->objects[o->part_of].arg);
	}
	if (o->sliced) text_printf(out, ", .sliced = %d", o->sliced);
	if (split && a->object < NEST_MASKED) {
		add_arguments("may_be_one", n, n->may_be_one[a->object], out);
		for (int d = 0; d < PROG_MAX_RANK; d++) {
			char along[40];
			snprintf(along, sizeof along, "may_be_one_along[%d]", d);
			add_arguments(along, n, n->may_be_one_along[d][a->object], out);
		}
	}
	if (o->row_levels) text_printf(out, ", .row_levels = %d", o->row_levels);
	if (names.need) text_printf(out, ", .need = %s", names.need);
	if (names.wrote) text_printf(out, ", .wrote = %s", names.wrote);
	if (names.at_home) text_printf(out, ", .at_home = %s", names.at_home);
	text_add(out, "},\n");
}

// The arguments at whose owners statements run that add something up; 0: there are none, or not all of them are known.
static unsigned long sums_at(const nest *n)
{
	unsigned long args = 0;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		if (s->reduction == NEST_NO_REDUCTION) continue;
		int arg = s->home >= 0 ? n->objects[s->accesses[s->home].object].arg : -1;
		if (arg < 0 || arg >= NEST_MASKED) return 0;
		args |= 1UL << arg;
	}
	return args;
}

static void turns(const graph *g, const task *t, text *why)
{
	const graph_loop *around = graph_loop_of_turns(g, t);
	text reason = {0};
	formula_reason(DIAG_one_after_the_other, t->nest->objects[t->nest->axes[0].object].key, why);
	if (around && formula_reason(around->reason, around->reason_text, &reason))
		text_printf(why, ": %s", text_get(&reason));
	text_free(&reason);
}

static void waits(const task *t, text *why)
{
	text reason = {0};
	formula_reason(DIAG_in_turns, NULL, why);
	if (formula_reason(t->nest->reason, t->nest->reason_text, &reason)) text_printf(why, ": %s", text_get(&reason));
	text_free(&reason);
}

// In the words of the source.
static void add_told(text *out, const char *field, const char *what)
{
	char *told = spoken(what);
	text_printf(out, ".%s = ", field);
	text_add_string(out, told);
	text_add(out, ", ");
	free(told);
}

// Why the nest is slow, and what is tested before it is run: for HPCC_STATS.
static void reasons(const graph *g, const task *t, text *out)
{
	const nest *n = t->nest;
	text why = {0}, assumes = {0};
	if (t->kind == TASK_SPLIT && t->split->turn_way)
		waits(t, &why);
	else if (t->serial)
		turns(g, t, &why);
	else if (t->slow)
		formula_reason(n->reason, n->reason_text, &why);
	if (t->kind == TASK_SPLIT && isl_set_plain_is_universe(n->assume) == isl_bool_false)
		formula_condition(n, n->assume, &assumes);
	if (why.size) add_told(out, "why", text_get(&why));
	if (assumes.size) add_told(out, "assumes", text_get(&assumes));
	text_free(&why);
	text_free(&assumes);
}

// In which order parts of the iterations may be run.
static const char *order_of_parts(const nest *n)
{
	if (n->overlap) return " | HPCC_OVERLAP";
	return n->direction > 0 ? " | HPCC_ASCENDING" : n->direction < 0 ? " | HPCC_DESCENDING" : "";
}

// Between which places, about, the strips of a pipeline lie.
static void strips_function(const task *t, text *out)
{
	const nest *n = t->nest;
	text body = {0};
	if (!task_is_pipeline(t)) return;
	for (int k = 0; k < n->n_stmts; k++) {
		if (!t->split->strip[k]) continue;
		isl_map *places = isl_map_from_pw_aff(isl_pw_aff_copy(t->split->strip[k]));
		isl_set *set = isl_set_apply(isl_set_copy(n->stmts[k].domain), places);
		text range = {0}, line = {0};
		sections_range(set, 0, &range);
		text_printf(&line, "\thpcc_strip_range(hpcc_n, (hpcc_range)%s);\n", text_get(&range));
		if (!strstr(text_get(&body), text_get(&line))) text_add(&body, text_get(&line));
		text_free(&line);
		text_free(&range);
		isl_set_free(set);
	}
	char head[96];
	snprintf(head, sizeof head, "HPCC_WORK(hpcc_strips_%d)", t->id);
	text_add_function(out, head, text_get(&body));
	text_free(&body);
}

void sections_task(rewriter *w, const task *t, text *out)
{
	const nest *n = t->nest;
	text_printf(&w->nests_named, ", hpcc_nest_%d", t->id);
	text_add(out, "\n");
	arg_names *names = prog_alloc(w->unit, sizeof *names * (size_t)(t->n_args + 1));
	for (int k = 0; k < t->n_args; k++) names[k] = arg_functions(w, t, k, out);
	counts_function(t, out);
	strips_function(t, out);
	text_printf(out, "static const hpcc_arg hpcc_args_%d[] = {\n", t->id);
	for (int k = 0; k < t->n_args; k++) arg_row(t, k, names[k], out);
	text_add(out, "};\n");
	int n_axes = t->kind == TASK_SPLIT ? n->n_axes : 0;
	if (n_axes) {
		text_printf(out, "static const hpcc_axis hpcc_axes_%d[] = {", t->id);
		for (int x = 0; x < n_axes; x++)
			text_printf(
			        out, "%s{%d, %d}", x ? ", " : "", n->objects[n->axes[x].object].arg, n->axes[x].dim);
		text_add(out, "};\n");
	}
	text_printf(out, "static hpcc_nest hpcc_nest_%d = {.file = ", t->id);
	const char *path;
	unsigned line = prog_unit_line_name(w->unit, n->root->loc, &path);
	text_add_string(out, path);
	text_printf(out, ", .line = %u, .id = %d", line, t->id);
	text flags = {0};
	text_printf(&flags, "%s%s%s%s%s%s", t->kind == TASK_SECTION ? " | HPCC_REPLICATED" : "",
	        t->slow || t->serial ? " | HPCC_SLOW" : "", t->told ? " | HPCC_TOLD" : "",
	        t->kind == TASK_SPLIT ? order_of_parts(n) : "",
	        t->kind != TASK_SPLIT || !n->ends.n_assertions ? ""
	        : t->split->goes_back                          ? " | HPCC_ASSERTS | HPCC_GOES_BACK"
	                                                       : " | HPCC_ASSERTS",
	        !n->remaps_after ? ""
	        : n->remaps_few  ? " | HPCC_SLICES | HPCC_SLICES_OF_FEW"
	                         : " | HPCC_SLICES");
	add_flags(&flags, out);
	text_printf(out, ", .n_args = %d, .args = hpcc_args_%d, ", t->n_args, t->id);
	if (n_axes) text_printf(out, ".n_axes = %d, .axes = hpcc_axes_%d, ", n_axes, t->id);
	if (t->kind == TASK_SPLIT && t->split->turn_way)
		text_printf(out, ".turn_way = %d, .turn_axis = %d, ", t->split->turn_way, t->split->turn_axis);
	if (task_is_pipeline(t)) text_printf(out, ".strips = hpcc_strips_%d, ", t->id);
	results_carried_size(t, out);
	results_handed_size(t, out);
	if (t->kind == TASK_SPLIT && sums_at(n)) text_printf(out, ".sums_at = 0x%lx, ", sums_at(n));
	if (t->n_portions) text_printf(out, ".n_portions = %d, ", t->n_portions);
	reasons(w->g, t, out);
	if (n->n_params) text_printf(out, ".n_par = %d, ", n->n_params);
	const long operations = counts_operations(t);
	if (operations) text_printf(out, ".operations = %ld, ", operations);
	text_printf(out, ".work = hpcc_work_%d};\n", t->id);
}
