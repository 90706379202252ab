// SPDX-License-Identifier: Apache-2.0
//
// The runtime's insides: boxes, layouts, descriptors of mapped arrays.
#ifndef HPCC_RUNTIME_CORE_H
#define HPCC_RUNTIME_CORE_H

#include "internal.h"
#include <mpi.h>
#include <stdint.h>

#define MAX_OF(a, b) ((a) > (b) ? (a) : (b))
#define MIN_OF(a, b) ((a) < (b) ? (a) : (b))

// ---- start.c ----------------------------------------------------------------------------------

extern MPI_Comm hpcc_comm;

// The program is one that is checked: see check.h.
extern int hpcc_checking;

// Ends the job where `code` is an error; `what` names the call.
void hpcc_mpi_check(int code, const char *what);
#define HPCC_MPI(call) hpcc_mpi_check(HPCC_UNNOTED(call), #call)

// own_mpi.c: what the program's own code calls of MPI is noted. More than 0 while MPI is called by the runtime, whose
// calls are noted by what they are for, or by what it calls itself.
extern int hpcc_mpi_calls;
static inline int hpcc_mpi_returns(int code)
{
	hpcc_mpi_calls--;
	return code;
}
#define HPCC_UNNOTED(call) (hpcc_mpi_calls++, hpcc_mpi_returns(call))
// Events of all that any process has called. Collective; not while anything is noted.
void hpcc_own_mpi_events(void);
// Ends MPI where the program's own code has started it, without a launcher.
void hpcc_own_mpi_end(void);

// ---- predict.c: what P processes would send, on one --------------------------------------------

// This process is the only one, has all of every array and runs all iterations; hpcc_size_ is the number of processes
// that it predicts. The runtime decides as each of these would. Where they would send messages, or meet in collective
// operations, these are noted for all of them (ledger.c), and nothing is sent.
extern int hpcc_predicting;
// Reads HPCC_PREDICT, the number of processes; not under a launcher.
void hpcc_predict_start(void);

// ---- ledger.c: who sends what to whom, and for what ---------------------------------------------

// What messages and iterations belong to. The same on all processes.
typedef enum hpcc_purpose {
	HPCC_FOR_NEST,    // a task, by its id
	HPCC_FOR_ELEMENT, // elements outside of nests
	HPCC_FOR_MAPPING, // an array gets another mapping
	HPCC_FOR_SERIAL,  // process 0 alone, or each process on its part
	HPCC_FOR_BYTES,   // memory that the C library uses: memcpy, fwrite
	HPCC_FOR_LIBRARY, // answers of the C library
	HPCC_FOR_MPI,     // the program's own calls of MPI, by the function's name
	HPCC_N_PURPOSES
} hpcc_purpose;
typedef struct hpcc_event {
	hpcc_purpose purpose;
	const char *file; // that of the source, or "file:line" with line 0; NULL: not known
	const char *name; // of the array, or of the library's function; NULL: there is none
	int line, id;     // id: of the task
} hpcc_event;
// Whether anything is noted.
extern int hpcc_ledger_on;
// What follows, until hpcc_event_end with what this gives, belongs to the event; within another one to that.
struct plan_t;
int hpcc_event_open(const hpcc_event *event);
int hpcc_event_open_nest(hpcc_nest *nest, struct plan_t *plan);
void hpcc_event_close(void);
static inline int hpcc_event_begin(hpcc_event event) { return hpcc_ledger_on && hpcc_event_open(&event); }
// plan: NULL where it is not known yet.
static inline int hpcc_event_begin_nest(hpcc_nest *nest, struct plan_t *plan)
{
	return hpcc_ledger_on && hpcc_event_open_nest(nest, plan);
}
static inline void hpcc_event_end(int is_open)
{
	if (is_open) hpcc_event_close();
}

typedef enum hpcc_collective {
	HPCC_BARRIER,
	HPCC_BCAST,
	HPCC_ALLGATHER,
	HPCC_ALLREDUCE,
	// Of the program's own calls, and a plan's:
	HPCC_OWN_REDUCE,
	HPCC_OWN_GATHER,
	HPCC_OWN_SCATTER,
	HPCC_OWN_ALLTOALL,
	HPCC_OWN_REDUCE_SCATTER,
	HPCC_OWN_SCAN,
	HPCC_N_COLLECTIVES
} hpcc_collective;
// A message of `from` to `to`; from is this process, unless it predicts. Processes are noted by senders only.
void hpcc_note_message(int from, int to, size_t bytes);
// A collective operation, of which each process gets so many bytes. root: of a broadcast; -1: there is none.
void hpcc_note_collective(hpcc_collective operation, int root, size_t bytes);
// The nest of the plan is entered; predicted, what each process executes of it is noted. Else this one says, statement
// executions of those that are split and of those that all execute. So many times alike.
void hpcc_note_entered(struct plan_t *plan, long times);
void hpcc_note_executed(const struct plan_t *plan, long times);
// What its parameters are in this run.
void hpcc_note_parameters(const struct plan_t *plan, const long *par);
// Executions that were not timed get the time that others of the plan took.
void hpcc_note_untimed(struct plan_t *plan);
// Of an array or template that is distributed: sizes of the blocks along a dimension that is split, where they are
// given. `name` is kept.
void hpcc_note_blocks(const char *name, int split, int n, const long *lo, const long *hi);
// Of one whose directive says nothing but `block`: what a partition may give other sizes. A grid of `grid_rank`
// dimensions. (phases.c)
void hpcc_phases_block(const char *name, int grid_rank, int parts, long n);
// A nest is entered, and left. A step of the cycle begins, behind so many: gives the process's time since the first one.
void hpcc_phases_entered(const struct plan_t *plan);
void hpcc_phases_left(const struct plan_t *plan);
long hpcc_phases_step(long steps);
// What the process has had of processors, in nanoseconds.
long hpcc_process_time(void);
// Whether nests and blocks are noted: somebody wants to know of the phases.
extern int hpcc_phases_on;
void hpcc_phases_start(void);
// HPCC_PHASES (phases_file.c): whether so many steps suffice, which took so long; the cycle has been run as far as it is
// wanted, or the program ends: writes the file, and ends the program. hpcc_phases_array: arrays have so many bytes
// more, or less, all of which a process that predicts has.
void hpcc_phases_file_start(void);
void hpcc_phases_array(long bytes);
int hpcc_phases_suffice(long steps, long time);
void hpcc_phases_end(void);
// HPCC_PLAN (planned.c): the partitioner is asked behind some steps of the cycle, and blocks become as it says.
void hpcc_planned_start(void);
void hpcc_planned_step(long steps);
// The sizes of equal blocks of a dimension of n elements over all processes by the plan, to be freed; NULL: there is none.
long *hpcc_planned_sizes(long n);
// Around what waits for others: time, where this execution of an event is timed, or phases are measured.
extern int hpcc_timed;
extern long hpcc_waited; // in all that were noted while phases are, nanoseconds of a processor
// Reading the clock may take longer than what is timed. Then not each execution is: those that are stand for others.
typedef struct sample_t {
	long skip, skipped; // executions to leave out before the next one that is timed; left out since the last one
	long end, time, waited; // of the last one
} sample_t;
#define HPCC_NOTES_WAITS (hpcc_timed | hpcc_phases_on)
long hpcc_note_waits(void);
void hpcc_note_waited(long began);

// Writes HPCC_STATS's file, or prints where the time went. Collective.
void hpcc_ledger_write(void);
// path NULL: to be printed.
void hpcc_ledger_start(const char *path);
// Nanoseconds since then.
long hpcc_since_start(void);
// The program's arguments, which stay where they are.
void hpcc_ledger_arguments(int n, char **argument);

// ---- yield.c ----------------------------------------------------------------------------------

// Whether a process that waits for others calls sched_yield meanwhile: as HPCC_YIELD says, else where MPI does not do
// so itself and the host has more processes than cores.
extern int hpcc_yields;
// Collective.
void hpcc_yield_start(void);
// The program's processes on this host, and how many they are. All call it; the communicator is to be freed.
MPI_Comm hpcc_processes_of_host(int *n);

void hpcc_wait_for(int n, MPI_Request *request);

// A collective operation: HPCC_COLLECTIVE(MPI_Bcast, MPI_Ibcast, buffer, count, type, root, comm). A process that
// predicts has everything, and calls nothing.
#define HPCC_COLLECTIVE(call, call_that_returns, ...)                                                                  \
	do {                                                                                                           \
		MPI_Request hpcc_under_way;                                                                            \
		if (hpcc_predicting) break;                                                                            \
		if (!hpcc_yields) {                                                                                    \
			long hpcc_began = HPCC_NOTES_WAITS ? hpcc_note_waits() : 0;                                    \
			HPCC_MPI(call(__VA_ARGS__));                                                                   \
			if (HPCC_NOTES_WAITS) hpcc_note_waited(hpcc_began);                                            \
		} else {                                                                                               \
			HPCC_MPI(call_that_returns(__VA_ARGS__, &hpcc_under_way));                                     \
			hpcc_wait_for(1, &hpcc_under_way);                                                             \
		}                                                                                                      \
	} while (0)

// ---- stats.c ----------------------------------------------------------------------------------

typedef struct hpcc_counters {
	long messages, bytes, collectives, collective_bytes, slow, reads;
	long split, by_all,
	        output; // statements executed: a part of all, as all processes do, in loops that only write out
} hpcc_counters;
extern hpcc_counters hpcc_count;

// HPCC_STATS: 0, 1, or more for a table of loops. The same on all processes, from hpcc_stats_start on.
extern int hpcc_stats_level;
void hpcc_stats_start(void);

// A nest takes the slow path, for the reason `why`; an element is brought to all, or set by its owner. Counts that, and
// where it was.
void hpcc_stats_slow(const hpcc_nest *nest, const char *why);
void hpcc_stats_read(const char *file, int line);
void hpcc_stats_written(const char *file, int line);
// A nest is run; what it executes of its iterations, given what it owns.
void hpcc_stats_entered(hpcc_nest *nest, long times);
void hpcc_stats_executed(struct plan_t *plan, const hpcc_range *own);
// So many runs more like the last one of the plan.
void hpcc_stats_alike(struct plan_t *plan, long times);
// Prints the table of HPCC_STATS=1, from process 0. Collective.
void hpcc_stats_print(void);

// ---- section.c: boxes of indices with strides -------------------------------------------------

typedef struct box_t {
	hpcc_range d[HPCC_MAX_RANK];
} box_t;

// A list of boxes, shared by reference count where a schedule and the record of what is valid both hold it.
typedef struct boxes_t {
	int refs, rank, n, capacity;
	box_t *box;
} boxes_t;

long hpcc_range_count(const hpcc_range *r);
// Common elements of two ranges; 0 where there are none.
int hpcc_range_and(const hpcc_range *a, const hpcc_range *b, hpcc_range *out);
// { sign * i + offset : i in r }, sign being 1 or -1; infinite ends stay infinite.
hpcc_range hpcc_range_moved(hpcc_range r, int sign, long offset);
int hpcc_box_and(int rank, const box_t *a, const box_t *b, box_t *out);
long hpcc_box_count(int rank, const box_t *b);
// The indices of a box in row-major order: the first, and the one behind; 0: there is none.
int hpcc_box_first(int rank, const box_t *b, long *index);
int hpcc_box_next(int rank, const box_t *b, long *index);
// Appends to `out` disjoint boxes of what is in `a` but not in `b`. Where strides make that too fine, more of `a` is
// kept.
void hpcc_box_minus(const box_t *a, const box_t *b, boxes_t *out);

boxes_t *hpcc_boxes_new(int rank);
boxes_t *hpcc_boxes_keep(boxes_t *list);
void hpcc_boxes_drop(boxes_t *list);
void hpcc_boxes_push(boxes_t *list, const box_t *b);
// Adds a box to a list of disjoint boxes, which stays one; neighbours are merged.
void hpcc_boxes_unite(boxes_t *list, const box_t *b);
// Takes a box away from every box of the list.
void hpcc_boxes_minus(boxes_t *list, const box_t *b);
// A new list: each box's common part with `b`.
boxes_t *hpcc_boxes_and(const boxes_t *list, const box_t *b);
int hpcc_boxes_meet(const boxes_t *a, const boxes_t *b);
// Whether `list` lies wholly within the union of `n` lists.
int hpcc_boxes_covered(const boxes_t *list, boxes_t *const *by, int n);
int hpcc_boxes_equal(const boxes_t *a, const boxes_t *b);
long hpcc_boxes_count(const boxes_t *list);
// Smallest dense box around the list; 0: the list is empty.
int hpcc_boxes_hull(const boxes_t *list, box_t *hull);
// Appends the boxes that the elements [first, last] of a row-major array make.
void hpcc_boxes_flat(boxes_t *list, const long *extent, long first, long last);

// ---- copy.c: boxes of memory ------------------------------------------------------------------

// Where elements stand: element (i, j, ...) at origin + i * stride[0] + ... bytes. The origin need not be in an object.
typedef struct place_t {
	uintptr_t origin;
	long stride[HPCC_MAX_RANK];
} place_t;

void *hpcc_place_at(const place_t *place, int rank, const long *index);
// Address of the box's memory where it is one contiguous piece (a list: of one box), else NULL.
void *hpcc_contiguous(const boxes_t *list, const place_t *place, size_t element);
void hpcc_pack(const boxes_t *list, const place_t *from, size_t element, char *to);
void hpcc_unpack(const boxes_t *list, const place_t *to, size_t element, const char *from);
void hpcc_copy_box(int rank, const box_t *b, size_t element, const place_t *to, const place_t *from);
void hpcc_set_box(int rank, const box_t *b, size_t element, const place_t *to, int value);

// ---- grid.c, layout.c: who owns what ----------------------------------------------------------

struct hpcc_grid {
	const char *name;
	int rank, extent[HPCC_MAX_GRID];
	int count; // processes 0..count-1 are in it, row-major
	hpcc_grid *next;
};

// Coordinates of a process; 0 where it is not in the grid.
int hpcc_grid_coords(const hpcc_grid *grid, int process, int *coord);
int hpcc_grid_process(const hpcc_grid *grid, const int *coord);
// The smallest box of coordinates around those of the processes `first` to `last`; 0 where none of them is in the grid.
int hpcc_grid_around(const hpcc_grid *grid, int first, int last, int *low, int *high);

// What a dimension of the grid does for an array.
typedef enum grid_use {
	GRID_SPLIT, // splits dimension `dim`
	GRID_ALL,   // each coordinate holds a copy
	GRID_ONE,   // only coordinate `one` holds it
} grid_use;

typedef struct layout_t {
	int refs;
	const hpcc_grid *grid; // NULL: every process owns all
	int rank;
	long extent[HPCC_MAX_RANK];
	grid_use use[HPCC_MAX_GRID];
	int dim[HPCC_MAX_GRID], one[HPCC_MAX_GRID];
	long *lo[HPCC_MAX_GRID], *hi[HPCC_MAX_GRID]; // SPLIT: the interval of each coordinate
	int grid_of[HPCC_MAX_RANK];                  // dimension of the grid that splits this one, -1: none
	unsigned split;                              // dimensions that are split over more than one coordinate
	int everywhere;                              // every process owns all
	int copies;                                  // some GRID_ALL dimension of more than one coordinate
	int equal;                                   // a directive's `block`, along one dimension over all processes:
	long used;                                   // so many of its indices are in the blocks
} layout_t;

// The sizes of the blocks that HPCC_LAYOUT gives an array, or a template, along the dim-th of the dimensions that are
// split, one for each of the `parts` processes along it, `n` in all; NULL: none. The program ends where they do not
// fit. equal: the directive gives it blocks of equal size. (chosen.c)
const long *hpcc_chosen_sizes(const char *name, const char *where, int dim, long n, int parts, int equal);

// How fast each process is, relatively, where they differ; NULL: all are alike. (speeds.c)
const double *hpcc_speeds(void);
void hpcc_speeds_start(void);
// What the system says of all processes, to be freed. Collective.
double *hpcc_speeds_ask(void);
// n elements, cut by the speeds of all processes: the process that is ready last is ready as early as possible.
void hpcc_speeds_cut(long n, long *size);
layout_t *hpcc_layout_distribute(
        const char *name, const char *where, int rank, const long *extent, const hpcc_dist *dist, hpcc_grid *grid);
// One that is in equal blocks (layout_t.equal), once more: as the plan has it now.
layout_t *hpcc_layout_planned(const char *name, const char *where, const layout_t *l);
layout_t *hpcc_layout_align(const char *name, const char *where, int rank, const long *extent, const layout_t *with,
        const hpcc_align *align);
layout_t *hpcc_layout_keep(layout_t *layout);
void hpcc_layout_free(layout_t *layout); // once for each time that it was made or kept
// The box that a process owns; 0: nothing.
int hpcc_layout_own(const layout_t *layout, int process, box_t *own);
// A box around those that the processes `first` to `last` own; 0: nothing.
int hpcc_layout_around(const layout_t *layout, int first, int last, box_t *own);
int hpcc_layout_equal(const layout_t *a, const layout_t *b);
// Equal, and described in the same way: from the same owners, where there are copies. Quick.
int hpcc_layout_same(const layout_t *a, const layout_t *b);
// The processes from which `requester` gets elements of a box: each element from one of them. `owner` has room for all.
// requester -1: the first of the copies.
int hpcc_layout_owners(const layout_t *layout, int requester, const box_t *b, int *owner);
// Whether `owner` is the one that gives what it owns to `requester`, among those that hold a copy: the one with the
// same coordinates.
int hpcc_layout_serves(const layout_t *layout, int owner, int requester);
// Whether a process is the first of those that hold the same copy.
int hpcc_layout_first_copy(const layout_t *layout, int process);

struct hpcc_template {
	const char *name, *where; // where NULL: one of any name
	layout_t *layout;
	int own;   // of one block, which it does not outlive
	int moved; // it has been redistributed
	hpcc_template *next;
};

void hpcc_templates_do(void (*call)(hpcc_template *t));

// ---- store.c: mapped arrays -------------------------------------------------------------------

// Boxes that were sent to or received from one process and have not changed since. Both sides of a pair see the same
// events in the same order, so that they agree on the list without a message.
typedef struct valid_t {
	int n, capacity;
	boxes_t **list;
} valid_t;

typedef struct peer_t {
	long key; // the process, or a pair of processes (hpcc_pair)
	valid_t sent, received;
} peer_t;

typedef struct desc_t {
	const hpcc_array_info *info;
	char *base;            // the range
	int implied;           // nobody but a function's parameter says how it is mapped
	const char *block;     // what is known to be allocated, or declared, around it begins here
	const char *block_end; // and ends here; NULL: not known
	const char *near;      // pointers from here on may be meant to lead into it
	size_t element, bytes;
	int rank;
	long extent[HPCC_MAX_RANK];
	long padding;             // of `extent`, what the last dimension has behind those of the shape
	int lower[HPCC_MAX_RANK]; // the subscripts, in nests that use pointers to rows, of element (0, 0, ...)
	layout_t *layout;
	long id, generation;     // generation: changes with the place of the store and with the layout
	const char *mapping;     // the directive that gave the layout
	struct align_t *aligned; // with another array, whose layout it follows; NULL: not
	int reshaped;            // by parameters of another shape, so often: it follows nothing meanwhile
	int owns;                // this process owns something: own
	box_t own;
	place_t range;      // elements at their addresses in the range
	place_t place;      // elements where this process keeps them: `range`, or the compact store
	int early;          // mapped by await.c, and not yet by the pointer that is to have it
	int whole_rows;     // the store is never compact
	int compact_layout; // an inner dimension is split: the same on all processes
	int compact;        // the store is compact here
	char *buffer;       // compact: as allocated
	int has_hull;
	box_t hull, gap; // compact: the box that has room in it, but for these indices of each dimension (step 0: none)
	int n_peers, n_slots; // of those with which something was ever exchanged
	peer_t **peer;
	int *slot;               // by key: 0 or an index of `peer` + 1 (store.c)
	valid_t all;             // boxes that are valid on every process
	valid_t ahead;           // at most one: read ahead, valid in the range on every process
	long n_single;           // elements that were brought one by one since then, or since a nest changed the array
	int n_gathered;          // runs by all that had it brought to all since a nest that is split set it
	int n_valid;             // lists in all of these together
	struct shadow_t *shadow; // of programs that are checked (check.h)
} desc_t;

// Maps memory that is not mapped yet; takes the layout.
void hpcc_map_layout(const hpcc_array_info *info, void *base, layout_t *layout);
// The extents, `counted` where the first one is what the memory has room for.
const long *hpcc_shape_of(const hpcc_array_info *info, const void *base, const long *extent, long *counted);
void hpcc_check_shape(const hpcc_array_info *info, const long *extent);
// The layout of what is aligned with the array that holds an address, or with the one behind a vector of pointers to
// rows. The caller owns it.
layout_t *hpcc_layout_beside(
        const hpcc_array_info *info, const long *extent, const void *with_base, const hpcc_align *align);
// The descriptors within a range of addresses go.
void hpcc_forget_range(const char *low, const char *high);
// They go, and what waits there to be mapped: the memory itself ends.
void hpcc_forget_memory(const char *low, const char *high);

// Changes whenever any descriptor comes, goes or moves: what was found by address is still so while it stays.
extern long hpcc_epoch;

// Where the object, or the block of memory, begins that holds an address; the address itself where that is not known.
// (objects.c)
const char *hpcc_object_around(const void *address);
// Bytes from the address to the end of that; 0: not known.
size_t hpcc_object_room(const void *address);
// Whether something in these bytes is mapped. (memory.c)
int hpcc_touches(const void *address, size_t bytes);

// Whether memory is hpcc_reserve's, for an array that the source declares.
int hpcc_is_reserved(const void *base);

// The array whose range holds an address, NULL: none.
desc_t *hpcc_find(const void *address);
// The same, or the array behind a vector of pointers to rows, whose mapping takes effect.
desc_t *hpcc_array_at(const void *address);
// Whether the address is the array's first, or that of the vector of pointers to its rows.
int hpcc_begins_at(const desc_t *desc, const void *address);
// The first array whose base is above an address, NULL: none.
desc_t *hpcc_find_next(const void *address);
// All arrays in the order in which they got their mappings, NULL: the first one. That is the same on all processes,
// where addresses are not: what is sent for each of them goes in this order.
desc_t *hpcc_next_in_order(const desc_t *before);
long hpcc_n_mapped(void);
// The k-th array by address.
desc_t *hpcc_mapped(long k);

// Makes room for boxes in the store of this process (compact: grows, or turns to whole rows where that would be
// wasteful).
void hpcc_store_room(desc_t *desc, const boxes_t *need);
// What a compact store has room for, in boxes that lie apart; the caller drops them.
boxes_t *hpcc_store_boxes(const desc_t *desc);
// Turns the store of this process to whole rows, for good.
void hpcc_store_rows(desc_t *desc);
// Gives the pages of the range back that hold neither owned nor valid elements.
void hpcc_store_trim(desc_t *desc);

// The store of an array in another layout, before the contents are there.
typedef struct next_store_t {
	layout_t *layout;
	int owns, whole_rows, compact_layout;
	box_t own, hull;
	place_t place; // where elements will be: the range, or
	char *buffer;  // compact
} next_store_t;

// Makes room for what this process owns in `layout`, beside what is there.
next_store_t hpcc_store_next(const desc_t *desc, layout_t *layout, int whole_rows);
// Takes that for the store, gives the old one back; the layout is the array's. Nothing but what is owned is valid then.
void hpcc_store_become(desc_t *desc, const next_store_t *next);

// Rank and extents of the layout for those of the array, of as many elements. What is valid is forgotten; the store
// stays as it was.
void hpcc_store_shape(desc_t *desc, const layout_t *layout);

int hpcc_valid_has(desc_t *desc, const valid_t *valid, const boxes_t *list);
void hpcc_valid_add(desc_t *desc, valid_t *valid, boxes_t *list);
// Of a process; of a pair of processes, where this one predicts: `sent` is what the first one has sent to the second.
peer_t *hpcc_peer(desc_t *desc, long key);
static inline long hpcc_pair(int from, int to) { return (long)from * hpcc_size_ + to; }
void hpcc_valid_drop(desc_t *desc, valid_t *valid);
// What is in `changed` (NULL: anything) is no longer valid anywhere but at its owners.
void hpcc_invalidate(desc_t *desc, const boxes_t *changed);
// The same of an element that all processes set, where it is read ahead, too.
void hpcc_invalidate_but_ahead(desc_t *desc, const boxes_t *element);
// The same of what all processes have set to the same values: what all had (desc->all) they still have.
void hpcc_invalidate_but_all(desc_t *desc, const boxes_t *changed);

// ---- waiting.c: arrays that are aligned with what has no memory yet ----------------------------

// Aligns those which wait for the memory at `base`.
void hpcc_waiting_align(const void *base);
// Those that begin there wait no more.
void hpcc_waiting_forget(const char *low, const char *high);
int hpcc_any_waiting(void);
// Widens the bounds to hold all of them.
void hpcc_waiting_bounds(char **low, char **high);
// blocks.c: of variables that end, it is no longer known what is in them.
void hpcc_blocks_forget(const char *low, const char *high);
// Widens the bounds to hold those in objects.
void hpcc_blocks_bounds(char **low, char **high);
// The end of the object, or the block of memory, that holds an address; NULL where that is not known. (objects.c)
const char *hpcc_object_end_around(const void *address);
// Where an address is: objects in different places are different ones. (objects.c)
typedef enum hpcc_place { HPCC_PLACE_VARIABLES, HPCC_PLACE_STACK, HPCC_PLACE_OTHER } hpcc_place;
hpcc_place hpcc_object_place(const void *address);
// Sets hpcc_mapped_low and hpcc_mapped_high.
void hpcc_store_bounds(void);

// An array goes, or the program ends: what this process holds of it. (profile.c)
void hpcc_note_memory(const desc_t *desc, size_t held);
// All arrays that there are.
void hpcc_store_note_memory(void);

// Memory that await.c has mapped at `base`, and that is not, or otherwise: everybody has all of it. (store.c)
void hpcc_early_undo(const void *base);

// ---- unheeded.c: directives that never took effect ----------------------------------------------

// Before the program runs.
void hpcc_unheeded_start(void);
// `bytes` of memory at `base` have a directive that has no effect yet, and `why`.
void hpcc_unheeded_note(const hpcc_array_info *info, const void *base, size_t bytes, const char *why);
// It has taken effect, here or for other memory.
void hpcc_unheeded_drop(const hpcc_array_info *info);
// That is not so yet.
void hpcc_unheeded_forget(const hpcc_array_info *info, const void *base);
// A nest uses memory without a mapping.
void hpcc_unheeded_used(const hpcc_nest *nest, const long *par, const void *base);
// Says what is left, when the program ends.
void hpcc_unheeded_print(void);
// Whether this process may say something where messages went when the program began.
int hpcc_may_warn(void);

// ---- arguments.c: parameters with mappings -----------------------------------------------------

// Mappings in these bytes which parameters alone have given are taken back: values are everywhere. Collective.
void hpcc_drop_implied(const void *low, size_t bytes);

// ---- remap.c: other mappings while the program runs --------------------------------------------

// All arrays and templates in equal blocks over all processes (layout_t.equal) get the sizes of hpcc_planned_sizes. All
// processes call it, outside of nests.
void hpcc_remap_planned(void);

// An array is aligned with the array `with` (its id), or with a template.
typedef struct align_t {
	long with;                     // 0: a template
	const hpcc_template *template; // NULL: an array
	int n;
	hpcc_align sub[HPCC_MAX_RANK];
} align_t;

int hpcc_has_shape(const desc_t *desc, int rank, const long *extent);
// Notes what the array is aligned with: an array, or a template; both NULL: nothing.
void hpcc_note_align(desc_t *desc, const desc_t *with, const hpcc_template *template, const hpcc_align *align);
// Ends the program where `dist` is not in the range of the array.
void hpcc_remap_check_range(const hpcc_array_info *info, const hpcc_array_info *array, int rank, const hpcc_dist *dist);
// What is aligned with the array follows it.
void hpcc_remap_aligned(const desc_t *with);
// Gives the array a layout, which becomes its own; contents are moved where they must be. Collective.
void hpcc_remap(desc_t *desc, layout_t *layout, int whole_rows);

// ---- reshape.c ---------------------------------------------------------------------------------

// The same where the layout has another shape of as many elements: these stay what they are in flat order.
void hpcc_reshape(desc_t *desc, layout_t *layout, int whole_rows);

// ---- collect.c: sections to every process -----------------------------------------------------

// Brings boxes of an array from their owners to every process, into `to` (the range or the store); owned elements
// stand there already. Collective.
// Bytes that `root` has, to all.
void hpcc_bcast_from(int root, char *at, size_t bytes);
void hpcc_collect(desc_t *desc, const boxes_t *boxes, const place_t *to);
// Process p contributes part[p]; afterwards every process has all parts at `place`.
void hpcc_exchange_all(boxes_t *const *part, const place_t *place, size_t element);

// All of an array to process 0, into its range; and from there to the owners.
void hpcc_collect_on_first(desc_t *desc);
void hpcc_deal_from_first(desc_t *desc);

// Combines the values of those processes for which `counts`; where there are none, process 0's it is. (reduce.c)
void hpcc_combine_counting(hpcc_op op, hpcc_type type, void *value, int counts);

// Where the element stands that a local function names; ends the job where this process does not own it. (local.c)
void *hpcc_local_element(desc_t *desc, const void *address, size_t size, const char *file, int line);
// The same for bytes that lie together.
void *hpcc_local_bytes(const void *address, size_t bytes);

// ---- view.c: arrays as nests see them ---------------------------------------------------------

// How the array of an argument is seen: dimensions 0..fixed-1 of it at constant indices, then `merged` dimensions as
// one (the view's dimension 0, at `offset`), then the rest.
typedef struct view_t {
	desc_t *desc;        // NULL: memory that is not mapped
	long id, generation; // of desc, when the view was made
	int whole;           // cannot be expressed so: the whole array at its addresses
	int rank;            // of the view
	int rows;            // by pointers to rows
	int in_rows;         // it matters whether the nest leaves a row
	int all_rows;        // rows: the program has no pointers beside those of the array
	long shift
	        [HPCC_MAX_RANK]; // of dimension k > 0, the view's index of the array's 0: of rows, or where it begins within one
	int fixed, merged;
	long index[HPCC_MAX_RANK]; // of the fixed dimensions
	long offset;
} view_t;

// What need functions write to.
struct hpcc_sink {
	const view_t *view; // NULL: boxes are those of the memory itself
	int rank;           // of the memory
	const long *extent; // 0: not known
	boxes_t *boxes;     // NULL: only whether any of them meets `probe`
	const box_t *probe;
	const hpcc_range *
	        within; // not NULL: only whether a box goes beyond these indices of the view's first dimension: outside
	int met;
	int outside; // a box went beyond the view's first dimension, or beyond its rows (in_rows)
};

extern const hpcc_range hpcc_everything, hpcc_nothing;

void hpcc_view_make(view_t *view, const hpcc_arg *arg, const void *base, const long *row, const long *par);
// Whether different processes own different parts.
static inline int hpcc_view_spread(const view_t *view) { return view->desc && !view->desc->layout->everywhere; }
// Dimensions of the view that are split.
unsigned hpcc_view_split(const view_t *view);
// Whether what a process owns of dimension 0 is not one interval: an inner one of the merged dimensions is split.
static inline int hpcc_view_in_pieces(const view_t *view)
{
	unsigned inner = ((1U << view->merged) - 1) & ~1U;
	return hpcc_view_spread(view) && (view->desc->layout->split >> view->fixed & inner) != 0;
}
// The last of the merged dimensions that is split, the first one where none is; the elements of a row of it: pieces do
// not leave these.
int hpcc_view_last_split(const view_t *view);
long hpcc_view_row(const view_t *view);
// What is owned along dimension 0 of the view: `n` intervals of one length, in ascending order.
typedef struct pieces_t {
	long n;
	hpcc_range first;
	int depth;                                       // the others: nested, innermost first,
	long count[HPCC_MAX_RANK], pitch[HPCC_MAX_RANK]; // so many at such distances
} pieces_t;
// Of a box around what the processes `first` to `last` own.
pieces_t hpcc_view_pieces(const view_t *view, int first, int last);
hpcc_range hpcc_piece(const pieces_t *pieces, long k);
// The interval around what the processes `first` to `last` own along dimension `dim` of the view; hpcc_everything where
// nothing limits it.
hpcc_range hpcc_view_own(const view_t *view, int first, int last, int dim);
// All indices along dimension `dim` of the view.
hpcc_range hpcc_view_domain(const view_t *view, int dim);
// How the dimensions of a view lie along those of another one: index i of dimension k where index sign[k] * i +
// offset[k] of dimension dim[k] is; dim[k] -1: nowhere.
typedef struct likeness_t {
	int dim[HPCC_MAX_RANK], sign[HPCC_MAX_RANK];
	long offset[HPCC_MAX_RANK];
	int guessed; // from one place of the nest: it has to hold for some index
} likeness_t;
void hpcc_likeness(const hpcc_arg *arg, const long *par, likeness_t *out);
// Whether elements of `a` live where those of `b` do that `like` says, for all indices that both have. Dimensions in
// the sets of bits may be split where the other one has no counterpart: they limit what is done with this one by
// themselves.
int hpcc_view_alike(const view_t *a, const view_t *b, const likeness_t *like, unsigned axes_a, unsigned axes_b);
// Whether `a` has indices that stand beside those of `b`.
int hpcc_view_exceeds(const view_t *a, const view_t *b, const likeness_t *like);
// The boxes of the array, disjoint, that a function of the argument names.
boxes_t *hpcc_view_section(const view_t *view, hpcc_section *section, const long *par, const hpcc_range *own);
boxes_t *hpcc_view_all(const view_t *view);
// Whether one of these boxes has elements in common with `probe`.
int hpcc_view_meets(
        const view_t *view, hpcc_section *section, const long *par, const hpcc_range *own, const box_t *probe);

// ---- rows.c: arrays behind pointers to rows --------------------------------------------------

const layout_t *hpcc_rows_layout(const void *pointers); // NULL: none
// An array behind pointers to rows that is aligned with the template, NULL: there is none.
const hpcc_array_info *hpcc_rows_with_template(const hpcc_template *template);
// Those follow the template.
void hpcc_rows_move_aligned(const hpcc_template *template);
// The same of those in equal blocks that are aligned with nothing (hpcc_remap_planned).
void hpcc_rows_move_planned(void);
// The template is not there any more.
void hpcc_rows_leave_template(const hpcc_template *template);
// Another mapping of the array behind a vector of pointers: `dist` on the grid, or an alignment with what has the
// layout `with` (`template`: if that is one). 0: there is no such vector.
int hpcc_rows_redistribute(const hpcc_array_info *info, const void *pointers, const hpcc_dist *dist, hpcc_grid *grid);
int hpcc_rows_realign(const hpcc_array_info *info, const void *pointers, const layout_t *with,
        const hpcc_template *template, const hpcc_align *align);
// The arguments' addresses, with those of arrays for vectors of pointers whose rows are in their places, and NULL for
// others: then *assumed becomes 0 where the nest must run on all processes, and what such rows lead into is noted as
// hpcc_reach does it.
void *const *hpcc_rows_enter(const hpcc_nest *nest, const long *par, void *const *base, int *assumed);
// Notes mapped memory that the next run on all processes touches without being told by its arguments' views.
void hpcc_reach(const char *low, const char *high, int written);
// Why hpcc_rows_enter has found that the nest cannot be split.
const char *hpcc_rows_why(void);
const char *hpcc_rows_instead(void);
// A vector of pointers to rows that a function is to hand on (await.c); it has handed on another one.
void hpcc_rows_await(const hpcc_array_info *info, void *pointers, int levels, const long *extent, const hpcc_dist *dist,
        hpcc_grid *grid);
void hpcc_rows_early_undo(const void *pointers);
// Where all processes run the nest: notes what the rows lead into that it would have added to in elements of each
// process's own.
void hpcc_rows_reach_added(const hpcc_nest *nest, const long *par, void *const *base);
int hpcc_reaches(void); // is there any?
// Brings it to all processes; after the run: it may have been written; it is not needed any more.
void hpcc_reach_begin(void);
void hpcc_reach_written(void);
void hpcc_reach_end(void);
// Pointers to the rows of the compact store, as the view has them; index 0 is the array's. The caller frees them.
void **hpcc_rows_pointers(const view_t *view, int levels);
// Whether each row of the array is a block of memory of its own: no subscript of a row leads to another one.
int hpcc_rows_apart(const desc_t *desc);
// Whether the vector of pointers was allocated for the array's rows, and no more: no subscript of it leads to another
// array.
int hpcc_rows_are_all(const desc_t *desc);

// ---- beyond.c --------------------------------------------------------------------------------

// The array that a nest means by a pointer, NULL: none that is mapped. `row`: the argument's row lengths.
desc_t *hpcc_array_meant(const hpcc_arg *arg, const long *par, const void *base, const long *row);
// Whether the nest goes by a pointer beyond the array that it leads into; `reach`: notes what it may touch then.
int hpcc_beyond(const hpcc_nest *nest, const long *par, void *const *base, const long *row, int reach);
extern const char hpcc_beyond_why[], hpcc_beyond_instead[]; // why such a nest is run by all, and what to do about it

// ---- plan.c, schedule.c, nest.c ---------------------------------------------------------------

typedef struct message_t {
	int peer, arg;
	boxes_t *boxes;
	size_t bytes;
	char *address; // what MPI gets
	int packed;    // address is a buffer of its own
	int started, persistent;
	int bundled; // goes with others to the same peer
	int after;   // in turns: what the sender has set in this nest
} message_t;

// Small messages of several arguments to (or from) one peer, sent as one.
typedef struct bundle_t {
	int sends, after, n, *message; // of the plan's list, by argument
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
	struct plan_t *next;
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
	inbox_t *inbox;       // [process], where all are predicted, else NULL
	MPI_Request *request; // receives, then sends
	int uses;
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
	turn_t *turn;                // in turns: what is handed on; NULL: nothing
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
// nest.c: all plans that there are.
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

// A type of `bytes` bytes, more than a count can say. The caller frees it.
MPI_Datatype hpcc_long_type(size_t bytes);
// `model`: a plan of the same nest whose arrays lie alike, which has found it out; NULL: none.
void hpcc_schedule_make(plan_t *plan, const plan_t *model);
void hpcc_schedule_begin(plan_t *plan);
void hpcc_schedule_received(plan_t *plan);
// In turns: this process has set what it sets.
void hpcc_schedule_done(plan_t *plan);
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
