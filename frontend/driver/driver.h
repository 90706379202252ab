// SPDX-License-Identifier: Apache-2.0
//
// What the parts of the driver share.
#ifndef HPCC_FRONTEND_DRIVER_H
#define HPCC_FRONTEND_DRIVER_H

#include "../parse/parse.h"
#include "mpi.h"
#include "object_note.h"
#include "options.h"

#include "clang/Driver/Compilation.h"
#include "clang/Driver/Job.h"

#include <cstdio>
#include <map>
#include <string>
#include <vector>

typedef std::vector<std::string> arguments;

// All that one run of the driver knows.
struct driver_state {
	std::string program; // hpcc's own path
	std::string clang;   // path of the compiler
	mpi_choice mpi;
	hpcc_options options;
	arguments own_options; // they, as they were given
	arguments mpi_compile, mpi_link;
	std::string include;     // folder of hpcc's headers
	std::string libc_header; // empty: not there
	std::string library;     // libhpcc.a
	int n_files = 0;         // the program is made of that many files of the command; 0: of others, too
	std::map<std::string, prog_unit *> parsed;     // sources that were parsed before their turn; NULL: with errors
	std::map<std::string, std::string> translated; // those that were translated, too: their texts
	std::map<std::string, std::string> linked;     // objects, and what is linked instead of them; empty: nothing
	bool notes = false;                            // objects say what they were made from,
	std::string note;                              // in this text
	std::map<std::string, std::string> graphs;     // [source]: the task graph, as text that puts it into the object
	FILE *emit_file = nullptr;
	RemarkRecord record; // -fdist-save-record=file: of all sources
};

// A file that goes away with the compilation. NULL after an error, which has been printed.
FILE *open_temporary(clang::driver::Compilation &compilation, llvm::StringRef input, std::string &name);

// Says that a file cannot be written, and why (errno).
bool file_error(const std::string &file);

// Translates and ends the unit, which is of so many of the program's files.
bool translate_parsed(driver_state &state, prog_unit *unit, int n_files, const std::string &input,
        const std::vector<std::string> &cc1, FILE *out);

// Puts what its object holds beside the program behind the translation of a source: its graph, and this text.
bool append_sections(
        const driver_state &state, const std::string &input, const std::string &translated, const std::string &more);

// -fdist-save-temps.
bool save_translated(const driver_state &state, const std::string &input, const std::string &translated);

// The command line with which the compiler is given the translated text of a file.
arguments compile_arguments(
        const driver_state &state, const arguments &cc1, const std::string &input, const std::string &translated);

// Runs a command; false after an error, which has been printed.
bool execute(clang::driver::Compilation &compilation, clang::driver::Command command);

// Translates the files together which the command compiles and links, where that makes the program that C makes of
// them: state.translated. Where it does not, they are translated one by one.
void together_sources(driver_state &state, clang::driver::Compilation &compilation);

// The same with the sources of the objects that `link` takes: state.linked. The objects hold their files' own
// translations, for where it does not.
void together_objects(driver_state &state, clang::driver::Compilation &compilation, const clang::driver::Command &link);

#endif
