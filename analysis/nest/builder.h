// SPDX-License-Identifier: Apache-2.0
//
// Inside of the analysis: what building the model of one nest shares.
#ifndef HPCC_ANALYSIS_BUILDER_H
#define HPCC_ANALYSIS_BUILDER_H

#include "../model/model.h"
#include "../unit/unit.h"
#include "loop_nest.h"

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

// Parameters that constants and parameters are multiplied with, as m in 0 * m + j, of which nothing is left in the
// product, and that sums are, as nz in (i * ny + j) * nz + k, of which nothing tells apart from ny where j is a
// parameter. Each in elements of the whole expression.
enum { POLY_MAX_MULTIPLIED = 6 };
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

enum { BUILDER_MAX_GIVEN = 16 };

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
	const prog_expr *base_expr[64]; // as the source has it first; NULL: it is no expression of the source
	bool base_computed[64];         // from other ones, by a call: not to be repeated in an iteration
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
	struct table_entries *tables; // whose entries are known so (numbers/tables.h)
	int calls;                    // functions that are being looked into
	// Their pointers, and what these are given, as the nest would name it.
	int n_given;
	const prog_symbol *given[BUILDER_MAX_GIVEN];
	prog_expr *given_value[BUILDER_MAX_GIVEN];
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
	// Pointers set in front of the nest to the memory of members that it names (member_pointers).
	int n_member_pointers;
	const prog_symbol *member_pointer[LOCAL_POINTERS];
	const prog_expr *member_value[LOCAL_POINTERS];
	// Raw subscripts, parallel to the accesses of each statement; freed when the nest is built.
	raw_access **raw; // [stmt]
	// Variables that step beside loops: see counters.h.
	unsigned char *counter, *no_counter; // [symbol id]
	bool refused;                        // one of them is none after all
	int n_trips;
	poly trips[COUNTERS_MOST]; // how often loops run that change the variable at hand
	int room_loops, room_objects, room_stmts, room_idle, room_counters;
	int room_branches;         // the nest's
	struct loop_scale *scales; // [symbol id]: see scales.h
	bool rescaled;             // some of them have changed
	poly_term *scale;          // [loop]: what its variable is multiplied with in the model; n_par: 0: nothing
	int room_scale;
} builder;

#endif
