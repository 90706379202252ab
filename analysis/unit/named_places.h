// SPDX-License-Identifier: Apache-2.0
//
// Pointers that the text sets to places in variables: const struct s *p = &table[k].
#ifndef HPCC_ANALYSIS_NAMED_PLACES_H
#define HPCC_ANALYSIS_NAMED_PLACES_H

#include "../model/model.h"

// Whether a local pointer gets nothing but the addresses of places in variables that the text names, and NULL, and
// `variable` is none of these. False where that is not seen.
bool named_places_are_apart(const prog_unit *unit, const prog_symbol *pointer, const prog_symbol *variable);

#endif
