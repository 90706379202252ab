// SPDX-License-Identifier: Apache-2.0
//
// -fdist-auto: arrays without a mapping that are used only where the elements of a mapped array are. Each might be
// aligned with it; whether that is free is seen when it is tried.
#ifndef HPCC_ANALYSIS_AUTO_ALIGN_H
#define HPCC_ANALYSIS_AUTO_ALIGN_H

#include "../model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct auto_proposal {
	const prog_symbol *symbol;
	const char *directive; // "align b[i] with u[i][0]"; NULL: none
	const char *reason;    // why not, else NULL
	unsigned at;           // byte of the main file before which the directive may stand
} auto_proposal;

// Looks at the arrays that the split tasks of the unit use. Returns how many there are something to say of; `*out` is
// in the unit's arena. Reports what building the task graph reports.
int auto_align_propose(prog_unit *unit, auto_proposal **out);

#ifdef __cplusplus
}
#endif

#endif
