// SPDX-License-Identifier: Apache-2.0
//
// The polyhedral model of one loop nest: its loops, its statements with their iteration sets, and what they access.
//
// Sets and maps are isl's. Iteration sets live in spaces S<k>[i0, i1, ...] over the loops around statement k,
// outermost first; index sets in A<k>[x0, x1, ...] over the subscripts of object k. Parameters are named as the
// generated code spells their value (`hpcc_par[3]`), the interval that a process owns along axis x is `hpcc_own[x].lo
// .. hpcc_own[x].hi`.
#ifndef HPCC_ANALYSIS_LOOP_NEST_H
#define HPCC_ANALYSIS_LOOP_NEST_H

#include "../model/model.h"
#include "../unit/unit.h"

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
	NEST_MASKED = 64,      // objects that sets of them can name: the first ones
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
	prog_stmt *stmt;        // FOR, WHILE or DO
	prog_symbol *var;       // NULL where it is not a counted loop
	int depth;              // number of loops around it in the nest
	int parent;             // index of the loop around it, -1
	long step;              // per iteration, signed
	bool counted;           // affine bounds; else its iterations are unknown
	bool decrements;        // for (i = n; i-- > 0;): the condition steps, so that the body begins at n - 1
	const prog_expr *least; // DECREMENTS: the last value, i-- > LEAST; NULL: 0
	bool inlined;           // stands in a function that is called: its bounds stay
	bool leaves;            // contains a break out of it
	bool read_beside; // its variable is read in the nest, but not in the loop: all processes run it to its end
	bool as_written; // where an assumption fails its condition may hold for other values than comparisons of long say
	isl_pw_aff *first; // first value, over the loops around it
	const prog_expr *first_expr;
	// A step whose size is a variable, at least 1, which is tested at entry: STEP is its direction alone. Which
	// values the variable takes is not known then.
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
	// Memory behind a pointer to which nothing that is mapped is given in this unit. Nests take it for PLAIN;
	// what they do then is slow where it turns out to be mapped.
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
	// POINTER: dimensions that mappings of memory which it is seen to lead to may split; and the one mapping,
	// where it is one of this rank. What is expected of a home is tested at entry.
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
	// REDUCED: of the elements, which are structs, this member only; object `part_of` stands for the others.
	// NULL: all of them.
	const prog_symbol *part;
	int part_of;
	const prog_type *combined; // REDUCED: the type of the numbers, where it is not that of the elements; else NULL
	bool plain_rows;           // row_levels: no rows of an array with a mapping are expected
	bool grows;                // REDUCED: which elements there are is not known
	nest_object_kind kind_before; // REDUCED: what it is otherwise
	int arg;                      // number among the arguments of the run-time nest, -1
	// d + 1: while the nest runs the array is split along dimension d, and no other (split/slices.h); 0: as it is
	// mapped.
	int sliced;
	// `sliced`: the nest sets all elements of a box, whatever its data are, and no others, and reads none of these
	// before it has set it. What was in the box is not brought.
	bool overwritten;
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
	bool unsure; // in an operand of ?:, && or || that may not be evaluated
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
	        *member;    // the one member of the element that is accessed, as a whole or in part; NULL: all of it
	bool all_of_member; // as a whole
	// Of memory linearised by hand, and of an access that goes on in other rows (`in_rows`): the subscripts as C
	// text.
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
	// `a[k] += e`: the element, and the operator; NULL: nothing of the kind. A reduction where array_reductions.h
	// makes it one.
	const prog_expr *into;
	prog_op into_op;
	int home;      // access that places it, -1: it follows
	isl_set *exec; // iterations that the process with intervals hpcc_own[] executes
} nest_stmt;

// What is computed in a function that is looked into and touches nothing but what belongs to the call: no statement, but
// work.
typedef struct nest_idle {
	const prog_expr *expr;
	int before; // index of the statement that it stands in front of
	int depth;
	int loop[NEST_MAX_DEPTH];
} nest_idle;

typedef struct nest_axis {
	int object, dim; // of the home
	int shared;      // axis with the same intervals (an assumption where not known), or itself
	int sign;        // own[this] = sign * own[shared] + offset + shift, sign being 1 or -1
	long offset;
	isl_pw_aff *shift; // what only the parameters tell, a function without variables; NULL: nothing
	// `shared` is assumed of arrays whose extents differ: it holds where their blocks happen to be the same.
	bool if_alike;
} nest_axis;

// A variable that steps with a loop beside its own one, in its head or its body. In the text of a nest that is split
// it is set to what it is in an iteration; where it is named hpcc_was_<name>, what it was before the nest.
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

// The guards of the two branches of a condition; the other one is that of `else`, or of what follows where the
// first one leaves.
typedef struct nest_branches {
	int guard, other;
	nest_stmt at; // where the condition is asked: domain, loops and time; no accesses
} nest_branches;

typedef struct nest {
	prog_unit *unit;
	prog_stmt *root;
	int n_hoisted; // operands of the root's head that are executed before the nest, in their order
	const prog_expr *hoisted[NEST_MAX_HOISTED];
	isl_ctx *ctx;
	struct flow_memory *flows; // the unit's
	bool confined;             // by nest_build_with_calls
	bool may_be_confined;      // there are calls that could stay calls
	int n_params;
	nest_param *params;
	// Redistributions of arrays before the nest and after it, where some are split in another way while it runs
	// (nest_object.sliced); NULL: none are.
	const prog_stmt *remaps_before, *remaps_after;
	bool remaps_few; // even if the nest sets a small part of these arrays: without that more is moved
	int n_loops;
	nest_loop *loops;
	int n_objects;
	nest_object *objects;
	int n_stmts;
	nest_stmt *stmts;
	int n_idle;
	nest_idle *idle;
	int n_counters;
	nest_counter *counters;
	const char *counters_valid; // C: the condition under which the texts of counters are right; NULL: always
	int n_entering;
	const prog_symbol *entering[NEST_MAX_ENTERING]; // counters whose values before the nest are used
	int n_exits;
	nest_exit *exits;
	int n_captured; // variables of an iteration that exits name
	const prog_symbol *captured[NEST_MAX_ENTERING];
	int n_guards;                      // conditions that are not affine, from 1
	int guard_parent[NEST_MAX_GUARDS]; // the one around it
	int guard_depth[NEST_MAX_GUARDS];  // the number of loops around it, each iteration of which asks anew
	int n_branches;
	nest_branches *branches;
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
	unsigned long may_be_one_along[PROG_MAX_RANK][NEST_MASKED]; // where homes are split along this dimension only
	bool overlap;               // iterations that need no message may be run while messages are under way
	nest_obstacle obstacle;     // if not
	const char *obstacle_about; // the variable or array
	program_ends ends;          // in it and in the functions that it calls; its own ways out are exits.h's
	int direction; // 1 (-1): the outermost loop goes through dimension 0 of the homes upward (downward), 0: not, or not known
	bool serial; // one process after the other
} nest;

// Whether the condition `inner` stands in `outer`, or is it; 0: all of the nest.
bool nest_guard_within(const nest *n, int inner, int outer);
// Whether functions that the nest calls access the object.
bool nest_calls_access(const nest *n, int object);
// Whether all accesses to what is behind a pointer, without a mapping, are to what it points to: the state of
// `next(&state)`.
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

// Whether the pointer is declared in the nest and leads to memory that is allocated and freed there.
static inline bool own_block_of_nest(const nest *n, const prog_symbol *symbol)
{
	return symbol && symbol->owns_block && prog_declares(n->root, symbol);
}

// Whether the variable is `new` in the loop: private to each iteration. The same for some loop of the nest, or memory
// that iterations allocate for themselves.
bool nest_loop_is_new(const nest_loop *loop, const prog_symbol *symbol);
bool nest_is_new(const nest *n, const prog_symbol *symbol);
// Whether the loop at this depth around the statement is known to have fewer than 16 iterations, as over components.
bool nest_has_few_iterations(const nest_stmt *s, int depth);

// The extent of a dimension as the declaration has it, a constant; 0: another one, or none.
long object_declared_extent(const nest_object *o, int dim);

// The nest's parameter that a parameter of a space is; NULL: it is none. isl keeps one identifier for each.
const nest_param *nest_param_of(const nest *n, __isl_keep isl_space *space, unsigned param);

#endif
