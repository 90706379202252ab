// SPDX-License-Identifier: Apache-2.0
#include "flow_memory.h"

#include <isl/map.h>

#include <stdbool.h>
#include <stdlib.h>

enum { BUCKETS = 1024 };

typedef struct entry {
	flow_question question;
	flow_answer answer;
	struct entry *next;
} entry;

struct flow_memory {
	entry *bucket[BUCKETS];
};

static void *checked(void *memory)
{
	if (!memory) abort();
	return memory;
}

flow_memory *flow_memory_new(void) { return checked(calloc(1, sizeof(flow_memory))); }

void flow_memory_free(flow_memory *memory)
{
	for (int k = 0; memory && k < BUCKETS; k++)
		for (entry *e = memory->bucket[k], *next; e; e = next) {
			next = e->next;
			flow_question_free(&e->question);
			for (int j = 0; j < e->answer.n; j++) isl_map_free(e->answer.flow[j]);
			free(e->answer.flow);
			isl_map_free(e->answer.before);
			free(e);
		}
	free(memory);
}

void flow_question_add(flow_question *q, isl_map *map, int role)
{
	if (q->n == q->room) {
		q->room = 2 * q->room + 16;
		q->maps = checked(realloc(q->maps, sizeof *q->maps * (size_t)q->room));
		q->roles = checked(realloc(q->roles, sizeof *q->roles * (size_t)q->room));
	}
	q->maps[q->n] = map;
	q->roles[q->n++] = role;
}

void flow_question_order(flow_question *q, int number)
{
	if (q->n_order == q->room_order) {
		q->room_order = 2 * q->room_order + 16;
		q->order = checked(realloc(q->order, sizeof *q->order * (size_t)q->room_order));
	}
	q->order[q->n_order++] = number;
}

void flow_answer_add(flow_answer *a, isl_map *flow)
{
	if (a->n == a->room) {
		a->room = 2 * a->room + 4;
		a->flow = checked(realloc(a->flow, sizeof *a->flow * (size_t)a->room));
	}
	a->flow[a->n++] = flow;
}

void flow_question_free(flow_question *q)
{
	for (int k = 0; k < q->n; k++) isl_map_free(q->maps[k]);
	free(q->maps);
	free(q->roles);
	free(q->order);
	*q = (flow_question){0};
}

static unsigned bucket_of(const flow_question *q)
{
	unsigned hash = 0;
	for (int k = 0; k < q->n; k++) hash = hash * 31 + isl_map_get_hash(q->maps[k]) + (unsigned)q->roles[k];
	for (int k = 0; k < q->n_order; k++) hash = hash * 31 + (unsigned)q->order[k];
	return hash % BUCKETS;
}

static bool same(const flow_question *a, const flow_question *b)
{
	if (a->n != b->n || a->n_order != b->n_order) return false;
	for (int k = 0; k < a->n_order; k++)
		if (a->order[k] != b->order[k]) return false;
	for (int k = 0; k < a->n; k++)
		if (a->roles[k] != b->roles[k] || isl_map_plain_is_equal(a->maps[k], b->maps[k]) != isl_bool_true)
			return false;
	return true;
}

const flow_answer *flow_memory_find(const flow_memory *memory, const flow_question *question)
{
	const entry *e = memory->bucket[bucket_of(question)];
	while (e && !same(&e->question, question)) e = e->next;
	return e ? &e->answer : NULL;
}

const flow_answer *flow_memory_keep(flow_memory *memory, flow_question question, flow_answer answer)
{
	entry *e = checked(calloc(1, sizeof *e)), **bucket = &memory->bucket[bucket_of(&question)];
	*e = (entry){question, answer, *bucket};
	*bucket = e;
	return &e->answer;
}
