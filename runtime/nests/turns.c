// SPDX-License-Identifier: Apache-2.0
//
// Nests that processes run in turns: who comes before whom, and what of memory that all have each one hands on to the
// next.
#include "nests.h"
#include <stdlib.h>
#include <string.h>

enum { TAG = 0x5455 };

// Where a process's interval lies along the axis of the turns; 0: it has none.
static int interval_of(const plan_t *plan, int process, hpcc_range *out)
{
	hpcc_range own[HPCC_MAX_AXES];
	hpcc_plan_within(plan, process, process, own);
	*out = own[plan->nest->turn_axis];
	return out->lo <= out->hi;
}

static int is_before(const plan_t *plan, const hpcc_range *p, const hpcc_range *q)
{
	return plan->nest->turn_way > 0 ? p->lo < q->lo : p->lo > q->lo;
}

int hpcc_turn_is_before(const plan_t *plan, int p, int q)
{
	hpcc_range of_p, of_q;
	return plan->nest->turn_way && interval_of(plan, p, &of_p) && interval_of(plan, q, &of_q) &&
	       is_before(plan, &of_p, &of_q);
}

static int by_place(const void *a, const void *b)
{
	long x = *(const long *)a, y = *(const long *)b;
	return x < y ? -1 : x > y;
}

// Whether no two processes have the same turn.
static int one_each(const plan_t *plan)
{
	hpcc_range r;
	long *first = hpcc_alloc((size_t)hpcc_size_ * sizeof *first);
	int n = 0, each = 1;
	for (int p = 0; p < hpcc_size_; p++)
		if (interval_of(plan, p, &r)) first[n++] = r.lo;
	qsort(first, (size_t)n, sizeof *first, by_place);
	for (int k = 1; k < n; k++) each &= first[k] != first[k - 1];
	free(first);
	return each;
}

// The neighbours of a process in the order of turns. `mine`: NULL, if it has none.
static void find_neighbours(const plan_t *plan, const hpcc_range *mine, turn_t *turn)
{
	hpcc_range r, from = {0}, to = {0}, last = {0};
	turn->from = turn->to = turn->last = -1;
	for (int p = 0; p < hpcc_size_; p++) {
		if (!interval_of(plan, p, &r)) continue;
		if (turn->last < 0 || is_before(plan, &last, &r)) turn->last = p, last = r;
		if (!mine) continue;
		if (is_before(plan, &r, mine) && (turn->from < 0 || is_before(plan, &from, &r)))
			turn->from = p, from = r;
		if (is_before(plan, mine, &r) && (turn->to < 0 || is_before(plan, &r, &to))) turn->to = p, to = r;
	}
}

void hpcc_turn_neighbours(const plan_t *plan, int process, turn_t *turn)
{
	hpcc_range mine;
	const int has = interval_of(plan, process, &mine);
	find_neighbours(plan, has ? &mine : NULL, turn);
}

int hpcc_turns_possible(const plan_t *plan, long bytes, int *dear)
{
	size_t carried = plan->nest->carried;
	*dear = 0;
	if (!carried) return !plan->nest->handed || one_each(plan);
	*dear = (long)(carried * (size_t)(hpcc_size_ - 1)) > bytes;
	return !*dear && one_each(plan);
}

void hpcc_turns_make(plan_t *plan)
{
	if (plan->mode != RUN_PARTITIONED || !plan->nest->carried) return;
	plan->turn = hpcc_alloc(sizeof *plan->turn);
	plan->turn->buffer = hpcc_alloc(plan->nest->carried);
	hpcc_turn_neighbours(plan, hpcc_rank_, plan->turn);
	if (hpcc_predicting) plan->turn->from = plan->turn->to = -1;
}

static void predict_turns(const plan_t *plan)
{
	for (int p = 0; p < hpcc_size_; p++) {
		turn_t turn;
		hpcc_turn_neighbours(plan, p, &turn);
		if (turn.to >= 0) hpcc_note_message(p, turn.to, plan->nest->carried);
	}
}

void hpcc_turns_free(plan_t *plan)
{
	if (plan->turn) free(plan->turn->buffer);
	free(plan->turn);
}

void hpcc_carry(hpcc_run *run, int n, void *const *at, const size_t *size, const unsigned char *told)
{
	turn_t *turn = ((plan_t *)run->state)->turn;
	if (!turn) return;
	turn->n = n;
	turn->at = at;
	turn->size = size;
	turn->told = told;
}

// Into the buffer, or out of it; those that are told, or all. Gives the bytes.
static size_t pack(const turn_t *turn, int only_told, int out)
{
	size_t bytes = 0;
	for (int k = 0; k < turn->n; k++) {
		if (only_told && !turn->told[k]) continue;
		if (out)
			memcpy(turn->at[k], turn->buffer + bytes, turn->size[k]);
		else
			memcpy(turn->buffer + bytes, turn->at[k], turn->size[k]);
		bytes += turn->size[k];
	}
	return bytes;
}

void hpcc_turn_begin(plan_t *plan)
{
	turn_t *turn = plan->turn;
	MPI_Request request;
	if (!turn || turn->from < 0) return;
	hpcc_receive_bytes(turn->buffer, plan->nest->carried, turn->from, TAG, &request);
	hpcc_wait_for(1, &request);
	pack(turn, 0, 1);
}

static void tell_all(const turn_t *turn)
{
	size_t bytes = pack(turn, 1, 0);
	if (bytes == 0 || turn->last < 0) return;
	hpcc_bcast_from(turn->last, turn->buffer, bytes);
	if (hpcc_rank_ != turn->last) pack(turn, 1, 1);
}

void hpcc_turn_end(plan_t *plan)
{
	turn_t *turn = plan->turn;
	MPI_Request request;
	if (!turn) return;
	if (hpcc_predicting) predict_turns(plan);
	if (turn->to >= 0) {
		pack(turn, 0, 0);
		hpcc_send_bytes(turn->buffer, plan->nest->carried, turn->to, TAG, &request);
		hpcc_wait_for(1, &request);
	}
	tell_all(turn);
}
