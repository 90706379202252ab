// SPDX-License-Identifier: Apache-2.0
//
// Mapped arrays: boxes of indices, layouts, descriptors, memory; how nests see them.
#ifndef HPCC_RUNTIME_ARRAYS_H
#define HPCC_RUNTIME_ARRAYS_H

#include "../program/program.h"
#include <stdint.h>

#define MAX_OF(a, b) ((a) > (b) ? (a) : (b))
#define MIN_OF(a, b) ((a) < (b) ? (a) : (b))

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
// The same with each box of another list.
boxes_t *hpcc_boxes_common(const boxes_t *a, const boxes_t *b);
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
	layout_t *given; // what the program has given it, where it has another one for now; else NULL:
	int deferred;    // its contents follow with the next nest that has it (remap.c); 0: all have all (replicate.c)
	int deferred_whole_rows; // deferred: what whole_rows will be
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
	layout_t *left;     // the one before, NULL: none
	long n_returns;     // how often in turn it has come back to the one before
	int has_hull;
	box_t hull, gap; // compact: the box that has room in it, but for these indices of each dimension (step 0: none)
	int n_peers, n_slots; // of those with which something was ever exchanged
	peer_t **peer;
	int *slot;        // by key: 0 or an index of `peer` + 1 (store.c)
	size_t untrimmed; // bytes of others' elements, at most, that have been touched since memory was given back
	valid_t all;      // boxes that are valid on every process
	valid_t ahead;    // a few: read ahead, valid in the range on every process
	long n_single;    // elements that were brought one by one since then, or since a nest changed the array
	box_t singles;    // what these lie in
	long n_ahead;     // reads of what was read ahead last,
	long ahead_cost;  // and as many collectives as that cost
	long ahead_saved; // so many more have been saved by all before than these cost
	long ahead_spent; // collectives that single elements and parts have cost since a nest changed the array
	long ahead_bytes; // how much is read ahead at a time; 0: nothing was yet
	int n_gathered;   // runs by all that had it brought to all since a nest that is split set it
	int n_valid;      // lists in all of these together
	long window;      // replicate.c: when it was last used while it was split
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
// Whether any array has ever had a mapping in this run.
int hpcc_ever_mapped(void);
// The k-th array by address.
desc_t *hpcc_mapped(long k);
// The array with the number, NULL: it is not there any more.
desc_t *hpcc_with_id(long id);

// Makes room for boxes in the store of this process (compact: grows, or turns to whole rows where that would be
// wasteful).
void hpcc_store_room(desc_t *desc, const boxes_t *need);
// What a compact store has room for, in boxes that lie apart; the caller drops them.
boxes_t *hpcc_store_boxes(const desc_t *desc);
// Turns the store of this process to whole rows, for good.
void hpcc_store_rows(desc_t *desc);
// Gives the pages of the range back that hold neither owned nor valid elements.
void hpcc_store_trim(desc_t *desc);
// The same where this process has touched so many bytes of others: once for many of them.
void hpcc_store_trim_after(desc_t *desc, size_t bytes);

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
// The oldest of its lists, of which there is one.
void hpcc_valid_drop_first(desc_t *desc, valid_t *valid);
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

// Arrays that the runtime has brought to all for some loops (replicate.c) get the layouts again that the program has
// given them: before each process goes its own way. All processes call it, outside of nests; nothing is sent.
void hpcc_replicate_end(void);
// The layout that the program has given the array, whatever it has for now.
static inline const layout_t *hpcc_given_layout(const desc_t *desc) { return desc->given ? desc->given : desc->layout; }
// The time now, as desc_t has it in `window`.
extern long hpcc_replicate_window;
// What is to be whole for a call is so again. (memory.c)
void hpcc_whole_again(void);

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
// The same without what is in these boxes, which will be set before it is read; NULL: with all.
void hpcc_remap_without(desc_t *desc, layout_t *layout, int whole_rows, const boxes_t *unread);

// Arrays whose contents are to follow to what `redistribute` or `realign` has given them.
extern int hpcc_n_deferred;
// They follow now: all, but what is in these boxes, which will be set before it is read. whole_rows: it is known that
// the store will have to have them. Collective.
void hpcc_remap_now(desc_t *desc, int whole_rows, const boxes_t *unread);
// The same of all arrays, before each process goes its own way, or layouts are asked for. Collective.
void hpcc_remap_all_now(void);
// They do not follow: the layout that the array was to have, which the caller owns; NULL: none.
layout_t *hpcc_take_deferred(desc_t *desc);

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

#endif
