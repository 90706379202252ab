// SPDX-License-Identifier: Apache-2.0
//
// Closed forms as JSON of the task graph (docs/graph.md), to be evaluated by programs that know nothing of isl:
//   {"vars": [names], "pieces": [{"if": [each >= 0], "eq": [each == 0], "value": e}]}, 0 where no piece applies.
// An expression is a number, a name, ["+", e, ...], ["*", e, ...], ["floor", e, d] (of e / d) or ["/", e, d]; where there
// is no closed form also {"pieces": [...]} as above, or ["sum", name, first, last, e]: e, added up for name = first .. last.
#ifndef HPCC_CODEGEN_GRAPH_FORMS_H
#define HPCC_CODEGEN_GRAPH_FORMS_H

#include "graph_names.h"
#include "text.h"

#include "../analysis/graph/graph.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/polynomial.h>

// The longest form, in bytes: beyond it {"omitted": true} is written.
enum { GRAPH_FORM_MOST = 6000, GRAPH_FORM_MOST_FULL = 200000 };

// A program is translated with its graph, and that must not be felt. So there are limits, of isl's operations: for a
// closed form, for what a process gets, and for the maps of a task's arguments: few for each, and more for those that need
// more. And there are limits of a unit: how many forms there are, and how many operations all maps together may take.
enum {
	GRAPH_FORM_OPERATIONS = 20000,
	GRAPH_GETS_OPERATIONS = 40000,
	GRAPH_FORMS_MOST = 200,
	GRAPH_MAPS_FEW = 20000,
	GRAPH_MAPS_MORE = 80000,
	GRAPH_MAPS_MOST = 200000,
};

// How parameters of isl's objects are named.
typedef struct graph_form {
	const nest *n;
	bool of_map; // they have the names of event_map, not those of the nest
	size_t most; // bytes
} graph_form;

// A function of parameters. NULL: null is written, or, where `omits`, that it was left out.
void graph_form_write(const graph_form *f, text *out, const char *key, __isl_keep isl_pw_qpolynomial *function,
        bool estimated, bool omits);
// How many points sets have together. n = 0: as if NULL were given above.
void graph_form_write_sizes(const graph_form *f, text *out, const char *key, int n, const set_size *const size[],
        bool estimated, bool omits);
// An expression, or null where it is none: it has several cases, or is NULL.
void graph_form_expr(const graph_form *f, text *out, const char *key, __isl_keep isl_pw_aff *value);
// Pairs of processes as [{"if": ..., "eq": ...}], over p and P, q of receivers (numbered on a grid); nothing, where
// they cannot be said so.
void graph_form_pairs(const graph_form *f, text *out, const char *key, __isl_keep isl_map *map);
// The same of parameters.
void graph_form_conditions(const graph_form *f, text *out, const char *key, __isl_keep isl_set *set);
// The distance of all pairs in each dimension, where there is one for all of them; else nothing.
void graph_form_distance(text *out, const char *key, __isl_keep isl_map *map);

#endif
