// SPDX-License-Identifier: Apache-2.0
//
// isl's quasi-polynomials as C, in numbers of type double: what counts, and may be more than fits into long on the way.
#ifndef HPCC_CODEGEN_POLYNOMIAL_TEXT_H
#define HPCC_CODEGEN_POLYNOMIAL_TEXT_H

#include "text.h"

#include "../analysis/graph/graph.h"

#include <isl/id.h>
#include <isl/polynomial.h>
#include <isl/set.h>
#include <isl/space.h>

// The identifier whose name is the C text of a parameter: an integer. Gives it.
typedef __isl_give isl_id *polynomial_param(__isl_keep isl_space *space, unsigned param, void *user);
typedef struct polynomial_names {
	polynomial_param *param;
	void *user;
} polynomial_names;

// Adds the value as an operand; false after an error of isl's. Keeps it.
bool polynomial_text_value(text *out, __isl_keep isl_qpolynomial *value, const polynomial_names *names);
// Adds a condition that holds where the parameters are in the set; nothing, and true, where all are. Takes the set.
bool polynomial_text_condition(text *out, __isl_take isl_set *set, const polynomial_names *names);
// Adds statements that set the variable to the value where it has one. Keeps it.
bool polynomial_text_pieces(
        text *out, const char *variable, __isl_keep isl_pw_qpolynomial *value, const polynomial_names *names);
// The same of a number of points: a product, with loops where it has no closed form. The variable is 0 before.
bool polynomial_text_sum(text *out, const char *variable, const point_sum *sum, const polynomial_names *names);

#endif
