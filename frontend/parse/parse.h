// SPDX-License-Identifier: Apache-2.0
//
// From one -cc1 command line to the program model. The only header through which the driver sees the
// part of the frontend that walks Clang's syntax tree.
#ifndef HPCC_FRONTEND_PARSE_H
#define HPCC_FRONTEND_PARSE_H

#include "../../analysis/model/model.h"
#include "remarks.h"
#include "whole.h"

#include <string>
#include <vector>

// Parses the source that `cc1_args` (the arguments after -cc1) name and returns its model; NULL after errors, which
// have been printed as Clang prints them. `#pragma dist` is known to this parse. While `unit` lives, report.h's sink
// prints through Clang's diagnostics engine (source line, caret, colours, -W flags, -Werror, -w), and remark.h's the
// remarks that -Rdist among the arguments asks for. `record` (may be null) gets all remarks.
// The main file's text may be given (`text`), instead of what is in the file. Without `expand` no macro is written out:
// loops in macros cannot be translated then, but all ranges are those of the text. A `quiet` one prints nothing, and
// its errors are none.
struct parse_source {
	const std::string *text = nullptr;
	bool expand = true;
	bool quiet = false;
};
prog_unit *parse_unit(const std::vector<std::string> &cc1_args, const char *argv0, RemarkRecord *record,
        const parse_source &source = {});

// What `expand` would have done, for a unit that was parsed without, and is the one that is translated next; `unit` is
// gone. Of a quiet one what is said from here on is kept for parse_unit_tell.
prog_unit *parse_unit_expanded(prog_unit *unit, RemarkRecord *record);
void parse_unit_tell(prog_unit *unit);

// Clang's objects behind it, and what its preprocessor met.
WholePart parse_unit_part(prog_unit *unit, const std::string &input);

// All files that were read, by the names that they were found by, in alphabetical order.
std::vector<std::string> parse_unit_files(const prog_unit *unit);

// Ends what parse_unit began: flushes diagnostics, frees Clang's objects and the unit.
void parse_unit_end(prog_unit *unit);

#endif
