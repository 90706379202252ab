// SPDX-License-Identifier: Apache-2.0
//
// -fdist-auto: which arrays without a directive are aligned with what they are used with. Each alignment is tried: a
// trial translates the source with the directive and counts what the remarks tell; it is free where no more is
// communicated, tested or missed than before.
#ifndef HPCC_FRONTEND_AUTO_H
#define HPCC_FRONTEND_AUTO_H

#include "../../analysis/model/model.h"

#include <string>
#include <vector>

struct auto_alignment {
	std::string name;
	std::string directive; // "align b[i] with u[i][0]"
	std::string reason;    // why it is not made; empty: it is
	unsigned at = 0;       // byte of the source before which it stands
	unsigned line = 0, column = 0;
};

// What is found for the source that the arguments name, whose text is `text`. Prints nothing.
std::vector<auto_alignment> auto_align(
        const std::vector<std::string> &cc1_args, const char *argv0, const std::string &text);

// The text with those that are made, as _Pragma, on the lines that are there.
std::string auto_text(const std::string &text, const std::vector<auto_alignment> &alignments);

// Remarks on them.
void auto_tell(const prog_unit *unit, const std::vector<auto_alignment> &alignments);

#endif
