// SPDX-License-Identifier: Apache-2.0
//
// What generated code calls. Users do not write these calls, but read them: each comment says what the
// call means in terms of the source program.
//
// Ownership is a list of intervals of global indices in each dimension (docs/architecture.md). An element is
// always addressed by its global indices: the user's pointers hold addresses in a range that is reserved for the
// whole array ("the range"), of which a process touches what it owns or receives.
//
// A program that was started without a launcher is one process and calls nothing of MPI.
#ifndef HPCC_RUNTIME_H
#define HPCC_RUNTIME_H

#include "callbacks.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { HPCC_MAX_RANK = 7, HPCC_MAX_GRID = 3, HPCC_MAX_AXES = 64 };

// Infinite bounds of intervals: far enough from LONG_MAX that small affine forms of them do not overflow.
#define HPCC_INF 0x1000000000000L

// Status with which a job ends when the runtime must give up (a message says why).
#define HPCC_EXIT_STATUS 113

// ---- program ----------------------------------------------------------------------------------

// The user's main, renamed; generated code defines it where the program's main was, and registers it with a
// constructor. `main` itself is the runtime's.
typedef int hpcc_main_function(int argc, char **argv, char **envp);
void hpcc_set_main(hpcc_main_function *user_main);

// Registers `init`, which maps the arrays of file scope of one translation unit; called in a constructor. At start,
// after MPI is up and before the user's main, all of them run with phase 0, in the order of registration, then with
// phase 1, and so on while one gives more than the phase (what an array is aligned with, perhaps in another unit, is
// mapped in an earlier phase), and once with HPCC_ALL_MAPPED.
enum { HPCC_ALL_MAPPED = -1 };
void hpcc_at_start(int (*init)(int phase));

// Whether nothing is ever elsewhere: there is one process, or no unit of the program maps anything (those that do say
// so before main). Then functions run the source's own text. 0 in checked programs, and where a trace is written.
extern int hpcc_alone;
void hpcc_unit_maps(void);
// A unit that looks at what fprintf, fwrite and the like return says so before main. Where none does, an error in
// writing to a file shows when the file is flushed, closed or asked, and nothing is told before that.
void hpcc_unit_asks_output(void);

// Functions that the C library runs before main, and after the program's end. hpcc_before_start gives 1 there, and the
// function is run later, in the same order, when all is mapped. hpcc_behind_end gives 1 where it has been run: what is
// registered with its priority runs while there are processes and arrays, behind the exit handlers of the program.
typedef void hpcc_constructor(int argc, char **argv, char **envp);
int hpcc_before_start(hpcc_constructor *function);
void hpcc_at_end(void (*function)(void), int priority);
int hpcc_behind_end(void);

// ---- mapping ----------------------------------------------------------------------------------

typedef struct hpcc_grid hpcc_grid;
typedef struct hpcc_template hpcc_template;

typedef enum hpcc_format { HPCC_NONE, HPCC_BLOCK, HPCC_GEN_BLOCK } hpcc_format;

// How one dimension is split.
typedef struct hpcc_dist {
	hpcc_format format;
	long block;          // BLOCK: block(m); 0: blocks of ceiling(extent/processes)
	int fixed;           // of these, which no plan changes
	const void *weights; // GEN_BLOCK: sizes, one for each process along the dimension at least
	int weight_size;     // bytes of one weight (signed integers)
	long n_weights;      // 0: unknown
	int is_part; // 1: the indices from `used` on are in nobody's blocks, and go with the last one of the others
	long used;
} hpcc_dist;

// `processors P[..]` of `rank` dimensions; an extent of 0 stands for `*`. The program ends with a message where a
// fixed grid needs more processes than there are. `name` and `where` ("file:line") are for messages.
hpcc_grid *hpcc_grid_new(const char *name, const char *where, int rank, const long *extent);
// The same for a grid of file scope, wherever something is mapped onto it: its extents are those of the first time, or
// the program ends.
hpcc_grid *hpcc_grid_named(const char *name, const char *where, int rank, const long *extent);
// An extent of a grid that is no constant: `value`, or the program ends where it is not positive.
long hpcc_grid_extent(const char *name, const char *where, long value);

// A template. dist: `rank` formats. The split dimensions are laid on the grid's in order; grid NULL: a grid of `*` is
// made.
hpcc_template *hpcc_template_new(
        const char *name, const char *where, int rank, const long *extent, const hpcc_dist *dist, hpcc_grid *grid);
// The same for a template of file scope, wherever something is aligned with it: one object for all files that have the
// directive. Where its extents are others than before the program ends, unless nothing is aligned with it any more.
hpcc_template *hpcc_template_named(
        const char *name, const char *where, int rank, const long *extent, const hpcc_dist *dist, hpcc_grid *grid);

// A template of a block that may be redistributed: one of its own, until the block is left (for
// `__attribute__((cleanup))`).
hpcc_template *hpcc_template_own(
        const char *name, const char *where, int rank, const long *extent, const hpcc_dist *dist, hpcc_grid *grid);
void hpcc_template_leave(hpcc_template *const *template);

// Alignment of one dimension of a template: the array's dimension `dim` at coef * index + offset (coef 1 or -1 or
// another constant), or dim -1: the constant position `offset`, or star: replicated along it.
typedef struct hpcc_align {
	int dim;
	long coef, offset;
	int star;
	int is_part; // 1: the array's indices from `used` on are aligned with nothing, and go with the last one of the others
	long used;
} hpcc_align;

// Facts of a mapped array that do not change: one static object for each mapping directive.
typedef struct hpcc_array_info {
	const char *name, *where;
	int rank;
	size_t element;    // bytes of one element
	const char *holds; // what is in one, as in runtime/parts.h; may be NULL
	int whole_rows;    // the code of this unit counts on global strides (only the outermost dimension is split)
	int dynamic;       // redistribute and realign of a parameter that it is given to are not undone
	int at_offset;     // the directive's arrays stand behind one pointer, at offsets from it
	int with_argument; // aligned with what a parameter is given, which may have no mapping: then this one is not split either
	int n_ranges;              // the only formats that it may be redistributed to, 0: any:
	const hpcc_format *ranges; // `rank` for each
	int shadow_given;
	long shadow_lo[HPCC_MAX_RANK], shadow_hi[HPCC_MAX_RANK];
	const char *mapping; // the directive, for dist_mapping; NULL: ""
} hpcc_array_info;
static inline long *hpcc_shadow_lo(hpcc_array_info *info, int dim) { return &info->shadow_lo[dim]; }
static inline long *hpcc_shadow_hi(hpcc_array_info *info, int dim) { return &info->shadow_hi[dim]; }

// A width of a shadow that the program computes: `value`, or the program ends where it is negative.
long hpcc_shadow_width(const char *name, const char *where, long value);

// Reserves a range for `bytes`, zero-filled when touched; never NULL (the program ends with a message that says how to
// go on where the reservation is refused). For arrays that the source declares. hpcc_release also unmaps.
void *hpcc_reserve(const hpcc_array_info *info, size_t bytes);
// The range holds values before it is mapped.
void hpcc_store_used(const void *base);
// The same for one of file scope that is there by itself: on one process it is that one, `declared`.
void *hpcc_declared(const hpcc_array_info *info, size_t bytes, void *declared);
// The same for an array of a block with an initialiser: its values are there at once, before it is mapped.
void *hpcc_reserve_filled(const hpcc_array_info *info, size_t bytes, const void *image);
void hpcc_release(void *base);

// For `__attribute__((cleanup(hpcc_release_local)))` on the pointer that stands for a local array.
void hpcc_release_local(void *pointer_to_base);

// The first extent of memory that was allocated: as much as it has room for.
#define HPCC_ROOM (-0x7fffffffffffffffL)

// Maps the memory at `base` (from hpcc_reserve or any allocation): extents and the template it lives on. Contents that
// were there are kept. Memory that is mapped already in the same way is left alone; mapped otherwise: an error. base
// NULL: nothing.
void hpcc_map_distribute(
        const hpcc_array_info *info, void *base, const long *extent, const hpcc_dist *dist, hpcc_grid *grid);
void hpcc_map_align(
        const hpcc_array_info *info, void *base, const long *extent, hpcc_template *with, const hpcc_align *align);
// With another array: `with_base` is any address in it. The descriptor of it must exist by then.
void hpcc_map_align_array(
        const hpcc_array_info *info, void *base, const long *extent, const void *with_base, const hpcc_align *align);

// With the array that the pointer at `with` leads to, which has `n` dimensions. Where that has no memory yet the array
// is aligned when it gets it; until then it has no mapping.
// hpcc_kept_pointer: a place for `with` that holds this pointer: from now on, or until the next call where it leads to
// mapped memory, as that is aligned with at once.
void *const *hpcc_kept_pointer(const void *pointer);
void hpcc_map_align_pointer(
        const hpcc_array_info *info, void *base, const long *extent, void *const *with, int n, const hpcc_align *align);

// In front of a call of a function that hands on memory which it has allocated: how that will be mapped, and by what
// the function hands it on, the name of a parameter f where it sets *f, or of a member, "" where it returns it. The
// arguments live until hpcc_await_end, which is given the memory of all that is awaited of the call (NULL: it is not
// known). In the function hpcc_awaited maps it where it is allocated, if it is as large; or it comes of another
// function, by which hpcc_await_of awaits it. All a hint: it is mapped behind the call as any other.
void hpcc_await_distribute(const void *function, const char *way, const hpcc_array_info *info, const long *extent,
        const hpcc_dist *dist, hpcc_grid *grid);
void hpcc_await_align(const void *function, const char *way, const hpcc_array_info *info, const long *extent,
        hpcc_template *with, const hpcc_align *align);
void hpcc_await_align_array(const void *function, const char *way, const hpcc_array_info *info, const long *extent,
        const void *with_base, const hpcc_align *align);
void hpcc_await_align_pointer(const void *function, const char *way, const hpcc_array_info *info, const long *extent,
        void *const *with, int n, const hpcc_align *align);
void hpcc_await_rows(const void *function, const char *way, const hpcc_array_info *info, int levels, const long *extent,
        const hpcc_dist *dist, hpcc_grid *grid);
void hpcc_await_of(const void *function, const char *way, const void *by, const char *by_way);
void *hpcc_awaited(const void *function, const char *way, void *memory);
void hpcc_await_end(int n, const void *const *memory);

// Whether `base` is a place in a block which the program has allocated lately, with room for the shape and nothing
// mapped there.
int hpcc_has_room(const hpcc_array_info *info, const void *base, const long *extent);

// The same of what a call has left behind a pointer; an extent may not be there yet.
int hpcc_has_come(const hpcc_array_info *info, const void *base, const long *extent);
// Of pointers to rows.
int hpcc_rows_have_come(const hpcc_array_info *info, const void *pointers, const long *extent);

// An array behind pointers to its rows (T **p: levels 1, T ***p: levels 2, ...): `pointers` is the vector of dimension
// 0, which may not be filled yet. The mapping takes effect at the first nest that finds the rows one behind the other,
// as the shape says.
void hpcc_rows_distribute(const hpcc_array_info *info, void *pointers, int levels, const long *extent,
        const hpcc_dist *dist, hpcc_grid *grid);
void hpcc_rows_align(const hpcc_array_info *info, void *pointers, int levels, const long *extent, hpcc_template *with,
        const hpcc_align *align);
void hpcc_rows_align_array(const hpcc_array_info *info, void *pointers, int levels, const long *extent,
        const void *with_base, const hpcc_align *align);
void hpcc_rows_align_pointer(const hpcc_array_info *info, void *pointers, int levels, const long *extent,
        void *const *with, int n, const hpcc_align *align);
// The vector of pointers, a variable, ends with its block. hpcc_rows_forget_at has the form of a `cleanup` function, of
// a variable that leads to it.
void hpcc_rows_forget(const volatile void *pointers);
static inline void hpcc_rows_forget_at(const volatile void **pointers) { hpcc_rows_forget(*pointers); }
// The pointer at `place`, in a vector of pointers to rows of elements of `element` bytes, is to be set to what a call
// gives: what malloc and the like allocate first until hpcc_row_end stands behind the row that was allocated before it
// for this vector.
void hpcc_row_begin(const void *place, size_t element);
void hpcc_row_end(void);

// ---- objects in which mapped arrays stand ------------------------------------------------------

// An array that is declared in a struct is mapped where it stands in each object. Variables say where they begin and
// end before what is in them is mapped; those of blocks leave with their block, and what was mapped in them is so no
// more (for `__attribute__((cleanup))`).
typedef struct hpcc_object {
	const void *address;
	size_t bytes;
	int is_block;
} hpcc_object;
hpcc_object hpcc_object_enter(const void *object, size_t bytes);
// The same of an array whose memory pointers with a mapping may get: a block, as if it had been allocated.
hpcc_object hpcc_block_enter(const void *block, size_t bytes);
void hpcc_object_leave(const hpcc_object *object);
// What a function has from alloca ends with it: what is mapped in the stack below `frame`, its frame's address, is so
// no more (for `__attribute__((cleanup))`).
void hpcc_frame_leave(const void *const *frame);
// What setjmp returns. Where a jump has come back to it, it has left functions: what is mapped in their memory is so no
// more.
int hpcc_landed(int value);
// A variable in which arrays begin at offsets. Of one that lives in a block the directive tells of each array, between
// hpcc_block_begin and hpcc_block_changes, where it is: its address, its extents, and any address in the array that it
// is aligned with (NULL: none). Where that is not as before, what was mapped there is mapped no more, and 1: they are
// to be mapped.
typedef struct hpcc_block_arrays hpcc_block_arrays;
hpcc_block_arrays *hpcc_block_begin(const hpcc_array_info *info, const void *base, size_t bytes);
void hpcc_block_array(hpcc_block_arrays *block, const void *base, const long *extent, const void *with);
int hpcc_block_changes(hpcc_block_arrays *block);
// Of one of file scope, and of one in an object (`object`: where that is), a function tells the same; given NULL it
// maps them. That is done by the first nest that finds them there, one beside the other.
typedef void hpcc_block_function(hpcc_block_arrays *block, const void *object);
void hpcc_block_wait(
        const hpcc_array_info *info, const void *base, size_t bytes, hpcc_block_function *arrays, const void *object);
// The bytes from `base` on in the memory that it stands in; 0: not known.
size_t hpcc_block_room(const void *base);
// From here on malloc gives memory cleared: where the program has computed nothing yet, an object in it says so on all
// processes.
void hpcc_block_clear_memory(void);
// Before a nest: looks for those that are not mapped yet. `base`: n addresses that the nest uses.
extern int hpcc_n_blocks_waiting;
void hpcc_block_find_all(void *const *base, int n);
static inline void hpcc_block_find(void)
{
	if (hpcc_n_blocks_waiting > 0) hpcc_block_find_all(0, 0);
}
// How many objects of `size` bytes a pointer has received in which nothing is mapped yet: fresh: as many as fill the
// block that was allocated for them; else the one at `p`, in a block that is there already. 0 where it is no memory
// that was allocated lately.
long hpcc_objects_at(const void *p, size_t size, int fresh);
// The object, with current values in all of it; called by all processes. Its value has been taken.
void *hpcc_object_value(const void *object, size_t bytes);
void hpcc_object_end(const void *object, size_t bytes);

// The initialiser of a static mapped array: what this process owns is copied from `image` (the whole array).
void hpcc_set_initial(void *base, const void *image, size_t bytes);

// ---- other mappings while the program runs ------------------------------------------------------

// Collective, as mapping is. `info` names the directive's array, as it stands there: messages are about that. Memory
// that is not mapped (NULL too) is left alone, and so is all of it inside of nests. Values are kept; arrays that are
// aligned with it follow.

// redistribute a[..] onto P
void hpcc_redistribute(const hpcc_array_info *info, const void *base, const hpcc_dist *dist, hpcc_grid *grid);
// The same of a template: arrays that are aligned with it go where it does.
void hpcc_redistribute_template(
        const hpcc_array_info *info, hpcc_template *template, const hpcc_dist *dist, hpcc_grid *grid);
// realign a[..] with T[..]; with an array: `with_base` is any address in it, `with_rank` its dimensions as the
// directive has them.
void hpcc_realign(const hpcc_array_info *info, const void *base, hpcc_template *with, const hpcc_align *align);
void hpcc_realign_array(
        const hpcc_array_info *info, const void *base, const void *with_base, int with_rank, const hpcc_align *align);

// The mapping that an argument had when a function was called. Generated code reads nothing of it.
typedef struct hpcc_argument {
	const struct hpcc_argument *others; // of the same call
	const hpcc_array_info *info;
	const void *base;
	long id; // 0: there is nothing to give back
	struct layout_t *layout;
	const char *mapping;
	int whole_rows;
} hpcc_argument;

// A parameter with a mapping of its own: the array that it is given has that until the function returns; memory without
// a mapping has it from then on. For `__attribute__((cleanup(hpcc_argument_leave)))`. others: the one before it in the
// same function, NULL: none. Where it is all of an array in rows of another length, elements stay what they are in flat
// order; a part of an array is left as it is.
hpcc_argument hpcc_argument_distribute(const hpcc_argument *others, const hpcc_array_info *info, const void *base,
        const long *extent, const hpcc_dist *dist, hpcc_grid *grid);
hpcc_argument hpcc_argument_align(const hpcc_argument *others, const hpcc_array_info *info, const void *base,
        const long *extent, hpcc_template *with, const hpcc_align *align);
hpcc_argument hpcc_argument_align_array(const hpcc_argument *others, const hpcc_array_info *info, const void *base,
        const long *extent, const void *with_base, int with_rank, const hpcc_align *align);
// A parameter that the function redistributes or realigns: undone when it returns, unless the array is dynamic.
hpcc_argument hpcc_argument_keep(const hpcc_argument *others, const void *base);
void hpcc_argument_leave(hpcc_argument *argument);
// Those of several arrays that one parameter leads to; NULL: none.
typedef struct hpcc_arguments hpcc_arguments;
void hpcc_arguments_add(hpcc_arguments **list, hpcc_argument argument);
void hpcc_arguments_leave(hpcc_arguments **list);

// Addresses of mapped memory lie in [hpcc_mapped_low, hpcc_mapped_high): a cheap first test.
extern char *hpcc_mapped_low, *hpcc_mapped_high;
// Whether there is memory without a mapping.
int hpcc_is_plain(const void *p);
// Whether the object that `p` leads into holds no mapped memory: nothing that is made of `p` leads to any. Objects with
// some lie between hpcc_near_low and hpcc_near_high.
extern char *hpcc_near_low, *hpcc_near_high;
int hpcc_stands_apart(const void *p);
static inline int hpcc_is_own(const void *p)
{
	return (char *)p < hpcc_near_low || (char *)p > hpcc_near_high || hpcc_stands_apart(p);
}
// Whether the two are seen to lead into different memory.
int hpcc_is_apart(const void *p, const void *q);
#define HPCC_MAYBE_MAPPED(p) ((char *)(p) >= hpcc_mapped_low && (char *)(p) < hpcc_mapped_high)

// ---- the phase cycle --------------------------------------------------------------------------

// Around the loop that the task graph calls the phase cycle: HPCC_CYCLE(line, count) stands before it, count being how
// often it runs (-1: that is not known), and HPCC_CYCLE_STEP before its body, which is left there where only some
// cycles are to be predicted.
int hpcc_cycle_begin(const char *file, int line, long count);
int hpcc_cycle_step(void);
int hpcc_cycle_end(void);
#define HPCC_CYCLE(file, line, count)                                                                                  \
	for (int hpcc_cycling = hpcc_cycle_begin(file, line, count); hpcc_cycling; hpcc_cycling = hpcc_cycle_end())
#define HPCC_CYCLE_STEP                                                                                                \
	if (hpcc_cycle_step())                                                                                         \
		break;                                                                                                 \
	else

// ---- single elements, outside of nests --------------------------------------------------------

// Each takes the address that the source names, and the place in the source, for HPCC_STATS. All processes call them in
// the same order. An address that is not in mapped memory is returned as it is.
// Read: an address where the element's current value stands, the same bits on all processes.
void *hpcc_read(const void *address, size_t size, const char *file, int line);
// Write: where this process stores a new value; whoever does not own it gets a place that nobody reads.
void *hpcc_write(void *address, size_t size, const char *file, int line);
// Read and write (a[i] += x).
void *hpcc_update(void *address, size_t size, const char *file, int line);
// Read and write where the value of the whole expression is used: the place holds the current value on all processes.
void *hpcc_exchange(void *address, size_t size, const char *file, int line);

// A value that a handler of a signal may have set: what process 0 has read, where all processes come by.
void hpcc_told(void *value, size_t size);
#define HPCC_TOLD(x)                                                                                                   \
	({                                                                                                             \
		__typeof__((__typeof__(x))(x)) hpcc_v = (x);                                                           \
		hpcc_told(&hpcc_v, sizeof hpcc_v);                                                                     \
		hpcc_v;                                                                                                \
	})

// The element that the lvalue `e` names, which may lie in mapped memory.
static inline void *hpcc_maybe_read(const void *p, size_t n, const char *file, int line)
{
	return HPCC_MAYBE_MAPPED(p) ? hpcc_read(p, n, file, line) : (void *)p;
}
static inline void *hpcc_maybe_write(void *p, size_t n, const char *file, int line)
{
	return HPCC_MAYBE_MAPPED(p) ? hpcc_write(p, n, file, line) : p;
}
static inline void *hpcc_maybe_update(void *p, size_t n, const char *file, int line)
{
	return HPCC_MAYBE_MAPPED(p) ? hpcc_update(p, n, file, line) : p;
}
static inline void *hpcc_maybe_exchange(void *p, size_t n, const char *file, int line)
{
	return HPCC_MAYBE_MAPPED(p) ? hpcc_exchange(p, n, file, line) : p;
}
// Subscripts may hold commas, which brackets do not hide.
#define HPCC_READ(...)                                                                                                 \
	(*(__typeof__(__VA_ARGS__) *)hpcc_maybe_read(&(__VA_ARGS__), sizeof(__VA_ARGS__), __FILE__, __LINE__))
#define HPCC_WRITE(...)                                                                                                \
	(*(__typeof__(__VA_ARGS__) *)hpcc_maybe_write(&(__VA_ARGS__), sizeof(__VA_ARGS__), __FILE__, __LINE__))
#define HPCC_UPDATE(...)                                                                                               \
	(*(__typeof__(__VA_ARGS__) *)hpcc_maybe_update(&(__VA_ARGS__), sizeof(__VA_ARGS__), __FILE__, __LINE__))
#define HPCC_EXCHANGE(...)                                                                                             \
	(*(__typeof__(__VA_ARGS__) *)hpcc_maybe_exchange(&(__VA_ARGS__), sizeof(__VA_ARGS__), __FILE__, __LINE__))

// An assignment to element[0], for whose value the others are read: begin brings these to its owner, and gives 1 where
// the assignment is to be made. There the functions above find everything in place until the end. Called by all
// processes.
typedef struct hpcc_element {
	const void *address;
	size_t size;
} hpcc_element;
extern int hpcc_storing;
int hpcc_store_begin(int n, const hpcc_element *element);
static inline int hpcc_maybe_store(int n, const hpcc_element *element)
{
	return HPCC_MAYBE_MAPPED(element->address) ? hpcc_store_begin(n, element) : 1;
}
static inline void hpcc_store_end(void) { hpcc_storing = 0; }

// Arguments of a function of the C library that uses memory by itself (strlen, sscanf): between begin and end, what
// they name is whole on every process. `bytes` 0: to the ends of the array that `p` leads into. `writes`: the function
// may change it; it does so alike on all processes, and hpcc_whole_end lets the owners take it. Begin gives what end is
// told.
int hpcc_whole_begin(void);
// The functions of these names, for memory of which parts may be mapped.
void *hpcc_memset(void *to, int value, size_t bytes);
void *hpcc_memcpy(void *to, const void *from, size_t bytes);
void *hpcc_memmove(void *to, const void *from, size_t bytes);
int hpcc_memcmp(const void *a, const void *b, size_t bytes);
void hpcc_qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *));
void *hpcc_make_whole(const void *p, size_t bytes, int writes);
void hpcc_whole_end(int mark);
static inline void *hpcc_whole(const void *p, size_t bytes, int writes)
{
	return HPCC_MAYBE_MAPPED(p) ? hpcc_make_whole(p, bytes, writes) : (void *)p;
}

// ---- serial code ------------------------------------------------------------------------------

// Memory that serial code uses: mapped (then it is all of the array that `address` is in), or replicated and changed.
// `name` is for messages. address NULL: nothing, or, without a name, all mapped arrays that there are.
#define HPCC_UNKNOWN_SIZE ((size_t)-1)
typedef struct hpcc_memory {
	const char *name;
	void *address;
	size_t bytes; // 0: only if it is mapped; HPCC_UNKNOWN_SIZE: it must turn out to be mapped
	int writes;
} hpcc_memory;

typedef struct hpcc_serial {
	int here; // this process runs the code
	void *state;
} hpcc_serial;

// Code that runs once, on process 0. All processes call both, around it; between them process 0 is alone, and has the
// mapped arrays whole. Afterwards the owners have what changed, and all the `bytes` of the result (NULL: none) and the
// replicated memory. Within serial code nothing is done. hpcc_serial_end may be called twice.
void hpcc_serial_begin(hpcc_serial *s, const char *where, void *result, size_t bytes, int n, const hpcc_memory *memory);
void hpcc_serial_end(hpcc_serial *s);

// ---- nests ------------------------------------------------------------------------------------

typedef struct hpcc_sink hpcc_sink;
// Called by need functions: adds a box of `rank` ranges (indices as the nest's source uses them) of argument `arg`.
void hpcc_box(hpcc_sink *sink, const hpcc_range *box);

// Says which sections of one argument the process needs (or writes) that owns `own[k]` along axis k, given the
// parameters. `own[k]` is [-HPCC_INF, HPCC_INF] where nothing limits the axis. May name indices outside of the array
// only where the source program would have accessed them.
typedef void hpcc_section(const long *par, const hpcc_range *own, hpcc_sink *sink);

// How many statements of a nest the process executes that owns `own[k]` along axis k, given the parameters, a loop
// around a statement counting for each iteration: added to n[0] for those whose iterations ownership limits, to n[1]
// for the others.
typedef void hpcc_work(const long *par, const hpcc_range *own, long *n);

// Heads of such functions, and a box in one. They are called when a plan is made, and not when it is carried out: they
// are compiled as fast as possible instead.
#define HPCC_UNUSED __attribute__((__unused__))
#define HPCC_FOR_PLANS __attribute__((__cold__, __noinline__, __optnone__, __unused__)) static
#define HPCC_SECTIONS(name)                                                                                            \
	HPCC_FOR_PLANS void name(                                                                                      \
	        HPCC_UNUSED const long *hpcc_par, HPCC_UNUSED const hpcc_range *hpcc_own, hpcc_sink *hpcc_sink)
#define HPCC_WORK(name)                                                                                                \
	HPCC_FOR_PLANS void name(                                                                                      \
	        HPCC_UNUSED const long *hpcc_par, HPCC_UNUSED const hpcc_range *hpcc_own, HPCC_UNUSED long *hpcc_n)
#define HPCC_ADDERS(name)                                                                                              \
	HPCC_FOR_PLANS int name(HPCC_UNUSED const long *hpcc_par, HPCC_UNUSED const hpcc_range *hpcc_own)
// Heads of callbacks (callbacks.h). Those that take intervals are called for each part of many partitions; the others
// are compiled as fast as possible.
#define HPCC_CALLBACK __attribute__((__cold__, __noinline__, __unused__)) static
#define HPCC_OPERATIONS(name)                                                                                          \
	HPCC_CALLBACK void name(                                                                                       \
	        HPCC_UNUSED const long *hpcc_par, HPCC_UNUSED const hpcc_range *hpcc_own, HPCC_UNUSED double *hpcc_n)
#define HPCC_LINEAR(name) HPCC_FOR_PLANS void name(HPCC_UNUSED const long *hpcc_par, HPCC_UNUSED double *hpcc_n)
#define HPCC_RECEIVED(name)                                                                                            \
	HPCC_CALLBACK void name(HPCC_UNUSED const long *hpcc_par, HPCC_UNUSED const hpcc_range *hpcc_own,              \
	        HPCC_UNUSED double *hpcc_bytes)
#define HPCC_NUMBER(name) HPCC_FOR_PLANS double name(HPCC_UNUSED const long *hpcc_par)
#define HPCC_MEMORY(name)                                                                                              \
	HPCC_CALLBACK double name(HPCC_UNUSED const long *hpcc_par, HPCC_UNUSED const hpcc_range *hpcc_own)
#define HPCC_BOX(...) hpcc_box(hpcc_sink, (const hpcc_range[]){__VA_ARGS__})

// How reductions combine, and what.
typedef enum hpcc_op {
	HPCC_OP_SUM,
	HPCC_OP_PROD,
	HPCC_OP_MIN,
	HPCC_OP_MAX,
	HPCC_OP_BAND,
	HPCC_OP_BOR,
	HPCC_OP_BXOR,
	HPCC_OP_LAND,
	HPCC_OP_LOR
} hpcc_op;
typedef enum hpcc_type {
	HPCC_TYPE_CHAR,
	HPCC_TYPE_SCHAR,
	HPCC_TYPE_UCHAR,
	HPCC_TYPE_SHORT,
	HPCC_TYPE_USHORT,
	HPCC_TYPE_INT,
	HPCC_TYPE_UINT,
	HPCC_TYPE_LONG,
	HPCC_TYPE_ULONG,
	HPCC_TYPE_LLONG,
	HPCC_TYPE_ULLONG,
	HPCC_TYPE_FLOAT,
	HPCC_TYPE_DOUBLE,
	HPCC_TYPE_LDOUBLE,
	HPCC_TYPE_CFLOAT,
	HPCC_TYPE_CDOUBLE,
	HPCC_TYPE_BOOL
} hpcc_type;

enum {
	HPCC_READS = 1,
	HPCC_WRITES = 2,
	HPCC_WHOLE_ROWS =
	        4, // the text uses the source's own strides and addresses: only the outermost dimension may be split
	HPCC_ALL_DIMS = 8,   // need unknown: the whole array is read
	HPCC_HOME = 16,      // iterations are placed by this array's ownership
	HPCC_UNMAPPED = 64,  // expected not to be mapped: what is written is shared after the nest
	HPCC_MAY_MEET = 128, // UNMAPPED, and may overlap another such argument even where the elements are not known
	HPCC_BY_ALL = 32,    // every process runs all iterations that write it
	// All accesses are reductions by `op` into elements of `type`. In a partitioned run each process combines into
	// elements of its own, neutral at first, in what `need` says that it touches; they are combined with those from
	// before when the nest is left: at the owners, or everywhere where it is not mapped.
	HPCC_REDUCED = 256,
	// Some accesses are made by owners, the program says: their sections are not among the needs.
	HPCC_RESIDENT = 1024,
	// REDUCED, and neither the sections nor the memory say which elements are touched: accesses go through
	// hpcc_grown.
	HPCC_GROWS = 4096,
	// REDUCED, in functions that the nest calls: the array itself is neutral at first, and what was there is kept
	// elsewhere meanwhile.
	HPCC_IN_PLACE = 16384,
	HPCC_ONE_ROW = 2048,   // the text names elements of one row, a[0][k]: this may go through other rows
	HPCC_DISPLACED = 8192, // seen from within a row, linearised by hand: so may this
	// The nest sets all of `wrote`, a box, before it reads any of it: where the array is redistributed for it (`sliced`),
	// or has been since the last nest that had it, what was there is not brought.
	HPCC_OVERWRITTEN = 32768,
	HPCC_IN_RANGE = 512, // code that the nest calls uses the source's addresses, whatever dimensions are split
};

// One array that a nest accesses, by the pointer its source uses (a view of the array is allowed: `&a[k]`, `a[k]`).
typedef struct hpcc_arg {
	const char *name;
	int rank;       // subscripts in the nest's source
	int row_levels; // > 0: base is a vector of pointers to rows (T **: 1, T ***: 2); their lengths are given as 0
	size_t element; // bytes of what the pointer's innermost element is
	size_t size; // UNMAPPED: bytes of the array that the source declares, which no subscript leaves; 0: not known
	int flags;
	unsigned may_split;       // bit d: dimension d of the argument may be split, else the nest takes the slow path
	unsigned long may_be_one; // bit k: argument k may be the same array, seen in the same way
	unsigned long may_be_one_along[HPCC_MAX_RANK]; // [d]: where all axes' arrays are split along dimension d only
	int sliced; // d + 1: while the nest runs the array is split along dimension d, and no other; 0: as it is mapped
	int like;   // argument whose layout must be the same in all split dimensions, -1: none
	// Index i of dimension d here stands where index i + like_offset[d] of `like` does (-i + like_offset[d], if
	// like_reversed[d]), in its dimension like_dim[d] - 1; 0: in dimension d; -1: d must not be split.
	long like_offset[HPCC_MAX_RANK];
	unsigned char like_reversed[HPCC_MAX_RANK];
	signed char like_dim[HPCC_MAX_RANK];
	void (*like_by)(
	        const long *par, long *offset); // what only the run knows of like_offset, added to it; may be NULL
	hpcc_op op;                             // REDUCED
	hpcc_type type;
	struct {
		size_t offset, size;
		int of;
	} part; // REDUCED: the bytes of an element that are combined, and the argument that has the others; size 0: all of it
	long extent
	        [HPCC_MAX_RANK]; // REDUCED, where the memory is not mapped; 0: not known, and then no section goes beyond it
	hpcc_section *need;      // NULL: nothing is read, or HPCC_ALL_DIMS
	hpcc_section
	        *wrote; // sections that may be written by all processes together (own is infinite); NULL: all of it
	hpcc_section
	        *at_home; // sections that are read where they are owned only, by all processes together; may be NULL
} hpcc_arg;

// An axis: dimension `dim` of argument `arg` limits iterations to those whose home index is owned.
typedef struct hpcc_axis {
	int arg, dim;
} hpcc_axis;

enum {
	HPCC_OVERLAP = 1,    // iterations may run in any order: the interior first while messages are under way
	HPCC_REPLICATED = 2, // runs wholly on every process, on sections brought to all: the slow path, or a loop that
	                     // prints or reads elements
	HPCC_SLOW = 4,       // counted as slow path (with HPCC_REPLICATED)
	// Parts of dimension 0 of the homes may be taken one after the other, from the first to the last (from the last
	// to the first): the order of the iterations stays.
	HPCC_ASCENDING = 8,
	HPCC_DESCENDING = 16,
	HPCC_ASSERTS = 32,        // a process may end the program in it: the others wait for it at the end
	HPCC_GOES_BACK = 64,      // it does so with hpcc_ends: the nest is undone, and run by all
	HPCC_TOLD = 128,          // the compiler has warned of it: that all processes run it, or one after the other
	HPCC_SLICES = 256,        // arguments are distributed in another way while it runs (hpcc_arg.sliced)
	HPCC_SLICES_OF_FEW = 512, // SLICES, even if it sets a small part of their elements
};

typedef struct hpcc_nest {
	const char *file;
	int line, id; // id: that of the task in the task graph
	int flags;
	int n_args;
	const hpcc_arg *args;
	int n_axes;
	const hpcc_axis *axes;
	unsigned long
	        sums_at; // bit a: where argument a is owned, what is added up over the iterations is added; 0: wherever
	int n_portions; // REPLICATED: what is read may be brought in portions; the sections are then those of what hpcc_own[] says
	// In turns: values cross to processes that come later by what they own along this axis, upward (1) or downward
	// (-1); 0: nothing crosses.
	int turn_way, turn_axis;
	// In turns as a pipeline: loops are limited along the axis n_axes, too, which belongs to no array: to one strip
	// after the other. STRIPS joins to n[0] and n[1] the first and the last place along it; NULL: there are none.
	hpcc_work *strips;
	size_t carried; // bytes that each process hands on to the next one (hpcc_carry),
	size_t handed;  // and in each run of an inner loop (hpcc_hand_on)
	int n_par;
	const char *why;     // SLOW: what the compiler said of it; may be NULL
	const char *assumes; // what `assumed` tests, in the words of the source; may be NULL
	int operations;      // the most that one of its statements has, slow ones as so many simple ones; 0: not known
	hpcc_work *work;     // what it executes; may be NULL
	void *cache;         // the runtime's: schedules of this nest; starts as NULL
	void *counts;        // the runtime's: what has been executed of this nest; starts as NULL
	long executions;     // the runtime's, in traces
	void *entry;         // the runtime's: what the ledger has of this nest; starts as NULL
	long window;         // the runtime's: when it was last run on arrays that are split (replicate.c),
	double most_work;    // and the most work that it had then
	void *pipeline;      // the runtime's: how its runs follow one another (strips.c); starts as NULL
} hpcc_nest;

// What a process has touched so far of an argument that grows: addresses of the source, and where the first one's
// element is. Of one with pointers to its rows: the same of each row, from that of the pointer at `vector` on.
typedef struct hpcc_growth {
	const char *low, *high;
	char *buffer;
	struct hpcc_growth *row;
	const char *vector;
	size_t n_rows;
} hpcc_growth;

// One execution of a nest. Codegen reads lo, hi, origin, between; the rest is the runtime's.
typedef struct hpcc_run {
	int partitioned; // 0: every process executes everything, nothing is to be combined afterwards
	int last;        // in the last region of this run
	long lo[HPCC_MAX_AXES], hi[HPCC_MAX_AXES]; // current region: home indices along each axis that are executed now
	void **origin; // [arg] address where element (0,0,...) of the argument, as the source subscripts it, would be;
	               // row_levels > 0: the vector of pointers to rows
	long (*between)[HPCC_MAX_RANK]; // [arg][dim] elements between neighbouring indices: their distance less one
	hpcc_growth *growth;            // [arg], NULL: nothing is combined in elements of this process's own that grow
	int hands_on;                   // hpcc_hand_on is to be called
	void *state;
	void *way_back; // where a process goes on that has come to the program's end (GOES_BACK); NULL: nowhere
} hpcc_run;

// Members are read by functions where generated text stands among the program's: there, its macros hold.
static inline int hpcc_is_partitioned(const hpcc_run *run) { return run->partitioned; }
static inline void *hpcc_origin(const hpcc_run *run, int arg) { return run->origin[arg]; }
// The distance in elements between neighbouring indices. Loops over a distance that is nothing but a variable's value
// are versioned by the back end for the value 1, which rows never have, and get the worse code for all others: a sum is
// left alone.
static inline long hpcc_stride(const hpcc_run *run, int arg, int dim) { return run->between[arg][dim] + 1; }
static inline long hpcc_first_owned(const hpcc_run *run, int axis) { return run->lo[axis]; }
static inline long hpcc_last_owned(const hpcc_run *run, int axis) { return run->hi[axis]; }
static inline int hpcc_owns_any(const hpcc_run *run, int axis) { return run->lo[axis] <= run->hi[axis]; }
static inline void *hpcc_way_back(const hpcc_run *run) { return run->way_back; }

// Of an argument that grows: the element of this process's own for the one at an address of the source.
void *hpcc_grow_to(hpcc_run *run, int arg, const void *at);
static inline void *hpcc_grown(hpcc_run *run, int arg, const void *at)
{
	const hpcc_growth *g;
	if (!run->growth) return (void *)at;
	g = &run->growth[arg];
	if ((const char *)at < g->low || (const char *)at >= g->high) return hpcc_grow_to(run, arg, at);
	return g->buffer + ((const char *)at - g->low);
}

// The same where `place` is the pointer to the row that the element stands in.
void *hpcc_grow_row_to(hpcc_run *run, int arg, const void *place, const void *at);
static inline void *hpcc_grown_row(hpcc_run *run, int arg, const void *place, const void *at)
{
	const hpcc_growth *g;
	size_t k;
	if (!run->growth) return (void *)at;
	g = &run->growth[arg];
	k = (size_t)((const char *)place - g->vector) / sizeof(void *);
	if (k >= g->n_rows) return hpcc_grow_row_to(run, arg, place, at);
	g = &g->row[k];
	if ((const char *)at < g->low || (const char *)at >= g->high) return hpcc_grow_row_to(run, arg, place, at);
	return g->buffer + ((const char *)at - g->low);
}

// Enters a nest. par: the values of its parameters; base[a]: the pointer that the source uses for argument a; extent:
// for each argument in order its inner row lengths as the source has them (dimensions 1..rank-1; rank-1 values each),
// which are compared with the array's; assumed: 0 where a run-time assumption of the compiler fails (then the slow path
// is taken). Communication is begun. The result stays valid until the matching hpcc_leave; nests do not nest.
hpcc_run *hpcc_enter(hpcc_nest *nest, const long *par, void *const *base, const long *extent, int assumed);

// In turns: what each process goes on from as the one before it leaves it, and the last one tells all, where told[k].
// The tables stay until hpcc_leave.
void hpcc_carry(hpcc_run *run, int n, void *const *at, const size_t *size, const unsigned char *told);

// In a pipeline, around an inner loop along which processes take turns: what a variable is when the process before this
// one has done its iterations of this run of the loop, if there is such a process; and what it is behind this one's.
void hpcc_take_handed(hpcc_run *run, void *value, size_t bytes);
void hpcc_hand_on(hpcc_run *run, const void *value, size_t bytes);
static inline int hpcc_hands_on(const hpcc_run *run) { return run->hands_on; }
// The same of a variable, whose address nobody gets.
#define HPCC_TAKE_HANDED(x)                                                                                            \
	do {                                                                                                           \
		__typeof__(x) hpcc_x = (x);                                                                            \
		if (hpcc_hands_on(hpcc_r)) hpcc_take_handed(hpcc_r, &hpcc_x, sizeof hpcc_x), (x) = hpcc_x;             \
	} while (0)
#define HPCC_HAND_ON(x)                                                                                                \
	do {                                                                                                           \
		__typeof__(x) hpcc_x = (x);                                                                            \
		if (hpcc_hands_on(hpcc_r)) hpcc_hand_on(hpcc_r, &hpcc_x, sizeof hpcc_x);                               \
	} while (0)

// Advances to the next region of iterations: interior, then (communication ended) what is left. 0: no more. A run has
// at least one region even where this process executes nothing (lo > hi then).
int hpcc_next(hpcc_run *run);

// In each iteration of a nest that brings what it reads in portions, before anything else of it: what the iteration
// reads is here afterwards, with that of others which come next. `level`: the loop, 0 being the outermost of those that
// have portions; `at`: its variable, which goes upward or downward. 1: this process leaves the iteration out.
int hpcc_portion_next(hpcc_run *run, int level, long at, int upward);
static inline int hpcc_portion(hpcc_run *run, int level, long at, int upward)
{
	return at >= run->lo[level] && at <= run->hi[level] ? 0 : hpcc_portion_next(run, level, at, upward);
}

// Ends a nest: what was written is known to be new.
void hpcc_leave(hpcc_run *run);
// Behind it, and behind all that is done with the run: arrays that were distributed in another way for the nest are
// where they were (HPCC_SLICES).
void hpcc_slices_end(void);

// The program's end in a function that a nest calls (GOES_BACK). Only the first one in the program's order is to
// happen, and with all processes. So a process that comes to one in a partitioned nest says so (hpcc_ends), and goes on
// behind the loops, where 0 comes out of HPCC_GOES_ON a second time. hpcc_went_back, behind hpcc_leave: 1 where any
// process did so. Then what hpcc_keep has kept is put back, and the nest is to be run again, by all. Elsewhere
// hpcc_ends does nothing.
int hpcc_set_way_back(void *place) __asm__("_setjmp") __attribute__((__returns_twice__));
#define HPCC_GOES_ON(run) (!hpcc_way_back(run) || hpcc_set_way_back(hpcc_way_back(run)) == 0)
void hpcc_ends(void);
int hpcc_went_back(hpcc_run *run);

// ---- results of nests that all processes need -------------------------------------------------

// A reduction into `*value` over the iterations of all processes. Before the loops hpcc_reduce_begin leaves the
// variable's value on one process and the operation's neutral element on the others (min and max keep the value on
// all); after hpcc_leave, hpcc_reduce_end combines. `adds` says whether a process with such intervals adds anything
// (NULL: it may): the value is left on the first one that does, so that what one process adds alone is added in the
// source's order. Nothing happens where the run is not partitioned. Several with the same run are combined in one
// operation by hpcc_reduce_end on the last (`more` = 0).
typedef int hpcc_adder(const long *hpcc_par, const hpcc_range *hpcc_own);
void hpcc_reduce_begin(hpcc_run *run, hpcc_op op, hpcc_type type, void *value, hpcc_adder *adds);
void hpcc_reduce_end(hpcc_run *run, hpcc_op op, hpcc_type type, void *value, int more);

// min or max with its place: `n` further variables of `size[k]` bytes come from the process whose value won; among
// equal values the one whose iteration is first (strict comparison in the source) or last (`last_wins`) in program
// order: `order` is the iteration vector (n_order longs) at which this process last stored the value; stored = 0: it
// did not.
void hpcc_reduce_place(hpcc_run *run, hpcc_op op, hpcc_type type, void *value, int last_wins, int stored, int n_order,
        const long *order, int n, void *const *place, const size_t *size);

// The value that a private variable has after the nest: that of the process whose last writing iteration (`order`,
// n_order longs) is the latest in program order. stored = 0: this process did not write it.
void hpcc_last_value(hpcc_run *run, void *value, size_t size, int stored, int n_order, const long *order);
// The same of a value with addresses, which differ from run to run.
void hpcc_last_address(hpcc_run *run, void *value, size_t size, int stored, int n_order, const long *order);

// The first of the ways out of a nest that processes have found, each for itself: *which (0: none) was taken in the
// iteration `order` (n_order longs). Afterwards all know both, and *mine says whether this process found it. Returns 1
// where iterations may have been run that come after it: results of the nest are to be thrown away then, and it is to
// be run again up to there. What hpcc_keep has kept is put back then.
int hpcc_first_exit(hpcc_run *run, int *which, int n_order, long *order, int *mine);
// Keeps what this process owns of what the nest may set. Between hpcc_enter and the loops of a nest that may be left
// early.
void hpcc_keep(hpcc_run *run);
// A nest that is run again up to the iteration `stop`. `at`: the first `n` of an iteration's order. Whether it comes
// before; and where a loop in it ends, whose variable comes next in the order: at HPCC_INF, it does not, at -HPCC_INF,
// it is not run.
static inline int hpcc_is_before(const long *stop, int n, const long *at)
{
	for (int k = 0; k < n; k++)
		if (at[k] != stop[k]) return at[k] < stop[k];
	return 0;
}
static inline long hpcc_stop_at(const long *stop, int n, const long *at)
{
	for (int k = 0; k < n; k++)
		if (at[k] != stop[k]) return at[k] < stop[k] ? HPCC_INF : -HPCC_INF;
	return stop[n];
}

// An array without a mapping (replicated) of which each process wrote the sections `wrote(par, its own)`: afterwards
// all have all of them. arg-like facts: rank, element size, extent[rank] of the memory at base; extent[0] = 0: not
// known.
void hpcc_share(
        hpcc_run *run, hpcc_section *wrote, const long *par, void *base, int rank, size_t element, const long *extent);

// ---- local functions --------------------------------------------------------------------------

// Around a call of a function that each process runs on its own part of mapped arrays. Afterwards `value` (NULL: none)
// is combined from all processes that own something of one of the arrays which `base` leads into, and the same on all.
void hpcc_local_begin(void);
void hpcc_local_end(const char *where, hpcc_op op, hpcc_type type, void *value, int n, const void *const *base);

// ---- bounds -----------------------------------------------------------------------------------

#define HPCC_MAX(a, b) ((a) > (b) ? (a) : (b))
#define HPCC_MIN(a, b) ((a) < (b) ? (a) : (b))
// The integer that `x` names, before a nest which may not come to read it: 0 where a pointer leads nowhere. It may be
// an element of a mapped array.
const void *hpcc_value_at(const void *address, size_t bytes, const char *file, int line);
#define HPCC_VALUE(x) (*(const __typeof__(x) *)hpcc_value_at(&(x), sizeof(x), __FILE__, __LINE__))
// How near the entries lo..hi of a table of integers are to their subscripts: least <= t[k] <= most, and k + below +
// turn <= t[k] <= k + above + turn, where turn is 0, up or -down: the number of the entries where some of them turn
// around (the neighbours in a ring), else more than any entry. Without entries nothing is between the bounds.
typedef enum hpcc_nearness { HPCC_LEAST, HPCC_MOST, HPCC_BELOW, HPCC_ABOVE, HPCC_UP, HPCC_DOWN } hpcc_nearness;
long hpcc_near(const void *table, size_t size, int is_signed, long lo, long hi, hpcc_nearness what);
#define HPCC_NEAR(t, lo, hi, what)                                                                                     \
	hpcc_near((t), sizeof *(t), (__typeof__(*(t)))-1 < (__typeof__(*(t)))1, (lo), (hi), (what))
// a / b where that is exact and b is positive; else 0, which no extent is.
static inline long hpcc_quotient(long a, long b) { return b > 0 && a % b == 0 ? a / b : 0; }
// The subscript in a dimension of stride `stride` of the element n in row-major order. `above`: the stride of the
// dimension before, a multiple of `stride`; 0: there is none.
static inline long hpcc_coordinate(long n, long above, long stride)
{
	if (above > 0) n = (n % above + above) % above;
	return stride <= 0 ? 0 : n >= 0 ? n / stride : -((-n + stride - 1) / stride);
}
// How many rows n elements are, to the nearest, and how many elements more.
static inline long hpcc_rows(long n, long row)
{
	long left = row > 0 ? n % row : 0;
	return row <= 0 ? 0 : n / row + (left > row - left) - (-left > row + left);
}
static inline long hpcc_columns(long n, long row) { return n - hpcc_rows(n, row) * row; }
// What is left of n without `subscript` strides.
static inline long hpcc_left(long n, long subscript, long stride) { return n - subscript * stride; }
// The interval that a process owns along axis x, in a nest: hpcc_lo<x> to hpcc_hi<x>. FITTING: if it is empty its
// bounds are small numbers, which any type of a loop's variable has.
#define HPCC_OWNED(x)                                                                                                  \
	HPCC_UNUSED const long hpcc_lo##x = hpcc_first_owned(hpcc_r, x), hpcc_hi##x = hpcc_last_owned(hpcc_r, x)
#define HPCC_OWNED_FITTING(x)                                                                                          \
	HPCC_UNUSED const long hpcc_lo##x = hpcc_owns_any(hpcc_r, x) ? hpcc_first_owned(hpcc_r, x) : 1,                \
	                       hpcc_hi##x = hpcc_owns_any(hpcc_r, x) ? hpcc_last_owned(hpcc_r, x) : 0

static inline long hpcc_max(long a, long b) { return a > b ? a : b; }
static inline long hpcc_min(long a, long b) { return a < b ? a : b; }

// Where a loop over an int begins that the source begins at `first`, and of which `lo` (upward) or `hi` (downward) is
// the first iteration that is executed. A bound beyond all ints is beyond the loop's other end.
static inline int hpcc_int(long a) { return (int)hpcc_max(hpcc_min(a, __INT_MAX__), -__INT_MAX__ - 1L); }
static inline int hpcc_from(int first, long lo)
{
	const int own = hpcc_int(lo);
	return own > first ? own : first;
}
static inline int hpcc_down_from(int first, long hi)
{
	const int own = hpcc_int(hi);
	return own < first ? own : first;
}

// For functions of hpcc_nest.strips: joins a range.
static inline void hpcc_strip_range(long *n, hpcc_range r)
{
	n[0] = hpcc_min(n[0], r.lo);
	n[1] = hpcc_max(n[1], r.hi);
}

// First value of a loop that starts at `first` and goes in steps of `step` (> 0) that is at least `lo`; for downward
// loops hpcc_first_down(first, step, hi): the first one that is at most `hi` (step > 0 is the amount it goes down).
static inline long hpcc_first(long first, long step, long lo)
{
	return first >= lo ? first : first + (lo - first + step - 1) / step * step;
}
static inline long hpcc_first_down(long first, long step, long hi)
{
	return first <= hi ? first : first - (first - hi + step - 1) / step * step;
}
// For counting: what has no end that anybody knows counts once.
static inline hpcc_range hpcc_counted(hpcc_range r)
{
	if (r.hi >= r.lo && (r.lo <= -(HPCC_INF >> 12) || r.hi >= HPCC_INF >> 12)) r.lo = r.hi = 0, r.step = 1;
	return r;
}
static inline long hpcc_range_size(const hpcc_range *r) { return r->hi < r->lo ? 0 : (r->hi - r->lo) / r->step + 1; }
// How often a statement runs in `n` loops, none of which depends on the others.
static inline long hpcc_times(unsigned long n, const hpcc_range *loop)
{
	long times = 1;
	for (unsigned long k = 0; k < n; k++) {
		const hpcc_range counted = hpcc_counted(loop[k]);
		times *= hpcc_range_size(&counted);
	}
	return times;
}
#define HPCC_TIMES(...)                                                                                                \
	hpcc_times(sizeof((const hpcc_range[]){__VA_ARGS__}) / sizeof(hpcc_range), (const hpcc_range[]){__VA_ARGS__})
// The sum of the first `n` values of a polynomial, of which `value` has `known`: all `n`, or more than its degree. With
// D(k) the k-th difference of the first ones, that is the sum of D(k) * (n over k + 1), k = 0, 1, ..., known - 1. The
// table is written over.
long hpcc_sum(long *value, int known, long n);
static inline long hpcc_floor_div(long a, long b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
static inline long hpcc_ceil_div(long a, long b) { return -hpcc_floor_div(-a, b); }
static inline long hpcc_mod(long a, long b) { return a - b * hpcc_floor_div(a, b); }
// First index at or after `lo` that differs from `anchor` by a multiple of `stride`.
static inline long hpcc_align_up(long lo, long anchor, long stride) { return lo + hpcc_mod(anchor - lo, stride); }
// Of `r`, the values of a loop that begins at `first` and goes in steps of this size.
static inline hpcc_range hpcc_in_steps(hpcc_range r, long first, long size)
{
	return size < 1 ? r : (hpcc_range){hpcc_align_up(r.lo, first, size), r.hi, size};
}

// A loop in strips: so many iterations are left, so many are run; at least one.
enum { HPCC_STRIP = 64 };
static inline long hpcc_strip(long left) { return hpcc_max(1, hpcc_min(HPCC_STRIP, left)); }

// Before and after a loop that is worth tests at run time if these allow to vectorise it.
#if defined(__clang__)
#define HPCC_VECTORISE                                                                                                 \
	_Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wpass-failed\"")                         \
	        _Pragma("clang loop vectorize(enable)")
#define HPCC_VECTORISED _Pragma("clang diagnostic pop")
#else
#define HPCC_VECTORISE
#define HPCC_VECTORISED
#endif

// Tells the optimiser that two arrays of a nest do not overlap (hpcc_enter has seen to it).
#if defined(__clang__)
#define HPCC_DISTINCT(a, b) __builtin_assume_separate_storage((a), (b))
#else
#define HPCC_DISTINCT(a, b) ((void)0)
#endif

#ifdef __cplusplus
}
#endif

#endif
