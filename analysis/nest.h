// SPDX-License-Identifier: Apache-2.0
//
// The polyhedral model of one loop nest: its loops, its statements with their iteration sets, and what they access.
//
// Sets and maps are isl's. Iteration sets live in spaces S<k>[i0, i1, ...] over the loops around statement k, outermost first;
// index sets in A<k>[x0, x1, ...] over the subscripts of object k. Parameters are named as the generated code spells their value
// (`hpcc_par[3]`), the interval that a process owns along axis x is `hpcc_own[x].lo .. hpcc_own[x].hi`.
#ifndef HPCC_ANALYSIS_NEST_H
#define HPCC_ANALYSIS_NEST_H

#include "points_to.h"
#include "program.h"
#include "report.h"

#include <isl/aff.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/val.h>

enum {
	NEST_MAX_DEPTH = 24,
	NEST_MAX_HOISTED = 4,
	NEST_MAX_AXES = 64,
	NEST_MAX_CALLS = 32,   // functions that are looked into in one another
	NEST_MAX_CALLEES = 64, // functions in sight that are looked into
	NEST_MAX_ENTERING = 16,
	// What is split at most; what is larger takes the slow path.
	NEST_MAX_OBJECTS = 512,
	NEST_MAX_STMTS = 512,
	NEST_MAX_LOOPS = 64,
	NEST_MAX_GUARDS = 512, // conditions that the model does not know
	NEST_MASKED = 64, // objects that sets of them can name: the first ones
};

// A value that does not change in the nest and that bounds or subscripts depend on.
typedef struct nest_param {
	const char *text; // C, evaluated at entry
	isl_id *id;       // named "hpcc_par[k]"
	bool used;        // sections or bounds depend on it
	bool computed;    // from other ones, by a call: `hpcc_k<k>` has the value, too
	bool colour;      // stands in a remainder or is compared with values: it may be one of two colours
} nest_param;

typedef struct nest_loop {
	prog_stmt *stmt;  // FOR, WHILE or DO
	prog_symbol *var; // NULL where it is not a counted loop
	int depth;        // number of loops around it in the nest
	int parent;       // index of the loop around it, -1
	long step;        // per iteration, signed
	bool counted;     // affine bounds; else its iterations are unknown
	bool decrements;  // for (i = n; i-- > 0;): the condition steps, so that the body begins at n - 1
	bool inlined;     // stands in a function that is called: its bounds stay
	bool leaves;      // contains a break out of it
	bool as_written; // where an assumption fails its condition may hold for other values than comparisons of long say
	isl_pw_aff *first; // first value, over the loops around it
	const prog_expr *first_expr;
	// A step whose size is a variable, at least 1, which is tested at entry: STEP is its direction alone. Which values the variable takes is not
	// known then.
	const prog_expr *by;
	bool by_negated;  // the size is -BY
	isl_pw_aff *size; // that, over the loops around it; NULL: not affine, or the step is STEP
	// A counter of blocks of a size that is a parameter: in the model the variable stands for its product with that
	// (see scales.h).
	const char *scale; // the size's name, "hpcc_par[3]"; NULL: it stands for itself
	isl_set *inside;   // the values that the condition admits, over the loops around it and this one
	// Set by the partition: text-level limits of this loop (see partition.h).
	int n_limits;
	struct nest_limit *limits;
	// Iterations in which owners have nothing to do, of a loop around theirs, are left out (partition.h).
	int n_tiles;
	struct nest_tile *tiles;
} nest_loop;

typedef enum nest_object_kind {
	NEST_SCALAR, // rank 0: a variable, or a member or the like that is accessed as a whole
	NEST_PLAIN,  // an array of the program that is never mapped
	// Memory behind a pointer to which nothing that is mapped is given in this unit. Nests take it for PLAIN; what they do then is
	// slow where it turns out to be mapped.
	NEST_EXPECTED_PLAIN,
	NEST_POINTER, // memory behind a pointer, which may turn out to be mapped
	NEST_MAPPED,  // memory whose mapping is known
} nest_object_kind;

typedef struct nest_object {
	nest_object_kind kind;
	int id;
	const char *key; // canonical text of the base
	const prog_expr *base;
	prog_symbol *symbol; // the variable or field at its base
	const prog_type *element;
	int rank;       // subscripts, after recovering those of memory that is linearised by hand
	int row_levels; // subscripts that lead through pointers to rows; 0: none
	bool linear;    // linearised by hand: one subscript in the source
	bool displaced; // the same, seen from within a row: inner subscripts may be below 0. Sections say at entry whether rows are left
	bool at_pointee;                       // T (*A)[n][m]: the array is *A
	const prog_type *type;                 // of the base
	const char *extent[PROG_MAX_RANK];     // C text of the extents; extent[0] may be NULL
	isl_pw_aff *extent_aff[PROG_MAX_RANK]; // NULL where not affine
	const char *stride_text
	        [PROG_MAX_RANK]; // C of a variable that is its stride in the source; NULL: the extents' product
	isl_set *names_hold;     // parameters with which these are the strides of the extents, NULL: always
	unsigned
	        bounded; // dimensions of whose subscripts it is known that they are within a shape, where nothing else is
	const prog_mapping *mapping;
	// POINTER: dimensions that mappings of memory which it is seen to lead to may split; and the one mapping, where it is one of
	// this rank. What is expected of a home is tested at entry.
	unsigned expected_split;
	unsigned split_by_all; // those of them that all these mappings split
	const prog_mapping *expected;
	bool reads, writes;
	bool meets;        // it may be the same memory as another object's, one of the two being written
	bool moves;        // the pointer changes in the nest
	bool by_call;      // accessed by functions that are called, at its addresses in the source
	bool passes_rows;  // a subscript goes on in other rows, which is understood
	bool is_reduction; // every access is part of a reduction
	bool reduced; // the same of an array: each process combines into elements of its own, which are combined after the nest
	// REDUCED: of the elements, which are structs, this member only; object `part_of` stands for the others. NULL: all of them.
	const prog_symbol *part;
	int part_of;
	const prog_type *combined; // REDUCED: the type of the numbers, where it is not that of the elements; else NULL
	bool plain_rows;           // row_levels: no rows of an array with a mapping are expected
	bool grows;                // REDUCED: which elements there are is not known
	nest_object_kind kind_before; // REDUCED: what it is otherwise
	int arg;                      // number among the arguments of the run-time nest, -1
} nest_object;

// A variable's own memory, or what it leads to; not a member's or an element's.
static inline bool object_is_variable(const nest_object *o) { return o->base->kind == PROG_EXPR_VAR; }

static inline bool object_is_plain(const nest_object *o)
{
	return o->kind == NEST_PLAIN || o->kind == NEST_EXPECTED_PLAIN;
}

// Its elements have owners, and are set by these.
static inline bool object_is_distributed(const nest_object *o)
{
	return !o->reduced && (o->kind == NEST_POINTER || o->kind == NEST_MAPPED);
}

typedef struct nest_access {
	int object;
	bool read, write;
	bool must;   // a write that happens in all iterations of the statement
	bool always; // a write that happens whenever the statement's guards let it run
	bool exact;  // the map is exact; else it covers what may be accessed
	bool reduction;
	bool defines;                   // a write that the text does not have: no value from before is read after it
	isl_map *map;                   // S<k>[...] -> A<object>[...]
	isl_set *when;                  // iterations in which it happens: of c ? a : b; NULL: all of the statement
	isl_pw_aff *sub[PROG_MAX_RANK]; // over the loops of the statement; NULL where not affine
	const prog_expr *expr;
	const prog_expr *pointer; // the source's *q where `expr` is the b[j] that q leads to, else NULL
	bool by_pointer;          // `expr` is what a pointer of the nest is set to, and is accessed elsewhere
	const prog_symbol
	        *member; // the one member of the element that is accessed, as a whole or in part; NULL: all of it
	// Of memory linearised by hand, and of an access that goes on in other rows (`in_rows`): the subscripts as C text.
	const char *sub_text[PROG_MAX_RANK];
	bool in_rows;
} nest_access;

// How each member of a struct is combined.
enum { NEST_MOST_MEMBERS = 16 };
typedef struct nest_members {
	int n;
	const char *name[NEST_MOST_MEMBERS];
	const prog_type *type[NEST_MOST_MEMBERS];
	prog_op op[NEST_MOST_MEMBERS];
} nest_members;

typedef enum nest_reduction_kind { NEST_NO_REDUCTION, NEST_REDUCTION, NEST_REDUCTION_PLACE } nest_reduction_kind;

typedef struct nest_stmt {
	prog_stmt *stmt; // the statement that holds it; INLINED: the call
	bool inlined;    // stands in a function that is called
	bool each_call;  // INLINED: each call that is made comes to it
	const prog_expr *expr;
	int depth;
	int loop[NEST_MAX_DEPTH];     // indices of the loops around it
	int time[NEST_MAX_DEPTH + 1]; // its place among its siblings at each level
	bool may;                     // under a condition that is not affine
	bool leaves;                  // the condition of an exit
	bool here;                    // a call of the C library's function on elements, where they are
	int guard;                    // the innermost such condition, 0: none (see nest.guard_parent)
	isl_set *domain;
	int n_accesses;
	nest_access *accesses;
	nest_reduction_kind reduction;
	prog_op reduction_op;                  // ADD, MUL, AND, OR, XOR, LAND, LOR; LT: min, GT: max
	const nest_members *reduction_members; // of a struct: instead of reduction_op; else NULL
	bool reduction_last;                   // >= or <=: the last of equal values wins
	int reduction_object;                  // index of the object reduced into
	// `a[k] += e`: the element, and the operator; NULL: nothing of the kind. A reduction where array_reductions.h makes it one.
	const prog_expr *into;
	prog_op into_op;
	int home;      // access that places it, -1: it follows
	isl_set *exec; // iterations that the process with intervals hpcc_own[] executes
} nest_stmt;

typedef struct nest_axis {
	int object, dim; // of the home
	int shared;      // axis with the same intervals (an assumption where not known), or itself
	int sign;        // own[this] = sign * own[shared] + offset + shift, sign being 1 or -1
	long offset;
	isl_pw_aff *shift; // what only the parameters tell, a function without variables; NULL: nothing
	// `shared` is assumed of arrays whose extents differ: it holds where their blocks happen to be the same.
	bool if_alike;
} nest_axis;

// A variable that steps with a loop beside its own one, in its head or its body. In the text of a nest that is split it is set to what
// it is in an iteration; where it is named hpcc_was_<name>, what it was before the nest.
typedef struct nest_counter {
	prog_symbol *symbol;
	int loop;
	const char *text;  // C: its value at the beginning of an iteration, and in the loop's condition
	const char *after; // C: its value behind the loop; NULL: not known, and not read
} nest_counter;

// A way out of the nest before its end.
typedef struct nest_exit {
	prog_stmt *branch;      // what is done on the way out, of an `if` in the nest: behind it, in the translation
	const prog_stmt *leave; // its last statement: BREAK out of the outermost loop, RETURN, GOTO
	int stmt;               // index of the condition
} nest_exit;

// Why the iterations of a nest cannot be taken in another order, those that need no message first.
typedef enum nest_obstacle {
	NEST_ANY_ORDER,
	NEST_LAST_VALUE, // the last iteration's value of a variable counts
	NEST_JOINED,     // a replicated array is put together
	NEST_PLACE,      // the place of an extremum counts
	NEST_LEFT,       // the nest may be left early
	NEST_LARGE,      // there are too many accesses to look at
	NEST_ASSERTS,    // several assertions: the first one that fails reports
	NEST_REUSED,     // what one iteration sets another one uses, or sets again
} nest_obstacle;

typedef struct nest {
	prog_unit *unit;
	prog_stmt *root;
	int n_hoisted; // operands of the root's head that are executed before the nest, in their order
	const prog_expr *hoisted[NEST_MAX_HOISTED];
	isl_ctx *ctx;
	struct flow_memory *flows; // the unit's
	int n_params;
	nest_param *params;
	int n_loops;
	nest_loop *loops;
	int n_objects;
	nest_object *objects;
	int n_stmts;
	nest_stmt *stmts;
	int n_counters;
	nest_counter *counters;
	const char *counters_valid; // C: the condition under which the texts of counters are right; NULL: always
	int n_entering;
	const prog_symbol *entering[NEST_MAX_ENTERING]; // counters whose values before the nest are used
	int n_exits;
	nest_exit *exits;
	int n_captured; // variables of an iteration that exits name
	const prog_symbol *captured[NEST_MAX_ENTERING];
	int n_guards;          // conditions that are not affine, from 1
	int guard_parent[NEST_MAX_GUARDS]; // the one around it
	int guard_depth[NEST_MAX_GUARDS];  // the number of loops around it, each iteration of which asks anew
	int n_axes;
	nest_axis axes[NEST_MAX_AXES];
	bool differs_in_extent; // homes of arrays whose extents differ were not taken to lie alike
	isl_set *assume;        // parameters under which the model is right
	// Why it cannot be partitioned (first reason), or DIAG_COUNT.
	diag_id reason;
	prog_loc reason_loc;
	const char *reason_text; // argument of the message, may be ""
	bool calls_unknown;      // calls functions of the program that may do anything
	bool looks_into_calls;   // statements of functions that it calls are among its own:
	int n_callees;
	const prog_symbol *callees[NEST_MAX_CALLEES];
	bool broken; // not even sections of it are known: no nest at all
	// Set by the partition:
	unsigned may_split[NEST_MAX_OBJECTS];  // [object]: dimensions that may be split
	unsigned long may_be_one[NEST_MASKED]; // [object]: objects that may be the same array, seen in the same way
	bool overlap;               // iterations that need no message may be run while messages are under way
	nest_obstacle obstacle;     // if not
	const char *obstacle_about; // the variable or array
	int n_assertions; // in it and in the functions that it calls, other ways to the program's end in these included
	int n_ends;       // of these those in functions that are no assert(): they have text of their own
	int n_endings;    // those of them that are branches of conditions
	const prog_stmt **endings;
	int direction; // 1 (-1): the outermost loop goes through dimension 0 of the homes upward (downward), 0: not, or not known
	bool serial; // one process after the other
} nest;

// What the whole unit knows, for nests and elements: which memory may be mapped, what functions do.
typedef struct unit_facts unit_facts;
unit_facts *unit_facts_new(prog_unit *unit);
prog_unit *facts_unit(const unit_facts *facts);
// The element type of memory that some mapping of the unit, or of another one, may name.
bool facts_may_be_mapped(const unit_facts *facts, const prog_type *element);
// The element type of memory that some mapping of the unit names.
bool facts_maps_type(const unit_facts *facts, const prog_type *element);
// Whether the C library's function of this name copes with mapped memory behind its arguments.
bool facts_library_takes_mapped(const char *name);
// Whether the C library's function of this name uses memory behind its arguments, and nothing else of the program's.
bool facts_library_uses_pointers(const char *name);
// Functions of C and POSIX: known at all, gives memory, has a sequence that all processes share, touches the world.
bool facts_library_knows(const char *name);
// Whether it is one that the C library or libm offers, in libc.def or not.
bool facts_library_has(const char *name);
// What it does to memory behind its pointers has no order beyond that.
bool facts_library_works_on_memory(const char *name);
bool facts_library_allocates(const char *name);
bool facts_library_has_sequence(const char *name);
bool facts_library_is_pure(const char *name);
// The same; `otherwise` of those of which nothing is known.
bool facts_library_is_pure_or(const char *name, bool otherwise);
bool facts_library_does_io(const char *name);
// A function of the C library that stores nothing behind the pointers that it gets, but for streams and by %n.
bool facts_library_only_reads(const char *name);
// A call of it has no effect but its result, which depends on its scalar arguments only.
bool facts_is_pure(const unit_facts *facts, const prog_expr *call);
// The same, but it may read memory behind its pointer arguments.
bool facts_only_reads(const unit_facts *facts, const prog_expr *call);
// What <hpcc/dist.h> offers: how arrays lie on the processes. They read descriptors only, nothing of the arrays.
typedef enum inquiry {
	INQUIRY_NONE,    // another function
	INQUIRY_SAME,    // the same answer on all processes
	INQUIRY_DIFFERS, // each process has its own
	INQUIRY_ALONE,   // for programs of one process: text that was preprocessed without -fdist
} inquiry;
inquiry facts_inquiry(const prog_symbol *function);
// A variable of file scope that the called functions read and for which marked[id] is set; NULL: none.
const prog_symbol *facts_reads_one_of(const unit_facts *facts, const prog_expr *call, const unsigned char *marked);
// Whether the variable is changed in `within` by its name only, though its address may be taken elsewhere.
bool facts_changes_by_name_only(unit_facts *facts, const prog_stmt *within, const prog_symbol *symbol);
// Notes the nest's assertions and the ways to the program's end in the functions that it calls. Its own ways out are exits.h's.
void facts_note_ends(const unit_facts *facts, nest *n);
// Whether the statement is such a branch, of a function that a nest of the unit calls.
bool facts_ends_nest(const unit_facts *facts, const prog_stmt *branch);
// The variable `symbol` is an array or pointer whose memory is mapped or may be.
bool facts_symbol_may_be_mapped(const unit_facts *facts, const prog_symbol *symbol);
// Whether the value of type pointer or array may lead to mapped memory, whatever it is cast to.
bool facts_leads_to_mapped(const unit_facts *facts, const prog_expr *value);
// This unit is the whole program, as far as can be seen.
bool facts_is_alone(const unit_facts *facts);
// The variable is an array without a mapping whose memory pointers with one may get.
bool facts_is_lent(const unit_facts *facts, const prog_symbol *array);
// A call of malloc or the like, or of a function that hands memory on, in a function that hands it on in turn, to a
// pointer with a mapping in some call. What it does that by: the function itself where it returns it, a parameter f
// where it sets *f, a member. NULL: it does not.
const prog_symbol *facts_awaits(const unit_facts *facts, const prog_expr *call);
// The same of one of the function's pointers.
const prog_symbol *facts_handed_on_by(const unit_facts *facts, const prog_symbol *pointer);
// Memory is handed on by it: a function, a parameter or a member.
bool facts_hands_on(const unit_facts *facts, const prog_symbol *symbol);
// Who gets what such a function hands on in this call; NULL: it is no such call.
const prog_symbol *facts_receiver(const unit_facts *facts, const prog_expr *call);
// Whether it leads to an object, or several, in which mapped arrays stand.
bool facts_leads_to_object(const prog_expr *value);
// The same of a pointer to void or characters by which memory of any type is told as bytes. NULL: what leads there is not known.
bool facts_bytes_may_be_mapped(const unit_facts *facts, const prog_symbol *symbol);

// An element access a[i][j], p->v[i], *p: its base and subscripts.
typedef struct element_ref {
	const prog_expr *base; // expression of array or pointer type
	int n_subs;
	const prog_expr *sub[PROG_MAX_RANK]; // NULL: 0 (a plain *p)
	const prog_type *type;               // of what is accessed (an element, or a row where subscripts are missing)
	int row_levels; // subscripts that give a pointer for the next one; 0: the elements are the base's own
} element_ref;
// Takes an lvalue apart; false where it is not an access through subscripts or a pointer. Members of elements belong to the
// element: the caller strips them with element_of.
bool element_ref_of(const prog_expr *expr, element_ref *ref);
// The same through pointers to rows: of a[i][j] with double **a the base is a. False where there are none.
bool element_ref_of_rows(const prog_expr *expr, element_ref *ref);
// The element that an lvalue `a[i].x.y[2]`, or `*(unsigned *)&a[i].x`, is a part of.
const prog_expr *element_of(const prog_expr *expr);
// The lvalue of which all or a part is read as another type, `*(unsigned *)&x`, `((char *)&x)[3]`; NULL: none.
const prog_expr *element_seen_as(const prog_expr *expr);
// Whether the element may be in mapped memory.
// The value of a local variable that is initialised with a constant and never changed.
bool facts_constant(unit_facts *facts, const prog_symbol *variable, long *value);
// What a variable of a block is declared to be, where that is a product of numbers which do not change: `int plane = nx * ny;`; else NULL.
const prog_expr *facts_product(unit_facts *facts, const prog_symbol *variable);
// A parameter that has its argument's value until the function returns; an integer expression of constants and such ones.
bool facts_parameter_stays(unit_facts *facts, const prog_symbol *s);
bool facts_made_of_parameters(unit_facts *facts, const prog_expr *e);
// The value of an integer expression of constants and such variables.
bool facts_value(unit_facts *facts, const prog_expr *e, long *value);
// The pointers of this unit, all of them, that lead into the memory which the pointer leads to. False: others may.
bool facts_pieces(const unit_facts *facts, const prog_symbol *pointer, pieces *found);
// Whether the function returns memory that it has allocated, and that nobody else knows.
bool facts_gives_fresh_memory(const unit_facts *facts, const prog_symbol *function);
// Whether the function may let the pointer that it is given be known elsewhere.
bool facts_keeps_argument(const unit_facts *facts, const prog_function *function, int argument);
// What tables.c has found of the symbol; 0: nothing yet.
unsigned char *facts_table(unit_facts *facts, const prog_symbol *symbol);
// What work_arrays.c has found of the symbol last: whether it is a work array of the nest.
typedef struct work_array_note {
	const prog_stmt *root; // NULL: nothing yet
	bool yes;
} work_array_note;
work_array_note *facts_work_array(unit_facts *facts, const prog_symbol *symbol);
// The memory of liveness_after: whether what a function leaves in a variable of file scope is read by others.
typedef enum left_note { LEFT_UNKNOWN, LEFT_READ, LEFT_UNREAD } left_note;
left_note *facts_left(unit_facts *facts, const prog_symbol *symbol);
// What work_arrays.c has found of a loop: for each symbol whether a value from before enters it. NULL: nothing yet.
unsigned char **facts_entering(unit_facts *facts, const prog_stmt *loop);
// Whether all uses of the function are calls in this unit.
bool facts_is_only_called(unit_facts *facts, const prog_symbol *function);
// Made when it is asked for first.
struct flow_memory *facts_flows(unit_facts *facts);
// What isl's context must not outlive.
void facts_free(unit_facts *facts);
// The mappings of the memory that the pointer is seen to lead to, at most FACTS_MAPPINGS; 0 where nothing is seen.
enum { FACTS_MAPPINGS = 63 };
int facts_expected_mappings(const unit_facts *facts, const prog_symbol *pointer, const prog_mapping **out);
// The same of the pointers that are found where `pointers` leads.
int facts_element_mappings(const unit_facts *facts, const prog_symbol *pointers, const prog_mapping **out);
// Variables of the program's own that were taken for strides of shapes of `rank` dimensions: of which dimension; -1: not yet.
int facts_stride_dimension(const unit_facts *facts, const char *name, int rank);
void facts_note_stride(unit_facts *facts, const char *name, int rank, int dimension);
// Whether the pointer is seen to be set to a place within memory.
bool facts_leads_inside(const unit_facts *facts, const prog_symbol *pointer);
bool facts_leads_before(const unit_facts *facts, const prog_symbol *pointer);
bool facts_expects_plain(const unit_facts *facts, const element_ref *ref);
bool facts_symbol_is_seen_plain(const unit_facts *facts, const prog_symbol *pointer); // whoever others are
// The same of the rows that a pointer to pointers leads to.
bool facts_expects_plain_rows(const unit_facts *facts, const prog_symbol *pointer);
// Whether these rows and what another pointer leads to may be the same memory.
bool facts_rows_may_meet(const unit_facts *facts, const prog_symbol *rows, const prog_symbol *other);
// The same of the memory that an argument of a call leads to.
bool facts_argument_is_plain(const unit_facts *facts, const prog_expr *argument);
// From now on that is expected of the parameter, whatever is seen; or what is seen, again.
void facts_take_as_plain(unit_facts *facts, const prog_symbol *parameter, bool plain);
// Memory that other units give is expected to have no mapping; not as long as it is doubted.
bool facts_comes_from_others(const unit_facts *facts, const prog_symbol *pointer);
void facts_doubt_others(unit_facts *facts, bool doubt);
// The same, for elements behind pointers that stand in an array, too: of these nothing is tested.
bool facts_is_seen_plain(const unit_facts *facts, const element_ref *ref);
// A pointer and another one, or a variable, that are seen to lead to the same memory.
bool facts_shares_place(const unit_facts *facts, const prog_symbol *a, const prog_symbol *b);
// Whether memory that the pointer, an expression, leads to may be that of variables whose address is known.
bool facts_may_reach_variables(const unit_facts *facts, const prog_expr *pointer);
// Pointers that may lead to the same memory.
bool facts_may_meet(const unit_facts *facts, const prog_symbol *a, const prog_symbol *b);
bool facts_ref_may_be_mapped(const unit_facts *facts, const element_ref *ref);

// Builds the model of the nest rooted at the loop `root`. Never NULL; see `broken` and `reason`.
nest *nest_build(unit_facts *facts, isl_ctx *ctx, prog_stmt *root);
// Whether the condition `inner` stands in `outer`, or is it; 0: all of the nest.
bool nest_guard_within(const nest *n, int inner, int outer);
// Whether all accesses to what is behind a pointer, without a mapping, are to what it points to: the state of `next(&state)`.
bool nest_is_one_element(const nest *n, const nest_object *o);
void nest_free(nest *n);
void nest_drop_axes(nest *n);
// The access that an expression of the source is; NULL: none.
const nest_access *nest_access_of(const nest *n, const prog_expr *e);
// The operator by which the nest reduces into the object.
prog_op nest_reduction_op(const nest *n, int object);
// The operators by which it reduces into the members of a struct; NULL: it is none.
const nest_members *nest_reduction_members(const nest *n, int object);

// Notes why the nest cannot be split; the first reason stays. `text` fills the message's %s.
void nest_fail(nest *n, diag_id reason, prog_loc loc, const char *text);

#endif
