// SPDX-License-Identifier: Apache-2.0
//
// -fdist-check: loops that are marked `independent`. Of each element is known which iteration set it last, and which
// two have read it; two iterations may not touch the same one if one of them writes it. What is private to an iteration
// in effect (memory without a mapping that is set before it is read) may.
#include "check.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LEVELS = 12, NOBODY = -1 };

// Where an iteration stands in the nest: one entry for each loop around.
typedef struct step_t {
	int loop, marked;
	long value;
} step_t;

typedef struct iteration_t {
	int depth;
	step_t step[MOST_LEVELS];
} iteration_t;

typedef struct touched_t {
	uintptr_t key[2];          // descriptor and element, or 0 and address
	int writer, reader, other; // iterations; other: a reader that conflicts with `reader`
	int write_line, read_line;
} touched_t;

static int active;
static const char *file_of_nest;
static int line_of_nest;
static iteration_t now;
static int now_number; // of `now` among all, NOBODY: not yet there
static iteration_t *iterations;
static int n_iterations, iteration_room;
static touched_t *table; // open addressing; room is a power of two
static size_t n_table, table_room;

// ---- iterations -------------------------------------------------------------------------------

static int this_iteration(void)
{
	if (now_number != NOBODY) return now_number;
	if (n_iterations == iteration_room) {
		iteration_room = iteration_room ? 2 * iteration_room : 256;
		iterations = hpcc_grow(iterations, (size_t)iteration_room * sizeof *iterations);
	}
	iterations[n_iterations] = now;
	return now_number = n_iterations++;
}

// Whether a marked loop has them in different iterations, all loops around that one being in the same: its step, or
// NULL.
static const step_t *apart(const iteration_t *a, const iteration_t *b)
{
	for (int k = 0; k < a->depth && k < b->depth; k++) {
		if (a->step[k].loop != b->step[k].loop) return NULL;
		if (a->step[k].value != b->step[k].value) return a->step[k].marked ? &a->step[k] : NULL;
	}
	return NULL;
}

static int are_apart(int a, int b)
{
	return a != NOBODY && b != NOBODY && a != b && apart(&iterations[a], &iterations[b]) != NULL;
}

void hpcc_check_order_begin(const char *file, int line)
{
	if (hpcc_depth > 1) return;
	hpcc_check_order_reset();
	active = 1;
	file_of_nest = file;
	line_of_nest = line;
}

void hpcc_check_order_reset(void)
{
	active = 0;
	now = (iteration_t){0};
	now_number = NOBODY;
	n_iterations = 0;
	n_table = 0;
	if (table) memset(table, 0, table_room * sizeof *table);
}

void hpcc_check_iteration(int level, int loop, int marked, long value)
{
	if (!active || hpcc_depth > 1 || level >= MOST_LEVELS) return;
	now.step[level] = (step_t){loop, marked, value};
	now.depth = level + 1;
	now_number = NOBODY;
}

void hpcc_check_loop_end(int level)
{
	if (!active || hpcc_depth > 1 || level >= now.depth) return;
	now.depth = level;
	now_number = NOBODY;
}

long hpcc_check_count(void)
{
	static long count;
	return ++count;
}

// ---- what they touch --------------------------------------------------------------------------

static size_t slot_of(const touched_t *in, size_t room, const uintptr_t *key)
{
	size_t k = (size_t)((key[0] * 0x9e3779b97f4a7c15u) ^ (key[1] * 0xc2b2ae3d27d4eb4fu)) >> 7;
	for (k &= room - 1; in[k].key[1] && (in[k].key[0] != key[0] || in[k].key[1] != key[1]);)
		k = (k + 1) & (room - 1);
	return k;
}

static void grow_table(void)
{
	size_t room = table_room ? 2 * table_room : 1024;
	touched_t *larger = hpcc_alloc(room * sizeof *larger);
	for (size_t k = 0; k < table_room; k++)
		if (table[k].key[1]) larger[slot_of(larger, room, table[k].key)] = table[k];
	free(table);
	table = larger;
	table_room = room;
}

static touched_t *entry(uintptr_t space, uintptr_t element)
{
	uintptr_t key[2] = {space, element};
	if (2 * (n_table + 1) > table_room) grow_table();
	touched_t *t = &table[slot_of(table, table_room, key)];
	if (!t->key[1]) {
		*t = (touched_t){.key = {space, element}, .writer = NOBODY, .reader = NOBODY, .other = NOBODY};
		n_table++;
	}
	return t;
}

static _Noreturn void fail_order(const char *name, const char *file, int line, int other_line, const char *did,
        const char *does, const iteration_t *a, const iteration_t *b, int is_new)
{
	const step_t *x = apart(a, b), *y = apart(b, a);
	hpcc_check_fail(file, line,
	        "`%s` is %s in iteration %ld of a loop that is marked `independent`, and %s in iteration %ld (line %d; "
	        "loops at %s:%d, process %d): %s",
	        name, does, x ? y->value : 0, did, x ? x->value : 0, other_line, file_of_nest, line_of_nest, hpcc_rank_,
	        is_new ? "set it in each iteration before it is read, as `new` says of it, or take the mark away"
	               : "take the mark away, or name it in `new` or `reduction`");
}

static void element_name(const desc_t *desc, size_t element, char *text, size_t size)
{
	long index[HPCC_MAX_RANK];
	for (int d = desc->rank - 1; d >= 0; d--) {
		index[d] = (long)(element % (size_t)desc->extent[d]);
		element /= (size_t)desc->extent[d];
	}
	hpcc_element_text(desc->info->name, desc->rank, index, text, size);
}

static void note_read(touched_t *t, int line)
{
	int me = this_iteration();
	if (are_apart(t->reader, me))
		t->other = t->reader;
	else if (t->reader != me)
		t->other = NOBODY;
	t->reader = me;
	t->read_line = line;
}

static void note_write(touched_t *t, int line)
{
	t->writer = this_iteration();
	t->write_line = line;
}

void hpcc_check_order(const desc_t *desc, size_t element, int kind, const char *file, int line)
{
	char name[256];
	if (!active || now.depth == 0) return;
	touched_t *t = entry((uintptr_t)desc, element + 1);
	int me = this_iteration(), by = NOBODY, written = are_apart(t->writer, me);
	if (written) by = t->writer;
	if (!written && (kind & HPCC_CHECK_WRITE))
		by = are_apart(t->reader, me) ? t->reader : are_apart(t->other, me) ? t->other : NOBODY;
	if (by != NOBODY) {
		element_name(desc, element, name, sizeof name);
		fail_order(name, file, line, written ? t->write_line : t->read_line, written ? "written" : "read",
		        kind & HPCC_CHECK_WRITE ? "written" : "read", &iterations[by], &iterations[me], 0);
	}
	if (kind & HPCC_CHECK_READ) note_read(t, line);
	if (kind & HPCC_CHECK_WRITE) note_write(t, line);
}

void *hpcc_check_plain(int kind, const char *name, const char *file, int line, const void *address)
{
	if (!active || now.depth == 0 || hpcc_depth > 1) return (void *)address;
	touched_t *t = entry(0, (uintptr_t)address);
	int me = this_iteration();
	if ((kind & HPCC_CHECK_READ) && are_apart(t->writer, me))
		fail_order(name, file, line, t->write_line, "written", "read", &iterations[t->writer], &iterations[me],
		        kind & HPCC_CHECK_NEW);
	if (kind & HPCC_CHECK_WRITE) note_write(t, line);
	return (void *)address;
}

// ---- across processes -------------------------------------------------------------------------

// An element that a process has read and does not own.
typedef struct remote_t {
	long desc;
	size_t element;
	int line;
	iteration_t iteration;
} remote_t;

static int is_remote(const touched_t *t)
{
	const desc_t *desc = (const desc_t *)t->key[0];
	long index[HPCC_MAX_RANK];
	if (!t->key[1] || !desc || t->reader == NOBODY || desc->layout->everywhere) return 0;
	size_t element = t->key[1] - 1;
	for (int d = desc->rank - 1; d >= 0; d--) {
		index[d] = (long)(element % (size_t)desc->extent[d]);
		element /= (size_t)desc->extent[d];
	}
	for (int d = 0; desc->owns && d < desc->rank; d++)
		if (index[d] < desc->own.d[d].lo || index[d] > desc->own.d[d].hi) return 1;
	return !desc->owns;
}

static remote_t *list_remote(int *n)
{
	remote_t *list = hpcc_alloc((2 * n_table + 1) * sizeof *list);
	*n = 0;
	for (size_t k = 0; k < table_room; k++) {
		const touched_t *t = &table[k];
		if (!is_remote(t)) continue;
		remote_t r = {((const desc_t *)t->key[0])->id, t->key[1] - 1, t->read_line, iterations[t->reader]};
		list[(*n)++] = r;
		if (t->other == NOBODY) continue;
		r.iteration = iterations[t->other];
		list[(*n)++] = r;
	}
	return list;
}

static const touched_t *written_here(const remote_t *r)
{
	const desc_t *desc = NULL;
	for (long k = 0; k < hpcc_n_mapped() && !desc; k++)
		if (hpcc_mapped(k)->id == r->desc) desc = hpcc_mapped(k);
	if (!desc || table_room == 0) return NULL;
	const touched_t *t = &table[slot_of(table, table_room, (uintptr_t[]){(uintptr_t)desc, r->element + 1})];
	return t->key[1] && t->writer != NOBODY ? t : NULL;
}

static void compare_remote(const remote_t *list, int n)
{
	char name[256];
	for (int k = 0; k < n; k++) {
		const touched_t *t = written_here(&list[k]);
		if (!t || !apart(&list[k].iteration, &iterations[t->writer])) continue;
		element_name((const desc_t *)t->key[0], list[k].element, name, sizeof name);
		fail_order(name, file_of_nest, t->write_line, list[k].line, "read", "written", &list[k].iteration,
		        &iterations[t->writer], 0);
	}
}

void hpcc_check_order_end(hpcc_run *run)
{
	int n, *count, *offset, total = 0;
	if (!active || hpcc_depth > 1) return;
	active = 0;
	if (!run->partitioned) return;
	remote_t *list = list_remote(&n);
	count = hpcc_alloc(2 * (size_t)hpcc_size_ * sizeof *count);
	offset = count + hpcc_size_;
	// What is more than one message can hold is left out, at the end of each list.
	int most = INT_MAX / hpcc_size_ / (int)sizeof *list, bytes = (n < most ? n : most) * (int)sizeof *list;
	HPCC_COLLECTIVE(MPI_Allgather, MPI_Iallgather, &bytes, 1, MPI_INT, count, 1, MPI_INT, hpcc_comm);
	for (int p = 0; p < hpcc_size_; p++) {
		offset[p] = total;
		total += count[p];
	}
	remote_t *all = hpcc_alloc((size_t)total);
	HPCC_COLLECTIVE(
	        MPI_Allgatherv, MPI_Iallgatherv, list, bytes, MPI_BYTE, all, count, offset, MPI_BYTE, hpcc_comm);
	compare_remote(all, total / (int)sizeof *all);
	free(all);
	free(list);
	free(count);
}
