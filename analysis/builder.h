// SPDX-License-Identifier: Apache-2.0
//
// Inside of the analysis: what building the model of one nest shares.
#ifndef HPCC_ANALYSIS_BUILDER_H
#define HPCC_ANALYSIS_BUILDER_H

#include "nest.h"

// ---- polynomials ------------------------------------------------------------------------------
//
// Bounds and subscripts are polynomials over the nest's parameters and over atoms: loop variables, and values that are
// affine piece by piece (i % 2, min(i, j)). Memory linearised by hand (i * m + j) is why affine forms are not enough:
// its subscripts come back by division by the strides.

enum { POLY_MAX_TERMS = 24, POLY_MAX_FACTORS = 8 };

typedef struct poly_term {
	long coef;
	int n_par;
	int par[POLY_MAX_FACTORS]; // sorted
	int atom;                  // -1: none
} poly_term;

typedef struct poly {
	int n;
	poly_term term[POLY_MAX_TERMS];
} poly;

typedef struct poly_atom {
	int loop;        // index of the loop whose variable it is, -1
	isl_pw_aff *aff; // else its value, over `depth` loops; NULL: it is not affine
	int depth;
	const char *text;
	poly dividend, divisor; // of a quotient that is not affine
	const struct near_entries
	        *near; // of an entry of a table of which only the run knows what it is; NULL: it is none
} poly_atom;

// Parameters that constants and parameters are multiplied with, as m in 0 * m + j, of which nothing is left in the product, and that sums
// are, as nz in (i * ny + j) * nz + k, of which nothing tells apart from ny where j is a parameter. Each in elements of the whole expression.
enum { POLY_MAX_MULTIPLIED = 4 };
typedef struct multiplied {
	int n;
	poly list[POLY_MAX_MULTIPLIED];
	bool row[POLY_MAX_MULTIPLIED]; // with a sum that has a loop variable: the length of a row
	int n_spelled; // what the source multiplies with loop variables: n of i * n + i, which is a multiple of n + 1, too
	poly spelled[POLY_MAX_MULTIPLIED];
} multiplied;

typedef struct raw_access {
	poly sub[PROG_MAX_RANK];
	bool known[PROG_MAX_RANK]; // the polynomial stands for the subscript
	bool whole;                // all elements (an initialiser)
	bool split;                // linearised by hand: there is a polynomial for each subscript already
	poly of_name;              // SPLIT: what of the last one the source multiplies with a variable that is to be 1
	multiplied factors;        // in its only subscript
} raw_access;

typedef struct symbol_value {
	prog_symbol *symbol;
	poly value;
	const multiplied *factors; // in the expression that it was set to, NULL: none
} symbol_value;

enum { COUNTERS_MOST = 8 };
enum { NEST_MAX_POINTERS = 32, LOCAL_POINTERS = 8 };

typedef struct builder {
	nest *n;
	unit_facts *facts;
	// Effects of the whole nest.
	unsigned char *written; // [symbol id]: variable or field
	unsigned char
	        *whole; // [symbol id]: a struct that is read or set as a whole: its members are parts of one object
	bool unknown_effects; // calls functions that may write what has an address
	bool stores_integers; // through pointers: a member whose address is known may change
	bool stores_pointers; // the same
	bool stores_bytes;    // characters, which may be parts of anything
	// What of these goes to places that may be variables.
	bool changes_integers, changes_pointers, changes_bytes;
	// Base parameters: products of them are parameters of the nest.
	int n_base;
	const char *base_text[64];
	bool base_computed[64]; // from other ones, by a call: not to be repeated in an iteration
	int n_atoms;
	poly_atom atom[64];
	multiplied *factors; // those of the expression at hand; NULL: nobody asks
	// Where the walk is.
	int depth;
	int loop[NEST_MAX_DEPTH];
	int time[NEST_MAX_DEPTH + 1];
	isl_set *domain;
	bool within; // an operand that is evaluated in `domain` only
	bool may;
	bool reads_element; // a subscript of what is read is at hand
	int unsure;         // operands around it that are evaluated under conditions which are not affine
	int in_switch;      // how many are around the place: what stands before it may not have run
	int guard;
	bool leaves_may;  // the rest of the loop's body may be skipped
	int switch_guard; // of the innermost switch in the innermost loop; 0: none
	// Scalars whose value is known as a polynomial.
	int n_values;
	symbol_value value[64];
	int calls; // functions that are being looked into
	// A call whose function's statements are being walked, as if they stood there; NULL: none.
	prog_stmt *call;
	isl_set *call_domain; // of the call, over `call_depth` loops
	int call_depth;
	int n_called;
	const prog_symbol *called[NEST_MAX_CALLS];
	int n_bodies;  // that were looked into
	bool returned; // the function that is being walked may have been left before
	// What belongs to functions that are looked into: [symbol id] their variables and parameters; NULL: none yet.
	unsigned char *inner;
	int n_looked; // calls that are looked into
	const prog_expr **looked;
	int room_looked;
	// Pointers that the nest sets (local_pointers): the values that stand for them.
	int n_pointers;
	const prog_expr *pointer_value[NEST_MAX_POINTERS];
	// Raw subscripts, parallel to the accesses of each statement.
	raw_access **raw; // [stmt]
	// Variables that step beside loops: see counters.h.
	unsigned char *counter, *no_counter; // [symbol id]
	bool refused;                        // one of them is none after all
	int n_trips;
	poly trips[COUNTERS_MOST]; // how often loops run that change the variable at hand
	int room_loops, room_objects, room_stmts, room_counters;
	struct loop_scale *scales; // [symbol id]: see scales.h
	bool rescaled;             // some of them have changed
	poly_term *scale;          // [loop]: what its variable is multiplied with in the model; n_par: 0: nothing
	int room_scale;
} builder;

// nest.c
// Walks the statement (NULL: none): what it does is added to the model.
void nest_walk(builder *b, prog_stmt *s);
// Enters a condition that the model does not know.
void nest_open_guard(builder *b);
// The next statement at the place of the walk; it takes its accesses before another one is added.
nest_stmt *nest_add_stmt(builder *b, prog_stmt *stmt, const prog_expr *e);

// poly.c
poly poly_constant(long value);
bool poly_add(poly *sum, const poly *a, const poly *b, long factor); // a + factor * b
bool poly_mul(poly *product, const poly *a, const poly *b);
bool poly_is_constant(const poly *p, long *value);
bool poly_equal(const poly *a, const poly *b);
bool poly_has_atoms(const poly *p);
// Division with a remainder without terms that the leading term of `by` divides. By 0: all is left.
void poly_divide(const poly *p, const poly *by, poly *quotient, poly *remainder);

// affine.c
bool affine_poly(builder *b, const prog_expr *e, poly *result);
bool affine_subscript(builder *b, const prog_expr *e, poly *result); // the same of a subscript
// A polynomial whose lowest bits are those of the expression, which may wrap around.
bool affine_low_bits(builder *b, const prog_expr *e, poly *result);
isl_pw_aff *affine_of_poly(builder *b, const poly *p, int depth); // NULL: not affine
isl_pw_aff *affine_of(builder *b, const prog_expr *e);            // at b->depth; NULL: not affine
// A function that is below, at and above 0 where the polynomial is; NULL: not affine.
isl_pw_aff *affine_sign_of(builder *b, const poly *p, int depth);
isl_set *affine_condition(builder *b, const prog_expr *e); // over b->depth loops; NULL: not affine
// How far it is from one address to another in the same row: (a + n) - a.
bool affine_distance(builder *b, const prog_expr *e, poly *result);
const char *affine_poly_text(builder *b, const poly *p);
// An integer of this text that does not change in the nest, whatever the analysis sees of it.
bool affine_parameter(builder *b, const prog_expr *e, poly *result);
// The same of a call that computes an integer from parameters.
bool affine_computed_parameter(builder *b, const char *text, poly *result);
// One that there was when the nest was built before.
bool affine_known_parameter(builder *b, const char *text, bool computed, poly *result);
bool affine_loop_variable(builder *b, int loop, poly *result);
// A condition as C of the loops' variables and parameters, right wherever the iteration is; NULL: not known.
const char *affine_condition_text(builder *b, const prog_expr *e);
// Takes `value`, which is affine piece by piece over b->depth loops (NULL: not known); `text`: the same in C, NULL: none.
bool affine_atom(builder *b, isl_pw_aff *value, const char *text, poly *result);
bool affine_new_atom(builder *b, poly_atom a, poly *result);
// x / y or x % y, where y is a parameter: of one loop in place of two, i = c / m, j = c % m, whose i * m + j is c again. The quotient stands for itself.
bool affine_quotient(builder *b, const poly *x, const poly *y, bool remainder, poly *result);
// Gives an array whose subscripts are such quotients and remainders one subscript, in flat order. That they are by the length of its rows is an
// assumption. False: it has none.
bool quotients_flatten(builder *b, nest_object *o);
// choices.c
// The value `yes` where the condition holds, else `no`. The set is taken; `text` is the condition in C, NULL: none.
bool affine_choice(builder *b, isl_set *cond, const char *text, const poly *yes, const poly *no, poly *result);
// The same of the branches that are taken in some iteration; the others have no value. Of none both may be.
bool affine_choose(builder *b, isl_set *cond, const char *text, const bool taken[2], const poly value[2], poly *result);
void affine_taken(builder *b, isl_set *cond, bool taken[2]);
// What follows is evaluated where the condition holds, or does not, only. Gives the domain from before, to widen it to.
isl_set *affine_narrow(builder *b, isl_set *cond, bool holds);
void affine_widen(builder *b, isl_set *before);
// c ? x : y
bool affine_conditional(builder *b, const prog_expr *e, poly *result);
// abs(x) and the like
bool affine_is_absolute(const prog_expr *call);
bool affine_absolute(builder *b, const prog_expr *of, poly *result);
bool affine_is_extremum(const prog_expr *e);
bool affine_extremum(builder *b, const prog_expr *e, poly *result);
// periods.c
// x / m or x % m (`down`: as of a shift or a mask), affine piece by piece, where x makes a few turns around m only in all iterations of the
// domain; else NULL. That m is positive is assumed.
isl_pw_aff *affine_turns(builder *b, const isl_pw_aff *x, const isl_pw_aff *m, bool down, bool quotient);
// tables.c
// Whether the array has what its initialiser gives it (prog_symbol.values) for good.
bool table_stays(unit_facts *facts, const prog_symbol *s);
// An entry of such an array, by subscripts of which one changes in the nest.
bool affine_table(builder *b, const prog_expr *e, poly *result);
// affine.c
// Makes it an assumption that no iteration of `bad` (over b->depth loops) is executed.
void affine_assume_not(builder *b, isl_set *bad);
// The same where it may be true; false: it cannot, whatever the parameters are, and nothing is assumed.
bool affine_assume_usual(builder *b, isl_set *bad);
isl_set *affine_universe(const builder *b, int depth);

// invariants.c
bool expr_is_invariant(const builder *b, const prog_expr *e);
// Whether it is an integer behind a pointer, n[level] or *n, that the nest does not set: it can be read before the nest (HPCC_VALUE). It may be an
// element of a mapped array.
bool expr_is_behind_pointer(const builder *b, const prog_expr *e);
// Whether the nest sets no integers in the array, or behind the pointer.
bool expr_integers_stay(const builder *b, const prog_expr *array);

// linearised.c
// Where all accesses to the object, which has one dimension, are by sums of strides times subscripts: gives it those dimensions.
void linearised_recover(builder *b, nest_object *o);

// aliasing.c
// After all accesses were collected: which objects may meet. The nest fails where that is not to be tested.
void aliasing_check(builder *b);

// effects.c
void effects_collect(builder *b, const prog_stmt *s);

// local_pointers.c
// Where the first of `n` statements that stand in a row sets pointers to elements or rows (`which`: a bit for each that it declares, the
// lowest for an assignment): the others, in which what the pointers are set to stands for them. NULL: it sets none.
prog_stmt **local_pointers(builder *b, prog_stmt *const *stmt, int n, unsigned *which);

// access.c
void access_collect(builder *b, nest_stmt *s, const prog_expr *e);
// The lvalue is set or read.
void access_lvalue(builder *b, nest_stmt *s, const prog_expr *e, bool write, bool read);
// `e` is an address, or a row: what it is computed from is read, not what is there.
void access_address(builder *b, nest_stmt *s, const prog_expr *e);
// `symbol` gets its value from a declaration's initialiser.
void access_define(builder *b, nest_stmt *s, prog_symbol *symbol);
// `a` is an array, a row of one or the address of an element, handed to a function: any element of the array or row may be accessed. False where it is
// something else.
bool access_through(builder *b, nest_stmt *s, const prog_expr *a, bool write, bool read);
// A variable of a function that is looked into, or a part of one: it lives for one call, which one process makes.
bool access_of_call(const builder *b, const prog_expr *e);
// The same of a block that such a function allocates and frees.
bool access_is_own_block(const builder *b, const prog_symbol *p);
// Notes the variables that are structs and used as a whole in the statement.
// Whether the variable, a struct, is one place of the nest: not each of its members by itself.
bool access_is_whole(const builder *b, const prog_symbol *variable);
void access_note_whole(builder *b, const prog_stmt *s);
void access_resolve(builder *b);

#endif
