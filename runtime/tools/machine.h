// SPDX-License-Identifier: Apache-2.0
//
// hpcc-machine: what its files share.
#ifndef HPCC_TOOLS_MACHINE_H
#define HPCC_TOOLS_MACHINE_H

#include "../../machine/machine.h"

#include <stdio.h>

// The machine as a person wants to see it: hosts in clusters as a tree, then tables of types, costs and links.
void machine_show(const machine *m, const char *title, FILE *out);

// Lines of what the file leaves out and a planner would want to know.
void machine_show_gaps(const machine *m, const char *title, FILE *out);

// All keys of the format, as JSON or as lines.
void machine_show_keys(bool as_json, FILE *out);

#endif
