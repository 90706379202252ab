// SPDX-License-Identifier: Apache-2.0
#include "graph_json.h"
#include "formula.h"
#include "graph_layout.h"
#include "graph_names.h"
#include "graph_words.h"
#include "json.h"
#include "remarks.h"
#include "summary.h"

#include <isl/aff.h>
#include <stdlib.h>
#include <string.h>

typedef struct writer {
	const graph *g;
	const control_flow *flow;
	const prog_unit *unit;
	graph *const *versions;
	int n_versions;
	text *out;
	int n_files, room_files;
	const char **file;              // by which the runtime names them
	const flow_node **node_of_task; // [index in the graph]; NULL: it stands in no function that is entered
	int *n_events;                  // [index in the graph]: numbered so far
	bool full;                      // closed forms that take long, too
	long forms;                     // that may still be looked for, if not `full`
	long operations;                // of isl's, that maps may still take, if not `full`
	const task *mapped;             // whose maps are these
	event_maps maps;
} writer;

// ---- places and words -------------------------------------------------------------------------

static int file_index(writer *w, const char *path)
{
	for (int k = 0; k < w->n_files; k++)
		if (!strcmp(w->file[k], path)) return k;
	w->file = prog_grow((prog_unit *)w->unit, w->file, w->n_files, &w->room_files, sizeof *w->file);
	w->file[w->n_files] = path;
	return w->n_files++;
}

// `last`: the last line, 0: it is not told.
static void write_place(writer *w, prog_loc loc, unsigned last)
{
	const char *path;
	if (loc.file < 0) return;
	unsigned line = prog_unit_line_name(w->unit, loc, &path);
	json_number(w->out, "file", file_index(w, path));
	json_number(w->out, "line", (long)line);
	if (last) json_number(w->out, "last_line", (long)(line + last - loc.line));
}

static void write_spoken(writer *w, const char *key, const char *said)
{
	char *told = spoken(said);
	json_string_if(w->out, key, told);
	free(told);
}

static void write_words_of(writer *w, const char *key, text *words)
{
	enum { LONGEST = 160 }; // of a piece of the source that says what a node is
	if (words->size > LONGEST) {
		size_t n = LONGEST - 3;
		while (n > 0 && (words->data[n] & 0xc0) == 0x80) n--; // within a character
		strcpy(words->data + n, "...");
	}
	write_spoken(w, key, text_get(words));
	text_free(words);
}

static void write_source(writer *w, const char *key, prog_range range, const char *otherwise)
{
	text words = {0};
	formula_written(w->unit, range, otherwise, &words);
	write_words_of(w, key, &words);
}

static void write_set(writer *w, const char *key, const nest *n, isl_set *set)
{
	set = graph_names_set(n, set);
	char *s = set ? isl_set_to_str(set) : NULL;
	if (s)
		json_string(w->out, key, s);
	else
		json_null(w->out, key);
	free(s);
	isl_set_free(set);
}

static void write_sets(writer *w, const char *key, const nest *n, int count, isl_set *const *sets)
{
	if (!count) return;
	json_open(w->out, key, '[');
	for (int k = 0; k < count; k++) write_set(w, NULL, n, isl_set_copy(sets[k]));
	json_close(w->out, ']');
}

// ---- events -----------------------------------------------------------------------------------

static int task_index(const graph *g, const task *t)
{
	for (int k = 0; k < g->n_tasks; k++)
		if (g->tasks[k] == t) return k;
	return -1;
}

static const char *pattern_name(const pattern *p)
{
	static const char *const names[] = {[PATTERN_HALO] = "halo",
	        [PATTERN_SECTION] = "section",
	        [PATTERN_BROADCAST] = "broadcast",
	        [PATTERN_ALLGATHER] = "allgather"};
	return names[p->kind];
}

// Which elements each process gets, and how large they are. Who sends them to whom belongs here, too.
static void write_map(writer *w, const flow_node *node, const pattern *p)
{
	const nest_object *o = &node->task->nest->objects[node->arg->object];
	if (p->kind == PATTERN_HALO) {
		json_number(w->out, "dim", p->dim);
		json_number(w->out, "below", p->below);
		json_number(w->out, "above", p->above);
	}
	write_set(w, "section", node->task->nest, isl_set_copy(p->section));
	json_number(w->out, "element_bytes", o->element->size);
}

static graph_form form_of(const writer *w, const nest *n, bool of_map)
{
	return (graph_form){n, of_map, w->full ? GRAPH_FORM_MOST_FULL : GRAPH_FORM_MOST};
}

// What a process gets from those whose blocks are in a range of blocks: the more of these there are, the fewer questions
// it takes to find out from whom.
static void write_gets(writer *w, const flow_node *node, const pattern *p)
{
	const task *t = node->task;
	const graph_form f = form_of(w, t->nest, false);
	bool estimated = false;
	if (!w->full && --w->forms < 0) {
		graph_form_write(&f, w->out, "gets", NULL, false, true);
		return;
	}
	isl_pw_qpolynomial *gets =
	        task_gets(t, node->arg, isl_set_copy(p->section), w->full ? 0 : GRAPH_GETS_OPERATIONS, &estimated);
	graph_form_write(&f, w->out, "gets", gets, estimated, !w->full);
	isl_pw_qpolynomial_free(gets);
}

static void write_sections(writer *w, const flow_node *node, const pattern *p)
{
	const nest_object *o = &node->task->nest->objects[node->arg->object];
	write_spoken(w, "array", o->key);
	json_number(w->out, "arg", node->arg - node->task->args);
	json_string(w->out, "pattern", pattern_name(p));
	write_map(w, node, p);
	write_gets(w, node, p);
	text words = {0};
	graph_words_of_pattern(node, p, GRAPH_JSON_OPERATIONS, &words);
	write_spoken(w, "text", text_get(&words));
	text_free(&words);
}

static void write_result(writer *w, const flow_node *node)
{
	static const char *const names[FLOW_N_KINDS] = {
	        [FLOW_REDUCTION] = "reduction", [FLOW_LAST_VALUE] = "last_value", [FLOW_JOIN] = "join"};
	const nest *n = node->task->nest;
	const nest_object *o = &n->objects[node->object];
	text words = {0};
	write_spoken(w, "array", o->key);
	json_string(w->out, "pattern", names[node->kind]);
	if (node->kind == FLOW_REDUCTION) json_string(w->out, "operation", remarks_operation(n, node->object));
	graph_words_of_result(node, &words);
	json_number(w->out, "element_bytes", o->element->size);
	write_spoken(w, "text", text_get(&words));
	text_free(&words);
}

static void write_turns(writer *w, const task *t)
{
	const nest_axis *a = &t->nest->axes[t->split->turn_axis];
	const nest_object *o = &t->nest->objects[a->object];
	text words = {0};
	write_spoken(w, "array", o->key);
	json_string(w->out, "pattern", "turns");
	json_number(w->out, "dim", a->dim);
	json_number(w->out, "way", t->split->turn_way);
	graph_words_of_turns(t, &words);
	write_spoken(w, "text", text_get(&words));
	text_free(&words);
}

static void write_element(writer *w, const flow_node *node)
{
	const prog_expr *e = node->expr;
	element_ref ref;
	text words = {0};
	if (element_ref_of(element_of(e), &ref)) write_spoken(w, "array", ref.base->text);
	json_string(w->out, "pattern", "element");
	if (e->type) json_number(w->out, "element_bytes", e->type->size);
	graph_words_of_element(w->unit, node, &words);
	write_spoken(w, "text", text_get(&words));
	text_free(&words);
}

// ---- maps of events ---------------------------------------------------------------------------

static void write_isl(writer *w, const char *key, char *string)
{
	if (string)
		json_string(w->out, key, string);
	else
		json_null(w->out, key);
	free(string);
}

// Of which index the one process along each dimension is the owner.
static void write_places(writer *w, const graph_form *f, const char *key, int n, isl_pw_aff *const *index)
{
	bool any = false;
	for (int k = 0; k < n; k++) any |= index[k] != NULL;
	if (!any) return;
	json_open(w->out, key, '[');
	for (int k = 0; k < n; k++) graph_form_expr(f, w->out, NULL, index[k]);
	json_close(w->out, ']');
}

// Over B, extents and parameters: where nothing of that holds, the map is another one.
static void write_holds(writer *w, const graph_form *f, isl_set *assumes)
{
	if (isl_set_plain_is_universe(assumes) == isl_bool_false) graph_form_conditions(f, w->out, "holds", assumes);
}

static void write_conditions(writer *w, const nest *n, const event_map *e)
{
	if (isl_set_plain_is_universe(e->assumes) == isl_bool_false)
		write_isl(w, "assumes", isl_set_to_str(e->assumes));
	json_flag(w->out, "only_usual", e->only_usual);
	if (e->like >= 0) write_spoken(w, "like", n->objects[e->like].key);
	if (e->home >= 0) write_spoken(w, "home", n->objects[e->home].key);
	if (e->blocks_like < 0) return;
	json_open(w->out, "blocks", '{');
	write_spoken(w, "like", n->objects[e->blocks_like].key);
	json_number(w->out, "times", e->blocks_times);
	json_number(w->out, "parts", e->blocks_parts);
	json_close(w->out, '}');
}

static void write_process_map(writer *w, const event_map *e)
{
	const nest *n = e->task->nest;
	const graph_form f = form_of(w, n, true);
	json_open(w->out, NULL, '{');
	json_string(w->out, "pattern", event_pattern_name(e->pattern));
	write_isl(w, "map", isl_map_to_str(e->map));
	if (e->exact) json_flag(w->out, "exact", true);
	graph_form_distance(w->out, "distance", e->map);
	graph_form_pairs(&f, w->out, "pairs", e->map);
	write_holds(w, &f, e->assumes);
	write_places(w, &f, "root", e->n_grid_dims, e->root);
	write_places(w, &f, "target", e->n_grid_dims, e->target);
	graph_form_write(&f, w->out, "elements", e->elements, false, false);
	if (e->element_bytes) json_number(w->out, "element_bytes", e->element_bytes);
	if (e->section) write_isl(w, "section", isl_set_to_str(e->section));
	write_conditions(w, n, e);
	json_close(w->out, '}');
}

// Where several events are of one array, halos have the maps along their dimension, the first event has the others.
static bool is_along(const event_map *e, int dim)
{
	bool along = true;
	for (int k = 0; k < e->n_grid_dims; k++) {
		isl_set *deltas = isl_map_deltas(isl_map_copy(e->map));
		isl_val *v = isl_set_plain_get_val_if_fixed(deltas, isl_dim_set, (unsigned)k);
		along &= (isl_val_is_zero(v) == isl_bool_true) != (e->grid_dim[k] == dim);
		isl_val_free(v);
		isl_set_free(deltas);
	}
	return along;
}

static int event_with(const flow_node *node, const event_map *e)
{
	for (int k = 0; k < node->sent.n; k++) {
		const pattern *p = &node->sent.list[k];
		if (p->kind == PATTERN_HALO && e->pattern == EVENT_SHIFT && is_along(e, p->dim)) return k;
	}
	for (int k = 0; k < node->sent.n; k++)
		if (node->sent.list[k].kind != PATTERN_HALO) return k;
	return 0;
}

static bool is_map_of(const flow_node *node, int n, const event_map *e)
{
	const nest_object *o = &node->task->nest->objects[e->object];
	const bool of_result = !e->arg || o->reduced;
	switch (node->kind) {
	case FLOW_COMMUNICATION: return !of_result && e->arg == node->arg && event_with(node, e) == n;
	case FLOW_REDUCTION:
	case FLOW_LAST_VALUE:
	case FLOW_JOIN: return of_result && e->object == node->object;
	default: return false;
	}
}

static bool is_complete(const event_maps *maps)
{
	bool complete = true;
	for (int k = 0; k < maps->n; k++) complete &= !maps->list[k].left_out;
	return complete;
}

// Without maps of what would be felt when the unit is translated: isl does not say how many operations it has used, so
// it gets few, and once more some more.
static void find_maps(writer *w, const task *t)
{
	static const long tries[] = {GRAPH_MAPS_FEW, GRAPH_MAPS_MORE};
	event_maps_free(w->maps);
	w->mapped = t;
	w->maps = event_maps_of(t, w->full ? 0 : 1);
	for (size_t k = 0; k < sizeof tries / sizeof *tries && !is_complete(&w->maps); k++) {
		const long costs = tries[k] * (t->n_args ? t->n_args : 1);
		if (costs > w->operations) return;
		w->operations -= costs;
		event_maps_free(w->maps);
		w->maps = event_maps_of(t, (unsigned long)tries[k]);
	}
}

static void write_maps(writer *w, const flow_node *node, int n)
{
	if (!node->task || node->kind == FLOW_TURNS) return;
	if (w->mapped != node->task) find_maps(w, node->task);
	bool any = false;
	for (int k = 0; k < w->maps.n; k++) {
		if (!is_map_of(node, n, &w->maps.list[k])) continue;
		if (w->maps.list[k].left_out) {
			json_flag(w->out, "omitted", true);
			return;
		}
		if (!any) json_open(w->out, "maps", '[');
		any = true;
		write_process_map(w, &w->maps.list[k]);
	}
	if (any) json_close(w->out, ']');
}

static void write_remap_map(writer *w, const prog_mapping *to)
{
	remap_map m = remap_map_of(w->g->ctx, w->unit, to);
	const graph_form f = form_of(w, NULL, true);
	json_open(w->out, NULL, '{');
	write_spoken(w, "array", to->symbol->name);
	json_string(w->out, "pattern", event_pattern_name(m.transposes ? EVENT_TRANSPOSE : EVENT_IRREGULAR));
	write_isl(w, "map", isl_map_to_str(m.map));
	json_flag(w->out, "exact", m.transposes && !remap_contents_may_be_dead(w->g, to));
	graph_form_pairs(&f, w->out, "pairs", m.map);
	graph_form_write(&f, w->out, "elements", m.elements, false, false);
	if (to->element) json_number(w->out, "element_bytes", to->element->size);
	if (m.section) write_isl(w, "section", isl_set_to_str(m.section));
	json_close(w->out, '}');
	remap_map_free(&m);
}

static void write_remap(writer *w, const prog_stmt *s)
{
	text words = {0};
	json_string(w->out, "pattern", "remap");
	write_spoken(w, "array", s->n_remaps ? s->remaps[0]->symbol->name : NULL);
	graph_words_of_remap(s, &words);
	write_spoken(w, "text", text_get(&words));
	text_free(&words);
	json_open(w->out, "maps", '[');
	for (int k = 0; k < s->n_remaps; k++) write_remap_map(w, s->remaps[k]);
	json_close(w->out, ']');
}

// ---- events, written --------------------------------------------------------------------------

static void write_event(writer *w, const flow_node *node, int first, int n)
{
	char id[32];
	graph_event_id(node, first, n, id);
	json_line(w->out);
	json_open(w->out, NULL, '{');
	json_string(w->out, "id", id);
	json_number(w->out, "node", node->id);
	if (node->task) json_number(w->out, "task", node->task->id);
	write_place(w, node->loc, 0);
	switch (node->kind) {
	case FLOW_COMMUNICATION: write_sections(w, node, &node->sent.list[n]); break;
	case FLOW_TURNS: write_turns(w, node->task); break;
	case FLOW_ELEMENT: write_element(w, node); break;
	case FLOW_REMAP: write_remap(w, node->stmt); break;
	default: write_result(w, node);
	}
	write_maps(w, node, n);
	json_close(w->out, '}');
}

static int first_event(writer *w, const flow_node *node)
{
	int index = node->task ? task_index(w->g, node->task) : -1;
	if (index < 0) return 0;
	int first = w->n_events[index];
	w->n_events[index] += graph_events_of(node);
	return first;
}

static void write_events(writer *w, const flow_list *list)
{
	for (int k = 0; k < list->n; k++) {
		const flow_node *node = list->node[k];
		int first = first_event(w, node);
		for (int j = 0; j < graph_events_of(node); j++) write_event(w, node, first, j);
		write_events(w, &node->body);
		write_events(w, &node->otherwise);
	}
}

// ---- nodes ------------------------------------------------------------------------------------

static const char *const kind_name[FLOW_N_KINDS] = {[FLOW_LOOP] = "loop",
        [FLOW_BRANCH] = "branch",
        [FLOW_CALL] = "call",
        [FLOW_TASK] = "task",
        [FLOW_COMMUNICATION] = "communication",
        [FLOW_TURNS] = "communication",
        [FLOW_REDUCTION] = "reduction",
        [FLOW_LAST_VALUE] = "communication",
        [FLOW_JOIN] = "communication",
        [FLOW_ELEMENT] = "element",
        [FLOW_IO] = "io",
        [FLOW_REMAP] = "remap",
        [FLOW_SERIAL] = "serial",
        [FLOW_LOCAL] = "local",
        [FLOW_CODE] = "code"};

static void write_head(writer *w, const prog_stmt *s)
{
	text words = {0};
	graph_words_of_head(w->unit, s, &words);
	write_words_of(w, "text", &words);
}

static void write_words(writer *w, const flow_node *node)
{
	const prog_stmt *s = node->stmt;
	if (node->parts) {
		json_string(w->out, "text", "the parts of the loop, where they may be run one after the other");
		return;
	}
	switch (node->kind) {
	case FLOW_LOOP:
	case FLOW_BRANCH:
	case FLOW_TASK: write_head(w, s); return;
	case FLOW_CALL:
	case FLOW_IO:
	case FLOW_LOCAL:
	case FLOW_ELEMENT: write_source(w, "text", node->expr->range, node->expr->text); return;
	case FLOW_REMAP:
	case FLOW_CODE: write_source(w, "text", s->range, s->text); return;
	default: return;
	}
}

static void write_event_ids(writer *w, const flow_node *node)
{
	char id[32];
	int first = first_event(w, node);
	if (!graph_events_of(node)) return;
	json_open(w->out, "events", '[');
	for (int k = 0; k < graph_events_of(node); k++) {
		graph_event_id(node, first, k, id);
		json_string(w->out, NULL, id);
	}
	json_close(w->out, ']');
}

static void write_nodes(writer *w, const char *key, const flow_list *list);

// Of nodes that are no tasks, which have their own.
static void write_node_processes(writer *w, const flow_node *node)
{
	const bool one = node->kind == FLOW_IO || node->kind == FLOW_SERIAL;
	if (node->kind == FLOW_TASK) return;
	json_string(w->out, "processes", one ? "[P] -> { [p] : p = 0 }" : "[P] -> { [p] : 0 <= p < P }");
}

static void write_node(writer *w, const flow_node *node)
{
	json_line(w->out);
	json_open(w->out, NULL, '{');
	json_number(w->out, "id", node->id);
	json_string(w->out, "kind", kind_name[node->kind]);
	write_place(w, node->loc, node->last_line);
	if (node->task) json_number(w->out, "task", node->task->id);
	write_node_processes(w, node);
	if (node->callee) json_string(w->out, "function", node->callee->name);
	json_flag(w->out, "reads", node->reads);
	json_flag(w->out, "writes", node->writes);
	write_words(w, node);
	write_event_ids(w, node);
	json_flag(w->out, "cycle", node->kind == FLOW_LOOP && node->stmt->hint && node->stmt->hint->cycle);
	if (node->body.n) write_nodes(w, "body", &node->body);
	if (node->otherwise.n) write_nodes(w, "otherwise", &node->otherwise);
	json_close(w->out, '}');
}

static void write_nodes(writer *w, const char *key, const flow_list *list)
{
	json_open(w->out, key, '[');
	for (int k = 0; k < list->n; k++) write_node(w, list->node[k]);
	json_close(w->out, ']');
}

static void write_function(writer *w, const flow_function *f)
{
	const prog_function *function = f->function;
	int last = f->nodes.n ? (int)f->nodes.node[f->nodes.n - 1]->last_line : 0;
	json_line(w->out);
	json_open(w->out, NULL, '{');
	json_string(w->out, "name", function->symbol->name);
	write_place(w, function->symbol->loc, (unsigned)last > function->symbol->loc.line ? (unsigned)last : 0);
	json_flag(w->out, "main", function->is_main);
	json_flag(w->out, "static", function->is_static);
	json_flag(w->out, "in_nests", !f->entered);
	json_flag(w->out, "serial", function->symbol->is_serial);
	json_flag(w->out, "local", function->symbol->is_local);
	write_nodes(w, "nodes", &f->nodes);
	json_close(w->out, '}');
}

// ---- tasks ------------------------------------------------------------------------------------

// The dimensions of the grid whose coordinates decide what a process runs; 1, for their numbers, where that is not known.
static int grid_rank(const task *t)
{
	const nest *n = t->nest;
	int rank = 0;
	if (t->kind != TASK_SPLIT || !n->n_axes) return 1;
	const nest_object *o = &n->objects[n->axes[0].object];
	if (o->kind != NEST_MAPPED || o->mapping->moves) return 1;
	for (int x = 0; x < n->n_axes; x++) rank += n->axes[x].object == n->axes[0].object;
	return rank;
}

static void add_grid_words(text *out, int rank, const char *word)
{
	for (int k = 0; k < rank; k++) text_printf(out, "%s%s%d", k ? ", " : "", word, k);
}

// All that run the program, of which each executes what the sets of the work say; or one of them.
static void write_processes(writer *w, const task *t)
{
	int rank = grid_rank(t);
	const char *owner = summary_owner(t);
	text set = {0};
	if (owner) write_spoken(w, "owner", owner);
	if (owner) {
		text_add(&set, "[P, owner] -> { [p] : p = owner and 0 <= p < P }");
	} else if (rank == 1) {
		text_add(&set, "[P] -> { [p] : 0 <= p < P }");
	} else {
		text_add(&set, "["), add_grid_words(&set, rank, "P");
		text_add(&set, "] -> { ["), add_grid_words(&set, rank, "p");
		text_add(&set, "] : ");
		for (int k = 0; k < rank; k++) text_printf(&set, "%s0 <= p%d < P%d", k ? " and " : "", k, k);
		text_add(&set, " }");
	}
	json_string(w->out, "processes", text_get(&set));
	text_free(&set);
}

static void write_axes(writer *w, const nest *n)
{
	if (!n->n_axes) return;
	json_open(w->out, "axes", '[');
	for (int x = 0; x < n->n_axes; x++) {
		char lo[GRAPH_NAME_SIZE], hi[GRAPH_NAME_SIZE];
		graph_name_of_own(x, OWN_LO, lo);
		graph_name_of_own(x, OWN_HI, hi);
		json_open(w->out, NULL, '{');
		json_string(w->out, "lo", lo);
		json_string(w->out, "hi", hi);
		write_spoken(w, "array", n->objects[n->axes[x].object].key);
		json_number(w->out, "dim", n->axes[x].dim);
		if (n->axes[x].shared != x) json_number(w->out, "like", n->axes[x].shared);
		json_close(w->out, '}');
	}
	json_close(w->out, ']');
}

static void write_parameters(writer *w, const nest *n)
{
	if (!n->n_params) return;
	json_open(w->out, "parameters", '[');
	for (int k = 0; k < n->n_params; k++) {
		char name[GRAPH_NAME_SIZE];
		text words = {0};
		graph_name_of_param(n, k, name);
		formula_plain(n->params[k].text, &words);
		json_open(w->out, NULL, '{');
		json_string(w->out, "name", name);
		json_number(w->out, "number", k);
		write_spoken(w, "text", text_get(&words));
		json_close(w->out, '}');
		text_free(&words);
	}
	json_close(w->out, ']');
}

static void write_array(writer *w, const task *t, const task_arg *a, isl_pw_qpolynomial *footprint)
{
	const graph_form f = form_of(w, t->nest, false);
	const nest_object *o = &t->nest->objects[a->object];
	json_open(w->out, NULL, '{');
	write_spoken(w, "name", o->key);
	json_number(w->out, "arg", a - t->args);
	json_string_if(w->out, "element", o->element->text);
	json_number(w->out, "element_bytes", o->element->size);
	json_number(w->out, "rank", o->rank);
	json_flag(w->out, "reads", a->reads);
	json_flag(w->out, "writes", a->writes);
	json_flag(w->out, "home", a->home);
	json_flag(w->out, "whole", a->read_all);
	json_flag(w->out, "pointer", o->kind != NEST_MAPPED || !o->type || o->type->kind != PROG_TYPE_ARRAY);
	graph_layout(w->unit, o->mapping ? o->mapping : o->expected, w->out);
	write_sets(w, "needs", t->nest, a->n_need, a->need);
	write_sets(w, "wrote", t->nest, a->n_wrote, a->wrote);
	if (footprint) graph_form_write(&f, w->out, "footprint", footprint, false, false);
	json_close(w->out, '}');
}

static void write_arrays(writer *w, const task *t, const task_work *work)
{
	if (!t->n_args) return;
	json_open(w->out, "arrays", '[');
	for (int k = 0; k < t->n_args; k++) write_array(w, t, &t->args[k], work->footprint[k]);
	json_close(w->out, ']');
}

static void write_loops(writer *w, const nest *n, const nest_stmt *s)
{
	json_open(w->out, "loops", '[');
	for (int k = 0; k < s->depth; k++) {
		const prog_symbol *variable = n->loops[s->loop[k]].var;
		if (variable)
			write_spoken(w, NULL, variable->name);
		else
			json_null(w->out, NULL);
	}
	json_close(w->out, ']');
}

static void write_statement(writer *w, const nest *n, int k)
{
	const nest_stmt *s = &n->stmts[k];
	json_open(w->out, NULL, '{');
	write_place(w, s->expr->loc, 0);
	write_source(w, "text", s->expr->range, s->expr->text);
	if (s->home >= 0) write_spoken(w, "home", remarks_home(n, k));
	json_flag(w->out, "may", s->may);
	json_close(w->out, '}');
}

// Heads of loops are no work of their own.
static bool is_work(const nest_stmt *s)
{
	bool head = s->stmt && stmt_is_loop(s->stmt) && !s->inlined;
	return s->expr && s->domain && !head;
}

static char *iterations_text(const nest *n, const nest_stmt *s)
{
	isl_set *set = graph_names_set(n, isl_set_copy(s->exec ? s->exec : s->domain));
	char *text = set ? isl_set_to_str(set) : NULL;
	isl_set_free(set);
	return text;
}

static bool have_same_loops(const nest_stmt *a, const nest_stmt *b)
{
	return a->depth == b->depth && !memcmp(a->loop, b->loop, (size_t)a->depth * sizeof *a->loop);
}

// `set`: the iterations, NULL: isl does not tell them.
static void begin_row(writer *w, const nest *n, const nest_stmt *s, const char *set)
{
	json_open(w->out, NULL, '{');
	write_loops(w, n, s);
	if (set) json_string(w->out, "set", set);
	json_open(w->out, "statements", '[');
}

static const char *const op_name[] = {[OP_FADD] = "fadd",
        [OP_FMUL] = "fmul",
        [OP_FDIV] = "fdiv",
        [OP_FSQRT] = "fsqrt",
        [OP_FLIBM] = "flibm",
        [OP_IOPS] = "iops",
        [OP_LOADS] = "loads",
        [OP_LOAD_BYTES] = "load_bytes",
        [OP_STORES] = "stores",
        [OP_STORE_BYTES] = "store_bytes",
        [OP_CALLS] = "calls"};

static const stmt_work *work_of(const task_work *work, int stmt)
{
	for (int k = 0; k < work->n; k++)
		if (work->stmt[k].stmt == stmt) return &work->stmt[k];
	return NULL;
}

// A closed form, or sums in loops where there is none.
static void write_sizes(writer *w, const graph_form *f, const char *key, isl_pw_qpolynomial *closed, int n,
        const set_size *const size[], bool estimated)
{
	if (closed)
		graph_form_write(f, w->out, key, closed, estimated, !w->full);
	else
		graph_form_write_sizes(f, w->out, key, n, size, estimated, !w->full);
}

// How often the statements of a row are executed, and what they do each time together.
static void write_costs(writer *w, const nest *n, const stmt_work *first, const op_counts *each)
{
	const graph_form f = form_of(w, n, false);
	if (!first) return;
	write_sizes(w, &f, "times", first->times, first->size != NULL, &first->size, first->estimated);
	json_open(w->out, "operations", '{');
	for (size_t k = 0; k < sizeof op_name / sizeof *op_name; k++) {
		long count = op_counts_of_kind(each, (op_kind)k);
		if (count) json_number(w->out, op_name[k], count);
	}
	json_flag(w->out, "estimated", each->estimated);
	json_close(w->out, '}');
}

static void end_row(writer *w, const nest *n, const stmt_work *first, const op_counts *each)
{
	json_close(w->out, ']');
	write_costs(w, n, first, each);
	json_close(w->out, '}');
}

// What each process executes of a task, in rows of statements that are executed in the same iterations.
static void write_work(writer *w, const task *t, const task_work *work)
{
	const nest *n = t->nest;
	const nest_stmt *last = NULL;
	const stmt_work *first = NULL; // of the row that counts
	op_counts each = {0};
	char *set = NULL;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		if (!is_work(s)) continue;
		char *own = iterations_text(n, s);
		const bool same = last && own && set && !strcmp(own, set) && have_same_loops(s, last);
		if (!last) json_open(w->out, "work", '[');
		if (!same) {
			if (last) end_row(w, n, first, &each);
			begin_row(w, n, s, own);
			first = NULL;
			each = (op_counts){0};
		}
		free(set);
		set = own;
		write_statement(w, n, k);
		const stmt_work *counted = work_of(work, k);
		if (counted) each = operations_sum(each, counted->each), each.estimated |= counted->estimated;
		if (!first) first = counted;
		last = s;
	}
	if (last) end_row(w, n, first, &each), json_close(w->out, ']');
	free(set);
}

// Without counts, once there have been many.
static task_work *cost_of(writer *w, const task *t)
{
	const nest *n = t->nest;
	w->forms -= n->n_stmts + t->n_args + 1;
	if (w->full || w->forms >= 0) return task_work_of(t, w->full ? 0 : GRAPH_FORM_OPERATIONS);
	task_work *none = calloc(1, sizeof *none);
	none->footprint = calloc((size_t)t->n_args + 1, sizeof *none->footprint);
	return none;
}

static void write_reason(writer *w, const task *t)
{
	const prog_loc *where;
	text reason = {0};
	if ((t->kind != TASK_SPLIT || t->serial) && summary_reason(w->g, t, &reason, &where)) {
		write_spoken(w, "why", text_get(&reason));
		if (where && where->file >= 0) {
			json_open(w->out, "why_at", '{');
			write_place(w, *where, 0);
			json_close(w->out, '}');
		}
	}
	text_free(&reason);
}

static void write_assumptions(writer *w, const task *t)
{
	text words = {0};
	if (isl_set_plain_is_universe(t->nest->assume) == isl_bool_false)
		formula_condition(t->nest, t->nest->assume, &words);
	write_spoken(w, "assumes", text_get(&words));
	text_free(&words);
}

// `node`: NULL for a task of a version, which stands where a general one does.
static void write_task(writer *w, const task *t, const flow_node *node)
{
	const prog_stmt *root = t->nest->root;
	bool split = t->kind == TASK_SPLIT;
	json_line(w->out);
	json_open(w->out, NULL, '{');
	json_number(w->out, "id", t->id);
	json_string(w->out, "kind", !split ? "by_all" : t->serial ? "turns" : "split");
	write_place(w, root->loc, node ? node->last_line : 0);
	if (root->function) json_string(w->out, "function", root->function->symbol->name);
	if (node) json_number(w->out, "node", node->id);
	json_flag(w->out, "version", w->g->is_version);
	json_flag(w->out, "slow", t->slow || t->serial);
	json_flag(w->out, "alternative", t->is_alternative);
	json_flag(w->out, "overlap", t->nest->overlap);
	write_reason(w, t);
	if (split) write_assumptions(w, t);
	write_processes(w, t);
	write_parameters(w, t->nest);
	if (split) write_axes(w, t->nest);
	task_work *work = cost_of(w, t);
	const graph_form f = form_of(w, t->nest, false);
	write_sizes(w, &f, "iterations", work->iterations, work->n_iteration_sizes, work->iteration_size,
	        work->iterations_estimated);
	write_arrays(w, t, work);
	write_work(w, t, work);
	task_work_free(work);
	json_close(w->out, '}');
}

static void find_task_nodes(writer *w, const flow_list *list)
{
	for (int k = 0; k < list->n; k++) {
		const flow_node *node = list->node[k];
		int index = node->kind == FLOW_TASK ? task_index(w->g, node->task) : -1;
		if (index >= 0) w->node_of_task[index] = node;
		find_task_nodes(w, &node->body);
		find_task_nodes(w, &node->otherwise);
	}
}

// ---- the whole --------------------------------------------------------------------------------

static void write_cycle(writer *w)
{
	const control_flow *f = w->flow;
	if (!f->cycle_function) {
		json_null(w->out, "cycle");
		return;
	}
	json_open(w->out, "cycle", '{');
	json_string(w->out, "function", f->cycle_function->function->symbol->name);
	if (f->cycle)
		json_number(w->out, "node", f->cycle->id);
	else
		json_null(w->out, "node");
	json_open(w->out, "phases", '[');
	for (int k = 0; k < f->phases.n; k++) json_number(w->out, NULL, f->phases.node[k]->id);
	json_close(w->out, ']');
	json_close(w->out, '}');
}

static void write_files(writer *w)
{
	json_open(w->out, "files", '[');
	for (int k = 0; k < w->n_files; k++) json_string(w->out, NULL, w->file[k]);
	json_close(w->out, ']');
}

static const char *unit_name(const prog_unit *u)
{
	for (int k = 0; k < u->n_files; k++)
		if (u->files[k].is_main) return u->files[k].path;
	return "";
}

static void write_version(writer *w, const graph *g)
{
	const graph *general = w->g;
	w->g = g;
	for (int k = 0; k < g->n_tasks; k++) write_task(w, g->tasks[k], NULL);
	w->g = general;
}

static void write_all(writer *w)
{
	const control_flow *f = w->flow;
	const size_t n_tasks = (size_t)w->g->n_tasks;
	json_open(w->out, "functions", '[');
	for (int k = 0; k < f->n_functions; k++) write_function(w, &f->functions[k]);
	json_close(w->out, ']');
	json_line(w->out);
	json_open(w->out, "tasks", '[');
	for (int k = 0; k < w->g->n_tasks; k++) write_task(w, w->g->tasks[k], w->node_of_task[k]);
	for (int k = 0; k < w->n_versions; k++) write_version(w, w->versions[k]);
	json_close(w->out, ']');
	json_line(w->out);
	memset(w->n_events, 0, n_tasks * sizeof *w->n_events);
	json_open(w->out, "events", '[');
	for (int k = 0; k < f->n_functions; k++) write_events(w, &f->functions[k].nodes);
	json_close(w->out, ']');
	json_line(w->out);
	write_cycle(w);
	json_line(w->out);
	write_files(w);
}

void graph_json(const graph *g, const control_flow *flow, graph *const *versions, int n_versions, bool full, text *out)
{
	const size_t room = (size_t)g->n_tasks + 1;
	writer w = {.g = g,
	        .flow = flow,
	        .unit = g->unit,
	        .versions = versions,
	        .n_versions = n_versions,
	        .out = out,
	        .full = full,
	        .forms = GRAPH_FORMS_MOST,
	        .operations = GRAPH_MAPS_MOST,
	        .node_of_task = prog_alloc(g->unit, room * sizeof *w.node_of_task),
	        .n_events = prog_alloc(g->unit, room * sizeof *w.n_events)};
	for (int k = 0; k < w.flow->n_functions; k++) find_task_nodes(&w, &w.flow->functions[k].nodes);
	json_open(out, NULL, '{');
	json_number(out, "hpcc-graph", GRAPH_JSON_VERSION);
	json_string(out, "hpcc", HPCC_VERSION);
	json_string(out, "unit", unit_name(g->unit));
	json_line(out);
	write_all(&w);
	event_maps_free(w.maps);
	json_close(out, '}');
	text_add(out, "\n");
}
