// SPDX-License-Identifier: Apache-2.0
#include "graph_record.h"
#include "graph_run.h"
#include <stdlib.h>
#include <string.h>

static bool same_event(const json_t *a, const json_t *b)
{
	static const char *const texts[] = {"for", "file", "name"}, *const numbers[] = {"line", "id"};
	for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
		if (strcmp(record_text(a, texts[k]), record_text(b, texts[k])) != 0) return false;
	for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
		if (record_number(a, numbers[k]) != record_number(b, numbers[k])) return false;
	return true;
}

static const json_t *find_event(const json_t *run, const json_t *event)
{
	size_t k;
	json_t *e;
	json_array_foreach(json_object_get(run, "events"), k, e) if (same_event(e, event)) return e;
	return NULL;
}

static cells runs_of(const json_t *event)
{
	cells t = {0};
	if (record_runs(event)) cells_add(&t, (cell){{0, 0, 0}, record_runs(event), 0});
	return t;
}

// What of an event is compared, and how one entry of it is called.
static const struct aspect {
	cells (*of)(const json_t *event);
	const char *name, *n, *bytes;
} aspects[] = {{runs_of, "runs", "", NULL}, {cells_of_messages, "from %ld to %ld", "messages", "bytes"},
        {cells_of_collectives, NULL, "times", NULL}, {cells_of_iterations, "process %ld", "split", "by all"}};

static void print_key(const struct aspect *a, const cell *c, FILE *out)
{
	if (a->of == cells_of_messages)
		fprintf(out, "from %ld to %ld", c->key[0], c->key[1]);
	else if (a->of == cells_of_iterations)
		fprintf(out, "iterations of process %ld", c->key[0]);
	else if (a->of == runs_of)
		fprintf(out, "runs");
	else
		fprintf(out, "%s of %ld bytes",
		        c->key[0] < RECORD_N_OPERATIONS ? record_operations[c->key[0]] : "operation", c->key[2]);
}

static void print_counts(const struct aspect *a, const cell *c, FILE *out)
{
	fprintf(out, "%ld%s%s", c->n, *a->n ? " " : "", a->n);
	if (a->bytes) fprintf(out, " (%ld %s)", c->bytes, a->bytes);
}

// The first difference of two sorted lists; false: there is none.
static bool differs(const struct aspect *a, const cells *recorded, const cells *predicted, FILE *out)
{
	size_t i = 0, k = 0;
	const cell none = {{0}, 0, 0};
	while (i < recorded->n && k < predicted->n &&
	        memcmp(&recorded->cell[i], &predicted->cell[k], sizeof(cell)) == 0)
		i++, k++;
	if (i == recorded->n && k == predicted->n) return false;
	const cell *r = i < recorded->n ? &recorded->cell[i] : NULL, *p = k < predicted->n ? &predicted->cell[k] : NULL;
	int order = !r ? 1 : !p ? -1 : cells_compare(r, p);
	fprintf(out, ": ");
	print_key(a, order <= 0 ? r : p, out);
	fprintf(out, ": recorded ");
	print_counts(a, order <= 0 ? r : &none, out);
	fprintf(out, ", predicted ");
	print_counts(a, order >= 0 ? p : &none, out);
	return true;
}

static bool compare_events(const json_t *recorded, const json_t *predicted, FILE *out)
{
	bool any = false;
	for (size_t k = 0; k < sizeof aspects / sizeof *aspects; k++) {
		cells r = aspects[k].of(recorded), p = aspects[k].of(predicted);
		char *said = NULL;
		size_t size;
		FILE *text = open_memstream(&said, &size);
		bool other = text && differs(&aspects[k], &r, &p, text);
		if (text) fclose(text);
		if (other) {
			record_print_place(recorded, out);
			fprintf(out, "%s\n", said);
		}
		free(said);
		free(r.cell);
		free(p.cell);
		any |= other;
	}
	return any;
}

static long sum(cells t, bool of_bytes)
{
	long n = 0;
	for (size_t k = 0; k < t.n; k++) n += of_bytes ? t.cell[k].bytes : t.cell[k].n;
	free(t.cell);
	return n;
}

// What other code than the translated one does with MPI is no difference: it runs on one process where it is predicted.
static void print_own_mpi(const json_t *recorded, FILE *out)
{
	size_t k;
	json_t *e;
	json_array_foreach(json_object_get(recorded, "events"), k, e)
	{
		if (!record_is_own_mpi(e)) continue;
		fprintf(out, "%s: recorded only, as the program calls it itself: %ld calls", record_text(e, "name"),
		        record_runs(e));
		if (json_object_get(e, "messages"))
			fprintf(out, ", %ld messages (%ld bytes)", sum(cells_of_messages(e), false),
			        sum(cells_of_messages(e), true));
		if (json_object_get(e, "collectives"))
			fprintf(out, ", %ld operations", sum(cells_of_collectives(e), false));
		fputc('\n', out);
	}
}

int run_check(const json_t *recorded, const json_t *predicted, FILE *out)
{
	json_t *nothing = json_object();
	size_t k;
	json_t *e;
	int n = 0, all = 0;
	if (record_number(recorded, "processes") != record_number(predicted, "processes")) {
		fprintf(out, "%ld processes are recorded, %ld predicted\n", record_number(recorded, "processes"),
		        record_number(predicted, "processes"));
		json_decref(nothing);
		return 1;
	}
	json_array_foreach(json_object_get(recorded, "events"), k, e)
	{
		if (record_is_start(e) || record_is_own_mpi(e)) continue;
		const json_t *other = find_event(predicted, e);
		n += compare_events(e, other ? other : nothing, out);
		all++;
	}
	json_array_foreach(json_object_get(predicted, "events"), k, e)
	{
		if (record_is_start(e) || record_is_own_mpi(e) || find_event(recorded, e)) continue;
		record_print_place(e, out);
		fprintf(out, ": predicted, and not recorded\n");
		n++, all++;
	}
	print_own_mpi(recorded, out);
	fprintf(out, "%d of %d events differ\n", n, all);
	json_decref(nothing);
	return n;
}
