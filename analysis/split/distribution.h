// SPDX-License-Identifier: Apache-2.0
//
// Loop distribution: a loop as several ones, each with some of its statements, one after the other. Where one process
// needs in the middle of an iteration what another one has just set, no loop of the source can be split; between the
// loops that it becomes the values can be sent.
//
//     for (i...) { x[i] = f(i); y[i] = x[i] - x[i - 1]; }      for (i...) x[i] = f(i);   for (i...) y[i] = x[i] - x[i - 1];
//
// That is the same where nothing that is executed later now comes from an earlier statement of a later iteration: no
// dependence leads from behind a cut to before it. Statements that only compute private values from what the loop does
// not change are in all of the loops. A part that is a loop with several statements, beside others in the body, may be
// distributed in its turn.
#ifndef HPCC_ANALYSIS_DISTRIBUTION_H
#define HPCC_ANALYSIS_DISTRIBUTION_H

#include "../model/model.h"
#include "../nest/nest.h"
#include "../unit/unit.h"

enum { DISTRIBUTION_MOST_PARTS = 8, DISTRIBUTION_MOST_STATEMENTS = 24 };

typedef struct distribution_part {
	const prog_stmt *first; // of its statements
	prog_stmt *loop;        // its text is the source's loop without these statements:
	int n_without;
	const prog_stmt *without[2 * DISTRIBUTION_MOST_STATEMENTS];
} distribution_part;

typedef struct distribution distribution;
struct distribution {
	prog_stmt *loop; // of the source
	// What has to hold when it is entered: n's assumptions, and that each of these pairs of objects leads to other
	// memory.
	nest *n;
	int n_apart;
	int (*apart)[2];
	int n_statements; // among which it may be cut, in order
	prog_stmt *statement[DISTRIBUTION_MOST_STATEMENTS];
	bool legal[DISTRIBUTION_MOST_STATEMENTS]; // to cut before this one
	int n_parts;
	distribution_part part[DISTRIBUTION_MOST_PARTS];
	bool long_turns;     // what runs in turns of it is as much as what is split
	bool is_alternative; // it stands in what another one is where that may not be
	// Parts that were distributed in their turn, of which several are here now: what these assume has to hold, too.
	distribution *inner, *next;
	struct distribution_levels *levels;
};

// The places where the loop may be cut; NULL: there are none.
distribution *distribution_of(unit_facts *facts, isl_ctx *ctx, prog_stmt *loop);
void distribution_free(distribution *d);

// Makes the next part of statements [from, to). Until distribution_restore the unit is as if the source had the parts,
// and a loop with what is left, in place of the loop.
void distribution_take(distribution *d, int from, int to);
// Takes the last part back.
void distribution_drop(distribution *d);
// The parts of `inner`, which is the last part's loop distributed, take that one's place; `to`: the statement behind it.
// Takes `inner`, which is not restored; false: there are too many, and nothing has changed.
bool distribution_take_parts(distribution *d, distribution *inner, int to);
// The source's loop is in its place again. The parts stay as they are.
void distribution_restore(distribution *d);

#endif
