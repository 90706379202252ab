// SPDX-License-Identifier: Apache-2.0
//
// HPCC_STATS's file: what ledger.c has noted, as JSON. By hand: the runtime is linked into the user's programs, which
// need no library for it; hpcc-graph reads it with one.
#define _GNU_SOURCE
#include "../libc/libc.h"
#include "../nests/nests.h"
#include "ledger.h"
#include <stdlib.h>
#include <string.h>

void hpcc_ledger_text(FILE *out, const char *text)
{
	fputc('"', out);
	for (const unsigned char *c = (const unsigned char *)text; *c; c++)
		if (*c == '"' || *c == '\\')
			fprintf(out, "\\%c", *c);
		else if (*c < 0x20)
			fprintf(out, "\\u%04x", *c);
		else
			fputc(*c, out);
	fputc('"', out);
}

// A kind of notes: its name, how many keys and values it has, and whether it says when in the cycle.
static const struct kind {
	const char *name;
	int n_keys, n_values, says_when;
} kinds[] = {[NOTE_MESSAGE] = {"messages", 2, 2, 1},
        [NOTE_ITERATIONS] = {"iterations", 1, 2, 1},
        [NOTE_TIME] = {"nanoseconds", 1, 2, 0},
        [NOTE_CALLS] = {"calls", 1, 1, 1},
        [NOTE_COLLECTIVE] = {"collectives", 3, 1, 1}};

static void write_note(FILE *out, const long *note)
{
	const struct kind *kind = &kinds[note[1]];
	const long *key = note + NOTE_KEYS, *value = key + COUNT_KEYS;
	int is_operation = note[1] == NOTE_COLLECTIVE;
	fputc('[', out);
	if (is_operation) fprintf(out, "\"%s\", ", hpcc_collective_word[key[0]]);
	for (int i = is_operation; i < kind->n_keys; i++) fprintf(out, "%ld, ", key[i]);
	for (int i = 0; i < kind->n_values; i++) fprintf(out, "%s%ld", i ? ", " : "", value[i]);
	if (kind->says_when) fprintf(out, ", %ld", key[COUNT_KEYS - 1]);
	fputc(']', out);
}

// The notes of one kind of an event, which stand together.
static void write_notes(FILE *out, const notes_t *all, long event, long kind)
{
	const char *before = "";
	for (long k = hpcc_first_note(all, event, kind); k < all->n; k++, before = ", ") {
		const long *note = all->at + k * NOTE_LONGS;
		if (note[0] != event || note[1] != kind) break;
		if (!*before) fprintf(out, ",\n     \"%s\": [", kinds[kind].name);
		fputs(before, out);
		write_note(out, note);
	}
	if (*before) fputc(']', out);
}

static int by_count(const void *a, const void *b)
{
	const count_t *x = a, *y = b;
	for (int k = 0; k < COUNT_KEYS; k++)
		if (x->key[k] != y->key[k]) return x->key[k] < y->key[k] ? -1 : 1;
	return 0;
}

static void write_collectives(FILE *out, counts_t *t)
{
	if (t->n) qsort(t->count, (size_t)t->n, sizeof *t->count, by_count);
	for (int k = 0; k < t->n; k++) {
		const count_t *c = &t->count[k];
		fprintf(out, "%s[\"%s\", %ld, %ld, %ld, %ld]", k ? ", " : ",\n     \"collectives\": [",
		        hpcc_collective_word[c->key[0]], c->key[1], c->key[2], c->n, c->key[3]);
	}
	if (t->n) fputc(']', out);
}

static void write_parameters(FILE *out, const entry_t *e)
{
	const long *first = e->parameters, *last = first + e->n_parameters;
	for (int k = 0; k < e->n_parameters; k++)
		fprintf(out, "%s[%ld, %ld]", k ? ", " : ", \"parameters\": [", first[k], last[k]);
	if (e->n_parameters) fputc(']', out);
}

static void write_runs(FILE *out, const long *runs)
{
	const char *before = "";
	for (int when = 0; when < N_WHEN; when++) {
		if (!runs[when]) continue;
		fprintf(out, "%s[%ld, %d]", *before ? before : ", \"runs\": [", runs[when], when);
		before = ", ";
	}
	if (*before) fputc(']', out);
}

static void write_event(FILE *out, int k, const notes_t *all)
{
	entry_t *e = hpcc_entries[k];
	fprintf(out, "    {\"for\": \"%s\"", hpcc_purpose_word[e->event.purpose]);
	if (e->event.file) fprintf(out, ", \"file\": "), hpcc_ledger_text(out, e->event.file);
	if (e->event.line) fprintf(out, ", \"line\": %d", e->event.line);
	if (e->event.id) fprintf(out, ", \"id\": %d", e->event.id);
	if (e->event.name) fprintf(out, ", \"name\": "), hpcc_ledger_text(out, e->event.name);
	write_runs(out, e->runs);
	write_parameters(out, e);
	write_notes(out, all, k, NOTE_CALLS);
	write_notes(out, all, k, NOTE_MESSAGE);
	if (e->event.purpose == HPCC_FOR_MPI)
		write_notes(out, all, k, NOTE_COLLECTIVE);
	else
		write_collectives(out, &e->collectives);
	write_notes(out, all, k, NOTE_ITERATIONS);
	write_notes(out, all, k, NOTE_TIME);
	fprintf(out, "}");
}

// As HPCC_SPEEDS takes it.
static void write_speeds(FILE *out)
{
	const double *speed = hpcc_speeds();
	for (int p = 0; speed && p < hpcc_size_; p++)
		fprintf(out, "%s%.17g", p ? "," : ",\n  \"speeds\": \"", speed[p]);
	if (speed) fputc('"', out);
}

// What the run was given, so that it can be predicted again.
static void write_words(FILE *out)
{
	const char *layout = getenv("HPCC_LAYOUT");
	fprintf(out, ",\n  \"arguments\": [");
	for (int k = 1; k < hpcc_n_words; k++)
		fprintf(out, "%s", k > 1 ? ", " : ""), hpcc_ledger_text(out, hpcc_words[k]);
	fputc(']', out);
	if (layout) fprintf(out, ",\n  \"layout\": "), hpcc_ledger_text(out, layout);
	write_speeds(out);
	if (!hpcc_the_cycle.file) return;
	fprintf(out, ",\n  \"cycle\": {\"file\": ");
	hpcc_ledger_text(out, hpcc_the_cycle.file);
	fprintf(out, ", \"line\": %d, \"steps\": %ld, \"of\": %ld", hpcc_the_cycle.line, hpcc_the_cycle.steps,
	        hpcc_the_cycle.of);
	if (!hpcc_predicting)
		fprintf(out, ", \"nanoseconds\": [%ld, %ld]", hpcc_the_cycle.first_time, hpcc_the_cycle.later_time);
	fputc('}', out);
}

static void write_blocks(FILE *out)
{
	for (const noted_blocks_t *b = hpcc_noted_blocks; b; b = b->next) {
		fprintf(out, "%s{\"of\": ", b == hpcc_noted_blocks ? ",\n  \"blocks\": [" : ", ");
		hpcc_ledger_text(out, b->name);
		fprintf(out, ", \"split\": %d, \"sizes\": [", b->split);
		for (int c = 0; c < b->n; c++) fprintf(out, "%s%ld", c ? ", " : "", b->size[c]);
		fprintf(out, "]}");
	}
	if (hpcc_noted_blocks) fputc(']', out);
}

void hpcc_ledger_write_file(const notes_t *all)
{
	FILE *out = fopen(hpcc_ledger_path, "w");
	if (!out) {
		dprintf(HPCC_MESSAGES, "hpcc: warning: %s cannot be written: %s\n", hpcc_ledger_path, strerror(errno));
		return;
	}
	int *order = hpcc_entries_in_order();
	fprintf(out, "{\n  \"hpcc-run\": 1,\n  \"program\": ");
	hpcc_ledger_text(out, program_invocation_short_name);
	write_words(out);
	write_blocks(out);
	fprintf(out, ",\n  \"processes\": %d,\n  \"predicted\": %s,\n  \"events\": [\n", hpcc_size_,
	        hpcc_predicting ? "true" : "false");
	for (int k = 0; k < hpcc_n_entries; k++) {
		write_event(out, order[k], all);
		fprintf(out, "%s\n", k + 1 < hpcc_n_entries ? "," : "");
	}
	fprintf(out, "  ]\n}\n");
	free(order);
	if (ferror(out) | fclose(out))
		dprintf(HPCC_MESSAGES, "hpcc: warning: %s is not complete: %s\n", hpcc_ledger_path, strerror(errno));
}
