// SPDX-License-Identifier: Apache-2.0
//
// Variables that processes of a pipeline hand on to the next one in each run of an inner loop. What the runs in a strip
// leave goes in one message, run after run: in the same order on all processes.
#include "../check/check.h"
#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { TAG = 0x5456 };

typedef struct packet_t {
	char *data;
	size_t bytes, room;
} packet_t;

struct handed_t {
	int from, to;         // the processes before and behind this one; -1: none
	int strip;            // the one that is executed
	size_t taken;         // bytes of `in`
	packet_t in, *out;    // out: [strip]
	MPI_Request *request; // [strip]
};

static void make_room(packet_t *packet, size_t bytes)
{
	if (packet->room >= bytes) return;
	packet->room = MAX_OF(2 * packet->room, bytes);
	packet->data = hpcc_grow(packet->data, packet->room);
}

void hpcc_handed_make(plan_t *plan)
{
	turn_t turn;
	plan->run.hands_on = plan->mode == RUN_PARTITIONED && plan->nest->handed > 0;
	if (!plan->run.hands_on) return;
	hpcc_turn_neighbours(plan, hpcc_rank_, &turn);
	handed_t *h = plan->handed = hpcc_alloc(sizeof *h);
	h->from = hpcc_predicting ? -1 : turn.from;
	h->to = hpcc_predicting ? -1 : turn.to;
	h->out = hpcc_alloc((size_t)plan->n_strips * sizeof *h->out);
	h->request = hpcc_alloc((size_t)plan->n_strips * sizeof(MPI_Request));
	for (int k = 0; k < plan->n_strips; k++) h->request[k] = MPI_REQUEST_NULL;
}

void hpcc_handed_free(plan_t *plan)
{
	handed_t *h = plan->handed;
	if (!h) return;
	for (int k = 0; k < plan->n_strips; k++) free(h->out[k].data);
	free(h->in.data);
	free(h->out);
	free(h->request);
	free(h);
}

// ---- the program's calls ----------------------------------------------------------------------------

void hpcc_take_handed(hpcc_run *run, void *value, size_t bytes)
{
	const plan_t *plan = run->state;
	handed_t *h = plan->handed;
	if (!h || h->from < 0) return;
	if (h->taken + bytes > h->in.bytes)
		hpcc_die(NULL, "%s:%d: the process before this one has run the inner loop less often", plan->nest->file,
		        plan->nest->line);
	memcpy(value, h->in.data + h->taken, bytes);
	h->taken += bytes;
}

void hpcc_hand_on(hpcc_run *run, const void *value, size_t bytes)
{
	handed_t *h = ((plan_t *)run->state)->handed;
	if (!h || h->to < 0) return;
	packet_t *out = &h->out[h->strip];
	make_room(out, out->bytes + bytes);
	memcpy(out->data + out->bytes, value, bytes);
	out->bytes += bytes;
}

// ---- messages ---------------------------------------------------------------------------------------

// How much comes only its sender knows.
static void receive(handed_t *h)
{
	MPI_Message message;
	MPI_Status status;
	int there = 0, n;
	const long began = HPCC_NOTES_WAITS ? hpcc_note_waits() : 0;
	while (hpcc_yields && !there) {
		HPCC_MPI(MPI_Improbe(h->from, TAG, hpcc_comm, &there, &message, &status));
		if (!there) sched_yield();
	}
	if (!there) HPCC_MPI(MPI_Mprobe(h->from, TAG, hpcc_comm, &message, &status));
	HPCC_MPI(MPI_Get_count(&status, MPI_BYTE, &n));
	if (n == MPI_UNDEFINED) hpcc_die(NULL, "more than %d bytes are handed on at once: set HPCC_STRIPS", INT_MAX);
	make_room(&h->in, (size_t)n);
	HPCC_MPI(MPI_Mrecv(h->in.data, n, MPI_BYTE, &message, &status));
	if (HPCC_NOTES_WAITS) hpcc_note_waited(began);
	h->in.bytes = (size_t)n;
}

void hpcc_handed_begin(plan_t *plan, int strip)
{
	handed_t *h = plan->handed;
	if (!h) return;
	h->strip = strip;
	h->taken = h->out[strip].bytes = 0;
	if (h->from >= 0) receive(h);
}

void hpcc_handed_done(plan_t *plan, int strip)
{
	handed_t *h = plan->handed;
	if (!h || h->to < 0) return;
	hpcc_send_bytes(h->out[strip].data, h->out[strip].bytes, h->to, TAG, &h->request[strip]);
}

// One run of the inner loop at each place of the strips.
static void predict(const plan_t *plan)
{
	for (int p = 0; p < hpcc_size_; p++) {
		turn_t turn;
		hpcc_turn_neighbours(plan, p, &turn);
		for (int k = 0; k < plan->n_strips && turn.to >= 0; k++) {
			const long left = plan->n_places - k * plan->strip_width;
			const long runs = k < plan->n_strips - 1 ? plan->strip_width : left;
			hpcc_note_message(p, turn.to, (size_t)runs * plan->nest->handed);
		}
	}
}

void hpcc_handed_end(plan_t *plan)
{
	handed_t *h = plan->handed;
	if (!h) return;
	if (hpcc_predicting) {
		predict(plan);
		return;
	}
	hpcc_handed_done(plan, plan->n_strips - 1);
	hpcc_wait_for(plan->n_strips, h->request);
}
