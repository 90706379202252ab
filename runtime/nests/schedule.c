// SPDX-License-Identifier: Apache-2.0
//
// Which boxes go from whom to whom before a partitioned nest. Each process evaluates the need functions for others too,
// so that it knows what to send without being asked: for groups of processes first, and one by one only where a group
// may need something.
#include "../check/check.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- making -----------------------------------------------------------------------------------

static boxes_t *whole_need(const plan_t *plan, int a, int process)
{
	const hpcc_arg *arg = &plan->nest->args[a];
	if (arg->flags & HPCC_ALL_DIMS) return hpcc_view_all(&plan->view[a]);
	hpcc_sink sink = {.view = &plan->view[a], .boxes = hpcc_boxes_new(plan->view[a].desc->rank)};
	// Who owns nothing executes what all execute, and needs what that reads.
	if (arg->need) hpcc_plan_section(plan, process, arg->need, plan->par, &sink);
	return sink.boxes;
}

// Without what the process owns itself.
static void leave_remote(const desc_t *desc, int process, boxes_t *need)
{
	box_t own;
	if (hpcc_layout_own(desc->layout, process, &own)) hpcc_boxes_minus(need, &own);
}

// A plane or row without its rim is sent with it, where that makes it one piece of memory: no copies then. The rim has
// the same owner, because only dimensions that are not split are filled, and every store has those as a whole.
static void fill_rim(const desc_t *desc, boxes_t *boxes)
{
	if (boxes->n != 1) return;
	box_t whole = boxes->box[0];
	int d = 0;
	while (d < desc->rank - 1 && hpcc_range_count(&whole.d[d]) == 1) d++;
	if (whole.d[d].step != 1 || desc->layout->split >> (d + 1)) return;
	for (d++; d < desc->rank; d++) whole.d[d] = (hpcc_range){0, desc->extent[d] - 1, 1};
	long now = hpcc_box_count(desc->rank, &boxes->box[0]), then = hpcc_box_count(desc->rank, &whole);
	if (then - now <= then / 8) boxes->box[0] = whole;
}

// Whether the nest sets any of this.
static int changes(const plan_t *plan, int arg, const boxes_t *boxes)
{
	int any = 0;
	for (int a = 0; a < plan->nest->n_args && !any; a++)
		if (plan->view[a].desc == plan->view[arg].desc && (plan->nest->args[a].flags & HPCC_WRITES))
			any = !plan->wrote[a] || hpcc_boxes_meet(plan->wrote[a], boxes);
	return any;
}

static void add_to_list(const plan_t *plan, message_t **list, int *n, message_t message)
{
	message.bytes = (size_t)hpcc_boxes_count(message.boxes) * plan->view[message.arg].desc->element;
	*list = hpcc_grow(*list, (size_t)(*n + 1) * sizeof **list);
	(*list)[(*n)++] = message;
}

static boxes_t *need_in_strip(const plan_t *plan, int process, int a, int strip)
{
	hpcc_sink sink = {.view = &plan->view[a], .boxes = hpcc_boxes_new(plan->view[a].desc->rank)};
	hpcc_plan_section_in(plan, process, strip, plan->nest->args[a].need, &sink);
	return sink.boxes;
}

// The first strip in which the receiver needs something of a message that is sent before the loops: it waits for it
// there.
static int first_strip(const plan_t *plan, int to, const message_t *m)
{
	int needed = 0, strip = 0;
	for (; strip < plan->n_strips && !needed; strip += !needed) {
		boxes_t *need = need_in_strip(plan, to, m->arg, strip);
		needed = hpcc_boxes_meet(m->boxes, need);
		hpcc_boxes_drop(need);
	}
	return needed ? strip : 0;
}

// Of a message that comes after the sender's turn in a pipeline: one for each strip. Sections may say more than what is
// needed, and then, of a strip, elements that the sender has not set yet: so each strip brings all that it says,
// whatever has come before.
static void add_in_strips(const plan_t *plan, message_t **list, int *n, int to, message_t whole)
{
	for (whole.strip = 0; whole.strip < plan->n_strips; whole.strip++) {
		boxes_t *need = need_in_strip(plan, to, whole.arg, whole.strip);
		message_t part = whole;
		part.boxes = hpcc_boxes_common(whole.boxes, need);
		if (part.boxes->n > 0)
			add_to_list(plan, list, n, part);
		else
			hpcc_boxes_drop(part.boxes);
		hpcc_boxes_drop(need);
	}
	hpcc_boxes_drop(whole.boxes);
}

// A message of `from` to `to`, in the list of one of them.
static void add_message(const plan_t *plan, message_t **list, int *n, int from, int to, int arg, boxes_t *boxes)
{
	if (boxes->n == 0) {
		hpcc_boxes_drop(boxes);
		return;
	}
	message_t message = {.peer = list == &plan->send ? to : from, .arg = arg, .boxes = boxes};
	const int before = plan->nest->turn_way && hpcc_turn_is_before(plan, from, to);
	message.after = before && changes(plan, arg, boxes);
	const int in_strips = plan->n_strips > 1 && plan->nest->args[arg].need;
	if (message.after && in_strips) {
		add_in_strips(plan, list, n, to, message);
		return;
	}
	if (in_strips) message.strip = first_strip(plan, to, &message);
	fill_rim(plan->view[arg].desc, boxes);
	message.after = before && changes(plan, arg, boxes);
	add_to_list(plan, list, n, message);
}

static void add_room(plan_t *plan, int a, const boxes_t *need)
{
	box_t hull;
	if (!hpcc_boxes_hull(need, &hull)) return;
	plan->room[a] = hpcc_boxes_and(need, &hull);
	hpcc_store_room(plan->view[a].desc, need);
}

// Whether one of the processes `first` to `last` may need something of the box `own` of a process. Larger intervals
// have larger sections, so what any of them needs lies in the section of the intervals around theirs.
static int may_need(const plan_t *plan, int a, int first, int last, const box_t *own)
{
	hpcc_range around[HPCC_MAX_AXES];
	const hpcc_arg *arg = &plan->nest->args[a];
	hpcc_plan_around(plan, first, last, around);
	if (arg->flags & HPCC_ALL_DIMS) return 1;
	return arg->need && hpcc_view_meets(&plan->view[a], arg->need, plan->par, around, own);
}

// Whether the owner of the box finds the process in its search (add_sends). A section may say more than what is
// needed, and then that of the intervals around may say less: there is no message where only one side would know of
// it.
static int is_found(const plan_t *plan, int a, int process, const box_t *own)
{
	int first = 0, last = hpcc_size_ - 1;
	while (may_need(plan, a, first, last, own)) {
		int middle = first + (last - first) / 2;
		if (first == last) return 1;
		if (process <= middle)
			last = middle;
		else
			first = middle + 1;
	}
	return 0;
}

// What a process gets of an argument, from each of those that own it. Takes nothing.
static void add_receives(const plan_t *plan, int a, int process, const boxes_t *remote, message_t **list, int *n)
{
	const desc_t *desc = plan->view[a].desc;
	box_t hull, own;
	if (!hpcc_boxes_hull(remote, &hull)) return;
	int *owner = hpcc_alloc((size_t)hpcc_size_ * sizeof *owner),
	    n_owners = hpcc_layout_owners(desc->layout, process, &hull, owner);
	for (int k = 0; k < n_owners; k++) {
		hpcc_layout_own(desc->layout, owner[k], &own);
		if (!is_found(plan, a, process, &own)) continue;
		add_message(plan, list, n, owner[k], process, a, hpcc_boxes_and(remote, &own));
	}
	free(owner);
}

static void add_send(plan_t *plan, int a, int process)
{
	const desc_t *desc = plan->view[a].desc;
	boxes_t *remote = whole_need(plan, a, process);
	leave_remote(desc, process, remote);
	if (remote->n > 0 && hpcc_layout_serves(desc->layout, hpcc_rank_, process))
		add_message(
		        plan, &plan->send, &plan->n_send, hpcc_rank_, process, a, hpcc_boxes_and(remote, &desc->own));
	hpcc_boxes_drop(remote);
}

static void add_sends(plan_t *plan, int a, int first, int last)
{
	int middle = first + (last - first) / 2;
	if (!may_need(plan, a, first, last, &plan->view[a].desc->own)) return;
	if (first < last) {
		add_sends(plan, a, first, middle);
		add_sends(plan, a, middle + 1, last);
	} else if (first != hpcc_rank_) {
		add_send(plan, a, first);
	}
}

// What all processes need where that is the same, so that a collective serves them better than a message to each; else
// NULL.
static boxes_t *common_need(const plan_t *plan, int a)
{
	if (hpcc_size_ < 3) return NULL;
	boxes_t *common = whole_need(plan, a, 0);
	int alike = common->n > 0;
	for (int p = 1; alike && p < hpcc_size_; p++) {
		boxes_t *need = whole_need(plan, a, p);
		alike = hpcc_boxes_equal(common, need);
		hpcc_boxes_drop(need);
	}
	if (alike) return common;
	hpcc_boxes_drop(common);
	return NULL;
}

// The shadow that a process's needs ask for where they continue what it owns.
static int halo_within(const desc_t *desc, int process, const boxes_t *need, long *low, long *high)
{
	box_t own, hull, common;
	int within = 1;
	if (!hpcc_layout_own(desc->layout, process, &own) || !hpcc_boxes_hull(need, &hull)) return 1;
	if (!hpcc_box_and(desc->rank, &own, &hull, &common)) return 1;
	for (int d = 0; d < desc->rank; d++) {
		low[d] = MAX_OF(low[d], own.d[d].lo - hull.d[d].lo);
		high[d] = MAX_OF(high[d], hull.d[d].hi - own.d[d].hi);
		within = within && low[d] <= desc->info->shadow_lo[d] && high[d] <= desc->info->shadow_hi[d];
	}
	return within;
}

static void check_shadow(const plan_t *plan, int a)
{
	const desc_t *desc = plan->view[a].desc;
	long low[HPCC_MAX_RANK] = {0}, high[HPCC_MAX_RANK] = {0};
	int within = 1, at = 0;
	char text[HPCC_MAX_RANK * 32] = "";
	for (int p = 0; p < hpcc_size_; p++) {
		boxes_t *need = whole_need(plan, a, p);
		within &= halo_within(desc, p, need, low, high);
		hpcc_boxes_drop(need);
	}
	if (within) return;
	for (int d = 0; d < desc->rank; d++)
		at += snprintf(text + at, sizeof text - (size_t)at, "[%ld:%ld]", low[d], high[d]);
	hpcc_die(desc->info->where, "the shadow of `%s` is too small: the loops at %s:%d need shadow %s%s",
	        desc->info->name, plan->nest->file, plan->nest->line, desc->info->name, text);
}

static int written_here(const plan_t *plan, const desc_t *desc)
{
	for (int a = 0; a < plan->nest->n_args; a++)
		if (plan->view[a].desc == desc && (plan->nest->args[a].flags & HPCC_WRITES)) return 1;
	return 0;
}

// This process's messages; the store gets room for what it receives.
static void make_messages(plan_t *plan, int a)
{
	desc_t *desc = plan->view[a].desc;
	boxes_t *need = whole_need(plan, a, hpcc_rank_);
	add_room(plan, a, need);
	if (!plan->need[a]) {
		int before = plan->n_receive;
		if (desc->owns) add_sends(plan, a, 0, hpcc_size_ - 1);
		leave_remote(desc, hpcc_rank_, need);
		add_receives(plan, a, hpcc_rank_, need, &plan->receive, &plan->n_receive);
		for (int k = before; k < plan->n_receive; k++) hpcc_store_room(desc, plan->receive[k].boxes);
	}
	hpcc_boxes_drop(need);
}

// The messages that all processes receive.
static void predict_messages(plan_t *plan, int a)
{
	if (!plan->inbox) plan->inbox = hpcc_alloc((size_t)hpcc_size_ * sizeof *plan->inbox);
	for (int p = 0; p < hpcc_size_ && !plan->need[a]; p++) {
		boxes_t *need = whole_need(plan, a, p);
		leave_remote(plan->view[a].desc, p, need);
		add_receives(plan, a, p, need, &plan->inbox[p].message, &plan->inbox[p].n);
		hpcc_boxes_drop(need);
	}
}

static void make_argument(plan_t *plan, int a)
{
	const desc_t *desc = plan->view[a].desc;
	if (desc->info->shadow_given && !(plan->nest->args[a].flags & HPCC_ALL_DIMS)) check_shadow(plan, a);
	// What is set in turns comes from each process when it has set it.
	plan->need[a] = plan->nest->turn_way && written_here(plan, desc) ? NULL : common_need(plan, a);
	if (hpcc_predicting)
		predict_messages(plan, a);
	else
		make_messages(plan, a);
}

static void find_messages(plan_t *plan)
{
	for (int a = 0; a < plan->nest->n_args; a++)
		if ((plan->nest->args[a].flags & (HPCC_READS | HPCC_ALL_DIMS)) && hpcc_view_spread(&plan->view[a]) &&
		        !(plan->nest->args[a].flags & HPCC_REDUCED))
			make_argument(plan, a);
}

static message_t *copy_messages(const plan_t *plan, const message_t *list, int n)
{
	message_t *copy = hpcc_alloc((size_t)n * sizeof *copy);
	for (int k = 0; k < n; k++)
		copy[k] = (message_t){.peer = list[k].peer,
		        .arg = list[k].arg,
		        .after = list[k].after,
		        .strip = list[k].strip,
		        .boxes = hpcc_boxes_keep(list[k].boxes),
		        .bytes = (size_t)hpcc_boxes_count(list[k].boxes) * plan->view[list[k].arg].desc->element};
	return copy;
}

// The same boxes from and to the same processes, with room for them in this plan's arrays.
static void take_messages(plan_t *plan, const plan_t *model)
{
	for (int a = 0; a < plan->nest->n_args; a++) {
		if (model->need[a]) plan->need[a] = hpcc_boxes_keep(model->need[a]);
		if (model->room[a]) add_room(plan, a, model->room[a]);
	}
	plan->send = copy_messages(plan, model->send, plan->n_send = model->n_send);
	plan->receive = copy_messages(plan, model->receive, plan->n_receive = model->n_receive);
	for (int k = 0; k < plan->n_receive; k++)
		hpcc_store_room(plan->view[plan->receive[k].arg].desc, plan->receive[k].boxes);
}

// ---- memory for packed messages ---------------------------------------------------------------

// Messages are under way in one nest at a time, so that those of all plans have the same memory. It does not move:
// persistent requests name it.
typedef struct room_t {
	char *base;
	size_t bytes, used; // used: by the plan that is being made
	long users;         // messages of all plans
} room_t;

static room_t *rooms;
static int n_rooms;

static void begin_rooms(void)
{
	for (int k = 0; k < n_rooms; k++) rooms[k].used = 0;
}

static char *take_room(size_t bytes)
{
	if (bytes == 0) bytes = 1;
	const size_t least = 1 << 16, line = 64;
	int k = 0;
	while (k < n_rooms && rooms[k].bytes - rooms[k].used < bytes) k++;
	if (k == n_rooms) {
		size_t size = bytes > least ? bytes : least;
		rooms = hpcc_grow(rooms, (size_t)++n_rooms * sizeof *rooms);
		rooms[k] = (room_t){.base = hpcc_alloc(size), .bytes = size};
	}
	char *at = rooms[k].base + rooms[k].used;
	size_t used = rooms[k].used + (bytes + line - 1) / line * line;
	rooms[k].used = used < rooms[k].bytes ? used : rooms[k].bytes;
	rooms[k].users++;
	return at;
}

static void leave_room(const char *at)
{
	int k = 0;
	while (at < rooms[k].base || at >= rooms[k].base + rooms[k].bytes) k++;
	if (--rooms[k].users > 0) return;
	free(rooms[k].base);
	rooms[k] = rooms[--n_rooms];
}

// ---- messages ---------------------------------------------------------------------------------

// In place where the boxes are one piece of memory, and nothing of it changes while a message is under way.
static void set_address(const plan_t *plan, message_t *m, int changes)
{
	const desc_t *desc = plan->view[m->arg].desc;
	m->address = changes ? NULL : hpcc_contiguous(m->boxes, &desc->place, desc->element);
	m->packed = !m->address;
	if (m->packed) m->address = take_room(m->bytes);
}

static int go_together(const message_t *a, const message_t *b)
{
	return a->peer == b->peer && a->after == b->after && a->strip == b->strip;
}

// Finds the messages of a list that go with others between the same two processes. Both sides see the same messages of
// the same sizes, so that they agree.
static void find_bundles(message_t *list, int n, int sends, bundle_t **bundles, int *n_bundles)
{
	const size_t most =
	        1 << 15; // beyond this, sending in place, or packing one while another is under way, is worth a message
	for (int k = 0; k < n; k++) {
		size_t bytes = 0;
		bundle_t b = {.sends = sends, .after = list[k].after, .strip = list[k].strip};
		for (int j = k; j < n && !list[k].bundled; j++)
			if (go_together(&list[j], &list[k])) bytes += list[j].bytes, b.n++;
		if (b.n < 2 || bytes > most) continue;
		b.message = hpcc_alloc((size_t)b.n * sizeof *b.message);
		b.bytes = bytes;
		b.n = 0;
		for (int j = n - 1; j >= k; j--) {
			if (!go_together(&list[j], &list[k])) continue;
			list[j].bundled = 1;
			b.message[b.n++] = j;
		}
		*bundles = hpcc_grow(*bundles, (size_t)(*n_bundles + 1) * sizeof **bundles);
		(*bundles)[(*n_bundles)++] = b;
	}
}

static void make_bundles(plan_t *plan, int sends)
{
	int first = plan->n_bundles;
	find_bundles(sends ? plan->send : plan->receive, sends ? plan->n_send : plan->n_receive, sends, &plan->bundle,
	        &plan->n_bundles);
	for (int k = first; k < plan->n_bundles; k++) plan->bundle[k].buffer = take_room(plan->bundle[k].bytes);
}

static void predict_bundles(plan_t *plan)
{
	for (int p = 0; p < hpcc_size_ && plan->inbox; p++) {
		inbox_t *in = &plan->inbox[p];
		find_bundles(in->message, in->n, 0, &in->bundle, &in->n_bundles);
	}
}

void hpcc_schedule_make(plan_t *plan, const plan_t *model)
{
	if (model && !hpcc_predicting)
		take_messages(plan, model);
	else
		find_messages(plan);
	if (hpcc_predicting) {
		predict_bundles(plan);
		return;
	}
	begin_rooms();
	make_bundles(plan, 0);
	make_bundles(plan, 1);
	for (int k = 0; k < plan->n_receive; k++)
		if (!plan->receive[k].bundled) set_address(plan, &plan->receive[k], 0);
	for (int k = 0; k < plan->n_send; k++)
		if (!plan->send[k].bundled)
			set_address(plan, &plan->send[k],
			        !plan->send[k].after && written_here(plan, plan->view[plan->send[k].arg].desc));
	plan->request = hpcc_alloc((size_t)(plan->n_receive + plan->n_send) * sizeof *plan->request);
	for (int k = 0; k < plan->n_receive + plan->n_send; k++) plan->request[k] = MPI_REQUEST_NULL;
}

static void free_inboxes(plan_t *plan)
{
	for (int p = 0; p < hpcc_size_ && plan->inbox; p++) {
		inbox_t *in = &plan->inbox[p];
		for (int k = 0; k < in->n; k++) hpcc_boxes_drop(in->message[k].boxes);
		for (int k = 0; k < in->n_bundles; k++) free(in->bundle[k].message);
		free(in->message);
		free(in->bundle);
	}
	free(plan->inbox);
}

void hpcc_schedule_free(plan_t *plan)
{
	free_inboxes(plan);
	for (int k = 0; k < plan->n_receive + plan->n_send; k++) {
		message_t *m = k < plan->n_receive ? &plan->receive[k] : &plan->send[k - plan->n_receive];
		if (m->persistent) HPCC_MPI(MPI_Request_free(&plan->request[k]));
		if (m->packed) leave_room(m->address);
		hpcc_boxes_drop(m->boxes);
	}
	for (int k = 0; k < plan->n_bundles; k++) {
		free(plan->bundle[k].message);
		leave_room(plan->bundle[k].buffer);
	}
	free(plan->bundle);
	free(plan->receive);
	free(plan->send);
	free(plan->request);
}

// ---- executing --------------------------------------------------------------------------------

MPI_Datatype hpcc_long_type(size_t bytes)
{
	const size_t piece = 1 << 20;
	MPI_Datatype pieces, block, type, parts[2];
	int lengths[2] = {(int)(bytes / piece), (int)(bytes % piece)};
	MPI_Aint offsets[2] = {0, (MPI_Aint)(bytes / piece * piece)};
	HPCC_MPI(MPI_Type_contiguous((int)piece, MPI_BYTE, &block));
	HPCC_MPI(MPI_Type_contiguous(lengths[0], block, &pieces));
	parts[0] = pieces, parts[1] = MPI_BYTE, lengths[0] = 1;
	HPCC_MPI(MPI_Type_create_struct(2, lengths, offsets, parts, &type));
	HPCC_MPI(MPI_Type_commit(&type));
	HPCC_MPI(MPI_Type_free(&block));
	HPCC_MPI(MPI_Type_free(&pieces));
	return type;
}

// The first run uses plain nonblocking calls: many schedules are used once.
static void start(const plan_t *plan, message_t *m, MPI_Request *request, int sends)
{
	int is_long = m->bytes > INT_MAX, count = is_long ? 1 : (int)m->bytes;
	MPI_Datatype type = is_long ? hpcc_long_type(m->bytes) : MPI_BYTE;
	if (plan->uses == 0 && sends)
		HPCC_MPI(MPI_Isend(m->address, count, type, m->peer, m->arg, hpcc_comm, request));
	else if (plan->uses == 0)
		HPCC_MPI(MPI_Irecv(m->address, count, type, m->peer, m->arg, hpcc_comm, request));
	else if (sends)
		HPCC_MPI(MPI_Send_init(m->address, count, type, m->peer, m->arg, hpcc_comm, request));
	else
		HPCC_MPI(MPI_Recv_init(m->address, count, type, m->peer, m->arg, hpcc_comm, request));
	if (is_long) HPCC_MPI(MPI_Type_free(&type));
	m->persistent = plan->uses > 0;
}

// Whether what the message brings is not there already; it will be.
static int is_new(plan_t *plan, message_t *m, int sends)
{
	desc_t *desc = plan->view[m->arg].desc;
	peer_t *peer = hpcc_peer(desc, m->peer);
	valid_t *valid = sends ? &peer->sent : &peer->received;
	if (m->after) return m->started = 1;
	m->started = !hpcc_valid_has(desc, valid, m->boxes);
	if (m->started) hpcc_valid_add(desc, valid, m->boxes);
	return m->started;
}

static void note_begun(plan_t *plan, int sends, int to, size_t bytes)
{
	plan->under_way += !sends;
	plan->sending += sends;
	if (sends) hpcc_note_message(hpcc_rank_, to, bytes);
}

static void begin_message(plan_t *plan, message_t *m, MPI_Request *request, int sends)
{
	const desc_t *desc = plan->view[m->arg].desc;
	if (!is_new(plan, m, sends)) return;
	if (sends && m->packed) hpcc_pack(m->boxes, &desc->place, desc->element, m->address);
	if (!m->persistent) start(plan, m, request, sends);
	if (m->persistent) HPCC_MPI(MPI_Start(request));
	note_begun(plan, sends, m->peer, m->bytes);
}

// All of a bundle has the request of its first message, which becomes persistent; a part of it that of its second one.
static void begin_bundle(plan_t *plan, const bundle_t *b)
{
	message_t *list = b->sends ? plan->send : plan->receive, *first = &list[b->message[0]];
	MPI_Request *request = plan->request + (b->sends ? plan->n_receive : 0);
	size_t at = 0;
	int all = 1;
	for (int k = 0; k < b->n; k++) {
		message_t *m = &list[b->message[k]];
		const desc_t *desc = plan->view[m->arg].desc;
		if (!is_new(plan, m, b->sends)) {
			all = 0;
			continue;
		}
		if (b->sends) hpcc_pack(m->boxes, &desc->place, desc->element, b->buffer + at);
		at += m->bytes;
	}
	if (at == 0) return;
	message_t whole = *first;
	whole.address = b->buffer;
	whole.bytes = at;
	request += b->message[all ? 0 : 1];
	if (all && first->persistent) {
		HPCC_MPI(MPI_Start(request));
	} else if (all) {
		start(plan, &whole, request, b->sends);
		first->persistent = whole.persistent;
		if (whole.persistent) HPCC_MPI(MPI_Start(request));
	} else if (b->sends) {
		HPCC_MPI(MPI_Isend(b->buffer, (int)at, MPI_BYTE, first->peer, first->arg, hpcc_comm, request));
	} else {
		HPCC_MPI(MPI_Irecv(b->buffer, (int)at, MPI_BYTE, first->peer, first->arg, hpcc_comm, request));
	}
	note_begun(plan, b->sends, first->peer, at);
}

static void unpack_bundle(const plan_t *plan, const bundle_t *b)
{
	size_t at = 0;
	for (int k = 0; k < b->n; k++) {
		const message_t *m = &plan->receive[b->message[k]];
		const desc_t *desc = plan->view[m->arg].desc;
		if (!m->started) continue;
		hpcc_unpack(m->boxes, &desc->place, desc->element, b->buffer + at);
		at += m->bytes;
	}
}

static void collect_for_all(const plan_t *plan)
{
	for (int a = 0; a < plan->nest->n_args; a++) {
		desc_t *desc = plan->view[a].desc;
		if (!plan->need[a] || hpcc_valid_has(desc, &desc->all, plan->need[a])) continue;
		hpcc_collect(desc, plan->need[a], &desc->place);
		hpcc_valid_add(desc, &desc->all, plan->need[a]);
	}
}

// Those of the loops' beginning (BEFORE), or those that come when a strip is done: 0 where there are no strips.
enum { BEFORE = -1 };
static int is_of(int after, int strip, int wanted) { return wanted == BEFORE ? !after : after && strip == wanted; }

static void begin_sends(plan_t *plan, int strip)
{
	for (int k = 0; k < plan->n_send; k++) {
		message_t *m = &plan->send[k];
		if (m->bundled || !is_of(m->after, m->strip, strip)) continue;
		begin_message(plan, m, &plan->request[plan->n_receive + k], 1);
	}
	for (int k = 0; k < plan->n_bundles; k++) {
		const bundle_t *b = &plan->bundle[k];
		if (b->sends && is_of(b->after, b->strip, strip)) begin_bundle(plan, b);
	}
}

static void begin_receives(plan_t *plan, int strip)
{
	for (int k = 0; k < plan->n_receive; k++) {
		message_t *m = &plan->receive[k];
		if (!m->bundled && is_of(m->after, m->strip, strip)) begin_message(plan, m, &plan->request[k], 0);
	}
	for (int k = 0; k < plan->n_bundles; k++) {
		const bundle_t *b = &plan->bundle[k];
		if (!b->sends && is_of(b->after, b->strip, strip)) begin_bundle(plan, b);
	}
}

// ---- predicting -------------------------------------------------------------------------------

// Whether the message is sent; then it is there from now on.
static int would_send(const plan_t *plan, const message_t *m, int to)
{
	desc_t *desc = plan->view[m->arg].desc;
	valid_t *valid = &hpcc_peer(desc, hpcc_pair(m->peer, to))->sent;
	if (m->after) return 1;
	if (hpcc_valid_has(desc, valid, m->boxes)) return 0;
	hpcc_valid_add(desc, valid, m->boxes);
	return 1;
}

static void predict_bundle(const plan_t *plan, const inbox_t *in, const bundle_t *b, int to)
{
	size_t bytes = 0;
	for (int k = 0; k < b->n; k++) {
		const message_t *m = &in->message[b->message[k]];
		if (would_send(plan, m, to)) bytes += m->bytes;
	}
	if (bytes) hpcc_note_message(in->message[b->message[0]].peer, to, bytes);
}

// What all processes send before the loops, or after them.
static void predict_sends(const plan_t *plan, int after)
{
	for (int p = 0; p < hpcc_size_ && plan->inbox; p++) {
		const inbox_t *in = &plan->inbox[p];
		for (int k = 0; k < in->n; k++) {
			const message_t *m = &in->message[k];
			if (!m->bundled && m->after == after && would_send(plan, m, p))
				hpcc_note_message(m->peer, p, m->bytes);
		}
		for (int k = 0; k < in->n_bundles; k++)
			if (in->bundle[k].after == after) predict_bundle(plan, in, &in->bundle[k], p);
	}
}

// ---- a run ------------------------------------------------------------------------------------

void hpcc_schedule_begin(plan_t *plan)
{
	collect_for_all(plan);
	if (hpcc_predicting) predict_sends(plan, 0);
	begin_receives(plan, BEFORE);
	begin_receives(plan, 0);
	begin_sends(plan, BEFORE);
	plan->uses++;
}

void hpcc_schedule_done(plan_t *plan)
{
	if (!plan->nest->turn_way) return;
	if (hpcc_predicting) predict_sends(plan, 1);
	begin_sends(plan, plan->n_strips - 1);
}

void hpcc_send_bytes(const void *data, size_t bytes, int to, int tag, MPI_Request *request)
{
	int is_long = bytes > INT_MAX;
	MPI_Datatype type = is_long ? hpcc_long_type(bytes) : MPI_BYTE;
	HPCC_MPI(MPI_Isend(data, is_long ? 1 : (int)bytes, type, to, tag, hpcc_comm, request));
	if (is_long) HPCC_MPI(MPI_Type_free(&type));
	hpcc_note_message(hpcc_rank_, to, bytes);
}

void hpcc_receive_bytes(void *data, size_t bytes, int from, int tag, MPI_Request *request)
{
	int is_long = bytes > INT_MAX;
	MPI_Datatype type = is_long ? hpcc_long_type(bytes) : MPI_BYTE;
	HPCC_MPI(MPI_Irecv(data, is_long ? 1 : (int)bytes, type, from, tag, hpcc_comm, request));
	if (is_long) HPCC_MPI(MPI_Type_free(&type));
}

void hpcc_pass_bytes(void *data, size_t bytes, int peer, int sends)
{
	enum { TAG = 77 };
	MPI_Request request;
	if (sends)
		hpcc_send_bytes(data, bytes, peer, TAG, &request);
	else
		hpcc_receive_bytes(data, bytes, peer, TAG, &request);
	hpcc_wait_for(1, &request);
}

// What is under way for later strips stays so.
static void wait_for_strip(plan_t *plan, int strip)
{
	if (plan->n_strips == 1) {
		hpcc_wait_for(plan->n_receive, plan->request);
		return;
	}
	int n = 0;
	MPI_Request *those = hpcc_alloc((size_t)plan->n_receive * sizeof *those);
	for (int k = 0; k < plan->n_receive; k++)
		if (plan->receive[k].strip == strip) those[n++] = plan->request[k];
	hpcc_wait_for(n, those);
	n = 0;
	for (int k = 0; k < plan->n_receive; k++)
		if (plan->receive[k].strip == strip) plan->request[k] = those[n++];
	free(those);
}

static void receive_strip(plan_t *plan, int strip)
{
	wait_for_strip(plan, strip);
	for (int k = 0; k < plan->n_bundles; k++)
		if (!plan->bundle[k].sends && plan->bundle[k].strip == strip) unpack_bundle(plan, &plan->bundle[k]);
	for (int k = 0; k < plan->n_receive; k++) {
		message_t *m = &plan->receive[k];
		desc_t *desc = plan->view[m->arg].desc;
		if (m->strip != strip) continue;
		if (m->started && m->packed) hpcc_unpack(m->boxes, &desc->place, desc->element, m->address);
		if (m->started) hpcc_shadow_fresh(desc, m->boxes, &desc->place);
	}
}

void hpcc_schedule_received(plan_t *plan) { receive_strip(plan, 0); }

// A strip's messages may bring elements once more that one before it has brought: they are begun when that is here.
void hpcc_schedule_strip(plan_t *plan, int strip)
{
	if (strip > 0) begin_sends(plan, strip - 1);
	receive_strip(plan, strip);
	plan->under_way = 0;
	if (strip + 1 < plan->n_strips) begin_receives(plan, strip + 1);
}

void hpcc_schedule_sent(plan_t *plan)
{
	if (plan->sending) hpcc_wait_for(plan->n_send, plan->request + plan->n_receive);
	plan->sending = 0;
}
