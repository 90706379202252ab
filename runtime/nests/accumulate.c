// SPDX-License-Identifier: Apache-2.0
//
// Reductions into elements of arrays. Each process combines into a buffer of its own, around what it touches, that
// begins with neutral elements. After the nest, owners get what others have for their elements, and combine it in the
// order of the processes with what was there before; memory without a mapping, that all have, is combined in equal
// pieces that all then get. To such memory's elements the first process that touches them adds as the source does, to
// what was there before: what one process adds alone has the source's order. Where functions that the nest calls add to
// such memory it is the other way round: the buffer keeps what was there before.
#include "nests.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct part_t {
	int process;
	boxes_t *boxes; // of the array
	size_t count;   // elements
} part_t;

// Elements side by side, more than have been touched.
typedef struct line_t {
	char *memory;
	const char *first; // the address of the source that its first element stands for
	size_t room;       // bytes
} line_t;

struct accumulator_t {
	int arg, rank;
	size_t element, combined,
	        offset; // bytes: of an element, those of it that are combined, and where in it these are
	int owned;      // elements have owners
	int in_place;   // not owned: what is added is in the memory itself, and what was there before in the buffer
	boxes_t *all;   // not owned: what any process touches,
	boxes_t *
	        begun; // and of that what this one is the first to touch: it begins with what was there before. NULL: all begin with neutral elements
	int has_hull;  // this process touches something
	box_t hull;    // of what the buffer stands for
	place_t place; // of the buffer
	char *buffer;
	size_t bytes;
	int n_send, n_receive; // owned: by process; receive includes this one's own
	part_t *send, *receive;
	int grows; // nothing is known of what is touched: `line` is for what was, and for more
	line_t line;
	// Of an array with pointers to its rows: of each, from that of the pointer at `vector` on, as in hpcc_growth.
	line_t *row;
	const char *vector;
	hpcc_growth *touched; // [row]
	size_t n_rows;
};

// Beyond this a buffer is given back after each run.
static const size_t small_bytes = 1 << 20;

static size_t bytes_combined(const hpcc_arg *arg) { return arg->part.size ? arg->part.size : arg->element; }

// Of memory, or a buffer that is laid out alike, where what is combined of the elements is.
static place_t place_of_part(const accumulator_t *acc, place_t place)
{
	place.origin += acc->offset;
	return place;
}

static void set_neutral(const hpcc_arg *arg, char *memory, size_t bytes)
{
	hpcc_set_neutral(arg->op, arg->type, memory, (long)(bytes / hpcc_size_of(arg->type)));
}

// ---- making -------------------------------------------------------------------------------------

// What a process combines into.
static boxes_t *touched_by(const plan_t *plan, int a, int process)
{
	const hpcc_arg *arg = &plan->nest->args[a];
	const view_t *view = &plan->view[a];
	hpcc_sink sink = {.rank = arg->rank, .extent = arg->extent};
	if (hpcc_view_spread(view)) sink = (hpcc_sink){.view = view};
	sink.boxes = hpcc_boxes_new(sink.view ? view->desc->rank : arg->rank);
	if (arg->need) hpcc_plan_section(plan, process, arg->need, plan->par, &sink);
	return sink.boxes;
}

static void add_part(part_t **list, int *n, int process, boxes_t *boxes)
{
	size_t count = (size_t)hpcc_boxes_count(boxes);
	if (count == 0) {
		hpcc_boxes_drop(boxes);
		return;
	}
	*list = hpcc_grow(*list, (size_t)(*n + 1) * sizeof **list);
	(*list)[(*n)++] = (part_t){process, boxes, count};
}

static void set_place(accumulator_t *acc)
{
	long stride = (long)acc->element;
	long first[HPCC_MAX_RANK];
	for (int d = acc->rank - 1; d >= 0; d--) {
		acc->place.stride[d] = stride;
		first[d] = acc->hull.d[d].lo;
		stride *= hpcc_range_count(&acc->hull.d[d]);
	}
	acc->bytes = (size_t)stride;
	uintptr_t before = 0;
	for (int d = 0; d < acc->rank; d++) before += (uintptr_t)(first[d] * acc->place.stride[d]);
	acc->place.origin = -before; // of a buffer at 0
}

static void make_owned(plan_t *plan, accumulator_t *acc)
{
	const desc_t *desc = plan->view[acc->arg].desc;
	const view_t *view = &plan->view[acc->arg];
	boxes_t *mine = touched_by(plan, acc->arg, hpcc_rank_);
	acc->has_hull = hpcc_boxes_hull(mine, &acc->hull);
	// Dimensions that the nest sees as one stand one after the other.
	for (int d = view->fixed + 1; d < view->fixed + view->merged; d++)
		acc->hull.d[d] = (hpcc_range){0, desc->extent[d] - 1, 1};
	for (int p = 0; p < hpcc_size_; p++) {
		box_t own;
		if (hpcc_layout_own(desc->layout, p, &own) && p != hpcc_rank_ && hpcc_plan_is_primary(plan, hpcc_rank_))
			add_part(&acc->send, &acc->n_send, p, hpcc_boxes_and(mine, &own));
		if (!desc->owns || !hpcc_plan_is_primary(plan, p)) continue;
		boxes_t *theirs = touched_by(plan, acc->arg, p);
		add_part(&acc->receive, &acc->n_receive, p, hpcc_boxes_and(theirs, &desc->own));
		hpcc_boxes_drop(theirs);
	}
	hpcc_boxes_drop(mine);
}

// What each process would send to the owners: adds the bytes from p to q to sent[p * size + q].
static void predict_owned(const plan_t *plan, const accumulator_t *acc, size_t *sent)
{
	const layout_t *layout = plan->view[acc->arg].desc->layout;
	for (int p = 0; p < hpcc_size_; p++) {
		if (!hpcc_plan_is_primary(plan, p)) continue;
		boxes_t *theirs = touched_by(plan, acc->arg, p);
		for (int q = 0; q < hpcc_size_; q++) {
			box_t own;
			if (q == p || !hpcc_layout_own(layout, q, &own)) continue;
			boxes_t *given = hpcc_boxes_and(theirs, &own);
			sent[(size_t)p * (size_t)hpcc_size_ + (size_t)q] +=
			        (size_t)hpcc_boxes_count(given) * acc->combined;
			hpcc_boxes_drop(given);
		}
		hpcc_boxes_drop(theirs);
	}
}

static void take_away(boxes_t *list, const boxes_t *what)
{
	for (int k = 0; k < what->n; k++) hpcc_boxes_minus(list, &what->box[k]);
}

// Of other boxes more may be left than there is.
static int are_dense(const boxes_t *list)
{
	for (int k = 0; k < list->n; k++)
		for (int d = 0; d < list->rank; d++) {
			const hpcc_range *r = &list->box[k].d[d];
			if (r->step != 1 && r->hi > r->lo) return 0;
		}
	return 1;
}

// In the order of the processes that count.
static void find_begun(const plan_t *plan, accumulator_t *acc)
{
	const hpcc_arg *arg = &plan->nest->args[acc->arg];
	if ((arg->op != HPCC_OP_SUM && arg->op != HPCC_OP_PROD) || !are_dense(acc->all)) return;
	int exact = 1;
	boxes_t *left = hpcc_boxes_new(acc->rank), *begun = hpcc_boxes_new(acc->rank);
	for (int k = 0; k < acc->all->n; k++) hpcc_boxes_push(left, &acc->all->box[k]);
	for (int p = 0; p < hpcc_size_ && left->n > 0; p++) {
		if (!hpcc_plan_is_primary(plan, p)) continue;
		boxes_t *theirs = touched_by(plan, acc->arg, p);
		exact &= are_dense(theirs);
		for (int k = 0; k < theirs->n && p == hpcc_rank_; k++) {
			boxes_t *mine = hpcc_boxes_and(left, &theirs->box[k]);
			for (int j = 0; j < mine->n; j++) hpcc_boxes_unite(begun, &mine->box[j]);
			hpcc_boxes_drop(mine);
		}
		take_away(left, theirs);
		hpcc_boxes_drop(theirs);
	}
	if (left->n > 0 || !exact) {
		hpcc_boxes_drop(begun);
		begun = NULL;
	}
	hpcc_boxes_drop(left);
	acc->begun = begun;
}

// All have a buffer for what any of them touches.
static void make_replicated(plan_t *plan, accumulator_t *acc)
{
	boxes_t *all = hpcc_boxes_new(acc->rank);
	for (int p = 0; p < hpcc_size_; p++) {
		boxes_t *theirs = touched_by(plan, acc->arg, p);
		for (int k = 0; k < theirs->n; k++) hpcc_boxes_unite(all, &theirs->box[k]);
		hpcc_boxes_drop(theirs);
	}
	acc->has_hull = hpcc_boxes_hull(all, &acc->hull);
	acc->all = all;
	if (!hpcc_predicting) find_begun(plan, acc);
}

int hpcc_accumulate_possible(const plan_t *plan, int a)
{
	const hpcc_arg *arg = &plan->nest->args[a];
	hpcc_range own[HPCC_MAX_AXES];
	if (hpcc_view_spread(&plan->view[a])) return !plan->view[a].whole && !(arg->flags & HPCC_IN_PLACE);
	if (arg->flags & HPCC_GROWS) return !arg->row_levels || !plan->view[a].desc;
	for (int k = 0; k < HPCC_MAX_AXES; k++) own[k] = hpcc_everything;
	hpcc_sink sink = {.rank = arg->rank, .extent = arg->extent, .boxes = hpcc_boxes_new(arg->rank)};
	if (arg->need) arg->need(plan->par, own, &sink);
	int known = 1;
	for (int k = 0; k < sink.boxes->n; k++)
		for (int d = 0; d < arg->rank; d++) {
			const hpcc_range *r = &sink.boxes->box[k].d[d];
			known &= r->lo > -HPCC_INF && r->hi < HPCC_INF;
		}
	hpcc_boxes_drop(sink.boxes);
	return known;
}

void hpcc_accumulate_make(plan_t *plan)
{
	for (int a = 0; a < plan->nest->n_args; a++) {
		if (!(plan->nest->args[a].flags & HPCC_REDUCED)) continue;
		plan->acc = hpcc_grow(plan->acc, (size_t)(plan->n_acc + 1) * sizeof *plan->acc);
		accumulator_t *acc = plan->acc[plan->n_acc++] = hpcc_alloc(sizeof *acc);
		int owned = hpcc_view_spread(&plan->view[a]);
		*acc = (accumulator_t){.arg = a,
		        .owned = owned,
		        .rank = owned ? plan->view[a].desc->rank : plan->nest->args[a].rank,
		        .element = plan->nest->args[a].element,
		        .combined = bytes_combined(&plan->nest->args[a]),
		        .offset = plan->nest->args[a].part.offset};
		acc->in_place = !owned && (plan->nest->args[a].flags & HPCC_IN_PLACE);
		acc->grows = !owned && (plan->nest->args[a].flags & HPCC_GROWS);
		if (acc->grows) {
			if (!plan->growth) plan->growth = hpcc_alloc((size_t)plan->nest->n_args * sizeof *plan->growth);
			continue;
		}
		if (!owned)
			make_replicated(plan, acc);
		else if (!hpcc_predicting)
			make_owned(plan, acc);
		if (acc->has_hull) set_place(acc);
	}
}

static void free_parts(part_t *list, int n)
{
	for (int k = 0; k < n; k++) hpcc_boxes_drop(list[k].boxes);
	free(list);
}

static void free_rows(accumulator_t *acc)
{
	for (size_t k = 0; k < acc->n_rows; k++) free(acc->row[k].memory);
	free(acc->row);
	free(acc->touched);
	acc->row = NULL, acc->touched = NULL, acc->n_rows = 0;
}

static size_t size_of_rows(const accumulator_t *acc)
{
	size_t bytes = 0;
	for (size_t k = 0; k < acc->n_rows; k++) bytes += acc->row[k].room;
	return bytes;
}

void hpcc_accumulate_free(plan_t *plan)
{
	for (int k = 0; k < plan->n_acc; k++) {
		accumulator_t *acc = plan->acc[k];
		free_parts(acc->send, acc->n_send);
		free_parts(acc->receive, acc->n_receive);
		hpcc_boxes_drop(acc->all);
		hpcc_boxes_drop(acc->begun);
		free(acc->buffer);
		free(acc->line.memory);
		free_rows(acc);
		free(acc);
	}
	free(plan->acc);
	free(plan->growth);
}

// ---- before the loops -----------------------------------------------------------------------------

static place_t buffer_place(const accumulator_t *acc)
{
	place_t place = acc->place;
	place.origin += (uintptr_t)acc->buffer;
	return place;
}

static void set_owned_address(plan_t *plan, const accumulator_t *acc, const place_t *place)
{
	const view_t *view = &plan->view[acc->arg];
	long index[HPCC_MAX_RANK] = {0};
	int inner = view->fixed + view->merged - 1;
	memcpy(index, view->index, (size_t)view->fixed * sizeof *index);
	index[inner] = view->offset;
	for (int k = 1; k < view->rank; k++) index[inner + k] = -view->shift[k];
	plan->run.origin[acc->arg] = hpcc_place_at(place, acc->rank, index);
	for (int k = 0; k < view->rank; k++)
		plan->run.between[acc->arg][k] = place->stride[inner + k] / (long)acc->element - 1;
}

// Memory that all have, as the nest sees it.
static place_t memory_place(const plan_t *plan, const accumulator_t *acc)
{
	const long *row = plan->row;
	place_t memory = {.origin = (uintptr_t)plan->base[acc->arg]};
	for (int a = 0; a < acc->arg; a++) row += plan->nest->args[a].rank - 1;
	long stride = (long)acc->element;
	for (int d = acc->rank - 1; d >= 0; d--) {
		memory.stride[d] = stride;
		if (d > 0) stride *= row[d - 1];
	}
	return memory;
}

static void copy_boxes(const accumulator_t *acc, const boxes_t *list, const place_t *to, const place_t *from)
{
	const place_t into = place_of_part(acc, *to), of = place_of_part(acc, *from);
	for (int k = 0; list && k < list->n; k++) hpcc_copy_box(acc->rank, &list->box[k], acc->combined, &into, &of);
}

// Copies what is touched, from `from` to `to`.
static void copy_touched(const accumulator_t *acc, const place_t *to, const place_t *from)
{
	copy_boxes(acc, acc->all, to, from);
}

// As dense as the buffer, neutral.
static char *neutral(const hpcc_arg *arg, const accumulator_t *acc, place_t *dense)
{
	char *elements = hpcc_alloc(acc->bytes);
	set_neutral(arg, elements, acc->bytes);
	*dense = acc->place;
	dense->origin += (uintptr_t)elements;
	return elements;
}

static void begin_in_place(const plan_t *plan, const accumulator_t *acc)
{
	const place_t memory = memory_place(plan, acc), before = buffer_place(acc);
	place_t dense;
	char *elements = neutral(&plan->nest->args[acc->arg], acc, &dense);
	copy_touched(acc, &before, &memory);
	copy_touched(acc, &memory, &dense);
	copy_boxes(acc, acc->begun, &memory, &before);
	free(elements);
}

static accumulator_t *accumulator_of(const plan_t *plan, int arg)
{
	int k = 0;
	while (plan->acc[k]->arg != arg) k++;
	return plan->acc[k];
}

// Room for the element at `at` too, and for as many again on that side; what is new is neutral.
static void make_room(const hpcc_arg *arg, line_t *line, const char *at)
{
	enum { LEAST = 64 };
	const size_t element = arg->element;
	const char *low = line->room ? line->first : at, *high = line->room ? line->first + line->room : at;
	size_t more = MAX_OF(line->room / element, (size_t)LEAST) * element;
	if (at < low) low = at - MIN_OF(more, (uintptr_t)at / element * element);
	if (at >= high) high = at + element + more;
	size_t room = (size_t)(high - low), before = line->room ? (size_t)(line->first - low) : 0;
	char *memory = hpcc_alloc(room);
	set_neutral(arg, memory, room);
	if (line->room) memcpy(memory + before, line->memory, line->room);
	free(line->memory);
	*line = (line_t){memory, low, room};
}

static void *touch(const hpcc_arg *arg, line_t *line, hpcc_growth *g, const char *at)
{
	if (line->room == 0 || at < line->first || at >= line->first + line->room) make_room(arg, line, at);
	g->low = g->low ? MIN_OF(g->low, at) : at;
	g->high = MAX_OF(g->high, at + arg->element);
	g->buffer = line->memory + (g->low - line->first);
	return line->memory + (at - line->first);
}

void *hpcc_grow_to(hpcc_run *run, int arg, const void *address)
{
	const plan_t *plan = run->state;
	return touch(&plan->nest->args[arg], &accumulator_of(plan, arg)->line, &run->growth[arg], address);
}

// Rows for the pointer at `place` too.
static void make_rows(accumulator_t *acc, const char *place)
{
	enum { LEAST = 16 };
	size_t many = sizeof(void *), more = MAX_OF(acc->n_rows, (size_t)LEAST);
	if (acc->n_rows == 0) acc->vector = place;
	size_t before = place < acc->vector ? (size_t)(acc->vector - place) / many : 0;
	size_t behind = place < acc->vector ? 0 : (size_t)(place - acc->vector) / many + 1;
	size_t n = before + MAX_OF(acc->n_rows, behind ? MAX_OF(behind, acc->n_rows + more) : 0);
	line_t *row = hpcc_alloc(n * sizeof *row);
	hpcc_growth *touched = hpcc_alloc(n * sizeof *touched);
	if (acc->n_rows) {
		memcpy(row + before, acc->row, acc->n_rows * sizeof *row);
		memcpy(touched + before, acc->touched, acc->n_rows * sizeof *touched);
	}
	free(acc->row);
	free(acc->touched);
	acc->row = row, acc->touched = touched, acc->n_rows = n, acc->vector -= before * many;
}

static void show_rows(hpcc_growth *g, const accumulator_t *acc)
{
	*g = (hpcc_growth){.row = acc->touched, .vector = acc->vector, .n_rows = acc->n_rows};
}

void *hpcc_grow_row_to(hpcc_run *run, int arg, const void *place, const void *address)
{
	const plan_t *plan = run->state;
	accumulator_t *acc = accumulator_of(plan, arg);
	const char *at = place;
	if (acc->n_rows == 0 || at < acc->vector || at >= acc->vector + acc->n_rows * sizeof(void *)) {
		make_rows(acc, at);
		show_rows(&run->growth[arg], acc);
	}
	size_t k = (size_t)(at - acc->vector) / sizeof(void *);
	return touch(&plan->nest->args[arg], &acc->row[k], &acc->touched[k], address);
}

static void begin_growing(const hpcc_arg *arg, accumulator_t *acc, hpcc_growth *g)
{
	if (acc->line.room) set_neutral(arg, acc->line.memory, acc->line.room);
	for (size_t k = 0; k < acc->n_rows; k++) {
		line_t *line = &acc->row[k];
		if (line->room) set_neutral(arg, line->memory, line->room);
		acc->touched[k] = (hpcc_growth){0};
	}
	show_rows(g, acc);
}

// One process that does all adds to the memory itself; what is there before is kept, as the nest may be run again.
static void begin_predicting(const plan_t *plan, accumulator_t *acc)
{
	if (acc->owned) return;
	if (!acc->buffer) acc->buffer = hpcc_alloc(acc->bytes);
	const place_t memory = memory_place(plan, acc), before = buffer_place(acc);
	copy_touched(acc, &before, &memory);
}

void hpcc_accumulate_begin(plan_t *plan)
{
	plan->run.growth = plan->growth;
	// What does not grow has its own addresses already.
	for (int a = 0; plan->growth && a < plan->nest->n_args; a++)
		plan->growth[a] = (hpcc_growth){.high = (const char *)UINTPTR_MAX};
	for (int k = 0; k < plan->n_acc; k++) {
		accumulator_t *acc = plan->acc[k];
		const hpcc_arg *arg = &plan->nest->args[acc->arg];
		if (acc->grows && plan->growth) {
			begin_growing(arg, acc, &plan->growth[acc->arg]);
			continue;
		}
		if (!acc->has_hull) continue;
		if (hpcc_predicting) {
			begin_predicting(plan, acc);
			continue;
		}
		if (!acc->buffer) acc->buffer = hpcc_alloc(acc->bytes);
		if (acc->in_place) {
			begin_in_place(plan, acc);
			continue;
		}
		set_neutral(arg, acc->buffer, acc->bytes);
		place_t place = buffer_place(acc);
		if (acc->owned) {
			set_owned_address(plan, acc, &place);
			continue;
		}
		const place_t memory = memory_place(plan, acc);
		copy_boxes(acc, acc->begun, &place, &memory);
		static const long zero[HPCC_MAX_RANK];
		plan->run.origin[acc->arg] = hpcc_place_at(&place, acc->rank, zero);
		for (int d = 0; d < acc->rank; d++)
			plan->run.between[acc->arg][d] = place.stride[d] / (long)acc->element - 1;
	}
}

// ---- after them -----------------------------------------------------------------------------------

enum { TAG = 0x4143 };

// What goes to another process, or comes from there: the parts of all arrays, one behind the other.
typedef struct letter_t {
	char *data;
	size_t bytes, at; // all; those that have been packed, or combined
} letter_t;

static int is_owned(const accumulator_t *acc) { return !acc->grows && acc->owned; }

static void measure_letters(const accumulator_t *acc, letter_t *out, letter_t *in)
{
	for (int k = 0; k < acc->n_send; k++) out[acc->send[k].process].bytes += acc->send[k].count * acc->combined;
	for (int k = 0; k < acc->n_receive; k++)
		in[acc->receive[k].process].bytes += acc->receive[k].count * acc->combined;
}

// This process's own part is packed as if it came.
static void pack_letters(const accumulator_t *acc, letter_t *out, letter_t *own)
{
	const place_t mine = place_of_part(acc, buffer_place(acc));
	for (int k = 0; k < acc->n_send + acc->n_receive; k++) {
		const part_t *part = k < acc->n_send ? &acc->send[k] : &acc->receive[k - acc->n_send];
		letter_t *letter = k < acc->n_send ? &out[part->process] : own;
		if (k >= acc->n_send && part->process != hpcc_rank_) continue;
		hpcc_pack(part->boxes, &mine, acc->combined, letter->data + letter->at);
		letter->at += part->count * acc->combined;
	}
}

static void combine_letters(const plan_t *plan, const accumulator_t *acc, letter_t *in)
{
	const hpcc_arg *arg = &plan->nest->args[acc->arg];
	const place_t owned = place_of_part(acc, plan->view[acc->arg].desc->place);
	const size_t bytes = acc->combined, numbers = bytes / hpcc_size_of(arg->type); // of an element
	for (int k = 0; k < acc->n_receive; k++) {
		const part_t *part = &acc->receive[k];
		letter_t *letter = &in[part->process];
		char *old = hpcc_alloc(part->count * bytes);
		hpcc_pack(part->boxes, &owned, bytes, old);
		hpcc_combine(arg->op, arg->type, old, letter->data + letter->at, (long)(part->count * numbers));
		hpcc_unpack(part->boxes, &owned, bytes, old);
		letter->at += part->count * bytes;
		free(old);
	}
}

static void combine_owned(const plan_t *plan)
{
	letter_t *out = hpcc_alloc((size_t)hpcc_size_ * sizeof *out), *in = hpcc_alloc((size_t)hpcc_size_ * sizeof *in);
	MPI_Request *request = hpcc_alloc((size_t)(2 * hpcc_size_) * sizeof *request);
	for (int k = 0; k < plan->n_acc; k++)
		if (is_owned(plan->acc[k])) measure_letters(plan->acc[k], out, in);
	int n = 0;
	for (int p = 0; p < hpcc_size_; p++) {
		if (out[p].bytes) out[p].data = hpcc_alloc(out[p].bytes);
		if (in[p].bytes) in[p].data = hpcc_alloc(in[p].bytes);
		if (in[p].bytes && p != hpcc_rank_) hpcc_receive_bytes(in[p].data, in[p].bytes, p, TAG, &request[n++]);
	}
	for (int k = 0; k < plan->n_acc; k++)
		if (is_owned(plan->acc[k])) pack_letters(plan->acc[k], out, &in[hpcc_rank_]);
	for (int p = 0; p < hpcc_size_; p++)
		if (out[p].bytes) hpcc_send_bytes(out[p].data, out[p].bytes, p, TAG, &request[n++]);
	hpcc_wait_for(n, request);
	in[hpcc_rank_].at = 0;
	for (int k = 0; k < plan->n_acc; k++)
		if (is_owned(plan->acc[k])) combine_letters(plan, plan->acc[k], in);
	for (int p = 0; p < hpcc_size_; p++) free(out[p].data), free(in[p].data);
	free(request);
	free(in);
	free(out);
}

// The elements of the buffer that process p combines, of `count` from `first` on.
static size_t share_of(size_t count, int p)
{
	return count / (size_t)hpcc_size_ * (size_t)p + MIN_OF((size_t)p, count % (size_t)hpcc_size_);
}

// Each process combines its piece of all, and gives the result to the others.
static void combine_pieces(const hpcc_arg *arg, const char *mine, char *total, size_t count)
{
	size_t element = hpcc_size_of(arg->type);
	size_t begin = share_of(count, hpcc_rank_), n = share_of(count, hpcc_rank_ + 1) - begin;
	MPI_Request *request = hpcc_alloc((size_t)(2 * hpcc_size_) * sizeof *request);
	char *theirs = hpcc_alloc((size_t)hpcc_size_ * n * element);
	int started = 0;
	for (int p = 0; p < hpcc_size_; p++) {
		size_t at = share_of(count, p), many = share_of(count, p + 1) - at;
		if (p == hpcc_rank_)
			memcpy(theirs + (size_t)p * n * element, mine + begin * element, n * element);
		else if (n > 0)
			hpcc_receive_bytes(theirs + (size_t)p * n * element, n * element, p, TAG, &request[started++]);
		if (p != hpcc_rank_ && many > 0)
			hpcc_send_bytes(mine + at * element, many * element, p, TAG, &request[started++]);
	}
	hpcc_wait_for(started, request);
	for (int p = 0; p < hpcc_size_; p++)
		hpcc_combine(arg->op, arg->type, total + begin * element, theirs + (size_t)p * n * element, (long)n);
	free(theirs);
	free(request);
	int *counts = hpcc_alloc(2 * (size_t)hpcc_size_ * sizeof *counts), *offsets = counts + hpcc_size_;
	for (int p = 0; p < hpcc_size_; p++) {
		offsets[p] = (int)(share_of(count, p) * element);
		counts[p] = (int)(share_of(count, p + 1) * element) - offsets[p];
	}
	HPCC_COLLECTIVE(MPI_Allgatherv, MPI_Iallgatherv, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, total, counts, offsets,
	        MPI_BYTE, hpcc_comm);
	hpcc_note_collective(HPCC_ALLGATHER, -1, count * element);
	free(counts);
}

static void predict_pieces(size_t count, size_t element)
{
	for (int p = 0; p < hpcc_size_; p++)
		for (int q = 0; q < hpcc_size_; q++) {
			size_t many = share_of(count, q + 1) - share_of(count, q);
			if (p != q && many > 0) hpcc_note_message(p, q, many * element);
		}
	hpcc_note_collective(HPCC_ALLGATHER, -1, count * element);
}

// Few elements: all get all, and combine them alike.
static void combine_few(const hpcc_arg *arg, const char *mine, char *total, size_t count)
{
	size_t bytes = count * hpcc_size_of(arg->type);
	char *all = hpcc_alloc(bytes * (size_t)hpcc_size_);
	HPCC_COLLECTIVE(
	        MPI_Allgather, MPI_Iallgather, mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, hpcc_comm);
	hpcc_note_collective(HPCC_ALLGATHER, -1, bytes * (size_t)hpcc_size_);
	for (int p = 0; p < hpcc_size_; p++)
		hpcc_combine(arg->op, arg->type, total, all + (size_t)p * bytes, (long)count);
	free(all);
}

// `mine` is as dense as the buffer (NULL: nothing, where it is predicted only), and `total` too: what was there before, and then what is there.
static void combine_dense(const hpcc_arg *arg, const accumulator_t *acc, const char *mine, char *total)
{
	const size_t number = hpcc_size_of(arg->type), few = 1 << 14, chunk = ((size_t)1 << 28) / number;
	size_t count = acc->bytes / number;
	for (size_t at = 0; at < count; at += chunk) {
		size_t n = MIN_OF(chunk, count - at);
		const int are_few = n * number * (size_t)hpcc_size_ <= few;
		if (hpcc_predicting && are_few)
			hpcc_note_collective(HPCC_ALLGATHER, -1, n * number * (size_t)hpcc_size_);
		else if (hpcc_predicting)
			predict_pieces(n, number);
		else if (are_few)
			combine_few(arg, mine + at * number, total + at * number, n);
		else
			combine_pieces(arg, mine + at * number, total + at * number, n);
		if (hpcc_predicting && mine)
			hpcc_combine(arg->op, arg->type, total + at * number, mine + at * number, (long)n);
	}
}

static void combine_replicated(const plan_t *plan, const accumulator_t *acc)
{
	const hpcc_arg *arg = &plan->nest->args[acc->arg];
	if (!acc->has_hull) return;
	const place_t memory = memory_place(plan, acc), buffer = buffer_place(acc);
	place_t dense;
	char *other = neutral(arg, acc, &dense);
	if (acc->in_place) {
		if (hpcc_plan_is_primary(plan, hpcc_rank_)) copy_touched(acc, &dense, &memory);
		if (acc->begun) set_neutral(arg, acc->buffer, acc->bytes);
		combine_dense(arg, acc, other, acc->buffer);
		copy_touched(acc, &memory, &buffer);
	} else {
		if (!hpcc_plan_is_primary(plan, hpcc_rank_)) set_neutral(arg, acc->buffer, acc->bytes);
		if (!acc->begun) copy_touched(acc, &dense, &memory);
		combine_dense(arg, acc, acc->buffer, other);
		copy_touched(acc, &memory, &dense);
	}
	free(other);
}

// What any process has touched is known now: the rest is as if it had been from the start.
static void combine_grown(plan_t *plan, accumulator_t *acc)
{
	const hpcc_arg *arg = &plan->nest->args[acc->arg];
	const hpcc_growth *g = &plan->growth[acc->arg];
	const char *base = plan->base[acc->arg];
	const long element = (long)acc->element;
	long far[2] = {LONG_MIN, LONG_MIN};
	if (g->low) far[0] = -((g->low - base) / element), far[1] = (g->high - base) / element - 1;
	HPCC_COLLECTIVE(MPI_Allreduce, MPI_Iallreduce, MPI_IN_PLACE, far, 2, MPI_LONG, MPI_MAX, hpcc_comm);
	hpcc_note_collective(HPCC_ALLREDUCE, -1, sizeof far);
	if (far[1] == LONG_MIN) return;
	accumulator_t whole = {.arg = acc->arg,
	        .rank = 1,
	        .element = acc->element,
	        .combined = acc->combined,
	        .offset = acc->offset,
	        .has_hull = 1};
	whole.hull.d[0] = (hpcc_range){-far[0], far[1], 1};
	whole.all = hpcc_boxes_new(1);
	hpcc_boxes_push(whole.all, &whole.hull);
	set_place(&whole);
	whole.buffer = hpcc_alloc(whole.bytes);
	set_neutral(arg, whole.buffer, whole.bytes);
	if (g->low) memcpy(whole.buffer + ((g->low - base) + far[0] * element), g->buffer, (size_t)(g->high - g->low));
	combine_replicated(plan, &whole);
	free(whole.buffer);
	hpcc_boxes_drop(whole.all);
}

// Of one row: what any process has touched, in elements from where the pointer leads, or nothing.
typedef struct reach_t {
	long before, last; // before: how many the first one is in front of that
} reach_t;

static reach_t reach_of(const hpcc_growth *g, const char *row, size_t element)
{
	reach_t none = {LONG_MIN, LONG_MIN};
	if (!g || !g->low) return none;
	return (reach_t){-((g->low - row) / (long)element), (g->high - row) / (long)element - 1};
}

static int is_empty(const reach_t *r) { return r->last == LONG_MIN; }

static long count_of(const reach_t *r) { return is_empty(r) ? 0 : r->last + r->before + 1; }

// Rows are numbered from that of the vector's first pointer on, which is at other addresses on other processes.
typedef struct grown_rows_t {
	long first, n;
	char *const *pointer; // of row `first`
	reach_t *reach;       // [row - first]
	size_t count;         // of all their elements
} grown_rows_t;

static const hpcc_growth *touched_in(const accumulator_t *acc, char *const *pointer)
{
	const char *at = (const char *)pointer;
	if (acc->n_rows == 0 || at < acc->vector || at >= acc->vector + acc->n_rows * sizeof *pointer) return NULL;
	return &acc->touched[(size_t)(at - acc->vector) / sizeof *pointer];
}

static grown_rows_t find_grown(const plan_t *plan, const accumulator_t *acc)
{
	char *const *base = plan->base[acc->arg];
	long far[2] = {LONG_MIN, LONG_MIN};
	for (size_t k = 0; k < acc->n_rows; k++) {
		if (!acc->touched[k].low) continue;
		long row = (long)((char *const *)(const void *)acc->vector - base) + (long)k;
		far[0] = MAX_OF(far[0], -row), far[1] = MAX_OF(far[1], row);
	}
	HPCC_COLLECTIVE(MPI_Allreduce, MPI_Iallreduce, MPI_IN_PLACE, far, 2, MPI_LONG, MPI_MAX, hpcc_comm);
	hpcc_note_collective(HPCC_ALLREDUCE, -1, sizeof far);
	if (far[1] == LONG_MIN) return (grown_rows_t){0};
	grown_rows_t rows = {.first = -far[0], .n = far[1] + far[0] + 1, .pointer = base - far[0]};
	rows.reach = hpcc_alloc((size_t)rows.n * sizeof *rows.reach);
	for (long k = 0; k < rows.n; k++)
		rows.reach[k] = reach_of(touched_in(acc, rows.pointer + k), rows.pointer[k], acc->element);
	HPCC_COLLECTIVE(MPI_Allreduce, MPI_Iallreduce, MPI_IN_PLACE, rows.reach, (int)(2 * rows.n), MPI_LONG, MPI_MAX,
	        hpcc_comm);
	hpcc_note_collective(HPCC_ALLREDUCE, -1, (size_t)rows.n * sizeof *rows.reach);
	for (long k = 0; k < rows.n; k++) rows.count += (size_t)count_of(&rows.reach[k]);
	return rows;
}

// The elements of the rows, one behind the other: from the memory of the program, or there.
static void copy_rows(const grown_rows_t *rows, size_t element, char *dense, int back)
{
	for (long k = 0; k < rows->n; k++) {
		const reach_t *r = &rows->reach[k];
		size_t bytes = (size_t)count_of(r) * element;
		if (!bytes) continue;
		char *first = rows->pointer[k] - r->before * (long)element;
		memcpy(back ? first : dense, back ? dense : first, bytes);
		dense += bytes;
	}
}

static void copy_touched_rows(const accumulator_t *acc, const grown_rows_t *rows, char *dense)
{
	for (long k = 0; k < rows->n; k++) {
		const reach_t *r = &rows->reach[k];
		const hpcc_growth *g = touched_in(acc, rows->pointer + k);
		if (g && g->low)
			memcpy(dense + (g->low - rows->pointer[k]) + r->before * (long)acc->element, g->buffer,
			        (size_t)(g->high - g->low));
		dense += (size_t)count_of(r) * acc->element;
	}
}

static void check_rows(const plan_t *plan, const accumulator_t *acc, const grown_rows_t *rows)
{
	for (long k = 0; k < rows->n; k++) {
		const reach_t *r = &rows->reach[k];
		const char *low = rows->pointer[k] - r->before * (long)acc->element;
		if (!is_empty(r)) hpcc_rows_check_added(plan, acc->arg, low, low + (size_t)count_of(r) * acc->element);
	}
}

static void combine_grown_rows(plan_t *plan, accumulator_t *acc)
{
	const hpcc_arg *arg = &plan->nest->args[acc->arg];
	grown_rows_t rows = find_grown(plan, acc);
	if (!rows.n) return;
	check_rows(plan, acc, &rows);
	const accumulator_t whole = {.arg = acc->arg, .element = acc->element, .bytes = rows.count * acc->element};
	char *mine = hpcc_alloc(whole.bytes), *total = hpcc_alloc(whole.bytes);
	hpcc_set_neutral(arg->op, arg->type, mine, (long)rows.count);
	if (hpcc_plan_is_primary(plan, hpcc_rank_)) copy_touched_rows(acc, &rows, mine);
	copy_rows(&rows, acc->element, total, 0);
	combine_dense(arg, &whole, mine, total);
	copy_rows(&rows, acc->element, total, 1);
	free(mine);
	free(total);
	free(rows.reach);
}

// One message from each process to each other, of all arrays.
static void predict_all_owned(const plan_t *plan)
{
	const size_t n = (size_t)hpcc_size_;
	size_t *sent = hpcc_alloc(n * n * sizeof *sent);
	for (int k = 0; k < plan->n_acc; k++)
		if (is_owned(plan->acc[k])) predict_owned(plan, plan->acc[k], sent);
	for (size_t k = 0; k < n * n; k++)
		if (sent[k]) hpcc_note_message((int)(k / n), (int)(k % n), sent[k]);
	free(sent);
}

void hpcc_accumulate_end(plan_t *plan)
{
	int any_owned = 0;
	for (int k = 0; k < plan->n_acc; k++) any_owned |= is_owned(plan->acc[k]);
	if (any_owned && hpcc_predicting)
		predict_all_owned(plan);
	else if (any_owned)
		combine_owned(plan);
	for (int k = 0; k < plan->n_acc; k++) {
		accumulator_t *acc = plan->acc[k];
		if (acc->grows) {
			if (plan->nest->args[acc->arg].row_levels)
				combine_grown_rows(plan, acc);
			else
				combine_grown(plan, acc);
			if (acc->line.room > small_bytes) free(acc->line.memory), acc->line = (line_t){0};
			if (size_of_rows(acc) > small_bytes) free_rows(acc);
			continue;
		}
		if (hpcc_predicting && !acc->owned && acc->has_hull)
			combine_dense(&plan->nest->args[acc->arg], acc, NULL, NULL);
		else if (!hpcc_predicting && !acc->owned)
			combine_replicated(plan, acc);
		if (acc->bytes > small_bytes) {
			free(acc->buffer);
			acc->buffer = NULL;
		}
	}
}

// The nest is run again, in another way: what it has combined so far is forgotten.
void hpcc_accumulate_undo(plan_t *plan)
{
	for (int k = 0; k < plan->n_acc; k++) {
		const accumulator_t *acc = plan->acc[k];
		if (!(acc->in_place || (hpcc_predicting && !acc->owned && !acc->grows)) || !acc->has_hull) continue;
		const place_t memory = memory_place(plan, acc), before = buffer_place(acc);
		copy_touched(acc, &memory, &before);
	}
}
