// SPDX-License-Identifier: Apache-2.0
//
// Values that a condition chooses between.
#ifndef HPCC_ANALYSIS_CHOICES_H
#define HPCC_ANALYSIS_CHOICES_H

#include "../model/model.h"
#include "affine.h"

// The value `yes` where the condition holds, else `no`. The set is taken; `text` is the condition in C, NULL: none.
bool affine_choice(
        builder *b, __isl_take isl_set *cond, const char *text, const poly *yes, const poly *no, poly *result);
// The same of the branches that are taken in some iteration; the others have no value. Of none both may be.
bool affine_choose(
        builder *b, __isl_take isl_set *cond, const char *text, const bool taken[2], const poly value[2], poly *result);
void affine_taken(builder *b, __isl_keep isl_set *cond, bool taken[2]);
// What follows is evaluated where the condition holds, or does not, only. Gives the domain from before, to widen it to.
__isl_give isl_set *affine_narrow(builder *b, __isl_keep isl_set *cond, bool holds);
void affine_widen(builder *b, __isl_take isl_set *before);
// c ? x : y
bool affine_conditional(builder *b, const prog_expr *e, poly *result);
// abs(x) and the like
bool affine_is_absolute(const prog_expr *call);
bool affine_absolute(builder *b, const prog_expr *of, poly *result);
bool affine_is_extremum(const prog_expr *e);
bool affine_extremum(builder *b, const prog_expr *e, poly *result);

#endif
