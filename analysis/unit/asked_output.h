// SPDX-License-Identifier: Apache-2.0
#ifndef HPCC_ANALYSIS_ASKED_OUTPUT_H
#define HPCC_ANALYSIS_ASKED_OUTPUT_H

#include "../model/model.h"

// Whether the unit looks at what a function that writes to a stream returns, fprintf or fwrite: all processes have to
// know then whether each of them went well, and not only when the file is closed.
bool asked_output(const prog_unit *unit);

#endif
