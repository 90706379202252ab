// SPDX-License-Identifier: Apache-2.0
//
// The compile of a translated program: what of the user's -cc1 command line it keeps, and how it comes to
// stand in the place of the user's file.
#ifndef HPCC_FRONTEND_BACKEND_H
#define HPCC_FRONTEND_BACKEND_H

#include <string>
#include <vector>

// Whether a command line is the compile of a C source file into something, and so is to be translated.
bool backend_is_compile(const std::vector<std::string> &cc1);

// Whether it makes an output file (not -fsyntax-only).
bool backend_has_output(const std::vector<std::string> &cc1);

// Whether it makes an object file and nothing beside, from files alone: the command can be given again, somewhere else.
bool backend_is_repeatable(const std::vector<std::string> &cc1);

// The command line without what names files to be written. Its last three words are `-x c <input>`.
std::vector<std::string> backend_without_outputs(const std::vector<std::string> &cc1);

// The command line as the parse gets it, without -cc1.
std::vector<std::string> parse_arguments(const std::vector<std::string> &cc1, const std::vector<std::string> &warnings);

// Whether other text can stand in the place of a file of this name.
bool backend_can_rename(const std::string &name);

// Whether the optimiser tells what it did. It names places by file and line, which must not be looked up in the
// translated text.
bool backend_has_remarks(const std::vector<std::string> &cc1);

// The command line with which `translated` is compiled in the place of `input`. The compiler sees it under the name
// `as`: the input's own name, so that quoted includes, messages and debug information are the source's; or another one,
// from which quoted includes are found all the same. `forced` is a header that is included before all others; empty:
// none.
std::vector<std::string> backend_arguments(const std::vector<std::string> &cc1, const std::string &input,
        const std::string &translated, const std::string &as, const std::string &forced);

#endif
