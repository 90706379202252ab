// SPDX-License-Identifier: Apache-2.0
//
// HPCC_STATS=run.json: who has sent what to whom, for each nest and each other reason to send, how often collective
// operations were called, what each process has executed, and how long that took. A predicted run (predict.c) has the
// same file. All processes come to events alike, so that their lists of them are the same; each notes what it sends.
#include "ledger.h"
#include "../nests/nests.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int hpcc_ledger_on;
const char *hpcc_ledger_path;
int hpcc_n_words;
char **hpcc_words;

// ---- tables of counts -------------------------------------------------------------------------

static int *slot_of(const counts_t *t, const long *key)
{
	unsigned long at = 0;
	for (int k = 0; k < COUNT_KEYS; k++) at = (at ^ (unsigned long)key[k]) * 0x9e3779b97f4a7c15UL, at ^= at >> 29;
	for (;; at++) {
		int *slot = &t->slot[at & ((unsigned long)t->n_slots - 1)];
		if (*slot == 0 || memcmp(t->count[*slot - 1].key, key, COUNT_KEYS * sizeof *key) == 0) return slot;
	}
}

static void more_slots(counts_t *t)
{
	enum { LEAST = 16 };
	free(t->slot);
	t->n_slots = t->n_slots ? 2 * t->n_slots : LEAST;
	t->slot = hpcc_alloc((size_t)t->n_slots * sizeof *t->slot);
	t->count = hpcc_grow(t->count, (size_t)t->n_slots / 2 * sizeof *t->count);
	for (int k = 0; k < t->n; k++) *slot_of(t, t->count[k].key) = k + 1;
}

static int find_count(counts_t *t, const long *key)
{
	if (2 * t->n >= t->n_slots) more_slots(t);
	int *slot = slot_of(t, key);
	if (*slot == 0) {
		t->count[t->n] = (count_t){0};
		memcpy(t->count[t->n].key, key, COUNT_KEYS * sizeof *key);
		*slot = ++t->n;
	}
	return *slot - 1;
}

void hpcc_count_add(counts_t *t, long a, long b, long c, long n, long bytes)
{
	const long key[COUNT_KEYS] = {a, b, c, hpcc_the_cycle.when};
	// They come in the same order again and again.
	if (t->next >= t->n || memcmp(t->count[t->next].key, key, sizeof key) != 0) t->next = find_count(t, key);
	count_t *count = &t->count[t->next++];
	count->n += n;
	count->bytes += bytes;
	if (t->next == t->n) t->next = 0;
}

// ---- the phase cycle --------------------------------------------------------------------------

cycle_t hpcc_the_cycle = {.of = -1};
static long most_steps; // HPCC_CYCLES; 0: all

long hpcc_cycles_wanted(void) { return most_steps; }

static void read_cycles(void)
{
	const char *text = getenv("HPCC_CYCLES");
	char *end;
	if (!hpcc_predicting || !text || !*text) return;
	most_steps = strtol(text, &end, 10);
	if (*end || most_steps < 0) hpcc_die(NULL, "HPCC_CYCLES=%s: a number of cycles is expected", text);
}

// The phases are told behind the last step that is wanted: what follows the cycle is not run.
static void stop_for_phases(void)
{
	if (hpcc_phases_on) hpcc_phases_end();
}

// Whether anybody wants to know in which step the program is.
static int counts_steps(void) { return hpcc_ledger_on | hpcc_phases_on; }

int hpcc_cycle_begin(const char *file, int line, long count)
{
	if (!counts_steps()) return 1;
	if (!hpcc_the_cycle.file) read_cycles();
	hpcc_the_cycle.file = file;
	hpcc_the_cycle.line = line;
	if (count >= 0) hpcc_the_cycle.of = MAX_OF(hpcc_the_cycle.of, 0) + count;
	hpcc_the_cycle.began = hpcc_nanoseconds();
	return 1;
}

// The time since the loop, or its second step, was begun is that of its first step, or of later ones.
static void note_time(void)
{
	const long now = hpcc_nanoseconds(), time = now - hpcc_the_cycle.began;
	*(hpcc_the_cycle.steps > 1 ? &hpcc_the_cycle.later_time : &hpcc_the_cycle.first_time) += time;
	hpcc_the_cycle.began = now;
}

static void come_to(when_t when)
{
	if (when == hpcc_the_cycle.when) return;
	hpcc_runs_settle();
	hpcc_the_cycle.when = when;
}

int hpcc_cycle_step(void)
{
	if (!counts_steps()) return 0;
	if (hpcc_the_cycle.when == LATER_STEP && !hpcc_phases_on && most_steps == 0) return hpcc_the_cycle.steps++, 0;
	const long time = hpcc_phases_on ? hpcc_phases_step(hpcc_the_cycle.steps) : 0;
	const int suffices = hpcc_phases_on && hpcc_phases_suffice(hpcc_the_cycle.steps, time);
	if (hpcc_phases_on) hpcc_planned_step(hpcc_the_cycle.steps);
	if (suffices || (most_steps > 0 && hpcc_the_cycle.steps == most_steps)) return stop_for_phases(), 1;
	if (hpcc_the_cycle.steps == 1 && hpcc_the_cycle.when == FIRST_STEP) note_time();
	long n = hpcc_the_cycle.steps++;
	come_to(n == 0 ? FIRST_STEP : n == 1 ? SECOND_STEP : LATER_STEP);
	return 0;
}

int hpcc_cycle_end(void)
{
	stop_for_phases();
	if (!counts_steps()) return 0;
	note_time();
	come_to(AFTER_CYCLE);
	return 0;
}

// ---- events -----------------------------------------------------------------------------------

enum { BUCKETS = 512 };
static entry_t *bucket[BUCKETS];
entry_t **hpcc_entries;
int hpcc_n_entries;
static entry_t *now;    // NULL: no event
static sample_t *timed; // its own, or a plan's

static int same_text(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

static entry_t *entry_of(const hpcc_event *e)
{
	entry_t **first = &bucket[((unsigned)e->line * 8 + (unsigned)e->id * 31 + (unsigned)e->purpose) % BUCKETS];
	for (entry_t *x = *first; x; x = x->next)
		if (x->event.line == e->line && x->event.id == e->id && x->event.purpose == e->purpose &&
		        same_text(x->event.file, e->file) && same_text(x->event.name, e->name))
			return x;
	entry_t *x = hpcc_alloc(sizeof *x);
	x->event = *e;
	x->next = *first;
	hpcc_entries = hpcc_grow(hpcc_entries, (size_t)(hpcc_n_entries + 1) * sizeof(entry_t *));
	hpcc_entries[hpcc_n_entries++] = x;
	return *first = x;
}

long hpcc_nanoseconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000L + t.tv_nsec;
}

void hpcc_entry_add(entry_t *entry, const char *name)
{
	const hpcc_event event = {.purpose = HPCC_FOR_MPI, .name = name};
	if (!entry) {
		entry = hpcc_alloc(sizeof *entry);
		entry->event = event;
	}
	hpcc_entries = hpcc_grow(hpcc_entries, (size_t)(hpcc_n_entries + 1) * sizeof(entry_t *));
	hpcc_entries[hpcc_n_entries++] = entry;
}

// ---- time ---------------------------------------------------------------------------------------

int hpcc_timed;
static long began, waited;
static long dear; // what is as long as this is timed each time: a hundred times as long as that takes

static void measure_clock(void)
{
	enum { TIMES = 64, IN_HUNDRED = 100, READ_BY_EVENT = 4 };
	long first = hpcc_nanoseconds(), last = first;
	for (int k = 0; k < TIMES; k++) last = hpcc_nanoseconds();
	dear = (last - first) * IN_HUNDRED * READ_BY_EVENT / TIMES;
}

// A number below `n`: what is left out has no period that the program may have, too.
static long some(long n)
{
	static unsigned long seed = 1;
	seed = seed * 6364136223846793005UL + 1442695040888963407UL;
	return (long)((seed >> 33) % (unsigned long)n);
}

static void time_begin(sample_t *sample)
{
	hpcc_timed = sample->skip == 0;
	if (!hpcc_timed) {
		sample->skip--;
		sample->skipped++;
		return;
	}
	waited = 0;
	began = hpcc_nanoseconds();
}

// Those that were left out took as long as the last one that was timed did, but no longer than there was time for them.
static void add_left_out(entry_t *e, sample_t *sample, long until)
{
	if (!sample->skipped || sample->time <= 0) return;
	long time = MIN_OF(sample->skipped * sample->time, until - sample->end);
	e->time += time;
	e->waiting += (long)((double)time / (double)sample->time * (double)sample->waited);
	sample->skipped = 0;
}

static void time_end(entry_t *e, sample_t *sample)
{
	enum { MOST = 64 };
	if (!hpcc_timed) return;
	long end = hpcc_nanoseconds(), time = end - began;
	sample->time = time, sample->waited = waited;
	add_left_out(e, sample, began);
	e->time += time;
	e->waiting += waited;
	long each = time > 0 ? dear / time : MOST;
	sample->skip = each > 0 ? some(2 * MIN_OF(each, MOST) + 1) : 0;
	sample->end = end;
	hpcc_timed = 0;
}

static long process_began_to_wait;

long hpcc_note_waits(void)
{
	if (hpcc_phases_on) process_began_to_wait = hpcc_process_time();
	return hpcc_nanoseconds();
}

spent_t hpcc_waited;

void hpcc_note_waited(long began_to_wait)
{
	const long time = hpcc_nanoseconds() - began_to_wait;
	waited += time;
	if (!hpcc_phases_on) return;
	hpcc_waited.processor += hpcc_process_time() - process_began_to_wait;
	hpcc_waited.clock += time;
}

int hpcc_event_is_open(void) { return now || hpcc_quick_nest; }

static int open_entry(entry_t *e, sample_t *sample)
{
	now = e;
	timed = sample;
	time_begin(sample);
	return 1;
}

int hpcc_event_open(const hpcc_event *event)
{
	if (hpcc_event_is_open()) return 0;
	entry_t *e = entry_of(event);
	return open_entry(e, &e->sample);
}

static entry_t *entry_of_nest(hpcc_nest *nest)
{
	if (!nest->entry) {
		const hpcc_event event = {
		        .purpose = HPCC_FOR_NEST, .file = nest->file, .line = nest->line, .id = nest->id};
		nest->entry = entry_of(&event);
	}
	return nest->entry;
}

int hpcc_event_open_nest(hpcc_nest *nest, plan_t *plan)
{
	if (hpcc_event_is_open()) return 0;
	entry_t *e = entry_of_nest(nest);
	return open_entry(e, plan ? &plan->sample : &e->sample);
}

void hpcc_event_close(void)
{
	time_end(now, timed);
	now = NULL;
}

void hpcc_note_untimed(plan_t *plan)
{
	if (plan->sample.skipped) add_left_out(entry_of_nest(plan->nest), &plan->sample, hpcc_nanoseconds());
}

static entry_t *this_event(void)
{
	const hpcc_event unknown = {.purpose = HPCC_FOR_LIBRARY};
	if (now) return now;
	return hpcc_quick_nest ? entry_of_nest(hpcc_quick_nest) : entry_of(&unknown);
}

// ---- notes ------------------------------------------------------------------------------------

static long (*sent)[2]; // [process] to lower and to higher ranks; of this process, or of all where they are predicted

static size_t place_of(int process) { return hpcc_predicting ? (size_t)process : 0; }

long hpcc_messages_sent(int process, int up) { return sent ? sent[place_of(process)][up] : 0; }

void hpcc_note_message(int from, int to, size_t bytes)
{
	if (!sent) sent = hpcc_alloc((hpcc_predicting ? (size_t)hpcc_size_ : 1) * sizeof *sent);
	sent[place_of(from)][to > from]++;
	hpcc_count.messages++;
	hpcc_count.bytes += (long)bytes;
	if (hpcc_ledger_on) hpcc_count_add(&this_event()->messages, from, to, 0, 1, (long)bytes);
}

void hpcc_note_collective(hpcc_collective operation, int root, size_t bytes)
{
	hpcc_count.collectives++;
	hpcc_count.collective_bytes += (long)bytes;
	if (hpcc_ledger_on) hpcc_count_add(&this_event()->collectives, (long)operation, root, (long)bytes, 1, 0);
}

void hpcc_note_parameters(const plan_t *plan, const long *par)
{
	entry_t *e = entry_of_nest(plan->nest);
	const size_t n = (size_t)plan->nest->n_par, bytes = n * sizeof *e->parameters;
	if (n == 0) return;
	if (!e->parameters) {
		e->n_parameters = plan->nest->n_par;
		e->parameters = hpcc_alloc(2 * bytes);
		memcpy(e->parameters, par, bytes);
	}
	memcpy(e->parameters + n, par, bytes);
}

static void count_part(const plan_t *plan, const hpcc_range *own, int has_part, long *counted)
{
	long n[2] = {0};
	plan->nest->work(plan->par_now, own, n);
	counted[0] += has_part ? n[0] : 0;
	counted[1] += n[1] + (has_part ? 0 : n[0]);
}

// What a process executes of a nest: split, and by all.
static void count_process(const plan_t *plan, int process, long *counted)
{
	hpcc_range own[HPCC_MAX_AXES];
	pieces_t pieces = {0};
	int split = plan->mode == RUN_PARTITIONED;
	for (int k = 0; k < HPCC_MAX_AXES; k++) own[k] = hpcc_everything;
	if (split) hpcc_plan_own(plan, process, own);
	if (split && plan->piece_axis >= 0) pieces = hpcc_plan_pieces(plan, process);
	if (pieces.n == 0) count_part(plan, own, split, counted);
	for (long k = 0; k < pieces.n; k++) {
		hpcc_plan_piece(plan, &pieces, k, own);
		hpcc_plan_reach_beyond(plan, own);
		count_part(plan, own, split, counted);
	}
}

// Of all processes. It is the same in each run of a plan, unless nothing is spread: then parameters may differ.
static const long *count_processes(plan_t *plan)
{
	if (plan->executed && plan->mode != RUN_LOCAL) return plan->executed;
	free(plan->executed);
	plan->executed = hpcc_alloc(2 * (size_t)hpcc_size_ * sizeof *plan->executed);
	for (int p = 0; p < hpcc_size_; p++) count_process(plan, p, plan->executed + 2L * p);
	return plan->executed;
}

void hpcc_note_entered(plan_t *plan, long times)
{
	entry_t *e = entry_of_nest(plan->nest);
	e->runs[hpcc_the_cycle.when] += times;
	if (!hpcc_predicting || !plan->nest->work) return;
	const long *executed = count_processes(plan);
	for (int p = 0; p < hpcc_size_; p++)
		hpcc_count_add(&e->iterations, p, 0, 0, executed[2L * p], executed[2L * p + 1]);
}

void hpcc_note_executed(const plan_t *plan, long times)
{
	entry_t *e = entry_of_nest(plan->nest);
	e->split[hpcc_the_cycle.when] += times * plan->split;
	e->by_all[hpcc_the_cycle.when] += times * plan->by_all;
}

const char *const hpcc_purpose_word[HPCC_N_PURPOSES] = {[HPCC_FOR_NEST] = "nest",
        [HPCC_FOR_ELEMENT] = "element",
        [HPCC_FOR_MAPPING] = "mapping",
        [HPCC_FOR_SERIAL] = "serial",
        [HPCC_FOR_BYTES] = "bytes",
        [HPCC_FOR_LIBRARY] = "library",
        [HPCC_FOR_MPI] = "mpi"};
const char *const hpcc_collective_word[HPCC_N_COLLECTIVES] = {[HPCC_BARRIER] = "barrier",
        [HPCC_BCAST] = "broadcast",
        [HPCC_ALLGATHER] = "allgather",
        [HPCC_ALLREDUCE] = "allreduce",
        [HPCC_OWN_REDUCE] = "reduce",
        [HPCC_OWN_GATHER] = "gather",
        [HPCC_OWN_SCATTER] = "scatter",
        [HPCC_OWN_ALLTOALL] = "alltoall",
        [HPCC_OWN_REDUCE_SCATTER] = "reduce_scatter",
        [HPCC_OWN_SCAN] = "scan"};

// ---- what all have noted, on process 0 ----------------------------------------------------------

static void push(notes_t *notes, long event, long kind, const count_t *c)
{
	const long note[NOTE_LONGS] = {event, kind, c->key[0], c->key[1], c->key[2], c->key[3], c->n, c->bytes};
	if (notes->n == notes->room) {
		notes->room = notes->room ? 2 * notes->room : 64;
		notes->at = hpcc_grow(notes->at, (size_t)notes->room * sizeof note);
	}
	memcpy(notes->at + notes->n++ * NOTE_LONGS, note, sizeof note);
}

static void push_all(notes_t *notes, long event, long kind, const counts_t *t)
{
	for (int k = 0; k < t->n; k++) push(notes, event, kind, &t->count[k]);
}

static void push_executed(notes_t *notes, long event, const entry_t *e)
{
	for (int when = 0; when < N_WHEN; when++) {
		const count_t count = {.key = {hpcc_rank_, 0, 0, when}, .n = e->split[when], .bytes = e->by_all[when]};
		if (e->split[when] || e->by_all[when]) push(notes, event, NOTE_ITERATIONS, &count);
	}
}

static notes_t own_notes(void)
{
	notes_t notes = {0};
	const long now_is = hpcc_nanoseconds();
	for (int k = 0; k < hpcc_n_entries; k++) {
		entry_t *e = hpcc_entries[k];
		add_left_out(e, &e->sample, now_is);
		push_all(&notes, k, NOTE_MESSAGE, &e->messages);
		push_all(&notes, k, NOTE_ITERATIONS, &e->iterations);
		push_executed(&notes, k, e);
		push_all(&notes, k, NOTE_CALLS, &e->calls);
		if (e->event.purpose == HPCC_FOR_MPI) push_all(&notes, k, NOTE_COLLECTIVE, &e->collectives);
		const count_t time = {.key = {hpcc_rank_}, .n = e->time, .bytes = e->waiting};
		if (e->time || e->waiting) push(&notes, k, NOTE_TIME, &time);
	}
	return notes;
}

// Where processes have come to different events something is wrong; then only process 0's are told.
static int same_events(void)
{
	int least[2] = {hpcc_n_entries, -hpcc_n_entries};
	if (hpcc_mpi_on)
		HPCC_COLLECTIVE(MPI_Allreduce, MPI_Iallreduce, MPI_IN_PLACE, least, 2, MPI_INT, MPI_MIN, hpcc_comm);
	return least[0] == -least[1];
}

// By collective operations: messages would be counted with the program's.
static notes_t gather(void)
{
	notes_t mine = own_notes(), all = {0};
	if (!hpcc_mpi_on || hpcc_size_ == 1 || !same_events()) return mine;
	int n = (int)mine.n, *count = hpcc_alloc(2 * (size_t)hpcc_size_ * sizeof *count), *from = count + hpcc_size_;
	MPI_Datatype note;
	HPCC_MPI(MPI_Type_contiguous(NOTE_LONGS, MPI_LONG, &note));
	HPCC_MPI(MPI_Type_commit(&note));
	HPCC_COLLECTIVE(MPI_Gather, MPI_Igather, &n, 1, MPI_INT, count, 1, MPI_INT, 0, hpcc_comm);
	for (int p = 0; p < hpcc_size_; p++) {
		from[p] = (int)all.n;
		all.n += count[p];
	}
	all.at = hpcc_alloc((size_t)all.n * NOTE_LONGS * sizeof *all.at);
	HPCC_COLLECTIVE(MPI_Gatherv, MPI_Igatherv, mine.at, n, note, all.at, count, from, note, 0, hpcc_comm);
	HPCC_MPI(MPI_Type_free(&note));
	free(mine.at);
	free(count);
	return all;
}

static int by_note(const void *a, const void *b)
{
	const long *x = a, *y = b;
	for (int k = 0; k < NOTE_LONGS; k++)
		if (x[k] != y[k]) return x[k] < y[k] ? -1 : 1;
	return 0;
}

// Several processes may have noted operations of the same kind, each of its own communicator.
static void join_notes(notes_t *all)
{
	enum { N_KEYS = NOTE_KEYS + COUNT_KEYS };
	long kept = 0;
	for (long k = 0; k < all->n; k++) {
		const long *note = all->at + k * NOTE_LONGS;
		long *last = all->at + (kept - 1) * NOTE_LONGS;
		if (kept && memcmp(last, note, N_KEYS * sizeof *note) == 0)
			for (int i = N_KEYS; i < NOTE_LONGS; i++) last[i] += note[i];
		else
			memmove(all->at + kept++ * NOTE_LONGS, note, NOTE_LONGS * sizeof *note);
	}
	all->n = kept;
}

notes_t hpcc_gather_notes(void)
{
	hpcc_runs_settle();
	hpcc_ledger_on = 0;
	hpcc_own_mpi_events();
	notes_t all = gather();
	if (all.n) qsort(all.at, (size_t)all.n, NOTE_LONGS * sizeof(long), by_note);
	join_notes(&all);
	return all;
}

long hpcc_first_note(const notes_t *all, long event, long kind)
{
	const long key[NOTE_LONGS] = {event, kind, LONG_MIN, LONG_MIN, LONG_MIN, LONG_MIN, LONG_MIN, LONG_MIN};
	long first = 0, last = all->n;
	while (first < last) {
		long middle = (first + last) / 2;
		if (by_note(all->at + middle * NOTE_LONGS, key) < 0)
			first = middle + 1;
		else
			last = middle;
	}
	return first;
}

static int by_text(const char *a, const char *b) { return strcmp(a ? a : "", b ? b : ""); }

// In the order of the source, whatever order they came in.
static int by_event(const void *a, const void *b)
{
	const hpcc_event *x = &hpcc_entries[*(const int *)a]->event, *y = &hpcc_entries[*(const int *)b]->event;
	int order = by_text(x->file, y->file);
	if (!order) order = (x->line > y->line) - (x->line < y->line);
	if (!order) order = (x->purpose > y->purpose) - (x->purpose < y->purpose);
	if (!order) order = (x->id > y->id) - (x->id < y->id);
	return order ? order : by_text(x->name, y->name);
}

int *hpcc_entries_in_order(void)
{
	int *order = hpcc_alloc((size_t)hpcc_n_entries * sizeof *order);
	for (int k = 0; k < hpcc_n_entries; k++) order[k] = k;
	if (hpcc_n_entries) qsort(order, (size_t)hpcc_n_entries, sizeof *order, by_event);
	return order;
}

void hpcc_ledger_arguments(int n, char **argument)
{
	hpcc_n_words = n;
	hpcc_words = argument;
}

static long started;

long hpcc_since_start(void) { return hpcc_nanoseconds() - started; }

void hpcc_ledger_start(const char *path)
{
	hpcc_ledger_path = path;
	measure_clock();
	started = hpcc_nanoseconds();
	hpcc_ledger_on = 1;
}

void hpcc_ledger_write(void)
{
	if (!hpcc_ledger_on) return;
	hpcc_store_note_memory();
	notes_t all = hpcc_gather_notes();
	if (hpcc_rank_ == 0 && hpcc_ledger_path) hpcc_ledger_write_file(&all);
	if (!hpcc_ledger_path) hpcc_profile_print(&all);
	free(all.at);
}
