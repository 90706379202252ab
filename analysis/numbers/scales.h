// SPDX-License-Identifier: Apache-2.0
//
// Counters of blocks whose size only the run knows: for (b = 0; b < n; b++) { for (i = b * size; i < (b + 1) * size;
// i++) ... }. A product of a parameter and a loop's variable is not affine. Where the variable is in no other product,
// and is compared otherwise only, it stands for `b * size` in the model, as the variable of a loop does that makes
// steps of `size`: not all of its values occur. What is compared is multiplied with the size, which is at least 1; that
// is assumed.
#ifndef HPCC_ANALYSIS_SCALES_H
#define HPCC_ANALYSIS_SCALES_H

#include "../model/model.h"
#include "../nest/nest.h"

// What is known of a variable from one time that the nest is built to the next.
typedef struct loop_scale {
	bool refused; // it stands for itself
	int n;        // the parameters of the product, 0: none is wanted
	const char *factor[POLY_MAX_FACTORS];
	bool computed[POLY_MAX_FACTORS];
} loop_scale;

// Gives the loop, whose variable is known, its size.
void scales_begin(builder *b, int loop);
// The polynomial should be affine, and is not: which products there are counts when the nest is built again.
void scales_want(builder *b, const poly *p);
// The same of one without which nothing is known of a loop or an access: a variable that it names otherwise stands for
// itself.
void scales_need(builder *b, const poly *p);
// The same of what a loop's condition compares.
void scales_need_condition(builder *b, const prog_expr *e);
// The loop's variable has to stand for itself.
void scales_refuse(builder *b, int loop);
// The variable is multiplied with what is multiplied with it in the term.
bool scales_fits(const builder *b, const poly_term *t);
// What the polynomial is to be multiplied with, 1 at least, so that variables are in products with their sizes.
poly scales_factor(const builder *b, const poly *p);

// Whether not all values between the loop's bounds occur, nor is it known which.
static inline bool scales_leave_out(const nest_loop *l) { return l->by || l->scale; }

#endif
