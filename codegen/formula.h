// SPDX-License-Identifier: Apache-2.0
//
// Sets of the task graph in the words of the source, for people: parameters stand by their own text, what a process
// owns as dist_lo(a, 0) and dist_hi(a, 0).
#ifndef HPCC_CODEGEN_FORMULA_H
#define HPCC_CODEGEN_FORMULA_H

#include "text.h"

#include "../analysis/graph/graph.h"
#include "../analysis/model/model.h"

// `u[1:n - 2][:]`: the bounds of each dimension; `:` where there are none that could be told shortly. Keeps `set`.
void formula_section(const nest *n, const nest_object *o, __isl_keep isl_set *set, text *out);

// The number of elements of the set's box, without dimension `skip` (-1: with all): `2 * (n - 1)`. False, and nothing
// in `out`, where it cannot be told shortly. Keeps `set`.
bool formula_count(const nest *n, __isl_keep isl_set *set, int skip, text *out);

// The set of parameters as a condition: `n >= 2 and m >= n`. Keeps `set`.
void formula_condition(const nest *n, __isl_keep isl_set *set, text *out);

// C text of generated code as a person would write it: `(long)(n) * (m)` as `n * m`.
void formula_plain(const char *c, text *out);

// The source's text of a range, in one line; `otherwise` (NULL: nothing) where it has no text of its own.
void formula_written(const prog_unit *unit, prog_range range, const char *otherwise, text *out);

// The text of a diagnostic with one argument, `about`, which may be NULL. False, and nothing in `out`, where there is
// no reason (DIAG_COUNT).
bool formula_reason(diag_id reason, const char *about, text *out);

#endif
