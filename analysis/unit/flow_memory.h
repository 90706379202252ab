// SPDX-License-Identifier: Apache-2.0
//
// Flow that was computed before. The same question comes again where a loop is looked at for another nest's sake, and
// where a nest is tried in another way; isl's answers to the long ones take seconds.
#ifndef HPCC_ANALYSIS_FLOW_MEMORY_H
#define HPCC_ANALYSIS_FLOW_MEMORY_H

#include <isl/map.h>

typedef struct flow_memory flow_memory;

// All that an answer depends on, in a fixed order. Owns its maps and the arrays.
typedef struct flow_question {
	int n, room;
	isl_map **maps;
	int *roles; // of each: any number that tells what it is there for
	int n_order, room_order;
	int *order; // numbers that tell how the maps' iterations are ordered
} flow_question;

// Owns its maps and the array. Without `before`: there are too many cases.
typedef struct flow_answer {
	int n, room;
	isl_map **flow;  // from each writer of the question; NULL: nothing
	isl_map *before; // reads that may see what was there before
} flow_answer;

flow_memory *flow_memory_new(void);
void flow_memory_free(flow_memory *memory);

void flow_question_add(flow_question *question, __isl_take isl_map *map, int role);
void flow_question_order(flow_question *question, int number);
void flow_answer_add(flow_answer *answer, __isl_take isl_map *flow);
void flow_question_free(flow_question *question);

// NULL: not known. The memory owns the answer.
const flow_answer *flow_memory_find(const flow_memory *memory, const flow_question *question);
// Takes the question and the answer.
const flow_answer *flow_memory_keep(flow_memory *memory, flow_question question, flow_answer answer);

#endif
