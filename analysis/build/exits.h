// SPDX-License-Identifier: Apache-2.0
//
// Inside of the analysis: ways out of a nest before its end, `if (a[i] != b[i]) { ok = 0; break; }`, with return, goto
// and exit too. What is done on the way out stands behind the nest in the translation: there it is done once, for the
// first iteration that leaves.
#ifndef HPCC_ANALYSIS_EXITS_H
#define HPCC_ANALYSIS_EXITS_H

#include "../model/model.h"
#include "../nest/nest.h"
#include "../unit/unit.h"

// Whether the branch of a condition in the nest can be taken out of it so.
bool exits_by(const builder *b, const prog_stmt *branch);
// Notes the branch; `stmt`: the index of the condition.
void exits_add(builder *b, prog_stmt *branch, int stmt);
// Whether what is done on a way out may use what the iteration has left in the object; variables that it names go
// along, and are not meant.
bool exits_use(const unit_facts *facts, const nest *n, const nest_object *o);
// Whether the statement may use the object's memory, perhaps by another name or in a function that it calls.
bool exits_statement_uses(const unit_facts *facts, const prog_stmt *s, const nest_object *o);
// Whether the access `a` of `r` is made in each iteration that leaves by the condition `s`: where it is at home the
// exit is found.
bool exits_need(const nest *n, const nest_stmt *s, const nest_stmt *r, const nest_access *a);
// At the end of the nest: no statement is certain to run any more. Fails where iterations beyond an exit might fail.
void exits_finish(builder *b);

#endif
