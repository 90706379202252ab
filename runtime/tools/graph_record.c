// SPDX-License-Identifier: Apache-2.0
#include "graph_record.h"

#include <stdlib.h>
#include <string.h>

long record_at(const json_t *row, size_t k) { return (long)json_integer_value(json_array_get(row, k)); }

const char *record_text(const json_t *event, const char *key)
{
	const char *text = json_string_value(json_object_get(event, key));
	return text ? text : "";
}

long record_number(const json_t *event, const char *key)
{
	return (long)json_integer_value(json_object_get(event, key));
}

bool record_is_start(const json_t *event)
{
	return !strcmp(record_text(event, "for"), "library") && !strcmp(record_text(event, "name"), "start");
}

bool record_is_own_mpi(const json_t *event) { return !strcmp(record_text(event, "for"), "mpi"); }

void record_print_place(const json_t *e, FILE *out)
{
	const char *file = record_text(e, "file"), *name = record_text(e, "name");
	long line = record_number(e, "line"), id = record_number(e, "id");
	if (*file) fprintf(out, "%s", file);
	if (line) fprintf(out, ":%ld", line);
	fprintf(out, "%s%s", *file ? " " : "", record_text(e, "for"));
	if (id) fprintf(out, " %ld", id);
	if (*name) fprintf(out, " %s", name);
}

long record_runs(const json_t *event)
{
	long n = 0;
	size_t k;
	json_t *row;
	json_array_foreach(json_object_get(event, "runs"), k, row) n += record_at(row, 0);
	json_array_foreach(json_object_get(event, "calls"), k, row) n += record_at(row, 1);
	return n;
}

// ---- cells ------------------------------------------------------------------------------------

void cells_add(cells *t, cell c)
{
	if (t->n == t->room) {
		t->room = t->room ? 2 * t->room : 64;
		t->cell = realloc(t->cell, t->room * sizeof *t->cell);
		if (!t->cell) abort();
	}
	t->cell[t->n++] = c;
}

int cells_compare(const void *a, const void *b)
{
	const cell *x = a, *y = b;
	for (int k = 0; k < 3; k++)
		if (x->key[k] != y->key[k]) return x->key[k] < y->key[k] ? -1 : 1;
	return 0;
}

void cells_join(cells *t)
{
	size_t kept = 0;
	if (t->n) qsort(t->cell, t->n, sizeof *t->cell, cells_compare);
	for (size_t k = 0; k < t->n; k++)
		if (kept && cells_compare(&t->cell[kept - 1], &t->cell[k]) == 0)
			t->cell[kept - 1].n += t->cell[k].n, t->cell[kept - 1].bytes += t->cell[k].bytes;
		else
			t->cell[kept++] = t->cell[k];
	t->n = kept;
}

const char *const record_operations[RECORD_N_OPERATIONS] = {"barrier", "broadcast", "allgather", "allreduce", "reduce",
        "gather", "scatter", "alltoall", "reduce_scatter", "scan"};

static long operation_of(const json_t *row)
{
	const char *word = json_string_value(json_array_get(row, 0));
	long k = 0;
	while (k < RECORD_N_OPERATIONS && strcmp(word, record_operations[k]) != 0) k++;
	return k;
}

cells cells_of_messages(const json_t *event)
{
	cells t = {0};
	size_t k;
	json_t *row;
	json_array_foreach(json_object_get(event, "messages"), k, row)
	        cells_add(&t, (cell){{record_at(row, 0), record_at(row, 1), 0}, record_at(row, 2), record_at(row, 3)});
	cells_join(&t);
	return t;
}

cells cells_of_collectives(const json_t *event)
{
	cells t = {0};
	size_t k;
	json_t *row;
	json_array_foreach(json_object_get(event, "collectives"), k, row)
	        cells_add(&t, (cell){{operation_of(row), record_at(row, 1), record_at(row, 2)}, record_at(row, 3), 0});
	cells_join(&t);
	return t;
}

void cells_add_all(cells *to, cells from)
{
	for (size_t k = 0; k < from.n; k++) cells_add(to, from.cell[k]);
	free(from.cell);
}

cells cells_of_iterations(const json_t *event)
{
	cells t = {0};
	size_t k;
	json_t *row;
	json_array_foreach(json_object_get(event, "iterations"), k, row) if (record_at(row, 1) || record_at(row, 2))
	        cells_add(&t, (cell){{record_at(row, 0), 0, 0}, record_at(row, 1), record_at(row, 2)});
	cells_join(&t);
	return t;
}
