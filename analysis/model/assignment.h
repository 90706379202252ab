// SPDX-License-Identifier: Apache-2.0
//
// Definite assignment.
#ifndef HPCC_ANALYSIS_ASSIGNMENT_H
#define HPCC_ANALYSIS_ASSIGNMENT_H

#include "program.h"

// Whether the function sets what its parameter leads to (*p, p[0]) whenever it is called, and does not read it before.
bool assignment_of_parameter(const prog_function *f, const prog_symbol *parameter);

// Whether the variable has been set where control goes on after the statement, on all ways, and is not read in it
// before.
bool assignment_of_variable(const prog_stmt *s, const prog_symbol *variable);
// Whether the statement may read the value that the variable has before it.
bool assignment_value_enters(const prog_stmt *s, const prog_symbol *variable);
// Whether a variable of a block may have been set when control comes to the statement.
bool assignment_is_made_before(const prog_stmt *s, const prog_symbol *variable);

#endif
