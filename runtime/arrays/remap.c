// SPDX-License-Identifier: Apache-2.0
//
// Other mappings while the program runs. Each process intersects what it owns with what others will own: what stays is
// not sent, and what moves goes in one message between two processes, in place where it is one piece of memory on a
// side.
#include "../nests/nests.h"
#include "arrays.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- moving -----------------------------------------------------------------------------------

typedef struct move_t {
	const desc_t *desc;
	const next_store_t *next;
	const boxes_t *unread; // these elements are set before they are read: they are not sent; NULL: all are
	int n_receive, n_send;
	message_t *receive, *send;
	char *packed;         // one block for all messages that are
	MPI_Request *request; // receives, then sends
} move_t;

// What a process will own and does not own yet.
static boxes_t *wanted(const move_t *m, int process)
{
	boxes_t *boxes = hpcc_boxes_new(m->desc->rank);
	box_t then, now;
	if (!hpcc_layout_own(m->next->layout, process, &then)) return boxes;
	if (hpcc_layout_own(m->desc->layout, process, &now))
		hpcc_box_minus(&then, &now, boxes);
	else
		hpcc_boxes_push(boxes, &then);
	return boxes;
}

static void leave_out_unread(const move_t *m, boxes_t *boxes)
{
	for (int k = 0; m->unread && k < m->unread->n; k++) hpcc_boxes_minus(boxes, &m->unread->box[k]);
}

// What process `from` gives to process `to`.
static boxes_t *given(const move_t *m, int from, int to)
{
	box_t own;
	if (from == to || !hpcc_layout_serves(m->desc->layout, from, to) ||
	        !hpcc_layout_own(m->desc->layout, from, &own))
		return hpcc_boxes_new(m->desc->rank);
	boxes_t *all = wanted(m, to), *part = hpcc_boxes_and(all, &own);
	leave_out_unread(m, part);
	hpcc_boxes_drop(all);
	return part;
}

static void add_message(const move_t *m, message_t **list, int *n, int peer, boxes_t *boxes, const place_t *place)
{
	if (boxes->n == 0) {
		hpcc_boxes_drop(boxes);
		return;
	}
	message_t message = {.peer = peer, .boxes = boxes};
	message.bytes = (size_t)hpcc_boxes_count(boxes) * m->desc->element;
	message.address = hpcc_contiguous(boxes, place, m->desc->element);
	message.packed = !message.address;
	*list = hpcc_grow(*list, (size_t)(*n + 1) * sizeof **list);
	(*list)[(*n)++] = message;
}

static void find_receives(move_t *m)
{
	for (int p = 0; p < hpcc_size_ && m->next->owns; p++)
		add_message(m, &m->receive, &m->n_receive, p, given(m, p, hpcc_rank_), &m->next->place);
}

static void find_sends(move_t *m)
{
	for (int p = 0; p < hpcc_size_ && m->desc->owns; p++)
		add_message(m, &m->send, &m->n_send, p, given(m, hpcc_rank_, p), &m->desc->place);
}

static void predict_moves(const move_t *m)
{
	for (int from = 0; from < hpcc_size_; from++)
		for (int to = 0; to < hpcc_size_; to++) {
			boxes_t *boxes = given(m, from, to);
			size_t bytes = (size_t)hpcc_boxes_count(boxes) * m->desc->element;
			if (bytes) hpcc_note_message(from, to, bytes);
			hpcc_boxes_drop(boxes);
		}
}

static void start(message_t *message, int sends, MPI_Request *request)
{
	int is_long = message->bytes > INT_MAX, count = is_long ? 1 : (int)message->bytes;
	MPI_Datatype type = is_long ? hpcc_long_type(message->bytes) : MPI_BYTE;
	if (sends)
		HPCC_MPI(MPI_Isend(message->address, count, type, message->peer, 0, hpcc_comm, request));
	else
		HPCC_MPI(MPI_Irecv(message->address, count, type, message->peer, 0, hpcc_comm, request));
	if (is_long) HPCC_MPI(MPI_Type_free(&type));
}

// Where messages begin in the block, from `bytes` on; returns where the last one ends.
static size_t lay_out(message_t *list, int n, char *block, size_t bytes)
{
	enum { LINE = 64 };
	for (int k = 0; k < n; k++) {
		if (!list[k].packed) continue;
		if (block) list[k].address = block + bytes;
		bytes += (list[k].bytes + LINE - 1) / LINE * LINE;
	}
	return bytes;
}

static void make_room(move_t *m)
{
	const size_t received = lay_out(m->receive, m->n_receive, NULL, 0);
	const size_t all = lay_out(m->send, m->n_send, NULL, received);
	if (all == 0) return;
	m->packed = hpcc_spare_alloc(all, 0);
	lay_out(m->receive, m->n_receive, m->packed, 0);
	lay_out(m->send, m->n_send, m->packed, received);
}

static void begin(move_t *m)
{
	make_room(m);
	for (int k = 0; k < m->n_receive; k++) start(&m->receive[k], 0, &m->request[k]);
	for (int k = 0; k < m->n_send; k++) {
		message_t *message = &m->send[k];
		if (message->packed) hpcc_pack(message->boxes, &m->desc->place, m->desc->element, message->address);
		start(message, 1, &m->request[m->n_receive + k]);
		hpcc_note_message(hpcc_rank_, message->peer, message->bytes);
	}
}

// What stays with this process, where its place changes; while messages are under way.
static void keep_own(const move_t *m)
{
	const desc_t *desc = m->desc;
	box_t both;
	if (!desc->owns || !m->next->owns || !hpcc_box_and(desc->rank, &desc->own, &m->next->own, &both)) return;
	boxes_t *stays = hpcc_boxes_new(desc->rank);
	hpcc_boxes_push(stays, &both);
	leave_out_unread(m, stays);
	for (int k = 0; k < stays->n; k++)
		hpcc_copy_box(desc->rank, &stays->box[k], desc->element, &m->next->place, &desc->place);
	hpcc_boxes_drop(stays);
}

static void finish(const move_t *m)
{
	hpcc_wait_for(m->n_receive + m->n_send, m->request);
	for (int k = 0; k < m->n_receive; k++)
		if (m->receive[k].packed)
			hpcc_unpack(m->receive[k].boxes, &m->next->place, m->desc->element, m->receive[k].address);
}

static void free_messages(message_t *list, int n)
{
	for (int k = 0; k < n; k++) hpcc_boxes_drop(list[k].boxes);
	free(list);
}

static void move_contents(const desc_t *desc, const next_store_t *next, const boxes_t *unread)
{
	move_t m = {.desc = desc, .next = next, .unread = unread};
	if (hpcc_predicting) {
		predict_moves(&m);
		return;
	}
	find_receives(&m);
	find_sends(&m);
	m.request = hpcc_alloc((size_t)(m.n_receive + m.n_send) * sizeof *m.request);
	begin(&m);
	keep_own(&m);
	finish(&m);
	free_messages(m.receive, m.n_receive);
	free_messages(m.send, m.n_send);
	hpcc_spare_free(m.packed);
	free(m.request);
}

int hpcc_has_shape(const desc_t *desc, int rank, const long *extent)
{
	return desc->rank == rank && memcmp(desc->extent, extent, (size_t)rank * sizeof *extent) == 0;
}

// Whether the array is to have the layout already, at the latest when a nest comes to it; then it is freed.
static int is_given_already(desc_t *desc, layout_t *layout)
{
	if (hpcc_layout_equal(hpcc_given_layout(desc), layout)) {
		hpcc_layout_free(layout);
		return 1;
	}
	if (hpcc_apart_now)
		hpcc_die(desc->info->where,
		        "the mapping of `%s` is changed by serial or local code: that is for all processes to do",
		        desc->info->name);
	if (desc->deferred)
		hpcc_layout_free(hpcc_take_deferred(desc));
	else if (desc->given)
		hpcc_replicate_end();
	// It has had it all the time.
	if (!hpcc_layout_equal(desc->layout, layout)) return 0;
	hpcc_layout_free(layout);
	return 1;
}

void hpcc_remap_without(desc_t *desc, layout_t *layout, int whole_rows, const boxes_t *unread)
{
	if (is_given_already(desc, layout)) return;
	int is_event = hpcc_event_begin(
	        (hpcc_event){.purpose = HPCC_FOR_MAPPING, .file = desc->info->where, .name = desc->info->name});
	if (!hpcc_has_shape(desc, layout->rank, layout->extent)) {
		hpcc_reshape(desc, layout, whole_rows);
		hpcc_event_end(is_event);
		return;
	}
	const int kept = hpcc_spare_keep(1);
	if (!kept && !desc->left) hpcc_spare_keep(0);
	next_store_t next = hpcc_store_next(desc, layout, whole_rows);
	move_contents(desc, &next, unread);
	hpcc_store_become(desc, &next);
	hpcc_spare_keep(kept);
	hpcc_event_end(is_event);
}

void hpcc_remap(desc_t *desc, layout_t *layout, int whole_rows) { hpcc_remap_without(desc, layout, whole_rows, NULL); }

// ---- contents that follow later ---------------------------------------------------------------

int hpcc_n_deferred;

layout_t *hpcc_take_deferred(desc_t *desc)
{
	layout_t *layout = desc->given;
	if (!desc->deferred) return NULL;
	desc->given = NULL;
	desc->deferred = 0;
	hpcc_n_deferred--;
	return layout;
}

// The array is to have the layout. Until a nest comes to it, it stays as it is, which is as right: of what that nest
// sets before it reads it nothing need be sent.
static void remap_later(desc_t *desc, layout_t *layout, int whole_rows)
{
	if (hpcc_size_ == 1 || !hpcc_has_shape(desc, layout->rank, layout->extent)) {
		hpcc_remap(desc, layout, whole_rows);
		return;
	}
	if (is_given_already(desc, layout)) return;
	desc->given = layout;
	desc->deferred = 1;
	desc->deferred_whole_rows = whole_rows;
	hpcc_n_deferred++;
}

void hpcc_remap_now(desc_t *desc, int whole_rows, const boxes_t *unread)
{
	layout_t *layout = hpcc_take_deferred(desc);
	if (layout) hpcc_remap_without(desc, layout, whole_rows || desc->deferred_whole_rows, unread);
}

void hpcc_remap_all_now(void)
{
	if (hpcc_n_deferred == 0) return;
	for (desc_t *desc = hpcc_next_in_order(NULL); desc; desc = hpcc_next_in_order(desc))
		hpcc_remap_now(desc, 0, NULL);
}

// ---- alignment --------------------------------------------------------------------------------

void hpcc_note_align(desc_t *desc, const desc_t *with, const hpcc_template *template, const hpcc_align *align)
{
	free(desc->aligned);
	desc->aligned = NULL;
	if (!with && !template) return;
	desc->aligned = hpcc_alloc(sizeof *desc->aligned);
	desc->aligned->with = with ? with->id : 0;
	desc->aligned->template = template;
	desc->aligned->n = with ? with->rank : template->layout->rank;
	memcpy(desc->aligned->sub, align, (size_t)desc->aligned->n * sizeof *align);
}

static int is_aligned_with(const desc_t *desc, const desc_t *with)
{
	for (; desc; desc = desc->aligned ? hpcc_with_id(desc->aligned->with) : NULL)
		if (desc == with) return 1;
	return 0;
}

// What is aligned with the array follows it.
void hpcc_remap_aligned(const desc_t *with)
{
	for (desc_t *desc = hpcc_next_in_order(NULL); desc; desc = hpcc_next_in_order(desc)) {
		if (!desc->aligned || desc->aligned->with != with->id || desc->reshaped) continue;
		const hpcc_array_info *info = desc->info;
		remap_later(desc,
		        hpcc_layout_align(info->name, info->where, desc->rank, desc->extent, hpcc_given_layout(with),
		                desc->aligned->sub),
		        desc->whole_rows);
		hpcc_remap_aligned(desc);
	}
}

// ---- templates ----------------------------------------------------------------------------------

// What is aligned with the template follows it.
static void move_template(hpcc_template *template, layout_t *layout)
{
	hpcc_layout_free(template->layout);
	template->layout = layout;
	for (desc_t *desc = hpcc_next_in_order(NULL); desc; desc = hpcc_next_in_order(desc)) {
		if (!desc->aligned || desc->aligned->template != template || desc->reshaped) continue;
		remap_later(desc,
		        hpcc_layout_align(desc->info->name, desc->info->where, desc->rank, desc->extent, layout,
		                desc->aligned->sub),
		        desc->whole_rows);
		hpcc_remap_aligned(desc);
	}
	hpcc_rows_move_aligned(template);
}

void hpcc_redistribute_template(
        const hpcc_array_info *info, hpcc_template *template, const hpcc_dist *dist, hpcc_grid *grid)
{
	const layout_t *before = template->layout;
	if (hpcc_depth > 0) return;
	template->moved = 1;
	move_template(
	        template, hpcc_layout_distribute(info->name, info->where, before->rank, before->extent, dist, grid));
}

// ---- the plan -----------------------------------------------------------------------------------

static void move_planned(hpcc_template *t)
{
	if (t->layout->equal) move_template(t, hpcc_layout_planned(t->name, t->where, t->layout));
}

void hpcc_remap_planned(void)
{
	hpcc_remap_all_now();
	hpcc_templates_do(move_planned);
	for (desc_t *desc = hpcc_next_in_order(NULL); desc; desc = hpcc_next_in_order(desc)) {
		if (desc->aligned || !desc->layout->equal || desc->reshaped) continue;
		hpcc_remap(
		        desc, hpcc_layout_planned(desc->info->name, desc->info->where, desc->layout), desc->whole_rows);
		hpcc_remap_aligned(desc);
	}
	hpcc_rows_move_planned();
}

// ---- executable directives ----------------------------------------------------------------------

// The array that a directive names by a pointer; NULL where there is nothing to do.
static desc_t *find_whole(const hpcc_array_info *info, const void *base)
{
	desc_t *desc = hpcc_depth > 0 ? NULL : hpcc_array_at(base);
	if (desc && (!hpcc_begins_at(desc, base) || desc->rank != info->rank || desc->element != info->element))
		hpcc_die(info->where,
		        "`%s` is a part of `%s` (%s), or has another shape: only a whole array can be remapped",
		        info->name, desc->info->name, desc->info->where);
	return desc;
}

static const char *const format_names[] = {"*", "block", "gen_block"};

static int is_in_range(const hpcc_array_info *array, const hpcc_dist *dist)
{
	for (int r = 0; r < array->n_ranges; r++) {
		int fits = 1;
		for (int d = 0; d < array->rank; d++) fits &= array->ranges[r * array->rank + d] == dist[d].format;
		if (fits) return 1;
	}
	return array->n_ranges == 0;
}

void hpcc_remap_check_range(const hpcc_array_info *info, const hpcc_array_info *array, int rank, const hpcc_dist *dist)
{
	char text[HPCC_MAX_RANK * 16] = "";
	if (is_in_range(array, dist)) return;
	for (int d = 0; d < rank; d++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "[%s]", format_names[dist[d].format]);
	hpcc_die(info->where, "`%s` cannot be distributed as %s: the range of `%s` (%s) does not have that", info->name,
	        text, array->name, array->where);
}

void hpcc_redistribute(const hpcc_array_info *info, const void *base, const hpcc_dist *dist, hpcc_grid *grid)
{
	if (hpcc_depth == 0 && hpcc_rows_redistribute(info, base, dist, grid)) return;
	desc_t *desc = find_whole(info, base);
	if (!desc) return;
	hpcc_remap_check_range(info, desc->info, desc->rank, dist);
	remap_later(desc, hpcc_layout_distribute(info->name, info->where, desc->rank, desc->extent, dist, grid),
	        info->whole_rows);
	desc->mapping = info->mapping;
	// For good: then it follows nothing any more.
	if (desc->info->dynamic) hpcc_note_align(desc, NULL, NULL, NULL);
	hpcc_remap_aligned(desc);
}

// With an array or with a template; the other one is NULL.
static void realign(const hpcc_array_info *info, desc_t *desc, const desc_t *with, const hpcc_template *template,
        const hpcc_align *align)
{
	const layout_t *layout = with ? hpcc_given_layout(with) : template->layout;
	remap_later(desc, hpcc_layout_align(info->name, info->where, desc->rank, desc->extent, layout, align),
	        info->whole_rows);
	desc->mapping = info->mapping;
	hpcc_note_align(desc, with, template, align);
	hpcc_remap_aligned(desc);
}

void hpcc_realign(const hpcc_array_info *info, const void *base, hpcc_template *with, const hpcc_align *align)
{
	if (hpcc_depth == 0 && hpcc_rows_realign(info, base, with->layout, with, align)) return;
	desc_t *desc = find_whole(info, base);
	if (desc) realign(info, desc, NULL, with, align);
}

void hpcc_realign_array(
        const hpcc_array_info *info, const void *base, const void *with_base, int with_rank, const hpcc_align *align)
{
	desc_t *desc = find_whole(info, base), *with = hpcc_array_at(with_base);
	const layout_t *layout = with ? hpcc_given_layout(with) : hpcc_rows_layout(with_base);
	if (layout && hpcc_depth == 0 && hpcc_rows_realign(info, base, layout, NULL, align)) return;
	if (!desc) return;
	if (!with) hpcc_die(info->where, "`%s` is aligned with an array that is not mapped", info->name);
	if (with->rank != with_rank)
		hpcc_die(info->where, "`%s` is aligned with %d dimensions of `%s` (%s), which has %d", info->name,
		        with_rank, with->info->name, with->info->where, with->rank);
	if (is_aligned_with(with, desc))
		hpcc_die(info->where, "`%s` is aligned with `%s`, which is aligned with it", info->name,
		        with->info->name);
	realign(info, desc, with, NULL, align);
}
