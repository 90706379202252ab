// SPDX-License-Identifier: Apache-2.0
//
// The options that are hpcc's own. All others are clang's (with -fdist) or mpicc's (without).
#ifndef HPCC_FRONTEND_OPTIONS_H
#define HPCC_FRONTEND_OPTIONS_H

#include "../../codegen/translate.h"

#include <string>
#include <vector>

enum class showme { NONE, COMMAND, COMPILE, LINK };

struct hpcc_options {
	bool dist = false;
	bool refused = false; // -fno-dist, and no -fdist behind it: hpcc is mpicc
	bool emits = false;   // -fdist-emit: print, compile nothing
	translate_emit emit = TRANSLATE_EMIT_C;
	bool save_temps = false;
	bool graph = true;          // -fdist-graph=none: none
	bool graph_full = false;    // -fdist-graph=full
	std::string save_directory; // empty: the current one
	bool line_directives = true;
	bool check = false;    // -fdist-check
	int callbacks = -1;    // -fdist-callbacks; -1: in what is compiled, not in what is printed
	bool fixed = false;    // -fdist-static
	bool whole = false;    // -fwhole-program
	bool separate = false; // -fno-whole-program
	bool help = false, version = false;
	showme show = showme::NONE;
	std::vector<std::string> warnings; // -Wdist-<name>, -Wno-dist-<name>, -Werror=dist-<name>, in order
	bool warnings_off = false;         // -Wno-dist
	std::vector<std::string> remarks;  // -R[no-]dist[-missed|-analysis][=regex], in order
	bool automatic = false;            // -fdist-auto
	bool save_record = false;          // -fdist-save-record
	std::string record;                // its file; empty: one for each source, by its name
	std::string output;                // of -fdist-emit; empty: stdout
};

// Takes hpcc's own options out of `args` (without the program's name, response files expanded); what is left there is
// for the compiler. Returns false after errors, which have been printed.
bool options_take(std::vector<const char *> &args, hpcc_options &options);

// Those of the arguments that options_take would take, as they are; of the compiler's own, it may take -o, -c and -S
// for -fdist-emit.
std::vector<std::string> options_own(const std::vector<const char *> &args);

// All but hpcc's own: what mpicc is given where -fno-dist makes hpcc be it.
std::vector<const char *> options_of_others(const std::vector<const char *> &args);

// Whether the arguments ask for -fdist or for something else that mpicc does not know.
bool options_are_ours(const std::vector<const char *> &args);

// Prints --help.
void options_help();

#endif
