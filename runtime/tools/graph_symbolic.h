// SPDX-License-Identifier: Apache-2.0
//
// Closed forms of the graph in words, as "rows * (n - 2)": for a process in the middle, whose part touches no end of
// the array. Those at the ends do a little less, which the form knows and the words leave out.
#ifndef HPCC_TOOLS_GRAPH_SYMBOLIC_H
#define HPCC_TOOLS_GRAPH_SYMBOLIC_H

#include <jansson.h>

// Polynomials with integer coefficients over names.
typedef struct graph_poly graph_poly;
void graph_poly_free(graph_poly *p);

// The value of a form for a process of the task in the middle; how many indices it owns along an axis is called by the
// word that users have for them: rows, columns, planes, elements. NULL: there is no such value, or it is long.
// `array`: whose intervals they are, of maps; NULL: those of the task.
graph_poly *graph_poly_of(const json_t *task, const json_t *array, const json_t *form);
// sum + factor * p, for a sum that starts as NULL. Takes the sum.
graph_poly *graph_poly_add(graph_poly *sum, const graph_poly *p, long factor);
// p is so many times q; 0: it is no multiple.
long graph_poly_ratio(const graph_poly *p, const graph_poly *q);
// To be freed.
char *graph_poly_words(const graph_poly *p);

#endif
