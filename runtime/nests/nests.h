// SPDX-License-Identifier: Apache-2.0
//
// Nests that are run: plans, messages, regions, turns, reductions.
#ifndef HPCC_RUNTIME_NESTS_H
#define HPCC_RUNTIME_NESTS_H

#include "../arrays/arrays.h"

// ---- plan.c, schedule.c, nest.c ---------------------------------------------------------------

typedef struct message_t {
	int peer, arg;
	boxes_t *boxes;
	size_t bytes;
	char *address; // what MPI gets
	int packed;    // address is a buffer of its own
	int started, persistent;
	int bundled; // goes with others to the same peer
	int after;   // in turns: what the sender has set in this nest,
	int strip;   // and, in a pipeline, when it has done this strip
} message_t;

// Small messages of several arguments to (or from) one peer, sent as one.
typedef struct bundle_t {
	int sends, after, strip, n, *message; // of the plan's list, by argument
	size_t bytes;
	char *buffer; // those of a run that are started, one after the other
} bundle_t;

// Predicted: what a process receives.
typedef struct inbox_t {
	int n, n_bundles;
	message_t *message; // peer: the sender
	bundle_t *bundle;
} inbox_t;

typedef enum run_mode {
	RUN_LOCAL,      // nothing is spread over processes
	RUN_INNER,      // in a function that a nest calls: all of it on what the nest has fetched
	RUN_REPLICATED, // every process runs everything
	RUN_PARTITIONED,
} run_mode;

typedef struct region_t {
	long lo[HPCC_MAX_AXES], hi[HPCC_MAX_AXES];
} region_t;

// What a plan keeps of a reduction into an array.
typedef struct accumulator_t accumulator_t;

// Everything that is known of a nest when it runs with certain parameters and arrays; kept for the next time. What an
// argument held before the nest, of what this process owns and the nest may set (keep.c). boxes NULL: nothing is kept.
typedef struct kept_t {
	boxes_t *boxes;
	char *data;
} kept_t;

// What processes hand on in turns.
typedef struct turn_t {
	int from, to,
	        last; // the processes whose turn is just before this one's, and just after it; -1: none. The last one of all
	int n;
	void *const *at; // of the run
	const size_t *size;
	const unsigned char *told;
	char *buffer;
} turn_t;

typedef struct plan_t {
	hpcc_run run;
	struct plan_t *prev, *next, // cache.c
	        *follower;          // the plan of the nest's next run, the last time; NULL: not known
	hpcc_nest *nest;
	const long *par_now; // of this run
	long *par, *row;     // the key: parameters, inner row lengths,
	void **base;         // the pointers,
	int assumed;         // and whether the assumptions hold
	long epoch;          // of hpcc_epoch, when the pointers were last seen to mean the same arrays
	run_mode mode;
	int beyond;          // pointers go beyond their arrays
	int slow, primary;   // primary: of processes that execute the same iterations, this one counts
	char *why;           // slow: the reason; may be NULL
	const char *instead; // what to do about it; may be NULL
	view_t *view;        // [arg]
	likeness_t *like;    // [arg] of those that lie as another one does
	layout_t **layout;   // [arg] of the view's array, kept; NULL: not mapped
	boxes_t **room;      // [arg] the boxes that the store was given room for, or NULL
	boxes_t **need;      // [arg] that all processes get together, or NULL
	boxes_t **wrote;     // [arg] NULL: all of it
	void ***rows;        // [arg] pointers to the rows of a compact store, or NULL
	hpcc_range own[HPCC_MAX_AXES];
	int n_acc;
	accumulator_t **acc;
	hpcc_growth *growth; // [arg] of the run, where some reductions grow, else NULL
	kept_t *kept;        // [arg], or NULL
	int keeps;           // this run may have to be undone
	int n_receive, n_send;
	message_t *receive, *send;
	int n_bundles;
	bundle_t *bundle;
	inbox_t *inbox;         // [process], where all are predicted, else NULL
	MPI_Request *request;   // receives, then sends
	long uses;              // of those with messages: after the first one
	int under_way, sending; // receives and sends of this run that were begun
	int n_regions;          // 1, or more: all, then the parts of it to do one after the other
	int piece_axis;         // what this axis is owned of comes in pieces, which are the regions then; -1: of none
	pieces_t pieces;        // those of this process, in a run that goes through them
	long *executed;         // predicted: [process][2], what each executes; NULL: not known yet
	int counted;            // what this run executes is in the statistics, or need not be
	sample_t sample;
	long quick, given;  // runs.c: runs to come that are only counted down; of how many
	int work_known;     // what each run executes
	long split, by_all; // that, or what the last one has
	long stage, last_stage;
	region_t *region;
	struct portions_t *portions; // of a replicated run that brings what it reads in portions, else NULL
	long window;                 // replicate.c: when it was last used on arrays that are split, and
	double work_split,
	        work_common; // nanoseconds of work of all in a run: that is split, and that each process does;
	double *work_own;    // of the first, what this process does (predicting: [process]); NULL: not known yet
	turn_t *turn;        // in turns: what is handed on; NULL: nothing
	long best_strips;    // of what may be a pipeline: how many strips serve best; 0: it is none
	double in_a_row;     // for so many runs that overlap
	int n_strips;        // how many there are, which are the regions then; 1: it is none
	long n_places, strip_from, strip_width; // places: of all strips
	struct handed_t *handed;                // handed.c; NULL: nothing
} plan_t;

// Nests that are being run, one in the other (in functions that a nest calls): then memory is taken as it is.
extern int hpcc_depth;

// The intervals of a process along the axes; 0: it executes nothing. They are the arrays' own, but those at the ends of
// an array are infinite there: iterations that go beyond it, in which other statements have something to do, are those
// of the process at that end.
int hpcc_plan_own(const plan_t *plan, int process, hpcc_range *own);
// Intervals around those of the processes `first` to `last`; 0: none of them executes anything.
int hpcc_plan_around(const plan_t *plan, int first, int last, hpcc_range *own);
// The same, within the arrays; and made infinite at the arrays' ends.
int hpcc_plan_within(const plan_t *plan, int first, int last, hpcc_range *own);
void hpcc_plan_reach_beyond(const plan_t *plan, hpcc_range *own);
// Whether the process's sums count: of processes that execute the same iterations those of the first one do.
int hpcc_plan_is_primary(const plan_t *plan, int process);
// `others` (a list, may be NULL): plans of the nest, out of date or not; what one of them has found out about arrays
// that lie alike is taken over.
// The run is over; undo: what hpcc_keep has kept is put back, as the nest is run again.
void hpcc_kept_end(plan_t *plan, int undo);
void hpcc_kept_drop(plan_t *plan);
plan_t *hpcc_plan_new(hpcc_nest *nest, const long *par, void *const *base, const long *row, int n_row, int assumed,
        const plan_t *others);
// Whether what was found of the plan's pointers holds of these, too, which differ in memory that the nest only reads:
// that what it sets of memory without a mapping is not among it.
int hpcc_plan_may_move(plan_t *plan, void *const *base);
void hpcc_plan_free(plan_t *plan);

// ---- cache.c: plans that are kept, and found again ------------------------------------------------

// The plan of a nest for these parameters, pointers and extents of inner rows (see hpcc_enter); NULL: there is none, or
// none that is up to date. The cache owns it: it lasts until another one is made.
plan_t *hpcc_plan_find(hpcc_nest *nest, const long *par, void *const *base, const long *row, int assumed);
// Makes it, where there is none.
plan_t *hpcc_plan_make(hpcc_nest *nest, const long *par, void *const *base, const long *row, int assumed);
// Whether an argument of the nest has pointers to its rows.
int hpcc_nest_has_rows(hpcc_nest *nest);
// All plans that there are.
void hpcc_plans_each(void (*visit)(plan_t *plan));
// Whether the plan's nest was run by it the last time.
int hpcc_plan_is_latest(const plan_t *plan);

// ---- runs.c: what statistics note of nests' runs -----------------------------------------------

// Most runs are like the plan's last one. Those that are not timed are counted down in plan->quick and are no events,
// and what they did is noted when somebody wants to know. The nest of such a run, while it lasts, else NULL:
extern hpcc_nest *hpcc_quick_nest;
// Whether the run that begins is such a one.
static inline int hpcc_run_is_quick(plan_t *plan)
{
	if (plan->quick == 0) return 0;
	plan->quick--;
	hpcc_quick_nest = plan->nest;
	return 1;
}
// Another run begins, of which something is noted; a run that was an event is over.
void hpcc_run_begins(plan_t *plan);
void hpcc_run_was_event(plan_t *plan);
// Notes what quick runs did, all of them, or those of a plan that is not used any more.
void hpcc_runs_settle(void);
void hpcc_runs_end(plan_t *plan);

// ---- lost.c: loops that could be split, and that all processes run ---------------------------------

// The nest of the plan is run by all, `why`, and what to do about it (NULL: nothing).
void hpcc_lost_run(const plan_t *plan, const char *why, const char *instead);
// A plan has been used for the last time.
void hpcc_lost_plan_ends(plan_t *plan);
// Says what matters, when the program ends.
void hpcc_lost_print(void);

// Calls a section's function, which has the parameters `par`, for what a process executes.
void hpcc_plan_section(const plan_t *plan, int process, hpcc_section *section, const long *par, hpcc_sink *sink);
// The same in one strip of a pipeline.
void hpcc_plan_section_in(const plan_t *plan, int process, int strip, hpcc_section *section, hpcc_sink *sink);

// ---- pieces.c: nests over what is owned in pieces -----------------------------------------------

// Finds the axis that is owned in pieces; 0: that of the argument `*other` is, too, and lies elsewhere.
int hpcc_pieces_find(plan_t *plan, int *other);
// Whether the nest may be run for one piece after the other.
int hpcc_pieces_in_order(const plan_t *plan);
// Where there is such an axis: what a process owns along it, and along all axes in a piece (`own` comes from
// hpcc_plan_own), within the array.
pieces_t hpcc_plan_pieces(const plan_t *plan, int process);
void hpcc_plan_piece(const plan_t *plan, const pieces_t *pieces, long k, hpcc_range *own);
// Whether in each piece of this process the nest keeps to one row of the argument, so that a compact store's distances
// serve.
int hpcc_pieces_stay_in_rows(const plan_t *plan, int a);
// Bounds and addresses of the piece that is next.
void hpcc_pieces_next(plan_t *plan);

// ---- portions.c: what a replicated run reads, for some iterations at a time -------------------------

// Iterations beyond these limits ask for a portion: none, or all of them (1).
void hpcc_portions_limits(plan_t *plan, int none);
// Begins such a run; 0: what it reads is brought at once.
int hpcc_portions_begin(plan_t *plan);
void hpcc_portions_end(plan_t *plan);

// ---- slices.c: nests that have arrays distributed in another way while they run -----------------------

// Before the nest is entered (`row`: as hpcc_enter's extents): redistributes its arguments; hpcc_slices_end takes that
// back. Collective.
void hpcc_slices_enter(const hpcc_nest *nest, const long *par, void *const *base, const long *row);
// Before the nest is entered, too: contents of its arguments that are to follow `redistribute` or `realign` do so
// (hpcc_remap_now), but for what the nest sets before it reads it. Collective.
void hpcc_deferred_enter(const hpcc_nest *nest, const long *par, void *const *base, const long *row, int assumed);

// ---- replicate.c: loops whose messages take longer than all of their work ---------------------------------

// Whether runs are watched. The outermost nest is about to be entered: arrays may be redistributed (collective); it is
// run by the plan.
extern int hpcc_replicate_on;
void hpcc_replicate_start(void);
void hpcc_replicate_before(const hpcc_nest *nest, const long *par);
void hpcc_replicate_entered(plan_t *plan);
// The nest was left, and is entered again for the rest of the same execution: nothing changes in between.
void hpcc_replicate_hold(void);
// A collective operation was noted that has nothing to do with arrays: it stays whatever becomes of them.
void hpcc_replicate_leave_out(size_t bytes);
// Whether arrays are with all: nests that are run in full then are no loss.
int hpcc_is_replicated(void);
// HPCC_STATS.
void hpcc_replicate_print(void);

// ---- turns.c: nests in which values cross to processes that come later ------------------------------

// Whether process p's turn is before q's.
int hpcc_turn_is_before(const plan_t *plan, int p, int q);
// Whether a nest's processes can take turns; 0: what they would hand on is handed on to several, *dear: or is more than
// what the nest reads and sets (`bytes`).
int hpcc_turns_possible(const plan_t *plan, long bytes, int *dear);
void hpcc_turns_make(plan_t *plan);
void hpcc_turns_free(plan_t *plan);
// A process's turn begins, when all has been received, and ends.
void hpcc_turn_begin(plan_t *plan);
void hpcc_turn_end(plan_t *plan);

// The processes whose turn is just before and behind this process's, and the last one of all.
void hpcc_turn_neighbours(const plan_t *plan, int process, turn_t *turn);

// ---- handed.c: variables that are handed on in each run of an inner loop of a pipeline --------------

typedef struct handed_t handed_t;
// When the strips are known.
void hpcc_handed_make(plan_t *plan);
void hpcc_handed_free(plan_t *plan);
// This process is about to execute the strip, and has done so. Between the two come the program's calls.
void hpcc_handed_begin(plan_t *plan, int strip);
void hpcc_handed_done(plan_t *plan, int strip);
// It has executed the last strip, for which it does the same.
void hpcc_handed_end(plan_t *plan);

// ---- strips.c: pipelines ---------------------------------------------------------------------------

enum { HPCC_MOST_STRIPS = 64 };
// Reads HPCC_STRIPS.
void hpcc_strips_start(void);
// Finds the strips of a plan that may be a pipeline. Before its messages.
void hpcc_strips_make(plan_t *plan);
// Whether so many strips are still best.
int hpcc_strips_hold(plan_t *plan);
// A run of the plan begins, and ends: now and then processes agree (collective) how its runs overlap.
void hpcc_strips_entered(const plan_t *plan);
void hpcc_strips_left(const plan_t *plan);
// The places of strip k; the first and the last one have all that is beyond, too.
hpcc_range hpcc_strip_of(const plan_t *plan, int k);
// The plan has one region: one for each strip.
void hpcc_strips_regions(plan_t *plan);

// A type of `bytes` bytes, more than a count can say. The caller frees it.
MPI_Datatype hpcc_long_type(size_t bytes);
// `model`: a plan of the same nest whose arrays lie alike, which has found it out; NULL: none.
void hpcc_schedule_make(plan_t *plan, const plan_t *model);
void hpcc_schedule_begin(plan_t *plan);
void hpcc_schedule_received(plan_t *plan);
// In turns: this process has set what it sets.
void hpcc_schedule_done(plan_t *plan);
// In a pipeline: it has done the strips before this one, and goes on when those before it have done this one.
void hpcc_schedule_strip(plan_t *plan, int strip);
void hpcc_schedule_sent(plan_t *plan);
void hpcc_schedule_free(plan_t *plan);

// Messages of any size, counted.
void hpcc_send_bytes(const void *data, size_t bytes, int to, int tag, MPI_Request *request);
void hpcc_receive_bytes(void *data, size_t bytes, int from, int tag, MPI_Request *request);
// The same, and waits for it.
void hpcc_pass_bytes(void *data, size_t bytes, int peer, int sends);

// ---- reduce.c, accumulate.c: values combined in the order of the processes --------------------

void hpcc_combine(hpcc_op op, hpcc_type type, void *into, const void *from, long n);
size_t hpcc_size_of(hpcc_type type);
int hpcc_is_real(hpcc_type type); // or complex
// Not for && and ||, which have no neutral element that keeps an operand.
void hpcc_set_neutral(hpcc_op op, hpcc_type type, void *value, long n);

// REDUCED arguments: whether it is known what is touched; what is the same in each run; around the loops of a run.
int hpcc_accumulate_possible(const plan_t *plan, int a);
// The program ends where the nest has added to memory of rows that it also reads, or that is mapped.
void hpcc_rows_check_added(const plan_t *plan, int arg, const char *low, const char *high);
void hpcc_accumulate_make(plan_t *plan);
void hpcc_accumulate_free(plan_t *plan);
void hpcc_accumulate_begin(plan_t *plan);
void hpcc_accumulate_end(plan_t *plan);
void hpcc_accumulate_undo(plan_t *plan);

// Divides what this process executes into regions: those that need no message first.
extern long hpcc_overlap_least;
void hpcc_regions_make(plan_t *plan, const plan_t *model);

#endif
