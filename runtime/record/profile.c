// SPDX-License-Identifier: Apache-2.0
//
// HPCC_STATS=1: where the time went, by line of the source, and how much of it processes waited for others; what was
// sent; and which arrays take up how much.
#include "../nests/nests.h"
#include "ledger.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Of one event, over all processes.
typedef struct row_t {
	int entry;
	double mean, most, waiting; // seconds
	long messages, bytes;
} row_t;

static row_t row_of(const notes_t *all, int entry)
{
	row_t row = {.entry = entry};
	for (long k = hpcc_first_note(all, entry, NOTE_MESSAGE); k < all->n; k++) {
		const long *note = all->at + k * NOTE_LONGS;
		if (note[0] != entry || note[1] != NOTE_MESSAGE) break;
		row.messages += note[NOTE_LONGS - 2], row.bytes += note[NOTE_LONGS - 1];
	}
	for (long k = hpcc_first_note(all, entry, NOTE_TIME); k < all->n; k++) {
		const long *note = all->at + k * NOTE_LONGS;
		if (note[0] != entry || note[1] != NOTE_TIME) break;
		double seconds = (double)note[NOTE_LONGS - 2] * 1e-9;
		row.mean += seconds / hpcc_size_;
		row.waiting += (double)note[NOTE_LONGS - 1] * 1e-9 / hpcc_size_;
		row.most = MAX_OF(row.most, seconds);
	}
	return row;
}

// Whether all processes have executed all of the event's statements.
static int is_by_all(const notes_t *all, int entry)
{
	long split = 0, by_all = 0;
	for (long k = hpcc_first_note(all, entry, NOTE_ITERATIONS); k < all->n; k++) {
		const long *note = all->at + k * NOTE_LONGS;
		if (note[0] != entry || note[1] != NOTE_ITERATIONS) break;
		split += note[NOTE_LONGS - 2], by_all += note[NOTE_LONGS - 1];
	}
	return by_all > split;
}

static int by_time(const void *a, const void *b)
{
	double x = ((const row_t *)a)->mean, y = ((const row_t *)b)->mean;
	return x > y ? -1 : x < y;
}

static void print_row(const row_t *row, double total)
{
	const entry_t *e = hpcc_entries[row->entry];
	fprintf(stderr, "hpcc-stats-time: %5.1f%% %9.4f %9.4f %9.4f %7.2f %10ld %14ld  %s", 100 * row->mean / total,
	        row->mean, row->most, row->waiting, row->mean > 0 ? row->most / row->mean : 1, row->messages,
	        row->bytes, e->event.file ? e->event.file : "");
	if (e->event.line) fprintf(stderr, ":%d", e->event.line);
	fprintf(stderr, "%s%s", e->event.file ? " " : "", hpcc_purpose_word[e->event.purpose]);
	if (e->event.name) fprintf(stderr, " %s", e->event.name);
	fprintf(stderr, "\n");
}

static void print_times(const notes_t *all)
{
	enum { MOST = 30 };
	double total = (double)hpcc_since_start() * 1e-9, inside = 0, in_full = 0;
	row_t *row = hpcc_alloc((size_t)hpcc_n_entries * sizeof *row);
	int n = 0;
	for (int k = 0; k < hpcc_n_entries; k++) {
		row[n] = row_of(all, k);
		inside += row[n].mean;
		in_full += is_by_all(all, k) ? row[n].mean : 0;
		n += row[n].mean > 0 || row[n].messages > 0;
	}
	if (n) qsort(row, (size_t)n, sizeof *row, by_time);
	fprintf(stderr,
	        "hpcc-stats-time: %6s %9s %9s %9s %7s %10s %14s  where (seconds: mean and most of %d processes)\n",
	        "share", "mean", "most", "waiting", "uneven", "messages", "bytes", hpcc_size_);
	if (total < inside) total = inside;
	for (int k = 0; k < n && k < MOST; k++) print_row(&row[k], total);
	if (n > MOST) fprintf(stderr, "hpcc-stats-time: and %d more\n", n - MOST);
	fprintf(stderr,
	        "hpcc-stats-time: %5.1f%% %9.4f %9s %9s %7s %10s %14s  elsewhere, where all processes do the same\n",
	        total > 0 ? 100 * (total - inside) / total : 0, total - inside, "", "", "", "", "");
	fprintf(stderr,
	        "hpcc-stats-time: %5.1f%% %9.4f %9s %9s %7s %10s %14s  in loops that all processes run in full\n",
	        total > 0 ? 100 * in_full / total : 0, in_full, "", "", "", "", "");
	free(row);
}

// ---- memory -----------------------------------------------------------------------------------

typedef struct memory_t {
	const hpcc_array_info *info;
	long arrays, bytes, held; // held: by this process, with what it has received, the most of one array
	struct memory_t *next;
} memory_t;

static memory_t *first, **last = &first;

void hpcc_note_memory(const desc_t *desc, size_t held)
{
	if (!hpcc_ledger_on) return;
	memory_t *m = first;
	while (m && m->info != desc->info) m = m->next;
	if (!m) {
		m = hpcc_alloc(sizeof *m);
		m->info = desc->info;
		*last = m;
		last = &m->next;
	}
	m->arrays++;
	m->bytes = MAX_OF(m->bytes, (long)desc->bytes);
	m->held = MAX_OF(m->held, (long)held);
}

static void print_memory(void)
{
	for (const memory_t *m = first; m; m = m->next) {
		long held[2] = {m->held, -m->held};
		if (hpcc_mpi_on)
			HPCC_COLLECTIVE(
			        MPI_Allreduce, MPI_Iallreduce, MPI_IN_PLACE, held, 2, MPI_LONG, MPI_MAX, hpcc_comm);
		if (hpcc_rank_ != 0) continue;
		fprintf(stderr, "hpcc-stats-memory: %s (%s): %ld bytes, of which processes hold %ld to %ld",
		        m->info->name, m->info->where, m->bytes, -held[1], held[0]);
		if (m->arrays > 1) fprintf(stderr, "; %ld arrays, the largest", m->arrays);
		fprintf(stderr, "\n");
	}
}

void hpcc_profile_print(const notes_t *all)
{
	if (hpcc_rank_ == 0) print_times(all);
	print_memory();
}
