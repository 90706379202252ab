// SPDX-License-Identifier: Apache-2.0
//
// C expressions as polynomials, and these as isl's functions and sets; assumptions.
#ifndef HPCC_ANALYSIS_AFFINE_H
#define HPCC_ANALYSIS_AFFINE_H

#include "../model/model.h"
#include "../nest/nest.h"
#include "poly.h"

bool affine_poly(builder *b, const prog_expr *e, poly *result);
bool affine_subscript(builder *b, const prog_expr *e, poly *result); // the same of a subscript
// A polynomial whose lowest bits are those of the expression, which may wrap around.
bool affine_low_bits(builder *b, const prog_expr *e, poly *result);
__isl_give isl_pw_aff *affine_of_poly(builder *b, const poly *p, int depth); // NULL: not affine
__isl_give isl_pw_aff *affine_of(builder *b, const prog_expr *e);            // at b->depth; NULL: not affine
// A function that is below, at and above 0 where the polynomial is; NULL: not affine.
__isl_give isl_pw_aff *affine_sign_of(builder *b, const poly *p, int depth);
__isl_give isl_set *affine_condition(builder *b, const prog_expr *e); // over b->depth loops; NULL: not affine
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
// Takes `value`, which is affine piece by piece over b->depth loops (NULL: not known); `text`: the same in C, NULL:
// none.
bool affine_atom(builder *b, __isl_take isl_pw_aff *value, const char *text, poly *result);
bool affine_new_atom(builder *b, poly_atom a, poly *result);

// Makes it an assumption that no iteration of `bad` (over b->depth loops) is executed.
void affine_assume_not(builder *b, __isl_take isl_set *bad);
// The same where it may be true; false: it cannot, whatever the parameters are, and nothing is assumed.
bool affine_assume_usual(builder *b, __isl_take isl_set *bad);
__isl_give isl_set *affine_universe(const builder *b, int depth);

#endif
