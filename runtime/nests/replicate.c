// SPDX-License-Identifier: Apache-2.0
//
// Loops whose messages take longer than all of their work does. An account is kept of what nests send and execute.
// Where they would have taken less time on arrays that every process has as a whole, for so long that to bring these
// to all is paid for, the arrays are redistributed so, and all processes run the nests in full, and send nothing. They
// get their own mapping again, which takes no message, where a nest comes that was not among these, or one that has
// much more to do, or something asks for mappings.
//
// The account is one of counts, and none of clocks: it is the same in each run, and on all processes.
#include "nests.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int hpcc_replicate_on;

// What things take, about, in nanoseconds, within a host of today; in a network it is more, and then a loop loses by
// what it sends some time before this is seen. An operation is one on numbers, or one load or store, of several that
// are under way at a time.
static const double ns_message = 2000, ns_byte = .3, ns_collective = 4000, ns_plan = 7000, ns_operation = .1;

// Messages lose if all takes longer by a third than without them. What is lost, in nanoseconds, before arrays are
// brought to all, and as a multiple of what that takes.
static const double loses = 1.3, least_loss = 1e7, times_bringing = 2;

enum {
	FIRST_WINDOW = 1024, // runs of nests between two looks at the account: twice as many each time, up to
	LAST_WINDOW = 4096,
	QUIET_WINDOW = 1 << 16, // where nothing is sent
	NEXT_WINDOW = 256,      // after arrays have been with all
	MOST_GROWTH = 4,        // of the work of one nest, meanwhile,
	MOST_ARRAYS = 256,
};
// Of a nest that had nothing to do, in nanoseconds.
static const double least_work = 1e-3;
// Of all arrays that are brought to all.
static const size_t most_bytes = (size_t)64 << 20;

// HPCC_REPLICATE: 0 never; more than 1: behind so many runs of nests, whatever they cost.
static long wanted_window;

// ---- the account --------------------------------------------------------------------------------

long hpcc_replicate_window = 1;
static int is_replicated; // arrays are with all,
static int is_mixed;      // and a nest has come to others that are not
static int is_held;       // the nest that is entered next is run once more

static struct account {
	long runs, size; // of nests in this window, and how many it is to have
	long plans;
	int unknown;   // something has run whose work is not known
	double split;  // nanoseconds of work that is divided among the processes,
	double common; // and of what all do, or one after the other
	double *own;   // of the first, what this process does; predicting: [process]
	hpcc_counters before;
	double loss, least;
} account = {.size = FIRST_WINDOW, .least = least_loss};

static double nanoseconds(const hpcc_nest *nest, long statements)
{
	return (double)statements * nest->operations * ns_operation;
}

static double work_of(const hpcc_nest *nest, const long *par, double *common)
{
	hpcc_range own[HPCC_MAX_AXES];
	long n[2] = {0};
	for (int k = 0; k < HPCC_MAX_AXES; k++) own[k] = hpcc_everything;
	nest->work(par, own, n);
	*common = nanoseconds(nest, n[1]);
	return nanoseconds(nest, n[0]);
}

static int n_parts(void) { return hpcc_predicting ? hpcc_size_ : 1; }

// What is owned in pieces is taken to be divided evenly.
static double work_of_process(const plan_t *plan, int process)
{
	hpcc_range own[HPCC_MAX_AXES];
	long n[2] = {0};
	if (plan->piece_axis >= 0) return plan->work_split / hpcc_size_;
	hpcc_plan_own(plan, process, own);
	plan->nest->work(plan->par, own, n);
	return nanoseconds(plan->nest, n[0]);
}

static int is_divided(const plan_t *plan)
{
	return plan->mode == RUN_PARTITIONED && (!plan->nest->turn_way || plan->n_strips > 1);
}

static void weigh(plan_t *plan)
{
	plan->work_split = work_of(plan->nest, plan->par, &plan->work_common);
	plan->work_own = hpcc_alloc((size_t)n_parts() * sizeof *plan->work_own);
	for (int k = 0; k < n_parts() && is_divided(plan); k++)
		plan->work_own[k] = work_of_process(plan, hpcc_predicting ? k : hpcc_rank_);
	account.plans++;
}

void hpcc_replicate_entered(plan_t *plan)
{
	hpcc_nest *nest = plan->nest;
	if (nest->window != hpcc_replicate_window) nest->most_work = 0;
	nest->window = plan->window = hpcc_replicate_window;
	account.runs++;
	if (plan->mode == RUN_LOCAL) return;
	is_mixed = is_replicated;
	if (!nest->work) return;
	if (!plan->work_own) weigh(plan);
	account.unknown |= !nest->operations;
	for (int k = 0; k < n_parts(); k++) account.own[k] += plan->work_own[k];
	account.split += is_divided(plan) ? plan->work_split : 0;
	account.common += plan->work_common + (is_divided(plan) ? 0 : plan->work_split);
	nest->most_work = MAX_OF(nest->most_work, MAX_OF(plan->work_split + plan->work_common, least_work));
}

void hpcc_replicate_leave_out(size_t bytes)
{
	account.before.collectives++;
	account.before.collective_bytes += (long)bytes;
}

static void begin_window(long size)
{
	const struct account last = account;
	account = (struct account){.size = wanted_window ? wanted_window : size,
	        .own = last.own,
	        .before = hpcc_count,
	        .loss = last.loss,
	        .least = last.least};
	memset(account.own, 0, (size_t)n_parts() * sizeof *account.own);
	hpcc_replicate_window++;
}

// ---- arrays -------------------------------------------------------------------------------------

static double gain, bringing; // of each run, and of them all: nanoseconds

// What began at a nest.
typedef struct episode_t {
	const hpcc_nest *nest;
	long times, runs, arrays;
	size_t bytes;
	struct episode_t *next;
} episode_t;
static episode_t *episodes, *episode;

static int is_spread(const desc_t *desc) { return !desc->layout->everywhere && desc->layout->split; }

static void mark_arrays(plan_t *plan)
{
	if (plan->window != hpcc_replicate_window) return;
	for (int a = 0; a < plan->nest->n_args; a++) {
		// Plans that are out of date name arrays that are not there any more.
		desc_t *desc = plan->view[a].desc ? hpcc_with_id(plan->view[a].id) : NULL;
		if (desc) desc->window = hpcc_replicate_window;
	}
}

// What the account needs of all processes together: even what all do alike may differ, as plans are found again by
// addresses. From USED on: which arrays are used.
enum { SENT, SENT_BYTES, MET, MET_BYTES, PLANS, SPLIT, COMMON, USED };

// 0: some array cannot be brought to all.
static int ask_all(double *sums)
{
	int n = USED, fit = 1;
	hpcc_plans_each(mark_arrays);
	sums[SENT] = (double)(hpcc_count.messages - account.before.messages);
	sums[SENT_BYTES] = (double)(hpcc_count.bytes - account.before.bytes);
	sums[MET] = (double)(hpcc_count.collectives - account.before.collectives);
	sums[MET_BYTES] = (double)(hpcc_count.collective_bytes - account.before.collective_bytes);
	sums[PLANS] = (double)account.plans;
	sums[SPLIT] = account.split;
	sums[COMMON] = account.common;
	for (const desc_t *desc = hpcc_next_in_order(NULL); desc; desc = hpcc_next_in_order(desc))
		sums[n++] = desc->window == hpcc_replicate_window && is_spread(desc);
	if (!hpcc_predicting)
		HPCC_COLLECTIVE(MPI_Allreduce, MPI_Iallreduce, MPI_IN_PLACE, sums, n, MPI_DOUBLE, MPI_SUM, hpcc_comm);
	hpcc_note_collective(HPCC_ALLREDUCE, -1, (size_t)n * sizeof *sums);
	size_t bytes = 0;
	n = USED;
	for (const desc_t *desc = hpcc_next_in_order(NULL); desc; desc = hpcc_next_in_order(desc))
		if (sums[n++] > 0) bytes += desc->bytes, fit &= !desc->reshaped && !desc->early;
	bringing = ns_byte * (double)bytes;
	return fit && bytes > 0 && bytes <= most_bytes;
}

static layout_t *layout_everywhere(const desc_t *desc)
{
	hpcc_dist dist[HPCC_MAX_RANK] = {0};
	for (int d = 0; d < desc->rank; d++) dist[d].format = HPCC_NONE;
	return hpcc_layout_distribute("(replicated)", desc->info->where, desc->rank, desc->extent, dist, NULL);
}

static episode_t *episode_at(const hpcc_nest *nest)
{
	for (episode_t *e = episodes; e; e = e->next)
		if (e->nest == nest) return e;
	episode_t *e = hpcc_alloc(sizeof *e);
	*e = (episode_t){.nest = nest, .next = episodes};
	return episodes = e;
}

static void bring_to_all(const hpcc_nest *nest, const double *used)
{
	int n = 0;
	episode = episode_at(nest);
	episode->times++;
	episode->arrays = 0;
	episode->bytes = 0;
	is_replicated = 1;
	hpcc_remap_all_now();
	for (desc_t *desc = hpcc_next_in_order(NULL); desc; desc = hpcc_next_in_order(desc)) {
		if (used[n++] == 0) continue;
		layout_t *given = hpcc_layout_keep(desc->layout);
		hpcc_remap(desc, layout_everywhere(desc), desc->whole_rows);
		desc->given = given;
		episode->arrays++;
		episode->bytes += desc->bytes;
	}
}

void hpcc_replicate_end(void)
{
	if (!is_replicated) return;
	is_replicated = 0;
	for (desc_t *desc = hpcc_next_in_order(NULL); desc; desc = hpcc_next_in_order(desc)) {
		layout_t *given = desc->given;
		desc->given = NULL;
		if (given) hpcc_remap(desc, given, desc->whole_rows);
	}
	hpcc_whole_again();
	// It was not worth it: next time more has to be lost before.
	if (is_mixed || gain * (double)account.runs < bringing) account.least *= 2, account.loss = 0;
	is_mixed = 0;
	episode->runs += account.runs;
	begin_window(NEXT_WINDOW);
}

// ---- the decision -------------------------------------------------------------------------------

// Of the process that has most of what is divided.
static double most_own(void)
{
	double most = 0;
	for (int k = 0; k < n_parts(); k++) most = MAX_OF(most, account.own[k]);
	if (hpcc_predicting) return most;
	HPCC_COLLECTIVE(MPI_Allreduce, MPI_Iallreduce, MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, hpcc_comm);
	return most;
}

// What a window has cost, and would have cost without messages.
static double lost(const double *sums)
{
	const double own = most_own(), counted = hpcc_predicting ? 1 : hpcc_size_; // processes that the sums are of
	hpcc_note_collective(HPCC_ALLREDUCE, -1, sizeof own);
	int rounds = 0;
	while (1L << rounds < hpcc_size_) rounds++;
	const double messages = (ns_message * sums[SENT] + ns_byte * sums[SENT_BYTES]) / hpcc_size_;
	const double meetings = (ns_collective * rounds * sums[MET] + ns_byte * sums[MET_BYTES]) / counted;
	const double then = (sums[COMMON] + sums[SPLIT]) / counted;
	const double now = sums[COMMON] / counted + own + messages + meetings + ns_plan * sums[PLANS] / counted;
	return now > loses * then ? now - then : 0;
}

// How long the window behind this one is.
static long next_size(const double *sums)
{
	const int is_quiet = sums && sums[SENT] + sums[MET] == 0;
	return account.size < LAST_WINDOW || is_quiet ? MIN_OF(2 * account.size, QUIET_WINDOW) : LAST_WINDOW;
}

static void look(const hpcc_nest *nest)
{
	double sums[USED + MOST_ARRAYS];
	if ((account.unknown && !wanted_window) || hpcc_n_mapped() == 0 || hpcc_n_mapped() > MOST_ARRAYS) {
		begin_window(next_size(NULL));
		return;
	}
	const int fit = ask_all(sums);
	const long next = next_size(sums);
	if (!fit) {
		begin_window(next);
		return;
	}
	const double loss = lost(sums);
	account.loss = loss > 0 ? account.loss + loss : 0;
	gain = loss / (double)account.runs;
	if (!wanted_window && (account.loss < account.least || account.loss < times_bringing * bringing)) {
		begin_window(next);
		return;
	}
	bring_to_all(nest, sums + USED);
	account.runs = 0;
}

// Whether a nest with this much to do was among those by which it was decided.
static int is_known(const hpcc_nest *nest, const long *par)
{
	if (nest->window != hpcc_replicate_window) return 0;
	if (nest->most_work == 0) return 1;
	double common;
	const double split = work_of(nest, par, &common);
	return split + common <= MOST_GROWTH * nest->most_work;
}

int hpcc_is_replicated(void) { return is_replicated; }

void hpcc_replicate_hold(void) { is_held = 1; }

void hpcc_replicate_before(const hpcc_nest *nest, const long *par)
{
	const int held = is_held;
	is_held = 0;
	if (held || hpcc_apart_now || hpcc_whole_begin() > 0) return;
	if (!is_replicated && account.runs >= account.size)
		look(nest);
	else if (is_replicated && (is_mixed || !is_known(nest, par)))
		hpcc_replicate_end();
}

// ---- begin and end --------------------------------------------------------------------------------

void hpcc_replicate_start(void)
{
	const char *text = getenv("HPCC_REPLICATE");
	char *end = NULL;
	const long value = text && *text ? strtol(text, &end, 10) : 1;
	if (end && (*end || value < 0))
		hpcc_die(NULL, "HPCC_REPLICATE=%s: 0, 1 or a number of nests is expected", text);
	wanted_window = value > 1 ? value : 0;
	if (wanted_window) account.size = wanted_window;
	account.own = hpcc_alloc((size_t)n_parts() * sizeof *account.own);
	hpcc_replicate_on = value > 0 && hpcc_size_ > 1 && !hpcc_phases_on;
}

void hpcc_replicate_print(void)
{
	if (hpcc_rank_ != 0) return;
	for (const episode_t *e = episodes; e; e = e->next)
		fprintf(stderr,
		        "hpcc-stats-replicated: %s:%d: times %ld arrays %ld bytes %zu runs %ld: from here on all "
		        "processes "
		        "had these arrays and ran nests in full, as messages would have taken longer\n",
		        e->nest->file, e->nest->line, e->times, e->arrays, e->bytes,
		        e->runs + (is_replicated && e == episode ? account.runs : 0));
}
