// SPDX-License-Identifier: Apache-2.0
//
// Builds the model of a nest: walks its loops and conditions, keeping the set of iterations that reach each statement.
#ifndef HPCC_ANALYSIS_NEST_BUILD_H
#define HPCC_ANALYSIS_NEST_BUILD_H

#include "../model/model.h"
#include "../nest/nest.h"
#include "../unit/unit.h"

// The model of the nest rooted at the loop `root`. Never NULL; see `broken` and `reason`.
nest *nest_build(unit_facts *facts, isl_ctx *ctx, prog_stmt *root);
// The same, but calls of functions that work on what they are given stay calls (confined.h): less is known of them.
nest *nest_build_with_calls(unit_facts *facts, isl_ctx *ctx, prog_stmt *root);

// ---- for what stands in the nest ------------------------------------------------------------------

// Walks the statement (NULL: none): what it does is added to the model.
void nest_walk(builder *b, prog_stmt *s);
// Enters a condition that the model does not know.
void nest_open_guard(builder *b);
// The next statement at the place of the walk; it takes its accesses before another one is added.
nest_stmt *nest_add_stmt(builder *b, prog_stmt *stmt, const prog_expr *e);

#endif
